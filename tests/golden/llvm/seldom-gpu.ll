target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, ptr addrspace(1) readonly %b2, i64 %w0, i64 %extent) nounwind {
entry:
  %v1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v2 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %v3 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %v4 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %v5 = mul i32 %v2, %v3
  %v6 = add i32 %v5, %v1
  %v7 = mul i32 %v4, %v3
  %v8 = zext i32 %v6 to i64
  %v9 = zext i32 %v7 to i64
  %v10 = ptrtoint ptr addrspace(1) %b0 to i64
  %v11 = and i64 %v10, 15
  %v12 = or i64 0, %v11
  %v13 = ptrtoint ptr addrspace(1) %b2 to i64
  %v14 = and i64 %v13, 15
  %v15 = or i64 %v12, %v14
  %v16 = ptrtoint ptr addrspace(1) %b1 to i64
  %v17 = and i64 %v16, 15
  %v18 = or i64 %v15, %v17
  %v19 = icmp eq i64 %v18, 0
  %v20 = and i64 %extent, -2
  %v21 = select i1 %v19, i64 %v20, i64 0
  %v22 = mul i64 %v8, 2
  %v23 = mul i64 %v9, 2
  %v53 = icmp slt i64 %v22, %v21
  br i1 %v53, label %loop24, label %end25
loop24:
  %i26 = phi i64 [ %v22, %entry ], [ %v51, %join46 ]
  %v27 = add nsw i64 %i26, 1
  %v28 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %i26
  %v29 = load <2 x double>, ptr addrspace(1) %v28, align 16, !invariant.load !{}
  %v30 = extractelement <2 x double> %v29, i32 0
  %v31 = extractelement <2 x double> %v29, i32 1
  %v32 = fcmp olt double %v30, 0x0000000000000000
  br i1 %v32, label %cold33, label %join38, !prof !{!"branch_weights", i32 1, i32 2000}
cold33:
  %v34 = getelementptr inbounds i64, ptr addrspace(1) %b2, i64 %i26
  %v35 = load i64, ptr addrspace(1) %v34, align 8, !invariant.load !{}
  %v36 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %v35
  %v37 = load double, ptr addrspace(1) %v36, align 8, !invariant.load !{}
  br label %join38
join38:
  %v39 = phi double [ %v30, %loop24 ], [ %v37, %cold33 ]
  %v40 = fcmp olt double %v31, 0x0000000000000000
  br i1 %v40, label %cold41, label %join46, !prof !{!"branch_weights", i32 1, i32 2000}
cold41:
  %v42 = getelementptr inbounds i64, ptr addrspace(1) %b2, i64 %v27
  %v43 = load i64, ptr addrspace(1) %v42, align 8, !invariant.load !{}
  %v44 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %v43
  %v45 = load double, ptr addrspace(1) %v44, align 8, !invariant.load !{}
  br label %join46
join46:
  %v47 = phi double [ %v31, %join38 ], [ %v45, %cold41 ]
  %v48 = insertelement <2 x double> poison, double %v39, i32 0
  %v49 = insertelement <2 x double> %v48, double %v47, i32 1
  %v50 = getelementptr inbounds double, ptr addrspace(1) %b1, i64 %i26
  store <2 x double> %v49, ptr addrspace(1) %v50, align 16
  %v51 = add nsw i64 %i26, %v23
  %v52 = icmp slt i64 %v51, %v21
  br i1 %v52, label %loop24, label %end25
end25:
  %v54 = add nsw i64 %v21, %v8
  %v71 = icmp slt i64 %v54, %extent
  br i1 %v71, label %loop55, label %end56
loop55:
  %i57 = phi i64 [ %v54, %end25 ], [ %v69, %join66 ]
  %v58 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %i57
  %v59 = load double, ptr addrspace(1) %v58, align 8, !invariant.load !{}
  %v60 = fcmp olt double %v59, 0x0000000000000000
  br i1 %v60, label %cold61, label %join66, !prof !{!"branch_weights", i32 1, i32 2000}
cold61:
  %v62 = getelementptr inbounds i64, ptr addrspace(1) %b2, i64 %i57
  %v63 = load i64, ptr addrspace(1) %v62, align 8, !invariant.load !{}
  %v64 = getelementptr inbounds double, ptr addrspace(1) %b0, i64 %v63
  %v65 = load double, ptr addrspace(1) %v64, align 8, !invariant.load !{}
  br label %join66
join66:
  %v67 = phi double [ %v59, %loop55 ], [ %v65, %cold61 ]
  %v68 = getelementptr inbounds double, ptr addrspace(1) %b1, i64 %i57
  store double %v67, ptr addrspace(1) %v68, align 8
  %v69 = add nsw i64 %i57, %v9
  %v70 = icmp slt i64 %v69, %extent
  br i1 %v70, label %loop55, label %end56
end56:
  ret void
}
