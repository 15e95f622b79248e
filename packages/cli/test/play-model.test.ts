// Playing with a model: what is sent to it, what is shown of its replies, and what happens if the server fails.

import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { FakeFault, FakeReply, FakeRequest } from '@terrarium/kernel/testing/fake-wire';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPlayTerminal, readPlain } from './support/play-terminal.ts';
import { parseLines, type RunOptions, runTerrarium, startTerrarium } from './support/run-terrarium.ts';
import { buildGate, createFolder, type Folder } from './support/small-story.ts';

let folder: Folder;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

interface Serving {
  readonly respond?: (request: FakeRequest) => FakeReply | Promise<FakeReply>;
  readonly faults?: (request: FakeRequest) => FakeFault | undefined;
}

async function openTeller({ respond = tell, faults }: Serving = {}) {
  const server = await openFakeServer({
    flavour: 'llama-cpp',
    models: ['story'],
    contextTokens: 32_768,
    keepsBodies: true,
    respond,
    ...(faults === undefined ? {} : { faults }),
  });
  onTestFinished(() => server.close());
  return { ...server, flags: ['--model', 'openai:story', '--base-url', server.baseUrl] };
}

function tell({ number }: FakeRequest): FakeReply {
  const after = `<after>\nsummary: it was told\ntags: door\nimportance: 0.4\n- Knock\n- Listen\n- Walk away\n</after>`;
  return { text: `The oak door, for the ${number}th time, stays as it is.\n\n\n\n\nRain.\n\n${after}` };
}

/** Replies first with calls for a roll and a wound, then with the narrative. */
function rollAndTell(request: FakeRequest): FakeReply {
  if (request.body.messages.at(-1)?.role === 'tool' || request.body.tool_choice === 'none')
    return tell(request);
  return {
    calls: [
      { name: 'roll', arguments: { formula: '2d6+1', reason: 'to hold on', versus: 8 } },
      { name: 'adjust', arguments: { path: 'resources.vigour.current', delta: -20 } },
    ],
  };
}

function run(argv: readonly string[], options: Partial<RunOptions> = {}) {
  return runTerrarium(['play', ...argv], { cwd: folder.path, ...options });
}

