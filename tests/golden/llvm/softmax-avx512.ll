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
  %v11 = alloca [16 x <16 x float>], align 64
  %v25 = getelementptr ptr, ptr %buffers, i64 0
  %v26 = load ptr, ptr %v25, align 8
  %v27 = getelementptr i64, ptr %table, i64 0
  %v28 = load i64, ptr %v27, align 8
  %v156 = alloca [1 x <16 x float>], align 64
  %v157 = alloca [16 x <16 x float>], align 64
  %v181 = getelementptr ptr, ptr %buffers, i64 1
  %v182 = load ptr, ptr %v181, align 8
  %v183 = getelementptr i64, ptr %table, i64 2
  %v184 = load i64, ptr %v183, align 8
  %v316 = alloca [1 x <16 x float>], align 64
  %v331 = getelementptr i64, ptr %table, i64 3
  %v332 = load float, ptr %v331, align 8
  %v3 = icmp sle i64 %v2, 128
  %v16 = sub nsw i64 %v2, 0
  %v17 = and i64 %v16, -64
  %v18 = add nsw i64 0, %v17
  %v46 = sub nsw i64 %v2, 0
  %v47 = and i64 %v46, -16
  %v48 = add nsw i64 0, %v47
  %v60 = sub nsw i64 %v2, %v48
  %v61 = call i64 @llvm.umin.i64(i64 %v60, i64 16)
  %v62 = trunc i64 %v61 to i32
  %v63 = insertelement <16 x i32> poison, i32 %v62, i64 0
  %v64 = shufflevector <16 x i32> %v63, <16 x i32> poison, <16 x i32> zeroinitializer
  %v65 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v64
  %v66 = icmp slt i64 %v48, %v2
  %v164 = sub nsw i64 %v2, 0
  %v165 = and i64 %v164, -32
  %v166 = add nsw i64 0, %v165
  %v198 = sub nsw i64 %v2, 0
  %v199 = and i64 %v198, -16
  %v200 = add nsw i64 0, %v199
  %v217 = sub nsw i64 %v2, %v200
  %v218 = call i64 @llvm.umin.i64(i64 %v217, i64 16)
  %v219 = trunc i64 %v218 to i32
  %v220 = insertelement <16 x i32> poison, i32 %v219, i64 0
  %v221 = shufflevector <16 x i32> %v220, <16 x i32> poison, <16 x i32> zeroinitializer
  %v222 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v221
  %v223 = icmp slt i64 %v200, %v2
  br i1 %v3, label %rows4, label %join367
rows4:
  %v366 = icmp slt i64 %lo, %hi
  br i1 %v366, label %loop5, label %end6
loop5:
  %i7 = phi i64 [ %lo, %rows4 ], [ %v364, %end318 ]
  %v8 = sub nsw i64 %hi, %i7
  %v9 = call i64 @llvm.umin.i64(i64 %v8, i64 16)
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
  %p24 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole20 ], [ %v33, %loop21 ]
  %v31 = getelementptr inbounds float, ptr %v30, i64 %i23
  %v32 = load <64 x float>, ptr %v31, align 4
  %v33 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p24, <64 x float> %v32)
  %v34 = add nsw i64 %i23, 64
  %v35 = icmp slt i64 %v34, %v18
  br i1 %v35, label %loop21, label %end22
end22:
  %v37 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole20 ], [ %v33, %loop21 ]
  %v38 = shufflevector <64 x float> %v37, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v39 = shufflevector <64 x float> %v37, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v40 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v38, <32 x float> %v39)
  %v41 = shufflevector <32 x float> %v40, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v42 = shufflevector <32 x float> %v40, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v43 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v41, <16 x float> %v42)
  br label %join44
join44:
  %v45 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop12 ], [ %v43, %end22 ]
  %v58 = icmp slt i64 %v18, %v48
  br i1 %v58, label %loop49, label %end50
loop49:
  %i51 = phi i64 [ %v18, %join44 ], [ %v56, %loop49 ]
  %p52 = phi <16 x float> [ %v45, %join44 ], [ %v55, %loop49 ]
  %v53 = getelementptr inbounds float, ptr %v30, i64 %i51
  %v54 = load <16 x float>, ptr %v53, align 4
  %v55 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p52, <16 x float> %v54)
  %v56 = add nsw i64 %i51, 16
  %v57 = icmp slt i64 %v56, %v48
  br i1 %v57, label %loop49, label %end50
