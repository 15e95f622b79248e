// Memory writer: opens the writer that compiles a memory, according to the settings of its world.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { MaintenanceWriter } from '@terrarium/memory/maintenance-writer';
import type { Host } from '../host/host.ts';
import { chooseAskedModel } from '../models/choose-model.ts';
import type { MemoryWorld } from './memory-world.ts';

/** Undefined if no model is named, or the built-in reader. */
export async function openModelWriter(
  host: Host,
  { configured, settings, paths }: MemoryWorld,
): Promise<MaintenanceWriter | undefined> {
  const asked = await chooseAskedModel(host, configured);
  if (asked === undefined) return undefined;
  const { buildModelWriter } = await import('@terrarium/memory/model-writer');
  return buildModelWriter({
    ...asked,
    tokens: { count: estimateTokens },
    imagesDir: settings.seesImages ? paths.images : undefined,
    voices: settings.voices,
    timeZone: settings.timeZone,
    promptTokens: configured.settings.contextBudget,
  });
}

/** The built-in writer: rules instead of a model. */
export async function openBuiltInWriter({ settings }: MemoryWorld): Promise<MaintenanceWriter> {
  const { buildBuiltInWriter } = await import('@terrarium/memory/built-in-writer');
  const names = new Map(
    [...settings.voices.user, ...settings.voices.companion].map(({ id, name }) => [id, name]),
  );
  return buildBuiltInWriter({
    nameVoice: (voice) => names.get(voice) ?? voice,
    timeZone: settings.timeZone,
  });
}
