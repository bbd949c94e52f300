// Empty replacement for Node's `stream` module, which browsers lack.
export {}
