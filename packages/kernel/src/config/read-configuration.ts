// Reads one valid set of settings from all sources, or throws one error that lists everything that is wrong.

import type { z } from 'zod';
import { UsageError } from '../base/errors.ts';
import { findNearest } from '../base/find-nearest.ts';
import type { ConfigurationSource } from './configuration-source.ts';
import { listSettingKeys, type SettingKey, type SettingsSchema } from './setting-keys.ts';

interface Said {
  readonly source: ConfigurationSource;
  readonly key: SettingKey;
  readonly value: unknown;
}

/**
 * Returns the settings, each from the strongest source that gives it, or the schema's default. `sources` lists the
 * strongest first. Throws one `UsageError` with all problems of all sources: unknown settings and invalid values,
 * where each was given, and what would be valid. No text is ever quoted as a value, because it may be a secret.
 */
export function readConfiguration<Schema extends SettingsSchema>(
  schema: Schema,
  sources: readonly ConfigurationSource[],
): z.output<Schema> {
  const keys = listSettingKeys(schema);
  const problems: string[] = [];
  const said: Said[] = [];
  for (const source of sources) {
    const read = readSource(source, keys);
    problems.push(...read.problems, ...collectBadValues(schema, read.said));
    said.push(...read.said);
  }
  const winners = chooseStrongest(said);
  const result = schema.safeParse(buildInput(winners));
  if (!result.success && problems.length === 0) {
    problems.push(...result.error.issues.map((issue) => renderIssue(issue, winners)));
  }
  if (result.success && problems.length === 0) return result.data;
  throw buildInvalidError([...new Set(problems)]);
}

/** The value of one setting from its strongest source, not yet validated. It may be a secret. */
export interface SaidSetting {
  /** The name of the setting in files, such as `retries.attempts`. */
  readonly name: string;
  /** The name in the spelling of the source, such as `TERRARIUM_BASE_URL`. */
  readonly spelling: string;
  readonly source: string;
  readonly kind: ConfigurationSource['kind'];
  readonly value: unknown;
}

/** Every setting that any source gives, with the value from the strongest one; unknown names are left out. */
export function listSaidSettings(
  schema: SettingsSchema,
  sources: readonly ConfigurationSource[],
): readonly SaidSetting[] {
  const keys = listSettingKeys(schema);
  const said = sources.flatMap((source) => readSource(source, keys).said);
  return chooseStrongest(said).map(({ source, key, value }) => ({
    name: key.path.join('.'),
    spelling: source.nameOf(key.path),
    source: source.title,
    kind: source.kind,
    value,
  }));
}

function buildInvalidError(problems: readonly string[]): UsageError {
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  return new UsageError({
    code: 'configuration.invalid',
    happened: `The configuration has ${count}:\n${problems.map((line) => `- ${line}\n`).join('')}`,
    todo: problems.length === 1 ? 'Correct it, then try again.' : 'Correct them, then try again.',
  });
}

function readSource(
  source: ConfigurationSource,
  keys: readonly SettingKey[],
): { said: readonly Said[]; problems: readonly string[] } {
  const found = [...visit({ source, keys }, source.buildValues(keys), [])];
  return {
    said: found.filter((one) => typeof one !== 'string'),
    problems: found.filter((one) => typeof one === 'string'),
  };
}

/** Yields the settings that a source gives at or below a path, and their problems as texts. */
function* visit(
  place: { source: ConfigurationSource; keys: readonly SettingKey[] },
  value: unknown,
  path: readonly string[],
): Generator<Said | string> {
  const { source, keys } = place;
  if (value === undefined) return;
  const key = keys.find((candidate) => candidate.path.join('.') === path.join('.'));
  if (value === null && key?.isNullable !== true) return;
  if (key?.isPersonal === true && source.kind === 'world') {
    yield `${source.nameOf(path)} (${source.title}) counts only in your own settings, not in those of a world.`;
    return;
  }
  if (key !== undefined) yield { source, key, value: source.isTextOnly ? parseText(value, key) : value };
  else if (!isPrefix(path, keys)) yield renderUnknown(source, path, keys);
  else if (!isPlainObject(value)) yield renderNotNested(source, path);
  else yield* visitParts(place, value, path);
}

function* visitParts(
  place: { source: ConfigurationSource; keys: readonly SettingKey[] },
  parts: Readonly<Record<string, unknown>>,
  path: readonly string[],
): Generator<Said | string> {
  for (const [name, part] of Object.entries(parts)) yield* visit(place, part, [...path, name]);
}

/**
 * Finds problems of single values. Whether the values fit each other can be checked only after each setting has its
 * strongest value.
 */
function collectBadValues(schema: SettingsSchema, said: readonly Said[]): string[] {
  return said.flatMap((one) => {
    const result = schema.safeParse(buildInput([one]));
    const isBad = result.error?.issues.some((issue) => isBelow(issue.path.map(String), one.key.path));
    return isBad === true ? [renderBadValue(one)] : [];
  });
}

