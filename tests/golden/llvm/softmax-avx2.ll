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
  %v5 = alloca [1024 x float], align 64
  %v12 = alloca [8 x <8 x float>], align 64
  %v26 = getelementptr ptr, ptr %buffers, i64 0
  %v27 = load ptr, ptr %v26, align 8
  %v28 = getelementptr i64, ptr %table, i64 0
  %v29 = load i64, ptr %v28, align 8
  %v117 = alloca [1 x <8 x float>], align 64
  %v118 = alloca [8 x <8 x float>], align 64
  %v237 = alloca [1 x <8 x float>], align 64
  %v252 = getelementptr i64, ptr %table, i64 3
  %v253 = load float, ptr %v252, align 8
  %v262 = getelementptr ptr, ptr %buffers, i64 1
  %v263 = load ptr, ptr %v262, align 8
  %v264 = getelementptr i64, ptr %table, i64 2
  %v265 = load i64, ptr %v264, align 8
  %v3 = icmp sle i64 %v2, 128
  %v17 = sub nsw i64 %v2, 0
  %v18 = and i64 %v17, -32
  %v19 = add nsw i64 0, %v18
  %v47 = sub nsw i64 %v2, 0
  %v48 = and i64 %v47, -8
  %v49 = add nsw i64 0, %v48
  %v61 = sub nsw i64 %v2, %v49
  %v62 = call i64 @llvm.umin.i64(i64 %v61, i64 8)
  %v63 = trunc i64 %v62 to i32
  %v64 = insertelement <8 x i32> poison, i32 %v63, i64 0
  %v65 = shufflevector <8 x i32> %v64, <8 x i32> poison, <8 x i32> zeroinitializer
  %v66 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v65
  %v67 = icmp slt i64 %v49, %v2
  %v125 = sub nsw i64 %v2, 0
  %v126 = and i64 %v125, -16
  %v127 = add nsw i64 0, %v126
  %v155 = sub nsw i64 %v2, 0
  %v156 = and i64 %v155, -8
  %v157 = add nsw i64 0, %v156
  %v176 = sub nsw i64 %v2, %v157
  %v177 = call i64 @llvm.umin.i64(i64 %v176, i64 8)
  %v178 = trunc i64 %v177 to i32
  %v179 = insertelement <8 x i32> poison, i32 %v178, i64 0
  %v180 = shufflevector <8 x i32> %v179, <8 x i32> poison, <8 x i32> zeroinitializer
  %v181 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v180
  %v182 = icmp slt i64 %v157, %v2
  br i1 %v3, label %rows4, label %join296
rows4:
  %v295 = icmp slt i64 %lo, %hi
  br i1 %v295, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %rows4 ], [ %v293, %end239 ]
  %v9 = sub nsw i64 %hi, %i8
  %v10 = call i64 @llvm.umin.i64(i64 %v9, i64 8)
  %v11 = add nsw i64 %i8, %v10
  %v78 = icmp slt i64 0, %v10
  br i1 %v78, label %loop13, label %end14
loop13:
  %i15 = phi i64 [ 0, %loop6 ], [ %v76, %join73 ]
  %v16 = add nsw i64 %i8, %i15
  %v20 = icmp slt i64 0, %v19
  %v30 = mul i64 %v16, %v29
  %v31 = getelementptr inbounds float, ptr %v27, i64 %v30
  br i1 %v20, label %whole21, label %join45
whole21:
  %v37 = icmp slt i64 0, %v19
  br i1 %v37, label %loop22, label %end23
loop22:
  %i24 = phi i64 [ 0, %whole21 ], [ %v35, %loop22 ]
  %p25 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole21 ], [ %v34, %loop22 ]
  %v32 = getelementptr inbounds float, ptr %v31, i64 %i24
  %v33 = load <32 x float>, ptr %v32, align 4
  %v34 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p25, <32 x float> %v33)
  %v35 = add nsw i64 %i24, 32
  %v36 = icmp slt i64 %v35, %v19
  br i1 %v36, label %loop22, label %end23
