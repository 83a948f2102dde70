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
  %v227 = getelementptr <16 x float>, ptr %vectors, i64 0
  %v228 = load <16 x float>, ptr %v227
  %v229 = getelementptr <16 x float>, ptr %vectors, i64 1
  %v230 = load <16 x float>, ptr %v229
  %v231 = getelementptr <16 x float>, ptr %vectors, i64 2
  %v232 = load <16 x float>, ptr %v231
  %v233 = getelementptr <16 x float>, ptr %vectors, i64 3
  %v234 = load <16 x float>, ptr %v233
  %v235 = getelementptr <16 x float>, ptr %vectors, i64 4
  %v236 = load <16 x float>, ptr %v235
  %v237 = getelementptr <16 x float>, ptr %vectors, i64 5
  %v238 = load <16 x float>, ptr %v237
  %v239 = getelementptr <16 x float>, ptr %vectors, i64 6
  %v240 = load <16 x float>, ptr %v239
  %v241 = getelementptr <16 x float>, ptr %vectors, i64 7
  %v242 = load <16 x float>, ptr %v241
  %v243 = getelementptr <16 x float>, ptr %vectors, i64 8
  %v244 = load <16 x float>, ptr %v243
  %v245 = getelementptr <16 x float>, ptr %vectors, i64 9
  %v246 = load <16 x float>, ptr %v245
  %v247 = getelementptr <16 x float>, ptr %vectors, i64 10
  %v248 = load <16 x float>, ptr %v247
  %v249 = getelementptr <16 x float>, ptr %vectors, i64 11
  %v250 = load <16 x float>, ptr %v249
  %v251 = getelementptr <16 x float>, ptr %vectors, i64 12
  %v252 = load <16 x float>, ptr %v251
  %v253 = getelementptr <16 x float>, ptr %vectors, i64 13
  %v254 = load <16 x float>, ptr %v253
  %v255 = getelementptr <16 x float>, ptr %vectors, i64 14
  %v256 = load <16 x float>, ptr %v255
  %v257 = getelementptr <16 x float>, ptr %vectors, i64 15
  %v258 = load <16 x float>, ptr %v257
  %v259 = shufflevector <16 x float> %v228, <16 x float> %v236, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v260 = shufflevector <16 x float> %v228, <16 x float> %v236, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v261 = fadd <16 x float> %v259, %v260
  %v262 = shufflevector <16 x float> %v244, <16 x float> %v252, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v263 = shufflevector <16 x float> %v244, <16 x float> %v252, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v264 = fadd <16 x float> %v262, %v263
  %v265 = shufflevector <16 x float> %v230, <16 x float> %v238, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v266 = shufflevector <16 x float> %v230, <16 x float> %v238, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v267 = fadd <16 x float> %v265, %v266
  %v268 = shufflevector <16 x float> %v246, <16 x float> %v254, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v269 = shufflevector <16 x float> %v246, <16 x float> %v254, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v270 = fadd <16 x float> %v268, %v269
  %v271 = shufflevector <16 x float> %v232, <16 x float> %v240, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v272 = shufflevector <16 x float> %v232, <16 x float> %v240, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v273 = fadd <16 x float> %v271, %v272
  %v274 = shufflevector <16 x float> %v248, <16 x float> %v256, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v275 = shufflevector <16 x float> %v248, <16 x float> %v256, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v276 = fadd <16 x float> %v274, %v275
  %v277 = shufflevector <16 x float> %v234, <16 x float> %v242, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v278 = shufflevector <16 x float> %v234, <16 x float> %v242, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v279 = fadd <16 x float> %v277, %v278
  %v280 = shufflevector <16 x float> %v250, <16 x float> %v258, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v281 = shufflevector <16 x float> %v250, <16 x float> %v258, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v282 = fadd <16 x float> %v280, %v281
  %v283 = shufflevector <16 x float> %v261, <16 x float> %v264, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v284 = shufflevector <16 x float> %v261, <16 x float> %v264, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v285 = fadd <16 x float> %v283, %v284
  %v286 = shufflevector <16 x float> %v267, <16 x float> %v270, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v287 = shufflevector <16 x float> %v267, <16 x float> %v270, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v288 = fadd <16 x float> %v286, %v287
  %v289 = shufflevector <16 x float> %v273, <16 x float> %v276, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v290 = shufflevector <16 x float> %v273, <16 x float> %v276, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v291 = fadd <16 x float> %v289, %v290
  %v292 = shufflevector <16 x float> %v279, <16 x float> %v282, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v293 = shufflevector <16 x float> %v279, <16 x float> %v282, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v294 = fadd <16 x float> %v292, %v293
  %v295 = shufflevector <16 x float> %v285, <16 x float> %v288, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v296 = shufflevector <16 x float> %v285, <16 x float> %v288, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v297 = fadd <16 x float> %v295, %v296
  %v298 = shufflevector <16 x float> %v291, <16 x float> %v294, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v299 = shufflevector <16 x float> %v291, <16 x float> %v294, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v300 = fadd <16 x float> %v298, %v299
  %v301 = shufflevector <16 x float> %v297, <16 x float> %v300, <16 x i32> <i32 0, i32 2, i32 16, i32 18, i32 4, i32 6, i32 20, i32 22, i32 8, i32 10, i32 24, i32 26, i32 12, i32 14, i32 28, i32 30>
  %v302 = shufflevector <16 x float> %v297, <16 x float> %v300, <16 x i32> <i32 1, i32 3, i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 15, i32 29, i32 31>
  %v303 = fadd <16 x float> %v301, %v302
  ret <16 x float> %v303
}
define internal <16 x float> @totals.max.float32.16.16(ptr %vectors) nounwind noinline {
entry:
  %v80 = getelementptr <16 x float>, ptr %vectors, i64 0
  %v81 = load <16 x float>, ptr %v80
  %v82 = getelementptr <16 x float>, ptr %vectors, i64 1
  %v83 = load <16 x float>, ptr %v82
  %v84 = getelementptr <16 x float>, ptr %vectors, i64 2
  %v85 = load <16 x float>, ptr %v84
  %v86 = getelementptr <16 x float>, ptr %vectors, i64 3
  %v87 = load <16 x float>, ptr %v86
  %v88 = getelementptr <16 x float>, ptr %vectors, i64 4
  %v89 = load <16 x float>, ptr %v88
  %v90 = getelementptr <16 x float>, ptr %vectors, i64 5
  %v91 = load <16 x float>, ptr %v90
  %v92 = getelementptr <16 x float>, ptr %vectors, i64 6
  %v93 = load <16 x float>, ptr %v92
  %v94 = getelementptr <16 x float>, ptr %vectors, i64 7
  %v95 = load <16 x float>, ptr %v94
  %v96 = getelementptr <16 x float>, ptr %vectors, i64 8
  %v97 = load <16 x float>, ptr %v96
  %v98 = getelementptr <16 x float>, ptr %vectors, i64 9
  %v99 = load <16 x float>, ptr %v98
  %v100 = getelementptr <16 x float>, ptr %vectors, i64 10
  %v101 = load <16 x float>, ptr %v100
  %v102 = getelementptr <16 x float>, ptr %vectors, i64 11
  %v103 = load <16 x float>, ptr %v102
  %v104 = getelementptr <16 x float>, ptr %vectors, i64 12
  %v105 = load <16 x float>, ptr %v104
  %v106 = getelementptr <16 x float>, ptr %vectors, i64 13
  %v107 = load <16 x float>, ptr %v106
  %v108 = getelementptr <16 x float>, ptr %vectors, i64 14
  %v109 = load <16 x float>, ptr %v108
  %v110 = getelementptr <16 x float>, ptr %vectors, i64 15
  %v111 = load <16 x float>, ptr %v110
  %v112 = shufflevector <16 x float> %v81, <16 x float> %v89, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v113 = shufflevector <16 x float> %v81, <16 x float> %v89, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v114 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v112, <16 x float> %v113)
  %v115 = shufflevector <16 x float> %v97, <16 x float> %v105, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v116 = shufflevector <16 x float> %v97, <16 x float> %v105, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v117 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v115, <16 x float> %v116)
  %v118 = shufflevector <16 x float> %v83, <16 x float> %v91, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v119 = shufflevector <16 x float> %v83, <16 x float> %v91, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v120 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v118, <16 x float> %v119)
  %v121 = shufflevector <16 x float> %v99, <16 x float> %v107, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v122 = shufflevector <16 x float> %v99, <16 x float> %v107, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v123 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v121, <16 x float> %v122)
  %v124 = shufflevector <16 x float> %v85, <16 x float> %v93, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v125 = shufflevector <16 x float> %v85, <16 x float> %v93, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v126 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v124, <16 x float> %v125)
  %v127 = shufflevector <16 x float> %v101, <16 x float> %v109, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v128 = shufflevector <16 x float> %v101, <16 x float> %v109, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v129 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v127, <16 x float> %v128)
  %v130 = shufflevector <16 x float> %v87, <16 x float> %v95, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v131 = shufflevector <16 x float> %v87, <16 x float> %v95, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v132 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v130, <16 x float> %v131)
  %v133 = shufflevector <16 x float> %v103, <16 x float> %v111, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v134 = shufflevector <16 x float> %v103, <16 x float> %v111, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v135 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v133, <16 x float> %v134)
  %v136 = shufflevector <16 x float> %v114, <16 x float> %v117, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v137 = shufflevector <16 x float> %v114, <16 x float> %v117, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v138 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v136, <16 x float> %v137)
  %v139 = shufflevector <16 x float> %v120, <16 x float> %v123, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v140 = shufflevector <16 x float> %v120, <16 x float> %v123, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v141 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v139, <16 x float> %v140)
  %v142 = shufflevector <16 x float> %v126, <16 x float> %v129, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v143 = shufflevector <16 x float> %v126, <16 x float> %v129, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v144 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v142, <16 x float> %v143)
  %v145 = shufflevector <16 x float> %v132, <16 x float> %v135, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v146 = shufflevector <16 x float> %v132, <16 x float> %v135, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v147 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v145, <16 x float> %v146)
  %v148 = shufflevector <16 x float> %v138, <16 x float> %v141, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v149 = shufflevector <16 x float> %v138, <16 x float> %v141, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v150 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v148, <16 x float> %v149)
  %v151 = shufflevector <16 x float> %v144, <16 x float> %v147, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v152 = shufflevector <16 x float> %v144, <16 x float> %v147, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v153 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v151, <16 x float> %v152)
  %v154 = shufflevector <16 x float> %v150, <16 x float> %v153, <16 x i32> <i32 0, i32 2, i32 16, i32 18, i32 4, i32 6, i32 20, i32 22, i32 8, i32 10, i32 24, i32 26, i32 12, i32 14, i32 28, i32 30>
  %v155 = shufflevector <16 x float> %v150, <16 x float> %v153, <16 x i32> <i32 1, i32 3, i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 15, i32 29, i32 31>
  %v156 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v154, <16 x float> %v155)
  ret <16 x float> %v156
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 1
  %v2 = load i64, ptr %v1, align 8
  %v13 = alloca [16 x <16 x float>]
  %v27 = getelementptr ptr, ptr %buffers, i64 0
  %v28 = load ptr, ptr %v27, align 8
  %v29 = getelementptr i64, ptr %table, i64 0
  %v30 = load i64, ptr %v29, align 8
  %v159 = alloca [1 x <16 x float>]
  %v160 = alloca [16 x <16 x float>]
  %v184 = alloca [6144 x float], align 64
  %v306 = alloca [1 x <16 x float>]
  %v313 = getelementptr i64, ptr %table, i64 3
  %v314 = load float, ptr %v313, align 8
  %v318 = alloca [1 x <16 x float>]
  %v342 = getelementptr ptr, ptr %buffers, i64 1
  %v343 = load ptr, ptr %v342, align 8
  %v344 = getelementptr i64, ptr %table, i64 2
  %v345 = load i64, ptr %v344, align 8
  %v3 = icmp sle i64 %v2, 384
  %v18 = sub nsw i64 %v2, 0
  %v19 = and i64 %v18, -64
  %v20 = add nsw i64 0, %v19
  %v48 = sub nsw i64 %v2, 0
  %v49 = and i64 %v48, -16
  %v50 = add nsw i64 0, %v49
  %v62 = sub nsw i64 %v2, %v50
  %v63 = call i64 @llvm.umin.i64(i64 %v62, i64 16)
  %v64 = trunc i64 %v63 to i32
  %v65 = insertelement <16 x i32> poison, i32 %v64, i64 0
  %v66 = shufflevector <16 x i32> %v65, <16 x i32> poison, <16 x i32> zeroinitializer
  %v67 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v66
  %v68 = icmp slt i64 %v50, %v2
  %v167 = sub nsw i64 %v2, 0
  %v168 = and i64 %v167, -32
  %v169 = add nsw i64 0, %v168
  %v315 = insertelement <16 x float> poison, float %v314, i64 0
  %v316 = shufflevector <16 x float> %v315, <16 x float> poison, <16 x i32> zeroinitializer
  %v329 = sub nsw i64 %v2, 0
  %v330 = and i64 %v329, -16
  %v331 = add nsw i64 0, %v330
  %v352 = sub nsw i64 %v2, %v331
  %v353 = call i64 @llvm.umin.i64(i64 %v352, i64 16)
  %v354 = trunc i64 %v353 to i32
  %v355 = insertelement <16 x i32> poison, i32 %v354, i64 0
  %v356 = shufflevector <16 x i32> %v355, <16 x i32> poison, <16 x i32> zeroinitializer
  %v357 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v356
  %v358 = icmp slt i64 %v331, %v2
  br i1 %v3, label %then4, label %join371
