// Marks a function that JavaScript calls: it keeps its name in the wasm module.
#ifndef EXPORT_H
#define EXPORT_H

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

#endif
