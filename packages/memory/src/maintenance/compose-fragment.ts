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
const mostSources = 5_000;
const newestBonus = 0.8;
/** How each line of ours ends: with the event it is from. */
const sourceAtEnd = /\(#(\d+)\)$/;

export function composeFragment(statements: readonly Statement[]): ComposedFragment {
  return {
    ...composeShallow(statements),
    inventory: composeInventory(statements, []),
    sources: listSources(statements),
  };
}

/**
 * What was written here is composed anew with what was added; what a model or a person wrote stays, and gets the new
 * statements at the end of its inventory.
 */
export function composeUpdate(
  former: FragmentText,
  statements: readonly Statement[],
  added: readonly Statement[],
): ComposedUpdate {
  const lines = former.inventory.split('\n');
  const because = `${added.length} newer ${added.length === 1 ? 'statement bears' : 'statements bear'} on it`;
  const sources = listSources(added);
  if (!lines.every((line) => sourceAtEnd.test(line))) {
    const inventory = keepNewest([...lines, ...added.map(renderStatement)]);
    return { inventory, sources, because };
  }
  return { ...composeShallow(statements), inventory: composeInventory(statements, lines), sources, because };
}

function composeShallow(statements: readonly Statement[]) {
  const [first] = chooseStatements(preferNewer(statements), 1);
  const known = chooseStatements(statements, recognised);
  return {
    ambient: first === undefined ? '' : renderStatement(first),
    recognition: known.map(renderStatement).join('\n'),
  };
}

/** Of two that say as much, the newer one is what one knows now. */
function preferNewer(statements: readonly Statement[]): readonly Statement[] {
  return statements.map((statement, at) => ({
    ...statement,
    weight: statement.weight + (newestBonus * (at + 1)) / statements.length,
  }));
}

/** Every statement in the order of time, and the lines that were there and are not among them. */
function composeInventory(statements: readonly Statement[], former: readonly string[]): string {
  const lines = statements.map(renderStatement);
  const present = new Set(lines);
  const kept = former.filter((line) => !present.has(line));
  // A line begins with its date: their order is that of time.
  return keepNewest(
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

/** The newest lines, as many as an inventory may hold: the older ones stay in the events, which search finds. */
function keepNewest(lines: readonly string[]): string {
  let left: number = sizes.inventory;
  const first = lines.findLastIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return lines.slice(first + 1).join('\n');
}

function listSources(statements: readonly Statement[]): number[] {
  return [...new Set(statements.map(({ eventId }) => eventId))].slice(-mostSources);
}
