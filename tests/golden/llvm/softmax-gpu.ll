target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.maximum.f32(float, float)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
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
  %v317 = trunc i64 %w3 to i32
  %v318 = bitcast i32 %v317 to float
  %v349 = icmp slt i64 %v11, %extent
  br i1 %v349, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v11, %entry ], [ %v347, %end339 ]
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
  call void @llvm.nvvm.bar.warp.sync(i32 %v15)
  %v84 = ptrtoint ptr addrspace(1) %v20 to i64
  %v85 = and i64 %v84, 15
  %v86 = or i64 0, %v85
  %v87 = mul i64 %i18, %w2
  %v88 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v87
  %v89 = ptrtoint ptr addrspace(1) %v88 to i64
  %v90 = and i64 %v89, 15
  %v91 = or i64 %v86, %v90
  %v92 = icmp eq i64 %v91, 0
  %v93 = and i64 %w1, -4
  %v94 = select i1 %v92, i64 %v93, i64 0
  %v95 = mul i64 %v9, 4
  %v96 = mul i64 8, 4
  %v240 = icmp slt i64 %v95, %v94
  br i1 %v240, label %loop97, label %end98
loop97:
  %i99 = phi i64 [ %v95, %end61 ], [ %v238, %loop97 ]
  %p100 = phi float [ 0x8000000000000000, %end61 ], [ %v234, %loop97 ]
  %p101 = phi float [ 0x8000000000000000, %end61 ], [ %v235, %loop97 ]
  %p102 = phi float [ 0x8000000000000000, %end61 ], [ %v236, %loop97 ]
  %p103 = phi float [ 0x8000000000000000, %end61 ], [ %v237, %loop97 ]
  %v104 = add nsw i64 %i99, 1
  %v105 = add nsw i64 %i99, 2
  %v106 = add nsw i64 %i99, 3
  %v107 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i99
  %v108 = load <4 x float>, ptr addrspace(1) %v107, align 16, !invariant.load !{}
  %v109 = extractelement <4 x float> %v108, i32 0
  %v110 = extractelement <4 x float> %v108, i32 1
  %v111 = extractelement <4 x float> %v108, i32 2
  %v112 = extractelement <4 x float> %v108, i32 3
  %v113 = fsub float %v109, %v83
  %v114 = fcmp olt float %v113, 0xC059FEB860000000
  %v115 = select i1 %v114, float 0x0000000000000000, float %v113
  %v116 = fcmp ogt float %v115, 0x4056600000000000
  %v117 = select i1 %v116, float 0x4056600000000000, float %v115
  %v118 = call float @llvm.fma.f32(float %v117, float 0x3FF7154760000000, float 0x4168000000000000)
  %v119 = fsub float %v118, 0x4168000000000000
  %v120 = call float @llvm.fma.f32(float %v119, float 0xBFE62E4000000000, float %v117)
  %v121 = call float @llvm.fma.f32(float %v119, float 0xBEB7F7D1C0000000, float %v120)
  %v122 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v121, float 0x3F81241460000000)
  %v123 = call float @llvm.fma.f32(float %v122, float %v121, float 0x3FA5554540000000)
  %v124 = call float @llvm.fma.f32(float %v123, float %v121, float 0x3FC5554860000000)
  %v125 = call float @llvm.fma.f32(float %v124, float %v121, float 0x3FE0000000000000)
  %v126 = call float @llvm.fma.f32(float %v125, float %v121, float 0x3FF0000000000000)
  %v127 = call float @llvm.fma.f32(float %v126, float %v121, float 0x3FF0000000000000)
  %v128 = fadd float %v119, 0x4168000000000000
  %v129 = bitcast float %v128 to i32
  %v130 = sub i32 %v129, 1262485504
  %v131 = ashr i32 %v130, 1
  %v132 = add i32 %v131, 127
  %v133 = shl i32 %v132, 23
  %v134 = bitcast i32 %v133 to float
  %v135 = fmul float %v127, %v134
  %v136 = sub i32 %v130, %v131
  %v137 = add i32 %v136, 127
  %v138 = shl i32 %v137, 23
  %v139 = bitcast i32 %v138 to float
  %v140 = fmul float %v135, %v139
  %v141 = select i1 %v114, float 0x0000000000000000, float %v140
  %v142 = fsub float %v110, %v83
  %v143 = fcmp olt float %v142, 0xC059FEB860000000
  %v144 = select i1 %v143, float 0x0000000000000000, float %v142
  %v145 = fcmp ogt float %v144, 0x4056600000000000
  %v146 = select i1 %v145, float 0x4056600000000000, float %v144
  %v147 = call float @llvm.fma.f32(float %v146, float 0x3FF7154760000000, float 0x4168000000000000)
  %v148 = fsub float %v147, 0x4168000000000000
  %v149 = call float @llvm.fma.f32(float %v148, float 0xBFE62E4000000000, float %v146)
  %v150 = call float @llvm.fma.f32(float %v148, float 0xBEB7F7D1C0000000, float %v149)
  %v151 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v150, float 0x3F81241460000000)
  %v152 = call float @llvm.fma.f32(float %v151, float %v150, float 0x3FA5554540000000)
  %v153 = call float @llvm.fma.f32(float %v152, float %v150, float 0x3FC5554860000000)
  %v154 = call float @llvm.fma.f32(float %v153, float %v150, float 0x3FE0000000000000)
  %v155 = call float @llvm.fma.f32(float %v154, float %v150, float 0x3FF0000000000000)
  %v156 = call float @llvm.fma.f32(float %v155, float %v150, float 0x3FF0000000000000)
  %v157 = fadd float %v148, 0x4168000000000000
  %v158 = bitcast float %v157 to i32
  %v159 = sub i32 %v158, 1262485504
  %v160 = ashr i32 %v159, 1
  %v161 = add i32 %v160, 127
  %v162 = shl i32 %v161, 23
  %v163 = bitcast i32 %v162 to float
  %v164 = fmul float %v156, %v163
  %v165 = sub i32 %v159, %v160
  %v166 = add i32 %v165, 127
  %v167 = shl i32 %v166, 23
  %v168 = bitcast i32 %v167 to float
  %v169 = fmul float %v164, %v168
  %v170 = select i1 %v143, float 0x0000000000000000, float %v169
  %v171 = fsub float %v111, %v83
  %v172 = fcmp olt float %v171, 0xC059FEB860000000
  %v173 = select i1 %v172, float 0x0000000000000000, float %v171
  %v174 = fcmp ogt float %v173, 0x4056600000000000
  %v175 = select i1 %v174, float 0x4056600000000000, float %v173
  %v176 = call float @llvm.fma.f32(float %v175, float 0x3FF7154760000000, float 0x4168000000000000)
  %v177 = fsub float %v176, 0x4168000000000000
  %v178 = call float @llvm.fma.f32(float %v177, float 0xBFE62E4000000000, float %v175)
  %v179 = call float @llvm.fma.f32(float %v177, float 0xBEB7F7D1C0000000, float %v178)
  %v180 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v179, float 0x3F81241460000000)
  %v181 = call float @llvm.fma.f32(float %v180, float %v179, float 0x3FA5554540000000)
  %v182 = call float @llvm.fma.f32(float %v181, float %v179, float 0x3FC5554860000000)
  %v183 = call float @llvm.fma.f32(float %v182, float %v179, float 0x3FE0000000000000)
  %v184 = call float @llvm.fma.f32(float %v183, float %v179, float 0x3FF0000000000000)
  %v185 = call float @llvm.fma.f32(float %v184, float %v179, float 0x3FF0000000000000)
  %v186 = fadd float %v177, 0x4168000000000000
  %v187 = bitcast float %v186 to i32
  %v188 = sub i32 %v187, 1262485504
  %v189 = ashr i32 %v188, 1
  %v190 = add i32 %v189, 127
  %v191 = shl i32 %v190, 23
  %v192 = bitcast i32 %v191 to float
  %v193 = fmul float %v185, %v192
  %v194 = sub i32 %v188, %v189
  %v195 = add i32 %v194, 127
  %v196 = shl i32 %v195, 23
  %v197 = bitcast i32 %v196 to float
  %v198 = fmul float %v193, %v197
  %v199 = select i1 %v172, float 0x0000000000000000, float %v198
  %v200 = fsub float %v112, %v83
  %v201 = fcmp olt float %v200, 0xC059FEB860000000
  %v202 = select i1 %v201, float 0x0000000000000000, float %v200
  %v203 = fcmp ogt float %v202, 0x4056600000000000
  %v204 = select i1 %v203, float 0x4056600000000000, float %v202
  %v205 = call float @llvm.fma.f32(float %v204, float 0x3FF7154760000000, float 0x4168000000000000)
  %v206 = fsub float %v205, 0x4168000000000000
  %v207 = call float @llvm.fma.f32(float %v206, float 0xBFE62E4000000000, float %v204)
  %v208 = call float @llvm.fma.f32(float %v206, float 0xBEB7F7D1C0000000, float %v207)
  %v209 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v208, float 0x3F81241460000000)
  %v210 = call float @llvm.fma.f32(float %v209, float %v208, float 0x3FA5554540000000)
  %v211 = call float @llvm.fma.f32(float %v210, float %v208, float 0x3FC5554860000000)
  %v212 = call float @llvm.fma.f32(float %v211, float %v208, float 0x3FE0000000000000)
  %v213 = call float @llvm.fma.f32(float %v212, float %v208, float 0x3FF0000000000000)
  %v214 = call float @llvm.fma.f32(float %v213, float %v208, float 0x3FF0000000000000)
  %v215 = fadd float %v206, 0x4168000000000000
  %v216 = bitcast float %v215 to i32
  %v217 = sub i32 %v216, 1262485504
  %v218 = ashr i32 %v217, 1
  %v219 = add i32 %v218, 127
  %v220 = shl i32 %v219, 23
  %v221 = bitcast i32 %v220 to float
  %v222 = fmul float %v214, %v221
  %v223 = sub i32 %v217, %v218
  %v224 = add i32 %v223, 127
  %v225 = shl i32 %v224, 23
  %v226 = bitcast i32 %v225 to float
  %v227 = fmul float %v222, %v226
  %v228 = select i1 %v201, float 0x0000000000000000, float %v227
  %v229 = insertelement <4 x float> poison, float %v141, i32 0
  %v230 = insertelement <4 x float> %v229, float %v170, i32 1
  %v231 = insertelement <4 x float> %v230, float %v199, i32 2
  %v232 = insertelement <4 x float> %v231, float %v228, i32 3
  %v233 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %i99
  store <4 x float> %v232, ptr addrspace(1) %v233, align 16
  %v234 = fadd float %p100, %v141
  %v235 = fadd float %p101, %v170
  %v236 = fadd float %p102, %v199
  %v237 = fadd float %p103, %v228
  %v238 = add nsw i64 %i99, %v96
  %v239 = icmp slt i64 %v238, %v94
  br i1 %v239, label %loop97, label %end98
