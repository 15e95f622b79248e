// Lists the words by which a narrative may name the numbers on sheets: labels of the manifest, and the ends of paths.

import { readValue } from '../../rules/read-value.ts';
import type { Field } from '../../system/system.ts';
import type { Clause } from './read-clauses.ts';
import { findPhrase, readClauses, readStem } from './read-clauses.ts';
import { type Person, splitWords, type TurnFacts } from './turn-facts.ts';

export interface Label {
  readonly words: readonly string[];
  readonly paths: ReadonlySet<string>;
  /**
   * Whether a bare number before the label counts it, as in "two stress"; before a skill, such a number more likely
   * counts something else.
   */
  readonly isCounted: boolean;
  /** Whether the label is for something carried, such as coins; in a story, these may also be lying on the ground. */
  readonly isCarried: boolean;
}

export interface LabelFound {
  readonly label: Label;
  readonly at: number;
  readonly length: number;
}

const units = new Set(
  'points point pieces piece dice die boxes slots bonus class level today chance hit left load track'.split(
    ' ',
  ),
);
const countedKinds = /^RES_/;

/** Returns the longest labels first. */
export function listLabels({ people }: TurnFacts): readonly Label[] {
  const found = new Map<string, { paths: Set<string>; isCounted: boolean; isCarried: boolean }>();
  const sheets = new Set(people.map(({ fields }) => fields));
  for (const { name, path, isCounted, isCarried } of [...sheets].flatMap(listNamesOf)) {
    const known = found.get(name);
    const paths = (known?.paths ?? new Set<string>()).add(path);
    found.set(name, {
      paths,
      isCounted: known?.isCounted === true || isCounted,
      isCarried: known?.isCarried === true || isCarried,
    });
  }
  return [...found]
    .map(([name, label]) => ({ words: name.split(' '), ...label }))
    .sort((one, other) => other.words.length - one.words.length);
}

interface FieldName extends Pick<Label, 'isCounted' | 'isCarried'> {
  readonly name: string;
  readonly path: string;
}

/** Each turn asks for the names of the same sheets again, so they are kept as long as their system is in use. */
const namesOf = new WeakMap<readonly Field[], readonly FieldName[]>();

function listNamesOf(fields: readonly Field[]): readonly FieldName[] {
  const known = namesOf.get(fields);
  if (known !== undefined) return known;
  const names = fields.filter(hasNumber).flatMap((field) =>
    nameField(field).map((name) => ({
      name,
      path: field.path,
      isCounted: countedKinds.test(field.kind.id),
      isCarried: field.definition.category === 'inventory',
    })),
  );
  namesOf.set(fields, names);
  return names;
}

/** Whether a narrative tells the field as a number; a load in steps (`VAL_LADDER`) is told in words. */
function hasNumber({ parts, kind, definition }: Field): boolean {
  if (kind.id === 'VAL_LADDER' && definition.category === 'inventory') return false;
  return parts.some(({ kind, name }) => kind === 'number' && !name.includes('.'));
}

function nameField({ path, definition, kind }: Field): readonly string[] {
  const [whole = '', ...rest] = definition.label.toLowerCase().split(/[,:(]/);
  const words = splitWords(whole);
  const last = words.at(-1) ?? '';
  const end = path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' ');
  const isShort = /^[a-z ]{2,}$/.test(end) && rest.length === 0;
  const isResource = countedKinds.test(kind.id);
  return [
    words.join(' '),
    ...(isShort && isResource ? [end] : []),
    ...(isResource && words.length > 1 && !units.has(last) ? [last] : []),
    ...(last === 'pieces' ? [words.slice(0, -1).join(' ')] : []),
  ].filter((name) => name !== '' && name !== 'track');
}

/** The labels in the clause that do not overlap, without plain verbs and nouns that are only spelt like one. */
export function findLabels(
  clause: Pick<Clause, 'words' | 'isFirst'>,
  labels: readonly Label[],
): readonly LabelFound[] {
  return findPhrases(clause, labels).filter((found) => isNameOf(clause, found));
}

const possessive = /^(?:my|your|his|her|their|our|of|in)$|'s?$/;
const finite =
  /^(?:is|are|was|were|stands|stood|sits|sat|remains|remained|has|had|goes|went|drops|dropped|falls|fell|sinks|sank|rises|rose|climbs|climbed|increases|increased|decreases|decreased|improves|improved)$/;
