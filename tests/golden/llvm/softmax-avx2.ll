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
  %v187 = getelementptr <8 x float>, ptr %vectors, i64 0
  %v188 = load <8 x float>, ptr %v187
  %v189 = getelementptr <8 x float>, ptr %vectors, i64 1
  %v190 = load <8 x float>, ptr %v189
  %v191 = getelementptr <8 x float>, ptr %vectors, i64 2
  %v192 = load <8 x float>, ptr %v191
  %v193 = getelementptr <8 x float>, ptr %vectors, i64 3
  %v194 = load <8 x float>, ptr %v193
  %v195 = getelementptr <8 x float>, ptr %vectors, i64 4
  %v196 = load <8 x float>, ptr %v195
  %v197 = getelementptr <8 x float>, ptr %vectors, i64 5
  %v198 = load <8 x float>, ptr %v197
  %v199 = getelementptr <8 x float>, ptr %vectors, i64 6
  %v200 = load <8 x float>, ptr %v199
  %v201 = getelementptr <8 x float>, ptr %vectors, i64 7
  %v202 = load <8 x float>, ptr %v201
  %v203 = shufflevector <8 x float> %v188, <8 x float> %v196, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v204 = shufflevector <8 x float> %v188, <8 x float> %v196, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v205 = fadd <8 x float> %v203, %v204
  %v206 = shufflevector <8 x float> %v190, <8 x float> %v198, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v207 = shufflevector <8 x float> %v190, <8 x float> %v198, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v208 = fadd <8 x float> %v206, %v207
  %v209 = shufflevector <8 x float> %v192, <8 x float> %v200, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v210 = shufflevector <8 x float> %v192, <8 x float> %v200, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v211 = fadd <8 x float> %v209, %v210
  %v212 = shufflevector <8 x float> %v194, <8 x float> %v202, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v213 = shufflevector <8 x float> %v194, <8 x float> %v202, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v214 = fadd <8 x float> %v212, %v213
  %v215 = shufflevector <8 x float> %v205, <8 x float> %v208, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v216 = shufflevector <8 x float> %v205, <8 x float> %v208, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v217 = fadd <8 x float> %v215, %v216
  %v218 = shufflevector <8 x float> %v211, <8 x float> %v214, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v219 = shufflevector <8 x float> %v211, <8 x float> %v214, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v220 = fadd <8 x float> %v218, %v219
  %v221 = shufflevector <8 x float> %v217, <8 x float> %v220, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v222 = shufflevector <8 x float> %v217, <8 x float> %v220, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v223 = fadd <8 x float> %v221, %v222
  ret <8 x float> %v223
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
  %v226 = alloca [1 x <8 x float>]
  %v233 = getelementptr i64, ptr %table, i64 3
  %v234 = load float, ptr %v233, align 8
  %v238 = alloca [1 x <8 x float>]
  %v262 = getelementptr ptr, ptr %buffers, i64 1
  %v263 = load ptr, ptr %v262, align 8
  %v264 = getelementptr i64, ptr %table, i64 2
  %v265 = load i64, ptr %v264, align 8
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
  %v235 = insertelement <8 x float> poison, float %v234, i64 0
  %v236 = shufflevector <8 x float> %v235, <8 x float> poison, <8 x i32> zeroinitializer
  %v249 = sub nsw i64 %v2, 0
  %v250 = and i64 %v249, -8
  %v251 = add nsw i64 0, %v250
  %v272 = sub nsw i64 %v2, %v251
  %v273 = call i64 @llvm.umin.i64(i64 %v272, i64 8)
  %v274 = trunc i64 %v273 to i32
  %v275 = insertelement <8 x i32> poison, i32 %v274, i64 0
  %v276 = shufflevector <8 x i32> %v275, <8 x i32> poison, <8 x i32> zeroinitializer
  %v277 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v276
  %v278 = icmp slt i64 %v251, %v2
  br i1 %v3, label %then5, label %join291
