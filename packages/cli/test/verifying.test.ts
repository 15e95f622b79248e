// Verifying all of a world: damage in each of its files is found.

import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await run('import', 'story.jsonl');
  await run('annotate', 'run');
  await runTerrarium(['memory', 'chat'], { cwd: folder.path, input: 'Hello there.\n' });
  await runTerrarium(['play'], { cwd: folder.path, input: '/quit\n' });
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });

function copyWorld(name: string): string {
  const copy = join(folder.path, name);
  cpSync(join(folder.path, 'world'), copy, { recursive: true });
  return copy;
}

interface Part {
  readonly part: string;
  readonly standing: string;
  readonly problems: readonly { readonly code: string; readonly what: string }[];
}

async function verify(world: string): Promise<{ exitCode: number | null; parts: readonly Part[] }> {
  const { exitCode, out } = await run('verify', '--world', world, '--json');
  return { exitCode, parts: JSON.parse(out).parts };
}

/** Changes a row as no code of ours would: without a seal, and with the triggers that protect the row switched off. */
function changeRow(path: string, table: string, change: string): void {
  const connection = new DatabaseSync(path);
  const triggers = connection
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?")
    .all(table);
  for (const { name } of triggers) connection.exec(`DROP TRIGGER ${name}`);
  connection.exec(`UPDATE ${table} SET ${change}`);
  for (const { sql } of triggers) connection.exec(String(sql));
  connection.close();
}

describe('terrarium verify', () => {
  it('names what is damaged, and goes on with the other files', async () => {
    const world = copyWorld('damaged');
    const story = join(world, 'corpora/story.db');
    truncateSync(story, 4_096);
    writeFileSync(join(world, 'memory.sqlite'), 'This is no database, whatever it was once. '.repeat(100));
    writeFileSync(join(world, 'place.json'), '{');
    const { exitCode, parts } = await verify('damaged');
    expect(exitCode).toBe(5);
    const wrong = parts.filter(({ standing }) => standing === 'problem').map(({ part }) => part);
    expect(wrong).toEqual(expect.arrayContaining(['world.json', 'corpora/story.db', 'memory.sqlite']));
    expect(parts.find(({ part }) => part === 'rpg.db')?.standing).toBe('ok');
  });

  it('names table and row of every damaged record, the newest too, which whatever else opens them refuses', async () => {
    const world = copyWorld('changed');
    const glossary = join(world, 'annotator.db');
    const memory = join(world, 'memory.sqlite');
    changeRow(glossary, 'change', "reason = 'Nobody said so.' WHERE id = (SELECT max(id) FROM change)");
    changeRow(glossary, 'run', "model = 'another' WHERE id = 1");
    changeRow(memory, 'event', "text = 'Goodbye.' WHERE id = (SELECT max(id) FROM event)");
    const { exitCode, parts } = await verify('changed');
    expect(exitCode).toBe(5);
    const listWhat = (file: string) =>
      parts
        .find(({ part }) => part === file)
        ?.problems.map(({ what }) => what)
        .join('\n');
    expect(listWhat('annotator.db')).toMatch(
      /Row \d+ of the table change in annotator\.db is not what was written\./u,
    );
    expect(listWhat('annotator.db')).toContain(
      'Row 1 of the table run in annotator.db is not what was written.',
    );
    expect(listWhat('memory.sqlite')).toContain('Row 1 of the table event is not what was written.');
    const refused = await run('annotate', 'status', '--world', 'changed');
    expect(refused.error).toMatch(
      /annotator\.db is damaged: row \d+ of the table change is not what was written/u,
    );
    expect((await run('annotate', 'verify', '--world', 'changed')).out).toContain(
      'of the table change in annotator.db',
    );
  });

  it('ST8: export --salvage writes what is sound, lists what it left out and ends with 5; search shows no damaged row', async () => {
    const world = copyWorld('salvaged');
    const path = join(world, 'annotator.db');
    const sound = JSON.parse((await run('annotate', 'export', '--world', 'salvaged', '--out', '-')).out);
    const [first] = sound.entries;
    const search = async () => await run('annotate', 'search', first.term, '--world', 'salvaged');
    expect((await search()).out).toContain(first.term);
    changeRow(path, 'revision', `new = '"tentative"' WHERE entry_id = ${first.id} AND field = 'definition'`);
    const found = await search();
    expect([found.exitCode, found.out]).toEqual([5, '']);
    expect(found.error).toMatch(/row \d+ of the table revision is not what was written/u);
    const said = await run('annotate', 'export', '--salvage', '--world', 'salvaged');
    expect(said.exitCode).toBe(5);
    const exported = join(world, 'exports', 'salvaged.json');
    const { entries, salvaged } = JSON.parse(readFileSync(exported, 'utf8'));
    const left = readFileSync(`${exported}.left-out.jsonl`, 'utf8').trim().split('\n');
    expect(entries.map(({ id }: { id: number }) => id)).not.toContain(first.id);
    expect(entries.length).toBeLessThan(sound.entries.length);
    expect(salvaged).toEqual({ left_out: left.length });
    expect(left.map((line) => JSON.parse(line))).toContainEqual({
      table: 'revision',
      row: expect.any(String),
      what: 'is not what was written',
    });
    expect(said.error.replace(/\s+/gu, ' ')).toContain(`Listed in ${exported}.left-out.jsonl`);
  });

  it('FO7: a story that came anew is told of and is no problem, unless something else is damaged', async () => {
    const world = copyWorld('grown');
    folder.write(
      'story.jsonl',
      `${smallStory}\n${JSON.stringify({ thread: 'Last', body: 'Soma slept.' })}\n`,
    );
    await run('import', 'story.jsonl', '--world', 'grown');
    const { exitCode, parts } = await verify('grown');
    expect(exitCode).toBe(0);
    expect(parts.find(({ part }) => part === 'annotator.db')).toMatchObject({
      standing: 'warning',
      says: 'What was read is undamaged. The corpus story has changed since it was planned.',
      problems: [],
      todo: expect.stringContaining('terrarium read --world grown'),
    });
    expect((await run('verify', '--world', 'grown')).out).toContain('Nothing is damaged; 1 warning.');
    const reading = await run('annotate', 'verify', '--world', 'grown', '--json');
    expect(reading.exitCode).toBe(0);
    expect(JSON.parse(reading.out)).toMatchObject({
      holds: true,
      problems: [],
      notes: [expect.stringMatching(/^The corpus story has changed .* "terrarium read/u)],
    });
    const doctor = await run('doctor', '--world', 'grown', '--json');
    expect(doctor.exitCode).toBe(0);
    const { findings } = JSON.parse(doctor.out);
    expect(JSON.stringify(findings)).toContain('What was read is undamaged. The corpus story has changed');

    changeRow(join(world, 'annotator.db'), 'run', "model = 'another' WHERE id = 1");
    expect((await verify('grown')).exitCode).toBe(5);
    const damaged = await run('annotate', 'verify', '--world', 'grown', '--json');
    expect(damaged.exitCode).toBe(5);
    expect(JSON.parse(damaged.out).problems).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'RN4', isStale: true })]),
    );
  });
});
