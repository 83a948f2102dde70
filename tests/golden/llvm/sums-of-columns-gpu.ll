target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %w5, i64 %w6, i64 %w7, i64 %w8, i64 %extent) nounwind {
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
  %v85 = mul i64 1, %w6
  %v86 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v85
  %v92 = mul i64 2, %w6
  %v93 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v92
  %v98 = mul i64 3, %w6
  %v99 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v98
  %v239 = icmp slt i64 %v11, %extent
  br i1 %v239, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v11, %entry ], [ %v237, %end176 ]
  call void @llvm.nvvm.bar.warp.sync(i32 %v15)
  %v19 = mul i64 %i18, %w2
  %v20 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v19
  %v21 = ptrtoint ptr addrspace(1) %v20 to i64
  %v22 = and i64 %v21, 15
  %v23 = or i64 0, %v22
  %v24 = icmp eq i64 %v23, 0
  %v25 = and i64 %w3, -4
  %v26 = select i1 %v24, i64 %v25, i64 0
  %v27 = mul i64 %v9, 4
  %v28 = mul i64 8, 4
  %v42 = icmp slt i64 %v27, %v26
  br i1 %v42, label %loop29, label %end30
loop29:
  %i31 = phi i64 [ %v27, %loop16 ], [ %v40, %loop29 ]
  %v32 = add nsw i64 %i31, 1
  %v33 = add nsw i64 %i31, 2
  %v34 = add nsw i64 %i31, 3
  %v35 = insertelement <4 x float> poison, float 0x0000000000000000, i32 0
  %v36 = insertelement <4 x float> %v35, float 0x0000000000000000, i32 1
  %v37 = insertelement <4 x float> %v36, float 0x0000000000000000, i32 2
  %v38 = insertelement <4 x float> %v37, float 0x0000000000000000, i32 3
  %v39 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i31
  store <4 x float> %v38, ptr addrspace(1) %v39, align 16
  %v40 = add nsw i64 %i31, %v28
  %v41 = icmp slt i64 %v40, %v26
  br i1 %v41, label %loop29, label %end30
end30:
  %v43 = add nsw i64 %v26, %v9
  %v50 = icmp slt i64 %v43, %w3
  br i1 %v50, label %loop44, label %end45
loop44:
  %i46 = phi i64 [ %v43, %end30 ], [ %v48, %loop44 ]
  %v47 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i46
  store float 0x0000000000000000, ptr addrspace(1) %v47, align 4
  %v48 = add nsw i64 %i46, 8
  %v49 = icmp slt i64 %v48, %w3
  br i1 %v49, label %loop44, label %end45
end45:
  call void @llvm.nvvm.bar.warp.sync(i32 %v15)
  %v51 = mul i64 %i18, %w0
  %v52 = sub i64 %w1, %v51
  %v53 = call i64 @llvm.smin.i64(i64 %w0, i64 %v52)
  %v54 = sdiv i64 %v53, 4
  %v61 = mul i64 %i18, %w4
  %v62 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v61
  %v87 = getelementptr inbounds float, ptr addrspace(1) %v86, i64 %v61
  %v94 = getelementptr inbounds float, ptr addrspace(1) %v93, i64 %v61
  %v100 = getelementptr inbounds float, ptr addrspace(1) %v99, i64 %v61
  %v173 = icmp slt i64 0, %v54
  br i1 %v173, label %loop55, label %end56
loop55:
  %i57 = phi i64 [ 0, %end45 ], [ %v171, %end152 ]
  call void @llvm.nvvm.bar.warp.sync(i32 %v15)
  %v58 = ptrtoint ptr addrspace(1) %v20 to i64
  %v59 = and i64 %v58, 15
  %v60 = or i64 0, %v59
  %v63 = mul i64 %i57, %w5
  %v64 = getelementptr inbounds float, ptr addrspace(1) %v62, i64 %v63
  %v65 = ptrtoint ptr addrspace(1) %v64 to i64
  %v66 = and i64 %v65, 15
  %v67 = or i64 %v60, %v66
  %v68 = icmp eq i64 %v67, 0
  %v69 = and i64 %w3, -4
  %v70 = select i1 %v68, i64 %v69, i64 0
  %v71 = mul i64 %v9, 4
  %v72 = mul i64 8, 4
  %v88 = getelementptr inbounds float, ptr addrspace(1) %v87, i64 %v63
  %v95 = getelementptr inbounds float, ptr addrspace(1) %v94, i64 %v63
  %v101 = getelementptr inbounds float, ptr addrspace(1) %v100, i64 %v63
  %v149 = icmp slt i64 %v71, %v70
  br i1 %v149, label %loop73, label %end74
