target triple = "x86_64-linux"
declare float @expf(float)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, <16 x i1>)
declare float @llvm.maximum.f32(float, float)
declare <16 x float> @llvm.maximum.v16f32(<16 x float>, <16 x float>)
declare <2 x float> @llvm.maximum.v2f32(<2 x float>, <2 x float>)
declare <32 x float> @llvm.maximum.v32f32(<32 x float>, <32 x float>)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>)
declare <64 x float> @llvm.maximum.v64f32(<64 x float>, <64 x float>)
declare <8 x float> @llvm.maximum.v8f32(<8 x float>, <8 x float>)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare float @llvm.vector.reduce.fadd.v16f32(float, <16 x float>)
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
define internal <32 x float> @each.expf.32(<32 x float> %a0) nounwind noinline {
entry:
  %m0 = alloca <32 x float>
  store <32 x float> %a0, ptr %m0
  br label %lane
lane:
  %i = phi i64 [ 0, %entry ], [ %next, %lane ]
  %p0 = getelementptr float, ptr %m0, i64 %i
  %x0 = load float, ptr %p0
  %y = call float @expf(float %x0)
  store float %y, ptr %p0
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 32
  br i1 %more, label %lane, label %done
done:
  %r = load <32 x float>, ptr %m0
  ret <32 x float> %r
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 1
  %v2 = load i64, ptr %v1, align 8
  %v13 = alloca [16 x <16 x float>]
  %v27 = getelementptr ptr, ptr %buffers, i64 0
  %v28 = load ptr, ptr %v27, align 8
  %v29 = getelementptr i64, ptr %table, i64 0
  %v30 = load i64, ptr %v29, align 8
  %v158 = alloca [1 x <16 x float>]
  %v159 = alloca [16 x <16 x float>]
  %v183 = alloca [6144 x float], align 64
  %v317 = alloca [1 x <16 x float>]
  %v324 = getelementptr i64, ptr %table, i64 3
  %v325 = load float, ptr %v324, align 8
  %v329 = alloca [1 x <16 x float>]
  %v353 = getelementptr ptr, ptr %buffers, i64 1
  %v354 = load ptr, ptr %v353, align 8
  %v355 = getelementptr i64, ptr %table, i64 2
  %v356 = load i64, ptr %v355, align 8
  %v3 = icmp sle i64 %v2, 384
  %v4 = xor i1 %v3, true
  %v18 = sub nsw i64 %v2, 0
  %v19 = and i64 %v18, -64
  %v20 = add nsw i64 0, %v19
  %v48 = sub nsw i64 %v2, 0
  %v49 = and i64 %v48, -16
  %v50 = add nsw i64 0, %v49
  %v62 = sub nsw i64 %v2, %v50
  %v63 = call i64 @llvm.umin.i64(i64 %v62, i64 16)
  %v64 = trunc i64 %v63 to i32
  %v65 = insertelement <16 x i32> poison, i32 %v64, i64 0
  %v66 = shufflevector <16 x i32> %v65, <16 x i32> poison, <16 x i32> zeroinitializer
  %v67 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v66
  %v68 = icmp slt i64 %v50, %v2
  %v166 = sub nsw i64 %v2, 0
  %v167 = and i64 %v166, -32
  %v168 = add nsw i64 0, %v167
  %v199 = sub nsw i64 %v2, 0
  %v200 = and i64 %v199, -16
  %v201 = add nsw i64 0, %v200
  %v218 = sub nsw i64 %v2, %v201
  %v219 = call i64 @llvm.umin.i64(i64 %v218, i64 16)
  %v220 = trunc i64 %v219 to i32
  %v221 = insertelement <16 x i32> poison, i32 %v220, i64 0
  %v222 = shufflevector <16 x i32> %v221, <16 x i32> poison, <16 x i32> zeroinitializer
  %v223 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v222
  %v224 = icmp slt i64 %v201, %v2
  %v326 = insertelement <16 x float> poison, float %v325, i64 0
  %v327 = shufflevector <16 x float> %v326, <16 x float> poison, <16 x i32> zeroinitializer
  %v340 = sub nsw i64 %v2, 0
  %v341 = and i64 %v340, -16
  %v342 = add nsw i64 0, %v341
  %v363 = sub nsw i64 %v2, %v342
  %v364 = call i64 @llvm.umin.i64(i64 %v363, i64 16)
  %v365 = trunc i64 %v364 to i32
  %v366 = insertelement <16 x i32> poison, i32 %v365, i64 0
  %v367 = shufflevector <16 x i32> %v366, <16 x i32> poison, <16 x i32> zeroinitializer
  %v368 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v367
  %v369 = icmp slt i64 %v342, %v2
  br i1 %v3, label %then5, label %join382
then5:
  %v381 = icmp slt i64 %lo, %hi
  br i1 %v381, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %then5 ], [ %v379, %end331 ]
  %v9 = add i64 %i8, 16
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
  %p26 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole22 ], [ %v35, %loop23 ]
  %v33 = getelementptr inbounds float, ptr %v32, i64 %i25
  %v34 = load <64 x float>, ptr %v33, align 4
  %v35 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p26, <64 x float> %v34)
  %v36 = add nsw i64 %i25, 64
  %v37 = icmp slt i64 %v36, %v20
  br i1 %v37, label %loop23, label %end24
