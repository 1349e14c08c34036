// Made from the OpenAPI document by tools/api-types.mjs; do not edit.

export interface Abandon {
  /** seconds without a connection before it happens; 0 means 60 */
  grace_s?: number | undefined;
  /** strength of the bot that takes over; 0 means 3 */
  level?: number | undefined;
  /** left out: wait; bot is not for rated games */
  policy?: "wait" | "bot" | "forfeit" | undefined;
}

export interface AccountRequest {
  /** 3 to 24 letters, digits, - and _; unique without regard to case */
  name: string;
  /** 8 to 200 characters */
  password: string;
}

export interface Ack {
  /** this message id had been answered before */
  again?: boolean | undefined;
  /** the choice is sealed and waits for the others */
  sealed?: boolean | undefined;
  /** sequence number after the change */
  seq: number;
  step: number;
  /** the new table, for an agreed rematch */
  table?: string | undefined;
}

export interface ActRequest {
  /** exact action text; empty: unseal */
  action: string;
  /** client message id, unique in this table; a repetition gets the first answer again */
  msg: string;
  /** needed only if you hold several seats */
  seat?: string | undefined;
  /** step of the view in which the choice was made */
  step: number;
}

export interface ActionJSON {
  do: string;
  /** the seat's chance to win */
  value: number;
  /** share of the recommended mixture */
  weight: number;
}

export interface AnalysisInfo {
  /** steps so far */
  done: number;
  /** number of the first step told here */
  from: number;
  /** none: nobody has asked for it; post to the same path */
  status: "none" | "queued" | "running" | "done" | "failed";
  /** one for each step of the replay, in its order */
  steps: StepJSON[] | null;
  /** steps that there will be; 0: not counted yet */
  total: number;
}

export interface Beat {
  /** milliseconds until the next */
  every_ms: number;
}

export interface BotAccount {
  hook?: string | undefined;
  id: string;
  name: string;
  /** for 'Authorization: Bearer'; shown once, a new one ends the old */
  token?: string | undefined;
}

export interface BotLevel {
  help?: string | undefined;
  level: number;
  name: string;
}

export interface BotList {
  bots: BotAccount[] | null;
}

export interface BotRequest {
  name: string;
}

export interface Catalogue {
  games: GameInfo[] | null;
}

export interface Chair {
  /** the player's commitment */
  commit?: string | undefined;
  /** what was opened, told when the game begins; a commitment without it was not opened in time */
  nonce?: string | undefined;
  /** provisional while the table is open and draws its seats */
  seat: string;
}

export interface ChatLine {
  at: number;
  id: number;
  name: string;
  /** empty: a spectator */
  seat?: string | undefined;
  text: string;
  user: string;
}

export interface ChatRequest {
  /** client message id */
  msg?: string | undefined;
  text: string;
}

export interface ClockSetup {
  /** correspondence: days for each decision */
  days?: number | undefined;
  /** fischer: seconds added for each decision */
  increment_s?: number | undefined;
  /** fischer: seconds each seat begins with */
  initial_s?: number | undefined;
  /** left out: none */
  kind?: "none" | "fischer" | "per_turn" | "correspondence" | undefined;
  /** per_turn: seconds for each decision */
  turn_s?: number | undefined;
}

export interface Clocks {
  /** of a clock frame: server time now, which may have been set forward */
  now?: number | undefined;
  seats: SeatClock[] | null;
  /** server time at which these held */
  time: number;
}

export interface Command {
  act?: ActRequest | undefined;
  chat?: ChatRequest | undefined;
  /** chosen by the client, repeated in the reply */
  id: string;
  open?: OpenRequest | undefined;
  table?: TableRequest | undefined;
}

