// Chooses the inventory lines shown below known fragments, for a message that asks for several things.

import { splitTerms } from '@terrarium/kernel/split-terms';
import type { EventId } from '../events/event.ts';
import { listSourcesOfLine } from '../fragments/list-sources-of-line.ts';
import { isNumber, listNumbers, stripSources } from '../fragments/own-numbers.ts';
import { escapeTagsInBlock } from '../render/escape-tags-in-block.ts';
import type { TokenCounter } from './token-budget.ts';

/** A fragment that is shown without its inventory, with what is needed to rank the lines of the inventory. */
export interface LinedFragment {
  readonly key: string;
  readonly inventory: string;
  /** The text above the lines. */
  readonly shown: string;
  /** How closely the fragment is related to the message; 0 or more. */
  readonly score: number;
}

export interface LineSearch {
  readonly query: string;
  /** The ranks of the moments that the message brought back; the best has rank 0. */
  readonly places: ReadonlyMap<EventId, number>;
  /** Events that are already in the wake. */
  readonly inView: ReadonlySet<EventId>;
  /** Tokens that all lines may take. */
  readonly room: number;
  readonly tokens: TokenCounter;
}

/**
 * The worth of a line is the score of its fragment, multiplied by a sum: `ownWorth`, `wordWorth` for each word of the
 * message that the line has, and up to `momentWorth` for the best of the line's moments that the message brought back.
 */
const momentWorth = 3;
const placeFading = 0.06;
const wordWorth = 0.5;
/** What counts for each line, since its fragment is related to the message. */
const ownWorth = 1;
const longestBeginning = 6;
/** Only the last lines of a fragment are weighed, at most this many. */
const mostWeighed = 400;

interface WeighedLine {
  readonly key: string;
  readonly at: number;
  readonly text: string;
  readonly worth: number;
  /**
   * Whether the talk in the wake already shows the line's moments. Of such lines, only the newest line of an
   * inventory is weighed.
   */
  readonly isInView: boolean;
}

/**
 * Returns the chosen lines by the keys of their fragments, in the order of each inventory. A line that the
 * talk shows as well is left out, unless it is the newest line below older ones: without it, an older line
 * would read as the last that was told.
 */
export function chooseKnownLines(
  fragments: readonly LinedFragment[],
  { query, places, inView, room, tokens }: LineSearch,
): ReadonlyMap<string, readonly string[]> {
  const asked = [...splitTerms(query).counts.keys()];
  const weighed = fragments.flatMap(({ key, inventory, shown, score }) => {
    const said = shown.replace(/\s+/g, ' ');
    const lines = inventory.split('\n').filter((line) => line.trim() !== '');
    return lines.slice(-mostWeighed).flatMap((line, at, some): readonly WeighedLine[] => {
      if (said.includes(line.trim())) return [];
      const ids = listSourcesOfLine(line) as readonly EventId[];
      const isInView = ids.length > 0 && ids.every((id) => inView.has(id));
      if (isInView && at < some.length - 1) return [];
      const place = Math.min(...ids.map((id) => places.get(id) ?? Number.POSITIVE_INFINITY));
      const words = asked.length === 0 ? 0 : countWords(line, asked);
      const worth = score * (ownWorth + momentWorth / (1 + placeFading * place) + wordWorth * words);
      return [{ key, at, text: escapeTagsInBlock(line.trim()), worth, isInView }];
    });
  });
  const closing = weighed.filter(({ isInView }) => isInView);
  const older = takeLines(
    weighed.filter(({ isInView }) => !isInView),
    { room, tokens },
  );
  const keys = new Set(older.chosen.map(({ key }) => key));
  const newest = takeLines(
    closing.filter(({ key }) => keys.has(key)),
    { room: older.left, tokens },
  );
  const inOrder = [...older.chosen, ...newest.chosen].sort((one, other) => one.at - other.at);
  return new Map(
    fragments.map(({ key }) => [key, inOrder.filter((one) => one.key === key).map(({ text }) => text)]),
  );
}

/**
 * Takes lines in the order of their worth. A line that no longer fits is left out, and shorter ones after it are still
 * tried.
 */
function takeLines(lines: readonly WeighedLine[], { room, tokens }: Pick<LineSearch, 'room' | 'tokens'>) {
  let left = room;
  const chosen = lines
    .toSorted((one, other) => other.worth - one.worth || other.at - one.at)
    .filter((line) => {
      const cost = tokens.count(`\n  · ${line.text}`);
      if (cost > left) return false;
      left -= cost;
      return true;
    });
  return { chosen, left };
}

/**
 * Counts the words of the message that the line has. Numbers must be the same; of other words only the beginnings are
 * compared, because stemming every word of so many lines costs too much.
 */
function countWords(line: string, asked: readonly string[]): number {
  const lower = stripSources(line).toLowerCase();
  const numbers = asked.some(isNumber) ? listNumbers(lower) : [];
  return asked.filter((term) =>
    isNumber(term) ? numbers.includes(term) : lower.includes(term.slice(0, longestBeginning)),
  ).length;
}
