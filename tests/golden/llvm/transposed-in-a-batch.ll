target triple = "x86_64-linux"
declare i64 @llvm.abs.i64(i64, i1)
declare <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float>)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v4 = getelementptr i64, ptr %table, i64 1
  %v5 = load i64, ptr %v4, align 8
  %v8 = getelementptr i64, ptr %table, i64 5
  %v9 = load i64, ptr %v8, align 8
  %v16 = getelementptr i64, ptr %table, i64 6
  %v17 = load i64, ptr %v16, align 8
  %v41 = getelementptr ptr, ptr %buffers, i64 0
  %v42 = load ptr, ptr %v41, align 8
  %v43 = getelementptr i64, ptr %table, i64 2
  %v44 = load i64, ptr %v43, align 8
  %v47 = getelementptr i64, ptr %table, i64 3
  %v48 = load i64, ptr %v47, align 8
  %v105 = getelementptr i64, ptr %table, i64 4
  %v106 = load float, ptr %v105, align 8
  %v110 = getelementptr ptr, ptr %buffers, i64 1
  %v111 = load ptr, ptr %v110, align 8
  %v112 = getelementptr i64, ptr %table, i64 0
  %v113 = load i64, ptr %v112, align 8
  %v454 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v454, align 64
  %v455 = alloca <16 x i64>, align 64
  %v6 = call i64 @llvm.abs.i64(i64 %v5, i1 false)
  %v7 = call i64 @llvm.abs.i64(i64 1, i1 false)
  %v10 = sub i64 %v9, 1
  %v11 = mul i64 %v7, %v10
  %v12 = add i64 %v11, 0
  %v13 = icmp sgt i64 %v6, %v12
  %v14 = icmp sgt i64 %v7, 0
  %v15 = and i1 %v13, %v14
  %v18 = sub i64 %v17, 1
  %v19 = mul i64 %v6, %v18
  %v20 = add i64 %v19, 0
  %v21 = icmp sgt i64 %v7, %v20
  %v22 = icmp sgt i64 %v6, 0
  %v23 = and i1 %v21, %v22
  %v24 = or i1 %v15, %v23
  %v32 = sub i64 %v17, 0
  %v33 = icmp sgt i64 %v32, 0
  %v34 = select i1 %v33, i64 %v32, i64 0, !unpredictable !{}
  %v35 = and i64 %v34, -4
  %v36 = add i64 0, %v35
  %v107 = insertelement <8 x float> poison, float %v106, i64 0
  %v108 = shufflevector <8 x float> %v107, <8 x float> poison, <8 x i32> zeroinitializer
  %v137 = add i64 %v36, 4
  %v138 = icmp slt i64 %v137, %v17
  %v139 = select i1 %v138, i64 %v137, i64 %v17, !unpredictable !{}
  %v396 = sub nsw i64 %v9, 0
  %v397 = and i64 %v396, -8
  %v398 = add nsw i64 0, %v397
  %v406 = insertelement <8 x i64> poison, i64 %v48, i64 0
  %v407 = shufflevector <8 x i64> %v406, <8 x i64> poison, <8 x i32> zeroinitializer
  %v441 = sub nsw i64 %v9, %v398
  %v442 = call i64 @llvm.umin.i64(i64 %v441, i64 8)
  %v443 = trunc i64 %v442 to i32
  %v444 = insertelement <8 x i32> poison, i32 %v443, i64 0
  %v445 = shufflevector <8 x i32> %v444, <8 x i32> poison, <8 x i32> zeroinitializer
  %v446 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v445
  %v447 = icmp slt i64 %v398, %v9
  %v456 = insertelement <8 x ptr> poison, ptr %v454, i64 0
  %v457 = shufflevector <8 x ptr> %v456, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v492 = icmp slt i64 %lo, %hi
  br i1 %v492, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v490, %join489 ]
  %v45 = mul i64 %i3, %v44
  %v46 = getelementptr inbounds float, ptr %v42, i64 %v45
  %v114 = mul i64 %i3, %v113
  %v115 = getelementptr inbounds float, ptr %v111, i64 %v114
  br i1 %v24, label %then25, label %join390
