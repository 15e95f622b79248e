// Finds whether a lorebook entry comes to mind: whether its keys were said, and its secondary keys and chance allow it.

import { createHash } from 'node:crypto';
import type { Program } from './build-program.ts';
import type { LoreTrigger } from './lore-trigger.ts';
import { isMatching } from './match-program.ts';
import { isPattern, parsePattern } from './parse-pattern.ts';

export interface Heard {
  /** The messages, the newest first, each with the name of its speaker. */
  readonly messages: readonly string[];
  /** The seed of chance, so that a turn that is told again recalls the same. */
  readonly seed: string;
  /** How many steps patterns may still take in this turn; each step is subtracted. */
  readonly work: { left: number };
}

/**
 * Separates two messages, so that a pattern can tell them apart. The program for which lorebooks are written uses the
 * same character.
 */
const separator = '\u0001';
const mostMessages = 40;
const longestScanned = 12_000;

export interface Fired {
  readonly because: string;
  /** How many of the entry's keys are said. */
  readonly score: number;
  /** Whether the entry only stays in mind because it came to mind a while ago. */
  readonly isSticky: boolean;
}

/** Undefined if the entry does not come to mind. */
export function findFired(key: string, trigger: LoreTrigger, heard: Heard): Fired | undefined {
  const isSaid = buildSaid(trigger, heard);
  const found = findReason(trigger, isSaid);
  if (found === undefined || !isLucky(key, trigger, heard)) return undefined;
  // The count matters only in a group, whose entries may be compared by it.
  const score = trigger.groups.length === 0 ? 1 : countSaid(trigger, isSaid);
  return { because: found, score, isSticky: false };
}

function buildSaid(trigger: LoreTrigger, heard: Heard): (key: string) => boolean {
  const depth = Math.min(trigger.depth, mostMessages);
  const text = heard.messages.slice(0, depth).join(separator).slice(0, longestScanned);
  return (one) => isKeySaid(one, text, { trigger, work: heard.work });
}

function findReason(trigger: LoreTrigger, isSaid: (key: string) => boolean): string | undefined {
  if (trigger.isConstant) return 'always in mind';
  const said = trigger.keys.find(isSaid);
  return said === undefined || !isAllowed(trigger, isSaid) ? undefined : `key: ${said}`;
}

/** Secondary keys count too if the entry asks for one or all of them. */
function countSaid({ keys, second, logic }: LoreTrigger, isSaid: (key: string) => boolean): number {
  const wanted = logic === 'any' || logic === 'all' ? second : [];
  return [...keys, ...wanted].filter(isSaid).length;
}

function isAllowed({ second, logic }: LoreTrigger, isSaid: (key: string) => boolean): boolean {
  if (second.length === 0) return true;
  if (logic === 'any') return second.some(isSaid);
  if (logic === 'all') return second.every(isSaid);
  return logic === 'not-any' ? !second.some(isSaid) : !second.every(isSaid);
}

function isLucky(key: string, { percent }: LoreTrigger, { seed }: Heard): boolean {
  if (percent >= 100) return true;
  const drawn = createHash('sha256').update(`${seed}\n${key}`).digest().readUInt32BE(0) / 2 ** 32;
  return drawn * 100 < percent;
}

interface Looking {
  readonly trigger: LoreTrigger;
  readonly work: { left: number };
}

function isKeySaid(key: string, text: string, { trigger, work }: Looking): boolean {
  if (isPattern(key)) return isPatternSaid(key, text, work);
  const fold = (one: string) => (trigger.isCaseSensitive ? one : one.toLowerCase());
  const [said, wanted] = [fold(text), fold(key.trim())];
  if (wanted === '') return false;
  // Only a single word can be part of another word, so keys of several words need no such check.
  if (!trigger.isWholeWord || /\s/u.test(wanted)) return said.includes(wanted);
  for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + 1)) {
    const around = `${said[at - 1] ?? ' '}${said[at + wanted.length] ?? ' '}`;
    if (!/[\p{L}\p{N}_]/u.test(around)) return true;
  }
  return false;
}

const programs = new Map<string, Program | undefined>();
const mostPrograms = 2_000;

function isPatternSaid(key: string, text: string, work: { left: number }): boolean {
  if (!programs.has(key)) {
    if (programs.size >= mostPrograms) programs.clear();
    const parsed = parsePattern(key);
    programs.set(key, parsed.ok ? parsed.program : undefined);
  }
  const program = programs.get(key);
  const cost = (program?.steps.length ?? 0) * text.length;
  if (program === undefined || cost > work.left) return false;
  work.left -= cost;
  return isMatching(program, text);
}
