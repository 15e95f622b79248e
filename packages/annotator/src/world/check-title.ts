// Checks a title that a person gives to a world or a story; a title that a file states is cut to fit the same rules.

import { UsageError } from '@terrarium/kernel/errors';
import { showName } from '@terrarium/kernel/foreign-text';
import type { CorpusRecord } from './world.ts';

const longestTitle = 200;

/**
 * Line breaks, control characters, and marks that change the direction of writing: they would spoil a line with a
 * title.
 */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Returns the title without blanks at either end. Throws `UsageError` if it cannot be a title. */
export function checkTitle(said: string): string {
  const title = said.trim().normalize('NFC');
  if (title === '') throw refuseTitle('A title needs at least one character.');
  if (title.length > longestTitle)
    throw refuseTitle(`A title has at most ${longestTitle} characters; this one has ${title.length}.`);
  if (!title.isWellFormed() || unfit.test(title))
    throw refuseTitle(`"${showName(title)}" has characters that a title cannot have.`);
  return title;
}

/**
 * Cleans and shortens a title from a book or a file name, instead of refusing it: nobody can be asked about it. The
 * result may be empty.
 */
export function cutTitle(found: string): string {
  const clean = found
    .toWellFormed()
    .replace(new RegExp(unfit, 'gu'), ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC');
  if (clean.length <= longestTitle) return clean;
  return `${clean
    .slice(0, longestTitle - 1)
    .toWellFormed()
    .trimEnd()}…`;
}

function refuseTitle(happened: string): UsageError {
  return new UsageError({
    code: 'world.bad-title',
    happened,
    todo: `Give 1 to ${longestTitle} characters on one line. Nothing was changed.`,
  });
}

/** Throws `UsageError` if another story of the world has this title. */
export function refuseTaken(title: string, others: readonly CorpusRecord[]): void {
  const other = others.find((one) => one.title === title);
  if (other === undefined) return;
  throw new UsageError({
    code: 'world.title-taken',
    happened: `Another story of this world is called "${title}": corpus "${other.name}".`,
    todo: 'Choose another title. Nothing was changed.',
  });
}
