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
  %v5 = alloca [2048 x float], align 64
  %v12 = alloca [16 x <16 x float>], align 64
  %v26 = getelementptr ptr, ptr %buffers, i64 0
  %v27 = load ptr, ptr %v26, align 8
  %v28 = getelementptr i64, ptr %table, i64 0
  %v29 = load i64, ptr %v28, align 8
  %v157 = alloca [1 x <16 x float>], align 64
  %v158 = alloca [16 x <16 x float>], align 64
  %v317 = alloca [1 x <16 x float>], align 64
  %v324 = getelementptr i64, ptr %table, i64 3
  %v325 = load float, ptr %v324, align 8
  %v329 = alloca [1 x <16 x float>], align 64
  %v353 = getelementptr ptr, ptr %buffers, i64 1
  %v354 = load ptr, ptr %v353, align 8
  %v355 = getelementptr i64, ptr %table, i64 2
  %v356 = load i64, ptr %v355, align 8
  %v3 = icmp sle i64 %v2, 128
  %v17 = sub nsw i64 %v2, 0
  %v18 = and i64 %v17, -64
  %v19 = add nsw i64 0, %v18
  %v47 = sub nsw i64 %v2, 0
  %v48 = and i64 %v47, -16
  %v49 = add nsw i64 0, %v48
  %v61 = sub nsw i64 %v2, %v49
  %v62 = call i64 @llvm.umin.i64(i64 %v61, i64 16)
  %v63 = trunc i64 %v62 to i32
  %v64 = insertelement <16 x i32> poison, i32 %v63, i64 0
  %v65 = shufflevector <16 x i32> %v64, <16 x i32> poison, <16 x i32> zeroinitializer
  %v66 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v65
  %v67 = icmp slt i64 %v49, %v2
  %v165 = sub nsw i64 %v2, 0
  %v166 = and i64 %v165, -32
  %v167 = add nsw i64 0, %v166
  %v195 = sub nsw i64 %v2, 0
  %v196 = and i64 %v195, -16
  %v197 = add nsw i64 0, %v196
  %v216 = sub nsw i64 %v2, %v197
  %v217 = call i64 @llvm.umin.i64(i64 %v216, i64 16)
  %v218 = trunc i64 %v217 to i32
  %v219 = insertelement <16 x i32> poison, i32 %v218, i64 0
  %v220 = shufflevector <16 x i32> %v219, <16 x i32> poison, <16 x i32> zeroinitializer
  %v221 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v220
  %v222 = icmp slt i64 %v197, %v2
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
  br i1 %v3, label %rows4, label %join384
rows4:
  %v383 = icmp slt i64 %lo, %hi
  br i1 %v383, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %rows4 ], [ %v381, %end331 ]
  %v9 = sub nsw i64 %hi, %i8
  %v10 = call i64 @llvm.umin.i64(i64 %v9, i64 16)
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
  %p25 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole21 ], [ %v34, %loop22 ]
  %v32 = getelementptr inbounds float, ptr %v31, i64 %i24
  %v33 = load <64 x float>, ptr %v32, align 4
  %v34 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p25, <64 x float> %v33)
  %v35 = add nsw i64 %i24, 64
  %v36 = icmp slt i64 %v35, %v19
  br i1 %v36, label %loop22, label %end23
end23:
  %v38 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole21 ], [ %v34, %loop22 ]
  %v39 = shufflevector <64 x float> %v38, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v40 = shufflevector <64 x float> %v38, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v41 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v39, <32 x float> %v40)
  %v42 = shufflevector <32 x float> %v41, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v43 = shufflevector <32 x float> %v41, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v44 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v42, <16 x float> %v43)
  br label %join45
join45:
  %v46 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop13 ], [ %v44, %end23 ]
  %v59 = icmp slt i64 %v19, %v49
  br i1 %v59, label %loop50, label %end51
