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
  %v188 = getelementptr <8 x float>, ptr %vectors, i64 0
  %v189 = load <8 x float>, ptr %v188
  %v190 = getelementptr <8 x float>, ptr %vectors, i64 1
  %v191 = load <8 x float>, ptr %v190
  %v192 = getelementptr <8 x float>, ptr %vectors, i64 2
  %v193 = load <8 x float>, ptr %v192
  %v194 = getelementptr <8 x float>, ptr %vectors, i64 3
  %v195 = load <8 x float>, ptr %v194
  %v196 = getelementptr <8 x float>, ptr %vectors, i64 4
  %v197 = load <8 x float>, ptr %v196
  %v198 = getelementptr <8 x float>, ptr %vectors, i64 5
  %v199 = load <8 x float>, ptr %v198
  %v200 = getelementptr <8 x float>, ptr %vectors, i64 6
  %v201 = load <8 x float>, ptr %v200
  %v202 = getelementptr <8 x float>, ptr %vectors, i64 7
  %v203 = load <8 x float>, ptr %v202
  %v204 = shufflevector <8 x float> %v189, <8 x float> %v197, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v205 = shufflevector <8 x float> %v189, <8 x float> %v197, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v206 = fadd <8 x float> %v204, %v205
  %v207 = shufflevector <8 x float> %v191, <8 x float> %v199, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v208 = shufflevector <8 x float> %v191, <8 x float> %v199, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v209 = fadd <8 x float> %v207, %v208
  %v210 = shufflevector <8 x float> %v193, <8 x float> %v201, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v211 = shufflevector <8 x float> %v193, <8 x float> %v201, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v212 = fadd <8 x float> %v210, %v211
  %v213 = shufflevector <8 x float> %v195, <8 x float> %v203, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v214 = shufflevector <8 x float> %v195, <8 x float> %v203, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v215 = fadd <8 x float> %v213, %v214
  %v216 = shufflevector <8 x float> %v206, <8 x float> %v209, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v217 = shufflevector <8 x float> %v206, <8 x float> %v209, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v218 = fadd <8 x float> %v216, %v217
  %v219 = shufflevector <8 x float> %v212, <8 x float> %v215, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v220 = shufflevector <8 x float> %v212, <8 x float> %v215, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v221 = fadd <8 x float> %v219, %v220
  %v222 = shufflevector <8 x float> %v218, <8 x float> %v221, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v223 = shufflevector <8 x float> %v218, <8 x float> %v221, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v224 = fadd <8 x float> %v222, %v223
  ret <8 x float> %v224
}
define internal <8 x float> @totals.max.float32.8.8(ptr %vectors) nounwind noinline {
entry:
  %v81 = getelementptr <8 x float>, ptr %vectors, i64 0
  %v82 = load <8 x float>, ptr %v81
  %v83 = getelementptr <8 x float>, ptr %vectors, i64 1
  %v84 = load <8 x float>, ptr %v83
  %v85 = getelementptr <8 x float>, ptr %vectors, i64 2
  %v86 = load <8 x float>, ptr %v85
  %v87 = getelementptr <8 x float>, ptr %vectors, i64 3
  %v88 = load <8 x float>, ptr %v87
  %v89 = getelementptr <8 x float>, ptr %vectors, i64 4
  %v90 = load <8 x float>, ptr %v89
  %v91 = getelementptr <8 x float>, ptr %vectors, i64 5
  %v92 = load <8 x float>, ptr %v91
  %v93 = getelementptr <8 x float>, ptr %vectors, i64 6
  %v94 = load <8 x float>, ptr %v93
  %v95 = getelementptr <8 x float>, ptr %vectors, i64 7
  %v96 = load <8 x float>, ptr %v95
  %v97 = shufflevector <8 x float> %v82, <8 x float> %v90, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v98 = shufflevector <8 x float> %v82, <8 x float> %v90, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v99 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v97, <8 x float> %v98)
  %v100 = shufflevector <8 x float> %v84, <8 x float> %v92, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v101 = shufflevector <8 x float> %v84, <8 x float> %v92, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v102 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v100, <8 x float> %v101)
  %v103 = shufflevector <8 x float> %v86, <8 x float> %v94, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v104 = shufflevector <8 x float> %v86, <8 x float> %v94, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v105 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v103, <8 x float> %v104)
  %v106 = shufflevector <8 x float> %v88, <8 x float> %v96, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v107 = shufflevector <8 x float> %v88, <8 x float> %v96, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v108 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v106, <8 x float> %v107)
  %v109 = shufflevector <8 x float> %v99, <8 x float> %v102, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v110 = shufflevector <8 x float> %v99, <8 x float> %v102, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v111 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v109, <8 x float> %v110)
  %v112 = shufflevector <8 x float> %v105, <8 x float> %v108, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v113 = shufflevector <8 x float> %v105, <8 x float> %v108, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v114 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v112, <8 x float> %v113)
  %v115 = shufflevector <8 x float> %v111, <8 x float> %v114, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v116 = shufflevector <8 x float> %v111, <8 x float> %v114, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v117 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v115, <8 x float> %v116)
  ret <8 x float> %v117
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 1
  %v2 = load i64, ptr %v1, align 8
  %v14 = alloca [8 x <8 x float>]
  %v28 = getelementptr ptr, ptr %buffers, i64 0
  %v29 = load ptr, ptr %v28, align 8
  %v30 = getelementptr i64, ptr %table, i64 0
  %v31 = load i64, ptr %v30, align 8
  %v120 = alloca [1 x <8 x float>]
  %v121 = alloca [8 x <8 x float>]
  %v145 = alloca [3072 x float], align 64
  %v227 = alloca [1 x <8 x float>]
  %v234 = getelementptr i64, ptr %table, i64 3
  %v235 = load float, ptr %v234, align 8
  %v239 = alloca [1 x <8 x float>]
  %v263 = getelementptr ptr, ptr %buffers, i64 1
  %v264 = load ptr, ptr %v263, align 8
  %v265 = getelementptr i64, ptr %table, i64 2
  %v266 = load i64, ptr %v265, align 8
  %v3 = icmp sle i64 %v2, 384
  %v4 = xor i1 %v3, true
  %v19 = sub nsw i64 %v2, 0
  %v20 = and i64 %v19, -32
  %v21 = add nsw i64 0, %v20
  %v49 = sub nsw i64 %v2, 0
  %v50 = and i64 %v49, -8
  %v51 = add nsw i64 0, %v50
  %v63 = sub nsw i64 %v2, %v51
  %v64 = call i64 @llvm.umin.i64(i64 %v63, i64 8)
  %v65 = trunc i64 %v64 to i32
  %v66 = insertelement <8 x i32> poison, i32 %v65, i64 0
  %v67 = shufflevector <8 x i32> %v66, <8 x i32> poison, <8 x i32> zeroinitializer
  %v68 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v67
  %v69 = icmp slt i64 %v51, %v2
  %v128 = sub nsw i64 %v2, 0
  %v129 = and i64 %v128, -16
  %v130 = add nsw i64 0, %v129
  %v236 = insertelement <8 x float> poison, float %v235, i64 0
  %v237 = shufflevector <8 x float> %v236, <8 x float> poison, <8 x i32> zeroinitializer
  %v250 = sub nsw i64 %v2, 0
  %v251 = and i64 %v250, -8
  %v252 = add nsw i64 0, %v251
  %v273 = sub nsw i64 %v2, %v252
  %v274 = call i64 @llvm.umin.i64(i64 %v273, i64 8)
  %v275 = trunc i64 %v274 to i32
  %v276 = insertelement <8 x i32> poison, i32 %v275, i64 0
  %v277 = shufflevector <8 x i32> %v276, <8 x i32> poison, <8 x i32> zeroinitializer
  %v278 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v277
  %v279 = icmp slt i64 %v252, %v2
  br i1 %v3, label %then5, label %join292
