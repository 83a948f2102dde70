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
  %v11 = alloca [8 x <8 x float>], align 64
  %v25 = getelementptr ptr, ptr %buffers, i64 0
  %v26 = load ptr, ptr %v25, align 8
  %v27 = getelementptr i64, ptr %table, i64 0
  %v28 = load i64, ptr %v27, align 8
  %v116 = alloca [1 x <8 x float>], align 64
  %v117 = alloca [8 x <8 x float>], align 64
  %v141 = getelementptr ptr, ptr %buffers, i64 1
  %v142 = load ptr, ptr %v141, align 8
  %v143 = getelementptr i64, ptr %table, i64 2
  %v144 = load i64, ptr %v143, align 8
  %v236 = alloca [1 x <8 x float>], align 64
  %v251 = getelementptr i64, ptr %table, i64 3
  %v252 = load float, ptr %v251, align 8
  %v3 = icmp sle i64 %v2, 128
  %v16 = sub nsw i64 %v2, 0
  %v17 = and i64 %v16, -32
  %v18 = add nsw i64 0, %v17
  %v46 = sub nsw i64 %v2, 0
  %v47 = and i64 %v46, -8
  %v48 = add nsw i64 0, %v47
  %v60 = sub nsw i64 %v2, %v48
  %v61 = call i64 @llvm.umin.i64(i64 %v60, i64 8)
  %v62 = trunc i64 %v61 to i32
  %v63 = insertelement <8 x i32> poison, i32 %v62, i64 0
  %v64 = shufflevector <8 x i32> %v63, <8 x i32> poison, <8 x i32> zeroinitializer
  %v65 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v64
  %v66 = icmp slt i64 %v48, %v2
  %v124 = sub nsw i64 %v2, 0
  %v125 = and i64 %v124, -16
  %v126 = add nsw i64 0, %v125
  %v158 = sub nsw i64 %v2, 0
  %v159 = and i64 %v158, -8
  %v160 = add nsw i64 0, %v159
  %v177 = sub nsw i64 %v2, %v160
  %v178 = call i64 @llvm.umin.i64(i64 %v177, i64 8)
  %v179 = trunc i64 %v178 to i32
  %v180 = insertelement <8 x i32> poison, i32 %v179, i64 0
  %v181 = shufflevector <8 x i32> %v180, <8 x i32> poison, <8 x i32> zeroinitializer
  %v182 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v181
  %v183 = icmp slt i64 %v160, %v2
  br i1 %v3, label %rows4, label %join287
rows4:
  %v286 = icmp slt i64 %lo, %hi
  br i1 %v286, label %loop5, label %end6
loop5:
  %i7 = phi i64 [ %lo, %rows4 ], [ %v284, %end238 ]
  %v8 = sub nsw i64 %hi, %i7
  %v9 = call i64 @llvm.umin.i64(i64 %v8, i64 8)
  %v10 = add nsw i64 %i7, %v9
  %v77 = icmp slt i64 0, %v9
  br i1 %v77, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ 0, %loop5 ], [ %v75, %join72 ]
  %v15 = add nsw i64 %i7, %i14
  %v19 = icmp slt i64 0, %v18
  %v29 = mul i64 %v15, %v28
  %v30 = getelementptr inbounds float, ptr %v26, i64 %v29
  br i1 %v19, label %whole20, label %join44
whole20:
  %v36 = icmp slt i64 0, %v18
  br i1 %v36, label %loop21, label %end22
loop21:
  %i23 = phi i64 [ 0, %whole20 ], [ %v34, %loop21 ]
  %p24 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole20 ], [ %v33, %loop21 ]
  %v31 = getelementptr inbounds float, ptr %v30, i64 %i23
  %v32 = load <32 x float>, ptr %v31, align 4
  %v33 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p24, <32 x float> %v32)
  %v34 = add nsw i64 %i23, 32
  %v35 = icmp slt i64 %v34, %v18
  br i1 %v35, label %loop21, label %end22
end22:
  %v37 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole20 ], [ %v33, %loop21 ]
  %v38 = shufflevector <32 x float> %v37, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v39 = shufflevector <32 x float> %v37, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v40 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v38, <16 x float> %v39)
  %v41 = shufflevector <16 x float> %v40, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v42 = shufflevector <16 x float> %v40, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v43 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v41, <8 x float> %v42)
  br label %join44
