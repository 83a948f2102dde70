target triple = "x86_64-linux"
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, <4 x i1>)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
define void @kernel(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %v1 = getelementptr i64, ptr %table, i64 3
  %v2 = load i64, ptr %v1, align 8
  %v15 = getelementptr ptr, ptr %buffers, i64 0
  %v16 = load ptr, ptr %v15, align 8
  %v17 = getelementptr i64, ptr %table, i64 1
  %v18 = load i64, ptr %v17, align 8
  %v47 = getelementptr i64, ptr %table, i64 2
  %v48 = load double, ptr %v47, align 8
  %v52 = getelementptr ptr, ptr %buffers, i64 1
  %v53 = load ptr, ptr %v52, align 8
  %v54 = getelementptr i64, ptr %table, i64 0
  %v55 = load i64, ptr %v54, align 8
  %v3 = and i64 %v2, -4
  %v7 = sub i64 %hi, %lo
  %v8 = and i64 %v7, -4
  %v9 = add i64 %lo, %v8
  %v49 = insertelement <4 x double> poison, double %v48, i64 0
  %v50 = shufflevector <4 x double> %v49, <4 x double> poison, <4 x i32> zeroinitializer
  %v129 = icmp slt i64 0, %v3
  br i1 %v129, label %loop4, label %end5
loop4:
  %i6 = phi i64 [ 0, %entry ], [ %v127, %end78 ]
  %v14 = add i64 %i6, 4
  %v19 = add nsw i64 %i6, 0
  %v20 = mul nsw i64 %v19, %v18
  %v21 = getelementptr inbounds double, ptr %v16, i64 %v20
  %v22 = add nsw i64 %i6, 1
  %v23 = mul nsw i64 %v22, %v18
  %v24 = getelementptr inbounds double, ptr %v16, i64 %v23
  %v25 = add nsw i64 %i6, 2
  %v26 = mul nsw i64 %v25, %v18
  %v27 = getelementptr inbounds double, ptr %v16, i64 %v26
  %v28 = add nsw i64 %i6, 3
  %v29 = mul nsw i64 %v28, %v18
  %v30 = getelementptr inbounds double, ptr %v16, i64 %v29
  %v76 = icmp slt i64 %lo, %v9
  br i1 %v76, label %loop10, label %end11
loop10:
  %i12 = phi i64 [ %lo, %loop4 ], [ %v74, %loop10 ]
  %v13 = add i64 %i12, 4
  %v31 = getelementptr inbounds double, ptr %v21, i64 %i12
  %v32 = load <4 x double>, ptr %v31, align 8
  %v33 = getelementptr inbounds double, ptr %v24, i64 %i12
  %v34 = load <4 x double>, ptr %v33, align 8
  %v35 = getelementptr inbounds double, ptr %v27, i64 %i12
  %v36 = load <4 x double>, ptr %v35, align 8
  %v37 = getelementptr inbounds double, ptr %v30, i64 %i12
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
  %v56 = mul i64 %i12, %v55
  %v57 = getelementptr inbounds double, ptr %v53, i64 %v56
  %v58 = getelementptr inbounds double, ptr %v57, i64 %i6
  store <4 x double> %v51, ptr %v58, align 8
  %v59 = add nsw i64 %i12, 1
  %v60 = fadd <4 x double> %v45, %v50
  %v61 = mul i64 %v59, %v55
  %v62 = getelementptr inbounds double, ptr %v53, i64 %v61
  %v63 = getelementptr inbounds double, ptr %v62, i64 %i6
  store <4 x double> %v60, ptr %v63, align 8
  %v64 = add nsw i64 %i12, 2
  %v65 = fadd <4 x double> %v44, %v50
  %v66 = mul i64 %v64, %v55
  %v67 = getelementptr inbounds double, ptr %v53, i64 %v66
  %v68 = getelementptr inbounds double, ptr %v67, i64 %i6
  store <4 x double> %v65, ptr %v68, align 8
  %v69 = add nsw i64 %i12, 3
  %v70 = fadd <4 x double> %v46, %v50
  %v71 = mul i64 %v69, %v55
  %v72 = getelementptr inbounds double, ptr %v53, i64 %v71
  %v73 = getelementptr inbounds double, ptr %v72, i64 %i6
  store <4 x double> %v70, ptr %v73, align 8
  %v74 = add nsw i64 %i12, 4
  %v75 = icmp slt i64 %v74, %v9
  br i1 %v75, label %loop10, label %end11
end11:
  %v126 = icmp slt i64 %v9, %hi
  br i1 %v126, label %loop77, label %end78
loop77:
  %i79 = phi i64 [ %v9, %end11 ], [ %v124, %join123 ]
  %v80 = add i64 %i79, 4
  %v81 = call i64 @llvm.smin.i64(i64 %v80, i64 %hi)
  %v82 = sub nsw i64 %v81, %i79
  %v83 = call i64 @llvm.umin.i64(i64 %v82, i64 4)
  %v84 = trunc i64 %v83 to i32
  %v85 = insertelement <4 x i32> poison, i32 %v84, i64 0
  %v86 = shufflevector <4 x i32> %v85, <4 x i32> poison, <4 x i32> zeroinitializer
  %v87 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v86
  %v88 = getelementptr inbounds double, ptr %v21, i64 %i79
  %v89 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v88, <4 x i1> %v87, <4 x double> zeroinitializer)
  %v90 = getelementptr inbounds double, ptr %v24, i64 %i79
  %v91 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v90, <4 x i1> %v87, <4 x double> zeroinitializer)
  %v92 = getelementptr inbounds double, ptr %v27, i64 %i79
  %v93 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v92, <4 x i1> %v87, <4 x double> zeroinitializer)
  %v94 = getelementptr inbounds double, ptr %v30, i64 %i79
  %v95 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v94, <4 x i1> %v87, <4 x double> zeroinitializer)
  %v96 = shufflevector <4 x double> %v89, <4 x double> %v91, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v97 = shufflevector <4 x double> %v89, <4 x double> %v91, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v98 = shufflevector <4 x double> %v93, <4 x double> %v95, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v99 = shufflevector <4 x double> %v93, <4 x double> %v95, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v100 = shufflevector <4 x double> %v96, <4 x double> %v98, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v101 = shufflevector <4 x double> %v96, <4 x double> %v98, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v102 = shufflevector <4 x double> %v97, <4 x double> %v99, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v103 = shufflevector <4 x double> %v97, <4 x double> %v99, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v104 = fadd <4 x double> %v100, %v50
  %v105 = mul i64 %i79, %v55
  %v106 = getelementptr inbounds double, ptr %v53, i64 %v105
  %v107 = getelementptr inbounds double, ptr %v106, i64 %i6
  store <4 x double> %v104, ptr %v107, align 8
  %v108 = add nsw i64 %i79, 1
  %v114 = icmp slt i64 %v108, %v81
  br i1 %v114, label %row109, label %join115
