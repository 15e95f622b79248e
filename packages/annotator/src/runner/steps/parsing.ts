// Parsing: looks for tagged updates in a text reply, the way of models that write instead of calling.

import { Bug } from '@terrarium/kernel/errors';
import { extractNames } from '../../glossary/extract-names.ts';
import { parseCodexUpdates } from '../../tools/parse-codex-updates.ts';
import { chooseNextState } from '../choose-next-state.ts';
import { chatterReason } from '../find-fault.ts';
import { type Run, readScenePages, recordStep } from '../run.ts';
import type { RunnerState } from '../states.ts';

export function parsing(run: Run): RunnerState {
  const last = run.session.window.live.at(-1)?.message;
  if (last?.role !== 'assistant') throw new Bug('There is no reply to parse.');
  const { calls, warnings } = parseCodexUpdates(last.content);
  if (calls.length === 0 && warnings.length === 0) return finishExchange(run, last.content);
  recordStep(run, () => ({ body: { kind: 'updates-parsed', calls, warnings } }));
  for (const warning of warnings) run.emit({ kind: 'update-skipped', warning });
  return chooseNextState(run.session.progress, run.settings);
}

/** Plain text, as "Nothing new.": nothing to write down beyond the reply itself. */
function finishExchange(run: Run, text: string): RunnerState {
  if (run.session.progress.reply?.purpose === 'record') return { at: 'compacting' };
  const unread = declined.exec(text)?.groups?.['why'];
  if (unread !== undefined) return { at: 'recording', status: 'skipped', reason: unread, isOfScene: true };
  if (!isChatter(run, text)) return { at: 'recording', status: 'committed', reason: '' };
  run.session.chatted += 1;
  return { at: 'recording', status: 'skipped', reason: chatterReason };
}

/** As the built-in reader says of a scene in another language: it stays to be read by a model. */
const declined = /^Not read: (?<why>[^\n]{1,200})/u;
/** As a model that calls tools says that there is nothing to record. */
const nothingNew = /\b(?:nothing|no) (?:new|to (?:add|record|note)|further|relevant)\b/iu;

/** Prose about a scene with names, in a world in which no model has called a tool yet. */
function isChatter(run: Run, text: string): boolean {
  if (nothingNew.test(text) || run.stores.journal.hasAnswers()) return false;
  return extractNames(readScenePages(run).texts, 1).length > 0;
}
