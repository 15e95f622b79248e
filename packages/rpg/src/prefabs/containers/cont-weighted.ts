// CONT_WEIGHTED: things that weigh something, up to what can be carried.

import { z } from 'zod';
import { isList, isObject, type Json } from '../../values/json.ts';
import { refuse, settleTo } from '../finish.ts';
import type { Done, FieldPart, Prefab } from '../prefab.ts';
import { readMember, readNumber } from '../read-json.ts';
import { amount, clampNumber } from '../values/number-range.ts';
import { buildItemRules, itemShape, readQuantity } from './item-shape.ts';
import {
  addItem,
  type DoneItems,
  describeItems,
  type ItemsRules,
  listItemParts,
  listReferences,
  readItemPart,
  refuseNumber,
  removeItem,
  renderItems,
  setItemPart,
  setItems,
  settleItems,
} from './items.ts';

const config = z.strictObject({
  capacity: amount.min(0).optional(),
  item_shape: itemShape,
  /** The weight of an item without a weight of its own. */
  default_weight: amount.min(0).default(1),
  most: z.number().int().min(1).max(500).default(200),
});

type Config = z.output<typeof config>;

/** The capacity until a formula gives one; it is so large that nothing is refused for its weight. */
const unknownCapacity = 1_000_000;

interface Pack {
  readonly items: ReturnType<typeof settleItems>;
  readonly capacity: number;
}

function buildRules(config: Config): ItemsRules {
  const { members } = buildItemRules(config.item_shape, true);
  const weight = { type: 'number', min: 0, default: config.default_weight } as const;
  return { members: new Map([...members, ['weight', weight]]), isCounted: true, most: config.most };
}

function readPack(value: Json | undefined, config: Config, max?: number): Pack {
  const own = readNumber(readMember(value, 'capacity'));
  const capacity = clampNumber(max ?? config.capacity ?? own ?? unknownCapacity, {
    min: 0,
    step: 0.01,
  }).value;
  const items = isList(value) ? value : readMember(value, 'items');
  return { items: settleItems(items, buildRules(config)), capacity };
}

/** Sums in hundredths, so that the sum is exact. */
function sumWeight(items: Pack['items']): number {
  const hundredths = items.map(
    (item) => Math.round((readNumber(item['weight']) ?? 0) * 100) * readQuantity(item),
  );
  return hundredths.reduce((sum, one) => sum + one, 0) / 100;
}

/** Refuses more weight than can be carried, unless it is no more than before: what is already there may stay. */
function finish(done: DoneItems, pack: Pack): Done {
  if (!done.ok) return done;
  const load = sumWeight(done.items);
  const before = sumWeight(pack.items);
  if (load <= pack.capacity || load <= before) {
    return { ok: true, value: { items: done.items, capacity: pack.capacity } };
  }
  const room = Math.max(0, Math.round((pack.capacity - before) * 100) / 100);
  const added = Math.round((load - before) * 100) / 100;
  return refuse(
    `That weighs ${added} more, and ${room} of the capacity of ${pack.capacity} is left. Leave something behind.`,
  );
}

function listParts(config: Config): readonly FieldPart[] {
  const buildNumberPart = (name: string, isWritable = false): FieldPart => ({
    name,
    kind: 'number',
    isWritable,
  });
  return [
    ...listItemParts(buildRules(config)),
    buildNumberPart('load'),
    buildNumberPart('room'),
    buildNumberPart('capacity', config.capacity === undefined),
  ];
}

function setCapacity(pack: Pack, input: Json): Done {
  const capacity = readNumber(input);
  if (capacity === undefined) return refuse('The capacity must be a number.');
  const fitted = clampNumber(capacity, { min: 0, step: 0.01 });
  return { ok: true, value: { items: pack.items, capacity: fitted.value }, because: fitted.because };
}

export const contWeighted: Prefab<Config> = {
  id: 'CONT_WEIGHTED',
  about: 'Things that weigh something, up to a capacity; what is beyond it is refused.',
  config,
  derives: { max: { member: 'capacity', part: 'capacity', isNeeded: true } },
  listParts: listParts,
  buildBlank: (config) => ({ ...readPack(undefined, config) }),
  settle: (value, config, derived) =>
    settleTo(
      value,
      { ...readPack(value, config, derived.max) },
      value === undefined ? undefined : 'items and capacity were corrected to fit the rules',
    ),
  read(value, part, config) {
    const pack = readPack(value, config);
    if (part === 'capacity') return pack.capacity;
    if (part === 'load') return sumWeight(pack.items);
    if (part === 'room') return Math.round((pack.capacity - sumWeight(pack.items)) * 100) / 100;
    return readItemPart(pack.items, part);
  },
  render(value, config) {
    const pack = readPack(value, config);
    return `${renderItems(pack.items)} (${sumWeight(pack.items)}/${pack.capacity})`;
  },
  describe: (path, config) =>
    `${path}: items ${describeItems(buildRules(config))}; item_add, item_remove; ${path}.load of ${path}.capacity`,
  set(value, { part, input }, config) {
    const rules = buildRules(config);
    const pack = readPack(value, config);
    if (part === 'capacity' && config.capacity === undefined) return setCapacity(pack, input);
    const whole = isObject(input) ? (readMember(input, 'items') ?? input) : input;
    const done =
      part === '' ? setItems(pack.items, whole, rules) : setItemPart(pack.items, part, { input, rules });
    return finish(done, pack);
  },
  adjust(value, { part, delta }, config) {
    const pack = readPack(value, config);
    const before = readItemPart(pack.items, part);
    if (part === '' || typeof before !== 'number' || !Number.isFinite(delta)) {
      return refuseNumber();
    }
    return finish(setItemPart(pack.items, part, { input: before + delta, rules: buildRules(config) }), pack);
  },
  add(value, { item, id }, config) {
    const pack = readPack(value, config);
    return finish(addItem(pack.items, item, { ...buildRules(config), id }), pack);
  },
  remove(value, { item, quantity }, config) {
    const pack = readPack(value, config);
    return finish(removeItem(pack.items, item, quantity), pack);
  },
  listItems: (value, config) => readPack(value, config).items,
  listReferences: (value, config) => listReferences(readPack(value, config).items, buildRules(config)),
};
