target triple = "x86_64-linux"
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v7 = alloca [4 x <4 x double>]
  %v8 = alloca [4 x <4 x double>]
  %v13 = getelementptr i64, ptr %table, i64 3
  %v14 = load i64, ptr %v13, align 8
  %v25 = getelementptr ptr, ptr %buffers, i64 0
  %v26 = load ptr, ptr %v25, align 8
  %v27 = getelementptr i64, ptr %table, i64 0
  %v28 = load i64, ptr %v27, align 8
  %v34 = getelementptr i64, ptr %table, i64 1
  %v35 = load i64, ptr %v34, align 8
  %v89 = getelementptr i64, ptr %table, i64 2
  %v90 = load i64, ptr %v89, align 8
  %v235 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v235, align 64
  %v236 = alloca <16 x i64>, align 64
  %v302 = alloca [1 x <4 x double>]
  %v321 = alloca [1 x <4 x double>]
  %v328 = getelementptr ptr, ptr %buffers, i64 1
  %v329 = load ptr, ptr %v328, align 8
  %v333 = getelementptr i64, ptr %table, i64 4
  %v334 = load i64, ptr %v333, align 8
  %v350 = getelementptr i64, ptr %table, i64 5
  %v351 = load i64, ptr %v350, align 8
  %v15 = sub nsw i64 %v14, 0
  %v16 = and i64 %v15, -16
  %v17 = add nsw i64 0, %v16
  %v36 = insertelement <16 x i64> poison, i64 %v35, i64 0
  %v37 = shufflevector <16 x i64> %v36, <16 x i64> poison, <16 x i32> zeroinitializer
  %v91 = getelementptr inbounds double, ptr %v26, i64 %v90
  %v169 = sub nsw i64 %v14, 0
  %v170 = and i64 %v169, -4
  %v171 = add nsw i64 0, %v170
  %v180 = insertelement <4 x i64> poison, i64 %v35, i64 0
  %v181 = shufflevector <4 x i64> %v180, <4 x i64> poison, <4 x i32> zeroinitializer
  %v222 = sub nsw i64 %v14, %v171
  %v223 = call i64 @llvm.umin.i64(i64 %v222, i64 4)
  %v224 = trunc i64 %v223 to i32
  %v225 = insertelement <4 x i32> poison, i32 %v224, i64 0
  %v226 = shufflevector <4 x i32> %v225, <4 x i32> poison, <4 x i32> zeroinitializer
  %v227 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v226
  %v228 = icmp slt i64 %v171, %v14
  %v237 = insertelement <4 x ptr> poison, ptr %v235, i64 0
  %v238 = shufflevector <4 x ptr> %v237, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v335 = insertelement <4 x i64> poison, i64 %v334, i64 0
  %v336 = shufflevector <4 x i64> %v335, <4 x i64> poison, <4 x i32> zeroinitializer
  %v339 = insertelement <4 x ptr> poison, ptr %v236, i64 0
  %v340 = shufflevector <4 x ptr> %v339, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v352 = getelementptr inbounds double, ptr %v329, i64 %v351
  %v365 = icmp slt i64 %lo, %hi
  br i1 %v365, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v363, %end10 ]
  %v4 = sub nsw i64 %hi, %i3
  %v5 = call i64 @llvm.umin.i64(i64 %v4, i64 4)
  %v6 = add nsw i64 %i3, %v5
  %v283 = icmp slt i64 0, %v5
  br i1 %v283, label %loop9, label %end10
loop9:
  %i11 = phi i64 [ 0, %loop1 ], [ %v281, %join276 ]
  %v12 = add nsw i64 %i3, %i11
  %v18 = icmp slt i64 0, %v17
  %v29 = mul i64 %v12, %v28
  %v30 = getelementptr inbounds double, ptr %v26, i64 %v29
  %v92 = getelementptr inbounds double, ptr %v91, i64 %v29
  br i1 %v18, label %whole19, label %join166
whole19:
  %v151 = icmp slt i64 0, %v17
  br i1 %v151, label %loop20, label %end21