end50:
  %v59 = phi <16 x float> [ %v45, %join44 ], [ %v55, %loop49 ]
  br i1 %v66, label %rest67, label %join72
rest67:
  %v68 = getelementptr inbounds float, ptr %v30, i64 %v48
  %v69 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v68, <16 x i1> %v65, <16 x float> zeroinitializer)
  %v70 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v59, <16 x float> %v69)
  %v71 = select <16 x i1> %v65, <16 x float> %v70, <16 x float> %v59
  br label %join72
join72:
  %v73 = phi <16 x float> [ %v59, %end50 ], [ %v71, %rest67 ]
  %v74 = getelementptr <16 x float>, ptr %v11, i64 %i14
  store <16 x float> %v73, ptr %v74, align 64
  %v75 = add nsw i64 %i14, 1
  %v76 = icmp slt i64 %v75, %v9
  br i1 %v76, label %loop12, label %end13
end13:
  %v78 = getelementptr <16 x float>, ptr %v11, i64 0
  %v79 = load <16 x float>, ptr %v78, align 64
  %v80 = getelementptr <16 x float>, ptr %v11, i64 1
  %v81 = load <16 x float>, ptr %v80, align 64
  %v82 = getelementptr <16 x float>, ptr %v11, i64 2
  %v83 = load <16 x float>, ptr %v82, align 64
  %v84 = getelementptr <16 x float>, ptr %v11, i64 3
  %v85 = load <16 x float>, ptr %v84, align 64
  %v86 = getelementptr <16 x float>, ptr %v11, i64 4
  %v87 = load <16 x float>, ptr %v86, align 64
  %v88 = getelementptr <16 x float>, ptr %v11, i64 5
  %v89 = load <16 x float>, ptr %v88, align 64
  %v90 = getelementptr <16 x float>, ptr %v11, i64 6
  %v91 = load <16 x float>, ptr %v90, align 64
  %v92 = getelementptr <16 x float>, ptr %v11, i64 7
  %v93 = load <16 x float>, ptr %v92, align 64
  %v94 = getelementptr <16 x float>, ptr %v11, i64 8
  %v95 = load <16 x float>, ptr %v94, align 64
  %v96 = getelementptr <16 x float>, ptr %v11, i64 9
  %v97 = load <16 x float>, ptr %v96, align 64
  %v98 = getelementptr <16 x float>, ptr %v11, i64 10
  %v99 = load <16 x float>, ptr %v98, align 64
  %v100 = getelementptr <16 x float>, ptr %v11, i64 11
  %v101 = load <16 x float>, ptr %v100, align 64
  %v102 = getelementptr <16 x float>, ptr %v11, i64 12
  %v103 = load <16 x float>, ptr %v102, align 64
  %v104 = getelementptr <16 x float>, ptr %v11, i64 13
  %v105 = load <16 x float>, ptr %v104, align 64
  %v106 = getelementptr <16 x float>, ptr %v11, i64 14
  %v107 = load <16 x float>, ptr %v106, align 64
  %v108 = getelementptr <16 x float>, ptr %v11, i64 15
  %v109 = load <16 x float>, ptr %v108, align 64
  %v110 = shufflevector <16 x float> %v79, <16 x float> %v87, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v111 = shufflevector <16 x float> %v79, <16 x float> %v87, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v112 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v110, <16 x float> %v111)
  %v113 = shufflevector <16 x float> %v95, <16 x float> %v103, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v114 = shufflevector <16 x float> %v95, <16 x float> %v103, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v115 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v113, <16 x float> %v114)
  %v116 = shufflevector <16 x float> %v81, <16 x float> %v89, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v117 = shufflevector <16 x float> %v81, <16 x float> %v89, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v118 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v116, <16 x float> %v117)
  %v119 = shufflevector <16 x float> %v97, <16 x float> %v105, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v120 = shufflevector <16 x float> %v97, <16 x float> %v105, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v121 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v119, <16 x float> %v120)
  %v122 = shufflevector <16 x float> %v83, <16 x float> %v91, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v123 = shufflevector <16 x float> %v83, <16 x float> %v91, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v124 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v122, <16 x float> %v123)
  %v125 = shufflevector <16 x float> %v99, <16 x float> %v107, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v126 = shufflevector <16 x float> %v99, <16 x float> %v107, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v127 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v125, <16 x float> %v126)
  %v128 = shufflevector <16 x float> %v85, <16 x float> %v93, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v129 = shufflevector <16 x float> %v85, <16 x float> %v93, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v130 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v128, <16 x float> %v129)
  %v131 = shufflevector <16 x float> %v101, <16 x float> %v109, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v132 = shufflevector <16 x float> %v101, <16 x float> %v109, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v133 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v131, <16 x float> %v132)
  %v134 = shufflevector <16 x float> %v112, <16 x float> %v115, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v135 = shufflevector <16 x float> %v112, <16 x float> %v115, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v136 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v134, <16 x float> %v135)
  %v137 = shufflevector <16 x float> %v118, <16 x float> %v121, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v138 = shufflevector <16 x float> %v118, <16 x float> %v121, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v139 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v137, <16 x float> %v138)
  %v140 = shufflevector <16 x float> %v124, <16 x float> %v127, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v141 = shufflevector <16 x float> %v124, <16 x float> %v127, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v142 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v140, <16 x float> %v141)
  %v143 = shufflevector <16 x float> %v130, <16 x float> %v133, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v144 = shufflevector <16 x float> %v130, <16 x float> %v133, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v145 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v143, <16 x float> %v144)
  %v146 = shufflevector <16 x float> %v136, <16 x float> %v139, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v147 = shufflevector <16 x float> %v136, <16 x float> %v139, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v148 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v146, <16 x float> %v147)
  %v149 = shufflevector <16 x float> %v142, <16 x float> %v145, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v150 = shufflevector <16 x float> %v142, <16 x float> %v145, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v151 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v149, <16 x float> %v150)
  %v152 = shufflevector <16 x float> %v148, <16 x float> %v151, <16 x i32> <i32 0, i32 2, i32 16, i32 18, i32 4, i32 6, i32 20, i32 22, i32 8, i32 10, i32 24, i32 26, i32 12, i32 14, i32 28, i32 30>
  %v153 = shufflevector <16 x float> %v148, <16 x float> %v151, <16 x i32> <i32 1, i32 3, i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 15, i32 29, i32 31>
  %v154 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v152, <16 x float> %v153)
  %v155 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> splat (float 0xFFF0000000000000), <16 x float> %v154)
  store <16 x float> %v155, ptr %v156, align 64
  %v237 = icmp slt i64 0, %v9
  br i1 %v237, label %loop158, label %end159
