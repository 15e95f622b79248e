// Proves that a story of which nothing was read can be taken out of a world, and that nothing else is lost by it.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { expect, it } from 'vitest';
import { writeForeignCorpus } from '../../test/foreign-corpus-store.ts';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import { annotate } from '../annotate.ts';
import { openAnnotator } from '../journal/open-annotator.ts';
import { createFreshWorld } from '../moments/create-fresh-world.ts';
import { readReaderPlace, readStoryPoints, writeReaderPlace } from '../moments/reader-place.ts';
import { setReadingPoint } from '../pages/reader-standing.ts';
import { openBuiltInReader } from '../reader/built-in-reader.ts';
import { defaultRunSettings } from '../runner/run-settings.ts';
import { verifyAnnotator } from '../verify-annotator.ts';
import { addCorpora, addCorpus } from '../world/add-corpus.ts';
import { openImportLock, openRunLock } from '../world/open-run-lock.ts';
import { createWorld, openWorld } from '../world/open-world.ts';
import { removeStory } from './remove-story.ts';

const environment = buildFakeEnvironment();
const { clock } = environment;

function createTestWorld() {
  const folder = createTemporaryFolder();
  const { dir } = createWorld({ dir: folder.path('world'), clock });
  const add = async (name: string, bodies: readonly string[]) => {
    const lines = bodies.map((body, at) => JSON.stringify({ thread: `${name} ${at + 1}`, body }));
    const path = folder.write(`${name}.jsonl`, lines.join('\n'));
    await addCorpora(openWorld(dir), [{ path, title: name }], { isSameWorld: true });
  };
  const read = async (limit: number) =>
    await annotate({
      world: openWorld(dir),
      model: openBuiltInReader(),
      environment,
      settings: { ...defaultRunSettings, limit },
      stop: { isRequested: () => false, abort: new AbortController().signal },
      emit: () => undefined,
    });
  const open = () => openAnnotator(openWorld(dir), { clock });
  const remove = (story: string) => removeStory(dir, story, { clock });
  const list = () => openWorld(dir).corpora.map(({ name }) => name);
  return { folder, dir, add, read, open, remove, list };
}

it('CO34: an imported copy is moved and overwrites nothing, a linked file stays, and the world is named anew', async () => {
  const { folder, dir, add, remove, list } = createTestWorld();
  await add('wrong', ['Once.']);
  expect(openWorld(dir).title).toBe('wrong');
  const moved = join(dir, 'removed', 'wrong.db');
  const bytes = readFileSync(openWorld(dir).corpora[0]?.path ?? '');
  expect(remove('wrong')).toMatchObject({ corpus: { name: 'wrong' }, movedTo: moved });
  expect(readFileSync(moved)).toEqual(bytes);
  expect([list(), openWorld(dir).title, readdirSync(join(dir, 'corpora'))]).toEqual([[], 'world', []]);
  await add('wrong', ['Once.']);
  expect(remove('wrong').movedTo).toBe(join(dir, 'removed', 'wrong-2.db'));
  expect(readFileSync(moved)).toEqual(bytes);
  const path = folder.path('quest.db');
  writeForeignCorpus(path, [{ id: 1, threadId: 1 }]);
  await addCorpus(openWorld(dir), { path, title: 'The Quest' });
  expect(remove('The Quest').movedTo).toBeUndefined();
  expect(existsSync(path)).toBe(true);
  // The copy that was moved away can come back.
  await addCorpus(openWorld(dir), { path: moved, isCopy: true });
  expect(list()).toEqual(['wrong']);
  expect(() => remove('other')).toThrow(/It has: wrong/);
});

