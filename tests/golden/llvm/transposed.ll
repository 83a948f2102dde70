target triple = "x86_64-linux"
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 3
  %v2 = load i64, ptr %v1, align 8
  %v12 = getelementptr ptr, ptr %buffers, i64 0
  %v13 = load ptr, ptr %v12, align 8
  %v14 = getelementptr i64, ptr %table, i64 1
  %v15 = load i64, ptr %v14, align 8
  %v47 = getelementptr i64, ptr %table, i64 2
  %v48 = load double, ptr %v47, align 8
  %v52 = getelementptr ptr, ptr %buffers, i64 1
  %v53 = load ptr, ptr %v52, align 8
  %v54 = getelementptr i64, ptr %table, i64 0
  %v55 = load i64, ptr %v54, align 8
  %v3 = sub nsw i64 %v2, 0
  %v4 = and i64 %v3, -4
  %v5 = add nsw i64 0, %v4
  %v6 = sub nsw i64 %hi, %lo
  %v7 = and i64 %v6, -4
  %v8 = add nsw i64 %lo, %v7
  %v49 = insertelement <4 x double> poison, double %v48, i64 0
  %v50 = shufflevector <4 x double> %v49, <4 x double> poison, <4 x i32> zeroinitializer
  %v127 = icmp slt i64 0, %v5
  br i1 %v127, label %loop9, label %end10
loop9:
  %i11 = phi i64 [ 0, %entry ], [ %v125, %end78 ]
  %v16 = add nsw i64 %i11, 0
  %v17 = mul nsw i64 %v16, %v15
  %v18 = getelementptr inbounds double, ptr %v13, i64 %v17
  %v19 = add nsw i64 %i11, 1
  %v20 = mul nsw i64 %v19, %v15
  %v21 = getelementptr inbounds double, ptr %v13, i64 %v20
  %v22 = add nsw i64 %i11, 2
  %v23 = mul nsw i64 %v22, %v15
  %v24 = getelementptr inbounds double, ptr %v13, i64 %v23
  %v25 = add nsw i64 %i11, 3
  %v26 = mul nsw i64 %v25, %v15
  %v27 = getelementptr inbounds double, ptr %v13, i64 %v26
  %v76 = icmp slt i64 %lo, %v8
  br i1 %v76, label %loop28, label %end29
loop28:
  %i30 = phi i64 [ %lo, %loop9 ], [ %v74, %loop28 ]
  %v31 = getelementptr inbounds double, ptr %v18, i64 %i30
  %v32 = load <4 x double>, ptr %v31, align 8
  %v33 = getelementptr inbounds double, ptr %v21, i64 %i30
  %v34 = load <4 x double>, ptr %v33, align 8
  %v35 = getelementptr inbounds double, ptr %v24, i64 %i30
  %v36 = load <4 x double>, ptr %v35, align 8
  %v37 = getelementptr inbounds double, ptr %v27, i64 %i30
  %v38 = load <4 x double>, ptr %v37, align 8
  %v39 = shufflevector <4 x double> %v32, <4 x double> %v34, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v40 = shufflevector <4 x double> %v32, <4 x double> %v34, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v41 = shufflevector <4 x double> %v36, <4 x double> %v38, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v42 = shufflevector <4 x double> %v36, <4 x double> %v38, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v43 = shufflevector <4 x double> %v39, <4 x double> %v41, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v44 = shufflevector <4 x double> %v39, <4 x double> %v41, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v45 = shufflevector <4 x double> %v40, <4 x double> %v42, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v46 = shufflevector <4 x double> %v40, <4 x double> %v42, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v51 = fadd <4 x double> %v43, %v50
  %v56 = mul i64 %i30, %v55
  %v57 = getelementptr inbounds double, ptr %v53, i64 %v56
  %v58 = getelementptr inbounds double, ptr %v57, i64 %i11
  store <4 x double> %v51, ptr %v58, align 8
  %v59 = add nsw i64 %i30, 1
  %v60 = fadd <4 x double> %v45, %v50
  %v61 = mul i64 %v59, %v55
  %v62 = getelementptr inbounds double, ptr %v53, i64 %v61
  %v63 = getelementptr inbounds double, ptr %v62, i64 %i11
  store <4 x double> %v60, ptr %v63, align 8
  %v64 = add nsw i64 %i30, 2
  %v65 = fadd <4 x double> %v44, %v50
  %v66 = mul i64 %v64, %v55
  %v67 = getelementptr inbounds double, ptr %v53, i64 %v66
  %v68 = getelementptr inbounds double, ptr %v67, i64 %i11
  store <4 x double> %v65, ptr %v68, align 8
  %v69 = add nsw i64 %i30, 3
  %v70 = fadd <4 x double> %v46, %v50
  %v71 = mul i64 %v69, %v55
  %v72 = getelementptr inbounds double, ptr %v53, i64 %v71
  %v73 = getelementptr inbounds double, ptr %v72, i64 %i11
  store <4 x double> %v70, ptr %v73, align 8
  %v74 = add nsw i64 %i30, 4
  %v75 = icmp slt i64 %v74, %v8
  br i1 %v75, label %loop28, label %end29
