target triple = "x86_64-linux"
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v4 = getelementptr i64, ptr %table, i64 6
  %v5 = load i64, ptr %v4, align 8
  %v6 = getelementptr i64, ptr %table, i64 5
  %v7 = load i64, ptr %v6, align 8
  %v17 = getelementptr ptr, ptr %buffers, i64 0
  %v18 = load ptr, ptr %v17, align 8
  %v19 = getelementptr i64, ptr %table, i64 2
  %v20 = load i64, ptr %v19, align 8
  %v23 = getelementptr i64, ptr %table, i64 3
  %v24 = load i64, ptr %v23, align 8
  %v80 = getelementptr i64, ptr %table, i64 4
  %v81 = load float, ptr %v80, align 8
  %v85 = getelementptr ptr, ptr %buffers, i64 1
  %v86 = load ptr, ptr %v85, align 8
  %v87 = getelementptr i64, ptr %table, i64 0
  %v88 = load i64, ptr %v87, align 8
  %v91 = getelementptr i64, ptr %table, i64 1
  %v92 = load i64, ptr %v91, align 8
  %v82 = insertelement <8 x float> poison, float %v81, i64 0
  %v83 = shufflevector <8 x float> %v82, <8 x float> poison, <8 x i32> zeroinitializer
  %v337 = icmp slt i64 %lo, %hi
  br i1 %v337, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v335, %end178 ]
  %v8 = sub nsw i64 %v7, 0
  %v9 = and i64 %v8, -8
  %v10 = add nsw i64 0, %v9
  %v11 = sub nsw i64 %v5, 0
  %v12 = and i64 %v11, -4
  %v13 = add nsw i64 0, %v12
  %v21 = mul i64 %i3, %v20
  %v22 = getelementptr inbounds float, ptr %v18, i64 %v21
  %v89 = mul i64 %i3, %v88
  %v90 = getelementptr inbounds float, ptr %v86, i64 %v89
  %v176 = icmp slt i64 0, %v10
  br i1 %v176, label %loop14, label %end15
loop14:
  %i16 = phi i64 [ 0, %loop1 ], [ %v174, %end115 ]
  %v25 = add nsw i64 %i16, 0
  %v26 = mul nsw i64 %v25, %v24
  %v27 = getelementptr inbounds float, ptr %v22, i64 %v26
  %v28 = add nsw i64 %i16, 1
  %v29 = mul nsw i64 %v28, %v24
  %v30 = getelementptr inbounds float, ptr %v22, i64 %v29
  %v31 = add nsw i64 %i16, 2
  %v32 = mul nsw i64 %v31, %v24
  %v33 = getelementptr inbounds float, ptr %v22, i64 %v32
  %v34 = add nsw i64 %i16, 3
  %v35 = mul nsw i64 %v34, %v24
  %v36 = getelementptr inbounds float, ptr %v22, i64 %v35
  %v37 = add nsw i64 %i16, 4
  %v38 = mul nsw i64 %v37, %v24
  %v39 = getelementptr inbounds float, ptr %v22, i64 %v38
  %v40 = add nsw i64 %i16, 5
  %v41 = mul nsw i64 %v40, %v24
  %v42 = getelementptr inbounds float, ptr %v22, i64 %v41
  %v43 = add nsw i64 %i16, 6
  %v44 = mul nsw i64 %v43, %v24
  %v45 = getelementptr inbounds float, ptr %v22, i64 %v44
  %v46 = add nsw i64 %i16, 7
  %v47 = mul nsw i64 %v46, %v24
  %v48 = getelementptr inbounds float, ptr %v22, i64 %v47
  %v113 = icmp slt i64 0, %v13
  br i1 %v113, label %loop49, label %end50
