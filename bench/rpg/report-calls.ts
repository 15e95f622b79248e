// Reports how many calls a second a game executes and stores, and how long replaying a thousand turns takes.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { createSession } from '@terrarium/rpg/create-session';
import type { Game } from '@terrarium/rpg/game';
import { openGame } from '@terrarium/rpg/open-game';
import { openRpgDatabase } from '@terrarium/rpg/open-rpg-database';
import { listShippedSystems, readShippedSystem } from '@terrarium/rpg/read-system';
import { replay } from '@terrarium/rpg/replay';
import type { Action } from '@terrarium/rpg/session';
import { renderTable, writeResults } from '../report.ts';

const turns = 1_000;
const callsPerTurn = 8;

interface CallMeasure {
  readonly system: string;
  readonly fields: number;
  /** Calls per second by the clock; each call and each turn is durable. */
  readonly callsPerSecond: number;
  /** Calls per second of processor time. */
  readonly callsPerCpuSecond: number;
  readonly commitMs: number;
  readonly undoMs: number;
  readonly replayMs: number;
}

export function reportCalls(): string {
  const measures = listShippedSystems().map(measure);
  writeResults('rpg', measures, 'calls');
  const rows = measures.map(
    ({ system, fields, callsPerSecond, callsPerCpuSecond, commitMs, undoMs, replayMs }) => [
      system,
      String(fields),
      callsPerSecond.toFixed(0),
      callsPerCpuSecond.toFixed(0),
      commitMs.toFixed(2),
      undoMs.toFixed(2),
      replayMs.toFixed(0),
    ],
  );
  const header = [
    'system',
    'fields',
    'calls/s',
    'calls/s of CPU',
    'begin + commit ms',
    'undo + redo ms',
    `replay of ${turns} turns ms`,
  ];
  return renderTable(header, rows);
}

function measure(id: string): CallMeasure {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-calls-'));
  const connection = openRpgDatabase({ path: join(folder, 'rpg.db') });
  const system = readShippedSystem(id);
  const { clock, ids } = buildSystemEnvironment();
  createSession({ connection, clock, ids, system, name: id, seed: 'bench', opening: opening() });
  const game = openGame({ connection, session: id, clock });
  const pool = system.sheets.get('character')?.fields.find(({ kind }) => kind.id === 'RES_POOL');
  const path = `${pool?.path ?? 'resources'}.current`;
  const spent = { calls: 0, cpu: 0, commits: 0 };
  for (let turn = 0; turn < turns; turn += 1) playTurn(game, { turn, path, spent });
  const undoMs = timeMs(() => {
    game.undo();
    game.redo();
  });
  const replayMs = timeMs(() => {
    const { divergence } = replay({ connection, session: id });
    if (divergence !== undefined) throw new Error(`${id} diverges at turn ${divergence.turn.number}.`);
  });
  connection.close();
  rmSync(folder, { recursive: true });
  return {
    system: id,
    fields: system.sheets.get('character')?.fields.length ?? 0,
    undoMs,
    replayMs,
    callsPerCpuSecond: (turns * callsPerTurn * 1_000) / spent.cpu,
    callsPerSecond: (turns * callsPerTurn * 1_000) / spent.calls,
    commitMs: spent.commits / turns,
  };
}

interface Played {
  readonly turn: number;
  readonly path: string;
  readonly spent: { calls: number; cpu: number; commits: number };
}

function playTurn(game: Game, { turn, path, spent }: Played): void {
  const begun = performance.now();
  const draft = game.start(`Turn ${turn}`);
  const opened = performance.now();
  const cpu = process.cpuUsage();
  const place = turn % 2 === 0 ? 'Yard' : 'Hall';
  const coin =
    turn % 2 === 0 ? (['item_add', { name: 'Coin' }] as const) : (['item_remove', { item: 'Coin' }] as const);
  const calls = [
    ['roll', { formula: '2d6+1', versus: 8 }],
    ['adjust', { path, delta: turn % 3 === 0 ? 2 : -1 }],
    ['adjust', { path, delta: 1 }],
    ['condition_add', { condition: 'Tired', minutes: 5 }],
    ['move', { destination: place }],
    ['set', { path: 'attitude', value: turn % 2 === 0 ? 'wary' : 'friendly', target: 'Tom' }],
    coin,
    ['state_query', { path }],
  ] as const;
  for (const [name, given] of calls) {
    draft.execute({ id: 'bench', name, arguments: JSON.stringify(given) }, 'model');
  }
  const acted = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  spent.cpu += (user + system) / 1_000;
  const words = `It went on ${turn}.`;
  draft.commit({ narrative: words, suggestions: [], summary: words, tags: [], importance: 0.5 });
  spent.calls += acted - opened;
  spent.commits += performance.now() - acted + opened - begun;
}

function opening(): readonly Action[] {
  const act = (tool: string, given: object): Action => ({
    tool,
    arguments: JSON.stringify(given),
    by: 'system',
  });
  return [
    act('place_create', { name: 'Hall' }),
    act('place_create', { name: 'Yard', exits: [{ to: 'Hall' }] }),
    act('move', { destination: 'Hall' }),
    act('npc_create', { name: 'Tom' }),
  ];
}

function timeMs(act: () => void): number {
  const begun = performance.now();
  act();
  return performance.now() - begun;
}
