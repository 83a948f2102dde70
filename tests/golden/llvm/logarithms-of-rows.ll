target triple = "x86_64-linux"
declare <4 x double> @llvm.fabs.v4f64(<4 x double>)
declare <8 x double> @llvm.fabs.v8f64(<8 x double>)
declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
define internal <4 x double> @totals.add.float64.4.4(ptr %vectors) nounwind noinline {
entry:
  %v163 = load <4 x double>, ptr %vectors
  %v164 = getelementptr <4 x double>, ptr %vectors, i64 1
  %v165 = load <4 x double>, ptr %v164
  %v166 = getelementptr <4 x double>, ptr %vectors, i64 2
  %v167 = load <4 x double>, ptr %v166
  %v168 = getelementptr <4 x double>, ptr %vectors, i64 3
  %v169 = load <4 x double>, ptr %v168
  %v170 = shufflevector <4 x double> %v163, <4 x double> %v167, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v171 = shufflevector <4 x double> %v163, <4 x double> %v167, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v172 = fadd <4 x double> %v170, %v171
  %v173 = shufflevector <4 x double> %v165, <4 x double> %v169, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v174 = shufflevector <4 x double> %v165, <4 x double> %v169, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v175 = fadd <4 x double> %v173, %v174
  %v176 = shufflevector <4 x double> %v172, <4 x double> %v175, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v177 = shufflevector <4 x double> %v172, <4 x double> %v175, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v178 = fadd <4 x double> %v176, %v177
  ret <4 x double> %v178
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v9 = alloca [4 x <4 x double>]
  %v14 = getelementptr i64, ptr %table, i64 1
  %v15 = load i64, ptr %v14, align 8
  %v23 = load ptr, ptr %buffers, align 8
  %v24 = load i64, ptr %table, align 8
  %v181 = alloca [1 x <4 x double>]
  %v188 = getelementptr ptr, ptr %buffers, i64 1
  %v189 = load ptr, ptr %v188, align 8
  %v16 = and i64 %v15, -8
  %v193 = icmp slt i64 %lo, %hi
  br i1 %v193, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v191, %end11 ]
  %v4 = add i64 %i3, 4
  %v5 = icmp slt i64 %v4, %hi
  %v6 = select i1 %v5, i64 %v4, i64 %hi, !unpredictable !{}
  %v7 = sub nsw i64 %v6, %i3
  %v8 = add nsw i64 %i3, %v7
  %v162 = icmp slt i64 0, %v7
  br i1 %v162, label %loop10, label %end11
loop10:
  %i12 = phi i64 [ 0, %loop1 ], [ %v160, %end91 ]
  %v13 = add nsw i64 %i3, %i12
  %v17 = icmp slt i64 0, %v16
  %v25 = mul i64 %v13, %v24
  %v26 = getelementptr inbounds double, ptr %v23, i64 %v25
  br i1 %v17, label %whole18, label %join88
whole18:
  %v83 = icmp slt i64 0, %v16
  br i1 %v83, label %loop19, label %end20
