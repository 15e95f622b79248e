// The tool `npc_create`: creates a person or creature with a sheet of their own.

import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { Entity, EntityId } from '../values/entity.ts';
import { name, text, values } from './arguments.ts';
import { createNamed } from './create-named.ts';
import { type FoundFoe, findFoe } from './find-foe.ts';
import { findKind } from './find-kind.ts';
import { findNeededNumbers } from './find-needed-numbers.ts';
import { normaliseName } from './match-name.ts';
import { nameOf, readName, resolveTarget } from './resolve-target.ts';
import { findHere } from './scene.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  name,
  about: text.optional(),
  type: z.enum(['npc', 'creature']).optional(),
  at: z.string().min(1).max(120).optional(),
  like: z.string().min(1).max(120).optional(),
  attitude: z.union([z.string().max(40), z.number().int()]).optional(),
  values,
});

export const npcCreate = buildTool<typeof input, Workbench>({
  name: 'npc_create',
  description:
    'Create a person or creature, here or at a place. values: by path. like: a foe of the rules or a threat.',
  isWrite: true,
  input,
  run({ name, about, type, at, like, attitude, values = {} }, bench) {
    const foe = like === undefined ? undefined : findFoe(bench.system, like);
    if (foe?.ok === false) return foe;
    const place = at === undefined ? findHere(bench)?.id : resolveTarget(bench.state, at, ['location']);
    if (typeof place === 'object' && !place.ok) return place;
    const where = typeof place === 'object' ? place.entity.id : place;
    const kind = chooseKind(type, foe);
    const known = kind === 'npc' ? resolveTarget(bench.state, name, ['npc'], { isWhole: true }) : undefined;
    if (known?.ok === true) return describeKnown(bench, known.entity);
    return createOne(bench, { name, about, type: kind, foe, where, attitude, values });
  },
});

interface Wanted {
  readonly name: string;
  readonly about: string | undefined;
  readonly type: 'npc' | 'creature';
  readonly foe: FoundFoe | undefined;
  readonly where: EntityId | undefined;
  readonly attitude: string | number | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

function createOne(bench: Workbench, wanted: Wanted): ToolAnswer {
  const { name, about, type, foe, where, attitude, values } = wanted;
  const likeness = foe === undefined ? findLikeness(bench, wanted) : undefined;
  const like = foe ?? likeness?.foe ?? findNeededNumbers(bench.system, type);
  const described = { ...readFoe(like, about), attitude, ...values, at: where };
  const free = type === 'creature' ? chooseFreeName(bench, name) : name;
  const quiet = new Set(Object.keys(like?.set ?? {}).filter((path) => !Object.hasOwn(values, path)));
  const made = createNamed(bench, { type, name: free, values: described, quiet });
  if (!made.ok) return made;
  const placed = where === undefined ? made.say : `${made.say} At ${where}.`;
  return { ok: true, say: `${placed}${likeness?.say ?? ''}` };
}

/** Says that this person exists already, since a second person of the same name would hide the first. */
function describeKnown({ state }: Workbench, who: Entity): ToolAnswer {
  const { at, is_gone: isGone } = who.sheet;
  const where = typeof at === 'string' && at !== '' ? at : 'nowhere';
  const place = state.find(at as EntityId);
  const near =
    isGone === true ? 'gone for good' : `at ${where}${place === undefined ? '' : ` "${nameOf(place)}"`}`;
  const todo = isGone === true ? '' : ` move {"destination": "…", "who": "${who.id}"} brings them.`;
  return {
    ok: true,
    say: `${who.id} "${nameOf(who)}" is there already, ${near}; nobody was made.${todo} If you mean somebody else, give another name.`,
  };
}

/** Chooses a name that distinguishes a new opponent from others of the same kind. */
function chooseFreeName({ state }: Workbench, name: string): string {
  const names = state.list('creature').map(readName);
  if (!names.some((one) => normaliseName(one) === normaliseName(name))) return name;
  // Compares whole names, since the form in which names are usually compared is cut and may lack the number.
  const taken = new Set(names.map(normaliseWhole));
  for (let count = 2; ; count += 1) {
    const numbered = `${name.slice(0, 74)} ${count}`;
    if (!taken.has(normaliseWhole(numbered))) return numbered;
  }
}

function normaliseWhole(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
}

function chooseKind(type: 'npc' | 'creature' | undefined, foe: FoundFoe | undefined): 'npc' | 'creature' {
  return type ?? foe?.type ?? 'npc';
}

/**
 * The foe of the rules that the description of somebody names; undefined if it names none or the call gives numbers.
 */
function findLikeness(
  { system }: Workbench,
  { values, ...described }: Wanted,
): { readonly foe: FoundFoe; readonly say: string } | undefined {
  const kind = Object.keys(values).length > 0 ? undefined : findKind(system, described);
  if (kind === undefined) return undefined;
  return { foe: { ok: true, say: kind.say, set: kind.set }, say: ` The sheet is that of "${kind.name}".` };
}

/** The values for the sheet of an entity that is made from a foe of the system. */
function readFoe(foe: FoundFoe | undefined, about: string | undefined) {
  return { about: about ?? foe?.say, ...foe?.set };
}
