// The tool `recap`: says what changed in the memory since last time.

import { buildRecap } from '@terrarium/composition/build-memory';
import { renderWallTime } from '@terrarium/composition/render-wall-time';
import type { Memory } from '@terrarium/memory/memory';
import type { Recap } from '@terrarium/memory/recap';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, looks } from '../companion/companion-tool.ts';
import { shortText } from '../show/inputs.ts';
import { renderList } from '../show/render-list.ts';
import { renderItem, renderPlan } from '../show/show-item.ts';

const most = 20;

export const recap = buildCompanionTool({
  name: 'recap',
  title: 'What changed',
  description:
    'Show what changed in the memory since the last conversation began: what is new in mind, done, dropped, faded, written into fragments, or due soon.',
  input: z.strictObject({
    since: shortText
      .optional()
      .describe(
        'Show changes since this time: a day or a month, such as 2026-11-15, March, last Tuesday, or a moment such as 2026-03-01T10:00:00Z; by default since the last conversation began',
      ),
  }),
  output: shapes.memoryRecap,
  annotations: looks,
  run({ companion: { memory, timeZone }, given: { since } }) {
    const changes = memory.recap({ sinceMs: since === undefined ? undefined : resolveSince(memory, since) });
    return { text: renderRecap(changes, timeZone), value: buildRecap(changes, most) };
  },
});

const instant = z.iso.datetime({ offset: true });

/** Throws `UsageError` for words that name no time. */
function resolveSince(memory: Memory, since: string): number | undefined {
  if (instant.safeParse(since).success) return Date.parse(since);
  return memory.resolveSpan({ from: since })?.fromMs;
}

function renderRecap(
  { sinceMs, created, ended, successors, revived, fragments, flags, due }: Recap,
  timeZone: string,
): string {
  const compiled = fragments.map(({ key, isNew }) => `[${key}]${isNew ? ' (new)' : ''}`);
  const coming = due.map((plan) => renderPlan(plan, timeZone));
  const show = (item: Recap['created'][number]) => renderItem(item, timeZone);
  const showReplaced = (item: Recap['created'][number]) => {
    const by = successors.get(item.id);
    return `${show(item)} ${by === undefined ? '(no longer so)' : `(now ${show(by)})`}`;
  };
  const parts = [
    ...renderList('New in mind:', created.map(show), most),
    ...renderList('Done:', ended.resolved.map(show), most),
    ...renderList('Dropped:', ended.dropped.map(show), most),
    ...renderList('Faded:', ended.decayed.map(show), most),
    ...renderList('Replaced:', ended.superseded.map(showReplaced), most),
    ...renderList('Brought back:', revived.map(show), most),
    ...renderList('Compiled:', compiled, most),
    ...renderList('For the person to look at:', flags, most),
    ...renderList('Coming up:', coming, most),
  ];
  const head = `Since ${renderWallTime(sinceMs, timeZone)}:`;
  return parts.length === 0 ? `${head} nothing changed.` : [head, ...parts].join('\n');
}
