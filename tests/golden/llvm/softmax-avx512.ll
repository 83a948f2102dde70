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
  %v332 = getelementptr i64, ptr %table, i64 3
  %v333 = load float, ptr %v332, align 8
  %v342 = getelementptr ptr, ptr %buffers, i64 1
  %v343 = load ptr, ptr %v342, align 8
  %v344 = getelementptr i64, ptr %table, i64 2
  %v345 = load i64, ptr %v344, align 8
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
  br i1 %v3, label %rows4, label %join376
rows4:
  %v375 = icmp slt i64 %lo, %hi
  br i1 %v375, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ %lo, %rows4 ], [ %v373, %end319 ]
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
  %v372 = icmp slt i64 0, %v10
  br i1 %v372, label %loop318, label %end319
loop318:
  %i320 = phi i64 [ 0, %end160 ], [ %v370, %end353 ]
  %v321 = add nsw i64 %i8, %i320
  %v322 = getelementptr float, ptr %v157, i64 %i320
  %v323 = load float, ptr %v322
  %v324 = getelementptr float, ptr %v317, i64 %i320
  %v325 = load float, ptr %v324
  %v326 = sub nsw i64 %v2, 0
  %v327 = and i64 %v326, -16
  %v328 = add nsw i64 0, %v327
  %v334 = fdiv float %v333, %v325
  %v339 = insertelement <16 x float> poison, float %v334, i64 0
  %v340 = shufflevector <16 x float> %v339, <16 x float> poison, <16 x i32> zeroinitializer
  %v346 = mul i64 %v321, %v345
  %v347 = getelementptr inbounds float, ptr %v343, i64 %v346
  %v351 = icmp slt i64 0, %v328
  br i1 %v351, label %loop329, label %end330
loop329:
  %i331 = phi i64 [ 0, %loop318 ], [ %v349, %loop329 ]
  %v335 = mul nsw i64 %i320, 128
  %v336 = add nsw i64 %v335, %i331
  %v337 = getelementptr inbounds float, ptr %v5, i64 %v336
  %v338 = load <16 x float>, ptr %v337, align 4
  %v341 = fmul <16 x float> %v338, %v340
  %v348 = getelementptr inbounds float, ptr %v347, i64 %i331
  store <16 x float> %v341, ptr %v348, align 4
  %v349 = add nsw i64 %i331, 16
  %v350 = icmp slt i64 %v349, %v328
  br i1 %v350, label %loop329, label %end330
end330:
  %v369 = icmp slt i64 %v328, %v2
  br i1 %v369, label %loop352, label %end353
loop352:
  %i354 = phi i64 [ %v328, %end330 ], [ %v367, %loop352 ]
  %v355 = sub nsw i64 %v2, %i354
  %v356 = call i64 @llvm.umin.i64(i64 %v355, i64 16)
  %v357 = trunc i64 %v356 to i32
  %v358 = insertelement <16 x i32> poison, i32 %v357, i64 0
  %v359 = shufflevector <16 x i32> %v358, <16 x i32> poison, <16 x i32> zeroinitializer
  %v360 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v359
  %v361 = mul nsw i64 %i320, 128
  %v362 = add nsw i64 %v361, %i354
  %v363 = getelementptr inbounds float, ptr %v5, i64 %v362
  %v364 = load <16 x float>, ptr %v363, align 4
  %v365 = fmul <16 x float> %v364, %v340
  %v366 = getelementptr inbounds float, ptr %v347, i64 %i354
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v365, ptr align 4 %v366, <16 x i1> %v360)
  %v367 = add nsw i64 %i354, 16
  %v368 = icmp slt i64 %v367, %v2
  br i1 %v368, label %loop352, label %end353
end353:
  %v370 = add nsw i64 %i320, 1
  %v371 = icmp slt i64 %v370, %v10
  br i1 %v371, label %loop318, label %end319
end319:
  %v373 = add nsw i64 %i8, 16
  %v374 = icmp slt i64 %v373, %hi
  br i1 %v374, label %loop6, label %end7
end7:
  br label %join376
join376:
  %v377 = icmp sgt i64 %v2, 128
  br i1 %v377, label %rows378, label %join527
rows378:
  %v526 = icmp slt i64 %lo, %hi
  br i1 %v526, label %loop379, label %end380
loop379:
  %i381 = phi i64 [ %lo, %rows378 ], [ %v524, %end509 ]
  %v382 = sub nsw i64 %v2, 0
  %v383 = and i64 %v382, -64
  %v384 = add nsw i64 0, %v383
  %v385 = icmp slt i64 0, %v384
  %v391 = mul i64 %i381, %v29
  %v392 = getelementptr inbounds float, ptr %v27, i64 %v391
  br i1 %v385, label %whole386, label %join406
