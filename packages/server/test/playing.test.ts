// Tests playing a game turn by turn, with the requests that a page sends.

import { join } from 'node:path';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { routes } from '@terrarium/protocol/routes';
import type { Game } from '@terrarium/rpg/game';
import { readNotebook } from '@terrarium/rpg/notebook';
import { openGame } from '@terrarium/rpg/open-game';
import { openRpgDatabase } from '@terrarium/rpg/open-rpg-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BegunGame, beginGame } from './support/begin-game.ts';
import { openSampleServer, type SampleServer } from './support/sample-server.ts';

type Table = RouteAnswer<'GET /api/worlds/{world}/games/{game}'>;
type Failure = { readonly code: string; readonly happened: string };

let server: SampleServer;
let game: BegunGame;
beforeAll(async () => {
  server = await openSampleServer({ isRead: false });
  game = beginGame(server.worldDir);
});
afterAll(() => server.close());

const readTable = () => server.read<Table>(game.path);
const post = <Answer>(path: string, body: unknown) =>
  server.read<Answer>(`${game.path}${path}`, { method: 'POST', body });

/** Says a line and waits until its turn is told. */
async function say(line: string): Promise<Table> {
  const before = await readTable();
  const told = readStream(server, `${game.path}/events?after=${before.sequence}`, ({ event, data }) =>
    event === 'moment' ? /"kind":"(?:committed|failed)"/u.test(data) : false,
  );
  expect(await post('/lines', { line, after: before.head })).toEqual({ kind: 'telling' });
  await told;
  return await readTable();
}

type Wishes = RouteAnswer<'GET /api/worlds/{world}/games/{game}/wishes'>;

