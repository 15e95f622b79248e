// Correcting: a person's change to an entry is shown from the place in the story from which it holds, and not before.

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await runTerrarium(['import', 'story.jsonl', '--title', 'The Salt Road'], { cwd: folder.path });
  const server = await openStoryServer();
  await annotate('run', '--model', 'openai:story', '--base-url', server.baseUrl);
  await server.close();
});
afterAll(() => folder.remove());

const annotate = (...argv: readonly string[]) => runTerrarium(['annotate', ...argv], { cwd: folder.path });

/** The definition of the entry at a place; empty if there is no such entry there. */
async function readDefinition(name: string, place: string): Promise<string> {
  const { out } = await annotate('search', name, '--as-of', place, '--json');
  const found: { readonly entries: readonly { readonly term: string; readonly definition: string }[] } =
    JSON.parse(out);
  return found.entries.find(({ term }) => term === name)?.definition ?? '';
}

async function listTerms(place: string): Promise<readonly string[]> {
  const { out } = await annotate('export', '--format', 'json', '--as-of', place, '--out', '-');
  const { entries }: { readonly entries: readonly { readonly term: string }[] } = JSON.parse(out);
  return entries.map(({ term }) => term).toSorted();
}

async function listAliases(place: string): Promise<readonly string[]> {
  const { out } = await annotate('search', 'Soma', '--as-of', place, '--json');
  const found: { readonly entries: readonly { readonly aliases: readonly string[] }[] } = JSON.parse(out);
  return found.entries[0]?.aliases ?? [];
}

