// Tests folds while reading: each breaks the cached prefix once; summaries are accepted, refused or extracted.

import type { LanguageModel, ModelReply, ModelRequest } from '@terrarium/kernel/language-model';
import { describe, expect, it } from 'vitest';
import { openGlossaryAsOf } from '../../src/as-of/open-glossary-as-of.ts';
import type { SceneId } from '../../src/context/message-log.ts';
import { openCorrectionStore } from '../../src/glossary/correction-store.ts';
import type { EntryId } from '../../src/glossary/entry.ts';
import { callRequest } from '../../src/prompts/prompts.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { buildLongStory } from '../support/long-story.ts';
import { answerStory } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();
const settings = { contextBudget: 6_000 };

interface Recorded {
  readonly model: LanguageModel;
  readonly requests: ModelRequest[];
}

/** The story model, which keeps its requests; `change` can replace a reply. */
function recordModel(
  change: (request: ModelRequest, reply: ModelReply) => ModelReply = (_, reply) => reply,
): Recorded {
  const requests: ModelRequest[] = [];
  const model: LanguageModel = {
    id: 'test:recorded',
    async reply(request) {
      requests.push({ ...request, messages: [...request.messages] });
      return change(request, answerStory(request));
    },
  };
  return { model, requests };
}

function askedFor(request: ModelRequest): string {
  const content = request.messages.at(-1)?.content ?? '';
  if (content.includes('<summary_request')) return 'summary';
  return content.includes('<record_request') ? 'record' : 'scene';
}

function renderWire({ tools, messages }: ModelRequest): string {
  return (JSON.stringify(tools) + JSON.stringify(messages)).slice(0, -1);
}

async function readStory(threads: number, scenes: number, recorded = recordModel()) {
  const world = openWorld(buildLongStory(threads, scenes));
  const { run, connection, events } = world.open(recorded.model, { settings });
  const outcome = await runStates(run);
  const folds = run.stores.context.readFolds(run.session.conversation.id);
  return { run, connection, events, outcome, folds, requests: recorded.requests };
}

