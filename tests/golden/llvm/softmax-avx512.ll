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
declare i64 @llvm.smin.i64(i64, i64)
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
  %v240 = getelementptr <16 x float>, ptr %vectors, i64 0
  %v241 = load <16 x float>, ptr %v240
  %v242 = getelementptr <16 x float>, ptr %vectors, i64 1
  %v243 = load <16 x float>, ptr %v242
  %v244 = getelementptr <16 x float>, ptr %vectors, i64 2
  %v245 = load <16 x float>, ptr %v244
  %v246 = getelementptr <16 x float>, ptr %vectors, i64 3
  %v247 = load <16 x float>, ptr %v246
  %v248 = getelementptr <16 x float>, ptr %vectors, i64 4
  %v249 = load <16 x float>, ptr %v248
  %v250 = getelementptr <16 x float>, ptr %vectors, i64 5
  %v251 = load <16 x float>, ptr %v250
  %v252 = getelementptr <16 x float>, ptr %vectors, i64 6
  %v253 = load <16 x float>, ptr %v252
  %v254 = getelementptr <16 x float>, ptr %vectors, i64 7
  %v255 = load <16 x float>, ptr %v254
  %v256 = getelementptr <16 x float>, ptr %vectors, i64 8
  %v257 = load <16 x float>, ptr %v256
  %v258 = getelementptr <16 x float>, ptr %vectors, i64 9
  %v259 = load <16 x float>, ptr %v258
  %v260 = getelementptr <16 x float>, ptr %vectors, i64 10
  %v261 = load <16 x float>, ptr %v260
  %v262 = getelementptr <16 x float>, ptr %vectors, i64 11
  %v263 = load <16 x float>, ptr %v262
  %v264 = getelementptr <16 x float>, ptr %vectors, i64 12
  %v265 = load <16 x float>, ptr %v264
  %v266 = getelementptr <16 x float>, ptr %vectors, i64 13
  %v267 = load <16 x float>, ptr %v266
  %v268 = getelementptr <16 x float>, ptr %vectors, i64 14
  %v269 = load <16 x float>, ptr %v268
  %v270 = getelementptr <16 x float>, ptr %vectors, i64 15
  %v271 = load <16 x float>, ptr %v270
  %v272 = shufflevector <16 x float> %v241, <16 x float> %v249, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v273 = shufflevector <16 x float> %v241, <16 x float> %v249, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v274 = fadd <16 x float> %v272, %v273
  %v275 = shufflevector <16 x float> %v257, <16 x float> %v265, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v276 = shufflevector <16 x float> %v257, <16 x float> %v265, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v277 = fadd <16 x float> %v275, %v276
  %v278 = shufflevector <16 x float> %v243, <16 x float> %v251, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v279 = shufflevector <16 x float> %v243, <16 x float> %v251, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v280 = fadd <16 x float> %v278, %v279
  %v281 = shufflevector <16 x float> %v259, <16 x float> %v267, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v282 = shufflevector <16 x float> %v259, <16 x float> %v267, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v283 = fadd <16 x float> %v281, %v282
  %v284 = shufflevector <16 x float> %v245, <16 x float> %v253, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v285 = shufflevector <16 x float> %v245, <16 x float> %v253, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v286 = fadd <16 x float> %v284, %v285
  %v287 = shufflevector <16 x float> %v261, <16 x float> %v269, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v288 = shufflevector <16 x float> %v261, <16 x float> %v269, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v289 = fadd <16 x float> %v287, %v288
  %v290 = shufflevector <16 x float> %v247, <16 x float> %v255, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v291 = shufflevector <16 x float> %v247, <16 x float> %v255, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v292 = fadd <16 x float> %v290, %v291
  %v293 = shufflevector <16 x float> %v263, <16 x float> %v271, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v294 = shufflevector <16 x float> %v263, <16 x float> %v271, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v295 = fadd <16 x float> %v293, %v294
  %v296 = shufflevector <16 x float> %v274, <16 x float> %v277, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v297 = shufflevector <16 x float> %v274, <16 x float> %v277, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v298 = fadd <16 x float> %v296, %v297
  %v299 = shufflevector <16 x float> %v280, <16 x float> %v283, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v300 = shufflevector <16 x float> %v280, <16 x float> %v283, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v301 = fadd <16 x float> %v299, %v300
  %v302 = shufflevector <16 x float> %v286, <16 x float> %v289, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v303 = shufflevector <16 x float> %v286, <16 x float> %v289, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v304 = fadd <16 x float> %v302, %v303
  %v305 = shufflevector <16 x float> %v292, <16 x float> %v295, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v306 = shufflevector <16 x float> %v292, <16 x float> %v295, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v307 = fadd <16 x float> %v305, %v306
  %v308 = shufflevector <16 x float> %v298, <16 x float> %v301, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v309 = shufflevector <16 x float> %v298, <16 x float> %v301, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v310 = fadd <16 x float> %v308, %v309
  %v311 = shufflevector <16 x float> %v304, <16 x float> %v307, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v312 = shufflevector <16 x float> %v304, <16 x float> %v307, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v313 = fadd <16 x float> %v311, %v312
  %v314 = shufflevector <16 x float> %v310, <16 x float> %v313, <16 x i32> <i32 0, i32 2, i32 16, i32 18, i32 4, i32 6, i32 20, i32 22, i32 8, i32 10, i32 24, i32 26, i32 12, i32 14, i32 28, i32 30>
  %v315 = shufflevector <16 x float> %v310, <16 x float> %v313, <16 x i32> <i32 1, i32 3, i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 15, i32 29, i32 31>
  %v316 = fadd <16 x float> %v314, %v315
  ret <16 x float> %v316
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
  %v319 = alloca [1 x <16 x float>]
  %v326 = getelementptr i64, ptr %table, i64 3
  %v327 = load float, ptr %v326, align 8
  %v331 = alloca [1 x <16 x float>]
  %v355 = getelementptr ptr, ptr %buffers, i64 1
  %v356 = load ptr, ptr %v355, align 8
  %v357 = getelementptr i64, ptr %table, i64 2
  %v358 = load i64, ptr %v357, align 8
  %v3 = icmp sle i64 %v2, 384
  %v4 = xor i1 %v3, true
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
  %v200 = sub nsw i64 %v2, 0
  %v201 = and i64 %v200, -16
  %v202 = add nsw i64 0, %v201
  %v219 = sub nsw i64 %v2, %v202
  %v220 = call i64 @llvm.umin.i64(i64 %v219, i64 16)
  %v221 = trunc i64 %v220 to i32
  %v222 = insertelement <16 x i32> poison, i32 %v221, i64 0
  %v223 = shufflevector <16 x i32> %v222, <16 x i32> poison, <16 x i32> zeroinitializer
  %v224 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v223
  %v225 = icmp slt i64 %v202, %v2
  %v328 = insertelement <16 x float> poison, float %v327, i64 0
  %v329 = shufflevector <16 x float> %v328, <16 x float> poison, <16 x i32> zeroinitializer
  %v342 = sub nsw i64 %v2, 0
  %v343 = and i64 %v342, -16
  %v344 = add nsw i64 0, %v343
  %v365 = sub nsw i64 %v2, %v344
  %v366 = call i64 @llvm.umin.i64(i64 %v365, i64 16)
  %v367 = trunc i64 %v366 to i32
  %v368 = insertelement <16 x i32> poison, i32 %v367, i64 0
  %v369 = shufflevector <16 x i32> %v368, <16 x i32> poison, <16 x i32> zeroinitializer
  %v370 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v369
  %v371 = icmp slt i64 %v344, %v2
  br i1 %v3, label %then5, label %join384