then25:
  %v26 = sub nsw i64 %v9, 0
  %v27 = and i64 %v26, -8
  %v28 = add nsw i64 0, %v27
  %v211 = icmp slt i64 0, %v28
  br i1 %v211, label %loop29, label %end30
loop29:
  %i31 = phi i64 [ 0, %then25 ], [ %v209, %join208 ]
  %v49 = add nsw i64 %i31, 0
  %v50 = mul nsw i64 %v49, %v48
  %v51 = getelementptr inbounds float, ptr %v46, i64 %v50
  %v52 = add nsw i64 %i31, 1
  %v53 = mul nsw i64 %v52, %v48
  %v54 = getelementptr inbounds float, ptr %v46, i64 %v53
  %v55 = add nsw i64 %i31, 2
  %v56 = mul nsw i64 %v55, %v48
  %v57 = getelementptr inbounds float, ptr %v46, i64 %v56
  %v58 = add nsw i64 %i31, 3
  %v59 = mul nsw i64 %v58, %v48
  %v60 = getelementptr inbounds float, ptr %v46, i64 %v59
  %v61 = add nsw i64 %i31, 4
  %v62 = mul nsw i64 %v61, %v48
  %v63 = getelementptr inbounds float, ptr %v46, i64 %v62
  %v64 = add nsw i64 %i31, 5
  %v65 = mul nsw i64 %v64, %v48
  %v66 = getelementptr inbounds float, ptr %v46, i64 %v65
  %v67 = add nsw i64 %i31, 6
  %v68 = mul nsw i64 %v67, %v48
  %v69 = getelementptr inbounds float, ptr %v46, i64 %v68
  %v70 = add nsw i64 %i31, 7
  %v71 = mul nsw i64 %v70, %v48
  %v72 = getelementptr inbounds float, ptr %v46, i64 %v71
  %v136 = icmp slt i64 0, %v36
  br i1 %v136, label %loop37, label %end38
loop37:
  %i39 = phi i64 [ 0, %loop29 ], [ %v134, %loop37 ]
  %v40 = add i64 %i39, 4
  %v73 = getelementptr inbounds float, ptr %v51, i64 %i39
  %v74 = load <4 x float>, ptr %v73, align 4
  %v75 = getelementptr inbounds float, ptr %v54, i64 %i39
  %v76 = load <4 x float>, ptr %v75, align 4
  %v77 = getelementptr inbounds float, ptr %v57, i64 %i39
  %v78 = load <4 x float>, ptr %v77, align 4
  %v79 = getelementptr inbounds float, ptr %v60, i64 %i39
  %v80 = load <4 x float>, ptr %v79, align 4
  %v81 = getelementptr inbounds float, ptr %v63, i64 %i39
  %v82 = load <4 x float>, ptr %v81, align 4
  %v83 = getelementptr inbounds float, ptr %v66, i64 %i39
  %v84 = load <4 x float>, ptr %v83, align 4
  %v85 = getelementptr inbounds float, ptr %v69, i64 %i39
  %v86 = load <4 x float>, ptr %v85, align 4
  %v87 = getelementptr inbounds float, ptr %v72, i64 %i39
  %v88 = load <4 x float>, ptr %v87, align 4
  %v89 = shufflevector <4 x float> %v74, <4 x float> %v76, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v90 = shufflevector <4 x float> %v78, <4 x float> %v80, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v91 = shufflevector <4 x float> %v82, <4 x float> %v84, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v92 = shufflevector <4 x float> %v86, <4 x float> %v88, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v93 = shufflevector <8 x float> %v89, <8 x float> %v90, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v94 = shufflevector <8 x float> %v89, <8 x float> %v90, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v95 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v93)
  %v96 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v94)
  %v97 = shufflevector <8 x float> %v91, <8 x float> %v92, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v98 = shufflevector <8 x float> %v91, <8 x float> %v92, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v99 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v97)
  %v100 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v98)
  %v101 = shufflevector <8 x float> %v95, <8 x float> %v99, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v102 = shufflevector <8 x float> %v95, <8 x float> %v99, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v103 = shufflevector <8 x float> %v96, <8 x float> %v100, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v104 = shufflevector <8 x float> %v96, <8 x float> %v100, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v109 = fmul <8 x float> %v101, %v108
  %v116 = mul i64 %i39, %v5
  %v117 = getelementptr inbounds float, ptr %v115, i64 %v116
  %v118 = getelementptr inbounds float, ptr %v117, i64 %i31
  store <8 x float> %v109, ptr %v118, align 4
  %v119 = add nsw i64 %i39, 1
  %v120 = fmul <8 x float> %v103, %v108
  %v121 = mul i64 %v119, %v5
  %v122 = getelementptr inbounds float, ptr %v115, i64 %v121
  %v123 = getelementptr inbounds float, ptr %v122, i64 %i31
  store <8 x float> %v120, ptr %v123, align 4
  %v124 = add nsw i64 %i39, 2
  %v125 = fmul <8 x float> %v102, %v108
  %v126 = mul i64 %v124, %v5
  %v127 = getelementptr inbounds float, ptr %v115, i64 %v126
  %v128 = getelementptr inbounds float, ptr %v127, i64 %i31
  store <8 x float> %v125, ptr %v128, align 4
  %v129 = add nsw i64 %i39, 3
  %v130 = fmul <8 x float> %v104, %v108
  %v131 = mul i64 %v129, %v5
  %v132 = getelementptr inbounds float, ptr %v115, i64 %v131
  %v133 = getelementptr inbounds float, ptr %v132, i64 %i31
  store <8 x float> %v130, ptr %v133, align 4
  %v134 = add nsw i64 %i39, 4
  %v135 = icmp slt i64 %v134, %v36
  br i1 %v135, label %loop37, label %end38
