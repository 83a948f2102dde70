target triple = "x86_64-linux"
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare void @llvm.masked.store.v8i64.p0(<8 x i64>, ptr, <8 x i1>)
declare float @llvm.maximum.f32(float, float)
declare <16 x float> @llvm.maximum.v16f32(<16 x float>, <16 x float>)
declare <2 x float> @llvm.maximum.v2f32(<2 x float>, <2 x float>)
declare <32 x float> @llvm.maximum.v32f32(<32 x float>, <32 x float>)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>)
declare <8 x float> @llvm.maximum.v8f32(<8 x float>, <8 x float>)
declare <16 x i64> @llvm.smin.v16i64(<16 x i64>, <16 x i64>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>, <4 x i64>)
declare <8 x i64> @llvm.smin.v8i64(<8 x i64>, <8 x i64>)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.vector.reduce.smin.v4i64(<4 x i64>)
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
define internal <8 x i64> @totals.min.int64.4.8(ptr %vectors) nounwind noinline {
entry:
  %v217 = getelementptr <4 x i64>, ptr %vectors, i64 0
  %v218 = load <4 x i64>, ptr %v217
  %v219 = getelementptr <4 x i64>, ptr %vectors, i64 1
  %v220 = load <4 x i64>, ptr %v219
  %v221 = getelementptr <4 x i64>, ptr %vectors, i64 2
  %v222 = load <4 x i64>, ptr %v221
  %v223 = getelementptr <4 x i64>, ptr %vectors, i64 3
  %v224 = load <4 x i64>, ptr %v223
  %v225 = getelementptr <4 x i64>, ptr %vectors, i64 4
  %v226 = load <4 x i64>, ptr %v225
  %v227 = getelementptr <4 x i64>, ptr %vectors, i64 5
  %v228 = load <4 x i64>, ptr %v227
  %v229 = getelementptr <4 x i64>, ptr %vectors, i64 6
  %v230 = load <4 x i64>, ptr %v229
  %v231 = getelementptr <4 x i64>, ptr %vectors, i64 7
  %v232 = load <4 x i64>, ptr %v231
  %v233 = shufflevector <4 x i64> %v218, <4 x i64> %v222, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v234 = shufflevector <4 x i64> %v218, <4 x i64> %v222, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v235 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v233, <4 x i64> %v234)
  %v236 = shufflevector <4 x i64> %v220, <4 x i64> %v224, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v237 = shufflevector <4 x i64> %v220, <4 x i64> %v224, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v238 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v236, <4 x i64> %v237)
  %v239 = shufflevector <4 x i64> %v235, <4 x i64> %v238, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v240 = shufflevector <4 x i64> %v235, <4 x i64> %v238, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v241 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v239, <4 x i64> %v240)
  %v242 = shufflevector <4 x i64> %v226, <4 x i64> %v230, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v243 = shufflevector <4 x i64> %v226, <4 x i64> %v230, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v244 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v242, <4 x i64> %v243)
  %v245 = shufflevector <4 x i64> %v228, <4 x i64> %v232, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v246 = shufflevector <4 x i64> %v228, <4 x i64> %v232, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v247 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v245, <4 x i64> %v246)
  %v248 = shufflevector <4 x i64> %v244, <4 x i64> %v247, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v249 = shufflevector <4 x i64> %v244, <4 x i64> %v247, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v250 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v248, <4 x i64> %v249)
  %v251 = shufflevector <4 x i64> %v241, <4 x i64> %v250, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  ret <8 x i64> %v251
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
  %v121 = alloca [8 x <4 x i64>]
  %v149 = getelementptr i64, ptr %table, i64 2
  %v150 = load i64, ptr %v149, align 8
  %v254 = alloca [1 x <8 x i64>]
  %v261 = getelementptr ptr, ptr %buffers, i64 1
  %v262 = load ptr, ptr %v261, align 8
  %v264 = getelementptr ptr, ptr %buffers, i64 2
  %v265 = load ptr, ptr %v264, align 8
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
  %v151 = insertelement <16 x i64> poison, i64 %v150, i64 0
  %v152 = shufflevector <16 x i64> %v151, <16 x i64> poison, <16 x i32> zeroinitializer
  %v167 = sub nsw i64 %v2, 0
  %v168 = and i64 %v167, -4
  %v169 = add nsw i64 0, %v168
  %v184 = insertelement <4 x i64> poison, i64 %v150, i64 0
  %v185 = shufflevector <4 x i64> %v184, <4 x i64> poison, <4 x i32> zeroinitializer
  %v192 = sub nsw i64 %v2, %v169
  %v193 = call i64 @llvm.umin.i64(i64 %v192, i64 4)
  %v194 = trunc i64 %v193 to i32
  %v195 = insertelement <4 x i32> poison, i32 %v194, i64 0
  %v196 = shufflevector <4 x i32> %v195, <4 x i32> poison, <4 x i32> zeroinitializer
  %v197 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v196
  %v198 = icmp slt i64 %v169, %v2
  br i1 %v3, label %then5, label %join270
