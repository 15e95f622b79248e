// Tests chapters, cards, the reader's place, corrections and runs, with the requests that a page sends.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCorpus } from '@terrarium/annotator/add-corpus';
import { annotate } from '@terrarium/annotator/annotate';
import { openBuiltInReader } from '@terrarium/annotator/built-in-reader';
import { entryKinds } from '@terrarium/annotator/entry-kinds';
import { openRunLock } from '@terrarium/annotator/open-run-lock';
import { createWorld, openWorld } from '@terrarium/annotator/open-world';
import { defaultRunSettings } from '@terrarium/annotator/run-settings';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { ProviderError } from '@terrarium/kernel/errors';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { routes } from '@terrarium/protocol/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPlainScreens, openSampleServer, type SampleServer } from './support/sample-server.ts';
import { openTestServer, type TestServer } from './support/test-server.ts';

const base = '/api/worlds/low-veyre';
let server: SampleServer;
beforeAll(async () => {
  server = await openSampleServer();
});
afterAll(() => server.close());

type Contents = RouteAnswer<'GET /api/worlds/{world}/contents'>;
type Page = RouteAnswer<'GET /api/worlds/{world}/stories/{corpus}/chapters/{thread}'>;
type Entries = RouteAnswer<'GET /api/worlds/{world}/entries'>;
type Card = RouteAnswer<'GET /api/worlds/{world}/entries/{entry}/card'>;
type Accounts = RouteAnswer<'GET /api/worlds/{world}/entries/{entry}'>;
type Run = RouteAnswer<'GET /api/worlds/{world}/run'>;

async function readChapterPage(index: number): Promise<{ corpus: string; page: Page }> {
  const { stories } = await server.read<Contents>(`${base}/contents`);
  const corpus = stories[0]?.corpus ?? '';
  const page = await server.read<Page>(
    `${base}/stories/${corpus}/chapters/${stories[0]?.chapters[index]?.threadId}`,
  );
  return { corpus, page };
}

