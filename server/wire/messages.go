package wire

import (
	"encoding/json"

	"atoll/match"
)

// This file holds the messages of the HTTP API under /api/v1 and of the live
// stream. Seats are named as records name them ("S", "A", "1"); times are Unix
// milliseconds by the server's clock; texts are UTF-8.

// Problem is the body of every answer with a status of 400 or more.
type Problem struct {
	Error ProblemDetail `json:"error"`
}

// ProblemDetail says what was wrong and where.
type ProblemDetail struct {
	Code    Code   `json:"code" doc:"stable word for programs: bad_request, unauthorized, forbidden, not_found, stale, illegal, not_your_turn, conflict, too_large, too_many, over, draining, busy, unavailable, internal"`
	Message string `json:"message" doc:"one sentence for people"`
	Where   string `json:"where,omitempty" doc:"the field or part that was wrong, as 'body.seats[1].level'"`
}

// GameInfo describes one game of the catalogue.
type GameInfo struct {
	ID        string              `json:"id"`
	Name      string              `json:"name"`
	Tagline   string              `json:"tagline" doc:"one short sentence"`
	Summary   string              `json:"summary" doc:"what players do and how the game ends"`
	Credit    GameCredit          `json:"credit"`
	Rules     int                 `json:"rules" doc:"version of the rules"`
	Players   []int               `json:"players" doc:"allowed numbers of players"`
	Minutes   int                 `json:"minutes"`
	Traits    GameTraits          `json:"traits"`
	DrawSeats bool                `json:"draw_seats" doc:"who sits where is drawn unless a table says otherwise"`
	Options   []OptionInfo        `json:"options"`
	Reasons   []string            `json:"reasons" doc:"the ways a game can end"`
	SeatNames map[string][]string `json:"seat_names" doc:"number of players (as text) to the names of the seats"`
	Levels    []BotLevel          `json:"levels" doc:"bots that play this game, weakest first"`
}

// GameCredit names the people whose game it is. Atoll is independent of them.
type GameCredit struct {
	Designers  []string `json:"designers,omitempty"`
	Developers []string `json:"developers,omitempty"`
	Publisher  string   `json:"publisher,omitempty"`
	About      string   `json:"about,omitempty" doc:"where the game comes from, in sentences"`
	Box        string   `json:"box" doc:"whom to ask for the game itself, in a sentence"`
}

// GameTraits say what kind of game it is.
type GameTraits struct {
	Simultaneous bool `json:"simultaneous"`
	Chance       bool `json:"chance"`
	Hidden       bool `json:"hidden"`
}

// OptionInfo describes an option so that a form can be made from it.
type OptionInfo struct {
	Key     string            `json:"key"`
	Name    string            `json:"name"`
	Help    string            `json:"help"`
	Kind    string            `json:"kind" enum:"choice,flag,limit"`
	Default any               `json:"default"`
	Values  []OptionValueInfo `json:"values,omitempty"`
	Min     int64             `json:"min,omitempty"`
	Max     int64             `json:"max,omitempty" doc:"0: no upper bound"`
	Ours    bool              `json:"ours,omitempty" doc:"a ruling of ours, not of the rulebook"`
	Needs   string            `json:"needs,omitempty" doc:"'key=value' of another option without which this one is refused"`
	Idle    string            `json:"idle,omitempty" doc:"'key=value' of another option with which this one plays no part: then it is refused unless at its default"`
	Players int               `json:"players,omitempty" doc:"the only number of players with which it can differ from its default"`
}

// OptionValueInfo is one value of a choice.
type OptionValueInfo struct {
	Value any    `json:"value"`
	Name  string `json:"name"`
	Help  string `json:"help,omitempty"`
	Ours  bool   `json:"ours,omitempty"`
}

// BotLevel is one strength of the bots.
type BotLevel struct {
	Level int    `json:"level"`
	Name  string `json:"name"`
	Help  string `json:"help,omitempty"`
}

