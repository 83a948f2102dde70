target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) readonly %b1, ptr addrspace(1) %b2, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %w5, i64 %extent) nounwind {
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
  %v36 = bitcast i64 %w4 to double
  %v10 = ptrtoint ptr addrspace(1) %b1 to i64
  %v11 = and i64 %v10, 15
  %v12 = or i64 0, %v11
  %v13 = ptrtoint ptr addrspace(1) %b2 to i64
  %v14 = and i64 %v13, 15
  %v15 = or i64 %v12, %v14
  %v16 = icmp eq i64 %v15, 0
  %v17 = and i64 %extent, -2
  %v18 = select i1 %v16, i64 %v17, i64 0
  %v19 = mul i64 %v8, 2
  %v20 = mul i64 %v9, 2
  %v51 = icmp slt i64 %v19, %v18
  br i1 %v51, label %loop21, label %end22
loop21:
  %i23 = phi i64 [ %v19, %entry ], [ %v49, %loop21 ]
  %v24 = add nsw i64 %i23, 1
  %v25 = getelementptr inbounds i64, ptr addrspace(1) %b1, i64 %i23
  %v26 = load <2 x i64>, ptr addrspace(1) %v25, align 16, !invariant.load !{}
  %v27 = extractelement <2 x i64> %v26, i32 0
  %v28 = extractelement <2 x i64> %v26, i32 1
  %v29 = icmp slt i64 %v27, %w0
  %v30 = add i64 %v27, %w1
  %v31 = select i1 %v29, i64 %v30, i64 %v27
  %v32 = call i64 @llvm.smax.i64(i64 %v31, i64 %w2)
  %v33 = call i64 @llvm.smin.i64(i64 %v32, i64 %w3)
  %v34 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %v33
  %v35 = load double, ptr addrspace(1) %v34, align 8, !invariant.load !{}
  %v37 = fmul double %v35, %v36
  %v38 = icmp slt i64 %v28, %w0
  %v39 = add i64 %v28, %w1
  %v40 = select i1 %v38, i64 %v39, i64 %v28
  %v41 = call i64 @llvm.smax.i64(i64 %v40, i64 %w2)
  %v42 = call i64 @llvm.smin.i64(i64 %v41, i64 %w3)
  %v43 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %v42
  %v44 = load double, ptr addrspace(1) %v43, align 8, !invariant.load !{}
  %v45 = fmul double %v44, %v36
  %v46 = insertelement <2 x double> poison, double %v37, i32 0
  %v47 = insertelement <2 x double> %v46, double %v45, i32 1
  %v48 = getelementptr inbounds double, ptr addrspace(1) %b2, i64 %i23
  store <2 x double> %v47, ptr addrspace(1) %v48, align 16
  %v49 = add nsw i64 %i23, %v20
  %v50 = icmp slt i64 %v49, %v18
  br i1 %v50, label %loop21, label %end22
end22:
  %v52 = add nsw i64 %v18, %v8
  %v69 = icmp slt i64 %v52, %extent
  br i1 %v69, label %loop53, label %end54
loop53:
  %i55 = phi i64 [ %v52, %end22 ], [ %v67, %loop53 ]
  %v56 = getelementptr inbounds i64, ptr addrspace(1) %b1, i64 %i55
  %v57 = load i64, ptr addrspace(1) %v56, align 8, !invariant.load !{}
  %v58 = icmp slt i64 %v57, %w0
  %v59 = add i64 %v57, %w1
  %v60 = select i1 %v58, i64 %v59, i64 %v57
  %v61 = call i64 @llvm.smax.i64(i64 %v60, i64 %w2)
  %v62 = call i64 @llvm.smin.i64(i64 %v61, i64 %w3)
  %v63 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %v62
  %v64 = load double, ptr addrspace(1) %v63, align 8, !invariant.load !{}
  %v65 = fmul double %v64, %v36
  %v66 = getelementptr inbounds double, ptr addrspace(1) %b2, i64 %i55
  store double %v65, ptr addrspace(1) %v66, align 8
  %v67 = add nsw i64 %i55, %v9
  %v68 = icmp slt i64 %v67, %extent
  br i1 %v68, label %loop53, label %end54
end54:
  ret void
}

; rows of 64: 1 blocks of 256
; bind i0 threads
; vectorize i0 2x1 aligned

; rows of 700: 1 blocks of 256
; bind i0 threads
; vectorize i0 2x1 aligned