loop49:
  %i51 = phi i64 [ 0, %loop14 ], [ %v111, %loop49 ]
  %v52 = getelementptr inbounds float, ptr %v27, i64 %i51
  %v53 = load <4 x float>, ptr %v52, align 4
  %v54 = getelementptr inbounds float, ptr %v30, i64 %i51
  %v55 = load <4 x float>, ptr %v54, align 4
  %v56 = getelementptr inbounds float, ptr %v33, i64 %i51
  %v57 = load <4 x float>, ptr %v56, align 4
  %v58 = getelementptr inbounds float, ptr %v36, i64 %i51
  %v59 = load <4 x float>, ptr %v58, align 4
  %v60 = getelementptr inbounds float, ptr %v39, i64 %i51
  %v61 = load <4 x float>, ptr %v60, align 4
  %v62 = getelementptr inbounds float, ptr %v42, i64 %i51
  %v63 = load <4 x float>, ptr %v62, align 4
  %v64 = getelementptr inbounds float, ptr %v45, i64 %i51
  %v65 = load <4 x float>, ptr %v64, align 4
  %v66 = getelementptr inbounds float, ptr %v48, i64 %i51
  %v67 = load <4 x float>, ptr %v66, align 4
  %v68 = shufflevector <4 x float> %v53, <4 x float> %v55, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v69 = shufflevector <4 x float> %v57, <4 x float> %v59, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v70 = shufflevector <4 x float> %v61, <4 x float> %v63, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v71 = shufflevector <4 x float> %v65, <4 x float> %v67, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v72 = shufflevector <8 x float> %v68, <8 x float> %v69, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v73 = shufflevector <8 x float> %v68, <8 x float> %v69, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v74 = shufflevector <8 x float> %v70, <8 x float> %v71, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v75 = shufflevector <8 x float> %v70, <8 x float> %v71, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v76 = shufflevector <8 x float> %v72, <8 x float> %v74, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v77 = shufflevector <8 x float> %v72, <8 x float> %v74, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v78 = shufflevector <8 x float> %v73, <8 x float> %v75, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v79 = shufflevector <8 x float> %v73, <8 x float> %v75, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v84 = fmul <8 x float> %v76, %v83
  %v93 = mul i64 %i51, %v92
  %v94 = getelementptr inbounds float, ptr %v90, i64 %v93
  %v95 = getelementptr inbounds float, ptr %v94, i64 %i16
  store <8 x float> %v84, ptr %v95, align 4
  %v96 = add nsw i64 %i51, 1
  %v97 = fmul <8 x float> %v78, %v83
  %v98 = mul i64 %v96, %v92
  %v99 = getelementptr inbounds float, ptr %v90, i64 %v98
  %v100 = getelementptr inbounds float, ptr %v99, i64 %i16
  store <8 x float> %v97, ptr %v100, align 4
  %v101 = add nsw i64 %i51, 2
  %v102 = fmul <8 x float> %v77, %v83
  %v103 = mul i64 %v101, %v92
  %v104 = getelementptr inbounds float, ptr %v90, i64 %v103
  %v105 = getelementptr inbounds float, ptr %v104, i64 %i16
  store <8 x float> %v102, ptr %v105, align 4
  %v106 = add nsw i64 %i51, 3
  %v107 = fmul <8 x float> %v79, %v83
  %v108 = mul i64 %v106, %v92
  %v109 = getelementptr inbounds float, ptr %v90, i64 %v108
  %v110 = getelementptr inbounds float, ptr %v109, i64 %i16
  store <8 x float> %v107, ptr %v110, align 4
  %v111 = add nsw i64 %i51, 4
  %v112 = icmp slt i64 %v111, %v13
  br i1 %v112, label %loop49, label %end50
end50:
  %v173 = icmp slt i64 %v13, %v5
  br i1 %v173, label %loop114, label %end115
