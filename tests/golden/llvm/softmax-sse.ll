target triple = "x86_64-linux"
declare float @expf(float)
declare float @llvm.maximum.f32(float, float)
declare <16 x float> @llvm.maximum.v16f32(<16 x float>, <16 x float>)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>)
declare <8 x float> @llvm.maximum.v8f32(<8 x float>, <8 x float>)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
declare float @llvm.vector.reduce.fmaximum.v4f32(<4 x float>)
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
  %v58 = getelementptr ptr, ptr %buffers, i64 1
  %v59 = load ptr, ptr %v58, align 8
  %v60 = getelementptr i64, ptr %table, i64 2
  %v61 = load i64, ptr %v60, align 8
  %v95 = getelementptr i64, ptr %table, i64 3
  %v96 = load float, ptr %v95, align 8
  %v118 = icmp slt i64 %lo, %hi
  br i1 %v118, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v116, %end108 ]
  %v6 = sub nsw i64 %v5, 0
  %v7 = and i64 %v6, -16
  %v8 = add nsw i64 0, %v7
  %v17 = mul i64 %i3, %v16
  %v18 = getelementptr inbounds float, ptr %v14, i64 %v17
  %v24 = icmp slt i64 0, %v8
  br i1 %v24, label %loop9, label %end10
loop9:
  %i11 = phi i64 [ 0, %loop1 ], [ %v22, %loop9 ]
  %p12 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop1 ], [ %v21, %loop9 ]
  %v19 = getelementptr inbounds float, ptr %v18, i64 %i11
  %v20 = load <16 x float>, ptr %v19, align 4
  %v21 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p12, <16 x float> %v20)
  %v22 = add nsw i64 %i11, 16
  %v23 = icmp slt i64 %v22, %v8
  br i1 %v23, label %loop9, label %end10
end10:
  %v25 = phi <16 x float> [ splat (float 0xFFF0000000000000), %loop1 ], [ %v21, %loop9 ]
  %v26 = shufflevector <16 x float> %v25, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v27 = shufflevector <16 x float> %v25, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v28 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v26, <8 x float> %v27)
  %v29 = shufflevector <8 x float> %v28, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v30 = shufflevector <8 x float> %v28, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v31 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v29, <4 x float> %v30)
  %v32 = call float @llvm.vector.reduce.fmaximum.v4f32(<4 x float> %v31)
  %v33 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v32)
  %v43 = icmp slt i64 %v8, %v5
  br i1 %v43, label %loop34, label %end35
loop34:
  %i36 = phi i64 [ %v8, %end10 ], [ %v41, %loop34 ]
  %p37 = phi float [ %v33, %end10 ], [ %v40, %loop34 ]
  %v38 = getelementptr inbounds float, ptr %v18, i64 %i36
  %v39 = load float, ptr %v38, align 4
  %v40 = call nsz float @llvm.maximum.f32(float %p37, float %v39)
  %v41 = add nsw i64 %i36, 1
  %v42 = icmp slt i64 %v41, %v5
  br i1 %v42, label %loop34, label %end35
end35:
  %v44 = phi float [ %v33, %end10 ], [ %v40, %loop34 ]
  %v45 = sub nsw i64 %v5, 0
  %v46 = and i64 %v45, -8
  %v47 = add nsw i64 0, %v46
  %v54 = insertelement <8 x float> poison, float %v44, i64 0
  %v55 = shufflevector <8 x float> %v54, <8 x float> poison, <8 x i32> zeroinitializer
  %v62 = mul i64 %i3, %v61
  %v63 = getelementptr inbounds float, ptr %v59, i64 %v62
  %v68 = icmp slt i64 0, %v47
  br i1 %v68, label %loop48, label %end49
