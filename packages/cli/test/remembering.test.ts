// Remembering: a talk at a terminal and through a pipe, and what a person can see of the memory after it.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { FakeFault, FakeRequest } from '@terrarium/kernel/testing/fake-wire';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { measureWidth } from '../src/screen/style.ts';
import { openTerminal } from './support/open-terminal.ts';
import { parseLines, type RunOptions, runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder } from './support/small-story.ts';

let folder: Folder;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

const tagged =
  'Hm, who is it?<feeling>curious</feeling><do>looks up</do><say>Hello, you.</say><secret>I missed you.</secret>';

async function openServer(
  reply = tagged,
  faults?: (request: FakeRequest) => FakeFault | undefined,
  contextTokens = 32_768,
) {
  const server = await openFakeServer({
    contextTokens,
    flavour: 'llama-cpp',
    respond: () => ({ text: reply }),
    models: ['story'],
    keepsBodies: true,
    ...(faults === undefined ? {} : { faults }),
  });
  onTestFinished(() => server.close());
  return server;
}

function run(argv: readonly string[], options: Partial<RunOptions> = {}) {
  return runTerrarium(['memory', ...argv], { cwd: folder.path, ...options });
}

function withModel(server: { readonly baseUrl: string }): readonly string[] {
  return ['--model', 'openai:story', '--base-url', server.baseUrl];
}

function write(name: string, lines: readonly unknown[]): string {
  return folder.write(name, lines.map((line) => JSON.stringify(line)).join('\n'));
}

const talk = [
  { role: 'user', text: 'Hello there', at: '2016-03-01T10:00:00Z' },
  {
    role: 'assistant',
    text: '<say>Hi!</say><pin>He likes <b>rye</b></pin><plan>learn to swim</plan><secret>xyzzy</secret>',
    at: '2016-03-01T10:00:05Z',
  },
];