then4:
  %v370 = icmp slt i64 %lo, %hi
  br i1 %v370, label %loop5, label %end6
loop5:
  %i7 = phi i64 [ %lo, %then4 ], [ %v368, %end320 ]
  %v8 = add i64 %i7, 16
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
  %p26 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole22 ], [ %v35, %loop23 ]
  %v33 = getelementptr inbounds float, ptr %v32, i64 %i25
  %v34 = load <64 x float>, ptr %v33, align 4
  %v35 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p26, <64 x float> %v34)
  %v36 = add nsw i64 %i25, 64
  %v37 = icmp slt i64 %v36, %v20
  br i1 %v37, label %loop23, label %end24
end24:
  %v39 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole22 ], [ %v35, %loop23 ]
  %v40 = shufflevector <64 x float> %v39, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v41 = shufflevector <64 x float> %v39, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v42 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v40, <32 x float> %v41)
  %v43 = shufflevector <32 x float> %v42, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v44 = shufflevector <32 x float> %v42, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v45 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v43, <16 x float> %v44)
  br label %join46
join46:
  %v47 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop14 ], [ %v45, %end24 ]
  %v60 = icmp slt i64 %v20, %v50
  br i1 %v60, label %loop51, label %end52
loop51:
  %i53 = phi i64 [ %v20, %join46 ], [ %v58, %loop51 ]
  %p54 = phi <16 x float> [ %v47, %join46 ], [ %v57, %loop51 ]
  %v55 = getelementptr inbounds float, ptr %v32, i64 %i53
  %v56 = load <16 x float>, ptr %v55, align 4
  %v57 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p54, <16 x float> %v56)
  %v58 = add nsw i64 %i53, 16
  %v59 = icmp slt i64 %v58, %v50
  br i1 %v59, label %loop51, label %end52
