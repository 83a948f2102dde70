target triple = "x86_64-linux"
declare <8 x double> @llvm.masked.load.v8f64.p0(ptr, <8 x i1>, <8 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.umin.i64(i64, i64)
declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 1
  %v2 = load i64, ptr %v1, align 8
  %v10 = load ptr, ptr %buffers, align 8
  %v14 = load i64, ptr %table, align 8
  %v97 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v97, align 64
  %v98 = alloca <16 x i64>, align 64
  %v122 = getelementptr i64, ptr %table, i64 8
  %v123 = load i64, ptr %v122, align 8
  %v131 = getelementptr i64, ptr %table, i64 2
  %v132 = load i64, ptr %v131, align 8
  %v136 = getelementptr i64, ptr %table, i64 3
  %v137 = load i64, ptr %v136, align 8
  %v141 = getelementptr i64, ptr %table, i64 4
  %v142 = load i64, ptr %v141, align 8
  %v146 = getelementptr i64, ptr %table, i64 5
  %v147 = load i64, ptr %v146, align 8
  %v152 = getelementptr i64, ptr %table, i64 6
  %v153 = load i64, ptr %v152, align 8
  %v162 = getelementptr i64, ptr %table, i64 7
  %v163 = load double, ptr %v162, align 8
  %v170 = getelementptr ptr, ptr %buffers, i64 1
  %v171 = load ptr, ptr %v170, align 8
  %v3 = and i64 %v2, -16
  %v4 = icmp slt i64 0, %v3
  %v15 = insertelement <16 x i64> poison, i64 %v14, i64 0
  %v16 = shufflevector <16 x i64> %v15, <16 x i64> poison, <16 x i32> zeroinitializer
  br i1 %v4, label %whole5, label %join78
whole5:
  %v70 = icmp slt i64 0, %v3
  br i1 %v70, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ 0, %whole5 ], [ %v68, %loop6 ]
  %p9 = phi <16 x double> [ splat (double 0x8000000000000000), %whole5 ], [ %v67, %loop6 ]
  %v11 = insertelement <16 x i64> poison, i64 %i8, i64 0
  %v12 = shufflevector <16 x i64> %v11, <16 x i64> poison, <16 x i32> zeroinitializer
  %v13 = add <16 x i64> %v12, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v17 = mul <16 x i64> %v13, %v16
  %v18 = getelementptr double, ptr %v10, <16 x i64> %v17
  %v19 = extractelement <16 x ptr> %v18, i64 0
  %v20 = extractelement <16 x ptr> %v18, i64 1
  %v21 = extractelement <16 x ptr> %v18, i64 2
  %v22 = extractelement <16 x ptr> %v18, i64 3
  %v23 = extractelement <16 x ptr> %v18, i64 4
  %v24 = extractelement <16 x ptr> %v18, i64 5
  %v25 = extractelement <16 x ptr> %v18, i64 6
  %v26 = extractelement <16 x ptr> %v18, i64 7
  %v27 = extractelement <16 x ptr> %v18, i64 8
  %v28 = extractelement <16 x ptr> %v18, i64 9
  %v29 = extractelement <16 x ptr> %v18, i64 10
  %v30 = extractelement <16 x ptr> %v18, i64 11
  %v31 = extractelement <16 x ptr> %v18, i64 12
  %v32 = extractelement <16 x ptr> %v18, i64 13
  %v33 = extractelement <16 x ptr> %v18, i64 14
  %v34 = extractelement <16 x ptr> %v18, i64 15
  %v35 = load double, ptr %v19, align 8
  %v36 = insertelement <16 x double> poison, double %v35, i64 0
  %v37 = load double, ptr %v20, align 8
  %v38 = insertelement <16 x double> %v36, double %v37, i64 1
  %v39 = load double, ptr %v21, align 8
  %v40 = insertelement <16 x double> %v38, double %v39, i64 2
  %v41 = load double, ptr %v22, align 8
  %v42 = insertelement <16 x double> %v40, double %v41, i64 3
  %v43 = load double, ptr %v23, align 8
  %v44 = insertelement <16 x double> %v42, double %v43, i64 4
  %v45 = load double, ptr %v24, align 8
  %v46 = insertelement <16 x double> %v44, double %v45, i64 5
  %v47 = load double, ptr %v25, align 8
  %v48 = insertelement <16 x double> %v46, double %v47, i64 6
  %v49 = load double, ptr %v26, align 8
  %v50 = insertelement <16 x double> %v48, double %v49, i64 7
  %v51 = load double, ptr %v27, align 8
  %v52 = insertelement <16 x double> %v50, double %v51, i64 8
  %v53 = load double, ptr %v28, align 8
  %v54 = insertelement <16 x double> %v52, double %v53, i64 9
  %v55 = load double, ptr %v29, align 8
  %v56 = insertelement <16 x double> %v54, double %v55, i64 10
  %v57 = load double, ptr %v30, align 8
  %v58 = insertelement <16 x double> %v56, double %v57, i64 11
  %v59 = load double, ptr %v31, align 8
  %v60 = insertelement <16 x double> %v58, double %v59, i64 12
  %v61 = load double, ptr %v32, align 8
  %v62 = insertelement <16 x double> %v60, double %v61, i64 13
  %v63 = load double, ptr %v33, align 8
  %v64 = insertelement <16 x double> %v62, double %v63, i64 14
  %v65 = load double, ptr %v34, align 8
  %v66 = insertelement <16 x double> %v64, double %v65, i64 15
  %v67 = fadd <16 x double> %p9, %v66
  %v68 = add nsw i64 %i8, 16
  %v69 = icmp slt i64 %v68, %v3
  br i1 %v69, label %loop6, label %end7
