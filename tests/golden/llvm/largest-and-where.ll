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
  %v80 = getelementptr <8 x float>, ptr %vectors, i64 0
  %v81 = load <8 x float>, ptr %v80
  %v82 = getelementptr <8 x float>, ptr %vectors, i64 1
  %v83 = load <8 x float>, ptr %v82
  %v84 = getelementptr <8 x float>, ptr %vectors, i64 2
  %v85 = load <8 x float>, ptr %v84
  %v86 = getelementptr <8 x float>, ptr %vectors, i64 3
  %v87 = load <8 x float>, ptr %v86
  %v88 = getelementptr <8 x float>, ptr %vectors, i64 4
  %v89 = load <8 x float>, ptr %v88
  %v90 = getelementptr <8 x float>, ptr %vectors, i64 5
  %v91 = load <8 x float>, ptr %v90
  %v92 = getelementptr <8 x float>, ptr %vectors, i64 6
  %v93 = load <8 x float>, ptr %v92
  %v94 = getelementptr <8 x float>, ptr %vectors, i64 7
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
  ret <8 x float> %v116
}
define internal <8 x i64> @totals.min.int64.4.8(ptr %vectors) nounwind noinline {
entry:
  %v216 = getelementptr <4 x i64>, ptr %vectors, i64 0
  %v217 = load <4 x i64>, ptr %v216
  %v218 = getelementptr <4 x i64>, ptr %vectors, i64 1
  %v219 = load <4 x i64>, ptr %v218
  %v220 = getelementptr <4 x i64>, ptr %vectors, i64 2
  %v221 = load <4 x i64>, ptr %v220
  %v222 = getelementptr <4 x i64>, ptr %vectors, i64 3
  %v223 = load <4 x i64>, ptr %v222
  %v224 = getelementptr <4 x i64>, ptr %vectors, i64 4
  %v225 = load <4 x i64>, ptr %v224
  %v226 = getelementptr <4 x i64>, ptr %vectors, i64 5
  %v227 = load <4 x i64>, ptr %v226
  %v228 = getelementptr <4 x i64>, ptr %vectors, i64 6
  %v229 = load <4 x i64>, ptr %v228
  %v230 = getelementptr <4 x i64>, ptr %vectors, i64 7
  %v231 = load <4 x i64>, ptr %v230
  %v232 = shufflevector <4 x i64> %v217, <4 x i64> %v221, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v233 = shufflevector <4 x i64> %v217, <4 x i64> %v221, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v234 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v232, <4 x i64> %v233)
  %v235 = shufflevector <4 x i64> %v219, <4 x i64> %v223, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v236 = shufflevector <4 x i64> %v219, <4 x i64> %v223, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v237 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v235, <4 x i64> %v236)
  %v238 = shufflevector <4 x i64> %v234, <4 x i64> %v237, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v239 = shufflevector <4 x i64> %v234, <4 x i64> %v237, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v240 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v238, <4 x i64> %v239)
  %v241 = shufflevector <4 x i64> %v225, <4 x i64> %v229, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v242 = shufflevector <4 x i64> %v225, <4 x i64> %v229, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v243 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v241, <4 x i64> %v242)
  %v244 = shufflevector <4 x i64> %v227, <4 x i64> %v231, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v245 = shufflevector <4 x i64> %v227, <4 x i64> %v231, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v246 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v244, <4 x i64> %v245)
  %v247 = shufflevector <4 x i64> %v243, <4 x i64> %v246, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v248 = shufflevector <4 x i64> %v243, <4 x i64> %v246, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v249 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v247, <4 x i64> %v248)
  %v250 = shufflevector <4 x i64> %v240, <4 x i64> %v249, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  ret <8 x i64> %v250
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 1
  %v2 = load i64, ptr %v1, align 8
  %v13 = alloca [8 x <8 x float>]
  %v27 = getelementptr ptr, ptr %buffers, i64 0
  %v28 = load ptr, ptr %v27, align 8
  %v29 = getelementptr i64, ptr %table, i64 0
  %v30 = load i64, ptr %v29, align 8
  %v119 = alloca [1 x <8 x float>]
  %v120 = alloca [8 x <4 x i64>]
  %v148 = getelementptr i64, ptr %table, i64 2
  %v149 = load i64, ptr %v148, align 8
  %v253 = alloca [1 x <8 x i64>]
  %v260 = getelementptr ptr, ptr %buffers, i64 1
  %v261 = load ptr, ptr %v260, align 8
  %v263 = getelementptr ptr, ptr %buffers, i64 2
  %v264 = load ptr, ptr %v263, align 8
  %v3 = icmp sle i64 %v2, 384
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
  %v127 = sub nsw i64 %v2, 0
  %v128 = and i64 %v127, -16
  %v129 = add nsw i64 0, %v128
  %v150 = insertelement <16 x i64> poison, i64 %v149, i64 0
  %v151 = shufflevector <16 x i64> %v150, <16 x i64> poison, <16 x i32> zeroinitializer
  %v166 = sub nsw i64 %v2, 0
  %v167 = and i64 %v166, -4
  %v168 = add nsw i64 0, %v167
  %v183 = insertelement <4 x i64> poison, i64 %v149, i64 0
  %v184 = shufflevector <4 x i64> %v183, <4 x i64> poison, <4 x i32> zeroinitializer
  %v191 = sub nsw i64 %v2, %v168
  %v192 = call i64 @llvm.umin.i64(i64 %v191, i64 4)
  %v193 = trunc i64 %v192 to i32
  %v194 = insertelement <4 x i32> poison, i32 %v193, i64 0
  %v195 = shufflevector <4 x i32> %v194, <4 x i32> poison, <4 x i32> zeroinitializer
  %v196 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v195
  %v197 = icmp slt i64 %v168, %v2
  br i1 %v3, label %then4, label %join269
