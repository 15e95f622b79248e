// Keeping a memory: search, maintenance and undoing it, audit and recap, as a person types these commands.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseLines, runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder } from './support/small-story.ts';

const said = [
  'Marlowe keeps the lighthouse by the pier.',
  'Marlowe told me that the lamp oil is low again.',
  'My sister Anna moved to Bergen in spring.',
  'Bergen has more rain than any town I know.',
  'Marlowe says the pier opens in May.',
  'Anna calls me from Bergen on Sundays.',
];

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  const lines = Array.from({ length: 60 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    text: `${said[at % said.length]} ${at === 59 ? '<secret>xyzzy</secret>' : `Day ${at}.`}`,
    at: new Date(Date.parse('2016-03-01T10:00:00Z') + at * 7_200_000).toISOString(),
  }));
  folder.write('talk.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  await run('import', 'talk.jsonl');
});
afterAll(() => folder.remove());

function run(...argv: readonly string[]) {
  return runTerrarium(['memory', ...argv], { cwd: folder.path });
}

describe('a search', () => {
  it('finds imported moments by their words, with --json as one value', async () => {
    const [found, value] = await Promise.all([
      run('search', 'lamp', 'oil', '--limit', '1'),
      run('search', 'lamp oil', '--json'),
    ]);
    expect(found.out).toMatch(/moment \d+ · 2016-03/);
    expect(found.out).toContain('the lamp oil is low');
    expect(parseLines(value.out)[0]?.['moments']).not.toEqual([]);
    expect((await run('search', 'lamp', '--limit', '900')).out).toMatch(
      /^At most 200 of each are shown, not 900\.\n/,
    );
    expect((await run('search', 'xyzzy')).out).toBe('Nothing was found.\n');
  });
});

describe('a search of a time', () => {
  it('EC14: finds only what was said then, says which time it took, and refuses what is none', async () => {
    const all = JSON.parse((await run('search', 'lamp', '--json', '--limit', '200')).out);
    expect(all.span).toBeNull();
    const listDays = (moments: readonly { readonly at: string; readonly isBeside: boolean }[]) =>
      moments.filter(({ isBeside }) => !isBeside).map(({ at }) => at.slice(0, 10));
    const days: readonly string[] = listDays(all.moments);
    const [day = ''] = days;
    const [within, turned, refused] = await Promise.all([
      run('search', 'lamp', '--json', '--limit', '200', '--from', day, '--to', day),
      run('search', 'lamp', '--from', '2024', '--to', 'May 2016'),
      run('search', 'lamp', '--from', 'the lamp'),
    ]);
    const { moments, span } = JSON.parse(within.out);
    expect(span).toEqual({ from: day, to: day, isTurned: false });
    expect(listDays(moments)).toEqual(days.filter((one) => one === day));
    expect(turned.out).toMatch(
      /^Only from 2016-05-01 to 2024-12-31 \(the two ends were given in the wrong order\)\.\n/,
    );
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.error).toContain('"the lamp" is not a time');
  });
});