end38:
  %v140 = icmp slt i64 %v36, %v139
  br i1 %v140, label %tile141, label %join208
tile141:
  %v142 = sub nsw i64 %v139, %v36
  %v143 = call i64 @llvm.umin.i64(i64 %v142, i64 4)
  %v144 = trunc i64 %v143 to i32
  %v145 = insertelement <4 x i32> poison, i32 %v144, i64 0
  %v146 = shufflevector <4 x i32> %v145, <4 x i32> poison, <4 x i32> zeroinitializer
  %v147 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v146
  %v148 = getelementptr inbounds float, ptr %v51, i64 %v36
  %v149 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v148, <4 x i1> %v147, <4 x float> zeroinitializer)
  %v150 = getelementptr inbounds float, ptr %v54, i64 %v36
  %v151 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v150, <4 x i1> %v147, <4 x float> zeroinitializer)
  %v152 = getelementptr inbounds float, ptr %v57, i64 %v36
  %v153 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v152, <4 x i1> %v147, <4 x float> zeroinitializer)
  %v154 = getelementptr inbounds float, ptr %v60, i64 %v36
  %v155 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v154, <4 x i1> %v147, <4 x float> zeroinitializer)
  %v156 = getelementptr inbounds float, ptr %v63, i64 %v36
  %v157 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v156, <4 x i1> %v147, <4 x float> zeroinitializer)
  %v158 = getelementptr inbounds float, ptr %v66, i64 %v36
  %v159 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v158, <4 x i1> %v147, <4 x float> zeroinitializer)
  %v160 = getelementptr inbounds float, ptr %v69, i64 %v36
  %v161 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v160, <4 x i1> %v147, <4 x float> zeroinitializer)
  %v162 = getelementptr inbounds float, ptr %v72, i64 %v36
  %v163 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v162, <4 x i1> %v147, <4 x float> zeroinitializer)
  %v164 = shufflevector <4 x float> %v149, <4 x float> %v151, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v165 = shufflevector <4 x float> %v153, <4 x float> %v155, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v166 = shufflevector <4 x float> %v157, <4 x float> %v159, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v167 = shufflevector <4 x float> %v161, <4 x float> %v163, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v168 = shufflevector <8 x float> %v164, <8 x float> %v165, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v169 = shufflevector <8 x float> %v164, <8 x float> %v165, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v170 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v168)
  %v171 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v169)
  %v172 = shufflevector <8 x float> %v166, <8 x float> %v167, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v173 = shufflevector <8 x float> %v166, <8 x float> %v167, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v174 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v172)
  %v175 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v173)
  %v176 = shufflevector <8 x float> %v170, <8 x float> %v174, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v177 = shufflevector <8 x float> %v170, <8 x float> %v174, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v178 = shufflevector <8 x float> %v171, <8 x float> %v175, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v179 = shufflevector <8 x float> %v171, <8 x float> %v175, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v180 = fmul <8 x float> %v176, %v108
  %v181 = mul i64 %v36, %v5
  %v182 = getelementptr inbounds float, ptr %v115, i64 %v181
  %v183 = getelementptr inbounds float, ptr %v182, i64 %i31
  store <8 x float> %v180, ptr %v183, align 4
  %v184 = add nsw i64 %v36, 1
  %v190 = icmp slt i64 %v184, %v139
  br i1 %v190, label %row185, label %join191