then5:
  %v290 = icmp slt i64 %lo, %hi
  br i1 %v290, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %then5 ], [ %v288, %end240 ]
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
  %v186 = icmp slt i64 0, %v11
  br i1 %v186, label %loop121, label %end122
loop121:
  %i123 = phi i64 [ 0, %end15 ], [ %v184, %end161 ]
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
  %v172 = insertelement <8 x float> poison, float %v126, i64 0
  %v173 = shufflevector <8 x float> %v172, <8 x float> poison, <8 x i32> zeroinitializer
  %v181 = icmp slt i64 %v129, %v2
  br i1 %v181, label %loop160, label %end161
loop160:
  %i162 = phi i64 [ %v129, %join158 ], [ %v179, %loop160 ]
  %p163 = phi <8 x float> [ %v159, %join158 ], [ %v178, %loop160 ]
  %v164 = sub nsw i64 %v2, %i162
  %v165 = call i64 @llvm.umin.i64(i64 %v164, i64 8)
  %v166 = trunc i64 %v165 to i32
  %v167 = insertelement <8 x i32> poison, i32 %v166, i64 0
  %v168 = shufflevector <8 x i32> %v167, <8 x i32> poison, <8 x i32> zeroinitializer
  %v169 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v168
  %v170 = getelementptr inbounds float, ptr %v137, i64 %i162
  %v171 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v170, <8 x i1> %v169, <8 x float> zeroinitializer)
  %v174 = fsub <8 x float> %v171, %v173
  %v175 = call <8 x float> @each.expf.8(<8 x float> %v174)
  %v176 = getelementptr inbounds float, ptr %v148, i64 %i162
  store <8 x float> %v175, ptr %v176, align 4
  %v177 = fadd <8 x float> %p163, %v175
  %v178 = select <8 x i1> %v169, <8 x float> %v177, <8 x float> %p163
  %v179 = add nsw i64 %i162, 8
  %v180 = icmp slt i64 %v179, %v2
  br i1 %v180, label %loop160, label %end161
end161:
  %v182 = phi <8 x float> [ %v159, %join158 ], [ %v178, %loop160 ]
  %v183 = getelementptr <8 x float>, ptr %v120, i64 %i123
  store <8 x float> %v182, ptr %v183
  %v184 = add nsw i64 %i123, 1
  %v185 = icmp slt i64 %v184, %v11
  br i1 %v185, label %loop121, label %end122
end122:
  %v224 = call <8 x float> @totals.add.float32.8.8(ptr %v120)
  %v225 = fadd <8 x float> splat (float 0x0000000000000000), %v224
  store <8 x float> %v225, ptr %v226
  %v227 = sub nsw i64 %v12, %i8
  %v228 = call i64 @llvm.umin.i64(i64 %v227, i64 8)
  %v229 = trunc i64 %v228 to i32
  %v230 = insertelement <8 x i32> poison, i32 %v229, i64 0
  %v231 = shufflevector <8 x i32> %v230, <8 x i32> poison, <8 x i32> zeroinitializer
  %v232 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v231
  %v237 = fdiv <8 x float> %v236, %v225
  store <8 x float> %v237, ptr %v238
  %v287 = icmp slt i64 0, %v11
  br i1 %v287, label %loop239, label %end240
loop239:
  %i241 = phi i64 [ 0, %end122 ], [ %v285, %join284 ]
  %v242 = add nsw i64 %i8, %i241
  %v243 = getelementptr float, ptr %v119, i64 %i241
  %v244 = load float, ptr %v243
  %v245 = getelementptr float, ptr %v226, i64 %i241
  %v246 = load float, ptr %v245
  %v247 = getelementptr float, ptr %v238, i64 %i241
  %v248 = load float, ptr %v247
  %v255 = mul i64 %v242, 384
  %v256 = getelementptr inbounds float, ptr %v146, i64 %v255
  %v259 = insertelement <8 x float> poison, float %v248, i64 0
  %v260 = shufflevector <8 x float> %v259, <8 x float> poison, <8 x i32> zeroinitializer
  %v266 = mul i64 %v242, %v265
  %v267 = getelementptr inbounds float, ptr %v263, i64 %v266
  %v271 = icmp slt i64 0, %v251
  br i1 %v271, label %loop252, label %end253
