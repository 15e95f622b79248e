// Lists by their ids the secret notes that a move may bring to light: those about its target, or about the place.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { isAbout, readNotebook, type SecretKind } from '../../state/notebook.ts';
import { type Entity, type EntityId, sceneId } from '../../values/entity.ts';
import { markSecret } from '../../values/hidden-text.ts';
import type { Workbench } from '../workbench.ts';

interface Seen {
  readonly id?: string | undefined;
  readonly against?: Entity | undefined;
}

/** Moves that find something out, unlike picking a lock or going somewhere. */
const seeing: ReadonlySet<string> = new Set(['look', 'search', 'know', 'talk', 'persuade', 'threaten']);
/** Kinds of notes that come to light only when the thing itself happens: plans, and what a full clock brings. */
const later: ReadonlySet<SecretKind> = new Set(['plans', 'brings']);
const mostNamed = 6;

/**
 * A line for the game master with the notes that may come to light now. No line if there are none, if the move finds
 * nothing out, or if the call is not a model's.
 */
export function listRevealed(bench: Workbench, { id = '', against }: Seen): readonly string[] {
  if (bench.by !== 'model' || !seeing.has(id)) return [];
  const hidden = listHiddenFrom(bench, against);
  if (hidden.length === 0) return [];
  const named = `${hidden.slice(0, mostNamed).join(', ')}${hidden.length > mostNamed ? ' …' : ''}`;
  const isBare = bench.effects.rolls.at(-1)?.outcome?.degree === 0;
  const much = isBare ? 'Something, but not all, of this may' : 'This may';
  return [
    markSecret(`(${much} come to light now: ${named}. What you tell of it, \`reveal\`; a thing, item_add.)`),
  ];
}

/**
 * Whether something hidden could be found by a search of `against` or, if it is absent, of the place where the player
 * is.
 */
export function hasHidden(bench: Workbench, { against }: Seen): boolean {
  return listHiddenFrom(bench, against).length > 0;
}

function listHiddenFrom(bench: Workbench, against: Entity | undefined): readonly string[] {
  const here = bench.state.find(sceneId)?.sheet['here'];
  const about = against ?? (typeof here === 'string' ? bench.state.find(here as EntityId) : undefined);
  return about === undefined ? [] : listHidden(bench, about);
}

function listHidden({ state }: Workbench, about: Entity): readonly string[] {
  const { secrets, ways } = readNotebook(state);
  const noted = secrets.filter((one) => !one.isRevealed && !later.has(one.kind) && isAbout(one.of, about));
  return [
    ...noted.map(({ id, kind }) => `${cutId(id)} (${kind})`),
    ...ways
      .filter(({ from }) => from === about.id)
      .map(({ id, name }) => `${cutId(id)} (way ${escapeLine(name, 80)})`),
  ];
}

function cutId(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}