end29:
  %v124 = icmp slt i64 %v8, %hi
  br i1 %v124, label %loop77, label %end78
loop77:
  %i79 = phi i64 [ %v8, %end29 ], [ %v122, %join121 ]
  %v80 = sub nsw i64 %hi, %i79
  %v81 = call i64 @llvm.umin.i64(i64 %v80, i64 4)
  %v82 = trunc i64 %v81 to i32
  %v83 = insertelement <4 x i32> poison, i32 %v82, i64 0
  %v84 = shufflevector <4 x i32> %v83, <4 x i32> poison, <4 x i32> zeroinitializer
  %v85 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v84
  %v86 = getelementptr inbounds double, ptr %v18, i64 %i79
  %v87 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v86, <4 x i1> %v85, <4 x double> zeroinitializer)
  %v88 = getelementptr inbounds double, ptr %v21, i64 %i79
  %v89 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v88, <4 x i1> %v85, <4 x double> zeroinitializer)
  %v90 = getelementptr inbounds double, ptr %v24, i64 %i79
  %v91 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v90, <4 x i1> %v85, <4 x double> zeroinitializer)
  %v92 = getelementptr inbounds double, ptr %v27, i64 %i79
  %v93 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v92, <4 x i1> %v85, <4 x double> zeroinitializer)
  %v94 = shufflevector <4 x double> %v87, <4 x double> %v89, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v95 = shufflevector <4 x double> %v87, <4 x double> %v89, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v96 = shufflevector <4 x double> %v91, <4 x double> %v93, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v97 = shufflevector <4 x double> %v91, <4 x double> %v93, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v98 = shufflevector <4 x double> %v94, <4 x double> %v96, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v99 = shufflevector <4 x double> %v94, <4 x double> %v96, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v100 = shufflevector <4 x double> %v95, <4 x double> %v97, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v101 = shufflevector <4 x double> %v95, <4 x double> %v97, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v102 = fadd <4 x double> %v98, %v50
  %v103 = mul i64 %i79, %v55
  %v104 = getelementptr inbounds double, ptr %v53, i64 %v103
  %v105 = getelementptr inbounds double, ptr %v104, i64 %i11
  store <4 x double> %v102, ptr %v105, align 8
  %v106 = add nsw i64 %i79, 1
  %v112 = icmp slt i64 %v106, %hi
  br i1 %v112, label %row107, label %join113
row107:
  %v108 = fadd <4 x double> %v100, %v50
  %v109 = mul i64 %v106, %v55
  %v110 = getelementptr inbounds double, ptr %v53, i64 %v109
  %v111 = getelementptr inbounds double, ptr %v110, i64 %i11
  store <4 x double> %v108, ptr %v111, align 8
  br label %join113
join113:
  %v114 = add nsw i64 %i79, 2
  %v120 = icmp slt i64 %v114, %hi
  br i1 %v120, label %row115, label %join121
row115:
  %v116 = fadd <4 x double> %v99, %v50
  %v117 = mul i64 %v114, %v55
  %v118 = getelementptr inbounds double, ptr %v53, i64 %v117
  %v119 = getelementptr inbounds double, ptr %v118, i64 %i11
  store <4 x double> %v116, ptr %v119, align 8
  br label %join121
join121:
  %v122 = add nsw i64 %i79, 4
  %v123 = icmp slt i64 %v122, %hi
  br i1 %v123, label %loop77, label %end78
