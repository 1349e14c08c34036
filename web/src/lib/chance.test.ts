import { describe, expect, it } from 'vitest';
import proved from '../../../record/testdata/proved.jsonl?raw';
import { commitTo, hear, keep, type Kept, kept } from './chance';
import { provide } from './tables';
import { check, commitment, type Fault, fits, type GameRecord } from './verify';

// Games of the Go program whose players added to chance.
const records = proved
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as GameRecord);

const witness = (r: GameRecord): Kept => ({
  seed: r.proof!.commit,
  chairs: r.proof!.chairs!.map((c) => c.commit ?? ''),
  nonce: r.proof!.chairs![0]!.nonce!,
  opened: true,
  draws: Object.fromEntries(r.events.flatMap((e, k) => (e.by === 'chance' ? [[k, e.do]] : []))),
});
const run = async (r: GameRecord, mine = witness(r)): Promise<Fault['what'][]> =>
  (await check(r.proof?.game ?? '', r, mine, r.result)).faults.map((f) => f.what);

describe('the check of chance', () => {
  it.each(records.map((r) => [`${r.game} for ${r.seats.length}, ${JSON.stringify(r.options)}`, r] as const))(
    'repeats every draw of %s',
    async (_, r) => {
      const got = await check(r.proof!.game, r, witness(r), r.result);
      expect(got.faults).toEqual([]);
      expect(got.draws).toBe(r.events.filter((e) => e.by === 'chance').length);
      expect(got).toMatchObject({ witnessed: true, own: true, drawn: r.proof!.drawn === true });
      expect(got.withheld.length).toBe(r.seats.length > 2 ? 1 : 0);
    },
  );

  const game = records.find((r) => r.game === 'conqueror' && r.seats.length === 2)!;
  const lie = (change: (r: GameRecord) => void): Promise<Fault['what'][]> => {
    const r = structuredClone(game);
    change(r);
    return run(r, witness(game));
  };

  it('finds another roll, told or not', async () => {
    const roll = game.events.findIndex((e) => e.do.startsWith('roll '));
    const other = (r: GameRecord): void => {
      r.events[roll]!.do = game.events[roll]!.do === 'roll 1' ? 'roll 2' : 'roll 1';
    };
    expect(await lie(other)).toEqual(['told', 'draw']);
    const r = structuredClone(game);
    other(r);
    expect(await run(r, { ...witness(game), draws: { [roll]: r.events[roll]!.do } })).toEqual(['draw']);
  });
  it('finds another seed, and one that was not committed to', async () => {
    const seed = '00'.repeat(32);
    expect(await lie((r) => (r.proof!.seed = seed))).toContain('seed');
    expect(await lie((r) => Object.assign(r.proof!, { seed, commit: commitment(seed) }))).toContain('seedKept');
  });
  it('finds another number, another commitment, and our number left out', async () => {
    const nonce = '11'.repeat(32);
    expect(await lie((r) => (r.proof!.chairs![1]!.nonce = nonce))).toContain('nonce');
    expect(await lie((r) => Object.assign(r.proof!.chairs![1]!, { nonce, commit: commitment(nonce) }))).toContain(
      'chairsKept',
    );
    expect(await lie((r) => delete r.proof!.chairs![0]!.nonce)).toContain('leftOut');
  });
  it('finds other seats, another result, another table, and no proof', async () => {
    expect(await lie((r) => r.proof!.chairs!.forEach((c) => (c.seat = c.seat === 'A' ? 'B' : 'A')))).toEqual([
      'seat',
      'seat',
    ]);
    expect((await check(game.proof!.game, game, {}, null)).faults).toEqual([{ what: 'result' }]);
    expect((await check('another', game, {}, game.result)).faults).toEqual([{ what: 'table' }]);
    expect(await lie((r) => delete r.proof)).toEqual(['none']);
  });
  it('asks the rules in this browser about a game without code of its own', async () => {
    const rolls = structuredClone(game);
    rolls.game = 'pig';
    const asked: string[] = [];
    const rules = (draws: string[] | null): void =>
      provide(async () => ({
        online: false,
        request: async (method, path, body) => {
          asked.push(`${method} ${path}`);
          expect(JSON.parse((body as { record: string }).record)).toEqual(rolls);
          return draws ? { status: 200, text: JSON.stringify({ draws }) } : { status: 400, text: '{}' };
        },
        stream: () => ({ close: () => undefined }),
      }));
    const run = async (): Promise<unknown[]> => {
      const got = await check(rolls.proof!.game, rolls, witness(rolls), rolls.result);
      return [got.unknown, got.draws, ...got.faults];
    };
    const right = rolls.events.map((e) => (e.by === 'chance' ? e.do : ''));
    const n = right.filter(Boolean).length;
    const last = right.findLastIndex(Boolean);
    rules(right);
    expect(await run()).toEqual([false, n]);
    rules(right.with(last, 'roll 9'));
    expect(await run()).toEqual([false, n, { what: 'draw', event: last, found: right[last], want: 'roll 9' }]);
    rules(null); // the game is not in this browser: no verdict on its draws
    expect(await run()).toEqual([true, n]);
    provide(null);
    expect(await run()).toEqual([true, n]);
    expect(asked).toEqual(Array(3).fill('POST /records/draws'));
  });
  it('leaves a given outcome out', async () => {
    const r = structuredClone(game);
    r.events[0]!.do = r.events[0]!.do === 'order A B' ? 'order B A' : 'order A B';
    r.proof!.given = 0;
    expect(await run(r, { draws: {} })).toEqual([]);
  });
});

