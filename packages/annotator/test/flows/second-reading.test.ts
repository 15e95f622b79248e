// Proves that a second reading changes nothing until a person agrees, asks for no reply twice, and keeps human edits.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { describe, expect, it } from 'vitest';
import { annotate } from '../../src/annotate.ts';
import type { SceneId } from '../../src/context/message-log.ts';
import type { PostId } from '../../src/corpus/corpus.ts';
import { exportGlossary } from '../../src/export/export-glossary.ts';
import { type Annotator, openAnnotator } from '../../src/journal/open-annotator.ts';
import { listScenesBetween } from '../../src/runner/list-scenes-between.ts';
import type { RunEvent } from '../../src/runner/run-events.ts';
import { defaultRunSettings } from '../../src/runner/run-settings.ts';
import { applySecondReading, proposeSecondReading, readProposals } from '../../src/second-reading.ts';
import { verifyAnnotator } from '../../src/verify-annotator.ts';
import { addCorpus } from '../../src/world/add-corpus.ts';
import { createWorld, openWorld } from '../../src/world/open-world.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const environment = buildFakeEnvironment();
const { clock } = environment;
const story = [
  { thread: 'One', body: 'Soma was the keeper of Vell. Old Harrow shod her horse.' },
  { thread: 'Two', body: 'Soma shut the gate of Vell, and Dawnel saw it.' },
  { thread: 'Three', body: 'Then Dawnel, a thief, left Vell. Soma slept.' },
];
const nothing: ScriptStep = { text: 'Nothing new.' };

function buildCreate(term: string, postId: number) {
  const draft = { term, definition: `${term}, of whom we read.`, evidence: [{ post_id: postId, label: 1 }] };
  return { name: 'glossary_create', arguments: draft };
}

const createHarrow = {
  name: 'glossary_create',
  arguments: { term: 'Harrow', definition: 'Harrow shoes horses.', evidence: [{ post_id: 1, label: 2 }] },
};
const tellOfSoma = {
  name: 'glossary_update',
  arguments: {
    entry_id: 1,
    definition: 'Soma is the keeper of Vell, of whom we read.',
    evidence: [{ post_id: 1, label: 1 }],
  },
};

class Killed extends Error {}

/** Reads the first two threads of the story: two entries are created, and `Harrow` is missed. */
async function openStory() {
  const folder = createTemporaryFolder();
  const dir = folder.path('world');
  createWorld({ dir, title: 'Vell', clock });
  writeFileSync(folder.path('story.jsonl'), story.map((post) => JSON.stringify(post)).join('\n'));
  await addCorpus(openWorld(dir), { path: folder.path('story.jsonl') });
  const build = (script: readonly ScriptStep[], killAt = Number.POSITIVE_INFINITY) => {
    const model = buildScriptedModel(script);
    let events = 0;
    const emit = (_: RunEvent) => {
      events += 1;
      if (events > killAt) throw new Killed();
    };
    const settings = { ...defaultRunSettings, curates: false };
    const stop = { isRequested: () => false, abort: new AbortController().signal };
    const request = { world: openWorld(dir), model, environment, settings, stop, emit };
    return { ...request, sceneIds: [1, 2] as SceneId[] };
  };
  const look = <Seen>(see: (annotator: Annotator) => Seen): Seen => {
    const annotator = openAnnotator(openWorld(dir), { clock });
    try {
      return see(annotator);
    } finally {
      annotator.close();
    }
  };
  const first = build([{ calls: [buildCreate('Soma', 1)] }, { calls: [buildCreate('Dawnel', 2)] }]);
  await annotate({ ...first, settings: { ...first.settings, limit: 2 } });
  const kept = {
    lines: join(dir, 'second-reading/replies.jsonl'),
    document: join(dir, 'second-reading/replies.json'),
  };
  return { build, look, kept };
}

const second: readonly ScriptStep[] = [{ calls: [createHarrow, tellOfSoma] }, nothing];

function describeWorld(annotator: Annotator) {
  const { entries } = exportGlossary(annotator);
  return {
    entries: entries.map(({ term, definition }) => [term, definition]),
    step: annotator.stores.journal.readNextStepId(),
    scenes: annotator.stores.ledger.countScenes(),
    problems: verifyAnnotator(annotator).problems,
  };
}

const readChanges = (annotator: Annotator) =>
  readProposals(annotator, clock)?.changes.map(({ before, after }) => [
    before?.definition,
    after?.definition,
  ]);
const proposed = [
  ['Soma, of whom we read.', 'Soma is the keeper of Vell, of whom we read.'],
  [undefined, 'Harrow shoes horses.'],
];

