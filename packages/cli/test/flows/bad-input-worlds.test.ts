// Worlds that are damaged, locked, newer, full or not to be written: what is said, and that nothing is lost.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAnnotator } from '@terrarium/annotator/open-annotator';
import { openWorld } from '@terrarium/annotator/open-world';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrokenStory, createBrokenStory, readEntries, readOn } from '../support/broken-story.ts';
import { node, runTerrarium } from '../support/run-terrarium.ts';
import { buildGate, findSceneTitle, openStoryServer, recordPerson } from '../support/small-story.ts';

let story: BrokenStory;
beforeAll(async () => {
  story = await createBrokenStory();
});
afterAll(() => story.template.remove());

interface BrokenWorld {
  /** Breaks it; what it returns ends that without mending anything. */
  readonly breakIt: (world: string) => (() => void) | undefined;
  readonly commands: readonly (readonly string[])[];
  readonly exitCode: number;
  readonly happened: RegExp;
  readonly todo: RegExp;
}

const run = ['annotate', 'run', '--model', 'builtin'];
const status = ['annotate', 'status'];
const exporting = ['annotate', 'export'];
const inspecting = ['annotate', 'inspect', 'Soma'];
const everyCommand = [run, status, exporting, inspecting, ['annotate', 'verify'], ['annotate', 'retry']];

function openForBreaking(world: string) {
  const { clock } = buildSystemEnvironment();
  return openAnnotator(openWorld(world), { clock, mustExist: true });
}

function overwrite(path: string, from: number): void {
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xa5, from));
}

/** Does it, and leaves nothing to be ended. */
const by = (work: (world: string) => void) => (world: string) => {
  work(world);
  return undefined;
};

