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
  %v10 = getelementptr ptr, ptr %buffers, i64 0
  %v11 = load ptr, ptr %v10, align 8
  %v15 = getelementptr i64, ptr %table, i64 0
  %v16 = load i64, ptr %v15, align 8
  %v97 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v97, align 64
  %v98 = alloca <16 x i64>, align 64
  %v122 = getelementptr i64, ptr %table, i64 8
  %v123 = load i64, ptr %v122, align 8
  %v133 = getelementptr i64, ptr %table, i64 2
  %v134 = load i64, ptr %v133, align 8
  %v138 = getelementptr i64, ptr %table, i64 3
  %v139 = load i64, ptr %v138, align 8
  %v143 = getelementptr i64, ptr %table, i64 4
  %v144 = load i64, ptr %v143, align 8
  %v148 = getelementptr i64, ptr %table, i64 5
  %v149 = load i64, ptr %v148, align 8
  %v154 = getelementptr i64, ptr %table, i64 6
  %v155 = load i64, ptr %v154, align 8
  %v164 = getelementptr i64, ptr %table, i64 7
  %v165 = load double, ptr %v164, align 8
  %v172 = getelementptr ptr, ptr %buffers, i64 1
  %v173 = load ptr, ptr %v172, align 8
  %v3 = sub nsw i64 %v2, 0
  %v4 = and i64 %v3, -16
  %v5 = add nsw i64 0, %v4
  %v17 = insertelement <16 x i64> poison, i64 %v16, i64 0
  %v18 = shufflevector <16 x i64> %v17, <16 x i64> poison, <16 x i32> zeroinitializer
  %v72 = icmp slt i64 0, %v5
  br i1 %v72, label %loop6, label %end7
loop6:
  %i8 = phi i64 [ 0, %entry ], [ %v70, %loop6 ]
  %p9 = phi <16 x double> [ splat (double 0x8000000000000000), %entry ], [ %v69, %loop6 ]
  %v12 = insertelement <16 x i64> poison, i64 %i8, i64 0
  %v13 = shufflevector <16 x i64> %v12, <16 x i64> poison, <16 x i32> zeroinitializer
  %v14 = add <16 x i64> %v13, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v19 = mul <16 x i64> %v14, %v18
  %v20 = getelementptr double, ptr %v11, <16 x i64> %v19
  %v21 = extractelement <16 x ptr> %v20, i64 0
  %v22 = extractelement <16 x ptr> %v20, i64 1
  %v23 = extractelement <16 x ptr> %v20, i64 2
  %v24 = extractelement <16 x ptr> %v20, i64 3
  %v25 = extractelement <16 x ptr> %v20, i64 4
  %v26 = extractelement <16 x ptr> %v20, i64 5
  %v27 = extractelement <16 x ptr> %v20, i64 6
  %v28 = extractelement <16 x ptr> %v20, i64 7
  %v29 = extractelement <16 x ptr> %v20, i64 8
  %v30 = extractelement <16 x ptr> %v20, i64 9
  %v31 = extractelement <16 x ptr> %v20, i64 10
  %v32 = extractelement <16 x ptr> %v20, i64 11
  %v33 = extractelement <16 x ptr> %v20, i64 12
  %v34 = extractelement <16 x ptr> %v20, i64 13
  %v35 = extractelement <16 x ptr> %v20, i64 14
  %v36 = extractelement <16 x ptr> %v20, i64 15
  %v37 = load double, ptr %v21, align 8
  %v38 = insertelement <16 x double> poison, double %v37, i64 0
  %v39 = load double, ptr %v22, align 8
  %v40 = insertelement <16 x double> %v38, double %v39, i64 1
  %v41 = load double, ptr %v23, align 8
  %v42 = insertelement <16 x double> %v40, double %v41, i64 2
  %v43 = load double, ptr %v24, align 8
  %v44 = insertelement <16 x double> %v42, double %v43, i64 3
  %v45 = load double, ptr %v25, align 8
  %v46 = insertelement <16 x double> %v44, double %v45, i64 4
  %v47 = load double, ptr %v26, align 8
  %v48 = insertelement <16 x double> %v46, double %v47, i64 5
  %v49 = load double, ptr %v27, align 8
  %v50 = insertelement <16 x double> %v48, double %v49, i64 6
  %v51 = load double, ptr %v28, align 8
  %v52 = insertelement <16 x double> %v50, double %v51, i64 7
  %v53 = load double, ptr %v29, align 8
  %v54 = insertelement <16 x double> %v52, double %v53, i64 8
  %v55 = load double, ptr %v30, align 8
  %v56 = insertelement <16 x double> %v54, double %v55, i64 9
  %v57 = load double, ptr %v31, align 8
  %v58 = insertelement <16 x double> %v56, double %v57, i64 10
  %v59 = load double, ptr %v32, align 8
  %v60 = insertelement <16 x double> %v58, double %v59, i64 11
  %v61 = load double, ptr %v33, align 8
  %v62 = insertelement <16 x double> %v60, double %v61, i64 12
  %v63 = load double, ptr %v34, align 8
  %v64 = insertelement <16 x double> %v62, double %v63, i64 13
  %v65 = load double, ptr %v35, align 8
  %v66 = insertelement <16 x double> %v64, double %v65, i64 14
  %v67 = load double, ptr %v36, align 8
  %v68 = insertelement <16 x double> %v66, double %v67, i64 15
  %v69 = fadd <16 x double> %p9, %v68
  %v70 = add nsw i64 %i8, 16
  %v71 = icmp slt i64 %v70, %v5
  br i1 %v71, label %loop6, label %end7