describe('a talk at a terminal', () => {
  it('shows what is said and done while it arrives, and nothing else; the next wake knows it', async () => {
    const server = await openServer();
    const terminal = openTerminal(['memory', 'chat', ...withModel(server)], { cwd: folder.path });
    await terminal.waitFor('/quit ends the talk');
    terminal.press('Are you there?\r');
    await terminal.waitFor('Hello, you.');
    terminal.press('And now?\r/wake\r');
    await terminal.waitFor('<feeling>curious</feeling>');
    terminal.press('/quit\r');
    expect(await terminal.ended).toBe(0);
    const shown = stripVTControlCharacters(terminal.readShown());
    expect(shown).toContain('*looks up*');
    expect(shown).toContain('(a secret is not shown here)');
    expect(shown).not.toMatch(/I missed you|who is it/);
    const second = String(server.records[1]?.body);
    expect(second).toContain('I missed you');
    expect(second).toContain('User: Are you there?');
  });

  it('goes on after Ctrl-C: what was said is kept, a part of a reply is no memory and is not lost', async () => {
    const stalled = { count: 0 };
    const server = await openServer(`<say>${'word '.repeat(60)}</say>`, () => {
      stalled.count += 1;
      return stalled.count === 1 ? { kind: 'stall' } : undefined;
    });
    const terminal = openTerminal(['memory', 'chat', ...withModel(server)], { cwd: folder.path });
    await terminal.waitFor('/quit ends the talk');
    terminal.press('Tell me.\r');
    await terminal.waitFor('word word');
    terminal.press('\u0003');
    await terminal.waitFor('(Stopped.');
    terminal.press('/again\r/quit\r');
    expect(await terminal.ended).toBe(0);
    const poured = await run(['export', '--out', '-']);
    const events = parseLines(poured.out).filter((line) => line['kind'] === 'event');
    expect(events.map(({ side }) => side)).toEqual(['user', 'companion']);
    expect(readFileSync(join(folder.path, 'world/logs/memory.log'), 'utf8')).toContain('word word');
  });

  it('keeps and shows no thinking that a chat template opened, even where it tries the tags', async () => {
    const text = `I could write <say>Go away</say> here.\n</think>\n\n<say>Hello, you.</say>`;
    const server = await openFakeServer({
      models: ['story'],
      respond: () => ({ text }),
      pieceCharacters: 7,
    });
    onTestFinished(() => server.close());
    const terminal = openTerminal(['memory', 'chat', ...withModel(server)], { cwd: folder.path });
    await terminal.waitFor('/quit ends the talk');
    terminal.press('Are you there?\r');
    await terminal.waitFor('Hello, you.');
    terminal.press('And now?\r');
    await terminal.waitFor('Hello, you.', 2);
    terminal.press('/quit\r');
    expect(await terminal.ended).toBe(0);
    const shown = stripVTControlCharacters(terminal.readShown());
    // In the first reply it was clear only at `</think>` that the text before was thinking, so the screen says this
    // afterwards.
    expect(
      shown.match(/Go away\s+\(The text above was only the model thinking\.\)\s+Hello, you\./g),
    ).toHaveLength(1);
    expect(shown.match(/Go away/g)).toHaveLength(1);
    const poured = await run(['export', '--out', '-']);
    expect(poured.out).not.toContain('Go away');
  });

  it('breaks no word of a reply in a narrow window', async () => {
    const words = 'The lighthouse keeper mended the lamp again before anybody noticed, 灯台の光が消えた。 ';
    const server = await openServer(`<do>looks up from the breadboard</do><say>${words.repeat(3)}</say>`);
    const said = await run(['chat', 'Hello', ...withModel(server)], { columns: 30 });
    expect(said.exitCode).toBe(0);
    const lines = stripVTControlCharacters(said.out).split(/[\r\n]+/);
    for (const line of lines) expect(measureWidth(line)).toBeLessThanOrEqual(30);
    expect(lines).toContain('*looks up from the breadboard*');
    expect(lines).toContain('The lighthouse keeper mended');
    const shown = lines.join(' ').replace(/ +/g, ' ');
    expect(shown.split('The lighthouse keeper mended the lamp again before anybody noticed, ')).toHaveLength(
      4,
    );
  });

  it('keeps the message when the server fails, and says what to do', async () => {
    const server = await openServer('', () => ({ kind: 'status', status: 500 }));
    const said = await run(['chat', ...withModel(server)], { input: 'Hello?\n/plans\n' });
    expect(said.exitCode).toBe(4);
    expect(said.error).toMatch(/\[model\.server-error\]/);
    expect(said.error).toContain('/again asks for the reply once more');
    expect(said.out).toContain('There is no open plan');
    const wake = await run(['wake']);
    expect(wake.out).toContain('Hello?');
    const once = await run(['chat', 'Well?', ...withModel(server)]);
    expect(once.exitCode).toBe(4);
    expect(once.error.replaceAll(/\s+/gu, ' ')).toContain(
      'kept, an unfinished reply is not; “terrarium memory chat /again”',
    );
  });
});

