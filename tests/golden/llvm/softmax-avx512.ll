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
  %v228 = getelementptr <16 x float>, ptr %vectors, i64 0
  %v229 = load <16 x float>, ptr %v228
  %v230 = getelementptr <16 x float>, ptr %vectors, i64 1
  %v231 = load <16 x float>, ptr %v230
  %v232 = getelementptr <16 x float>, ptr %vectors, i64 2
  %v233 = load <16 x float>, ptr %v232
  %v234 = getelementptr <16 x float>, ptr %vectors, i64 3
  %v235 = load <16 x float>, ptr %v234
  %v236 = getelementptr <16 x float>, ptr %vectors, i64 4
  %v237 = load <16 x float>, ptr %v236
  %v238 = getelementptr <16 x float>, ptr %vectors, i64 5
  %v239 = load <16 x float>, ptr %v238
  %v240 = getelementptr <16 x float>, ptr %vectors, i64 6
  %v241 = load <16 x float>, ptr %v240
  %v242 = getelementptr <16 x float>, ptr %vectors, i64 7
  %v243 = load <16 x float>, ptr %v242
  %v244 = getelementptr <16 x float>, ptr %vectors, i64 8
  %v245 = load <16 x float>, ptr %v244
  %v246 = getelementptr <16 x float>, ptr %vectors, i64 9
  %v247 = load <16 x float>, ptr %v246
  %v248 = getelementptr <16 x float>, ptr %vectors, i64 10
  %v249 = load <16 x float>, ptr %v248
  %v250 = getelementptr <16 x float>, ptr %vectors, i64 11
  %v251 = load <16 x float>, ptr %v250
  %v252 = getelementptr <16 x float>, ptr %vectors, i64 12
  %v253 = load <16 x float>, ptr %v252
  %v254 = getelementptr <16 x float>, ptr %vectors, i64 13
  %v255 = load <16 x float>, ptr %v254
  %v256 = getelementptr <16 x float>, ptr %vectors, i64 14
  %v257 = load <16 x float>, ptr %v256
  %v258 = getelementptr <16 x float>, ptr %vectors, i64 15
  %v259 = load <16 x float>, ptr %v258
  %v260 = shufflevector <16 x float> %v229, <16 x float> %v237, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v261 = shufflevector <16 x float> %v229, <16 x float> %v237, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v262 = fadd <16 x float> %v260, %v261
  %v263 = shufflevector <16 x float> %v245, <16 x float> %v253, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v264 = shufflevector <16 x float> %v245, <16 x float> %v253, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v265 = fadd <16 x float> %v263, %v264
  %v266 = shufflevector <16 x float> %v231, <16 x float> %v239, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v267 = shufflevector <16 x float> %v231, <16 x float> %v239, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v268 = fadd <16 x float> %v266, %v267
  %v269 = shufflevector <16 x float> %v247, <16 x float> %v255, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v270 = shufflevector <16 x float> %v247, <16 x float> %v255, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v271 = fadd <16 x float> %v269, %v270
  %v272 = shufflevector <16 x float> %v233, <16 x float> %v241, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v273 = shufflevector <16 x float> %v233, <16 x float> %v241, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v274 = fadd <16 x float> %v272, %v273
  %v275 = shufflevector <16 x float> %v249, <16 x float> %v257, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v276 = shufflevector <16 x float> %v249, <16 x float> %v257, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v277 = fadd <16 x float> %v275, %v276
  %v278 = shufflevector <16 x float> %v235, <16 x float> %v243, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v279 = shufflevector <16 x float> %v235, <16 x float> %v243, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v280 = fadd <16 x float> %v278, %v279
  %v281 = shufflevector <16 x float> %v251, <16 x float> %v259, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v282 = shufflevector <16 x float> %v251, <16 x float> %v259, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v283 = fadd <16 x float> %v281, %v282
  %v284 = shufflevector <16 x float> %v262, <16 x float> %v265, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v285 = shufflevector <16 x float> %v262, <16 x float> %v265, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v286 = fadd <16 x float> %v284, %v285
  %v287 = shufflevector <16 x float> %v268, <16 x float> %v271, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v288 = shufflevector <16 x float> %v268, <16 x float> %v271, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v289 = fadd <16 x float> %v287, %v288
  %v290 = shufflevector <16 x float> %v274, <16 x float> %v277, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v291 = shufflevector <16 x float> %v274, <16 x float> %v277, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v292 = fadd <16 x float> %v290, %v291
  %v293 = shufflevector <16 x float> %v280, <16 x float> %v283, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v294 = shufflevector <16 x float> %v280, <16 x float> %v283, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v295 = fadd <16 x float> %v293, %v294
  %v296 = shufflevector <16 x float> %v286, <16 x float> %v289, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v297 = shufflevector <16 x float> %v286, <16 x float> %v289, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v298 = fadd <16 x float> %v296, %v297
  %v299 = shufflevector <16 x float> %v292, <16 x float> %v295, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v300 = shufflevector <16 x float> %v292, <16 x float> %v295, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v301 = fadd <16 x float> %v299, %v300
  %v302 = shufflevector <16 x float> %v298, <16 x float> %v301, <16 x i32> <i32 0, i32 2, i32 16, i32 18, i32 4, i32 6, i32 20, i32 22, i32 8, i32 10, i32 24, i32 26, i32 12, i32 14, i32 28, i32 30>
  %v303 = shufflevector <16 x float> %v298, <16 x float> %v301, <16 x i32> <i32 1, i32 3, i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 15, i32 29, i32 31>
  %v304 = fadd <16 x float> %v302, %v303
  ret <16 x float> %v304
}
define internal <16 x float> @totals.max.float32.16.16(ptr %vectors) nounwind noinline {
entry:
  %v81 = getelementptr <16 x float>, ptr %vectors, i64 0
  %v82 = load <16 x float>, ptr %v81
  %v83 = getelementptr <16 x float>, ptr %vectors, i64 1
  %v84 = load <16 x float>, ptr %v83
  %v85 = getelementptr <16 x float>, ptr %vectors, i64 2
  %v86 = load <16 x float>, ptr %v85
  %v87 = getelementptr <16 x float>, ptr %vectors, i64 3
  %v88 = load <16 x float>, ptr %v87
  %v89 = getelementptr <16 x float>, ptr %vectors, i64 4
  %v90 = load <16 x float>, ptr %v89
  %v91 = getelementptr <16 x float>, ptr %vectors, i64 5
  %v92 = load <16 x float>, ptr %v91
  %v93 = getelementptr <16 x float>, ptr %vectors, i64 6
  %v94 = load <16 x float>, ptr %v93
  %v95 = getelementptr <16 x float>, ptr %vectors, i64 7
  %v96 = load <16 x float>, ptr %v95
  %v97 = getelementptr <16 x float>, ptr %vectors, i64 8
  %v98 = load <16 x float>, ptr %v97
  %v99 = getelementptr <16 x float>, ptr %vectors, i64 9
  %v100 = load <16 x float>, ptr %v99
  %v101 = getelementptr <16 x float>, ptr %vectors, i64 10
  %v102 = load <16 x float>, ptr %v101
  %v103 = getelementptr <16 x float>, ptr %vectors, i64 11
  %v104 = load <16 x float>, ptr %v103
  %v105 = getelementptr <16 x float>, ptr %vectors, i64 12
  %v106 = load <16 x float>, ptr %v105
  %v107 = getelementptr <16 x float>, ptr %vectors, i64 13
  %v108 = load <16 x float>, ptr %v107
  %v109 = getelementptr <16 x float>, ptr %vectors, i64 14
  %v110 = load <16 x float>, ptr %v109
  %v111 = getelementptr <16 x float>, ptr %vectors, i64 15
  %v112 = load <16 x float>, ptr %v111
  %v113 = shufflevector <16 x float> %v82, <16 x float> %v90, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v114 = shufflevector <16 x float> %v82, <16 x float> %v90, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v115 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v113, <16 x float> %v114)
  %v116 = shufflevector <16 x float> %v98, <16 x float> %v106, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v117 = shufflevector <16 x float> %v98, <16 x float> %v106, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v118 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v116, <16 x float> %v117)
  %v119 = shufflevector <16 x float> %v84, <16 x float> %v92, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v120 = shufflevector <16 x float> %v84, <16 x float> %v92, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v121 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v119, <16 x float> %v120)
  %v122 = shufflevector <16 x float> %v100, <16 x float> %v108, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v123 = shufflevector <16 x float> %v100, <16 x float> %v108, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v124 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v122, <16 x float> %v123)
  %v125 = shufflevector <16 x float> %v86, <16 x float> %v94, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v126 = shufflevector <16 x float> %v86, <16 x float> %v94, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v127 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v125, <16 x float> %v126)
  %v128 = shufflevector <16 x float> %v102, <16 x float> %v110, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v129 = shufflevector <16 x float> %v102, <16 x float> %v110, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v130 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v128, <16 x float> %v129)
  %v131 = shufflevector <16 x float> %v88, <16 x float> %v96, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v132 = shufflevector <16 x float> %v88, <16 x float> %v96, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v133 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v131, <16 x float> %v132)
  %v134 = shufflevector <16 x float> %v104, <16 x float> %v112, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v135 = shufflevector <16 x float> %v104, <16 x float> %v112, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v136 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v134, <16 x float> %v135)
  %v137 = shufflevector <16 x float> %v115, <16 x float> %v118, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v138 = shufflevector <16 x float> %v115, <16 x float> %v118, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v139 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v137, <16 x float> %v138)
  %v140 = shufflevector <16 x float> %v121, <16 x float> %v124, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v141 = shufflevector <16 x float> %v121, <16 x float> %v124, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v142 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v140, <16 x float> %v141)
  %v143 = shufflevector <16 x float> %v127, <16 x float> %v130, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v144 = shufflevector <16 x float> %v127, <16 x float> %v130, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v145 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v143, <16 x float> %v144)
  %v146 = shufflevector <16 x float> %v133, <16 x float> %v136, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v147 = shufflevector <16 x float> %v133, <16 x float> %v136, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v148 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v146, <16 x float> %v147)
  %v149 = shufflevector <16 x float> %v139, <16 x float> %v142, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v150 = shufflevector <16 x float> %v139, <16 x float> %v142, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v151 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v149, <16 x float> %v150)
  %v152 = shufflevector <16 x float> %v145, <16 x float> %v148, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v153 = shufflevector <16 x float> %v145, <16 x float> %v148, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v154 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v152, <16 x float> %v153)
  %v155 = shufflevector <16 x float> %v151, <16 x float> %v154, <16 x i32> <i32 0, i32 2, i32 16, i32 18, i32 4, i32 6, i32 20, i32 22, i32 8, i32 10, i32 24, i32 26, i32 12, i32 14, i32 28, i32 30>
  %v156 = shufflevector <16 x float> %v151, <16 x float> %v154, <16 x i32> <i32 1, i32 3, i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 15, i32 29, i32 31>
  %v157 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v155, <16 x float> %v156)
  ret <16 x float> %v157
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 1
  %v2 = load i64, ptr %v1, align 8
  %v14 = alloca [16 x <16 x float>]
  %v28 = getelementptr ptr, ptr %buffers, i64 0
  %v29 = load ptr, ptr %v28, align 8
  %v30 = getelementptr i64, ptr %table, i64 0
  %v31 = load i64, ptr %v30, align 8
  %v160 = alloca [1 x <16 x float>]
  %v161 = alloca [16 x <16 x float>]
  %v185 = alloca [6144 x float], align 64
  %v307 = alloca [1 x <16 x float>]
  %v314 = getelementptr i64, ptr %table, i64 3
  %v315 = load float, ptr %v314, align 8
  %v319 = alloca [1 x <16 x float>]
  %v343 = getelementptr ptr, ptr %buffers, i64 1
  %v344 = load ptr, ptr %v343, align 8
  %v345 = getelementptr i64, ptr %table, i64 2
  %v346 = load i64, ptr %v345, align 8
  %v3 = icmp sle i64 %v2, 384
  %v4 = xor i1 %v3, true
  %v19 = sub nsw i64 %v2, 0
  %v20 = and i64 %v19, -64
  %v21 = add nsw i64 0, %v20
  %v49 = sub nsw i64 %v2, 0
  %v50 = and i64 %v49, -16
  %v51 = add nsw i64 0, %v50
  %v63 = sub nsw i64 %v2, %v51
  %v64 = call i64 @llvm.umin.i64(i64 %v63, i64 16)
  %v65 = trunc i64 %v64 to i32
  %v66 = insertelement <16 x i32> poison, i32 %v65, i64 0
  %v67 = shufflevector <16 x i32> %v66, <16 x i32> poison, <16 x i32> zeroinitializer
  %v68 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v67
  %v69 = icmp slt i64 %v51, %v2
  %v168 = sub nsw i64 %v2, 0
  %v169 = and i64 %v168, -32
  %v170 = add nsw i64 0, %v169
  %v316 = insertelement <16 x float> poison, float %v315, i64 0
  %v317 = shufflevector <16 x float> %v316, <16 x float> poison, <16 x i32> zeroinitializer
  %v330 = sub nsw i64 %v2, 0
  %v331 = and i64 %v330, -16
  %v332 = add nsw i64 0, %v331
  %v353 = sub nsw i64 %v2, %v332
  %v354 = call i64 @llvm.umin.i64(i64 %v353, i64 16)
  %v355 = trunc i64 %v354 to i32
  %v356 = insertelement <16 x i32> poison, i32 %v355, i64 0
  %v357 = shufflevector <16 x i32> %v356, <16 x i32> poison, <16 x i32> zeroinitializer
  %v358 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v357
  %v359 = icmp slt i64 %v332, %v2
  br i1 %v3, label %then5, label %join372
