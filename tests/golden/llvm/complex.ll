target triple = "x86_64-linux"
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
define internal <4 x double> @totals.add.float64.4.4(ptr %vectors) nounwind noinline {
entry:
  %v285 = getelementptr <4 x double>, ptr %vectors, i64 0
  %v286 = load <4 x double>, ptr %v285
  %v287 = getelementptr <4 x double>, ptr %vectors, i64 1
  %v288 = load <4 x double>, ptr %v287
  %v289 = getelementptr <4 x double>, ptr %vectors, i64 2
  %v290 = load <4 x double>, ptr %v289
  %v291 = getelementptr <4 x double>, ptr %vectors, i64 3
  %v292 = load <4 x double>, ptr %v291
  %v293 = shufflevector <4 x double> %v286, <4 x double> %v290, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v294 = shufflevector <4 x double> %v286, <4 x double> %v290, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v295 = fadd <4 x double> %v293, %v294
  %v296 = shufflevector <4 x double> %v288, <4 x double> %v292, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v297 = shufflevector <4 x double> %v288, <4 x double> %v292, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v298 = fadd <4 x double> %v296, %v297
  %v299 = shufflevector <4 x double> %v295, <4 x double> %v298, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v300 = shufflevector <4 x double> %v295, <4 x double> %v298, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v301 = fadd <4 x double> %v299, %v300
  ret <4 x double> %v301
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v8 = alloca [4 x <4 x double>]
  %v9 = alloca [4 x <4 x double>]
  %v14 = getelementptr i64, ptr %table, i64 3
  %v15 = load i64, ptr %v14, align 8
  %v26 = getelementptr ptr, ptr %buffers, i64 0
  %v27 = load ptr, ptr %v26, align 8
  %v28 = getelementptr i64, ptr %table, i64 0
  %v29 = load i64, ptr %v28, align 8
  %v35 = getelementptr i64, ptr %table, i64 1
  %v36 = load i64, ptr %v35, align 8
  %v90 = getelementptr i64, ptr %table, i64 2
  %v91 = load i64, ptr %v90, align 8
  %v236 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v236, align 64
  %v237 = alloca <16 x i64>, align 64
  %v304 = alloca [1 x <4 x double>]
  %v307 = alloca [1 x <4 x double>]
  %v314 = getelementptr ptr, ptr %buffers, i64 1
  %v315 = load ptr, ptr %v314, align 8
  %v319 = getelementptr i64, ptr %table, i64 4
  %v320 = load i64, ptr %v319, align 8
  %v336 = getelementptr i64, ptr %table, i64 5
  %v337 = load i64, ptr %v336, align 8
  %v16 = sub nsw i64 %v15, 0
  %v17 = and i64 %v16, -16
  %v18 = add nsw i64 0, %v17
  %v37 = insertelement <16 x i64> poison, i64 %v36, i64 0
  %v38 = shufflevector <16 x i64> %v37, <16 x i64> poison, <16 x i32> zeroinitializer
  %v92 = getelementptr inbounds double, ptr %v27, i64 %v91
  %v170 = sub nsw i64 %v15, 0
  %v171 = and i64 %v170, -4
  %v172 = add nsw i64 0, %v171
  %v181 = insertelement <4 x i64> poison, i64 %v36, i64 0
  %v182 = shufflevector <4 x i64> %v181, <4 x i64> poison, <4 x i32> zeroinitializer
  %v223 = sub nsw i64 %v15, %v172
  %v224 = call i64 @llvm.umin.i64(i64 %v223, i64 4)
  %v225 = trunc i64 %v224 to i32
  %v226 = insertelement <4 x i32> poison, i32 %v225, i64 0
  %v227 = shufflevector <4 x i32> %v226, <4 x i32> poison, <4 x i32> zeroinitializer
  %v228 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v227
  %v229 = icmp slt i64 %v172, %v15
  %v238 = insertelement <4 x ptr> poison, ptr %v236, i64 0
  %v239 = shufflevector <4 x ptr> %v238, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v321 = insertelement <4 x i64> poison, i64 %v320, i64 0
  %v322 = shufflevector <4 x i64> %v321, <4 x i64> poison, <4 x i32> zeroinitializer
  %v325 = insertelement <4 x ptr> poison, ptr %v237, i64 0
  %v326 = shufflevector <4 x ptr> %v325, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v338 = getelementptr inbounds double, ptr %v315, i64 %v337
  %v351 = icmp slt i64 %lo, %hi
  br i1 %v351, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v349, %end11 ]
  %v4 = add i64 %i3, 4
  %v5 = call i64 @llvm.smin.i64(i64 %v4, i64 %hi)
  %v6 = sub nsw i64 %v5, %i3
  %v7 = add nsw i64 %i3, %v6
  %v284 = icmp slt i64 0, %v6
  br i1 %v284, label %loop10, label %end11