end23:
  %v38 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole21 ], [ %v34, %loop22 ]
  %v39 = shufflevector <32 x float> %v38, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v40 = shufflevector <32 x float> %v38, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v41 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v39, <16 x float> %v40)
  %v42 = shufflevector <16 x float> %v41, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v43 = shufflevector <16 x float> %v41, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v44 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v42, <8 x float> %v43)
  br label %join45
join45:
  %v46 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop13 ], [ %v44, %end23 ]
  %v59 = icmp slt i64 %v19, %v49
  br i1 %v59, label %loop50, label %end51
loop50:
  %i52 = phi i64 [ %v19, %join45 ], [ %v57, %loop50 ]
  %p53 = phi <8 x float> [ %v46, %join45 ], [ %v56, %loop50 ]
  %v54 = getelementptr inbounds float, ptr %v31, i64 %i52
  %v55 = load <8 x float>, ptr %v54, align 4
  %v56 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p53, <8 x float> %v55)
  %v57 = add nsw i64 %i52, 8
  %v58 = icmp slt i64 %v57, %v49
  br i1 %v58, label %loop50, label %end51
end51:
  %v60 = phi <8 x float> [ %v46, %join45 ], [ %v56, %loop50 ]
  br i1 %v67, label %rest68, label %join73
rest68:
  %v69 = getelementptr inbounds float, ptr %v31, i64 %v49
  %v70 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v69, <8 x i1> %v66, <8 x float> zeroinitializer)
  %v71 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v60, <8 x float> %v70)
  %v72 = select <8 x i1> %v66, <8 x float> %v71, <8 x float> %v60
  br label %join73
join73:
  %v74 = phi <8 x float> [ %v60, %end51 ], [ %v72, %rest68 ]
  %v75 = getelementptr <8 x float>, ptr %v12, i64 %i15
  store <8 x float> %v74, ptr %v75, align 64
  %v76 = add nsw i64 %i15, 1
  %v77 = icmp slt i64 %v76, %v10
  br i1 %v77, label %loop13, label %end14
end14:
  %v79 = getelementptr <8 x float>, ptr %v12, i64 0
  %v80 = load <8 x float>, ptr %v79, align 64
  %v81 = getelementptr <8 x float>, ptr %v12, i64 1
  %v82 = load <8 x float>, ptr %v81, align 64
  %v83 = getelementptr <8 x float>, ptr %v12, i64 2
  %v84 = load <8 x float>, ptr %v83, align 64
  %v85 = getelementptr <8 x float>, ptr %v12, i64 3
  %v86 = load <8 x float>, ptr %v85, align 64
  %v87 = getelementptr <8 x float>, ptr %v12, i64 4
  %v88 = load <8 x float>, ptr %v87, align 64
  %v89 = getelementptr <8 x float>, ptr %v12, i64 5
  %v90 = load <8 x float>, ptr %v89, align 64
  %v91 = getelementptr <8 x float>, ptr %v12, i64 6
  %v92 = load <8 x float>, ptr %v91, align 64
  %v93 = getelementptr <8 x float>, ptr %v12, i64 7
  %v94 = load <8 x float>, ptr %v93, align 64
  %v95 = shufflevector <8 x float> %v80, <8 x float> %v88, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v96 = shufflevector <8 x float> %v80, <8 x float> %v88, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v97 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v95, <8 x float> %v96)
  %v98 = shufflevector <8 x float> %v82, <8 x float> %v90, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v99 = shufflevector <8 x float> %v82, <8 x float> %v90, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v100 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v98, <8 x float> %v99)
  %v101 = shufflevector <8 x float> %v84, <8 x float> %v92, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v102 = shufflevector <8 x float> %v84, <8 x float> %v92, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v103 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v101, <8 x float> %v102)
  %v104 = shufflevector <8 x float> %v86, <8 x float> %v94, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v105 = shufflevector <8 x float> %v86, <8 x float> %v94, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v106 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v104, <8 x float> %v105)
  %v107 = shufflevector <8 x float> %v97, <8 x float> %v100, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v108 = shufflevector <8 x float> %v97, <8 x float> %v100, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v109 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v107, <8 x float> %v108)
  %v110 = shufflevector <8 x float> %v103, <8 x float> %v106, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v111 = shufflevector <8 x float> %v103, <8 x float> %v106, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v112 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v110, <8 x float> %v111)
  %v113 = shufflevector <8 x float> %v109, <8 x float> %v112, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v114 = shufflevector <8 x float> %v109, <8 x float> %v112, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v115 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v113, <8 x float> %v114)
  %v116 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> splat (float 0xFFF0000000000000), <8 x float> %v115)
  store <8 x float> %v116, ptr %v117, align 64
  %v198 = icmp slt i64 0, %v10
  br i1 %v198, label %loop119, label %end120
