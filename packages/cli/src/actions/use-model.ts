// Sets the model that a person always uses, or shows which model is used here and where it was set.

import { readConfigured } from '@terrarium/composition/read-configured';
import { writeOwnModel } from '@terrarium/composition/write-own-model';
import { UsageError } from '@terrarium/kernel/errors';
import { type ShownSetting, showSettings } from '../redact/read-facts.ts';
import type { WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export interface UseOptions extends WorldOptions {
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

const titles = new Map([
  ['model', 'Model'],
  ['baseUrl', 'Address'],
  ['keys', 'Keys for'],
]);

/**
 * The model written here is used in every world. A world's file and the environment override it; if they do, the output
 * says so.
 */
export function useModel(shell: Shell, model: string | undefined, options: UseOptions): void {
  const { baseUrl, apiKey, world } = options;
  if (model === undefined && (baseUrl !== undefined || apiKey !== undefined)) throw refuseNameless();
  const file = model === undefined ? undefined : writeOwnModel({ model, baseUrl, apiKey });
  const { settings, said } = readConfigured(shell, {}, world);
  const used = showSettings(said.filter(({ name }) => titles.has(name)));
  if (options.json === true) {
    const { model: name = 'builtin', baseUrl: address } = settings;
    shell.printer.writeJson('usedModel', { model: name, baseUrl: address, file, settings: used });
    return;
  }
  if (file !== undefined) shell.printer.writeLines(`Written to ${file}, which applies to every world.`);
  shell.printer.writeLines(...renderUsed(used, file));
}

function renderUsed(used: readonly ShownSetting[], file: string | undefined): readonly string[] {
  const lines = used.map(({ name, value, from }) => `${titles.get(name) ?? name}: ${value}  (${from})`);
  const isNamed = used.some(({ name }) => name === 'model');
  const stronger = used.filter(({ name, from }) => file !== undefined && name !== 'keys' && from !== file);
  return [
    ...(isNamed ? lines : ['No model is named: the built-in reader, narrator and writer are used.']),
    ...stronger.map(
      ({ name, from }) => `Here ${from} overrides your file. To use your file, remove ${name} there.`,
    ),
    isNamed ? 'Check it: terrarium doctor' : 'Name one: terrarium use openai:NAME --base-url ADDRESS',
  ];
}

function refuseNameless(): UsageError {
  return new UsageError({
    code: 'cli.nameless-model',
    happened: 'An address or a key was given, but no model.',
    todo: 'Name the model too: terrarium use openai:NAME --base-url ADDRESS.',
  });
}
