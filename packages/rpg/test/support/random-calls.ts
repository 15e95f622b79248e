// Generates random calls that a model might send: sensible, strange and malformed ones, the same for the same seed.

import type { ToolCall } from '@terrarium/kernel/language-model';
import { buildSeededChance } from '@terrarium/kernel/testing/fake-environment';
import { entityTypes } from '../../src/system/manifest.ts';
import type { Field, System } from '../../src/system/system.ts';
import { gameTools, systemTools } from '../../src/tools/game-tools.ts';
import { listMoves } from '../../src/tools/moves/move-hint.ts';
import { type EntityId, type GameState, playerId } from '../../src/values/entity.ts';
import { isObject, type Json } from '../../src/values/json.ts';

export interface CallSource {
  next(state: GameState): ToolCall & { readonly by: 'model' | 'player' | 'system' };
  /** A whole number below `limit`. */
  pick(limit: number): number;
}

type Given = Readonly<Record<string, unknown>>;

const types = ['character', ...entityTypes, 'note', 'fight'];
const names = [
  'Mira',
  'Old Mill',
  'Rope',
  'Danger',
  'Brass key',
  'the "<Well>" & Bell',
  'ключ',
  '★★★',
  '__proto__',
  'constructor',
  'a'.repeat(80),
  'x'.repeat(81),
  '',
  ' ',
  'e\u0301clair',
  '\ud800',
  'player',
  'now',
  '1',
];
const small = [0, 1, 2, 3, 4, 6, 8, 12, -1, -2, -5];
const numbers = [
  ...small,
  0,
  1,
  -1,
  2,
  3,
  5,
  -4,
  10,
  100,
  0.5,
  -0.25,
  1e9,
  -1e9,
  1e300,
  Number.MAX_SAFE_INTEGER,
];
const dice = [
  '1d20',
  '2d6+@attributes.might',
  '1d6!',
  '0d0',
  '4dF',
  '1d2r1',
  '999d999',
  '((((',
  '@nothing',
  '',
];

