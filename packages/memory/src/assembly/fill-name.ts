// Fills in the name of the person where a character card says "User", and where the settings name nobody.
import { escapeTagsInLine } from '../render/escape-tags-in-block.ts';
import { exampleVoices, type Voices } from '../tags/voices.ts';
import { nameFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import type { WorkingMemoryStore } from '../working-memory/working-memory-store.ts';

const [{ name: noName }] = exampleVoices.user;
/**
 * Matches letters and digits that make “User” a part of a longer word. Characters of Japanese and Chinese do not: no
 * blank separates a name from the next word there, as in “Userさん”.
 */
const letter = String.raw`[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]`;
const placeholder = new RegExp(`(?<!${letter})${noName}(?!${letter})`, 'gv');
/** Matches a letter or digit that may belong to a longer name. Kana do not, but Chinese characters do, as in “健太郎”. */
const startsWithLetter = /^[[\p{L}\p{N}]--[\p{Script=Hiragana}\p{Script=Katakana}ー]]/v;

/** The name in the settings, or else the one that the person told; undefined if none is known. */
export function findPersonName(
  items: Pick<WorkingMemoryStore, 'readActiveAbout'>,
  { user: [person] }: Voices,
): string | undefined {
  if (person.name !== noName) return escapeTagsInLine(person.name);
  const [told] = items.readActiveAbout(
    'fact',
    nameFactSubject({ voice: person.id, owner: '', relation: 'name' }),
  );
  return told === undefined ? undefined : escapeTagsInLine(findFactValue(told));
}

/** The voices, with the name of the person if the settings only call them “User”. */
export function namePerson(voices: Voices, name: string | undefined): Voices {
  const [person, ...others] = voices.user;
  if (name === undefined || person.name !== noName) return voices;
  return { ...voices, user: [{ ...person, name }, ...others] };
}

/**
 * Puts the name in place of “User”. A text that already has the name stays: it was written when the name was known, so
 * “User” is a word like any other there.
 */
export function fillName(text: string, name: string | undefined): string {
  return name === undefined || hasName(text, name) ? text : text.replaceAll(placeholder, () => name);
}

/** Whether the name occurs in the text as a whole word: "Jo" does not occur in "Join". */
function hasName(text: string, name: string): boolean {
  const isLetter = (character: string | undefined) => startsWithLetter.test(character ?? '');
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + name.length])) return true;
  return false;
}

/**
 * Fills in the name only in lines that quote a card, unless one of these has the name already: in other lines, "User"
 * may be a word of the person who wrote the page.
 */
export function fillNameInQuotes(page: string, name: string | undefined): string {
  const lines = page.split('\n');
  const isQuote = (line: string) => line.startsWith('> ');
  if (name === undefined || lines.some((line) => isQuote(line) && hasName(line, name))) return page;
  return lines.map((line) => (isQuote(line) ? fillName(line, name) : line)).join('\n');
}
