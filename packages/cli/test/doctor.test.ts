// The doctor: what a person sees about settings, disk, stores and model, and the exit code for each problem.

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openAnnotator } from '@terrarium/annotator/open-annotator';
import { openWorld } from '@terrarium/annotator/open-world';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import type { Finding } from '@terrarium/kernel/finding';
import { type FakeServerOptions, openFakeServer } from '@terrarium/kernel/testing/fake-server';
import { buildProbeResponder } from '@terrarium/kernel/testing/responders';
import { openMemoryDatabase } from '@terrarium/memory/open-memory-database';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTerminal } from './support/open-terminal.ts';
import { type RunOptions, runTerrarium, startTerrarium } from './support/run-terrarium.ts';
import {
  buildGate,
  createFolder,
  type Folder,
  openStoryServer,
  recordPerson,
  smallStory,
} from './support/small-story.ts';

const secret = 'sk-never-to-be-seen';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await run(['import', 'story.jsonl', '--title', 'The Salt Road']);
  const server = await openStoryServer();
  await run(['annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl]);
  await server.close();
});
afterAll(() => folder.remove());

const run = (argv: readonly string[], more: Partial<RunOptions> = {}) =>
  runTerrarium(argv, { cwd: folder.path, ...more });

type Finish = (close: () => Promise<void>) => void;

async function openExamination(options: Partial<FakeServerOptions>, onTestFinished: Finish) {
  const respond = buildProbeResponder();
  const server = await openFakeServer({ respond, models: ['story'], flavour: 'vllm', ...options });
  onTestFinished(() => server.close());
  const flags = ['--model', 'openai:story', '--base-url', server.baseUrl];
  return {
    baseUrl: server.baseUrl,
    examine: (...argv: readonly string[]) => run(['doctor', ...flags, ...argv]),
  };
}

interface Value {
  readonly findings: readonly Finding[];
  readonly exitCode: number;
  readonly settings: readonly { readonly name: string; readonly value: string; readonly from: string }[];
}

function parse(out: string): Value {
  return JSON.parse(out) as Value;
}

describe('doctor without a model', () => {
  it.concurrent('says that the built-in reader would read, where there is no world either', async ({
    expect,
    onTestFinished,
  }) => {
    const empty = createFolder();
    onTestFinished(() => empty.remove());
    const said = await run(['doctor'], { cwd: empty.path });
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    expect(said.out).toMatch(/^Terrarium \d+\.\d+\.\d+, Node \d+\.\S+, SQLite 3\.\S+, \w+ /);
    const text = said.out.replace(/\s+/g, ' ');
    expect(text).toContain('There is no world here yet. → Make one with "terrarium import FILE".');
    expect(text).toContain('Files on this disk can be written and locked;');
    expect(text).toContain(
      'No model is named, so the built-in reader would read the story. It has rules, and no language model inside.',
    );
    expect(text).toContain('--model openai:NAME --base-url');
  });

  it.concurrent('examines the store of the world, and asks for the model that read it', async ({
    expect,
  }) => {
    const said = await run(['doctor']);
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    const text = said.out.replace(/\s+/g, ' ');
    expect(text).toContain('ok store All 8 checks hold: records, tables, schema, ledger, journal,');
    expect(text).toContain('warning model The last run of this world used openai:story');
    expect(said.out).toMatch(/\n1 warning\.\n$/);
  });

  it.concurrent('says where a world is missing that was named', async ({ expect }) => {
    const { findings, exitCode } = parse((await run(['doctor', '--world', 'nowhere', '--json'])).out);
    expect(exitCode).toBe(0);
    expect(findings).toContainEqual({
      check: 'world',
      standing: 'warning',
      says: `There is no world in ${join(folder.path, 'nowhere')}.`,
      todo: 'Make one with "terrarium import FILE --world nowhere", or name another folder with --world.',
    });
  });
});

