target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @kernel(ptr addrspace(1) %b0, i64 %w0, i64 %w1, i64 %extent) nounwind {
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
  %v22 = bitcast i64 %w0 to double
  %v10 = ptrtoint ptr addrspace(1) %b0 to i64
  %v11 = and i64 %v10, 15
  %v12 = or i64 0, %v11
  %v13 = icmp eq i64 %v12, 0
  %v14 = and i64 %extent, -2
  %v15 = select i1 %v13, i64 %v14, i64 0
  %v16 = mul i64 %v8, 2
  %v17 = mul i64 %v9, 2
  %v28 = icmp slt i64 %v16, %v15
  br i1 %v28, label %loop18, label %end19
loop18:
  %i20 = phi i64 [ %v16, %entry ], [ %v26, %loop18 ]
  %v21 = add nsw i64 %i20, 1
  %v23 = insertelement <2 x double> poison, double %v22, i32 0
  %v24 = insertelement <2 x double> %v23, double %v22, i32 1
  %v25 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %i20
  store <2 x double> %v24, ptr addrspace(1) %v25, align 16
  %v26 = add nsw i64 %i20, %v17
  %v27 = icmp slt i64 %v26, %v15
  br i1 %v27, label %loop18, label %end19
end19:
  %v29 = add nsw i64 %v15, %v8
  %v36 = icmp slt i64 %v29, %extent
  br i1 %v36, label %loop30, label %end31
loop30:
  %i32 = phi i64 [ %v29, %end19 ], [ %v34, %loop30 ]
  %v33 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %i32
  store double %v22, ptr addrspace(1) %v33, align 8
  %v34 = add nsw i64 %i32, %v9
  %v35 = icmp slt i64 %v34, %extent
  br i1 %v35, label %loop30, label %end31
end31:
  ret void
}

; rows of 64: 1 blocks of 256
; bind i0 threads
; vectorize i0 2x1 aligned

; rows of 700: 1 blocks of 256
; bind i0 threads
; vectorize i0 2x1 aligned

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel(ptr addrspace(1) %b0, ptr addrspace(1) readonly %b1, ptr addrspace(1) readonly %b2, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %extent) nounwind {
entry:
  %v22 = icmp slt i64 0, %w4
  br i1 %v22, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ 0, %entry ], [ %v20, %join19 ]
  %v4 = getelementptr inbounds i64, ptr addrspace(1) %b2, i64 %i3
  %v5 = load i64, ptr addrspace(1) %v4, align 8, !invariant.load !{}
  %v6 = icmp slt i64 %v5, %w0
  %v7 = add i64 %v5, %w1
  %v8 = select i1 %v6, i64 %v7, i64 %v5
  %v9 = icmp sge i64 %v8, %w3
  %v13 = getelementptr inbounds double, ptr addrspace(1) %b1, i64 %i3
  br i1 %v9, label %then10, label %join19, !prof !{!"branch_weights", i32 2000, i32 1}
then10:
  %v11 = icmp sle i64 %v8, %w2
  br i1 %v11, label %then12, label %join18, !prof !{!"branch_weights", i32 2000, i32 1}
then12:
  %v14 = load double, ptr addrspace(1) %v13, align 8, !invariant.load !{}
  %v15 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %v8
  %v16 = load double, ptr addrspace(1) %v15, align 8
  %v17 = fadd double %v16, %v14
  store double %v17, ptr addrspace(1) %v15, align 8
  br label %join18
join18:
  br label %join19
join19:
  %v20 = add nsw i64 %i3, 1
  %v21 = icmp slt i64 %v20, %w4
  br i1 %v21, label %loop1, label %end2
end2:
  ret void
}

; rows of 64: 1 blocks of 1

; rows of 700: 1 blocks of 1
