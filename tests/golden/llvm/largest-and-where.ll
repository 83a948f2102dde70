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
  %v12 = alloca [8 x <8 x float>]
  %v26 = getelementptr ptr, ptr %buffers, i64 0
  %v27 = load ptr, ptr %v26, align 8
  %v28 = getelementptr i64, ptr %table, i64 0
  %v29 = load i64, ptr %v28, align 8
  %v117 = alloca [1 x <8 x float>]
  %v118 = alloca [8 x <4 x i64>]
  %v146 = getelementptr i64, ptr %table, i64 2
  %v147 = load i64, ptr %v146, align 8
  %v250 = alloca [1 x <8 x i64>]
  %v257 = getelementptr ptr, ptr %buffers, i64 1
  %v258 = load ptr, ptr %v257, align 8
  %v260 = getelementptr ptr, ptr %buffers, i64 2
  %v261 = load ptr, ptr %v260, align 8
  %v3 = icmp sle i64 %v2, 128
  %v4 = xor i1 %v3, true
  %v17 = sub nsw i64 %v2, 0
  %v18 = and i64 %v17, -32
  %v19 = add nsw i64 0, %v18
  %v47 = sub nsw i64 %v2, 0
  %v48 = and i64 %v47, -8
  %v49 = add nsw i64 0, %v48
  %v61 = sub nsw i64 %v2, %v49
  %v62 = call i64 @llvm.umin.i64(i64 %v61, i64 8)
  %v63 = trunc i64 %v62 to i32
  %v64 = insertelement <8 x i32> poison, i32 %v63, i64 0
  %v65 = shufflevector <8 x i32> %v64, <8 x i32> poison, <8 x i32> zeroinitializer
  %v66 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v65
  %v67 = icmp slt i64 %v49, %v2
  %v125 = sub nsw i64 %v2, 0
  %v126 = and i64 %v125, -16
  %v127 = add nsw i64 0, %v126
  %v148 = insertelement <16 x i64> poison, i64 %v147, i64 0
  %v149 = shufflevector <16 x i64> %v148, <16 x i64> poison, <16 x i32> zeroinitializer
  %v164 = sub nsw i64 %v2, 0
  %v165 = and i64 %v164, -4
  %v166 = add nsw i64 0, %v165
  %v181 = insertelement <4 x i64> poison, i64 %v147, i64 0
  %v182 = shufflevector <4 x i64> %v181, <4 x i64> poison, <4 x i32> zeroinitializer
  %v189 = sub nsw i64 %v2, %v166
  %v190 = call i64 @llvm.umin.i64(i64 %v189, i64 4)
  %v191 = trunc i64 %v190 to i32
  %v192 = insertelement <4 x i32> poison, i32 %v191, i64 0
  %v193 = shufflevector <4 x i32> %v192, <4 x i32> poison, <4 x i32> zeroinitializer
  %v194 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v193
  %v195 = icmp slt i64 %v166, %v2
  br i1 %v3, label %rows5, label %join266
rows5:
  %v265 = icmp slt i64 %lo, %hi
  br i1 %v265, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %rows5 ], [ %v263, %end120 ]
  %v9 = sub nsw i64 %hi, %i8
  %v10 = call i64 @llvm.umin.i64(i64 %v9, i64 8)
  %v11 = add nsw i64 %i8, %v10
  %v78 = icmp slt i64 0, %v10
  br i1 %v78, label %loop13, label %end14
loop13:
  %i15 = phi i64 [ 0, %loop6 ], [ %v76, %join73 ]
  %v16 = add nsw i64 %i8, %i15
  %v20 = icmp slt i64 0, %v19
  %v30 = mul i64 %v16, %v29
  %v31 = getelementptr inbounds float, ptr %v27, i64 %v30
  br i1 %v20, label %whole21, label %join45
whole21:
  %v37 = icmp slt i64 0, %v19
  br i1 %v37, label %loop22, label %end23
