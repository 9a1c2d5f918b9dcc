//! Instruction files of other tools that the runtimes read raw.