loop50:
  %i52 = phi i64 [ %v19, %join45 ], [ %v57, %loop50 ]
  %p53 = phi <16 x float> [ %v46, %join45 ], [ %v56, %loop50 ]
  %v54 = getelementptr inbounds float, ptr %v31, i64 %i52
  %v55 = load <16 x float>, ptr %v54, align 4
  %v56 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p53, <16 x float> %v55)
  %v57 = add nsw i64 %i52, 16
  %v58 = icmp slt i64 %v57, %v49
  br i1 %v58, label %loop50, label %end51
end51:
  %v60 = phi <16 x float> [ %v46, %join45 ], [ %v56, %loop50 ]
  br i1 %v67, label %rest68, label %join73
rest68:
  %v69 = getelementptr inbounds float, ptr %v31, i64 %v49
  %v70 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v69, <16 x i1> %v66, <16 x float> zeroinitializer)
  %v71 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v60, <16 x float> %v70)
  %v72 = select <16 x i1> %v66, <16 x float> %v71, <16 x float> %v60
  br label %join73
join73:
  %v74 = phi <16 x float> [ %v60, %end51 ], [ %v72, %rest68 ]
  %v75 = getelementptr <16 x float>, ptr %v12, i64 %i15
  store <16 x float> %v74, ptr %v75, align 64
  %v76 = add nsw i64 %i15, 1
  %v77 = icmp slt i64 %v76, %v10
  br i1 %v77, label %loop13, label %end14