loop20:
  %i22 = phi i64 [ 0, %whole19 ], [ %v149, %loop20 ]
  %p23 = phi <16 x double> [ splat (double 0x8000000000000000), %whole19 ], [ %v147, %loop20 ]
  %p24 = phi <16 x double> [ splat (double 0x8000000000000000), %whole19 ], [ %v148, %loop20 ]
  %v31 = insertelement <16 x i64> poison, i64 %i22, i64 0
  %v32 = shufflevector <16 x i64> %v31, <16 x i64> poison, <16 x i32> zeroinitializer
  %v33 = add <16 x i64> %v32, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v38 = mul <16 x i64> %v33, %v37
  %v39 = getelementptr double, ptr %v30, <16 x i64> %v38
  %v40 = extractelement <16 x ptr> %v39, i64 0
  %v41 = extractelement <16 x ptr> %v39, i64 1
  %v42 = extractelement <16 x ptr> %v39, i64 2
  %v43 = extractelement <16 x ptr> %v39, i64 3
  %v44 = extractelement <16 x ptr> %v39, i64 4
  %v45 = extractelement <16 x ptr> %v39, i64 5
  %v46 = extractelement <16 x ptr> %v39, i64 6
  %v47 = extractelement <16 x ptr> %v39, i64 7
  %v48 = extractelement <16 x ptr> %v39, i64 8
  %v49 = extractelement <16 x ptr> %v39, i64 9
  %v50 = extractelement <16 x ptr> %v39, i64 10
  %v51 = extractelement <16 x ptr> %v39, i64 11
  %v52 = extractelement <16 x ptr> %v39, i64 12
  %v53 = extractelement <16 x ptr> %v39, i64 13
  %v54 = extractelement <16 x ptr> %v39, i64 14
  %v55 = extractelement <16 x ptr> %v39, i64 15
  %v56 = load double, ptr %v40, align 8
  %v57 = insertelement <16 x double> poison, double %v56, i64 0
  %v58 = load double, ptr %v41, align 8
  %v59 = insertelement <16 x double> %v57, double %v58, i64 1
  %v60 = load double, ptr %v42, align 8
  %v61 = insertelement <16 x double> %v59, double %v60, i64 2
  %v62 = load double, ptr %v43, align 8
  %v63 = insertelement <16 x double> %v61, double %v62, i64 3
  %v64 = load double, ptr %v44, align 8
  %v65 = insertelement <16 x double> %v63, double %v64, i64 4
  %v66 = load double, ptr %v45, align 8
  %v67 = insertelement <16 x double> %v65, double %v66, i64 5
  %v68 = load double, ptr %v46, align 8
  %v69 = insertelement <16 x double> %v67, double %v68, i64 6
  %v70 = load double, ptr %v47, align 8
  %v71 = insertelement <16 x double> %v69, double %v70, i64 7
  %v72 = load double, ptr %v48, align 8
  %v73 = insertelement <16 x double> %v71, double %v72, i64 8
  %v74 = load double, ptr %v49, align 8
  %v75 = insertelement <16 x double> %v73, double %v74, i64 9
  %v76 = load double, ptr %v50, align 8
  %v77 = insertelement <16 x double> %v75, double %v76, i64 10
  %v78 = load double, ptr %v51, align 8
  %v79 = insertelement <16 x double> %v77, double %v78, i64 11
  %v80 = load double, ptr %v52, align 8
  %v81 = insertelement <16 x double> %v79, double %v80, i64 12
  %v82 = load double, ptr %v53, align 8
  %v83 = insertelement <16 x double> %v81, double %v82, i64 13
  %v84 = load double, ptr %v54, align 8
  %v85 = insertelement <16 x double> %v83, double %v84, i64 14
  %v86 = load double, ptr %v55, align 8
  %v87 = insertelement <16 x double> %v85, double %v86, i64 15
  %v88 = fmul <16 x double> %v87, %v87
  %v93 = getelementptr double, ptr %v92, <16 x i64> %v38
  %v94 = extractelement <16 x ptr> %v93, i64 0
  %v95 = extractelement <16 x ptr> %v93, i64 1
  %v96 = extractelement <16 x ptr> %v93, i64 2
  %v97 = extractelement <16 x ptr> %v93, i64 3
  %v98 = extractelement <16 x ptr> %v93, i64 4
  %v99 = extractelement <16 x ptr> %v93, i64 5
  %v100 = extractelement <16 x ptr> %v93, i64 6
  %v101 = extractelement <16 x ptr> %v93, i64 7
  %v102 = extractelement <16 x ptr> %v93, i64 8
  %v103 = extractelement <16 x ptr> %v93, i64 9
  %v104 = extractelement <16 x ptr> %v93, i64 10
  %v105 = extractelement <16 x ptr> %v93, i64 11
  %v106 = extractelement <16 x ptr> %v93, i64 12
  %v107 = extractelement <16 x ptr> %v93, i64 13
  %v108 = extractelement <16 x ptr> %v93, i64 14
  %v109 = extractelement <16 x ptr> %v93, i64 15
  %v110 = load double, ptr %v94, align 8
  %v111 = insertelement <16 x double> poison, double %v110, i64 0
  %v112 = load double, ptr %v95, align 8
  %v113 = insertelement <16 x double> %v111, double %v112, i64 1
  %v114 = load double, ptr %v96, align 8
  %v115 = insertelement <16 x double> %v113, double %v114, i64 2
  %v116 = load double, ptr %v97, align 8
  %v117 = insertelement <16 x double> %v115, double %v116, i64 3
  %v118 = load double, ptr %v98, align 8
  %v119 = insertelement <16 x double> %v117, double %v118, i64 4
  %v120 = load double, ptr %v99, align 8
  %v121 = insertelement <16 x double> %v119, double %v120, i64 5
  %v122 = load double, ptr %v100, align 8
  %v123 = insertelement <16 x double> %v121, double %v122, i64 6
  %v124 = load double, ptr %v101, align 8
  %v125 = insertelement <16 x double> %v123, double %v124, i64 7
  %v126 = load double, ptr %v102, align 8
  %v127 = insertelement <16 x double> %v125, double %v126, i64 8
  %v128 = load double, ptr %v103, align 8
  %v129 = insertelement <16 x double> %v127, double %v128, i64 9
  %v130 = load double, ptr %v104, align 8
  %v131 = insertelement <16 x double> %v129, double %v130, i64 10
  %v132 = load double, ptr %v105, align 8
  %v133 = insertelement <16 x double> %v131, double %v132, i64 11
  %v134 = load double, ptr %v106, align 8
  %v135 = insertelement <16 x double> %v133, double %v134, i64 12
  %v136 = load double, ptr %v107, align 8
  %v137 = insertelement <16 x double> %v135, double %v136, i64 13
  %v138 = load double, ptr %v108, align 8
  %v139 = insertelement <16 x double> %v137, double %v138, i64 14
  %v140 = load double, ptr %v109, align 8
  %v141 = insertelement <16 x double> %v139, double %v140, i64 15
  %v142 = fmul <16 x double> %v141, %v141
  %v143 = fsub <16 x double> %v88, %v142
  %v144 = fmul <16 x double> %v87, %v141
  %v145 = fmul <16 x double> %v141, %v87
  %v146 = fadd <16 x double> %v144, %v145
  %v147 = fadd <16 x double> %p23, %v143
  %v148 = fadd <16 x double> %p24, %v146
  %v149 = add nsw i64 %i22, 16
  %v150 = icmp slt i64 %v149, %v17
  br i1 %v150, label %loop20, label %end21
