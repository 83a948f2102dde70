target triple = "x86_64-linux"
declare i64 @llvm.abs.i64(i64, i1)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
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
  %v39 = getelementptr ptr, ptr %buffers, i64 0
  %v40 = load ptr, ptr %v39, align 8
  %v41 = getelementptr i64, ptr %table, i64 2
  %v42 = load i64, ptr %v41, align 8
  %v45 = getelementptr i64, ptr %table, i64 3
  %v46 = load i64, ptr %v45, align 8
  %v99 = getelementptr i64, ptr %table, i64 4
  %v100 = load float, ptr %v99, align 8
  %v104 = getelementptr ptr, ptr %buffers, i64 1
  %v105 = load ptr, ptr %v104, align 8
  %v106 = getelementptr i64, ptr %table, i64 0
  %v107 = load i64, ptr %v106, align 8
  %v422 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v422, align 64
  %v423 = alloca <16 x i64>, align 64
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
  %v27 = and i64 %v9, -8
  %v31 = sub i64 %v17, 0
  %v32 = and i64 %v31, -4
  %v33 = add i64 0, %v32
  %v101 = insertelement <8 x float> poison, float %v100, i64 0
  %v102 = shufflevector <8 x float> %v101, <8 x float> poison, <8 x i32> zeroinitializer
  %v364 = sub nsw i64 %v9, 0
  %v365 = and i64 %v364, -8
  %v366 = add nsw i64 0, %v365
  %v374 = insertelement <8 x i64> poison, i64 %v46, i64 0
  %v375 = shufflevector <8 x i64> %v374, <8 x i64> poison, <8 x i32> zeroinitializer
  %v409 = sub nsw i64 %v9, %v366
  %v410 = call i64 @llvm.umin.i64(i64 %v409, i64 8)
  %v411 = trunc i64 %v410 to i32
  %v412 = insertelement <8 x i32> poison, i32 %v411, i64 0
  %v413 = shufflevector <8 x i32> %v412, <8 x i32> poison, <8 x i32> zeroinitializer
  %v414 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v413
  %v415 = icmp slt i64 %v366, %v9
  %v424 = insertelement <8 x ptr> poison, ptr %v422, i64 0
  %v425 = shufflevector <8 x ptr> %v424, <8 x ptr> poison, <8 x i32> zeroinitializer
  %v460 = icmp slt i64 %lo, %hi
  br i1 %v460, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v458, %join457 ]
  %v25 = xor i1 %v24, true
  %v43 = mul i64 %i3, %v42
  %v44 = getelementptr inbounds float, ptr %v40, i64 %v43
  %v108 = mul i64 %i3, %v107
  %v109 = getelementptr inbounds float, ptr %v105, i64 %v108
  br i1 %v24, label %then26, label %join359
then26:
  %v195 = icmp slt i64 0, %v27
  br i1 %v195, label %loop28, label %end29
loop28:
  %i30 = phi i64 [ 0, %then26 ], [ %v193, %end132 ]
  %v38 = add i64 %i30, 8
  %v47 = add nsw i64 %i30, 0
  %v48 = mul nsw i64 %v47, %v46
  %v49 = getelementptr inbounds float, ptr %v44, i64 %v48
  %v50 = add nsw i64 %i30, 1
  %v51 = mul nsw i64 %v50, %v46
  %v52 = getelementptr inbounds float, ptr %v44, i64 %v51
  %v53 = add nsw i64 %i30, 2
  %v54 = mul nsw i64 %v53, %v46
  %v55 = getelementptr inbounds float, ptr %v44, i64 %v54
  %v56 = add nsw i64 %i30, 3
  %v57 = mul nsw i64 %v56, %v46
  %v58 = getelementptr inbounds float, ptr %v44, i64 %v57
  %v59 = add nsw i64 %i30, 4
  %v60 = mul nsw i64 %v59, %v46
  %v61 = getelementptr inbounds float, ptr %v44, i64 %v60
  %v62 = add nsw i64 %i30, 5
  %v63 = mul nsw i64 %v62, %v46
  %v64 = getelementptr inbounds float, ptr %v44, i64 %v63
  %v65 = add nsw i64 %i30, 6
  %v66 = mul nsw i64 %v65, %v46
  %v67 = getelementptr inbounds float, ptr %v44, i64 %v66
  %v68 = add nsw i64 %i30, 7
  %v69 = mul nsw i64 %v68, %v46
  %v70 = getelementptr inbounds float, ptr %v44, i64 %v69
  %v130 = icmp slt i64 0, %v33
  br i1 %v130, label %loop34, label %end35
