// Lists the sentences shown above a question to the curator; its answer may point to them instead of quoting them.

import { listShownSentences, type ShownSentences } from '../context/list-shown-sentences.ts';
import type { Run } from './run.ts';

/**
 * Undefined for the built-in reader, which reads only the question. Empty if the question is asked without the window.
 */
export function listPointable({ session, settings }: Run, isApart: boolean): ShownSentences | undefined {
  if (!settings.pointsAtQuotes) return undefined;
  if (isApart) return new Map();
  return listShownSentences(session.window.render().messages);
}
