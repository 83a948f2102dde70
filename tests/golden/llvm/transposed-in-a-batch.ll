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
  %v39 = load ptr, ptr %buffers, align 8
  %v40 = getelementptr i64, ptr %table, i64 2
  %v41 = load i64, ptr %v40, align 8
  %v44 = getelementptr i64, ptr %table, i64 3
  %v45 = load i64, ptr %v44, align 8
  %v102 = getelementptr i64, ptr %table, i64 4
  %v103 = load float, ptr %v102, align 8
  %v107 = getelementptr ptr, ptr %buffers, i64 1
  %v108 = load ptr, ptr %v107, align 8
  %v109 = load i64, ptr %table, align 8
  %v448 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v448, align 64
  %v449 = alloca <16 x i64>, align 64
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
  %v30 = sub i64 %v17, 0
  %v31 = icmp sgt i64 %v30, 0
  %v32 = select i1 %v31, i64 %v30, i64 0, !unpredictable !{}
  %v33 = and i64 %v32, -4
  %v34 = add i64 0, %v33
  %v104 = insertelement <8 x float> poison, float %v103, i64 0
  %v105 = shufflevector <8 x float> %v104, <8 x float> poison, <8 x i32> zeroinitializer
  %v133 = add i64 %v34, 4
  %v134 = icmp slt i64 %v133, %v17
  %v135 = select i1 %v134, i64 %v133, i64 %v17, !unpredictable !{}
  %v392 = and i64 %v9, -8
  %v400 = insertelement <8 x i64> poison, i64 %v45, i64 0
  %v401 = shufflevector <8 x i64> %v400, <8 x i64> poison, <8 x i32> zeroinitializer
  %v435 = sub nsw i64 %v9, %v392
  %v436 = call i64 @llvm.umin.i64(i64 %v435, i64 8)
  %v437 = trunc i64 %v436 to i32
  %v438 = insertelement <8 x i32> poison, i32 %v437, i64 0
  %v439 = shufflevector <8 x i32> %v438, <8 x i32> poison, <8 x i32> zeroinitializer
  %v440 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v439
  %v441 = icmp slt i64 %v392, %v9
  %v450 = insertelement <8 x ptr> poison, ptr %v448, i64 0
  %v451 = shufflevector <8 x ptr> %v450, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v486 = icmp slt i64 %lo, %hi
  br i1 %v486, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v484, %join483 ]
  %v42 = mul i64 %i3, %v41
  %v43 = getelementptr inbounds float, ptr %v39, i64 %v42
  %v110 = mul i64 %i3, %v109
  %v111 = getelementptr inbounds float, ptr %v108, i64 %v110
  br i1 %v24, label %then25, label %join386
then25:
  %v26 = and i64 %v9, -8
  %v207 = icmp slt i64 0, %v26
  br i1 %v207, label %loop27, label %end28
loop27:
  %i29 = phi i64 [ 0, %then25 ], [ %v205, %join204 ]
  %v46 = add nsw i64 %i29, 0
  %v47 = mul nsw i64 %v46, %v45
  %v48 = getelementptr inbounds float, ptr %v43, i64 %v47
  %v49 = add nsw i64 %i29, 1
  %v50 = mul nsw i64 %v49, %v45
  %v51 = getelementptr inbounds float, ptr %v43, i64 %v50
  %v52 = add nsw i64 %i29, 2
  %v53 = mul nsw i64 %v52, %v45
  %v54 = getelementptr inbounds float, ptr %v43, i64 %v53
  %v55 = add nsw i64 %i29, 3
  %v56 = mul nsw i64 %v55, %v45
  %v57 = getelementptr inbounds float, ptr %v43, i64 %v56
  %v58 = add nsw i64 %i29, 4
  %v59 = mul nsw i64 %v58, %v45
  %v60 = getelementptr inbounds float, ptr %v43, i64 %v59
  %v61 = add nsw i64 %i29, 5
  %v62 = mul nsw i64 %v61, %v45
  %v63 = getelementptr inbounds float, ptr %v43, i64 %v62
  %v64 = add nsw i64 %i29, 6
  %v65 = mul nsw i64 %v64, %v45
  %v66 = getelementptr inbounds float, ptr %v43, i64 %v65
  %v67 = add nsw i64 %i29, 7
  %v68 = mul nsw i64 %v67, %v45
  %v69 = getelementptr inbounds float, ptr %v43, i64 %v68
  %v132 = icmp slt i64 0, %v34
  br i1 %v132, label %loop35, label %end36