describe('the room of play', () => {
  test('RP1: a game lies on the table with its telling, its dice, its sheet and what may be done', async () => {
    const table = await readTable();
    routes['GET /api/worlds/{world}/games/{game}'].answer.parse(table);
    expect(table.turns.map(({ number }) => number)).toEqual([0]);
    expect(table.suggestions.length).toBeGreaterThan(0);
    const fields = table.sheet.sections.flatMap((section) => section.fields);
    expect(fields.find(({ path }) => path === 'resources.vigour')).toMatchObject({
      prefab: 'RES_POOL',
      shows: '8/8',
    });
    const { games } = await server.read<{ games: { id: string; player: string }[] }>(
      '/api/worlds/low-veyre/games',
    );
    expect(games).toMatchObject([{ id: game.id, player: table.sheet.name }]);
  });

  test('RP2: whoever comes back gets the events they missed, each once, and a telling moment by moment', async () => {
    const before = await readTable();
    const told = readStream(server, `${game.path}/events?after=${before.sequence}`, ({ data }) =>
      data.includes('"committed"'),
    );
    await post('/lines', { line: '1', after: before.head });
    const moments = (await told)
      .filter(({ event }) => event === 'moment')
      .map(({ data }) => JSON.parse(data));
    expect(moments.map(({ sequence }) => sequence)).toEqual(moments.map((_, index) => index + 1));
    expect(moments[0].moment).toMatchObject({
      kind: 'started',
      words: before.suggestions[0],
      after: before.head,
    });
    const table = await readTable();
    const spoken = moments.map(({ moment }) => (moment.kind === 'told' ? moment.text : '')).join('');
    expect(spoken.trim()).toBe(table.turns.at(-1)?.narrative);
    const all = await readStream(server, `${game.path}/events`, ({ id }) => id === String(table.sequence));
    expect(all.map(({ id }) => Number(id))).toEqual(all.map((_, index) => index + 1));
    const half = await readStream(server, `${game.path}/events`, ({ id }) => id === String(table.sequence), {
      'last-event-id': '2',
    });
    expect(half.map(({ id }) => id)).toEqual(all.slice(2).map(({ id }) => id));
  });

  test('RP2: a turn that a kill left in its midst is shown as it is, and gone on with or given up', async () => {
    const leaveTurn = (words: string) =>
      withGame(server.worldDir, game.id, (opened) => opened.start(words).close());
    const { head } = await readTable();
    leaveTurn('I wait by the lamp.');
    expect(await readTable()).toMatchObject({
      head,
      left: { words: 'I wait by the lamp.' },
      isElsewhere: false,
    });
    expect((await post<Failure>('/lines', { line: 'I leave.', after: head })).code).toBe(
      'session.draft-left',
    );
    expect((await say('/resume')).turns.at(-1)?.words).toBe('I wait by the lamp.');
    leaveTurn('I run.');
    await post('/lines', { line: '/drop' });
    expect(await readTable()).toMatchObject({ left: null, unanswered: ['I run.'] });
  });

  test('RP3: what is said to a moment that is past is not played, and turns go back, forth and to other tellings', async () => {
    const before = await readTable();
    const stale = await post<Failure>('/lines', { line: 'I wait.', after: before.head - 1 });
    expect(stale.code).toBe('play.moved-on');
    expect((await readTable()).head).toBe(before.head);
    const played = await say('Look around');
    expect(await post('/moves', { kind: 'undo' })).toEqual({ head: before.head });
    expect((await readTable()).next).toBe('Look around');
    expect(await post('/moves', { kind: 'redo' })).toEqual({ head: played.head });
    // The page shows the story anyway, so a typed undo only says what it took back.
    const undone = await post<{ lines: readonly string[] }>('/lines', { line: '/undo', after: played.head });
    expect(undone.lines.join(' ')).toMatch(/^Taken back: “Look around”\..* \/redo goes forward again\.$/u);
    await post('/lines', { line: '/redo' });
    const retold = await say('/retry');
    expect(retold.tellings).toHaveLength(2);
    expect(retold.turns.at(-1)?.words).toBe('Look around');
    const tree = await server.read<RouteAnswer<'GET /api/worlds/{world}/games/{game}/tree'>>(
      `${game.path}/tree`,
    );
    expect(tree.turns.filter(({ parent }) => parent === before.head).map(({ id }) => id)).toEqual([
      played.head,
      retold.head,
    ]);
    await post('/moves', { kind: 'go', turn: played.head });
    expect((await readTable()).turns.at(-1)).toEqual(played.turns.at(-1));
    const reworded = await say('/reword I listen at the door');
    expect(reworded.tellings).toEqual([
      { id: played.head, words: 'Look around' },
      { id: retold.head, words: 'Look around' },
      { id: reworded.head, words: 'I listen at the door' },
    ]);
    await post('/moves', { kind: 'go', turn: played.head });
  });

  test('RP3: what a command prints is laid out in the columns that the page has', async () => {
    const print = async (columns: number) =>
      (await post<{ readonly lines: readonly string[] }>('/lines', { line: '/help', columns })).lines;
    const [narrow, wide] = [await print(40), await print(100)];
    expect(Math.max(...narrow.map(({ length }) => length))).toBeLessThanOrEqual(40);
    expect(narrow.length).toBeGreaterThan(wide.length);
  });

  test('RP3: dice that are rolled outside the story stand in it once, and not in the answer too', async () => {
    const before = (await readTable()).head;
    expect(await post('/lines', { line: '/roll 1d6+2 for luck' })).toEqual({ kind: 'shown', lines: [] });
    const { head, turns } = await readTable();
    expect(turns.at(-1)).toMatchObject({
      id: head,
      isAside: true,
      rolls: [{ rolled: { resolved: '1d6+2' } }],
    });
    const refused = await post<{ lines: readonly string[] }>('/lines', { line: '/roll nothing at all' });
    expect(refused.lines.length).toBeGreaterThan(0);
    await post('/moves', { kind: 'undo' });
    expect((await readTable()).head).toBe(before);
  });

  test('RP3: what a typed command says begins with its first words', async () => {
    const rules = await post<{ lines: readonly string[] }>('/lines', { line: '/rules vigour' });
    expect(rules.lines[0]).toMatch(/\S/u);
  });

  test('RP10: how the game is to be told is shown and changed, and what cannot be is refused', async () => {
    const path = `${game.path}/wishes`;
    const change = async (body: unknown) =>
      await server.read<Failure & Wishes>(path, { method: 'PUT', body });
    await change({ lines: 'spiders', style: 'terse', length: { from: 80, to: 160 } });
    await change({ style: '', check: 'mark' });
    const told = await server.read<Wishes>(path);
    routes['GET /api/worlds/{world}/games/{game}/wishes'].answer.parse(told);
    expect(told).toMatchObject({ lines: 'spiders', length: { from: 80, to: 160 }, check: 'mark' });
    expect(told.style).toBeUndefined();
    expect(await change({ length: { from: 400, to: 20 } })).toMatchObject({ code: 'play.bad-wish' });
    expect(await server.read<Wishes>(path)).toEqual(told);
  });

  test('RP4: a value that is set by hand passes the gates of the game, and a refusal has the words of the terminal', async () => {
    const set = (path: string, value: string) =>
      post<Failure & { changes: unknown }>('/values', { entity: 'character:player', path, value });
    expect((await set('resources.vigour', '5')).changes).toMatchObject([{ before: '8/8', after: '5/8' }]);
    // A choice that a typed line opens stands below the story alone.
    const blades = beginGame(server.worldDir, 'blades-style', 'the-winter-toll', 'Blades');
    const line = { method: 'POST', body: { line: '/set stress 9' } };
    const { lines } = await server.read<{ lines: readonly string[] }>(`${blades.path}/lines`, line);
    expect(lines.at(-1)).toBe('A choice is yours now: it stands below the story.');
    expect(lines.join('\n')).not.toContain('haunted');
    const { head } = await server.read<{ head: number }>(game.path);
    const unchanged = await set('resources.vigour', '5');
    expect(unchanged).toMatchObject({
      changes: [],
      says: [expect.stringContaining('Vigour is 5/8 already')],
    });
    expect(await server.read(game.path)).toMatchObject({ head });
    for (const [typed, reason] of [
      ['-1', 'The minimum is 0'],
      ['99', 'The maximum is 8'],
      ['abc', 'A number is needed, not “abc”'],
    ] as const)
      expect(await set('resources.vigour', typed)).toMatchObject({
        code: 'play.refused',
        happened: `Vigour: still 5/8. ${reason}.`,
      });
    expect(await server.read(game.path)).toMatchObject({ head });
    await set('inventory.gear', 'Spear, Lamp');
    const { sheet } = await server.read<Table>(game.path);
    const gear = sheet.sections.flatMap(({ fields }) => fields).find(({ path }) => path === 'inventory.gear');
    expect(gear?.items).toMatchObject([{ name: 'Spear', details: [{ value: 'harm 2' }] }, { name: 'Lamp' }]);
    const refused = await set('resources.vigour.max', '50');
    expect(refused.code).toBe('play.refused');
    const shown = await post<{ kind: string; lines: string[] }>('/lines', {
      line: '/set resources.vigour.max 50',
    });
    expect(shown.lines.join(' ').replaceAll(/\s+/gu, ' ')).toContain(
      refused.happened.replaceAll(/\s+/gu, ' '),
    );
    const why = await server.read<RouteAnswer<'GET /api/worlds/{world}/games/{game}/why'>>(
      `${game.path}/why?entity=character:player&path=resources.vigour`,
    );
    routes['GET /api/worlds/{world}/games/{game}/why'].answer.parse(why);
    expect(why.history.at(-1)).toMatchObject({ before: '8/8', after: '5/8' });
    expect(why.formulas.map(({ of }) => of)).toContain('maximum');
    const whyGear = await server.read<typeof why>(
      `${game.path}/why?entity=character:player&path=inventory.gear`,
    );
    expect(whyGear.history[0]).toMatchObject({ came: ['Lamp'] });
  });

  test('RP5, RP12: a game is prepared step by step, tried by its rules, and begins with what was settled', async () => {
    const base = '/api/worlds/low-veyre';
    type Zero = RouteAnswer<'GET /api/worlds/{world}/zero'>;
    const settle = (body: object) =>
      server.read<Zero>(`${base}/zero`, { method: 'PUT', body: { name: 'Winter', ...body } });
    await settle({ system: 'step-dice' });
    await settle({ world: 'the-winter-toll' });
    const wish = 'Snow, and few words. No spiders.';
    const kept = await settle({ concept: wish, lines: 'drowning', veils: 'blood' });
    expect(await settle({ concept: wish })).toMatchObject({ lines: 'drowning', veils: 'blood' });
    expect(kept.limits).toEqual({ lines: ['spiders'], veils: [] });
    expect(kept).toMatchObject({ system: 'step-dice', world: { id: 'the-winter-toll' }, character: null });
    routes['GET /api/worlds/{world}/zero'].answer.parse(await server.read(`${base}/zero?name=Winter`));
    const { quick } = await server.read<{ quick: { id: string; label: string }[] }>(
      `${base}/zero/characters?name=Winter`,
    );
    type Tried = RouteAnswer<'POST /api/worlds/{world}/zero/characters'>;
    const attempt = (body: object) =>
      server.read<Tried>(`${base}/zero/characters`, { method: 'POST', body: { name: 'Winter', ...body } });
    const ready = await attempt({ quick: quick[0]?.id });
    expect([...ready.refused, ...ready.unmet]).toEqual([]);
    const { 'combat.weapon': weapon, ...others } = ready.set;
    const own = { name: 'Ada', about: '', set: others };
    expect((await attempt({ character: own })).set['combat.weapon']).toBe(weapon);
    expect((await attempt({ character: own, isWhole: true })).set).toEqual(others);
    await server.read(`${base}/zero`, { method: 'PUT', body: { name: 'Never', system: 'starter' } });
    const left = await server.read<{ unsettled: string[] }>(`${base}/zero?name=Never`, { method: 'DELETE' });
    expect([left.unsettled.includes('Winter'), left.unsettled.includes('Never')]).toEqual([true, false]);
    const wrong = { name: 'Ada', about: '', set: { 'no.such.value': '9' } };
    const tried = await attempt({ quick: quick[0]?.id, character: wrong });
    expect(tried.refused.map(({ at }) => at)).toEqual(['no.such.value']);
    const nameless = await attempt({ character: { name: ' ', about: '', set: { 'no.such.value': '9' } } });
    expect(nameless.refused.map(({ at }) => at)).toEqual(['name', 'no.such.value']);
    const begin = (body: object) =>
      server.read<Failure & { id: string }>(`${base}/games`, {
        method: 'POST',
        body: { name: 'Winter', ...body },
      });
    expect((await begin({ character: wrong })).code).toBe('session-zero.bad-character');
    const { id } = await begin({ quick: quick[0]?.id });
    expect(await server.read<Wishes>(`${base}/games/${id}/wishes`)).toMatchObject({
      lines: 'drowning; spiders',
      veils: 'blood',
    });
    const table = await server.read<Table>(`${base}/games/${id}`);
    expect(table).toMatchObject({ name: 'Winter', system: { id: 'step-dice' } });
    expect(table.sheet.name).toBe(quick[0]?.label);
    expect((await begin({})).code).toBe('session.name-taken');
    const rename = (name: string) =>
      server.read<Failure & { name: string }>(`${base}/games/${id}/name`, { method: 'PUT', body: { name } });
    expect((await rename('A game')).code).toBe('session.name-taken');
    expect(await rename(' Snow ')).toEqual({ name: 'Snow' });
    expect((await server.read<Table>(`${base}/games/${id}`)).name).toBe('Snow');
    const home = await server.read<{ lastGame: { id: string } }>(base);
    expect(home.lastGame.id).toBe(id);
    expect(await server.read('/api/worlds')).toMatchObject([{ holds: { hasGames: true } }]);
    // RP12: a game that is set aside is not among the others, and is not what is played on.
    const setAside = (isSetAside: boolean) =>
      server.read(`${base}/games/${id}/aside`, { method: 'PUT', body: { isSetAside } });
    const list = async () => {
      const answer = await server.read<unknown>(`${base}/games`);
      const { games, setAside: aside } = routes['GET /api/worlds/{world}/games'].answer.parse(answer);
      return [games, aside].map((some) => some.some((one) => one.id === id));
    };
    expect(await list()).toEqual([true, false]);
    expect(await setAside(true)).toEqual({ isSetAside: true });
    expect(await list()).toEqual([false, true]);
    const now = await server.read<{ lastGame: { id: string } | null }>(base);
    expect(now.lastGame?.id).not.toBe(id);
    expect((await server.read<Table>(`${base}/games/${id}`)).name).toBe('Snow');
    await setAside(false);
    expect(await list()).toEqual([true, false]);
  });

  test('RP5: a game without a name of its own is called after the world in which it is played', async () => {
    const base = '/api/worlds/low-veyre';
    const begin = async (world: string) => {
      const { name } = await server.read<{ name: string }>(`${base}/zero`);
      await server.read(`${base}/zero`, { method: 'PUT', body: { name, system: 'starter' } });
      await server.read(`${base}/zero`, { method: 'PUT', body: { name, world } });
      const { id } = await server.read<{ id: string }>(`${base}/games`, { method: 'POST', body: { name } });
      return (await server.read<Table>(`${base}/games/${id}`)).name;
    };
    expect(await begin('the-winter-toll')).toBe('The Winter Toll');
    expect(await begin('the-unkept-lamp')).toBe('The Unkept Lamp');
    expect(await begin('the-winter-toll')).toBe('The Winter Toll 2');
    // Where nothing was chosen, the first rules and the first world that are offered are taken, as the page says.
    type Zero = RouteAnswer<'GET /api/worlds/{world}/zero'>;
    const { name, systems, worlds } = await server.read<Zero>(`${base}/zero`);
    const { id } = await server.read<{ id: string }>(`${base}/games`, { method: 'POST', body: { name } });
    const table = await server.read<Table>(`${base}/games/${id}`);
    expect([table.system.id, table.name]).toEqual([systems[0]?.id, `${worlds[0]?.label} 2`]);
  });

  test('RP1: nothing that is still secret stands in any answer', async () => {
    for (const line of ['1', '2', 'Search the place', '1']) await say(line);
    const { turns } = await readTable();
    const looks = [
      'known',
      'lore',
      'tree',
      'turns?before=99',
      'why?entity=character:player&path=resources.vigour',
    ];
    const paths = ['', ...looks.map((path) => `/${path}`), ...turns.map(({ id }) => `/turns/${id}`)];
    const answers = await Promise.all(
      paths.map(async (path) => await (await server.ask(`${game.path}${path}`)).text()),
    );
    const known = routes['GET /api/worlds/{world}/games/{game}/known'].answer.parse(
      JSON.parse(answers[1] ?? ''),
    );
    const tables = known.tables.map(({ id }) => id);
    expect(tables).toContain('names');
    expect(tables).not.toContain('ask');
    const { sequence } = await readTable();
    const stream = await readStream(server, `${game.path}/events`, ({ id }) => id === String(sequence));
    const all = [...answers, JSON.stringify(stream)].join('\n');
    expect(all).not.toContain('hidden:');
    for (const secret of listSecrets(server.worldDir, game.id)) expect(all).not.toContain(secret);
  });
});

