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
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 1
  %v2 = load i64, ptr %v1, align 8
  %v6 = alloca [1024 x float], align 64
  %v13 = alloca [8 x <8 x float>]
  %v27 = getelementptr ptr, ptr %buffers, i64 0
  %v28 = load ptr, ptr %v27, align 8
  %v29 = getelementptr i64, ptr %table, i64 0
  %v30 = load i64, ptr %v29, align 8
  %v118 = alloca [1 x <8 x float>]
  %v119 = alloca [8 x <8 x float>]
  %v238 = alloca [1 x <8 x float>]
  %v245 = getelementptr i64, ptr %table, i64 3
  %v246 = load float, ptr %v245, align 8
  %v250 = alloca [1 x <8 x float>]
  %v274 = getelementptr ptr, ptr %buffers, i64 1
  %v275 = load ptr, ptr %v274, align 8
  %v276 = getelementptr i64, ptr %table, i64 2
  %v277 = load i64, ptr %v276, align 8
  %v3 = icmp sle i64 %v2, 128
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
  %v156 = sub nsw i64 %v2, 0
  %v157 = and i64 %v156, -8
  %v158 = add nsw i64 0, %v157
  %v177 = sub nsw i64 %v2, %v158
  %v178 = call i64 @llvm.umin.i64(i64 %v177, i64 8)
  %v179 = trunc i64 %v178 to i32
  %v180 = insertelement <8 x i32> poison, i32 %v179, i64 0
  %v181 = shufflevector <8 x i32> %v180, <8 x i32> poison, <8 x i32> zeroinitializer
  %v182 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v181
  %v183 = icmp slt i64 %v158, %v2
  %v247 = insertelement <8 x float> poison, float %v246, i64 0
  %v248 = shufflevector <8 x float> %v247, <8 x float> poison, <8 x i32> zeroinitializer
  %v261 = sub nsw i64 %v2, 0
  %v262 = and i64 %v261, -8
  %v263 = add nsw i64 0, %v262
  %v284 = sub nsw i64 %v2, %v263
  %v285 = call i64 @llvm.umin.i64(i64 %v284, i64 8)
  %v286 = trunc i64 %v285 to i32
  %v287 = insertelement <8 x i32> poison, i32 %v286, i64 0
  %v288 = shufflevector <8 x i32> %v287, <8 x i32> poison, <8 x i32> zeroinitializer
  %v289 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v288
  %v290 = icmp slt i64 %v263, %v2
  br i1 %v3, label %rows5, label %join305
rows5:
  %v304 = icmp slt i64 %lo, %hi
  br i1 %v304, label %loop7, label %end8
loop7:
  %i9 = phi i64 [ %lo, %rows5 ], [ %v302, %end252 ]
  %v10 = sub nsw i64 %hi, %i9
  %v11 = call i64 @llvm.umin.i64(i64 %v10, i64 8)
  %v12 = add nsw i64 %i9, %v11
  %v79 = icmp slt i64 0, %v11
  br i1 %v79, label %loop14, label %end15
loop14:
  %i16 = phi i64 [ 0, %loop7 ], [ %v77, %join74 ]
  %v17 = add nsw i64 %i9, %i16
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
  %v199 = icmp slt i64 0, %v11
  br i1 %v199, label %loop120, label %end121
loop120:
  %i122 = phi i64 [ 0, %end15 ], [ %v197, %join194 ]
  %v123 = add nsw i64 %i9, %i122
  %v124 = getelementptr float, ptr %v118, i64 %i122
  %v125 = load float, ptr %v124
  %v129 = icmp slt i64 0, %v128
  %v135 = mul i64 %v123, %v30
  %v136 = getelementptr inbounds float, ptr %v28, i64 %v135
  %v139 = insertelement <16 x float> poison, float %v125, i64 0
  %v140 = shufflevector <16 x float> %v139, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v129, label %whole130, label %join154
whole130:
  %v149 = icmp slt i64 0, %v128
  br i1 %v149, label %loop131, label %end132
