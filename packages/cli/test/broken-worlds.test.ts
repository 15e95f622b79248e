// Broken worlds: runs every command that opens a world on every kind of broken world; `vitest -u` stores the output.

import { createHash } from 'node:crypto';
import { cpSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrapText } from '../src/screen/layout.ts';
import {
  type BrokenKind,
  buildDatabaseKinds,
  putOlder,
  putOlderWorld,
  worldKinds,
} from './support/broken-kinds.ts';
import type { Said } from './support/run-in-process.ts';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  folder.write('talk.jsonl', '{"role":"user","text":"Good evening.","at":"2024-03-01T10:00:00Z"}\n');
  const made = [
    'import story.jsonl',
    'annotate run',
    'annotate snapshot create',
    'annotate export --out glossary.json',
    'memory import talk.jsonl',
    'play look',
  ];
  for (const command of made) expect((await run(command, 'sound')).exitCode, command).toBe(0);
});
afterAll(() => folder.remove());

const run = (command: string, world: string) =>
  runTerrarium([...command.split(' '), '--world', world], {
    cwd: folder.path,
    input: '',
    environment: { TERRARIUM_CURATES: undefined },
  });

/** The commands that open each part of a world. */
const commands = {
  annotator: [
    'annotate run',
    'annotate status',
    'annotate search Soma',
    'annotate search gate --in story',
    'annotate recap',
    'annotate ask Soma',
    'annotate inspect Soma',
    'annotate explicate keeper',
    'annotate snapshot list',
    'annotate snapshot show 1',
    'annotate snapshot create',
    'annotate snapshot export 1',
    'annotate summon 1 Who?',
    'annotate place thread:1',
    'annotate decisions',
    'annotate add Vell --definition A-town. --quote Vell',
    'annotate edit Soma --tag keeper',
    'annotate retry',
    'annotate reread',
    'annotate verify',
    'annotate export',
    'annotate export --salvage',
    'annotate import-glossary glossary.json',
  ],
  memory: [
    'memory chat Hello',
    'memory wake',
    'memory plans',
    'memory facts',
    'memory recall pier',
    'memory why 1',
    'memory search evening',
    'memory audit',
    'memory recap',
    'memory revive 1',
    'memory maintain',
    'memory import talk.jsonl',
    'memory export',
    'memory export --salvage',
    'memory graph',
  ],
  game: ['play look', 'play new', 'play list', 'play replay', 'play export', 'play export --salvage'],
  all: ['import story.jsonl', 'verify', 'doctor'],
};

const databases = {
  'annotator.db': {
    commands: [...commands.annotator, 'verify'],
    kinds: buildDatabaseKinds(
      'annotator.db',
      "UPDATE change SET reason = 'x' WHERE id = (SELECT max(id) FROM change)",
      putOlderWorld('annotator/test/fixtures/world-v3'),
    ),
  },
  'memory.sqlite': {
    commands: [...commands.memory, 'verify'],
    kinds: buildDatabaseKinds(
      'memory.sqlite',
      "UPDATE event SET text = 'Goodbye.' WHERE id = (SELECT max(id) FROM event)",
      putOlder('memory.sqlite', 'memory/test/fixtures/memory-v5.sqlite.gz'),
    ),
  },
  'rpg.db': {
    commands: [...commands.game, 'verify'],
    kinds: buildDatabaseKinds(
      'rpg.db',
      "UPDATE turn SET words = 'x' WHERE id = (SELECT max(id) FROM turn)",
      putOlder('rpg.db', 'rpg/test/fixtures/game-v5.db.gz'),
    ),
  },
};

/** What happened, in one line or a list, and what to do, with a code. */
const bothHalves = /^terrarium: \S.*\n(?:- .*\n)* {2}\S.*(?:\n {2}.*)*\[[a-z-]+\.[a-z-]+\]\n$/mu;

/** Commands that only examine: they may exit with 0 although something is broken. */
const lookers = new Set(['verify', 'doctor', 'annotate verify']);

const tables = {
  'a world': { kinds: worldKinds, commands: Object.values(commands).flat() },
  ...databases,
};

describe('every command that opens', () => {
  it.each(Object.entries(tables))(
    '%s says of each kind of damage what is wrong and what to do, and changes nothing',
    async (what, table) => {
      const said: string[] = [];
      for (const [title, kind] of Object.entries(table.kinds)) {
        const rows = await runAll(`${what} that ${title}`, kind, table.commands);
        said.push(`== ${what} that ${title}`, ...rows, '');
      }
      await expect(said.join('\n')).toMatchFileSnapshot(
        `transcripts/broken-worlds/${what.replace(' ', '-')}.txt`,
      );
    },
  );
});