// Catalogue is the answer of GET /games.
type Catalogue struct {
	Games []GameInfo `json:"games"`
}

// Me is who the session belongs to. Without a session, or with one that has
// expired, ID is empty.
type Me struct {
	ID   string         `json:"id" doc:"empty: nobody yet; POST /guest makes you a guest"`
	Name string         `json:"name"`
	Kind match.UserKind `json:"kind" enum:"none,guest,account,bot"`
	Time int64          `json:"time" doc:"server time"`
}

// GuestRequest makes a guest, or renames the present one.
type GuestRequest struct {
	Name string `json:"name,omitempty" maxLength:"80" doc:"nickname of 1 to 24 visible characters; left out: one is made up"`
}

// SeatInfo is one seat of a table as everybody sees it.
type SeatInfo struct {
	Seat   string         `json:"seat"`
	Kind   match.SeatKind `json:"kind" enum:"open,invite,human,bot"`
	Name   string         `json:"name,omitempty" doc:"nickname of the player, or the bot's name"`
	User   string         `json:"user,omitempty" doc:"public id of the player"`
	Level  int            `json:"level,omitempty" doc:"of a bot"`
	Mine   bool           `json:"mine,omitempty" doc:"you may play this seat"`
	Online bool           `json:"online,omitempty" doc:"a live connection is open"`
	Stand  bool           `json:"stand_in,omitempty" doc:"a bot plays for a player who is away; joining again takes the seat back"`
	Rating int            `json:"rating,omitempty" doc:"of the player in this game at this speed when sitting down; after a rated game the new one"`
	Unsure bool           `json:"provisional,omitempty" doc:"the rating rests on few games"`
	Change *int           `json:"rating_change,omitempty" doc:"by how much this rated game has changed the rating"`
}

// TableInfo is a table in a list.
type TableInfo struct {
	ID       string          `json:"id"`
	Game     string          `json:"game"`
	Players  int             `json:"players"`
	Options  map[string]any  `json:"options" doc:"all options with their values"`
	Status   string          `json:"status" enum:"open,running,over,aborted"`
	Seats    []SeatInfo      `json:"seats"`
	Clock    ClockSetup      `json:"clock"`
	Rated    bool            `json:"rated"`
	Listed   bool            `json:"listed"`
	Draws    bool            `json:"draw_seats,omitempty" doc:"who sits where is drawn when the game begins; while the table is open its seats are provisional"`
	Assigned bool            `json:"assigned,omitempty" doc:"a game of a tournament"`
	Tour     string          `json:"tournament,omitempty" doc:"id of its tournament, unless that is for those with its link"`
	TourName string          `json:"tournament_name,omitempty" doc:"what its tournament is called"`
	Offline  bool            `json:"offline,omitempty" doc:"played without a server; it counts for nothing"`
	Created  int64           `json:"created"`
	Updated  int64           `json:"updated"`
	Host     string          `json:"host" doc:"public id of the maker"`
	Seq      int64           `json:"seq"`
	Acting   []string        `json:"acting" doc:"seats to act"`
	YourTurn bool            `json:"your_turn,omitempty" doc:"you must act (and have not yet sealed a choice)"`
	Result   json.RawMessage `json:"result" doc:"null, or {rank: {seat: rank}, reason}"`
}

// TableList is the answer of GET /tables and GET /my/tables.
type TableList struct {
	Tables []TableInfo `json:"tables"`
	Next   string      `json:"next,omitempty" doc:"pass as ?after= for the next page"`
}

// Link lets its holder sit on a seat: a secret.
type Link struct {
	Seat  string `json:"seat"`
	Token string `json:"token"`
	Path  string `json:"path" doc:"path of the page to open, as /t/ID?seat=S&token=…"`
}

// CreateRequest makes a table.
type CreateRequest struct {
	Setup
	Commit string `json:"commit,omitempty" maxLength:"64" doc:"commitment to the number that you add to chance: the SHA-256 of 32 random bytes, in hexadecimal. Open it once every seat is taken"`
}

