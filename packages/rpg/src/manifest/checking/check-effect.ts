// Checks an effect: it does one thing, what it changes exists, and its amounts can be computed.

import { hasDice } from '../../dice/has-dice.ts';
import { resolvePath } from '../../rules/resolve-path.ts';
import type { Sheet } from '../../system/system.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { checkFormula, type FormulaCheck } from './check-formula.ts';
import { checkId } from './check-id.ts';
import { checkDice, type MechanicsCheck } from './check-mechanics.ts';
import { checkSetting, findWritable, type SheetCheck } from './check-setting.ts';
import { type NameKind, type Names, type SheetNames, withAgainst, withNames } from './names.ts';
import type { Place } from './problem-list.ts';

/** What the hints of a manifest are checked against. */
export interface HintsCheck extends MechanicsCheck {
  readonly sheets: ReadonlyMap<string, { readonly sheet: Sheet; readonly names: SheetNames }>;
}

/** The type of the entity that rolls, and the type of the entity that it rolls against. */
export interface Sides {
  readonly roller: string;
  readonly opponent: string;
}

export interface Spot {
  readonly raw: JsonObject;
  readonly at: Place;
  readonly sides: Sides;
  /** Names that may be read although they are on no sheet: numbers of the roll, and of the loss, that led to the effect. */
  readonly numbers?: ReadonlyMap<string, NameKind> | undefined;
}

/** The names by which an effect can read the roll that it follows from. */
export const rollNumbers: ReadonlyMap<string, NameKind> = new Map(
  ['total', 'target', 'natural', 'highest', 'lowest', 'successes'].map((name) => [name, 'number'] as const),
);

/**
 * The names by which an effect that follows from a loss can read the loss: how much was lost, and by how much the loss
 * exceeded the value.
 */
export const lossNumbers: ReadonlyMap<string, NameKind> = new Map(
  ['lost', 'over'].map((name) => [name, 'number'] as const),
);

/** Each act that an effect can have, and the members that belong to it. */
const acts: Readonly<Record<string, readonly string[]>> = {
  lose: ['amount', 'less', 'noted', 'over', 'if_over', 'if_exact'],
  gain: ['amount', 'less', 'noted'],
  mark: ['count'],
  set: ['to'],
  add: ['item'],
  condition: ['rounds', 'reaction', 'lasts', 'note'],
  cure: ['note'],
  take: ['else'],
  clock: ['ticks', 'segments'],
  minutes: [],
  mode: [],
  gone: [],
};

const needed: Readonly<Record<string, readonly string[]>> = { set: ['to'], add: ['item'] };

/** Members that an effect may have besides its act, or without an act; they take effect whatever `if` says. */
const asides = ['strike_back', 'reveal', 'recall', 'oracle', 'say', 'further', 'choose'];

/** Pairs of a member and the aside to which it belongs. */
const owned = [
  ['row', 'oracle'],
  ['unless_hidden', 'oracle'],
] as const;

export function checkEffect(spot: Spot, checking: HintsCheck): void {
  const { raw, at, sides } = spot;
  checkShape(spot, checking);
  const about = checking.sheets.get(chooseSide(raw, sides, checking));
  if (about === undefined) return;
  checkChanges(spot, { ...about, problems: checking.problems });
  const names = nameSpot(about.names, spot, checking);
  askFormula(raw['if'], { ...checking, names, at: [...at, 'if'], needs: 'truth' });
  askFormula(raw['less'], { ...checking, names, at: [...at, 'less'], needs: 'number' });
  const { to } = raw;
  const formula = typeof to === 'string' && to.startsWith('=') ? to.slice(1) : undefined;
  askFormula(formula, { ...checking, names, at: [...at, 'to'], needs: 'any' });
  checkAmounts(spot, checking);
  checkId(raw['oracle'], { list: 'oracles', at: [...at, 'oracle'] }, checking);
  checkId(raw['take'], { list: 'things', at: [...at, 'take'] }, checking);
  askFormula(raw['row'], { ...checking, names, at: [...at, 'row'], needs: 'number' });
}

function nameSpot(own: Names, { numbers }: Spot, { others }: HintsCheck): Names {
  const names = withAgainst(own, others);
  return numbers === undefined ? names : withNames(numbers, names);
}

/**
 * The type of the entity that the effect is about. A target may be on either side: it is taken to be the opponent if
 * only the opponent's sheet has the path.
 */
function chooseSide(raw: JsonObject, { roller, opponent }: Sides, { sheets }: HintsCheck): string {
  const { who } = raw;
  if (who === 'player') return 'character';
  if (who === 'opponent') return opponent;
  const path = ['lose', 'gain', 'mark', 'set', 'add'].map((act) => raw[act]).find((at) => at !== undefined);
  const hasPath = (type: string) => {
    const sheet = sheets.get(type)?.sheet;
    return sheet !== undefined && typeof path === 'string' && resolvePath(sheet, path).ok;
  };
  return who === 'target' && !hasPath(roller) && hasPath(opponent) ? opponent : roller;
}

