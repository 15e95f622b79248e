// Outward shapes: each command with --json prints values of the shapes listed for it, and nothing else.

import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Cluster, openCluster } from '@terrarium/fleet/testing/open-cluster';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { Responder } from '@terrarium/kernel/testing/fake-wire';
import { commandOutputs } from '@terrarium/protocol/command-outputs';
import { type ShapeName, shapes } from '@terrarium/protocol/shapes';
import { toolOutputs } from '@terrarium/protocol/tool-outputs';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram, buildShell } from '../src/command-line.ts';
import { checkOutputs, readLongName } from './support/check-outputs.ts';
import { parseLines, type RunOptions, runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, recordPerson, smallStory } from './support/small-story.ts';

const files = ['../../../samples/low-veyre.jsonl', '../../rpg/src/systems/starter.json'];

const talk = [
  { role: 'user', text: 'Hello there', at: '2016-03-01T10:00:00Z' },
  {
    role: 'assistant',
    text: '<say>Hi! The pier is wet.</say><pin>He likes rye</pin><plan>learn to swim tomorrow</plan>',
    at: '2016-03-01T10:00:05Z',
  },
  { role: 'user', text: 'The pier is old, the pier is mine', at: '2016-03-02T10:00:00Z' },
];

const card = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: { name: 'Soma', description: 'Keeps the gate.', first_mes: 'Good evening.' },
};

let folder: Folder;
let cluster: Cluster;
let database: string;
const seen = new Set<ShapeName>();
beforeAll(async () => {
  folder = createFolder();
  cluster = openCluster();
  database = await cluster.createDatabase('fleet');
  for (const file of files) cpSync(new URL(file, import.meta.url), join(folder.path, basename(file)));
  folder.write('story.jsonl', smallStory);
  folder.write('talk.jsonl', talk.map((one) => JSON.stringify(one)).join('\n'));
  folder.write('card.json', JSON.stringify(card));
});
afterAll(() => {
  folder.remove();
  cluster.remove();
});

interface Told {
  readonly value: Record<string, unknown>;
  readonly names: readonly ShapeName[];
}

/** The values that a command prints with --json, and the shapes that each of them has. */
async function tell(argv: readonly string[], options: Partial<RunOptions> = {}): Promise<readonly Told[]> {
  const said = await runTerrarium([...argv, '--json'], { cwd: folder.path, ...options });
  const names = checkOutputs([...argv, '--json'], said.out);
  for (const name of names.flat()) seen.add(name);
  return parseLines(said.out).map((value, at) => ({ value, names: names[at] ?? [] }));
}

/** Commands, each with a shape that one of its values has. In this order every command finds what it needs. */
const onStories: readonly (readonly [argv: string, shape: ShapeName])[] = [
  ['annotate status', 'failure'],
  ['import low-veyre.jsonl', 'storyImport'],
  ['import low-veyre.jsonl', 'storyImport'],
  ['annotate status', 'unreadStatus'],
  ['annotate run --estimate', 'readingEstimate'],
  ['annotate run --limit 2', 'runEvent'],
  ['annotate run', 'changesReported'],
  ['annotate status', 'readingStatus'],
  ['annotate search the', 'glossarySearch'],
  ['annotate search --in story lamp', 'storySearch'],
  ['annotate recap', 'storyRecap'],
  ['annotate ask lamp', 'storyAnswer'],
  ['annotate inspect', 'worldOverview'],
  ['annotate inspect entry 1', 'entryAccounts'],
  ['annotate inspect scene 1', 'sceneAccount'],
  ['annotate inspect thread 1', 'threadAccounts'],
  ['annotate inspect post 48516', 'postAccounts'],
  ['annotate explicate lamplighter', 'explication'],
  ['annotate inspect held', 'heldTerms'],
  ['annotate inspect apart', 'keptApartTexts'],
  ['annotate snapshot create --note here', 'snapshotAccount'],
  ['annotate inspect snapshot 1', 'snapshotAccount'],
  ['annotate snapshot list', 'snapshotList'],
  ['annotate snapshot show 1', 'snapshotAccount'],
  ['annotate snapshot export 1', 'snapshotExport'],
  ['annotate add rain --definition Weather. --quote rain', 'editedEntry'],
  ['annotate edit 1 --tag person', 'editedEntry'],
  ['annotate decisions', 'glossaryDecisions'],
  ['annotate export', 'glossaryFile'],
  ['annotate edit --file world/exports/world.json', 'fileEdits'],
  ['annotate export --format vault', 'glossaryVault'],
  ['annotate export --ladder', 'glossaryLadder'],
  ['annotate export --salvage --format yaml', 'salvagedGlossary'],
  ['annotate retry', 'nothingToRetry'],
  ['annotate reread', 'rereadPlanned'],
  ['annotate reread thread:1 --estimate', 'secondReadingPlanned'],
  ['annotate reread thread:1', 'secondReading'],
  ['annotate place thread:1', 'readerPlace'],
  ['annotate snapshot create', 'snapshotMade'],
  ['annotate place end', 'readerPlace'],
  ['annotate speakers', 'storySpeakers'],
  ['annotate verify', 'verifiedReading'],
  ['verify', 'verifiedWorld'],
  ['doctor', 'examination'],
  ['use', 'usedModel'],
  ['import low-veyre.jsonl --world other', 'storyImport'],
  ['rename Other --world other', 'renamedWorld'],
  ['import low-veyre.jsonl --world wrong', 'storyImport'],
  ['remove low-veyre --world wrong', 'removedStory'],
  ['annotate import-glossary world/exports/world.json --world other', 'glossaryImport'],
];

