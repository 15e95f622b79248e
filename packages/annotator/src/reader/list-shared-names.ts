// Lists new full names that combine the names of two entries, which until then were believed to be two people.

import type { Candidate, GatheredScene } from './collect-candidates.ts';
import { isFull } from './compare-names.ts';
import { buildTermKey } from './lexicon.ts';
import { extractSurname, type NameParts, parseName } from './name-parts.ts';
import type { KnownEntry } from './parse-scene-window.ts';
import type { Evidence } from './reader-call.ts';

const noRanks: ReadonlySet<string> = new Set();

/** The candidates of the scene that belong to an entry. */
export interface Borne {
  readonly entry: KnownEntry;
  readonly members: readonly Candidate[];
}

/**
 * If Mihail Vassilievitch and Sludin have an entry each, and the scene has `Mihail Vassilievitch Sludin`, both entries
 * get the sentence as evidence, and the curator decides about them again. Does nothing if somebody else also has the
 * name.
 */
export function listSharedNames(
  scene: GatheredScene,
  borne: readonly Borne[],
  known: readonly KnownEntry[],
): ReadonlyMap<number, readonly Evidence[]> {
  const shared = new Map<number, readonly Evidence[]>();
  for (const { entry, members } of borne) {
    const keys = new Set(listNames(entry).map(buildTermKey));
    for (const member of members.filter(({ key }) => !keys.has(key))) {
      const other = findOther(parseName(member.key, noRanks), entry, known);
      const sentence = scene.sentences[member.places[0]?.sentence ?? -1];
      if (other === undefined || sentence === undefined) continue;
      const quote = { post_id: sentence.postId, label: sentence.label };
      for (const { id } of [entry, other]) shared.set(id, [...(shared.get(id) ?? []), quote]);
    }
  }
  return shared;
}

/**
 * Finds the only other entry that has the surname or, if there is no patronymic, the first name. Undefined if it is not
 * a person, or if the person is also known by a full name or a title.
 */
function findOther(full: NameParts, entry: KnownEntry, known: readonly KnownEntry[]): KnownEntry | undefined {
  const surname = extractSurname(full);
  if (surname === '') return undefined;
  const words = full.patronymic === '' ? [surname, full.words[0] ?? ''] : [surname];
  const namesakes = known.filter(
    (other) =>
      other.id !== entry.id &&
      listParts(other).some((name) => name.words.some((word) => words.includes(word))),
  );
  const [only, ...more] = namesakes;
  if (only === undefined || more.length > 0) return undefined;
  const isSomebody = only.tags.includes('character') && !only.aliases.some((alias) => / of /.test(alias));
  return isSomebody && !listParts(only).some((name) => isFull(name) || name.title !== '') ? only : undefined;
}

function listNames({ term, aliases }: KnownEntry): readonly string[] {
  return [term, ...aliases];
}

function listParts(entry: KnownEntry): readonly NameParts[] {
  return listNames(entry).map((name) => parseName(buildTermKey(name), noRanks));
}
