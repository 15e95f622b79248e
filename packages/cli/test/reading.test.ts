// Reading: how a run is shown, how it ends, and which exit code it has.

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FakeServer } from '@terrarium/kernel/testing/fake-server';
import type { FakeReply, FakeRequest } from '@terrarium/kernel/testing/fake-wire';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { parseLines, runTerrarium } from './support/run-terrarium.ts';
import {
  buildGate,
  createFolder,
  type Folder,
  findSceneTitle,
  openStoryServer,
  recordPerson,
  smallStory,
} from './support/small-story.ts';

let template: Folder;
beforeAll(async () => {
  template = createFolder();
  template.write('story.jsonl', smallStory);
  await runTerrarium(['import', 'story.jsonl'], { cwd: template.path });
});
afterAll(() => template.remove());

/** A world of its own for a test, and fake servers that are closed with it. */
function openContext(onTestFinished: (close: () => Promise<void>) => void) {
  const folder = createFolder();
  const servers: FakeServer[] = [];
  cpSync(template.path, folder.path, { recursive: true });
  onTestFinished(async () => {
    for (const server of servers) await server.close();
    folder.remove();
  });
  return {
    path: folder.path,
    run: (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path }),
    serve: async (...options: Parameters<typeof openStoryServer>): Promise<FakeServer> => {
      const server = await openStoryServer(...options);
      servers.push(server);
      return server;
    },
  };
}

const withModel = ({ baseUrl }: FakeServer) => ['--model', 'openai:story', '--base-url', baseUrl];

describe('a run to its end', () => {
  it.concurrent('shows plain lines where there is no terminal, and leaves with 0', async ({
    expect,
    onTestFinished,
  }) => {
    const desk = openContext(onTestFinished);
    const server = await desk.serve({ contextTokens: 20_000 });
    const said = await desk.run('annotate', 'run', ...withModel(server), '--context-budget', '50000');
    expect(said.exitCode).toBe(0);
    expect(said.error).toContain(
      'a window of 20000 tokens: with 2048 kept for the reply, a prompt may have 17952, not 50000',
    );
    expect(said.out).toContain(
      'Prompts up to 17,952 tokens (the window that the server has loaded, minus room for the reply)',
    );
    expect(said.out).toContain('scene 1 of 3 · One · 1 new entry: Soma');
    expect(said.out).toContain('scene 3 of 3 · Three · 1 new entry: Ondine');
    expect(said.out).toMatch(
      /Finished: every scene is read\.\n {2}3 scenes in [\d.]+ s\n {2}3 entries created/,
    );
    expect(said.out).toMatch(/tokens in \(\d+ % cached\)/);
    expect(said.out).not.toContain('\u001b');
    expect(readFileSync(join(desk.path, 'world/logs/annotate.log'), 'utf8')).toContain(
      '"message":"run-ended"',
    );
  });

  it.concurrent('gives a program one JSON event a line, stops at the limit, and goes on', async ({
    expect,
    onTestFinished,
  }) => {
    const desk = openContext(onTestFinished);
    const server = await desk.serve({ usage: 'without-cache' });
    const first = await desk.run('annotate', 'run', ...withModel(server), '--limit', '2', '--json');
    expect(first.exitCode).toBe(0);
    const kinds = parseLines(first.out).map((event) => event['kind']);
    expect(kinds.slice(0, 2)).toEqual(['server-asked', 'run-started']);
    expect(kinds.filter((kind) => kind === 'scene-closed')).toHaveLength(2);
    expect(parseLines(first.out).at(-1)).toEqual({
      kind: 'run-ended',
      outcome: { kind: 'limited', by: 'scenes' },
    });
    const second = await desk.run('annotate', 'run', ...withModel(server));
    expect(second.out).toContain('scene 3 of 3');
    expect(second.out).toContain('cached: unknown');
    const status = JSON.parse((await desk.run('annotate', 'status', '--json')).out);
    expect(status).toMatchObject({ entriesNow: 3, counts: { byStatus: { committed: 3 }, calls: 3 } });
    expect(status.runs.map((one: { outcome: string }) => one.outcome)).toEqual(['limited', 'finished']);
  });

  it.concurrent('sends options of the model as they are, and never prints the key', async ({
    expect,
    onTestFinished,
  }) => {
    const desk = openContext(onTestFinished);
    const server = await desk.serve({ apiKey: 'sk-very-secret', keepsBodies: true });
    const argv = [
      'annotate',
      'run',
      ...withModel(server),
      '--model-option',
      'min_p=0.05',
      '--model-option',
      'mode=slow',
    ];
    const said = await runTerrarium(argv, {
      cwd: desk.path,
      environment: { TERRARIUM_API_KEY: 'sk-very-secret' },
    });
    expect(said.exitCode).toBe(0);
    expect(JSON.parse(server.records[0]?.body ?? '{}')).toMatchObject({ min_p: 0.05, mode: 'slow' });
    const log = readFileSync(join(desk.path, 'world/logs/annotate.log'), 'utf8');
    expect(said.out + said.error + log).not.toContain('very-secret');
  });

  it.concurrent('names the place it was to read up to in the line that goes on, until it is there', async ({
    expect,
    onTestFinished,
  }) => {
    const desk = openContext(onTestFinished);
    const until = ['--model', 'builtin', '--until', 'thread:2'];
    const stopped = await desk.run('annotate', 'run', ...until, '--max-tokens', '1');
    expect(stopped.out).toMatch(/^Go on: .* read --model builtin --until thread:2$/m);
    const there = await desk.run('annotate', 'run', ...until);
    expect(there.out).toMatch(/^Go on: .* read --model builtin$/m);
  });
});