end14:
  %v79 = getelementptr <16 x float>, ptr %v12, i64 0
  %v80 = load <16 x float>, ptr %v79, align 64
  %v81 = getelementptr <16 x float>, ptr %v12, i64 1
  %v82 = load <16 x float>, ptr %v81, align 64
  %v83 = getelementptr <16 x float>, ptr %v12, i64 2
  %v84 = load <16 x float>, ptr %v83, align 64
  %v85 = getelementptr <16 x float>, ptr %v12, i64 3
  %v86 = load <16 x float>, ptr %v85, align 64
  %v87 = getelementptr <16 x float>, ptr %v12, i64 4
  %v88 = load <16 x float>, ptr %v87, align 64
  %v89 = getelementptr <16 x float>, ptr %v12, i64 5
  %v90 = load <16 x float>, ptr %v89, align 64
  %v91 = getelementptr <16 x float>, ptr %v12, i64 6
  %v92 = load <16 x float>, ptr %v91, align 64
  %v93 = getelementptr <16 x float>, ptr %v12, i64 7
  %v94 = load <16 x float>, ptr %v93, align 64
  %v95 = getelementptr <16 x float>, ptr %v12, i64 8
  %v96 = load <16 x float>, ptr %v95, align 64
  %v97 = getelementptr <16 x float>, ptr %v12, i64 9
  %v98 = load <16 x float>, ptr %v97, align 64
  %v99 = getelementptr <16 x float>, ptr %v12, i64 10
  %v100 = load <16 x float>, ptr %v99, align 64
  %v101 = getelementptr <16 x float>, ptr %v12, i64 11
  %v102 = load <16 x float>, ptr %v101, align 64
  %v103 = getelementptr <16 x float>, ptr %v12, i64 12
  %v104 = load <16 x float>, ptr %v103, align 64
  %v105 = getelementptr <16 x float>, ptr %v12, i64 13
  %v106 = load <16 x float>, ptr %v105, align 64
  %v107 = getelementptr <16 x float>, ptr %v12, i64 14
  %v108 = load <16 x float>, ptr %v107, align 64
  %v109 = getelementptr <16 x float>, ptr %v12, i64 15
  %v110 = load <16 x float>, ptr %v109, align 64
  %v111 = shufflevector <16 x float> %v80, <16 x float> %v88, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v112 = shufflevector <16 x float> %v80, <16 x float> %v88, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v113 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v111, <16 x float> %v112)
  %v114 = shufflevector <16 x float> %v96, <16 x float> %v104, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v115 = shufflevector <16 x float> %v96, <16 x float> %v104, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v116 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v114, <16 x float> %v115)
  %v117 = shufflevector <16 x float> %v82, <16 x float> %v90, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v118 = shufflevector <16 x float> %v82, <16 x float> %v90, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v119 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v117, <16 x float> %v118)
  %v120 = shufflevector <16 x float> %v98, <16 x float> %v106, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v121 = shufflevector <16 x float> %v98, <16 x float> %v106, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v122 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v120, <16 x float> %v121)
  %v123 = shufflevector <16 x float> %v84, <16 x float> %v92, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v124 = shufflevector <16 x float> %v84, <16 x float> %v92, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v125 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v123, <16 x float> %v124)
  %v126 = shufflevector <16 x float> %v100, <16 x float> %v108, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v127 = shufflevector <16 x float> %v100, <16 x float> %v108, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v128 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v126, <16 x float> %v127)
  %v129 = shufflevector <16 x float> %v86, <16 x float> %v94, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v130 = shufflevector <16 x float> %v86, <16 x float> %v94, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v131 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v129, <16 x float> %v130)
  %v132 = shufflevector <16 x float> %v102, <16 x float> %v110, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v133 = shufflevector <16 x float> %v102, <16 x float> %v110, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v134 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v132, <16 x float> %v133)
  %v135 = shufflevector <16 x float> %v113, <16 x float> %v116, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v136 = shufflevector <16 x float> %v113, <16 x float> %v116, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v137 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v135, <16 x float> %v136)
  %v138 = shufflevector <16 x float> %v119, <16 x float> %v122, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v139 = shufflevector <16 x float> %v119, <16 x float> %v122, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v140 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v138, <16 x float> %v139)
  %v141 = shufflevector <16 x float> %v125, <16 x float> %v128, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v142 = shufflevector <16 x float> %v125, <16 x float> %v128, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v143 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v141, <16 x float> %v142)
  %v144 = shufflevector <16 x float> %v131, <16 x float> %v134, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v145 = shufflevector <16 x float> %v131, <16 x float> %v134, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v146 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v144, <16 x float> %v145)
  %v147 = shufflevector <16 x float> %v137, <16 x float> %v140, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v148 = shufflevector <16 x float> %v137, <16 x float> %v140, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v149 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v147, <16 x float> %v148)
  %v150 = shufflevector <16 x float> %v143, <16 x float> %v146, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v151 = shufflevector <16 x float> %v143, <16 x float> %v146, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v152 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v150, <16 x float> %v151)
  %v153 = shufflevector <16 x float> %v149, <16 x float> %v152, <16 x i32> <i32 0, i32 2, i32 16, i32 18, i32 4, i32 6, i32 20, i32 22, i32 8, i32 10, i32 24, i32 26, i32 12, i32 14, i32 28, i32 30>
  %v154 = shufflevector <16 x float> %v149, <16 x float> %v152, <16 x i32> <i32 1, i32 3, i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 15, i32 29, i32 31>
  %v155 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v153, <16 x float> %v154)
  %v156 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> splat (float 0xFFF0000000000000), <16 x float> %v155)
  store <16 x float> %v156, ptr %v157, align 64
  %v238 = icmp slt i64 0, %v10
  br i1 %v238, label %loop159, label %end160
loop159:
  %i161 = phi i64 [ 0, %end14 ], [ %v236, %join233 ]
  %v162 = add nsw i64 %i8, %i161
  %v163 = getelementptr float, ptr %v157, i64 %i161
  %v164 = load float, ptr %v163
  %v168 = icmp slt i64 0, %v167
  %v174 = mul i64 %v162, %v29
  %v175 = getelementptr inbounds float, ptr %v27, i64 %v174
  %v178 = insertelement <32 x float> poison, float %v164, i64 0
  %v179 = shufflevector <32 x float> %v178, <32 x float> poison, <32 x i32> zeroinitializer
  br i1 %v168, label %whole169, label %join193
