// Renders the reason for a change for a reader: in chapters, not in posts and threads, and without advice for a model.

import { countOf } from '../parts/count-of.ts';

/** How the built-in curator begins its reasons. */
const spread = /^(Named [\w,]+(?: times)?) in (?:one post|[\d,]+ posts)(?: of ([\d,]+) threads)?(?=[.,;])/u;

/** Why a definition was refused, with what the model that wrote it is told to do. */
const unfounded = /^The new definition has no evidence: .*$/su;

export function renderReason(reason: string): string {
  if (unfounded.test(reason)) return 'Nothing in the story was quoted for the new definition.';
  return reason.replace(spread, (_, named: string, threads?: string) =>
    threads === undefined
      ? `${named} in one chapter`
      : `${named} in ${countOf(Number(threads.replaceAll(',', '')), 'chapter')}`,
  );
}
