// The tool why: why something was in mind, or was not, with the arithmetic.

import type { Target } from '@terrarium/memory/presence';
import { z } from 'zod';
import { buildCompanionTool, looks } from '../companion/companion-tool.ts';
import { rowNumber, shortText } from '../show/inputs.ts';
import { count, rowId } from '../show/outputs.ts';

type ItemTarget = Extract<Target, { readonly item: unknown }>;
type EventTarget = Extract<Target, { readonly event: unknown }>;

const one = 'name exactly one of item, event and fragment';

export const why = buildCompanionTool({
  name: 'why',
  title: 'Why in mind',
  description:
    'Why something was in your mind at the newest wake, or was not, with the arithmetic. Name exactly one of item, event and fragment; the other tools show their numbers.',
  input: z
    .strictObject({
      item: rowNumber.optional().describe('What is held in mind, by its number'),
      event: rowNumber.optional().describe('A message, by its number'),
      fragment: shortText.optional().describe('A fragment, by its key'),
      wake: rowNumber.optional().describe('At that wake; by default the newest'),
    })
    .refine(
      ({ item, event, fragment }) => [item, event, fragment].filter((id) => id !== undefined).length === 1,
      one,
    ),
  output: z.object({
    wakeId: rowId,
    isPresent: z.boolean(),
    section: z.string().nullable().describe('Where it is; null for nowhere, or more than one place'),
    reason: z.string(),
    tokens: count,
    score: z.looseObject({}).nullable().describe('What decided, worked out step by step'),
    echo: z.string().optional(),
    because: z.string().nullable(),
    say: z.string(),
  }),
  annotations: looks,
  run({ companion: { memory }, given }) {
    const presence = memory.why(buildTarget(given), given.wake === undefined ? {} : { wakeId: given.wake });
    const { say, section, score, because, ...rest } = presence;
    const value = {
      ...rest,
      say,
      section: section ?? null,
      score: score === undefined ? null : { ...score },
      because: because ?? null,
    };
    return { text: say, value };
  },
});

interface Named {
  readonly item?: number | undefined;
  readonly event?: number | undefined;
  readonly fragment?: string | undefined;
}

function buildTarget({ item, event, fragment = '' }: Named): Target {
  if (item !== undefined) return { item: item as ItemTarget['item'] };
  if (event !== undefined) return { event: event as EventTarget['event'] };
  return { fragment: fragment.trim().replaceAll(/^\[|\]$/gu, '') };
}
