target triple = "x86_64-linux"
declare i64 @llvm.umin.i64(i64, i64)
define internal <4 x double> @totals.add.float64.4.4(ptr %vectors) nounwind noinline {
entry:
  %v286 = getelementptr <4 x double>, ptr %vectors, i64 0
  %v287 = load <4 x double>, ptr %v286
  %v288 = getelementptr <4 x double>, ptr %vectors, i64 1
  %v289 = load <4 x double>, ptr %v288
  %v290 = getelementptr <4 x double>, ptr %vectors, i64 2
  %v291 = load <4 x double>, ptr %v290
  %v292 = getelementptr <4 x double>, ptr %vectors, i64 3
  %v293 = load <4 x double>, ptr %v292
  %v294 = shufflevector <4 x double> %v287, <4 x double> %v291, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v295 = shufflevector <4 x double> %v287, <4 x double> %v291, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v296 = fadd <4 x double> %v294, %v295
  %v297 = shufflevector <4 x double> %v289, <4 x double> %v293, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v298 = shufflevector <4 x double> %v289, <4 x double> %v293, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v299 = fadd <4 x double> %v297, %v298
  %v300 = shufflevector <4 x double> %v296, <4 x double> %v299, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v301 = shufflevector <4 x double> %v296, <4 x double> %v299, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v302 = fadd <4 x double> %v300, %v301
  ret <4 x double> %v302
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v9 = alloca [4 x <4 x double>]
  %v10 = alloca [4 x <4 x double>]
  %v15 = getelementptr i64, ptr %table, i64 3
  %v16 = load i64, ptr %v15, align 8
  %v27 = getelementptr ptr, ptr %buffers, i64 0
  %v28 = load ptr, ptr %v27, align 8
  %v29 = getelementptr i64, ptr %table, i64 0
  %v30 = load i64, ptr %v29, align 8
  %v36 = getelementptr i64, ptr %table, i64 1
  %v37 = load i64, ptr %v36, align 8
  %v91 = getelementptr i64, ptr %table, i64 2
  %v92 = load i64, ptr %v91, align 8
  %v237 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v237, align 64
  %v238 = alloca <16 x i64>, align 64
  %v305 = alloca [1 x <4 x double>]
  %v308 = alloca [1 x <4 x double>]
  %v315 = getelementptr ptr, ptr %buffers, i64 1
  %v316 = load ptr, ptr %v315, align 8
  %v320 = getelementptr i64, ptr %table, i64 4
  %v321 = load i64, ptr %v320, align 8
  %v337 = getelementptr i64, ptr %table, i64 5
  %v338 = load i64, ptr %v337, align 8
  %v17 = sub nsw i64 %v16, 0
  %v18 = and i64 %v17, -16
  %v19 = add nsw i64 0, %v18
  %v38 = insertelement <16 x i64> poison, i64 %v37, i64 0
  %v39 = shufflevector <16 x i64> %v38, <16 x i64> poison, <16 x i32> zeroinitializer
  %v93 = getelementptr inbounds double, ptr %v28, i64 %v92
  %v171 = sub nsw i64 %v16, 0
  %v172 = and i64 %v171, -4
  %v173 = add nsw i64 0, %v172
  %v182 = insertelement <4 x i64> poison, i64 %v37, i64 0
  %v183 = shufflevector <4 x i64> %v182, <4 x i64> poison, <4 x i32> zeroinitializer
  %v224 = sub nsw i64 %v16, %v173
  %v225 = call i64 @llvm.umin.i64(i64 %v224, i64 4)
  %v226 = trunc i64 %v225 to i32
  %v227 = insertelement <4 x i32> poison, i32 %v226, i64 0
  %v228 = shufflevector <4 x i32> %v227, <4 x i32> poison, <4 x i32> zeroinitializer
  %v229 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v228
  %v230 = icmp slt i64 %v173, %v16
  %v239 = insertelement <4 x ptr> poison, ptr %v237, i64 0
  %v240 = shufflevector <4 x ptr> %v239, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v322 = insertelement <4 x i64> poison, i64 %v321, i64 0
  %v323 = shufflevector <4 x i64> %v322, <4 x i64> poison, <4 x i32> zeroinitializer
  %v326 = insertelement <4 x ptr> poison, ptr %v238, i64 0
  %v327 = shufflevector <4 x ptr> %v326, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v339 = getelementptr inbounds double, ptr %v316, i64 %v338
  %v352 = icmp slt i64 %lo, %hi
  br i1 %v352, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v350, %end12 ]
  %v4 = add i64 %i3, 4
  %v5 = icmp slt i64 %v4, %hi
  %v6 = select i1 %v5, i64 %v4, i64 %hi, !unpredictable !{}
  %v7 = sub nsw i64 %v6, %i3
  %v8 = add nsw i64 %i3, %v7
  %v285 = icmp slt i64 0, %v7
  br i1 %v285, label %loop11, label %end12