loop35:
  %i37 = phi i64 [ 0, %loop27 ], [ %v130, %loop35 ]
  %v38 = add i64 %i37, 4
  %v70 = getelementptr inbounds float, ptr %v48, i64 %i37
  %v71 = load <4 x float>, ptr %v70, align 4
  %v72 = getelementptr inbounds float, ptr %v51, i64 %i37
  %v73 = load <4 x float>, ptr %v72, align 4
  %v74 = getelementptr inbounds float, ptr %v54, i64 %i37
  %v75 = load <4 x float>, ptr %v74, align 4
  %v76 = getelementptr inbounds float, ptr %v57, i64 %i37
  %v77 = load <4 x float>, ptr %v76, align 4
  %v78 = getelementptr inbounds float, ptr %v60, i64 %i37
  %v79 = load <4 x float>, ptr %v78, align 4
  %v80 = getelementptr inbounds float, ptr %v63, i64 %i37
  %v81 = load <4 x float>, ptr %v80, align 4
  %v82 = getelementptr inbounds float, ptr %v66, i64 %i37
  %v83 = load <4 x float>, ptr %v82, align 4
  %v84 = getelementptr inbounds float, ptr %v69, i64 %i37
  %v85 = load <4 x float>, ptr %v84, align 4
  %v86 = shufflevector <4 x float> %v71, <4 x float> %v73, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v87 = shufflevector <4 x float> %v75, <4 x float> %v77, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v88 = shufflevector <4 x float> %v79, <4 x float> %v81, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v89 = shufflevector <4 x float> %v83, <4 x float> %v85, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v90 = shufflevector <8 x float> %v86, <8 x float> %v87, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v91 = shufflevector <8 x float> %v86, <8 x float> %v87, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v92 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v90)
  %v93 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v91)
  %v94 = shufflevector <8 x float> %v88, <8 x float> %v89, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v95 = shufflevector <8 x float> %v88, <8 x float> %v89, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v96 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v94)
  %v97 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v95)
  %v98 = shufflevector <8 x float> %v92, <8 x float> %v96, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v99 = shufflevector <8 x float> %v92, <8 x float> %v96, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v100 = shufflevector <8 x float> %v93, <8 x float> %v97, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v101 = shufflevector <8 x float> %v93, <8 x float> %v97, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v106 = fmul <8 x float> %v98, %v105
  %v112 = mul i64 %i37, %v5
  %v113 = getelementptr inbounds float, ptr %v111, i64 %v112
  %v114 = getelementptr inbounds float, ptr %v113, i64 %i29
  store <8 x float> %v106, ptr %v114, align 4
  %v115 = add nsw i64 %i37, 1
  %v116 = fmul <8 x float> %v100, %v105
  %v117 = mul i64 %v115, %v5
  %v118 = getelementptr inbounds float, ptr %v111, i64 %v117
  %v119 = getelementptr inbounds float, ptr %v118, i64 %i29
  store <8 x float> %v116, ptr %v119, align 4
  %v120 = add nsw i64 %i37, 2
  %v121 = fmul <8 x float> %v99, %v105
  %v122 = mul i64 %v120, %v5
  %v123 = getelementptr inbounds float, ptr %v111, i64 %v122
  %v124 = getelementptr inbounds float, ptr %v123, i64 %i29
  store <8 x float> %v121, ptr %v124, align 4
  %v125 = add nsw i64 %i37, 3
  %v126 = fmul <8 x float> %v101, %v105
  %v127 = mul i64 %v125, %v5
  %v128 = getelementptr inbounds float, ptr %v111, i64 %v127
  %v129 = getelementptr inbounds float, ptr %v128, i64 %i29
  store <8 x float> %v126, ptr %v129, align 4
  %v130 = add nsw i64 %i37, 4
  %v131 = icmp slt i64 %v130, %v34
  br i1 %v131, label %loop35, label %end36
