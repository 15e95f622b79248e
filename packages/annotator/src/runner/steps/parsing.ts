// Parsing: looks in a text reply for tagged updates, which some models write instead of calling tools.

import { Bug } from '@terrarium/kernel/errors';
import type { Message } from '@terrarium/kernel/language-model';
import { readCallsInText } from '@terrarium/kernel/read-calls-in-text';
import { estimateMessage } from '../../context/count-prompt.ts';
import { callRequest, updatesRequest } from '../../prompts/prompts.ts';
import {
  type CodexUpdates,
  hasCodexUpdates,
  parseBareUpdates,
  parseCodexUpdates,
} from '../../tools/parse-codex-updates.ts';
import { chooseNextState } from '../choose-next-state.ts';
import { hasRoomFor } from '../count-window.ts';
import { proseReason } from '../find-fault.ts';
import { hasTools, isCallless, stopOffering } from '../preamble.ts';
import { type Run, recordStep } from '../run.ts';
import type { RunnerState } from '../states.ts';

export function parsing(run: Run): RunnerState {
  const last = run.session.window.live.at(-1)?.message;
  if (last?.role !== 'assistant') throw new Bug('There is no reply to parse.');
  const { calls, warnings } = parseUpdates(run, last.content);
  if (calls.length === 0 && warnings.length === 0) return finishExchange(run, last.content);
  if (calls.length > 0 && isCallless(run)) stopOffering(run);
  recordStep(run, () => ({ body: { kind: 'updates-parsed', calls, warnings } }));
  for (const warning of warnings) run.emit({ kind: 'update-skipped', warning });
  return chooseNextState(run.session.progress, run.settings);
}

/** Also accepts a list of updates without the tags and, if no tools are offered, tool calls that are written as text. */
function parseUpdates(run: Run, text: string): CodexUpdates {
  if (hasCodexUpdates(text)) return parseCodexUpdates(text);
  const written = hasTools(run) ? [] : readCallsInText(text, run.tools.keys());
  const calls = written.map((call, at) => ({ id: `codex-${at + 1}`, ...call }));
  return { calls: calls.length > 0 ? calls : parseBareUpdates(text), warnings: [] };
}

/** Called after a plain text without updates, such as "Nothing new.". */
function finishExchange(run: Run, text: string): RunnerState {
  const { progress } = run.session;
  if (progress.reply?.purpose === 'record') return finishRecording(run, text);
  const unread = declined.exec(text)?.groups?.['why'];
  if (unread !== undefined) return { at: 'recording', status: 'skipped', reason: unread, isOfScene: true };
  if (progress.hasWritten || isNothingNew(text)) return { at: 'recording', status: 'committed', reason: '' };
  if (!canAskAgain(run) && isCallless(run)) stopOffering(run);
  if (!canAskAgain(run)) return { at: 'recording', status: 'skipped', reason: proseReason };
  const message = buildQuestion(run);
  recordStep(run, () => ({ body: { kind: 'asked-again' }, messages: [{ message }] }));
  return chooseNextState(run.session.progress, run.settings);
}

/**
 * If the model answers the request for last records in prose, it is asked once more. After prose again, nothing is
 * recorded.
 */
function finishRecording(run: Run, text: string): RunnerState {
  const { fold } = run.session.progress;
  const isOver = fold === undefined || fold.isForced || isNothingNew(text);
  if (!isOver && fold.recordRounds < 2 && canAskAgain(run)) {
    const message = buildQuestion(run);
    recordStep(run, () => ({ body: { kind: 'asked-again' }, messages: [{ message }] }));
  } else if (!isOver) {
    run.emit({ kind: 'update-skipped', warning: unrecorded });
  }
  return { at: 'compacting' };
}

const unrecorded =
  'Asked what to record before a summary, the model answered in prose, without calls: nothing was recorded.';

/**
 * Whether the model may be asked again, if there is room: once, and once more after it was asked to write updates
 * instead of calling tools.
 */
function canAskAgain(run: Run): boolean {
  return !run.session.progress.isAskedAgain && hasRoomFor(run, estimateMessage(buildQuestion(run)));
}

function buildQuestion(run: Run): Message {
  return { role: 'user', content: hasTools(run) ? callRequest : updatesRequest };
}

/** The built-in reader's answer to a scene in another language; the scene is then left for a model to read. */
const declined = /^Not read: (?<why>[^\n]{1,200})/u;
/** Words with which models say that there is nothing to record. */
const nothingNew = /\b(?:nothing|no) (?:new|else|more|to (?:add|record|note|update)|further|relevant)\b/giu;
/** Words that show that a model has something to record all the same. */
const hedge =
  /\b(?:but|however|except|although|though|apart|besides|would|should|could|might|suggest|propose|worth)\b/iu;

/** Words with which models announce what they would do, without doing it. */
const wish =
  /\b(?:i|we)(?:['’](?:d|ll)| would| will| should| could| might| have| can| propose| suggest| add| note| record| create| update)\b|\blet me\b/iu;

/**
 * Whether a reply only says that nothing is new. If it says in prose what it would record, the model is asked again,
 * even if the reply ends with the remark that nothing else is new.
 */
function isNothingNew(text: string): boolean {
  const last = [...text.matchAll(nothingNew)].at(-1);
  if (last === undefined || hedge.test(text.slice(last.index))) return false;
  return !wish.test(text.slice(0, last.index));
}