then5:
  %v291 = icmp slt i64 %lo, %hi
  br i1 %v291, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %then5 ], [ %v289, %end241 ]
  %v9 = add i64 %i8, 8
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
  %p27 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole23 ], [ %v36, %loop24 ]
  %v34 = getelementptr inbounds float, ptr %v33, i64 %i26
  %v35 = load <32 x float>, ptr %v34, align 4
  %v36 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p27, <32 x float> %v35)
  %v37 = add nsw i64 %i26, 32
  %v38 = icmp slt i64 %v37, %v21
  br i1 %v38, label %loop24, label %end25
end25:
  %v40 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole23 ], [ %v36, %loop24 ]
  %v41 = shufflevector <32 x float> %v40, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v42 = shufflevector <32 x float> %v40, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v43 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v41, <16 x float> %v42)
  %v44 = shufflevector <16 x float> %v43, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v45 = shufflevector <16 x float> %v43, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v46 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v44, <8 x float> %v45)
  br label %join47
join47:
  %v48 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop15 ], [ %v46, %end25 ]
  %v61 = icmp slt i64 %v21, %v51
  br i1 %v61, label %loop52, label %end53
loop52:
  %i54 = phi i64 [ %v21, %join47 ], [ %v59, %loop52 ]
  %p55 = phi <8 x float> [ %v48, %join47 ], [ %v58, %loop52 ]
  %v56 = getelementptr inbounds float, ptr %v33, i64 %i54
  %v57 = load <8 x float>, ptr %v56, align 4
  %v58 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p55, <8 x float> %v57)
  %v59 = add nsw i64 %i54, 8
  %v60 = icmp slt i64 %v59, %v51
  br i1 %v60, label %loop52, label %end53