end98:
  %v241 = phi float [ 0x8000000000000000, %end61 ], [ %v234, %loop97 ]
  %v242 = phi float [ 0x8000000000000000, %end61 ], [ %v235, %loop97 ]
  %v243 = phi float [ 0x8000000000000000, %end61 ], [ %v236, %loop97 ]
  %v244 = phi float [ 0x8000000000000000, %end61 ], [ %v237, %loop97 ]
  %v245 = fadd float %v241, %v242
  %v246 = fadd float %v245, %v243
  %v247 = fadd float %v246, %v244
  %v248 = add nsw i64 %v94, %v9
  %v288 = icmp slt i64 %v248, %w1
  br i1 %v288, label %loop249, label %end250
loop249:
  %i251 = phi i64 [ %v248, %end98 ], [ %v286, %loop249 ]
  %p252 = phi float [ %v247, %end98 ], [ %v285, %loop249 ]
  %v253 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i251
  %v254 = load float, ptr addrspace(1) %v253, align 4, !invariant.load !{}
  %v255 = fsub float %v254, %v83
  %v256 = fcmp olt float %v255, 0xC059FEB860000000
  %v257 = select i1 %v256, float 0x0000000000000000, float %v255
  %v258 = fcmp ogt float %v257, 0x4056600000000000
  %v259 = select i1 %v258, float 0x4056600000000000, float %v257
  %v260 = call float @llvm.fma.f32(float %v259, float 0x3FF7154760000000, float 0x4168000000000000)
  %v261 = fsub float %v260, 0x4168000000000000
  %v262 = call float @llvm.fma.f32(float %v261, float 0xBFE62E4000000000, float %v259)
  %v263 = call float @llvm.fma.f32(float %v261, float 0xBEB7F7D1C0000000, float %v262)
  %v264 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v263, float 0x3F81241460000000)
  %v265 = call float @llvm.fma.f32(float %v264, float %v263, float 0x3FA5554540000000)
  %v266 = call float @llvm.fma.f32(float %v265, float %v263, float 0x3FC5554860000000)
  %v267 = call float @llvm.fma.f32(float %v266, float %v263, float 0x3FE0000000000000)
  %v268 = call float @llvm.fma.f32(float %v267, float %v263, float 0x3FF0000000000000)
  %v269 = call float @llvm.fma.f32(float %v268, float %v263, float 0x3FF0000000000000)
  %v270 = fadd float %v261, 0x4168000000000000
  %v271 = bitcast float %v270 to i32
  %v272 = sub i32 %v271, 1262485504
  %v273 = ashr i32 %v272, 1
  %v274 = add i32 %v273, 127
  %v275 = shl i32 %v274, 23
  %v276 = bitcast i32 %v275 to float
  %v277 = fmul float %v269, %v276
  %v278 = sub i32 %v272, %v273
  %v279 = add i32 %v278, 127
  %v280 = shl i32 %v279, 23
  %v281 = bitcast i32 %v280 to float
  %v282 = fmul float %v277, %v281
  %v283 = select i1 %v256, float 0x0000000000000000, float %v282
  %v284 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %i251
  store float %v283, ptr addrspace(1) %v284, align 4
  %v285 = fadd float %p252, %v283
  %v286 = add nsw i64 %i251, 8
  %v287 = icmp slt i64 %v286, %w1
  br i1 %v287, label %loop249, label %end250
end250:
  %v289 = phi float [ %v247, %end98 ], [ %v285, %loop249 ]
  %v290 = bitcast float %v289 to i32
  %v291 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v290, i32 4, i32 31)
  %v292 = bitcast i32 %v291 to float
  %v293 = fadd float %v289, %v292
  %v294 = bitcast float %v293 to i32
  %v295 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v294, i32 2, i32 31)
  %v296 = bitcast i32 %v295 to float
  %v297 = fadd float %v293, %v296
  %v298 = bitcast float %v297 to i32
  %v299 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v298, i32 1, i32 31)
  %v300 = bitcast i32 %v299 to float
  %v301 = fadd float %v297, %v300
  %v302 = fadd float 0x0000000000000000, %v301
  call void @llvm.nvvm.bar.warp.sync(i32 %v15)
  %v303 = ptrtoint ptr addrspace(1) %v88 to i64
  %v304 = and i64 %v303, 15
  %v305 = or i64 0, %v304
  %v306 = icmp eq i64 %v305, 0
  %v307 = and i64 %w1, -4
  %v308 = select i1 %v306, i64 %v307, i64 0
  %v309 = mul i64 %v9, 4
  %v310 = mul i64 8, 4
  %v319 = fdiv float %v318, %v302
  %v336 = icmp slt i64 %v309, %v308
  br i1 %v336, label %loop311, label %end312
loop311:
  %i313 = phi i64 [ %v309, %end250 ], [ %v334, %loop311 ]
  %v314 = add nsw i64 %i313, 1
  %v315 = add nsw i64 %i313, 2
  %v316 = add nsw i64 %i313, 3
  %v320 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %i313
  %v321 = load <4 x float>, ptr addrspace(1) %v320, align 16
  %v322 = extractelement <4 x float> %v321, i32 0
  %v323 = extractelement <4 x float> %v321, i32 1
  %v324 = extractelement <4 x float> %v321, i32 2
  %v325 = extractelement <4 x float> %v321, i32 3
  %v326 = fmul float %v322, %v319
  %v327 = insertelement <4 x float> poison, float %v326, i32 0
  %v328 = fmul float %v323, %v319
  %v329 = insertelement <4 x float> %v327, float %v328, i32 1
  %v330 = fmul float %v324, %v319
  %v331 = insertelement <4 x float> %v329, float %v330, i32 2
  %v332 = fmul float %v325, %v319
  %v333 = insertelement <4 x float> %v331, float %v332, i32 3
  store <4 x float> %v333, ptr addrspace(1) %v320, align 16
  %v334 = add nsw i64 %i313, %v310
  %v335 = icmp slt i64 %v334, %v308
  br i1 %v335, label %loop311, label %end312
end312:
  %v337 = add nsw i64 %v308, %v9
  %v346 = icmp slt i64 %v337, %w1
  br i1 %v346, label %loop338, label %end339
