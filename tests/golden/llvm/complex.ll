target triple = "x86_64-linux"
declare i64 @llvm.umin.i64(i64, i64)
define internal <4 x double> @totals.add.float64.4.4(ptr %vectors) nounwind noinline {
entry:
  %v280 = load <4 x double>, ptr %vectors
  %v281 = getelementptr <4 x double>, ptr %vectors, i64 1
  %v282 = load <4 x double>, ptr %v281
  %v283 = getelementptr <4 x double>, ptr %vectors, i64 2
  %v284 = load <4 x double>, ptr %v283
  %v285 = getelementptr <4 x double>, ptr %vectors, i64 3
  %v286 = load <4 x double>, ptr %v285
  %v287 = shufflevector <4 x double> %v280, <4 x double> %v284, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v288 = shufflevector <4 x double> %v280, <4 x double> %v284, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v289 = fadd <4 x double> %v287, %v288
  %v290 = shufflevector <4 x double> %v282, <4 x double> %v286, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v291 = shufflevector <4 x double> %v282, <4 x double> %v286, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v292 = fadd <4 x double> %v290, %v291
  %v293 = shufflevector <4 x double> %v289, <4 x double> %v292, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v294 = shufflevector <4 x double> %v289, <4 x double> %v292, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v295 = fadd <4 x double> %v293, %v294
  ret <4 x double> %v295
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v9 = alloca [4 x <4 x double>]
  %v10 = alloca [4 x <4 x double>]
  %v15 = getelementptr i64, ptr %table, i64 3
  %v16 = load i64, ptr %v15, align 8
  %v25 = load ptr, ptr %buffers, align 8
  %v26 = load i64, ptr %table, align 8
  %v32 = getelementptr i64, ptr %table, i64 1
  %v33 = load i64, ptr %v32, align 8
  %v87 = getelementptr i64, ptr %table, i64 2
  %v88 = load i64, ptr %v87, align 8
  %v231 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v231, align 64
  %v232 = alloca <16 x i64>, align 64
  %v298 = alloca [1 x <4 x double>]
  %v301 = alloca [1 x <4 x double>]
  %v308 = getelementptr ptr, ptr %buffers, i64 1
  %v309 = load ptr, ptr %v308, align 8
  %v313 = getelementptr i64, ptr %table, i64 4
  %v314 = load i64, ptr %v313, align 8
  %v330 = getelementptr i64, ptr %table, i64 5
  %v331 = load i64, ptr %v330, align 8
  %v17 = and i64 %v16, -16
  %v34 = insertelement <16 x i64> poison, i64 %v33, i64 0
  %v35 = shufflevector <16 x i64> %v34, <16 x i64> poison, <16 x i32> zeroinitializer
  %v89 = getelementptr inbounds double, ptr %v25, i64 %v88
  %v167 = and i64 %v16, -4
  %v176 = insertelement <4 x i64> poison, i64 %v33, i64 0
  %v177 = shufflevector <4 x i64> %v176, <4 x i64> poison, <4 x i32> zeroinitializer
  %v218 = sub nsw i64 %v16, %v167
  %v219 = call i64 @llvm.umin.i64(i64 %v218, i64 4)
  %v220 = trunc i64 %v219 to i32
  %v221 = insertelement <4 x i32> poison, i32 %v220, i64 0
  %v222 = shufflevector <4 x i32> %v221, <4 x i32> poison, <4 x i32> zeroinitializer
  %v223 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v222
  %v224 = icmp slt i64 %v167, %v16
  %v233 = insertelement <4 x ptr> poison, ptr %v231, i64 0
  %v234 = shufflevector <4 x ptr> %v233, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v315 = insertelement <4 x i64> poison, i64 %v314, i64 0
  %v316 = shufflevector <4 x i64> %v315, <4 x i64> poison, <4 x i32> zeroinitializer
  %v319 = insertelement <4 x ptr> poison, ptr %v232, i64 0
  %v320 = shufflevector <4 x ptr> %v319, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v332 = getelementptr inbounds double, ptr %v309, i64 %v331
  %v345 = icmp slt i64 %lo, %hi
  br i1 %v345, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v343, %end12 ]
  %v4 = add i64 %i3, 4
  %v5 = icmp slt i64 %v4, %hi
  %v6 = select i1 %v5, i64 %v4, i64 %hi, !unpredictable !{}
  %v7 = sub nsw i64 %v6, %i3
  %v8 = add nsw i64 %i3, %v7
  %v279 = icmp slt i64 0, %v7
  br i1 %v279, label %loop11, label %end12
