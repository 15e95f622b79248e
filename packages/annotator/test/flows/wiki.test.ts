// Proves that the wiki shows at each place what was known there, and that a file made for a place has nothing later.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Moment } from '../../src/as-of/moment-store.ts';
import type { SceneId } from '../../src/context/message-log.ts';
import type { ThreadId } from '../../src/corpus/corpus.ts';
import { findKind } from '../../src/export/exported-glossary.ts';
import { openGlossaryFor } from '../../src/export/open-glossary-for.ts';
import { splitNames } from '../../src/export/wiki/client/link-names.js';
import { listHistory } from '../../src/export/wiki/client/list-history.js';
import { readAt } from '../../src/export/wiki/client/read-at.js';
import { searchKnown } from '../../src/export/wiki/client/search-known.js';
import { listStops } from '../../src/export/wiki/list-stops.ts';
import { readWiki } from '../../src/export/wiki/read-wiki.ts';
import { renderWiki } from '../../src/export/wiki/render-wiki.ts';
import type { WikiData } from '../../src/export/wiki/wiki-data.ts';
import type { RevisionId } from '../../src/glossary/entry.ts';
import { listRelations } from '../../src/glossary/list-relations.ts';
import { computeSalience, unexplained } from '../../src/glossary/salience.ts';
import { sortQuotes } from '../../src/glossary/sort-quotes.ts';
import { resolveMoment } from '../../src/moments/resolve-moment.ts';
import { changeLate, readSampleWorld, type SampleWorld } from '../support/sample-world.ts';

let world: SampleWorld;
let data: WikiData;
let changed: ReturnType<typeof changeLate>;

beforeAll(async () => {
  world = await readSampleWorld();
  changed = changeLate(world.annotator);
  data = readWiki(world.annotator);
});
afterAll(() => world.remove());

/** Describes the glossary of a moment in the same form as the page. */
function describeMoment(moment: Moment) {
  const { glossary, close } = openGlossaryFor(world.annotator, moment);
  const related = listRelations(glossary);
  const entries = [...glossary.iterateEntries()].map((entry) => {
    const { mentions, threads } = glossary.readSpread(entry.id);
    const { id, term, aliases, definition, status, tags, evidence } = entry;
    const kind = findKind(tags) ?? '';
    const shown = sortQuotes(entry, evidence);
    const quotes = shown.map(({ piece }) => piece.quote);
    const supporting = shown.flatMap(({ piece, isSupporting }) => (isSupporting ? [piece.quote] : []));
    const salience = computeSalience({ mentions, threads }, tags);
    return {
      id,
      term,
      aliases,
      definition,
      isConfirmed: status === 'confirmed',
      isUnexplained: tags.includes(unexplained),
      kind,
      quotes,
      supporting,
      relations: (related.get(id) ?? []).map(({ wording, to }) => `${wording} ${to}`).toSorted(),
      mentions,
      threads,
      salience,
    };
  });
  close();
  return entries.toSorted((one, other) => other.salience - one.salience || one.id - other.id);
}

function describePlace(wiki: WikiData, place: number) {
  const readTexts = (list: readonly number[]) => list.map((at) => wiki.quotes[at]?.text);
  const { entries, related } = readAt(wiki, place);
  return entries.map(({ first: _f, since: _s, versions: _v, ...entry }) => ({
    ...entry,
    quotes: readTexts(entry.quotes),
    supporting: readTexts(entry.supporting),
    relations: (related.get(entry.id) ?? []).map(({ wording, other }) => `${wording} ${other.id}`).toSorted(),
  }));
}

