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
  %v42 = getelementptr ptr, ptr %buffers, i64 0
  %v43 = load ptr, ptr %v42, align 8
  %v44 = getelementptr i64, ptr %table, i64 2
  %v45 = load i64, ptr %v44, align 8
  %v48 = getelementptr i64, ptr %table, i64 3
  %v49 = load i64, ptr %v48, align 8
  %v106 = getelementptr i64, ptr %table, i64 4
  %v107 = load float, ptr %v106, align 8
  %v111 = getelementptr ptr, ptr %buffers, i64 1
  %v112 = load ptr, ptr %v111, align 8
  %v113 = getelementptr i64, ptr %table, i64 0
  %v114 = load i64, ptr %v113, align 8
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
  %v33 = sub i64 %v17, 0
  %v34 = icmp sgt i64 %v33, 0
  %v35 = select i1 %v34, i64 %v33, i64 0, !unpredictable !{}
  %v36 = and i64 %v35, -4
  %v37 = add i64 0, %v36
  %v108 = insertelement <8 x float> poison, float %v107, i64 0
  %v109 = shufflevector <8 x float> %v108, <8 x float> poison, <8 x i32> zeroinitializer
  %v138 = add i64 %v37, 4
  %v139 = icmp slt i64 %v138, %v17
  %v140 = select i1 %v139, i64 %v138, i64 %v17, !unpredictable !{}
  %v396 = sub nsw i64 %v9, 0
  %v397 = and i64 %v396, -8
  %v398 = add nsw i64 0, %v397
  %v406 = insertelement <8 x i64> poison, i64 %v49, i64 0
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
  %v25 = xor i1 %v24, true
  %v46 = mul i64 %i3, %v45
  %v47 = getelementptr inbounds float, ptr %v43, i64 %v46
  %v115 = mul i64 %i3, %v114
  %v116 = getelementptr inbounds float, ptr %v112, i64 %v115
  br i1 %v24, label %then26, label %join391
then26:
  %v27 = sub nsw i64 %v9, 0
  %v28 = and i64 %v27, -8
  %v29 = add nsw i64 0, %v28
  %v212 = icmp slt i64 0, %v29
  br i1 %v212, label %loop30, label %end31
loop30:
  %i32 = phi i64 [ 0, %then26 ], [ %v210, %join209 ]
  %v50 = add nsw i64 %i32, 0
  %v51 = mul nsw i64 %v50, %v49
  %v52 = getelementptr inbounds float, ptr %v47, i64 %v51
  %v53 = add nsw i64 %i32, 1
  %v54 = mul nsw i64 %v53, %v49
  %v55 = getelementptr inbounds float, ptr %v47, i64 %v54
  %v56 = add nsw i64 %i32, 2
  %v57 = mul nsw i64 %v56, %v49
  %v58 = getelementptr inbounds float, ptr %v47, i64 %v57
  %v59 = add nsw i64 %i32, 3
  %v60 = mul nsw i64 %v59, %v49
  %v61 = getelementptr inbounds float, ptr %v47, i64 %v60
  %v62 = add nsw i64 %i32, 4
  %v63 = mul nsw i64 %v62, %v49
  %v64 = getelementptr inbounds float, ptr %v47, i64 %v63
  %v65 = add nsw i64 %i32, 5
  %v66 = mul nsw i64 %v65, %v49
  %v67 = getelementptr inbounds float, ptr %v47, i64 %v66
  %v68 = add nsw i64 %i32, 6
  %v69 = mul nsw i64 %v68, %v49
  %v70 = getelementptr inbounds float, ptr %v47, i64 %v69
  %v71 = add nsw i64 %i32, 7
  %v72 = mul nsw i64 %v71, %v49
  %v73 = getelementptr inbounds float, ptr %v47, i64 %v72
  %v137 = icmp slt i64 0, %v37
  br i1 %v137, label %loop38, label %end39