loop11:
  %i13 = phi i64 [ 0, %loop1 ], [ %v283, %join278 ]
  %v14 = add nsw i64 %i3, %i13
  %v20 = icmp slt i64 0, %v19
  %v31 = mul i64 %v14, %v30
  %v32 = getelementptr inbounds double, ptr %v28, i64 %v31
  %v94 = getelementptr inbounds double, ptr %v93, i64 %v31
  br i1 %v20, label %whole21, label %join168
whole21:
  %v153 = icmp slt i64 0, %v19
  br i1 %v153, label %loop22, label %end23
loop22:
  %i24 = phi i64 [ 0, %whole21 ], [ %v151, %loop22 ]
  %p25 = phi <16 x double> [ splat (double 0x8000000000000000), %whole21 ], [ %v149, %loop22 ]
  %p26 = phi <16 x double> [ splat (double 0x8000000000000000), %whole21 ], [ %v150, %loop22 ]
  %v33 = insertelement <16 x i64> poison, i64 %i24, i64 0
  %v34 = shufflevector <16 x i64> %v33, <16 x i64> poison, <16 x i32> zeroinitializer
  %v35 = add <16 x i64> %v34, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v40 = mul <16 x i64> %v35, %v39
  %v41 = getelementptr double, ptr %v32, <16 x i64> %v40
  %v42 = extractelement <16 x ptr> %v41, i64 0
  %v43 = extractelement <16 x ptr> %v41, i64 1
  %v44 = extractelement <16 x ptr> %v41, i64 2
  %v45 = extractelement <16 x ptr> %v41, i64 3
  %v46 = extractelement <16 x ptr> %v41, i64 4
  %v47 = extractelement <16 x ptr> %v41, i64 5
  %v48 = extractelement <16 x ptr> %v41, i64 6
  %v49 = extractelement <16 x ptr> %v41, i64 7
  %v50 = extractelement <16 x ptr> %v41, i64 8
  %v51 = extractelement <16 x ptr> %v41, i64 9
  %v52 = extractelement <16 x ptr> %v41, i64 10
  %v53 = extractelement <16 x ptr> %v41, i64 11
  %v54 = extractelement <16 x ptr> %v41, i64 12
  %v55 = extractelement <16 x ptr> %v41, i64 13
  %v56 = extractelement <16 x ptr> %v41, i64 14
  %v57 = extractelement <16 x ptr> %v41, i64 15
  %v58 = load double, ptr %v42, align 8
  %v59 = insertelement <16 x double> poison, double %v58, i64 0
  %v60 = load double, ptr %v43, align 8
  %v61 = insertelement <16 x double> %v59, double %v60, i64 1
  %v62 = load double, ptr %v44, align 8
  %v63 = insertelement <16 x double> %v61, double %v62, i64 2
  %v64 = load double, ptr %v45, align 8
  %v65 = insertelement <16 x double> %v63, double %v64, i64 3
  %v66 = load double, ptr %v46, align 8
  %v67 = insertelement <16 x double> %v65, double %v66, i64 4
  %v68 = load double, ptr %v47, align 8
  %v69 = insertelement <16 x double> %v67, double %v68, i64 5
  %v70 = load double, ptr %v48, align 8
  %v71 = insertelement <16 x double> %v69, double %v70, i64 6
  %v72 = load double, ptr %v49, align 8
  %v73 = insertelement <16 x double> %v71, double %v72, i64 7
  %v74 = load double, ptr %v50, align 8
  %v75 = insertelement <16 x double> %v73, double %v74, i64 8
  %v76 = load double, ptr %v51, align 8
  %v77 = insertelement <16 x double> %v75, double %v76, i64 9
  %v78 = load double, ptr %v52, align 8
  %v79 = insertelement <16 x double> %v77, double %v78, i64 10
  %v80 = load double, ptr %v53, align 8
  %v81 = insertelement <16 x double> %v79, double %v80, i64 11
  %v82 = load double, ptr %v54, align 8
  %v83 = insertelement <16 x double> %v81, double %v82, i64 12
  %v84 = load double, ptr %v55, align 8
  %v85 = insertelement <16 x double> %v83, double %v84, i64 13
  %v86 = load double, ptr %v56, align 8
  %v87 = insertelement <16 x double> %v85, double %v86, i64 14
  %v88 = load double, ptr %v57, align 8
  %v89 = insertelement <16 x double> %v87, double %v88, i64 15
  %v90 = fmul <16 x double> %v89, %v89
  %v95 = getelementptr double, ptr %v94, <16 x i64> %v40
  %v96 = extractelement <16 x ptr> %v95, i64 0
  %v97 = extractelement <16 x ptr> %v95, i64 1
  %v98 = extractelement <16 x ptr> %v95, i64 2
  %v99 = extractelement <16 x ptr> %v95, i64 3
  %v100 = extractelement <16 x ptr> %v95, i64 4
  %v101 = extractelement <16 x ptr> %v95, i64 5
  %v102 = extractelement <16 x ptr> %v95, i64 6
  %v103 = extractelement <16 x ptr> %v95, i64 7
  %v104 = extractelement <16 x ptr> %v95, i64 8
  %v105 = extractelement <16 x ptr> %v95, i64 9
  %v106 = extractelement <16 x ptr> %v95, i64 10
  %v107 = extractelement <16 x ptr> %v95, i64 11
  %v108 = extractelement <16 x ptr> %v95, i64 12
  %v109 = extractelement <16 x ptr> %v95, i64 13
  %v110 = extractelement <16 x ptr> %v95, i64 14
  %v111 = extractelement <16 x ptr> %v95, i64 15
  %v112 = load double, ptr %v96, align 8
  %v113 = insertelement <16 x double> poison, double %v112, i64 0
  %v114 = load double, ptr %v97, align 8
  %v115 = insertelement <16 x double> %v113, double %v114, i64 1
  %v116 = load double, ptr %v98, align 8
  %v117 = insertelement <16 x double> %v115, double %v116, i64 2
  %v118 = load double, ptr %v99, align 8
  %v119 = insertelement <16 x double> %v117, double %v118, i64 3
  %v120 = load double, ptr %v100, align 8
  %v121 = insertelement <16 x double> %v119, double %v120, i64 4
  %v122 = load double, ptr %v101, align 8
  %v123 = insertelement <16 x double> %v121, double %v122, i64 5
  %v124 = load double, ptr %v102, align 8
  %v125 = insertelement <16 x double> %v123, double %v124, i64 6
  %v126 = load double, ptr %v103, align 8
  %v127 = insertelement <16 x double> %v125, double %v126, i64 7
  %v128 = load double, ptr %v104, align 8
  %v129 = insertelement <16 x double> %v127, double %v128, i64 8
  %v130 = load double, ptr %v105, align 8
  %v131 = insertelement <16 x double> %v129, double %v130, i64 9
  %v132 = load double, ptr %v106, align 8
  %v133 = insertelement <16 x double> %v131, double %v132, i64 10
  %v134 = load double, ptr %v107, align 8
  %v135 = insertelement <16 x double> %v133, double %v134, i64 11
  %v136 = load double, ptr %v108, align 8
  %v137 = insertelement <16 x double> %v135, double %v136, i64 12
  %v138 = load double, ptr %v109, align 8
  %v139 = insertelement <16 x double> %v137, double %v138, i64 13
  %v140 = load double, ptr %v110, align 8
  %v141 = insertelement <16 x double> %v139, double %v140, i64 14
  %v142 = load double, ptr %v111, align 8
  %v143 = insertelement <16 x double> %v141, double %v142, i64 15
  %v144 = fmul <16 x double> %v143, %v143
  %v145 = fsub <16 x double> %v90, %v144
  %v146 = fmul <16 x double> %v89, %v143
  %v147 = fmul <16 x double> %v143, %v89
  %v148 = fadd <16 x double> %v146, %v147
  %v149 = fadd <16 x double> %p25, %v145
  %v150 = fadd <16 x double> %p26, %v148
  %v151 = add nsw i64 %i24, 16
  %v152 = icmp slt i64 %v151, %v19
  br i1 %v152, label %loop22, label %end23
