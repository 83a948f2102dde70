target triple = "x86_64-linux"
declare i64 @llvm.abs.i64(i64, i1)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v4 = getelementptr i64, ptr %table, i64 6
  %v5 = load i64, ptr %v4, align 8
  %v7 = getelementptr i64, ptr %table, i64 5
  %v8 = load i64, ptr %v7, align 8
  %v9 = getelementptr i64, ptr %table, i64 1
  %v10 = load i64, ptr %v9, align 8
  %v39 = getelementptr ptr, ptr %buffers, i64 0
  %v40 = load ptr, ptr %v39, align 8
  %v41 = getelementptr i64, ptr %table, i64 2
  %v42 = load i64, ptr %v41, align 8
  %v45 = getelementptr i64, ptr %table, i64 3
  %v46 = load i64, ptr %v45, align 8
  %v102 = getelementptr i64, ptr %table, i64 4
  %v103 = load float, ptr %v102, align 8
  %v107 = getelementptr ptr, ptr %buffers, i64 1
  %v108 = load ptr, ptr %v107, align 8
  %v109 = getelementptr i64, ptr %table, i64 0
  %v110 = load i64, ptr %v109, align 8
  %v418 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v418, align 64
  %v419 = alloca <16 x i64>, align 64
  %v11 = call i64 @llvm.abs.i64(i64 %v10, i1 false)
  %v12 = call i64 @llvm.abs.i64(i64 1, i1 false)
  %v104 = insertelement <8 x float> poison, float %v103, i64 0
  %v105 = shufflevector <8 x float> %v104, <8 x float> poison, <8 x i32> zeroinitializer
  %v360 = sub nsw i64 %v8, 0
  %v361 = and i64 %v360, -8
  %v362 = add nsw i64 0, %v361
  %v370 = insertelement <8 x i64> poison, i64 %v46, i64 0
  %v371 = shufflevector <8 x i64> %v370, <8 x i64> poison, <8 x i32> zeroinitializer
  %v405 = sub nsw i64 %v8, %v362
  %v406 = call i64 @llvm.umin.i64(i64 %v405, i64 8)
  %v407 = trunc i64 %v406 to i32
  %v408 = insertelement <8 x i32> poison, i32 %v407, i64 0
  %v409 = shufflevector <8 x i32> %v408, <8 x i32> poison, <8 x i32> zeroinitializer
  %v410 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v409
  %v411 = icmp slt i64 %v362, %v8
  %v420 = insertelement <8 x ptr> poison, ptr %v418, i64 0
  %v421 = shufflevector <8 x ptr> %v420, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v456 = icmp slt i64 %lo, %hi
  br i1 %v456, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v454, %join453 ]
  %v6 = sub nsw i64 %v5, 0
  %v13 = sub nsw i64 %v8, 1
  %v14 = mul nsw i64 %v12, %v13
  %v15 = add nsw i64 %v14, 0
  %v16 = icmp sgt i64 %v11, %v15
  %v17 = icmp sgt i64 %v12, 0
  %v18 = and i1 %v16, %v17
  %v19 = or i1 false, %v18
  %v20 = sub nsw i64 %v6, 1
  %v21 = mul nsw i64 %v11, %v20
  %v22 = add nsw i64 %v21, 0
  %v23 = icmp sgt i64 %v12, %v22
  %v24 = icmp sgt i64 %v11, 0
  %v25 = and i1 %v23, %v24
  %v26 = or i1 %v19, %v25
  %v27 = and i1 true, %v26
  %v28 = xor i1 %v27, true
  %v43 = mul i64 %i3, %v42
  %v44 = getelementptr inbounds float, ptr %v40, i64 %v43
  %v111 = mul i64 %i3, %v110
  %v112 = getelementptr inbounds float, ptr %v108, i64 %v111
  br i1 %v27, label %tiles29, label %join355
tiles29:
  %v30 = sub nsw i64 %v8, 0
  %v31 = and i64 %v30, -8
  %v32 = add nsw i64 0, %v31
  %v33 = sub nsw i64 %v5, 0
  %v34 = and i64 %v33, -4
  %v35 = add nsw i64 0, %v34
  %v196 = icmp slt i64 0, %v32
  br i1 %v196, label %loop36, label %end37
