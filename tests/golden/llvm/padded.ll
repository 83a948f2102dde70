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
  %v12 = getelementptr ptr, ptr %buffers, i64 0
  %v13 = load ptr, ptr %v12, align 8
  %v17 = getelementptr i64, ptr %table, i64 0
  %v18 = load i64, ptr %v17, align 8
  %v101 = alloca <16 x i64>, align 64
  store <16 x i64> zeroinitializer, ptr %v101, align 64
  %v102 = alloca <16 x i64>, align 64
  %v126 = getelementptr i64, ptr %table, i64 8
  %v127 = load i64, ptr %v126, align 8
  %v137 = getelementptr i64, ptr %table, i64 2
  %v138 = load i64, ptr %v137, align 8
  %v142 = getelementptr i64, ptr %table, i64 3
  %v143 = load i64, ptr %v142, align 8
  %v147 = getelementptr i64, ptr %table, i64 4
  %v148 = load i64, ptr %v147, align 8
  %v152 = getelementptr i64, ptr %table, i64 5
  %v153 = load i64, ptr %v152, align 8
  %v158 = getelementptr i64, ptr %table, i64 6
  %v159 = load i64, ptr %v158, align 8
  %v168 = getelementptr i64, ptr %table, i64 7
  %v169 = load double, ptr %v168, align 8
  %v176 = getelementptr ptr, ptr %buffers, i64 1
  %v177 = load ptr, ptr %v176, align 8
  %v3 = sub nsw i64 %v2, 0
  %v4 = and i64 %v3, -16
  %v5 = add nsw i64 0, %v4
  %v6 = icmp slt i64 0, %v5
  %v19 = insertelement <16 x i64> poison, i64 %v18, i64 0
  %v20 = shufflevector <16 x i64> %v19, <16 x i64> poison, <16 x i32> zeroinitializer
  br i1 %v6, label %whole7, label %join82
whole7:
  %v74 = icmp slt i64 0, %v5
  br i1 %v74, label %loop8, label %end9
loop8:
  %i10 = phi i64 [ 0, %whole7 ], [ %v72, %loop8 ]
  %p11 = phi <16 x double> [ splat (double 0x8000000000000000), %whole7 ], [ %v71, %loop8 ]
  %v14 = insertelement <16 x i64> poison, i64 %i10, i64 0
  %v15 = shufflevector <16 x i64> %v14, <16 x i64> poison, <16 x i32> zeroinitializer
  %v16 = add <16 x i64> %v15, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v21 = mul <16 x i64> %v16, %v20
  %v22 = getelementptr double, ptr %v13, <16 x i64> %v21
  %v23 = extractelement <16 x ptr> %v22, i64 0
  %v24 = extractelement <16 x ptr> %v22, i64 1
  %v25 = extractelement <16 x ptr> %v22, i64 2
  %v26 = extractelement <16 x ptr> %v22, i64 3
  %v27 = extractelement <16 x ptr> %v22, i64 4
  %v28 = extractelement <16 x ptr> %v22, i64 5
  %v29 = extractelement <16 x ptr> %v22, i64 6
  %v30 = extractelement <16 x ptr> %v22, i64 7
  %v31 = extractelement <16 x ptr> %v22, i64 8
  %v32 = extractelement <16 x ptr> %v22, i64 9
  %v33 = extractelement <16 x ptr> %v22, i64 10
  %v34 = extractelement <16 x ptr> %v22, i64 11
  %v35 = extractelement <16 x ptr> %v22, i64 12
  %v36 = extractelement <16 x ptr> %v22, i64 13
  %v37 = extractelement <16 x ptr> %v22, i64 14
  %v38 = extractelement <16 x ptr> %v22, i64 15
  %v39 = load double, ptr %v23, align 8
  %v40 = insertelement <16 x double> poison, double %v39, i64 0
  %v41 = load double, ptr %v24, align 8
  %v42 = insertelement <16 x double> %v40, double %v41, i64 1
  %v43 = load double, ptr %v25, align 8
  %v44 = insertelement <16 x double> %v42, double %v43, i64 2
  %v45 = load double, ptr %v26, align 8
  %v46 = insertelement <16 x double> %v44, double %v45, i64 3
  %v47 = load double, ptr %v27, align 8
  %v48 = insertelement <16 x double> %v46, double %v47, i64 4
  %v49 = load double, ptr %v28, align 8
  %v50 = insertelement <16 x double> %v48, double %v49, i64 5
  %v51 = load double, ptr %v29, align 8
  %v52 = insertelement <16 x double> %v50, double %v51, i64 6
  %v53 = load double, ptr %v30, align 8
  %v54 = insertelement <16 x double> %v52, double %v53, i64 7
  %v55 = load double, ptr %v31, align 8
  %v56 = insertelement <16 x double> %v54, double %v55, i64 8
  %v57 = load double, ptr %v32, align 8
  %v58 = insertelement <16 x double> %v56, double %v57, i64 9
  %v59 = load double, ptr %v33, align 8
  %v60 = insertelement <16 x double> %v58, double %v59, i64 10
  %v61 = load double, ptr %v34, align 8
  %v62 = insertelement <16 x double> %v60, double %v61, i64 11
  %v63 = load double, ptr %v35, align 8
  %v64 = insertelement <16 x double> %v62, double %v63, i64 12
  %v65 = load double, ptr %v36, align 8
  %v66 = insertelement <16 x double> %v64, double %v65, i64 13
  %v67 = load double, ptr %v37, align 8
  %v68 = insertelement <16 x double> %v66, double %v67, i64 14
  %v69 = load double, ptr %v38, align 8
  %v70 = insertelement <16 x double> %v68, double %v69, i64 15
  %v71 = fadd <16 x double> %p11, %v70
  %v72 = add nsw i64 %i10, 16
  %v73 = icmp slt i64 %v72, %v5
  br i1 %v73, label %loop8, label %end9
