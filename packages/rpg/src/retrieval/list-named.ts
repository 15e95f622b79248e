// Lists the rules for what the player's words name on the player's own sheet: spells, features, and things with a use.

import { readValue } from '../rules/read-value.ts';
import type { Field, System } from '../system/system.ts';
import { findRule } from '../tools/search-rules.ts';
import { type GameState, playerId } from '../values/entity.ts';
import type { Candidate } from './rank-candidates.ts';

export interface Named {
  readonly candidates: readonly Candidate[];
  /** The words that name something, such as “magic missile” or “sleep charm”, in lower case. */
  readonly names: readonly string[];
}

/**
 * Matches a word after a name, such as `charm` in “sleep charm”, that shows that the spell is meant and not the
 * everyday word.
 */
const ofKind =
  /^ (?:spell|charm|cantrip|incantation|trick|prayer|power|talent|gift|ability|manoeuvre|maneuver|stunt)(?![\p{L}\p{N}])/u;
const invoking =
  /(?<![\p{L}\p{N}])(?:cast|invok|conjur|chant|incant|spell|cantrip|magic|charm|activat|channel)(?:s|e|es|ed|ing|er)?(?![\p{L}\p{N}])/iu;
/**
 * In characters. Of a longer rule, only the title and the sentences with the name are shown, if any sentence has it.
 */
const longestRule = 400;

interface Said {
  readonly name: string;
  readonly field: Field;
  /** The words that name it. */
  readonly phrase: string;
}

export function listNamed(system: System, words: string, state: GameState): Named {
  const said = listOwn(system, state).flatMap(({ name, field }): readonly Said[] => {
    const phrase = findPhrase(name, field, words);
    return phrase === undefined ? [] : [{ name, field, phrase }];
  });
  const candidates = said.flatMap((one) => buildRule(system, one) ?? []);
  return {
    candidates: [...new Map(candidates.map((one) => [one.key, one])).values()],
    names: [...new Set(said.map(({ phrase }) => phrase).filter((phrase) => phrase.includes(' ')))],
  };
}

function listOwn({ sheets }: System, state: GameState): readonly Pick<Said, 'name' | 'field'>[] {
  const player = state.find(playerId);
  if (player === undefined) return [];
  return (sheets.get('character')?.fields ?? []).flatMap((field) => {
    const value = readValue(player.sheet, field.path);
    const items = value === undefined ? [] : (field.kind.items?.(value) ?? []);
    return items.map((item) => ({ name: String(item['name'] ?? '').toLowerCase(), field }));
  });
}

/**
 * The words that name the spell, feature or thing; undefined if nothing shows that it is meant. A name of several words
 * is enough, and so is the name of a thing that is carried. Spells and features often have everyday words for names:
 * “sleep” alone means sleep.
 */
function findPhrase(name: string, field: Field, words: string): string | undefined {
  const short = (name.split(',', 1)[0] ?? '').trim();
  const lower = words.toLowerCase();
  const places = listWhole(lower, short);
  const [first] = places;
  if (first === undefined) return undefined;
  if (short.includes(' ') || isCarried(field)) return short;
  const [kind] = places.flatMap((at) => ofKind.exec(lower.slice(at + short.length))?.[0] ?? []);
  if (kind !== undefined) return `${short}${kind}`;
  const isCapital =
    lower.length === words.length &&
    places.some((at) => /[\p{L}\p{N},;] \p{Lu}$/u.test(words.slice(Math.max(0, at - 3), at + 1)));
  return isCapital || invoking.test(`${words.slice(0, first)} ${words.slice(first + short.length)}`)
    ? short
    : undefined;
}

function isCarried({ definition }: Field): boolean {
  return definition.category === 'inventory';
}

/** Where the name stands as a whole word. */
function listWhole(text: string, name: string): readonly number[] {
  const places: number[] = [];
  if (name === '') return places;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(`${text[at - 1] ?? ' '}${text[at + name.length] ?? ' '}`)) places.push(at);
  }
  return places;
}

/**
 * What the rules say of something named: how a thing is used, or else a rule that has the name. Undefined for a thing
 * of the rules without a use, and for anything else that is carried.
 */
function buildRule(system: System, { name, field }: Said): Candidate | undefined {
  const { things = [], rules } = system.manifest;
  const blank = { kind: 'rule', importance: 0.5, age: 0, score: 0, from: `rules of ${system.name}` } as const;
  const fired = `named: ${name}`;
  const thing = things.find((one) => one.on === field.path && one.name.toLowerCase() === name);
  if (thing !== undefined) {
    const text = findRule(system, `thing:${thing.id}`)?.text;
    const isUsed = thing.move !== undefined && text !== undefined;
    return isUsed ? { ...blank, key: `thing:${thing.id}`, text, tags: [], fired } : undefined;
  }
  if (isCarried(field)) return undefined;
  const rule = rules.find(({ title, text }) => listWhole(`${title}: ${text}`.toLowerCase(), name).length > 0);
  if (rule === undefined) return undefined;
  const whole = `${rule.title}: ${rule.text}`;
  const about = rule.text
    .split(/(?<=[.!?]) /u)
    .filter((one) => listWhole(one.toLowerCase(), name).length > 0);
  const text =
    whole.length <= longestRule || about.length === 0 ? whole : `${rule.title}: ${about.join(' ')}`;
  return { ...blank, key: `rule:${rule.id}`, text, tags: rule.tags ?? [], fired };
}
