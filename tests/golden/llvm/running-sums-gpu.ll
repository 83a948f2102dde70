target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %extent) nounwind {
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
  %v157 = icmp slt i64 %v11, %extent
  br i1 %v157, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v11, %entry ], [ %v155, %end108 ]
  %v19 = mul i64 %i18, %w0
  %v20 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v19
  %v21 = ptrtoint ptr addrspace(1) %v20 to i64
  %v22 = and i64 %v21, 15
  %v23 = or i64 0, %v22
  %v24 = mul i64 %i18, %w1
  %v25 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v24
  %v26 = ptrtoint ptr addrspace(1) %v25 to i64
  %v27 = and i64 %v26, 15
  %v28 = or i64 %v23, %v27
  %v29 = icmp eq i64 %v28, 0
  %v30 = and i64 %w2, -4
  %v31 = select i1 %v29, i64 %v30, i64 0
  %v32 = mul i64 8, 4
  %v33 = mul i64 %v9, 4
  %v34 = sub i64 %v31, 4
  %v102 = icmp slt i64 0, %v31
  br i1 %v102, label %loop35, label %end36
loop35:
  %i37 = phi i64 [ 0, %loop16 ], [ %v100, %join99 ]
  %p38 = phi float [ 0x8000000000000000, %loop16 ], [ %v85, %join99 ]
  %v39 = add nsw i64 %i37, %v33
  %v40 = icmp slt i64 %v39, %v31
  %v41 = call i64 @llvm.smin.i64(i64 %v39, i64 %v34)
  %v42 = add nsw i64 %v41, 1
  %v43 = add nsw i64 %v41, 2
  %v44 = add nsw i64 %v41, 3
  %v45 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %v41
  %v46 = load <4 x float>, ptr addrspace(1) %v45, align 16, !invariant.load !{}
  %v47 = extractelement <4 x float> %v46, i32 0
  %v48 = extractelement <4 x float> %v46, i32 1
  %v49 = extractelement <4 x float> %v46, i32 2
  %v50 = extractelement <4 x float> %v46, i32 3
  %v51 = select i1 %v40, float %v47, float 0x8000000000000000
  %v52 = select i1 %v40, float %v48, float 0x8000000000000000
  %v53 = fadd float %v51, %v52
  %v54 = select i1 %v40, float %v49, float 0x8000000000000000
  %v55 = fadd float %v53, %v54
  %v56 = select i1 %v40, float %v50, float 0x8000000000000000
  %v57 = fadd float %v55, %v56
  %v58 = bitcast float %v57 to i32
  %v59 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %v15, i32 %v58, i32 1, i32 6144)
  %v60 = bitcast i32 %v59 to float
  %v61 = fadd float %v60, %v57
  %v62 = icmp uge i32 %v8, 1
  %v63 = select i1 %v62, float %v61, float %v57
  %v64 = bitcast float %v63 to i32
  %v65 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %v15, i32 %v64, i32 2, i32 6144)
  %v66 = bitcast i32 %v65 to float
  %v67 = fadd float %v66, %v63
  %v68 = icmp uge i32 %v8, 2
  %v69 = select i1 %v68, float %v67, float %v63
  %v70 = bitcast float %v69 to i32
  %v71 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %v15, i32 %v70, i32 4, i32 6144)
  %v72 = bitcast i32 %v71 to float
  %v73 = fadd float %v72, %v69
  %v74 = icmp uge i32 %v8, 4
  %v75 = select i1 %v74, float %v73, float %v69
  %v76 = bitcast float %v75 to i32
  %v77 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %v15, i32 %v76, i32 1, i32 6144)
  %v78 = bitcast i32 %v77 to float
  %v79 = icmp eq i32 %v8, 0
  %v80 = select i1 %v79, float 0x8000000000000000, float %v78
  %v81 = bitcast float %v75 to i32
  %v82 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %v15, i32 %v81, i32 7, i32 6175)
  %v83 = bitcast i32 %v82 to float
  %v84 = fadd float %p38, %v80
  %v85 = fadd float %p38, %v83
  %v86 = fadd float %v84, %v51
  %v87 = fadd float %v84, %v53
  %v88 = fadd float %v84, %v55
  %v98 = getelementptr inbounds float, ptr addrspace(1) %v25, i64 %v41
  br i1 %v40, label %put89, label %join99