loop19:
  %i21 = phi i64 [ 0, %whole18 ], [ %v81, %loop19 ]
  %p22 = phi <8 x double> [ splat (double 0x8000000000000000), %whole18 ], [ %v80, %loop19 ]
  %v27 = getelementptr inbounds double, ptr %v26, i64 %i21
  %v28 = load <8 x double>, ptr %v27, align 8
  %v29 = call <8 x double> @llvm.fabs.v8f64(<8 x double> %v28)
  %v30 = fcmp olt <8 x double> %v29, splat (double 0x0010000000000000)
  %v31 = fcmp oge <8 x double> %v28, splat (double 0xBFF0000000000000)
  %v32 = fcmp oeq <8 x double> %v28, splat (double 0x7FF0000000000000)
  %v33 = fcmp oeq <8 x double> %v28, splat (double 0xBFF0000000000000)
  %v34 = fadd <8 x double> %v28, splat (double 0x3FF0000000000000)
  %v35 = bitcast <8 x double> %v34 to <8 x i64>
  %v36 = sub <8 x i64> %v35, splat (i64 4604544271217802189)
  %v37 = ashr <8 x i64> %v36, splat (i64 52)
  %v38 = sitofp <8 x i64> %v37 to <8 x double>
  %v39 = fcmp ogt <8 x double> %v28, splat (double 0x3FF0000000000000)
  %v40 = fsub <8 x double> %v34, %v28
  %v41 = fsub <8 x double> splat (double 0x3FF0000000000000), %v40
  %v42 = fsub <8 x double> %v34, splat (double 0x3FF0000000000000)
  %v43 = fsub <8 x double> %v28, %v42
  %v44 = select <8 x i1> %v39, <8 x double> %v41, <8 x double> %v43
  %v45 = icmp sgt <8 x i64> %v37, splat (i64 1000)
  %v46 = select <8 x i1> %v45, <8 x i64> splat (i64 1000), <8 x i64> %v37
  %v47 = sub <8 x i64> splat (i64 0), %v46
  %v48 = add <8 x i64> %v47, splat (i64 1023)
  %v49 = shl <8 x i64> %v48, splat (i64 52)
  %v50 = bitcast <8 x i64> %v49 to <8 x double>
  %v51 = shl <8 x i64> %v37, splat (i64 52)
  %v52 = sub <8 x i64> %v35, %v51
  %v53 = bitcast <8 x i64> %v52 to <8 x double>
  %v54 = fsub <8 x double> %v53, splat (double 0x3FF0000000000000)
  %v55 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v44, <8 x double> %v50, <8 x double> %v54)
  %v56 = fmul <8 x double> %v55, %v55
  %v57 = fmul <8 x double> %v56, splat (double 0x3FE0000000000000)
  %v58 = fadd <8 x double> %v55, splat (double 0x4000000000000000)
  %v59 = fdiv <8 x double> %v55, %v58
  %v60 = fmul <8 x double> %v59, %v59
  %v61 = fmul <8 x double> %v60, %v60
  %v62 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FC39A1DEE99666C), <8 x double> %v60, <8 x double> splat (double 0x3FC74663D55786E2))
  %v63 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FC2F0421789E0E0), <8 x double> %v61, <8 x double> %v62)
  %v64 = fmul <8 x double> %v61, %v61
  %v65 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FCC71C5211DB497), <8 x double> %v60, <8 x double> splat (double 0x3FD24924941E5CE7))
  %v66 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FD999999997FE90), <8 x double> %v60, <8 x double> splat (double 0x3FE5555555555592))
  %v67 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v65, <8 x double> %v61, <8 x double> %v66)
  %v68 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v63, <8 x double> %v64, <8 x double> %v67)
  %v69 = fmul <8 x double> %v68, %v60
  %v70 = fadd <8 x double> %v57, %v69
  %v71 = fmul <8 x double> %v59, %v70
  %v72 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v38, <8 x double> splat (double 0x3DEA39EF35793C76), <8 x double> %v71)
  %v73 = fsub <8 x double> %v57, %v72
  %v74 = fsub <8 x double> %v55, %v73
  %v75 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v38, <8 x double> splat (double 0x3FE62E42FEE00000), <8 x double> %v74)
  %v76 = select <8 x i1> %v33, <8 x double> splat (double 0xFFF0000000000000), <8 x double> %v75
  %v77 = select <8 x i1> %v32, <8 x double> %v28, <8 x double> %v76
  %v78 = select <8 x i1> %v31, <8 x double> %v77, <8 x double> splat (double 0x7FF8000000000000)
  %v79 = select <8 x i1> %v30, <8 x double> %v28, <8 x double> %v78
  %v80 = fadd <8 x double> %p22, %v79
  %v81 = add nsw i64 %i21, 8
  %v82 = icmp slt i64 %v81, %v16
  br i1 %v82, label %loop19, label %end20
end20:
  %v84 = phi <8 x double> [ splat (double 0x8000000000000000), %whole18 ], [ %v80, %loop19 ]
  %v85 = shufflevector <8 x double> %v84, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v86 = shufflevector <8 x double> %v84, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v87 = fadd <4 x double> %v85, %v86
  br label %join88
join88:
  %v89 = phi <4 x double> [ splat (double 0x8000000000000000), %loop10 ], [ %v87, %end20 ]
  %v157 = icmp slt i64 %v16, %v15
  br i1 %v157, label %loop90, label %end91
