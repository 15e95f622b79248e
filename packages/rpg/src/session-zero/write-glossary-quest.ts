// Writes the texts with which a game from a glossary begins: the opening, the quest, and secrets of the people in it.

import { longestName } from '../tools/arguments.ts';
import { describeStart } from './describe-start.ts';
import type { GlossaryLore, GlossarySource } from './glossary-lore.ts';
import { type GlossaryQuest, nameInText } from './plan-glossary-quest.ts';

interface Beginning {
  readonly source: GlossarySource;
  readonly start: string;
  /** The place where the game begins. */
  readonly room: { readonly about: string } | undefined;
  readonly people: readonly { readonly name: string; readonly at: string }[];
  readonly quest: GlossaryQuest | undefined;
  /** The entries that the story told of last. */
  readonly newest: readonly GlossaryLore[];
}

const mostNamed = 3;

/** Tells where the player's character is, who is there, how far the story has come, and what is asked of the player. */
export function writeOpening({ source, start, room, people, quest, newest }: Beginning): readonly string[] {
  const here = people.filter(({ at }) => at === start);
  const present = writePresent(here.map(({ name }) => name));
  const last = newest.map((lore) => nameInText(lore).slice(0, longestName).toWellFormed());
  const so = last.length === 0 ? '' : `; it last told of ${joinNames(last)}`;
  return [
    describeStart(start, room?.about),
    `${present}${quest === undefined ? '' : ` ${writeHook(quest, start)}`}`,
    `What ${source.title} has told, ${source.asOf}, has happened here${so}. You decide what comes next.`,
  ];
}

/**
 * Removes the player's character from those whom an opening names. `names` are all who are at the start; people of the
 * story come before others. An opening in other words than those of `writeOpening` stays as it is.
 */
export function removeFromOpening(
  opening: readonly string[],
  names: readonly string[],
  player: string,
): readonly string[] {
  const counts = Array.from({ length: mostNamed }, (_, at) => mostNamed - at);
  const others = writePresent(names.filter((name) => name !== player));
  return opening.map((part) => {
    const present = counts
      .map((count) => writePresent(names.slice(0, count)))
      .find((said) => part === said || part.startsWith(`${said} `));
    return present === undefined
      ? part
      : `${others}${part.slice(present.length)}`.replace(` ${player}${asking}`, () => ` You have${asked}`);
  });
}

function writePresent(names: readonly string[]): string {
  const named = names.slice(0, mostNamed);
  return named.length === 0
    ? 'Nobody is here yet.'
    : `${joinNames(named)} ${named.length === 1 ? 'is' : 'are'} here.`;
}

const asked = ' a question about ';
const asking = ` looks at you, and has${asked}`;

function writeHook({ giver, matter }: GlossaryQuest, start: string): string {
  return giver.at === start
    ? `${giver.name}${asking}${matter}.`
    : `Word has come from ${giver.at}: ${giver.name} is looking for somebody who will find out the truth about ${matter}.`;
}

/** The quest, and the thing that a search finds; empty if there is no quest. */
export function buildQuest(quest: GlossaryQuest | undefined) {
  if (quest === undefined) return {};
  const { giver, witness, matter, place } = quest;
  const proof = nameProof(quest);
  return {
    quests: [
      {
        name: cutName(`The truth about ${matter}`),
        about: `${giver.name} wants to know what is true about ${matter}, and cannot go and ask.`,
        giver: giver.name,
        open: true,
        steps: [
          { name: cutName(`Ask ${giver.name} about ${matter}`), on: 'talk', what: giver.name },
          { name: cutName(`Ask ${witness.name} about ${matter}`), on: 'talk', what: witness.name },
          { name: cutName(`Search ${place}`), on: 'search', what: place, finds: proof },
          { name: cutName(`Tell ${giver.name} the truth about ${matter}`), on: 'talk', what: giver.name },
        ],
      },
    ],
    items: [
      { name: proof, about: `It tells what ${witness.name} has to do with ${matter}.`, hidden_at: place },
    ],
  };
}

/** What a person in the quest wants and conceals; empty for other people. */
export function describePart(quest: GlossaryQuest | undefined, { term }: GlossaryLore) {
  if (quest === undefined) return {};
  const { giver, witness, matter, place } = quest;
  if (giver.lore.term === term) return { want: `to know the truth about ${matter}` };
  if (witness.lore.term !== term) return {};
  return {
    want: `that nobody asks about ${matter}`,
    secret: [`${witness.name} had a hand in it, and hid the proof at ${place}.`],
  };
}

/** The thing that proves how the witness is involved. */
function nameProof({ matter }: GlossaryQuest): string {
  return cutName(`letter about ${matter}`);
}

/** Cuts a name that the names of the story made longer than a game allows. */
export function cutName(name: string): string {
  if (name.length <= longestName) return name;
  const cut = name.slice(0, longestName - 1);
  const blank = cut.lastIndexOf(' ');
  // The last word stays whole, unless the name would become much shorter than it may be.
  return `${(2 * blank > longestName ? cut.slice(0, blank) : cut).toWellFormed().trim()}…`;
}

function joinNames(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