loop38:
  %i40 = phi i64 [ 0, %loop30 ], [ %v135, %loop38 ]
  %v41 = add i64 %i40, 4
  %v74 = getelementptr inbounds float, ptr %v52, i64 %i40
  %v75 = load <4 x float>, ptr %v74, align 4
  %v76 = getelementptr inbounds float, ptr %v55, i64 %i40
  %v77 = load <4 x float>, ptr %v76, align 4
  %v78 = getelementptr inbounds float, ptr %v58, i64 %i40
  %v79 = load <4 x float>, ptr %v78, align 4
  %v80 = getelementptr inbounds float, ptr %v61, i64 %i40
  %v81 = load <4 x float>, ptr %v80, align 4
  %v82 = getelementptr inbounds float, ptr %v64, i64 %i40
  %v83 = load <4 x float>, ptr %v82, align 4
  %v84 = getelementptr inbounds float, ptr %v67, i64 %i40
  %v85 = load <4 x float>, ptr %v84, align 4
  %v86 = getelementptr inbounds float, ptr %v70, i64 %i40
  %v87 = load <4 x float>, ptr %v86, align 4
  %v88 = getelementptr inbounds float, ptr %v73, i64 %i40
  %v89 = load <4 x float>, ptr %v88, align 4
  %v90 = shufflevector <4 x float> %v75, <4 x float> %v77, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v91 = shufflevector <4 x float> %v79, <4 x float> %v81, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v92 = shufflevector <4 x float> %v83, <4 x float> %v85, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v93 = shufflevector <4 x float> %v87, <4 x float> %v89, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v94 = shufflevector <8 x float> %v90, <8 x float> %v91, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v95 = shufflevector <8 x float> %v90, <8 x float> %v91, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v96 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v94)
  %v97 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v95)
  %v98 = shufflevector <8 x float> %v92, <8 x float> %v93, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v99 = shufflevector <8 x float> %v92, <8 x float> %v93, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v100 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v98)
  %v101 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v99)
  %v102 = shufflevector <8 x float> %v96, <8 x float> %v100, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v103 = shufflevector <8 x float> %v96, <8 x float> %v100, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v104 = shufflevector <8 x float> %v97, <8 x float> %v101, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v105 = shufflevector <8 x float> %v97, <8 x float> %v101, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v110 = fmul <8 x float> %v102, %v109
  %v117 = mul i64 %i40, %v5
  %v118 = getelementptr inbounds float, ptr %v116, i64 %v117
  %v119 = getelementptr inbounds float, ptr %v118, i64 %i32
  store <8 x float> %v110, ptr %v119, align 4
  %v120 = add nsw i64 %i40, 1
  %v121 = fmul <8 x float> %v104, %v109
  %v122 = mul i64 %v120, %v5
  %v123 = getelementptr inbounds float, ptr %v116, i64 %v122
  %v124 = getelementptr inbounds float, ptr %v123, i64 %i32
  store <8 x float> %v121, ptr %v124, align 4
  %v125 = add nsw i64 %i40, 2
  %v126 = fmul <8 x float> %v103, %v109
  %v127 = mul i64 %v125, %v5
  %v128 = getelementptr inbounds float, ptr %v116, i64 %v127
  %v129 = getelementptr inbounds float, ptr %v128, i64 %i32
  store <8 x float> %v126, ptr %v129, align 4
  %v130 = add nsw i64 %i40, 3
  %v131 = fmul <8 x float> %v105, %v109
  %v132 = mul i64 %v130, %v5
  %v133 = getelementptr inbounds float, ptr %v116, i64 %v132
  %v134 = getelementptr inbounds float, ptr %v133, i64 %i32
  store <8 x float> %v131, ptr %v134, align 4
  %v135 = add nsw i64 %i40, 4
  %v136 = icmp slt i64 %v135, %v37
  br i1 %v136, label %loop38, label %end39
end39:
  %v141 = icmp slt i64 %v37, %v140
  br i1 %v141, label %tile142, label %join209
