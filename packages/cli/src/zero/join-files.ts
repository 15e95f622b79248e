// Reads cards and lorebooks, adds them to a world, and reports what was added from each.

import { UsageError } from '@terrarium/kernel/errors';
import { chooseGreeting } from '@terrarium/rpg/build-card-world';
import type { Card, Lorebook } from '@terrarium/rpg/card';
import { type JoinedWorld, joinCard, joinLorebook } from '@terrarium/rpg/join-lore';
import type { Scenario } from '@terrarium/rpg/scenario';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { readCardFile, readLorebookFile } from '../shell/read-card-file.ts';
import type { ZeroOptions } from './zero-options.ts';

/** The cards and lorebooks named on the command line, with their parsed contents. */
export interface GivenFiles {
  readonly cards: readonly { readonly path: string; readonly card: Card }[];
  readonly books: readonly { readonly path: string; readonly book: Lorebook }[];
}

/**
 * Throws `UsageError`, before anything is stored, for the first file that cannot be read, for a `greeting` without a
 * card, and for one that the first card does not have.
 */
export function readFiles({ card = [], lorebook = [], greeting }: ZeroOptions): GivenFiles {
  if (greeting !== undefined && card.length === 0) throw refuseGreeting();
  return {
    cards: card.map((path, index) => {
      const read = readCardFile(path);
      return { path, card: index === 0 && greeting !== undefined ? requireGreeting(read, greeting) : read };
    }),
    books: lorebook.map((path) => ({ path, book: readLorebookFile(path) })),
  };
}

function refuseGreeting(): UsageError {
  return new UsageError({
    code: 'card.no-greeting',
    happened: '--greeting was given, but no --card that has a first message.',
    todo: 'Give the card with --card, or leave out --greeting.',
  });
}

function requireGreeting(card: Card, greeting: string): Card {
  const chosen = /^\d{1,3}$/u.test(greeting) ? chooseGreeting(card, Number(greeting)) : undefined;
  if (chosen !== undefined) return chosen;
  throw new UsageError({
    code: 'card.no-greeting',
    happened: `The card has no first message "${greeting}": it has ${card.greetings.length + 1}.`,
    todo: 'Give --greeting one of their numbers, beginning with 1.',
  });
}

/** Cards become people with their first words, and entries become lore. Whatever does not fit is reported. */
export function joinFiles(given: Scenario, { cards, books }: GivenFiles): JoinedWorld {
  const joins = [
    ...cards.map(
      ({ path, card }) =>
        (world: Scenario) =>
          joinCard(world, card, path),
    ),
    ...books.map(
      ({ path, book }) =>
        (world: Scenario) =>
          joinLorebook(world, book, path),
    ),
  ];
  return joins.reduce<JoinedWorld>(
    (before, join) => {
      const { world, warnings } = join(before.world);
      return { world, warnings: [...before.warnings, ...warnings] };
    },
    { world: given, warnings: [] },
  );
}

/** A line for each file: which person was added, how much lore, and what was left out. */
export function renderFiles({ cards, books }: GivenFiles, width: number): readonly string[] {
  const lines = [
    ...cards.map(({ path, card }) => `${path}: ${card.name}${describeBook(card.book)}`),
    ...books.map(({ path, book }) => `${path}${describeBook(book)}`),
  ];
  const warnings = [
    ...cards.flatMap(({ card }) => card.warnings),
    ...cards.slice(0, 1).flatMap(({ card }) => describeGreetings(card)),
    ...books.flatMap(({ book }) => book.warnings),
  ];
  return [
    ...lines.flatMap((line) => wrapText(line, { width, indent: '    ', first: '  + ' })),
    ...renderWarnings(warnings, width),
  ];
}

function describeGreetings({ greetings }: Card): readonly string[] {
  const count = greetings.length;
  if (count === 0) return [];
  const numbers = count === 1 ? '2' : `2 to ${count + 1}`;
  return [
    `The card has ${renderCount(count, 'other first message')}: --greeting ${numbers} begins with ${count === 1 ? 'it' : 'one of them'}.`,
  ];
}

export function renderWarnings(warnings: readonly string[], width: number): readonly string[] {
  return warnings.flatMap((line) => wrapText(line, { width, indent: '    ', first: '  ! ' }));
}

function describeBook(book: Lorebook | undefined): string {
  if (book === undefined) return '';
  const isTaken = ({ isEnabled, content }: Lorebook['entries'][number]) => isEnabled && content.trim() !== '';
  const taken = book.entries.filter(isTaken).length;
  const left = book.entries.length - taken;
  const off = left === 0 ? '' : `, ${left} left out that are empty or switched off`;
  return `: ${renderCount(taken, 'entry', 'entries')} of lore${off}`;
}