describe('a talk through a pipe', () => {
  it('reads dates in the languages that are configured, in the time zone of the person', async () => {
    const server = await openServer('<plan>morgen um 17 Uhr Brot backen</plan>');
    const said = await run(['chat', '--json', ...withModel(server)], {
      input: 'Was nun?\n/plans\n',
      environment: { TERRARIUM_MEMORY_LANGUAGES: '["de"]', TERRARIUM_MEMORY_TIME_ZONE: 'Asia/Tokyo' },
    });
    const plans = parseLines(said.out)[1]?.['plans'] as { dueAtMs: number }[];
    expect(new Date(plans[0]?.dueAtMs ?? 0).toISOString()).toMatch(/T08:00:00/);
  });

  it('PL14, PL10: is at another moment if the person says so, and so is what is looked at', async () => {
    const server = await openServer('<say>Yes.</say><plan>swim on the 1st at 3pm</plan>');
    const environment = { TERRARIUM_MEMORY_TIME_ZONE: 'Europe/Vienna' };
    const said = await run(['chat', 'Hello', '--at', '2026-06-24 10:00', ...withModel(server)], {
      environment,
    });
    expect(said.error).toContain('In this talk it is Wednesday, 24 June 2026, 10:00 (Europe/Vienna)');
    expect(said.out).toContain('· plan 1: due Wed 1 July 15:00: swim\n');
    const again = await run(['chat', 'Well?', '--at', '2026-06-24 10:01'], { environment });
    expect(again.error).not.toContain('In this talk it is');
    const other = await run(['chat', 'Hm.', '--at', '2026-06-25 10:00'], { environment });
    expect(other.error).toContain('In this talk it is');
    const later = await run(['plans', '--now', '2026-07-03'], { environment });
    expect(later.out).toMatch(/^plan 1 · due Wed 1 July 15:00, 2 days ago · overdue$/mu);
    const wake = await run(['wake', '--at', '2026-12-24 18:00'], { environment });
    expect(wake.out).toContain('came due while you were apart: Wed 1 July 15:00');
    const why = async (...at: readonly string[]) =>
      (await run(['why', '1', ...at], { environment })).out.replaceAll(/\s+/gu, ' ');
    expect(await why('--at', '2026-06-24 10:00')).toContain('it came only after this prompt');
    expect(await why()).toContain('Item 1 is in the prompt');
    const graph = await run(['graph', '--at', '2026-06-24 12:00', '--json'], { environment });
    const moments = (parseLines(graph.out)[0]?.['momentsMs'] ?? []) as number[];
    expect(new Date(moments[0] ?? 0).toISOString()).toMatch(/^2026-06-24T10:00/u);
    const refused = await run(['plans', '--at', 'soon'], { environment });
    expect(refused.exitCode).toBe(2);
    expect(refused.error).toContain('[memory.unknown-moment]');
  });

  it('PL10: shows a plan once, also if the answer plans the same in its own words, or a later one repeats it', async () => {
    const environment = { TERRARIUM_MEMORY_TIME_ZONE: 'Europe/Vienna' };
    const own = await openServer('<say>I will.</say><plan>water the beans on Friday</plan>');
    const talk = ['chat', '--at', '2026-06-24 10:00', ...withModel(own)];
    const said = await run(talk, {
      input: 'Remind me to water the beans in the yard on Friday\nThanks.\n',
      environment,
    });
    expect(said.out.match(/plan \d+: .*\n.*/gu)).toEqual([
      'plan 2: due Fri 26 June, in place of plan 1 (“water the beans in the yard”):\n    water the beans',
    ]);
    const other = await openServer('<say>Oh.</say><plan>water the beans on Saturday</plan>');
    const moved = await run(['chat', 'Hm.', '--at', '2026-06-24 11:00', ...withModel(other)], {
      environment,
    });
    expect(moved.out).toContain('plan 3: due Sat 27 June');
    const failing = await openServer('', () => ({ kind: 'status', status: 500 }));
    const alone = await run(['chat', 'Remind me to call Tom on Monday', ...withModel(failing)], {
      environment,
    });
    expect(alone.out).toMatch(/plan 4: due .*: call Tom$/mu);
  });

  it('PL14, FP13: lists the facts of a time that a person names, as the screen shows them', async () => {
    const environment = { TERRARIUM_MEMORY_TIME_ZONE: 'Europe/Vienna' };
    for (const [at, text] of [
      ['2016-03-01 10:00', 'I live in York.'],
      ['2016-03-05 10:00', 'I live in Leeds. I love jazz.'],
    ] as const)
      await run(['chat', text, '--at', at], { environment });
    const list = async (...options: readonly string[]) =>
      (await run(['facts', '--json', ...options], { environment })).out;
    const read = async (...options: readonly string[]) =>
      ((parseLines(await list(...options))[0]?.['facts'] ?? []) as { value: string }[]).map(
        ({ value }) => value,
      );
    expect(await read()).toEqual(['jazz', 'Leeds']);
    expect(await read('--at', '2016-03-02')).toEqual(['York']);
    expect(await list('--at', '2016-03-02')).not.toMatch(/Leeds|jazz/u);
    expect(await read('--at', '2016-02-01')).toEqual([]);
  });

  it('AS21: lists facts under the name that the person told', async () => {
    await run(['chat', 'My sister Maja is allergic to nuts.']);
    expect((await run(['facts'])).out).toContain("User's sister's allergy: nuts");
    await run(['chat', 'My name is Nora.']);
    for (const argv of [['facts'], ['search', 'nuts'], ['facts', "Nora's", 'sister']])
      expect((await run(argv)).out).toContain("Nora's sister's allergy: nuts");
  });

  it('WM21: says what a message or a reply ended, what it did not find, and nothing of a secret', async () => {
    const server = await openServer(
      '<say>Well.</say><plan>done: the oil</plan><pin>drop the letter</pin><secret>drop vase</secret>',
    );
    await run(['chat', '<plan>buy lamp oil</plan><pin>the key is under the mat</pin><secret>vase</secret>']);
    const said = await run(['chat', 'Hello <pin>drop the key</pin>', ...withModel(server)]);
    const shown = said.out.replaceAll(/\s+/gu, ' ');
    expect(shown).toContain(
      '· dropped: pin 2: the key is under the mat (to bring it back: terrarium memory revive 2)',
    );
    expect(shown).toContain('· done: plan 1: buy lamp oil (to bring it back: terrarium memory revive 1)');
    expect(shown).toContain('· pin: No active pin matches these words. Nothing was changed.');
    const talk = await run(['chat'], {
      input: '<plan>feed the cat</plan>\n<plan>done feed the cat</plan>\n',
    });
    expect(talk.out).toMatch(/done: plan \d+: feed the cat \(to bring it back: \/revive \d+\)/u);
    expect(shown).not.toContain('vase');
    expect(String(server.records.at(-1)?.body)).toContain('Dropped: pin');
  });

  it('TG15: a plan with its date in an attribute is due then, and no tag is printed', async () => {
    const server = await openServer(
      'I will remember it.\n<plan due="2099-11-07T18:00">Check the cake</plan>\n<fact>Maja is allergic to nuts</fact>\n＜feeling＞glad＜/feeling＞',
    );
    const said = await run(['chat', 'My sister is allergic.', ...withModel(server)]);
    expect(said.out).toContain('I will remember it.');
    expect(said.out).not.toMatch(/[<＜]|glad/u);
    const [plans] = parseLines((await run(['plans', '--json'])).out);
    expect(plans).toMatchObject({ plans: [{ content: 'Check the cake', dueWords: '2099-11-07 18:00' }] });
  });

  it('CR5, CR6: sets messages aside and brings them back, and keeps every telling of an answer', async () => {
    const server = await openFakeServer({
      models: ['story'],
      keepsBodies: true,
      respond: () => ({
        text: `<say>Answer ${server.records.length}.</say><pin>pin ${server.records.length}</pin>`,
      }),
    });
    onTestFinished(() => server.close());
    const typed = [
      'I live in Graz.',
      '/retry',
      '/retry 1',
      '/undo',
      '/redo',
      '/edit I live in Linz.',
      '/undo',
      '/redo 2',
    ];
    const said = await run(['chat', '--json', ...withModel(server)], {
      input: `${typed.join('\n')}\n/retry 9\n/again\n`,
    });
    const lines = parseLines(said.out);
    expect(lines.map(({ deed, shown, code }) => deed ?? shown ?? code)).toEqual([
      'Answer 1.',
      'Answer 2.',
      'telling',
      'undo',
      'redo',
      'Answer 3.',
      'undo',
      'redo',
      'memory.no-such-telling',
      'Answer 4.',
    ]);
    expect(lines[6]?.['others']).toBe(2);
    expect(String(server.records.at(-1)?.body)).toContain('I live in Graz.');
    expect(String(server.records.at(-1)?.body)).not.toMatch(/Linz|Answer/u);
    const wake = await run(['wake']);
    expect(wake.out).toContain('pin 4');
    expect(wake.out).not.toMatch(/pin [123]/u);
    expect((await run(['search', 'Linz'])).out).not.toContain('I live in Linz');
    const again = await run(['chat', ...withModel(server)], {
      input: 'Tea?\n/undo\n/retry\n/redo\n/forget\n',
    });
    expect(again.out).toContain('(Answering again: I live in Graz.)');
    expect(again.out.replaceAll(/\s+/gu, ' ')).toContain('choose the former answer with /retry 1');
    expect(again.out).toContain('/forget needs what is to be forgotten.');
  });

  it('LU1, LU2, LU3: looks up in writing and by tools before it answers, and shows nothing of it', async () => {
    const replies = [
      '<thought>Which pier?</thought>\nsearch("lamp oil")\nplans()',
      {
        text: '<say>One moment.</say> I look it up. <feeling>keen</feeling>',
        calls: [{ name: 'search', arguments: '{"query": "pier"}' }],
      },
      '<say>It is by the pier.</say>',
    ];
    const server = await openFakeServer({
      models: ['story'],
      keepsBodies: true,
      respond: () => {
        const reply = replies[server.records.length - 1] ?? '<say>Hm.</say>';
        return typeof reply === 'string' ? { text: reply } : reply;
      },
    });
    onTestFinished(() => server.close());
    await run([
      'chat',
      'The lamp oil stands by the pier. <plan>buy lamp oil</plan><secret>vase of lamp oil</secret>',
    ]);
    const said = await run(['chat', 'Where is the lamp oil?', ...withModel(server)]);
    expect(said.out).toBe('One moment.\nI look it up.\nIt is by the pier.\n');
    const [, second, third] = server.records.map(({ body }) => String(body));
    expect(second).toContain('## Looked up');
    expect(second).toContain('The lamp oil stands by the pier.');
    expect(second).toContain('- no date: buy lamp oil');
    expect(second?.split('## Looked up')[1]).not.toMatch(/vase|Where is/u);
    expect(third).toContain('"role":"tool"');
    const poured = parseLines((await run(['export', '--out', '-'])).out).filter(
      ({ kind }) => kind === 'event',
    );
    expect(poured.at(-1)?.['text']).toBe(
      '<thought>Which pier?</thought>\n<say>One moment.</say>\n<say>I look it up.</say>\n<feeling>keen</feeling>\n<say>It is by the pier.</say>',
    );
  });

  it('PL15: says why there are no plans where no reply has tags', async () => {
    expect((await run(['plans', '--world', 'untagged'])).exitCode).toBe(2);
    folder.write(
      'untagged.jsonl',
      '{"role":"user","text":"Hi","at":"2016-03-01T10:00:00Z"}\n{"role":"assistant","text":"I will buy oil.","at":"2016-03-01T10:00:05Z"}\n',
    );
    await run(['import', 'untagged.jsonl', '--world', 'untagged']);
    const none = (await run(['plans', '--world', 'untagged'])).out.replaceAll(/\s+/gu, ' ');
    expect(none).toContain('There is no open plan. The only reply so far holds nothing in a tag');
    expect(none).toContain('terrarium memory maintain --propose-tags');
    await run(['chat', 'Hm.']);
    expect((await run(['plans'])).out).toBe('There is no open plan.\n');
  });

  it('FP12: shows, with no model, the sentence that says what its facts do not, and what is told to be over', async () => {
    const lines = [
      'My sister Ana is a nurse and she is getting married on 12 December.',
      'My favourite colour is green.',
      'My favourite colour is blue, not green.',
      'What is my favourite colour?',
      "When is Ana's wedding?",
      'From next week I live in York.',
      'My favourite colour is no longer blue.',
      '/correct fact 4 red',
      '/drop 5',
      '/revive 5',
      '/revive nothing',
      '/help /drop',
      '/help nothing',
      '/mind',
    ];
    const { out } = await run(['chat'], { input: `${lines.join('\n')}\n` });
    const said = out.replaceAll(/\s+/gu, ' ');
    expect(said).toContain('fact 4: favourite colour: blue (before: green)');
    expect(said.split('— said not long before — User: My sister Ana is a nurse')).toHaveLength(2);
    expect(said).not.toContain('before — User: My favourite colour is green.');
    expect(said).toMatch(/fact 5: home: York \(from \p{L}{3} \d+ \p{L}+ \d{4}\)/u);
    expect(said).toContain('fact 4: favourite colour: blue (no longer so)');
    expect(said).toContain('/drop WHAT puts an item, or a fragment such as [pier], out of mind');
    expect(said).not.toContain('/done WHAT');
    expect(said).toContain('dropped: fact 5: From next week I live in York. (to bring it back: /revive 5)');
    expect(said).toContain('fact 5 is in mind again: From next week I live in York.');
    expect(said).toContain('/revive needs the number of an item that left the mind.');
    expect(said).toContain('There is no /nothing.');
    expect(said).toContain(
      'Item 4 is not in mind any more: it was marked as no longer so. "terrarium memory revive 4" brings it back.',
    );
    expect((await run(['graph'])).out).toContain('Nothing in mind fades or comes back.');
  });

  it('LU1: ends after three rounds', async () => {
    const server = await openServer('search("pier")');
    const said = await run(['chat', 'Where is it?', ...withModel(server)]);
    expect(server.records).toHaveLength(4);
    expect(said.out).toContain('and the reply has none');
    expect(String(server.records.at(-1)?.body)).toContain('Now answer.');
  });

  it('IO11: warns before an export without secrets leaves with one that was said aloud', async () => {
    await run(['chat', 'Hm. <secret>the silver vase is broken</secret>']);
    const silent = await run(['export']);
    expect(silent.error).not.toContain('said aloud');
    await run(['chat', 'Listen: the silver vase is broken.']);
    const told = await run(['export']);
    expect(told.error.replaceAll(/\s+/gu, ' ')).toContain(
      'was said aloud in moment 2, so the export contains it.',
    );
    const shown = await run(['export', '--json']);
    expect(parseLines(shown.out)[0]?.['toldIn']).toEqual([2]);
    expect((await run(['export', '--with-secrets'])).error).not.toContain('said aloud');
  });

  it('CR6: keeps the answer that stood where a retry fails', async () => {
    const count = { asked: 0 };
    const server = await openServer('<say>Here.</say>', () => {
      count.asked += 1;
      return count.asked > 1 ? { kind: 'status', status: 400 } : undefined;
    });
    const said = await run(['chat', ...withModel(server)], {
      input: 'Hello\n/retry\n/undo\n/correct\n/merge 1\n',
    });
    expect(said.out).toContain('Set aside (the answer): Here.');
    expect(said.out.match(/\[memory\.nothing-said\]/gu)).toHaveLength(2);
  });

  it('shows all of a reply that bears no tags, once it is whole', async () => {
    const server = await openServer('Just words, no tags.');
    const said = await run(['chat', 'Hello', ...withModel(server)]);
    expect(said.out).toBe('Just words, no tags.\n');
  });

  it('says so where nothing of a reply shows', async () => {
    const server = await openServer('<pin>Anna is the sister of Kit</pin>');
    const said = await run(['chat', 'Hello', ...withModel(server)]);
    expect(said.out).toBe(
      '(The reply is kept, but not shown: only text in the tags <say>, <do> and <narrate> is shown, and the reply has none.)\n',
    );
  });

  it('shows once, keeps and wakes to what was said in a part that was never closed', async () => {
    const server = await openServer('<feeling>glad</feeling><say>I will come');
    const said = await run(['chat', 'Hello', ...withModel(server)]);
    expect(said.out).toBe('I will come\n');
    expect((await run(['wake'])).out).toContain('<say>I will come</say>\n');
  });

  it('shows a picture to the model in its own turn only, and keeps the message where it cannot', async () => {
    const server = await openServer();
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
    writeFileSync(join(folder.path, 'my cat.png'), png);
    const said = await run(['chat', '--json', ...withModel(server)], {
      input: '/image "my cat.png" look at her\n/image\n/image gone.png\nAnd now?\n',
    });
    expect(said.exitCode).toBe(0);
    expect(said.out).toContain('cli.no-image-named');
    expect(said.out).toContain('memory.image-unreadable');
    const asked = server.records.map(({ body }) => JSON.stringify(body));
    const picture = `data:image/png;base64,${png.toString('base64')}`;
    expect(asked.map((body) => body.includes(picture))).toEqual([true, false]);
    expect(asked[1]).toContain('look at her');
  });

  it('asks nothing that is longer than the window, keeps the message, and goes on', async () => {
    const server = await openServer(tagged, undefined, 9_000);
    const input = `${'lamp oil '.repeat(9_000)}\nAnd now?\n`;
    const said = await run(['chat', '--json', ...withModel(server)], { input });
    expect(said.exitCode).toBe(4);
    expect(parseLines(said.out)).toMatchObject([
      { kind: 'error', code: 'memory.turn-too-long' },
      { turn: 2, shown: '*looks up*\nHello, you.' },
    ]);
    expect(server.records).toHaveLength(1);
    const less = await run(['chat', 'x '.repeat(900), '--context-budget', '1024', ...withModel(server)]);
    expect(less.error).toContain('at most 1,024 are possible.');
  });

  it('holds a secret inside of a feeling as a secret', async () => {
    const server = await openServer('<say>Hi.</say><feeling>glad <secret>xyzzy</secret></feeling>');
    await run(['chat', 'Hello', ...withModel(server)]);
    const looks = [['wake'], ['recap'], ['graph'], ['export', '--out', '-']];
    const all = await Promise.all(looks.map((argv) => run(argv)));
    for (const { out } of all) {
      expect(out).toContain('glad');
      expect(out).not.toContain('xyzzy');
    }
    expect((await run(['wake', '--with-secrets'])).out).toContain('xyzzy');
  });
});

