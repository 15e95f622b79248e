// Turn event: what a screen is told while a turn is played; typed, numbered, and kept so that a screen can catch up.

import type { Patch } from '../state/entity.ts';
import type { RolledCheck } from '../tools/rolled-check.ts';

export type TurnEvent = { readonly sequence: number; readonly turn: number } & TurnHappening;

export type TurnHappening =
  | { readonly kind: 'turn-started'; readonly words: string }
  | {
      readonly kind: 'context-built';
      readonly promptTokens: number;
      readonly parts: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'thought'; readonly text: string }
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
  | {
      readonly kind: 'narrative-flagged';
      readonly flags: readonly { readonly quote: string; readonly says: string }[];
    }
  | { readonly kind: 'mode-changed'; readonly from: string; readonly to: string }
  | { readonly kind: 'time-advanced'; readonly minutes: number; readonly now: string }
  | { readonly kind: 'suggestions'; readonly choices: readonly string[] }
  | { readonly kind: 'turn-committed'; readonly turnId: number; readonly stateHash: string }
  | { readonly kind: 'turn-failed'; readonly code: string; readonly says: string; readonly todo: string };
