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
  %v6 = alloca [2048 x float], align 64
  %v13 = alloca [16 x <16 x float>]
  %v27 = getelementptr ptr, ptr %buffers, i64 0
  %v28 = load ptr, ptr %v27, align 8
  %v29 = getelementptr i64, ptr %table, i64 0
  %v30 = load i64, ptr %v29, align 8
  %v158 = alloca [1 x <16 x float>]
  %v159 = alloca [16 x <16 x float>]
  %v318 = alloca [1 x <16 x float>]
  %v325 = getelementptr i64, ptr %table, i64 3
  %v326 = load float, ptr %v325, align 8
  %v330 = alloca [1 x <16 x float>]
  %v354 = getelementptr ptr, ptr %buffers, i64 1
  %v355 = load ptr, ptr %v354, align 8
  %v356 = getelementptr i64, ptr %table, i64 2
  %v357 = load i64, ptr %v356, align 8
  %v3 = icmp sle i64 %v2, 128
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
  %v196 = sub nsw i64 %v2, 0
  %v197 = and i64 %v196, -16
  %v198 = add nsw i64 0, %v197
  %v217 = sub nsw i64 %v2, %v198
  %v218 = call i64 @llvm.umin.i64(i64 %v217, i64 16)
  %v219 = trunc i64 %v218 to i32
  %v220 = insertelement <16 x i32> poison, i32 %v219, i64 0
  %v221 = shufflevector <16 x i32> %v220, <16 x i32> poison, <16 x i32> zeroinitializer
  %v222 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v221
  %v223 = icmp slt i64 %v198, %v2
  %v327 = insertelement <16 x float> poison, float %v326, i64 0
  %v328 = shufflevector <16 x float> %v327, <16 x float> poison, <16 x i32> zeroinitializer
  %v341 = sub nsw i64 %v2, 0
  %v342 = and i64 %v341, -16
  %v343 = add nsw i64 0, %v342
  %v364 = sub nsw i64 %v2, %v343
  %v365 = call i64 @llvm.umin.i64(i64 %v364, i64 16)
  %v366 = trunc i64 %v365 to i32
  %v367 = insertelement <16 x i32> poison, i32 %v366, i64 0
  %v368 = shufflevector <16 x i32> %v367, <16 x i32> poison, <16 x i32> zeroinitializer
  %v369 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v368
  %v370 = icmp slt i64 %v343, %v2
  br i1 %v3, label %rows5, label %join385
rows5:
  %v384 = icmp slt i64 %lo, %hi
  br i1 %v384, label %loop7, label %end8
loop7:
  %i9 = phi i64 [ %lo, %rows5 ], [ %v382, %end332 ]
  %v10 = sub nsw i64 %hi, %i9
  %v11 = call i64 @llvm.umin.i64(i64 %v10, i64 16)
  %v12 = add nsw i64 %i9, %v11
  %v79 = icmp slt i64 0, %v11
  br i1 %v79, label %loop14, label %end15
loop14:
  %i16 = phi i64 [ 0, %loop7 ], [ %v77, %join74 ]
  %v17 = add nsw i64 %i9, %i16
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
  %v239 = icmp slt i64 0, %v11
  br i1 %v239, label %loop160, label %end161
loop160:
  %i162 = phi i64 [ 0, %end15 ], [ %v237, %join234 ]
  %v163 = add nsw i64 %i9, %i162
  %v164 = getelementptr float, ptr %v158, i64 %i162
  %v165 = load float, ptr %v164
  %v169 = icmp slt i64 0, %v168
  %v175 = mul i64 %v163, %v30
  %v176 = getelementptr inbounds float, ptr %v28, i64 %v175
  %v179 = insertelement <32 x float> poison, float %v165, i64 0
  %v180 = shufflevector <32 x float> %v179, <32 x float> poison, <32 x i32> zeroinitializer
  br i1 %v169, label %whole170, label %join194
whole170:
  %v189 = icmp slt i64 0, %v168
  br i1 %v189, label %loop171, label %end172