loop34:
  %i36 = phi i64 [ 0, %loop28 ], [ %v128, %loop34 ]
  %v37 = add i64 %i36, 4
  %v71 = getelementptr inbounds float, ptr %v49, i64 %i36
  %v72 = load <4 x float>, ptr %v71, align 4
  %v73 = getelementptr inbounds float, ptr %v52, i64 %i36
  %v74 = load <4 x float>, ptr %v73, align 4
  %v75 = getelementptr inbounds float, ptr %v55, i64 %i36
  %v76 = load <4 x float>, ptr %v75, align 4
  %v77 = getelementptr inbounds float, ptr %v58, i64 %i36
  %v78 = load <4 x float>, ptr %v77, align 4
  %v79 = getelementptr inbounds float, ptr %v61, i64 %i36
  %v80 = load <4 x float>, ptr %v79, align 4
  %v81 = getelementptr inbounds float, ptr %v64, i64 %i36
  %v82 = load <4 x float>, ptr %v81, align 4
  %v83 = getelementptr inbounds float, ptr %v67, i64 %i36
  %v84 = load <4 x float>, ptr %v83, align 4
  %v85 = getelementptr inbounds float, ptr %v70, i64 %i36
  %v86 = load <4 x float>, ptr %v85, align 4
  %v87 = shufflevector <4 x float> %v72, <4 x float> %v74, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v88 = shufflevector <4 x float> %v76, <4 x float> %v78, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v89 = shufflevector <4 x float> %v80, <4 x float> %v82, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v90 = shufflevector <4 x float> %v84, <4 x float> %v86, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v91 = shufflevector <8 x float> %v87, <8 x float> %v88, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v92 = shufflevector <8 x float> %v87, <8 x float> %v88, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v93 = shufflevector <8 x float> %v89, <8 x float> %v90, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v94 = shufflevector <8 x float> %v89, <8 x float> %v90, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v95 = shufflevector <8 x float> %v91, <8 x float> %v93, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v96 = shufflevector <8 x float> %v91, <8 x float> %v93, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v97 = shufflevector <8 x float> %v92, <8 x float> %v94, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v98 = shufflevector <8 x float> %v92, <8 x float> %v94, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v103 = fmul <8 x float> %v95, %v102
  %v110 = mul i64 %i36, %v5
  %v111 = getelementptr inbounds float, ptr %v109, i64 %v110
  %v112 = getelementptr inbounds float, ptr %v111, i64 %i30
  store <8 x float> %v103, ptr %v112, align 4
  %v113 = add nsw i64 %i36, 1
  %v114 = fmul <8 x float> %v97, %v102
  %v115 = mul i64 %v113, %v5
  %v116 = getelementptr inbounds float, ptr %v109, i64 %v115
  %v117 = getelementptr inbounds float, ptr %v116, i64 %i30
  store <8 x float> %v114, ptr %v117, align 4
  %v118 = add nsw i64 %i36, 2
  %v119 = fmul <8 x float> %v96, %v102
  %v120 = mul i64 %v118, %v5
  %v121 = getelementptr inbounds float, ptr %v109, i64 %v120
  %v122 = getelementptr inbounds float, ptr %v121, i64 %i30
  store <8 x float> %v119, ptr %v122, align 4
  %v123 = add nsw i64 %i36, 3
  %v124 = fmul <8 x float> %v98, %v102
  %v125 = mul i64 %v123, %v5
  %v126 = getelementptr inbounds float, ptr %v109, i64 %v125
  %v127 = getelementptr inbounds float, ptr %v126, i64 %i30
  store <8 x float> %v124, ptr %v127, align 4
  %v128 = add nsw i64 %i36, 4
  %v129 = icmp slt i64 %v128, %v33
  br i1 %v129, label %loop34, label %end35
end35:
  %v192 = icmp slt i64 %v33, %v17
  br i1 %v192, label %loop131, label %end132