const brokenWorlds: Readonly<Record<string, BrokenWorld>> = {
  'a database that is none': {
    breakIt: by((world) => writeFileSync(join(world, 'annotator.db'), 'Once upon a time.'.repeat(999))),
    commands: [run, status],
    exitCode: 5,
    happened: /annotator\.db is not a SQLite database\./,
    todo: /Check the path; if it was one, restore it from a backup\. It was not changed\./,
  },
  'a database that was cut off': {
    breakIt: by((world) => truncateSync(join(world, 'annotator.db'), 20_000)),
    commands: [run, status],
    exitCode: 5,
    happened: /annotator\.db is damaged\./,
    todo: /Restore it from a backup \(of a world: the whole folder\)/,
  },
  'a database with garbage in its pages': {
    breakIt: by((world) => overwrite(join(world, 'annotator.db'), 4_096)),
    commands: everyCommand,
    exitCode: 5,
    happened: /annotator\.db is damaged\./,
    todo: /Restore it from a backup/,
  },
  'a folder in the place of the database': {
    breakIt: by((world) => {
      rmSync(join(world, 'annotator.db'));
      mkdirSync(join(world, 'annotator.db'));
    }),
    commands: [run, status],
    exitCode: 5,
    happened: /annotator\.db is a folder, where a file should be\./,
    todo: /Remove it or move it elsewhere\./,
  },
  'a database of a newer version': {
    breakIt: by((world) => {
      const annotator = openForBreaking(world);
      annotator.connection.pragma('user_version = 99');
      annotator.close();
    }),
    commands: [run, status, exporting],
    exitCode: 5,
    happened: /annotator\.db was written by a newer Terrarium \(schema 99; this one knows \d+\)\./,
    todo: /Update Terrarium, or open another world\. Nothing was changed\./,
  },
  'a database that another program is writing to': {
    breakIt: (world) => {
      const annotator = openForBreaking(world);
      annotator.connection.exec('BEGIN IMMEDIATE');
      return annotator.close;
    },
    commands: [run],
    exitCode: 5,
    happened: /Another program is writing to the glossary \(\S+annotator\.db\)\./,
    todo: /Wait for it or close it, then start again\. Nothing was lost\./,
  },
  'a world.json that is no JSON': {
    breakIt: by((world) => truncateSync(join(world, 'world.json'), 30)),
    commands: [run, status, ['import', 'story.jsonl']],
    exitCode: 5,
    happened: /world\.json is not JSON\./,
    todo: /Restore it from a backup, or start another world\. Nothing was changed\./,
  },
  'a world.json that lists no corpora': {
    breakIt: by((world) => writeFileSync(join(world, 'world.json'), '{"format": 1, "title": "x"}')),
    commands: [status],
    exitCode: 5,
    happened: /world\.json \S/,
    todo: /Restore it from a backup/,
  },
  'a world.json of a newer version': {
    breakIt: by((world) => writeFileSync(join(world, 'world.json'), '{"format": 7}')),
    commands: [run],
    exitCode: 5,
    happened: /world\.json was written by a newer Terrarium \(format 7; this one knows 1\)\./,
    todo: /Update Terrarium\. Nothing was changed\./,
  },
  'no world.json any more': {
    breakIt: by((world) => rmSync(join(world, 'world.json'))),
    commands: [run, ['import', 'story.jsonl']],
    exitCode: 5,
    happened: /holds annotator\.db but no world\.json\./,
    todo: /Restore \S+world\.json from a backup, or choose another folder\. Nothing was changed\./,
  },
  'a corpus that was moved away': {
    breakIt: by((world) => renameSync(join(world, 'corpora'), join(world, 'elsewhere'))),
    commands: [run],
    exitCode: 5,
    happened: /The corpus "story" should be at \S+story\.db, and is not there\./,
    todo: /Restore it from a backup, or import \S+story\.jsonl into another world\./,
  },
  'a corpus with garbage in its pages': {
    breakIt: by((world) => overwrite(join(world, 'corpora', 'story.db'), 4_096)),
    commands: [run, exporting],
    exitCode: 5,
    happened: /story\.db is damaged\./,
    todo: /Restore it from a backup/,
  },
  'a file where its logs belong': {
    breakIt: by((world) => putFile(join(world, 'logs'))),
    commands: [run],
    exitCode: 5,
    happened: /logs is no folder, where one should be\./,
    todo: /\S/,
  },
  'a file where its exports belong': {
    breakIt: by((world) => putFile(join(world, 'exports'))),
    commands: [exporting],
    exitCode: 5,
    happened: /exports is no folder, where one should be\./,
    todo: /\S/,
  },
};

function putFile(path: string): void {
  rmSync(path, { recursive: true });
  writeFileSync(path, 'a file');
}

describe('a world with', () => {
  it.concurrent.for(Object.entries(brokenWorlds))('%s', async ([_what, broken], context) => {
    const cwd = story.copy(context.onTestFinished);
    const world = join(cwd, 'world');
    const end = broken.breakIt(world);
    for (const command of broken.commands) {
      const said = await runTerrarium(command, { cwd });
      context.expect(said, command.join(' ')).toMatchObject({ exitCode: broken.exitCode, out: '' });
      const [happened = '', todo = '', ...rest] = said.error.trimEnd().split('\n');
      context.expect(happened).toMatch(/^terrarium: /);
      context.expect(happened).toMatch(broken.happened);
      context.expect(todo).toMatch(broken.todo);
      context.expect(rest).toEqual([]);
    }
    end?.();
    if (end === undefined) restoreBackup(world);
    context.expect(await readOn(cwd)).toMatchObject({ exitCode: 0, requests: 2 });
    context.expect(readEntries(world)).toEqual(story.undisturbed);
  });
});

function restoreBackup(world: string): void {
  rmSync(world, { recursive: true });
  cpSync(join(story.template.path, 'world'), world, { recursive: true });
}

