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
  %v119 = alloca [8 x <8 x float>]
  %v143 = alloca [3072 x float], align 64
  %v237 = alloca [1 x <8 x float>]
  %v244 = getelementptr i64, ptr %table, i64 3
  %v245 = load float, ptr %v244, align 8
  %v249 = alloca [1 x <8 x float>]
  %v273 = getelementptr ptr, ptr %buffers, i64 1
  %v274 = load ptr, ptr %v273, align 8
  %v275 = getelementptr i64, ptr %table, i64 2
  %v276 = load i64, ptr %v275, align 8
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
  %v126 = sub nsw i64 %v2, 0
  %v127 = and i64 %v126, -16
  %v128 = add nsw i64 0, %v127
  %v159 = sub nsw i64 %v2, 0
  %v160 = and i64 %v159, -8
  %v161 = add nsw i64 0, %v160
  %v178 = sub nsw i64 %v2, %v161
  %v179 = call i64 @llvm.umin.i64(i64 %v178, i64 8)
  %v180 = trunc i64 %v179 to i32
  %v181 = insertelement <8 x i32> poison, i32 %v180, i64 0
  %v182 = shufflevector <8 x i32> %v181, <8 x i32> poison, <8 x i32> zeroinitializer
  %v183 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v182
  %v184 = icmp slt i64 %v161, %v2
  %v246 = insertelement <8 x float> poison, float %v245, i64 0
  %v247 = shufflevector <8 x float> %v246, <8 x float> poison, <8 x i32> zeroinitializer
  %v260 = sub nsw i64 %v2, 0
  %v261 = and i64 %v260, -8
  %v262 = add nsw i64 0, %v261
  %v283 = sub nsw i64 %v2, %v262
  %v284 = call i64 @llvm.umin.i64(i64 %v283, i64 8)
  %v285 = trunc i64 %v284 to i32
  %v286 = insertelement <8 x i32> poison, i32 %v285, i64 0
  %v287 = shufflevector <8 x i32> %v286, <8 x i32> poison, <8 x i32> zeroinitializer
  %v288 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v287
  %v289 = icmp slt i64 %v262, %v2
  br i1 %v3, label %then5, label %join302
then5:
  %v301 = icmp slt i64 %lo, %hi
  br i1 %v301, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %then5 ], [ %v299, %end251 ]
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
  %v144 = mul i64 %i8, -384
  %v145 = getelementptr inbounds float, ptr %v143, i64 %v144
  %v198 = icmp slt i64 0, %v11
  br i1 %v198, label %loop120, label %end121
loop120:
  %i122 = phi i64 [ 0, %end15 ], [ %v196, %join193 ]
  %v123 = add nsw i64 %i8, %i122
  %v124 = getelementptr float, ptr %v118, i64 %i122
  %v125 = load float, ptr %v124
  %v129 = icmp slt i64 0, %v128
  %v135 = mul i64 %v123, %v30
  %v136 = getelementptr inbounds float, ptr %v28, i64 %v135
  %v139 = insertelement <16 x float> poison, float %v125, i64 0
  %v140 = shufflevector <16 x float> %v139, <16 x float> poison, <16 x i32> zeroinitializer
  %v146 = mul i64 %v123, 384
  %v147 = getelementptr inbounds float, ptr %v145, i64 %v146
  br i1 %v129, label %whole130, label %join157
whole130:
  %v152 = icmp slt i64 0, %v128
  br i1 %v152, label %loop131, label %end132
loop131:
  %i133 = phi i64 [ 0, %whole130 ], [ %v150, %loop131 ]
  %p134 = phi <16 x float> [ splat (float 0x8000000000000000), %whole130 ], [ %v149, %loop131 ]
  %v137 = getelementptr inbounds float, ptr %v136, i64 %i133
  %v138 = load <16 x float>, ptr %v137, align 4
  %v141 = fsub <16 x float> %v138, %v140
  %v142 = call <16 x float> @each.expf.16(<16 x float> %v141)
  %v148 = getelementptr inbounds float, ptr %v147, i64 %i133
  store <16 x float> %v142, ptr %v148, align 4
  %v149 = fadd <16 x float> %p134, %v142
  %v150 = add nsw i64 %i133, 16
  %v151 = icmp slt i64 %v150, %v128
  br i1 %v151, label %loop131, label %end132
end132:
  %v153 = phi <16 x float> [ splat (float 0x8000000000000000), %whole130 ], [ %v149, %loop131 ]
  %v154 = shufflevector <16 x float> %v153, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v155 = shufflevector <16 x float> %v153, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v156 = fadd <8 x float> %v154, %v155
  br label %join157
