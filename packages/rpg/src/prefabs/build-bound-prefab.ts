// Binds a prefab to the configuration of one field, so that its functions need only the field's value.

import type { Json, JsonObject } from '../values/json.ts';
import type {
  AddAsked,
  AdjustAsked,
  Derived,
  Done,
  FormulaValue,
  Passed,
  Prefab,
  Reference,
  RemoveAsked,
  SetAsked,
  SettledValue,
} from './prefab.ts';

/** What may be done with one field: the functions of its prefab, bound to it; `Prefab` documents them. */
export interface FieldKind extends Pick<Prefab, 'id' | 'derives'> {
  blank(): Json;
  settle(value: Json | undefined, derived: Derived): SettledValue;
  read(value: Json, part: string): FormulaValue | undefined;
  view(value: Json): string;
  hint(path: string): string;
  set(value: Json, asked: SetAsked): Done;
  readonly adjust?: ((value: Json, asked: AdjustAsked) => Done) | undefined;
  readonly mark?: ((value: Json, count: number) => Done) | undefined;
  readonly add?: ((value: Json, asked: AddAsked) => Done) | undefined;
  readonly remove?: ((value: Json, asked: RemoveAsked) => Done) | undefined;
  readonly pass?: ((value: Json, minutes: number) => Passed) | undefined;
  readonly items?: ((value: Json) => readonly JsonObject[]) | undefined;
  readonly references?: ((value: Json) => readonly Reference[]) | undefined;
}

/** `config` is the output of the prefab's schema, defaults filled in. What the prefab cannot do stays undefined. */
export function buildBoundPrefab<Config>(prefab: Prefab<Config>, config: Config): FieldKind {
  const { adjust, mark, add, remove, advanceTime, listItems, listReferences } = prefab;
  return {
    id: prefab.id,
    derives: prefab.derives,
    blank: () => prefab.buildBlank(config),
    settle: (value, derived) => prefab.settle(value, config, derived),
    read: (value, part) => prefab.read(value, part, config),
    view: (value) => prefab.render(value, config),
    hint: (path) => prefab.describe(path, config),
    set: (value, asked) => prefab.set(value, asked, config),
    adjust: adjust && ((value, asked) => adjust(value, asked, config)),
    mark: mark && ((value, count) => mark(value, count, config)),
    add: add && ((value, asked) => add(value, asked, config)),
    remove: remove && ((value, asked) => remove(value, asked, config)),
    pass: advanceTime && ((value, minutes) => advanceTime(value, minutes, config)),
    items: listItems && ((value) => listItems(value, config)),
    references: listReferences && ((value) => listReferences(value, config)),
  };
}
