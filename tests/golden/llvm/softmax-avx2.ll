target triple = "x86_64-linux"
declare float @expf(float)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
declare float @llvm.maximum.f32(float, float)
declare <16 x float> @llvm.maximum.v16f32(<16 x float>, <16 x float>)
declare <2 x float> @llvm.maximum.v2f32(<2 x float>, <2 x float>)
declare <32 x float> @llvm.maximum.v32f32(<32 x float>, <32 x float>)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>)
declare <8 x float> @llvm.maximum.v8f32(<8 x float>, <8 x float>)
declare i64 @llvm.umin.i64(i64, i64)
declare float @llvm.vector.reduce.fadd.v8f32(float, <8 x float>)
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
  %v73 = getelementptr ptr, ptr %buffers, i64 1
  %v74 = load ptr, ptr %v73, align 8
  %v75 = getelementptr i64, ptr %table, i64 2
  %v76 = load i64, ptr %v75, align 8
  %v119 = getelementptr i64, ptr %table, i64 3
  %v120 = load float, ptr %v119, align 8
  %v149 = icmp slt i64 %lo, %hi
  br i1 %v149, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v147, %end132 ]
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
  %v77 = mul i64 %i3, %v76
  %v78 = getelementptr inbounds float, ptr %v74, i64 %v77
  %v83 = icmp slt i64 0, %v62
  br i1 %v83, label %loop63, label %end64
loop63:
  %i65 = phi i64 [ 0, %end33 ], [ %v81, %loop63 ]
  %p66 = phi <16 x float> [ splat (float 0x8000000000000000), %end33 ], [ %v80, %loop63 ]
  %v67 = getelementptr inbounds float, ptr %v18, i64 %i65
  %v68 = load <16 x float>, ptr %v67, align 4
  %v71 = fsub <16 x float> %v68, %v70
  %v72 = call <16 x float> @each.expf.16(<16 x float> %v71)
  %v79 = getelementptr inbounds float, ptr %v78, i64 %i65
  store <16 x float> %v72, ptr %v79, align 4
  %v80 = fadd <16 x float> %p66, %v72
  %v81 = add nsw i64 %i65, 16
  %v82 = icmp slt i64 %v81, %v62
  br i1 %v82, label %loop63, label %end64
end64:
  %v84 = phi <16 x float> [ splat (float 0x8000000000000000), %end33 ], [ %v80, %loop63 ]
  %v85 = shufflevector <16 x float> %v84, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v86 = shufflevector <16 x float> %v84, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v87 = fadd <8 x float> %v85, %v86
  %v100 = insertelement <8 x float> poison, float %v59, i64 0
  %v101 = shufflevector <8 x float> %v100, <8 x float> poison, <8 x i32> zeroinitializer
  %v109 = icmp slt i64 %v62, %v5
  br i1 %v109, label %loop88, label %end89
loop88:
  %i90 = phi i64 [ %v62, %end64 ], [ %v107, %loop88 ]
  %p91 = phi <8 x float> [ %v87, %end64 ], [ %v106, %loop88 ]
  %v92 = sub nsw i64 %v5, %i90
  %v93 = call i64 @llvm.umin.i64(i64 %v92, i64 8)
  %v94 = trunc i64 %v93 to i32
  %v95 = insertelement <8 x i32> poison, i32 %v94, i64 0
  %v96 = shufflevector <8 x i32> %v95, <8 x i32> poison, <8 x i32> zeroinitializer
  %v97 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v96
  %v98 = getelementptr inbounds float, ptr %v18, i64 %i90
  %v99 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v98, <8 x i1> %v97, <8 x float> zeroinitializer)
  %v102 = fsub <8 x float> %v99, %v101
  %v103 = call <8 x float> @each.expf.8(<8 x float> %v102)
  %v104 = getelementptr inbounds float, ptr %v78, i64 %i90
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v103, ptr align 4 %v104, <8 x i1> %v97)
  %v105 = fadd <8 x float> %p91, %v103
  %v106 = select <8 x i1> %v97, <8 x float> %v105, <8 x float> %p91
  %v107 = add nsw i64 %i90, 8
  %v108 = icmp slt i64 %v107, %v5
  br i1 %v108, label %loop88, label %end89
end89:
  %v110 = phi <8 x float> [ %v87, %end64 ], [ %v106, %loop88 ]
  %v111 = call reassoc float @llvm.vector.reduce.fadd.v8f32(float 0x8000000000000000, <8 x float> %v110)
  %v112 = fadd float 0x0000000000000000, %v111
  %v113 = sub nsw i64 %v5, 0
  %v114 = and i64 %v113, -8
  %v115 = add nsw i64 0, %v114
  %v121 = fdiv float %v120, %v112
  %v124 = insertelement <8 x float> poison, float %v121, i64 0
  %v125 = shufflevector <8 x float> %v124, <8 x float> poison, <8 x i32> zeroinitializer
  %v130 = icmp slt i64 0, %v115
  br i1 %v130, label %loop116, label %end117
loop116:
  %i118 = phi i64 [ 0, %end89 ], [ %v128, %loop116 ]
  %v122 = getelementptr inbounds float, ptr %v78, i64 %i118
  %v123 = load <8 x float>, ptr %v122, align 4
  %v126 = fmul <8 x float> %v123, %v125
  %v127 = getelementptr inbounds float, ptr %v78, i64 %i118
  store <8 x float> %v126, ptr %v127, align 4
  %v128 = add nsw i64 %i118, 8
  %v129 = icmp slt i64 %v128, %v115
  br i1 %v129, label %loop116, label %end117
end117:
  %v146 = icmp slt i64 %v115, %v5
  br i1 %v146, label %loop131, label %end132
loop131:
  %i133 = phi i64 [ %v115, %end117 ], [ %v144, %loop131 ]
  %v134 = sub nsw i64 %v5, %i133
  %v135 = call i64 @llvm.umin.i64(i64 %v134, i64 8)
  %v136 = trunc i64 %v135 to i32
  %v137 = insertelement <8 x i32> poison, i32 %v136, i64 0
  %v138 = shufflevector <8 x i32> %v137, <8 x i32> poison, <8 x i32> zeroinitializer
  %v139 = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %v138
  %v140 = getelementptr inbounds float, ptr %v78, i64 %i133
  %v141 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %v140, <8 x i1> %v139, <8 x float> zeroinitializer)
  %v142 = fmul <8 x float> %v141, %v125
  %v143 = getelementptr inbounds float, ptr %v78, i64 %i133
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v142, ptr align 4 %v143, <8 x i1> %v139)
  %v144 = add nsw i64 %i133, 8
  %v145 = icmp slt i64 %v144, %v5
  br i1 %v145, label %loop131, label %end132
end132:
  %v147 = add nsw i64 %i3, 1
  %v148 = icmp slt i64 %v147, %hi
  br i1 %v148, label %loop1, label %end2
end2:
  ret void
}