end21:
  %v152 = phi <16 x double> [ splat (double 0x8000000000000000), %whole19 ], [ %v147, %loop20 ]
  %v153 = phi <16 x double> [ splat (double 0x8000000000000000), %whole19 ], [ %v148, %loop20 ]
  %v154 = shufflevector <16 x double> %v152, <16 x double> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v155 = shufflevector <16 x double> %v152, <16 x double> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v156 = shufflevector <16 x double> %v153, <16 x double> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v157 = shufflevector <16 x double> %v153, <16 x double> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v158 = fadd <8 x double> %v154, %v155
  %v159 = fadd <8 x double> %v156, %v157
  %v160 = shufflevector <8 x double> %v158, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v161 = shufflevector <8 x double> %v158, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v162 = shufflevector <8 x double> %v159, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v163 = shufflevector <8 x double> %v159, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v164 = fadd <4 x double> %v160, %v161
  %v165 = fadd <4 x double> %v162, %v163
  br label %join166
join166:
  %v167 = phi <4 x double> [ splat (double 0x8000000000000000), %loop9 ], [ %v164, %end21 ]
  %v168 = phi <4 x double> [ splat (double 0x8000000000000000), %loop9 ], [ %v165, %end21 ]
  %v219 = icmp slt i64 %v17, %v171
  br i1 %v219, label %loop172, label %end173
