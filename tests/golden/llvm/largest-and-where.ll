target triple = "x86_64-linux"
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare void @llvm.masked.store.v8i64.p0(<8 x i64>, ptr, <8 x i1>)
declare <16 x float> @llvm.maximum.v16f32(<16 x float>, <16 x float>)
declare <32 x float> @llvm.maximum.v32f32(<32 x float>, <32 x float>)
declare <8 x float> @llvm.maximum.v8f32(<8 x float>, <8 x float>)
declare <16 x i64> @llvm.smin.v16i64(<16 x i64>, <16 x i64>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>, <4 x i64>)
declare <8 x i64> @llvm.smin.v8i64(<8 x i64>, <8 x i64>)
declare i64 @llvm.umin.i64(i64, i64)
define internal <8 x float> @totals.max.float32.8.8(ptr %vectors) nounwind noinline {
entry:
  %v79 = load <8 x float>, ptr %vectors
  %v80 = getelementptr <8 x float>, ptr %vectors, i64 1
  %v81 = load <8 x float>, ptr %v80
  %v82 = getelementptr <8 x float>, ptr %vectors, i64 2
  %v83 = load <8 x float>, ptr %v82
  %v84 = getelementptr <8 x float>, ptr %vectors, i64 3
  %v85 = load <8 x float>, ptr %v84
  %v86 = getelementptr <8 x float>, ptr %vectors, i64 4
  %v87 = load <8 x float>, ptr %v86
  %v88 = getelementptr <8 x float>, ptr %vectors, i64 5
  %v89 = load <8 x float>, ptr %v88
  %v90 = getelementptr <8 x float>, ptr %vectors, i64 6
  %v91 = load <8 x float>, ptr %v90
  %v92 = getelementptr <8 x float>, ptr %vectors, i64 7
  %v93 = load <8 x float>, ptr %v92
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
  ret <8 x float> %v114
}
define internal <8 x i64> @totals.min.int64.4.8(ptr %vectors) nounwind noinline {
entry:
  %v210 = load <4 x i64>, ptr %vectors
  %v211 = getelementptr <4 x i64>, ptr %vectors, i64 1
  %v212 = load <4 x i64>, ptr %v211
  %v213 = getelementptr <4 x i64>, ptr %vectors, i64 2
  %v214 = load <4 x i64>, ptr %v213
  %v215 = getelementptr <4 x i64>, ptr %vectors, i64 3
  %v216 = load <4 x i64>, ptr %v215
  %v217 = getelementptr <4 x i64>, ptr %vectors, i64 4
  %v218 = load <4 x i64>, ptr %v217
  %v219 = getelementptr <4 x i64>, ptr %vectors, i64 5
  %v220 = load <4 x i64>, ptr %v219
  %v221 = getelementptr <4 x i64>, ptr %vectors, i64 6
  %v222 = load <4 x i64>, ptr %v221
  %v223 = getelementptr <4 x i64>, ptr %vectors, i64 7
  %v224 = load <4 x i64>, ptr %v223
  %v225 = shufflevector <4 x i64> %v210, <4 x i64> %v214, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v226 = shufflevector <4 x i64> %v210, <4 x i64> %v214, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v227 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v225, <4 x i64> %v226)
  %v228 = shufflevector <4 x i64> %v212, <4 x i64> %v216, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v229 = shufflevector <4 x i64> %v212, <4 x i64> %v216, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v230 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v228, <4 x i64> %v229)
  %v231 = shufflevector <4 x i64> %v227, <4 x i64> %v230, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v232 = shufflevector <4 x i64> %v227, <4 x i64> %v230, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v233 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v231, <4 x i64> %v232)
  %v234 = shufflevector <4 x i64> %v218, <4 x i64> %v222, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v235 = shufflevector <4 x i64> %v218, <4 x i64> %v222, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v236 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v234, <4 x i64> %v235)
  %v237 = shufflevector <4 x i64> %v220, <4 x i64> %v224, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v238 = shufflevector <4 x i64> %v220, <4 x i64> %v224, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v239 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v237, <4 x i64> %v238)
  %v240 = shufflevector <4 x i64> %v236, <4 x i64> %v239, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v241 = shufflevector <4 x i64> %v236, <4 x i64> %v239, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v242 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v240, <4 x i64> %v241)
  %v243 = shufflevector <4 x i64> %v233, <4 x i64> %v242, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  ret <8 x i64> %v243
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 1
  %v2 = load i64, ptr %v1, align 8
  %v18 = alloca [8 x <8 x float>]
  %v30 = load ptr, ptr %buffers, align 8
  %v31 = load i64, ptr %table, align 8
  %v117 = alloca [1 x <8 x float>]
  %v118 = alloca [8 x <4 x i64>]
  %v144 = getelementptr i64, ptr %table, i64 2
  %v145 = load i64, ptr %v144, align 8
  %v246 = alloca [1 x <8 x i64>]
  %v253 = getelementptr ptr, ptr %buffers, i64 1
  %v254 = load ptr, ptr %v253, align 8
  %v256 = getelementptr ptr, ptr %buffers, i64 2
  %v257 = load ptr, ptr %v256, align 8
  %v3 = icmp sgt i64 1, %v2
  %v4 = select i1 %v3, i64 1, i64 %v2, !unpredictable !{}
  %v5 = sdiv i64 3072, %v4
  %v6 = icmp sgt i64 %v5, 1
  %v7 = select i1 %v6, i64 %v5, i64 1, !unpredictable !{}
  %v8 = icmp slt i64 8, %v7
  %v9 = select i1 %v8, i64 8, i64 %v7, !unpredictable !{}
  %v23 = and i64 %v2, -32
  %v49 = and i64 %v2, -8
  %v61 = sub nsw i64 %v2, %v49
  %v62 = call i64 @llvm.umin.i64(i64 %v61, i64 8)
  %v63 = trunc i64 %v62 to i32
  %v64 = insertelement <8 x i32> poison, i32 %v63, i64 0
  %v65 = shufflevector <8 x i32> %v64, <8 x i32> poison, <8 x i32> zeroinitializer
  %v66 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v65
  %v67 = icmp slt i64 %v49, %v2
  %v125 = and i64 %v2, -16
  %v146 = insertelement <16 x i64> poison, i64 %v145, i64 0
  %v147 = shufflevector <16 x i64> %v146, <16 x i64> poison, <16 x i32> zeroinitializer
  %v162 = and i64 %v2, -4
  %v177 = insertelement <4 x i64> poison, i64 %v145, i64 0
  %v178 = shufflevector <4 x i64> %v177, <4 x i64> poison, <4 x i32> zeroinitializer
  %v185 = sub nsw i64 %v2, %v162
  %v186 = call i64 @llvm.umin.i64(i64 %v185, i64 4)
  %v187 = trunc i64 %v186 to i32
  %v188 = insertelement <4 x i32> poison, i32 %v187, i64 0
  %v189 = shufflevector <4 x i32> %v188, <4 x i32> poison, <4 x i32> zeroinitializer
  %v190 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v189
  %v191 = icmp slt i64 %v162, %v2
  %v261 = icmp slt i64 %lo, %hi
  br i1 %v261, label %loop10, label %end11
