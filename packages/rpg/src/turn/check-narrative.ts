// Checks a narrative against what was rolled and changed; reports flags and, on request, has the narrative corrected.

import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import type { TurnMark } from '../state/session.ts';
import { splitAfterPart } from './after/parse-after.ts';
import { chooseFlags, type FlagKind, type NarrativeFlag } from './audit/audit-flag.ts';
import { auditDraft } from './audit-turn.ts';
import { applyCorrections, isForgettable } from './check/apply-corrections.ts';
import { askForCheck } from './check/ask-for-check.ts';
import { askForReply, type RoundReply } from './loop/ask-for-reply.ts';
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
  pushTold(run, narrative);
  const asked = await askForCheck(run, narrative);
  const flags = chooseFlags(auditDraft(run, narrative), asked);
  const marks = listMarks(asked);
  const isSilent = check === 'correct';
  if (!isSilent) reportFlags(run, flags);
  if (flags.length > 0 && (isRewriting || isSilent)) {
    const corrected = await retryNarrative(run, narrated, flags);
    if (corrected.isTold) return await checkAgain(run, corrected.narrated, asked !== undefined);
    if (corrected.isMended) return buildMended(run, narrated, flags, marks);
  }
  if (isSilent) reportFlags(run, flags);
  return { ...narrated, marks };
}

/** Reports what is still found in the second telling, and does not ask for a third one. */
async function checkAgain(run: TurnRun, narrated: Narrated, wasChecked: boolean): Promise<Checked> {
  const { narrative } = narrated;
  pushTold(run, narrative);
  const asked = wasChecked ? await askForCheck(run, narrative) : undefined;
  reportFlags(run, chooseFlags(auditDraft(run, narrative), asked));
  return { ...narrated, marks: listMarks(asked) };
}

/** `asked` is undefined if the telling was not checked. */
function listMarks(asked: readonly NarrativeFlag[] | undefined): readonly TurnMark[] {
  return asked === undefined ? [] : [checkedMark, ...asked.slice(0, mostFlags).map(toMark)];
}

/** The telling stays, since the record now says the same; what no call can put right stays marked. */
function buildMended(
  run: TurnRun,
  narrated: Narrated,
  flags: readonly NarrativeFlag[],
  marks: readonly TurnMark[],
): Checked {
  const left = flags.filter((flag) => !isForgettable(flag));
  reportFlags(run, left);
  return { ...narrated, marks: marks.filter(({ kind }) => !isForgettable({ kind: kind as FlagKind })) };
}

function pushTold(run: TurnRun, narrative: string): void {
  run.messages.push({ role: 'assistant', content: isAlreadySent(run, narrative) ? 'Told.' : narrative });
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

/** Either there is a second narrative, or the record was corrected so that the first narrative is true, or neither. */
type Corrected =
  | { readonly isTold: true; readonly narrated: Narrated }
  | { readonly isTold: false; readonly isMended: boolean };

/** If no second narrative came, or it was cut off, the first one is shown again. */
async function retryNarrative(
  run: TurnRun,
  { narrative, after }: Narrated,
  flags: readonly NarrativeFlag[],
): Promise<Corrected> {
  const faults = flags.slice(0, mostFlags).map(({ quote, says }) => `"${quote}": ${says}`);
  const forgettable = flags.filter(isForgettable).length;
  run.messages.push({ role: 'user', content: renderRewriteRequest(faults, forgettable > 0) });
  run.stream.reset();
  run.report({
    kind: 'narrative-restarted',
    says: 'The turn is told once more, without the sentences that were flagged.',
  });
  const reply = await askForRewriting(run, forgettable > 0);
  const done = reply === undefined || reply.calls.length === 0 ? 0 : applyCorrections(run, reply);
  const told = run.stream.told.trim();
  if (reply !== undefined && told !== '') {
    const again = splitAfterPart(reply.text).after;
    return { isTold: true, narrated: { narrative: told, after: again.summary === '' ? after : again } };
  }
  run.stream.reset();
  run.report({
    kind: 'narrative-restarted',
    says:
      done > 0
        ? 'The record had forgotten something and was put right, so the first text stays.'
        : 'The model gave no better text, so the first text stays.',
  });
  run.stream.write(narrative);
  return { isTold: false, isMended: done > 0 && done >= forgettable };
}

/** Words beside calls are a thought, and not the turn told anew, if they have at most this many characters. */
const longestThought = 240;

/** A failure here must not lose the narrative that exists already. */
async function askForRewriting(run: TurnRun, mayMend: boolean): Promise<RoundReply | undefined> {
  const question = mayMend
    ? ({ toolChoice: 'auto', heldCharacters: longestThought } as const)
    : ({ toolChoice: 'none', heldCharacters: 0 } as const);
  try {
    const reply = await askForReply(run, question);
    const calls = mayMend ? reply.calls : [];
    run.stream.close(reply.text, calls.length > 0);
    return isCutOff(reply) ? undefined : { ...reply, calls };
  } catch (error) {
    const isPassing = error instanceof ProviderError || error instanceof ModelError;
    if (run.signal.aborted || !isPassing) throw error;
    run.report({ kind: 'warned', says: `The turn could not be told once more: ${error.message}` });
    return undefined;
  }
}