whole169:
  %v188 = icmp slt i64 0, %v167
  br i1 %v188, label %loop170, label %end171
loop170:
  %i172 = phi i64 [ 0, %whole169 ], [ %v186, %loop170 ]
  %p173 = phi <32 x float> [ splat (float 0x8000000000000000), %whole169 ], [ %v185, %loop170 ]
  %v176 = getelementptr inbounds float, ptr %v175, i64 %i172
  %v177 = load <32 x float>, ptr %v176, align 4
  %v180 = fsub <32 x float> %v177, %v179
  %v181 = call <32 x float> @each.expf.32(<32 x float> %v180)
  %v182 = mul nsw i64 %i161, 128
  %v183 = add nsw i64 %v182, %i172
  %v184 = getelementptr inbounds float, ptr %v5, i64 %v183
  store <32 x float> %v181, ptr %v184, align 4
  %v185 = fadd <32 x float> %p173, %v181
  %v186 = add nsw i64 %i172, 32
  %v187 = icmp slt i64 %v186, %v167
  br i1 %v187, label %loop170, label %end171
end171:
  %v189 = phi <32 x float> [ splat (float 0x8000000000000000), %whole169 ], [ %v185, %loop170 ]
  %v190 = shufflevector <32 x float> %v189, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v191 = shufflevector <32 x float> %v189, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v192 = fadd <16 x float> %v190, %v191
  br label %join193
join193:
  %v194 = phi <16 x float> [ splat (float 0x8000000000000000), %loop159 ], [ %v192, %end171 ]
  %v204 = insertelement <16 x float> poison, float %v164, i64 0
  %v205 = shufflevector <16 x float> %v204, <16 x float> poison, <16 x i32> zeroinitializer
  %v214 = icmp slt i64 %v167, %v197
  br i1 %v214, label %loop198, label %end199
loop198:
  %i200 = phi i64 [ %v167, %join193 ], [ %v212, %loop198 ]
  %p201 = phi <16 x float> [ %v194, %join193 ], [ %v211, %loop198 ]
  %v202 = getelementptr inbounds float, ptr %v175, i64 %i200
  %v203 = load <16 x float>, ptr %v202, align 4
  %v206 = fsub <16 x float> %v203, %v205
  %v207 = call <16 x float> @each.expf.16(<16 x float> %v206)
  %v208 = mul nsw i64 %i161, 128
  %v209 = add nsw i64 %v208, %i200
  %v210 = getelementptr inbounds float, ptr %v5, i64 %v209
  store <16 x float> %v207, ptr %v210, align 4
  %v211 = fadd <16 x float> %p201, %v207
  %v212 = add nsw i64 %i200, 16
  %v213 = icmp slt i64 %v212, %v197
  br i1 %v213, label %loop198, label %end199
end199:
  %v215 = phi <16 x float> [ %v194, %join193 ], [ %v211, %loop198 ]
  br i1 %v222, label %rest223, label %join233
rest223:
  %v224 = getelementptr inbounds float, ptr %v175, i64 %v197
  %v225 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v224, <16 x i1> %v221, <16 x float> zeroinitializer)
  %v226 = fsub <16 x float> %v225, %v205
  %v227 = call <16 x float> @each.expf.16(<16 x float> %v226)
  %v228 = mul nsw i64 %i161, 128
  %v229 = add nsw i64 %v228, %v197
  %v230 = getelementptr inbounds float, ptr %v5, i64 %v229
  store <16 x float> %v227, ptr %v230, align 4
  %v231 = fadd <16 x float> %v215, %v227
  %v232 = select <16 x i1> %v221, <16 x float> %v231, <16 x float> %v215
  br label %join233
