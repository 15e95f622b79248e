// Tests what comes to mind in a turn, with the database of a game.

import { buildFakeEmbedder } from '@terrarium/kernel/testing/fake-embedder';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openRpgDatabase } from '../database/open-rpg-database.ts';
import { readShippedSystem } from '../manifest/read-system.ts';
import type { System } from '../system/system.ts';
import { type Entity, type GameState, playerId } from '../values/entity.ts';
import { openRecollector, type RecollectorOptions } from './recollect.ts';
import { openTaggedMemoryStore } from './tagged-memory-store.ts';
import { findFired } from './triggers/find-fired.ts';
import { loreTrigger } from './triggers/lore-trigger.ts';

const opening = `
  INSERT INTO manifests (hash, id, name, version, json) VALUES ('h', 'test', 'Test', '1', '{}');
  INSERT INTO sessions (id, name, manifest_hash, seed, created_at_ms) VALUES ('s', 's', 'h', 'x', 1), ('other', 'o', 'h', 'x', 1);`;

const entities: readonly Entity[] = [
  { id: 'scene:now', type: 'scene', key: 'now', sheet: { here: 'location:mill', mode: 'exploration' } },
  { id: 'location:mill', type: 'location', key: 'mill', sheet: { name: 'Old Mill' } },
  { id: 'character:player', type: 'character', key: 'player', sheet: { name: 'Ada' } },
  { id: 'npc:odra', type: 'npc', key: 'odra', sheet: { name: 'Odra', at: 'location:mill' } },
];
const state: GameState = {
  find: (id) => entities.find((entity) => entity.id === id),
  list: (type) => entities.filter((entity) => entity.type === type),
};

const rule = {
  id: 'falling',
  title: 'Falling',
  text: 'A fall of ten feet costs 1d6 hit points.',
  tags: ['hazard'],
};
const system = {
  name: 'Test',
  hash: 'h',
  sheets: new Map(),
  manifest: { rules: [rule] },
} as unknown as System;

let connection: ReturnType<typeof openRpgDatabase>;

beforeEach(() => {
  connection = openRpgDatabase({ path: ':memory:' });
  connection.exec(opening);
  onTestFinished(() => void connection.close());
});

interface Note {
  readonly key: string;
  readonly content: string;
  readonly kind?: string;
  readonly tags?: readonly string[];
  readonly importance?: number;
  readonly session?: string;
  /** The source of the memory; for a note, a text. */
  readonly source?: object | string;
}

function add({ key, content, importance = 0.5, session = 's', ...note }: Note): void {
  const { kind = 'lore', tags = [], source = {} } = note;
  connection
    .prepare(
      `INSERT INTO memories (session_id, key, kind, content, tags, source, importance, position, json)
       VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT count(*) FROM memories), '{}')`,
    )
    .run(session, key, kind, content, JSON.stringify(tags), JSON.stringify(source), importance);
}

function addTurn(id: number, summary: string, isOnPath = true): void {
  connection.exec(`INSERT INTO turn (id, session_id, number, words, narrative, state_hash, at_ms)
    VALUES (${id}, 's', ${id}, '', '', '', 1)`);
  connection.prepare('INSERT INTO turn_metadata (turn_id, summary) VALUES (?, ?)').run(id, summary);
  if (isOnPath)
    connection.exec(`INSERT INTO head_path (session_id, number, turn_id) VALUES ('s', ${id}, ${id})`);
}

interface Recollecting extends Partial<RecollectorOptions> {
  readonly known?: readonly string[];
}

async function recollect(words: string, { known = [], ...options }: Recollecting = {}) {
  const recollector = openRecollector({
    connection,
    sessionId: 's',
    system,
    countTokens: (text) => Math.ceil(text.length / 4),
    ...options,
  });
  return await recollector.recall({ words, state, known: new Set(known), budgetTokens: 1_000 });
}

