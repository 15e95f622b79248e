// Renders a thread: its scenes, and the entries that the story names there for the first time.

import type { ThreadAccount } from '@terrarium/annotator/accounts';
import { stripLinks } from '@terrarium/annotator/strip-links';
import { cutText, toWidth, wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

export function renderThreadAccount(account: ThreadAccount, width: number): readonly string[] {
  const { thread, corpus, scenes, entries } = account;
  return [
    `${paint(thread.title, 'bold')}  ${paint(`thread ${thread.id} of ${corpus}`, 'dim')}`,
    '',
    paint(renderCount(scenes.length, 'scene'), 'bold'),
    ...scenes.map(
      (scene) =>
        `  ${toWidth(`${scene.id}`, 7)}${toWidth(scene.status, 11)}posts ${scene.firstPostId} to ${scene.lastPostId}`,
    ),
    '',
    paint(`${renderCount(entries.length, 'entry', 'entries')} first named here`, 'bold'),
    ...entries.flatMap((entry) =>
      wrapText(cutText(stripLinks(entry.definition), width * 2), {
        width,
        indent: '      ',
        first: `  ${paint(entry.term, 'bold')}  `,
      }),
    ),
  ];
}
