// Faulty model: the story model, with replies that fail, break off or repeat themselves at random.

import { ProviderError } from '@terrarium/kernel/errors';
import type { LanguageModel, ModelReply, ToolCall } from '@terrarium/kernel/language-model';
import { answerStory } from './story-model.ts';

/** Returns the next random number, at least 0 and less than 1. */
export type Chance = () => number;

/** Produces the same numbers for the same seed (mulberry32). */
export function buildChance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Fault = (reply: ModelReply) => ModelReply;

const faults: readonly Fault[] = [
  (reply) => ({ ...reply, text: '', calls: [], finish: 'content-filter' }),
  (reply) => ({
    ...reply,
    text: reply.text.slice(0, reply.text.length / 2),
    calls: reply.calls.map(cutCall),
    finish: 'length',
  }),
  (reply) => ({
    ...reply,
    calls: reply.calls.flatMap((call) => [call, { ...call, id: `${call.id}-again` }]),
  }),
  () => {
    throw fail('model.timeout');
  },
  () => {
    throw fail('model.unavailable');
  },
];

function cutCall(call: ToolCall): ToolCall {
  return { ...call, arguments: call.arguments.slice(0, call.arguments.length / 2) };
}

function fail(code: string): ProviderError {
  return new ProviderError({ code, happened: 'It failed.', todo: 'Wait.', retryable: true });
}

/** The story model, except that this share of its replies fails. */
export function buildFaultyModel(chance: Chance, share: number): LanguageModel {
  return {
    id: 'test:story',
    async reply(request) {
      const reply = answerStory(request);
      if (chance() >= share) return reply;
      return (faults[Math.floor(chance() * faults.length)] as Fault)(reply);
    },
  };
}