describe('a turn told by a model', () => {
  it('TU14: is kept and shown without the thinking that its chat template opened, from the second turn on without a flash of it', async () => {
    const thinking = 'The wood of that door, so one may think of oak, or of elm. '.repeat(9);
    const respond = (request: FakeRequest) => ({ text: `${thinking}\n</think>\n\n${tell(request).text}` });
    const server = await openTeller({ respond });
    const said = await run(['--json', '--fast', ...server.flags], { input: 'I knock.\nI knock again.\n' });
    expect(said.exitCode, said.error).toBe(0);
    const events = parseLines(said.out);
    const kinds = events.map(({ kind }) => kind);
    const second = kinds.lastIndexOf('turn-started');
    expect(kinds.slice(0, second)).toContain('narrative-restarted');
    expect(kinds.slice(second)).not.toContain('narrative-restarted');
    const told = events.slice(second).filter(({ kind }) => kind === 'narrative-delta');
    expect(told.map(({ text }) => text).join('')).toMatch(/^The oak door/);
    const committed = events.filter(({ kind }) => kind === 'turn-committed');
    expect(committed).toHaveLength(2);
    for (const { narrative } of committed) expect(narrative).toMatch(/^The oak door/);
    expect(String(server.records.at(-1)?.body)).not.toContain('may think of oak');
  });

  it('TU44: is asked on where a reply came to the limit of its length, and says where it was cut off again', async () => {
    const texts = [
      'The oak door gi',
      'The oak door gives way. Behind it',
      'and Hob is',
      'and Hob is not the',
    ];
    const server = await openTeller({
      respond: ({ number }) => ({ text: texts[number - 1] ?? '', finish: number === 2 ? 'stop' : 'length' }),
    });
    const flags = ['--max-output-tokens', '300', ...server.flags];
    const said = await run(flags, { input: 'I knock.\nI knock again.\n' });
    expect(said.exitCode, said.error).toBe(0);
    const shown = said.out.replaceAll(/\s+/gu, ' ');
    expect(shown).toContain(' The oak door gives way. Behind it ');
    expect(shown).toContain(
      "and Hob is not the […] The server cut the narrator's reply off: at its limit of 300 tokens",
    );
    expect(shown).toContain('/continue tells the rest');
  });

  it('TU46, TU47: sums up what a model did not, by the record, and nothing that was rolled beside the story', async () => {
    const server = await openTeller({
      respond: ({ number }) => ({
        text: `Somebody would die for less. ${`Rain falls, ${number}. `.repeat(80)}`,
      }),
    });
    const said = ['/roll 2d6', '/ask likely Is it day?', '/give 2 rope', ...Array(9).fill('I wait.')];
    const flags = ['--context-budget', '4500', '--fast', ...server.flags];
    const played = await run(flags, { input: `${said.join('\n')}\n` });
    expect(played.exitCode, played.error).toBe(0);
    const sent = String(server.records.at(-1)?.body).replaceAll('\\n', '\n');
    const told = /<story_so_far>\nTurns[^<]*/u.exec(sent)?.[0] ?? '';
    expect(told).toMatch(/Turns 0 to \d+: Got 2 rope\. “I wait.”: Rain falls, 1\./);
    expect(told).not.toMatch(/2d6|Is it day|would die/);
  });

  it('names whoever the turn has just made, where the player is now and which check it was', async () => {
    const make = [
      { name: 'npc_create', arguments: { name: 'Ethex of the Watchers', type: 'creature' } },
      { name: 'adjust', arguments: { target: 'Ethex of the Watchers', path: 'vigour.current', delta: -1 } },
      { name: 'mode_set', arguments: { mode: 'combat', opponents: ['Ethex of the Watchers'] } },
      { name: 'roll', arguments: { check: 'luck', reason: 'to stand firm' } },
      { name: 'mode_set', arguments: { mode: 'exploration' } },
      { name: 'move', arguments: { destination: 'Blue Kettle' } },
    ];
    const server = await openTeller({
      respond: (request) => (request.body.messages.at(-1)?.role === 'tool' ? tell(request) : { calls: make }),
    });
    const said = await run(server.flags, { input: 'I stand.\n' });
    expect(said.exitCode, said.error).toBe(0);
    expect(said.out).toContain('• new creature: Ethex of the Watchers');
    // A player is not shown the numbers of others.
    expect(said.out).not.toContain('Vigour');
    expect(said.out).not.toContain('ethex-of');
    expect(said.out).toMatch(/A fight begins\.[\s\S]*The fight is over\.[\s\S]*→ Blue Kettle/);
    expect(said.out).toMatch(/⚄ Luck\S* ·/u);
    expect(said.out).not.toContain('to stand firm');
  });

  it('TU60: offers a check once, where rules have marked a few tellings', async () => {
    const slips = ['You lose 3 Vigour. It is dark.', 'You lose 5 Vigour. It rains.', 'You lose 4 Vigour.'];
    const server = await openTeller({
      respond: ({ number }) => ({ text: slips[(number - 1) % slips.length] ?? '' }),
    });
    const input = 'I knock.\nI wait.\nI sit.\nI stand.\n';
    const said = await run(['--fast', ...server.flags], { input });
    expect(said.exitCode, said.error).toBe(0);
    expect(said.out.match(/\/check\s+mark\s+asks/gu)).toHaveLength(1);
    const checked = await run(['--fast', ...server.flags], { input: `/check mark\n${input}` });
    expect(checked.out).not.toMatch(/\/check\s+mark\s+asks/u);
  });

  it('TU71, TU72: keeps off the screen what the narrator thinks aloud and why it rolls, and shows it where it is asked for', async () => {
    const thought = 'Okay, the player wants the door. No roll is needed, so I keep the sealed paper secret.';
    const kept = 'Hob swore to tell nobody of the tower';
    const calls = [
      { name: 'notebook', arguments: { of: 'Hob Tanner', kind: 'hides', text: `${kept}.` } },
      { name: 'roll', arguments: { formula: '2d6', versus: 8, reason: 'swore to tell nobody' } },
      { name: 'roll', arguments: { formula: '2d6', versus: 8, reason: 'to win his trust' } },
    ];
    const server = await openTeller({
      respond: (request) =>
        request.body.messages.at(-1)?.role === 'tool'
          ? { text: `${thought}\n\n${tell(request).text}` }
          : { calls },
    });
    const input = 'I knock.\n/log\n/recap\n/why\n';
    const played = await run(server.flags, { input });
    expect(played.exitCode, played.error).toBe(0);
    expect(played.out).not.toMatch(/player wants|sealed paper|swore/u);
    const [shown = '', why = ''] = played.out.split('Turn 1: I knock.');
    expect(shown).not.toContain('to win his trust');
    expect(why).toContain('to win his trust');
    expect(why).toMatch(/17 words were set aside\.\s+\/why\s+1\s+aloud\s+shows them/u);
    const asked = await run(['--json', ...server.flags], { input: '/why\n/why aloud\n' });
    const [first, second] = parseLines(asked.out);
    expect(JSON.stringify(first)).not.toMatch(/sealed|swore/u);
    expect(first?.['aloudWords']).toBe(17);
    expect(second?.['aloud']).toEqual([thought]);
    await run(server.flags, { input: 'I knock again.\n' });
    expect(String(server.records.at(-2)?.body)).toContain('I knock again.');
    expect(String(server.records.at(-2)?.body)).not.toContain('sealed paper');
  });

  it('tells a turn again with what was said of it outside the story, and leaves what was suggested before that', async () => {
    const server = await openTeller({
      respond: (request) =>
        String(JSON.stringify(request.body.messages.at(-1))).includes('<out_of_character>')
          ? { text: 'It was only a figure.' }
          : tell(request),
    });
    const lines = [
      'I fish.',
      '/ooc No harm to the pike, please.',
      '/choices',
      '/roll 2d6',
      '/retry gently',
      '/log 5',
    ];
    const said = await run(['--fast', ...server.flags], { input: `${lines.join('\n')}\n` });
    expect(said.exitCode, said.error).toBe(0);
    expect(said.out).toMatch(/only a figure\.[\s\S]*1 {2}Knock[\s\S]*for the 3th time/);
    expect(String(server.records.at(-1)?.body)).toContain(
      'For this telling: the player said: No harm to the pike, please.; gently',
    );
    expect(said.out).toMatch(/▸ +1 {2}I fish\. · The oak door, for the 3th/);
  });

  it('shows dice with faces, what changed and why, and sends whatever was wished for', async () => {
    const server = await openTeller({ respond: rollAndTell });
    const wishes = [
      '/style terse',
      '/length 60-90',
      '/note the fog is alive',
      'open the door',
      '/retry',
      '/retry 1',
    ];
    const flags = [...server.flags, '--model-option', 'min_p=0.05', '--temperature', '0.7'];
    const said = await run(flags, { input: wishes.map((line) => `${line}\n`).join('') });
    expect([said.exitCode, said.error]).toEqual([0, '']);
    // The server is announced before the first request, and not before commands that send no request.
    expect(said.out).toMatch(/^It applies .*\nAsking openai:story at http:\/\/127\.0\.0\.1:\d+\.\n/s);
    expect(said.out).toMatch(/⚄ 2d6\+1: \[\d, \d\] \+ 1 = \d+ against 8: (?:success|failure)/i);
    expect(said.out).toMatch(/• Vigour 8\/8 → 0\/8/);
    expect(said.out).toMatch(/stays as it is\.\n\nRain\.\n\n {2}1 {2}Knock/);
    expect(said.out).toContain('Version 1 of 2.');
    const first = String(server.records[0]?.body);
    expect(JSON.parse(first)).toMatchObject({ min_p: 0.05, temperature: 0.7 });
    for (const wish of ['terse', '60', '90', 'the fog is alive']) expect(first).toContain(wish);
    const why = await run(['/why']);
    expect(why.out).toMatch(/ {2}roll 2d6\+1 against 8 for “to hold on”\n {2}⚄ to hold on/s);
    expect(why.out).not.toContain('{');
  });

  it('MV18: leaves out of /why what was refused and then mended, and says of the rest that it was not done', async () => {
    const calls = (...wanted: readonly Readonly<Record<string, unknown>>[]) => ({
      calls: wanted.map((given) => ({ name: 'item_add', arguments: given })),
    });
    const respond = (request: FakeRequest) => {
      if (request.body.tool_choice === 'none' || request.number > 2) return tell(request);
      return request.number === 1
        ? calls({ name: 'Brass lamp', details: { shine: 3 } }, { name: 'Bell', target: 'nobody' })
        : calls({ name: 'Brass lamp' });
    };
    const server = await openTeller({ respond });
    const { out } = await run(server.flags, { input: 'I look for light.\n/why\n' });
    const why = out.slice(out.indexOf('Turn 1:'));
    expect(why.match(/ {2}add Brass lamp.*/gu)).toEqual(['  add Brass lamp']);
    expect(why).toMatch(/ {2}add Bell to nobody: not done\n/u);
  });

  it('takes one request with --fast, and speaks out of character where it is asked to', async () => {
    const server = await openTeller();
    const said = await run([...server.flags, '--fast'], { input: 'knock\n/ooc how does harm work?\n' });
    expect(said.exitCode).toBe(0);
    expect(server.records).toHaveLength(2);
    expect(String(server.records[1]?.body)).toContain('how does harm work?');
  });

  it('lets nothing that is streamed reach the terminal but words', async () => {
    const evil = 'The \u001b]0;owned\u0007\u001b[2J\u009b31mdoor \u202eopens. 灯台の光が消えた。';
    const server = await openTeller({ respond: () => ({ text: `${evil}${'x'.repeat(200)}` }) });
    const terminal = openPlayTerminal(['play', ...server.flags], { cwd: folder.path, columns: 40 });
    await terminal.opening;
    const told = await terminal.say('open the door');
    expect(told.replaceAll('\n', '')).toContain('door opens. 灯台の光が消えた。');
    terminal.press('/quit\r');
    expect(await terminal.ended).toBe(0);
    for (const sequence of ['\u001b]', '\u001b[2J', '\u009b', '\u202e'])
      expect(terminal.readShown()).not.toContain(sequence);
  });
});

