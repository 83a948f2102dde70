"""The exceptions to the house's rules, each with its reason. A stale entry fails the tests too."""

LONG_FILES = {}

LONG_FUNCTIONS = {}

LOCAL_IMPORTS = {"core.lazy": "loads slow third-party modules on first use: that is its purpose"}

UPWARD_IMPORTS = {}

# Process-wide mutable state: module -> name -> what it is for.
STATE = {
    "config": {
        "_scoped": "own options of threads that are in a scope",
        "checks": "whether a thread looks for NaNs or infinities",
        "_keys": "one object per trace key",
        "_settled": "options that can change no more",
        "_user_contexts": "the contexts that make_user_context made",
    },
    "core.avals": {"_interned": "one object per aval, so that avals hash by identity"},
    "core.device": {"_devices_of": "who knows the devices of a platform: the targets, installed"},
    "core.dtypes": {
        "_user_keys": "the key dtypes of generators that users defined (weak), for the parser"
    },
    "core.events": {"_counters": "the counts that each thread's count_events blocks keep"},
    "core.evaluate": {
        "_execute": "the one compile hook: how a jaxpr is run",
        "_execute_loop": "the same for a loop outside any jaxpr",
    },
    "core.host_library": {
        "_product": "how large products are computed: installed by the layer above",
        "_single_threaded": "what limits the libraries to one thread: likewise",
    },
    "core.ir": {"_printer": "the printer, which is above the IR and installs itself"},
    "core.memo": {"_clearers": "how to empty each memo"},
    "core.primitive": {"_replaced": "the primitives that a function of the user's computes"},
    "core.scalar": {"_interned": "one object per scalar expression"},
    "core.shortage": {
        "_relieve": "how memory that is kept goes back: the pool, which is above, installs itself",
        "_report": "what the pool says about it",
    },
    "core.tracing": {
        "living": "the traces in force in any thread, so that eager operations need not ask"
    },
    "errors": {
        "_own_code": "which code objects are fjax's own",
        "show_own_frames": "the option traceback_filtering, where errors read it",
    },
    "interpreters.vmappable": {"_registered": "the types that libraries have registered for vmap"},
    "locks": {
        "_locks": "every lock of the process",
        "_held": "the locks that a fork under way holds",
    },
    "lowering.run.cache": {"_warned": "problems of the disk cache that were reported already"},
    "lowering.cpu.compile": {
        "_compiled": "the kernel cache in memory",
        "_texts": "addresses of fjax's own native functions",
        "_engine": "LLVM's engine, which holds the loaded code",
        "_machines": "LLVM's target machines",
        "_info": "how many kernels were compiled and loaded",
    },
    "lowering.cpu.runtime.threads": {"_own": "each thread's limit of threads, set by `threads`"},
    "lowering.cpu.processor": {"_initialized": "whether LLVM's native target has been set up"},
    "lowering.targets": {"_chosen": "the target that a thread compiles for, if not the CPU"},
    "profiler": {"_recording": "the trace under way"},
    "pytrees.registry": {
        "nodes": "the registered pytree classes",
        "_registered": "the registered pytree classes",
    },
    "pytrees.treedef": {"_builders": "compiled builders of structures seen repeatedly; bounded"},
}

SILENT_HANDLERS = {}
