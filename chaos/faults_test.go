package chaos_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"atoll/chaos"
	"atoll/store/sqlite"
)

// strace begins a command line that watches system calls on the files of a store.
// Those of the network are none of its business.
func strace(t *testing.T, file string, with ...string) []string {
	t.Helper()
	bin, err := exec.LookPath("strace")
	if err != nil {
		t.Fatal("these tests need strace; scripts/packages installs it")
	}
	if out, err := exec.Command(bin, "-f", "-o", os.DevNull, "true").CombinedOutput(); err != nil {
		t.Skipf("this system lets nobody trace: %v: %s", err, out)
	}
	return append([]string{bin, "-f", "-P", file, "-P", file + "-wal"}, with...)
}

// folder is a temporary one under the name that the kernel has for it: strace
// compares names, and a temporary folder may be reached by a link.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// attach watches system calls of a running server until the returned function is
// called. Tests attach to a running server and never let strace start it: on one
// machine strace wrote down nothing of a server that it had started itself.
func attach(t *testing.T, node *chaos.Node, file string, with ...string) (stop func()) {
	t.Helper()
	args := strace(t, file, append(with, "-p", strconv.Itoa(node.PID()))...)
	c := exec.Command(args[0], args[1:]...)
	said, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(said)
	if line, err := in.ReadString('\n'); !strings.Contains(line, "attached") {
		t.Fatalf("strace says %q, %v", line, err)
	}
	go io.Copy(io.Discard, in)
	return func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	}
}