end23:
  %v154 = phi <16 x double> [ splat (double 0x8000000000000000), %whole21 ], [ %v149, %loop22 ]
  %v155 = phi <16 x double> [ splat (double 0x8000000000000000), %whole21 ], [ %v150, %loop22 ]
  %v156 = shufflevector <16 x double> %v154, <16 x double> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v157 = shufflevector <16 x double> %v154, <16 x double> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v158 = shufflevector <16 x double> %v155, <16 x double> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v159 = shufflevector <16 x double> %v155, <16 x double> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v160 = fadd <8 x double> %v156, %v157
  %v161 = fadd <8 x double> %v158, %v159
  %v162 = shufflevector <8 x double> %v160, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v163 = shufflevector <8 x double> %v160, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v164 = shufflevector <8 x double> %v161, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v165 = shufflevector <8 x double> %v161, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v166 = fadd <4 x double> %v162, %v163
  %v167 = fadd <4 x double> %v164, %v165
  br label %join168
join168:
  %v169 = phi <4 x double> [ splat (double 0x8000000000000000), %loop11 ], [ %v166, %end23 ]
  %v170 = phi <4 x double> [ splat (double 0x8000000000000000), %loop11 ], [ %v167, %end23 ]
  %v221 = icmp slt i64 %v19, %v173
  br i1 %v221, label %loop174, label %end175