describe('doctor on the settings of a memory', () => {
  it.concurrent('says what a run would refuse, although a schema takes it', async ({ expect }) => {
    const environment = { TERRARIUM_MEMORY_TIME_ZONE: 'Middle/Earth' };
    const { findings, exitCode } = parse((await run(['doctor', '--json'], { environment })).out);
    expect(exitCode).toBe(2);
    expect(findings[0]).toMatchObject({ check: 'settings', code: 'memory.bad-time-zone' });
  });

  it.concurrent('asks the embedder, and warns of one that does not answer', async ({
    expect,
    onTestFinished,
  }) => {
    const server = await openFakeServer({ respond: () => ({}), models: ['mini'] });
    onTestFinished(() => server.close());
    const examine = async (model: string) => {
      const environment = {
        TERRARIUM_MEMORY_EMBEDDER_BASE_URL: server.baseUrl,
        TERRARIUM_MEMORY_EMBEDDER_MODEL: model,
      };
      const said = parse((await run(['doctor', '--json', '--world', 'none'], { environment })).out);
      expect(said.exitCode).toBe(0);
      return said.findings.find(({ check }) => check === 'embedder');
    };
    expect(await examine('mini')).toMatchObject({ standing: 'ok' });
    expect(await examine('other')).toMatchObject({ standing: 'warning', code: 'embedder.refused' });
  });
});

type Expected = Partial<Record<keyof Finding, string>>;

interface Case {
  readonly title: string;
  readonly server: Partial<FakeServerOptions>;
  readonly argv?: readonly string[];
  readonly exitCode: number;
  readonly findings: readonly Expected[];
}

const cases: readonly Case[] = [
  {
    title: 'that a good server does everything, and whose it is',
    server: {},
    exitCode: 0,
    findings: [
      { check: 'server', standing: 'ok', says: 'The server is vLLM 0.9.1.' },
      { check: 'budget', standing: 'ok', says: 'A prompt may have 30,720 tokens' },
      { check: 'streaming', standing: 'ok', says: 'The server streams' },
      { check: 'counting', standing: 'ok', says: 'counts the tokens of any text when asked' },
      { check: 'tools', standing: 'ok', says: 'The model calls tools.' },
      { check: 'cached tokens', standing: 'ok', says: 'The server reports' },
      { check: 'prefix', standing: 'ok', says: '% of the prompt' },
      {
        check: 'tool_choice none',
        standing: 'ok',
        says: '% of the prompt',
        todo: 'may set summaryToolChoice',
      },
    ],
  },
  {
    title: 'what a poor server lacks, and what to switch on',
    server: {
      flavour: 'llama-cpp',
      contextTokens: 6_000,
      cacheSlots: 0,
      neverStreams: true,
      respond: buildProbeResponder({ tools: 'words', ignoresCap: true }),
    },
    exitCode: 4,
    findings: [
      { check: 'window', standing: 'warning', says: '6000 tokens', todo: '-c 32768' },
      { check: 'streaming', standing: 'warning', says: 'does not stream' },
      { check: 'tools', standing: 'problem', says: 'answered in words', todo: '--jinja' },
      { check: 'reply cap', standing: 'warning', says: 'does not keep to the limit (max_tokens)' },
      { check: 'prefix', standing: 'warning', says: 'kept 0 %', todo: '--swa-full' },
    ],
  },
  {
    title: 'what a silent server does not tell, and calls none of it 0',
    server: { flavour: 'plain', usage: 'none' },
    exitCode: 0,
    findings: [
      { check: 'window', standing: 'unknown', says: 'does not say' },
      { check: 'counting', standing: 'warning', says: 'estimated' },
      { check: 'cached tokens', standing: 'unknown', says: 'does not report' },
      { check: 'prefix', standing: 'unknown', says: 'So nothing is known' },
    ],
  },
  {
    title: 'thinking, a prompt that changes under none, and a budget that is too large',
    server: { dropsToolsUnderNone: true, respond: buildProbeResponder({ reasoning: 'Let me think. ' }) },
    argv: ['--context-budget', '90000'],
    exitCode: 0,
    findings: [
      { check: 'budget', standing: 'warning', says: 'a prompt may have 30720, not 90000' },
      {
        check: 'thinking',
        standing: 'ok',
        says: 'The model thinks before it answers',
        todo: 'enable_thinking',
      },
      { check: 'tool_choice none', standing: 'ok', says: 'summaryToolChoice is auto' },
    ],
  },
  {
    title: 'a window that leaves no room, and a prefix cache that is off',
    server: { contextTokens: 3_000, cacheSlots: 0 },
    exitCode: 2,
    findings: [
      { check: 'budget', standing: 'problem', says: '2048 of them are kept for the reply' },
      { check: 'prefix', standing: 'warning', says: 'kept 0 %', todo: '--enable-prefix-caching' },
    ],
  },
  {
    title: 'a model it does not have',
    server: { models: ['llama3', 'story-24b'] },
    exitCode: 4,
    findings: [
      { check: 'server', standing: 'problem', says: '404', todo: 'The server has: story-24b, llama3.' },
    ],
  },
  {
    title: 'a server that never answers',
    server: { faults: () => ({ kind: 'hang' }) },
    argv: ['--timeout', '0.2'],
    exitCode: 4,
    findings: [
      { check: 'server', standing: 'problem', says: 'No answer came within 0.2 s', todo: '--timeout' },
      { check: 'the rest', standing: 'unknown', says: 'What else the model can do is checked once' },
    ],
  },
];

