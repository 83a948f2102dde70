target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.fma.f32(float, float, float)
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %w5, i64 %w6, i64 %extent) nounwind {
entry:
  %v1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v2 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %v3 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %v4 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %v5 = mul i32 %v2, %v3
  %v6 = add i32 %v5, %v1
  %v7 = mul i32 %v4, %v3
  %v8 = and i32 %v1, 7
  %v9 = zext i32 %v8 to i64
  %v10 = lshr i32 %v6, 3
  %v11 = zext i32 %v10 to i64
  %v12 = lshr i32 %v7, 3
  %v13 = zext i32 %v12 to i64
  %v14 = and i32 %v1, 24
  %v15 = shl i32 255, %v14
  %v110 = icmp slt i64 %v11, %extent
  br i1 %v110, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v11, %entry ], [ %v108, %join107 ]
  %v19 = mul i64 %i18, %w0
  %v20 = sub i64 %w1, %v19
  %v21 = call i64 @llvm.smin.i64(i64 %w0, i64 %v20)
  %v26 = mul i64 %i18, %w2
  %v27 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v26
  %v101 = icmp slt i64 0, %v21
  br i1 %v101, label %loop22, label %end23
loop22:
  %i24 = phi i64 [ 0, %loop16 ], [ %v99, %end74 ]
  %p25 = phi float [ 0x0000000000000000, %loop16 ], [ %v98, %end74 ]
  %v28 = mul i64 %i24, %w3
  %v29 = getelementptr inbounds float, ptr addrspace(1) %v27, i64 %v28
  %v30 = ptrtoint ptr addrspace(1) %v29 to i64
  %v31 = and i64 %v30, 15
  %v32 = or i64 0, %v31
  %v33 = icmp eq i64 %v32, 0
  %v34 = and i64 %w4, -4
  %v35 = select i1 %v33, i64 %v34, i64 0
  %v36 = mul i64 %v9, 4
  %v37 = mul i64 8, 4
  %v64 = icmp slt i64 %v36, %v35
  br i1 %v64, label %loop38, label %end39
loop38:
  %i40 = phi i64 [ %v36, %loop22 ], [ %v62, %loop38 ]
  %p41 = phi float [ 0x8000000000000000, %loop22 ], [ %v55, %loop38 ]
  %p42 = phi float [ 0x8000000000000000, %loop22 ], [ %v57, %loop38 ]
  %p43 = phi float [ 0x8000000000000000, %loop22 ], [ %v59, %loop38 ]
  %p44 = phi float [ 0x8000000000000000, %loop22 ], [ %v61, %loop38 ]
  %v45 = add nsw i64 %i40, 1
  %v46 = add nsw i64 %i40, 2
  %v47 = add nsw i64 %i40, 3
  %v48 = getelementptr inbounds float, ptr addrspace(1) %v29, i64 %i40
  %v49 = load <4 x float>, ptr addrspace(1) %v48, align 16, !invariant.load !{}
  %v50 = extractelement <4 x float> %v49, i32 0
  %v51 = extractelement <4 x float> %v49, i32 1
  %v52 = extractelement <4 x float> %v49, i32 2
  %v53 = extractelement <4 x float> %v49, i32 3
  %v54 = fmul float %v50, %v50
  %v55 = call float @llvm.fma.f32(float %v50, float %v50, float %p41)
  %v56 = fmul float %v51, %v51
  %v57 = call float @llvm.fma.f32(float %v51, float %v51, float %p42)
  %v58 = fmul float %v52, %v52
  %v59 = call float @llvm.fma.f32(float %v52, float %v52, float %p43)
  %v60 = fmul float %v53, %v53
  %v61 = call float @llvm.fma.f32(float %v53, float %v53, float %p44)
  %v62 = add nsw i64 %i40, %v37
  %v63 = icmp slt i64 %v62, %v35
  br i1 %v63, label %loop38, label %end39
end39:
  %v65 = phi float [ 0x8000000000000000, %loop22 ], [ %v55, %loop38 ]
  %v66 = phi float [ 0x8000000000000000, %loop22 ], [ %v57, %loop38 ]
  %v67 = phi float [ 0x8000000000000000, %loop22 ], [ %v59, %loop38 ]
  %v68 = phi float [ 0x8000000000000000, %loop22 ], [ %v61, %loop38 ]
  %v69 = fadd float %v65, %v66
  %v70 = fadd float %v69, %v67
  %v71 = fadd float %v70, %v68
  %v72 = add nsw i64 %v35, %v9
  %v83 = icmp slt i64 %v72, %w4
  br i1 %v83, label %loop73, label %end74
