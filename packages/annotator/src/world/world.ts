// World: a story and everything known about it, in one folder; and which of its corpora lie elsewhere.

import { openKnownWorlds } from '@terrarium/kernel/known-worlds';
import type { Speaker } from '../corpus/corpus.ts';

/** How a corpus came into the world: left where it is, copied as it was, or made from another kind of file. */
export type CorpusKind = 'linked' | 'copied' | 'imported';

export interface CorpusRecord {
  /** Unique in the world, `a-z 0-9 -`; positions and evidence carry it. */
  readonly name: string;
  /** As written by the person or taken from the file name. */
  readonly title: string;
  /** Absolute path of the SQLite file. */
  readonly path: string;
  readonly kind: CorpusKind;
  /** Absolute path of the file it came from. */
  readonly source: string;
  /** SHA-256 of that file when it came. */
  readonly sourceHash: string;
  /** Template of the addresses of its posts, such as `https://example.org/{thread}/{post}`. */
  readonly link?: string | undefined;
  /** For a transcript: which character a speaker plays, as a person said. */
  readonly speakers?: readonly Speaker[] | undefined;
  /** Who speaks in it and plays nobody, as a person says. */
  readonly nobody?: readonly string[] | undefined;
}

export interface World {
  /** Absolute path of the folder. */
  readonly dir: string;
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly corpora: readonly CorpusRecord[];
  /** Path of the annotator's database, which may not exist yet. */
  readonly annotatorPath: string;
  /** Path of the vectors of its entries, which may not exist yet and can be made anew. */
  readonly vectorsPath: string;
  readonly exportsDir: string;
  readonly logsDir: string;
}

/**
 * Whether a corpus is linked to a file that nobody has allowed here: whoever made the world could have named any file
 * of the person's.
 */
export function isStrangeLink({ dir }: World, { kind, path }: CorpusRecord): boolean {
  return kind === 'linked' && !openKnownWorlds().hasLink(dir, path);
}

/** What a part of the world is called: the story's title, or the world's. */
export function nameWorldPart({ title, corpora }: World, corpus: string | undefined): string {
  return corpora.find(({ name }) => name === corpus)?.title ?? title;
}

/** The linked corpora that nobody has allowed yet. */
export function listStrangeLinks(world: World): readonly CorpusRecord[] {
  return world.corpora.filter((record) => isStrangeLink(world, record));
}

/** Records that these links are allowed. Throws `StorageError` if that cannot be stored. */
export function registerLinks({ dir }: World, links: readonly CorpusRecord[]): void {
  for (const { path } of links) openKnownWorlds().recordLink(dir, path);
}