loop73:
  %i75 = phi i64 [ %v71, %loop55 ], [ %v147, %loop73 ]
  %v76 = add nsw i64 %i75, 1
  %v77 = add nsw i64 %i75, 2
  %v78 = add nsw i64 %i75, 3
  %v79 = getelementptr inbounds float, ptr addrspace(1) %v64, i64 %i75
  %v80 = load <4 x float>, ptr addrspace(1) %v79, align 16, !invariant.load !{}
  %v81 = extractelement <4 x float> %v80, i32 0
  %v82 = extractelement <4 x float> %v80, i32 1
  %v83 = extractelement <4 x float> %v80, i32 2
  %v84 = extractelement <4 x float> %v80, i32 3
  %v89 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %i75
  %v90 = load float, ptr addrspace(1) %v89, align 4, !invariant.load !{}
  %v91 = fadd float %v81, %v90
  %v96 = getelementptr inbounds float, ptr addrspace(1) %v95, i64 %i75
  %v97 = load float, ptr addrspace(1) %v96, align 4, !invariant.load !{}
  %v102 = getelementptr inbounds float, ptr addrspace(1) %v101, i64 %i75
  %v103 = load float, ptr addrspace(1) %v102, align 4, !invariant.load !{}
  %v104 = fadd float %v97, %v103
  %v105 = fadd float %v91, %v104
  %v106 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %v76
  %v107 = load float, ptr addrspace(1) %v106, align 4, !invariant.load !{}
  %v108 = fadd float %v82, %v107
  %v109 = getelementptr inbounds float, ptr addrspace(1) %v95, i64 %v76
  %v110 = load float, ptr addrspace(1) %v109, align 4, !invariant.load !{}
  %v111 = getelementptr inbounds float, ptr addrspace(1) %v101, i64 %v76
  %v112 = load float, ptr addrspace(1) %v111, align 4, !invariant.load !{}
  %v113 = fadd float %v110, %v112
  %v114 = fadd float %v108, %v113
  %v115 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %v77
  %v116 = load float, ptr addrspace(1) %v115, align 4, !invariant.load !{}
  %v117 = fadd float %v83, %v116
  %v118 = getelementptr inbounds float, ptr addrspace(1) %v95, i64 %v77
  %v119 = load float, ptr addrspace(1) %v118, align 4, !invariant.load !{}
  %v120 = getelementptr inbounds float, ptr addrspace(1) %v101, i64 %v77
  %v121 = load float, ptr addrspace(1) %v120, align 4, !invariant.load !{}
  %v122 = fadd float %v119, %v121
  %v123 = fadd float %v117, %v122
  %v124 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %v78
  %v125 = load float, ptr addrspace(1) %v124, align 4, !invariant.load !{}
  %v126 = fadd float %v84, %v125
  %v127 = getelementptr inbounds float, ptr addrspace(1) %v95, i64 %v78
  %v128 = load float, ptr addrspace(1) %v127, align 4, !invariant.load !{}
  %v129 = getelementptr inbounds float, ptr addrspace(1) %v101, i64 %v78
  %v130 = load float, ptr addrspace(1) %v129, align 4, !invariant.load !{}
  %v131 = fadd float %v128, %v130
  %v132 = fadd float %v126, %v131
  %v133 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i75
  %v134 = load <4 x float>, ptr addrspace(1) %v133, align 16
  %v135 = extractelement <4 x float> %v134, i32 0
  %v136 = extractelement <4 x float> %v134, i32 1
  %v137 = extractelement <4 x float> %v134, i32 2
  %v138 = extractelement <4 x float> %v134, i32 3
  %v139 = fadd float %v135, %v105
  %v140 = insertelement <4 x float> poison, float %v139, i32 0
  %v141 = fadd float %v136, %v114
  %v142 = insertelement <4 x float> %v140, float %v141, i32 1
  %v143 = fadd float %v137, %v123
  %v144 = insertelement <4 x float> %v142, float %v143, i32 2
  %v145 = fadd float %v138, %v132
  %v146 = insertelement <4 x float> %v144, float %v145, i32 3
  store <4 x float> %v146, ptr addrspace(1) %v133, align 16
  %v147 = add nsw i64 %i75, %v72
  %v148 = icmp slt i64 %v147, %v70
  br i1 %v148, label %loop73, label %end74
