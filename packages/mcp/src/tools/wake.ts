// The tool wake: what is in mind now, written down so that why can explain it.

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
    'What is in your mind now: who you are, what lingers, plans that are due, moments that bear on the message, the last exchange. Call it once at the start of each talk: only it says who you are; hear brings the rest. It may show your secrets.',
  input: z.strictObject({
    message: messageText
      .optional()
      .describe('What it should bear on; by default the newest message of the person. It is not taken in'),
    isPreview: z.boolean().default(false).describe('Only a look, which why will not know of'),
  }),
  output: shapes.wakeMeasure,
  annotations: { ...writes, idempotentHint: true },
  async run({ companion: { memory }, given }) {
    const woken = await memory.wake(given);
    return { text: renderMind(woken), value: buildWakeMeasure(woken) };
  },
});