join233:
  %v234 = phi <16 x float> [ %v215, %end199 ], [ %v232, %rest223 ]
  %v235 = getelementptr <16 x float>, ptr %v158, i64 %i161
  store <16 x float> %v234, ptr %v235, align 64
  %v236 = add nsw i64 %i161, 1
  %v237 = icmp slt i64 %v236, %v10
  br i1 %v237, label %loop159, label %end160
end160:
  %v239 = getelementptr <16 x float>, ptr %v158, i64 0
  %v240 = load <16 x float>, ptr %v239, align 64
  %v241 = getelementptr <16 x float>, ptr %v158, i64 1
  %v242 = load <16 x float>, ptr %v241, align 64
  %v243 = getelementptr <16 x float>, ptr %v158, i64 2
  %v244 = load <16 x float>, ptr %v243, align 64
  %v245 = getelementptr <16 x float>, ptr %v158, i64 3
  %v246 = load <16 x float>, ptr %v245, align 64
  %v247 = getelementptr <16 x float>, ptr %v158, i64 4
  %v248 = load <16 x float>, ptr %v247, align 64
  %v249 = getelementptr <16 x float>, ptr %v158, i64 5
  %v250 = load <16 x float>, ptr %v249, align 64
  %v251 = getelementptr <16 x float>, ptr %v158, i64 6
  %v252 = load <16 x float>, ptr %v251, align 64
  %v253 = getelementptr <16 x float>, ptr %v158, i64 7
  %v254 = load <16 x float>, ptr %v253, align 64
  %v255 = getelementptr <16 x float>, ptr %v158, i64 8
  %v256 = load <16 x float>, ptr %v255, align 64
  %v257 = getelementptr <16 x float>, ptr %v158, i64 9
  %v258 = load <16 x float>, ptr %v257, align 64
  %v259 = getelementptr <16 x float>, ptr %v158, i64 10
  %v260 = load <16 x float>, ptr %v259, align 64
  %v261 = getelementptr <16 x float>, ptr %v158, i64 11
  %v262 = load <16 x float>, ptr %v261, align 64
  %v263 = getelementptr <16 x float>, ptr %v158, i64 12
  %v264 = load <16 x float>, ptr %v263, align 64
  %v265 = getelementptr <16 x float>, ptr %v158, i64 13
  %v266 = load <16 x float>, ptr %v265, align 64
  %v267 = getelementptr <16 x float>, ptr %v158, i64 14
  %v268 = load <16 x float>, ptr %v267, align 64
  %v269 = getelementptr <16 x float>, ptr %v158, i64 15
  %v270 = load <16 x float>, ptr %v269, align 64
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
  store <16 x float> %v316, ptr %v317, align 64
  %v318 = sub nsw i64 %v11, %i8
  %v319 = call i64 @llvm.umin.i64(i64 %v318, i64 16)
  %v320 = trunc i64 %v319 to i32
  %v321 = insertelement <16 x i32> poison, i32 %v320, i64 0
  %v322 = shufflevector <16 x i32> %v321, <16 x i32> poison, <16 x i32> zeroinitializer
  %v323 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v322
  %v328 = fdiv <16 x float> %v327, %v316
  store <16 x float> %v328, ptr %v329, align 64
  %v380 = icmp slt i64 0, %v10
  br i1 %v380, label %loop330, label %end331
loop330:
  %i332 = phi i64 [ 0, %end160 ], [ %v378, %join377 ]
  %v333 = add nsw i64 %i8, %i332
  %v334 = getelementptr float, ptr %v157, i64 %i332
  %v335 = load float, ptr %v334
  %v336 = getelementptr float, ptr %v317, i64 %i332
  %v337 = load float, ptr %v336
  %v338 = getelementptr float, ptr %v329, i64 %i332
  %v339 = load float, ptr %v338
  %v350 = insertelement <16 x float> poison, float %v339, i64 0
  %v351 = shufflevector <16 x float> %v350, <16 x float> poison, <16 x i32> zeroinitializer
  %v357 = mul i64 %v333, %v356
  %v358 = getelementptr inbounds float, ptr %v354, i64 %v357
  %v362 = icmp slt i64 0, %v342
  br i1 %v362, label %loop343, label %end344