loop10:
  %i12 = phi i64 [ %lo, %entry ], [ %v259, %end120 ]
  %v13 = add i64 %i12, %v9
  %v14 = icmp slt i64 %v13, %hi
  %v15 = select i1 %v14, i64 %v13, i64 %hi, !unpredictable !{}
  %v16 = sub nsw i64 %v15, %i12
  %v17 = add nsw i64 %i12, %v16
  %v78 = icmp slt i64 0, %v16
  br i1 %v78, label %loop19, label %end20
loop19:
  %i21 = phi i64 [ 0, %loop10 ], [ %v76, %join73 ]
  %v22 = add nsw i64 %i12, %i21
  %v24 = icmp slt i64 0, %v23
  %v32 = mul i64 %v22, %v31
  %v33 = getelementptr inbounds float, ptr %v30, i64 %v32
  br i1 %v24, label %whole25, label %join47
whole25:
  %v39 = icmp slt i64 0, %v23
  br i1 %v39, label %loop26, label %end27
loop26:
  %i28 = phi i64 [ 0, %whole25 ], [ %v37, %loop26 ]
  %p29 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole25 ], [ %v36, %loop26 ]
  %v34 = getelementptr inbounds float, ptr %v33, i64 %i28
  %v35 = load <32 x float>, ptr %v34, align 4
  %v36 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p29, <32 x float> %v35)
  %v37 = add nsw i64 %i28, 32
  %v38 = icmp slt i64 %v37, %v23
  br i1 %v38, label %loop26, label %end27
