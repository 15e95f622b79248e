// Person settings: the settings that can be changed on a screen, with value and source; none about where requests go.

import { buildFlagSource, readConfigurationSources } from '@terrarium/kernel/configuration-source';
import { UsageError } from '@terrarium/kernel/errors';
import { readConfiguration } from '@terrarium/kernel/read-configuration';
import { listSettingKeys, type SettingKey } from '@terrarium/kernel/setting-keys';
import { writeOwnSettings, writeWorldSetting } from '@terrarium/kernel/write-settings';
import { resolveDates } from '@terrarium/memory/memory-settings';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { Host } from '../host/host.ts';
import { type Configured, readConfigured, worldSettingsSchema } from './read-configured.ts';

type PersonSetting = RouteAnswer<'GET /api/worlds/{world}/settings'>[number];

/** The settings in the order of the settings page of the documentation. */
export function listPersonSettings(host: Host, dir: string): readonly PersonSetting[] {
  const configured = readConfigured(host, {}, dir);
  return listKeys().map((key) => buildSetting(key, configured));
}

/**
 * All settings, except those about where requests go and those that only the person's own file may contain.
 */
function listKeys(): readonly SettingKey[] {
  return listSettingKeys(worldSettingsSchema).filter(({ isRoute, isPersonal }) => !isRoute && !isPersonal);
}

function buildSetting(key: SettingKey, { settings, said }: Configured): PersonSetting {
  const name = key.path.join('.');
  const saying = said.find((one) => one.name === name);
  const value = readAt(settings, key.path);
  return {
    name,
    purpose: key.purpose ?? '',
    valid: key.valid,
    kind: key.kind,
    options: listOptions(key),
    byDefault: key.byDefault ?? null,
    value: value ?? null,
    from: saying?.kind ?? null,
    source: saying?.source ?? null,
  };
}

function readAt(settings: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (part: unknown, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name],
    settings,
  );
}

/** The words from which the value must be chosen; none if the setting takes any value of its kind. */
function listOptions({ valid }: SettingKey): string[] {
  const [, named] = /^one of ([\w-]+(?:, [\w-]+)*)/u.exec(valid) ?? [];
  return named?.split(', ') ?? [];
}

interface WantedSetting {
  readonly name: string;
  /** The new value; undefined restores the default. */
  readonly value: unknown;
}

/**
 * Writes the setting into the world's file if this file already sets it, or if it is about voices and no file sets it.
 * Otherwise writes it into the person's own file, which applies in every world. Throws `UsageError`, with nothing
 * written, for an unknown setting, a setting that the environment overrides, or an invalid value.
 */
export function writePersonSetting(host: Host, dir: string, { name, value }: WantedSetting): void {
  const key = listKeys().find(({ path }) => path.join('.') === name);
  if (key === undefined) throw refuseUnknown();
  const kind = readConfigured(host, {}, dir).said.find((one) => one.name === name)?.kind;
  if (kind === 'environment') throw refuseOverruled();
  if (value !== undefined) requireValid(dir, key, value);
  const written = { path: key.path, value };
  if (kind === 'world' || (kind === undefined && name.startsWith('memory.voices.')))
    writeWorldSetting(dir, written);
  else writeOwnSettings(worldSettingsSchema, [written]);
}

/** Validates the value together with all other settings, since some values must fit others. */
function requireValid(dir: string, { path, valid }: SettingKey, value: unknown): void {
  const name = path.join('.');
  const nested = path.toReversed().reduce((inner: unknown, part) => ({ [part]: inner }), value);
  const wanted = buildFlagSource(nested as Readonly<Record<string, unknown>>);
  try {
    const sources = [wanted, ...readConfigurationSources({ worldFolder: dir })];
    const { timeZone, languages } = readConfiguration(worldSettingsSchema, sources).memory;
    // Of time zone and languages, only the one that is being changed is checked: the other may already be
    // wrong, and is corrected separately.
    resolveDates({
      timeZone: name === 'memory.timeZone' ? timeZone : undefined,
      languages: name === 'memory.languages' ? languages : [],
    });
  } catch (cause) {
    if (!(cause instanceof UsageError) || cause.code !== 'configuration.invalid') throw cause;
    const [, order] = /: must rise in the order ([\w, ]*)/u.exec(cause.happened) ?? [];
    if (order !== undefined) throw refuseOrder(order.trim(), cause);
    throw new UsageError({
      code: 'settings.bad-value',
      happened: `This must be ${valid}.`,
      todo: 'Nothing was changed.',
      cause,
    });
  }
}

/** Names the settings as the settings page does. Only one has another name there, so it is explained in words. */
function refuseOrder(order: string, cause: UsageError): UsageError {
  const names = order.split(', ').map((name) => `ratios.${name}`);
  const listed = names
    .join(', ')
    .replace(
      'ratios.compact',
      'ratios.compact (how full the prompt may get before the text read so far is summed up)',
    );
  return new UsageError({
    code: 'settings.bad-order',
    happened: `These four settings must rise in this order: ${listed}.`,
    todo: 'Nothing was changed. The page lists three of them under “Everything else”.',
    cause,
  });
}

function refuseUnknown(): UsageError {
  return new UsageError({
    code: 'settings.unknown',
    happened: 'No setting of that name can be changed here.',
    todo: 'Load the page again.',
  });
}

function refuseOverruled(): UsageError {
  return new UsageError({
    code: 'settings.overruled',
    happened: 'An environment variable of the server sets this, and it takes precedence over every file.',
    todo: 'Remove the variable, and start the server again.',
  });
}
