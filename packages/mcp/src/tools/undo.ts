// The tools `undo` and `redo`: take back messages of the person with the answers to them, and bring them back.

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
    'When the person takes something back: remove their newest message and your answer to it, or only your answer, together with what these changed in your mind. redo restores them. Before you give a new answer in place of the old one, call this.',
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
    'Restore what undo removed: the newest, or another one. It works only if nothing was said since. If something was, undo it first.',
  input: z.strictObject({
    number: rowNumber
      .optional()
      .describe('1 is what undo removed last, 2 what it removed before that; by default 1'),
  }),
  output: shapes.movedTalk,
  annotations: writes,
  run: ({ companion: { memory }, given }) => answer('redo', memory.redo(given.number)),
});

function answer(deed: 'undo' | 'redo', moved: MovedTalk) {
  const head = deed === 'undo' ? 'Set aside' : 'Back again';
  const lines = moved.messages.map(
    ({ side, shown }) =>
      `${head}: ${side === 'user' ? 'the person' : 'you'}: ${shown || '(none of it is shown)'}`,
  );
  return { text: lines.join('\n'), value: buildMovedTalk(deed, moved) };
}