loop158:
  %i160 = phi i64 [ 0, %end13 ], [ %v235, %join232 ]
  %v161 = add nsw i64 %i7, %i160
  %v162 = getelementptr float, ptr %v156, i64 %i160
  %v163 = load float, ptr %v162
  %v167 = icmp slt i64 0, %v166
  %v173 = mul i64 %v161, %v28
  %v174 = getelementptr inbounds float, ptr %v26, i64 %v173
  %v177 = insertelement <32 x float> poison, float %v163, i64 0
  %v178 = shufflevector <32 x float> %v177, <32 x float> poison, <32 x i32> zeroinitializer
  %v185 = mul i64 %v161, %v184
  %v186 = getelementptr inbounds float, ptr %v182, i64 %v185
  br i1 %v167, label %whole168, label %join196
whole168:
  %v191 = icmp slt i64 0, %v166
  br i1 %v191, label %loop169, label %end170
loop169:
  %i171 = phi i64 [ 0, %whole168 ], [ %v189, %loop169 ]
  %p172 = phi <32 x float> [ splat (float 0x8000000000000000), %whole168 ], [ %v188, %loop169 ]
  %v175 = getelementptr inbounds float, ptr %v174, i64 %i171
  %v176 = load <32 x float>, ptr %v175, align 4
  %v179 = fsub <32 x float> %v176, %v178
  %v180 = call <32 x float> @each.expf.32(<32 x float> %v179)
  %v187 = getelementptr inbounds float, ptr %v186, i64 %i171
  store <32 x float> %v180, ptr %v187, align 4
  %v188 = fadd <32 x float> %p172, %v180
  %v189 = add nsw i64 %i171, 32
  %v190 = icmp slt i64 %v189, %v166
  br i1 %v190, label %loop169, label %end170
end170:
  %v192 = phi <32 x float> [ splat (float 0x8000000000000000), %whole168 ], [ %v188, %loop169 ]
  %v193 = shufflevector <32 x float> %v192, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v194 = shufflevector <32 x float> %v192, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v195 = fadd <16 x float> %v193, %v194
  br label %join196
