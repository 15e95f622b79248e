// Host: the program that opens a world (a terminal, an MCP client or a server), and how it informs and asks the person.

import type { ReadingNotes } from '@terrarium/annotator/reading-notes';
import type { CorpusRecord, World } from '@terrarium/annotator/world';
import type { AskedServer } from '@terrarium/kernel/asked-server';
import type { Environment } from '@terrarium/kernel/environment';
import type { StorageError, TerrariumError } from '@terrarium/kernel/errors';
import type { Migrated } from '@terrarium/kernel/open-database';
import type { HeldRoutes } from '@terrarium/kernel/read-trusted';

export interface Host {
  readonly environment: Environment;
  /** Whether the person said explicitly that the world may decide where requests go. */
  readonly trustsWorld: boolean;
  /** The folder for reports of bugs: the log folder of the world that was opened last. */
  logsDir: string | undefined;
  /** Tells the person; never throws. */
  notify(notice: Notice): void;
  /**
   * Asks the person for a yes or no. If nobody can be asked, throws `UsageError` for routes and notes, and answers no
   * for links alone.
   */
  askTrust(question: TrustQuestion): Promise<boolean>;
  /**
   * Does `work`, which asks the server for its window, and shows the wait in the host's own way, such as a
   * note on the screen.
   */
  waitForWindow?<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Something that the person may want to know while a world is opened and used. */
export type Notice =
  | { readonly kind: 'migrated'; readonly migrated: Migrated }
  /** Shown before the first request to a server, and once more if the same server is opened again. */
  | { readonly kind: 'server-asked'; readonly server: AskedServer; readonly isKeyWithheld: boolean }
  | { readonly kind: 'waiting'; readonly reason: string; readonly delayMs: number }
  /** The embedder that the world names was not accepted, so it is not asked. */
  | { readonly kind: 'embedder-held' }
  | { readonly kind: 'words-alone'; readonly failure: TerrariumError }
  | { readonly kind: 'routes-not-kept'; readonly failure: StorageError }
  | { readonly kind: 'links-accepted'; readonly world: World; readonly links: readonly CorpusRecord[] }
  /** Whether the world's reading notes are sent to the model, and if not, why. */
  | {
      readonly kind: 'notes';
      readonly notes: ReadingNotes;
      readonly are: 'followed' | 'not accepted' | 'beyond the reader';
    }
  /** Only what is known at a place in the story is shown. */
  | { readonly kind: 'standing'; readonly says: string }
  /** `isAside`: whether the game is in a made-up world although a story was read here. */
  | { readonly kind: 'game-begun'; readonly name: string; readonly isAside: boolean };

/**
 * What a person is asked to accept: where a world's requests go, or files outside of the world that it reads,
 * or both. Or else the world's notes for the reading model.
 */
export interface TrustQuestion {
  readonly dir: string;
  readonly routes: HeldRoutes | undefined;
  readonly links: readonly CorpusRecord[];
  readonly notes?: ReadingNotes;
}
