// Person: the type of somebody who signed in by name, with their own worlds, which are kept in a fleet and only read here.

import type { Shelf } from './open-shelf.ts';

export interface Person {
  readonly name: string;
  readonly shelf: Shelf;
  /**
   * Brings the newest state of a world onto the shelf; called before a request about this world is answered. `forget`
   * is called with each folder that is about to be removed.
   */
  prepare(key: string | undefined, forget: (dir: string) => void): Promise<void>;
  /** Stores the place to which the reader of a world has just moved. */
  storePlace(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Checks whether people are who they say they are. */
export interface Doorkeeper {
  /** Resolves with undefined if nobody of this name has this passphrase. */
  admit(name: string, words: string): Promise<Person | undefined>;
}