describe('a scene that is skipped', () => {
  it.concurrent('ends the run with 3, is listed with its reason, and can be read again', async ({
    expect,
    onTestFinished,
  }) => {
    const desk = openContext(onTestFinished);
    const mood = { isSulking: true };
    const server = await desk.serve({
      respond: (request) =>
        mood.isSulking && findSceneTitle(request) === 'Two'
          ? { text: '', finish: 'length' }
          : recordPerson(request),
    });
    const said = await desk.run('annotate', 'run', ...withModel(server));
    expect(said.exitCode).toBe(3);
    expect(said.out).toContain('finished with 1 skipped');
    const status = await desk.run('annotate', 'status');
    expect(status.exitCode).toBe(0);
    expect(status.out.replace(/\s+/g, ' ')).toMatch(/2 \(skipped\) thread 2 "Two", its scene 1, post 2: \S/);
    expect(status.out).toContain('Again:  terrarium annotate retry');
    const wrong = await desk.run('annotate', 'retry', '3', ...withModel(server));
    expect(wrong.exitCode).toBe(2);
    expect(wrong.error).toContain('Scene 3 was not skipped.\n  Skipped are: 2.');
    mood.isSulking = false;
    const again = await desk.run('annotate', 'retry', '2', ...withModel(server));
    expect(again.exitCode).toBe(0);
    expect(again.out).toContain('1 new entry: Quillon');
    expect((await desk.run('annotate', 'retry')).out).toContain('nothing to read again');
  });
});

