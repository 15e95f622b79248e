// Makes room in an open scene: replaces its calls and their answers with a note.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { filterFitting } from '@terrarium/kernel/filter-fitting';
import type { ToolCall } from '@terrarium/kernel/language-model';
import { estimateFold } from '../context/context-window.ts';
import type { FoldRecord, LoggedMessage } from '../context/message-log.ts';
import { joinRanges } from '../context/plan-fold.ts';
import { closingReply } from '../context/render-request.ts';
import { type RefusedCall, renderCallsRemoved, renderRefusedCall } from '../prompts/prompts.ts';
import { computeRatio } from './count-window.ts';
import { filterOpen } from './filter-open.ts';
import { type Run, recordStep, requireScene } from './run.ts';

/** In reports, this number means a note in place of the open scene's calls. Other numbers mean the tiers of a fold. */
const tier = 6;

/**
 * Returns false, and does nothing, if the note would not be shorter than the calls and answers of the scene in the
 * window.
 */
export function removeRounds(run: Run): boolean {
  const { session, stores } = run;
  const rounds = listRounds(run);
  const content = renderNote(run, rounds);
  const before = rounds.reduce((sum, { tokens }) => sum + tokens, 0);
  if (estimateTokens(content) >= before) return false;
  const { id, ...present } = session.window.fold;
  const kept = session.window.live.filter((logged) => !rounds.includes(logged));
  const draft = {
    ...present,
    afterSequence: session.window.newest,
    kept: joinRanges(kept.map(({ sequence }) => ({ from: sequence, to: sequence }))),
  };
  const ratio = computeRatio(run);
  const measures = {
    tiers: [tier],
    tokensBefore: session.window.tokens * ratio,
    tokensAfter: (estimateFold({ ...draft, id }, kept) + estimateTokens(content)) * ratio,
    turnsRemoved: rounds.length,
    milliseconds: 0,
  };
  const records: FoldRecord[] = [];
  recordStep(run, (stepId) => {
    const conversationId = session.conversation.id;
    records.push(stores.context.appendFold({ conversationId, stepId, draft, measures }));
    const messages = [{ message: closingReply }, { message: { role: 'user', content } as const }];
    return { body: { kind: 'rounds-removed' }, messages };
  });
  for (const record of records) session.window.replaceFold(record);
  run.emit({ kind: 'fold-applied', ...measures });
  return true;
}

/** The messages in the window after the one that shows the scene. */
function listRounds(run: Run): readonly LoggedMessage[] {
  const { id } = requireScene(run);
  const own = run.session.window.live.filter(({ sceneId }) => sceneId === id);
  const shown = own.findIndex(({ message }) => message.content.includes('<story_passages'));
  return shown === -1 ? [] : own.slice(shown + 1);
}

const refusedShare = 0.6;

/** Tokens reserved for the names of the refused calls that are not shown. */
const namesRoom = 120;

/** Renders the note. It shows as many refused calls as there is room for, each with what would be accepted. */
function renderNote(run: Run, rounds: readonly LoggedMessage[]): string {
  const { limits, session } = run;
  const taken = rounds.reduce((sum, { tokens }) => sum + tokens, 0);
  const free = limits.emergency / computeRatio(run) - (session.window.tokens - taken);
  const refused = listRefused(run, rounds).map((call) => ({ call, rendered: renderRefusedCall(call) }));
  const shown = filterFitting(refused, free * refusedShare - namesRoom, (one) =>
    estimateTokens(one.rendered),
  );
  const left = refused.filter((one) => !shown.includes(one));
  const recorded = new Set(rounds.flatMap((logged) => logged.shown.map(({ entryId }) => entryId)));
  return renderCallsRemoved({
    recorded: [...recorded],
    refused: shown.map(({ rendered }) => rendered),
    left: left.map(({ call }) => nameCall(call)),
  });
}

const longestSubject = 60;

function nameCall({ name, arguments: said }: RefusedCall): string {
  const subject = /"(?:term|entry_id|query|post_id)"\s*:\s*"?(?<subject>[^",}]+)/u.exec(said)?.groups?.[
    'subject'
  ];
  return subject === undefined ? name : `${name} ${subject.trim().slice(0, longestSubject)}`;
}

/** Calls that were refused, or carried out without some part. The answer says which part, and what would be accepted. */
function listRefused(run: Run, rounds: readonly LoggedMessage[]): readonly RefusedCall[] {
  const calls = new Map<string, ToolCall>();
  for (const { message } of rounds) {
    if (message.role === 'assistant') for (const call of message.calls ?? []) calls.set(call.id, call);
  }
  const answers = rounds.flatMap(({ message }) => (message.role === 'tool' ? [message] : []));
  const place = { conversationId: run.session.conversation.id, sceneId: requireScene(run).id };
  const steps = run.stores.journal.readSceneSteps(place).flatMap(({ body }) => {
    return body.kind === 'call-answered' && body.say === undefined ? [body] : [];
  });
  const settled = steps.slice(-answers.length);
  const made = answers.flatMap(({ callId, content }, at) => {
    const call = calls.get(callId);
    const isRefused = settled[at]?.ok === false || settled[at]?.isPartial === true;
    return call === undefined ? [] : [{ call, answer: content, isRefused }];
  });
  return filterOpen(made, run.stores.glossary).map(({ call: { name, arguments: said }, answer }) => {
    return { name, arguments: said, answer };
  });
}
