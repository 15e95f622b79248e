// The tool `place_create`: creates a place with ways there and back, or adds ways to an existing place.

import { buildTool, type ToolAnswer, type ToolRefusal } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { Entity } from '../values/entity.ts';
import { name, text, values } from './arguments.ts';
import { createNamed } from './create-named.ts';
import { setExit } from './exits.ts';
import { readName, resolveTarget } from './resolve-target.ts';
import { findHere } from './scene.ts';
import { setFields } from './set-field.ts';
import type { Workbench } from './workbench.ts';

const exit = z.strictObject({
  to: z.string().min(1).max(120),
  name: name.optional(),
  is_locked: z.boolean().optional(),
  is_hidden: z.boolean().optional(),
  opens_with: z.string().max(80).optional(),
  is_one_way: z.boolean().optional(),
  /** How long the way takes. */
  minutes: z.number().int().min(0).max(10_000).optional(),
});

type WantedWay = z.output<typeof exit>;

const input = z.strictObject({
  name,
  about: text.optional(),
  exits: z.array(exit).max(20).optional(),
  values,
});

export const placeCreate = buildTool<typeof input, Workbench>({
  name: 'place_create',
  description: 'Create a place with exits (both ways; default here), or change one.',
  isWrite: true,
  input,
  run({ name, about, exits, values = {} }, bench) {
    const known = resolveTarget(bench.state, name, ['location'], { isWhole: true });
    const described = { about, ...values };
    const made = known.ok
      ? fillIn(bench, known.entity, described)
      : createNamed(bench, { type: 'location', name, values: described });
    if (!made.ok) return made;
    const here = findHere(bench);
    const wanted = exits ?? (known.ok || here === undefined ? [] : [{ to: here.id }]);
    const lines = [made.say];
    for (const one of wanted) {
      const joined = join(bench, made.entity, one);
      if (!joined.ok) return joined;
      lines.push(joined.say);
    }
    return { ok: true, say: lines.join('\n') };
  },
});

/**
 * Whether these arguments hide a way. If they cannot be parsed, they count as hiding one if they mention hiding at all.
 */
export function hasHiddenWay(written: string): boolean {
  if (!/hidden/i.test(written)) return false;
  try {
    const { exits }: { exits?: unknown } = Object(JSON.parse(written));
    return !Array.isArray(exits) || exits.some((one) => !isShown(Object(one)['is_hidden']));
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

function isShown(isHidden: unknown): boolean {
  return (
    [undefined, null, '', 0].some((one) => one === isHidden) || /^(?:false|no|0)$/i.test(String(isHidden))
  );
}

function fillIn(bench: Workbench, place: Entity, values: Readonly<Record<string, unknown>>) {
  const answer = setFields(bench, place.id, values);
  return answer.ok
    ? { ok: true as const, say: `${place.id} is known.`, entity: bench.state.find(place.id) ?? place }
    : answer;
}

function join(bench: Workbench, place: Entity, way: WantedWay): ToolAnswer {
  const found = resolveTarget(bench.state, way.to, ['location']);
  if (!found.ok) return refuseExit(found);
  const { is_one_way = false, to: _to, name, ...rest } = way;
  if (found.entity.id === place.id) return { ok: false, say: 'A way must lead to another place.' };
  const there = setExit(bench, place.id, {
    ...rest,
    to: found.entity.id,
    name: name ?? readName(found.entity),
  });
  if (!there.ok || is_one_way) return there;
  const back = setExit(bench, found.entity.id, { ...rest, to: place.id, name: name ?? readName(place) });
  const isHidden = there.say.startsWith('<secret>');
  return back.ok && !isHidden ? { ok: true, say: `${place.id} ↔ ${found.entity.id}` } : back;
}

function refuseExit(refusal: ToolRefusal): ToolRefusal {
  return { ok: false, say: `${refusal.say} Make that place first.` };
}
