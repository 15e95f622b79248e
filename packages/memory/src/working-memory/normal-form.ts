// Normalises a text, so that texts with the same words can be recognised, and words that texts share can be found.
import { hasEastAsianScript } from '../events/script-languages.ts';
import { isSingleFact } from './fact-subject.ts';
import type { WorkingItem } from './item.ts';
import type { WorkingMemoryStore } from './working-memory-store.ts';

/** Scripts without blanks between words: each letter counts as a word. */
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}';
const word = new RegExp(`[${unspaced}]|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');
const apostrophes = /(?<=\p{L})['’ʼ](?=\p{L})/gu;

/** Lower case without punctuation, with single blanks; for a text of signs only, the signs themselves. */
export function normalise(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase();
  const words = folded
    .replace(apostrophes, '')
    .replace(/[\p{P}\p{S}\p{C}]+/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  return words === '' ? folded.trim().replace(/\s+/g, ' ') : words;
}

export function listWords(normalForm: string): ReadonlySet<string> {
  return new Set(normalForm.match(word) ?? []);
}

/** How many words the sets share, divided by the size of the larger set; from 0 to 1. */
export function measureOverlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const larger = Math.max(one.size, other.size);
  return larger === 0 ? 0 : countShared(one, other) / larger;
}

export function hasAll(words: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  return countShared(wanted, words) === wanted.size;
}

export function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared;
}

/**
 * This many code units of the text are searched for a subject: blanks count too, and some characters have
 * several units.
 */
const longestSubject = 300;

/**
 * The subject in `subject: …`, in normal form; undefined if there is none. It has 3 to 30 characters on one line (in
 * Japanese and Chinese, one is enough), before a colon that is followed by a blank or the end. A wide colon needs no
 * blank, but the one in a time such as `１０：３０` does not count.
 */
export function parseSubject(content: string): string | undefined {
  const before =
    /^[^:：]+(?=:(?:\s|$)|：(?!\p{N}))/u.exec(content.slice(0, longestSubject))?.[0].trim() ?? '';
  const length = [...before].length;
  const fewest = hasEastAsianScript(before) ? 1 : 3;
  return length < fewest || length > 30 || before.includes('\n') ? undefined : normalise(before);
}

/**
 * Lists the active items that a new item would replace. A feeling replaces every feeling of the same side. Any other
 * item replaces one of its kind that says the same (a fact, only one with its subject). A `desc` also replaces those
 * about its subject, and a fact those with its subject if there can be only one.
 */
export function listRivals(
  store: WorkingMemoryStore,
  { kind, subject, normalForm, eventId }: Pick<WorkingItem, 'kind' | 'subject' | 'normalForm' | 'eventId'>,
): readonly WorkingItem[] {
  if (kind === 'feeling')
    return store.readActiveOf('feeling').filter((item) => store.isOfOneSide(item.eventId, eventId));
  if (kind === 'fact') return listFactRivals(store, { subject: subject ?? '', normalForm });
  const about = kind === 'desc' && subject !== undefined ? store.readActiveAbout('desc', subject) : [];
  const same = store.findActive(kind, normalForm);
  return same === undefined || about.some((item) => item.id === same.id) ? about : [...about, same];
}

function listFactRivals(
  store: WorkingMemoryStore,
  { subject, normalForm }: Pick<WorkingItem, 'normalForm'> & { readonly subject: string },
): readonly WorkingItem[] {
  const about = store.readActiveAbout('fact', subject);
  return isSingleFact(subject) ? about : about.filter((item) => item.normalForm === normalForm);
}
