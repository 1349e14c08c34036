// The document lets every list of a message be null, since Go has nil lists. The server writes [] for them.

/** A message whose lists, at any depth, are lists. */
export type Sent<T> = [T] extends [readonly (infer Item)[] | null | undefined]
  ? Sent<Item>[]
  : T extends object
    ? { [Key in keyof T]: Sent<T[Key]> }
    : T;

/** A message with a member that is null when there is none. */
export type OrNone<T, Key extends keyof T> = Omit<T, Key> & { [None in Key]: T[None] | null };