loop36:
  %i38 = phi i64 [ 0, %tiles29 ], [ %v194, %end135 ]
  %v47 = add nsw i64 %i38, 0
  %v48 = mul nsw i64 %v47, %v46
  %v49 = getelementptr inbounds float, ptr %v44, i64 %v48
  %v50 = add nsw i64 %i38, 1
  %v51 = mul nsw i64 %v50, %v46
  %v52 = getelementptr inbounds float, ptr %v44, i64 %v51
  %v53 = add nsw i64 %i38, 2
  %v54 = mul nsw i64 %v53, %v46
  %v55 = getelementptr inbounds float, ptr %v44, i64 %v54
  %v56 = add nsw i64 %i38, 3
  %v57 = mul nsw i64 %v56, %v46
  %v58 = getelementptr inbounds float, ptr %v44, i64 %v57
  %v59 = add nsw i64 %i38, 4
  %v60 = mul nsw i64 %v59, %v46
  %v61 = getelementptr inbounds float, ptr %v44, i64 %v60
  %v62 = add nsw i64 %i38, 5
  %v63 = mul nsw i64 %v62, %v46
  %v64 = getelementptr inbounds float, ptr %v44, i64 %v63
  %v65 = add nsw i64 %i38, 6
  %v66 = mul nsw i64 %v65, %v46
  %v67 = getelementptr inbounds float, ptr %v44, i64 %v66
  %v68 = add nsw i64 %i38, 7
  %v69 = mul nsw i64 %v68, %v46
  %v70 = getelementptr inbounds float, ptr %v44, i64 %v69
  %v133 = icmp slt i64 0, %v35
  br i1 %v133, label %loop71, label %end72
loop71:
  %i73 = phi i64 [ 0, %loop36 ], [ %v131, %loop71 ]
  %v74 = getelementptr inbounds float, ptr %v49, i64 %i73
  %v75 = load <4 x float>, ptr %v74, align 4
  %v76 = getelementptr inbounds float, ptr %v52, i64 %i73
  %v77 = load <4 x float>, ptr %v76, align 4
  %v78 = getelementptr inbounds float, ptr %v55, i64 %i73
  %v79 = load <4 x float>, ptr %v78, align 4
  %v80 = getelementptr inbounds float, ptr %v58, i64 %i73
  %v81 = load <4 x float>, ptr %v80, align 4
  %v82 = getelementptr inbounds float, ptr %v61, i64 %i73
  %v83 = load <4 x float>, ptr %v82, align 4
  %v84 = getelementptr inbounds float, ptr %v64, i64 %i73
  %v85 = load <4 x float>, ptr %v84, align 4
  %v86 = getelementptr inbounds float, ptr %v67, i64 %i73
  %v87 = load <4 x float>, ptr %v86, align 4
  %v88 = getelementptr inbounds float, ptr %v70, i64 %i73
  %v89 = load <4 x float>, ptr %v88, align 4
  %v90 = shufflevector <4 x float> %v75, <4 x float> %v77, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v91 = shufflevector <4 x float> %v79, <4 x float> %v81, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v92 = shufflevector <4 x float> %v83, <4 x float> %v85, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v93 = shufflevector <4 x float> %v87, <4 x float> %v89, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v94 = shufflevector <8 x float> %v90, <8 x float> %v91, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v95 = shufflevector <8 x float> %v90, <8 x float> %v91, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v96 = shufflevector <8 x float> %v92, <8 x float> %v93, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v97 = shufflevector <8 x float> %v92, <8 x float> %v93, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v98 = shufflevector <8 x float> %v94, <8 x float> %v96, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v99 = shufflevector <8 x float> %v94, <8 x float> %v96, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v100 = shufflevector <8 x float> %v95, <8 x float> %v97, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v101 = shufflevector <8 x float> %v95, <8 x float> %v97, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v106 = fmul <8 x float> %v98, %v105
  %v113 = mul i64 %i73, %v10
  %v114 = getelementptr inbounds float, ptr %v112, i64 %v113
  %v115 = getelementptr inbounds float, ptr %v114, i64 %i38
  store <8 x float> %v106, ptr %v115, align 4
  %v116 = add nsw i64 %i73, 1
  %v117 = fmul <8 x float> %v100, %v105
  %v118 = mul i64 %v116, %v10
  %v119 = getelementptr inbounds float, ptr %v112, i64 %v118
  %v120 = getelementptr inbounds float, ptr %v119, i64 %i38
  store <8 x float> %v117, ptr %v120, align 4
  %v121 = add nsw i64 %i73, 2
  %v122 = fmul <8 x float> %v99, %v105
  %v123 = mul i64 %v121, %v10
  %v124 = getelementptr inbounds float, ptr %v112, i64 %v123
  %v125 = getelementptr inbounds float, ptr %v124, i64 %i38
  store <8 x float> %v122, ptr %v125, align 4
  %v126 = add nsw i64 %i73, 3
  %v127 = fmul <8 x float> %v101, %v105
  %v128 = mul i64 %v126, %v10
  %v129 = getelementptr inbounds float, ptr %v112, i64 %v128
  %v130 = getelementptr inbounds float, ptr %v129, i64 %i38
  store <8 x float> %v127, ptr %v130, align 4
  %v131 = add nsw i64 %i73, 4
  %v132 = icmp slt i64 %v131, %v35
  br i1 %v132, label %loop71, label %end72