then4:
  %v268 = icmp slt i64 %lo, %hi
  br i1 %v268, label %loop5, label %end6
loop5:
  %i7 = phi i64 [ %lo, %then4 ], [ %v266, %end122 ]
  %v8 = add i64 %i7, 8
  %v9 = icmp slt i64 %v8, %hi
  %v10 = select i1 %v9, i64 %v8, i64 %hi, !unpredictable !{}
  %v11 = sub nsw i64 %v10, %i7
  %v12 = add nsw i64 %i7, %v11
  %v79 = icmp slt i64 0, %v11
  br i1 %v79, label %loop14, label %end15
loop14:
  %i16 = phi i64 [ 0, %loop5 ], [ %v77, %join74 ]
  %v17 = add nsw i64 %i7, %i16
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
  %v117 = call <8 x float> @totals.max.float32.8.8(ptr %v13)
  %v118 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> splat (float 0xFFF0000000000000), <8 x float> %v117)
  store <8 x float> %v118, ptr %v119
  %v215 = icmp slt i64 0, %v11
  br i1 %v215, label %loop121, label %end122
loop121:
  %i123 = phi i64 [ 0, %end15 ], [ %v213, %join210 ]
  %v124 = add nsw i64 %i7, %i123
  %v125 = getelementptr float, ptr %v119, i64 %i123
  %v126 = load float, ptr %v125
  %v130 = icmp slt i64 0, %v129
  %v136 = mul i64 %v124, %v30
  %v137 = getelementptr inbounds float, ptr %v28, i64 %v136
  %v140 = insertelement <16 x float> poison, float %v126, i64 0
  %v141 = shufflevector <16 x float> %v140, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v130, label %whole131, label %join164
whole131:
  %v156 = icmp slt i64 0, %v129
  br i1 %v156, label %loop132, label %end133
loop132:
  %i134 = phi i64 [ 0, %whole131 ], [ %v154, %loop132 ]
  %p135 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole131 ], [ %v153, %loop132 ]
  %v138 = getelementptr inbounds float, ptr %v137, i64 %i134
  %v139 = load <16 x float>, ptr %v138, align 4
  %v142 = fcmp oeq <16 x float> %v139, %v141
  %v143 = fcmp une <16 x float> %v139, %v139
  %v144 = or <16 x i1> %v142, %v143
  %v145 = insertelement <16 x i64> poison, i64 %i134, i64 0
  %v146 = shufflevector <16 x i64> %v145, <16 x i64> poison, <16 x i32> zeroinitializer
  %v147 = add <16 x i64> %v146, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v152 = select <16 x i1> %v144, <16 x i64> %v147, <16 x i64> %v151
  %v153 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p135, <16 x i64> %v152)
  %v154 = add nsw i64 %i134, 16
  %v155 = icmp slt i64 %v154, %v129
  br i1 %v155, label %loop132, label %end133