end7:
  %v71 = phi <16 x double> [ splat (double 0x8000000000000000), %whole5 ], [ %v67, %loop6 ]
  %v72 = shufflevector <16 x double> %v71, <16 x double> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v73 = shufflevector <16 x double> %v71, <16 x double> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v74 = fadd <8 x double> %v72, %v73
  %v75 = shufflevector <8 x double> %v74, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v76 = shufflevector <8 x double> %v74, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v77 = fadd <4 x double> %v75, %v76
  br label %join78
join78:
  %v79 = phi <4 x double> [ splat (double 0x8000000000000000), %entry ], [ %v77, %end7 ]
  %v93 = insertelement <4 x i64> poison, i64 %v14, i64 0
  %v94 = shufflevector <4 x i64> %v93, <4 x i64> poison, <4 x i32> zeroinitializer
  %v99 = insertelement <4 x ptr> poison, ptr %v97, i64 0
  %v100 = shufflevector <4 x ptr> %v99, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v118 = icmp slt i64 %v3, %v2
  br i1 %v118, label %loop80, label %end81
loop80:
  %i82 = phi i64 [ %v3, %join78 ], [ %v116, %loop80 ]
  %p83 = phi <4 x double> [ %v79, %join78 ], [ %v115, %loop80 ]
  %v84 = sub nsw i64 %v2, %i82
  %v85 = call i64 @llvm.umin.i64(i64 %v84, i64 4)
  %v86 = trunc i64 %v85 to i32
  %v87 = insertelement <4 x i32> poison, i32 %v86, i64 0
  %v88 = shufflevector <4 x i32> %v87, <4 x i32> poison, <4 x i32> zeroinitializer
  %v89 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v88
  %v90 = insertelement <4 x i64> poison, i64 %i82, i64 0
  %v91 = shufflevector <4 x i64> %v90, <4 x i64> poison, <4 x i32> zeroinitializer
  %v92 = add <4 x i64> %v91, <i64 0, i64 1, i64 2, i64 3>
  %v95 = mul <4 x i64> %v92, %v94
  %v96 = getelementptr double, ptr %v10, <4 x i64> %v95
  %v101 = select <4 x i1> %v89, <4 x ptr> %v96, <4 x ptr> %v100
  %v102 = extractelement <4 x ptr> %v101, i64 0
  %v103 = extractelement <4 x ptr> %v101, i64 1
  %v104 = extractelement <4 x ptr> %v101, i64 2
  %v105 = extractelement <4 x ptr> %v101, i64 3
  %v106 = load double, ptr %v102, align 8
  %v107 = insertelement <4 x double> poison, double %v106, i64 0
  %v108 = load double, ptr %v103, align 8
  %v109 = insertelement <4 x double> %v107, double %v108, i64 1
  %v110 = load double, ptr %v104, align 8
  %v111 = insertelement <4 x double> %v109, double %v110, i64 2
  %v112 = load double, ptr %v105, align 8
  %v113 = insertelement <4 x double> %v111, double %v112, i64 3
  %v114 = fadd <4 x double> %p83, %v113
  %v115 = select <4 x i1> %v89, <4 x double> %v114, <4 x double> %p83
  %v116 = add nsw i64 %i82, 4
  %v117 = icmp slt i64 %v116, %v2
  br i1 %v117, label %loop80, label %end81
