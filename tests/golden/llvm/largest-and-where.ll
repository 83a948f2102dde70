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
  %v13 = alloca [8 x <8 x float>]
  %v27 = getelementptr ptr, ptr %buffers, i64 0
  %v28 = load ptr, ptr %v27, align 8
  %v29 = getelementptr i64, ptr %table, i64 0
  %v30 = load i64, ptr %v29, align 8
  %v118 = alloca [1 x <8 x float>]
  %v119 = alloca [8 x <4 x i64>]
  %v147 = getelementptr i64, ptr %table, i64 2
  %v148 = load i64, ptr %v147, align 8
  %v251 = alloca [1 x <8 x i64>]
  %v258 = getelementptr ptr, ptr %buffers, i64 1
  %v259 = load ptr, ptr %v258, align 8
  %v261 = getelementptr ptr, ptr %buffers, i64 2
  %v262 = load ptr, ptr %v261, align 8
  %v3 = icmp sle i64 %v2, 128
  %v4 = xor i1 %v3, true
  %v18 = sub nsw i64 %v2, 0
  %v19 = and i64 %v18, -32
  %v20 = add nsw i64 0, %v19
  %v48 = sub nsw i64 %v2, 0
  %v49 = and i64 %v48, -8
  %v50 = add nsw i64 0, %v49
  %v62 = sub nsw i64 %v2, %v50
  %v63 = call i64 @llvm.umin.i64(i64 %v62, i64 8)
  %v64 = trunc i64 %v63 to i32
  %v65 = insertelement <8 x i32> poison, i32 %v64, i64 0
  %v66 = shufflevector <8 x i32> %v65, <8 x i32> poison, <8 x i32> zeroinitializer
  %v67 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v66
  %v68 = icmp slt i64 %v50, %v2
  %v126 = sub nsw i64 %v2, 0
  %v127 = and i64 %v126, -16
  %v128 = add nsw i64 0, %v127
  %v149 = insertelement <16 x i64> poison, i64 %v148, i64 0
  %v150 = shufflevector <16 x i64> %v149, <16 x i64> poison, <16 x i32> zeroinitializer
  %v165 = sub nsw i64 %v2, 0
  %v166 = and i64 %v165, -4
  %v167 = add nsw i64 0, %v166
  %v182 = insertelement <4 x i64> poison, i64 %v148, i64 0
  %v183 = shufflevector <4 x i64> %v182, <4 x i64> poison, <4 x i32> zeroinitializer
  %v190 = sub nsw i64 %v2, %v167
  %v191 = call i64 @llvm.umin.i64(i64 %v190, i64 4)
  %v192 = trunc i64 %v191 to i32
  %v193 = insertelement <4 x i32> poison, i32 %v192, i64 0
  %v194 = shufflevector <4 x i32> %v193, <4 x i32> poison, <4 x i32> zeroinitializer
  %v195 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v194
  %v196 = icmp slt i64 %v167, %v2
  br i1 %v3, label %then5, label %join267
then5:
  %v266 = icmp slt i64 %lo, %hi
  br i1 %v266, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %then5 ], [ %v264, %end121 ]
  %v9 = add i64 %i8, 8
  %v10 = call i64 @llvm.smin.i64(i64 %v9, i64 %hi)
  %v11 = sub nsw i64 %v10, %i8
  %v12 = add nsw i64 %i8, %v11
  %v79 = icmp slt i64 0, %v11
  br i1 %v79, label %loop14, label %end15
loop14:
  %i16 = phi i64 [ 0, %loop6 ], [ %v77, %join74 ]
  %v17 = add nsw i64 %i8, %i16
  %v21 = icmp slt i64 0, %v20
  %v31 = mul i64 %v17, %v30
  %v32 = getelementptr inbounds float, ptr %v28, i64 %v31
  br i1 %v21, label %whole22, label %join46
whole22:
  %v38 = icmp slt i64 0, %v20
  br i1 %v38, label %loop23, label %end24
loop23:
  %i25 = phi i64 [ 0, %whole22 ], [ %v36, %loop23 ]
  %p26 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole22 ], [ %v35, %loop23 ]
  %v33 = getelementptr inbounds float, ptr %v32, i64 %i25
  %v34 = load <32 x float>, ptr %v33, align 4
  %v35 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p26, <32 x float> %v34)
  %v36 = add nsw i64 %i25, 32
  %v37 = icmp slt i64 %v36, %v20
  br i1 %v37, label %loop23, label %end24