end9:
  %v75 = phi <16 x double> [ splat (double 0x8000000000000000), %whole7 ], [ %v71, %loop8 ]
  %v76 = shufflevector <16 x double> %v75, <16 x double> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v77 = shufflevector <16 x double> %v75, <16 x double> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v78 = fadd <8 x double> %v76, %v77
  %v79 = shufflevector <8 x double> %v78, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v80 = shufflevector <8 x double> %v78, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v81 = fadd <4 x double> %v79, %v80
  br label %join82
join82:
  %v83 = phi <4 x double> [ splat (double 0x8000000000000000), %entry ], [ %v81, %end9 ]
  %v97 = insertelement <4 x i64> poison, i64 %v18, i64 0
  %v98 = shufflevector <4 x i64> %v97, <4 x i64> poison, <4 x i32> zeroinitializer
  %v103 = insertelement <4 x ptr> poison, ptr %v101, i64 0
  %v104 = shufflevector <4 x ptr> %v103, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v122 = icmp slt i64 %v5, %v2
  br i1 %v122, label %loop84, label %end85
loop84:
  %i86 = phi i64 [ %v5, %join82 ], [ %v120, %loop84 ]
  %p87 = phi <4 x double> [ %v83, %join82 ], [ %v119, %loop84 ]
  %v88 = sub nsw i64 %v2, %i86
  %v89 = call i64 @llvm.umin.i64(i64 %v88, i64 4)
  %v90 = trunc i64 %v89 to i32
  %v91 = insertelement <4 x i32> poison, i32 %v90, i64 0
  %v92 = shufflevector <4 x i32> %v91, <4 x i32> poison, <4 x i32> zeroinitializer
  %v93 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v92
  %v94 = insertelement <4 x i64> poison, i64 %i86, i64 0
  %v95 = shufflevector <4 x i64> %v94, <4 x i64> poison, <4 x i32> zeroinitializer
  %v96 = add <4 x i64> %v95, <i64 0, i64 1, i64 2, i64 3>
  %v99 = mul <4 x i64> %v96, %v98
  %v100 = getelementptr double, ptr %v13, <4 x i64> %v99
  %v105 = select <4 x i1> %v93, <4 x ptr> %v100, <4 x ptr> %v104
  %v106 = extractelement <4 x ptr> %v105, i64 0
  %v107 = extractelement <4 x ptr> %v105, i64 1
  %v108 = extractelement <4 x ptr> %v105, i64 2
  %v109 = extractelement <4 x ptr> %v105, i64 3
  %v110 = load double, ptr %v106, align 8
  %v111 = insertelement <4 x double> poison, double %v110, i64 0
  %v112 = load double, ptr %v107, align 8
  %v113 = insertelement <4 x double> %v111, double %v112, i64 1
  %v114 = load double, ptr %v108, align 8
  %v115 = insertelement <4 x double> %v113, double %v114, i64 2
  %v116 = load double, ptr %v109, align 8
  %v117 = insertelement <4 x double> %v115, double %v116, i64 3
  %v118 = fadd <4 x double> %p87, %v117
  %v119 = select <4 x i1> %v93, <4 x double> %v118, <4 x double> %p87
  %v120 = add nsw i64 %i86, 4
  %v121 = icmp slt i64 %v120, %v2
  br i1 %v121, label %loop84, label %end85
