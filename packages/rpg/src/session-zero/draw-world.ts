// Draws a world at random from the tables of a system: a few places, a few people and one problem.

import type { Chance } from '@terrarium/kernel/environment';
import { parseDice } from '../dice/parse-dice.ts';
import { rollDice } from '../dice/roll-dice.ts';
import { readShippedSystem } from '../manifest/read-system.ts';
import { namePlace, renderNoun } from '../narrator/noun.ts';
import { type Scenario, scenarioSchema } from '../narrator/scenario.ts';
import type { System } from '../system/system.ts';

const places = 5;
const people = 4;
const mostDraws = 40;

/**
 * A small coherent world: each place is joined to the place before, and everybody is at some place. If the system lacks
 * a table, the table of the system `starter` is used.
 */
export function drawWorld(system: System, chance: Chance): Scenario {
  const draw = buildDraw(system, chance);
  const placeNames = drawSeveral(
    () => stripArticle(draw('places')),
    places,
    (at) => `The ${ordinals[at] ?? 'last'} place`,
  );
  const peopleNames = drawSeveral(
    () => draw('names'),
    people,
    (at) => `Stranger ${at + 1}`,
  );
  const [start = 'The crossroads'] = placeNames;
  const last = placeNames.at(-1) ?? start;
  const trouble = toCapitalised(draw('complication') ?? 'something is wrong here, and nobody says what.');
  const asker = peopleNames[0] ?? 'Somebody';
  return scenarioSchema.parse({
    id: 'drawn',
    title: start,
    about: 'A world drawn from the tables of its system.',
    start: { at: start },
    opening: [`You come to ${nameInProse(start, 'a')}, and to trouble. ${trouble}`],
    places: placeNames.map((name) => ({
      name,
      about: draw('place_detail') ?? toCapitalised(`${nameInProse(name, 'a')}.`),
    })),
    ways: placeNames.slice(1).map((name, at) => ({ from: placeNames[at] ?? start, to: name })),
    people: peopleNames.map((name, at) => ({
      name,
      about: describeWant(draw('want')),
      at: placeNames[at % placeNames.length] ?? start,
    })),
    quests: [
      {
        name: `The trouble at ${nameInProse(start)}`,
        about: trouble,
        giver: asker,
        open: true,
        steps: [
          { name: `Ask ${asker} what is wrong`, on: 'talk', what: asker },
          { name: `Search ${nameInProse(last)}`, on: 'search', what: last },
          { name: `Tell ${asker} what is at ${nameInProse(last)}`, on: 'talk', what: asker },
        ],
      },
    ],
  });
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** "A well covered with planks" describes the place; "Well covered with planks" is its name. */
function stripArticle(text: string | undefined): string | undefined {
  return text === undefined ? undefined : toCapitalised(text.replace(/^(?:an?|the)\s+/iu, ''));
}

/** The place's name as part of a sentence: "a well covered with planks", "the well covered with planks". */
function nameInProse(place: string, article: 'a' | 'the' = 'the'): string {
  return renderNoun(namePlace(place), article) ?? place;
}

function describeWant(want: string | undefined): string {
  if (want === undefined) return 'Somebody who lives here.';
  return `Somebody who wants ${want.charAt(0).toLowerCase()}${want.slice(1).replace(/[.]$/u, '')}.`;
}

function toCapitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function buildDraw({ manifest }: System, chance: Chance): (id: string) => string | undefined {
  return (id) => {
    const oracle = [manifest, readShippedSystem('starter').manifest]
      .flatMap(({ oracles = [] }) => oracles)
      .find((table) => table.id === id);
    const parsed = oracle === undefined ? undefined : parseDice(oracle.dice);
    if (oracle === undefined || parsed?.ok !== true) return undefined;
    const source = { draw: (faces: number) => Math.floor(chance.next() * faces) + 1 };
    const rolled = rollDice(parsed.dice, { source, resolve: () => undefined });
    if (!rolled.ok) return undefined;
    return oracle.rows.find(({ from, to }) => rolled.rolled.total >= from && rolled.rolled.total <= to)?.say;
  };
}

/** Draws names that all differ; if the table gives too few, plain names are made up. */
function drawSeveral(
  draw: () => string | undefined,
  count: number,
  plain: (at: number) => string,
): readonly string[] {
  const names = new Set<string>();
  for (let drawn = 0; drawn < mostDraws && names.size < count; drawn += 1) {
    const name = draw();
    if (name !== undefined) names.add(name);
  }
  for (let at = 0; names.size < count; at += 1) names.add(plain(at));
  return [...names];
}
