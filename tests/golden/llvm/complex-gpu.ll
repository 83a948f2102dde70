target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %w5, i64 %w6, i64 %extent) nounwind {
entry:
  %v1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v2 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %v3 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %v4 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %v5 = mul i32 %v2, %v3
  %v6 = add i32 %v5, %v1
  %v7 = mul i32 %v4, %v3
  %v8 = and i32 %v1, 7
  %v9 = zext i32 %v8 to i64
  %v10 = lshr i32 %v6, 3
  %v11 = zext i32 %v10 to i64
  %v12 = lshr i32 %v7, 3
  %v13 = zext i32 %v12 to i64
  %v14 = and i32 %v1, 24
  %v15 = shl i32 255, %v14
  %v30 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %w2
  %v125 = getelementptr inbounds double, ptr addrspace(1) %b1, i64 %w5
  %v131 = icmp slt i64 %v11, %extent
  br i1 %v131, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v11, %entry ], [ %v129, %join128 ]
  %v24 = mul i64 %i18, %w0
  %v25 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %v24
  %v31 = getelementptr inbounds double, ptr addrspace(1) %v30, i64 %v24
  %v43 = icmp slt i64 %v9, %w3
  br i1 %v43, label %loop19, label %end20
loop19:
  %i21 = phi i64 [ %v9, %loop16 ], [ %v41, %loop19 ]
  %p22 = phi double [ 0x8000000000000000, %loop16 ], [ %v39, %loop19 ]
  %p23 = phi double [ 0x8000000000000000, %loop16 ], [ %v40, %loop19 ]
  %v26 = mul i64 %i21, %w1
  %v27 = getelementptr inbounds double, ptr addrspace(1) %v25, i64 %v26
  %v28 = load double, ptr addrspace(1) %v27, align 8, !invariant.load !{}
  %v29 = fmul double %v28, %v28
  %v32 = getelementptr inbounds double, ptr addrspace(1) %v31, i64 %v26
  %v33 = load double, ptr addrspace(1) %v32, align 8, !invariant.load !{}
  %v34 = fmul double %v33, %v33
  %v35 = fsub double %v29, %v34
  %v36 = fmul double %v28, %v33
  %v37 = fmul double %v33, %v28
  %v38 = fadd double %v36, %v37
  %v39 = fadd double %p22, %v35
  %v40 = fadd double %p23, %v38
  %v41 = add nsw i64 %i21, 8
  %v42 = icmp slt i64 %v41, %w3
  br i1 %v42, label %loop19, label %end20
