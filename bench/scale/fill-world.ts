// Fills a world as if nearly all of its story had been read: with the real stores, but many scenes in each transaction.

import { annotate } from '@terrarium/annotator/annotate';
import type { Scene, ScenePost } from '@terrarium/annotator/corpus';
import { type Annotator, openAnnotator } from '@terrarium/annotator/open-annotator';
import { openWorld } from '@terrarium/annotator/open-world';
import { defaultRunSettings } from '@terrarium/annotator/run-settings';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { setSlowHeapGrowth } from '@terrarium/kernel/set-slow-heap-growth';
import { buildInstantModel } from './instant-model.ts';
import { buildEntries, type StorySize, type SyntheticEntry } from './synthetic-story.ts';

setSlowHeapGrowth();
const { dir, size } = JSON.parse(process.argv[2] ?? '{}') as { dir: string; size: StorySize };
/** This many scenes are left unread, so that the measured run has something to read. */
const unread = 400;
const scenesAtOnce = 200;
const scenesPerFold = 20;
const heldWords = 2_000;
const environment = buildSystemEnvironment();
const world = openWorld(dir);
const began = performance.now();
await annotate({
  world,
  model: buildInstantModel(() => undefined),
  environment,
  settings: { ...defaultRunSettings, limit: 0 },
  stop: { isRequested: () => false, abort: new AbortController().signal },
  emit: () => undefined,
});
const planSeconds = (performance.now() - began) / 1000;
const annotator = openAnnotator(world, { clock: environment.clock });
const { stores } = annotator;
const conversation = stores.context.findConversation('reading');
const corpus = annotator.corpora.values().next().value;
if (conversation === undefined || corpus === undefined) throw new Error('The world was not planned.');
const waiting = buildEntries(size.entries)[Symbol.iterator]();
let due: SyntheticEntry | undefined = waiting.next().value;
let held = 0;
const scenes = [...stores.ledger.iterateScenes()].slice(0, -unread);
for (let at = 0; at < scenes.length; at += scenesAtOnce) {
  stores.journal.runInTransaction(() => {
    const read = scenes
      .slice(at, at + scenesAtOnce)
      .map((scene) => ({ scene, pages: corpus.readScene(scene) }));
    stores.glossary.recordReadPosts(
      corpus.name,
      read.flatMap(({ pages }) => pages.scenePosts),
    );
    for (const { scene, pages } of read) fillScene(annotator, scene, pages);
  });
}
type LedgerScene = (typeof scenes)[number];

function fillScene({ stores }: Annotator, scene: LedgerScene, pages: Scene): void {
  const { journal, ledger, context } = stores;
  const place = { conversationId: conversation?.id ?? fail(), sceneId: scene.id };
  const usage = { promptTokens: 9_000, cachedTokens: 8_000, outputTokens: 300 } as const;
  const record = {
    finish: 'stop',
    usage,
    estimatedTokens: 9_000,
    seconds: 4,
    model: 'instant:model',
  } as const;
  const log = (stepId: number, message: Parameters<typeof context.appendMessage>[0]['message']) =>
    context.appendMessage({ ...place, stepId, message, shown: [], ...findThread(scene) });
  ledger.startScene(scene.id, 'running');
  ledger.markIndexed(scene.id);
  const shown = pages.scenePosts
    .map((post) => `<post id="${post.postId}">\n${post.body}\n</post>`)
    .join('\n');
  log(journal.appendStep(place, { kind: 'scene-opened' }), { role: 'user', content: shown });
  const { calls, created } = createDue(stores, pages);
  const reply = { role: 'assistant', content: 'Nothing new.', calls } as const;
  log(journal.appendStep(place, { kind: 'reply', purpose: 'scene', record, calls }), reply);
  ledger.addReply(scene.id, usage, record.seconds);
  for (const [index, call] of calls.entries()) {
    const body = {
      kind: 'call-answered',
      name: call.name,
      isWrite: true,
      ok: true,
      isConflict: false,
      digest: call.id.padEnd(16, '0'),
      created: created.slice(index, index + 1),
      updated: [],
      say: undefined,
    } as const;
    const content = `Created ${call.id}.`;
    log(journal.appendStep(place, body), { role: 'tool', callId: call.id, name: call.name, content });
  }
  const closing = journal.appendStep(place, { kind: 'scene-closed', status: 'committed', reason: '' });
  const { sequence } = log(closing, { role: 'assistant', content: 'Done.' });
  ledger.closeScene(scene.id, 'committed');
  journal.addTotals({
    position: { corpus: scene.corpus, threadId: scene.threadId, postId: scene.lastPostId },
    posts: scene.posts,
    created: calls.length,
  });
  if (scene.id % scenesPerFold === 0) fold(stores, sequence, closing);
}

