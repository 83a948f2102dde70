target triple = "x86_64-linux"
declare float @expf(float)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, <16 x i1>)
declare float @llvm.maximum.f32(float, float)
declare <16 x float> @llvm.maximum.v16f32(<16 x float>, <16 x float>)
declare <32 x float> @llvm.maximum.v32f32(<32 x float>, <32 x float>)
declare <64 x float> @llvm.maximum.v64f32(<64 x float>, <64 x float>)
declare i64 @llvm.umin.i64(i64, i64)
declare float @llvm.vector.reduce.fadd.v16f32(float, <16 x float>)
declare float @llvm.vector.reduce.fmaximum.v16f32(<16 x float>)
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
  %v7 = and i64 %v6, -64
  %v8 = add nsw i64 0, %v7
  %v17 = mul i64 %i3, %v16
  %v18 = getelementptr inbounds float, ptr %v14, i64 %v17
  %v24 = icmp slt i64 0, %v8
  br i1 %v24, label %loop9, label %end10
loop9:
  %i11 = phi i64 [ 0, %loop1 ], [ %v22, %loop9 ]
  %p12 = phi <64 x float> [ splat (float 0xFFF0000000000000), %loop1 ], [ %v21, %loop9 ]
  %v19 = getelementptr inbounds float, ptr %v18, i64 %i11
  %v20 = load <64 x float>, ptr %v19, align 4
  %v21 = call nsz <64 x float> @llvm.maximum.v64f32(<64 x float> %p12, <64 x float> %v20)
  %v22 = add nsw i64 %i11, 64
  %v23 = icmp slt i64 %v22, %v8
  br i1 %v23, label %loop9, label %end10
end10:
  %v25 = phi <64 x float> [ splat (float 0xFFF0000000000000), %loop1 ], [ %v21, %loop9 ]
  %v26 = shufflevector <64 x float> %v25, <64 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v27 = shufflevector <64 x float> %v25, <64 x float> poison, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %v28 = call nsz <32 x float> @llvm.maximum.v32f32(<32 x float> %v26, <32 x float> %v27)
  %v29 = shufflevector <32 x float> %v28, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v30 = shufflevector <32 x float> %v28, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v31 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %v29, <16 x float> %v30)
  %v48 = icmp slt i64 %v8, %v5
  br i1 %v48, label %loop32, label %end33
loop32:
  %i34 = phi i64 [ %v8, %end10 ], [ %v46, %loop32 ]
  %p35 = phi <16 x float> [ %v31, %end10 ], [ %v45, %loop32 ]
  %v36 = sub nsw i64 %v5, %i34
  %v37 = call i64 @llvm.umin.i64(i64 %v36, i64 16)
  %v38 = trunc i64 %v37 to i32
  %v39 = insertelement <16 x i32> poison, i32 %v38, i64 0
  %v40 = shufflevector <16 x i32> %v39, <16 x i32> poison, <16 x i32> zeroinitializer
  %v41 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v40
  %v42 = getelementptr inbounds float, ptr %v18, i64 %i34
  %v43 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v42, <16 x i1> %v41, <16 x float> zeroinitializer)
  %v44 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p35, <16 x float> %v43)
  %v45 = select <16 x i1> %v41, <16 x float> %v44, <16 x float> %p35
  %v46 = add nsw i64 %i34, 16
  %v47 = icmp slt i64 %v46, %v5
  br i1 %v47, label %loop32, label %end33
end33:
  %v49 = phi <16 x float> [ %v31, %end10 ], [ %v45, %loop32 ]
  %v50 = call float @llvm.vector.reduce.fmaximum.v16f32(<16 x float> %v49)
  %v51 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v50)
  %v52 = sub nsw i64 %v5, 0
  %v53 = and i64 %v52, -32
  %v54 = add nsw i64 0, %v53
  %v61 = insertelement <32 x float> poison, float %v51, i64 0
  %v62 = shufflevector <32 x float> %v61, <32 x float> poison, <32 x i32> zeroinitializer
  %v69 = mul i64 %i3, %v68
  %v70 = getelementptr inbounds float, ptr %v66, i64 %v69
  %v75 = icmp slt i64 0, %v54
  br i1 %v75, label %loop55, label %end56