put89:
  %v90 = fadd float %v84, %v47
  %v91 = fadd float %v86, %v48
  %v92 = fadd float %v87, %v49
  %v93 = fadd float %v88, %v50
  %v94 = insertelement <4 x float> poison, float %v90, i32 0
  %v95 = insertelement <4 x float> %v94, float %v91, i32 1
  %v96 = insertelement <4 x float> %v95, float %v92, i32 2
  %v97 = insertelement <4 x float> %v96, float %v93, i32 3
  store <4 x float> %v97, ptr addrspace(1) %v98, align 16
  br label %join99
join99:
  %v100 = add nsw i64 %i37, %v32
  %v101 = icmp slt i64 %v100, %v31
  br i1 %v101, label %loop35, label %end36
end36:
  %v103 = phi float [ 0x8000000000000000, %loop16 ], [ %v85, %join99 ]
  %v104 = mul i64 8, 1
  %v105 = mul i64 %v9, 1
  %v106 = sub i64 %w2, 1
  %v153 = icmp slt i64 %v31, %w2
  br i1 %v153, label %loop107, label %end108
loop107:
  %i109 = phi i64 [ %v31, %end36 ], [ %v151, %join150 ]
  %p110 = phi float [ %v103, %end36 ], [ %v145, %join150 ]
  %v111 = add nsw i64 %i109, %v105
  %v112 = icmp slt i64 %v111, %w2
  %v113 = call i64 @llvm.smin.i64(i64 %v111, i64 %v106)
  %v114 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %v113
  %v115 = load <1 x float>, ptr addrspace(1) %v114, align 4, !invariant.load !{}
  %v116 = extractelement <1 x float> %v115, i32 0
  %v117 = select i1 %v112, float %v116, float 0x8000000000000000
  %v118 = bitcast float %v117 to i32
  %v119 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %v15, i32 %v118, i32 1, i32 6144)
  %v120 = bitcast i32 %v119 to float
  %v121 = fadd float %v120, %v117
  %v122 = icmp uge i32 %v8, 1
  %v123 = select i1 %v122, float %v121, float %v117
  %v124 = bitcast float %v123 to i32
  %v125 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %v15, i32 %v124, i32 2, i32 6144)
  %v126 = bitcast i32 %v125 to float
  %v127 = fadd float %v126, %v123
  %v128 = icmp uge i32 %v8, 2
  %v129 = select i1 %v128, float %v127, float %v123
  %v130 = bitcast float %v129 to i32
  %v131 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %v15, i32 %v130, i32 4, i32 6144)
  %v132 = bitcast i32 %v131 to float
  %v133 = fadd float %v132, %v129
  %v134 = icmp uge i32 %v8, 4
  %v135 = select i1 %v134, float %v133, float %v129
  %v136 = bitcast float %v135 to i32
  %v137 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 %v15, i32 %v136, i32 1, i32 6144)
  %v138 = bitcast i32 %v137 to float
  %v139 = icmp eq i32 %v8, 0
  %v140 = select i1 %v139, float 0x8000000000000000, float %v138
  %v141 = bitcast float %v135 to i32
  %v142 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %v15, i32 %v141, i32 7, i32 6175)
  %v143 = bitcast i32 %v142 to float
  %v144 = fadd float %p110, %v140
  %v145 = fadd float %p110, %v143
  %v149 = getelementptr inbounds float, ptr addrspace(1) %v25, i64 %v113
  br i1 %v112, label %put146, label %join150
put146:
  %v147 = fadd float %v144, %v116
  %v148 = insertelement <1 x float> poison, float %v147, i32 0
  store <1 x float> %v148, ptr addrspace(1) %v149, align 4
  br label %join150