end133:
  %v157 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole131 ], [ %v153, %loop132 ]
  %v158 = shufflevector <16 x i64> %v157, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v159 = shufflevector <16 x i64> %v157, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v160 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v158, <8 x i64> %v159)
  %v161 = shufflevector <8 x i64> %v160, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v162 = shufflevector <8 x i64> %v160, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v163 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v161, <4 x i64> %v162)
  br label %join164
join164:
  %v165 = phi <4 x i64> [ splat (i64 9223372036854775807), %loop121 ], [ %v163, %end133 ]
  %v175 = insertelement <4 x float> poison, float %v126, i64 0
  %v176 = shufflevector <4 x float> %v175, <4 x float> poison, <4 x i32> zeroinitializer
  %v189 = icmp slt i64 %v129, %v168
  br i1 %v189, label %loop169, label %end170
loop169:
  %i171 = phi i64 [ %v129, %join164 ], [ %v187, %loop169 ]
  %p172 = phi <4 x i64> [ %v165, %join164 ], [ %v186, %loop169 ]
  %v173 = getelementptr inbounds float, ptr %v137, i64 %i171
  %v174 = load <4 x float>, ptr %v173, align 4
  %v177 = fcmp oeq <4 x float> %v174, %v176
  %v178 = fcmp une <4 x float> %v174, %v174
  %v179 = or <4 x i1> %v177, %v178
  %v180 = insertelement <4 x i64> poison, i64 %i171, i64 0
  %v181 = shufflevector <4 x i64> %v180, <4 x i64> poison, <4 x i32> zeroinitializer
  %v182 = add <4 x i64> %v181, <i64 0, i64 1, i64 2, i64 3>
  %v185 = select <4 x i1> %v179, <4 x i64> %v182, <4 x i64> %v184
  %v186 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p172, <4 x i64> %v185)
  %v187 = add nsw i64 %i171, 4
  %v188 = icmp slt i64 %v187, %v168
  br i1 %v188, label %loop169, label %end170
end170:
  %v190 = phi <4 x i64> [ %v165, %join164 ], [ %v186, %loop169 ]
  br i1 %v197, label %rest198, label %join210
rest198:
  %v199 = getelementptr inbounds float, ptr %v137, i64 %v168
  %v200 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v199, <4 x i1> %v196, <4 x float> zeroinitializer)
  %v201 = fcmp oeq <4 x float> %v200, %v176
  %v202 = fcmp une <4 x float> %v200, %v200
  %v203 = or <4 x i1> %v201, %v202
  %v204 = insertelement <4 x i64> poison, i64 %v168, i64 0
  %v205 = shufflevector <4 x i64> %v204, <4 x i64> poison, <4 x i32> zeroinitializer
  %v206 = add <4 x i64> %v205, <i64 0, i64 1, i64 2, i64 3>
  %v207 = select <4 x i1> %v203, <4 x i64> %v206, <4 x i64> %v184
  %v208 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v190, <4 x i64> %v207)
  %v209 = select <4 x i1> %v196, <4 x i64> %v208, <4 x i64> %v190
  br label %join210
join210:
  %v211 = phi <4 x i64> [ %v190, %end170 ], [ %v209, %rest198 ]
  %v212 = getelementptr <4 x i64>, ptr %v120, i64 %i123
  store <4 x i64> %v211, ptr %v212
  %v213 = add nsw i64 %i123, 1
  %v214 = icmp slt i64 %v213, %v11
  br i1 %v214, label %loop121, label %end122
end122:
  %v251 = call <8 x i64> @totals.min.int64.4.8(ptr %v120)
  %v252 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> splat (i64 9223372036854775807), <8 x i64> %v251)
  store <8 x i64> %v252, ptr %v253
  %v254 = sub nsw i64 %v12, %i7
  %v255 = call i64 @llvm.umin.i64(i64 %v254, i64 8)
  %v256 = trunc i64 %v255 to i32
  %v257 = insertelement <8 x i32> poison, i32 %v256, i64 0
  %v258 = shufflevector <8 x i32> %v257, <8 x i32> poison, <8 x i32> zeroinitializer
  %v259 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v258
  %v262 = getelementptr inbounds i64, ptr %v261, i64 %i7
  call void @llvm.masked.store.v8i64.p0(<8 x i64> %v252, ptr align 8 %v262, <8 x i1> %v259)
  %v265 = getelementptr inbounds float, ptr %v264, i64 %i7
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v118, ptr align 4 %v265, <8 x i1> %v259)
  %v266 = add nsw i64 %i7, 8
  %v267 = icmp slt i64 %v266, %hi
  br i1 %v267, label %loop5, label %end6
