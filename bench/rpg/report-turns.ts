// Reports what a turn costs outside the model as a game grows, and how much of its prompt a server must compute anew.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { ModelRequest } from '@terrarium/kernel/language-model';
import { createSession } from '@terrarium/rpg/create-session';
import type { Game } from '@terrarium/rpg/game';
import { openGame } from '@terrarium/rpg/open-game';
import { openRpgDatabase } from '@terrarium/rpg/open-rpg-database';
import { playTurn } from '@terrarium/rpg/play-turn';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import { openRecollector } from '@terrarium/rpg/recollect';
import { renderTable, writeResults } from '../report.ts';
import { buildStoryModel, type StoryModel } from './story-model.ts';

/** A turn that is added without a model makes this many memories. */
const memoriesATurn = 10;
/** Each row of the table measures this many turns; the turns between two rows are added without a model. */
const window = 40;
const reported = [50, 250, 500, 750, 1000] as const;

interface Measured {
  /** Processor time, because others may use the machine too. */
  readonly ms: number;
  readonly clockMs: number;
  readonly promptTokens: number;
  readonly freshTokens: number;
  readonly callsBeforeWord: number;
}

interface Row {
  readonly turn: number;
  /** How many memories the game has after this turn. */
  readonly memories: number;
  readonly measured: readonly Measured[];
}

const head = [
  'a turn: a roll, time and a note in one reply, then 100 words (medians)',
  'memories',
  'ms of processor',
  'p95',
  'ms by the clock',
  'prompt tokens',
  'of them fresh',
  'replies before the first word',
  'target',
];

export async function reportTurns(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-turns-'));
  try {
    const { measured, firstMs, settings } = await measureTurns(folder);
    const rows = measured.map(describe);
    writeResults('rpg', { rows, firstMs, settings }, 'turns');
    const table = renderTable(
      head,
      rows.map(({ turn, memories, ms, p95, clockMs, promptTokens, freshTokens, callsBeforeWord }) => [
        `turn ${turn}`,
        String(memories),
        ms.toFixed(1),
        p95.toFixed(1),
        clockMs.toFixed(1),
        String(promptTokens),
        String(freshTokens),
        String(callsBeforeWord),
        '≤ 15 ms',
      ]),
    );
    return `${table}\nthe first turn of a process at turn ${reported.at(-1)}: ${firstMs.toFixed(1)} ms\n`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureTurns(folder: string) {
  const connection = openRpgDatabase({ path: join(folder, 'rpg.db') });
  const { clock, ids } = buildSystemEnvironment();
  const system = readShippedSystem('dnd5e');
  const opening = [
    act('entity_create', { type: 'character', key: 'player', name: 'Ayen' }),
    act('place_create', { name: 'Old Mill', about: 'It turns no more.' }),
    act('move', { destination: 'Old Mill' }),
    act('npc_create', { name: 'Mira', about: 'The miller.' }),
  ];
  const narrative = 'You stand before the old mill.';
  const session = createSession({
    connection,
    clock,
    ids,
    system,
    name: 'Bench',
    seed: '1',
    opening,
    narrative,
  });
  const settings = { promptTokens: 12_000 };
  const story = buildStoryModel();
  const open = () => openGame({ connection, session: session.id, clock });
  const game = open();
  const play = buildPlay(game);
  const memories = connection.prepare<[], number>('SELECT count(*) FROM memories').pluck();
  const measured: Row[] = [];
  for (const last of reported) {
    while (game.head.number < last - window) fillTurn(game, story);
    const ofRow: Measured[] = [];
    while (game.head.number < last) ofRow.push(await play());
    measured.push({ turn: last, memories: memories.get() ?? 0, measured: ofRow });
  }
  const firstMs = (await buildPlay(open())()).ms;
  connection.close();
  return { measured, firstMs, settings };

  function buildPlay(played: Game) {
    const recollector = openRecollector({
      connection,
      sessionId: session.id,
      system,
      countTokens: estimateTokens,
    });
    return () =>
      measureTurn(story, () =>
        playTurn({ game: played, words: story.nextWords(), model: story.model, recollector, settings }),
      );
  }
}

/** Adds a turn without a model, with as many notes as several played turns make. */
function fillTurn(game: Game, story: StoryModel): void {
  const draft = game.start(story.nextWords());
  for (const call of story.writeNotes(memoriesATurn)) draft.execute(call, 'model');
  draft.commit({ ...story.tell(), suggestions: [], tags: ['mill'], importance: 0.5 });
}

async function measureTurn(story: StoryModel, play: () => ReturnType<typeof playTurn>): Promise<Measured> {
  const began = process.cpuUsage();
  const beganMs = performance.now();
  let callsBeforeWord = 0;
  const asked = story.requests.length;
  const before = story.requests[asked - 1];
  let promptTokens = 0;
  for await (const event of play()) {
    if (event.kind === 'context-built') promptTokens = event.promptTokens;
    if (event.kind === 'narrative-delta' && callsBeforeWord === 0)
      callsBeforeWord = story.requests.length - asked;
    if (event.kind === 'turn-failed') throw new Error(`${event.code}: ${event.says}`);
  }
  const { user, system } = process.cpuUsage(began);
  const ms = (user + system) / 1000;
  const clockMs = performance.now() - beganMs;
  const first = story.requests[asked];
  const freshTokens = first === undefined ? 0 : countFresh(first, before);
  story.requests.splice(0, story.requests.length - 1);
  return { ms, clockMs, promptTokens, freshTokens, callsBeforeWord };
}

/** Counts the tokens of a prompt after the beginning that it shares with the preceding prompt. */
function countFresh(request: ModelRequest, before: ModelRequest | undefined): number {
  const shown = render(request);
  const earlier = before === undefined ? '' : render(before);
  let shared = 0;
  while (shared < shown.length && shown.charCodeAt(shared) === earlier.charCodeAt(shared)) shared += 1;
  return estimateTokens(shown.slice(shared));
}

function render({ messages }: ModelRequest): string {
  return messages.map(({ role, content }) => `${role}\n${content}`).join('\n');
}

function describe({ turn, memories, measured }: Row) {
  const sorted = measured.map(({ ms }) => ms).sort((left, right) => left - right);
  return {
    turn,
    memories,
    ms: pick(sorted, 0.5),
    p95: pick(sorted, 0.95),
    clockMs: pick(sort(measured.map((one) => one.clockMs)), 0.5),
    promptTokens: pick(sort(measured.map(({ promptTokens }) => promptTokens)), 0.5),
    freshTokens: pick(sort(measured.map(({ freshTokens }) => freshTokens)), 0.5),
    callsBeforeWord: Math.max(...measured.map(({ callsBeforeWord }) => callsBeforeWord)),
  };
}

function sort(numbers: readonly number[]): readonly number[] {
  return [...numbers].sort((left, right) => left - right);
}

function pick(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function act(tool: string, wanted: object) {
  return { tool, arguments: JSON.stringify(wanted), by: 'system' as const };
}
