// Keyring: decides which key is sent to which address.

import { UsageError } from '../base/errors.ts';
import { showName } from '../base/foreign-text.ts';
import type { ConfigurationSource } from './configuration-source.ts';
import { readOrigin, readProvider } from './read-address.ts';
import { listSaidSettings } from './read-configuration.ts';
import { Secret } from './secret.ts';
import type { SettingsSchema } from './setting-keys.ts';

export interface AskedModel {
  /** `openai:<name>`, or `<provider>:<name>`. */
  readonly model: string;
  /** If undefined, the provider's address is used. */
  readonly baseUrl?: string | undefined;
}

export interface AskedEmbeddings {
  /** Address of the embedding server. */
  readonly embeddings: string;
  /** The model and its server, if they are configured. */
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
}

export interface KeyChoice {
  readonly key: Secret | undefined;
  /** Whether the person has a key that is not sent, because it was not given for this address. */
  readonly isWithheld: boolean;
}

/**
 * A key belongs to the address for which it was given. A key from the command line goes to the address in use. A
 * person's other keys go only to a host that the person named: on the command line, in the environment, or in their
 * own file. A world's key goes only to the host that the world names.
 */
export interface Keyring {
  /**
   * Throws `UsageError` if a provider other than `openai`, or its address, is named only by the world: the client of
   * that provider would find keys in the environment by itself.
   */
  chooseForModel(asked: AskedModel): KeyChoice;
  /** The key that was given for the host of the embeddings; if the model is on the same server, the model's key. */
  chooseForEmbeddings(asked: AskedEmbeddings): Secret | undefined;
}

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

/**
 * Whether a side, the person or the world, may use the address. If no address is given, an `openai` model is at the
 * default address, which both sides may use. The address of any other provider belongs to the side that names the
 * provider.
 */
function isAt(side: Side, asked: AskedModel): boolean {
  if (asked.baseUrl !== undefined) return side.origins.has(readOrigin(asked.baseUrl) ?? '');
  return readProvider(asked.model) === 'openai' || hasProvider(side, asked);
}

function hasProvider(side: Side, { model }: AskedModel): boolean {
  return side.providers.has(readProvider(model) ?? '');
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
    happened: `The provider or the address for ${showName(model)} is named only in the world's own settings, so a key of yours could go to a server that you did not choose.`,
    todo: 'If you want that, name both yourself: --model (and --base-url), the environment, or your own terrarium.yaml.',
  });
}