end24:
  %v39 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole22 ], [ %v35, %loop23 ]
  %v40 = shufflevector <64 x float> %v39, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v41 = shufflevector <64 x float> %v39, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v42 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v40, <32 x float> %v41)
  %v43 = shufflevector <32 x float> %v42, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v44 = shufflevector <32 x float> %v42, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v45 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v43, <16 x float> %v44)
  br label %join46
join46:
  %v47 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop14 ], [ %v45, %end24 ]
  %v60 = icmp slt i64 %v20, %v50
  br i1 %v60, label %loop51, label %end52
loop51:
  %i53 = phi i64 [ %v20, %join46 ], [ %v58, %loop51 ]
  %p54 = phi <16 x float> [ %v47, %join46 ], [ %v57, %loop51 ]
  %v55 = getelementptr inbounds float, ptr %v32, i64 %i53
  %v56 = load <16 x float>, ptr %v55, align 4
  %v57 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p54, <16 x float> %v56)
  %v58 = add nsw i64 %i53, 16
  %v59 = icmp slt i64 %v58, %v50
  br i1 %v59, label %loop51, label %end52
end52:
  %v61 = phi <16 x float> [ %v47, %join46 ], [ %v57, %loop51 ]
  br i1 %v68, label %rest69, label %join74
rest69:
  %v70 = getelementptr inbounds float, ptr %v32, i64 %v50
  %v71 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v70, <16 x i1> %v67, <16 x float> zeroinitializer)
  %v72 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v61, <16 x float> %v71)
  %v73 = select <16 x i1> %v67, <16 x float> %v72, <16 x float> %v61
  br label %join74
join74:
  %v75 = phi <16 x float> [ %v61, %end52 ], [ %v73, %rest69 ]
  %v76 = getelementptr <16 x float>, ptr %v13, i64 %i16
  store <16 x float> %v75, ptr %v76
  %v77 = add nsw i64 %i16, 1
  %v78 = icmp slt i64 %v77, %v11
  br i1 %v78, label %loop14, label %end15
