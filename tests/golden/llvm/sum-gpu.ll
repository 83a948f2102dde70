target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.fma.f32(float, float, float)
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %extent) nounwind {
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
  %v99 = icmp slt i64 %v11, %extent
  br i1 %v99, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v11, %entry ], [ %v97, %join96 ]
  %v19 = mul i64 %i18, %w0
  %v20 = sub i64 %w1, %v19
  %v21 = call i64 @llvm.smin.i64(i64 %w0, i64 %v20)
  %v22 = mul i64 %i18, %w2
  %v23 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v22
  %v24 = ptrtoint ptr addrspace(1) %v23 to i64
  %v25 = and i64 %v24, 15
  %v26 = or i64 0, %v25
  %v27 = icmp eq i64 %v26, 0
  %v28 = and i64 %v21, -4
  %v29 = select i1 %v27, i64 %v28, i64 0
  %v30 = mul i64 %v9, 4
  %v31 = mul i64 8, 4
  %v58 = icmp slt i64 %v30, %v29
  br i1 %v58, label %loop32, label %end33
loop32:
  %i34 = phi i64 [ %v30, %loop16 ], [ %v56, %loop32 ]
  %p35 = phi float [ 0x8000000000000000, %loop16 ], [ %v49, %loop32 ]
  %p36 = phi float [ 0x8000000000000000, %loop16 ], [ %v51, %loop32 ]
  %p37 = phi float [ 0x8000000000000000, %loop16 ], [ %v53, %loop32 ]
  %p38 = phi float [ 0x8000000000000000, %loop16 ], [ %v55, %loop32 ]
  %v39 = add nsw i64 %i34, 1
  %v40 = add nsw i64 %i34, 2
  %v41 = add nsw i64 %i34, 3
  %v42 = getelementptr inbounds float, ptr addrspace(1) %v23, i64 %i34
  %v43 = load <4 x float>, ptr addrspace(1) %v42, align 16, !invariant.load !{}
  %v44 = extractelement <4 x float> %v43, i32 0
  %v45 = extractelement <4 x float> %v43, i32 1
  %v46 = extractelement <4 x float> %v43, i32 2
  %v47 = extractelement <4 x float> %v43, i32 3
  %v48 = fmul float %v44, %v44
  %v49 = call float @llvm.fma.f32(float %v44, float %v44, float %p35)
  %v50 = fmul float %v45, %v45
  %v51 = call float @llvm.fma.f32(float %v45, float %v45, float %p36)
  %v52 = fmul float %v46, %v46
  %v53 = call float @llvm.fma.f32(float %v46, float %v46, float %p37)
  %v54 = fmul float %v47, %v47
  %v55 = call float @llvm.fma.f32(float %v47, float %v47, float %p38)
  %v56 = add nsw i64 %i34, %v31
  %v57 = icmp slt i64 %v56, %v29
  br i1 %v57, label %loop32, label %end33
end33:
  %v59 = phi float [ 0x8000000000000000, %loop16 ], [ %v49, %loop32 ]
  %v60 = phi float [ 0x8000000000000000, %loop16 ], [ %v51, %loop32 ]
  %v61 = phi float [ 0x8000000000000000, %loop16 ], [ %v53, %loop32 ]
  %v62 = phi float [ 0x8000000000000000, %loop16 ], [ %v55, %loop32 ]
  %v63 = fadd float %v59, %v60
  %v64 = fadd float %v63, %v61
  %v65 = fadd float %v64, %v62
  %v66 = add nsw i64 %v29, %v9
  %v77 = icmp slt i64 %v66, %v21
  br i1 %v77, label %loop67, label %end68
loop67:
  %i69 = phi i64 [ %v66, %end33 ], [ %v75, %loop67 ]
  %p70 = phi float [ %v65, %end33 ], [ %v74, %loop67 ]
  %v71 = getelementptr inbounds float, ptr addrspace(1) %v23, i64 %i69
  %v72 = load float, ptr addrspace(1) %v71, align 4, !invariant.load !{}
  %v73 = fmul float %v72, %v72
  %v74 = call float @llvm.fma.f32(float %v72, float %v72, float %p70)
  %v75 = add nsw i64 %i69, 8
  %v76 = icmp slt i64 %v75, %v21
  br i1 %v76, label %loop67, label %end68