end81:
  %v119 = phi <4 x double> [ %v79, %join78 ], [ %v115, %loop80 ]
  %v120 = call reassoc double @llvm.vector.reduce.fadd.v4f64(double 0x8000000000000000, <4 x double> %v119)
  %v121 = fadd double 0x0000000000000000, %v120
  %v124 = and i64 %v123, -4
  %v133 = insertelement <4 x i64> poison, i64 %v132, i64 0
  %v134 = shufflevector <4 x i64> %v133, <4 x i64> poison, <4 x i32> zeroinitializer
  %v138 = insertelement <4 x i64> poison, i64 %v137, i64 0
  %v139 = shufflevector <4 x i64> %v138, <4 x i64> poison, <4 x i32> zeroinitializer
  %v143 = insertelement <4 x i64> poison, i64 %v142, i64 0
  %v144 = shufflevector <4 x i64> %v143, <4 x i64> poison, <4 x i32> zeroinitializer
  %v148 = insertelement <4 x i64> poison, i64 %v147, i64 0
  %v149 = shufflevector <4 x i64> %v148, <4 x i64> poison, <4 x i32> zeroinitializer
  %v154 = getelementptr inbounds double, ptr %v10, i64 %v153
  %v164 = insertelement <4 x double> poison, double %v163, i64 0
  %v165 = shufflevector <4 x double> %v164, <4 x double> poison, <4 x i32> zeroinitializer
  %v167 = insertelement <4 x double> poison, double %v121, i64 0
  %v168 = shufflevector <4 x double> %v167, <4 x double> poison, <4 x i32> zeroinitializer
  %v175 = icmp slt i64 0, %v124
  br i1 %v175, label %loop125, label %end126
loop125:
  %i127 = phi i64 [ 0, %end81 ], [ %v173, %loop125 ]
  %v128 = insertelement <4 x i64> poison, i64 %i127, i64 0
  %v129 = shufflevector <4 x i64> %v128, <4 x i64> poison, <4 x i32> zeroinitializer
  %v130 = add <4 x i64> %v129, <i64 0, i64 1, i64 2, i64 3>
  %v135 = mul <4 x i64> %v130, %v134
  %v140 = sub <4 x i64> %v135, %v139
  %v145 = icmp sge <4 x i64> %v140, %v144
  %v150 = icmp slt <4 x i64> %v140, %v149
  %v151 = and <4 x i1> %v145, %v150
  %v155 = shl nsw i64 %i127, 1
  %v156 = getelementptr inbounds double, ptr %v154, i64 %v155
  %v157 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %v151)
  %v158 = select i1 %v157, ptr %v156, ptr %v97
  %v159 = shufflevector <4 x i1> %v151, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %v160 = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %v158, <8 x i1> %v159, <8 x double> zeroinitializer)
  %v161 = shufflevector <8 x double> %v160, <8 x double> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v166 = select <4 x i1> %v151, <4 x double> %v161, <4 x double> %v165
  %v169 = fmul <4 x double> %v166, %v168
  %v172 = getelementptr inbounds double, ptr %v171, i64 %i127
  store <4 x double> %v169, ptr %v172, align 8
  %v173 = add nsw i64 %i127, 4
  %v174 = icmp slt i64 %v173, %v124
  br i1 %v174, label %loop125, label %end126
end126:
  %v176 = sub nsw i64 %v123, %v124
  %v177 = call i64 @llvm.umin.i64(i64 %v176, i64 4)
  %v178 = trunc i64 %v177 to i32
  %v179 = insertelement <4 x i32> poison, i32 %v178, i64 0
  %v180 = shufflevector <4 x i32> %v179, <4 x i32> poison, <4 x i32> zeroinitializer
  %v181 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v180
  %v182 = icmp slt i64 %v124, %v123
  br i1 %v182, label %rest183, label %join203
rest183:
  %v184 = insertelement <4 x i64> poison, i64 %v124, i64 0
  %v185 = shufflevector <4 x i64> %v184, <4 x i64> poison, <4 x i32> zeroinitializer
  %v186 = add <4 x i64> %v185, <i64 0, i64 1, i64 2, i64 3>
  %v187 = mul <4 x i64> %v186, %v134
  %v188 = sub <4 x i64> %v187, %v139
  %v189 = icmp sge <4 x i64> %v188, %v144
  %v190 = icmp slt <4 x i64> %v188, %v149
  %v191 = and <4 x i1> %v189, %v190
  %v192 = and <4 x i1> %v191, %v181
  %v193 = shl nsw i64 %v124, 1
  %v194 = getelementptr inbounds double, ptr %v154, i64 %v193
  %v195 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %v192)
  %v196 = select i1 %v195, ptr %v194, ptr %v97
  %v197 = shufflevector <4 x i1> %v192, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %v198 = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %v196, <8 x i1> %v197, <8 x double> zeroinitializer)
  %v199 = shufflevector <8 x double> %v198, <8 x double> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v200 = select <4 x i1> %v191, <4 x double> %v199, <4 x double> %v165
  %v201 = fmul <4 x double> %v200, %v168
  %v202 = getelementptr inbounds double, ptr %v171, i64 %v124
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v201, ptr align 8 %v202, <4 x i1> %v181)
  br label %join203
join203:
  ret void
}
