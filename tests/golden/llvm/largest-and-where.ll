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
declare <16 x i64> @llvm.smin.v16i64(<16 x i64>, <16 x i64>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>, <4 x i64>)
declare <8 x i64> @llvm.smin.v8i64(<8 x i64>, <8 x i64>)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.vector.reduce.smin.v4i64(<4 x i64>)
define internal <8 x float> @totals.max.float32.8.8(ptr %vectors) nounwind noinline {
entry:
  %v74 = load <8 x float>, ptr %vectors
  %v75 = getelementptr <8 x float>, ptr %vectors, i64 1
  %v76 = load <8 x float>, ptr %v75
  %v77 = getelementptr <8 x float>, ptr %vectors, i64 2
  %v78 = load <8 x float>, ptr %v77
  %v79 = getelementptr <8 x float>, ptr %vectors, i64 3
  %v80 = load <8 x float>, ptr %v79
  %v81 = getelementptr <8 x float>, ptr %vectors, i64 4
  %v82 = load <8 x float>, ptr %v81
  %v83 = getelementptr <8 x float>, ptr %vectors, i64 5
  %v84 = load <8 x float>, ptr %v83
  %v85 = getelementptr <8 x float>, ptr %vectors, i64 6
  %v86 = load <8 x float>, ptr %v85
  %v87 = getelementptr <8 x float>, ptr %vectors, i64 7
  %v88 = load <8 x float>, ptr %v87
  %v89 = shufflevector <8 x float> %v74, <8 x float> %v82, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v90 = shufflevector <8 x float> %v74, <8 x float> %v82, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v91 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v89, <8 x float> %v90)
  %v92 = shufflevector <8 x float> %v76, <8 x float> %v84, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v93 = shufflevector <8 x float> %v76, <8 x float> %v84, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v94 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v92, <8 x float> %v93)
  %v95 = shufflevector <8 x float> %v78, <8 x float> %v86, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v96 = shufflevector <8 x float> %v78, <8 x float> %v86, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v97 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v95, <8 x float> %v96)
  %v98 = shufflevector <8 x float> %v80, <8 x float> %v88, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v99 = shufflevector <8 x float> %v80, <8 x float> %v88, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v100 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v98, <8 x float> %v99)
  %v101 = shufflevector <8 x float> %v91, <8 x float> %v94, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v102 = shufflevector <8 x float> %v91, <8 x float> %v94, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v103 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v101, <8 x float> %v102)
  %v104 = shufflevector <8 x float> %v97, <8 x float> %v100, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v105 = shufflevector <8 x float> %v97, <8 x float> %v100, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v106 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v104, <8 x float> %v105)
  %v107 = shufflevector <8 x float> %v103, <8 x float> %v106, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v108 = shufflevector <8 x float> %v103, <8 x float> %v106, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v109 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v107, <8 x float> %v108)
  ret <8 x float> %v109
}
define internal <8 x i64> @totals.min.int64.4.8(ptr %vectors) nounwind noinline {
entry:
  %v205 = load <4 x i64>, ptr %vectors
  %v206 = getelementptr <4 x i64>, ptr %vectors, i64 1
  %v207 = load <4 x i64>, ptr %v206
  %v208 = getelementptr <4 x i64>, ptr %vectors, i64 2
  %v209 = load <4 x i64>, ptr %v208
  %v210 = getelementptr <4 x i64>, ptr %vectors, i64 3
  %v211 = load <4 x i64>, ptr %v210
  %v212 = getelementptr <4 x i64>, ptr %vectors, i64 4
  %v213 = load <4 x i64>, ptr %v212
  %v214 = getelementptr <4 x i64>, ptr %vectors, i64 5
  %v215 = load <4 x i64>, ptr %v214
  %v216 = getelementptr <4 x i64>, ptr %vectors, i64 6
  %v217 = load <4 x i64>, ptr %v216
  %v218 = getelementptr <4 x i64>, ptr %vectors, i64 7
  %v219 = load <4 x i64>, ptr %v218
  %v220 = shufflevector <4 x i64> %v205, <4 x i64> %v209, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v221 = shufflevector <4 x i64> %v205, <4 x i64> %v209, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v222 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v220, <4 x i64> %v221)
  %v223 = shufflevector <4 x i64> %v207, <4 x i64> %v211, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v224 = shufflevector <4 x i64> %v207, <4 x i64> %v211, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v225 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v223, <4 x i64> %v224)
  %v226 = shufflevector <4 x i64> %v222, <4 x i64> %v225, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v227 = shufflevector <4 x i64> %v222, <4 x i64> %v225, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v228 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v226, <4 x i64> %v227)
  %v229 = shufflevector <4 x i64> %v213, <4 x i64> %v217, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v230 = shufflevector <4 x i64> %v213, <4 x i64> %v217, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v231 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v229, <4 x i64> %v230)
  %v232 = shufflevector <4 x i64> %v215, <4 x i64> %v219, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v233 = shufflevector <4 x i64> %v215, <4 x i64> %v219, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v234 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v232, <4 x i64> %v233)
  %v235 = shufflevector <4 x i64> %v231, <4 x i64> %v234, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v236 = shufflevector <4 x i64> %v231, <4 x i64> %v234, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v237 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v235, <4 x i64> %v236)
  %v238 = shufflevector <4 x i64> %v228, <4 x i64> %v237, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  ret <8 x i64> %v238
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 1
  %v2 = load i64, ptr %v1, align 8
  %v13 = alloca [8 x <8 x float>]
  %v25 = load ptr, ptr %buffers, align 8
  %v26 = load i64, ptr %table, align 8
  %v112 = alloca [1 x <8 x float>]
  %v113 = alloca [8 x <4 x i64>]
  %v139 = getelementptr i64, ptr %table, i64 2
  %v140 = load i64, ptr %v139, align 8
  %v241 = alloca [1 x <8 x i64>]
  %v248 = getelementptr ptr, ptr %buffers, i64 1
  %v249 = load ptr, ptr %v248, align 8
  %v251 = getelementptr ptr, ptr %buffers, i64 2
  %v252 = load ptr, ptr %v251, align 8
  %v3 = icmp sle i64 %v2, 384
  %v18 = and i64 %v2, -32
  %v44 = and i64 %v2, -8
  %v56 = sub nsw i64 %v2, %v44
  %v57 = call i64 @llvm.umin.i64(i64 %v56, i64 8)
  %v58 = trunc i64 %v57 to i32
  %v59 = insertelement <8 x i32> poison, i32 %v58, i64 0
  %v60 = shufflevector <8 x i32> %v59, <8 x i32> poison, <8 x i32> zeroinitializer
  %v61 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v60
  %v62 = icmp slt i64 %v44, %v2
  %v120 = and i64 %v2, -16
  %v141 = insertelement <16 x i64> poison, i64 %v140, i64 0
  %v142 = shufflevector <16 x i64> %v141, <16 x i64> poison, <16 x i32> zeroinitializer
  %v157 = and i64 %v2, -4
  %v172 = insertelement <4 x i64> poison, i64 %v140, i64 0
  %v173 = shufflevector <4 x i64> %v172, <4 x i64> poison, <4 x i32> zeroinitializer
  %v180 = sub nsw i64 %v2, %v157
  %v181 = call i64 @llvm.umin.i64(i64 %v180, i64 4)
  %v182 = trunc i64 %v181 to i32
  %v183 = insertelement <4 x i32> poison, i32 %v182, i64 0
  %v184 = shufflevector <4 x i32> %v183, <4 x i32> poison, <4 x i32> zeroinitializer
  %v185 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v184
  %v186 = icmp slt i64 %v157, %v2
  br i1 %v3, label %then4, label %join257