end27:
  %v40 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole25 ], [ %v36, %loop26 ]
  %v41 = shufflevector <32 x float> %v40, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v42 = shufflevector <32 x float> %v40, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v43 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v41, <16 x float> %v42)
  %v44 = shufflevector <16 x float> %v43, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v45 = shufflevector <16 x float> %v43, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v46 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v44, <8 x float> %v45)
  br label %join47
join47:
  %v48 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop19 ], [ %v46, %end27 ]
  %v59 = icmp slt i64 %v23, %v49
  br i1 %v59, label %loop50, label %end51
loop50:
  %i52 = phi i64 [ %v23, %join47 ], [ %v57, %loop50 ]
  %p53 = phi <8 x float> [ %v48, %join47 ], [ %v56, %loop50 ]
  %v54 = getelementptr inbounds float, ptr %v33, i64 %i52
  %v55 = load <8 x float>, ptr %v54, align 4
  %v56 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p53, <8 x float> %v55)
  %v57 = add nsw i64 %i52, 8
  %v58 = icmp slt i64 %v57, %v49
  br i1 %v58, label %loop50, label %end51
end51:
  %v60 = phi <8 x float> [ %v48, %join47 ], [ %v56, %loop50 ]
  br i1 %v67, label %rest68, label %join73
rest68:
  %v69 = getelementptr inbounds float, ptr %v33, i64 %v49
  %v70 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v69, <8 x i1> %v66, <8 x float> zeroinitializer)
  %v71 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v60, <8 x float> %v70)
  %v72 = select <8 x i1> %v66, <8 x float> %v71, <8 x float> %v60
  br label %join73
join73:
  %v74 = phi <8 x float> [ %v60, %end51 ], [ %v72, %rest68 ]
  %v75 = getelementptr <8 x float>, ptr %v18, i64 %i21
  store <8 x float> %v74, ptr %v75
  %v76 = add nsw i64 %i21, 1
  %v77 = icmp slt i64 %v76, %v16
  br i1 %v77, label %loop19, label %end20
end20:
  %v115 = call <8 x float> @totals.max.float32.8.8(ptr %v18)
  %v116 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> splat (float 0xFFF0000000000000), <8 x float> %v115)
  store <8 x float> %v116, ptr %v117
  %v209 = icmp slt i64 0, %v16
  br i1 %v209, label %loop119, label %end120
loop119:
  %i121 = phi i64 [ 0, %end20 ], [ %v207, %join204 ]
  %v122 = add nsw i64 %i12, %i121
  %v123 = getelementptr float, ptr %v117, i64 %i121
  %v124 = load float, ptr %v123
  %v126 = icmp slt i64 0, %v125
  %v132 = mul i64 %v122, %v31
  %v133 = getelementptr inbounds float, ptr %v30, i64 %v132
  %v136 = insertelement <16 x float> poison, float %v124, i64 0
  %v137 = shufflevector <16 x float> %v136, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %v126, label %whole127, label %join160
whole127:
  %v152 = icmp slt i64 0, %v125
  br i1 %v152, label %loop128, label %end129
loop128:
  %i130 = phi i64 [ 0, %whole127 ], [ %v150, %loop128 ]
  %p131 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole127 ], [ %v149, %loop128 ]
  %v134 = getelementptr inbounds float, ptr %v133, i64 %i130
  %v135 = load <16 x float>, ptr %v134, align 4
  %v138 = fcmp oeq <16 x float> %v135, %v137
  %v139 = fcmp une <16 x float> %v135, %v135
  %v140 = or <16 x i1> %v138, %v139
  %v141 = insertelement <16 x i64> poison, i64 %i130, i64 0
  %v142 = shufflevector <16 x i64> %v141, <16 x i64> poison, <16 x i32> zeroinitializer
  %v143 = add <16 x i64> %v142, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v148 = select <16 x i1> %v140, <16 x i64> %v143, <16 x i64> %v147
  %v149 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p131, <16 x i64> %v148)
  %v150 = add nsw i64 %i130, 16
  %v151 = icmp slt i64 %v150, %v125
  br i1 %v151, label %loop128, label %end129
end129:
  %v153 = phi <16 x i64> [ splat (i64 9223372036854775807), %whole127 ], [ %v149, %loop128 ]
  %v154 = shufflevector <16 x i64> %v153, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v155 = shufflevector <16 x i64> %v153, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v156 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v154, <8 x i64> %v155)
  %v157 = shufflevector <8 x i64> %v156, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v158 = shufflevector <8 x i64> %v156, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v159 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v157, <4 x i64> %v158)
  br label %join160