loop131:
  %i133 = phi i64 [ 0, %whole130 ], [ %v147, %loop131 ]
  %p134 = phi <16 x float> [ splat (float 0x8000000000000000), %whole130 ], [ %v146, %loop131 ]
  %v137 = getelementptr inbounds float, ptr %v136, i64 %i133
  %v138 = load <16 x float>, ptr %v137, align 4
  %v141 = fsub <16 x float> %v138, %v140
  %v142 = call <16 x float> @each.expf.16(<16 x float> %v141)
  %v143 = mul nsw i64 %i122, 128
  %v144 = add nsw i64 %v143, %i133
  %v145 = getelementptr inbounds float, ptr %v6, i64 %v144
  store <16 x float> %v142, ptr %v145, align 4
  %v146 = fadd <16 x float> %p134, %v142
  %v147 = add nsw i64 %i133, 16
  %v148 = icmp slt i64 %v147, %v128
  br i1 %v148, label %loop131, label %end132
end132:
  %v150 = phi <16 x float> [ splat (float 0x8000000000000000), %whole130 ], [ %v146, %loop131 ]
  %v151 = shufflevector <16 x float> %v150, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v152 = shufflevector <16 x float> %v150, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v153 = fadd <8 x float> %v151, %v152
  br label %join154
join154:
  %v155 = phi <8 x float> [ splat (float 0x8000000000000000), %loop120 ], [ %v153, %end132 ]
  %v165 = insertelement <8 x float> poison, float %v125, i64 0
  %v166 = shufflevector <8 x float> %v165, <8 x float> poison, <8 x i32> zeroinitializer
  %v175 = icmp slt i64 %v128, %v158
  br i1 %v175, label %loop159, label %end160
loop159:
  %i161 = phi i64 [ %v128, %join154 ], [ %v173, %loop159 ]
  %p162 = phi <8 x float> [ %v155, %join154 ], [ %v172, %loop159 ]
  %v163 = getelementptr inbounds float, ptr %v136, i64 %i161
  %v164 = load <8 x float>, ptr %v163, align 4
  %v167 = fsub <8 x float> %v164, %v166
  %v168 = call <8 x float> @each.expf.8(<8 x float> %v167)
  %v169 = mul nsw i64 %i122, 128
  %v170 = add nsw i64 %v169, %i161
  %v171 = getelementptr inbounds float, ptr %v6, i64 %v170
  store <8 x float> %v168, ptr %v171, align 4
  %v172 = fadd <8 x float> %p162, %v168
  %v173 = add nsw i64 %i161, 8
  %v174 = icmp slt i64 %v173, %v158
  br i1 %v174, label %loop159, label %end160
end160:
  %v176 = phi <8 x float> [ %v155, %join154 ], [ %v172, %loop159 ]
  br i1 %v183, label %rest184, label %join194
rest184:
  %v185 = getelementptr inbounds float, ptr %v136, i64 %v158
  %v186 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v185, <8 x i1> %v182, <8 x float> zeroinitializer)
  %v187 = fsub <8 x float> %v186, %v166
  %v188 = call <8 x float> @each.expf.8(<8 x float> %v187)
  %v189 = mul nsw i64 %i122, 128
  %v190 = add nsw i64 %v189, %v158
  %v191 = getelementptr inbounds float, ptr %v6, i64 %v190
  store <8 x float> %v188, ptr %v191, align 4
  %v192 = fadd <8 x float> %v176, %v188
  %v193 = select <8 x i1> %v182, <8 x float> %v192, <8 x float> %v176
  br label %join194
join194:
  %v195 = phi <8 x float> [ %v176, %end160 ], [ %v193, %rest184 ]
  %v196 = getelementptr <8 x float>, ptr %v119, i64 %i122
  store <8 x float> %v195, ptr %v196
  %v197 = add nsw i64 %i122, 1
  %v198 = icmp slt i64 %v197, %v11
  br i1 %v198, label %loop120, label %end121
