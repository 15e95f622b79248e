// Reads a configuration; a world's settings about where requests go count only after a person has accepted them.

import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ConfigurationSource } from './configuration-source.ts';
import { type Keyring, openKeyring } from './keyring.ts';
import {
  isPlainObject,
  listSaidSettings,
  readConfiguration,
  type SaidSetting,
} from './read-configuration.ts';
import { listSettingKeys, type SettingsSchema } from './setting-keys.ts';

/** The world's settings about where requests go and what is sent with them, if nobody has accepted them yet. */
export interface HeldRoutes {
  /** The settings as the file gives them. They may be secret, and a stranger may have written them. */
  readonly said: readonly SaidSetting[];
  readonly digest: string;
  /** Whether these settings would send requests to the model to another server, or change what they contain. */
  readonly concernsModel: boolean;
  /** Whether these settings would do the same to requests to the embedder. */
  readonly concernsEmbedder: boolean;
  /** Whether no model is named if these settings are left out. */
  readonly namesOnlyModel: boolean;
}

export interface TrustedConfiguration<Settings> {
  /** The settings without keys: only the keyring knows which key goes where. */
  readonly settings: Omit<Settings, 'apiKey' | 'keys'>;
  readonly said: readonly SaidSetting[];
  readonly keyring: Keyring;
  /**
   * The world's settings about routes that nobody has accepted; they are not among `settings`. Undefined if
   * there are none.
   */
  readonly held: HeldRoutes | undefined;
}

/**
 * If the world has settings about where requests go, calls `isAccepted` with their digest. Throws `UsageError` in the
 * same cases as `readConfiguration`, even for settings that are held back.
 */
export function readTrusted<Schema extends SettingsSchema>(
  schema: Schema,
  sources: readonly ConfigurationSource[],
  isAccepted: (digest: string) => boolean,
): TrustedConfiguration<z.output<Schema>> {
  const all = readConfiguration(schema, sources);
  const routes = listWorldRoutes(schema, sources);
  if (routes.length === 0) return build(schema, { sources, settings: all, held: undefined });
  const digest = hashRoutes(routes);
  if (isAccepted(digest)) return build(schema, { sources, settings: all, held: undefined });
  const kept = removeWorldRoutes(sources, routes);
  const concerns = buildConcerns(listSaidSettings(schema, sources));
  const namesOnlyModel = !listSaidSettings(schema, kept).some(({ name }) => name === 'model');
  return build(schema, {
    sources: kept,
    settings: readConfiguration(schema, kept),
    held: { said: routes, digest, ...concerns, namesOnlyModel },
  });
}

interface Read<All> {
  readonly sources: readonly ConfigurationSource[];
  readonly settings: All;
  readonly held: HeldRoutes | undefined;
}

function build<Schema extends SettingsSchema>(
  schema: Schema,
  { sources, settings: all, held }: Read<z.output<Schema>>,
): TrustedConfiguration<z.output<Schema>> {
  const { apiKey: _apiKey, keys: _keys, ...settings } = all as Settings;
  return {
    settings: settings as Omit<z.output<Schema>, 'apiKey' | 'keys'>,
    said: listSaidSettings(schema, sources),
    keyring: openKeyring(schema, sources),
    held,
  };
}

type Settings = Readonly<Record<string, unknown>>;

/**
 * Whether the world's file would change where requests to the model and to the embedder go, or what is sent with them.
 * A flag or environment variable overrides the same setting in this file.
 */
function buildConcerns(all: readonly SaidSetting[]): Pick<HeldRoutes, 'concernsModel' | 'concernsEmbedder'> {
  const worlds = new Set(all.flatMap(({ name, kind }) => (kind === 'world' ? [name] : [])));
  const model = all.find(({ name }) => name === 'model')?.value;
  const isWorlds = (...names: readonly string[]) => names.some((name) => worlds.has(name));
  const concernsNamed = model !== 'builtin' && isWorlds('model', 'baseUrl', 'apiKey', 'extraBody');
  return {
    // An address in the world without a model anywhere is probably a mistake, so the person is told about it.
    concernsModel: model === undefined ? isWorlds('baseUrl') : concernsNamed,
    concernsEmbedder: isWorlds('memory.embedder.baseUrl', 'memory.embedder.model'),
  };
}

/** The settings about routes in the world's file, except one that only names the built-in reader. */
function listWorldRoutes(
  schema: SettingsSchema,
  sources: readonly ConfigurationSource[],
): readonly SaidSetting[] {
  const names = new Set(
    listSettingKeys(schema).flatMap(({ path, isRoute }) => (isRoute ? [path.join('.')] : [])),
  );
  const worlds = sources.filter(({ kind }) => kind === 'world');
  return listSaidSettings(schema, worlds).filter((said) => names.has(said.name) && !isHarmless(said));
}

/** Whether the setting only names the built-in reader, which sends no requests. */
function isHarmless({ name, value }: SaidSetting): boolean {
  return name === 'model' && value === 'builtin';
}

/** A digest of the settings that does not depend on their order. */
function hashRoutes(routes: readonly SaidSetting[]): string {
  const said = routes.map(({ name, value }) => [name, value] as const);
  const sorted = said.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

/** The same sources, but the world's file without these settings. */
function removeWorldRoutes(
  sources: readonly ConfigurationSource[],
  routes: readonly SaidSetting[],
): readonly ConfigurationSource[] {
  const names = routes.map(({ name }) => name);
  return sources.map((source) => {
    if (source.kind !== 'world') return source;
    return { ...source, buildValues: (keys) => names.reduce<unknown>(removeNamed, source.buildValues(keys)) };
  });
}

/**
 * The values without a setting, in whatever way its name is divided into keys: `a.b` may be the key `b` below the key
 * `a`, or a single key.
 */
function removeNamed(values: unknown, name: string): unknown {
  if (!isPlainObject(values)) return values;
  const kept = Object.entries(values).flatMap(([key, part]) => {
    if (key === name) return [];
    return [
      [key, name.startsWith(`${key}.`) ? removeNamed(part, name.slice(key.length + 1)) : part] as const,
    ];
  });
  return Object.fromEntries(kept);
}
