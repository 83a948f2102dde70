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
  %v167 = getelementptr <4 x double>, ptr %vectors, i64 0
  %v168 = load <4 x double>, ptr %v167
  %v169 = getelementptr <4 x double>, ptr %vectors, i64 1
  %v170 = load <4 x double>, ptr %v169
  %v171 = getelementptr <4 x double>, ptr %vectors, i64 2
  %v172 = load <4 x double>, ptr %v171
  %v173 = getelementptr <4 x double>, ptr %vectors, i64 3
  %v174 = load <4 x double>, ptr %v173
  %v175 = shufflevector <4 x double> %v168, <4 x double> %v172, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v176 = shufflevector <4 x double> %v168, <4 x double> %v172, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v177 = fadd <4 x double> %v175, %v176
  %v178 = shufflevector <4 x double> %v170, <4 x double> %v174, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %v179 = shufflevector <4 x double> %v170, <4 x double> %v174, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %v180 = fadd <4 x double> %v178, %v179
  %v181 = shufflevector <4 x double> %v177, <4 x double> %v180, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %v182 = shufflevector <4 x double> %v177, <4 x double> %v180, <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %v183 = fadd <4 x double> %v181, %v182
  ret <4 x double> %v183
}
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v9 = alloca [4 x <4 x double>]
  %v14 = getelementptr i64, ptr %table, i64 1
  %v15 = load i64, ptr %v14, align 8
  %v25 = getelementptr ptr, ptr %buffers, i64 0
  %v26 = load ptr, ptr %v25, align 8
  %v27 = getelementptr i64, ptr %table, i64 0
  %v28 = load i64, ptr %v27, align 8
  %v186 = alloca [1 x <4 x double>]
  %v193 = getelementptr ptr, ptr %buffers, i64 1
  %v194 = load ptr, ptr %v193, align 8
  %v16 = sub nsw i64 %v15, 0
  %v17 = and i64 %v16, -8
  %v18 = add nsw i64 0, %v17
  %v198 = icmp slt i64 %lo, %hi
  br i1 %v198, label %loop1, label %end2
loop1:
  %i3 = phi i64 [ %lo, %entry ], [ %v196, %end11 ]
  %v4 = add i64 %i3, 4
  %v5 = icmp slt i64 %v4, %hi
  %v6 = select i1 %v5, i64 %v4, i64 %hi, !unpredictable !{}
  %v7 = sub nsw i64 %v6, %i3
  %v8 = add nsw i64 %i3, %v7
  %v166 = icmp slt i64 0, %v7
  br i1 %v166, label %loop10, label %end11
loop10:
  %i12 = phi i64 [ 0, %loop1 ], [ %v164, %end95 ]
  %v13 = add nsw i64 %i3, %i12
  %v19 = icmp slt i64 0, %v18
  %v29 = mul i64 %v13, %v28
  %v30 = getelementptr inbounds double, ptr %v26, i64 %v29
  br i1 %v19, label %whole20, label %join92
whole20:
  %v87 = icmp slt i64 0, %v18
  br i1 %v87, label %loop21, label %end22
