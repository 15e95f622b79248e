// Runs the states: goes from state to state, by the table of transitions, until the run exits.

import { Bug } from '@terrarium/kernel/errors';
import { closeSummonedReader } from './answer-call.ts';
import { createBookmark } from './create-snapshot.ts';
import type { Run } from './run.ts';
import {
  asking,
  interruptible,
  type RunLimit,
  type RunnerState,
  type RunOutcome,
  type StateName,
  transitions,
} from './states.ts';
import { bounding } from './steps/bounding.ts';
import { calling } from './steps/calling.ts';
import { checkpointing } from './steps/checkpointing.ts';
import { compacting } from './steps/compacting.ts';
import { curating } from './steps/curating.ts';
import { executing } from './steps/executing.ts';
import { exhausted } from './steps/exhausted.ts';
import { halting } from './steps/halting.ts';
import { idling } from './steps/idling.ts';
import { initialising } from './steps/initialising.ts';
import { parsing } from './steps/parsing.ts';
import { preparing } from './steps/preparing.ts';
import { processing } from './steps/processing.ts';
import { recording } from './steps/recording.ts';
import { retrying } from './steps/retrying.ts';
import { summoning } from './steps/summoning.ts';

type StepOf<Name extends StateName> = (
  run: Run,
  state: Extract<RunnerState, { at: Name }>,
) => RunnerState | Promise<RunnerState>;

type Steps = { readonly [Name in Exclude<StateName, 'exiting'>]: StepOf<Name> };

const steps: Steps = {
  initialising,
  idling,
  exhausted,
  compacting,
  preparing,
  calling,
  retrying,
  halting,
  processing,
  executing,
  summoning,
  parsing,
  recording,
  bounding,
  curating,
  checkpointing,
};

/** Runs until nothing is left to be read, a limit is reached, a stop is requested, or a failure halts the run. */
export async function runStates(run: Run): Promise<RunOutcome> {
  try {
    return await walk(run);
  } finally {
    closeSummonedReader(run);
  }
}

async function walk(run: Run): Promise<RunOutcome> {
  let state: RunnerState = { at: 'initialising' };
  while (state.at !== 'exiting') {
    const next = await runState(run, state);
    checkTransition(state.at, next.at);
    state = next;
  }
  run.stores.journal.finishRun(state.outcome.kind);
  run.emit({ kind: 'run-ended', outcome: state.outcome });
  return state.outcome;
}

async function runState(run: Run, state: Exclude<RunnerState, { at: 'exiting' }>): Promise<RunnerState> {
  if (run.stop.isRequested() && interruptible.has(state.at)) return interrupt(run);
  const spent = asking.has(state.at) ? run.bounds.findSpent() : undefined;
  if (spent !== undefined) return stopAtLimit(run, spent);
  try {
    return await runStep(run, state);
  } catch (error) {
    if (run.stop.abort.aborted && error === run.stop.abort.reason) return interrupt(run);
    throw error;
  }
}

/** Every finished step is in the journal, so the next run continues from there. */
function interrupt(run: Run): RunnerState {
  createBookmark(run, 'interrupted');
  return { at: 'exiting', outcome: { kind: 'interrupted' } };
}

/** Stops even within a scene or a curation, because both may take hours. */
function stopAtLimit(run: Run, by: RunLimit): RunnerState {
  createBookmark(run, `limited: ${by}`);
  return { at: 'exiting', outcome: { kind: 'limited', by } };
}

/** Each step accepts the state under which it is listed; the type checker cannot see this. */
function runStep(
  run: Run,
  state: Exclude<RunnerState, { at: 'exiting' }>,
): RunnerState | Promise<RunnerState> {
  const step = steps[state.at] as (run: Run, state: RunnerState) => RunnerState | Promise<RunnerState>;
  return step(run, state);
}

function checkTransition(from: StateName, to: StateName): void {
  const isExit = to === 'exiting' && interruptible.has(from);
  if (!isExit && !transitions[from].includes(to))
    throw new Bug(`The runner cannot go from ${from} to ${to}.`);
}