loop119:
  %i121 = phi i64 [ 0, %end14 ], [ %v196, %join193 ]
  %v122 = add nsw i64 %i8, %i121
  %v123 = getelementptr float, ptr %v117, i64 %i121
  %v124 = load float, ptr %v123
  %v128 = icmp slt i64 0, %v127
  %v134 = mul i64 %v122, %v29
  %v135 = getelementptr inbounds float, ptr %v27, i64 %v134
  %v138 = insertelement <16 x float> poison, float %v124, i64 0
  %v139 = shufflevector <16 x float> %v138, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v128, label %whole129, label %join153
whole129:
  %v148 = icmp slt i64 0, %v127
  br i1 %v148, label %loop130, label %end131
loop130:
  %i132 = phi i64 [ 0, %whole129 ], [ %v146, %loop130 ]
  %p133 = phi <16 x float> [ splat (float 0x8000000000000000), %whole129 ], [ %v145, %loop130 ]
  %v136 = getelementptr inbounds float, ptr %v135, i64 %i132
  %v137 = load <16 x float>, ptr %v136, align 4
  %v140 = fsub <16 x float> %v137, %v139
  %v141 = call <16 x float> @each.expf.16(<16 x float> %v140)
  %v142 = mul nsw i64 %i121, 128
  %v143 = add nsw i64 %v142, %i132
  %v144 = getelementptr inbounds float, ptr %v5, i64 %v143
  store <16 x float> %v141, ptr %v144, align 4
  %v145 = fadd <16 x float> %p133, %v141
  %v146 = add nsw i64 %i132, 16
  %v147 = icmp slt i64 %v146, %v127
  br i1 %v147, label %loop130, label %end131
end131:
  %v149 = phi <16 x float> [ splat (float 0x8000000000000000), %whole129 ], [ %v145, %loop130 ]
  %v150 = shufflevector <16 x float> %v149, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v151 = shufflevector <16 x float> %v149, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v152 = fadd <8 x float> %v150, %v151
  br label %join153
join153:
  %v154 = phi <8 x float> [ splat (float 0x8000000000000000), %loop119 ], [ %v152, %end131 ]
  %v164 = insertelement <8 x float> poison, float %v124, i64 0
  %v165 = shufflevector <8 x float> %v164, <8 x float> poison, <8 x i32> zeroinitializer
  %v174 = icmp slt i64 %v127, %v157
  br i1 %v174, label %loop158, label %end159
loop158:
  %i160 = phi i64 [ %v127, %join153 ], [ %v172, %loop158 ]
  %p161 = phi <8 x float> [ %v154, %join153 ], [ %v171, %loop158 ]
  %v162 = getelementptr inbounds float, ptr %v135, i64 %i160
  %v163 = load <8 x float>, ptr %v162, align 4
  %v166 = fsub <8 x float> %v163, %v165
  %v167 = call <8 x float> @each.expf.8(<8 x float> %v166)
  %v168 = mul nsw i64 %i121, 128
  %v169 = add nsw i64 %v168, %i160
  %v170 = getelementptr inbounds float, ptr %v5, i64 %v169
  store <8 x float> %v167, ptr %v170, align 4
  %v171 = fadd <8 x float> %p161, %v167
  %v172 = add nsw i64 %i160, 8
  %v173 = icmp slt i64 %v172, %v157
  br i1 %v173, label %loop158, label %end159
