// The tool `search`: finds moments of the talk, and items in mind, by any of their words and within a span of time.

import { buildFound, describeBounds } from '@terrarium/composition/build-memory';
import { renderWallTime } from '@terrarium/composition/render-wall-time';
import { renderFact } from '@terrarium/memory/known-fact';
import { renderDueDate } from '@terrarium/memory/render-moment';
import { renderReplaced } from '@terrarium/memory/render-replaced';
import type { ItemResult, SearchResult } from '@terrarium/memory/search';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, looks } from '../companion/companion-tool.ts';
import { shortText } from '../show/inputs.ts';
import { renderList } from '../show/render-list.ts';

const most = 50;

function renderOver(replaced: SearchResult['replaced'], timeZone: string): string {
  return replaced.length === 0 ? '' : ` (${renderReplaced(replaced, timeZone)})`;
}

function renderHeld(
  { kind, itemId, status, dueAtMs, excerpt, fact, replaced }: ItemResult,
  { timeZone, names }: { readonly timeZone: string; readonly names: ReadonlyMap<string, string> },
): string {
  const due = dueAtMs === undefined ? '' : `, due ${renderDueDate(dueAtMs, { timeZone })}`;
  const says = fact === undefined ? '' : `, ${renderFact(fact, names.get(fact.voice) ?? fact.voice)}`;
  return `${kind}, ${status}${due}${says}${renderOver(replaced, timeZone)}: ${excerpt} (item ${itemId})`;
}

export const search = buildCompanionTool({
  name: 'search',
  title: 'Search all talks',
  description:
    'Find moments of all conversations that fit these words, however old, best first; and, listed separately, what is or was held in mind. Several distinctive words work better than a question.',
  input: z.strictObject({
    query: shortText.describe('Words that were said, names, things'),
    from: shortText
      .optional()
      .describe('Only from this time on: a day, a month, a year, such as 2026-11-15, March, last Tuesday'),
    to: shortText.optional().describe('Only up to the end of that day, month or year'),
    limit: z.int().min(1).default(10).describe(`At most this many of each; never more than ${most}`),
  }),
  output: shapes.memorySearch,
  annotations: looks,
  async run({ companion: { memory, timeZone }, given: { query, from, to, limit: wanted } }) {
    const voices = memory.nameVoices();
    const names = new Map([...voices.user, ...voices.companion].map(({ id, name }) => [id, name]));
    const limit = Math.min(most, wanted);
    const bounds = { limit, span: memory.resolveSpan({ from, to }) };
    const moments = await memory.search(query, bounds);
    const items = memory.searchItems(query, bounds);
    const render = ({ eventId, voice, atMs, excerpt, replaced }: SearchResult) =>
      `${renderWallTime(atMs, timeZone)}, ${names.get(voice) ?? voice}${renderOver(replaced, timeZone)}: ${excerpt} (moment ${eventId})`;
    const hits = moments.filter(({ isBeside }) => !isBeside).map(render);
    const beside = moments.filter(({ isBeside }) => isBeside).map(render);
    const found = [
      ...renderList('Found:', hits, limit),
      ...renderList('Said near these, but without the words of the search:', beside, limit),
      ...renderList(
        'Held in mind, now or once:',
        items.map((item) => renderHeld(item, { timeZone, names })),
        limit,
      ),
    ];
    const text = [
      ...describeBounds({ span: bounds.span, wanted, most }, timeZone),
      ...(found.length === 0 ? ['Nothing was found. Try other words.'] : found),
    ];
    return { text: text.join('\n'), value: buildFound({ ...bounds, moments, items }, timeZone) };
  },
});
