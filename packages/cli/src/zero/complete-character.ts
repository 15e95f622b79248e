// Chooses the character of a new game: one of the system's, one that a model proposes, or the player's own within the rules.

import { UsageError } from '@terrarium/kernel/errors';
import { type CharacterOptions, listQuickCharacters } from '@terrarium/rpg/build-character';
import { completePerson } from '@terrarium/rpg/complete-person';
import { joinTyped } from '@terrarium/rpg/join-typed';
import { isOfStory, listPlayable, type Playable } from '@terrarium/rpg/list-playable';
import { characterPromptVersion } from '@terrarium/rpg/propose-character';
import { readSaidValues } from '@terrarium/rpg/read-said-values';
import type { SettledZero } from '@terrarium/rpg/settled-zero';
import type { System } from '@terrarium/rpg/system';
import type { Choice } from '../play/ask.ts';
import { cutText } from '../screen/layout.ts';
import { editSheet, type FoundCharacter } from './edit-sheet.ts';
import { parseSet } from './parse-set.ts';
import { proposeSheet } from './propose-sheet.ts';
import { rollSheet } from './roll-sheet.ts';
import type { ZeroContext } from './zero-context.ts';

export async function completeCharacter(context: ZeroContext): Promise<boolean> {
  const system = context.readSystem();
  const found = context.settled.edited ?? (await resolveCharacter(context, system));
  if (found === undefined) return false;
  const settled = await editSheet(context, system, found);
  if (settled === undefined) return false;
  const madeBy = found.isProposed && !isReady(system, settled) ? nameMaker(context) : undefined;
  context.save({ character: JSON.parse(JSON.stringify({ ...settled, madeBy })), edited: undefined });
  return true;
}

/** Whether the character is one of those that come with the system. */
function isReady(system: System, { name, about }: CharacterOptions): boolean {
  return listQuickCharacters(system).some((one) => one.name === name && one.about === about);
}

function nameMaker({ asked }: ZeroContext): SettledMaker {
  return asked && { model: asked.model.id, promptVersion: characterPromptVersion };
}

type SettledMaker = NonNullable<SettledZero['character']>['madeBy'];

const own = { id: '', label: 'Somebody of my own' };
const proposed = 'proposed';

async function resolveCharacter(context: ZeroContext, system: System): Promise<FoundCharacter | undefined> {
  const { asker, options } = context;
  const chosen = options.character ?? (await asker.choose('Who are you?', listChoices(context, system)));
  if (chosen === undefined) return undefined;
  const set = parseSet(options.set ?? [], system);
  const found = findQuick(system, chosen);
  if (found !== undefined) {
    const { name, about } = found;
    return { character: { name, about, set: joinTyped(found.set, set) }, isOwn: false, isProposed: false };
  }
  const person = findPerson(context, chosen);
  if (person !== undefined)
    return { character: completePerson(system, { ...person, set }), isOwn: true, isProposed: false };
  if (chosen === proposed) return await resolveProposed(context, system, set);
  if (chosen !== own.id) {
    const people = listPeople(context).map(({ name }) => name);
    throw refuseUnknown(people, system, chosen);
  }
  const name = await asker.ask('What is your name?', 'The Stranger');
  const about = name === undefined ? undefined : await asker.ask('Who is that, in a sentence?');
  if (name === undefined || about === undefined) return undefined;
  const rolled = rollSheet(context, system);
  const said = readSaidValues(system, about);
  return { character: { name, about, set: { ...rolled, ...said, ...set } }, isOwn: true, isProposed: false };
}

function listChoices(context: ZeroContext, system: System): readonly Choice[] {
  const { asked } = context;
  const quick = listQuickCharacters(system).map(({ id, name, about }) => ({ id, label: name, about }));
  const people = listPeople(context).map(({ name, about }) => ({
    id: name,
    label: name,
    about: cutText(about, shownAbout),
  }));
  return [
    // If the world is made from the player's story, its people are offered before other characters.
    ...(isOfStory(context.settled) ? [...people, ...quick] : [...quick, ...people]),
    ...(asked === undefined
      ? []
      : [
          {
            id: proposed,
            label: 'Somebody you describe',
            about: `in a sentence; ${asked.model.id} fills in the sheet`,
          },
        ]),
    own,
  ];
}

