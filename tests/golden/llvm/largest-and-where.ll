target triple = "x86_64-linux"
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare void @llvm.masked.store.v8i64.p0(<8 x i64>, ptr, <8 x i1>)
declare float @llvm.maximum.f32(float, float)
declare <16 x float> @llvm.maximum.v16f32(<16 x float>, <16 x float>)
declare <2 x float> @llvm.maximum.v2f32(<2 x float>, <2 x float>)
declare <32 x float> @llvm.maximum.v32f32(<32 x float>, <32 x float>)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>)
declare <8 x float> @llvm.maximum.v8f32(<8 x float>, <8 x float>)
declare i64 @llvm.smin.i64(i64, i64)
declare <16 x i64> @llvm.smin.v16i64(<16 x i64>, <16 x i64>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>, <4 x i64>)
declare <8 x i64> @llvm.smin.v8i64(<8 x i64>, <8 x i64>)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.vector.reduce.smin.v4i64(<4 x i64>)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 1
  %v2 = load i64, ptr %v1, align 8
  %v11 = alloca [8 x <8 x float>], align 64
  %v25 = getelementptr ptr, ptr %buffers, i64 0
  %v26 = load ptr, ptr %v25, align 8
  %v27 = getelementptr i64, ptr %table, i64 0
  %v28 = load i64, ptr %v27, align 8
  %v116 = alloca [1 x <8 x float>], align 64
  %v117 = alloca [8 x <4 x i64>], align 64
  %v145 = getelementptr i64, ptr %table, i64 2
  %v146 = load i64, ptr %v145, align 8
  %v249 = alloca [1 x <8 x i64>], align 64
  %v256 = getelementptr ptr, ptr %buffers, i64 1
  %v257 = load ptr, ptr %v256, align 8
  %v259 = getelementptr ptr, ptr %buffers, i64 2
  %v260 = load ptr, ptr %v259, align 8
  %v3 = icmp sle i64 %v2, 128
  %v16 = sub nsw i64 %v2, 0
  %v17 = and i64 %v16, -32
  %v18 = add nsw i64 0, %v17
  %v46 = sub nsw i64 %v2, 0
  %v47 = and i64 %v46, -8
  %v48 = add nsw i64 0, %v47
  %v60 = sub nsw i64 %v2, %v48
  %v61 = call i64 @llvm.umin.i64(i64 %v60, i64 8)
  %v62 = trunc i64 %v61 to i32
  %v63 = insertelement <8 x i32> poison, i32 %v62, i64 0
  %v64 = shufflevector <8 x i32> %v63, <8 x i32> poison, <8 x i32> zeroinitializer
  %v65 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v64
  %v66 = icmp slt i64 %v48, %v2
  %v124 = sub nsw i64 %v2, 0
  %v125 = and i64 %v124, -16
  %v126 = add nsw i64 0, %v125
  %v147 = insertelement <16 x i64> poison, i64 %v146, i64 0
  %v148 = shufflevector <16 x i64> %v147, <16 x i64> poison, <16 x i32> zeroinitializer
  %v163 = sub nsw i64 %v2, 0
  %v164 = and i64 %v163, -4
  %v165 = add nsw i64 0, %v164
  %v180 = insertelement <4 x i64> poison, i64 %v146, i64 0
  %v181 = shufflevector <4 x i64> %v180, <4 x i64> poison, <4 x i32> zeroinitializer
  %v188 = sub nsw i64 %v2, %v165
  %v189 = call i64 @llvm.umin.i64(i64 %v188, i64 4)
  %v190 = trunc i64 %v189 to i32
  %v191 = insertelement <4 x i32> poison, i32 %v190, i64 0
  %v192 = shufflevector <4 x i32> %v191, <4 x i32> poison, <4 x i32> zeroinitializer
  %v193 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v192
  %v194 = icmp slt i64 %v165, %v2
  br i1 %v3, label %rows4, label %join265
