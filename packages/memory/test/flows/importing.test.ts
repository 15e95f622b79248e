// Tests importing: chats of other programs become events, whole or not at all, and are recognised when imported again.

import { TerrariumError } from '@terrarium/kernel/errors';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseVoices } from '../../src/tags/voices.ts';
import { type ChatRoom, openChatRoom } from '../support/chat-room.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';

let room: ChatRoom;
beforeEach(() => {
  room = openChatRoom();
});
afterEach(() => room.close());

const at = (time: string) => Date.parse(time);

const header = { user_name: 'unused', character_name: 'unused', create_date: '', chat_metadata: {} };
const tavern = [
  header,
  { name: 'Kit', is_user: true, send_date: '2026-03-01T10:00:00.000Z', mes: 'Are you there?' },
  {
    name: 'Mara',
    is_user: false,
    send_date: '2026-03-01T10:00:05.500Z',
    mes: 'Always.',
    swipes: ['No.', 'Always.', 'Perhaps.'],
    swipe_id: 1,
    extra: { reasoning: 'He sounds tired.' },
  },
];

describe('a SillyTavern chat', () => {
  it('IO1: is imported word for word, in order of time; what was left out is counted, with the reason', () => {
    const path = room.write('chat.jsonl', [
      ...tavern,
      { name: 'System', is_user: false, is_system: true, send_date: '2026-03-01T10:00:06.000Z', mes: 'Note' },
      {
        name: 'System',
        is_user: false,
        send_date: '2026-03-01T10:00:07.000Z',
        mes: 'Rain.',
        extra: { type: 'narrator' },
      },
      { name: 'Mara', is_user: false, send_date: '2026-03-01T10:00:08.000Z', mes: '  ' },
    ]);
    const report = room.take(path);
    expect(report).toMatchObject({ format: 'sillytavern', added: 3, known: 0, items: 0, undated: 0 });
    expect(report.leftOut).toEqual([
      { what: 'other swipes', place: 'line 3', count: 2 },
      { what: 'passages of reasoning', place: 'line 3', count: 1 },
      { what: 'messages hidden from the model', place: 'line 4', count: 1 },
      { what: 'empty messages', place: 'line 6', count: 1 },
    ]);
    expect(room.readEvents()).toMatchObject([
      { side: 'user', voice: 'user', text: 'Are you there?', at_ms: at('2026-03-01T10:00:00Z'), turn: 1 },
      { side: 'companion', voice: 'companion', text: 'Always.', turn: 1 },
      { side: 'companion', voice: 'companion', text: 'Rain.', turn: 1 },
    ]);
    expect(room.pour('jsonl')).toContain('"tag":"narrate"');
  });

  it.each([
    ['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00Z'],
    [1_772_359_200_000, '2026-03-01T10:00:00Z'],
    ['March 1, 2026 10:00am', '2026-03-01T09:00:00Z'],
    ['2026-3-1 @10h 00m 00s 250ms', '2026-03-01T09:00:00.250Z'],
    ['July 1, 2026 12:30pm', '2026-07-01T10:30:00Z'],
    ['July 1, 2026 12:30am', '2026-06-30T22:30:00Z'],
  ])('IO2: reads the time %s, in the zone of the person where it names none', (said, meant) => {
    const path = room.write('chat.jsonl', [
      header,
      { name: 'Kit', is_user: true, send_date: said, mes: 'Hello' },
    ]);
    room.take(path, { timeZone: 'Europe/Berlin' });
    expect(room.readEvents()).toMatchObject([{ at_ms: at(meant) }]);
  });

  it('IO2: a message without a time takes that of the one before it, the first that of the one after', () => {
    const path = room.write('chat.jsonl', [
      header,
      { name: 'Kit', is_user: true, mes: 'one' },
      { name: 'Kit', is_user: true, send_date: '2026-03-01T10:00:00Z', mes: 'two' },
      { name: 'Kit', is_user: true, send_date: 'February 30, 2026 1:00am', mes: 'three' },
    ]);
    expect(room.take(path).undated).toBe(2);
    expect(room.readEvents().map(({ text, at_ms }) => [text, at_ms])).toEqual(
      ['one', 'two', 'three'].map((text) => [text, at('2026-03-01T10:00:00Z')]),
    );
  });

  it('IO3: adds nothing the second time, only what is new of a chat that grew, and keeps what came first', () => {
    const path = room.write('chat.jsonl', tavern);
    room.take(path);
    expect(room.take(path)).toMatchObject({ added: 0, known: 2, changed: 0 });
    const grown = room.write('renamed.jsonl', [
      ...tavern.slice(0, 2),
      { ...tavern[2], mes: 'Perhaps.' },
      { name: 'Kit', is_user: true, send_date: '2026-03-01T10:01:00.000Z', mes: 'Good.' },
    ]);
    expect(room.take(grown)).toMatchObject({ added: 1, known: 1, changed: 1 });
    expect(room.readEvents().map(({ text }) => text)).toEqual(['Are you there?', 'Always.', 'Good.']);
  });

  it.each([
    ['with times', (second: number) => ({ at: `2026-03-01T10:00:0${second}Z` })],
    ['with ids', (second: number) => ({ id: second, at: `2026-03-01T10:00:0${second}Z` })],
    ['without times', () => ({})],
  ])('IO3: plain JSON %s is recognised under another name, also when it has grown', (_, place) => {
    const say = (text: string, at: number) => ({ ...place(at), role: at % 2 ? 'user' : 'assistant', text });
    const talk = ['Are you there?', 'Always.', 'Good.', 'Sleep well.'].map((text, at) => say(text, at + 1));
    room.take(room.write('chat.jsonl', talk));
    const grown = [...talk, say('Morning!', 5)];
    expect(room.take(room.write('renamed.jsonl', grown), { nowMs: 5 })).toMatchObject({ added: 1, known: 4 });
    expect(room.take(room.write('again.jsonl', grown))).toMatchObject({ added: 0, known: 5 });
    const other = room.write('other.jsonl', [say('Are you there?', 1), say('No.', 7), say('Oh.', 8)]);
    expect(room.take(other).added).toBe(3);
  });

  it('IO3: two messages of one minute with the same words are two', () => {
    const ok = { name: 'Kit', is_user: true, send_date: 'March 1, 2026 10:00am', mes: 'ok' };
    const path = room.write('chat.jsonl', [header, ok, ok]);
    expect(room.take(path).added).toBe(2);
    expect(room.take(path)).toMatchObject({ added: 0, known: 2 });
  });

  it('IO4: items of working memory come only of known tags', () => {
    const path = room.write('chat.jsonl', [
      header,
      {
        name: 'Mara',
        is_user: false,
        send_date: '2026-03-01T10:00:00Z',
        mes: '<b>Bold</b> and a plan, a pin.',
      },
      { name: 'Mara', is_user: false, send_date: '2026-03-01T10:00:01Z', mes: '<pin>He likes rain.</pin>' },
    ]);
    expect(room.take(path).items).toBe(1);
  });

  it('PL16: of the reminders in a chat, only those become plans that are still to come at the import', () => {
    const talk = [
      { at: '2026-03-02T10:00:00Z', role: 'user', text: 'Remind me to water the beans on Friday.' },
      { at: '2026-03-08T10:00:00Z', role: 'user', text: 'Remind me to feed the cat on Friday.' },
    ];
    const nowMs = at('2026-03-09T10:00:00Z');
    expect(room.take(room.write('chat.jsonl', talk), { nowMs }).items).toBe(1);
    const plans = room.connection.prepare("SELECT content FROM working_memory WHERE kind = 'plan'").pluck();
    expect(plans.all()).toEqual(['feed the cat on Friday']);
  });

  it('IO4: replies with words outside of tags of which nothing shows are counted', () => {
    const path = room.write('chat.jsonl', [
      header,
      ...[
        'Then the ferry keeps its promises. <secret>It does not.</secret>',
        'Just words.',
        '<feeling>calm</feeling>',
        'Hm. <say>Yes.</say>',
      ].map((mes, second) => ({
        name: 'Mara',
        is_user: false,
        send_date: `2026-03-01T10:00:0${second}Z`,
        mes,
      })),
    ]);
    expect(room.take(path, { ingest: { untaggedReplies: 'processing' } })).toMatchObject({
      added: 4,
      unsaid: 2,
    });
  });
});

