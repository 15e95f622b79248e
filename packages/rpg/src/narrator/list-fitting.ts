// Lists the lines that fit the place: some belong to places and begin with their names.

import type { Chronicle } from './chronicle.ts';
import { nameOf } from './world.ts';

/** Lines that belong to places begin with them: `@Ropewalk, Fish Market: …`. */
export function listFitting(c: Chronicle, lines: readonly string[]): readonly string[] {
  const here = c.world.here === undefined ? '' : nameOf(c.world.here).toLowerCase();
  return lines.flatMap((line) => {
    const [, places, text] = /^@([^:]+): ([\s\S]*)$/.exec(line) ?? [];
    if (places === undefined || text === undefined) return line;
    return places.toLowerCase().split(', ').includes(here) ? text : [];
  });
}