end121:
  %v200 = getelementptr <8 x float>, ptr %v119, i64 0
  %v201 = load <8 x float>, ptr %v200
  %v202 = getelementptr <8 x float>, ptr %v119, i64 1
  %v203 = load <8 x float>, ptr %v202
  %v204 = getelementptr <8 x float>, ptr %v119, i64 2
  %v205 = load <8 x float>, ptr %v204
  %v206 = getelementptr <8 x float>, ptr %v119, i64 3
  %v207 = load <8 x float>, ptr %v206
  %v208 = getelementptr <8 x float>, ptr %v119, i64 4
  %v209 = load <8 x float>, ptr %v208
  %v210 = getelementptr <8 x float>, ptr %v119, i64 5
  %v211 = load <8 x float>, ptr %v210
  %v212 = getelementptr <8 x float>, ptr %v119, i64 6
  %v213 = load <8 x float>, ptr %v212
  %v214 = getelementptr <8 x float>, ptr %v119, i64 7
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
  %v237 = fadd <8 x float> splat (float 0x0000000000000000), %v236
  store <8 x float> %v237, ptr %v238
  %v239 = sub nsw i64 %v12, %i9
  %v240 = call i64 @llvm.umin.i64(i64 %v239, i64 8)
  %v241 = trunc i64 %v240 to i32
  %v242 = insertelement <8 x i32> poison, i32 %v241, i64 0
  %v243 = shufflevector <8 x i32> %v242, <8 x i32> poison, <8 x i32> zeroinitializer
  %v244 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v243
  %v249 = fdiv <8 x float> %v248, %v237
  store <8 x float> %v249, ptr %v250
  %v301 = icmp slt i64 0, %v11
  br i1 %v301, label %loop251, label %end252
loop251:
  %i253 = phi i64 [ 0, %end121 ], [ %v299, %join298 ]
  %v254 = add nsw i64 %i9, %i253
  %v255 = getelementptr float, ptr %v118, i64 %i253
  %v256 = load float, ptr %v255
  %v257 = getelementptr float, ptr %v238, i64 %i253
  %v258 = load float, ptr %v257
  %v259 = getelementptr float, ptr %v250, i64 %i253
  %v260 = load float, ptr %v259
  %v271 = insertelement <8 x float> poison, float %v260, i64 0
  %v272 = shufflevector <8 x float> %v271, <8 x float> poison, <8 x i32> zeroinitializer
  %v278 = mul i64 %v254, %v277
  %v279 = getelementptr inbounds float, ptr %v275, i64 %v278
  %v283 = icmp slt i64 0, %v263
  br i1 %v283, label %loop264, label %end265
loop264:
  %i266 = phi i64 [ 0, %loop251 ], [ %v281, %loop264 ]
  %v267 = mul nsw i64 %i253, 128
  %v268 = add nsw i64 %v267, %i266
  %v269 = getelementptr inbounds float, ptr %v6, i64 %v268
  %v270 = load <8 x float>, ptr %v269, align 4
  %v273 = fmul <8 x float> %v270, %v272
  %v280 = getelementptr inbounds float, ptr %v279, i64 %i266
  store <8 x float> %v273, ptr %v280, align 4
  %v281 = add nsw i64 %i266, 8
  %v282 = icmp slt i64 %v281, %v263
  br i1 %v282, label %loop264, label %end265
end265:
  br i1 %v290, label %rest291, label %join298
rest291:
  %v292 = mul nsw i64 %i253, 128
  %v293 = add nsw i64 %v292, %v263
  %v294 = getelementptr inbounds float, ptr %v6, i64 %v293
  %v295 = load <8 x float>, ptr %v294, align 4
  %v296 = fmul <8 x float> %v295, %v272
  %v297 = getelementptr inbounds float, ptr %v279, i64 %v263
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v296, ptr align 4 %v297, <8 x i1> %v289)
  br label %join298
join298:
  %v299 = add nsw i64 %i253, 1
  %v300 = icmp slt i64 %v299, %v11
  br i1 %v300, label %loop251, label %end252
end252:
  %v302 = add nsw i64 %i9, 8
  %v303 = icmp slt i64 %v302, %hi
  br i1 %v303, label %loop7, label %end8
end8:
  br label %join305
join305:
  %v417 = sub nsw i64 %v2, 0
  %v418 = and i64 %v417, -8
  %v419 = add nsw i64 0, %v418
  %v433 = sub nsw i64 %v2, %v419
  %v434 = call i64 @llvm.umin.i64(i64 %v433, i64 8)
  %v435 = trunc i64 %v434 to i32
  %v436 = insertelement <8 x i32> poison, i32 %v435, i64 0
  %v437 = shufflevector <8 x i32> %v436, <8 x i32> poison, <8 x i32> zeroinitializer
  %v438 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v437
  %v439 = icmp slt i64 %v419, %v2
  br i1 %v4, label %rows306, label %join449
rows306:
  %v448 = icmp slt i64 %lo, %hi
  br i1 %v448, label %loop307, label %end308