then4:
  %v256 = icmp slt i64 %lo, %hi
  br i1 %v256, label %loop5, label %end6
loop5:
  %i7 = phi i64 [ %lo, %then4 ], [ %v254, %end115 ]
  %v8 = add i64 %i7, 8
  %v9 = icmp slt i64 %v8, %hi
  %v10 = select i1 %v9, i64 %v8, i64 %hi, !unpredictable !{}
  %v11 = sub nsw i64 %v10, %i7
  %v12 = add nsw i64 %i7, %v11
  %v73 = icmp slt i64 0, %v11
  br i1 %v73, label %loop14, label %end15
loop14:
  %i16 = phi i64 [ 0, %loop5 ], [ %v71, %join68 ]
  %v17 = add nsw i64 %i7, %i16
  %v19 = icmp slt i64 0, %v18
  %v27 = mul i64 %v17, %v26
  %v28 = getelementptr inbounds float, ptr %v25, i64 %v27
  br i1 %v19, label %whole20, label %join42
whole20:
  %v34 = icmp slt i64 0, %v18
  br i1 %v34, label %loop21, label %end22
loop21:
  %i23 = phi i64 [ 0, %whole20 ], [ %v32, %loop21 ]
  %p24 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole20 ], [ %v31, %loop21 ]
  %v29 = getelementptr inbounds float, ptr %v28, i64 %i23
  %v30 = load <32 x float>, ptr %v29, align 4
  %v31 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p24, <32 x float> %v30)
  %v32 = add nsw i64 %i23, 32
  %v33 = icmp slt i64 %v32, %v18
  br i1 %v33, label %loop21, label %end22