join196:
  %v197 = phi <16 x float> [ splat (float 0x8000000000000000), %loop158 ], [ %v195, %end170 ]
  %v207 = insertelement <16 x float> poison, float %v163, i64 0
  %v208 = shufflevector <16 x float> %v207, <16 x float> poison, <16 x i32> zeroinitializer
  %v215 = icmp slt i64 %v166, %v200
  br i1 %v215, label %loop201, label %end202
loop201:
  %i203 = phi i64 [ %v166, %join196 ], [ %v213, %loop201 ]
  %p204 = phi <16 x float> [ %v197, %join196 ], [ %v212, %loop201 ]
  %v205 = getelementptr inbounds float, ptr %v174, i64 %i203
  %v206 = load <16 x float>, ptr %v205, align 4
  %v209 = fsub <16 x float> %v206, %v208
  %v210 = call <16 x float> @each.expf.16(<16 x float> %v209)
  %v211 = getelementptr inbounds float, ptr %v186, i64 %i203
  store <16 x float> %v210, ptr %v211, align 4
  %v212 = fadd <16 x float> %p204, %v210
  %v213 = add nsw i64 %i203, 16
  %v214 = icmp slt i64 %v213, %v200
  br i1 %v214, label %loop201, label %end202
end202:
  %v216 = phi <16 x float> [ %v197, %join196 ], [ %v212, %loop201 ]
  br i1 %v223, label %rest224, label %join232
rest224:
  %v225 = getelementptr inbounds float, ptr %v174, i64 %v200
  %v226 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v225, <16 x i1> %v222, <16 x float> zeroinitializer)
  %v227 = fsub <16 x float> %v226, %v208
  %v228 = call <16 x float> @each.expf.16(<16 x float> %v227)
  %v229 = getelementptr inbounds float, ptr %v186, i64 %v200
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v228, ptr align 4 %v229, <16 x i1> %v222)
  %v230 = fadd <16 x float> %v216, %v228
  %v231 = select <16 x i1> %v222, <16 x float> %v230, <16 x float> %v216
  br label %join232
join232:
  %v233 = phi <16 x float> [ %v216, %end202 ], [ %v231, %rest224 ]
  %v234 = getelementptr <16 x float>, ptr %v157, i64 %i160
  store <16 x float> %v233, ptr %v234, align 64
  %v235 = add nsw i64 %i160, 1
  %v236 = icmp slt i64 %v235, %v9
  br i1 %v236, label %loop158, label %end159
