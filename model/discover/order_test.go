package discover

import "testing"

// A panic of the work is that of who asks for it.
func TestInOrderPanics(t *testing.T) {
	t.Parallel()
	var got []int
	defer func() {
		if r := recover(); r != "a fault" || len(got) != 2 {
			t.Errorf("the panic is %v, after %v", r, got)
		}
	}()
	for v := range inOrder(t.Context(), 2, []int{1, 2, 3, 4}, func(n int) int {
		if n == 3 {
			panic("a fault")
		}
		return n
	}) {
		got = append(got, v)
	}
	t.Error("no panic")
}