loop114:
  %i116 = phi i64 [ %v13, %end50 ], [ %v171, %join170 ]
  %v117 = sub nsw i64 %v5, %i116
  %v118 = call i64 @llvm.umin.i64(i64 %v117, i64 4)
  %v119 = trunc i64 %v118 to i32
  %v120 = insertelement <4 x i32> poison, i32 %v119, i64 0
  %v121 = shufflevector <4 x i32> %v120, <4 x i32> poison, <4 x i32> zeroinitializer
  %v122 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v121
  %v123 = getelementptr inbounds float, ptr %v27, i64 %i116
  %v124 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v123, <4 x i1> %v122, <4 x float> zeroinitializer)
  %v125 = getelementptr inbounds float, ptr %v30, i64 %i116
  %v126 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v125, <4 x i1> %v122, <4 x float> zeroinitializer)
  %v127 = getelementptr inbounds float, ptr %v33, i64 %i116
  %v128 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v127, <4 x i1> %v122, <4 x float> zeroinitializer)
  %v129 = getelementptr inbounds float, ptr %v36, i64 %i116
  %v130 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v129, <4 x i1> %v122, <4 x float> zeroinitializer)
  %v131 = getelementptr inbounds float, ptr %v39, i64 %i116
  %v132 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v131, <4 x i1> %v122, <4 x float> zeroinitializer)
  %v133 = getelementptr inbounds float, ptr %v42, i64 %i116
  %v134 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v133, <4 x i1> %v122, <4 x float> zeroinitializer)
  %v135 = getelementptr inbounds float, ptr %v45, i64 %i116
  %v136 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v135, <4 x i1> %v122, <4 x float> zeroinitializer)
  %v137 = getelementptr inbounds float, ptr %v48, i64 %i116
  %v138 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v137, <4 x i1> %v122, <4 x float> zeroinitializer)
  %v139 = shufflevector <4 x float> %v124, <4 x float> %v126, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v140 = shufflevector <4 x float> %v128, <4 x float> %v130, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v141 = shufflevector <4 x float> %v132, <4 x float> %v134, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v142 = shufflevector <4 x float> %v136, <4 x float> %v138, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v143 = shufflevector <8 x float> %v139, <8 x float> %v140, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v144 = shufflevector <8 x float> %v139, <8 x float> %v140, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v145 = shufflevector <8 x float> %v141, <8 x float> %v142, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v146 = shufflevector <8 x float> %v141, <8 x float> %v142, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v147 = shufflevector <8 x float> %v143, <8 x float> %v145, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v148 = shufflevector <8 x float> %v143, <8 x float> %v145, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v149 = shufflevector <8 x float> %v144, <8 x float> %v146, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v150 = shufflevector <8 x float> %v144, <8 x float> %v146, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v151 = fmul <8 x float> %v147, %v83
  %v152 = mul i64 %i116, %v92
  %v153 = getelementptr inbounds float, ptr %v90, i64 %v152
  %v154 = getelementptr inbounds float, ptr %v153, i64 %i16
  store <8 x float> %v151, ptr %v154, align 4
  %v155 = add nsw i64 %i116, 1
  %v161 = icmp slt i64 %v155, %v5
  br i1 %v161, label %row156, label %join162
row156:
  %v157 = fmul <8 x float> %v149, %v83
  %v158 = mul i64 %v155, %v92
  %v159 = getelementptr inbounds float, ptr %v90, i64 %v158
  %v160 = getelementptr inbounds float, ptr %v159, i64 %i16
  store <8 x float> %v157, ptr %v160, align 4
  br label %join162
join162:
  %v163 = add nsw i64 %i116, 2
  %v169 = icmp slt i64 %v163, %v5
  br i1 %v169, label %row164, label %join170
row164:
  %v165 = fmul <8 x float> %v148, %v83
  %v166 = mul i64 %v163, %v92
  %v167 = getelementptr inbounds float, ptr %v90, i64 %v166
  %v168 = getelementptr inbounds float, ptr %v167, i64 %i16
  store <8 x float> %v165, ptr %v168, align 4
  br label %join170
join170:
  %v171 = add nsw i64 %i116, 4
  %v172 = icmp slt i64 %v171, %v5
  br i1 %v172, label %loop114, label %end115