join44:
  %v45 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop12 ], [ %v43, %end22 ]
  %v58 = icmp slt i64 %v18, %v48
  br i1 %v58, label %loop49, label %end50
loop49:
  %i51 = phi i64 [ %v18, %join44 ], [ %v56, %loop49 ]
  %p52 = phi <8 x float> [ %v45, %join44 ], [ %v55, %loop49 ]
  %v53 = getelementptr inbounds float, ptr %v30, i64 %i51
  %v54 = load <8 x float>, ptr %v53, align 4
  %v55 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p52, <8 x float> %v54)
  %v56 = add nsw i64 %i51, 8
  %v57 = icmp slt i64 %v56, %v48
  br i1 %v57, label %loop49, label %end50
end50:
  %v59 = phi <8 x float> [ %v45, %join44 ], [ %v55, %loop49 ]
  br i1 %v66, label %rest67, label %join72
rest67:
  %v68 = getelementptr inbounds float, ptr %v30, i64 %v48
  %v69 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v68, <8 x i1> %v65, <8 x float> zeroinitializer)
  %v70 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v59, <8 x float> %v69)
  %v71 = select <8 x i1> %v65, <8 x float> %v70, <8 x float> %v59
  br label %join72
join72:
  %v73 = phi <8 x float> [ %v59, %end50 ], [ %v71, %rest67 ]
  %v74 = getelementptr <8 x float>, ptr %v11, i64 %i14
  store <8 x float> %v73, ptr %v74, align 64
  %v75 = add nsw i64 %i14, 1
  %v76 = icmp slt i64 %v75, %v9
  br i1 %v76, label %loop12, label %end13
end13:
  %v78 = getelementptr <8 x float>, ptr %v11, i64 0
  %v79 = load <8 x float>, ptr %v78, align 64
  %v80 = getelementptr <8 x float>, ptr %v11, i64 1
  %v81 = load <8 x float>, ptr %v80, align 64
  %v82 = getelementptr <8 x float>, ptr %v11, i64 2
  %v83 = load <8 x float>, ptr %v82, align 64
  %v84 = getelementptr <8 x float>, ptr %v11, i64 3
  %v85 = load <8 x float>, ptr %v84, align 64
  %v86 = getelementptr <8 x float>, ptr %v11, i64 4
  %v87 = load <8 x float>, ptr %v86, align 64
  %v88 = getelementptr <8 x float>, ptr %v11, i64 5
  %v89 = load <8 x float>, ptr %v88, align 64
  %v90 = getelementptr <8 x float>, ptr %v11, i64 6
  %v91 = load <8 x float>, ptr %v90, align 64
  %v92 = getelementptr <8 x float>, ptr %v11, i64 7
  %v93 = load <8 x float>, ptr %v92, align 64
  %v94 = shufflevector <8 x float> %v79, <8 x float> %v87, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v95 = shufflevector <8 x float> %v79, <8 x float> %v87, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v96 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v94, <8 x float> %v95)
  %v97 = shufflevector <8 x float> %v81, <8 x float> %v89, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v98 = shufflevector <8 x float> %v81, <8 x float> %v89, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v99 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v97, <8 x float> %v98)
  %v100 = shufflevector <8 x float> %v83, <8 x float> %v91, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v101 = shufflevector <8 x float> %v83, <8 x float> %v91, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v102 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v100, <8 x float> %v101)
  %v103 = shufflevector <8 x float> %v85, <8 x float> %v93, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v104 = shufflevector <8 x float> %v85, <8 x float> %v93, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v105 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v103, <8 x float> %v104)
  %v106 = shufflevector <8 x float> %v96, <8 x float> %v99, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v107 = shufflevector <8 x float> %v96, <8 x float> %v99, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v108 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v106, <8 x float> %v107)
  %v109 = shufflevector <8 x float> %v102, <8 x float> %v105, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v110 = shufflevector <8 x float> %v102, <8 x float> %v105, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v111 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v109, <8 x float> %v110)
  %v112 = shufflevector <8 x float> %v108, <8 x float> %v111, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v113 = shufflevector <8 x float> %v108, <8 x float> %v111, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v114 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v112, <8 x float> %v113)
  %v115 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> splat (float 0xFFF0000000000000), <8 x float> %v114)
  store <8 x float> %v115, ptr %v116, align 64
  %v197 = icmp slt i64 0, %v9
  br i1 %v197, label %loop118, label %end119