end36:
  %v136 = icmp slt i64 %v34, %v135
  br i1 %v136, label %tile137, label %join204
tile137:
  %v138 = sub nsw i64 %v135, %v34
  %v139 = call i64 @llvm.umin.i64(i64 %v138, i64 4)
  %v140 = trunc i64 %v139 to i32
  %v141 = insertelement <4 x i32> poison, i32 %v140, i64 0
  %v142 = shufflevector <4 x i32> %v141, <4 x i32> poison, <4 x i32> zeroinitializer
  %v143 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v142
  %v144 = getelementptr inbounds float, ptr %v48, i64 %v34
  %v145 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v144, <4 x i1> %v143, <4 x float> zeroinitializer)
  %v146 = getelementptr inbounds float, ptr %v51, i64 %v34
  %v147 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v146, <4 x i1> %v143, <4 x float> zeroinitializer)
  %v148 = getelementptr inbounds float, ptr %v54, i64 %v34
  %v149 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v148, <4 x i1> %v143, <4 x float> zeroinitializer)
  %v150 = getelementptr inbounds float, ptr %v57, i64 %v34
  %v151 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v150, <4 x i1> %v143, <4 x float> zeroinitializer)
  %v152 = getelementptr inbounds float, ptr %v60, i64 %v34
  %v153 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v152, <4 x i1> %v143, <4 x float> zeroinitializer)
  %v154 = getelementptr inbounds float, ptr %v63, i64 %v34
  %v155 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v154, <4 x i1> %v143, <4 x float> zeroinitializer)
  %v156 = getelementptr inbounds float, ptr %v66, i64 %v34
  %v157 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v156, <4 x i1> %v143, <4 x float> zeroinitializer)
  %v158 = getelementptr inbounds float, ptr %v69, i64 %v34
  %v159 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v158, <4 x i1> %v143, <4 x float> zeroinitializer)
  %v160 = shufflevector <4 x float> %v145, <4 x float> %v147, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v161 = shufflevector <4 x float> %v149, <4 x float> %v151, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v162 = shufflevector <4 x float> %v153, <4 x float> %v155, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v163 = shufflevector <4 x float> %v157, <4 x float> %v159, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v164 = shufflevector <8 x float> %v160, <8 x float> %v161, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v165 = shufflevector <8 x float> %v160, <8 x float> %v161, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v166 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v164)
  %v167 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v165)
  %v168 = shufflevector <8 x float> %v162, <8 x float> %v163, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v169 = shufflevector <8 x float> %v162, <8 x float> %v163, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v170 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v168)
  %v171 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v169)
  %v172 = shufflevector <8 x float> %v166, <8 x float> %v170, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v173 = shufflevector <8 x float> %v166, <8 x float> %v170, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v174 = shufflevector <8 x float> %v167, <8 x float> %v171, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v175 = shufflevector <8 x float> %v167, <8 x float> %v171, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v176 = fmul <8 x float> %v172, %v105
  %v177 = mul i64 %v34, %v5
  %v178 = getelementptr inbounds float, ptr %v111, i64 %v177
  %v179 = getelementptr inbounds float, ptr %v178, i64 %i29
  store <8 x float> %v176, ptr %v179, align 4
  %v180 = add nsw i64 %v34, 1
  %v186 = icmp slt i64 %v180, %v135
  br i1 %v186, label %row181, label %join187
