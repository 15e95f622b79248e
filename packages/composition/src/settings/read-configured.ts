// Reads what is configured for a folder: by flags, the environment, a person's file, and a world's as far as it was accepted.

import { buildFlagSource, readConfigurationSources } from '@terrarium/kernel/configuration-source';
import { readTrusted } from '@terrarium/kernel/read-trusted';
import { settingsSchema } from '@terrarium/kernel/settings';
import { memorySettingsSchema } from '@terrarium/memory/memory-settings';
import type { Host } from '../host/host.ts';
import { hasAcceptedRoutes, recordAcceptedRoutes } from './accepted-routes.ts';

/** All settings there are, the memory's among them. */
export const worldSettingsSchema = settingsSchema.extend({ memory: memorySettingsSchema.prefault({}) });

/** The same, but telling whether any source names a model at all. */
const saidSchema = worldSettingsSchema.extend({
  model: settingsSchema.shape.model.removeDefault().optional(),
});

/** What is configured, as far as somebody said it and may. */
export type Configured = ReturnType<typeof readConfigured>;

/** Whether the folder is a world or not. Asks nobody. Throws `UsageError` for what is not valid. */
export function readConfigured(host: Host, flags: Readonly<Record<string, unknown>>, worldFolder: string) {
  const sources = readConfigurationSources({ flags, worldFolder });
  return readTrusted(saidSchema, sources, (digest) => {
    if (hasAcceptedRoutes(worldFolder, digest)) return true;
    if (host.trustsWorld) recordAcceptedRoutes(host, worldFolder, digest);
    return host.trustsWorld;
  });
}

/** As the person says it here and nowhere else: no file is read. */
export function readBare(flags: Readonly<Record<string, unknown>>): Configured {
  return readTrusted(saidSchema, [buildFlagSource(flags)], () => false);
}

/** The same as `readConfigured`, where just these settings of the world are to count. */
export function readAccepted(
  flags: Readonly<Record<string, unknown>>,
  worldFolder: string,
  accepted: string,
): Configured {
  const sources = readConfigurationSources({ flags, worldFolder });
  return readTrusted(saidSchema, sources, (digest) => digest === accepted);
}
