//go:build !race

package pipeline

// checks is how many sessions a law is tried with.
const checks = "10000"
