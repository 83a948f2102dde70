target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %w5, i64 %extent) nounwind {
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
  %v40 = trunc i64 %w3 to i32
  %v41 = bitcast i32 %v40 to float
  %v77 = icmp slt i64 %v11, %extent
  br i1 %v77, label %loop16, label %end17
loop16:
  %i18 = phi i64 [ %v11, %entry ], [ %v75, %end65 ]
  %v19 = mul i64 %i18, %w0
  %v20 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v19
  %v21 = ptrtoint ptr addrspace(1) %v20 to i64
  %v22 = and i64 %v21, 15
  %v23 = or i64 0, %v22
  %v24 = icmp eq i64 %v23, 0
  %v25 = and i64 %w4, -4
  %v26 = select i1 %v24, i64 %v25, i64 0
  %v27 = mul i64 %v9, 4
  %v28 = mul i64 8, 4
  %v35 = mul i64 %i18, %w1
  %v36 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v35
  %v62 = icmp slt i64 %v27, %v26
  br i1 %v62, label %loop29, label %end30
loop29:
  %i31 = phi i64 [ %v27, %loop16 ], [ %v60, %loop29 ]
  %v32 = add nsw i64 %i31, 1
  %v33 = add nsw i64 %i31, 2
  %v34 = add nsw i64 %i31, 3
  %v37 = mul i64 %i31, %w2
  %v38 = getelementptr inbounds float, ptr addrspace(1) %v36, i64 %v37
  %v39 = load float, ptr addrspace(1) %v38, align 4, !invariant.load !{}
  %v42 = fadd float %v39, %v41
  %v43 = mul i64 %v32, %w2
  %v44 = getelementptr inbounds float, ptr addrspace(1) %v36, i64 %v43
  %v45 = load float, ptr addrspace(1) %v44, align 4, !invariant.load !{}
  %v46 = fadd float %v45, %v41
  %v47 = mul i64 %v33, %w2
  %v48 = getelementptr inbounds float, ptr addrspace(1) %v36, i64 %v47
  %v49 = load float, ptr addrspace(1) %v48, align 4, !invariant.load !{}
  %v50 = fadd float %v49, %v41
  %v51 = mul i64 %v34, %w2
  %v52 = getelementptr inbounds float, ptr addrspace(1) %v36, i64 %v51
  %v53 = load float, ptr addrspace(1) %v52, align 4, !invariant.load !{}
  %v54 = fadd float %v53, %v41
  %v55 = insertelement <4 x float> poison, float %v42, i32 0
  %v56 = insertelement <4 x float> %v55, float %v46, i32 1
  %v57 = insertelement <4 x float> %v56, float %v50, i32 2
  %v58 = insertelement <4 x float> %v57, float %v54, i32 3
  %v59 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i31
  store <4 x float> %v58, ptr addrspace(1) %v59, align 16
  %v60 = add nsw i64 %i31, %v28
  %v61 = icmp slt i64 %v60, %v26
  br i1 %v61, label %loop29, label %end30
end30:
  %v63 = add nsw i64 %v26, %v9
  %v74 = icmp slt i64 %v63, %w4
  br i1 %v74, label %loop64, label %end65
loop64:
  %i66 = phi i64 [ %v63, %end30 ], [ %v72, %loop64 ]
  %v67 = mul i64 %i66, %w2
  %v68 = getelementptr inbounds float, ptr addrspace(1) %v36, i64 %v67
  %v69 = load float, ptr addrspace(1) %v68, align 4, !invariant.load !{}
  %v70 = fadd float %v69, %v41
  %v71 = getelementptr inbounds float, ptr addrspace(1) %v20, i64 %i66
  store float %v70, ptr addrspace(1) %v71, align 4
  %v72 = add nsw i64 %i66, 8
  %v73 = icmp slt i64 %v72, %w4
  br i1 %v73, label %loop64, label %end65
end65:
  %v75 = add nsw i64 %i18, %v13
  %v76 = icmp slt i64 %v75, %extent
  br i1 %v76, label %loop16, label %end17
end17:
  ret void
}

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @kernel(ptr addrspace(1) readonly %b0, ptr addrspace(1) %b1, i64 %w0, i64 %w1, i64 %w2, i64 %w3, i64 %w4, i64 %w5, i64 %extent) nounwind {
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
  %v36 = trunc i64 %w3 to i32
  %v37 = bitcast i32 %v36 to float
  %v77 = icmp slt i64 %v7, %extent
  br i1 %v77, label %loop12, label %end13
loop12:
  %i14 = phi i64 [ %v7, %entry ], [ %v75, %join73 ]
  %v15 = mul i64 %i14, %w0
  %v16 = getelementptr inbounds float, ptr addrspace(1) %b1, i64 %v15
  %v17 = ptrtoint ptr addrspace(1) %v16 to i64
  %v18 = and i64 %v17, 15
  %v19 = or i64 0, %v18
  %v20 = icmp eq i64 %v19, 0
  %v21 = and i64 %w4, -4
  %v22 = select i1 %v20, i64 %v21, i64 0
  %v23 = mul i64 %v5, 4
  %v24 = mul i64 %v6, 4
  %v31 = mul i64 %i14, %w1
  %v32 = getelementptr inbounds float, ptr addrspace(1) %b0, i64 %v31
  %v58 = icmp slt i64 %v23, %v22
  br i1 %v58, label %loop25, label %end26
loop25:
  %i27 = phi i64 [ %v23, %loop12 ], [ %v56, %loop25 ]
  %v28 = add nsw i64 %i27, 1
  %v29 = add nsw i64 %i27, 2
  %v30 = add nsw i64 %i27, 3
  %v33 = mul i64 %i27, %w2
  %v34 = getelementptr inbounds float, ptr addrspace(1) %v32, i64 %v33
  %v35 = load float, ptr addrspace(1) %v34, align 4, !invariant.load !{}
  %v38 = fadd float %v35, %v37
  %v39 = mul i64 %v28, %w2
  %v40 = getelementptr inbounds float, ptr addrspace(1) %v32, i64 %v39
  %v41 = load float, ptr addrspace(1) %v40, align 4, !invariant.load !{}
  %v42 = fadd float %v41, %v37
  %v43 = mul i64 %v29, %w2
  %v44 = getelementptr inbounds float, ptr addrspace(1) %v32, i64 %v43
  %v45 = load float, ptr addrspace(1) %v44, align 4, !invariant.load !{}
  %v46 = fadd float %v45, %v37
  %v47 = mul i64 %v30, %w2
  %v48 = getelementptr inbounds float, ptr addrspace(1) %v32, i64 %v47
  %v49 = load float, ptr addrspace(1) %v48, align 4, !invariant.load !{}
  %v50 = fadd float %v49, %v37
  %v51 = insertelement <4 x float> poison, float %v38, i32 0
  %v52 = insertelement <4 x float> %v51, float %v42, i32 1
  %v53 = insertelement <4 x float> %v52, float %v46, i32 2
  %v54 = insertelement <4 x float> %v53, float %v50, i32 3
  %v55 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i27
  store <4 x float> %v54, ptr addrspace(1) %v55, align 16
  %v56 = add nsw i64 %i27, %v24
  %v57 = icmp slt i64 %v56, %v22
  br i1 %v57, label %loop25, label %end26
end26:
  %v59 = add nsw i64 %v22, %v5
  %v70 = icmp slt i64 %v59, %w4
  br i1 %v70, label %loop60, label %end61
loop60:
  %i62 = phi i64 [ %v59, %end26 ], [ %v68, %loop60 ]
  %v63 = mul i64 %i62, %w2
  %v64 = getelementptr inbounds float, ptr addrspace(1) %v32, i64 %v63
  %v65 = load float, ptr addrspace(1) %v64, align 4, !invariant.load !{}
  %v66 = fadd float %v65, %v37
  %v67 = getelementptr inbounds float, ptr addrspace(1) %v16, i64 %i62
  store float %v66, ptr addrspace(1) %v67, align 4
  %v68 = add nsw i64 %i62, %v6
  %v69 = icmp slt i64 %v68, %w4
  br i1 %v69, label %loop60, label %end61
end61:
  call void @llvm.nvvm.barrier0()
  %v72 = icmp eq i32 %v9, 0
  br i1 %v72, label %put71, label %join73
put71:
  br label %join73
join73:
  call void @llvm.nvvm.barrier0()
  %v74 = icmp ult i32 %v9, %v11
  %v75 = add nsw i64 %i14, %v8
  %v76 = icmp slt i64 %v75, %extent
  br i1 %v76, label %loop12, label %end13
end13:
  ret void
}

; rows of 64: Variant(lanes=16, wide=True, changed=frozenset(), tile=0), 19 blocks of 256

; rows of 700: Variant(lanes=0, wide=True, changed=frozenset(), tile=0), 32 blocks of 256