row185:
  %v186 = fmul <8 x float> %v178, %v108
  %v187 = mul i64 %v184, %v5
  %v188 = getelementptr inbounds float, ptr %v115, i64 %v187
  %v189 = getelementptr inbounds float, ptr %v188, i64 %i31
  store <8 x float> %v186, ptr %v189, align 4
  br label %join191
join191:
  %v192 = add nsw i64 %v36, 2
  %v198 = icmp slt i64 %v192, %v139
  br i1 %v198, label %row193, label %join199
row193:
  %v194 = fmul <8 x float> %v177, %v108
  %v195 = mul i64 %v192, %v5
  %v196 = getelementptr inbounds float, ptr %v115, i64 %v195
  %v197 = getelementptr inbounds float, ptr %v196, i64 %i31
  store <8 x float> %v194, ptr %v197, align 4
  br label %join199
join199:
  %v200 = add nsw i64 %v36, 3
  %v206 = icmp slt i64 %v200, %v139
  br i1 %v206, label %row201, label %join207
row201:
  %v202 = fmul <8 x float> %v179, %v108
  %v203 = mul i64 %v200, %v5
  %v204 = getelementptr inbounds float, ptr %v115, i64 %v203
  %v205 = getelementptr inbounds float, ptr %v204, i64 %i31
  store <8 x float> %v202, ptr %v205, align 4
  br label %join207
join207:
  br label %join208
join208:
  %v209 = add nsw i64 %i31, 8
  %v210 = icmp slt i64 %v209, %v28
  br i1 %v210, label %loop29, label %end30
end30:
  %v389 = icmp slt i64 %v28, %v9
  br i1 %v389, label %loop212, label %end213