end159:
  %v175 = phi <8 x float> [ %v154, %join153 ], [ %v171, %loop158 ]
  br i1 %v182, label %rest183, label %join193
rest183:
  %v184 = getelementptr inbounds float, ptr %v135, i64 %v157
  %v185 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v184, <8 x i1> %v181, <8 x float> zeroinitializer)
  %v186 = fsub <8 x float> %v185, %v165
  %v187 = call <8 x float> @each.expf.8(<8 x float> %v186)
  %v188 = mul nsw i64 %i121, 128
  %v189 = add nsw i64 %v188, %v157
  %v190 = getelementptr inbounds float, ptr %v5, i64 %v189
  store <8 x float> %v187, ptr %v190, align 4
  %v191 = fadd <8 x float> %v175, %v187
  %v192 = select <8 x i1> %v181, <8 x float> %v191, <8 x float> %v175
  br label %join193
join193:
  %v194 = phi <8 x float> [ %v175, %end159 ], [ %v192, %rest183 ]
  %v195 = getelementptr <8 x float>, ptr %v118, i64 %i121
  store <8 x float> %v194, ptr %v195, align 64
  %v196 = add nsw i64 %i121, 1
  %v197 = icmp slt i64 %v196, %v10
  br i1 %v197, label %loop119, label %end120
end120:
  %v199 = getelementptr <8 x float>, ptr %v118, i64 0
  %v200 = load <8 x float>, ptr %v199, align 64
  %v201 = getelementptr <8 x float>, ptr %v118, i64 1
  %v202 = load <8 x float>, ptr %v201, align 64
  %v203 = getelementptr <8 x float>, ptr %v118, i64 2
  %v204 = load <8 x float>, ptr %v203, align 64
  %v205 = getelementptr <8 x float>, ptr %v118, i64 3
  %v206 = load <8 x float>, ptr %v205, align 64
  %v207 = getelementptr <8 x float>, ptr %v118, i64 4
  %v208 = load <8 x float>, ptr %v207, align 64
  %v209 = getelementptr <8 x float>, ptr %v118, i64 5
  %v210 = load <8 x float>, ptr %v209, align 64
  %v211 = getelementptr <8 x float>, ptr %v118, i64 6
  %v212 = load <8 x float>, ptr %v211, align 64
  %v213 = getelementptr <8 x float>, ptr %v118, i64 7
  %v214 = load <8 x float>, ptr %v213, align 64
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
  store <8 x float> %v236, ptr %v237, align 64
  %v292 = icmp slt i64 0, %v10
  br i1 %v292, label %loop238, label %end239
loop238:
  %i240 = phi i64 [ 0, %end120 ], [ %v290, %end273 ]
  %v241 = add nsw i64 %i8, %i240
  %v242 = getelementptr float, ptr %v117, i64 %i240
  %v243 = load float, ptr %v242
  %v244 = getelementptr float, ptr %v237, i64 %i240
  %v245 = load float, ptr %v244
  %v246 = sub nsw i64 %v2, 0
  %v247 = and i64 %v246, -8
  %v248 = add nsw i64 0, %v247
  %v254 = fdiv float %v253, %v245
  %v259 = insertelement <8 x float> poison, float %v254, i64 0
  %v260 = shufflevector <8 x float> %v259, <8 x float> poison, <8 x i32> zeroinitializer
  %v266 = mul i64 %v241, %v265
  %v267 = getelementptr inbounds float, ptr %v263, i64 %v266
  %v271 = icmp slt i64 0, %v248
  br i1 %v271, label %loop249, label %end250