end6:
  br label %join269
join269:
  %v270 = xor i1 %v3, true
  br i1 %v270, label %then271, label %join397
then271:
  %v396 = icmp slt i64 %lo, %hi
  br i1 %v396, label %loop272, label %end273
loop272:
  %i274 = phi i64 [ %lo, %then271 ], [ %v394, %end363 ]
  %v275 = sub nsw i64 %v2, 0
  %v276 = and i64 %v275, -32
  %v277 = add nsw i64 0, %v276
  %v278 = icmp slt i64 0, %v277
  %v284 = mul i64 %i274, %v30
  %v285 = getelementptr inbounds float, ptr %v28, i64 %v284
  br i1 %v278, label %whole279, label %join299
whole279:
  %v291 = icmp slt i64 0, %v277
  br i1 %v291, label %loop280, label %end281
loop280:
  %i282 = phi i64 [ 0, %whole279 ], [ %v289, %loop280 ]
  %p283 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole279 ], [ %v288, %loop280 ]
  %v286 = getelementptr inbounds float, ptr %v285, i64 %i282
  %v287 = load <32 x float>, ptr %v286, align 4
  %v288 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p283, <32 x float> %v287)
  %v289 = add nsw i64 %i282, 32
  %v290 = icmp slt i64 %v289, %v277
  br i1 %v290, label %loop280, label %end281
end281:
  %v292 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole279 ], [ %v288, %loop280 ]
  %v293 = shufflevector <32 x float> %v292, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v294 = shufflevector <32 x float> %v292, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v295 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v293, <16 x float> %v294)
  %v296 = shufflevector <16 x float> %v295, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v297 = shufflevector <16 x float> %v295, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v298 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v296, <8 x float> %v297)
  br label %join299
join299:
  %v300 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop272 ], [ %v298, %end281 ]
  %v317 = icmp slt i64 %v277, %v2
  br i1 %v317, label %loop301, label %end302
loop301:
  %i303 = phi i64 [ %v277, %join299 ], [ %v315, %loop301 ]
  %p304 = phi <8 x float> [ %v300, %join299 ], [ %v314, %loop301 ]
  %v305 = sub nsw i64 %v2, %i303
  %v306 = call i64 @llvm.umin.i64(i64 %v305, i64 8)
  %v307 = trunc i64 %v306 to i32
  %v308 = insertelement <8 x i32> poison, i32 %v307, i64 0
  %v309 = shufflevector <8 x i32> %v308, <8 x i32> poison, <8 x i32> zeroinitializer
  %v310 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v309
  %v311 = getelementptr inbounds float, ptr %v285, i64 %i303
  %v312 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v311, <8 x i1> %v310, <8 x float> zeroinitializer)
  %v313 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p304, <8 x float> %v312)
  %v314 = select <8 x i1> %v310, <8 x float> %v313, <8 x float> %p304
  %v315 = add nsw i64 %i303, 8
  %v316 = icmp slt i64 %v315, %v2
  br i1 %v316, label %loop301, label %end302
end302:
  %v318 = phi <8 x float> [ %v300, %join299 ], [ %v314, %loop301 ]
  %v319 = shufflevector <8 x float> %v318, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v320 = shufflevector <8 x float> %v318, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v321 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v319, <4 x float> %v320)
  %v322 = shufflevector <4 x float> %v321, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v323 = shufflevector <4 x float> %v321, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v324 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v322, <2 x float> %v323)
  %v325 = extractelement <2 x float> %v324, i64 0
  %v326 = extractelement <2 x float> %v324, i64 1
  %v327 = call nsz float @llvm.maximum.f32(float %v325, float %v326)
  %v328 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v327)
  %v329 = sub nsw i64 %v2, 0
  %v330 = and i64 %v329, -16
  %v331 = add nsw i64 0, %v330
  %v332 = icmp slt i64 0, %v331
  %v340 = insertelement <16 x float> poison, float %v328, i64 0
  %v341 = shufflevector <16 x float> %v340, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v332, label %whole333, label %join360
whole333:
  %v352 = icmp slt i64 0, %v331
  br i1 %v352, label %loop334, label %end335
