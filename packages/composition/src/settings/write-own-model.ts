// Writes the model that a person always uses into their own settings, with its address and its key.

import { UsageError } from '@terrarium/kernel/errors';
import { writeOwnSettings } from '@terrarium/kernel/write-settings';
import { readBare, worldSettingsSchema } from './read-configured.ts';

export interface OwnModel {
  /** The model: `builtin`, `openai:<name>` or `<provider>:<name>`. */
  readonly model: string;
  /** If none is given, the provider's default address is used. */
  readonly baseUrl?: string | undefined;
  /** Stored for this address alone; a key stored for another address stays. */
  readonly apiKey?: string | undefined;
  /** How many tokens a prompt may have; null removes the setting, undefined keeps it. */
  readonly contextBudget?: number | null | undefined;
}

/**
 * Returns the path of the file. Throws `UsageError`, with nothing written, for an invalid name or address,
 * and for a key without an address, because it would be unknown where the key may be sent.
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
