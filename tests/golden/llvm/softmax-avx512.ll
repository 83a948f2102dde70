target triple = "x86_64-linux"
declare float @expf(float)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, <16 x i1>)
declare float @llvm.maximum.f32(float, float)
declare <16 x float> @llvm.maximum.v16f32(<16 x float>, <16 x float>)
declare <2 x float> @llvm.maximum.v2f32(<2 x float>, <2 x float>)
declare <32 x float> @llvm.maximum.v32f32(<32 x float>, <32 x float>)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>)
declare <64 x float> @llvm.maximum.v64f32(<64 x float>, <64 x float>)
declare <8 x float> @llvm.maximum.v8f32(<8 x float>, <8 x float>)
declare i64 @llvm.umin.i64(i64, i64)
declare float @llvm.vector.reduce.fadd.v16f32(float, <16 x float>)
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
define internal <32 x float> @each.expf.32(<32 x float> %a0) nounwind noinline {
entry:
  %m0 = alloca <32 x float>
  store <32 x float> %a0, ptr %m0
  br label %lane
lane:
  %i = phi i64 [ 0, %entry ], [ %next, %lane ]
  %p0 = getelementptr float, ptr %m0, i64 %i
  %x0 = load float, ptr %p0
  %y = call float @expf(float %x0)
  store float %y, ptr %p0
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 32
  br i1 %more, label %lane, label %done
done:
  %r = load <32 x float>, ptr %m0
  ret <32 x float> %r
}
define internal <16 x float> @totals.add.float32.16.16(ptr %vectors) nounwind noinline {
entry:
  %v218 = load <16 x float>, ptr %vectors
  %v219 = getelementptr <16 x float>, ptr %vectors, i64 1
  %v220 = load <16 x float>, ptr %v219
  %v221 = getelementptr <16 x float>, ptr %vectors, i64 2
  %v222 = load <16 x float>, ptr %v221
  %v223 = getelementptr <16 x float>, ptr %vectors, i64 3
  %v224 = load <16 x float>, ptr %v223
  %v225 = getelementptr <16 x float>, ptr %vectors, i64 4
  %v226 = load <16 x float>, ptr %v225
  %v227 = getelementptr <16 x float>, ptr %vectors, i64 5
  %v228 = load <16 x float>, ptr %v227
  %v229 = getelementptr <16 x float>, ptr %vectors, i64 6
  %v230 = load <16 x float>, ptr %v229
  %v231 = getelementptr <16 x float>, ptr %vectors, i64 7
  %v232 = load <16 x float>, ptr %v231
  %v233 = getelementptr <16 x float>, ptr %vectors, i64 8
  %v234 = load <16 x float>, ptr %v233
  %v235 = getelementptr <16 x float>, ptr %vectors, i64 9
  %v236 = load <16 x float>, ptr %v235
  %v237 = getelementptr <16 x float>, ptr %vectors, i64 10
  %v238 = load <16 x float>, ptr %v237
  %v239 = getelementptr <16 x float>, ptr %vectors, i64 11
  %v240 = load <16 x float>, ptr %v239
  %v241 = getelementptr <16 x float>, ptr %vectors, i64 12
  %v242 = load <16 x float>, ptr %v241
  %v243 = getelementptr <16 x float>, ptr %vectors, i64 13
  %v244 = load <16 x float>, ptr %v243
  %v245 = getelementptr <16 x float>, ptr %vectors, i64 14
  %v246 = load <16 x float>, ptr %v245
  %v247 = getelementptr <16 x float>, ptr %vectors, i64 15
  %v248 = load <16 x float>, ptr %v247
  %v249 = shufflevector <16 x float> %v218, <16 x float> %v226, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v250 = shufflevector <16 x float> %v218, <16 x float> %v226, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v251 = fadd <16 x float> %v249, %v250
  %v252 = shufflevector <16 x float> %v234, <16 x float> %v242, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v253 = shufflevector <16 x float> %v234, <16 x float> %v242, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v254 = fadd <16 x float> %v252, %v253
  %v255 = shufflevector <16 x float> %v220, <16 x float> %v228, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v256 = shufflevector <16 x float> %v220, <16 x float> %v228, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v257 = fadd <16 x float> %v255, %v256
  %v258 = shufflevector <16 x float> %v236, <16 x float> %v244, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v259 = shufflevector <16 x float> %v236, <16 x float> %v244, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v260 = fadd <16 x float> %v258, %v259
  %v261 = shufflevector <16 x float> %v222, <16 x float> %v230, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v262 = shufflevector <16 x float> %v222, <16 x float> %v230, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v263 = fadd <16 x float> %v261, %v262
  %v264 = shufflevector <16 x float> %v238, <16 x float> %v246, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v265 = shufflevector <16 x float> %v238, <16 x float> %v246, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v266 = fadd <16 x float> %v264, %v265
  %v267 = shufflevector <16 x float> %v224, <16 x float> %v232, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v268 = shufflevector <16 x float> %v224, <16 x float> %v232, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v269 = fadd <16 x float> %v267, %v268
  %v270 = shufflevector <16 x float> %v240, <16 x float> %v248, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v271 = shufflevector <16 x float> %v240, <16 x float> %v248, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v272 = fadd <16 x float> %v270, %v271
  %v273 = shufflevector <16 x float> %v251, <16 x float> %v254, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v274 = shufflevector <16 x float> %v251, <16 x float> %v254, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v275 = fadd <16 x float> %v273, %v274
  %v276 = shufflevector <16 x float> %v257, <16 x float> %v260, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v277 = shufflevector <16 x float> %v257, <16 x float> %v260, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v278 = fadd <16 x float> %v276, %v277
  %v279 = shufflevector <16 x float> %v263, <16 x float> %v266, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v280 = shufflevector <16 x float> %v263, <16 x float> %v266, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v281 = fadd <16 x float> %v279, %v280
  %v282 = shufflevector <16 x float> %v269, <16 x float> %v272, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v283 = shufflevector <16 x float> %v269, <16 x float> %v272, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v284 = fadd <16 x float> %v282, %v283
  %v285 = shufflevector <16 x float> %v275, <16 x float> %v278, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v286 = shufflevector <16 x float> %v275, <16 x float> %v278, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v287 = fadd <16 x float> %v285, %v286
  %v288 = shufflevector <16 x float> %v281, <16 x float> %v284, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v289 = shufflevector <16 x float> %v281, <16 x float> %v284, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v290 = fadd <16 x float> %v288, %v289
  %v291 = shufflevector <16 x float> %v287, <16 x float> %v290, <16 x i32> <i32 0, i32 2, i32 16, i32 18, i32 4, i32 6, i32 20, i32 22, i32 8, i32 10, i32 24, i32 26, i32 12, i32 14, i32 28, i32 30>
  %v292 = shufflevector <16 x float> %v287, <16 x float> %v290, <16 x i32> <i32 1, i32 3, i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 15, i32 29, i32 31>
  %v293 = fadd <16 x float> %v291, %v292
  ret <16 x float> %v293
}
define internal <16 x float> @totals.max.float32.16.16(ptr %vectors) nounwind noinline {
entry:
  %v74 = load <16 x float>, ptr %vectors
  %v75 = getelementptr <16 x float>, ptr %vectors, i64 1
  %v76 = load <16 x float>, ptr %v75
  %v77 = getelementptr <16 x float>, ptr %vectors, i64 2
  %v78 = load <16 x float>, ptr %v77
  %v79 = getelementptr <16 x float>, ptr %vectors, i64 3
  %v80 = load <16 x float>, ptr %v79
  %v81 = getelementptr <16 x float>, ptr %vectors, i64 4
  %v82 = load <16 x float>, ptr %v81
  %v83 = getelementptr <16 x float>, ptr %vectors, i64 5
  %v84 = load <16 x float>, ptr %v83
  %v85 = getelementptr <16 x float>, ptr %vectors, i64 6
  %v86 = load <16 x float>, ptr %v85
  %v87 = getelementptr <16 x float>, ptr %vectors, i64 7
  %v88 = load <16 x float>, ptr %v87
  %v89 = getelementptr <16 x float>, ptr %vectors, i64 8
  %v90 = load <16 x float>, ptr %v89
  %v91 = getelementptr <16 x float>, ptr %vectors, i64 9
  %v92 = load <16 x float>, ptr %v91
  %v93 = getelementptr <16 x float>, ptr %vectors, i64 10
  %v94 = load <16 x float>, ptr %v93
  %v95 = getelementptr <16 x float>, ptr %vectors, i64 11
  %v96 = load <16 x float>, ptr %v95
  %v97 = getelementptr <16 x float>, ptr %vectors, i64 12
  %v98 = load <16 x float>, ptr %v97
  %v99 = getelementptr <16 x float>, ptr %vectors, i64 13
  %v100 = load <16 x float>, ptr %v99
  %v101 = getelementptr <16 x float>, ptr %vectors, i64 14
  %v102 = load <16 x float>, ptr %v101
  %v103 = getelementptr <16 x float>, ptr %vectors, i64 15
  %v104 = load <16 x float>, ptr %v103
  %v105 = shufflevector <16 x float> %v74, <16 x float> %v82, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v106 = shufflevector <16 x float> %v74, <16 x float> %v82, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v107 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v105, <16 x float> %v106)
  %v108 = shufflevector <16 x float> %v90, <16 x float> %v98, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v109 = shufflevector <16 x float> %v90, <16 x float> %v98, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v110 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v108, <16 x float> %v109)
  %v111 = shufflevector <16 x float> %v76, <16 x float> %v84, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v112 = shufflevector <16 x float> %v76, <16 x float> %v84, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v113 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v111, <16 x float> %v112)
  %v114 = shufflevector <16 x float> %v92, <16 x float> %v100, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v115 = shufflevector <16 x float> %v92, <16 x float> %v100, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v116 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v114, <16 x float> %v115)
  %v117 = shufflevector <16 x float> %v78, <16 x float> %v86, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v118 = shufflevector <16 x float> %v78, <16 x float> %v86, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v119 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v117, <16 x float> %v118)
  %v120 = shufflevector <16 x float> %v94, <16 x float> %v102, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v121 = shufflevector <16 x float> %v94, <16 x float> %v102, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v122 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v120, <16 x float> %v121)
  %v123 = shufflevector <16 x float> %v80, <16 x float> %v88, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v124 = shufflevector <16 x float> %v80, <16 x float> %v88, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v125 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v123, <16 x float> %v124)
  %v126 = shufflevector <16 x float> %v96, <16 x float> %v104, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v127 = shufflevector <16 x float> %v96, <16 x float> %v104, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v128 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v126, <16 x float> %v127)
  %v129 = shufflevector <16 x float> %v107, <16 x float> %v110, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v130 = shufflevector <16 x float> %v107, <16 x float> %v110, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v131 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v129, <16 x float> %v130)
  %v132 = shufflevector <16 x float> %v113, <16 x float> %v116, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v133 = shufflevector <16 x float> %v113, <16 x float> %v116, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v134 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v132, <16 x float> %v133)
  %v135 = shufflevector <16 x float> %v119, <16 x float> %v122, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v136 = shufflevector <16 x float> %v119, <16 x float> %v122, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v137 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v135, <16 x float> %v136)
  %v138 = shufflevector <16 x float> %v125, <16 x float> %v128, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v139 = shufflevector <16 x float> %v125, <16 x float> %v128, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v140 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v138, <16 x float> %v139)
  %v141 = shufflevector <16 x float> %v131, <16 x float> %v134, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v142 = shufflevector <16 x float> %v131, <16 x float> %v134, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v143 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v141, <16 x float> %v142)
  %v144 = shufflevector <16 x float> %v137, <16 x float> %v140, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v145 = shufflevector <16 x float> %v137, <16 x float> %v140, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v146 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v144, <16 x float> %v145)
  %v147 = shufflevector <16 x float> %v143, <16 x float> %v146, <16 x i32> <i32 0, i32 2, i32 16, i32 18, i32 4, i32 6, i32 20, i32 22, i32 8, i32 10, i32 24, i32 26, i32 12, i32 14, i32 28, i32 30>
  %v148 = shufflevector <16 x float> %v143, <16 x float> %v146, <16 x i32> <i32 1, i32 3, i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 15, i32 29, i32 31>
  %v149 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v147, <16 x float> %v148)
  ret <16 x float> %v149
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 1
  %v2 = load i64, ptr %v1, align 8
  %v13 = alloca [16 x <16 x float>]
  %v25 = load ptr, ptr %buffers, align 8
  %v26 = load i64, ptr %table, align 8
  %v152 = alloca [1 x <16 x float>]
  %v153 = alloca [16 x <16 x float>]
  %v175 = alloca [6144 x float], align 64
  %v296 = alloca [1 x <16 x float>]
  %v303 = getelementptr i64, ptr %table, i64 3
  %v304 = load float, ptr %v303, align 8
  %v308 = alloca [1 x <16 x float>]
  %v330 = getelementptr ptr, ptr %buffers, i64 1
  %v331 = load ptr, ptr %v330, align 8
  %v332 = getelementptr i64, ptr %table, i64 2
  %v333 = load i64, ptr %v332, align 8
  %v3 = icmp sle i64 %v2, 384
  %v18 = and i64 %v2, -64
  %v44 = and i64 %v2, -16
  %v56 = sub nsw i64 %v2, %v44
  %v57 = call i64 @llvm.umin.i64(i64 %v56, i64 16)
  %v58 = trunc i64 %v57 to i32
  %v59 = insertelement <16 x i32> poison, i32 %v58, i64 0
  %v60 = shufflevector <16 x i32> %v59, <16 x i32> poison, <16 x i32> zeroinitializer
  %v61 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v60
  %v62 = icmp slt i64 %v44, %v2
  %v160 = and i64 %v2, -32
  %v305 = insertelement <16 x float> poison, float %v304, i64 0
  %v306 = shufflevector <16 x float> %v305, <16 x float> poison, <16 x i32> zeroinitializer
  %v319 = and i64 %v2, -16
  %v340 = sub nsw i64 %v2, %v319
  %v341 = call i64 @llvm.umin.i64(i64 %v340, i64 16)
  %v342 = trunc i64 %v341 to i32
  %v343 = insertelement <16 x i32> poison, i32 %v342, i64 0
  %v344 = shufflevector <16 x i32> %v343, <16 x i32> poison, <16 x i32> zeroinitializer
  %v345 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v344
  %v346 = icmp slt i64 %v319, %v2
  br i1 %v3, label %then4, label %join359
