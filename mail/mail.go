// Package mail sends e-mail over SMTP: plain text and HTML in one message, to
// one person. Whoever calls it decides when to try again.
package mail

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	gomail "github.com/wneessen/go-mail"
)

// Message is one e-mail to one person.
type Message struct {
	To      string // an address alone, as Address returns it
	Subject string
	Text    string
	HTML    string // "" for a message of plain text only
	// Unsubscribe is an https address that ends messages of this kind by one POST;
	// "" for those that somebody has just asked for.
	Unsubscribe string
	// ID is the same when a message is sent again, so that the receiving server can recognise it;
	// "" for a random one.
	ID string
}

// Sender sends messages.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// ErrRefused says that the address takes no mail and never will: there is no point in trying again.
var ErrRefused = errors.New("the address takes no mail")

// SMTP sends by a host's server.
type SMTP struct {
	from   *mail.Address
	domain string
	host   string
	opts   []gomail.Option
}

// sendWithin is how long one message may take.
const sendWithin = 30 * time.Second

// New reads where to send by: smtp://name:password@host:587 speaks TLS as soon as
// the server can and must for a password; smtps://…:465 speaks it from the start.
// from is an address, with a name or without.
func New(server, from string) (*SMTP, error) {
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" || strings.Trim(u.Path, "/") != "" {
		// Not the address itself: it may hold a password.
		return nil, errors.New("a mail server is smtp://name:password@host:port or smtps://…")
	}
	sender, err := mail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("mail comes from an address: %w", err)
	}
	if sender.Address, err = Address(sender.Address); err != nil {
		return nil, err
	}
	s := &SMTP{from: sender, host: u.Hostname(), domain: sender.Address[strings.LastIndexByte(sender.Address, '@')+1:]}
	port := 587
	policy := gomail.TLSOpportunistic
	if u.Scheme == "smtps" {
		port = 465
		s.opts = append(s.opts, gomail.WithSSL())
	}
	if p := u.Port(); p != "" {
		if port, err = strconv.Atoi(p); err != nil {
			return nil, errors.New("the port of a mail server is a number")
		}
	}
	if u.User != nil {
		password, _ := u.User.Password()
		if ip := net.ParseIP(s.host); s.host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			policy = gomail.TLSMandatory
		}
		s.opts = append(s.opts, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	s.opts = append(s.opts, gomail.WithPort(port), gomail.WithTLSPolicy(policy), gomail.WithHELO(s.domain))
	if _, err := gomail.NewClient(s.host, s.opts...); err != nil {
		return nil, err
	}
	return s, nil
}

// Send hands a message to the server. A nil error means that the server has taken
// it; after an error it may have.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	msg, err := s.compose(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	// The client looks at the context while it dials; afterwards only its own timeout ends a wait.
	by, _ := ctx.Deadline()
	within := time.Until(by)
	if within <= 0 {
		return ctx.Err()
	}
	client, err := gomail.NewClient(s.host, append(slices.Clone(s.opts), gomail.WithTimeout(within))...)
	if err != nil {
		return err
	}
	err = client.DialAndSendWithContext(ctx, msg)
	var refused *gomail.SendError
	if errors.As(err, &refused) && !refused.IsTemp() && refused.Reason == gomail.ErrSMTPRcptTo {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

func (s *SMTP) compose(m Message) (*gomail.Msg, error) {
	to, err := Address(m.To)
	if err != nil {
		return nil, err
	}
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := msg.FromFormat(s.from.Name, s.from.Address); err != nil {
		return nil, err
	}
	if err := msg.To(to); err != nil {
		return nil, err
	}
	msg.Subject(line(m.Subject))
	msg.SetDate()
	if m.ID != "" {
		msg.SetMessageIDWithValue(line(m.ID) + "@" + s.domain)
	} else {
		msg.SetMessageID()
	}
	// Keeps auto-responders from replying to a machine.
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	if m.Unsubscribe != "" {
		u, err := url.Parse(m.Unsubscribe)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			return nil, errors.New("an address to unsubscribe at is a web address")
		}
		msg.SetGenHeader("List-Unsubscribe", "<"+u.String()+">")
		msg.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return msg, nil
}

// line makes one line of a text that goes into a header, whatever was in it.
func line(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

// maxAddress is how long an address may be: RFC 5321.
const maxAddress = 254

// Address returns an address in the form in which it is kept and compared, or refuses what is not
// an address. A name beside it, a comment, a quoted part and a list are refused: nobody's real
// address has them, and they are how headers are forged.
func Address(s string) (string, error) {
	s = strings.TrimSpace(s)
	at := strings.LastIndexByte(s, '@')
	bad := errors.New("this is not an e-mail address")
	if len(s) > maxAddress || at < 1 || at > 64 || !utf8.ValidString(s) {
		return "", bad
	}
	local, domain := s[:at], strings.ToLower(s[at+1:])
	for _, r := range local {
		if r <= ' ' || r == 0x7f || strings.ContainsRune("\"(),:;<>@[\\]", r) || unicode.IsControl(r) || unicode.IsSpace(r) {
			return "", bad
		}
	}
	if strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") || strings.Contains(local, "..") || !strings.Contains(domain, ".") {
		return "", bad
	}
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return "", bad
		}
		for _, r := range label {
			if r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				return "", bad
			}
		}
	}
	return local + "@" + domain, nil
}

// Masked is an address as a page shows it to its owner: m…a@example.org.
func Masked(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 1 {
		return ""
	}
	local := []rune(address[:at])
	if len(local) < 3 {
		return string(local[0]) + "…" + address[at:]
	}
	return string(local[0]) + "…" + string(local[len(local)-1]) + address[at:]
}
