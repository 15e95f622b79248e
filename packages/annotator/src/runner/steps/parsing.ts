// Parsing: looks for tagged updates in a text reply, the way of models that write instead of calling.

import { Bug } from '@terrarium/kernel/errors';
import { parseCodexUpdates } from '../../tools/parse-codex-updates.ts';
import { findNextState } from '../find-next-state.ts';
import { type Run, takeStep } from '../run.ts';
import type { RunnerState } from '../states.ts';

export function parsing(run: Run): RunnerState {
  const last = run.desk.window.live.at(-1)?.message;
  if (last?.role !== 'assistant') throw new Bug('There is no reply to parse.');
  const { calls, warnings } = parseCodexUpdates(last.content);
  if (calls.length === 0 && warnings.length === 0) return endExchange(run);
  takeStep(run, () => ({ body: { kind: 'updates-parsed', calls, warnings } }));
  for (const warning of warnings) run.emit({ kind: 'update-skipped', warning });
  return findNextState(run.desk.progress, run.settings);
}

/** Plain text, as "Nothing new.": nothing to write down beyond the reply itself. */
function endExchange(run: Run): RunnerState {
  if (run.desk.progress.reply?.purpose === 'record') return { at: 'compacting' };
  return { at: 'recording', status: 'committed', reason: '' };
}