then4:
  %v358 = icmp slt i64 %lo, %hi
  br i1 %v358, label %loop5, label %end6
loop5:
  %i7 = phi i64 [ %lo, %then4 ], [ %v356, %end310 ]
  %v8 = add i64 %i7, 16
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
  %p24 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole20 ], [ %v31, %loop21 ]
  %v29 = getelementptr inbounds float, ptr %v28, i64 %i23
  %v30 = load <64 x float>, ptr %v29, align 4
  %v31 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p24, <64 x float> %v30)
  %v32 = add nsw i64 %i23, 64
  %v33 = icmp slt i64 %v32, %v18
  br i1 %v33, label %loop21, label %end22
end22:
  %v35 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole20 ], [ %v31, %loop21 ]
  %v36 = shufflevector <64 x float> %v35, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v37 = shufflevector <64 x float> %v35, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v38 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v36, <32 x float> %v37)
  %v39 = shufflevector <32 x float> %v38, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v40 = shufflevector <32 x float> %v38, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v41 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v39, <16 x float> %v40)
  br label %join42
join42:
  %v43 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop14 ], [ %v41, %end22 ]
  %v54 = icmp slt i64 %v18, %v44
  br i1 %v54, label %loop45, label %end46
loop45:
  %i47 = phi i64 [ %v18, %join42 ], [ %v52, %loop45 ]
  %p48 = phi <16 x float> [ %v43, %join42 ], [ %v51, %loop45 ]
  %v49 = getelementptr inbounds float, ptr %v28, i64 %i47
  %v50 = load <16 x float>, ptr %v49, align 4
  %v51 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p48, <16 x float> %v50)
  %v52 = add nsw i64 %i47, 16
  %v53 = icmp slt i64 %v52, %v44
  br i1 %v53, label %loop45, label %end46