end52:
  %v61 = phi <16 x float> [ %v47, %join46 ], [ %v57, %loop51 ]
  br i1 %v68, label %rest69, label %join74
rest69:
  %v70 = getelementptr inbounds float, ptr %v32, i64 %v50
  %v71 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v70, <16 x i1> %v67, <16 x float> zeroinitializer)
  %v72 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v61, <16 x float> %v71)
  %v73 = select <16 x i1> %v67, <16 x float> %v72, <16 x float> %v61
  br label %join74
join74:
  %v75 = phi <16 x float> [ %v61, %end52 ], [ %v73, %rest69 ]
  %v76 = getelementptr <16 x float>, ptr %v13, i64 %i16
  store <16 x float> %v75, ptr %v76
  %v77 = add nsw i64 %i16, 1
  %v78 = icmp slt i64 %v77, %v11
  br i1 %v78, label %loop14, label %end15
end15:
  %v157 = call <16 x float> @totals.max.float32.16.16(ptr %v13)
  %v158 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> splat (float 0xFFF0000000000000), <16 x float> %v157)
  store <16 x float> %v158, ptr %v159
  %v185 = mul i64 %i7, -384
  %v186 = getelementptr inbounds float, ptr %v184, i64 %v185
  %v226 = icmp slt i64 0, %v11
  br i1 %v226, label %loop161, label %end162
