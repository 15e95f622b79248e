// Finds an injury or illness in words about somebody, which nothing on their sheet and no call of the turn bears out.

import { isList, isObject, type Json, type JsonObject } from '../../../values/json.ts';
import { toBase } from '../base-form.ts';
import { toSingular } from '../read-clauses.ts';
import type { Told } from '../told.ts';
import { type Person, splitWords } from '../turn-facts.ts';
import conditions from '../words/conditions.json' with { type: 'json' };
import { isOfClass } from './word-classes.ts';

const known: ReadonlyMap<string, string> = new Map(
  conditions.flatMap(({ is, words }) => words.map((word) => [word, is] as const)),
);

/** What is wrong with saying so of them; undefined where it is borne out, or where no injury is told. */
export function findInjury(told: Told, words: readonly string[], person: Person): string | undefined {
  const named = words.find((word) => known.has(word));
  const part = words.find((word) => isOfClass('bodyParts', word));
  const harm = words.find((word) => isOfClass('injured', word));
  const harmed = named ?? (part === undefined ? undefined : harm);
  if (harmed === undefined || isBorneOut(told, person, [harmed, ...(part === undefined ? [] : [part])]))
    return undefined;
  return `Nothing in the record bears this out (${harmed}) for ${person.name}.`;
}

/** Whether the sheet or a call of the turn speaks of any of these words, or of the same condition by another word. */
export function isBorneOut({ facts }: Told, person: Person, words: readonly string[]): boolean {
  const given = facts.done
    .filter(({ tool }) => /^(?:condition_add|set|adjust|mark|note)$/.test(tool))
    .map(({ given: each }) => each);
  const texts = [...person.sheets, ...given].flatMap((value) => listTexts(value));
  const part = words.find((word) => isOfClass('bodyParts', word));
  const sought = new Set(words.flatMap(listForms));
  return texts.some((text) => {
    const said = splitWords(text);
    const named = said.filter((word) => isOfClass('bodyParts', word)).map(toSingular);
    const isElsewhere = part !== undefined && named.length > 0 && !named.includes(toSingular(part));
    return !isElsewhere && said.flatMap(listForms).some((form) => sought.has(form));
  });
}

function listForms(word: string): readonly string[] {
  const singular = toSingular(word);
  const condition = known.get(word);
  return [singular, toBase(word), toBase(singular), ...(condition === undefined ? [] : [`=${condition}`])];
}

function listTexts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isList(value)) return value.flatMap(listTexts);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    /^(?:about|name|at|drive|vow|effect|note|calling)$/.test(name) && name !== 'name' ? [] : listTexts(inner),
  );
}

/** Whether anything bodily on the sheet went down in this turn, or was down before it. */
export function isHurt({ fields, sheets }: Person): boolean {
  return fields.some(({ path, definition }) => {
    if (!bodily.test(path) && !bodily.test(definition.label)) return false;
    const [first, last] = [sheets[0], sheets.at(-1)].map((sheet) => readPart(sheet ?? {}, path));
    return JSON.stringify(first) !== JSON.stringify(last) || isBelow(last);
  });
}

const bodily = /(?:hit|hp|health|vital|vigou?r|wound|harm|hurt|physical|blood|str|consequence)/i;

function isBelow(value: Json | undefined): boolean {
  if (isList(value)) return value.some((box) => box === true || isObject(box));
  if (typeof value === 'string') return value !== '';
  return isObject(value) && typeof value['max'] === 'number' && Number(value['current']) < value['max'];
}

function readPart(sheet: Json, path: string): Json | undefined {
  let value: Json | undefined = sheet;
  for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined;
  return value;
}

/** The conditions that are on the sheet after the turn, or on the one that is given. */
export function listConditionNames(
  { fields, sheets }: Person,
  sheet: JsonObject = sheets.at(-1) ?? {},
): readonly string[] {
  return fields
    .filter(({ kind }) => kind.id === 'CONT_CONDITIONS')
    .flatMap(({ path, kind }) => kind.items?.(readPart(sheet, path) ?? kind.blank()) ?? [])
    .map((item) => String(item['name'] ?? item['id'] ?? ''));
}

/** Their words, in base forms. */
export function listConditionWords(person: Person): ReadonlySet<string> {
  const words = listConditionNames(person)
    .flatMap(splitWords)
    .filter((word) => !isOfClass('bodyParts', word));
  return new Set(words.flatMap((word) => [toBase(word), toBase(word.replace(/ed$/, ''))]));
}