loop118:
  %i120 = phi i64 [ 0, %end13 ], [ %v195, %join192 ]
  %v121 = add nsw i64 %i7, %i120
  %v122 = getelementptr float, ptr %v116, i64 %i120
  %v123 = load float, ptr %v122
  %v127 = icmp slt i64 0, %v126
  %v133 = mul i64 %v121, %v28
  %v134 = getelementptr inbounds float, ptr %v26, i64 %v133
  %v137 = insertelement <16 x float> poison, float %v123, i64 0
  %v138 = shufflevector <16 x float> %v137, <16 x float> poison, <16 x i32> zeroinitializer
  %v145 = mul i64 %v121, %v144
  %v146 = getelementptr inbounds float, ptr %v142, i64 %v145
  br i1 %v127, label %whole128, label %join156
whole128:
  %v151 = icmp slt i64 0, %v126
  br i1 %v151, label %loop129, label %end130
loop129:
  %i131 = phi i64 [ 0, %whole128 ], [ %v149, %loop129 ]
  %p132 = phi <16 x float> [ splat (float 0x8000000000000000), %whole128 ], [ %v148, %loop129 ]
  %v135 = getelementptr inbounds float, ptr %v134, i64 %i131
  %v136 = load <16 x float>, ptr %v135, align 4
  %v139 = fsub <16 x float> %v136, %v138
  %v140 = call <16 x float> @each.expf.16(<16 x float> %v139)
  %v147 = getelementptr inbounds float, ptr %v146, i64 %i131
  store <16 x float> %v140, ptr %v147, align 4
  %v148 = fadd <16 x float> %p132, %v140
  %v149 = add nsw i64 %i131, 16
  %v150 = icmp slt i64 %v149, %v126
  br i1 %v150, label %loop129, label %end130
end130:
  %v152 = phi <16 x float> [ splat (float 0x8000000000000000), %whole128 ], [ %v148, %loop129 ]
  %v153 = shufflevector <16 x float> %v152, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v154 = shufflevector <16 x float> %v152, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v155 = fadd <8 x float> %v153, %v154
  br label %join156
join156:
  %v157 = phi <8 x float> [ splat (float 0x8000000000000000), %loop118 ], [ %v155, %end130 ]
  %v167 = insertelement <8 x float> poison, float %v123, i64 0
  %v168 = shufflevector <8 x float> %v167, <8 x float> poison, <8 x i32> zeroinitializer
  %v175 = icmp slt i64 %v126, %v160
  br i1 %v175, label %loop161, label %end162
loop161:
  %i163 = phi i64 [ %v126, %join156 ], [ %v173, %loop161 ]
  %p164 = phi <8 x float> [ %v157, %join156 ], [ %v172, %loop161 ]
  %v165 = getelementptr inbounds float, ptr %v134, i64 %i163
  %v166 = load <8 x float>, ptr %v165, align 4
  %v169 = fsub <8 x float> %v166, %v168
  %v170 = call <8 x float> @each.expf.8(<8 x float> %v169)
  %v171 = getelementptr inbounds float, ptr %v146, i64 %i163
  store <8 x float> %v170, ptr %v171, align 4
  %v172 = fadd <8 x float> %p164, %v170
  %v173 = add nsw i64 %i163, 8
  %v174 = icmp slt i64 %v173, %v160
  br i1 %v174, label %loop161, label %end162
end162:
  %v176 = phi <8 x float> [ %v157, %join156 ], [ %v172, %loop161 ]
  br i1 %v183, label %rest184, label %join192