loop338:
  %i340 = phi i64 [ %v337, %end312 ], [ %v344, %loop338 ]
  %v341 = getelementptr inbounds float, ptr addrspace(1) %v88, i64 %i340
  %v342 = load float, ptr addrspace(1) %v341, align 4
  %v343 = fmul float %v342, %v319
  store float %v343, ptr addrspace(1) %v341, align 4
  %v344 = add nsw i64 %i340, 8
  %v345 = icmp slt i64 %v344, %w1
  br i1 %v345, label %loop338, label %end339
end339:
  call void @llvm.nvvm.bar.warp.sync(i32 %v15)
  %v347 = add nsw i64 %i18, %v13
  %v348 = icmp slt i64 %v347, %extent
  br i1 %v348, label %loop16, label %end17
end17:
  ret void
}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@shared = internal addrspace(3) global [32 x i64] poison, align 8
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.maximum.f32(float, float)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
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
  %v385 = trunc i64 %w3 to i32
  %v386 = bitcast i32 %v385 to float
  %v421 = icmp slt i64 %v7, %extent
  br i1 %v421, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %v7, %entry ], [ %v419, %join417 ]
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
  call void @llvm.nvvm.barrier0()
  %v116 = ptrtoint ptr addrspace(1) %v16 to i64
  %v117 = and i64 %v116, 15
  %v118 = or i64 0, %v117
  %v119 = mul i64 %i14, %w2
  %v120 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v119
  %v121 = ptrtoint ptr addrspace(1) %v120 to i64
  %v122 = and i64 %v121, 15
  %v123 = or i64 %v118, %v122
  %v124 = icmp eq i64 %v123, 0
  %v125 = and i64 %w1, -4
  %v126 = select i1 %v124, i64 %v125, i64 0
  %v127 = mul i64 %v5, 4
  %v128 = mul i64 %v6, 4
  %v272 = icmp slt i64 %v127, %v126
  br i1 %v272, label %loop129, label %end130
loop129:
  %i131 = phi i64 [ %v127, %join90 ], [ %v270, %loop129 ]
  %p132 = phi float [ 0x8000000000000000, %join90 ], [ %v266, %loop129 ]
  %p133 = phi float [ 0x8000000000000000, %join90 ], [ %v267, %loop129 ]
  %p134 = phi float [ 0x8000000000000000, %join90 ], [ %v268, %loop129 ]
  %p135 = phi float [ 0x8000000000000000, %join90 ], [ %v269, %loop129 ]
  %v136 = add nsw i64 %i131, 1
  %v137 = add nsw i64 %i131, 2
  %v138 = add nsw i64 %i131, 3
  %v139 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i131
  %v140 = load <4 x float>, ptr addrspace(1) %v139, align 16, !invariant.load !{}
  %v141 = extractelement <4 x float> %v140, i32 0
  %v142 = extractelement <4 x float> %v140, i32 1
  %v143 = extractelement <4 x float> %v140, i32 2
  %v144 = extractelement <4 x float> %v140, i32 3
  %v145 = fsub float %v141, %v115
  %v146 = fcmp olt float %v145, 0xC059FEB860000000
  %v147 = select i1 %v146, float 0x0000000000000000, float %v145
  %v148 = fcmp ogt float %v147, 0x4056600000000000
  %v149 = select i1 %v148, float 0x4056600000000000, float %v147
  %v150 = call float @llvm.fma.f32(float %v149, float 0x3FF7154760000000, float 0x4168000000000000)
  %v151 = fsub float %v150, 0x4168000000000000
  %v152 = call float @llvm.fma.f32(float %v151, float 0xBFE62E4000000000, float %v149)
  %v153 = call float @llvm.fma.f32(float %v151, float 0xBEB7F7D1C0000000, float %v152)
  %v154 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v153, float 0x3F81241460000000)
  %v155 = call float @llvm.fma.f32(float %v154, float %v153, float 0x3FA5554540000000)
  %v156 = call float @llvm.fma.f32(float %v155, float %v153, float 0x3FC5554860000000)
  %v157 = call float @llvm.fma.f32(float %v156, float %v153, float 0x3FE0000000000000)
  %v158 = call float @llvm.fma.f32(float %v157, float %v153, float 0x3FF0000000000000)
  %v159 = call float @llvm.fma.f32(float %v158, float %v153, float 0x3FF0000000000000)
  %v160 = fadd float %v151, 0x4168000000000000
  %v161 = bitcast float %v160 to i32
  %v162 = sub i32 %v161, 1262485504
  %v163 = ashr i32 %v162, 1
  %v164 = add i32 %v163, 127
  %v165 = shl i32 %v164, 23
  %v166 = bitcast i32 %v165 to float
  %v167 = fmul float %v159, %v166
  %v168 = sub i32 %v162, %v163
  %v169 = add i32 %v168, 127
  %v170 = shl i32 %v169, 23
  %v171 = bitcast i32 %v170 to float
  %v172 = fmul float %v167, %v171
  %v173 = select i1 %v146, float 0x0000000000000000, float %v172
  %v174 = fsub float %v142, %v115
  %v175 = fcmp olt float %v174, 0xC059FEB860000000
  %v176 = select i1 %v175, float 0x0000000000000000, float %v174
  %v177 = fcmp ogt float %v176, 0x4056600000000000
  %v178 = select i1 %v177, float 0x4056600000000000, float %v176
  %v179 = call float @llvm.fma.f32(float %v178, float 0x3FF7154760000000, float 0x4168000000000000)
  %v180 = fsub float %v179, 0x4168000000000000
  %v181 = call float @llvm.fma.f32(float %v180, float 0xBFE62E4000000000, float %v178)
  %v182 = call float @llvm.fma.f32(float %v180, float 0xBEB7F7D1C0000000, float %v181)
  %v183 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v182, float 0x3F81241460000000)
  %v184 = call float @llvm.fma.f32(float %v183, float %v182, float 0x3FA5554540000000)
  %v185 = call float @llvm.fma.f32(float %v184, float %v182, float 0x3FC5554860000000)
  %v186 = call float @llvm.fma.f32(float %v185, float %v182, float 0x3FE0000000000000)
  %v187 = call float @llvm.fma.f32(float %v186, float %v182, float 0x3FF0000000000000)
  %v188 = call float @llvm.fma.f32(float %v187, float %v182, float 0x3FF0000000000000)
  %v189 = fadd float %v180, 0x4168000000000000
  %v190 = bitcast float %v189 to i32
  %v191 = sub i32 %v190, 1262485504
  %v192 = ashr i32 %v191, 1
  %v193 = add i32 %v192, 127
  %v194 = shl i32 %v193, 23
  %v195 = bitcast i32 %v194 to float
  %v196 = fmul float %v188, %v195
  %v197 = sub i32 %v191, %v192
  %v198 = add i32 %v197, 127
  %v199 = shl i32 %v198, 23
  %v200 = bitcast i32 %v199 to float
  %v201 = fmul float %v196, %v200
  %v202 = select i1 %v175, float 0x0000000000000000, float %v201
  %v203 = fsub float %v143, %v115
  %v204 = fcmp olt float %v203, 0xC059FEB860000000
  %v205 = select i1 %v204, float 0x0000000000000000, float %v203
  %v206 = fcmp ogt float %v205, 0x4056600000000000
  %v207 = select i1 %v206, float 0x4056600000000000, float %v205
  %v208 = call float @llvm.fma.f32(float %v207, float 0x3FF7154760000000, float 0x4168000000000000)
  %v209 = fsub float %v208, 0x4168000000000000
  %v210 = call float @llvm.fma.f32(float %v209, float 0xBFE62E4000000000, float %v207)
  %v211 = call float @llvm.fma.f32(float %v209, float 0xBEB7F7D1C0000000, float %v210)
  %v212 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v211, float 0x3F81241460000000)
  %v213 = call float @llvm.fma.f32(float %v212, float %v211, float 0x3FA5554540000000)
  %v214 = call float @llvm.fma.f32(float %v213, float %v211, float 0x3FC5554860000000)
  %v215 = call float @llvm.fma.f32(float %v214, float %v211, float 0x3FE0000000000000)
  %v216 = call float @llvm.fma.f32(float %v215, float %v211, float 0x3FF0000000000000)
  %v217 = call float @llvm.fma.f32(float %v216, float %v211, float 0x3FF0000000000000)
  %v218 = fadd float %v209, 0x4168000000000000
  %v219 = bitcast float %v218 to i32
  %v220 = sub i32 %v219, 1262485504
  %v221 = ashr i32 %v220, 1
  %v222 = add i32 %v221, 127
  %v223 = shl i32 %v222, 23
  %v224 = bitcast i32 %v223 to float
  %v225 = fmul float %v217, %v224
  %v226 = sub i32 %v220, %v221
  %v227 = add i32 %v226, 127
  %v228 = shl i32 %v227, 23
  %v229 = bitcast i32 %v228 to float
  %v230 = fmul float %v225, %v229
  %v231 = select i1 %v204, float 0x0000000000000000, float %v230
  %v232 = fsub float %v144, %v115
  %v233 = fcmp olt float %v232, 0xC059FEB860000000
  %v234 = select i1 %v233, float 0x0000000000000000, float %v232
  %v235 = fcmp ogt float %v234, 0x4056600000000000
  %v236 = select i1 %v235, float 0x4056600000000000, float %v234
  %v237 = call float @llvm.fma.f32(float %v236, float 0x3FF7154760000000, float 0x4168000000000000)
  %v238 = fsub float %v237, 0x4168000000000000
  %v239 = call float @llvm.fma.f32(float %v238, float 0xBFE62E4000000000, float %v236)
  %v240 = call float @llvm.fma.f32(float %v238, float 0xBEB7F7D1C0000000, float %v239)
  %v241 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v240, float 0x3F81241460000000)
  %v242 = call float @llvm.fma.f32(float %v241, float %v240, float 0x3FA5554540000000)
  %v243 = call float @llvm.fma.f32(float %v242, float %v240, float 0x3FC5554860000000)
  %v244 = call float @llvm.fma.f32(float %v243, float %v240, float 0x3FE0000000000000)
  %v245 = call float @llvm.fma.f32(float %v244, float %v240, float 0x3FF0000000000000)
  %v246 = call float @llvm.fma.f32(float %v245, float %v240, float 0x3FF0000000000000)
  %v247 = fadd float %v238, 0x4168000000000000
  %v248 = bitcast float %v247 to i32
  %v249 = sub i32 %v248, 1262485504
  %v250 = ashr i32 %v249, 1
  %v251 = add i32 %v250, 127
  %v252 = shl i32 %v251, 23
  %v253 = bitcast i32 %v252 to float
  %v254 = fmul float %v246, %v253
  %v255 = sub i32 %v249, %v250
  %v256 = add i32 %v255, 127
  %v257 = shl i32 %v256, 23
  %v258 = bitcast i32 %v257 to float
  %v259 = fmul float %v254, %v258
  %v260 = select i1 %v233, float 0x0000000000000000, float %v259
  %v261 = insertelement <4 x float> poison, float %v173, i32 0
  %v262 = insertelement <4 x float> %v261, float %v202, i32 1
  %v263 = insertelement <4 x float> %v262, float %v231, i32 2
  %v264 = insertelement <4 x float> %v263, float %v260, i32 3
  %v265 = getelementptr inbounds float, ptr addrspace(1) %v120, i64 %i131
  store <4 x float> %v264, ptr addrspace(1) %v265, align 16
  %v266 = fadd float %p132, %v173
  %v267 = fadd float %p133, %v202
  %v268 = fadd float %p134, %v231
  %v269 = fadd float %p135, %v260
  %v270 = add nsw i64 %i131, %v128
  %v271 = icmp slt i64 %v270, %v126
  br i1 %v271, label %loop129, label %end130