end72:
  %v193 = icmp slt i64 %v35, %v5
  br i1 %v193, label %loop134, label %end135
loop134:
  %i136 = phi i64 [ %v35, %end72 ], [ %v191, %join190 ]
  %v137 = sub nsw i64 %v5, %i136
  %v138 = call i64 @llvm.umin.i64(i64 %v137, i64 4)
  %v139 = trunc i64 %v138 to i32
  %v140 = insertelement <4 x i32> poison, i32 %v139, i64 0
  %v141 = shufflevector <4 x i32> %v140, <4 x i32> poison, <4 x i32> zeroinitializer
  %v142 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v141
  %v143 = getelementptr inbounds float, ptr %v49, i64 %i136
  %v144 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v143, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v145 = getelementptr inbounds float, ptr %v52, i64 %i136
  %v146 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v145, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v147 = getelementptr inbounds float, ptr %v55, i64 %i136
  %v148 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v147, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v149 = getelementptr inbounds float, ptr %v58, i64 %i136
  %v150 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v149, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v151 = getelementptr inbounds float, ptr %v61, i64 %i136
  %v152 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v151, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v153 = getelementptr inbounds float, ptr %v64, i64 %i136
  %v154 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v153, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v155 = getelementptr inbounds float, ptr %v67, i64 %i136
  %v156 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v155, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v157 = getelementptr inbounds float, ptr %v70, i64 %i136
  %v158 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v157, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v159 = shufflevector <4 x float> %v144, <4 x float> %v146, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v160 = shufflevector <4 x float> %v148, <4 x float> %v150, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v161 = shufflevector <4 x float> %v152, <4 x float> %v154, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v162 = shufflevector <4 x float> %v156, <4 x float> %v158, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v163 = shufflevector <8 x float> %v159, <8 x float> %v160, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v164 = shufflevector <8 x float> %v159, <8 x float> %v160, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v165 = shufflevector <8 x float> %v161, <8 x float> %v162, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v166 = shufflevector <8 x float> %v161, <8 x float> %v162, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v167 = shufflevector <8 x float> %v163, <8 x float> %v165, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v168 = shufflevector <8 x float> %v163, <8 x float> %v165, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v169 = shufflevector <8 x float> %v164, <8 x float> %v166, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v170 = shufflevector <8 x float> %v164, <8 x float> %v166, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v171 = fmul <8 x float> %v167, %v105
  %v172 = mul i64 %i136, %v10
  %v173 = getelementptr inbounds float, ptr %v112, i64 %v172
  %v174 = getelementptr inbounds float, ptr %v173, i64 %i38
  store <8 x float> %v171, ptr %v174, align 4
  %v175 = add nsw i64 %i136, 1
  %v181 = icmp slt i64 %v175, %v5
  br i1 %v181, label %row176, label %join182
row176:
  %v177 = fmul <8 x float> %v169, %v105
  %v178 = mul i64 %v175, %v10
  %v179 = getelementptr inbounds float, ptr %v112, i64 %v178
  %v180 = getelementptr inbounds float, ptr %v179, i64 %i38
  store <8 x float> %v177, ptr %v180, align 4
  br label %join182
join182:
  %v183 = add nsw i64 %i136, 2
  %v189 = icmp slt i64 %v183, %v5
  br i1 %v189, label %row184, label %join190
row184:
  %v185 = fmul <8 x float> %v168, %v105
  %v186 = mul i64 %v183, %v10
  %v187 = getelementptr inbounds float, ptr %v112, i64 %v186
  %v188 = getelementptr inbounds float, ptr %v187, i64 %i38
  store <8 x float> %v185, ptr %v188, align 4
  br label %join190
