"""The exceptions to the house's rules, each with its reason. A stale entry fails the tests too."""

LONG_FILES = {}

LONG_FUNCTIONS = {}

LOCAL_IMPORTS = {
    "absent": "packages that many programs do without are imported when they are first named",
    "core.parser": "a text may name primitives whose modules no program has needed yet",
    "core.lazy": "loads slow third-party modules on first use: that is its purpose",
    "as_jax": "the machinery is for programs that ask for JAX's names",
    "as_jax.finder": "it is asked for modules by name",
    "as_jax.stand_ins": "it names modules in a table",
    "export.classes": "bytes name modules of fjax whose classes they hold",
    "misspelling": "asks the module of SciPy that is named alike, after a name was not found",
}

UPWARD_IMPORTS = {}

# Process-wide mutable state: module -> name -> what it is for.
STATE = {
    "as_jax.lent": {"exclude_paths": "files that libraries leave out of their own tracebacks"},
    "config": {
        "_scoped": "own options of threads that are in a scope",
        "checks": "whether a thread looks for NaNs or infinities",
        "_keys": "one object per trace key",
        "_settled": "options that can change no more",
        "_user_contexts": "the contexts that make_user_context made",
    },
    "export.exchange.operators": {"OPERATORS": "ONNX's operators by name, filled at import"},
    "core.collector": {
        "_resting": "who makes a program, while no garbage is collected",
        "_aged": "how many objects count as old since the old ones were walked",
        "_frozen": "whether somebody else has been found to freeze objects",
        "_most": "how many may",
    },
    "core.avals": {"_interned": "one object per aval, so that avals hash by identity"},
    "core.device": {
        "_devices_of": "who knows the devices of a platform: the targets, installed",
        "_elsewhere": "the devices of other processes, as the job numbers them",
        "_first": "the first device of each process, by platform, as the job numbers them",
        "_numbered_here": "the devices of this process that have such numbers",
    },
    "core.placing": {"_resharding": "how arrays get a sharding over processes, installed"},
    "core.cannot_end": {
        "_inside": "the threads within calls in which Python cannot end them",
        "_ending": "the thread that ends the process",
    },
    "core.processes": {"_job": "the connection to the other processes"},
    "distributed": {"_hook": "what showed errors before this process joined others"},
    "core.memory": {"_memory_of": "who holds the memory of a device: its target, installed"},
    "core.dtypes": {
        "_user_keys": "the key dtypes of generators that users defined (weak), for the parser"
    },
    "core.events": {
        "_counters": "the counts that each thread's count_events blocks keep",
        "listeners": "who listens to events: fjax.monitoring",
    },
    "core.evaluate": {
        "_execute": "the one compile hook: how a jaxpr is run",
        "_across": "how programs run that several processes have parts of, installed",
        "_entry_of": "the short way into a compiled program, installed",
        "_entry_alone": "the same for one operation",
    },
    "core.finite": {"_origins": "where infinities come from, while somebody looks for NaNs (weak)"},
    "core.fresh": {"_kept": "where memory is kept: the pool, which is above, installs itself"},
    "core.host_library": {
        "_product": "how large products are computed: installed by the layer above",
        "_single_threaded": "what limits the libraries to one thread: likewise",
    },
    "core.ir": {"_printer": "the printer, which is above the IR and installs itself"},
    "core.later": {"_left": "work that a thread does a moment later, by name"},
    "core.memo": {"_clearers": "how to empty each memo"},
    "core.primitive": {"_replaced": "the primitives that a function of the user's computes"},
    "core.scalar": {"_interned": "one object per scalar expression"},
    "core.shortage": {
        "_relieve": "how memory that is kept goes back: the pool, which is above, installs itself",
        "_report": "what the pool says about it",
    },
    "core.tracing": {
        "_run_across": "how an operation runs on arrays of several processes, installed",
        "_run_there": "how an operation runs on a device other than the CPU: a program, installed",
        "living": "the traces in force in any thread, so that eager operations need not ask",
    },
    "monitoring": {
        "_durations": "who listens to durations",
        "_spans": "who listens to spans",
        "_scalars": "who listens to numbers",
    },
    "misspelling": {"_hook": "what showed errors before fjax added its notes"},
    "export.trees": {
        "_by_class": "the classes of pytrees that are registered for serialization",
        "_by_name": "the same by their names",
    },
    "errors": {
        "own_code": "which code objects are fjax's own",
        "show_own_frames": "the option traceback_filtering, where errors read it",
        "callbacks_as_in_jax": "whether as_jax is in force, for what callbacks raise",
        "own_process": "which of several processes this is, for what errors say",
    },
    "higher_order.breakpoints": {
        "_examples": "the numbers of the examples that a breakpoint is at, in each context",
        "_steps": "the steps of the loops that are traced, in each context",
    },
    "interpreters.vmappable": {"_registered": "the types that libraries have registered for vmap"},
    "locks": {
        "_locks": "every lock of the process",
        "_held": "the locks that a fork under way holds",
        "_importing": "how many imports each thread is in: a fork waits for them",
    },
    "lowering.disk_cache": {
        "_warned": "problems of the disk cache that were reported already",
        "_added": "what was stored since the folder was looked through",
    },
    "lowering.internal_errors": {"_told": "which lines raised errors that were reported already"},
    "lowering.cpu.compile": {
        "_compiled": "the kernel cache in memory",
        "_native": "addresses of fjax's own native functions",
        "_ready": "object code that the program in the making will load",
        "_machines": "LLVM's target machines",
        "_info": "how many kernels were compiled and loaded",
    },
    "lowering.cpu.llvm_options": {
        "_users": "how many threads generate code by few passes",
        "_are_few": "whether LLVM's options say so",
    },
    "lowering.cpu.loader": {
        "_defined": "the addresses that loaded code may name",
        "_engine": "LLVM's engine, which holds what only LLVM can load",
    },
    "lowering.cuda.compile": {"_loaded": "the kernels that are on GPUs"},
    "lowering.cpu.runtime.threads": {"_own": "each thread's limit of threads, set by `threads`"},
    "lowering.cpu.processor": {"_initialized": "whether LLVM's native target has been set up"},
    "lowering.targets": {"_chosen": "the target that a thread compiles for, if not the CPU"},
    "nn.module": {"calling": "the module whose call is traced, in each context"},
    "profiler": {"_recording": "the trace under way"},
    "pytrees.registry": {
        "nodes": "the registered pytree classes",
        "_registered": "the registered pytree classes",
    },
    "pytrees.treedef": {"_builders": "compiled builders of structures seen repeatedly; bounded"},
}