// until waits for something that must come.
func until(t *testing.T, what string, f func() bool) {
	t.Helper()
	for i := 0; !f(); i++ {
		if i > 3000 {
			t.Fatalf("it does not come to it: %s", what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// ready is what the server says of itself.
func ready(t *testing.T, node *chaos.Node) string {
	t.Helper()
	res, err := http.Get(node.URL() + "/readyz")
	if err != nil {
		return err.Error() // it may have been killed
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return err.Error()
	}
	if (res.StatusCode == 200) != (string(text) == "ready\n") {
		t.Errorf("%s: %q", res.Status, text)
	}
	return string(text)
}

// sound checks a store against what people were told, with a program to which
// nothing happens.
func sound(t *testing.T, ledger *chaos.Ledger, file string) chaos.Result {
	t.Helper()
	db, err := sqlite.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Sound(t.Context()); err != nil {
		t.Error(err)
	}
	res, faults := chaos.Check(t.Context(), ledger, db)
	for _, f := range faults {
		t.Error(f)
	}
	return res
}

// TestFailingDisk lets writes and syncs of the store fail, now and then or all of
// them for a while, while people play. What could not be stored is not acknowledged,
// they are told in a sentence, and when the disk works again so does the server.
func TestFailingDisk(t *testing.T) {
	for _, x := range []struct{ name, call, fault string }{
		{"syncs fail now and then", "fsync,fdatasync", "error=EIO:when=2+3"},
		{"writes fail now and then", "pwrite64", "error=EIO:when=20+31"},
		{"now and then there is no room", "pwrite64", "error=ENOSPC:when=20+31"},
		{"for a while all syncs fail", "fsync,fdatasync", "error=EIO"},
		{"for a while all writes fail", "pwrite64", "error=EIO"},
		{"for a while there is no room at all", "pwrite64,ftruncate", "error=ENOSPC"},
	} {
		t.Run(x.name, func(t *testing.T) {
			dir := folder(t)
			node, file, log := serveOn(t, dir)
			var told int64
			ledger := playTroubled(t, []string{node.URL()}, false, func(progress func(int), troubles func() int64) {
				for i := range kills(t, 2) {
					before := troubles()
					stop := attach(t, node, file, "-o", os.DevNull, "-e", "trace="+x.call, "-e", "inject="+x.call+":"+x.fault)
					until(t, "people are told", func() bool { return troubles() >= before+3 })
					if strings.HasPrefix(x.name, "for a while") {
						until(t, "the server says that it is not ready", func() bool { return strings.Contains(ready(t, node), "the disk ") })
					}
					if i%2 == 1 { // some servers end in the middle of it
						node.Kill()
						stop()
						if err := node.Start(); err != nil {
							t.Fatal(err)
						}
					} else {
						stop()
					}
					until(t, "the server is ready again", func() bool { return ready(t, node) == "ready\n" })
					progress(30)
				}
				told = troubles()
			})
			node.Kill()
			res := sound(t, ledger, file)
			noPanics(t, log)
			t.Logf("%+v, %d times people were told that it does not work just now", res, told)
		})
	}
}

// TestFullDisk plays on a disk that is really full for a while: writes are cut short
// before they fail.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	room := func(how string) error {
		return syscall.Mount("none", dir, "tmpfs", map[string]uintptr{"": 0, "re": syscall.MS_REMOUNT}[how], "size="+map[string]string{"": "8m", "re": "64m"}[how])
	}
	if err := room(""); errors.Is(err, syscall.EPERM) {
		t.Log("only root may mount a small disk; the failing one above stands in for it")
		return
	} else if err != nil {
		t.Fatal(err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH)
	file, log := filepath.Join(dir, "atoll.db"), filepath.Join(t.TempDir(), "log")
	node, err := chaos.NewNode(binary(t), log, "serve", "--no-limits", "--store", file)
	if err != nil {
		t.Fatal(err)
	}
	defer node.Close()
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	// Little room is left, however slow the machine is that fills it, but enough for the
	// first moves: a slow one stores them one by one, which takes more room.
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "other"), make([]byte, int64(disk.Bavail)*disk.Bsize-5<<19), 0o600); err != nil {
		t.Fatal(err)
	}
	var told int64
	ledger := playTroubled(t, []string{node.URL()}, false, func(progress func(int), troubles func() int64) {
		// Until it is full people play as ever.
		until(t, "the disk is full", func() bool { return troubles() >= 10 })
		until(t, "the server says so", func() bool { return strings.Contains(ready(t, node), "the disk is full") })
		if err := room("re"); err != nil {
			t.Fatal(err)
		}
		told = troubles()
		until(t, "the server is ready again", func() bool { return ready(t, node) == "ready\n" })
		progress(60)
	})
	node.Kill()
	res := sound(t, ledger, file)
	noPanics(t, log)
	t.Logf("%+v, %d times people were told that it does not work just now", res, told)
}

// written is a system call on a file of the store.
type written struct {
	began, ended time.Time
	file         string
	sync         bool
	cut          bool // the file is cut to a length
	gone         bool // the file is deleted
	at           int64
	data         []byte
}

var (
	calls   = regexp.MustCompile(`^\d+ (\d+\.\d+) (\w+)\((.*)\) += (-?\d+).* <(\d+\.\d+)>$`)
	begun   = regexp.MustCompile(`^(\d+) (\d+\.\d+) (.*) <unfinished \.\.\.>$`)
	resumed = regexp.MustCompile(`^(\d+) \d+\.\d+ <\.\.\. \w+ resumed>(.*)$`)
)

// readTrace reads what strace has written down, in the order in which the calls ended.
func readTrace(t *testing.T, name string) []written {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []written
	half := map[string]string{} // by thread
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		line := in.Text()
		if m := begun.FindStringSubmatch(line); m != nil {
			half[m[1]] = m[1] + " " + m[2] + " " + m[3]
			continue
		}
		if m := resumed.FindStringSubmatch(line); m != nil {
			line = half[m[1]] + m[2]
			delete(half, m[1])
		}
		m := calls.FindStringSubmatch(line)
		if m == nil || strings.HasPrefix(m[4], "-") {
			continue
		}
		seconds, _ := strconv.ParseFloat(m[1], 64)
		took, _ := strconv.ParseFloat(m[5], 64)
		w := written{began: time.Unix(0, int64(seconds*1e9))}
		w.ended = w.began.Add(time.Duration(took * 1e9))
		args := strings.Split(m[3], ", ")
		text := func(s string) string {
			b, err := hex.DecodeString(strings.ReplaceAll(s, `\x`, ""))
			if err != nil {
				t.Fatalf("%v: %.200s", err, line)
			}
			return string(b)
		}
		if m[2] == "unlink" {
			w.gone, w.file = true, text(strings.Trim(args[0], `"`))
		} else {
			_, path, _ := strings.Cut(args[0], "<")
			w.file = text(strings.TrimSuffix(strings.TrimSuffix(path, ">"), "(deleted)"))
		}
		switch m[2] {
		case "fsync", "fdatasync":
			w.sync = true
		case "ftruncate":
			w.cut = true
			w.at, _ = strconv.ParseInt(args[1], 10, 64)
		case "pwrite64":
			w.data = []byte(text(strings.Trim(args[1], `"`)))
			w.at, _ = strconv.ParseInt(args[3], 10, 64)
			n, _ := strconv.Atoi(m[4])
			if n != len(w.data) {
				t.Fatalf("%d of %d bytes were written: %.100s", n, len(w.data), line)
			}
		}
		list = append(list, w)
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// afterPowerCut makes the files of a store as a disk may have them that loses its
// power at a moment: what was there before and what was synced is there, of the rest
// any part or nothing.
func afterPowerCut(before map[string][]byte, list []written, then time.Time, keep func() bool) map[string][]byte {
	type state struct {
		now     []byte
		pending []written
	}
	files := map[string]*state{}
	for name, data := range before {
		files[name] = &state{now: bytes.Clone(data)}
	}
	apply := func(b []byte, w written) []byte {
		end := w.at + int64(len(w.data))
		if w.cut {
			end = w.at
			b = b[:min(int64(len(b)), end)]
		}
		if n := end - int64(len(b)); n > 0 {
			b = append(b, make([]byte, n)...)
		}
		copy(b[w.at:], w.data)
		return b
	}
	for _, w := range list {
		f := files[w.file]
		if f == nil {
			f = &state{}
			files[w.file] = f
		}
		switch {
		case w.began.After(then):
		case w.gone:
			delete(files, w.file)
		case !w.sync:
			f.pending = append(f.pending, w)
		case !w.ended.After(then):
			rest := f.pending[:0:0]
			for _, p := range f.pending {
				if p.ended.After(w.began) { // not for certain
					rest = append(rest, p)
					continue
				}
				f.now = apply(f.now, p)
			}
			f.pending = rest
		}
	}
	out := map[string][]byte{}
	for name, f := range files {
		for _, w := range f.pending {
			if w.cut {
				continue
			}
			// Sectors get through or not, each for itself.
			for from := 0; from < len(w.data); from += 512 {
				if keep() {
					f.now = apply(f.now, written{at: w.at + int64(from), data: w.data[from:min(len(w.data), from+512)]})
				}
			}
		}
		out[name] = f.now
	}
	return out
}

// TestPowerCut writes down what a server writes and syncs while people play. Then it
// rebuilds the store as a loss of power would have left it at many moments, and all
// that was acknowledged until then must be in it.
func TestPowerCut(t *testing.T) {
	dir := folder(t)
	trace := filepath.Join(dir, "trace")
	node, file, log := serveOn(t, dir)
	// It holds still while its files are copied and strace comes in.
	if err := syscall.Kill(node.PID(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	before := map[string][]byte{}
	for _, name := range []string{file, file + "-wal"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		before[name] = data
	}
	stop := attach(t, node, file, "-y", "-ttt", "-T", "-xx", "-s", "1000000", "-o", trace, "-e", "trace=pwrite64,fsync,fdatasync,ftruncate,unlink")
	if err := syscall.Kill(node.PID(), syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	n := kills(t, 3)
	ledger := play(t, []string{node.URL()}, false, func(progress func(int)) {
		for range n {
			progress(50)
		}
	})
	ended := time.Now()
	node.Kill()
	stop()
	noPanics(t, log)
	list := readTrace(t, trace)
	if len(list) == 0 && os.Getenv("ATOLL_CHAOS") == "" {
		t.Skip("strace sees nothing on this system; make faults insists on it")
	}
	if len(list) < 100 {
		t.Fatalf("only %d calls were written down", len(list))
	}
	acks := 0
	for i := range 3*n + 3 {
		then := began.Add(time.Duration(rand.Int64N(int64(ended.Sub(began)))))
		part := []int{0, 50, 90}[i%3] // of a hundred unsynced sectors
		again := t.TempDir()
		for name, data := range afterPowerCut(before, list, then, func() bool { return rand.IntN(100) < part }) {
			if err := os.WriteFile(filepath.Join(again, filepath.Base(name)), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		res := sound(t, ledger.Until(then), filepath.Join(again, filepath.Base(file)))
		acks = max(acks, res.Acks)
		if t.Failed() {
			t.Fatalf("power cut after %s, %d %% of what was not synced kept: %+v", then.Sub(began), part, res)
		}
	}
	t.Logf("%d calls, %d power cuts, up to %d acknowledged moves", len(list), 3*n+3, acks)
	// And one that a disk must not do: it says that it has synced and has not.
	lying := halfSynced(list)
	again := t.TempDir()
	for name, data := range afterPowerCut(before, lying, ended, func() bool { return false }) {
		if err := os.WriteFile(filepath.Join(again, filepath.Base(name)), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if db, err := sqlite.Open(t.Context(), filepath.Join(again, filepath.Base(file))); err == nil {
		if _, faults := chaos.Check(t.Context(), ledger, db); len(faults) == 0 {
			t.Error("a disk that never syncs loses nothing: this test finds nothing")
		}
		db.Close()
	}
}

// halfSynced leaves out the later half of the syncs.
func halfSynced(list []written) []written {
	var out []written
	for i, w := range list {
		if !w.sync || i < len(list)/2 {
			out = append(out, w)
		}
	}
	return out
}