end159:
  %v238 = getelementptr <16 x float>, ptr %v157, i64 0
  %v239 = load <16 x float>, ptr %v238, align 64
  %v240 = getelementptr <16 x float>, ptr %v157, i64 1
  %v241 = load <16 x float>, ptr %v240, align 64
  %v242 = getelementptr <16 x float>, ptr %v157, i64 2
  %v243 = load <16 x float>, ptr %v242, align 64
  %v244 = getelementptr <16 x float>, ptr %v157, i64 3
  %v245 = load <16 x float>, ptr %v244, align 64
  %v246 = getelementptr <16 x float>, ptr %v157, i64 4
  %v247 = load <16 x float>, ptr %v246, align 64
  %v248 = getelementptr <16 x float>, ptr %v157, i64 5
  %v249 = load <16 x float>, ptr %v248, align 64
  %v250 = getelementptr <16 x float>, ptr %v157, i64 6
  %v251 = load <16 x float>, ptr %v250, align 64
  %v252 = getelementptr <16 x float>, ptr %v157, i64 7
  %v253 = load <16 x float>, ptr %v252, align 64
  %v254 = getelementptr <16 x float>, ptr %v157, i64 8
  %v255 = load <16 x float>, ptr %v254, align 64
  %v256 = getelementptr <16 x float>, ptr %v157, i64 9
  %v257 = load <16 x float>, ptr %v256, align 64
  %v258 = getelementptr <16 x float>, ptr %v157, i64 10
  %v259 = load <16 x float>, ptr %v258, align 64
  %v260 = getelementptr <16 x float>, ptr %v157, i64 11
  %v261 = load <16 x float>, ptr %v260, align 64
  %v262 = getelementptr <16 x float>, ptr %v157, i64 12
  %v263 = load <16 x float>, ptr %v262, align 64
  %v264 = getelementptr <16 x float>, ptr %v157, i64 13
  %v265 = load <16 x float>, ptr %v264, align 64
  %v266 = getelementptr <16 x float>, ptr %v157, i64 14
  %v267 = load <16 x float>, ptr %v266, align 64
  %v268 = getelementptr <16 x float>, ptr %v157, i64 15
  %v269 = load <16 x float>, ptr %v268, align 64
  %v270 = shufflevector <16 x float> %v239, <16 x float> %v247, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v271 = shufflevector <16 x float> %v239, <16 x float> %v247, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v272 = fadd <16 x float> %v270, %v271
  %v273 = shufflevector <16 x float> %v255, <16 x float> %v263, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v274 = shufflevector <16 x float> %v255, <16 x float> %v263, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v275 = fadd <16 x float> %v273, %v274
  %v276 = shufflevector <16 x float> %v241, <16 x float> %v249, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v277 = shufflevector <16 x float> %v241, <16 x float> %v249, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v278 = fadd <16 x float> %v276, %v277
  %v279 = shufflevector <16 x float> %v257, <16 x float> %v265, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v280 = shufflevector <16 x float> %v257, <16 x float> %v265, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v281 = fadd <16 x float> %v279, %v280
  %v282 = shufflevector <16 x float> %v243, <16 x float> %v251, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v283 = shufflevector <16 x float> %v243, <16 x float> %v251, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v284 = fadd <16 x float> %v282, %v283
  %v285 = shufflevector <16 x float> %v259, <16 x float> %v267, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v286 = shufflevector <16 x float> %v259, <16 x float> %v267, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v287 = fadd <16 x float> %v285, %v286
  %v288 = shufflevector <16 x float> %v245, <16 x float> %v253, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v289 = shufflevector <16 x float> %v245, <16 x float> %v253, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v290 = fadd <16 x float> %v288, %v289
  %v291 = shufflevector <16 x float> %v261, <16 x float> %v269, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v292 = shufflevector <16 x float> %v261, <16 x float> %v269, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v293 = fadd <16 x float> %v291, %v292
  %v294 = shufflevector <16 x float> %v272, <16 x float> %v275, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v295 = shufflevector <16 x float> %v272, <16 x float> %v275, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v296 = fadd <16 x float> %v294, %v295
  %v297 = shufflevector <16 x float> %v278, <16 x float> %v281, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v298 = shufflevector <16 x float> %v278, <16 x float> %v281, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v299 = fadd <16 x float> %v297, %v298
  %v300 = shufflevector <16 x float> %v284, <16 x float> %v287, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v301 = shufflevector <16 x float> %v284, <16 x float> %v287, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v302 = fadd <16 x float> %v300, %v301
  %v303 = shufflevector <16 x float> %v290, <16 x float> %v293, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v304 = shufflevector <16 x float> %v290, <16 x float> %v293, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v305 = fadd <16 x float> %v303, %v304
  %v306 = shufflevector <16 x float> %v296, <16 x float> %v299, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v307 = shufflevector <16 x float> %v296, <16 x float> %v299, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v308 = fadd <16 x float> %v306, %v307
  %v309 = shufflevector <16 x float> %v302, <16 x float> %v305, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v310 = shufflevector <16 x float> %v302, <16 x float> %v305, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v311 = fadd <16 x float> %v309, %v310
  %v312 = shufflevector <16 x float> %v308, <16 x float> %v311, <16 x i32> <i32 0, i32 2, i32 16, i32 18, i32 4, i32 6, i32 20, i32 22, i32 8, i32 10, i32 24, i32 26, i32 12, i32 14, i32 28, i32 30>
  %v313 = shufflevector <16 x float> %v308, <16 x float> %v311, <16 x i32> <i32 1, i32 3, i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 15, i32 29, i32 31>
  %v314 = fadd <16 x float> %v312, %v313
  %v315 = fadd <16 x float> splat (float 0x0000000000000000), %v314
  store <16 x float> %v315, ptr %v316, align 64
  %v363 = icmp slt i64 0, %v9
  br i1 %v363, label %loop317, label %end318
