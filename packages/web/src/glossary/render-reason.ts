// Renders the reason of a change in words for a reader: what is stored counts posts and threads, and a page says chapters.

import { countOf } from '../parts/count-of.ts';

/** How the built-in curator begins its reasons. */
const spread = /^(Named [\w,]+(?: times)?) in (?:one post|[\d,]+ posts)(?: of ([\d,]+) threads)?(?=[.,;])/u;

export function renderReason(reason: string): string {
  return reason.replace(spread, (_, named: string, threads?: string) =>
    threads === undefined
      ? `${named} in one chapter`
      : `${named} in ${countOf(Number(threads.replaceAll(',', '')), 'chapter')}`,
  );
}