describe('a world whose corpus is gone', () => {
  it('can still be looked at', async ({ onTestFinished }) => {
    const cwd = story.copy(onTestFinished);
    rmSync(join(cwd, 'world', 'corpora'), { recursive: true });
    expect((await runTerrarium(status, { cwd })).out).toContain('the file is not there');
    expect((await runTerrarium(inspecting, { cwd })).out).toContain('Soma was the keeper');
    expect((await runTerrarium([...exporting, '--out', '-'], { cwd })).exitCode).toBe(0);
    const verified = await runTerrarium(['annotate', 'verify'], { cwd });
    expect(verified).toMatchObject({ exitCode: 5, error: '' });
    expect(verified.out).toContain('The corpus story is gone: no quote can be checked until it is back.');
  });
});

/** `nobody` on every system that has one. */
const stranger = process.getuid?.() === 0 ? 65_534 : undefined;
/** Asked from within: whoever starts a process may stand in a folder that its user cannot enter. */
const entering = 'process.chdir(process.argv[1])';
const canBeStranger =
  stranger === undefined ||
  spawnSync(node, ['-e', entering, tmpdir()], { uid: stranger, gid: stranger }).status === 0;

describe.skipIf(!canBeStranger)('a world that may not be written', () => {
  it('can be looked at, and says why it cannot be read on', async ({ onTestFinished }) => {
    const cwd = story.copy(onTestFinished);
    const world = join(cwd, 'world');
    onTestFinished(() => forbidWriting(cwd, 0o755));
    forbidWriting(cwd, 0o555);
    const options = {
      cwd,
      environment: { TMPDIR: '/tmp' },
      ...(stranger === undefined ? {} : { uid: stranger }),
    };
    const [looked, inspected, exported, verified, reading, written] = await Promise.all([
      runTerrarium(status, options),
      runTerrarium(inspecting, options),
      runTerrarium([...exporting, '--out', '-'], options),
      runTerrarium(['annotate', 'verify'], options),
      runTerrarium(run, options),
      runTerrarium(exporting, options),
    ]);
    expect(looked.out).toContain('1 of 3 read, 2 to go');
    expect(inspected.out).toContain('Soma was the keeper');
    expect(JSON.parse(exported.out).entries).toHaveLength(1);
    expect(verified).toMatchObject({ exitCode: 0, error: '' });
    expect(reading.exitCode).toBe(5);
    expect(reading.error).toMatch(
      /annotate\.log cannot be opened\.\n {2}Check that its folder is one, and that you may write there/,
    );
    expect(written.exitCode).toBe(5);
    expect(written.error).toMatch(/cannot be written\.\n {2}Check its folder, .*, or choose another place\./);
    const nowhere = await runTerrarium(status, { ...options, environment: { TMPDIR: join(world, 'no') } });
    expect(nowhere.exitCode).toBe(5);
    expect(nowhere.error).toMatch(
      /To look at it, it must be copied to \S+, and that failed\.\n {2}Make room there/,
    );
    forbidWriting(cwd, 0o755);
    expect(await readOn(cwd)).toMatchObject({ exitCode: 0, requests: 2 });
    expect(readEntries(world)).toEqual(story.undisturbed);
  });
});

/** Whether somebody may have a disk of their own, as in most containers and on most desktops. */
const canMount =
  spawnSync('/bin/sh', ['-c', "unshare -rm sh -c 'mount -t tmpfs -o size=1m none /mnt'"]).status === 0;

/** Folders get the mode, files the same without the right to enter. */
function forbidWriting(path: string, mode: number): void {
  if (!statSync(path).isDirectory()) {
    chmodSync(path, mode & 0o666);
    return;
  }
  chmodSync(path, 0o755);
  for (const name of readdirSync(path)) forbidWriting(join(path, name), mode);
  chmodSync(path, mode);
}

/** Room for files of so many kilobytes: beyond it a write fails as on a disk that has no more. */
const limited = (kilobytes: number) => ['/bin/bash', '-c', `ulimit -f ${kilobytes}; exec "$@"`, 'bash'];