join190:
  %v191 = add nsw i64 %i136, 4
  %v192 = icmp slt i64 %v191, %v5
  br i1 %v192, label %loop134, label %end135
end135:
  %v194 = add nsw i64 %i38, 8
  %v195 = icmp slt i64 %v194, %v32
  br i1 %v195, label %loop36, label %end37
end37:
  %v354 = icmp slt i64 %v32, %v8
  br i1 %v354, label %loop197, label %end198
loop197:
  %i199 = phi i64 [ %v32, %end37 ], [ %v352, %end293 ]
  %v200 = sub nsw i64 %v8, %i199
  %v201 = call i64 @llvm.umin.i64(i64 %v200, i64 8)
  %v202 = trunc i64 %v201 to i32
  %v203 = insertelement <8 x i32> poison, i32 %v202, i64 0
  %v204 = shufflevector <8 x i32> %v203, <8 x i32> poison, <8 x i32> zeroinitializer
  %v205 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v204
  %v206 = sub nsw i64 %v8, 1
  %v207 = add nsw i64 %i199, 0
  %v208 = call i64 @llvm.smin.i64(i64 %v207, i64 %v206)
  %v209 = mul nsw i64 %v208, %v46
  %v210 = getelementptr inbounds float, ptr %v44, i64 %v209
  %v211 = add nsw i64 %i199, 1
  %v212 = call i64 @llvm.smin.i64(i64 %v211, i64 %v206)
  %v213 = mul nsw i64 %v212, %v46
  %v214 = getelementptr inbounds float, ptr %v44, i64 %v213
  %v215 = add nsw i64 %i199, 2
  %v216 = call i64 @llvm.smin.i64(i64 %v215, i64 %v206)
  %v217 = mul nsw i64 %v216, %v46
  %v218 = getelementptr inbounds float, ptr %v44, i64 %v217
  %v219 = add nsw i64 %i199, 3
  %v220 = call i64 @llvm.smin.i64(i64 %v219, i64 %v206)
  %v221 = mul nsw i64 %v220, %v46
  %v222 = getelementptr inbounds float, ptr %v44, i64 %v221
  %v223 = add nsw i64 %i199, 4
  %v224 = call i64 @llvm.smin.i64(i64 %v223, i64 %v206)
  %v225 = mul nsw i64 %v224, %v46
  %v226 = getelementptr inbounds float, ptr %v44, i64 %v225
  %v227 = add nsw i64 %i199, 5
  %v228 = call i64 @llvm.smin.i64(i64 %v227, i64 %v206)
  %v229 = mul nsw i64 %v228, %v46
  %v230 = getelementptr inbounds float, ptr %v44, i64 %v229
  %v231 = add nsw i64 %i199, 6
  %v232 = call i64 @llvm.smin.i64(i64 %v231, i64 %v206)
  %v233 = mul nsw i64 %v232, %v46
  %v234 = getelementptr inbounds float, ptr %v44, i64 %v233
  %v235 = add nsw i64 %i199, 7
  %v236 = call i64 @llvm.smin.i64(i64 %v235, i64 %v206)
  %v237 = mul nsw i64 %v236, %v46
  %v238 = getelementptr inbounds float, ptr %v44, i64 %v237
  %v291 = icmp slt i64 0, %v35
  br i1 %v291, label %loop239, label %end240