join150:
  %v151 = add nsw i64 %i109, %v104
  %v152 = icmp slt i64 %v151, %w2
  br i1 %v152, label %loop107, label %end108
end108:
  %v154 = phi float [ %v103, %end36 ], [ %v145, %join150 ]
  %v155 = add nsw i64 %i18, %v13
  %v156 = icmp slt i64 %v155, %extent
  br i1 %v156, label %loop16, label %end17
end17:
  ret void
}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@shared = internal addrspace(3) global [32 x i64] poison, align 8
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %extent) nounwind {
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
  %v283 = icmp slt i64 %v7, %extent
  br i1 %v283, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %v7, %entry ], [ %v281, %end169 ]
  %v15 = mul i64 %i14, %w0
  %v16 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v15
  %v17 = ptrtoint ptr addrspace(1) %v16 to i64
  %v18 = and i64 %v17, 15
  %v19 = or i64 0, %v18
  %v20 = mul i64 %i14, %w1
  %v21 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v20
  %v22 = ptrtoint ptr addrspace(1) %v21 to i64
  %v23 = and i64 %v22, 15
  %v24 = or i64 %v19, %v23
  %v25 = icmp eq i64 %v24, 0
  %v26 = and i64 %w2, -4
  %v27 = select i1 %v25, i64 %v26, i64 0
  %v28 = mul i64 %v6, 4
  %v29 = mul i64 %v5, 4
  %v30 = sub i64 %v27, 4
  %v163 = icmp slt i64 0, %v27
  br i1 %v163, label %loop31, label %end32
loop31:
  %i33 = phi i64 [ 0, %loop12 ], [ %v161, %join160 ]
  %p34 = phi float [ 0x8000000000000000, %loop12 ], [ %v146, %join160 ]
  %v35 = add nsw i64 %i33, %v29
  %v36 = icmp slt i64 %v35, %v27
  %v37 = call i64 @llvm.smin.i64(i64 %v35, i64 %v30)
  %v38 = add nsw i64 %v37, 1
  %v39 = add nsw i64 %v37, 2
  %v40 = add nsw i64 %v37, 3
  %v41 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %v37
  %v42 = load <4 x float>, ptr addrspace(1) %v41, align 16, !invariant.load !{}
  %v43 = extractelement <4 x float> %v42, i32 0
  %v44 = extractelement <4 x float> %v42, i32 1
  %v45 = extractelement <4 x float> %v42, i32 2
  %v46 = extractelement <4 x float> %v42, i32 3
  %v47 = select i1 %v36, float %v43, float 0x8000000000000000
  %v48 = select i1 %v36, float %v44, float 0x8000000000000000
  %v49 = fadd float %v47, %v48
  %v50 = select i1 %v36, float %v45, float 0x8000000000000000
  %v51 = fadd float %v49, %v50
  %v52 = select i1 %v36, float %v46, float 0x8000000000000000
  %v53 = fadd float %v51, %v52
  %v54 = bitcast float %v53 to i32
  %v55 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v54, i32 1, i32 0)
  %v56 = bitcast i32 %v55 to float
  %v57 = fadd float %v56, %v53
  %v58 = icmp uge i32 %v9, 1
  %v59 = select i1 %v58, float %v57, float %v53
  %v60 = bitcast float %v59 to i32
  %v61 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v60, i32 2, i32 0)
  %v62 = bitcast i32 %v61 to float
  %v63 = fadd float %v62, %v59
  %v64 = icmp uge i32 %v9, 2
  %v65 = select i1 %v64, float %v63, float %v59
  %v66 = bitcast float %v65 to i32
  %v67 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v66, i32 4, i32 0)
  %v68 = bitcast i32 %v67 to float
  %v69 = fadd float %v68, %v65
  %v70 = icmp uge i32 %v9, 4
  %v71 = select i1 %v70, float %v69, float %v65
  %v72 = bitcast float %v71 to i32
  %v73 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v72, i32 8, i32 0)
  %v74 = bitcast i32 %v73 to float
  %v75 = fadd float %v74, %v71
  %v76 = icmp uge i32 %v9, 8
  %v77 = select i1 %v76, float %v75, float %v71
  %v78 = bitcast float %v77 to i32
  %v79 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v78, i32 16, i32 0)
  %v80 = bitcast i32 %v79 to float
  %v81 = fadd float %v80, %v77
  %v82 = icmp uge i32 %v9, 16
  %v83 = select i1 %v82, float %v81, float %v77
  %v84 = bitcast float %v83 to i32
  %v85 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v84, i32 1, i32 0)
  %v86 = bitcast i32 %v85 to float
  %v87 = icmp eq i32 %v9, 0
  %v88 = select i1 %v87, float 0x8000000000000000, float %v86
  %v89 = bitcast float %v83 to i32
  %v90 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v89, i32 31, i32 31)
  %v91 = bitcast i32 %v90 to float
  call void @llvm.nvvm.barrier0()
  %v94 = icmp eq i32 %v9, 31
  br i1 %v94, label %put92, label %join95