loop172:
  %i174 = phi i64 [ %v17, %join166 ], [ %v217, %loop172 ]
  %p175 = phi <4 x double> [ %v167, %join166 ], [ %v215, %loop172 ]
  %p176 = phi <4 x double> [ %v168, %join166 ], [ %v216, %loop172 ]
  %v177 = insertelement <4 x i64> poison, i64 %i174, i64 0
  %v178 = shufflevector <4 x i64> %v177, <4 x i64> poison, <4 x i32> zeroinitializer
  %v179 = add <4 x i64> %v178, <i64 0, i64 1, i64 2, i64 3>
  %v182 = mul <4 x i64> %v179, %v181
  %v183 = getelementptr double, ptr %v30, <4 x i64> %v182
  %v184 = extractelement <4 x ptr> %v183, i64 0
  %v185 = extractelement <4 x ptr> %v183, i64 1
  %v186 = extractelement <4 x ptr> %v183, i64 2
  %v187 = extractelement <4 x ptr> %v183, i64 3
  %v188 = load double, ptr %v184, align 8
  %v189 = insertelement <4 x double> poison, double %v188, i64 0
  %v190 = load double, ptr %v185, align 8
  %v191 = insertelement <4 x double> %v189, double %v190, i64 1
  %v192 = load double, ptr %v186, align 8
  %v193 = insertelement <4 x double> %v191, double %v192, i64 2
  %v194 = load double, ptr %v187, align 8
  %v195 = insertelement <4 x double> %v193, double %v194, i64 3
  %v196 = fmul <4 x double> %v195, %v195
  %v197 = getelementptr double, ptr %v92, <4 x i64> %v182
  %v198 = extractelement <4 x ptr> %v197, i64 0
  %v199 = extractelement <4 x ptr> %v197, i64 1
  %v200 = extractelement <4 x ptr> %v197, i64 2
  %v201 = extractelement <4 x ptr> %v197, i64 3
  %v202 = load double, ptr %v198, align 8
  %v203 = insertelement <4 x double> poison, double %v202, i64 0
  %v204 = load double, ptr %v199, align 8
  %v205 = insertelement <4 x double> %v203, double %v204, i64 1
  %v206 = load double, ptr %v200, align 8
  %v207 = insertelement <4 x double> %v205, double %v206, i64 2
  %v208 = load double, ptr %v201, align 8
  %v209 = insertelement <4 x double> %v207, double %v208, i64 3
  %v210 = fmul <4 x double> %v209, %v209
  %v211 = fsub <4 x double> %v196, %v210
  %v212 = fmul <4 x double> %v195, %v209
  %v213 = fmul <4 x double> %v209, %v195
  %v214 = fadd <4 x double> %v212, %v213
  %v215 = fadd <4 x double> %p175, %v211
  %v216 = fadd <4 x double> %p176, %v214
  %v217 = add nsw i64 %i174, 4
  %v218 = icmp slt i64 %v217, %v171
  br i1 %v218, label %loop172, label %end173
end173:
  %v220 = phi <4 x double> [ %v167, %join166 ], [ %v215, %loop172 ]
  %v221 = phi <4 x double> [ %v168, %join166 ], [ %v216, %loop172 ]
  br i1 %v228, label %rest229, label %join276
