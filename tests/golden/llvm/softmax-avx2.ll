target triple = "x86_64-linux"
declare float @expf(float)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare float @llvm.maximum.f32(float, float)
declare <16 x float> @llvm.maximum.v16f32(<16 x float>, <16 x float>)
declare <2 x float> @llvm.maximum.v2f32(<2 x float>, <2 x float>)
declare <32 x float> @llvm.maximum.v32f32(<32 x float>, <32 x float>)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>)
declare <8 x float> @llvm.maximum.v8f32(<8 x float>, <8 x float>)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare float @llvm.vector.reduce.fadd.v8f32(float, <8 x float>)
define internal <16 x float> @each.expf.16(<16 x float> %a0) nounwind noinline {
entry:
  %m0 = alloca <16 x float>
  store <16 x float> %a0, ptr %m0
  br label %lane
lane:
  %i = phi i64 [ 0, %entry ], [ %next, %lane ]
  %p0 = getelementptr float, ptr %m0, i64 %i
  %x0 = load float, ptr %p0
  %y = call float @expf(float %x0)
  store float %y, ptr %p0
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %lane, label %done
done:
  %r = load <16 x float>, ptr %m0
  ret <16 x float> %r
}
define internal <8 x float> @each.expf.8(<8 x float> %a0) nounwind noinline {
entry:
  %m0 = alloca <8 x float>
  store <8 x float> %a0, ptr %m0
  br label %lane
lane:
  %i = phi i64 [ 0, %entry ], [ %next, %lane ]
  %p0 = getelementptr float, ptr %m0, i64 %i
  %x0 = load float, ptr %p0
  %y = call float @expf(float %x0)
  store float %y, ptr %p0
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %lane, label %done
done:
  %r = load <8 x float>, ptr %m0
  ret <8 x float> %r
}
define internal <8 x float> @totals.add.float32.8.8(ptr %vectors) nounwind noinline {
entry:
  %v200 = getelementptr <8 x float>, ptr %vectors, i64 0
  %v201 = load <8 x float>, ptr %v200
  %v202 = getelementptr <8 x float>, ptr %vectors, i64 1
  %v203 = load <8 x float>, ptr %v202
  %v204 = getelementptr <8 x float>, ptr %vectors, i64 2
  %v205 = load <8 x float>, ptr %v204
  %v206 = getelementptr <8 x float>, ptr %vectors, i64 3
  %v207 = load <8 x float>, ptr %v206
  %v208 = getelementptr <8 x float>, ptr %vectors, i64 4
  %v209 = load <8 x float>, ptr %v208
  %v210 = getelementptr <8 x float>, ptr %vectors, i64 5
  %v211 = load <8 x float>, ptr %v210
  %v212 = getelementptr <8 x float>, ptr %vectors, i64 6
  %v213 = load <8 x float>, ptr %v212
  %v214 = getelementptr <8 x float>, ptr %vectors, i64 7
  %v215 = load <8 x float>, ptr %v214
  %v216 = shufflevector <8 x float> %v201, <8 x float> %v209, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v217 = shufflevector <8 x float> %v201, <8 x float> %v209, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v218 = fadd <8 x float> %v216, %v217
  %v219 = shufflevector <8 x float> %v203, <8 x float> %v211, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v220 = shufflevector <8 x float> %v203, <8 x float> %v211, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v221 = fadd <8 x float> %v219, %v220
  %v222 = shufflevector <8 x float> %v205, <8 x float> %v213, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v223 = shufflevector <8 x float> %v205, <8 x float> %v213, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v224 = fadd <8 x float> %v222, %v223
  %v225 = shufflevector <8 x float> %v207, <8 x float> %v215, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v226 = shufflevector <8 x float> %v207, <8 x float> %v215, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v227 = fadd <8 x float> %v225, %v226
  %v228 = shufflevector <8 x float> %v218, <8 x float> %v221, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v229 = shufflevector <8 x float> %v218, <8 x float> %v221, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v230 = fadd <8 x float> %v228, %v229
  %v231 = shufflevector <8 x float> %v224, <8 x float> %v227, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v232 = shufflevector <8 x float> %v224, <8 x float> %v227, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v233 = fadd <8 x float> %v231, %v232
  %v234 = shufflevector <8 x float> %v230, <8 x float> %v233, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v235 = shufflevector <8 x float> %v230, <8 x float> %v233, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v236 = fadd <8 x float> %v234, %v235
  ret <8 x float> %v236
}
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
  %v120 = alloca [8 x <8 x float>]
  %v144 = alloca [3072 x float], align 64
  %v239 = alloca [1 x <8 x float>]
  %v246 = getelementptr i64, ptr %table, i64 3
  %v247 = load float, ptr %v246, align 8
  %v251 = alloca [1 x <8 x float>]
  %v275 = getelementptr ptr, ptr %buffers, i64 1
  %v276 = load ptr, ptr %v275, align 8
  %v277 = getelementptr i64, ptr %table, i64 2
  %v278 = load i64, ptr %v277, align 8
  %v3 = icmp sle i64 %v2, 384
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
  %v127 = sub nsw i64 %v2, 0
  %v128 = and i64 %v127, -16
  %v129 = add nsw i64 0, %v128
  %v160 = sub nsw i64 %v2, 0
  %v161 = and i64 %v160, -8
  %v162 = add nsw i64 0, %v161
  %v179 = sub nsw i64 %v2, %v162
  %v180 = call i64 @llvm.umin.i64(i64 %v179, i64 8)
  %v181 = trunc i64 %v180 to i32
  %v182 = insertelement <8 x i32> poison, i32 %v181, i64 0
  %v183 = shufflevector <8 x i32> %v182, <8 x i32> poison, <8 x i32> zeroinitializer
  %v184 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v183
  %v185 = icmp slt i64 %v162, %v2
  %v248 = insertelement <8 x float> poison, float %v247, i64 0
  %v249 = shufflevector <8 x float> %v248, <8 x float> poison, <8 x i32> zeroinitializer
  %v262 = sub nsw i64 %v2, 0
  %v263 = and i64 %v262, -8
  %v264 = add nsw i64 0, %v263
  %v285 = sub nsw i64 %v2, %v264
  %v286 = call i64 @llvm.umin.i64(i64 %v285, i64 8)
  %v287 = trunc i64 %v286 to i32
  %v288 = insertelement <8 x i32> poison, i32 %v287, i64 0
  %v289 = shufflevector <8 x i32> %v288, <8 x i32> poison, <8 x i32> zeroinitializer
  %v290 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v289
  %v291 = icmp slt i64 %v264, %v2
  br i1 %v3, label %then5, label %join304