loop343:
  %i345 = phi i64 [ 0, %loop330 ], [ %v360, %loop343 ]
  %v346 = mul nsw i64 %i332, 128
  %v347 = add nsw i64 %v346, %i345
  %v348 = getelementptr inbounds float, ptr %v5, i64 %v347
  %v349 = load <16 x float>, ptr %v348, align 4
  %v352 = fmul <16 x float> %v349, %v351
  %v359 = getelementptr inbounds float, ptr %v358, i64 %i345
  store <16 x float> %v352, ptr %v359, align 4
  %v360 = add nsw i64 %i345, 16
  %v361 = icmp slt i64 %v360, %v342
  br i1 %v361, label %loop343, label %end344
end344:
  br i1 %v369, label %rest370, label %join377
rest370:
  %v371 = mul nsw i64 %i332, 128
  %v372 = add nsw i64 %v371, %v342
  %v373 = getelementptr inbounds float, ptr %v5, i64 %v372
  %v374 = load <16 x float>, ptr %v373, align 4
  %v375 = fmul <16 x float> %v374, %v351
  %v376 = getelementptr inbounds float, ptr %v358, i64 %v342
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v375, ptr align 4 %v376, <16 x i1> %v368)
  br label %join377
join377:
  %v378 = add nsw i64 %i332, 1
  %v379 = icmp slt i64 %v378, %v10
  br i1 %v379, label %loop330, label %end331
end331:
  %v381 = add nsw i64 %i8, 16
  %v382 = icmp slt i64 %v381, %hi
  br i1 %v382, label %loop6, label %end7
end7:
  br label %join384
join384:
  %v385 = icmp sgt i64 %v2, 128
  %v500 = sub nsw i64 %v2, 0
  %v501 = and i64 %v500, -16
  %v502 = add nsw i64 0, %v501
  %v516 = sub nsw i64 %v2, %v502
  %v517 = call i64 @llvm.umin.i64(i64 %v516, i64 16)
  %v518 = trunc i64 %v517 to i32
  %v519 = insertelement <16 x i32> poison, i32 %v518, i64 0
  %v520 = shufflevector <16 x i32> %v519, <16 x i32> poison, <16 x i32> zeroinitializer
  %v521 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v520
  %v522 = icmp slt i64 %v502, %v2
  br i1 %v385, label %rows386, label %join532
rows386:
  %v531 = icmp slt i64 %lo, %hi
  br i1 %v531, label %loop387, label %end388
loop387:
  %i389 = phi i64 [ %lo, %rows386 ], [ %v529, %join528 ]
  %v390 = sub nsw i64 %v2, 0
  %v391 = and i64 %v390, -64
  %v392 = add nsw i64 0, %v391
  %v393 = icmp slt i64 0, %v392
  %v399 = mul i64 %i389, %v29
  %v400 = getelementptr inbounds float, ptr %v27, i64 %v399
  br i1 %v393, label %whole394, label %join414
whole394:
  %v406 = icmp slt i64 0, %v392
  br i1 %v406, label %loop395, label %end396
loop395:
  %i397 = phi i64 [ 0, %whole394 ], [ %v404, %loop395 ]
  %p398 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole394 ], [ %v403, %loop395 ]
  %v401 = getelementptr inbounds float, ptr %v400, i64 %i397
  %v402 = load <64 x float>, ptr %v401, align 4
  %v403 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p398, <64 x float> %v402)
  %v404 = add nsw i64 %i397, 64
  %v405 = icmp slt i64 %v404, %v392
  br i1 %v405, label %loop395, label %end396
end396:
  %v407 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole394 ], [ %v403, %loop395 ]
  %v408 = shufflevector <64 x float> %v407, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v409 = shufflevector <64 x float> %v407, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v410 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v408, <32 x float> %v409)
  %v411 = shufflevector <32 x float> %v410, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v412 = shufflevector <32 x float> %v410, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v413 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v411, <16 x float> %v412)
  br label %join414
