target triple = "x86_64-linux"
declare i64 @llvm.abs.i64(i64, i1)
declare <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float>)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
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
  %v452 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v452, align 64
  %v453 = alloca <16 x i64>, align 64
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
  %v33 = sub i64 %v17, 0
  %v34 = call i64 @llvm.smax.i64(i64 %v33, i64 0)
  %v35 = and i64 %v34, -4
  %v36 = add i64 0, %v35
  %v107 = insertelement <8 x float> poison, float %v106, i64 0
  %v108 = shufflevector <8 x float> %v107, <8 x float> poison, <8 x i32> zeroinitializer
  %v137 = add i64 %v36, 4
  %v138 = call i64 @llvm.smin.i64(i64 %v137, i64 %v17)
  %v394 = sub nsw i64 %v9, 0
  %v395 = and i64 %v394, -8
  %v396 = add nsw i64 0, %v395
  %v404 = insertelement <8 x i64> poison, i64 %v48, i64 0
  %v405 = shufflevector <8 x i64> %v404, <8 x i64> poison, <8 x i32> zeroinitializer
  %v439 = sub nsw i64 %v9, %v396
  %v440 = call i64 @llvm.umin.i64(i64 %v439, i64 8)
  %v441 = trunc i64 %v440 to i32
  %v442 = insertelement <8 x i32> poison, i32 %v441, i64 0
  %v443 = shufflevector <8 x i32> %v442, <8 x i32> poison, <8 x i32> zeroinitializer
  %v444 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v443
  %v445 = icmp slt i64 %v396, %v9
  %v454 = insertelement <8 x ptr> poison, ptr %v452, i64 0
  %v455 = shufflevector <8 x ptr> %v454, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v490 = icmp slt i64 %lo, %hi
  br i1 %v490, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v488, %join487 ]
  %v25 = xor i1 %v24, true
  %v45 = mul i64 %i3, %v44
  %v46 = getelementptr inbounds float, ptr %v42, i64 %v45
  %v114 = mul i64 %i3, %v113
  %v115 = getelementptr inbounds float, ptr %v111, i64 %v114
  br i1 %v24, label %then26, label %join389
then26:
  %v27 = sub nsw i64 %v9, 0
  %v28 = and i64 %v27, -8
  %v29 = add nsw i64 0, %v28
  %v210 = icmp slt i64 0, %v29
  br i1 %v210, label %loop30, label %end31
loop30:
  %i32 = phi i64 [ 0, %then26 ], [ %v208, %join207 ]
  %v49 = add nsw i64 %i32, 0
  %v50 = mul nsw i64 %v49, %v48
  %v51 = getelementptr inbounds float, ptr %v46, i64 %v50
  %v52 = add nsw i64 %i32, 1
  %v53 = mul nsw i64 %v52, %v48
  %v54 = getelementptr inbounds float, ptr %v46, i64 %v53
  %v55 = add nsw i64 %i32, 2
  %v56 = mul nsw i64 %v55, %v48
  %v57 = getelementptr inbounds float, ptr %v46, i64 %v56
  %v58 = add nsw i64 %i32, 3
  %v59 = mul nsw i64 %v58, %v48
  %v60 = getelementptr inbounds float, ptr %v46, i64 %v59
  %v61 = add nsw i64 %i32, 4
  %v62 = mul nsw i64 %v61, %v48
  %v63 = getelementptr inbounds float, ptr %v46, i64 %v62
  %v64 = add nsw i64 %i32, 5
  %v65 = mul nsw i64 %v64, %v48
  %v66 = getelementptr inbounds float, ptr %v46, i64 %v65
  %v67 = add nsw i64 %i32, 6
  %v68 = mul nsw i64 %v67, %v48
  %v69 = getelementptr inbounds float, ptr %v46, i64 %v68
  %v70 = add nsw i64 %i32, 7
  %v71 = mul nsw i64 %v70, %v48
  %v72 = getelementptr inbounds float, ptr %v46, i64 %v71
  %v136 = icmp slt i64 0, %v36
  br i1 %v136, label %loop37, label %end38