describe('a dry run', () => {
  it('IO5: says what an import then does, and changes nothing', () => {
    const path = room.write('chat.jsonl', [
      ...tavern,
      {
        name: 'Mara',
        is_user: false,
        send_date: '2026-03-01T10:02:00Z',
        mes: '<plan>walk</plan><secret>x</secret>',
      },
    ]);
    const { isDryRun, ...tried } = room.take(path, { isDryRun: true });
    expect(isDryRun).toBe(true);
    expect(room.readEvents()).toEqual([]);
    expect(room.take(path)).toEqual({ ...tried, isDryRun: false });
  });
});

function buildNode(id: string, parent: string | null, message: Record<string, unknown> | null) {
  return [id, { id, parent, children: [], message: message === null ? null : { id, ...message } }] as const;
}

function buildSaid(role: string, text: string, more: Record<string, unknown> = {}) {
  return {
    author: { role },
    create_time: 1_772_359_200.25,
    content: { content_type: 'text', parts: [text] },
    ...more,
  };
}

describe('an export from ChatGPT', () => {
  const mapping = Object.fromEntries([
    buildNode('root', null, null),
    buildNode('s', 'root', buildSaid('system', '')),
    buildNode('a', 's', buildSaid('user', 'A lamp?')),
    buildNode('b1', 'a', buildSaid('assistant', 'No.')),
    buildNode('b2', 'a', buildSaid('assistant', 'Yes, a lamp.', { create_time: 1_772_359_201 })),
    buildNode('t', 'b2', buildSaid('tool', 'result')),
    buildNode('c', 't', buildSaid('assistant', 'search("x")', { recipient: 'browser' })),
    buildNode('d', 'c', buildSaid('assistant', 'thinking', { content: { content_type: 'thoughts' } })),
    buildNode('e', 'd', {
      ...buildSaid('user', ''),
      create_time: null,
      content: {
        content_type: 'multimodal_text',
        parts: [{ content_type: 'image_asset_pointer' }, 'And this?'],
      },
    }),
  ]);
  const conversation = { title: 'Lamps', conversation_id: 'conv', current_node: 'e', mapping };

  it('IO6: follows the branch that is shown and counts the rest', () => {
    const path = room.write('conversations.json', JSON.stringify([conversation], null, 2));
    const report = room.take(path);
    expect(room.readEvents().map(({ side, text, at_ms }) => [side, text, at_ms])).toEqual([
      ['user', 'A lamp?', 1_772_359_200_250],
      ['companion', 'Yes, a lamp.', 1_772_359_201_000],
      ['user', 'And this?', 1_772_359_201_000],
    ]);
    const place = 'conversation 1 (Lamps)';
    expect(report).toMatchObject({ format: 'chatgpt', added: 3, undated: 1 });
    expect(report.leftOut).toEqual([
      { what: 'tool results', place, count: 1 },
      { what: 'tool calls', place, count: 1 },
      { what: 'passages of reasoning', place, count: 1 },
      { what: 'pictures, sounds and files', place, count: 1 },
      { what: 'messages of branches that are not shown', place, count: 1 },
    ]);
    expect(room.take(path)).toMatchObject({ added: 0, known: 3 });
  });

  it('IO6: a tree that runs in a circle or points nowhere ends, and conversations run by time', () => {
    const circle = Object.fromEntries([
      buildNode('x', 'y', buildSaid('user', 'first', { create_time: 1 })),
      buildNode('y', 'x', buildSaid('assistant', 'second', { create_time: 2 })),
    ]);
    const older = { title: 'Old', id: 'older', current_node: 'gone', mapping: circle };
    const path = room.write('conversations.json', JSON.stringify([conversation, older]));
    expect(room.take(path).added).toBe(5);
    const texts = room.readEvents().map(({ text }) => text);
    expect(texts.slice(0, 2).toSorted()).toEqual(['first', 'second']);
  });
});

