// Names the notes of posts and threads.

import { nameFile } from './name-file.ts';
import type { VaultSource } from './vault-source.ts';

/** A post's note, from the vault's root and without the ending. */
export function namePost(
  { corpus, postId }: { readonly corpus: string; readonly postId: number },
  { isOneCorpus }: Pick<VaultSource, 'isOneCorpus'>,
): string {
  return isOneCorpus ? `Posts/${postId}` : `Posts/${nameFile(corpus)} ${postId}`;
}

/** A thread's note: the number comes first, so that a folder shows them in order. */
export function nameThread(
  { corpus, threadId }: { readonly corpus: string; readonly threadId: number },
  source: Pick<VaultSource, 'isOneCorpus' | 'readThreadTitle'>,
): string {
  const number = source.isOneCorpus ? `${threadId}` : `${nameFile(corpus)} ${threadId}`;
  return `Threads/${number} ${nameFile(source.readThreadTitle(corpus, threadId))}`;
}
