// Finds a voice by its id or its name among the voices in the world's settings.

import { UsageError } from '@terrarium/kernel/errors';
import type { Voices } from '@terrarium/memory/voices';

/**
 * Returns undefined if no id was given; the first voice of the side speaks in that case. Throws a
 * `UsageError` that lists the known voices.
 */
export function findVoice(voices: Voices, side: keyof Voices, id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const wanted = id.trim().toLowerCase();
  const found =
    voices[side].find((voice) => voice.id === wanted) ??
    voices[side].find(({ name }) => name.toLowerCase() === wanted);
  if (found !== undefined) return found.id;
  throw new UsageError({
    code: 'mcp.unknown-voice',
    happened: `Nobody who speaks on the ${side === 'user' ? "person's" : "companion's"} side has the id or name "${id}".`,
    todo: `Take one of: ${voices[side].map((voice) => voice.id).join(', ')}; or leave the voice out.`,
  });
}
