// Reads a configuration as far as it is trusted: what a world says about where requests go counts only once it is accepted.

import type { z } from 'zod';
import type { ConfigurationSource } from './configuration-source.ts';
import { type Keyring, openKeyring } from './keyring.ts';
import { listSaidSettings, readConfiguration, type SaidSetting } from './read-configuration.ts';
import type { SettingsSchema } from './setting-keys.ts';
import { hashRoutes, listWorldRoutes, removeWorldRoutes } from './world-routes.ts';

/** What a world's file says about where requests go and what goes along, as long as nobody accepted it. */
export interface HeldRoutes {
  /** As the file says it: meant by a stranger perhaps, and possibly secret. */
  readonly said: readonly SaidSetting[];
  readonly digest: string;
  /** Whether a request to a model would go elsewhere or carry something else with it. */
  readonly concernsModel: boolean;
  /** The same of embeddings. */
  readonly concernsEmbedder: boolean;
  /** Whether nobody but the world names a model. */
  readonly namesOnlyModel: boolean;
}

export interface TrustedConfiguration<Settings> {
  /** Keys are not among them: the keyring knows which goes where. */
  readonly settings: Omit<Settings, 'apiKey' | 'keys'>;
  readonly said: readonly SaidSetting[];
  readonly keyring: Keyring;
  /** Undefined where there is nothing of the kind, or it was accepted; else none of it is among the settings. */
  readonly held: HeldRoutes | undefined;
}

/**
 * `isAccepted` is asked with the digest of what the world says about where requests go, where it says anything.
 * Throws `UsageError` as `readConfiguration` does, also for what is held back.
 */
export function readTrusted<Schema extends SettingsSchema>(
  schema: Schema,
  sources: readonly ConfigurationSource[],
  isAccepted: (digest: string) => boolean,
): TrustedConfiguration<z.output<Schema>> {
  readConfiguration(schema, sources);
  const routes = listWorldRoutes(schema, sources);
  if (routes.length === 0) return build(schema, sources, undefined);
  const digest = hashRoutes(routes);
  if (isAccepted(digest)) return build(schema, sources, undefined);
  const kept = removeWorldRoutes(sources, routes);
  const concerns = buildConcerns(listSaidSettings(schema, sources));
  const namesOnlyModel = !listSaidSettings(schema, kept).some(({ name }) => name === 'model');
  return build(schema, kept, { said: routes, digest, ...concerns, namesOnlyModel });
}

function build<Schema extends SettingsSchema>(
  schema: Schema,
  sources: readonly ConfigurationSource[],
  held: HeldRoutes | undefined,
): TrustedConfiguration<z.output<Schema>> {
  const { apiKey: _apiKey, keys: _keys, ...settings } = readConfiguration(schema, sources) as Settings;
  return {
    settings: settings as Omit<z.output<Schema>, 'apiKey' | 'keys'>,
    said: listSaidSettings(schema, sources),
    keyring: openKeyring(schema, sources),
    held,
  };
}

type Settings = Readonly<Record<string, unknown>>;

/** What a request is made of, and whether the world is who decides it: a person's word stands above its file. */
function buildConcerns(all: readonly SaidSetting[]): Pick<HeldRoutes, 'concernsModel' | 'concernsEmbedder'> {
  const worlds = new Set(all.flatMap(({ name, kind }) => (kind === 'world' ? [name] : [])));
  const model = all.find(({ name }) => name === 'model')?.value;
  const isWorlds = (...names: readonly string[]) => names.some((name) => worlds.has(name));
  const concernsNamed = model !== 'builtin' && isWorlds('model', 'baseUrl', 'apiKey', 'extraBody');
  return {
    // An address without a model is a slip, which is told whoever accepts it.
    concernsModel: model === undefined ? isWorlds('baseUrl') : concernsNamed,
    concernsEmbedder: isWorlds('memory.embedder.baseUrl', 'memory.embedder.model'),
  };
}