loop174:
  %i176 = phi i64 [ %v19, %join168 ], [ %v219, %loop174 ]
  %p177 = phi <4 x double> [ %v169, %join168 ], [ %v217, %loop174 ]
  %p178 = phi <4 x double> [ %v170, %join168 ], [ %v218, %loop174 ]
  %v179 = insertelement <4 x i64> poison, i64 %i176, i64 0
  %v180 = shufflevector <4 x i64> %v179, <4 x i64> poison, <4 x i32> zeroinitializer
  %v181 = add <4 x i64> %v180, <i64 0, i64 1, i64 2, i64 3>
  %v184 = mul <4 x i64> %v181, %v183
  %v185 = getelementptr double, ptr %v32, <4 x i64> %v184
  %v186 = extractelement <4 x ptr> %v185, i64 0
  %v187 = extractelement <4 x ptr> %v185, i64 1
  %v188 = extractelement <4 x ptr> %v185, i64 2
  %v189 = extractelement <4 x ptr> %v185, i64 3
  %v190 = load double, ptr %v186, align 8
  %v191 = insertelement <4 x double> poison, double %v190, i64 0
  %v192 = load double, ptr %v187, align 8
  %v193 = insertelement <4 x double> %v191, double %v192, i64 1
  %v194 = load double, ptr %v188, align 8
  %v195 = insertelement <4 x double> %v193, double %v194, i64 2
  %v196 = load double, ptr %v189, align 8
  %v197 = insertelement <4 x double> %v195, double %v196, i64 3
  %v198 = fmul <4 x double> %v197, %v197
  %v199 = getelementptr double, ptr %v94, <4 x i64> %v184
  %v200 = extractelement <4 x ptr> %v199, i64 0
  %v201 = extractelement <4 x ptr> %v199, i64 1
  %v202 = extractelement <4 x ptr> %v199, i64 2
  %v203 = extractelement <4 x ptr> %v199, i64 3
  %v204 = load double, ptr %v200, align 8
  %v205 = insertelement <4 x double> poison, double %v204, i64 0
  %v206 = load double, ptr %v201, align 8
  %v207 = insertelement <4 x double> %v205, double %v206, i64 1
  %v208 = load double, ptr %v202, align 8
  %v209 = insertelement <4 x double> %v207, double %v208, i64 2
  %v210 = load double, ptr %v203, align 8
  %v211 = insertelement <4 x double> %v209, double %v210, i64 3
  %v212 = fmul <4 x double> %v211, %v211
  %v213 = fsub <4 x double> %v198, %v212
  %v214 = fmul <4 x double> %v197, %v211
  %v215 = fmul <4 x double> %v211, %v197
  %v216 = fadd <4 x double> %v214, %v215
  %v217 = fadd <4 x double> %p177, %v213
  %v218 = fadd <4 x double> %p178, %v216
  %v219 = add nsw i64 %i176, 4
  %v220 = icmp slt i64 %v219, %v173
  br i1 %v220, label %loop174, label %end175