end24:
  %v39 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole22 ], [ %v35, %loop23 ]
  %v40 = shufflevector <32 x float> %v39, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v41 = shufflevector <32 x float> %v39, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v42 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v40, <16 x float> %v41)
  %v43 = shufflevector <16 x float> %v42, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v44 = shufflevector <16 x float> %v42, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v45 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v43, <8 x float> %v44)
  br label %join46
join46:
  %v47 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop14 ], [ %v45, %end24 ]
  %v60 = icmp slt i64 %v20, %v50
  br i1 %v60, label %loop51, label %end52
loop51:
  %i53 = phi i64 [ %v20, %join46 ], [ %v58, %loop51 ]
  %p54 = phi <8 x float> [ %v47, %join46 ], [ %v57, %loop51 ]
  %v55 = getelementptr inbounds float, ptr %v32, i64 %i53
  %v56 = load <8 x float>, ptr %v55, align 4
  %v57 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p54, <8 x float> %v56)
  %v58 = add nsw i64 %i53, 8
  %v59 = icmp slt i64 %v58, %v50
  br i1 %v59, label %loop51, label %end52
end52:
  %v61 = phi <8 x float> [ %v47, %join46 ], [ %v57, %loop51 ]
  br i1 %v68, label %rest69, label %join74
rest69:
  %v70 = getelementptr inbounds float, ptr %v32, i64 %v50
  %v71 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v70, <8 x i1> %v67, <8 x float> zeroinitializer)
  %v72 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v61, <8 x float> %v71)
  %v73 = select <8 x i1> %v67, <8 x float> %v72, <8 x float> %v61
  br label %join74
join74:
  %v75 = phi <8 x float> [ %v61, %end52 ], [ %v73, %rest69 ]
  %v76 = getelementptr <8 x float>, ptr %v13, i64 %i16
  store <8 x float> %v75, ptr %v76
  %v77 = add nsw i64 %i16, 1
  %v78 = icmp slt i64 %v77, %v11
  br i1 %v78, label %loop14, label %end15
end15:
  %v80 = getelementptr <8 x float>, ptr %v13, i64 0
  %v81 = load <8 x float>, ptr %v80
  %v82 = getelementptr <8 x float>, ptr %v13, i64 1
  %v83 = load <8 x float>, ptr %v82
  %v84 = getelementptr <8 x float>, ptr %v13, i64 2
  %v85 = load <8 x float>, ptr %v84
  %v86 = getelementptr <8 x float>, ptr %v13, i64 3
  %v87 = load <8 x float>, ptr %v86
  %v88 = getelementptr <8 x float>, ptr %v13, i64 4
  %v89 = load <8 x float>, ptr %v88
  %v90 = getelementptr <8 x float>, ptr %v13, i64 5
  %v91 = load <8 x float>, ptr %v90
  %v92 = getelementptr <8 x float>, ptr %v13, i64 6
  %v93 = load <8 x float>, ptr %v92
  %v94 = getelementptr <8 x float>, ptr %v13, i64 7
  %v95 = load <8 x float>, ptr %v94
  %v96 = shufflevector <8 x float> %v81, <8 x float> %v89, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v97 = shufflevector <8 x float> %v81, <8 x float> %v89, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v98 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v96, <8 x float> %v97)
  %v99 = shufflevector <8 x float> %v83, <8 x float> %v91, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v100 = shufflevector <8 x float> %v83, <8 x float> %v91, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v101 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v99, <8 x float> %v100)
  %v102 = shufflevector <8 x float> %v85, <8 x float> %v93, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v103 = shufflevector <8 x float> %v85, <8 x float> %v93, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v104 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v102, <8 x float> %v103)
  %v105 = shufflevector <8 x float> %v87, <8 x float> %v95, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v106 = shufflevector <8 x float> %v87, <8 x float> %v95, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v107 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v105, <8 x float> %v106)
  %v108 = shufflevector <8 x float> %v98, <8 x float> %v101, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v109 = shufflevector <8 x float> %v98, <8 x float> %v101, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v110 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v108, <8 x float> %v109)
  %v111 = shufflevector <8 x float> %v104, <8 x float> %v107, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v112 = shufflevector <8 x float> %v104, <8 x float> %v107, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v113 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v111, <8 x float> %v112)
  %v114 = shufflevector <8 x float> %v110, <8 x float> %v113, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v115 = shufflevector <8 x float> %v110, <8 x float> %v113, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v116 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v114, <8 x float> %v115)
  %v117 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> splat (float 0xFFF0000000000000), <8 x float> %v116)
  store <8 x float> %v117, ptr %v118
  %v214 = icmp slt i64 0, %v11
  br i1 %v214, label %loop120, label %end121
