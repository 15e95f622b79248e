// Fills in the name of the person where a card says "User", once the person has told it.
import { escapeTagsInLine } from '../render/escape-tags-in-block.ts';
import { exampleVoices, type Voices } from '../tags/voices.ts';
import { nameFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import type { WorkingMemoryStore } from '../working-memory/working-memory-store.ts';

const [{ name: noName }] = exampleVoices.user;
const placeholder = new RegExp(`(?<![\\p{L}\\p{N}])${noName}(?![\\p{L}\\p{N}])`, 'gu');

/** The name that the person told; undefined if none is known, or if the settings name the person. */
export function findPersonName(
  items: Pick<WorkingMemoryStore, 'readActiveAbout'>,
  { user: [person] }: Voices,
): string | undefined {
  if (person.name !== noName) return undefined;
  const [told] = items.readActiveAbout(
    'fact',
    nameFactSubject({ voice: person.id, owner: '', relation: 'name' }),
  );
  return told === undefined ? undefined : escapeTagsInLine(findFactValue(told));
}

export function fillName(text: string, name: string | undefined): string {
  return name === undefined ? text : text.replaceAll(placeholder, () => name);
}

/**
 * Fills in the name only in lines that quote a card: in other lines, "User" may be a word of the person who wrote the
 * page.
 */
export function fillNameInQuotes(page: string, name: string | undefined): string {
  if (name === undefined) return page;
  return page
    .split('\n')
    .map((line) => (line.startsWith('> ') ? fillName(line, name) : line))
    .join('\n');
}