end22:
  %v35 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole20 ], [ %v31, %loop21 ]
  %v36 = shufflevector <32 x float> %v35, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v37 = shufflevector <32 x float> %v35, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v38 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v36, <16 x float> %v37)
  %v39 = shufflevector <16 x float> %v38, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v40 = shufflevector <16 x float> %v38, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v41 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v39, <8 x float> %v40)
  br label %join42
join42:
  %v43 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop14 ], [ %v41, %end22 ]
  %v54 = icmp slt i64 %v18, %v44
  br i1 %v54, label %loop45, label %end46
loop45:
  %i47 = phi i64 [ %v18, %join42 ], [ %v52, %loop45 ]
  %p48 = phi <8 x float> [ %v43, %join42 ], [ %v51, %loop45 ]
  %v49 = getelementptr inbounds float, ptr %v28, i64 %i47
  %v50 = load <8 x float>, ptr %v49, align 4
  %v51 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p48, <8 x float> %v50)
  %v52 = add nsw i64 %i47, 8
  %v53 = icmp slt i64 %v52, %v44
  br i1 %v53, label %loop45, label %end46
end46:
  %v55 = phi <8 x float> [ %v43, %join42 ], [ %v51, %loop45 ]
  br i1 %v62, label %rest63, label %join68
rest63:
  %v64 = getelementptr inbounds float, ptr %v28, i64 %v44
  %v65 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v64, <8 x i1> %v61, <8 x float> zeroinitializer)
  %v66 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v55, <8 x float> %v65)
  %v67 = select <8 x i1> %v61, <8 x float> %v66, <8 x float> %v55
  br label %join68
join68:
  %v69 = phi <8 x float> [ %v55, %end46 ], [ %v67, %rest63 ]
  %v70 = getelementptr <8 x float>, ptr %v13, i64 %i16
  store <8 x float> %v69, ptr %v70
  %v71 = add nsw i64 %i16, 1
  %v72 = icmp slt i64 %v71, %v11
  br i1 %v72, label %loop14, label %end15
end15:
  %v110 = call <8 x float> @totals.max.float32.8.8(ptr %v13)
  %v111 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> splat (float 0xFFF0000000000000), <8 x float> %v110)
  store <8 x float> %v111, ptr %v112
  %v204 = icmp slt i64 0, %v11
  br i1 %v204, label %loop114, label %end115
loop114:
  %i116 = phi i64 [ 0, %end15 ], [ %v202, %join199 ]
  %v117 = add nsw i64 %i7, %i116
  %v118 = getelementptr float, ptr %v112, i64 %i116
  %v119 = load float, ptr %v118
  %v121 = icmp slt i64 0, %v120
  %v127 = mul i64 %v117, %v26
  %v128 = getelementptr inbounds float, ptr %v25, i64 %v127
  %v131 = insertelement <16 x float> poison, float %v119, i64 0
  %v132 = shufflevector <16 x float> %v131, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v121, label %whole122, label %join155
whole122:
  %v147 = icmp slt i64 0, %v120
  br i1 %v147, label %loop123, label %end124
loop123:
  %i125 = phi i64 [ 0, %whole122 ], [ %v145, %loop123 ]
  %p126 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole122 ], [ %v144, %loop123 ]
  %v129 = getelementptr inbounds float, ptr %v128, i64 %i125
  %v130 = load <16 x float>, ptr %v129, align 4
  %v133 = fcmp oeq <16 x float> %v130, %v132
  %v134 = fcmp une <16 x float> %v130, %v130
  %v135 = or <16 x i1> %v133, %v134
  %v136 = insertelement <16 x i64> poison, i64 %i125, i64 0
  %v137 = shufflevector <16 x i64> %v136, <16 x i64> poison, <16 x i32> zeroinitializer
  %v138 = add <16 x i64> %v137, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v143 = select <16 x i1> %v135, <16 x i64> %v138, <16 x i64> %v142
  %v144 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p126, <16 x i64> %v143)
  %v145 = add nsw i64 %i125, 16
  %v146 = icmp slt i64 %v145, %v120
  br i1 %v146, label %loop123, label %end124