loop131:
  %i133 = phi i64 [ %v33, %end35 ], [ %v190, %join189 ]
  %v134 = add i64 %i133, 4
  %v135 = call i64 @llvm.smin.i64(i64 %v134, i64 %v17)
  %v136 = sub nsw i64 %v135, %i133
  %v137 = call i64 @llvm.umin.i64(i64 %v136, i64 4)
  %v138 = trunc i64 %v137 to i32
  %v139 = insertelement <4 x i32> poison, i32 %v138, i64 0
  %v140 = shufflevector <4 x i32> %v139, <4 x i32> poison, <4 x i32> zeroinitializer
  %v141 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v140
  %v142 = getelementptr inbounds float, ptr %v49, i64 %i133
  %v143 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v142, <4 x i1> %v141, <4 x float> zeroinitializer)
  %v144 = getelementptr inbounds float, ptr %v52, i64 %i133
  %v145 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v144, <4 x i1> %v141, <4 x float> zeroinitializer)
  %v146 = getelementptr inbounds float, ptr %v55, i64 %i133
  %v147 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v146, <4 x i1> %v141, <4 x float> zeroinitializer)
  %v148 = getelementptr inbounds float, ptr %v58, i64 %i133
  %v149 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v148, <4 x i1> %v141, <4 x float> zeroinitializer)
  %v150 = getelementptr inbounds float, ptr %v61, i64 %i133
  %v151 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v150, <4 x i1> %v141, <4 x float> zeroinitializer)
  %v152 = getelementptr inbounds float, ptr %v64, i64 %i133
  %v153 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v152, <4 x i1> %v141, <4 x float> zeroinitializer)
  %v154 = getelementptr inbounds float, ptr %v67, i64 %i133
  %v155 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v154, <4 x i1> %v141, <4 x float> zeroinitializer)
  %v156 = getelementptr inbounds float, ptr %v70, i64 %i133
  %v157 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v156, <4 x i1> %v141, <4 x float> zeroinitializer)
  %v158 = shufflevector <4 x float> %v143, <4 x float> %v145, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v159 = shufflevector <4 x float> %v147, <4 x float> %v149, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v160 = shufflevector <4 x float> %v151, <4 x float> %v153, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v161 = shufflevector <4 x float> %v155, <4 x float> %v157, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v162 = shufflevector <8 x float> %v158, <8 x float> %v159, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v163 = shufflevector <8 x float> %v158, <8 x float> %v159, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v164 = shufflevector <8 x float> %v160, <8 x float> %v161, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v165 = shufflevector <8 x float> %v160, <8 x float> %v161, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v166 = shufflevector <8 x float> %v162, <8 x float> %v164, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v167 = shufflevector <8 x float> %v162, <8 x float> %v164, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v168 = shufflevector <8 x float> %v163, <8 x float> %v165, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v169 = shufflevector <8 x float> %v163, <8 x float> %v165, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v170 = fmul <8 x float> %v166, %v102
  %v171 = mul i64 %i133, %v5
  %v172 = getelementptr inbounds float, ptr %v109, i64 %v171
  %v173 = getelementptr inbounds float, ptr %v172, i64 %i30
  store <8 x float> %v170, ptr %v173, align 4
  %v174 = add nsw i64 %i133, 1
  %v180 = icmp slt i64 %v174, %v135
  br i1 %v180, label %row175, label %join181
row175:
  %v176 = fmul <8 x float> %v168, %v102
  %v177 = mul i64 %v174, %v5
  %v178 = getelementptr inbounds float, ptr %v109, i64 %v177
  %v179 = getelementptr inbounds float, ptr %v178, i64 %i30
  store <8 x float> %v176, ptr %v179, align 4
  br label %join181
join181:
  %v182 = add nsw i64 %i133, 2
  %v188 = icmp slt i64 %v182, %v135
  br i1 %v188, label %row183, label %join189
row183:
  %v184 = fmul <8 x float> %v167, %v102
  %v185 = mul i64 %v182, %v5
  %v186 = getelementptr inbounds float, ptr %v109, i64 %v185
  %v187 = getelementptr inbounds float, ptr %v186, i64 %i30
  store <8 x float> %v184, ptr %v187, align 4
  br label %join189
join189:
  %v190 = add nsw i64 %i133, 4
  %v191 = icmp slt i64 %v190, %v17
  br i1 %v191, label %loop131, label %end132
end132:
  %v193 = add nsw i64 %i30, 8
  %v194 = icmp slt i64 %v193, %v27
  br i1 %v194, label %loop28, label %end29
