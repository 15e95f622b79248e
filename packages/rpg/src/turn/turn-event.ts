// Turn event: the type of what screens are told while a turn is played, numbered so that a screen can catch up.

import type { ModelUsage } from '@terrarium/kernel/language-model';
import type { RolledCheck } from '../rules/rolled-check.ts';
import type { Patch } from '../values/entity.ts';
import type { Recollection } from './recollector.ts';

/**
 * `sequence` counts from 1 within a turn, and continues when an interrupted turn is resumed. The events of
 * `state/game-event.ts` report what else happens to a game (undo, branches, edits, wishes), and what another process
 * does.
 */
export type TurnEvent = { readonly sequence: number; readonly turn: number } & TurnHappening;

/** The last event of a turn is `turn-committed` or `turn-failed`; more events come only if the turn is resumed. */
export type TurnHappening =
  /** If `isResumed` is true, everything shown of this turn before is sent again from the beginning. */
  | { readonly kind: 'turn-started'; readonly words: string; readonly isResumed: boolean }
  | {
      readonly kind: 'context-built';
      readonly promptTokens: number;
      /** Tokens of each part, by its name. */
      readonly parts: Readonly<Record<string, number>>;
    }
  /** What came to mind and is in the prompt, with its origin and the reason. */
  | { readonly kind: 'recalled'; readonly recollections: readonly Recollection[] }
  /** The model has replied: what it cost, as far as its server says. */
  | { readonly kind: 'replied'; readonly usage: ModelUsage }
  /** The server is unreachable or busy: it is asked again after `delayMs`. */
  | {
      readonly kind: 'retry-waiting';
      readonly attempt: number;
      readonly delayMs: number;
      readonly says: string;
    }
  /** The turns from `first` to `last` no longer fit into the prompt: the model is asked to sum them up. */
  | { readonly kind: 'summing-up'; readonly first: number; readonly last: number }
  /** Something, such as recollections, is missing, but the turn can be played without it. */
  | { readonly kind: 'warned'; readonly says: string }
  /** The model thought. Nobody is shown its thoughts, since they may contain secrets of the game. */
  | { readonly kind: 'thought'; readonly characters: number }
  | {
      readonly kind: 'tool-called';
      readonly name: string;
      readonly arguments: string;
      readonly ok: boolean;
      readonly say: string;
    }
  | { readonly kind: 'rolled'; readonly roll: RolledCheck }
  | { readonly kind: 'state-changed'; readonly patches: readonly Patch[] }
  | { readonly kind: 'narrative-delta'; readonly text: string }
  /** The deltas so far no longer count; new ones follow. */
  | { readonly kind: 'narrative-restarted'; readonly says: string }
  | {
      readonly kind: 'narrative-flagged';
      readonly flags: readonly { readonly quote: string; readonly says: string }[];
    }
  | { readonly kind: 'mode-changed'; readonly from: string; readonly to: string }
  | { readonly kind: 'time-advanced'; readonly minutes: number; readonly now: string }
  /**
   * The quests of the story came to their end in this turn; reported again only if this turn is undone and the quests
   * end once more.
   */
  | { readonly kind: 'story-ended'; readonly says: string }
  | { readonly kind: 'suggestions'; readonly choices: readonly string[] }
  | {
      readonly kind: 'turn-committed';
      readonly turnId: number;
      readonly stateHash: string;
      readonly narrative: string;
    }
  | {
      readonly kind: 'turn-failed';
      readonly code: string;
      readonly says: string;
      readonly todo: string;
      /**
       * Whether the replies that were paid for are kept, so that `resumeTurn` can continue from there; otherwise only
       * the player's words are kept.
       */
      readonly canResume: boolean;
    };
