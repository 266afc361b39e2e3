package store

import "encoding/binary"

// The form of a log (of the database's "write-ahead log"), as https://www.sqlite.org/fileformat.html
// describes it: a header, and frames of a header and a page each. Both headers are big-endian; the
// checksums take the bytes in the order that the magic number names.
const (
	logHeader   = 32
	frameHeader = 24
	logMagic    = 0x377f0682 // the last bit says that checksums are big-endian
	minPage     = 512        // bytes
	maxPage     = 1 << 16
)

// changes are the pages that the complete transactions of a log have written last.
type changes struct {
	pageSize int64
	pages    int64            // pages of the whole database after the last transaction
	content  map[int64][]byte // by the number of the page, from 0
}

// readLog takes a log apart; false when no transaction of it is complete. What follows the last
// complete one, and what is left of an earlier use of the log, is passed over.
func readLog(log []byte) (changes, bool) {
	var c changes
	if len(log) < logHeader || binary.BigEndian.Uint32(log)&^1 != logMagic {
		return c, false
	}
	var order binary.ByteOrder = binary.LittleEndian
	if log[3]&1 == 1 {
		order = binary.BigEndian
	}
	size := int64(binary.BigEndian.Uint32(log[8:]))
	sum := checksum(order, [2]uint32{}, log[:24])
	if !isPage(size) || sum != words(log[24:]) {
		return c, false
	}
	c.pageSize, c.content = size, make(map[int64][]byte)
	open := make(map[int64][]byte) // pages of the transaction that is not complete yet
	for rest := log[logHeader:]; int64(len(rest)) >= frameHeader+size; rest = rest[frameHeader+size:] {
		head, page := rest[:frameHeader], rest[frameHeader:frameHeader+size]
		number := int64(binary.BigEndian.Uint32(head))
		sum = checksum(order, checksum(order, sum, head[:8]), page)
		if number == 0 || words(head[8:]) != words(log[16:]) || sum != words(head[16:]) {
			break
		}
		open[number-1] = page
		if pages := int64(binary.BigEndian.Uint32(head[4:])); pages > 0 {
			c.pages = pages
			for n, p := range open {
				c.content[n] = p
			}
			clear(open)
		}
	}
	return c, c.pages > 0
}

// isPage reports whether a page can have a size.
func isPage(size int64) bool { return size >= minPage && size <= maxPage && size&(size-1) == 0 }

// words are two words of a header.
func words(b []byte) [2]uint32 {
	return [2]uint32{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])}
}

// checksum goes on with a checksum over bytes, whose number is a multiple of 8.
func checksum(order binary.ByteOrder, sum [2]uint32, b []byte) [2]uint32 {
	for ; len(b) >= 8; b = b[8:] {
		sum[0] += order.Uint32(b) + sum[1]
		sum[1] += order.Uint32(b[4:]) + sum[0]
	}
	return sum
}