loop11:
  %i13 = phi i64 [ 0, %loop1 ], [ %v277, %join272 ]
  %v14 = add nsw i64 %i3, %i13
  %v18 = icmp slt i64 0, %v17
  %v27 = mul i64 %v14, %v26
  %v28 = getelementptr inbounds double, ptr %v25, i64 %v27
  %v90 = getelementptr inbounds double, ptr %v89, i64 %v27
  br i1 %v18, label %whole19, label %join164
whole19:
  %v149 = icmp slt i64 0, %v17
  br i1 %v149, label %loop20, label %end21
loop20:
  %i22 = phi i64 [ 0, %whole19 ], [ %v147, %loop20 ]
  %p23 = phi <16 x double> [ splat (double 0x8000000000000000), %whole19 ], [ %v145, %loop20 ]
  %p24 = phi <16 x double> [ splat (double 0x8000000000000000), %whole19 ], [ %v146, %loop20 ]
  %v29 = insertelement <16 x i64> poison, i64 %i22, i64 0
  %v30 = shufflevector <16 x i64> %v29, <16 x i64> poison, <16 x i32> zeroinitializer
  %v31 = add <16 x i64> %v30, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v36 = mul <16 x i64> %v31, %v35
  %v37 = getelementptr double, ptr %v28, <16 x i64> %v36
  %v38 = extractelement <16 x ptr> %v37, i64 0
  %v39 = extractelement <16 x ptr> %v37, i64 1
  %v40 = extractelement <16 x ptr> %v37, i64 2
  %v41 = extractelement <16 x ptr> %v37, i64 3
  %v42 = extractelement <16 x ptr> %v37, i64 4
  %v43 = extractelement <16 x ptr> %v37, i64 5
  %v44 = extractelement <16 x ptr> %v37, i64 6
  %v45 = extractelement <16 x ptr> %v37, i64 7
  %v46 = extractelement <16 x ptr> %v37, i64 8
  %v47 = extractelement <16 x ptr> %v37, i64 9
  %v48 = extractelement <16 x ptr> %v37, i64 10
  %v49 = extractelement <16 x ptr> %v37, i64 11
  %v50 = extractelement <16 x ptr> %v37, i64 12
  %v51 = extractelement <16 x ptr> %v37, i64 13
  %v52 = extractelement <16 x ptr> %v37, i64 14
  %v53 = extractelement <16 x ptr> %v37, i64 15
  %v54 = load double, ptr %v38, align 8
  %v55 = insertelement <16 x double> poison, double %v54, i64 0
  %v56 = load double, ptr %v39, align 8
  %v57 = insertelement <16 x double> %v55, double %v56, i64 1
  %v58 = load double, ptr %v40, align 8
  %v59 = insertelement <16 x double> %v57, double %v58, i64 2
  %v60 = load double, ptr %v41, align 8
  %v61 = insertelement <16 x double> %v59, double %v60, i64 3
  %v62 = load double, ptr %v42, align 8
  %v63 = insertelement <16 x double> %v61, double %v62, i64 4
  %v64 = load double, ptr %v43, align 8
  %v65 = insertelement <16 x double> %v63, double %v64, i64 5
  %v66 = load double, ptr %v44, align 8
  %v67 = insertelement <16 x double> %v65, double %v66, i64 6
  %v68 = load double, ptr %v45, align 8
  %v69 = insertelement <16 x double> %v67, double %v68, i64 7
  %v70 = load double, ptr %v46, align 8
  %v71 = insertelement <16 x double> %v69, double %v70, i64 8
  %v72 = load double, ptr %v47, align 8
  %v73 = insertelement <16 x double> %v71, double %v72, i64 9
  %v74 = load double, ptr %v48, align 8
  %v75 = insertelement <16 x double> %v73, double %v74, i64 10
  %v76 = load double, ptr %v49, align 8
  %v77 = insertelement <16 x double> %v75, double %v76, i64 11
  %v78 = load double, ptr %v50, align 8
  %v79 = insertelement <16 x double> %v77, double %v78, i64 12
  %v80 = load double, ptr %v51, align 8
  %v81 = insertelement <16 x double> %v79, double %v80, i64 13
  %v82 = load double, ptr %v52, align 8
  %v83 = insertelement <16 x double> %v81, double %v82, i64 14
  %v84 = load double, ptr %v53, align 8
  %v85 = insertelement <16 x double> %v83, double %v84, i64 15
  %v86 = fmul <16 x double> %v85, %v85
  %v91 = getelementptr double, ptr %v90, <16 x i64> %v36
  %v92 = extractelement <16 x ptr> %v91, i64 0
  %v93 = extractelement <16 x ptr> %v91, i64 1
  %v94 = extractelement <16 x ptr> %v91, i64 2
  %v95 = extractelement <16 x ptr> %v91, i64 3
  %v96 = extractelement <16 x ptr> %v91, i64 4
  %v97 = extractelement <16 x ptr> %v91, i64 5
  %v98 = extractelement <16 x ptr> %v91, i64 6
  %v99 = extractelement <16 x ptr> %v91, i64 7
  %v100 = extractelement <16 x ptr> %v91, i64 8
  %v101 = extractelement <16 x ptr> %v91, i64 9
  %v102 = extractelement <16 x ptr> %v91, i64 10
  %v103 = extractelement <16 x ptr> %v91, i64 11
  %v104 = extractelement <16 x ptr> %v91, i64 12
  %v105 = extractelement <16 x ptr> %v91, i64 13
  %v106 = extractelement <16 x ptr> %v91, i64 14
  %v107 = extractelement <16 x ptr> %v91, i64 15
  %v108 = load double, ptr %v92, align 8
  %v109 = insertelement <16 x double> poison, double %v108, i64 0
  %v110 = load double, ptr %v93, align 8
  %v111 = insertelement <16 x double> %v109, double %v110, i64 1
  %v112 = load double, ptr %v94, align 8
  %v113 = insertelement <16 x double> %v111, double %v112, i64 2
  %v114 = load double, ptr %v95, align 8
  %v115 = insertelement <16 x double> %v113, double %v114, i64 3
  %v116 = load double, ptr %v96, align 8
  %v117 = insertelement <16 x double> %v115, double %v116, i64 4
  %v118 = load double, ptr %v97, align 8
  %v119 = insertelement <16 x double> %v117, double %v118, i64 5
  %v120 = load double, ptr %v98, align 8
  %v121 = insertelement <16 x double> %v119, double %v120, i64 6
  %v122 = load double, ptr %v99, align 8
  %v123 = insertelement <16 x double> %v121, double %v122, i64 7
  %v124 = load double, ptr %v100, align 8
  %v125 = insertelement <16 x double> %v123, double %v124, i64 8
  %v126 = load double, ptr %v101, align 8
  %v127 = insertelement <16 x double> %v125, double %v126, i64 9
  %v128 = load double, ptr %v102, align 8
  %v129 = insertelement <16 x double> %v127, double %v128, i64 10
  %v130 = load double, ptr %v103, align 8
  %v131 = insertelement <16 x double> %v129, double %v130, i64 11
  %v132 = load double, ptr %v104, align 8
  %v133 = insertelement <16 x double> %v131, double %v132, i64 12
  %v134 = load double, ptr %v105, align 8
  %v135 = insertelement <16 x double> %v133, double %v134, i64 13
  %v136 = load double, ptr %v106, align 8
  %v137 = insertelement <16 x double> %v135, double %v136, i64 14
  %v138 = load double, ptr %v107, align 8
  %v139 = insertelement <16 x double> %v137, double %v138, i64 15
  %v140 = fmul <16 x double> %v139, %v139
  %v141 = fsub <16 x double> %v86, %v140
  %v142 = fmul <16 x double> %v85, %v139
  %v143 = fmul <16 x double> %v139, %v85
  %v144 = fadd <16 x double> %v142, %v143
  %v145 = fadd <16 x double> %p23, %v141
  %v146 = fadd <16 x double> %p24, %v144
  %v147 = add nsw i64 %i22, 16
  %v148 = icmp slt i64 %v147, %v17
  br i1 %v148, label %loop20, label %end21