rows4:
  %v264 = icmp slt i64 %lo, %hi
  br i1 %v264, label %loop5, label %end6
loop5:
  %i7 = phi i64 [ %lo, %rows4 ], [ %v262, %end119 ]
  %v8 = sub nsw i64 %hi, %i7
  %v9 = call i64 @llvm.umin.i64(i64 %v8, i64 8)
  %v10 = add nsw i64 %i7, %v9
  %v77 = icmp slt i64 0, %v9
  br i1 %v77, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ 0, %loop5 ], [ %v75, %join72 ]
  %v15 = add nsw i64 %i7, %i14
  %v19 = icmp slt i64 0, %v18
  %v29 = mul i64 %v15, %v28
  %v30 = getelementptr inbounds float, ptr %v26, i64 %v29
  br i1 %v19, label %whole20, label %join44
whole20:
  %v36 = icmp slt i64 0, %v18
  br i1 %v36, label %loop21, label %end22
loop21:
  %i23 = phi i64 [ 0, %whole20 ], [ %v34, %loop21 ]
  %p24 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole20 ], [ %v33, %loop21 ]
  %v31 = getelementptr inbounds float, ptr %v30, i64 %i23
  %v32 = load <32 x float>, ptr %v31, align 4
  %v33 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p24, <32 x float> %v32)
  %v34 = add nsw i64 %i23, 32
  %v35 = icmp slt i64 %v34, %v18
  br i1 %v35, label %loop21, label %end22
end22:
  %v37 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole20 ], [ %v33, %loop21 ]
  %v38 = shufflevector <32 x float> %v37, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v39 = shufflevector <32 x float> %v37, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v40 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v38, <16 x float> %v39)
  %v41 = shufflevector <16 x float> %v40, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v42 = shufflevector <16 x float> %v40, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v43 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v41, <8 x float> %v42)
  br label %join44
join44:
  %v45 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop12 ], [ %v43, %end22 ]
  %v58 = icmp slt i64 %v18, %v48
  br i1 %v58, label %loop49, label %end50
loop49:
  %i51 = phi i64 [ %v18, %join44 ], [ %v56, %loop49 ]
  %p52 = phi <8 x float> [ %v45, %join44 ], [ %v55, %loop49 ]
  %v53 = getelementptr inbounds float, ptr %v30, i64 %i51
  %v54 = load <8 x float>, ptr %v53, align 4
  %v55 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p52, <8 x float> %v54)
  %v56 = add nsw i64 %i51, 8
  %v57 = icmp slt i64 %v56, %v48
  br i1 %v57, label %loop49, label %end50
end50:
  %v59 = phi <8 x float> [ %v45, %join44 ], [ %v55, %loop49 ]
  br i1 %v66, label %rest67, label %join72
rest67:
  %v68 = getelementptr inbounds float, ptr %v30, i64 %v48
  %v69 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v68, <8 x i1> %v65, <8 x float> zeroinitializer)
  %v70 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v59, <8 x float> %v69)
  %v71 = select <8 x i1> %v65, <8 x float> %v70, <8 x float> %v59
  br label %join72
join72:
  %v73 = phi <8 x float> [ %v59, %end50 ], [ %v71, %rest67 ]
  %v74 = getelementptr <8 x float>, ptr %v11, i64 %i14
  store <8 x float> %v73, ptr %v74, align 64
  %v75 = add nsw i64 %i14, 1
  %v76 = icmp slt i64 %v75, %v9
  br i1 %v76, label %loop12, label %end13
