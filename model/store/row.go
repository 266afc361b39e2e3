package store

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"cutline/model/js"
)

// Each runs a query and calls f with every row of the answer. A query must not give a row of a
// table more than once: an answer that is larger than the database is one of damaged pages, which
// could go round in circles.
func (db *DB) Each(query string, args []any, f func(Row) error) error {
	rows, err := db.sql.QueryContext(context.Background(), query, args...)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	names, err := rows.Columns()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	row := make(Row, len(names))
	to := make([]any, len(names))
	for i := range row {
		to[i] = &row[i]
	}
	left := grows * db.size
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if left -= row.bytes(); left < 0 {
			return fmt.Errorf("%w: more comes out of it than is in it", ErrDamaged)
		}
		if err := f(row); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return nil
}

// grows is how many times its size can come out of a database at most: text in UTF-16 grows by half,
// and what a column that was added later has by default stands in no row.
const grows = 8

// Row is one row of an answer.
type Row []any

// bytes is how much room a row takes in its table, at least.
func (r Row) bytes() int64 {
	n := int64(1)
	for _, v := range r {
		switch v := v.(type) {
		case string:
			n += int64(len(v))
		case []byte:
			n += int64(len(v))
		}
	}
	return n
}

// Text is a column as text, empty for NULL.
func (r Row) Text(i int) string {
	switch v := r[i].(type) {
	case nil:
		return ""
	case string:
		return v
	case []byte:
		return string(bytes.Clone(v))
	default:
		return fmt.Sprint(v)
	}
}

// JSON is a column as the text of a JSON string, whatever its bytes are.
func (r Row) JSON(i int) string { return js.Quote(strings.ToValidUTF8(r.Text(i), "\ufffd")) }

// Int is a column as a whole number, 0 for what is none.
func (r Row) Int(i int) int64 {
	switch v := r[i].(type) {
	case int64:
		return v
	case float64:
		return int64(v)
	}
	return 0
}
