// Builds a world out of a card alone: the one scene that the card describes, and nothing around it.

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
  const [about = `Where you meet ${name}.`] = scene;
  const opening = greeting.length > 0 ? greeting : scene;
  return scenarioSchema.parse({
    id: 'from-a-card',
    title: name,
    about,
    start: { at: place },
    opening: opening.length > 0 ? opening : [`You meet ${name}.`],
    places: [{ name: place, about, kind: 'inside' }],
    // The opening contains the character's first words, so they are noted as said.
    notes:
      greeting.length > 0 ? [{ content: renderSaid(name), kind: 'fact', tags: [name.slice(0, 40)] }] : [],
  });
}

function isPlaceLine(line: string): boolean {
  const found = namedPlace.exec(line)?.[0];
  return found !== undefined && ['', '.'].includes(line.slice(found.length).trim());
}

function findPlace({ scenario }: Card): string | undefined {
  const name = namedPlace.exec(scenario)?.[1]?.toWellFormed().trim();
  return name === undefined || name === '' || name.includes('{{') ? undefined : name;
}