loop22:
  %i24 = phi i64 [ 0, %whole21 ], [ %v35, %loop22 ]
  %p25 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole21 ], [ %v34, %loop22 ]
  %v32 = getelementptr inbounds float, ptr %v31, i64 %i24
  %v33 = load <32 x float>, ptr %v32, align 4
  %v34 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p25, <32 x float> %v33)
  %v35 = add nsw i64 %i24, 32
  %v36 = icmp slt i64 %v35, %v19
  br i1 %v36, label %loop22, label %end23
end23:
  %v38 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole21 ], [ %v34, %loop22 ]
  %v39 = shufflevector <32 x float> %v38, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v40 = shufflevector <32 x float> %v38, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v41 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v39, <16 x float> %v40)
  %v42 = shufflevector <16 x float> %v41, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v43 = shufflevector <16 x float> %v41, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v44 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v42, <8 x float> %v43)
  br label %join45
join45:
  %v46 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop13 ], [ %v44, %end23 ]
  %v59 = icmp slt i64 %v19, %v49
  br i1 %v59, label %loop50, label %end51
loop50:
  %i52 = phi i64 [ %v19, %join45 ], [ %v57, %loop50 ]
  %p53 = phi <8 x float> [ %v46, %join45 ], [ %v56, %loop50 ]
  %v54 = getelementptr inbounds float, ptr %v31, i64 %i52
  %v55 = load <8 x float>, ptr %v54, align 4
  %v56 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p53, <8 x float> %v55)
  %v57 = add nsw i64 %i52, 8
  %v58 = icmp slt i64 %v57, %v49
  br i1 %v58, label %loop50, label %end51
end51:
  %v60 = phi <8 x float> [ %v46, %join45 ], [ %v56, %loop50 ]
  br i1 %v67, label %rest68, label %join73
rest68:
  %v69 = getelementptr inbounds float, ptr %v31, i64 %v49
  %v70 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v69, <8 x i1> %v66, <8 x float> zeroinitializer)
  %v71 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v60, <8 x float> %v70)
  %v72 = select <8 x i1> %v66, <8 x float> %v71, <8 x float> %v60
  br label %join73
join73:
  %v74 = phi <8 x float> [ %v60, %end51 ], [ %v72, %rest68 ]
  %v75 = getelementptr <8 x float>, ptr %v12, i64 %i15
  store <8 x float> %v74, ptr %v75
  %v76 = add nsw i64 %i15, 1
  %v77 = icmp slt i64 %v76, %v10
  br i1 %v77, label %loop13, label %end14
end14:
  %v79 = getelementptr <8 x float>, ptr %v12, i64 0
  %v80 = load <8 x float>, ptr %v79
  %v81 = getelementptr <8 x float>, ptr %v12, i64 1
  %v82 = load <8 x float>, ptr %v81
  %v83 = getelementptr <8 x float>, ptr %v12, i64 2
  %v84 = load <8 x float>, ptr %v83
  %v85 = getelementptr <8 x float>, ptr %v12, i64 3
  %v86 = load <8 x float>, ptr %v85
  %v87 = getelementptr <8 x float>, ptr %v12, i64 4
  %v88 = load <8 x float>, ptr %v87
  %v89 = getelementptr <8 x float>, ptr %v12, i64 5
  %v90 = load <8 x float>, ptr %v89
  %v91 = getelementptr <8 x float>, ptr %v12, i64 6
  %v92 = load <8 x float>, ptr %v91
  %v93 = getelementptr <8 x float>, ptr %v12, i64 7
  %v94 = load <8 x float>, ptr %v93
  %v95 = shufflevector <8 x float> %v80, <8 x float> %v88, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v96 = shufflevector <8 x float> %v80, <8 x float> %v88, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v97 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v95, <8 x float> %v96)
  %v98 = shufflevector <8 x float> %v82, <8 x float> %v90, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v99 = shufflevector <8 x float> %v82, <8 x float> %v90, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v100 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v98, <8 x float> %v99)
  %v101 = shufflevector <8 x float> %v84, <8 x float> %v92, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v102 = shufflevector <8 x float> %v84, <8 x float> %v92, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v103 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v101, <8 x float> %v102)
  %v104 = shufflevector <8 x float> %v86, <8 x float> %v94, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v105 = shufflevector <8 x float> %v86, <8 x float> %v94, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v106 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v104, <8 x float> %v105)
  %v107 = shufflevector <8 x float> %v97, <8 x float> %v100, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v108 = shufflevector <8 x float> %v97, <8 x float> %v100, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v109 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v107, <8 x float> %v108)
  %v110 = shufflevector <8 x float> %v103, <8 x float> %v106, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v111 = shufflevector <8 x float> %v103, <8 x float> %v106, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v112 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v110, <8 x float> %v111)
  %v113 = shufflevector <8 x float> %v109, <8 x float> %v112, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v114 = shufflevector <8 x float> %v109, <8 x float> %v112, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v115 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v113, <8 x float> %v114)
  %v116 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> splat (float 0xFFF0000000000000), <8 x float> %v115)
  store <8 x float> %v116, ptr %v117
  %v213 = icmp slt i64 0, %v10
  br i1 %v213, label %loop119, label %end120