describe('an embedding server', () => {
  const address = (baseUrl: string) => ({
    TERRARIUM_MEMORY_EMBEDDER_BASE_URL: baseUrl,
    TERRARIUM_MEMORY_EMBEDDER_MODEL: 'story',
  });

  it('gives what was said its vectors during a talk, and a talk goes on without one that fails', async () => {
    const server = await openServer();
    const environment = address(server.baseUrl);
    await run(['import', write('talk.jsonl', talk)]);
    const said = await run(['chat', '--json'], { input: 'Hello\n/search hello\n', environment });
    expect(said.exitCode).toBe(0);
    expect(said.error).toBe('');
    expect(parseLines(said.out)[1]).toHaveProperty(['moments', 0, 'excerpt'], 'Hello');
    await server.close();
    const without = await run(['wake'], { environment });
    expect(without.exitCode).toBe(0);
    expect(without.error).toContain('Searches go by words only, not by meaning.');
  });
});

describe('a world that cannot be looked at', () => {
  it('is no fault of ours', async () => {
    const said = await run(['wake', '--world', 'w'.repeat(5_000)]);
    expect(said.exitCode).toBe(5);
    expect(said.error).toContain('[world.unreadable]');
  });
});

describe('what one may see', () => {
  it('is drawn within 40 columns and without colours', async () => {
    await run(['import', write('talk.jsonl', talk)]);
    const said = await run(['graph'], { columns: 40, environment: { NO_COLOR: '1' } });
    expect(said.exitCode).toBe(0);
    const shown = said.out;
    expect(shown).not.toContain('\u001b[');
    const lines = shown.split(/\r?\n/);
    expect(lines.filter((line) => [...line].length > 40)).toEqual([]);
    expect(lines.filter((line) => /^ {2}[·▁▂▃▄▅▆▇█]{30,}$/.test(line))).toHaveLength(2);
    expect(shown).toMatch(/plan \d+ learn to swim +1\.00/);
  });

  it('asks a server for embeddings only where something is looked for', async () => {
    await run(['import', write('talk.jsonl', talk)]);
    const embedder = { baseUrl: 'http://127.0.0.1:9/v1', model: 'none' };
    folder.write('world/terrarium.yaml', JSON.stringify({ memory: { embedder } }));
    for (const look of [['plans'], ['recap'], ['audit'], ['recall', 'pier']])
      expect((await run(look)).error, look[0]).toBe('');
    expect((await run(['search', 'rye'])).error).toContain('that you have not accepted, so it is not asked');
    const asked = await run(['search', 'rye', '--trust-world']);
    expect(asked.error).toMatch(
      /^Asking none at http:\/\/127\.0\.0\.1:9 for embeddings\.\n[\s\S]*go by words only, not by meaning/,
    );
  });
});