export interface CreateRequest {
  abandon?: Abandon | undefined;
  /** the seats were assigned by a tournament */
  assigned?: boolean | undefined;
  clock?: ClockSetup | undefined;
  /** commitment to the number that you add to chance: the SHA-256 of 32 random bytes, in hexadecimal. Open it once every seat is taken */
  commit?: string | undefined;
  /** id of the game, from the catalogue */
  game: string;
  /** outcome of chance fixed by the maker, as 'layout a1 c1 …' */
  given?: string | undefined;
  /** shown in the lobby */
  listed?: boolean | undefined;
  /** wait for the maker to start; otherwise the game starts when every seat is taken */
  manual_start?: boolean | undefined;
  /** only players may look at the table, also after the end unless it is rated */
  no_spectators?: boolean | undefined;
  /** takebacks cannot be asked for */
  no_takeback?: boolean | undefined;
  /** option key to value (text, whole number or boolean); options left out have their defaults */
  options?: Record<string, unknown> | undefined;
  /** number of seats */
  players: number;
  /** counts for ratings; only between accounts, without bots and takebacks */
  rated?: boolean | undefined;
  /** one for each seat in seat order; left out: the maker on the first seat, the others open */
  seats?: SeatSetup[] | null | undefined;
  /** show who has handed in a secret choice */
  show_ready?: boolean | undefined;
  /** draw who sits where when the table starts; until then seats are provisional. Left out: as the game's draw_seats says. Always in rated games that are no rematch */
  shuffle?: boolean | undefined;
}

export interface Created {
  /** what the players add to chance */
  chairs: Chair[] | null;
  /** one for each seat of kind invite, and for open ones */
  links: Link[] | null;
  proof: Proof;
  table: TableInfo;
}

export interface DecisionJSON {
  /** the best actions, or the whole mixture, best first */
  best: ActionJSON[] | null;
  by: string;
  /** how much less it is worth than the best, or than the mixture */
  gave_up?: number | undefined;
  /** what it is worth against what the others really chose, where several choose at once */
  met?: number | undefined;
  played?: ActionJSON | undefined;
  /** slipped, blundered, outguessed or nothing */
  verdict?: string | undefined;
}

export interface Delta {
  entries: Entry[] | null;
  from: number;
  to: number;
  view: View;
}

export interface Draw {
  /** as much of it as you may know now; '?' stands for what you may not */
  do: string;
  /** index in the record */
  event: number;
}

export interface Entry {
  at: number;
  /** of seated and started: what the players add to chance */
  chairs?: Chair[] | null | undefined;
  /** of play, if chance decided it */
  draw?: Draw | undefined;
  /** play: a step of the game */
  kind: "created" | "seat" | "seated" | "started" | "play" | "table" | "takeback" | "offer" | "over" | "aborted" | "next" | "rated";
  seat?: string | undefined;
  seq: number;
  /** of play: the step it made, for replay */
  step?: number | undefined;
  /** the game's own events, each {kind, seat, …, text} */
  stories?: unknown[] | null | undefined;
  /** what happened, for entries that are not steps of the game */
  text?: string | undefined;
}

export interface EventJSON {
  by: string;
  do: string;
}

export interface Frame {
  /** the connection lives */
  beat?: Beat | undefined;
  /** the server goes down or refuses to go on; reconnect */
  bye?: string | undefined;
  chat?: ChatLine | undefined;
  clock?: Clocks | undefined;
  delta?: Delta | undefined;
  /** of type lobby: an open table that is new, changed or gone (status not open) */
  lobby?: TableInfo | undefined;
  presence?: PresenceFrame | undefined;
  ready?: ReadyFrame | undefined;
  sealed?: SealedFrame | undefined;
  snapshot?: Snapshot | undefined;
  /** of type turn: one of your tables that changed */
  turn?: TableInfo | undefined;
  type: "snapshot" | "delta" | "sealed" | "ready" | "clock" | "chat" | "presence" | "lobby" | "turn" | "beat" | "bye";
}

export interface GameCredit {
  /** where the game comes from, in sentences */
  about?: string | undefined;
  /** whom to ask for the game itself, in a sentence */
  box: string;
  designers?: string[] | null | undefined;
  developers?: string[] | null | undefined;
  publisher?: string | undefined;
}

export interface GameInfo {
  credit: GameCredit;
  /** who sits where is drawn unless a table says otherwise */
  draw_seats: boolean;
  id: string;
  /** bots that play this game, weakest first */
  levels: BotLevel[] | null;
  minutes: number;
  name: string;
  options: OptionInfo[] | null;
  /** allowed numbers of players */
  players: number[] | null;
  /** the ways a game can end */
  reasons: string[] | null;
  /** version of the rules */
  rules: number;
  /** number of players (as text) to the names of the seats */
  seat_names: Record<string, string[] | null>;
  /** what players do and how the game ends */
  summary: string;
  /** one short sentence */
  tagline: string;
  traits: GameTraits;
}

export interface GameTraits {
  chance: boolean;
  hidden: boolean;
  simultaneous: boolean;
}

export interface GoodbyeRequest {
  password: string;
}