loop48:
  %i50 = phi i64 [ 0, %end35 ], [ %v66, %loop48 ]
  %p51 = phi <8 x float> [ splat (float 0x8000000000000000), %end35 ], [ %v65, %loop48 ]
  %v52 = getelementptr inbounds float, ptr %v18, i64 %i50
  %v53 = load <8 x float>, ptr %v52, align 4
  %v56 = fsub <8 x float> %v53, %v55
  %v57 = call <8 x float> @each.expf.8(<8 x float> %v56)
  %v64 = getelementptr inbounds float, ptr %v63, i64 %i50
  store <8 x float> %v57, ptr %v64, align 4
  %v65 = fadd <8 x float> %p51, %v57
  %v66 = add nsw i64 %i50, 8
  %v67 = icmp slt i64 %v66, %v47
  br i1 %v67, label %loop48, label %end49
end49:
  %v69 = phi <8 x float> [ splat (float 0x8000000000000000), %end35 ], [ %v65, %loop48 ]
  %v70 = shufflevector <8 x float> %v69, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v71 = shufflevector <8 x float> %v69, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v72 = fadd <4 x float> %v70, %v71
  %v73 = call reassoc float @llvm.vector.reduce.fadd.v4f32(float 0x8000000000000000, <4 x float> %v72)
  %v74 = fadd float 0x0000000000000000, %v73
  %v87 = icmp slt i64 %v47, %v5
  br i1 %v87, label %loop75, label %end76
loop75:
  %i77 = phi i64 [ %v47, %end49 ], [ %v85, %loop75 ]
  %p78 = phi float [ %v74, %end49 ], [ %v84, %loop75 ]
  %v79 = getelementptr inbounds float, ptr %v18, i64 %i77
  %v80 = load float, ptr %v79, align 4
  %v81 = fsub float %v80, %v44
  %v82 = call float @expf(float %v81)
  %v83 = getelementptr inbounds float, ptr %v63, i64 %i77
  store float %v82, ptr %v83, align 4
  %v84 = fadd float %p78, %v82
  %v85 = add nsw i64 %i77, 1
  %v86 = icmp slt i64 %v85, %v5
  br i1 %v86, label %loop75, label %end76
end76:
  %v88 = phi float [ %v74, %end49 ], [ %v84, %loop75 ]
  %v89 = sub nsw i64 %v5, 0
  %v90 = and i64 %v89, -8
  %v91 = add nsw i64 0, %v90
  %v97 = fdiv float %v96, %v88
  %v100 = insertelement <8 x float> poison, float %v97, i64 0
  %v101 = shufflevector <8 x float> %v100, <8 x float> poison, <8 x i32> zeroinitializer
  %v106 = icmp slt i64 0, %v91
  br i1 %v106, label %loop92, label %end93
loop92:
  %i94 = phi i64 [ 0, %end76 ], [ %v104, %loop92 ]
  %v98 = getelementptr inbounds float, ptr %v63, i64 %i94
  %v99 = load <8 x float>, ptr %v98, align 4
  %v102 = fmul <8 x float> %v99, %v101
  %v103 = getelementptr inbounds float, ptr %v63, i64 %i94
  store <8 x float> %v102, ptr %v103, align 4
  %v104 = add nsw i64 %i94, 8
  %v105 = icmp slt i64 %v104, %v91
  br i1 %v105, label %loop92, label %end93
end93:
  %v115 = icmp slt i64 %v91, %v5
  br i1 %v115, label %loop107, label %end108
loop107:
  %i109 = phi i64 [ %v91, %end93 ], [ %v113, %loop107 ]
  %v110 = getelementptr inbounds float, ptr %v63, i64 %i109
  %v111 = load float, ptr %v110, align 4
  %v112 = fmul float %v111, %v97
  store float %v112, ptr %v110, align 4
  %v113 = add nsw i64 %i109, 1
  %v114 = icmp slt i64 %v113, %v5
  br i1 %v114, label %loop107, label %end108
end108:
  %v116 = add nsw i64 %i3, 1
  %v117 = icmp slt i64 %v116, %hi
  br i1 %v117, label %loop1, label %end2
end2:
  ret void
}