loop317:
  %i319 = phi i64 [ 0, %end159 ], [ %v361, %end346 ]
  %v320 = add nsw i64 %i7, %i319
  %v321 = getelementptr float, ptr %v156, i64 %i319
  %v322 = load float, ptr %v321
  %v323 = getelementptr float, ptr %v316, i64 %i319
  %v324 = load float, ptr %v323
  %v325 = sub nsw i64 %v2, 0
  %v326 = and i64 %v325, -16
  %v327 = add nsw i64 0, %v326
  %v333 = fdiv float %v332, %v324
  %v334 = mul i64 %v320, %v184
  %v335 = getelementptr inbounds float, ptr %v182, i64 %v334
  %v338 = insertelement <16 x float> poison, float %v333, i64 0
  %v339 = shufflevector <16 x float> %v338, <16 x float> poison, <16 x i32> zeroinitializer
  %v344 = icmp slt i64 0, %v327
  br i1 %v344, label %loop328, label %end329
loop328:
  %i330 = phi i64 [ 0, %loop317 ], [ %v342, %loop328 ]
  %v336 = getelementptr inbounds float, ptr %v335, i64 %i330
  %v337 = load <16 x float>, ptr %v336, align 4
  %v340 = fmul <16 x float> %v337, %v339
  %v341 = getelementptr inbounds float, ptr %v335, i64 %i330
  store <16 x float> %v340, ptr %v341, align 4
  %v342 = add nsw i64 %i330, 16
  %v343 = icmp slt i64 %v342, %v327
  br i1 %v343, label %loop328, label %end329
end329:
  %v360 = icmp slt i64 %v327, %v2
  br i1 %v360, label %loop345, label %end346
loop345:
  %i347 = phi i64 [ %v327, %end329 ], [ %v358, %loop345 ]
  %v348 = sub nsw i64 %v2, %i347
  %v349 = call i64 @llvm.umin.i64(i64 %v348, i64 16)
  %v350 = trunc i64 %v349 to i32
  %v351 = insertelement <16 x i32> poison, i32 %v350, i64 0
  %v352 = shufflevector <16 x i32> %v351, <16 x i32> poison, <16 x i32> zeroinitializer
  %v353 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v352
  %v354 = getelementptr inbounds float, ptr %v335, i64 %i347
  %v355 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v354, <16 x i1> %v353, <16 x float> zeroinitializer)
  %v356 = fmul <16 x float> %v355, %v339
  %v357 = getelementptr inbounds float, ptr %v335, i64 %i347
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v356, ptr align 4 %v357, <16 x i1> %v353)
  %v358 = add nsw i64 %i347, 16
  %v359 = icmp slt i64 %v358, %v2
  br i1 %v359, label %loop345, label %end346
end346:
  %v361 = add nsw i64 %i319, 1
  %v362 = icmp slt i64 %v361, %v9
  br i1 %v362, label %loop317, label %end318
end318:
  %v364 = add nsw i64 %i7, 16
  %v365 = icmp slt i64 %v364, %hi
  br i1 %v365, label %loop5, label %end6
end6:
  br label %join367
join367:
  %v368 = icmp sgt i64 %v2, 128
  br i1 %v368, label %rows369, label %join518
rows369:
  %v517 = icmp slt i64 %lo, %hi
  br i1 %v517, label %loop370, label %end371
loop370:
  %i372 = phi i64 [ %lo, %rows369 ], [ %v515, %end500 ]
  %v373 = sub nsw i64 %v2, 0
  %v374 = and i64 %v373, -64
  %v375 = add nsw i64 0, %v374
  %v376 = icmp slt i64 0, %v375
  %v382 = mul i64 %i372, %v28
  %v383 = getelementptr inbounds float, ptr %v26, i64 %v382
  br i1 %v376, label %whole377, label %join397
whole377:
  %v389 = icmp slt i64 0, %v375
  br i1 %v389, label %loop378, label %end379
loop378:
  %i380 = phi i64 [ 0, %whole377 ], [ %v387, %loop378 ]
  %p381 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole377 ], [ %v386, %loop378 ]
  %v384 = getelementptr inbounds float, ptr %v383, i64 %i380
  %v385 = load <64 x float>, ptr %v384, align 4
  %v386 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p381, <64 x float> %v385)
  %v387 = add nsw i64 %i380, 64
  %v388 = icmp slt i64 %v387, %v375
  br i1 %v388, label %loop378, label %end379