join414:
  %v415 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop387 ], [ %v413, %end396 ]
  %v432 = icmp slt i64 %v392, %v2
  br i1 %v432, label %loop416, label %end417
loop416:
  %i418 = phi i64 [ %v392, %join414 ], [ %v430, %loop416 ]
  %p419 = phi <16 x float> [ %v415, %join414 ], [ %v429, %loop416 ]
  %v420 = sub nsw i64 %v2, %i418
  %v421 = call i64 @llvm.umin.i64(i64 %v420, i64 16)
  %v422 = trunc i64 %v421 to i32
  %v423 = insertelement <16 x i32> poison, i32 %v422, i64 0
  %v424 = shufflevector <16 x i32> %v423, <16 x i32> poison, <16 x i32> zeroinitializer
  %v425 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v424
  %v426 = getelementptr inbounds float, ptr %v400, i64 %i418
  %v427 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v426, <16 x i1> %v425, <16 x float> zeroinitializer)
  %v428 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p419, <16 x float> %v427)
  %v429 = select <16 x i1> %v425, <16 x float> %v428, <16 x float> %p419
  %v430 = add nsw i64 %i418, 16
  %v431 = icmp slt i64 %v430, %v2
  br i1 %v431, label %loop416, label %end417
end417:
  %v433 = phi <16 x float> [ %v415, %join414 ], [ %v429, %loop416 ]
  %v434 = shufflevector <16 x float> %v433, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v435 = shufflevector <16 x float> %v433, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v436 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v434, <8 x float> %v435)
  %v437 = shufflevector <8 x float> %v436, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v438 = shufflevector <8 x float> %v436, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v439 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v437, <4 x float> %v438)
  %v440 = shufflevector <4 x float> %v439, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v441 = shufflevector <4 x float> %v439, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v442 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v440, <2 x float> %v441)
  %v443 = extractelement <2 x float> %v442, i64 0
  %v444 = extractelement <2 x float> %v442, i64 1
  %v445 = call nsz float @llvm.maximum.f32(float %v443, float %v444)
  %v446 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v445)
  %v447 = sub nsw i64 %v2, 0
  %v448 = and i64 %v447, -32
  %v449 = add nsw i64 0, %v448
  %v450 = icmp slt i64 0, %v449
  %v458 = insertelement <32 x float> poison, float %v446, i64 0
  %v459 = shufflevector <32 x float> %v458, <32 x float> poison, <32 x i32> zeroinitializer
  %v462 = mul i64 %i389, %v356
  %v463 = getelementptr inbounds float, ptr %v354, i64 %v462
  br i1 %v450, label %whole451, label %join473
whole451:
  %v468 = icmp slt i64 0, %v449
  br i1 %v468, label %loop452, label %end453
loop452:
  %i454 = phi i64 [ 0, %whole451 ], [ %v466, %loop452 ]
  %p455 = phi <32 x float> [ splat (float 0x8000000000000000), %whole451 ], [ %v465, %loop452 ]
  %v456 = getelementptr inbounds float, ptr %v400, i64 %i454
  %v457 = load <32 x float>, ptr %v456, align 4
  %v460 = fsub <32 x float> %v457, %v459
  %v461 = call <32 x float> @each.expf.32(<32 x float> %v460)
  %v464 = getelementptr inbounds float, ptr %v463, i64 %i454
  store <32 x float> %v461, ptr %v464, align 4
  %v465 = fadd <32 x float> %p455, %v461
  %v466 = add nsw i64 %i454, 32
  %v467 = icmp slt i64 %v466, %v449
  br i1 %v467, label %loop452, label %end453