loop252:
  %i254 = phi i64 [ 0, %loop239 ], [ %v269, %loop252 ]
  %v257 = getelementptr inbounds float, ptr %v256, i64 %i254
  %v258 = load <8 x float>, ptr %v257, align 4
  %v261 = fmul <8 x float> %v258, %v260
  %v268 = getelementptr inbounds float, ptr %v267, i64 %i254
  store <8 x float> %v261, ptr %v268, align 4
  %v269 = add nsw i64 %i254, 8
  %v270 = icmp slt i64 %v269, %v251
  br i1 %v270, label %loop252, label %end253
end253:
  br i1 %v278, label %rest279, label %join284
rest279:
  %v280 = getelementptr inbounds float, ptr %v256, i64 %v251
  %v281 = load <8 x float>, ptr %v280, align 4
  %v282 = fmul <8 x float> %v281, %v260
  %v283 = getelementptr inbounds float, ptr %v267, i64 %v251
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v282, ptr align 4 %v283, <8 x i1> %v277)
  br label %join284
join284:
  %v285 = add nsw i64 %i241, 1
  %v286 = icmp slt i64 %v285, %v11
  br i1 %v286, label %loop239, label %end240
end240:
  %v288 = add nsw i64 %i8, 8
  %v289 = icmp slt i64 %v288, %hi
  br i1 %v289, label %loop6, label %end7
end7:
  br label %join291
join291:
  %v403 = sub nsw i64 %v2, 0
  %v404 = and i64 %v403, -8
  %v405 = add nsw i64 0, %v404
  %v419 = sub nsw i64 %v2, %v405
  %v420 = call i64 @llvm.umin.i64(i64 %v419, i64 8)
  %v421 = trunc i64 %v420 to i32
  %v422 = insertelement <8 x i32> poison, i32 %v421, i64 0
  %v423 = shufflevector <8 x i32> %v422, <8 x i32> poison, <8 x i32> zeroinitializer
  %v424 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v423
  %v425 = icmp slt i64 %v405, %v2
  br i1 %v4, label %then292, label %join435
then292:
  %v434 = icmp slt i64 %lo, %hi
  br i1 %v434, label %loop293, label %end294
loop293:
  %i295 = phi i64 [ %lo, %then292 ], [ %v432, %join431 ]
  %v296 = sub nsw i64 %v2, 0
  %v297 = and i64 %v296, -32
  %v298 = add nsw i64 0, %v297
  %v299 = icmp slt i64 0, %v298
  %v305 = mul i64 %i295, %v30
  %v306 = getelementptr inbounds float, ptr %v28, i64 %v305
  br i1 %v299, label %whole300, label %join320
whole300:
  %v312 = icmp slt i64 0, %v298
  br i1 %v312, label %loop301, label %end302
loop301:
  %i303 = phi i64 [ 0, %whole300 ], [ %v310, %loop301 ]
  %p304 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole300 ], [ %v309, %loop301 ]
  %v307 = getelementptr inbounds float, ptr %v306, i64 %i303
  %v308 = load <32 x float>, ptr %v307, align 4
  %v309 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p304, <32 x float> %v308)
  %v310 = add nsw i64 %i303, 32
  %v311 = icmp slt i64 %v310, %v298
  br i1 %v311, label %loop301, label %end302
