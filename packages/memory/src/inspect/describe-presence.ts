// Describes a presence in a sentence or two, with its arithmetic, for people.

import type { Explanation, Factor } from '../decay/explain-score.ts';
import type { WakeLedger } from '../ledger/wake-ledger.ts';
import type { EchoReason, Presence, PresenceReason, Target } from './presence.ts';

const reasons: Readonly<Record<PresenceReason, string>> = {
  chosen: 'its score earned it a place',
  always: 'the message and the exchange before it are always in',
  echoed: 'the message brought it back',
  asked: 'it was asked for by name, or lies beside what was',
  faded: 'it has faded: its score is under what is a candidate at all',
  'no-room': 'what weighed more took the room there was',
  'in-view': 'it is shown in another section',
  parroted: 'it mostly repeats what an earlier wake had said',
  unknown: 'there was no fragment of that name',
  later: 'it came only after this wake',
  'to-come': 'its time was still to come then, so it was no part of the talk before',
  closed: 'it was no longer in mind then: done, let go, faded or replaced',
  unshown: 'nothing of it is shown in a conversation',
  unasked: 'nobody asked for it by name',
};

export function describePresence(
  presence: Omit<Presence, 'say'>,
  target: Target,
  ledger: WakeLedger,
): string {
  const { section, reason, tokens, score, because } = presence;
  const name = describeTarget(target);
  const taken = tokens === 0 ? '' : `, with ${tokens} tokens`;
  const where = section === undefined ? `${name} is not in` : `${name} is in ${section}${taken}`;
  const why = reason === 'echoed' ? `${reasons[reason]} (${because})` : reasons[reason];
  const arithmetic = score === undefined ? '' : ` ${describeScore(score)}`;
  return `${where}: ${why}.${arithmetic}${describeRoom(reason, target, ledger)}${describeEcho(presence, target, ledger)}`;
}

function describeEcho({ echo, because }: Omit<Presence, 'say'>, target: Target, ledger: WakeLedger): string {
  if (echo === undefined || !('event' in target)) return '';
  const { echoes } = ledger;
  const others = echoes.length === 1 ? 'the one moment' : `the ${echoes.length} moments`;
  const words: Readonly<Record<EchoReason, () => string>> = {
    echoed: () => '',
    off: () => ' Echoes have no budget.',
    'in-view': () => ' It is no echo, since it is in view already.',
    'no-room': () =>
      ` The message brought it back too (${because}), at place ${computeRank(target.event, ledger)} of ${echoes.length}, but other echoes took the room.`,
    'not-found': () =>
      echoes.length === 0
        ? ' The message brought nothing back.'
        : ` It is not among ${others} that the message brought back.`,
  };
  return words[echo]();
}

/** Echoes are listed in the order in which they were ranked. */
function computeRank(event: number, { echoes }: WakeLedger): number {
  return echoes.findIndex(({ id }) => id === event) + 1;
}

function describeTarget(target: Target): string {
  if ('item' in target) return `Item ${target.item}`;
  return 'event' in target ? `Event ${target.event}` : `Fragment ${target.fragment}`;
}

/** Such as "Score 0.354 = time 0.707 (1 of half-life 2) × turns 0.5 (3 of half-life 3)". */
function describeScore({ score, combine, factors }: Explanation): string {
  if (combine === 'never-fades') return 'Score 1: it never fades.';
  const terms = factors.map(describeFactor);
  const made = combine === 'product' ? terms.join(' × ') : `the largest of ${terms.join(', ')}`;
  return `Score ${renderRounded(score)} = ${made}.`;
}

function describeFactor({ name, elapsed, halfLife, value }: Factor): string {
  const unit = name === 'turns' ? 'turns' : 'hours';
  const half = halfLife === undefined ? '' : `, halves each ${renderRounded(halfLife)}`;
  return `${name} ${renderRounded(value)} (${renderRounded(elapsed)} ${unit}${half})`;
}

function describeRoom(reason: PresenceReason, target: Target, ledger: WakeLedger): string {
  if (reason === 'faded') return ` A candidate scores at least ${ledger.profile.threshold}.`;
  if (reason !== 'no-room' || !('item' in target)) return '';
  const lingering = ledger.items.filter((entry) => entry.left === undefined).map((entry) => entry.score);
  return lingering.length === 0
    ? ''
    : ` The least of what lingers scored ${renderRounded(Math.min(...lingering))}.`;
}

function renderRounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}
