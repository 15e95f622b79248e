// Describes what was done in a turn, so that a summary made without a model is based on the record and not on the narrative.

import { cutLine } from '../prefabs/show-text.ts';
import { isForOrder } from '../rules/is-for-order.ts';
import { listConditionFields } from '../system/is-condition-list.ts';
import type { System } from '../system/system.ts';
import {
  type Entity,
  type EntityId,
  type GameState,
  type Patch,
  playerId,
  sceneId,
} from '../values/entity.ts';
import { isList, isObject, type Json, type JsonObject } from '../values/json.ts';
import type { Acted } from './game.ts';
import { isTellingSecret } from './is-telling-secret.ts';
import { cutTerms } from './notebook.ts';

export interface TurnRecord {
  readonly system: System;
  /** The state after the turn. */
  readonly state: GameState;
  readonly actions: readonly Pick<Acted, 'ok' | 'say' | 'patches' | 'rolls'>[];
}

const longestFact = 100;
const mostOfAKind = 4;

export interface DescribeOptions {
  /** Whether rolls are described: true for turns of the story, false for what a player does outside the story. */
  readonly hasRolls?: boolean;
}

/** The facts in short clauses, weightiest first; none of them is secret. */
export function describeRecord(
  record: TurnRecord,
  { hasRolls = true }: DescribeOptions = {},
): readonly string[] {
  const done = { ...record, actions: record.actions.filter(({ ok }) => ok) };
  const facts = [
    describeQuests,
    describeFights,
    describePlaces,
    describePeople,
    describeThings,
    describeRevealed,
    describeConditions,
    describeResources,
    ...(hasRolls ? [describeRolls] : []),
  ].flatMap((describe) => describe(done).slice(0, mostOfAKind));
  return [...new Set(facts.map((fact) => cutLine(fact, longestFact)))];
}

/** Whether somebody was beaten or left the story for good, according to the record. */
export function hasFallen({ actions }: Pick<TurnRecord, 'actions'>): boolean {
  return actions.some(({ ok, say, patches }) => ok && (beaten.test(say) || patches.some(isGone)));
}

const beaten = /^! (?<who>\S{1,200}) is beaten\.$/mu;
const allBeaten = new RegExp(beaten.source, 'gmu');

function isGone({ path, after }: Patch): boolean {
  return path === 'is_gone' && after === true;
}

type Describe = (record: TurnRecord) => readonly string[];

const listPatches = ({ actions }: TurnRecord) => actions.flatMap(({ patches }) => patches);

const describeQuests: Describe = (record) =>
  listPatches(record)
    .filter(({ entity }) => entity.startsWith('quest:'))
    .flatMap((patch) => {
      const { entity, path, before, after } = patch;
      const name = nameEntity(record, entity);
      if (path === '' && before === undefined) return [`quest begun: ${name}`];
      if (path === 'status') return [`quest ${String(after)}: ${name}`];
      return path === 'steps' ? listDone(after, before).map((step) => `done: ${step} (${name})`) : [];
    });

function listDone(after: Json | undefined, before: Json | undefined): readonly string[] {
  const [now, former] = [after, before].map((steps) =>
    readItems(steps).flatMap((step) => (step['is_done'] === true ? [String(step['name'] ?? '')] : [])),
  );
  return (now ?? []).filter((name) => name !== '' && former?.includes(name) !== true);
}

const describeFights: Describe = (record) => {
  const fallen = record.actions.flatMap(({ say }) =>
    [...say.matchAll(allBeaten)].map(({ groups }) => groups?.['who'] ?? ''),
  );
  const patches = listPatches(record);
  const gone = patches.filter((patch) => isGone(patch) && !fallen.includes(patch.entity));
  const isOver = patches.some(
    ({ entity, path, before }) => entity === sceneId && path === 'mode' && before === 'combat',
  );
  return [
    ...fallen.map((who) => `${nameEntity(record, who)} was beaten`),
    ...gone.map(({ entity }) => `${nameEntity(record, entity)} is gone`),
    ...(isOver ? ['the fight is over'] : []),
  ];
};

const describePlaces: Describe = (record) => {
  const moved = listPatches(record).filter(({ entity, path }) => entity === sceneId && path === 'here');
  const [first, last] = [moved.at(0), moved.at(-1)];
  if (last === undefined || last.after === first?.before) return [];
  return [`reached ${nameEntity(record, String(last.after))}`];
};

/**
 * People at the present place: those who are new in the story, or all of them if the place was reached for the first
 * time.
 */
const describePeople: Describe = (record) => {
  const patches = listPatches(record);
  const here = record.state.find(sceneId)?.sheet['here'];
  const isNew = ({ id }: Entity) =>
    patches.some((patch) => patch.entity === id && patch.path === '' && patch.before === undefined);
  const isNewPlace = patches.some(
    ({ entity, path, after }) => entity === here && path === 'is_visited' && after === true,
  );
  return ['npc', 'creature']
    .flatMap((type) => record.state.list(type))
    .filter((one) => one.sheet['at'] === here && one.sheet['is_gone'] !== true && (isNewPlace || isNew(one)))
    .map(({ id }) => `met ${nameEntity(record, id)}`);
};

