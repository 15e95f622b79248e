// Joins cards and lorebooks to a world: the character of a card becomes somebody in it, entries become lore with their source.

import { basename } from 'node:path';
import type { Card, Lorebook, LoreEntry } from '../exchange/card.ts';
import { type Scenario, scenarioSchema } from '../narrator/scenario.ts';

/** Of an entry that is longer, each piece is a note of its own. */
const longestNote = 1_900;
const longestLine = 1_900;
const mostTags = 20;
const longestTag = 80;
const mostNotes = 2_000;
/** What a book has always in mind weighs more than what is only found. */
const constantImportance = 0.9;
const usualImportance = 0.5;

type ScenarioNotes = Scenario['notes'];

/** `path` is the file it came from. Somebody of that name who is there already is left as they are; the lore joins. */
export function joinCard(world: Scenario, card: Card, path: string): Scenario {
  const file = basename(path);
  const isKnown = world.people.some(({ name }) => name.toLowerCase() === card.name.toLowerCase());
  const about = cut(card.description) || cut(card.personality) || `Somebody called ${card.name}.`;
  const person = {
    name: card.name,
    about,
    at: world.start.at,
    greet: [card.firstMessage, ...card.greetings].map(cut).filter((line) => line !== ''),
  };
  const told = [card.description, card.personality, card.scenario].filter((text) => text.trim() !== '');
  const own = told.flatMap((text) =>
    buildNotes({ text, tags: [card.name, ...card.tags], file, importance: 0.7 }),
  );
  const book = card.book === undefined ? [] : listNotes(card.book, file);
  return scenarioSchema.parse({
    ...world,
    people: isKnown ? world.people : [...world.people, person],
    notes: join(world.notes, [...own, ...book]),
  });
}

/** `path` is the file it came from. */
export function joinLorebook(world: Scenario, book: Lorebook, path: string): Scenario {
  return scenarioSchema.parse({ ...world, notes: join(world.notes, listNotes(book, basename(path))) });
}

function join(before: ScenarioNotes, added: readonly object[]): readonly object[] {
  return [...before, ...added].slice(0, mostNotes);
}

function listNotes({ entries }: Lorebook, file: string): readonly object[] {
  return entries
    .filter(({ isEnabled, content }) => isEnabled && content.trim() !== '')
    .flatMap((entry) => buildNotes(readEntry(entry, file)));
}

function readEntry({ name, keys, content, isConstant, source }: LoreEntry, file: string): NoteText {
  return {
    text: content,
    tags: [...(name === '' ? [] : [name]), ...keys],
    file: `${file}, ${source}`,
    importance: isConstant ? constantImportance : usualImportance,
  };
}

interface NoteText {
  readonly text: string;
  readonly tags: readonly string[];
  readonly file: string;
  readonly importance: number;
}

function buildNotes({ text, tags, file, importance }: NoteText): readonly object[] {
  const named = [...new Set(tags.map((tag) => tag.trim().slice(0, longestTag)))].filter((tag) => tag !== '');
  return divide(text.trim()).map((content) => ({
    kind: 'lore',
    content,
    tags: named.slice(0, mostTags),
    importance,
    source: { file },
  }));
}

/** Pieces that end with a line, else with a word, where they can. */
function divide(text: string): readonly string[] {
  if (text.length <= longestNote) return text === '' ? [] : [text];
  const head = text.slice(0, longestNote);
  const end = Math.max(head.lastIndexOf('\n'), head.lastIndexOf('. ') + 1);
  const at = end > longestNote / 2 ? end : Math.max(head.lastIndexOf(' '), longestNote / 2);
  return [text.slice(0, at).toWellFormed().trim(), ...divide(text.slice(at).toWellFormed().trim())].filter(
    (piece) => piece !== '',
  );
}

function cut(text: string): string {
  return text.trim().slice(0, longestLine).toWellFormed();
}