end175:
  %v222 = phi <4 x double> [ %v169, %join168 ], [ %v217, %loop174 ]
  %v223 = phi <4 x double> [ %v170, %join168 ], [ %v218, %loop174 ]
  br i1 %v230, label %rest231, label %join278
rest231:
  %v232 = insertelement <4 x i64> poison, i64 %v173, i64 0
  %v233 = shufflevector <4 x i64> %v232, <4 x i64> poison, <4 x i32> zeroinitializer
  %v234 = add <4 x i64> %v233, <i64 0, i64 1, i64 2, i64 3>
  %v235 = mul <4 x i64> %v234, %v183
  %v236 = getelementptr double, ptr %v32, <4 x i64> %v235
  %v241 = select <4 x i1> %v229, <4 x ptr> %v236, <4 x ptr> %v240
  %v242 = extractelement <4 x ptr> %v241, i64 0
  %v243 = extractelement <4 x ptr> %v241, i64 1
  %v244 = extractelement <4 x ptr> %v241, i64 2
  %v245 = extractelement <4 x ptr> %v241, i64 3
  %v246 = load double, ptr %v242, align 8
  %v247 = insertelement <4 x double> poison, double %v246, i64 0
  %v248 = load double, ptr %v243, align 8
  %v249 = insertelement <4 x double> %v247, double %v248, i64 1
  %v250 = load double, ptr %v244, align 8
  %v251 = insertelement <4 x double> %v249, double %v250, i64 2
  %v252 = load double, ptr %v245, align 8
  %v253 = insertelement <4 x double> %v251, double %v252, i64 3
  %v254 = fmul <4 x double> %v253, %v253
  %v255 = getelementptr double, ptr %v94, <4 x i64> %v235
  %v256 = select <4 x i1> %v229, <4 x ptr> %v255, <4 x ptr> %v240
  %v257 = extractelement <4 x ptr> %v256, i64 0
  %v258 = extractelement <4 x ptr> %v256, i64 1
  %v259 = extractelement <4 x ptr> %v256, i64 2
  %v260 = extractelement <4 x ptr> %v256, i64 3
  %v261 = load double, ptr %v257, align 8
  %v262 = insertelement <4 x double> poison, double %v261, i64 0
  %v263 = load double, ptr %v258, align 8
  %v264 = insertelement <4 x double> %v262, double %v263, i64 1
  %v265 = load double, ptr %v259, align 8
  %v266 = insertelement <4 x double> %v264, double %v265, i64 2
  %v267 = load double, ptr %v260, align 8
  %v268 = insertelement <4 x double> %v266, double %v267, i64 3
  %v269 = fmul <4 x double> %v268, %v268
  %v270 = fsub <4 x double> %v254, %v269
  %v271 = fmul <4 x double> %v253, %v268
  %v272 = fmul <4 x double> %v268, %v253
  %v273 = fadd <4 x double> %v271, %v272
  %v274 = fadd <4 x double> %v222, %v270
  %v275 = select <4 x i1> %v229, <4 x double> %v274, <4 x double> %v222
  %v276 = fadd <4 x double> %v223, %v273
  %v277 = select <4 x i1> %v229, <4 x double> %v276, <4 x double> %v223
  br label %join278