end68:
  %v78 = phi float [ %v65, %end33 ], [ %v74, %loop67 ]
  %v79 = bitcast float %v78 to i32
  %v80 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v79, i32 4, i32 31)
  %v81 = bitcast i32 %v80 to float
  %v82 = fadd float %v78, %v81
  %v83 = bitcast float %v82 to i32
  %v84 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v83, i32 2, i32 31)
  %v85 = bitcast i32 %v84 to float
  %v86 = fadd float %v82, %v85
  %v87 = bitcast float %v86 to i32
  %v88 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v87, i32 1, i32 31)
  %v89 = bitcast i32 %v88 to float
  %v90 = fadd float %v86, %v89
  %v91 = fadd float 0x0000000000000000, %v90
  %v92 = icmp eq i32 %v8, 0
  %v93 = mul i64 %i18, %w3
  %v94 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v93
  br i1 %v92, label %put95, label %join96
put95:
  store float %v91, ptr addrspace(1) %v94, align 4
  br label %join96
join96:
  %v97 = add nsw i64 %i18, %v13
  %v98 = icmp slt i64 %v97, %extent
  br i1 %v98, label %loop16, label %end17
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
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %extent) nounwind {
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
  %v131 = icmp slt i64 %v7, %extent
  br i1 %v131, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %v7, %entry ], [ %v129, %join128 ]
  %v15 = mul i64 %i14, %w0
  %v16 = sub i64 %w1, %v15
  %v17 = call i64 @llvm.smin.i64(i64 %w0, i64 %v16)
  %v18 = mul i64 %i14, %w2
  %v19 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v18
  %v20 = ptrtoint ptr addrspace(1) %v19 to i64
  %v21 = and i64 %v20, 15
  %v22 = or i64 0, %v21
  %v23 = icmp eq i64 %v22, 0
  %v24 = and i64 %v17, -4
  %v25 = select i1 %v23, i64 %v24, i64 0
  %v26 = mul i64 %v5, 4
  %v27 = mul i64 %v6, 4
  %v54 = icmp slt i64 %v26, %v25
  br i1 %v54, label %loop28, label %end29
loop28:
  %i30 = phi i64 [ %v26, %loop12 ], [ %v52, %loop28 ]
  %p31 = phi float [ 0x8000000000000000, %loop12 ], [ %v45, %loop28 ]
  %p32 = phi float [ 0x8000000000000000, %loop12 ], [ %v47, %loop28 ]
  %p33 = phi float [ 0x8000000000000000, %loop12 ], [ %v49, %loop28 ]
  %p34 = phi float [ 0x8000000000000000, %loop12 ], [ %v51, %loop28 ]
  %v35 = add nsw i64 %i30, 1
  %v36 = add nsw i64 %i30, 2
  %v37 = add nsw i64 %i30, 3
  %v38 = getelementptr inbounds float, ptr addrspace(1) %v19, i64 %i30
  %v39 = load <4 x float>, ptr addrspace(1) %v38, align 16, !invariant.load !{}
  %v40 = extractelement <4 x float> %v39, i32 0
  %v41 = extractelement <4 x float> %v39, i32 1
  %v42 = extractelement <4 x float> %v39, i32 2
  %v43 = extractelement <4 x float> %v39, i32 3
  %v44 = fmul float %v40, %v40
  %v45 = call float @llvm.fma.f32(float %v40, float %v40, float %p31)
  %v46 = fmul float %v41, %v41
  %v47 = call float @llvm.fma.f32(float %v41, float %v41, float %p32)
  %v48 = fmul float %v42, %v42
  %v49 = call float @llvm.fma.f32(float %v42, float %v42, float %p33)
  %v50 = fmul float %v43, %v43
  %v51 = call float @llvm.fma.f32(float %v43, float %v43, float %p34)
  %v52 = add nsw i64 %i30, %v27
  %v53 = icmp slt i64 %v52, %v25
  br i1 %v53, label %loop28, label %end29
end29:
  %v55 = phi float [ 0x8000000000000000, %loop12 ], [ %v45, %loop28 ]
  %v56 = phi float [ 0x8000000000000000, %loop12 ], [ %v47, %loop28 ]
  %v57 = phi float [ 0x8000000000000000, %loop12 ], [ %v49, %loop28 ]
  %v58 = phi float [ 0x8000000000000000, %loop12 ], [ %v51, %loop28 ]
  %v59 = fadd float %v55, %v56
  %v60 = fadd float %v59, %v57
  %v61 = fadd float %v60, %v58
  %v62 = add nsw i64 %v25, %v5
  %v73 = icmp slt i64 %v62, %v17
  br i1 %v73, label %loop63, label %end64