end13:
  %v78 = getelementptr <8 x float>, ptr %v11, i64 0
  %v79 = load <8 x float>, ptr %v78, align 64
  %v80 = getelementptr <8 x float>, ptr %v11, i64 1
  %v81 = load <8 x float>, ptr %v80, align 64
  %v82 = getelementptr <8 x float>, ptr %v11, i64 2
  %v83 = load <8 x float>, ptr %v82, align 64
  %v84 = getelementptr <8 x float>, ptr %v11, i64 3
  %v85 = load <8 x float>, ptr %v84, align 64
  %v86 = getelementptr <8 x float>, ptr %v11, i64 4
  %v87 = load <8 x float>, ptr %v86, align 64
  %v88 = getelementptr <8 x float>, ptr %v11, i64 5
  %v89 = load <8 x float>, ptr %v88, align 64
  %v90 = getelementptr <8 x float>, ptr %v11, i64 6
  %v91 = load <8 x float>, ptr %v90, align 64
  %v92 = getelementptr <8 x float>, ptr %v11, i64 7
  %v93 = load <8 x float>, ptr %v92, align 64
  %v94 = shufflevector <8 x float> %v79, <8 x float> %v87, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v95 = shufflevector <8 x float> %v79, <8 x float> %v87, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v96 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v94, <8 x float> %v95)
  %v97 = shufflevector <8 x float> %v81, <8 x float> %v89, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v98 = shufflevector <8 x float> %v81, <8 x float> %v89, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v99 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v97, <8 x float> %v98)
  %v100 = shufflevector <8 x float> %v83, <8 x float> %v91, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v101 = shufflevector <8 x float> %v83, <8 x float> %v91, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v102 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v100, <8 x float> %v101)
  %v103 = shufflevector <8 x float> %v85, <8 x float> %v93, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v104 = shufflevector <8 x float> %v85, <8 x float> %v93, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v105 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v103, <8 x float> %v104)
  %v106 = shufflevector <8 x float> %v96, <8 x float> %v99, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v107 = shufflevector <8 x float> %v96, <8 x float> %v99, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v108 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v106, <8 x float> %v107)
  %v109 = shufflevector <8 x float> %v102, <8 x float> %v105, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v110 = shufflevector <8 x float> %v102, <8 x float> %v105, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v111 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v109, <8 x float> %v110)
  %v112 = shufflevector <8 x float> %v108, <8 x float> %v111, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v113 = shufflevector <8 x float> %v108, <8 x float> %v111, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v114 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v112, <8 x float> %v113)
  %v115 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> splat (float 0xFFF0000000000000), <8 x float> %v114)
  store <8 x float> %v115, ptr %v116, align 64
  %v212 = icmp slt i64 0, %v9
  br i1 %v212, label %loop118, label %end119
loop118:
  %i120 = phi i64 [ 0, %end13 ], [ %v210, %join207 ]
  %v121 = add nsw i64 %i7, %i120
  %v122 = getelementptr float, ptr %v116, i64 %i120
  %v123 = load float, ptr %v122
  %v127 = icmp slt i64 0, %v126
  %v133 = mul i64 %v121, %v28
  %v134 = getelementptr inbounds float, ptr %v26, i64 %v133
  %v137 = insertelement <16 x float> poison, float %v123, i64 0
  %v138 = shufflevector <16 x float> %v137, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v127, label %whole128, label %join161
whole128:
  %v153 = icmp slt i64 0, %v126
  br i1 %v153, label %loop129, label %end130
loop129:
  %i131 = phi i64 [ 0, %whole128 ], [ %v151, %loop129 ]
  %p132 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole128 ], [ %v150, %loop129 ]
  %v135 = getelementptr inbounds float, ptr %v134, i64 %i131
  %v136 = load <16 x float>, ptr %v135, align 4
  %v139 = fcmp oeq <16 x float> %v136, %v138
  %v140 = fcmp une <16 x float> %v136, %v136
  %v141 = or <16 x i1> %v139, %v140
  %v142 = insertelement <16 x i64> poison, i64 %i131, i64 0
  %v143 = shufflevector <16 x i64> %v142, <16 x i64> poison, <16 x i32> zeroinitializer
  %v144 = add <16 x i64> %v143, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v149 = select <16 x i1> %v141, <16 x i64> %v144, <16 x i64> %v148
  %v150 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p132, <16 x i64> %v149)
  %v151 = add nsw i64 %i131, 16
  %v152 = icmp slt i64 %v151, %v126
  br i1 %v152, label %loop129, label %end130