tile142:
  %v143 = sub nsw i64 %v140, %v37
  %v144 = call i64 @llvm.umin.i64(i64 %v143, i64 4)
  %v145 = trunc i64 %v144 to i32
  %v146 = insertelement <4 x i32> poison, i32 %v145, i64 0
  %v147 = shufflevector <4 x i32> %v146, <4 x i32> poison, <4 x i32> zeroinitializer
  %v148 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v147
  %v149 = getelementptr inbounds float, ptr %v52, i64 %v37
  %v150 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v149, <4 x i1> %v148, <4 x float> zeroinitializer)
  %v151 = getelementptr inbounds float, ptr %v55, i64 %v37
  %v152 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v151, <4 x i1> %v148, <4 x float> zeroinitializer)
  %v153 = getelementptr inbounds float, ptr %v58, i64 %v37
  %v154 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v153, <4 x i1> %v148, <4 x float> zeroinitializer)
  %v155 = getelementptr inbounds float, ptr %v61, i64 %v37
  %v156 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v155, <4 x i1> %v148, <4 x float> zeroinitializer)
  %v157 = getelementptr inbounds float, ptr %v64, i64 %v37
  %v158 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v157, <4 x i1> %v148, <4 x float> zeroinitializer)
  %v159 = getelementptr inbounds float, ptr %v67, i64 %v37
  %v160 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v159, <4 x i1> %v148, <4 x float> zeroinitializer)
  %v161 = getelementptr inbounds float, ptr %v70, i64 %v37
  %v162 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v161, <4 x i1> %v148, <4 x float> zeroinitializer)
  %v163 = getelementptr inbounds float, ptr %v73, i64 %v37
  %v164 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v163, <4 x i1> %v148, <4 x float> zeroinitializer)
  %v165 = shufflevector <4 x float> %v150, <4 x float> %v152, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v166 = shufflevector <4 x float> %v154, <4 x float> %v156, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v167 = shufflevector <4 x float> %v158, <4 x float> %v160, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v168 = shufflevector <4 x float> %v162, <4 x float> %v164, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v169 = shufflevector <8 x float> %v165, <8 x float> %v166, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v170 = shufflevector <8 x float> %v165, <8 x float> %v166, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v171 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v169)
  %v172 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v170)
  %v173 = shufflevector <8 x float> %v167, <8 x float> %v168, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v174 = shufflevector <8 x float> %v167, <8 x float> %v168, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v175 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v173)
  %v176 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v174)
  %v177 = shufflevector <8 x float> %v171, <8 x float> %v175, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v178 = shufflevector <8 x float> %v171, <8 x float> %v175, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v179 = shufflevector <8 x float> %v172, <8 x float> %v176, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v180 = shufflevector <8 x float> %v172, <8 x float> %v176, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v181 = fmul <8 x float> %v177, %v109
  %v182 = mul i64 %v37, %v5
  %v183 = getelementptr inbounds float, ptr %v116, i64 %v182
  %v184 = getelementptr inbounds float, ptr %v183, i64 %i32
  store <8 x float> %v181, ptr %v184, align 4
  %v185 = add nsw i64 %v37, 1
  %v191 = icmp slt i64 %v185, %v140
  br i1 %v191, label %row186, label %join192
row186:
  %v187 = fmul <8 x float> %v179, %v109
  %v188 = mul i64 %v185, %v5
  %v189 = getelementptr inbounds float, ptr %v116, i64 %v188
  %v190 = getelementptr inbounds float, ptr %v189, i64 %i32
  store <8 x float> %v187, ptr %v190, align 4
  br label %join192
join192:
  %v193 = add nsw i64 %v37, 2
  %v199 = icmp slt i64 %v193, %v140
  br i1 %v199, label %row194, label %join200
row194:
  %v195 = fmul <8 x float> %v178, %v109
  %v196 = mul i64 %v193, %v5
  %v197 = getelementptr inbounds float, ptr %v116, i64 %v196
  %v198 = getelementptr inbounds float, ptr %v197, i64 %i32
  store <8 x float> %v195, ptr %v198, align 4
  br label %join200
join200:
  %v201 = add nsw i64 %v37, 3
  %v207 = icmp slt i64 %v201, %v140
  br i1 %v207, label %row202, label %join208
row202:
  %v203 = fmul <8 x float> %v180, %v109
  %v204 = mul i64 %v201, %v5
  %v205 = getelementptr inbounds float, ptr %v116, i64 %v204
  %v206 = getelementptr inbounds float, ptr %v205, i64 %i32
  store <8 x float> %v203, ptr %v206, align 4
  br label %join208
join208:
  br label %join209
join209:
  %v210 = add nsw i64 %i32, 8
  %v211 = icmp slt i64 %v210, %v29
  br i1 %v211, label %loop30, label %end31
