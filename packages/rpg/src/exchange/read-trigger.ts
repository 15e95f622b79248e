// Reads when an entry of a lorebook comes to mind, in the words of the programs that write such books.

import type { secondLogics, WrittenTrigger } from '../retrieval/triggers/lore-trigger.ts';
import { isPattern, parsePattern } from '../retrieval/triggers/parse-pattern.ts';
import { type Foreign, readNumber, readObject, readText, readTexts } from './foreign-json.ts';

export interface ReadTrigger {
  readonly trigger: WrittenTrigger;
  /** What of it cannot be followed, in words. */
  readonly left: readonly string[];
}

interface TriggerOptions {
  readonly fill: (text: string) => string;
  readonly isConstant: boolean;
}

const logics: readonly (typeof secondLogics)[number][] = ['any', 'not-all', 'not-any', 'all'];
const usualOrder = 100;
const usualDepth = 2;
/** What a note has room for beside its other sources. */
const mostCharacters = 1_500;

export function readTrigger(entry: Foreign, { fill, isConstant }: TriggerOptions): ReadTrigger {
  const extensions = readObject(entry, 'extensions');
  const from = { ...extensions, ...entry };
  const left: string[] = [];
  const readKeys = (...names: readonly string[]) =>
    filterRunnable(readTexts(entry, ...names), left).map(fill);
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
      ...(depth !== usualDepth && { depth: Math.min(1_000, Math.max(0, Math.round(depth))) }),
    },
    left: [...left, ...listLeft(from)],
  };
}

/** In a card's book the second keys count only where it says so, in others unless it says not. */
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

function filterRunnable(keys: readonly string[], left: string[]): readonly string[] {
  return keys.filter((key) => {
    const parsed = isPattern(key) ? parsePattern(key) : undefined;
    if (parsed === undefined || parsed.ok) return true;
    left.push(`the pattern ${key.slice(0, 60)} is left out, as ${parsed.say}`);
    return false;
  });
}

/** As many keys as there is room for. */
function cutKeys(keys: readonly string[], left: string[]): string[] {
  let room = mostCharacters / 2;
  const kept = keys.filter((key) => {
    room -= JSON.stringify(key).length + 1;
    return room >= 0;
  });
  if (kept.length < keys.length) left.push(`${keys.length - kept.length} of its keys found no room`);
  return kept;
}

/** What such a book may ask for and this one does not do. */
function listLeft(from: Foreign): readonly string[] {
  const isAsked = (...names: readonly string[]) => (readNumber(from, ...names) ?? 0) > 0;
  return [
    ...(isAsked('sticky') || isAsked('cooldown')
      ? ['it is sticky or cools down: here, what came to mind stays in the prompt until that is folded']
      : []),
    ...(isAsked('delay') ? ['it waits for a number of messages, which is not followed'] : []),
    ...(readText(from, 'group') === '' ? [] : ['it is one of a group, which is not followed']),
  ];
}