/** Lists what only the narrator knows: secrets that have not come out, and the later parts of quests. */
function listSecrets(worldDir: string, session: string): readonly string[] {
  return withGame(worldDir, session, ({ state }) => {
    const { secrets, plans } = readNotebook(state);
    const found = [
      ...secrets.filter(({ isRevealed }) => !isRevealed).map(({ text }) => text),
      ...plans.flatMap(({ steps, won }) => [...steps.map(({ name }) => name), won]),
    ].filter((text) => text.length > 10);
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
}

/** Opens the game as another program would. */
function withGame<Value>(worldDir: string, session: string, work: (opened: Game) => Value): Value {
  const connection = openRpgDatabase({ path: join(worldDir, 'rpg.db') });
  const opened = openGame({ connection, session, clock: buildSystemEnvironment().clock });
  try {
    return work(opened);
  } finally {
    opened.close();
    connection.close();
  }
}

interface Sent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** Reads a stream up to the first event for which `isLast` is true. */
async function readStream(
  from: SampleServer,
  path: string,
  isLast: (sent: Sent) => boolean,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly Sent[]> {
  const response = await from.ask(path, { headers });
  const sent: Sent[] = [];
  let rest = '';
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    rest += new TextDecoder().decode(chunk);
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const read = (name: string) => new RegExp(`^${name}: (.*)$`, 'mu').exec(block)?.[1];
      sent.push({ id: read('id'), event: read('event') ?? '', data: read('data') ?? '' });
      if (isLast(sent.at(-1) as Sent)) {
        await response.body?.cancel().catch(() => undefined);
        return sent;
      }
    }
  }
  return sent;
}