export function buildCallSource(system: System, seed: number): CallSource {
  const chance = buildSeededChance(seed);
  const pick = (limit: number) => Math.floor(chance.next() * limit);
  const one = <Value>(values: readonly Value[]): Value => values[pick(values.length)] as Value;
  const maybe = <Value>(value: Value): Value | undefined => (pick(3) === 0 ? undefined : value);
  const kinds = new Map(types.flatMap((type) => listKinds(system, type)));
  const { narrator = {}, things = [], foes: known = [], oracles = [] } = system.manifest;
  const moves = [...listMoves(system), 'attack', 'nothing'];
  /** The variants of all moves. `ways` has their words, and the names of things of the rules. */
  const variants = Object.values(narrator.intents ?? {}).flatMap((intent) => intent.variants ?? []);
  const ways = [...variants.flatMap(({ words }) => words), ...things.map(({ name }) => name), 'torch'];
  const foes = [...known.map(({ id }) => id), ...Object.keys(narrator.opponents?.threats ?? {}), 'nobody'];
  const spends = [...(narrator.spends ?? []).map(({ id }) => id), 'nothing'];
  const tables = [...oracles.map(({ id }) => id), 'none'];
  const paths = types.flatMap((type) => listPaths(system, type));
  const value = (): unknown =>
    one<() => unknown>([
      () => one(numbers),
      () => one(names),
      () => pick(2) === 0,
      () => [one(names), one(numbers)],
      () => ({ name: one(names), quantity: one(numbers), current: one(numbers), score: one(numbers) }),
      () => [{ name: one(names) }, { name: one(names) }],
      () => null,
    ])();
  const target = (state: GameState): string | undefined => {
    const known = state.list(one(types));
    if (known.length === 0 || pick(6) === 0) return one([...names, 'npc:nobody', undefined]);
    const entity = one(known);
    return one([entity.id, entity.key, String(entity.sheet['name'] ?? entity.key)]);
  };
  const fighters = (state: GameState) =>
    ['npc', 'creature'].flatMap((type) =>
      state
        .list(type)
        .slice(-2)
        .map(({ id }) => id),
    );
  const path = (): string => (pick(12) === 0 ? one([...names, 'resources', 'x.y']) : one(paths));
  /** An entity and a path, which is usually on the entity's sheet. */
  const place = (state: GameState, isFit: (field: Field) => boolean = () => true) => {
    const entity =
      pick(2) === 0 ? state.find(playerId) : one(types.flatMap((type) => state.list(type).slice(-3)));
    const fields = (system.sheets.get(entity?.type ?? '')?.fields ?? []).filter(isFit);
    if (entity === undefined || fields.length === 0 || pick(8) === 0)
      return { path: path(), target: maybe(target(state)) };
    const field = one(fields);
    return { path: one(listParts(field)), target: entity.id === playerId ? undefined : entity.id };
  };
  const rollPlain = (state: GameState) => ({
    formula: maybe(one(dice)),
    versus: maybe(one(numbers)),
    target: maybe(target(state)),
    check: maybe(one([...system.checks.keys(), 'none'])),
    reason: maybe(one(names)),
  });
  const rollMove = (state: GameState) => ({
    move: one(moves),
    as: pick(3) === 0 ? one(ways) : undefined,
    who: pick(3) === 0 ? target(state) : undefined,
    against: maybe(target(state)),
  });
  const spend = () => ({ spend: one(spends), points: maybe(pick(9) + 1) });
  const sensible: Readonly<Record<string, (state: GameState) => Given>> = {
    adjust: (state) => ({
      ...place(state, ({ kind }) => kind.adjust !== undefined),
      delta: one(numbers),
    }),
    set: (state) => setFitting(place(state)),
    mark: (state) => ({
      ...place(state, ({ kind }) => kind.mark !== undefined),
      count: maybe(pick(5) - 1),
    }),
    roll: (state) =>
      one<(state: GameState) => Given>([rollPlain, rollPlain, rollPlain, rollMove, rollMove, spend])(state),
    oracle: () => ({ question: maybe(one(names)), odds: maybe('likely'), table: maybe(one(tables)) }),
    move: (state) => ({
      destination: pick(3) === 0 ? target(state) : next(state),
      who: maybe(target(state)),
      minutes: maybe(pick(90)),
      opened: maybe(true),
    }),
    note: () => ({ content: `${one(names)} ${one(names)}`, kind: maybe('lore'), tags: maybe([one(names)]) }),
    item_add: (state) => ({
      name: pick(2) === 0 ? one(ways) : one(names),
      quantity: maybe(one(numbers)),
      target: maybe(target(state)),
      list: maybe(maybe(path())),
    }),
    item_remove: (state) => ({
      item: one(names),
      quantity: maybe(one(numbers)),
      target: maybe(target(state)),
    }),
    condition_add: (state) => ({
      condition: one(names),
      minutes: maybe(pick(60)),
      rounds: maybe(pick(9)),
      target: maybe(target(state)),
    }),
    condition_remove: (state) => ({ condition: one(names), target: maybe(target(state)) }),
    clock_tick: () => ({ name: one(names), ticks: maybe(pick(5) - 2), segments: maybe(pick(13)) }),
    npc_create: (state) => ({
      name: one(names),
      about: maybe(one(names)),
      type: maybe('creature'),
      like: pick(3) === 0 ? one(foes) : undefined,
      at: maybe(target(state)),
      values: maybe({ [path()]: value() }),
    }),
    place_create: (state) => ({
      name: one(names),
      about: maybe(one(names)),
      exits: maybe([
        { to: target(state), is_locked: maybe(true), is_hidden: maybe(true), opens_with: maybe(one(names)) },
      ]),
    }),
    quest_update: (state) => ({
      name: one(names),
      status: maybe(one(['open', 'done', 'lost'])),
      giver: maybe(target(state)),
      steps: maybe([one(names)]),
      done: maybe([one(names)]),
    }),
    time_advance: () => ({
      minutes: maybe(pick(500)),
      rounds: maybe(pick(4)),
      rest: pick(4) === 0 ? one(['short', 'long']) : undefined,
    }),
    mode_set: (state) => ({
      mode: one(['exploration', 'combat', 'combat', 'social', 'war']),
      opponents: maybe(fighters(state)),
    }),
    state_query: (state) => ({ target: maybe(target(state)), path: maybe(path()), type: maybe(one(types)) }),
    lore_search: () => ({ query: one(names), kind: maybe('lore') }),
    entity_create: () => ({
      type: one(types),
      key: maybe(one(names)),
      name: one(names),
      values: maybe({ [path()]: value() }),
    }),
    memory_edit: (state) => ({
      key: target(state),
      content: maybe(one(names)),
      importance: maybe(chance.next()),
    }),
    memory_forget: (state) => ({ key: state.list('note').at(-1)?.key ?? 'none' }),
    turn_pass: (state) => ({ to: target(state) }),
  };
  /** Arguments for `set`, usually with a value that fits the path. */
  function setFitting(wanted: { readonly path: string; readonly target?: string | undefined }): Given {
    const fitting: Readonly<Record<string, () => unknown>> = {
      number: () => one(small),
      boolean: () => pick(2) === 0,
      text: () => one([...names, 'location:yard', 'npc:mira', 'd6', 'open', 'friendly']),
      list: () => [{ name: one(names) }, { name: one(names) }],
    };
    const kind = pick(4) === 0 ? undefined : kinds.get(wanted.path);
    return { ...wanted, value: kind === undefined ? value() : fitting[kind]?.() };
  }
  function next(state: GameState): string | undefined {
    const { at } = state.find(playerId)?.sheet ?? {};
    const exits = typeof at === 'string' ? state.find(at as EntityId)?.sheet['exits'] : undefined;
    const exit = Array.isArray(exits) && exits.length > 0 ? one<Json>(exits) : undefined;
    return isObject(exit) ? String(exit['to']) : one(state.list('location'))?.id;
  }
  const makers = new Map(Object.entries(sensible));
  const tools = [...gameTools, ...systemTools].map((tool) => tool.name);
  return {
    pick,
    next(state) {
      const name = pick(40) === 0 ? one(names) : one(tools);
      const given = makers.get(name)?.(state) ?? {};
      return {
        id: 'random',
        name,
        arguments: spoil(JSON.stringify(given)),
        by: one(['model', 'model', 'player', 'system']),
      };
    },
  };

  /** Sometimes turns the text into something that no schema accepts. */
  function spoil(text: string): string {
    switch (pick(24)) {
      case 0:
        return text.slice(0, pick(text.length + 1));
      case 1:
        return one(['', '[]', 'null', '"x"', '{"path":{}}', '{"a":'.repeat(50), text.replaceAll('"', "'")]);
      case 2:
        return text.replace('{', '{"__proto__":{"x":1},');
      default:
        return text;
    }
  }
}

function listPaths(system: System, type: string): readonly string[] {
  return (system.sheets.get(type)?.fields ?? []).flatMap(listParts);
}

function listKinds(system: System, type: string): readonly (readonly [string, string])[] {
  return (system.sheets.get(type)?.fields ?? []).flatMap(({ path, parts }) =>
    parts.map(({ name, kind }) => [name === '' ? path : `${path}.${name}`, kind] as const),
  );
}

function listParts({ path, parts }: Field): readonly string[] {
  return parts.map(({ name }) => (name === '' ? path : `${path}.${name}`));
}
