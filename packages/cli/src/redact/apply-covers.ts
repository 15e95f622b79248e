// Covers parts of a text with other words, all in one pass; overlapping parts get one cover.

/** The range of a text that is covered, and the words shown instead. */
export interface Cover {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

/** Finds every place where `part` occurs, even if two of the places overlap. */
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

/** Merges overlapping covers. If one of them spans all the others, its `shown` is used, otherwise `torn`. */
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
  // If several covers begin at the same place, the widest comes first.
  for (const cover of covers.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = joined.at(-1);
    if (last === undefined || !isOverlapping(last, cover)) joined.push(cover);
    else if (cover.end > last.end) joined.splice(-1, 1, { start: last.start, end: cover.end, shown: torn });
  }
  return joined;
}
