// Renders what changed in a memory since last time.

import { renderWallTime } from '@terrarium/composition/render-wall-time';
import { parseFactSubject } from '@terrarium/memory/fact-subject';
import { findFactValue } from '@terrarium/memory/find-fact-value';
import { renderFactName } from '@terrarium/memory/known-fact';
import type { Recap } from '@terrarium/memory/recap';
import { renderDueDate } from '@terrarium/memory/render-moment';
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
    ...renderItems('new in mind', created, screen),
    ...renderItems('done', ended.resolved, screen),
    ...renderItems('dropped', ended.dropped, screen),
    ...renderItems('faded', ended.decayed, screen),
    ...renderTexts(
      'replaced',
      ended.superseded.map((item) => describeReplaced(item, recap.successors.get(item.id), screen)),
      screen.width,
    ),
    ...renderItems('brought back', revived, screen),
    ...renderTexts(
      'fragments written',
      fragments.map(({ key, isNew }) => `[${key}]${isNew ? ' (new)' : ''}`),
      screen.width,
    ),
    ...renderTexts('for you to look at', flags, screen.width),
    ...(due.length === 0 ? [] : [paint('coming up', 'bold'), ...renderPlans(due, screen)]),
  ];
  const head = `Since ${renderWallTime(sinceMs, screen.timeZone)}:`;
  return parts.length === 0 ? [`${head} nothing changed.`] : [head, ...parts];
}

function renderItems(title: string, items: readonly Item[], screen: Screen): readonly string[] {
  return renderTexts(
    title,
    items.map((item) => describeItem(item, screen)),
    screen.width,
  );
}

function describeReplaced(item: Item, by: Item | undefined, screen: Screen): string {
  const what = describeItem(item, screen);
  if (by === undefined) return `${what} (no longer so)`;
  return `${what} (now ${by.kind} ${by.id}: ${by.kind === 'fact' ? findFactValue(by) : by.content})`;
}

/** Words such as "tomorrow" were said on another day, so the date of a plan is shown beside its words. */
function describeItem(item: Item, screen: Screen): string {
  const { kind, id, content, dueAtMs, subject = '' } = item;
  const due = dueAtMs === undefined ? '' : ` · due ${renderDueDate(dueAtMs, screen)}`;
  // One sentence may tell several facts, so the name and the value are shown.
  const said =
    kind === 'fact' ? `${renderFactName(parseFactSubject(subject))}: ${findFactValue(item)}` : content;
  return `${kind} ${id}${due}: ${said}`;
}

function renderTexts(title: string, texts: readonly string[], width: number): readonly string[] {
  if (texts.length === 0) return [];
  return [
    paint(title, 'bold'),
    ...texts.flatMap((text) => wrapText(text, { width, indent: '    ', first: '  ' })),
  ];
}