end21:
  %v150 = phi <16 x double> [ splat (double 0x8000000000000000), %whole19 ], [ %v145, %loop20 ]
  %v151 = phi <16 x double> [ splat (double 0x8000000000000000), %whole19 ], [ %v146, %loop20 ]
  %v152 = shufflevector <16 x double> %v150, <16 x double> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v153 = shufflevector <16 x double> %v150, <16 x double> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v154 = shufflevector <16 x double> %v151, <16 x double> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v155 = shufflevector <16 x double> %v151, <16 x double> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v156 = fadd <8 x double> %v152, %v153
  %v157 = fadd <8 x double> %v154, %v155
  %v158 = shufflevector <8 x double> %v156, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v159 = shufflevector <8 x double> %v156, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v160 = shufflevector <8 x double> %v157, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v161 = shufflevector <8 x double> %v157, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v162 = fadd <4 x double> %v158, %v159
  %v163 = fadd <4 x double> %v160, %v161
  br label %join164
join164:
  %v165 = phi <4 x double> [ splat (double 0x8000000000000000), %loop11 ], [ %v162, %end21 ]
  %v166 = phi <4 x double> [ splat (double 0x8000000000000000), %loop11 ], [ %v163, %end21 ]
  %v215 = icmp slt i64 %v17, %v167
  br i1 %v215, label %loop168, label %end169