loop171:
  %i173 = phi i64 [ 0, %whole170 ], [ %v187, %loop171 ]
  %p174 = phi <32 x float> [ splat (float 0x8000000000000000), %whole170 ], [ %v186, %loop171 ]
  %v177 = getelementptr inbounds float, ptr %v176, i64 %i173
  %v178 = load <32 x float>, ptr %v177, align 4
  %v181 = fsub <32 x float> %v178, %v180
  %v182 = call <32 x float> @each.expf.32(<32 x float> %v181)
  %v183 = mul nsw i64 %i162, 128
  %v184 = add nsw i64 %v183, %i173
  %v185 = getelementptr inbounds float, ptr %v6, i64 %v184
  store <32 x float> %v182, ptr %v185, align 4
  %v186 = fadd <32 x float> %p174, %v182
  %v187 = add nsw i64 %i173, 32
  %v188 = icmp slt i64 %v187, %v168
  br i1 %v188, label %loop171, label %end172
end172:
  %v190 = phi <32 x float> [ splat (float 0x8000000000000000), %whole170 ], [ %v186, %loop171 ]
  %v191 = shufflevector <32 x float> %v190, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v192 = shufflevector <32 x float> %v190, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v193 = fadd <16 x float> %v191, %v192
  br label %join194
join194:
  %v195 = phi <16 x float> [ splat (float 0x8000000000000000), %loop160 ], [ %v193, %end172 ]
  %v205 = insertelement <16 x float> poison, float %v165, i64 0
  %v206 = shufflevector <16 x float> %v205, <16 x float> poison, <16 x i32> zeroinitializer
  %v215 = icmp slt i64 %v168, %v198
  br i1 %v215, label %loop199, label %end200
loop199:
  %i201 = phi i64 [ %v168, %join194 ], [ %v213, %loop199 ]
  %p202 = phi <16 x float> [ %v195, %join194 ], [ %v212, %loop199 ]
  %v203 = getelementptr inbounds float, ptr %v176, i64 %i201
  %v204 = load <16 x float>, ptr %v203, align 4
  %v207 = fsub <16 x float> %v204, %v206
  %v208 = call <16 x float> @each.expf.16(<16 x float> %v207)
  %v209 = mul nsw i64 %i162, 128
  %v210 = add nsw i64 %v209, %i201
  %v211 = getelementptr inbounds float, ptr %v6, i64 %v210
  store <16 x float> %v208, ptr %v211, align 4
  %v212 = fadd <16 x float> %p202, %v208
  %v213 = add nsw i64 %i201, 16
  %v214 = icmp slt i64 %v213, %v198
  br i1 %v214, label %loop199, label %end200
end200:
  %v216 = phi <16 x float> [ %v195, %join194 ], [ %v212, %loop199 ]
  br i1 %v223, label %rest224, label %join234
rest224:
  %v225 = getelementptr inbounds float, ptr %v176, i64 %v198
  %v226 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v225, <16 x i1> %v222, <16 x float> zeroinitializer)
  %v227 = fsub <16 x float> %v226, %v206
  %v228 = call <16 x float> @each.expf.16(<16 x float> %v227)
  %v229 = mul nsw i64 %i162, 128
  %v230 = add nsw i64 %v229, %v198
  %v231 = getelementptr inbounds float, ptr %v6, i64 %v230
  store <16 x float> %v228, ptr %v231, align 4
  %v232 = fadd <16 x float> %v216, %v228
  %v233 = select <16 x i1> %v222, <16 x float> %v232, <16 x float> %v216
  br label %join234
join234:
  %v235 = phi <16 x float> [ %v216, %end200 ], [ %v233, %rest224 ]
  %v236 = getelementptr <16 x float>, ptr %v159, i64 %i162
  store <16 x float> %v235, ptr %v236
  %v237 = add nsw i64 %i162, 1
  %v238 = icmp slt i64 %v237, %v11
  br i1 %v238, label %loop160, label %end161
