// Plans the roll for a skill or value of the player's sheet if only its name is given, with the check of the rules that fits.

import type { Check } from '@terrarium/rpg/check';
import { findFieldAt } from '@terrarium/rpg/find-field-at';
import type { Field, System } from '@terrarium/rpg/system';

/** The arguments of the tool `roll`; the reason begins with the label of the value. */
export type FieldRoll = Readonly<Record<string, string>>;

/** Undefined if the words name no value of the sheet for which the rules have a check. */
export function planFieldRoll(system: System, words: string): FieldRoll | undefined {
  for (const field of listNamed(system, words)) {
    const found = chooseCheck(system, field);
    if (found !== undefined) return { ...found, reason: field.definition.label };
  }
  return undefined;
}

/**
 * Plans the check with another value of the sheet, such as another skill, in place of the one that the check names.
 * Undefined if the words name no value that can take its place.
 */
export function planCheckRoll(system: System, id: string, words: string): FieldRoll | undefined {
  const check = system.checks.get(id);
  if (check === undefined) return undefined;
  const use = { check, dice: check.dice, versus: check.target?.source };
  for (const field of listNamed(system, words))
    for (const { call } of listFitsOf(system, field, use)) return call;
  return undefined;
}

/** The values of the sheet that the words may name: by the label, by the path, or by the end of the path. */
function listNamed(system: System, words: string): readonly Field[] {
  const wanted = normalise(words.replace(/^@/u, ''));
  const fields = listFields(system);
  return [
    ...fields.filter(({ definition }) => normalise(definition.label) === wanted),
    ...fields.filter(({ path }) => normalise(path) === wanted),
    ...fields.filter(({ path }) => normalise(path.slice(path.lastIndexOf('.') + 1)) === wanted),
  ];
}

/** The labels of all values that `planFieldRoll` knows, in the order of the sheet. */
export function listFieldRolls(system: System): readonly string[] {
  const rolled = listFields(system).filter((field) => chooseCheck(system, field) !== undefined);
  return [...new Set(rolled.map(({ definition }) => definition.label))];
}

function normalise(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, ' ');
}

function listFields({ sheets }: System): readonly Field[] {
  return sheets.get('character')?.fields ?? [];
}

/** Kinds of values that may take each other's place in the dice of a check, as most rules allow. */
const exchanged: ReadonlySet<string> = new Set(['attributes', 'skills']);
const rolledKinds: ReadonlySet<string> = new Set([...exchanged, 'resources']);

interface Fit {
  readonly check: Check;
  readonly isOwn: boolean;
  readonly call: FieldRoll;
}

/**
 * The ordinary check of the rules if it fits. Otherwise the check that fits most often and, among equals, the value's
 * own check. Undefined if none fits.
 */
function chooseCheck(system: System, field: Field): FieldRoll | undefined {
  if (!rolledKinds.has(field.definition.category)) return undefined;
  const fits = [...listFits(system, field)];
  const count = ({ check }: Fit) => fits.filter((fit) => fit.check === check).length;
  const score = (fit: Fit) =>
    (fit.check.id === system.manifest.engine.check ? 1_000 : 0) + count(fit) * 2 + (fit.isOwn ? 1 : 0);
  const [best] = fits.sort((one, other) => score(other) - score(one));
  return best?.call;
}

/** Each use of a check, by itself or by a move, with this value or with one of its kind. */
function* listFits(system: System, field: Field): Generator<Fit> {
  const { checks, manifest } = system;
  for (const check of checks.values())
    yield* listFitsOf(system, field, { check, dice: check.dice, versus: check.target?.source });
  for (const { check: id, dice, versus } of Object.values(manifest.narrator?.intents ?? {})) {
    const check = typeof id === 'string' ? checks.get(id) : undefined;
    if (check !== undefined) yield* listFitsOf(system, field, { check, dice: dice ?? check.dice, versus });
  }
}

interface Use {
  readonly check: Check;
  readonly dice: string;
  readonly versus: unknown;
}

function* listFitsOf(system: System, field: Field, { check, dice, versus }: Use): Generator<Fit> {
  const reached = typeof versus === 'string' ? versus.trim() : '';
  const other = findFieldAt(reached, listFields(system));
  if (isFor(field, other)) {
    const path = `${field.path}${reached.slice(other.path.length)}`;
    yield { check, isOwn: other === field, call: { check: check.id, versus: path } };
  }
  // A check whose target is computed from the sheet serves one purpose, such as keeping a spell up.
  if ((check.target?.reads.length ?? 0) > 0) return;
  for (const [, read = ''] of dice.matchAll(/@([a-z_][\w.]*)/giu)) {
    const owner = findFieldAt(read, listFields(system));
    if (!isFor(field, owner)) continue;
    const formula = dice.replace(`@${read}`, `@${field.path}${read.slice(owner.path.length)}`);
    yield { check, isOwn: owner === field, call: { check: check.id, formula } };
  }
}

/** Whether this value can take the place of the other one in a roll. */
function isFor(field: Field, other: Field | undefined): other is Field {
  if (other === undefined || other === field) return other !== undefined;
  const [one, another] = [field.definition, other.definition];
  const nameParent = ({ path }: Field) => path.slice(0, path.indexOf('.') + 1);
  return (
    exchanged.has(one.category) &&
    one.category === another.category &&
    one.prefab === another.prefab &&
    nameParent(field) === nameParent(other)
  );
}
