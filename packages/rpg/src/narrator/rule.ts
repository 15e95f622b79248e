// Rule: the type of the rules of intents, with their conditions, finders and steps.

import type { ConditionName } from './conditions.ts';
import type { FinderName } from './finders.ts';
import type { LineKind } from './grammar.ts';
import type { SmallTalkKind } from './scenario.ts';
import type { Call } from './script.ts';
import type { StepName } from './steps.ts';

/** One thing a player may want done. */
export interface IntentRow {
  /** The words that name the intent, with commas between them. */
  readonly words?: string;
  /** If the system has no move for this intent: other intents whose move is rolled instead, in order of preference. */
  readonly rolls?: readonly string[];
  /** Whether enemies do not act by themselves after the deed. */
  readonly isPeaceful?: boolean;
  readonly find?: FinderName | readonly FinderName[];
  readonly rules: Rules;
}

/** The first rule that fits is played, and no other. */
export type Rules = readonly Rule[];

export interface Rule {
  /** Finders that run before the rule is judged. What they find is kept for the rules after this one. */
  readonly find?: readonly FinderName[];
  /** Conditions that must all be true; a `!` before a name negates it. */
  readonly if?: readonly Condition[];
  /** A pattern that the player's words must match. */
  readonly heard?: RegExp;
  readonly do: readonly Step[];
}

export type Condition = ConditionName | `!${ConditionName}`;

export type Step = StepName | Say | Own | OneOf | Roll | Tell | React | Calls | Pass | Strike | GoOn | Rules;

/** Tells a line that was not told lately, of the first of these kinds that has such a line. */
interface Say {
  readonly say: readonly LineKind[];
}

/** Tells one of the lines that the scenario gives to the person whom the intent is about. */
export interface Own {
  readonly own: 'look' | 'greet' | 'small' | 'threatened' | SmallTalkKind;
}

/** Plays the first of these steps that has a result. */
interface OneOf {
  readonly oneOf: readonly Step[];
}

export interface Roll {
  readonly roll: string;
  /** Whether the roll is against the person whom the intent is about. */
  readonly isAgainst?: boolean;
  /** What the dice are thrown for, with `{who}` and `{place}`; the player's words if absent. */
  readonly why?: string;
  /** What is done if the rules do not let the deed be tried; `failed` counts this as a failure. */
  readonly refused?: readonly Step[] | 'failed';
}

/** Tells the line for the degree of the roll: `KIND-success` and so on. */
interface Tell {
  readonly tell: string;
}

/** Plays the row for the kind of small talk that is heard; false if there is none. */
export interface React {
  readonly react: Readonly<Partial<Record<SmallTalkKind, IntentRow>>>;
}

/** Calls of tools; `$who`, `$way` and `$here` stand for ids. */
interface Calls {
  readonly call: readonly Call[];
}

/** Hands somebody the thing that the intent names, or leaves it here. */
interface Pass {
  readonly passTo: 'who' | 'player' | 'here';
}

/**
 * The person whom the intent is about strikes back: `always` in any case, `rolled` if the roll asked for it. Where
 * enemies act in each round, they strike even with `never`.
 */
export interface Strike {
  readonly strike: 'always' | 'rolled' | 'never';
}

/** Plays another intent from its beginning. */
interface GoOn {
  readonly goOn: string;
}

/** How a rule is written: `find('lying').when('thing').do(…)`; of the parts before `do`, each can be left out. */
class RuleStart {
  readonly #rule: Omit<Rule, 'do'>;

  constructor(rule: Omit<Rule, 'do'>) {
    this.#rule = rule;
  }

  when = (...conditions: readonly Condition[]) => new RuleStart({ ...this.#rule, if: conditions });
  heard = (words: RegExp) => new RuleStart({ ...this.#rule, heard: words });
  do = (...steps: readonly Step[]): Rule => ({ ...this.#rule, do: steps });
}

/** The functions with which the table of intents is written. */
export const notation = {
  find: (...finders: readonly FinderName[]) => new RuleStart({ find: finders }),
  when: (...conditions: readonly Condition[]) => new RuleStart({ if: conditions }),
  heard: (words: RegExp) => new RuleStart({ heard: words }),
  /** A rule that always fits. */
  play: (...steps: readonly Step[]): Rule => ({ do: steps }),
  say: (...kinds: readonly LineKind[]): Step => ({ say: kinds }),
  own: (lines: Own['own']): Step => ({ own: lines }),
  tell: (kind: string): Step => ({ tell: kind }),
  oneOf: (...steps: readonly Step[]): Step => ({ oneOf: steps }),
  roll: (kind: string, more: Omit<Roll, 'roll'> = {}): Step => ({ roll: kind, ...more }),
  react: (rows: React['react']): Step => ({ react: rows }),
  call: (...calls: readonly Call[]): Step => ({ call: calls }),
  passTo: (to: Pass['passTo']): Step => ({ passTo: to }),
  strike: (wanted: Strike['strike']): Step => ({ strike: wanted }),
  goOn: (kind: string): Step => ({ goOn: kind }),
};
