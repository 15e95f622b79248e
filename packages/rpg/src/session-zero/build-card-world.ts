// Builds a world out of a card alone: the one scene that it tells of, and nothing around it.

import type { Card } from '../exchange/card.ts';
import { renderSaid } from '../narrator/first-words.ts';
import { type Scenario, scenarioSchema } from '../narrator/scenario.ts';
import { longestName } from '../tools/arguments.ts';
import { splitNote } from './join-lore.ts';

const mostPieces = 12;
/** The place for a card that does not name one in a way that a program could find; few do. */
const neutralPlace = 'Meeting Place';
/** `Location: the ferry landing`, as some cards have it. */
const namedPlace = /^[ \t]*\**(?:location|place|setting)\**[ \t]*:[ \t*]*([^\n.;,:*]{2,60})/im;

/** The card's character and lore are not in it yet: `joinCard` brings them into this world as into any other. */
export function buildCardWorld(card: Card): Scenario {
  const name = card.name.slice(0, longestName).toWellFormed().trim();
  const place = findPlace(card) ?? neutralPlace;
  const greeting = splitNote(card.firstMessage.trim()).slice(0, mostPieces);
  // A line that only names the place tells nothing more.
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
    // The opening tells the first words, so they are noted as said.
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