end46:
  %v55 = phi <16 x float> [ %v43, %join42 ], [ %v51, %loop45 ]
  br i1 %v62, label %rest63, label %join68
rest63:
  %v64 = getelementptr inbounds float, ptr %v28, i64 %v44
  %v65 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v64, <16 x i1> %v61, <16 x float> zeroinitializer)
  %v66 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v55, <16 x float> %v65)
  %v67 = select <16 x i1> %v61, <16 x float> %v66, <16 x float> %v55
  br label %join68
join68:
  %v69 = phi <16 x float> [ %v55, %end46 ], [ %v67, %rest63 ]
  %v70 = getelementptr <16 x float>, ptr %v13, i64 %i16
  store <16 x float> %v69, ptr %v70
  %v71 = add nsw i64 %i16, 1
  %v72 = icmp slt i64 %v71, %v11
  br i1 %v72, label %loop14, label %end15
end15:
  %v150 = call <16 x float> @totals.max.float32.16.16(ptr %v13)
  %v151 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> splat (float 0xFFF0000000000000), <16 x float> %v150)
  store <16 x float> %v151, ptr %v152
  %v176 = mul i64 %i7, -384
  %v177 = getelementptr inbounds float, ptr %v175, i64 %v176
  %v217 = icmp slt i64 0, %v11
  br i1 %v217, label %loop154, label %end155
