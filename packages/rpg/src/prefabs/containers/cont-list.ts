// CONT_LIST: things with names and quantities, such as an inventory.

import { z } from 'zod';
import type { Json } from '../../values/json.ts';
import { settleTo } from '../finish.ts';
import type { Done, Prefab } from '../prefab.ts';
import { buildItemRules, itemShape } from './item-shape.ts';
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
  item_shape: itemShape,
  /** Whether items have a quantity; exits and steps, for instance, have none. */
  counted: z.boolean().default(true),
  most: z.number().int().min(1).max(500).default(200),
  /** The items that are there at the beginning. */
  default: z.array(z.json()).max(100).default([]),
});

type Config = z.output<typeof config>;

function buildRules(config: Config): ItemsRules {
  return { ...buildItemRules(config.item_shape, config.counted), most: config.most };
}

function finish(done: DoneItems): Done {
  return done.ok ? { ok: true, value: done.items } : done;
}

function read(value: Json | undefined, config: Config) {
  return settleItems(value ?? config.default, buildRules(config));
}

export const contList: Prefab<Config> = {
  id: 'CONT_LIST',
  about: 'Things with names and quantities, such as an inventory. `item_shape` gives them further members.',
  config,
  derives: {},
  listParts: (config) => listItemParts(buildRules(config)),
  buildBlank: (config) => read(undefined, config),
  settle: (value, config) =>
    settleTo(
      value,
      read(value, config),
      value === undefined ? undefined : 'items were corrected to fit the rules',
    ),
  read: (value, part, config) => readItemPart(read(value, config), part),
  render: (value, config) => renderItems(read(value, config)),
  describe: (path, config) => `${path}: items ${describeItems(buildRules(config))}; item_add, item_remove`,
  set(value, { part, input }, config) {
    const rules = buildRules(config);
    const items = read(value, config);
    return finish(part === '' ? setItems(items, input, rules) : setItemPart(items, part, { input, rules }));
  },
  adjust(value, { part, delta }, config) {
    const items = read(value, config);
    const before = part === '' ? undefined : readItemPart(items, part);
    if (typeof before !== 'number' || !Number.isFinite(delta)) return refuseNumber();
    return finish(setItemPart(items, part, { input: before + delta, rules: buildRules(config) }));
  },
  add: (value, { item, id }, config) =>
    finish(addItem(read(value, config), item, { ...buildRules(config), id })),
  remove: (value, { item, quantity }, config) => finish(removeItem(read(value, config), item, quantity)),
  listItems: read,
  listReferences: (value, config) => listReferences(read(value, config), buildRules(config)),
};
