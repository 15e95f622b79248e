// Audits a narrative: numbers that nothing bears out, words and choices given to the player's character, phrases said before.

import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Patch } from '../../values/entity.ts';
import type { NarrativeFlag } from './audit-flag.ts';
import { collectKnownNumbers } from './audit-known-numbers.ts';
import { auditNumbers } from './audit-numbers.ts';
import { auditRepeats } from './audit-repeats.ts';
import { auditVoice } from './audit-voice.ts';

export interface AuditedNarrative {
  readonly narrative: string;
  /** What the player wrote for this turn: the character may say and choose that much. */
  readonly words: string;
  readonly rolls: readonly Pick<RolledCheck, 'rolled' | 'challenge' | 'target'>[];
  readonly patches: readonly Patch[];
  /** Numbers of the sheets that are in play. */
  readonly sheetNumbers: readonly number[];
  readonly playerName?: string | undefined;
  /** Earlier narratives, newest last; the last five are compared. */
  readonly earlier: readonly string[];
}

const mostFlags = 20;
const longestNarrative = 50_000;
const comparedNarratives = 5;

/** In the order of the narrative; at most 20. Never throws, and the work is bounded by the length of the texts. */
export function auditNarrative(audited: AuditedNarrative): readonly NarrativeFlag[] {
  const narrative = audited.narrative.slice(0, longestNarrative);
  const known = collectKnownNumbers(audited);
  const flags = [
    ...auditNumbers(narrative, known),
    ...auditVoice(narrative, { words: audited.words, playerName: audited.playerName }),
    ...auditRepeats(narrative, audited.earlier.slice(-comparedNarratives)),
  ];
  return flags.sort((one, other) => one.start - other.start).slice(0, mostFlags);
}
