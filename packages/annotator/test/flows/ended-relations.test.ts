// Proves that a relation can end at a place of the story: it holds before this place and is shown as ended after it.

import { writeFileSync } from 'node:fs';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { afterEach, describe, expect, it } from 'vitest';
import { annotate } from '../../src/annotate.ts';
import { editEntry, mergeInto, restoreEntry } from '../../src/edit/edit-glossary.ts';
import { exportGlossary } from '../../src/export/export-glossary.ts';
import { renderLoreContent } from '../../src/export/lorebook/lore-entry.ts';
import { renderMarkdown } from '../../src/export/render-markdown.ts';
import { renderVault } from '../../src/export/vault/render-vault.ts';
import { readAt } from '../../src/export/wiki/client/read-at.js';
import { readWiki } from '../../src/export/wiki/read-wiki.ts';
import type { EntryId } from '../../src/glossary/entry.ts';
import { listEntryAccounts } from '../../src/inspect/accounts.ts';
import { listDecisions } from '../../src/inspect/list-decisions.ts';
import { type Annotator, openAnnotator } from '../../src/journal/open-annotator.ts';
import { openWorldView } from '../../src/moments/open-world-view.ts';
import { defaultRunSettings } from '../../src/runner/run-settings.ts';
import { addCorpus } from '../../src/world/add-corpus.ts';
import { createWorld } from '../../src/world/open-world.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const environment = buildFakeEnvironment();
const { clock } = environment;
const bodies = [
  'Cadoc and Dorn served Arla in Vell.',
  'Rain fell.',
  'Cadoc left Arla for good.',
  'Night came.',
];
const reason = 'He left her.';

const nothing: ScriptStep = { text: 'Nothing new.' };
const create = (term: string, relations?: readonly unknown[]) => ({
  name: 'glossary_create',
  arguments: {
    term,
    definition: `${term}, of whom we read.`,
    tags: ['character'],
    evidence: [{ post_id: 1, label: 1 }],
    ...(relations === undefined ? {} : { relations }),
  },
});
const begin = { calls: [create('Arla'), create('Cadoc', [{ kind: 'serves', to: 'Arla' }])] };
const removal = { kind: 'serves', to: 'Arla', reason };
const end = {
  calls: [{ name: 'glossary_update', arguments: { entry_id: 2, remove_relations: [removal] } }],
};