end29:
  %v358 = icmp slt i64 %v27, %v9
  br i1 %v358, label %loop196, label %end197
loop196:
  %i198 = phi i64 [ %v27, %end29 ], [ %v356, %end295 ]
  %v203 = add i64 %i198, 8
  %v204 = call i64 @llvm.smin.i64(i64 %v203, i64 %v9)
  %v205 = sub nsw i64 %v204, %i198
  %v206 = call i64 @llvm.umin.i64(i64 %v205, i64 8)
  %v207 = trunc i64 %v206 to i32
  %v208 = insertelement <8 x i32> poison, i32 %v207, i64 0
  %v209 = shufflevector <8 x i32> %v208, <8 x i32> poison, <8 x i32> zeroinitializer
  %v210 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v209
  %v211 = sub nsw i64 %v204, 1
  %v212 = add nsw i64 %i198, 0
  %v213 = call i64 @llvm.smin.i64(i64 %v212, i64 %v211)
  %v214 = mul nsw i64 %v213, %v46
  %v215 = getelementptr inbounds float, ptr %v44, i64 %v214
  %v216 = add nsw i64 %i198, 1
  %v217 = call i64 @llvm.smin.i64(i64 %v216, i64 %v211)
  %v218 = mul nsw i64 %v217, %v46
  %v219 = getelementptr inbounds float, ptr %v44, i64 %v218
  %v220 = add nsw i64 %i198, 2
  %v221 = call i64 @llvm.smin.i64(i64 %v220, i64 %v211)
  %v222 = mul nsw i64 %v221, %v46
  %v223 = getelementptr inbounds float, ptr %v44, i64 %v222
  %v224 = add nsw i64 %i198, 3
  %v225 = call i64 @llvm.smin.i64(i64 %v224, i64 %v211)
  %v226 = mul nsw i64 %v225, %v46
  %v227 = getelementptr inbounds float, ptr %v44, i64 %v226
  %v228 = add nsw i64 %i198, 4
  %v229 = call i64 @llvm.smin.i64(i64 %v228, i64 %v211)
  %v230 = mul nsw i64 %v229, %v46
  %v231 = getelementptr inbounds float, ptr %v44, i64 %v230
  %v232 = add nsw i64 %i198, 5
  %v233 = call i64 @llvm.smin.i64(i64 %v232, i64 %v211)
  %v234 = mul nsw i64 %v233, %v46
  %v235 = getelementptr inbounds float, ptr %v44, i64 %v234
  %v236 = add nsw i64 %i198, 6
  %v237 = call i64 @llvm.smin.i64(i64 %v236, i64 %v211)
  %v238 = mul nsw i64 %v237, %v46
  %v239 = getelementptr inbounds float, ptr %v44, i64 %v238
  %v240 = add nsw i64 %i198, 7
  %v241 = call i64 @llvm.smin.i64(i64 %v240, i64 %v211)
  %v242 = mul nsw i64 %v241, %v46
  %v243 = getelementptr inbounds float, ptr %v44, i64 %v242
  %v293 = icmp slt i64 0, %v33
  br i1 %v293, label %loop199, label %end200