describe('folding while reading', () => {
  it('CX2, CP5: every request extends the main line, and each fold breaks it once', async () => {
    const { requests, folds, connection } = await readStory(3, 10);
    const main = requests.filter((request) => askedFor(request) !== 'summary');
    const breaks = main
      .slice(1)
      .filter((request, index) => !renderWire(request).startsWith(renderWire(main[index] ?? request)));
    expect(folds.length - 1).toBeGreaterThan(1);
    expect(breaks).toHaveLength(folds.length - 1);
    connection.close();
  });

  it('CP5: a summary is asked as a continuation of the unfolded prompt, its question left behind', async () => {
    const { requests, connection } = await readStory(3, 10);
    const questions = requests.map(askedFor);
    requests.forEach((request, index) => {
      if (questions[index] !== 'summary') return;
      const before = requests.slice(0, index).findLast((_, former) => questions[former] !== 'summary');
      const withoutQuestion = renderWire({ ...request, messages: request.messages.slice(0, -1) });
      expect(withoutQuestion.startsWith(renderWire(before ?? request))).toBe(true);
    });
    for (const request of requests.filter((_, index) => questions[index] !== 'summary')) {
      expect(JSON.stringify(request.messages)).not.toContain('summary_request');
    }
    connection.close();
  });

  it('CP6: before a fold the model may record something, once', async () => {
    const { requests, folds, connection } = await readStory(3, 10);
    expect(requests.filter((request) => askedFor(request) === 'record')).toHaveLength(folds.length - 1);
    connection.close();
  });

  it('CP6, AO5: what it records before a fold counts, and holds from the end of the scene read last', async () => {
    const recorded = recordModel((request, reply) => {
      if (askedFor(request) !== 'record') return reply;
      const post = /<post id="(\d+)">\n\[1\] In the morning they saw (\w+) at the gate of (\w+)/.exec(
        request.messages.map((message) => message.content).join('\n'),
      );
      const draft = {
        term: 'salt carriers',
        definition: 'Those who carry salt.',
        evidence: [{ post_id: Number(post?.[1]), label: 1 }],
      };
      return {
        ...reply,
        text: '',
        finish: 'tool-calls',
        calls: [{ id: 'late', name: 'glossary_create', arguments: JSON.stringify(draft) }],
      };
    });
    const { run, connection } = await readStory(2, 10, recorded);
    const { glossary, ledger } = run.stores;
    const entry = glossary.findByTerm('salt carriers');
    expect(entry?.definition).toBe('Those who carry salt.');
    const [made] = glossary.readRevisions(entry?.id ?? (0 as EntryId));
    const place = openCorrectionStore(connection)
      .readPlaces(entry?.id ?? (0 as EntryId))
      .get(made?.id ?? 0);
    expect(ledger.findScene(place as SceneId)?.lastPostId).toBe(made?.position.postId);
    const asOf = openGlossaryAsOf(connection, {
      moment: { at: 'scene', sceneId: place as SceneId },
      clock: { now: () => 0, monotonic: () => 0, sleep: async () => undefined },
      readBody: (_, postId) => run.corpus.findPost(postId)?.body,
    });
    expect(asOf.glossary.findByTerm('salt carriers')).toBeDefined();
    asOf.close();
    connection.close();
  });

  it('CP6: what is refused before a fold may be sent once more, and only once', async () => {
    const asked: string[] = [];
    const recorded = recordModel((request, reply) => {
      const since = request.messages.findLastIndex(({ role }) => role === 'user');
      if (request.messages[since]?.content.includes('<record_request') !== true) return reply;
      const rounds = request.messages.length - since - 1;
      const answer = request.messages.at(-1)?.content ?? '';
      asked.push(rounds === 0 ? 'first' : answer);
      const quote = rounds === 0 ? 'Nobody said so.' : 'we go on';
      const draft = { term: 'Vell', definition: 'A gate.', evidence: [{ post_id: 1, quote }] };
      const call = { id: `late-${rounds}`, name: 'glossary_create', arguments: JSON.stringify(draft) };
      return { ...reply, text: '', finish: 'tool-calls', calls: [call] };
    });
    const { folds, outcome, connection } = await readStory(2, 10, recorded);
    expect(outcome).toEqual({ kind: 'finished' });
    expect(asked.filter((one) => one === 'first')).toHaveLength(folds.length - 1);
    expect(asked).toHaveLength((folds.length - 1) * 2);
    connection.close();
  });

  it('CP6: after prose before a fold the model is asked once more; after more prose, what is lost is reported', async () => {
    const asked: string[] = [];
    const talking = recordModel((request, reply) => {
      const newest = request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
      const isRecord = newest.includes('<record_request');
      if (!isRecord && newest !== callRequest) return reply;
      asked.push(isRecord ? 'first' : 'again');
      return { ...reply, text: 'I would note that they carry salt.', calls: [], finish: 'stop' };
    });
    const { events, folds, outcome, connection } = await readStory(2, 10, talking);
    expect(outcome).toEqual({ kind: 'finished' });
    expect(asked).toEqual(folds.slice(1).flatMap(() => ['first', 'again']));
    expect(events.filter(({ kind }) => kind === 'update-skipped')).toHaveLength(folds.length - 1);
    connection.close();
  });

  it('CP6: what is looked up before a fold may be used', async () => {
    const followed: boolean[] = [];
    const recorded = recordModel((request, reply) => {
      if (askedFor(request) !== 'record') {
        const before = request.messages.at(-3)?.content ?? '';
        if (before.includes('<record_request')) followed.push(request.messages.at(-1)?.role === 'tool');
        return reply;
      }
      const call = { id: 'look', name: 'read_post', arguments: '{"post_id":1}' };
      return { ...reply, text: '', finish: 'tool-calls', calls: [call] };
    });
    const { folds, connection } = await readStory(2, 10, recorded);
    expect(followed).toEqual(folds.slice(1).map(() => true));
    connection.close();
  });

  it('CP7: if the budget has no room after the whole window, a summary is asked for after its scenes', async () => {
    const recorded = recordModel((request, reply) => {
      const usage = { ...reply.usage, promptTokens: Math.ceil(renderWire(request).length / 5) };
      if (askedFor(request) !== 'record') return { ...reply, usage };
      const long = 'They kept the salt. '.repeat(400);
      return { ...reply, usage, text: `Nothing new. ${long}` };
    });
    const { requests, folds, connection } = await readStory(3, 10, recorded);
    const summaries = requests.filter((request) => askedFor(request) === 'summary');
    expect(summaries.length).toBeGreaterThan(0);
    expect(JSON.stringify(summaries)).not.toContain('They kept the salt.');
    for (const { fold } of folds) for (const { origin } of fold.chunks) expect(origin).toBe('model');
    connection.close();
  });

  it('RN11: what became of tagged updates is told with the next scene, even after a fold', async () => {
    const wrote: boolean[] = [];
    const writing = recordModel((request, reply) => {
      if (askedFor(request) !== 'scene') return reply;
      wrote.push(reply.calls.length > 0 || reply.text.includes('<codex_updates>'));
      if (reply.calls.length === 0) return reply;
      const items = reply.calls.map(({ arguments: given }) => JSON.parse(given));
      return { ...reply, text: `<codex_updates>${JSON.stringify(items)}</codex_updates>`, calls: [] };
    });
    const { requests, folds, connection } = await readStory(2, 10, writing);
    const scenes = requests.filter((request) => askedFor(request) === 'scene');
    const told = scenes.slice(1).map(({ messages }) => messages.at(-1)?.content.includes('<update_results>'));
    expect(folds.length - 1).toBeGreaterThan(0);
    expect(told).toEqual(wrote.slice(0, -1));
    connection.close();
  });

  it('RN11: what became of updates that were written before a fold is told once', async () => {
    let written = 0;
    const writing = recordModel((request, reply) => {
      if (askedFor(request) !== 'record') return reply;
      written += 1;
      const update = { action: 'sing', note: `song ${written}` };
      return { ...reply, text: `<codex_updates>${JSON.stringify([update])}</codex_updates>`, calls: [] };
    });
    const { requests, connection } = await readStory(3, 10, writing);
    const shown = requests.map(({ messages }) => messages.at(-1)?.content ?? '');
    const told = shown.filter((content) => content.includes('<update_results>'));
    expect(told.length).toBeGreaterThan(1);
    const songs = told.flatMap((content) => content.match(/song \d+/gu) ?? []);
    expect(new Set(songs).size).toBe(songs.length);
    connection.close();
  });

  it('CP7: a summary that is empty or cut off is asked once more, then drawn from the text', async () => {
    let asked = 0;
    const recorded = recordModel((request, reply) => {
      if (askedFor(request) !== 'summary') return reply;
      asked += 1;
      return asked % 2 === 1 ? { ...reply, text: '' } : { ...reply, finish: 'length' };
    });
    const { folds, connection } = await readStory(3, 10, recorded);
    const summaries = folds.flatMap(({ fold }) => [
      ...fold.chunks,
      ...(fold.cumulative === undefined ? [] : [fold.cumulative]),
    ]);
    expect(summaries.length).toBeGreaterThan(0);
    for (const summary of summaries) {
      expect(summary.origin).toBe('extract');
      expect(summary.text).toMatch(/In the morning they saw/);
    }
    expect(asked).toBe(new Set(summaries.map((summary) => summary.id)).size * 2);
    connection.close();
  });

  it('CP7: a summary that is as long as the story is not accepted', async () => {
    const recorded = recordModel((request, reply) =>
      askedFor(request) === 'summary'
        ? { ...reply, text: 'and then they went on to the next gate '.repeat(2_000) }
        : reply,
    );
    const { folds, outcome, connection } = await readStory(2, 10, recorded);
    expect(outcome).toEqual({ kind: 'finished' });
    for (const { fold } of folds) for (const chunk of fold.chunks) expect(chunk.origin).toBe('extract');
    connection.close();
  });

  it('CP1: never folds under the threshold, and always brings the prompt under it', async () => {
    const { folds, connection } = await readStory(3, 12);
    for (const { tokensBefore, tokensAfter } of folds.slice(1)) {
      expect(tokensBefore).toBeGreaterThanOrEqual(settings.contextBudget * 0.8);
      expect(tokensAfter).toBeLessThan(settings.contextBudget * 0.8);
    }
    connection.close();
  });

  it('CX3: shows instructions, story so far, chunks, history, and the present scene last', async () => {
    const { requests, connection } = await readStory(2, 24);
    const folded = requests.findLast((request) =>
      JSON.stringify(request.messages[1]).includes('chunk_summaries'),
    );
    const front = folded?.messages[1]?.content ?? '';
    expect(folded?.messages[0]?.role).toBe('system');
    expect(front.indexOf('<chunk_summaries>')).toBeGreaterThanOrEqual(front.indexOf('</cumulative_summary>'));
    expect(front).toMatch(/<chunk thread="\d+" index="\d+" scenes="\d+-\d+" entries="[\d,]*">/);
    connection.close();
  });

  it('CX7: folds late for a server whose tokens are larger than the estimate says, and never over its budget', async () => {
    const recorded = recordModel((request, reply) => ({
      ...reply,
      usage: { ...reply.usage, promptTokens: Math.ceil(JSON.stringify(request.messages).length / 2.6) },
    }));
    const { requests, connection } = await readStory(3, 10, recorded);
    for (const request of requests.slice(8)) {
      expect(JSON.stringify(request.messages).length / 2.6).toBeLessThan(settings.contextBudget);
    }
    connection.close();
  });

  it('ST1: a summary that is used unchanged is stored only in its reply, and is read back from there', async () => {
    const { connection, folds, run } = await readStory(3, 10);
    const kinds = connection.prepare("SELECT DISTINCT typeof(body) FROM summary WHERE origin = 'model'");
    expect(kinds.pluck().all()).toEqual(['integer']);
    const { cumulative } = run.session.window.fold;
    expect(cumulative?.text.length).toBeGreaterThan(20);
    expect(folds.at(-1)?.fold.cumulative).toEqual(cumulative);
    connection.close();
  });
});