put92:
  %v93 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store float %v83, ptr addrspace(3) %v93, align 8
  br label %join95
join95:
  call void @llvm.nvvm.barrier0()
  %v96 = icmp ult i32 %v9, %v11
  %v97 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v98 = load float, ptr addrspace(3) %v97, align 8
  %v99 = select i1 %v96, float %v98, float 0x8000000000000000
  %v100 = bitcast float %v99 to i32
  %v101 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v100, i32 1, i32 0)
  %v102 = bitcast i32 %v101 to float
  %v103 = fadd float %v102, %v99
  %v104 = icmp uge i32 %v9, 1
  %v105 = select i1 %v104, float %v103, float %v99
  %v106 = bitcast float %v105 to i32
  %v107 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v106, i32 2, i32 0)
  %v108 = bitcast i32 %v107 to float
  %v109 = fadd float %v108, %v105
  %v110 = icmp uge i32 %v9, 2
  %v111 = select i1 %v110, float %v109, float %v105
  %v112 = bitcast float %v111 to i32
  %v113 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v112, i32 4, i32 0)
  %v114 = bitcast i32 %v113 to float
  %v115 = fadd float %v114, %v111
  %v116 = icmp uge i32 %v9, 4
  %v117 = select i1 %v116, float %v115, float %v111
  %v118 = bitcast float %v117 to i32
  %v119 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v118, i32 8, i32 0)
  %v120 = bitcast i32 %v119 to float
  %v121 = fadd float %v120, %v117
  %v122 = icmp uge i32 %v9, 8
  %v123 = select i1 %v122, float %v121, float %v117
  %v124 = bitcast float %v123 to i32
  %v125 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v124, i32 16, i32 0)
  %v126 = bitcast i32 %v125 to float
  %v127 = fadd float %v126, %v123
  %v128 = icmp uge i32 %v9, 16
  %v129 = select i1 %v128, float %v127, float %v123
  %v130 = bitcast float %v129 to i32
  %v131 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v130, i32 1, i32 0)
  %v132 = bitcast i32 %v131 to float
  %v133 = icmp eq i32 %v9, 0
  %v134 = select i1 %v133, float 0x8000000000000000, float %v132
  %v135 = bitcast float %v129 to i32
  %v136 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v135, i32 31, i32 31)
  %v137 = bitcast i32 %v136 to float
  %v138 = sub i32 %v10, 1
  %v139 = bitcast float %v129 to i32
  %v140 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v139, i32 %v138, i32 31)
  %v141 = bitcast i32 %v140 to float
  %v142 = icmp eq i32 %v10, 0
  %v143 = select i1 %v142, float 0x8000000000000000, float %v141
  %v144 = fadd float %v143, %v88
  %v145 = fadd float %p34, %v144
  %v146 = fadd float %p34, %v137
  %v147 = fadd float %v145, %v47
  %v148 = fadd float %v145, %v49
  %v149 = fadd float %v145, %v51
  %v159 = getelementptr inbounds float, ptr addrspace(1) %v21, i64 %v37
  br i1 %v36, label %put150, label %join160
