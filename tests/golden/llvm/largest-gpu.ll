target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.maximum.f32(float, float)
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, ptr addrspace(1) %b2, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %extent) nounwind {
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
  %v194 = icmp slt i64 %v11, %extent
  br i1 %v194, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v11, %entry ], [ %v192, %join191 ]
  %v19 = mul i64 %i18, %w0
  %v20 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v19
  %v21 = ptrtoint ptr addrspace(1) %v20 to i64
  %v22 = and i64 %v21, 15
  %v23 = or i64 0, %v22
  %v24 = icmp eq i64 %v23, 0
  %v25 = and i64 %w1, -4
  %v26 = select i1 %v24, i64 %v25, i64 0
  %v27 = mul i64 %v9, 4
  %v28 = mul i64 8, 4
  %v51 = icmp slt i64 %v27, %v26
  br i1 %v51, label %loop29, label %end30
loop29:
  %i31 = phi i64 [ %v27, %loop16 ], [ %v49, %loop29 ]
  %p32 = phi float [ 0xFFF0000000000000, %loop16 ], [ %v45, %loop29 ]
  %p33 = phi float [ 0xFFF0000000000000, %loop16 ], [ %v46, %loop29 ]
  %p34 = phi float [ 0xFFF0000000000000, %loop16 ], [ %v47, %loop29 ]
  %p35 = phi float [ 0xFFF0000000000000, %loop16 ], [ %v48, %loop29 ]
  %v36 = add nsw i64 %i31, 1
  %v37 = add nsw i64 %i31, 2
  %v38 = add nsw i64 %i31, 3
  %v39 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i31
  %v40 = load <4 x float>, ptr addrspace(1) %v39, align 16, !invariant.load !{}
  %v41 = extractelement <4 x float> %v40, i32 0
  %v42 = extractelement <4 x float> %v40, i32 1
  %v43 = extractelement <4 x float> %v40, i32 2
  %v44 = extractelement <4 x float> %v40, i32 3
  %v45 = call nsz float @llvm.maximum.f32(float %p32, float %v41)
  %v46 = call nsz float @llvm.maximum.f32(float %p33, float %v42)
  %v47 = call nsz float @llvm.maximum.f32(float %p34, float %v43)
  %v48 = call nsz float @llvm.maximum.f32(float %p35, float %v44)
  %v49 = add nsw i64 %i31, %v28
  %v50 = icmp slt i64 %v49, %v26
  br i1 %v50, label %loop29, label %end30
end30:
  %v52 = phi float [ 0xFFF0000000000000, %loop16 ], [ %v45, %loop29 ]
  %v53 = phi float [ 0xFFF0000000000000, %loop16 ], [ %v46, %loop29 ]
  %v54 = phi float [ 0xFFF0000000000000, %loop16 ], [ %v47, %loop29 ]
  %v55 = phi float [ 0xFFF0000000000000, %loop16 ], [ %v48, %loop29 ]
  %v56 = call nsz float @llvm.maximum.f32(float %v52, float %v53)
  %v57 = call nsz float @llvm.maximum.f32(float %v56, float %v54)
  %v58 = call nsz float @llvm.maximum.f32(float %v57, float %v55)
  %v59 = add nsw i64 %v26, %v9
  %v69 = icmp slt i64 %v59, %w1
  br i1 %v69, label %loop60, label %end61
loop60:
  %i62 = phi i64 [ %v59, %end30 ], [ %v67, %loop60 ]
  %p63 = phi float [ %v58, %end30 ], [ %v66, %loop60 ]
  %v64 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i62
  %v65 = load float, ptr addrspace(1) %v64, align 4, !invariant.load !{}
  %v66 = call nsz float @llvm.maximum.f32(float %p63, float %v65)
  %v67 = add nsw i64 %i62, 8
  %v68 = icmp slt i64 %v67, %w1
  br i1 %v68, label %loop60, label %end61
end61:
  %v70 = phi float [ %v58, %end30 ], [ %v66, %loop60 ]
  %v71 = bitcast float %v70 to i32
  %v72 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v71, i32 4, i32 31)
  %v73 = bitcast i32 %v72 to float
  %v74 = call nsz float @llvm.maximum.f32(float %v70, float %v73)
  %v75 = bitcast float %v74 to i32
  %v76 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v75, i32 2, i32 31)
  %v77 = bitcast i32 %v76 to float
  %v78 = call nsz float @llvm.maximum.f32(float %v74, float %v77)
  %v79 = bitcast float %v78 to i32
  %v80 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v79, i32 1, i32 31)
  %v81 = bitcast i32 %v80 to float
  %v82 = call nsz float @llvm.maximum.f32(float %v78, float %v81)
  %v83 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v82)
  %v84 = ptrtoint ptr addrspace(1) %v20 to i64
  %v85 = and i64 %v84, 15
  %v86 = or i64 0, %v85
  %v87 = icmp eq i64 %v86, 0
  %v88 = and i64 %w1, -4
  %v89 = select i1 %v87, i64 %v88, i64 0
  %v90 = mul i64 %v9, 4
  %v91 = mul i64 8, 4
  %v130 = icmp slt i64 %v90, %v89
  br i1 %v130, label %loop92, label %end93
loop92:
  %i94 = phi i64 [ %v90, %end61 ], [ %v128, %loop92 ]
  %p95 = phi i64 [ 9223372036854775807, %end61 ], [ %v112, %loop92 ]
  %p96 = phi i64 [ 9223372036854775807, %end61 ], [ %v117, %loop92 ]
  %p97 = phi i64 [ 9223372036854775807, %end61 ], [ %v122, %loop92 ]
  %p98 = phi i64 [ 9223372036854775807, %end61 ], [ %v127, %loop92 ]
  %v99 = add nsw i64 %i94, 1
  %v100 = add nsw i64 %i94, 2
  %v101 = add nsw i64 %i94, 3
  %v102 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i94
  %v103 = load <4 x float>, ptr addrspace(1) %v102, align 16, !invariant.load !{}
  %v104 = extractelement <4 x float> %v103, i32 0
  %v105 = extractelement <4 x float> %v103, i32 1
  %v106 = extractelement <4 x float> %v103, i32 2
  %v107 = extractelement <4 x float> %v103, i32 3
  %v108 = fcmp oeq float %v104, %v83
  %v109 = fcmp une float %v104, %v104
  %v110 = or i1 %v108, %v109
  %v111 = select i1 %v110, i64 %i94, i64 %w2
  %v112 = call i64 @llvm.smin.i64(i64 %p95, i64 %v111)
  %v113 = fcmp oeq float %v105, %v83
  %v114 = fcmp une float %v105, %v105
  %v115 = or i1 %v113, %v114
  %v116 = select i1 %v115, i64 %v99, i64 %w2
  %v117 = call i64 @llvm.smin.i64(i64 %p96, i64 %v116)
  %v118 = fcmp oeq float %v106, %v83
  %v119 = fcmp une float %v106, %v106
  %v120 = or i1 %v118, %v119
  %v121 = select i1 %v120, i64 %v100, i64 %w2
  %v122 = call i64 @llvm.smin.i64(i64 %p97, i64 %v121)
  %v123 = fcmp oeq float %v107, %v83
  %v124 = fcmp une float %v107, %v107
  %v125 = or i1 %v123, %v124
  %v126 = select i1 %v125, i64 %v101, i64 %w2
  %v127 = call i64 @llvm.smin.i64(i64 %p98, i64 %v126)
  %v128 = add nsw i64 %i94, %v91
  %v129 = icmp slt i64 %v128, %v89
  br i1 %v129, label %loop92, label %end93