rest184:
  %v185 = getelementptr inbounds float, ptr %v134, i64 %v160
  %v186 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v185, <8 x i1> %v182, <8 x float> zeroinitializer)
  %v187 = fsub <8 x float> %v186, %v168
  %v188 = call <8 x float> @each.expf.8(<8 x float> %v187)
  %v189 = getelementptr inbounds float, ptr %v146, i64 %v160
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v188, ptr align 4 %v189, <8 x i1> %v182)
  %v190 = fadd <8 x float> %v176, %v188
  %v191 = select <8 x i1> %v182, <8 x float> %v190, <8 x float> %v176
  br label %join192
join192:
  %v193 = phi <8 x float> [ %v176, %end162 ], [ %v191, %rest184 ]
  %v194 = getelementptr <8 x float>, ptr %v117, i64 %i120
  store <8 x float> %v193, ptr %v194, align 64
  %v195 = add nsw i64 %i120, 1
  %v196 = icmp slt i64 %v195, %v9
  br i1 %v196, label %loop118, label %end119
end119:
  %v198 = getelementptr <8 x float>, ptr %v117, i64 0
  %v199 = load <8 x float>, ptr %v198, align 64
  %v200 = getelementptr <8 x float>, ptr %v117, i64 1
  %v201 = load <8 x float>, ptr %v200, align 64
  %v202 = getelementptr <8 x float>, ptr %v117, i64 2
  %v203 = load <8 x float>, ptr %v202, align 64
  %v204 = getelementptr <8 x float>, ptr %v117, i64 3
  %v205 = load <8 x float>, ptr %v204, align 64
  %v206 = getelementptr <8 x float>, ptr %v117, i64 4
  %v207 = load <8 x float>, ptr %v206, align 64
  %v208 = getelementptr <8 x float>, ptr %v117, i64 5
  %v209 = load <8 x float>, ptr %v208, align 64
  %v210 = getelementptr <8 x float>, ptr %v117, i64 6
  %v211 = load <8 x float>, ptr %v210, align 64
  %v212 = getelementptr <8 x float>, ptr %v117, i64 7
  %v213 = load <8 x float>, ptr %v212, align 64
  %v214 = shufflevector <8 x float> %v199, <8 x float> %v207, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v215 = shufflevector <8 x float> %v199, <8 x float> %v207, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v216 = fadd <8 x float> %v214, %v215
  %v217 = shufflevector <8 x float> %v201, <8 x float> %v209, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v218 = shufflevector <8 x float> %v201, <8 x float> %v209, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v219 = fadd <8 x float> %v217, %v218
  %v220 = shufflevector <8 x float> %v203, <8 x float> %v211, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v221 = shufflevector <8 x float> %v203, <8 x float> %v211, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v222 = fadd <8 x float> %v220, %v221
  %v223 = shufflevector <8 x float> %v205, <8 x float> %v213, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v224 = shufflevector <8 x float> %v205, <8 x float> %v213, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v225 = fadd <8 x float> %v223, %v224
  %v226 = shufflevector <8 x float> %v216, <8 x float> %v219, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v227 = shufflevector <8 x float> %v216, <8 x float> %v219, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v228 = fadd <8 x float> %v226, %v227
  %v229 = shufflevector <8 x float> %v222, <8 x float> %v225, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v230 = shufflevector <8 x float> %v222, <8 x float> %v225, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v231 = fadd <8 x float> %v229, %v230
  %v232 = shufflevector <8 x float> %v228, <8 x float> %v231, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v233 = shufflevector <8 x float> %v228, <8 x float> %v231, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v234 = fadd <8 x float> %v232, %v233
  %v235 = fadd <8 x float> splat (float 0x0000000000000000), %v234
  store <8 x float> %v235, ptr %v236, align 64
  %v283 = icmp slt i64 0, %v9
  br i1 %v283, label %loop237, label %end238
loop237:
  %i239 = phi i64 [ 0, %end119 ], [ %v281, %end266 ]
  %v240 = add nsw i64 %i7, %i239
  %v241 = getelementptr float, ptr %v116, i64 %i239
  %v242 = load float, ptr %v241
  %v243 = getelementptr float, ptr %v236, i64 %i239
  %v244 = load float, ptr %v243
  %v245 = sub nsw i64 %v2, 0
  %v246 = and i64 %v245, -8
  %v247 = add nsw i64 0, %v246
  %v253 = fdiv float %v252, %v244
  %v254 = mul i64 %v240, %v144
  %v255 = getelementptr inbounds float, ptr %v142, i64 %v254
  %v258 = insertelement <8 x float> poison, float %v253, i64 0
  %v259 = shufflevector <8 x float> %v258, <8 x float> poison, <8 x i32> zeroinitializer
  %v264 = icmp slt i64 0, %v247
  br i1 %v264, label %loop248, label %end249