end130:
  %v154 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole128 ], [ %v150, %loop129 ]
  %v155 = shufflevector <16 x i64> %v154, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v156 = shufflevector <16 x i64> %v154, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v157 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v155, <8 x i64> %v156)
  %v158 = shufflevector <8 x i64> %v157, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v159 = shufflevector <8 x i64> %v157, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v160 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v158, <4 x i64> %v159)
  br label %join161
join161:
  %v162 = phi <4 x i64> [ splat (i64 9223372036854775807), %loop118 ], [ %v160, %end130 ]
  %v172 = insertelement <4 x float> poison, float %v123, i64 0
  %v173 = shufflevector <4 x float> %v172, <4 x float> poison, <4 x i32> zeroinitializer
  %v186 = icmp slt i64 %v126, %v165
  br i1 %v186, label %loop166, label %end167
loop166:
  %i168 = phi i64 [ %v126, %join161 ], [ %v184, %loop166 ]
  %p169 = phi <4 x i64> [ %v162, %join161 ], [ %v183, %loop166 ]
  %v170 = getelementptr inbounds float, ptr %v134, i64 %i168
  %v171 = load <4 x float>, ptr %v170, align 4
  %v174 = fcmp oeq <4 x float> %v171, %v173
  %v175 = fcmp une <4 x float> %v171, %v171
  %v176 = or <4 x i1> %v174, %v175
  %v177 = insertelement <4 x i64> poison, i64 %i168, i64 0
  %v178 = shufflevector <4 x i64> %v177, <4 x i64> poison, <4 x i32> zeroinitializer
  %v179 = add <4 x i64> %v178, <i64 0, i64 1, i64 2, i64 3>
  %v182 = select <4 x i1> %v176, <4 x i64> %v179, <4 x i64> %v181
  %v183 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p169, <4 x i64> %v182)
  %v184 = add nsw i64 %i168, 4
  %v185 = icmp slt i64 %v184, %v165
  br i1 %v185, label %loop166, label %end167
end167:
  %v187 = phi <4 x i64> [ %v162, %join161 ], [ %v183, %loop166 ]
  br i1 %v194, label %rest195, label %join207
rest195:
  %v196 = getelementptr inbounds float, ptr %v134, i64 %v165
  %v197 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v196, <4 x i1> %v193, <4 x float> zeroinitializer)
  %v198 = fcmp oeq <4 x float> %v197, %v173
  %v199 = fcmp une <4 x float> %v197, %v197
  %v200 = or <4 x i1> %v198, %v199
  %v201 = insertelement <4 x i64> poison, i64 %v165, i64 0
  %v202 = shufflevector <4 x i64> %v201, <4 x i64> poison, <4 x i32> zeroinitializer
  %v203 = add <4 x i64> %v202, <i64 0, i64 1, i64 2, i64 3>
  %v204 = select <4 x i1> %v200, <4 x i64> %v203, <4 x i64> %v181
  %v205 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v187, <4 x i64> %v204)
  %v206 = select <4 x i1> %v193, <4 x i64> %v205, <4 x i64> %v187
  br label %join207
join207:
  %v208 = phi <4 x i64> [ %v187, %end167 ], [ %v206, %rest195 ]
  %v209 = getelementptr <4 x i64>, ptr %v117, i64 %i120
  store <4 x i64> %v208, ptr %v209, align 64
  %v210 = add nsw i64 %i120, 1
  %v211 = icmp slt i64 %v210, %v9
  br i1 %v211, label %loop118, label %end119