loop239:
  %i241 = phi i64 [ 0, %loop197 ], [ %v289, %loop239 ]
  %v242 = getelementptr inbounds float, ptr %v210, i64 %i241
  %v243 = load <4 x float>, ptr %v242, align 4
  %v244 = getelementptr inbounds float, ptr %v214, i64 %i241
  %v245 = load <4 x float>, ptr %v244, align 4
  %v246 = getelementptr inbounds float, ptr %v218, i64 %i241
  %v247 = load <4 x float>, ptr %v246, align 4
  %v248 = getelementptr inbounds float, ptr %v222, i64 %i241
  %v249 = load <4 x float>, ptr %v248, align 4
  %v250 = getelementptr inbounds float, ptr %v226, i64 %i241
  %v251 = load <4 x float>, ptr %v250, align 4
  %v252 = getelementptr inbounds float, ptr %v230, i64 %i241
  %v253 = load <4 x float>, ptr %v252, align 4
  %v254 = getelementptr inbounds float, ptr %v234, i64 %i241
  %v255 = load <4 x float>, ptr %v254, align 4
  %v256 = getelementptr inbounds float, ptr %v238, i64 %i241
  %v257 = load <4 x float>, ptr %v256, align 4
  %v258 = shufflevector <4 x float> %v243, <4 x float> %v245, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v259 = shufflevector <4 x float> %v247, <4 x float> %v249, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v260 = shufflevector <4 x float> %v251, <4 x float> %v253, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v261 = shufflevector <4 x float> %v255, <4 x float> %v257, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v262 = shufflevector <8 x float> %v258, <8 x float> %v259, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v263 = shufflevector <8 x float> %v258, <8 x float> %v259, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v264 = shufflevector <8 x float> %v260, <8 x float> %v261, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v265 = shufflevector <8 x float> %v260, <8 x float> %v261, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v266 = shufflevector <8 x float> %v262, <8 x float> %v264, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v267 = shufflevector <8 x float> %v262, <8 x float> %v264, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v268 = shufflevector <8 x float> %v263, <8 x float> %v265, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v269 = shufflevector <8 x float> %v263, <8 x float> %v265, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v270 = fmul <8 x float> %v266, %v105
  %v271 = mul i64 %i241, %v10
  %v272 = getelementptr inbounds float, ptr %v112, i64 %v271
  %v273 = getelementptr inbounds float, ptr %v272, i64 %i199
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v270, ptr align 4 %v273, <8 x i1> %v205)
  %v274 = add nsw i64 %i241, 1
  %v275 = fmul <8 x float> %v268, %v105
  %v276 = mul i64 %v274, %v10
  %v277 = getelementptr inbounds float, ptr %v112, i64 %v276
  %v278 = getelementptr inbounds float, ptr %v277, i64 %i199
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v275, ptr align 4 %v278, <8 x i1> %v205)
  %v279 = add nsw i64 %i241, 2
  %v280 = fmul <8 x float> %v267, %v105
  %v281 = mul i64 %v279, %v10
  %v282 = getelementptr inbounds float, ptr %v112, i64 %v281
  %v283 = getelementptr inbounds float, ptr %v282, i64 %i199
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v280, ptr align 4 %v283, <8 x i1> %v205)
  %v284 = add nsw i64 %i241, 3
  %v285 = fmul <8 x float> %v269, %v105
  %v286 = mul i64 %v284, %v10
  %v287 = getelementptr inbounds float, ptr %v112, i64 %v286
  %v288 = getelementptr inbounds float, ptr %v287, i64 %i199
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v285, ptr align 4 %v288, <8 x i1> %v205)
  %v289 = add nsw i64 %i241, 4
  %v290 = icmp slt i64 %v289, %v35
  br i1 %v290, label %loop239, label %end240
end240:
  %v351 = icmp slt i64 %v35, %v5
  br i1 %v351, label %loop292, label %end293
