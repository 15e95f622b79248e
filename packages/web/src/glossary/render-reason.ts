// Renders the reason for a change for a reader: in chapters, where the stored text speaks of posts and threads.

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