describe('an export from Claude', () => {
  it('IO7: takes the texts of the blocks, follows the last branch and counts the rest', () => {
    const say = (uuid: string, sender: string, more: Record<string, unknown>) => ({
      uuid,
      sender,
      created_at: '2026-03-01T10:00:00.123456+00:00',
      attachments: [],
      files: [],
      ...more,
    });
    const chat_messages = [
      say('1', 'human', { text: 'Hello', attachments: [{ file_name: 'a.txt' }] }),
      say('2', 'assistant', { text: 'old', parent_message_uuid: '1' }),
      say('3', 'assistant', {
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'Hi.' },
          { type: 'text', text: 'There.' },
        ],
        parent_message_uuid: '1',
      }),
    ];
    const path = room.write(
      'conversations.json',
      JSON.stringify([{ uuid: 'c', name: 'Talk', chat_messages }]),
    );
    const report = room.take(path);
    expect(room.readEvents().map(({ text, at_ms }) => [text, at_ms])).toEqual([
      ['Hello', at('2026-03-01T10:00:00.123Z')],
      ['Hi.\n\nThere.', at('2026-03-01T10:00:00.123Z')],
    ]);
    expect(report.leftOut.map(({ what, count }) => [what, count])).toEqual([
      ['attached files', 1],
      ['passages of reasoning', 1],
      ['messages of branches that are not shown', 1],
    ]);
    expect(room.take(path)).toMatchObject({ added: 0, known: 2 });
  });
});