loop154:
  %i156 = phi i64 [ 0, %end15 ], [ %v215, %end192 ]
  %v157 = add nsw i64 %i7, %i156
  %v158 = getelementptr float, ptr %v152, i64 %i156
  %v159 = load float, ptr %v158
  %v161 = icmp slt i64 0, %v160
  %v167 = mul i64 %v157, %v26
  %v168 = getelementptr inbounds float, ptr %v25, i64 %v167
  %v171 = insertelement <32 x float> poison, float %v159, i64 0
  %v172 = shufflevector <32 x float> %v171, <32 x float> poison, <32 x i32> zeroinitializer
  %v178 = mul i64 %v157, 384
  %v179 = getelementptr inbounds float, ptr %v177, i64 %v178
  br i1 %v161, label %whole162, label %join189
whole162:
  %v184 = icmp slt i64 0, %v160
  br i1 %v184, label %loop163, label %end164
loop163:
  %i165 = phi i64 [ 0, %whole162 ], [ %v182, %loop163 ]
  %p166 = phi <32 x float> [ splat (float 0x8000000000000000), %whole162 ], [ %v181, %loop163 ]
  %v169 = getelementptr inbounds float, ptr %v168, i64 %i165
  %v170 = load <32 x float>, ptr %v169, align 4
  %v173 = fsub <32 x float> %v170, %v172
  %v174 = call <32 x float> @each.expf.32(<32 x float> %v173)
  %v180 = getelementptr inbounds float, ptr %v179, i64 %i165
  store <32 x float> %v174, ptr %v180, align 4
  %v181 = fadd <32 x float> %p166, %v174
  %v182 = add nsw i64 %i165, 32
  %v183 = icmp slt i64 %v182, %v160
  br i1 %v183, label %loop163, label %end164