// Created is the answer of POST /tables and of an agreed rematch's maker.
type Created struct {
	Table  TableInfo `json:"table"`
	Proof  Proof     `json:"proof"`
	Chairs []Chair   `json:"chairs" doc:"what the players add to chance"`
	Links  []Link    `json:"links" doc:"one for each seat of kind invite, and for open ones"`
}

// JoinRequest takes a seat.
type JoinRequest struct {
	Seat  string `json:"seat,omitempty" maxLength:"8" doc:"left out: the first free one, or the one of the token"`
	Token string `json:"token,omitempty" maxLength:"100" doc:"from a seat link"`
	// Commit can come with a second request, but not change.
	Commit string `json:"commit,omitempty" maxLength:"64" doc:"commitment to the number that you add to chance: the SHA-256 of 32 random bytes, in hexadecimal"`
}

// OpenRequest opens the number that one has committed to.
type OpenRequest struct {
	Nonce string `json:"nonce" maxLength:"64" doc:"the 32 bytes in hexadecimal. Open it only after you have kept the commitments to the seed and to the numbers of the others"`
}

// SeatChange is how the maker changes a seat before the start.
type SeatChange struct {
	Kind  match.SeatKind `json:"kind" enum:"open,invite,bot"`
	Level int            `json:"level,omitempty" minimum:"0" maximum:"8"`
}

// ActRequest plays an action, or seals it where several seats choose at once.
// Sealing again replaces the sealed choice; Action "" takes it back.
type ActRequest struct {
	Msg    string `json:"msg" minLength:"1" maxLength:"64" doc:"client message id, unique in this table; a repetition gets the first answer again"`
	Step   int64  `json:"step" doc:"step of the view in which the choice was made"`
	Seat   string `json:"seat,omitempty" maxLength:"8" doc:"needed only if you hold several seats"`
	Action string `json:"action" maxLength:"4096" doc:"exact action text; empty: unseal"`
}

// LinesRequest sets your answers in advance, replacing all earlier ones. Only you can see them.
type LinesRequest struct {
	Step  int64  `json:"step" doc:"step of the view in which the lines begin"`
	Seat  string `json:"seat,omitempty" maxLength:"8" doc:"needed only if you hold several seats"`
	Lines []Line `json:"lines" maxItems:"20" doc:"two that begin alike answer alike"`
}

// Line is what others play and what you answer.
type Line struct {
	Do []string `json:"do" minItems:"2" maxItems:"24" doc:"exact action texts from the present choice on; the last is yours"`
}

// OwnLines are the viewer's answers in advance.
type OwnLines struct {
	Fit  []OwnLine `json:"fit" doc:"those that can still come true, from the present choice on"`
	Lost []OwnLine `json:"lost,omitempty" doc:"those that the game has departed from; shown until you choose"`
}

// OwnLine is an answer in advance as its player sees it.
type OwnLine struct {
	Do []string `json:"do"`
	By []string `json:"by,omitempty" doc:"the seat that makes each of these choices"`
}

// Ack is the answer to everything that changes a table. What it says is stored
// durably.
type Ack struct {
	Seq    int64  `json:"seq" doc:"sequence number after the change"`
	Step   int64  `json:"step"`
	Sealed bool   `json:"sealed,omitempty" doc:"the choice is sealed and waits for the others"`
	Again  bool   `json:"again,omitempty" doc:"this message id had been answered before"`
	Table  string `json:"table,omitempty" doc:"the new table, for an agreed rematch"`
}

// TableRequest is resign, a draw offer or its acceptance, a takeback and the
// like: everything that is about the table and not a move.
type TableRequest struct {
	Msg  string `json:"msg,omitempty" maxLength:"64" doc:"client message id"`
	Seat string `json:"seat,omitempty" maxLength:"8" doc:"needed only if you hold several seats"`
	// Commit is for the new table.
	Commit string `json:"commit,omitempty" maxLength:"64" doc:"with offer rematch: commitment to the number that you add to the chance of the new table"`
	Do     string `json:"do" enum:"resign,offer draw,accept draw,ask takeback,accept takeback,decline takeback,offer rematch,decline rematch,abort,claim" doc:"offer rematch by all players makes the new table; claim takes a seat back from a stand-in bot"`
}

