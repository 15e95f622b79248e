// After a turn is told anew, says which changes to the player's character were made only by the earlier telling.

import { type AuditedTurn, collectTurnFacts, type Person } from './audit/turn-facts.ts';
import { listFieldChanges, listItemChanges } from './check/list-changes.ts';

/**
 * Undefined if the new telling changed every field that the earlier one had changed, in whatever way, and the same
 * things came and went in it.
 */
export function renderTakenBack(before: AuditedTurn, now: AuditedTurn): string | undefined {
  const [earlier, later] = [before, now].map((turn) => collectTurnFacts(turn).player);
  if (earlier === undefined || later === undefined) return undefined;
  const again = new Set(listFieldChanges(later).map(({ field }) => field.path));
  const changed = listFieldChanges(earlier)
    .filter(({ field }) => !again.has(field.path))
    .map(({ field, values }) => `${field.definition.label} ${values}`);
  const lost = [
    ...changed,
    ...listMissing(earlier, later, 'gained').map((name) => `got ${name}`),
    ...listMissing(earlier, later, 'lost').map((name) => `gave up ${name}`),
  ];
  return lost.length === 0
    ? undefined
    : `What only the earlier telling brought is taken back: ${lost.join('; ')}.`;
}

/** As with fields, it makes no difference of how many a thing came or went. */
function listMissing(earlier: Person, later: Person, side: 'gained' | 'lost'): readonly string[] {
  const kept = new Set(listItemChanges(later)[side].map(stripCount));
  return listItemChanges(earlier)[side].filter((one) => !kept.has(stripCount(one)));
}

function stripCount(one: string): string {
  return one.replace(/ ×\d+$/u, '');
}