then5:
  %v269 = icmp slt i64 %lo, %hi
  br i1 %v269, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %then5 ], [ %v267, %end123 ]
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
  %v216 = icmp slt i64 0, %v12
  br i1 %v216, label %loop122, label %end123
loop122:
  %i124 = phi i64 [ 0, %end16 ], [ %v214, %join211 ]
  %v125 = add nsw i64 %i8, %i124
  %v126 = getelementptr float, ptr %v120, i64 %i124
  %v127 = load float, ptr %v126
  %v131 = icmp slt i64 0, %v130
  %v137 = mul i64 %v125, %v31
  %v138 = getelementptr inbounds float, ptr %v29, i64 %v137
  %v141 = insertelement <16 x float> poison, float %v127, i64 0
  %v142 = shufflevector <16 x float> %v141, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v131, label %whole132, label %join165
whole132:
  %v157 = icmp slt i64 0, %v130
  br i1 %v157, label %loop133, label %end134
loop133:
  %i135 = phi i64 [ 0, %whole132 ], [ %v155, %loop133 ]
  %p136 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole132 ], [ %v154, %loop133 ]
  %v139 = getelementptr inbounds float, ptr %v138, i64 %i135
  %v140 = load <16 x float>, ptr %v139, align 4
  %v143 = fcmp oeq <16 x float> %v140, %v142
  %v144 = fcmp une <16 x float> %v140, %v140
  %v145 = or <16 x i1> %v143, %v144
  %v146 = insertelement <16 x i64> poison, i64 %i135, i64 0
  %v147 = shufflevector <16 x i64> %v146, <16 x i64> poison, <16 x i32> zeroinitializer
  %v148 = add <16 x i64> %v147, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v153 = select <16 x i1> %v145, <16 x i64> %v148, <16 x i64> %v152
  %v154 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p136, <16 x i64> %v153)
  %v155 = add nsw i64 %i135, 16
  %v156 = icmp slt i64 %v155, %v130
  br i1 %v156, label %loop133, label %end134
end134:
  %v158 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole132 ], [ %v154, %loop133 ]
  %v159 = shufflevector <16 x i64> %v158, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v160 = shufflevector <16 x i64> %v158, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v161 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v159, <8 x i64> %v160)
  %v162 = shufflevector <8 x i64> %v161, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v163 = shufflevector <8 x i64> %v161, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v164 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v162, <4 x i64> %v163)
  br label %join165
join165:
  %v166 = phi <4 x i64> [ splat (i64 9223372036854775807), %loop122 ], [ %v164, %end134 ]
  %v176 = insertelement <4 x float> poison, float %v127, i64 0
  %v177 = shufflevector <4 x float> %v176, <4 x float> poison, <4 x i32> zeroinitializer
  %v190 = icmp slt i64 %v130, %v169
  br i1 %v190, label %loop170, label %end171