end74:
  %v150 = add nsw i64 %v70, %v9
  %v170 = icmp slt i64 %v150, %w3
  br i1 %v170, label %loop151, label %end152
loop151:
  %i153 = phi i64 [ %v150, %end74 ], [ %v168, %loop151 ]
  %v154 = getelementptr inbounds float, ptr addrspace(1) %v64, i64 %i153
  %v155 = load float, ptr addrspace(1) %v154, align 4, !invariant.load !{}
  %v156 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %i153
  %v157 = load float, ptr addrspace(1) %v156, align 4, !invariant.load !{}
  %v158 = fadd float %v155, %v157
  %v159 = getelementptr inbounds float, ptr addrspace(1) %v95, i64 %i153
  %v160 = load float, ptr addrspace(1) %v159, align 4, !invariant.load !{}
  %v161 = getelementptr inbounds float, ptr addrspace(1) %v101, i64 %i153
  %v162 = load float, ptr addrspace(1) %v161, align 4, !invariant.load !{}
  %v163 = fadd float %v160, %v162
  %v164 = fadd float %v158, %v163
  %v165 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i153
  %v166 = load float, ptr addrspace(1) %v165, align 4
  %v167 = fadd float %v166, %v164
  store float %v167, ptr addrspace(1) %v165, align 4
  %v168 = add nsw i64 %i153, 8
  %v169 = icmp slt i64 %v168, %w3
  br i1 %v169, label %loop151, label %end152
end152:
  call void @llvm.nvvm.bar.warp.sync(i32 %v15)
  %v171 = add nsw i64 %i57, 1
  %v172 = icmp slt i64 %v171, %v54
  br i1 %v172, label %loop55, label %end56
end56:
  %v174 = srem i64 %v53, 4
  %v192 = mul i64 %v54, 4
  %v193 = mul i64 %v192, %w6
  %v194 = getelementptr inbounds float, ptr addrspace(1) %v62, i64 %v193
  %v236 = icmp slt i64 0, %v174
  br i1 %v236, label %loop175, label %end176
loop175:
  %i177 = phi i64 [ 0, %end56 ], [ %v234, %end224 ]
  call void @llvm.nvvm.bar.warp.sync(i32 %v15)
  %v178 = ptrtoint ptr addrspace(1) %v20 to i64
  %v179 = and i64 %v178, 15
  %v180 = or i64 0, %v179
  %v181 = icmp eq i64 %v180, 0
  %v182 = and i64 %w3, -4
  %v183 = select i1 %v181, i64 %v182, i64 0
  %v184 = mul i64 %v9, 4
  %v185 = mul i64 8, 4
  %v195 = mul i64 %i177, %w7
  %v196 = getelementptr inbounds float, ptr addrspace(1) %v194, i64 %v195
  %v221 = icmp slt i64 %v184, %v183
  br i1 %v221, label %loop186, label %end187
