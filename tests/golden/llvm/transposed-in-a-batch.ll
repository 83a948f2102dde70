target triple = "x86_64-linux"
declare i64 @llvm.abs.i64(i64, i1)
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
  %v101 = getelementptr i64, ptr %table, i64 4
  %v102 = load float, ptr %v101, align 8
  %v106 = getelementptr ptr, ptr %buffers, i64 1
  %v107 = load ptr, ptr %v106, align 8
  %v108 = getelementptr i64, ptr %table, i64 0
  %v109 = load i64, ptr %v108, align 8
  %v436 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v436, align 64
  %v437 = alloca <16 x i64>, align 64
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
  %v103 = insertelement <8 x float> poison, float %v102, i64 0
  %v104 = shufflevector <8 x float> %v103, <8 x float> poison, <8 x i32> zeroinitializer
  %v133 = add i64 %v36, 4
  %v134 = call i64 @llvm.smin.i64(i64 %v133, i64 %v17)
  %v378 = sub nsw i64 %v9, 0
  %v379 = and i64 %v378, -8
  %v380 = add nsw i64 0, %v379
  %v388 = insertelement <8 x i64> poison, i64 %v48, i64 0
  %v389 = shufflevector <8 x i64> %v388, <8 x i64> poison, <8 x i32> zeroinitializer
  %v423 = sub nsw i64 %v9, %v380
  %v424 = call i64 @llvm.umin.i64(i64 %v423, i64 8)
  %v425 = trunc i64 %v424 to i32
  %v426 = insertelement <8 x i32> poison, i32 %v425, i64 0
  %v427 = shufflevector <8 x i32> %v426, <8 x i32> poison, <8 x i32> zeroinitializer
  %v428 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v427
  %v429 = icmp slt i64 %v380, %v9
  %v438 = insertelement <8 x ptr> poison, ptr %v436, i64 0
  %v439 = shufflevector <8 x ptr> %v438, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v474 = icmp slt i64 %lo, %hi
  br i1 %v474, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v472, %join471 ]
  %v25 = xor i1 %v24, true
  %v45 = mul i64 %i3, %v44
  %v46 = getelementptr inbounds float, ptr %v42, i64 %v45
  %v110 = mul i64 %i3, %v109
  %v111 = getelementptr inbounds float, ptr %v107, i64 %v110
  br i1 %v24, label %then26, label %join373
then26:
  %v27 = sub nsw i64 %v9, 0
  %v28 = and i64 %v27, -8
  %v29 = add nsw i64 0, %v28
  %v202 = icmp slt i64 0, %v29
  br i1 %v202, label %loop30, label %end31
loop30:
  %i32 = phi i64 [ 0, %then26 ], [ %v200, %join199 ]
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
  %v132 = icmp slt i64 0, %v36
  br i1 %v132, label %loop37, label %end38
loop37:
  %i39 = phi i64 [ 0, %loop30 ], [ %v130, %loop37 ]
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
  %v95 = shufflevector <8 x float> %v91, <8 x float> %v92, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v96 = shufflevector <8 x float> %v91, <8 x float> %v92, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v97 = shufflevector <8 x float> %v93, <8 x float> %v95, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v98 = shufflevector <8 x float> %v93, <8 x float> %v95, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v99 = shufflevector <8 x float> %v94, <8 x float> %v96, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v100 = shufflevector <8 x float> %v94, <8 x float> %v96, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v105 = fmul <8 x float> %v97, %v104
  %v112 = mul i64 %i39, %v5
  %v113 = getelementptr inbounds float, ptr %v111, i64 %v112
  %v114 = getelementptr inbounds float, ptr %v113, i64 %i32
  store <8 x float> %v105, ptr %v114, align 4
  %v115 = add nsw i64 %i39, 1
  %v116 = fmul <8 x float> %v99, %v104
  %v117 = mul i64 %v115, %v5
  %v118 = getelementptr inbounds float, ptr %v111, i64 %v117
  %v119 = getelementptr inbounds float, ptr %v118, i64 %i32
  store <8 x float> %v116, ptr %v119, align 4
  %v120 = add nsw i64 %i39, 2
  %v121 = fmul <8 x float> %v98, %v104
  %v122 = mul i64 %v120, %v5
  %v123 = getelementptr inbounds float, ptr %v111, i64 %v122
  %v124 = getelementptr inbounds float, ptr %v123, i64 %i32
  store <8 x float> %v121, ptr %v124, align 4
  %v125 = add nsw i64 %i39, 3
  %v126 = fmul <8 x float> %v100, %v104
  %v127 = mul i64 %v125, %v5
  %v128 = getelementptr inbounds float, ptr %v111, i64 %v127
  %v129 = getelementptr inbounds float, ptr %v128, i64 %i32
  store <8 x float> %v126, ptr %v129, align 4
  %v130 = add nsw i64 %i39, 4
  %v131 = icmp slt i64 %v130, %v36
  br i1 %v131, label %loop37, label %end38