end85:
  %v123 = phi <4 x double> [ %v83, %join82 ], [ %v119, %loop84 ]
  %v124 = call reassoc double @llvm.vector.reduce.fadd.v4f64(double 0x8000000000000000, <4 x double> %v123)
  %v125 = fadd double 0x0000000000000000, %v124
  %v128 = sub nsw i64 %v127, 0
  %v129 = and i64 %v128, -4
  %v130 = add nsw i64 0, %v129
  %v139 = insertelement <4 x i64> poison, i64 %v138, i64 0
  %v140 = shufflevector <4 x i64> %v139, <4 x i64> poison, <4 x i32> zeroinitializer
  %v144 = insertelement <4 x i64> poison, i64 %v143, i64 0
  %v145 = shufflevector <4 x i64> %v144, <4 x i64> poison, <4 x i32> zeroinitializer
  %v149 = insertelement <4 x i64> poison, i64 %v148, i64 0
  %v150 = shufflevector <4 x i64> %v149, <4 x i64> poison, <4 x i32> zeroinitializer
  %v154 = insertelement <4 x i64> poison, i64 %v153, i64 0
  %v155 = shufflevector <4 x i64> %v154, <4 x i64> poison, <4 x i32> zeroinitializer
  %v160 = getelementptr inbounds double, ptr %v13, i64 %v159
  %v170 = insertelement <4 x double> poison, double %v169, i64 0
  %v171 = shufflevector <4 x double> %v170, <4 x double> poison, <4 x i32> zeroinitializer
  %v173 = insertelement <4 x double> poison, double %v125, i64 0
  %v174 = shufflevector <4 x double> %v173, <4 x double> poison, <4 x i32> zeroinitializer
  %v181 = icmp slt i64 0, %v130
  br i1 %v181, label %loop131, label %end132
loop131:
  %i133 = phi i64 [ 0, %end85 ], [ %v179, %loop131 ]
  %v134 = insertelement <4 x i64> poison, i64 %i133, i64 0
  %v135 = shufflevector <4 x i64> %v134, <4 x i64> poison, <4 x i32> zeroinitializer
  %v136 = add <4 x i64> %v135, <i64 0, i64 1, i64 2, i64 3>
  %v141 = mul <4 x i64> %v136, %v140
  %v146 = sub <4 x i64> %v141, %v145
  %v151 = icmp sge <4 x i64> %v146, %v150
  %v156 = icmp slt <4 x i64> %v146, %v155
  %v157 = and <4 x i1> %v151, %v156
  %v161 = shl nsw i64 %i133, 1
  %v162 = getelementptr inbounds double, ptr %v160, i64 %v161
  %v163 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %v157)
  %v164 = select i1 %v163, ptr %v162, ptr %v101
  %v165 = shufflevector <4 x i1> %v157, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %v166 = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %v164, <8 x i1> %v165, <8 x double> zeroinitializer)
  %v167 = shufflevector <8 x double> %v166, <8 x double> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v172 = select <4 x i1> %v157, <4 x double> %v167, <4 x double> %v171
  %v175 = fmul <4 x double> %v172, %v174
  %v178 = getelementptr inbounds double, ptr %v177, i64 %i133
  store <4 x double> %v175, ptr %v178, align 8
  %v179 = add nsw i64 %i133, 4
  %v180 = icmp slt i64 %v179, %v130
  br i1 %v180, label %loop131, label %end132
end132:
  %v182 = sub nsw i64 %v127, %v130
  %v183 = call i64 @llvm.umin.i64(i64 %v182, i64 4)
  %v184 = trunc i64 %v183 to i32
  %v185 = insertelement <4 x i32> poison, i32 %v184, i64 0
  %v186 = shufflevector <4 x i32> %v185, <4 x i32> poison, <4 x i32> zeroinitializer
  %v187 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v186
  %v188 = icmp slt i64 %v130, %v127
  br i1 %v188, label %rest189, label %join209
rest189:
  %v190 = insertelement <4 x i64> poison, i64 %v130, i64 0
  %v191 = shufflevector <4 x i64> %v190, <4 x i64> poison, <4 x i32> zeroinitializer
  %v192 = add <4 x i64> %v191, <i64 0, i64 1, i64 2, i64 3>
  %v193 = mul <4 x i64> %v192, %v140
  %v194 = sub <4 x i64> %v193, %v145
  %v195 = icmp sge <4 x i64> %v194, %v150
  %v196 = icmp slt <4 x i64> %v194, %v155
  %v197 = and <4 x i1> %v195, %v196
  %v198 = and <4 x i1> %v197, %v187
  %v199 = shl nsw i64 %v130, 1
  %v200 = getelementptr inbounds double, ptr %v160, i64 %v199
  %v201 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %v198)
  %v202 = select i1 %v201, ptr %v200, ptr %v101
  %v203 = shufflevector <4 x i1> %v198, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %v204 = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %v202, <8 x i1> %v203, <8 x double> zeroinitializer)
  %v205 = shufflevector <8 x double> %v204, <8 x double> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v206 = select <4 x i1> %v197, <4 x double> %v205, <4 x double> %v171
  %v207 = fmul <4 x double> %v206, %v174
  %v208 = getelementptr inbounds double, ptr %v177, i64 %v130
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v207, ptr align 8 %v208, <4 x i1> %v187)
  br label %join209
join209:
  ret void
}