loop55:
  %i57 = phi i64 [ 0, %end33 ], [ %v73, %loop55 ]
  %p58 = phi <32 x float> [ splat (float 0x8000000000000000), %end33 ], [ %v72, %loop55 ]
  %v59 = getelementptr inbounds float, ptr %v18, i64 %i57
  %v60 = load <32 x float>, ptr %v59, align 4
  %v63 = fsub <32 x float> %v60, %v62
  %v64 = call <32 x float> @each.expf.32(<32 x float> %v63)
  %v71 = getelementptr inbounds float, ptr %v70, i64 %i57
  store <32 x float> %v64, ptr %v71, align 4
  %v72 = fadd <32 x float> %p58, %v64
  %v73 = add nsw i64 %i57, 32
  %v74 = icmp slt i64 %v73, %v54
  br i1 %v74, label %loop55, label %end56
end56:
  %v76 = phi <32 x float> [ splat (float 0x8000000000000000), %end33 ], [ %v72, %loop55 ]
  %v77 = shufflevector <32 x float> %v76, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v78 = shufflevector <32 x float> %v76, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v79 = fadd <16 x float> %v77, %v78
  %v92 = insertelement <16 x float> poison, float %v51, i64 0
  %v93 = shufflevector <16 x float> %v92, <16 x float> poison, <16 x i32> zeroinitializer
  %v101 = icmp slt i64 %v54, %v5
  br i1 %v101, label %loop80, label %end81
loop80:
  %i82 = phi i64 [ %v54, %end56 ], [ %v99, %loop80 ]
  %p83 = phi <16 x float> [ %v79, %end56 ], [ %v98, %loop80 ]
  %v84 = sub nsw i64 %v5, %i82
  %v85 = call i64 @llvm.umin.i64(i64 %v84, i64 16)
  %v86 = trunc i64 %v85 to i32
  %v87 = insertelement <16 x i32> poison, i32 %v86, i64 0
  %v88 = shufflevector <16 x i32> %v87, <16 x i32> poison, <16 x i32> zeroinitializer
  %v89 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v88
  %v90 = getelementptr inbounds float, ptr %v18, i64 %i82
  %v91 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v90, <16 x i1> %v89, <16 x float> zeroinitializer)
  %v94 = fsub <16 x float> %v91, %v93
  %v95 = call <16 x float> @each.expf.16(<16 x float> %v94)
  %v96 = getelementptr inbounds float, ptr %v70, i64 %i82
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v95, ptr align 4 %v96, <16 x i1> %v89)
  %v97 = fadd <16 x float> %p83, %v95
  %v98 = select <16 x i1> %v89, <16 x float> %v97, <16 x float> %p83
  %v99 = add nsw i64 %i82, 16
  %v100 = icmp slt i64 %v99, %v5
  br i1 %v100, label %loop80, label %end81
end81:
  %v102 = phi <16 x float> [ %v79, %end56 ], [ %v98, %loop80 ]
  %v103 = call reassoc float @llvm.vector.reduce.fadd.v16f32(float 0x8000000000000000, <16 x float> %v102)
  %v104 = fadd float 0x0000000000000000, %v103
  %v116 = fdiv float %v115, %v104
  %v119 = insertelement <16 x float> poison, float %v116, i64 0
  %v120 = shufflevector <16 x float> %v119, <16 x float> poison, <16 x i32> zeroinitializer
  %v125 = icmp slt i64 0, %v5
  br i1 %v125, label %loop105, label %end106
loop105:
  %i107 = phi i64 [ 0, %end81 ], [ %v123, %loop105 ]
  %v108 = sub nsw i64 %v5, %i107
  %v109 = call i64 @llvm.umin.i64(i64 %v108, i64 16)
  %v110 = trunc i64 %v109 to i32
  %v111 = insertelement <16 x i32> poison, i32 %v110, i64 0
  %v112 = shufflevector <16 x i32> %v111, <16 x i32> poison, <16 x i32> zeroinitializer
  %v113 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v112
  %v117 = getelementptr inbounds float, ptr %v70, i64 %i107
  %v118 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v117, <16 x i1> %v113, <16 x float> zeroinitializer)
  %v121 = fmul <16 x float> %v118, %v120
  %v122 = getelementptr inbounds float, ptr %v70, i64 %i107
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v121, ptr align 4 %v122, <16 x i1> %v113)
  %v123 = add nsw i64 %i107, 16
  %v124 = icmp slt i64 %v123, %v5
  br i1 %v124, label %loop105, label %end106
end106:
  %v126 = add nsw i64 %i3, 1
  %v127 = icmp slt i64 %v126, %hi
  br i1 %v127, label %loop1, label %end2
end2:
  ret void
}
