// Removes from a world the person whom the player plays, with that person's lines, secrets and part in quests.

import { nameFirstWords, renderSaid } from '../narrator/first-words.ts';
import type { Scenario, ScenarioQuest } from '../narrator/scenario.ts';
import { describeStart } from './describe-start.ts';
import { removeFromOpening } from './write-glossary-quest.ts';

export interface TakenPart {
  readonly world: Scenario;
  /** Whether the player's character is somebody of this world. */
  readonly isOfWorld: boolean;
}

/** The world is unchanged if nobody in it has this name. */
export function takePart(world: Scenario, name: string): TakenPart {
  const isPlayed = (one: string | undefined) => one?.trim().toLowerCase() === name.trim().toLowerCase();
  const played = world.people.find((person) => isPlayed(person.name));
  if (played === undefined) return { world, isOfWorld: false };
  const first = played.greet[0];
  // A world made from a card begins with the first words of the card's character, which are no longer said if the
  // player plays that character.
  const isGreeted =
    first !== undefined && world.opening.join('\n\n').includes(first.slice(0, comparedLetters));
  const at = played.at ?? world.start.at;
  const place = world.places.find((one) => one.name === at);
  const here = world.people.filter((person) => person.at === at).map((person) => person.name);
  return {
    isOfWorld: true,
    world: {
      ...world,
      start: { ...world.start, at },
      opening:
        isGreeted || at !== world.start.at
          ? [describeStart(at, place?.about)]
          : [...removeFromOpening(world.opening, here, played.name)],
      suggestions: at === world.start.at ? world.suggestions.filter((one) => !isNaming(one, name)) : [],
      people: world.people.filter((person) => person !== played),
      items: world.items.map((item) => (isPlayed(item.holder) ? { ...item, holder: 'player' } : item)),
      quests: world.quests.map((quest) => removePart(quest, isPlayed)),
      // Secrets of the played character are left out, since the game master does not play this character.
      secrets: world.secrets.filter(({ of }) => !isPlayed(of)),
      notes: world.notes.filter(({ content }) => !isOfFirstWords(content, played.name)),
    },
  };
}

/** Whether words name the person, by the whole name or a part of it; an article names nobody. */
function isNaming(words: string, name: string): boolean {
  const said = new Set(words.toLowerCase().match(/[\p{L}\p{M}]+/gu));
  const plain = name.replace(/^(?:the|an?) /iu, '');
  const parts = plain.match(/\p{Lu}[\p{L}\p{M}]{2,}/gu) ?? plain.match(/[\p{L}\p{M}]{3,}/gu) ?? [];
  return parts.some((part) => said.has(part.toLowerCase()));
}

const comparedLetters = 200;

/** Whether a note repeats the first words of this person, or says that they were said. */
function isOfFirstWords(content: string, name: string): boolean {
  return content.startsWith(nameFirstWords(name)) || content === renderSaid(name);
}

/** Removes the played character's part in a quest: nobody asks themselves for something, or talks to themselves. */
function removePart(quest: ScenarioQuest, isPlayed: (name: string | undefined) => boolean): ScenarioQuest {
  const { giver, ...rest } = quest;
  const steps = quest.steps.filter(({ what, to }) => !isPlayed(what) && !isPlayed(to));
  if (giver === undefined || !isPlayed(giver)) return { ...quest, steps };
  return { ...rest, about: toPlayer(quest.about, giver), steps };
}

/** Rewrites what a person wants, addressed to the player who now plays this person. */
function toPlayer(about: string, name: string): string {
  const wants = `${name} wants `;
  if (!about.startsWith(wants)) return about;
  return `You want ${about.slice(wants.length).replace(/, and cannot go and ask(?=\.)/u, '')}`;
}