loop120:
  %i122 = phi i64 [ 0, %end15 ], [ %v212, %join209 ]
  %v123 = add nsw i64 %i8, %i122
  %v124 = getelementptr float, ptr %v118, i64 %i122
  %v125 = load float, ptr %v124
  %v129 = icmp slt i64 0, %v128
  %v135 = mul i64 %v123, %v30
  %v136 = getelementptr inbounds float, ptr %v28, i64 %v135
  %v139 = insertelement <16 x float> poison, float %v125, i64 0
  %v140 = shufflevector <16 x float> %v139, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v129, label %whole130, label %join163
whole130:
  %v155 = icmp slt i64 0, %v128
  br i1 %v155, label %loop131, label %end132
loop131:
  %i133 = phi i64 [ 0, %whole130 ], [ %v153, %loop131 ]
  %p134 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole130 ], [ %v152, %loop131 ]
  %v137 = getelementptr inbounds float, ptr %v136, i64 %i133
  %v138 = load <16 x float>, ptr %v137, align 4
  %v141 = fcmp oeq <16 x float> %v138, %v140
  %v142 = fcmp une <16 x float> %v138, %v138
  %v143 = or <16 x i1> %v141, %v142
  %v144 = insertelement <16 x i64> poison, i64 %i133, i64 0
  %v145 = shufflevector <16 x i64> %v144, <16 x i64> poison, <16 x i32> zeroinitializer
  %v146 = add <16 x i64> %v145, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v151 = select <16 x i1> %v143, <16 x i64> %v146, <16 x i64> %v150
  %v152 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p134, <16 x i64> %v151)
  %v153 = add nsw i64 %i133, 16
  %v154 = icmp slt i64 %v153, %v128
  br i1 %v154, label %loop131, label %end132
end132:
  %v156 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole130 ], [ %v152, %loop131 ]
  %v157 = shufflevector <16 x i64> %v156, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v158 = shufflevector <16 x i64> %v156, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v159 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v157, <8 x i64> %v158)
  %v160 = shufflevector <8 x i64> %v159, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v161 = shufflevector <8 x i64> %v159, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v162 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v160, <4 x i64> %v161)
  br label %join163
join163:
  %v164 = phi <4 x i64> [ splat (i64 9223372036854775807), %loop120 ], [ %v162, %end132 ]
  %v174 = insertelement <4 x float> poison, float %v125, i64 0
  %v175 = shufflevector <4 x float> %v174, <4 x float> poison, <4 x i32> zeroinitializer
  %v188 = icmp slt i64 %v128, %v167
  br i1 %v188, label %loop168, label %end169
loop168:
  %i170 = phi i64 [ %v128, %join163 ], [ %v186, %loop168 ]
  %p171 = phi <4 x i64> [ %v164, %join163 ], [ %v185, %loop168 ]
  %v172 = getelementptr inbounds float, ptr %v136, i64 %i170
  %v173 = load <4 x float>, ptr %v172, align 4
  %v176 = fcmp oeq <4 x float> %v173, %v175
  %v177 = fcmp une <4 x float> %v173, %v173
  %v178 = or <4 x i1> %v176, %v177
  %v179 = insertelement <4 x i64> poison, i64 %i170, i64 0
  %v180 = shufflevector <4 x i64> %v179, <4 x i64> poison, <4 x i32> zeroinitializer
  %v181 = add <4 x i64> %v180, <i64 0, i64 1, i64 2, i64 3>
  %v184 = select <4 x i1> %v178, <4 x i64> %v181, <4 x i64> %v183
  %v185 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p171, <4 x i64> %v184)
  %v186 = add nsw i64 %i170, 4
  %v187 = icmp slt i64 %v186, %v167
  br i1 %v187, label %loop168, label %end169
end169:
  %v189 = phi <4 x i64> [ %v164, %join163 ], [ %v185, %loop168 ]
  br i1 %v196, label %rest197, label %join209