end38:
  %v135 = icmp slt i64 %v36, %v134
  br i1 %v135, label %tile136, label %join199
tile136:
  %v137 = sub nsw i64 %v134, %v36
  %v138 = call i64 @llvm.umin.i64(i64 %v137, i64 4)
  %v139 = trunc i64 %v138 to i32
  %v140 = insertelement <4 x i32> poison, i32 %v139, i64 0
  %v141 = shufflevector <4 x i32> %v140, <4 x i32> poison, <4 x i32> zeroinitializer
  %v142 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v141
  %v143 = getelementptr inbounds float, ptr %v51, i64 %v36
  %v144 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v143, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v145 = getelementptr inbounds float, ptr %v54, i64 %v36
  %v146 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v145, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v147 = getelementptr inbounds float, ptr %v57, i64 %v36
  %v148 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v147, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v149 = getelementptr inbounds float, ptr %v60, i64 %v36
  %v150 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v149, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v151 = getelementptr inbounds float, ptr %v63, i64 %v36
  %v152 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v151, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v153 = getelementptr inbounds float, ptr %v66, i64 %v36
  %v154 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v153, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v155 = getelementptr inbounds float, ptr %v69, i64 %v36
  %v156 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v155, <4 x i1> %v142, <4 x float> zeroinitializer)
  %v157 = getelementptr inbounds float, ptr %v72, i64 %v36
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
  %v171 = fmul <8 x float> %v167, %v104
  %v172 = mul i64 %v36, %v5
  %v173 = getelementptr inbounds float, ptr %v111, i64 %v172
  %v174 = getelementptr inbounds float, ptr %v173, i64 %i32
  store <8 x float> %v171, ptr %v174, align 4
  %v175 = add nsw i64 %v36, 1
  %v181 = icmp slt i64 %v175, %v134
  br i1 %v181, label %row176, label %join182
row176:
  %v177 = fmul <8 x float> %v169, %v104
  %v178 = mul i64 %v175, %v5
  %v179 = getelementptr inbounds float, ptr %v111, i64 %v178
  %v180 = getelementptr inbounds float, ptr %v179, i64 %i32
  store <8 x float> %v177, ptr %v180, align 4
  br label %join182
join182:
  %v183 = add nsw i64 %v36, 2
  %v189 = icmp slt i64 %v183, %v134
  br i1 %v189, label %row184, label %join190
row184:
  %v185 = fmul <8 x float> %v168, %v104
  %v186 = mul i64 %v183, %v5
  %v187 = getelementptr inbounds float, ptr %v111, i64 %v186
  %v188 = getelementptr inbounds float, ptr %v187, i64 %i32
  store <8 x float> %v185, ptr %v188, align 4
  br label %join190
join190:
  %v191 = add nsw i64 %v36, 3
  %v197 = icmp slt i64 %v191, %v134
  br i1 %v197, label %row192, label %join198
row192:
  %v193 = fmul <8 x float> %v170, %v104
  %v194 = mul i64 %v191, %v5
  %v195 = getelementptr inbounds float, ptr %v111, i64 %v194
  %v196 = getelementptr inbounds float, ptr %v195, i64 %i32
  store <8 x float> %v193, ptr %v196, align 4
  br label %join198
join198:
  br label %join199
join199:
  %v200 = add nsw i64 %i32, 8
  %v201 = icmp slt i64 %v200, %v29
  br i1 %v201, label %loop30, label %end31
end31:
  %v372 = icmp slt i64 %v29, %v9
  br i1 %v372, label %loop203, label %end204