join157:
  %v158 = phi <8 x float> [ splat (float 0x8000000000000000), %loop120 ], [ %v156, %end132 ]
  %v168 = insertelement <8 x float> poison, float %v125, i64 0
  %v169 = shufflevector <8 x float> %v168, <8 x float> poison, <8 x i32> zeroinitializer
  %v176 = icmp slt i64 %v128, %v161
  br i1 %v176, label %loop162, label %end163
loop162:
  %i164 = phi i64 [ %v128, %join157 ], [ %v174, %loop162 ]
  %p165 = phi <8 x float> [ %v158, %join157 ], [ %v173, %loop162 ]
  %v166 = getelementptr inbounds float, ptr %v136, i64 %i164
  %v167 = load <8 x float>, ptr %v166, align 4
  %v170 = fsub <8 x float> %v167, %v169
  %v171 = call <8 x float> @each.expf.8(<8 x float> %v170)
  %v172 = getelementptr inbounds float, ptr %v147, i64 %i164
  store <8 x float> %v171, ptr %v172, align 4
  %v173 = fadd <8 x float> %p165, %v171
  %v174 = add nsw i64 %i164, 8
  %v175 = icmp slt i64 %v174, %v161
  br i1 %v175, label %loop162, label %end163
end163:
  %v177 = phi <8 x float> [ %v158, %join157 ], [ %v173, %loop162 ]
  br i1 %v184, label %rest185, label %join193
rest185:
  %v186 = getelementptr inbounds float, ptr %v136, i64 %v161
  %v187 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v186, <8 x i1> %v183, <8 x float> zeroinitializer)
  %v188 = fsub <8 x float> %v187, %v169
  %v189 = call <8 x float> @each.expf.8(<8 x float> %v188)
  %v190 = getelementptr inbounds float, ptr %v147, i64 %v161
  store <8 x float> %v189, ptr %v190, align 4
  %v191 = fadd <8 x float> %v177, %v189
  %v192 = select <8 x i1> %v183, <8 x float> %v191, <8 x float> %v177
  br label %join193
join193:
  %v194 = phi <8 x float> [ %v177, %end163 ], [ %v192, %rest185 ]
  %v195 = getelementptr <8 x float>, ptr %v119, i64 %i122
  store <8 x float> %v194, ptr %v195
  %v196 = add nsw i64 %i122, 1
  %v197 = icmp slt i64 %v196, %v11
  br i1 %v197, label %loop120, label %end121
end121:
  %v199 = getelementptr <8 x float>, ptr %v119, i64 0
  %v200 = load <8 x float>, ptr %v199
  %v201 = getelementptr <8 x float>, ptr %v119, i64 1
  %v202 = load <8 x float>, ptr %v201
  %v203 = getelementptr <8 x float>, ptr %v119, i64 2
  %v204 = load <8 x float>, ptr %v203
  %v205 = getelementptr <8 x float>, ptr %v119, i64 3
  %v206 = load <8 x float>, ptr %v205
  %v207 = getelementptr <8 x float>, ptr %v119, i64 4
  %v208 = load <8 x float>, ptr %v207
  %v209 = getelementptr <8 x float>, ptr %v119, i64 5
  %v210 = load <8 x float>, ptr %v209
  %v211 = getelementptr <8 x float>, ptr %v119, i64 6
  %v212 = load <8 x float>, ptr %v211
  %v213 = getelementptr <8 x float>, ptr %v119, i64 7
  %v214 = load <8 x float>, ptr %v213
  %v215 = shufflevector <8 x float> %v200, <8 x float> %v208, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v216 = shufflevector <8 x float> %v200, <8 x float> %v208, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v217 = fadd <8 x float> %v215, %v216
  %v218 = shufflevector <8 x float> %v202, <8 x float> %v210, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v219 = shufflevector <8 x float> %v202, <8 x float> %v210, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v220 = fadd <8 x float> %v218, %v219
  %v221 = shufflevector <8 x float> %v204, <8 x float> %v212, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v222 = shufflevector <8 x float> %v204, <8 x float> %v212, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v223 = fadd <8 x float> %v221, %v222
  %v224 = shufflevector <8 x float> %v206, <8 x float> %v214, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v225 = shufflevector <8 x float> %v206, <8 x float> %v214, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v226 = fadd <8 x float> %v224, %v225
  %v227 = shufflevector <8 x float> %v217, <8 x float> %v220, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v228 = shufflevector <8 x float> %v217, <8 x float> %v220, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v229 = fadd <8 x float> %v227, %v228
  %v230 = shufflevector <8 x float> %v223, <8 x float> %v226, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v231 = shufflevector <8 x float> %v223, <8 x float> %v226, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v232 = fadd <8 x float> %v230, %v231
  %v233 = shufflevector <8 x float> %v229, <8 x float> %v232, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v234 = shufflevector <8 x float> %v229, <8 x float> %v232, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v235 = fadd <8 x float> %v233, %v234
  %v236 = fadd <8 x float> splat (float 0x0000000000000000), %v235
  store <8 x float> %v236, ptr %v237
  %v238 = sub nsw i64 %v12, %i8
  %v239 = call i64 @llvm.umin.i64(i64 %v238, i64 8)
  %v240 = trunc i64 %v239 to i32
  %v241 = insertelement <8 x i32> poison, i32 %v240, i64 0
  %v242 = shufflevector <8 x i32> %v241, <8 x i32> poison, <8 x i32> zeroinitializer
  %v243 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v242
  %v248 = fdiv <8 x float> %v247, %v236
  store <8 x float> %v248, ptr %v249
  %v298 = icmp slt i64 0, %v11
  br i1 %v298, label %loop250, label %end251
