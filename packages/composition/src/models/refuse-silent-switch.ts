// Keeps a reading from going on with the built-in reader if nobody has named the model.

import { UsageError } from '@terrarium/kernel/errors';
import { renderCommand } from '../host/render-command.ts';
import { isBuiltIn } from './is-built-in.ts';

export interface ModelFacts {
  /**
   * The model that any source of settings names; undefined if no source names one, so that the built-in
   * reader is the default.
   */
  readonly said: string | undefined;
  readonly baseUrl: string | undefined;
  /** The model that gave the newest reply in this world. */
  readonly last: string | undefined;
  readonly worldDir: string;
}

/**
 * Scenes that were read are not read again, so the reader must not change halfway unless the person wants it. If no
 * model is named now, throws `UsageError` if an address is named, or if a model other than the built-in reader gave the
 * newest reply.
 */
export function refuseSilentSwitch({ said, baseUrl, last, worldDir }: ModelFacts): void {
  if (said !== undefined) return;
  const known = last === undefined || isBuiltIn(last) ? undefined : last;
  if (baseUrl !== undefined) throw refuseAddressAlone(known);
  if (known === undefined) return;
  const address = known.startsWith('openai:') ? ['--base-url', 'ADDRESS'] : [];
  const command = renderCommand('read', worldDir, ['--model', known, ...address]);
  throw new UsageError({
    code: 'cli.model-not-named',
    happened: `The last run of this world used ${known}, but now no model is named.`,
    todo: `Name it (${command}, or "model" in terrarium.yaml), or give --model builtin to continue with the built-in reader.`,
  });
}

function refuseAddressAlone(last: string | undefined): UsageError {
  return new UsageError({
    code: 'cli.address-without-model',
    happened:
      'The address of a server is given (--base-url), but no model is named, and the built-in reader needs no server.',
    todo: `Add --model ${last ?? 'openai:NAME'}, or --model builtin to read without a server.`,
  });
}
