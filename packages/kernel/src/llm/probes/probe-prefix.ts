// Probes the prefix cache: continues a conversation twice, and measures how much of it the server had kept.

import type { Finding } from '../../base/finding.ts';
import type { Message, ModelUsage } from '../language-model.ts';
import { suggestCure } from '../server-advice.ts';
import { type ProbeContext, readServerKind } from './probe-context.ts';
import { probeTool } from './probe-tools.ts';

/** Long enough for servers that cache only prompts of at least 1,024 tokens, in blocks of 128 tokens. */
const preambleLines = 72;
const replyTokens = 16;
/**
 * The share is less than 1 because caches store whole blocks, so the last few tokens of a prompt are always computed
 * again.
 */
const goodShare = 0.8;
/**
 * A server that caches no conversations may still keep this share, because the template's own words begin every
 * prompt.
 */
const noShare = 0.1;

type Usage = ModelUsage | undefined;

/**
 * Sends two turns of one conversation. If the first one was kept in the cache and the server takes tools, sends a third
 * turn that forbids tools. The model's answers do not matter.
 */
export async function probePrefix(context: ProbeContext): Promise<readonly Finding[]> {
  const tools = context.takesTools ? [probeTool] : [];
  const ask = async (messages: readonly Message[], toolChoice: 'auto' | 'none' = 'auto'): Promise<Usage> => {
    const asked = await context.ask({ messages, tools, toolChoice, maxOutputTokens: replyTokens });
    return asked.reply.usage;
  };
  const one = [
    { role: 'system', content: renderPreamble(context.options.ids.next()) },
    { role: 'user', content: 'Which lamp is lit first? Answer in one word.' },
  ] as const;
  const two = [...one, ...buildFollowUp('And which is lit last?')];
  const first = await ask(one);
  const second = await ask(two);
  const kept = findKeptShare(first, second);
  const findings = checkKept(context, kept);
  if (!context.takesTools || kept === undefined || kept < goodShare) return findings;
  const third = await ask([...two, ...buildFollowUp('And which is put out first?')], 'none');
  return [...findings, ...checkUnderNone(context, findKeptShare(second, third))];
}

/** Begins with a new text each time, so that nothing that an earlier examination left in the cache counts. */
function renderPreamble(unique: string): string {
  const lines = Array.from(
    { length: preambleLines },
    (_unused, at) => `Lamp ${at + 1} hangs over door ${at + 1}; it is lit at dusk and put out at dawn.`,
  );
  return [`Examination ${unique}.`, ...lines].join('\n');
}

function buildFollowUp(content: string): readonly Message[] {
  return [
    { role: 'assistant', content: 'Lamp.' },
    { role: 'user', content },
  ];
}

/**
 * The share of the earlier prompt that was not computed again for the later prompt; undefined if the server did not
 * report it.
 */
function findKeptShare(earlier: Usage, later: Usage): number | undefined {
  const prompt = earlier?.promptTokens ?? 'unknown';
  const cached = later?.cachedTokens ?? 'unknown';
  return prompt === 'unknown' || cached === 'unknown' ? undefined : Math.min(1, cached / prompt);
}

function checkKept(context: ProbeContext, share: number | undefined): readonly Finding[] {
  const kind = readServerKind(context);
  if (share === undefined) {
    const says = 'The server does not report how many tokens of a prompt were cached.';
    const kept = 'So nothing is known about how much of a prompt the server keeps for the next one.';
    return [
      { check: 'cached tokens', standing: 'unknown', says, todo: suggestCure('cacheReport', kind) },
      { check: 'prefix', standing: 'unknown', says: kept },
    ];
  }
  const reported: Finding = {
    check: 'cached tokens',
    standing: 'ok',
    says: 'The server reports how many tokens of a prompt were cached.',
  };
  const says = `Over two turns the server kept ${renderShare(share)} of the prompt.`;
  if (share >= goodShare) return [reported, { check: 'prefix', standing: 'ok', says }];
  if (share < noShare && kind === 'llama-cpp') {
    const again = `${says} It computed the whole prompt again, although only the end of the prompt was new. Its log calls this "forcing full prompt re-processing".`;
    return [
      reported,
      { check: 'prefix', standing: 'warning', says: again, todo: suggestCure('reprocessing', kind) },
    ];
  }
  return [reported, { check: 'prefix', standing: 'warning', says, todo: suggestCure('cache', kind) }];
}

/**
 * Checks whether the prompt stays in the cache if tools are forbidden. If it does not, requests for summaries should
 * not forbid tools.
 */
function checkUnderNone(context: ProbeContext, share: number | undefined): readonly Finding[] {
  if (share === undefined) return [];
  const check = 'tool_choice none';
  const isUsed = context.options.summaryToolChoice === 'none';
  const says = `With tools forbidden the server kept ${renderShare(share)} of the prompt.`;
  if (share >= goodShare) {
    const hint = 'You may set summaryToolChoice: none, so that a summary is never replaced by a tool call.';
    return [{ check, standing: 'ok', says, todo: isUsed ? undefined : hint }];
  }
  if (!isUsed) {
    return [{ check, standing: 'ok', says: `${says} Runs do not forbid tools: summaryToolChoice is auto.` }];
  }
  return [{ check, standing: 'warning', says, todo: suggestCure('toolsUnderNone', readServerKind(context)) }];
}

function renderShare(share: number): string {
  return `${Math.round(share * 100)} %`;
}