put150:
  %v151 = fadd float %v145, %v43
  %v152 = fadd float %v147, %v44
  %v153 = fadd float %v148, %v45
  %v154 = fadd float %v149, %v46
  %v155 = insertelement <4 x float> poison, float %v151, i32 0
  %v156 = insertelement <4 x float> %v155, float %v152, i32 1
  %v157 = insertelement <4 x float> %v156, float %v153, i32 2
  %v158 = insertelement <4 x float> %v157, float %v154, i32 3
  store <4 x float> %v158, ptr addrspace(1) %v159, align 16
  br label %join160
join160:
  %v161 = add nsw i64 %i33, %v28
  %v162 = icmp slt i64 %v161, %v27
  br i1 %v162, label %loop31, label %end32
end32:
  %v164 = phi float [ 0x8000000000000000, %loop12 ], [ %v146, %join160 ]
  %v165 = mul i64 %v6, 1
  %v166 = mul i64 %v5, 1
  %v167 = sub i64 %w2, 1
  %v279 = icmp slt i64 %v27, %w2
  br i1 %v279, label %loop168, label %end169
loop168:
  %i170 = phi i64 [ %v27, %end32 ], [ %v277, %join276 ]
  %p171 = phi float [ %v164, %end32 ], [ %v271, %join276 ]
  %v172 = add nsw i64 %i170, %v166
  %v173 = icmp slt i64 %v172, %w2
  %v174 = call i64 @llvm.smin.i64(i64 %v172, i64 %v167)
  %v175 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %v174
  %v176 = load <1 x float>, ptr addrspace(1) %v175, align 4, !invariant.load !{}
  %v177 = extractelement <1 x float> %v176, i32 0
  %v178 = select i1 %v173, float %v177, float 0x8000000000000000
  %v179 = bitcast float %v178 to i32
  %v180 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v179, i32 1, i32 0)
  %v181 = bitcast i32 %v180 to float
  %v182 = fadd float %v181, %v178
  %v183 = icmp uge i32 %v9, 1
  %v184 = select i1 %v183, float %v182, float %v178
  %v185 = bitcast float %v184 to i32
  %v186 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v185, i32 2, i32 0)
  %v187 = bitcast i32 %v186 to float
  %v188 = fadd float %v187, %v184
  %v189 = icmp uge i32 %v9, 2
  %v190 = select i1 %v189, float %v188, float %v184
  %v191 = bitcast float %v190 to i32
  %v192 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v191, i32 4, i32 0)
  %v193 = bitcast i32 %v192 to float
  %v194 = fadd float %v193, %v190
  %v195 = icmp uge i32 %v9, 4
  %v196 = select i1 %v195, float %v194, float %v190
  %v197 = bitcast float %v196 to i32
  %v198 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v197, i32 8, i32 0)
  %v199 = bitcast i32 %v198 to float
  %v200 = fadd float %v199, %v196
  %v201 = icmp uge i32 %v9, 8
  %v202 = select i1 %v201, float %v200, float %v196
  %v203 = bitcast float %v202 to i32
  %v204 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v203, i32 16, i32 0)
  %v205 = bitcast i32 %v204 to float
  %v206 = fadd float %v205, %v202
  %v207 = icmp uge i32 %v9, 16
  %v208 = select i1 %v207, float %v206, float %v202
  %v209 = bitcast float %v208 to i32
  %v210 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v209, i32 1, i32 0)
  %v211 = bitcast i32 %v210 to float
  %v212 = icmp eq i32 %v9, 0
  %v213 = select i1 %v212, float 0x8000000000000000, float %v211
  %v214 = bitcast float %v208 to i32
  %v215 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v214, i32 31, i32 31)
  %v216 = bitcast i32 %v215 to float
  call void @llvm.nvvm.barrier0()
  %v219 = icmp eq i32 %v9, 31
  br i1 %v219, label %put217, label %join220
