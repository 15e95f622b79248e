// Tests what the page of a run says of scenes and stories, and when it says nothing.

import { expect, test, vi } from 'vitest';
import { describeEvent } from './describe-event.ts';
import { describeForeign, describeNotBegun, describeScenes } from './describe-scenes.ts';
import { describeStatus } from './describe-status.ts';
import { nameScene } from './name-scene.ts';

vi.stubGlobal('window', { location: { pathname: '/mars/run' } });

type Counts = Parameters<typeof describeScenes>[0];
type Standing = Parameters<typeof describeNotBegun>[0];

const progress = {} as Standing['progress'];

test('RS4: scenes are told once they are counted', () => {
  const byStatus = { committed: 3 } as Counts['byStatus'];
  expect(describeScenes({ total: 0, byStatus }, [])).toBeUndefined();
  expect(describeScenes({ total: 22, byStatus }, [])).toEqual({ share: 3 / 22, says: '3 of 22' });
});

test('RS4: the bar is not full while a story is not begun, of which no scene is counted yet', () => {
  const byStatus = { committed: 40 } as Counts['byStatus'];
  const [begun, other] = [
    { chapters: 30, scenes: 40, hasNew: false },
    { chapters: 10, scenes: 0, hasNew: false },
  ];
  const read = { total: 40, byStatus };
  expect(describeScenes(read, [begun, other])).toEqual({ share: 0.75, says: '40 read so far' });
  expect(describeScenes(read, [begun])).toEqual({ share: 1, says: '40 of 40' });
  expect(describeScenes(read, [{ ...begun, hasNew: true }])?.says).toBe('40 read so far');
});

test('RS4: who read the story is named, not who was asked last and read nothing, and a silent server is', () => {
  const byStatus = { committed: 47, pending: 38, running: 0 };
  const standing = {
    progress: { model: 'openai:qwen3:14b', readBy: 'builtin:5', counts: { total: 85, byStatus }, unread: [] },
    isOurs: false,
    isRunning: false,
    events: [],
  } as unknown as Parameters<typeof describeStatus>[0];
  const named = { isMore: false, isBuiltIn: false };
  expect(describeStatus(standing, named)).toBe(
    'Read so far by the built-in reader. “Go on building” continues from there.',
  );
  const event = { kind: 'retry-scheduled', attempt: 1, delayMs: 9, reason: 'The connection was lost.' };
  const events = [{ number: 1, event }] as unknown as typeof standing.events;
  const silent = { ...standing, isOurs: true, isRunning: true };
  expect(describeStatus({ ...silent, events }, named)).toBe(
    'The model qwen3:14b is asked again: The connection was lost. If that does not help, the reading stops, and “Go on building” continues it.',
  );
  expect(describeStatus(silent, named)).toMatch(/^The model qwen3:14b is reading\./);
});

test('RS4: no story is called not begun or grown while a run reads', () => {
  const quiet = { progress, isOurs: false, isRunning: false };
  const [waiting, grown] = [['Sequel'], ['Serial']];
  expect(describeNotBegun(quiet, { waiting, grown: [] })).toBe('Not begun yet: Sequel.');
  expect(describeNotBegun(quiet, { waiting, grown })).toBe(
    'Not begun yet: Sequel. Something new to read: Serial.',
  );
  expect(describeNotBegun(quiet, { waiting: [], grown: [] })).toBeUndefined();
  expect(describeNotBegun({ ...quiet, isOurs: true }, { waiting, grown })).toBeUndefined();
  expect(describeNotBegun({ ...quiet, isRunning: true }, { waiting, grown })).toBeUndefined();
});

test('RS4: each scene of a long chapter has a line of its own', () => {
  const open = (id: number) =>
    ({ kind: 'scene-opened', scene: { id, corpus: 'salt' }, threadTitle: 'Chapter 3' }) as Parameters<
      typeof describeEvent
    >[0];
  const nameStory = () => undefined;
  expect([5, 6].map((id) => describeEvent(open(id), { unread: 0, nameStory }))).toEqual([
    'Reading Chapter 3 · scene 5',
    'Reading Chapter 3 · scene 6',
  ]);
  // If a world has two stories, both may have a third chapter.
  const reading = { unread: 0, nameStory: (corpus: string) => (corpus === 'salt' ? 'Salt' : 'Hills') };
  expect(describeEvent(open(5), reading)).toBe('Reading Salt, Chapter 3 · scene 5');
  expect(nameScene({ id: 5, chapter: undefined, story: 'Salt' })).toBe('Salt · scene 5');
});

test('RS4: a story that the built-in reader would skip is told as such before the run, until it is begun', () => {
  const tell = (title: string, isEnglish: boolean, scenes = 0) => ({
    title,
    isEnglish,
    chapters: [{ corpus: title, threadId: 1, scenes, read: 0 }],
  });
  const skips = 'The built-in reader knows no other language and would skip it.';
  expect(describeForeign([])).toBeUndefined();
  expect(describeForeign([tell('Mars', true)])).toBeUndefined();
  expect(describeForeign([tell('Die Mühle', false)])).toBe(`The story is not in English. ${skips}`);
  expect(describeForeign([tell('Mars', true), tell('Die Mühle', false)])).toBe(
    `Not in English: Die Mühle. ${skips}`,
  );
  expect(describeForeign([tell('Die Mühle', false, 3)])).toBeUndefined();
});
