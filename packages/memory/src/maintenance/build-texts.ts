// Composes the tiers of a fragment from statements, each line with its source; an update keeps every former line.

import type { FragmentText } from '../fragments/fragment.ts';
import { chooseStatements, renderStatement, type Statement } from '../topics/compile-topic.ts';
import { parseInventory, renderInventory } from './inventory-lines.ts';

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
/** A statement with less weight says little by itself, so it is only in the inventory. */
const leastRecognised = 1.5;
const mostSources = 5_000;
const newestBonus = 0.8;
const takenCost = 3;
/** A line with date, speaker, text and event. */
const ourLine = /^(?:\d{4,}-\d\d-\d\d|undated), .*: .* \(#\d+\)$/;
/** The day with which a line begins. */
const ourDay = /^[^,]*/;
/** The number of the event, at the end of a line with date, speaker, text and event. */
const sourceAtEnd = /\(#(\d+)\)$/;

/** `taken`: the ambient texts of the other fragments. */
export function buildTexts(statements: readonly Statement[], taken: ReadonlySet<string>): ComposedFragment {
  return {
    ...buildShallow(statements, taken),
    inventory: sortInventory(statements, []),
    sources: listSources(statements),
  };
}

/** Everything needed to update an existing fragment. */
export interface News {
  /** All statements about the fragment. */
  readonly statements: readonly Statement[];
  /** Those of the statements that are new. */
  readonly added: readonly Statement[];
  /** The ambient texts of the other fragments. */
  readonly taken: ReadonlySet<string>;
  /** Whether a person wrote or approved the fragment. */
  readonly isApproved: boolean;
}

/**
 * Composes texts of the built-in writer again with the added statements. Texts that a model or a person
 * wrote, or that a person approved, stay. The new statements are added at the end of their inventory.
 */
export function buildUpdate(
  former: FragmentText,
  { statements, added, taken, isApproved }: News,
): ComposedUpdate {
  const { lines, older } = parseInventory(former.inventory);
  const because = `${added.length} newer ${added.length === 1 ? 'statement bears' : 'statements bear'} on it`;
  const sources = listSources(added);
  const isOurs =
    !isApproved &&
    [former.ambient, ...former.recognition.split('\n'), ...lines].every((line) => ourLine.test(line));
  if (!isOurs) {
    const inventory = renderInventory({ lines: [...lines, ...added.map(renderStatement)], older });
    return { inventory, sources, because };
  }
  return {
    ...buildShallow(statements, taken),
    inventory: sortInventory(statements, lines),
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
 * A newer statement counts more, because it says what is known now. So does a statement that is not the ambient
 * text of another fragment yet.
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

/** All statements in order of time, together with the former lines that are not among them. */
function sortInventory(statements: readonly Statement[], former: readonly string[]): string {
  const lines = statements.map(renderStatement);
  const present = new Set(lines.map(stripDay));
  const kept = former.filter((line) => !present.has(stripDay(line)));
  // A line begins with its date, so sorting lines by their beginnings puts them in order of time.
  const sorted = [...kept, ...lines].sort(
    (one, other) => compare(readDay(one), readDay(other)) || readId(one) - readId(other),
  );
  return renderInventory({ lines: sorted, older: 0 });
}

/**
 * An earlier version began its lines with the day in UTC, which may differ from the day where the person lives.
 */
function stripDay(line: string): string {
  return line.replace(ourDay, '');
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function readDay(line: string): string {
  return ourDay.exec(line)?.[0] ?? '';
}

function readId(line: string): number {
  return Number(sourceAtEnd.exec(line)?.[1] ?? 0);
}

function listSources(statements: readonly Statement[]): number[] {
  return [...new Set(statements.map(({ eventId }) => eventId))].slice(-mostSources);
}