loop119:
  %i121 = phi i64 [ 0, %end14 ], [ %v211, %join208 ]
  %v122 = add nsw i64 %i8, %i121
  %v123 = getelementptr float, ptr %v117, i64 %i121
  %v124 = load float, ptr %v123
  %v128 = icmp slt i64 0, %v127
  %v134 = mul i64 %v122, %v29
  %v135 = getelementptr inbounds float, ptr %v27, i64 %v134
  %v138 = insertelement <16 x float> poison, float %v124, i64 0
  %v139 = shufflevector <16 x float> %v138, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v128, label %whole129, label %join162
whole129:
  %v154 = icmp slt i64 0, %v127
  br i1 %v154, label %loop130, label %end131
loop130:
  %i132 = phi i64 [ 0, %whole129 ], [ %v152, %loop130 ]
  %p133 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole129 ], [ %v151, %loop130 ]
  %v136 = getelementptr inbounds float, ptr %v135, i64 %i132
  %v137 = load <16 x float>, ptr %v136, align 4
  %v140 = fcmp oeq <16 x float> %v137, %v139
  %v141 = fcmp une <16 x float> %v137, %v137
  %v142 = or <16 x i1> %v140, %v141
  %v143 = insertelement <16 x i64> poison, i64 %i132, i64 0
  %v144 = shufflevector <16 x i64> %v143, <16 x i64> poison, <16 x i32> zeroinitializer
  %v145 = add <16 x i64> %v144, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v150 = select <16 x i1> %v142, <16 x i64> %v145, <16 x i64> %v149
  %v151 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p133, <16 x i64> %v150)
  %v152 = add nsw i64 %i132, 16
  %v153 = icmp slt i64 %v152, %v127
  br i1 %v153, label %loop130, label %end131
end131:
  %v155 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole129 ], [ %v151, %loop130 ]
  %v156 = shufflevector <16 x i64> %v155, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v157 = shufflevector <16 x i64> %v155, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v158 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v156, <8 x i64> %v157)
  %v159 = shufflevector <8 x i64> %v158, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v160 = shufflevector <8 x i64> %v158, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v161 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v159, <4 x i64> %v160)
  br label %join162
join162:
  %v163 = phi <4 x i64> [ splat (i64 9223372036854775807), %loop119 ], [ %v161, %end131 ]
  %v173 = insertelement <4 x float> poison, float %v124, i64 0
  %v174 = shufflevector <4 x float> %v173, <4 x float> poison, <4 x i32> zeroinitializer
  %v187 = icmp slt i64 %v127, %v166
  br i1 %v187, label %loop167, label %end168
