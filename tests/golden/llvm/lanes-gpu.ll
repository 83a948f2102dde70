target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, ptr addrspace(1) %b2, i64 %w0, i64 %w1, i64 %extent) nounwind {
entry:
  %v1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v2 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %v3 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %v4 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %v5 = mul i32 %v2, %v3
  %v6 = add i32 %v5, %v1
  %v7 = mul i32 %v4, %v3
  %v8 = zext i32 %v6 to i64
  %v9 = zext i32 %v7 to i64
  %v35 = icmp slt i64 %v8, %extent
  br i1 %v35, label %loop10, label %end11
loop10:
  %i12 = phi i64 [ %v8, %entry ], [ %v33, %end14 ]
  %v18 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %i12
  %v28 = icmp slt i64 0, %w1
  br i1 %v28, label %loop13, label %end14
loop13:
  %i15 = phi i64 [ 0, %loop10 ], [ %v26, %loop13 ]
  %p16 = phi double [ 0x3FF0000000000000, %loop10 ], [ %v22, %loop13 ]
  %p17 = phi i32 [ 0, %loop10 ], [ %v25, %loop13 ]
  %v19 = mul i64 %i15, %w0
  %v20 = getelementptr inbounds double, ptr addrspace(1) %v18, i64 %v19
  %v21 = load double, ptr addrspace(1) %v20, align 8, !invariant.load !{}
  %v22 = fmul double %p16, %v21
  %v23 = fcmp olt double %v21, 0x0000000000000000
  %v24 = add i32 %p17, 1
  %v25 = select i1 %v23, i32 %v24, i32 %p17
  %v26 = add nsw i64 %i15, 1
  %v27 = icmp slt i64 %v26, %w1
  br i1 %v27, label %loop13, label %end14
end14:
  %v29 = phi double [ 0x3FF0000000000000, %loop10 ], [ %v22, %loop13 ]
  %v30 = phi i32 [ 0, %loop10 ], [ %v25, %loop13 ]
  %v31 = getelementptr inbounds double, ptr addrspace(1) %b1, i64 %i12
  store double %v29, ptr addrspace(1) %v31, align 8
  %v32 = getelementptr inbounds i32, ptr addrspace(1) %b2, i64 %i12
  store i32 %v30, ptr addrspace(1) %v32, align 4
  %v33 = add nsw i64 %i12, %v9
  %v34 = icmp slt i64 %v33, %extent
  br i1 %v34, label %loop10, label %end11
end11:
  ret void
}
