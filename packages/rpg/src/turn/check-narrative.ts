// Checks a narrative against what was rolled and changed; flags are reported and, if wished, it is asked for once more.

import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import { splitAfterPart } from './after/parse-after.ts';
import type { NarrativeFlag } from './audit/audit-flag.ts';
import { auditTurn, listEarlier } from './audit-turn.ts';
import { askForReply } from './loop/ask-for-reply.ts';
import { isCutOff } from './loop/cut-reply.ts';
import type { Narrated } from './loop/run-rounds.ts';
import { renderRewriteRequest } from './prompts/prompts.ts';
import type { TurnRun } from './turn-run.ts';

/**
 * More flags than this mean that the audit or the model has gone wrong; the first ones suffice to mend the narrative.
 */
const mostFlags = 8;

export async function checkNarrative(run: TurnRun, narrated: Narrated): Promise<Narrated> {
  const flags = reportFlags(run, narrated.narrative);
  if (flags.length === 0 || !run.settings.isRewriting) return narrated;
  const rewritten = await retryNarrative(run, narrated, flags);
  if (rewritten !== undefined) reportFlags(run, rewritten.narrative);
  return rewritten ?? narrated;
}

function reportFlags(run: TurnRun, narrative: string): readonly NarrativeFlag[] {
  const { words, actions, state, past } = run.draft;
  const earlier = listEarlier(past);
  const flags = auditTurn(run.game, { narrative, words, actions, state, earlier }).slice(0, mostFlags);
  const told = flags.map(({ quote, says }) => ({ quote, says }));
  if (flags.length > 0) run.report({ kind: 'narrative-flagged', flags: told });
  return flags;
}

/** Undefined where the second narrative is no better: the first one is told again then. */
async function retryNarrative(
  run: TurnRun,
  { narrative, after }: Narrated,
  flags: readonly NarrativeFlag[],
): Promise<Narrated | undefined> {
  const faults = flags.map(({ quote, says }) => `"${quote}": ${says}`);
  run.messages.push({ role: 'assistant', content: narrative });
  run.messages.push({ role: 'user', content: renderRewriteRequest(faults) });
  run.stream.reset();
  run.report({ kind: 'narrative-restarted', says: 'It is told once more without what was flagged.' });
  const text = await askForRewriting(run);
  const told = run.stream.told.trim();
  if (text !== undefined && told !== '') {
    const again = splitAfterPart(text).after;
    return { narrative: told, after: again.summary === '' ? after : again };
  }
  run.stream.reset();
  run.report({ kind: 'narrative-restarted', says: 'Nothing better came: it stands as it was told first.' });
  run.stream.write(narrative);
  return undefined;
}

/** A narrative exists already, so a failure here must not lose it. */
async function askForRewriting(run: TurnRun): Promise<string | undefined> {
  try {
    const reply = await askForReply(run, { toolChoice: 'none', heldCharacters: 0 });
    run.stream.close(reply.text, false);
    return isCutOff(reply) ? undefined : reply.text;
  } catch (error) {
    const isPassing = error instanceof ProviderError || error instanceof ModelError;
    if (run.signal.aborted || !isPassing) throw error;
    run.report({ kind: 'warned', says: `It could not be told once more: ${error.message}` });
    return undefined;
  }
}
