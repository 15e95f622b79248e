// Builds redactors: what takes secrets out of every text, and what is private out of a text meant for others.

import type { World } from '@terrarium/annotator/world';
import type { SaidSetting } from '@terrarium/kernel/read-configuration';
import { redactModelPath, redactPaths } from './redact-paths.ts';

export type Redactor = (text: string) => string;

const shown = '[secret]';
/** Shorter ones are words of their own; such a key is masked where it is said and by whoever sends it. */
const leastSecret = 6;
/** Options of a model are mostly numbers and short words; what is longer may be a key. */
const leastOption = 12;

/** Takes keys, credentials and queries of addresses, and long options out of a text. */
export function buildSecretRedactor(said: readonly SaidSetting[]): Redactor {
  const secrets = said.flatMap(({ name, value }) => listSecrets(name, value));
  return buildReplacer(secrets.map((secret) => [secret, shown]));
}

function listSecrets(name: string, value: unknown): readonly string[] {
  if (name === 'apiKey')
    return [String(value), String(value).trim()].filter((text) => text.length >= leastSecret);
  if (name === 'baseUrl') return listAddressSecrets(String(value));
  return name === 'extraBody' ? listTexts(value).filter((text) => text.length >= leastOption) : [];
}

function listAddressSecrets(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { username, password, search, searchParams, hash } = new URL(address);
  const parts = [username, password, search.slice(1), hash.slice(1), ...searchParams.values()];
  return parts.flatMap((part) => [part, decode(part)]).filter((part) => part.length >= leastSecret);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

export interface PrivatePlaces {
  readonly home: string;
  readonly userName: string | undefined;
  readonly worldDir: string;
  readonly world: World | undefined;
  readonly said: readonly SaidSetting[];
}

/** Takes out what a stranger need not know: whose machine it is, where things lie, what the story is called. */
export function buildPrivacyRedactor({ home, userName, worldDir, world, said }: PrivatePlaces): Redactor {
  const corpora = (world?.corpora ?? []).flatMap(({ path, source }) => [path, source]);
  const replacePaths = buildReplacer([
    ...corpora.map((path) => [path, 'CORPUS'] as const),
    ...said.filter(({ name }) => name === 'model').flatMap(({ value }) => listModelNames(String(value))),
    [worldDir, 'WORLD'],
    ...(home.length > 1 ? [[home, '~'] as const] : []),
  ]);
  const user = userName === undefined ? undefined : buildUserPattern(userName);
  return (text) => {
    const placed = replacePaths(text)
      .replace(/--world (?:'[^']*'|\\'|[\w./~@%+=:,-])+/gu, '--world WORLD')
      .replace(/(?<=:\/\/(?:\[secret\]@)?)(?!\[secret\])[^\s/:?#"')]+/gu, (host) =>
        isLoopback(host) ? host : '[host]',
      );
    return redactPaths(user === undefined ? placed : placed.replace(user, 'USER'));
  };
}

/** A server repeats the name without who provides it. */
function listModelNames(name: string): readonly Replacement[] {
  const bare = name.replace(/^[\w-]{2,}:/u, '');
  return [name, bare].flatMap((one) => (redactModelPath(one) === one ? [] : [[one, redactModelPath(one)]]));
}

/** As a folder of a path. */
function buildUserPattern(userName: string): RegExp {
  const escaped = userName.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
  return new RegExp(`(?<=[/\\\\])${escaped}(?![^/\\\\\\s"'.,:;)])`, 'gu');
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|\[host\])$/u.test(host);
}

/** The address with neither credentials nor query. */
export function renderAddress(address: string): string {
  if (!URL.canParse(address)) return shown;
  const { protocol, host, pathname, username, password, search, hash } = new URL(address);
  const credentials = `${username}${password}` === '' ? '' : `${shown}@`;
  return `${protocol}//${credentials}${host}${pathname}${`${search}${hash}` === '' ? '' : `?${shown}`}`;
}

type Replacement = readonly [from: string, to: string];

/** The longest first, so that no part of one stays behind. */
function buildReplacer(replacements: readonly Replacement[]): Redactor {
  const ordered = [...replacements].sort(([one], [other]) => other.length - one.length);
  return (text) => ordered.reduce((result, [from, to]) => result.replaceAll(from, () => to), text);
}
