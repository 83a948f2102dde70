target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %extent) nounwind {
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
  %v37 = trunc i64 %w0 to i16
  %v10 = ptrtoint ptr addrspace(1) %b0 to i64
  %v11 = and i64 %v10, 15
  %v12 = or i64 0, %v11
  %v13 = ptrtoint ptr addrspace(1) %b1 to i64
  %v14 = and i64 %v13, 7
  %v15 = or i64 %v12, %v14
  %v16 = icmp eq i64 %v15, 0
  %v17 = and i64 %extent, -4
  %v18 = select i1 %v16, i64 %v17, i64 0
  %v19 = mul i64 %v8, 4
  %v20 = mul i64 %v9, 4
  %v38 = bitcast i16 %v37 to bfloat
  %v39 = fpext bfloat %v38 to float
  %v71 = icmp slt i64 %v19, %v18
  br i1 %v71, label %loop21, label %end22
loop21:
  %i23 = phi i64 [ %v19, %entry ], [ %v69, %loop21 ]
  %v24 = add nsw i64 %i23, 1
  %v25 = add nsw i64 %i23, 2
  %v26 = add nsw i64 %i23, 3
  %v27 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %i23
  %v28 = load <4 x float>, ptr addrspace(1) %v27, align 16, !invariant.load !{}
  %v29 = extractelement <4 x float> %v28, i32 0
  %v30 = extractelement <4 x float> %v28, i32 1
  %v31 = extractelement <4 x float> %v28, i32 2
  %v32 = extractelement <4 x float> %v28, i32 3
  %v33 = fptrunc float %v29 to bfloat
  %v34 = bitcast bfloat %v33 to i16
  %v35 = bitcast i16 %v34 to bfloat
  %v36 = fpext bfloat %v35 to float
  %v40 = fmul float %v36, %v39
  %v41 = fptrunc float %v40 to bfloat
  %v42 = bitcast bfloat %v41 to i16
  %v43 = fptrunc float %v30 to bfloat
  %v44 = bitcast bfloat %v43 to i16
  %v45 = bitcast i16 %v44 to bfloat
  %v46 = fpext bfloat %v45 to float
  %v47 = fmul float %v46, %v39
  %v48 = fptrunc float %v47 to bfloat
  %v49 = bitcast bfloat %v48 to i16
  %v50 = fptrunc float %v31 to bfloat
  %v51 = bitcast bfloat %v50 to i16
  %v52 = bitcast i16 %v51 to bfloat
  %v53 = fpext bfloat %v52 to float
  %v54 = fmul float %v53, %v39
  %v55 = fptrunc float %v54 to bfloat
  %v56 = bitcast bfloat %v55 to i16
  %v57 = fptrunc float %v32 to bfloat
  %v58 = bitcast bfloat %v57 to i16
  %v59 = bitcast i16 %v58 to bfloat
  %v60 = fpext bfloat %v59 to float
  %v61 = fmul float %v60, %v39
  %v62 = fptrunc float %v61 to bfloat
  %v63 = bitcast bfloat %v62 to i16
  %v64 = insertelement <4 x i16> poison, i16 %v42, i32 0
  %v65 = insertelement <4 x i16> %v64, i16 %v49, i32 1
  %v66 = insertelement <4 x i16> %v65, i16 %v56, i32 2
  %v67 = insertelement <4 x i16> %v66, i16 %v63, i32 3
  %v68 = getelementptr inbounds i16, ptr addrspace(1) %b1, i64 %i23
  store <4 x i16> %v67, ptr addrspace(1) %v68, align 8
  %v69 = add nsw i64 %i23, %v20
  %v70 = icmp slt i64 %v69, %v18
  br i1 %v70, label %loop21, label %end22
end22:
  %v72 = add nsw i64 %v18, %v8
  %v88 = icmp slt i64 %v72, %extent
  br i1 %v88, label %loop73, label %end74
loop73:
  %i75 = phi i64 [ %v72, %end22 ], [ %v86, %loop73 ]
  %v76 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %i75
  %v77 = load float, ptr addrspace(1) %v76, align 4, !invariant.load !{}
  %v78 = fptrunc float %v77 to bfloat
  %v79 = bitcast bfloat %v78 to i16
  %v80 = bitcast i16 %v79 to bfloat
  %v81 = fpext bfloat %v80 to float
  %v82 = fmul float %v81, %v39
  %v83 = fptrunc float %v82 to bfloat
  %v84 = bitcast bfloat %v83 to i16
  %v85 = getelementptr inbounds i16, ptr addrspace(1) %b1, i64 %i75
  store i16 %v84, ptr addrspace(1) %v85, align 2
  %v86 = add nsw i64 %i75, %v9
  %v87 = icmp slt i64 %v86, %extent
  br i1 %v87, label %loop73, label %end74
end74:
  ret void
}

; rows of 64: 1 blocks of 128
; bind i0 threads
; vectorize i0 4x1 aligned

; rows of 700: 1 blocks of 128
; bind i0 threads
; vectorize i0 4x1 aligned