end53:
  %v62 = phi <8 x float> [ %v48, %join47 ], [ %v58, %loop52 ]
  br i1 %v69, label %rest70, label %join75
rest70:
  %v71 = getelementptr inbounds float, ptr %v33, i64 %v51
  %v72 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v71, <8 x i1> %v68, <8 x float> zeroinitializer)
  %v73 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v62, <8 x float> %v72)
  %v74 = select <8 x i1> %v68, <8 x float> %v73, <8 x float> %v62
  br label %join75
join75:
  %v76 = phi <8 x float> [ %v62, %end53 ], [ %v74, %rest70 ]
  %v77 = getelementptr <8 x float>, ptr %v14, i64 %i17
  store <8 x float> %v76, ptr %v77
  %v78 = add nsw i64 %i17, 1
  %v79 = icmp slt i64 %v78, %v12
  br i1 %v79, label %loop15, label %end16
end16:
  %v118 = call <8 x float> @totals.max.float32.8.8(ptr %v14)
  %v119 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> splat (float 0xFFF0000000000000), <8 x float> %v118)
  store <8 x float> %v119, ptr %v120
  %v146 = mul i64 %i8, -384
  %v147 = getelementptr inbounds float, ptr %v145, i64 %v146
  %v187 = icmp slt i64 0, %v12
  br i1 %v187, label %loop122, label %end123
loop122:
  %i124 = phi i64 [ 0, %end16 ], [ %v185, %end162 ]
  %v125 = add nsw i64 %i8, %i124
  %v126 = getelementptr float, ptr %v120, i64 %i124
  %v127 = load float, ptr %v126
  %v131 = icmp slt i64 0, %v130
  %v137 = mul i64 %v125, %v31
  %v138 = getelementptr inbounds float, ptr %v29, i64 %v137
  %v141 = insertelement <16 x float> poison, float %v127, i64 0
  %v142 = shufflevector <16 x float> %v141, <16 x float> poison, <16 x i32> zeroinitializer
  %v148 = mul i64 %v125, 384
  %v149 = getelementptr inbounds float, ptr %v147, i64 %v148
  br i1 %v131, label %whole132, label %join159