const onMemory: readonly (readonly [argv: string, shape: ShapeName])[] = [
  ['memory companion card.json', 'companionCard'],
  ['memory import talk.jsonl', 'chatImport'],
  ['memory maintain deep', 'maintenanceRun'],
  ['memory maintain --due', 'maintenanceNotDue'],
  ['memory maintain --flags', 'maintenanceFlags'],
  ['memory recall pier', 'recalledFragment'],
  ['memory proposals', 'memoryProposals'],
  ['memory maintain --revert 1', 'revertedRun'],
  ['memory fragment pier --ambient Wet', 'writtenFragment'],
  ['memory maintain --propose-tags', 'failure'],
  ['memory wake', 'memoryWake'],
  ['memory plans', 'memoryPlans'],
  ['memory facts', 'memoryFacts'],
  ['memory search pier', 'memorySearch'],
  ['memory audit', 'memoryAudit'],
  ['memory audit --file talk.jsonl', 'memoryAudit'],
  ['memory recap', 'memoryRecap'],
  ['memory revive 1', 'revivedItem'],
  ['memory edit 1 --to rye', 'correctedItems'],
  ['memory done swim', 'correctedItems'],
  ['memory drop rye', 'correctedItems'],
  ['memory merge 1 2', 'failure'],
  ['memory forget moment 3', 'forgottenMemory'],
  ['memory forget moment 3 --yes', 'forgottenMemory'],
  ['memory graph --decay pin.hours=24', 'decayProjection'],
  ['memory export', 'memoryExport'],
  ['memory export --format whole --out whole.jsonl', 'memoryExport'],
  ['memory import whole.jsonl --world moved', 'wholeImport'],
  ['memory export --salvage', 'memoryExport'],
  ['memory chat Hello', 'memoryWake'],
  ['memory why 1', 'mindPresence'],
];

const onGames: readonly (readonly [argv: string, shape: ShapeName])[] = [
  ['play systems', 'systemList'],
  ['play systems starter.json', 'checkedSystem'],
  ['play systems none.json', 'failure'],
  ['play odds 2d6', 'diceOdds'],
  ['play odds 2d6>=9', 'diceOdds'],
  ['play I look around', 'turnEvent'],
  ['play I wait --model openai:story --base-url http://127.0.0.1:9/v1', 'turnEvent'],
  ['play /drop', 'droppedTurn'],
  ['play list', 'gameList'],
  ['play replay', 'gameReplay'],
  ['play export', 'gameExport'],
];

/** Commands of the fleet, which has a database of its own. */
const onFleet: readonly (readonly [argv: string, shape: ShapeName])[] = [
  ['fleet status', 'failure'],
  ['fleet init --owner ann', 'fleetInit'],
  ['import story.jsonl --world shared', 'storyImport'],
  ['fleet add shared', 'fleetAddition'],
  ['fleet add shared --task verify', 'fleetTask'],
  ['fleet work --until-empty', 'fleetEvent'],
  ['fleet status', 'fleetStatus'],
  ['fleet retry', 'fleetRetry'],
  ['fleet fetch shared fetched', 'fleetFetch'],
  ['fleet fetch nobody nowhere', 'failure'],
];

const answer = (text: string): Responder => {
  return () => ({ text });
};
const scenario = ['--system', 'starter', '--scenario', 'the-winter-toll', '--concept', ''];

/** Commands that ask a model, each with the responder that replies in the model's place. */
const onModels: readonly (readonly [argv: readonly string[], shape: ShapeName, respond: Responder])[] = [
  [['annotate', 'run', '--world', 'other', '--limit', '1'], 'serverAsked', recordPerson],
  [['annotate', 'summon', '1', 'Who?'], 'readerAnswer', answer('Nobody yet.')],
  [['memory', 'chat', 'Hello'], 'chatReply', answer('<say>Oil.</say><feeling>calm</feeling>')],
  [['memory', 'maintain', '--propose-tags'], 'tagPass', answer('{"tags": []}')],
];

