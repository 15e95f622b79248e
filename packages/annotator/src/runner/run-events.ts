// Run events: what a run reports to whoever watches it.

import type { ModelUsage } from '@terrarium/kernel/language-model';
import type { Migrated } from '@terrarium/kernel/open-database';
import type { FoldMeasures } from '../context/fold-store.ts';
import type { Outcome } from '../curator/curation-store.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { CorpusDifference } from '../journal/compare-corpus.ts';
import type { Purpose } from '../journal/journal.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { RunOutcome } from './states.ts';

export type RunEvent =
  /** The world was of an older version and has been upgraded; `backupPath` is a backup of its former state. */
  | ({ readonly kind: 'database-migrated' } & Migrated)
  | {
      readonly kind: 'run-started';
      /**
       * How many scenes the corpora to be read have, planned or not; `closed` is how many of them were closed before.
       */
      readonly scenes: number;
      readonly closed: number;
      readonly contextBudget: number;
      readonly model: string;
      readonly isResumed: boolean;
      readonly isMidScene: boolean;
    }
  /** The file has changed since it was last read. */
  | {
      readonly kind: 'corpus-followed';
      readonly corpus: string;
      /** How many new posts there are at the end, which will be read now. */
      readonly newPosts: number;
      readonly newScenes: number;
      /** Differences before the end, which will not be read. */
      readonly differences: readonly CorpusDifference[];
      readonly isUnsure: boolean;
    }
  | {
      readonly kind: 'scene-opened';
      readonly scene: LedgerScene;
      readonly threadTitle: string;
      readonly tokens: number;
    }
  | {
      readonly kind: 'reply-received';
      readonly purpose: Purpose;
      readonly usage: ModelUsage;
      readonly seconds: number;
    }
  | { readonly kind: 'entry-created'; readonly entryId: EntryId; readonly term: string }
  | { readonly kind: 'entry-updated'; readonly entryId: EntryId; readonly term: string }
  | {
      readonly kind: 'call-refused';
      readonly tool: string;
      readonly say: string;
      readonly isConflict: boolean;
    }
  | {
      readonly kind: 'curation-opened';
      readonly entries: number;
      readonly questions: number;
      /** How many entries wait because curation has used up its share of the tokens. */
      readonly left: number;
    }
  | {
      readonly kind: 'entry-decided';
      readonly entryId: EntryId;
      readonly term: string;
      readonly outcome: Outcome;
      /** The term of the entry that it was merged into. */
      readonly into?: string;
      readonly reason: string;
    }
  /** The model calls no tools, so from now on, or from the start of the run, it is asked for updates written as text. */
  | { readonly kind: 'tools-unused'; readonly model: string }
  | { readonly kind: 'update-skipped'; readonly warning: string }
  | {
      readonly kind: 'scene-closed';
      readonly scene: LedgerScene;
      readonly status: 'committed' | 'skipped';
      readonly reason: string;
    }
  /** Before a scene was skipped, its changes were undone: this many entries were removed, and this many restored. */
  | { readonly kind: 'scene-taken-back'; readonly deleted: number; readonly restored: number }
  | ({ readonly kind: 'fold-applied' } & FoldMeasures)
  | {
      readonly kind: 'retry-scheduled';
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
    }
  | { readonly kind: 'checkpoint-made'; readonly snapshotId: number }
  | { readonly kind: 'run-ended'; readonly outcome: RunOutcome };