loop199:
  %i201 = phi i64 [ 0, %loop196 ], [ %v291, %loop199 ]
  %v202 = add i64 %i201, 4
  %v244 = getelementptr inbounds float, ptr %v215, i64 %i201
  %v245 = load <4 x float>, ptr %v244, align 4
  %v246 = getelementptr inbounds float, ptr %v219, i64 %i201
  %v247 = load <4 x float>, ptr %v246, align 4
  %v248 = getelementptr inbounds float, ptr %v223, i64 %i201
  %v249 = load <4 x float>, ptr %v248, align 4
  %v250 = getelementptr inbounds float, ptr %v227, i64 %i201
  %v251 = load <4 x float>, ptr %v250, align 4
  %v252 = getelementptr inbounds float, ptr %v231, i64 %i201
  %v253 = load <4 x float>, ptr %v252, align 4
  %v254 = getelementptr inbounds float, ptr %v235, i64 %i201
  %v255 = load <4 x float>, ptr %v254, align 4
  %v256 = getelementptr inbounds float, ptr %v239, i64 %i201
  %v257 = load <4 x float>, ptr %v256, align 4
  %v258 = getelementptr inbounds float, ptr %v243, i64 %i201
  %v259 = load <4 x float>, ptr %v258, align 4
  %v260 = shufflevector <4 x float> %v245, <4 x float> %v247, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v261 = shufflevector <4 x float> %v249, <4 x float> %v251, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v262 = shufflevector <4 x float> %v253, <4 x float> %v255, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v263 = shufflevector <4 x float> %v257, <4 x float> %v259, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v264 = shufflevector <8 x float> %v260, <8 x float> %v261, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v265 = shufflevector <8 x float> %v260, <8 x float> %v261, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v266 = shufflevector <8 x float> %v262, <8 x float> %v263, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v267 = shufflevector <8 x float> %v262, <8 x float> %v263, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v268 = shufflevector <8 x float> %v264, <8 x float> %v266, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v269 = shufflevector <8 x float> %v264, <8 x float> %v266, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v270 = shufflevector <8 x float> %v265, <8 x float> %v267, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v271 = shufflevector <8 x float> %v265, <8 x float> %v267, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v272 = fmul <8 x float> %v268, %v102
  %v273 = mul i64 %i201, %v5
  %v274 = getelementptr inbounds float, ptr %v109, i64 %v273
  %v275 = getelementptr inbounds float, ptr %v274, i64 %i198
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v272, ptr align 4 %v275, <8 x i1> %v210)
  %v276 = add nsw i64 %i201, 1
  %v277 = fmul <8 x float> %v270, %v102
  %v278 = mul i64 %v276, %v5
  %v279 = getelementptr inbounds float, ptr %v109, i64 %v278
  %v280 = getelementptr inbounds float, ptr %v279, i64 %i198
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v277, ptr align 4 %v280, <8 x i1> %v210)
  %v281 = add nsw i64 %i201, 2
  %v282 = fmul <8 x float> %v269, %v102
  %v283 = mul i64 %v281, %v5
  %v284 = getelementptr inbounds float, ptr %v109, i64 %v283
  %v285 = getelementptr inbounds float, ptr %v284, i64 %i198
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v282, ptr align 4 %v285, <8 x i1> %v210)
  %v286 = add nsw i64 %i201, 3
  %v287 = fmul <8 x float> %v271, %v102
  %v288 = mul i64 %v286, %v5
  %v289 = getelementptr inbounds float, ptr %v109, i64 %v288
  %v290 = getelementptr inbounds float, ptr %v289, i64 %i198
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v287, ptr align 4 %v290, <8 x i1> %v210)
  %v291 = add nsw i64 %i201, 4
  %v292 = icmp slt i64 %v291, %v33
  br i1 %v292, label %loop199, label %end200
end200:
  %v355 = icmp slt i64 %v33, %v17
  br i1 %v355, label %loop294, label %end295