end7:
  %v73 = phi <16 x double> [ splat (double 0x8000000000000000), %entry ], [ %v69, %loop6 ]
  %v74 = shufflevector <16 x double> %v73, <16 x double> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v75 = shufflevector <16 x double> %v73, <16 x double> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v76 = fadd <8 x double> %v74, %v75
  %v77 = shufflevector <8 x double> %v76, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v78 = shufflevector <8 x double> %v76, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v79 = fadd <4 x double> %v77, %v78
  %v93 = insertelement <4 x i64> poison, i64 %v16, i64 0
  %v94 = shufflevector <4 x i64> %v93, <4 x i64> poison, <4 x i32> zeroinitializer
  %v99 = insertelement <4 x ptr> poison, ptr %v97, i64 0
  %v100 = shufflevector <4 x ptr> %v99, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v118 = icmp slt i64 %v5, %v2
  br i1 %v118, label %loop80, label %end81
loop80:
  %i82 = phi i64 [ %v5, %end7 ], [ %v116, %loop80 ]
  %p83 = phi <4 x double> [ %v79, %end7 ], [ %v115, %loop80 ]
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
  %v96 = getelementptr double, ptr %v11, <4 x i64> %v95
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
  %v119 = phi <4 x double> [ %v79, %end7 ], [ %v115, %loop80 ]
  %v120 = call reassoc double @llvm.vector.reduce.fadd.v4f64(double 0x8000000000000000, <4 x double> %v119)
  %v121 = fadd double 0x0000000000000000, %v120
  %v124 = sub nsw i64 %v123, 0
  %v125 = and i64 %v124, -4
  %v126 = add nsw i64 0, %v125
  %v135 = insertelement <4 x i64> poison, i64 %v134, i64 0
  %v136 = shufflevector <4 x i64> %v135, <4 x i64> poison, <4 x i32> zeroinitializer
  %v140 = insertelement <4 x i64> poison, i64 %v139, i64 0
  %v141 = shufflevector <4 x i64> %v140, <4 x i64> poison, <4 x i32> zeroinitializer
  %v145 = insertelement <4 x i64> poison, i64 %v144, i64 0
  %v146 = shufflevector <4 x i64> %v145, <4 x i64> poison, <4 x i32> zeroinitializer
  %v150 = insertelement <4 x i64> poison, i64 %v149, i64 0
  %v151 = shufflevector <4 x i64> %v150, <4 x i64> poison, <4 x i32> zeroinitializer
  %v156 = getelementptr inbounds double, ptr %v11, i64 %v155
  %v166 = insertelement <4 x double> poison, double %v165, i64 0
  %v167 = shufflevector <4 x double> %v166, <4 x double> poison, <4 x i32> zeroinitializer
  %v169 = insertelement <4 x double> poison, double %v121, i64 0
  %v170 = shufflevector <4 x double> %v169, <4 x double> poison, <4 x i32> zeroinitializer
  %v177 = icmp slt i64 0, %v126
  br i1 %v177, label %loop127, label %end128