loop170:
  %i172 = phi i64 [ %v130, %join165 ], [ %v188, %loop170 ]
  %p173 = phi <4 x i64> [ %v166, %join165 ], [ %v187, %loop170 ]
  %v174 = getelementptr inbounds float, ptr %v138, i64 %i172
  %v175 = load <4 x float>, ptr %v174, align 4
  %v178 = fcmp oeq <4 x float> %v175, %v177
  %v179 = fcmp une <4 x float> %v175, %v175
  %v180 = or <4 x i1> %v178, %v179
  %v181 = insertelement <4 x i64> poison, i64 %i172, i64 0
  %v182 = shufflevector <4 x i64> %v181, <4 x i64> poison, <4 x i32> zeroinitializer
  %v183 = add <4 x i64> %v182, <i64 0, i64 1, i64 2, i64 3>
  %v186 = select <4 x i1> %v180, <4 x i64> %v183, <4 x i64> %v185
  %v187 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p173, <4 x i64> %v186)
  %v188 = add nsw i64 %i172, 4
  %v189 = icmp slt i64 %v188, %v169
  br i1 %v189, label %loop170, label %end171
end171:
  %v191 = phi <4 x i64> [ %v166, %join165 ], [ %v187, %loop170 ]
  br i1 %v198, label %rest199, label %join211
rest199:
  %v200 = getelementptr inbounds float, ptr %v138, i64 %v169
  %v201 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v200, <4 x i1> %v197, <4 x float> zeroinitializer)
  %v202 = fcmp oeq <4 x float> %v201, %v177
  %v203 = fcmp une <4 x float> %v201, %v201
  %v204 = or <4 x i1> %v202, %v203
  %v205 = insertelement <4 x i64> poison, i64 %v169, i64 0
  %v206 = shufflevector <4 x i64> %v205, <4 x i64> poison, <4 x i32> zeroinitializer
  %v207 = add <4 x i64> %v206, <i64 0, i64 1, i64 2, i64 3>
  %v208 = select <4 x i1> %v204, <4 x i64> %v207, <4 x i64> %v185
  %v209 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v191, <4 x i64> %v208)
  %v210 = select <4 x i1> %v197, <4 x i64> %v209, <4 x i64> %v191
  br label %join211
join211:
  %v212 = phi <4 x i64> [ %v191, %end171 ], [ %v210, %rest199 ]
  %v213 = getelementptr <4 x i64>, ptr %v121, i64 %i124
  store <4 x i64> %v212, ptr %v213
  %v214 = add nsw i64 %i124, 1
  %v215 = icmp slt i64 %v214, %v12
  br i1 %v215, label %loop122, label %end123
end123:
  %v252 = call <8 x i64> @totals.min.int64.4.8(ptr %v121)
  %v253 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> splat (i64 9223372036854775807), <8 x i64> %v252)
  store <8 x i64> %v253, ptr %v254
  %v255 = sub nsw i64 %v13, %i8
  %v256 = call i64 @llvm.umin.i64(i64 %v255, i64 8)
  %v257 = trunc i64 %v256 to i32
  %v258 = insertelement <8 x i32> poison, i32 %v257, i64 0
  %v259 = shufflevector <8 x i32> %v258, <8 x i32> poison, <8 x i32> zeroinitializer
  %v260 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v259
  %v263 = getelementptr inbounds i64, ptr %v262, i64 %i8
  call void @llvm.masked.store.v8i64.p0(<8 x i64> %v253, ptr align 8 %v263, <8 x i1> %v260)
  %v266 = getelementptr inbounds float, ptr %v265, i64 %i8
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v119, ptr align 4 %v266, <8 x i1> %v260)
  %v267 = add nsw i64 %i8, 8
  %v268 = icmp slt i64 %v267, %hi
  br i1 %v268, label %loop6, label %end7
end7:
  br label %join270
join270:
  br i1 %v4, label %then271, label %join397
then271:
  %v396 = icmp slt i64 %lo, %hi
  br i1 %v396, label %loop272, label %end273