end20:
  %v44 = phi double [ 0x8000000000000000, %loop16 ], [ %v39, %loop19 ]
  %v45 = phi double [ 0x8000000000000000, %loop16 ], [ %v40, %loop19 ]
  %v46 = bitcast double %v44 to i64
  %v47 = lshr i64 %v46, 32
  %v48 = trunc i64 %v46 to i32
  %v49 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v48, i32 4, i32 31)
  %v50 = trunc i64 %v47 to i32
  %v51 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v50, i32 4, i32 31)
  %v52 = zext i32 %v49 to i64
  %v53 = zext i32 %v51 to i64
  %v54 = shl i64 %v53, 32
  %v55 = or i64 %v52, %v54
  %v56 = bitcast i64 %v55 to double
  %v57 = fadd double %v44, %v56
  %v58 = bitcast double %v57 to i64
  %v59 = lshr i64 %v58, 32
  %v60 = trunc i64 %v58 to i32
  %v61 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v60, i32 2, i32 31)
  %v62 = trunc i64 %v59 to i32
  %v63 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v62, i32 2, i32 31)
  %v64 = zext i32 %v61 to i64
  %v65 = zext i32 %v63 to i64
  %v66 = shl i64 %v65, 32
  %v67 = or i64 %v64, %v66
  %v68 = bitcast i64 %v67 to double
  %v69 = fadd double %v57, %v68
  %v70 = bitcast double %v69 to i64
  %v71 = lshr i64 %v70, 32
  %v72 = trunc i64 %v70 to i32
  %v73 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v72, i32 1, i32 31)
  %v74 = trunc i64 %v71 to i32
  %v75 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v74, i32 1, i32 31)
  %v76 = zext i32 %v73 to i64
  %v77 = zext i32 %v75 to i64
  %v78 = shl i64 %v77, 32
  %v79 = or i64 %v76, %v78
  %v80 = bitcast i64 %v79 to double
  %v81 = fadd double %v69, %v80
  %v82 = bitcast double %v45 to i64
  %v83 = lshr i64 %v82, 32
  %v84 = trunc i64 %v82 to i32
  %v85 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v84, i32 4, i32 31)
  %v86 = trunc i64 %v83 to i32
  %v87 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v86, i32 4, i32 31)
  %v88 = zext i32 %v85 to i64
  %v89 = zext i32 %v87 to i64
  %v90 = shl i64 %v89, 32
  %v91 = or i64 %v88, %v90
  %v92 = bitcast i64 %v91 to double
  %v93 = fadd double %v45, %v92
  %v94 = bitcast double %v93 to i64
  %v95 = lshr i64 %v94, 32
  %v96 = trunc i64 %v94 to i32
  %v97 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v96, i32 2, i32 31)
  %v98 = trunc i64 %v95 to i32
  %v99 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v98, i32 2, i32 31)
  %v100 = zext i32 %v97 to i64
  %v101 = zext i32 %v99 to i64
  %v102 = shl i64 %v101, 32
  %v103 = or i64 %v100, %v102
  %v104 = bitcast i64 %v103 to double
  %v105 = fadd double %v93, %v104
  %v106 = bitcast double %v105 to i64
  %v107 = lshr i64 %v106, 32
  %v108 = trunc i64 %v106 to i32
  %v109 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v108, i32 1, i32 31)
  %v110 = trunc i64 %v107 to i32
  %v111 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %v15, i32 %v110, i32 1, i32 31)
  %v112 = zext i32 %v109 to i64
  %v113 = zext i32 %v111 to i64
  %v114 = shl i64 %v113, 32
  %v115 = or i64 %v112, %v114
  %v116 = bitcast i64 %v115 to double
  %v117 = fadd double %v105, %v116
  %v118 = fadd double 0x0000000000000000, %v81
  %v119 = fadd double 0x0000000000000000, %v117
  %v120 = icmp eq i32 %v8, 0
  %v121 = mul i64 %i18, %w4
  %v122 = getelementptr inbounds double, ptr addrspace(1) %b1, i64 %v121
  br i1 %v120, label %put123, label %join124
put123:
  store double %v118, ptr addrspace(1) %v122, align 8
  br label %join124
join124:
  %v126 = getelementptr inbounds double, ptr addrspace(1) %v125, i64 %v121
  br i1 %v120, label %put127, label %join128
put127:
  store double %v119, ptr addrspace(1) %v126, align 8
  br label %join128
join128:
  %v129 = add nsw i64 %i18, %v13
  %v130 = icmp slt i64 %v129, %extent
  br i1 %v130, label %loop16, label %end17
end17:
  ret void
}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@shared = internal addrspace(3) global [64 x i64] poison, align 8
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %w5, i64 %w6, i64 %extent) nounwind {
entry:
  %v1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v2 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %v3 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %v4 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %v5 = zext i32 %v1 to i64
  %v6 = zext i32 %v3 to i64
  %v7 = zext i32 %v2 to i64
  %v8 = zext i32 %v4 to i64
  %v9 = and i32 %v1, 31
  %v10 = lshr i32 %v1, 5
  %v11 = lshr i32 %v3, 5
  %v26 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %w2
  %v303 = getelementptr inbounds double, ptr addrspace(1) %b1, i64 %w5
  %v309 = icmp slt i64 %v7, %extent
  br i1 %v309, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %v7, %entry ], [ %v307, %join306 ]
  %v20 = mul i64 %i14, %w0
  %v21 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %v20
  %v27 = getelementptr inbounds double, ptr addrspace(1) %v26, i64 %v20
  %v39 = icmp slt i64 %v5, %w3
  br i1 %v39, label %loop15, label %end16
