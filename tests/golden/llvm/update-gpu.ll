target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.fma.f32(float, float, float)
define ptx_kernel void @kernel(ptr addrspace(1) %b0, ptr addrspace(1) readonly %b1, ptr addrspace(1) readonly %b2, i64 %w0, i64 %w1, i64 %w2, i64 %extent) nounwind {
entry:
  %v10 = trunc i64 %w2 to i32
  %v11 = bitcast i32 %v10 to float
  %v23 = icmp slt i64 0, %w0
  br i1 %v23, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ 0, %entry ], [ %v21, %join20 ]
  %v4 = getelementptr inbounds i64, ptr addrspace(1) %b1, i64 %i3
  %v5 = load i64, ptr addrspace(1) %v4, align 8, !invariant.load !{}
  %v6 = icmp sge i64 %v5, 0
  %v7 = mul i64 %i3, %w1
  %v8 = getelementptr inbounds float, ptr addrspace(1) %b2, i64 %v7
  %v9 = load float, ptr addrspace(1) %v8, align 4, !invariant.load !{}
  br i1 %v6, label %in12, label %join15
in12:
  %v13 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v5
  %v14 = load float, ptr addrspace(1) %v13, align 4
  br label %join15
join15:
  %v16 = phi float [ 0x0000000000000000, %loop1 ], [ %v14, %in12 ]
  %v17 = call float @llvm.fma.f32(float %v9, float %v11, float %v16)
  %v18 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v5
  br i1 %v6, label %put19, label %join20
put19:
  store float %v17, ptr addrspace(1) %v18, align 4
  br label %join20
join20:
  %v21 = add nsw i64 %i3, 1
  %v22 = icmp slt i64 %v21, %w0
  br i1 %v22, label %loop1, label %end2
end2:
  ret void
}