row109:
  %v110 = fadd <4 x double> %v102, %v50
  %v111 = mul i64 %v108, %v55
  %v112 = getelementptr inbounds double, ptr %v53, i64 %v111
  %v113 = getelementptr inbounds double, ptr %v112, i64 %i6
  store <4 x double> %v110, ptr %v113, align 8
  br label %join115
join115:
  %v116 = add nsw i64 %i79, 2
  %v122 = icmp slt i64 %v116, %v81
  br i1 %v122, label %row117, label %join123
row117:
  %v118 = fadd <4 x double> %v101, %v50
  %v119 = mul i64 %v116, %v55
  %v120 = getelementptr inbounds double, ptr %v53, i64 %v119
  %v121 = getelementptr inbounds double, ptr %v120, i64 %i6
  store <4 x double> %v118, ptr %v121, align 8
  br label %join123
join123:
  %v124 = add nsw i64 %i79, 4
  %v125 = icmp slt i64 %v124, %hi
  br i1 %v125, label %loop77, label %end78
end78:
  %v127 = add nsw i64 %i6, 4
  %v128 = icmp slt i64 %v127, %v3
  br i1 %v128, label %loop4, label %end5
end5:
  %v252 = icmp slt i64 %v3, %v2
  br i1 %v252, label %loop130, label %end131
