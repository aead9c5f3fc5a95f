//! The wasm boundary: decode, call the core, encode. Nothing else.