end93:
  %v131 = phi i64 [ 9223372036854775807, %end61 ], [ %v112, %loop92 ]
  %v132 = phi i64 [ 9223372036854775807, %end61 ], [ %v117, %loop92 ]
  %v133 = phi i64 [ 9223372036854775807, %end61 ], [ %v122, %loop92 ]
  %v134 = phi i64 [ 9223372036854775807, %end61 ], [ %v127, %loop92 ]
  %v135 = call i64 @llvm.smin.i64(i64 %v131, i64 %v132)
  %v136 = call i64 @llvm.smin.i64(i64 %v135, i64 %v133)
  %v137 = call i64 @llvm.smin.i64(i64 %v136, i64 %v134)
  %v138 = add nsw i64 %v89, %v9
  %v152 = icmp slt i64 %v138, %w1
  br i1 %v152, label %loop139, label %end140
loop139:
  %i141 = phi i64 [ %v138, %end93 ], [ %v150, %loop139 ]
  %p142 = phi i64 [ %v137, %end93 ], [ %v149, %loop139 ]
  %v143 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i141
  %v144 = load float, ptr addrspace(1) %v143, align 4, !invariant.load !{}
  %v145 = fcmp oeq float %v144, %v83
  %v146 = fcmp une float %v144, %v144
  %v147 = or i1 %v145, %v146
  %v148 = select i1 %v147, i64 %i141, i64 %w2
  %v149 = call i64 @llvm.smin.i64(i64 %p142, i64 %v148)
  %v150 = add nsw i64 %i141, 8
  %v151 = icmp slt i64 %v150, %w1
  br i1 %v151, label %loop139, label %end140
end140:
  %v153 = phi i64 [ %v137, %end93 ], [ %v149, %loop139 ]
  %v154 = lshr i64 %v153, 32
  %v155 = trunc i64 %v153 to i32
  %v156 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v155, i32 4, i32 31)
  %v157 = trunc i64 %v154 to i32
  %v158 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v157, i32 4, i32 31)
  %v159 = zext i32 %v156 to i64
  %v160 = zext i32 %v158 to i64
  %v161 = shl i64 %v160, 32
  %v162 = or i64 %v159, %v161
  %v163 = call i64 @llvm.smin.i64(i64 %v153, i64 %v162)
  %v164 = lshr i64 %v163, 32
  %v165 = trunc i64 %v163 to i32
  %v166 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v165, i32 2, i32 31)
  %v167 = trunc i64 %v164 to i32
  %v168 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v167, i32 2, i32 31)
  %v169 = zext i32 %v166 to i64
  %v170 = zext i32 %v168 to i64
  %v171 = shl i64 %v170, 32
  %v172 = or i64 %v169, %v171
  %v173 = call i64 @llvm.smin.i64(i64 %v163, i64 %v172)
  %v174 = lshr i64 %v173, 32
  %v175 = trunc i64 %v173 to i32
  %v176 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v175, i32 1, i32 31)
  %v177 = trunc i64 %v174 to i32
  %v178 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v177, i32 1, i32 31)
  %v179 = zext i32 %v176 to i64
  %v180 = zext i32 %v178 to i64
  %v181 = shl i64 %v180, 32
  %v182 = or i64 %v179, %v181
  %v183 = call i64 @llvm.smin.i64(i64 %v173, i64 %v182)
  %v184 = call i64 @llvm.smin.i64(i64 9223372036854775807, i64 %v183)
  %v185 = icmp eq i32 %v8, 0
  %v186 = getelementptr inbounds i64, ptr addrspace(1) %b1, i64 %i18
  br i1 %v185, label %put187, label %join188
put187:
  store i64 %v184, ptr addrspace(1) %v186, align 8
  br label %join188
join188:
  %v189 = getelementptr inbounds float, ptr addrspace(1) %b2, i64 %i18
  br i1 %v185, label %put190, label %join191
put190:
  store float %v83, ptr addrspace(1) %v189, align 4
  br label %join191
join191:
  %v192 = add nsw i64 %i18, %v13
  %v193 = icmp slt i64 %v192, %extent
  br i1 %v193, label %loop16, label %end17
end17:
  ret void
}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@shared = internal addrspace(3) global [32 x i64] poison, align 8
declare float @llvm.maximum.f32(float, float)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, ptr addrspace(1) %b2, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %extent) nounwind {
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
  %v304 = icmp slt i64 %v7, %extent
  br i1 %v304, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %v7, %entry ], [ %v302, %join301 ]
  %v15 = mul i64 %i14, %w0
  %v16 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v15
  %v17 = ptrtoint ptr addrspace(1) %v16 to i64
  %v18 = and i64 %v17, 15
  %v19 = or i64 0, %v18
  %v20 = icmp eq i64 %v19, 0
  %v21 = and i64 %w1, -4
  %v22 = select i1 %v20, i64 %v21, i64 0
  %v23 = mul i64 %v5, 4
  %v24 = mul i64 %v6, 4
  %v47 = icmp slt i64 %v23, %v22
  br i1 %v47, label %loop25, label %end26