end164:
  %v185 = phi <32 x float> [ splat (float 0x8000000000000000), %whole162 ], [ %v181, %loop163 ]
  %v186 = shufflevector <32 x float> %v185, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v187 = shufflevector <32 x float> %v185, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v188 = fadd <16 x float> %v186, %v187
  br label %join189
join189:
  %v190 = phi <16 x float> [ splat (float 0x8000000000000000), %loop154 ], [ %v188, %end164 ]
  %v203 = insertelement <16 x float> poison, float %v159, i64 0
  %v204 = shufflevector <16 x float> %v203, <16 x float> poison, <16 x i32> zeroinitializer
  %v212 = icmp slt i64 %v160, %v2
  br i1 %v212, label %loop191, label %end192
loop191:
  %i193 = phi i64 [ %v160, %join189 ], [ %v210, %loop191 ]
  %p194 = phi <16 x float> [ %v190, %join189 ], [ %v209, %loop191 ]
  %v195 = sub nsw i64 %v2, %i193
  %v196 = call i64 @llvm.umin.i64(i64 %v195, i64 16)
  %v197 = trunc i64 %v196 to i32
  %v198 = insertelement <16 x i32> poison, i32 %v197, i64 0
  %v199 = shufflevector <16 x i32> %v198, <16 x i32> poison, <16 x i32> zeroinitializer
  %v200 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v199
  %v201 = getelementptr inbounds float, ptr %v168, i64 %i193
  %v202 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v201, <16 x i1> %v200, <16 x float> zeroinitializer)
  %v205 = fsub <16 x float> %v202, %v204
  %v206 = call <16 x float> @each.expf.16(<16 x float> %v205)
  %v207 = getelementptr inbounds float, ptr %v179, i64 %i193
  store <16 x float> %v206, ptr %v207, align 4
  %v208 = fadd <16 x float> %p194, %v206
  %v209 = select <16 x i1> %v200, <16 x float> %v208, <16 x float> %p194
  %v210 = add nsw i64 %i193, 16
  %v211 = icmp slt i64 %v210, %v2
  br i1 %v211, label %loop191, label %end192
