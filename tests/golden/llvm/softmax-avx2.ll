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
  %v178 = load <8 x float>, ptr %vectors
  %v179 = getelementptr <8 x float>, ptr %vectors, i64 1
  %v180 = load <8 x float>, ptr %v179
  %v181 = getelementptr <8 x float>, ptr %vectors, i64 2
  %v182 = load <8 x float>, ptr %v181
  %v183 = getelementptr <8 x float>, ptr %vectors, i64 3
  %v184 = load <8 x float>, ptr %v183
  %v185 = getelementptr <8 x float>, ptr %vectors, i64 4
  %v186 = load <8 x float>, ptr %v185
  %v187 = getelementptr <8 x float>, ptr %vectors, i64 5
  %v188 = load <8 x float>, ptr %v187
  %v189 = getelementptr <8 x float>, ptr %vectors, i64 6
  %v190 = load <8 x float>, ptr %v189
  %v191 = getelementptr <8 x float>, ptr %vectors, i64 7
  %v192 = load <8 x float>, ptr %v191
  %v193 = shufflevector <8 x float> %v178, <8 x float> %v186, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v194 = shufflevector <8 x float> %v178, <8 x float> %v186, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v195 = fadd <8 x float> %v193, %v194
  %v196 = shufflevector <8 x float> %v180, <8 x float> %v188, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v197 = shufflevector <8 x float> %v180, <8 x float> %v188, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v198 = fadd <8 x float> %v196, %v197
  %v199 = shufflevector <8 x float> %v182, <8 x float> %v190, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v200 = shufflevector <8 x float> %v182, <8 x float> %v190, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v201 = fadd <8 x float> %v199, %v200
  %v202 = shufflevector <8 x float> %v184, <8 x float> %v192, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v203 = shufflevector <8 x float> %v184, <8 x float> %v192, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v204 = fadd <8 x float> %v202, %v203
  %v205 = shufflevector <8 x float> %v195, <8 x float> %v198, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v206 = shufflevector <8 x float> %v195, <8 x float> %v198, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v207 = fadd <8 x float> %v205, %v206
  %v208 = shufflevector <8 x float> %v201, <8 x float> %v204, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v209 = shufflevector <8 x float> %v201, <8 x float> %v204, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v210 = fadd <8 x float> %v208, %v209
  %v211 = shufflevector <8 x float> %v207, <8 x float> %v210, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v212 = shufflevector <8 x float> %v207, <8 x float> %v210, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v213 = fadd <8 x float> %v211, %v212
  ret <8 x float> %v213
}
define internal <8 x float> @totals.max.float32.8.8(ptr %vectors) nounwind noinline {
entry:
  %v74 = load <8 x float>, ptr %vectors
  %v75 = getelementptr <8 x float>, ptr %vectors, i64 1
  %v76 = load <8 x float>, ptr %v75
  %v77 = getelementptr <8 x float>, ptr %vectors, i64 2
  %v78 = load <8 x float>, ptr %v77
  %v79 = getelementptr <8 x float>, ptr %vectors, i64 3
  %v80 = load <8 x float>, ptr %v79
  %v81 = getelementptr <8 x float>, ptr %vectors, i64 4
  %v82 = load <8 x float>, ptr %v81
  %v83 = getelementptr <8 x float>, ptr %vectors, i64 5
  %v84 = load <8 x float>, ptr %v83
  %v85 = getelementptr <8 x float>, ptr %vectors, i64 6
  %v86 = load <8 x float>, ptr %v85
  %v87 = getelementptr <8 x float>, ptr %vectors, i64 7
  %v88 = load <8 x float>, ptr %v87
  %v89 = shufflevector <8 x float> %v74, <8 x float> %v82, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v90 = shufflevector <8 x float> %v74, <8 x float> %v82, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v91 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v89, <8 x float> %v90)
  %v92 = shufflevector <8 x float> %v76, <8 x float> %v84, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v93 = shufflevector <8 x float> %v76, <8 x float> %v84, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v94 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v92, <8 x float> %v93)
  %v95 = shufflevector <8 x float> %v78, <8 x float> %v86, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v96 = shufflevector <8 x float> %v78, <8 x float> %v86, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v97 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v95, <8 x float> %v96)
  %v98 = shufflevector <8 x float> %v80, <8 x float> %v88, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %v99 = shufflevector <8 x float> %v80, <8 x float> %v88, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %v100 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v98, <8 x float> %v99)
  %v101 = shufflevector <8 x float> %v91, <8 x float> %v94, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v102 = shufflevector <8 x float> %v91, <8 x float> %v94, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v103 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v101, <8 x float> %v102)
  %v104 = shufflevector <8 x float> %v97, <8 x float> %v100, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %v105 = shufflevector <8 x float> %v97, <8 x float> %v100, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %v106 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v104, <8 x float> %v105)
  %v107 = shufflevector <8 x float> %v103, <8 x float> %v106, <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
  %v108 = shufflevector <8 x float> %v103, <8 x float> %v106, <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
  %v109 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v107, <8 x float> %v108)
  ret <8 x float> %v109
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 1
  %v2 = load i64, ptr %v1, align 8
  %v13 = alloca [8 x <8 x float>]
  %v25 = load ptr, ptr %buffers, align 8
  %v26 = load i64, ptr %table, align 8
  %v112 = alloca [1 x <8 x float>]
  %v113 = alloca [8 x <8 x float>]
  %v135 = alloca [3072 x float], align 64
  %v216 = alloca [1 x <8 x float>]
  %v223 = getelementptr i64, ptr %table, i64 3
  %v224 = load float, ptr %v223, align 8
  %v228 = alloca [1 x <8 x float>]
  %v250 = getelementptr ptr, ptr %buffers, i64 1
  %v251 = load ptr, ptr %v250, align 8
  %v252 = getelementptr i64, ptr %table, i64 2
  %v253 = load i64, ptr %v252, align 8
  %v3 = icmp sle i64 %v2, 384
  %v18 = and i64 %v2, -32
  %v44 = and i64 %v2, -8
  %v56 = sub nsw i64 %v2, %v44
  %v57 = call i64 @llvm.umin.i64(i64 %v56, i64 8)
  %v58 = trunc i64 %v57 to i32
  %v59 = insertelement <8 x i32> poison, i32 %v58, i64 0
  %v60 = shufflevector <8 x i32> %v59, <8 x i32> poison, <8 x i32> zeroinitializer
  %v61 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v60
  %v62 = icmp slt i64 %v44, %v2
  %v120 = and i64 %v2, -16
  %v225 = insertelement <8 x float> poison, float %v224, i64 0
  %v226 = shufflevector <8 x float> %v225, <8 x float> poison, <8 x i32> zeroinitializer
  %v239 = and i64 %v2, -8
  %v260 = sub nsw i64 %v2, %v239
  %v261 = call i64 @llvm.umin.i64(i64 %v260, i64 8)
  %v262 = trunc i64 %v261 to i32
  %v263 = insertelement <8 x i32> poison, i32 %v262, i64 0
  %v264 = shufflevector <8 x i32> %v263, <8 x i32> poison, <8 x i32> zeroinitializer
  %v265 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v264
  %v266 = icmp slt i64 %v239, %v2
  br i1 %v3, label %then4, label %join279