loop250:
  %i252 = phi i64 [ 0, %end121 ], [ %v296, %join295 ]
  %v253 = add nsw i64 %i8, %i252
  %v254 = getelementptr float, ptr %v118, i64 %i252
  %v255 = load float, ptr %v254
  %v256 = getelementptr float, ptr %v237, i64 %i252
  %v257 = load float, ptr %v256
  %v258 = getelementptr float, ptr %v249, i64 %i252
  %v259 = load float, ptr %v258
  %v266 = mul i64 %v253, 384
  %v267 = getelementptr inbounds float, ptr %v145, i64 %v266
  %v270 = insertelement <8 x float> poison, float %v259, i64 0
  %v271 = shufflevector <8 x float> %v270, <8 x float> poison, <8 x i32> zeroinitializer
  %v277 = mul i64 %v253, %v276
  %v278 = getelementptr inbounds float, ptr %v274, i64 %v277
  %v282 = icmp slt i64 0, %v262
  br i1 %v282, label %loop263, label %end264
loop263:
  %i265 = phi i64 [ 0, %loop250 ], [ %v280, %loop263 ]
  %v268 = getelementptr inbounds float, ptr %v267, i64 %i265
  %v269 = load <8 x float>, ptr %v268, align 4
  %v272 = fmul <8 x float> %v269, %v271
  %v279 = getelementptr inbounds float, ptr %v278, i64 %i265
  store <8 x float> %v272, ptr %v279, align 4
  %v280 = add nsw i64 %i265, 8
  %v281 = icmp slt i64 %v280, %v262
  br i1 %v281, label %loop263, label %end264
end264:
  br i1 %v289, label %rest290, label %join295
rest290:
  %v291 = getelementptr inbounds float, ptr %v267, i64 %v262
  %v292 = load <8 x float>, ptr %v291, align 4
  %v293 = fmul <8 x float> %v292, %v271
  %v294 = getelementptr inbounds float, ptr %v278, i64 %v262
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v293, ptr align 4 %v294, <8 x i1> %v288)
  br label %join295
join295:
  %v296 = add nsw i64 %i252, 1
  %v297 = icmp slt i64 %v296, %v11
  br i1 %v297, label %loop250, label %end251
end251:
  %v299 = add nsw i64 %i8, 8
  %v300 = icmp slt i64 %v299, %hi
  br i1 %v300, label %loop6, label %end7
end7:
  br label %join302
join302:
  %v414 = sub nsw i64 %v2, 0
  %v415 = and i64 %v414, -8
  %v416 = add nsw i64 0, %v415
  %v430 = sub nsw i64 %v2, %v416
  %v431 = call i64 @llvm.umin.i64(i64 %v430, i64 8)
  %v432 = trunc i64 %v431 to i32
  %v433 = insertelement <8 x i32> poison, i32 %v432, i64 0
  %v434 = shufflevector <8 x i32> %v433, <8 x i32> poison, <8 x i32> zeroinitializer
  %v435 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v434
  %v436 = icmp slt i64 %v416, %v2
  br i1 %v4, label %then303, label %join446
then303:
  %v445 = icmp slt i64 %lo, %hi
  br i1 %v445, label %loop304, label %end305