loop248:
  %i250 = phi i64 [ 0, %loop237 ], [ %v262, %loop248 ]
  %v256 = getelementptr inbounds float, ptr %v255, i64 %i250
  %v257 = load <8 x float>, ptr %v256, align 4
  %v260 = fmul <8 x float> %v257, %v259
  %v261 = getelementptr inbounds float, ptr %v255, i64 %i250
  store <8 x float> %v260, ptr %v261, align 4
  %v262 = add nsw i64 %i250, 8
  %v263 = icmp slt i64 %v262, %v247
  br i1 %v263, label %loop248, label %end249
end249:
  %v280 = icmp slt i64 %v247, %v2
  br i1 %v280, label %loop265, label %end266
loop265:
  %i267 = phi i64 [ %v247, %end249 ], [ %v278, %loop265 ]
  %v268 = sub nsw i64 %v2, %i267
  %v269 = call i64 @llvm.umin.i64(i64 %v268, i64 8)
  %v270 = trunc i64 %v269 to i32
  %v271 = insertelement <8 x i32> poison, i32 %v270, i64 0
  %v272 = shufflevector <8 x i32> %v271, <8 x i32> poison, <8 x i32> zeroinitializer
  %v273 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v272
  %v274 = getelementptr inbounds float, ptr %v255, i64 %i267
  %v275 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v274, <8 x i1> %v273, <8 x float> zeroinitializer)
  %v276 = fmul <8 x float> %v275, %v259
  %v277 = getelementptr inbounds float, ptr %v255, i64 %i267
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v276, ptr align 4 %v277, <8 x i1> %v273)
  %v278 = add nsw i64 %i267, 8
  %v279 = icmp slt i64 %v278, %v2
  br i1 %v279, label %loop265, label %end266
end266:
  %v281 = add nsw i64 %i239, 1
  %v282 = icmp slt i64 %v281, %v9
  br i1 %v282, label %loop237, label %end238
end238:
  %v284 = add nsw i64 %i7, 8
  %v285 = icmp slt i64 %v284, %hi
  br i1 %v285, label %loop5, label %end6
end6:
  br label %join287
join287:
  %v288 = icmp sgt i64 %v2, 128
  br i1 %v288, label %rows289, label %join435
rows289:
  %v434 = icmp slt i64 %lo, %hi
  br i1 %v434, label %loop290, label %end291
loop290:
  %i292 = phi i64 [ %lo, %rows289 ], [ %v432, %end417 ]
  %v293 = sub nsw i64 %v2, 0
  %v294 = and i64 %v293, -32
  %v295 = add nsw i64 0, %v294
  %v296 = icmp slt i64 0, %v295
  %v302 = mul i64 %i292, %v28
  %v303 = getelementptr inbounds float, ptr %v26, i64 %v302
  br i1 %v296, label %whole297, label %join317
whole297:
  %v309 = icmp slt i64 0, %v295
  br i1 %v309, label %loop298, label %end299
loop298:
  %i300 = phi i64 [ 0, %whole297 ], [ %v307, %loop298 ]
  %p301 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole297 ], [ %v306, %loop298 ]
  %v304 = getelementptr inbounds float, ptr %v303, i64 %i300
  %v305 = load <32 x float>, ptr %v304, align 4
  %v306 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p301, <32 x float> %v305)
  %v307 = add nsw i64 %i300, 32
  %v308 = icmp slt i64 %v307, %v295
  br i1 %v308, label %loop298, label %end299
end299:
  %v310 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole297 ], [ %v306, %loop298 ]
  %v311 = shufflevector <32 x float> %v310, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v312 = shufflevector <32 x float> %v310, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v313 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v311, <16 x float> %v312)
  %v314 = shufflevector <16 x float> %v313, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v315 = shufflevector <16 x float> %v313, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v316 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v314, <8 x float> %v315)
  br label %join317
