target triple = "x86_64-linux"
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
  %v13 = load ptr, ptr %buffers, align 8
  %v14 = load i64, ptr %table, align 8
  %v63 = getelementptr ptr, ptr %buffers, i64 1
  %v64 = load ptr, ptr %v63, align 8
  %v65 = getelementptr i64, ptr %table, i64 2
  %v66 = load i64, ptr %v65, align 8
  %v100 = getelementptr i64, ptr %table, i64 3
  %v101 = load float, ptr %v100, align 8
  %v123 = icmp slt i64 %lo, %hi
  br i1 %v123, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v121, %end113 ]
  %v6 = and i64 %v5, -16
  %v7 = icmp slt i64 0, %v6
  %v15 = mul i64 %i3, %v14
  %v16 = getelementptr inbounds float, ptr %v13, i64 %v15
  br i1 %v7, label %whole8, label %join30
whole8:
  %v22 = icmp slt i64 0, %v6
  br i1 %v22, label %loop9, label %end10
loop9:
  %i11 = phi i64 [ 0, %whole8 ], [ %v20, %loop9 ]
  %p12 = phi <16 x float> [ splat (float 0xFFF0000000000000), %whole8 ], [ %v19, %loop9 ]
  %v17 = getelementptr inbounds float, ptr %v16, i64 %i11
  %v18 = load <16 x float>, ptr %v17, align 4
  %v19 = call nsz <16 x float> @llvm.maximum.v16f32(<16 x float> %p12, <16 x float> %v18)
  %v20 = add nsw i64 %i11, 16
  %v21 = icmp slt i64 %v20, %v6
  br i1 %v21, label %loop9, label %end10
end10:
  %v23 = phi <16 x float> [ splat (float 0xFFF0000000000000), %whole8 ], [ %v19, %loop9 ]
  %v24 = shufflevector <16 x float> %v23, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v25 = shufflevector <16 x float> %v23, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v26 = call nsz <8 x float> @llvm.maximum.v8f32(<8 x float> %v24, <8 x float> %v25)
  %v27 = shufflevector <8 x float> %v26, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v28 = shufflevector <8 x float> %v26, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v29 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %v27, <4 x float> %v28)
  br label %join30
join30:
  %v31 = phi <4 x float> [ splat (float 0xFFF0000000000000), %loop1 ], [ %v29, %end10 ]
  %v32 = shufflevector <4 x float> %v31, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v33 = shufflevector <4 x float> %v31, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v34 = call nsz <2 x float> @llvm.maximum.v2f32(<2 x float> %v32, <2 x float> %v33)
  %v35 = extractelement <2 x float> %v34, i64 0
  %v36 = extractelement <2 x float> %v34, i64 1
  %v37 = call nsz float @llvm.maximum.f32(float %v35, float %v36)
  %v38 = call nsz float @llvm.maximum.f32(float 0xFFF0000000000000, float %v37)
  %v48 = icmp slt i64 %v6, %v5
  br i1 %v48, label %loop39, label %end40
loop39:
  %i41 = phi i64 [ %v6, %join30 ], [ %v46, %loop39 ]
  %p42 = phi float [ %v38, %join30 ], [ %v45, %loop39 ]
  %v43 = getelementptr inbounds float, ptr %v16, i64 %i41
  %v44 = load float, ptr %v43, align 4
  %v45 = call nsz float @llvm.maximum.f32(float %p42, float %v44)
  %v46 = add nsw i64 %i41, 1
  %v47 = icmp slt i64 %v46, %v5
  br i1 %v47, label %loop39, label %end40
end40:
  %v49 = phi float [ %v38, %join30 ], [ %v45, %loop39 ]
  %v50 = and i64 %v5, -8
  %v51 = icmp slt i64 0, %v50
  %v59 = insertelement <8 x float> poison, float %v49, i64 0
  %v60 = shufflevector <8 x float> %v59, <8 x float> poison, <8 x i32> zeroinitializer
  %v67 = mul i64 %i3, %v66
  %v68 = getelementptr inbounds float, ptr %v64, i64 %v67
  br i1 %v51, label %whole52, label %join78
whole52:
  %v73 = icmp slt i64 0, %v50
  br i1 %v73, label %loop53, label %end54