loop73:
  %i75 = phi i64 [ %v72, %end39 ], [ %v81, %loop73 ]
  %p76 = phi float [ %v71, %end39 ], [ %v80, %loop73 ]
  %v77 = getelementptr inbounds float, ptr addrspace(1) %v29, i64 %i75
  %v78 = load float, ptr addrspace(1) %v77, align 4, !invariant.load !{}
  %v79 = fmul float %v78, %v78
  %v80 = call float @llvm.fma.f32(float %v78, float %v78, float %p76)
  %v81 = add nsw i64 %i75, 8
  %v82 = icmp slt i64 %v81, %w4
  br i1 %v82, label %loop73, label %end74
end74:
  %v84 = phi float [ %v71, %end39 ], [ %v80, %loop73 ]
  %v85 = bitcast float %v84 to i32
  %v86 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v85, i32 4, i32 31)
  %v87 = bitcast i32 %v86 to float
  %v88 = fadd float %v84, %v87
  %v89 = bitcast float %v88 to i32
  %v90 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v89, i32 2, i32 31)
  %v91 = bitcast i32 %v90 to float
  %v92 = fadd float %v88, %v91
  %v93 = bitcast float %v92 to i32
  %v94 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v93, i32 1, i32 31)
  %v95 = bitcast i32 %v94 to float
  %v96 = fadd float %v92, %v95
  %v97 = fadd float 0x0000000000000000, %v96
  %v98 = fadd float %p25, %v97
  %v99 = add nsw i64 %i24, 1
  %v100 = icmp slt i64 %v99, %v21
  br i1 %v100, label %loop22, label %end23
end23:
  %v102 = phi float [ 0x0000000000000000, %loop16 ], [ %v98, %end74 ]
  %v103 = icmp eq i32 %v8, 0
  %v104 = mul i64 %i18, %w5
  %v105 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v104
  br i1 %v103, label %put106, label %join107
put106:
  store float %v102, ptr addrspace(1) %v105, align 4
  br label %join107
join107:
  %v108 = add nsw i64 %i18, %v13
  %v109 = icmp slt i64 %v108, %extent
  br i1 %v109, label %loop16, label %end17
end17:
  ret void
}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@shared = internal addrspace(3) global [32 x i64] poison, align 8
declare float @llvm.fma.f32(float, float, float)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %w5, i64 %w6, i64 %extent) nounwind {
entry:
  %v1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v2 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %v3 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %v4 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %v5 = zext i32 %v1 to i64
  %v6 = zext i32 %v3 to i64
  %v7 = zext i32 %v2 to i64
  %v8 = zext i32 %v4 to i64
  %v9 = and i32 %v1, 31
  %v10 = lshr i32 %v1, 5
  %v11 = lshr i32 %v3, 5
  %v142 = icmp slt i64 %v7, %extent
  br i1 %v142, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %v7, %entry ], [ %v140, %join139 ]
  %v15 = mul i64 %i14, %w0
  %v16 = sub i64 %w1, %v15
  %v17 = call i64 @llvm.smin.i64(i64 %w0, i64 %v16)
  %v22 = mul i64 %i14, %w2
  %v23 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v22
  %v133 = icmp slt i64 0, %v17
  br i1 %v133, label %loop18, label %end19
loop18:
  %i20 = phi i64 [ 0, %loop12 ], [ %v131, %join104 ]
  %p21 = phi float [ 0x0000000000000000, %loop12 ], [ %v130, %join104 ]
  %v24 = mul i64 %i20, %w3
  %v25 = getelementptr inbounds float, ptr addrspace(1) %v23, i64 %v24
  %v26 = ptrtoint ptr addrspace(1) %v25 to i64
  %v27 = and i64 %v26, 15
  %v28 = or i64 0, %v27
  %v29 = icmp eq i64 %v28, 0
  %v30 = and i64 %w4, -4
  %v31 = select i1 %v29, i64 %v30, i64 0
  %v32 = mul i64 %v5, 4
  %v33 = mul i64 %v6, 4
  %v60 = icmp slt i64 %v32, %v31
  br i1 %v60, label %loop34, label %end35