end15:
  %v80 = getelementptr <16 x float>, ptr %v13, i64 0
  %v81 = load <16 x float>, ptr %v80
  %v82 = getelementptr <16 x float>, ptr %v13, i64 1
  %v83 = load <16 x float>, ptr %v82
  %v84 = getelementptr <16 x float>, ptr %v13, i64 2
  %v85 = load <16 x float>, ptr %v84
  %v86 = getelementptr <16 x float>, ptr %v13, i64 3
  %v87 = load <16 x float>, ptr %v86
  %v88 = getelementptr <16 x float>, ptr %v13, i64 4
  %v89 = load <16 x float>, ptr %v88
  %v90 = getelementptr <16 x float>, ptr %v13, i64 5
  %v91 = load <16 x float>, ptr %v90
  %v92 = getelementptr <16 x float>, ptr %v13, i64 6
  %v93 = load <16 x float>, ptr %v92
  %v94 = getelementptr <16 x float>, ptr %v13, i64 7
  %v95 = load <16 x float>, ptr %v94
  %v96 = getelementptr <16 x float>, ptr %v13, i64 8
  %v97 = load <16 x float>, ptr %v96
  %v98 = getelementptr <16 x float>, ptr %v13, i64 9
  %v99 = load <16 x float>, ptr %v98
  %v100 = getelementptr <16 x float>, ptr %v13, i64 10
  %v101 = load <16 x float>, ptr %v100
  %v102 = getelementptr <16 x float>, ptr %v13, i64 11
  %v103 = load <16 x float>, ptr %v102
  %v104 = getelementptr <16 x float>, ptr %v13, i64 12
  %v105 = load <16 x float>, ptr %v104
  %v106 = getelementptr <16 x float>, ptr %v13, i64 13
  %v107 = load <16 x float>, ptr %v106
  %v108 = getelementptr <16 x float>, ptr %v13, i64 14
  %v109 = load <16 x float>, ptr %v108
  %v110 = getelementptr <16 x float>, ptr %v13, i64 15
  %v111 = load <16 x float>, ptr %v110
  %v112 = shufflevector <16 x float> %v81, <16 x float> %v89, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v113 = shufflevector <16 x float> %v81, <16 x float> %v89, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v114 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v112, <16 x float> %v113)
  %v115 = shufflevector <16 x float> %v97, <16 x float> %v105, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v116 = shufflevector <16 x float> %v97, <16 x float> %v105, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v117 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v115, <16 x float> %v116)
  %v118 = shufflevector <16 x float> %v83, <16 x float> %v91, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v119 = shufflevector <16 x float> %v83, <16 x float> %v91, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v120 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v118, <16 x float> %v119)
  %v121 = shufflevector <16 x float> %v99, <16 x float> %v107, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v122 = shufflevector <16 x float> %v99, <16 x float> %v107, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v123 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v121, <16 x float> %v122)
  %v124 = shufflevector <16 x float> %v85, <16 x float> %v93, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v125 = shufflevector <16 x float> %v85, <16 x float> %v93, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v126 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v124, <16 x float> %v125)
  %v127 = shufflevector <16 x float> %v101, <16 x float> %v109, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v128 = shufflevector <16 x float> %v101, <16 x float> %v109, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v129 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v127, <16 x float> %v128)
  %v130 = shufflevector <16 x float> %v87, <16 x float> %v95, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v131 = shufflevector <16 x float> %v87, <16 x float> %v95, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v132 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v130, <16 x float> %v131)
  %v133 = shufflevector <16 x float> %v103, <16 x float> %v111, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v134 = shufflevector <16 x float> %v103, <16 x float> %v111, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v135 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v133, <16 x float> %v134)
  %v136 = shufflevector <16 x float> %v114, <16 x float> %v117, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v137 = shufflevector <16 x float> %v114, <16 x float> %v117, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v138 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v136, <16 x float> %v137)
  %v139 = shufflevector <16 x float> %v120, <16 x float> %v123, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v140 = shufflevector <16 x float> %v120, <16 x float> %v123, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v141 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v139, <16 x float> %v140)
  %v142 = shufflevector <16 x float> %v126, <16 x float> %v129, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v143 = shufflevector <16 x float> %v126, <16 x float> %v129, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v144 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v142, <16 x float> %v143)
  %v145 = shufflevector <16 x float> %v132, <16 x float> %v135, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v146 = shufflevector <16 x float> %v132, <16 x float> %v135, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v147 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v145, <16 x float> %v146)
  %v148 = shufflevector <16 x float> %v138, <16 x float> %v141, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v149 = shufflevector <16 x float> %v138, <16 x float> %v141, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v150 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v148, <16 x float> %v149)
  %v151 = shufflevector <16 x float> %v144, <16 x float> %v147, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v152 = shufflevector <16 x float> %v144, <16 x float> %v147, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v153 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v151, <16 x float> %v152)
  %v154 = shufflevector <16 x float> %v150, <16 x float> %v153, <16 x i32> <i32 0, i32 2, i32 16, i32 18, i32 4, i32 6, i32 20, i32 22, i32 8, i32 10, i32 24, i32 26, i32 12, i32 14, i32 28, i32 30>
  %v155 = shufflevector <16 x float> %v150, <16 x float> %v153, <16 x i32> <i32 1, i32 3, i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 15, i32 29, i32 31>
  %v156 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v154, <16 x float> %v155)
  %v157 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> splat (float 0xFFF0000000000000), <16 x float> %v156)
  store <16 x float> %v157, ptr %v158
  %v184 = mul i64 %i8, -384
  %v185 = getelementptr inbounds float, ptr %v183, i64 %v184
  %v238 = icmp slt i64 0, %v11
  br i1 %v238, label %loop160, label %end161
loop160:
  %i162 = phi i64 [ 0, %end15 ], [ %v236, %join233 ]
  %v163 = add nsw i64 %i8, %i162
  %v164 = getelementptr float, ptr %v158, i64 %i162
  %v165 = load float, ptr %v164
  %v169 = icmp slt i64 0, %v168
  %v175 = mul i64 %v163, %v30
  %v176 = getelementptr inbounds float, ptr %v28, i64 %v175
  %v179 = insertelement <32 x float> poison, float %v165, i64 0
  %v180 = shufflevector <32 x float> %v179, <32 x float> poison, <32 x i32> zeroinitializer
  %v186 = mul i64 %v163, 384
  %v187 = getelementptr inbounds float, ptr %v185, i64 %v186
  br i1 %v169, label %whole170, label %join197
