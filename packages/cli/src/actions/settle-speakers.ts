// Records what the person who imports a story says about which characters its speakers play.

import type { AddedCorpus } from '@terrarium/annotator/add-corpus';
import {
  listStorySpeakers,
  type SpeakerWish,
  type StorySpeaker,
  setSpeakers,
} from '@terrarium/annotator/story-speakers';

/**
 * Records the wishes about speakers of the imported story. Returns who speaks in it; nobody if the story was known
 * before and nothing is wished.
 */
export function settleSpeakers(
  { corpus, world, status }: AddedCorpus,
  wishes: readonly SpeakerWish[],
): readonly StorySpeaker[] {
  if (status !== 'added' && wishes.length === 0) return [];
  const found = listStorySpeakers(world, corpus.name);
  const known = wishes.filter(({ label }) => found.some((one) => one.label === label));
  if (known.length === 0) return found;
  return listStorySpeakers(setSpeakers(world.dir, known, corpus.name), corpus.name);
}

/** Speakers whom a person named, but who speak in none of the stories. */
export function listUnknownSpeakers(
  wishes: readonly SpeakerWish[],
  found: readonly StorySpeaker[],
): readonly string[] {
  const labels = new Set(found.map(({ label }) => label));
  return wishes.map(({ label }) => label).filter((label) => !labels.has(label));
}