describe('the room of reading', () => {
  test('RS1: answers are of the shapes of the table, and a card tells nothing from behind its sentence', async () => {
    const { corpus, page } = await readChapterPage(1);
    routes['GET /api/worlds/{world}/stories/{corpus}/chapters/{thread}'].answer.parse(page);
    const paragraph = page.paragraphs.find(({ marks }) => marks.length > 0);
    const [mark] = paragraph?.marks ?? [];
    if (paragraph === undefined || mark === undefined) throw new Error('no name is marked');
    const at = { post: paragraph.postId, offset: paragraph.start + mark.end };
    const card = await server.read<Card>(
      `${base}/entries/${mark.entries[0]}/card?corpus=${corpus}&post=${at.post}&offset=${at.offset}`,
    );
    routes['GET /api/worlds/{world}/entries/{entry}/card'].answer.parse(card);
    for (const { evidence } of card?.quotes ?? [])
      expect(evidence.postId < at.post || evidence.end <= at.offset).toBe(true);
  });

  test('RS2: the place follows the reader forward, and what is shown grows with it', async () => {
    const before = await server.read<Entries>(`${base}/entries`);
    expect(before.asOf).toBeNull();
    const { corpus, page } = await readChapterPage(1);
    const [first, , later] = page.paragraphs;
    const put = async (paragraph: typeof first, isForward: boolean) =>
      await server.read<{ place: string; point: { offset: number } }>(`${base}/point`, {
        method: 'PUT',
        body: { corpus, postId: paragraph?.postId, offset: paragraph?.start, isForward },
      });
    const there = await put(later, true);
    expect((await put(first, true)).point).toEqual(there.point);
    const { stories } = await server.read<Contents>(`${base}/contents`);
    expect(stories[0]?.chapters.map(({ title }) => title !== undefined)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    const known = await server.read<Entries>(`${base}/entries`);
    expect(known.total).toBeGreaterThan(0);
    expect(known.total).toBeLessThan(before.total);
    const unknown = before.entries.find(({ id }) => !known.entries.some((one) => one.id === id));
    // An entry from later in the story and an entry that does not exist get the same answer.
    type Refused = { code: string; happened: string };
    const refused = await server.read<Refused>(`${base}/entries/${unknown?.id}`);
    expect(refused.code).toBe('glossary.no-entry');
    expect(refused.happened).toMatch(/^The glossary has no such entry yet/);
    expect(await server.read<Refused>(`${base}/entries/99999`)).toEqual(refused);
    const typed = await server.read<{ place: string }>(`${base}/place`, {
      method: 'PUT',
      body: { place: 'after thread:2' },
    });
    expect((await put(first, true)).place).toBe(typed.place);
    // The same holds for a reader who saw the whole glossary in the meantime: the glossary is limited to that place
    // again.
    await server.read(`${base}/place`, { method: 'PUT', body: { place: null } });
    expect((await put(first, true)).place).toBe(typed.place);
    // Reading goes on in the chapter where the reader left off or, if they read it to its end, in the next chapter.
    const readOn = async () => {
      const { readOn: home } = await server.read<RouteAnswer<'GET /api/worlds/{world}'>>(base);
      expect((await server.read<Contents>(`${base}/contents`)).readOn?.threadId).toBe(home?.threadId);
      return home && [home.chapter, home.title !== undefined];
    };
    expect(await readOn()).toEqual([3, false]);
    await put(later, false);
    expect(await readOn()).toEqual([2, true]);
    for (const [index, next] of [
      [1, [3, false]],
      [4, null],
    ] as const) {
      const last = (await readChapterPage(index)).page.paragraphs.at(-1);
      await put(last && { ...last, start: last.start + last.text.length }, false);
      expect(await readOn()).toEqual(next);
    }
    const ended = await server.read<Contents>(`${base}/contents`);
    await server.read(`${base}/place`, { method: 'PUT', body: { place: null } });
    expect((await server.read<Entries>(`${base}/entries`)).total).toBe(before.total);
    const missing = await server.read<Refused>(`${base}/entries/99999`);
    expect(missing.happened).toBe('The glossary has no such entry.');
    // A reader who sees the whole glossary has come as far as before, and goes on from there once the glossary is
    // limited again.
    const lifted = await server.read<Contents>(`${base}/contents`);
    expect(lifted.standing).toEqual({ ...ended.standing, place: null });
    expect(lifted.standing.kept).toBe(ended.standing.place);
    const { stories: shelved } = await server.read<RouteAnswer<'GET /api/worlds/{world}'>>(base);
    expect(shelved[0]?.at?.chapter).toBe(5);
    await put(first, true);
    expect((await server.read<Contents>(`${base}/contents`)).standing).toEqual(ended.standing);
    await server.read(`${base}/place`, { method: 'PUT', body: { place: null } });
  });

  test('RS14: only what nobody has decided waits for a person, though more is undecided at their place', async () => {
    const list = `${base}/entries?limit=200`;
    const waiting = async () => {
      const { waiting: home } = await server.read<RouteAnswer<'GET /api/worlds/{world}'>>(base);
      const queue = await server.read<Entries>(`${list}&status=tentative`);
      expect(home.tentative).toBe(queue.total);
      return queue.entries.map(({ id }) => id);
    };
    const open = await waiting();
    await server.read(`${base}/place`, { method: 'PUT', body: { place: 'after thread:1' } });
    const { entries } = await server.read<Entries>(list);
    const undecided = entries.filter(({ status }) => status === 'tentative').map(({ id }) => id);
    expect(await waiting()).toEqual(undecided.filter((id) => open.includes(id)));
    expect(undecided.length).toBeGreaterThan((await waiting()).length);
    await server.read(`${base}/place`, { method: 'PUT', body: { place: null } });
  });

  test('RS3: removed entries are listed on request, each only where it is known, and can be brought back', async () => {
    const list = `${base}/entries?limit=200`;
    const readRemoved = async () => {
      const { entries, total } = await server.read<Entries>(`${list}&status=removed`);
      const { hasRemoved } = await server.read<Entries>(list);
      expect(hasRemoved).toBe(total > 0);
      return entries.map(({ id, removedBy }) => [id, removedBy]);
    };
    const put = (place: string | null) => server.read(`${base}/place`, { method: 'PUT', body: { place } });
    const { entries } = await server.read<Entries>(list);
    const before = await readRemoved();
    const [early, late] = [1, 4].map((thread) => entries.find((row) => row.firstThreadId === thread)?.id);
    for (const id of [early, late])
      await server.read(`${base}/entries/${id}/delete`, { method: 'POST', body: {} });
    expect((await server.read<Entries>(list)).total).toBe(entries.length - 2);
    expect(await readRemoved()).toEqual([[late, 'human'], [early, 'human'], ...before]);
    await put('after thread:1');
    expect((await readRemoved()).filter(([, by]) => by === 'human')).toEqual([[early, 'human']]);
    await put(null);
    for (const id of [early, late])
      await server.read(`${base}/entries/${id}/restore`, { method: 'POST', body: {} });
    expect(await readRemoved()).toEqual(before);
  });

  test('RS3: what a person changes is kept, found again, and can be taken back', async () => {
    const { entries } = await server.read<Entries>(`${base}/entries?limit=2`);
    const [first, second] = entries;
    const path = `${base}/entries/${first?.id}`;
    const definition = 'A <script>alert(1)</script> of my own & "words".';
    await server.read(path, { method: 'PATCH', body: { definition, status: 'tentative' } });
    const [account] = await server.read<Accounts>(path);
    expect(account?.entry).toMatchObject({ definition, status: 'tentative' });
    expect(account?.revisions[0]?.author).toBe('human');
    const found = await server.read<Entries>(`${base}/entries?q=of my own`);
    expect(found.entries.map(({ id }) => id)).toEqual([first?.id]);
    await server.read(`${path}/merge`, { method: 'POST', body: { into: second?.id } });
    expect((await server.read<Accounts>(path))[0]?.entry).toBeUndefined();
    await server.read(`${path}/restore`, { method: 'POST', body: {} });
    expect((await server.read<Accounts>(path))[0]?.entry?.definition).toBe(definition);
    await server.read(path, { method: 'PATCH', body: { term: 'Aaron the First', status: 'confirmed' } });
    // The list that is kept between two requests equals a list that is made anew.
    const kept = await server.read<Entries>(`${base}/entries?limit=200`);
    await server.read(`${base}/place`, { method: 'PUT', body: { place: 'after thread:1' } });
    await server.read<Entries>(`${base}/entries`);
    await server.read(`${base}/place`, { method: 'PUT', body: { place: null } });
    expect(await server.read<Entries>(`${base}/entries?limit=200`)).toEqual(kept);
    expect(kept.entries.find(({ id }) => id === first?.id)?.term).toBe('Aaron the First');
    const empty = await server.read<{ code: string }>(path, { method: 'PATCH', body: { definition: ' ' } });
    expect(empty.code).toBe('edit.cannot-stand');
    const nothing = await server.read<{ happened: string }>(path, {
      method: 'PATCH',
      body: { definition: '' },
    });
    expect(nothing.happened).toBe('A definition cannot be empty.');
    const [known] = await server.read<Accounts>(path);
    const kind = async (said: string) =>
      await server.read<{ todo?: string }>(path, { method: 'PATCH', body: { kind: said } });
    expect((await kind('town')).todo).toBe(`The kinds are ${entryKinds.join(', ')}.`);
    const other = known?.entry?.tags.includes('event') === true ? 'item' : 'event';
    await kind(other);
    const { entries: ofKind } = await server.read<Entries>(`${base}/entries?kind=${other}&limit=200`);
    expect(ofKind.map(({ id }) => id)).toContain(first?.id);
    const changed = (await server.read<Accounts>(path))[0]?.revisions[0];
    expect(changed).toMatchObject({
      field: 'tags',
      author: 'human',
      old: JSON.stringify(known?.entry?.tags),
    });
    await kind(first?.kind ?? '');
    expect((await server.read<Accounts>(path))[0]?.entry?.tags).toEqual(known?.entry?.tags);
  });

  test('RS11: a question is answered from what is known at the place, and a place that has come to nothing knows nothing', async () => {
    const ask = async (question: string, withoutModel = false) =>
      await server.read<RouteAnswer<'POST /api/worlds/{world}/questions'>>(`${base}/questions`, {
        method: 'POST',
        body: { question, withoutModel },
      });
    const known = await ask('Who is Dunstan Crake?');
    routes['POST /api/worlds/{world}/questions'].answer.parse(known);
    expect(known).toMatchObject({ asOf: null, isNamed: true, said: null });
    expect(known.entries[0]?.term).toBe('Dunstan Crake');
    expect(known.entries[0]?.quotes.length).toBeGreaterThan(0);
    expect(known.passages).toEqual([]);
    const unnamed = await ask('Smiling politely?');
    expect(unnamed.entries).toEqual([]);
    expect(unnamed.passages[0]?.text).toContain('smiling politely at strangers');
    expect(unnamed.passages[0]?.threadTitle).toMatch(/^#\d: /u);
    await server.read(`${base}/place`, { method: 'PUT', body: { place: 'after thread:1' } });
    const early = await ask('Who is Dunstan Crake?');
    expect(early.asOf).toBe('after thread:1');
    expect(JSON.stringify(early)).not.toContain('Crake');
    // Sentences of the scene that the reader has not finished lead to their chapter too.
    const { corpus, page } = await readChapterPage(0);
    const said = page.paragraphs.find(({ text }) => text.includes('smiling politely'));
    const point = { corpus, postId: said?.postId, offset: (said?.start ?? 0) + (said?.text.length ?? 0) };
    await server.read(`${base}/point`, { method: 'PUT', body: point });
    const [open] = (await ask('Smiling politely?')).passages;
    expect(open).toMatchObject({ postId: said?.postId, threadId: 1 });
    await server.read(`${base}/place`, { method: 'PUT', body: { place: null } });
    // A model that only the world names is not asked before the person allows it, and is not needed for an answer.
    const file = join(server.worldDir, 'terrarium.yaml');
    writeFileSync(file, 'model: openai:theirs\nbaseUrl: http://evil.example/v1\n');
    expect(await ask('Who is Dunstan Crake?')).toMatchObject({ code: 'world.untrusted-settings' });
    expect((await ask('Who is Dunstan Crake?', true)).entries[0]?.term).toBe('Dunstan Crake');
    rmSync(file);
  });

  test('RS20: the story so far is told up to the place, with no word of what comes later', async () => {
    type Told = RouteAnswer<'GET /api/worlds/{world}/recap'>;
    const whole = await server.read<Told>(`${base}/recap`);
    routes['GET /api/worlds/{world}/recap'].answer.parse(whole);
    expect(whole).toMatchObject({ asOf: null, isSummedUp: false });
    expect(JSON.stringify(whole)).toContain('Nine Bells');
    await server.read(`${base}/place`, { method: 'PUT', body: { place: 'after thread:1' } });
    const early = await server.read<Told>(`${base}/recap`);
    expect(early.parts.length).toBe(1);
    expect(early.parts[0]?.first).toMatchObject({
      threadId: 1,
      threadTitle: expect.stringMatching(/^#1: /u),
    });
    expect(JSON.stringify(early)).not.toContain('Nine Bells');
    // No model is named, so none is asked.
    expect(await server.read<Told>(`${base}/recap`, { method: 'POST', body: {} })).toEqual(early);
    const unknown = { method: 'POST', body: { corpus: 'nowhere' } };
    expect((await server.ask(`${base}/recap`, unknown)).status).toBeGreaterThanOrEqual(400);
    await server.read(`${base}/place`, { method: 'PUT', body: { place: null } });
  });

  test('RS4: a run tells what it does, numbered, a stream gives again only what was missed, and with a place neither tells of what comes later', async () => {
    const unread = await openSampleServer({ isRead: false });
    try {
      expect(await unread.read<Entries>(`${base}/entries`)).toMatchObject({ total: 0, entries: [] });
      const started = await unread.read<Run>(`${base}/run`, { method: 'POST', body: { model: 'builtin' } });
      expect(started).toMatchObject({ isOurs: true, isRunning: true });
      const events = await readEvents(unread, 0);
      const numbers = events.map(({ number }) => number);
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      expect(events.at(-1)?.event.kind).toBe('run-ended');
      const again = await readEvents(unread, numbers.length - 2);
      expect(again.map(({ number }) => number)).toEqual(numbers.slice(-2));
      const ended = await unread.read<Run>(`${base}/run`);
      routes['GET /api/worlds/{world}/run'].answer.parse(ended);
      expect(ended.progress?.counts.byStatus.committed).toBe(ended.progress?.counts.total);
      expect((await unread.read<Entries>(`${base}/entries`)).total).toBeGreaterThan(10);
      expect(ended.behind).toBe(0);
      await checkHidden(unread, ended);
    } finally {
      await unread.close();
    }
  });

  test('RS4: why the last run could not go on is told also by a server that has no events of it', async () => {
    const unread = await openSampleServer({ isRead: false });
    try {
      const happened = 'The key was refused.';
      const refusal = new ProviderError({
        code: 'model.unauthorised',
        happened,
        todo: 'Give another key.',
        retryable: false,
      });
      const read = async (model: LanguageModel, limit?: number) =>
        await annotate({
          world: openWorld(unread.worldDir),
          model,
          environment: buildSystemEnvironment(),
          settings: { ...defaultRunSettings, limit },
          stop: { isRequested: () => false, abort: new AbortController().signal },
          emit: () => undefined,
        });
      await read(openBuiltInReader(), 2);
      await read(buildScriptedModel([refusal]));
      const halted = await unread.read<Run>(`${base}/run`);
      routes['GET /api/worlds/{world}/run'].answer.parse(halted);
      expect(halted).toMatchObject({ events: [], progress: { halted: happened } });
      // The page says who has read so far, and not who was asked last.
      expect(halted.progress?.readBy).toMatch(/^builtin:/u);
      expect(halted.progress?.model).not.toMatch(/^builtin:/u);
      const readHome = async () => await unread.read<RouteAnswer<'GET /api/worlds/{world}'>>(base);
      expect((await readHome()).waiting.isHalted).toBe(true);
      await read(openBuiltInReader());
      expect((await unread.read<Run>(`${base}/run`)).progress).not.toHaveProperty('halted');
      expect((await readHome()).waiting.isHalted).toBe(false);
    } finally {
      await unread.close();
    }
  });

  test('RS4, RS17, RS19: a story in a language that only a model can read is told as such, and can be read again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'terrarium-foreign-'));
    const environment = buildSystemEnvironment();
    const path = join(folder, 'muehle.txt');
    writeFileSync(
      path,
      'Der Müller stand vor der Tür und sah, wie der Bach neben seinem Haus vorbei durch das Tal lief. '.repeat(
        6,
      ),
    );
    const worldDir = join(folder, 'Low Veyre');
    const { world } = await addCorpus(
      createWorld({ dir: worldDir, title: 'Die Mühle', clock: environment.clock }),
      { path },
    );
    const foreign = await openTestServer({
      worlds: [worldDir],
      screensDir: createPlainScreens(folder),
      renderStart: (added) => ['terrarium open', ...added].join(' '),
    });
    try {
      const readContents = async (test: TestServer) =>
        await test.read<RouteAnswer<'GET /api/worlds/{world}/contents'>>(`${base}/contents`);
      expect((await readContents(foreign)).stories.map(({ isEnglish }) => isEnglish)).toEqual([false]);
      expect((await readContents(server)).stories.every(({ isEnglish }) => isEnglish)).toBe(true);
      await annotate({
        world,
        model: openBuiltInReader(),
        environment,
        settings: defaultRunSettings,
        stop: { isRequested: () => false, abort: new AbortController().signal },
        emit: () => undefined,
      });
      const { progress } = await foreign.read<Run>(`${base}/run`);
      expect(progress).toMatchObject({ isLeftToModels: true, counts: { byStatus: { committed: 0 } } });
      expect((await server.read<Run>(`${base}/run`)).progress?.isLeftToModels).toBe(false);
      await checkFresh(foreign, worldDir);
    } finally {
      await foreign.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Checks that the story can be read again in a new world, which the server shows too. */
async function checkFresh(test: TestServer, worldDir: string): Promise<void> {
  type Worlds = RouteAnswer<'GET /api/worlds'>;
  const fresh = await test.read<Worlds[number]>(`${base}/fresh`, { method: 'POST', body: {} });
  expect(fresh).toEqual({
    key: 'low-veyre-again',
    title: 'Die Mühle (read again)',
    dir: `${worldDir}-again`,
  });
  expect(await test.read<Worlds>('/api/worlds')).toMatchObject([
    { key: 'low-veyre' },
    { key: fresh.key, holds: { stories: 1, hasGames: false, hasTalks: false, isReading: false } },
  ]);
  const lock = openRunLock(openWorld(fresh.dir));
  expect(await test.read<Worlds>('/api/worlds')).toMatchObject([{}, { holds: { isReading: true } }]);
  lock.close();
  // The page of a new game makes the file of the games, but begins no game.
  await test.read(`/api/worlds/${fresh.key}/zero`);
  expect(await test.read<Worlds>('/api/worlds')).toMatchObject([{}, { holds: { hasGames: false } }]);
  const again = await test.read<RouteAnswer<'GET /api/worlds/{world}'>>(`/api/worlds/${fresh.key}`);
  expect(again.stories).toMatchObject([{ title: 'muehle', scenes: 0 }]);
  expect((await test.read<Run>(`/api/worlds/${fresh.key}/run`)).progress).toBeNull();
  expect(await test.read('/api/server')).toEqual({ command: `terrarium open ${fresh.dir}` });
  const second = await test.read<Worlds[number]>(`${base}/fresh`, { method: 'POST', body: {} });
  expect(second.dir).toBe(`${worldDir}-again-2`);
}

/**
 * Checks that, if a place is set, neither the state of the run nor its stream names anything that the story tells
 * later.
 */
async function checkHidden(read: SampleServer, whole: Run): Promise<void> {
  const all = (await read.read<Entries>(`${base}/entries?limit=200`)).entries.map(({ term }) => term);
  const { stories } = await read.read<Contents>(`${base}/contents`);
  const titles = stories[0]?.chapters.flatMap(({ title }) => title ?? []) ?? [];
  await read.read(`${base}/place`, { method: 'PUT', body: { place: 'after thread:2' } });
  const known = (await read.read<Entries>(`${base}/entries?limit=200`)).entries.map(({ term }) => term);
  // A name may be part of a longer one that is known.
  const later = all.filter((term) => !known.some((one) => one.includes(term)));
  expect(later.length).toBeGreaterThan(0);
  const shown = await read.read<Run>(`${base}/run`);
  routes['GET /api/worlds/{world}/run'].answer.parse(shown);
  const named = JSON.stringify(shown);
  for (const name of [...titles.slice(2), ...later.map((term) => JSON.stringify(term))])
    expect(named).not.toContain(name);
  expect(named).toContain(titles[0]);
  // The page shows the name of the story already.
  const opened = shown.events.flatMap(({ event }) => (event.kind === 'scene-opened' ? [event] : []));
  expect(opened[0]?.threadTitle).toBe(titles[0]);
  expect(shown.behind).toBeGreaterThan(0);
  expect(shown.events.length + shown.behind).toBe(whole.events.length);
  const streamed = JSON.stringify(await readEvents(read, 0));
  for (const name of [...titles, ...all.map((term) => JSON.stringify(term))])
    expect(streamed).not.toContain(name);
  expect(streamed).toContain('run-ended');
}

interface Told {
  readonly number: number;
  readonly event: { readonly kind: string };
}

/** Reads the events of the stream after event `last`, until the run has ended. */
async function readEvents(from: SampleServer, last: number): Promise<readonly Told[]> {
  const response = await from.ask(`${base}/run/events`, { headers: { 'last-event-id': String(last) } });
  const told: Told[] = [];
  let rest = '';
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    rest += new TextDecoder().decode(chunk);
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    told.push(...blocks.flatMap(parseTold));
    if (told.at(-1)?.event.kind === 'run-ended') break;
  }
  return told;
}

function parseTold(block: string): readonly Told[] {
  const id = /^id: (\d+)$/mu.exec(block)?.[1];
  const data = /^data: (.*)$/mu.exec(block)?.[1] ?? '';
  if (id === undefined) return [];
  return [{ number: Number(id), event: data === '' ? { kind: 'hidden' } : JSON.parse(data) }];
}