describe('what a person corrects', () => {
  it('AO6: holds from where its words are known, and is said to where the reading stands otherwise', async () => {
    const known = await annotate('edit', 'Soma', '--definition', 'The keeper of a gate.');
    expect(known.out).toContain('from post 1 on');
    expect(await readDefinition('Soma', 'thread:1')).toBe('The keeper of a gate.');
    const later = await annotate('edit', 'Soma', '--definition', 'A friend of Ondine.');
    expect(later.out).toContain('The change applies from the end of what was read');
    expect(await readDefinition('Soma', 'thread:2')).toBe('The keeper of a gate.');
    expect(await readDefinition('Soma', 'thread:3')).toBe('A friend of Ondine.');
    // The command also says this if only the kind, which is changed together with the definition, holds from an earlier
    // place.
    const both = await annotate('edit', 'Quillon', '--definition', 'For Ondine.', '--kind', 'item');
    expect(both.out).toMatch(/tags +human · from post 2 on/u);
    expect(both.out).toContain('The change applies from the end of what was read');
  });

  it('AO6: holds from the place that is said, which is one where there is the entry', async () => {
    const said = await annotate('edit', 'Soma', '--definition', 'A guest of Ondine.', '--from', 'thread:2');
    expect(said.exitCode).toBe(0);
    expect(await readDefinition('Soma', 'thread:1')).toBe('The keeper of a gate.');
    expect(await readDefinition('Soma', 'thread:2')).toBe('A guest of Ondine.');
    const early = await annotate('edit', 'Quillon', '--status', 'confirmed', '--from', 'thread:1');
    expect(early.error).toContain('At thread:1 there is no such entry yet.');
    expect(early.error).toContain('Give post:2 or a later place');
    const nowhere = await annotate('edit', 'Soma', '--keep-apart', 'Quillon', '--from', 'thread:1');
    expect(nowhere.error).toContain('Leave --from out.');
    // Who said the place is not told to say it.
    const last = await annotate('edit', 'Soma', '--definition', 'A friend of hers.', '--from', 'thread:3');
    expect(last.exitCode).toBe(0);
    expect(last.out).not.toContain('--from PLACE');
  });

  it('AO7: is a name that the entry has already, which then holds from the place that is said', async () => {
    await annotate('edit', 'Soma', '--alias', 'Keeper');
    expect(await listAliases('thread:1')).toEqual([]);
    await annotate('edit', 'Soma', '--alias', 'Keeper', '--from', 'thread:1');
    expect(await listAliases('thread:1')).toEqual(['Keeper']);
    await annotate('edit', 'Soma', '--alias', 'Keeper', '--from', 'thread:2');
    expect(await listAliases('thread:1')).toEqual([]);
    expect(await listAliases('thread:2')).toEqual(['Keeper']);
    const again = await annotate('edit', 'Soma', '--alias', 'Keeper', '--from', 'thread:2');
    expect(again.out).toContain('It is like that already');
    await annotate('edit', 'Soma', '--remove-alias', 'Keeper');
    expect(await listAliases('end')).toEqual([]);
  });

  it('HU8, HU9: is an entry that the reading left out, with words of the story, and is told among the decisions', async () => {
    const vell = ['add', 'Vell', '--definition', 'A town of salt.', '--kind', 'place'];
    const unquoted = await annotate(...vell);
    expect(unquoted.error).toContain('An entry needs a quote from the story');
    expect(unquoted.error).toContain('“Soma was the keeper of Vell, a town of salt.” (post 1)');
    const invented = await annotate(...vell, '--quote', 'Vell was burnt to the ground by the sea people.');
    expect(invented.error).toContain('is not in a post that names "Vell", or does not contain that name');
    const added = await annotate(...vell, '--quote', 'keeper of Vell, a town');
    expect(added.out).toContain('"Vell" is in the glossary now.');
    expect(await listTerms('thread:1')).toEqual(['Soma', 'Vell']);
    expect(added.out).toMatch(/^Vell {2}location · confirmed · entry \d+$/mu);
    const taken = await annotate(...vell, '--quote', 'keeper of Vell');
    expect(taken.error).toContain('already called "Vell"');
    expect((await annotate('add', 'Nemo', '--definition', 'Nobody.', '--quote', 'x')).error).toContain(
      'Nothing that was read so far names "Nemo".',
    );
    const ferry = ['add', 'ferrywoman', '--definition', 'A trade.', '--quote', 'the last ferrywoman of Vell'];
    const early = await annotate(...ferry, '--from', 'thread:1');
    expect(early.error).toContain('At thread:1 its quote had not been read yet.');
    await annotate('place', 'thread:2');
    const hidden = await annotate(...ferry, '--from', 'thread:3');
    expect(hidden.error).toContain('Nothing up to your place (after thread 2) names "ferrywoman".');
    expect(hidden.error).toContain('set a later place first, or run "terrarium place end"');
    await annotate('place', 'end');
    await annotate('edit', 'Vell', '--delete', '--reason', 'a test');
    const { out } = await annotate('decisions', '--limit', '2');
    expect(out).toMatch(
      /^deleted +Vell\n +entry \d+ · a person · from post 1 on · .*\n +because: a test\nadded +Vell\n/u,
    );
    expect(out).toMatch(/\d+ older decisions; --limit shows more\./u);
    await annotate('edit', 'Soma', '--definition', 'The captain.', '--from', 'thread:2', '--reason', 'HU9');
    expect((await annotate('decisions', '--as-of', 'thread:1')).out).not.toContain('HU9');
    expect((await annotate('verify')).exitCode).toBe(0);
  });

  it('RL7, RL11: is what one entry is to another, with words of the story, and is taken back', async () => {
    await annotate('edit', 'Vell', '--restore');
    const lives = ['edit', 'Soma', '--relate', 'lives in Vell'];
    const unquoted = await annotate(...lives);
    expect(unquoted.error).toContain('A relation needs a quote from the story, and none was given.');
    expect(unquoted.error).toContain('“Soma was the keeper of Vell, a town of salt.” (post 1)');
    const wrong = await annotate(...lives, '--quote', 'At dawn Soma opened the gate.');
    expect(wrong.error).toContain('Its quote names only one of the two.');
    // A quote from a post that names only the other entry is found in the story too, but refused.
    const other = await annotate(...lives, '--quote', 'Ondine was the last ferrywoman of Vell.');
    expect(other.error).toContain('Its quote names only one of the two.');
    const adores = await annotate('edit', 'Soma', '--relate', 'adores Vell', '--quote', 'x');
    expect(adores.error).toContain('Begin with one of parent of, child of,');
    const turned = await annotate('edit', 'Soma', '--relate', 'ruled by Vell', '--quote', 'x');
    expect(turned.error).toContain('terrarium edit "Vell" --relate "rules Soma"');
    const said = await annotate(...lives, '--quote', 'Soma was the keeper of Vell');
    expect(said.out).toContain('"Soma" is changed.');
    const read = async (place: string) => {
      const { out } = await annotate('inspect', 'Vell', '--as-of', place);
      const [standing, ended] = out.split('No longer');
      return { stands: standing?.includes('has in it Soma'), hasEnded: ended?.includes('has in it Soma') };
    };
    expect(await read('thread:1')).toEqual({ stands: true, hasEnded: undefined });
    expect((await annotate('inspect', 'Soma')).out).toMatch(/\+ is in Vell \(entry \d+\)/u);
    expect((await annotate('edit', 'Vell', '--unrelate', 'has in it Soma')).error).toContain(
      'terrarium edit "Soma" --unrelate "is in Vell"',
    );
    await annotate('edit', 'Soma', '--unrelate', 'is in Vell', '--from', 'thread:3');
    expect(await read('thread:2')).toEqual({ stands: true, hasEnded: undefined });
    expect(await read('end')).toEqual({ stands: false, hasEnded: true });
    expect((await annotate('edit', 'Soma', '--unrelate', 'is in Vell')).error).toContain(
      'The glossary has no relation',
    );
    await annotate('edit', 'Vell', '--delete');
  });

  it('GL22: links other entries, and is read with their names and without marks', async () => {
    const linked = await annotate('edit', 'Ondine', '--definition', 'Ferrywoman of [[Vell|the town]].');
    expect(linked.error).toBe('');
    const shown = [
      linked.out,
      (await annotate('inspect', 'Ondine')).out,
      (await annotate('search', 'Ondine')).out,
      (await annotate('ask', 'Who is Ondine?', '--model', 'builtin')).out,
      (await annotate('explicate', 'ferrywoman of the town')).out.replaceAll(/[»«]/gu, ''),
    ];
    for (const screen of shown) {
      expect(screen, screen).toContain('Ferrywoman of the town.');
      expect(screen).not.toContain('[[');
    }
    await annotate('edit', 'Ondine', '--definition', 'Ondine was the last ferrywoman of Vell.');
  });

  it.each([
    ['town was hers', 'Ferrywoman whom »all the Old Town was hers« to cross in [[ vain.'],
    ['whom [[Vell', 'Ferrywoman »whom all the Old Town« was hers to cross in [[ vain.'],
    ['Old Town', 'Ferrywoman whom »all the Old Town« was hers to cross in [[ vain.'],
    ['Ferrywoman whom', '»Ferrywoman whom« all the Old Town was hers to cross in [[ vain.'],
  ])('GL22: where the words "%s" come from is shown with whole links marked', async (words, shown) => {
    const definition = 'Ferrywoman whom [[Vell|all the Old Town]] was hers to cross in [[ vain.';
    await annotate('edit', 'Ondine', '--definition', definition);
    const { out } = await annotate('explicate', words, '--entry', 'Ondine');
    expect(out.replaceAll(/\s+/gu, ' ')).toContain(shown);
    await annotate('edit', 'Ondine', '--definition', 'Ondine was the last ferrywoman of Vell.');
  });

  it('HU3, AO6: is what kind of thing an entry is, from its first place on, or from the one that is said', async () => {
    const readTags = async (place: string) => {
      const { out } = await annotate('export', '--format', 'json', '--as-of', place, '--out', '-');
      const { entries }: { readonly entries: readonly { term: string; tags: readonly string[] }[] } =
        JSON.parse(out);
      return entries.find(({ term }) => term === 'Soma')?.tags;
    };
    const town = await annotate('edit', 'Soma', '--kind', 'town');
    expect(town.error).toMatch(/"town" is not a kind of entry\.\s+The kinds are character, location, /u);
    await annotate('edit', 'Soma', '--kind', 'group', '--from', 'thread:2');
    expect([await readTags('thread:1'), await readTags('thread:2')]).toEqual([['character'], ['faction']]);
    const placed = await annotate('edit', 'Soma', '--kind', 'Place');
    expect(placed.out).toContain('"Soma" is changed.');
    expect([await readTags('thread:1'), await readTags('thread:3')]).toEqual([['location'], ['location']]);
    expect((await annotate('edit', 'Soma', '--kind', 'location')).out).toContain('It is like that already');
    await annotate('edit', 'Soma', '--set-tag', 'location', '--set-tag', 'lost');
    await annotate('edit', 'Soma', '--kind', 'item');
    expect(await readTags('thread:3')).toEqual(['item', 'lost']);
    await annotate('edit', 'Soma', '--set-tag', 'location');
    await annotate('edit', 'Soma', '--kind', 'character');
    expect([await readTags('thread:1'), await readTags('thread:3')]).toEqual([['character'], ['character']]);
  });

  it('AO6: is seen by whoever reads along at a place, there', async () => {
    await annotate('place', 'thread:2');
    const seen = await annotate('edit', 'Quillon', '--definition', 'A hero of Ondine, some say.');
    expect(seen.out).toContain('A hero of Ondine, some say.');
    await annotate('place', 'end');
    expect(await readDefinition('Quillon', 'thread:2')).toBe('A hero of Ondine, some say.');
  });

  it('AO6: that is a deletion holds everywhere, or from the place that is said, and is taken back as far', async () => {
    await annotate('edit', 'Soma', '--delete', '--from', 'thread:2');
    expect(await listTerms('thread:1')).toEqual(['Soma']);
    expect(await listTerms('thread:2')).toEqual(['Quillon']);
    await annotate('edit', 'Soma', '--restore');
    expect(await listTerms('thread:2')).toEqual(['Quillon', 'Soma']);
    await annotate('edit', 'Soma', '--delete');
    expect(await listTerms('thread:1')).toEqual([]);
    expect((await annotate('inspect', 'soma', '--as-of', 'thread:1')).out).toContain(
      'was taken out by a person',
    );
    await annotate('edit', 'Soma', '--restore');
    expect(await listTerms('thread:1')).toEqual(['Soma']);
    expect((await annotate('verify')).exitCode).toBe(0);
  });

  it('AO6: that says two to be one holds from where it was said, since no words of the story say so', async () => {
    await annotate('edit', 'Quillon', '--merge-into', 'Soma');
    expect(await listTerms('thread:2')).toEqual(['Quillon', 'Soma']);
    expect(await listTerms('thread:3')).toEqual(['Ondine', 'Soma']);
  });

  it('HU7: that took out or merged a name is told where the name is asked for, with who, where and why', async () => {
    await annotate('edit', 'Ondine', '--delete', '--reason', 'Of no account.');
    const { out } = await annotate('inspect', 'Ondine');
    expect(out).toMatch(
      /^Ondine {2}entry 3\n\n {2}was taken out by a person at post 3, [\d: -]+: Of no account\.\n/,
    );
    const merged = await annotate('inspect', 'Quillon', '--as-of', 'thread:3');
    expect(merged.out).toMatch(
      /\n\nQuillon {2}entry 2\n\n {2}was merged into Soma \(entry 1\) by a person at post 3, /,
    );
  });

  it('GL19: that brings an entry back is told the way out where its name was taken meanwhile', async () => {
    await annotate('edit', 'Ondine', '--restore');
    await annotate('edit', 'Ondine', '--delete', '--reason', 'twice');
    await annotate('add', 'Ondine', '--definition', 'A captain.', '--quote', 'Ondine was the last');
    const taken = await annotate('edit', '3', '--restore');
    expect(taken.error).toMatch(/Entry 3 cannot come back as "Ondine": entry \d+ has that name now\./u);
    const [, rename = ''] = /"terrarium edit (\d+) --rename/u.exec(taken.error) ?? [];
    await annotate('edit', rename, '--rename', 'Ondine (captain)');
    expect((await annotate('edit', '3', '--restore')).out).toContain('"Ondine" is back.');
    await annotate('edit', rename, '--delete');
  });

  it('SR6: inspect says of an entry that is gone which one has its name today, and nothing of one that was merged', async () => {
    await annotate('edit', '3', '--delete', '--reason', 'twice');
    await annotate('add', 'Ondine', '--definition', 'A captain.', '--quote', 'Ondine was the last');
    const { out } = await annotate('inspect', 'Ondine');
    const [, living = ''] = /^Ondine .*entry (\d+)$/mu.exec(out) ?? [];
    expect(Number(living)).toBeGreaterThan(3);
    expect(out).toMatch(/^Ondine {2}entry 3\n\n {2}was taken out by a person .*: twice\.$/mu);
    expect(out).toContain(`\n  The name came back later, as entry ${living}.\n`);
    await annotate('edit', living, '--delete');
    await annotate('edit', '3', '--restore');
    await annotate('edit', '1', '--merge-into', '3');
    const merged = await annotate('inspect', 'Soma');
    expect(merged.out).toMatch(
      /^Soma {2}entry 1\n\n {2}was merged into Ondine \(entry 3\) by\s+a\s+person/mu,
    );
    expect(merged.out).not.toContain('came back');
    await annotate('edit', '1', '--restore');
  });

  it('HU9: two entries that are kept apart are told below the decisions, as of a place without the reason', async () => {
    await annotate('edit', 'Ondine', '--restore');
    await annotate('edit', 'Soma', '--keep-apart', 'Ondine', '--reason', 'her brother');
    const { out } = await annotate('decisions');
    expect(out).toMatch(
      /^apart +Soma \(entry \d+\) and Ondine \(entry \d+\) are two different things\n +a person · .*\n +because: her brother$/mu,
    );
    expect((await annotate('decisions', '--as-of', 'thread:1')).out).not.toContain('apart');
    const there: unknown = JSON.parse((await annotate('decisions', '--as-of', 'thread:3', '--json')).out);
    expect(there).toMatchObject({ apart: 1, keptApart: [{ one: { term: 'Soma' }, author: 'human' }] });
    expect(there).not.toHaveProperty('keptApart.0.reason');
  });

  it('HU8: a name is not said to be nowhere while the story is not there to look in', async () => {
    const corpora = join(folder.path, 'world', 'corpora');
    renameSync(corpora, `${corpora}-away`);
    const { error, exitCode } = await annotate('add', 'Soma of Vell', '--definition', 'She.', '--quote', 'x');
    renameSync(`${corpora}-away`, corpora);
    expect(error).not.toContain('Nothing that was read');
    expect(error).toContain('the-salt-road');
    expect(exitCode).not.toBe(0);
  });
});