then5:
  %v383 = icmp slt i64 %lo, %hi
  br i1 %v383, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %then5 ], [ %v381, %end333 ]
  %v9 = add i64 %i8, 16
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
  %v185 = mul i64 %i8, -384
  %v186 = getelementptr inbounds float, ptr %v184, i64 %v185
  %v239 = icmp slt i64 0, %v11
  br i1 %v239, label %loop161, label %end162
loop161:
  %i163 = phi i64 [ 0, %end15 ], [ %v237, %join234 ]
  %v164 = add nsw i64 %i8, %i163
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
  %v209 = insertelement <16 x float> poison, float %v166, i64 0
  %v210 = shufflevector <16 x float> %v209, <16 x float> poison, <16 x i32> zeroinitializer
  %v217 = icmp slt i64 %v169, %v202
  br i1 %v217, label %loop203, label %end204
loop203:
  %i205 = phi i64 [ %v169, %join198 ], [ %v215, %loop203 ]
  %p206 = phi <16 x float> [ %v199, %join198 ], [ %v214, %loop203 ]
  %v207 = getelementptr inbounds float, ptr %v177, i64 %i205
  %v208 = load <16 x float>, ptr %v207, align 4
  %v211 = fsub <16 x float> %v208, %v210
  %v212 = call <16 x float> @each.expf.16(<16 x float> %v211)
  %v213 = getelementptr inbounds float, ptr %v188, i64 %i205
  store <16 x float> %v212, ptr %v213, align 4
  %v214 = fadd <16 x float> %p206, %v212
  %v215 = add nsw i64 %i205, 16
  %v216 = icmp slt i64 %v215, %v202
  br i1 %v216, label %loop203, label %end204