whole132:
  %v154 = icmp slt i64 0, %v130
  br i1 %v154, label %loop133, label %end134
loop133:
  %i135 = phi i64 [ 0, %whole132 ], [ %v152, %loop133 ]
  %p136 = phi <16 x float> [ splat (float 0x8000000000000000), %whole132 ], [ %v151, %loop133 ]
  %v139 = getelementptr inbounds float, ptr %v138, i64 %i135
  %v140 = load <16 x float>, ptr %v139, align 4
  %v143 = fsub <16 x float> %v140, %v142
  %v144 = call <16 x float> @each.expf.16(<16 x float> %v143)
  %v150 = getelementptr inbounds float, ptr %v149, i64 %i135
  store <16 x float> %v144, ptr %v150, align 4
  %v151 = fadd <16 x float> %p136, %v144
  %v152 = add nsw i64 %i135, 16
  %v153 = icmp slt i64 %v152, %v130
  br i1 %v153, label %loop133, label %end134
end134:
  %v155 = phi <16 x float> [ splat (float 0x8000000000000000), %whole132 ], [ %v151, %loop133 ]
  %v156 = shufflevector <16 x float> %v155, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v157 = shufflevector <16 x float> %v155, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v158 = fadd <8 x float> %v156, %v157
  br label %join159
join159:
  %v160 = phi <8 x float> [ splat (float 0x8000000000000000), %loop122 ], [ %v158, %end134 ]
  %v173 = insertelement <8 x float> poison, float %v127, i64 0
  %v174 = shufflevector <8 x float> %v173, <8 x float> poison, <8 x i32> zeroinitializer
  %v182 = icmp slt i64 %v130, %v2
  br i1 %v182, label %loop161, label %end162
loop161:
  %i163 = phi i64 [ %v130, %join159 ], [ %v180, %loop161 ]
  %p164 = phi <8 x float> [ %v160, %join159 ], [ %v179, %loop161 ]
  %v165 = sub nsw i64 %v2, %i163
  %v166 = call i64 @llvm.umin.i64(i64 %v165, i64 8)
  %v167 = trunc i64 %v166 to i32
  %v168 = insertelement <8 x i32> poison, i32 %v167, i64 0
  %v169 = shufflevector <8 x i32> %v168, <8 x i32> poison, <8 x i32> zeroinitializer
  %v170 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v169
  %v171 = getelementptr inbounds float, ptr %v138, i64 %i163
  %v172 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v171, <8 x i1> %v170, <8 x float> zeroinitializer)
  %v175 = fsub <8 x float> %v172, %v174
  %v176 = call <8 x float> @each.expf.8(<8 x float> %v175)
  %v177 = getelementptr inbounds float, ptr %v149, i64 %i163
  store <8 x float> %v176, ptr %v177, align 4
  %v178 = fadd <8 x float> %p164, %v176
  %v179 = select <8 x i1> %v170, <8 x float> %v178, <8 x float> %p164
  %v180 = add nsw i64 %i163, 8
  %v181 = icmp slt i64 %v180, %v2
  br i1 %v181, label %loop161, label %end162
end162:
  %v183 = phi <8 x float> [ %v160, %join159 ], [ %v179, %loop161 ]
  %v184 = getelementptr <8 x float>, ptr %v121, i64 %i124
  store <8 x float> %v183, ptr %v184
  %v185 = add nsw i64 %i124, 1
  %v186 = icmp slt i64 %v185, %v12
  br i1 %v186, label %loop122, label %end123