then5:
  %v371 = icmp slt i64 %lo, %hi
  br i1 %v371, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %then5 ], [ %v369, %end321 ]
  %v9 = add i64 %i8, 16
  %v10 = icmp slt i64 %v9, %hi
  %v11 = select i1 %v10, i64 %v9, i64 %hi, !unpredictable !{}
  %v12 = sub nsw i64 %v11, %i8
  %v13 = add nsw i64 %i8, %v12
  %v80 = icmp slt i64 0, %v12
  br i1 %v80, label %loop15, label %end16
loop15:
  %i17 = phi i64 [ 0, %loop6 ], [ %v78, %join75 ]
  %v18 = add nsw i64 %i8, %i17
  %v22 = icmp slt i64 0, %v21
  %v32 = mul i64 %v18, %v31
  %v33 = getelementptr inbounds float, ptr %v29, i64 %v32
  br i1 %v22, label %whole23, label %join47
whole23:
  %v39 = icmp slt i64 0, %v21
  br i1 %v39, label %loop24, label %end25
loop24:
  %i26 = phi i64 [ 0, %whole23 ], [ %v37, %loop24 ]
  %p27 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole23 ], [ %v36, %loop24 ]
  %v34 = getelementptr inbounds float, ptr %v33, i64 %i26
  %v35 = load <64 x float>, ptr %v34, align 4
  %v36 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p27, <64 x float> %v35)
  %v37 = add nsw i64 %i26, 64
  %v38 = icmp slt i64 %v37, %v21
  br i1 %v38, label %loop24, label %end25