rest197:
  %v198 = getelementptr inbounds float, ptr %v136, i64 %v167
  %v199 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v198, <4 x i1> %v195, <4 x float> zeroinitializer)
  %v200 = fcmp oeq <4 x float> %v199, %v175
  %v201 = fcmp une <4 x float> %v199, %v199
  %v202 = or <4 x i1> %v200, %v201
  %v203 = insertelement <4 x i64> poison, i64 %v167, i64 0
  %v204 = shufflevector <4 x i64> %v203, <4 x i64> poison, <4 x i32> zeroinitializer
  %v205 = add <4 x i64> %v204, <i64 0, i64 1, i64 2, i64 3>
  %v206 = select <4 x i1> %v202, <4 x i64> %v205, <4 x i64> %v183
  %v207 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v189, <4 x i64> %v206)
  %v208 = select <4 x i1> %v195, <4 x i64> %v207, <4 x i64> %v189
  br label %join209
join209:
  %v210 = phi <4 x i64> [ %v189, %end169 ], [ %v208, %rest197 ]
  %v211 = getelementptr <4 x i64>, ptr %v119, i64 %i122
  store <4 x i64> %v210, ptr %v211
  %v212 = add nsw i64 %i122, 1
  %v213 = icmp slt i64 %v212, %v11
  br i1 %v213, label %loop120, label %end121
end121:
  %v215 = getelementptr <4 x i64>, ptr %v119, i64 0
  %v216 = load <4 x i64>, ptr %v215
  %v217 = getelementptr <4 x i64>, ptr %v119, i64 1
  %v218 = load <4 x i64>, ptr %v217
  %v219 = getelementptr <4 x i64>, ptr %v119, i64 2
  %v220 = load <4 x i64>, ptr %v219
  %v221 = getelementptr <4 x i64>, ptr %v119, i64 3
  %v222 = load <4 x i64>, ptr %v221
  %v223 = getelementptr <4 x i64>, ptr %v119, i64 4
  %v224 = load <4 x i64>, ptr %v223
  %v225 = getelementptr <4 x i64>, ptr %v119, i64 5
  %v226 = load <4 x i64>, ptr %v225
  %v227 = getelementptr <4 x i64>, ptr %v119, i64 6
  %v228 = load <4 x i64>, ptr %v227
  %v229 = getelementptr <4 x i64>, ptr %v119, i64 7
  %v230 = load <4 x i64>, ptr %v229
  %v231 = shufflevector <4 x i64> %v216, <4 x i64> %v220, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v232 = shufflevector <4 x i64> %v216, <4 x i64> %v220, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v233 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v231, <4 x i64> %v232)
  %v234 = shufflevector <4 x i64> %v218, <4 x i64> %v222, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v235 = shufflevector <4 x i64> %v218, <4 x i64> %v222, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v236 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v234, <4 x i64> %v235)
  %v237 = shufflevector <4 x i64> %v233, <4 x i64> %v236, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v238 = shufflevector <4 x i64> %v233, <4 x i64> %v236, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v239 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v237, <4 x i64> %v238)
  %v240 = shufflevector <4 x i64> %v224, <4 x i64> %v228, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v241 = shufflevector <4 x i64> %v224, <4 x i64> %v228, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v242 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v240, <4 x i64> %v241)
  %v243 = shufflevector <4 x i64> %v226, <4 x i64> %v230, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v244 = shufflevector <4 x i64> %v226, <4 x i64> %v230, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v245 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v243, <4 x i64> %v244)
  %v246 = shufflevector <4 x i64> %v242, <4 x i64> %v245, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v247 = shufflevector <4 x i64> %v242, <4 x i64> %v245, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v248 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v246, <4 x i64> %v247)
  %v249 = shufflevector <4 x i64> %v239, <4 x i64> %v248, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v250 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> splat (i64 9223372036854775807), <8 x i64> %v249)
  store <8 x i64> %v250, ptr %v251
  %v252 = sub nsw i64 %v12, %i8
  %v253 = call i64 @llvm.umin.i64(i64 %v252, i64 8)
  %v254 = trunc i64 %v253 to i32
  %v255 = insertelement <8 x i32> poison, i32 %v254, i64 0
  %v256 = shufflevector <8 x i32> %v255, <8 x i32> poison, <8 x i32> zeroinitializer
  %v257 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v256
  %v260 = getelementptr inbounds i64, ptr %v259, i64 %i8
  call void @llvm.masked.store.v8i64.p0(<8 x i64> %v250, ptr align 8 %v260, <8 x i1> %v257)
  %v263 = getelementptr inbounds float, ptr %v262, i64 %i8
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v117, ptr align 4 %v263, <8 x i1> %v257)
  %v264 = add nsw i64 %i8, 8
  %v265 = icmp slt i64 %v264, %hi
  br i1 %v265, label %loop6, label %end7