whole170:
  %v192 = icmp slt i64 0, %v168
  br i1 %v192, label %loop171, label %end172
loop171:
  %i173 = phi i64 [ 0, %whole170 ], [ %v190, %loop171 ]
  %p174 = phi <32 x float> [ splat (float 0x8000000000000000), %whole170 ], [ %v189, %loop171 ]
  %v177 = getelementptr inbounds float, ptr %v176, i64 %i173
  %v178 = load <32 x float>, ptr %v177, align 4
  %v181 = fsub <32 x float> %v178, %v180
  %v182 = call <32 x float> @each.expf.32(<32 x float> %v181)
  %v188 = getelementptr inbounds float, ptr %v187, i64 %i173
  store <32 x float> %v182, ptr %v188, align 4
  %v189 = fadd <32 x float> %p174, %v182
  %v190 = add nsw i64 %i173, 32
  %v191 = icmp slt i64 %v190, %v168
  br i1 %v191, label %loop171, label %end172
end172:
  %v193 = phi <32 x float> [ splat (float 0x8000000000000000), %whole170 ], [ %v189, %loop171 ]
  %v194 = shufflevector <32 x float> %v193, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v195 = shufflevector <32 x float> %v193, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v196 = fadd <16 x float> %v194, %v195
  br label %join197
join197:
  %v198 = phi <16 x float> [ splat (float 0x8000000000000000), %loop160 ], [ %v196, %end172 ]
  %v208 = insertelement <16 x float> poison, float %v165, i64 0
  %v209 = shufflevector <16 x float> %v208, <16 x float> poison, <16 x i32> zeroinitializer
  %v216 = icmp slt i64 %v168, %v201
  br i1 %v216, label %loop202, label %end203
loop202:
  %i204 = phi i64 [ %v168, %join197 ], [ %v214, %loop202 ]
  %p205 = phi <16 x float> [ %v198, %join197 ], [ %v213, %loop202 ]
  %v206 = getelementptr inbounds float, ptr %v176, i64 %i204
  %v207 = load <16 x float>, ptr %v206, align 4
  %v210 = fsub <16 x float> %v207, %v209
  %v211 = call <16 x float> @each.expf.16(<16 x float> %v210)
  %v212 = getelementptr inbounds float, ptr %v187, i64 %i204
  store <16 x float> %v211, ptr %v212, align 4
  %v213 = fadd <16 x float> %p205, %v211
  %v214 = add nsw i64 %i204, 16
  %v215 = icmp slt i64 %v214, %v201
  br i1 %v215, label %loop202, label %end203
end203:
  %v217 = phi <16 x float> [ %v198, %join197 ], [ %v213, %loop202 ]
  br i1 %v224, label %rest225, label %join233
rest225:
  %v226 = getelementptr inbounds float, ptr %v176, i64 %v201
  %v227 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v226, <16 x i1> %v223, <16 x float> zeroinitializer)
  %v228 = fsub <16 x float> %v227, %v209
  %v229 = call <16 x float> @each.expf.16(<16 x float> %v228)
  %v230 = getelementptr inbounds float, ptr %v187, i64 %v201
  store <16 x float> %v229, ptr %v230, align 4
  %v231 = fadd <16 x float> %v217, %v229
  %v232 = select <16 x i1> %v223, <16 x float> %v231, <16 x float> %v217
  br label %join233
join233:
  %v234 = phi <16 x float> [ %v217, %end203 ], [ %v232, %rest225 ]
  %v235 = getelementptr <16 x float>, ptr %v159, i64 %i162
  store <16 x float> %v234, ptr %v235
  %v236 = add nsw i64 %i162, 1
  %v237 = icmp slt i64 %v236, %v11
  br i1 %v237, label %loop160, label %end161