rest229:
  %v230 = insertelement <4 x i64> poison, i64 %v171, i64 0
  %v231 = shufflevector <4 x i64> %v230, <4 x i64> poison, <4 x i32> zeroinitializer
  %v232 = add <4 x i64> %v231, <i64 0, i64 1, i64 2, i64 3>
  %v233 = mul <4 x i64> %v232, %v181
  %v234 = getelementptr double, ptr %v30, <4 x i64> %v233
  %v239 = select <4 x i1> %v227, <4 x ptr> %v234, <4 x ptr> %v238
  %v240 = extractelement <4 x ptr> %v239, i64 0
  %v241 = extractelement <4 x ptr> %v239, i64 1
  %v242 = extractelement <4 x ptr> %v239, i64 2
  %v243 = extractelement <4 x ptr> %v239, i64 3
  %v244 = load double, ptr %v240, align 8
  %v245 = insertelement <4 x double> poison, double %v244, i64 0
  %v246 = load double, ptr %v241, align 8
  %v247 = insertelement <4 x double> %v245, double %v246, i64 1
  %v248 = load double, ptr %v242, align 8
  %v249 = insertelement <4 x double> %v247, double %v248, i64 2
  %v250 = load double, ptr %v243, align 8
  %v251 = insertelement <4 x double> %v249, double %v250, i64 3
  %v252 = fmul <4 x double> %v251, %v251
  %v253 = getelementptr double, ptr %v92, <4 x i64> %v233
  %v254 = select <4 x i1> %v227, <4 x ptr> %v253, <4 x ptr> %v238
  %v255 = extractelement <4 x ptr> %v254, i64 0
  %v256 = extractelement <4 x ptr> %v254, i64 1
  %v257 = extractelement <4 x ptr> %v254, i64 2
  %v258 = extractelement <4 x ptr> %v254, i64 3
  %v259 = load double, ptr %v255, align 8
  %v260 = insertelement <4 x double> poison, double %v259, i64 0
  %v261 = load double, ptr %v256, align 8
  %v262 = insertelement <4 x double> %v260, double %v261, i64 1
  %v263 = load double, ptr %v257, align 8
  %v264 = insertelement <4 x double> %v262, double %v263, i64 2
  %v265 = load double, ptr %v258, align 8
  %v266 = insertelement <4 x double> %v264, double %v265, i64 3
  %v267 = fmul <4 x double> %v266, %v266
  %v268 = fsub <4 x double> %v252, %v267
  %v269 = fmul <4 x double> %v251, %v266
  %v270 = fmul <4 x double> %v266, %v251
  %v271 = fadd <4 x double> %v269, %v270
  %v272 = fadd <4 x double> %v220, %v268
  %v273 = select <4 x i1> %v227, <4 x double> %v272, <4 x double> %v220
  %v274 = fadd <4 x double> %v221, %v271
  %v275 = select <4 x i1> %v227, <4 x double> %v274, <4 x double> %v221
  br label %join276
join276:
  %v277 = phi <4 x double> [ %v220, %end173 ], [ %v273, %rest229 ]
  %v278 = phi <4 x double> [ %v221, %end173 ], [ %v275, %rest229 ]
  %v279 = getelementptr <4 x double>, ptr %v7, i64 %i11
  store <4 x double> %v277, ptr %v279
  %v280 = getelementptr <4 x double>, ptr %v8, i64 %i11
  store <4 x double> %v278, ptr %v280
  %v281 = add nsw i64 %i11, 1
  %v282 = icmp slt i64 %v281, %v5
  br i1 %v282, label %loop9, label %end10
