package claudecode
import ("testing";"os";"time";"fmt";"runtime";"cutline/model")
func TestZZ(t *testing.T){
 for _,f:=range []string{"/tmp/cc/s60.jsonl","/tmp/cc/b70.jsonl"}{
	fh,_:=os.Open(f); st,_:=fh.Stat()
	s0:=time.Now(); s,err:=Read(model.Input{Reader:fh,Size:st.Size()}); d:=time.Since(s0)
	if err!=nil{t.Fatal(err)}
	runtime.GC(); var ms runtime.MemStats; runtime.ReadMemStats(&ms)
	fmt.Println(f,len(s.Rows),s.Turns(),d,"heap after",ms.HeapAlloc>>20,"sys",ms.Sys>>20, len(s.Problems))
	runtime.KeepAlive(s)
 }
}