loop186:
  %i188 = phi i64 [ %v184, %loop175 ], [ %v219, %loop186 ]
  %v189 = add nsw i64 %i188, 1
  %v190 = add nsw i64 %i188, 2
  %v191 = add nsw i64 %i188, 3
  %v197 = getelementptr inbounds float, ptr addrspace(1) %v196, i64 %i188
  %v198 = load float, ptr addrspace(1) %v197, align 4, !invariant.load !{}
  %v199 = getelementptr inbounds float, ptr addrspace(1) %v196, i64 %v189
  %v200 = load float, ptr addrspace(1) %v199, align 4, !invariant.load !{}
  %v201 = getelementptr inbounds float, ptr addrspace(1) %v196, i64 %v190
  %v202 = load float, ptr addrspace(1) %v201, align 4, !invariant.load !{}
  %v203 = getelementptr inbounds float, ptr addrspace(1) %v196, i64 %v191
  %v204 = load float, ptr addrspace(1) %v203, align 4, !invariant.load !{}
  %v205 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i188
  %v206 = load <4 x float>, ptr addrspace(1) %v205, align 16
  %v207 = extractelement <4 x float> %v206, i32 0
  %v208 = extractelement <4 x float> %v206, i32 1
  %v209 = extractelement <4 x float> %v206, i32 2
  %v210 = extractelement <4 x float> %v206, i32 3
  %v211 = fadd float %v207, %v198
  %v212 = insertelement <4 x float> poison, float %v211, i32 0
  %v213 = fadd float %v208, %v200
  %v214 = insertelement <4 x float> %v212, float %v213, i32 1
  %v215 = fadd float %v209, %v202
  %v216 = insertelement <4 x float> %v214, float %v215, i32 2
  %v217 = fadd float %v210, %v204
  %v218 = insertelement <4 x float> %v216, float %v217, i32 3
  store <4 x float> %v218, ptr addrspace(1) %v205, align 16
  %v219 = add nsw i64 %i188, %v185
  %v220 = icmp slt i64 %v219, %v183
  br i1 %v220, label %loop186, label %end187
end187:
  %v222 = add nsw i64 %v183, %v9
  %v233 = icmp slt i64 %v222, %w3
  br i1 %v233, label %loop223, label %end224
loop223:
  %i225 = phi i64 [ %v222, %end187 ], [ %v231, %loop223 ]
  %v226 = getelementptr inbounds float, ptr addrspace(1) %v196, i64 %i225
  %v227 = load float, ptr addrspace(1) %v226, align 4, !invariant.load !{}
  %v228 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i225
  %v229 = load float, ptr addrspace(1) %v228, align 4
  %v230 = fadd float %v229, %v227
  store float %v230, ptr addrspace(1) %v228, align 4
  %v231 = add nsw i64 %i225, 8
  %v232 = icmp slt i64 %v231, %w3
  br i1 %v232, label %loop223, label %end224
end224:
  call void @llvm.nvvm.bar.warp.sync(i32 %v15)
  %v234 = add nsw i64 %i177, 1
  %v235 = icmp slt i64 %v234, %v174
  br i1 %v235, label %loop175, label %end176
end176:
  %v237 = add nsw i64 %i18, %v13
  %v238 = icmp slt i64 %v237, %extent
  br i1 %v238, label %loop16, label %end17
end17:
  ret void
}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %w5, i64 %w6, i64 %w7, i64 %w8, i64 %extent) nounwind {
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
  %v85 = mul i64 1, %w6
  %v86 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v85
  %v92 = mul i64 2, %w6
  %v93 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v92
  %v98 = mul i64 3, %w6
  %v99 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v98
  %v247 = icmp slt i64 %v7, %extent
  br i1 %v247, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %v7, %entry ], [ %v245, %end180 ]
  call void @llvm.nvvm.barrier0()
  %v15 = mul i64 %i14, %w2
  %v16 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v15
  %v17 = ptrtoint ptr addrspace(1) %v16 to i64
  %v18 = and i64 %v17, 15
  %v19 = or i64 0, %v18
  %v20 = icmp eq i64 %v19, 0
  %v21 = and i64 %w3, -4
  %v22 = select i1 %v20, i64 %v21, i64 0
  %v23 = mul i64 %v5, 4
  %v24 = mul i64 %v6, 4
  %v38 = icmp slt i64 %v23, %v22
  br i1 %v38, label %loop25, label %end26