describe('the wiki', () => {
  it('EX9: shows at each place the entries, words, counts and order that the glossary had there', () => {
    const stops = listStops(world.annotator);
    expect(stops.length).toBeGreaterThan(3);
    expect(describePlace(data, 0)).toEqual([]);
    for (const [at, { sceneId }] of stops.entries()) {
      expect(describePlace(data, at + 1)).toEqual(describeMoment({ at: 'scene', sceneId }));
    }
    const ids = readAt(data, stops.length).entries.map(({ id }) => id);
    expect(ids).toContain(changed.renamed);
    expect(ids).not.toContain(changed.deleted);
    expect(readAt(data, stops.length - 1).byId.has(changed.deleted)).toBe(true);
    // Before the merge, there are two entries, and after it one, to which the old address leads.
    const [before, after] = [readAt(data, stops.length - 1), readAt(data, stops.length)];
    expect(before.byId.get(changed.merged)?.id).toBe(changed.merged);
    expect(after.byId.get(changed.merged)?.id).toBe(changed.renamed);
    expect(ids).not.toContain(changed.merged);
  });

  it('EX9: finds, links and remembers only what is known at the place, also after the world got another title', () => {
    const last = data.stops.length;
    const { annotator } = world;
    const retitled = readWiki({ ...annotator, world: { ...annotator.world, title: 'Another' } });
    expect(retitled.key).toBe(data.key);
    const found = (place: number) =>
      searchKnown(data, readAt(data, place), 'quite another').map(({ id }) => id);
    expect(found(last)).toEqual([changed.renamed]);
    expect(found(last - 1)).toEqual([]);
  });

  it('EX11: a name is found in hiragana, katakana and half-width katakana', () => {
    const known = readAt(data, data.stops.length);
    const people = known.entries.map((entry, at) => ({
      ...entry,
      term: at === 0 ? 'さーや' : 'さら',
      aliases: [],
    }));
    for (const query of ['サーヤ', 'さーや', 'ｻｰﾔ'])
      expect(searchKnown(data, { ...known, entries: people }, query).map(({ term }) => term)).toEqual([
        'さーや',
      ]);
  });

  it('EX18: tells chapter by chapter what was learnt of an entry, up to the place', () => {
    const last = data.stops.length;
    const now = readAt(data, last).byId.get(changed.renamed);
    const history = listHistory(now?.versions ?? []);
    expect(history.length).toBeGreaterThan(1);
    expect(history.at(-1)).toMatchObject({ stop: last, term: 'Quite Another Name' });
    const before = readAt(data, last - 1).byId.get(changed.renamed);
    expect(listHistory(before?.versions ?? [])).toEqual(history.slice(0, -1));
    const told = listHistory([
      { stop: 1, term: 'Vell', aliases: ['the town'], definition: 'A town.', kind: '', quotes: [0] },
      { stop: 2, seen: [[2, 1]] },
      {
        stop: 4,
        definition: 'A town of salt.',
        aliases: ['Vell of the Salt'],
        quotes: [0, 3],
        isConfirmed: true,
      },
    ]);
    expect(told.map(({ stop }) => stop)).toEqual([1, 4]);
    expect(told[1]).toEqual({
      stop: 4,
      term: undefined,
      definition: 'A town of salt.',
      kind: undefined,
      isConfirmed: true,
      names: ['Vell of the Salt'],
      dropped: ['the town'],
      quotes: [3],
    });
  });

  it('EX10: a file made for a place has no later word of the glossary, and shows the same there', () => {
    for (const [at, stop] of listStops(world.annotator).entries()) {
      const moment = resolveMoment(world.annotator, `thread:${stop.threadId}`);
      const cut = readWiki(world.annotator, { moment });
      expect(cut.stops).toEqual(data.stops.slice(0, at + 1));
      expect(describePlace(cut, at + 1)).toEqual(describePlace(data, at + 1));
      const text = [...renderWiki(cut)].join('');
      const known = describeMoment(moment);
      const later = describePlace(data, data.stops.length).filter(
        ({ id, term }) => !known.some((entry) => entry.id === id) && !JSON.stringify(known).includes(term),
      );
      for (const { term } of later) expect(text).not.toContain(JSON.stringify(term));
      for (const { title } of data.stops.slice(at + 1)) expect(text).not.toContain(title);
    }
  });

  it('EX10: a file made for a moment in the middle of a thread ends there', () => {
    const { glossary } = world.annotator.stores;
    for (const share of [0.2, 0.5, 0.9]) {
      const revision = Math.floor(glossary.readNewestRevision() * share) as RevisionId;
      const cut = readWiki(world.annotator, { moment: { at: 'revision', revision } });
      expect(describePlace(cut, cut.stops.length)).toEqual(describeMoment({ at: 'revision', revision }));
    }
    expect(readWiki(world.annotator, { moment: { at: 'scene', sceneId: 0 as SceneId } }).entries).toEqual([]);
  });

  it('EX9: a thread is shown with its title, without the name of the story before it', () => {
    const { annotator } = world;
    const title = 'The Lamplighter of Low Veyre';
    const { stops } = readWiki({ ...annotator, world: { ...annotator.world, title } });
    expect(stops[1]?.title).toBe('#2: Yellow Gloves');
    const withNumbers = [...annotator.corpora].map(
      ([name, corpus]) => [name, { ...corpus, findThread: (id: ThreadId) => ({ id, title: 'IV' }) }] as const,
    );
    const numbered = readWiki({ ...annotator, corpora: new Map(withNumbers) });
    expect(numbered.stops[1]?.title).toBe('Chapter IV');
    expect(data.stops[1]?.title).toBe('The Lamplighter of Low Veyre #2: Yellow Gloves');
  });

  it('EX15: at every place definitions link entries, and only those that are shown there', () => {
    const listLinks = (wiki: WikiData, place: number) => {
      const known = readAt(wiki, place);
      return known.entries.map(({ id, definition }) =>
        splitNames(known.names, definition, new Set([id])).flatMap((piece) => piece.id ?? []),
      );
    };
    for (const [at, stop] of listStops(world.annotator).entries()) {
      const shown = new Set(readAt(data, at + 1).entries.map(({ id }) => id));
      const links = listLinks(data, at + 1);
      expect(links.flat().length).toBeGreaterThan(0);
      expect(links.flat().filter((id) => !shown.has(id))).toEqual([]);
      const moment = resolveMoment(world.annotator, `thread:${stop.threadId}`);
      expect(listLinks(readWiki(world.annotator, { moment }), at + 1)).toEqual(links);
    }
    const last = readAt(data, data.stops.length);
    expect(last.linkedFrom.size).toBeGreaterThan(0);
    for (const [id, from] of last.linkedFrom) {
      expect(last.byId.has(id)).toBe(true);
      expect(from.some((entry) => entry.id === id)).toBe(false);
    }
  });

  it('EX2: the same world gives the same page', () => {
    const render = () => [...renderWiki(readWiki(world.annotator, { hasPosts: true }))].join('');
    expect(render()).toBe(render());
  });

  it('EX8: a page filtered by status or tag has nothing else', () => {
    const tentative = readWiki(world.annotator, { status: 'tentative' });
    const left = tentative.entries.flatMap(({ versions }) => versions);
    expect(left.filter((version) => version.isConfirmed)).toEqual([]);
    const places = readWiki(world.annotator, { tags: ['location'] });
    const kinds = new Set(readAt(places, places.stops.length).entries.map(({ kind }) => kind));
    expect([...kinds]).toEqual(['location']);
  });
});

it('EX16: the page has the colours and type of the app, in the light and in the dark', () => {
  const readTokens = (path: string) => {
    const css = readFileSync(new URL(path, import.meta.url), 'utf8');
    const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
    const list = (part: string) =>
      [...part.matchAll(/(--\w[\w-]*): ([^;]+);/gu)].map(([, ...token]) => token);
    return [
      new Map(list(light) as [string, string][]),
      new Map(list(dark.split('@media')[0] ?? '') as [string, string][]),
    ];
  };
  const app = readTokens('../../../web/src/tokens.css');
  for (const [at, tokens] of readTokens('../../src/export/wiki/client/page.css').entries()) {
    expect(tokens.size).toBeGreaterThan(8);
    for (const [name, value] of tokens) expect(app[at]?.get(name), name).toBe(value);
  }
});
