// Long story: enough posts to need folds, in threads of several scenes, with readers' posts in between.

import type { SmallPost } from './small-world.ts';

const places = ['Vell', 'Orrum', 'Tashkel', 'Immer', 'Quoss', 'Brannoch', 'Sithe', 'Marrow'];
const people = [
  'Soma',
  'Dawnel',
  'Ketterin',
  'Ysolde',
  'Harrow',
  'Pell',
  'Ombry',
  'Lissande',
  'Corvane',
  'Thessaly',
];

/**
 * Builds `threads` threads of `scenes` scenes each. Each of the first eighty scenes has a new name; later scenes have
 * only known names.
 */
export function buildLongStory(threads: number, scenes: number): readonly SmallPost[] {
  const posts: SmallPost[] = [];
  for (let thread = 0; thread < threads; thread += 1) {
    for (let scene = 0; scene < scenes; scene += 1) {
      posts.push({ thread: `Thread ${thread + 1}`, body: writeScene(thread * scenes + scene) });
      posts.push({ thread: `Thread ${thread + 1}`, body: 'we go on', tags: ['vote_tally_post'] });
    }
  }
  return posts;
}

function writeScene(index: number): string {
  const person = `${people[index % people.length]}${'abcdefgh'[Math.floor(index / people.length) % 8]}`;
  const place = places[(index * 3) % places.length];
  const filler =
    'the wagons rolled over the white plain and nobody spoke of what lay behind them for a long while';
  return [
    `In the morning they saw ${person} at the gate of ${place}, waiting with the salt carriers.`,
    ...Array.from({ length: 4 }, (_, line) => `And ${filler}, ${line} times over.`),
    `At dusk ${person} left ${place} again.`,
  ].join(' ');
}