then4:
  %v278 = icmp slt i64 %lo, %hi
  br i1 %v278, label %loop5, label %end6
loop5:
  %i7 = phi i64 [ %lo, %then4 ], [ %v276, %end230 ]
  %v8 = add i64 %i7, 8
  %v9 = icmp slt i64 %v8, %hi
  %v10 = select i1 %v9, i64 %v8, i64 %hi, !unpredictable !{}
  %v11 = sub nsw i64 %v10, %i7
  %v12 = add nsw i64 %i7, %v11
  %v73 = icmp slt i64 0, %v11
  br i1 %v73, label %loop14, label %end15
loop14:
  %i16 = phi i64 [ 0, %loop5 ], [ %v71, %join68 ]
  %v17 = add nsw i64 %i7, %i16
  %v19 = icmp slt i64 0, %v18
  %v27 = mul i64 %v17, %v26
  %v28 = getelementptr inbounds float, ptr %v25, i64 %v27
  br i1 %v19, label %whole20, label %join42
whole20:
  %v34 = icmp slt i64 0, %v18
  br i1 %v34, label %loop21, label %end22
loop21:
  %i23 = phi i64 [ 0, %whole20 ], [ %v32, %loop21 ]
  %p24 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole20 ], [ %v31, %loop21 ]
  %v29 = getelementptr inbounds float, ptr %v28, i64 %i23
  %v30 = load <32 x float>, ptr %v29, align 4
  %v31 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p24, <32 x float> %v30)
  %v32 = add nsw i64 %i23, 32
  %v33 = icmp slt i64 %v32, %v18
  br i1 %v33, label %loop21, label %end22