SILENT_HANDLERS = {}

# Modules that may ask what was found out about the processor at hand: nothing there cuts a sum.
READERS_OF_HERE = {
    "explanation.kernels": "how many threads a page says that a kernel may have",
    "explanation.noted_steps": "the same for a trace",
    "bug_report": "what a bug report says",
    "lowering.machine": "defines it",
    "lowering.cpu.processor": "finds it out",
    "lowering.cuda.heuristic": "how many blocks take turns at the work of a launch",
    "lowering.cpu.runtime.threads": "how many threads share the work",
    "lowering.cpu.library.convolutions": "how many rows and lines of a convolution make a task",
}

# Numbers of the lowering that are no quantity of a machine: module -> names -> why.
NUMBERS = {
    "lowering.kernel.form": {
        "MOST_ITERATIONS": "what an index of 32 bits can count",
        "MOST_LANES TILE": "of the code for one iteration",
        "WARP MOST_NEIGHBOURS": "of the hardware: threads of a GPU, and what an instruction reads",
    },
    "lowering.kernel.short_places": {
        "MOST": "of 32 bits",
        "TABLES": "each a kernel of its own; the largest fills a quarter of 32 registers",
    },
    "lowering.kernel.index_arithmetic": {"MOST_PERMUTED": "of axes: beyond, compile effort"},
    "lowering.kernel.narrow": {"MAGNITUDE INFINITY QUIET_NAN MANTISSA BIAS": "of float32's bits"},
    "lowering.run.loop_runners": {
        "QUICK SLOW": "seconds that a person waits for an interrupt",
        "MOST_RUNS": "what a loop remembers",
    },
    "lowering.numba.compiler": {"LENGTH DEEPEST": "what Numba's compiler needs"},
    "lowering.cuda.numba.nvvm": {
        "OF_AN_ARRAY ADDRESS ELEMENTS MOST_PARAMETERS": "how Numba passes arrays, what CUDA takes"
    },
    "lowering.inspect": {"MOST_STEPS WIDEST": "how long a representation is"},
    "lowering.numba.emit": {"WIDTH LONGEST_TUPLE": "how readable text is laid out"},
    "lowering.run.buffers": {
        "FEW": "below which a list is quicker than a tree; the layout is the same"
    },
    "lowering.run.launch": {"ALIGNMENT": "of buffers in bytes"},
    "lowering.disk_cache": {
        "FORMAT LARGEST": "of the files on disk",
        "ABANDONED SHARES": "when a file is given up, when all are looked at",
        "PATIENCE PAUSE": "how long a process waits for another that compiles, and between looks",
    },
    "lowering.run.copies": {"MOST_NAMED": "lines of a message"},
    "lowering.run.families": {"MOST_TEMPLATES MOST_WAITING MOST_MISTAKEN": "bounds of memos"},
    "lowering.skeleton": {"LEAST": "the number from which one may be a size"},
    "lowering.run.communication_overlap": {
        "HORIZONS": "how many collectives begin before one is waited for",
        "ROOM SMALL": "how much more memory a program may need for that",
    },
    "lowering.run.memory_scheduling": {
        "SMALL WORTH": "of memory in bytes, and what must be left: below, steps keep their order",
        "MOST_ORDERS": "a bound of a memo",
    },
    "lowering.run.unrolled_steps": {"STEPS BLOCK": "after which buffers take turns again; a mark"},
    "lowering.run.stored_plan": {"PROTOCOL": "of the files on disk"},
    "lowering.run.plan": {"SCRATCH": "a mark in a table"},
    "lowering.run.steps": {"FEW_PAIRS": "of arrays that Python compares one by one"},
    "passes.distribute": {"FREE_BYTES": "of storage that a faster program may need"},
    "passes.optimize": {"MAX_ROUNDS": "of passes"},
    "passes.in_place": {"LONGEST": "copies of a step's code"},
    "passes.lagging_carries": {"PART": "so that a step is clearly shorter than a copy"},
    "spmd.halo_exchange": {
        "MOST_STRETCHES": "that a value is selected from, each of which may be sent"
    },
    "spmd.sharding_propagation": {"MOST_SWEEPS": "until what is known has gone as far as it goes"},
    "lowering.cpu.compile": {"ABI OPTIMIZATION_LEVEL PASSES_LEVEL": "of the code"},
    "lowering.cpu.loader": {
        "_CONTENTS _SYMBOLS _ADDED _EMPTY _PLAIN _WRITABLE _LOADED _THREADS": "of ELF files",
        "_ABSOLUTE _SECTION_ITSELF _FULL_ADDRESS _DISTANCE _DISTANCE_OF_CALL": "of ELF files",
    },
    "lowering.cpu.processor": {"MOST_REGISTERS": "of one value"},
    "lowering.cpu.heuristic": {"STRIP": "memory on the stack"},
    "lowering.schedule.index_bounds": {
        "SMALL": "of literals: below what an index of 64 bits holds"
    },
    "lowering.schedule.loops": {"LONGEST": "of pieces: 32 bits have room for a step of one"},
    "lowering.schedule.transpose": {"TILE_ROWS": "of tiles: four rows' code each"},
    "lowering.cpu.shared_functions": {"FEWEST SHORTEST": "below which calls make code no shorter"},
    "lowering.cpu.slp": {"FEWEST SHORTEST": "below which lanes make code no shorter"},
    "lowering.schedule.memory": {"ALONG": "a name"},
    "lowering.cpu.emit.horizontal_reductions": {"REGISTER": "of shuffles: a part of every vector"},
    "lowering.cuda.compile": {"ABI": "of the code", "WORKERS": "threads of a compiler"},
    "lowering.cuda.cubin": {"MACHINE WITHOUT_BYTES": "of ELF files"},
    "lowering.cuda.runtime.gpu": {"MOST_NAMED": "lines of a message"},
    "lowering.cuda.runtime.launch_calls": {"MOST_WORDS": "of the driver's interface"},
    "lowering.cuda.runtime.graphs": {"MOST_KEPT MOST_KNOWN": "bounds of memos"},
    "lowering.cuda.runtime.exchange": {"LEGACY VERSION": "of CUDA's array interface"},
    "lowering.cuda.library.carriers": {"OLDEST ID_BYTES": "of NCCL's interface"},
    "lowering.cuda.library.cudnn": {
        "ALIGNMENT": "of cuDNN's interface",
        "WORKSPACE_BYTES": "memory of a call beside its operands",
    },
    "lowering.cuda.library.cudnn_convolutions": {"MOST_AXES": "of cuDNN's interface"},
    "lowering.cuda.library.expansions": {"WRITTEN_OUT": "of a program, as its compile effort"},
    "lowering.cuda.library.reflectors": {
        "LEFT RIGHT PLAIN TRANSPOSED ADJOINT": "of cuBLAS's interface"
    },
    "lowering.cuda.library.ragged": {"COPIES": "memory of a call beside its operands"},
    "lowering.cuda.library.convolutions": {
        "CHUNK_BYTES CHUNK_SHARE": "memory of a call beside its operands",
        "CHOSEN_FROM": "parameters of a kernel, of which each element reads one",
    },
    "lowering.cuda.library.matrix_products": {
        "COMPUTE_32F COMPUTE_32F_FAST_TF32 COMPUTE_64F DEFAULT_ALGORITHM WIDEST": "of cuBLAS"
    },
    "lowering.cuda.table": {"WORD MOST_BYTES": "of the driver's interface"},
    "lowering.cuda.ptx": {"KNOWN OPTIMIZATION_LEVEL": "of LLVM's code generator"},
    "lowering.cuda.heuristic": {
        "FEWEST_LANES OF_A_LANE OF_A_WARP UNKNOWN": "teams follow from the lengths of rows alone",
        "TURNS": "of launches; to be measured where there is a GPU",
        "MOST_OF_A_LANE MOST_WRITTEN_OUT": "registers, and code, for a row",
    },
    "lowering.cuda.emit.conversions": {"BYTES_FROM": "an architecture's number"},
    "lowering.cuda.emit.teams": {"WORD": "of shared memory"},
    "lowering.cuda.emit.threads": {"BLOCK MOST_THREADS": "of the hardware"},
    "lowering.llvm.values": {
        "RECURSION_LIMIT": "of Python's stack",
        "PLACE_BITS": "of a float64's mantissa, but for roundings",
    },
    "lowering.cuda.driver": {"OLDEST _NO_DEVICE": "of the driver's interface"},
    "lowering.cpu.library.cuts": {
        "CALL_WORK MULTIPLE MOST_CALLS FIRST_COPIES COPIES COLUMN_COST LEAST_PRODUCTS PARTIAL_SUMS "
        "VECTOR_CALL_WORK "
        "STRIDED_ROWS": "how products are cut, which decides bits: decision 22"
    },
    "lowering.cpu.library.panels": {
        "TASK_ROWS TURNED_ROWS TILE_ROWS BLOCK NEAR": "registers, caches, and streams side by side",
        "WIDE LEAST_WORK LEAST_ROWS COPIES TURNED_COPIES SHORT SHORT_LOSS LOSS": (
            "what libraries do better: decision 62"
        ),
    },
    "lowering.cpu.library.vectors": {
        "ROWS LONG COLUMNS FEW_AT_ONCE WORKING MOST_VECTORS MOST_PACKED": (
            "registers, and streams side by side"
        ),
        "PIECE PIECES FEW_BYTES ROWS_BYTES PACKED": "what is in the nearest caches",
        "FEW_BY_ROWS MANY_BY_ROWS SHORT_ROWS FEW_BY_COLUMNS SMALL SMALL_COLUMNS SHORT WORK "
        "FEW_ROWS LONG_ROWS LONG_FEW LONG_SUMS PACKED_FOR_ROW MANY": (
            "what libraries do better: decision 62"
        ),
    },
    "lowering.cpu.library.onednn": {"WORK": "a product for which the library is worth loading"},
    "lowering.cpu.library.onednn_convolution": {
        "WORK NARROW_WORK": "a convolution for which a primitive is worth making",
        "BLOCK EMPTY FEW_INPUTS POSITIONS FEATURES": "what oneDNN's code is good at",
        "CACHE_BYTES TASKS": "how convolutions are cut, which decides bits: decision 22",
    },
    "lowering.cpu.library.onednn_primitives": {
        "CPU ANY_LAYOUT TRAINING DIRECT OWN_SCRATCH IMPLEMENTATION SCRATCH_LAYOUT "
        "FROM TO SCRATCH DIMENSIONS ALIGNMENT": "of oneDNN's interface"
    },
    "lowering.cpu.library.onednn_product": {
        "WORK MATRIX_WORK": "products for which primitives are worth making",
        "TASK_WORK TASKS BLOCK": "how products are cut, which decides bits: decision 22",
    },
    "lowering.cpu.library.onednn_steps": {
        "OPERANDS MOST_MEMORIES MOST_ARGUMENTS": "of a record",
        "IN_ORDER OUT_OF_MEMORY": "of oneDNN's interface",
    },
    "lowering.cpu.library.lapack_calls": {
        "UPPER LOWER UNIT NOT_UNIT LEFT RIGHT CONJUGATE_TRANSPOSE": "of CBLAS",
        "LETTER_A LETTER_L LETTER_N LETTER_S LETTER_U LETTER_V": "characters",
        "MOST_ELEMENTS MOST_OF_QR MOST_PIVOTS": "memory on the stack",
        "BLOCK": "of LAPACK's work memory",
    },
    "lowering.cpu.library.lapack_lanes": {"LONGEST": "memory on the stack"},
    "lowering.cpu.library.sorting": {
        "FEW LONGEST MOVED VALUES": "beyond which NumPy sorts in less time",
        "MOST_OPERANDS": "of which the sizes fit a word",
    },
    "lowering.cpu.library.collective_calls": {"NOBODY": "a mark in a table"},
    "lowering.cpu.library.sorting_calls": {
        "INFINITY_32 INFINITY_64 MOST_32 MOST_64": "bits of numbers",
        "RUN": "the elements that are sorted by insertion, measured",
    },
    "lowering.cpu.runtime.control_flow": {
        "BY_CONDITION BY_OPERAND": "marks in a table",
        "QUICK": "a person's patience",
    },
    "lowering.cpu.library.product_calls": {"BY_ROWS NO_TRANSPOSE TRANSPOSE": "of CBLAS"},
    "lowering.cpu.library.products": {
        "LAUNCHED_WORK": "from which OpenBLAS uses threads of its own",
        "SUMMED COPIES": "when a sum of products needs no copies",
    },
    "lowering.cpu.library.convolutions": {
        "TERMS FEW_TERMS PACKED_ROWS TASKS ROWS_AT_ONCE FEW_BLOCKS ANYWHERE": (
            "limits of its lists and tiles"
        ),
        "PATCHES PRODUCTS KEPT_BYTES MOST_TAPS": "which program computes it decides bits: "
        "decision 64",
    },
    "lowering.cpu.library.convolution_kernel": {
        "BLOCK_BYTES MOST_ROWS MOST_VECTORS": "of arrays on the stack"
    },
    "lowering.cpu.side_by_side": {"SOON": "how long a thread waits for its turn"},
    "lowering.native.translate": {"SMALL": "lines of functions that are inlined"},
    "lowering.native.language": {"CACHE_LINE": "of processors: records are laid out by it"},
    "lowering.cpu.runtime.memory_blocks": {
        "HUGE": "from which Linux is asked for huge pages",
        "MOST_GUARDED NO_ACCESS": "of Linux's memory maps",
    },
    "lowering.cpu.runtime.entry": {"_NEW_FROM_DESCRIPTION": "of NumPy's C functions"},
    "lowering.cpu.runtime.pool": {
        "SMALL IDLE TENDED ALWAYS_KEPT WASTE": "how much memory is kept, and how long"
    },
    "lowering.cpu.runtime.program": {
        "PORTION MOST_PARTS": "how long nobody looks for signals",
        "KEPT_SCRATCH": "memory that a program keeps",
    },
    "lowering.cpu.runtime.calls": {"C_CONTIGUOUS": "of NumPy's flags"},
    "lowering.cpu.runtime.launches": {"RELEASE_GIL USES_BLAS SCRATCH_ARGUMENT": "bits of a word"},
    "lowering.cpu.runtime.state": {
        "PERIOD": "how often signals are looked for",
        "MONOTONIC": "of POSIX",
    },
    "lowering.cpu.runtime.thread_pool": {
        "BLAS_PATIENCE": "how long a fork waits for BLAS",
        "BALANCED": "chunks a thread, for balance",
        "SPINS PATIENCE": "looks for work before a thread sleeps, or lets others run",
        "SET_MASK": "of POSIX",
        "BITS LIMIT END GENERATION GENERATIONS": "of the word that is published",
    },
    "lowering.cpu.runtime.threads": {
        "MOST_THREADS": "of a byte in the pool's state",
        "LOOKED_AT": "of an object of NumPy's",
        "STAMPS": "launches that a trace keeps",
    },
}
