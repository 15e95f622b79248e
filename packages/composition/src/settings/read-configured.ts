// Reads what is configured for a folder: by flags, the environment, a person's file, and the accepted part of a world's file.

import {
  buildConfigurationSources,
  buildFlagSource,
  readConfigurationSources,
  readConfigurationTexts,
} from '@terrarium/kernel/configuration-source';
import { readTrusted } from '@terrarium/kernel/read-trusted';
import { settingsSchema } from '@terrarium/kernel/settings';
import { memorySettingsSchema } from '@terrarium/memory/memory-settings';
import type { Host } from '../host/host.ts';
import { hasAcceptedRoutes, recordAcceptedRoutes } from './accepted-routes.ts';

export const worldSettingsSchema = settingsSchema.extend({ memory: memorySettingsSchema.prefault({}) });

/** Like `worldSettingsSchema`, but without a default for the model, to find out whether any source names one. */
const saidSchema = worldSettingsSchema.extend({
  model: settingsSchema.shape.model.removeDefault().optional(),
});

/** The settings of all sources. A world's settings about where requests go count only if they were accepted. */
export type Configured = ReturnType<typeof readBare>;

/**
 * Reads the settings for a folder, whether it is a world or not, without asking the person anything. Throws
 * `UsageError` for invalid settings.
 */
export function readConfigured(
  host: Host,
  flags: Readonly<Record<string, unknown>>,
  worldFolder: string,
): Configured {
  const isAccepted = (digest: string): boolean => {
    if (hasAcceptedRoutes(worldFolder, digest)) return true;
    if (host.trustsWorld) recordAcceptedRoutes(host, worldFolder, digest);
    return host.trustsWorld;
  };
  const texts = readConfigurationTexts({ flags, worldFolder });
  // Flags may have values that cannot be turned into text and compared, so the cache is not used with flags.
  if (Object.keys(flags).length > 0)
    return readTrusted(saidSchema, buildConfigurationSources(texts), isAccepted);
  const said = JSON.stringify(texts);
  const before = cached.get(worldFolder);
  if (before?.said === said && before.isHeldAsBefore(isAccepted)) return before.configured;
  const made = parseTexts(texts, isAccepted);
  if (cached.size >= mostCached) cached.clear();
  cached.set(worldFolder, { ...made, said });
  return made.configured;
}

/** Settings that were read before, with the texts from which they were read. */
interface Cached extends Parsed {
  readonly said: string;
}

/** Settings by folder, because a server reads the settings of a world several times for each request. */
const cached = new Map<string, Cached>();
const mostCached = 100;

interface Parsed {
  readonly configured: Configured;
  /** Whether the world's settings about where requests go are accepted or held back just as before. */
  isHeldAsBefore(isAccepted: (digest: string) => boolean): boolean;
}

function parseTexts(
  texts: ReturnType<typeof readConfigurationTexts>,
  isAccepted: (digest: string) => boolean,
): Parsed {
  const asked = new Map<string, boolean>();
  const configured = readTrusted(saidSchema, buildConfigurationSources(texts), (digest) => {
    const isIn = isAccepted(digest);
    asked.set(digest, isIn);
    return isIn;
  });
  return {
    configured,
    isHeldAsBefore: (isNowAccepted) => [...asked].every(([digest, wasIn]) => isNowAccepted(digest) === wasIn),
  };
}

/** The settings from the flags alone; files and environment are not read. */
export function readBare(flags: Readonly<Record<string, unknown>>) {
  return readTrusted(saidSchema, [buildFlagSource(flags)], () => false);
}

/** Like `readConfigured`, but the world's settings about where requests go count if they have the digest `accepted`. */
export function readAccepted(
  flags: Readonly<Record<string, unknown>>,
  worldFolder: string,
  accepted: string,
): Configured {
  const sources = readConfigurationSources({ flags, worldFolder });
  return readTrusted(saidSchema, sources, (digest) => digest === accepted);
}