describe('a disk that is full', () => {
  it('ends the run with 5 at whatever byte, and the run goes on once there is room', async ({
    onTestFinished,
  }) => {
    const cwd = story.copy(onTestFinished);
    const server = await openStoryServer();
    onTestFinished(server.close);
    const argv = ['annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl];
    for (const kilobytes of [0, 33, 48, 64]) {
      const said = await runTerrarium(argv, { cwd, within: limited(kilobytes) });
      expect(said.exitCode, `${kilobytes} kB: ${said.error}`).toBe(5);
      expect(said.error).toMatch(/^terrarium: \S.* (?:failed|cannot be \w+)\.\n {2}Check \S/m);
    }
    expect((await runTerrarium(argv, { cwd })).exitCode).toBe(0);
    expect(readEntries(join(cwd, 'world'))).toEqual(story.undisturbed);
  });

  it('leaves no half export and no half import behind', async ({ onTestFinished }) => {
    const cwd = story.copy(onTestFinished);
    await runTerrarium([...exporting, '--out', 'kept.json'], { cwd });
    const kept = readFileSync(join(cwd, 'kept.json'), 'utf8');
    const exported = await runTerrarium([...exporting, '--out', 'kept.json'], { cwd, within: limited(0) });
    expect(exported.exitCode).toBe(5);
    expect(readFileSync(join(cwd, 'kept.json'), 'utf8')).toBe(kept);
    const imported = await runTerrarium(['import', 'story.jsonl', '--world', 'full'], {
      cwd,
      within: limited(33),
    });
    expect(imported.exitCode).toBe(5);
    expect(imported.error).toMatch(/^terrarium: \S.*\.\n {2}\S/);
    const names = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => /writing|draft|^full.corpora.+/.test(name))).toEqual([]);
    const again = await runTerrarium(['import', 'story.jsonl', '--world', 'full'], { cwd });
    expect(again.exitCode).toBe(0);
  });

  it.skipIf(!canMount)('is told as what it is where it is a real one', async ({ onTestFinished }) => {
    const cwd = story.copy(onTestFinished);
    const server = await openStoryServer();
    onTestFinished(server.close);
    const argv = ['annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl];
    const said = await runTerrarium(argv, { cwd, within: ['/bin/sh', '-c', fillAndRun, 'sh'] });
    expect(said.out).toMatch(/^left with 5$/m);
    expect(said.error).toMatch(
      /^terrarium: The disk that holds \S+ is full\.\n {2}Free some space and start again: everything up to the last step is safe\. \[store\.full\]$/m,
    );
    expect(said).toMatchObject({ exitCode: 0 });
    expect(readEntries(join(cwd, 'world-after'))).toEqual(story.undisturbed);
  });
});

/** Puts the world on a disk of its own, fills that, reads on, makes room, reads on again, and takes the world away. */
const fillAndRun = `
  exec unshare -rm /bin/sh -ec '
    cp -r world before && mount -t tmpfs -o size=4m none world && cp -r before/. world
    dd if=/dev/zero of=world/filler bs=4k 2>/dev/null || true
    truncate -s -160k world/filler
    "$@" && code=0 || code=$?
    echo "left with $code"
    rm world/filler
    "$@"
    cp -r world world-after
  ' sh "$@"
`;

describe('a run that is killed', () => {
  it('is started again by the same command, and asks for no reply twice that it had', async ({
    onTestFinished,
  }) => {
    const cwd = story.copy(onTestFinished);
    const gate = buildGate();
    const server = await openStoryServer({
      respond: async (request) => {
        if (findSceneTitle(request) === 'Three') await gate.wait();
        return recordPerson(request);
      },
    });
    onTestFinished(server.close);
    const argv = ['annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl];
    const started = Promise.withResolvers<(signal: NodeJS.Signals) => void>();
    const ending = runTerrarium(argv, { cwd, onStart: started.resolve });
    await gate.reached;
    (await started.promise)('SIGKILL');
    expect((await ending).exitCode).toBeNull();
    gate.open();
    const asked = server.records.length;
    expect((await runTerrarium(argv, { cwd })).exitCode).toBe(0);
    expect(server.records.length - asked).toBe(1);
    expect(readEntries(join(cwd, 'world'))).toEqual(story.undisturbed);
  });
});