loop25:
  %i27 = phi i64 [ %v23, %loop12 ], [ %v36, %loop25 ]
  %v28 = add nsw i64 %i27, 1
  %v29 = add nsw i64 %i27, 2
  %v30 = add nsw i64 %i27, 3
  %v31 = insertelement <4 x float> poison, float 0x0000000000000000, i32 0
  %v32 = insertelement <4 x float> %v31, float 0x0000000000000000, i32 1
  %v33 = insertelement <4 x float> %v32, float 0x0000000000000000, i32 2
  %v34 = insertelement <4 x float> %v33, float 0x0000000000000000, i32 3
  %v35 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i27
  store <4 x float> %v34, ptr addrspace(1) %v35, align 16
  %v36 = add nsw i64 %i27, %v24
  %v37 = icmp slt i64 %v36, %v22
  br i1 %v37, label %loop25, label %end26
end26:
  %v39 = add nsw i64 %v22, %v5
  %v46 = icmp slt i64 %v39, %w3
  br i1 %v46, label %loop40, label %end41
loop40:
  %i42 = phi i64 [ %v39, %end26 ], [ %v44, %loop40 ]
  %v43 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i42
  store float 0x0000000000000000, ptr addrspace(1) %v43, align 4
  %v44 = add nsw i64 %i42, %v6
  %v45 = icmp slt i64 %v44, %w3
  br i1 %v45, label %loop40, label %end41
end41:
  call void @llvm.nvvm.barrier0()
  %v48 = icmp eq i32 %v9, 0
  br i1 %v48, label %put47, label %join49
put47:
  br label %join49
join49:
  call void @llvm.nvvm.barrier0()
  %v50 = icmp ult i32 %v9, %v11
  call void @llvm.nvvm.barrier0()
  %v51 = mul i64 %i14, %w0
  %v52 = sub i64 %w1, %v51
  %v53 = call i64 @llvm.smin.i64(i64 %w0, i64 %v52)
  %v54 = sdiv i64 %v53, 4
  %v61 = mul i64 %i14, %w4
  %v62 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v61
  %v87 = getelementptr inbounds float, ptr addrspace(1) %v86, i64 %v61
  %v94 = getelementptr inbounds float, ptr addrspace(1) %v93, i64 %v61
  %v100 = getelementptr inbounds float, ptr addrspace(1) %v99, i64 %v61
  %v177 = icmp slt i64 0, %v54
  br i1 %v177, label %loop55, label %end56
loop55:
  %i57 = phi i64 [ 0, %join49 ], [ %v175, %join173 ]
  call void @llvm.nvvm.barrier0()
  %v58 = ptrtoint ptr addrspace(1) %v16 to i64
  %v59 = and i64 %v58, 15
  %v60 = or i64 0, %v59
  %v63 = mul i64 %i57, %w5
  %v64 = getelementptr inbounds float, ptr addrspace(1) %v62, i64 %v63
  %v65 = ptrtoint ptr addrspace(1) %v64 to i64
  %v66 = and i64 %v65, 15
  %v67 = or i64 %v60, %v66
  %v68 = icmp eq i64 %v67, 0
  %v69 = and i64 %w3, -4
  %v70 = select i1 %v68, i64 %v69, i64 0
  %v71 = mul i64 %v5, 4
  %v72 = mul i64 %v6, 4
  %v88 = getelementptr inbounds float, ptr addrspace(1) %v87, i64 %v63
  %v95 = getelementptr inbounds float, ptr addrspace(1) %v94, i64 %v63
  %v101 = getelementptr inbounds float, ptr addrspace(1) %v100, i64 %v63
  %v149 = icmp slt i64 %v71, %v70
  br i1 %v149, label %loop73, label %end74
