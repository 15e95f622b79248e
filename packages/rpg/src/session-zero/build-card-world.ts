// Builds a world of a card's own: the one scene it tells of, and nothing else around it.

import type { Card } from '../exchange/card.ts';
import { renderSaid } from '../narrator/first-words.ts';
import { type Scenario, scenarioSchema } from '../narrator/scenario.ts';
import { longestName } from '../tools/arguments.ts';
import { splitNote } from './join-lore.ts';

const mostPieces = 12;
/** Of nowhere in particular: few cards name a place so that a program could find it. */
const neutralPlace = 'Meeting Place';
/** `Location: the ferry landing`, as some write it. */
const namedPlace = /^[ \t]*\**(?:location|place|setting)\**[ \t]*:[ \t*]*([^\n.;,:*]{2,60})/im;

/** Whom the card is of, and its lore, are not in it yet: `joinCard` brings them into this world as into any other. */
export function buildCardWorld(card: Card): Scenario {
  const name = card.name.slice(0, longestName).toWellFormed().trim();
  const place = findPlace(card) ?? neutralPlace;
  const greeting = splitNote(card.firstMessage.trim()).slice(0, mostPieces);
  const scene = splitNote(card.scenario.trim()).slice(0, mostPieces);
  const [about = `Where you meet ${name}.`] = scene;
  const told = greeting.length > 0 ? greeting : scene;
  return scenarioSchema.parse({
    id: 'from-a-card',
    title: name,
    about,
    start: { at: place },
    opening: told.length > 0 ? told : [`You meet ${name}.`],
    places: [{ name: place, about, kind: 'inside' }],
    // The opening says them.
    notes:
      greeting.length > 0 ? [{ content: renderSaid(name), kind: 'fact', tags: [name.slice(0, 40)] }] : [],
  });
}

function findPlace({ scenario }: Card): string | undefined {
  const name = namedPlace.exec(scenario)?.[1]?.toWellFormed().trim();
  return name === undefined || name === '' || name.includes('{{') ? undefined : name;
}
