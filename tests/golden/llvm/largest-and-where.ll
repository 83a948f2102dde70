target triple = "x86_64-linux"
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, <8 x i1>, <8 x float>)
declare float @llvm.maximum.f32(float, float)
declare <16 x float> @llvm.maximum.v16f32(<16 x float>, <16 x float>)
declare <32 x float> @llvm.maximum.v32f32(<32 x float>, <32 x float>)
declare <8 x float> @llvm.maximum.v8f32(<8 x float>, <8 x float>)
declare i64 @llvm.smin.i64(i64, i64)
declare <16 x i64> @llvm.smin.v16i64(<16 x i64>, <16 x i64>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>, <4 x i64>)
declare <8 x i64> @llvm.smin.v8i64(<8 x i64>, <8 x i64>)
declare i64 @llvm.umin.i64(i64, i64)
declare float @llvm.vector.reduce.fmaximum.v8f32(<8 x float>)
declare i64 @llvm.vector.reduce.smin.v4i64(<4 x i64>)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v4 = getelementptr i64, ptr %table, i64 1
  %v5 = load i64, ptr %v4, align 8
  %v13 = getelementptr ptr, ptr %buffers, i64 0
  %v14 = load ptr, ptr %v13, align 8
  %v15 = getelementptr i64, ptr %table, i64 0
  %v16 = load i64, ptr %v15, align 8
  %v69 = getelementptr i64, ptr %table, i64 2
  %v70 = load i64, ptr %v69, align 8
  %v116 = getelementptr ptr, ptr %buffers, i64 1
  %v117 = load ptr, ptr %v116, align 8
  %v118 = getelementptr i64, ptr %table, i64 3
  %v119 = load i64, ptr %v118, align 8
  %v122 = getelementptr ptr, ptr %buffers, i64 2
  %v123 = load ptr, ptr %v122, align 8
  %v124 = getelementptr i64, ptr %table, i64 4
  %v125 = load i64, ptr %v124, align 8
  %v71 = insertelement <16 x i64> poison, i64 %v70, i64 0
  %v72 = shufflevector <16 x i64> %v71, <16 x i64> poison, <16 x i32> zeroinitializer
  %v105 = insertelement <4 x i64> poison, i64 %v70, i64 0
  %v106 = shufflevector <4 x i64> %v105, <4 x i64> poison, <4 x i32> zeroinitializer
  %v130 = icmp slt i64 %lo, %hi
  br i1 %v130, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v128, %end86 ]
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
  %v50 = call float @llvm.vector.reduce.fmaximum.v8f32(<8 x float> %v49)
  %v51 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v50)
  %v52 = sub nsw i64 %v5, 0
  %v53 = and i64 %v52, -16
  %v54 = add nsw i64 0, %v53
  %v61 = insertelement <16 x float> poison, float %v51, i64 0
  %v62 = shufflevector <16 x float> %v61, <16 x float> poison, <16 x i32> zeroinitializer
  %v77 = icmp slt i64 0, %v54
  br i1 %v77, label %loop55, label %end56
loop55:
  %i57 = phi i64 [ 0, %end33 ], [ %v75, %loop55 ]
  %p58 = phi <16 x i64> [ splat (i64 9223372036854775807), %end33 ], [ %v74, %loop55 ]
  %v59 = getelementptr inbounds float, ptr %v18, i64 %i57
  %v60 = load <16 x float>, ptr %v59, align 4
  %v63 = fcmp oeq <16 x float> %v60, %v62
  %v64 = fcmp une <16 x float> %v60, %v60
  %v65 = or <16 x i1> %v63, %v64
  %v66 = insertelement <16 x i64> poison, i64 %i57, i64 0
  %v67 = shufflevector <16 x i64> %v66, <16 x i64> poison, <16 x i32> zeroinitializer
  %v68 = add <16 x i64> %v67, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v73 = select <16 x i1> %v65, <16 x i64> %v68, <16 x i64> %v72
  %v74 = call <16 x i64> @llvm.smin.v16i64(<16 x i64> %p58, <16 x i64> %v73)
  %v75 = add nsw i64 %i57, 16
  %v76 = icmp slt i64 %v75, %v54
  br i1 %v76, label %loop55, label %end56
end56:
  %v78 = phi <16 x i64> [ splat (i64 9223372036854775807), %end33 ], [ %v74, %loop55 ]
  %v79 = shufflevector <16 x i64> %v78, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v80 = shufflevector <16 x i64> %v78, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v81 = call <8 x i64> @llvm.smin.v8i64(<8 x i64> %v79, <8 x i64> %v80)
  %v82 = shufflevector <8 x i64> %v81, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v83 = shufflevector <8 x i64> %v81, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v84 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %v82, <4 x i64> %v83)
  %v97 = insertelement <4 x float> poison, float %v51, i64 0
  %v98 = shufflevector <4 x float> %v97, <4 x float> poison, <4 x i32> zeroinitializer
  %v112 = icmp slt i64 %v54, %v5
  br i1 %v112, label %loop85, label %end86
loop85:
  %i87 = phi i64 [ %v54, %end56 ], [ %v110, %loop85 ]
  %p88 = phi <4 x i64> [ %v84, %end56 ], [ %v109, %loop85 ]
  %v89 = sub nsw i64 %v5, %i87
  %v90 = call i64 @llvm.umin.i64(i64 %v89, i64 4)
  %v91 = trunc i64 %v90 to i32
  %v92 = insertelement <4 x i32> poison, i32 %v91, i64 0
  %v93 = shufflevector <4 x i32> %v92, <4 x i32> poison, <4 x i32> zeroinitializer
  %v94 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v93
  %v95 = getelementptr inbounds float, ptr %v18, i64 %i87
  %v96 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v95, <4 x i1> %v94, <4 x float> zeroinitializer)
  %v99 = fcmp oeq <4 x float> %v96, %v98
  %v100 = fcmp une <4 x float> %v96, %v96
  %v101 = or <4 x i1> %v99, %v100
  %v102 = insertelement <4 x i64> poison, i64 %i87, i64 0
  %v103 = shufflevector <4 x i64> %v102, <4 x i64> poison, <4 x i32> zeroinitializer
  %v104 = add <4 x i64> %v103, <i64 0, i64 1, i64 2, i64 3>
  %v107 = select <4 x i1> %v101, <4 x i64> %v104, <4 x i64> %v106
  %v108 = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %p88, <4 x i64> %v107)
  %v109 = select <4 x i1> %v94, <4 x i64> %v108, <4 x i64> %p88
  %v110 = add nsw i64 %i87, 4
  %v111 = icmp slt i64 %v110, %v5
  br i1 %v111, label %loop85, label %end86
end86:
  %v113 = phi <4 x i64> [ %v84, %end56 ], [ %v109, %loop85 ]
  %v114 = call i64 @llvm.vector.reduce.smin.v4i64(<4 x i64> %v113)
  %v115 = call i64 @llvm.smin.i64(i64 9223372036854775807, i64 %v114)
  %v120 = mul i64 %i3, %v119
  %v121 = getelementptr inbounds i64, ptr %v117, i64 %v120
  store i64 %v115, ptr %v121, align 8
  %v126 = mul i64 %i3, %v125
  %v127 = getelementptr inbounds float, ptr %v123, i64 %v126
  store float %v51, ptr %v127, align 4
  %v128 = add nsw i64 %i3, 1
  %v129 = icmp slt i64 %v128, %hi
  br i1 %v129, label %loop1, label %end2
end2:
  ret void
}