function chooseStrongest(said: readonly Said[]): Said[] {
  const strongest = new Map<string, Said>();
  for (const one of said) {
    const name = one.key.path.join('.');
    if (!strongest.has(name)) strongest.set(name, one);
  }
  return [...strongest.values()];
}

function buildInput(said: readonly Said[]): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const { key, value } of said) {
    let part = input;
    for (const name of key.path.slice(0, -1)) {
      part[name] ??= {};
      part = part[name] as Record<string, unknown>;
    }
    part[key.path.at(-1) ?? ''] = value;
  }
  return input;
}

/**
 * Parses a text as the kind of value that the setting needs. If this fails, returns the text unchanged, so that
 * validation reports it.
 */
function parseText(value: unknown, key: SettingKey): unknown {
  if (typeof value !== 'string' || key.kind === 'text') return value;
  if (key.isNullable && value === 'null') return null;
  if (key.kind === 'number') return /^[+-]?(\d|\.\d)/.test(value.trim()) ? toNumber(value) : value;
  if (key.kind === 'truth') return value === 'true' || (value === 'false' ? false : value);
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function toNumber(text: string): unknown {
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

function renderBadValue({ source, key, value }: Said): string {
  return `${source.nameOf(key.path)} (${source.title}) must be ${key.valid}; it is ${describeValue(value)}.`;
}

function describeValue(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'string') return value === '' ? 'empty' : 'another text';
  return Array.isArray(value) ? 'a list' : 'a set of keys and values';
}

/**
 * Says which setting was probably meant: one with a similar name (in a nested source, only one in the same group) or,
 * if there is none, one with the same name in another group. Only the last part of the path is unknown, so its group
 * exists.
 */
function renderUnknown(
  source: ConfigurationSource,
  path: readonly string[],
  keys: readonly SettingKey[],
): string {
  const name = source.nameOf(path);
  const known = source.isFlat ? keys.map((key) => key.path) : listBeside(path, keys);
  const names = known.map((one) => source.nameOf(one));
  const near = findNearestSetting(source, path, known) ?? findNamesake(source, path, keys);
  const advice = near === undefined ? `settings are ${names.join(', ')}` : `did you mean ${near}?`;
  return `${cutName(name)} (${source.title}) is not a setting; ${advice}`;
}

/** In a nested source, known names differ only in their last part, so only this part is compared. */
function findNearestSetting(
  source: ConfigurationSource,
  path: readonly string[],
  known: readonly (readonly string[])[],
): string | undefined {
  const nameKey = (one: readonly string[]) => (source.isFlat ? source.nameOf(one) : (one.at(-1) ?? ''));
  const byName = new Map(known.map((one) => [nameKey(one), source.nameOf(one)]));
  return byName.get(findNearest(nameKey(path), byName.keys()) ?? '');
}

/** Lists the settings and groups whose path differs from this one only in the last part. */
function listBeside(path: readonly string[], keys: readonly SettingKey[]): readonly (readonly string[])[] {
  const parent = path.slice(0, -1);
  const parts = keys.filter((key) => isBelow(key.path, parent)).map((key) => key.path[parent.length] ?? '');
  return [...new Set(parts)].map((part) => [...parent, part]);
}

/** Finds a setting or group of the same name in another group; undefined if there are none or several. */
function findNamesake(
  source: ConfigurationSource,
  path: readonly string[],
  keys: readonly SettingKey[],
): string | undefined {
  const found = keys.flatMap((key) => {
    const at = key.path.indexOf(path.at(-1) ?? '');
    return at < 0 ? [] : [source.nameOf(key.path.slice(0, at + 1))];
  });
  const [only, ...others] = new Set(found);
  return others.length === 0 ? only : undefined;
}

function renderNotNested(source: ConfigurationSource, path: readonly string[]): string {
  if (path.length === 0) return `${source.title} must hold "key: value" lines.`;
  return `${source.nameOf(path)} (${source.title}) must be a set of keys and values.`;
}

function renderIssue(issue: z.core.$ZodIssue, winners: readonly Said[]): string {
  const path = issue.path.map(String);
  const involved = winners.filter((one) => isBelow(one.key.path, path) || isBelow(path, one.key.path));
  const places = involved.map((one) => `${one.source.nameOf(one.key.path)}, ${one.source.title}`);
  return `${path.join('.')}: ${issue.message}${places.length === 0 ? '' : ` (${places.join('; ')})`}.`;
}

function cutName(name: string): string {
  return name.length <= 60 ? name : `${name.slice(0, 60)}…`;
}

function isPrefix(path: readonly string[], keys: readonly SettingKey[]): boolean {
  return keys.some((key) => isBelow(key.path, path));
}

function isBelow(path: readonly string[], start: readonly string[]): boolean {
  return start.every((part, at) => path[at] === part);
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