loop34:
  %i36 = phi i64 [ %v32, %loop18 ], [ %v58, %loop34 ]
  %p37 = phi float [ 0x8000000000000000, %loop18 ], [ %v51, %loop34 ]
  %p38 = phi float [ 0x8000000000000000, %loop18 ], [ %v53, %loop34 ]
  %p39 = phi float [ 0x8000000000000000, %loop18 ], [ %v55, %loop34 ]
  %p40 = phi float [ 0x8000000000000000, %loop18 ], [ %v57, %loop34 ]
  %v41 = add nsw i64 %i36, 1
  %v42 = add nsw i64 %i36, 2
  %v43 = add nsw i64 %i36, 3
  %v44 = getelementptr inbounds float, ptr addrspace(1) %v25, i64 %i36
  %v45 = load <4 x float>, ptr addrspace(1) %v44, align 16, !invariant.load !{}
  %v46 = extractelement <4 x float> %v45, i32 0
  %v47 = extractelement <4 x float> %v45, i32 1
  %v48 = extractelement <4 x float> %v45, i32 2
  %v49 = extractelement <4 x float> %v45, i32 3
  %v50 = fmul float %v46, %v46
  %v51 = call float @llvm.fma.f32(float %v46, float %v46, float %p37)
  %v52 = fmul float %v47, %v47
  %v53 = call float @llvm.fma.f32(float %v47, float %v47, float %p38)
  %v54 = fmul float %v48, %v48
  %v55 = call float @llvm.fma.f32(float %v48, float %v48, float %p39)
  %v56 = fmul float %v49, %v49
  %v57 = call float @llvm.fma.f32(float %v49, float %v49, float %p40)
  %v58 = add nsw i64 %i36, %v33
  %v59 = icmp slt i64 %v58, %v31
  br i1 %v59, label %loop34, label %end35
end35:
  %v61 = phi float [ 0x8000000000000000, %loop18 ], [ %v51, %loop34 ]
  %v62 = phi float [ 0x8000000000000000, %loop18 ], [ %v53, %loop34 ]
  %v63 = phi float [ 0x8000000000000000, %loop18 ], [ %v55, %loop34 ]
  %v64 = phi float [ 0x8000000000000000, %loop18 ], [ %v57, %loop34 ]
  %v65 = fadd float %v61, %v62
  %v66 = fadd float %v65, %v63
  %v67 = fadd float %v66, %v64
  %v68 = add nsw i64 %v31, %v5
  %v79 = icmp slt i64 %v68, %w4
  br i1 %v79, label %loop69, label %end70
loop69:
  %i71 = phi i64 [ %v68, %end35 ], [ %v77, %loop69 ]
  %p72 = phi float [ %v67, %end35 ], [ %v76, %loop69 ]
  %v73 = getelementptr inbounds float, ptr addrspace(1) %v25, i64 %i71
  %v74 = load float, ptr addrspace(1) %v73, align 4, !invariant.load !{}
  %v75 = fmul float %v74, %v74
  %v76 = call float @llvm.fma.f32(float %v74, float %v74, float %p72)
  %v77 = add nsw i64 %i71, %v6
  %v78 = icmp slt i64 %v77, %w4
  br i1 %v78, label %loop69, label %end70
end70:
  %v80 = phi float [ %v67, %end35 ], [ %v76, %loop69 ]
  %v81 = bitcast float %v80 to i32
  %v82 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v81, i32 16, i32 31)
  %v83 = bitcast i32 %v82 to float
  %v84 = fadd float %v80, %v83
  %v85 = bitcast float %v84 to i32
  %v86 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v85, i32 8, i32 31)
  %v87 = bitcast i32 %v86 to float
  %v88 = fadd float %v84, %v87
  %v89 = bitcast float %v88 to i32
  %v90 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v89, i32 4, i32 31)
  %v91 = bitcast i32 %v90 to float
  %v92 = fadd float %v88, %v91
  %v93 = bitcast float %v92 to i32
  %v94 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v93, i32 2, i32 31)
  %v95 = bitcast i32 %v94 to float
  %v96 = fadd float %v92, %v95
  %v97 = bitcast float %v96 to i32
  %v98 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v97, i32 1, i32 31)
  %v99 = bitcast i32 %v98 to float
  %v100 = fadd float %v96, %v99
  call void @llvm.nvvm.barrier0()
  %v103 = icmp eq i32 %v9, 0
  br i1 %v103, label %put101, label %join104
put101:
  %v102 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store float %v100, ptr addrspace(3) %v102, align 8
  br label %join104
