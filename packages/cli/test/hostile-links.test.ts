// Tests worlds of strangers: whichever of their files is a link, nothing outside is touched, and the person is told.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTerminal } from './support/open-terminal.ts';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder } from './support/small-story.ts';

const secret = 'CANARY of the person';
const story = Array.from({ length: 6 }, (_, at) =>
  JSON.stringify({ thread: 'The gate', body: `Soma kept the gate of Vell, day ${at}.`, tags: ['qm_post'] }),
).join('\n');
const talk = '{"role":"user","text":"The lamp is lit."}\n{"role":"assistant","text":"So it is."}\n';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', story);
  folder.write('talk.jsonl', talk);
  await say(['import', 'story.jsonl', '--world', 'sound'], 0);
  await say(['annotate', 'run', '--world', 'sound', '--model', 'builtin'], 0);
  await say(['memory', 'chat', 'The lamp is lit.', '--world', 'sound'], 0);
  await say(['play', 'look around', '--world', 'sound'], 0);
});
afterAll(() => folder.remove());

const at = (...names: readonly string[]) => join(folder.path, ...names);
const outside = () => at('outside');

async function say(argv: readonly string[], exitCode: number | undefined, input?: string) {
  const said = await runTerrarium(argv, { cwd: folder.path, ...(input === undefined ? {} : { input }) });
  if (exitCode !== undefined) expect(said.exitCode, said.out + said.error).toBe(exitCode);
  return { ...said, all: said.out + said.error };
}

/**
 * Makes the person's files. Their last access is long before their last change, so that any reading of a file changes
 * its access time.
 */
function layOutside(): void {
  rmSync(outside(), { recursive: true, force: true });
  for (const name of ['key', 'exports/sound.json', 'logs/annotate.log', 'images/a.png', 'corpora/story.db']) {
    mkdirSync(dirname(at('outside', name)), { recursive: true });
    writeFileSync(at('outside', name), secret);
  }
  for (const path of listTree(outside())) utimesSync(path, 1_000_000_000, 1_500_000_000);
}

/** Everything below a folder, without following links. */
function listTree(dir: string): readonly string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    return entry.isDirectory() ? [path, ...listTree(path)] : [path];
  });
}

function describeOutside(): unknown {
  return listTree(outside()).map((path) => {
    const { ino, mode, mtimeMs, atimeMs, nlink } = lstatSync(path);
    const isFile = lstatSync(path).isFile();
    return [relative(outside(), path), ino, mode, nlink, isFile && [mtimeMs, atimeMs]];
  });
}

/** Expects that no ordinary file in the world contains the person's secret. */
function expectNothingTaken(world: string): void {
  for (const path of listTree(at(world))) {
    const about = lstatSync(path);
    if (about.isFile() && about.nlink === 1) expect(readFileSync(path).includes(secret), path).toBe(false);
  }
}

const layers = {
  'a link': (path: string, target: string) => symlinkSync(target, path),
  'a hard link': (path: string, target: string) => linkSync(target, path),
  'a pipe': (path: string) => {
    const tool = 'mkfifo';
    spawnSync(tool, [path]);
  },
} as const;

interface Trap {
  readonly kind: keyof typeof layers;
  /** The path of the link in the world. */
  readonly path: string;
  /** The path outside of the world to which the link leads. */
  readonly target: string;
}

function layTrap(world: string, { kind, path, target }: Trap): void {
  rmSync(at(world, path), { recursive: true, force: true });
  mkdirSync(dirname(at(world, path)), { recursive: true });
  layers[kind](at(world, path), at('outside', target));
}

const chat = ['memory', 'chat', 'Hello.'];
const run = ['annotate', 'run', '--model', 'builtin'];

