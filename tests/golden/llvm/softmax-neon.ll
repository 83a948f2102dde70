target triple = "aarch64-linux"
declare float @expf(float)
declare float @llvm.maximum.f32(float, float)
declare <16 x float> @llvm.maximum.v16f32(<16 x float>, <16 x float>)
declare <2 x float> @llvm.maximum.v2f32(<2 x float>, <2 x float>)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>)
declare <8 x float> @llvm.maximum.v8f32(<8 x float>, <8 x float>)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
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
  %v15 = getelementptr ptr, ptr %buffers, i64 0
  %v16 = load ptr, ptr %v15, align 8
  %v17 = getelementptr i64, ptr %table, i64 0
  %v18 = load i64, ptr %v17, align 8
  %v69 = getelementptr ptr, ptr %buffers, i64 1
  %v70 = load ptr, ptr %v69, align 8
  %v71 = getelementptr i64, ptr %table, i64 2
  %v72 = load i64, ptr %v71, align 8
  %v108 = getelementptr i64, ptr %table, i64 3
  %v109 = load float, ptr %v108, align 8
  %v131 = icmp slt i64 %lo, %hi
  br i1 %v131, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v129, %end121 ]
  %v6 = sub nsw i64 %v5, 0
  %v7 = and i64 %v6, -16
  %v8 = add nsw i64 0, %v7
  %v9 = icmp slt i64 0, %v8
  %v19 = mul i64 %i3, %v18
  %v20 = getelementptr inbounds float, ptr %v16, i64 %v19
  br i1 %v9, label %whole10, label %join34
whole10:
  %v26 = icmp slt i64 0, %v8
  br i1 %v26, label %loop11, label %end12
loop11:
  %i13 = phi i64 [ 0, %whole10 ], [ %v24, %loop11 ]
  %p14 = phi <16 x float> [ splat (float 0xFFF0000000000000), %whole10 ], [ %v23, %loop11 ]
  %v21 = getelementptr inbounds float, ptr %v20, i64 %i13
  %v22 = load <16 x float>, ptr %v21, align 4
  %v23 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p14, <16 x float> %v22)
  %v24 = add nsw i64 %i13, 16
  %v25 = icmp slt i64 %v24, %v8
  br i1 %v25, label %loop11, label %end12
end12:
  %v27 = phi <16 x float> [ splat (float 0xFFF0000000000000), %whole10 ], [ %v23, %loop11 ]
  %v28 = shufflevector <16 x float> %v27, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v29 = shufflevector <16 x float> %v27, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v30 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v28, <8 x float> %v29)
  %v31 = shufflevector <8 x float> %v30, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v32 = shufflevector <8 x float> %v30, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v33 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v31, <4 x float> %v32)
  br label %join34
join34:
  %v35 = phi <4 x float> [ splat (float 0xFFF0000000000000), %loop1 ], [ %v33, %end12 ]
  %v36 = shufflevector <4 x float> %v35, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v37 = shufflevector <4 x float> %v35, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v38 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v36, <2 x float> %v37)
  %v39 = extractelement <2 x float> %v38, i64 0
  %v40 = extractelement <2 x float> %v38, i64 1
  %v41 = call nsz float @llvm.maximum.f32(float %v39, float %v40)
  %v42 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v41)
  %v52 = icmp slt i64 %v8, %v5
  br i1 %v52, label %loop43, label %end44
loop43:
  %i45 = phi i64 [ %v8, %join34 ], [ %v50, %loop43 ]
  %p46 = phi float [ %v42, %join34 ], [ %v49, %loop43 ]
  %v47 = getelementptr inbounds float, ptr %v20, i64 %i45
  %v48 = load float, ptr %v47, align 4
  %v49 = call nsz float @llvm.maximum.f32(float %p46, float %v48)
  %v50 = add nsw i64 %i45, 1
  %v51 = icmp slt i64 %v50, %v5
  br i1 %v51, label %loop43, label %end44
end44:
  %v53 = phi float [ %v42, %join34 ], [ %v49, %loop43 ]
  %v54 = sub nsw i64 %v5, 0
  %v55 = and i64 %v54, -8
  %v56 = add nsw i64 0, %v55
  %v57 = icmp slt i64 0, %v56
  %v65 = insertelement <8 x float> poison, float %v53, i64 0
  %v66 = shufflevector <8 x float> %v65, <8 x float> poison, <8 x i32> zeroinitializer
  %v73 = mul i64 %i3, %v72
  %v74 = getelementptr inbounds float, ptr %v70, i64 %v73
  br i1 %v57, label %whole58, label %join84