export interface GuestRequest {
  /** nickname of 1 to 24 visible characters; left out: one is made up */
  name?: string | undefined;
}

export interface HookInfo {
  /** key of the HMAC-SHA256 in the header Atoll-Signature */
  secret?: string | undefined;
  url: string;
}

export interface HookRequest {
  /** https address; empty: none */
  url: string;
}

export interface JoinRequest {
  /** commitment to the number that you add to chance: the SHA-256 of 32 random bytes, in hexadecimal */
  commit?: string | undefined;
  /** left out: the first free one, or the one of the token */
  seat?: string | undefined;
  /** from a seat link */
  token?: string | undefined;
}

export interface JudgeRequest {
  /** how many of the best actions to tell; 0 means 5. A mixture is told whole */
  best?: number | undefined;
  /** how long the engine may look at it; 0 means 300 */
  ms?: number | undefined;
  /** position text, as every view has it */
  position: string;
}

export interface Judgement {
  acting: string[] | null;
  /** of each acting seat; where several act at once best is the mixture, with weights */
  decisions: DecisionJSON[] | null;
  over?: boolean | undefined;
  /** seat to its chance to win, 0 to 1 */
  values: Record<string, number>;
}

export interface Leaderboard {
  game: string;
  /** highest first; provisional ratings are left out */
  rows: RatingInfo[] | null;
  speed: string;
}

export interface ActionWords {
  /** what it belongs to in a list */
  group: string;
  /** the action as an order */
  text: string;
}

export interface LegalList {
  actions: string[] | null;
  count: number;
  /** of each action, from games that have them */
  words?: ActionWords[] | null | undefined;
  /** cut off at the limit */
  more?: boolean | undefined;
}

export interface Link {
  /** path of the page to open, as /t/ID?seat=S&token=… */
  path: string;
  seat: string;
  token: string;
}

export interface LogPage {
  entries: Entry[] | null;
  more?: boolean | undefined;
}

export interface Me {
  /** empty: nobody yet; POST /guest makes somebody of you */
  id: string;
  kind: "none" | "guest" | "account" | "bot";
  name: string;
  /** server time */
  time: number;
}

export interface Moment {
  position: unknown;
  step: number;
  /** all steps that can be asked for, the first being the start */
  steps: number[] | null;
  /** how it came to this position from the step before */
  stories: unknown[] | null;
  viewer: string;
}

export interface MuteRequest {
  on: boolean;
  user: string;
}

export interface Offers {
  /** table of the rematch */
  next?: string | undefined;
  /** seats that want a rematch */
  rematch?: string[] | null | undefined;
  takeback?: Takeback | undefined;
}

export interface OldRules {
  now: number;
  version: number;
}

export interface OpenRequest {
  /** the 32 bytes in hexadecimal. Open it only after you have kept the commitments to the seed and to the numbers of the others */
  nonce: string;
}

export interface OptionInfo {
  default: unknown;
  help: string;
  /** 'key=value' of another option with which this one plays no part: then it is refused unless at its default */
  idle?: string | undefined;
  key: string;
  kind: "choice" | "flag" | "limit";
  /** 0: no upper bound */
  max?: number | undefined;
  min?: number | undefined;
  name: string;
  /** 'key=value' of another option without which this one is refused */
  needs?: string | undefined;
  /** a ruling of ours, not of the rulebook */
  ours?: boolean | undefined;
  /** the only number of players with which it can differ from its default */
  players?: number | undefined;
  values?: OptionValueInfo[] | null | undefined;
}

export interface OptionValueInfo {
  help?: string | undefined;
  name: string;
  ours?: boolean | undefined;
  value: unknown;
}

export interface Outcome {
  action: string;
  /** how likely it is, 0 to 1 */
  chance: number;
}

export interface PartsJSON {
  decision: number;
  luck: number;
  swing: number;
}

export interface PasswordRequest {
  new: string;
  old: string;
}

export interface PositionAnswer {
  /** what chance can do, if it acts and its outcomes can be listed */
  chance: Outcome[] | null;
  /** what was played, draws of chance among it */
  choices: PositionChoice[] | null;
  /** of each acting seat; without actions if there are more than 512 */
  legal: Record<string, LegalList>;
  position: unknown;
  /** the game's own events, each {kind, seat, …, text} */
  stories: unknown[] | null;
}

export interface PositionChoice {
  action: string;
  /** a seat, or 'chance' */
  seat: string;
}