describe('a change that a retried scene may not make', () => {
  it.concurrent('is not made where a later scene says otherwise, and is listed', async ({
    expect,
    onTestFinished,
  }) => {
    const desk = openContext(onTestFinished);
    const server = await desk.serve({ respond: sulkInOne });
    expect((await desk.run('annotate', 'run', ...withModel(server))).exitCode).toBe(3);
    const late = await desk.serve({ respond: changeQuillon });
    const again = await desk.run('annotate', 'retry', ...withModel(late));
    expect(again.exitCode).toBe(0);
    expect(again.out).toContain('because later scenes say otherwise: 1 change');
    const status = (await desk.run('annotate', 'status')).out.replace(/\s+/g, ' ');
    expect(status).toMatch(/scene 1: glossary_update \{"entry_id":1,"definition":"Nobody\."/);
    expect((await desk.run('annotate', 'inspect', 'Quillon')).out).toContain(
      'Somebody of the story: Quillon.',
    );
  });
});

function sulkInOne(request: FakeRequest): FakeReply {
  return findSceneTitle(request) === 'One' ? { text: '', finish: 'length' } : recordPerson(request);
}

function changeQuillon(request: FakeRequest): FakeReply {
  if (findSceneTitle(request) === undefined) return { text: 'Nothing new.' };
  const change = { entry_id: 1, definition: 'Nobody.', evidence: [{ post_id: 1, label: 2 }] };
  return { calls: [{ name: 'glossary_update', arguments: change }] };
}

describe('a fault of ours', () => {
  it.concurrent('leaves with 70, asks for a report, and keeps its stack in a file', async ({
    expect,
    onTestFinished,
  }) => {
    const desk = openContext(onTestFinished);
    await desk.run('annotate', 'run', '--limit', '1');
    // In a run, only the built-in reader calls `Math.imul`, so this fault occurs in the middle of reading.
    const fault = `Math.imul=()=>{throw new TypeError('planted')}`;
    const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` };
    const said = await runTerrarium(['annotate', 'run'], { cwd: desk.path, environment });
    expect(said.exitCode).toBe(70);
    expect(said.error).toMatch(/^terrarium: .*\n {2}This is a fault in Terrarium: please report it/m);
    expect(said.error).not.toMatch(/^\s+at /m);
    const log = join(desk.path, 'world/logs/terrarium-faults.log');
    expect(said.error).toContain(log);
    expect(readFileSync(log, 'utf8')).toMatch(/\\n +at .*\.ts:\d+/);
  });
});

describe('a server that does not answer', () => {
  it.concurrent('refuses a window that holds no prompt beside the reply', async ({
    expect,
    onTestFinished,
  }) => {
    const desk = openContext(onTestFinished);
    const said = await desk.run('annotate', 'run', ...withModel(await desk.serve({ contextTokens: 2_048 })));
    expect(said.exitCode).toBe(2);
    expect(said.error).toContain('window of 2048 tokens');
  });
});

function startReading(argv: readonly string[], cwd: string) {
  let kill: (signal: NodeJS.Signals) => void = () => undefined;
  const ending = runTerrarium(argv, {
    cwd,
    onStart: (given) => {
      kill = given;
    },
  });
  return { kill: (signal: NodeJS.Signals) => kill(signal), ending };
}

describe('signals and neighbours', () => {
  it.concurrent('leaves a server on SIGTERM that has not begun to answer, with 130, and the next run goes on from there', async ({
    expect,
    onTestFinished,
  }) => {
    const desk = openContext(onTestFinished);
    const gate = buildGate();
    const server = await desk.serve({
      respond: async (request) => {
        if (findSceneTitle(request) === 'Two') await gate.wait();
        return recordPerson(request);
      },
    });
    const { kill, ending } = startReading(['annotate', 'run', ...withModel(server)], desk.path);
    await gate.reached;
    const neighbour = await desk.run('annotate', 'run', ...withModel(server));
    expect(neighbour.exitCode).toBe(5);
    expect(neighbour.out).toMatch(/^Asking [^\n]+\n$/);
    expect(neighbour.error).toMatch(
      /Another run of this world is already active \(process \d+\)\.\n {2}Wait for it/,
    );
    const looking = await desk.run('annotate', 'status');
    expect(looking.out).toMatch(/running\s+\(process \d+\)/);
    kill('SIGTERM');
    const said = await ending;
    gate.open();
    expect(said.exitCode).toBe(130);
    expect(said.out).toContain('Stopped. The next run goes on from here.');
    const { runs } = JSON.parse((await desk.run('annotate', 'status', '--json')).out);
    expect(runs).toMatchObject([{ outcome: 'interrupted' }]);
    const asked = server.records.length;
    const next = await desk.run('annotate', 'run', ...withModel(server));
    expect(next.exitCode).toBe(0);
    expect(next.out).toMatch(/^scene 2 of 3 · Two · /m);
    expect(server.records.length - asked).toBe(2);
    expect((await desk.run('annotate', 'verify')).exitCode).toBe(0);
  });
});