end204:
  %v218 = phi <16 x float> [ %v199, %join198 ], [ %v214, %loop203 ]
  br i1 %v225, label %rest226, label %join234
rest226:
  %v227 = getelementptr inbounds float, ptr %v177, i64 %v202
  %v228 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v227, <16 x i1> %v224, <16 x float> zeroinitializer)
  %v229 = fsub <16 x float> %v228, %v210
  %v230 = call <16 x float> @each.expf.16(<16 x float> %v229)
  %v231 = getelementptr inbounds float, ptr %v188, i64 %v202
  store <16 x float> %v230, ptr %v231, align 4
  %v232 = fadd <16 x float> %v218, %v230
  %v233 = select <16 x i1> %v224, <16 x float> %v232, <16 x float> %v218
  br label %join234
join234:
  %v235 = phi <16 x float> [ %v218, %end204 ], [ %v233, %rest226 ]
  %v236 = getelementptr <16 x float>, ptr %v160, i64 %i163
  store <16 x float> %v235, ptr %v236
  %v237 = add nsw i64 %i163, 1
  %v238 = icmp slt i64 %v237, %v11
  br i1 %v238, label %loop161, label %end162
end162:
  %v317 = call <16 x float> @totals.add.float32.16.16(ptr %v160)
  %v318 = fadd <16 x float> splat (float 0x0000000000000000), %v317
  store <16 x float> %v318, ptr %v319
  %v320 = sub nsw i64 %v12, %i8
  %v321 = call i64 @llvm.umin.i64(i64 %v320, i64 16)
  %v322 = trunc i64 %v321 to i32
  %v323 = insertelement <16 x i32> poison, i32 %v322, i64 0
  %v324 = shufflevector <16 x i32> %v323, <16 x i32> poison, <16 x i32> zeroinitializer
  %v325 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v324
  %v330 = fdiv <16 x float> %v329, %v318
  store <16 x float> %v330, ptr %v331
  %v380 = icmp slt i64 0, %v11
  br i1 %v380, label %loop332, label %end333
