// A thread's note: which entries the story first names there, and which of its posts are cited.

import { escapeMarkdown } from '@terrarium/kernel/foreign-text';
import type { CitedPost } from '../cited-posts.ts';
import type { ExportedEntry } from '../exported-glossary.ts';
import { namePost } from './name-sources.ts';
import { escapeNote, renderNote } from './render-note.ts';
import type { VaultContext } from './vault-source.ts';

export interface ThreadNote {
  readonly corpus: string;
  readonly threadId: number;
  /** Without the ending. */
  readonly path: string;
  readonly posts: CitedPost[];
  readonly entries: ExportedEntry[];
}

export function renderThread(thread: ThreadNote, { source, linker }: VaultContext): string {
  const { corpus, threadId, posts, entries } = thread;
  const title = source.readThreadTitle(corpus, threadId).replace(/\s+/gu, ' ').trim();
  const named = entries.map((entry) => `- ${linker.linkEntry(entry)}`);
  const cited = posts.map((post) => `- [[${namePost(post, source)}|post ${post.postId}]]`);
  return renderNote(`thread: ${threadId}\n`, [
    `# ${escapeNote(escapeMarkdown(title))}`,
    ...(named.length === 0 ? [] : ['## First named here', named.join('\n')]),
    ...(cited.length === 0 ? [] : ['## Posts that are cited', cited.join('\n')]),
  ]);
}