end119:
  %v213 = getelementptr <4 x i64>, ptr %v117, i64 0
  %v214 = load <4 x i64>, ptr %v213, align 64
  %v215 = getelementptr <4 x i64>, ptr %v117, i64 1
  %v216 = load <4 x i64>, ptr %v215, align 64
  %v217 = getelementptr <4 x i64>, ptr %v117, i64 2
  %v218 = load <4 x i64>, ptr %v217, align 64
  %v219 = getelementptr <4 x i64>, ptr %v117, i64 3
  %v220 = load <4 x i64>, ptr %v219, align 64
  %v221 = getelementptr <4 x i64>, ptr %v117, i64 4
  %v222 = load <4 x i64>, ptr %v221, align 64
  %v223 = getelementptr <4 x i64>, ptr %v117, i64 5
  %v224 = load <4 x i64>, ptr %v223, align 64
  %v225 = getelementptr <4 x i64>, ptr %v117, i64 6
  %v226 = load <4 x i64>, ptr %v225, align 64
  %v227 = getelementptr <4 x i64>, ptr %v117, i64 7
  %v228 = load <4 x i64>, ptr %v227, align 64
  %v229 = shufflevector <4 x i64> %v214, <4 x i64> %v218, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v230 = shufflevector <4 x i64> %v214, <4 x i64> %v218, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v231 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v229, <4 x i64> %v230)
  %v232 = shufflevector <4 x i64> %v216, <4 x i64> %v220, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v233 = shufflevector <4 x i64> %v216, <4 x i64> %v220, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v234 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v232, <4 x i64> %v233)
  %v235 = shufflevector <4 x i64> %v231, <4 x i64> %v234, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v236 = shufflevector <4 x i64> %v231, <4 x i64> %v234, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v237 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v235, <4 x i64> %v236)
  %v238 = shufflevector <4 x i64> %v222, <4 x i64> %v226, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v239 = shufflevector <4 x i64> %v222, <4 x i64> %v226, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v240 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v238, <4 x i64> %v239)
  %v241 = shufflevector <4 x i64> %v224, <4 x i64> %v228, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v242 = shufflevector <4 x i64> %v224, <4 x i64> %v228, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v243 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v241, <4 x i64> %v242)
  %v244 = shufflevector <4 x i64> %v240, <4 x i64> %v243, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v245 = shufflevector <4 x i64> %v240, <4 x i64> %v243, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v246 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v244, <4 x i64> %v245)
  %v247 = shufflevector <4 x i64> %v237, <4 x i64> %v246, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v248 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> splat (i64 9223372036854775807), <8 x i64> %v247)
  store <8 x i64> %v248, ptr %v249, align 64
  %v250 = sub nsw i64 %v10, %i7
  %v251 = call i64 @llvm.umin.i64(i64 %v250, i64 8)
  %v252 = trunc i64 %v251 to i32
  %v253 = insertelement <8 x i32> poison, i32 %v252, i64 0
  %v254 = shufflevector <8 x i32> %v253, <8 x i32> poison, <8 x i32> zeroinitializer
  %v255 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v254
  %v258 = getelementptr inbounds i64, ptr %v257, i64 %i7
  call void @llvm.masked.store.v8i64.p0(<8 x i64> %v248, ptr align 8 %v258, <8 x i1> %v255)
  %v261 = getelementptr inbounds float, ptr %v260, i64 %i7
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v115, ptr align 4 %v261, <8 x i1> %v255)
  %v262 = add nsw i64 %i7, 8
  %v263 = icmp slt i64 %v262, %hi
  br i1 %v263, label %loop5, label %end6
end6:
  br label %join265
join265:
  %v266 = icmp sgt i64 %v2, 128
  br i1 %v266, label %rows267, label %join392
rows267:
  %v391 = icmp slt i64 %lo, %hi
  br i1 %v391, label %loop268, label %end269
loop268:
  %i270 = phi i64 [ %lo, %rows267 ], [ %v389, %end359 ]
  %v271 = sub nsw i64 %v2, 0
  %v272 = and i64 %v271, -32
  %v273 = add nsw i64 0, %v272
  %v274 = icmp slt i64 0, %v273
  %v280 = mul i64 %i270, %v28
  %v281 = getelementptr inbounds float, ptr %v26, i64 %v280
  br i1 %v274, label %whole275, label %join295
