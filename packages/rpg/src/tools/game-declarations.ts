// Game declarations: the tools as they are declared to a model, without the bounds that apply to all of them.

import type { ToolDeclaration } from '@terrarium/kernel/language-model';
import type { Manifest } from '../system/manifest.ts';
import { conditionRemove } from './condition-remove.ts';
import { gameTools } from './game-tools.ts';
import { mark } from './mark.ts';

/** Bounds, defaults and other members that are not declared; the answer to a call that exceeds a bound says so. */
const bounds: ReadonlySet<string> = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'propertyNames',
  'additionalProperties',
  'default',
]);

/**
 * Arguments that are accepted but usually not declared to models: they serve openings, or are seldom worth their
 * tokens.
 */
type Untold = Readonly<Record<string, readonly string[]>>;
const untold: Untold = {
  roll: ['spend', 'points'],
  note: ['kind', 'importance', 'source'],
  condition_add: ['level', 'note'],
  lore_search: ['kind'],
  place_create: ['values'],
  'place_create.exits': ['is_one_way', 'minutes'],
  state_query: ['type'],
  time_advance: ['reason'],
  mode_set: ['allies', 'left'],
  clock_tick: ['about', 'over'],
  item_remove: ['list'],
  quest_update: ['giver'],
};

/** Tools that are accepted but not declared to models, since `adjust` and `condition_add` do the same. */
const untoldTools: readonly string[] = [mark.name, conditionRemove.name];

export const gameDeclarations: readonly ToolDeclaration[] = buildDeclarations(untold);

const { roll: _spending, ...untoldInSpending } = untold;
const spendingDeclarations = buildDeclarations(untoldInSpending);

/**
 * The declarations for a system. If the system has prices to pay after a roll, the arguments for paying are declared
 * too: some servers allow only declared arguments.
 */
export function chooseDeclarations({ narrator }: Pick<Manifest, 'narrator'>): readonly ToolDeclaration[] {
  return (narrator?.spends ?? []).length === 0 ? gameDeclarations : spendingDeclarations;
}

function buildDeclarations(untoldArguments: Untold): readonly ToolDeclaration[] {
  return gameTools
    .filter(({ name }) => !untoldTools.includes(name))
    .map(({ declaration }) => ({
      ...declaration,
      parameters: stripBounds(declaration.parameters, { at: declaration.name, untoldArguments }),
    }));
}

type Schema = ToolDeclaration['parameters'];

interface Stripping {
  /** The tool or, inside one of its list arguments, the tool and the argument. */
  readonly at: string;
  readonly untoldArguments: Untold;
}

function stripBounds(schema: Schema, stripping: Stripping): Schema {
  // A value of several types is declared as an empty schema, which allows anything.
  if ('anyOf' in schema) return {};
  // The only argument of a tool need not be marked as required: models give it anyway.
  const isAlone = listTold(schema['properties'], stripping).length === 1;
  const kept = Object.entries(schema).filter(
    ([name]) => !bounds.has(name) && !(isAlone && name === 'required'),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      name === 'properties' ? stripEach(value, stripping) : stripAny(value, stripping),
    ]),
  );
}

/**
 * Handles `properties` separately, since its members are names of arguments, and an argument may have the name of a
 * bound.
 */
function stripEach(properties: unknown, stripping: Stripping): unknown {
  return Object.fromEntries(
    listTold(properties, stripping).map(([name, schema]) => [
      name,
      stripAny(schema, { ...stripping, at: `${stripping.at}.${name}` }),
    ]),
  );
}

function listTold(properties: unknown, { at, untoldArguments }: Stripping): readonly [string, unknown][] {
  if (!isSchema(properties)) return [];
  return Object.entries(properties).filter(([name]) => !untoldArguments[at]?.includes(name));
}

function stripAny(value: unknown, stripping: Stripping): unknown {
  if (Array.isArray(value)) return value.map((one) => stripAny(one, stripping));
  return isSchema(value) ? stripBounds(value, stripping) : value;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
