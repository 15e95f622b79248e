// The tool `why`: explains why something was in mind or not, with the arithmetic.

import { buildPresence } from '@terrarium/composition/build-memory';
import type { Target } from '@terrarium/memory/presence';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, looks } from '../companion/companion-tool.ts';
import { rowNumber, shortText } from '../show/inputs.ts';

type ItemTarget = Extract<Target, { readonly item: unknown }>;
type EventTarget = Extract<Target, { readonly event: unknown }>;

const one = 'name exactly one of item, moment and fragment';

export const why = buildCompanionTool({
  name: 'why',
  title: 'Why in mind',
  description:
    'Explain, with the arithmetic, why something was or was not in your mind at the newest wake. Name exactly one of item, moment and fragment; the other tools show their numbers.',
  input: z
    .strictObject({
      item: rowNumber.optional().describe('What is held in mind, by its number'),
      moment: rowNumber.optional().describe('A message, by its number'),
      event: rowNumber.optional().describe('The former name of `moment`'),
      fragment: shortText.optional().describe('A fragment, by its key'),
      wake: rowNumber.optional().describe('Explain it for the wake with this number; by default the newest'),
    })
    .refine(
      ({ item, moment, event, fragment }) =>
        [item, moment, event, fragment].filter((id) => id !== undefined).length === 1,
      one,
    ),
  output: shapes.mindPresence,
  annotations: looks,
  run({ companion: { memory }, given }) {
    const presence = memory.why(buildTarget(given), given.wake === undefined ? {} : { wakeId: given.wake });
    return { text: presence.say, value: buildPresence(presence) };
  },
});

interface Named {
  readonly item?: number | undefined;
  readonly moment?: number | undefined;
  readonly event?: number | undefined;
  readonly fragment?: string | undefined;
}

function buildTarget({ item, event, moment = event, fragment = '' }: Named): Target {
  if (item !== undefined) return { item: item as ItemTarget['item'] };
  if (moment !== undefined) return { event: moment as EventTarget['event'] };
  return { fragment: fragment.trim().replaceAll(/^\[|\]$/gu, '') };
}
