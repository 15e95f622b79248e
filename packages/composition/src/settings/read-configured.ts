// Reads what is configured for a folder: by flags, the environment, a person's file, and a world's file as far as accepted.

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

/** All settings, including the memory's. */
export const worldSettingsSchema = settingsSchema.extend({ memory: memorySettingsSchema.prefault({}) });

/** As `worldSettingsSchema`, but without a default for the model, so that it is known whether any source names one. */
const saidSchema = worldSettingsSchema.extend({
  model: settingsSchema.shape.model.removeDefault().optional(),
});

/**
 * The settings of every source that counts; what a world says about where requests go counts only if it was accepted.
 */
export type Configured = ReturnType<typeof readBare>;

/**
 * Reads the settings for a folder, whether it is a world or not. Asks nobody. Throws `UsageError` for what is not
 * valid.
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
  // A value on the command line may be anything, and what has no text cannot be compared.
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

/** Settings that were read before, and the texts in which they were. */
interface Cached extends Parsed {
  readonly said: string;
}

/** By folder: a server reads the settings of a world several times for each request. */
const cached = new Map<string, Cached>();
const mostCached = 100;

interface Parsed {
  readonly configured: Configured;
  /** Whether what the world says about where requests go is still accepted, or still not. */
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

/** The flags alone: no file and no environment is read. */
export function readBare(flags: Readonly<Record<string, unknown>>) {
  return readTrusted(saidSchema, [buildFlagSource(flags)], () => false);
}

/** As `readConfigured`, but what the world says about where requests go is in force if it has this digest. */
export function readAccepted(
  flags: Readonly<Record<string, unknown>>,
  worldFolder: string,
  accepted: string,
): Configured {
  const sources = readConfigurationSources({ flags, worldFolder });
  return readTrusted(saidSchema, sources, (digest) => digest === accepted);
}
