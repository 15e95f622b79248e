// Lists the events that an inventory line names as its sources; other numbers in the line do not count.

import { listNamedEvents } from './list-named-events.ts';

/** Numbers of events in brackets, such as `(#31, #32)`. */
export const sourcesInBrackets = /[([]#\d{1,15}(?:[,;]? ?(?:and )?#?\d{1,15})*[)\]]/g;

/**
 * Sources are usually in brackets: in "We won #3 of 12 (#900)", only the last number is one. If a line has no
 * such brackets, all events that it names count.
 */
export function listSourcesOfLine(line: string): readonly number[] {
  const marked = line.match(sourcesInBrackets);
  return listNamedEvents(marked === null ? line : marked.join(' '));
}
