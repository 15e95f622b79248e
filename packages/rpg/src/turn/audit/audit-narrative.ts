// Audits a narrative: claims that nothing supports, what only the player may say, and phrases said before.

import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Patch } from '../../values/entity.ts';
import { isObject, type JsonObject } from '../../values/json.ts';
import { auditConditions } from './audit-conditions.ts';
import { auditFeelings } from './audit-feelings.ts';
import { auditFields } from './audit-fields.ts';
import { mergeFlags, type NarrativeFlag } from './audit-flag.ts';
import { auditHarm } from './audit-harm.ts';
import { auditItems } from './audit-items.ts';
import { collectKnownNumbers, listSheetNumbers } from './audit-known-numbers.ts';
import { auditNumbers } from './audit-numbers.ts';
import { auditOutcomes } from './audit-outcomes.ts';
import { auditPanels } from './audit-panels.ts';
import { auditPeople } from './audit-people.ts';
import { auditPlaces } from './audit-places.ts';
import { auditPresence } from './audit-presence.ts';
import { auditRefused } from './audit-refused.ts';
import { auditRepeats } from './audit-repeats.ts';
import { auditTaken } from './audit-taken.ts';
import { auditVoice } from './audit-voice.ts';
import { readTold } from './told.ts';
import { type AuditedTurn, listOwnNames } from './turn-facts.ts';

export interface AuditedNarrative {
  readonly narrative: string;
  /** What the player wrote for this turn: the narrative may have the character say or choose this. */
  readonly words: string;
  readonly rolls: readonly Pick<RolledCheck, 'rolled' | 'challenge' | 'target'>[];
  readonly patches: readonly Patch[];
  /** Numbers of sheets in play; those in the state of `turn` need not be given. */
  readonly sheetNumbers?: readonly number[];
  readonly playerName?: string | undefined;
  /** Earlier narratives, newest last; the last five are compared. */
  readonly earlier: readonly string[];
  /**
   * What the turn did, and under which system. Without it, only numbers, repeated phrases, and what the character says
   * or chooses are audited.
   */
  readonly turn?: AuditedTurn | undefined;
}

const mostFlags = 20;
const longestNarrative = 50_000;
const comparedNarratives = 5;

/** Returns at most 20 flags, in the order of the narrative. Never throws, and the work is bounded by the length of the texts. */
export function auditNarrative(audited: AuditedNarrative): readonly NarrativeFlag[] {
  const narrative = audited.narrative.slice(0, longestNarrative);
  const { turn, sheetNumbers: given = [] } = audited;
  const sheetNumbers = turn === undefined ? given : [...given, ...listSheetNumbers(turn.state)];
  const known = collectKnownNumbers({ ...audited, sheetNumbers });
  const claims = auditClaims({ ...audited, narrative });
  const flags = [
    ...claims.flags,
    ...auditNumbers(narrative, known, claims.judged),
    ...auditVoice(narrative, {
      words: audited.words,
      playerName: audited.playerName,
      playerNames: claims.names,
      texts: claims.texts,
    }),
    ...auditRepeats(narrative, audited.earlier.slice(-comparedNarratives)),
  ];
  return mergeFlags(flags).slice(0, mostFlags);
}

function auditClaims({ turn, ...telling }: AuditedNarrative) {
  if (turn === undefined) return { flags: [], judged: undefined, names: [], texts: [] };
  const told = readTold(telling, turn);
  const { flags, judged } = auditFields(told);
  const claims = [
    auditHarm,
    auditItems,
    auditTaken,
    auditPlaces,
    auditConditions,
    auditPeople,
    auditPresence,
    auditRefused,
    auditOutcomes,
    auditFeelings,
    auditPanels,
  ];
  return {
    flags: [...flags, ...claims.flatMap((audit) => audit(told))],
    judged,
    names: listOwnNames(told.facts),
    texts: listTexts(told.facts.player?.sheets.at(-1)),
  };
}

/** The texts on the sheet that describe the character, such as its aspects. */
function listTexts(sheet: JsonObject = {}): readonly string[] {
  const texts = ['identity', 'aspects', 'narrative', 'about'].map((name) => sheet[name]);
  return texts
    .flatMap((part) => (typeof part === 'string' ? [part] : Object.values(isObject(part) ? part : {})))
    .filter((text) => typeof text === 'string');
}