then5:
  %v303 = icmp slt i64 %lo, %hi
  br i1 %v303, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %then5 ], [ %v301, %end253 ]
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
  %v117 = call <8 x float> @totals.max.float32.8.8(ptr %v13)
  %v118 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> splat (float 0xFFF0000000000000), <8 x float> %v117)
  store <8 x float> %v118, ptr %v119
  %v145 = mul i64 %i8, -384
  %v146 = getelementptr inbounds float, ptr %v144, i64 %v145
  %v199 = icmp slt i64 0, %v11
  br i1 %v199, label %loop121, label %end122
loop121:
  %i123 = phi i64 [ 0, %end15 ], [ %v197, %join194 ]
  %v124 = add nsw i64 %i8, %i123
  %v125 = getelementptr float, ptr %v119, i64 %i123
  %v126 = load float, ptr %v125
  %v130 = icmp slt i64 0, %v129
  %v136 = mul i64 %v124, %v30
  %v137 = getelementptr inbounds float, ptr %v28, i64 %v136
  %v140 = insertelement <16 x float> poison, float %v126, i64 0
  %v141 = shufflevector <16 x float> %v140, <16 x float> poison, <16 x i32> zeroinitializer
  %v147 = mul i64 %v124, 384
  %v148 = getelementptr inbounds float, ptr %v146, i64 %v147
  br i1 %v130, label %whole131, label %join158
whole131:
  %v153 = icmp slt i64 0, %v129
  br i1 %v153, label %loop132, label %end133
