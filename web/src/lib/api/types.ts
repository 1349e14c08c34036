// Made by `make types` from the document of the API; do not edit.
// sha256 60c64bf812a617cf6b463afc9199ee397a3e18352897095d13905f303e35f162

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Abandon: {
      /**
       * Format: int64
       * @description seconds without a connection before it happens; 0 means 60
       */
      grace_s?: number;
      /**
       * Format: int64
       * @description strength of the bot that takes over; 0 means 3
       */
      level?: number;
      /**
       * @description left out: wait; bot is not for rated games
       * @enum {string}
       */
      policy?: 'wait' | 'bot' | 'forfeit';
    };
    AccountRequest: {
      /** @description 3 to 24 letters, digits, - and _; unique without regard to case */
      name: string;
      /** @description 8 to 200 characters */
      password: string;
    };
    Ack: {
      /** @description this message id had been answered before */
      again?: boolean;
      /** @description the choice is sealed and waits for the others */
      sealed?: boolean;
      /**
       * Format: int64
       * @description sequence number after the change
       */
      seq: number;
      /** Format: int64 */
      step: number;
      /** @description the new table, for an agreed rematch */
      table?: string;
    };
    ActRequest: {
      /** @description exact action text; empty: unseal */
      action: string;
      /** @description client message id, unique in this table; a repetition gets the first answer again */
      msg: string;
      /** @description needed only if you hold several seats */
      seat?: string;
      /**
       * Format: int64
       * @description step of the view in which the choice was made
       */
      step: number;
    };
    ActionJSON: {
      do: string;
      /**
       * Format: double
       * @description the seat's chance to win
       */
      value: number;
      /**
       * Format: double
       * @description share of the recommended mixture
       */
      weight: number;
    };
    ActionWords: {
      /** @description what it belongs to in a list */
      group: string;
      /** @description the action as an order */
      text: string;
    };
    AddressRequest: {
      address: string;
    };
    AnalysisInfo: {
      /** @description the server would analyse it for the caller */
      deeper?: boolean;
      /**
       * Format: int64
       * @description steps so far
       */
      done: number;
      /**
       * Format: int64
       * @description number of the first step in this answer
       */
      from: number;
      /**
       * @description none: nobody has asked for it; post to the same path
       * @enum {string}
       */
      status: 'none' | 'queued' | 'running' | 'done' | 'failed';
      /** @description one for each step of the replay, in its order */
      steps: components['schemas']['StepJSON'][] | null;
      /**
       * Format: int64
       * @description total number of steps; 0: not counted yet
       */
      total: number;
    };
    /** @description An event of one of the games. */
    AnyEvent:
      | components['schemas']['EpigoEvent']
      | components['schemas']['EvoEvent']
      | components['schemas']['ConquerorEvent']
      | components['schemas']['EarthquakeEvent']
      | components['schemas']['GameEvent'];
    /** @description A position of one of the games; of a game that declares nothing more, what every game has. */
    AnyPosition:
      | components['schemas']['EpigoPosition']
      | components['schemas']['EvoPosition']
      | components['schemas']['ConquerorPosition']
      | components['schemas']['EarthquakePosition']
      | components['schemas']['Position'];
    /** @description How one of the games has ended. */
    AnyResult:
      | components['schemas']['EpigoResult']
      | components['schemas']['EvoResult']
      | components['schemas']['ConquerorResult']
      | components['schemas']['EarthquakeResult']
      | components['schemas']['Result'];
    AwaitingGame: {
      /**
       * Format: int64
       * @description when your time runs out, Unix milliseconds; left out: no clock
       */
      due?: number;
      /** @description as everybody may see it */
      position: components['schemas']['AnyPosition'] | null;
      table: components['schemas']['TableInfo'];
    };
    Beat: {
      /**
       * Format: int64
       * @description milliseconds until the next
       */
      every_ms: number;
    };
    BotAccount: {
      hook?: string;
      id: string;
      name: string;
      /** @description for 'Authorization: Bearer'; shown once, a new one ends the old */
      token?: string;
    };
    BotLevel: {
      help?: string;
      /** Format: int64 */
      level: number;
      name: string;
    };
    BotList: {
      bots: components['schemas']['BotAccount'][] | null;
    };
    BotRequest: {
      name: string;
    };
    BracketMatch: {
      /**
       * Format: int64
       * @description entrant; -1 for nobody, or not known yet
       */
      a: number;
      /** Format: int64 */
      b: number;
      /**
       * Format: int64
       * @description -1 while it is open
       */
      winner: number;
      wins: number[] | null;
    };
    BringRequest: {
      /** @description the record of the game, with its proof */
      record: string;
      /** @description who sat where, in seat order: me or bot */
      seats: components['schemas']['SeatSetup'][] | null;
    };
    Brought: {
      /** @description it had been uploaded before */
      again?: boolean;
      table: components['schemas']['TableInfo'];
    };
    Catalogue: {
      games: components['schemas']['GameInfo'][] | null;
    };
    Chair: {
      /** @description the player's commitment */
      commit?: string;
      /** @description what was opened, revealed when the game begins; a commitment without it was not opened in time */
      nonce?: string;
      /** @description provisional while the table is open and draws its seats */
      seat: string;
    };
    ChallengeAnswer: {
      /** @description both of you have a seat there: sit down (POST /tables/{id}/join) */
      table: string;
    };
    ChallengeInfo: {
      /** Format: int64 */
      at: number;
      from: components['schemas']['Person'];
      id: string;
      /** @description you have made it */
      mine?: boolean;
      setup: components['schemas']['Setup'];
      to: components['schemas']['Person'];
      /** Format: int64 */
      until: number;
      word?: string;
    };
    ChallengeRequest: {
      /**
       * Format: int64
       * @description the seat you want, 1 or 2; left out, and in rated games: by lot
       */
      seat?: number;
      /** @description game, options, clock and whether it is rated; seats are left out */
      setup: components['schemas']['Setup'];
      /** @description public id, or the name of an account */
      to: string;
      /** @description a message with it */
      word?: string;
    };
    Channels: {
      /** @description in an open page: a sound, and the browser's own notice when you look elsewhere */
      here: boolean;
      /** @description by e-mail */
      mail: boolean;
      /** @description to your devices, even while no page is open */
      push: boolean;
    };
    ChatLine: {
      /** Format: int64 */
      at: number;
      /** Format: int64 */
      id: number;
      name: string;
      /** @description empty: a spectator */
      seat?: string;
      text: string;
      user: string;
    };
    ChatRequest: {
      /** @description client message id */
      msg?: string;
      text: string;
    };
    ClockSetup: {
      /**
       * Format: int64
       * @description correspondence: days for each decision
       */
      days?: number;
      /**
       * Format: int64
       * @description fischer: seconds added for each decision
       */
      increment_s?: number;
      /**
       * Format: int64
       * @description fischer: seconds each seat begins with
       */
      initial_s?: number;
      /**
       * @description left out: none
       * @enum {string}
       */
      kind?: 'none' | 'fischer' | 'per_turn' | 'correspondence';
      /**
       * Format: int64
       * @description per_turn: seconds for each decision
       */
      turn_s?: number;
    };
    Clocks: {
      /**
       * Format: int64
       * @description of a clock frame: server time now, which may have been set forward
       */
      now?: number;
      seats: components['schemas']['SeatClock'][] | null;
      /**
       * Format: int64
       * @description server time at which these held
       */
      time: number;
    };
    Command: {
      act?: components['schemas']['ActRequest'];
      chat?: components['schemas']['ChatRequest'];
      /** @description chosen by the client, repeated in the reply */
      id: string;
      open?: components['schemas']['OpenRequest'];
      table?: components['schemas']['TableRequest'];
    };
    /** @description The Conqueror: what happens, told by kind. */
    ConquerorEvent:
      | {
          coins: number;
          island: string;
          /** @enum {string} */
          kind: 'award';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          /** @description the event in English */
          text: string;
          /** @enum {string} */
          why: 'most coins' | 'last claim' | 'dice';
        }
      | {
          /** @enum {string} */
          kind: 'broke';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          /** @description the event in English */
          text: string;
          /** @description empty: no token was placed */
          tile: string;
        }
      | {
          island: string;
          /** @enum {string} */
          kind: 'claim';
          /** @description coins left in hand */
          left: number;
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          /** @description the event in English */
          text: string;
          tile: string;
        }
      | {
          /** @description the final count, as 'A7 B5' */
          islands: string;
          /** @enum {string} */
          kind: 'end';
          reason: string;
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          /** @enum {string} */
          kind: 'forfeit';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          /** @description the event in English */
          text: string;
          /** @description empty: no token was placed */
          tile: string;
        }
      | {
          /** @description the 16 south-west tiles, with spaces between */
          islands: string;
          /** @enum {string} */
          kind: 'layout';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          from: string;
          /** @enum {string} */
          kind: 'move';
          /** @description every tile of one walk, with spaces between */
          path: string;
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          steps: number;
          /** @description the event in English */
          text: string;
          to: string;
        }
      | {
          /** @enum {string} */
          kind: 'order';
          /** @description as 'B A C' */
          order: string;
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          /** @enum {string} */
          kind: 'pass';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          steps: number;
          /** @description the event in English */
          text: string;
          tile: string;
        }
      | {
          island: string;
          /** @enum {string} */
          kind: 'remove';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          /** @enum {string} */
          kind: 'resign';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          /** @description the event in English */
          text: string;
          /** @description empty: no token was placed */
          tile: string;
        }
      | {
          die: number;
          /** @enum {string} */
          kind: 'roll';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          steps: number;
          /** @description the event in English */
          text: string;
        }
      | {
          /** @enum {string} */
          kind: 'start';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          /** @description the event in English */
          text: string;
          /** @description empty: no token was placed */
          tile: string;
        }
      | {
          /** @description who rolls again, as 'A B' */
          again: string;
          /** @description as 'A6,2 B5' */
          dice: string;
          island: string;
          /** @enum {string} */
          kind: 'tie';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          /** @description the event in English */
          text: string;
          /** @description a seat; empty: they roll again */
          winner: string;
        }
      | {
          /** @enum {string} */
          kind: 'timeout';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          /** @description the event in English */
          text: string;
          /** @description empty: no token was placed */
          tile: string;
        }
      | {
          /** @description coins returned, as 'A3 B1' */
          back: string;
          island: string;
          /** @enum {string} */
          kind: 'win';
          /** @description won by landing on the last tile */
          landing: boolean;
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: 'A' | 'B' | 'C' | 'D' | 'chance';
          /** @description the event in English */
          text: string;
          /** @description islands won by the player so far */
          won: number;
        };
    ConquerorIsland: {
      /** @description its south-west tile */
      at: string;
      /** @description who would get it if the game ended now, or who got it */
      holder: components['schemas']['ConquerorSeat'] | null;
      removed: boolean;
      /** @description who would have to roll for it */
      tied: components['schemas']['ConquerorSeat'][];
      /** @description south-west, south-east, north-west, north-east */
      tiles: components['schemas']['ConquerorTile'][];
      won_by: components['schemas']['ConquerorSeat'] | null;
    };
    /** @description The Conqueror: all options. */
    ConquerorOptions: {
      /** @description Coins */
      coins: 'even' | 12;
      /**
       * @description Players who forfeit
       * @enum {string}
       */
      forfeit: 'keep_score' | 'out';
      /**
       * @description The last tile
       * @enum {string}
       */
      last_tile: 'landing' | 'turn';
      /**
       * @description Board
       * @enum {string}
       */
      layout: 'basic' | 'custom';
      /**
       * @description Tied islands
       * @enum {string}
       */
      tiebreak: 'last_claim' | 'dice';
      /**
       * @description Unfinished islands
       * @enum {string}
       */
      unfinished: 'most_coins' | 'dice';
    };
    ConquerorPlayer: {
      /** @description in hand */
      coins: number;
      /** @description still in the game */
      in: boolean;
      left: ('forfeit' | 'resign' | 'timeout') | null;
      /** @description 1 for the first to leave; 0: has not left */
      left_as: number;
      /** @description coins on the board */
      placed: number;
      /** @description islands if the game ended now */
      score: number;
      seat: components['schemas']['ConquerorSeat'];
      /** @description the tile on which the token stands */
      token: string | null;
      /** @description islands won in play */
      won: number;
    };
    ConquerorPosition: {
      /** @description who is to act */
      acting: ('A' | 'B' | 'C' | 'D' | 'chance')[];
      /** @description all corner tiles */
      corners: string[];
      /** @description what was thrown; 0: nothing */
      die: number;
      /** @enum {string} */
      game: 'conqueror';
      height: number;
      islands: components['schemas']['ConquerorIsland'][];
      options: components['schemas']['ConquerorOptions'];
      /** @description the order of play */
      order: components['schemas']['ConquerorSeat'][];
      /** @enum {string} */
      phase: 'layout' | 'order' | 'start' | 'roll' | 'move' | 'tie' | 'over';
      players: number;
      /** @description position text, which holds everything that this viewer may know */
      position: string;
      /** @description turns in a row that placed no coin */
      quiet: number;
      result: components['schemas']['ConquerorResult'] | null;
      seats: components['schemas']['ConquerorPlayer'][];
      /** @description how far that goes */
      steps: number;
      /** @description the board as text, of games that have no picture of their own */
      text_board?: string;
      /** @description in phase tie: who rolls */
      tie: components['schemas']['ConquerorTie'] | null;
      /** @description whose turn it is */
      turn: components['schemas']['ConquerorSeat'] | null;
      /** @description of the board in tiles */
      width: number;
    };
    /** @description The Conqueror: how it has ended. */
    ConquerorResult: {
      /** @description seat to rank: 1 is a win, equal ranks share */
      rank: {
        [key: string]: number;
      };
      /** @enum {string} */
      reason: 'islands' | 'last one in' | 'stuck' | 'coins' | 'resign' | 'timeout';
    };
    /**
     * @description The Conqueror: the names of the seats.
     * @enum {string}
     */
    ConquerorSeat: 'A' | 'B' | 'C' | 'D';
    ConquerorTie: {
      /** @description how many dice each of them rolls */
      dice: number[];
      island: string;
      /** @description who rolls */
      seats: components['schemas']['ConquerorSeat'][];
    };
    ConquerorTile: {
      at: string;
      /** @description whose coin lies there */
      coin: components['schemas']['ConquerorSeat'] | null;
      /** @description 1 for the island's first coin, 2, 3; 0: no coin */
      latest: number;
      /** @description whose token stands there */
      token: components['schemas']['ConquerorSeat'] | null;
    };
    CreateRequest: {
      abandon?: components['schemas']['Abandon'];
      /** @description the seats were assigned by a tournament */
      readonly assigned?: boolean;
      clock?: components['schemas']['ClockSetup'];
      /** @description commitment to the number that you add to chance: the SHA-256 of 32 random bytes, in hexadecimal. Open it once every seat is taken */
      commit?: string;
      /** @description id of the game, from the catalogue */
      game: string;
      /** @description outcome of chance fixed by the maker, as 'layout a1 c1 …' */
      given?: string;
      /** @description shown in the lobby */
      listed?: boolean;
      /** @description wait for the maker to start; otherwise the game starts when every seat is taken */
      manual_start?: boolean;
      /** @description only players may look at the table, even after the end unless it is rated */
      no_spectators?: boolean;
      /** @description takebacks cannot be asked for */
      no_takeback?: boolean;
      /** @description option key to value (text, whole number or boolean); options left out have their defaults */
      options?: {
        [key: string]: components['schemas']['OptionValue'];
      };
      /**
       * Format: int64
       * @description number of seats
       */
      players: number;
      /** @description counts for ratings; only between accounts, without bots and takebacks */
      rated?: boolean;
      /** @description one for each seat in seat order; left out: the maker on the first seat, the others open */
      seats?: components['schemas']['SeatSetup'][] | null;
      /** @description show who has handed in a secret choice */
      show_ready?: boolean;
      /** @description draw who sits where when the table starts; until then seats are provisional. Left out: as the game's draw_seats says. Always in rated games that are no rematch */
      shuffle?: boolean;
      /** @description id of the tournament that the game belongs to */
      readonly tournament?: string;
    };
    Created: {
      /** @description what the players add to chance */
      chairs: components['schemas']['Chair'][] | null;
      /** @description one for each seat of kind invite, and for open ones */
      links: components['schemas']['Link'][] | null;
      proof: components['schemas']['Proof'];
      table: components['schemas']['TableInfo'];
    };
    DecisionJSON: {
      /** @description the best actions, or the whole mixture, best first */
      best: components['schemas']['ActionJSON'][] | null;
      by: string;
      /**
       * Format: double
       * @description how much less it is worth than the best, or than the mixture
       */
      gave_up?: number;
      /**
       * Format: double
       * @description what it is worth against what the others really chose, where several choose at once
       */
      met?: number;
      played?: components['schemas']['ActionJSON'];
      /** @description slipped, blundered, outguessed or nothing */
      verdict?: string;
    };
    Delta: {
      entries: components['schemas']['Entry'][] | null;
      /** Format: int64 */
      from: number;
      /** Format: int64 */
      to: number;
      view: components['schemas']['View'];
    };
    Draw: {
      /** @description as much of it as you may know now; '?' stands for what you may not */
      do: string;
      /**
       * Format: int64
       * @description index in the record
       */
      event: number;
    };
    EarthquakeCell: {
      /** @description belongs to the playing area */
      area: boolean;
      explorer: components['schemas']['EarthquakeSeat'] | null;
      /** @description hexes that would lose their top if the cracks here were played */
      falls: string[];
      /** @description number of tiles; 0 is water */
      height: number;
      hex: string;
      number: number;
      row: number;
      /** @description from the bottom; '?' for hidden ones */
      tiles: string[];
      /** @description the top tile */
      top: string | null;
      /** @description nobody may land here any more */
      volcano: boolean;
    };
    /** @description Earthquake Island: what happens, told by kind. */
    EarthquakeEvent:
      | {
          from: string;
          hex: string;
          /** @enum {string} */
          kind: 'bazooka';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          /** @description as '024' */
          ends: string;
          hex: string;
          /** @description those that lose their top, with spaces between */
          hexes: string;
          /** @enum {string} */
          kind: 'cracks';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          hex: string;
          /** @enum {string} */
          kind: 'discard';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
          tool: string;
        }
      | {
          /** @enum {string} */
          kind: 'drop';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
          tool: string;
        }
      | {
          from: string;
          hex: string;
          /** @enum {string} */
          kind: 'dynamite';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          /** @enum {string} */
          by: 'cracks' | 'dynamite' | 'bazooka' | 'hole' | 'keep' | 'discard' | 'own';
          /** @description the seat there, or nothing */
          explorer: string;
          /** @description now */
          height: number;
          hex: string;
          /** @enum {string} */
          kind: 'fall';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
          /** @description the one that is gone */
          tile: string;
          /** @description the tile uncovered; empty: water */
          top: string;
        }
      | {
          hex: string;
          /** @enum {string} */
          kind: 'float';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          hex: string;
          /** @enum {string} */
          kind: 'hole';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          hex: string;
          /** @enum {string} */
          kind: 'keep';
          /** @description the discarded tool, or nothing */
          old: string;
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
          tool: string;
        }
      | {
          /** @enum {string} */
          by: 'step' | 'rope' | 'spring' | 'swim';
          /** @description off a volcano */
          flee: boolean;
          from: string;
          from_height: number;
          /** @enum {string} */
          kind: 'move';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
          to: string;
          to_height: number;
        }
      | {
          /** @description empty: not placed yet */
          hex: string;
          /** @enum {string} */
          kind: 'out';
          rank: number;
          /** @enum {string} */
          reason: 'drowned' | 'hit' | 'lost' | 'resign' | 'timeout';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
          /** @description the discarded tool, or nothing */
          tool: string;
        }
      | {
          height: number;
          hex: string;
          /** @enum {string} */
          kind: 'place';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          from: string;
          hex: string;
          /** @enum {string} */
          kind: 'push';
          pushed: components['schemas']['EarthquakeSeat'];
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
          to: string;
          to_height: number;
        }
      | {
          hex: string;
          /** @enum {string} */
          kind: 'reveal';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
          tile: string;
        }
      | {
          hex: string;
          /** @enum {string} */
          kind: 'sandbag';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
          tile: string;
        }
      | {
          /** @description put away */
          away: number;
          /** @enum {string} */
          kind: 'scatter';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
          /** @description on the island */
          tiles: number;
          /** @description water hexes of the playing area */
          water: number;
        }
      | {
          hex: string;
          /** @enum {string} */
          kind: 'stay';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          /** @enum {string} */
          kind: 'thief';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
          tool: string;
          victim: components['schemas']['EarthquakeSeat'];
        }
      | {
          /** @enum {string} */
          kind: 'turn';
          number: number;
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          /** @description the seat there, or nothing */
          explorer: string;
          hex: string;
          /** @enum {string} */
          kind: 'volcano';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          hex: string;
          /** @enum {string} */
          kind: 'water';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
        }
      | {
          /** @enum {string} */
          kind: 'win';
          /**
           * @description who did it, or whom it happened to
           * @enum {string}
           */
          seat?: '1' | '2' | '3' | '4' | '5' | '6' | 'chance';
          /** @description the event in English */
          text: string;
        };
    EarthquakeExplorer: {
      /** @description of the stack underfoot; 0 in water */
      height: number;
      hex: string | null;
      /** @description still in the game */
      in: boolean;
      /** @description 1 for the first to leave the game */
      left: number | null;
      /** @description a hit cannot drown it */
      protected: boolean;
      seat: components['schemas']['EarthquakeSeat'];
      /** @description in water, and would drown if its turn began now */
      stranded: boolean;
      /** @description the tool in hand */
      tool: string | null;
      water: boolean;
    };
    /** @description Earthquake Island: all options. */
    EarthquakeOptions: {
      /** @description Playing area */
      area: 'auto' | (19 | 31 | 37);
    };
    EarthquakePosition: {
      /** @description who is to act */
      acting: ('1' | '2' | '3' | '4' | '5' | '6' | 'chance')[];
      cells: components['schemas']['EarthquakeCell'][];
      /** @description where played cracks lie that are still to be removed */
      cracks: string | null;
      explorers: components['schemas']['EarthquakeExplorer'][];
      /** @description who stands on a volcano, in the order of leaving it */
      fleeing: components['schemas']['EarthquakeSeat'][];
      /** @enum {string} */
      game: 'earthquake';
      /** @description a volcano was left before going, and there is still a go to make */
      go_due: boolean;
      options: components['schemas']['EarthquakeOptions'];
      /** @description who is still in, in turn order */
      order: components['schemas']['EarthquakeSeat'][];
      /** @enum {string} */
      phase: 'scatter' | 'place' | 'go' | 'keep' | 'crack' | 'hole' | 'after' | 'flee' | 'reveal' | 'over';
      players: number;
      /** @description position text, which holds everything that this viewer may know */
      position: string;
      result: components['schemas']['EarthquakeResult'] | null;
      /** @description the hex whose tile chance uncovers now */
      reveal: string | null;
      /** @description the board as text, of games that have no picture of their own */
      text_board?: string;
      /** @description whose turn it is; another seat may be the one to flee */
      turn: components['schemas']['EarthquakeSeat'] | null;
      /** @description 0 while placing */
      turn_number: number;
      /** @description how many tiles of each kind nobody has seen */
      unseen: components['schemas']['EarthquakeUnseen'];
    };
    /** @description Earthquake Island: how it has ended. */
    EarthquakeResult: {
      /** @description seat to rank: 1 is a win, equal ranks share */
      rank: {
        [key: string]: number;
      };
      /** @enum {string} */
      reason: 'last explorer' | 'resign' | 'timeout';
    };
    /**
     * @description Earthquake Island: the names of the seats.
     * @enum {string}
     */
    EarthquakeSeat: '1' | '2' | '3' | '4' | '5' | '6';
    EarthquakeUnseen: {
      B: number;
      /** @description by number of ends, 1 to 6 */
      C: number[];
      D: number;
      H: number;
      J: number;
      L: number;
      P: number;
      R: number;
      S: number;
      T: number;
      V: number;
    };
    Entry: {
      /** Format: int64 */
      at: number;
      /** @description of seated and started: what the players add to chance */
      chairs?: components['schemas']['Chair'][] | null;
      /** @description of play, if chance decided it */
      draw?: components['schemas']['Draw'];
      /**
       * @description play: a step of the game
       * @enum {string}
       */
      kind:
        | 'created'
        | 'seat'
        | 'seated'
        | 'started'
        | 'play'
        | 'table'
        | 'takeback'
        | 'offer'
        | 'over'
        | 'aborted'
        | 'next'
        | 'rated';
      seat?: string;
      /** Format: int64 */
      seq: number;
      /**
       * Format: int64
       * @description of play: the step it made, for replay
       */
      step?: number;
      /** @description the game's own events, each {kind, seat, …, text} */
      stories?: components['schemas']['AnyEvent'][] | null;
      /** @description what happened, for entries that are not steps of the game */
      text?: string;
    };
    EpigoAsk:
      | {
          /** @enum {string} */
          dir: 'N' | 'E' | 'S' | 'W';
          from: string;
          /** @description it leads onto the seat's own Island */
          island: boolean;
          /** @enum {string} */
          kind: 'slide';
          /** @description of the Order */
          number: number;
          seat: components['schemas']['EpigoSeat'];
          to: string;
        }
      | {
          exits: components['schemas']['EpigoExit'][];
          /** @enum {string} */
          kind: 'exit';
          /** @description of the Order */
          number: number;
          seat: components['schemas']['EpigoSeat'];
        }
      | {
          /** @enum {string} */
          kind: 'slam';
          /** @description of the Order */
          number: number;
          seat: components['schemas']['EpigoSeat'];
          slams: components['schemas']['EpigoSlam'][];
        };
    EpigoBoard: {
      /** @description it lies between this rank and the next */
      centreline: number;
      /** @description the deployment rows, files a to h */
      home: {
        N: string[];
        S: string[];
      };
      squares: string[];
    };
    EpigoEpigon: {
      at: string | null;
      number: number;
      /** @enum {string} */
      on: 'board' | 'island' | 'captured' | 'hand';
      seat: components['schemas']['EpigoSeat'];
    };
    /** @description Epigo: what happens, told by kind. */
    EpigoEvent:
      | {
          /** @enum {string} */
          kind: 'accept';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
        }
      | {
          /** @description the square that decided it */
          at: string;
          /** @description own:other there */
          count: string;
          /** @enum {string} */
          dir: 'N' | 'E' | 'S' | 'W';
          epigon: number;
          /** @enum {string} */
          kind: 'block';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
          /** @description as 'S5@d4 N2@d5', the mover first */
          tiles: string;
          /** @enum {string} */
          why: 'outnumbered' | 'island' | 'full';
        }
      | {
          by: components['schemas']['EpigoSeat'];
          /** @description of the captor so far */
          captures: number;
          epigon: number;
          from: string;
          /** @enum {string} */
          kind: 'capture';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
        }
      | {
          /** @description a square, or nothing */
          island: string;
          /** @enum {string} */
          kind: 'deploy';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
          /** @description files a to h, as '3 1 7 X 2 5 4 6' */
          tiles: string;
        }
      | {
          /** @enum {string} */
          kind: 'draw';
          /** @enum {string} */
          reason: 'quiet' | 'agreed';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
        }
      | {
          epigon: number;
          from: string;
          /** @description how many are on the Island now */
          holds: number;
          /** @enum {string} */
          kind: 'enter';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
          /** @description a square of the Island */
          to: string;
        }
      | {
          epigon: number;
          /** @enum {string} */
          kind: 'idle';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
        }
      | {
          /** @enum {string} */
          dir: 'N' | 'E' | 'S' | 'W';
          epigon: number;
          /** @description a square of the Island */
          from: string;
          /** @enum {string} */
          kind: 'leave';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
          to: string;
        }
      | {
          /** @enum {string} */
          kind: 'offer';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
        }
      | {
          /** @description own:other, as '2:1' */
          count: string;
          /** @enum {string} */
          dir: 'N' | 'E' | 'S' | 'W';
          epigon: number;
          /** @enum {string} */
          kind: 'push';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
          /** @description as 'S5@d4 N2@d5', the mover first */
          tiles: string;
        }
      | {
          at: string;
          /** @enum {string} */
          kind: 'remove';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
        }
      | {
          /** @enum {string} */
          kind: 'resign';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
        }
      | {
          /**
           * @description empty: they cancel
           * @enum {string}
           */
          first: 'S' | 'N' | '';
          /** @enum {string} */
          kind: 'reveal';
          /** @description an Order */
          north: string;
          round: number;
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description an Order */
          south: string;
          /** @description the event in English */
          text: string;
          /** @enum {string} */
          why: 'higher' | 'cancel';
        }
      | {
          /** @enum {string} */
          dir: 'N' | 'E' | 'S' | 'W';
          /** @description the Island's south-west square */
          from: string;
          /** @enum {string} */
          kind: 'slam';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
          to: string;
        }
      | {
          /** @enum {string} */
          dir: 'N' | 'E' | 'S' | 'W';
          epigon: number;
          from: string;
          /** @enum {string} */
          kind: 'slide';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the second step */
          super: boolean;
          /** @description the event in English */
          text: string;
          to: string;
        }
      | {
          /** @description 0: the Island itself */
          epigon: number;
          /** @enum {string} */
          kind: 'stay';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
        }
      | {
          at: string;
          epigon: number;
          /** @enum {string} */
          kind: 'stop';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
        }
      | {
          /** @enum {string} */
          kind: 'timeout';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
        }
      | {
          /** @enum {string} */
          kind: 'turn';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
          turn: number;
        }
      | {
          /** @enum {string} */
          kind: 'win';
          /** @enum {string} */
          reason: 'captures' | 'resign' | 'timeout';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EpigoSeat'];
          /** @description the event in English */
          text: string;
        };
    EpigoExit: {
      /** @enum {string} */
      dir: 'N' | 'E' | 'S' | 'W';
      /** @description the square of the Island that it steps off */
      from: string;
      to: string;
    };
    EpigoIsland: {
      /** @description its south-west square */
      at: string;
      epigons: number[];
      squares: string[];
    };
    /** @description Epigo: all options. */
    EpigoOptions: {
      /**
       * @description Leaving an Island
       * @enum {string}
       */
      island_exit: 'any' | 'arrow';
      /** @description Island priority */
      island_priority: boolean;
      /** @description Quiet turns for a draw */
      quiet_limit: number;
      /**
       * @description Variant
       * @enum {string}
       */
      variant: 'core' | 'islanders';
    };
    EpigoOrder: {
      dir: ('N' | 'E' | 'S' | 'W') | null;
      /** @description 8 for SLAM */
      number: number;
      /** @description as '5N', or 'SLAM' */
      order: string;
      revealed: boolean;
    };
    EpigoPosition: {
      /** @description who is to act */
      acting: components['schemas']['EpigoSeat'][];
      /** @description the decision in mid-turn */
      ask: components['schemas']['EpigoAsk'] | null;
      board: components['schemas']['EpigoBoard'];
      /** @description made by each seat */
      captures: {
        N: number;
        S: number;
      };
      epigons: components['schemas']['EpigoEpigon'][];
      /** @enum {string} */
      game: 'epigo';
      /** @description where each Island may be deployed */
      island_places: {
        N: string[];
        S: string[];
      } | null;
      /** @description null in the core game */
      islands: {
        N: components['schemas']['EpigoIsland'] | null;
        S: components['schemas']['EpigoIsland'] | null;
      } | null;
      /** @description who has offered a draw */
      offers: components['schemas']['EpigoSeat'][];
      options: components['schemas']['EpigoOptions'];
      /** @description null outside the action step */
      orders: {
        N: (components['schemas']['EpigoOrder'] | null)[];
        S: (components['schemas']['EpigoOrder'] | null)[];
      } | null;
      /** @enum {string} */
      phase: 'deploy' | 'plan' | 'slide' | 'exit' | 'slam' | 'over';
      players: number;
      /** @description position text, which holds everything that this viewer may know */
      position: string;
      /** @description turns in a row without a capture */
      quiet: number;
      result: components['schemas']['EpigoResult'] | null;
      /** @description 1 to 3 in mid-turn, else 0 */
      round: number;
      /** @description the board as text, of games that have no picture of their own */
      text_board?: string;
      /** @description from 1; 0 during deployment */
      turn: number;
    };
    /** @description Epigo: how it has ended. */
    EpigoResult: {
      /** @description seat to rank: 1 is a win, equal ranks share */
      rank: {
        [key: string]: number;
      };
      /** @enum {string} */
      reason: 'captures' | 'quiet' | 'agreed' | 'resign' | 'timeout';
    };
    /**
     * @description Epigo: the names of the seats.
     * @enum {string}
     */
    EpigoSeat: 'S' | 'N';
    EpigoSlam: {
      /** @enum {string} */
      dir: 'N' | 'E' | 'S' | 'W';
      /** @description the Island's new south-west square */
      to: string;
    };
    EventJSON: {
      by: string;
      do: string;
    };
    /** @description EVO: what happens, told by kind. */
    EvoEvent:
      | {
          at: string;
          /** @enum {string} */
          kind: 'capture';
          /** @description how many pieces the owner still has */
          left: number;
          owner: components['schemas']['EvoSeat'];
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EvoSeat'];
          /** @description the event in English */
          text: string;
          /** @enum {string} */
          what: 'W' | 'B' | 'C' | 'S' | 'castle';
        }
      | {
          /** @enum {string} */
          kind: 'draw';
          /** @enum {string} */
          reason: 'repetition' | 'quiet';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EvoSeat'];
          /** @description the event in English */
          text: string;
        }
      | {
          /** @description its square */
          castle: string;
          /** @enum {string} */
          how: 'resign' | 'timeout';
          /** @enum {string} */
          kind: 'leave';
          /** @description how many */
          pieces: number;
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EvoSeat'];
          /** @description the event in English */
          text: string;
        }
      | {
          from: string;
          /** @enum {string} */
          kind: 'move';
          /**
           * @description which it moved as
           * @enum {string}
           */
          role: 'W' | 'B' | 'C' | 'S';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EvoSeat'];
          steps: number;
          /** @description the event in English */
          text: string;
          to: string;
        }
      | {
          /** @enum {string} */
          kind: 'repeat';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EvoSeat'];
          /** @description the event in English */
          text: string;
          times: number;
        }
      | {
          at: string;
          /** @enum {string} */
          from: 'W' | 'B' | 'C' | 'S';
          /** @enum {string} */
          kind: 'rotate';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EvoSeat'];
          /** @description the event in English */
          text: string;
          /** @enum {string} */
          to: 'W' | 'B' | 'C' | 'S';
        }
      | {
          /** @description the castle's square */
          at: string;
          from: string;
          /** @enum {string} */
          kind: 'threat';
          owner: components['schemas']['EvoSeat'];
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EvoSeat'];
          /** @description the event in English */
          text: string;
        }
      | {
          /** @enum {string} */
          kind: 'win';
          /** @enum {string} */
          reason: 'castle' | 'last piece' | 'resign' | 'timeout';
          /** @description who did it, or whom it happened to */
          seat?: components['schemas']['EvoSeat'];
          /** @description the event in English */
          text: string;
        };
    EvoMove: {
      do: string;
      seat: components['schemas']['EvoSeat'];
    };
    /** @description EVO: all options. */
    EvoOptions: {
      /** @description Quiet limit */
      quiet_limit: number;
      /**
       * @description Setup
       * @enum {string}
       */
      setup: 'guard' | 'line';
    };
    EvoPiece: {
      at: string;
      /** @enum {string} */
      role: 'W' | 'B' | 'C' | 'S';
      seat: components['schemas']['EvoSeat'];
    };
    EvoPosition: {
      /** @description who is to act */
      acting: components['schemas']['EvoSeat'][];
      /** @description seat to the square of its castle; null: it is gone */
      castles: {
        [key: string]: string | null;
      };
      /** @enum {string} */
      game: 'evo';
      /** @description who is still in, in the order of play */
      in: components['schemas']['EvoSeat'][];
      /** @description the actions since the last capture or departure, oldest first */
      moves: components['schemas']['EvoMove'][];
      options: components['schemas']['EvoOptions'];
      pieces: components['schemas']['EvoPiece'][];
      players: number;
      /** @description position text, which holds everything that this viewer may know */
      position: string;
      /** @description actions in a row without a capture */
      quiet: number;
      result: components['schemas']['EvoResult'] | null;
      /** @description how often this position has been on the board */
      seen: number;
      /** @description the board as text, of games that have no picture of their own */
      text_board?: string;
      /** @description every piece that could take a castle if its owner were to move now */
      threats: components['schemas']['EvoThreat'][];
      /** @description number of the action that is due, from 1 */
      turn: number;
    };
    /** @description EVO: how it has ended. */
    EvoResult: {
      /** @description seat to rank: 1 is a win, equal ranks share */
      rank: {
        [key: string]: number;
      };
      /** @enum {string} */
      reason: 'castle' | 'last piece' | 'repetition' | 'quiet' | 'resign' | 'timeout';
    };
    /**
     * @description EVO: the names of the seats.
     * @enum {string}
     */
    EvoSeat: 'S' | 'N' | 'W' | 'E';
    EvoThreat: {
      /** @description the castle's square */
      at: string;
      from: string;
      /** @description the attacker */
      seat: components['schemas']['EvoSeat'];
    };
    Frame: {
      /** @description the connection is alive */
      beat?: components['schemas']['Beat'];
      /** @description the server is going down or will not go on; reconnect */
      bye?: string;
      chat?: components['schemas']['ChatLine'];
      clock?: components['schemas']['Clocks'];
      delta?: components['schemas']['Delta'];
      /** @description of type lobby: an open table that is new, changed or gone (status not open); left out: something was missed, ask for the list again */
      lobby?: components['schemas']['TableInfo'];
      presence?: components['schemas']['PresenceFrame'];
      ready?: components['schemas']['ReadyFrame'];
      sealed?: components['schemas']['SealedFrame'];
      snapshot?: components['schemas']['Snapshot'];
      /** @description of type turn: one of your tables that changed */
      turn?: components['schemas']['TableInfo'];
      /** @enum {string} */
      type:
        'snapshot' | 'delta' | 'sealed' | 'ready' | 'clock' | 'chat' | 'presence' | 'lobby' | 'turn' | 'beat' | 'bye';
    };
    Friends: {
      blocked: components['schemas']['Person'][] | null;
      /** @description open ones, to you and from you */
      challenges: components['schemas']['ChallengeInfo'][] | null;
      /** @description whom you follow, those who are here first */
      follows: components['schemas']['Person'][] | null;
      /**
       * @description whose messages reach you
       * @enum {string}
       */
      hears: 'everyone' | 'followed' | 'nobody';
      /** @description whom you have played lately */
      opponents: components['schemas']['Person'][] | null;
      /**
       * @description whose challenges you accept
       * @enum {string}
       */
      takes: 'everyone' | 'followed' | 'nobody';
      /** Format: int64 */
      time: number;
    };
    GameCredit: {
      /** @description where the game comes from, in sentences */
      about?: string;
      /** @description whom to ask for the game itself, in a sentence */
      box: string;
      designers?: string[] | null;
      developers?: string[] | null;
      publisher?: string;
    };
    GameEvent: {
      kind: string;
      /** @description who did it, or whom it happened to */
      seat?: string;
      /** @description the event in English */
      text: string;
    };
    GameInfo: {
      credit: components['schemas']['GameCredit'];
      /** @description who sits where is drawn unless a table says otherwise */
      draw_seats: boolean;
      id: string;
      /** @description bots that play this game, weakest first */
      levels: components['schemas']['BotLevel'][] | null;
      /** Format: int64 */
      minutes: number;
      name: string;
      options: components['schemas']['OptionInfo'][] | null;
      /** @description allowed numbers of players */
      players: number[] | null;
      /** @description the ways a game can end */
      reasons: string[] | null;
      /**
       * Format: int64
       * @description version of the rules
       */
      rules: number;
      /** @description number of players (as text) to the names of the seats */
      seat_names: {
        [key: string]: string[] | null;
      };
      /** @description what players do and how the game ends */
      summary: string;
      /** @description one short sentence */
      tagline: string;
      traits: components['schemas']['GameTraits'];
    };
    GameRecord: {
      /** Format: int64 */
      drawn: number;
      /** @description the latest ten, newest last: w, d and l */
      form: string;
      game: string;
      /** Format: int64 */
      games: number;
      /** Format: int64 */
      lost: number;
      /** Format: int64 */
      won: number;
    };
    GameStyle: {
      /**
       * Format: int64
       * @description games of these that have an analysis
       */
      analysed: number;
      game: string;
      /**
       * Format: double
       * @description what their own choices gave up in a game, in chances to win; an average
       */
      gave_up: number;
      /**
       * Format: double
       * @description what luck gave them in a game, in chances to win; an average
       */
      luck: number;
      /** @description what they chose first, the most frequent first */
      openings: components['schemas']['Opening'][] | null;
      /**
       * Format: int64
       * @description games that were looked at
       */
      seen: number;
    };
    GameTraits: {
      chance: boolean;
      hidden: boolean;
      simultaneous: boolean;
    };
    GoodbyeRequest: {
      /** @description empty after a fresh sign-in by other means */
      password: string;
    };
    GuestRequest: {
      /** @description nickname of 1 to 24 visible characters; left out: one is made up */
      name?: string;
    };
    HookInfo: {
      /** @description key of the HMAC-SHA256 in the header Atoll-Signature */
      secret?: string;
      url: string;
    };
    HookRequest: {
      /** @description https address; empty: none */
      url: string;
    };
    JoinRequest: {
      /** @description commitment to the number that you add to chance: the SHA-256 of 32 random bytes, in hexadecimal */
      commit?: string;
      /** @description left out: the first free one, or the one of the token */
      seat?: string;
      /** @description from a seat link */
      token?: string;
    };
    JudgeRequest: {
      /**
       * Format: int64
       * @description how many of the best actions to list; 0 means 5. A mixture is listed whole
       */
      best?: number;
      /**
       * Format: int64
       * @description how long the engine may look at it; 0 means 300
       */
      ms?: number;
      /** @description position text, as every view has it */
      position: string;
    };
    Judgement: {
      acting: string[] | null;
      /** @description of each acting seat; where several act at once best is the mixture, with weights */
      decisions: components['schemas']['DecisionJSON'][] | null;
      over?: boolean;
      /** @description seat to its chance to win, 0 to 1 */
      values: {
        [key: string]: number;
      };
    };
    Kinds: {
      challenge: components['schemas']['Channels'];
      chat: components['schemas']['Channels'];
      /** @description a game is over */
      over: components['schemas']['Channels'];
      rematch: components['schemas']['Channels'];
      /** @description little time is left */
      time: components['schemas']['Channels'];
      tournament: components['schemas']['Channels'];
      turn: components['schemas']['Channels'];
    };
    Leaderboard: {
      game: string;
      /** @description highest first; provisional ratings are left out */
      rows: components['schemas']['RatingInfo'][] | null;
      speed: string;
    };
    LegalList: {
      actions: string[] | null;
      /** Format: int64 */
      count: number;
      /** @description cut off at the limit */
      more?: boolean;
      /** @description of each action, from games that have them */
      words?: components['schemas']['ActionWords'][] | null;
    };
    Line: {
      /** @description exact action texts from the present choice on; the last is yours */
      do: string[] | null;
    };
    LinesRequest: {
      /** @description two that begin alike answer alike */
      lines: components['schemas']['Line'][] | null;
      /** @description needed only if you hold several seats */
      seat?: string;
      /**
       * Format: int64
       * @description step of the view in which the lines begin
       */
      step: number;
    };
    Link: {
      /** @description path of the page to open, as /t/ID?seat=S&token=… */
      path: string;
      seat: string;
      token: string;
    };
    LinkInfo: {
      /** Format: int64 */
      created: number;
      issuer: string;
      /** Format: int64 */
      used?: number;
    };
    LogPage: {
      entries: components['schemas']['Entry'][] | null;
      more?: boolean;
    };
    MannersRequest: {
      /**
       * @description whose chat and messages reach you; left out: as before
       * @enum {string}
       */
      hears?: 'everyone' | 'followed' | 'nobody';
      /**
       * @description whose challenges you accept; left out: as before
       * @enum {string}
       */
      takes?: 'everyone' | 'followed' | 'nobody';
    };
    Me: {
      /** @description empty: nobody yet; POST /guest makes you a guest */
      id: string;
      /** @enum {string} */
      kind: 'none' | 'guest' | 'account' | 'bot';
      name: string;
      /**
       * Format: int64
       * @description server time
       */
      time: number;
    };
    Meeting: {
      /** @description entrants */
      against: number[] | null;
      /**
       * Format: int64
       * @description at a table of several
       */
      rank?: number;
      /**
       * @description free: the other did not come; off: called off
       * @enum {string}
       */
      result: 'playing' | 'win' | 'draw' | 'loss' | 'rank' | 'absent' | 'free' | 'off';
      /**
       * Format: int64
       * @description from 1
       */
      round: number;
      /**
       * Format: int64
       * @description from 0, in seat order
       */
      seat: number;
      table?: string;
    };
    Moment: {
      position: components['schemas']['AnyPosition'];
      /** Format: int64 */
      step: number;
      /** @description all steps that can be asked for, the first being the start */
      steps: number[] | null;
      /** @description how it came to this position from the step before */
      stories: components['schemas']['AnyEvent'][] | null;
      viewer: string;
    };
    MuteRequest: {
      on: boolean;
      user: string;
    };
    MuteTableRequest: {
      on: boolean;
      table: string;
    };
    MyGames: {
      /** @description games that have ended since you said that you had seen them, at most 20 */
      finished: components['schemas']['TableInfo'][] | null;
      /** @description those games, the most urgent first, at most 12 */
      games: components['schemas']['AwaitingGame'][] | null;
      /** @description running games that wait for others */
      others: components['schemas']['TableInfo'][] | null;
      /** Format: int64 */
      time: number;
      /**
       * Format: int64
       * @description games that wait for you
       */
      waiting: number;
    };
    MyWays: {
      /** @description you signed in a moment ago by other means than the password; requests that need the password accept an empty one */
      fresh: boolean;
      /** @description providers that know you */
      links: components['schemas']['LinkInfo'][] | null;
      passkeys: components['schemas']['PasskeyInfo'][] | null;
      /** @description there is a password */
      password: boolean;
    };
    NameRequest: {
      /** @description 3 to 24 letters, digits, - and _; unique without regard to case */
      name: string;
    };
    NewPasskey: {
      /** @description JSON of the credential, as its toJSON gives it */
      credential: string;
      /** @description what you call it, up to 40 characters */
      name?: string;
    };
    Newcomer: {
      /** @description a name to suggest; empty: none */
      name: string;
    };
    NoticePage: {
      /** @description your address, most of it hidden */
      address?: string;
      /** @description this server sends e-mail, and you have an account */
      can_mail: boolean;
      /**
       * Format: int64
       * @description browsers that get notices
       */
      devices: number;
      /** @description public key of this server, for subscribing to Web Push */
      key: string;
      /** @description an address that waits for you to follow the link in the e-mail */
      pending?: string;
      settings: components['schemas']['Settings'];
    };
    NowGame: {
      /**
       * Format: int64
       * @description of the players' ratings
       */
      average?: number;
      /** @description house bots play because nobody else does */
      house?: boolean;
      /** Format: int64 */
      spectators: number;
      /** @description null if nobody plays */
      table: components['schemas']['TableInfo'];
    };
    Offers: {
      /** @description table of the rematch */
      next?: string;
      /** @description seats that want a rematch */
      rematch?: string[] | null;
      takeback?: components['schemas']['Takeback'];
    };
    OldRules: {
      /** Format: int64 */
      now: number;
      /** Format: int64 */
      version: number;
    };
    OnRequest: {
      on: boolean;
    };
    OpenRequest: {
      /** @description the 32 bytes in hexadecimal. Open it only after you have kept the commitments to the seed and to the numbers of the others */
      nonce: string;
    };
    Opening: {
      /** @description action text */
      do: string;
      /** Format: int64 */
      drawn: number;
      /** Format: int64 */
      games: number;
      /** Format: int64 */
      lost: number;
      /** Format: int64 */
      won: number;
    };
    OptionInfo: {
      default: components['schemas']['OptionValue'];
      help: string;
      /** @description 'key=value' of another option with which this one plays no part: then it is refused unless at its default */
      idle?: string;
      key: string;
      /** @enum {string} */
      kind: 'choice' | 'flag' | 'limit';
      /**
       * Format: int64
       * @description 0: no upper bound
       */
      max?: number;
      /** Format: int64 */
      min?: number;
      name: string;
      /** @description 'key=value' of another option without which this one is refused */
      needs?: string;
      /** @description a ruling of ours, not of the rulebook */
      ours?: boolean;
      /**
       * Format: int64
       * @description the only number of players with which it can differ from its default
       */
      players?: number;
      values?: components['schemas']['OptionValueInfo'][] | null;
    };
    /** @description Value of an option. */
    OptionValue: string | number | boolean;
    OptionValueInfo: {
      help?: string;
      name: string;
      ours?: boolean;
      value: components['schemas']['OptionValue'];
    };
    Outcome: {
      action: string;
      /**
       * Format: double
       * @description how likely it is, 0 to 1
       */
      chance: number;
    };
    OwnLine: {
      /** @description the seat that makes each of these choices */
      by?: string[] | null;
      do: string[] | null;
    };
    OwnLines: {
      /** @description those that can still come true, from the present choice on */
      fit: components['schemas']['OwnLine'][] | null;
      /** @description those that the game has departed from; shown until you choose */
      lost?: components['schemas']['OwnLine'][] | null;
    };
    PartsJSON: {
      /** Format: double */
      decision: number;
      /** Format: double */
      luck: number;
      /** Format: double */
      swing: number;
    };
    PasskeyAnswer: {
      /** @description JSON of the credential, as its toJSON gives it */
      credential: string;
    };
    PasskeyInfo: {
      /** Format: int64 */
      created: number;
      id: string;
      name: string;
      /** @description its provider keeps a copy, so that it works on several devices */
      synced?: boolean;
      /**
       * Format: int64
       * @description when you last signed in with it
       */
      used?: number;
    };
    PasskeyOptions: {
      /** @description JSON for PublicKeyCredential.parseCreationOptionsFromJSON, or parseRequestOptionsFromJSON */
      options: string;
    };
    PasswordRequest: {
      new: string;
      /** @description empty after a fresh sign-in by other means */
      old: string;
    };
    Person: {
      /** @description connected now */
      here?: boolean;
      id: string;
      /** @enum {string} */
      kind: 'guest' | 'account' | 'bot' | 'gone';
      /** @description the last game against each other */
      last?: components['schemas']['TableInfo'];
      name: string;
    };
    PersonRecord: {
      /** @description you have blocked them */
      blocked?: boolean;
      /** @description they accept your challenges */
      challenge?: boolean;
      /** @description you follow them */
      follows?: boolean;
      games: components['schemas']['GameRecord'][] | null;
      here?: boolean;
      /** @description you against them, in games of two */
      you?: components['schemas']['GameRecord'];
    };
    PersonStyle: {
      games: components['schemas']['GameStyle'][] | null;
    };
    Position: {
      /** @description who is to act */
      acting: string[];
      /** @description id of the game */
      game: string;
      /** @description all options with their values */
      options: {
        [key: string]: components['schemas']['OptionValue'];
      };
      players: number;
      /** @description position text, which holds everything that this viewer may know */
      position: string;
      /** @description null while the game goes on */
      result: components['schemas']['Result'] | null;
      /** @description the board as text, of games that have no picture of their own */
      text_board?: string;
    };
    PositionAnswer: {
      /** @description what chance can do, if it acts and its outcomes can be listed */
      chance: components['schemas']['Outcome'][] | null;
      /** @description what was played, including draws of chance */
      choices: components['schemas']['PositionChoice'][] | null;
      /** @description of each acting seat; without actions if there are more than 512 */
      legal: {
        [key: string]: components['schemas']['LegalList'];
      };
      position: components['schemas']['AnyPosition'];
      /** @description the game's own events, each {kind, seat, …, text} */
      stories: components['schemas']['AnyEvent'][] | null;
    };
    PositionChoice: {
      action: string;
      /** @description a seat, or 'chance' */
      seat: string;
    };
    PositionRequest: {
      /** @description one for each acting seat, or none to look only */
      choices?: components['schemas']['PositionChoice'][] | null;
      /** @description let chance draw whenever it is chance's turn */
      draw?: boolean;
      /** @description position text, as every view has it */
      position: string;
    };
    PresenceFrame: {
      /** @description seats with a live connection */
      online: string[] | null;
      /** Format: int64 */
      spectators: number;
    };
    Problem: {
      error: components['schemas']['ProblemDetail'];
    };
    ProblemDetail: {
      /** @description stable word for programs: bad_request, unauthorized, forbidden, not_found, stale, illegal, not_your_turn, conflict, too_large, too_many, over, draining, busy, unavailable, internal */
      code: string;
      /** @description one sentence for people */
      message: string;
      /** @description the field or part that was wrong, as 'body.seats[1].level' */
      where?: string;
    };
    Profile: {
      /** Format: int64 */
      created: number;
      id: string;
      /** @enum {string} */
      kind: 'guest' | 'account' | 'bot' | 'gone';
      name: string;
      ratings: components['schemas']['RatingInfo'][] | null;
    };
    Proof: {
      /** @description SHA-256 of the seed, published before the first draw */
      commitment?: string;
      /**
       * Format: int64
       * @description every seat is taken and the players' numbers are being opened; when this time comes the game begins without those that are missing
       */
      open_until?: number;
      /** @description you have opened yours */
      opened?: boolean;
      /** @description revealed after the end */
      seed?: string;
    };
    ProofRequest: {
      /** @description left out after a fresh sign-in by other means */
      password?: string;
    };
    ProveRequest: {
      token: string;
    };
    ProviderAddress: {
      url: string;
    };
    ProviderRequest: {
      /** @description link the account that you are signed in with; otherwise sign in */
      link?: boolean;
      /** @description to link: left out after a fresh sign-in by other means */
      password?: string;
    };
    PushEnd: {
      endpoint: string;
    };
    PushKeys: {
      auth: string;
      p256dh: string;
    };
    PushRequest: {
      endpoint: string;
      /**
       * Format: int64
       * @description ignored
       */
      expirationTime?: number;
      keys: components['schemas']['PushKeys'];
    };
    Quiet: {
      /**
       * Format: int64
       * @description minutes after midnight
       */
      from: number;
      on: boolean;
      /**
       * Format: int64
       * @description minutes after midnight
       */
      to: number;
      /** @description time zone, as Europe/Berlin */
      zone: string;
    };
    RatingInfo: {
      /** Format: int64 */
      deviation: number;
      /** Format: double */
      exact: number;
      game: string;
      /** Format: int64 */
      games: number;
      name?: string;
      /** @description too few games to say */
      provisional?: boolean;
      /** Format: int64 */
      rating: number;
      /** @enum {string} */
      speed: 'blitz' | 'rapid' | 'slow' | 'days' | 'untimed';
      /** @description public id; on leaderboards */
      user?: string;
    };
    ReadyFrame: {
      clocks?: components['schemas']['Clocks'];
      ready: string[] | null;
      /** Format: int64 */
      step: number;
    };
    RecordAnswer: {
      game: string;
      /** Format: int64 */
      players: number;
      /** @description the first is the start */
      steps: components['schemas']['RecordStep'][] | null;
    };
    RecordRequest: {
      /** @description one line of a file of records */
      record: string;
    };
    RecordStep: {
      /** @description what was played to reach it */
      choices: components['schemas']['EventJSON'][] | null;
      position: string;
    };
    RecoverAnswer: {
      /** @description a new password; left out: the old one stays, for those who make a passkey next */
      password?: string;
      token: string;
    };
    RecoverRequest: {
      /** @description verified e-mail address of an account */
      address: string;
    };
    RemoveRequest: {
      /** @description of the passkey, or the issuer */
      id: string;
      /** @description left out after a fresh sign-in by other means */
      password?: string;
    };
    Reply: {
      ack?: components['schemas']['Ack'];
      error?: components['schemas']['ProblemDetail'];
      id: string;
      /** @enum {string} */
      type: 'reply';
    };
    ReportRequest: {
      /** @description where it happened */
      table?: string;
      text?: string;
      /** @description public id, or the name of an account */
      user: string;
      /**
       * @description what it is about
       * @enum {string}
       */
      why: 'chat' | 'cheat' | 'away' | 'name' | 'other';
    };
    Result: {
      /** @description seat to rank: 1 is a win, equal ranks share */
      rank: {
        [key: string]: number;
      };
      /** @description one of the reasons of the catalogue */
      reason: string;
    };
    SealedFrame: {
      /** @description empty: nothing is sealed */
      action: string;
      clocks?: components['schemas']['Clocks'];
      seat: string;
      /** Format: int64 */
      step: number;
    };
    SeatChange: {
      /** @enum {string} */
      kind: 'open' | 'invite' | 'bot';
      /** Format: int64 */
      level?: number;
    };
    SeatClock: {
      /** Format: int64 */
      left_ms: number;
      running: boolean;
      seat: string;
      /** @description runs now or comes next; the clock stands still meanwhile */
      vacation?: components['schemas']['Vacation'];
    };
    SeatInfo: {
      /** @enum {string} */
      kind: 'open' | 'invite' | 'human' | 'bot';
      /**
       * Format: int64
       * @description of a bot
       */
      level?: number;
      /** @description you may play this seat */
      mine?: boolean;
      /** @description nickname of the player, or the bot's name */
      name?: string;
      /** @description a live connection is open */
      online?: boolean;
      /** @description the rating rests on few games */
      provisional?: boolean;
      /**
       * Format: int64
       * @description of the player in this game at this speed when sitting down; after a rated game the new one
       */
      rating?: number;
      /**
       * Format: int64
       * @description by how much this rated game has changed the rating
       */
      rating_change?: number;
      seat: string;
      /** @description a bot plays for a player who is away; joining again takes the seat back */
      stand_in?: boolean;
      /** @description public id of the player */
      user?: string;
    };
    SeatSetup: {
      /**
       * @description me: the maker (on several seats: hot-seat); open: anybody; invite: whoever has the seat's link; bot
       * @enum {string}
       */
      kind: 'me' | 'open' | 'invite' | 'bot';
      /**
       * Format: int64
       * @description strength of a bot, 1 to 8; 0 means 3
       */
      level?: number;
    };
    SeenRequest: {
      /**
       * Format: int64
       * @description the time of the answer that was seen
       */
      at: number;
    };
    Settings: {
      kinds: components['schemas']['Kinds'];
      /** @description language of notices; English where there are no words for it */
      lang: string;
      /** @description tables without notices */
      muted: string[];
      quiet: components['schemas']['Quiet'];
    };
    Setup: {
      abandon?: components['schemas']['Abandon'];
      /** @description the seats were assigned by a tournament */
      readonly assigned?: boolean;
      clock?: components['schemas']['ClockSetup'];
      /** @description id of the game, from the catalogue */
      game: string;
      /** @description outcome of chance fixed by the maker, as 'layout a1 c1 …' */
      given?: string;
      /** @description shown in the lobby */
      listed?: boolean;
      /** @description wait for the maker to start; otherwise the game starts when every seat is taken */
      manual_start?: boolean;
      /** @description only players may look at the table, even after the end unless it is rated */
      no_spectators?: boolean;
      /** @description takebacks cannot be asked for */
      no_takeback?: boolean;
      /** @description option key to value (text, whole number or boolean); options left out have their defaults */
      options?: {
        [key: string]: components['schemas']['OptionValue'];
      };
      /**
       * Format: int64
       * @description number of seats
       */
      players: number;
      /** @description counts for ratings; only between accounts, without bots and takebacks */
      rated?: boolean;
      /** @description one for each seat in seat order; left out: the maker on the first seat, the others open */
      seats?: components['schemas']['SeatSetup'][] | null;
      /** @description show who has handed in a secret choice */
      show_ready?: boolean;
      /** @description draw who sits where when the table starts; until then seats are provisional. Left out: as the game's draw_seats says. Always in rated games that are no rematch */
      shuffle?: boolean;
      /** @description id of the tournament that the game belongs to */
      readonly tournament?: string;
    };
    Snapshot: {
      /** @description what the players add to chance */
      chairs: components['schemas']['Chair'][] | null;
      /** @description the latest lines, at most 100 */
      chat: components['schemas']['ChatLine'][] | null;
      info: components['schemas']['TableInfo'];
      /** @description the latest entries, at most 300 */
      log: components['schemas']['Entry'][] | null;
      /** @description users you have muted */
      muted?: string[] | null;
      setup: components['schemas']['Setup'];
      /** Format: int64 */
      spectators: number;
      /**
       * Format: int64
       * @description server time now
       */
      time: number;
      view: components['schemas']['View'];
    };
    Stakes: {
      /** Format: int64 */
      draw: number;
      /** Format: int64 */
      lose: number;
      /**
       * Format: int64
       * @description the other's rating now
       */
      them: number;
      them_provisional?: boolean;
      /**
       * Format: int64
       * @description change of your rating if you win
       */
      win: number;
      /**
       * Format: int64
       * @description your rating now
       */
      you: number;
      you_provisional?: boolean;
    };
    Standing: {
      /**
       * Format: int64
       * @description arena: of the opponents' ratings
       */
      average?: number;
      /**
       * Format: double
       * @description Sonneborn-Berger: the points of those beaten, half of those drawn with
       */
      beat?: number;
      /** @description rounds, from 1, in which nobody was left to play the entrant */
      byes?: number[] | null;
      /**
       * Format: int64
       * @description number by which games name the entrant
       */
      entrant: number;
      /** @enum {string} */
      kind: 'guest' | 'account' | 'bot' | 'house' | 'gone';
      /** @description the row of the cross-table, by rounds */
      meets?: components['schemas']['Meeting'][] | null;
      /**
       * Format: double
       * @description Buchholz: the points of those met
       */
      met?: number;
      name: string;
      /** Format: int64 */
      place: number;
      /** Format: double */
      points: number;
      /**
       * Format: int64
       * @description when entering
       */
      rating?: number;
      /** @description arena: points of the latest games, oldest first */
      scores?: number[] | null;
      /** @enum {string} */
      state: 'in' | 'pause' | 'out';
      /**
       * Format: int64
       * @description arena: wins in a row
       */
      streak?: number;
      /** @description where the entrant plays now */
      table?: string;
      /** @description public id; none for a house bot */
      user?: string;
    };
    StartRequest: {
      /** @description let chance draw whenever it is chance's turn */
      draw?: boolean;
      /** @description id of the game, from the catalogue */
      game: string;
      /** @description as for a table */
      options?: {
        [key: string]: components['schemas']['OptionValue'];
      };
      /** Format: int64 */
      players: number;
    };
    StepJSON: {
      /** @description who acts in it */
      acting: string[] | null;
      /**
       * Format: int64
       * @description events of the record before the position
       */
      at: number;
      decisions?: components['schemas']['DecisionJSON'][] | null;
      /** @description what was played */
      events?: components['schemas']['EventJSON'][] | null;
      /** @description the last position of the record */
      final?: boolean;
      /** @description the game is over here */
      over?: boolean;
      /** @description seat to its change through this step */
      parts?: {
        [key: string]: components['schemas']['PartsJSON'];
      };
      /** @description seat to its chance to win, 0 to 1 */
      values: {
        [key: string]: number;
      };
    };
    TableInfo: {
      /** @description seats to act */
      acting: string[] | null;
      /** @description a game of a tournament */
      assigned?: boolean;
      clock: components['schemas']['ClockSetup'];
      /** Format: int64 */
      created: number;
      /** @description who sits where is drawn when the game begins; while the table is open its seats are provisional */
      draw_seats?: boolean;
      game: string;
      /** @description public id of the maker */
      host: string;
      id: string;
      listed: boolean;
      /** @description played without a server; it counts for nothing */
      offline?: boolean;
      /** @description all options with their values */
      options: {
        [key: string]: components['schemas']['OptionValue'];
      };
      /** Format: int64 */
      players: number;
      rated: boolean;
      /** @description null, or {rank: {seat: rank}, reason} */
      result: components['schemas']['AnyResult'] | null;
      seats: components['schemas']['SeatInfo'][] | null;
      /** Format: int64 */
      seq: number;
      /** @enum {string} */
      status: 'open' | 'running' | 'over' | 'aborted';
      /** @description id of its tournament, unless that is for those with its link */
      tournament?: string;
      /** @description what its tournament is called */
      tournament_name?: string;
      /** Format: int64 */
      updated: number;
      /** @description you must act (and have not yet sealed a choice) */
      your_turn?: boolean;
    };
    TableList: {
      /** @description pass as ?after= for the next page */
      next?: string;
      tables: components['schemas']['TableInfo'][] | null;
    };
    TableRequest: {
      /** @description with offer rematch: commitment to the number that you add to the chance of the new table */
      commit?: string;
      /**
       * @description offer rematch by all players makes the new table; claim takes a seat back from a stand-in bot
       * @enum {string}
       */
      do:
        | 'resign'
        | 'offer draw'
        | 'accept draw'
        | 'ask takeback'
        | 'accept takeback'
        | 'decline takeback'
        | 'offer rematch'
        | 'decline rematch'
        | 'abort'
        | 'claim';
      /** @description client message id */
      msg?: string;
      /** @description needed only if you hold several seats */
      seat?: string;
    };
    Takeback: {
      agreed: string[] | null;
      by: string;
      /**
       * Format: int64
       * @description step that the game would go back to
       */
      to_step: number;
    };
    TieBreak: {
      help: string;
      /** @enum {string} */
      key: 'met' | 'beat' | 'direct' | 'average';
      name: string;
    };
    TournamentEntrant: {
      /** Format: int64 */
      entrant: number;
      /** Format: int64 */
      place: number;
      /**
       * Format: int64
       * @description when you must have sat down, Unix milliseconds
       */
      sit_by?: number;
      /** @enum {string} */
      state: 'in' | 'pause' | 'out';
      /** @description your game: sit down there (POST /tables/{id}/join) */
      table?: string;
    };
    TournamentGame: {
      /** @description seats whose players did not come */
      absent?: number[] | null;
      /** Format: int64 */
      begun: number;
      /** Format: int64 */
      ended?: number;
      /** Format: int64 */
      no: number;
      ranks?: number[] | null;
      /**
       * Format: int64
       * @description from 1
       */
      round: number;
      /** @description entrants in seat order */
      seats: number[] | null;
      table: string;
    };
    TournamentInfo: {
      /** Format: int64 */
      begun?: number;
      /** Format: int64 */
      best_of?: number;
      clock: components['schemas']['ClockSetup'];
      /** Format: int64 */
      ended?: number;
      /**
       * Format: int64
       * @description without those who have left
       */
      entrants: number;
      game: string;
      /** @description public id of the maker */
      host: string;
      host_name: string;
      id: string;
      /** @enum {string} */
      kind: 'arena' | 'swiss' | 'round_robin' | 'knockout' | 'pods';
      /** Format: int64 */
      minutes?: number;
      name: string;
      /**
       * Format: int64
       * @description at a table
       */
      players: number;
      rated: boolean;
      /**
       * Format: int64
       * @description rounds that have begun
       */
      round?: number;
      /**
       * Format: int64
       * @description as far as it is known
       */
      rounds?: number;
      /**
       * Format: int64
       * @description Unix milliseconds
       */
      start: number;
      /** @enum {string} */
      status: 'announced' | 'running' | 'over';
      /**
       * @description why it ended
       * @enum {string}
       */
      why?: 'over' | 'called off' | 'too few';
    };
    TournamentList: {
      /**
       * Format: int64
       * @description pass as ?before= for the next page
       */
      next?: number;
      /** @description the latest start first */
      tournaments: components['schemas']['TournamentInfo'][] | null;
    };
    TournamentPage: {
      access: string;
      /** Format: int64 */
      begun?: number;
      /** Format: int64 */
      best_of?: number;
      /** @description of a knock-out: its rounds */
      bracket?: (components['schemas']['BracketMatch'][] | null)[] | null;
      clock: components['schemas']['ClockSetup'];
      /** Format: int64 */
      ended?: number;
      /**
       * Format: int64
       * @description without those who have left
       */
      entrants: number;
      game: string;
      /** @description those being played, then the latest */
      games: components['schemas']['TournamentGame'][] | null;
      /** @description public id of the maker */
      host: string;
      host_name: string;
      id: string;
      /** @enum {string} */
      kind: 'arena' | 'swiss' | 'round_robin' | 'knockout' | 'pods';
      /** Format: int64 */
      max_rating?: number;
      /** @description null if you have not entered */
      me: components['schemas']['TournamentEntrant'];
      /** Format: int64 */
      min_games?: number;
      /** Format: int64 */
      min_rating?: number;
      /** Format: int64 */
      minutes?: number;
      /** Format: int64 */
      most?: number;
      name: string;
      /**
       * Format: int64
       * @description at a table
       */
      players: number;
      programs?: boolean;
      rated: boolean;
      /**
       * Format: int64
       * @description rounds that have begun
       */
      round?: number;
      /**
       * Format: int64
       * @description as far as it is known
       */
      rounds?: number;
      /**
       * Format: int64
       * @description raised by every change
       */
      seq: number;
      standings: components['schemas']['Standing'][] | null;
      /**
       * Format: int64
       * @description Unix milliseconds
       */
      start: number;
      /** @enum {string} */
      status: 'announced' | 'running' | 'over';
      table: components['schemas']['Setup'];
      /** @description what decides between equal points, in order */
      tie_breaks: components['schemas']['TieBreak'][] | null;
      /**
       * Format: int64
       * @description server time
       */
      time: number;
      /**
       * Format: int64
       * @description total number of rows
       */
      total: number;
      /**
       * @description why it ended
       * @enum {string}
       */
      why?: 'over' | 'called off' | 'too few';
    };
    TournamentRequest: {
      /**
       * Format: int64
       * @description seconds to sit down at a game; left out: 30 in an arena, otherwise 120, with days a move three days
       */
      absence_s?: number;
      /**
       * @description link: not in any list; left out: everyone
       * @enum {string}
       */
      access?: 'everyone' | 'link';
      /**
       * Format: int64
       * @description knockout: 1, 3, 5 or 7 games a match
       */
      best_of?: number;
      /** @description levels of house bots that play along; unrated only */
      bots?: number[] | null;
      /** @enum {string} */
      kind: 'arena' | 'swiss' | 'round_robin' | 'knockout' | 'pods';
      /** Format: int64 */
      max_rating?: number;
      /**
       * Format: int64
       * @description rated games at this game and speed
       */
      min_games?: number;
      /** Format: int64 */
      min_rating?: number;
      /**
       * Format: int64
       * @description arena: how long it lasts
       */
      minutes?: number;
      /**
       * Format: int64
       * @description entrants at most
       */
      most?: number;
      /** @description at most 60 characters */
      name: string;
      /** @description programs may enter; unrated only */
      programs?: boolean;
      /**
       * Format: int64
       * @description swiss, pods; left out: as many as suit the entrants
       */
      rounds?: number;
      /**
       * Format: int64
       * @description Unix milliseconds; left out: at once
       */
      start?: number;
      /** @description game, players, options, clock and whether the games are rated; seats are left out */
      table: components['schemas']['Setup'];
    };
    Vacation: {
      /**
       * Format: int64
       * @description Unix ms
       */
      since: number;
      /**
       * Format: int64
       * @description Unix ms
       */
      until: number;
    };
    VacationEnd: {
      /**
       * Format: int64
       * @description when it begins
       */
      since: number;
    };
    VacationPage: {
      /**
       * Format: int64
       * @description the earliest start of one that is announced now
       */
      earliest: number;
      /**
       * Format: int64
       * @description how many days a vacation that begins as soon as possible may last
       */
      left: number;
      /**
       * Format: int64
       * @description how many days of vacation there are in any 365
       */
      most: number;
      /**
       * Format: int64
       * @description server time
       */
      time: number;
      /** @description those under way or to come, the next first */
      vacations: components['schemas']['Vacation'][] | null;
    };
    VacationRequest: {
      /**
       * Format: int64
       * @description Unix ms, at least a day from now
       */
      since: number;
      /**
       * Format: int64
       * @description Unix ms, at least a day later
       */
      until: number;
    };
    View: {
      /** @description seats to act */
      acting: string[] | null;
      clocks?: components['schemas']['Clocks'];
      /** @description of the viewer's own seat while it acts; without actions if there are more than 512 */
      legal?: components['schemas']['LegalList'];
      /** @description of the viewer's own seat, where answers can be given ahead */
      lines?: components['schemas']['OwnLines'];
      offers?: components['schemas']['Offers'];
      /** @description the game was played by rules that can no longer be replayed: there are a result, a log and a chat, but no position */
      old?: components['schemas']['OldRules'];
      position: components['schemas']['AnyPosition'] | null;
      proof?: components['schemas']['Proof'];
      /** @description seats that have sealed, if the table shows it */
      ready?: string[] | null;
      /** @description null, or {rank: {seat: rank}, reason} */
      result: components['schemas']['AnyResult'] | null;
      /** @description own choice that waits for the others */
      sealed?: string;
      seats: components['schemas']['SeatInfo'][] | null;
      /**
       * Format: int64
       * @description number of public events so far
       */
      seq: number;
      /** @enum {string} */
      status: 'open' | 'running' | 'over' | 'aborted';
      /**
       * Format: int64
       * @description names the present decision; send it back with an action
       */
      step: number;
      table: string;
      /** @description a seat, 'public' or 'truth' (after the end) */
      viewer: string;
    };
    Ways: {
      /** @description an account can be recovered by e-mail */
      mail: boolean;
      /** @description passkeys work at this address */
      passkeys: boolean;
      /** @description name of the host's OpenID provider; left out: there is none */
      provider?: string;
    };
    WhyNot: {
      legal: boolean;
      /** @description one sentence, if not legal */
      reason?: string;
    };
    WhyNotRequest: {
      action: string;
      seat?: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type Abandon = components['schemas']['Abandon'];
export type AccountRequest = components['schemas']['AccountRequest'];
export type Ack = components['schemas']['Ack'];
export type ActRequest = components['schemas']['ActRequest'];
export type ActionJSON = components['schemas']['ActionJSON'];
export type ActionWords = components['schemas']['ActionWords'];
export type AddressRequest = components['schemas']['AddressRequest'];
export type AnalysisInfo = components['schemas']['AnalysisInfo'];
export type AnyEvent = components['schemas']['AnyEvent'];
export type AnyPosition = components['schemas']['AnyPosition'];
export type AnyResult = components['schemas']['AnyResult'];
export type AwaitingGame = components['schemas']['AwaitingGame'];
export type Beat = components['schemas']['Beat'];
export type BotAccount = components['schemas']['BotAccount'];
export type BotLevel = components['schemas']['BotLevel'];
export type BotList = components['schemas']['BotList'];
export type BotRequest = components['schemas']['BotRequest'];
export type BracketMatch = components['schemas']['BracketMatch'];
export type BringRequest = components['schemas']['BringRequest'];
export type Brought = components['schemas']['Brought'];
export type Catalogue = components['schemas']['Catalogue'];
export type Chair = components['schemas']['Chair'];
export type ChallengeAnswer = components['schemas']['ChallengeAnswer'];
export type ChallengeInfo = components['schemas']['ChallengeInfo'];
export type ChallengeRequest = components['schemas']['ChallengeRequest'];
export type Channels = components['schemas']['Channels'];
export type ChatLine = components['schemas']['ChatLine'];
export type ChatRequest = components['schemas']['ChatRequest'];
export type ClockSetup = components['schemas']['ClockSetup'];
export type Clocks = components['schemas']['Clocks'];
export type Command = components['schemas']['Command'];
export type ConquerorEvent = components['schemas']['ConquerorEvent'];
export type ConquerorIsland = components['schemas']['ConquerorIsland'];
export type ConquerorOptions = components['schemas']['ConquerorOptions'];
export type ConquerorPlayer = components['schemas']['ConquerorPlayer'];
export type ConquerorPosition = components['schemas']['ConquerorPosition'];
export type ConquerorResult = components['schemas']['ConquerorResult'];
export type ConquerorSeat = components['schemas']['ConquerorSeat'];
export type ConquerorTie = components['schemas']['ConquerorTie'];
export type ConquerorTile = components['schemas']['ConquerorTile'];
export type CreateRequest = components['schemas']['CreateRequest'];
export type Created = components['schemas']['Created'];
export type DecisionJSON = components['schemas']['DecisionJSON'];
export type Delta = components['schemas']['Delta'];
export type Draw = components['schemas']['Draw'];
export type EarthquakeCell = components['schemas']['EarthquakeCell'];
export type EarthquakeEvent = components['schemas']['EarthquakeEvent'];
export type EarthquakeExplorer = components['schemas']['EarthquakeExplorer'];
export type EarthquakeOptions = components['schemas']['EarthquakeOptions'];
export type EarthquakePosition = components['schemas']['EarthquakePosition'];
export type EarthquakeResult = components['schemas']['EarthquakeResult'];
export type EarthquakeSeat = components['schemas']['EarthquakeSeat'];
export type EarthquakeUnseen = components['schemas']['EarthquakeUnseen'];
export type Entry = components['schemas']['Entry'];
export type EpigoAsk = components['schemas']['EpigoAsk'];
export type EpigoBoard = components['schemas']['EpigoBoard'];
export type EpigoEpigon = components['schemas']['EpigoEpigon'];
export type EpigoEvent = components['schemas']['EpigoEvent'];
export type EpigoExit = components['schemas']['EpigoExit'];
export type EpigoIsland = components['schemas']['EpigoIsland'];
export type EpigoOptions = components['schemas']['EpigoOptions'];
export type EpigoOrder = components['schemas']['EpigoOrder'];
export type EpigoPosition = components['schemas']['EpigoPosition'];
export type EpigoResult = components['schemas']['EpigoResult'];
export type EpigoSeat = components['schemas']['EpigoSeat'];
export type EpigoSlam = components['schemas']['EpigoSlam'];
export type EventJSON = components['schemas']['EventJSON'];
export type EvoEvent = components['schemas']['EvoEvent'];
export type EvoMove = components['schemas']['EvoMove'];
export type EvoOptions = components['schemas']['EvoOptions'];
export type EvoPiece = components['schemas']['EvoPiece'];
export type EvoPosition = components['schemas']['EvoPosition'];
export type EvoResult = components['schemas']['EvoResult'];
export type EvoSeat = components['schemas']['EvoSeat'];
export type EvoThreat = components['schemas']['EvoThreat'];
export type Frame = components['schemas']['Frame'];
export type Friends = components['schemas']['Friends'];
export type GameCredit = components['schemas']['GameCredit'];
export type GameEvent = components['schemas']['GameEvent'];
export type GameInfo = components['schemas']['GameInfo'];
export type GameRecord = components['schemas']['GameRecord'];
export type GameStyle = components['schemas']['GameStyle'];
export type GameTraits = components['schemas']['GameTraits'];
export type GoodbyeRequest = components['schemas']['GoodbyeRequest'];
export type GuestRequest = components['schemas']['GuestRequest'];
export type HookInfo = components['schemas']['HookInfo'];
export type HookRequest = components['schemas']['HookRequest'];
export type JoinRequest = components['schemas']['JoinRequest'];
export type JudgeRequest = components['schemas']['JudgeRequest'];
export type Judgement = components['schemas']['Judgement'];
export type Kinds = components['schemas']['Kinds'];
export type Leaderboard = components['schemas']['Leaderboard'];
export type LegalList = components['schemas']['LegalList'];
export type Line = components['schemas']['Line'];
export type LinesRequest = components['schemas']['LinesRequest'];
export type Link = components['schemas']['Link'];
export type LinkInfo = components['schemas']['LinkInfo'];
export type LogPage = components['schemas']['LogPage'];
export type MannersRequest = components['schemas']['MannersRequest'];
export type Me = components['schemas']['Me'];
export type Meeting = components['schemas']['Meeting'];
export type Moment = components['schemas']['Moment'];
export type MuteRequest = components['schemas']['MuteRequest'];
export type MuteTableRequest = components['schemas']['MuteTableRequest'];
export type MyGames = components['schemas']['MyGames'];
export type MyWays = components['schemas']['MyWays'];
export type NameRequest = components['schemas']['NameRequest'];
export type NewPasskey = components['schemas']['NewPasskey'];
export type Newcomer = components['schemas']['Newcomer'];
export type NoticePage = components['schemas']['NoticePage'];
export type NowGame = components['schemas']['NowGame'];
export type Offers = components['schemas']['Offers'];
export type OldRules = components['schemas']['OldRules'];
export type OnRequest = components['schemas']['OnRequest'];
export type OpenRequest = components['schemas']['OpenRequest'];
export type Opening = components['schemas']['Opening'];
export type OptionInfo = components['schemas']['OptionInfo'];
export type OptionValue = components['schemas']['OptionValue'];
export type OptionValueInfo = components['schemas']['OptionValueInfo'];
export type Outcome = components['schemas']['Outcome'];
export type OwnLine = components['schemas']['OwnLine'];
export type OwnLines = components['schemas']['OwnLines'];
export type PartsJSON = components['schemas']['PartsJSON'];
export type PasskeyAnswer = components['schemas']['PasskeyAnswer'];
export type PasskeyInfo = components['schemas']['PasskeyInfo'];
export type PasskeyOptions = components['schemas']['PasskeyOptions'];
export type PasswordRequest = components['schemas']['PasswordRequest'];
export type Person = components['schemas']['Person'];
export type PersonRecord = components['schemas']['PersonRecord'];
export type PersonStyle = components['schemas']['PersonStyle'];
export type Position = components['schemas']['Position'];
export type PositionAnswer = components['schemas']['PositionAnswer'];
export type PositionChoice = components['schemas']['PositionChoice'];
export type PositionRequest = components['schemas']['PositionRequest'];
export type PresenceFrame = components['schemas']['PresenceFrame'];
export type Problem = components['schemas']['Problem'];
export type ProblemDetail = components['schemas']['ProblemDetail'];
export type Profile = components['schemas']['Profile'];
export type Proof = components['schemas']['Proof'];
export type ProofRequest = components['schemas']['ProofRequest'];
export type ProveRequest = components['schemas']['ProveRequest'];
export type ProviderAddress = components['schemas']['ProviderAddress'];
export type ProviderRequest = components['schemas']['ProviderRequest'];
export type PushEnd = components['schemas']['PushEnd'];
export type PushKeys = components['schemas']['PushKeys'];
export type PushRequest = components['schemas']['PushRequest'];
export type Quiet = components['schemas']['Quiet'];
export type RatingInfo = components['schemas']['RatingInfo'];
export type ReadyFrame = components['schemas']['ReadyFrame'];
export type RecordAnswer = components['schemas']['RecordAnswer'];
export type RecordRequest = components['schemas']['RecordRequest'];
export type RecordStep = components['schemas']['RecordStep'];
export type RecoverAnswer = components['schemas']['RecoverAnswer'];
export type RecoverRequest = components['schemas']['RecoverRequest'];
export type RemoveRequest = components['schemas']['RemoveRequest'];
export type Reply = components['schemas']['Reply'];
export type ReportRequest = components['schemas']['ReportRequest'];
export type Result = components['schemas']['Result'];
export type SealedFrame = components['schemas']['SealedFrame'];
export type SeatChange = components['schemas']['SeatChange'];
export type SeatClock = components['schemas']['SeatClock'];
export type SeatInfo = components['schemas']['SeatInfo'];
export type SeatSetup = components['schemas']['SeatSetup'];
export type SeenRequest = components['schemas']['SeenRequest'];
export type Settings = components['schemas']['Settings'];
export type Setup = components['schemas']['Setup'];
export type Snapshot = components['schemas']['Snapshot'];
export type Stakes = components['schemas']['Stakes'];
export type Standing = components['schemas']['Standing'];
export type StartRequest = components['schemas']['StartRequest'];
export type StepJSON = components['schemas']['StepJSON'];
export type TableInfo = components['schemas']['TableInfo'];
export type TableList = components['schemas']['TableList'];
export type TableRequest = components['schemas']['TableRequest'];
export type Takeback = components['schemas']['Takeback'];
export type TieBreak = components['schemas']['TieBreak'];
export type TournamentEntrant = components['schemas']['TournamentEntrant'];
export type TournamentGame = components['schemas']['TournamentGame'];
export type TournamentInfo = components['schemas']['TournamentInfo'];
export type TournamentList = components['schemas']['TournamentList'];
export type TournamentPage = components['schemas']['TournamentPage'];
export type TournamentRequest = components['schemas']['TournamentRequest'];
export type Vacation = components['schemas']['Vacation'];
export type VacationEnd = components['schemas']['VacationEnd'];
export type VacationPage = components['schemas']['VacationPage'];
export type VacationRequest = components['schemas']['VacationRequest'];
export type View = components['schemas']['View'];
export type Ways = components['schemas']['Ways'];
export type WhyNot = components['schemas']['WhyNot'];
export type WhyNotRequest = components['schemas']['WhyNotRequest'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