end453:
  %v469 = phi <32 x float> [ splat (float 0x8000000000000000), %whole451 ], [ %v465, %loop452 ]
  %v470 = shufflevector <32 x float> %v469, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v471 = shufflevector <32 x float> %v469, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v472 = fadd <16 x float> %v470, %v471
  br label %join473
join473:
  %v474 = phi <16 x float> [ splat (float 0x8000000000000000), %end417 ], [ %v472, %end453 ]
  %v487 = insertelement <16 x float> poison, float %v446, i64 0
  %v488 = shufflevector <16 x float> %v487, <16 x float> poison, <16 x i32> zeroinitializer
  %v496 = icmp slt i64 %v449, %v2
  br i1 %v496, label %loop475, label %end476
loop475:
  %i477 = phi i64 [ %v449, %join473 ], [ %v494, %loop475 ]
  %p478 = phi <16 x float> [ %v474, %join473 ], [ %v493, %loop475 ]
  %v479 = sub nsw i64 %v2, %i477
  %v480 = call i64 @llvm.umin.i64(i64 %v479, i64 16)
  %v481 = trunc i64 %v480 to i32
  %v482 = insertelement <16 x i32> poison, i32 %v481, i64 0
  %v483 = shufflevector <16 x i32> %v482, <16 x i32> poison, <16 x i32> zeroinitializer
  %v484 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v483
  %v485 = getelementptr inbounds float, ptr %v400, i64 %i477
  %v486 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v485, <16 x i1> %v484, <16 x float> zeroinitializer)
  %v489 = fsub <16 x float> %v486, %v488
  %v490 = call <16 x float> @each.expf.16(<16 x float> %v489)
  %v491 = getelementptr inbounds float, ptr %v463, i64 %i477
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v490, ptr align 4 %v491, <16 x i1> %v484)
  %v492 = fadd <16 x float> %p478, %v490
  %v493 = select <16 x i1> %v484, <16 x float> %v492, <16 x float> %p478
  %v494 = add nsw i64 %i477, 16
  %v495 = icmp slt i64 %v494, %v2
  br i1 %v495, label %loop475, label %end476
end476:
  %v497 = phi <16 x float> [ %v474, %join473 ], [ %v493, %loop475 ]
  %v498 = call reassoc float @llvm.vector.reduce.fadd.v16f32(float 0x8000000000000000, <16 x float> %v497)
  %v499 = fadd float 0x0000000000000000, %v498
  %v506 = fdiv float %v325, %v499
  %v509 = insertelement <16 x float> poison, float %v506, i64 0
  %v510 = shufflevector <16 x float> %v509, <16 x float> poison, <16 x i32> zeroinitializer
  %v515 = icmp slt i64 0, %v502
  br i1 %v515, label %loop503, label %end504
loop503:
  %i505 = phi i64 [ 0, %end476 ], [ %v513, %loop503 ]
  %v507 = getelementptr inbounds float, ptr %v463, i64 %i505
  %v508 = load <16 x float>, ptr %v507, align 4
  %v511 = fmul <16 x float> %v508, %v510
  %v512 = getelementptr inbounds float, ptr %v463, i64 %i505
  store <16 x float> %v511, ptr %v512, align 4
  %v513 = add nsw i64 %i505, 16
  %v514 = icmp slt i64 %v513, %v502
  br i1 %v514, label %loop503, label %end504
end504:
  br i1 %v522, label %rest523, label %join528
rest523:
  %v524 = getelementptr inbounds float, ptr %v463, i64 %v502
  %v525 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v524, <16 x i1> %v521, <16 x float> zeroinitializer)
  %v526 = fmul <16 x float> %v525, %v510
  %v527 = getelementptr inbounds float, ptr %v463, i64 %v502
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v526, ptr align 4 %v527, <16 x i1> %v521)
  br label %join528
join528:
  %v529 = add nsw i64 %i389, 1
  %v530 = icmp slt i64 %v529, %hi
  br i1 %v530, label %loop387, label %end388
end388:
  br label %join532
join532:
  ret void
}