loop161:
  %i163 = phi i64 [ 0, %end15 ], [ %v224, %end201 ]
  %v164 = add nsw i64 %i7, %i163
  %v165 = getelementptr float, ptr %v159, i64 %i163
  %v166 = load float, ptr %v165
  %v170 = icmp slt i64 0, %v169
  %v176 = mul i64 %v164, %v30
  %v177 = getelementptr inbounds float, ptr %v28, i64 %v176
  %v180 = insertelement <32 x float> poison, float %v166, i64 0
  %v181 = shufflevector <32 x float> %v180, <32 x float> poison, <32 x i32> zeroinitializer
  %v187 = mul i64 %v164, 384
  %v188 = getelementptr inbounds float, ptr %v186, i64 %v187
  br i1 %v170, label %whole171, label %join198
whole171:
  %v193 = icmp slt i64 0, %v169
  br i1 %v193, label %loop172, label %end173
loop172:
  %i174 = phi i64 [ 0, %whole171 ], [ %v191, %loop172 ]
  %p175 = phi <32 x float> [ splat (float 0x8000000000000000), %whole171 ], [ %v190, %loop172 ]
  %v178 = getelementptr inbounds float, ptr %v177, i64 %i174
  %v179 = load <32 x float>, ptr %v178, align 4
  %v182 = fsub <32 x float> %v179, %v181
  %v183 = call <32 x float> @each.expf.32(<32 x float> %v182)
  %v189 = getelementptr inbounds float, ptr %v188, i64 %i174
  store <32 x float> %v183, ptr %v189, align 4
  %v190 = fadd <32 x float> %p175, %v183
  %v191 = add nsw i64 %i174, 32
  %v192 = icmp slt i64 %v191, %v169
  br i1 %v192, label %loop172, label %end173