describe('plain JSON lines', () => {
  it('IO8: take speakers or roles, ids and times where they are given', () => {
    const path = room.write('talk.jsonl', [
      { role: 'user', text: 'one', at: 1_772_359_200 },
      { role: 'assistant', content: 'two', at: '2026-03-01T10:00:01Z', id: 7 },
      { role: 'user', content: 'three', timestamp: '2026-03-01T10:00:02Z' },
      { role: 'assistant', content: 'four', date: 'one day' },
    ]);
    expect(room.take(path)).toMatchObject({ format: 'jsonl', added: 4, undated: 1 });
    expect(room.take(path)).toMatchObject({ added: 0, known: 4 });
    expect(room.readEvents()).toMatchObject([
      { side: 'user', origin: 'jsonl:talk.jsonl', at_ms: at('2026-03-01T10:00:00Z') },
      { side: 'companion', origin_key: 'id 7', text: 'two' },
      { text: 'three', at_ms: at('2026-03-01T10:00:02Z') },
      { text: 'four', at_ms: at('2026-03-01T10:00:02Z') },
    ]);
  });

  const asked = [
    { role: 'system', content: 'You are kind.' },
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'two' },
  ];

  it.each([
    ['a list', JSON.stringify(asked), 'element 1'],
    ['a list over many lines', `\n${JSON.stringify(asked, null, 2)}\n`, 'element 1'],
    ['a talk a line', JSON.stringify({ messages: asked, tools: [] }), 'message 1 of line 1'],
    ['a talk over many lines', JSON.stringify({ messages: asked }, null, 2), 'message 1 of element 1'],
    ['a list of talks', JSON.stringify([{ messages: asked }]), 'message 1 of element 1'],
  ])('IO8: come as %s of messages too', (_name, text, place) => {
    const path = room.write('asked.json', text);
    expect(room.take(path)).toMatchObject({ format: 'jsonl', added: 2, leftOut: [{ place, count: 1 }] });
    expect(room.readEvents()).toMatchObject([
      { side: 'user', text: 'one' },
      { side: 'companion', text: 'two' },
    ]);
    expect(room.take(path)).toMatchObject({ added: 0, known: 2 });
  });

  it('IO8: in lines of talks a time that is missing is that of the same talk, and a fault says where it is', () => {
    const line = (at: string, text: string) => ({
      messages: [
        { role: 'user', content: text, at },
        { role: 'assistant', content: 'yes' },
      ],
    });
    const [late, early] = [line('2026-03-02T10:00:00Z', 'late'), line('2026-03-01T10:00:00Z', 'early')];
    expect(room.take(room.write('talks.jsonl', [late, early]))).toMatchObject({ added: 4, undated: 2 });
    expect(room.readEvents().map(({ text }) => text)).toEqual(['early', 'yes', 'late', 'yes']);
    const faulty = room.write('faulty.jsonl', [late, { messages: [...early.messages, 'no'] }]);
    expect(() => room.take(faulty)).toThrow(/Message 3 of line 2 of .*faulty\.jsonl has no "text"/);
    const mixed = room.write('mixed.json', '[{"role": "user", "text": "Hm."}, "and then", null]');
    expect(() => room.take(mixed)).toThrow(/Element 2 of .*mixed\.json has no "text"/);
  });

  it('IO8: leave out and count what a program says among the talk, as it is sent to servers of models', () => {
    const path = room.write('talk.jsonl', [
      { role: 'system', content: 'You are kind.' },
      { role: 'user', content: [{ type: 'text', text: 'one' }, { type: 'image_url' }] },
      { role: 'assistant', content: null, tool_calls: [{ id: 'call-1' }] },
      { role: 'tool', content: '42' },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: [{ type: 'image_url' }] },
    ]);
    const report = room.take(path);
    expect(room.readEvents()).toMatchObject([
      { side: 'user', text: 'one' },
      { side: 'companion', text: 'two' },
    ]);
    expect(report.leftOut.map(({ what, count, place }) => [what, count, place])).toEqual([
      ['system messages', 1, 'line 1'],
      ['pictures, sounds and files', 2, 'line 2'],
      ['tool calls', 1, 'line 3'],
      ['tool results', 1, 'line 4'],
    ]);
  });

  it('IO8: a speaker who is called like a program is a speaker', () => {
    const path = room.write('talk.jsonl', [
      { speaker: 'Tool', text: 'one' },
      { speaker: 'Kit', text: 'two' },
    ]);
    expect(room.take(path, { asUser: 'Kit' })).toMatchObject({ added: 2, leftOut: [] });
  });

  it('IO8: asks who the person is where nothing says so, and takes the answer', () => {
    const path = room.write('talk.jsonl', [
      { speaker: 'Kit', text: 'one' },
      { speaker: 'Mara', text: 'two' },
    ]);
    expect(() => room.take(path)).toThrow(/--as-user NAME.*Kit \(1\), Mara \(1\)/);
    expect(() => room.take(path, { asUser: 'Tom' })).toThrow(/No speaker in the file is called "Tom"/);
    expect(room.take(path, { asUser: 'kit' }).speakers).toMatchObject([
      { speaker: 'Kit', side: 'user', voice: 'user' },
      { speaker: 'Mara', side: 'companion', voice: 'companion' },
    ]);
  });

  it('IO8: says what was left out where somebody is missing for it', () => {
    const path = room.write('talk.jsonl', [
      { speaker: 'Kit', text: 'one' },
      { speaker: 'Mara', text: 'x'.repeat(4_000_001) },
      { speaker: 'Mara', text: ' ' },
    ]);
    expect(() => room.take(path, { asUser: 'Mara' })).toThrow(
      /called "Mara"\. Whoever the user is, these are left out: texts longer than .* \(1, at line 2\), empty messages \(1, at line 3\)\./,
    );
    expect(room.readEvents()).toEqual([]);
  });

  it('IO8: several speakers of one side keep their names, as voices that may be configured', () => {
    const path = room.write('talk.jsonl', [
      { speaker: 'Kit', text: 'one' },
      { speaker: 'Old Tom!', text: 'two' },
      { speaker: 'Mara', text: 'three' },
    ]);
    expect(room.take(path, { asUser: 'Kit' }).speakers).toMatchObject([
      { speaker: 'Kit', voice: 'user', isConfigured: true },
      { speaker: 'Mara', voice: 'mara', isConfigured: false },
      { speaker: 'Old Tom!', voice: 'old-tom', isConfigured: false },
    ]);
  });

  it('IO8: speakers whose names have no Latin letters are told apart, in whichever file they come', () => {
    const say = (speaker: string, text: string) => ({
      speaker,
      role: speaker === 'Kit' ? 'user' : 'model',
      text,
    });
    const take = (name: string, ...talk: readonly object[]) =>
      room.take(room.write(name, talk)).speakers.map(({ speaker, voice }) => [speaker, voice]);
    const first = take('one.jsonl', say('Kit', 'one'), say('Анна', 'two'), say('Борис', 'three'));
    const voices = new Map(first.map(([speaker = '', voice]) => [speaker, voice]));
    expect(new Set(voices.values()).size).toBe(3);
    const second = take('two.jsonl', say('Борис', 'four'), say('Kit', 'five'), say('анна', 'six'));
    expect(new Map(second.map(([speaker = '', voice]) => [speaker, voice]))).toEqual(
      new Map([...voices].map(([speaker, voice]) => [speaker === 'Анна' ? 'анна' : speaker, voice])),
    );
    const third = take('three.jsonl', say('Kit', 'seven'), say('Анна', 'eight'), say('Sam', 'nine'));
    expect(new Map(third.map(([speaker = '', voice]) => [speaker, voice])).get('Анна')).toBe(
      voices.get('Анна'),
    );
  });

  it('IO8: a speaker named as the person leaves the other configured people on their side', () => {
    const user = [
      { id: 'kit', name: 'Kit' },
      { id: 'robin', name: 'Robin' },
    ];
    const voices = parseVoices({ user, companion: [{ id: 'sage', name: 'Sage' }] });
    const path = room.write('talk.jsonl', [
      { speaker: 'Kit', text: 'one' },
      { speaker: 'Robin', role: 'user', text: 'two' },
      { speaker: 'Sage', text: 'three' },
    ]);
    const listSides = (asUser: string) =>
      room.take(path, { asUser, voices, isDryRun: true }).speakers.map(({ side, voice }) => [side, voice]);
    expect(listSides('Kit')).toEqual([
      ['user', 'kit'],
      ['user', 'robin'],
      ['companion', 'sage'],
    ]);
    // Sage is not a configured person, so the other two move to the companion's side.
    expect(listSides('Sage').slice(0, 2)).toEqual([
      ['companion', 'kit'],
      ['companion', 'robin'],
    ]);
  });

  it('IO17: the report proposes voices by the names of the file, with the ids that the messages have', () => {
    const path = room.write('talk.jsonl', [
      { speaker: 'Kit', text: 'one' },
      { speaker: 'Old Tom!', text: 'two' },
      { speaker: 'Mara', text: 'three' },
      { speaker: 'Mara', text: 'four' },
    ]);
    const { proposedVoices } = room.take(path, { asUser: 'Kit' });
    expect(proposedVoices).toEqual({
      user: [{ id: 'user', name: 'Kit' }],
      companion: [
        { id: 'companion', name: 'Companion' },
        { id: 'mara', name: 'Mara' },
        { id: 'old-tom', name: 'Old Tom!' },
      ],
    });
    const again = { asUser: 'Kit', ...(proposedVoices && { voices: proposedVoices }) };
    expect(room.take(path, again)).toMatchObject({ known: 4, proposedVoices: undefined });
    const about = (name: string, id: string) => ({ id, name, about: 'sings' });
    const described = {
      user: [about('Kit', 'user')],
      companion: [about('Companion', 'companion'), about('Mara', 'mara')],
    } as const;
    const proposed = room.take(path, { asUser: 'Kit', voices: described }).proposedVoices;
    expect(proposed?.companion).toEqual([...described.companion, { id: 'old-tom', name: 'Old Tom!' }]);
    expect(proposed?.user).toEqual(described.user);
  });

  it('IO17: roles are no names, and what no tag could name is not proposed', () => {
    const roles = [
      { role: 'user', text: 'one' },
      { role: 'assistant', text: 'two' },
    ];
    expect(room.take(room.write('roles.jsonl', roles)).proposedVoices).toBeUndefined();
    const names = ['Kit', 'Plan', 'Mara'].map((speaker) => ({ speaker, text: 'one' }));
    const report = room.take(room.write('names.jsonl', names), { asUser: 'Kit' });
    expect(report.proposedVoices).toBeUndefined();
  });

  it('IO5: a line that is none leaves nothing of the file', () => {
    const path = room.write('talk.jsonl', '{"role":"user","text":"one"}\n{"role":"user"}\n');
    expect(() => room.take(path)).toThrow(/Line 2 of .* has no "text"/);
    expect(room.readEvents()).toEqual([]);
  });
});