join317:
  %v318 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop290 ], [ %v316, %end299 ]
  %v335 = icmp slt i64 %v295, %v2
  br i1 %v335, label %loop319, label %end320
loop319:
  %i321 = phi i64 [ %v295, %join317 ], [ %v333, %loop319 ]
  %p322 = phi <8 x float> [ %v318, %join317 ], [ %v332, %loop319 ]
  %v323 = sub nsw i64 %v2, %i321
  %v324 = call i64 @llvm.umin.i64(i64 %v323, i64 8)
  %v325 = trunc i64 %v324 to i32
  %v326 = insertelement <8 x i32> poison, i32 %v325, i64 0
  %v327 = shufflevector <8 x i32> %v326, <8 x i32> poison, <8 x i32> zeroinitializer
  %v328 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v327
  %v329 = getelementptr inbounds float, ptr %v303, i64 %i321
  %v330 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v329, <8 x i1> %v328, <8 x float> zeroinitializer)
  %v331 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p322, <8 x float> %v330)
  %v332 = select <8 x i1> %v328, <8 x float> %v331, <8 x float> %p322
  %v333 = add nsw i64 %i321, 8
  %v334 = icmp slt i64 %v333, %v2
  br i1 %v334, label %loop319, label %end320
end320:
  %v336 = phi <8 x float> [ %v318, %join317 ], [ %v332, %loop319 ]
  %v337 = shufflevector <8 x float> %v336, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v338 = shufflevector <8 x float> %v336, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v339 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v337, <4 x float> %v338)
  %v340 = shufflevector <4 x float> %v339, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v341 = shufflevector <4 x float> %v339, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v342 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v340, <2 x float> %v341)
  %v343 = extractelement <2 x float> %v342, i64 0
  %v344 = extractelement <2 x float> %v342, i64 1
  %v345 = call nsz float @llvm.maximum.f32(float %v343, float %v344)
  %v346 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v345)
  %v347 = sub nsw i64 %v2, 0
  %v348 = and i64 %v347, -16
  %v349 = add nsw i64 0, %v348
  %v350 = icmp slt i64 0, %v349
  %v358 = insertelement <16 x float> poison, float %v346, i64 0
  %v359 = shufflevector <16 x float> %v358, <16 x float> poison, <16 x i32> zeroinitializer
  %v362 = mul i64 %i292, %v144
  %v363 = getelementptr inbounds float, ptr %v142, i64 %v362
  br i1 %v350, label %whole351, label %join373
whole351:
  %v368 = icmp slt i64 0, %v349
  br i1 %v368, label %loop352, label %end353
loop352:
  %i354 = phi i64 [ 0, %whole351 ], [ %v366, %loop352 ]
  %p355 = phi <16 x float> [ splat (float 0x8000000000000000), %whole351 ], [ %v365, %loop352 ]
  %v356 = getelementptr inbounds float, ptr %v303, i64 %i354
  %v357 = load <16 x float>, ptr %v356, align 4
  %v360 = fsub <16 x float> %v357, %v359
  %v361 = call <16 x float> @each.expf.16(<16 x float> %v360)
  %v364 = getelementptr inbounds float, ptr %v363, i64 %i354
  store <16 x float> %v361, ptr %v364, align 4
  %v365 = fadd <16 x float> %p355, %v361
  %v366 = add nsw i64 %i354, 16
  %v367 = icmp slt i64 %v366, %v349
  br i1 %v367, label %loop352, label %end353
end353:
  %v369 = phi <16 x float> [ splat (float 0x8000000000000000), %whole351 ], [ %v365, %loop352 ]
  %v370 = shufflevector <16 x float> %v369, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v371 = shufflevector <16 x float> %v369, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v372 = fadd <8 x float> %v370, %v371
  br label %join373
join373:
  %v374 = phi <8 x float> [ splat (float 0x8000000000000000), %end320 ], [ %v372, %end353 ]
  %v387 = insertelement <8 x float> poison, float %v346, i64 0
  %v388 = shufflevector <8 x float> %v387, <8 x float> poison, <8 x i32> zeroinitializer
  %v396 = icmp slt i64 %v349, %v2
  br i1 %v396, label %loop375, label %end376