describe('maintenance', () => {
  const ambient = () => join(folder.path, 'world/ambient.md');

  it('shows, applies and takes back, and says so each time', async () => {
    const tried = await run('maintain', '--dry-run');
    expect(tried.out).toContain('would be applied');
    expect(tried.out).toContain('  create-fragment bergen: ');
    expect(existsSync(ambient())).toBe(false);
    const applied = await run('maintain', '--due', '--json');
    expect(parseLines(applied.out)).toMatchObject([
      { kind: 'light', writer: 'builtin', status: 'applied', runId: 1 },
    ]);
    expect(readFileSync(ambient(), 'utf8')).toContain('marlowe');
    expect((await run('maintain', '--due')).out).toBe('Nothing is due.\n');
    expect((await run('maintain')).out).toContain('nothing was done');
    const recalled = await run('recall', 'marlowe', '--json');
    expect(parseLines(recalled.out)[0]?.['tier']).toBe('recognition');
    const recap = await run('recap', '--since', '2016-01-01');
    expect(recap.out).toContain('[marlowe] (new)');
    const lines = parseLines((await run('export', '--out', '-')).out);
    expect(new Set(lines.map(({ kind }) => kind))).toContain('run');
    expect((await run('maintain', '--revert', '1')).out).toContain('Run 1 was taken back');
    expect((await run('recall', 'marlowe')).out.replaceAll(/\s+/gu, ' ')).toContain(
      'There is no fragment [marlowe]. To look for it in all that was said: terrarium memory search',
    );
  });

  it('AU7: a recap since a day begins where the person lives, and no day that does not exist is taken', async () => {
    const tokyo = createFolder();
    onTestFinished(() => tokyo.remove());
    tokyo.write('talk.jsonl', JSON.stringify({ role: 'user', text: 'I live in Leeds.' }));
    await runTerrarium(['memory', 'import', 'talk.jsonl'], { cwd: tokyo.path });
    writeFileSync(join(tokyo.path, 'world', 'terrarium.yaml'), 'memory:\n  timeZone: Asia/Tokyo\n');
    const recapSince = (since: string) =>
      runTerrarium(['memory', 'recap', '--since', since, '--json'], { cwd: tokyo.path });
    const readSince = async (since: string) => JSON.parse((await recapSince(since)).out).sinceMs;
    expect(await readSince('2016-03-01')).toBe(Date.UTC(2016, 1, 29, 15));
    expect(await readSince('2016-03-01T18:00')).toBe(Date.UTC(2016, 2, 1, 9));
    expect(await readSince('2016-03-01T18:00:00Z')).toBe(Date.UTC(2016, 2, 1, 18));
    expect((await recapSince('2016-02-31')).error).toContain('[memory.unknown-moment]');
  });

  it('leaves everything as it was when a model writes what is no operation', async () => {
    const server = await openFakeServer({
      respond: () => ({ text: 'I would rather not.' }),
      models: ['story'],
    });
    const said = await run('maintain', '--model', 'openai:story', '--base-url', server.baseUrl);
    await server.close();
    expect(said.exitCode).toBe(3);
    expect(said.error).toMatch(/\[memory\.[a-z-]+\]/);
    expect((await run('recall', 'marlowe')).out.replaceAll(/\s+/gu, ' ')).toContain(
      'There is no fragment [marlowe]. To look for it in all that was said: terrarium memory search',
    );
  });

  it('has tags proposed where replies bear none, shown first, and takes them back', async () => {
    const proposal = { event: 56, tag: 'thought', content: 'the lamp oil is low again' };
    const server = await openFakeServer({
      respond: () => ({ text: JSON.stringify({ tags: [proposal] }) }),
      models: ['story'],
    });
    const propose = ['maintain', '--propose-tags', '--model', 'openai:story', '--base-url', server.baseUrl];
    expect((await run(...propose, '--dry-run')).out).toContain('Nothing was written.');
    const said = await run(...propose, '--json');
    await server.close();
    const [{ runId, effects } = {}] = parseLines(said.out);
    expect(effects).toMatchObject([{ effect: 'created', item: { content: proposal.content } }]);
    expect((await run('maintain', '--revert', String(runId))).out).toContain('1 change');
    expect((await run('maintain', '--flags')).out).toBe('Nothing is waiting for you.\n');
  });

  it('PR1: offers nothing to take back where nothing was proposed, and PR4 says that a key is too long', async () => {
    const proposed = (await run('maintain', '--propose')).out.replaceAll(/\s+/gu, ' ');
    expect(proposed).toMatch(/changes proposed; they wait for you.* To take it back: /u);
    const quiet = createFolder();
    onTestFinished(() => quiet.remove());
    await runTerrarium(['memory', 'chat', 'Hm.'], { cwd: quiet.path });
    const none = await runTerrarium(['memory', 'maintain', '--propose'], { cwd: quiet.path });
    expect(none.out).toMatch(/^Maintenance .* 0 changes proposed\.\s/u);
    expect(none.out).not.toContain('take it back');
    const long = await run('fragment', `a${'b'.repeat(60)}`, '--ambient', 'Anna.');
    expect(long.exitCode).toBe(2);
    expect(long.error.replaceAll(/\s+/gu, ' ')).toContain(
      'The key has 61 characters. A key may have at most 60 characters: give the fragment a shorter key.',
    );
  });
});
