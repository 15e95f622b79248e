// Configuration sources: flags, the process environment and files, each with its own names for the settings.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { TerrariumError, UsageError } from '../base/errors.ts';
import { openWorldFolder } from '../files/world-folder.ts';
import { loadYaml } from './load-yaml.ts';
import { readProcessEnvironment } from './process-environment.ts';
import type { SettingKey } from './setting-keys.ts';

/** The values of one source, before they are validated. */
export interface ConfigurationSource {
  /** Who gives the values: the person (by flags, environment or their own file), or the maker of the world. */
  readonly kind: 'flags' | 'environment' | 'world' | 'own';
  /** The source's name in messages, such as a file's path. */
  readonly title: string;
  /** Whether numbers and structures arrive as text from this source. */
  readonly isTextOnly: boolean;
  /** Whether each setting has a single, unnested name in this source. */
  readonly isFlat: boolean;
  /** How this source spells the name of a setting. */
  nameOf(path: readonly string[]): string;
  /** The values given, nested as in the schema, including keys that the schema does not know. */
  buildValues(keys: readonly SettingKey[]): unknown;
}

export interface SourceLocations {
  readonly flags?: Readonly<Record<string, unknown>>;
  /** The folder of the world whose `terrarium.yaml` is read. */
  readonly worldFolder?: string;
  /** Used instead of the real process environment and the person's configuration folder. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly userFolder?: string;
}

export const fileName = 'terrarium.yaml';
const prefix = 'TERRARIUM_';
/**
 * Variables with this prefix that are not settings: they control our own tests and proofs, or only a server or a
 * fleet.
 */
const reserved: readonly string[] = [
  'TERRARIUM_PROVE',
  'TERRARIUM_TEST_SEED',
  'TERRARIUM_PASSPHRASE',
  'TERRARIUM_DATABASE',
];
export const largestFileBytes = 1_048_576;

/** The texts of all sources before they are parsed. Equal texts give equal settings. */
export interface ConfigurationTexts {
  readonly flags: Readonly<Record<string, unknown>>;
  /** The variables that are meant for us, as pairs of name and text. */
  readonly environment: readonly (readonly [name: string, text: string])[];
  readonly world: NamedText | undefined;
  readonly own: NamedText | undefined;
}

interface NamedText {
  readonly path: string;
  readonly text: string;
}

/** Reads all sources, the strongest first: flags, environment, the world's file, the person's own file. */
export function readConfigurationSources(locations: SourceLocations): readonly ConfigurationSource[] {
  return buildConfigurationSources(readConfigurationTexts(locations));
}

/** Reads only the texts: parsing them takes several times as long. */
export function readConfigurationTexts(locations: SourceLocations): ConfigurationTexts {
  const { worldFolder, flags = {}, environment = readProcessEnvironment() } = locations;
  const { path, text } = readOwnFile(locations.userFolder);
  return {
    flags,
    environment: listOwnVariables(environment),
    world: worldFolder === undefined ? undefined : readWorldFile(worldFolder),
    own: text === undefined ? undefined : { path, text },
  };
}

/** Builds the sources from these texts, the strongest first. Throws `UsageError` if a file is not YAML. */
export function buildConfigurationSources({
  flags,
  environment,
  world,
  own,
}: ConfigurationTexts): readonly ConfigurationSource[] {
  return [
    buildFlagSource(flags),
    buildEnvironmentSource(environment),
    ...(world === undefined ? [] : [buildFileSource(world.path, world.text, 'world')]),
    ...(own === undefined ? [] : [buildFileSource(own.path, own.text, 'own')]),
  ];
}

/** Reads the person's own file, which may be a link; the text is undefined if there is no file. */
export function readOwnFile(userFolder = envPaths('terrarium', { suffix: '' }).config): {
  readonly path: string;
  readonly text: string | undefined;
} {
  const path = join(userFolder, fileName);
  return { path, text: readText(path, undefined) };
}

/** Builds the source of the values given on the command line, without reading a file. */
export function buildFlagSource(flags: Readonly<Record<string, unknown>>): ConfigurationSource {
  return {
    kind: 'flags',
    title: 'command line',
    isTextOnly: true,
    isFlat: true,
    nameOf: (path) => `--${splitWords(path).join('-').toLowerCase()}`,
    buildValues: () => flags,
  };
}

/** How the environment spells a setting, such as `TERRARIUM_RETRIES_ATTEMPTS`. */
export function nameInEnvironment(path: readonly string[]): string {
  return prefix + splitWords(path).join('_').toUpperCase();
}

function listOwnVariables(
  variables: Readonly<Record<string, string | undefined>>,
): ConfigurationTexts['environment'] {
  return Object.entries(variables).flatMap(([name, text]) =>
    name.startsWith(prefix) && !reserved.includes(name) && text !== undefined && text !== ''
      ? [[name, text] as const]
      : [],
  );
}

function buildEnvironmentSource(given: ConfigurationTexts['environment']): ConfigurationSource {
  const buildValues = (keys: readonly SettingKey[]) => {
    const values: Record<string, unknown> = {};
    // Building the names of all settings takes longer than everything else here, so they are built only if a variable
    // is set.
    if (given.length === 0) return values;
    const paths = new Map(keys.map((key) => [nameInEnvironment(key.path), key.path]));
    for (const [name, text] of given) setAt(values, paths.get(name) ?? [name], text);
    return values;
  };
  // A name that the schema does not know stays in the spelling of the variable.
  const isOwnName = (path: readonly string[]) => path.length === 1 && path[0]?.startsWith(prefix) === true;
  return {
    kind: 'environment',
    title: 'environment',
    isTextOnly: true,
    isFlat: true,
    nameOf: (path) => (isOwnName(path) ? path.join('') : nameInEnvironment(path)),
    buildValues,
  };
}

/** Builds the source of a file with this text. Throws `UsageError` if the text is not YAML. */
export function buildFileSource(path: string, text: string, kind: 'own' | 'world'): ConfigurationSource {
  const values = parseYaml(path, text);
  return {
    kind,
    title: path,
    isTextOnly: false,
    isFlat: false,
    nameOf: (key) => key.join('.'),
    buildValues: () => values,
  };
}

/** Reads through `openWorldFolder`, like every file of a world. */
function readWorldFile(worldFolder: string): NamedText | undefined {
  const path = join(worldFolder, fileName);
  const text = readText(path, worldFolder);
  return text === undefined ? undefined : { path, text };
}

function readText(path: string, worldFolder: string | undefined): string | undefined {
  try {
    if (worldFolder !== undefined) {
      const bounds = { largestBytes: largestFileBytes, refuseLarger: () => refuseLarge(path) };
      return openWorldFolder(worldFolder).readText(path, bounds);
    }
    const bytes = readFileSync(path);
    if (bytes.byteLength <= largestFileBytes) return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof TerrariumError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError({
      code: 'configuration.unreadable',
      happened: `The configuration file ${path} cannot be read (${String(code)}).`,
      todo: 'Make it a readable file, or remove it.',
      cause: error,
    });
  }
  throw refuseLarge(path);
}

function refuseLarge(path: string): UsageError {
  return new UsageError({
    code: 'configuration.too-large',
    happened: `The configuration file ${path} is larger than ${largestFileBytes} bytes.`,
    todo: 'Settings need only a few lines: check that this is the right file.',
  });
}

/** Throws a `UsageError` that names the line, if it is known, but does not quote the line. */
export function parseYaml(path: string, text: string): unknown {
  // With `prettyErrors`, an error would quote the line, which may contain a key.
  const document = loadYaml().parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
  const error = document.errors[0];
  if (error !== undefined) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    throw refuseNoYaml(path, `is not YAML: line ${line} (${error.code})`);
  }
  try {
    return document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (cause) {
    if (!(cause instanceof ReferenceError)) throw cause;
    throw refuseNoYaml(
      path,
      'cannot be used: an alias (*name) has no anchor (&name) before it, or aliases make the file too large',
    );
  }
}

function refuseNoYaml(path: string, why: string): UsageError {
  return new UsageError({
    code: 'configuration.not-yaml',
    happened: `The configuration file ${path} ${why}.`,
    todo: 'Write one "key: value" a line, indented by spaces.',
  });
}

function splitWords(path: readonly string[]): string[] {
  return path.flatMap((part) => part.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(' '));
}

function setAt(values: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    values[name] = value;
    return;
  }
  const part = (values[name] ?? {}) as Record<string, unknown>;
  values[name] = part;
  setAt(part, rest, value);
}

/** The folder for our logs (on Linux, `~/.local/state/terrarium`); it may not exist yet. */
export function resolveOwnLogFolder(): string {
  return envPaths('terrarium', { suffix: '' }).log;
}