loop21:
  %i23 = phi i64 [ 0, %whole20 ], [ %v85, %loop21 ]
  %p24 = phi <8 x double> [ splat (double 0x8000000000000000), %whole20 ], [ %v84, %loop21 ]
  %v31 = getelementptr inbounds double, ptr %v30, i64 %i23
  %v32 = load <8 x double>, ptr %v31, align 8
  %v33 = call <8 x double> @llvm.fabs.v8f64(<8 x double> %v32)
  %v34 = fcmp olt <8 x double> %v33, splat (double 0x0010000000000000)
  %v35 = fcmp oge <8 x double> %v32, splat (double 0xBFF0000000000000)
  %v36 = fcmp oeq <8 x double> %v32, splat (double 0x7FF0000000000000)
  %v37 = fcmp oeq <8 x double> %v32, splat (double 0xBFF0000000000000)
  %v38 = fadd <8 x double> %v32, splat (double 0x3FF0000000000000)
  %v39 = bitcast <8 x double> %v38 to <8 x i64>
  %v40 = sub <8 x i64> %v39, splat (i64 4604544271217802189)
  %v41 = ashr <8 x i64> %v40, splat (i64 52)
  %v42 = sitofp <8 x i64> %v41 to <8 x double>
  %v43 = fcmp ogt <8 x double> %v32, splat (double 0x3FF0000000000000)
  %v44 = fsub <8 x double> %v38, %v32
  %v45 = fsub <8 x double> splat (double 0x3FF0000000000000), %v44
  %v46 = fsub <8 x double> %v38, splat (double 0x3FF0000000000000)
  %v47 = fsub <8 x double> %v32, %v46
  %v48 = select <8 x i1> %v43, <8 x double> %v45, <8 x double> %v47
  %v49 = icmp sgt <8 x i64> %v41, splat (i64 1000)
  %v50 = select <8 x i1> %v49, <8 x i64> splat (i64 1000), <8 x i64> %v41
  %v51 = sub <8 x i64> splat (i64 0), %v50
  %v52 = add <8 x i64> %v51, splat (i64 1023)
  %v53 = shl <8 x i64> %v52, splat (i64 52)
  %v54 = bitcast <8 x i64> %v53 to <8 x double>
  %v55 = shl <8 x i64> %v41, splat (i64 52)
  %v56 = sub <8 x i64> %v39, %v55
  %v57 = bitcast <8 x i64> %v56 to <8 x double>
  %v58 = fsub <8 x double> %v57, splat (double 0x3FF0000000000000)
  %v59 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v48, <8 x double> %v54, <8 x double> %v58)
  %v60 = fmul <8 x double> %v59, %v59
  %v61 = fmul <8 x double> %v60, splat (double 0x3FE0000000000000)
  %v62 = fadd <8 x double> %v59, splat (double 0x4000000000000000)
  %v63 = fdiv <8 x double> %v59, %v62
  %v64 = fmul <8 x double> %v63, %v63
  %v65 = fmul <8 x double> %v64, %v64
  %v66 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FC39A1DEE99666C), <8 x double> %v64, <8 x double> splat (double 0x3FC74663D55786E2))
  %v67 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FC2F0421789E0E0), <8 x double> %v65, <8 x double> %v66)
  %v68 = fmul <8 x double> %v65, %v65
  %v69 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FCC71C5211DB497), <8 x double> %v64, <8 x double> splat (double 0x3FD24924941E5CE7))
  %v70 = call <8 x double> @llvm.fma.v8f64(<8 x double> splat (double 0x3FD999999997FE90), <8 x double> %v64, <8 x double> splat (double 0x3FE5555555555592))
  %v71 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v69, <8 x double> %v65, <8 x double> %v70)
  %v72 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v67, <8 x double> %v68, <8 x double> %v71)
  %v73 = fmul <8 x double> %v72, %v64
  %v74 = fadd <8 x double> %v61, %v73
  %v75 = fmul <8 x double> %v63, %v74
  %v76 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v42, <8 x double> splat (double 0x3DEA39EF35793C76), <8 x double> %v75)
  %v77 = fsub <8 x double> %v61, %v76
  %v78 = fsub <8 x double> %v59, %v77
  %v79 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v42, <8 x double> splat (double 0x3FE62E42FEE00000), <8 x double> %v78)
  %v80 = select <8 x i1> %v37, <8 x double> splat (double 0xFFF0000000000000), <8 x double> %v79
  %v81 = select <8 x i1> %v36, <8 x double> %v32, <8 x double> %v80
  %v82 = select <8 x i1> %v35, <8 x double> %v81, <8 x double> splat (double 0x7FF8000000000000)
  %v83 = select <8 x i1> %v34, <8 x double> %v32, <8 x double> %v82
  %v84 = fadd <8 x double> %p24, %v83
  %v85 = add nsw i64 %i23, 8
  %v86 = icmp slt i64 %v85, %v18
  br i1 %v86, label %loop21, label %end22
end22:
  %v88 = phi <8 x double> [ splat (double 0x8000000000000000), %whole20 ], [ %v84, %loop21 ]
  %v89 = shufflevector <8 x double> %v88, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v90 = shufflevector <8 x double> %v88, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v91 = fadd <4 x double> %v89, %v90
  br label %join92
join92:
  %v93 = phi <4 x double> [ splat (double 0x8000000000000000), %loop10 ], [ %v91, %end22 ]
  %v161 = icmp slt i64 %v18, %v15
  br i1 %v161, label %loop94, label %end95