end78:
  %v125 = add nsw i64 %i11, 4
  %v126 = icmp slt i64 %v125, %v5
  br i1 %v126, label %loop9, label %end10
end10:
  %v245 = icmp slt i64 %v5, %v2
  br i1 %v245, label %loop128, label %end129
loop128:
  %i130 = phi i64 [ %v5, %end10 ], [ %v243, %end196 ]
  %v131 = sub nsw i64 %v2, %i130
  %v132 = call i64 @llvm.umin.i64(i64 %v131, i64 4)
  %v133 = trunc i64 %v132 to i32
  %v134 = insertelement <4 x i32> poison, i32 %v133, i64 0
  %v135 = shufflevector <4 x i32> %v134, <4 x i32> poison, <4 x i32> zeroinitializer
  %v136 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v135
  %v137 = sub nsw i64 %v2, 1
  %v138 = add nsw i64 %i130, 0
  %v139 = call i64 @llvm.smin.i64(i64 %v138, i64 %v137)
  %v140 = mul nsw i64 %v139, %v15
  %v141 = getelementptr inbounds double, ptr %v13, i64 %v140
  %v142 = add nsw i64 %i130, 1
  %v143 = call i64 @llvm.smin.i64(i64 %v142, i64 %v137)
  %v144 = mul nsw i64 %v143, %v15
  %v145 = getelementptr inbounds double, ptr %v13, i64 %v144
  %v146 = add nsw i64 %i130, 2
  %v147 = call i64 @llvm.smin.i64(i64 %v146, i64 %v137)
  %v148 = mul nsw i64 %v147, %v15
  %v149 = getelementptr inbounds double, ptr %v13, i64 %v148
  %v150 = add nsw i64 %i130, 3
  %v151 = call i64 @llvm.smin.i64(i64 %v150, i64 %v137)
  %v152 = mul nsw i64 %v151, %v15
  %v153 = getelementptr inbounds double, ptr %v13, i64 %v152
  %v194 = icmp slt i64 %lo, %v8
  br i1 %v194, label %loop154, label %end155
loop154:
  %i156 = phi i64 [ %lo, %loop128 ], [ %v192, %loop154 ]
  %v157 = getelementptr inbounds double, ptr %v141, i64 %i156
  %v158 = load <4 x double>, ptr %v157, align 8
  %v159 = getelementptr inbounds double, ptr %v145, i64 %i156
  %v160 = load <4 x double>, ptr %v159, align 8
  %v161 = getelementptr inbounds double, ptr %v149, i64 %i156
  %v162 = load <4 x double>, ptr %v161, align 8
  %v163 = getelementptr inbounds double, ptr %v153, i64 %i156
  %v164 = load <4 x double>, ptr %v163, align 8
  %v165 = shufflevector <4 x double> %v158, <4 x double> %v160, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v166 = shufflevector <4 x double> %v158, <4 x double> %v160, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v167 = shufflevector <4 x double> %v162, <4 x double> %v164, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v168 = shufflevector <4 x double> %v162, <4 x double> %v164, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v169 = shufflevector <4 x double> %v165, <4 x double> %v167, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v170 = shufflevector <4 x double> %v165, <4 x double> %v167, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v171 = shufflevector <4 x double> %v166, <4 x double> %v168, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v172 = shufflevector <4 x double> %v166, <4 x double> %v168, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v173 = fadd <4 x double> %v169, %v50
  %v174 = mul i64 %i156, %v55
  %v175 = getelementptr inbounds double, ptr %v53, i64 %v174
  %v176 = getelementptr inbounds double, ptr %v175, i64 %i130
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v173, ptr align 8 %v176, <4 x i1> %v136)
  %v177 = add nsw i64 %i156, 1
  %v178 = fadd <4 x double> %v171, %v50
  %v179 = mul i64 %v177, %v55
  %v180 = getelementptr inbounds double, ptr %v53, i64 %v179
  %v181 = getelementptr inbounds double, ptr %v180, i64 %i130
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v178, ptr align 8 %v181, <4 x i1> %v136)
  %v182 = add nsw i64 %i156, 2
  %v183 = fadd <4 x double> %v170, %v50
  %v184 = mul i64 %v182, %v55
  %v185 = getelementptr inbounds double, ptr %v53, i64 %v184
  %v186 = getelementptr inbounds double, ptr %v185, i64 %i130
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v183, ptr align 8 %v186, <4 x i1> %v136)
  %v187 = add nsw i64 %i156, 3
  %v188 = fadd <4 x double> %v172, %v50
  %v189 = mul i64 %v187, %v55
  %v190 = getelementptr inbounds double, ptr %v53, i64 %v189
  %v191 = getelementptr inbounds double, ptr %v190, i64 %i130
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v188, ptr align 8 %v191, <4 x i1> %v136)
  %v192 = add nsw i64 %i156, 4
  %v193 = icmp slt i64 %v192, %v8
  br i1 %v193, label %loop154, label %end155
