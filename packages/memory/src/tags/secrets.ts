// Cuts secrets out of a text, so that no secret leaves the memory unless somebody asked for it.
import { listMarkedSpans, listMarkers, type Reach } from './parse-message.ts';
import type { Span } from './tag.ts';

export function cutSecrets(text: string, mark = ''): string {
  return cut(text, listSecrets(text), mark);
}

/** Returns the text without its secrets, and the spans outside of secrets at their new positions. */
export function cutSecretSpans(
  text: string,
  spans: readonly Span[],
): { text: string; spans: readonly Span[] } {
  const secrets = listSecrets(text);
  const rest = cut(text, secrets);
  const around = openCounting(secrets);
  const kept = spans.flatMap((span): readonly Span[] => {
    const { tag, content, start } = span;
    const [before, end] = [around(start), start + content.length];
    const isCut = before.isInside || end <= before.until;
    if (tag === 'secret' || isCut) return [];
    const [from, to] = [start - before.cut, end - around(end).cut];
    return [{ tag, content: rest.slice(from, to), start: from }];
  });
  return { text: rest, spans: kept };
}

interface CutBefore {
  /** How many characters of secrets are before the place. */
  readonly cut: number;
  /** Whether the place is inside a secret, and not at its beginning. */
  readonly isInside: boolean;
  /** Where the last secret that begins at or before the place ends; 0 if there is none. */
  readonly until: number;
}

/** Counts what is cut before a place; takes little time for each, however many secrets there are. */
function openCounting(secrets: readonly Reach[]): (place: number) => CutBefore {
  let sum = 0;
  const sums = secrets.map(({ from, to }) => {
    sum += to - from;
    return sum;
  });
  return (place) => {
    let [low, high] = [0, secrets.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((secrets[middle]?.from ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    const last = secrets[low - 1];
    if (last === undefined) return { cut: 0, isInside: false, until: 0 };
    const isInside = last.from < place && place < last.to;
    const cutOff = (sums[low - 1] ?? 0) - Math.max(0, last.to - place);
    return { cut: cutOff, isInside, until: last.to };
  };
}

/**
 * Lists secrets including their tags, none overlapping another. A secret that is never closed extends to the
 * end of the text. A secret that was never opened begins where its part begins or, outside of all parts, at
 * the start of the text. Takes time in proportion to the text.
 */
function listSecrets(text: string): readonly Reach[] {
  const secrets: Reach[] = [];
  const findStart = openPartStarts(text);
  let openedAt: number | undefined;
  for (const { isClosing, from, to } of listMarkers(text).filter(({ tag }) => tag === 'secret')) {
    if (!isClosing) openedAt ??= from;
    else {
      addReach(secrets, { from: openedAt ?? findStart(from), to });
      openedAt = undefined;
    }
  }
  if (openedAt !== undefined) secrets.push({ from: openedAt, to: text.length });
  return secrets;
}

/** Adds a secret, and joins it with earlier secrets that it overlaps. */
function addReach(secrets: Reach[], { from, to }: Reach): void {
  let start = from;
  while ((secrets.at(-1)?.to ?? 0) > start) start = Math.min(start, secrets.pop()?.from ?? start);
  secrets.push({ from: start, to });
}

/** Finds where the content of the outermost part around a place begins, for places in ascending order. */
function openPartStarts(text: string): (place: number) => number {
  const parts = listMarkedSpans(text, { from: 0, to: text.length });
  let nearest = 0;
  return (place) => {
    while ((parts[nearest]?.to ?? place + 1) <= place) nearest += 1;
    const part = parts[nearest];
    return part !== undefined && part.from <= place ? part.start : 0;
  };
}

function cut(text: string, reaches: readonly Reach[], mark = ''): string {
  let kept = '';
  let reached = 0;
  for (const { from, to } of reaches) {
    kept += text.slice(reached, from) + mark;
    reached = to;
  }
  return kept + text.slice(reached);
}