loop132:
  %i134 = phi i64 [ 0, %whole131 ], [ %v151, %loop132 ]
  %p135 = phi <16 x float> [ splat (float 0x8000000000000000), %whole131 ], [ %v150, %loop132 ]
  %v138 = getelementptr inbounds float, ptr %v137, i64 %i134
  %v139 = load <16 x float>, ptr %v138, align 4
  %v142 = fsub <16 x float> %v139, %v141
  %v143 = call <16 x float> @each.expf.16(<16 x float> %v142)
  %v149 = getelementptr inbounds float, ptr %v148, i64 %i134
  store <16 x float> %v143, ptr %v149, align 4
  %v150 = fadd <16 x float> %p135, %v143
  %v151 = add nsw i64 %i134, 16
  %v152 = icmp slt i64 %v151, %v129
  br i1 %v152, label %loop132, label %end133
end133:
  %v154 = phi <16 x float> [ splat (float 0x8000000000000000), %whole131 ], [ %v150, %loop132 ]
  %v155 = shufflevector <16 x float> %v154, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v156 = shufflevector <16 x float> %v154, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v157 = fadd <8 x float> %v155, %v156
  br label %join158
join158:
  %v159 = phi <8 x float> [ splat (float 0x8000000000000000), %loop121 ], [ %v157, %end133 ]
  %v169 = insertelement <8 x float> poison, float %v126, i64 0
  %v170 = shufflevector <8 x float> %v169, <8 x float> poison, <8 x i32> zeroinitializer
  %v177 = icmp slt i64 %v129, %v162
  br i1 %v177, label %loop163, label %end164
loop163:
  %i165 = phi i64 [ %v129, %join158 ], [ %v175, %loop163 ]
  %p166 = phi <8 x float> [ %v159, %join158 ], [ %v174, %loop163 ]
  %v167 = getelementptr inbounds float, ptr %v137, i64 %i165
  %v168 = load <8 x float>, ptr %v167, align 4
  %v171 = fsub <8 x float> %v168, %v170
  %v172 = call <8 x float> @each.expf.8(<8 x float> %v171)
  %v173 = getelementptr inbounds float, ptr %v148, i64 %i165
  store <8 x float> %v172, ptr %v173, align 4
  %v174 = fadd <8 x float> %p166, %v172
  %v175 = add nsw i64 %i165, 8
  %v176 = icmp slt i64 %v175, %v162
  br i1 %v176, label %loop163, label %end164
end164:
  %v178 = phi <8 x float> [ %v159, %join158 ], [ %v174, %loop163 ]
  br i1 %v185, label %rest186, label %join194
rest186:
  %v187 = getelementptr inbounds float, ptr %v137, i64 %v162
  %v188 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v187, <8 x i1> %v184, <8 x float> zeroinitializer)
  %v189 = fsub <8 x float> %v188, %v170
  %v190 = call <8 x float> @each.expf.8(<8 x float> %v189)
  %v191 = getelementptr inbounds float, ptr %v148, i64 %v162
  store <8 x float> %v190, ptr %v191, align 4
  %v192 = fadd <8 x float> %v178, %v190
  %v193 = select <8 x i1> %v184, <8 x float> %v192, <8 x float> %v178
  br label %join194
join194:
  %v195 = phi <8 x float> [ %v178, %end164 ], [ %v193, %rest186 ]
  %v196 = getelementptr <8 x float>, ptr %v120, i64 %i123
  store <8 x float> %v195, ptr %v196
  %v197 = add nsw i64 %i123, 1
  %v198 = icmp slt i64 %v197, %v11
  br i1 %v198, label %loop121, label %end122
end122:
  %v237 = call <8 x float> @totals.add.float32.8.8(ptr %v120)
  %v238 = fadd <8 x float> splat (float 0x0000000000000000), %v237
  store <8 x float> %v238, ptr %v239
  %v240 = sub nsw i64 %v12, %i8
  %v241 = call i64 @llvm.umin.i64(i64 %v240, i64 8)
  %v242 = trunc i64 %v241 to i32
  %v243 = insertelement <8 x i32> poison, i32 %v242, i64 0
  %v244 = shufflevector <8 x i32> %v243, <8 x i32> poison, <8 x i32> zeroinitializer
  %v245 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v244
  %v250 = fdiv <8 x float> %v249, %v238
  store <8 x float> %v250, ptr %v251
  %v300 = icmp slt i64 0, %v11
  br i1 %v300, label %loop252, label %end253