join104:
  call void @llvm.nvvm.barrier0()
  %v105 = icmp ult i32 %v9, %v11
  %v106 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v107 = load float, ptr addrspace(3) %v106, align 8
  %v108 = select i1 %v105, float %v107, float 0x8000000000000000
  %v109 = bitcast float %v108 to i32
  %v110 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v109, i32 16, i32 31)
  %v111 = bitcast i32 %v110 to float
  %v112 = fadd float %v108, %v111
  %v113 = bitcast float %v112 to i32
  %v114 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v113, i32 8, i32 31)
  %v115 = bitcast i32 %v114 to float
  %v116 = fadd float %v112, %v115
  %v117 = bitcast float %v116 to i32
  %v118 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v117, i32 4, i32 31)
  %v119 = bitcast i32 %v118 to float
  %v120 = fadd float %v116, %v119
  %v121 = bitcast float %v120 to i32
  %v122 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v121, i32 2, i32 31)
  %v123 = bitcast i32 %v122 to float
  %v124 = fadd float %v120, %v123
  %v125 = bitcast float %v124 to i32
  %v126 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v125, i32 1, i32 31)
  %v127 = bitcast i32 %v126 to float
  %v128 = fadd float %v124, %v127
  %v129 = fadd float 0x0000000000000000, %v128
  %v130 = fadd float %p21, %v129
  %v131 = add nsw i64 %i20, 1
  %v132 = icmp slt i64 %v131, %v17
  br i1 %v132, label %loop18, label %end19
end19:
  %v134 = phi float [ 0x0000000000000000, %loop12 ], [ %v130, %join104 ]
  %v135 = icmp eq i32 %v1, 0
  %v136 = mul i64 %i14, %w5
  %v137 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v136
  br i1 %v135, label %put138, label %join139
put138:
  store float %v134, ptr addrspace(1) %v137, align 4
  br label %join139
join139:
  %v140 = add nsw i64 %i14, %v8
  %v141 = icmp slt i64 %v140, %extent
  br i1 %v141, label %loop12, label %end13
end13:
  ret void
}

; rows of 64: 19 blocks of 256
; bind i0 teams of 16
; bind i2 lanes
; vectorize i2 4x1 aligned