loop212:
  %i214 = phi i64 [ %v28, %end30 ], [ %v387, %join386 ]
  %v215 = sub nsw i64 %v9, %i214
  %v216 = call i64 @llvm.umin.i64(i64 %v215, i64 8)
  %v217 = trunc i64 %v216 to i32
  %v218 = insertelement <8 x i32> poison, i32 %v217, i64 0
  %v219 = shufflevector <8 x i32> %v218, <8 x i32> poison, <8 x i32> zeroinitializer
  %v220 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v219
  %v221 = freeze <8 x i1> %v220
  %v226 = add nsw i64 %i214, 0
  %v227 = mul nsw i64 %v226, %v48
  %v228 = getelementptr inbounds float, ptr %v46, i64 %v227
  %v229 = add nsw i64 %i214, 1
  %v230 = mul nsw i64 %v229, %v48
  %v231 = getelementptr inbounds float, ptr %v46, i64 %v230
  %v232 = extractelement <8 x i1> %v220, i64 1
  %v233 = select i1 %v232, ptr %v231, ptr %v228
  %v234 = add nsw i64 %i214, 2
  %v235 = mul nsw i64 %v234, %v48
  %v236 = getelementptr inbounds float, ptr %v46, i64 %v235
  %v237 = extractelement <8 x i1> %v220, i64 2
  %v238 = select i1 %v237, ptr %v236, ptr %v228
  %v239 = add nsw i64 %i214, 3
  %v240 = mul nsw i64 %v239, %v48
  %v241 = getelementptr inbounds float, ptr %v46, i64 %v240
  %v242 = extractelement <8 x i1> %v220, i64 3
  %v243 = select i1 %v242, ptr %v241, ptr %v228
  %v244 = add nsw i64 %i214, 4
  %v245 = mul nsw i64 %v244, %v48
  %v246 = getelementptr inbounds float, ptr %v46, i64 %v245
  %v247 = extractelement <8 x i1> %v220, i64 4
  %v248 = select i1 %v247, ptr %v246, ptr %v228
  %v249 = add nsw i64 %i214, 5
  %v250 = mul nsw i64 %v249, %v48
  %v251 = getelementptr inbounds float, ptr %v46, i64 %v250
  %v252 = extractelement <8 x i1> %v220, i64 5
  %v253 = select i1 %v252, ptr %v251, ptr %v228
  %v254 = add nsw i64 %i214, 6
  %v255 = mul nsw i64 %v254, %v48
  %v256 = getelementptr inbounds float, ptr %v46, i64 %v255
  %v257 = extractelement <8 x i1> %v220, i64 6
  %v258 = select i1 %v257, ptr %v256, ptr %v228
  %v259 = add nsw i64 %i214, 7
  %v260 = mul nsw i64 %v259, %v48
  %v261 = getelementptr inbounds float, ptr %v46, i64 %v260
  %v262 = extractelement <8 x i1> %v220, i64 7
  %v263 = select i1 %v262, ptr %v261, ptr %v228
  %v317 = icmp slt i64 0, %v36
  br i1 %v317, label %loop222, label %end223
loop222:
  %i224 = phi i64 [ 0, %loop212 ], [ %v315, %loop222 ]
  %v225 = add i64 %i224, 4
  %v264 = getelementptr inbounds float, ptr %v228, i64 %i224
  %v265 = load <4 x float>, ptr %v264, align 4
  %v266 = getelementptr inbounds float, ptr %v233, i64 %i224
  %v267 = load <4 x float>, ptr %v266, align 4
  %v268 = getelementptr inbounds float, ptr %v238, i64 %i224
  %v269 = load <4 x float>, ptr %v268, align 4
  %v270 = getelementptr inbounds float, ptr %v243, i64 %i224
  %v271 = load <4 x float>, ptr %v270, align 4
  %v272 = getelementptr inbounds float, ptr %v248, i64 %i224
  %v273 = load <4 x float>, ptr %v272, align 4
  %v274 = getelementptr inbounds float, ptr %v253, i64 %i224
  %v275 = load <4 x float>, ptr %v274, align 4
  %v276 = getelementptr inbounds float, ptr %v258, i64 %i224
  %v277 = load <4 x float>, ptr %v276, align 4
  %v278 = getelementptr inbounds float, ptr %v263, i64 %i224
  %v279 = load <4 x float>, ptr %v278, align 4
  %v280 = shufflevector <4 x float> %v265, <4 x float> %v267, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v281 = shufflevector <4 x float> %v269, <4 x float> %v271, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v282 = shufflevector <4 x float> %v273, <4 x float> %v275, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v283 = shufflevector <4 x float> %v277, <4 x float> %v279, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v284 = shufflevector <8 x float> %v280, <8 x float> %v281, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v285 = shufflevector <8 x float> %v280, <8 x float> %v281, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v286 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v284)
  %v287 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v285)
  %v288 = shufflevector <8 x float> %v282, <8 x float> %v283, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v289 = shufflevector <8 x float> %v282, <8 x float> %v283, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v290 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v288)
  %v291 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v289)
  %v292 = shufflevector <8 x float> %v286, <8 x float> %v290, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v293 = shufflevector <8 x float> %v286, <8 x float> %v290, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v294 = shufflevector <8 x float> %v287, <8 x float> %v291, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v295 = shufflevector <8 x float> %v287, <8 x float> %v291, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v296 = fmul <8 x float> %v292, %v108
  %v297 = mul i64 %i224, %v5
  %v298 = getelementptr inbounds float, ptr %v115, i64 %v297
  %v299 = getelementptr inbounds float, ptr %v298, i64 %i214
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v296, ptr align 4 %v299, <8 x i1> %v221)
  %v300 = add nsw i64 %i224, 1
  %v301 = fmul <8 x float> %v294, %v108
  %v302 = mul i64 %v300, %v5
  %v303 = getelementptr inbounds float, ptr %v115, i64 %v302
  %v304 = getelementptr inbounds float, ptr %v303, i64 %i214
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v301, ptr align 4 %v304, <8 x i1> %v221)
  %v305 = add nsw i64 %i224, 2
  %v306 = fmul <8 x float> %v293, %v108
  %v307 = mul i64 %v305, %v5
  %v308 = getelementptr inbounds float, ptr %v115, i64 %v307
  %v309 = getelementptr inbounds float, ptr %v308, i64 %i214
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v306, ptr align 4 %v309, <8 x i1> %v221)
  %v310 = add nsw i64 %i224, 3
  %v311 = fmul <8 x float> %v295, %v108
  %v312 = mul i64 %v310, %v5
  %v313 = getelementptr inbounds float, ptr %v115, i64 %v312
  %v314 = getelementptr inbounds float, ptr %v313, i64 %i214
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v311, ptr align 4 %v314, <8 x i1> %v221)
  %v315 = add nsw i64 %i224, 4
  %v316 = icmp slt i64 %v315, %v36
  br i1 %v316, label %loop222, label %end223
