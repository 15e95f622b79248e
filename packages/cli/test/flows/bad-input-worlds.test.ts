// Worlds that are locked, read-only or on a full disk, and runs that are killed: what is said, and that nothing is lost.

import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAnnotator } from '@terrarium/annotator/open-annotator';
import { openWorld } from '@terrarium/annotator/open-world';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrokenStory, createBrokenStory, readEntries, readOn } from '../support/broken-story.ts';
import { node, runTerrarium } from '../support/run-terrarium.ts';
import {
  buildGate,
  createFolder,
  findSceneTitle,
  openStoryServer,
  recordPerson,
} from '../support/small-story.ts';

let story: BrokenStory;
beforeAll(async () => {
  story = await createBrokenStory();
});
afterAll(() => story.template.remove());

const run = ['annotate', 'run', '--model', 'builtin'];
const status = ['annotate', 'status'];
const exporting = ['annotate', 'export'];
const inspecting = ['annotate', 'inspect', 'Soma'];

describe('a world that another program is writing to', () => {
  it('is not read on, and is once that is done', async ({ onTestFinished }) => {
    const cwd = story.copy(onTestFinished);
    const { clock } = buildSystemEnvironment();
    const annotator = openAnnotator(openWorld(join(cwd, 'world')), { clock, mustExist: true });
    annotator.connection.exec('BEGIN IMMEDIATE');
    const said = await runTerrarium(run, { cwd });
    expect(said).toMatchObject({ exitCode: 5, out: '' });
    expect(said.error).toMatch(
      /^terrarium: Another program is writing to the glossary \(\S+annotator\.db\)\.\n {2}Wait for it or close it, then start again\. Nothing was lost\. \[[a-z.-]+\]\n$/,
    );
    annotator.close();
    expect(await readOn(cwd)).toMatchObject({ exitCode: 0, requests: 2 });
    expect(readEntries(join(cwd, 'world'))).toEqual(story.undisturbed);
  });
});

describe('a world whose corpus is gone', () => {
  it('can still be looked at', async ({ onTestFinished }) => {
    const cwd = story.copy(onTestFinished);
    rmSync(join(cwd, 'world', 'corpora'), { recursive: true });
    expect((await runTerrarium(status, { cwd })).out).toContain('the file is missing');
    expect((await runTerrarium(inspecting, { cwd })).out).toContain('Soma was the keeper');
    expect((await runTerrarium([...exporting, '--out', '-'], { cwd })).exitCode).toBe(0);
    const verified = await runTerrarium(['annotate', 'verify'], { cwd });
    expect(verified).toMatchObject({ exitCode: 5, error: '' });
    expect(verified.out).toContain('The corpus story is gone: no quote can be checked until it is back.');
  });
});

/** The user id of `nobody`, if the tests run as root. */
const stranger = process.getuid?.() === 0 ? 65_534 : undefined;
/**
 * Code with which the process itself enters a folder, because its user may have no access to the folder where
 * it is started.
 */
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
    const compiled = createFolder();
    onTestFinished(() => compiled.remove());
    chmodSync(compiled.path, 0o777);
    const environment = { TMPDIR: '/tmp', NODE_COMPILE_CACHE: compiled.path };
    const options = {
      cwd,
      environment,
      ...(stranger === undefined ? {} : { uid: stranger }),
    };
    // The first of these processes compiles the code for all of them: this user can neither read nor write what other
    // users compiled.
    const looked = await runTerrarium(status, options);
    const [inspected, exported, verified, reading, written] = await Promise.all([
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
      /annotate\.log cannot be opened\.\n {2}Check that its folder is not a file, and that you may write there/,
    );
    expect(written.exitCode).toBe(5);
    expect(written.error).toMatch(/cannot be written\.\n {2}Check its folder, .*, or choose another place\./);
    const nowhere = await runTerrarium(status, {
      ...options,
      environment: { ...environment, TMPDIR: join(world, 'no') },
    });
    expect(nowhere.exitCode).toBe(5);
    expect(nowhere.error).toMatch(
      /To be looked at, it has to be copied to \S+, and that failed\.\n {2}Make room there/,
    );
    forbidWriting(cwd, 0o755);
    expect(await readOn(cwd)).toMatchObject({ exitCode: 0, requests: 2 });
    expect(readEntries(world)).toEqual(story.undisturbed);
  });
});

/** Whether this user may mount a disk, as in most containers and on most desktops. */
const canMount =
  spawnSync('/bin/sh', ['-c', "unshare -rm sh -c 'mount -t tmpfs -o size=1m none /mnt'"]).status === 0;

/** Gives folders this mode, and files the same mode without execute bits. */
function forbidWriting(path: string, mode: number): void {
  if (!statSync(path).isDirectory()) {
    chmodSync(path, mode & 0o666);
    return;
  }
  chmodSync(path, 0o755);
  for (const name of readdirSync(path)) forbidWriting(join(path, name), mode);
  chmodSync(path, mode);
}

/** Limits the size of files to this many kilobytes. A write beyond it fails as on a full disk. */
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

/**
 * Puts the world on a disk of its own, fills the disk, reads on, makes room, reads on again, and copies the
 * world away.
 */
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