end161:
  %v239 = getelementptr <16 x float>, ptr %v159, i64 0
  %v240 = load <16 x float>, ptr %v239
  %v241 = getelementptr <16 x float>, ptr %v159, i64 1
  %v242 = load <16 x float>, ptr %v241
  %v243 = getelementptr <16 x float>, ptr %v159, i64 2
  %v244 = load <16 x float>, ptr %v243
  %v245 = getelementptr <16 x float>, ptr %v159, i64 3
  %v246 = load <16 x float>, ptr %v245
  %v247 = getelementptr <16 x float>, ptr %v159, i64 4
  %v248 = load <16 x float>, ptr %v247
  %v249 = getelementptr <16 x float>, ptr %v159, i64 5
  %v250 = load <16 x float>, ptr %v249
  %v251 = getelementptr <16 x float>, ptr %v159, i64 6
  %v252 = load <16 x float>, ptr %v251
  %v253 = getelementptr <16 x float>, ptr %v159, i64 7
  %v254 = load <16 x float>, ptr %v253
  %v255 = getelementptr <16 x float>, ptr %v159, i64 8
  %v256 = load <16 x float>, ptr %v255
  %v257 = getelementptr <16 x float>, ptr %v159, i64 9
  %v258 = load <16 x float>, ptr %v257
  %v259 = getelementptr <16 x float>, ptr %v159, i64 10
  %v260 = load <16 x float>, ptr %v259
  %v261 = getelementptr <16 x float>, ptr %v159, i64 11
  %v262 = load <16 x float>, ptr %v261
  %v263 = getelementptr <16 x float>, ptr %v159, i64 12
  %v264 = load <16 x float>, ptr %v263
  %v265 = getelementptr <16 x float>, ptr %v159, i64 13
  %v266 = load <16 x float>, ptr %v265
  %v267 = getelementptr <16 x float>, ptr %v159, i64 14
  %v268 = load <16 x float>, ptr %v267
  %v269 = getelementptr <16 x float>, ptr %v159, i64 15
  %v270 = load <16 x float>, ptr %v269
  %v271 = shufflevector <16 x float> %v240, <16 x float> %v248, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v272 = shufflevector <16 x float> %v240, <16 x float> %v248, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v273 = fadd <16 x float> %v271, %v272
  %v274 = shufflevector <16 x float> %v256, <16 x float> %v264, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v275 = shufflevector <16 x float> %v256, <16 x float> %v264, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v276 = fadd <16 x float> %v274, %v275
  %v277 = shufflevector <16 x float> %v242, <16 x float> %v250, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v278 = shufflevector <16 x float> %v242, <16 x float> %v250, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v279 = fadd <16 x float> %v277, %v278
  %v280 = shufflevector <16 x float> %v258, <16 x float> %v266, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v281 = shufflevector <16 x float> %v258, <16 x float> %v266, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v282 = fadd <16 x float> %v280, %v281
  %v283 = shufflevector <16 x float> %v244, <16 x float> %v252, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v284 = shufflevector <16 x float> %v244, <16 x float> %v252, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v285 = fadd <16 x float> %v283, %v284
  %v286 = shufflevector <16 x float> %v260, <16 x float> %v268, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v287 = shufflevector <16 x float> %v260, <16 x float> %v268, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v288 = fadd <16 x float> %v286, %v287
  %v289 = shufflevector <16 x float> %v246, <16 x float> %v254, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v290 = shufflevector <16 x float> %v246, <16 x float> %v254, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v291 = fadd <16 x float> %v289, %v290
  %v292 = shufflevector <16 x float> %v262, <16 x float> %v270, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v293 = shufflevector <16 x float> %v262, <16 x float> %v270, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v294 = fadd <16 x float> %v292, %v293
  %v295 = shufflevector <16 x float> %v273, <16 x float> %v276, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v296 = shufflevector <16 x float> %v273, <16 x float> %v276, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v297 = fadd <16 x float> %v295, %v296
  %v298 = shufflevector <16 x float> %v279, <16 x float> %v282, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v299 = shufflevector <16 x float> %v279, <16 x float> %v282, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v300 = fadd <16 x float> %v298, %v299
  %v301 = shufflevector <16 x float> %v285, <16 x float> %v288, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v302 = shufflevector <16 x float> %v285, <16 x float> %v288, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v303 = fadd <16 x float> %v301, %v302
  %v304 = shufflevector <16 x float> %v291, <16 x float> %v294, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v305 = shufflevector <16 x float> %v291, <16 x float> %v294, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v306 = fadd <16 x float> %v304, %v305
  %v307 = shufflevector <16 x float> %v297, <16 x float> %v300, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v308 = shufflevector <16 x float> %v297, <16 x float> %v300, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v309 = fadd <16 x float> %v307, %v308
  %v310 = shufflevector <16 x float> %v303, <16 x float> %v306, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v311 = shufflevector <16 x float> %v303, <16 x float> %v306, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v312 = fadd <16 x float> %v310, %v311
  %v313 = shufflevector <16 x float> %v309, <16 x float> %v312, <16 x i32> <i32 0, i32 2, i32 16, i32 18, i32 4, i32 6, i32 20, i32 22, i32 8, i32 10, i32 24, i32 26, i32 12, i32 14, i32 28, i32 30>
  %v314 = shufflevector <16 x float> %v309, <16 x float> %v312, <16 x i32> <i32 1, i32 3, i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 15, i32 29, i32 31>
  %v315 = fadd <16 x float> %v313, %v314
  %v316 = fadd <16 x float> splat (float 0x0000000000000000), %v315
  store <16 x float> %v316, ptr %v317
  %v318 = sub nsw i64 %v12, %i8
  %v319 = call i64 @llvm.umin.i64(i64 %v318, i64 16)
  %v320 = trunc i64 %v319 to i32
  %v321 = insertelement <16 x i32> poison, i32 %v320, i64 0
  %v322 = shufflevector <16 x i32> %v321, <16 x i32> poison, <16 x i32> zeroinitializer
  %v323 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v322
  %v328 = fdiv <16 x float> %v327, %v316
  store <16 x float> %v328, ptr %v329
  %v378 = icmp slt i64 0, %v11
  br i1 %v378, label %loop330, label %end331