loop307:
  %i309 = phi i64 [ %lo, %rows306 ], [ %v446, %join445 ]
  %v310 = sub nsw i64 %v2, 0
  %v311 = and i64 %v310, -32
  %v312 = add nsw i64 0, %v311
  %v313 = icmp slt i64 0, %v312
  %v319 = mul i64 %i309, %v30
  %v320 = getelementptr inbounds float, ptr %v28, i64 %v319
  br i1 %v313, label %whole314, label %join334
whole314:
  %v326 = icmp slt i64 0, %v312
  br i1 %v326, label %loop315, label %end316
loop315:
  %i317 = phi i64 [ 0, %whole314 ], [ %v324, %loop315 ]
  %p318 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole314 ], [ %v323, %loop315 ]
  %v321 = getelementptr inbounds float, ptr %v320, i64 %i317
  %v322 = load <32 x float>, ptr %v321, align 4
  %v323 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p318, <32 x float> %v322)
  %v324 = add nsw i64 %i317, 32
  %v325 = icmp slt i64 %v324, %v312
  br i1 %v325, label %loop315, label %end316
end316:
  %v327 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole314 ], [ %v323, %loop315 ]
  %v328 = shufflevector <32 x float> %v327, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v329 = shufflevector <32 x float> %v327, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v330 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v328, <16 x float> %v329)
  %v331 = shufflevector <16 x float> %v330, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v332 = shufflevector <16 x float> %v330, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v333 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v331, <8 x float> %v332)
  br label %join334
join334:
  %v335 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop307 ], [ %v333, %end316 ]
  %v352 = icmp slt i64 %v312, %v2
  br i1 %v352, label %loop336, label %end337
loop336:
  %i338 = phi i64 [ %v312, %join334 ], [ %v350, %loop336 ]
  %p339 = phi <8 x float> [ %v335, %join334 ], [ %v349, %loop336 ]
  %v340 = sub nsw i64 %v2, %i338
  %v341 = call i64 @llvm.umin.i64(i64 %v340, i64 8)
  %v342 = trunc i64 %v341 to i32
  %v343 = insertelement <8 x i32> poison, i32 %v342, i64 0
  %v344 = shufflevector <8 x i32> %v343, <8 x i32> poison, <8 x i32> zeroinitializer
  %v345 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v344
  %v346 = getelementptr inbounds float, ptr %v320, i64 %i338
  %v347 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v346, <8 x i1> %v345, <8 x float> zeroinitializer)
  %v348 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p339, <8 x float> %v347)
  %v349 = select <8 x i1> %v345, <8 x float> %v348, <8 x float> %p339
  %v350 = add nsw i64 %i338, 8
  %v351 = icmp slt i64 %v350, %v2
  br i1 %v351, label %loop336, label %end337
end337:
  %v353 = phi <8 x float> [ %v335, %join334 ], [ %v349, %loop336 ]
  %v354 = shufflevector <8 x float> %v353, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v355 = shufflevector <8 x float> %v353, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v356 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v354, <4 x float> %v355)
  %v357 = shufflevector <4 x float> %v356, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v358 = shufflevector <4 x float> %v356, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v359 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v357, <2 x float> %v358)
  %v360 = extractelement <2 x float> %v359, i64 0
  %v361 = extractelement <2 x float> %v359, i64 1
  %v362 = call nsz float @llvm.maximum.f32(float %v360, float %v361)
  %v363 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v362)
  %v364 = sub nsw i64 %v2, 0
  %v365 = and i64 %v364, -16
  %v366 = add nsw i64 0, %v365
  %v367 = icmp slt i64 0, %v366
  %v375 = insertelement <16 x float> poison, float %v363, i64 0
  %v376 = shufflevector <16 x float> %v375, <16 x float> poison, <16 x i32> zeroinitializer
  %v379 = mul i64 %i309, %v277
  %v380 = getelementptr inbounds float, ptr %v275, i64 %v379
  br i1 %v367, label %whole368, label %join390
whole368:
  %v385 = icmp slt i64 0, %v366
  br i1 %v385, label %loop369, label %end370
loop369:
  %i371 = phi i64 [ 0, %whole368 ], [ %v383, %loop369 ]
  %p372 = phi <16 x float> [ splat (float 0x8000000000000000), %whole368 ], [ %v382, %loop369 ]
  %v373 = getelementptr inbounds float, ptr %v320, i64 %i371
  %v374 = load <16 x float>, ptr %v373, align 4
  %v377 = fsub <16 x float> %v374, %v376
  %v378 = call <16 x float> @each.expf.16(<16 x float> %v377)
  %v381 = getelementptr inbounds float, ptr %v380, i64 %i371
  store <16 x float> %v378, ptr %v381, align 4
  %v382 = fadd <16 x float> %p372, %v378
  %v383 = add nsw i64 %i371, 16
  %v384 = icmp slt i64 %v383, %v366
  br i1 %v384, label %loop369, label %end370