whole275:
  %v287 = icmp slt i64 0, %v273
  br i1 %v287, label %loop276, label %end277
loop276:
  %i278 = phi i64 [ 0, %whole275 ], [ %v285, %loop276 ]
  %p279 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole275 ], [ %v284, %loop276 ]
  %v282 = getelementptr inbounds float, ptr %v281, i64 %i278
  %v283 = load <32 x float>, ptr %v282, align 4
  %v284 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p279, <32 x float> %v283)
  %v285 = add nsw i64 %i278, 32
  %v286 = icmp slt i64 %v285, %v273
  br i1 %v286, label %loop276, label %end277
end277:
  %v288 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole275 ], [ %v284, %loop276 ]
  %v289 = shufflevector <32 x float> %v288, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v290 = shufflevector <32 x float> %v288, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v291 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v289, <16 x float> %v290)
  %v292 = shufflevector <16 x float> %v291, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v293 = shufflevector <16 x float> %v291, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v294 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v292, <8 x float> %v293)
  br label %join295
join295:
  %v296 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop268 ], [ %v294, %end277 ]
  %v313 = icmp slt i64 %v273, %v2
  br i1 %v313, label %loop297, label %end298
loop297:
  %i299 = phi i64 [ %v273, %join295 ], [ %v311, %loop297 ]
  %p300 = phi <8 x float> [ %v296, %join295 ], [ %v310, %loop297 ]
  %v301 = sub nsw i64 %v2, %i299
  %v302 = call i64 @llvm.umin.i64(i64 %v301, i64 8)
  %v303 = trunc i64 %v302 to i32
  %v304 = insertelement <8 x i32> poison, i32 %v303, i64 0
  %v305 = shufflevector <8 x i32> %v304, <8 x i32> poison, <8 x i32> zeroinitializer
  %v306 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v305
  %v307 = getelementptr inbounds float, ptr %v281, i64 %i299
  %v308 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v307, <8 x i1> %v306, <8 x float> zeroinitializer)
  %v309 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p300, <8 x float> %v308)
  %v310 = select <8 x i1> %v306, <8 x float> %v309, <8 x float> %p300
  %v311 = add nsw i64 %i299, 8
  %v312 = icmp slt i64 %v311, %v2
  br i1 %v312, label %loop297, label %end298
end298:
  %v314 = phi <8 x float> [ %v296, %join295 ], [ %v310, %loop297 ]
  %v315 = shufflevector <8 x float> %v314, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v316 = shufflevector <8 x float> %v314, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v317 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v315, <4 x float> %v316)
  %v318 = shufflevector <4 x float> %v317, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v319 = shufflevector <4 x float> %v317, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v320 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v318, <2 x float> %v319)
  %v321 = extractelement <2 x float> %v320, i64 0
  %v322 = extractelement <2 x float> %v320, i64 1
  %v323 = call nsz float @llvm.maximum.f32(float %v321, float %v322)
  %v324 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v323)
  %v325 = sub nsw i64 %v2, 0
  %v326 = and i64 %v325, -16
  %v327 = add nsw i64 0, %v326
  %v328 = icmp slt i64 0, %v327
  %v336 = insertelement <16 x float> poison, float %v324, i64 0
  %v337 = shufflevector <16 x float> %v336, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v328, label %whole329, label %join356
whole329:
  %v348 = icmp slt i64 0, %v327
  br i1 %v348, label %loop330, label %end331
