// The tool `item_remove`: takes a thing, or some of it, from whoever has it or from where it lies, or hands it over.

import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { isConditionList } from '../system/is-condition-list.ts';
import type { Entity, EntityId } from '../values/entity.ts';
import { name, target } from './arguments.ts';
import { findListed } from './find-listed.ts';
import { listInventories } from './item-add.ts';
import { findLying, findSame, listLying, removeLying, setHolder } from './lying-things.ts';
import { normaliseName } from './match-name.ts';
import { moveItem } from './move-item.ts';
import { readListed } from './read-listed.ts';
import { resolveTarget } from './resolve-target.ts';
import { findUsedAt, removeUses } from './rolling/item-uses.ts';
import { requireSheet, type Workbench } from './workbench.ts';
import { resolvePlaceOf, writeField } from './write-field.ts';

const input = z.strictObject({
  item: name,
  quantity: z.number().min(0.01).max(1_000_000).optional(),
  list: z.string().min(1).max(200).optional(),
  target,
  /** Who gets the thing, or the place where it is laid down. */
  to: target,
});

export const itemRemove = buildTool<typeof input, Workbench>({
  name: 'item_remove',
  description: 'Remove an item: all or quantity. to: hand it over.',
  isWrite: true,
  input,
  run(given, bench) {
    const { item, quantity, target, to } = given;
    if (to === undefined) return removeNamed(bench, given);
    const found = resolveTarget(bench.state, target);
    if (!found.ok) return found;
    const receiver = resolveTarget(bench.state, to, ['character', 'npc', 'creature', 'location']);
    if (!receiver.ok) return receiver;
    const handing = { item, quantity, from: found.entity, to: receiver.entity };
    return moveItem(bench, handing, () => removeNamed(bench, given));
  },
});

function removeNamed(bench: Workbench, { item, quantity, list, target }: z.output<typeof input>): ToolAnswer {
  const found = resolveTarget(bench.state, target);
  if (!found.ok) return found;
  const place =
    list === undefined ? findHolding(bench, found.entity, item) : resolvePlaceOf(bench, found.entity, list);
  if (place === undefined) return removeLying(bench, found.entity, item);
  if (!place.ok) return place;
  const { kind, path } = place.field;
  if (kind.remove === undefined) {
    return { ok: false, say: `${path} is no list. ${kind.hint(path)}` };
  }
  const name = findListed(place, item);
  const removed = kind.remove(place.value, { item: name, quantity });
  const used = findUsedAt(bench, place, name);
  const answer = writeField(bench, place, removed);
  if (!removed.ok) return { ok: false, say: `${answer.say}${describeNear(bench, found.entity, item)}` };
  releaseThing(bench, found.entity.id, name);
  return answer.ok ? { ok: true, say: [answer.say, ...removeUses(bench, used)].join('\n') } : answer;
}

/** If the thing is not on the list but lies at the place where its owner is, says so; otherwise empty. */
function describeNear({ state }: Workbench, { sheet }: Entity, item: string): string {
  const at = sheet['at'];
  const thing = typeof at === 'string' ? findLying(state, at as EntityId, item) : undefined;
  if (thing === undefined) return '';
  return ` ${thing.id} lies at ${String(at)}: give that place as target, or take it up with item_add.`;
}

/**
 * The first list of the inventory that contains the item, or else another list of the sheet that contains it, such as
 * one of harm. If no list does, the first list of the inventory, so that the refusal says what it contains.
 */
function findHolding(bench: Workbench, entity: Entity, item: string) {
  const lists = listInventories(bench, entity);
  const isHolding = (list: (typeof lists)[number]) =>
    list.field.kind.remove?.(list.value, { item: findListed(list, item) }).ok === true;
  return lists.find(isHolding) ?? listOthers(bench, entity).find(isHolding) ?? lists[0];
}

/** All lists on the sheet of a person or creature, except lists of conditions; nothing for other entities. */
function listOthers(bench: Workbench, entity: Entity) {
  if (!['character', 'npc', 'creature'].includes(entity.type)) return [];
  const places = requireSheet(bench.system, entity.type)
    .fields.filter((field) => field.kind.remove !== undefined && !isConditionList(field))
    .map(({ path }) => resolvePlaceOf(bench, entity, path));
  return places.filter((place) => place.ok);
}

/**
 * If the removed thing is also an item of its own, and the lists contain no other thing of its name, nobody holds the
 * item any more.
 */
function releaseThing(bench: Workbench, holder: EntityId, name: string): void {
  const thing = findSame(listLying(bench.state, holder), name);
  const entity = bench.state.find(holder);
  if (thing === undefined || entity === undefined) return;
  const isLeft = listInventories(bench, entity).some(({ field, value }) =>
    (field.kind.items?.(value) ?? []).some((one) => normaliseName(readListed(one)) === normaliseName(name)),
  );
  if (!isLeft) setHolder(bench, thing, '');
}