loop304:
  %i306 = phi i64 [ %lo, %then303 ], [ %v443, %join442 ]
  %v307 = sub nsw i64 %v2, 0
  %v308 = and i64 %v307, -32
  %v309 = add nsw i64 0, %v308
  %v310 = icmp slt i64 0, %v309
  %v316 = mul i64 %i306, %v30
  %v317 = getelementptr inbounds float, ptr %v28, i64 %v316
  br i1 %v310, label %whole311, label %join331
whole311:
  %v323 = icmp slt i64 0, %v309
  br i1 %v323, label %loop312, label %end313
loop312:
  %i314 = phi i64 [ 0, %whole311 ], [ %v321, %loop312 ]
  %p315 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole311 ], [ %v320, %loop312 ]
  %v318 = getelementptr inbounds float, ptr %v317, i64 %i314
  %v319 = load <32 x float>, ptr %v318, align 4
  %v320 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p315, <32 x float> %v319)
  %v321 = add nsw i64 %i314, 32
  %v322 = icmp slt i64 %v321, %v309
  br i1 %v322, label %loop312, label %end313
end313:
  %v324 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole311 ], [ %v320, %loop312 ]
  %v325 = shufflevector <32 x float> %v324, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v326 = shufflevector <32 x float> %v324, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v327 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v325, <16 x float> %v326)
  %v328 = shufflevector <16 x float> %v327, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v329 = shufflevector <16 x float> %v327, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v330 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v328, <8 x float> %v329)
  br label %join331
join331:
  %v332 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop304 ], [ %v330, %end313 ]
  %v349 = icmp slt i64 %v309, %v2
  br i1 %v349, label %loop333, label %end334
loop333:
  %i335 = phi i64 [ %v309, %join331 ], [ %v347, %loop333 ]
  %p336 = phi <8 x float> [ %v332, %join331 ], [ %v346, %loop333 ]
  %v337 = sub nsw i64 %v2, %i335
  %v338 = call i64 @llvm.umin.i64(i64 %v337, i64 8)
  %v339 = trunc i64 %v338 to i32
  %v340 = insertelement <8 x i32> poison, i32 %v339, i64 0
  %v341 = shufflevector <8 x i32> %v340, <8 x i32> poison, <8 x i32> zeroinitializer
  %v342 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v341
  %v343 = getelementptr inbounds float, ptr %v317, i64 %i335
  %v344 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v343, <8 x i1> %v342, <8 x float> zeroinitializer)
  %v345 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p336, <8 x float> %v344)
  %v346 = select <8 x i1> %v342, <8 x float> %v345, <8 x float> %p336
  %v347 = add nsw i64 %i335, 8
  %v348 = icmp slt i64 %v347, %v2
  br i1 %v348, label %loop333, label %end334
end334:
  %v350 = phi <8 x float> [ %v332, %join331 ], [ %v346, %loop333 ]
  %v351 = shufflevector <8 x float> %v350, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v352 = shufflevector <8 x float> %v350, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v353 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v351, <4 x float> %v352)
  %v354 = shufflevector <4 x float> %v353, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v355 = shufflevector <4 x float> %v353, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v356 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v354, <2 x float> %v355)
  %v357 = extractelement <2 x float> %v356, i64 0
  %v358 = extractelement <2 x float> %v356, i64 1
  %v359 = call nsz float @llvm.maximum.f32(float %v357, float %v358)
  %v360 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v359)
  %v361 = sub nsw i64 %v2, 0
  %v362 = and i64 %v361, -16
  %v363 = add nsw i64 0, %v362
  %v364 = icmp slt i64 0, %v363
  %v372 = insertelement <16 x float> poison, float %v360, i64 0
  %v373 = shufflevector <16 x float> %v372, <16 x float> poison, <16 x i32> zeroinitializer
  %v376 = mul i64 %i306, %v276
  %v377 = getelementptr inbounds float, ptr %v274, i64 %v376
  br i1 %v364, label %whole365, label %join387
whole365:
  %v382 = icmp slt i64 0, %v363
  br i1 %v382, label %loop366, label %end367