end223:
  %v318 = icmp slt i64 %v36, %v139
  br i1 %v318, label %tile319, label %join386
tile319:
  %v320 = sub nsw i64 %v139, %v36
  %v321 = call i64 @llvm.umin.i64(i64 %v320, i64 4)
  %v322 = trunc i64 %v321 to i32
  %v323 = insertelement <4 x i32> poison, i32 %v322, i64 0
  %v324 = shufflevector <4 x i32> %v323, <4 x i32> poison, <4 x i32> zeroinitializer
  %v325 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v324
  %v326 = getelementptr inbounds float, ptr %v228, i64 %v36
  %v327 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v326, <4 x i1> %v325, <4 x float> zeroinitializer)
  %v328 = getelementptr inbounds float, ptr %v233, i64 %v36
  %v329 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v328, <4 x i1> %v325, <4 x float> zeroinitializer)
  %v330 = getelementptr inbounds float, ptr %v238, i64 %v36
  %v331 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v330, <4 x i1> %v325, <4 x float> zeroinitializer)
  %v332 = getelementptr inbounds float, ptr %v243, i64 %v36
  %v333 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v332, <4 x i1> %v325, <4 x float> zeroinitializer)
  %v334 = getelementptr inbounds float, ptr %v248, i64 %v36
  %v335 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v334, <4 x i1> %v325, <4 x float> zeroinitializer)
  %v336 = getelementptr inbounds float, ptr %v253, i64 %v36
  %v337 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v336, <4 x i1> %v325, <4 x float> zeroinitializer)
  %v338 = getelementptr inbounds float, ptr %v258, i64 %v36
  %v339 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v338, <4 x i1> %v325, <4 x float> zeroinitializer)
  %v340 = getelementptr inbounds float, ptr %v263, i64 %v36
  %v341 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v340, <4 x i1> %v325, <4 x float> zeroinitializer)
  %v342 = shufflevector <4 x float> %v327, <4 x float> %v329, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v343 = shufflevector <4 x float> %v331, <4 x float> %v333, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v344 = shufflevector <4 x float> %v335, <4 x float> %v337, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v345 = shufflevector <4 x float> %v339, <4 x float> %v341, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v346 = shufflevector <8 x float> %v342, <8 x float> %v343, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v347 = shufflevector <8 x float> %v342, <8 x float> %v343, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v348 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v346)
  %v349 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v347)
  %v350 = shufflevector <8 x float> %v344, <8 x float> %v345, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v351 = shufflevector <8 x float> %v344, <8 x float> %v345, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v352 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v350)
  %v353 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v351)
  %v354 = shufflevector <8 x float> %v348, <8 x float> %v352, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v355 = shufflevector <8 x float> %v348, <8 x float> %v352, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v356 = shufflevector <8 x float> %v349, <8 x float> %v353, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v357 = shufflevector <8 x float> %v349, <8 x float> %v353, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v358 = fmul <8 x float> %v354, %v108
  %v359 = mul i64 %v36, %v5
  %v360 = getelementptr inbounds float, ptr %v115, i64 %v359
  %v361 = getelementptr inbounds float, ptr %v360, i64 %i214
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v358, ptr align 4 %v361, <8 x i1> %v220)
  %v362 = add nsw i64 %v36, 1
  %v368 = icmp slt i64 %v362, %v139
  br i1 %v368, label %row363, label %join369