describe('doctor with a model', () => {
  it.concurrent.for(cases)('finds $title', async (wanted, { expect, onTestFinished }) => {
    const { examine } = await openExamination(wanted.server, onTestFinished);
    const said = await examine('--json', ...(wanted.argv ?? []));
    const value = parse(said.out);
    expect({ exitCode: said.exitCode, error: said.error }).toEqual({ exitCode: wanted.exitCode, error: '' });
    expect(value.exitCode).toBe(wanted.exitCode);
    for (const { check, standing, says, todo = '' } of wanted.findings) {
      const found = value.findings.find((one) => one.check === check);
      expect([check, found?.standing]).toEqual([check, standing]);
      expect(found?.says).toContain(says);
      expect(found?.todo ?? '').toContain(todo);
    }
  });

  it.concurrent('says so where nothing listens, and where what listens is no model server', async ({
    expect,
    onTestFinished,
  }) => {
    const listening = Promise.withResolvers<void>();
    const stranger = createServer((socket) => socket.end('220 mail.example ready\r\n'));
    stranger.listen(0, '127.0.0.1', listening.resolve);
    await listening.promise;
    const address = stranger.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    onTestFinished(() => void stranger.close());
    const examine = (at: string) => run(['doctor', '--model', 'openai:story', '--base-url', at]);
    const [mail, nobody] = await Promise.all([
      examine(`http://127.0.0.1:${port}/v1`),
      examine('http://127.0.0.1:1/v1'),
    ]);
    expect(mail.exitCode).toBe(4);
    expect(mail.out.replace(/\s+/g, ' ')).toMatch(/problem server .*not valid HTTP/);
    expect(nobody.exitCode).toBe(4);
    const text = nobody.out.replace(/\s+/g, ' ');
    expect(text).toMatch(/problem server Nothing is listening .*→ Start the model server/);
    expect(text).toContain(
      'unknown the rest What else the model can do is checked once the problem above is solved.',
    );
    expect(text).toMatch(/1 problem, 1 unknown\. $/);
  });
});