end7:
  br label %join267
join267:
  br i1 %v4, label %then268, label %join393
then268:
  %v392 = icmp slt i64 %lo, %hi
  br i1 %v392, label %loop269, label %end270
loop269:
  %i271 = phi i64 [ %lo, %then268 ], [ %v390, %end360 ]
  %v272 = sub nsw i64 %v2, 0
  %v273 = and i64 %v272, -32
  %v274 = add nsw i64 0, %v273
  %v275 = icmp slt i64 0, %v274
  %v281 = mul i64 %i271, %v30
  %v282 = getelementptr inbounds float, ptr %v28, i64 %v281
  br i1 %v275, label %whole276, label %join296
whole276:
  %v288 = icmp slt i64 0, %v274
  br i1 %v288, label %loop277, label %end278
loop277:
  %i279 = phi i64 [ 0, %whole276 ], [ %v286, %loop277 ]
  %p280 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole276 ], [ %v285, %loop277 ]
  %v283 = getelementptr inbounds float, ptr %v282, i64 %i279
  %v284 = load <32 x float>, ptr %v283, align 4
  %v285 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p280, <32 x float> %v284)
  %v286 = add nsw i64 %i279, 32
  %v287 = icmp slt i64 %v286, %v274
  br i1 %v287, label %loop277, label %end278
end278:
  %v289 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole276 ], [ %v285, %loop277 ]
  %v290 = shufflevector <32 x float> %v289, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v291 = shufflevector <32 x float> %v289, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v292 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v290, <16 x float> %v291)
  %v293 = shufflevector <16 x float> %v292, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v294 = shufflevector <16 x float> %v292, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v295 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v293, <8 x float> %v294)
  br label %join296
join296:
  %v297 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop269 ], [ %v295, %end278 ]
  %v314 = icmp slt i64 %v274, %v2
  br i1 %v314, label %loop298, label %end299
loop298:
  %i300 = phi i64 [ %v274, %join296 ], [ %v312, %loop298 ]
  %p301 = phi <8 x float> [ %v297, %join296 ], [ %v311, %loop298 ]
  %v302 = sub nsw i64 %v2, %i300
  %v303 = call i64 @llvm.umin.i64(i64 %v302, i64 8)
  %v304 = trunc i64 %v303 to i32
  %v305 = insertelement <8 x i32> poison, i32 %v304, i64 0
  %v306 = shufflevector <8 x i32> %v305, <8 x i32> poison, <8 x i32> zeroinitializer
  %v307 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v306
  %v308 = getelementptr inbounds float, ptr %v282, i64 %i300
  %v309 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v308, <8 x i1> %v307, <8 x float> zeroinitializer)
  %v310 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p301, <8 x float> %v309)
  %v311 = select <8 x i1> %v307, <8 x float> %v310, <8 x float> %p301
  %v312 = add nsw i64 %i300, 8
  %v313 = icmp slt i64 %v312, %v2
  br i1 %v313, label %loop298, label %end299
end299:
  %v315 = phi <8 x float> [ %v297, %join296 ], [ %v311, %loop298 ]
  %v316 = shufflevector <8 x float> %v315, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v317 = shufflevector <8 x float> %v315, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v318 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v316, <4 x float> %v317)
  %v319 = shufflevector <4 x float> %v318, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v320 = shufflevector <4 x float> %v318, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v321 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v319, <2 x float> %v320)
  %v322 = extractelement <2 x float> %v321, i64 0
  %v323 = extractelement <2 x float> %v321, i64 1
  %v324 = call nsz float @llvm.maximum.f32(float %v322, float %v323)
  %v325 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v324)
  %v326 = sub nsw i64 %v2, 0
  %v327 = and i64 %v326, -16
  %v328 = add nsw i64 0, %v327
  %v329 = icmp slt i64 0, %v328
  %v337 = insertelement <16 x float> poison, float %v325, i64 0
  %v338 = shufflevector <16 x float> %v337, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v329, label %whole330, label %join357
whole330:
  %v349 = icmp slt i64 0, %v328
  br i1 %v349, label %loop331, label %end332