it('CO34: a story that was read cannot be taken out; one that was only planned leaves no trace', async () => {
  const { dir, add, read, open, remove, list } = createTestWorld();
  await add('right', ['Soma was the keeper of Vell.', 'Soma shut the gate of Vell.']);
  await add('wrong', ['Quillon came to Ostwick by night.', 'Quillon left Ostwick.']);
  await add('third', ['Dawnel was a thief.']);
  // The second story is planned but not begun.
  await read(2);
  const planned = open();
  expect(planned.stores.ledger.countPlanned('wrong').scenes).toBe(2);
  planned.close();
  const before = readFileSync(join(dir, 'world.json'), 'utf8');
  expect(() => remove('right')).toThrow(
    /2 of 2 scenes.*--from-start --corpus wrong --corpus third".*Nothing was changed/su,
  );
  for (const openLock of [openRunLock, openImportLock]) {
    const lock = openLock(openWorld(dir));
    expect(() => remove('wrong')).toThrow(/process \d+/);
    lock.close();
  }
  expect(readFileSync(join(dir, 'world.json'), 'utf8')).toBe(before);
  remove('wrong');
  expect(list()).toEqual(['right', 'third']);
  await read(9);
  const annotator = open();
  expect([...annotator.stores.ledger.iterateScenes()].map(({ corpus }) => corpus)).toEqual([
    'right',
    'right',
    'third',
  ]);
  expect(verifyAnnotator(annotator).problems).toEqual([]);
  annotator.close();
  // Nothing was read of a story whose scenes were all skipped, but the journal records the attempts.
  await add('foreign', [
    'Иван Петрович вышел из дома рано утром. На улице было холодно, и Марья ещё спала. '.repeat(4),
  ]);
  await read(9);
  expect(() => remove('foreign')).toThrow(/a run has begun to read it, and could read none of its scenes/);
});

it('CO34: a reader who was in the story that is taken out is shown no more than before', async () => {
  const { dir, add, read, open, remove } = createTestWorld();
  await add('right', ['Soma was the keeper of Vell.', 'Soma shut the gate of Vell.']);
  for (const name of ['wrong', 'worse', 'worst'])
    await add(name, [`Quillon came to ${name} by night.`, `He left ${name}.`]);
  await read(2);
  const points = (corpus: string, postId: number) => {
    const annotator = open();
    setReadingPoint(annotator, { corpus, postId: postId as never, offset: 0 });
    annotator.close();
  };
  points('wrong', 1);
  remove('wrong');
  expect(readReaderPlace(openWorld(dir))).toBe('before thread:1@right');
  points('right', 2);
  points('worse', 1);
  remove('worse');
  expect(readReaderPlace(openWorld(dir))).toBe('before post:2@right');
  expect(readStoryPoints(openWorld(dir)).map(({ corpus }) => corpus)).toEqual(['right']);
  writeReaderPlace(openWorld(dir), 'worst 1');
  // For the place of the reader, a story that is left out of a second reading counts as removed.
  const fresh = await createFreshWorld(openWorld(dir), { clock, corpora: ['right'] });
  expect([fresh.corpora.map(({ name }) => name), readReaderPlace(fresh)]).toEqual([
    ['right'],
    'before thread:1@right',
  ]);
  expect(readReaderPlace(openWorld(dir))).toBe('worst 1');
  // The bookmarks and changes of the first reading do not exist in a second one.
  writeReaderPlace(openWorld(dir), 'revision:2');
  const again = await createFreshWorld(openWorld(dir), { clock });
  expect([again.dir, readReaderPlace(again)]).toEqual([`${dir}-again-2`, 'before thread:1@right']);
  expect(again.title).toBe(fresh.title.replace('(read again)', '(read again 2)'));
  writeReaderPlace(openWorld(dir), 'worst 1');
  remove('worst');
  expect(readReaderPlace(openWorld(dir))).toBe('before thread:1@right');
});

it('CO34: a world in which nothing was read is still known as such, and one that lost its glossary takes nothing out', async () => {
  const { dir, add, read, remove } = createTestWorld();
  await add('first', ['Soma was the keeper of Vell.']);
  await add('second', ['Quillon came by night.']);
  remove('second');
  await read(9);
  await add('third', ['Dawnel was a thief.']);
  for (const ending of ['', '-wal', '-shm']) rmSync(join(dir, `annotator.db${ending}`), { force: true });
  expect(() => remove('third')).toThrow(/annotator\.db is gone/);
});
