// The tool `correct`: marks a plan as done, or drops, rewords or merges what is held in mind.

import { buildCorrected } from '@terrarium/composition/build-memory';
import { UsageError } from '@terrarium/kernel/errors';
import type { Correction } from '@terrarium/memory/edit-items';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';
import { shortText } from '../show/inputs.ts';

const input = z.strictObject({
  do: z
    .enum(['done', 'drop', 'edit', 'merge'])
    .describe('done: only for a plan; edit: needs `to`; merge: keeps the first one named'),
  what: z
    .array(shortText)
    .min(1)
    .max(20)
    .describe(
      'The number of an item, all of its words, a fact as it is named ("home", "sister\'s job"), or a fragment as [pier]; only merge takes several',
    ),
  to: shortText.optional().describe('For edit: the new words'),
});

export const correct = buildCompanionTool({
  name: 'correct',
  title: 'Correct what is in mind',
  description:
    'When the person asks for it: mark a plan as done, drop or reword an item or a fragment, or merge those that mean the same. If the words fit several items, nothing is changed, and the answer lists them.',
  input,
  output: shapes.correctedItems,
  annotations: writes,
  run({ companion: { memory }, given }) {
    const correction = buildCorrection(given);
    const fragments = memory.editFragments(correction);
    if (fragments !== undefined) {
      const { runId, kept, gone } = fragments;
      const left = gone.map((key) => `[${key}]`).join(', ');
      const text = [
        ...(kept === undefined ? [] : [`Stands: [${kept}].`]),
        ...(gone.length === 0 ? [] : [`Gone: ${left}.`]),
        `To take it back, revert run ${runId}.`,
      ].join(' ');
      return { text, value: buildCorrected([], fragments) };
    }
    const corrected = buildCorrected(memory.edit(correction));
    const lines = corrected.items.map(
      ({ effect, kind, item, content }) => `${effect}: ${kind} ${item}: ${content}`,
    );
    return { text: lines.join('\n'), value: corrected };
  },
});

function buildCorrection({ do: deed, what, to }: z.output<typeof input>): Correction {
  if (deed === 'merge') return { do: deed, what };
  const [only = '', ...others] = what;
  if (others.length > 0 || (deed === 'edit') !== (to !== undefined)) {
    throw new UsageError({
      code: 'memory.not-corrected',
      happened:
        'done, drop and edit take exactly one `what`. Only edit takes `to`, and there it is required.',
      todo: 'Call it again with one item. Nothing was changed.',
    });
  }
  return deed === 'edit' ? { do: deed, what: only, text: to ?? '' } : { do: deed, what: only };
}