row363:
  %v364 = fmul <8 x float> %v356, %v108
  %v365 = mul i64 %v362, %v5
  %v366 = getelementptr inbounds float, ptr %v115, i64 %v365
  %v367 = getelementptr inbounds float, ptr %v366, i64 %i214
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v364, ptr align 4 %v367, <8 x i1> %v220)
  br label %join369
join369:
  %v370 = add nsw i64 %v36, 2
  %v376 = icmp slt i64 %v370, %v139
  br i1 %v376, label %row371, label %join377
row371:
  %v372 = fmul <8 x float> %v355, %v108
  %v373 = mul i64 %v370, %v5
  %v374 = getelementptr inbounds float, ptr %v115, i64 %v373
  %v375 = getelementptr inbounds float, ptr %v374, i64 %i214
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v372, ptr align 4 %v375, <8 x i1> %v220)
  br label %join377
join377:
  %v378 = add nsw i64 %v36, 3
  %v384 = icmp slt i64 %v378, %v139
  br i1 %v384, label %row379, label %join385
row379:
  %v380 = fmul <8 x float> %v357, %v108
  %v381 = mul i64 %v378, %v5
  %v382 = getelementptr inbounds float, ptr %v115, i64 %v381
  %v383 = getelementptr inbounds float, ptr %v382, i64 %i214
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v380, ptr align 4 %v383, <8 x i1> %v220)
  br label %join385
join385:
  br label %join386
join386:
  %v387 = add nsw i64 %i214, 8
  %v388 = icmp slt i64 %v387, %v9
  br i1 %v388, label %loop212, label %end213
end213:
  br label %join390
join390:
  %v391 = xor i1 %v24, true
  br i1 %v391, label %then392, label %join489
then392:
  %v488 = icmp slt i64 0, %v17
  br i1 %v488, label %loop393, label %end394
loop393:
  %i395 = phi i64 [ 0, %then392 ], [ %v486, %join485 ]
  %v402 = getelementptr inbounds float, ptr %v46, i64 %i395
  %v435 = mul i64 %i395, %v5
  %v436 = getelementptr inbounds float, ptr %v115, i64 %v435
  %v440 = icmp slt i64 0, %v398
  br i1 %v440, label %loop399, label %end400