put217:
  %v218 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store float %v208, ptr addrspace(3) %v218, align 8
  br label %join220
join220:
  call void @llvm.nvvm.barrier0()
  %v221 = icmp ult i32 %v9, %v11
  %v222 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v223 = load float, ptr addrspace(3) %v222, align 8
  %v224 = select i1 %v221, float %v223, float 0x8000000000000000
  %v225 = bitcast float %v224 to i32
  %v226 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v225, i32 1, i32 0)
  %v227 = bitcast i32 %v226 to float
  %v228 = fadd float %v227, %v224
  %v229 = icmp uge i32 %v9, 1
  %v230 = select i1 %v229, float %v228, float %v224
  %v231 = bitcast float %v230 to i32
  %v232 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v231, i32 2, i32 0)
  %v233 = bitcast i32 %v232 to float
  %v234 = fadd float %v233, %v230
  %v235 = icmp uge i32 %v9, 2
  %v236 = select i1 %v235, float %v234, float %v230
  %v237 = bitcast float %v236 to i32
  %v238 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v237, i32 4, i32 0)
  %v239 = bitcast i32 %v238 to float
  %v240 = fadd float %v239, %v236
  %v241 = icmp uge i32 %v9, 4
  %v242 = select i1 %v241, float %v240, float %v236
  %v243 = bitcast float %v242 to i32
  %v244 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v243, i32 8, i32 0)
  %v245 = bitcast i32 %v244 to float
  %v246 = fadd float %v245, %v242
  %v247 = icmp uge i32 %v9, 8
  %v248 = select i1 %v247, float %v246, float %v242
  %v249 = bitcast float %v248 to i32
  %v250 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v249, i32 16, i32 0)
  %v251 = bitcast i32 %v250 to float
  %v252 = fadd float %v251, %v248
  %v253 = icmp uge i32 %v9, 16
  %v254 = select i1 %v253, float %v252, float %v248
  %v255 = bitcast float %v254 to i32
  %v256 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v255, i32 1, i32 0)
  %v257 = bitcast i32 %v256 to float
  %v258 = icmp eq i32 %v9, 0
  %v259 = select i1 %v258, float 0x8000000000000000, float %v257
  %v260 = bitcast float %v254 to i32
  %v261 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v260, i32 31, i32 31)
  %v262 = bitcast i32 %v261 to float
  %v263 = sub i32 %v10, 1
  %v264 = bitcast float %v254 to i32
  %v265 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v264, i32 %v263, i32 31)
  %v266 = bitcast i32 %v265 to float
  %v267 = icmp eq i32 %v10, 0
  %v268 = select i1 %v267, float 0x8000000000000000, float %v266
  %v269 = fadd float %v268, %v213
  %v270 = fadd float %p171, %v269
  %v271 = fadd float %p171, %v262
  %v275 = getelementptr inbounds float, ptr addrspace(1) %v21, i64 %v174
  br i1 %v173, label %put272, label %join276
put272:
  %v273 = fadd float %v270, %v177
  %v274 = insertelement <1 x float> poison, float %v273, i32 0
  store <1 x float> %v274, ptr addrspace(1) %v275, align 4
  br label %join276
join276:
  %v277 = add nsw i64 %i170, %v165
  %v278 = icmp slt i64 %v277, %w2
  br i1 %v278, label %loop168, label %end169
end169:
  %v280 = phi float [ %v164, %end32 ], [ %v271, %join276 ]
  %v281 = add nsw i64 %i14, %v8
  %v282 = icmp slt i64 %v281, %extent
  br i1 %v282, label %loop12, label %end13
end13:
  ret void
}

; rows of 64: 19 blocks of 256
; bind i0 teams of 16
; bind i1 lanes
; vectorize i1 4x1 aligned

; rows of 700: 32 blocks of 256
; bind i0 blocks
; bind i1 lanes
; vectorize i1 4x1 aligned