// ChatRequest says something at the table.
type ChatRequest struct {
	Msg  string `json:"msg,omitempty" maxLength:"64" doc:"client message id"`
	Text string `json:"text" minLength:"1" maxLength:"500"`
}

// MuteRequest hides somebody's chat from the caller.
type MuteRequest struct {
	User string `json:"user" maxLength:"64"`
	On   bool   `json:"on"`
}

// WhyNotRequest asks whether an action could be played now.
type WhyNotRequest struct {
	Seat   string `json:"seat,omitempty" maxLength:"8"`
	Action string `json:"action" maxLength:"4096"`
}

// WhyNot is the answer.
type WhyNot struct {
	Legal  bool   `json:"legal"`
	Reason string `json:"reason,omitempty" doc:"one sentence, if not legal"`
}

// ActionWords describes an action to people.
type ActionWords struct {
	Group string `json:"group" doc:"what it belongs to in a list"`
	Text  string `json:"text" doc:"the action as an order"`
}

// LegalList is a part of the legal actions of a seat.
type LegalList struct {
	Count   int           `json:"count"`
	Actions []string      `json:"actions"`
	Words   []ActionWords `json:"words,omitempty" doc:"of each action, from games that have them"`
	More    bool          `json:"more,omitempty" doc:"cut off at the limit"`
}

// OldRules says which version of the rules a game was played by, and which one is played now.
type OldRules struct {
	Version int `json:"version"`
	Now     int `json:"now"`
}

// View is everything one viewer may know of a table at one moment.
type View struct {
	Table  string `json:"table"`
	Seq    int64  `json:"seq" doc:"number of public events so far"`
	Step   int64  `json:"step" doc:"names the present decision; send it back with an action"`
	Viewer string `json:"viewer" doc:"a seat, 'public' or 'truth' (after the end)"`
	Status string `json:"status" enum:"open,running,over,aborted"`
	// Position is the JSON of the game itself, see docs/wire/.
	Position json.RawMessage `json:"position"`
	Old      *OldRules       `json:"old,omitempty" doc:"the game was played by rules that can no longer be replayed: there are a result, a log and a chat, but no position"`
	Acting   []string        `json:"acting" doc:"seats to act"`
	Legal    *LegalList      `json:"legal,omitempty" doc:"of the viewer's own seat while it acts; without actions if there are more than 512"`
	Sealed   *string         `json:"sealed,omitempty" doc:"own choice that waits for the others"`
	Lines    *OwnLines       `json:"lines,omitempty" doc:"of the viewer's own seat, where answers can be given ahead"`
	Ready    []string        `json:"ready,omitempty" doc:"seats that have sealed, if the table shows it"`
	Seats    []SeatInfo      `json:"seats"`
	Clocks   *Clocks         `json:"clocks,omitempty"`
	Offers   Offers          `json:"offers,omitzero"`
	Result   json.RawMessage `json:"result" doc:"null, or {rank: {seat: rank}, reason}"`
	Proof    Proof           `json:"proof,omitzero"`
}

// Clocks are the clocks of all seats. A client counts a running one down from
// Time. If a seat has sealed, only its own player sees its clock stand still.
type Clocks struct {
	Time  int64       `json:"time" doc:"server time at which these held"`
	Now   int64       `json:"now,omitempty" doc:"of a clock frame: server time now, which may have been set forward"`
	Seats []SeatClock `json:"seats"`
}

// SeatClock is the clock of one seat.
type SeatClock struct {
	Seat    string `json:"seat"`
	Left    int64  `json:"left_ms"`
	Running bool   `json:"running"`
	// Vacation is public; a clock that stands still for it reveals nothing about what is sealed.
	Vacation *Vacation `json:"vacation,omitempty" doc:"runs now or comes next; the clock stands still meanwhile"`
}