loop10:
  %i12 = phi i64 [ 0, %loop1 ], [ %v282, %join277 ]
  %v13 = add nsw i64 %i3, %i12
  %v19 = icmp slt i64 0, %v18
  %v30 = mul i64 %v13, %v29
  %v31 = getelementptr inbounds double, ptr %v27, i64 %v30
  %v93 = getelementptr inbounds double, ptr %v92, i64 %v30
  br i1 %v19, label %whole20, label %join167
whole20:
  %v152 = icmp slt i64 0, %v18
  br i1 %v152, label %loop21, label %end22
loop21:
  %i23 = phi i64 [ 0, %whole20 ], [ %v150, %loop21 ]
  %p24 = phi <16 x double> [ splat (double 0x8000000000000000), %whole20 ], [ %v148, %loop21 ]
  %p25 = phi <16 x double> [ splat (double 0x8000000000000000), %whole20 ], [ %v149, %loop21 ]
  %v32 = insertelement <16 x i64> poison, i64 %i23, i64 0
  %v33 = shufflevector <16 x i64> %v32, <16 x i64> poison, <16 x i32> zeroinitializer
  %v34 = add <16 x i64> %v33, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v39 = mul <16 x i64> %v34, %v38
  %v40 = getelementptr double, ptr %v31, <16 x i64> %v39
  %v41 = extractelement <16 x ptr> %v40, i64 0
  %v42 = extractelement <16 x ptr> %v40, i64 1
  %v43 = extractelement <16 x ptr> %v40, i64 2
  %v44 = extractelement <16 x ptr> %v40, i64 3
  %v45 = extractelement <16 x ptr> %v40, i64 4
  %v46 = extractelement <16 x ptr> %v40, i64 5
  %v47 = extractelement <16 x ptr> %v40, i64 6
  %v48 = extractelement <16 x ptr> %v40, i64 7
  %v49 = extractelement <16 x ptr> %v40, i64 8
  %v50 = extractelement <16 x ptr> %v40, i64 9
  %v51 = extractelement <16 x ptr> %v40, i64 10
  %v52 = extractelement <16 x ptr> %v40, i64 11
  %v53 = extractelement <16 x ptr> %v40, i64 12
  %v54 = extractelement <16 x ptr> %v40, i64 13
  %v55 = extractelement <16 x ptr> %v40, i64 14
  %v56 = extractelement <16 x ptr> %v40, i64 15
  %v57 = load double, ptr %v41, align 8
  %v58 = insertelement <16 x double> poison, double %v57, i64 0
  %v59 = load double, ptr %v42, align 8
  %v60 = insertelement <16 x double> %v58, double %v59, i64 1
  %v61 = load double, ptr %v43, align 8
  %v62 = insertelement <16 x double> %v60, double %v61, i64 2
  %v63 = load double, ptr %v44, align 8
  %v64 = insertelement <16 x double> %v62, double %v63, i64 3
  %v65 = load double, ptr %v45, align 8
  %v66 = insertelement <16 x double> %v64, double %v65, i64 4
  %v67 = load double, ptr %v46, align 8
  %v68 = insertelement <16 x double> %v66, double %v67, i64 5
  %v69 = load double, ptr %v47, align 8
  %v70 = insertelement <16 x double> %v68, double %v69, i64 6
  %v71 = load double, ptr %v48, align 8
  %v72 = insertelement <16 x double> %v70, double %v71, i64 7
  %v73 = load double, ptr %v49, align 8
  %v74 = insertelement <16 x double> %v72, double %v73, i64 8
  %v75 = load double, ptr %v50, align 8
  %v76 = insertelement <16 x double> %v74, double %v75, i64 9
  %v77 = load double, ptr %v51, align 8
  %v78 = insertelement <16 x double> %v76, double %v77, i64 10
  %v79 = load double, ptr %v52, align 8
  %v80 = insertelement <16 x double> %v78, double %v79, i64 11
  %v81 = load double, ptr %v53, align 8
  %v82 = insertelement <16 x double> %v80, double %v81, i64 12
  %v83 = load double, ptr %v54, align 8
  %v84 = insertelement <16 x double> %v82, double %v83, i64 13
  %v85 = load double, ptr %v55, align 8
  %v86 = insertelement <16 x double> %v84, double %v85, i64 14
  %v87 = load double, ptr %v56, align 8
  %v88 = insertelement <16 x double> %v86, double %v87, i64 15
  %v89 = fmul <16 x double> %v88, %v88
  %v94 = getelementptr double, ptr %v93, <16 x i64> %v39
  %v95 = extractelement <16 x ptr> %v94, i64 0
  %v96 = extractelement <16 x ptr> %v94, i64 1
  %v97 = extractelement <16 x ptr> %v94, i64 2
  %v98 = extractelement <16 x ptr> %v94, i64 3
  %v99 = extractelement <16 x ptr> %v94, i64 4
  %v100 = extractelement <16 x ptr> %v94, i64 5
  %v101 = extractelement <16 x ptr> %v94, i64 6
  %v102 = extractelement <16 x ptr> %v94, i64 7
  %v103 = extractelement <16 x ptr> %v94, i64 8
  %v104 = extractelement <16 x ptr> %v94, i64 9
  %v105 = extractelement <16 x ptr> %v94, i64 10
  %v106 = extractelement <16 x ptr> %v94, i64 11
  %v107 = extractelement <16 x ptr> %v94, i64 12
  %v108 = extractelement <16 x ptr> %v94, i64 13
  %v109 = extractelement <16 x ptr> %v94, i64 14
  %v110 = extractelement <16 x ptr> %v94, i64 15
  %v111 = load double, ptr %v95, align 8
  %v112 = insertelement <16 x double> poison, double %v111, i64 0
  %v113 = load double, ptr %v96, align 8
  %v114 = insertelement <16 x double> %v112, double %v113, i64 1
  %v115 = load double, ptr %v97, align 8
  %v116 = insertelement <16 x double> %v114, double %v115, i64 2
  %v117 = load double, ptr %v98, align 8
  %v118 = insertelement <16 x double> %v116, double %v117, i64 3
  %v119 = load double, ptr %v99, align 8
  %v120 = insertelement <16 x double> %v118, double %v119, i64 4
  %v121 = load double, ptr %v100, align 8
  %v122 = insertelement <16 x double> %v120, double %v121, i64 5
  %v123 = load double, ptr %v101, align 8
  %v124 = insertelement <16 x double> %v122, double %v123, i64 6
  %v125 = load double, ptr %v102, align 8
  %v126 = insertelement <16 x double> %v124, double %v125, i64 7
  %v127 = load double, ptr %v103, align 8
  %v128 = insertelement <16 x double> %v126, double %v127, i64 8
  %v129 = load double, ptr %v104, align 8
  %v130 = insertelement <16 x double> %v128, double %v129, i64 9
  %v131 = load double, ptr %v105, align 8
  %v132 = insertelement <16 x double> %v130, double %v131, i64 10
  %v133 = load double, ptr %v106, align 8
  %v134 = insertelement <16 x double> %v132, double %v133, i64 11
  %v135 = load double, ptr %v107, align 8
  %v136 = insertelement <16 x double> %v134, double %v135, i64 12
  %v137 = load double, ptr %v108, align 8
  %v138 = insertelement <16 x double> %v136, double %v137, i64 13
  %v139 = load double, ptr %v109, align 8
  %v140 = insertelement <16 x double> %v138, double %v139, i64 14
  %v141 = load double, ptr %v110, align 8
  %v142 = insertelement <16 x double> %v140, double %v141, i64 15
  %v143 = fmul <16 x double> %v142, %v142
  %v144 = fsub <16 x double> %v89, %v143
  %v145 = fmul <16 x double> %v88, %v142
  %v146 = fmul <16 x double> %v142, %v88
  %v147 = fadd <16 x double> %v145, %v146
  %v148 = fadd <16 x double> %p24, %v144
  %v149 = fadd <16 x double> %p25, %v147
  %v150 = add nsw i64 %i23, 16
  %v151 = icmp slt i64 %v150, %v18
  br i1 %v151, label %loop21, label %end22