end130:
  %v273 = phi float [ 0x8000000000000000, %join90 ], [ %v266, %loop129 ]
  %v274 = phi float [ 0x8000000000000000, %join90 ], [ %v267, %loop129 ]
  %v275 = phi float [ 0x8000000000000000, %join90 ], [ %v268, %loop129 ]
  %v276 = phi float [ 0x8000000000000000, %join90 ], [ %v269, %loop129 ]
  %v277 = fadd float %v273, %v274
  %v278 = fadd float %v277, %v275
  %v279 = fadd float %v278, %v276
  %v280 = add nsw i64 %v126, %v5
  %v320 = icmp slt i64 %v280, %w1
  br i1 %v320, label %loop281, label %end282
loop281:
  %i283 = phi i64 [ %v280, %end130 ], [ %v318, %loop281 ]
  %p284 = phi float [ %v279, %end130 ], [ %v317, %loop281 ]
  %v285 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i283
  %v286 = load float, ptr addrspace(1) %v285, align 4, !invariant.load !{}
  %v287 = fsub float %v286, %v115
  %v288 = fcmp olt float %v287, 0xC059FEB860000000
  %v289 = select i1 %v288, float 0x0000000000000000, float %v287
  %v290 = fcmp ogt float %v289, 0x4056600000000000
  %v291 = select i1 %v290, float 0x4056600000000000, float %v289
  %v292 = call float @llvm.fma.f32(float %v291, float 0x3FF7154760000000, float 0x4168000000000000)
  %v293 = fsub float %v292, 0x4168000000000000
  %v294 = call float @llvm.fma.f32(float %v293, float 0xBFE62E4000000000, float %v291)
  %v295 = call float @llvm.fma.f32(float %v293, float 0xBEB7F7D1C0000000, float %v294)
  %v296 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v295, float 0x3F81241460000000)
  %v297 = call float @llvm.fma.f32(float %v296, float %v295, float 0x3FA5554540000000)
  %v298 = call float @llvm.fma.f32(float %v297, float %v295, float 0x3FC5554860000000)
  %v299 = call float @llvm.fma.f32(float %v298, float %v295, float 0x3FE0000000000000)
  %v300 = call float @llvm.fma.f32(float %v299, float %v295, float 0x3FF0000000000000)
  %v301 = call float @llvm.fma.f32(float %v300, float %v295, float 0x3FF0000000000000)
  %v302 = fadd float %v293, 0x4168000000000000
  %v303 = bitcast float %v302 to i32
  %v304 = sub i32 %v303, 1262485504
  %v305 = ashr i32 %v304, 1
  %v306 = add i32 %v305, 127
  %v307 = shl i32 %v306, 23
  %v308 = bitcast i32 %v307 to float
  %v309 = fmul float %v301, %v308
  %v310 = sub i32 %v304, %v305
  %v311 = add i32 %v310, 127
  %v312 = shl i32 %v311, 23
  %v313 = bitcast i32 %v312 to float
  %v314 = fmul float %v309, %v313
  %v315 = select i1 %v288, float 0x0000000000000000, float %v314
  %v316 = getelementptr inbounds float, ptr addrspace(1) %v120, i64 %i283
  store float %v315, ptr addrspace(1) %v316, align 4
  %v317 = fadd float %p284, %v315
  %v318 = add nsw i64 %i283, %v6
  %v319 = icmp slt i64 %v318, %w1
  br i1 %v319, label %loop281, label %end282
end282:
  %v321 = phi float [ %v279, %end130 ], [ %v317, %loop281 ]
  %v322 = bitcast float %v321 to i32
  %v323 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v322, i32 16, i32 31)
  %v324 = bitcast i32 %v323 to float
  %v325 = fadd float %v321, %v324
  %v326 = bitcast float %v325 to i32
  %v327 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v326, i32 8, i32 31)
  %v328 = bitcast i32 %v327 to float
  %v329 = fadd float %v325, %v328
  %v330 = bitcast float %v329 to i32
  %v331 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v330, i32 4, i32 31)
  %v332 = bitcast i32 %v331 to float
  %v333 = fadd float %v329, %v332
  %v334 = bitcast float %v333 to i32
  %v335 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v334, i32 2, i32 31)
  %v336 = bitcast i32 %v335 to float
  %v337 = fadd float %v333, %v336
  %v338 = bitcast float %v337 to i32
  %v339 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v338, i32 1, i32 31)
  %v340 = bitcast i32 %v339 to float
  %v341 = fadd float %v337, %v340
  call void @llvm.nvvm.barrier0()
  %v344 = icmp eq i32 %v9, 0
  br i1 %v344, label %put342, label %join345
put342:
  %v343 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store float %v341, ptr addrspace(3) %v343, align 8
  br label %join345