loop37:
  %i39 = phi i64 [ 0, %loop30 ], [ %v134, %loop37 ]
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
  %v118 = getelementptr inbounds float, ptr %v117, i64 %i32
  store <8 x float> %v109, ptr %v118, align 4
  %v119 = add nsw i64 %i39, 1
  %v120 = fmul <8 x float> %v103, %v108
  %v121 = mul i64 %v119, %v5
  %v122 = getelementptr inbounds float, ptr %v115, i64 %v121
  %v123 = getelementptr inbounds float, ptr %v122, i64 %i32
  store <8 x float> %v120, ptr %v123, align 4
  %v124 = add nsw i64 %i39, 2
  %v125 = fmul <8 x float> %v102, %v108
  %v126 = mul i64 %v124, %v5
  %v127 = getelementptr inbounds float, ptr %v115, i64 %v126
  %v128 = getelementptr inbounds float, ptr %v127, i64 %i32
  store <8 x float> %v125, ptr %v128, align 4
  %v129 = add nsw i64 %i39, 3
  %v130 = fmul <8 x float> %v104, %v108
  %v131 = mul i64 %v129, %v5
  %v132 = getelementptr inbounds float, ptr %v115, i64 %v131
  %v133 = getelementptr inbounds float, ptr %v132, i64 %i32
  store <8 x float> %v130, ptr %v133, align 4
  %v134 = add nsw i64 %i39, 4
  %v135 = icmp slt i64 %v134, %v36
  br i1 %v135, label %loop37, label %end38
end38:
  %v139 = icmp slt i64 %v36, %v138
  br i1 %v139, label %tile140, label %join207
tile140:
  %v141 = sub nsw i64 %v138, %v36
  %v142 = call i64 @llvm.umin.i64(i64 %v141, i64 4)
  %v143 = trunc i64 %v142 to i32
  %v144 = insertelement <4 x i32> poison, i32 %v143, i64 0
  %v145 = shufflevector <4 x i32> %v144, <4 x i32> poison, <4 x i32> zeroinitializer
  %v146 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v145
  %v147 = getelementptr inbounds float, ptr %v51, i64 %v36
  %v148 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v147, <4 x i1> %v146, <4 x float> zeroinitializer)
  %v149 = getelementptr inbounds float, ptr %v54, i64 %v36
  %v150 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v149, <4 x i1> %v146, <4 x float> zeroinitializer)
  %v151 = getelementptr inbounds float, ptr %v57, i64 %v36
  %v152 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v151, <4 x i1> %v146, <4 x float> zeroinitializer)
  %v153 = getelementptr inbounds float, ptr %v60, i64 %v36
  %v154 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v153, <4 x i1> %v146, <4 x float> zeroinitializer)
  %v155 = getelementptr inbounds float, ptr %v63, i64 %v36
  %v156 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v155, <4 x i1> %v146, <4 x float> zeroinitializer)
  %v157 = getelementptr inbounds float, ptr %v66, i64 %v36
  %v158 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v157, <4 x i1> %v146, <4 x float> zeroinitializer)
  %v159 = getelementptr inbounds float, ptr %v69, i64 %v36
  %v160 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v159, <4 x i1> %v146, <4 x float> zeroinitializer)
  %v161 = getelementptr inbounds float, ptr %v72, i64 %v36
  %v162 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v161, <4 x i1> %v146, <4 x float> zeroinitializer)
  %v163 = shufflevector <4 x float> %v148, <4 x float> %v150, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v164 = shufflevector <4 x float> %v152, <4 x float> %v154, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v165 = shufflevector <4 x float> %v156, <4 x float> %v158, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v166 = shufflevector <4 x float> %v160, <4 x float> %v162, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v167 = shufflevector <8 x float> %v163, <8 x float> %v164, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v168 = shufflevector <8 x float> %v163, <8 x float> %v164, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v169 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v167)
  %v170 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v168)
  %v171 = shufflevector <8 x float> %v165, <8 x float> %v166, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v172 = shufflevector <8 x float> %v165, <8 x float> %v166, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v173 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v171)
  %v174 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v172)
  %v175 = shufflevector <8 x float> %v169, <8 x float> %v173, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v176 = shufflevector <8 x float> %v169, <8 x float> %v173, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v177 = shufflevector <8 x float> %v170, <8 x float> %v174, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v178 = shufflevector <8 x float> %v170, <8 x float> %v174, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v179 = fmul <8 x float> %v175, %v108
  %v180 = mul i64 %v36, %v5
  %v181 = getelementptr inbounds float, ptr %v115, i64 %v180
  %v182 = getelementptr inbounds float, ptr %v181, i64 %i32
  store <8 x float> %v179, ptr %v182, align 4
  %v183 = add nsw i64 %v36, 1
  %v189 = icmp slt i64 %v183, %v138
  br i1 %v189, label %row184, label %join190
