// Reads what is configured for a folder: by flags, the environment, a person's file and a world's.

import { readConfigurationSources } from '@terrarium/kernel/configuration-source';
import { listSaidSettings, readConfiguration, type SaidSetting } from '@terrarium/kernel/read-configuration';
import { settingsSchema } from '@terrarium/kernel/settings';
import { memorySettingsSchema } from '@terrarium/memory/memory-settings';

/** All settings there are, the memory's among them. */
export const worldSettingsSchema = settingsSchema.extend({ memory: memorySettingsSchema.prefault({}) });

/** The same, but telling whether any source names a model at all. */
export const saidSchema = worldSettingsSchema.extend({
  model: settingsSchema.shape.model.removeDefault().optional(),
});

/** What is configured, as far as somebody said it. */
export type Configured = ReturnType<typeof readConfigured>;

/** Whether the folder is a world or not. Throws `UsageError` for what is not valid. */
export function readConfigured(flags: Readonly<Record<string, unknown>>, worldFolder: string) {
  const sources = readConfigurationSources({ flags, worldFolder });
  const said: readonly SaidSetting[] = listSaidSettings(saidSchema, sources);
  return { settings: readConfiguration(saidSchema, sources), said };
}
