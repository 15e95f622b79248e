// Reads what is configured for a world: by the environment, a person's file, and the world's own as far as it was accepted.

import { readConfigurationSources } from '@terrarium/kernel/configuration-source';
import { UsageError } from '@terrarium/kernel/errors';
import { openKnownWorlds } from '@terrarium/kernel/known-worlds';
import { type HeldRoutes, readTrusted } from '@terrarium/kernel/read-trusted';
import { settingsSchema } from '@terrarium/kernel/settings';
import { showName } from '@terrarium/kernel/show-name';
import { memorySettingsSchema } from '@terrarium/memory/memory-settings';

const schema = settingsSchema.extend({ memory: memorySettingsSchema.prefault({}) });

export type Configured = ReturnType<typeof readConfigured>;

/** Throws `UsageError` for what is not valid, and `StorageError` where trust that was given cannot be kept. */
export function readConfigured(worldFolder: string, trustsWorld: boolean) {
  return readTrusted(schema, readConfigurationSources({ worldFolder }), (digest) => {
    const known = openKnownWorlds();
    if (known.hasAccepted(worldFolder, digest)) return true;
    if (trustsWorld) known.recordAccepted(worldFolder, digest);
    return trustsWorld;
  });
}

export function refuseUntrusted(dir: string, { said }: HeldRoutes): UsageError {
  const names = said.map(({ name }) => name).join(', ');
  return new UsageError({
    code: 'world.untrusted-settings',
    happened: `The terrarium.yaml of the world ${showName(dir)} says where requests go (${names}), and the person has not accepted that on this machine: it does not count, and nothing was sent.`,
    todo: 'The person can look at that file, and then start "terrarium mcp" once with --trust-world.',
  });
}