loop168:
  %i170 = phi i64 [ %v17, %join164 ], [ %v213, %loop168 ]
  %p171 = phi <4 x double> [ %v165, %join164 ], [ %v211, %loop168 ]
  %p172 = phi <4 x double> [ %v166, %join164 ], [ %v212, %loop168 ]
  %v173 = insertelement <4 x i64> poison, i64 %i170, i64 0
  %v174 = shufflevector <4 x i64> %v173, <4 x i64> poison, <4 x i32> zeroinitializer
  %v175 = add <4 x i64> %v174, <i64 0, i64 1, i64 2, i64 3>
  %v178 = mul <4 x i64> %v175, %v177
  %v179 = getelementptr double, ptr %v28, <4 x i64> %v178
  %v180 = extractelement <4 x ptr> %v179, i64 0
  %v181 = extractelement <4 x ptr> %v179, i64 1
  %v182 = extractelement <4 x ptr> %v179, i64 2
  %v183 = extractelement <4 x ptr> %v179, i64 3
  %v184 = load double, ptr %v180, align 8
  %v185 = insertelement <4 x double> poison, double %v184, i64 0
  %v186 = load double, ptr %v181, align 8
  %v187 = insertelement <4 x double> %v185, double %v186, i64 1
  %v188 = load double, ptr %v182, align 8
  %v189 = insertelement <4 x double> %v187, double %v188, i64 2
  %v190 = load double, ptr %v183, align 8
  %v191 = insertelement <4 x double> %v189, double %v190, i64 3
  %v192 = fmul <4 x double> %v191, %v191
  %v193 = getelementptr double, ptr %v90, <4 x i64> %v178
  %v194 = extractelement <4 x ptr> %v193, i64 0
  %v195 = extractelement <4 x ptr> %v193, i64 1
  %v196 = extractelement <4 x ptr> %v193, i64 2
  %v197 = extractelement <4 x ptr> %v193, i64 3
  %v198 = load double, ptr %v194, align 8
  %v199 = insertelement <4 x double> poison, double %v198, i64 0
  %v200 = load double, ptr %v195, align 8
  %v201 = insertelement <4 x double> %v199, double %v200, i64 1
  %v202 = load double, ptr %v196, align 8
  %v203 = insertelement <4 x double> %v201, double %v202, i64 2
  %v204 = load double, ptr %v197, align 8
  %v205 = insertelement <4 x double> %v203, double %v204, i64 3
  %v206 = fmul <4 x double> %v205, %v205
  %v207 = fsub <4 x double> %v192, %v206
  %v208 = fmul <4 x double> %v191, %v205
  %v209 = fmul <4 x double> %v205, %v191
  %v210 = fadd <4 x double> %v208, %v209
  %v211 = fadd <4 x double> %p171, %v207
  %v212 = fadd <4 x double> %p172, %v210
  %v213 = add nsw i64 %i170, 4
  %v214 = icmp slt i64 %v213, %v167
  br i1 %v214, label %loop168, label %end169
