// Tests session zero at a terminal and by flags: resuming at every step, and using cards, lorebooks and rules from a book.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPlayTerminal, readPlain } from './support/play-terminal.ts';
import { parseLines, type RunOptions, runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

function run(argv: readonly string[], options: Partial<RunOptions> = {}) {
  return runTerrarium(['play', ...argv], { cwd: folder.path, ...options });
}

describe('session zero at a terminal', () => {
  it('keeps each answer, is left anywhere and gone on with, and makes whom one wants within the rules', async () => {
    const first = openPlayTerminal(['play', 'new'], { cwd: folder.path, columns: 70 });
    expect(await first.opening).toMatch(/four steps.*Which rules\?.* {2}1 {2}Lamplight · A two-page game/s);
    expect(await first.say('9')).toContain('Type a number from 1 to 7.');
    expect(await first.say('7')).toContain('Which file has the rules?');
    expect(await first.say('nowhere.json')).toMatch(
      /There is no system "nowhere\.json".*Which file has the rules/s,
    );
    expect(await first.say('starter')).toContain('What do you want from this game?');
    first.press('\u0003');
    expect(await first.ended).toBe(130);
    expect(readPlain(first.readShown())).toMatch(
      /You left at this step: wish\..*"terrarium\s+play new\s+--session world"/s,
    );

    const refused = await run(['look around']);
    expect([refused.exitCode, refused.error]).toEqual([2, expect.stringContaining('[play.not-settled]')]);
    expect((await run(['list'])).out).toContain('world · not fully set up yet');

    const second = openPlayTerminal(['play', 'new'], { cwd: folder.path, columns: 70 });
    expect(await second.opening).toMatch(/Chosen already:\n {2}rules: starter/);
    expect(await second.say('fog, and no spiders')).toContain('In which world?');
    expect(await second.say('the-winter-toll')).toContain('Who are you?');
    expect(await second.say('Somebody of my own')).toContain('What is your name? (The Stranger)');
    await second.say('Ysolde');
    expect(await second.say('A ferrywoman without a river.')).toMatch(
      /Share 3 points.*! Brawn, grace, wits and heart must add up to 3\..*brawn=1 grace=2/s,
    );
    expect(await second.say('nonsense')).toContain('does not have the form path=value');
    expect(await second.say('wits=7')).toContain('wits');
    expect(await second.say('wits=2, calling=Ferrywoman')).toContain('Calling Ferrywoman');
    second.press('\u0003');
    expect(await second.ended).toBe(130);
    // Somebody who stops while editing can go on later with the unfinished sheet.
    const third = openPlayTerminal(['play', 'new'], { cwd: folder.path, columns: 70 });
    expect(await third.opening).toMatch(/Name Ysolde · Calling Ferrywoman.*Wits 2/s);
    expect(await third.say('grace=1')).toMatch(/begins, even if\s+something\s+is\s+still\s+empty\./);
    expect(await third.say('drive=Find the river')).toContain('Drive Find the river');
    // A person is told what they may type without the words of a model's tools, and may use the singular of a
    // list's label.
    expect(await third.say('?wit')).toMatch(/Wits · wits=… \(-1 to 3\)/);
    const all = (await third.say('?')).replaceAll(/\s+/gu, ' ');
    expect(all).toMatch(
      /Talents · talents=… \(names in your own words, with commas between; for example Shield arm, /,
    );
    expect(all).not.toMatch(/item_add|condition_add|adjust|\.max\b/);
    expect(await third.say('talent=Keen nose')).toMatch(/Talents Keen nose/);
    const begun = await third.say('');
    expect(begun.replaceAll(/\s+/g, ' ')).toContain(
      'world is ready. Continue it at any time with "terrarium play --session world".',
    );
    expect(begun).toMatch(/> $/);
    third.press('\u0004');
    expect(await third.ended).toBe(0);
    const sheet = await run(['/sheet']);
    expect(sheet.out).toMatch(/^Ysolde\n.*Calling +Ferrywoman.*Grace +1\nWits +2/s);
    const again = await run(['new', '--session', 'world']);
    expect([again.exitCode, again.error]).toEqual([2, expect.stringContaining('[play.game-exists]')]);
  });
});

describe('session zero whose input ends', () => {
  it('SZ12: leaves no half game, and keeps what options said', async () => {
    const ended = await run(['new'], { input: 'starter\nfog\n' });
    expect([ended.exitCode, ended.out]).toEqual([
      130,
      expect.stringMatching(/The input ended before the world was chosen, so no game has begun/),
    ]);
    expect((await run(['list'])).out).not.toContain('not settled');
    const first = await run(['look around']);
    expect([first.exitCode, first.error]).toEqual([0, '']);
    await run(['new', '--session', 'other', '--system', 'starter'], { input: 'fog\n' });
    const second = await run(['new', '--session', 'other', '--concept', 'salt'], { input: '1\n' });
    expect(second.out).toMatch(/The input ended before\s+the character was chosen/);
    expect((await run(['list'])).out).toContain('other · not fully set up yet');
  });
});

describe('session zero by flags', () => {
  const settled = ['new', '--system', 'starter', '--concept', '', '--scenario', 'the-winter-toll'];

  it('takes people out of cards and lore out of lorebooks, and says which file is none', async () => {
    folder.write('soma.json', JSON.stringify(buildCard('Soma', 'chara_card_v2')));
    writeFileSync(join(folder.path, 'quillon.png'), buildPicture(buildCard('Quillon', 'chara_card_v3')));
    writeFileSync(join(folder.path, 'empty.png'), buildPicture(undefined));
    const entry = {
      uid: 0,
      key: ['salt'],
      keysecondary: [],
      content: 'Salt is money in Vell.',
      disable: false,
    };
    folder.write('vell.json', JSON.stringify({ entries: { '0': entry } }));
    const files = ['--card', 'soma.json', '--card', 'quillon.png', '--lorebook', 'vell.json'];
    const begun = await run([...settled, '--character', 'warden', '--json', ...files, '--seed', 'salt']);
    expect(parseLines(begun.out)).toMatchObject([
      { session: { name: 'world', seed: 'salt', systemId: 'starter' } },
    ]);
    const played = await run([], { input: '/people\nask Soma about salt\n/why\n' });
    expect(played.out).toMatch(/Quillon · Last Lantern · Quillon keeps the gate/);
    expect(played.out).toMatch(
      /What the narrator was reminded of:.*Salt is money in Vell\..*; (?:words|scene): /s,
    );
    const none = await run([...settled, '--card', 'empty.png', '--session', 'other']);
    expect([none.exitCode, none.error]).toEqual([
      2,
      expect.stringMatching(/empty\.png: The picture contains no card/),
    ]);
    const cardless = await run([...settled, '--greeting', '2', '--session', 'other']);
    expect([cardless.exitCode, cardless.error]).toEqual([2, expect.stringContaining('card.no-greeting')]);
    const wrong = await run([...settled, '--character', 'nobody', '--session', 'other']);
    expect([wrong.exitCode, wrong.error]).toEqual([
      2,
      expect.stringContaining('There are: warden (Hild Amber),'),
    ]);
    const ended = await run([...settled, '--session', 'other', '--json'], { input: '' });
    expect([ended.exitCode, parseLines(ended.out)]).toEqual([
      130,
      [{ left: { name: 'other', step: 'character' } }],
    ]);
  });

  it('SZ8: begins with a card alone in a scene of its own, for a model too', async () => {
    folder.write('soma.json', JSON.stringify(buildCard('Soma', 'chara_card_v2')));
    const said = ['--system', 'starter', '--concept', '', '--character', 'warden', '--card', 'soma.json'];
    expect((await run(['new', ...said, '--seed', 'fog'])).exitCode).toBe(0);
    const played = await run([], { input: '/people\n/map\nlook around\n' });
    expect(played.out).toMatch(
      /Soma · Meeting Place · Soma keeps the gate.*▸ Meeting Place\n.*turn 0\n.*Soma/s,
    );
    const server = await openFakeServer({
      models: ['story'],
      keepsBodies: true,
      respond: () => ({ text: 'Fog comes up.' }),
    });
    onTestFinished(() => server.close());
    await run(['--model', 'openai:story', '--base-url', server.baseUrl, 'I wait.']);
    const sent = String(server.records.find(({ body }) => String(body).includes('I wait.'))?.body);
    expect(sent).toContain('Who comes, Hild Amber?');
    for (const { out } of [played, { out: sent }]) expect(out).not.toMatch(/Pewter Rows|Last Lantern|street/);
    // Which first message was chosen is kept with the card when session zero is broken off.
    folder.write('two.json', JSON.stringify(buildCard('Soma', 'chara_card_v2', ['What now, {{user}}?'])));
    const chosen = ['--concept', '', '--character', 'warden', '--card', 'two.json', '--greeting', '2'];
    const left = await run(['new', ...chosen, '--session', 'second'], { input: '' });
    expect(left.exitCode).toBe(130);
    const resumed = await run(['new', '--system', 'starter', '--session', 'second']);
    expect(resumed.out).toContain('What now, Hild Amber?');
  });

  it('keeps what was said of steps that were not reached, and settles anew what is said again', async () => {
    folder.write('soma.json', JSON.stringify(buildCard('Soma', 'chara_card_v2')));
    const said = ['--scenario', 'the-winter-toll', '--card', 'soma.json', '--character', 'warden'];
    const left = await run(['new', '--concept', '', ...said], { input: '' });
    expect(left.exitCode).toBe(130);
    const wrong = await run(['new', '--system', 'starter', '--scenario', 'nowhere', '--json']);
    const ids = 'the-unkept-lamp, the-winter-toll, glossary, drawn, generated, card';
    expect(wrong.error + wrong.out).toContain('scenario.unknown');
    // An unknown scenario is refused before anything is asked.
    expect((wrong.error + wrong.out).replaceAll(/\s+/gu, ' ')).toContain(`Choose one of: ${ids}.`);
    const begun = await run(['new', '--scenario', 'the-unkept-lamp', '--json']);
    expect(parseLines(begun.out)).toMatchObject([{ session: { systemId: 'starter' } }]);
    const people = await run([], { input: '/people\n/sheet\n' });
    expect(people.out).toMatch(/Soma · Pewter Rows.*Hild Amber/s);
  });

  it('builds a world out of the glossary of a story, which knows nothing later', async () => {
    folder.write('story.jsonl', smallStory);
    await runTerrarium(['import', 'story.jsonl', '--title', 'The Salt Road'], { cwd: folder.path });
    await runTerrarium(['annotate', 'run'], { cwd: folder.path });
    const here = [
      'new',
      '--system',
      'starter',
      '--concept',
      '',
      '--scenario',
      'glossary',
      '--character',
      'warden',
    ];
    const begun = await run([...here, '--as-of', 'thread 2']);
    expect([begun.exitCode, begun.error]).toEqual([0, '']);
    const played = await run([], { input: 'look around\n/people\n/map\nask about Vell\n/why\n' });
    expect(played.out).toMatch(/Soma|Quillon/);
    expect(played.out).not.toContain('Ondine');
    const midway = await run([...here, '--session', 'midway', '--as-of', 'after post:2']);
    expect(midway.out).toContain('The world of The Salt Road, up to a place in “Two”.');
    // A name is as good as an id. For a wrong one, the error lists who is there, people of the story included.
    const named = (name: string, session: string) =>
      run([...here.slice(0, -1), name, '--session', session], { input: '' });
    expect((await named('hild-amber', 'amber')).exitCode).toBe(0);
    expect((await named('nobody', 'none')).error.replaceAll(/\s+/gu, ' ')).toMatch(
      / warden \(Hild Amber\), .*Soma/,
    );
    const someone = await named('soma', 'played');
    expect([someone.exitCode, someone.out.match(/Soma[^.]* (?:is|are) here\./u)]).toEqual([0, null]);
    const nowhere = await run([...here, '--session', 'other', '--as-of', 'thread 99']);
    expect([nowhere.exitCode, nowhere.error]).toEqual([2, expect.stringContaining('[as-of.unknown-place]')]);
  });
});

describe('the sheet in session zero', () => {
  const own = [
    'new',
    '--system',
    'starter',
    '--concept',
    '',
    '--scenario',
    'the-unkept-lamp',
    '--set',
    'attributes.wits=1',
  ];

  it('SZ11: is explained to a program too, all of it or what has a word', async () => {
    const lines = ['Somebody of my own', 'Odo', 'A founder.', '? brawn', '?', 'attributes.brawn=2', ''];
    const said = await run([...own, '--json'], { input: `${lines.join('\n')}\n` });
    const [brawn, all, started] = parseLines(said.out);
    expect(brawn?.['values']).toEqual([
      {
        path: 'attributes.brawn',
        label: 'Brawn',
        category: 'attributes',
        manner: expect.any(String),
        hint: expect.any(String),
      },
    ]);
    expect(all?.['values']).toContainEqual(expect.objectContaining({ path: 'inventory.gear' }));
    expect(started).toHaveProperty('session');
  });

  it('SZ5: says once what was refused, and begins without it where nothing is added', async () => {
    const lines = ['Somebody of my own', 'Odo', 'A founder.', 'attributes.brawn=2', 'attributes.luck=9', ''];
    const said = await run(own, { input: `${lines.join('\n')}\n` });
    expect([said.exitCode, said.error]).toEqual([0, '']);
    expect(said.out.match(/attributes\.luck:/gu)).toHaveLength(1);
    expect(said.out).toContain('is ready');
  });

  it('SZ5: leaves the value that stood there in the place of one that is refused', async () => {
    const lines = ['Somebody of my own', 'Odo', 'A founder.', 'attributes.brawn=2', 'attributes.brawn=9', ''];
    const said = await run(own, { input: `${lines.join('\n')}\n` });
    expect([said.exitCode, said.error]).toEqual([0, '']);
    const [, refused = ''] = said.out.split('Set one value or several').slice(1);
    expect(refused).toMatch(/9 is not possible/);
    expect(refused).toMatch(/Brawn 2\b/);
  });
});

describe('session zero with a model', () => {
  const orchard = (title: string) => ({
    title,
    about: 'An orchard that rings.',
    start: { at: 'Gatehouse' },
    opening: ['You stand before a gate that hums.'],
    places: [
      { name: 'Gatehouse', about: 'A gate of green glass. Its key is under the stone.' },
      { name: 'Orchard', about: 'Trees that ring.' },
      { name: 'Crypt', about: 'Bones of glass.' },
    ],
    ways: [
      { from: 'Gatehouse', to: 'Orchard', name: 'the glass gate' },
      { from: 'Orchard', to: 'Crypt', hidden: true },
    ],
    people: [{ name: 'Ilse', about: 'The keeper, who cut the ringing tree.', at: 'Gatehouse' }],
  });
  const odo = (set: object) => ({ name: 'Odo Fell', about: 'A bell founder who went deaf.', set });

  it('SZ9, SZ10: shows the world that was made and the sheet that was proposed, and both are changed by a word', async () => {
    const replies = [
      orchard('The Glass Orchard'),
      orchard('The Winter Orchard'),
      odo({ 'attributes.brawn': 3, 'attributes.wits': 3 }),
      odo({ 'attributes.brawn': 2, 'attributes.wits': 1, 'inventory.gear': ['tuning fork'] }),
      {
        ...odo({ 'attributes.brawn': 1, 'attributes.wits': 2, 'inventory.gear': ['tuning fork'] }),
        left: 'No magic bell.',
      },
    ];
    const server = await openFakeServer({
      flavour: 'llama-cpp',
      models: ['story'],
      contextTokens: 32_768,
      keepsBodies: true,
      respond: () => ({ text: JSON.stringify(replies.shift()) }),
    });
    onTestFinished(() => server.close());
    const model = ['--model', 'openai:story', '--base-url', server.baseUrl];
    const lines = ['lampl', 'bells', 'generated', 'in winter, please', '', 'proposed', 'a deaf founder'];
    // “y” is no change in words: it takes the sheet as it is.
    const typed = [...lines, 'cleverer than strong', 'name=Odo Fallow', 'y'];
    const begun = await run(['new', ...model], { input: `${typed.join('\n')}\n` });
    expect(begun.exitCode).toBe(0);
    expect(replies).toEqual([]);
    expect(begun.out).toMatch(
      /The Glass Orchard\nAn orchard that rings\..*Gatehouse · A gate of green glass\.\n.*and 1 place more.*The Winter Orchard/s,
    );
    expect(begun.out).not.toMatch(/key is under|Crypt|cut the ringing tree/);
    expect(begun.out).toMatch(
      /Odo Fell · A bell founder.*Brawn 2.*Wits 1.*tuning fork.*Brawn 1.*Wits 2.*Odo Fallow/s,
    );
    const sent = server.records.map(({ body }) => String(body)).filter((body) => body.includes('messages'));
    expect(sent[1]).toContain('<change>in winter, please</change>');
    expect(sent[3]).toMatch(/not within the rules yet.*must add up to 3/);
    expect(sent[4]).toContain('<change>cleverer than strong</change>');
    expect(sent[4]).toContain('<character>a deaf founder</character>');
    expect(begun.out).toContain('! Not everything was possible: No magic bell.');
    expect((await run(['/sheet'])).out).toMatch(/^Odo Fallow\n.*Brawn +1\n/s);
    const why = (await run(['/why', '0'])).out;
    expect(why.match(/World or character made by openai:story \(version/gu)).toHaveLength(2);
    // A world that was paid for is still there if the input ends, and the same command does not make it again.
    replies.push(orchard('The Other Orchard'), orchard('The Kept Orchard'));
    const limits = ['--lines', 'harm to children', '--veils', 'gore'];
    const wished = [
      '--session',
      'kept',
      '--system',
      'starter',
      '--concept',
      'bells and no spiders',
      ...limits,
    ];
    const asking = ['new', ...wished, '--scenario', 'generated', ...model];
    // Somebody whom nobody can be is refused before the model is asked.
    const nobody = await run([...asking, '--lines', 'rats', '--character', 'nobody'], { input: '' });
    expect(nobody.error).toMatch(/No character is called "nobody"\.\n {2}There are: warden/);
    expect(replies).toHaveLength(2);
    // With other limits, another world is made.
    await run([...asking, '--lines', 'rats'], { input: '' });
    expect(replies).toHaveLength(1);
    const broken = await run(asking, { input: '' });
    expect(replies).toEqual([]);
    expect(broken.out.replaceAll(/\s+/g, ' ')).toContain(
      'before the character was chosen, so no game has begun. The world that the model made is kept.',
    );
    const ended = await run([...asking, '--character', 'warden'], { input: '' });
    expect([ended.exitCode, ended.out]).toEqual([
      0,
      expect.stringMatching(/kept is ready.*You stand before a gate that hums\./s),
    ]);
    expect((await run(['/recap', '--session', 'kept'])).out).toContain('You stand before a gate that hums.');
    const last = String(
      server.records.map(({ body }) => String(body)).findLast((body) => body.includes('messages')),
    );
    expect(last).toContain('never in this game: harm to children; spiders');
    expect(last).toContain('only out of sight: gore');
    // A world that was drawn by chance can also be changed, by typing what should be different.
    replies.push(orchard('The Drawn Orchard'));
    const given = ['--session', 'drawn', '--system', 'starter', '--concept', '', '--character', 'warden'];
    const drawn = await run(['new', ...given, ...model], { input: 'drawn\nwith an orchard\n\n' });
    expect([drawn.exitCode, drawn.out]).toEqual([0, expect.stringContaining('The Drawn Orchard')]);
  });
});

describe('rules out of a book', () => {
  it('take the place of a system that was named before, and the other way round', async () => {
    folder.write('salt.md', book);
    const begin = (...given: readonly string[]) => run(['new', '--session', 'tide', ...given], { input: '' });
    await begin('--system', 'starter');
    expect((await begin('--rulebook', 'salt.md')).error).toContain('[play.extraction-needs-model]');
    expect((await begin('--system', 'starter')).out).toContain('before the wish was chosen');
  });

  it('are written to a file with what is to be mended, and played once it is', async () => {
    folder.write('salt.md', book);
    const server = await openFakeServer({
      flavour: 'llama-cpp',
      models: ['story'],
      contextTokens: 32_768,
      respond: () => ({ text: JSON.stringify({ items: extracted }) }),
    });
    onTestFinished(() => server.close());
    const model = ['--model', 'openai:story', '--base-url', server.baseUrl];
    const without = await run(['new', '--rulebook', 'salt.md']);
    expect(without.error).toContain('[play.extraction-needs-model]');
    const first = await run(['new', '--rulebook', 'salt.md', ...model]);
    expect([first.exitCode, first.error]).toEqual([
      2,
      expect.stringContaining('"terrarium play new --session world --system world/systems/salt.json"'),
    ]);
    expect(first.out).toMatch(/There is no "attributes\.nrve".*Did you\s+mean "attributes\.nerve"/s);
    const path = join(folder.path, 'world/systems/salt.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('attributes.nrve', 'attributes.nerve'));
    await run(['new', '--rulebook', 'salt.md', ...model]);
    expect(readFileSync(path, 'utf8')).not.toContain('nrve');
    // One request for the book and two about the problems. The second run uses the stored replies, and asks
    // nothing again.
    expect(server.records).toHaveLength(3);
    const own = ['--system', 'world/systems/salt.json', '--concept', '', '--scenario', 'drawn'];
    const begun = await run(['new', ...own], { input: '1\nJo\nA sailor.\n' });
    expect([begun.exitCode, begun.error]).toEqual([0, '']);
    expect((await run(['/sheet'])).out).toMatch(/Grit +7\/7.*Nerve +7/s);
  });
});

const book = `# Salt and Oar

Every sailor has Nerve, from 2 to 12. A sailor's Grit is 4 plus half their Nerve, rounded down.

When the sea turns, roll 2d6. A result of your Nerve or less means you hold the line.
`;

const storm = 'When the sea turns, roll 2d6.';
const hold = 'A result of your Nerve or less means you hold the line.';
const extracted = [
  {
    kind: 'field',
    path: 'attributes.nerve',
    label: 'Nerve',
    prefab: 'VAL_INT',
    category: 'attributes',
    config: { min: 2, max: 12, default: 7 },
    quote: 'Every sailor has Nerve, from 2 to 12.',
  },
  {
    kind: 'field',
    path: 'resources.grit',
    label: 'Grit',
    prefab: 'RES_POOL',
    category: 'resources',
    max_formula: '4 + floor(attributes.nrve / 2)',
    quote: "A sailor's Grit is 4 plus half their Nerve, rounded down.",
  },
  {
    kind: 'rule',
    id: 'storms',
    title: 'Storms',
    text: 'Roll under Nerve.',
    tags: ['exploration'],
    quote: storm,
  },
  {
    kind: 'engine',
    dice: '2d6',
    mechanic: 'Roll under Nerve.',
    success: 'Nerve or less',
    crit: '2',
    quote: hold,
  },
  ...['combat', 'exploration', 'social', 'downtime', 'character_creation'].map((name) => ({
    kind: 'procedure',
    name,
    text: 'Say it, and roll.',
    quote: storm,
  })),
];

function buildCard(name: string, spec: string, greetings: readonly string[] = []): object {
  const blank = { personality: '', scenario: '', mes_example: '', creator_notes: '', system_prompt: '' };
  const more = {
    post_history_instructions: '',
    alternate_greetings: greetings,
    tags: [],
    creator: '',
    character_version: '',
  };
  const own = {
    name,
    description: '{{char}} keeps the gate.',
    first_mes: 'Who comes, {{user}}?',
    extensions: {},
  };
  const data = { ...blank, ...more, ...own, group_only_greetings: [] };
  return { spec, spec_version: spec.endsWith('3') ? '3.0' : '2.0', data };
}

/** A picture of one dot, with or without a card in it. */
function buildPicture(card: object | undefined): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const text = `ccv3\0${Buffer.from(JSON.stringify(card ?? {})).toString('base64')}`;
  const chunks = [
    buildChunk('IHDR', header),
    ...(card === undefined ? [] : [buildChunk('tEXt', Buffer.from(text, 'latin1'))]),
    buildChunk('IDAT', deflateSync(Buffer.alloc(4))),
    buildChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), ...chunks]);
}

function buildChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