/** Reports members that do not go together, such as two acts, and members that are missing or would be ignored. */
function checkShape({ raw, at }: Spot, { problems, isBroken }: HintsCheck): void {
  if (isBroken(at)) return;
  if (raw['same'] !== undefined) {
    const says = 'This names no effects, or has other members too.';
    problems.add([...at, 'same'], says, 'Name one of "effects" of the narrator, and nothing else.');
    return;
  }
  const done = Object.keys(acts).filter((act) => raw[act] !== undefined);
  const besides = asides.filter((name) => raw[name] !== undefined);
  if (done.length > 1) {
    const says = `An effect does one thing, and this one has ${quote(done)}.`;
    problems.add(at, says, 'Make an effect of each.');
  } else if (done.length + besides.length === 0) {
    const able = [...Object.keys(acts), ...asides].join(', ');
    problems.add(at, 'This effect does nothing.', `Say what it does: ${able}.`);
  }
  for (const { member, owner } of [...listLoose(raw, done), ...listOrphans(raw)]) {
    problems.add(
      [...at, member],
      `"${member}" is only for an effect with "${owner}".`,
      `Add "${owner}", or remove "${member}".`,
    );
  }
  for (const member of done.flatMap((act) => needed[act] ?? [])) {
    if (raw[member] === undefined) problems.add(at, `"${member}" is missing.`, `Add "${member}".`);
  }
  if (raw['if'] !== undefined && besides.length > 0) {
    const says = `"if" does not apply to ${quote(besides)}.`;
    problems.add([...at, 'if'], says, 'Put what is conditional into an effect of its own.');
  }
}

/** Members that belong only to acts that the effect does not have, each with one of these acts. */
function listLoose(raw: JsonObject, done: readonly string[]) {
  const claimed = new Set(done.flatMap((act) => acts[act] ?? []));
  const owners = Object.entries(acts).flatMap(([owner, members]) =>
    members.map((member) => [member, owner] as const),
  );
  const loose = owners.filter(([member]) => raw[member] !== undefined && !claimed.has(member));
  return [...new Map(loose)].map(([member, owner]) => ({ member, owner }));
}

/** Members that belong to an aside that the effect does not have. */
function listOrphans(raw: JsonObject) {
  return owned
    .filter(([member, owner]) => raw[member] !== undefined && raw[owner] === undefined)
    .map(([member, owner]) => ({ member, owner }));
}

function quote(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' and ');
}

/**
 * Checks that the paths in an effect exist and can be written, and that their fields allow the change: points can be
 * lost, and boxes can be marked.
 */
function checkChanges({ raw, at }: Spot, about: SheetCheck): void {
  for (const member of ['lose', 'gain', 'mark', 'add'] as const) {
    const path = raw[member];
    if (typeof path === 'string') checkChange({ path, member, at: [...at, member] }, about);
  }
  const { over } = raw;
  if (typeof over === 'string') checkChange({ path: over, member: 'lose', at: [...at, 'over'] }, about);
  const { set: path, to, noted, if_text: text, recall } = raw;
  if (typeof recall === 'string') findWritable(recall, [...at, 'recall'], about);
  if (typeof text === 'string') findWritable(text, [...at, 'if_text'], about);
  if (typeof noted === 'string') findWritable(noted, [...at, 'noted'], about);
  if (typeof path !== 'string') return;
  if (to === undefined || (typeof to === 'string' && to.startsWith('='))) {
    findWritable(path, [...at, 'set'], about);
  } else checkSetting({ path, value: to, values: new Map(), at: [...at, 'set'] }, about);
}

interface Change {
  readonly path: string;
  readonly member: 'lose' | 'gain' | 'mark' | 'add';
  readonly at: Place;
}

function checkChange({ path, member, at }: Change, about: SheetCheck): void {
  const found = findWritable(path, at, about);
  if (found === undefined) return;
  const { field, part, kind } = found;
  const { adjust, mark, add } = field.kind;
  const able = { lose: adjust, gain: adjust, mark, add }[member];
  const isNumber = able !== adjust || kind === 'number' || part === '';
  if (able !== undefined && isNumber) return;
  const suggestion = field.kind.hint(field.path);
  about.problems.add(at, `"${path}" cannot be changed by "${member}".`, suggestion);
}

function checkAmounts(spot: Spot, checking: HintsCheck): void {
  const { raw, at, sides } = spot;
  const own = checking.sheets.get(sides.roller)?.names;
  if (own === undefined) return;
  const names = nameSpot(own, spot, checking);
  for (const member of ['amount', 'count', 'ticks']) {
    const amount = raw[member];
    if (typeof amount !== 'string') continue;
    const place = [...at, member];
    if (member === 'amount' && hasDice(amount)) {
      checkDice(amount, { at: place, names, problems: checking.problems });
    } else if (hasDice(amount)) {
      checking.problems.add(place, `There can be no dice in "${member}".`, 'Give a number or a formula.');
    } else askFormula(amount.replaceAll('@', ''), { ...checking, names, at: place, needs: 'number' });
  }
}

export function askFormula(source: Json | undefined, check: Omit<FormulaCheck, 'source'>): void {
  if (typeof source === 'string') checkFormula({ ...check, source });
}