loop375:
  %i377 = phi i64 [ %v349, %join373 ], [ %v394, %loop375 ]
  %p378 = phi <8 x float> [ %v374, %join373 ], [ %v393, %loop375 ]
  %v379 = sub nsw i64 %v2, %i377
  %v380 = call i64 @llvm.umin.i64(i64 %v379, i64 8)
  %v381 = trunc i64 %v380 to i32
  %v382 = insertelement <8 x i32> poison, i32 %v381, i64 0
  %v383 = shufflevector <8 x i32> %v382, <8 x i32> poison, <8 x i32> zeroinitializer
  %v384 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v383
  %v385 = getelementptr inbounds float, ptr %v303, i64 %i377
  %v386 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v385, <8 x i1> %v384, <8 x float> zeroinitializer)
  %v389 = fsub <8 x float> %v386, %v388
  %v390 = call <8 x float> @each.expf.8(<8 x float> %v389)
  %v391 = getelementptr inbounds float, ptr %v363, i64 %i377
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v390, ptr align 4 %v391, <8 x i1> %v384)
  %v392 = fadd <8 x float> %p378, %v390
  %v393 = select <8 x i1> %v384, <8 x float> %v392, <8 x float> %p378
  %v394 = add nsw i64 %i377, 8
  %v395 = icmp slt i64 %v394, %v2
  br i1 %v395, label %loop375, label %end376
end376:
  %v397 = phi <8 x float> [ %v374, %join373 ], [ %v393, %loop375 ]
  %v398 = call reassoc float @llvm.vector.reduce.fadd.v8f32(float 0x8000000000000000, <8 x float> %v397)
  %v399 = fadd float 0x0000000000000000, %v398
  %v400 = sub nsw i64 %v2, 0
  %v401 = and i64 %v400, -8
  %v402 = add nsw i64 0, %v401
  %v406 = fdiv float %v252, %v399
  %v409 = insertelement <8 x float> poison, float %v406, i64 0
  %v410 = shufflevector <8 x float> %v409, <8 x float> poison, <8 x i32> zeroinitializer
  %v415 = icmp slt i64 0, %v402
  br i1 %v415, label %loop403, label %end404
loop403:
  %i405 = phi i64 [ 0, %end376 ], [ %v413, %loop403 ]
  %v407 = getelementptr inbounds float, ptr %v363, i64 %i405
  %v408 = load <8 x float>, ptr %v407, align 4
  %v411 = fmul <8 x float> %v408, %v410
  %v412 = getelementptr inbounds float, ptr %v363, i64 %i405
  store <8 x float> %v411, ptr %v412, align 4
  %v413 = add nsw i64 %i405, 8
  %v414 = icmp slt i64 %v413, %v402
  br i1 %v414, label %loop403, label %end404
end404:
  %v431 = icmp slt i64 %v402, %v2
  br i1 %v431, label %loop416, label %end417
loop416:
  %i418 = phi i64 [ %v402, %end404 ], [ %v429, %loop416 ]
  %v419 = sub nsw i64 %v2, %i418
  %v420 = call i64 @llvm.umin.i64(i64 %v419, i64 8)
  %v421 = trunc i64 %v420 to i32
  %v422 = insertelement <8 x i32> poison, i32 %v421, i64 0
  %v423 = shufflevector <8 x i32> %v422, <8 x i32> poison, <8 x i32> zeroinitializer
  %v424 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v423
  %v425 = getelementptr inbounds float, ptr %v363, i64 %i418
  %v426 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v425, <8 x i1> %v424, <8 x float> zeroinitializer)
  %v427 = fmul <8 x float> %v426, %v410
  %v428 = getelementptr inbounds float, ptr %v363, i64 %i418
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v427, ptr align 4 %v428, <8 x i1> %v424)
  %v429 = add nsw i64 %i418, 8
  %v430 = icmp slt i64 %v429, %v2
  br i1 %v430, label %loop416, label %end417
end417:
  %v432 = add nsw i64 %i292, 1
  %v433 = icmp slt i64 %v432, %hi
  br i1 %v433, label %loop290, label %end291
end291:
  br label %join435
join435:
  ret void
}