; rows of 700: 32 blocks of 256
; bind i0 blocks
; bind i2 lanes
; vectorize i2 4x1 aligned

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@shared = internal addrspace(3) global [32 x i64] poison, align 8
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %extent) nounwind {
entry:
  %v1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v2 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %v3 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %v4 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %v5 = zext i32 %v1 to i64
  %v6 = zext i32 %v3 to i64
  %v7 = zext i32 %v2 to i64
  %v8 = zext i32 %v4 to i64
  %v9 = and i32 %v1, 31
  %v10 = lshr i32 %v1, 5
  %v11 = lshr i32 %v3, 5
  %v12 = ptrtoint ptr addrspace(1) %b0 to i64
  %v13 = and i64 %v12, 15
  %v14 = or i64 0, %v13
  %v15 = icmp eq i64 %v14, 0
  %v16 = and i64 %w0, -4
  %v17 = select i1 %v15, i64 %v16, i64 0
  %v18 = mul i64 %v5, 4
  %v19 = mul i64 %v6, 4
  %v42 = icmp slt i64 %v18, %v17
  br i1 %v42, label %loop20, label %end21
loop20:
  %i22 = phi i64 [ %v18, %entry ], [ %v40, %loop20 ]
  %p23 = phi float [ 0x8000000000000000, %entry ], [ %v36, %loop20 ]
  %p24 = phi float [ 0x8000000000000000, %entry ], [ %v37, %loop20 ]
  %p25 = phi float [ 0x8000000000000000, %entry ], [ %v38, %loop20 ]
  %p26 = phi float [ 0x8000000000000000, %entry ], [ %v39, %loop20 ]
  %v27 = add nsw i64 %i22, 1
  %v28 = add nsw i64 %i22, 2
  %v29 = add nsw i64 %i22, 3
  %v30 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %i22
  %v31 = load <4 x float>, ptr addrspace(1) %v30, align 16, !invariant.load !{}
  %v32 = extractelement <4 x float> %v31, i32 0
  %v33 = extractelement <4 x float> %v31, i32 1
  %v34 = extractelement <4 x float> %v31, i32 2
  %v35 = extractelement <4 x float> %v31, i32 3
  %v36 = fadd float %p23, %v32
  %v37 = fadd float %p24, %v33
  %v38 = fadd float %p25, %v34
  %v39 = fadd float %p26, %v35
  %v40 = add nsw i64 %i22, %v19
  %v41 = icmp slt i64 %v40, %v17
  br i1 %v41, label %loop20, label %end21
end21:
  %v43 = phi float [ 0x8000000000000000, %entry ], [ %v36, %loop20 ]
  %v44 = phi float [ 0x8000000000000000, %entry ], [ %v37, %loop20 ]
  %v45 = phi float [ 0x8000000000000000, %entry ], [ %v38, %loop20 ]
  %v46 = phi float [ 0x8000000000000000, %entry ], [ %v39, %loop20 ]
  %v47 = fadd float %v43, %v44
  %v48 = fadd float %v47, %v45
  %v49 = fadd float %v48, %v46
  %v50 = add nsw i64 %v17, %v5
  %v60 = icmp slt i64 %v50, %w0
  br i1 %v60, label %loop51, label %end52
loop51:
  %i53 = phi i64 [ %v50, %end21 ], [ %v58, %loop51 ]
  %p54 = phi float [ %v49, %end21 ], [ %v57, %loop51 ]
  %v55 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %i53
  %v56 = load float, ptr addrspace(1) %v55, align 4, !invariant.load !{}
  %v57 = fadd float %p54, %v56
  %v58 = add nsw i64 %i53, %v6
  %v59 = icmp slt i64 %v58, %w0
  br i1 %v59, label %loop51, label %end52
end52:
  %v61 = phi float [ %v49, %end21 ], [ %v57, %loop51 ]
  %v62 = bitcast float %v61 to i32
  %v63 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v62, i32 16, i32 31)
  %v64 = bitcast i32 %v63 to float
  %v65 = fadd float %v61, %v64
  %v66 = bitcast float %v65 to i32
  %v67 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v66, i32 8, i32 31)
  %v68 = bitcast i32 %v67 to float
  %v69 = fadd float %v65, %v68
  %v70 = bitcast float %v69 to i32
  %v71 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v70, i32 4, i32 31)
  %v72 = bitcast i32 %v71 to float
  %v73 = fadd float %v69, %v72
  %v74 = bitcast float %v73 to i32
  %v75 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v74, i32 2, i32 31)
  %v76 = bitcast i32 %v75 to float
  %v77 = fadd float %v73, %v76
  %v78 = bitcast float %v77 to i32
  %v79 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v78, i32 1, i32 31)
  %v80 = bitcast i32 %v79 to float
  %v81 = fadd float %v77, %v80
  call void @llvm.nvvm.barrier0()
  %v84 = icmp eq i32 %v9, 0
  br i1 %v84, label %put82, label %join85
put82:
  %v83 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store float %v81, ptr addrspace(3) %v83, align 8
  br label %join85
join85:
  call void @llvm.nvvm.barrier0()
  %v86 = icmp ult i32 %v9, %v11
  %v87 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v88 = load float, ptr addrspace(3) %v87, align 8
  %v89 = select i1 %v86, float %v88, float 0x8000000000000000
  %v90 = bitcast float %v89 to i32
  %v91 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v90, i32 16, i32 31)
  %v92 = bitcast i32 %v91 to float
  %v93 = fadd float %v89, %v92
  %v94 = bitcast float %v93 to i32
  %v95 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v94, i32 8, i32 31)
  %v96 = bitcast i32 %v95 to float
  %v97 = fadd float %v93, %v96
  %v98 = bitcast float %v97 to i32
  %v99 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v98, i32 4, i32 31)
  %v100 = bitcast i32 %v99 to float
  %v101 = fadd float %v97, %v100
  %v102 = bitcast float %v101 to i32
  %v103 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v102, i32 2, i32 31)
  %v104 = bitcast i32 %v103 to float
  %v105 = fadd float %v101, %v104
  %v106 = bitcast float %v105 to i32
  %v107 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v106, i32 1, i32 31)
  %v108 = bitcast i32 %v107 to float
  %v109 = fadd float %v105, %v108
  %v110 = fadd float 0x0000000000000000, %v109
  %v111 = icmp eq i32 %v1, 0
  br i1 %v111, label %put112, label %join113
put112:
  store float %v110, ptr addrspace(1) %b1, align 4
  br label %join113
join113:
  ret void
}

; rows of 64: 1 blocks of 32
; bind i0 lanes
; vectorize i0 4x1 aligned

; rows of 700: 1 blocks of 256
; bind i0 lanes
; vectorize i0 4x1 aligned