loop330:
  %i332 = phi i64 [ 0, %end161 ], [ %v376, %join375 ]
  %v333 = add nsw i64 %i8, %i332
  %v334 = getelementptr float, ptr %v158, i64 %i332
  %v335 = load float, ptr %v334
  %v336 = getelementptr float, ptr %v317, i64 %i332
  %v337 = load float, ptr %v336
  %v338 = getelementptr float, ptr %v329, i64 %i332
  %v339 = load float, ptr %v338
  %v346 = mul i64 %v333, 384
  %v347 = getelementptr inbounds float, ptr %v185, i64 %v346
  %v350 = insertelement <16 x float> poison, float %v339, i64 0
  %v351 = shufflevector <16 x float> %v350, <16 x float> poison, <16 x i32> zeroinitializer
  %v357 = mul i64 %v333, %v356
  %v358 = getelementptr inbounds float, ptr %v354, i64 %v357
  %v362 = icmp slt i64 0, %v342
  br i1 %v362, label %loop343, label %end344
loop343:
  %i345 = phi i64 [ 0, %loop330 ], [ %v360, %loop343 ]
  %v348 = getelementptr inbounds float, ptr %v347, i64 %i345
  %v349 = load <16 x float>, ptr %v348, align 4
  %v352 = fmul <16 x float> %v349, %v351
  %v359 = getelementptr inbounds float, ptr %v358, i64 %i345
  store <16 x float> %v352, ptr %v359, align 4
  %v360 = add nsw i64 %i345, 16
  %v361 = icmp slt i64 %v360, %v342
  br i1 %v361, label %loop343, label %end344
end344:
  br i1 %v369, label %rest370, label %join375
rest370:
  %v371 = getelementptr inbounds float, ptr %v347, i64 %v342
  %v372 = load <16 x float>, ptr %v371, align 4
  %v373 = fmul <16 x float> %v372, %v351
  %v374 = getelementptr inbounds float, ptr %v358, i64 %v342
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v373, ptr align 4 %v374, <16 x i1> %v368)
  br label %join375
join375:
  %v376 = add nsw i64 %i332, 1
  %v377 = icmp slt i64 %v376, %v11
  br i1 %v377, label %loop330, label %end331
end331:
  %v379 = add nsw i64 %i8, 16
  %v380 = icmp slt i64 %v379, %hi
  br i1 %v380, label %loop6, label %end7
end7:
  br label %join382
join382:
  %v497 = sub nsw i64 %v2, 0
  %v498 = and i64 %v497, -16
  %v499 = add nsw i64 0, %v498
  %v513 = sub nsw i64 %v2, %v499
  %v514 = call i64 @llvm.umin.i64(i64 %v513, i64 16)
  %v515 = trunc i64 %v514 to i32
  %v516 = insertelement <16 x i32> poison, i32 %v515, i64 0
  %v517 = shufflevector <16 x i32> %v516, <16 x i32> poison, <16 x i32> zeroinitializer
  %v518 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v517
  %v519 = icmp slt i64 %v499, %v2
  br i1 %v4, label %then383, label %join529
then383:
  %v528 = icmp slt i64 %lo, %hi
  br i1 %v528, label %loop384, label %end385