end302:
  %v313 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole300 ], [ %v309, %loop301 ]
  %v314 = shufflevector <32 x float> %v313, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v315 = shufflevector <32 x float> %v313, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v316 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v314, <16 x float> %v315)
  %v317 = shufflevector <16 x float> %v316, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v318 = shufflevector <16 x float> %v316, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v319 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v317, <8 x float> %v318)
  br label %join320
join320:
  %v321 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop293 ], [ %v319, %end302 ]
  %v338 = icmp slt i64 %v298, %v2
  br i1 %v338, label %loop322, label %end323
loop322:
  %i324 = phi i64 [ %v298, %join320 ], [ %v336, %loop322 ]
  %p325 = phi <8 x float> [ %v321, %join320 ], [ %v335, %loop322 ]
  %v326 = sub nsw i64 %v2, %i324
  %v327 = call i64 @llvm.umin.i64(i64 %v326, i64 8)
  %v328 = trunc i64 %v327 to i32
  %v329 = insertelement <8 x i32> poison, i32 %v328, i64 0
  %v330 = shufflevector <8 x i32> %v329, <8 x i32> poison, <8 x i32> zeroinitializer
  %v331 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v330
  %v332 = getelementptr inbounds float, ptr %v306, i64 %i324
  %v333 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v332, <8 x i1> %v331, <8 x float> zeroinitializer)
  %v334 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p325, <8 x float> %v333)
  %v335 = select <8 x i1> %v331, <8 x float> %v334, <8 x float> %p325
  %v336 = add nsw i64 %i324, 8
  %v337 = icmp slt i64 %v336, %v2
  br i1 %v337, label %loop322, label %end323
end323:
  %v339 = phi <8 x float> [ %v321, %join320 ], [ %v335, %loop322 ]
  %v340 = shufflevector <8 x float> %v339, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v341 = shufflevector <8 x float> %v339, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v342 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v340, <4 x float> %v341)
  %v343 = shufflevector <4 x float> %v342, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v344 = shufflevector <4 x float> %v342, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v345 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v343, <2 x float> %v344)
  %v346 = extractelement <2 x float> %v345, i64 0
  %v347 = extractelement <2 x float> %v345, i64 1
  %v348 = call nsz float @llvm.maximum.f32(float %v346, float %v347)
  %v349 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v348)
  %v350 = sub nsw i64 %v2, 0
  %v351 = and i64 %v350, -16
  %v352 = add nsw i64 0, %v351
  %v353 = icmp slt i64 0, %v352
  %v361 = insertelement <16 x float> poison, float %v349, i64 0
  %v362 = shufflevector <16 x float> %v361, <16 x float> poison, <16 x i32> zeroinitializer
  %v365 = mul i64 %i295, %v265
  %v366 = getelementptr inbounds float, ptr %v263, i64 %v365
  br i1 %v353, label %whole354, label %join376
whole354:
  %v371 = icmp slt i64 0, %v352
  br i1 %v371, label %loop355, label %end356
loop355:
  %i357 = phi i64 [ 0, %whole354 ], [ %v369, %loop355 ]
  %p358 = phi <16 x float> [ splat (float 0x8000000000000000), %whole354 ], [ %v368, %loop355 ]
  %v359 = getelementptr inbounds float, ptr %v306, i64 %i357
  %v360 = load <16 x float>, ptr %v359, align 4
  %v363 = fsub <16 x float> %v360, %v362
  %v364 = call <16 x float> @each.expf.16(<16 x float> %v363)
  %v367 = getelementptr inbounds float, ptr %v366, i64 %i357
  store <16 x float> %v364, ptr %v367, align 4
  %v368 = fadd <16 x float> %p358, %v364
  %v369 = add nsw i64 %i357, 16
  %v370 = icmp slt i64 %v369, %v352
  br i1 %v370, label %loop355, label %end356
end356:
  %v372 = phi <16 x float> [ splat (float 0x8000000000000000), %whole354 ], [ %v368, %loop355 ]
  %v373 = shufflevector <16 x float> %v372, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v374 = shufflevector <16 x float> %v372, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v375 = fadd <8 x float> %v373, %v374
  br label %join376
