// Judges an earlier roll anew, with the same dice except for those whose change was paid for.

import type { FaceSource } from '../../dice/dice.ts';
import type { ChangedTotal, CheckRolled } from '../../rules/roll-check.ts';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Check } from '../../system/check.ts';
import type { Workbench } from '../workbench.ts';

/** The faces of one throw, and how their total is changed. */
export interface Judged {
  readonly index: number;
  readonly source: FaceSource;
  readonly changed?: ChangedTotal | undefined;
}

interface Judging {
  /** The former roll that is made once more; undefined for a new roll. */
  readonly former: RolledCheck | undefined;
  /** Whether this is the roll for which the price was paid. */
  readonly isPaid: boolean;
}

/**
 * Takes from the list the former roll that this roll repeats: the next one, if it has the same roller and the same
 * check.
 */
export function takeJudging(
  { again }: Workbench,
  {
    check,
    who,
    isDeciding = false,
  }: {
    readonly check?: Check | undefined;
    readonly who: { readonly id: string };
    readonly isDeciding?: boolean | undefined;
  },
): Judging {
  if (again === undefined) return { former: undefined, isPaid: false };
  // Skips the rolls for the harm of a blow that is avoided now: they are not made again, and must not be taken for the
  // next blow.
  if (again.paid !== undefined && check !== undefined)
    while (again.rolls.length > 0 && again.rolls[0]?.check === undefined) again.rolls.shift();
  const [next] = again.rolls;
  const former = next !== undefined && next.check === check?.id && next.who === who.id ? next : undefined;
  if (former !== undefined) again.rolls.shift();
  const isMeant = again.paid === undefined ? isDeciding : former?.index === again.paid;
  const isPaid = isMeant && !again.isJudged;
  if (isPaid) again.isJudged = true;
  return { former, isPaid };
}

interface Throwing {
  readonly check?: Check | undefined;
  /** The roll whose faces count for this one too, unless this one repeats a former roll. */
  readonly facesOf?: RolledCheck['again'];
  readonly rollOne: (judged: Pick<Judged, 'source' | 'changed'>) => CheckRolled;
}

export interface JudgedRoll {
  readonly index: number;
  readonly rolled: CheckRolled;
  readonly again: Pick<RolledCheck, 'again' | 'spent'>;
}

export function rollAgain(bench: Workbench, { former, isPaid }: Judging, throwing: Throwing): JudgedRoll {
  const { again } = bench;
  const of =
    again === undefined || former === undefined
      ? throwing.facesOf
      : (former.again ?? { turn: again.turn, index: former.index });
  const old = bench.openFaces(of);
  const kept = of === undefined ? {} : { again: of };
  if (again === undefined || !isPaid)
    return { index: old.index, rolled: throwing.rollOne({ source: old.source }), again: kept };
  const { spend, amount } = again;
  const spent = { spent: spend.label };
  if (spend.does === 'reroll') {
    const fresh = throwing.rollOne({ source: bench.openFaces().source });
    const before = throwing.rollOne({ source: old.source });
    return spend.keep === 'better' && isBetter(before, fresh)
      ? { index: old.index, rolled: before, again: { ...kept, ...spent } }
      : { index: old.index, rolled: fresh, again: spent };
  }
  const changed = { label: spend.label, ...describeChange(spend.does, amount) };
  const rolled = throwing.rollOne({ source: old.source, changed });
  return {
    index: old.index,
    rolled: chooseTaken(rolled, throwing.check, spend.outcome),
    again: { ...kept, ...spent },
  };
}

function describeChange(does: string, amount: number): Pick<ChangedTotal, 'add' | 'total'> {
  if (does === 'total') return { total: amount };
  return does === 'add' || does === 'subtract' ? { add: amount } : {};
}

/** Replaces the rolled outcome by the outcome that was paid for, if the price names one that the check has. */
function chooseTaken(rolled: CheckRolled, check: Check | undefined, wanted: string | undefined): CheckRolled {
  const taken = wanted === undefined ? undefined : check?.outcomes.find(({ id }) => id === wanted);
  if (!rolled.ok || taken === undefined) return rolled;
  const { id, label, degree } = taken;
  return { ...rolled, outcome: { id, label, degree } };
}

function isBetter(one: CheckRolled, other: CheckRolled): boolean {
  if (!one.ok || !other.ok) return one.ok;
  const [degree, against] = [one.outcome?.degree ?? 0, other.outcome?.degree ?? 0];
  return degree === against ? one.rolled.total > other.rolled.total : degree > against;
}