row184:
  %v185 = fmul <8 x float> %v177, %v108
  %v186 = mul i64 %v183, %v5
  %v187 = getelementptr inbounds float, ptr %v115, i64 %v186
  %v188 = getelementptr inbounds float, ptr %v187, i64 %i32
  store <8 x float> %v185, ptr %v188, align 4
  br label %join190
join190:
  %v191 = add nsw i64 %v36, 2
  %v197 = icmp slt i64 %v191, %v138
  br i1 %v197, label %row192, label %join198
row192:
  %v193 = fmul <8 x float> %v176, %v108
  %v194 = mul i64 %v191, %v5
  %v195 = getelementptr inbounds float, ptr %v115, i64 %v194
  %v196 = getelementptr inbounds float, ptr %v195, i64 %i32
  store <8 x float> %v193, ptr %v196, align 4
  br label %join198
join198:
  %v199 = add nsw i64 %v36, 3
  %v205 = icmp slt i64 %v199, %v138
  br i1 %v205, label %row200, label %join206
row200:
  %v201 = fmul <8 x float> %v178, %v108
  %v202 = mul i64 %v199, %v5
  %v203 = getelementptr inbounds float, ptr %v115, i64 %v202
  %v204 = getelementptr inbounds float, ptr %v203, i64 %i32
  store <8 x float> %v201, ptr %v204, align 4
  br label %join206
join206:
  br label %join207
join207:
  %v208 = add nsw i64 %i32, 8
  %v209 = icmp slt i64 %v208, %v29
  br i1 %v209, label %loop30, label %end31
end31:
  %v388 = icmp slt i64 %v29, %v9
  br i1 %v388, label %loop211, label %end212
