// Covers parts of a text: all are looked for in the original text, so that covering one never uncovers another.

/** What stands between two places of a text, and what is shown instead. */
export interface Cover {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

/** Every place where a part occurs, even if it overlaps itself. */
export function listCovers(text: string, part: string, shown: string): readonly Cover[] {
  const found: Cover[] = [];
  if (part === '') return found;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    found.push({ start: at, end: at + part.length, shown });
  return found;
}

export function isOverlapping(one: Cover, other: Cover): boolean {
  return one.start < other.end && other.start < one.end;
}

/**
 * Overlapping covers are merged, and shown as the first one that spans the whole says, or as `torn` if none does.
 */
export function applyCovers(text: string, covers: readonly Cover[], torn: string): string {
  const parts: string[] = [];
  let reached = 0;
  for (const { start, end, shown } of joinCovers(covers, torn)) {
    parts.push(text.slice(reached, start), shown);
    reached = end;
  }
  return [...parts, text.slice(reached)].join('');
}

function joinCovers(covers: readonly Cover[], torn: string): readonly Cover[] {
  const joined: Cover[] = [];
  // Of covers that begin together the widest comes first; equal ones keep their order.
  for (const cover of covers.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = joined.at(-1);
    if (last === undefined || !isOverlapping(last, cover)) joined.push(cover);
    else if (cover.end > last.end) joined.splice(-1, 1, { start: last.start, end: cover.end, shown: torn });
  }
  return joined;
}