/** Says the key of many entries, and returns the share of the entries that come to mind. */
function findFiredShare(percent: number): number {
  const trigger = loreTrigger.parse({ keys: ['gate'], percent });
  const tries = Array.from({ length: 500 }, (_, at) =>
    findFired(`l${at}`, trigger, { messages: ['gate'], seed: 's', work: { left: 0 } }),
  );
  return tries.filter((one) => one !== undefined).length / tries.length;
}

describe('what comes to mind in a turn', () => {
  it('RE4: rules, lore, facts, episodes and preferences are found, each with its source and its reason', async () => {
    add({
      key: 'gate',
      content: 'The salt gate opens at low tide.',
      source: { glossary: 'Salt Gate', quote: 'at low tide' },
    });
    add({
      key: 'debt',
      kind: 'fact',
      content: 'Bren owes the gate keeper three coins.',
      source: '{"file":"bren.json"}',
    });
    add({ key: 'spiders', kind: 'preference', content: 'No spiders, please.' });
    add({ key: 'foreign', session: 'other', content: 'The gate of another game.' });
    addTurn(1, 'Bren crossed the gate by night.');
    addTurn(2, 'Bren burned the gate.', false);
    const found = await recollect('Bren and I push the salt gate and hope not to be falling.');
    expect(found.map(({ key, from, because }) => [key, from, because])).toEqual([
      ['note:spiders', 'turn 0', 'preference of the player'],
      ['rule:falling', 'rules of Test', 'words: falling'],
      ['note:gate', 'Salt Gate: “at low tide”', 'words: salt, gate'],
      ['note:debt', 'bren.json', 'words: Bren, gate'],
      ['turn:1', 'turn 1', 'words: Bren, gate'],
    ]);
  });

  it('RE5: what the scene is about comes to mind without being named', async () => {
    add({ key: 'odra', content: 'She was a ferry pilot once.', tags: ['Odra'] });
    add({ key: 'heron', content: 'Herons nest in the reeds.', tags: ['Reeds'] });
    expect(await recollect('I wait.')).toMatchObject([{ key: 'note:odra', because: 'scene: Odra' }]);
  });

  it('RE5: of what has its tag a scene brings back the weightiest, however old, and the newest', async () => {
    add({ key: 'vow', content: 'She swore to sink it.', tags: ['ODRA'], importance: 0.9 });
    add({ key: 'lies', content: 'She lies of it.', kind: 'fact', tags: ['Odra'], importance: 0.8 });
    add({ key: 'foreign', content: 'Of another game.', tags: ['Odra'], importance: 1, session: 'other' });
    for (let count = 0; count < 900; count += 1)
      add({ key: `lore-${count}`, content: `Reed ${count}.`, tags: ['Odra', 'Reeds'], importance: 0.6 });
    add({ key: 'wet', content: 'Her boots are wet.', tags: ['odra'], kind: 'event', importance: 0.1 });
    const found = (await recollect('I wait.')).map(({ key }) => key);
    expect(found).toEqual(expect.arrayContaining(['note:vow', 'note:lies', 'note:wet']));
    expect(found).not.toContain('note:foreign');
    const next = (await recollect('I wait.', { known: found })).map(({ key }) => key);
    expect(next.length).toBeGreaterThan(0);
    expect(next.filter((key) => found.includes(key))).toEqual([]);
  });

  it('RE5: a tag is found however it is written, and no longer once it or its memory is gone', async () => {
    const written = ['Ålesund', 'ålesund', 'ÅLESUND', 'ÅLesund'];
    for (const tag of written) add({ key: tag, content: 'Rain.', tags: [tag, 'Old mill'] });
    const store = openTaggedMemoryStore(connection, 's');
    const find = (tag: string) => store.search({ tags: [tag], limit: 9, known: new Set() });
    for (const tag of written.slice(0, 3)) expect(find(tag)).toEqual(written.toReversed());
    connection.exec(`UPDATE memories SET tags = '["Fjord"]' WHERE key = 'ålesund';
      UPDATE memories SET key = 'hill', importance = 1 WHERE key = 'ÅLESUND'; DELETE FROM memories WHERE key = 'Ålesund'`);
    expect(find('ålesund')).toEqual(['hill', 'ÅLesund']);
    expect(find('OLD MILL')).toEqual(['hill', 'ÅLesund']);
    expect(find('fjord')).toEqual(['ålesund']);
  });

  it('RE6: an edited or deleted memory is found by what it says now, or not at all', async () => {
    add({ key: 'gate', content: 'The salt gate opens at low tide.' });
    connection.exec(`UPDATE memories SET content = 'The brass door is shut.' WHERE key = 'gate'`);
    expect(await recollect('the salt gate')).toEqual([]);
    expect(await recollect('the brass door')).toMatchObject([{ key: 'note:gate' }]);
    connection.exec(`DELETE FROM memories WHERE key = 'gate'`);
    expect(await recollect('the brass door')).toEqual([]);
  });

  it('RE2: what was noted in another word for the same comes to mind, such as a debt for what is owed', async () => {
    add({ key: 'prake', content: 'Prake struck 30 of the debt; 10 remain.', kind: 'fact' });
    for (const name of ['Hob', 'Tolly', 'Ludd'])
      add({ key: name, content: `${name} likes eels.`, kind: 'fact' });
    const found = await recollect('How much do I owe, and to whom?');
    expect(found.map(({ text }) => text)).toContain('Prake struck 30 of the debt; 10 remain.');
    add({ key: 'reeve', content: 'The reeve refused the request.', kind: 'fact' });
    expect(await recollect('I ask.')).toEqual([]);
  });

  it('RE6: vectors follow the words they were made of, and meaning alone brings something back', async () => {
    const embedder = buildFakeEmbedder();
    add({ key: 'boat', content: 'ferry ferry ferry' });
    const bare = { ...system, manifest: { rules: [] } } as unknown as System;
    await recollect('ferry', { embedder, system: bare });
    const count = connection.prepare('SELECT count(*) FROM text_vector').pluck();
    expect(count.get()).toBe(1);
    connection.exec(`UPDATE memories SET content = 'other words' WHERE key = 'boat'`);
    expect(count.get()).toBe(0);
    connection.exec(`DELETE FROM memories`);
    add({ key: 'new', content: 'the very same words' });
    expect(await recollect('the very same words', { embedder })).toMatchObject([{ key: 'note:new' }]);
  });

  it('RE4: a rule about a choice that the character did not make comes to mind only if the player names it', async () => {
    const build = (title: string) => ({ ...rule, id: title.toLowerCase(), title, text: `${title}s fall.` });
    const kind = { view: () => 'Cleric', blank: () => 0 };
    const config = { rungs: [{ label: 'Cleric' }, { label: 'Monk' }] };
    const fields = [{ path: 'identity.class', kind, definition: { config } }];
    const classes = {
      ...system,
      sheets: new Map([['character', { fields }]]),
      manifest: { rules: [build('Cleric'), build('Monk')] },
    } as unknown as System;
    const find = async (words: string) =>
      (await recollect(words, { system: classes })).map(({ key }) => key).toSorted();
    expect(await find('fall')).toEqual(['rule:cleric']);
    expect(await find('does a monk fall')).toEqual(['rule:cleric', 'rule:monk']);
  });

  it('RE8: a played turn and a rule are found by meaning alone, turns that were undone and those of others not', async () => {
    const embedder = buildFakeEmbedder();
    addTurn(1, 'crossed crossed crossed');
    addTurn(2, 'the bridge burned down', false);
    const falling = 'falling '.repeat(3).trim();
    const named = { ...rule, id: 'drop', title: 'falling', text: 'falling falling' };
    const known = { ...system, manifest: { rules: [named] } } as unknown as System;
    await recollect('nothing of it', { embedder, system: known });
    const count = connection.prepare('SELECT count(*) FROM text_vector').pluck();
    expect(count.get()).toBe(3);
    const find = async (words: string) =>
      (await recollect(words, { embedder, system: known })).map(({ key, because }) => [key, because]);
    expect(await find('crossed')).toEqual([['turn:1', expect.anything()]]);
    expect((await find(falling)).map(([key]) => key)).toEqual(['rule:drop']);
    expect(await find('the bridge burned down')).toEqual([]);
    expect(count.get()).toBe(3);
  });

  it('RE9: lore of a book comes to mind by its keys, constants always, and nothing else of it does', async () => {
    const addLore = (key: string, trigger: object) =>
      add({
        key,
        content: `${key} and a lamp`,
        source: JSON.stringify({ file: 'book.json', trigger }),
      });
    addLore('always', { isConstant: true });
    addLore('plain', { keys: ['gate'], order: 5 });
    addLore('stronger', { keys: ['Gate'], order: 50 });
    addLore('whole', { keys: ['gat'], isWholeWord: true });
    addLore('case', { keys: ['GATE'], isCaseSensitive: true });
    addLore('pattern', { keys: ['/\\bg.te\\b/i'], order: 1 });
    addLore('second', { keys: ['gate'], second: ['tide'], logic: 'not-any' });
    addLore('both', { keys: ['gate'], second: ['tide', 'salt'], logic: 'all', order: 2 });
    addLore('never', { keys: ['gate'], percent: 0 });
    add({ key: 'free', content: 'A brass door.' });
    const keys = async (words: string, heard: readonly string[] = []) => {
      const recollector = openRecollector({ connection, sessionId: 's', system, countTokens: () => 1 });
      const asked = { words, listHeard: () => heard, state, known: new Set<string>(), budgetTokens: 1_000 };
      return (await recollector.recall(asked)).map(({ key }) => key.slice('note:'.length));
    };
    expect(await keys('the salt gate at low tide')).toEqual([
      'always',
      'stronger',
      'plain',
      'both',
      'pattern',
    ]);
    expect(await keys('the brass door')).toEqual(['always', 'free']);
    expect(await keys('stronger than the case')).toEqual(['always']);
    expect(await keys('hello', ['Test: The gate.', 'Bren: hm'])).toContain('plain');
    expect(await keys('hello', ['Test: A wall.', 'Bren: the gate'])).toEqual(['always']);
  });

  it('RE9: chance follows from the game and the turn, and is as likely as the book says', async () => {
    for (let at = 0; at < 200; at += 1) {
      const trigger = { keys: ['gate'], percent: 30 };
      add({ key: `l${at}`, content: `lore ${at}`, source: JSON.stringify({ trigger }) });
    }
    const once = await recollect('gate');
    expect(await recollect('gate')).toEqual(once);
    const all = findFiredShare(30);
    expect(all).toBeGreaterThan(0.22);
    expect(all).toBeLessThan(0.38);
  });

  it('RE11: the notes into which a long entry was split come to mind together or not at all, also in a group', async () => {
    const source = (entry: number, trigger: object) =>
      JSON.stringify({ file: `book.json, entry ${entry}`, trigger: { keys: ['gate'], ...trigger } });
    for (const piece of [1, 2, 3]) {
      add({ key: `a${piece}`, content: `a ${piece}`, source: source(1, { groups: ['g'] }) });
      add({ key: `b${piece}`, content: `b ${piece}`, source: source(2, { groups: ['g'] }) });
      for (const entry of [3, 4, 5, 6, 7, 8])
        add({ key: `c${entry}-${piece}`, content: 'c', source: source(entry, { percent: 50 }) });
    }
    const keys = (await recollect('the gate')).map(({ key }) => key);
    const pieces = [...Map.groupBy(keys, (key) => key.slice(0, -1)).values()].map((own) => own.length);
    expect(new Set(pieces)).toEqual(new Set([3]));
    expect(keys.filter((key) => /^note:[ab]/u.test(key))).toHaveLength(3);
    expect(pieces.length).toBeLessThan(7);
  });

  it('RE6: an embedder that fails costs nothing but its part', async () => {
    add({ key: 'gate', content: 'The salt gate opens at low tide.' });
    const { ProviderError } = await import('@terrarium/kernel/errors');
    const failing = {
      ...buildFakeEmbedder(),
      embed: () =>
        Promise.reject(new ProviderError({ code: 'x', happened: 'Gone.', todo: 'Wait.', retryable: true })),
    };
    expect(await recollect('the salt gate', { embedder: failing })).toMatchObject([{ key: 'note:gate' }]);
  });

  it('RE3: a spell or a thing that the words name brings its rule; its word in passing, or the mode, brings none', async () => {
    const dnd = readShippedSystem('dnd5e');
    const spells = [{ name: 'Sleep' }, { name: 'Shield' }, { name: 'Magic missile' }, { name: 'Light' }];
    const sheet = {
      name: 'Ysa',
      features: { spells, list: [{ name: 'Second wind' }] },
      inventory: { carried: { items: [{ name: 'Torch' }, { name: 'Dagger' }] } },
    };
    const player: Entity = { id: playerId, type: 'character', key: 'player', sheet };
    const ysa = { ...state, find: (id: Entity['id']) => (id === playerId ? player : state.find(id)) };
    const recollector = openRecollector({
      connection,
      sessionId: 's',
      system: dnd,
      countTokens: (text) => text.length / 4,
    });
    const bring = async (words: string) => {
      const found = await recollector.recall({ words, state: ysa, known: new Set(), budgetTokens: 1_500 });
      return found
        .filter(({ because }) => !because.startsWith('words'))
        .map(({ key, because }) => [key, because]);
    };
    const sleep = [['thing:sleep', 'named: sleep']];
    expect(await bring('I speak the sleep charm over the weighman, salt between my fingers.')).toEqual(sleep);
    expect(await bring('I cast sleep at them.')).toEqual(sleep);
    expect(await bring('I try Sleep on it, then I sleep.')).toEqual(sleep);
    expect(await bring('I sleep, and then I try Sleep on it.')).toEqual(sleep);
    expect(await bring('I take the rope and we go up. Shield me, I say, and I sleep in the light.')).toEqual(
      [],
    );
    expect(await bring('I throw a magic missile and draw my dagger.')).toEqual([
      ['thing:magic_missile', 'named: magic missile'],
    ]);
    expect(await bring('I lift the torch and use my second wind.')).toEqual([
      ['rule:fighter', 'named: second wind'],
      ['thing:torch', 'named: torch'],
    ]);
    const texts = await recollector.recall({
      words: 'I speak the sleep charm.',
      state: ysa,
      known: new Set(),
      budgetTokens: 1_500,
    });
    expect(texts.map(({ text }) => text.slice(0, 5))).toEqual(['Sleep']);
  });

  it('RE4: whatever the player types is words, never a query', async () => {
    add({ key: 'gate', content: 'The salt gate opens at low tide.' });
    for (const words of ['gate" OR *', 'NEAR(gate', 'content:gate', '-gate AND', '"', ''])
      expect((await recollect(words)).length).toBeLessThanOrEqual(1);
  });

  it('RE7: one lore is found among a thousand facts that say more of the word', async () => {
    add({
      key: 'lore',
      content: 'Long ago, before the tide wall stood, there was a gate of salt in the north.',
    });
    for (let count = 0; count < 900; count += 1)
      add({ key: `fact-${count}`, kind: 'fact', content: 'gate gate' });
    for (let count = 0; count < 900; count += 1) add({ key: `other-${count}`, content: 'reeds' });
    for (let count = 0; count < 1_300; count += 1)
      add({ key: `more-${count}`, kind: 'fact', content: 'herons' });
    const found = (await recollect('The gate?')).map(({ key }) => key);
    expect(found).toContain('note:lore');
    expect(found.some((key) => key.startsWith('note:fact-'))).toBe(true);
  });
});