loop73:
  %i75 = phi i64 [ %v71, %loop55 ], [ %v147, %loop73 ]
  %v76 = add nsw i64 %i75, 1
  %v77 = add nsw i64 %i75, 2
  %v78 = add nsw i64 %i75, 3
  %v79 = getelementptr inbounds float, ptr addrspace(1) %v64, i64 %i75
  %v80 = load <4 x float>, ptr addrspace(1) %v79, align 16, !invariant.load !{}
  %v81 = extractelement <4 x float> %v80, i32 0
  %v82 = extractelement <4 x float> %v80, i32 1
  %v83 = extractelement <4 x float> %v80, i32 2
  %v84 = extractelement <4 x float> %v80, i32 3
  %v89 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %i75
  %v90 = load float, ptr addrspace(1) %v89, align 4, !invariant.load !{}
  %v91 = fadd float %v81, %v90
  %v96 = getelementptr inbounds float, ptr addrspace(1) %v95, i64 %i75
  %v97 = load float, ptr addrspace(1) %v96, align 4, !invariant.load !{}
  %v102 = getelementptr inbounds float, ptr addrspace(1) %v101, i64 %i75
  %v103 = load float, ptr addrspace(1) %v102, align 4, !invariant.load !{}
  %v104 = fadd float %v97, %v103
  %v105 = fadd float %v91, %v104
  %v106 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %v76
  %v107 = load float, ptr addrspace(1) %v106, align 4, !invariant.load !{}
  %v108 = fadd float %v82, %v107
  %v109 = getelementptr inbounds float, ptr addrspace(1) %v95, i64 %v76
  %v110 = load float, ptr addrspace(1) %v109, align 4, !invariant.load !{}
  %v111 = getelementptr inbounds float, ptr addrspace(1) %v101, i64 %v76
  %v112 = load float, ptr addrspace(1) %v111, align 4, !invariant.load !{}
  %v113 = fadd float %v110, %v112
  %v114 = fadd float %v108, %v113
  %v115 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %v77
  %v116 = load float, ptr addrspace(1) %v115, align 4, !invariant.load !{}
  %v117 = fadd float %v83, %v116
  %v118 = getelementptr inbounds float, ptr addrspace(1) %v95, i64 %v77
  %v119 = load float, ptr addrspace(1) %v118, align 4, !invariant.load !{}
  %v120 = getelementptr inbounds float, ptr addrspace(1) %v101, i64 %v77
  %v121 = load float, ptr addrspace(1) %v120, align 4, !invariant.load !{}
  %v122 = fadd float %v119, %v121
  %v123 = fadd float %v117, %v122
  %v124 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %v78
  %v125 = load float, ptr addrspace(1) %v124, align 4, !invariant.load !{}
  %v126 = fadd float %v84, %v125
  %v127 = getelementptr inbounds float, ptr addrspace(1) %v95, i64 %v78
  %v128 = load float, ptr addrspace(1) %v127, align 4, !invariant.load !{}
  %v129 = getelementptr inbounds float, ptr addrspace(1) %v101, i64 %v78
  %v130 = load float, ptr addrspace(1) %v129, align 4, !invariant.load !{}
  %v131 = fadd float %v128, %v130
  %v132 = fadd float %v126, %v131
  %v133 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i75
  %v134 = load <4 x float>, ptr addrspace(1) %v133, align 16
  %v135 = extractelement <4 x float> %v134, i32 0
  %v136 = extractelement <4 x float> %v134, i32 1
  %v137 = extractelement <4 x float> %v134, i32 2
  %v138 = extractelement <4 x float> %v134, i32 3
  %v139 = fadd float %v135, %v105
  %v140 = insertelement <4 x float> poison, float %v139, i32 0
  %v141 = fadd float %v136, %v114
  %v142 = insertelement <4 x float> %v140, float %v141, i32 1
  %v143 = fadd float %v137, %v123
  %v144 = insertelement <4 x float> %v142, float %v143, i32 2
  %v145 = fadd float %v138, %v132
  %v146 = insertelement <4 x float> %v144, float %v145, i32 3
  store <4 x float> %v146, ptr addrspace(1) %v133, align 16
  %v147 = add nsw i64 %i75, %v72
  %v148 = icmp slt i64 %v147, %v70
  br i1 %v148, label %loop73, label %end74
end74:
  %v150 = add nsw i64 %v70, %v5
  %v170 = icmp slt i64 %v150, %w3
  br i1 %v170, label %loop151, label %end152