end124:
  %v148 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole122 ], [ %v144, %loop123 ]
  %v149 = shufflevector <16 x i64> %v148, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v150 = shufflevector <16 x i64> %v148, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v151 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v149, <8 x i64> %v150)
  %v152 = shufflevector <8 x i64> %v151, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v153 = shufflevector <8 x i64> %v151, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v154 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v152, <4 x i64> %v153)
  br label %join155
join155:
  %v156 = phi <4 x i64> [ splat (i64 9223372036854775807), %loop114 ], [ %v154, %end124 ]
  %v164 = insertelement <4 x float> poison, float %v119, i64 0
  %v165 = shufflevector <4 x float> %v164, <4 x float> poison, <4 x i32> zeroinitializer
  %v178 = icmp slt i64 %v120, %v157
  br i1 %v178, label %loop158, label %end159
loop158:
  %i160 = phi i64 [ %v120, %join155 ], [ %v176, %loop158 ]
  %p161 = phi <4 x i64> [ %v156, %join155 ], [ %v175, %loop158 ]
  %v162 = getelementptr inbounds float, ptr %v128, i64 %i160
  %v163 = load <4 x float>, ptr %v162, align 4
  %v166 = fcmp oeq <4 x float> %v163, %v165
  %v167 = fcmp une <4 x float> %v163, %v163
  %v168 = or <4 x i1> %v166, %v167
  %v169 = insertelement <4 x i64> poison, i64 %i160, i64 0
  %v170 = shufflevector <4 x i64> %v169, <4 x i64> poison, <4 x i32> zeroinitializer
  %v171 = add <4 x i64> %v170, <i64 0, i64 1, i64 2, i64 3>
  %v174 = select <4 x i1> %v168, <4 x i64> %v171, <4 x i64> %v173
  %v175 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p161, <4 x i64> %v174)
  %v176 = add nsw i64 %i160, 4
  %v177 = icmp slt i64 %v176, %v157
  br i1 %v177, label %loop158, label %end159
end159:
  %v179 = phi <4 x i64> [ %v156, %join155 ], [ %v175, %loop158 ]
  br i1 %v186, label %rest187, label %join199
rest187:
  %v188 = getelementptr inbounds float, ptr %v128, i64 %v157
  %v189 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v188, <4 x i1> %v185, <4 x float> zeroinitializer)
  %v190 = fcmp oeq <4 x float> %v189, %v165
  %v191 = fcmp une <4 x float> %v189, %v189
  %v192 = or <4 x i1> %v190, %v191
  %v193 = insertelement <4 x i64> poison, i64 %v157, i64 0
  %v194 = shufflevector <4 x i64> %v193, <4 x i64> poison, <4 x i32> zeroinitializer
  %v195 = add <4 x i64> %v194, <i64 0, i64 1, i64 2, i64 3>
  %v196 = select <4 x i1> %v192, <4 x i64> %v195, <4 x i64> %v173
  %v197 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v179, <4 x i64> %v196)
  %v198 = select <4 x i1> %v185, <4 x i64> %v197, <4 x i64> %v179
  br label %join199
join199:
  %v200 = phi <4 x i64> [ %v179, %end159 ], [ %v198, %rest187 ]
  %v201 = getelementptr <4 x i64>, ptr %v113, i64 %i116
  store <4 x i64> %v200, ptr %v201
  %v202 = add nsw i64 %i116, 1
  %v203 = icmp slt i64 %v202, %v11
  br i1 %v203, label %loop114, label %end115
end115:
  %v239 = call <8 x i64> @totals.min.int64.4.8(ptr %v113)
  %v240 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> splat (i64 9223372036854775807), <8 x i64> %v239)
  store <8 x i64> %v240, ptr %v241
  %v242 = sub nsw i64 %v12, %i7
  %v243 = call i64 @llvm.umin.i64(i64 %v242, i64 8)
  %v244 = trunc i64 %v243 to i32
  %v245 = insertelement <8 x i32> poison, i32 %v244, i64 0
  %v246 = shufflevector <8 x i32> %v245, <8 x i32> poison, <8 x i32> zeroinitializer
  %v247 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v246
  %v250 = getelementptr inbounds i64, ptr %v249, i64 %i7
  call void @llvm.masked.store.v8i64.p0(<8 x i64> %v240, ptr align 8 %v250, <8 x i1> %v247)
  %v253 = getelementptr inbounds float, ptr %v252, i64 %i7
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v111, ptr align 4 %v253, <8 x i1> %v247)
  %v254 = add nsw i64 %i7, 8
  %v255 = icmp slt i64 %v254, %hi
  br i1 %v255, label %loop5, label %end6