describe('a second reading', () => {
  it('SR1: proposes what would change, and leaves the world as it was; what is known today is shown apart', async () => {
    const { build, look } = await openStory();
    const before = look(describeWorld);
    const request = build(second);
    expect(await proposeSecondReading(request)).toEqual({ kind: 'finished' });
    request.model.assertDone();
    expect(look(describeWorld)).toEqual(before);
    expect(look(readChanges)).toEqual(proposed);
    const shown = request.model.requests[0]?.messages.at(-1)?.content ?? '';
    expect(shown).toMatch(/<known_today>\n<entry id="1" term="Soma"[^>]*>Soma, of whom we read\.<\/entry>/);
    expect(shown).not.toContain('<known_entries>');
    expect(JSON.stringify(request.model.requests[0])).not.toContain('Dawnel');
  });

  it('SR1: killed after any event and begun again, it asks for no reply twice', async () => {
    for (const killAt of [2, 4, 7]) {
      const { build, look } = await openStory();
      const before = look(describeWorld);
      const killed = build(second, killAt);
      await proposeSecondReading(killed).catch(() => undefined);
      expect(look(describeWorld)).toEqual(before);
      const rest = build(second.slice(killed.model.requests.length));
      await proposeSecondReading(rest);
      rest.model.assertDone();
      expect(look(readChanges)).toEqual(proposed);
    }
  });

  it('SR1: adds a line for each reply, and leaves the lines before it as they are', async () => {
    const { build, kept } = await openStory();
    const seen: string[] = [];
    const request = build(second);
    const emit = () => void seen.push(readFileSync(kept.lines, 'utf8'));
    await proposeSecondReading({ ...request, emit });
    const last = readFileSync(kept.lines, 'utf8');
    expect(last.trim().split('\n')).toHaveLength(1 + second.length);
    expect(new Set(seen.map((text) => text.length)).size).toBe(1 + second.length);
    for (const text of seen) expect(last.startsWith(text)).toBe(true);
  });

  it('SR1: goes on where its last line was cut off at any byte, and asks again only for that reply', async () => {
    const { build, look, kept } = await openStory();
    await proposeSecondReading(build(second));
    const whole = readFileSync(kept.lines);
    const lastAt = whole.lastIndexOf('\n', -2) + 1;
    for (const length of [lastAt, lastAt + 1, whole.length - 1]) {
      writeFileSync(kept.lines, whole.subarray(0, length));
      const again = build([]);
      await proposeSecondReading(again);
      again.model.assertDone();
      expect(look(readChanges)).toEqual(proposed);
      expect(readFileSync(kept.lines)).toEqual(whole.subarray(0, lastAt));
    }
    const applied = build(second.slice(1));
    expect(await applySecondReading(applied)).toEqual({ kind: 'finished' });
    applied.model.assertDone();
    expect(look(describeWorld).problems).toEqual([]);
  });

  it('SR1: is begun anew if a line in the middle cannot be read', async () => {
    const { build, look, kept } = await openStory();
    await proposeSecondReading(build(second));
    const [head, , ...others] = readFileSync(kept.lines, 'utf8').split('\n');
    writeFileSync(kept.lines, [head, '{"key":1}', ...others].join('\n'));
    expect(look(readChanges)).toBeUndefined();
    const again = build(second);
    await proposeSecondReading(again);
    again.model.assertDone();
    expect(look(readChanges)).toEqual(proposed);
  });

  it('SR2: can be applied from the single document that the version before wrote', async () => {
    const { build, look, kept } = await openStory();
    await proposeSecondReading(build(second));
    const [head, ...lines] = readFileSync(kept.lines, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const replies = Object.fromEntries(lines.map(({ key, recorded }) => [key, recorded]));
    writeFileSync(kept.document, JSON.stringify({ ...head, replies, counts: {} }));
    rmSync(kept.lines);
    expect(look(readChanges)).toEqual(proposed);
    expect(await applySecondReading(build([]))).toEqual({ kind: 'finished' });
    expect(look(describeWorld).entries.map(([term]) => term)).toContain('Harrow');
    expect([kept.lines, kept.document].filter((path) => existsSync(path))).toEqual([]);
  });

  it('SR2: is applied without a request, through every check, and what a person said meanwhile stays', async () => {
    const { build, look } = await openStory();
    await proposeSecondReading(build(second));
    look(({ stores: { glossary } }) => {
      const soma = glossary.findByTerm('Soma');
      if (soma === undefined) throw new Error('Where is Soma?');
      const source = { author: 'human', position: soma.lastUpdated, stepId: undefined } as const;
      const nobody = { model: undefined, promptVersion: undefined, reason: undefined };
      glossary.update(soma.id, { definition: 'As a person says.' }, { ...source, ...nobody });
    });
    expect(await applySecondReading(build([]))).toEqual({ kind: 'finished' });
    const { entries, problems, scenes } = look(describeWorld);
    expect(entries).toEqual(
      expect.arrayContaining([
        ['Soma', 'As a person says.'],
        ['Harrow', 'Harrow shoes horses.'],
      ]),
    );
    expect(problems).toEqual([]);
    expect(scenes.byStatus).toMatchObject({ committed: 2, pending: 1 });
    expect(look((annotator) => readProposals(annotator, clock))).toBeUndefined();
  });

  it('SR2: killed while it is applied, it goes on with the same replies', async () => {
    for (const killAt of [2, 4, 7]) {
      const { build, look } = await openStory();
      await proposeSecondReading(build(second));
      const isDone = await applySecondReading(build([], killAt)).then(
        () => true,
        () => false,
      );
      if (!isDone) await applySecondReading(build([]));
      const { entries, problems } = look(describeWorld);
      expect(entries.map(([term]) => term).sort()).toEqual(['Dawnel', 'Harrow', 'Soma']);
      expect(problems).toEqual([]);
    }
  });

  it('SR3: is not applied once more of the world was read, and is then begun anew', async () => {
    const { build, look } = await openStory();
    await proposeSecondReading(build(second));
    await annotate({ ...build([nothing]), corpusNames: undefined });
    await expect(applySecondReading(build([]))).rejects.toMatchObject({ code: 'reread.moved-on' });
    const again = build([nothing, nothing]);
    await proposeSecondReading(again);
    again.model.assertDone();
    expect(look(readChanges)).toEqual([]);
  });

  it('SR4: keeps the status of a scene that it could not read, and what a later scene says', async () => {
    const { build, look } = await openStory();
    const later = {
      name: 'glossary_update',
      arguments: { entry_id: 1, definition: 'Soma shut the gate.', evidence: [{ post_id: 2, label: 1 }] },
    };
    const prose: ScriptStep = { text: 'What a lovely scene.' };
    await proposeSecondReading({
      ...build([prose, prose, { calls: [later] }, nothing]),
      sceneIds: [1, 2] as SceneId[],
    });
    expect(look((annotator) => readProposals(annotator, clock))?.skipped).toMatchObject([{ sceneId: 1 }]);
    await applySecondReading(build([]));
    expect(look(describeWorld).scenes.byStatus).toMatchObject({ committed: 2, skipped: 0, failed: 0 });
    await proposeSecondReading(build([...second, nothing]));
    expect(look((annotator) => readProposals(annotator, clock))?.conflicts).toBe(1);
  });

  const rejected = { term: 'Dawnel', author: 'curator', postId: 3 as PostId, reason: 'A passer-by.' };
  /** Lets the curator reject Dawnel at the end of the story, and puts the word “gate” on hold. */
  function rejectDawnel({ stores: { glossary } }: Annotator): void {
    const dawnel = glossary.findByTerm('Dawnel');
    if (dawnel === undefined) throw new Error('Where is Dawnel?');
    const nobody = { model: undefined, promptVersion: undefined, stepId: undefined };
    const position = { ...dawnel.lastUpdated, postId: rejected.postId };
    glossary.delete(dawnel.id, { author: 'curator', position, reason: rejected.reason, ...nobody });
    glossary.addHeld('gate');
  }

  it('SR6: a name that was rejected later in the story stays out and is listed; a word on hold is shown as such', async () => {
    const { build, look } = await openStory();
    await annotate({ ...build([nothing]), corpusNames: undefined });
    look(rejectDawnel);
    const calls = [buildCreate('Dawnel', 2), buildCreate('gate', 2)];
    await proposeSecondReading({ ...build([{ calls }, nothing]), sceneIds: [2] as SceneId[] });
    const proposals = look((annotator) => readProposals(annotator, clock));
    expect(proposals?.rejected).toEqual([rejected]);
    expect(proposals?.changes).toMatchObject([{ after: { term: 'gate' }, wasHeld: true }]);
    expect(proposals?.changes[0]?.rejected).toBeUndefined();
  });

  it('SR6: a rejected name that a tagged update proposes is listed too', async () => {
    const { build, look } = await openStory();
    await annotate({ ...build([nothing]), corpusNames: undefined });
    look(rejectDawnel);
    const update = { action: 'create', ...buildCreate('Dawnel', 2).arguments };
    const text = `<codex_updates>${JSON.stringify([update])}</codex_updates>`;
    await proposeSecondReading({ ...build([{ text }, nothing]), sceneIds: [2] as SceneId[] });
    expect(look((annotator) => readProposals(annotator, clock))?.rejected).toEqual([rejected]);
  });

  it('SR6: a name that was rejected comes back for new evidence, with who rejected it and why', async () => {
    const { build, look } = await openStory();
    await annotate({ ...build([nothing]), corpusNames: undefined });
    look(rejectDawnel);
    await proposeSecondReading({
      ...build([{ calls: [buildCreate('Dawnel', 3)] }, nothing]),
      sceneIds: [3] as SceneId[],
    });
    const proposals = look((annotator) => readProposals(annotator, clock));
    expect(proposals?.rejected).toEqual([]);
    expect(proposals?.changes).toMatchObject([{ after: { term: 'Dawnel' }, rejected, wasHeld: false }]);
  });

  it('SR5: is of the scenes between two places that were read', async () => {
    const { look } = await openStory();
    const list = (...places: string[]) =>
      look((annotator) => listScenesBetween(annotator, places).map(({ id }) => id));
    expect(list('thread:2')).toEqual([2]);
    expect(list('scene:1', 'Three')).toEqual([1, 2]);
    expect(list('post:1', 'post:2')).toEqual([1, 2]);
    expect(() => list('thread:3')).toThrow(/no scene was read/);
    expect(() => list('thread:9')).toThrow(/There is no thread 9/);
    expect(() => list('thread:2', 'thread:1')).toThrow(/From thread:2 to thread:1 no scene was read/);
  });
});