describe('doctor where something is wrong on this side', () => {
  it.concurrent('names settings that are not valid, and examines what it can', async ({ expect }) => {
    const environment = { TERRARIUM_TEMPERATURE: 'hot', TERRARIUM_API_KEY: secret };
    const said = await run(['doctor', '--json'], { environment });
    expect(said.exitCode).toBe(2);
    const { findings } = parse(said.out);
    expect(findings[0]).toMatchObject({ check: 'settings', standing: 'problem' });
    expect(findings[0]?.says).toContain('TERRARIUM_TEMPERATURE (environment) must be a number');
    expect(findings.map(({ check }) => check)).toEqual(['settings', 'world', 'disk', 'corpora', 'store']);
  });

  it.concurrent('finds a folder that cannot be written', async ({ expect }) => {
    folder.write('a-file', '');
    const said = await run(['doctor', '--world', 'a-file/world']);
    expect(said.exitCode).toBe(5);
    expect(said.out.replace(/\s+/g, ' ')).toMatch(
      /problem disk Nothing can be written into .*a-file\. → Check.* \[world\.unwritable\]/,
    );
  });

  it.concurrent('finds a world that is garbled', async ({ expect }) => {
    mkdirSync(join(folder.path, 'garbled'));
    writeFileSync(join(folder.path, 'garbled', 'world.json'), '{');
    const said = await run(['doctor', '--world', 'garbled']);
    expect(said.exitCode).toBe(5);
    expect(said.out.replace(/\s+/g, ' ')).toMatch(/problem world .*world\.json is not JSON\. → Restore it/);
  });

  it.concurrent('finds a store that does not hold, and tells no word of the story', async ({ expect }) => {
    cpSync(join(folder.path, 'world'), join(folder.path, 'other-folder'), { recursive: true });
    const { clock } = buildSystemEnvironment();
    const annotator = openAnnotator(openWorld(join(folder.path, 'other-folder')), { clock, mustExist: true });
    annotator.connection.exec(`UPDATE evidence SET quote = 'Soma was a baker' WHERE entry_id = 1`);
    annotator.close();
    const said = await run(['doctor', '--world', 'other-folder', '--report']);
    expect(said.exitCode).toBe(5);
    expect(said.out).toMatch(/\| store \| problem \| 2 problems found: revision\.differs, evidence\.moved/);
    expect(said.out).toContain('terrarium verify --world WORLD');
    expect(said.out).toContain('| corpora | ok | The story is as it was imported. |');
    expect(said.out).not.toMatch(/Soma|baker|Salt Road|other-folder/);
  });

  it.concurrent('finds an imported story that is not what was imported, and tells no word of it', async ({
    expect,
  }) => {
    cpSync(join(folder.path, 'world'), join(folder.path, 'third-folder'), { recursive: true });
    const corpora = join(folder.path, 'third-folder', 'corpora');
    const [name = ''] = readdirSync(corpora);
    const corpus = new DatabaseSync(join(corpora, name));
    corpus.exec(`UPDATE post SET body = 'Soma was a baker' WHERE rowid = 1`);
    corpus.close();
    const said = await run(['doctor', '--world', 'third-folder', '--report']);
    expect(said.exitCode).toBe(5);
    expect(said.out).toMatch(/\| corpora \| problem \| Something is wrong with the story\. .*records/);
    expect(said.out).toContain('"terrarium verify --world WORLD" lists them.');
    expect(said.out).not.toMatch(/Soma|baker|Salt Road|third-folder/);
    const listed = await run(['verify', '--world', 'third-folder']);
    expect(listed.out).toMatch(/Row \S+ of the table \w+ is not what was written/);
    expect(listed.out).not.toMatch(/annotate verify|lists them/);
  });

  it.concurrent('examines a memory and games, and tells no word of what is remembered', async ({
    expect,
    onTestFinished,
  }) => {
    const place = createFolder();
    onTestFinished(() => place.remove());
    const doctor = () => run(['doctor', '--report'], { cwd: place.path });
    await run(['memory', 'chat', 'Hello Xyzzy <pin>the plugh</pin>'], { cwd: place.path });
    expect((await doctor()).out).toContain(
      '| memory | ok | All 12 checks hold: tables, references, records, states, changes, set aside, nothing missing, echoes, index, fragments, facts, writing. |',
    );
    await run(['play', 'look around'], { cwd: place.path });
    expect((await doctor()).out).toMatch(
      /\| games \| ok \| All \d+ checks hold: tables, references, records, heads,/,
    );
    const path = join(place.path, 'world', 'memory.sqlite');
    const connection = openMemoryDatabase({ path });
    connection.exec(`UPDATE working_memory SET status = 'dropped'`);
    connection.close();
    const broken = await doctor();
    expect(broken.exitCode).toBe(5);
    expect(broken.out).toMatch(
      /\| memory \| problem \| 2 problems found: records \(1 time\), states \(1 time\)/,
    );
    expect(broken.out).not.toMatch(/xyzzy|plugh/i);
    writeFileSync(path, 'Xyzzy is no database. '.repeat(100));
    const foreign = await doctor();
    expect(foreign.exitCode).toBe(5);
    expect(foreign.out).toMatch(/\| memory \| problem \| .*store\\?\.not-a-database/);
    expect(foreign.out).not.toMatch(/xyzzy/i);
  });
});