loop53:
  %i55 = phi i64 [ 0, %whole52 ], [ %v71, %loop53 ]
  %p56 = phi <8 x float> [ splat (float 0x8000000000000000), %whole52 ], [ %v70, %loop53 ]
  %v57 = getelementptr inbounds float, ptr %v16, i64 %i55
  %v58 = load <8 x float>, ptr %v57, align 4
  %v61 = fsub <8 x float> %v58, %v60
  %v62 = call <8 x float> @each.expf.8(<8 x float> %v61)
  %v69 = getelementptr inbounds float, ptr %v68, i64 %i55
  store <8 x float> %v62, ptr %v69, align 4
  %v70 = fadd <8 x float> %p56, %v62
  %v71 = add nsw i64 %i55, 8
  %v72 = icmp slt i64 %v71, %v50
  br i1 %v72, label %loop53, label %end54
end54:
  %v74 = phi <8 x float> [ splat (float 0x8000000000000000), %whole52 ], [ %v70, %loop53 ]
  %v75 = shufflevector <8 x float> %v74, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v76 = shufflevector <8 x float> %v74, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v77 = fadd <4 x float> %v75, %v76
  br label %join78
join78:
  %v79 = phi <4 x float> [ splat (float 0x8000000000000000), %end40 ], [ %v77, %end54 ]
  %v80 = call reassoc float @llvm.vector.reduce.fadd.v4f32(float 0x8000000000000000, <4 x float> %v79)
  %v81 = fadd float 0x0000000000000000, %v80
  %v94 = icmp slt i64 %v50, %v5
  br i1 %v94, label %loop82, label %end83
loop82:
  %i84 = phi i64 [ %v50, %join78 ], [ %v92, %loop82 ]
  %p85 = phi float [ %v81, %join78 ], [ %v91, %loop82 ]
  %v86 = getelementptr inbounds float, ptr %v16, i64 %i84
  %v87 = load float, ptr %v86, align 4
  %v88 = fsub float %v87, %v49
  %v89 = call float @expf(float %v88)
  %v90 = getelementptr inbounds float, ptr %v68, i64 %i84
  store float %v89, ptr %v90, align 4
  %v91 = fadd float %p85, %v89
  %v92 = add nsw i64 %i84, 1
  %v93 = icmp slt i64 %v92, %v5
  br i1 %v93, label %loop82, label %end83
end83:
  %v95 = phi float [ %v81, %join78 ], [ %v91, %loop82 ]
  %v96 = and i64 %v5, -8
  %v102 = fdiv float %v101, %v95
  %v105 = insertelement <8 x float> poison, float %v102, i64 0
  %v106 = shufflevector <8 x float> %v105, <8 x float> poison, <8 x i32> zeroinitializer
  %v111 = icmp slt i64 0, %v96
  br i1 %v111, label %loop97, label %end98
loop97:
  %i99 = phi i64 [ 0, %end83 ], [ %v109, %loop97 ]
  %v103 = getelementptr inbounds float, ptr %v68, i64 %i99
  %v104 = load <8 x float>, ptr %v103, align 4
  %v107 = fmul <8 x float> %v104, %v106
  %v108 = getelementptr inbounds float, ptr %v68, i64 %i99
  store <8 x float> %v107, ptr %v108, align 4
  %v109 = add nsw i64 %i99, 8
  %v110 = icmp slt i64 %v109, %v96
  br i1 %v110, label %loop97, label %end98
end98:
  %v120 = icmp slt i64 %v96, %v5
  br i1 %v120, label %loop112, label %end113
loop112:
  %i114 = phi i64 [ %v96, %end98 ], [ %v118, %loop112 ]
  %v115 = getelementptr inbounds float, ptr %v68, i64 %i114
  %v116 = load float, ptr %v115, align 4
  %v117 = fmul float %v116, %v102
  store float %v117, ptr %v115, align 4
  %v118 = add nsw i64 %i114, 1
  %v119 = icmp slt i64 %v118, %v5
  br i1 %v119, label %loop112, label %end113
end113:
  %v121 = add nsw i64 %i3, 1
  %v122 = icmp slt i64 %v121, %hi
  br i1 %v122, label %loop1, label %end2
end2:
  ret void
}
