// Builds redactors: one takes secrets out of any text; the other also takes private facts out of texts meant for others.

import type { World } from '@terrarium/annotator/world';
import type { SaidSetting } from '@terrarium/kernel/read-configuration';
import { decodePercents, leastSecret } from '@terrarium/kernel/server-address';
import { applyCovers, type Cover, isOverlapping, listCovers } from './apply-covers.ts';
import { listFolders, redactModelPath, redactPaths } from './redact-paths.ts';

export type Redactor = (text: string) => string;

type Finder = (text: string) => readonly Cover[];

const shown = '[secret]';
/** Values of model options are mostly numbers and short words. A text of at least this length may be a key. */
const leastOption = 12;

/** Removes keys, long options, and the credentials and queries of addresses from a text. */
export function buildSecretRedactor(said: readonly SaidSetting[]): Redactor {
  const listSecretCovers = buildSecretFinder(said);
  return (text) => applyCovers(text, listSecretCovers(text), shown);
}

function buildSecretFinder(said: readonly SaidSetting[]): Finder {
  return buildFinder(said.flatMap(({ name, value }) => listSecrets(name, value)).map((one) => [one, shown]));
}

function listSecrets(name: string, value: unknown): readonly string[] {
  // A key too short to be searched for in a text is masked at the places where keys are shown or sent.
  if (name === 'apiKey')
    return [String(value), String(value).trim()].filter((text) => text.length >= leastSecret);
  if (name === 'keys') return listTexts(value).filter((text) => text.length >= leastSecret);
  if (isAddress(name)) return listAddressSecrets(String(value));
  return name === 'extraBody' ? listTexts(value).filter((text) => text.length >= leastOption) : [];
}

/** Whether a setting names a server: that of the model, or that of the embeddings. */
export function isAddress(name: string): boolean {
  return name === 'baseUrl' || name.endsWith('.baseUrl');
}

function listAddressSecrets(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { username, password, search, searchParams, hash } = new URL(address);
  const parts = [username, password, search.slice(1), hash.slice(1), ...searchParams.values()];
  return parts.flatMap((part) => [part, decodePercents(part)]).filter((part) => part.length >= leastSecret);
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

/**
 * Takes out secrets and private facts: user and host names, folders, and the title of the story. The text
 * must not have been redacted before, because a path in which a secret is masked is no longer recognised as a
 * path.
 */
export function buildPrivacyRedactor(places: PrivatePlaces): Redactor {
  const listSecretCovers = buildSecretFinder(places.said);
  const finders = [buildPlaceFinder(places), listWorldOptions, listHosts, buildUserFinder(places.userName)];
  return (text) => {
    const secrets = listSecretCovers(text);
    // If a path contains a secret, its folders are covered too: once the secret is masked, the rest would no
    // longer be recognised as a path.
    const cut = listFolders(text).filter((folders) => secrets.some((one) => isOverlapping(one, folders)));
    const covers = [...finders.flatMap((find) => find(text)), ...cut, ...secrets];
    return redactPaths(applyCovers(text, covers, shown));
  };
}

function buildPlaceFinder({ home, worldDir, world, said }: PrivatePlaces): Finder {
  const corpora = (world?.corpora ?? []).flatMap(({ path, source }) => [path, source]);
  const redactSecrets = buildSecretRedactor(said);
  const models = said.filter(({ name }) => name === 'model');
  return buildFinder([
    ...corpora.map((path) => [path, 'CORPUS'] as const),
    ...models
      .flatMap(({ value }) => listModelNames(String(value)))
      .map(([from, to]) => [from, redactSecrets(to)] as const),
    [worldDir, 'WORLD'],
    ...(home.length > 1 ? [[home, '~'] as const] : []),
  ]);
}

function listWorldOptions(text: string): readonly Cover[] {
  return listMatches(text, /(?<=--world )(?:'[^']*'|\\'|[\w./~@%+=:,-])+/gu, () => 'WORLD');
}

/** Finds the hosts of addresses, and the credentials before the hosts. */
function listHosts(text: string): readonly Cover[] {
  return [...text.matchAll(/(?<=:\/\/)[^\s/?#"'()]+/gu)].flatMap(({ 0: authority, index }) => {
    const at = authority.lastIndexOf('@');
    const start = index + at + 1;
    const [host = ''] = /^(?:\[[\da-f:.]+\]|[^:]+)/iu.exec(authority.slice(at + 1)) ?? [];
    const isOpen = host === '' || isLoopback(host);
    return [
      ...(at < 1 ? [] : [{ start: index, end: index + at, shown }]),
      ...(isOpen ? [] : [{ start, end: start + host.length, shown: '[host]' }]),
    ];
  });
}

/** Lists the model's name with and without the provider before it, because servers repeat it without the provider. */
function listModelNames(name: string): readonly Replacement[] {
  const bare = name.replace(/^[\w-]{2,}:/u, '');
  return [name, bare].flatMap((one) => (redactModelPath(one) === one ? [] : [[one, redactModelPath(one)]]));
}

/** Finds the user's name if it is a folder of a path. */
function buildUserFinder(userName: string | undefined): Finder {
  if (userName === undefined) return () => [];
  const escaped = userName.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
  const folder = new RegExp(`(?<=[/\\\\])${escaped}(?![^/\\\\\\s"'.,:;)])`, 'gu');
  return (text) => listMatches(text, folder, () => 'USER');
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|\[host\])$/u.test(host);
}

/**
 * Renders the address with a mark in place of credentials, query and fragment; only the mark if it is not an
 * address.
 */
export function renderAddress(address: string): string {
  if (!URL.canParse(address)) return shown;
  const { protocol, host, pathname, username, password, search, hash } = new URL(address);
  const credentials = `${username}${password}` === '' ? '' : `${shown}@`;
  return `${protocol}//${credentials}${host}${pathname}${`${search}${hash}` === '' ? '' : `?${shown}`}`;
}

type Replacement = readonly [from: string, to: string];

function buildFinder(replacements: readonly Replacement[]): Finder {
  return (text) => replacements.flatMap(([from, to]) => listCovers(text, from, to));
}

function listMatches(
  text: string,
  pattern: RegExp,
  show: (found: string) => string | undefined,
): readonly Cover[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    const shown = show(found);
    return shown === undefined ? [] : [{ start: index, end: index + found.length, shown }];
  });
}