loop252:
  %i254 = phi i64 [ 0, %end122 ], [ %v298, %join297 ]
  %v255 = add nsw i64 %i8, %i254
  %v256 = getelementptr float, ptr %v119, i64 %i254
  %v257 = load float, ptr %v256
  %v258 = getelementptr float, ptr %v239, i64 %i254
  %v259 = load float, ptr %v258
  %v260 = getelementptr float, ptr %v251, i64 %i254
  %v261 = load float, ptr %v260
  %v268 = mul i64 %v255, 384
  %v269 = getelementptr inbounds float, ptr %v146, i64 %v268
  %v272 = insertelement <8 x float> poison, float %v261, i64 0
  %v273 = shufflevector <8 x float> %v272, <8 x float> poison, <8 x i32> zeroinitializer
  %v279 = mul i64 %v255, %v278
  %v280 = getelementptr inbounds float, ptr %v276, i64 %v279
  %v284 = icmp slt i64 0, %v264
  br i1 %v284, label %loop265, label %end266
loop265:
  %i267 = phi i64 [ 0, %loop252 ], [ %v282, %loop265 ]
  %v270 = getelementptr inbounds float, ptr %v269, i64 %i267
  %v271 = load <8 x float>, ptr %v270, align 4
  %v274 = fmul <8 x float> %v271, %v273
  %v281 = getelementptr inbounds float, ptr %v280, i64 %i267
  store <8 x float> %v274, ptr %v281, align 4
  %v282 = add nsw i64 %i267, 8
  %v283 = icmp slt i64 %v282, %v264
  br i1 %v283, label %loop265, label %end266
end266:
  br i1 %v291, label %rest292, label %join297
rest292:
  %v293 = getelementptr inbounds float, ptr %v269, i64 %v264
  %v294 = load <8 x float>, ptr %v293, align 4
  %v295 = fmul <8 x float> %v294, %v273
  %v296 = getelementptr inbounds float, ptr %v280, i64 %v264
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v295, ptr align 4 %v296, <8 x i1> %v290)
  br label %join297
join297:
  %v298 = add nsw i64 %i254, 1
  %v299 = icmp slt i64 %v298, %v11
  br i1 %v299, label %loop252, label %end253
end253:
  %v301 = add nsw i64 %i8, 8
  %v302 = icmp slt i64 %v301, %hi
  br i1 %v302, label %loop6, label %end7
end7:
  br label %join304
join304:
  %v416 = sub nsw i64 %v2, 0
  %v417 = and i64 %v416, -8
  %v418 = add nsw i64 0, %v417
  %v432 = sub nsw i64 %v2, %v418
  %v433 = call i64 @llvm.umin.i64(i64 %v432, i64 8)
  %v434 = trunc i64 %v433 to i32
  %v435 = insertelement <8 x i32> poison, i32 %v434, i64 0
  %v436 = shufflevector <8 x i32> %v435, <8 x i32> poison, <8 x i32> zeroinitializer
  %v437 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v436
  %v438 = icmp slt i64 %v418, %v2
  br i1 %v4, label %then305, label %join448
then305:
  %v447 = icmp slt i64 %lo, %hi
  br i1 %v447, label %loop306, label %end307
loop306:
  %i308 = phi i64 [ %lo, %then305 ], [ %v445, %join444 ]
  %v309 = sub nsw i64 %v2, 0
  %v310 = and i64 %v309, -32
  %v311 = add nsw i64 0, %v310
  %v312 = icmp slt i64 0, %v311
  %v318 = mul i64 %i308, %v30
  %v319 = getelementptr inbounds float, ptr %v28, i64 %v318
  br i1 %v312, label %whole313, label %join333
whole313:
  %v325 = icmp slt i64 0, %v311
  br i1 %v325, label %loop314, label %end315
