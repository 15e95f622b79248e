// Person: somebody who was let in by a name, with worlds of their own that are kept elsewhere and only looked at here.

import type { Shelf } from './open-shelf.ts';

export interface Person {
  readonly name: string;
  readonly shelf: Shelf;
  /**
   * Called before anything is answered, with the world that it is about: afterwards the shelf has it as it stands now.
   * `forget` is told of folders that are about to go.
   */
  prepare(key: string | undefined, forget: (dir: string) => void): Promise<void>;
  /** Stores where the reader of a world is, who has just moved. */
  storePlace(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Checks whether people are who they say they are. */
export interface Doorkeeper {
  /** Undefined where no one of that name has that passphrase. */
  admit(name: string, words: string): Promise<Person | undefined>;
}
