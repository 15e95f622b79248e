// Known numbers: the numbers that the narrative of a turn may state, from its rolls, its changes and the sheets.

import type { RolledDice } from '../../dice/dice.ts';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import { type Entity, type GameState, type Patch, playerId, sceneId } from '../../values/entity.ts';
import { isObject, type Json } from '../../values/json.ts';
import { listWrittenNumbers } from './audit-written-numbers.ts';

export interface KnownNumbers {
  /** Faces, sums and modifiers of what was rolled. */
  readonly rolled: ReadonlySet<number>;
  /** Numbers that were rolled against. */
  readonly targets: ReadonlySet<number>;
  /** How many dice were rolled together. */
  readonly counts: ReadonlySet<number>;
  /** The amounts by which money changed. */
  readonly paid: ReadonlySet<number>;
  /** The amounts by which values changed. */
  readonly changes: ReadonlySet<number>;
  /** Values on the sheets before and after. */
  readonly values: ReadonlySet<number>;
  /** Numbers in the player's words. */
  readonly said: ReadonlySet<number>;
  /** Dice that were rolled, such as `2d6`. */
  readonly dice: ReadonlySet<string>;
}

interface Sources {
  readonly words: string;
  readonly rolls: readonly Pick<RolledCheck, 'rolled' | 'challenge' | 'target'>[];
  readonly patches: readonly Patch[];
  readonly sheetNumbers: readonly number[];
}

const money = /(?:gold|silver|copper|coins?|cash|money|crowns?|purse|credits?|pieces)\b/i;

export function collectKnownNumbers({ words, rolls, patches, sheetNumbers }: Sources): KnownNumbers {
  const all = rolls.flatMap(({ rolled, challenge }) =>
    challenge === undefined ? [rolled] : [rolled, challenge],
  );
  const targets = rolls.flatMap(({ target }) => (target === undefined ? [] : [target]));
  return {
    rolled: new Set(all.flatMap(listRolled)),
    targets: new Set(targets),
    counts: new Set(all.flatMap(({ groups }) => groups.map(({ dice }) => dice.length))),
    paid: new Set(listChanges(patches.filter(({ path }) => money.test(path)))),
    changes: new Set(listChanges(patches)),
    values: new Set([
      ...sheetNumbers,
      ...patches.flatMap(({ before, after }) => [...listNumbers(before), ...listNumbers(after)]),
    ]),
    said: new Set(listWrittenNumbers(words).map(({ value }) => value)),
    dice: new Set(all.flatMap(({ groups }) => groups.map(({ notation }) => notation.toLowerCase()))),
  };
}

function listRolled({ groups, total, resolved }: RolledDice): readonly number[] {
  const faces = groups.flatMap(({ dice }) => dice.map(({ face }) => face));
  const modifiers = [...resolved.matchAll(/(?<![d\d])\d+(?!d)/gi)].map(([text]) => Number(text));
  // “Minus three” is read as three.
  const sums = [total, ...groups.map(({ value }) => value), ...faces].flatMap((sum) => [sum, Math.abs(sum)]);
  return [...sums, ...modifiers];
}

/** Factors for half or twice a sum, and for the same sum in another coin. */
const shares = [0.5, 2, 10, 100, 0.1, 0.01];

/** Whether a sum of money is half or twice a sum that changed hands, or the same sum in other coins. */
export function isShareOf(value: number, changes: ReadonlySet<number>): boolean {
  return [...changes].some((change) =>
    shares.some((share) => Math.abs(change * share - value) <= (share === 0.5 ? 0.5 : 0)),
  );
}

/** The amount of each change, and the sum of all changes of the same value up to then; all without a sign. */
function listChanges(patches: readonly Patch[]): readonly number[] {
  const sums = new Map<string, number>();
  const changes: number[] = [];
  for (const patch of patches) {
    for (const { path, by } of listDifferences(patch.before, patch.after, patch.path)) {
      const place = `${patch.entity} ${path}`;
      const sum = (sums.get(place) ?? 0) + by;
      sums.set(place, sum);
      changes.push(Math.abs(by), Math.abs(sum));
    }
  }
  return changes;
}

function listDifferences(
  before: Json | undefined,
  after: Json | undefined,
  path: string,
): readonly { path: string; by: number }[] {
  if (typeof after === 'number' && (typeof before === 'number' || before === undefined)) {
    return [{ path, by: after - (before ?? 0) }];
  }
  if (!isObject(before) || !isObject(after)) return [];
  return Object.entries(after).flatMap(([name, value]) =>
    listDifferences(before[name], value, `${path}.${name}`),
  );
}

/** All numbers in a value, however deep. */
function listNumbers(json: Json | undefined): readonly number[] {
  if (typeof json === 'number') return [json];
  if (typeof json !== 'object' || json === null) return [];
  return Object.values(json).flatMap((value: Json) => listNumbers(value));
}

const typesThere = ['npc', 'creature', 'item'] as const;

export function listSheetNumbers(state: GameState): readonly number[] {
  const here = state.find(sceneId)?.sheet['here'];
  const isThere = ({ sheet }: Entity) =>
    [sheet['at'], sheet['holder']].some((place) => place === here || place === playerId);
  const there = typesThere.flatMap((type) => state.list(type).filter(isThere));
  const always = [state.find(playerId), state.find(sceneId), ...state.list('clock')];
  return [...new Set([...always, ...there].flatMap((entity) => listNumbers(entity?.sheet)))];
}
