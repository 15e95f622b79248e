// Look-ups within a turn: declares and runs the tools with which a companion searches its memory before it answers.

import { findNearest } from '@terrarium/kernel/find-nearest';
import type { ToolCall, ToolDeclaration } from '@terrarium/kernel/language-model';
import { buildTool, runTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { nameVoice } from './assembly/waking.ts';
import { renderDay, renderDueDate } from './events/render-moment.ts';
import { chooseFacts } from './facts/choose-facts.ts';
import { findNamedFacts, listFactNames } from './facts/find-named-facts.ts';
import { type KnownFact, type NamedFact, renderFact } from './facts/known-fact.ts';
import type { ReplacedFact } from './facts/list-replaced.ts';
import type { Memory } from './memory.ts';
import { escapeTagsInBlock, escapeTagsInLine } from './render/escape-tags-in-block.ts';
import { renderWait } from './render/render-age.ts';
import { renderKnownFact } from './render/render-known-fact.ts';
import { renderReplaced } from './render/render-replaced.ts';
import type { LookUp } from './tags/parse-look-ups.ts';
import type { Voices } from './tags/voices.ts';

export interface LookUpGround {
  readonly memory: Pick<Memory, 'recall' | 'search' | 'searchItems' | 'plans' | 'facts'>;
  readonly voices: Voices;
  readonly timeZone: string;
  readonly nowMs: number;
  /** The message to be answered. A search would find it again, so it counts as already shown. */
  readonly message: string;
}

interface Asking {
  /** The look-ups for which the call asks. */
  readonly asked: LookUp[];
}

const words = z.string().trim().min(1).max(200);
const tools = [
  buildTool({
    name: 'recall',
    description:
      'What you know of something, looked up by its name: a name in brackets, which also brings what is linked to it, or the name of a fact, such as "home" or "sister\'s job".',
    isWrite: false,
    input: z.object({ key: words, deep: z.boolean().optional() }),
    run: ({ key, deep = false }, { asked }: Asking) => {
      asked.push({ kind: 'recall', key: key.replace(/^\[|\]$/gu, ''), isDeep: deep });
      return { ok: true, say: '' };
    },
  }),
  buildTool({
    name: 'search',
    description: 'Moments of the whole talk, and things held in mind, that contain these words.',
    isWrite: false,
    input: z.object({ query: words }),
    run: ({ query }, { asked }: Asking) => {
      asked.push({ kind: 'search', words: query });
      return { ok: true, say: '' };
    },
  }),
  buildTool({
    name: 'plans',
    description: 'Every open plan with its date, or only those of a topic or time.',
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

const written = /\n\nWhere you have no tools,[^\n]*\n\n(?:(?:recall|search|plans)\([^\n]*\)\n)+/u;

/** Removes from the prompt the lines that tell how to look things up without tools; for a model that has tools. */
export function cutWritten(system: string): string {
  return system.replace(written, '');
}

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
      return `### recall("${escapeTagsInLine(lookUp.key)}")`;
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
const mostFacts = 6;
const mostPlans = 20;

async function answerLookUp(ground: LookUpGround, lookUp: LookUp): Promise<string> {
  switch (lookUp.kind) {
    case 'recall':
      return await answerRecall(ground, lookUp);
    case 'search':
      return await answerSearch(ground, lookUp.words);
    case 'plans':
      return answerPlans(ground, lookUp.topic);
  }
}

async function answerRecall(
  ground: LookUpGround,
  { key, isDeep }: Extract<LookUp, { kind: 'recall' }>,
): Promise<string> {
  const { formerKey, nearestKey, tier, text, neighbours, ...found } = ground.memory.recall(key, {
    isDeep,
    isLingering: true,
  });
  if (tier === undefined) return await answerName(ground, key, nearestKey);
  const former = formerKey === undefined ? '' : `, asked for as ${formerKey}`;
  const beside = neighbours.map((one) => `- beside it, ${one.key}: ${escapeTagsInLine(one.text)}`);
  return [`- ${found.key} (${tier}${former}): ${escapeTagsInBlock(cut(text))}`, ...beside].join('\n');
}

const keyForm = /^[a-z][a-z0-9-]{0,99}$/u;

/**
 * Answers a look-up of a name that no fragment has: with the facts of that name, or with a search if the name may be
 * words from the talk.
 */
async function answerName(
  ground: LookUpGround,
  name: string,
  nearestKey: string | undefined,
): Promise<string> {
  const { memory, voices } = ground;
  const facts = memory.facts({ choose: (known) => findNamedFacts(known, name, voices) });
  const near = nearestKey === undefined ? '' : ` Perhaps ${nearestKey} is meant.`;
  if (facts.length > 0) {
    const lines = facts.map((fact) => renderFactLine(ground, fact));
    return [...lines, ...(near === '' ? [] : [`It is not known as a name in brackets.${near}`])].join('\n');
  }
  const nothing = `Nothing is known by the name ${escapeTagsInLine(name)}.`;
  if (!keyForm.test(name)) return `${nothing} A search for it finds:\n${await answerSearch(ground, name)}`;
  const nearest = findNearest(name, listFactNames(memory.facts()));
  const fact = near !== '' || nearest === undefined ? '' : ` Perhaps ${nearest} is meant.`;
  return `${nothing}${near}${fact} search("words") looks through all that was said.`;
}

function renderFactLine({ voices, timeZone }: LookUpGround, fact: KnownFact): string {
  const name = nameVoice(voices, fact.voice);
  return `- ${renderKnownFact(fact, { name, timeZone, isQuoted: true })}`;
}

function cut(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText).toWellFormed().trimEnd()} … [cut]`;
}

async function answerSearch(ground: LookUpGround, query: string): Promise<string> {
  const { memory, voices, timeZone, nowMs, message } = ground;
  const own = message.replaceAll(/\s+/gu, ' ').trim();
  const found = await memory.search(query, { limit: mostMoments + 1, untilMs: nowMs });
  const others = found.filter(({ excerpt }) => excerpt !== own).slice(0, mostMoments);
  const facts = memory.facts({ choose: (known) => chooseAsked(known, query, voices) });
  const shown = new Set(facts.map(({ item }) => item.id));
  const moments = others.map(({ voice, atMs, isUndated, isBeside, excerpt, replaced }) => {
    const day = isUndated ? 'undated' : renderDay(atMs, timeZone);
    const near = isBeside ? ' (said near such words, without them)' : '';
    const over = renderOver(replaced, timeZone);
    return `- ${day}, ${escapeTagsInLine(nameVoice(voices, voice))}${near}${over}: ${escapeTagsInLine(excerpt)}`;
  });
  const items = memory
    .searchItems(query, { limit: mostItems + shown.size, untilMs: nowMs })
    .filter(({ itemId }) => !shown.has(itemId))
    .slice(0, mostItems)
    .map(({ kind, status, dueAtMs, excerpt, fact, replaced }) => {
      const due = dueAtMs === undefined ? '' : `, due ${renderDueDate(dueAtMs, { nowMs, timeZone })}`;
      const says =
        fact === undefined ? '' : `, ${escapeTagsInLine(renderFact(fact, nameVoice(voices, fact.voice)))}`;
      return `- ${kind} (${status}${due})${says}${renderOver(replaced, timeZone)}: ${escapeTagsInLine(excerpt)}`;
    });
  const lines = [...facts.map((fact) => renderFactLine(ground, fact)), ...moments, ...items];
  return lines.length === 0 ? 'Nothing that was said has these words.' : lines.join('\n');
}

/** The facts that hold now and that the words name or ask about. */
function chooseAsked(known: readonly NamedFact[], query: string, voices: Voices): readonly NamedFact[] {
  const items = known.map(({ item }) => item);
  const asked = new Set(
    chooseFacts(items, query)
      .filter(({ isAsked }) => isAsked)
      .map(({ item }) => item.id),
  );
  const named = findNamedFacts(known, query, voices);
  return [...new Set([...named, ...known.filter(({ item }) => asked.has(item.id))])].slice(0, mostFacts);
}

function renderOver(replaced: readonly ReplacedFact[], timeZone: string): string {
  return replaced.length === 0 ? '' : ` (${escapeTagsInLine(renderReplaced(replaced, timeZone))})`;
}

function answerPlans({ memory, timeZone, nowMs }: LookUpGround, topic: string | undefined): string {
  const about = memory.plans(topic === undefined ? {} : { topic });
  // A companion that reads "none" would say that nothing is planned, so all plans are listed instead.
  const isOther = about.length === 0 && topic !== undefined;
  const found = isOther ? memory.plans() : about;
  const lines = found.slice(0, mostPlans).map(({ content, dueAtMs, movedFromMs, recurrence }) => {
    const again = recurrence === undefined ? '' : `, ${escapeTagsInLine(recurrence)}`;
    const moved =
      movedFromMs === undefined ? '' : ` (moved from ${renderDueDate(movedFromMs, { nowMs, timeZone })})`;
    const due =
      dueAtMs === undefined
        ? 'no date'
        : `due ${renderDueDate(dueAtMs, { nowMs, timeZone })}, ${renderWait(dueAtMs, { nowMs, timeZone })}${again}${moved}`;
    return `- ${due}: ${escapeTagsInLine(content)}`;
  });
  const more = found.length > mostPlans ? [`- and ${found.length - mostPlans} more`] : [];
  if (lines.length === 0) return 'There is no open plan.';
  const head = isOther ? [`No plan fits "${escapeTagsInLine(topic)}". All open plans:`] : [];
  return [...head, ...lines, ...more].join('\n');
}
