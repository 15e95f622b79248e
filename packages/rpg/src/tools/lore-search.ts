// Lore search: searches what is remembered.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { noteKinds } from './note.ts';
import type { Workbench } from './workbench.ts';

const mostHits = 6;
const longestHit = 400;

const input = z.strictObject({
  query: z.string().trim().min(1).max(200),
  kind: z.enum(noteKinds).optional(),
});

export const loreSearch = buildTool<typeof input, Workbench>({
  name: 'lore_search',
  description: 'Search what is remembered: rules, lore, facts, events, preferences.',
  isWrite: false,
  input,
  run({ query, kind }, bench) {
    const hits = bench.lore.search({ words: query, kind, limit: mostHits, state: bench.state });
    if (hits.length === 0) return { ok: true, say: 'Nothing is remembered of that.' };
    return {
      ok: true,
      say: hits.map(({ key, kind, text }) => `${key} (${kind}): ${escapeLine(text, longestHit)}`).join('\n'),
    };
  },
});