loop249:
  %i251 = phi i64 [ 0, %loop238 ], [ %v269, %loop249 ]
  %v255 = mul nsw i64 %i240, 128
  %v256 = add nsw i64 %v255, %i251
  %v257 = getelementptr inbounds float, ptr %v5, i64 %v256
  %v258 = load <8 x float>, ptr %v257, align 4
  %v261 = fmul <8 x float> %v258, %v260
  %v268 = getelementptr inbounds float, ptr %v267, i64 %i251
  store <8 x float> %v261, ptr %v268, align 4
  %v269 = add nsw i64 %i251, 8
  %v270 = icmp slt i64 %v269, %v248
  br i1 %v270, label %loop249, label %end250
end250:
  %v289 = icmp slt i64 %v248, %v2
  br i1 %v289, label %loop272, label %end273
loop272:
  %i274 = phi i64 [ %v248, %end250 ], [ %v287, %loop272 ]
  %v275 = sub nsw i64 %v2, %i274
  %v276 = call i64 @llvm.umin.i64(i64 %v275, i64 8)
  %v277 = trunc i64 %v276 to i32
  %v278 = insertelement <8 x i32> poison, i32 %v277, i64 0
  %v279 = shufflevector <8 x i32> %v278, <8 x i32> poison, <8 x i32> zeroinitializer
  %v280 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v279
  %v281 = mul nsw i64 %i240, 128
  %v282 = add nsw i64 %v281, %i274
  %v283 = getelementptr inbounds float, ptr %v5, i64 %v282
  %v284 = load <8 x float>, ptr %v283, align 4
  %v285 = fmul <8 x float> %v284, %v260
  %v286 = getelementptr inbounds float, ptr %v267, i64 %i274
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v285, ptr align 4 %v286, <8 x i1> %v280)
  %v287 = add nsw i64 %i274, 8
  %v288 = icmp slt i64 %v287, %v2
  br i1 %v288, label %loop272, label %end273
end273:
  %v290 = add nsw i64 %i240, 1
  %v291 = icmp slt i64 %v290, %v10
  br i1 %v291, label %loop238, label %end239
end239:
  %v293 = add nsw i64 %i8, 8
  %v294 = icmp slt i64 %v293, %hi
  br i1 %v294, label %loop6, label %end7
end7:
  br label %join296
join296:
  %v297 = icmp sgt i64 %v2, 128
  br i1 %v297, label %rows298, label %join444
rows298:
  %v443 = icmp slt i64 %lo, %hi
  br i1 %v443, label %loop299, label %end300
loop299:
  %i301 = phi i64 [ %lo, %rows298 ], [ %v441, %end426 ]
  %v302 = sub nsw i64 %v2, 0
  %v303 = and i64 %v302, -32
  %v304 = add nsw i64 0, %v303
  %v305 = icmp slt i64 0, %v304
  %v311 = mul i64 %i301, %v29
  %v312 = getelementptr inbounds float, ptr %v27, i64 %v311
  br i1 %v305, label %whole306, label %join326
whole306:
  %v318 = icmp slt i64 0, %v304
  br i1 %v318, label %loop307, label %end308
loop307:
  %i309 = phi i64 [ 0, %whole306 ], [ %v316, %loop307 ]
  %p310 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole306 ], [ %v315, %loop307 ]
  %v313 = getelementptr inbounds float, ptr %v312, i64 %i309
  %v314 = load <32 x float>, ptr %v313, align 4
  %v315 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p310, <32 x float> %v314)
  %v316 = add nsw i64 %i309, 32
  %v317 = icmp slt i64 %v316, %v304
  br i1 %v317, label %loop307, label %end308
end308:
  %v319 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole306 ], [ %v315, %loop307 ]
  %v320 = shufflevector <32 x float> %v319, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v321 = shufflevector <32 x float> %v319, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v322 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v320, <16 x float> %v321)
  %v323 = shufflevector <16 x float> %v322, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v324 = shufflevector <16 x float> %v322, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v325 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v323, <8 x float> %v324)
  br label %join326
join326:
  %v327 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop299 ], [ %v325, %end308 ]
  %v344 = icmp slt i64 %v304, %v2
  br i1 %v344, label %loop328, label %end329