describe('a link in the world of a stranger', () => {
  it.each([
    { kind: 'a link', path: 'logs/annotate.log', target: 'logs/annotate.log', argv: run },
    { kind: 'a link', path: 'logs', target: 'logs', argv: run },
    { kind: 'a hard link', path: 'logs/annotate.log', target: 'key', argv: run },
    { kind: 'a link', path: 'annotator.lock.db.pid', target: 'made', argv: run },
    {
      kind: 'a link',
      path: 'exports/world.json',
      target: 'exports/sound.json',
      argv: ['annotate', 'export'],
    },
    { kind: 'a link', path: 'exports', target: 'exports', argv: ['annotate', 'export', '--format', 'vault'] },
    { kind: 'a link', path: 'corpora', target: 'corpora', argv: ['annotate', 'status'] },
    { kind: 'a hard link', path: 'annotator.db-wal', target: 'key', argv: ['annotate', 'search', 'Soma'] },
    { kind: 'a pipe', path: 'place.json', target: '', argv: ['annotate', 'search', 'Soma'] },
    { kind: 'a link', path: 'world.json', target: 'key', argv: ['annotate', 'inspect'] },
    { kind: 'a link', path: 'terrarium.yaml', target: 'key', argv: chat },
    { kind: 'a link', path: 'wake-context.md', target: 'key', argv: ['memory', 'wake'] },
    { kind: 'a hard link', path: 'ambient.md', target: 'key', argv: chat },
    { kind: 'a link', path: 'memory.sqlite', target: 'made', argv: chat },
    { kind: 'a pipe', path: 'rpg.db-journal', target: '', argv: ['play', 'look around'] },
  ] as const)('that is $kind at $path leads nowhere, and is named', async ({ argv, ...trap }) => {
    rmSync(at('world'), { recursive: true, force: true });
    cpSync(at('sound'), at('world'), { recursive: true });
    layOutside();
    layTrap('world', trap);
    const before = describeOutside();
    const said = await say([...argv, '--world', 'world'], undefined);
    expect(said.exitCode, said.all).toBe(5);
    expect(said.error.replace(/\s+/gu, ' ')).toContain(at('world', trap.path));
    expect(said.all).not.toContain('CANARY');
    expect(describeOutside()).toEqual(before);
    expectNothingTaken('world');
  });

  it('is not offered to a client, nor brought in for one', async () => {
    rmSync(at('world'), { recursive: true, force: true });
    cpSync(at('sound'), at('world'), { recursive: true });
    layOutside();
    writeFileSync(at('outside', 'talk'), talk.replace('lamp', 'CANARY'));
    utimesSync(at('outside', 'talk'), 1_000_000_000, 1_500_000_000);
    layTrap('world', { kind: 'a link', path: 'imports/linked.jsonl', target: 'talk' });
    layTrap('world', { kind: 'a hard link', path: 'imports/twice.jsonl', target: 'talk' });
    writeFileSync(at('world/imports/own.jsonl'), talk);
    const before = describeOutside();
    const call = (id: number, given: object) => ({
      method: 'tools/call',
      id,
      params: { name: 'import', arguments: given },
    });
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    };
    const messages = [
      { method: 'initialize', id: 1, params },
      { method: 'notifications/initialized' },
      ...[{}, { file: 'linked.jsonl' }, { file: 'twice.jsonl' }, { file: 'own.jsonl' }].map((given, place) =>
        call(place + 2, given),
      ),
    ];
    const input = messages.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join('');
    const said = await say(['mcp', '--world', 'world'], 0, input);
    const answers = said.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number });
    const answerOf = (id: number) => JSON.stringify(answers.find((one) => one.id === id));
    expect(answerOf(2)).toContain('own.jsonl');
    expect(answerOf(2)).not.toContain('linked.jsonl');
    expect(answerOf(3)).toContain('There is no file \\"linked.jsonl\\"');
    expect(answerOf(4)).toContain('a hard link');
    expect(answerOf(5)).not.toContain('isError":true');
    expect(said.all).not.toContain('CANARY');
    expect(describeOutside()).toEqual(before);
  });
});

describe('a file in the world of a stranger that the person names', () => {
  it('is read as it lies there, and none behind a link, to bring in or to write', async () => {
    rmSync(at('world'), { recursive: true, force: true });
    cpSync(at('sound'), at('world'), { recursive: true });
    layOutside();
    const linked = [
      'card.json',
      'story.txt',
      'story.md',
      'book.epub',
      'talk.jsonl',

      'system.json',
    ];
    for (const name of linked) layTrap('world', { kind: 'a link', path: `given/${name}`, target: 'key' });
    layTrap('world', { kind: 'a hard link', path: 'given/twice.txt', target: 'key' });
    layTrap('world', { kind: 'a link', path: 'given/folder', target: 'images' });
    layTrap('world', { kind: 'a link', path: 'given/new.json', target: 'exports/sound.json' });
    writeFileSync(at('world/given/own.txt'), `Chapter 1\n\n${'Soma kept the gate of Vell. '.repeat(40)}`);
    writeFileSync(at('world/given/own.jsonl'), talk);
    const before = describeOutside();
    const given = (name: string) => join('world', 'given', name);
    const refused: readonly (readonly string[])[] = [
      ['import', given('story.txt'), given('own.txt')],
      ['import', given('own.txt'), given('twice.txt')],
      ['memory', 'import', given('talk.jsonl')],
      ['memory', 'companion', given('card.json')],
      ['annotate', 'export', '--out', given('new.json')],
      ['annotate', 'export', '--format', 'vault', '--out', given('folder/vault')],
      ['play', 'new', '--system', given('system.json')],
    ];
    for (const argv of refused) {
      const said = await say([...argv, '--world', 'sound'], undefined, '');
      expect(said.exitCode, `${argv.join(' ')}: ${said.all}`).toBe(5);
      expect(said.all.replace(/\s+/gu, ' '), argv.join(' ')).toMatch(/is a link|a hard link/);
      expect(said.all).not.toContain('CANARY');
      expect(describeOutside(), argv.join(' ')).toEqual(before);
    }
    await say(['import', given('own.txt'), '--world', 'taking'], 0);
    await say(['memory', 'import', given('own.jsonl'), '--world', 'taking'], 0);
    expectNothingTaken('sound');
    expectNothingTaken('taking');
  });
});

