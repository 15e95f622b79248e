// Reads what triggers an entry of a lorebook, in the formats of different programs.

import { mostTurnsBack } from '../retrieval/triggers/find-timed.ts';
import type { secondLogics, WrittenTrigger } from '../retrieval/triggers/lore-trigger.ts';
import { isPattern, parsePattern } from '../retrieval/triggers/parse-pattern.ts';
import { exchangeLimits } from './exchange-limits.ts';
import { fillMacros } from './fill-macros.ts';
import { type Foreign, readNumber, readObject, readText, readWholeTexts } from './foreign-json.ts';

export interface ReadTrigger {
  readonly trigger: WrittenTrigger;
  /** Sentences that say which parts of the entry cannot be followed. */
  readonly left: readonly string[];
}

interface TriggerOptions {
  readonly fill: (text: string) => string;
  readonly isConstant: boolean;
}

const logics: readonly (typeof secondLogics)[number][] = ['any', 'not-all', 'not-any', 'all'];
const usualOrder = 100;
const usualDepth = 2;
const usualWeight = 100;
/**
 * The maximum number of characters of both lists of keys together. A trigger is stored in the `source` of a note, and
 * the length of a source is limited.
 */
const mostCharacters = 1_500;

export function readTrigger(entry: Foreign, { fill, isConstant }: TriggerOptions): ReadTrigger {
  const extensions = readObject(entry, 'extensions');
  const from = { ...extensions, ...entry };
  const left: string[] = [];
  const readKeys = (...names: readonly string[]) =>
    filterRunnable(readWholeTexts(entry, ...names).map(fill), left).map(cutKey);
  const second = isSelective(entry) ? readKeys('secondary_keys', 'keysecondary', 'secondkey') : [];
  const keys = cutKeys(readKeys('keys', 'key', 'keywords'), left);
  const logic = logics[readNumber(from, 'selectiveLogic') ?? 0] ?? 'any';
  const order = readNumber(entry, 'order', 'insertion_order', 'insertorder', 'weight') ?? usualOrder;
  const depth = readNumber(from, 'scanDepth', 'scan_depth') ?? usualDepth;
  return {
    trigger: {
      ...(keys.length > 0 && { keys }),
      ...(second.length > 0 && { second: cutKeys(second, left), logic }),
      ...(isConstant && { isConstant }),
      ...(isTrue(from, 'caseSensitive', 'case_sensitive') && { isCaseSensitive: true }),
      ...(isTrue(from, 'matchWholeWords', 'match_whole_words') && { isWholeWord: true }),
      ...readPercent(from),
      ...(order !== usualOrder && { order }),
      ...readTimes(from),
      ...readGroups(from),
      ...(depth !== usualDepth && { depth: Math.min(1_000, Math.max(0, Math.round(depth))) }),
    },
    left: [...left, ...listLeft(from)],
  };
}

/**
 * In SillyTavern's world info, second keys count unless the entry says that they do not. In other books they count only
 * if the entry says so.
 */
function isSelective(entry: Foreign): boolean {
  return entry['selective'] === true || (entry['selective'] === undefined && 'keysecondary' in entry);
}

function isTrue(from: Foreign, ...names: readonly string[]): boolean {
  return names.some((name) => from[name] === true);
}

function readPercent(from: Foreign): { readonly percent?: number } {
  const percent = readNumber(from, 'probability', 'activationPercent') ?? 100;
  return from['useProbability'] === false || percent >= 100 ? {} : { percent: Math.max(0, percent) };
}

/**
 * Leaves out patterns that cannot be run, and says so in `left`. If a key still has a macro, such as one for the
 * player's name, `x` stands for it in this check.
 */
function filterRunnable(keys: readonly string[], left: string[]): readonly string[] {
  return keys.filter((key) => {
    const parsed = isPattern(key) ? parsePattern(fillMacros(key, { char: 'x', user: 'x' })) : undefined;
    if (parsed === undefined || parsed.ok) return true;
    left.push(`the pattern ${key.slice(0, 60)} is left out, as ${parsed.say}`);
    return false;
  });
}

/** Cuts only plain words: a pattern that is cut would be invalid or mean something else. */
function cutKey(key: string): string {
  return isPattern(key) ? key : key.slice(0, exchangeLimits.keyCharacters).toWellFormed();
}

/** Keeps each key for which there is still room. */
function cutKeys(keys: readonly string[], left: string[]): string[] {
  let room = mostCharacters / 2;
  const kept = keys.filter((key) => {
    const length = JSON.stringify(key).length + 1;
    if (length > room) return false;
    room -= length;
    return true;
  });
  if (kept.length < keys.length)
    left.push(`${keys.length - kept.length} of its keys were left out: together they are too long`);
  return kept;
}

type Times = Pick<WrittenTrigger, 'sticky' | 'cooldown' | 'delay'>;

function readTimes(from: Foreign): Times {
  const times = (['sticky', 'cooldown', 'delay'] as const).flatMap((name) => {
    const messages = Math.round(readNumber(from, name) ?? 0);
    const most = name === 'delay' ? 100_000 : 1_000;
    return messages > 0 ? [[name, Math.min(most, messages)] as const] : [];
  });
  return Object.fromEntries(times);
}

/** The names of groups are separated by commas. */
function readGroups(
  from: Foreign,
): Pick<WrittenTrigger, 'groups' | 'hasPriority' | 'groupWeight' | 'isScored'> {
  const groups = readText(from, 'group')
    .split(',')
    .map((name) => name.trim().slice(0, 40))
    .filter((name) => name !== '')
    .slice(0, 3);
  if (groups.length === 0) return {};
  const weight = readNumber(from, 'groupWeight', 'group_weight') ?? usualWeight;
  return {
    groups,
    ...(isTrue(from, 'groupOverride', 'group_override') && { hasPriority: true }),
    ...(weight !== usualWeight && { groupWeight: Math.min(1_000_000, Math.max(0, weight)) }),
    ...(isTrue(from, 'useGroupScoring', 'use_group_scoring') && { isScored: true }),
  };
}

/** What the entry asks for and this program does not do, or does differently. */
function listLeft(from: Foreign): readonly string[] {
  const longest = mostTurnsBack * 2;
  const isLong = ['sticky', 'cooldown'].some((name) => (readNumber(from, name) ?? 0) > longest);
  const recursing = readNumber(from, 'delayUntilRecursion', 'delay_until_recursion') ?? 0;
  return [
    ...(isLong ? [`sticky and cooldown last at most ${longest} messages here`] : []),
    ...(recursing > 0 || isTrue(from, 'delayUntilRecursion', 'delay_until_recursion')
      ? ['only the text of another entry should trigger it, but here the text of an entry triggers nothing']
      : []),
  ];
}