const shownAbout = 120;

function listPeople({ settled, files }: ZeroContext): readonly Playable[] {
  return listPlayable(settled, new Set(files.cards.map(({ card }) => card.name)));
}

/** Finds a ready-made character by the id, or else by the name. */
function findQuick(system: System, chosen: string) {
  const quick = listQuickCharacters(system);
  return (
    quick.find(({ id }) => id === chosen) ??
    quick.find(({ id, name }) => isSame(id, chosen) || isSame(name, chosen))
  );
}

/**
 * Finds somebody of the story or of a card: by the name, by another name in the story, or by a part of a name
 * that only this person has.
 */
function findPerson(context: ZeroContext, chosen: string): Playable | undefined {
  const people = listPeople(context);
  const { world } = context.settled;
  const notes = world?.kind === 'made' ? world.scenario.notes : [];
  const isCalled = ({ name }: Playable) =>
    notes.some(
      ({ tags: [term = '', ...others] }) => isSame(term, name) && others.some((one) => isSame(one, chosen)),
    );
  const words = splitWords(chosen);
  const isPart = ({ name }: Playable) => {
    const own = new Set(splitWords(name));
    return words.length > 0 && words.every((word) => own.has(word));
  };
  const exact = people.find(({ name }) => isSame(name, chosen));
  if (exact !== undefined || chosen === proposed) return exact;
  return findOnly(people.filter(isCalled)) ?? findOnly(people.filter(isPart));
}

function findOnly(people: readonly Playable[]): Playable | undefined {
  return people.length === 1 ? people[0] : undefined;
}

/** Whether two names are the same but for case and the signs between the words: `osric-vane` is Osric Vane. */
function isSame(one: string, other: string): boolean {
  const words = splitWords(one);
  return words.length > 0 && words.join(' ') === splitWords(other).join(' ');
}

function splitWords(name: string): readonly string[] {
  return name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

async function resolveProposed(
  context: ZeroContext,
  system: System,
  set: CharacterOptions['set'],
): Promise<FoundCharacter | undefined> {
  const wish = await context.asker.ask('Who do you want to be, in a sentence?');
  if (wish === undefined) return undefined;
  const rolled = rollSheet(context, system);
  const character = await proposeSheet(context, system, { wish, rolled });
  const filled = { ...character, set: { ...character.set, ...set } };
  return { character: filled, isOwn: true, isProposed: true, wish };
}

/**
 * Refuses a `--character` that names neither a ready-made character of the system nor one of `people`, those whom the
 * world may have. This is done before a model is asked for the world.
 */
export function refuseNobody(context: ZeroContext, people: readonly string[]): void {
  const { character: wanted } = context.options;
  if (wanted === undefined || wanted === proposed || wanted === own.id) return;
  const system = context.readSystem();
  const words = splitWords(wanted);
  const isCalled = (name: string) => words.every((word) => splitWords(name).includes(word));
  if (findQuick(system, wanted) !== undefined || (words.length > 0 && people.some(isCalled))) return;
  context.removeWishes('character');
  throw refuseUnknown(people, system, wanted);
}

const mostListed = 40;

function refuseUnknown(people: readonly string[], system: System, chosen: string): UsageError {
  const known = [
    ...listQuickCharacters(system).map(({ id, name }) => (isSame(id, name) ? id : `${id} (${name})`)),
    ...people.slice(0, mostListed),
  ];
  return new UsageError({
    code: 'play.unknown-character',
    happened: `No character is called "${chosen}".`,
    todo: known.length === 0 ? 'Leave out --character and make your own.' : `There are: ${known.join(', ')}.`,
  });
}
