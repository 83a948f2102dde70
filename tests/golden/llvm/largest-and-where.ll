target triple = "x86_64-linux"
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, <8 x i1>, <8 x float>)
declare float @llvm.maximum.f32(float, float)
declare <16 x float> @llvm.maximum.v16f32(<16 x float>, <16 x float>)
declare <2 x float> @llvm.maximum.v2f32(<2 x float>, <2 x float>)
declare <32 x float> @llvm.maximum.v32f32(<32 x float>, <32 x float>)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>)
declare <8 x float> @llvm.maximum.v8f32(<8 x float>, <8 x float>)
declare i64 @llvm.smin.i64(i64, i64)
declare <16 x i64> @llvm.smin.v16i64(<16 x i64>, <16 x i64>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>, <4 x i64>)
declare <8 x i64> @llvm.smin.v8i64(<8 x i64>, <8 x i64>)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.vector.reduce.smin.v4i64(<4 x i64>)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v4 = getelementptr i64, ptr %table, i64 1
  %v5 = load i64, ptr %v4, align 8
  %v13 = getelementptr ptr, ptr %buffers, i64 0
  %v14 = load ptr, ptr %v13, align 8
  %v15 = getelementptr i64, ptr %table, i64 0
  %v16 = load i64, ptr %v15, align 8
  %v77 = getelementptr i64, ptr %table, i64 2
  %v78 = load i64, ptr %v77, align 8
  %v124 = getelementptr ptr, ptr %buffers, i64 1
  %v125 = load ptr, ptr %v124, align 8
  %v126 = getelementptr i64, ptr %table, i64 3
  %v127 = load i64, ptr %v126, align 8
  %v130 = getelementptr ptr, ptr %buffers, i64 2
  %v131 = load ptr, ptr %v130, align 8
  %v132 = getelementptr i64, ptr %table, i64 4
  %v133 = load i64, ptr %v132, align 8
  %v79 = insertelement <16 x i64> poison, i64 %v78, i64 0
  %v80 = shufflevector <16 x i64> %v79, <16 x i64> poison, <16 x i32> zeroinitializer
  %v113 = insertelement <4 x i64> poison, i64 %v78, i64 0
  %v114 = shufflevector <4 x i64> %v113, <4 x i64> poison, <4 x i32> zeroinitializer
  %v138 = icmp slt i64 %lo, %hi
  br i1 %v138, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v136, %end94 ]
  %v6 = sub nsw i64 %v5, 0
  %v7 = and i64 %v6, -32
  %v8 = add nsw i64 0, %v7
  %v17 = mul i64 %i3, %v16
  %v18 = getelementptr inbounds float, ptr %v14, i64 %v17
  %v24 = icmp slt i64 0, %v8
  br i1 %v24, label %loop9, label %end10
loop9:
  %i11 = phi i64 [ 0, %loop1 ], [ %v22, %loop9 ]
  %p12 = phi <32 x float> [ splat (float 0xFFF0000000000000), %loop1 ], [ %v21, %loop9 ]
  %v19 = getelementptr inbounds float, ptr %v18, i64 %i11
  %v20 = load <32 x float>, ptr %v19, align 4
  %v21 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %p12, <32 x float> %v20)
  %v22 = add nsw i64 %i11, 32
  %v23 = icmp slt i64 %v22, %v8
  br i1 %v23, label %loop9, label %end10
end10:
  %v25 = phi <32 x float> [ splat (float 0xFFF0000000000000), %loop1 ], [ %v21, %loop9 ]
  %v26 = shufflevector <32 x float> %v25, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v27 = shufflevector <32 x float> %v25, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v28 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v26, <16 x float> %v27)
  %v29 = shufflevector <16 x float> %v28, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v30 = shufflevector <16 x float> %v28, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v31 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v29, <8 x float> %v30)
  %v48 = icmp slt i64 %v8, %v5
  br i1 %v48, label %loop32, label %end33
loop32:
  %i34 = phi i64 [ %v8, %end10 ], [ %v46, %loop32 ]
  %p35 = phi <8 x float> [ %v31, %end10 ], [ %v45, %loop32 ]
  %v36 = sub nsw i64 %v5, %i34
  %v37 = call i64 @llvm.umin.i64(i64 %v36, i64 8)
  %v38 = trunc i64 %v37 to i32
  %v39 = insertelement <8 x i32> poison, i32 %v38, i64 0
  %v40 = shufflevector <8 x i32> %v39, <8 x i32> poison, <8 x i32> zeroinitializer
  %v41 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v40
  %v42 = getelementptr inbounds float, ptr %v18, i64 %i34
  %v43 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v42, <8 x i1> %v41, <8 x float> zeroinitializer)
  %v44 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %p35, <8 x float> %v43)
  %v45 = select <8 x i1> %v41, <8 x float> %v44, <8 x float> %p35
  %v46 = add nsw i64 %i34, 8
  %v47 = icmp slt i64 %v46, %v5
  br i1 %v47, label %loop32, label %end33