end10:
  %v284 = getelementptr <4 x double>, ptr %v7, i64 0
  %v285 = load <4 x double>, ptr %v284
  %v286 = getelementptr <4 x double>, ptr %v7, i64 1
  %v287 = load <4 x double>, ptr %v286
  %v288 = getelementptr <4 x double>, ptr %v7, i64 2
  %v289 = load <4 x double>, ptr %v288
  %v290 = getelementptr <4 x double>, ptr %v7, i64 3
  %v291 = load <4 x double>, ptr %v290
  %v292 = shufflevector <4 x double> %v285, <4 x double> %v289, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v293 = shufflevector <4 x double> %v285, <4 x double> %v289, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v294 = fadd <4 x double> %v292, %v293
  %v295 = shufflevector <4 x double> %v287, <4 x double> %v291, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v296 = shufflevector <4 x double> %v287, <4 x double> %v291, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v297 = fadd <4 x double> %v295, %v296
  %v298 = shufflevector <4 x double> %v294, <4 x double> %v297, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v299 = shufflevector <4 x double> %v294, <4 x double> %v297, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v300 = fadd <4 x double> %v298, %v299
  %v301 = fadd <4 x double> splat (double 0x0000000000000000), %v300
  store <4 x double> %v301, ptr %v302
  %v303 = getelementptr <4 x double>, ptr %v8, i64 0
  %v304 = load <4 x double>, ptr %v303
  %v305 = getelementptr <4 x double>, ptr %v8, i64 1
  %v306 = load <4 x double>, ptr %v305
  %v307 = getelementptr <4 x double>, ptr %v8, i64 2
  %v308 = load <4 x double>, ptr %v307
  %v309 = getelementptr <4 x double>, ptr %v8, i64 3
  %v310 = load <4 x double>, ptr %v309
  %v311 = shufflevector <4 x double> %v304, <4 x double> %v308, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v312 = shufflevector <4 x double> %v304, <4 x double> %v308, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v313 = fadd <4 x double> %v311, %v312
  %v314 = shufflevector <4 x double> %v306, <4 x double> %v310, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v315 = shufflevector <4 x double> %v306, <4 x double> %v310, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v316 = fadd <4 x double> %v314, %v315
  %v317 = shufflevector <4 x double> %v313, <4 x double> %v316, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v318 = shufflevector <4 x double> %v313, <4 x double> %v316, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v319 = fadd <4 x double> %v317, %v318
  %v320 = fadd <4 x double> splat (double 0x0000000000000000), %v319
  store <4 x double> %v320, ptr %v321
  %v322 = sub nsw i64 %v6, %i3
  %v323 = call i64 @llvm.umin.i64(i64 %v322, i64 4)
  %v324 = trunc i64 %v323 to i32
  %v325 = insertelement <4 x i32> poison, i32 %v324, i64 0
  %v326 = shufflevector <4 x i32> %v325, <4 x i32> poison, <4 x i32> zeroinitializer
  %v327 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v326
  %v330 = insertelement <4 x i64> poison, i64 %i3, i64 0
  %v331 = shufflevector <4 x i64> %v330, <4 x i64> poison, <4 x i32> zeroinitializer
  %v332 = add <4 x i64> %v331, <i64 0, i64 1, i64 2, i64 3>
  %v337 = mul <4 x i64> %v332, %v336
  %v338 = getelementptr double, ptr %v329, <4 x i64> %v337
  %v341 = select <4 x i1> %v327, <4 x ptr> %v338, <4 x ptr> %v340
  %v342 = extractelement <4 x ptr> %v341, i64 0
  %v343 = extractelement <4 x ptr> %v341, i64 1
  %v344 = extractelement <4 x ptr> %v341, i64 2
  %v345 = extractelement <4 x ptr> %v341, i64 3
  %v346 = extractelement <4 x double> %v301, i64 0
  store double %v346, ptr %v342, align 8
  %v347 = extractelement <4 x double> %v301, i64 1
  store double %v347, ptr %v343, align 8
  %v348 = extractelement <4 x double> %v301, i64 2
  store double %v348, ptr %v344, align 8
  %v349 = extractelement <4 x double> %v301, i64 3
  store double %v349, ptr %v345, align 8
  %v353 = getelementptr double, ptr %v352, <4 x i64> %v337
  %v354 = select <4 x i1> %v327, <4 x ptr> %v353, <4 x ptr> %v340
  %v355 = extractelement <4 x ptr> %v354, i64 0
  %v356 = extractelement <4 x ptr> %v354, i64 1
  %v357 = extractelement <4 x ptr> %v354, i64 2
  %v358 = extractelement <4 x ptr> %v354, i64 3
  %v359 = extractelement <4 x double> %v320, i64 0
  store double %v359, ptr %v355, align 8
  %v360 = extractelement <4 x double> %v320, i64 1
  store double %v360, ptr %v356, align 8
  %v361 = extractelement <4 x double> %v320, i64 2
  store double %v361, ptr %v357, align 8
  %v362 = extractelement <4 x double> %v320, i64 3
  store double %v362, ptr %v358, align 8
  %v363 = add nsw i64 %i3, 4
  %v364 = icmp slt i64 %v363, %hi
  br i1 %v364, label %loop1, label %end2
end2:
  ret void
}