loop331:
  %i333 = phi i64 [ 0, %whole330 ], [ %v347, %loop331 ]
  %p334 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole330 ], [ %v346, %loop331 ]
  %v335 = getelementptr inbounds float, ptr %v282, i64 %i333
  %v336 = load <16 x float>, ptr %v335, align 4
  %v339 = fcmp oeq <16 x float> %v336, %v338
  %v340 = fcmp une <16 x float> %v336, %v336
  %v341 = or <16 x i1> %v339, %v340
  %v342 = insertelement <16 x i64> poison, i64 %i333, i64 0
  %v343 = shufflevector <16 x i64> %v342, <16 x i64> poison, <16 x i32> zeroinitializer
  %v344 = add <16 x i64> %v343, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v345 = select <16 x i1> %v341, <16 x i64> %v344, <16 x i64> %v150
  %v346 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p334, <16 x i64> %v345)
  %v347 = add nsw i64 %i333, 16
  %v348 = icmp slt i64 %v347, %v328
  br i1 %v348, label %loop331, label %end332
end332:
  %v350 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole330 ], [ %v346, %loop331 ]
  %v351 = shufflevector <16 x i64> %v350, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v352 = shufflevector <16 x i64> %v350, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v353 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v351, <8 x i64> %v352)
  %v354 = shufflevector <8 x i64> %v353, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v355 = shufflevector <8 x i64> %v353, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v356 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v354, <4 x i64> %v355)
  br label %join357
join357:
  %v358 = phi <4 x i64> [ splat (i64 9223372036854775807), %end299 ], [ %v356, %end332 ]
  %v371 = insertelement <4 x float> poison, float %v325, i64 0
  %v372 = shufflevector <4 x float> %v371, <4 x float> poison, <4 x i32> zeroinitializer
  %v384 = icmp slt i64 %v328, %v2
  br i1 %v384, label %loop359, label %end360
loop359:
  %i361 = phi i64 [ %v328, %join357 ], [ %v382, %loop359 ]
  %p362 = phi <4 x i64> [ %v358, %join357 ], [ %v381, %loop359 ]
  %v363 = sub nsw i64 %v2, %i361
  %v364 = call i64 @llvm.umin.i64(i64 %v363, i64 4)
  %v365 = trunc i64 %v364 to i32
  %v366 = insertelement <4 x i32> poison, i32 %v365, i64 0
  %v367 = shufflevector <4 x i32> %v366, <4 x i32> poison, <4 x i32> zeroinitializer
  %v368 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v367
  %v369 = getelementptr inbounds float, ptr %v282, i64 %i361
  %v370 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v369, <4 x i1> %v368, <4 x float> zeroinitializer)
  %v373 = fcmp oeq <4 x float> %v370, %v372
  %v374 = fcmp une <4 x float> %v370, %v370
  %v375 = or <4 x i1> %v373, %v374
  %v376 = insertelement <4 x i64> poison, i64 %i361, i64 0
  %v377 = shufflevector <4 x i64> %v376, <4 x i64> poison, <4 x i32> zeroinitializer
  %v378 = add <4 x i64> %v377, <i64 0, i64 1, i64 2, i64 3>
  %v379 = select <4 x i1> %v375, <4 x i64> %v378, <4 x i64> %v183
  %v380 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p362, <4 x i64> %v379)
  %v381 = select <4 x i1> %v368, <4 x i64> %v380, <4 x i64> %p362
  %v382 = add nsw i64 %i361, 4
  %v383 = icmp slt i64 %v382, %v2
  br i1 %v383, label %loop359, label %end360
end360:
  %v385 = phi <4 x i64> [ %v358, %join357 ], [ %v381, %loop359 ]
  %v386 = call i64 @llvm.vector.reduce.smin.v4i64(<4 x i64> %v385)
  %v387 = call i64 @llvm.smin.i64(i64 9223372036854775807, i64 %v386)
  %v388 = getelementptr inbounds i64, ptr %v259, i64 %i271
  store i64 %v387, ptr %v388, align 8
  %v389 = getelementptr inbounds float, ptr %v262, i64 %i271
  store float %v325, ptr %v389, align 4
  %v390 = add nsw i64 %i271, 1
  %v391 = icmp slt i64 %v390, %hi
  br i1 %v391, label %loop269, label %end270
end270:
  br label %join393
join393:
  ret void
}