loop292:
  %i294 = phi i64 [ %v35, %end240 ], [ %v349, %join348 ]
  %v295 = sub nsw i64 %v5, %i294
  %v296 = call i64 @llvm.umin.i64(i64 %v295, i64 4)
  %v297 = trunc i64 %v296 to i32
  %v298 = insertelement <4 x i32> poison, i32 %v297, i64 0
  %v299 = shufflevector <4 x i32> %v298, <4 x i32> poison, <4 x i32> zeroinitializer
  %v300 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v299
  %v301 = getelementptr inbounds float, ptr %v210, i64 %i294
  %v302 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v301, <4 x i1> %v300, <4 x float> zeroinitializer)
  %v303 = getelementptr inbounds float, ptr %v214, i64 %i294
  %v304 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v303, <4 x i1> %v300, <4 x float> zeroinitializer)
  %v305 = getelementptr inbounds float, ptr %v218, i64 %i294
  %v306 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v305, <4 x i1> %v300, <4 x float> zeroinitializer)
  %v307 = getelementptr inbounds float, ptr %v222, i64 %i294
  %v308 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v307, <4 x i1> %v300, <4 x float> zeroinitializer)
  %v309 = getelementptr inbounds float, ptr %v226, i64 %i294
  %v310 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v309, <4 x i1> %v300, <4 x float> zeroinitializer)
  %v311 = getelementptr inbounds float, ptr %v230, i64 %i294
  %v312 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v311, <4 x i1> %v300, <4 x float> zeroinitializer)
  %v313 = getelementptr inbounds float, ptr %v234, i64 %i294
  %v314 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v313, <4 x i1> %v300, <4 x float> zeroinitializer)
  %v315 = getelementptr inbounds float, ptr %v238, i64 %i294
  %v316 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v315, <4 x i1> %v300, <4 x float> zeroinitializer)
  %v317 = shufflevector <4 x float> %v302, <4 x float> %v304, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v318 = shufflevector <4 x float> %v306, <4 x float> %v308, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v319 = shufflevector <4 x float> %v310, <4 x float> %v312, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v320 = shufflevector <4 x float> %v314, <4 x float> %v316, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v321 = shufflevector <8 x float> %v317, <8 x float> %v318, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v322 = shufflevector <8 x float> %v317, <8 x float> %v318, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v323 = shufflevector <8 x float> %v319, <8 x float> %v320, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v324 = shufflevector <8 x float> %v319, <8 x float> %v320, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v325 = shufflevector <8 x float> %v321, <8 x float> %v323, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v326 = shufflevector <8 x float> %v321, <8 x float> %v323, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v327 = shufflevector <8 x float> %v322, <8 x float> %v324, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v328 = shufflevector <8 x float> %v322, <8 x float> %v324, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v329 = fmul <8 x float> %v325, %v105
  %v330 = mul i64 %i294, %v10
  %v331 = getelementptr inbounds float, ptr %v112, i64 %v330
  %v332 = getelementptr inbounds float, ptr %v331, i64 %i199
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v329, ptr align 4 %v332, <8 x i1> %v205)
  %v333 = add nsw i64 %i294, 1
  %v339 = icmp slt i64 %v333, %v5
  br i1 %v339, label %row334, label %join340
row334:
  %v335 = fmul <8 x float> %v327, %v105
  %v336 = mul i64 %v333, %v10
  %v337 = getelementptr inbounds float, ptr %v112, i64 %v336
  %v338 = getelementptr inbounds float, ptr %v337, i64 %i199
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v335, ptr align 4 %v338, <8 x i1> %v205)
  br label %join340
join340:
  %v341 = add nsw i64 %i294, 2
  %v347 = icmp slt i64 %v341, %v5
  br i1 %v347, label %row342, label %join348
row342:
  %v343 = fmul <8 x float> %v326, %v105
  %v344 = mul i64 %v341, %v10
  %v345 = getelementptr inbounds float, ptr %v112, i64 %v344
  %v346 = getelementptr inbounds float, ptr %v345, i64 %i199
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v343, ptr align 4 %v346, <8 x i1> %v205)
  br label %join348
join348:
  %v349 = add nsw i64 %i294, 4
  %v350 = icmp slt i64 %v349, %v5
  br i1 %v350, label %loop292, label %end293
end293:
  %v352 = add nsw i64 %i199, 8
  %v353 = icmp slt i64 %v352, %v8
  br i1 %v353, label %loop197, label %end198
end198:
  br label %join355
join355:
  br i1 %v28, label %tiles356, label %join453
tiles356:
  %v452 = icmp slt i64 0, %v5
  br i1 %v452, label %loop357, label %end358
loop357:
  %i359 = phi i64 [ 0, %tiles356 ], [ %v450, %join449 ]
  %v366 = getelementptr inbounds float, ptr %v44, i64 %i359
  %v399 = mul i64 %i359, %v10
  %v400 = getelementptr inbounds float, ptr %v112, i64 %v399
  %v404 = icmp slt i64 0, %v362
  br i1 %v404, label %loop363, label %end364
