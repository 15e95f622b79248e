// The tools undo and redo: messages that the person takes back, with what answered them, and brings back.

import { buildMovedTalk } from '@terrarium/composition/build-memory';
import type { MovedTalk } from '@terrarium/memory/set-aside';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';
import { rowNumber } from '../show/inputs.ts';

export const undo = buildCompanionTool({
  name: 'undo',
  title: 'Set a message aside',
  description:
    "Set the person's newest message aside with your answer to it, or only your answer, when the person takes it back: what they did to your mind is taken back too. redo brings it back. Do this before you answer anew.",
  input: z.strictObject({
    isReplyOnly: z.boolean().default(false).describe('Only your answer; the message stays'),
  }),
  output: shapes.movedTalk,
  annotations: writes,
  run: ({ companion: { memory }, given }) => answer('undo', memory.undo(given)),
});

export const redo = buildCompanionTool({
  name: 'redo',
  title: 'Bring a message back',
  description:
    'Bring back what undo set aside, where the talk ends as it ended then: the latest, or another.',
  input: z.strictObject({
    number: rowNumber.optional().describe('1 is what was set aside last, 2 the one before; by default 1'),
  }),
  output: shapes.movedTalk,
  annotations: writes,
  run: ({ companion: { memory }, given }) => answer('redo', memory.redo(given.number)),
});

function answer(deed: 'undo' | 'redo', moved: MovedTalk) {
  const head = deed === 'undo' ? 'Set aside' : 'Back again';
  const lines = moved.messages.map(
    ({ side, shown }) =>
      `${head}: ${side === 'user' ? 'the person' : 'you'}: ${shown || '(nothing of it is shown)'}`,
  );
  return { text: lines.join('\n'), value: buildMovedTalk(deed, moved) };
}