loop211:
  %i213 = phi i64 [ %v29, %end31 ], [ %v386, %join385 ]
  %v214 = sub nsw i64 %v9, %i213
  %v215 = call i64 @llvm.umin.i64(i64 %v214, i64 8)
  %v216 = trunc i64 %v215 to i32
  %v217 = insertelement <8 x i32> poison, i32 %v216, i64 0
  %v218 = shufflevector <8 x i32> %v217, <8 x i32> poison, <8 x i32> zeroinitializer
  %v219 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v218
  %v220 = freeze <8 x i1> %v219
  %v225 = add nsw i64 %i213, 0
  %v226 = mul nsw i64 %v225, %v48
  %v227 = getelementptr inbounds float, ptr %v46, i64 %v226
  %v228 = add nsw i64 %i213, 1
  %v229 = mul nsw i64 %v228, %v48
  %v230 = getelementptr inbounds float, ptr %v46, i64 %v229
  %v231 = extractelement <8 x i1> %v219, i64 1
  %v232 = select i1 %v231, ptr %v230, ptr %v227
  %v233 = add nsw i64 %i213, 2
  %v234 = mul nsw i64 %v233, %v48
  %v235 = getelementptr inbounds float, ptr %v46, i64 %v234
  %v236 = extractelement <8 x i1> %v219, i64 2
  %v237 = select i1 %v236, ptr %v235, ptr %v227
  %v238 = add nsw i64 %i213, 3
  %v239 = mul nsw i64 %v238, %v48
  %v240 = getelementptr inbounds float, ptr %v46, i64 %v239
  %v241 = extractelement <8 x i1> %v219, i64 3
  %v242 = select i1 %v241, ptr %v240, ptr %v227
  %v243 = add nsw i64 %i213, 4
  %v244 = mul nsw i64 %v243, %v48
  %v245 = getelementptr inbounds float, ptr %v46, i64 %v244
  %v246 = extractelement <8 x i1> %v219, i64 4
  %v247 = select i1 %v246, ptr %v245, ptr %v227
  %v248 = add nsw i64 %i213, 5
  %v249 = mul nsw i64 %v248, %v48
  %v250 = getelementptr inbounds float, ptr %v46, i64 %v249
  %v251 = extractelement <8 x i1> %v219, i64 5
  %v252 = select i1 %v251, ptr %v250, ptr %v227
  %v253 = add nsw i64 %i213, 6
  %v254 = mul nsw i64 %v253, %v48
  %v255 = getelementptr inbounds float, ptr %v46, i64 %v254
  %v256 = extractelement <8 x i1> %v219, i64 6
  %v257 = select i1 %v256, ptr %v255, ptr %v227
  %v258 = add nsw i64 %i213, 7
  %v259 = mul nsw i64 %v258, %v48
  %v260 = getelementptr inbounds float, ptr %v46, i64 %v259
  %v261 = extractelement <8 x i1> %v219, i64 7
  %v262 = select i1 %v261, ptr %v260, ptr %v227
  %v316 = icmp slt i64 0, %v36
  br i1 %v316, label %loop221, label %end222
loop221:
  %i223 = phi i64 [ 0, %loop211 ], [ %v314, %loop221 ]
  %v224 = add i64 %i223, 4
  %v263 = getelementptr inbounds float, ptr %v227, i64 %i223
  %v264 = load <4 x float>, ptr %v263, align 4
  %v265 = getelementptr inbounds float, ptr %v232, i64 %i223
  %v266 = load <4 x float>, ptr %v265, align 4
  %v267 = getelementptr inbounds float, ptr %v237, i64 %i223
  %v268 = load <4 x float>, ptr %v267, align 4
  %v269 = getelementptr inbounds float, ptr %v242, i64 %i223
  %v270 = load <4 x float>, ptr %v269, align 4
  %v271 = getelementptr inbounds float, ptr %v247, i64 %i223
  %v272 = load <4 x float>, ptr %v271, align 4
  %v273 = getelementptr inbounds float, ptr %v252, i64 %i223
  %v274 = load <4 x float>, ptr %v273, align 4
  %v275 = getelementptr inbounds float, ptr %v257, i64 %i223
  %v276 = load <4 x float>, ptr %v275, align 4
  %v277 = getelementptr inbounds float, ptr %v262, i64 %i223
  %v278 = load <4 x float>, ptr %v277, align 4
  %v279 = shufflevector <4 x float> %v264, <4 x float> %v266, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v280 = shufflevector <4 x float> %v268, <4 x float> %v270, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v281 = shufflevector <4 x float> %v272, <4 x float> %v274, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v282 = shufflevector <4 x float> %v276, <4 x float> %v278, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v283 = shufflevector <8 x float> %v279, <8 x float> %v280, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v284 = shufflevector <8 x float> %v279, <8 x float> %v280, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v285 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v283)
  %v286 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v284)
  %v287 = shufflevector <8 x float> %v281, <8 x float> %v282, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v288 = shufflevector <8 x float> %v281, <8 x float> %v282, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v289 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v287)
  %v290 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v288)
  %v291 = shufflevector <8 x float> %v285, <8 x float> %v289, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v292 = shufflevector <8 x float> %v285, <8 x float> %v289, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v293 = shufflevector <8 x float> %v286, <8 x float> %v290, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v294 = shufflevector <8 x float> %v286, <8 x float> %v290, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v295 = fmul <8 x float> %v291, %v108
  %v296 = mul i64 %i223, %v5
  %v297 = getelementptr inbounds float, ptr %v115, i64 %v296
  %v298 = getelementptr inbounds float, ptr %v297, i64 %i213
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v295, ptr align 4 %v298, <8 x i1> %v220)
  %v299 = add nsw i64 %i223, 1
  %v300 = fmul <8 x float> %v293, %v108
  %v301 = mul i64 %v299, %v5
  %v302 = getelementptr inbounds float, ptr %v115, i64 %v301
  %v303 = getelementptr inbounds float, ptr %v302, i64 %i213
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v300, ptr align 4 %v303, <8 x i1> %v220)
  %v304 = add nsw i64 %i223, 2
  %v305 = fmul <8 x float> %v292, %v108
  %v306 = mul i64 %v304, %v5
  %v307 = getelementptr inbounds float, ptr %v115, i64 %v306
  %v308 = getelementptr inbounds float, ptr %v307, i64 %i213
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v305, ptr align 4 %v308, <8 x i1> %v220)
  %v309 = add nsw i64 %i223, 3
  %v310 = fmul <8 x float> %v294, %v108
  %v311 = mul i64 %v309, %v5
  %v312 = getelementptr inbounds float, ptr %v115, i64 %v311
  %v313 = getelementptr inbounds float, ptr %v312, i64 %i213
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v310, ptr align 4 %v313, <8 x i1> %v220)
  %v314 = add nsw i64 %i223, 4
  %v315 = icmp slt i64 %v314, %v36
  br i1 %v315, label %loop221, label %end222
