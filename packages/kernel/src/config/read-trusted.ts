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

/** A world's settings about where requests go and what is sent along, if nobody has accepted them yet. */
export interface HeldRoutes {
  /** The settings as the file gives them; a stranger may have written them, and they may be secret. */
  readonly said: readonly SaidSetting[];
  readonly digest: string;
  /** Whether requests to the model would go to another server or contain something else if these settings counted. */
  readonly concernsModel: boolean;
  /** Whether the same is true of requests to the embedder. */
  readonly concernsEmbedder: boolean;
  /** Whether nobody names a model once these settings are left out. */
  readonly namesOnlyModel: boolean;
}

export interface TrustedConfiguration<Settings> {
  /** Keys are not among the settings: the keyring knows which key goes where. */
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
 * If the world has settings about where requests go, calls `isAccepted` with their digest. Throws `UsageError` as
 * `readConfiguration` does, even for settings that are held back.
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
  /** The settings from all these sources. */
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
 * A flag or an environment variable overrides the same setting in this file.
 */
function buildConcerns(all: readonly SaidSetting[]): Pick<HeldRoutes, 'concernsModel' | 'concernsEmbedder'> {
  const worlds = new Set(all.flatMap(({ name, kind }) => (kind === 'world' ? [name] : [])));
  const model = all.find(({ name }) => name === 'model')?.value;
  const isWorlds = (...names: readonly string[]) => names.some((name) => worlds.has(name));
  const concernsNamed = model !== 'builtin' && isWorlds('model', 'baseUrl', 'apiKey', 'extraBody');
  return {
    // If the world names an address but nobody names a model, this is probably a mistake, and the person is
    // told so.
    concernsModel: model === undefined ? isWorlds('baseUrl') : concernsNamed,
    concernsEmbedder: isWorlds('memory.embedder.baseUrl', 'memory.embedder.model'),
  };
}

/** The settings about routes in the world's file, without one that only names the built-in reader. */
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

/** A digest that is equal for the same settings, whatever their order. */
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
 * The values without a setting, however its name is divided into keys: `a.b` may be written as the key `b` below the key
 * `a`, or as one key.
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