whole58:
  %v79 = icmp slt i64 0, %v56
  br i1 %v79, label %loop59, label %end60
loop59:
  %i61 = phi i64 [ 0, %whole58 ], [ %v77, %loop59 ]
  %p62 = phi <8 x float> [ splat (float 0x8000000000000000), %whole58 ], [ %v76, %loop59 ]
  %v63 = getelementptr inbounds float, ptr %v20, i64 %i61
  %v64 = load <8 x float>, ptr %v63, align 4
  %v67 = fsub <8 x float> %v64, %v66
  %v68 = call <8 x float> @each.expf.8(<8 x float> %v67)
  %v75 = getelementptr inbounds float, ptr %v74, i64 %i61
  store <8 x float> %v68, ptr %v75, align 4
  %v76 = fadd <8 x float> %p62, %v68
  %v77 = add nsw i64 %i61, 8
  %v78 = icmp slt i64 %v77, %v56
  br i1 %v78, label %loop59, label %end60
end60:
  %v80 = phi <8 x float> [ splat (float 0x8000000000000000), %whole58 ], [ %v76, %loop59 ]
  %v81 = shufflevector <8 x float> %v80, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v82 = shufflevector <8 x float> %v80, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v83 = fadd <4 x float> %v81, %v82
  br label %join84
join84:
  %v85 = phi <4 x float> [ splat (float 0x8000000000000000), %end44 ], [ %v83, %end60 ]
  %v86 = call reassoc float @llvm.vector.reduce.fadd.v4f32(float 0x8000000000000000, <4 x float> %v85)
  %v87 = fadd float 0x0000000000000000, %v86
  %v100 = icmp slt i64 %v56, %v5
  br i1 %v100, label %loop88, label %end89
loop88:
  %i90 = phi i64 [ %v56, %join84 ], [ %v98, %loop88 ]
  %p91 = phi float [ %v87, %join84 ], [ %v97, %loop88 ]
  %v92 = getelementptr inbounds float, ptr %v20, i64 %i90
  %v93 = load float, ptr %v92, align 4
  %v94 = fsub float %v93, %v53
  %v95 = call float @expf(float %v94)
  %v96 = getelementptr inbounds float, ptr %v74, i64 %i90
  store float %v95, ptr %v96, align 4
  %v97 = fadd float %p91, %v95
  %v98 = add nsw i64 %i90, 1
  %v99 = icmp slt i64 %v98, %v5
  br i1 %v99, label %loop88, label %end89
end89:
  %v101 = phi float [ %v87, %join84 ], [ %v97, %loop88 ]
  %v102 = sub nsw i64 %v5, 0
  %v103 = and i64 %v102, -8
  %v104 = add nsw i64 0, %v103
  %v110 = fdiv float %v109, %v101
  %v113 = insertelement <8 x float> poison, float %v110, i64 0
  %v114 = shufflevector <8 x float> %v113, <8 x float> poison, <8 x i32> zeroinitializer
  %v119 = icmp slt i64 0, %v104
  br i1 %v119, label %loop105, label %end106
loop105:
  %i107 = phi i64 [ 0, %end89 ], [ %v117, %loop105 ]
  %v111 = getelementptr inbounds float, ptr %v74, i64 %i107
  %v112 = load <8 x float>, ptr %v111, align 4
  %v115 = fmul <8 x float> %v112, %v114
  %v116 = getelementptr inbounds float, ptr %v74, i64 %i107
  store <8 x float> %v115, ptr %v116, align 4
  %v117 = add nsw i64 %i107, 8
  %v118 = icmp slt i64 %v117, %v104
  br i1 %v118, label %loop105, label %end106
end106:
  %v128 = icmp slt i64 %v104, %v5
  br i1 %v128, label %loop120, label %end121
loop120:
  %i122 = phi i64 [ %v104, %end106 ], [ %v126, %loop120 ]
  %v123 = getelementptr inbounds float, ptr %v74, i64 %i122
  %v124 = load float, ptr %v123, align 4
  %v125 = fmul float %v124, %v110
  store float %v125, ptr %v123, align 4
  %v126 = add nsw i64 %i122, 1
  %v127 = icmp slt i64 %v126, %v5
  br i1 %v127, label %loop120, label %end121
end121:
  %v129 = add nsw i64 %i3, 1
  %v130 = icmp slt i64 %v129, %hi
  br i1 %v130, label %loop1, label %end2
end2:
  ret void
}