describe('a number', () => {
  const at = (id: string): string => `${id}-${Math.random()}`;
  const nonce = 'ab'.repeat(32);
  const chairs = [{ seat: 'S', commit: commitment(nonce) }, { seat: 'N' }];
  const due = { commitment: 'c', open_until: 5 };

  it('is opened once all sit and the commitments are kept', async () => {
    const id = at('one');
    keep(id, { nonce });
    expect(await hear(id, { commitment: 'c' }, chairs, [])).toBe(null);
    expect(kept(id).chairs).toBe(undefined);
    expect(await hear(id, due, null, [])).toBe(null);
    expect(await hear(id, due, null, [{ kind: 'seated', seq: 3, at: 1, chairs }])).toBe(nonce);
    expect(kept(id)).toMatchObject({ seed: 'c', chairs: [commitment(nonce), ''] });
    expect(await hear(id, { ...due, opened: true }, null, [])).toBe(null);
  });
  it('is not opened where the server has another commitment', async () => {
    const id = at('two');
    keep(id, { nonce });
    expect(await hear(id, due, [{ seat: 'S', commit: 'dd' }], [])).toBe(null);
  });
  it('keeps what was told first', async () => {
    const id = at('three');
    const draw = (text: string) => [{ kind: 'play' as const, seq: 4, at: 1, draw: { event: 0, do: text } }];
    await hear(id, { commitment: 'first' }, null, draw('roll 1'));
    await hear(id, { commitment: 'second' }, null, draw('roll 2'));
    expect(kept(id)).toMatchObject({ seed: 'first', draws: { 0: 'roll 1' } });
  });
});

it('what was told with gaps fits what it was', () => {
  expect(fits('scatter a2:?,R a3:', 'scatter a2:C024,R a3:')).toBe(true);
  expect(fits('scatter a2:?,R a3:', 'scatter a2:C024,L a3:')).toBe(false);
  expect(fits('scatter a2:?,R a3:', 'scatter a2:R a3:')).toBe(false);
});

it('commits alike with and without the hash of the browser', async () => {
  const nonce = '0123456789abcdef'.repeat(4);
  const given = crypto.subtle;
  expect(await commitTo(nonce)).toBe(commitment(nonce));
  Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
  try {
    expect(await commitTo(nonce)).toBe(commitment(nonce));
  } finally {
    Object.defineProperty(crypto, 'subtle', { value: given, configurable: true });
  }
});
