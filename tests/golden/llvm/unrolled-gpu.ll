target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %extent) nounwind {
entry:
  %v1 = mul i64 0, 2
  %v2 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v1
  %v3 = load float, ptr addrspace(1) %v2, align 4, !invariant.load !{}
  %v4 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 0
  store float %v3, ptr addrspace(1) %v4, align 4
  %v5 = mul i64 1, 2
  %v6 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v5
  %v7 = load float, ptr addrspace(1) %v6, align 4, !invariant.load !{}
  %v8 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 1
  store float %v7, ptr addrspace(1) %v8, align 4
  %v9 = mul i64 2, 2
  %v10 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v9
  %v11 = load float, ptr addrspace(1) %v10, align 4, !invariant.load !{}
  %v12 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 2
  store float %v11, ptr addrspace(1) %v12, align 4
  ret void
}
