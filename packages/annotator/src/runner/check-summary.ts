// Checks a summary before it replaces scenes: it must be whole, be shorter than the scenes, and name nothing unread.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { ModelReply } from '@terrarium/kernel/language-model';
import { readCallsInText } from '@terrarium/kernel/read-calls-in-text';
import { removeSentences } from '../context/remove-sentences.ts';
import { stripSummary } from '../context/strip-summary.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import { splitWords } from '../glossary/text-words.ts';
import type { SummaryFault, SummaryTarget } from '../journal/journal.ts';
import { listUnread } from '../tools/check-unread.ts';
import { hasCodexUpdates } from '../tools/parse-codex-updates.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { Run } from './run.ts';

export interface CheckedSummary {
  readonly text: string;
  /** Why the summary is not accepted; undefined if it is. */
  readonly fault: SummaryFault | undefined;
}

/**
 * If the first summary names something unread, the model is asked again. If a later summary does, its sentences with
 * such names are left out.
 */
export function checkSummary(
  run: Run,
  context: ToolContext,
  { target, reply }: { readonly target: SummaryTarget; readonly reply: ModelReply },
): CheckedSummary {
  const text = stripSummary(reply.text);
  const shape = detectFault(run, text, { target, reply });
  if (shape !== undefined) return { text, fault: { is: shape, words: [] } };
  const words = listUnreadIn(context, text);
  if (words.length === 0) return { text, fault: undefined };
  const isFirst = (run.session.progress.fold?.summaries.get(target)?.rejected ?? 0) === 0;
  const rest = removeSentences(text, words);
  return isFirst || rest === '' ? { text, fault: { is: 'unread', words } } : { text: rest, fault: undefined };
}

interface Offered {
  readonly target: SummaryTarget;
  readonly reply: ModelReply;
}

function detectFault(run: Run, text: string, { target, reply }: Offered): SummaryFault['is'] | undefined {
  const isCall = hasCodexUpdates(text) || readCallsInText(text, run.tools.keys()).length > 0;
  if (isCall || (text === '' && reply.calls.length > 0)) return 'call';
  if (text === '' || reply.finish === 'content-filter') return 'empty';
  if (reply.finish === 'length') return 'cut';
  return estimateTokens(text) < estimateReplaced(run, target) ? undefined : 'long';
}

/**
 * Estimates the tokens that the summary replaces: the folded scenes and, for the cumulative summary, also its former
 * text.
 */
function estimateReplaced(run: Run, target: SummaryTarget): number {
  const plan = run.session.progress.fold?.plan;
  if (target !== 'cumulative') return plan?.chunks[target]?.tokens ?? 0;
  const former = run.session.window.fold.cumulative?.text ?? '';
  return (plan?.cumulative?.tokens ?? 0) + estimateTokens(former);
}

/**
 * Lists words that do not occur in anything read so far, except words in names of entries: a person may have written
 * such a name.
 */
function listUnreadIn(context: ToolContext, text: string): readonly string[] {
  const { unread } = listUnread(context, { text });
  if (unread.length === 0) return unread;
  const named = context.glossary.searchAnyWord(unread.join(' '), mostNamed).flatMap(listSurfaces);
  const known = new Set(named.flatMap((name) => splitWords(name).map(({ stem }) => stem)));
  return unread.filter((word) => !splitWords(word).some(({ stem }) => known.has(stem)));
}

/** At most this many entries are checked for an unread word. */
const mostNamed = 20;