row181:
  %v182 = fmul <8 x float> %v174, %v105
  %v183 = mul i64 %v180, %v5
  %v184 = getelementptr inbounds float, ptr %v111, i64 %v183
  %v185 = getelementptr inbounds float, ptr %v184, i64 %i29
  store <8 x float> %v182, ptr %v185, align 4
  br label %join187
join187:
  %v188 = add nsw i64 %v34, 2
  %v194 = icmp slt i64 %v188, %v135
  br i1 %v194, label %row189, label %join195
row189:
  %v190 = fmul <8 x float> %v173, %v105
  %v191 = mul i64 %v188, %v5
  %v192 = getelementptr inbounds float, ptr %v111, i64 %v191
  %v193 = getelementptr inbounds float, ptr %v192, i64 %i29
  store <8 x float> %v190, ptr %v193, align 4
  br label %join195
join195:
  %v196 = add nsw i64 %v34, 3
  %v202 = icmp slt i64 %v196, %v135
  br i1 %v202, label %row197, label %join203
row197:
  %v198 = fmul <8 x float> %v175, %v105
  %v199 = mul i64 %v196, %v5
  %v200 = getelementptr inbounds float, ptr %v111, i64 %v199
  %v201 = getelementptr inbounds float, ptr %v200, i64 %i29
  store <8 x float> %v198, ptr %v201, align 4
  br label %join203
join203:
  br label %join204
join204:
  %v205 = add nsw i64 %i29, 8
  %v206 = icmp slt i64 %v205, %v26
  br i1 %v206, label %loop27, label %end28
end28:
  %v385 = icmp slt i64 %v26, %v9
  br i1 %v385, label %loop208, label %end209
loop208:
  %i210 = phi i64 [ %v26, %end28 ], [ %v383, %join382 ]
  %v211 = sub nsw i64 %v9, %i210
  %v212 = call i64 @llvm.umin.i64(i64 %v211, i64 8)
  %v213 = trunc i64 %v212 to i32
  %v214 = insertelement <8 x i32> poison, i32 %v213, i64 0
  %v215 = shufflevector <8 x i32> %v214, <8 x i32> poison, <8 x i32> zeroinitializer
  %v216 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v215
  %v217 = freeze <8 x i1> %v216
  %v222 = add nsw i64 %i210, 0
  %v223 = mul nsw i64 %v222, %v45
  %v224 = getelementptr inbounds float, ptr %v43, i64 %v223
  %v225 = add nsw i64 %i210, 1
  %v226 = mul nsw i64 %v225, %v45
  %v227 = getelementptr inbounds float, ptr %v43, i64 %v226
  %v228 = extractelement <8 x i1> %v216, i64 1
  %v229 = select i1 %v228, ptr %v227, ptr %v224
  %v230 = add nsw i64 %i210, 2
  %v231 = mul nsw i64 %v230, %v45
  %v232 = getelementptr inbounds float, ptr %v43, i64 %v231
  %v233 = extractelement <8 x i1> %v216, i64 2
  %v234 = select i1 %v233, ptr %v232, ptr %v224
  %v235 = add nsw i64 %i210, 3
  %v236 = mul nsw i64 %v235, %v45
  %v237 = getelementptr inbounds float, ptr %v43, i64 %v236
  %v238 = extractelement <8 x i1> %v216, i64 3
  %v239 = select i1 %v238, ptr %v237, ptr %v224
  %v240 = add nsw i64 %i210, 4
  %v241 = mul nsw i64 %v240, %v45
  %v242 = getelementptr inbounds float, ptr %v43, i64 %v241
  %v243 = extractelement <8 x i1> %v216, i64 4
  %v244 = select i1 %v243, ptr %v242, ptr %v224
  %v245 = add nsw i64 %i210, 5
  %v246 = mul nsw i64 %v245, %v45
  %v247 = getelementptr inbounds float, ptr %v43, i64 %v246
  %v248 = extractelement <8 x i1> %v216, i64 5
  %v249 = select i1 %v248, ptr %v247, ptr %v224
  %v250 = add nsw i64 %i210, 6
  %v251 = mul nsw i64 %v250, %v45
  %v252 = getelementptr inbounds float, ptr %v43, i64 %v251
  %v253 = extractelement <8 x i1> %v216, i64 6
  %v254 = select i1 %v253, ptr %v252, ptr %v224
  %v255 = add nsw i64 %i210, 7
  %v256 = mul nsw i64 %v255, %v45
  %v257 = getelementptr inbounds float, ptr %v43, i64 %v256
  %v258 = extractelement <8 x i1> %v216, i64 7
  %v259 = select i1 %v258, ptr %v257, ptr %v224
  %v313 = icmp slt i64 0, %v34
  br i1 %v313, label %loop218, label %end219