end6:
  br label %join257
join257:
  %v258 = xor i1 %v3, true
  br i1 %v258, label %then259, label %join381
then259:
  %v380 = icmp slt i64 %lo, %hi
  br i1 %v380, label %loop260, label %end261
loop260:
  %i262 = phi i64 [ %lo, %then259 ], [ %v378, %end347 ]
  %v263 = and i64 %v2, -32
  %v264 = icmp slt i64 0, %v263
  %v270 = mul i64 %i262, %v26
  %v271 = getelementptr inbounds float, ptr %v25, i64 %v270
  br i1 %v264, label %whole265, label %join285
whole265:
  %v277 = icmp slt i64 0, %v263
  br i1 %v277, label %loop266, label %end267
loop266:
  %i268 = phi i64 [ 0, %whole265 ], [ %v275, %loop266 ]
  %p269 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole265 ], [ %v274, %loop266 ]
  %v272 = getelementptr inbounds float, ptr %v271, i64 %i268
  %v273 = load <32 x float>, ptr %v272, align 4
  %v274 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p269, <32 x float> %v273)
  %v275 = add nsw i64 %i268, 32
  %v276 = icmp slt i64 %v275, %v263
  br i1 %v276, label %loop266, label %end267
end267:
  %v278 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole265 ], [ %v274, %loop266 ]
  %v279 = shufflevector <32 x float> %v278, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v280 = shufflevector <32 x float> %v278, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v281 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v279, <16 x float> %v280)
  %v282 = shufflevector <16 x float> %v281, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v283 = shufflevector <16 x float> %v281, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v284 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v282, <8 x float> %v283)
  br label %join285
join285:
  %v286 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop260 ], [ %v284, %end267 ]
  %v303 = icmp slt i64 %v263, %v2
  br i1 %v303, label %loop287, label %end288
loop287:
  %i289 = phi i64 [ %v263, %join285 ], [ %v301, %loop287 ]
  %p290 = phi <8 x float> [ %v286, %join285 ], [ %v300, %loop287 ]
  %v291 = sub nsw i64 %v2, %i289
  %v292 = call i64 @llvm.umin.i64(i64 %v291, i64 8)
  %v293 = trunc i64 %v292 to i32
  %v294 = insertelement <8 x i32> poison, i32 %v293, i64 0
  %v295 = shufflevector <8 x i32> %v294, <8 x i32> poison, <8 x i32> zeroinitializer
  %v296 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v295
  %v297 = getelementptr inbounds float, ptr %v271, i64 %i289
  %v298 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v297, <8 x i1> %v296, <8 x float> zeroinitializer)
  %v299 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p290, <8 x float> %v298)
  %v300 = select <8 x i1> %v296, <8 x float> %v299, <8 x float> %p290
  %v301 = add nsw i64 %i289, 8
  %v302 = icmp slt i64 %v301, %v2
  br i1 %v302, label %loop287, label %end288
end288:
  %v304 = phi <8 x float> [ %v286, %join285 ], [ %v300, %loop287 ]
  %v305 = shufflevector <8 x float> %v304, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v306 = shufflevector <8 x float> %v304, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v307 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v305, <4 x float> %v306)
  %v308 = shufflevector <4 x float> %v307, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v309 = shufflevector <4 x float> %v307, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v310 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v308, <2 x float> %v309)
  %v311 = extractelement <2 x float> %v310, i64 0
  %v312 = extractelement <2 x float> %v310, i64 1
  %v313 = call nsz float @llvm.maximum.f32(float %v311, float %v312)
  %v314 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v313)
  %v315 = and i64 %v2, -16
  %v316 = icmp slt i64 0, %v315
  %v324 = insertelement <16 x float> poison, float %v314, i64 0
  %v325 = shufflevector <16 x float> %v324, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v316, label %whole317, label %join344
whole317:
  %v336 = icmp slt i64 0, %v315
  br i1 %v336, label %loop318, label %end319