end31:
  %v390 = icmp slt i64 %v29, %v9
  br i1 %v390, label %loop213, label %end214
loop213:
  %i215 = phi i64 [ %v29, %end31 ], [ %v388, %join387 ]
  %v216 = sub nsw i64 %v9, %i215
  %v217 = call i64 @llvm.umin.i64(i64 %v216, i64 8)
  %v218 = trunc i64 %v217 to i32
  %v219 = insertelement <8 x i32> poison, i32 %v218, i64 0
  %v220 = shufflevector <8 x i32> %v219, <8 x i32> poison, <8 x i32> zeroinitializer
  %v221 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v220
  %v222 = freeze <8 x i1> %v221
  %v227 = add nsw i64 %i215, 0
  %v228 = mul nsw i64 %v227, %v49
  %v229 = getelementptr inbounds float, ptr %v47, i64 %v228
  %v230 = add nsw i64 %i215, 1
  %v231 = mul nsw i64 %v230, %v49
  %v232 = getelementptr inbounds float, ptr %v47, i64 %v231
  %v233 = extractelement <8 x i1> %v221, i64 1
  %v234 = select i1 %v233, ptr %v232, ptr %v229
  %v235 = add nsw i64 %i215, 2
  %v236 = mul nsw i64 %v235, %v49
  %v237 = getelementptr inbounds float, ptr %v47, i64 %v236
  %v238 = extractelement <8 x i1> %v221, i64 2
  %v239 = select i1 %v238, ptr %v237, ptr %v229
  %v240 = add nsw i64 %i215, 3
  %v241 = mul nsw i64 %v240, %v49
  %v242 = getelementptr inbounds float, ptr %v47, i64 %v241
  %v243 = extractelement <8 x i1> %v221, i64 3
  %v244 = select i1 %v243, ptr %v242, ptr %v229
  %v245 = add nsw i64 %i215, 4
  %v246 = mul nsw i64 %v245, %v49
  %v247 = getelementptr inbounds float, ptr %v47, i64 %v246
  %v248 = extractelement <8 x i1> %v221, i64 4
  %v249 = select i1 %v248, ptr %v247, ptr %v229
  %v250 = add nsw i64 %i215, 5
  %v251 = mul nsw i64 %v250, %v49
  %v252 = getelementptr inbounds float, ptr %v47, i64 %v251
  %v253 = extractelement <8 x i1> %v221, i64 5
  %v254 = select i1 %v253, ptr %v252, ptr %v229
  %v255 = add nsw i64 %i215, 6
  %v256 = mul nsw i64 %v255, %v49
  %v257 = getelementptr inbounds float, ptr %v47, i64 %v256
  %v258 = extractelement <8 x i1> %v221, i64 6
  %v259 = select i1 %v258, ptr %v257, ptr %v229
  %v260 = add nsw i64 %i215, 7
  %v261 = mul nsw i64 %v260, %v49
  %v262 = getelementptr inbounds float, ptr %v47, i64 %v261
  %v263 = extractelement <8 x i1> %v221, i64 7
  %v264 = select i1 %v263, ptr %v262, ptr %v229
  %v318 = icmp slt i64 0, %v37
  br i1 %v318, label %loop223, label %end224