describe('the report', () => {
  it.concurrent('tells where settings come from, and has neither keys nor places in it', async ({
    expect,
    onTestFinished,
  }) => {
    const message = `The key ${secret} is not known here.`;
    const { baseUrl } = await openExamination(
      { faults: () => ({ kind: 'status', status: 403, message }) },
      onTestFinished,
    );
    const address = `${baseUrl.replace('//', `//bob:${secret}1@`)}?token=${secret}2`;
    const said = await run(['doctor', '--model', 'openai:story', '--out', 'report.md'], {
      environment: { TERRARIUM_API_KEY: secret, TERRARIUM_BASE_URL: address },
    });
    expect(said.exitCode).toBe(4);
    expect(said.out).toContain(`The report is in ${join(folder.path, 'report.md')}.`);
    const report = readFileSync(join(folder.path, 'report.md'), 'utf8');
    expect(report).toMatch(/^# Terrarium doctor\n\nTerrarium \d/);
    expect(report).toContain('| apiKey | \\[secret\\] | environment (TERRARIUM\\_API\\_KEY) |');
    expect(report).toMatch(/\| baseUrl \| http:\/\/\\\[secret\\\]@127\.0\.0\.1:\d+\/v1\?\\\[secret\\\] \|/);
    expect(report).toMatch(/\| server \| problem \| .*answered 403.*\(model.unauthorised\) \|/);
    for (const text of [said.out, said.error, report]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain('bob');
    }
    expect(report).not.toContain(folder.path);
    expect(report).not.toMatch(/Salt Road|Soma/);
  });
});

describe('beside a run', () => {
  it.concurrent('leaves the server alone', async ({ expect, onTestFinished }) => {
    const other = createFolder();
    const gate = buildGate();
    const server = await openStoryServer({
      respond: async (request) => {
        await gate.wait();
        return recordPerson(request);
      },
    });
    onTestFinished(async () => {
      await server.close();
      other.remove();
    });
    other.write('story.jsonl', smallStory);
    await run(['import', 'story.jsonl'], { cwd: other.path });
    const model = ['--model', 'openai:story', '--base-url', server.baseUrl];
    const reading = startTerrarium(['annotate', 'run', ...model], { cwd: other.path });
    await gate.reached;
    const said = await run(['doctor', '--json', ...model], { cwd: other.path });
    expect(parse(said.out).findings.at(-1)).toMatchObject({ check: 'model', standing: 'unknown' });
    expect(parse(said.out).findings.at(-1)?.says).toMatch(/process \d+ is reading this world/);
    expect(server.records).toHaveLength(1);
    gate.open();
    expect((await reading).exitCode).toBe(0);
  });
});

describe('at a terminal', () => {
  it('leaves at once when the person has enough', async ({ expect, onTestFinished }) => {
    const asked = Promise.withResolvers<void>();
    const server = await openFakeServer({
      respond: () => ({}),
      models: ['story'],
      faults: () => {
        asked.resolve();
        return { kind: 'hang' };
      },
    });
    onTestFinished(() => server.close());
    const argv = ['doctor', '--model', 'openai:story', '--base-url', server.baseUrl];
    const terminal = openTerminal(argv, { cwd: folder.path });
    await asked.promise;
    await terminal.waitFor('Examining');
    terminal.press('\u0003');
    await terminal.ended;
    expect(server.records).toHaveLength(1);
    expect(terminal.readShown()).toContain('All 8 checks hold');
  });
});