// Vacation is a time in which clocks of days stand still.
type Vacation struct {
	Since int64 `json:"since" doc:"Unix ms"`
	Until int64 `json:"until" doc:"Unix ms"`
}

// Offers are open questions between players. Draw offers are part of the
// position of the games that have them.
type Offers struct {
	Takeback *Takeback `json:"takeback,omitempty"`
	Rematch  []string  `json:"rematch,omitempty" doc:"seats that want a rematch"`
	Next     string    `json:"next,omitempty" doc:"table of the rematch"`
}

// Takeback is an open request to take back.
type Takeback struct {
	By     string   `json:"by"`
	To     int64    `json:"to_step" doc:"step that the game would go back to"`
	Agreed []string `json:"agreed"`
}

// Proof lets everybody check the draws of chance after the end.
type Proof struct {
	Commitment string `json:"commitment,omitempty" doc:"SHA-256 of the seed, published before the first draw"`
	Until      int64  `json:"open_until,omitempty" doc:"every seat is taken and the players' numbers are being opened; when this time comes the game begins without those that are missing"`
	Opened     bool   `json:"opened,omitempty" doc:"you have opened yours"`
	Seed       string `json:"seed,omitempty" doc:"revealed after the end"`
}

// Chair is a place at the table before seats are drawn, with what its player
// adds to chance.
type Chair struct {
	Seat   string `json:"seat" doc:"provisional while the table is open and draws its seats"`
	Commit string `json:"commit,omitempty" doc:"the player's commitment"`
	Nonce  string `json:"nonce,omitempty" doc:"what was opened, revealed when the game begins; a commitment without it was not opened in time"`
}

// Draw is an outcome of chance as the record will have it.
type Draw struct {
	Event int    `json:"event" doc:"index in the record"`
	Do    string `json:"do" doc:"as much of it as you may know now; '?' stands for what you may not"`
}

// Entry is one public event of a table's log as one viewer may know it.
type Entry struct {
	Seq     int64             `json:"seq"`
	At      int64             `json:"at"`
	Kind    string            `json:"kind" enum:"created,seat,seated,started,play,table,takeback,offer,over,aborted,next,rated" doc:"play: a step of the game"`
	Seat    string            `json:"seat,omitempty"`
	Text    string            `json:"text,omitempty" doc:"what happened, for entries that are not steps of the game"`
	Step    int64             `json:"step,omitempty" doc:"of play: the step it made, for replay"`
	Stories []json.RawMessage `json:"stories,omitempty" doc:"the game's own events, each {kind, seat, …, text}"`
	Chairs  []Chair           `json:"chairs,omitempty" doc:"of seated and started: what the players add to chance"`
	Draw    *Draw             `json:"draw,omitempty" doc:"of play, if chance decided it"`
}

// ChatLine is one line of chat.
type ChatLine struct {
	ID   int64  `json:"id"`
	At   int64  `json:"at"`
	User string `json:"user"`
	Name string `json:"name"`
	Seat string `json:"seat,omitempty" doc:"empty: a spectator"`
	Text string `json:"text"`
}

// Snapshot is the answer of GET /tables/{id} and the first frame of a stream.
type Snapshot struct {
	Info       TableInfo  `json:"info"`
	Setup      Setup      `json:"setup"`
	View       View       `json:"view"`
	Chairs     []Chair    `json:"chairs" doc:"what the players add to chance"`
	Log        []Entry    `json:"log" doc:"the latest entries, at most 300"`
	Chat       []ChatLine `json:"chat" doc:"the latest lines, at most 100"`
	Spectators int        `json:"spectators"`
	Muted      []string   `json:"muted,omitempty" doc:"users you have muted"`
	Time       int64      `json:"time" doc:"server time now"`
}