join160:
  %v161 = phi <4 x i64> [ splat (i64 9223372036854775807), %loop119 ], [ %v159, %end129 ]
  %v169 = insertelement <4 x float> poison, float %v124, i64 0
  %v170 = shufflevector <4 x float> %v169, <4 x float> poison, <4 x i32> zeroinitializer
  %v183 = icmp slt i64 %v125, %v162
  br i1 %v183, label %loop163, label %end164
loop163:
  %i165 = phi i64 [ %v125, %join160 ], [ %v181, %loop163 ]
  %p166 = phi <4 x i64> [ %v161, %join160 ], [ %v180, %loop163 ]
  %v167 = getelementptr inbounds float, ptr %v133, i64 %i165
  %v168 = load <4 x float>, ptr %v167, align 4
  %v171 = fcmp oeq <4 x float> %v168, %v170
  %v172 = fcmp une <4 x float> %v168, %v168
  %v173 = or <4 x i1> %v171, %v172
  %v174 = insertelement <4 x i64> poison, i64 %i165, i64 0
  %v175 = shufflevector <4 x i64> %v174, <4 x i64> poison, <4 x i32> zeroinitializer
  %v176 = add <4 x i64> %v175, <i64 0, i64 1, i64 2, i64 3>
  %v179 = select <4 x i1> %v173, <4 x i64> %v176, <4 x i64> %v178
  %v180 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p166, <4 x i64> %v179)
  %v181 = add nsw i64 %i165, 4
  %v182 = icmp slt i64 %v181, %v162
  br i1 %v182, label %loop163, label %end164
end164:
  %v184 = phi <4 x i64> [ %v161, %join160 ], [ %v180, %loop163 ]
  br i1 %v191, label %rest192, label %join204
rest192:
  %v193 = getelementptr inbounds float, ptr %v133, i64 %v162
  %v194 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v193, <4 x i1> %v190, <4 x float> zeroinitializer)
  %v195 = fcmp oeq <4 x float> %v194, %v170
  %v196 = fcmp une <4 x float> %v194, %v194
  %v197 = or <4 x i1> %v195, %v196
  %v198 = insertelement <4 x i64> poison, i64 %v162, i64 0
  %v199 = shufflevector <4 x i64> %v198, <4 x i64> poison, <4 x i32> zeroinitializer
  %v200 = add <4 x i64> %v199, <i64 0, i64 1, i64 2, i64 3>
  %v201 = select <4 x i1> %v197, <4 x i64> %v200, <4 x i64> %v178
  %v202 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v184, <4 x i64> %v201)
  %v203 = select <4 x i1> %v190, <4 x i64> %v202, <4 x i64> %v184
  br label %join204
join204:
  %v205 = phi <4 x i64> [ %v184, %end164 ], [ %v203, %rest192 ]
  %v206 = getelementptr <4 x i64>, ptr %v118, i64 %i121
  store <4 x i64> %v205, ptr %v206
  %v207 = add nsw i64 %i121, 1
  %v208 = icmp slt i64 %v207, %v16
  br i1 %v208, label %loop119, label %end120
end120:
  %v244 = call <8 x i64> @totals.min.int64.4.8(ptr %v118)
  %v245 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> splat (i64 9223372036854775807), <8 x i64> %v244)
  store <8 x i64> %v245, ptr %v246
  %v247 = sub nsw i64 %v17, %i12
  %v248 = call i64 @llvm.umin.i64(i64 %v247, i64 8)
  %v249 = trunc i64 %v248 to i32
  %v250 = insertelement <8 x i32> poison, i32 %v249, i64 0
  %v251 = shufflevector <8 x i32> %v250, <8 x i32> poison, <8 x i32> zeroinitializer
  %v252 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v251
  %v255 = getelementptr inbounds i64, ptr %v254, i64 %i12
  call void @llvm.masked.store.v8i64.p0(<8 x i64> %v245, ptr align 8 %v255, <8 x i1> %v252)
  %v258 = getelementptr inbounds float, ptr %v257, i64 %i12
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v116, ptr align 4 %v258, <8 x i1> %v252)
  %v259 = add nsw i64 %i12, %v9
  %v260 = icmp slt i64 %v259, %hi
  br i1 %v260, label %loop10, label %end11
end11:
  ret void
}
