// Checks a narrative against what was rolled and changed; reports flags and, on request, has the narrative corrected.

import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import type { TurnMark } from '../state/session.ts';
import { splitAfterPart } from './after/parse-after.ts';
import { chooseFlags, type NarrativeFlag } from './audit/audit-flag.ts';
import { auditDraft } from './audit-turn.ts';
import { askForCheck } from './check/ask-for-check.ts';
import { askForReply } from './loop/ask-for-reply.ts';
import { isCutOff } from './loop/cut-reply.ts';
import type { Narrated } from './loop/run-rounds.ts';
import { renderRewriteRequest } from './prompts/prompts.ts';
import { checkedMark } from './split-marks.ts';
import type { TurnRun } from './turn-run.ts';

/**
 * More flags than this mean that the audit or the model has gone wrong; the first ones are enough to mend the
 * narrative.
 */
const mostFlags = 8;

export interface Checked extends Narrated {
  /** Marks to be kept with the turn: that the narrative was checked, and what the model itself found wrong in it. */
  readonly marks: readonly TurnMark[];
}

export async function checkNarrative(run: TurnRun, narrated: Narrated): Promise<Checked> {
  const { narrative } = narrated;
  const { isRewriting, check } = run.settings;
  run.messages.push({ role: 'assistant', content: isAlreadySent(run, narrative) ? 'Told.' : narrative });
  const asked = await askForCheck(run, narrative);
  const flags = chooseFlags(auditDraft(run, narrative), asked);
  const marks = asked === undefined ? [] : [checkedMark, ...asked.slice(0, mostFlags).map(toMark)];
  const isSilent = check === 'correct';
  if (!isSilent) reportFlags(run, flags);
  if (flags.length > 0 && (isRewriting || isSilent)) {
    const rewritten = await retryNarrative(run, narrated, flags);
    if (rewritten !== undefined) {
      reportFlags(run, auditDraft(run, rewritten.narrative));
      return { ...rewritten, marks: [] };
    }
  }
  if (isSilent) reportFlags(run, flags);
  return { ...narrated, marks };
}

/**
 * Whether a reply with calls in this turn already contains the whole narrative: sending it twice would cost tokens and
 * confuse the model.
 */
function isAlreadySent({ messages }: TurnRun, narrative: string): boolean {
  const from = messages.findLastIndex(({ role }) => role === 'user');
  return messages
    .slice(from + 1)
    .some(({ role, content }) => role === 'assistant' && content.includes(narrative));
}

function toMark({ quote, says, kind }: NarrativeFlag): TurnMark {
  return { quote, says, kind };
}

function reportFlags(run: TurnRun, found: readonly NarrativeFlag[]): void {
  const flags = found.slice(0, mostFlags).map(({ quote, says }) => ({ quote, says }));
  if (flags.length > 0) run.report({ kind: 'narrative-flagged', flags });
}

/** The second narrative; undefined if none came or it was cut off, and then the first one is shown again. */
async function retryNarrative(
  run: TurnRun,
  { narrative, after }: Narrated,
  flags: readonly NarrativeFlag[],
): Promise<Narrated | undefined> {
  const faults = flags.slice(0, mostFlags).map(({ quote, says }) => `"${quote}": ${says}`);
  run.messages.push({ role: 'user', content: renderRewriteRequest(faults) });
  run.stream.reset();
  run.report({
    kind: 'narrative-restarted',
    says: 'The turn is told once more, without the sentences that were flagged.',
  });
  const text = await askForRewriting(run);
  const told = run.stream.told.trim();
  if (text !== undefined && told !== '') {
    const again = splitAfterPart(text).after;
    return { narrative: told, after: again.summary === '' ? after : again };
  }
  run.stream.reset();
  run.report({
    kind: 'narrative-restarted',
    says: 'The model gave no better text, so the first text stays.',
  });
  run.stream.write(narrative);
  return undefined;
}

/** A failure here must not lose the narrative that exists already. */
async function askForRewriting(run: TurnRun): Promise<string | undefined> {
  try {
    const reply = await askForReply(run, { toolChoice: 'none', heldCharacters: 0 });
    run.stream.close(reply.text, false);
    return isCutOff(reply) ? undefined : reply.text;
  } catch (error) {
    const isPassing = error instanceof ProviderError || error instanceof ModelError;
    if (run.signal.aborted || !isPassing) throw error;
    run.report({ kind: 'warned', says: `The turn could not be told once more: ${error.message}` });
    return undefined;
  }
}