describe('a turn that is cut off', () => {
  it('by a server that fails is kept: it stands in the way until it is gone on with or dropped', async () => {
    const broken = await openTeller({ faults: () => ({ kind: 'status', status: 500, message: 'boom' }) });
    const failed = await run([...broken.flags, 'open the door']);
    expect(failed.exitCode).toBe(4);
    expect(failed.out).toMatch(/answered 500: boom.*\(\/resume, \/drop\)/s);
    const other = await run(['sing']);
    expect([other.exitCode, other.error]).toEqual([
      2,
      expect.stringMatching(
        /A turn was cut off: “open the door”\.\n.*\/resume continues it, \/drop gives it up/,
      ),
    ]);
    const well = await openTeller();
    const resumed = await run([...well.flags, '/resume']);
    expect([resumed.exitCode, resumed.out]).toEqual([0, expect.stringContaining('stays as it is')]);
    const strange = await openTeller({ faults: () => ({ kind: 'garbage' }) });
    const said = await run(strange.flags, { input: 'hello\n/drop\n/log\n' });
    expect([said.exitCode, said.out]).toEqual([4, expect.stringContaining('Dropped: hello')]);
    expect(said.out).toContain('–  hello · dropped before it was answered');
  });

  it('by Ctrl-C leaves the game where it was, and the talk goes on', async () => {
    const server = await openTeller({
      faults: ({ number }) => (number === 1 ? { kind: 'stall' } : undefined),
    });
    const terminal = openPlayTerminal(['play', ...server.flags], { cwd: folder.path });
    await terminal.opening;
    terminal.press('open the door\r');
    await terminal.waitFor('for the 1th');
    terminal.press('\u0003');
    await terminal.waitFor('The turn was stopped');
    // The input ends before the turn has been told.
    terminal.press('knock\r\u0004');
    expect(await terminal.ended).toBe(0);
    expect(terminal.readShown()).toContain('for the 2th');
    expect(readPlain(terminal.readShown())).toContain('Turn 1 is kept.');
  });

  it('by a kill is offered when the game is opened again, and gone on with', async () => {
    const stalled = await openTeller({ faults: () => ({ kind: 'stall' }) });
    const killed = await killWhileTold(stalled.flags, 'open the gate');
    expect(killed.exitCode).toBeNull();
    const server = await openTeller();
    const terminal = openPlayTerminal(['play', ...server.flags], { cwd: folder.path });
    expect(await terminal.opening).toContain('A turn was cut off: “open the gate”. /resume continues it');
    expect(await terminal.say('sing')).toContain('A turn was cut off: “open the gate”.');
    expect(await terminal.say('/resume')).toContain('stays as it is.');
    expect(await terminal.say('/log')).toContain('1  open the gate');
    terminal.press('/quit\r');
    expect(await terminal.ended).toBe(0);
  });

  it('is nobody else’s to begin: two processes never play one game at once', async () => {
    const gate = buildGate();
    const server = await openTeller({
      respond: async (request) => {
        await gate.wait();
        return tell(request);
      },
    });
    const first = startTerrarium(['play', ...server.flags, 'open the door'], { cwd: folder.path });
    await gate.reached;
    const second = await run(['sing']);
    expect([second.exitCode, second.error]).toEqual([2, expect.stringContaining('[session.turn-open]')]);
    expect((await run(['/undo'])).exitCode).toBe(2);
    gate.open();
    expect(await first).toMatchObject({ exitCode: 0, out: expect.stringContaining('stays as it is') });
  });
});

function killWhileTold(flags: readonly string[], words: string) {
  let kill: (signal: NodeJS.Signals) => void = () => undefined;
  return run([...flags, words], {
    onStart: (given) => {
      kill = given;
    },
    onOut: (out) => {
      if (out.includes('The oak door')) kill('SIGKILL');
    },
  });
}
