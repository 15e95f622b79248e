// Probes whether the server of the model that is set can be reached, without asking the model anything.

import { findSilence } from '@terrarium/kernel/find-silence';
import type { Finding } from '@terrarium/kernel/finding';
import type { Host } from '../host/host.ts';
import { readConfigured } from '../settings/read-configured.ts';

/** Empty if a connection can be opened, if no model is set, or if its address is the provider's own. */
export async function probeSilence(host: Host, dir: string): Promise<readonly Finding[]> {
  const { model = 'builtin', baseUrl } = readConfigured(host, {}, dir).settings;
  if (model === 'builtin' || baseUrl === undefined) return [];
  const silence = await findSilence(baseUrl);
  if (silence === undefined) return [];
  const { happened: says, todo, code } = silence;
  return [{ check: 'server', standing: 'problem', says, todo, code }];
}