loop272:
  %i274 = phi i64 [ %lo, %then271 ], [ %v394, %end363 ]
  %v275 = sub nsw i64 %v2, 0
  %v276 = and i64 %v275, -32
  %v277 = add nsw i64 0, %v276
  %v278 = icmp slt i64 0, %v277
  %v284 = mul i64 %i274, %v31
  %v285 = getelementptr inbounds float, ptr %v29, i64 %v284
  br i1 %v278, label %whole279, label %join299
whole279:
  %v291 = icmp slt i64 0, %v277
  br i1 %v291, label %loop280, label %end281
loop280:
  %i282 = phi i64 [ 0, %whole279 ], [ %v289, %loop280 ]
  %p283 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole279 ], [ %v288, %loop280 ]
  %v286 = getelementptr inbounds float, ptr %v285, i64 %i282
  %v287 = load <32 x float>, ptr %v286, align 4
  %v288 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p283, <32 x float> %v287)
  %v289 = add nsw i64 %i282, 32
  %v290 = icmp slt i64 %v289, %v277
  br i1 %v290, label %loop280, label %end281
end281:
  %v292 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole279 ], [ %v288, %loop280 ]
  %v293 = shufflevector <32 x float> %v292, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v294 = shufflevector <32 x float> %v292, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v295 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v293, <16 x float> %v294)
  %v296 = shufflevector <16 x float> %v295, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v297 = shufflevector <16 x float> %v295, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v298 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v296, <8 x float> %v297)
  br label %join299
join299:
  %v300 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop272 ], [ %v298, %end281 ]
  %v317 = icmp slt i64 %v277, %v2
  br i1 %v317, label %loop301, label %end302
loop301:
  %i303 = phi i64 [ %v277, %join299 ], [ %v315, %loop301 ]
  %p304 = phi <8 x float> [ %v300, %join299 ], [ %v314, %loop301 ]
  %v305 = sub nsw i64 %v2, %i303
  %v306 = call i64 @llvm.umin.i64(i64 %v305, i64 8)
  %v307 = trunc i64 %v306 to i32
  %v308 = insertelement <8 x i32> poison, i32 %v307, i64 0
  %v309 = shufflevector <8 x i32> %v308, <8 x i32> poison, <8 x i32> zeroinitializer
  %v310 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v309
  %v311 = getelementptr inbounds float, ptr %v285, i64 %i303
  %v312 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v311, <8 x i1> %v310, <8 x float> zeroinitializer)
  %v313 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p304, <8 x float> %v312)
  %v314 = select <8 x i1> %v310, <8 x float> %v313, <8 x float> %p304
  %v315 = add nsw i64 %i303, 8
  %v316 = icmp slt i64 %v315, %v2
  br i1 %v316, label %loop301, label %end302
end302:
  %v318 = phi <8 x float> [ %v300, %join299 ], [ %v314, %loop301 ]
  %v319 = shufflevector <8 x float> %v318, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v320 = shufflevector <8 x float> %v318, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v321 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v319, <4 x float> %v320)
  %v322 = shufflevector <4 x float> %v321, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v323 = shufflevector <4 x float> %v321, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v324 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v322, <2 x float> %v323)
  %v325 = extractelement <2 x float> %v324, i64 0
  %v326 = extractelement <2 x float> %v324, i64 1
  %v327 = call nsz float @llvm.maximum.f32(float %v325, float %v326)
  %v328 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v327)
  %v329 = sub nsw i64 %v2, 0
  %v330 = and i64 %v329, -16
  %v331 = add nsw i64 0, %v330
  %v332 = icmp slt i64 0, %v331
  %v340 = insertelement <16 x float> poison, float %v328, i64 0
  %v341 = shufflevector <16 x float> %v340, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v332, label %whole333, label %join360
whole333:
  %v352 = icmp slt i64 0, %v331
  br i1 %v352, label %loop334, label %end335
