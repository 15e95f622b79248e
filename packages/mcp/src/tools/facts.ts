// The tool `facts`: lists what is known about the person and people in their life, now and earlier.

import { buildFacts } from '@terrarium/composition/build-memory';
import type { KnownFact } from '@terrarium/memory/known-fact';
import { renderKnownFact } from '@terrarium/memory/render-known-fact';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, looks } from '../companion/companion-tool.ts';
import { shortText } from '../show/inputs.ts';
import { renderList } from '../show/render-list.ts';

const most = 200;

export const facts = buildCompanionTool({
  name: 'facts',
  title: 'What is known of people',
  description:
    'List what is known of the person and of their people (home, job, allergies, a sister\'s name), the newest first, each with the words that told it. To correct a fact, call `correct` with "edit" and its new value; to end one that is no longer so, with "drop"; `forget` erases it.',
  input: z.strictObject({
    topic: shortText.optional().describe('Only facts with these words, such as "sister" or "home"'),
    all: z.boolean().default(false).describe('Whether former facts, which are no longer so, are listed too'),
    limit: z.int().min(1).default(30).describe(`At most this many; never more than ${most}`),
  }),
  output: shapes.memoryFacts,
  annotations: looks,
  run({ companion: { memory, timeZone }, given: { topic, all, limit: wanted } }) {
    const limit = Math.min(most, wanted);
    const voices = memory.nameVoices();
    const names = new Map([...voices.user, ...voices.companion].map(({ id, name }) => [id, name]));
    const found = memory.facts({ topic, isAll: all });
    const lines = found.map((fact) => renderFact(fact, names.get(fact.voice) ?? fact.voice, timeZone));
    const text = [
      ...(wanted > most ? [`At most ${most} are shown, not ${wanted}.`] : []),
      ...(lines.length === 0
        ? [topic === undefined ? 'Nothing is known of anybody yet.' : 'No fact has these words.']
        : renderList('Known:', lines, limit)),
    ];
    return { text: text.join('\n'), value: buildFacts(found.slice(0, limit)) };
  },
});

function renderFact(fact: KnownFact, name: string, timeZone: string): string {
  const notes = fact.item.status === 'active' ? [] : ['no longer so'];
  return `fact ${fact.item.id}: ${renderKnownFact(fact, { name, timeZone, notes, isQuoted: true })}`;
}
