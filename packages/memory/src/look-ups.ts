// Look-ups within a turn: declares and runs the tools with which a companion searches its memory before it answers.

import type { ToolCall, ToolDeclaration } from '@terrarium/kernel/language-model';
import { buildTool, runTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { Memory } from './memory.ts';
import { escapeTagsInBlock, escapeTagsInLine } from './render/escape-tags-in-block.ts';
import { renderDay, renderDueDate } from './render/render-moment.ts';
import type { LookUp } from './tags/parse-look-ups.ts';
import type { Voices } from './tags/voices.ts';

export interface LookUpGround {
  readonly memory: Pick<Memory, 'recall' | 'search' | 'searchItems' | 'plans'>;
  readonly voices: Voices;
  readonly timeZone: string;
  readonly nowMs: number;
  /** The message to be answered. A search would find it again, so it counts as already shown. */
  readonly message: string;
}

interface Asking {
  /** What the call asks for. */
  readonly asked: LookUp[];
}

const words = z.string().trim().min(1).max(200);
const tools = [
  buildTool({
    name: 'recall',
    description: 'What you know of something by its name in brackets, and what is linked with it.',
    isWrite: false,
    input: z.object({ key: words, deep: z.boolean().optional() }),
    run: ({ key, deep = false }, { asked }: Asking) => {
      asked.push({ kind: 'recall', key: key.replace(/^\[|\]$/gu, ''), isDeep: deep });
      return { ok: true, say: '' };
    },
  }),
  buildTool({
    name: 'search',
    description: 'Moments of all that was said, and things held in mind, that bear these words.',
    isWrite: false,
    input: z.object({ query: words }),
    run: ({ query }, { asked }: Asking) => {
      asked.push({ kind: 'search', words: query });
      return { ok: true, say: '' };
    },
  }),
  buildTool({
    name: 'plans',
    description: 'Every open plan with its date, or only those about a topic.',
    isWrite: false,
    input: z.object({ topic: z.string().max(200).optional() }),
    run: ({ topic = '' }, { asked }: Asking) => {
      asked.push({ kind: 'plans', topic: topic.trim() === '' ? undefined : topic.trim() });
      return { ok: true, say: '' };
    },
  }),
];
const byName = new Map(tools.map((tool) => [tool.name, tool]));

export const lookUpTools: readonly ToolDeclaration[] = tools.map(({ declaration }) => declaration);

/** Returns what one call finds or, if the call cannot be read, what is wrong with it. */
export async function answerCall(ground: LookUpGround, call: ToolCall): Promise<string> {
  const asking: Asking = { asked: [] };
  const answer = runTool(byName, call, asking);
  const [lookUp] = asking.asked;
  return answer.ok && lookUp !== undefined ? await answerLookUp(ground, lookUp) : answer.say;
}

/** Returns the results of look-ups that a reply wrote as text, each under its own heading. */
export async function answerLookUps(ground: LookUpGround, lookUps: readonly LookUp[]): Promise<string> {
  const answers: string[] = [];
  for (const lookUp of lookUps) answers.push(`${nameLookUp(lookUp)}\n${await answerLookUp(ground, lookUp)}`);
  return answers.join('\n\n');
}

function nameLookUp(lookUp: LookUp): string {
  switch (lookUp.kind) {
    case 'recall':
      return `### recall("${lookUp.key}")`;
    case 'search':
      return `### search("${escapeTagsInLine(lookUp.words)}")`;
    case 'plans':
      return lookUp.topic === undefined ? '### plans()' : `### plans("${escapeTagsInLine(lookUp.topic)}")`;
  }
}

/** The longest text, in characters: the end of a longer fragment is left out, with a note that says so. */
const longestText = 2_400;
const mostMoments = 6;
const mostItems = 4;
const mostPlans = 20;

async function answerLookUp(ground: LookUpGround, lookUp: LookUp): Promise<string> {
  switch (lookUp.kind) {
    case 'recall':
      return answerRecall(ground, lookUp);
    case 'search':
      return await answerSearch(ground, lookUp.words);
    case 'plans':
      return answerPlans(ground, lookUp.topic);
  }
}

function answerRecall(
  { memory }: LookUpGround,
  { key, isDeep }: Extract<LookUp, { kind: 'recall' }>,
): string {
  const { formerKey, nearestKey, tier, text, neighbours, ...found } = memory.recall(key, {
    isDeep,
    isLingering: true,
  });
  if (tier === undefined) {
    const near = nearestKey === undefined ? '' : ` Perhaps ${nearestKey} is meant.`;
    return `Nothing is known by the name ${escapeTagsInLine(key)}.${near} search("words") looks through all that was said.`;
  }
  const former = formerKey === undefined ? '' : `, asked for as ${formerKey}`;
  const beside = neighbours.map((one) => `- beside it, ${one.key}: ${escapeTagsInLine(one.text)}`);
  return [`- ${found.key} (${tier}${former}): ${escapeTagsInBlock(cut(text))}`, ...beside].join('\n');
}

function cut(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText).toWellFormed().trimEnd()} … [cut]`;
}

async function answerSearch(
  { memory, voices, timeZone, nowMs, message }: LookUpGround,
  query: string,
): Promise<string> {
  const names = new Map([...voices.user, ...voices.companion].map(({ id, name }) => [id, name]));
  const own = message.replaceAll(/\s+/gu, ' ').trim();
  const found = await memory.search(query, { limit: mostMoments + 1, untilMs: nowMs });
  const others = found.filter(({ excerpt }) => excerpt !== own).slice(0, mostMoments);
  const moments = others.map(
    ({ voice, atMs, isUndated, excerpt }) =>
      `- ${isUndated ? 'undated' : renderDay(atMs, timeZone)}, ${escapeTagsInLine(names.get(voice) ?? voice)}: ${escapeTagsInLine(excerpt)}`,
  );
  const items = memory
    .searchItems(query, { limit: mostItems, untilMs: nowMs })
    .map(({ kind, status, dueAtMs, excerpt }) => {
      const due = dueAtMs === undefined ? '' : `, due ${renderDueDate(dueAtMs, { nowMs, timeZone })}`;
      return `- ${kind} (${status}${due}): ${escapeTagsInLine(excerpt)}`;
    });
  const lines = [...moments, ...items];
  return lines.length === 0 ? 'Nothing that was said has these words.' : lines.join('\n');
}

function answerPlans({ memory, timeZone, nowMs }: LookUpGround, topic: string | undefined): string {
  const found = memory.plans(topic === undefined ? {} : { topic });
  const lines = found.slice(0, mostPlans).map(({ content, dueAtMs, phase }) => {
    const due =
      dueAtMs === undefined ? 'no date' : `due ${renderDueDate(dueAtMs, { nowMs, timeZone })}, ${phase}`;
    return `- ${due}: ${escapeTagsInLine(content)}`;
  });
  const more = found.length > mostPlans ? [`- and ${found.length - mostPlans} more`] : [];
  return lines.length === 0 ? 'There is no open plan of that kind.' : [...lines, ...more].join('\n');
}