end222:
  %v317 = icmp slt i64 %v36, %v138
  br i1 %v317, label %tile318, label %join385
tile318:
  %v319 = sub nsw i64 %v138, %v36
  %v320 = call i64 @llvm.umin.i64(i64 %v319, i64 4)
  %v321 = trunc i64 %v320 to i32
  %v322 = insertelement <4 x i32> poison, i32 %v321, i64 0
  %v323 = shufflevector <4 x i32> %v322, <4 x i32> poison, <4 x i32> zeroinitializer
  %v324 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v323
  %v325 = getelementptr inbounds float, ptr %v227, i64 %v36
  %v326 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v325, <4 x i1> %v324, <4 x float> zeroinitializer)
  %v327 = getelementptr inbounds float, ptr %v232, i64 %v36
  %v328 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v327, <4 x i1> %v324, <4 x float> zeroinitializer)
  %v329 = getelementptr inbounds float, ptr %v237, i64 %v36
  %v330 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v329, <4 x i1> %v324, <4 x float> zeroinitializer)
  %v331 = getelementptr inbounds float, ptr %v242, i64 %v36
  %v332 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v331, <4 x i1> %v324, <4 x float> zeroinitializer)
  %v333 = getelementptr inbounds float, ptr %v247, i64 %v36
  %v334 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v333, <4 x i1> %v324, <4 x float> zeroinitializer)
  %v335 = getelementptr inbounds float, ptr %v252, i64 %v36
  %v336 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v335, <4 x i1> %v324, <4 x float> zeroinitializer)
  %v337 = getelementptr inbounds float, ptr %v257, i64 %v36
  %v338 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v337, <4 x i1> %v324, <4 x float> zeroinitializer)
  %v339 = getelementptr inbounds float, ptr %v262, i64 %v36
  %v340 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v339, <4 x i1> %v324, <4 x float> zeroinitializer)
  %v341 = shufflevector <4 x float> %v326, <4 x float> %v328, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v342 = shufflevector <4 x float> %v330, <4 x float> %v332, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v343 = shufflevector <4 x float> %v334, <4 x float> %v336, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v344 = shufflevector <4 x float> %v338, <4 x float> %v340, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v345 = shufflevector <8 x float> %v341, <8 x float> %v342, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v346 = shufflevector <8 x float> %v341, <8 x float> %v342, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v347 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v345)
  %v348 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v346)
  %v349 = shufflevector <8 x float> %v343, <8 x float> %v344, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v350 = shufflevector <8 x float> %v343, <8 x float> %v344, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v351 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v349)
  %v352 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v350)
  %v353 = shufflevector <8 x float> %v347, <8 x float> %v351, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v354 = shufflevector <8 x float> %v347, <8 x float> %v351, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v355 = shufflevector <8 x float> %v348, <8 x float> %v352, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v356 = shufflevector <8 x float> %v348, <8 x float> %v352, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v357 = fmul <8 x float> %v353, %v108
  %v358 = mul i64 %v36, %v5
  %v359 = getelementptr inbounds float, ptr %v115, i64 %v358
  %v360 = getelementptr inbounds float, ptr %v359, i64 %i213
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v357, ptr align 4 %v360, <8 x i1> %v219)
  %v361 = add nsw i64 %v36, 1
  %v367 = icmp slt i64 %v361, %v138
  br i1 %v367, label %row362, label %join368