loop15:
  %i17 = phi i64 [ %v5, %loop12 ], [ %v37, %loop15 ]
  %p18 = phi double [ 0x8000000000000000, %loop12 ], [ %v35, %loop15 ]
  %p19 = phi double [ 0x8000000000000000, %loop12 ], [ %v36, %loop15 ]
  %v22 = mul i64 %i17, %w1
  %v23 = getelementptr inbounds double, ptr addrspace(1) %v21, i64 %v22
  %v24 = load double, ptr addrspace(1) %v23, align 8, !invariant.load !{}
  %v25 = fmul double %v24, %v24
  %v28 = getelementptr inbounds double, ptr addrspace(1) %v27, i64 %v22
  %v29 = load double, ptr addrspace(1) %v28, align 8, !invariant.load !{}
  %v30 = fmul double %v29, %v29
  %v31 = fsub double %v25, %v30
  %v32 = fmul double %v24, %v29
  %v33 = fmul double %v29, %v24
  %v34 = fadd double %v32, %v33
  %v35 = fadd double %p18, %v31
  %v36 = fadd double %p19, %v34
  %v37 = add nsw i64 %i17, %v6
  %v38 = icmp slt i64 %v37, %w3
  br i1 %v38, label %loop15, label %end16
end16:
  %v40 = phi double [ 0x8000000000000000, %loop12 ], [ %v35, %loop15 ]
  %v41 = phi double [ 0x8000000000000000, %loop12 ], [ %v36, %loop15 ]
  %v42 = bitcast double %v40 to i64
  %v43 = lshr i64 %v42, 32
  %v44 = trunc i64 %v42 to i32
  %v45 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v44, i32 16, i32 31)
  %v46 = trunc i64 %v43 to i32
  %v47 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v46, i32 16, i32 31)
  %v48 = zext i32 %v45 to i64
  %v49 = zext i32 %v47 to i64
  %v50 = shl i64 %v49, 32
  %v51 = or i64 %v48, %v50
  %v52 = bitcast i64 %v51 to double
  %v53 = fadd double %v40, %v52
  %v54 = bitcast double %v53 to i64
  %v55 = lshr i64 %v54, 32
  %v56 = trunc i64 %v54 to i32
  %v57 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v56, i32 8, i32 31)
  %v58 = trunc i64 %v55 to i32
  %v59 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v58, i32 8, i32 31)
  %v60 = zext i32 %v57 to i64
  %v61 = zext i32 %v59 to i64
  %v62 = shl i64 %v61, 32
  %v63 = or i64 %v60, %v62
  %v64 = bitcast i64 %v63 to double
  %v65 = fadd double %v53, %v64
  %v66 = bitcast double %v65 to i64
  %v67 = lshr i64 %v66, 32
  %v68 = trunc i64 %v66 to i32
  %v69 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v68, i32 4, i32 31)
  %v70 = trunc i64 %v67 to i32
  %v71 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v70, i32 4, i32 31)
  %v72 = zext i32 %v69 to i64
  %v73 = zext i32 %v71 to i64
  %v74 = shl i64 %v73, 32
  %v75 = or i64 %v72, %v74
  %v76 = bitcast i64 %v75 to double
  %v77 = fadd double %v65, %v76
  %v78 = bitcast double %v77 to i64
  %v79 = lshr i64 %v78, 32
  %v80 = trunc i64 %v78 to i32
  %v81 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v80, i32 2, i32 31)
  %v82 = trunc i64 %v79 to i32
  %v83 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v82, i32 2, i32 31)
  %v84 = zext i32 %v81 to i64
  %v85 = zext i32 %v83 to i64
  %v86 = shl i64 %v85, 32
  %v87 = or i64 %v84, %v86
  %v88 = bitcast i64 %v87 to double
  %v89 = fadd double %v77, %v88
  %v90 = bitcast double %v89 to i64
  %v91 = lshr i64 %v90, 32
  %v92 = trunc i64 %v90 to i32
  %v93 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v92, i32 1, i32 31)
  %v94 = trunc i64 %v91 to i32
  %v95 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v94, i32 1, i32 31)
  %v96 = zext i32 %v93 to i64
  %v97 = zext i32 %v95 to i64
  %v98 = shl i64 %v97, 32
  %v99 = or i64 %v96, %v98
  %v100 = bitcast i64 %v99 to double
  %v101 = fadd double %v89, %v100
  %v102 = bitcast double %v41 to i64
  %v103 = lshr i64 %v102, 32
  %v104 = trunc i64 %v102 to i32
  %v105 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v104, i32 16, i32 31)
  %v106 = trunc i64 %v103 to i32
  %v107 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v106, i32 16, i32 31)
  %v108 = zext i32 %v105 to i64
  %v109 = zext i32 %v107 to i64
  %v110 = shl i64 %v109, 32
  %v111 = or i64 %v108, %v110
  %v112 = bitcast i64 %v111 to double
  %v113 = fadd double %v41, %v112
  %v114 = bitcast double %v113 to i64
  %v115 = lshr i64 %v114, 32
  %v116 = trunc i64 %v114 to i32
  %v117 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v116, i32 8, i32 31)
  %v118 = trunc i64 %v115 to i32
  %v119 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v118, i32 8, i32 31)
  %v120 = zext i32 %v117 to i64
  %v121 = zext i32 %v119 to i64
  %v122 = shl i64 %v121, 32
  %v123 = or i64 %v120, %v122
  %v124 = bitcast i64 %v123 to double
  %v125 = fadd double %v113, %v124
  %v126 = bitcast double %v125 to i64
  %v127 = lshr i64 %v126, 32
  %v128 = trunc i64 %v126 to i32
  %v129 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v128, i32 4, i32 31)
  %v130 = trunc i64 %v127 to i32
  %v131 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v130, i32 4, i32 31)
  %v132 = zext i32 %v129 to i64
  %v133 = zext i32 %v131 to i64
  %v134 = shl i64 %v133, 32
  %v135 = or i64 %v132, %v134
  %v136 = bitcast i64 %v135 to double
  %v137 = fadd double %v125, %v136
  %v138 = bitcast double %v137 to i64
  %v139 = lshr i64 %v138, 32
  %v140 = trunc i64 %v138 to i32
  %v141 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v140, i32 2, i32 31)
  %v142 = trunc i64 %v139 to i32
  %v143 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v142, i32 2, i32 31)
  %v144 = zext i32 %v141 to i64
  %v145 = zext i32 %v143 to i64
  %v146 = shl i64 %v145, 32
  %v147 = or i64 %v144, %v146
  %v148 = bitcast i64 %v147 to double
  %v149 = fadd double %v137, %v148
  %v150 = bitcast double %v149 to i64
  %v151 = lshr i64 %v150, 32
  %v152 = trunc i64 %v150 to i32
  %v153 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v152, i32 1, i32 31)
  %v154 = trunc i64 %v151 to i32
  %v155 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v154, i32 1, i32 31)
  %v156 = zext i32 %v153 to i64
  %v157 = zext i32 %v155 to i64
  %v158 = shl i64 %v157, 32
  %v159 = or i64 %v156, %v158
  %v160 = bitcast i64 %v159 to double
  %v161 = fadd double %v149, %v160
  call void @llvm.nvvm.barrier0()
  %v166 = icmp eq i32 %v9, 0
  br i1 %v166, label %put162, label %join167