end370:
  %v386 = phi <16 x float> [ splat (float 0x8000000000000000), %whole368 ], [ %v382, %loop369 ]
  %v387 = shufflevector <16 x float> %v386, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v388 = shufflevector <16 x float> %v386, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v389 = fadd <8 x float> %v387, %v388
  br label %join390
join390:
  %v391 = phi <8 x float> [ splat (float 0x8000000000000000), %end337 ], [ %v389, %end370 ]
  %v404 = insertelement <8 x float> poison, float %v363, i64 0
  %v405 = shufflevector <8 x float> %v404, <8 x float> poison, <8 x i32> zeroinitializer
  %v413 = icmp slt i64 %v366, %v2
  br i1 %v413, label %loop392, label %end393
loop392:
  %i394 = phi i64 [ %v366, %join390 ], [ %v411, %loop392 ]
  %p395 = phi <8 x float> [ %v391, %join390 ], [ %v410, %loop392 ]
  %v396 = sub nsw i64 %v2, %i394
  %v397 = call i64 @llvm.umin.i64(i64 %v396, i64 8)
  %v398 = trunc i64 %v397 to i32
  %v399 = insertelement <8 x i32> poison, i32 %v398, i64 0
  %v400 = shufflevector <8 x i32> %v399, <8 x i32> poison, <8 x i32> zeroinitializer
  %v401 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v400
  %v402 = getelementptr inbounds float, ptr %v320, i64 %i394
  %v403 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v402, <8 x i1> %v401, <8 x float> zeroinitializer)
  %v406 = fsub <8 x float> %v403, %v405
  %v407 = call <8 x float> @each.expf.8(<8 x float> %v406)
  %v408 = getelementptr inbounds float, ptr %v380, i64 %i394
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v407, ptr align 4 %v408, <8 x i1> %v401)
  %v409 = fadd <8 x float> %p395, %v407
  %v410 = select <8 x i1> %v401, <8 x float> %v409, <8 x float> %p395
  %v411 = add nsw i64 %i394, 8
  %v412 = icmp slt i64 %v411, %v2
  br i1 %v412, label %loop392, label %end393
end393:
  %v414 = phi <8 x float> [ %v391, %join390 ], [ %v410, %loop392 ]
  %v415 = call reassoc float @llvm.vector.reduce.fadd.v8f32(float 0x8000000000000000, <8 x float> %v414)
  %v416 = fadd float 0x0000000000000000, %v415
  %v423 = fdiv float %v246, %v416
  %v426 = insertelement <8 x float> poison, float %v423, i64 0
  %v427 = shufflevector <8 x float> %v426, <8 x float> poison, <8 x i32> zeroinitializer
  %v432 = icmp slt i64 0, %v419
  br i1 %v432, label %loop420, label %end421
loop420:
  %i422 = phi i64 [ 0, %end393 ], [ %v430, %loop420 ]
  %v424 = getelementptr inbounds float, ptr %v380, i64 %i422
  %v425 = load <8 x float>, ptr %v424, align 4
  %v428 = fmul <8 x float> %v425, %v427
  %v429 = getelementptr inbounds float, ptr %v380, i64 %i422
  store <8 x float> %v428, ptr %v429, align 4
  %v430 = add nsw i64 %i422, 8
  %v431 = icmp slt i64 %v430, %v419
  br i1 %v431, label %loop420, label %end421
end421:
  br i1 %v439, label %rest440, label %join445
rest440:
  %v441 = getelementptr inbounds float, ptr %v380, i64 %v419
  %v442 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v441, <8 x i1> %v438, <8 x float> zeroinitializer)
  %v443 = fmul <8 x float> %v442, %v427
  %v444 = getelementptr inbounds float, ptr %v380, i64 %v419
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v443, ptr align 4 %v444, <8 x i1> %v438)
  br label %join445
join445:
  %v446 = add nsw i64 %i309, 1
  %v447 = icmp slt i64 %v446, %hi
  br i1 %v447, label %loop307, label %end308
end308:
  br label %join449
join449:
  ret void
}
