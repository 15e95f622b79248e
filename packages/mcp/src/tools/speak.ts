// The tool `speak`: ingests what the companion answered, with what it wants to hold in mind.

import { buildIngested } from '@terrarium/composition/build-memory';
import { closeTags } from '@terrarium/memory/close-tags';
import { moveCommands } from '@terrarium/memory/move-commands';
import { translateTags } from '@terrarium/memory/translate-tags';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';
import { findVoice } from '../show/find-voice.ts';
import { messageText, voice } from '../show/inputs.ts';
import { renderIngested } from '../show/show-ingested.ts';

export const speak = buildCompanionTool({
  name: 'speak',
  title: 'Keep your answer',
  description:
    'Save your own answer, after each message you heard, with tags: <say> what you said, <do> what you did; <feeling>, <thought>, <pattern> (noticed again and again), <desc> (how something looks), <plan>, <pin>, <secret> what you hold in mind. To end a plan, begin <plan> with "done" or "cancel". Begin <pin> with "keep" so that it never fades, with "drop" to let it go. The person sees none of the tags.',
  input: z.strictObject({
    text: messageText.describe(
      'Your answer with tags, such as <say>Good night!</say><pin>She likes rye bread</pin>',
    ),
    voice: voice.describe('Which voice of yours speaks, where there are several'),
  }),
  output: shapes.ingestedMessage,
  annotations: writes,
  run({ companion: { memory, voices, timeZone, filling }, given }) {
    const spoken = memory.speak(moveCommands(closeTags(translateTags(given.text, { voices }))), {
      actor: findVoice(voices, 'companion', given.voice),
    });
    filling.start();
    return { text: renderIngested(spoken, timeZone), value: buildIngested(spoken) };
  },
});