join345:
  call void @llvm.nvvm.barrier0()
  %v346 = icmp ult i32 %v9, %v11
  %v347 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v348 = load float, ptr addrspace(3) %v347, align 8
  %v349 = select i1 %v346, float %v348, float 0x8000000000000000
  %v350 = bitcast float %v349 to i32
  %v351 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v350, i32 16, i32 31)
  %v352 = bitcast i32 %v351 to float
  %v353 = fadd float %v349, %v352
  %v354 = bitcast float %v353 to i32
  %v355 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v354, i32 8, i32 31)
  %v356 = bitcast i32 %v355 to float
  %v357 = fadd float %v353, %v356
  %v358 = bitcast float %v357 to i32
  %v359 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v358, i32 4, i32 31)
  %v360 = bitcast i32 %v359 to float
  %v361 = fadd float %v357, %v360
  %v362 = bitcast float %v361 to i32
  %v363 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v362, i32 2, i32 31)
  %v364 = bitcast i32 %v363 to float
  %v365 = fadd float %v361, %v364
  %v366 = bitcast float %v365 to i32
  %v367 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v366, i32 1, i32 31)
  %v368 = bitcast i32 %v367 to float
  %v369 = fadd float %v365, %v368
  %v370 = fadd float 0x0000000000000000, %v369
  call void @llvm.nvvm.barrier0()
  %v371 = ptrtoint ptr addrspace(1) %v120 to i64
  %v372 = and i64 %v371, 15
  %v373 = or i64 0, %v372
  %v374 = icmp eq i64 %v373, 0
  %v375 = and i64 %w1, -4
  %v376 = select i1 %v374, i64 %v375, i64 0
  %v377 = mul i64 %v5, 4
  %v378 = mul i64 %v6, 4
  %v387 = fdiv float %v386, %v370
  %v404 = icmp slt i64 %v377, %v376
  br i1 %v404, label %loop379, label %end380
loop379:
  %i381 = phi i64 [ %v377, %join345 ], [ %v402, %loop379 ]
  %v382 = add nsw i64 %i381, 1
  %v383 = add nsw i64 %i381, 2
  %v384 = add nsw i64 %i381, 3
  %v388 = getelementptr inbounds float, ptr addrspace(1) %v120, i64 %i381
  %v389 = load <4 x float>, ptr addrspace(1) %v388, align 16
  %v390 = extractelement <4 x float> %v389, i32 0
  %v391 = extractelement <4 x float> %v389, i32 1
  %v392 = extractelement <4 x float> %v389, i32 2
  %v393 = extractelement <4 x float> %v389, i32 3
  %v394 = fmul float %v390, %v387
  %v395 = insertelement <4 x float> poison, float %v394, i32 0
  %v396 = fmul float %v391, %v387
  %v397 = insertelement <4 x float> %v395, float %v396, i32 1
  %v398 = fmul float %v392, %v387
  %v399 = insertelement <4 x float> %v397, float %v398, i32 2
  %v400 = fmul float %v393, %v387
  %v401 = insertelement <4 x float> %v399, float %v400, i32 3
  store <4 x float> %v401, ptr addrspace(1) %v388, align 16
  %v402 = add nsw i64 %i381, %v378
  %v403 = icmp slt i64 %v402, %v376
  br i1 %v403, label %loop379, label %end380
end380:
  %v405 = add nsw i64 %v376, %v5
  %v414 = icmp slt i64 %v405, %w1
  br i1 %v414, label %loop406, label %end407
loop406:
  %i408 = phi i64 [ %v405, %end380 ], [ %v412, %loop406 ]
  %v409 = getelementptr inbounds float, ptr addrspace(1) %v120, i64 %i408
  %v410 = load float, ptr addrspace(1) %v409, align 4
  %v411 = fmul float %v410, %v387
  store float %v411, ptr addrspace(1) %v409, align 4
  %v412 = add nsw i64 %i408, %v6
  %v413 = icmp slt i64 %v412, %w1
  br i1 %v413, label %loop406, label %end407
end407:
  call void @llvm.nvvm.barrier0()
  %v416 = icmp eq i32 %v9, 0
  br i1 %v416, label %put415, label %join417
put415:
  br label %join417
join417:
  call void @llvm.nvvm.barrier0()
  %v418 = icmp ult i32 %v9, %v11
  call void @llvm.nvvm.barrier0()
  %v419 = add nsw i64 %i14, %v8
  %v420 = icmp slt i64 %v419, %extent
  br i1 %v420, label %loop12, label %end13
end13:
  ret void
}