loop223:
  %i225 = phi i64 [ 0, %loop213 ], [ %v316, %loop223 ]
  %v226 = add i64 %i225, 4
  %v265 = getelementptr inbounds float, ptr %v229, i64 %i225
  %v266 = load <4 x float>, ptr %v265, align 4
  %v267 = getelementptr inbounds float, ptr %v234, i64 %i225
  %v268 = load <4 x float>, ptr %v267, align 4
  %v269 = getelementptr inbounds float, ptr %v239, i64 %i225
  %v270 = load <4 x float>, ptr %v269, align 4
  %v271 = getelementptr inbounds float, ptr %v244, i64 %i225
  %v272 = load <4 x float>, ptr %v271, align 4
  %v273 = getelementptr inbounds float, ptr %v249, i64 %i225
  %v274 = load <4 x float>, ptr %v273, align 4
  %v275 = getelementptr inbounds float, ptr %v254, i64 %i225
  %v276 = load <4 x float>, ptr %v275, align 4
  %v277 = getelementptr inbounds float, ptr %v259, i64 %i225
  %v278 = load <4 x float>, ptr %v277, align 4
  %v279 = getelementptr inbounds float, ptr %v264, i64 %i225
  %v280 = load <4 x float>, ptr %v279, align 4
  %v281 = shufflevector <4 x float> %v266, <4 x float> %v268, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v282 = shufflevector <4 x float> %v270, <4 x float> %v272, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v283 = shufflevector <4 x float> %v274, <4 x float> %v276, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v284 = shufflevector <4 x float> %v278, <4 x float> %v280, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v285 = shufflevector <8 x float> %v281, <8 x float> %v282, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v286 = shufflevector <8 x float> %v281, <8 x float> %v282, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v287 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v285)
  %v288 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v286)
  %v289 = shufflevector <8 x float> %v283, <8 x float> %v284, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v290 = shufflevector <8 x float> %v283, <8 x float> %v284, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v291 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v289)
  %v292 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v290)
  %v293 = shufflevector <8 x float> %v287, <8 x float> %v291, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v294 = shufflevector <8 x float> %v287, <8 x float> %v291, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v295 = shufflevector <8 x float> %v288, <8 x float> %v292, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v296 = shufflevector <8 x float> %v288, <8 x float> %v292, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v297 = fmul <8 x float> %v293, %v109
  %v298 = mul i64 %i225, %v5
  %v299 = getelementptr inbounds float, ptr %v116, i64 %v298
  %v300 = getelementptr inbounds float, ptr %v299, i64 %i215
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v297, ptr align 4 %v300, <8 x i1> %v222)
  %v301 = add nsw i64 %i225, 1
  %v302 = fmul <8 x float> %v295, %v109
  %v303 = mul i64 %v301, %v5
  %v304 = getelementptr inbounds float, ptr %v116, i64 %v303
  %v305 = getelementptr inbounds float, ptr %v304, i64 %i215
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v302, ptr align 4 %v305, <8 x i1> %v222)
  %v306 = add nsw i64 %i225, 2
  %v307 = fmul <8 x float> %v294, %v109
  %v308 = mul i64 %v306, %v5
  %v309 = getelementptr inbounds float, ptr %v116, i64 %v308
  %v310 = getelementptr inbounds float, ptr %v309, i64 %i215
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v307, ptr align 4 %v310, <8 x i1> %v222)
  %v311 = add nsw i64 %i225, 3
  %v312 = fmul <8 x float> %v296, %v109
  %v313 = mul i64 %v311, %v5
  %v314 = getelementptr inbounds float, ptr %v116, i64 %v313
  %v315 = getelementptr inbounds float, ptr %v314, i64 %i215
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v312, ptr align 4 %v315, <8 x i1> %v222)
  %v316 = add nsw i64 %i225, 4
  %v317 = icmp slt i64 %v316, %v37
  br i1 %v317, label %loop223, label %end224
end224:
  %v319 = icmp slt i64 %v37, %v140
  br i1 %v319, label %tile320, label %join387
