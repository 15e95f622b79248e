// States of the runner and the transitions between them.

import type { ProviderError } from '@terrarium/kernel/errors';
import type { ModelReply } from '@terrarium/kernel/language-model';
import type { Purpose } from '../journal/journal.ts';

/** The state in which the runner is; everything else is in the journal. */
export type RunnerState =
  | { readonly at: 'initialising' }
  | { readonly at: 'idling' }
  | { readonly at: 'exhausted' }
  | { readonly at: 'compacting' }
  | { readonly at: 'preparing' }
  | { readonly at: 'calling'; readonly purpose: Purpose; readonly attempt: number }
  | {
      readonly at: 'retrying';
      readonly purpose: Purpose;
      readonly attempt: number;
      readonly error: ProviderError;
    }
  | { readonly at: 'halting'; readonly error: ProviderError }
  | { readonly at: 'processing'; readonly purpose: Purpose; readonly received: ReceivedReply }
  | { readonly at: 'executing' }
  | { readonly at: 'summoning' }
  | { readonly at: 'parsing' }
  | {
      readonly at: 'recording';
      readonly status: 'committed' | 'skipped';
      readonly reason: string;
      /** Whether the reason lies in the scene's text, so that other scenes can probably be read. */
      readonly isOfScene?: boolean;
    }
  | { readonly at: 'bounding' }
  | { readonly at: 'curating' }
  | { readonly at: 'checkpointing' }
  | { readonly at: 'exiting'; readonly outcome: RunOutcome };

export type StateName = RunnerState['at'];

/** A reply that is not in the journal yet. */
export interface ReceivedReply {
  readonly reply: ModelReply;
  readonly estimatedTokens: number;
  readonly seconds: number;
}

/** The bound that stopped a run. */
export type RunLimit = 'scenes' | 'time' | 'tokens' | 'place';

/** How a run ended; `halted` contains the failure that persisted. */
export type RunOutcome =
  | { readonly kind: 'finished' }
  | { readonly kind: 'limited'; readonly by: RunLimit }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'halted'; readonly error: ProviderError };

/** For each state, the states that may follow it. */
export const transitions: Readonly<Record<StateName, readonly StateName[]>> = {
  initialising: [
    'idling',
    'compacting',
    'calling',
    'executing',
    'summoning',
    'parsing',
    'recording',
    'bounding',
    'curating',
  ],
  idling: ['compacting', 'halting', 'exhausted', 'exiting'],
  exhausted: ['exiting'],
  compacting: ['compacting', 'preparing', 'calling', 'recording'],
  preparing: ['calling'],
  calling: [
    'processing',
    'calling',
    'retrying',
    'halting',
    'compacting',
    'recording',
    'curating',
    'summoning',
  ],
  retrying: ['calling', 'halting'],
  halting: ['exiting'],
  processing: ['executing', 'summoning', 'parsing', 'calling', 'compacting', 'recording', 'curating'],
  executing: ['executing', 'summoning', 'compacting', 'calling', 'recording'],
  summoning: ['summoning', 'executing', 'compacting', 'calling', 'recording'],
  parsing: ['executing', 'summoning', 'recording', 'compacting', 'calling'],
  recording: ['bounding', 'calling'],
  bounding: ['curating', 'checkpointing', 'idling'],
  curating: ['curating', 'calling', 'checkpointing'],
  checkpointing: ['idling'],
  exiting: [],
};

/** States that make a request: if a run has used up a bound, it ends before such a state. */
export const asking: ReadonlySet<StateName> = new Set(['calling', 'retrying']);

/** States in which everything that matters is in the journal, so that the run can be interrupted. */
export const interruptible: ReadonlySet<StateName> = new Set([
  'initialising',
  'idling',
  'compacting',
  'preparing',
  'calling',
  'retrying',
  'executing',
  'summoning',
  'parsing',
  'recording',
  'bounding',
  'curating',
]);