; rows of 64: 19 blocks of 256
; bind i0 teams of 16
; bind i1 lanes
; bind i2 lanes
; bind i3 lanes
; hold i1 4
; vectorize i3 4x1 aligned
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.maximum.f32(float, float)
declare void @llvm.nvvm.bar.warp.sync(i32)
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
  %v8 = and i32 %v1, 15
  %v9 = zext i32 %v8 to i64
  %v10 = lshr i32 %v6, 4
  %v11 = zext i32 %v10 to i64
  %v12 = lshr i32 %v7, 4
  %v13 = zext i32 %v12 to i64
  %v14 = and i32 %v1, 16
  %v15 = shl i32 65535, %v14
  %v235 = trunc i64 %w3 to i32
  %v236 = bitcast i32 %v235 to float
  %v267 = icmp slt i64 %v11, %extent
  br i1 %v267, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v11, %entry ], [ %v265, %end257 ]
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
  call void @llvm.nvvm.bar.warp.sync(i32 %v15)
  %v66 = fsub float %v34, %v65
  %v67 = fcmp olt float %v66, 0xC059FEB860000000
  %v68 = select i1 %v67, float 0x0000000000000000, float %v66
  %v69 = fcmp ogt float %v68, 0x4056600000000000
  %v70 = select i1 %v69, float 0x4056600000000000, float %v68
  %v71 = call float @llvm.fma.f32(float %v70, float 0x3FF7154760000000, float 0x4168000000000000)
  %v72 = fsub float %v71, 0x4168000000000000
  %v73 = call float @llvm.fma.f32(float %v72, float 0xBFE62E4000000000, float %v70)
  %v74 = call float @llvm.fma.f32(float %v72, float 0xBEB7F7D1C0000000, float %v73)
  %v75 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v74, float 0x3F81241460000000)
  %v76 = call float @llvm.fma.f32(float %v75, float %v74, float 0x3FA5554540000000)
  %v77 = call float @llvm.fma.f32(float %v76, float %v74, float 0x3FC5554860000000)
  %v78 = call float @llvm.fma.f32(float %v77, float %v74, float 0x3FE0000000000000)
  %v79 = call float @llvm.fma.f32(float %v78, float %v74, float 0x3FF0000000000000)
  %v80 = call float @llvm.fma.f32(float %v79, float %v74, float 0x3FF0000000000000)
  %v81 = fadd float %v72, 0x4168000000000000
  %v82 = bitcast float %v81 to i32
  %v83 = sub i32 %v82, 1262485504
  %v84 = ashr i32 %v83, 1
  %v85 = add i32 %v84, 127
  %v86 = shl i32 %v85, 23
  %v87 = bitcast i32 %v86 to float
  %v88 = fmul float %v80, %v87
  %v89 = sub i32 %v83, %v84
  %v90 = add i32 %v89, 127
  %v91 = shl i32 %v90, 23
  %v92 = bitcast i32 %v91 to float
  %v93 = fmul float %v88, %v92
  %v94 = select i1 %v67, float 0x0000000000000000, float %v93
  %v95 = fsub float %v38, %v65
  %v96 = fcmp olt float %v95, 0xC059FEB860000000
  %v97 = select i1 %v96, float 0x0000000000000000, float %v95
  %v98 = fcmp ogt float %v97, 0x4056600000000000
  %v99 = select i1 %v98, float 0x4056600000000000, float %v97
  %v100 = call float @llvm.fma.f32(float %v99, float 0x3FF7154760000000, float 0x4168000000000000)
  %v101 = fsub float %v100, 0x4168000000000000
  %v102 = call float @llvm.fma.f32(float %v101, float 0xBFE62E4000000000, float %v99)
  %v103 = call float @llvm.fma.f32(float %v101, float 0xBEB7F7D1C0000000, float %v102)
  %v104 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v103, float 0x3F81241460000000)
  %v105 = call float @llvm.fma.f32(float %v104, float %v103, float 0x3FA5554540000000)
  %v106 = call float @llvm.fma.f32(float %v105, float %v103, float 0x3FC5554860000000)
  %v107 = call float @llvm.fma.f32(float %v106, float %v103, float 0x3FE0000000000000)
  %v108 = call float @llvm.fma.f32(float %v107, float %v103, float 0x3FF0000000000000)
  %v109 = call float @llvm.fma.f32(float %v108, float %v103, float 0x3FF0000000000000)
  %v110 = fadd float %v101, 0x4168000000000000
  %v111 = bitcast float %v110 to i32
  %v112 = sub i32 %v111, 1262485504
  %v113 = ashr i32 %v112, 1
  %v114 = add i32 %v113, 127
  %v115 = shl i32 %v114, 23
  %v116 = bitcast i32 %v115 to float
  %v117 = fmul float %v109, %v116
  %v118 = sub i32 %v112, %v113
  %v119 = add i32 %v118, 127
  %v120 = shl i32 %v119, 23
  %v121 = bitcast i32 %v120 to float
  %v122 = fmul float %v117, %v121
  %v123 = select i1 %v96, float 0x0000000000000000, float %v122
  %v124 = fsub float %v42, %v65
  %v125 = fcmp olt float %v124, 0xC059FEB860000000
  %v126 = select i1 %v125, float 0x0000000000000000, float %v124
  %v127 = fcmp ogt float %v126, 0x4056600000000000
  %v128 = select i1 %v127, float 0x4056600000000000, float %v126
  %v129 = call float @llvm.fma.f32(float %v128, float 0x3FF7154760000000, float 0x4168000000000000)
  %v130 = fsub float %v129, 0x4168000000000000
  %v131 = call float @llvm.fma.f32(float %v130, float 0xBFE62E4000000000, float %v128)
  %v132 = call float @llvm.fma.f32(float %v130, float 0xBEB7F7D1C0000000, float %v131)
  %v133 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v132, float 0x3F81241460000000)
  %v134 = call float @llvm.fma.f32(float %v133, float %v132, float 0x3FA5554540000000)
  %v135 = call float @llvm.fma.f32(float %v134, float %v132, float 0x3FC5554860000000)
  %v136 = call float @llvm.fma.f32(float %v135, float %v132, float 0x3FE0000000000000)
  %v137 = call float @llvm.fma.f32(float %v136, float %v132, float 0x3FF0000000000000)
  %v138 = call float @llvm.fma.f32(float %v137, float %v132, float 0x3FF0000000000000)
  %v139 = fadd float %v130, 0x4168000000000000
  %v140 = bitcast float %v139 to i32
  %v141 = sub i32 %v140, 1262485504
  %v142 = ashr i32 %v141, 1
  %v143 = add i32 %v142, 127
  %v144 = shl i32 %v143, 23
  %v145 = bitcast i32 %v144 to float
  %v146 = fmul float %v138, %v145
  %v147 = sub i32 %v141, %v142
  %v148 = add i32 %v147, 127
  %v149 = shl i32 %v148, 23
  %v150 = bitcast i32 %v149 to float
  %v151 = fmul float %v146, %v150
  %v152 = select i1 %v125, float 0x0000000000000000, float %v151
  %v153 = fsub float %v46, %v65
  %v154 = fcmp olt float %v153, 0xC059FEB860000000
  %v155 = select i1 %v154, float 0x0000000000000000, float %v153
  %v156 = fcmp ogt float %v155, 0x4056600000000000
  %v157 = select i1 %v156, float 0x4056600000000000, float %v155
  %v158 = call float @llvm.fma.f32(float %v157, float 0x3FF7154760000000, float 0x4168000000000000)
  %v159 = fsub float %v158, 0x4168000000000000
  %v160 = call float @llvm.fma.f32(float %v159, float 0xBFE62E4000000000, float %v157)
  %v161 = call float @llvm.fma.f32(float %v159, float 0xBEB7F7D1C0000000, float %v160)
  %v162 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v161, float 0x3F81241460000000)
  %v163 = call float @llvm.fma.f32(float %v162, float %v161, float 0x3FA5554540000000)
  %v164 = call float @llvm.fma.f32(float %v163, float %v161, float 0x3FC5554860000000)
  %v165 = call float @llvm.fma.f32(float %v164, float %v161, float 0x3FE0000000000000)
  %v166 = call float @llvm.fma.f32(float %v165, float %v161, float 0x3FF0000000000000)
  %v167 = call float @llvm.fma.f32(float %v166, float %v161, float 0x3FF0000000000000)
  %v168 = fadd float %v159, 0x4168000000000000
  %v169 = bitcast float %v168 to i32
  %v170 = sub i32 %v169, 1262485504
  %v171 = ashr i32 %v170, 1
  %v172 = add i32 %v171, 127
  %v173 = shl i32 %v172, 23
  %v174 = bitcast i32 %v173 to float
  %v175 = fmul float %v167, %v174
  %v176 = sub i32 %v170, %v171
  %v177 = add i32 %v176, 127
  %v178 = shl i32 %v177, 23
  %v179 = bitcast i32 %v178 to float
  %v180 = fmul float %v175, %v179
  %v181 = select i1 %v154, float 0x0000000000000000, float %v180
  %v183 = mul i64 %i18, %w2
  %v184 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v183
  %v185 = getelementptr inbounds float, ptr addrspace(1) %v184, i64 %v21
  br i1 %v20, label %put182, label %join186
put182:
  store float %v94, ptr addrspace(1) %v185, align 4
  br label %join186
join186:
  %v188 = getelementptr inbounds float, ptr addrspace(1) %v184, i64 %v24
  br i1 %v23, label %put187, label %join189
put187:
  store float %v123, ptr addrspace(1) %v188, align 4
  br label %join189
join189:
  %v191 = getelementptr inbounds float, ptr addrspace(1) %v184, i64 %v27
  br i1 %v26, label %put190, label %join192
put190:
  store float %v152, ptr addrspace(1) %v191, align 4
  br label %join192
join192:
  %v194 = getelementptr inbounds float, ptr addrspace(1) %v184, i64 %v30
  br i1 %v29, label %put193, label %join195
put193:
  store float %v181, ptr addrspace(1) %v194, align 4
  br label %join195
join195:
  %v196 = fadd float 0x8000000000000000, %v94
  %v197 = select i1 %v20, float %v196, float 0x8000000000000000
  %v198 = fadd float %v197, %v123
  %v199 = select i1 %v23, float %v198, float %v197
  %v200 = fadd float %v199, %v152
  %v201 = select i1 %v26, float %v200, float %v199
  %v202 = fadd float %v201, %v181
  %v203 = select i1 %v29, float %v202, float %v201
  %v204 = bitcast float %v203 to i32
  %v205 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v204, i32 8, i32 31)
  %v206 = bitcast i32 %v205 to float
  %v207 = fadd float %v203, %v206
  %v208 = bitcast float %v207 to i32
  %v209 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v208, i32 4, i32 31)
  %v210 = bitcast i32 %v209 to float
  %v211 = fadd float %v207, %v210
  %v212 = bitcast float %v211 to i32
  %v213 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v212, i32 2, i32 31)
  %v214 = bitcast i32 %v213 to float
  %v215 = fadd float %v211, %v214
  %v216 = bitcast float %v215 to i32
  %v217 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v216, i32 1, i32 31)
  %v218 = bitcast i32 %v217 to float
  %v219 = fadd float %v215, %v218
  %v220 = fadd float 0x0000000000000000, %v219
  call void @llvm.nvvm.bar.warp.sync(i32 %v15)
  %v221 = ptrtoint ptr addrspace(1) %v184 to i64
  %v222 = and i64 %v221, 15
  %v223 = or i64 0, %v222
  %v224 = icmp eq i64 %v223, 0
  %v225 = and i64 %w1, -4
  %v226 = select i1 %v224, i64 %v225, i64 0
  %v227 = mul i64 %v9, 4
  %v228 = mul i64 16, 4
  %v237 = fdiv float %v236, %v220
  %v254 = icmp slt i64 %v227, %v226
  br i1 %v254, label %loop229, label %end230
loop229:
  %i231 = phi i64 [ %v227, %join195 ], [ %v252, %loop229 ]
  %v232 = add nsw i64 %i231, 1
  %v233 = add nsw i64 %i231, 2
  %v234 = add nsw i64 %i231, 3
  %v238 = getelementptr inbounds float, ptr addrspace(1) %v184, i64 %i231
  %v239 = load <4 x float>, ptr addrspace(1) %v238, align 16
  %v240 = extractelement <4 x float> %v239, i32 0
  %v241 = extractelement <4 x float> %v239, i32 1
  %v242 = extractelement <4 x float> %v239, i32 2
  %v243 = extractelement <4 x float> %v239, i32 3
  %v244 = fmul float %v240, %v237
  %v245 = insertelement <4 x float> poison, float %v244, i32 0
  %v246 = fmul float %v241, %v237
  %v247 = insertelement <4 x float> %v245, float %v246, i32 1
  %v248 = fmul float %v242, %v237
  %v249 = insertelement <4 x float> %v247, float %v248, i32 2
  %v250 = fmul float %v243, %v237
  %v251 = insertelement <4 x float> %v249, float %v250, i32 3
  store <4 x float> %v251, ptr addrspace(1) %v238, align 16
  %v252 = add nsw i64 %i231, %v228
  %v253 = icmp slt i64 %v252, %v226
  br i1 %v253, label %loop229, label %end230