loop90:
  %i92 = phi i64 [ %v16, %join88 ], [ %v155, %loop90 ]
  %p93 = phi <4 x double> [ %v89, %join88 ], [ %v154, %loop90 ]
  %v94 = sub nsw i64 %v15, %i92
  %v95 = call i64 @llvm.umin.i64(i64 %v94, i64 4)
  %v96 = trunc i64 %v95 to i32
  %v97 = insertelement <4 x i32> poison, i32 %v96, i64 0
  %v98 = shufflevector <4 x i32> %v97, <4 x i32> poison, <4 x i32> zeroinitializer
  %v99 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v98
  %v100 = getelementptr inbounds double, ptr %v26, i64 %i92
  %v101 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v100, <4 x i1> %v99, <4 x double> zeroinitializer)
  %v102 = call <4 x double> @llvm.fabs.v4f64(<4 x double> %v101)
  %v103 = fcmp olt <4 x double> %v102, splat (double 0x0010000000000000)
  %v104 = fcmp oge <4 x double> %v101, splat (double 0xBFF0000000000000)
  %v105 = fcmp oeq <4 x double> %v101, splat (double 0x7FF0000000000000)
  %v106 = fcmp oeq <4 x double> %v101, splat (double 0xBFF0000000000000)
  %v107 = fadd <4 x double> %v101, splat (double 0x3FF0000000000000)
  %v108 = bitcast <4 x double> %v107 to <4 x i64>
  %v109 = sub <4 x i64> %v108, splat (i64 4604544271217802189)
  %v110 = ashr <4 x i64> %v109, splat (i64 52)
  %v111 = sitofp <4 x i64> %v110 to <4 x double>
  %v112 = fcmp ogt <4 x double> %v101, splat (double 0x3FF0000000000000)
  %v113 = fsub <4 x double> %v107, %v101
  %v114 = fsub <4 x double> splat (double 0x3FF0000000000000), %v113
  %v115 = fsub <4 x double> %v107, splat (double 0x3FF0000000000000)
  %v116 = fsub <4 x double> %v101, %v115
  %v117 = select <4 x i1> %v112, <4 x double> %v114, <4 x double> %v116
  %v118 = icmp sgt <4 x i64> %v110, splat (i64 1000)
  %v119 = select <4 x i1> %v118, <4 x i64> splat (i64 1000), <4 x i64> %v110
  %v120 = sub <4 x i64> splat (i64 0), %v119
  %v121 = add <4 x i64> %v120, splat (i64 1023)
  %v122 = shl <4 x i64> %v121, splat (i64 52)
  %v123 = bitcast <4 x i64> %v122 to <4 x double>
  %v124 = shl <4 x i64> %v110, splat (i64 52)
  %v125 = sub <4 x i64> %v108, %v124
  %v126 = bitcast <4 x i64> %v125 to <4 x double>
  %v127 = fsub <4 x double> %v126, splat (double 0x3FF0000000000000)
  %v128 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v117, <4 x double> %v123, <4 x double> %v127)
  %v129 = fmul <4 x double> %v128, %v128
  %v130 = fmul <4 x double> %v129, splat (double 0x3FE0000000000000)
  %v131 = fadd <4 x double> %v128, splat (double 0x4000000000000000)
  %v132 = fdiv <4 x double> %v128, %v131
  %v133 = fmul <4 x double> %v132, %v132
  %v134 = fmul <4 x double> %v133, %v133
  %v135 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC39A1DEE99666C), <4 x double> %v133, <4 x double> splat (double 0x3FC74663D55786E2))
  %v136 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC2F0421789E0E0), <4 x double> %v134, <4 x double> %v135)
  %v137 = fmul <4 x double> %v134, %v134
  %v138 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FCC71C5211DB497), <4 x double> %v133, <4 x double> splat (double 0x3FD24924941E5CE7))
  %v139 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FD999999997FE90), <4 x double> %v133, <4 x double> splat (double 0x3FE5555555555592))
  %v140 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v138, <4 x double> %v134, <4 x double> %v139)
  %v141 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v136, <4 x double> %v137, <4 x double> %v140)
  %v142 = fmul <4 x double> %v141, %v133
  %v143 = fadd <4 x double> %v130, %v142
  %v144 = fmul <4 x double> %v132, %v143
  %v145 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v111, <4 x double> splat (double 0x3DEA39EF35793C76), <4 x double> %v144)
  %v146 = fsub <4 x double> %v130, %v145
  %v147 = fsub <4 x double> %v128, %v146
  %v148 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v111, <4 x double> splat (double 0x3FE62E42FEE00000), <4 x double> %v147)
  %v149 = select <4 x i1> %v106, <4 x double> splat (double 0xFFF0000000000000), <4 x double> %v148
  %v150 = select <4 x i1> %v105, <4 x double> %v101, <4 x double> %v149
  %v151 = select <4 x i1> %v104, <4 x double> %v150, <4 x double> splat (double 0x7FF8000000000000)
  %v152 = select <4 x i1> %v103, <4 x double> %v101, <4 x double> %v151
  %v153 = fadd <4 x double> %p93, %v152
  %v154 = select <4 x i1> %v99, <4 x double> %v153, <4 x double> %p93
  %v155 = add nsw i64 %i92, 4
  %v156 = icmp slt i64 %v155, %v15
  br i1 %v156, label %loop90, label %end91
end91:
  %v158 = phi <4 x double> [ %v89, %join88 ], [ %v154, %loop90 ]
  %v159 = getelementptr <4 x double>, ptr %v9, i64 %i12
  store <4 x double> %v158, ptr %v159
  %v160 = add nsw i64 %i12, 1
  %v161 = icmp slt i64 %v160, %v7
  br i1 %v161, label %loop10, label %end11
end11:
  %v179 = call <4 x double> @totals.add.float64.4.4(ptr %v9)
  %v180 = fadd <4 x double> splat (double 0x0000000000000000), %v179
  store <4 x double> %v180, ptr %v181
  %v182 = sub nsw i64 %v8, %i3
  %v183 = call i64 @llvm.umin.i64(i64 %v182, i64 4)
  %v184 = trunc i64 %v183 to i32
  %v185 = insertelement <4 x i32> poison, i32 %v184, i64 0
  %v186 = shufflevector <4 x i32> %v185, <4 x i32> poison, <4 x i32> zeroinitializer
  %v187 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v186
  %v190 = getelementptr inbounds double, ptr %v189, i64 %i3
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v180, ptr align 8 %v190, <4 x i1> %v187)
  %v191 = add nsw i64 %i3, 4
  %v192 = icmp slt i64 %v191, %hi
  br i1 %v192, label %loop1, label %end2
end2:
  ret void
}