end22:
  %v35 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole20 ], [ %v31, %loop21 ]
  %v36 = shufflevector <32 x float> %v35, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v37 = shufflevector <32 x float> %v35, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v38 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v36, <16 x float> %v37)
  %v39 = shufflevector <16 x float> %v38, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v40 = shufflevector <16 x float> %v38, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v41 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v39, <8 x float> %v40)
  br label %join42
join42:
  %v43 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop14 ], [ %v41, %end22 ]
  %v54 = icmp slt i64 %v18, %v44
  br i1 %v54, label %loop45, label %end46
loop45:
  %i47 = phi i64 [ %v18, %join42 ], [ %v52, %loop45 ]
  %p48 = phi <8 x float> [ %v43, %join42 ], [ %v51, %loop45 ]
  %v49 = getelementptr inbounds float, ptr %v28, i64 %i47
  %v50 = load <8 x float>, ptr %v49, align 4
  %v51 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p48, <8 x float> %v50)
  %v52 = add nsw i64 %i47, 8
  %v53 = icmp slt i64 %v52, %v44
  br i1 %v53, label %loop45, label %end46
end46:
  %v55 = phi <8 x float> [ %v43, %join42 ], [ %v51, %loop45 ]
  br i1 %v62, label %rest63, label %join68
rest63:
  %v64 = getelementptr inbounds float, ptr %v28, i64 %v44
  %v65 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v64, <8 x i1> %v61, <8 x float> zeroinitializer)
  %v66 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v55, <8 x float> %v65)
  %v67 = select <8 x i1> %v61, <8 x float> %v66, <8 x float> %v55
  br label %join68
join68:
  %v69 = phi <8 x float> [ %v55, %end46 ], [ %v67, %rest63 ]
  %v70 = getelementptr <8 x float>, ptr %v13, i64 %i16
  store <8 x float> %v69, ptr %v70
  %v71 = add nsw i64 %i16, 1
  %v72 = icmp slt i64 %v71, %v11
  br i1 %v72, label %loop14, label %end15
end15:
  %v110 = call <8 x float> @totals.max.float32.8.8(ptr %v13)
  %v111 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> splat (float 0xFFF0000000000000), <8 x float> %v110)
  store <8 x float> %v111, ptr %v112
  %v136 = mul i64 %i7, -384
  %v137 = getelementptr inbounds float, ptr %v135, i64 %v136
  %v177 = icmp slt i64 0, %v11
  br i1 %v177, label %loop114, label %end115
loop114:
  %i116 = phi i64 [ 0, %end15 ], [ %v175, %end152 ]
  %v117 = add nsw i64 %i7, %i116
  %v118 = getelementptr float, ptr %v112, i64 %i116
  %v119 = load float, ptr %v118
  %v121 = icmp slt i64 0, %v120
  %v127 = mul i64 %v117, %v26
  %v128 = getelementptr inbounds float, ptr %v25, i64 %v127
  %v131 = insertelement <16 x float> poison, float %v119, i64 0
  %v132 = shufflevector <16 x float> %v131, <16 x float> poison, <16 x i32> zeroinitializer
  %v138 = mul i64 %v117, 384
  %v139 = getelementptr inbounds float, ptr %v137, i64 %v138
  br i1 %v121, label %whole122, label %join149