const naming = /^(?:skill|score|bonus|modifier|rating|value|check|roll)s?$/;
const numeral = /^[+-]?\d/;

/**
 * Names of skills such as Standing, Listen or Climb are also plain verbs and nouns. Signs of a name are a capital in
 * the middle of a sentence, "your" before it, or "check" or a number after it.
 */
function isNameOf({ words, isFirst }: Pick<Clause, 'words' | 'isFirst'>, found: LabelFound): boolean {
  const { label, at, length } = found;
  if (label.isCounted || label.isCarried || length > 1) return true;
  const next = words[at + 1]?.text ?? '';
  const before = words[at - 1]?.text ?? '';
  const isFirstOfSentence = isFirst && at === 0;
  if (words[at]?.isCapital === true) return !isFirstOfSentence || numeral.test(next) || finite.test(next);
  return possessive.test(before) || naming.test(next) || (before === '' && finite.test(next));
}

function findPhrases({ words }: Pick<Clause, 'words'>, labels: readonly Label[]): readonly LabelFound[] {
  const found: LabelFound[] = [];
  const stems = new Set(words.map(({ text }) => readStem(text)));
  for (const label of labels) {
    if (!stems.has(readStem(label.words[0] ?? ''))) continue;
    const { length } = label.words;
    for (let at = findPhrase(words, label.words); at >= 0; at = findPhrase(words, label.words, at + 1)) {
      const isFree = found.every((one) => at + length <= one.at || at >= one.at + one.length);
      if (isFree) found.push({ label, at, length });
    }
  }
  return found.sort((one, other) => one.at - other.at);
}

export function listNamedPaths(narrative: string, facts: TurnFacts): ReadonlySet<string> {
  const labels = listLabels(facts);
  const found = readClauses(narrative).flatMap((clause) => findLabels(clause, labels));
  return new Set(found.flatMap(({ label }) => [...label.paths]));
}

export interface Numbers {
  /** What the field held before, during and after the turn. */
  readonly values: ReadonlySet<number>;
  /** The numbers of all its parts after the turn, such as the most that it can hold. */
  readonly bounds: ReadonlySet<number>;
  /** What it held after each change; what it holds if nothing changed. */
  readonly rest: ReadonlySet<number>;
  /** By how much it changed, in one step or altogether; without a sign. */
  readonly changes: ReadonlySet<number>;
}

const mainParts = ['current', 'filled', 'score', ''];

/** The numbers of these fields on somebody's sheet; undefined if the sheet has none of them. */
export function readNumbers(person: Person, paths: ReadonlySet<string>): Numbers | undefined {
  const fields = person.fields.filter(({ path }) => paths.has(path));
  if (fields.length === 0) return undefined;
  const steps = fields.map((field) => listSteps(person, field));
  return {
    values: new Set(steps.flat()),
    rest: new Set(steps.flatMap((each) => (each.length > 1 ? each.slice(1) : each))),
    bounds: new Set(fields.flatMap((field) => listBounds(person, field))),
    changes: new Set(steps.flatMap(listDifferences).filter((difference) => difference > 0)),
  };
}

/** What the field held, before the turn and after each change. */
function listSteps({ sheets }: Person, { path, kind, parts }: Field): readonly number[] {
  const main = mainParts.find((name) => parts.some((part) => part.kind === 'number' && part.name === name));
  if (main === undefined) return [];
  return sheets.map((sheet) => Number(kind.read(readValue(sheet, path) ?? kind.blank(), main) ?? 0));
}

function listDifferences(steps: readonly number[]): readonly number[] {
  const [first = 0] = steps;
  const single = steps.slice(1).map((step, index) => Math.abs(step - (steps[index] ?? 0)));
  return [...single, Math.abs((steps.at(-1) ?? first) - first)];
}

function listBounds({ sheets }: Person, { path, kind, parts }: Field): readonly number[] {
  const value = readValue(sheets.at(-1) ?? {}, path) ?? kind.blank();
  return parts.map(({ name }) => kind.read(value, name)).filter((read) => typeof read === 'number');
}