loop127:
  %i129 = phi i64 [ 0, %end81 ], [ %v175, %loop127 ]
  %v130 = insertelement <4 x i64> poison, i64 %i129, i64 0
  %v131 = shufflevector <4 x i64> %v130, <4 x i64> poison, <4 x i32> zeroinitializer
  %v132 = add <4 x i64> %v131, <i64 0, i64 1, i64 2, i64 3>
  %v137 = mul <4 x i64> %v132, %v136
  %v142 = sub <4 x i64> %v137, %v141
  %v147 = icmp sge <4 x i64> %v142, %v146
  %v152 = icmp slt <4 x i64> %v142, %v151
  %v153 = and <4 x i1> %v147, %v152
  %v157 = shl nsw i64 %i129, 1
  %v158 = getelementptr inbounds double, ptr %v156, i64 %v157
  %v159 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %v153)
  %v160 = select i1 %v159, ptr %v158, ptr %v97
  %v161 = shufflevector <4 x i1> %v153, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %v162 = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %v160, <8 x i1> %v161, <8 x double> zeroinitializer)
  %v163 = shufflevector <8 x double> %v162, <8 x double> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v168 = select <4 x i1> %v153, <4 x double> %v163, <4 x double> %v167
  %v171 = fmul <4 x double> %v168, %v170
  %v174 = getelementptr inbounds double, ptr %v173, i64 %i129
  store <4 x double> %v171, ptr %v174, align 8
  %v175 = add nsw i64 %i129, 4
  %v176 = icmp slt i64 %v175, %v126
  br i1 %v176, label %loop127, label %end128
end128:
  %v208 = icmp slt i64 %v126, %v123
  br i1 %v208, label %loop178, label %end179
loop178:
  %i180 = phi i64 [ %v126, %end128 ], [ %v206, %loop178 ]
  %v181 = sub nsw i64 %v123, %i180
  %v182 = call i64 @llvm.umin.i64(i64 %v181, i64 4)
  %v183 = trunc i64 %v182 to i32
  %v184 = insertelement <4 x i32> poison, i32 %v183, i64 0
  %v185 = shufflevector <4 x i32> %v184, <4 x i32> poison, <4 x i32> zeroinitializer
  %v186 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v185
  %v187 = insertelement <4 x i64> poison, i64 %i180, i64 0
  %v188 = shufflevector <4 x i64> %v187, <4 x i64> poison, <4 x i32> zeroinitializer
  %v189 = add <4 x i64> %v188, <i64 0, i64 1, i64 2, i64 3>
  %v190 = mul <4 x i64> %v189, %v136
  %v191 = sub <4 x i64> %v190, %v141
  %v192 = icmp sge <4 x i64> %v191, %v146
  %v193 = icmp slt <4 x i64> %v191, %v151
  %v194 = and <4 x i1> %v192, %v193
  %v195 = and <4 x i1> %v194, %v186
  %v196 = shl nsw i64 %i180, 1
  %v197 = getelementptr inbounds double, ptr %v156, i64 %v196
  %v198 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %v195)
  %v199 = select i1 %v198, ptr %v197, ptr %v97
  %v200 = shufflevector <4 x i1> %v195, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %v201 = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %v199, <8 x i1> %v200, <8 x double> zeroinitializer)
  %v202 = shufflevector <8 x double> %v201, <8 x double> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v203 = select <4 x i1> %v194, <4 x double> %v202, <4 x double> %v167
  %v204 = fmul <4 x double> %v203, %v170
  %v205 = getelementptr inbounds double, ptr %v173, i64 %i180
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v204, ptr align 8 %v205, <4 x i1> %v186)
  %v206 = add nsw i64 %i180, 4
  %v207 = icmp slt i64 %v206, %v123
  br i1 %v207, label %loop178, label %end179
end179:
  ret void
}