loop366:
  %i368 = phi i64 [ 0, %whole365 ], [ %v380, %loop366 ]
  %p369 = phi <16 x float> [ splat (float 0x8000000000000000), %whole365 ], [ %v379, %loop366 ]
  %v370 = getelementptr inbounds float, ptr %v317, i64 %i368
  %v371 = load <16 x float>, ptr %v370, align 4
  %v374 = fsub <16 x float> %v371, %v373
  %v375 = call <16 x float> @each.expf.16(<16 x float> %v374)
  %v378 = getelementptr inbounds float, ptr %v377, i64 %i368
  store <16 x float> %v375, ptr %v378, align 4
  %v379 = fadd <16 x float> %p369, %v375
  %v380 = add nsw i64 %i368, 16
  %v381 = icmp slt i64 %v380, %v363
  br i1 %v381, label %loop366, label %end367
end367:
  %v383 = phi <16 x float> [ splat (float 0x8000000000000000), %whole365 ], [ %v379, %loop366 ]
  %v384 = shufflevector <16 x float> %v383, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v385 = shufflevector <16 x float> %v383, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v386 = fadd <8 x float> %v384, %v385
  br label %join387
join387:
  %v388 = phi <8 x float> [ splat (float 0x8000000000000000), %end334 ], [ %v386, %end367 ]
  %v401 = insertelement <8 x float> poison, float %v360, i64 0
  %v402 = shufflevector <8 x float> %v401, <8 x float> poison, <8 x i32> zeroinitializer
  %v410 = icmp slt i64 %v363, %v2
  br i1 %v410, label %loop389, label %end390
loop389:
  %i391 = phi i64 [ %v363, %join387 ], [ %v408, %loop389 ]
  %p392 = phi <8 x float> [ %v388, %join387 ], [ %v407, %loop389 ]
  %v393 = sub nsw i64 %v2, %i391
  %v394 = call i64 @llvm.umin.i64(i64 %v393, i64 8)
  %v395 = trunc i64 %v394 to i32
  %v396 = insertelement <8 x i32> poison, i32 %v395, i64 0
  %v397 = shufflevector <8 x i32> %v396, <8 x i32> poison, <8 x i32> zeroinitializer
  %v398 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v397
  %v399 = getelementptr inbounds float, ptr %v317, i64 %i391
  %v400 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v399, <8 x i1> %v398, <8 x float> zeroinitializer)
  %v403 = fsub <8 x float> %v400, %v402
  %v404 = call <8 x float> @each.expf.8(<8 x float> %v403)
  %v405 = getelementptr inbounds float, ptr %v377, i64 %i391
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v404, ptr align 4 %v405, <8 x i1> %v398)
  %v406 = fadd <8 x float> %p392, %v404
  %v407 = select <8 x i1> %v398, <8 x float> %v406, <8 x float> %p392
  %v408 = add nsw i64 %i391, 8
  %v409 = icmp slt i64 %v408, %v2
  br i1 %v409, label %loop389, label %end390
end390:
  %v411 = phi <8 x float> [ %v388, %join387 ], [ %v407, %loop389 ]
  %v412 = call reassoc float @llvm.vector.reduce.fadd.v8f32(float 0x8000000000000000, <8 x float> %v411)
  %v413 = fadd float 0x0000000000000000, %v412
  %v420 = fdiv float %v245, %v413
  %v423 = insertelement <8 x float> poison, float %v420, i64 0
  %v424 = shufflevector <8 x float> %v423, <8 x float> poison, <8 x i32> zeroinitializer
  %v429 = icmp slt i64 0, %v416
  br i1 %v429, label %loop417, label %end418
loop417:
  %i419 = phi i64 [ 0, %end390 ], [ %v427, %loop417 ]
  %v421 = getelementptr inbounds float, ptr %v377, i64 %i419
  %v422 = load <8 x float>, ptr %v421, align 4
  %v425 = fmul <8 x float> %v422, %v424
  %v426 = getelementptr inbounds float, ptr %v377, i64 %i419
  store <8 x float> %v425, ptr %v426, align 4
  %v427 = add nsw i64 %i419, 8
  %v428 = icmp slt i64 %v427, %v416
  br i1 %v428, label %loop417, label %end418
end418:
  br i1 %v436, label %rest437, label %join442
rest437:
  %v438 = getelementptr inbounds float, ptr %v377, i64 %v416
  %v439 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v438, <8 x i1> %v435, <8 x float> zeroinitializer)
  %v440 = fmul <8 x float> %v439, %v424
  %v441 = getelementptr inbounds float, ptr %v377, i64 %v416
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v440, ptr align 4 %v441, <8 x i1> %v435)
  br label %join442
join442:
  %v443 = add nsw i64 %i306, 1
  %v444 = icmp slt i64 %v443, %hi
  br i1 %v444, label %loop304, label %end305
end305:
  br label %join446
join446:
  ret void
}