loop130:
  %i132 = phi i64 [ %v3, %end5 ], [ %v250, %end201 ]
  %v137 = add i64 %i132, 4
  %v138 = call i64 @llvm.smin.i64(i64 %v137, i64 %v2)
  %v139 = sub nsw i64 %v138, %i132
  %v140 = call i64 @llvm.umin.i64(i64 %v139, i64 4)
  %v141 = trunc i64 %v140 to i32
  %v142 = insertelement <4 x i32> poison, i32 %v141, i64 0
  %v143 = shufflevector <4 x i32> %v142, <4 x i32> poison, <4 x i32> zeroinitializer
  %v144 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v143
  %v145 = sub nsw i64 %v138, 1
  %v146 = add nsw i64 %i132, 0
  %v147 = call i64 @llvm.smin.i64(i64 %v146, i64 %v145)
  %v148 = mul nsw i64 %v147, %v18
  %v149 = getelementptr inbounds double, ptr %v16, i64 %v148
  %v150 = add nsw i64 %i132, 1
  %v151 = call i64 @llvm.smin.i64(i64 %v150, i64 %v145)
  %v152 = mul nsw i64 %v151, %v18
  %v153 = getelementptr inbounds double, ptr %v16, i64 %v152
  %v154 = add nsw i64 %i132, 2
  %v155 = call i64 @llvm.smin.i64(i64 %v154, i64 %v145)
  %v156 = mul nsw i64 %v155, %v18
  %v157 = getelementptr inbounds double, ptr %v16, i64 %v156
  %v158 = add nsw i64 %i132, 3
  %v159 = call i64 @llvm.smin.i64(i64 %v158, i64 %v145)
  %v160 = mul nsw i64 %v159, %v18
  %v161 = getelementptr inbounds double, ptr %v16, i64 %v160
  %v199 = icmp slt i64 %lo, %v9
  br i1 %v199, label %loop133, label %end134
loop133:
  %i135 = phi i64 [ %lo, %loop130 ], [ %v197, %loop133 ]
  %v136 = add i64 %i135, 4
  %v162 = getelementptr inbounds double, ptr %v149, i64 %i135
  %v163 = load <4 x double>, ptr %v162, align 8
  %v164 = getelementptr inbounds double, ptr %v153, i64 %i135
  %v165 = load <4 x double>, ptr %v164, align 8
  %v166 = getelementptr inbounds double, ptr %v157, i64 %i135
  %v167 = load <4 x double>, ptr %v166, align 8
  %v168 = getelementptr inbounds double, ptr %v161, i64 %i135
  %v169 = load <4 x double>, ptr %v168, align 8
  %v170 = shufflevector <4 x double> %v163, <4 x double> %v165, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v171 = shufflevector <4 x double> %v163, <4 x double> %v165, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v172 = shufflevector <4 x double> %v167, <4 x double> %v169, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v173 = shufflevector <4 x double> %v167, <4 x double> %v169, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v174 = shufflevector <4 x double> %v170, <4 x double> %v172, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v175 = shufflevector <4 x double> %v170, <4 x double> %v172, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v176 = shufflevector <4 x double> %v171, <4 x double> %v173, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v177 = shufflevector <4 x double> %v171, <4 x double> %v173, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v178 = fadd <4 x double> %v174, %v50
  %v179 = mul i64 %i135, %v55
  %v180 = getelementptr inbounds double, ptr %v53, i64 %v179
  %v181 = getelementptr inbounds double, ptr %v180, i64 %i132
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v178, ptr align 8 %v181, <4 x i1> %v144)
  %v182 = add nsw i64 %i135, 1
  %v183 = fadd <4 x double> %v176, %v50
  %v184 = mul i64 %v182, %v55
  %v185 = getelementptr inbounds double, ptr %v53, i64 %v184
  %v186 = getelementptr inbounds double, ptr %v185, i64 %i132
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v183, ptr align 8 %v186, <4 x i1> %v144)
  %v187 = add nsw i64 %i135, 2
  %v188 = fadd <4 x double> %v175, %v50
  %v189 = mul i64 %v187, %v55
  %v190 = getelementptr inbounds double, ptr %v53, i64 %v189
  %v191 = getelementptr inbounds double, ptr %v190, i64 %i132
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v188, ptr align 8 %v191, <4 x i1> %v144)
  %v192 = add nsw i64 %i135, 3
  %v193 = fadd <4 x double> %v177, %v50
  %v194 = mul i64 %v192, %v55
  %v195 = getelementptr inbounds double, ptr %v53, i64 %v194
  %v196 = getelementptr inbounds double, ptr %v195, i64 %i132
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v193, ptr align 8 %v196, <4 x i1> %v144)
  %v197 = add nsw i64 %i135, 4
  %v198 = icmp slt i64 %v197, %v9
  br i1 %v198, label %loop133, label %end134