loop167:
  %i169 = phi i64 [ %v127, %join162 ], [ %v185, %loop167 ]
  %p170 = phi <4 x i64> [ %v163, %join162 ], [ %v184, %loop167 ]
  %v171 = getelementptr inbounds float, ptr %v135, i64 %i169
  %v172 = load <4 x float>, ptr %v171, align 4
  %v175 = fcmp oeq <4 x float> %v172, %v174
  %v176 = fcmp une <4 x float> %v172, %v172
  %v177 = or <4 x i1> %v175, %v176
  %v178 = insertelement <4 x i64> poison, i64 %i169, i64 0
  %v179 = shufflevector <4 x i64> %v178, <4 x i64> poison, <4 x i32> zeroinitializer
  %v180 = add <4 x i64> %v179, <i64 0, i64 1, i64 2, i64 3>
  %v183 = select <4 x i1> %v177, <4 x i64> %v180, <4 x i64> %v182
  %v184 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p170, <4 x i64> %v183)
  %v185 = add nsw i64 %i169, 4
  %v186 = icmp slt i64 %v185, %v166
  br i1 %v186, label %loop167, label %end168
end168:
  %v188 = phi <4 x i64> [ %v163, %join162 ], [ %v184, %loop167 ]
  br i1 %v195, label %rest196, label %join208
rest196:
  %v197 = getelementptr inbounds float, ptr %v135, i64 %v166
  %v198 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v197, <4 x i1> %v194, <4 x float> zeroinitializer)
  %v199 = fcmp oeq <4 x float> %v198, %v174
  %v200 = fcmp une <4 x float> %v198, %v198
  %v201 = or <4 x i1> %v199, %v200
  %v202 = insertelement <4 x i64> poison, i64 %v166, i64 0
  %v203 = shufflevector <4 x i64> %v202, <4 x i64> poison, <4 x i32> zeroinitializer
  %v204 = add <4 x i64> %v203, <i64 0, i64 1, i64 2, i64 3>
  %v205 = select <4 x i1> %v201, <4 x i64> %v204, <4 x i64> %v182
  %v206 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v188, <4 x i64> %v205)
  %v207 = select <4 x i1> %v194, <4 x i64> %v206, <4 x i64> %v188
  br label %join208
join208:
  %v209 = phi <4 x i64> [ %v188, %end168 ], [ %v207, %rest196 ]
  %v210 = getelementptr <4 x i64>, ptr %v118, i64 %i121
  store <4 x i64> %v209, ptr %v210
  %v211 = add nsw i64 %i121, 1
  %v212 = icmp slt i64 %v211, %v10
  br i1 %v212, label %loop119, label %end120