export interface PositionRequest {
  /** one for each acting seat, or none to look only */
  choices?: PositionChoice[] | null | undefined;
  /** let chance draw, as often as it is its turn then */
  draw?: boolean | undefined;
  /** position text, as every view has it */
  position: string;
}

export interface PresenceFrame {
  /** seats with a live connection */
  online: string[] | null;
  spectators: number;
}

export interface Problem {
  error: ProblemDetail;
}

export interface ProblemDetail {
  /** stable word for programs: bad_request, unauthorized, forbidden, not_found, stale, illegal, not_your_turn, conflict, too_large, too_many, over, draining, busy, unavailable, internal */
  code: string;
  /** one sentence for people */
  message: string;
  /** the field or part that was wrong, as 'body.seats[1].level' */
  where?: string | undefined;
}

export interface Profile {
  created: number;
  id: string;
  kind: "guest" | "account" | "bot" | "gone";
  name: string;
  ratings: RatingInfo[] | null;
}

export interface Proof {
  /** SHA-256 of the seed, told before the first draw */
  commitment?: string | undefined;
  /** every seat is taken and the players' numbers are being opened; when this time comes the game begins without those that are missing */
  open_until?: number | undefined;
  /** yours is */
  opened?: boolean | undefined;
  /** told after the end */
  seed?: string | undefined;
}

export interface RatingInfo {
  deviation: number;
  exact: number;
  game: string;
  games: number;
  name?: string | undefined;
  /** too few games to say */
  provisional?: boolean | undefined;
  rating: number;
  speed: "blitz" | "rapid" | "slow" | "days" | "untimed";
  /** public id; on leaderboards */
  user?: string | undefined;
}

export interface ReadyFrame {
  clocks?: Clocks | undefined;
  ready: string[] | null;
  step: number;
}

export interface RecordAnswer {
  game: string;
  players: number;
  /** the first is the start */
  steps: RecordStep[] | null;
}

export interface RecordRequest {
  /** one line of a file of records */
  record: string;
}

export interface RecordStep {
  /** what was played to reach it */
  choices: EventJSON[] | null;
  position: string;
}

export interface Reply {
  ack?: Ack | undefined;
  error?: ProblemDetail | undefined;
  id: string;
  type: "reply";
}

export interface SealedFrame {
  /** empty: nothing is sealed */
  action: string;
  clocks?: Clocks | undefined;
  seat: string;
  step: number;
}

export interface SeatChange {
  kind: "open" | "invite" | "bot";
  level?: number | undefined;
}

export interface SeatClock {
  left_ms: number;
  running: boolean;
  seat: string;
}

export interface SeatInfo {
  kind: "open" | "invite" | "human" | "bot";
  /** of a bot */
  level?: number | undefined;
  /** you may play this seat */
  mine?: boolean | undefined;
  /** nickname of the player, or the bot's name */
  name?: string | undefined;
  /** a live connection is open */
  online?: boolean | undefined;
  /** the rating rests on few games */
  provisional?: boolean | undefined;
  /** of the player in this game at this speed when sitting down; after a rated game the new one */
  rating?: number | undefined;
  /** by how much this rated game has changed the rating */
  rating_change?: number | undefined;
  seat: string;
  /** a bot plays for a player who is away; joining again takes the seat back */
  stand_in?: boolean | undefined;
  /** public id of the player */
  user?: string | undefined;
}

export interface SeatSetup {
  /** me: the maker (on several seats: hot-seat); open: anybody; invite: whoever has the seat's link; bot */
  kind: "me" | "open" | "invite" | "bot";
  /** strength of a bot, 1 to 8; 0 means 3 */
  level?: number | undefined;
}

export interface Setup {
  abandon?: Abandon | undefined;
  /** the seats were assigned by a tournament */
  assigned?: boolean | undefined;
  clock?: ClockSetup | undefined;
  /** id of the game, from the catalogue */
  game: string;
  /** outcome of chance fixed by the maker, as 'layout a1 c1 …' */
  given?: string | undefined;
  /** shown in the lobby */
  listed?: boolean | undefined;
  /** wait for the maker to start; otherwise the game starts when every seat is taken */
  manual_start?: boolean | undefined;
  /** only players may look at the table, also after the end unless it is rated */
  no_spectators?: boolean | undefined;
  /** takebacks cannot be asked for */
  no_takeback?: boolean | undefined;
  /** option key to value (text, whole number or boolean); options left out have their defaults */
  options?: Record<string, unknown> | undefined;
  /** number of seats */
  players: number;
  /** counts for ratings; only between accounts, without bots and takebacks */
  rated?: boolean | undefined;
  /** one for each seat in seat order; left out: the maker on the first seat, the others open */
  seats?: SeatSetup[] | null | undefined;
  /** show who has handed in a secret choice */
  show_ready?: boolean | undefined;
  /** draw who sits where when the table starts; until then seats are provisional. Left out: as the game's draw_seats says. Always in rated games that are no rematch */
  shuffle?: boolean | undefined;
}