loop294:
  %i296 = phi i64 [ %v33, %end200 ], [ %v353, %join352 ]
  %v297 = add i64 %i296, 4
  %v298 = call i64 @llvm.smin.i64(i64 %v297, i64 %v17)
  %v299 = sub nsw i64 %v298, %i296
  %v300 = call i64 @llvm.umin.i64(i64 %v299, i64 4)
  %v301 = trunc i64 %v300 to i32
  %v302 = insertelement <4 x i32> poison, i32 %v301, i64 0
  %v303 = shufflevector <4 x i32> %v302, <4 x i32> poison, <4 x i32> zeroinitializer
  %v304 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v303
  %v305 = getelementptr inbounds float, ptr %v215, i64 %i296
  %v306 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v305, <4 x i1> %v304, <4 x float> zeroinitializer)
  %v307 = getelementptr inbounds float, ptr %v219, i64 %i296
  %v308 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v307, <4 x i1> %v304, <4 x float> zeroinitializer)
  %v309 = getelementptr inbounds float, ptr %v223, i64 %i296
  %v310 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v309, <4 x i1> %v304, <4 x float> zeroinitializer)
  %v311 = getelementptr inbounds float, ptr %v227, i64 %i296
  %v312 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v311, <4 x i1> %v304, <4 x float> zeroinitializer)
  %v313 = getelementptr inbounds float, ptr %v231, i64 %i296
  %v314 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v313, <4 x i1> %v304, <4 x float> zeroinitializer)
  %v315 = getelementptr inbounds float, ptr %v235, i64 %i296
  %v316 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v315, <4 x i1> %v304, <4 x float> zeroinitializer)
  %v317 = getelementptr inbounds float, ptr %v239, i64 %i296
  %v318 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v317, <4 x i1> %v304, <4 x float> zeroinitializer)
  %v319 = getelementptr inbounds float, ptr %v243, i64 %i296
  %v320 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v319, <4 x i1> %v304, <4 x float> zeroinitializer)
  %v321 = shufflevector <4 x float> %v306, <4 x float> %v308, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v322 = shufflevector <4 x float> %v310, <4 x float> %v312, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v323 = shufflevector <4 x float> %v314, <4 x float> %v316, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v324 = shufflevector <4 x float> %v318, <4 x float> %v320, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v325 = shufflevector <8 x float> %v321, <8 x float> %v322, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v326 = shufflevector <8 x float> %v321, <8 x float> %v322, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v327 = shufflevector <8 x float> %v323, <8 x float> %v324, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v328 = shufflevector <8 x float> %v323, <8 x float> %v324, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v329 = shufflevector <8 x float> %v325, <8 x float> %v327, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v330 = shufflevector <8 x float> %v325, <8 x float> %v327, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v331 = shufflevector <8 x float> %v326, <8 x float> %v328, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v332 = shufflevector <8 x float> %v326, <8 x float> %v328, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v333 = fmul <8 x float> %v329, %v102
  %v334 = mul i64 %i296, %v5
  %v335 = getelementptr inbounds float, ptr %v109, i64 %v334
  %v336 = getelementptr inbounds float, ptr %v335, i64 %i198
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v333, ptr align 4 %v336, <8 x i1> %v210)
  %v337 = add nsw i64 %i296, 1
  %v343 = icmp slt i64 %v337, %v298
  br i1 %v343, label %row338, label %join344
row338:
  %v339 = fmul <8 x float> %v331, %v102
  %v340 = mul i64 %v337, %v5
  %v341 = getelementptr inbounds float, ptr %v109, i64 %v340
  %v342 = getelementptr inbounds float, ptr %v341, i64 %i198
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v339, ptr align 4 %v342, <8 x i1> %v210)
  br label %join344
join344:
  %v345 = add nsw i64 %i296, 2
  %v351 = icmp slt i64 %v345, %v298
  br i1 %v351, label %row346, label %join352
row346:
  %v347 = fmul <8 x float> %v330, %v102
  %v348 = mul i64 %v345, %v5
  %v349 = getelementptr inbounds float, ptr %v109, i64 %v348
  %v350 = getelementptr inbounds float, ptr %v349, i64 %i198
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v347, ptr align 4 %v350, <8 x i1> %v210)
  br label %join352
join352:
  %v353 = add nsw i64 %i296, 4
  %v354 = icmp slt i64 %v353, %v17
  br i1 %v354, label %loop294, label %end295
end295:
  %v356 = add nsw i64 %i198, 8
  %v357 = icmp slt i64 %v356, %v9
  br i1 %v357, label %loop196, label %end197
end197:
  br label %join359
join359:
  br i1 %v25, label %then360, label %join457
then360:
  %v456 = icmp slt i64 0, %v17
  br i1 %v456, label %loop361, label %end362
loop361:
  %i363 = phi i64 [ 0, %then360 ], [ %v454, %join453 ]
  %v370 = getelementptr inbounds float, ptr %v44, i64 %i363
  %v403 = mul i64 %i363, %v5
  %v404 = getelementptr inbounds float, ptr %v109, i64 %v403
  %v408 = icmp slt i64 0, %v366
  br i1 %v408, label %loop367, label %end368
