// Decides how each event changes the state of a task, and whether the holder of a lease may still write.

/** The state of a task; times are by the database's clock, in milliseconds since 1970. */
export type TaskState =
  | { readonly at: 'waiting' }
  /** Rests after a failure. */
  | { readonly at: 'resting'; readonly untilMs: number }
  | { readonly at: 'leased'; readonly worker: string; readonly untilMs: number }
  | { readonly at: 'finished' }
  /** Set aside after too many failures, until somebody asks for the task to be tried again. */
  | { readonly at: 'poisoned' };

export interface Task {
  readonly state: TaskState;
  /** The epoch of the world at the last lease: if the world's epoch is higher now, this lease is over. */
  readonly epoch: number;
  /** How often the task has failed since it last made progress. */
  readonly tries: number;
}

/** Events that only the holder of the lease may cause. */
export type HeldEvent =
  | { readonly kind: 'renewed'; readonly epoch: number; readonly hasProgressed: boolean }
  /** The worker gave the task back without a failure: it was stopped, or its model server is unavailable. */
  | { readonly kind: 'released'; readonly epoch: number }
  /** `isHopeless` says that the task will fail again unless somebody changes something. */
  | { readonly kind: 'failed'; readonly epoch: number; readonly isHopeless: boolean }
  | { readonly kind: 'finished'; readonly epoch: number };

export type LeaseEvent =
  | HeldEvent
  /** `epoch` is the world's new epoch. */
  | { readonly kind: 'leased'; readonly worker: string; readonly epoch: number }
  /** The lease ran out because the worker did not renew it. */
  | { readonly kind: 'expired'; readonly hasProgressed: boolean }
  /** The task's time of rest is over. */
  | { readonly kind: 'rested' }
  /** A person asks for the task to be tried again. */
  | { readonly kind: 'retried' };

export interface LeaseTerms {
  /** A lease ends after this time unless it is renewed. */
  readonly ttlMs: number;
  /** A task is set aside after this many failures in a row. */
  readonly mostTries: number;
  readonly baseRestMs: number;
  readonly longestRestMs: number;
}

export const defaultLeaseTerms: LeaseTerms = {
  ttlMs: 60_000,
  mostTries: 5,
  baseRestMs: 10_000,
  longestRestMs: 3_600_000,
};

export interface LeaseMoment {
  readonly nowMs: number;
  readonly terms: LeaseTerms;
}

/**
 * The task after the event; undefined if the event is not allowed, because its epoch is out of date or the task is in
 * another state.
 */
export function advanceLease(task: Task, event: LeaseEvent, moment: LeaseMoment): Task | undefined {
  switch (event.kind) {
    case 'leased':
      return startLease(task, event, moment);
    case 'expired':
      return recordExpired(task, event.hasProgressed, moment);
    case 'rested':
      return isOver(task, 'resting', moment) ? { ...task, state: waiting } : undefined;
    case 'retried': {
      const isAside = task.state.at === 'poisoned' || task.state.at === 'resting';
      return isAside ? { ...task, state: waiting, tries: 0 } : undefined;
    }
    case 'renewed':
    case 'released':
    case 'failed':
    case 'finished':
      return advanceHeld(task, event, moment);
  }
}

type Leased = Extract<LeaseEvent, { kind: 'leased' }>;

function startLease(task: Task, { worker, epoch }: Leased, { nowMs, terms }: LeaseMoment): Task | undefined {
  if (task.state.at !== 'waiting' || epoch <= task.epoch) return undefined;
  return { state: { at: 'leased', worker, untilMs: nowMs + terms.ttlMs }, epoch, tries: task.tries };
}

/** If the world made progress, the loss of the worker does not count as a failure of the task. */
function recordExpired(task: Task, hasProgressed: boolean, moment: LeaseMoment): Task | undefined {
  if (!isOver(task, 'leased', moment)) return undefined;
  if (hasProgressed) return { ...task, state: waiting, tries: 0 };
  const tries = task.tries + 1;
  // The task needs no further rest: it was idle until its lease ran out.
  return { ...task, state: tries >= moment.terms.mostTries ? { at: 'poisoned' } : waiting, tries };
}

function isOver({ state }: Task, at: 'leased' | 'resting', { nowMs }: LeaseMoment): boolean {
  return state.at === at && 'untilMs' in state && state.untilMs <= nowMs;
}

const waiting = { at: 'waiting' } as const;

/** A lease that has run out still belongs to its holder until another worker takes over the world. */
function advanceHeld(task: Task, event: HeldEvent, moment: LeaseMoment): Task | undefined {
  const { state, epoch } = task;
  if (state.at !== 'leased' || epoch !== event.epoch) return undefined;
  switch (event.kind) {
    case 'renewed': {
      const renewed = { ...state, untilMs: moment.nowMs + moment.terms.ttlMs };
      return { ...task, state: renewed, tries: event.hasProgressed ? 0 : task.tries };
    }
    case 'released':
      return { ...task, state: waiting };
    case 'failed':
      return recordFailure(task, moment, event.isHopeless);
    case 'finished':
      return { ...task, state: { at: 'finished' }, tries: 0 };
  }
}

function recordFailure(task: Task, { nowMs, terms }: LeaseMoment, isHopeless = false): Task {
  const tries = task.tries + 1;
  if (isHopeless || tries >= terms.mostTries) return { ...task, state: { at: 'poisoned' }, tries };
  return { ...task, state: { at: 'resting', untilMs: nowMs + computeRestMs(tries, terms) }, tries };
}

/** The length of the rest after a failure: twice as long as the one before, up to `longestRestMs`. */
export function computeRestMs(tries: number, { baseRestMs, longestRestMs }: LeaseTerms): number {
  return Math.min(longestRestMs, baseRestMs * 2 ** Math.min(tries - 1, 30));
}