function findThread({ corpus, threadId, sceneIndex }: LedgerScene) {
  return { corpus, threadId, sceneIndex };
}

/**
 * Creates the next entries for as long as the scene names them; returns the calls with which a model would have created
 * them.
 */
function createDue({ glossary, journal }: Annotator['stores'], scene: Scene) {
  const calls: { id: string; name: string; arguments: string }[] = [];
  const created: ReturnType<typeof glossary.create>['id'][] = [];
  const texts = scene.scenePosts.map((post) => post.body);
  for (
    let post = findNaming(scene, due);
    due !== undefined && post !== undefined;
    post = findNaming(scene, due)
  ) {
    const { term, aliases, tag } = due;
    const position = { corpus: scene.corpus, threadId: scene.threadId, postId: post.postId };
    const definition = findSentence(post.body, term);
    const start = post.body.indexOf(definition);
    const place = { start, end: start + definition.length, quote: definition, isSnapped: false };
    const entry = glossary.create(
      {
        term,
        aliases,
        definition,
        status: 'tentative',
        tags: [tag],
        evidence: [{ corpus: scene.corpus, postId: post.postId, ...place }],
      },
      {
        author: 'agent',
        position,
        // The step of the reply comes first, then a step for each call.
        stepId: journal.readNextStepId() + 1 + calls.length,
        model: 'instant:model',
        promptVersion: undefined,
        reason: undefined,
      },
    );
    calls.push({
      id: `call-${entry.id}`,
      name: 'glossary_create',
      arguments: JSON.stringify({ term, definition }),
    });
    created.push(entry.id);
    due = waiting.next().value;
  }
  if (held < heldWords) {
    held += 1;
    const rarer = texts.flatMap((text) => text.match(/ [a-z]{9,}/g) ?? [])[0];
    if (rarer !== undefined) glossary.addHeld(rarer.trim());
  }
  return { calls, created };
}

function findNaming(scene: Scene, entry: SyntheticEntry | undefined): ScenePost | undefined {
  return entry === undefined ? undefined : scene.scenePosts.find((post) => post.body.includes(entry.term));
}

function findSentence(body: string, term: string): string {
  const at = body.indexOf(term);
  return body.slice(body.lastIndexOf('. ', at) + 2, body.indexOf('.', at) + 1);
}

/** Stores a fold such as a reading makes: the story so far in one summary, and an empty window after it. */
function fold(stores: Annotator['stores'], newest: FoldAt, stepId: number): void {
  const conversationId = conversation?.id ?? fail();
  const former = stores.context.findFold(conversationId) ?? fail();
  const text = 'What came to pass so far, in a few words. '.repeat(40);
  stores.context.appendFold({
    conversationId,
    stepId,
    draft: {
      ...former,
      afterSequence: newest,
      cumulative: { id: undefined, entryIds: [], origin: 'model', text, through: undefined },
    },
    measures: { tiers: [1], tokensBefore: 13_000, tokensAfter: 6_000, turnsRemoved: 60, milliseconds: 9 },
  });
}
type FoldAt = ReturnType<Annotator['stores']['context']['appendMessage']>['sequence'];

function fail(): never {
  throw new Error('The world was not planned.');
}

const entries = stores.glossary.countEntries();
const { posts } = stores.glossary.readTotals();
annotator.close();
const fillSeconds = (performance.now() - began) / 1000;
process.stdout.write(JSON.stringify({ planSeconds, fillSeconds, scenes: scenes.length, entries, posts }));
