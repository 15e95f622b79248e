// World: a story and everything known about it, in one folder; some of its corpora may be elsewhere.

import { openKnownWorlds } from '@terrarium/kernel/known-worlds';
import type { Speaker } from '../corpus/corpus.ts';

/** How a corpus came into the world: linked to its file, copied unchanged, or made from another kind of file. */
export type CorpusKind = 'linked' | 'copied' | 'imported';

export interface CorpusRecord {
  /** Unique in the world, with `a-z 0-9 -` only; positions and evidence contain this name. */
  readonly name: string;
  /**
   * The title that a person or the book gives; if there is none, it comes from the titles of the threads, or from the
   * file name.
   */
  readonly title: string;
  /**
   * The first title of the story, if it has had another one since: titles of its threads may begin with the first
   * title.
   */
  readonly firstTitle?: string | undefined;
  /** Absolute path of the SQLite file. */
  readonly path: string;
  readonly kind: CorpusKind;
  readonly source: string;
  /** SHA-256 of the source file when it was imported; for several files, the digest of their digests. */
  readonly sourceHash: string;
  /** Template of the addresses of its posts, such as `https://example.org/{thread}/{post}`. */
  readonly link?: string | undefined;
  /** For a transcript: which speaker plays which character, according to a person. */
  readonly speakers?: readonly Speaker[] | undefined;
  /** Speakers who play nobody, according to a person. */
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
  /** Path of the vectors of its entries and its story. This file may not exist yet, and can be rebuilt. */
  readonly vectorsPath: string;
  readonly exportsDir: string;
  readonly logsDir: string;
}

/**
 * Whether a corpus is linked to a file that nobody has allowed on this computer: the maker of the world could have
 * named any of the person's files.
 */
export function isStrangeLink({ dir }: World, { kind, path }: CorpusRecord): boolean {
  return kind === 'linked' && !openKnownWorlds().hasLink(dir, path);
}

/** The title of the story or, if `corpus` is undefined, of the world. */
export function nameWorldPart({ title, corpora }: World, corpus: string | undefined): string {
  return corpora.find(({ name }) => name === corpus)?.title ?? title;
}

/** The linked corpora that nobody has allowed yet. */
export function listStrangeLinks(world: World): readonly CorpusRecord[] {
  return world.corpora.filter((record) => isStrangeLink(world, record));
}

/** Records that these links are allowed. Throws `StorageError` if this cannot be stored. */
export function registerLinks({ dir }: World, links: readonly CorpusRecord[]): void {
  for (const { path } of links) openKnownWorlds().recordLink(dir, path);
}