loop203:
  %i205 = phi i64 [ %v29, %end31 ], [ %v370, %join369 ]
  %v206 = sub nsw i64 %v9, %i205
  %v207 = call i64 @llvm.umin.i64(i64 %v206, i64 8)
  %v208 = trunc i64 %v207 to i32
  %v209 = insertelement <8 x i32> poison, i32 %v208, i64 0
  %v210 = shufflevector <8 x i32> %v209, <8 x i32> poison, <8 x i32> zeroinitializer
  %v211 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v210
  %v212 = freeze <8 x i1> %v211
  %v217 = add nsw i64 %i205, 0
  %v218 = mul nsw i64 %v217, %v48
  %v219 = getelementptr inbounds float, ptr %v46, i64 %v218
  %v220 = add nsw i64 %i205, 1
  %v221 = mul nsw i64 %v220, %v48
  %v222 = getelementptr inbounds float, ptr %v46, i64 %v221
  %v223 = extractelement <8 x i1> %v211, i64 1
  %v224 = select i1 %v223, ptr %v222, ptr %v219
  %v225 = add nsw i64 %i205, 2
  %v226 = mul nsw i64 %v225, %v48
  %v227 = getelementptr inbounds float, ptr %v46, i64 %v226
  %v228 = extractelement <8 x i1> %v211, i64 2
  %v229 = select i1 %v228, ptr %v227, ptr %v219
  %v230 = add nsw i64 %i205, 3
  %v231 = mul nsw i64 %v230, %v48
  %v232 = getelementptr inbounds float, ptr %v46, i64 %v231
  %v233 = extractelement <8 x i1> %v211, i64 3
  %v234 = select i1 %v233, ptr %v232, ptr %v219
  %v235 = add nsw i64 %i205, 4
  %v236 = mul nsw i64 %v235, %v48
  %v237 = getelementptr inbounds float, ptr %v46, i64 %v236
  %v238 = extractelement <8 x i1> %v211, i64 4
  %v239 = select i1 %v238, ptr %v237, ptr %v219
  %v240 = add nsw i64 %i205, 5
  %v241 = mul nsw i64 %v240, %v48
  %v242 = getelementptr inbounds float, ptr %v46, i64 %v241
  %v243 = extractelement <8 x i1> %v211, i64 5
  %v244 = select i1 %v243, ptr %v242, ptr %v219
  %v245 = add nsw i64 %i205, 6
  %v246 = mul nsw i64 %v245, %v48
  %v247 = getelementptr inbounds float, ptr %v46, i64 %v246
  %v248 = extractelement <8 x i1> %v211, i64 6
  %v249 = select i1 %v248, ptr %v247, ptr %v219
  %v250 = add nsw i64 %i205, 7
  %v251 = mul nsw i64 %v250, %v48
  %v252 = getelementptr inbounds float, ptr %v46, i64 %v251
  %v253 = extractelement <8 x i1> %v211, i64 7
  %v254 = select i1 %v253, ptr %v252, ptr %v219
  %v304 = icmp slt i64 0, %v36
  br i1 %v304, label %loop213, label %end214
