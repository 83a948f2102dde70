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
  br i1 %v3, label %then4, label %join291
then4:
  %v290 = icmp slt i64 %lo, %hi
  br i1 %v290, label %loop5, label %end6
loop5:
  %i7 = phi i64 [ %lo, %then4 ], [ %v288, %end240 ]
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
  %v145 = mul i64 %i7, -384
  %v146 = getelementptr inbounds float, ptr %v144, i64 %v145
  %v186 = icmp slt i64 0, %v11
  br i1 %v186, label %loop121, label %end122
loop121:
  %i123 = phi i64 [ 0, %end15 ], [ %v184, %end161 ]
  %v124 = add nsw i64 %i7, %i123
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
  %v227 = sub nsw i64 %v12, %i7
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
  %v242 = add nsw i64 %i7, %i241
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
  %v288 = add nsw i64 %i7, 8
  %v289 = icmp slt i64 %v288, %hi
  br i1 %v289, label %loop5, label %end6
end6:
  br label %join291
join291:
  %v292 = xor i1 %v3, true
  %v404 = sub nsw i64 %v2, 0
  %v405 = and i64 %v404, -8
  %v406 = add nsw i64 0, %v405
  %v420 = sub nsw i64 %v2, %v406
  %v421 = call i64 @llvm.umin.i64(i64 %v420, i64 8)
  %v422 = trunc i64 %v421 to i32
  %v423 = insertelement <8 x i32> poison, i32 %v422, i64 0
  %v424 = shufflevector <8 x i32> %v423, <8 x i32> poison, <8 x i32> zeroinitializer
  %v425 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v424
  %v426 = icmp slt i64 %v406, %v2
  br i1 %v292, label %then293, label %join436
then293:
  %v435 = icmp slt i64 %lo, %hi
  br i1 %v435, label %loop294, label %end295
loop294:
  %i296 = phi i64 [ %lo, %then293 ], [ %v433, %join432 ]
  %v297 = sub nsw i64 %v2, 0
  %v298 = and i64 %v297, -32
  %v299 = add nsw i64 0, %v298
  %v300 = icmp slt i64 0, %v299
  %v306 = mul i64 %i296, %v30
  %v307 = getelementptr inbounds float, ptr %v28, i64 %v306
  br i1 %v300, label %whole301, label %join321
whole301:
  %v313 = icmp slt i64 0, %v299
  br i1 %v313, label %loop302, label %end303
loop302:
  %i304 = phi i64 [ 0, %whole301 ], [ %v311, %loop302 ]
  %p305 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole301 ], [ %v310, %loop302 ]
  %v308 = getelementptr inbounds float, ptr %v307, i64 %i304
  %v309 = load <32 x float>, ptr %v308, align 4
  %v310 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p305, <32 x float> %v309)
  %v311 = add nsw i64 %i304, 32
  %v312 = icmp slt i64 %v311, %v299
  br i1 %v312, label %loop302, label %end303
end303:
  %v314 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole301 ], [ %v310, %loop302 ]
  %v315 = shufflevector <32 x float> %v314, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v316 = shufflevector <32 x float> %v314, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v317 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v315, <16 x float> %v316)
  %v318 = shufflevector <16 x float> %v317, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v319 = shufflevector <16 x float> %v317, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v320 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v318, <8 x float> %v319)
  br label %join321
join321:
  %v322 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop294 ], [ %v320, %end303 ]
  %v339 = icmp slt i64 %v299, %v2
  br i1 %v339, label %loop323, label %end324
loop323:
  %i325 = phi i64 [ %v299, %join321 ], [ %v337, %loop323 ]
  %p326 = phi <8 x float> [ %v322, %join321 ], [ %v336, %loop323 ]
  %v327 = sub nsw i64 %v2, %i325
  %v328 = call i64 @llvm.umin.i64(i64 %v327, i64 8)
  %v329 = trunc i64 %v328 to i32
  %v330 = insertelement <8 x i32> poison, i32 %v329, i64 0
  %v331 = shufflevector <8 x i32> %v330, <8 x i32> poison, <8 x i32> zeroinitializer
  %v332 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v331
  %v333 = getelementptr inbounds float, ptr %v307, i64 %i325
  %v334 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v333, <8 x i1> %v332, <8 x float> zeroinitializer)
  %v335 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p326, <8 x float> %v334)
  %v336 = select <8 x i1> %v332, <8 x float> %v335, <8 x float> %p326
  %v337 = add nsw i64 %i325, 8
  %v338 = icmp slt i64 %v337, %v2
  br i1 %v338, label %loop323, label %end324
end324:
  %v340 = phi <8 x float> [ %v322, %join321 ], [ %v336, %loop323 ]
  %v341 = shufflevector <8 x float> %v340, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v342 = shufflevector <8 x float> %v340, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v343 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v341, <4 x float> %v342)
  %v344 = shufflevector <4 x float> %v343, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v345 = shufflevector <4 x float> %v343, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v346 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v344, <2 x float> %v345)
  %v347 = extractelement <2 x float> %v346, i64 0
  %v348 = extractelement <2 x float> %v346, i64 1
  %v349 = call nsz float @llvm.maximum.f32(float %v347, float %v348)
  %v350 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v349)
  %v351 = sub nsw i64 %v2, 0
  %v352 = and i64 %v351, -16
  %v353 = add nsw i64 0, %v352
  %v354 = icmp slt i64 0, %v353
  %v362 = insertelement <16 x float> poison, float %v350, i64 0
  %v363 = shufflevector <16 x float> %v362, <16 x float> poison, <16 x i32> zeroinitializer
  %v366 = mul i64 %i296, %v265
  %v367 = getelementptr inbounds float, ptr %v263, i64 %v366
  br i1 %v354, label %whole355, label %join377