loop218:
  %i220 = phi i64 [ 0, %loop208 ], [ %v311, %loop218 ]
  %v221 = add i64 %i220, 4
  %v260 = getelementptr inbounds float, ptr %v224, i64 %i220
  %v261 = load <4 x float>, ptr %v260, align 4
  %v262 = getelementptr inbounds float, ptr %v229, i64 %i220
  %v263 = load <4 x float>, ptr %v262, align 4
  %v264 = getelementptr inbounds float, ptr %v234, i64 %i220
  %v265 = load <4 x float>, ptr %v264, align 4
  %v266 = getelementptr inbounds float, ptr %v239, i64 %i220
  %v267 = load <4 x float>, ptr %v266, align 4
  %v268 = getelementptr inbounds float, ptr %v244, i64 %i220
  %v269 = load <4 x float>, ptr %v268, align 4
  %v270 = getelementptr inbounds float, ptr %v249, i64 %i220
  %v271 = load <4 x float>, ptr %v270, align 4
  %v272 = getelementptr inbounds float, ptr %v254, i64 %i220
  %v273 = load <4 x float>, ptr %v272, align 4
  %v274 = getelementptr inbounds float, ptr %v259, i64 %i220
  %v275 = load <4 x float>, ptr %v274, align 4
  %v276 = shufflevector <4 x float> %v261, <4 x float> %v263, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v277 = shufflevector <4 x float> %v265, <4 x float> %v267, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v278 = shufflevector <4 x float> %v269, <4 x float> %v271, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v279 = shufflevector <4 x float> %v273, <4 x float> %v275, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v280 = shufflevector <8 x float> %v276, <8 x float> %v277, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v281 = shufflevector <8 x float> %v276, <8 x float> %v277, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v282 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v280)
  %v283 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v281)
  %v284 = shufflevector <8 x float> %v278, <8 x float> %v279, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v285 = shufflevector <8 x float> %v278, <8 x float> %v279, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v286 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v284)
  %v287 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v285)
  %v288 = shufflevector <8 x float> %v282, <8 x float> %v286, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v289 = shufflevector <8 x float> %v282, <8 x float> %v286, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v290 = shufflevector <8 x float> %v283, <8 x float> %v287, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v291 = shufflevector <8 x float> %v283, <8 x float> %v287, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v292 = fmul <8 x float> %v288, %v105
  %v293 = mul i64 %i220, %v5
  %v294 = getelementptr inbounds float, ptr %v111, i64 %v293
  %v295 = getelementptr inbounds float, ptr %v294, i64 %i210
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v292, ptr align 4 %v295, <8 x i1> %v217)
  %v296 = add nsw i64 %i220, 1
  %v297 = fmul <8 x float> %v290, %v105
  %v298 = mul i64 %v296, %v5
  %v299 = getelementptr inbounds float, ptr %v111, i64 %v298
  %v300 = getelementptr inbounds float, ptr %v299, i64 %i210
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v297, ptr align 4 %v300, <8 x i1> %v217)
  %v301 = add nsw i64 %i220, 2
  %v302 = fmul <8 x float> %v289, %v105
  %v303 = mul i64 %v301, %v5
  %v304 = getelementptr inbounds float, ptr %v111, i64 %v303
  %v305 = getelementptr inbounds float, ptr %v304, i64 %i210
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v302, ptr align 4 %v305, <8 x i1> %v217)
  %v306 = add nsw i64 %i220, 3
  %v307 = fmul <8 x float> %v291, %v105
  %v308 = mul i64 %v306, %v5
  %v309 = getelementptr inbounds float, ptr %v111, i64 %v308
  %v310 = getelementptr inbounds float, ptr %v309, i64 %i210
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v307, ptr align 4 %v310, <8 x i1> %v217)
  %v311 = add nsw i64 %i220, 4
  %v312 = icmp slt i64 %v311, %v34
  br i1 %v312, label %loop218, label %end219