loop334:
  %i336 = phi i64 [ 0, %whole333 ], [ %v350, %loop334 ]
  %p337 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole333 ], [ %v349, %loop334 ]
  %v338 = getelementptr inbounds float, ptr %v285, i64 %i336
  %v339 = load <16 x float>, ptr %v338, align 4
  %v342 = fcmp oeq <16 x float> %v339, %v341
  %v343 = fcmp une <16 x float> %v339, %v339
  %v344 = or <16 x i1> %v342, %v343
  %v345 = insertelement <16 x i64> poison, i64 %i336, i64 0
  %v346 = shufflevector <16 x i64> %v345, <16 x i64> poison, <16 x i32> zeroinitializer
  %v347 = add <16 x i64> %v346, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v348 = select <16 x i1> %v344, <16 x i64> %v347, <16 x i64> %v151
  %v349 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p337, <16 x i64> %v348)
  %v350 = add nsw i64 %i336, 16
  %v351 = icmp slt i64 %v350, %v331
  br i1 %v351, label %loop334, label %end335
end335:
  %v353 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole333 ], [ %v349, %loop334 ]
  %v354 = shufflevector <16 x i64> %v353, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v355 = shufflevector <16 x i64> %v353, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v356 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v354, <8 x i64> %v355)
  %v357 = shufflevector <8 x i64> %v356, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v358 = shufflevector <8 x i64> %v356, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v359 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v357, <4 x i64> %v358)
  br label %join360
join360:
  %v361 = phi <4 x i64> [ splat (i64 9223372036854775807), %end302 ], [ %v359, %end335 ]
  %v374 = insertelement <4 x float> poison, float %v328, i64 0
  %v375 = shufflevector <4 x float> %v374, <4 x float> poison, <4 x i32> zeroinitializer
  %v387 = icmp slt i64 %v331, %v2
  br i1 %v387, label %loop362, label %end363
loop362:
  %i364 = phi i64 [ %v331, %join360 ], [ %v385, %loop362 ]
  %p365 = phi <4 x i64> [ %v361, %join360 ], [ %v384, %loop362 ]
  %v366 = sub nsw i64 %v2, %i364
  %v367 = call i64 @llvm.umin.i64(i64 %v366, i64 4)
  %v368 = trunc i64 %v367 to i32
  %v369 = insertelement <4 x i32> poison, i32 %v368, i64 0
  %v370 = shufflevector <4 x i32> %v369, <4 x i32> poison, <4 x i32> zeroinitializer
  %v371 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v370
  %v372 = getelementptr inbounds float, ptr %v285, i64 %i364
  %v373 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v372, <4 x i1> %v371, <4 x float> zeroinitializer)
  %v376 = fcmp oeq <4 x float> %v373, %v375
  %v377 = fcmp une <4 x float> %v373, %v373
  %v378 = or <4 x i1> %v376, %v377
  %v379 = insertelement <4 x i64> poison, i64 %i364, i64 0
  %v380 = shufflevector <4 x i64> %v379, <4 x i64> poison, <4 x i32> zeroinitializer
  %v381 = add <4 x i64> %v380, <i64 0, i64 1, i64 2, i64 3>
  %v382 = select <4 x i1> %v378, <4 x i64> %v381, <4 x i64> %v184
  %v383 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p365, <4 x i64> %v382)
  %v384 = select <4 x i1> %v371, <4 x i64> %v383, <4 x i64> %p365
  %v385 = add nsw i64 %i364, 4
  %v386 = icmp slt i64 %v385, %v2
  br i1 %v386, label %loop362, label %end363
end363:
  %v388 = phi <4 x i64> [ %v361, %join360 ], [ %v384, %loop362 ]
  %v389 = call i64 @llvm.vector.reduce.smin.v4i64(<4 x i64> %v388)
  %v390 = icmp slt i64 9223372036854775807, %v389
  %v391 = select i1 %v390, i64 9223372036854775807, i64 %v389, !unpredictable !{}
  %v392 = getelementptr inbounds i64, ptr %v261, i64 %i274
  store i64 %v391, ptr %v392, align 8
  %v393 = getelementptr inbounds float, ptr %v264, i64 %i274
  store float %v328, ptr %v393, align 4
  %v394 = add nsw i64 %i274, 1
  %v395 = icmp slt i64 %v394, %hi
  br i1 %v395, label %loop272, label %end273
end273:
  br label %join397
join397:
  ret void
}
