// The tool `glossary_search`: finds entries by name, by words of their definitions, by tag and status.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { GlossaryEntry } from '../glossary/entry.ts';
import { listLinks } from '../glossary/list-links.ts';
import { renderElement } from '../prompts/render-element.ts';
import { normaliseTags } from './check-names.ts';
import { renderKnownEntry } from './render-answer.ts';
import {
  buildTolerantLine,
  buildTolerantObject,
  tolerantBoolean,
  tolerantInteger,
  tolerantList,
} from './tolerant-input.ts';
import type { LookingContext } from './tool-context.ts';

const defaultLimit = 10;
const maxLimit = 50;
const maxQueryCharacters = 500;
const maxReferences = 20;

const input = buildTolerantObject({
  query: buildTolerantLine(maxQueryCharacters),
  tags: tolerantList.optional(),
  status: z
    .preprocess(
      (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
      z.enum(['all', 'tentative', 'confirmed']),
    )
    .optional(),
  limit: tolerantInteger.optional(),
  include_references: tolerantBoolean.optional().describe('Also the entries behind [[links]]'),
});

export const glossarySearch = buildTool<typeof input, LookingContext>({
  name: 'glossary_search',
  description: 'Find entries by term, alias or words of their definition.',
  isWrite: false,
  input,
  run(call, { glossary }) {
    const limit = Math.min(Math.max(1, call.limit ?? defaultLimit), maxLimit);
    const status = call.status === 'all' ? undefined : call.status;
    const found = glossary.search({ query: call.query, tags: normaliseTags(call.tags ?? []), status, limit });
    const known = new Set(found.map((entry) => entry.id));
    const references =
      call.include_references === true
        ? listReferences(found, (name) => glossary.listByName(name)).filter((entry) => !known.has(entry.id))
        : [];
    const lines = [
      ...found.map((entry) => renderKnownEntry(entry, glossary)),
      ...renderReferences(references, glossary),
    ];
    const content = lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
    return {
      ok: true,
      say: renderElement('search_results', { query: call.query, count: found.length }, content),
    };
  },
});

function listReferences(
  entries: readonly GlossaryEntry[],
  findByName: (name: string) => readonly GlossaryEntry[],
): readonly GlossaryEntry[] {
  const names = entries.flatMap((entry) => listLinks(entry.definition));
  const found = new Map(
    [...new Set(names)]
      .slice(0, maxReferences)
      .flatMap((name) => findByName(name).map((entry) => [entry.id, entry])),
  );
  return [...found.values()].slice(0, maxReferences);
}

function renderReferences(
  entries: readonly GlossaryEntry[],
  glossary: LookingContext['glossary'],
): readonly string[] {
  if (entries.length === 0) return [];
  return ['<referenced>', ...entries.map((entry) => renderKnownEntry(entry, glossary)), '</referenced>'];
}
