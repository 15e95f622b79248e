// Plays turns of random calls with every system, and checks what must be true after each turn.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { describe, expect, it } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { verifyRpg } from '../../src/game/verify-rpg-store.ts';
import { listShippedSystems, readShippedSystem } from '../../src/manifest/read-system.ts';
import { readValue } from '../../src/rules/read-value.ts';
import { settle } from '../../src/rules/settle.ts';
import type { TurnDraft } from '../../src/state/game.ts';
import { openGameStores } from '../../src/state/game-dependencies.ts';
import { hashState } from '../../src/state/hash-state.ts';
import { comparePlaced } from '../../src/state/placed.ts';
import { rebuildState } from '../../src/state/rebuild-state.ts';
import { entityTypes } from '../../src/system/manifest.ts';
import type { System } from '../../src/system/system.ts';
import type { Entity, GameState } from '../../src/values/entity.ts';
import { dumpGame, findChangedLine } from '../support/dump-game.ts';
import { endTurn, openTestGame, type TestGame } from '../support/open-test-game.ts';
import { buildCallSource, type CallSource } from '../support/random-calls.ts';
import { buildSmallSystem } from '../support/small-system.ts';

const callsPerSystem = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 100_000 : 1_500;
/** A game grows with each call, and checking all of it then takes longer. */
const callsPerGame = 150;
const types = ['character', ...entityTypes, 'note', 'fight'];

const systems: readonly (readonly [string, () => System])[] = [
  ['test', buildSmallSystem],
  ...listShippedSystems().map((id) => [id, () => readShippedSystem(id)] as const),
];

describe.each(systems)('%s', (id, read) => {
  it('DM8, DM10, DM11, VA1, TO1, TO6: whatever calls come, sheets are at rest, references whole, undo takes back all, the log says all', () => {
    const system = read();
    for (let played = 0, seed = id.length; played < callsPerSystem; played += callsPerGame, seed += 1) {
      const test = openTestGame({ system, seed: `${id} ${seed}` });
      playGame(test, buildCallSource(system, seed));
      test.close();
    }
  });
});

function playGame(test: TestGame, source: CallSource): void {
  const { connection, game, system } = test;
  for (let left = callsPerGame; left > 0; ) {
    const isRetried = game.head.parent !== undefined && source.pick(4) === 0;
    const before = isRetried ? undefined : dumpGame(connection);
    const count = Math.min(left, 10 + source.pick(50));
    const draft = isRetried ? game.retry() : game.start(`Turn with ${count} calls`);
    for (let call = 0; call < count; call += 1) playCall(draft, source, system);
    checkReferences(draft.state, system);
    const { stateHash } = draft.commit(endTurn());
    const after = dumpGame(connection);
    game.undo();
    if (before !== undefined) expect(findChangedLine(before, dumpGame(connection))).toBeUndefined();
    expect(game.redo().stateHash).toBe(stateHash);
    expect(findChangedLine(after, dumpGame(connection))).toBeUndefined();
    left -= count;
  }
  const { session } = game;
  const stored = openGameStores(connection).states.read(session.id);
  const rebuilt = rebuildState(connection, session.id);
  expect(rebuilt).toEqual([...stored].sort(comparePlaced));
  expect(hashState(rebuilt.map(({ entity }) => entity))).toBe(game.head.stateHash);
  expect(replay({ connection, session: session.id })).toEqual({ turns: game.head.number + 1 });
  expect(verifyRpg(connection).problems).toEqual([]);
}

function playCall(draft: TurnDraft, source: CallSource, system: System): void {
  const { by, ...call } = source.next(draft.state);
  const acted = draft.execute(call, by);
  expect(acted.say.length).toBeLessThan(40_000);
  if (!acted.ok) expect(acted.patches).toEqual([]);
  for (const id of new Set(acted.patches.map(({ entity }) => entity))) {
    const entity = draft.state.find(id);
    if (entity !== undefined) checkRest(entity, system, call);
  }
}

/** Settling the whole sheet again must change nothing: no value is out of bounds, and no derived one is out of date. */
function checkRest(entity: Entity, system: System, call: object): void {
  const sheet = system.sheets.get(entity.type);
  if (sheet === undefined) throw new Error(`No sheet of ${entity.type}`);
  const settled = settle(sheet, entity.sheet, { tables: system.tables, before: entity.sheet });
  expect({ call, changes: settled.changes }).toEqual({ call, changes: [] });
}

function checkReferences(state: GameState, system: System): void {
  for (const entity of types.flatMap((type) => state.list(type))) {
    for (const { path, kind } of system.sheets.get(entity.type)?.fields ?? []) {
      const value = readValue(entity.sheet, path) ?? null;
      for (const { to } of kind.references?.(value) ?? []) {
        expect(state.find(to as Entity['id']), `${entity.id} ${path} ${to}`).toBeDefined();
      }
    }
  }
}