loop399:
  %i401 = phi i64 [ 0, %loop393 ], [ %v438, %loop399 ]
  %v403 = insertelement <8 x i64> poison, i64 %i401, i64 0
  %v404 = shufflevector <8 x i64> %v403, <8 x i64> poison, <8 x i32> zeroinitializer
  %v405 = add <8 x i64> %v404, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v408 = mul <8 x i64> %v405, %v407
  %v409 = getelementptr float, ptr %v402, <8 x i64> %v408
  %v410 = extractelement <8 x ptr> %v409, i64 0
  %v411 = extractelement <8 x ptr> %v409, i64 1
  %v412 = extractelement <8 x ptr> %v409, i64 2
  %v413 = extractelement <8 x ptr> %v409, i64 3
  %v414 = extractelement <8 x ptr> %v409, i64 4
  %v415 = extractelement <8 x ptr> %v409, i64 5
  %v416 = extractelement <8 x ptr> %v409, i64 6
  %v417 = extractelement <8 x ptr> %v409, i64 7
  %v418 = load float, ptr %v410, align 4
  %v419 = insertelement <8 x float> poison, float %v418, i64 0
  %v420 = load float, ptr %v411, align 4
  %v421 = insertelement <8 x float> %v419, float %v420, i64 1
  %v422 = load float, ptr %v412, align 4
  %v423 = insertelement <8 x float> %v421, float %v422, i64 2
  %v424 = load float, ptr %v413, align 4
  %v425 = insertelement <8 x float> %v423, float %v424, i64 3
  %v426 = load float, ptr %v414, align 4
  %v427 = insertelement <8 x float> %v425, float %v426, i64 4
  %v428 = load float, ptr %v415, align 4
  %v429 = insertelement <8 x float> %v427, float %v428, i64 5
  %v430 = load float, ptr %v416, align 4
  %v431 = insertelement <8 x float> %v429, float %v430, i64 6
  %v432 = load float, ptr %v417, align 4
  %v433 = insertelement <8 x float> %v431, float %v432, i64 7
  %v434 = fmul <8 x float> %v433, %v108
  %v437 = getelementptr inbounds float, ptr %v436, i64 %i401
  store <8 x float> %v434, ptr %v437, align 4
  %v438 = add nsw i64 %i401, 8
  %v439 = icmp slt i64 %v438, %v398
  br i1 %v439, label %loop399, label %end400
end400:
  br i1 %v447, label %rest448, label %join485
rest448:
  %v449 = insertelement <8 x i64> poison, i64 %v398, i64 0
  %v450 = shufflevector <8 x i64> %v449, <8 x i64> poison, <8 x i32> zeroinitializer
  %v451 = add <8 x i64> %v450, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v452 = mul <8 x i64> %v451, %v407
  %v453 = getelementptr float, ptr %v402, <8 x i64> %v452
  %v458 = select <8 x i1> %v446, <8 x ptr> %v453, <8 x ptr> %v457
  %v459 = extractelement <8 x ptr> %v458, i64 0
  %v460 = extractelement <8 x ptr> %v458, i64 1
  %v461 = extractelement <8 x ptr> %v458, i64 2
  %v462 = extractelement <8 x ptr> %v458, i64 3
  %v463 = extractelement <8 x ptr> %v458, i64 4
  %v464 = extractelement <8 x ptr> %v458, i64 5
  %v465 = extractelement <8 x ptr> %v458, i64 6
  %v466 = extractelement <8 x ptr> %v458, i64 7
  %v467 = load float, ptr %v459, align 4
  %v468 = insertelement <8 x float> poison, float %v467, i64 0
  %v469 = load float, ptr %v460, align 4
  %v470 = insertelement <8 x float> %v468, float %v469, i64 1
  %v471 = load float, ptr %v461, align 4
  %v472 = insertelement <8 x float> %v470, float %v471, i64 2
  %v473 = load float, ptr %v462, align 4
  %v474 = insertelement <8 x float> %v472, float %v473, i64 3
  %v475 = load float, ptr %v463, align 4
  %v476 = insertelement <8 x float> %v474, float %v475, i64 4
  %v477 = load float, ptr %v464, align 4
  %v478 = insertelement <8 x float> %v476, float %v477, i64 5
  %v479 = load float, ptr %v465, align 4
  %v480 = insertelement <8 x float> %v478, float %v479, i64 6
  %v481 = load float, ptr %v466, align 4
  %v482 = insertelement <8 x float> %v480, float %v481, i64 7
  %v483 = fmul <8 x float> %v482, %v108
  %v484 = getelementptr inbounds float, ptr %v436, i64 %v398
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v483, ptr align 4 %v484, <8 x i1> %v446)
  br label %join485
join485:
  %v486 = add nsw i64 %i395, 1
  %v487 = icmp slt i64 %v486, %v17
  br i1 %v487, label %loop393, label %end394
end394:
  br label %join489
join489:
  %v490 = add nsw i64 %i3, 1
  %v491 = icmp slt i64 %v490, %hi
  br i1 %v491, label %loop1, label %end2
end2:
  ret void
}
