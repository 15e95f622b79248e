// Warns that an export for a place holds words of the person that the story has not used by then.

import { listAhead } from '@terrarium/annotator/list-ahead';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { wrapText } from '../screen/layout.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Warns if a person wrote definitions with names that the story has not used by the exported moments. A correction may
 * hold from an earlier place than the names in it.
 */
export function warnOfOwnWords(
  { printer, environment }: Shell,
  annotator: Annotator,
  moments: Parameters<typeof listAhead>[1],
): void {
  const ahead = listAhead(annotator, moments, environment.clock);
  if (ahead.length === 0) return;
  const named = ahead.map(({ term, words }) => `"${term}" (${words.join(', ')})`).join('; ');
  const text = `Definitions that you wrote use names that the story has not used by then: ${named}. This export gives them away. To let such a definition apply only from a later place, give it again with --from PLACE.`;
  printer.warn(...wrapText(text, { width: printer.width }));
}
