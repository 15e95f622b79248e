// Adds cards and lorebooks to a world: a card's character becomes a person, and entries become lore with their source.

import { basename } from 'node:path';
import type { Card, Lorebook, LoreEntry } from '../exchange/card.ts';
import { fillMacros } from '../exchange/fill-macros.ts';
import { nameFirstWords } from '../narrator/first-words.ts';
import { addPronouns } from '../narrator/noun.ts';
import { type Scenario, scenarioSchema } from '../narrator/scenario.ts';
import type { WrittenTrigger } from '../retrieval/triggers/lore-trigger.ts';
import { longestName, longestTag, longestText } from '../tools/arguments.ts';
import { isList, isObject, type Json } from '../values/json.ts';
import { readPronouns } from '../values/read-pronouns.ts';

/** A longer entry is split into several notes. */
const longestNote = 1_900;
const longestLine = 1_900;
const mostTags = 20;
const mostNotes = 2_000;
const mostPeople = 200;
const mostGreetings = 40;
const mostSecrets = 200;
/** The importance of entries that a book always keeps in mind; other entries have less. */
const constantImportance = 0.9;
const usualImportance = 0.5;

type ScenarioNotes = Scenario['notes'];

export interface JoinedWorld {
  readonly world: Scenario;
  /** What was left out for lack of room, in sentences for the person. */
  readonly warnings: readonly string[];
}

/**
 * `path` is the file that the card came from. A person of the same name in the world is left unchanged: only the lore
 * is added, and the personality as a secret.
 */
export function joinCard(world: Scenario, card: Card, path: string): JoinedWorld {
  const file = basename(path);
  const name = card.name.slice(0, longestName).toWellFormed().trim();
  const isKnown = world.people.some((person) => person.name.toLowerCase() === name.toLowerCase());
  const hasRoom = isKnown || world.people.length < mostPeople;
  const about = completePronouns(
    cut(card.description) || cut(card.personality) || `Somebody called ${name}.`,
    [card.personality, card.scenario, card.firstMessage].join('\n'),
  );
  const messages = listFirstMessages(card);
  const greet = messages.map(cut);
  const person = { name, about, at: world.start.at, greet: greet.slice(0, mostGreetings) };
  const told = [
    card.description,
    ...(card.personality.trim() === '' ? [] : [`Personality of ${name}: ${card.personality}`]),
    ...(card.scenario.trim() === '' ? [] : [`Scenario of ${name}: ${card.scenario}`]),
  ].filter((text) => text.trim() !== '');
  const spoken = [
    // The first words become one note, which is found by its beginning.
    ...greet.slice(0, 1).map((text) => cutNote(`${nameFirstWords(name)}${text}`)),
    ...(card.examples.trim() === '' ? [] : [`How ${name} speaks: ${card.examples}`]),
  ];
  const own = [...told, ...spoken].flatMap((text) =>
    buildNotes({ text, tags: [name, ...card.tags], file, importance: 0.7 }),
  );
  const book = card.book === undefined ? [] : listNotes(card.book, file);
  const { notes, warnings } = join(world.notes, [...own, ...book], file);
  const people = isKnown || !hasRoom ? world.people : [...world.people, person];
  const secrets = [...world.secrets, ...listTraits(card, name)];
  return {
    world: scenarioSchema.parse({
      ...world,
      people,
      notes,
      secrets: secrets.slice(0, mostSecrets),
    }),
    warnings: [
      ...(hasRoom ? [] : [`${file}: ${name} was left out: a world has room for ${mostPeople} people.`]),
      ...(name === card.name ? [] : [`${file}: the name was cut to ${longestName} characters.`]),
      ...listCutMessages(messages, file),
      ...(secrets.length > mostSecrets
        ? [`${file}: what ${name} is like was left out: a world has room for ${mostSecrets} secrets.`]
        : []),
      ...warnings,
    ],
  };
}

function listFirstMessages({ firstMessage, greetings }: Card): readonly string[] {
  return [firstMessage, ...greetings].filter((text) => text.trim() !== '');
}

function listCutMessages(messages: readonly string[], file: string): readonly string[] {
  const out = messages.length - mostGreetings;
  const long = messages.slice(0, mostGreetings).filter((text) => text.trim().length > longestLine).length;
  return [
    ...(out > 0
      ? [
          `${file}: ${out} of ${messages.length} first messages were left out: at most ${mostGreetings} are kept.`,
        ]
      : []),
    ...(long > 0
      ? [
          `${file}: of ${long} of its first messages, only ${longestLine} characters are said to a player who comes.`,
        ]
      : []),
  ];
}

/**
 * The character's personality as a secret for the narrator, which the player may find out; empty if the card has none.
 */
function listTraits({ personality }: Card, name: string): readonly object[] {
  const text = cut(personality);
  return text === '' ? [] : [{ of: name, kind: 'truth', text: `${name} is: ${text}` }];
}