loop151:
  %i153 = phi i64 [ %v150, %end74 ], [ %v168, %loop151 ]
  %v154 = getelementptr inbounds float, ptr addrspace(1) %v64, i64 %i153
  %v155 = load float, ptr addrspace(1) %v154, align 4, !invariant.load !{}
  %v156 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %i153
  %v157 = load float, ptr addrspace(1) %v156, align 4, !invariant.load !{}
  %v158 = fadd float %v155, %v157
  %v159 = getelementptr inbounds float, ptr addrspace(1) %v95, i64 %i153
  %v160 = load float, ptr addrspace(1) %v159, align 4, !invariant.load !{}
  %v161 = getelementptr inbounds float, ptr addrspace(1) %v101, i64 %i153
  %v162 = load float, ptr addrspace(1) %v161, align 4, !invariant.load !{}
  %v163 = fadd float %v160, %v162
  %v164 = fadd float %v158, %v163
  %v165 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i153
  %v166 = load float, ptr addrspace(1) %v165, align 4
  %v167 = fadd float %v166, %v164
  store float %v167, ptr addrspace(1) %v165, align 4
  %v168 = add nsw i64 %i153, %v6
  %v169 = icmp slt i64 %v168, %w3
  br i1 %v169, label %loop151, label %end152
end152:
  call void @llvm.nvvm.barrier0()
  %v172 = icmp eq i32 %v9, 0
  br i1 %v172, label %put171, label %join173
put171:
  br label %join173
join173:
  call void @llvm.nvvm.barrier0()
  %v174 = icmp ult i32 %v9, %v11
  call void @llvm.nvvm.barrier0()
  %v175 = add nsw i64 %i57, 1
  %v176 = icmp slt i64 %v175, %v54
  br i1 %v176, label %loop55, label %end56
end56:
  %v178 = srem i64 %v53, 4
  %v196 = mul i64 %v54, 4
  %v197 = mul i64 %v196, %w6
  %v198 = getelementptr inbounds float, ptr addrspace(1) %v62, i64 %v197
  %v244 = icmp slt i64 0, %v178
  br i1 %v244, label %loop179, label %end180
loop179:
  %i181 = phi i64 [ 0, %end56 ], [ %v242, %join240 ]
  call void @llvm.nvvm.barrier0()
  %v182 = ptrtoint ptr addrspace(1) %v16 to i64
  %v183 = and i64 %v182, 15
  %v184 = or i64 0, %v183
  %v185 = icmp eq i64 %v184, 0
  %v186 = and i64 %w3, -4
  %v187 = select i1 %v185, i64 %v186, i64 0
  %v188 = mul i64 %v5, 4
  %v189 = mul i64 %v6, 4
  %v199 = mul i64 %i181, %w7
  %v200 = getelementptr inbounds float, ptr addrspace(1) %v198, i64 %v199
  %v225 = icmp slt i64 %v188, %v187
  br i1 %v225, label %loop190, label %end191
loop190:
  %i192 = phi i64 [ %v188, %loop179 ], [ %v223, %loop190 ]
  %v193 = add nsw i64 %i192, 1
  %v194 = add nsw i64 %i192, 2
  %v195 = add nsw i64 %i192, 3
  %v201 = getelementptr inbounds float, ptr addrspace(1) %v200, i64 %i192
  %v202 = load float, ptr addrspace(1) %v201, align 4, !invariant.load !{}
  %v203 = getelementptr inbounds float, ptr addrspace(1) %v200, i64 %v193
  %v204 = load float, ptr addrspace(1) %v203, align 4, !invariant.load !{}
  %v205 = getelementptr inbounds float, ptr addrspace(1) %v200, i64 %v194
  %v206 = load float, ptr addrspace(1) %v205, align 4, !invariant.load !{}
  %v207 = getelementptr inbounds float, ptr addrspace(1) %v200, i64 %v195
  %v208 = load float, ptr addrspace(1) %v207, align 4, !invariant.load !{}
  %v209 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i192
  %v210 = load <4 x float>, ptr addrspace(1) %v209, align 16
  %v211 = extractelement <4 x float> %v210, i32 0
  %v212 = extractelement <4 x float> %v210, i32 1
  %v213 = extractelement <4 x float> %v210, i32 2
  %v214 = extractelement <4 x float> %v210, i32 3
  %v215 = fadd float %v211, %v202
  %v216 = insertelement <4 x float> poison, float %v215, i32 0
  %v217 = fadd float %v212, %v204
  %v218 = insertelement <4 x float> %v216, float %v217, i32 1
  %v219 = fadd float %v213, %v206
  %v220 = insertelement <4 x float> %v218, float %v219, i32 2
  %v221 = fadd float %v214, %v208
  %v222 = insertelement <4 x float> %v220, float %v221, i32 3
  store <4 x float> %v222, ptr addrspace(1) %v209, align 16
  %v223 = add nsw i64 %i192, %v189
  %v224 = icmp slt i64 %v223, %v187
  br i1 %v224, label %loop190, label %end191
