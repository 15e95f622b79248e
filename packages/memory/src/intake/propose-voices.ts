// Proposes how the voices of an import could be named: voices are configuration, and an import writes none.

import { UsageError } from '@terrarium/kernel/errors';
import { parseVoices } from '../tags/parse-voices.ts';
import type { Side, Voice, Voices } from '../tags/voices.ts';
import { nobody } from './incoming-message.ts';
import type { MappedSpeaker } from './resolve-speakers.ts';

/** What programs call those who speak: roles, not names. */
const roles: ReadonlySet<string> = new Set(
  'user assistant human companion character system model ai bot you claude chatgpt'.split(' '),
);
const longestName = 100;

/** The voices with the names that the file has for them; undefined where nothing would be another. */
export function proposeVoices(voices: Voices, speakers: readonly MappedSpeaker[]): Voices | undefined {
  const named = speakers
    .filter(({ speaker }) => speaker !== nobody && !roles.has(speaker.trim().toLowerCase()))
    .toSorted((one, other) => other.messages - one.messages);
  const proposed = {
    user: nameSide(voices.user, named, 'user'),
    companion: nameSide(voices.companion, named, 'companion'),
  };
  if (JSON.stringify(proposed) === JSON.stringify(extractSides(voices))) return undefined;
  try {
    return parseVoices(proposed);
  } catch (error) {
    if (error instanceof UsageError) return undefined; // A name that is a tag's, or one on both sides.
    throw error;
  }
}

function extractSides(voices: Voices): Record<Side, readonly Voice[]> {
  return { user: voices.user, companion: voices.companion };
}

/** Ids stay those that the messages came with; who speaks most gives a voice its name. */
function nameSide(known: readonly Voice[], speakers: readonly MappedSpeaker[], side: Side): readonly Voice[] {
  const names = new Map<string, string>();
  for (const one of speakers.filter((speaker) => speaker.side === side)) {
    if (!names.has(one.voice)) names.set(one.voice, one.speaker.trim().slice(0, longestName));
  }
  const renamed = known.map(({ id, name }) => ({ id, name: chooseName(names.get(id), { id, name }) }));
  const added = [...names].filter(([id]) => !known.some((voice) => voice.id === id));
  return [...renamed, ...added.map(([id, name]) => ({ id, name }))];
}

/** A speaker who was found by a voice's id or name is called rightly already. */
function chooseName(found: string | undefined, { id, name }: Voice): string {
  const isKnown = found === undefined || [id, name].some((one) => one.toLowerCase() === found.toLowerCase());
  return isKnown ? name : found;
}