loop334:
  %i336 = phi i64 [ 0, %whole333 ], [ %v350, %loop334 ]
  %p337 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole333 ], [ %v349, %loop334 ]
  %v338 = getelementptr inbounds float, ptr %v285, i64 %i336
  %v339 = load <16 x float>, ptr %v338, align 4
  %v342 = fcmp oeq <16 x float> %v339, %v341
  %v343 = fcmp une <16 x float> %v339, %v339
  %v344 = or <16 x i1> %v342, %v343
  %v345 = insertelement <16 x i64> poison, i64 %i336, i64 0
  %v346 = shufflevector <16 x i64> %v345, <16 x i64> poison, <16 x i32> zeroinitializer
  %v347 = add <16 x i64> %v346, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v348 = select <16 x i1> %v344, <16 x i64> %v347, <16 x i64> %v152
  %v349 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p337, <16 x i64> %v348)
  %v350 = add nsw i64 %i336, 16
  %v351 = icmp slt i64 %v350, %v331
  br i1 %v351, label %loop334, label %end335
end335:
  %v353 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole333 ], [ %v349, %loop334 ]
  %v354 = shufflevector <16 x i64> %v353, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v355 = shufflevector <16 x i64> %v353, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v356 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v354, <8 x i64> %v355)
  %v357 = shufflevector <8 x i64> %v356, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v358 = shufflevector <8 x i64> %v356, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v359 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v357, <4 x i64> %v358)
  br label %join360
join360:
  %v361 = phi <4 x i64> [ splat (i64 9223372036854775807), %end302 ], [ %v359, %end335 ]
  %v374 = insertelement <4 x float> poison, float %v328, i64 0
  %v375 = shufflevector <4 x float> %v374, <4 x float> poison, <4 x i32> zeroinitializer
  %v387 = icmp slt i64 %v331, %v2
  br i1 %v387, label %loop362, label %end363
loop362:
  %i364 = phi i64 [ %v331, %join360 ], [ %v385, %loop362 ]
  %p365 = phi <4 x i64> [ %v361, %join360 ], [ %v384, %loop362 ]
  %v366 = sub nsw i64 %v2, %i364
  %v367 = call i64 @llvm.umin.i64(i64 %v366, i64 4)
  %v368 = trunc i64 %v367 to i32
  %v369 = insertelement <4 x i32> poison, i32 %v368, i64 0
  %v370 = shufflevector <4 x i32> %v369, <4 x i32> poison, <4 x i32> zeroinitializer
  %v371 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v370
  %v372 = getelementptr inbounds float, ptr %v285, i64 %i364
  %v373 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v372, <4 x i1> %v371, <4 x float> zeroinitializer)
  %v376 = fcmp oeq <4 x float> %v373, %v375
  %v377 = fcmp une <4 x float> %v373, %v373
  %v378 = or <4 x i1> %v376, %v377
  %v379 = insertelement <4 x i64> poison, i64 %i364, i64 0
  %v380 = shufflevector <4 x i64> %v379, <4 x i64> poison, <4 x i32> zeroinitializer
  %v381 = add <4 x i64> %v380, <i64 0, i64 1, i64 2, i64 3>
  %v382 = select <4 x i1> %v378, <4 x i64> %v381, <4 x i64> %v185
  %v383 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p365, <4 x i64> %v382)
  %v384 = select <4 x i1> %v371, <4 x i64> %v383, <4 x i64> %p365
  %v385 = add nsw i64 %i364, 4
  %v386 = icmp slt i64 %v385, %v2
  br i1 %v386, label %loop362, label %end363
end363:
  %v388 = phi <4 x i64> [ %v361, %join360 ], [ %v384, %loop362 ]
  %v389 = call i64 @llvm.vector.reduce.smin.v4i64(<4 x i64> %v388)
  %v390 = icmp slt i64 9223372036854775807, %v389
  %v391 = select i1 %v390, i64 9223372036854775807, i64 %v389, !unpredictable !{}
  %v392 = getelementptr inbounds i64, ptr %v262, i64 %i274
  store i64 %v391, ptr %v392, align 8
  %v393 = getelementptr inbounds float, ptr %v265, i64 %i274
  store float %v328, ptr %v393, align 4
  %v394 = add nsw i64 %i274, 1
  %v395 = icmp slt i64 %v394, %hi
  br i1 %v395, label %loop272, label %end273
end273:
  br label %join397
join397:
  ret void
}
