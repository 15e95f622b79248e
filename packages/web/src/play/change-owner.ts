// Change owner: says to whom a change of a turn belongs, and how it is joined to the change before it.

import type { ShownChange } from './table-types.ts';

type OwnedChange = Extract<ShownChange, { readonly kind: 'value' | 'moved' }>;

/**
 * Returns the mark that joins a change to the one before it; undefined if the change begins a line. A semicolon joins
 * the changes of one person, and a dot joins a new round of a fight. A line may break after a dot, and never before it.
 */
export function chooseMark(change: ShownChange, before: ShownChange | undefined): string | undefined {
  if (isSameOwner(change, before)) return '; ';
  return change.kind === 'round' && before !== undefined ? '\u00a0· ' : undefined;
}

/**
 * Builds a change as it is listed. The owner is left out if the change before has already named it. A change of the
 * player names nobody either, except after a change of somebody else, to whom it would seem to belong.
 */
export function buildListed(change: ShownChange, before: ShownChange | undefined): ShownChange {
  if (!isOwned(change)) return change;
  if (isSameOwner(change, before) || isOfNew(change, before)) return { ...change, owner: undefined };
  return isOwnAfterOther(change, before) ? { ...change, owner: 'You' } : change;
}

function isSameOwner(change: ShownChange, before: ShownChange | undefined): boolean {
  if (!isOwned(change) || before === undefined || !isOwned(before)) return false;
  return change.label !== '' && change.owner !== undefined && change.entity === before.entity;
}

function isOfNew(change: OwnedChange, before: ShownChange | undefined): boolean {
  return before?.kind === 'new' && change.entity === before.entity;
}

/**
 * Whether the change is the player's own and follows one that names somebody else. Changes of the place and the time of
 * a scene are not the player's, although they have no owner either.
 */
function isOwnAfterOther(change: OwnedChange, before: ShownChange | undefined): boolean {
  if (before === undefined || !isOwned(before)) return false;
  const isOwn = change.owner === undefined && change.entity.startsWith('character:');
  return isOwn && before.owner !== undefined && before.label !== '';
}

function isOwned(change: ShownChange): change is OwnedChange {
  return change.kind === 'value' || change.kind === 'moved';
}
