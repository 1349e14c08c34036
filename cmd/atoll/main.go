// Command atoll plays, records, checks, serves and measures board games.
//
// Each subcommand is one file with a constructor that returns its kong command;
// commands below is the list of them. A subcommand's Run gets an *env and
// returns an error: usage errors (see usage) end with exit code 2, all others
// with 1, each as one line on standard error.
package main

import (
	"bufio"
	"context"
	_ "embed" // the version
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"atoll/games"
	"atoll/tui/prose"
)

// release is the version that docs/promises.md speaks of; commit is set by the
// linker.
var (
	//go:embed VERSION
	release string
	commit  string
	version = strings.Join(strings.Fields(release+" "+commit), " ")
)

func commands() []kong.Option {
	return []kong.Option{
		gamesCommand(),
		recordCommand(),
		verifyCommand(),
		showCommand(),
		perftCommand(),
		benchCommand(),
		playCommand(),
		replayCommand(),
		engineCommand(),
		simulateCommand(),
		balanceCommand(),
		workerCommand(),
		learnCommand(), rulesCommand(),
		backupCommand(),
		restoreCommand(),
		exportCommand(),
		adminCommand(),
		doctorCommand(),
		completionCommand(),
		manCommand(),
		licencesCommand(),
		siteCommand(),
		serveCommand(),
		loadCommand(),
		duelCommand(),
		ladderCommand(),
		arenaCommand(),
		tournamentCommand(),
		tacticsCommand(),
		analyseCommand(),
	}
}

// gameNames are the names of all games, for people.
func gameNames() []string {
	var names []string
	for _, g := range games.All() {
		names = append(names, g.Name)
	}
	return names
}

// env is what a subcommand may touch of the outside world.
type env struct {
	in  io.Reader
	out *bufio.Writer // flushed after Run
	err io.Writer
}

// json prints a value as one line for programs.
func (e *env) json(v any) error {
	enc := json.NewEncoder(e.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

func main() {
	// A reader that has seen enough closes the pipe: that is an error of a write,
	// not a reason to die in the middle of something.
	signal.Ignore(syscall.SIGPIPE)
	// An empty variable is one that was not given: that is how compose files and
	// systemd pass on what their host has left out.
	for _, v := range os.Environ() {
		if name, value, _ := strings.Cut(v, "="); value == "" && strings.HasPrefix(name, "ATOLL_") {
			_ = os.Unsetenv(name)
		}
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

type exited int

// run is the whole program except for the process around it.
func run(args []string, in io.Reader, out, errs io.Writer) (code int) {
	e := &env{in: in, out: bufio.NewWriterSize(out, 64<<10), err: errs}
	defer func() {
		if p := recover(); p != nil {
			if c, ok := p.(exited); ok {
				e.out.Flush()
				code = int(c)
				return
			}
			fmt.Fprintln(errs, "atoll: internal error:", oneLine(fmt.Sprint(p)))
			code = 1
		}
	}()
	var cli struct {
		Version kong.VersionFlag `help:"Print the version."`
	}
	options := append(
		commands(),
		kong.Name("atoll"),
		kong.Description(prose.List(gameNames())+"."),
		kong.Vars{"version": version},
		kong.Writers(e.out, errs),
		kong.Exit(func(c int) { panic(exited(c)) }),
		kong.Bind(e),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.ValueFormatter(withDefault),
	)
	parser, err := kong.New(&cli, options...)
	if err != nil {
		panic(err)
	}
	if len(args) == 0 && e.terminal() { // a person who wants to play
		args = []string{"play"}
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		return e.fail(&usageError{err})
	}
	err = ctx.Run()
	if flushed := e.out.Flush(); err == nil {
		err = flushed
	}
	return e.fail(err)
}

// withDefault adds the default to a line of help.
func withDefault(v *kong.Value) string {
	text := kong.DefaultHelpValueFormatter(v)
	if !v.HasDefault || v.Default == "" || v.IsBool() || strings.Contains(text, "efault") ||
		strings.Contains(text, v.Default+" if not given") || strings.Contains(text, "if not given") {
		return text
	}
	return strings.TrimSuffix(text, ".") + fmt.Sprintf(" (default %s).", v.Default)
}

// usageError is a mistake in how the program was called.
type usageError struct{ err error }

func (u *usageError) Error() string { return u.err.Error() }
func (u *usageError) Unwrap() error { return u.err }

// usage returns an error that ends the program with exit code 2.
func usage(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// errSilent ends the program with exit code 1 when all has been said.
var errSilent = errors.New("bad data")

// fail prints an error in one line and returns the exit code for it.
func (e *env) fail(err error) int {
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return 0
	}
	if errors.Is(err, errSilent) {
		return 1
	}
	if errors.Is(err, context.Canceled) { // nothing but a signal cancels a command
		err = errors.New("interrupted")
	}
	fmt.Fprintln(e.err, "atoll:", oneLine(err.Error()))
	var u *usageError
	if errors.As(err, &u) {
		return 2
	}
	return 1
}

func oneLine(text string) string {
	const most = 1000
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}