whole122:
  %v144 = icmp slt i64 0, %v120
  br i1 %v144, label %loop123, label %end124
loop123:
  %i125 = phi i64 [ 0, %whole122 ], [ %v142, %loop123 ]
  %p126 = phi <16 x float> [ splat (float 0x8000000000000000), %whole122 ], [ %v141, %loop123 ]
  %v129 = getelementptr inbounds float, ptr %v128, i64 %i125
  %v130 = load <16 x float>, ptr %v129, align 4
  %v133 = fsub <16 x float> %v130, %v132
  %v134 = call <16 x float> @each.expf.16(<16 x float> %v133)
  %v140 = getelementptr inbounds float, ptr %v139, i64 %i125
  store <16 x float> %v134, ptr %v140, align 4
  %v141 = fadd <16 x float> %p126, %v134
  %v142 = add nsw i64 %i125, 16
  %v143 = icmp slt i64 %v142, %v120
  br i1 %v143, label %loop123, label %end124
end124:
  %v145 = phi <16 x float> [ splat (float 0x8000000000000000), %whole122 ], [ %v141, %loop123 ]
  %v146 = shufflevector <16 x float> %v145, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v147 = shufflevector <16 x float> %v145, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v148 = fadd <8 x float> %v146, %v147
  br label %join149
join149:
  %v150 = phi <8 x float> [ splat (float 0x8000000000000000), %loop114 ], [ %v148, %end124 ]
  %v163 = insertelement <8 x float> poison, float %v119, i64 0
  %v164 = shufflevector <8 x float> %v163, <8 x float> poison, <8 x i32> zeroinitializer
  %v172 = icmp slt i64 %v120, %v2
  br i1 %v172, label %loop151, label %end152
loop151:
  %i153 = phi i64 [ %v120, %join149 ], [ %v170, %loop151 ]
  %p154 = phi <8 x float> [ %v150, %join149 ], [ %v169, %loop151 ]
  %v155 = sub nsw i64 %v2, %i153
  %v156 = call i64 @llvm.umin.i64(i64 %v155, i64 8)
  %v157 = trunc i64 %v156 to i32
  %v158 = insertelement <8 x i32> poison, i32 %v157, i64 0
  %v159 = shufflevector <8 x i32> %v158, <8 x i32> poison, <8 x i32> zeroinitializer
  %v160 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v159
  %v161 = getelementptr inbounds float, ptr %v128, i64 %i153
  %v162 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v161, <8 x i1> %v160, <8 x float> zeroinitializer)
  %v165 = fsub <8 x float> %v162, %v164
  %v166 = call <8 x float> @each.expf.8(<8 x float> %v165)
  %v167 = getelementptr inbounds float, ptr %v139, i64 %i153
  store <8 x float> %v166, ptr %v167, align 4
  %v168 = fadd <8 x float> %p154, %v166
  %v169 = select <8 x i1> %v160, <8 x float> %v168, <8 x float> %p154
  %v170 = add nsw i64 %i153, 8
  %v171 = icmp slt i64 %v170, %v2
  br i1 %v171, label %loop151, label %end152
end152:
  %v173 = phi <8 x float> [ %v150, %join149 ], [ %v169, %loop151 ]
  %v174 = getelementptr <8 x float>, ptr %v113, i64 %i116
  store <8 x float> %v173, ptr %v174
  %v175 = add nsw i64 %i116, 1
  %v176 = icmp slt i64 %v175, %v11
  br i1 %v176, label %loop114, label %end115
end115:
  %v214 = call <8 x float> @totals.add.float32.8.8(ptr %v113)
  %v215 = fadd <8 x float> splat (float 0x0000000000000000), %v214
  store <8 x float> %v215, ptr %v216
  %v217 = sub nsw i64 %v12, %i7
  %v218 = call i64 @llvm.umin.i64(i64 %v217, i64 8)
  %v219 = trunc i64 %v218 to i32
  %v220 = insertelement <8 x i32> poison, i32 %v219, i64 0
  %v221 = shufflevector <8 x i32> %v220, <8 x i32> poison, <8 x i32> zeroinitializer
  %v222 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v221
  %v227 = fdiv <8 x float> %v226, %v215
  store <8 x float> %v227, ptr %v228
  %v275 = icmp slt i64 0, %v11
  br i1 %v275, label %loop229, label %end230