end192:
  %v213 = phi <16 x float> [ %v190, %join189 ], [ %v209, %loop191 ]
  %v214 = getelementptr <16 x float>, ptr %v153, i64 %i156
  store <16 x float> %v213, ptr %v214
  %v215 = add nsw i64 %i156, 1
  %v216 = icmp slt i64 %v215, %v11
  br i1 %v216, label %loop154, label %end155
end155:
  %v294 = call <16 x float> @totals.add.float32.16.16(ptr %v153)
  %v295 = fadd <16 x float> splat (float 0x0000000000000000), %v294
  store <16 x float> %v295, ptr %v296
  %v297 = sub nsw i64 %v12, %i7
  %v298 = call i64 @llvm.umin.i64(i64 %v297, i64 16)
  %v299 = trunc i64 %v298 to i32
  %v300 = insertelement <16 x i32> poison, i32 %v299, i64 0
  %v301 = shufflevector <16 x i32> %v300, <16 x i32> poison, <16 x i32> zeroinitializer
  %v302 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v301
  %v307 = fdiv <16 x float> %v306, %v295
  store <16 x float> %v307, ptr %v308
  %v355 = icmp slt i64 0, %v11
  br i1 %v355, label %loop309, label %end310
loop309:
  %i311 = phi i64 [ 0, %end155 ], [ %v353, %join352 ]
  %v312 = add nsw i64 %i7, %i311
  %v313 = getelementptr float, ptr %v152, i64 %i311
  %v314 = load float, ptr %v313
  %v315 = getelementptr float, ptr %v296, i64 %i311
  %v316 = load float, ptr %v315
  %v317 = getelementptr float, ptr %v308, i64 %i311
  %v318 = load float, ptr %v317
  %v323 = mul i64 %v312, 384
  %v324 = getelementptr inbounds float, ptr %v177, i64 %v323
  %v327 = insertelement <16 x float> poison, float %v318, i64 0
  %v328 = shufflevector <16 x float> %v327, <16 x float> poison, <16 x i32> zeroinitializer
  %v334 = mul i64 %v312, %v333
  %v335 = getelementptr inbounds float, ptr %v331, i64 %v334
  %v339 = icmp slt i64 0, %v319
  br i1 %v339, label %loop320, label %end321
loop320:
  %i322 = phi i64 [ 0, %loop309 ], [ %v337, %loop320 ]
  %v325 = getelementptr inbounds float, ptr %v324, i64 %i322
  %v326 = load <16 x float>, ptr %v325, align 4
  %v329 = fmul <16 x float> %v326, %v328
  %v336 = getelementptr inbounds float, ptr %v335, i64 %i322
  store <16 x float> %v329, ptr %v336, align 4
  %v337 = add nsw i64 %i322, 16
  %v338 = icmp slt i64 %v337, %v319
  br i1 %v338, label %loop320, label %end321
end321:
  br i1 %v346, label %rest347, label %join352
rest347:
  %v348 = getelementptr inbounds float, ptr %v324, i64 %v319
  %v349 = load <16 x float>, ptr %v348, align 4
  %v350 = fmul <16 x float> %v349, %v328
  %v351 = getelementptr inbounds float, ptr %v335, i64 %v319
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v350, ptr align 4 %v351, <16 x i1> %v345)
  br label %join352
join352:
  %v353 = add nsw i64 %i311, 1
  %v354 = icmp slt i64 %v353, %v11
  br i1 %v354, label %loop309, label %end310
end310:
  %v356 = add nsw i64 %i7, 16
  %v357 = icmp slt i64 %v356, %hi
  br i1 %v357, label %loop5, label %end6
end6:
  br label %join359
join359:
  %v360 = xor i1 %v3, true
  %v471 = and i64 %v2, -16
  %v485 = sub nsw i64 %v2, %v471
  %v486 = call i64 @llvm.umin.i64(i64 %v485, i64 16)
  %v487 = trunc i64 %v486 to i32
  %v488 = insertelement <16 x i32> poison, i32 %v487, i64 0
  %v489 = shufflevector <16 x i32> %v488, <16 x i32> poison, <16 x i32> zeroinitializer
  %v490 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v489
  %v491 = icmp slt i64 %v471, %v2
  br i1 %v360, label %then361, label %join501
then361:
  %v500 = icmp slt i64 %lo, %hi
  br i1 %v500, label %loop362, label %end363
