// Exports a glossary in every format, as of every place, and imports it into a world that has the story.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGlossaryAsOf } from '../../src/as-of/open-glossary-as-of.ts';
import type { SceneId } from '../../src/context/message-log.ts';
import { importEntries } from '../../src/edit/import-entries.ts';
import { exportGlossary } from '../../src/export/export-glossary.ts';
import type { ExportedEntry } from '../../src/export/exported-glossary.ts';
import { parseGlossaryFile } from '../../src/export/lorebook/parse-lorebook.ts';
import { type FileFormat, listRungs, renderGlossary } from '../../src/export/render-glossary.ts';
import { readVault } from '../../src/export/vault/render-vault.ts';
import type { Annotator } from '../../src/journal/open-annotator.ts';
import { resolveMoment } from '../../src/moments/resolve-moment.ts';
import { verifyAnnotator } from '../../src/verify-annotator.ts';
import { changeLate, readSampleWorld, type SampleWorld } from '../support/sample-world.ts';

let world: SampleWorld;
let annotator: Annotator;
beforeAll(async () => {
  world = await readSampleWorld();
  annotator = world.annotator;
  changeLate(annotator);
});
afterAll(() => world.remove());

const formats = ['json', 'yaml', 'markdown', 'worldinfo', 'lorebook', 'wiki'] as const;
const render = (from: Annotator, format: FileFormat, options = {}): string =>
  [...renderGlossary(from, format, options).chunks].join('');

function renderVault(options = {}): string {
  return readVault(annotator, options)
    .files.map(({ path, text }) => `${path}\n${text}`)
    .join('\n');
}

describe('taking away', () => {
  it('EX8: every format holds only what passes the filters', () => {
    const all = exportGlossary(annotator).entries;
    const places = all.filter(({ tags }) => tags.includes('location'));
    const tentative = all.filter(({ status }) => status === 'tentative').length;
    expect([places.length > 0, places.length < all.length]).toEqual([true, true]);
    for (const format of formats) {
      expect(renderGlossary(annotator, format, { tags: ['location'] }).entries).toBe(places.length);
      expect(renderGlossary(annotator, format, { status: 'tentative' }).entries).toBe(tentative);
    }
    expect(readVault(annotator, { tags: ['location'] }).entries).toBe(places.length);
  });

  it('EX10: no format has a definition, a quote or a title from after its place', () => {
    const all = exportGlossary(annotator).entries;
    const rungs = listRungs(annotator);
    expect(rungs.length).toBeGreaterThan(3);
    for (const [at, { moment, threadId }] of rungs.entries()) {
      const then = JSON.stringify(exportGlossary(annotator, { moment }));
      const quotes = all.flatMap(({ definition, evidence }) => [
        definition,
        ...evidence.map(({ quote }) => quote),
      ]);
      const later = quotes.filter((text) => !then.includes(JSON.stringify(text).slice(1, -1)));
      const titles = rungs.slice(at + 1).map(({ title }) => title);
      expect(later.length > 0).toBe(at < rungs.length - 1);
      for (const format of formats) {
        const text = render(annotator, format, { moment });
        for (const one of [...later, ...titles]) expect(text).not.toContain(JSON.stringify(one).slice(1, -1));
      }
      const vault = renderVault({ moment });
      for (const one of titles) expect(vault).not.toContain(one);
      expect(JSON.parse(render(annotator, 'json', { moment })).as_of.thread_id).toBe(threadId);
    }
  });

  it('EX2: the same world gives the same bytes in every format', () => {
    for (const format of formats) expect(render(annotator, format)).toBe(render(annotator, format));
    expect(renderVault()).toBe(renderVault());
  });
});

describe('bringing back', () => {
  it.each(['json', 'worldinfo', 'lorebook'] as const)(
    'EX13: %s is exported again unchanged',
    async (format) => {
      const unread = await world.createUnread(format);
      const text = render(annotator, format);
      const { glossary, notes } = parseGlossaryFile(text);
      importEntries(unread, glossary, 'of a test');
      expect(notes).toEqual([]);
      expect(render(unread, 'json')).toBe(render(annotator, 'json'));
      expect(verifyAnnotator(unread).problems).toEqual([]);
      expect(() => importEntries(unread, glossary, 'twice')).toThrow(/has a glossary already/);
    },
  );

  it('EX13: a glossary as of a place is exported again unchanged, its weights too', async () => {
    const moment = resolveMoment(annotator, 'thread:2');
    const unread = await world.createUnread('early');
    importEntries(unread, parseGlossaryFile(render(annotator, 'json', { moment })).glossary, 'of a test');
    const again = exportGlossary(unread);
    expect(again.entries).toEqual(exportGlossary(annotator, { moment }).entries);
  });

  it('AO2: nothing is shown at any place of a story that was never read, whatever was imported', async () => {
    const unread = await world.createUnread('placed');
    importEntries(unread, exportGlossary(annotator), 'of a test');
    for (const place of ['thread:1', 'before thread:2', 'post:48516'])
      expect(() => resolveMoment(unread, place)).toThrow(/the story was not read here/);
    const readBody = () => undefined;
    const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
    const moment = { at: 'scene', sceneId: 1_000 as SceneId } as const;
    const { glossary, close } = openGlossaryAsOf(unread.connection, { moment, clock, readBody });
    expect(glossary.countEntries()).toBe(0);
    close();
    expect(() => renderGlossary(unread, 'wiki')).toThrow(
      /was imported[\s\S]*in the world in which the story was read/,
    );
  });

  it('EX13: words at other places, a term twice, a post of another story: nothing is changed', async () => {
    const unread = await world.createUnread('refused');
    const glossary = exportGlossary(annotator);
    const [first, second, ...rest] = glossary.entries;
    if (first === undefined || second === undefined) throw new Error('The sample has no entries.');
    const wrong: readonly (readonly [ExportedEntry, RegExp])[] = [
      [
        { ...first, evidence: first.evidence.map((one) => ({ ...one, quote: `${one.quote}!` })) },
        /are not in post/,
      ],
      [{ ...first, term: second.term, aliases: [] }, /same term/],
      [{ ...first, last_updated_post_id: 999_999 }, /this world has no such post/],
      [{ ...first, evidence: [] }, /contradicts itself/],
      [{ ...first, term: 'Somebody Unheard Of', aliases: [] }, /contradicts itself/],
    ];
    for (const [entry, message] of wrong) {
      const changed = { ...glossary, entries: [entry, second, ...rest] };
      expect(() => importEntries(unread, changed, 'of a test')).toThrow(message);
      expect(unread.stores.glossary.countEntries()).toBe(0);
      expect(unread.stores.glossary.readTotals().posts).toBe(0);
    }
    expect(() => parseGlossaryFile('# Markdown')).toThrow(/is not JSON/);
    expect(() => parseGlossaryFile('{"world":1}')).toThrow(/is not a valid export/);
  });
});