end25:
  %v40 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole23 ], [ %v36, %loop24 ]
  %v41 = shufflevector <64 x float> %v40, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v42 = shufflevector <64 x float> %v40, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v43 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v41, <32 x float> %v42)
  %v44 = shufflevector <32 x float> %v43, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v45 = shufflevector <32 x float> %v43, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v46 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v44, <16 x float> %v45)
  br label %join47
join47:
  %v48 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop15 ], [ %v46, %end25 ]
  %v61 = icmp slt i64 %v21, %v51
  br i1 %v61, label %loop52, label %end53
loop52:
  %i54 = phi i64 [ %v21, %join47 ], [ %v59, %loop52 ]
  %p55 = phi <16 x float> [ %v48, %join47 ], [ %v58, %loop52 ]
  %v56 = getelementptr inbounds float, ptr %v33, i64 %i54
  %v57 = load <16 x float>, ptr %v56, align 4
  %v58 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p55, <16 x float> %v57)
  %v59 = add nsw i64 %i54, 16
  %v60 = icmp slt i64 %v59, %v51
  br i1 %v60, label %loop52, label %end53
end53:
  %v62 = phi <16 x float> [ %v48, %join47 ], [ %v58, %loop52 ]
  br i1 %v69, label %rest70, label %join75
rest70:
  %v71 = getelementptr inbounds float, ptr %v33, i64 %v51
  %v72 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v71, <16 x i1> %v68, <16 x float> zeroinitializer)
  %v73 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v62, <16 x float> %v72)
  %v74 = select <16 x i1> %v68, <16 x float> %v73, <16 x float> %v62
  br label %join75
