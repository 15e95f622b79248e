// Finds a voice by its id among the voices in the world's settings.

import { UsageError } from '@terrarium/kernel/errors';
import type { Voices } from '@terrarium/memory/voices';

/**
 * Returns undefined if no id was given; the first voice of the side speaks in that case. Throws a
 * `UsageError` that lists the known voices.
 */
export function findVoice(voices: Voices, side: keyof Voices, id: string | undefined): string | undefined {
  if (id === undefined || voices[side].some((voice) => voice.id === id)) return id;
  throw new UsageError({
    code: 'mcp.unknown-voice',
    happened: `Nobody who speaks on the ${side === 'user' ? "person's" : "companion's"} side has the id "${id}".`,
    todo: `Take one of: ${voices[side].map((voice) => voice.id).join(', ')}; or leave the voice out.`,
  });
}