loop213:
  %i215 = phi i64 [ 0, %loop203 ], [ %v302, %loop213 ]
  %v216 = add i64 %i215, 4
  %v255 = getelementptr inbounds float, ptr %v219, i64 %i215
  %v256 = load <4 x float>, ptr %v255, align 4
  %v257 = getelementptr inbounds float, ptr %v224, i64 %i215
  %v258 = load <4 x float>, ptr %v257, align 4
  %v259 = getelementptr inbounds float, ptr %v229, i64 %i215
  %v260 = load <4 x float>, ptr %v259, align 4
  %v261 = getelementptr inbounds float, ptr %v234, i64 %i215
  %v262 = load <4 x float>, ptr %v261, align 4
  %v263 = getelementptr inbounds float, ptr %v239, i64 %i215
  %v264 = load <4 x float>, ptr %v263, align 4
  %v265 = getelementptr inbounds float, ptr %v244, i64 %i215
  %v266 = load <4 x float>, ptr %v265, align 4
  %v267 = getelementptr inbounds float, ptr %v249, i64 %i215
  %v268 = load <4 x float>, ptr %v267, align 4
  %v269 = getelementptr inbounds float, ptr %v254, i64 %i215
  %v270 = load <4 x float>, ptr %v269, align 4
  %v271 = shufflevector <4 x float> %v256, <4 x float> %v258, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v272 = shufflevector <4 x float> %v260, <4 x float> %v262, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v273 = shufflevector <4 x float> %v264, <4 x float> %v266, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v274 = shufflevector <4 x float> %v268, <4 x float> %v270, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v275 = shufflevector <8 x float> %v271, <8 x float> %v272, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v276 = shufflevector <8 x float> %v271, <8 x float> %v272, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v277 = shufflevector <8 x float> %v273, <8 x float> %v274, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v278 = shufflevector <8 x float> %v273, <8 x float> %v274, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v279 = shufflevector <8 x float> %v275, <8 x float> %v277, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v280 = shufflevector <8 x float> %v275, <8 x float> %v277, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v281 = shufflevector <8 x float> %v276, <8 x float> %v278, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v282 = shufflevector <8 x float> %v276, <8 x float> %v278, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v283 = fmul <8 x float> %v279, %v104
  %v284 = mul i64 %i215, %v5
  %v285 = getelementptr inbounds float, ptr %v111, i64 %v284
  %v286 = getelementptr inbounds float, ptr %v285, i64 %i205
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v283, ptr align 4 %v286, <8 x i1> %v212)
  %v287 = add nsw i64 %i215, 1
  %v288 = fmul <8 x float> %v281, %v104
  %v289 = mul i64 %v287, %v5
  %v290 = getelementptr inbounds float, ptr %v111, i64 %v289
  %v291 = getelementptr inbounds float, ptr %v290, i64 %i205
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v288, ptr align 4 %v291, <8 x i1> %v212)
  %v292 = add nsw i64 %i215, 2
  %v293 = fmul <8 x float> %v280, %v104
  %v294 = mul i64 %v292, %v5
  %v295 = getelementptr inbounds float, ptr %v111, i64 %v294
  %v296 = getelementptr inbounds float, ptr %v295, i64 %i205
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v293, ptr align 4 %v296, <8 x i1> %v212)
  %v297 = add nsw i64 %i215, 3
  %v298 = fmul <8 x float> %v282, %v104
  %v299 = mul i64 %v297, %v5
  %v300 = getelementptr inbounds float, ptr %v111, i64 %v299
  %v301 = getelementptr inbounds float, ptr %v300, i64 %i205
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v298, ptr align 4 %v301, <8 x i1> %v212)
  %v302 = add nsw i64 %i215, 4
  %v303 = icmp slt i64 %v302, %v36
  br i1 %v303, label %loop213, label %end214
end214:
  %v305 = icmp slt i64 %v36, %v134
  br i1 %v305, label %tile306, label %join369
tile306:
  %v307 = sub nsw i64 %v134, %v36
  %v308 = call i64 @llvm.umin.i64(i64 %v307, i64 4)
  %v309 = trunc i64 %v308 to i32
  %v310 = insertelement <4 x i32> poison, i32 %v309, i64 0
  %v311 = shufflevector <4 x i32> %v310, <4 x i32> poison, <4 x i32> zeroinitializer
  %v312 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v311
  %v313 = getelementptr inbounds float, ptr %v219, i64 %v36
  %v314 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v313, <4 x i1> %v312, <4 x float> zeroinitializer)
  %v315 = getelementptr inbounds float, ptr %v224, i64 %v36
  %v316 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v315, <4 x i1> %v312, <4 x float> zeroinitializer)
  %v317 = getelementptr inbounds float, ptr %v229, i64 %v36
  %v318 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v317, <4 x i1> %v312, <4 x float> zeroinitializer)
  %v319 = getelementptr inbounds float, ptr %v234, i64 %v36
  %v320 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v319, <4 x i1> %v312, <4 x float> zeroinitializer)
  %v321 = getelementptr inbounds float, ptr %v239, i64 %v36
  %v322 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v321, <4 x i1> %v312, <4 x float> zeroinitializer)
  %v323 = getelementptr inbounds float, ptr %v244, i64 %v36
  %v324 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v323, <4 x i1> %v312, <4 x float> zeroinitializer)
  %v325 = getelementptr inbounds float, ptr %v249, i64 %v36
  %v326 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v325, <4 x i1> %v312, <4 x float> zeroinitializer)
  %v327 = getelementptr inbounds float, ptr %v254, i64 %v36
  %v328 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v327, <4 x i1> %v312, <4 x float> zeroinitializer)
  %v329 = shufflevector <4 x float> %v314, <4 x float> %v316, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v330 = shufflevector <4 x float> %v318, <4 x float> %v320, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v331 = shufflevector <4 x float> %v322, <4 x float> %v324, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v332 = shufflevector <4 x float> %v326, <4 x float> %v328, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v333 = shufflevector <8 x float> %v329, <8 x float> %v330, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v334 = shufflevector <8 x float> %v329, <8 x float> %v330, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v335 = shufflevector <8 x float> %v331, <8 x float> %v332, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v336 = shufflevector <8 x float> %v331, <8 x float> %v332, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v337 = shufflevector <8 x float> %v333, <8 x float> %v335, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v338 = shufflevector <8 x float> %v333, <8 x float> %v335, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v339 = shufflevector <8 x float> %v334, <8 x float> %v336, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v340 = shufflevector <8 x float> %v334, <8 x float> %v336, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v341 = fmul <8 x float> %v337, %v104
  %v342 = mul i64 %v36, %v5
  %v343 = getelementptr inbounds float, ptr %v111, i64 %v342
  %v344 = getelementptr inbounds float, ptr %v343, i64 %i205
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v341, ptr align 4 %v344, <8 x i1> %v211)
  %v345 = add nsw i64 %v36, 1
  %v351 = icmp slt i64 %v345, %v134
  br i1 %v351, label %row346, label %join352