end22:
  %v153 = phi <16 x double> [ splat (double 0x8000000000000000), %whole20 ], [ %v148, %loop21 ]
  %v154 = phi <16 x double> [ splat (double 0x8000000000000000), %whole20 ], [ %v149, %loop21 ]
  %v155 = shufflevector <16 x double> %v153, <16 x double> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v156 = shufflevector <16 x double> %v153, <16 x double> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v157 = shufflevector <16 x double> %v154, <16 x double> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v158 = shufflevector <16 x double> %v154, <16 x double> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v159 = fadd <8 x double> %v155, %v156
  %v160 = fadd <8 x double> %v157, %v158
  %v161 = shufflevector <8 x double> %v159, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v162 = shufflevector <8 x double> %v159, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v163 = shufflevector <8 x double> %v160, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v164 = shufflevector <8 x double> %v160, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v165 = fadd <4 x double> %v161, %v162
  %v166 = fadd <4 x double> %v163, %v164
  br label %join167
join167:
  %v168 = phi <4 x double> [ splat (double 0x8000000000000000), %loop10 ], [ %v165, %end22 ]
  %v169 = phi <4 x double> [ splat (double 0x8000000000000000), %loop10 ], [ %v166, %end22 ]
  %v220 = icmp slt i64 %v18, %v172
  br i1 %v220, label %loop173, label %end174