end230:
  %v255 = add nsw i64 %v226, %v9
  %v264 = icmp slt i64 %v255, %w1
  br i1 %v264, label %loop256, label %end257
loop256:
  %i258 = phi i64 [ %v255, %end230 ], [ %v262, %loop256 ]
  %v259 = getelementptr inbounds float, ptr addrspace(1) %v184, i64 %i258
  %v260 = load float, ptr addrspace(1) %v259, align 4
  %v261 = fmul float %v260, %v237
  store float %v261, ptr addrspace(1) %v259, align 4
  %v262 = add nsw i64 %i258, 16
  %v263 = icmp slt i64 %v262, %w1
  br i1 %v263, label %loop256, label %end257
end257:
  call void @llvm.nvvm.bar.warp.sync(i32 %v15)
  %v265 = add nsw i64 %i18, %v13
  %v266 = icmp slt i64 %v265, %extent
  br i1 %v266, label %loop16, label %end17
end17:
  ret void
}

; rows of 700: 32 blocks of 256
; bind i0 blocks
; bind i1 lanes
; bind i2 lanes
; bind i3 lanes
; hold i1 4
; vectorize i3 4x1 aligned
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@shared = internal addrspace(3) global [32 x i64] poison, align 8
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.maximum.f32(float, float)
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
  %v295 = trunc i64 %w3 to i32
  %v296 = bitcast i32 %v295 to float
  %v331 = icmp slt i64 %v7, %extent
  br i1 %v331, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %v7, %entry ], [ %v329, %join327 ]
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
  call void @llvm.nvvm.barrier0()
  %v94 = fsub float %v30, %v93
  %v95 = fcmp olt float %v94, 0xC059FEB860000000
  %v96 = select i1 %v95, float 0x0000000000000000, float %v94
  %v97 = fcmp ogt float %v96, 0x4056600000000000
  %v98 = select i1 %v97, float 0x4056600000000000, float %v96
  %v99 = call float @llvm.fma.f32(float %v98, float 0x3FF7154760000000, float 0x4168000000000000)
  %v100 = fsub float %v99, 0x4168000000000000
  %v101 = call float @llvm.fma.f32(float %v100, float 0xBFE62E4000000000, float %v98)
  %v102 = call float @llvm.fma.f32(float %v100, float 0xBEB7F7D1C0000000, float %v101)
  %v103 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v102, float 0x3F81241460000000)
  %v104 = call float @llvm.fma.f32(float %v103, float %v102, float 0x3FA5554540000000)
  %v105 = call float @llvm.fma.f32(float %v104, float %v102, float 0x3FC5554860000000)
  %v106 = call float @llvm.fma.f32(float %v105, float %v102, float 0x3FE0000000000000)
  %v107 = call float @llvm.fma.f32(float %v106, float %v102, float 0x3FF0000000000000)
  %v108 = call float @llvm.fma.f32(float %v107, float %v102, float 0x3FF0000000000000)
  %v109 = fadd float %v100, 0x4168000000000000
  %v110 = bitcast float %v109 to i32
  %v111 = sub i32 %v110, 1262485504
  %v112 = ashr i32 %v111, 1
  %v113 = add i32 %v112, 127
  %v114 = shl i32 %v113, 23
  %v115 = bitcast i32 %v114 to float
  %v116 = fmul float %v108, %v115
  %v117 = sub i32 %v111, %v112
  %v118 = add i32 %v117, 127
  %v119 = shl i32 %v118, 23
  %v120 = bitcast i32 %v119 to float
  %v121 = fmul float %v116, %v120
  %v122 = select i1 %v95, float 0x0000000000000000, float %v121
  %v123 = fsub float %v34, %v93
  %v124 = fcmp olt float %v123, 0xC059FEB860000000
  %v125 = select i1 %v124, float 0x0000000000000000, float %v123
  %v126 = fcmp ogt float %v125, 0x4056600000000000
  %v127 = select i1 %v126, float 0x4056600000000000, float %v125
  %v128 = call float @llvm.fma.f32(float %v127, float 0x3FF7154760000000, float 0x4168000000000000)
  %v129 = fsub float %v128, 0x4168000000000000
  %v130 = call float @llvm.fma.f32(float %v129, float 0xBFE62E4000000000, float %v127)
  %v131 = call float @llvm.fma.f32(float %v129, float 0xBEB7F7D1C0000000, float %v130)
  %v132 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v131, float 0x3F81241460000000)
  %v133 = call float @llvm.fma.f32(float %v132, float %v131, float 0x3FA5554540000000)
  %v134 = call float @llvm.fma.f32(float %v133, float %v131, float 0x3FC5554860000000)
  %v135 = call float @llvm.fma.f32(float %v134, float %v131, float 0x3FE0000000000000)
  %v136 = call float @llvm.fma.f32(float %v135, float %v131, float 0x3FF0000000000000)
  %v137 = call float @llvm.fma.f32(float %v136, float %v131, float 0x3FF0000000000000)
  %v138 = fadd float %v129, 0x4168000000000000
  %v139 = bitcast float %v138 to i32
  %v140 = sub i32 %v139, 1262485504
  %v141 = ashr i32 %v140, 1
  %v142 = add i32 %v141, 127
  %v143 = shl i32 %v142, 23
  %v144 = bitcast i32 %v143 to float
  %v145 = fmul float %v137, %v144
  %v146 = sub i32 %v140, %v141
  %v147 = add i32 %v146, 127
  %v148 = shl i32 %v147, 23
  %v149 = bitcast i32 %v148 to float
  %v150 = fmul float %v145, %v149
  %v151 = select i1 %v124, float 0x0000000000000000, float %v150
  %v152 = fsub float %v38, %v93
  %v153 = fcmp olt float %v152, 0xC059FEB860000000
  %v154 = select i1 %v153, float 0x0000000000000000, float %v152
  %v155 = fcmp ogt float %v154, 0x4056600000000000
  %v156 = select i1 %v155, float 0x4056600000000000, float %v154
  %v157 = call float @llvm.fma.f32(float %v156, float 0x3FF7154760000000, float 0x4168000000000000)
  %v158 = fsub float %v157, 0x4168000000000000
  %v159 = call float @llvm.fma.f32(float %v158, float 0xBFE62E4000000000, float %v156)
  %v160 = call float @llvm.fma.f32(float %v158, float 0xBEB7F7D1C0000000, float %v159)
  %v161 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v160, float 0x3F81241460000000)
  %v162 = call float @llvm.fma.f32(float %v161, float %v160, float 0x3FA5554540000000)
  %v163 = call float @llvm.fma.f32(float %v162, float %v160, float 0x3FC5554860000000)
  %v164 = call float @llvm.fma.f32(float %v163, float %v160, float 0x3FE0000000000000)
  %v165 = call float @llvm.fma.f32(float %v164, float %v160, float 0x3FF0000000000000)
  %v166 = call float @llvm.fma.f32(float %v165, float %v160, float 0x3FF0000000000000)
  %v167 = fadd float %v158, 0x4168000000000000
  %v168 = bitcast float %v167 to i32
  %v169 = sub i32 %v168, 1262485504
  %v170 = ashr i32 %v169, 1
  %v171 = add i32 %v170, 127
  %v172 = shl i32 %v171, 23
  %v173 = bitcast i32 %v172 to float
  %v174 = fmul float %v166, %v173
  %v175 = sub i32 %v169, %v170
  %v176 = add i32 %v175, 127
  %v177 = shl i32 %v176, 23
  %v178 = bitcast i32 %v177 to float
  %v179 = fmul float %v174, %v178
  %v180 = select i1 %v153, float 0x0000000000000000, float %v179
  %v181 = fsub float %v42, %v93
  %v182 = fcmp olt float %v181, 0xC059FEB860000000
  %v183 = select i1 %v182, float 0x0000000000000000, float %v181
  %v184 = fcmp ogt float %v183, 0x4056600000000000
  %v185 = select i1 %v184, float 0x4056600000000000, float %v183
  %v186 = call float @llvm.fma.f32(float %v185, float 0x3FF7154760000000, float 0x4168000000000000)
  %v187 = fsub float %v186, 0x4168000000000000
  %v188 = call float @llvm.fma.f32(float %v187, float 0xBFE62E4000000000, float %v185)
  %v189 = call float @llvm.fma.f32(float %v187, float 0xBEB7F7D1C0000000, float %v188)
  %v190 = call float @llvm.fma.f32(float 0x3F56DBC5C0000000, float %v189, float 0x3F81241460000000)
  %v191 = call float @llvm.fma.f32(float %v190, float %v189, float 0x3FA5554540000000)
  %v192 = call float @llvm.fma.f32(float %v191, float %v189, float 0x3FC5554860000000)
  %v193 = call float @llvm.fma.f32(float %v192, float %v189, float 0x3FE0000000000000)
  %v194 = call float @llvm.fma.f32(float %v193, float %v189, float 0x3FF0000000000000)
  %v195 = call float @llvm.fma.f32(float %v194, float %v189, float 0x3FF0000000000000)
  %v196 = fadd float %v187, 0x4168000000000000
  %v197 = bitcast float %v196 to i32
  %v198 = sub i32 %v197, 1262485504
  %v199 = ashr i32 %v198, 1
  %v200 = add i32 %v199, 127
  %v201 = shl i32 %v200, 23
  %v202 = bitcast i32 %v201 to float
  %v203 = fmul float %v195, %v202
  %v204 = sub i32 %v198, %v199
  %v205 = add i32 %v204, 127
  %v206 = shl i32 %v205, 23
  %v207 = bitcast i32 %v206 to float
  %v208 = fmul float %v203, %v207
  %v209 = select i1 %v182, float 0x0000000000000000, float %v208
  %v211 = mul i64 %i14, %w2
  %v212 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v211
  %v213 = getelementptr inbounds float, ptr addrspace(1) %v212, i64 %v17
  br i1 %v16, label %put210, label %join214