end115:
  %v174 = add nsw i64 %i16, 8
  %v175 = icmp slt i64 %v174, %v10
  br i1 %v175, label %loop14, label %end15
end15:
  %v334 = icmp slt i64 %v10, %v7
  br i1 %v334, label %loop177, label %end178
loop177:
  %i179 = phi i64 [ %v10, %end15 ], [ %v332, %end273 ]
  %v180 = sub nsw i64 %v7, %i179
  %v181 = call i64 @llvm.umin.i64(i64 %v180, i64 8)
  %v182 = trunc i64 %v181 to i32
  %v183 = insertelement <8 x i32> poison, i32 %v182, i64 0
  %v184 = shufflevector <8 x i32> %v183, <8 x i32> poison, <8 x i32> zeroinitializer
  %v185 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v184
  %v186 = sub nsw i64 %v7, 1
  %v187 = add nsw i64 %i179, 0
  %v188 = call i64 @llvm.smin.i64(i64 %v187, i64 %v186)
  %v189 = mul nsw i64 %v188, %v24
  %v190 = getelementptr inbounds float, ptr %v22, i64 %v189
  %v191 = add nsw i64 %i179, 1
  %v192 = call i64 @llvm.smin.i64(i64 %v191, i64 %v186)
  %v193 = mul nsw i64 %v192, %v24
  %v194 = getelementptr inbounds float, ptr %v22, i64 %v193
  %v195 = add nsw i64 %i179, 2
  %v196 = call i64 @llvm.smin.i64(i64 %v195, i64 %v186)
  %v197 = mul nsw i64 %v196, %v24
  %v198 = getelementptr inbounds float, ptr %v22, i64 %v197
  %v199 = add nsw i64 %i179, 3
  %v200 = call i64 @llvm.smin.i64(i64 %v199, i64 %v186)
  %v201 = mul nsw i64 %v200, %v24
  %v202 = getelementptr inbounds float, ptr %v22, i64 %v201
  %v203 = add nsw i64 %i179, 4
  %v204 = call i64 @llvm.smin.i64(i64 %v203, i64 %v186)
  %v205 = mul nsw i64 %v204, %v24
  %v206 = getelementptr inbounds float, ptr %v22, i64 %v205
  %v207 = add nsw i64 %i179, 5
  %v208 = call i64 @llvm.smin.i64(i64 %v207, i64 %v186)
  %v209 = mul nsw i64 %v208, %v24
  %v210 = getelementptr inbounds float, ptr %v22, i64 %v209
  %v211 = add nsw i64 %i179, 6
  %v212 = call i64 @llvm.smin.i64(i64 %v211, i64 %v186)
  %v213 = mul nsw i64 %v212, %v24
  %v214 = getelementptr inbounds float, ptr %v22, i64 %v213
  %v215 = add nsw i64 %i179, 7
  %v216 = call i64 @llvm.smin.i64(i64 %v215, i64 %v186)
  %v217 = mul nsw i64 %v216, %v24
  %v218 = getelementptr inbounds float, ptr %v22, i64 %v217
  %v271 = icmp slt i64 0, %v13
  br i1 %v271, label %loop219, label %end220