loop173:
  %i175 = phi i64 [ %v18, %join167 ], [ %v218, %loop173 ]
  %p176 = phi <4 x double> [ %v168, %join167 ], [ %v216, %loop173 ]
  %p177 = phi <4 x double> [ %v169, %join167 ], [ %v217, %loop173 ]
  %v178 = insertelement <4 x i64> poison, i64 %i175, i64 0
  %v179 = shufflevector <4 x i64> %v178, <4 x i64> poison, <4 x i32> zeroinitializer
  %v180 = add <4 x i64> %v179, <i64 0, i64 1, i64 2, i64 3>
  %v183 = mul <4 x i64> %v180, %v182
  %v184 = getelementptr double, ptr %v31, <4 x i64> %v183
  %v185 = extractelement <4 x ptr> %v184, i64 0
  %v186 = extractelement <4 x ptr> %v184, i64 1
  %v187 = extractelement <4 x ptr> %v184, i64 2
  %v188 = extractelement <4 x ptr> %v184, i64 3
  %v189 = load double, ptr %v185, align 8
  %v190 = insertelement <4 x double> poison, double %v189, i64 0
  %v191 = load double, ptr %v186, align 8
  %v192 = insertelement <4 x double> %v190, double %v191, i64 1
  %v193 = load double, ptr %v187, align 8
  %v194 = insertelement <4 x double> %v192, double %v193, i64 2
  %v195 = load double, ptr %v188, align 8
  %v196 = insertelement <4 x double> %v194, double %v195, i64 3
  %v197 = fmul <4 x double> %v196, %v196
  %v198 = getelementptr double, ptr %v93, <4 x i64> %v183
  %v199 = extractelement <4 x ptr> %v198, i64 0
  %v200 = extractelement <4 x ptr> %v198, i64 1
  %v201 = extractelement <4 x ptr> %v198, i64 2
  %v202 = extractelement <4 x ptr> %v198, i64 3
  %v203 = load double, ptr %v199, align 8
  %v204 = insertelement <4 x double> poison, double %v203, i64 0
  %v205 = load double, ptr %v200, align 8
  %v206 = insertelement <4 x double> %v204, double %v205, i64 1
  %v207 = load double, ptr %v201, align 8
  %v208 = insertelement <4 x double> %v206, double %v207, i64 2
  %v209 = load double, ptr %v202, align 8
  %v210 = insertelement <4 x double> %v208, double %v209, i64 3
  %v211 = fmul <4 x double> %v210, %v210
  %v212 = fsub <4 x double> %v197, %v211
  %v213 = fmul <4 x double> %v196, %v210
  %v214 = fmul <4 x double> %v210, %v196
  %v215 = fadd <4 x double> %v213, %v214
  %v216 = fadd <4 x double> %p176, %v212
  %v217 = fadd <4 x double> %p177, %v215
  %v218 = add nsw i64 %i175, 4
  %v219 = icmp slt i64 %v218, %v172
  br i1 %v219, label %loop173, label %end174
