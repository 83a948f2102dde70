target triple = "x86_64-linux"
declare float @expf(float)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare float @llvm.maximum.f32(float, float)
declare <16 x float> @llvm.maximum.v16f32(<16 x float>, <16 x float>)
declare <32 x float> @llvm.maximum.v32f32(<32 x float>, <32 x float>)
declare <8 x float> @llvm.maximum.v8f32(<8 x float>, <8 x float>)
declare i64 @llvm.umin.i64(i64, i64)
declare float @llvm.vector.reduce.fadd.v8f32(float, <8 x float>)
declare float @llvm.vector.reduce.fmaximum.v8f32(<8 x float>)
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
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v4 = getelementptr i64, ptr %table, i64 1
  %v5 = load i64, ptr %v4, align 8
  %v13 = getelementptr ptr, ptr %buffers, i64 0
  %v14 = load ptr, ptr %v13, align 8
  %v15 = getelementptr i64, ptr %table, i64 0
  %v16 = load i64, ptr %v15, align 8
  %v65 = getelementptr ptr, ptr %buffers, i64 1
  %v66 = load ptr, ptr %v65, align 8
  %v67 = getelementptr i64, ptr %table, i64 2
  %v68 = load i64, ptr %v67, align 8
  %v114 = getelementptr i64, ptr %table, i64 3
  %v115 = load float, ptr %v114, align 8
  %v128 = icmp slt i64 %lo, %hi
  br i1 %v128, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v126, %end106 ]
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
  %v69 = mul i64 %i3, %v68
  %v70 = getelementptr inbounds float, ptr %v66, i64 %v69
  %v75 = icmp slt i64 0, %v54
  br i1 %v75, label %loop55, label %end56
loop55:
  %i57 = phi i64 [ 0, %end33 ], [ %v73, %loop55 ]
  %p58 = phi <16 x float> [ splat (float 0x8000000000000000), %end33 ], [ %v72, %loop55 ]
  %v59 = getelementptr inbounds float, ptr %v18, i64 %i57
  %v60 = load <16 x float>, ptr %v59, align 4
  %v63 = fsub <16 x float> %v60, %v62
  %v64 = call <16 x float> @each.expf.16(<16 x float> %v63)
  %v71 = getelementptr inbounds float, ptr %v70, i64 %i57
  store <16 x float> %v64, ptr %v71, align 4
  %v72 = fadd <16 x float> %p58, %v64
  %v73 = add nsw i64 %i57, 16
  %v74 = icmp slt i64 %v73, %v54
  br i1 %v74, label %loop55, label %end56
end56:
  %v76 = phi <16 x float> [ splat (float 0x8000000000000000), %end33 ], [ %v72, %loop55 ]
  %v77 = shufflevector <16 x float> %v76, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v78 = shufflevector <16 x float> %v76, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v79 = fadd <8 x float> %v77, %v78
  %v92 = insertelement <8 x float> poison, float %v51, i64 0
  %v93 = shufflevector <8 x float> %v92, <8 x float> poison, <8 x i32> zeroinitializer
  %v101 = icmp slt i64 %v54, %v5
  br i1 %v101, label %loop80, label %end81
loop80:
  %i82 = phi i64 [ %v54, %end56 ], [ %v99, %loop80 ]
  %p83 = phi <8 x float> [ %v79, %end56 ], [ %v98, %loop80 ]
  %v84 = sub nsw i64 %v5, %i82
  %v85 = call i64 @llvm.umin.i64(i64 %v84, i64 8)
  %v86 = trunc i64 %v85 to i32
  %v87 = insertelement <8 x i32> poison, i32 %v86, i64 0
  %v88 = shufflevector <8 x i32> %v87, <8 x i32> poison, <8 x i32> zeroinitializer
  %v89 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v88
  %v90 = getelementptr inbounds float, ptr %v18, i64 %i82
  %v91 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v90, <8 x i1> %v89, <8 x float> zeroinitializer)
  %v94 = fsub <8 x float> %v91, %v93
  %v95 = call <8 x float> @each.expf.8(<8 x float> %v94)
  %v96 = getelementptr inbounds float, ptr %v70, i64 %i82
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v95, ptr align 4 %v96, <8 x i1> %v89)
  %v97 = fadd <8 x float> %p83, %v95
  %v98 = select <8 x i1> %v89, <8 x float> %v97, <8 x float> %p83
  %v99 = add nsw i64 %i82, 8
  %v100 = icmp slt i64 %v99, %v5
  br i1 %v100, label %loop80, label %end81
end81:
  %v102 = phi <8 x float> [ %v79, %end56 ], [ %v98, %loop80 ]
  %v103 = call reassoc float @llvm.vector.reduce.fadd.v8f32(float 0x8000000000000000, <8 x float> %v102)
  %v104 = fadd float 0x0000000000000000, %v103
  %v116 = fdiv float %v115, %v104
  %v119 = insertelement <8 x float> poison, float %v116, i64 0
  %v120 = shufflevector <8 x float> %v119, <8 x float> poison, <8 x i32> zeroinitializer
  %v125 = icmp slt i64 0, %v5
  br i1 %v125, label %loop105, label %end106
loop105:
  %i107 = phi i64 [ 0, %end81 ], [ %v123, %loop105 ]
  %v108 = sub nsw i64 %v5, %i107
  %v109 = call i64 @llvm.umin.i64(i64 %v108, i64 8)
  %v110 = trunc i64 %v109 to i32
  %v111 = insertelement <8 x i32> poison, i32 %v110, i64 0
  %v112 = shufflevector <8 x i32> %v111, <8 x i32> poison, <8 x i32> zeroinitializer
  %v113 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v112
  %v117 = getelementptr inbounds float, ptr %v70, i64 %i107
  %v118 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v117, <8 x i1> %v113, <8 x float> zeroinitializer)
  %v121 = fmul <8 x float> %v118, %v120
  %v122 = getelementptr inbounds float, ptr %v70, i64 %i107
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v121, ptr align 4 %v122, <8 x i1> %v113)
  %v123 = add nsw i64 %i107, 8
  %v124 = icmp slt i64 %v123, %v5
  br i1 %v124, label %loop105, label %end106
end106:
  %v126 = add nsw i64 %i3, 1
  %v127 = icmp slt i64 %v126, %hi
  br i1 %v127, label %loop1, label %end2
end2:
  ret void
}