loop363:
  %i365 = phi i64 [ 0, %loop357 ], [ %v402, %loop363 ]
  %v367 = insertelement <8 x i64> poison, i64 %i365, i64 0
  %v368 = shufflevector <8 x i64> %v367, <8 x i64> poison, <8 x i32> zeroinitializer
  %v369 = add <8 x i64> %v368, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v372 = mul <8 x i64> %v369, %v371
  %v373 = getelementptr float, ptr %v366, <8 x i64> %v372
  %v374 = extractelement <8 x ptr> %v373, i64 0
  %v375 = extractelement <8 x ptr> %v373, i64 1
  %v376 = extractelement <8 x ptr> %v373, i64 2
  %v377 = extractelement <8 x ptr> %v373, i64 3
  %v378 = extractelement <8 x ptr> %v373, i64 4
  %v379 = extractelement <8 x ptr> %v373, i64 5
  %v380 = extractelement <8 x ptr> %v373, i64 6
  %v381 = extractelement <8 x ptr> %v373, i64 7
  %v382 = load float, ptr %v374, align 4
  %v383 = insertelement <8 x float> poison, float %v382, i64 0
  %v384 = load float, ptr %v375, align 4
  %v385 = insertelement <8 x float> %v383, float %v384, i64 1
  %v386 = load float, ptr %v376, align 4
  %v387 = insertelement <8 x float> %v385, float %v386, i64 2
  %v388 = load float, ptr %v377, align 4
  %v389 = insertelement <8 x float> %v387, float %v388, i64 3
  %v390 = load float, ptr %v378, align 4
  %v391 = insertelement <8 x float> %v389, float %v390, i64 4
  %v392 = load float, ptr %v379, align 4
  %v393 = insertelement <8 x float> %v391, float %v392, i64 5
  %v394 = load float, ptr %v380, align 4
  %v395 = insertelement <8 x float> %v393, float %v394, i64 6
  %v396 = load float, ptr %v381, align 4
  %v397 = insertelement <8 x float> %v395, float %v396, i64 7
  %v398 = fmul <8 x float> %v397, %v105
  %v401 = getelementptr inbounds float, ptr %v400, i64 %i365
  store <8 x float> %v398, ptr %v401, align 4
  %v402 = add nsw i64 %i365, 8
  %v403 = icmp slt i64 %v402, %v362
  br i1 %v403, label %loop363, label %end364
end364:
  br i1 %v411, label %rest412, label %join449
rest412:
  %v413 = insertelement <8 x i64> poison, i64 %v362, i64 0
  %v414 = shufflevector <8 x i64> %v413, <8 x i64> poison, <8 x i32> zeroinitializer
  %v415 = add <8 x i64> %v414, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v416 = mul <8 x i64> %v415, %v371
  %v417 = getelementptr float, ptr %v366, <8 x i64> %v416
  %v422 = select <8 x i1> %v410, <8 x ptr> %v417, <8 x ptr> %v421
  %v423 = extractelement <8 x ptr> %v422, i64 0
  %v424 = extractelement <8 x ptr> %v422, i64 1
  %v425 = extractelement <8 x ptr> %v422, i64 2
  %v426 = extractelement <8 x ptr> %v422, i64 3
  %v427 = extractelement <8 x ptr> %v422, i64 4
  %v428 = extractelement <8 x ptr> %v422, i64 5
  %v429 = extractelement <8 x ptr> %v422, i64 6
  %v430 = extractelement <8 x ptr> %v422, i64 7
  %v431 = load float, ptr %v423, align 4
  %v432 = insertelement <8 x float> poison, float %v431, i64 0
  %v433 = load float, ptr %v424, align 4
  %v434 = insertelement <8 x float> %v432, float %v433, i64 1
  %v435 = load float, ptr %v425, align 4
  %v436 = insertelement <8 x float> %v434, float %v435, i64 2
  %v437 = load float, ptr %v426, align 4
  %v438 = insertelement <8 x float> %v436, float %v437, i64 3
  %v439 = load float, ptr %v427, align 4
  %v440 = insertelement <8 x float> %v438, float %v439, i64 4
  %v441 = load float, ptr %v428, align 4
  %v442 = insertelement <8 x float> %v440, float %v441, i64 5
  %v443 = load float, ptr %v429, align 4
  %v444 = insertelement <8 x float> %v442, float %v443, i64 6
  %v445 = load float, ptr %v430, align 4
  %v446 = insertelement <8 x float> %v444, float %v445, i64 7
  %v447 = fmul <8 x float> %v446, %v105
  %v448 = getelementptr inbounds float, ptr %v400, i64 %v362
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v447, ptr align 4 %v448, <8 x i1> %v410)
  br label %join449
join449:
  %v450 = add nsw i64 %i359, 1
  %v451 = icmp slt i64 %v450, %v5
  br i1 %v451, label %loop357, label %end358
end358:
  br label %join453
join453:
  %v454 = add nsw i64 %i3, 1
  %v455 = icmp slt i64 %v454, %hi
  br i1 %v455, label %loop1, label %end2
end2:
  ret void
}
