// Game declarations: the tools as a model is told of them, without bounds that hold for all and are told when they are crossed.

import type { ToolDeclaration } from '@terrarium/kernel/language-model';
import { gameTools } from './game-tools.ts';

/** Bounds of lengths and numbers: whoever crosses one is answered with it. */
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

/** Arguments that are taken, and that a model is not told of: they serve openings, or are seldom worth their tokens. */
const untold: Readonly<Record<string, readonly string[]>> = {
  note: ['importance', 'source'],
  condition_add: ['note'],
  lore_search: ['kind'],
  place_create: ['values'],
  time_advance: ['reason'],
  clock_tick: ['about'],
  item_remove: ['list'],
  quest_update: ['giver'],
};

export const gameDeclarations: readonly ToolDeclaration[] = gameTools.map(({ declaration }) => ({
  ...declaration,
  parameters: stripBounds(declaration.parameters, untold[declaration.name]),
}));

type Schema = ToolDeclaration['parameters'];

function stripBounds(schema: Schema, without: readonly string[] = []): Schema {
  // What may be of several types is told without one: what fits is told where it is described.
  if ('anyOf' in schema) return {};
  const kept = Object.entries(schema).filter(([name]) => !bounds.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'properties' ? stripEach(value, without) : stripAny(value)]),
  );
}

/** The members of `properties` are names of arguments, which may be called like a bound. */
function stripEach(properties: unknown, without: readonly string[]): unknown {
  if (!isSchema(properties)) return properties;
  const told = Object.entries(properties).filter(([name]) => !without.includes(name));
  return Object.fromEntries(told.map(([name, schema]) => [name, stripAny(schema)]));
}

function stripAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripAny);
  return isSchema(value) ? stripBounds(value) : value;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