row362:
  %v363 = fmul <8 x float> %v355, %v108
  %v364 = mul i64 %v361, %v5
  %v365 = getelementptr inbounds float, ptr %v115, i64 %v364
  %v366 = getelementptr inbounds float, ptr %v365, i64 %i213
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v363, ptr align 4 %v366, <8 x i1> %v219)
  br label %join368
join368:
  %v369 = add nsw i64 %v36, 2
  %v375 = icmp slt i64 %v369, %v138
  br i1 %v375, label %row370, label %join376
row370:
  %v371 = fmul <8 x float> %v354, %v108
  %v372 = mul i64 %v369, %v5
  %v373 = getelementptr inbounds float, ptr %v115, i64 %v372
  %v374 = getelementptr inbounds float, ptr %v373, i64 %i213
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v371, ptr align 4 %v374, <8 x i1> %v219)
  br label %join376
join376:
  %v377 = add nsw i64 %v36, 3
  %v383 = icmp slt i64 %v377, %v138
  br i1 %v383, label %row378, label %join384
row378:
  %v379 = fmul <8 x float> %v356, %v108
  %v380 = mul i64 %v377, %v5
  %v381 = getelementptr inbounds float, ptr %v115, i64 %v380
  %v382 = getelementptr inbounds float, ptr %v381, i64 %i213
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v379, ptr align 4 %v382, <8 x i1> %v219)
  br label %join384
join384:
  br label %join385
join385:
  %v386 = add nsw i64 %i213, 8
  %v387 = icmp slt i64 %v386, %v9
  br i1 %v387, label %loop211, label %end212
end212:
  br label %join389
join389:
  br i1 %v25, label %then390, label %join487
then390:
  %v486 = icmp slt i64 0, %v17
  br i1 %v486, label %loop391, label %end392
loop391:
  %i393 = phi i64 [ 0, %then390 ], [ %v484, %join483 ]
  %v400 = getelementptr inbounds float, ptr %v46, i64 %i393
  %v433 = mul i64 %i393, %v5
  %v434 = getelementptr inbounds float, ptr %v115, i64 %v433
  %v438 = icmp slt i64 0, %v396
  br i1 %v438, label %loop397, label %end398