join75:
  %v76 = phi <16 x float> [ %v62, %end53 ], [ %v74, %rest70 ]
  %v77 = getelementptr <16 x float>, ptr %v14, i64 %i17
  store <16 x float> %v76, ptr %v77
  %v78 = add nsw i64 %i17, 1
  %v79 = icmp slt i64 %v78, %v12
  br i1 %v79, label %loop15, label %end16
end16:
  %v158 = call <16 x float> @totals.max.float32.16.16(ptr %v14)
  %v159 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> splat (float 0xFFF0000000000000), <16 x float> %v158)
  store <16 x float> %v159, ptr %v160
  %v186 = mul i64 %i8, -384
  %v187 = getelementptr inbounds float, ptr %v185, i64 %v186
  %v227 = icmp slt i64 0, %v12
  br i1 %v227, label %loop162, label %end163
loop162:
  %i164 = phi i64 [ 0, %end16 ], [ %v225, %end202 ]
  %v165 = add nsw i64 %i8, %i164
  %v166 = getelementptr float, ptr %v160, i64 %i164
  %v167 = load float, ptr %v166
  %v171 = icmp slt i64 0, %v170
  %v177 = mul i64 %v165, %v31
  %v178 = getelementptr inbounds float, ptr %v29, i64 %v177
  %v181 = insertelement <32 x float> poison, float %v167, i64 0
  %v182 = shufflevector <32 x float> %v181, <32 x float> poison, <32 x i32> zeroinitializer
  %v188 = mul i64 %v165, 384
  %v189 = getelementptr inbounds float, ptr %v187, i64 %v188
  br i1 %v171, label %whole172, label %join199