end123:
  %v225 = call <8 x float> @totals.add.float32.8.8(ptr %v121)
  %v226 = fadd <8 x float> splat (float 0x0000000000000000), %v225
  store <8 x float> %v226, ptr %v227
  %v228 = sub nsw i64 %v13, %i8
  %v229 = call i64 @llvm.umin.i64(i64 %v228, i64 8)
  %v230 = trunc i64 %v229 to i32
  %v231 = insertelement <8 x i32> poison, i32 %v230, i64 0
  %v232 = shufflevector <8 x i32> %v231, <8 x i32> poison, <8 x i32> zeroinitializer
  %v233 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v232
  %v238 = fdiv <8 x float> %v237, %v226
  store <8 x float> %v238, ptr %v239
  %v288 = icmp slt i64 0, %v12
  br i1 %v288, label %loop240, label %end241
loop240:
  %i242 = phi i64 [ 0, %end123 ], [ %v286, %join285 ]
  %v243 = add nsw i64 %i8, %i242
  %v244 = getelementptr float, ptr %v120, i64 %i242
  %v245 = load float, ptr %v244
  %v246 = getelementptr float, ptr %v227, i64 %i242
  %v247 = load float, ptr %v246
  %v248 = getelementptr float, ptr %v239, i64 %i242
  %v249 = load float, ptr %v248
  %v256 = mul i64 %v243, 384
  %v257 = getelementptr inbounds float, ptr %v147, i64 %v256
  %v260 = insertelement <8 x float> poison, float %v249, i64 0
  %v261 = shufflevector <8 x float> %v260, <8 x float> poison, <8 x i32> zeroinitializer
  %v267 = mul i64 %v243, %v266
  %v268 = getelementptr inbounds float, ptr %v264, i64 %v267
  %v272 = icmp slt i64 0, %v252
  br i1 %v272, label %loop253, label %end254
loop253:
  %i255 = phi i64 [ 0, %loop240 ], [ %v270, %loop253 ]
  %v258 = getelementptr inbounds float, ptr %v257, i64 %i255
  %v259 = load <8 x float>, ptr %v258, align 4
  %v262 = fmul <8 x float> %v259, %v261
  %v269 = getelementptr inbounds float, ptr %v268, i64 %i255
  store <8 x float> %v262, ptr %v269, align 4
  %v270 = add nsw i64 %i255, 8
  %v271 = icmp slt i64 %v270, %v252
  br i1 %v271, label %loop253, label %end254
end254:
  br i1 %v279, label %rest280, label %join285
rest280:
  %v281 = getelementptr inbounds float, ptr %v257, i64 %v252
  %v282 = load <8 x float>, ptr %v281, align 4
  %v283 = fmul <8 x float> %v282, %v261
  %v284 = getelementptr inbounds float, ptr %v268, i64 %v252
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v283, ptr align 4 %v284, <8 x i1> %v278)
  br label %join285
join285:
  %v286 = add nsw i64 %i242, 1
  %v287 = icmp slt i64 %v286, %v12
  br i1 %v287, label %loop240, label %end241
end241:
  %v289 = add nsw i64 %i8, 8
  %v290 = icmp slt i64 %v289, %hi
  br i1 %v290, label %loop6, label %end7
end7:
  br label %join292
join292:
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
  br i1 %v4, label %then293, label %join436
then293:
  %v435 = icmp slt i64 %lo, %hi
  br i1 %v435, label %loop294, label %end295
loop294:
  %i296 = phi i64 [ %lo, %then293 ], [ %v433, %join432 ]
  %v297 = sub nsw i64 %v2, 0
  %v298 = and i64 %v297, -32
  %v299 = add nsw i64 0, %v298
  %v300 = icmp slt i64 0, %v299
  %v306 = mul i64 %i296, %v31
  %v307 = getelementptr inbounds float, ptr %v29, i64 %v306
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
  %v366 = mul i64 %i296, %v266
  %v367 = getelementptr inbounds float, ptr %v264, i64 %v366
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
  %v410 = fdiv float %v235, %v403
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