end379:
  %v390 = phi <64 x float> [ splat (float 0xFFF0000000000000), %whole377 ], [ %v386, %loop378 ]
  %v391 = shufflevector <64 x float> %v390, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v392 = shufflevector <64 x float> %v390, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v393 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v391, <32 x float> %v392)
  %v394 = shufflevector <32 x float> %v393, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v395 = shufflevector <32 x float> %v393, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v396 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v394, <16 x float> %v395)
  br label %join397
join397:
  %v398 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop370 ], [ %v396, %end379 ]
  %v415 = icmp slt i64 %v375, %v2
  br i1 %v415, label %loop399, label %end400
loop399:
  %i401 = phi i64 [ %v375, %join397 ], [ %v413, %loop399 ]
  %p402 = phi <16 x float> [ %v398, %join397 ], [ %v412, %loop399 ]
  %v403 = sub nsw i64 %v2, %i401
  %v404 = call i64 @llvm.umin.i64(i64 %v403, i64 16)
  %v405 = trunc i64 %v404 to i32
  %v406 = insertelement <16 x i32> poison, i32 %v405, i64 0
  %v407 = shufflevector <16 x i32> %v406, <16 x i32> poison, <16 x i32> zeroinitializer
  %v408 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v407
  %v409 = getelementptr inbounds float, ptr %v383, i64 %i401
  %v410 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v409, <16 x i1> %v408, <16 x float> zeroinitializer)
  %v411 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p402, <16 x float> %v410)
  %v412 = select <16 x i1> %v408, <16 x float> %v411, <16 x float> %p402
  %v413 = add nsw i64 %i401, 16
  %v414 = icmp slt i64 %v413, %v2
  br i1 %v414, label %loop399, label %end400
end400:
  %v416 = phi <16 x float> [ %v398, %join397 ], [ %v412, %loop399 ]
  %v417 = shufflevector <16 x float> %v416, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v418 = shufflevector <16 x float> %v416, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v419 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v417, <8 x float> %v418)
  %v420 = shufflevector <8 x float> %v419, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v421 = shufflevector <8 x float> %v419, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v422 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v420, <4 x float> %v421)
  %v423 = shufflevector <4 x float> %v422, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v424 = shufflevector <4 x float> %v422, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v425 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v423, <2 x float> %v424)
  %v426 = extractelement <2 x float> %v425, i64 0
  %v427 = extractelement <2 x float> %v425, i64 1
  %v428 = call nsz float @llvm.maximum.f32(float %v426, float %v427)
  %v429 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v428)
  %v430 = sub nsw i64 %v2, 0
  %v431 = and i64 %v430, -32
  %v432 = add nsw i64 0, %v431
  %v433 = icmp slt i64 0, %v432
  %v441 = insertelement <32 x float> poison, float %v429, i64 0
  %v442 = shufflevector <32 x float> %v441, <32 x float> poison, <32 x i32> zeroinitializer
  %v445 = mul i64 %i372, %v184
  %v446 = getelementptr inbounds float, ptr %v182, i64 %v445
  br i1 %v433, label %whole434, label %join456
whole434:
  %v451 = icmp slt i64 0, %v432
  br i1 %v451, label %loop435, label %end436
loop435:
  %i437 = phi i64 [ 0, %whole434 ], [ %v449, %loop435 ]
  %p438 = phi <32 x float> [ splat (float 0x8000000000000000), %whole434 ], [ %v448, %loop435 ]
  %v439 = getelementptr inbounds float, ptr %v383, i64 %i437
  %v440 = load <32 x float>, ptr %v439, align 4
  %v443 = fsub <32 x float> %v440, %v442
  %v444 = call <32 x float> @each.expf.32(<32 x float> %v443)
  %v447 = getelementptr inbounds float, ptr %v446, i64 %i437
  store <32 x float> %v444, ptr %v447, align 4
  %v448 = fadd <32 x float> %p438, %v444
  %v449 = add nsw i64 %i437, 32
  %v450 = icmp slt i64 %v449, %v432
  br i1 %v450, label %loop435, label %end436
end436:
  %v452 = phi <32 x float> [ splat (float 0x8000000000000000), %whole434 ], [ %v448, %loop435 ]
  %v453 = shufflevector <32 x float> %v452, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v454 = shufflevector <32 x float> %v452, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v455 = fadd <16 x float> %v453, %v454
  br label %join456