whole172:
  %v194 = icmp slt i64 0, %v170
  br i1 %v194, label %loop173, label %end174
loop173:
  %i175 = phi i64 [ 0, %whole172 ], [ %v192, %loop173 ]
  %p176 = phi <32 x float> [ splat (float 0x8000000000000000), %whole172 ], [ %v191, %loop173 ]
  %v179 = getelementptr inbounds float, ptr %v178, i64 %i175
  %v180 = load <32 x float>, ptr %v179, align 4
  %v183 = fsub <32 x float> %v180, %v182
  %v184 = call <32 x float> @each.expf.32(<32 x float> %v183)
  %v190 = getelementptr inbounds float, ptr %v189, i64 %i175
  store <32 x float> %v184, ptr %v190, align 4
  %v191 = fadd <32 x float> %p176, %v184
  %v192 = add nsw i64 %i175, 32
  %v193 = icmp slt i64 %v192, %v170
  br i1 %v193, label %loop173, label %end174
end174:
  %v195 = phi <32 x float> [ splat (float 0x8000000000000000), %whole172 ], [ %v191, %loop173 ]
  %v196 = shufflevector <32 x float> %v195, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v197 = shufflevector <32 x float> %v195, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v198 = fadd <16 x float> %v196, %v197
  br label %join199
join199:
  %v200 = phi <16 x float> [ splat (float 0x8000000000000000), %loop162 ], [ %v198, %end174 ]
  %v213 = insertelement <16 x float> poison, float %v167, i64 0
  %v214 = shufflevector <16 x float> %v213, <16 x float> poison, <16 x i32> zeroinitializer
  %v222 = icmp slt i64 %v170, %v2
  br i1 %v222, label %loop201, label %end202
loop201:
  %i203 = phi i64 [ %v170, %join199 ], [ %v220, %loop201 ]
  %p204 = phi <16 x float> [ %v200, %join199 ], [ %v219, %loop201 ]
  %v205 = sub nsw i64 %v2, %i203
  %v206 = call i64 @llvm.umin.i64(i64 %v205, i64 16)
  %v207 = trunc i64 %v206 to i32
  %v208 = insertelement <16 x i32> poison, i32 %v207, i64 0
  %v209 = shufflevector <16 x i32> %v208, <16 x i32> poison, <16 x i32> zeroinitializer
  %v210 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v209
  %v211 = getelementptr inbounds float, ptr %v178, i64 %i203
  %v212 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v211, <16 x i1> %v210, <16 x float> zeroinitializer)
  %v215 = fsub <16 x float> %v212, %v214
  %v216 = call <16 x float> @each.expf.16(<16 x float> %v215)
  %v217 = getelementptr inbounds float, ptr %v189, i64 %i203
  store <16 x float> %v216, ptr %v217, align 4
  %v218 = fadd <16 x float> %p204, %v216
  %v219 = select <16 x i1> %v210, <16 x float> %v218, <16 x float> %p204
  %v220 = add nsw i64 %i203, 16
  %v221 = icmp slt i64 %v220, %v2
  br i1 %v221, label %loop201, label %end202