join278:
  %v279 = phi <4 x double> [ %v222, %end175 ], [ %v275, %rest231 ]
  %v280 = phi <4 x double> [ %v223, %end175 ], [ %v277, %rest231 ]
  %v281 = getelementptr <4 x double>, ptr %v9, i64 %i13
  store <4 x double> %v279, ptr %v281
  %v282 = getelementptr <4 x double>, ptr %v10, i64 %i13
  store <4 x double> %v280, ptr %v282
  %v283 = add nsw i64 %i13, 1
  %v284 = icmp slt i64 %v283, %v7
  br i1 %v284, label %loop11, label %end12
end12:
  %v303 = call <4 x double> @totals.add.float64.4.4(ptr %v9)
  %v304 = fadd <4 x double> splat (double 0x0000000000000000), %v303
  store <4 x double> %v304, ptr %v305
  %v306 = call <4 x double> @totals.add.float64.4.4(ptr %v10)
  %v307 = fadd <4 x double> splat (double 0x0000000000000000), %v306
  store <4 x double> %v307, ptr %v308
  %v309 = sub nsw i64 %v8, %i3
  %v310 = call i64 @llvm.umin.i64(i64 %v309, i64 4)
  %v311 = trunc i64 %v310 to i32
  %v312 = insertelement <4 x i32> poison, i32 %v311, i64 0
  %v313 = shufflevector <4 x i32> %v312, <4 x i32> poison, <4 x i32> zeroinitializer
  %v314 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v313
  %v317 = insertelement <4 x i64> poison, i64 %i3, i64 0
  %v318 = shufflevector <4 x i64> %v317, <4 x i64> poison, <4 x i32> zeroinitializer
  %v319 = add <4 x i64> %v318, <i64 0, i64 1, i64 2, i64 3>
  %v324 = mul <4 x i64> %v319, %v323
  %v325 = getelementptr double, ptr %v316, <4 x i64> %v324
  %v328 = select <4 x i1> %v314, <4 x ptr> %v325, <4 x ptr> %v327
  %v329 = extractelement <4 x ptr> %v328, i64 0
  %v330 = extractelement <4 x ptr> %v328, i64 1
  %v331 = extractelement <4 x ptr> %v328, i64 2
  %v332 = extractelement <4 x ptr> %v328, i64 3
  %v333 = extractelement <4 x double> %v304, i64 0
  store double %v333, ptr %v329, align 8
  %v334 = extractelement <4 x double> %v304, i64 1
  store double %v334, ptr %v330, align 8
  %v335 = extractelement <4 x double> %v304, i64 2
  store double %v335, ptr %v331, align 8
  %v336 = extractelement <4 x double> %v304, i64 3
  store double %v336, ptr %v332, align 8
  %v340 = getelementptr double, ptr %v339, <4 x i64> %v324
  %v341 = select <4 x i1> %v314, <4 x ptr> %v340, <4 x ptr> %v327
  %v342 = extractelement <4 x ptr> %v341, i64 0
  %v343 = extractelement <4 x ptr> %v341, i64 1
  %v344 = extractelement <4 x ptr> %v341, i64 2
  %v345 = extractelement <4 x ptr> %v341, i64 3
  %v346 = extractelement <4 x double> %v307, i64 0
  store double %v346, ptr %v342, align 8
  %v347 = extractelement <4 x double> %v307, i64 1
  store double %v347, ptr %v343, align 8
  %v348 = extractelement <4 x double> %v307, i64 2
  store double %v348, ptr %v344, align 8
  %v349 = extractelement <4 x double> %v307, i64 3
  store double %v349, ptr %v345, align 8
  %v350 = add nsw i64 %i3, 4
  %v351 = icmp slt i64 %v350, %hi
  br i1 %v351, label %loop1, label %end2
end2:
  ret void
}
