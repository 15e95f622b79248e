// Asks the companion for its answer; before that, it may look things up in rounds, and only it sees the results.

import { type AskedModel, askModel } from '@terrarium/kernel/ask-model';
import { TerrariumError } from '@terrarium/kernel/errors';
import type { Message, ModelReply, ModelRequest } from '@terrarium/kernel/language-model';
import { closeTags } from '@terrarium/memory/close-tags';
import { completeReply } from '@terrarium/memory/complete-reply';
import { namePerson } from '@terrarium/memory/fill-name';
import type { Company } from '@terrarium/memory/hear-together';
import type { NamedFact } from '@terrarium/memory/known-fact';
import { answerCall, answerLookUps, type LookUpGround, lookUpTools } from '@terrarium/memory/look-ups';
import type { Memory } from '@terrarium/memory/memory';
import type { ResolvedSettings } from '@terrarium/memory/memory-settings';
import { moveCommands } from '@terrarium/memory/move-commands';
import { type LookUp, parseLookUps } from '@terrarium/memory/parse-look-ups';
import { parseResponse } from '@terrarium/memory/parse-message';
import { renderMessage } from '@terrarium/memory/render-message';
import { displayTags } from '@terrarium/memory/tag';
import { translateTags } from '@terrarium/memory/translate-tags';
import type { Voices } from '@terrarium/memory/voices';
import type { Host } from '../host/host.ts';
import type { MemoryWorld } from './memory-world.ts';

/** A companion may look things up in at most this many rounds before it answers. */
const mostRounds = 3;
/** At most this many calls in one reply are answered. */
const mostCalls = 8;

export interface Talk {
  /** Everybody in the talk, if others hear the answer too. */
  readonly company?: Company | undefined;
  readonly host: Pick<Host, 'environment'>;
  readonly world: MemoryWorld;
  readonly companion: Memory;
  readonly asked: AskedModel;
}

/** How the caller follows an answer while it arrives. */
export interface AnswerWatch {
  readonly signal: AbortSignal;
  /**
   * Called whenever more of the answer arrives, with everything that has arrived so far; `answerMessage` passes on only
   * what the person may see of it.
   */
  onArrival(text: string): void;
  /** Called if the text that had arrived turned out to be thinking. */
  onRetract(): void;
}

interface Asking {
  readonly talk: Talk;
  readonly request: ModelRequest;
  readonly message: string;
  readonly watch: AnswerWatch;
}

/**
 * Returns the whole answer. The tagged text of the rounds in which the companion looked things up is put
 * before it.
 */
export async function askCompanion(asking: Asking): Promise<ModelReply> {
  let messages: readonly Message[] = asking.request.messages;
  let carried = '';
  for (let round = 1; ; round += 1) {
    const isLast = round > mostRounds;
    const reply = await askOnce(asking, { messages, carried, isLast });
    const text = carried === '' ? reply.text : `${carried}\n${reply.text}`;
    const asked = isLast ? undefined : await answerRound(asking, reply, mostRounds - round);
    if (asked === undefined) return { ...reply, text };
    messages = [...messages, ...asked];
    carried = extractSaid(text, asking.talk.world.settings);
  }
}

/**
 * Keeps what a reply says, in tags or beside them, and what it holds in mind. If no tag says anything, the text outside
 * of tags was about looking things up, and is left out.
 */
function extractSaid(text: string, { voices, untaggedReplies }: ResolvedSettings): string {
  const reply = parseResponse(moveCommands(closeTags(translateTags(text, { voices }))), { voices });
  const isSaid = reply.spans.some(({ tag }) => shown.includes(tag));
  return renderMessage({ spans: (isSaid ? completeReply(reply, { voices, untaggedReplies }) : reply).spans });
}

interface Round {
  readonly messages: readonly Message[];
  readonly carried: string;
  readonly isLast: boolean;
}

async function askOnce(asking: Asking, { messages, carried, isLast }: Round): Promise<ModelReply> {
  const { talk, request, watch } = asking;
  const lead = carried === '' ? '' : `${carried}\n`;
  const arrived = { text: lead };
  const reply = {
    signal: watch.signal,
    onText: (piece: string) => {
      arrived.text += piece;
      watch.onArrival(arrived.text);
    },
    onRetract: () => {
      arrived.text = lead;
      watch.onRetract();
    },
  };
  const offers = hasTools(talk);
  const withTools = offers ? ({ tools: lookUpTools, toolChoice: isLast ? 'none' : 'auto' } as const) : {};
  try {
    return await askModel(talk.asked, { ...request, messages, ...withTools }, reply);
  } catch (error) {
    if (!offers || !(error instanceof TerrariumError) || error.code !== 'model.refuses-tools') throw error;
    talk.asked.model.recordCallsNothing?.();
    return await askModel(talk.asked, { ...request, messages }, reply);
  }
}

/**
 * Whether the model is offered tools. A model that makes no calls, or a server that accepts none, looks
 * things up by writing tags.
 */
export function hasTools({ asked, world }: Talk): boolean {
  return world.configured.settings.tools !== 'none' && asked.model.readHabits?.().callsNothing !== true;
}

/** The voices by the names that they have in the wake, so that a look-up finds "Jo's home". */
function nameVoices({ companion, world }: Talk): Voices {
  const { voices } = world.settings;
  const [person] = voices.user;
  const isName = ({ voice, owner, relation }: NamedFact) =>
    voice === person.id && owner === '' && relation === 'name';
  const [told] = companion.facts({ choose: (known) => known.filter(isName) });
  return namePerson(voices, told?.value);
}

/**
 * The messages with the reply and the results of its look-ups, for the next request. Undefined if the reply
 * looks nothing up, which means that it is the answer.
 */
async function answerRound(
  { talk, message }: Asking,
  reply: ModelReply,
  left: number,
): Promise<readonly Message[] | undefined> {
  const ground: LookUpGround = {
    memory: talk.companion,
    voices: nameVoices(talk),
    timeZone: talk.world.settings.timeZone,
    nowMs: talk.host.environment.clock.now(),
    message,
  };
  if (reply.calls.length > 0) return await answerCalls(ground, reply);
  const lookUps = listWritten(reply);
  if (lookUps.length === 0) return undefined;
  const more =
    left === 0
      ? 'Now answer.'
      : `Answer now, or look something up first: you may do so ${left === 1 ? 'once' : `${left} times`} more.`;
  const found = `## Looked up\n${await answerLookUps(ground, lookUps)}\n\n${more}`;
  return [
    { role: 'assistant', content: reply.text },
    { role: 'user', content: found },
  ];
}

async function answerCalls(ground: LookUpGround, reply: ModelReply): Promise<readonly Message[]> {
  const answers: Message[] = [];
  for (const [at, call] of reply.calls.entries()) {
    const content = at < mostCalls ? await answerCall(ground, call) : 'Too many at once: ask again for this.';
    answers.push({ role: 'tool', callId: call.id, name: call.name, content });
  }
  const { text, reasoning, calls } = reply;
  return [{ role: 'assistant', content: text, calls, ...(reasoning !== '' && { reasoning }) }, ...answers];
}

const shown: readonly string[] = displayTags;

/**
 * Lists the look-ups that a reply asks for in tags. If the reply also says something, it is an answer, and
 * the look-ups wait for the next turn.
 */
function listWritten({ text, finish }: ModelReply): readonly LookUp[] {
  const isAnswer = parseResponse(closeTags(translateTags(text))).spans.some(({ tag }) => shown.includes(tag));
  return isAnswer || finish === 'length' ? [] : parseLookUps(text);
}