end173:
  %v194 = phi <32 x float> [ splat (float 0x8000000000000000), %whole171 ], [ %v190, %loop172 ]
  %v195 = shufflevector <32 x float> %v194, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v196 = shufflevector <32 x float> %v194, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v197 = fadd <16 x float> %v195, %v196
  br label %join198
join198:
  %v199 = phi <16 x float> [ splat (float 0x8000000000000000), %loop161 ], [ %v197, %end173 ]
  %v212 = insertelement <16 x float> poison, float %v166, i64 0
  %v213 = shufflevector <16 x float> %v212, <16 x float> poison, <16 x i32> zeroinitializer
  %v221 = icmp slt i64 %v169, %v2
  br i1 %v221, label %loop200, label %end201
loop200:
  %i202 = phi i64 [ %v169, %join198 ], [ %v219, %loop200 ]
  %p203 = phi <16 x float> [ %v199, %join198 ], [ %v218, %loop200 ]
  %v204 = sub nsw i64 %v2, %i202
  %v205 = call i64 @llvm.umin.i64(i64 %v204, i64 16)
  %v206 = trunc i64 %v205 to i32
  %v207 = insertelement <16 x i32> poison, i32 %v206, i64 0
  %v208 = shufflevector <16 x i32> %v207, <16 x i32> poison, <16 x i32> zeroinitializer
  %v209 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v208
  %v210 = getelementptr inbounds float, ptr %v177, i64 %i202
  %v211 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v210, <16 x i1> %v209, <16 x float> zeroinitializer)
  %v214 = fsub <16 x float> %v211, %v213
  %v215 = call <16 x float> @each.expf.16(<16 x float> %v214)
  %v216 = getelementptr inbounds float, ptr %v188, i64 %i202
  store <16 x float> %v215, ptr %v216, align 4
  %v217 = fadd <16 x float> %p203, %v215
  %v218 = select <16 x i1> %v209, <16 x float> %v217, <16 x float> %p203
  %v219 = add nsw i64 %i202, 16
  %v220 = icmp slt i64 %v219, %v2
  br i1 %v220, label %loop200, label %end201
end201:
  %v222 = phi <16 x float> [ %v199, %join198 ], [ %v218, %loop200 ]
  %v223 = getelementptr <16 x float>, ptr %v160, i64 %i163
  store <16 x float> %v222, ptr %v223
  %v224 = add nsw i64 %i163, 1
  %v225 = icmp slt i64 %v224, %v11
  br i1 %v225, label %loop161, label %end162
