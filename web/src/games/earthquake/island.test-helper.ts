import { hexName, type HexCell, type QuakeView, type Seat, ways } from './model';

/** Stacks as "c4:1L", explorers as "c4 1 D" (hex, seat, tool); everything else on the board is water. */
export function island(stacks: string, people: string[], more: Partial<QuakeView> = {}): QuakeView {
  const known = new Map(
    stacks.split(' ').map((w) => {
      const [hex = '', what = ''] = w.split(':');
      return [hex, { height: Number(what[0]), top: what.slice(1) || null }];
    }),
  );
  const explorers = people.map((p) => {
    const [hex = '', seat = '', tool = ''] = p.split(' ');
    const height = known.get(hex)?.height ?? 0;
    return {
      seat: seat as Seat,
      hex,
      height,
      in: true,
      tool: tool || null,
      water: height === 0,
      protected: tool === 'L',
      stranded: false,
      left: null,
    };
  });
  const cells: HexCell[] = [];
  for (let row = 0; row < 7; row++)
    for (let number = Math.max(1, row - 2); number <= Math.min(7, row + 4); number++) {
      const hex = hexName(row, number);
      const { height = 0, top = null } = known.get(hex) ?? {};
      cells.push({
        hex,
        row,
        number,
        area: true,
        height,
        top,
        tiles: [],
        volcano: top === 'V',
        explorer: explorers.find((e) => e.hex === hex)?.seat ?? null,
        falls: [],
      });
    }
  for (const c of cells)
    if (c.top?.startsWith('C'))
      c.falls = [...c.top.slice(1)]
        .map((d) => hexName(c.row + ways[Number(d)]![0], c.number + ways[Number(d)]![1]))
        .filter((h) => cells.some((x) => x.hex === h && x.height > 0 && !x.volcano));
  return {
    game: 'earthquake',
    players: people.length,
    options: { area: 'auto' },
    position: '',
    acting: ['1'],
    result: null,
    phase: 'go',
    turn: '1',
    turn_number: 3,
    order: [],
    fleeing: [],
    cracks: null,
    go_due: false,
    reveal: null,
    cells,
    explorers,
    unseen: { V: 3, H: 8, C: [8, 9, 8, 4, 2, 1], R: 18, L: 0, S: 0, D: 0, B: 0, J: 0, P: 0, T: 0 },
    ...more,
  };
}
