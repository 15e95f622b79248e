// Cuts secrets out of a text, so that no secret leaves the memory unless somebody asked for it.
import { listMarkedSpans, listMarkers, type Reach } from './parse-message.ts';
import type { Span } from './tag.ts';

/** Returns the text without its secrets, with `mark` in place of each. */
export function cutSecrets(text: string, mark = ''): string {
  return cut(text, listSecrets(text), mark);
}

/** Returns the text without its secrets, and its other spans at their new positions. */
export function cutSecretSpans(
  text: string,
  spans: readonly Span[],
): { text: string; spans: readonly Span[] } {
  const secrets = listSecrets(text);
  const isCut = ({ start, content }: Span) =>
    secrets.some(({ from, to }) => from < start && start < to) ||
    secrets.some(({ from, to }) => from <= start && start + content.length <= to);
  const countBefore = (place: number) =>
    secrets.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, place) - from), 0);
  const kept = spans
    .filter((span) => span.tag !== 'secret' && !isCut(span))
    .map(({ tag, content, start }) => {
      const [from, to] = [start - countBefore(start), start + content.length];
      return { tag, content: cut(text, secrets).slice(from, to - countBefore(to)), start: from };
    });
  return { text: cut(text, secrets), spans: kept };
}

/**
 * Lists secrets including their tags, none overlapping another. A secret that is never closed extends to the end of
 * the text; a secret that was never opened begins where its part begins, or, outside of all parts, at the start of the
 * text. Takes time in proportion to the text.
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

/** Adds a secret, which takes in those before it that it overlaps. */
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
