// Verifying all of a world: what a person sees of each file, and what a database that is gone stops.

import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
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

/** Changes a row as nothing of ours would: without a seal, past the triggers that keep it. */
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
  it('goes through every file of a world', async () => {
    const said = await run('verify');
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    for (const name of ['world.json', 'corpora/story.db', 'annotator.db', 'memory.sqlite', 'rpg.db'])
      expect(said.out).toContain(name);
    expect(said.out).toContain('All is well.');
  });

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

  it('sends to a run, not to a backup, where the story came anew and was not read since', async () => {
    const world = copyWorld('grown');
    const added = { thread: 'Four', body: 'Nell came home to Vell.' };
    writeFileSync(join(world, 'story.jsonl'), `${smallStory}${JSON.stringify(added)}\n`);
    await run('import', join(world, 'story.jsonl'), '--world', 'grown');
    const said = await run('verify', '--world', 'grown');
    expect(said.out).toContain('terrarium annotate run --world grown');
    expect(said.out).not.toContain('backup');
    await run('annotate', 'run', '--world', 'grown');
    expect(await run('verify', '--world', 'grown')).toMatchObject({ exitCode: 0 });
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

  it('a world without the databases that it had begins no others until it is told to', async () => {
    const world = copyWorld('without');
    for (const file of ['annotator.db', 'memory.sqlite', 'rpg.db'])
      for (const ending of ['', '-wal', '-shm']) rmSync(join(world, file + ending), { force: true });
    // Cut to nothing is gone too.
    writeFileSync(join(world, 'rpg.db'), '');
    const commands = ['annotate run', 'annotate export', 'memory chat', 'memory recap', 'play'];
    for (const command of commands) {
      const said = await run(...command.split(' '), '--world', 'without');
      expect(said.error, command).toContain('[world.store-gone]');
      expect(said.exitCode, command).toBe(5);
    }
    const { exitCode, parts } = await verify('without');
    expect(exitCode).toBe(5);
    expect(parts.find(({ part }) => part === 'world.json')?.problems).toHaveLength(3);
    const forgotten = await run('verify', '--forget-gone', '--world', 'without');
    expect(forgotten).toMatchObject({ exitCode: 0 });
    expect(forgotten.out).toContain('Forgotten: annotator.db, memory.sqlite, rpg.db.');
    expect((await run('annotate', 'run', '--world', 'without')).exitCode).toBe(0);
  });
});
