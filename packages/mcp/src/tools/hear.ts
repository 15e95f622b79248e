// The tool `hear`: ingests what the person said, and answers with what is in the companion's mind.

import { buildIngested, buildWakeMeasure } from '@terrarium/composition/build-memory';
import { TerrariumError } from '@terrarium/kernel/errors';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import type { Companion } from '../companion/companion.ts';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';
import { findVoice } from '../show/find-voice.ts';
import { messageText, voice } from '../show/inputs.ts';
import { renderIngested } from '../show/show-ingested.ts';
import { renderMind } from '../show/show-wake.ts';

export const hear = buildCompanionTool({
  name: 'hear',
  title: 'Hear the person',
  description:
    'Save what the person said, word for word, and get what is in your mind now, except who you are (wake tells you that). Call it once for each of their messages, before you answer. If it fails after the message was saved, do not call it again for that message.',
  input: z.strictObject({
    text: messageText.describe('The message exactly as the person wrote it'),
    voice: voice.describe('Which voice of the person speaks, where there are several'),
    wakes: z
      .boolean()
      .default(true)
      .describe('Answer with what is in mind now; use false only to add many messages in a row'),
  }),
  output: shapes.heardMessage,
  annotations: writes,
  async run({ companion, given }) {
    const { memory, voices, timeZone } = companion;
    const actor = findVoice(voices, 'user', given.voice);
    const heard = memory.hear(given.text, { actor });
    companion.filling.start();
    const mind = given.wakes ? await buildWakeAfter(companion) : undefined;
    return {
      text: [renderIngested(heard, timeZone), ...(mind === undefined ? [] : [mind.text])].join('\n\n'),
      value: { ...buildIngested(heard), wake: mind?.value ?? null },
    };
  },
});

/**
 * Showing the wake may fail, but must not fail the call: the message was taken in, and the client must not send
 * it again.
 */
async function buildWakeAfter({ memory, explainFailure }: Companion) {
  try {
    const wake = await memory.wake();
    // The tool `wake` says who the companion is; repeating this with each message would add nothing.
    const news = { ...wake, activation: '', message: undefined };
    return { text: renderMind(news), value: buildWakeMeasure(wake) };
  } catch (error) {
    const known = await explainFailure(error);
    if (!(known instanceof TerrariumError)) throw known;
    return { text: `What is in mind cannot be shown. ${known.happened} ${known.todo}`, value: undefined };
  }
}