end169:
  %v216 = phi <4 x double> [ %v165, %join164 ], [ %v211, %loop168 ]
  %v217 = phi <4 x double> [ %v166, %join164 ], [ %v212, %loop168 ]
  br i1 %v224, label %rest225, label %join272
rest225:
  %v226 = insertelement <4 x i64> poison, i64 %v167, i64 0
  %v227 = shufflevector <4 x i64> %v226, <4 x i64> poison, <4 x i32> zeroinitializer
  %v228 = add <4 x i64> %v227, <i64 0, i64 1, i64 2, i64 3>
  %v229 = mul <4 x i64> %v228, %v177
  %v230 = getelementptr double, ptr %v28, <4 x i64> %v229
  %v235 = select <4 x i1> %v223, <4 x ptr> %v230, <4 x ptr> %v234
  %v236 = extractelement <4 x ptr> %v235, i64 0
  %v237 = extractelement <4 x ptr> %v235, i64 1
  %v238 = extractelement <4 x ptr> %v235, i64 2
  %v239 = extractelement <4 x ptr> %v235, i64 3
  %v240 = load double, ptr %v236, align 8
  %v241 = insertelement <4 x double> poison, double %v240, i64 0
  %v242 = load double, ptr %v237, align 8
  %v243 = insertelement <4 x double> %v241, double %v242, i64 1
  %v244 = load double, ptr %v238, align 8
  %v245 = insertelement <4 x double> %v243, double %v244, i64 2
  %v246 = load double, ptr %v239, align 8
  %v247 = insertelement <4 x double> %v245, double %v246, i64 3
  %v248 = fmul <4 x double> %v247, %v247
  %v249 = getelementptr double, ptr %v90, <4 x i64> %v229
  %v250 = select <4 x i1> %v223, <4 x ptr> %v249, <4 x ptr> %v234
  %v251 = extractelement <4 x ptr> %v250, i64 0
  %v252 = extractelement <4 x ptr> %v250, i64 1
  %v253 = extractelement <4 x ptr> %v250, i64 2
  %v254 = extractelement <4 x ptr> %v250, i64 3
  %v255 = load double, ptr %v251, align 8
  %v256 = insertelement <4 x double> poison, double %v255, i64 0
  %v257 = load double, ptr %v252, align 8
  %v258 = insertelement <4 x double> %v256, double %v257, i64 1
  %v259 = load double, ptr %v253, align 8
  %v260 = insertelement <4 x double> %v258, double %v259, i64 2
  %v261 = load double, ptr %v254, align 8
  %v262 = insertelement <4 x double> %v260, double %v261, i64 3
  %v263 = fmul <4 x double> %v262, %v262
  %v264 = fsub <4 x double> %v248, %v263
  %v265 = fmul <4 x double> %v247, %v262
  %v266 = fmul <4 x double> %v262, %v247
  %v267 = fadd <4 x double> %v265, %v266
  %v268 = fadd <4 x double> %v216, %v264
  %v269 = select <4 x i1> %v223, <4 x double> %v268, <4 x double> %v216
  %v270 = fadd <4 x double> %v217, %v267
  %v271 = select <4 x i1> %v223, <4 x double> %v270, <4 x double> %v217
  br label %join272