end161:
  %v240 = getelementptr <16 x float>, ptr %v159, i64 0
  %v241 = load <16 x float>, ptr %v240
  %v242 = getelementptr <16 x float>, ptr %v159, i64 1
  %v243 = load <16 x float>, ptr %v242
  %v244 = getelementptr <16 x float>, ptr %v159, i64 2
  %v245 = load <16 x float>, ptr %v244
  %v246 = getelementptr <16 x float>, ptr %v159, i64 3
  %v247 = load <16 x float>, ptr %v246
  %v248 = getelementptr <16 x float>, ptr %v159, i64 4
  %v249 = load <16 x float>, ptr %v248
  %v250 = getelementptr <16 x float>, ptr %v159, i64 5
  %v251 = load <16 x float>, ptr %v250
  %v252 = getelementptr <16 x float>, ptr %v159, i64 6
  %v253 = load <16 x float>, ptr %v252
  %v254 = getelementptr <16 x float>, ptr %v159, i64 7
  %v255 = load <16 x float>, ptr %v254
  %v256 = getelementptr <16 x float>, ptr %v159, i64 8
  %v257 = load <16 x float>, ptr %v256
  %v258 = getelementptr <16 x float>, ptr %v159, i64 9
  %v259 = load <16 x float>, ptr %v258
  %v260 = getelementptr <16 x float>, ptr %v159, i64 10
  %v261 = load <16 x float>, ptr %v260
  %v262 = getelementptr <16 x float>, ptr %v159, i64 11
  %v263 = load <16 x float>, ptr %v262
  %v264 = getelementptr <16 x float>, ptr %v159, i64 12
  %v265 = load <16 x float>, ptr %v264
  %v266 = getelementptr <16 x float>, ptr %v159, i64 13
  %v267 = load <16 x float>, ptr %v266
  %v268 = getelementptr <16 x float>, ptr %v159, i64 14
  %v269 = load <16 x float>, ptr %v268
  %v270 = getelementptr <16 x float>, ptr %v159, i64 15
  %v271 = load <16 x float>, ptr %v270
  %v272 = shufflevector <16 x float> %v241, <16 x float> %v249, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v273 = shufflevector <16 x float> %v241, <16 x float> %v249, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v274 = fadd <16 x float> %v272, %v273
  %v275 = shufflevector <16 x float> %v257, <16 x float> %v265, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v276 = shufflevector <16 x float> %v257, <16 x float> %v265, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v277 = fadd <16 x float> %v275, %v276
  %v278 = shufflevector <16 x float> %v243, <16 x float> %v251, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v279 = shufflevector <16 x float> %v243, <16 x float> %v251, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v280 = fadd <16 x float> %v278, %v279
  %v281 = shufflevector <16 x float> %v259, <16 x float> %v267, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v282 = shufflevector <16 x float> %v259, <16 x float> %v267, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v283 = fadd <16 x float> %v281, %v282
  %v284 = shufflevector <16 x float> %v245, <16 x float> %v253, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v285 = shufflevector <16 x float> %v245, <16 x float> %v253, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v286 = fadd <16 x float> %v284, %v285
  %v287 = shufflevector <16 x float> %v261, <16 x float> %v269, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v288 = shufflevector <16 x float> %v261, <16 x float> %v269, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v289 = fadd <16 x float> %v287, %v288
  %v290 = shufflevector <16 x float> %v247, <16 x float> %v255, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v291 = shufflevector <16 x float> %v247, <16 x float> %v255, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v292 = fadd <16 x float> %v290, %v291
  %v293 = shufflevector <16 x float> %v263, <16 x float> %v271, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v294 = shufflevector <16 x float> %v263, <16 x float> %v271, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v295 = fadd <16 x float> %v293, %v294
  %v296 = shufflevector <16 x float> %v274, <16 x float> %v277, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v297 = shufflevector <16 x float> %v274, <16 x float> %v277, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v298 = fadd <16 x float> %v296, %v297
  %v299 = shufflevector <16 x float> %v280, <16 x float> %v283, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v300 = shufflevector <16 x float> %v280, <16 x float> %v283, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v301 = fadd <16 x float> %v299, %v300
  %v302 = shufflevector <16 x float> %v286, <16 x float> %v289, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v303 = shufflevector <16 x float> %v286, <16 x float> %v289, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v304 = fadd <16 x float> %v302, %v303
  %v305 = shufflevector <16 x float> %v292, <16 x float> %v295, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11, i32 16, i32 17, i32 18, i32 19, i32 24, i32 25, i32 26, i32 27>
  %v306 = shufflevector <16 x float> %v292, <16 x float> %v295, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15, i32 20, i32 21, i32 22, i32 23, i32 28, i32 29, i32 30, i32 31>
  %v307 = fadd <16 x float> %v305, %v306
  %v308 = shufflevector <16 x float> %v298, <16 x float> %v301, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v309 = shufflevector <16 x float> %v298, <16 x float> %v301, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v310 = fadd <16 x float> %v308, %v309
  %v311 = shufflevector <16 x float> %v304, <16 x float> %v307, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v312 = shufflevector <16 x float> %v304, <16 x float> %v307, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v313 = fadd <16 x float> %v311, %v312
  %v314 = shufflevector <16 x float> %v310, <16 x float> %v313, <16 x i32> <i32 0, i32 2, i32 16, i32 18, i32 4, i32 6, i32 20, i32 22, i32 8, i32 10, i32 24, i32 26, i32 12, i32 14, i32 28, i32 30>
  %v315 = shufflevector <16 x float> %v310, <16 x float> %v313, <16 x i32> <i32 1, i32 3, i32 17, i32 19, i32 5, i32 7, i32 21, i32 23, i32 9, i32 11, i32 25, i32 27, i32 13, i32 15, i32 29, i32 31>
  %v316 = fadd <16 x float> %v314, %v315
  %v317 = fadd <16 x float> splat (float 0x0000000000000000), %v316
  store <16 x float> %v317, ptr %v318
  %v319 = sub nsw i64 %v12, %i9
  %v320 = call i64 @llvm.umin.i64(i64 %v319, i64 16)
  %v321 = trunc i64 %v320 to i32
  %v322 = insertelement <16 x i32> poison, i32 %v321, i64 0
  %v323 = shufflevector <16 x i32> %v322, <16 x i32> poison, <16 x i32> zeroinitializer
  %v324 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v323
  %v329 = fdiv <16 x float> %v328, %v317
  store <16 x float> %v329, ptr %v330
  %v381 = icmp slt i64 0, %v11
  br i1 %v381, label %loop331, label %end332
