// Plans whose memory a character card belongs to with --add: a further companion's, or the companion's of the world.

import { listOtherMinds, type MemoryWorld, withMemoryDatabase } from '@terrarium/composition/memory-world';
import { hasCompanion } from '@terrarium/memory/import-companion';
import { withFurther } from '@terrarium/memory/succeed-voice';
import { parseVoices, type Voice } from '@terrarium/memory/voices';
import type { Shell } from '../shell/shell.ts';

interface Joining {
  /** The id of the further companion. */
  readonly of: string;
  /** All companions, to be written into the settings; undefined if they name the further one already. */
  readonly companions: readonly Voice[] | undefined;
}

/**
 * Undefined if the card is about the companion of the world, since it has the name of that companion or the world has
 * none yet.
 */
export async function planJoining(
  shell: Shell,
  trial: MemoryWorld,
  name: string,
): Promise<Joining | undefined> {
  const voices = parseVoices(trial.configured.settings.memory.voices);
  const isCalled = (voice: Voice) => voice.name.toLowerCase() === name.toLowerCase();
  const [first, ...others] = voices.companion;
  if (isCalled(first)) return undefined;
  // Of a former companion of the world only the voice is left: it joins like anybody else.
  const known = others.find((voice) => isCalled(voice) && voice.ownMemory === true);
  if (known !== undefined) return { of: known.id, companions: undefined };
  const found = { wakeContextPath: trial.paths.wakeContext, voices: trial.settings.voices };
  const isJoining = await withMemoryDatabase(shell, trial, (connection) =>
    hasCompanion(connection, found, name),
  );
  if (!isJoining) return undefined;
  // A memory that the settings no longer name belongs to somebody else.
  const former = listOtherMinds(trial.world).map(({ id }) => id);
  const { id, companion } = withFurther(voices, name, former);
  return { of: id, companions: companion };
}
