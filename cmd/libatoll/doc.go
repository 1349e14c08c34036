// Command libatoll is package vector as a C library; `make lib` builds it. Its
// functions are documented in atoll.h.
package main

func main() {}