end174:
  %v221 = phi <4 x double> [ %v168, %join167 ], [ %v216, %loop173 ]
  %v222 = phi <4 x double> [ %v169, %join167 ], [ %v217, %loop173 ]
  br i1 %v229, label %rest230, label %join277
rest230:
  %v231 = insertelement <4 x i64> poison, i64 %v172, i64 0
  %v232 = shufflevector <4 x i64> %v231, <4 x i64> poison, <4 x i32> zeroinitializer
  %v233 = add <4 x i64> %v232, <i64 0, i64 1, i64 2, i64 3>
  %v234 = mul <4 x i64> %v233, %v182
  %v235 = getelementptr double, ptr %v31, <4 x i64> %v234
  %v240 = select <4 x i1> %v228, <4 x ptr> %v235, <4 x ptr> %v239
  %v241 = extractelement <4 x ptr> %v240, i64 0
  %v242 = extractelement <4 x ptr> %v240, i64 1
  %v243 = extractelement <4 x ptr> %v240, i64 2
  %v244 = extractelement <4 x ptr> %v240, i64 3
  %v245 = load double, ptr %v241, align 8
  %v246 = insertelement <4 x double> poison, double %v245, i64 0
  %v247 = load double, ptr %v242, align 8
  %v248 = insertelement <4 x double> %v246, double %v247, i64 1
  %v249 = load double, ptr %v243, align 8
  %v250 = insertelement <4 x double> %v248, double %v249, i64 2
  %v251 = load double, ptr %v244, align 8
  %v252 = insertelement <4 x double> %v250, double %v251, i64 3
  %v253 = fmul <4 x double> %v252, %v252
  %v254 = getelementptr double, ptr %v93, <4 x i64> %v234
  %v255 = select <4 x i1> %v228, <4 x ptr> %v254, <4 x ptr> %v239
  %v256 = extractelement <4 x ptr> %v255, i64 0
  %v257 = extractelement <4 x ptr> %v255, i64 1
  %v258 = extractelement <4 x ptr> %v255, i64 2
  %v259 = extractelement <4 x ptr> %v255, i64 3
  %v260 = load double, ptr %v256, align 8
  %v261 = insertelement <4 x double> poison, double %v260, i64 0
  %v262 = load double, ptr %v257, align 8
  %v263 = insertelement <4 x double> %v261, double %v262, i64 1
  %v264 = load double, ptr %v258, align 8
  %v265 = insertelement <4 x double> %v263, double %v264, i64 2
  %v266 = load double, ptr %v259, align 8
  %v267 = insertelement <4 x double> %v265, double %v266, i64 3
  %v268 = fmul <4 x double> %v267, %v267
  %v269 = fsub <4 x double> %v253, %v268
  %v270 = fmul <4 x double> %v252, %v267
  %v271 = fmul <4 x double> %v267, %v252
  %v272 = fadd <4 x double> %v270, %v271
  %v273 = fadd <4 x double> %v221, %v269
  %v274 = select <4 x i1> %v228, <4 x double> %v273, <4 x double> %v221
  %v275 = fadd <4 x double> %v222, %v272
  %v276 = select <4 x i1> %v228, <4 x double> %v275, <4 x double> %v222
  br label %join277