loop94:
  %i96 = phi i64 [ %v18, %join92 ], [ %v159, %loop94 ]
  %p97 = phi <4 x double> [ %v93, %join92 ], [ %v158, %loop94 ]
  %v98 = sub nsw i64 %v15, %i96
  %v99 = call i64 @llvm.umin.i64(i64 %v98, i64 4)
  %v100 = trunc i64 %v99 to i32
  %v101 = insertelement <4 x i32> poison, i32 %v100, i64 0
  %v102 = shufflevector <4 x i32> %v101, <4 x i32> poison, <4 x i32> zeroinitializer
  %v103 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v102
  %v104 = getelementptr inbounds double, ptr %v30, i64 %i96
  %v105 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v104, <4 x i1> %v103, <4 x double> zeroinitializer)
  %v106 = call <4 x double> @llvm.fabs.v4f64(<4 x double> %v105)
  %v107 = fcmp olt <4 x double> %v106, splat (double 0x0010000000000000)
  %v108 = fcmp oge <4 x double> %v105, splat (double 0xBFF0000000000000)
  %v109 = fcmp oeq <4 x double> %v105, splat (double 0x7FF0000000000000)
  %v110 = fcmp oeq <4 x double> %v105, splat (double 0xBFF0000000000000)
  %v111 = fadd <4 x double> %v105, splat (double 0x3FF0000000000000)
  %v112 = bitcast <4 x double> %v111 to <4 x i64>
  %v113 = sub <4 x i64> %v112, splat (i64 4604544271217802189)
  %v114 = ashr <4 x i64> %v113, splat (i64 52)
  %v115 = sitofp <4 x i64> %v114 to <4 x double>
  %v116 = fcmp ogt <4 x double> %v105, splat (double 0x3FF0000000000000)
  %v117 = fsub <4 x double> %v111, %v105
  %v118 = fsub <4 x double> splat (double 0x3FF0000000000000), %v117
  %v119 = fsub <4 x double> %v111, splat (double 0x3FF0000000000000)
  %v120 = fsub <4 x double> %v105, %v119
  %v121 = select <4 x i1> %v116, <4 x double> %v118, <4 x double> %v120
  %v122 = icmp sgt <4 x i64> %v114, splat (i64 1000)
  %v123 = select <4 x i1> %v122, <4 x i64> splat (i64 1000), <4 x i64> %v114
  %v124 = sub <4 x i64> splat (i64 0), %v123
  %v125 = add <4 x i64> %v124, splat (i64 1023)
  %v126 = shl <4 x i64> %v125, splat (i64 52)
  %v127 = bitcast <4 x i64> %v126 to <4 x double>
  %v128 = shl <4 x i64> %v114, splat (i64 52)
  %v129 = sub <4 x i64> %v112, %v128
  %v130 = bitcast <4 x i64> %v129 to <4 x double>
  %v131 = fsub <4 x double> %v130, splat (double 0x3FF0000000000000)
  %v132 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v121, <4 x double> %v127, <4 x double> %v131)
  %v133 = fmul <4 x double> %v132, %v132
  %v134 = fmul <4 x double> %v133, splat (double 0x3FE0000000000000)
  %v135 = fadd <4 x double> %v132, splat (double 0x4000000000000000)
  %v136 = fdiv <4 x double> %v132, %v135
  %v137 = fmul <4 x double> %v136, %v136
  %v138 = fmul <4 x double> %v137, %v137
  %v139 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC39A1DEE99666C), <4 x double> %v137, <4 x double> splat (double 0x3FC74663D55786E2))
  %v140 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FC2F0421789E0E0), <4 x double> %v138, <4 x double> %v139)
  %v141 = fmul <4 x double> %v138, %v138
  %v142 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FCC71C5211DB497), <4 x double> %v137, <4 x double> splat (double 0x3FD24924941E5CE7))
  %v143 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3FD999999997FE90), <4 x double> %v137, <4 x double> splat (double 0x3FE5555555555592))
  %v144 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v142, <4 x double> %v138, <4 x double> %v143)
  %v145 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v140, <4 x double> %v141, <4 x double> %v144)
  %v146 = fmul <4 x double> %v145, %v137
  %v147 = fadd <4 x double> %v134, %v146
  %v148 = fmul <4 x double> %v136, %v147
  %v149 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v115, <4 x double> splat (double 0x3DEA39EF35793C76), <4 x double> %v148)
  %v150 = fsub <4 x double> %v134, %v149
  %v151 = fsub <4 x double> %v132, %v150
  %v152 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v115, <4 x double> splat (double 0x3FE62E42FEE00000), <4 x double> %v151)
  %v153 = select <4 x i1> %v110, <4 x double> splat (double 0xFFF0000000000000), <4 x double> %v152
  %v154 = select <4 x i1> %v109, <4 x double> %v105, <4 x double> %v153
  %v155 = select <4 x i1> %v108, <4 x double> %v154, <4 x double> splat (double 0x7FF8000000000000)
  %v156 = select <4 x i1> %v107, <4 x double> %v105, <4 x double> %v155
  %v157 = fadd <4 x double> %p97, %v156
  %v158 = select <4 x i1> %v103, <4 x double> %v157, <4 x double> %p97
  %v159 = add nsw i64 %i96, 4
  %v160 = icmp slt i64 %v159, %v15
  br i1 %v160, label %loop94, label %end95
end95:
  %v162 = phi <4 x double> [ %v93, %join92 ], [ %v158, %loop94 ]
  %v163 = getelementptr <4 x double>, ptr %v9, i64 %i12
  store <4 x double> %v162, ptr %v163
  %v164 = add nsw i64 %i12, 1
  %v165 = icmp slt i64 %v164, %v7
  br i1 %v165, label %loop10, label %end11
end11:
  %v184 = call <4 x double> @totals.add.float64.4.4(ptr %v9)
  %v185 = fadd <4 x double> splat (double 0x0000000000000000), %v184
  store <4 x double> %v185, ptr %v186
  %v187 = sub nsw i64 %v8, %i3
  %v188 = call i64 @llvm.umin.i64(i64 %v187, i64 4)
  %v189 = trunc i64 %v188 to i32
  %v190 = insertelement <4 x i32> poison, i32 %v189, i64 0
  %v191 = shufflevector <4 x i32> %v190, <4 x i32> poison, <4 x i32> zeroinitializer
  %v192 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v191
  %v195 = getelementptr inbounds double, ptr %v194, i64 %i3
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v185, ptr align 8 %v195, <4 x i1> %v192)
  %v196 = add nsw i64 %i3, 4
  %v197 = icmp slt i64 %v196, %hi
  br i1 %v197, label %loop1, label %end2
end2:
  ret void
}