end191:
  %v226 = add nsw i64 %v187, %v5
  %v237 = icmp slt i64 %v226, %w3
  br i1 %v237, label %loop227, label %end228
loop227:
  %i229 = phi i64 [ %v226, %end191 ], [ %v235, %loop227 ]
  %v230 = getelementptr inbounds float, ptr addrspace(1) %v200, i64 %i229
  %v231 = load float, ptr addrspace(1) %v230, align 4, !invariant.load !{}
  %v232 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i229
  %v233 = load float, ptr addrspace(1) %v232, align 4
  %v234 = fadd float %v233, %v231
  store float %v234, ptr addrspace(1) %v232, align 4
  %v235 = add nsw i64 %i229, %v6
  %v236 = icmp slt i64 %v235, %w3
  br i1 %v236, label %loop227, label %end228
end228:
  call void @llvm.nvvm.barrier0()
  %v239 = icmp eq i32 %v9, 0
  br i1 %v239, label %put238, label %join240
put238:
  br label %join240
join240:
  call void @llvm.nvvm.barrier0()
  %v241 = icmp ult i32 %v9, %v11
  call void @llvm.nvvm.barrier0()
  %v242 = add nsw i64 %i181, 1
  %v243 = icmp slt i64 %v242, %v178
  br i1 %v243, label %loop179, label %end180
end180:
  %v245 = add nsw i64 %i14, %v8
  %v246 = icmp slt i64 %v245, %extent
  br i1 %v246, label %loop12, label %end13
end13:
  ret void
}

; rows of 64: 19 blocks of 256
; bind i0 teams of 16
; bind i1 lanes
; vectorize i1 4x1 aligned
; bind i3 lanes
; vectorize i3 4x1 aligned
; bind i5 lanes
; vectorize i5 4x1 aligned

; rows of 700: 32 blocks of 256
; bind i0 blocks
; bind i1 lanes
; vectorize i1 4x1 aligned
; bind i3 lanes
; vectorize i3 4x1 aligned
; bind i5 lanes
; vectorize i5 4x1 aligned

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %extent) nounwind {
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
  %v29 = icmp slt i64 %v8, %extent
  br i1 %v29, label %loop10, label %end11
loop10:
  %i12 = phi i64 [ %v8, %entry ], [ %v27, %end14 ]
  %v17 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %i12
  %v24 = icmp slt i64 0, %w1
  br i1 %v24, label %loop13, label %end14
loop13:
  %i15 = phi i64 [ 0, %loop10 ], [ %v22, %loop13 ]
  %p16 = phi float [ 0x0000000000000000, %loop10 ], [ %v21, %loop13 ]
  %v18 = mul i64 %i15, %w0
  %v19 = getelementptr inbounds float, ptr addrspace(1) %v17, i64 %v18
  %v20 = load float, ptr addrspace(1) %v19, align 4, !invariant.load !{}
  %v21 = fadd float %p16, %v20
  %v22 = add nsw i64 %i15, 1
  %v23 = icmp slt i64 %v22, %w1
  br i1 %v23, label %loop13, label %end14
end14:
  %v25 = phi float [ 0x0000000000000000, %loop10 ], [ %v21, %loop13 ]
  %v26 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %i12
  store float %v25, ptr addrspace(1) %v26, align 4
  %v27 = add nsw i64 %i12, %v9
  %v28 = icmp slt i64 %v27, %extent
  br i1 %v28, label %loop10, label %end11
end11:
  ret void
}

; rows of 64: 2 blocks of 256
; bind i0 threads

; rows of 700: 2 blocks of 256
; bind i0 threads