loop63:
  %i65 = phi i64 [ %v62, %end29 ], [ %v71, %loop63 ]
  %p66 = phi float [ %v61, %end29 ], [ %v70, %loop63 ]
  %v67 = getelementptr inbounds float, ptr addrspace(1) %v19, i64 %i65
  %v68 = load float, ptr addrspace(1) %v67, align 4, !invariant.load !{}
  %v69 = fmul float %v68, %v68
  %v70 = call float @llvm.fma.f32(float %v68, float %v68, float %p66)
  %v71 = add nsw i64 %i65, %v6
  %v72 = icmp slt i64 %v71, %v17
  br i1 %v72, label %loop63, label %end64
end64:
  %v74 = phi float [ %v61, %end29 ], [ %v70, %loop63 ]
  %v75 = bitcast float %v74 to i32
  %v76 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v75, i32 16, i32 31)
  %v77 = bitcast i32 %v76 to float
  %v78 = fadd float %v74, %v77
  %v79 = bitcast float %v78 to i32
  %v80 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v79, i32 8, i32 31)
  %v81 = bitcast i32 %v80 to float
  %v82 = fadd float %v78, %v81
  %v83 = bitcast float %v82 to i32
  %v84 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v83, i32 4, i32 31)
  %v85 = bitcast i32 %v84 to float
  %v86 = fadd float %v82, %v85
  %v87 = bitcast float %v86 to i32
  %v88 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v87, i32 2, i32 31)
  %v89 = bitcast i32 %v88 to float
  %v90 = fadd float %v86, %v89
  %v91 = bitcast float %v90 to i32
  %v92 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v91, i32 1, i32 31)
  %v93 = bitcast i32 %v92 to float
  %v94 = fadd float %v90, %v93
  call void @llvm.nvvm.barrier0()
  %v97 = icmp eq i32 %v9, 0
  br i1 %v97, label %put95, label %join98
put95:
  %v96 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store float %v94, ptr addrspace(3) %v96, align 8
  br label %join98
join98:
  call void @llvm.nvvm.barrier0()
  %v99 = icmp ult i32 %v9, %v11
  %v100 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v101 = load float, ptr addrspace(3) %v100, align 8
  %v102 = select i1 %v99, float %v101, float 0x8000000000000000
  %v103 = bitcast float %v102 to i32
  %v104 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v103, i32 16, i32 31)
  %v105 = bitcast i32 %v104 to float
  %v106 = fadd float %v102, %v105
  %v107 = bitcast float %v106 to i32
  %v108 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v107, i32 8, i32 31)
  %v109 = bitcast i32 %v108 to float
  %v110 = fadd float %v106, %v109
  %v111 = bitcast float %v110 to i32
  %v112 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v111, i32 4, i32 31)
  %v113 = bitcast i32 %v112 to float
  %v114 = fadd float %v110, %v113
  %v115 = bitcast float %v114 to i32
  %v116 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v115, i32 2, i32 31)
  %v117 = bitcast i32 %v116 to float
  %v118 = fadd float %v114, %v117
  %v119 = bitcast float %v118 to i32
  %v120 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v119, i32 1, i32 31)
  %v121 = bitcast i32 %v120 to float
  %v122 = fadd float %v118, %v121
  %v123 = fadd float 0x0000000000000000, %v122
  %v124 = icmp eq i32 %v1, 0
  %v125 = mul i64 %i14, %w3
  %v126 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v125
  br i1 %v124, label %put127, label %join128
put127:
  store float %v123, ptr addrspace(1) %v126, align 4
  br label %join128
join128:
  %v129 = add nsw i64 %i14, %v8
  %v130 = icmp slt i64 %v129, %extent
  br i1 %v130, label %loop12, label %end13
end13:
  ret void
}

; rows of 64: 32 blocks of 256
; bind i0 blocks
; bind i1 lanes
; vectorize i1 4x1 aligned

; rows of 700: 32 blocks of 256
; bind i0 blocks
; bind i1 lanes
; vectorize i1 4x1 aligned

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