end219:
  %v314 = icmp slt i64 %v34, %v135
  br i1 %v314, label %tile315, label %join382
tile315:
  %v316 = sub nsw i64 %v135, %v34
  %v317 = call i64 @llvm.umin.i64(i64 %v316, i64 4)
  %v318 = trunc i64 %v317 to i32
  %v319 = insertelement <4 x i32> poison, i32 %v318, i64 0
  %v320 = shufflevector <4 x i32> %v319, <4 x i32> poison, <4 x i32> zeroinitializer
  %v321 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v320
  %v322 = getelementptr inbounds float, ptr %v224, i64 %v34
  %v323 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v322, <4 x i1> %v321, <4 x float> zeroinitializer)
  %v324 = getelementptr inbounds float, ptr %v229, i64 %v34
  %v325 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v324, <4 x i1> %v321, <4 x float> zeroinitializer)
  %v326 = getelementptr inbounds float, ptr %v234, i64 %v34
  %v327 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v326, <4 x i1> %v321, <4 x float> zeroinitializer)
  %v328 = getelementptr inbounds float, ptr %v239, i64 %v34
  %v329 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v328, <4 x i1> %v321, <4 x float> zeroinitializer)
  %v330 = getelementptr inbounds float, ptr %v244, i64 %v34
  %v331 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v330, <4 x i1> %v321, <4 x float> zeroinitializer)
  %v332 = getelementptr inbounds float, ptr %v249, i64 %v34
  %v333 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v332, <4 x i1> %v321, <4 x float> zeroinitializer)
  %v334 = getelementptr inbounds float, ptr %v254, i64 %v34
  %v335 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v334, <4 x i1> %v321, <4 x float> zeroinitializer)
  %v336 = getelementptr inbounds float, ptr %v259, i64 %v34
  %v337 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v336, <4 x i1> %v321, <4 x float> zeroinitializer)
  %v338 = shufflevector <4 x float> %v323, <4 x float> %v325, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v339 = shufflevector <4 x float> %v327, <4 x float> %v329, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v340 = shufflevector <4 x float> %v331, <4 x float> %v333, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v341 = shufflevector <4 x float> %v335, <4 x float> %v337, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v342 = shufflevector <8 x float> %v338, <8 x float> %v339, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v343 = shufflevector <8 x float> %v338, <8 x float> %v339, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v344 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v342)
  %v345 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v343)
  %v346 = shufflevector <8 x float> %v340, <8 x float> %v341, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v347 = shufflevector <8 x float> %v340, <8 x float> %v341, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v348 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v346)
  %v349 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v347)
  %v350 = shufflevector <8 x float> %v344, <8 x float> %v348, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v351 = shufflevector <8 x float> %v344, <8 x float> %v348, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v352 = shufflevector <8 x float> %v345, <8 x float> %v349, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v353 = shufflevector <8 x float> %v345, <8 x float> %v349, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v354 = fmul <8 x float> %v350, %v105
  %v355 = mul i64 %v34, %v5
  %v356 = getelementptr inbounds float, ptr %v111, i64 %v355
  %v357 = getelementptr inbounds float, ptr %v356, i64 %i210
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v354, ptr align 4 %v357, <8 x i1> %v216)
  %v358 = add nsw i64 %v34, 1
  %v364 = icmp slt i64 %v358, %v135
  br i1 %v364, label %row359, label %join365