/** Commands grouped by their outcome, in the order in which each outcome was first seen. */
async function runAll(
  title: string,
  kind: BrokenKind,
  listed: readonly string[],
): Promise<readonly string[]> {
  const groups = new Map<string, string[]>();
  const world = join(folder.path, 'world');
  const lay = () => {
    rmSync(world, { recursive: true, force: true });
    cpSync(join(folder.path, 'sound'), world, { recursive: true });
    kind.breakIt(world);
    return readTree(world);
  };
  let before = lay();
  for (const command of listed) {
    const about = `${title}: ${command}`;
    const said = await run(lookers.has(command) ? `${command} --json` : command, 'world');
    if (kind.isRefused && !lookers.has(command))
      expect([about, said.exitCode], said.error).toEqual([about, 5]);
    checkWords(about, said, lookers.has(command) || isSalvage(said));
    const outcome = renderOutcome(command, said);
    groups.set(outcome, [...(groups.get(outcome) ?? []), command]);
    const after = readTree(world, before);
    if (after.words === before.words) continue;
    const mayChange = isDone(said) || isSalvage(said) || said.error.startsWith('Brought the world');
    expect(mayChange, `${about} changed it and then failed: ${said.error}`).toBe(true);
    before = lay();
  }
  return [...groups].flatMap(([outcome, names]) => [...wrapText(names.join(', '), { width: 110 }), outcome]);
}

/** Whether the sound part of a damaged file was exported, and the rest was listed. */
const isSalvage = ({ error }: Said) => error.includes(' left out of the export.');

/** Whether the command succeeded, or asked a question and the input ended. */
const isDone = ({ exitCode }: Said) => exitCode === 0 || exitCode === 130;

/** Checks that the failure is not a bug of ours, and that the message says both what happened and what to do. */
function checkWords(about: string, said: Said, isLooker: boolean): void {
  expect(said.exitCode, `${about}: ${said.error}`).not.toBe(70);
  if (!isDone(said) && !isLooker) expect(said.error, about).toMatch(bothHalves);
}

/**
 * The exit code, and the message without the parts that differ between runs; for a command that only
 * examines, the codes of its findings.
 */
function renderOutcome(command: string, { exitCode, out, error }: Said): string {
  if (exitCode === 0) return '    0';
  const codes = new Set([...out.matchAll(/"code":"(?<code>[^"]+)"/gu)].map(({ groups }) => groups?.['code']));
  if (lookers.has(command)) return `    ${exitCode} ${[...codes].join(', ')}`;
  const text = error
    .slice(Math.max(0, error.indexOf('terrarium: ')))
    .replaceAll(`\n${folder.path}`, ` ${folder.path}`)
    .replaceAll(folder.path, '…')
    .replaceAll(/(?<=this one knows |schema \d+ to |[Rr]ow )\d+/gu, 'N');
  return `    ${exitCode} ${text.trimEnd().replaceAll('\n', '\n    ')}`.trimEnd();
}

/**
 * Lists all files that a command must not change if it only looks. Locks, logs, backups and the files that
 * SQLite makes beside a database are left out.
 */
function listTree(root: string): readonly string[] {
  const isThere = lstatSync(root, { throwIfNoEntry: false });
  if (isThere === undefined) return [];
  if (!isThere.isDirectory()) return [''];
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();
  return names.filter((name) => !/(?:-shm|-wal|\.lock\.db.*|^logs\b.*|\.v\d+\.backup)$/u.test(name));
}

interface Seen {
  /** Names, sizes and times of the files. If these are the same as before, no file was written. */
  readonly times: string;
  readonly words: string;
}

function readTree(root: string, before?: Seen): Seen {
  const files = listTree(root).map((name) => ({ name, path: join(root, name) }));
  const stats = files.map(({ path }) => lstatSync(path));
  const times = files.map(({ name }, at) => `${name} ${stats[at]?.size} ${stats[at]?.mtimeMs}`).join('\n');
  if (times === before?.times) return before;
  const hash = createHash('sha256');
  for (const [at, { name, path }] of files.entries()) {
    hash.update(name);
    if (stats[at]?.isFile() === true) hash.update(readFileSync(path));
  }
  return { times, words: hash.digest('hex') };
}