loop25:
  %i27 = phi i64 [ %v23, %loop12 ], [ %v45, %loop25 ]
  %p28 = phi float [ 0xFFF0000000000000, %loop12 ], [ %v41, %loop25 ]
  %p29 = phi float [ 0xFFF0000000000000, %loop12 ], [ %v42, %loop25 ]
  %p30 = phi float [ 0xFFF0000000000000, %loop12 ], [ %v43, %loop25 ]
  %p31 = phi float [ 0xFFF0000000000000, %loop12 ], [ %v44, %loop25 ]
  %v32 = add nsw i64 %i27, 1
  %v33 = add nsw i64 %i27, 2
  %v34 = add nsw i64 %i27, 3
  %v35 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i27
  %v36 = load <4 x float>, ptr addrspace(1) %v35, align 16, !invariant.load !{}
  %v37 = extractelement <4 x float> %v36, i32 0
  %v38 = extractelement <4 x float> %v36, i32 1
  %v39 = extractelement <4 x float> %v36, i32 2
  %v40 = extractelement <4 x float> %v36, i32 3
  %v41 = call nsz float @llvm.maximum.f32(float %p28, float %v37)
  %v42 = call nsz float @llvm.maximum.f32(float %p29, float %v38)
  %v43 = call nsz float @llvm.maximum.f32(float %p30, float %v39)
  %v44 = call nsz float @llvm.maximum.f32(float %p31, float %v40)
  %v45 = add nsw i64 %i27, %v24
  %v46 = icmp slt i64 %v45, %v22
  br i1 %v46, label %loop25, label %end26
end26:
  %v48 = phi float [ 0xFFF0000000000000, %loop12 ], [ %v41, %loop25 ]
  %v49 = phi float [ 0xFFF0000000000000, %loop12 ], [ %v42, %loop25 ]
  %v50 = phi float [ 0xFFF0000000000000, %loop12 ], [ %v43, %loop25 ]
  %v51 = phi float [ 0xFFF0000000000000, %loop12 ], [ %v44, %loop25 ]
  %v52 = call nsz float @llvm.maximum.f32(float %v48, float %v49)
  %v53 = call nsz float @llvm.maximum.f32(float %v52, float %v50)
  %v54 = call nsz float @llvm.maximum.f32(float %v53, float %v51)
  %v55 = add nsw i64 %v22, %v5
  %v65 = icmp slt i64 %v55, %w1
  br i1 %v65, label %loop56, label %end57
loop56:
  %i58 = phi i64 [ %v55, %end26 ], [ %v63, %loop56 ]
  %p59 = phi float [ %v54, %end26 ], [ %v62, %loop56 ]
  %v60 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i58
  %v61 = load float, ptr addrspace(1) %v60, align 4, !invariant.load !{}
  %v62 = call nsz float @llvm.maximum.f32(float %p59, float %v61)
  %v63 = add nsw i64 %i58, %v6
  %v64 = icmp slt i64 %v63, %w1
  br i1 %v64, label %loop56, label %end57
end57:
  %v66 = phi float [ %v54, %end26 ], [ %v62, %loop56 ]
  %v67 = bitcast float %v66 to i32
  %v68 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v67, i32 16, i32 31)
  %v69 = bitcast i32 %v68 to float
  %v70 = call nsz float @llvm.maximum.f32(float %v66, float %v69)
  %v71 = bitcast float %v70 to i32
  %v72 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v71, i32 8, i32 31)
  %v73 = bitcast i32 %v72 to float
  %v74 = call nsz float @llvm.maximum.f32(float %v70, float %v73)
  %v75 = bitcast float %v74 to i32
  %v76 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v75, i32 4, i32 31)
  %v77 = bitcast i32 %v76 to float
  %v78 = call nsz float @llvm.maximum.f32(float %v74, float %v77)
  %v79 = bitcast float %v78 to i32
  %v80 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v79, i32 2, i32 31)
  %v81 = bitcast i32 %v80 to float
  %v82 = call nsz float @llvm.maximum.f32(float %v78, float %v81)
  %v83 = bitcast float %v82 to i32
  %v84 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v83, i32 1, i32 31)
  %v85 = bitcast i32 %v84 to float
  %v86 = call nsz float @llvm.maximum.f32(float %v82, float %v85)
  call void @llvm.nvvm.barrier0()
  %v89 = icmp eq i32 %v9, 0
  br i1 %v89, label %put87, label %join90
put87:
  %v88 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store float %v86, ptr addrspace(3) %v88, align 8
  br label %join90
join90:
  call void @llvm.nvvm.barrier0()
  %v91 = icmp ult i32 %v9, %v11
  %v92 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v93 = load float, ptr addrspace(3) %v92, align 8
  %v94 = select i1 %v91, float %v93, float 0xFFF0000000000000
  %v95 = bitcast float %v94 to i32
  %v96 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v95, i32 16, i32 31)
  %v97 = bitcast i32 %v96 to float
  %v98 = call nsz float @llvm.maximum.f32(float %v94, float %v97)
  %v99 = bitcast float %v98 to i32
  %v100 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v99, i32 8, i32 31)
  %v101 = bitcast i32 %v100 to float
  %v102 = call nsz float @llvm.maximum.f32(float %v98, float %v101)
  %v103 = bitcast float %v102 to i32
  %v104 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v103, i32 4, i32 31)
  %v105 = bitcast i32 %v104 to float
  %v106 = call nsz float @llvm.maximum.f32(float %v102, float %v105)
  %v107 = bitcast float %v106 to i32
  %v108 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v107, i32 2, i32 31)
  %v109 = bitcast i32 %v108 to float
  %v110 = call nsz float @llvm.maximum.f32(float %v106, float %v109)
  %v111 = bitcast float %v110 to i32
  %v112 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v111, i32 1, i32 31)
  %v113 = bitcast i32 %v112 to float
  %v114 = call nsz float @llvm.maximum.f32(float %v110, float %v113)
  %v115 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v114)
  %v116 = ptrtoint ptr addrspace(1) %v16 to i64
  %v117 = and i64 %v116, 15
  %v118 = or i64 0, %v117
  %v119 = icmp eq i64 %v118, 0
  %v120 = and i64 %w1, -4
  %v121 = select i1 %v119, i64 %v120, i64 0
  %v122 = mul i64 %v5, 4
  %v123 = mul i64 %v6, 4
  %v162 = icmp slt i64 %v122, %v121
  br i1 %v162, label %loop124, label %end125