join376:
  %v377 = phi <8 x float> [ splat (float 0x8000000000000000), %end323 ], [ %v375, %end356 ]
  %v390 = insertelement <8 x float> poison, float %v349, i64 0
  %v391 = shufflevector <8 x float> %v390, <8 x float> poison, <8 x i32> zeroinitializer
  %v399 = icmp slt i64 %v352, %v2
  br i1 %v399, label %loop378, label %end379
loop378:
  %i380 = phi i64 [ %v352, %join376 ], [ %v397, %loop378 ]
  %p381 = phi <8 x float> [ %v377, %join376 ], [ %v396, %loop378 ]
  %v382 = sub nsw i64 %v2, %i380
  %v383 = call i64 @llvm.umin.i64(i64 %v382, i64 8)
  %v384 = trunc i64 %v383 to i32
  %v385 = insertelement <8 x i32> poison, i32 %v384, i64 0
  %v386 = shufflevector <8 x i32> %v385, <8 x i32> poison, <8 x i32> zeroinitializer
  %v387 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v386
  %v388 = getelementptr inbounds float, ptr %v306, i64 %i380
  %v389 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v388, <8 x i1> %v387, <8 x float> zeroinitializer)
  %v392 = fsub <8 x float> %v389, %v391
  %v393 = call <8 x float> @each.expf.8(<8 x float> %v392)
  %v394 = getelementptr inbounds float, ptr %v366, i64 %i380
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v393, ptr align 4 %v394, <8 x i1> %v387)
  %v395 = fadd <8 x float> %p381, %v393
  %v396 = select <8 x i1> %v387, <8 x float> %v395, <8 x float> %p381
  %v397 = add nsw i64 %i380, 8
  %v398 = icmp slt i64 %v397, %v2
  br i1 %v398, label %loop378, label %end379
end379:
  %v400 = phi <8 x float> [ %v377, %join376 ], [ %v396, %loop378 ]
  %v401 = call reassoc float @llvm.vector.reduce.fadd.v8f32(float 0x8000000000000000, <8 x float> %v400)
  %v402 = fadd float 0x0000000000000000, %v401
  %v409 = fdiv float %v234, %v402
  %v412 = insertelement <8 x float> poison, float %v409, i64 0
  %v413 = shufflevector <8 x float> %v412, <8 x float> poison, <8 x i32> zeroinitializer
  %v418 = icmp slt i64 0, %v405
  br i1 %v418, label %loop406, label %end407
loop406:
  %i408 = phi i64 [ 0, %end379 ], [ %v416, %loop406 ]
  %v410 = getelementptr inbounds float, ptr %v366, i64 %i408
  %v411 = load <8 x float>, ptr %v410, align 4
  %v414 = fmul <8 x float> %v411, %v413
  %v415 = getelementptr inbounds float, ptr %v366, i64 %i408
  store <8 x float> %v414, ptr %v415, align 4
  %v416 = add nsw i64 %i408, 8
  %v417 = icmp slt i64 %v416, %v405
  br i1 %v417, label %loop406, label %end407
end407:
  br i1 %v425, label %rest426, label %join431
rest426:
  %v427 = getelementptr inbounds float, ptr %v366, i64 %v405
  %v428 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v427, <8 x i1> %v424, <8 x float> zeroinitializer)
  %v429 = fmul <8 x float> %v428, %v413
  %v430 = getelementptr inbounds float, ptr %v366, i64 %v405
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v429, ptr align 4 %v430, <8 x i1> %v424)
  br label %join431
join431:
  %v432 = add nsw i64 %i295, 1
  %v433 = icmp slt i64 %v432, %hi
  br i1 %v433, label %loop293, label %end294
end294:
  br label %join435
join435:
  ret void
}
