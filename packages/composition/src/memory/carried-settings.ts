// Carried settings: those that move to another world with a memory; those that say where requests are sent stay behind.

import { UsageError } from '@terrarium/kernel/errors';
import { writeWorldSetting } from '@terrarium/kernel/write-settings';
import type { WholeSettings } from '@terrarium/memory/import-whole';
import { memorySettingsSchema, resolveSettings } from '@terrarium/memory/memory-settings';
import type { Voice } from '@terrarium/memory/voices';
import type { MemoryWorld } from './memory-world.ts';

const carriedSchema = memorySettingsSchema.omit({ embedder: true });

/**
 * All settings of the memory that are in force in a world, except the embedder's, defaults included, because the other
 * world may have other defaults.
 */
export function buildCarriedSettings({ configured, settings }: MemoryWorld): WholeSettings {
  const { embedder: _address, voices, ...memory } = configured.settings.memory;
  const carried = {
    user: voices.user.map(buildCarriedVoice),
    companion: voices.companion.map(buildCarriedVoice),
  };
  return { voices: carried, ...memory, timeZone: settings.timeZone };
}

/** Leaves out fields that the voice does not set. */
export function buildCarriedVoice({ id, name, about, ownMemory }: Voice) {
  const said = { ...(about !== undefined && { about }), ...(ownMemory !== undefined && { ownMemory }) };
  return { id, name, ...said };
}

/** Throws `UsageError` for a value that is not a valid setting. */
export function parseCarriedSettings(carried: WholeSettings): WholeSettings {
  const parsed = carriedSchema.safeParse(carried);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UsageError({
      code: 'exchange.damaged-whole',
      happened: `The settings in the file of the whole memory are not valid: ${issue?.path.join('.')}: ${issue?.message}.`,
      todo: 'Export it again. Nothing was imported.',
      cause: parsed.error,
    });
  }
  resolveSettings(parsed.data);
  return carried;
}

/** Writes the settings that differ in this world into its file; returns their names. */
export function writeCarriedSettings(memory: MemoryWorld, carried: WholeSettings): readonly string[] {
  const changed = listChanged(buildCarriedSettings(memory), carried, ['memory']);
  for (const one of changed) writeWorldSetting(memory.world.dir, one);
  return changed.map(({ path }) => path.join('.'));
}

interface Setting {
  readonly path: readonly string[];
  readonly value: unknown;
}

type Branch = Readonly<Record<string, unknown>>;

function listChanged(here: Branch, carried: Branch, above: readonly string[]): readonly Setting[] {
  return Object.entries(carried).flatMap(([key, value]): readonly Setting[] => {
    const [path, former] = [[...above, key], here[key]];
    if (isBranch(value) && isBranch(former)) return listChanged(former, value, path);
    return JSON.stringify(value) === JSON.stringify(former) ? [] : [{ path, value }];
  });
}

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