loop229:
  %i231 = phi i64 [ 0, %end115 ], [ %v273, %join272 ]
  %v232 = add nsw i64 %i7, %i231
  %v233 = getelementptr float, ptr %v112, i64 %i231
  %v234 = load float, ptr %v233
  %v235 = getelementptr float, ptr %v216, i64 %i231
  %v236 = load float, ptr %v235
  %v237 = getelementptr float, ptr %v228, i64 %i231
  %v238 = load float, ptr %v237
  %v243 = mul i64 %v232, 384
  %v244 = getelementptr inbounds float, ptr %v137, i64 %v243
  %v247 = insertelement <8 x float> poison, float %v238, i64 0
  %v248 = shufflevector <8 x float> %v247, <8 x float> poison, <8 x i32> zeroinitializer
  %v254 = mul i64 %v232, %v253
  %v255 = getelementptr inbounds float, ptr %v251, i64 %v254
  %v259 = icmp slt i64 0, %v239
  br i1 %v259, label %loop240, label %end241
loop240:
  %i242 = phi i64 [ 0, %loop229 ], [ %v257, %loop240 ]
  %v245 = getelementptr inbounds float, ptr %v244, i64 %i242
  %v246 = load <8 x float>, ptr %v245, align 4
  %v249 = fmul <8 x float> %v246, %v248
  %v256 = getelementptr inbounds float, ptr %v255, i64 %i242
  store <8 x float> %v249, ptr %v256, align 4
  %v257 = add nsw i64 %i242, 8
  %v258 = icmp slt i64 %v257, %v239
  br i1 %v258, label %loop240, label %end241
end241:
  br i1 %v266, label %rest267, label %join272
rest267:
  %v268 = getelementptr inbounds float, ptr %v244, i64 %v239
  %v269 = load <8 x float>, ptr %v268, align 4
  %v270 = fmul <8 x float> %v269, %v248
  %v271 = getelementptr inbounds float, ptr %v255, i64 %v239
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v270, ptr align 4 %v271, <8 x i1> %v265)
  br label %join272
join272:
  %v273 = add nsw i64 %i231, 1
  %v274 = icmp slt i64 %v273, %v11
  br i1 %v274, label %loop229, label %end230
end230:
  %v276 = add nsw i64 %i7, 8
  %v277 = icmp slt i64 %v276, %hi
  br i1 %v277, label %loop5, label %end6
end6:
  br label %join279
join279:
  %v280 = xor i1 %v3, true
  %v388 = and i64 %v2, -8
  %v402 = sub nsw i64 %v2, %v388
  %v403 = call i64 @llvm.umin.i64(i64 %v402, i64 8)
  %v404 = trunc i64 %v403 to i32
  %v405 = insertelement <8 x i32> poison, i32 %v404, i64 0
  %v406 = shufflevector <8 x i32> %v405, <8 x i32> poison, <8 x i32> zeroinitializer
  %v407 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v406
  %v408 = icmp slt i64 %v388, %v2
  br i1 %v280, label %then281, label %join418
then281:
  %v417 = icmp slt i64 %lo, %hi
  br i1 %v417, label %loop282, label %end283
loop282:
  %i284 = phi i64 [ %lo, %then281 ], [ %v415, %join414 ]
  %v285 = and i64 %v2, -32
  %v286 = icmp slt i64 0, %v285
  %v292 = mul i64 %i284, %v26
  %v293 = getelementptr inbounds float, ptr %v25, i64 %v292
  br i1 %v286, label %whole287, label %join307
whole287:
  %v299 = icmp slt i64 0, %v285
  br i1 %v299, label %loop288, label %end289