describe('a corpus that only the world says where to find', () => {
  it('is not read before the person imports that file into that world, and then it is', async () => {
    await say(['import', 'sound/corpora/story.db', '--world', 'linking'], 0);
    await say(['annotate', 'run', '--world', 'linking', '--model', 'builtin', '--limit', '1'], 0);
    // Another folder replaces the accepted one, as when somebody sends a world back.
    cpSync(at('linking'), at('again'), { recursive: true });
    rmSync(at('linking'), { recursive: true });
    renameSync(at('again'), at('linking'));
    for (const argv of [run, ['annotate', 'status'], ['annotate', 'search', 'Soma']]) {
      const said = await say([...argv, '--world', 'linking'], 5);
      expect(said.error.replace(/\s+/gu, ' ')).toContain(at('sound/corpora/story.db'));
      expect(said.error.replace(/\s+/gu, ' ')).toMatch(
        /--trust-world .* import that file into the world again/,
      );
    }
    await say(['import', 'sound/corpora/story.db', '--world', 'linking'], 0);
    await say([...run, '--world', 'linking'], 0);
  });

  it('is read where a person trusts the world, or says yes at a terminal, and else not', async () => {
    const receive = () => {
      rmSync(at('given'), { recursive: true, force: true });
      cpSync(at('sound'), at('given'), { recursive: true });
      const file = JSON.parse(readFileSync(at('given/world.json'), 'utf8'));
      Object.assign(file.corpora[0], { kind: 'linked', path: at('sound/corpora/story.db') });
      writeFileSync(at('given/world.json'), JSON.stringify(file));
    };
    const status = ['annotate', 'status', '--world', 'given'];
    const answer = async (argv: readonly string[], question: string, keys: string) => {
      const terminal = openTerminal(argv, {
        cwd: folder.path,
        environment: { TERRARIUM_RETRIES_ATTEMPTS: '1' },
      });
      await terminal.waitFor(question);
      terminal.press(keys);
      const exitCode = await terminal.ended;
      return { exitCode, shown: stripVTControlCharacters(terminal.readShown()).replace(/\s+/gu, ' ') };
    };
    receive();
    const trusting = await say(['annotate', 'search', 'Soma', '--trust-world', '--world', 'given'], 0);
    expect(trusting.error.replace(/\s+/gu, ' ')).toContain(
      `may from now on read these files outside of its folder: ${at('sound/corpora/story.db')}`,
    );
    await say(status, 0);
    receive();
    const no = await answer(status, 'Let it read them? [y/N] ', 'n\r');
    expect(no.exitCode).toBe(5);
    expect(no.shown).toContain('[world.link-not-yours]');
    const yes = await answer(status, 'Let it read them? [y/N] ', 'y\r');
    expect(yes.exitCode).toBe(0);
    expect(yes.shown).toContain(at('sound/corpora/story.db'));
    await say(status, 0);
    // If there are also settings to accept, one question covers both.
    receive();
    writeFileSync(at('given/terrarium.yaml'), 'model: openai:theirs\nbaseUrl: http://127.0.0.1:9/v1\n');
    const both = await answer(['annotate', 'run', '--world', 'given'], 'Use them? [y/N] ', 'y\r');
    expect(both.shown).toMatch(
      /baseUrl http:\/\/127\.0\.0\.1:9\/v1 .* files outside of its folder: .*story\.db/,
    );
    expect(both.shown).not.toContain('Let it read them?');
    // Everything is read already, so nothing is sent to the server.
    expect(both.exitCode).toBe(0);
    await say(status, 0);
  });
});