/**
 * The narrator only uses the description of somebody, so pronouns that the rest of the card makes clear are added to
 * it.
 */
function completePronouns(about: string, rest: string): string {
  if (readPronouns(about) !== undefined) return about;
  const spoken = readPronouns(rest);
  return spoken === undefined ? about : addPronouns(about, spoken);
}

/** `path` is the file that the book came from. */
export function joinLorebook(world: Scenario, book: Lorebook, path: string): JoinedWorld {
  const file = basename(path);
  const { notes, warnings } = join(world.notes, listNotes(book, file), file);
  return { world: scenarioSchema.parse({ ...world, notes }), warnings };
}

/** Replaces `{{user}}` by the name of the player's character, who is only chosen after the world. */
export function namePlayer(world: Scenario, user: string): Scenario {
  const fill = (text: string) =>
    fillMacros(text, { char: '{{char}}', user }).slice(0, longestText).toWellFormed();
  return {
    ...world,
    opening: world.opening.map(fill),
    places: world.places.map((place) => ({ ...place, about: fill(place.about) })),
    people: world.people.map((person) => ({
      ...person,
      about: fill(person.about),
      greet: person.greet.map(fill),
    })),
    notes: world.notes.map((note) => ({
      ...note,
      content: fill(note.content),
      ...(note.source !== undefined && { source: JSON.parse(JSON.stringify(fillKeys(note.source, fill))) }),
    })),
    secrets: world.secrets.map((secret) => ({ ...secret, text: fill(secret.text) })),
  };
}

/** Fills the player's name into the keys that trigger a note, too. */
function fillKeys(source: Json, fill: (text: string) => string): Json {
  const trigger = isObject(source) ? source['trigger'] : undefined;
  if (!isObject(source) || !isObject(trigger)) return source;
  const fillList = (keys: Json | undefined) =>
    isList(keys) ? keys.map((key) => (typeof key === 'string' ? fill(key) : key)) : keys;
  const [keys, second] = [fillList(trigger['keys']), fillList(trigger['second'])];
  return {
    ...source,
    trigger: { ...trigger, ...(keys !== undefined && { keys }), ...(second !== undefined && { second }) },
  };
}

function join(before: ScenarioNotes, added: readonly object[], file: string) {
  const left = Math.max(0, before.length + added.length - mostNotes);
  const said = `${file}: ${left} of ${added.length} pieces of lore were left out: a world holds at most ${mostNotes}.`;
  return { notes: [...before, ...added].slice(0, mostNotes), warnings: left === 0 ? [] : [said] };
}

function listNotes({ entries }: Lorebook, file: string): readonly object[] {
  return entries
    .filter(({ isEnabled, content }) => isEnabled && content.trim() !== '')
    .flatMap((entry) => buildNotes(readEntry(entry, file)));
}

function readEntry({ name, keys, trigger, ...entry }: LoreEntry, file: string): NoteText {
  const { content, isConstant, source } = entry;
  const isTriggered = isConstant || (trigger.keys ?? []).length > 0;
  return {
    text: content,
    tags: [...(name === '' ? [] : [name]), ...keys],
    ...(isTriggered && { trigger }),
    file: `${file}, ${source}`,
    importance: isConstant ? constantImportance : usualImportance,
  };
}

interface NoteText {
  readonly text: string;
  readonly tags: readonly string[];
  readonly file: string;
  readonly importance: number;
  /** When the entry comes to mind; if absent, it is found by its words and tags. */
  readonly trigger?: WrittenTrigger | undefined;
}

function buildNotes({ text, tags, file, importance, trigger }: NoteText): readonly object[] {
  const named = [...new Set(tags.map((tag) => tag.trim().slice(0, longestTag).toWellFormed().trim()))].filter(
    (tag) => tag !== '',
  );
  return splitNote(text.trim()).map((content) => ({
    kind: 'lore',
    content,
    tags: named.slice(0, mostTags),
    importance,
    source: trigger === undefined ? { file } : { file, trigger },
  }));
}

/**
 * Splits a text into pieces short enough for notes. They end at the end of a line or sentence if possible, else at the
 * end of a word if possible.
 */
export function splitNote(text: string): readonly string[] {
  if (text.length <= longestNote) return text === '' ? [] : [text];
  const head = text.slice(0, longestNote);
  const end = Math.max(head.lastIndexOf('\n'), head.lastIndexOf('. ') + 1);
  const at = end > longestNote / 2 ? end : Math.max(head.lastIndexOf(' '), longestNote / 2);
  return [text.slice(0, at).toWellFormed().trim(), ...splitNote(text.slice(at).toWellFormed().trim())].filter(
    (piece) => piece !== '',
  );
}

function cutNote(text: string): string {
  return text.slice(0, longestNote).toWellFormed();
}

function cut(text: string): string {
  return text.trim().slice(0, longestLine).toWellFormed();
}