row359:
  %v360 = fmul <8 x float> %v352, %v105
  %v361 = mul i64 %v358, %v5
  %v362 = getelementptr inbounds float, ptr %v111, i64 %v361
  %v363 = getelementptr inbounds float, ptr %v362, i64 %i210
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v360, ptr align 4 %v363, <8 x i1> %v216)
  br label %join365
join365:
  %v366 = add nsw i64 %v34, 2
  %v372 = icmp slt i64 %v366, %v135
  br i1 %v372, label %row367, label %join373
row367:
  %v368 = fmul <8 x float> %v351, %v105
  %v369 = mul i64 %v366, %v5
  %v370 = getelementptr inbounds float, ptr %v111, i64 %v369
  %v371 = getelementptr inbounds float, ptr %v370, i64 %i210
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v368, ptr align 4 %v371, <8 x i1> %v216)
  br label %join373
join373:
  %v374 = add nsw i64 %v34, 3
  %v380 = icmp slt i64 %v374, %v135
  br i1 %v380, label %row375, label %join381
row375:
  %v376 = fmul <8 x float> %v353, %v105
  %v377 = mul i64 %v374, %v5
  %v378 = getelementptr inbounds float, ptr %v111, i64 %v377
  %v379 = getelementptr inbounds float, ptr %v378, i64 %i210
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v376, ptr align 4 %v379, <8 x i1> %v216)
  br label %join381
join381:
  br label %join382
join382:
  %v383 = add nsw i64 %i210, 8
  %v384 = icmp slt i64 %v383, %v9
  br i1 %v384, label %loop208, label %end209
end209:
  br label %join386
join386:
  %v387 = xor i1 %v24, true
  br i1 %v387, label %then388, label %join483
then388:
  %v482 = icmp slt i64 0, %v17
  br i1 %v482, label %loop389, label %end390
loop389:
  %i391 = phi i64 [ 0, %then388 ], [ %v480, %join479 ]
  %v396 = getelementptr inbounds float, ptr %v43, i64 %i391
  %v429 = mul i64 %i391, %v5
  %v430 = getelementptr inbounds float, ptr %v111, i64 %v429
  %v434 = icmp slt i64 0, %v392
  br i1 %v434, label %loop393, label %end394
loop393:
  %i395 = phi i64 [ 0, %loop389 ], [ %v432, %loop393 ]
  %v397 = insertelement <8 x i64> poison, i64 %i395, i64 0
  %v398 = shufflevector <8 x i64> %v397, <8 x i64> poison, <8 x i32> zeroinitializer
  %v399 = add <8 x i64> %v398, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v402 = mul <8 x i64> %v399, %v401
  %v403 = getelementptr float, ptr %v396, <8 x i64> %v402
  %v404 = extractelement <8 x ptr> %v403, i64 0
  %v405 = extractelement <8 x ptr> %v403, i64 1
  %v406 = extractelement <8 x ptr> %v403, i64 2
  %v407 = extractelement <8 x ptr> %v403, i64 3
  %v408 = extractelement <8 x ptr> %v403, i64 4
  %v409 = extractelement <8 x ptr> %v403, i64 5
  %v410 = extractelement <8 x ptr> %v403, i64 6
  %v411 = extractelement <8 x ptr> %v403, i64 7
  %v412 = load float, ptr %v404, align 4
  %v413 = insertelement <8 x float> poison, float %v412, i64 0
  %v414 = load float, ptr %v405, align 4
  %v415 = insertelement <8 x float> %v413, float %v414, i64 1
  %v416 = load float, ptr %v406, align 4
  %v417 = insertelement <8 x float> %v415, float %v416, i64 2
  %v418 = load float, ptr %v407, align 4
  %v419 = insertelement <8 x float> %v417, float %v418, i64 3
  %v420 = load float, ptr %v408, align 4
  %v421 = insertelement <8 x float> %v419, float %v420, i64 4
  %v422 = load float, ptr %v409, align 4
  %v423 = insertelement <8 x float> %v421, float %v422, i64 5
  %v424 = load float, ptr %v410, align 4
  %v425 = insertelement <8 x float> %v423, float %v424, i64 6
  %v426 = load float, ptr %v411, align 4
  %v427 = insertelement <8 x float> %v425, float %v426, i64 7
  %v428 = fmul <8 x float> %v427, %v105
  %v431 = getelementptr inbounds float, ptr %v430, i64 %i395
  store <8 x float> %v428, ptr %v431, align 4
  %v432 = add nsw i64 %i395, 8
  %v433 = icmp slt i64 %v432, %v392
  br i1 %v433, label %loop393, label %end394