loop331:
  %i333 = phi i64 [ 0, %end161 ], [ %v379, %join378 ]
  %v334 = add nsw i64 %i9, %i333
  %v335 = getelementptr float, ptr %v158, i64 %i333
  %v336 = load float, ptr %v335
  %v337 = getelementptr float, ptr %v318, i64 %i333
  %v338 = load float, ptr %v337
  %v339 = getelementptr float, ptr %v330, i64 %i333
  %v340 = load float, ptr %v339
  %v351 = insertelement <16 x float> poison, float %v340, i64 0
  %v352 = shufflevector <16 x float> %v351, <16 x float> poison, <16 x i32> zeroinitializer
  %v358 = mul i64 %v334, %v357
  %v359 = getelementptr inbounds float, ptr %v355, i64 %v358
  %v363 = icmp slt i64 0, %v343
  br i1 %v363, label %loop344, label %end345
loop344:
  %i346 = phi i64 [ 0, %loop331 ], [ %v361, %loop344 ]
  %v347 = mul nsw i64 %i333, 128
  %v348 = add nsw i64 %v347, %i346
  %v349 = getelementptr inbounds float, ptr %v6, i64 %v348
  %v350 = load <16 x float>, ptr %v349, align 4
  %v353 = fmul <16 x float> %v350, %v352
  %v360 = getelementptr inbounds float, ptr %v359, i64 %i346
  store <16 x float> %v353, ptr %v360, align 4
  %v361 = add nsw i64 %i346, 16
  %v362 = icmp slt i64 %v361, %v343
  br i1 %v362, label %loop344, label %end345
end345:
  br i1 %v370, label %rest371, label %join378
rest371:
  %v372 = mul nsw i64 %i333, 128
  %v373 = add nsw i64 %v372, %v343
  %v374 = getelementptr inbounds float, ptr %v6, i64 %v373
  %v375 = load <16 x float>, ptr %v374, align 4
  %v376 = fmul <16 x float> %v375, %v352
  %v377 = getelementptr inbounds float, ptr %v359, i64 %v343
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v376, ptr align 4 %v377, <16 x i1> %v369)
  br label %join378
join378:
  %v379 = add nsw i64 %i333, 1
  %v380 = icmp slt i64 %v379, %v11
  br i1 %v380, label %loop331, label %end332
end332:
  %v382 = add nsw i64 %i9, 16
  %v383 = icmp slt i64 %v382, %hi
  br i1 %v383, label %loop7, label %end8
end8:
  br label %join385
join385:
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
  br i1 %v4, label %rows386, label %join532
rows386:
  %v531 = icmp slt i64 %lo, %hi
  br i1 %v531, label %loop387, label %end388
loop387:
  %i389 = phi i64 [ %lo, %rows386 ], [ %v529, %join528 ]
  %v390 = sub nsw i64 %v2, 0
  %v391 = and i64 %v390, -64
  %v392 = add nsw i64 0, %v391
  %v393 = icmp slt i64 0, %v392
  %v399 = mul i64 %i389, %v30
  %v400 = getelementptr inbounds float, ptr %v28, i64 %v399
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
  %v462 = mul i64 %i389, %v357
  %v463 = getelementptr inbounds float, ptr %v355, i64 %v462
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
  %v506 = fdiv float %v326, %v499
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