loop124:
  %i126 = phi i64 [ %v122, %join90 ], [ %v160, %loop124 ]
  %p127 = phi i64 [ 9223372036854775807, %join90 ], [ %v144, %loop124 ]
  %p128 = phi i64 [ 9223372036854775807, %join90 ], [ %v149, %loop124 ]
  %p129 = phi i64 [ 9223372036854775807, %join90 ], [ %v154, %loop124 ]
  %p130 = phi i64 [ 9223372036854775807, %join90 ], [ %v159, %loop124 ]
  %v131 = add nsw i64 %i126, 1
  %v132 = add nsw i64 %i126, 2
  %v133 = add nsw i64 %i126, 3
  %v134 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i126
  %v135 = load <4 x float>, ptr addrspace(1) %v134, align 16, !invariant.load !{}
  %v136 = extractelement <4 x float> %v135, i32 0
  %v137 = extractelement <4 x float> %v135, i32 1
  %v138 = extractelement <4 x float> %v135, i32 2
  %v139 = extractelement <4 x float> %v135, i32 3
  %v140 = fcmp oeq float %v136, %v115
  %v141 = fcmp une float %v136, %v136
  %v142 = or i1 %v140, %v141
  %v143 = select i1 %v142, i64 %i126, i64 %w2
  %v144 = call i64 @llvm.smin.i64(i64 %p127, i64 %v143)
  %v145 = fcmp oeq float %v137, %v115
  %v146 = fcmp une float %v137, %v137
  %v147 = or i1 %v145, %v146
  %v148 = select i1 %v147, i64 %v131, i64 %w2
  %v149 = call i64 @llvm.smin.i64(i64 %p128, i64 %v148)
  %v150 = fcmp oeq float %v138, %v115
  %v151 = fcmp une float %v138, %v138
  %v152 = or i1 %v150, %v151
  %v153 = select i1 %v152, i64 %v132, i64 %w2
  %v154 = call i64 @llvm.smin.i64(i64 %p129, i64 %v153)
  %v155 = fcmp oeq float %v139, %v115
  %v156 = fcmp une float %v139, %v139
  %v157 = or i1 %v155, %v156
  %v158 = select i1 %v157, i64 %v133, i64 %w2
  %v159 = call i64 @llvm.smin.i64(i64 %p130, i64 %v158)
  %v160 = add nsw i64 %i126, %v123
  %v161 = icmp slt i64 %v160, %v121
  br i1 %v161, label %loop124, label %end125
end125:
  %v163 = phi i64 [ 9223372036854775807, %join90 ], [ %v144, %loop124 ]
  %v164 = phi i64 [ 9223372036854775807, %join90 ], [ %v149, %loop124 ]
  %v165 = phi i64 [ 9223372036854775807, %join90 ], [ %v154, %loop124 ]
  %v166 = phi i64 [ 9223372036854775807, %join90 ], [ %v159, %loop124 ]
  %v167 = call i64 @llvm.smin.i64(i64 %v163, i64 %v164)
  %v168 = call i64 @llvm.smin.i64(i64 %v167, i64 %v165)
  %v169 = call i64 @llvm.smin.i64(i64 %v168, i64 %v166)
  %v170 = add nsw i64 %v121, %v5
  %v184 = icmp slt i64 %v170, %w1
  br i1 %v184, label %loop171, label %end172
loop171:
  %i173 = phi i64 [ %v170, %end125 ], [ %v182, %loop171 ]
  %p174 = phi i64 [ %v169, %end125 ], [ %v181, %loop171 ]
  %v175 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i173
  %v176 = load float, ptr addrspace(1) %v175, align 4, !invariant.load !{}
  %v177 = fcmp oeq float %v176, %v115
  %v178 = fcmp une float %v176, %v176
  %v179 = or i1 %v177, %v178
  %v180 = select i1 %v179, i64 %i173, i64 %w2
  %v181 = call i64 @llvm.smin.i64(i64 %p174, i64 %v180)
  %v182 = add nsw i64 %i173, %v6
  %v183 = icmp slt i64 %v182, %w1
  br i1 %v183, label %loop171, label %end172
end172:
  %v185 = phi i64 [ %v169, %end125 ], [ %v181, %loop171 ]
  %v186 = lshr i64 %v185, 32
  %v187 = trunc i64 %v185 to i32
  %v188 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v187, i32 16, i32 31)
  %v189 = trunc i64 %v186 to i32
  %v190 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v189, i32 16, i32 31)
  %v191 = zext i32 %v188 to i64
  %v192 = zext i32 %v190 to i64
  %v193 = shl i64 %v192, 32
  %v194 = or i64 %v191, %v193
  %v195 = call i64 @llvm.smin.i64(i64 %v185, i64 %v194)
  %v196 = lshr i64 %v195, 32
  %v197 = trunc i64 %v195 to i32
  %v198 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v197, i32 8, i32 31)
  %v199 = trunc i64 %v196 to i32
  %v200 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v199, i32 8, i32 31)
  %v201 = zext i32 %v198 to i64
  %v202 = zext i32 %v200 to i64
  %v203 = shl i64 %v202, 32
  %v204 = or i64 %v201, %v203
  %v205 = call i64 @llvm.smin.i64(i64 %v195, i64 %v204)
  %v206 = lshr i64 %v205, 32
  %v207 = trunc i64 %v205 to i32
  %v208 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v207, i32 4, i32 31)
  %v209 = trunc i64 %v206 to i32
  %v210 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v209, i32 4, i32 31)
  %v211 = zext i32 %v208 to i64
  %v212 = zext i32 %v210 to i64
  %v213 = shl i64 %v212, 32
  %v214 = or i64 %v211, %v213
  %v215 = call i64 @llvm.smin.i64(i64 %v205, i64 %v214)
  %v216 = lshr i64 %v215, 32
  %v217 = trunc i64 %v215 to i32
  %v218 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v217, i32 2, i32 31)
  %v219 = trunc i64 %v216 to i32
  %v220 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v219, i32 2, i32 31)
  %v221 = zext i32 %v218 to i64
  %v222 = zext i32 %v220 to i64
  %v223 = shl i64 %v222, 32
  %v224 = or i64 %v221, %v223
  %v225 = call i64 @llvm.smin.i64(i64 %v215, i64 %v224)
  %v226 = lshr i64 %v225, 32
  %v227 = trunc i64 %v225 to i32
  %v228 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v227, i32 1, i32 31)
  %v229 = trunc i64 %v226 to i32
  %v230 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v229, i32 1, i32 31)
  %v231 = zext i32 %v228 to i64
  %v232 = zext i32 %v230 to i64
  %v233 = shl i64 %v232, 32
  %v234 = or i64 %v231, %v233
  %v235 = call i64 @llvm.smin.i64(i64 %v225, i64 %v234)
  call void @llvm.nvvm.barrier0()
  %v238 = icmp eq i32 %v9, 0
  br i1 %v238, label %put236, label %join239
