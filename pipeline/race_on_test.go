//go:build race

package pipeline

// checks is how many sessions a law is tried with; the race detector makes each ten times dearer.
const checks = "1000"
