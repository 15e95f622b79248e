// Vault source: what the notes of a vault are written from.

import type { CitedPost } from '../cited-posts.ts';
import type { GatheredGlossary } from '../export-glossary.ts';
import type { Linker } from './resolve-links.ts';

export interface VaultSource extends GatheredGlossary {
  /** Undefined for a post that is not at hand. */
  findPost(corpus: string, postId: number): CitedPost | undefined;
  readThreadTitle(corpus: string, threadId: number): string;
  /** Post ids are unique in a corpus only. */
  readonly isOneCorpus: boolean;
}

export interface VaultContext {
  readonly source: VaultSource;
  /** The path of each entry's note by its id. */
  readonly notes: ReadonlyMap<number, string>;
  readonly linker: Linker;
}
