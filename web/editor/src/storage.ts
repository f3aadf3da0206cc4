// What the page keeps in this browser: a database of texts and what is known of them, and the locks by which tabs know
// of each other. It only does what it is told; what is kept, taken over and given up is decided by the page.
import { type IDBPDatabase, deleteDB, openDB } from "idb";

import { remove as removeCopy } from "./copy";

const DATABASE = "stepgate";
/** The shape of the database. A page that finds a newer one leaves it alone. */
const VERSION = 1;
/** After how many milliseconds the page goes on without an answer. */
const SILENCE = 3000;
/** What the names of everything else that is ours begin with. */
const KEYS = "stepgate.";
const LOCK = "stepgate.tab.";
const NOTE = "stepgate.note.";

let database: IDBPDatabase | null = null;
let opening: Promise<IDBPDatabase> | null = null;
let closings = 0;

async function openAnew(): Promise<IDBPDatabase> {
  try {
    database = await openDB(DATABASE, VERSION, {
      upgrade(created) {
        created.createObjectStore("entries", { keyPath: "id" });
        created.createObjectStore("texts");
      },
      // Another tab wants to change or delete it: it gets its way, and the next write opens what is there then.
      blocking: () => close(),
      terminated: () => close(),
    });
    return database;
  } catch (error) {
    opening = null;
    throw error;
  }
}

function open(): Promise<IDBPDatabase> {
  opening ??= openAnew();
  return opening;
}

function close(): void {
  database?.close();
  database = null;
  opening = null;
  closings += 1;
}

/** A request of a transaction fails with its transaction, which is what is waited for. */
function quietly(request: Promise<unknown>): void {
  request.catch(() => {});
}

const locks = new Map<string, () => void>();

/** Takes a lock and keeps it. Gives whether it is taken. */
function hold(id: string, options: LockOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const taken = (lock: Lock | null): Promise<void> | undefined => {
      resolve(lock !== null);
      return lock ? new Promise((release) => locks.set(id, release)) : undefined;
    };
    navigator.locks.request(LOCK + id, options, taken).catch(reject);
  });
}

interface Note {
  readonly entry: { readonly id: string; readonly savedAt: number };
  readonly texts: string[];
}

/** What a page noted while it was left, under its key; null for anything else. */
function noted(key: string): Note | null {
  try {
    const { entry, texts } = JSON.parse(localStorage.getItem(key) ?? "") as Note;
    const isSound =
      NOTE + entry.id === key &&
      typeof entry.savedAt === "number" &&
      texts.length % 2 === 0 &&
      texts.every((text) => typeof text === "string");
    return isSound ? { entry, texts } : null;
  } catch {
    return null;
  }
}

/** Writes what pages noted while they were left, unless their last write has arrived all the same. */
async function replay(): Promise<void> {
  let keys: string[] = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(NOTE));
  } catch {
    // Where nothing can be noted nothing is there.
  }
  for (const key of keys) {
    const note = noted(key);
    if (note) {
      const change = (await open()).transaction(["entries", "texts"], "readwrite");
      const [inEntries, inTexts] = [change.objectStore("entries"), change.objectStore("texts")];
      const stored = (await inEntries.get(note.entry.id)) as Note["entry"] | undefined;
      if (!stored || stored.savedAt < note.entry.savedAt) {
        quietly(inEntries.put(note.entry));
        for (let at = 0; at < note.texts.length; at += 2)
          quietly(inTexts.put(note.texts[at + 1], note.texts[at]));
      }
      await change.done;
    }
    localStorage.removeItem(key);
  }
}

/** The global that the page's wasm binds to. */
const storage = {
  /** How often the database was taken from this page. What the page has written before may be gone since. */
  closings: (): number => closings,

  async entries(): Promise<unknown[]> {
    // A database that another tab is changing may not open for as long as that tab likes.
    const silence = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new DOMException("", "TimeoutError")), SILENCE);
    });
    const opened = await Promise.race([open(), silence]);
    // What cannot be written now is not worth more than what can be read.
    await Promise.race([replay().catch(() => {}), silence]);
    return opened.getAll("entries");
  },

  async texts(keys: string[]): Promise<unknown[]> {
    const store = (await open()).transaction("texts").store;
    return Promise.all(keys.map((key) => store.get(key)));
  },

  /**
   * Writes entries and texts (keys and texts in turn), and removes others; all of it or nothing. It is on its way when
   * this returns, if the database is open: a page that is about to go has no time to wait.
   */
  async write(
    entries: unknown[],
    texts: string[],
    goneEntries: string[],
    goneTexts: string[],
  ): Promise<void> {
    const change = (database ?? (await open())).transaction(["entries", "texts"], "readwrite");
    const [inEntries, inTexts] = [change.objectStore("entries"), change.objectStore("texts")];
    for (const id of goneEntries) quietly(inEntries.delete(id));
    for (const key of goneTexts) quietly(inTexts.delete(key));
    for (const entry of entries) quietly(inEntries.put(entry));
    for (let at = 0; at + 1 < texts.length; at += 2) quietly(inTexts.put(texts[at + 1], texts[at]));
    const { done } = change;
    change.commit();
    await done;
  },

  /** Notes an entry and its texts at once, for a page whose last write may not outlive it. */
  note(entry: Note["entry"], texts: string[]): void {
    try {
      localStorage.setItem(NOTE + entry.id, JSON.stringify({ entry, texts }));
    } catch {
      // The write that is on its way is then all there is.
    }
  },

  /**
   * Claims a tab's id for as long as this page lives, waiting for at most some milliseconds if it is held. Null where
   * the browser cannot tell.
   */
  async claim(id: string, patience: number): Promise<boolean | null> {
    try {
      if (await hold(id, { ifAvailable: true })) return true;
      return patience > 0 && (await hold(id, { signal: AbortSignal.timeout(patience) }));
    } catch (error) {
      const late = error instanceof DOMException && /^(Abort|Timeout)Error$/.test(error.name);
      return late ? false : null;
    }
  },

  release(id: string): void {
    locks.get(id)?.();
    locks.delete(id);
  },

  /** The ids of all live tabs. Null where the browser cannot tell. */
  async live(): Promise<string[] | null> {
    try {
      const { held = [] } = await navigator.locks.query();
      return held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : []));
    } catch {
      return null;
    }
  },

  /** Deletes everything that is ours. Gives what could not be deleted. */
  async clear(): Promise<string[]> {
    const parts: [string, () => unknown][] = [
      ["the settings", () => forget(localStorage)],
      ["what is kept for this tab", () => forget(sessionStorage)],
      [
        "the documents",
        () => {
          close();
          return deleteDB(DATABASE);
        },
      ],
      ["the copy for working offline", removeCopy],
    ];
    const left = await Promise.all(
      parts.map(async ([name, part]) => {
        try {
          await part();
          return [];
        } catch {
          return [name];
        }
      }),
    );
    return left.flat();
  },
};

function forget(kept: Storage): void {
  for (const key of Object.keys(kept)) if (key.startsWith(KEYS)) kept.removeItem(key);
}

declare global {
  var StepgateStorage: typeof storage;
}
globalThis.StepgateStorage = storage;
