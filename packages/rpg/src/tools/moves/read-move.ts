// Finds which move a roll stands for: the named move in the chosen variant, or the move that its check implies.

import { filterAlike } from '@terrarium/kernel/find-nearest';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolRefusal } from '@terrarium/kernel/tool';
import type { Check } from '../../system/check.ts';
import type { Intent } from '../../system/narrator-hints.ts';
import type { System } from '../../system/system.ts';
import type { Thing } from '../../system/thing.ts';
import { type Entity, playerId } from '../../values/entity.ts';
import type { Workbench } from '../workbench.ts';
import { chooseOwnVariant } from './choose-own-variant.ts';
import { findWielded, type Wielded } from './find-wielded.ts';
import { findListedUse, type ListedUse } from './listed-use.ts';
import {
  chooseVariant,
  findIntent,
  findVariant,
  listMoves,
  listMovesWithVariant,
  type MoveHint,
} from './move-hint.ts';
import { normaliseMove } from './normalise-move.ts';
import { buildThingHint, findListedName, findMissing, findThing, renderMissing } from './things.ts';

export interface MoveAsked {
  readonly named: string | undefined;
  readonly as: string | undefined;
  readonly check: Check | undefined;
  readonly who: Entity;
  readonly against?: Entity | undefined;
}

export interface NamedMove {
  readonly ok: true;
  readonly id: string;
  readonly hint: MoveHint;
  /** The name of the thing or spell that is used. */
  readonly called?: string | undefined;
  /** What is used although the rules do not say what it does. */
  readonly listed?: ListedUse | undefined;
}

export type FoundMove = NamedMove | ToolRefusal;

/** Undefined for a roll that is not a move. A check implies its move only if the player's character rolls it. */
export function readMove(
  bench: Workbench,
  { named, as, check, who, against }: MoveAsked,
): FoundMove | undefined {
  const { system } = bench;
  const wanted = named ?? (who.id === playerId ? check?.move : undefined);
  if (wanted === undefined) {
    return as === undefined ? undefined : refuse('`as` names a variant of a move: name the move too.');
  }
  const id = resolveMove(system, wanted, who);
  const isAside =
    id === 'foe_attack' && who.id !== playerId && against !== undefined && against.id !== playerId;
  const ally = isAside ? system.manifest.narrator?.opponents?.ally : undefined;
  const intent = ally ?? findIntent(system.manifest.narrator, id);
  if (intent === undefined) return refuseMove(system, wanted);
  if (as === undefined) return { ok: true, id, hint: chooseOwnVariant(bench, intent, who) };
  return readUse(bench, { id, intent, as, who });
}

interface UseAsked {
  readonly id: string;
  readonly intent: Intent;
  readonly as: string;
  readonly who: Entity;
}

/**
 * The move as it is made with a thing, a spell, a weapon or a variant, whichever `as` names. Refused if `as` names
 * nothing that can be used.
 */
function readUse(bench: Workbench, { id, intent, as, who }: UseAsked): FoundMove {
  const { system } = bench;
  const thing = findThing(system, as, id);
  if (thing !== undefined) return readThing(system, { id, thing, who });
  const listed = findListedUse(system, { id, as, who });
  if (listed !== undefined) return { ok: true, id, hint: listed.hint, called: listed.name, listed };
  const word = findNaming(intent, as);
  if (word !== undefined) return { ok: true, id, hint: chooseVariant(intent, word) };
  const wielded = findWielded(system, who, as);
  if (wielded?.isHeld === true) return { ok: true, id, hint: chooseOwnVariant(bench, intent, who) };
  if (wielded !== undefined) return refuseUnready(id, who, wielded);
  return refuseUnruled(system, { id, as, who }) ?? refuseVariant(id, intent.variants ?? []);
}

/** The words that choose the variant: those that were given, or else words of a variant that begin with them. */
export function findNaming(intent: Intent, as: string): string | undefined {
  if (findVariant(intent, as) !== undefined) return as;
  const words = (intent.variants ?? []).flatMap((one) => one.words);
  return words.find((one) => one.toLowerCase().startsWith(`${as.trim().toLowerCase()} `));
}

function readThing(
  system: System,
  { id, thing, who }: { readonly id: string; readonly thing: Thing; readonly who: Entity },
): FoundMove {
  const missing = findMissing(system, who, thing);
  return missing === undefined
    ? { ok: true, id, hint: buildThingHint(thing), called: thing.name }
    : refuse(renderMissing(who, missing));
}

/**
 * If somebody other than the player's character attacks, the move is the attack of opponents. A move may also be called
 * by the id of its check.
 */
export function resolveMove({ manifest }: System, wanted: string, { id }: Entity): string {
  const name = normaliseMove(wanted);
  if (name === 'attack' && id !== playerId && manifest.narrator?.opponents?.attack !== undefined)
    return 'foe_attack';
  if (findIntent(manifest.narrator, name) !== undefined) return name;
  return manifest.checks?.find((check) => check.id === name)?.move ?? name;
}

function refuseMove(system: System, wanted: string): ToolRefusal {
  const known = filterAlike(wanted, listMoves(system)).slice(0, 8);
  const nearest =
    known.length === 0 ? 'This system has none: name a check.' : `Nearest: ${known.join(', ')}.`;
  const shown = escapeLine(wanted, 80);
  const having = listMovesWithVariant(system, wanted);
  return having.length === 0
    ? refuse(`There is no move "${shown}". ${nearest}`)
    : refuse(
        `"${shown}" is no move of its own, but a variant of others: send it as \`as\`, and as \`move\` one of ${having.join(', ')}.`,
      );
}

/** If the rules keep a weapon or the like as a value of the sheet, it must be set there before it is used. */
function refuseUnready(id: string, who: Entity, { path, value, now }: Wielded): ToolRefusal {
  const given = { path, value, ...(who.id === playerId ? {} : { target: who.id }) };
  const [shown, held] = [escapeLine(value, 80), escapeLine(now, 80)];
  return refuse(
    `"${shown}" is a value of ${path} of ${who.id}, which is ${held} now: call set ${JSON.stringify(given)}, then ${id} again without \`as\`.`,
  );
}

/** Somebody may have what the rules do not know, such as a spell that is only named: its use is left to single calls. */
function refuseUnruled(
  system: System,
  { id, as, who }: { readonly id: string; readonly as: string; readonly who: Entity },
): ToolRefusal | undefined {
  const owned = findListedName(system, who, as);
  if (owned === undefined) return undefined;
  const [name, path] = [escapeLine(owned.name, 120), owned.path];
  return refuse(
    `"${name}" is in ${path} of ${who.id}, but the rules have no ${id} for it, and nothing was done. Do it by single calls: adjust what it costs, roll a check for what is uncertain, such as the save of whoever withstands it (who), then write what follows (condition_add, adjust).`,
  );
}

const unruled = / but the rules have no |^\S+ (?:has no variants:|can be made as:) /;

/** Whether an answer says that the rules do not know the move with the given `as`. */
export function isUnruled(say: string): boolean {
  return unruled.test(say);
}

function refuseVariant(id: string, variants: readonly { readonly words: readonly string[] }[]): ToolRefusal {
  const known = variants.map(({ words }) => words[0]).join(', ');
  return refuse(
    known === ''
      ? `${id} has no variants: leave out \`as\`.`
      : `${id} can be made as: ${known}; or leave out \`as\`.`,
  );
}

function refuse(say: string): ToolRefusal {
  return { ok: false, say };
}
