// The tool `wake`: shows what is in mind now, and records it so that the tool `why` can explain it.

import { buildWakeMeasure } from '@terrarium/composition/build-memory';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';
import { messageText } from '../show/inputs.ts';
import { renderMind } from '../show/show-wake.ts';

export const wake = buildCompanionTool({
  name: 'wake',
  title: 'Wake up',
  description:
    'Get what is in your mind now: who you are, what you still hold in mind, plans that are due, moments that fit the message, the last exchange. Call it once at the start of each conversation, because only this tool says who you are; hear gives you the rest. It may show your secrets.',
  input: z.strictObject({
    message: messageText
      .optional()
      .describe(
        'The message to find fitting moments for; by default the newest message of the person. It is not saved',
      ),
    isPreview: z
      .boolean()
      .default(false)
      .describe('Only look: this wake is not recorded, so the tool `why` cannot explain it'),
  }),
  output: shapes.wakeMeasure,
  annotations: { ...writes, idempotentHint: true },
  async run({ companion: { memory }, given }) {
    const woken = await memory.wake(given);
    return { text: renderMind(woken), value: buildWakeMeasure(woken) };
  },
});