loop314:
  %i316 = phi i64 [ 0, %whole313 ], [ %v323, %loop314 ]
  %p317 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole313 ], [ %v322, %loop314 ]
  %v320 = getelementptr inbounds float, ptr %v319, i64 %i316
  %v321 = load <32 x float>, ptr %v320, align 4
  %v322 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p317, <32 x float> %v321)
  %v323 = add nsw i64 %i316, 32
  %v324 = icmp slt i64 %v323, %v311
  br i1 %v324, label %loop314, label %end315
end315:
  %v326 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole313 ], [ %v322, %loop314 ]
  %v327 = shufflevector <32 x float> %v326, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v328 = shufflevector <32 x float> %v326, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v329 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v327, <16 x float> %v328)
  %v330 = shufflevector <16 x float> %v329, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v331 = shufflevector <16 x float> %v329, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v332 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v330, <8 x float> %v331)
  br label %join333
join333:
  %v334 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop306 ], [ %v332, %end315 ]
  %v351 = icmp slt i64 %v311, %v2
  br i1 %v351, label %loop335, label %end336
loop335:
  %i337 = phi i64 [ %v311, %join333 ], [ %v349, %loop335 ]
  %p338 = phi <8 x float> [ %v334, %join333 ], [ %v348, %loop335 ]
  %v339 = sub nsw i64 %v2, %i337
  %v340 = call i64 @llvm.umin.i64(i64 %v339, i64 8)
  %v341 = trunc i64 %v340 to i32
  %v342 = insertelement <8 x i32> poison, i32 %v341, i64 0
  %v343 = shufflevector <8 x i32> %v342, <8 x i32> poison, <8 x i32> zeroinitializer
  %v344 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v343
  %v345 = getelementptr inbounds float, ptr %v319, i64 %i337
  %v346 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v345, <8 x i1> %v344, <8 x float> zeroinitializer)
  %v347 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p338, <8 x float> %v346)
  %v348 = select <8 x i1> %v344, <8 x float> %v347, <8 x float> %p338
  %v349 = add nsw i64 %i337, 8
  %v350 = icmp slt i64 %v349, %v2
  br i1 %v350, label %loop335, label %end336
end336:
  %v352 = phi <8 x float> [ %v334, %join333 ], [ %v348, %loop335 ]
  %v353 = shufflevector <8 x float> %v352, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v354 = shufflevector <8 x float> %v352, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v355 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v353, <4 x float> %v354)
  %v356 = shufflevector <4 x float> %v355, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v357 = shufflevector <4 x float> %v355, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v358 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v356, <2 x float> %v357)
  %v359 = extractelement <2 x float> %v358, i64 0
  %v360 = extractelement <2 x float> %v358, i64 1
  %v361 = call nsz float @llvm.maximum.f32(float %v359, float %v360)
  %v362 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v361)
  %v363 = sub nsw i64 %v2, 0
  %v364 = and i64 %v363, -16
  %v365 = add nsw i64 0, %v364
  %v366 = icmp slt i64 0, %v365
  %v374 = insertelement <16 x float> poison, float %v362, i64 0
  %v375 = shufflevector <16 x float> %v374, <16 x float> poison, <16 x i32> zeroinitializer
  %v378 = mul i64 %i308, %v278
  %v379 = getelementptr inbounds float, ptr %v276, i64 %v378
  br i1 %v366, label %whole367, label %join389
whole367:
  %v384 = icmp slt i64 0, %v365
  br i1 %v384, label %loop368, label %end369
loop368:
  %i370 = phi i64 [ 0, %whole367 ], [ %v382, %loop368 ]
  %p371 = phi <16 x float> [ splat (float 0x8000000000000000), %whole367 ], [ %v381, %loop368 ]
  %v372 = getelementptr inbounds float, ptr %v319, i64 %i370
  %v373 = load <16 x float>, ptr %v372, align 4
  %v376 = fsub <16 x float> %v373, %v375
  %v377 = call <16 x float> @each.expf.16(<16 x float> %v376)
  %v380 = getelementptr inbounds float, ptr %v379, i64 %i370
  store <16 x float> %v377, ptr %v380, align 4
  %v381 = fadd <16 x float> %p371, %v377
  %v382 = add nsw i64 %i370, 16
  %v383 = icmp slt i64 %v382, %v365
  br i1 %v383, label %loop368, label %end369
