// Parses a plan that moves another one: "move dentist to Friday at 10".
import { movedSpan } from './moved-span.ts';

export interface ParsedMoving {
  /** The words that say which plan is meant. */
  readonly named: string;
  /** The words that may name the new time, or by how much the plan is moved. */
  readonly to: string;
}

const start = /^\s*(?:move|moved|reschedule|rescheduled|postpone|postponed)(?:\s*:\s*|\s+)/iu;
const joint = new RegExp(String.raw`\s(?:to|until|till|for)\s|:\s|\s(?=by\s${movedSpan})`, 'giu');

/**
 * Every way to divide the words in two, beginning with the last word that can divide them; none if the content says
 * nothing about moving.
 */
export function parseMoving(content: string): readonly ParsedMoving[] {
  const first = start.exec(content);
  if (first === null) return [];
  const rest = content.slice(first[0].length).trim();
  return [...rest.matchAll(joint)]
    .map(({ index, 0: words }) => ({
      named: rest.slice(0, index).trim(),
      to: rest.slice(index + words.length).trim(),
    }))
    .filter(({ named, to }) => named !== '' && to !== '')
    .toReversed();
}
