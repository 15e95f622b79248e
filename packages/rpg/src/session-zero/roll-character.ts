// Rolls for a new character what the rules determine by dice: scores, points, money, and rows of tables.

import type { Chance } from '@terrarium/kernel/environment';
import { parseDice } from '../dice/parse-dice.ts';
import { rollDice } from '../dice/roll-dice.ts';
import type { FieldDefinition, Oracle } from '../system/manifest.ts';
import type { System } from '../system/system.ts';
import type { Json } from '../values/json.ts';
import { buildCharacter, type CharacterOptions } from './build-character.ts';

export interface CharacterRoll {
  readonly path: string;
  readonly label: string;
  /** The rolled dice, such as `3d6: [4, 2, 5] = 11`, followed by the text of a table's row. */
  readonly rendered: string;
}

export interface RolledCharacter {
  readonly set: CharacterOptions['set'];
  readonly rolls: readonly CharacterRoll[];
}

/** Empty if the rules roll nothing. What the sheet refuses is left out. */
export function rollCharacter(system: System, chance: Chance): RolledCharacter {
  const source = { draw: (faces: number) => Math.floor(chance.next() * faces) + 1 };
  const fields = system.manifest.fields.filter(({ roll }) => roll !== undefined);
  const rolled = fields.flatMap((field) => rollField(system, field, source));
  const set = Object.fromEntries(rolled.map(({ path, value }) => [path, value]));
  const refused = new Set(buildCharacter(system, { name: '', about: '', set }).refused.map(({ at }) => at));
  const kept = rolled.filter(({ path }) => !refused.has(path));
  return {
    set: Object.fromEntries(kept.map(({ path, value }) => [path, value])),
    rolls: kept.map(({ path, label, rendered }) => ({ path, label, rendered })),
  };
}

type Source = Parameters<typeof rollDice>[1]['source'];

interface RolledField extends CharacterRoll {
  readonly value: Json;
}

function rollField({ manifest }: System, field: FieldDefinition, source: Source): readonly RolledField[] {
  const { path, label, roll = [], prefab } = field;
  const oracles = manifest.oracles ?? [];
  const tables = [roll].flat().flatMap((id) => oracles.find((one) => one.id === id) ?? []);
  if (tables.length === 0) {
    const thrown = rollText(String(roll), source);
    return thrown === undefined ? [] : [{ path, label, rendered: thrown.rendered, value: thrown.total }];
  }
  const rows = tables.flatMap((table) => rollRows(table, oracles, source));
  const says = rows.map(({ say }) => say);
  const rendered = rows.map(({ rendered: dice, say }) => `${dice}: ${say}`).join('; ');
  const value = prefab.startsWith('CONT_') ? says : says.join('; ');
  return rows.length === 0 ? [] : [{ path, label, rendered, value }];
}

const mostTables = 4;

interface RolledRow {
  readonly rendered: string;
  readonly say: string;
}

/** The rolled row, and the rows of further tables to which it refers. */
function rollRows(
  table: Oracle,
  oracles: readonly Oracle[],
  source: Source,
  depth = 0,
): readonly RolledRow[] {
  const thrown = rollText(table.dice, source);
  const total = thrown?.total ?? Number.NaN;
  const row = table.rows.find(({ from, to }) => total >= from && total <= to);
  if (thrown === undefined || row === undefined) return [];
  const next = depth + 1 < mostTables ? oracles.find(({ id }) => id === row.table) : undefined;
  const further = next === undefined ? [] : rollRows(next, oracles, source, depth + 1);
  return [{ rendered: thrown.rendered, say: row.say }, ...further];
}

function rollText(text: string, source: Source) {
  const parsed = parseDice(text);
  const rolled = parsed.ok ? rollDice(parsed.dice, { source }) : undefined;
  return rolled?.ok === true ? rolled.rolled : undefined;
}
