// Tests reading cards and lorebooks of other programs, and that hostile files are refused with a message.

import { crc32 } from 'node:zlib';
import { UsageError } from '@terrarium/kernel/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loreTrigger } from '../retrieval/triggers/lore-trigger.ts';
import { fillMacros } from './fill-macros.ts';
import { readCard } from './read-card.ts';
import { readLorebook } from './read-lorebook.ts';

const encode = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function buildChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function buildText(keyword: string, json: unknown): Buffer {
  return buildChunk('tEXt', Buffer.from(`${keyword}\0${encode(json).toString('base64')}`, 'latin1'));
}

function buildPng(...chunks: readonly Buffer[]): Buffer {
  const head = buildChunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0]));
  return Buffer.concat([signature, head, ...chunks, buildChunk('IEND', Buffer.alloc(0))]);
}

const entry = {
  keys: ['Mira', ' the ferrywoman ', '/ferry(wo)?man/i'],
  secondary_keys: ['river'],
  content: '@@depth 4\n@@activate\n{{char}} took {{user}} over the river.',
  enabled: true,
  insertion_order: 7,
  constant: false,
  comment: 'The crossing',
  extensions: {},
};
const data = {
  name: 'Mira',
  description: '{{char}} is a ferrywoman who owes <USER> a crossing.',
  personality: 'dry',
  scenario: 'A river at night.',
  first_mes: '"You again," says {{Char}}.',
  mes_example: '<START>{{user}}: Over?',
  alternate_greetings: ['Rain.', 5, ''],
  system_prompt: '{{original}}Be brief.',
  post_history_instructions: '',
  creator_notes: 'n',
  creator: 'Somebody',
  tags: ['river', 3],
  character_book: { name: 'Rivers', entries: [entry, { keys: [], content: '' }, 'x'] },
  extensions: { depth_prompt: { prompt: '{{char}} hears badly.', depth: 4, role: 'system' } },
};
const second = { spec: 'chara_card_v2', spec_version: '2.0', data };
const third = {
  spec: 'chara_card_v3',
  spec_version: '3.0',
  data: { ...data, name: 'Mira III', nickname: 'Mi' },
};

function findCode(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof UsageError) return error.code;
    throw error;
  }
  return 'none';
}

