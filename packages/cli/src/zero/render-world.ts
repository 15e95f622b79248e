// Renders a world that was made for a game: title, premise, and places as anybody would see them, nothing hidden.

import { listOpenPlaces } from '@terrarium/rpg/list-open-places';
import type { Scenario } from '@terrarium/rpg/scenario';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

const mostPlaces = 12;

/** Leaves out people and events, which the game will reveal. */
export function renderWorld(world: Scenario, width: number): readonly string[] {
  const { title, about, tone, places } = world;
  const open = listOpenPlaces(world);
  const shown = places.filter(({ name }) => open.has(name)).slice(0, mostPlaces);
  const left = places.length - shown.length;
  return [
    '',
    paint(title, 'bold'),
    ...wrapText(namePlayer(tone === '' ? about : `${about} ${paint(`· ${tone}`, 'dim')}`), { width }),
    '',
    ...shown.flatMap((place) =>
      wrapText(`${paint(place.name, 'cyan')}${describePlace(place)}`, {
        width,
        indent: '    ',
        first: '  ',
      }),
    ),
    ...(left === 0 ? [] : [paint(`  and ${renderCount(left, 'place')} more`, 'dim')]),
  ];
}

/** Empty if the description only repeats the name, as for a place that was drawn by chance. */
function describePlace({ name, about }: Scenario['places'][number]): string {
  const sentence = namePlayer(readFirstSentence(about));
  const isName = sentence.toLowerCase().replace(/^(?:an?|the) /u, '') === `${name.toLowerCase()}.`;
  return isName ? '' : ` · ${sentence}`;
}

/** Puts words in place of the player's name, which is not known yet. */
function namePlayer(text: string): string {
  return text.replaceAll('{{user}}', 'the player');
}

/**
 * Keeps only the first sentence, which says what anybody can see. Later sentences say what is wrong there,
 * which the game will reveal.
 */
function readFirstSentence(about: string): string {
  const end = /[.!?…](?=\s)/u.exec(about);
  return end === null ? about : about.slice(0, end.index + 1);
}