loop219:
  %i221 = phi i64 [ 0, %loop177 ], [ %v269, %loop219 ]
  %v222 = getelementptr inbounds float, ptr %v190, i64 %i221
  %v223 = load <4 x float>, ptr %v222, align 4
  %v224 = getelementptr inbounds float, ptr %v194, i64 %i221
  %v225 = load <4 x float>, ptr %v224, align 4
  %v226 = getelementptr inbounds float, ptr %v198, i64 %i221
  %v227 = load <4 x float>, ptr %v226, align 4
  %v228 = getelementptr inbounds float, ptr %v202, i64 %i221
  %v229 = load <4 x float>, ptr %v228, align 4
  %v230 = getelementptr inbounds float, ptr %v206, i64 %i221
  %v231 = load <4 x float>, ptr %v230, align 4
  %v232 = getelementptr inbounds float, ptr %v210, i64 %i221
  %v233 = load <4 x float>, ptr %v232, align 4
  %v234 = getelementptr inbounds float, ptr %v214, i64 %i221
  %v235 = load <4 x float>, ptr %v234, align 4
  %v236 = getelementptr inbounds float, ptr %v218, i64 %i221
  %v237 = load <4 x float>, ptr %v236, align 4
  %v238 = shufflevector <4 x float> %v223, <4 x float> %v225, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v239 = shufflevector <4 x float> %v227, <4 x float> %v229, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v240 = shufflevector <4 x float> %v231, <4 x float> %v233, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v241 = shufflevector <4 x float> %v235, <4 x float> %v237, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v242 = shufflevector <8 x float> %v238, <8 x float> %v239, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v243 = shufflevector <8 x float> %v238, <8 x float> %v239, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v244 = shufflevector <8 x float> %v240, <8 x float> %v241, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v245 = shufflevector <8 x float> %v240, <8 x float> %v241, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v246 = shufflevector <8 x float> %v242, <8 x float> %v244, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v247 = shufflevector <8 x float> %v242, <8 x float> %v244, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v248 = shufflevector <8 x float> %v243, <8 x float> %v245, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v249 = shufflevector <8 x float> %v243, <8 x float> %v245, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v250 = fmul <8 x float> %v246, %v83
  %v251 = mul i64 %i221, %v92
  %v252 = getelementptr inbounds float, ptr %v90, i64 %v251
  %v253 = getelementptr inbounds float, ptr %v252, i64 %i179
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v250, ptr align 4 %v253, <8 x i1> %v185)
  %v254 = add nsw i64 %i221, 1
  %v255 = fmul <8 x float> %v248, %v83
  %v256 = mul i64 %v254, %v92
  %v257 = getelementptr inbounds float, ptr %v90, i64 %v256
  %v258 = getelementptr inbounds float, ptr %v257, i64 %i179
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v255, ptr align 4 %v258, <8 x i1> %v185)
  %v259 = add nsw i64 %i221, 2
  %v260 = fmul <8 x float> %v247, %v83
  %v261 = mul i64 %v259, %v92
  %v262 = getelementptr inbounds float, ptr %v90, i64 %v261
  %v263 = getelementptr inbounds float, ptr %v262, i64 %i179
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v260, ptr align 4 %v263, <8 x i1> %v185)
  %v264 = add nsw i64 %i221, 3
  %v265 = fmul <8 x float> %v249, %v83
  %v266 = mul i64 %v264, %v92
  %v267 = getelementptr inbounds float, ptr %v90, i64 %v266
  %v268 = getelementptr inbounds float, ptr %v267, i64 %i179
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v265, ptr align 4 %v268, <8 x i1> %v185)
  %v269 = add nsw i64 %i221, 4
  %v270 = icmp slt i64 %v269, %v13
  br i1 %v270, label %loop219, label %end220
end220:
  %v331 = icmp slt i64 %v13, %v5
  br i1 %v331, label %loop272, label %end273