loop332:
  %i334 = phi i64 [ 0, %end162 ], [ %v378, %join377 ]
  %v335 = add nsw i64 %i8, %i334
  %v336 = getelementptr float, ptr %v159, i64 %i334
  %v337 = load float, ptr %v336
  %v338 = getelementptr float, ptr %v319, i64 %i334
  %v339 = load float, ptr %v338
  %v340 = getelementptr float, ptr %v331, i64 %i334
  %v341 = load float, ptr %v340
  %v348 = mul i64 %v335, 384
  %v349 = getelementptr inbounds float, ptr %v186, i64 %v348
  %v352 = insertelement <16 x float> poison, float %v341, i64 0
  %v353 = shufflevector <16 x float> %v352, <16 x float> poison, <16 x i32> zeroinitializer
  %v359 = mul i64 %v335, %v358
  %v360 = getelementptr inbounds float, ptr %v356, i64 %v359
  %v364 = icmp slt i64 0, %v344
  br i1 %v364, label %loop345, label %end346
loop345:
  %i347 = phi i64 [ 0, %loop332 ], [ %v362, %loop345 ]
  %v350 = getelementptr inbounds float, ptr %v349, i64 %i347
  %v351 = load <16 x float>, ptr %v350, align 4
  %v354 = fmul <16 x float> %v351, %v353
  %v361 = getelementptr inbounds float, ptr %v360, i64 %i347
  store <16 x float> %v354, ptr %v361, align 4
  %v362 = add nsw i64 %i347, 16
  %v363 = icmp slt i64 %v362, %v344
  br i1 %v363, label %loop345, label %end346
end346:
  br i1 %v371, label %rest372, label %join377
rest372:
  %v373 = getelementptr inbounds float, ptr %v349, i64 %v344
  %v374 = load <16 x float>, ptr %v373, align 4
  %v375 = fmul <16 x float> %v374, %v353
  %v376 = getelementptr inbounds float, ptr %v360, i64 %v344
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v375, ptr align 4 %v376, <16 x i1> %v370)
  br label %join377
join377:
  %v378 = add nsw i64 %i334, 1
  %v379 = icmp slt i64 %v378, %v11
  br i1 %v379, label %loop332, label %end333
end333:
  %v381 = add nsw i64 %i8, 16
  %v382 = icmp slt i64 %v381, %hi
  br i1 %v382, label %loop6, label %end7
end7:
  br label %join384
join384:
  %v499 = sub nsw i64 %v2, 0
  %v500 = and i64 %v499, -16
  %v501 = add nsw i64 0, %v500
  %v515 = sub nsw i64 %v2, %v501
  %v516 = call i64 @llvm.umin.i64(i64 %v515, i64 16)
  %v517 = trunc i64 %v516 to i32
  %v518 = insertelement <16 x i32> poison, i32 %v517, i64 0
  %v519 = shufflevector <16 x i32> %v518, <16 x i32> poison, <16 x i32> zeroinitializer
  %v520 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v519
  %v521 = icmp slt i64 %v501, %v2
  br i1 %v4, label %then385, label %join531
then385:
  %v530 = icmp slt i64 %lo, %hi
  br i1 %v530, label %loop386, label %end387
loop386:
  %i388 = phi i64 [ %lo, %then385 ], [ %v528, %join527 ]
  %v389 = sub nsw i64 %v2, 0
  %v390 = and i64 %v389, -64
  %v391 = add nsw i64 0, %v390
  %v392 = icmp slt i64 0, %v391
  %v398 = mul i64 %i388, %v30
  %v399 = getelementptr inbounds float, ptr %v28, i64 %v398
  br i1 %v392, label %whole393, label %join413
whole393:
  %v405 = icmp slt i64 0, %v391
  br i1 %v405, label %loop394, label %end395
loop394:
  %i396 = phi i64 [ 0, %whole393 ], [ %v403, %loop394 ]
  %p397 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole393 ], [ %v402, %loop394 ]
  %v400 = getelementptr inbounds float, ptr %v399, i64 %i396
  %v401 = load <64 x float>, ptr %v400, align 4
  %v402 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p397, <64 x float> %v401)
  %v403 = add nsw i64 %i396, 64
  %v404 = icmp slt i64 %v403, %v391
  br i1 %v404, label %loop394, label %end395
