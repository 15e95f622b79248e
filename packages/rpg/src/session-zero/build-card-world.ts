// Builds a world out of a character card alone: the one scene that the card describes, and nothing around it.

import type { Card } from '../exchange/card.ts';
import { renderSaid } from '../narrator/first-words.ts';
import { type Scenario, scenarioSchema } from '../narrator/scenario.ts';
import { longestName } from '../tools/arguments.ts';
import { splitNote } from './join-lore.ts';

const mostPieces = 12;
/** The name of the place if the card does not name one in a recognisable way; few cards do. */
const neutralPlace = 'Meeting Place';
/** The place as some cards name it: `Location: the ferry landing`. */
const namedPlace = /^[ \t]*\**(?:location|place|setting)\**[ \t]*:[ \t*]*([^\n.;,:*]{2,60})/im;

/** The world does not contain the card's character and lore yet: `joinCard` adds them, as to any other world. */
export function buildCardWorld(card: Card): Scenario {
  const name = card.name.slice(0, longestName).toWellFormed().trim();
  const place = findPlace(card) ?? neutralPlace;
  const greeting = splitNote(card.firstMessage.trim()).slice(0, mostPieces);
  // Leaves out a line that only names the place.
  const told = card.scenario
    .split('\n')
    .filter((line) => !isPlaceLine(line))
    .join('\n')
    .trim();
  const scene = splitNote(told === '' ? card.scenario.trim() : told).slice(0, mostPieces);
  const meeting = `Where you meet ${name}.`;
  const about = toSentence(scene[0] ?? meeting);
  // What the scenario says of the player is no description of a place.
  const isOfPlayer = /\{\{user\}\}|<USER>|\byou\b|\bthe player\b/iu.test(about);
  const opening = greeting.length > 0 ? greeting : scene;
  return scenarioSchema.parse({
    id: 'from-a-card',
    title: name,
    about,
    start: { at: place },
    opening: opening.length > 0 ? opening : [`You meet ${name}.`],
    places: [{ name: place, about: isOfPlayer ? meeting : about, kind: 'inside' }],
    // The opening contains the character's first words, so they are noted as said.
    notes:
      greeting.length > 0 ? [{ content: renderSaid(name), kind: 'fact', tags: [name.slice(0, 40)] }] : [],
  });
}

function toSentence(text: string): string {
  return text.startsWith('{{') ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/**
 * The card with the first message of this number, counted from 1, in place of the usual one; undefined if it has no
 * such message.
 */
export function chooseGreeting(card: Card, number: number): Card | undefined {
  const messages = [card.firstMessage, ...card.greetings];
  const chosen = messages[number - 1];
  if (chosen === undefined) return undefined;
  return { ...card, firstMessage: chosen, greetings: messages.filter((_, index) => index !== number - 1) };
}

function isPlaceLine(line: string): boolean {
  const found = namedPlace.exec(line)?.[0];
  return found !== undefined && ['', '.'].includes(line.slice(found.length).trim());
}

function findPlace({ scenario }: Card): string | undefined {
  const name = namedPlace.exec(scenario)?.[1]?.toWellFormed().trim();
  return name === undefined || name === '' || name.includes('{{') ? undefined : name;
}