export interface Snapshot {
  /** what the players add to chance */
  chairs: Chair[] | null;
  /** the latest lines, at most 100 */
  chat: ChatLine[] | null;
  info: TableInfo;
  /** the latest entries, at most 300 */
  log: Entry[] | null;
  /** users you have muted */
  muted?: string[] | null | undefined;
  setup: Setup;
  spectators: number;
  /** server time now */
  time: number;
  view: View;
}

export interface StartRequest {
  /** let chance draw, as often as it is its turn then */
  draw?: boolean | undefined;
  /** id of the game, from the catalogue */
  game: string;
  /** as for a table */
  options?: Record<string, unknown> | undefined;
  players: number;
}

export interface StepJSON {
  /** who acts in it */
  acting: string[] | null;
  /** events of the record before the position */
  at: number;
  decisions?: DecisionJSON[] | null | undefined;
  /** what was played */
  events?: EventJSON[] | null | undefined;
  /** the last position of the record */
  final?: boolean | undefined;
  /** the game is over here */
  over?: boolean | undefined;
  /** seat to its change through this step */
  parts?: Record<string, PartsJSON> | undefined;
  /** seat to its chance to win, 0 to 1 */
  values: Record<string, number>;
}

export interface TableInfo {
  /** seats to act */
  acting: string[] | null;
  clock: ClockSetup;
  created: number;
  /** who sits where is drawn when the game begins; while the table is open its seats are provisional */
  draw_seats?: boolean | undefined;
  game: string;
  /** public id of the maker */
  host: string;
  id: string;
  listed: boolean;
  /** all options with their values */
  options: Record<string, unknown>;
  players: number;
  rated: boolean;
  /** null, or {rank: {seat: rank}, reason} */
  result: unknown;
  seats: SeatInfo[] | null;
  seq: number;
  status: "open" | "running" | "over" | "aborted";
  updated: number;
  /** you must act (and have not yet sealed a choice) */
  your_turn?: boolean | undefined;
}

export interface TableList {
  /** pass as ?after= for the next page */
  next?: string | undefined;
  tables: TableInfo[] | null;
}

export interface TableRequest {
  /** with offer rematch: commitment to the number that you add to the chance of the new table */
  commit?: string | undefined;
  /** offer rematch by all players makes the new table; claim takes a seat back from a stand-in bot */
  do: "resign" | "offer draw" | "accept draw" | "ask takeback" | "accept takeback" | "decline takeback" | "offer rematch" | "decline rematch" | "abort" | "claim";
  /** client message id */
  msg?: string | undefined;
  /** needed only if you hold several seats */
  seat?: string | undefined;
}

export interface Takeback {
  agreed: string[] | null;
  by: string;
  /** step that the game would go back to */
  to_step: number;
}

export interface View {
  /** seats to act */
  acting: string[] | null;
  clocks?: Clocks | undefined;
  /** of the viewer's own seat while it acts; without actions if there are more than 512 */
  legal?: LegalList | undefined;
  offers?: Offers | undefined;
  /** the game was played by rules that can no longer be replayed: there are a result, a log and a chat, but no position */
  old?: OldRules | undefined;
  position: unknown;
  proof?: Proof | undefined;
  /** seats that have sealed, if the table shows it */
  ready?: string[] | null | undefined;
  /** null, or {rank: {seat: rank}, reason} */
  result: unknown;
  /** own choice that waits for the others */
  sealed?: string | undefined;
  seats: SeatInfo[] | null;
  /** number of public events so far */
  seq: number;
  status: "open" | "running" | "over" | "aborted";
  /** names the present decision; send it back with an action */
  step: number;
  table: string;
  /** a seat, 'public' or 'truth' (after the end) */
  viewer: string;
}

export interface WhyNot {
  legal: boolean;
  /** one sentence, if not legal */
  reason?: string | undefined;
}

export interface WhyNotRequest {
  action: string;
  seat?: string | undefined;
}
