// Composes the depths of a fragment out of statements, each line with its source; an update keeps every line that was there.

import type { FragmentText } from '../fragments/fragment.ts';
import { chooseStatements, renderStatement, type Statement } from '../topics/compile-topic.ts';
import { sizes } from './operation.ts';

export interface ComposedFragment {
  readonly ambient: string;
  readonly recognition: string;
  readonly inventory: string;
  readonly sources: number[];
}

export interface ComposedUpdate extends Partial<ComposedFragment> {
  readonly sources: number[];
  readonly because: string;
}

const recognised = 6;
/** A statement of less weight says little by itself: it stands only in the inventory. */
const leastRecognised = 1.5;
const mostSources = 5_000;
const longestMark = 80;
const newestBonus = 0.8;
const takenCost = 3;
/** A line with date, speaker, text and event. */
const ourLine = /^\d{4,}-\d\d-\d\d, .*: .* \(#\d+\)$/;
/** The first line where older lines had no room. */
const olderMark = /^\(([\d]+) older lines? had no room; search finds what they say\)$/;
/** The end of each such line: the event it comes from. */
const sourceAtEnd = /\(#(\d+)\)$/;

/** `taken`: lines by which other fragments are known already. */
export function buildTexts(statements: readonly Statement[], taken: ReadonlySet<string>): ComposedFragment {
  return {
    ...buildShallow(statements, taken),
    inventory: renderInventory(statements, []),
    sources: listSources(statements),
  };
}

/** What is known for updating an existing fragment. */
export interface News {
  /** All that was said of it. */
  readonly statements: readonly Statement[];
  /** The new part of that. */
  readonly added: readonly Statement[];
  /** Lines by which other fragments are known. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Texts written here are composed anew with the added statements; texts that a model or a person wrote stay, and get
 * the new statements at the end of their inventory.
 */
export function buildUpdate(former: FragmentText, { statements, added, taken }: News): ComposedUpdate {
  const { lines, older } = readInventory(former.inventory);
  const because = `${added.length} newer ${added.length === 1 ? 'statement bears' : 'statements bear'} on it`;
  const sources = listSources(added);
  const isOurs = [former.ambient, ...former.recognition.split('\n'), ...lines].every((line) =>
    ourLine.test(line),
  );
  if (!isOurs) {
    const inventory = cutToNewest([...lines, ...added.map(renderStatement)], older);
    return { inventory, sources, because };
  }
  return {
    ...buildShallow(statements, taken),
    inventory: renderInventory(statements, lines),
    sources,
    because,
  };
}

function buildShallow(statements: readonly Statement[], taken: ReadonlySet<string>) {
  const [first] = chooseStatements(scoreAptness(statements, taken), 1);
  const telling = statements.filter(({ weight }) => weight >= leastRecognised);
  const known = chooseStatements(telling.length > 0 ? telling : statements, recognised);
  return {
    ambient: first === undefined ? '' : renderStatement(first),
    recognition: known.map(renderStatement).join('\n'),
  };
}

/**
 * Of two statements that say as much, the newer one counts for more, because it is what is known now; so does one that
 * no other fragment has yet.
 */
function scoreAptness(statements: readonly Statement[], taken: ReadonlySet<string>): readonly Statement[] {
  return statements.map((statement, at) => ({
    ...statement,
    weight:
      statement.weight +
      (newestBonus * (at + 1)) / statements.length -
      (taken.has(renderStatement(statement)) ? takenCost : 0),
  }));
}

/** Every statement in order of time, with those former lines that are not among them. */
function renderInventory(statements: readonly Statement[], former: readonly string[]): string {
  const lines = statements.map(renderStatement);
  const present = new Set(lines);
  const kept = former.filter((line) => !present.has(line));
  // A line begins with its date, so sorting the lines by it puts them in order of time.
  return cutToNewest(
    [...kept, ...lines].sort(
      (one, other) => compare(one.slice(0, 10), other.slice(0, 10)) || readId(one) - readId(other),
    ),
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function readId(line: string): number {
  return Number(sourceAtEnd.exec(line)?.[1] ?? 0);
}

/** The lines of an inventory, and how many older ones had no room before. */
function readInventory(inventory: string): { readonly lines: readonly string[]; readonly older: number } {
  const [first = '', ...rest] = inventory.split('\n');
  const older = olderMark.exec(first)?.[1];
  return older === undefined ? { lines: [first, ...rest], older: 0 } : { lines: rest, older: Number(older) };
}

/**
 * The newest lines, as many as an inventory may hold, and how many older ones are left out: those remain in the events,
 * where search finds them.
 */
function cutToNewest(lines: readonly string[], olderBefore = 0): string {
  let left = sizes.inventory - longestMark;
  const first = lines.findLastIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  const older = olderBefore + first + 1;
  const mark = `(${older} older ${older === 1 ? 'line' : 'lines'} had no room; search finds what they say)`;
  return [...(older > 0 ? [mark] : []), ...lines.slice(first + 1)].join('\n');
}

function listSources(statements: readonly Statement[]): number[] {
  return [...new Set(statements.map(({ eventId }) => eventId))].slice(-mostSources);
}