end33:
  %v49 = phi <8 x float> [ %v31, %end10 ], [ %v45, %loop32 ]
  %v50 = shufflevector <8 x float> %v49, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v51 = shufflevector <8 x float> %v49, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v52 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v50, <4 x float> %v51)
  %v53 = shufflevector <4 x float> %v52, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v54 = shufflevector <4 x float> %v52, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v55 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v53, <2 x float> %v54)
  %v56 = extractelement <2 x float> %v55, i64 0
  %v57 = extractelement <2 x float> %v55, i64 1
  %v58 = call nsz float @llvm.maximum.f32(float %v56, float %v57)
  %v59 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v58)
  %v60 = sub nsw i64 %v5, 0
  %v61 = and i64 %v60, -16
  %v62 = add nsw i64 0, %v61
  %v69 = insertelement <16 x float> poison, float %v59, i64 0
  %v70 = shufflevector <16 x float> %v69, <16 x float> poison, <16 x i32> zeroinitializer
  %v85 = icmp slt i64 0, %v62
  br i1 %v85, label %loop63, label %end64
loop63:
  %i65 = phi i64 [ 0, %end33 ], [ %v83, %loop63 ]
  %p66 = phi <16 x i64> [ splat (i64 9223372036854775807), %end33 ], [ %v82, %loop63 ]
  %v67 = getelementptr inbounds float, ptr %v18, i64 %i65
  %v68 = load <16 x float>, ptr %v67, align 4
  %v71 = fcmp oeq <16 x float> %v68, %v70
  %v72 = fcmp une <16 x float> %v68, %v68
  %v73 = or <16 x i1> %v71, %v72
  %v74 = insertelement <16 x i64> poison, i64 %i65, i64 0
  %v75 = shufflevector <16 x i64> %v74, <16 x i64> poison, <16 x i32> zeroinitializer
  %v76 = add <16 x i64> %v75, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v81 = select <16 x i1> %v73, <16 x i64> %v76, <16 x i64> %v80
  %v82 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p66, <16 x i64> %v81)
  %v83 = add nsw i64 %i65, 16
  %v84 = icmp slt i64 %v83, %v62
  br i1 %v84, label %loop63, label %end64
end64:
  %v86 = phi <16 x i64> [ splat (i64 9223372036854775807), %end33 ], [ %v82, %loop63 ]
  %v87 = shufflevector <16 x i64> %v86, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v88 = shufflevector <16 x i64> %v86, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v89 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v87, <8 x i64> %v88)
  %v90 = shufflevector <8 x i64> %v89, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v91 = shufflevector <8 x i64> %v89, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v92 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v90, <4 x i64> %v91)
  %v105 = insertelement <4 x float> poison, float %v59, i64 0
  %v106 = shufflevector <4 x float> %v105, <4 x float> poison, <4 x i32> zeroinitializer
  %v120 = icmp slt i64 %v62, %v5
  br i1 %v120, label %loop93, label %end94
loop93:
  %i95 = phi i64 [ %v62, %end64 ], [ %v118, %loop93 ]
  %p96 = phi <4 x i64> [ %v92, %end64 ], [ %v117, %loop93 ]
  %v97 = sub nsw i64 %v5, %i95
  %v98 = call i64 @llvm.umin.i64(i64 %v97, i64 4)
  %v99 = trunc i64 %v98 to i32
  %v100 = insertelement <4 x i32> poison, i32 %v99, i64 0
  %v101 = shufflevector <4 x i32> %v100, <4 x i32> poison, <4 x i32> zeroinitializer
  %v102 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v101
  %v103 = getelementptr inbounds float, ptr %v18, i64 %i95
  %v104 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v103, <4 x i1> %v102, <4 x float> zeroinitializer)
  %v107 = fcmp oeq <4 x float> %v104, %v106
  %v108 = fcmp une <4 x float> %v104, %v104
  %v109 = or <4 x i1> %v107, %v108
  %v110 = insertelement <4 x i64> poison, i64 %i95, i64 0
  %v111 = shufflevector <4 x i64> %v110, <4 x i64> poison, <4 x i32> zeroinitializer
  %v112 = add <4 x i64> %v111, <i64 0, i64 1, i64 2, i64 3>
  %v115 = select <4 x i1> %v109, <4 x i64> %v112, <4 x i64> %v114
  %v116 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p96, <4 x i64> %v115)
  %v117 = select <4 x i1> %v102, <4 x i64> %v116, <4 x i64> %p96
  %v118 = add nsw i64 %i95, 4
  %v119 = icmp slt i64 %v118, %v5
  br i1 %v119, label %loop93, label %end94
end94:
  %v121 = phi <4 x i64> [ %v92, %end64 ], [ %v117, %loop93 ]
  %v122 = call i64 @llvm.vector.reduce.smin.v4i64(<4 x i64> %v121)
  %v123 = call i64 @llvm.smin.i64(i64 9223372036854775807, i64 %v122)
  %v128 = mul i64 %i3, %v127
  %v129 = getelementptr inbounds i64, ptr %v125, i64 %v128
  store i64 %v123, ptr %v129, align 8
  %v134 = mul i64 %i3, %v133
  %v135 = getelementptr inbounds float, ptr %v131, i64 %v134
  store float %v59, ptr %v135, align 4
  %v136 = add nsw i64 %i3, 1
  %v137 = icmp slt i64 %v136, %hi
  br i1 %v137, label %loop1, label %end2
end2:
  ret void
}
