// Probes plain replies: whether a reply arrives, in which form, and how long it may be.

import type { Finding } from '../../base/finding.ts';
import { estimateTokens } from '../../tokens/estimate-tokens.ts';
import type { ModelReply } from '../language-model.ts';
import { renderServerKind, suggestCure } from '../server-advice.ts';
import { type Asked, type ProbeContext, readServerKind } from './probe-context.ts';

/** Asks for one word, with the options of a run, and then finds out which program the server is. */
export async function probeOpening(context: ProbeContext): Promise<readonly Finding[]> {
  const asked = await askOpening(context);
  context.opening = asked;
  context.server = await context.model.describeServer?.(context.options.signal);
  const { server } = context;
  const version = server?.version === undefined ? '' : ` ${server.version}`;
  const whose = server === undefined ? '' : ` The server is ${renderServerKind(server.kind)}${version}.`;
  const says = `${context.model.id} answered within ${asked.seconds.toFixed(1)} s.${whose}`;
  const { text, reasoning, calls } = asked.reply;
  if (text !== '' || reasoning !== '' || calls.length > 0) return [{ check: 'server', standing: 'ok', says }];
  return [
    {
      check: 'server',
      standing: 'warning',
      says: `${says} The answer was empty.`,
      todo: 'Look at the log of the server; its chat template may not fit the model.',
    },
  ];
}

/**
 * The first question is asked at most this many times. It is asked again after each reply that contains only thinking,
 * because a remedy may be in use by then.
 */
const mostOpenings = 3;

async function askOpening(context: ProbeContext): Promise<Asked> {
  const messages = [{ role: 'user', content: 'Answer with the single word: ready' }] as const;
  for (let time = 1; ; time += 1) {
    const asked = await context.ask({ messages });
    const isThoughtAway = asked.reply.text === '' && asked.reply.finish === 'length';
    const learns = context.model.clearHabits !== undefined;
    if (!isThoughtAway || !learns || time >= mostOpenings) return asked;
  }
}

/**
 * Reports how much the model thinks: output is more than half of what a run costs, and most output of a thinking model
 * is thinking.
 */
export async function probeThinking(context: ProbeContext): Promise<readonly Finding[]> {
  return context.opening === undefined ? [] : [checkThinking(context, context.opening)];
}

function checkThinking(context: ProbeContext, { reply, wasRetracted }: Asked): Finding {
  const check = 'thinking';
  const remedy = context.model.readHabits?.().thinkingRemedy;
  if (remedy !== undefined && reply.text !== '') {
    const says = `The model used all ${context.options.maxOutputTokens} tokens of a reply for thinking, and gave no answer. With ${remedy} it gave its answer. This setting is kept for this server and model, and every command will use it from now on.`;
    return { check, standing: 'ok', says, todo: suggestCure('thinking', readServerKind(context)) };
  }
  if (reply.reasoning === '')
    return { check, standing: 'ok', says: 'The model answers without thinking aloud.' };
  const tokens = estimateTokens(reply.reasoning);
  const todo = suggestCure('thinking', readServerKind(context));
  if (reply.text === '' && reply.finish === 'length') {
    const says = `The model used all of its ${context.options.maxOutputTokens} tokens for thinking and gave no answer.`;
    return { check, standing: 'warning', says, todo: `Raise --max-output-tokens. ${todo}` };
  }
  if (wasRetracted) {
    const says = `The model thinks before it answers, some ${tokens} tokens for one word, and does not mark where the thinking begins. So in a talk or a game, the thinking of the first reply is shown until it ends.`;
    const parser = suggestCure('thinkingParser', readServerKind(context));
    return { check, standing: 'warning', says, todo: `Set opensThinking: true in terrarium.yaml. ${parser}` };
  }
  const says = `The model thinks before it answers: some ${tokens} tokens for one word, which makes a long story costly.`;
  return { check, standing: 'ok', says, todo };
}

export async function probeStreaming({ opening }: ProbeContext): Promise<readonly Finding[]> {
  return opening === undefined ? [] : [checkStreaming(opening)];
}

function checkStreaming({ reply, pieces }: Asked): Finding {
  const check = 'streaming';
  if (reply.text === '') {
    return {
      check,
      standing: 'unknown',
      says: 'There was no text by which to tell whether the server streams.',
    };
  }
  if (pieces > 0) return { check, standing: 'ok', says: 'The server streams its replies.' };
  return {
    check,
    standing: 'warning',
    says: 'The server does not stream: replies come whole.',
    todo: 'That works, but a server that hangs is noticed only after patienceMinutes. Switch streaming on if the server has it.',
  };
}

const cap = 24;
/**
 * A reply may exceed its token limit by this factor, because a server may count tokens of its template, or stop a
 * little late.
 */
const capSlack = 1.5;

/** Asks for a longer reply than the token limit allows. */
export async function probeCap(context: ProbeContext): Promise<readonly Finding[]> {
  const content = 'Count from one to two hundred in words, separated by commas.';
  const { reply } = await context.ask({ messages: [{ role: 'user', content }], maxOutputTokens: cap });
  return [checkCap(reply)];
}

function checkCap({ usage, finish, text, reasoning }: ModelReply): Finding {
  const check = 'reply cap';
  const estimated = estimateTokens(`${reasoning}${text}`);
  // If the server did not count the tokens, they are estimated. The estimate may be twice the true number, so it is
  // halved.
  const tokens = usage.outputTokens === 'unknown' ? Math.round(estimated / 2) : usage.outputTokens;
  if (tokens > cap * capSlack) {
    return {
      check,
      standing: 'warning',
      says: `The server wrote some ${tokens} tokens, though only ${cap} were allowed: it does not keep to the limit (max_tokens).`,
      todo: "Set a limit for replies in the server's own settings: nothing else ends a reply that runs on.",
    };
  }
  if (finish === 'length' || tokens >= cap / 2) {
    return {
      check,
      standing: 'ok',
      says: 'The server ends a reply at the limit that it is given (max_tokens).',
    };
  }
  return {
    check,
    standing: 'unknown',
    says: 'The reply ended by itself and is too short to tell whether the server keeps to the limit (max_tokens).',
  };
}