describe('readCard', () => {
  it('XC1: reads version 2 from JSON, names filled in, what is no entry said', () => {
    expect(readCard(encode(second), { userName: 'Kestrel' })).toEqual({
      version: 2,
      name: 'Mira',
      description: 'Mira is a ferrywoman who owes Kestrel a crossing.',
      personality: 'dry',
      scenario: 'A river at night.',
      firstMessage: '"You again," says Mira.',
      greetings: ['Rain.', '5'],
      examples: '<START>Kestrel: Over?',
      instructions: 'Be brief.\n\nMira hears badly.',
      creatorNotes: 'n',
      creator: 'Somebody',
      tags: ['river'],
      book: {
        name: 'Rivers',
        description: '',
        warnings: ['entry 2 has no content.', 'entry 3 is not an entry of a lorebook.'],
        entries: [
          {
            source: 'entry 1',
            name: 'The crossing',
            keys: ['Mira', 'the ferrywoman'],
            patterns: ['/ferry(wo)?man/i'],
            trigger: { keys: ['Mira', 'the ferrywoman', '/ferry(wo)?man/i'], isConstant: true, order: 7 },
            content: 'Mira took Kestrel over the river.',
            isConstant: true,
            isEnabled: true,
            priority: 7,
          },
        ],
      },
      warnings: [
        "Left out of the card: its system prompt, its character's note.",
        'entry 2 has no content.',
        'entry 3 is not an entry of a lorebook.',
      ],
    });
  });

  it('XC9: reads when an entry comes to mind in both shapes, and says what of it cannot be followed', () => {
    const usual = { key: ['salt', '/a(b/'], keysecondary: ['sea'], content: 'x', selectiveLogic: 2 };
    const world = {
      ...usual,
      selective: true,
      order: 3,
      probability: 40,
      useProbability: true,
      scanDepth: 6,
      caseSensitive: true,
      matchWholeWords: true,
      sticky: 2,
      cooldown: 90,
      delay: 0,
      group: 'tides, moons',
      groupOverride: true,
      groupWeight: 40,
      useGroupScoring: true,
      delayUntilRecursion: 1,
    };
    const book = readLorebook(encode({ entries: { '0': world, '1': { ...usual, selective: false } } }));
    expect(book.entries.map(({ trigger }) => trigger)).toEqual([
      {
        keys: ['salt'],
        second: ['sea'],
        logic: 'not-any',
        isCaseSensitive: true,
        isWholeWord: true,
        percent: 40,
        order: 3,
        depth: 6,
        sticky: 2,
        cooldown: 90,
        groups: ['tides', 'moons'],
        hasPriority: true,
        groupWeight: 40,
        isScored: true,
      },
      { keys: ['salt'] },
    ]);
    expect(book.warnings).toEqual([
      'entry 1: the pattern /a(b/ is left out, as a bracket is not closed.',
      'entry 1: sticky and cooldown last at most 80 messages here.',
      'entry 1: only the text of another entry should trigger it, but here the text of an entry triggers nothing.',
      'entry 2: the pattern /a(b/ is left out, as a bracket is not closed.',
    ]);
    const inCard = { keys: ['salt'], secondary_keys: ['sea'], selective: true, content: 'x', enabled: true };
    const extensions = {
      probability: 10,
      useProbability: true,
      match_whole_words: true,
      selectiveLogic: 3,
      delay: 4,
      group: 'a',
    };
    const card = readLorebook(encode({ entries: [{ ...inCard, extensions }] }));
    expect(card.entries[0]?.trigger).toEqual({
      keys: ['salt'],
      second: ['sea'],
      logic: 'all',
      isWholeWord: true,
      percent: 10,
      delay: 4,
      groups: ['a'],
    });
  });

  it('XC8: a long pattern is read whole or refused with the reason, never cut into words that nobody says', () => {
    const long = `/\\b(?:${Array.from({ length: 50 }, (_, at) => `name${at}`).join('|')})\\b/i`;
    const longer = `/${'a'.repeat(501)}/`;
    const { entries, warnings } = readLorebook(encode({ entries: [{ keys: [long, longer], content: 'x' }] }));
    expect(entries[0]?.trigger.keys).toEqual([long]);
    expect(warnings).toEqual([
      `entry 1: the pattern ${longer.slice(0, 60)} is left out, as it is empty or longer than 500 characters.`,
    ]);
  });

  it('XC9: a key for which there is no room leaves out no shorter one behind it', () => {
    const [first, second] = ['a', 'b'].map((letter) => `/${letter.repeat(450)}/`);
    const { entries, warnings } = readLorebook(
      encode({ entries: [{ keys: [first, second, 'salt'], content: 'x' }] }),
    );
    expect(entries[0]?.trigger.keys).toEqual([first, 'salt']);
    expect(warnings.join()).toContain('1 of its keys were left out');
  });

  it('XC9: names are filled into a pattern before it is read', () => {
    const entries = [{ keys: ['/\\b{{char}}s?\\b/i', '/{{user}} sings/'], content: 'x' }];
    const data = { name: 'Mira', description: 'x', character_book: { entries } };
    const { book } = readCard(encode({ spec: 'chara_card_v2', data }));
    expect(book?.entries[0]?.trigger.keys).toEqual(['/\\bMiras?\\b/i', '/{{user}} sings/']);
    expect(book?.warnings).toEqual([]);
  });

  it('XC9: whatever stands in an entry, its trigger is bounded and can be read again', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    const odd = fc.oneof(
      fc.integer(),
      fc.boolean(),
      text,
      fc.constant(null),
      fc.array(text, { maxLength: 300 }),
    );
    const entryOf = fc.record({
      key: odd,
      keysecondary: odd,
      selective: odd,
      selectiveLogic: odd,
      probability: odd,
      order: odd,
      scanDepth: odd,
      sticky: odd,
      group: odd,
      extensions: odd,
      constant: odd,
    });
    fc.assert(
      fc.property(entryOf, (entry) => {
        const { entries } = readLorebook(encode({ entries: { '0': { ...entry, content: 'x' } } }));
        const written = JSON.stringify(entries[0]?.trigger);
        expect(written.length).toBeLessThan(1_900);
        expect(loreTrigger.safeParse(JSON.parse(written)).success).toBe(true);
      }),
    );
  });

  it('XC1: of two cards in a picture takes version 3; a nickname stands for the name in texts', () => {
    const png = buildPng(
      buildText('Chara', second),
      buildChunk('IDAT', Buffer.from('pixels')),
      buildText('ccv3', third),
    );
    expect(readCard(png)).toMatchObject({
      version: 3,
      name: 'Mira III',
      firstMessage: '"You again," says Mi.',
    });
    expect(readCard(buildPng(buildText('Chara', second)))).toMatchObject({ version: 2, name: 'Mira' });
    expect(readCard(png).description).toContain('<USER>');
  });

  it('XC1: reads version 1, and says of a newer one what is left out', () => {
    const { character_book: _, ...flat } = data;
    expect(readCard(encode(flat))).toMatchObject({ version: 1, name: 'Mira', book: undefined });
    const newer = readCard(encode({ ...third, spec_version: '4.1' }));
    expect(newer.warnings[0]).toBe(
      'The card has version 4.1, which is newer than version 3; anything that exists only in the newer version was left out.',
    );
  });

  const good = buildPng(buildText('chara', second));
  const spoil = (at: number, value: number) => {
    const bytes = Buffer.from(good);
    bytes.writeUInt32BE(value, at);
    return bytes;
  };
  it.each([
    ['a chunk that claims to be longer than the file', spoil(33, 0xffff_fff0), 'card.damaged'],
    ['a wrong checksum', spoil(good.length - 16, 1), 'card.damaged'],
    ['a file that ends within a chunk', good.subarray(0, 40), 'card.damaged'],
    ['a picture without a card', buildPng(), 'card.none-in-picture'],
    ['a text that is no base64', buildPng(buildChunk('tEXt', Buffer.from('chara\0{"a":1}'))), 'card.damaged'],
    ['base64 of what is no UTF-8', buildPng(buildChunk('tEXt', Buffer.from('chara\0/w=='))), 'card.damaged'],
    ['a packed card', Buffer.from('PK\u0003\u0004card'), 'card.unknown-format'],
    ['another JSON', encode({ hello: 1 }), 'card.unknown-format'],
    ['a card without a name', encode({ ...second, data: { ...data, name: ' ' } }), 'card.unknown-format'],
    ['a list in a list in a list', encode('['.repeat(100_000)), 'card.unknown-format'],
    [
      'a text beyond all cards',
      encode({ ...second, data: { ...data, scenario: 'x'.repeat(200_001) } }),
      'card.too-large',
    ],
    [
      'too many chunks',
      buildPng(...new Array<Buffer>(10_001).fill(buildChunk('eXIf', Buffer.alloc(0)))),
      'card.too-large',
    ],
    ['too many entries', encode({ entries: new Array(10_001).fill(entry) }), 'card.too-large'],
  ])('XC2: refuses %s', (_, bytes, code) => {
    expect(
      findCode(() => (code === 'card.too-large' ? readLorebook(bytes) && readCard(bytes) : readCard(bytes))),
    ).toBe(code);
  });

  it('XC2: whatever bytes come, there is a card or a refusal in words', () => {
    const spoilt = fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 })).map(([at, byte]) => {
      const bytes = Buffer.from(good);
      bytes[at] = byte;
      return bytes;
    });
    const wild = fc
      .jsonValue({ maxDepth: 4 })
      .map((value) => encode({ ...second, data: { ...data, character_book: value, tags: value } }));
    fc.assert(
      fc.property(fc.oneof(spoilt, wild, fc.uint8Array(), fc.jsonValue().map(encode)), (bytes) => {
        expect(findCode(() => readCard(bytes))).toMatch(/^(?:none|card\.[a-z-]+)$/);
        expect(findCode(() => readLorebook(bytes))).toMatch(/^(?:none|card\.[a-z-]+)$/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('readLorebook', () => {
  const lore = {
    keys: ['Low Veyre', 'the town'],
    content: 'A town on a river.',
    name: 'Low Veyre',
    priority: 3,
  };
  const read = (json: unknown) =>
    readLorebook(encode(json)).entries.map(({ keys, content, name, priority }) => ({
      keys,
      content,
      name,
      priority,
    }));

  it.each([
    [
      'SillyTavern',
      {
        entries: {
          '4': {
            uid: 4,
            key: lore.keys,
            comment: lore.name,
            content: lore.content,
            order: 3,
            disable: false,
          },
        },
      },
    ],
    [
      'a card book',
      {
        name: 'b',
        entries: [{ keys: lore.keys, name: lore.name, content: lore.content, insertion_order: 3 }],
      },
    ],
    [
      'version 3',
      {
        spec: 'lorebook_v3',
        data: {
          entries: [
            { keys: lore.keys, name: lore.name, content: lore.content, insertion_order: 3, use_regex: false },
          ],
        },
      },
    ],
    [
      'NovelAI',
      {
        lorebookVersion: 5,
        entries: [
          {
            keys: lore.keys,
            displayName: lore.name,
            text: lore.content,
            contextConfig: { budgetPriority: 3 },
            enabled: true,
          },
        ],
      },
    ],
    [
      'Agnai',
      {
        kind: 'memory',
        entries: [{ keywords: lore.keys, name: lore.name, entry: lore.content, weight: 3, enabled: true }],
      },
    ],
    [
      'RisuAI',
      {
        type: 'risu',
        data: [{ key: 'Low Veyre, the town', comment: lore.name, content: lore.content, insertorder: 3 }],
      },
    ],
  ])('XC3: reads what %s writes', (_, json) => {
    expect(read(json)).toEqual([lore]);
  });

  it('XC9: an entry that NovelAI always shows is constant', () => {
    const novel = { keys: lore.keys, text: lore.content, enabled: true };
    const entries = [
      { ...novel, forceActivation: true },
      { ...novel, forceActivation: false },
    ];
    const book = readLorebook(encode({ lorebookVersion: 5, entries }));
    expect(book.entries.map(({ isConstant, trigger }) => [isConstant, trigger.isConstant])).toEqual([
      [true, true],
      [false, undefined],
    ]);
  });

  it('XC3: reads story cards of AI Dungeon and the book of a card, the most important last', () => {
    expect(
      read([{ keys: 'Low Veyre, the town', value: lore.content, type: 'location', title: lore.name }]),
    ).toEqual([{ ...lore, priority: 100 }]);
    const book = readLorebook(buildPng(buildText('chara', second)));
    expect(book.entries[0]?.content).toBe('Mira took {{user}} over the river.');
    const unnamed = { ...third, data: { ...third.data, nickname: '' } };
    expect(readLorebook(encode(unnamed)).entries[0]?.content).toBe('Mira III took {{user}} over the river.');
    const alone = { spec: 'lorebook_v3', data: { name: 'Rivers', entries: [entry] } };
    expect(readLorebook(encode(alone)).entries[0]?.content).toBe('{{char}} took {{user}} over the river.');
    const two = readLorebook(
      encode({
        entries: [
          { content: 'b', order: 9 },
          { content: 'a', order: 2, disable: true },
        ],
      }),
    );
    expect(two.entries.map(({ content, isEnabled }) => [content, isEnabled])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(findCode(() => readLorebook(encode({ chat: [] })))).toBe('card.no-lorebook');
  });
});

describe('fillMacros', () => {
  it('XC4: fills names once, drops comments, takes the first of alternatives, leaves the rest', () => {
    const fill = (text: string) => fillMacros(text, { char: '{{user}}', user: '$& <BOT>' });
    expect(fill('{{char}} met {{ USER }} and <user>')).toBe('{{user}} met $& <BOT> and $& <BOT>');
    expect(fill('a{{// note}}b {{random: x , y}} {{roll:d6}}')).toBe('ab x {{roll:d6}}');
    expect(fill('{{random:{{char}},b}} {{pick::{{ user }} sits::b}}')).toBe('{{user}} $& <BOT> sits');
    expect(fill('{{random::a, b::c}}; {{pick :: x , y}}; {{Pick:x\\, y,z}}; {{random::}}')).toBe(
      'a, b; x; x, y; ',
    );
  });
});