end162:
  %v304 = call <16 x float> @totals.add.float32.16.16(ptr %v160)
  %v305 = fadd <16 x float> splat (float 0x0000000000000000), %v304
  store <16 x float> %v305, ptr %v306
  %v307 = sub nsw i64 %v12, %i7
  %v308 = call i64 @llvm.umin.i64(i64 %v307, i64 16)
  %v309 = trunc i64 %v308 to i32
  %v310 = insertelement <16 x i32> poison, i32 %v309, i64 0
  %v311 = shufflevector <16 x i32> %v310, <16 x i32> poison, <16 x i32> zeroinitializer
  %v312 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v311
  %v317 = fdiv <16 x float> %v316, %v305
  store <16 x float> %v317, ptr %v318
  %v367 = icmp slt i64 0, %v11
  br i1 %v367, label %loop319, label %end320
loop319:
  %i321 = phi i64 [ 0, %end162 ], [ %v365, %join364 ]
  %v322 = add nsw i64 %i7, %i321
  %v323 = getelementptr float, ptr %v159, i64 %i321
  %v324 = load float, ptr %v323
  %v325 = getelementptr float, ptr %v306, i64 %i321
  %v326 = load float, ptr %v325
  %v327 = getelementptr float, ptr %v318, i64 %i321
  %v328 = load float, ptr %v327
  %v335 = mul i64 %v322, 384
  %v336 = getelementptr inbounds float, ptr %v186, i64 %v335
  %v339 = insertelement <16 x float> poison, float %v328, i64 0
  %v340 = shufflevector <16 x float> %v339, <16 x float> poison, <16 x i32> zeroinitializer
  %v346 = mul i64 %v322, %v345
  %v347 = getelementptr inbounds float, ptr %v343, i64 %v346
  %v351 = icmp slt i64 0, %v331
  br i1 %v351, label %loop332, label %end333
loop332:
  %i334 = phi i64 [ 0, %loop319 ], [ %v349, %loop332 ]
  %v337 = getelementptr inbounds float, ptr %v336, i64 %i334
  %v338 = load <16 x float>, ptr %v337, align 4
  %v341 = fmul <16 x float> %v338, %v340
  %v348 = getelementptr inbounds float, ptr %v347, i64 %i334
  store <16 x float> %v341, ptr %v348, align 4
  %v349 = add nsw i64 %i334, 16
  %v350 = icmp slt i64 %v349, %v331
  br i1 %v350, label %loop332, label %end333
end333:
  br i1 %v358, label %rest359, label %join364
rest359:
  %v360 = getelementptr inbounds float, ptr %v336, i64 %v331
  %v361 = load <16 x float>, ptr %v360, align 4
  %v362 = fmul <16 x float> %v361, %v340
  %v363 = getelementptr inbounds float, ptr %v347, i64 %v331
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v362, ptr align 4 %v363, <16 x i1> %v357)
  br label %join364
join364:
  %v365 = add nsw i64 %i321, 1
  %v366 = icmp slt i64 %v365, %v11
  br i1 %v366, label %loop319, label %end320
end320:
  %v368 = add nsw i64 %i7, 16
  %v369 = icmp slt i64 %v368, %hi
  br i1 %v369, label %loop5, label %end6
end6:
  br label %join371
join371:
  %v372 = xor i1 %v3, true
  %v487 = sub nsw i64 %v2, 0
  %v488 = and i64 %v487, -16
  %v489 = add nsw i64 0, %v488
  %v503 = sub nsw i64 %v2, %v489
  %v504 = call i64 @llvm.umin.i64(i64 %v503, i64 16)
  %v505 = trunc i64 %v504 to i32
  %v506 = insertelement <16 x i32> poison, i32 %v505, i64 0
  %v507 = shufflevector <16 x i32> %v506, <16 x i32> poison, <16 x i32> zeroinitializer
  %v508 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v507
  %v509 = icmp slt i64 %v489, %v2
  br i1 %v372, label %then373, label %join519
then373:
  %v518 = icmp slt i64 %lo, %hi
  br i1 %v518, label %loop374, label %end375
loop374:
  %i376 = phi i64 [ %lo, %then373 ], [ %v516, %join515 ]
  %v377 = sub nsw i64 %v2, 0
  %v378 = and i64 %v377, -64
  %v379 = add nsw i64 0, %v378
  %v380 = icmp slt i64 0, %v379
  %v386 = mul i64 %i376, %v30
  %v387 = getelementptr inbounds float, ptr %v28, i64 %v386
  br i1 %v380, label %whole381, label %join401