loop328:
  %i330 = phi i64 [ %v304, %join326 ], [ %v342, %loop328 ]
  %p331 = phi <8 x float> [ %v327, %join326 ], [ %v341, %loop328 ]
  %v332 = sub nsw i64 %v2, %i330
  %v333 = call i64 @llvm.umin.i64(i64 %v332, i64 8)
  %v334 = trunc i64 %v333 to i32
  %v335 = insertelement <8 x i32> poison, i32 %v334, i64 0
  %v336 = shufflevector <8 x i32> %v335, <8 x i32> poison, <8 x i32> zeroinitializer
  %v337 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v336
  %v338 = getelementptr inbounds float, ptr %v312, i64 %i330
  %v339 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v338, <8 x i1> %v337, <8 x float> zeroinitializer)
  %v340 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p331, <8 x float> %v339)
  %v341 = select <8 x i1> %v337, <8 x float> %v340, <8 x float> %p331
  %v342 = add nsw i64 %i330, 8
  %v343 = icmp slt i64 %v342, %v2
  br i1 %v343, label %loop328, label %end329
end329:
  %v345 = phi <8 x float> [ %v327, %join326 ], [ %v341, %loop328 ]
  %v346 = shufflevector <8 x float> %v345, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v347 = shufflevector <8 x float> %v345, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v348 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v346, <4 x float> %v347)
  %v349 = shufflevector <4 x float> %v348, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v350 = shufflevector <4 x float> %v348, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v351 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v349, <2 x float> %v350)
  %v352 = extractelement <2 x float> %v351, i64 0
  %v353 = extractelement <2 x float> %v351, i64 1
  %v354 = call nsz float @llvm.maximum.f32(float %v352, float %v353)
  %v355 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v354)
  %v356 = sub nsw i64 %v2, 0
  %v357 = and i64 %v356, -16
  %v358 = add nsw i64 0, %v357
  %v359 = icmp slt i64 0, %v358
  %v367 = insertelement <16 x float> poison, float %v355, i64 0
  %v368 = shufflevector <16 x float> %v367, <16 x float> poison, <16 x i32> zeroinitializer
  %v371 = mul i64 %i301, %v265
  %v372 = getelementptr inbounds float, ptr %v263, i64 %v371
  br i1 %v359, label %whole360, label %join382
whole360:
  %v377 = icmp slt i64 0, %v358
  br i1 %v377, label %loop361, label %end362
loop361:
  %i363 = phi i64 [ 0, %whole360 ], [ %v375, %loop361 ]
  %p364 = phi <16 x float> [ splat (float 0x8000000000000000), %whole360 ], [ %v374, %loop361 ]
  %v365 = getelementptr inbounds float, ptr %v312, i64 %i363
  %v366 = load <16 x float>, ptr %v365, align 4
  %v369 = fsub <16 x float> %v366, %v368
  %v370 = call <16 x float> @each.expf.16(<16 x float> %v369)
  %v373 = getelementptr inbounds float, ptr %v372, i64 %i363
  store <16 x float> %v370, ptr %v373, align 4
  %v374 = fadd <16 x float> %p364, %v370
  %v375 = add nsw i64 %i363, 16
  %v376 = icmp slt i64 %v375, %v358
  br i1 %v376, label %loop361, label %end362
end362:
  %v378 = phi <16 x float> [ splat (float 0x8000000000000000), %whole360 ], [ %v374, %loop361 ]
  %v379 = shufflevector <16 x float> %v378, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v380 = shufflevector <16 x float> %v378, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v381 = fadd <8 x float> %v379, %v380
  br label %join382
join382:
  %v383 = phi <8 x float> [ splat (float 0x8000000000000000), %end329 ], [ %v381, %end362 ]
  %v396 = insertelement <8 x float> poison, float %v355, i64 0
  %v397 = shufflevector <8 x float> %v396, <8 x float> poison, <8 x i32> zeroinitializer
  %v405 = icmp slt i64 %v358, %v2
  br i1 %v405, label %loop384, label %end385