tile320:
  %v321 = sub nsw i64 %v140, %v37
  %v322 = call i64 @llvm.umin.i64(i64 %v321, i64 4)
  %v323 = trunc i64 %v322 to i32
  %v324 = insertelement <4 x i32> poison, i32 %v323, i64 0
  %v325 = shufflevector <4 x i32> %v324, <4 x i32> poison, <4 x i32> zeroinitializer
  %v326 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v325
  %v327 = getelementptr inbounds float, ptr %v229, i64 %v37
  %v328 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v327, <4 x i1> %v326, <4 x float> zeroinitializer)
  %v329 = getelementptr inbounds float, ptr %v234, i64 %v37
  %v330 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v329, <4 x i1> %v326, <4 x float> zeroinitializer)
  %v331 = getelementptr inbounds float, ptr %v239, i64 %v37
  %v332 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v331, <4 x i1> %v326, <4 x float> zeroinitializer)
  %v333 = getelementptr inbounds float, ptr %v244, i64 %v37
  %v334 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v333, <4 x i1> %v326, <4 x float> zeroinitializer)
  %v335 = getelementptr inbounds float, ptr %v249, i64 %v37
  %v336 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v335, <4 x i1> %v326, <4 x float> zeroinitializer)
  %v337 = getelementptr inbounds float, ptr %v254, i64 %v37
  %v338 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v337, <4 x i1> %v326, <4 x float> zeroinitializer)
  %v339 = getelementptr inbounds float, ptr %v259, i64 %v37
  %v340 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v339, <4 x i1> %v326, <4 x float> zeroinitializer)
  %v341 = getelementptr inbounds float, ptr %v264, i64 %v37
  %v342 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v341, <4 x i1> %v326, <4 x float> zeroinitializer)
  %v343 = shufflevector <4 x float> %v328, <4 x float> %v330, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v344 = shufflevector <4 x float> %v332, <4 x float> %v334, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v345 = shufflevector <4 x float> %v336, <4 x float> %v338, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v346 = shufflevector <4 x float> %v340, <4 x float> %v342, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v347 = shufflevector <8 x float> %v343, <8 x float> %v344, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v348 = shufflevector <8 x float> %v343, <8 x float> %v344, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v349 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v347)
  %v350 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v348)
  %v351 = shufflevector <8 x float> %v345, <8 x float> %v346, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v352 = shufflevector <8 x float> %v345, <8 x float> %v346, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v353 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v351)
  %v354 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v352)
  %v355 = shufflevector <8 x float> %v349, <8 x float> %v353, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v356 = shufflevector <8 x float> %v349, <8 x float> %v353, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v357 = shufflevector <8 x float> %v350, <8 x float> %v354, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v358 = shufflevector <8 x float> %v350, <8 x float> %v354, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v359 = fmul <8 x float> %v355, %v109
  %v360 = mul i64 %v37, %v5
  %v361 = getelementptr inbounds float, ptr %v116, i64 %v360
  %v362 = getelementptr inbounds float, ptr %v361, i64 %i215
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v359, ptr align 4 %v362, <8 x i1> %v221)
  %v363 = add nsw i64 %v37, 1
  %v369 = icmp slt i64 %v363, %v140
  br i1 %v369, label %row364, label %join370
row364:
  %v365 = fmul <8 x float> %v357, %v109
  %v366 = mul i64 %v363, %v5
  %v367 = getelementptr inbounds float, ptr %v116, i64 %v366
  %v368 = getelementptr inbounds float, ptr %v367, i64 %i215
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v365, ptr align 4 %v368, <8 x i1> %v221)
  br label %join370
join370:
  %v371 = add nsw i64 %v37, 2
  %v377 = icmp slt i64 %v371, %v140
  br i1 %v377, label %row372, label %join378
row372:
  %v373 = fmul <8 x float> %v356, %v109
  %v374 = mul i64 %v371, %v5
  %v375 = getelementptr inbounds float, ptr %v116, i64 %v374
  %v376 = getelementptr inbounds float, ptr %v375, i64 %i215
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v373, ptr align 4 %v376, <8 x i1> %v221)
  br label %join378
join378:
  %v379 = add nsw i64 %v37, 3
  %v385 = icmp slt i64 %v379, %v140
  br i1 %v385, label %row380, label %join386
row380:
  %v381 = fmul <8 x float> %v358, %v109
  %v382 = mul i64 %v379, %v5
  %v383 = getelementptr inbounds float, ptr %v116, i64 %v382
  %v384 = getelementptr inbounds float, ptr %v383, i64 %i215
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v381, ptr align 4 %v384, <8 x i1> %v221)
  br label %join386
join386:
  br label %join387
join387:
  %v388 = add nsw i64 %i215, 8
  %v389 = icmp slt i64 %v388, %v9
  br i1 %v389, label %loop213, label %end214
end214:
  br label %join391
join391:
  br i1 %v25, label %then392, label %join489
then392:
  %v488 = icmp slt i64 0, %v17
  br i1 %v488, label %loop393, label %end394
loop393:
  %i395 = phi i64 [ 0, %then392 ], [ %v486, %join485 ]
  %v402 = getelementptr inbounds float, ptr %v47, i64 %i395
  %v435 = mul i64 %i395, %v5
  %v436 = getelementptr inbounds float, ptr %v116, i64 %v435
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
  %v434 = fmul <8 x float> %v433, %v109
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
  %v483 = fmul <8 x float> %v482, %v109
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
