// Tests a turn while a model tells it: pages that join late see all of it, and it can be stopped without losing words.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildTable } from '@terrarium/composition/build-table';
import { executeBeside } from '@terrarium/composition/execute-beside';
import { listToldFlags } from '@terrarium/composition/list-told-flags';
import type { Table } from '@terrarium/composition/open-table';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { ModelError } from '@terrarium/kernel/errors';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { buildFakeEnvironment, type FakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { openGame } from '@terrarium/rpg/open-game';
import { openRpgDatabase } from '@terrarium/rpg/open-rpg-database';
import { playTurn } from '@terrarium/rpg/play-turn';
import { openSessionSettingsStore } from '@terrarium/rpg/session-settings-store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type NumberedMoment, openTelling } from '../src/tables/open-telling.ts';
import { beginGame } from './support/begin-game.ts';

const environment = buildSystemEnvironment();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-telling-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A narrative with a loss that is not in the records of the turn. */
const told = 'The lamp gutters, and you lose 4 supply in the dark.';

/** A model that sends its first words at once, and the rest when the test allows it. */
function openSlowModel() {
  const asked = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  const model: LanguageModel = {
    id: 'slow',
    async reply(_request, { signal, onText } = {}) {
      onText?.(told.slice(0, 20));
      asked.resolve();
      const stopped = Promise.withResolvers<never>();
      signal?.addEventListener('abort', () => stopped.reject(signal.reason));
      await Promise.race([rest.promise, stopped.promise]);
      onText?.(told.slice(20));
      const usage = { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' } as const;
      return { text: told, reasoning: '', calls: [], finish: 'stop', usage };
    },
  };
  return { model, asked: asked.promise, goOn: rest.resolve, fail: rest.reject };
}

async function withTelling(
  work: (parts: {
    readonly table: Table;
    readonly telling: ReturnType<typeof openTelling>;
    readonly seen: readonly NumberedMoment[];
    readonly slow: ReturnType<typeof openSlowModel>;
    /** The clock by which the telling counts for how long nothing has come. */
    readonly clock: FakeEnvironment['clock'];
  }) => Promise<void>,
): Promise<void> {
  const { id } = beginGame(folder);
  const connection = openRpgDatabase({ path: join(folder, 'rpg.db') });
  const game = openGame({ connection, session: id, clock: environment.clock });
  const slow = openSlowModel();
  const table: Table = {
    game,
    connection,
    modelId: slow.model.id,
    wishes: openSessionSettingsStore(connection, id),
    buildTurnOptions: () => ({ game, model: slow.model, environment }),
  };
  const seen: NumberedMoment[] = [];
  const { clock } = buildFakeEnvironment({ startMs: 0 });
  const telling = openTelling({
    table,
    clock,
    onMoment: (moment) => seen.push(moment),
    onEnd: () => undefined,
  });
  try {
    await work({ table, telling, seen, slow, clock });
  } finally {
    game.close();
    connection.close();
  }
}

describe('a telling', () => {
  test('RP2, RP9: who comes in the midst of a turn sees it as far as it is told, and its end once', async () => {
    await withTelling(async ({ table, telling, seen, slow, clock }) => {
      expect(telling.listMoments()).toBeUndefined();
      await telling.start((options) => playTurn({ ...options, words: 'I look.' }));
      await slow.asked;
      const listTold = () => telling.listMoments()?.map(({ quietMs: _, ...told }) => told);
      await expect.poll(listTold).toEqual(seen);
      clock.advance(90_000);
      expect(telling.listMoments()?.at(-1)?.quietMs).toBe(90_000);
      expect(telling.listMoments()?.slice(0, -1)).toEqual(seen.slice(0, -1));
      expect(seen[0]?.moment).toMatchObject({ kind: 'started', words: 'I look.', retells: false });
      await expect(
        telling.start((options) => playTurn({ ...options, words: 'I run.' })),
      ).rejects.toMatchObject({
        code: 'session.turn-open',
      });
      slow.goOn();
      await telling.wait();
      expect(telling.listMoments()).toBeUndefined();
      expect(seen.at(-1)?.moment.kind).toBe('committed');
      expect(seen.map(({ sequence }) => sequence)).toEqual(seen.map((_, index) => index + 1));
      expect(table.game.head).toMatchObject({ words: 'I look.', narrative: told });
      const [newest] = buildTable(table.game, 'slow').turns.slice(-1);
      expect(newest?.flags.map(({ quote }) => told.includes(quote))).toEqual([true]);
      // The loss is flagged just the same after something was done outside a turn. Once the turn is undone, nothing is
      // flagged.
      executeBeside(table.game, '/set vigour 4', {
        name: 'set',
        arguments: { path: 'resources.vigour', value: 4 },
      });
      const marked = [{ turn: newest?.id, flags: newest?.flags }];
      expect(await listToldFlags(table.game, 0, async () => undefined)).toEqual(marked);
      expect(await listToldFlags(table.game, 0, async () => undefined)).toEqual(marked);
      table.game.undo(2);
      expect(await listToldFlags(table.game, 0, async () => undefined)).toEqual([]);
    });
  });

  test('RP2: a telling that is stopped leaves the game at its last turn, and the words are kept', async () => {
    await withTelling(async ({ table, telling, seen, slow }) => {
      const { head } = table.game;
      await telling.start((options) => playTurn({ ...options, words: 'I look.' }));
      await slow.asked;
      expect(telling.stop()).toBe(true);
      await telling.wait();
      expect(seen.at(-1)?.moment).toMatchObject({ kind: 'failed', code: 'turn.cancelled' });
      expect(table.game.head.id).toBe(head.id);
      expect(table.game.listUnanswered().map(({ words }) => words)).toEqual(['I look.']);
      expect(telling.stop()).toBe(false);
      // The player's stop counts, also if the server is stopped before the turn has ended.
      await telling.start((options) => playTurn({ ...options, words: 'I sit.' }));
      telling.stop();
      telling.stop(true);
      await telling.wait();
      expect(seen.at(-1)?.moment).toMatchObject({ kind: 'failed', code: 'turn.cancelled' });
      // FT1: a turn in whose midst the server is stopped can be gone on with, as after a kill.
      await telling.start((options) => playTurn({ ...options, words: 'I wait.' }));
      telling.stop(true);
      await telling.wait();
      expect(seen.at(-1)?.moment).toMatchObject({ kind: 'failed', code: 'turn.left', canResume: true });
      expect(buildTable(table.game, 'slow').left).toMatchObject({ words: 'I wait.' });
    });
  });

  test('RP2: why a turn failed is known until it is settled, and told of no other turn', async () => {
    await withTelling(async ({ telling, slow }) => {
      const refusal = { code: 'model.unauthorised', happened: 'The key is wrong.', todo: 'Set another.' };
      await telling.start((options) => playTurn({ ...options, words: 'I look.' }));
      await slow.asked;
      expect(telling.findFailure('I look.')).toBeUndefined();
      slow.fail(new ModelError(refusal));
      await telling.wait();
      const { code, happened } = refusal;
      expect(telling.findFailure('I look.')).toMatchObject({ code, happened });
      expect(telling.findFailure('I sit.')).toBeUndefined();
      await expect(
        telling.start((options) => playTurn({ ...options, words: 'I sit.' })),
      ).rejects.toMatchObject({ code: 'session.draft-left' });
      expect(telling.findFailure('I look.')).toMatchObject({ code, happened });
    });
  });
});
