// Parts secrets from what they were written into: what is held in mind beside them can be shown without them.

import type { WorkingTag } from './tag.ts';

const secretMarker = /<(\/?)secret>/gi;

interface Told {
  readonly tag: WorkingTag;
  readonly content: string;
}

/**
 * What a tagged part tells, and each secret inside of it as one of its own. As where it is shown, a secret that is
 * never closed takes all that follows, and one that was never opened all before it.
 */
export function splitSecrets(tag: WorkingTag, content: string): readonly Told[] {
  if (tag === 'secret') return [{ tag, content }];
  const open: string[] = [];
  const secrets: string[] = [];
  let [from, isSecret, hasAny] = [0, false, false];
  for (const match of content.matchAll(secretMarker)) {
    const piece = content.slice(from, match.index);
    const isOpening = match[1] === '';
    if (isSecret) secrets.push(piece);
    else if (isOpening) open.push(piece);
    else secrets.push(...open.splice(0), piece);
    [from, isSecret, hasAny] = [match.index + match[0].length, isOpening, true];
  }
  if (!hasAny) return [{ tag, content }];
  (isSecret ? secrets : open).push(content.slice(from));
  return [...join(tag, open), ...secrets.flatMap((secret) => join('secret', [secret]))];
}

/** Where a secret stood, one blank is enough. */
function join(tag: WorkingTag, pieces: readonly string[]): readonly Told[] {
  const content = pieces
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .join(' ');
  return content === '' ? [] : [{ tag, content }];
}