describe('other files', () => {
  it.each([
    ['nothing', '', 'exchange.empty'],
    ['an archive', 'PK\u0003\u0004xx', 'exchange.archive'],
    ['prose', 'It was a dark night.', 'exchange.unknown-format'],
    ['a list of numbers', '[1, 2, 3]', 'exchange.unknown-format'],
    ['another object', '{"entries": {}}', 'exchange.unknown-format'],
    ['half an export', '[{"mapping": {"a"', 'exchange.not-json'],
    ['a newer export', '{"kind":"terrarium-memory","format":99}', 'exchange.newer-export'],
    [
      'a damaged export',
      '{"kind":"terrarium-memory","format":1}\n{"kind":"event"}',
      'exchange.damaged-export',
    ],
  ])('IO5: %s is refused with what would do', (_name, content, code) => {
    const path = room.write('file', content);
    expect(() => room.take(path)).toThrow(expect.objectContaining({ code }));
    expect(room.readEvents()).toEqual([]);
  });

  it('IO5: the posts of a story are known as such, and where they belong is said', () => {
    const path = room.write('story.jsonl', '{"thread":"One","body":"The gate stood open."}\n');
    expect(() => room.take(path)).toThrow(
      expect.objectContaining({
        code: 'exchange.unknown-format',
        todo: expect.stringContaining('"terrarium import"'),
      }),
    );
    expect(room.readEvents()).toEqual([]);
  });

  it('IO5: one that is not there, or a folder, is named', () => {
    expect(() => room.take('/nowhere/chat.jsonl')).toThrow(
      expect.objectContaining({ code: 'exchange.missing' }),
    );
    expect(() => room.take('/')).toThrow(expect.objectContaining({ code: 'exchange.not-a-file' }));
  });

  it('IO5: whatever a file holds, it is imported or refused with an error of ours', () => {
    const anyJson = fc.json();
    const likely = fc.constantFrom(
      'mapping',
      'chat_messages',
      'mes',
      'text',
      'role',
      'kind',
      'current_node',
      'is_user',
    );
    const fields = fc.dictionary(likely, fc.jsonValue({ maxDepth: 3 }));
    const file = fc.oneof(
      fc.string({ unit: 'binary' }),
      anyJson,
      fc.array(fields).map((list) => JSON.stringify(list)),
      fc.array(fields).map((list) => list.map((one) => JSON.stringify(one)).join('\n')),
    );
    fc.assert(
      fc.property(file, (content) => {
        const path = room.write('any', content);
        try {
          room.take(path, { isDryRun: true });
        } catch (error) {
          expect(error).toBeInstanceOf(TerrariumError);
        }
      }),
      { numRuns: isProof ? 2_000 : 60 },
    );
  });
});
