// Reads the configuration for a command that sends text: what a world says about where that goes is asked about first.

import { UsageError } from '@terrarium/kernel/errors';
import type { HeldRoutes } from '@terrarium/kernel/read-trusted';
import type { Shell } from '../shell/shell.ts';
import { listHeld, renderHeld, renderLinks } from '../views/render-held.ts';
import { askYes, isAtTerminal } from './ask-yes.ts';
import { type Configured, readAccepted, readConfigured } from './read-configured.ts';
import { recordAcceptedRoutes } from './record-accepted-routes.ts';
import { collectLinksToAsk } from './resolve-links.ts';

/** What a command sends: texts that a model answers, or texts that become vectors. */
export type Use = 'model' | 'embedder';

export interface Sending {
  /** What was said on the command line, by the names of the settings. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly dir: string;
  readonly uses: readonly Use[];
}

/**
 * Asks at a terminal, once for these settings of this world, and with them for the files outside of it that it reads.
 * Throws `UsageError` elsewhere, and where somebody says no and nothing but the world names a model.
 */
export async function readForSending(shell: Shell, { flags, dir, uses }: Sending): Promise<Configured> {
  const configured = readConfigured(shell, flags, dir);
  const { held } = configured;
  const { links, allow } = collectLinksToAsk(shell, dir);
  const isWanted = (use: Use) => uses.includes(use);
  const isConcerned =
    held !== undefined &&
    ((held.concernsModel && isWanted('model')) || (held.concernsEmbedder && isWanted('embedder')));
  if (!isConcerned) return configured;
  if (!isAtTerminal(shell)) throw refuseUntrusted(dir, held);
  const { width } = shell.printer;
  shell.printer.writeLines(...renderHeld(held, dir, width), ...renderLinks(links, dir, width));
  if (await askYes('Use them? [y/N] ')) {
    recordAcceptedRoutes(shell, dir, held.digest);
    allow();
    return readAccepted(flags, dir, held.digest);
  }
  if (held.namesOnlyModel && held.concernsModel && isWanted('model')) throw refuseWithoutModel();
  return configured;
}

function refuseUntrusted(dir: string, held: HeldRoutes): UsageError {
  return new UsageError({
    code: 'world.untrusted-settings',
    happened: `The terrarium.yaml of the world ${dir} says where requests go (${listHeld(held)}), and nobody has accepted that on this machine.`,
    todo: 'Look at it, and accept it with --trust-world; or say each of these settings yourself, on the command line or in the environment.',
  });
}

function refuseWithoutModel(): UsageError {
  return new UsageError({
    code: 'world.settings-declined',
    happened: "The world's settings do not count, and nothing else names a model. Nothing was sent.",
    todo: 'Name one with --model and --base-url, or in your own terrarium.yaml; --model builtin needs no server.',
  });
}