whole381:
  %v393 = icmp slt i64 0, %v379
  br i1 %v393, label %loop382, label %end383
loop382:
  %i384 = phi i64 [ 0, %whole381 ], [ %v391, %loop382 ]
  %p385 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole381 ], [ %v390, %loop382 ]
  %v388 = getelementptr inbounds float, ptr %v387, i64 %i384
  %v389 = load <64 x float>, ptr %v388, align 4
  %v390 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p385, <64 x float> %v389)
  %v391 = add nsw i64 %i384, 64
  %v392 = icmp slt i64 %v391, %v379
  br i1 %v392, label %loop382, label %end383
end383:
  %v394 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole381 ], [ %v390, %loop382 ]
  %v395 = shufflevector <64 x float> %v394, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v396 = shufflevector <64 x float> %v394, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v397 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v395, <32 x float> %v396)
  %v398 = shufflevector <32 x float> %v397, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v399 = shufflevector <32 x float> %v397, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v400 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v398, <16 x float> %v399)
  br label %join401
join401:
  %v402 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop374 ], [ %v400, %end383 ]
  %v419 = icmp slt i64 %v379, %v2
  br i1 %v419, label %loop403, label %end404
loop403:
  %i405 = phi i64 [ %v379, %join401 ], [ %v417, %loop403 ]
  %p406 = phi <16 x float> [ %v402, %join401 ], [ %v416, %loop403 ]
  %v407 = sub nsw i64 %v2, %i405
  %v408 = call i64 @llvm.umin.i64(i64 %v407, i64 16)
  %v409 = trunc i64 %v408 to i32
  %v410 = insertelement <16 x i32> poison, i32 %v409, i64 0
  %v411 = shufflevector <16 x i32> %v410, <16 x i32> poison, <16 x i32> zeroinitializer
  %v412 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v411
  %v413 = getelementptr inbounds float, ptr %v387, i64 %i405
  %v414 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v413, <16 x i1> %v412, <16 x float> zeroinitializer)
  %v415 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p406, <16 x float> %v414)
  %v416 = select <16 x i1> %v412, <16 x float> %v415, <16 x float> %p406
  %v417 = add nsw i64 %i405, 16
  %v418 = icmp slt i64 %v417, %v2
  br i1 %v418, label %loop403, label %end404
end404:
  %v420 = phi <16 x float> [ %v402, %join401 ], [ %v416, %loop403 ]
  %v421 = shufflevector <16 x float> %v420, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v422 = shufflevector <16 x float> %v420, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v423 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v421, <8 x float> %v422)
  %v424 = shufflevector <8 x float> %v423, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v425 = shufflevector <8 x float> %v423, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v426 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v424, <4 x float> %v425)
  %v427 = shufflevector <4 x float> %v426, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v428 = shufflevector <4 x float> %v426, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v429 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v427, <2 x float> %v428)
  %v430 = extractelement <2 x float> %v429, i64 0
  %v431 = extractelement <2 x float> %v429, i64 1
  %v432 = call nsz float @llvm.maximum.f32(float %v430, float %v431)
  %v433 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v432)
  %v434 = sub nsw i64 %v2, 0
  %v435 = and i64 %v434, -32
  %v436 = add nsw i64 0, %v435
  %v437 = icmp slt i64 0, %v436
  %v445 = insertelement <32 x float> poison, float %v433, i64 0
  %v446 = shufflevector <32 x float> %v445, <32 x float> poison, <32 x i32> zeroinitializer
  %v449 = mul i64 %i376, %v345
  %v450 = getelementptr inbounds float, ptr %v343, i64 %v449
  br i1 %v437, label %whole438, label %join460
whole438:
  %v455 = icmp slt i64 0, %v436
  br i1 %v455, label %loop439, label %end440
loop439:
  %i441 = phi i64 [ 0, %whole438 ], [ %v453, %loop439 ]
  %p442 = phi <32 x float> [ splat (float 0x8000000000000000), %whole438 ], [ %v452, %loop439 ]
  %v443 = getelementptr inbounds float, ptr %v387, i64 %i441
  %v444 = load <32 x float>, ptr %v443, align 4
  %v447 = fsub <32 x float> %v444, %v446
  %v448 = call <32 x float> @each.expf.32(<32 x float> %v447)
  %v451 = getelementptr inbounds float, ptr %v450, i64 %i441
  store <32 x float> %v448, ptr %v451, align 4
  %v452 = fadd <32 x float> %p442, %v448
  %v453 = add nsw i64 %i441, 32
  %v454 = icmp slt i64 %v453, %v436
  br i1 %v454, label %loop439, label %end440