loop362:
  %i364 = phi i64 [ %lo, %then361 ], [ %v498, %join497 ]
  %v365 = and i64 %v2, -64
  %v366 = icmp slt i64 0, %v365
  %v372 = mul i64 %i364, %v26
  %v373 = getelementptr inbounds float, ptr %v25, i64 %v372
  br i1 %v366, label %whole367, label %join387
whole367:
  %v379 = icmp slt i64 0, %v365
  br i1 %v379, label %loop368, label %end369
loop368:
  %i370 = phi i64 [ 0, %whole367 ], [ %v377, %loop368 ]
  %p371 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole367 ], [ %v376, %loop368 ]
  %v374 = getelementptr inbounds float, ptr %v373, i64 %i370
  %v375 = load <64 x float>, ptr %v374, align 4
  %v376 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p371, <64 x float> %v375)
  %v377 = add nsw i64 %i370, 64
  %v378 = icmp slt i64 %v377, %v365
  br i1 %v378, label %loop368, label %end369
end369:
  %v380 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole367 ], [ %v376, %loop368 ]
  %v381 = shufflevector <64 x float> %v380, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v382 = shufflevector <64 x float> %v380, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v383 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v381, <32 x float> %v382)
  %v384 = shufflevector <32 x float> %v383, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v385 = shufflevector <32 x float> %v383, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v386 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v384, <16 x float> %v385)
  br label %join387
join387:
  %v388 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop362 ], [ %v386, %end369 ]
  %v405 = icmp slt i64 %v365, %v2
  br i1 %v405, label %loop389, label %end390
loop389:
  %i391 = phi i64 [ %v365, %join387 ], [ %v403, %loop389 ]
  %p392 = phi <16 x float> [ %v388, %join387 ], [ %v402, %loop389 ]
  %v393 = sub nsw i64 %v2, %i391
  %v394 = call i64 @llvm.umin.i64(i64 %v393, i64 16)
  %v395 = trunc i64 %v394 to i32
  %v396 = insertelement <16 x i32> poison, i32 %v395, i64 0
  %v397 = shufflevector <16 x i32> %v396, <16 x i32> poison, <16 x i32> zeroinitializer
  %v398 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v397
  %v399 = getelementptr inbounds float, ptr %v373, i64 %i391
  %v400 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v399, <16 x i1> %v398, <16 x float> zeroinitializer)
  %v401 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p392, <16 x float> %v400)
  %v402 = select <16 x i1> %v398, <16 x float> %v401, <16 x float> %p392
  %v403 = add nsw i64 %i391, 16
  %v404 = icmp slt i64 %v403, %v2
  br i1 %v404, label %loop389, label %end390
end390:
  %v406 = phi <16 x float> [ %v388, %join387 ], [ %v402, %loop389 ]
  %v407 = shufflevector <16 x float> %v406, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v408 = shufflevector <16 x float> %v406, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v409 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v407, <8 x float> %v408)
  %v410 = shufflevector <8 x float> %v409, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v411 = shufflevector <8 x float> %v409, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v412 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v410, <4 x float> %v411)
  %v413 = shufflevector <4 x float> %v412, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v414 = shufflevector <4 x float> %v412, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v415 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v413, <2 x float> %v414)
  %v416 = extractelement <2 x float> %v415, i64 0
  %v417 = extractelement <2 x float> %v415, i64 1
  %v418 = call nsz float @llvm.maximum.f32(float %v416, float %v417)
  %v419 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v418)
  %v420 = and i64 %v2, -32
  %v421 = icmp slt i64 0, %v420
  %v429 = insertelement <32 x float> poison, float %v419, i64 0
  %v430 = shufflevector <32 x float> %v429, <32 x float> poison, <32 x i32> zeroinitializer
  %v433 = mul i64 %i364, %v333
  %v434 = getelementptr inbounds float, ptr %v331, i64 %v433
  br i1 %v421, label %whole422, label %join444
whole422:
  %v439 = icmp slt i64 0, %v420
  br i1 %v439, label %loop423, label %end424
loop423:
  %i425 = phi i64 [ 0, %whole422 ], [ %v437, %loop423 ]
  %p426 = phi <32 x float> [ splat (float 0x8000000000000000), %whole422 ], [ %v436, %loop423 ]
  %v427 = getelementptr inbounds float, ptr %v373, i64 %i425
  %v428 = load <32 x float>, ptr %v427, align 4
  %v431 = fsub <32 x float> %v428, %v430
  %v432 = call <32 x float> @each.expf.32(<32 x float> %v431)
  %v435 = getelementptr inbounds float, ptr %v434, i64 %i425
  store <32 x float> %v432, ptr %v435, align 4
  %v436 = fadd <32 x float> %p426, %v432
  %v437 = add nsw i64 %i425, 32
  %v438 = icmp slt i64 %v437, %v420
  br i1 %v438, label %loop423, label %end424
