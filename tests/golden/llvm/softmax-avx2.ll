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
  %v244 = getelementptr i64, ptr %table, i64 3
  %v245 = load float, ptr %v244, align 8
  %v249 = alloca [1 x <8 x float>], align 64
  %v273 = getelementptr ptr, ptr %buffers, i64 1
  %v274 = load ptr, ptr %v273, align 8
  %v275 = getelementptr i64, ptr %table, i64 2
  %v276 = load i64, ptr %v275, align 8
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
  br i1 %v3, label %rows4, label %join304
rows4:
  %v303 = icmp slt i64 %lo, %hi
  br i1 %v303, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %rows4 ], [ %v301, %end251 ]
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
  %v238 = sub nsw i64 %v11, %i8
  %v239 = call i64 @llvm.umin.i64(i64 %v238, i64 8)
  %v240 = trunc i64 %v239 to i32
  %v241 = insertelement <8 x i32> poison, i32 %v240, i64 0
  %v242 = shufflevector <8 x i32> %v241, <8 x i32> poison, <8 x i32> zeroinitializer
  %v243 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v242
  %v248 = fdiv <8 x float> %v247, %v236
  store <8 x float> %v248, ptr %v249, align 64
  %v300 = icmp slt i64 0, %v10
  br i1 %v300, label %loop250, label %end251
loop250:
  %i252 = phi i64 [ 0, %end120 ], [ %v298, %join297 ]
  %v253 = add nsw i64 %i8, %i252
  %v254 = getelementptr float, ptr %v117, i64 %i252
  %v255 = load float, ptr %v254
  %v256 = getelementptr float, ptr %v237, i64 %i252
  %v257 = load float, ptr %v256
  %v258 = getelementptr float, ptr %v249, i64 %i252
  %v259 = load float, ptr %v258
  %v270 = insertelement <8 x float> poison, float %v259, i64 0
  %v271 = shufflevector <8 x float> %v270, <8 x float> poison, <8 x i32> zeroinitializer
  %v277 = mul i64 %v253, %v276
  %v278 = getelementptr inbounds float, ptr %v274, i64 %v277
  %v282 = icmp slt i64 0, %v262
  br i1 %v282, label %loop263, label %end264
loop263:
  %i265 = phi i64 [ 0, %loop250 ], [ %v280, %loop263 ]
  %v266 = mul nsw i64 %i252, 128
  %v267 = add nsw i64 %v266, %i265
  %v268 = getelementptr inbounds float, ptr %v5, i64 %v267
  %v269 = load <8 x float>, ptr %v268, align 4
  %v272 = fmul <8 x float> %v269, %v271
  %v279 = getelementptr inbounds float, ptr %v278, i64 %i265
  store <8 x float> %v272, ptr %v279, align 4
  %v280 = add nsw i64 %i265, 8
  %v281 = icmp slt i64 %v280, %v262
  br i1 %v281, label %loop263, label %end264
end264:
  br i1 %v289, label %rest290, label %join297
rest290:
  %v291 = mul nsw i64 %i252, 128
  %v292 = add nsw i64 %v291, %v262
  %v293 = getelementptr inbounds float, ptr %v5, i64 %v292
  %v294 = load <8 x float>, ptr %v293, align 4
  %v295 = fmul <8 x float> %v294, %v271
  %v296 = getelementptr inbounds float, ptr %v278, i64 %v262
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v295, ptr align 4 %v296, <8 x i1> %v288)
  br label %join297
join297:
  %v298 = add nsw i64 %i252, 1
  %v299 = icmp slt i64 %v298, %v10
  br i1 %v299, label %loop250, label %end251
end251:
  %v301 = add nsw i64 %i8, 8
  %v302 = icmp slt i64 %v301, %hi
  br i1 %v302, label %loop6, label %end7
end7:
  br label %join304
join304:
  %v305 = icmp sgt i64 %v2, 128
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
  br i1 %v305, label %rows306, label %join449
rows306:
  %v448 = icmp slt i64 %lo, %hi
  br i1 %v448, label %loop307, label %end308
loop307:
  %i309 = phi i64 [ %lo, %rows306 ], [ %v446, %join445 ]
  %v310 = sub nsw i64 %v2, 0
  %v311 = and i64 %v310, -32
  %v312 = add nsw i64 0, %v311
  %v313 = icmp slt i64 0, %v312
  %v319 = mul i64 %i309, %v29
  %v320 = getelementptr inbounds float, ptr %v27, i64 %v319
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
  %v379 = mul i64 %i309, %v276
  %v380 = getelementptr inbounds float, ptr %v274, i64 %v379
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
  %v423 = fdiv float %v245, %v416
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