loop384:
  %i386 = phi i64 [ %v358, %join382 ], [ %v403, %loop384 ]
  %p387 = phi <8 x float> [ %v383, %join382 ], [ %v402, %loop384 ]
  %v388 = sub nsw i64 %v2, %i386
  %v389 = call i64 @llvm.umin.i64(i64 %v388, i64 8)
  %v390 = trunc i64 %v389 to i32
  %v391 = insertelement <8 x i32> poison, i32 %v390, i64 0
  %v392 = shufflevector <8 x i32> %v391, <8 x i32> poison, <8 x i32> zeroinitializer
  %v393 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v392
  %v394 = getelementptr inbounds float, ptr %v312, i64 %i386
  %v395 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v394, <8 x i1> %v393, <8 x float> zeroinitializer)
  %v398 = fsub <8 x float> %v395, %v397
  %v399 = call <8 x float> @each.expf.8(<8 x float> %v398)
  %v400 = getelementptr inbounds float, ptr %v372, i64 %i386
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v399, ptr align 4 %v400, <8 x i1> %v393)
  %v401 = fadd <8 x float> %p387, %v399
  %v402 = select <8 x i1> %v393, <8 x float> %v401, <8 x float> %p387
  %v403 = add nsw i64 %i386, 8
  %v404 = icmp slt i64 %v403, %v2
  br i1 %v404, label %loop384, label %end385
end385:
  %v406 = phi <8 x float> [ %v383, %join382 ], [ %v402, %loop384 ]
  %v407 = call reassoc float @llvm.vector.reduce.fadd.v8f32(float 0x8000000000000000, <8 x float> %v406)
  %v408 = fadd float 0x0000000000000000, %v407
  %v409 = sub nsw i64 %v2, 0
  %v410 = and i64 %v409, -8
  %v411 = add nsw i64 0, %v410
  %v415 = fdiv float %v253, %v408
  %v418 = insertelement <8 x float> poison, float %v415, i64 0
  %v419 = shufflevector <8 x float> %v418, <8 x float> poison, <8 x i32> zeroinitializer
  %v424 = icmp slt i64 0, %v411
  br i1 %v424, label %loop412, label %end413
loop412:
  %i414 = phi i64 [ 0, %end385 ], [ %v422, %loop412 ]
  %v416 = getelementptr inbounds float, ptr %v372, i64 %i414
  %v417 = load <8 x float>, ptr %v416, align 4
  %v420 = fmul <8 x float> %v417, %v419
  %v421 = getelementptr inbounds float, ptr %v372, i64 %i414
  store <8 x float> %v420, ptr %v421, align 4
  %v422 = add nsw i64 %i414, 8
  %v423 = icmp slt i64 %v422, %v411
  br i1 %v423, label %loop412, label %end413
end413:
  %v440 = icmp slt i64 %v411, %v2
  br i1 %v440, label %loop425, label %end426
loop425:
  %i427 = phi i64 [ %v411, %end413 ], [ %v438, %loop425 ]
  %v428 = sub nsw i64 %v2, %i427
  %v429 = call i64 @llvm.umin.i64(i64 %v428, i64 8)
  %v430 = trunc i64 %v429 to i32
  %v431 = insertelement <8 x i32> poison, i32 %v430, i64 0
  %v432 = shufflevector <8 x i32> %v431, <8 x i32> poison, <8 x i32> zeroinitializer
  %v433 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v432
  %v434 = getelementptr inbounds float, ptr %v372, i64 %i427
  %v435 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v434, <8 x i1> %v433, <8 x float> zeroinitializer)
  %v436 = fmul <8 x float> %v435, %v419
  %v437 = getelementptr inbounds float, ptr %v372, i64 %i427
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v436, ptr align 4 %v437, <8 x i1> %v433)
  %v438 = add nsw i64 %i427, 8
  %v439 = icmp slt i64 %v438, %v2
  br i1 %v439, label %loop425, label %end426
end426:
  %v441 = add nsw i64 %i301, 1
  %v442 = icmp slt i64 %v441, %hi
  br i1 %v442, label %loop299, label %end300
end300:
  br label %join444
join444:
  ret void
}