loop367:
  %i369 = phi i64 [ 0, %loop361 ], [ %v406, %loop367 ]
  %v371 = insertelement <8 x i64> poison, i64 %i369, i64 0
  %v372 = shufflevector <8 x i64> %v371, <8 x i64> poison, <8 x i32> zeroinitializer
  %v373 = add <8 x i64> %v372, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v376 = mul <8 x i64> %v373, %v375
  %v377 = getelementptr float, ptr %v370, <8 x i64> %v376
  %v378 = extractelement <8 x ptr> %v377, i64 0
  %v379 = extractelement <8 x ptr> %v377, i64 1
  %v380 = extractelement <8 x ptr> %v377, i64 2
  %v381 = extractelement <8 x ptr> %v377, i64 3
  %v382 = extractelement <8 x ptr> %v377, i64 4
  %v383 = extractelement <8 x ptr> %v377, i64 5
  %v384 = extractelement <8 x ptr> %v377, i64 6
  %v385 = extractelement <8 x ptr> %v377, i64 7
  %v386 = load float, ptr %v378, align 4
  %v387 = insertelement <8 x float> poison, float %v386, i64 0
  %v388 = load float, ptr %v379, align 4
  %v389 = insertelement <8 x float> %v387, float %v388, i64 1
  %v390 = load float, ptr %v380, align 4
  %v391 = insertelement <8 x float> %v389, float %v390, i64 2
  %v392 = load float, ptr %v381, align 4
  %v393 = insertelement <8 x float> %v391, float %v392, i64 3
  %v394 = load float, ptr %v382, align 4
  %v395 = insertelement <8 x float> %v393, float %v394, i64 4
  %v396 = load float, ptr %v383, align 4
  %v397 = insertelement <8 x float> %v395, float %v396, i64 5
  %v398 = load float, ptr %v384, align 4
  %v399 = insertelement <8 x float> %v397, float %v398, i64 6
  %v400 = load float, ptr %v385, align 4
  %v401 = insertelement <8 x float> %v399, float %v400, i64 7
  %v402 = fmul <8 x float> %v401, %v102
  %v405 = getelementptr inbounds float, ptr %v404, i64 %i369
  store <8 x float> %v402, ptr %v405, align 4
  %v406 = add nsw i64 %i369, 8
  %v407 = icmp slt i64 %v406, %v366
  br i1 %v407, label %loop367, label %end368
end368:
  br i1 %v415, label %rest416, label %join453
rest416:
  %v417 = insertelement <8 x i64> poison, i64 %v366, i64 0
  %v418 = shufflevector <8 x i64> %v417, <8 x i64> poison, <8 x i32> zeroinitializer
  %v419 = add <8 x i64> %v418, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v420 = mul <8 x i64> %v419, %v375
  %v421 = getelementptr float, ptr %v370, <8 x i64> %v420
  %v426 = select <8 x i1> %v414, <8 x ptr> %v421, <8 x ptr> %v425
  %v427 = extractelement <8 x ptr> %v426, i64 0
  %v428 = extractelement <8 x ptr> %v426, i64 1
  %v429 = extractelement <8 x ptr> %v426, i64 2
  %v430 = extractelement <8 x ptr> %v426, i64 3
  %v431 = extractelement <8 x ptr> %v426, i64 4
  %v432 = extractelement <8 x ptr> %v426, i64 5
  %v433 = extractelement <8 x ptr> %v426, i64 6
  %v434 = extractelement <8 x ptr> %v426, i64 7
  %v435 = load float, ptr %v427, align 4
  %v436 = insertelement <8 x float> poison, float %v435, i64 0
  %v437 = load float, ptr %v428, align 4
  %v438 = insertelement <8 x float> %v436, float %v437, i64 1
  %v439 = load float, ptr %v429, align 4
  %v440 = insertelement <8 x float> %v438, float %v439, i64 2
  %v441 = load float, ptr %v430, align 4
  %v442 = insertelement <8 x float> %v440, float %v441, i64 3
  %v443 = load float, ptr %v431, align 4
  %v444 = insertelement <8 x float> %v442, float %v443, i64 4
  %v445 = load float, ptr %v432, align 4
  %v446 = insertelement <8 x float> %v444, float %v445, i64 5
  %v447 = load float, ptr %v433, align 4
  %v448 = insertelement <8 x float> %v446, float %v447, i64 6
  %v449 = load float, ptr %v434, align 4
  %v450 = insertelement <8 x float> %v448, float %v449, i64 7
  %v451 = fmul <8 x float> %v450, %v102
  %v452 = getelementptr inbounds float, ptr %v404, i64 %v366
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v451, ptr align 4 %v452, <8 x i1> %v414)
  br label %join453
join453:
  %v454 = add nsw i64 %i363, 1
  %v455 = icmp slt i64 %v454, %v17
  br i1 %v455, label %loop361, label %end362
end362:
  br label %join457
join457:
  %v458 = add nsw i64 %i3, 1
  %v459 = icmp slt i64 %v458, %hi
  br i1 %v459, label %loop1, label %end2
end2:
  ret void
}
