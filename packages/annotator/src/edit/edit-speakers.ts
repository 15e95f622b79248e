// Edits the entries of characters when a person changes which speaker plays them.

import type { GlossaryEntry } from '../glossary/entry.ts';
import { kindTags } from '../glossary/entry.ts';
import { normaliseName } from '../glossary/term-forms.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { SpeakerWish } from '../world/story-speakers.ts';
import { editEntry } from './edit-glossary.ts';

const reason = 'A person said which speaker plays which character.';

/** Adds and removes the aliases that are labels of speakers; returns the terms of the entries that changed. */
export function editSpeakers(annotator: Annotator, wishes: readonly SpeakerWish[]): readonly string[] {
  return annotator.connection
    .transaction(() => wishes.flatMap((wish) => editSpeaker(annotator, wish)))
    .immediate();
}

function editSpeaker(annotator: Annotator, { label, character }: SpeakerWish): readonly string[] {
  const { glossary } = annotator.stores;
  const alias = `${label}:`;
  const played =
    character === undefined ? undefined : findCharacter(glossary.listByName(character), character);
  const former = glossary.listByName(alias).filter(({ id }) => id !== played?.id);
  for (const { id } of former) editEntry(annotator, { id, reason }, { removedAliases: [alias] });
  const isNew = played !== undefined && !played.aliases.includes(alias);
  if (isNew) editEntry(annotator, { id: played.id, reason }, { addedAliases: [alias] });
  return [...former, ...(isNew ? [played] : [])].map(({ term }) => term);
}

/**
 * The character of that name: the entry that has the name as its term or, if there is none, the first that has it as
 * an alias.
 */
function findCharacter(entries: readonly GlossaryEntry[], name: string): GlossaryEntry | undefined {
  const readKind = ({ tags }: GlossaryEntry) => tags.find((tag) => kindTags.has(tag)) ?? 'character';
  const characters = entries.filter((entry) => readKind(entry) === 'character');
  return characters.find(({ term }) => normaliseName(term) === normaliseName(name)) ?? characters[0];
}