end395:
  %v406 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole393 ], [ %v402, %loop394 ]
  %v407 = shufflevector <64 x float> %v406, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v408 = shufflevector <64 x float> %v406, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v409 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v407, <32 x float> %v408)
  %v410 = shufflevector <32 x float> %v409, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v411 = shufflevector <32 x float> %v409, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v412 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v410, <16 x float> %v411)
  br label %join413
join413:
  %v414 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop386 ], [ %v412, %end395 ]
  %v431 = icmp slt i64 %v391, %v2
  br i1 %v431, label %loop415, label %end416
loop415:
  %i417 = phi i64 [ %v391, %join413 ], [ %v429, %loop415 ]
  %p418 = phi <16 x float> [ %v414, %join413 ], [ %v428, %loop415 ]
  %v419 = sub nsw i64 %v2, %i417
  %v420 = call i64 @llvm.umin.i64(i64 %v419, i64 16)
  %v421 = trunc i64 %v420 to i32
  %v422 = insertelement <16 x i32> poison, i32 %v421, i64 0
  %v423 = shufflevector <16 x i32> %v422, <16 x i32> poison, <16 x i32> zeroinitializer
  %v424 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v423
  %v425 = getelementptr inbounds float, ptr %v399, i64 %i417
  %v426 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v425, <16 x i1> %v424, <16 x float> zeroinitializer)
  %v427 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p418, <16 x float> %v426)
  %v428 = select <16 x i1> %v424, <16 x float> %v427, <16 x float> %p418
  %v429 = add nsw i64 %i417, 16
  %v430 = icmp slt i64 %v429, %v2
  br i1 %v430, label %loop415, label %end416
end416:
  %v432 = phi <16 x float> [ %v414, %join413 ], [ %v428, %loop415 ]
  %v433 = shufflevector <16 x float> %v432, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v434 = shufflevector <16 x float> %v432, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v435 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v433, <8 x float> %v434)
  %v436 = shufflevector <8 x float> %v435, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v437 = shufflevector <8 x float> %v435, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v438 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v436, <4 x float> %v437)
  %v439 = shufflevector <4 x float> %v438, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v440 = shufflevector <4 x float> %v438, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v441 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v439, <2 x float> %v440)
  %v442 = extractelement <2 x float> %v441, i64 0
  %v443 = extractelement <2 x float> %v441, i64 1
  %v444 = call nsz float @llvm.maximum.f32(float %v442, float %v443)
  %v445 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v444)
  %v446 = sub nsw i64 %v2, 0
  %v447 = and i64 %v446, -32
  %v448 = add nsw i64 0, %v447
  %v449 = icmp slt i64 0, %v448
  %v457 = insertelement <32 x float> poison, float %v445, i64 0
  %v458 = shufflevector <32 x float> %v457, <32 x float> poison, <32 x i32> zeroinitializer
  %v461 = mul i64 %i388, %v358
  %v462 = getelementptr inbounds float, ptr %v356, i64 %v461
  br i1 %v449, label %whole450, label %join472
whole450:
  %v467 = icmp slt i64 0, %v448
  br i1 %v467, label %loop451, label %end452
loop451:
  %i453 = phi i64 [ 0, %whole450 ], [ %v465, %loop451 ]
  %p454 = phi <32 x float> [ splat (float 0x8000000000000000), %whole450 ], [ %v464, %loop451 ]
  %v455 = getelementptr inbounds float, ptr %v399, i64 %i453
  %v456 = load <32 x float>, ptr %v455, align 4
  %v459 = fsub <32 x float> %v456, %v458
  %v460 = call <32 x float> @each.expf.32(<32 x float> %v459)
  %v463 = getelementptr inbounds float, ptr %v462, i64 %i453
  store <32 x float> %v460, ptr %v463, align 4
  %v464 = fadd <32 x float> %p454, %v460
  %v465 = add nsw i64 %i453, 32
  %v466 = icmp slt i64 %v465, %v448
  br i1 %v466, label %loop451, label %end452