join272:
  %v273 = phi <4 x double> [ %v216, %end169 ], [ %v269, %rest225 ]
  %v274 = phi <4 x double> [ %v217, %end169 ], [ %v271, %rest225 ]
  %v275 = getelementptr <4 x double>, ptr %v9, i64 %i13
  store <4 x double> %v273, ptr %v275
  %v276 = getelementptr <4 x double>, ptr %v10, i64 %i13
  store <4 x double> %v274, ptr %v276
  %v277 = add nsw i64 %i13, 1
  %v278 = icmp slt i64 %v277, %v7
  br i1 %v278, label %loop11, label %end12
end12:
  %v296 = call <4 x double> @totals.add.float64.4.4(ptr %v9)
  %v297 = fadd <4 x double> splat (double 0x0000000000000000), %v296
  store <4 x double> %v297, ptr %v298
  %v299 = call <4 x double> @totals.add.float64.4.4(ptr %v10)
  %v300 = fadd <4 x double> splat (double 0x0000000000000000), %v299
  store <4 x double> %v300, ptr %v301
  %v302 = sub nsw i64 %v8, %i3
  %v303 = call i64 @llvm.umin.i64(i64 %v302, i64 4)
  %v304 = trunc i64 %v303 to i32
  %v305 = insertelement <4 x i32> poison, i32 %v304, i64 0
  %v306 = shufflevector <4 x i32> %v305, <4 x i32> poison, <4 x i32> zeroinitializer
  %v307 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v306
  %v310 = insertelement <4 x i64> poison, i64 %i3, i64 0
  %v311 = shufflevector <4 x i64> %v310, <4 x i64> poison, <4 x i32> zeroinitializer
  %v312 = add <4 x i64> %v311, <i64 0, i64 1, i64 2, i64 3>
  %v317 = mul <4 x i64> %v312, %v316
  %v318 = getelementptr double, ptr %v309, <4 x i64> %v317
  %v321 = select <4 x i1> %v307, <4 x ptr> %v318, <4 x ptr> %v320
  %v322 = extractelement <4 x ptr> %v321, i64 0
  %v323 = extractelement <4 x ptr> %v321, i64 1
  %v324 = extractelement <4 x ptr> %v321, i64 2
  %v325 = extractelement <4 x ptr> %v321, i64 3
  %v326 = extractelement <4 x double> %v297, i64 0
  store double %v326, ptr %v322, align 8
  %v327 = extractelement <4 x double> %v297, i64 1
  store double %v327, ptr %v323, align 8
  %v328 = extractelement <4 x double> %v297, i64 2
  store double %v328, ptr %v324, align 8
  %v329 = extractelement <4 x double> %v297, i64 3
  store double %v329, ptr %v325, align 8
  %v333 = getelementptr double, ptr %v332, <4 x i64> %v317
  %v334 = select <4 x i1> %v307, <4 x ptr> %v333, <4 x ptr> %v320
  %v335 = extractelement <4 x ptr> %v334, i64 0
  %v336 = extractelement <4 x ptr> %v334, i64 1
  %v337 = extractelement <4 x ptr> %v334, i64 2
  %v338 = extractelement <4 x ptr> %v334, i64 3
  %v339 = extractelement <4 x double> %v300, i64 0
  store double %v339, ptr %v335, align 8
  %v340 = extractelement <4 x double> %v300, i64 1
  store double %v340, ptr %v336, align 8
  %v341 = extractelement <4 x double> %v300, i64 2
  store double %v341, ptr %v337, align 8
  %v342 = extractelement <4 x double> %v300, i64 3
  store double %v342, ptr %v338, align 8
  %v343 = add nsw i64 %i3, 4
  %v344 = icmp slt i64 %v343, %hi
  br i1 %v344, label %loop1, label %end2
end2:
  ret void
}