loop288:
  %i290 = phi i64 [ 0, %whole287 ], [ %v297, %loop288 ]
  %p291 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole287 ], [ %v296, %loop288 ]
  %v294 = getelementptr inbounds float, ptr %v293, i64 %i290
  %v295 = load <32 x float>, ptr %v294, align 4
  %v296 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p291, <32 x float> %v295)
  %v297 = add nsw i64 %i290, 32
  %v298 = icmp slt i64 %v297, %v285
  br i1 %v298, label %loop288, label %end289
end289:
  %v300 = phi <32 x float> [ splat (float 0xFFF0000000000000), %whole287 ], [ %v296, %loop288 ]
  %v301 = shufflevector <32 x float> %v300, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v302 = shufflevector <32 x float> %v300, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v303 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v301, <16 x float> %v302)
  %v304 = shufflevector <16 x float> %v303, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v305 = shufflevector <16 x float> %v303, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v306 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v304, <8 x float> %v305)
  br label %join307
join307:
  %v308 = phi <8 x float> [ splat (float 0xFFF0000000000000), %loop282 ], [ %v306, %end289 ]
  %v325 = icmp slt i64 %v285, %v2
  br i1 %v325, label %loop309, label %end310
loop309:
  %i311 = phi i64 [ %v285, %join307 ], [ %v323, %loop309 ]
  %p312 = phi <8 x float> [ %v308, %join307 ], [ %v322, %loop309 ]
  %v313 = sub nsw i64 %v2, %i311
  %v314 = call i64 @llvm.umin.i64(i64 %v313, i64 8)
  %v315 = trunc i64 %v314 to i32
  %v316 = insertelement <8 x i32> poison, i32 %v315, i64 0
  %v317 = shufflevector <8 x i32> %v316, <8 x i32> poison, <8 x i32> zeroinitializer
  %v318 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v317
  %v319 = getelementptr inbounds float, ptr %v293, i64 %i311
  %v320 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v319, <8 x i1> %v318, <8 x float> zeroinitializer)
  %v321 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p312, <8 x float> %v320)
  %v322 = select <8 x i1> %v318, <8 x float> %v321, <8 x float> %p312
  %v323 = add nsw i64 %i311, 8
  %v324 = icmp slt i64 %v323, %v2
  br i1 %v324, label %loop309, label %end310
end310:
  %v326 = phi <8 x float> [ %v308, %join307 ], [ %v322, %loop309 ]
  %v327 = shufflevector <8 x float> %v326, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v328 = shufflevector <8 x float> %v326, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v329 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v327, <4 x float> %v328)
  %v330 = shufflevector <4 x float> %v329, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v331 = shufflevector <4 x float> %v329, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v332 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v330, <2 x float> %v331)
  %v333 = extractelement <2 x float> %v332, i64 0
  %v334 = extractelement <2 x float> %v332, i64 1
  %v335 = call nsz float @llvm.maximum.f32(float %v333, float %v334)
  %v336 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v335)
  %v337 = and i64 %v2, -16
  %v338 = icmp slt i64 0, %v337
  %v346 = insertelement <16 x float> poison, float %v336, i64 0
  %v347 = shufflevector <16 x float> %v346, <16 x float> poison, <16 x i32> zeroinitializer
  %v350 = mul i64 %i284, %v253
  %v351 = getelementptr inbounds float, ptr %v251, i64 %v350
  br i1 %v338, label %whole339, label %join361
whole339:
  %v356 = icmp slt i64 0, %v337
  br i1 %v356, label %loop340, label %end341
loop340:
  %i342 = phi i64 [ 0, %whole339 ], [ %v354, %loop340 ]
  %p343 = phi <16 x float> [ splat (float 0x8000000000000000), %whole339 ], [ %v353, %loop340 ]
  %v344 = getelementptr inbounds float, ptr %v293, i64 %i342
  %v345 = load <16 x float>, ptr %v344, align 4
  %v348 = fsub <16 x float> %v345, %v347
  %v349 = call <16 x float> @each.expf.16(<16 x float> %v348)
  %v352 = getelementptr inbounds float, ptr %v351, i64 %i342
  store <16 x float> %v349, ptr %v352, align 4
  %v353 = fadd <16 x float> %p343, %v349
  %v354 = add nsw i64 %i342, 16
  %v355 = icmp slt i64 %v354, %v337
  br i1 %v355, label %loop340, label %end341
