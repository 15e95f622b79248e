// Renders the reason for a change for a reader: in chapters, not in posts and threads, and without advice for a model.

import { countOf } from '../parts/count-of.ts';

/** The beginning of a reason of the built-in curator, such as `Named 12 times in 5 posts of 3 threads`. */
const spread = /^(Named [\w,]+(?: times)?) in (?:one post|[\d,]+ posts)(?: of ([\d,]+) threads)?(?=[.,;])/u;

/** The reason why a new definition without a quote was refused, followed by advice for the model. */
const unfounded = /^The new definition has no evidence: .*$/su;

export function renderReason(reason: string): string {
  if (unfounded.test(reason)) return 'Nothing in the story was quoted for the new definition.';
  return reason.replace(spread, (_, named: string, threads?: string) =>
    threads === undefined
      ? `${named} in one chapter`
      : `${named} in ${countOf(Number(threads.replaceAll(',', '')), 'chapter')}`,
  );
}