// Moment is the answer of GET /tables/{id}/replay: the table as a viewer knew
// it after a step.
type Moment struct {
	Step     int64             `json:"step"`
	Steps    []int64           `json:"steps" doc:"all steps that can be asked for, the first being the start"`
	Viewer   string            `json:"viewer"`
	Position json.RawMessage   `json:"position"`
	Stories  []json.RawMessage `json:"stories" doc:"how it came to this position from the step before"`
}

// LogPage is the answer of GET /tables/{id}/log.
type LogPage struct {
	Entries []Entry `json:"entries"`
	More    bool    `json:"more,omitempty"`
}

// Frame is one message of the live stream. Over SSE its JSON is the data of an
// event named like its type, with the sequence number as id; over WebSocket the
// same JSON is one text message. Exactly the member named like the type is set.
type Frame struct {
	Type     string         `json:"type" enum:"snapshot,delta,sealed,ready,clock,chat,presence,lobby,turn,beat,bye"`
	Snapshot *Snapshot      `json:"snapshot,omitempty"`
	Delta    *Delta         `json:"delta,omitempty"`
	Sealed   *SealedFrame   `json:"sealed,omitempty"`
	Ready    *ReadyFrame    `json:"ready,omitempty"`
	Clock    *Clocks        `json:"clock,omitempty"`
	Chat     *ChatLine      `json:"chat,omitempty"`
	Presence *PresenceFrame `json:"presence,omitempty"`
	Lobby    *TableInfo     `json:"lobby,omitempty" doc:"of type lobby: an open table that is new, changed or gone (status not open); left out: something was missed, ask for the list again"`
	Turn     *TableInfo     `json:"turn,omitempty" doc:"of type turn: one of your tables that changed"`
	Beat     *Beat          `json:"beat,omitempty" doc:"the connection is alive"`
	Bye      string         `json:"bye,omitempty" doc:"the server is going down or will not go on; reconnect"`
}

// Beat is a heartbeat: the first comes when a stream begins. Whoever hears
// nothing for two and a half intervals, neither this nor another frame, has a
// dead connection and opens another.
type Beat struct {
	Every int64 `json:"every_ms" doc:"milliseconds until the next"`
}

// Delta brings a viewer from one sequence number to a later one. A client whose
// own number is not From asks for a snapshot; the server itself sends a snapshot
// when it cannot close a gap.
type Delta struct {
	From    int64   `json:"from"`
	To      int64   `json:"to"`
	Entries []Entry `json:"entries"`
	View    View    `json:"view"`
}

// SealedFrame tells a player's own connections what is sealed for the seat.
type SealedFrame struct {
	Seat   string  `json:"seat"`
	Step   int64   `json:"step"`
	Action string  `json:"action" doc:"empty: nothing is sealed"`
	Clocks *Clocks `json:"clocks,omitempty"`
}

// ReadyFrame tells who has sealed, on tables that show it.
type ReadyFrame struct {
	Step   int64    `json:"step"`
	Ready  []string `json:"ready"`
	Clocks *Clocks  `json:"clocks,omitempty"`
}

// PresenceFrame tells who is connected.
type PresenceFrame struct {
	Online     []string `json:"online" doc:"seats with a live connection"`
	Spectators int      `json:"spectators"`
}

// Command is what a client may send over the WebSocket; the answer is a Reply.
// Every command can be posted as well.
type Command struct {
	ID    string        `json:"id" maxLength:"64" doc:"chosen by the client, repeated in the reply"`
	Act   *ActRequest   `json:"act,omitempty"`
	Table *TableRequest `json:"table,omitempty"`
	Chat  *ChatRequest  `json:"chat,omitempty"`
	Open  *OpenRequest  `json:"open,omitempty"`
}

// Reply answers a Command, in a frame of its own: {"type":"reply", …}.
type Reply struct {
	Type  string         `json:"type" enum:"reply"`
	ID    string         `json:"id"`
	Ack   *Ack           `json:"ack,omitempty"`
	Error *ProblemDetail `json:"error,omitempty"`
}