put162:
  %v163 = getelementptr i64, ptr addrspace(3) @shared, i32 %v10
  store double %v101, ptr addrspace(3) %v163, align 8
  %v164 = add i32 %v10, 32
  %v165 = getelementptr i64, ptr addrspace(3) @shared, i32 %v164
  store double %v161, ptr addrspace(3) %v165, align 8
  br label %join167
join167:
  call void @llvm.nvvm.barrier0()
  %v168 = icmp ult i32 %v9, %v11
  %v169 = getelementptr i64, ptr addrspace(3) @shared, i32 %v9
  %v170 = load double, ptr addrspace(3) %v169, align 8
  %v171 = select i1 %v168, double %v170, double 0x8000000000000000
  %v172 = add i32 %v9, 32
  %v173 = getelementptr i64, ptr addrspace(3) @shared, i32 %v172
  %v174 = load double, ptr addrspace(3) %v173, align 8
  %v175 = select i1 %v168, double %v174, double 0x8000000000000000
  %v176 = bitcast double %v171 to i64
  %v177 = lshr i64 %v176, 32
  %v178 = trunc i64 %v176 to i32
  %v179 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v178, i32 16, i32 31)
  %v180 = trunc i64 %v177 to i32
  %v181 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v180, i32 16, i32 31)
  %v182 = zext i32 %v179 to i64
  %v183 = zext i32 %v181 to i64
  %v184 = shl i64 %v183, 32
  %v185 = or i64 %v182, %v184
  %v186 = bitcast i64 %v185 to double
  %v187 = fadd double %v171, %v186
  %v188 = bitcast double %v187 to i64
  %v189 = lshr i64 %v188, 32
  %v190 = trunc i64 %v188 to i32
  %v191 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v190, i32 8, i32 31)
  %v192 = trunc i64 %v189 to i32
  %v193 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v192, i32 8, i32 31)
  %v194 = zext i32 %v191 to i64
  %v195 = zext i32 %v193 to i64
  %v196 = shl i64 %v195, 32
  %v197 = or i64 %v194, %v196
  %v198 = bitcast i64 %v197 to double
  %v199 = fadd double %v187, %v198
  %v200 = bitcast double %v199 to i64
  %v201 = lshr i64 %v200, 32
  %v202 = trunc i64 %v200 to i32
  %v203 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v202, i32 4, i32 31)
  %v204 = trunc i64 %v201 to i32
  %v205 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v204, i32 4, i32 31)
  %v206 = zext i32 %v203 to i64
  %v207 = zext i32 %v205 to i64
  %v208 = shl i64 %v207, 32
  %v209 = or i64 %v206, %v208
  %v210 = bitcast i64 %v209 to double
  %v211 = fadd double %v199, %v210
  %v212 = bitcast double %v211 to i64
  %v213 = lshr i64 %v212, 32
  %v214 = trunc i64 %v212 to i32
  %v215 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v214, i32 2, i32 31)
  %v216 = trunc i64 %v213 to i32
  %v217 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v216, i32 2, i32 31)
  %v218 = zext i32 %v215 to i64
  %v219 = zext i32 %v217 to i64
  %v220 = shl i64 %v219, 32
  %v221 = or i64 %v218, %v220
  %v222 = bitcast i64 %v221 to double
  %v223 = fadd double %v211, %v222
  %v224 = bitcast double %v223 to i64
  %v225 = lshr i64 %v224, 32
  %v226 = trunc i64 %v224 to i32
  %v227 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v226, i32 1, i32 31)
  %v228 = trunc i64 %v225 to i32
  %v229 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v228, i32 1, i32 31)
  %v230 = zext i32 %v227 to i64
  %v231 = zext i32 %v229 to i64
  %v232 = shl i64 %v231, 32
  %v233 = or i64 %v230, %v232
  %v234 = bitcast i64 %v233 to double
  %v235 = fadd double %v223, %v234
  %v236 = bitcast double %v175 to i64
  %v237 = lshr i64 %v236, 32
  %v238 = trunc i64 %v236 to i32
  %v239 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v238, i32 16, i32 31)
  %v240 = trunc i64 %v237 to i32
  %v241 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v240, i32 16, i32 31)
  %v242 = zext i32 %v239 to i64
  %v243 = zext i32 %v241 to i64
  %v244 = shl i64 %v243, 32
  %v245 = or i64 %v242, %v244
  %v246 = bitcast i64 %v245 to double
  %v247 = fadd double %v175, %v246
  %v248 = bitcast double %v247 to i64
  %v249 = lshr i64 %v248, 32
  %v250 = trunc i64 %v248 to i32
  %v251 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v250, i32 8, i32 31)
  %v252 = trunc i64 %v249 to i32
  %v253 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v252, i32 8, i32 31)
  %v254 = zext i32 %v251 to i64
  %v255 = zext i32 %v253 to i64
  %v256 = shl i64 %v255, 32
  %v257 = or i64 %v254, %v256
  %v258 = bitcast i64 %v257 to double
  %v259 = fadd double %v247, %v258
  %v260 = bitcast double %v259 to i64
  %v261 = lshr i64 %v260, 32
  %v262 = trunc i64 %v260 to i32
  %v263 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v262, i32 4, i32 31)
  %v264 = trunc i64 %v261 to i32
  %v265 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v264, i32 4, i32 31)
  %v266 = zext i32 %v263 to i64
  %v267 = zext i32 %v265 to i64
  %v268 = shl i64 %v267, 32
  %v269 = or i64 %v266, %v268
  %v270 = bitcast i64 %v269 to double
  %v271 = fadd double %v259, %v270
  %v272 = bitcast double %v271 to i64
  %v273 = lshr i64 %v272, 32
  %v274 = trunc i64 %v272 to i32
  %v275 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v274, i32 2, i32 31)
  %v276 = trunc i64 %v273 to i32
  %v277 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v276, i32 2, i32 31)
  %v278 = zext i32 %v275 to i64
  %v279 = zext i32 %v277 to i64
  %v280 = shl i64 %v279, 32
  %v281 = or i64 %v278, %v280
  %v282 = bitcast i64 %v281 to double
  %v283 = fadd double %v271, %v282
  %v284 = bitcast double %v283 to i64
  %v285 = lshr i64 %v284, 32
  %v286 = trunc i64 %v284 to i32
  %v287 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v286, i32 1, i32 31)
  %v288 = trunc i64 %v285 to i32
  %v289 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v288, i32 1, i32 31)
  %v290 = zext i32 %v287 to i64
  %v291 = zext i32 %v289 to i64
  %v292 = shl i64 %v291, 32
  %v293 = or i64 %v290, %v292
  %v294 = bitcast i64 %v293 to double
  %v295 = fadd double %v283, %v294
  %v296 = fadd double 0x0000000000000000, %v235
  %v297 = fadd double 0x0000000000000000, %v295
  %v298 = icmp eq i32 %v1, 0
  %v299 = mul i64 %i14, %w4
  %v300 = getelementptr inbounds double, ptr addrspace(1) %b1, i64 %v299
  br i1 %v298, label %put301, label %join302
put301:
  store double %v296, ptr addrspace(1) %v300, align 8
  br label %join302
join302:
  %v304 = getelementptr inbounds double, ptr addrspace(1) %v303, i64 %v299
  br i1 %v298, label %put305, label %join306
put305:
  store double %v297, ptr addrspace(1) %v304, align 8
  br label %join306
join306:
  %v307 = add nsw i64 %i14, %v8
  %v308 = icmp slt i64 %v307, %extent
  br i1 %v308, label %loop12, label %end13
end13:
  ret void
}

; rows of 64: 19 blocks of 256
; bind i0 teams of 16
; bind i1 lanes

; rows of 700: 32 blocks of 256
; bind i0 blocks
; bind i1 lanes