loop318:
  %i320 = phi i64 [ 0, %whole317 ], [ %v334, %loop318 ]
  %p321 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole317 ], [ %v333, %loop318 ]
  %v322 = getelementptr inbounds float, ptr %v271, i64 %i320
  %v323 = load <16 x float>, ptr %v322, align 4
  %v326 = fcmp oeq <16 x float> %v323, %v325
  %v327 = fcmp une <16 x float> %v323, %v323
  %v328 = or <16 x i1> %v326, %v327
  %v329 = insertelement <16 x i64> poison, i64 %i320, i64 0
  %v330 = shufflevector <16 x i64> %v329, <16 x i64> poison, <16 x i32> zeroinitializer
  %v331 = add <16 x i64> %v330, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v332 = select <16 x i1> %v328, <16 x i64> %v331, <16 x i64> %v142
  %v333 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p321, <16 x i64> %v332)
  %v334 = add nsw i64 %i320, 16
  %v335 = icmp slt i64 %v334, %v315
  br i1 %v335, label %loop318, label %end319
end319:
  %v337 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole317 ], [ %v333, %loop318 ]
  %v338 = shufflevector <16 x i64> %v337, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v339 = shufflevector <16 x i64> %v337, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v340 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v338, <8 x i64> %v339)
  %v341 = shufflevector <8 x i64> %v340, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v342 = shufflevector <8 x i64> %v340, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v343 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v341, <4 x i64> %v342)
  br label %join344
join344:
  %v345 = phi <4 x i64> [ splat (i64 9223372036854775807), %end288 ], [ %v343, %end319 ]
  %v358 = insertelement <4 x float> poison, float %v314, i64 0
  %v359 = shufflevector <4 x float> %v358, <4 x float> poison, <4 x i32> zeroinitializer
  %v371 = icmp slt i64 %v315, %v2
  br i1 %v371, label %loop346, label %end347
loop346:
  %i348 = phi i64 [ %v315, %join344 ], [ %v369, %loop346 ]
  %p349 = phi <4 x i64> [ %v345, %join344 ], [ %v368, %loop346 ]
  %v350 = sub nsw i64 %v2, %i348
  %v351 = call i64 @llvm.umin.i64(i64 %v350, i64 4)
  %v352 = trunc i64 %v351 to i32
  %v353 = insertelement <4 x i32> poison, i32 %v352, i64 0
  %v354 = shufflevector <4 x i32> %v353, <4 x i32> poison, <4 x i32> zeroinitializer
  %v355 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v354
  %v356 = getelementptr inbounds float, ptr %v271, i64 %i348
  %v357 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v356, <4 x i1> %v355, <4 x float> zeroinitializer)
  %v360 = fcmp oeq <4 x float> %v357, %v359
  %v361 = fcmp une <4 x float> %v357, %v357
  %v362 = or <4 x i1> %v360, %v361
  %v363 = insertelement <4 x i64> poison, i64 %i348, i64 0
  %v364 = shufflevector <4 x i64> %v363, <4 x i64> poison, <4 x i32> zeroinitializer
  %v365 = add <4 x i64> %v364, <i64 0, i64 1, i64 2, i64 3>
  %v366 = select <4 x i1> %v362, <4 x i64> %v365, <4 x i64> %v173
  %v367 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p349, <4 x i64> %v366)
  %v368 = select <4 x i1> %v355, <4 x i64> %v367, <4 x i64> %p349
  %v369 = add nsw i64 %i348, 4
  %v370 = icmp slt i64 %v369, %v2
  br i1 %v370, label %loop346, label %end347
end347:
  %v372 = phi <4 x i64> [ %v345, %join344 ], [ %v368, %loop346 ]
  %v373 = call i64 @llvm.vector.reduce.smin.v4i64(<4 x i64> %v372)
  %v374 = icmp slt i64 9223372036854775807, %v373
  %v375 = select i1 %v374, i64 9223372036854775807, i64 %v373, !unpredictable !{}
  %v376 = getelementptr inbounds i64, ptr %v249, i64 %i262
  store i64 %v375, ptr %v376, align 8
  %v377 = getelementptr inbounds float, ptr %v252, i64 %i262
  store float %v314, ptr %v377, align 4
  %v378 = add nsw i64 %i262, 1
  %v379 = icmp slt i64 %v378, %hi
  br i1 %v379, label %loop260, label %end261
end261:
  br label %join381
join381:
  ret void
}