loop397:
  %i399 = phi i64 [ 0, %loop391 ], [ %v436, %loop397 ]
  %v401 = insertelement <8 x i64> poison, i64 %i399, i64 0
  %v402 = shufflevector <8 x i64> %v401, <8 x i64> poison, <8 x i32> zeroinitializer
  %v403 = add <8 x i64> %v402, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v406 = mul <8 x i64> %v403, %v405
  %v407 = getelementptr float, ptr %v400, <8 x i64> %v406
  %v408 = extractelement <8 x ptr> %v407, i64 0
  %v409 = extractelement <8 x ptr> %v407, i64 1
  %v410 = extractelement <8 x ptr> %v407, i64 2
  %v411 = extractelement <8 x ptr> %v407, i64 3
  %v412 = extractelement <8 x ptr> %v407, i64 4
  %v413 = extractelement <8 x ptr> %v407, i64 5
  %v414 = extractelement <8 x ptr> %v407, i64 6
  %v415 = extractelement <8 x ptr> %v407, i64 7
  %v416 = load float, ptr %v408, align 4
  %v417 = insertelement <8 x float> poison, float %v416, i64 0
  %v418 = load float, ptr %v409, align 4
  %v419 = insertelement <8 x float> %v417, float %v418, i64 1
  %v420 = load float, ptr %v410, align 4
  %v421 = insertelement <8 x float> %v419, float %v420, i64 2
  %v422 = load float, ptr %v411, align 4
  %v423 = insertelement <8 x float> %v421, float %v422, i64 3
  %v424 = load float, ptr %v412, align 4
  %v425 = insertelement <8 x float> %v423, float %v424, i64 4
  %v426 = load float, ptr %v413, align 4
  %v427 = insertelement <8 x float> %v425, float %v426, i64 5
  %v428 = load float, ptr %v414, align 4
  %v429 = insertelement <8 x float> %v427, float %v428, i64 6
  %v430 = load float, ptr %v415, align 4
  %v431 = insertelement <8 x float> %v429, float %v430, i64 7
  %v432 = fmul <8 x float> %v431, %v108
  %v435 = getelementptr inbounds float, ptr %v434, i64 %i399
  store <8 x float> %v432, ptr %v435, align 4
  %v436 = add nsw i64 %i399, 8
  %v437 = icmp slt i64 %v436, %v396
  br i1 %v437, label %loop397, label %end398
end398:
  br i1 %v445, label %rest446, label %join483
rest446:
  %v447 = insertelement <8 x i64> poison, i64 %v396, i64 0
  %v448 = shufflevector <8 x i64> %v447, <8 x i64> poison, <8 x i32> zeroinitializer
  %v449 = add <8 x i64> %v448, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v450 = mul <8 x i64> %v449, %v405
  %v451 = getelementptr float, ptr %v400, <8 x i64> %v450
  %v456 = select <8 x i1> %v444, <8 x ptr> %v451, <8 x ptr> %v455
  %v457 = extractelement <8 x ptr> %v456, i64 0
  %v458 = extractelement <8 x ptr> %v456, i64 1
  %v459 = extractelement <8 x ptr> %v456, i64 2
  %v460 = extractelement <8 x ptr> %v456, i64 3
  %v461 = extractelement <8 x ptr> %v456, i64 4
  %v462 = extractelement <8 x ptr> %v456, i64 5
  %v463 = extractelement <8 x ptr> %v456, i64 6
  %v464 = extractelement <8 x ptr> %v456, i64 7
  %v465 = load float, ptr %v457, align 4
  %v466 = insertelement <8 x float> poison, float %v465, i64 0
  %v467 = load float, ptr %v458, align 4
  %v468 = insertelement <8 x float> %v466, float %v467, i64 1
  %v469 = load float, ptr %v459, align 4
  %v470 = insertelement <8 x float> %v468, float %v469, i64 2
  %v471 = load float, ptr %v460, align 4
  %v472 = insertelement <8 x float> %v470, float %v471, i64 3
  %v473 = load float, ptr %v461, align 4
  %v474 = insertelement <8 x float> %v472, float %v473, i64 4
  %v475 = load float, ptr %v462, align 4
  %v476 = insertelement <8 x float> %v474, float %v475, i64 5
  %v477 = load float, ptr %v463, align 4
  %v478 = insertelement <8 x float> %v476, float %v477, i64 6
  %v479 = load float, ptr %v464, align 4
  %v480 = insertelement <8 x float> %v478, float %v479, i64 7
  %v481 = fmul <8 x float> %v480, %v108
  %v482 = getelementptr inbounds float, ptr %v434, i64 %v396
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v481, ptr align 4 %v482, <8 x i1> %v444)
  br label %join483
join483:
  %v484 = add nsw i64 %i393, 1
  %v485 = icmp slt i64 %v484, %v17
  br i1 %v485, label %loop391, label %end392
end392:
  br label %join487
join487:
  %v488 = add nsw i64 %i3, 1
  %v489 = icmp slt i64 %v488, %hi
  br i1 %v489, label %loop1, label %end2
end2:
  ret void
}