end134:
  %v249 = icmp slt i64 %v9, %hi
  br i1 %v249, label %loop200, label %end201
loop200:
  %i202 = phi i64 [ %v9, %end134 ], [ %v247, %join246 ]
  %v203 = add i64 %i202, 4
  %v204 = call i64 @llvm.smin.i64(i64 %v203, i64 %hi)
  %v205 = sub nsw i64 %v204, %i202
  %v206 = call i64 @llvm.umin.i64(i64 %v205, i64 4)
  %v207 = trunc i64 %v206 to i32
  %v208 = insertelement <4 x i32> poison, i32 %v207, i64 0
  %v209 = shufflevector <4 x i32> %v208, <4 x i32> poison, <4 x i32> zeroinitializer
  %v210 = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %v209
  %v211 = getelementptr inbounds double, ptr %v149, i64 %i202
  %v212 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v211, <4 x i1> %v210, <4 x double> zeroinitializer)
  %v213 = getelementptr inbounds double, ptr %v153, i64 %i202
  %v214 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v213, <4 x i1> %v210, <4 x double> zeroinitializer)
  %v215 = getelementptr inbounds double, ptr %v157, i64 %i202
  %v216 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v215, <4 x i1> %v210, <4 x double> zeroinitializer)
  %v217 = getelementptr inbounds double, ptr %v161, i64 %i202
  %v218 = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %v217, <4 x i1> %v210, <4 x double> zeroinitializer)
  %v219 = shufflevector <4 x double> %v212, <4 x double> %v214, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v220 = shufflevector <4 x double> %v212, <4 x double> %v214, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v221 = shufflevector <4 x double> %v216, <4 x double> %v218, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v222 = shufflevector <4 x double> %v216, <4 x double> %v218, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v223 = shufflevector <4 x double> %v219, <4 x double> %v221, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v224 = shufflevector <4 x double> %v219, <4 x double> %v221, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v225 = shufflevector <4 x double> %v220, <4 x double> %v222, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %v226 = shufflevector <4 x double> %v220, <4 x double> %v222, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %v227 = fadd <4 x double> %v223, %v50
  %v228 = mul i64 %i202, %v55
  %v229 = getelementptr inbounds double, ptr %v53, i64 %v228
  %v230 = getelementptr inbounds double, ptr %v229, i64 %i132
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v227, ptr align 8 %v230, <4 x i1> %v144)
  %v231 = add nsw i64 %i202, 1
  %v237 = icmp slt i64 %v231, %v204
  br i1 %v237, label %row232, label %join238
row232:
  %v233 = fadd <4 x double> %v225, %v50
  %v234 = mul i64 %v231, %v55
  %v235 = getelementptr inbounds double, ptr %v53, i64 %v234
  %v236 = getelementptr inbounds double, ptr %v235, i64 %i132
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v233, ptr align 8 %v236, <4 x i1> %v144)
  br label %join238
join238:
  %v239 = add nsw i64 %i202, 2
  %v245 = icmp slt i64 %v239, %v204
  br i1 %v245, label %row240, label %join246
row240:
  %v241 = fadd <4 x double> %v224, %v50
  %v242 = mul i64 %v239, %v55
  %v243 = getelementptr inbounds double, ptr %v53, i64 %v242
  %v244 = getelementptr inbounds double, ptr %v243, i64 %i132
  call void @llvm.masked.store.v4f64.p0(<4 x double> %v241, ptr align 8 %v244, <4 x i1> %v144)
  br label %join246
join246:
  %v247 = add nsw i64 %i202, 4
  %v248 = icmp slt i64 %v247, %hi
  br i1 %v248, label %loop200, label %end201
end201:
  %v250 = add nsw i64 %i132, 4
  %v251 = icmp slt i64 %v250, %v2
  br i1 %v251, label %loop130, label %end131
end131:
  ret void
}