end394:
  br i1 %v441, label %rest442, label %join479
rest442:
  %v443 = insertelement <8 x i64> poison, i64 %v392, i64 0
  %v444 = shufflevector <8 x i64> %v443, <8 x i64> poison, <8 x i32> zeroinitializer
  %v445 = add <8 x i64> %v444, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v446 = mul <8 x i64> %v445, %v401
  %v447 = getelementptr float, ptr %v396, <8 x i64> %v446
  %v452 = select <8 x i1> %v440, <8 x ptr> %v447, <8 x ptr> %v451
  %v453 = extractelement <8 x ptr> %v452, i64 0
  %v454 = extractelement <8 x ptr> %v452, i64 1
  %v455 = extractelement <8 x ptr> %v452, i64 2
  %v456 = extractelement <8 x ptr> %v452, i64 3
  %v457 = extractelement <8 x ptr> %v452, i64 4
  %v458 = extractelement <8 x ptr> %v452, i64 5
  %v459 = extractelement <8 x ptr> %v452, i64 6
  %v460 = extractelement <8 x ptr> %v452, i64 7
  %v461 = load float, ptr %v453, align 4
  %v462 = insertelement <8 x float> poison, float %v461, i64 0
  %v463 = load float, ptr %v454, align 4
  %v464 = insertelement <8 x float> %v462, float %v463, i64 1
  %v465 = load float, ptr %v455, align 4
  %v466 = insertelement <8 x float> %v464, float %v465, i64 2
  %v467 = load float, ptr %v456, align 4
  %v468 = insertelement <8 x float> %v466, float %v467, i64 3
  %v469 = load float, ptr %v457, align 4
  %v470 = insertelement <8 x float> %v468, float %v469, i64 4
  %v471 = load float, ptr %v458, align 4
  %v472 = insertelement <8 x float> %v470, float %v471, i64 5
  %v473 = load float, ptr %v459, align 4
  %v474 = insertelement <8 x float> %v472, float %v473, i64 6
  %v475 = load float, ptr %v460, align 4
  %v476 = insertelement <8 x float> %v474, float %v475, i64 7
  %v477 = fmul <8 x float> %v476, %v105
  %v478 = getelementptr inbounds float, ptr %v430, i64 %v392
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v477, ptr align 4 %v478, <8 x i1> %v440)
  br label %join479
join479:
  %v480 = add nsw i64 %i391, 1
  %v481 = icmp slt i64 %v480, %v17
  br i1 %v481, label %loop389, label %end390
end390:
  br label %join483
join483:
  %v484 = add nsw i64 %i3, 1
  %v485 = icmp slt i64 %v484, %hi
  br i1 %v485, label %loop1, label %end2
end2:
  ret void
}
