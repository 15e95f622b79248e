// Shows the result of ingesting a message: what is held in mind now, and what was not done and why.

import type { Ingested } from '@terrarium/memory/ingest';
import { renderDueDate } from '@terrarium/memory/render-moment';
import { renderList } from './render-list.ts';

/**
 * Shows the words of items that ended, but never those of secrets. The words of other items are left out,
 * because the caller has just given them.
 */
export function renderIngested(ingested: Ingested, timeZone: string): string {
  const { eventId, turn, isShown, effects, reports } = ingested;
  return [
    `Taken in as moment ${eventId}, turn ${turn}.`,
    ...(isShown ? [] : ['None of it is shown: the person sees only what is in <say>, <do> and <narrate>.']),
    ...renderList(
      'In mind:',
      effects.map(({ effect, item }) => {
        const due = item.dueAtMs === undefined ? '' : `, due ${renderDueDate(item.dueAtMs, { timeZone })}`;
        const words = isEnded(effect) && item.kind !== 'secret' ? `: ${item.content}` : '';
        return `${item.kind} ${item.id} ${effect}${due}${words}`;
      }),
    ),
    ...renderList(
      'Not done:',
      reports.map(({ tag, say }) => `${tag}: ${say}`),
    ),
  ].join('\n');
}

function isEnded(effect: Ingested['effects'][number]['effect']): boolean {
  return effect === 'resolved' || effect === 'dropped' || effect === 'settled';
}
