// Reads the configuration before text is sent: if the world's own settings decide where it goes, the person is asked first.

import { UsageError } from '@terrarium/kernel/errors';
import type { Host } from '../host/host.ts';
import { recordAcceptedRoutes } from './accepted-routes.ts';
import { type Configured, readAccepted, readConfigured } from './read-configured.ts';
import { collectLinksToAsk } from './resolve-links.ts';

/** Where text is sent: to a model that answers it, or to an embedder. */
export type Use = 'model' | 'embedder';

export interface Sending {
  /** Settings given for this one time, by their names. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly dir: string;
  readonly uses: readonly Use[];
}

/**
 * Asks once about the routes that this world names, and in the same question about the outside files that it
 * reads. Throws `UsageError` if nobody can be asked, or if the person says no and only the world names a
 * model.
 */
export async function readForSending(host: Host, { flags, dir, uses }: Sending): Promise<Configured> {
  const configured = readConfigured(host, flags, dir);
  const { held } = configured;
  const { links, allow } = collectLinksToAsk(host, dir);
  const isWanted = (use: Use) => uses.includes(use);
  const isConcerned =
    held !== undefined &&
    ((held.concernsModel && isWanted('model')) || (held.concernsEmbedder && isWanted('embedder')));
  if (!isConcerned) return configured;
  if (await host.askTrust({ dir, routes: held, links })) {
    recordAcceptedRoutes(host, dir, held.digest);
    allow();
    return readAccepted(flags, dir, held.digest);
  }
  if (held.namesOnlyModel && held.concernsModel && isWanted('model')) throw refuseWithoutModel();
  return configured;
}

function refuseWithoutModel(): UsageError {
  return new UsageError({
    code: 'world.settings-declined',
    happened:
      "You have not accepted the world's settings on this machine, and nothing else names a model. Nothing was sent.",
    todo: 'Name one with --model and --base-url, or in your own terrarium.yaml; --model builtin needs no server.',
  });
}
