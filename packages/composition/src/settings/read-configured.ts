// Reads what is configured for a folder: by flags, the environment, a person's file, and a world's file as far as accepted.

import { buildFlagSource, readConfigurationSources } from '@terrarium/kernel/configuration-source';
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
export type Configured = ReturnType<typeof readConfigured>;

/**
 * Reads the settings for a folder, whether it is a world or not. Asks nobody. Throws `UsageError` for what is not
 * valid.
 */
export function readConfigured(host: Host, flags: Readonly<Record<string, unknown>>, worldFolder: string) {
  const sources = readConfigurationSources({ flags, worldFolder });
  return readTrusted(saidSchema, sources, (digest) => {
    if (hasAcceptedRoutes(worldFolder, digest)) return true;
    if (host.trustsWorld) recordAcceptedRoutes(host, worldFolder, digest);
    return host.trustsWorld;
  });
}

/** The flags alone: no file and no environment is read. */
export function readBare(flags: Readonly<Record<string, unknown>>): Configured {
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
