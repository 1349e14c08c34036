interface Person {
  id: string;
  name: string;
  kind: string;
  /** How often somebody else has come since the page was opened: what was asked for before belongs to another. */
  change: number;
}
/** Who sits at this browser. */
export const me: Person = $state({ id: '', name: '', kind: 'none', change: 0 });