end369:
  %v385 = phi <16 x float> [ splat (float 0x8000000000000000), %whole367 ], [ %v381, %loop368 ]
  %v386 = shufflevector <16 x float> %v385, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v387 = shufflevector <16 x float> %v385, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v388 = fadd <8 x float> %v386, %v387
  br label %join389
join389:
  %v390 = phi <8 x float> [ splat (float 0x8000000000000000), %end336 ], [ %v388, %end369 ]
  %v403 = insertelement <8 x float> poison, float %v362, i64 0
  %v404 = shufflevector <8 x float> %v403, <8 x float> poison, <8 x i32> zeroinitializer
  %v412 = icmp slt i64 %v365, %v2
  br i1 %v412, label %loop391, label %end392
loop391:
  %i393 = phi i64 [ %v365, %join389 ], [ %v410, %loop391 ]
  %p394 = phi <8 x float> [ %v390, %join389 ], [ %v409, %loop391 ]
  %v395 = sub nsw i64 %v2, %i393
  %v396 = call i64 @llvm.umin.i64(i64 %v395, i64 8)
  %v397 = trunc i64 %v396 to i32
  %v398 = insertelement <8 x i32> poison, i32 %v397, i64 0
  %v399 = shufflevector <8 x i32> %v398, <8 x i32> poison, <8 x i32> zeroinitializer
  %v400 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v399
  %v401 = getelementptr inbounds float, ptr %v319, i64 %i393
  %v402 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v401, <8 x i1> %v400, <8 x float> zeroinitializer)
  %v405 = fsub <8 x float> %v402, %v404
  %v406 = call <8 x float> @each.expf.8(<8 x float> %v405)
  %v407 = getelementptr inbounds float, ptr %v379, i64 %i393
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v406, ptr align 4 %v407, <8 x i1> %v400)
  %v408 = fadd <8 x float> %p394, %v406
  %v409 = select <8 x i1> %v400, <8 x float> %v408, <8 x float> %p394
  %v410 = add nsw i64 %i393, 8
  %v411 = icmp slt i64 %v410, %v2
  br i1 %v411, label %loop391, label %end392
end392:
  %v413 = phi <8 x float> [ %v390, %join389 ], [ %v409, %loop391 ]
  %v414 = call reassoc float @llvm.vector.reduce.fadd.v8f32(float 0x8000000000000000, <8 x float> %v413)
  %v415 = fadd float 0x0000000000000000, %v414
  %v422 = fdiv float %v247, %v415
  %v425 = insertelement <8 x float> poison, float %v422, i64 0
  %v426 = shufflevector <8 x float> %v425, <8 x float> poison, <8 x i32> zeroinitializer
  %v431 = icmp slt i64 0, %v418
  br i1 %v431, label %loop419, label %end420
loop419:
  %i421 = phi i64 [ 0, %end392 ], [ %v429, %loop419 ]
  %v423 = getelementptr inbounds float, ptr %v379, i64 %i421
  %v424 = load <8 x float>, ptr %v423, align 4
  %v427 = fmul <8 x float> %v424, %v426
  %v428 = getelementptr inbounds float, ptr %v379, i64 %i421
  store <8 x float> %v427, ptr %v428, align 4
  %v429 = add nsw i64 %i421, 8
  %v430 = icmp slt i64 %v429, %v418
  br i1 %v430, label %loop419, label %end420
end420:
  br i1 %v438, label %rest439, label %join444
rest439:
  %v440 = getelementptr inbounds float, ptr %v379, i64 %v418
  %v441 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v440, <8 x i1> %v437, <8 x float> zeroinitializer)
  %v442 = fmul <8 x float> %v441, %v426
  %v443 = getelementptr inbounds float, ptr %v379, i64 %v418
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v442, ptr align 4 %v443, <8 x i1> %v437)
  br label %join444
join444:
  %v445 = add nsw i64 %i308, 1
  %v446 = icmp slt i64 %v445, %hi
  br i1 %v446, label %loop306, label %end307
end307:
  br label %join448
join448:
  ret void
}
