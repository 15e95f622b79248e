// Renders what changed in a memory since last time.

import { renderWallTime } from '@terrarium/composition/render-wall-time';
import type { Recap } from '@terrarium/memory/recap';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { renderPlans } from './render-plans.ts';

interface Screen {
  readonly width: number;
  readonly timeZone: string;
  readonly nowMs: number;
}

type Item = Recap['created'][number];

export function renderRecap(recap: Recap, screen: Screen): readonly string[] {
  const { sinceMs, created, ended, revived, fragments, flags, due } = recap;
  const parts = [
    ...renderItems('new in mind', created, screen.width),
    ...renderItems('done', ended.resolved, screen.width),
    ...renderItems('let go', ended.dropped, screen.width),
    ...renderItems('faded', ended.decayed, screen.width),
    ...renderItems('replaced', ended.superseded, screen.width),
    ...renderItems('brought back', revived, screen.width),
    ...renderTexts(
      'compiled',
      fragments.map(({ key, isNew }) => `[${key}]${isNew ? ' (new)' : ''}`),
      screen.width,
    ),
    ...renderTexts('for you to look at', flags, screen.width),
    ...(due.length === 0 ? [] : [paint('coming up', 'bold'), ...renderPlans(due, screen)]),
  ];
  const head = `Since ${renderWallTime(sinceMs, screen.timeZone)}:`;
  return parts.length === 0 ? [`${head} nothing changed.`] : [head, ...parts];
}

function renderItems(title: string, items: readonly Item[], width: number): readonly string[] {
  return renderTexts(
    title,
    items.map(({ kind, id, content }) => `${kind} ${id}: ${content}`),
    width,
  );
}

function renderTexts(title: string, texts: readonly string[], width: number): readonly string[] {
  if (texts.length === 0) return [];
  return [
    paint(title, 'bold'),
    ...texts.flatMap((text) => wrapText(text, { width, indent: '    ', first: '  ' })),
  ];
}