end120:
  %v214 = getelementptr <4 x i64>, ptr %v118, i64 0
  %v215 = load <4 x i64>, ptr %v214
  %v216 = getelementptr <4 x i64>, ptr %v118, i64 1
  %v217 = load <4 x i64>, ptr %v216
  %v218 = getelementptr <4 x i64>, ptr %v118, i64 2
  %v219 = load <4 x i64>, ptr %v218
  %v220 = getelementptr <4 x i64>, ptr %v118, i64 3
  %v221 = load <4 x i64>, ptr %v220
  %v222 = getelementptr <4 x i64>, ptr %v118, i64 4
  %v223 = load <4 x i64>, ptr %v222
  %v224 = getelementptr <4 x i64>, ptr %v118, i64 5
  %v225 = load <4 x i64>, ptr %v224
  %v226 = getelementptr <4 x i64>, ptr %v118, i64 6
  %v227 = load <4 x i64>, ptr %v226
  %v228 = getelementptr <4 x i64>, ptr %v118, i64 7
  %v229 = load <4 x i64>, ptr %v228
  %v230 = shufflevector <4 x i64> %v215, <4 x i64> %v219, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v231 = shufflevector <4 x i64> %v215, <4 x i64> %v219, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v232 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v230, <4 x i64> %v231)
  %v233 = shufflevector <4 x i64> %v217, <4 x i64> %v221, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v234 = shufflevector <4 x i64> %v217, <4 x i64> %v221, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v235 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v233, <4 x i64> %v234)
  %v236 = shufflevector <4 x i64> %v232, <4 x i64> %v235, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v237 = shufflevector <4 x i64> %v232, <4 x i64> %v235, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v238 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v236, <4 x i64> %v237)
  %v239 = shufflevector <4 x i64> %v223, <4 x i64> %v227, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v240 = shufflevector <4 x i64> %v223, <4 x i64> %v227, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v241 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v239, <4 x i64> %v240)
  %v242 = shufflevector <4 x i64> %v225, <4 x i64> %v229, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v243 = shufflevector <4 x i64> %v225, <4 x i64> %v229, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v244 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v242, <4 x i64> %v243)
  %v245 = shufflevector <4 x i64> %v241, <4 x i64> %v244, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v246 = shufflevector <4 x i64> %v241, <4 x i64> %v244, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v247 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v245, <4 x i64> %v246)
  %v248 = shufflevector <4 x i64> %v238, <4 x i64> %v247, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v249 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> splat (i64 9223372036854775807), <8 x i64> %v248)
  store <8 x i64> %v249, ptr %v250
  %v251 = sub nsw i64 %v11, %i8
  %v252 = call i64 @llvm.umin.i64(i64 %v251, i64 8)
  %v253 = trunc i64 %v252 to i32
  %v254 = insertelement <8 x i32> poison, i32 %v253, i64 0
  %v255 = shufflevector <8 x i32> %v254, <8 x i32> poison, <8 x i32> zeroinitializer
  %v256 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v255
  %v259 = getelementptr inbounds i64, ptr %v258, i64 %i8
  call void @llvm.masked.store.v8i64.p0(<8 x i64> %v249, ptr align 8 %v259, <8 x i1> %v256)
  %v262 = getelementptr inbounds float, ptr %v261, i64 %i8
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v116, ptr align 4 %v262, <8 x i1> %v256)
  %v263 = add nsw i64 %i8, 8
  %v264 = icmp slt i64 %v263, %hi
  br i1 %v264, label %loop6, label %end7
end7:
  br label %join266
join266:
  br i1 %v4, label %rows267, label %join392
rows267:
  %v391 = icmp slt i64 %lo, %hi
  br i1 %v391, label %loop268, label %end269
loop268:
  %i270 = phi i64 [ %lo, %rows267 ], [ %v389, %end359 ]
  %v271 = sub nsw i64 %v2, 0
  %v272 = and i64 %v271, -32
  %v273 = add nsw i64 0, %v272
  %v274 = icmp slt i64 0, %v273
  %v280 = mul i64 %i270, %v29
  %v281 = getelementptr inbounds float, ptr %v27, i64 %v280
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
  %v344 = select <16 x i1> %v340, <16 x i64> %v343, <16 x i64> %v149
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
  %v378 = select <4 x i1> %v374, <4 x i64> %v377, <4 x i64> %v182
  %v379 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p361, <4 x i64> %v378)
  %v380 = select <4 x i1> %v367, <4 x i64> %v379, <4 x i64> %p361
  %v381 = add nsw i64 %i360, 4
  %v382 = icmp slt i64 %v381, %v2
  br i1 %v382, label %loop358, label %end359
end359:
  %v384 = phi <4 x i64> [ %v357, %join356 ], [ %v380, %loop358 ]
  %v385 = call i64 @llvm.vector.reduce.smin.v4i64(<4 x i64> %v384)
  %v386 = call i64 @llvm.smin.i64(i64 9223372036854775807, i64 %v385)
  %v387 = getelementptr inbounds i64, ptr %v258, i64 %i270
  store i64 %v386, ptr %v387, align 8
  %v388 = getelementptr inbounds float, ptr %v261, i64 %i270
  store float %v324, ptr %v388, align 4
  %v389 = add nsw i64 %i270, 1
  %v390 = icmp slt i64 %v389, %hi
  br i1 %v390, label %loop268, label %end269
end269:
  br label %join392
join392:
  ret void
}
