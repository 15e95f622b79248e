// Keyring: which key goes to which address.

import { UsageError } from '../base/errors.ts';
import { showName } from '../base/foreign-text.ts';
import type { ConfigurationSource } from './configuration-source.ts';
import { listSaidSettings } from './read-configuration.ts';
import { Secret } from './secret.ts';
import type { SettingsSchema } from './setting-keys.ts';

/** Whom a model is asked of. */
export interface AskedModel {
  /** `openai:<name>`, or `<provider>:<name>`. */
  readonly model: string;
  /** The provider's own where nothing is said. */
  readonly baseUrl?: string | undefined;
}

export interface AskedEmbeddings {
  /** Address of their server. */
  readonly embeddings: string;
  /** The model and its server, where there are any. */
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
}

export interface KeyChoice {
  readonly key: Secret | undefined;
  /** There is a key of the person's, and it was not given for this address. */
  readonly isWithheld: boolean;
}

/**
 * A key belongs to the address it was given for. A person's goes only where they named the host themselves: on the
 * command line, in the environment, in their own file. A world's goes only to the host that the world names.
 */
export interface Keyring {
  /** Throws `UsageError` for a provider that only the world names: a provider finds keys in the environment by itself. */
  chooseForModel(asked: AskedModel): KeyChoice;
  /** The one that was given for that very host; that of the model where the two servers are one. */
  chooseForEmbeddings(asked: AskedEmbeddings): Secret | undefined;
}

/** What one side, the person or the world, says of keys and places. */
interface Side {
  readonly origins: ReadonlySet<string>;
  readonly providers: ReadonlySet<string>;
}

type Texts = ReadonlyMap<string, unknown>;

export function openKeyring(schema: SettingsSchema, sources: readonly ConfigurationSource[]): Keyring {
  const bySource = sources.map(({ kind }, at) => ({
    kind,
    said: readTexts(schema, sources.slice(at, at + 1)),
  }));
  const person = readSide(bySource.filter(({ kind }) => kind !== 'world').map(({ said }) => said));
  const world = readSide(bySource.filter(({ kind }) => kind === 'world').map(({ said }) => said));
  const findKey = (wanted: ConfigurationSource['kind']) =>
    readSecret(bySource.find(({ kind }) => kind === wanted)?.said.get('apiKey'));
  const byHost = readKeys(readTexts(schema, sources).get('keys'));
  const findForHost = (baseUrl: string) => byHost.get(readOrigin(baseUrl) ?? '');
  const choose = (asked: AskedModel): KeyChoice => {
    const given = asked.baseUrl === undefined ? undefined : findForHost(asked.baseUrl);
    const isOwn = isAt(person, asked);
    const key =
      findKey('flags') ??
      given ??
      (isOwn ? findKey('environment') : undefined) ??
      (isAt(world, asked) ? findKey('world') : undefined) ??
      (isOwn ? findKey('own') : undefined);
    const hasOwn = findKey('environment') !== undefined || findKey('own') !== undefined;
    return { key, isWithheld: key === undefined && hasOwn };
  };
  return {
    chooseForModel: (asked) => {
      const isOwn = isAt(person, asked) && hasProvider(person, asked);
      if (readProvider(asked.model) !== 'openai' && !isOwn) throw refuseProvider(asked);
      return choose(asked);
    },
    chooseForEmbeddings: ({ model = 'openai:', baseUrl, embeddings }) => {
      const isOneServer = baseUrl !== undefined && readOrigin(baseUrl) === readOrigin(embeddings);
      return isOneServer ? choose({ model, baseUrl }).key : findForHost(embeddings);
    },
  };
}

function readTexts(schema: SettingsSchema, sources: readonly ConfigurationSource[]): Texts {
  return new Map(listSaidSettings(schema, sources).map(({ name, value }) => [name, value]));
}

function readSide(all: readonly Texts[]): Side {
  const collect = (name: string, read: (text: string) => string | undefined) =>
    new Set(all.flatMap((texts) => read(String(texts.get(name) ?? '')) ?? []));
  return { origins: collect('baseUrl', readOrigin), providers: collect('model', readProvider) };
}

/** Where no address is said, a server of one's own is at a place that nobody chose, and a provider's is with its name. */
function isAt(side: Side, asked: AskedModel): boolean {
  if (asked.baseUrl !== undefined) return side.origins.has(readOrigin(asked.baseUrl) ?? '');
  return readProvider(asked.model) === 'openai' || hasProvider(side, asked);
}

function hasProvider(side: Side, { model }: AskedModel): boolean {
  return side.providers.has(readProvider(model) ?? '');
}

/** What stands before the colon of a model's name. */
export function readProvider(model: string): string | undefined {
  return /^([a-z][a-z0-9-]*):/u.exec(model)?.[1];
}

/** Scheme, host and port; undefined for what is no address. */
export function readOrigin(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function readSecret(value: unknown): Secret | undefined {
  return typeof value === 'string' ? new Secret(value) : undefined;
}

function readKeys(value: unknown): ReadonlyMap<string, Secret> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(entries.map(([address, key]) => [readOrigin(address) ?? '', new Secret(String(key))]));
}

function refuseProvider({ model }: AskedModel): UsageError {
  return new UsageError({
    code: 'world.provider-not-yours',
    happened: `Only the world names the provider or the address for ${showName(model)}, and a key of yours could go there.`,
    todo: 'If that is your wish, name both yourself: --model (and --base-url), the environment, or your own terrarium.yaml.',
  });
}
