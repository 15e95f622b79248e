// Writes the model that a person always uses into their own settings: its name, its address and its key together.

import { UsageError } from '@terrarium/kernel/errors';
import { writeOwnSettings } from '@terrarium/kernel/write-settings';
import { readBare, worldSettingsSchema } from './read-configured.ts';

export interface OwnModel {
  /** `builtin`, `openai:<name>` or `<provider>:<name>`. */
  readonly model: string;
  /** If none is given, the provider's default address is used. */
  readonly baseUrl?: string | undefined;
  /** Stored for this address alone; a key that was kept for another stays where it is. */
  readonly apiKey?: string | undefined;
  /** Tokens a prompt may have; null takes out what was set, undefined leaves it. */
  readonly contextBudget?: number | null | undefined;
}

/**
 * Returns the path of the file. Throws `UsageError`, with nothing written, for a name or an address that is not valid,
 * and for a key without an address: nobody could say later where it may go.
 */
export function writeOwnModel({ model, baseUrl, apiKey, contextBudget }: OwnModel): string {
  readBare({ model, baseUrl });
  const settings = [
    { path: ['model'], value: model },
    { path: ['baseUrl'], value: baseUrl },
    ...(contextBudget === undefined ? [] : [{ path: ['contextBudget'], value: contextBudget ?? undefined }]),
  ];
  if (apiKey === undefined) return writeOwnSettings(worldSettingsSchema, settings);
  const address = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined;
  if (address === undefined) throw refuseKey();
  return writeOwnSettings(worldSettingsSchema, [...settings, { path: ['keys', address], value: apiKey }]);
}

function refuseKey(): UsageError {
  return new UsageError({
    code: 'configuration.key-without-address',
    happened: 'A key belongs to one address, and no address was given.',
    todo: 'Give the address of its server with --base-url.',
  });
}