put236:
  %v237 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store i64 %v235, ptr addrspace(3) %v237, align 8
  br label %join239
join239:
  call void @llvm.nvvm.barrier0()
  %v240 = icmp ult i32 %v9, %v11
  %v241 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v242 = load i64, ptr addrspace(3) %v241, align 8
  %v243 = select i1 %v240, i64 %v242, i64 9223372036854775807
  %v244 = lshr i64 %v243, 32
  %v245 = trunc i64 %v243 to i32
  %v246 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v245, i32 16, i32 31)
  %v247 = trunc i64 %v244 to i32
  %v248 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v247, i32 16, i32 31)
  %v249 = zext i32 %v246 to i64
  %v250 = zext i32 %v248 to i64
  %v251 = shl i64 %v250, 32
  %v252 = or i64 %v249, %v251
  %v253 = call i64 @llvm.smin.i64(i64 %v243, i64 %v252)
  %v254 = lshr i64 %v253, 32
  %v255 = trunc i64 %v253 to i32
  %v256 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v255, i32 8, i32 31)
  %v257 = trunc i64 %v254 to i32
  %v258 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v257, i32 8, i32 31)
  %v259 = zext i32 %v256 to i64
  %v260 = zext i32 %v258 to i64
  %v261 = shl i64 %v260, 32
  %v262 = or i64 %v259, %v261
  %v263 = call i64 @llvm.smin.i64(i64 %v253, i64 %v262)
  %v264 = lshr i64 %v263, 32
  %v265 = trunc i64 %v263 to i32
  %v266 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v265, i32 4, i32 31)
  %v267 = trunc i64 %v264 to i32
  %v268 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v267, i32 4, i32 31)
  %v269 = zext i32 %v266 to i64
  %v270 = zext i32 %v268 to i64
  %v271 = shl i64 %v270, 32
  %v272 = or i64 %v269, %v271
  %v273 = call i64 @llvm.smin.i64(i64 %v263, i64 %v272)
  %v274 = lshr i64 %v273, 32
  %v275 = trunc i64 %v273 to i32
  %v276 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v275, i32 2, i32 31)
  %v277 = trunc i64 %v274 to i32
  %v278 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v277, i32 2, i32 31)
  %v279 = zext i32 %v276 to i64
  %v280 = zext i32 %v278 to i64
  %v281 = shl i64 %v280, 32
  %v282 = or i64 %v279, %v281
  %v283 = call i64 @llvm.smin.i64(i64 %v273, i64 %v282)
  %v284 = lshr i64 %v283, 32
  %v285 = trunc i64 %v283 to i32
  %v286 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v285, i32 1, i32 31)
  %v287 = trunc i64 %v284 to i32
  %v288 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v287, i32 1, i32 31)
  %v289 = zext i32 %v286 to i64
  %v290 = zext i32 %v288 to i64
  %v291 = shl i64 %v290, 32
  %v292 = or i64 %v289, %v291
  %v293 = call i64 @llvm.smin.i64(i64 %v283, i64 %v292)
  %v294 = call i64 @llvm.smin.i64(i64 9223372036854775807, i64 %v293)
  %v295 = icmp eq i32 %v1, 0
  %v296 = getelementptr inbounds i64, ptr addrspace(1) %b1, i64 %i14
  br i1 %v295, label %put297, label %join298
put297:
  store i64 %v294, ptr addrspace(1) %v296, align 8
  br label %join298
join298:
  %v299 = getelementptr inbounds float, ptr addrspace(1) %b2, i64 %i14
  br i1 %v295, label %put300, label %join301
put300:
  store float %v115, ptr addrspace(1) %v299, align 4
  br label %join301
join301:
  %v302 = add nsw i64 %i14, %v8
  %v303 = icmp slt i64 %v302, %extent
  br i1 %v303, label %loop12, label %end13
end13:
  ret void
}