/** Commands with the lines typed into them. If nothing is typed and a choice is missing, the game does not begin. */
const onNewGames: readonly (readonly [argv: readonly string[], shape: ShapeName, typed: string])[] = [
  [['play', 'new', ...scenario, '--session', 'asked'], 'settableValues', 'Somebody of my own\nOdo\n\n?\n\n'],
  [['play', 'new', ...scenario, '--session', 'left'], 'unsettledGame', ''],
  [['play', 'new', ...scenario, '--session', 'begun', '--character', 'warden'], 'startedGame', ''],
];

const typedAtTheTable = [
  '/sheet',
  '/quests',
  '/map',
  '/people',
  '/log',
  '/why',
  '/choices',
  '/rules',
  '/table',
  '/spend',
  '/truth',
  '/roll 2d6',
  '/lore',
  '/undo',
  '/branch here',
  '/branch',
  '/style terse',
  '/style',
  '/save',
  '/name',
  '/help',
  '/nothing',
];

const typedInTheTalk = [
  '/why 1',
  '/plans',
  '/wake',
  '/recall pier',
  '/search pier',
  '/undo',
  '/redo',
  '/help',
  '/nothing',
];

describe('OS1: a command with --json', () => {
  it.each([...onStories, ...onMemory, ...onGames])('prints for "%s" the shape %s', async (argv, shape) => {
    const told = await tell(argv.split(' '));
    expect(told.flatMap(({ names }) => names)).toContain(shape);
  });

  it.each(onFleet)('prints for "%s" the shape %s', async (argv, shape) => {
    const told = await tell(argv.split(' '), { environment: { TERRARIUM_DATABASE: database } });
    expect(told.flatMap(({ names }) => names)).toContain(shape);
  });

  it('prints for "fleet serve" the shape fleetServing', async () => {
    const stop: { kill?: (signal: NodeJS.Signals) => void } = {};
    const onStart = (kill: (signal: NodeJS.Signals) => void) => {
      stop.kill = kill;
    };
    const environment = { TERRARIUM_DATABASE: database };
    const told = await tell(['fleet', 'serve', '--port', '0', '--metrics-port', '0'], {
      environment,
      onStart,
      onOut: () => stop.kill?.('SIGINT'),
    });
    expect(told.flatMap(({ names }) => names)).toContain('fleetServing');
  });

  it.each(onModels)('prints for %j, where a model answers, the shape %s', async (argv, shape, respond) => {
    const server = await openFakeServer({ respond, models: ['story'], flavour: 'vllm' });
    const told = await tell([...argv, '--model', 'openai:story', '--base-url', server.baseUrl]);
    await server.close();
    expect(told.flatMap(({ names }) => names)).toContain(shape);
  });

  it.each(onNewGames)('prints for %j the shape %s', async (argv, shape, typed) => {
    const told = await tell(argv, { input: typed });
    expect(told.flatMap(({ names }) => names)).toContain(shape);
  });

  it('prints a line for whatever is typed at the table', async () => {
    const told = await tell(['play'], { input: `${typedAtTheTable.join('\n')}\n` });
    expect(told).toHaveLength(typedAtTheTable.length);
  });

  it('prints a line for whatever is typed in a talk', async () => {
    const told = await tell(['memory', 'chat'], { input: `${typedInTheTalk.join('\n')}\n` });
    expect(told).toHaveLength(typedInTheTalk.length);
  });
});

describe('OS2: the list of outputs', () => {
  it('has each command that takes --json, and no other', () => {
    const surroundings = { output: process.stdout, errors: process.stderr, input: process.stdin };
    const program = buildProgram(buildShell({ ...surroundings, environment: {} as never }));
    const names = listWithJson(program)
      .filter((name) => name !== 'options')
      .map(readLongName);
    expect([...new Set(names)].toSorted()).toEqual(Object.keys(commandOutputs).toSorted());
  });

  it('has every shape there is', () => {
    const named = new Set([
      'failure',
      ...Object.values(commandOutputs).flat(),
      ...Object.values(toolOutputs),
    ]);
    expect([...named].toSorted()).toEqual(Object.keys(shapes).toSorted());
  });
});

/** Another test, which sends signals, covers what is printed when somebody stops a command. */
it('OS2: was seen to print every shape, but for what is printed when somebody stops it', () => {
  const printed = ['failure' as const, ...Object.values(commandOutputs).flat()];
  expect(printed.filter((name) => !seen.has(name))).toEqual(['stopped', 'stopped']);
});

function listWithJson(command: Command, path: readonly string[] = []): readonly string[] {
  const own = command.options.some(({ long }) => long === '--json') ? [path.join(' ')] : [];
  const below = command.commands.flatMap((one) => listWithJson(one, [...path, one.name()]));
  return [...own, ...below].toSorted();
}