join456:
  %v457 = phi <16 x float> [ splat (float 0x8000000000000000), %end400 ], [ %v455, %end436 ]
  %v470 = insertelement <16 x float> poison, float %v429, i64 0
  %v471 = shufflevector <16 x float> %v470, <16 x float> poison, <16 x i32> zeroinitializer
  %v479 = icmp slt i64 %v432, %v2
  br i1 %v479, label %loop458, label %end459
loop458:
  %i460 = phi i64 [ %v432, %join456 ], [ %v477, %loop458 ]
  %p461 = phi <16 x float> [ %v457, %join456 ], [ %v476, %loop458 ]
  %v462 = sub nsw i64 %v2, %i460
  %v463 = call i64 @llvm.umin.i64(i64 %v462, i64 16)
  %v464 = trunc i64 %v463 to i32
  %v465 = insertelement <16 x i32> poison, i32 %v464, i64 0
  %v466 = shufflevector <16 x i32> %v465, <16 x i32> poison, <16 x i32> zeroinitializer
  %v467 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v466
  %v468 = getelementptr inbounds float, ptr %v383, i64 %i460
  %v469 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v468, <16 x i1> %v467, <16 x float> zeroinitializer)
  %v472 = fsub <16 x float> %v469, %v471
  %v473 = call <16 x float> @each.expf.16(<16 x float> %v472)
  %v474 = getelementptr inbounds float, ptr %v446, i64 %i460
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v473, ptr align 4 %v474, <16 x i1> %v467)
  %v475 = fadd <16 x float> %p461, %v473
  %v476 = select <16 x i1> %v467, <16 x float> %v475, <16 x float> %p461
  %v477 = add nsw i64 %i460, 16
  %v478 = icmp slt i64 %v477, %v2
  br i1 %v478, label %loop458, label %end459
end459:
  %v480 = phi <16 x float> [ %v457, %join456 ], [ %v476, %loop458 ]
  %v481 = call reassoc float @llvm.vector.reduce.fadd.v16f32(float 0x8000000000000000, <16 x float> %v480)
  %v482 = fadd float 0x0000000000000000, %v481
  %v483 = sub nsw i64 %v2, 0
  %v484 = and i64 %v483, -16
  %v485 = add nsw i64 0, %v484
  %v489 = fdiv float %v332, %v482
  %v492 = insertelement <16 x float> poison, float %v489, i64 0
  %v493 = shufflevector <16 x float> %v492, <16 x float> poison, <16 x i32> zeroinitializer
  %v498 = icmp slt i64 0, %v485
  br i1 %v498, label %loop486, label %end487
loop486:
  %i488 = phi i64 [ 0, %end459 ], [ %v496, %loop486 ]
  %v490 = getelementptr inbounds float, ptr %v446, i64 %i488
  %v491 = load <16 x float>, ptr %v490, align 4
  %v494 = fmul <16 x float> %v491, %v493
  %v495 = getelementptr inbounds float, ptr %v446, i64 %i488
  store <16 x float> %v494, ptr %v495, align 4
  %v496 = add nsw i64 %i488, 16
  %v497 = icmp slt i64 %v496, %v485
  br i1 %v497, label %loop486, label %end487
end487:
  %v514 = icmp slt i64 %v485, %v2
  br i1 %v514, label %loop499, label %end500
loop499:
  %i501 = phi i64 [ %v485, %end487 ], [ %v512, %loop499 ]
  %v502 = sub nsw i64 %v2, %i501
  %v503 = call i64 @llvm.umin.i64(i64 %v502, i64 16)
  %v504 = trunc i64 %v503 to i32
  %v505 = insertelement <16 x i32> poison, i32 %v504, i64 0
  %v506 = shufflevector <16 x i32> %v505, <16 x i32> poison, <16 x i32> zeroinitializer
  %v507 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v506
  %v508 = getelementptr inbounds float, ptr %v446, i64 %i501
  %v509 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v508, <16 x i1> %v507, <16 x float> zeroinitializer)
  %v510 = fmul <16 x float> %v509, %v493
  %v511 = getelementptr inbounds float, ptr %v446, i64 %i501
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v510, ptr align 4 %v511, <16 x i1> %v507)
  %v512 = add nsw i64 %i501, 16
  %v513 = icmp slt i64 %v512, %v2
  br i1 %v513, label %loop499, label %end500
end500:
  %v515 = add nsw i64 %i372, 1
  %v516 = icmp slt i64 %v515, %hi
  br i1 %v516, label %loop370, label %end371
end371:
  br label %join518
join518:
  ret void
}
