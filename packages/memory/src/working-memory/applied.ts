// Applied: what became of a tagged part of a message, and what was not done or not understood.
import type { WorkingTag } from '../tags/tag.ts';
import type { ItemStatus, WorkingItem } from './item.ts';

export interface Effect {
  /** `settled`: a recurring plan is done or skipped for this time only. */
  readonly effect: 'created' | 'refreshed' | 'kept' | 'settled' | ItemStatus;
  readonly item: WorkingItem;
  /** Whether a plan was moved to another time by these words, and not only said again. */
  readonly isMoved?: boolean;
}

export type ReportKind = 'missed' | 'tied' | 'injected' | 'empty' | 'too-many' | 'undated' | 'unclosed';

/** Something that was not done or not understood, and the reason. */
export interface Report {
  readonly kind: ReportKind;
  readonly tag: WorkingTag;
  readonly say: string;
}

export interface Applied {
  readonly effects: readonly Effect[];
  readonly reports: readonly Report[];
}

/** One effect, and nothing to report. */
export function list(effect: Effect['effect'], item: WorkingItem): Applied {
  return { effects: [{ effect, item }], reports: [] };
}

/** Does nothing, and reports why. */
export function refuse(tag: WorkingTag, kind: ReportKind, say: string): Applied {
  return { effects: [], reports: [{ kind, tag, say }] };
}

export function refuseInjected(tag: WorkingTag): Applied {
  return refuse(
    tag,
    'injected',
    'The reply repeats what the companion was given with the message; nothing new was learnt.',
  );
}