row346:
  %v347 = fmul <8 x float> %v339, %v104
  %v348 = mul i64 %v345, %v5
  %v349 = getelementptr inbounds float, ptr %v111, i64 %v348
  %v350 = getelementptr inbounds float, ptr %v349, i64 %i205
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v347, ptr align 4 %v350, <8 x i1> %v211)
  br label %join352
join352:
  %v353 = add nsw i64 %v36, 2
  %v359 = icmp slt i64 %v353, %v134
  br i1 %v359, label %row354, label %join360
row354:
  %v355 = fmul <8 x float> %v338, %v104
  %v356 = mul i64 %v353, %v5
  %v357 = getelementptr inbounds float, ptr %v111, i64 %v356
  %v358 = getelementptr inbounds float, ptr %v357, i64 %i205
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v355, ptr align 4 %v358, <8 x i1> %v211)
  br label %join360
join360:
  %v361 = add nsw i64 %v36, 3
  %v367 = icmp slt i64 %v361, %v134
  br i1 %v367, label %row362, label %join368
row362:
  %v363 = fmul <8 x float> %v340, %v104
  %v364 = mul i64 %v361, %v5
  %v365 = getelementptr inbounds float, ptr %v111, i64 %v364
  %v366 = getelementptr inbounds float, ptr %v365, i64 %i205
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v363, ptr align 4 %v366, <8 x i1> %v211)
  br label %join368
join368:
  br label %join369
join369:
  %v370 = add nsw i64 %i205, 8
  %v371 = icmp slt i64 %v370, %v9
  br i1 %v371, label %loop203, label %end204
end204:
  br label %join373
join373:
  br i1 %v25, label %then374, label %join471
then374:
  %v470 = icmp slt i64 0, %v17
  br i1 %v470, label %loop375, label %end376
loop375:
  %i377 = phi i64 [ 0, %then374 ], [ %v468, %join467 ]
  %v384 = getelementptr inbounds float, ptr %v46, i64 %i377
  %v417 = mul i64 %i377, %v5
  %v418 = getelementptr inbounds float, ptr %v111, i64 %v417
  %v422 = icmp slt i64 0, %v380
  br i1 %v422, label %loop381, label %end382