loop330:
  %i332 = phi i64 [ 0, %whole329 ], [ %v346, %loop330 ]
  %p333 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole329 ], [ %v345, %loop330 ]
  %v334 = getelementptr inbounds float, ptr %v281, i64 %i332
  %v335 = load <16 x float>, ptr %v334, align 4
  %v338 = fcmp oeq <16 x float> %v335, %v337
  %v339 = fcmp une <16 x float> %v335, %v335
  %v340 = or <16 x i1> %v338, %v339
  %v341 = insertelement <16 x i64> poison, i64 %i332, i64 0
  %v342 = shufflevector <16 x i64> %v341, <16 x i64> poison, <16 x i32> zeroinitializer
  %v343 = add <16 x i64> %v342, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v344 = select <16 x i1> %v340, <16 x i64> %v343, <16 x i64> %v148
  %v345 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p333, <16 x i64> %v344)
  %v346 = add nsw i64 %i332, 16
  %v347 = icmp slt i64 %v346, %v327
  br i1 %v347, label %loop330, label %end331
end331:
  %v349 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole329 ], [ %v345, %loop330 ]
  %v350 = shufflevector <16 x i64> %v349, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v351 = shufflevector <16 x i64> %v349, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v352 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v350, <8 x i64> %v351)
  %v353 = shufflevector <8 x i64> %v352, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v354 = shufflevector <8 x i64> %v352, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v355 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v353, <4 x i64> %v354)
  br label %join356
join356:
  %v357 = phi <4 x i64> [ splat (i64 9223372036854775807), %end298 ], [ %v355, %end331 ]
  %v370 = insertelement <4 x float> poison, float %v324, i64 0
  %v371 = shufflevector <4 x float> %v370, <4 x float> poison, <4 x i32> zeroinitializer
  %v383 = icmp slt i64 %v327, %v2
  br i1 %v383, label %loop358, label %end359
loop358:
  %i360 = phi i64 [ %v327, %join356 ], [ %v381, %loop358 ]
  %p361 = phi <4 x i64> [ %v357, %join356 ], [ %v380, %loop358 ]
  %v362 = sub nsw i64 %v2, %i360
  %v363 = call i64 @llvm.umin.i64(i64 %v362, i64 4)
  %v364 = trunc i64 %v363 to i32
  %v365 = insertelement <4 x i32> poison, i32 %v364, i64 0
  %v366 = shufflevector <4 x i32> %v365, <4 x i32> poison, <4 x i32> zeroinitializer
  %v367 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v366
  %v368 = getelementptr inbounds float, ptr %v281, i64 %i360
  %v369 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v368, <4 x i1> %v367, <4 x float> zeroinitializer)
  %v372 = fcmp oeq <4 x float> %v369, %v371
  %v373 = fcmp une <4 x float> %v369, %v369
  %v374 = or <4 x i1> %v372, %v373
  %v375 = insertelement <4 x i64> poison, i64 %i360, i64 0
  %v376 = shufflevector <4 x i64> %v375, <4 x i64> poison, <4 x i32> zeroinitializer
  %v377 = add <4 x i64> %v376, <i64 0, i64 1, i64 2, i64 3>
  %v378 = select <4 x i1> %v374, <4 x i64> %v377, <4 x i64> %v181
  %v379 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p361, <4 x i64> %v378)
  %v380 = select <4 x i1> %v367, <4 x i64> %v379, <4 x i64> %p361
  %v381 = add nsw i64 %i360, 4
  %v382 = icmp slt i64 %v381, %v2
  br i1 %v382, label %loop358, label %end359
end359:
  %v384 = phi <4 x i64> [ %v357, %join356 ], [ %v380, %loop358 ]
  %v385 = call i64 @llvm.vector.reduce.smin.v4i64(<4 x i64> %v384)
  %v386 = call i64 @llvm.smin.i64(i64 9223372036854775807, i64 %v385)
  %v387 = getelementptr inbounds i64, ptr %v257, i64 %i270
  store i64 %v386, ptr %v387, align 8
  %v388 = getelementptr inbounds float, ptr %v260, i64 %i270
  store float %v324, ptr %v388, align 4
  %v389 = add nsw i64 %i270, 1
  %v390 = icmp slt i64 %v389, %hi
  br i1 %v390, label %loop268, label %end269
end269:
  br label %join392
join392:
  ret void
}
