// Lists the sentences above a curator's question that the answer may point at instead of quoting them.

import { listShownSentences, type ShownSentences } from '../context/list-shown-sentences.ts';
import type { Run } from './run.ts';

/**
 * Undefined for the built-in reader, which reads only the question; none if the question is asked apart from the
 * window.
 */
export function listPointable({ session, settings }: Run, isApart: boolean): ShownSentences | undefined {
  if (!settings.pointsAtQuotes) return undefined;
  if (isApart) return new Map();
  return listShownSentences(session.window.render().messages);
}