whole386:
  %v398 = icmp slt i64 0, %v384
  br i1 %v398, label %loop387, label %end388
loop387:
  %i389 = phi i64 [ 0, %whole386 ], [ %v396, %loop387 ]
  %p390 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole386 ], [ %v395, %loop387 ]
  %v393 = getelementptr inbounds float, ptr %v392, i64 %i389
  %v394 = load <64 x float>, ptr %v393, align 4
  %v395 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p390, <64 x float> %v394)
  %v396 = add nsw i64 %i389, 64
  %v397 = icmp slt i64 %v396, %v384
  br i1 %v397, label %loop387, label %end388
end388:
  %v399 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole386 ], [ %v395, %loop387 ]
  %v400 = shufflevector <64 x float> %v399, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v401 = shufflevector <64 x float> %v399, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v402 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v400, <32 x float> %v401)
  %v403 = shufflevector <32 x float> %v402, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v404 = shufflevector <32 x float> %v402, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v405 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v403, <16 x float> %v404)
  br label %join406
join406:
  %v407 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop379 ], [ %v405, %end388 ]
  %v424 = icmp slt i64 %v384, %v2
  br i1 %v424, label %loop408, label %end409
loop408:
  %i410 = phi i64 [ %v384, %join406 ], [ %v422, %loop408 ]
  %p411 = phi <16 x float> [ %v407, %join406 ], [ %v421, %loop408 ]
  %v412 = sub nsw i64 %v2, %i410
  %v413 = call i64 @llvm.umin.i64(i64 %v412, i64 16)
  %v414 = trunc i64 %v413 to i32
  %v415 = insertelement <16 x i32> poison, i32 %v414, i64 0
  %v416 = shufflevector <16 x i32> %v415, <16 x i32> poison, <16 x i32> zeroinitializer
  %v417 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v416
  %v418 = getelementptr inbounds float, ptr %v392, i64 %i410
  %v419 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v418, <16 x i1> %v417, <16 x float> zeroinitializer)
  %v420 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p411, <16 x float> %v419)
  %v421 = select <16 x i1> %v417, <16 x float> %v420, <16 x float> %p411
  %v422 = add nsw i64 %i410, 16
  %v423 = icmp slt i64 %v422, %v2
  br i1 %v423, label %loop408, label %end409
end409:
  %v425 = phi <16 x float> [ %v407, %join406 ], [ %v421, %loop408 ]
  %v426 = shufflevector <16 x float> %v425, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v427 = shufflevector <16 x float> %v425, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v428 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v426, <8 x float> %v427)
  %v429 = shufflevector <8 x float> %v428, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v430 = shufflevector <8 x float> %v428, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v431 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v429, <4 x float> %v430)
  %v432 = shufflevector <4 x float> %v431, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v433 = shufflevector <4 x float> %v431, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v434 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v432, <2 x float> %v433)
  %v435 = extractelement <2 x float> %v434, i64 0
  %v436 = extractelement <2 x float> %v434, i64 1
  %v437 = call nsz float @llvm.maximum.f32(float %v435, float %v436)
  %v438 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v437)
  %v439 = sub nsw i64 %v2, 0
  %v440 = and i64 %v439, -32
  %v441 = add nsw i64 0, %v440
  %v442 = icmp slt i64 0, %v441
  %v450 = insertelement <32 x float> poison, float %v438, i64 0
  %v451 = shufflevector <32 x float> %v450, <32 x float> poison, <32 x i32> zeroinitializer
  %v454 = mul i64 %i381, %v345
  %v455 = getelementptr inbounds float, ptr %v343, i64 %v454
  br i1 %v442, label %whole443, label %join465
whole443:
  %v460 = icmp slt i64 0, %v441
  br i1 %v460, label %loop444, label %end445
loop444:
  %i446 = phi i64 [ 0, %whole443 ], [ %v458, %loop444 ]
  %p447 = phi <32 x float> [ splat (float 0x8000000000000000), %whole443 ], [ %v457, %loop444 ]
  %v448 = getelementptr inbounds float, ptr %v392, i64 %i446
  %v449 = load <32 x float>, ptr %v448, align 4
  %v452 = fsub <32 x float> %v449, %v451
  %v453 = call <32 x float> @each.expf.32(<32 x float> %v452)
  %v456 = getelementptr inbounds float, ptr %v455, i64 %i446
  store <32 x float> %v453, ptr %v456, align 4
  %v457 = fadd <32 x float> %p447, %v453
  %v458 = add nsw i64 %i446, 32
  %v459 = icmp slt i64 %v458, %v441
  br i1 %v459, label %loop444, label %end445
