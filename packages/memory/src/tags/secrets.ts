// Cuts secrets out of a text, so that no secret leaves the memory unless somebody asked for it.
import { displayTags, type Span, workingTags } from './tag.ts';

const marker = new RegExp(`<(/?)(${[...displayTags, ...workingTags].join('|')})>`, 'giu');

interface Reach {
  readonly from: number;
  readonly to: number;
}

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
  const isCut = ({ start }: Span) => secrets.some(({ from, to }) => from <= start && start < to);
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
 * Lists secrets including their tags. A secret that is never closed extends to the end; a secret that was never
 * opened begins after the previous tag.
 */
function listSecrets(text: string): readonly Reach[] {
  const secrets: Reach[] = [];
  let openedAt: number | undefined;
  let lastMark = 0;
  for (const match of text.matchAll(marker)) {
    const to = match.index + match[0].length;
    if (match[2]?.toLowerCase() === 'secret') {
      if (match[1] === '') openedAt ??= match.index;
      else {
        secrets.push({ from: openedAt ?? lastMark, to });
        openedAt = undefined;
      }
    }
    lastMark = to;
  }
  if (openedAt !== undefined) secrets.push({ from: openedAt, to: text.length });
  return secrets;
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