; rows of 64: 19 blocks of 256
; bind i0 teams of 16
; bind i1 lanes
; bind i2 lanes
; hold i1 4
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.maximum.f32(float, float)
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, ptr addrspace(1) %b2, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %extent) nounwind {
entry:
  %v1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v2 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %v3 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %v4 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %v5 = mul i32 %v2, %v3
  %v6 = add i32 %v5, %v1
  %v7 = mul i32 %v4, %v3
  %v8 = and i32 %v1, 15
  %v9 = zext i32 %v8 to i64
  %v10 = lshr i32 %v6, 4
  %v11 = zext i32 %v10 to i64
  %v12 = lshr i32 %v7, 4
  %v13 = zext i32 %v12 to i64
  %v14 = and i32 %v1, 16
  %v15 = shl i32 65535, %v14
  %v140 = icmp slt i64 %v11, %extent
  br i1 %v140, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v11, %entry ], [ %v138, %join137 ]
  %v19 = sub i64 %w1, 1
  %v20 = icmp slt i64 %v9, %w1
  %v21 = call i64 @llvm.smin.i64(i64 %v9, i64 %v19)
  %v22 = add nsw i64 %v9, 16
  %v23 = icmp slt i64 %v22, %w1
  %v24 = call i64 @llvm.smin.i64(i64 %v22, i64 %v19)
  %v25 = add nsw i64 %v22, 16
  %v26 = icmp slt i64 %v25, %w1
  %v27 = call i64 @llvm.smin.i64(i64 %v25, i64 %v19)
  %v28 = add nsw i64 %v25, 16
  %v29 = icmp slt i64 %v28, %w1
  %v30 = call i64 @llvm.smin.i64(i64 %v28, i64 %v19)
  %v31 = mul i64 %i18, %w0
  %v32 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v31
  %v33 = getelementptr inbounds float, ptr addrspace(1) %v32, i64 %v21
  %v34 = load float, ptr addrspace(1) %v33, align 4, !invariant.load !{}
  %v35 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v34)
  %v36 = select i1 %v20, float %v35, float 0xFFF0000000000000
  %v37 = getelementptr inbounds float, ptr addrspace(1) %v32, i64 %v24
  %v38 = load float, ptr addrspace(1) %v37, align 4, !invariant.load !{}
  %v39 = call nsz float @llvm.maximum.f32(float %v36, float %v38)
  %v40 = select i1 %v23, float %v39, float %v36
  %v41 = getelementptr inbounds float, ptr addrspace(1) %v32, i64 %v27
  %v42 = load float, ptr addrspace(1) %v41, align 4, !invariant.load !{}
  %v43 = call nsz float @llvm.maximum.f32(float %v40, float %v42)
  %v44 = select i1 %v26, float %v43, float %v40
  %v45 = getelementptr inbounds float, ptr addrspace(1) %v32, i64 %v30
  %v46 = load float, ptr addrspace(1) %v45, align 4, !invariant.load !{}
  %v47 = call nsz float @llvm.maximum.f32(float %v44, float %v46)
  %v48 = select i1 %v29, float %v47, float %v44
  %v49 = bitcast float %v48 to i32
  %v50 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v49, i32 8, i32 31)
  %v51 = bitcast i32 %v50 to float
  %v52 = call nsz float @llvm.maximum.f32(float %v48, float %v51)
  %v53 = bitcast float %v52 to i32
  %v54 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v53, i32 4, i32 31)
  %v55 = bitcast i32 %v54 to float
  %v56 = call nsz float @llvm.maximum.f32(float %v52, float %v55)
  %v57 = bitcast float %v56 to i32
  %v58 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v57, i32 2, i32 31)
  %v59 = bitcast i32 %v58 to float
  %v60 = call nsz float @llvm.maximum.f32(float %v56, float %v59)
  %v61 = bitcast float %v60 to i32
  %v62 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v61, i32 1, i32 31)
  %v63 = bitcast i32 %v62 to float
  %v64 = call nsz float @llvm.maximum.f32(float %v60, float %v63)
  %v65 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v64)
  %v66 = fcmp oeq float %v34, %v65
  %v67 = fcmp une float %v34, %v34
  %v68 = or i1 %v66, %v67
  %v69 = select i1 %v68, i64 %v21, i64 %w2
  %v70 = call i64 @llvm.smin.i64(i64 9223372036854775807, i64 %v69)
  %v71 = select i1 %v20, i64 %v70, i64 9223372036854775807
  %v72 = fcmp oeq float %v38, %v65
  %v73 = fcmp une float %v38, %v38
  %v74 = or i1 %v72, %v73
  %v75 = select i1 %v74, i64 %v24, i64 %w2
  %v76 = call i64 @llvm.smin.i64(i64 %v71, i64 %v75)
  %v77 = select i1 %v23, i64 %v76, i64 %v71
  %v78 = fcmp oeq float %v42, %v65
  %v79 = fcmp une float %v42, %v42
  %v80 = or i1 %v78, %v79
  %v81 = select i1 %v80, i64 %v27, i64 %w2
  %v82 = call i64 @llvm.smin.i64(i64 %v77, i64 %v81)
  %v83 = select i1 %v26, i64 %v82, i64 %v77
  %v84 = fcmp oeq float %v46, %v65
  %v85 = fcmp une float %v46, %v46
  %v86 = or i1 %v84, %v85
  %v87 = select i1 %v86, i64 %v30, i64 %w2
  %v88 = call i64 @llvm.smin.i64(i64 %v83, i64 %v87)
  %v89 = select i1 %v29, i64 %v88, i64 %v83
  %v90 = lshr i64 %v89, 32
  %v91 = trunc i64 %v89 to i32
  %v92 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v91, i32 8, i32 31)
  %v93 = trunc i64 %v90 to i32
  %v94 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v93, i32 8, i32 31)
  %v95 = zext i32 %v92 to i64
  %v96 = zext i32 %v94 to i64
  %v97 = shl i64 %v96, 32
  %v98 = or i64 %v95, %v97
  %v99 = call i64 @llvm.smin.i64(i64 %v89, i64 %v98)
  %v100 = lshr i64 %v99, 32
  %v101 = trunc i64 %v99 to i32
  %v102 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v101, i32 4, i32 31)
  %v103 = trunc i64 %v100 to i32
  %v104 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v103, i32 4, i32 31)
  %v105 = zext i32 %v102 to i64
  %v106 = zext i32 %v104 to i64
  %v107 = shl i64 %v106, 32
  %v108 = or i64 %v105, %v107
  %v109 = call i64 @llvm.smin.i64(i64 %v99, i64 %v108)
  %v110 = lshr i64 %v109, 32
  %v111 = trunc i64 %v109 to i32
  %v112 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v111, i32 2, i32 31)
  %v113 = trunc i64 %v110 to i32
  %v114 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v113, i32 2, i32 31)
  %v115 = zext i32 %v112 to i64
  %v116 = zext i32 %v114 to i64
  %v117 = shl i64 %v116, 32
  %v118 = or i64 %v115, %v117
  %v119 = call i64 @llvm.smin.i64(i64 %v109, i64 %v118)
  %v120 = lshr i64 %v119, 32
  %v121 = trunc i64 %v119 to i32
  %v122 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v121, i32 1, i32 31)
  %v123 = trunc i64 %v120 to i32
  %v124 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v123, i32 1, i32 31)
  %v125 = zext i32 %v122 to i64
  %v126 = zext i32 %v124 to i64
  %v127 = shl i64 %v126, 32
  %v128 = or i64 %v125, %v127
  %v129 = call i64 @llvm.smin.i64(i64 %v119, i64 %v128)
  %v130 = call i64 @llvm.smin.i64(i64 9223372036854775807, i64 %v129)
  %v131 = icmp eq i32 %v8, 0
  %v132 = getelementptr inbounds i64, ptr addrspace(1) %b1, i64 %i18
  br i1 %v131, label %put133, label %join134
put133:
  store i64 %v130, ptr addrspace(1) %v132, align 8
  br label %join134
join134:
  %v135 = getelementptr inbounds float, ptr addrspace(1) %b2, i64 %i18
  br i1 %v131, label %put136, label %join137
put136:
  store float %v65, ptr addrspace(1) %v135, align 4
  br label %join137
join137:
  %v138 = add nsw i64 %i18, %v13
  %v139 = icmp slt i64 %v138, %extent
  br i1 %v139, label %loop16, label %end17
end17:
  ret void
}