end155:
  %v242 = icmp slt i64 %v8, %hi
  br i1 %v242, label %loop195, label %end196
loop195:
  %i197 = phi i64 [ %v8, %end155 ], [ %v240, %join239 ]
  %v198 = sub nsw i64 %hi, %i197
  %v199 = call i64 @llvm.umin.i64(i64 %v198, i64 4)
  %v200 = trunc i64 %v199 to i32
  %v201 = insertelement <4 x i32> poison, i32 %v200, i64 0
  %v202 = shufflevector <4 x i32> %v201, <4 x i32> poison, <4 x i32> zeroinitializer
  %v203 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v202
  %v204 = getelementptr inbounds double, ptr %v141, i64 %i197
  %v205 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v204, <4 x i1> %v203, <4 x double> zeroinitializer)
  %v206 = getelementptr inbounds double, ptr %v145, i64 %i197
  %v207 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v206, <4 x i1> %v203, <4 x double> zeroinitializer)
  %v208 = getelementptr inbounds double, ptr %v149, i64 %i197
  %v209 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v208, <4 x i1> %v203, <4 x double> zeroinitializer)
  %v210 = getelementptr inbounds double, ptr %v153, i64 %i197
  %v211 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v210, <4 x i1> %v203, <4 x double> zeroinitializer)
  %v212 = shufflevector <4 x double> %v205, <4 x double> %v207, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v213 = shufflevector <4 x double> %v205, <4 x double> %v207, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v214 = shufflevector <4 x double> %v209, <4 x double> %v211, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v215 = shufflevector <4 x double> %v209, <4 x double> %v211, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v216 = shufflevector <4 x double> %v212, <4 x double> %v214, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v217 = shufflevector <4 x double> %v212, <4 x double> %v214, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v218 = shufflevector <4 x double> %v213, <4 x double> %v215, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v219 = shufflevector <4 x double> %v213, <4 x double> %v215, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v220 = fadd <4 x double> %v216, %v50
  %v221 = mul i64 %i197, %v55
  %v222 = getelementptr inbounds double, ptr %v53, i64 %v221
  %v223 = getelementptr inbounds double, ptr %v222, i64 %i130
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v220, ptr align 8 %v223, <4 x i1> %v136)
  %v224 = add nsw i64 %i197, 1
  %v230 = icmp slt i64 %v224, %hi
  br i1 %v230, label %row225, label %join231
row225:
  %v226 = fadd <4 x double> %v218, %v50
  %v227 = mul i64 %v224, %v55
  %v228 = getelementptr inbounds double, ptr %v53, i64 %v227
  %v229 = getelementptr inbounds double, ptr %v228, i64 %i130
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v226, ptr align 8 %v229, <4 x i1> %v136)
  br label %join231
join231:
  %v232 = add nsw i64 %i197, 2
  %v238 = icmp slt i64 %v232, %hi
  br i1 %v238, label %row233, label %join239
row233:
  %v234 = fadd <4 x double> %v217, %v50
  %v235 = mul i64 %v232, %v55
  %v236 = getelementptr inbounds double, ptr %v53, i64 %v235
  %v237 = getelementptr inbounds double, ptr %v236, i64 %i130
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v234, ptr align 8 %v237, <4 x i1> %v136)
  br label %join239
join239:
  %v240 = add nsw i64 %i197, 4
  %v241 = icmp slt i64 %v240, %hi
  br i1 %v241, label %loop195, label %end196
end196:
  %v243 = add nsw i64 %i130, 4
  %v244 = icmp slt i64 %v243, %v2
  br i1 %v244, label %loop128, label %end129
end129:
  ret void
}
