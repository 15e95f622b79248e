// Answers the newest message of a talk: wakes the companion's model, and keeps its answer once it is complete.

import { join } from 'node:path';
import type { ModelReply, ModelRequest } from '@terrarium/kernel/language-model';
import { openLog } from '@terrarium/kernel/open-log';
import { closeTags, markCut } from '@terrarium/memory/close-tags';
import { completeReply } from '@terrarium/memory/complete-reply';
import { speakTogether } from '@terrarium/memory/hear-together';
import type { Ingested } from '@terrarium/memory/ingest';
import { readKeptImage } from '@terrarium/memory/kept-image';
import { cutWritten } from '@terrarium/memory/look-ups';
import type { ResolvedSettings } from '@terrarium/memory/memory-settings';
import { moveCommands } from '@terrarium/memory/move-commands';
import { parseResponse } from '@terrarium/memory/parse-message';
import { renderParts } from '@terrarium/memory/render-wake';
import { cutSecrets } from '@terrarium/memory/secrets';
import { showPartial, showSpans } from '@terrarium/memory/show-event';
import { translateTags } from '@terrarium/memory/translate-tags';
import type { WakePackage } from '@terrarium/memory/wake-package';
import { type AnswerWatch, askCompanion, hasTools, type Talk } from './ask-companion.ts';
import { refuseLong } from './refuse-long.ts';

export interface Answer {
  readonly reply: ModelReply;
  /** The part of the answer that the person sees; if there is none, a note in brackets. */
  readonly shown: string;
  /** The same part of the answer, but empty if there is none. */
  readonly said: string;
  /** Undefined if the answer was empty. */
  readonly kept: Ingested | undefined;
}

/**
 * Throws the errors of the model's server, and `ProviderError` for a turn that is too long. A reply that
 * broke off may end within a tag, so it is not remembered. It was paid for, so it is written to a log.
 */
export async function answerMessage(talk: Talk, wake: WakePackage, watch: AnswerWatch): Promise<Answer> {
  const request = buildRequest(talk, wake);
  const { contextBudget } = talk.world.configured.settings;
  await refuseLong(request, { model: talk.asked.model, contextBudget }, watch.signal);
  let arrived = '';
  const onArrival = (text: string) => {
    arrived = text;
    watch.onArrival(showPartial(text, talk.world.settings));
  };
  try {
    const message = wake.message?.text ?? '';
    const reply = await askCompanion({ talk, request, message, watch: { ...watch, onArrival } });
    return storeReply(talk, reply);
  } catch (error) {
    recordCut(talk, arrived);
    throw error;
  }
}

function buildRequest(talk: Talk, wake: WakePackage): ModelRequest {
  const { world } = talk;
  const { maxOutputTokens, temperature, extraBody } = world.configured.settings;
  const { system, user } = renderParts(wake);
  const pictures = wake.image && [readKeptImage(world.paths.images, wake.image.path)];
  const messages = [
    { role: 'system', content: hasTools(talk) ? cutWritten(system) : system },
    { role: 'user', content: user, ...(pictures && { pictures }) },
  ] as const;
  return { messages, tools: [], toolChoice: 'none', maxOutputTokens, temperature, extraBody };
}

function storeReply({ companion, company, world }: Talk, reply: ModelReply): Answer {
  const isCut = reply.finish === 'length';
  const { voices } = world.settings;
  const own = translateTags(reply.text, { voices });
  const text = moveCommands(closeTags(isCut ? markCut(own) : own, { isCut }));
  const said = renderReply(text, world.settings);
  const speaker = { mind: world.mind, memory: companion };
  const { untaggedReplies } = world.settings;
  const speak = () =>
    company === undefined
      ? companion.speak(text)
      : speakTogether(company, { speaker, text, untaggedReplies });
  const kept = text.trim() === '' ? undefined : speak();
  return { reply, said, shown: said === '' ? renderSilence(text) : said, kept };
}

/**
 * The part of a complete reply that is shown: what tags say, do or narrate and, if the settings allow it, what is said
 * outside of tags.
 */
function renderReply(text: string, { voices, untaggedReplies }: ResolvedSettings): string {
  return showSpans(completeReply(parseResponse(text, { voices }), { voices, untaggedReplies }).spans);
}

function renderSilence(text: string): string {
  if (text.trim() === '') return '(Nothing came.)';
  return '(The reply is kept, but not shown: only text in the tags <say>, <do> and <narrate> is shown, and the reply has none.)';
}

function recordCut({ world, host }: Talk, text: string): void {
  if (text.trim() === '') return;
  const log = openLog(join(world.world.logsDir, 'memory.log'), {
    within: world.world.dir,
    onFailure: () => undefined,
  });
  log.warn('a reply was cut off', { at: host.environment.clock.now(), text: cutSecrets(text) });
  log.close();
}