end341:
  %v357 = phi <16 x float> [ splat (float 0x8000000000000000), %whole339 ], [ %v353, %loop340 ]
  %v358 = shufflevector <16 x float> %v357, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v359 = shufflevector <16 x float> %v357, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v360 = fadd <8 x float> %v358, %v359
  br label %join361
join361:
  %v362 = phi <8 x float> [ splat (float 0x8000000000000000), %end310 ], [ %v360, %end341 ]
  %v375 = insertelement <8 x float> poison, float %v336, i64 0
  %v376 = shufflevector <8 x float> %v375, <8 x float> poison, <8 x i32> zeroinitializer
  %v384 = icmp slt i64 %v337, %v2
  br i1 %v384, label %loop363, label %end364
loop363:
  %i365 = phi i64 [ %v337, %join361 ], [ %v382, %loop363 ]
  %p366 = phi <8 x float> [ %v362, %join361 ], [ %v381, %loop363 ]
  %v367 = sub nsw i64 %v2, %i365
  %v368 = call i64 @llvm.umin.i64(i64 %v367, i64 8)
  %v369 = trunc i64 %v368 to i32
  %v370 = insertelement <8 x i32> poison, i32 %v369, i64 0
  %v371 = shufflevector <8 x i32> %v370, <8 x i32> poison, <8 x i32> zeroinitializer
  %v372 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v371
  %v373 = getelementptr inbounds float, ptr %v293, i64 %i365
  %v374 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v373, <8 x i1> %v372, <8 x float> zeroinitializer)
  %v377 = fsub <8 x float> %v374, %v376
  %v378 = call <8 x float> @each.expf.8(<8 x float> %v377)
  %v379 = getelementptr inbounds float, ptr %v351, i64 %i365
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v378, ptr align 4 %v379, <8 x i1> %v372)
  %v380 = fadd <8 x float> %p366, %v378
  %v381 = select <8 x i1> %v372, <8 x float> %v380, <8 x float> %p366
  %v382 = add nsw i64 %i365, 8
  %v383 = icmp slt i64 %v382, %v2
  br i1 %v383, label %loop363, label %end364
end364:
  %v385 = phi <8 x float> [ %v362, %join361 ], [ %v381, %loop363 ]
  %v386 = call reassoc float @llvm.vector.reduce.fadd.v8f32(float 0x8000000000000000, <8 x float> %v385)
  %v387 = fadd float 0x0000000000000000, %v386
  %v392 = fdiv float %v224, %v387
  %v395 = insertelement <8 x float> poison, float %v392, i64 0
  %v396 = shufflevector <8 x float> %v395, <8 x float> poison, <8 x i32> zeroinitializer
  %v401 = icmp slt i64 0, %v388
  br i1 %v401, label %loop389, label %end390
loop389:
  %i391 = phi i64 [ 0, %end364 ], [ %v399, %loop389 ]
  %v393 = getelementptr inbounds float, ptr %v351, i64 %i391
  %v394 = load <8 x float>, ptr %v393, align 4
  %v397 = fmul <8 x float> %v394, %v396
  %v398 = getelementptr inbounds float, ptr %v351, i64 %i391
  store <8 x float> %v397, ptr %v398, align 4
  %v399 = add nsw i64 %i391, 8
  %v400 = icmp slt i64 %v399, %v388
  br i1 %v400, label %loop389, label %end390
end390:
  br i1 %v408, label %rest409, label %join414
rest409:
  %v410 = getelementptr inbounds float, ptr %v351, i64 %v388
  %v411 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v410, <8 x i1> %v407, <8 x float> zeroinitializer)
  %v412 = fmul <8 x float> %v411, %v396
  %v413 = getelementptr inbounds float, ptr %v351, i64 %v388
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v412, ptr align 4 %v413, <8 x i1> %v407)
  br label %join414
join414:
  %v415 = add nsw i64 %i284, 1
  %v416 = icmp slt i64 %v415, %hi
  br i1 %v416, label %loop282, label %end283
end283:
  br label %join418
join418:
  ret void
}