join277:
  %v278 = phi <4 x double> [ %v221, %end174 ], [ %v274, %rest230 ]
  %v279 = phi <4 x double> [ %v222, %end174 ], [ %v276, %rest230 ]
  %v280 = getelementptr <4 x double>, ptr %v8, i64 %i12
  store <4 x double> %v278, ptr %v280
  %v281 = getelementptr <4 x double>, ptr %v9, i64 %i12
  store <4 x double> %v279, ptr %v281
  %v282 = add nsw i64 %i12, 1
  %v283 = icmp slt i64 %v282, %v6
  br i1 %v283, label %loop10, label %end11
end11:
  %v302 = call <4 x double> @totals.add.float64.4.4(ptr %v8)
  %v303 = fadd <4 x double> splat (double 0x0000000000000000), %v302
  store <4 x double> %v303, ptr %v304
  %v305 = call <4 x double> @totals.add.float64.4.4(ptr %v9)
  %v306 = fadd <4 x double> splat (double 0x0000000000000000), %v305
  store <4 x double> %v306, ptr %v307
  %v308 = sub nsw i64 %v7, %i3
  %v309 = call i64 @llvm.umin.i64(i64 %v308, i64 4)
  %v310 = trunc i64 %v309 to i32
  %v311 = insertelement <4 x i32> poison, i32 %v310, i64 0
  %v312 = shufflevector <4 x i32> %v311, <4 x i32> poison, <4 x i32> zeroinitializer
  %v313 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v312
  %v316 = insertelement <4 x i64> poison, i64 %i3, i64 0
  %v317 = shufflevector <4 x i64> %v316, <4 x i64> poison, <4 x i32> zeroinitializer
  %v318 = add <4 x i64> %v317, <i64 0, i64 1, i64 2, i64 3>
  %v323 = mul <4 x i64> %v318, %v322
  %v324 = getelementptr double, ptr %v315, <4 x i64> %v323
  %v327 = select <4 x i1> %v313, <4 x ptr> %v324, <4 x ptr> %v326
  %v328 = extractelement <4 x ptr> %v327, i64 0
  %v329 = extractelement <4 x ptr> %v327, i64 1
  %v330 = extractelement <4 x ptr> %v327, i64 2
  %v331 = extractelement <4 x ptr> %v327, i64 3
  %v332 = extractelement <4 x double> %v303, i64 0
  store double %v332, ptr %v328, align 8
  %v333 = extractelement <4 x double> %v303, i64 1
  store double %v333, ptr %v329, align 8
  %v334 = extractelement <4 x double> %v303, i64 2
  store double %v334, ptr %v330, align 8
  %v335 = extractelement <4 x double> %v303, i64 3
  store double %v335, ptr %v331, align 8
  %v339 = getelementptr double, ptr %v338, <4 x i64> %v323
  %v340 = select <4 x i1> %v313, <4 x ptr> %v339, <4 x ptr> %v326
  %v341 = extractelement <4 x ptr> %v340, i64 0
  %v342 = extractelement <4 x ptr> %v340, i64 1
  %v343 = extractelement <4 x ptr> %v340, i64 2
  %v344 = extractelement <4 x ptr> %v340, i64 3
  %v345 = extractelement <4 x double> %v306, i64 0
  store double %v345, ptr %v341, align 8
  %v346 = extractelement <4 x double> %v306, i64 1
  store double %v346, ptr %v342, align 8
  %v347 = extractelement <4 x double> %v306, i64 2
  store double %v347, ptr %v343, align 8
  %v348 = extractelement <4 x double> %v306, i64 3
  store double %v348, ptr %v344, align 8
  %v349 = add nsw i64 %i3, 4
  %v350 = icmp slt i64 %v349, %hi
  br i1 %v350, label %loop1, label %end2
end2:
  ret void
}
