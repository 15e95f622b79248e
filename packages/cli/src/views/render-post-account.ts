// Renders a post: its place in the story, its words, and the entries that quote it.

import type { PostAccount } from '@terrarium/annotator/accounts';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { renderQuoted } from '../screen/render-quoted.ts';
import { paint } from '../screen/style.ts';

export function renderPostAccount(account: PostAccount, width: number): readonly string[] {
  const { post, corpus, threadTitle, citing } = account;
  const title = threadTitle === undefined ? '' : ` "${threadTitle}"`;
  const parts = [`thread ${post.threadId}${title} of ${corpus}`, post.author ?? '', renderScenes(account)];
  const place = parts.filter((part) => part !== '').join(', ');
  return [
    `${paint(`Post ${post.postId}`, 'bold')}${post.subject === undefined ? '' : `  ${post.subject}`}`,
    ...wrapText(place, { width, indent: '  ' }).map((line) => paint(line, 'dim')),
    '',
    ...post.body.split('\n').flatMap((line) => wrapText(line, { width, indent: '  ' })),
    '',
    paint(
      `${renderCount(citing.length, 'entry', 'entries')} ${citing.length === 1 ? 'cites' : 'cite'} it`,
      'bold',
    ),
    ...citing.flatMap(({ entry, evidence }) =>
      evidence.flatMap(({ quote }) =>
        wrapText(renderQuoted(quote), { width, indent: '      ', first: `  ${paint(entry.term, 'bold')}  ` }),
      ),
    ),
  ];
}

function renderScenes({ scenes }: PostAccount): string {
  if (scenes.length === 0) return 'in no scene';
  const what = scenes.length === 1 ? 'scene' : 'scenes';
  return `${what} ${scenes.map(({ id, status }) => `${id} (${status})`).join(', ')}`;
}