end202:
  %v223 = phi <16 x float> [ %v200, %join199 ], [ %v219, %loop201 ]
  %v224 = getelementptr <16 x float>, ptr %v161, i64 %i164
  store <16 x float> %v223, ptr %v224
  %v225 = add nsw i64 %i164, 1
  %v226 = icmp slt i64 %v225, %v12
  br i1 %v226, label %loop162, label %end163
end163:
  %v305 = call <16 x float> @totals.add.float32.16.16(ptr %v161)
  %v306 = fadd <16 x float> splat (float 0x0000000000000000), %v305
  store <16 x float> %v306, ptr %v307
  %v308 = sub nsw i64 %v13, %i8
  %v309 = call i64 @llvm.umin.i64(i64 %v308, i64 16)
  %v310 = trunc i64 %v309 to i32
  %v311 = insertelement <16 x i32> poison, i32 %v310, i64 0
  %v312 = shufflevector <16 x i32> %v311, <16 x i32> poison, <16 x i32> zeroinitializer
  %v313 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v312
  %v318 = fdiv <16 x float> %v317, %v306
  store <16 x float> %v318, ptr %v319
  %v368 = icmp slt i64 0, %v12
  br i1 %v368, label %loop320, label %end321
loop320:
  %i322 = phi i64 [ 0, %end163 ], [ %v366, %join365 ]
  %v323 = add nsw i64 %i8, %i322
  %v324 = getelementptr float, ptr %v160, i64 %i322
  %v325 = load float, ptr %v324
  %v326 = getelementptr float, ptr %v307, i64 %i322
  %v327 = load float, ptr %v326
  %v328 = getelementptr float, ptr %v319, i64 %i322
  %v329 = load float, ptr %v328
  %v336 = mul i64 %v323, 384
  %v337 = getelementptr inbounds float, ptr %v187, i64 %v336
  %v340 = insertelement <16 x float> poison, float %v329, i64 0
  %v341 = shufflevector <16 x float> %v340, <16 x float> poison, <16 x i32> zeroinitializer
  %v347 = mul i64 %v323, %v346
  %v348 = getelementptr inbounds float, ptr %v344, i64 %v347
  %v352 = icmp slt i64 0, %v332
  br i1 %v352, label %loop333, label %end334
loop333:
  %i335 = phi i64 [ 0, %loop320 ], [ %v350, %loop333 ]
  %v338 = getelementptr inbounds float, ptr %v337, i64 %i335
  %v339 = load <16 x float>, ptr %v338, align 4
  %v342 = fmul <16 x float> %v339, %v341
  %v349 = getelementptr inbounds float, ptr %v348, i64 %i335
  store <16 x float> %v342, ptr %v349, align 4
  %v350 = add nsw i64 %i335, 16
  %v351 = icmp slt i64 %v350, %v332
  br i1 %v351, label %loop333, label %end334
end334:
  br i1 %v359, label %rest360, label %join365
rest360:
  %v361 = getelementptr inbounds float, ptr %v337, i64 %v332
  %v362 = load <16 x float>, ptr %v361, align 4
  %v363 = fmul <16 x float> %v362, %v341
  %v364 = getelementptr inbounds float, ptr %v348, i64 %v332
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v363, ptr align 4 %v364, <16 x i1> %v358)
  br label %join365
join365:
  %v366 = add nsw i64 %i322, 1
  %v367 = icmp slt i64 %v366, %v12
  br i1 %v367, label %loop320, label %end321
end321:
  %v369 = add nsw i64 %i8, 16
  %v370 = icmp slt i64 %v369, %hi
  br i1 %v370, label %loop6, label %end7
end7:
  br label %join372
join372:
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
  br i1 %v4, label %then373, label %join519
then373:
  %v518 = icmp slt i64 %lo, %hi
  br i1 %v518, label %loop374, label %end375
loop374:
  %i376 = phi i64 [ %lo, %then373 ], [ %v516, %join515 ]
  %v377 = sub nsw i64 %v2, 0
  %v378 = and i64 %v377, -64
  %v379 = add nsw i64 0, %v378
  %v380 = icmp slt i64 0, %v379
  %v386 = mul i64 %i376, %v31
  %v387 = getelementptr inbounds float, ptr %v29, i64 %v386
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
  %v449 = mul i64 %i376, %v346
  %v450 = getelementptr inbounds float, ptr %v344, i64 %v449
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
  %v493 = fdiv float %v315, %v486
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