whole355:
  %v372 = icmp slt i64 0, %v353
  br i1 %v372, label %loop356, label %end357
loop356:
  %i358 = phi i64 [ 0, %whole355 ], [ %v370, %loop356 ]
  %p359 = phi <16 x float> [ splat (float 0x8000000000000000), %whole355 ], [ %v369, %loop356 ]
  %v360 = getelementptr inbounds float, ptr %v307, i64 %i358
  %v361 = load <16 x float>, ptr %v360, align 4
  %v364 = fsub <16 x float> %v361, %v363
  %v365 = call <16 x float> @each.expf.16(<16 x float> %v364)
  %v368 = getelementptr inbounds float, ptr %v367, i64 %i358
  store <16 x float> %v365, ptr %v368, align 4
  %v369 = fadd <16 x float> %p359, %v365
  %v370 = add nsw i64 %i358, 16
  %v371 = icmp slt i64 %v370, %v353
  br i1 %v371, label %loop356, label %end357
end357:
  %v373 = phi <16 x float> [ splat (float 0x8000000000000000), %whole355 ], [ %v369, %loop356 ]
  %v374 = shufflevector <16 x float> %v373, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v375 = shufflevector <16 x float> %v373, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v376 = fadd <8 x float> %v374, %v375
  br label %join377
join377:
  %v378 = phi <8 x float> [ splat (float 0x8000000000000000), %end324 ], [ %v376, %end357 ]
  %v391 = insertelement <8 x float> poison, float %v350, i64 0
  %v392 = shufflevector <8 x float> %v391, <8 x float> poison, <8 x i32> zeroinitializer
  %v400 = icmp slt i64 %v353, %v2
  br i1 %v400, label %loop379, label %end380
loop379:
  %i381 = phi i64 [ %v353, %join377 ], [ %v398, %loop379 ]
  %p382 = phi <8 x float> [ %v378, %join377 ], [ %v397, %loop379 ]
  %v383 = sub nsw i64 %v2, %i381
  %v384 = call i64 @llvm.umin.i64(i64 %v383, i64 8)
  %v385 = trunc i64 %v384 to i32
  %v386 = insertelement <8 x i32> poison, i32 %v385, i64 0
  %v387 = shufflevector <8 x i32> %v386, <8 x i32> poison, <8 x i32> zeroinitializer
  %v388 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v387
  %v389 = getelementptr inbounds float, ptr %v307, i64 %i381
  %v390 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v389, <8 x i1> %v388, <8 x float> zeroinitializer)
  %v393 = fsub <8 x float> %v390, %v392
  %v394 = call <8 x float> @each.expf.8(<8 x float> %v393)
  %v395 = getelementptr inbounds float, ptr %v367, i64 %i381
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v394, ptr align 4 %v395, <8 x i1> %v388)
  %v396 = fadd <8 x float> %p382, %v394
  %v397 = select <8 x i1> %v388, <8 x float> %v396, <8 x float> %p382
  %v398 = add nsw i64 %i381, 8
  %v399 = icmp slt i64 %v398, %v2
  br i1 %v399, label %loop379, label %end380
end380:
  %v401 = phi <8 x float> [ %v378, %join377 ], [ %v397, %loop379 ]
  %v402 = call reassoc float @llvm.vector.reduce.fadd.v8f32(float 0x8000000000000000, <8 x float> %v401)
  %v403 = fadd float 0x0000000000000000, %v402
  %v410 = fdiv float %v234, %v403
  %v413 = insertelement <8 x float> poison, float %v410, i64 0
  %v414 = shufflevector <8 x float> %v413, <8 x float> poison, <8 x i32> zeroinitializer
  %v419 = icmp slt i64 0, %v406
  br i1 %v419, label %loop407, label %end408
loop407:
  %i409 = phi i64 [ 0, %end380 ], [ %v417, %loop407 ]
  %v411 = getelementptr inbounds float, ptr %v367, i64 %i409
  %v412 = load <8 x float>, ptr %v411, align 4
  %v415 = fmul <8 x float> %v412, %v414
  %v416 = getelementptr inbounds float, ptr %v367, i64 %i409
  store <8 x float> %v415, ptr %v416, align 4
  %v417 = add nsw i64 %i409, 8
  %v418 = icmp slt i64 %v417, %v406
  br i1 %v418, label %loop407, label %end408
end408:
  br i1 %v426, label %rest427, label %join432
rest427:
  %v428 = getelementptr inbounds float, ptr %v367, i64 %v406
  %v429 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v428, <8 x i1> %v425, <8 x float> zeroinitializer)
  %v430 = fmul <8 x float> %v429, %v414
  %v431 = getelementptr inbounds float, ptr %v367, i64 %v406
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v430, ptr align 4 %v431, <8 x i1> %v425)
  br label %join432
join432:
  %v433 = add nsw i64 %i296, 1
  %v434 = icmp slt i64 %v433, %hi
  br i1 %v434, label %loop294, label %end295
end295:
  br label %join436
join436:
  ret void
}