loop384:
  %i386 = phi i64 [ %lo, %then383 ], [ %v526, %join525 ]
  %v387 = sub nsw i64 %v2, 0
  %v388 = and i64 %v387, -64
  %v389 = add nsw i64 0, %v388
  %v390 = icmp slt i64 0, %v389
  %v396 = mul i64 %i386, %v30
  %v397 = getelementptr inbounds float, ptr %v28, i64 %v396
  br i1 %v390, label %whole391, label %join411
whole391:
  %v403 = icmp slt i64 0, %v389
  br i1 %v403, label %loop392, label %end393
loop392:
  %i394 = phi i64 [ 0, %whole391 ], [ %v401, %loop392 ]
  %p395 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole391 ], [ %v400, %loop392 ]
  %v398 = getelementptr inbounds float, ptr %v397, i64 %i394
  %v399 = load <64 x float>, ptr %v398, align 4
  %v400 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p395, <64 x float> %v399)
  %v401 = add nsw i64 %i394, 64
  %v402 = icmp slt i64 %v401, %v389
  br i1 %v402, label %loop392, label %end393
end393:
  %v404 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole391 ], [ %v400, %loop392 ]
  %v405 = shufflevector <64 x float> %v404, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v406 = shufflevector <64 x float> %v404, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v407 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v405, <32 x float> %v406)
  %v408 = shufflevector <32 x float> %v407, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v409 = shufflevector <32 x float> %v407, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v410 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v408, <16 x float> %v409)
  br label %join411
join411:
  %v412 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop384 ], [ %v410, %end393 ]
  %v429 = icmp slt i64 %v389, %v2
  br i1 %v429, label %loop413, label %end414
loop413:
  %i415 = phi i64 [ %v389, %join411 ], [ %v427, %loop413 ]
  %p416 = phi <16 x float> [ %v412, %join411 ], [ %v426, %loop413 ]
  %v417 = sub nsw i64 %v2, %i415
  %v418 = call i64 @llvm.umin.i64(i64 %v417, i64 16)
  %v419 = trunc i64 %v418 to i32
  %v420 = insertelement <16 x i32> poison, i32 %v419, i64 0
  %v421 = shufflevector <16 x i32> %v420, <16 x i32> poison, <16 x i32> zeroinitializer
  %v422 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v421
  %v423 = getelementptr inbounds float, ptr %v397, i64 %i415
  %v424 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v423, <16 x i1> %v422, <16 x float> zeroinitializer)
  %v425 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p416, <16 x float> %v424)
  %v426 = select <16 x i1> %v422, <16 x float> %v425, <16 x float> %p416
  %v427 = add nsw i64 %i415, 16
  %v428 = icmp slt i64 %v427, %v2
  br i1 %v428, label %loop413, label %end414
end414:
  %v430 = phi <16 x float> [ %v412, %join411 ], [ %v426, %loop413 ]
  %v431 = shufflevector <16 x float> %v430, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v432 = shufflevector <16 x float> %v430, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v433 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v431, <8 x float> %v432)
  %v434 = shufflevector <8 x float> %v433, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v435 = shufflevector <8 x float> %v433, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v436 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v434, <4 x float> %v435)
  %v437 = shufflevector <4 x float> %v436, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v438 = shufflevector <4 x float> %v436, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v439 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v437, <2 x float> %v438)
  %v440 = extractelement <2 x float> %v439, i64 0
  %v441 = extractelement <2 x float> %v439, i64 1
  %v442 = call nsz float @llvm.maximum.f32(float %v440, float %v441)
  %v443 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v442)
  %v444 = sub nsw i64 %v2, 0
  %v445 = and i64 %v444, -32
  %v446 = add nsw i64 0, %v445
  %v447 = icmp slt i64 0, %v446
  %v455 = insertelement <32 x float> poison, float %v443, i64 0
  %v456 = shufflevector <32 x float> %v455, <32 x float> poison, <32 x i32> zeroinitializer
  %v459 = mul i64 %i386, %v356
  %v460 = getelementptr inbounds float, ptr %v354, i64 %v459
  br i1 %v447, label %whole448, label %join470
whole448:
  %v465 = icmp slt i64 0, %v446
  br i1 %v465, label %loop449, label %end450