end424:
  %v440 = phi <32 x float> [ splat (float 0x8000000000000000), %whole422 ], [ %v436, %loop423 ]
  %v441 = shufflevector <32 x float> %v440, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v442 = shufflevector <32 x float> %v440, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v443 = fadd <16 x float> %v441, %v442
  br label %join444
join444:
  %v445 = phi <16 x float> [ splat (float 0x8000000000000000), %end390 ], [ %v443, %end424 ]
  %v458 = insertelement <16 x float> poison, float %v419, i64 0
  %v459 = shufflevector <16 x float> %v458, <16 x float> poison, <16 x i32> zeroinitializer
  %v467 = icmp slt i64 %v420, %v2
  br i1 %v467, label %loop446, label %end447
loop446:
  %i448 = phi i64 [ %v420, %join444 ], [ %v465, %loop446 ]
  %p449 = phi <16 x float> [ %v445, %join444 ], [ %v464, %loop446 ]
  %v450 = sub nsw i64 %v2, %i448
  %v451 = call i64 @llvm.umin.i64(i64 %v450, i64 16)
  %v452 = trunc i64 %v451 to i32
  %v453 = insertelement <16 x i32> poison, i32 %v452, i64 0
  %v454 = shufflevector <16 x i32> %v453, <16 x i32> poison, <16 x i32> zeroinitializer
  %v455 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v454
  %v456 = getelementptr inbounds float, ptr %v373, i64 %i448
  %v457 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v456, <16 x i1> %v455, <16 x float> zeroinitializer)
  %v460 = fsub <16 x float> %v457, %v459
  %v461 = call <16 x float> @each.expf.16(<16 x float> %v460)
  %v462 = getelementptr inbounds float, ptr %v434, i64 %i448
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v461, ptr align 4 %v462, <16 x i1> %v455)
  %v463 = fadd <16 x float> %p449, %v461
  %v464 = select <16 x i1> %v455, <16 x float> %v463, <16 x float> %p449
  %v465 = add nsw i64 %i448, 16
  %v466 = icmp slt i64 %v465, %v2
  br i1 %v466, label %loop446, label %end447
end447:
  %v468 = phi <16 x float> [ %v445, %join444 ], [ %v464, %loop446 ]
  %v469 = call reassoc float @llvm.vector.reduce.fadd.v16f32(float 0x8000000000000000, <16 x float> %v468)
  %v470 = fadd float 0x0000000000000000, %v469
  %v475 = fdiv float %v304, %v470
  %v478 = insertelement <16 x float> poison, float %v475, i64 0
  %v479 = shufflevector <16 x float> %v478, <16 x float> poison, <16 x i32> zeroinitializer
  %v484 = icmp slt i64 0, %v471
  br i1 %v484, label %loop472, label %end473
loop472:
  %i474 = phi i64 [ 0, %end447 ], [ %v482, %loop472 ]
  %v476 = getelementptr inbounds float, ptr %v434, i64 %i474
  %v477 = load <16 x float>, ptr %v476, align 4
  %v480 = fmul <16 x float> %v477, %v479
  %v481 = getelementptr inbounds float, ptr %v434, i64 %i474
  store <16 x float> %v480, ptr %v481, align 4
  %v482 = add nsw i64 %i474, 16
  %v483 = icmp slt i64 %v482, %v471
  br i1 %v483, label %loop472, label %end473
end473:
  br i1 %v491, label %rest492, label %join497
rest492:
  %v493 = getelementptr inbounds float, ptr %v434, i64 %v471
  %v494 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v493, <16 x i1> %v490, <16 x float> zeroinitializer)
  %v495 = fmul <16 x float> %v494, %v479
  %v496 = getelementptr inbounds float, ptr %v434, i64 %v471
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v495, ptr align 4 %v496, <16 x i1> %v490)
  br label %join497
join497:
  %v498 = add nsw i64 %i364, 1
  %v499 = icmp slt i64 %v498, %hi
  br i1 %v499, label %loop362, label %end363
end363:
  br label %join501
join501:
  ret void
}
