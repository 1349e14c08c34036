// The tables of this browser, in IndexedDB. Two pages may have the same table open: what is stored is decided here, by
// comparing versions inside one transaction, as the server's database does it. The rules read and write the rows as text.

interface Entry {
  seq: number;
  data: string;
}
interface Row {
  id: string;
  version: number;
  head: { info?: string } & Record<string, unknown>;
  private: string;
  entries?: Entry[];
}

/** What the program with the rules calls; it knows these names. */
export interface Storage {
  commit(rows: string): Promise<void>;
  load(id: string, after: number): Promise<string | null>;
  tables(): Promise<string>;
  remove(id: string): Promise<void>;
  note(key: string): Promise<string | null>;
  /** Empty data removes the note. */
  setNote(key: string, data: string): Promise<void>;
}

class Conflict extends Error {
  override readonly name = 'Conflict';
}

const name = 'atoll';
const version = 1;

function open(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const req = indexedDB.open(name, version);
    req.onupgradeneeded = () => {
      req.result.createObjectStore('tables', { keyPath: 'id' });
      req.result.createObjectStore('entries', { keyPath: ['id', 'seq'] });
      req.result.createObjectStore('notes');
    };
    req.onsuccess = () => done(req.result);
    req.onerror = () => failed(req.error);
    req.onblocked = () => failed(new Error('another page of an earlier version is open'));
  });
}

const value = <T>(req: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    req.onsuccess = () => done(req.result);
    req.onerror = () => failed(req.error);
  });

const entriesOf = (id: string, after = -1): IDBKeyRange => IDBKeyRange.bound([id, after], [id, Infinity], true);

export function storage(): Storage {
  let db: Promise<IDBDatabase> | null = null;
  const ready = (): Promise<IDBDatabase> => {
    db ??= open().then(
      (d) => {
        // Thrown away by the browser, or wanted by a later version: the next one to ask opens it again.
        d.onclose = () => (db = null);
        d.onversionchange = () => {
          d.close();
          db = null;
        };
        return d;
      },
      (e: unknown) => {
        db = null;
        throw e;
      },
    );
    return db;
  };

  /** Runs what needs to happen together. It is stored when the promise is kept. */
  async function together<T>(
    mode: IDBTransactionMode,
    stores: string[],
    work: (tx: IDBTransaction) => Promise<T>,
  ): Promise<T> {
    const tx = (await ready()).transaction(stores, mode, { durability: 'strict' });
    const stored = new Promise<void>((done, failed) => {
      tx.oncomplete = () => done();
      tx.onabort = () => failed(tx.error ?? new Error('given up'));
    });
    stored.catch(() => undefined); // what went wrong first is told
    let out: T;
    try {
      out = await work(tx);
    } catch (e) {
      try {
        tx.abort();
      } catch {
        // It has been already.
      }
      throw tx.error ?? e;
    }
    await stored;
    return out;
  }

  return {
    commit: (text) =>
      together('readwrite', ['tables', 'entries'], async (tx) => {
        for (const { entries, ...row } of JSON.parse(text) as Row[]) {
          const tables = tx.objectStore('tables');
          const old = (await value(tables.get(row.id))) as Row | undefined;
          if ((old?.version ?? 0) !== row.version - 1) throw new Conflict(row.id);
          if (row.head.info === undefined && old?.head.info !== undefined) row.head.info = old.head.info;
          tables.put(row);
          for (const e of entries ?? []) tx.objectStore('entries').add({ id: row.id, ...e });
        }
      }),
    load: (id, after) =>
      together('readonly', ['tables', 'entries'], async (tx) => {
        const row = (await value(tx.objectStore('tables').get(id))) as Row | undefined;
        if (!row) return null;
        row.entries = (await value(tx.objectStore('entries').getAll(entriesOf(id, after)))) as Entry[];
        return JSON.stringify(row);
      }),
    tables: () =>
      together('readonly', ['tables'], async (tx) => JSON.stringify(await value(tx.objectStore('tables').getAll()))),
    remove: (id) =>
      together('readwrite', ['tables', 'entries'], async (tx) => {
        tx.objectStore('tables').delete(id);
        await value(tx.objectStore('entries').delete(entriesOf(id)));
      }),
    note: (key) =>
      together('readonly', ['notes'], async (tx) => {
        const data = (await value(tx.objectStore('notes').get(key))) as string | undefined;
        return data ?? null;
      }),
    setNote: (key, data) =>
      together('readwrite', ['notes'], async (tx) => {
        const notes = tx.objectStore('notes');
        await (data ? value(notes.put(data, key)) : value(notes.delete(key)));
      }),
  };
}
