// Person: somebody who was let in by a name, with worlds of their own that are kept elsewhere and only looked at here.

import type { Shelf } from './open-shelf.ts';

export interface Person {
  readonly name: string;
  readonly shelf: Shelf;
  /**
   * Called before a request is answered, with the world that it is about: afterwards the shelf has the newest state of
   * this world. `forget` is called with each folder that is about to be removed.
   */
  prepare(key: string | undefined, forget: (dir: string) => void): Promise<void>;
  /** Stores the place to which the reader of a world has just moved. */
  storePlace(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Checks whether people are who they say they are. */
export interface Doorkeeper {
  /** Undefined if nobody of that name has that passphrase. */
  admit(name: string, words: string): Promise<Person | undefined>;
}
