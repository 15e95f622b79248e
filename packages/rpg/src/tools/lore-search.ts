// The tool `lore_search`: searches people, places, things, the system's own rules, what is remembered and what was told.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { noteKinds } from './note.ts';
import { searchKnown } from './search-known.ts';
import { searchRules } from './search-rules.ts';
import { searchTold } from './search-told.ts';
import type { Workbench } from './workbench.ts';

const mostHits = 6;
const longestHit = 400;
const mostRules = 3;
const mostKnown = 3;
const mostTold = 2;
/** The maximum number of characters of a rule; more than of other texts, since a rule has to be followed. */
const longestRule = 1_200;

const input = z.strictObject({
  query: z.string().trim().min(1).max(200),
  kind: z.enum(noteKinds).optional(),
});

export const loreSearch = buildTool<typeof input, Workbench>({
  name: 'lore_search',
  description: 'Search people, places, rules, past turns.',
  isWrite: false,
  input,
  run({ query, kind }, bench) {
    const isRules = kind === undefined || kind === 'rule';
    const most = kind === 'rule' ? mostHits : mostRules;
    const rules = isRules ? searchRules(bench.system, query, most) : [];
    const known = kind === undefined ? searchKnown(bench, query, mostKnown) : [];
    const told = kind === undefined || kind === 'event' ? searchTold(bench, query, mostTold) : [];
    const hits = bench.lore
      .search({ words: query, kind, limit: mostHits + known.length, state: bench.state })
      .filter(({ text }) => !known.some(({ about }) => isSame(text, about)))
      .slice(0, mostHits);
    const lines = [
      ...known.map(({ line }) => line),
      ...rules.map(({ key, text }) => `${escapeLine(key, 80)}: ${escapeLine(text, longestRule)}`),
      ...told,
      ...hits.map((hit) => `${hit.key} (${hit.kind}): ${escapeLine(hit.text, longestHit)}`),
    ];
    return {
      ok: true,
      say:
        lines.length === 0
          ? 'Nothing was found: no rule, person, place or note is about that.'
          : lines.join('\n'),
    };
  },
});

/** Whether a note only repeats the description of somebody or something, perhaps with a name before it. */
function isSame(note: string, about: string): boolean {
  return about !== '' && note.endsWith(about) && /^(?:[^:]{1,80}:)?\s*$/u.test(note.slice(0, -about.length));
}
