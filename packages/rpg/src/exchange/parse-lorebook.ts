// Parses a lorebook: SillyTavern's world info, a card's book, or a file of NovelAI, Agnai, RisuAI or AI Dungeon.

import { isPattern } from '../retrieval/triggers/parse-pattern.ts';
import type { Lorebook, LoreEntry } from './card.ts';
import { exchangeLimits, refuseSize } from './exchange-limits.ts';
import { fillMacros, type MacroNames } from './fill-macros.ts';
import { type Foreign, isForeign, readName, readNumber, readObject, readText } from './foreign-json.ts';
import { readTrigger } from './read-trigger.ts';

const decorator = /^@@@?(\w+)[^\n]*\n?/;
const usualPriority = 100;
const mostDecorators = 50;

/** Undefined if the JSON is not a book of lore. */
export function parseLorebook(json: unknown, names?: MacroNames): Lorebook | undefined {
  const book = findBook(json);
  if (book === undefined) return undefined;
  const { head, raw } = book;
  if (raw.length > exchangeLimits.entries)
    throw refuseSize('The lorebook', `${exchangeLimits.entries} entries`);
  const warnings: string[] = [];
  const entries = raw.flatMap((entry, index) =>
    parseEntry(entry, { place: `entry ${index + 1}`, names, warnings }),
  );
  return {
    name: readName(head, 'name'),
    description: readText(head, 'description'),
    entries: entries.toSorted((one, other) => one.priority - other.priority),
    warnings,
  };
}

function findBook(json: unknown): { head: Foreign; raw: readonly unknown[] } | undefined {
  // AI Dungeon's cards are a list without an object around it.
  if (Array.isArray(json)) {
    const isCards =
      json.length > 0 && json.every((card) => isForeign(card) && 'keys' in card && 'value' in card);
    return isCards ? { head: {}, raw: json } : undefined;
  }
  if (!isForeign(json)) return undefined;
  const head = json['spec'] === 'lorebook_v3' ? readObject(json, 'data') : json;
  const entries = json['type'] === 'risu' ? json['data'] : head['entries'];
  if (Array.isArray(entries)) return { head, raw: entries };
  return isForeign(entries) ? { head, raw: Object.values(entries) } : undefined;
}

interface EntryPlace {
  readonly place: string;
  readonly names: MacroNames | undefined;
  readonly warnings: string[];
}

function parseEntry(entry: unknown, { place, names, warnings }: EntryPlace): readonly LoreEntry[] {
  if (!isForeign(entry)) {
    warnings.push(`${place} is not an entry of a lorebook.`);
    return [];
  }
  const fill = (text: string) => (names === undefined ? text : fillMacros(text, names));
  const { content, decorators } = cutDecorators(readText(entry, 'content', 'entry', 'value', 'text'));
  if (content.trim() === '') {
    warnings.push(`${place} has no content.`);
    return [];
  }
  const isConstant =
    ['constant', 'alwaysActive', 'forceActivation'].some((name) => entry[name] === true) ||
    decorators.has('activate');
  const { trigger, left } = readTrigger(entry, { fill, isConstant });
  for (const one of left) warnings.push(`${place}: ${one}.`);
  const keys = [...(trigger.keys ?? []), ...(trigger.second ?? [])];
  return [
    {
      source: place,
      name: fill(readName(entry, 'comment', 'name', 'displayName', 'title')),
      keys: keys.filter((key) => !isPattern(key)),
      patterns: keys.filter(isPattern),
      trigger,
      content: fill(content).trim(),
      isConstant,
      isEnabled: isEnabled(entry) && !decorators.has('dont_activate'),
      priority: readPriority(entry),
    },
  ];
}

function isEnabled(entry: Foreign): boolean {
  return entry['enabled'] !== false && entry['disable'] !== true && entry['widisabled'] !== true;
}

function readPriority(entry: Foreign): number {
  const own = readNumber(entry, 'insertion_order', 'order', 'insertorder', 'weight');
  return own ?? readNumber(readObject(entry, 'contextConfig'), 'budgetPriority') ?? usualPriority;
}

/** Lines that begin with @@ before the content are instructions for a program, not text for a reader. */
function cutDecorators(text: string): { readonly content: string; readonly decorators: ReadonlySet<string> } {
  const decorators = new Set<string>();
  let content = text;
  for (let lines = 0; lines < mostDecorators; lines += 1) {
    const found = decorator.exec(content);
    if (found === null) break;
    decorators.add(found[1] ?? '');
    content = content.slice(found[0].length);
  }
  return { content, decorators };
}