end440:
  %v456 = phi <32 x float> [ splat (float 0x8000000000000000), %whole438 ], [ %v452, %loop439 ]
  %v457 = shufflevector <32 x float> %v456, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v458 = shufflevector <32 x float> %v456, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v459 = fadd <16 x float> %v457, %v458
  br label %join460
join460:
  %v461 = phi <16 x float> [ splat (float 0x8000000000000000), %end404 ], [ %v459, %end440 ]
  %v474 = insertelement <16 x float> poison, float %v433, i64 0
  %v475 = shufflevector <16 x float> %v474, <16 x float> poison, <16 x i32> zeroinitializer
  %v483 = icmp slt i64 %v436, %v2
  br i1 %v483, label %loop462, label %end463
loop462:
  %i464 = phi i64 [ %v436, %join460 ], [ %v481, %loop462 ]
  %p465 = phi <16 x float> [ %v461, %join460 ], [ %v480, %loop462 ]
  %v466 = sub nsw i64 %v2, %i464
  %v467 = call i64 @llvm.umin.i64(i64 %v466, i64 16)
  %v468 = trunc i64 %v467 to i32
  %v469 = insertelement <16 x i32> poison, i32 %v468, i64 0
  %v470 = shufflevector <16 x i32> %v469, <16 x i32> poison, <16 x i32> zeroinitializer
  %v471 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v470
  %v472 = getelementptr inbounds float, ptr %v387, i64 %i464
  %v473 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v472, <16 x i1> %v471, <16 x float> zeroinitializer)
  %v476 = fsub <16 x float> %v473, %v475
  %v477 = call <16 x float> @each.expf.16(<16 x float> %v476)
  %v478 = getelementptr inbounds float, ptr %v450, i64 %i464
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v477, ptr align 4 %v478, <16 x i1> %v471)
  %v479 = fadd <16 x float> %p465, %v477
  %v480 = select <16 x i1> %v471, <16 x float> %v479, <16 x float> %p465
  %v481 = add nsw i64 %i464, 16
  %v482 = icmp slt i64 %v481, %v2
  br i1 %v482, label %loop462, label %end463
end463:
  %v484 = phi <16 x float> [ %v461, %join460 ], [ %v480, %loop462 ]
  %v485 = call reassoc float @llvm.vector.reduce.fadd.v16f32(float 0x8000000000000000, <16 x float> %v484)
  %v486 = fadd float 0x0000000000000000, %v485
  %v493 = fdiv float %v314, %v486
  %v496 = insertelement <16 x float> poison, float %v493, i64 0
  %v497 = shufflevector <16 x float> %v496, <16 x float> poison, <16 x i32> zeroinitializer
  %v502 = icmp slt i64 0, %v489
  br i1 %v502, label %loop490, label %end491
loop490:
  %i492 = phi i64 [ 0, %end463 ], [ %v500, %loop490 ]
  %v494 = getelementptr inbounds float, ptr %v450, i64 %i492
  %v495 = load <16 x float>, ptr %v494, align 4
  %v498 = fmul <16 x float> %v495, %v497
  %v499 = getelementptr inbounds float, ptr %v450, i64 %i492
  store <16 x float> %v498, ptr %v499, align 4
  %v500 = add nsw i64 %i492, 16
  %v501 = icmp slt i64 %v500, %v489
  br i1 %v501, label %loop490, label %end491
end491:
  br i1 %v509, label %rest510, label %join515
rest510:
  %v511 = getelementptr inbounds float, ptr %v450, i64 %v489
  %v512 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v511, <16 x i1> %v508, <16 x float> zeroinitializer)
  %v513 = fmul <16 x float> %v512, %v497
  %v514 = getelementptr inbounds float, ptr %v450, i64 %v489
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v513, ptr align 4 %v514, <16 x i1> %v508)
  br label %join515
join515:
  %v516 = add nsw i64 %i376, 1
  %v517 = icmp slt i64 %v516, %hi
  br i1 %v517, label %loop374, label %end375
end375:
  br label %join519
join519:
  ret void
}
