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
  %v4 = getelementptr i64, ptr %table, i64 1
  %v5 = load i64, ptr %v4, align 8
  %v13 = getelementptr ptr, ptr %buffers, i64 0
  %v14 = load ptr, ptr %v13, align 8
  %v15 = getelementptr i64, ptr %table, i64 0
  %v16 = load i64, ptr %v15, align 8
  %v76 = getelementptr ptr, ptr %buffers, i64 1
  %v77 = load ptr, ptr %v76, align 8
  %v78 = getelementptr i64, ptr %table, i64 2
  %v79 = load i64, ptr %v78, align 8
  %v122 = getelementptr i64, ptr %table, i64 3
  %v123 = load float, ptr %v122, align 8
  %v152 = icmp slt i64 %lo, %hi
  br i1 %v152, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v150, %end135 ]
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
  %v50 = shufflevector <16 x float> %v49, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v51 = shufflevector <16 x float> %v49, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v52 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v50, <8 x float> %v51)
  %v53 = shufflevector <8 x float> %v52, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v54 = shufflevector <8 x float> %v52, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v55 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v53, <4 x float> %v54)
  %v56 = shufflevector <4 x float> %v55, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v57 = shufflevector <4 x float> %v55, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v58 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v56, <2 x float> %v57)
  %v59 = extractelement <2 x float> %v58, i64 0
  %v60 = extractelement <2 x float> %v58, i64 1
  %v61 = call nsz float @llvm.maximum.f32(float %v59, float %v60)
  %v62 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v61)
  %v63 = sub nsw i64 %v5, 0
  %v64 = and i64 %v63, -32
  %v65 = add nsw i64 0, %v64
  %v72 = insertelement <32 x float> poison, float %v62, i64 0
  %v73 = shufflevector <32 x float> %v72, <32 x float> poison, <32 x i32> zeroinitializer
  %v80 = mul i64 %i3, %v79
  %v81 = getelementptr inbounds float, ptr %v77, i64 %v80
  %v86 = icmp slt i64 0, %v65
  br i1 %v86, label %loop66, label %end67
loop66:
  %i68 = phi i64 [ 0, %end33 ], [ %v84, %loop66 ]
  %p69 = phi <32 x float> [ splat (float 0x8000000000000000), %end33 ], [ %v83, %loop66 ]
  %v70 = getelementptr inbounds float, ptr %v18, i64 %i68
  %v71 = load <32 x float>, ptr %v70, align 4
  %v74 = fsub <32 x float> %v71, %v73
  %v75 = call <32 x float> @each.expf.32(<32 x float> %v74)
  %v82 = getelementptr inbounds float, ptr %v81, i64 %i68
  store <32 x float> %v75, ptr %v82, align 4
  %v83 = fadd <32 x float> %p69, %v75
  %v84 = add nsw i64 %i68, 32
  %v85 = icmp slt i64 %v84, %v65
  br i1 %v85, label %loop66, label %end67
end67:
  %v87 = phi <32 x float> [ splat (float 0x8000000000000000), %end33 ], [ %v83, %loop66 ]
  %v88 = shufflevector <32 x float> %v87, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v89 = shufflevector <32 x float> %v87, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v90 = fadd <16 x float> %v88, %v89
  %v103 = insertelement <16 x float> poison, float %v62, i64 0
  %v104 = shufflevector <16 x float> %v103, <16 x float> poison, <16 x i32> zeroinitializer
  %v112 = icmp slt i64 %v65, %v5
  br i1 %v112, label %loop91, label %end92
loop91:
  %i93 = phi i64 [ %v65, %end67 ], [ %v110, %loop91 ]
  %p94 = phi <16 x float> [ %v90, %end67 ], [ %v109, %loop91 ]
  %v95 = sub nsw i64 %v5, %i93
  %v96 = call i64 @llvm.umin.i64(i64 %v95, i64 16)
  %v97 = trunc i64 %v96 to i32
  %v98 = insertelement <16 x i32> poison, i32 %v97, i64 0
  %v99 = shufflevector <16 x i32> %v98, <16 x i32> poison, <16 x i32> zeroinitializer
  %v100 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v99
  %v101 = getelementptr inbounds float, ptr %v18, i64 %i93
  %v102 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v101, <16 x i1> %v100, <16 x float> zeroinitializer)
  %v105 = fsub <16 x float> %v102, %v104
  %v106 = call <16 x float> @each.expf.16(<16 x float> %v105)
  %v107 = getelementptr inbounds float, ptr %v81, i64 %i93
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v106, ptr align 4 %v107, <16 x i1> %v100)
  %v108 = fadd <16 x float> %p94, %v106
  %v109 = select <16 x i1> %v100, <16 x float> %v108, <16 x float> %p94
  %v110 = add nsw i64 %i93, 16
  %v111 = icmp slt i64 %v110, %v5
  br i1 %v111, label %loop91, label %end92
end92:
  %v113 = phi <16 x float> [ %v90, %end67 ], [ %v109, %loop91 ]
  %v114 = call reassoc float @llvm.vector.reduce.fadd.v16f32(float 0x8000000000000000, <16 x float> %v113)
  %v115 = fadd float 0x0000000000000000, %v114
  %v116 = sub nsw i64 %v5, 0
  %v117 = and i64 %v116, -16
  %v118 = add nsw i64 0, %v117
  %v124 = fdiv float %v123, %v115
  %v127 = insertelement <16 x float> poison, float %v124, i64 0
  %v128 = shufflevector <16 x float> %v127, <16 x float> poison, <16 x i32> zeroinitializer
  %v133 = icmp slt i64 0, %v118
  br i1 %v133, label %loop119, label %end120
loop119:
  %i121 = phi i64 [ 0, %end92 ], [ %v131, %loop119 ]
  %v125 = getelementptr inbounds float, ptr %v81, i64 %i121
  %v126 = load <16 x float>, ptr %v125, align 4
  %v129 = fmul <16 x float> %v126, %v128
  %v130 = getelementptr inbounds float, ptr %v81, i64 %i121
  store <16 x float> %v129, ptr %v130, align 4
  %v131 = add nsw i64 %i121, 16
  %v132 = icmp slt i64 %v131, %v118
  br i1 %v132, label %loop119, label %end120
end120:
  %v149 = icmp slt i64 %v118, %v5
  br i1 %v149, label %loop134, label %end135
loop134:
  %i136 = phi i64 [ %v118, %end120 ], [ %v147, %loop134 ]
  %v137 = sub nsw i64 %v5, %i136
  %v138 = call i64 @llvm.umin.i64(i64 %v137, i64 16)
  %v139 = trunc i64 %v138 to i32
  %v140 = insertelement <16 x i32> poison, i32 %v139, i64 0
  %v141 = shufflevector <16 x i32> %v140, <16 x i32> poison, <16 x i32> zeroinitializer
  %v142 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %v141
  %v143 = getelementptr inbounds float, ptr %v81, i64 %i136
  %v144 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %v143, <16 x i1> %v142, <16 x float> zeroinitializer)
  %v145 = fmul <16 x float> %v144, %v128
  %v146 = getelementptr inbounds float, ptr %v81, i64 %i136
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v145, ptr align 4 %v146, <16 x i1> %v142)
  %v147 = add nsw i64 %i136, 16
  %v148 = icmp slt i64 %v147, %v5
  br i1 %v148, label %loop134, label %end135
end135:
  %v150 = add nsw i64 %i3, 1
  %v151 = icmp slt i64 %v150, %hi
  br i1 %v151, label %loop1, label %end2
end2:
  ret void
}
