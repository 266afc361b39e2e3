// Package render turns data and a width into lines. It draws and nothing else: no keys, no
// scrolling, no files. Every function returns lines of exactly the width that it was given,
// in cells, and cleans whatever comes out of a session. Each state has a letter, a word or a
// shape of its own, so that the lines can be read without colour.
package render