; rows of 700: 32 blocks of 256
; bind i0 blocks
; bind i1 lanes
; bind i2 lanes
; hold i1 4
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@shared = internal addrspace(3) global [32 x i64] poison, align 8
declare float @llvm.maximum.f32(float, float)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, ptr addrspace(1) %b2, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %extent) nounwind {
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
  %v236 = icmp slt i64 %v7, %extent
  br i1 %v236, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %v7, %entry ], [ %v234, %join233 ]
  %v15 = sub i64 %w1, 1
  %v16 = icmp slt i64 %v5, %w1
  %v17 = call i64 @llvm.smin.i64(i64 %v5, i64 %v15)
  %v18 = add nsw i64 %v5, %v6
  %v19 = icmp slt i64 %v18, %w1
  %v20 = call i64 @llvm.smin.i64(i64 %v18, i64 %v15)
  %v21 = add nsw i64 %v18, %v6
  %v22 = icmp slt i64 %v21, %w1
  %v23 = call i64 @llvm.smin.i64(i64 %v21, i64 %v15)
  %v24 = add nsw i64 %v21, %v6
  %v25 = icmp slt i64 %v24, %w1
  %v26 = call i64 @llvm.smin.i64(i64 %v24, i64 %v15)
  %v27 = mul i64 %i14, %w0
  %v28 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v27
  %v29 = getelementptr inbounds float, ptr addrspace(1) %v28, i64 %v17
  %v30 = load float, ptr addrspace(1) %v29, align 4, !invariant.load !{}
  %v31 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v30)
  %v32 = select i1 %v16, float %v31, float 0xFFF0000000000000
  %v33 = getelementptr inbounds float, ptr addrspace(1) %v28, i64 %v20
  %v34 = load float, ptr addrspace(1) %v33, align 4, !invariant.load !{}
  %v35 = call nsz float @llvm.maximum.f32(float %v32, float %v34)
  %v36 = select i1 %v19, float %v35, float %v32
  %v37 = getelementptr inbounds float, ptr addrspace(1) %v28, i64 %v23
  %v38 = load float, ptr addrspace(1) %v37, align 4, !invariant.load !{}
  %v39 = call nsz float @llvm.maximum.f32(float %v36, float %v38)
  %v40 = select i1 %v22, float %v39, float %v36
  %v41 = getelementptr inbounds float, ptr addrspace(1) %v28, i64 %v26
  %v42 = load float, ptr addrspace(1) %v41, align 4, !invariant.load !{}
  %v43 = call nsz float @llvm.maximum.f32(float %v40, float %v42)
  %v44 = select i1 %v25, float %v43, float %v40
  %v45 = bitcast float %v44 to i32
  %v46 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v45, i32 16, i32 31)
  %v47 = bitcast i32 %v46 to float
  %v48 = call nsz float @llvm.maximum.f32(float %v44, float %v47)
  %v49 = bitcast float %v48 to i32
  %v50 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v49, i32 8, i32 31)
  %v51 = bitcast i32 %v50 to float
  %v52 = call nsz float @llvm.maximum.f32(float %v48, float %v51)
  %v53 = bitcast float %v52 to i32
  %v54 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v53, i32 4, i32 31)
  %v55 = bitcast i32 %v54 to float
  %v56 = call nsz float @llvm.maximum.f32(float %v52, float %v55)
  %v57 = bitcast float %v56 to i32
  %v58 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v57, i32 2, i32 31)
  %v59 = bitcast i32 %v58 to float
  %v60 = call nsz float @llvm.maximum.f32(float %v56, float %v59)
  %v61 = bitcast float %v60 to i32
  %v62 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v61, i32 1, i32 31)
  %v63 = bitcast i32 %v62 to float
  %v64 = call nsz float @llvm.maximum.f32(float %v60, float %v63)
  call void @llvm.nvvm.barrier0()
  %v67 = icmp eq i32 %v9, 0
  br i1 %v67, label %put65, label %join68
put65:
  %v66 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store float %v64, ptr addrspace(3) %v66, align 8
  br label %join68
join68:
  call void @llvm.nvvm.barrier0()
  %v69 = icmp ult i32 %v9, %v11
  %v70 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v71 = load float, ptr addrspace(3) %v70, align 8
  %v72 = select i1 %v69, float %v71, float 0xFFF0000000000000
  %v73 = bitcast float %v72 to i32
  %v74 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v73, i32 16, i32 31)
  %v75 = bitcast i32 %v74 to float
  %v76 = call nsz float @llvm.maximum.f32(float %v72, float %v75)
  %v77 = bitcast float %v76 to i32
  %v78 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v77, i32 8, i32 31)
  %v79 = bitcast i32 %v78 to float
  %v80 = call nsz float @llvm.maximum.f32(float %v76, float %v79)
  %v81 = bitcast float %v80 to i32
  %v82 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v81, i32 4, i32 31)
  %v83 = bitcast i32 %v82 to float
  %v84 = call nsz float @llvm.maximum.f32(float %v80, float %v83)
  %v85 = bitcast float %v84 to i32
  %v86 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v85, i32 2, i32 31)
  %v87 = bitcast i32 %v86 to float
  %v88 = call nsz float @llvm.maximum.f32(float %v84, float %v87)
  %v89 = bitcast float %v88 to i32
  %v90 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v89, i32 1, i32 31)
  %v91 = bitcast i32 %v90 to float
  %v92 = call nsz float @llvm.maximum.f32(float %v88, float %v91)
  %v93 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v92)
  %v94 = fcmp oeq float %v30, %v93
  %v95 = fcmp une float %v30, %v30
  %v96 = or i1 %v94, %v95
  %v97 = select i1 %v96, i64 %v17, i64 %w2
  %v98 = call i64 @llvm.smin.i64(i64 9223372036854775807, i64 %v97)
  %v99 = select i1 %v16, i64 %v98, i64 9223372036854775807
  %v100 = fcmp oeq float %v34, %v93
  %v101 = fcmp une float %v34, %v34
  %v102 = or i1 %v100, %v101
  %v103 = select i1 %v102, i64 %v20, i64 %w2
  %v104 = call i64 @llvm.smin.i64(i64 %v99, i64 %v103)
  %v105 = select i1 %v19, i64 %v104, i64 %v99
  %v106 = fcmp oeq float %v38, %v93
  %v107 = fcmp une float %v38, %v38
  %v108 = or i1 %v106, %v107
  %v109 = select i1 %v108, i64 %v23, i64 %w2
  %v110 = call i64 @llvm.smin.i64(i64 %v105, i64 %v109)
  %v111 = select i1 %v22, i64 %v110, i64 %v105
  %v112 = fcmp oeq float %v42, %v93
  %v113 = fcmp une float %v42, %v42
  %v114 = or i1 %v112, %v113
  %v115 = select i1 %v114, i64 %v26, i64 %w2
  %v116 = call i64 @llvm.smin.i64(i64 %v111, i64 %v115)
  %v117 = select i1 %v25, i64 %v116, i64 %v111
  %v118 = lshr i64 %v117, 32
  %v119 = trunc i64 %v117 to i32
  %v120 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v119, i32 16, i32 31)
  %v121 = trunc i64 %v118 to i32
  %v122 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v121, i32 16, i32 31)
  %v123 = zext i32 %v120 to i64
  %v124 = zext i32 %v122 to i64
  %v125 = shl i64 %v124, 32
  %v126 = or i64 %v123, %v125
  %v127 = call i64 @llvm.smin.i64(i64 %v117, i64 %v126)
  %v128 = lshr i64 %v127, 32
  %v129 = trunc i64 %v127 to i32
  %v130 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v129, i32 8, i32 31)
  %v131 = trunc i64 %v128 to i32
  %v132 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v131, i32 8, i32 31)
  %v133 = zext i32 %v130 to i64
  %v134 = zext i32 %v132 to i64
  %v135 = shl i64 %v134, 32
  %v136 = or i64 %v133, %v135
  %v137 = call i64 @llvm.smin.i64(i64 %v127, i64 %v136)
  %v138 = lshr i64 %v137, 32
  %v139 = trunc i64 %v137 to i32
  %v140 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v139, i32 4, i32 31)
  %v141 = trunc i64 %v138 to i32
  %v142 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v141, i32 4, i32 31)
  %v143 = zext i32 %v140 to i64
  %v144 = zext i32 %v142 to i64
  %v145 = shl i64 %v144, 32
  %v146 = or i64 %v143, %v145
  %v147 = call i64 @llvm.smin.i64(i64 %v137, i64 %v146)
  %v148 = lshr i64 %v147, 32
  %v149 = trunc i64 %v147 to i32
  %v150 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v149, i32 2, i32 31)
  %v151 = trunc i64 %v148 to i32
  %v152 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v151, i32 2, i32 31)
  %v153 = zext i32 %v150 to i64
  %v154 = zext i32 %v152 to i64
  %v155 = shl i64 %v154, 32
  %v156 = or i64 %v153, %v155
  %v157 = call i64 @llvm.smin.i64(i64 %v147, i64 %v156)
  %v158 = lshr i64 %v157, 32
  %v159 = trunc i64 %v157 to i32
  %v160 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v159, i32 1, i32 31)
  %v161 = trunc i64 %v158 to i32
  %v162 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v161, i32 1, i32 31)
  %v163 = zext i32 %v160 to i64
  %v164 = zext i32 %v162 to i64
  %v165 = shl i64 %v164, 32
  %v166 = or i64 %v163, %v165
  %v167 = call i64 @llvm.smin.i64(i64 %v157, i64 %v166)
  call void @llvm.nvvm.barrier0()
  %v170 = icmp eq i32 %v9, 0
  br i1 %v170, label %put168, label %join171
