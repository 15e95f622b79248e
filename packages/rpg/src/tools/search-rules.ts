// Searches the system's own texts: rules, procedures, checks, tables and the descriptions of fields.

import { collectDistinctTerms, splitTerms } from '@terrarium/kernel/split-terms';
import type { FieldDefinition } from '../system/manifest.ts';
import type { System } from '../system/system.ts';

export interface FoundRule {
  /** The kind and id of the text, such as `rule:harm` or `check:strike`. */
  readonly key: string;
  readonly text: string;
}

interface IndexedText extends FoundRule {
  /** For a field: its label. A chance word of it, such as “last”, does not find the field. */
  readonly label?: ReadonlySet<string> | undefined;
  readonly head: ReadonlySet<string>;
  readonly terms: ReadonlySet<string>;
}

const indexes = new WeakMap<System, readonly IndexedText[]>();

/** One word in the title of a text counts as much as this many words in its body. */
const headWeight = 3;

/**
 * The texts that contain some of the words, best first; a text about a field only if the words contain at least half of
 * the field's label. A rare word counts more than a common one, and a word in the title more than one in the body.
 */
export function searchRules(system: System, words: string, limit: number): readonly FoundRule[] {
  const texts = readIndex(system);
  const asked = [...splitTerms(words).counts.keys()];
  const weights = asked.map((term) => {
    const holding = texts.filter(({ head, terms }) => head.has(term) || terms.has(term)).length;
    return { term, weight: holding === 0 ? 0 : Math.log(1 + texts.length / holding) };
  });
  const score = ({ head, terms }: IndexedText) =>
    weights.reduce((sum, { term, weight }) => {
      if (head.has(term)) return sum + weight * headWeight;
      return terms.has(term) ? sum + weight : sum;
    }, 0);
  const said = new Set(asked);
  return texts
    .map((text) => ({ text, score: score(text) }))
    .filter((one) => one.score > 0 && isLabelSaid(one.text, said))
    .toSorted((one, other) => other.score - one.score)
    .filter(({ text }, at, all) => all.findIndex((other) => other.text.text === text.text) === at)
    .slice(0, limit)
    .map(({ text }) => ({ key: text.key, text: text.text }));
}

/** Whether at least half of a field's label was said. */
function isLabelSaid({ label }: IndexedText, said: ReadonlySet<string>): boolean {
  return label === undefined || 2 * [...label].filter((term) => said.has(term)).length >= label.size;
}

/** The text with this key, such as `thing:rope`. */
export function findRule(system: System, key: string): FoundRule | undefined {
  return readIndex(system).find((one) => one.key === key.trim().toLowerCase());
}

/** Builds the index once for each system, and keeps it. */
function readIndex(system: System): readonly IndexedText[] {
  const known = indexes.get(system);
  if (known !== undefined) return known;
  const index = buildIndex(system);
  indexes.set(system, index);
  return index;
}

function buildIndex({ manifest }: System): readonly IndexedText[] {
  const {
    rules,
    procedures,
    checks = [],
    oracles = [],
    foes = [],
    things = [],
    fields,
    entities = {},
  } = manifest;
  return [
    ...rules.map(({ id, title, text, tags = [] }) =>
      buildText(`rule:${id}`, `${title} ${tags.join(' ')}`, `${title}: ${text}`),
    ),
    ...Object.entries(procedures).map(([name, text]) =>
      buildText(`procedure:${name}`, name.replaceAll('_', ' '), text),
    ),
    ...checks.map(({ id, label, dice, outcomes, use = '' }) => {
      const ends = outcomes.map((outcome) => outcome.label).join(' / ');
      return buildText(`check:${id}`, `${label} ${id}`, `${label}: ${dice}: ${ends}. ${use}`);
    }),
    ...foes.map(({ id, name, say = '' }) =>
      buildText(`foe:${id}`, name, `${name}: a foe, made by npc_create with \`like\`. ${say}`),
    ),
    ...things.map(({ id, name, move, on, costs, say = '' }) => {
      const use = move === undefined ? '' : ` To use it: \`roll\` with the move "${move}" as "${name}".`;
      const price = costs === undefined ? '' : ` It costs ${costs}.`;
      return buildText(`thing:${id}`, name, `${name} (${on}): ${say}${price}${use}`);
    }),
    ...oracles.map(({ id, label, dice }) => buildText(`table:${id}`, `${label} ${id}`, `${label}: ${dice}.`)),
    ...fields.flatMap((field) => buildFieldText(field, '')),
    ...Object.entries(entities).flatMap(([type, sheet]) =>
      (sheet?.fields ?? []).flatMap((field) => buildFieldText(field, `${type} `)),
    ),
  ];
}

function buildFieldText({ path, label, usage_hint }: FieldDefinition, type: string): readonly IndexedText[] {
  if (usage_hint === undefined) return [];
  const text = buildText(
    `${type}${path}`,
    `${label} ${path.replaceAll('.', ' ')}`,
    `${label}: ${usage_hint}`,
  );
  return [{ ...text, label: collectDistinctTerms(label) }];
}

function buildText(key: string, head: string, text: string): IndexedText {
  const heading = collectDistinctTerms(head.replaceAll('_', ' '));
  return { key, text, head: heading, terms: collectDistinctTerms(text) };
}
