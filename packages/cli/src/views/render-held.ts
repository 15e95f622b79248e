// Renders the settings with which a world decides where requests go, for the person who is to accept them.

import type { ReadingNotes } from '@terrarium/annotator/reading-notes';
import { showName, showSigns } from '@terrarium/kernel/foreign-text';
import type { HeldRoutes } from '@terrarium/kernel/read-trusted';
import { showSettings } from '../redact/read-facts.ts';
import { cutMiddle, renderPairs, wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

const longestValue = 120;

function listPairs({ said }: HeldRoutes): readonly (readonly [string, string])[] {
  return showSettings(said).map(({ name, value }) => [name, cutMiddle(showName(value), longestValue)]);
}

export function listHeld(held: HeldRoutes): string {
  return listPairs(held)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** Renders the outside files that the world reads; empty if there are none. */
export function renderLinks(links: readonly Link[], dir: string, width: number): readonly string[] {
  if (links.length === 0) return [];
  const pairs = links.map(({ name, path }) => [name, cutMiddle(showName(path), longestValue)] as const);
  return [
    '',
    ...wrapText(paint(`The world ${dir} reads files outside of its folder:`, 'bold'), { width }),
    '',
    ...renderPairs(pairs, width),
    '',
    ...wrapText(
      'Whoever made this world could have named any file of yours. If the world comes from a stranger, or you do not know these files, say no. You are asked only once for each file.',
      { width },
    ),
  ];
}

export function renderNotes({ text }: ReadingNotes, dir: string, width: number): readonly string[] {
  return [
    ...wrapText(paint(`The reading-notes.md of the world ${dir} tells the reading model:`, 'bold'), {
      width,
    }),
    '',
    ...text.split('\n').flatMap((line) => wrapText(showSigns(line), { width, indent: '  ' })),
    '',
    ...wrapText(
      'They are sent with each request. If the world comes from a stranger, read them first. You are asked once, and again when they change.',
      { width },
    ),
  ];
}

interface Link {
  readonly name: string;
  readonly path: string;
}

export function renderHeld(held: HeldRoutes, dir: string, width: number): readonly string[] {
  return [
    ...wrapText(
      paint(`The terrarium.yaml of the world ${dir} says where requests go, or what goes with them:`, 'bold'),
      { width },
    ),
    '',
    ...renderPairs(listPairs(held), width),
    '',
    ...wrapText(
      'What this command sends would go there: words of the story, the talk or the game. If the world comes from a stranger, or you do not know these lines, say no. You are asked once, and again when they change.',
      { width },
    ),
  ];
}