put168:
  %v169 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store i64 %v167, ptr addrspace(3) %v169, align 8
  br label %join171
join171:
  call void @llvm.nvvm.barrier0()
  %v172 = icmp ult i32 %v9, %v11
  %v173 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v174 = load i64, ptr addrspace(3) %v173, align 8
  %v175 = select i1 %v172, i64 %v174, i64 9223372036854775807
  %v176 = lshr i64 %v175, 32
  %v177 = trunc i64 %v175 to i32
  %v178 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v177, i32 16, i32 31)
  %v179 = trunc i64 %v176 to i32
  %v180 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v179, i32 16, i32 31)
  %v181 = zext i32 %v178 to i64
  %v182 = zext i32 %v180 to i64
  %v183 = shl i64 %v182, 32
  %v184 = or i64 %v181, %v183
  %v185 = call i64 @llvm.smin.i64(i64 %v175, i64 %v184)
  %v186 = lshr i64 %v185, 32
  %v187 = trunc i64 %v185 to i32
  %v188 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v187, i32 8, i32 31)
  %v189 = trunc i64 %v186 to i32
  %v190 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v189, i32 8, i32 31)
  %v191 = zext i32 %v188 to i64
  %v192 = zext i32 %v190 to i64
  %v193 = shl i64 %v192, 32
  %v194 = or i64 %v191, %v193
  %v195 = call i64 @llvm.smin.i64(i64 %v185, i64 %v194)
  %v196 = lshr i64 %v195, 32
  %v197 = trunc i64 %v195 to i32
  %v198 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v197, i32 4, i32 31)
  %v199 = trunc i64 %v196 to i32
  %v200 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v199, i32 4, i32 31)
  %v201 = zext i32 %v198 to i64
  %v202 = zext i32 %v200 to i64
  %v203 = shl i64 %v202, 32
  %v204 = or i64 %v201, %v203
  %v205 = call i64 @llvm.smin.i64(i64 %v195, i64 %v204)
  %v206 = lshr i64 %v205, 32
  %v207 = trunc i64 %v205 to i32
  %v208 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v207, i32 2, i32 31)
  %v209 = trunc i64 %v206 to i32
  %v210 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v209, i32 2, i32 31)
  %v211 = zext i32 %v208 to i64
  %v212 = zext i32 %v210 to i64
  %v213 = shl i64 %v212, 32
  %v214 = or i64 %v211, %v213
  %v215 = call i64 @llvm.smin.i64(i64 %v205, i64 %v214)
  %v216 = lshr i64 %v215, 32
  %v217 = trunc i64 %v215 to i32
  %v218 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v217, i32 1, i32 31)
  %v219 = trunc i64 %v216 to i32
  %v220 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v219, i32 1, i32 31)
  %v221 = zext i32 %v218 to i64
  %v222 = zext i32 %v220 to i64
  %v223 = shl i64 %v222, 32
  %v224 = or i64 %v221, %v223
  %v225 = call i64 @llvm.smin.i64(i64 %v215, i64 %v224)
  %v226 = call i64 @llvm.smin.i64(i64 9223372036854775807, i64 %v225)
  %v227 = icmp eq i32 %v1, 0
  %v228 = getelementptr inbounds i64, ptr addrspace(1) %b1, i64 %i14
  br i1 %v227, label %put229, label %join230
put229:
  store i64 %v226, ptr addrspace(1) %v228, align 8
  br label %join230
join230:
  %v231 = getelementptr inbounds float, ptr addrspace(1) %b2, i64 %i14
  br i1 %v227, label %put232, label %join233
put232:
  store float %v93, ptr addrspace(1) %v231, align 4
  br label %join233
join233:
  %v234 = add nsw i64 %i14, %v8
  %v235 = icmp slt i64 %v234, %extent
  br i1 %v235, label %loop12, label %end13
end13:
  ret void
}