loop449:
  %i451 = phi i64 [ 0, %whole448 ], [ %v463, %loop449 ]
  %p452 = phi <32 x float> [ splat (float 0x8000000000000000), %whole448 ], [ %v462, %loop449 ]
  %v453 = getelementptr inbounds float, ptr %v397, i64 %i451
  %v454 = load <32 x float>, ptr %v453, align 4
  %v457 = fsub <32 x float> %v454, %v456
  %v458 = call <32 x float> @each.expf.32(<32 x float> %v457)
  %v461 = getelementptr inbounds float, ptr %v460, i64 %i451
  store <32 x float> %v458, ptr %v461, align 4
  %v462 = fadd <32 x float> %p452, %v458
  %v463 = add nsw i64 %i451, 32
  %v464 = icmp slt i64 %v463, %v446
  br i1 %v464, label %loop449, label %end450
end450:
  %v466 = phi <32 x float> [ splat (float 0x8000000000000000), %whole448 ], [ %v462, %loop449 ]
  %v467 = shufflevector <32 x float> %v466, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v468 = shufflevector <32 x float> %v466, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v469 = fadd <16 x float> %v467, %v468
  br label %join470
join470:
  %v471 = phi <16 x float> [ splat (float 0x8000000000000000), %end414 ], [ %v469, %end450 ]
  %v484 = insertelement <16 x float> poison, float %v443, i64 0
  %v485 = shufflevector <16 x float> %v484, <16 x float> poison, <16 x i32> zeroinitializer
  %v493 = icmp slt i64 %v446, %v2
  br i1 %v493, label %loop472, label %end473
loop472:
  %i474 = phi i64 [ %v446, %join470 ], [ %v491, %loop472 ]
  %p475 = phi <16 x float> [ %v471, %join470 ], [ %v490, %loop472 ]
  %v476 = sub nsw i64 %v2, %i474
  %v477 = call i64 @llvm.umin.i64(i64 %v476, i64 16)
  %v478 = trunc i64 %v477 to i32
  %v479 = insertelement <16 x i32> poison, i32 %v478, i64 0
  %v480 = shufflevector <16 x i32> %v479, <16 x i32> poison, <16 x i32> zeroinitializer
  %v481 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v480
  %v482 = getelementptr inbounds float, ptr %v397, i64 %i474
  %v483 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v482, <16 x i1> %v481, <16 x float> zeroinitializer)
  %v486 = fsub <16 x float> %v483, %v485
  %v487 = call <16 x float> @each.expf.16(<16 x float> %v486)
  %v488 = getelementptr inbounds float, ptr %v460, i64 %i474
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v487, ptr align 4 %v488, <16 x i1> %v481)
  %v489 = fadd <16 x float> %p475, %v487
  %v490 = select <16 x i1> %v481, <16 x float> %v489, <16 x float> %p475
  %v491 = add nsw i64 %i474, 16
  %v492 = icmp slt i64 %v491, %v2
  br i1 %v492, label %loop472, label %end473
end473:
  %v494 = phi <16 x float> [ %v471, %join470 ], [ %v490, %loop472 ]
  %v495 = call reassoc float @llvm.vector.reduce.fadd.v16f32(float 0x8000000000000000, <16 x float> %v494)
  %v496 = fadd float 0x0000000000000000, %v495
  %v503 = fdiv float %v325, %v496
  %v506 = insertelement <16 x float> poison, float %v503, i64 0
  %v507 = shufflevector <16 x float> %v506, <16 x float> poison, <16 x i32> zeroinitializer
  %v512 = icmp slt i64 0, %v499
  br i1 %v512, label %loop500, label %end501
loop500:
  %i502 = phi i64 [ 0, %end473 ], [ %v510, %loop500 ]
  %v504 = getelementptr inbounds float, ptr %v460, i64 %i502
  %v505 = load <16 x float>, ptr %v504, align 4
  %v508 = fmul <16 x float> %v505, %v507
  %v509 = getelementptr inbounds float, ptr %v460, i64 %i502
  store <16 x float> %v508, ptr %v509, align 4
  %v510 = add nsw i64 %i502, 16
  %v511 = icmp slt i64 %v510, %v499
  br i1 %v511, label %loop500, label %end501
end501:
  br i1 %v519, label %rest520, label %join525
rest520:
  %v521 = getelementptr inbounds float, ptr %v460, i64 %v499
  %v522 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v521, <16 x i1> %v518, <16 x float> zeroinitializer)
  %v523 = fmul <16 x float> %v522, %v507
  %v524 = getelementptr inbounds float, ptr %v460, i64 %v499
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v523, ptr align 4 %v524, <16 x i1> %v518)
  br label %join525
join525:
  %v526 = add nsw i64 %i386, 1
  %v527 = icmp slt i64 %v526, %hi
  br i1 %v527, label %loop384, label %end385
end385:
  br label %join529
join529:
  ret void
}
