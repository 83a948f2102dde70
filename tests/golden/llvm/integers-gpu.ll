target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %w5, i64 %w6, i64 %extent) nounwind {
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
  %v33 = trunc i64 %w0 to i32
  %v34 = bitcast i32 %v33 to float
  %v49 = trunc i64 %w1 to i8
  %v51 = trunc i64 %w2 to i8
  %v59 = trunc i64 %w3 to i8
  %v62 = trunc i64 %w4 to i8
  %v71 = trunc i64 %w5 to i8
  %v10 = ptrtoint ptr addrspace(1) %b0 to i64
  %v11 = and i64 %v10, 15
  %v12 = or i64 0, %v11
  %v13 = ptrtoint ptr addrspace(1) %b1 to i64
  %v14 = and i64 %v13, 3
  %v15 = or i64 %v12, %v14
  %v16 = icmp eq i64 %v15, 0
  %v17 = and i64 %extent, -4
  %v18 = select i1 %v16, i64 %v17, i64 0
  %v19 = mul i64 %v8, 4
  %v20 = mul i64 %v9, 4
  %v52 = icmp eq i8 %v51, 0
  %v53 = icmp eq i8 %v51, -1
  %v54 = or i1 %v52, %v53
  %v56 = select i1 %v54, i8 1, i8 %v51
  %v63 = icmp eq i8 %v62, 0
  %v65 = icmp eq i8 %v62, -1
  %v165 = icmp slt i64 %v19, %v18
  br i1 %v165, label %loop21, label %end22
loop21:
  %i23 = phi i64 [ %v19, %entry ], [ %v163, %loop21 ]
  %v24 = add nsw i64 %i23, 1
  %v25 = add nsw i64 %i23, 2
  %v26 = add nsw i64 %i23, 3
  %v27 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %i23
  %v28 = load <4 x float>, ptr addrspace(1) %v27, align 16, !invariant.load !{}
  %v29 = extractelement <4 x float> %v28, i32 0
  %v30 = extractelement <4 x float> %v28, i32 1
  %v31 = extractelement <4 x float> %v28, i32 2
  %v32 = extractelement <4 x float> %v28, i32 3
  %v35 = fmul float %v29, %v34
  %v36 = fcmp ole float %v35, 0xC060000000000000
  %v37 = fcmp oge float %v35, 0x4060000000000000
  %v38 = fcmp ogt float %v35, 0xC060200000000000
  %v39 = fcmp olt float %v35, 0x4060000000000000
  %v40 = and i1 %v38, %v39
  %v41 = select i1 %v40, float %v35, float 0x0000000000000000
  %v42 = fptosi float %v41 to i8
  %v43 = select i1 %v37, i8 127, i8 %v42
  %v44 = select i1 %v36, i8 -128, i8 %v43
  %v45 = icmp eq i8 %v44, 0
  %v46 = icmp slt i8 %v44, 0
  %v47 = select i1 %v46, i8 -1, i8 1
  %v48 = select i1 %v45, i8 %v44, i8 %v47
  %v50 = icmp ne i8 %v48, %v49
  %v55 = select i1 %v52, i8 %v44, i8 0
  %v57 = srem i8 %v44, %v56
  %v58 = select i1 %v54, i8 %v55, i8 %v57
  %v60 = icmp ne i8 %v58, %v59
  %v61 = and i1 %v50, %v60
  %v64 = icmp eq i8 %v44, -128
  %v66 = and i1 %v64, %v65
  %v67 = or i1 %v63, %v66
  %v68 = select i1 %v67, i8 1, i8 %v62
  %v69 = sdiv i8 %v44, %v68
  %v70 = select i1 %v63, i8 -1, i8 %v69
  %v72 = sub i8 %v70, %v71
  %v73 = select i1 %v61, i8 %v72, i8 %v70
  %v74 = fmul float %v30, %v34
  %v75 = fcmp ole float %v74, 0xC060000000000000
  %v76 = fcmp oge float %v74, 0x4060000000000000
  %v77 = fcmp ogt float %v74, 0xC060200000000000
  %v78 = fcmp olt float %v74, 0x4060000000000000
  %v79 = and i1 %v77, %v78
  %v80 = select i1 %v79, float %v74, float 0x0000000000000000
  %v81 = fptosi float %v80 to i8
  %v82 = select i1 %v76, i8 127, i8 %v81
  %v83 = select i1 %v75, i8 -128, i8 %v82
  %v84 = icmp eq i8 %v83, 0
  %v85 = icmp slt i8 %v83, 0
  %v86 = select i1 %v85, i8 -1, i8 1
  %v87 = select i1 %v84, i8 %v83, i8 %v86
  %v88 = icmp ne i8 %v87, %v49
  %v89 = select i1 %v52, i8 %v83, i8 0
  %v90 = srem i8 %v83, %v56
  %v91 = select i1 %v54, i8 %v89, i8 %v90
  %v92 = icmp ne i8 %v91, %v59
  %v93 = and i1 %v88, %v92
  %v94 = icmp eq i8 %v83, -128
  %v95 = and i1 %v94, %v65
  %v96 = or i1 %v63, %v95
  %v97 = select i1 %v96, i8 1, i8 %v62
  %v98 = sdiv i8 %v83, %v97
  %v99 = select i1 %v63, i8 -1, i8 %v98
  %v100 = sub i8 %v99, %v71
  %v101 = select i1 %v93, i8 %v100, i8 %v99
  %v102 = fmul float %v31, %v34
  %v103 = fcmp ole float %v102, 0xC060000000000000
  %v104 = fcmp oge float %v102, 0x4060000000000000
  %v105 = fcmp ogt float %v102, 0xC060200000000000
  %v106 = fcmp olt float %v102, 0x4060000000000000
  %v107 = and i1 %v105, %v106
  %v108 = select i1 %v107, float %v102, float 0x0000000000000000
  %v109 = fptosi float %v108 to i8
  %v110 = select i1 %v104, i8 127, i8 %v109
  %v111 = select i1 %v103, i8 -128, i8 %v110
  %v112 = icmp eq i8 %v111, 0
  %v113 = icmp slt i8 %v111, 0
  %v114 = select i1 %v113, i8 -1, i8 1
  %v115 = select i1 %v112, i8 %v111, i8 %v114
  %v116 = icmp ne i8 %v115, %v49
  %v117 = select i1 %v52, i8 %v111, i8 0
  %v118 = srem i8 %v111, %v56
  %v119 = select i1 %v54, i8 %v117, i8 %v118
  %v120 = icmp ne i8 %v119, %v59
  %v121 = and i1 %v116, %v120
  %v122 = icmp eq i8 %v111, -128
  %v123 = and i1 %v122, %v65
  %v124 = or i1 %v63, %v123
  %v125 = select i1 %v124, i8 1, i8 %v62
  %v126 = sdiv i8 %v111, %v125
  %v127 = select i1 %v63, i8 -1, i8 %v126
  %v128 = sub i8 %v127, %v71
  %v129 = select i1 %v121, i8 %v128, i8 %v127
  %v130 = fmul float %v32, %v34
  %v131 = fcmp ole float %v130, 0xC060000000000000
  %v132 = fcmp oge float %v130, 0x4060000000000000
  %v133 = fcmp ogt float %v130, 0xC060200000000000
  %v134 = fcmp olt float %v130, 0x4060000000000000
  %v135 = and i1 %v133, %v134
  %v136 = select i1 %v135, float %v130, float 0x0000000000000000
  %v137 = fptosi float %v136 to i8
  %v138 = select i1 %v132, i8 127, i8 %v137
  %v139 = select i1 %v131, i8 -128, i8 %v138
  %v140 = icmp eq i8 %v139, 0
  %v141 = icmp slt i8 %v139, 0
  %v142 = select i1 %v141, i8 -1, i8 1
  %v143 = select i1 %v140, i8 %v139, i8 %v142
  %v144 = icmp ne i8 %v143, %v49
  %v145 = select i1 %v52, i8 %v139, i8 0
  %v146 = srem i8 %v139, %v56
  %v147 = select i1 %v54, i8 %v145, i8 %v146
  %v148 = icmp ne i8 %v147, %v59
  %v149 = and i1 %v144, %v148
  %v150 = icmp eq i8 %v139, -128
  %v151 = and i1 %v150, %v65
  %v152 = or i1 %v63, %v151
  %v153 = select i1 %v152, i8 1, i8 %v62
  %v154 = sdiv i8 %v139, %v153
  %v155 = select i1 %v63, i8 -1, i8 %v154
  %v156 = sub i8 %v155, %v71
  %v157 = select i1 %v149, i8 %v156, i8 %v155
  %v158 = insertelement <4 x i8> poison, i8 %v73, i32 0
  %v159 = insertelement <4 x i8> %v158, i8 %v101, i32 1
  %v160 = insertelement <4 x i8> %v159, i8 %v129, i32 2
  %v161 = insertelement <4 x i8> %v160, i8 %v157, i32 3
  %v162 = getelementptr inbounds i8, ptr addrspace(1) %b1, i64 %i23
  store <4 x i8> %v161, ptr addrspace(1) %v162, align 4
  %v163 = add nsw i64 %i23, %v20
  %v164 = icmp slt i64 %v163, %v18
  br i1 %v164, label %loop21, label %end22
end22:
  %v166 = add nsw i64 %v18, %v8
  %v203 = icmp slt i64 %v166, %extent
  br i1 %v203, label %loop167, label %end168
loop167:
  %i169 = phi i64 [ %v166, %end22 ], [ %v201, %loop167 ]
  %v170 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %i169
  %v171 = load float, ptr addrspace(1) %v170, align 4, !invariant.load !{}
  %v172 = fmul float %v171, %v34
  %v173 = fcmp ole float %v172, 0xC060000000000000
  %v174 = fcmp oge float %v172, 0x4060000000000000
  %v175 = fcmp ogt float %v172, 0xC060200000000000
  %v176 = fcmp olt float %v172, 0x4060000000000000
  %v177 = and i1 %v175, %v176
  %v178 = select i1 %v177, float %v172, float 0x0000000000000000
  %v179 = fptosi float %v178 to i8
  %v180 = select i1 %v174, i8 127, i8 %v179
  %v181 = select i1 %v173, i8 -128, i8 %v180
  %v182 = icmp eq i8 %v181, 0
  %v183 = icmp slt i8 %v181, 0
  %v184 = select i1 %v183, i8 -1, i8 1
  %v185 = select i1 %v182, i8 %v181, i8 %v184
  %v186 = icmp ne i8 %v185, %v49
  %v187 = select i1 %v52, i8 %v181, i8 0
  %v188 = srem i8 %v181, %v56
  %v189 = select i1 %v54, i8 %v187, i8 %v188
  %v190 = icmp ne i8 %v189, %v59
  %v191 = and i1 %v186, %v190
  %v192 = icmp eq i8 %v181, -128
  %v193 = and i1 %v192, %v65
  %v194 = or i1 %v63, %v193
  %v195 = select i1 %v194, i8 1, i8 %v62
  %v196 = sdiv i8 %v181, %v195
  %v197 = select i1 %v63, i8 -1, i8 %v196
  %v198 = sub i8 %v197, %v71
  %v199 = select i1 %v191, i8 %v198, i8 %v197
  %v200 = getelementptr inbounds i8, ptr addrspace(1) %b1, i64 %i169
  store i8 %v199, ptr addrspace(1) %v200, align 1
  %v201 = add nsw i64 %i169, %v9
  %v202 = icmp slt i64 %v201, %extent
  br i1 %v202, label %loop167, label %end168
end168:
  ret void
}

; rows of 64: 1 blocks of 128
; bind i0 threads
; vectorize i0 4x1 aligned

; rows of 700: 1 blocks of 128
; bind i0 threads
; vectorize i0 4x1 aligned