const opened: Annotator[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

async function read(steps: readonly ScriptStep[], curates = false): Promise<Annotator> {
  const folder = createTemporaryFolder();
  const path = folder.path('story.jsonl');
  writeFileSync(
    path,
    bodies.map((body, at) => JSON.stringify({ thread: `Thread ${at + 1}`, body })).join('\n'),
  );
  const { world } = await addCorpus(createWorld({ dir: folder.path('world'), clock }), { path });
  const settings = { ...defaultRunSettings, curates, asksForMore: false };
  const stop = { isRequested: () => false, abort: new AbortController().signal };
  const model = buildScriptedModel(steps);
  await annotate({ world, model, environment, settings, stop, emit: () => undefined });
  model.assertDone();
  const annotator = openAnnotator(world, { clock });
  opened.push(annotator);
  return annotator;
}

/** Lists, as lines, the relations of an entry that hold and those that have ended, at a place or at the end. */
function look(annotator: Annotator, name: string, place?: string) {
  const { view, close } = openWorldView(annotator, place, clock);
  try {
    return listEntryAccounts(view, name).flatMap(({ relations, ended }) => [
      ...relations.map(({ wording, to }) => `${wording} ${to.term}`),
      ...ended.map(
        ({ wording, to, ended: { postId, reason: why } }) =>
          `no longer ${wording} ${to.term}: ${postId} ${why}`,
      ),
    ]);
  } finally {
    close();
  }
}

describe('a relation that ends', () => {
  it('RL11: holds before the place where its end was said, and is shown as ended from there on, at both ends', async () => {
    const annotator = await read([begin, nothing, end, nothing]);
    for (const place of ['thread:1', 'thread:2']) {
      expect(look(annotator, 'Cadoc', place)).toEqual(['serves Arla']);
      expect(look(annotator, 'Arla', place)).toEqual(['served by Cadoc']);
    }
    for (const place of ['thread:3', undefined]) {
      expect(look(annotator, 'Cadoc', place)).toEqual([`no longer serves Arla: 3 ${reason}`]);
      expect(look(annotator, 'Arla', place)).toEqual([`no longer served by Cadoc: 3 ${reason}`]);
    }
    const { decisions } = listDecisions(annotator, 10);
    expect(decisions).toMatchObject([
      { term: 'Cadoc', decided: 'revised', fields: ['relations'], author: 'agent', postId: 3, reason },
    ]);
  });

  it('RL11: may begin again, and be ended by a person from a place on, or be taken back wherever it held', async () => {
    const annotator = await read([begin, nothing, end, nothing]);
    const edit = (change: Parameters<typeof editEntry>[2], from?: string) =>
      editEntry(annotator, { id: 2 as EntryId, reason: 'I know it.', from }, change);
    edit({ related: ['serves Arla'], quotes: ['Cadoc and Dorn served Arla in Vell.'] });
    expect(look(annotator, 'Cadoc')).toEqual(['serves Arla']);
    edit({ unrelated: ['serves Arla'] }, 'thread:2');
    expect(look(annotator, 'Cadoc', 'thread:1')).toEqual(['serves Arla']);
    expect(look(annotator, 'Cadoc', 'thread:2')).toEqual(['no longer serves Arla: 2 undefined']);
    edit({ related: ['serves Arla'], quotes: ['Cadoc and Dorn served Arla in Vell.'] });
    edit({ unrelated: ['serves Arla'] });
    expect(look(annotator, 'Cadoc', 'thread:1')).toEqual([]);
    expect(look(annotator, 'Cadoc')).toEqual([]);
  });

  it('RL11: has not ended if an undone merge gave it back', async () => {
    const relating = create('Dorn', [{ kind: 'serves', to: 'Arla' }]);
    const calls = [create('Arla'), create('Cadoc'), relating];
    const annotator = await read([{ calls }, nothing, nothing, nothing]);
    const dorn = { id: 3 as EntryId, reason: 'One person.' };
    mergeInto(annotator, { ...dorn, from: 'thread:2' }, 2 as EntryId);
    expect(look(annotator, 'Cadoc')).toEqual(['serves Arla']);
    restoreEntry(annotator, { ...dorn, from: 'thread:3' });
    expect(look(annotator, 'Cadoc')).toEqual([]);
    expect(look(annotator, 'Dorn')).toEqual(['serves Arla']);
  });
});

describe('what a relation that ended leaves', () => {
  it('RL12: is listed in exports with where and why, and said in the wiki behind its end', async () => {
    const annotator = await read([begin, nothing, end, nothing]);
    const glossary = exportGlossary(annotator);
    const [cadoc] = glossary.entries.filter(({ term }) => term === 'Cadoc');
    if (cadoc === undefined) throw new Error('There is no Cadoc.');
    expect(cadoc).not.toHaveProperty('relations');
    expect(cadoc.former_relations).toMatchObject([
      {
        kind: 'serves',
        term: 'Arla',
        until_post_id: 3,
        until_corpus: 'story',
        reason,
        evidence: { post_id: 1 },
      },
    ]);
    const nameChapter = (_: string, postId: number) => `Chapter ${postId}`;
    expect([...renderMarkdown({ glossary, nameChapter })].join('')).toContain(
      `- no longer serves **Arla** (until Chapter 3: ${reason})\n`,
    );
    const files = renderVault({
      glossary,
      revisions: new Map(),
      findPost: () => undefined,
      readThreadTitle: () => 'One',
      isOneCorpus: true,
    });
    expect(files.find(({ path }) => path.endsWith('Arla.md'))?.text).toMatch(
      /## To others\n\n- no longer served by \[\[[^\]]*Cadoc\|Cadoc\]\] \(until post 3: He left her\.\)/u,
    );
    expect(renderLoreContent(cadoc)).not.toContain('serves');
    const wiki = readWiki(annotator, {});
    const list = (place: number) =>
      readAt(wiki, place)
        .related.get(2)
        ?.map(({ wording, other }) => `${wording} ${other.term}`);
    expect([list(1), list(3)]).toEqual([['serves Arla'], ['no longer serves Arla']]);
  });

  it('RL12: is said in the wiki with the words known there, also where it began again and ended later', async () => {
    const again = (relations: object) => ({
      calls: [{ name: 'glossary_update', arguments: { entry_id: 2, ...relations } }],
    });
    const evidence = [{ post_id: 3, label: 1 }];
    const annotator = await read([
      begin,
      again({ remove_relations: [removal] }),
      again({ relations: [{ kind: 'serves', to: 'Arla', evidence }] }),
      again({ remove_relations: [removal] }),
    ]);
    const wiki = readWiki(annotator, {});
    const words = [1, 2, 3, 4].map((place) =>
      readAt(wiki, place)
        .related.get(2)
        ?.map(({ wording, quote }) => `${wording}: ${wiki.quotes[quote]?.text}`),
    );
    expect(words).toEqual([
      [`serves: ${bodies[0]}`],
      [`no longer serves: ${bodies[0]}`],
      [`serves: ${bodies[2]}`],
      [`no longer serves: ${bodies[2]}`],
    ]);
  });

  it('RL13: is nothing where a curator takes it back, who is asked about one that there is not', async () => {
    const confirm = (removal: string) => [
      { entry_id: 1, verdict: 'CONFIRM', reason: 'She rules.' },
      { entry_id: 2, verdict: 'CONFIRM', reason: 'He serves nobody.', remove_relations: [removal] },
    ];
    const decide = (removal: string): ScriptStep => ({ text: JSON.stringify(confirm(removal)) });
    const steps = [begin, nothing, nothing, nothing, decide('holds Arla'), decide('serves Arla')];
    const annotator = await read(steps, true);
    for (const place of ['thread:1', 'thread:2', undefined])
      expect(look(annotator, 'Cadoc', place)).toEqual([]);
    const [decided] = listDecisions(annotator, 10).decisions;
    expect(decided).toMatchObject({
      author: 'curator',
      fields: ['relations', 'status'],
      reason: 'He serves nobody.',
    });
    expect(annotator.stores.glossary.find(2 as EntryId)?.status).toBe('confirmed');
  });
});