end445:
  %v461 = phi <32 x float> [ splat (float 0x8000000000000000), %whole443 ], [ %v457, %loop444 ]
  %v462 = shufflevector <32 x float> %v461, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v463 = shufflevector <32 x float> %v461, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v464 = fadd <16 x float> %v462, %v463
  br label %join465
join465:
  %v466 = phi <16 x float> [ splat (float 0x8000000000000000), %end409 ], [ %v464, %end445 ]
  %v479 = insertelement <16 x float> poison, float %v438, i64 0
  %v480 = shufflevector <16 x float> %v479, <16 x float> poison, <16 x i32> zeroinitializer
  %v488 = icmp slt i64 %v441, %v2
  br i1 %v488, label %loop467, label %end468
loop467:
  %i469 = phi i64 [ %v441, %join465 ], [ %v486, %loop467 ]
  %p470 = phi <16 x float> [ %v466, %join465 ], [ %v485, %loop467 ]
  %v471 = sub nsw i64 %v2, %i469
  %v472 = call i64 @llvm.umin.i64(i64 %v471, i64 16)
  %v473 = trunc i64 %v472 to i32
  %v474 = insertelement <16 x i32> poison, i32 %v473, i64 0
  %v475 = shufflevector <16 x i32> %v474, <16 x i32> poison, <16 x i32> zeroinitializer
  %v476 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v475
  %v477 = getelementptr inbounds float, ptr %v392, i64 %i469
  %v478 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v477, <16 x i1> %v476, <16 x float> zeroinitializer)
  %v481 = fsub <16 x float> %v478, %v480
  %v482 = call <16 x float> @each.expf.16(<16 x float> %v481)
  %v483 = getelementptr inbounds float, ptr %v455, i64 %i469
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v482, ptr align 4 %v483, <16 x i1> %v476)
  %v484 = fadd <16 x float> %p470, %v482
  %v485 = select <16 x i1> %v476, <16 x float> %v484, <16 x float> %p470
  %v486 = add nsw i64 %i469, 16
  %v487 = icmp slt i64 %v486, %v2
  br i1 %v487, label %loop467, label %end468
end468:
  %v489 = phi <16 x float> [ %v466, %join465 ], [ %v485, %loop467 ]
  %v490 = call reassoc float @llvm.vector.reduce.fadd.v16f32(float 0x8000000000000000, <16 x float> %v489)
  %v491 = fadd float 0x0000000000000000, %v490
  %v492 = sub nsw i64 %v2, 0
  %v493 = and i64 %v492, -16
  %v494 = add nsw i64 0, %v493
  %v498 = fdiv float %v333, %v491
  %v501 = insertelement <16 x float> poison, float %v498, i64 0
  %v502 = shufflevector <16 x float> %v501, <16 x float> poison, <16 x i32> zeroinitializer
  %v507 = icmp slt i64 0, %v494
  br i1 %v507, label %loop495, label %end496
loop495:
  %i497 = phi i64 [ 0, %end468 ], [ %v505, %loop495 ]
  %v499 = getelementptr inbounds float, ptr %v455, i64 %i497
  %v500 = load <16 x float>, ptr %v499, align 4
  %v503 = fmul <16 x float> %v500, %v502
  %v504 = getelementptr inbounds float, ptr %v455, i64 %i497
  store <16 x float> %v503, ptr %v504, align 4
  %v505 = add nsw i64 %i497, 16
  %v506 = icmp slt i64 %v505, %v494
  br i1 %v506, label %loop495, label %end496
end496:
  %v523 = icmp slt i64 %v494, %v2
  br i1 %v523, label %loop508, label %end509
loop508:
  %i510 = phi i64 [ %v494, %end496 ], [ %v521, %loop508 ]
  %v511 = sub nsw i64 %v2, %i510
  %v512 = call i64 @llvm.umin.i64(i64 %v511, i64 16)
  %v513 = trunc i64 %v512 to i32
  %v514 = insertelement <16 x i32> poison, i32 %v513, i64 0
  %v515 = shufflevector <16 x i32> %v514, <16 x i32> poison, <16 x i32> zeroinitializer
  %v516 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v515
  %v517 = getelementptr inbounds float, ptr %v455, i64 %i510
  %v518 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v517, <16 x i1> %v516, <16 x float> zeroinitializer)
  %v519 = fmul <16 x float> %v518, %v502
  %v520 = getelementptr inbounds float, ptr %v455, i64 %i510
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v519, ptr align 4 %v520, <16 x i1> %v516)
  %v521 = add nsw i64 %i510, 16
  %v522 = icmp slt i64 %v521, %v2
  br i1 %v522, label %loop508, label %end509
end509:
  %v524 = add nsw i64 %i381, 1
  %v525 = icmp slt i64 %v524, %hi
  br i1 %v525, label %loop379, label %end380
end380:
  br label %join527
join527:
  ret void
}