end452:
  %v468 = phi <32 x float> [ splat (float 0x8000000000000000), %whole450 ], [ %v464, %loop451 ]
  %v469 = shufflevector <32 x float> %v468, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v470 = shufflevector <32 x float> %v468, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v471 = fadd <16 x float> %v469, %v470
  br label %join472
join472:
  %v473 = phi <16 x float> [ splat (float 0x8000000000000000), %end416 ], [ %v471, %end452 ]
  %v486 = insertelement <16 x float> poison, float %v445, i64 0
  %v487 = shufflevector <16 x float> %v486, <16 x float> poison, <16 x i32> zeroinitializer
  %v495 = icmp slt i64 %v448, %v2
  br i1 %v495, label %loop474, label %end475
loop474:
  %i476 = phi i64 [ %v448, %join472 ], [ %v493, %loop474 ]
  %p477 = phi <16 x float> [ %v473, %join472 ], [ %v492, %loop474 ]
  %v478 = sub nsw i64 %v2, %i476
  %v479 = call i64 @llvm.umin.i64(i64 %v478, i64 16)
  %v480 = trunc i64 %v479 to i32
  %v481 = insertelement <16 x i32> poison, i32 %v480, i64 0
  %v482 = shufflevector <16 x i32> %v481, <16 x i32> poison, <16 x i32> zeroinitializer
  %v483 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v482
  %v484 = getelementptr inbounds float, ptr %v399, i64 %i476
  %v485 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v484, <16 x i1> %v483, <16 x float> zeroinitializer)
  %v488 = fsub <16 x float> %v485, %v487
  %v489 = call <16 x float> @each.expf.16(<16 x float> %v488)
  %v490 = getelementptr inbounds float, ptr %v462, i64 %i476
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v489, ptr align 4 %v490, <16 x i1> %v483)
  %v491 = fadd <16 x float> %p477, %v489
  %v492 = select <16 x i1> %v483, <16 x float> %v491, <16 x float> %p477
  %v493 = add nsw i64 %i476, 16
  %v494 = icmp slt i64 %v493, %v2
  br i1 %v494, label %loop474, label %end475
end475:
  %v496 = phi <16 x float> [ %v473, %join472 ], [ %v492, %loop474 ]
  %v497 = call reassoc float @llvm.vector.reduce.fadd.v16f32(float 0x8000000000000000, <16 x float> %v496)
  %v498 = fadd float 0x0000000000000000, %v497
  %v505 = fdiv float %v327, %v498
  %v508 = insertelement <16 x float> poison, float %v505, i64 0
  %v509 = shufflevector <16 x float> %v508, <16 x float> poison, <16 x i32> zeroinitializer
  %v514 = icmp slt i64 0, %v501
  br i1 %v514, label %loop502, label %end503
loop502:
  %i504 = phi i64 [ 0, %end475 ], [ %v512, %loop502 ]
  %v506 = getelementptr inbounds float, ptr %v462, i64 %i504
  %v507 = load <16 x float>, ptr %v506, align 4
  %v510 = fmul <16 x float> %v507, %v509
  %v511 = getelementptr inbounds float, ptr %v462, i64 %i504
  store <16 x float> %v510, ptr %v511, align 4
  %v512 = add nsw i64 %i504, 16
  %v513 = icmp slt i64 %v512, %v501
  br i1 %v513, label %loop502, label %end503
end503:
  br i1 %v521, label %rest522, label %join527
rest522:
  %v523 = getelementptr inbounds float, ptr %v462, i64 %v501
  %v524 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v523, <16 x i1> %v520, <16 x float> zeroinitializer)
  %v525 = fmul <16 x float> %v524, %v509
  %v526 = getelementptr inbounds float, ptr %v462, i64 %v501
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v525, ptr align 4 %v526, <16 x i1> %v520)
  br label %join527
join527:
  %v528 = add nsw i64 %i388, 1
  %v529 = icmp slt i64 %v528, %hi
  br i1 %v529, label %loop386, label %end387
end387:
  br label %join531
join531:
  ret void
}
