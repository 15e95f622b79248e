// Reads the narratives that were judged by hand: each tells of a recorded turn, and half of them have one false claim.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEntity } from '@terrarium/rpg/apply-patches';
import type { AuditedNarrative } from '@terrarium/rpg/audit-narrative';
import type { AuditedTurn } from '@terrarium/rpg/audited-turn';
import { checkManifest } from '@terrarium/rpg/check-manifest';
import type { Entity, EntityId, GameState, Patch } from '@terrarium/rpg/entity';
import type { JsonObject } from '@terrarium/rpg/json';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import { removeValue, writeValue } from '@terrarium/rpg/read-value';
import type { System } from '@terrarium/rpg/system';
import cairn from '@terrarium/rpg/testing/cairn.json' with { type: 'json' };

export interface Judged {
  readonly turn: string;
  /** `true`, or the kind of the one thing in the narrative that is false. */
  readonly verdict: string;
  readonly audited: AuditedNarrative;
  /** Where the false words begin and end. */
  readonly start: number;
  readonly end: number;
}

interface Recorded {
  readonly system: string;
  readonly start: readonly { readonly id: EntityId; readonly sheet: JsonObject }[];
  readonly opening: string;
  readonly turns: readonly {
    readonly id: string;
    readonly words: string;
    readonly narrative: string;
    readonly actions: AuditedTurn['actions'];
  }[];
}

type Audited = Omit<AuditedNarrative, 'narrative'>;

const folder = join(import.meta.dirname);

/**
 * Batches e, f and g were not written by the authors of a to d, and are about other turns. Four turns of g come from a
 * game in a system that was extracted from its rulebook. A narrative ends where the next line begins with `@ `.
 */
export type Batch = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g';

const recordFiles = ['records.json', 'records-e.json', 'records-g.json', 'records-g-table.json'];
const batches: readonly Batch[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

export function listBatches(): readonly Batch[] {
  return batches.filter((batch) => existsSync(findBatch(batch)));
}

export function isBatch(name: string): name is Batch {
  return listBatches().some((batch) => batch === name);
}

function findBatch(batch: Batch): string {
  return join(folder, `batch-${batch}.txt`);
}

export function readJudged(batch: Batch): readonly Judged[] {
  const turns = readTurns();
  const text = readFileSync(findBatch(batch), 'utf8');
  return text
    .split(/^@ /m)
    .slice(1)
    .map((part) => {
      const line = part.indexOf('\n');
      const [turn = '', verdict = ''] = part.slice(0, line).split(' ');
      const marked = part.slice(line + 1).trim();
      const audited = turns.get(turn);
      if (audited === undefined) throw new Error(`No record is called ${turn}.`);
      const start = marked.indexOf('[[');
      const end = marked.indexOf(']]') - 2;
      return {
        turn,
        verdict,
        start,
        end,
        audited: { ...audited, narrative: marked.replace(/\[\[|\]\]/g, '') },
      };
    });
}

function readJson<Value>(name: string): Value {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

function readTurns(): ReadonlyMap<string, Audited> {
  const games = recordFiles.flatMap((name) => readJson<readonly Recorded[]>(name));
  return new Map(games.flatMap(listTurns));
}

const extracted = [cairn, readJson<{ readonly id: string }>('extracted-cairn.json')];

function readSystem(id: string): System {
  const manifest = extracted.find((one) => one.id === id);
  if (manifest === undefined) return readShippedSystem(id);
  const checked = checkManifest(manifest);
  if (!checked.ok) throw new Error('The extracted system is not valid.');
  return checked.system;
}

function listTurns({ system: id, start, opening, turns }: Recorded): readonly (readonly [string, Audited])[] {
  const system = readSystem(id);
  let entities = new Map<EntityId, JsonObject>(start.map((one) => [one.id, one.sheet]));
  const earlier = [opening];
  return turns.map((turn) => {
    entities = new Map(entities);
    const patches = turn.actions.flatMap((action) => action.patches);
    for (const patch of patches) applyPatch(entities, patch);
    const told = [...earlier];
    earlier.push(turn.narrative);
    const { words, actions } = turn;
    const rolls = actions.flatMap((action) => action.rolls);
    const state = buildState(entities);
    const playerName = String(state.find('character:player')?.sheet['name'] ?? '');
    const audited: Audited = {
      words,
      rolls,
      patches,
      playerName,
      earlier: told,
      turn: { system, state, actions },
    };
    return [turn.id, audited] as const;
  });
}

function applyPatch(entities: Map<EntityId, JsonObject>, { entity, path, after }: Patch): void {
  if (path === '') {
    if (after === undefined) entities.delete(entity);
    else entities.set(entity, after as JsonObject);
    return;
  }
  const sheet = entities.get(entity) ?? {};
  entities.set(entity, after === undefined ? removeValue(sheet, path) : writeValue(sheet, path, after));
}

function buildState(sheets: ReadonlyMap<EntityId, JsonObject>): GameState {
  const entities = [...sheets].map(([id, sheet]): Entity => buildEntity(id, sheet));
  return {
    find: (id) => entities.find((entity) => entity.id === id),
    list: (type) => entities.filter((entity) => entity.type === type),
  };
}