loop381:
  %i383 = phi i64 [ 0, %loop375 ], [ %v420, %loop381 ]
  %v385 = insertelement <8 x i64> poison, i64 %i383, i64 0
  %v386 = shufflevector <8 x i64> %v385, <8 x i64> poison, <8 x i32> zeroinitializer
  %v387 = add <8 x i64> %v386, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v390 = mul <8 x i64> %v387, %v389
  %v391 = getelementptr float, ptr %v384, <8 x i64> %v390
  %v392 = extractelement <8 x ptr> %v391, i64 0
  %v393 = extractelement <8 x ptr> %v391, i64 1
  %v394 = extractelement <8 x ptr> %v391, i64 2
  %v395 = extractelement <8 x ptr> %v391, i64 3
  %v396 = extractelement <8 x ptr> %v391, i64 4
  %v397 = extractelement <8 x ptr> %v391, i64 5
  %v398 = extractelement <8 x ptr> %v391, i64 6
  %v399 = extractelement <8 x ptr> %v391, i64 7
  %v400 = load float, ptr %v392, align 4
  %v401 = insertelement <8 x float> poison, float %v400, i64 0
  %v402 = load float, ptr %v393, align 4
  %v403 = insertelement <8 x float> %v401, float %v402, i64 1
  %v404 = load float, ptr %v394, align 4
  %v405 = insertelement <8 x float> %v403, float %v404, i64 2
  %v406 = load float, ptr %v395, align 4
  %v407 = insertelement <8 x float> %v405, float %v406, i64 3
  %v408 = load float, ptr %v396, align 4
  %v409 = insertelement <8 x float> %v407, float %v408, i64 4
  %v410 = load float, ptr %v397, align 4
  %v411 = insertelement <8 x float> %v409, float %v410, i64 5
  %v412 = load float, ptr %v398, align 4
  %v413 = insertelement <8 x float> %v411, float %v412, i64 6
  %v414 = load float, ptr %v399, align 4
  %v415 = insertelement <8 x float> %v413, float %v414, i64 7
  %v416 = fmul <8 x float> %v415, %v104
  %v419 = getelementptr inbounds float, ptr %v418, i64 %i383
  store <8 x float> %v416, ptr %v419, align 4
  %v420 = add nsw i64 %i383, 8
  %v421 = icmp slt i64 %v420, %v380
  br i1 %v421, label %loop381, label %end382
end382:
  br i1 %v429, label %rest430, label %join467
rest430:
  %v431 = insertelement <8 x i64> poison, i64 %v380, i64 0
  %v432 = shufflevector <8 x i64> %v431, <8 x i64> poison, <8 x i32> zeroinitializer
  %v433 = add <8 x i64> %v432, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v434 = mul <8 x i64> %v433, %v389
  %v435 = getelementptr float, ptr %v384, <8 x i64> %v434
  %v440 = select <8 x i1> %v428, <8 x ptr> %v435, <8 x ptr> %v439
  %v441 = extractelement <8 x ptr> %v440, i64 0
  %v442 = extractelement <8 x ptr> %v440, i64 1
  %v443 = extractelement <8 x ptr> %v440, i64 2
  %v444 = extractelement <8 x ptr> %v440, i64 3
  %v445 = extractelement <8 x ptr> %v440, i64 4
  %v446 = extractelement <8 x ptr> %v440, i64 5
  %v447 = extractelement <8 x ptr> %v440, i64 6
  %v448 = extractelement <8 x ptr> %v440, i64 7
  %v449 = load float, ptr %v441, align 4
  %v450 = insertelement <8 x float> poison, float %v449, i64 0
  %v451 = load float, ptr %v442, align 4
  %v452 = insertelement <8 x float> %v450, float %v451, i64 1
  %v453 = load float, ptr %v443, align 4
  %v454 = insertelement <8 x float> %v452, float %v453, i64 2
  %v455 = load float, ptr %v444, align 4
  %v456 = insertelement <8 x float> %v454, float %v455, i64 3
  %v457 = load float, ptr %v445, align 4
  %v458 = insertelement <8 x float> %v456, float %v457, i64 4
  %v459 = load float, ptr %v446, align 4
  %v460 = insertelement <8 x float> %v458, float %v459, i64 5
  %v461 = load float, ptr %v447, align 4
  %v462 = insertelement <8 x float> %v460, float %v461, i64 6
  %v463 = load float, ptr %v448, align 4
  %v464 = insertelement <8 x float> %v462, float %v463, i64 7
  %v465 = fmul <8 x float> %v464, %v104
  %v466 = getelementptr inbounds float, ptr %v418, i64 %v380
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v465, ptr align 4 %v466, <8 x i1> %v428)
  br label %join467
join467:
  %v468 = add nsw i64 %i377, 1
  %v469 = icmp slt i64 %v468, %v17
  br i1 %v469, label %loop375, label %end376
end376:
  br label %join471
join471:
  %v472 = add nsw i64 %i3, 1
  %v473 = icmp slt i64 %v472, %hi
  br i1 %v473, label %loop1, label %end2
end2:
  ret void
}
