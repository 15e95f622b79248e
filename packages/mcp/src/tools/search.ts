// The tool search: moments of the talk, and what is held in mind, by any of their words.

import { buildFound } from '@terrarium/composition/build-memory';
import type { ItemResult } from '@terrarium/memory/search';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, looks } from '../companion/companion-tool.ts';
import { shortText } from '../show/inputs.ts';
import { renderList } from '../show/render-list.ts';
import { renderTime } from '../show/render-time.ts';

function renderHeld({ kind, itemId, status, excerpt }: ItemResult): string {
  return `${kind}, ${status}: ${excerpt} (item ${itemId})`;
}

export const search = buildCompanionTool({
  name: 'search',
  title: 'Search all talks',
  description:
    'Moments of all talks that bear on these words, the best first, however long ago, and apart from them what is or was held in mind. Several telling words do better than a question.',
  input: z.strictObject({
    query: shortText.describe('Words that were said, names, things'),
    limit: z.int().min(1).max(50).default(10).describe('So many of each at most'),
  }),
  output: shapes.memorySearch,
  annotations: looks,
  async run({ companion: { memory, timeZone, voices }, given: { query, limit } }) {
    const names = new Map([...voices.user, ...voices.companion].map(({ id, name }) => [id, name]));
    const found = await memory.search(query, { limit });
    const lines = found.map(
      ({ eventId, voice, atMs, excerpt }) =>
        `${renderTime(atMs, timeZone)}, ${names.get(voice) ?? voice}: ${excerpt} (event ${eventId})`,
    );
    const items = memory.searchItems(query, { limit });
    const text = [
      ...renderList('Found:', lines, limit),
      ...renderList('Held in mind, now or once:', items.map(renderHeld), limit),
    ].join('\n');
    return {
      text: text === '' ? 'Nothing was found. Try other words.' : text,
      value: buildFound({ moments: found, items }),
    };
  },
});