describe('a world full of links', () => {
  it('is refused by whatever opens it, without harm', async () => {
    rmSync(at('full'), { recursive: true, force: true });
    cpSync(at('sound'), at('full'), { recursive: true });
    layOutside();
    const traps: readonly Trap[] = [
      { kind: 'a link', path: 'logs', target: 'logs' },
      { kind: 'a link', path: 'exports', target: 'exports' },
      { kind: 'a link', path: 'images', target: 'images' },
      { kind: 'a link', path: 'imports', target: 'images' },
      { kind: 'a link', path: 'corpora', target: 'corpora' },
      { kind: 'a link', path: 'systems', target: 'made' },
      { kind: 'a link', path: 'terrarium.yaml', target: 'key' },
      { kind: 'a hard link', path: 'wake-context.md', target: 'key' },
      { kind: 'a hard link', path: 'ambient.md', target: 'key' },
      { kind: 'a pipe', path: 'place.json', target: '' },
      { kind: 'a link', path: 'import.lock.db', target: 'made' },
      { kind: 'a link', path: 'annotator.lock.db', target: 'made' },
      { kind: 'a link', path: 'annotator.db', target: 'corpora/story.db' },
      { kind: 'a hard link', path: 'memory.sqlite', target: 'corpora/story.db' },
      { kind: 'a link', path: 'rpg.db', target: 'made' },
    ];
    for (const trap of traps) layTrap('full', trap);
    const before = describeOutside();
    const commands = [
      run,
      chat,
      ['annotate', 'export'],
      ['annotate', 'retry'],
      ['import', 'story.jsonl', '--title', 'New'],
      ['memory', 'wake'],
      ['memory', 'maintain'],
      ['play', 'look around'],
      ['doctor'],
      ['mcp'],
    ];
    for (const argv of commands) {
      const said = await say([...argv, '--world', 'full'], undefined, '');
      expect(said.exitCode, `${argv.join(' ')}: ${said.all}`).toBeGreaterThan(0);
      expect(said.all, argv.join(' ')).toMatch(/is a link|a hard link|a pipe/);
      expect(said.all).not.toContain('CANARY');
      expect(describeOutside(), argv.join(' ')).toEqual(before);
    }
    for (const { kind, path } of traps) {
      if (kind === 'a link') expect(readlinkSync(at('full', path))).toMatch(/outside/);
    }
    expect(existsSync(at('outside/made'))).toBe(false);
    expectNothingTaken('full');
  });
});

it('VO2: opens nobody’s memory behind a link, whether it or the folder of all is one', async () => {
  const voices = 'companion: [{ id: sage, name: Sage }, { id: iri, name: Iri, ownMemory: true }]';
  const settings = `memory: { voices: { user: [{ id: kit, name: Kit }], ${voices} } }`;
  for (const [link, target] of [
    ['minds/iri', '../../sound'],
    ['minds', '..'],
  ] as const) {
    const world = `minds-of-${link.length}`;
    await say(['memory', 'chat', 'hi', '--world', world], 0);
    folder.write(`${world}/terrarium.yaml`, settings);
    mkdirSync(dirname(at(world, link)), { recursive: true });
    symlinkSync(target, at(world, link));
    const before = readFileSync(at('sound', 'memory.sqlite'));
    for (const argv of [
      ['memory', 'search', 'lamp', '--of', 'iri'],
      ['memory', 'chat', 'hi', '--with', 'iri'],
      ['memory', 'forget', 'moment 1', '--of', 'iri', '--yes'],
    ]) {
      const said = await say([...argv, '--world', world], 5);
      expect(said.all).toContain('is a link');
      expect(said.all).not.toContain('The lamp is lit');
    }
    expect(readFileSync(at('sound', 'memory.sqlite'))).toEqual(before);
  }
});

it('keeps what it makes from everybody else, and opens a world that is reached by a link of the person', async () => {
  symlinkSync('sound', at('shortcut'));
  chmodSync(at('sound'), 0o755);
  await say(['annotate', 'export', '--world', 'shortcut'], 0);
  const tree = listTree(at('sound'));
  const modes = new Set(
    tree.map((path) => `${lstatSync(path).isDirectory()} ${lstatSync(path).mode & 0o777}`),
  );
  expect([...modes].toSorted()).toEqual([`false ${0o600}`, `true ${0o700}`]);
  expect(statSync(at('sound')).mode & 0o777).toBe(0o700);
});