const describeThings: Describe = (record) => {
  const fields = record.system.sheets.get('character')?.fields ?? [];
  return fields
    .filter(({ definition }) => definition.category === 'inventory')
    .flatMap(({ path, kind }) => {
      const change = findChange(record, path);
      if (change === undefined || kind.items === undefined) return [];
      const [before, after] = [change.before, change.after].map((list) =>
        countItems(kind.items?.(list ?? null) ?? []),
      );
      const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
      return [...names].flatMap((name) =>
        describeCount(name, (after?.get(name) ?? 0) - (before?.get(name) ?? 0)),
      );
    });
};

function countItems(items: readonly JsonObject[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const name = String(item['name'] ?? '');
    counts.set(name, (counts.get(name) ?? 0) + Number(item['qty'] ?? 1));
  }
  return counts;
}

function describeCount(name: string, difference: number): readonly string[] {
  if (difference === 0 || name === '' || !Number.isFinite(difference)) return [];
  const many = Math.abs(difference) === 1 ? '' : `${Math.abs(difference)} `;
  return [`${difference > 0 ? 'got' : 'gave up'} ${many}${name}`];
}

const describeRevealed: Describe = (record) =>
  listPatches(record)
    .filter(({ entity, path, after }) => entity.startsWith('secret:') && path === 'text' && Boolean(after))
    .map(({ after }) => `learnt: ${cutTerms(String(after))}`);

const describeConditions: Describe = (record) => {
  return listConditionFields(record.system, 'character').flatMap(({ path }) => {
    const change = findChange(record, path);
    const [before, after] = [change?.before, change?.after].map((list) =>
      readItems(list).map(({ name }) => String(name ?? '')),
    );
    return [
      ...(after ?? []).filter((name) => before?.includes(name) !== true).map((name) => `now ${name}`),
      ...(before ?? []).filter((name) => after?.includes(name) !== true).map((name) => `no longer ${name}`),
    ];
  });
};

/** Changed numbers on sheets: first those of the player's character, then those of others with their names. */
const describeResources: Describe = (record) => {
  const owners = new Set(listPatches(record).map(({ entity }) => entity));
  const people = [...owners].filter((id) => /^(?:character|npc|creature):/u.test(id));
  const own = people.sort((left, right) => Number(right === playerId) - Number(left === playerId));
  return own.flatMap((id) => {
    const fields = record.system.sheets.get(id.split(':', 1)[0] ?? '')?.fields ?? [];
    return fields
      .filter(({ definition }) => definition.category === 'resources')
      .flatMap(({ path, kind, definition }) => {
        const change = findChange(record, path, id);
        const [before, after] = [change?.before, change?.after].map((value) =>
          value === undefined ? '' : kind.view(value),
        );
        if (before === after || before === '' || after === '') return [];
        const whose = id === playerId ? '' : `${nameEntity(record, id)}’s `;
        return [`${whose}${definition.label} ${before} → ${after}`];
      });
  });
};

const describeRolls: Describe = ({ actions, state }) =>
  actions.flatMap(({ rolls }) =>
    rolls
      .filter((roll) => roll.table === undefined && !isForOrder(roll))
      .map(({ rolled, outcome, reason, move, check }) => {
        const tried = (move ?? check)?.replaceAll('_', ' ');
        const isTold = reason !== undefined && !isTellingSecret(reason, state);
        const what = (isTold ? reason : tried) ?? rolled.expression;
        const [label] = (outcome?.label ?? String(rolled.total)).split(':', 1);
        return `${what}: ${label?.toLowerCase()}`;
      }),
  );

interface Change {
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The value of a field before the turn and after it; undefined if the field was never written as a whole. */
function findChange(record: TurnRecord, path: string, id: EntityId = playerId): Change | undefined {
  const own = listPatches(record).filter(
    (patch) => patch.entity === id && (patch.path === path || patch.path.startsWith(`${path}.`)),
  );
  const whole = own.filter((patch) => patch.path === path);
  const [first, last] = [whole.at(0), whole.at(-1)];
  return first === undefined || last === undefined ? undefined : { before: first.before, after: last.after };
}

function readItems(value: Json | undefined): readonly JsonObject[] {
  return isList(value) ? value.filter(isObject) : [];
}

/** The name of an entity: from the state, else from the action of the turn that created it, else from its key. */
function nameEntity(record: TurnRecord, id: string): string {
  const made = listPatches(record).find(
    ({ entity, path, after }) => entity === id && path === '' && isObject(after),
  );
  const sheet = record.state.find(id as EntityId)?.sheet ?? (isObject(made?.after) ? made.after : {});
  return String(sheet['name'] ?? '') || id.slice(id.indexOf(':') + 1).replaceAll('-', ' ');
}
