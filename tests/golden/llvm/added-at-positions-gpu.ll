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
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) %b0, ptr addrspace(1) readonly %b1, ptr addrspace(1) readonly %b2, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %w5, i64 %w6, i64 %w7, i64 %w8, i64 %extent) nounwind {
entry:
  %v25 = icmp slt i64 0, %w8
  br i1 %v25, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ 0, %entry ], [ %v23, %join22 ]
  %v4 = mul i64 %i3, %w0
  %v5 = getelementptr inbounds i64, ptr addrspace(1) %b2, i64 %v4
  %v6 = load i64, ptr addrspace(1) %v5, align 8, !invariant.load !{}
  %v7 = icmp slt i64 %v6, %w1
  %v8 = add i64 %v6, %w2
  %v9 = select i1 %v7, i64 %v8, i64 %v6
  %v10 = call i64 @llvm.smax.i64(i64 %v9, i64 %w5)
  %v11 = call i64 @llvm.smin.i64(i64 %v10, i64 %w6)
  %v12 = icmp sge i64 %v9, %w3
  %v13 = icmp sle i64 %v9, %w4
  %v14 = and i1 %v12, %v13
  %v15 = mul i64 %i3, %w7
  %v16 = getelementptr inbounds double, ptr addrspace(1) %b1, i64 %v15
  %v17 = load double, ptr addrspace(1) %v16, align 8, !invariant.load !{}
  %v18 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %v11
  %v19 = load double, ptr addrspace(1) %v18, align 8
  %v20 = fadd double %v19, %v17
  br i1 %v14, label %put21, label %join22
put21:
  store double %v20, ptr addrspace(1) %v18, align 8
  br label %join22
join22:
  %v23 = add nsw i64 %i3, 1
  %v24 = icmp slt i64 %v23, %w8
  br i1 %v24, label %loop1, label %end2
end2:
  ret void
}

; rows of 64: 1 blocks of 1

; rows of 700: 1 blocks of 1