put210:
  store float %v122, ptr addrspace(1) %v213, align 4
  br label %join214
join214:
  %v216 = getelementptr inbounds float, ptr addrspace(1) %v212, i64 %v20
  br i1 %v19, label %put215, label %join217
put215:
  store float %v151, ptr addrspace(1) %v216, align 4
  br label %join217
join217:
  %v219 = getelementptr inbounds float, ptr addrspace(1) %v212, i64 %v23
  br i1 %v22, label %put218, label %join220
put218:
  store float %v180, ptr addrspace(1) %v219, align 4
  br label %join220
join220:
  %v222 = getelementptr inbounds float, ptr addrspace(1) %v212, i64 %v26
  br i1 %v25, label %put221, label %join223
put221:
  store float %v209, ptr addrspace(1) %v222, align 4
  br label %join223
join223:
  %v224 = fadd float 0x8000000000000000, %v122
  %v225 = select i1 %v16, float %v224, float 0x8000000000000000
  %v226 = fadd float %v225, %v151
  %v227 = select i1 %v19, float %v226, float %v225
  %v228 = fadd float %v227, %v180
  %v229 = select i1 %v22, float %v228, float %v227
  %v230 = fadd float %v229, %v209
  %v231 = select i1 %v25, float %v230, float %v229
  %v232 = bitcast float %v231 to i32
  %v233 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v232, i32 16, i32 31)
  %v234 = bitcast i32 %v233 to float
  %v235 = fadd float %v231, %v234
  %v236 = bitcast float %v235 to i32
  %v237 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v236, i32 8, i32 31)
  %v238 = bitcast i32 %v237 to float
  %v239 = fadd float %v235, %v238
  %v240 = bitcast float %v239 to i32
  %v241 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v240, i32 4, i32 31)
  %v242 = bitcast i32 %v241 to float
  %v243 = fadd float %v239, %v242
  %v244 = bitcast float %v243 to i32
  %v245 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v244, i32 2, i32 31)
  %v246 = bitcast i32 %v245 to float
  %v247 = fadd float %v243, %v246
  %v248 = bitcast float %v247 to i32
  %v249 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v248, i32 1, i32 31)
  %v250 = bitcast i32 %v249 to float
  %v251 = fadd float %v247, %v250
  call void @llvm.nvvm.barrier0()
  %v254 = icmp eq i32 %v9, 0
  br i1 %v254, label %put252, label %join255
put252:
  %v253 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store float %v251, ptr addrspace(3) %v253, align 8
  br label %join255
join255:
  call void @llvm.nvvm.barrier0()
  %v256 = icmp ult i32 %v9, %v11
  %v257 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v258 = load float, ptr addrspace(3) %v257, align 8
  %v259 = select i1 %v256, float %v258, float 0x8000000000000000
  %v260 = bitcast float %v259 to i32
  %v261 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v260, i32 16, i32 31)
  %v262 = bitcast i32 %v261 to float
  %v263 = fadd float %v259, %v262
  %v264 = bitcast float %v263 to i32
  %v265 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v264, i32 8, i32 31)
  %v266 = bitcast i32 %v265 to float
  %v267 = fadd float %v263, %v266
  %v268 = bitcast float %v267 to i32
  %v269 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v268, i32 4, i32 31)
  %v270 = bitcast i32 %v269 to float
  %v271 = fadd float %v267, %v270
  %v272 = bitcast float %v271 to i32
  %v273 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v272, i32 2, i32 31)
  %v274 = bitcast i32 %v273 to float
  %v275 = fadd float %v271, %v274
  %v276 = bitcast float %v275 to i32
  %v277 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v276, i32 1, i32 31)
  %v278 = bitcast i32 %v277 to float
  %v279 = fadd float %v275, %v278
  %v280 = fadd float 0x0000000000000000, %v279
  call void @llvm.nvvm.barrier0()
  %v281 = ptrtoint ptr addrspace(1) %v212 to i64
  %v282 = and i64 %v281, 15
  %v283 = or i64 0, %v282
  %v284 = icmp eq i64 %v283, 0
  %v285 = and i64 %w1, -4
  %v286 = select i1 %v284, i64 %v285, i64 0
  %v287 = mul i64 %v5, 4
  %v288 = mul i64 %v6, 4
  %v297 = fdiv float %v296, %v280
  %v314 = icmp slt i64 %v287, %v286
  br i1 %v314, label %loop289, label %end290
loop289:
  %i291 = phi i64 [ %v287, %join255 ], [ %v312, %loop289 ]
  %v292 = add nsw i64 %i291, 1
  %v293 = add nsw i64 %i291, 2
  %v294 = add nsw i64 %i291, 3
  %v298 = getelementptr inbounds float, ptr addrspace(1) %v212, i64 %i291
  %v299 = load <4 x float>, ptr addrspace(1) %v298, align 16
  %v300 = extractelement <4 x float> %v299, i32 0
  %v301 = extractelement <4 x float> %v299, i32 1
  %v302 = extractelement <4 x float> %v299, i32 2
  %v303 = extractelement <4 x float> %v299, i32 3
  %v304 = fmul float %v300, %v297
  %v305 = insertelement <4 x float> poison, float %v304, i32 0
  %v306 = fmul float %v301, %v297
  %v307 = insertelement <4 x float> %v305, float %v306, i32 1
  %v308 = fmul float %v302, %v297
  %v309 = insertelement <4 x float> %v307, float %v308, i32 2
  %v310 = fmul float %v303, %v297
  %v311 = insertelement <4 x float> %v309, float %v310, i32 3
  store <4 x float> %v311, ptr addrspace(1) %v298, align 16
  %v312 = add nsw i64 %i291, %v288
  %v313 = icmp slt i64 %v312, %v286
  br i1 %v313, label %loop289, label %end290
end290:
  %v315 = add nsw i64 %v286, %v5
  %v324 = icmp slt i64 %v315, %w1
  br i1 %v324, label %loop316, label %end317
loop316:
  %i318 = phi i64 [ %v315, %end290 ], [ %v322, %loop316 ]
  %v319 = getelementptr inbounds float, ptr addrspace(1) %v212, i64 %i318
  %v320 = load float, ptr addrspace(1) %v319, align 4
  %v321 = fmul float %v320, %v297
  store float %v321, ptr addrspace(1) %v319, align 4
  %v322 = add nsw i64 %i318, %v6
  %v323 = icmp slt i64 %v322, %w1
  br i1 %v323, label %loop316, label %end317
end317:
  call void @llvm.nvvm.barrier0()
  %v326 = icmp eq i32 %v9, 0
  br i1 %v326, label %put325, label %join327
put325:
  br label %join327
join327:
  call void @llvm.nvvm.barrier0()
  %v328 = icmp ult i32 %v9, %v11
  call void @llvm.nvvm.barrier0()
  %v329 = add nsw i64 %i14, %v8
  %v330 = icmp slt i64 %v329, %extent
  br i1 %v330, label %loop12, label %end13
end13:
  ret void
}