loop272:
  %i274 = phi i64 [ %v13, %end220 ], [ %v329, %join328 ]
  %v275 = sub nsw i64 %v5, %i274
  %v276 = call i64 @llvm.umin.i64(i64 %v275, i64 4)
  %v277 = trunc i64 %v276 to i32
  %v278 = insertelement <4 x i32> poison, i32 %v277, i64 0
  %v279 = shufflevector <4 x i32> %v278, <4 x i32> poison, <4 x i32> zeroinitializer
  %v280 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v279
  %v281 = getelementptr inbounds float, ptr %v190, i64 %i274
  %v282 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v281, <4 x i1> %v280, <4 x float> zeroinitializer)
  %v283 = getelementptr inbounds float, ptr %v194, i64 %i274
  %v284 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v283, <4 x i1> %v280, <4 x float> zeroinitializer)
  %v285 = getelementptr inbounds float, ptr %v198, i64 %i274
  %v286 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v285, <4 x i1> %v280, <4 x float> zeroinitializer)
  %v287 = getelementptr inbounds float, ptr %v202, i64 %i274
  %v288 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v287, <4 x i1> %v280, <4 x float> zeroinitializer)
  %v289 = getelementptr inbounds float, ptr %v206, i64 %i274
  %v290 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v289, <4 x i1> %v280, <4 x float> zeroinitializer)
  %v291 = getelementptr inbounds float, ptr %v210, i64 %i274
  %v292 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v291, <4 x i1> %v280, <4 x float> zeroinitializer)
  %v293 = getelementptr inbounds float, ptr %v214, i64 %i274
  %v294 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v293, <4 x i1> %v280, <4 x float> zeroinitializer)
  %v295 = getelementptr inbounds float, ptr %v218, i64 %i274
  %v296 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v295, <4 x i1> %v280, <4 x float> zeroinitializer)
  %v297 = shufflevector <4 x float> %v282, <4 x float> %v284, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v298 = shufflevector <4 x float> %v286, <4 x float> %v288, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v299 = shufflevector <4 x float> %v290, <4 x float> %v292, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v300 = shufflevector <4 x float> %v294, <4 x float> %v296, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v301 = shufflevector <8 x float> %v297, <8 x float> %v298, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v302 = shufflevector <8 x float> %v297, <8 x float> %v298, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v303 = shufflevector <8 x float> %v299, <8 x float> %v300, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v304 = shufflevector <8 x float> %v299, <8 x float> %v300, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v305 = shufflevector <8 x float> %v301, <8 x float> %v303, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v306 = shufflevector <8 x float> %v301, <8 x float> %v303, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v307 = shufflevector <8 x float> %v302, <8 x float> %v304, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %v308 = shufflevector <8 x float> %v302, <8 x float> %v304, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %v309 = fmul <8 x float> %v305, %v83
  %v310 = mul i64 %i274, %v92
  %v311 = getelementptr inbounds float, ptr %v90, i64 %v310
  %v312 = getelementptr inbounds float, ptr %v311, i64 %i179
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v309, ptr align 4 %v312, <8 x i1> %v185)
  %v313 = add nsw i64 %i274, 1
  %v319 = icmp slt i64 %v313, %v5
  br i1 %v319, label %row314, label %join320
row314:
  %v315 = fmul <8 x float> %v307, %v83
  %v316 = mul i64 %v313, %v92
  %v317 = getelementptr inbounds float, ptr %v90, i64 %v316
  %v318 = getelementptr inbounds float, ptr %v317, i64 %i179
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v315, ptr align 4 %v318, <8 x i1> %v185)
  br label %join320
join320:
  %v321 = add nsw i64 %i274, 2
  %v327 = icmp slt i64 %v321, %v5
  br i1 %v327, label %row322, label %join328
row322:
  %v323 = fmul <8 x float> %v306, %v83
  %v324 = mul i64 %v321, %v92
  %v325 = getelementptr inbounds float, ptr %v90, i64 %v324
  %v326 = getelementptr inbounds float, ptr %v325, i64 %i179
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v323, ptr align 4 %v326, <8 x i1> %v185)
  br label %join328
join328:
  %v329 = add nsw i64 %i274, 4
  %v330 = icmp slt i64 %v329, %v5
  br i1 %v330, label %loop272, label %end273
end273:
  %v332 = add nsw i64 %i179, 8
  %v333 = icmp slt i64 %v332, %v7
  br i1 %v333, label %loop177, label %end178
end178:
  %v335 = add nsw i64 %i3, 1
  %v336 = icmp slt i64 %v335, %hi
  br i1 %v336, label %loop1, label %end2
end2:
  ret void
}
