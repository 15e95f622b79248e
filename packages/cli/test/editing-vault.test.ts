// Editing a vault: what a person changes in the notes of an exported vault is shown, and taken into the glossary.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await runTerrarium(['import', 'story.jsonl', '--world', 'read'], { cwd: folder.path });
  const server = await openStoryServer();
  const model = ['--model', 'openai:story', '--base-url', server.baseUrl];
  await runTerrarium(['annotate', 'run', '--world', 'read', ...model], { cwd: folder.path });
  await server.close();
});
afterAll(() => folder.remove());
beforeEach(async () => {
  for (const name of ['world', 'vault']) rmSync(at(name), { recursive: true, force: true });
  cpSync(at('read'), at('world'), { recursive: true });
  await exportVault();
});

const at = (...names: readonly string[]) => join(folder.path, ...names);
const run = (...argv: readonly string[]) => runTerrarium([...argv, '--world', 'world'], { cwd: folder.path });
const exportVault = (...more: readonly string[]) =>
  run('export', '--format', 'vault', '--out', 'vault', ...more);
const edit = (...more: readonly string[]) => run('edit', '--file', ...more);

const quillon = 'vault/Glossary/Character/Quillon.md';
const readNote = (path = quillon) => readFileSync(at(path), 'utf8');

/** Changes the note, which must contain the words. */
function change(from: string, to: string, path = quillon): void {
  const text = readNote(path);
  expect(text).toContain(from);
  writeFileSync(
    at(path),
    text.replace(from, () => to),
  );
}

async function inspect(name: string, ...more: readonly string[]): Promise<string> {
  return (await run('inspect', name, ...more)).out.replace(/\s+/gu, ' ');
}

const told = 'Somebody of the story: Quillon.';

describe('a vault that a person changed', () => {
  it.each(['vault', quillon])(
    'HU12: is shown, then taken in, and brought up to date by the next export: %s',
    async (path) => {
      change(told, 'A thief whom [[Soma|the keeper]] let in.');
      change('aliases: []', 'aliases: [the thief]');
      writeFileSync(at(quillon), readNote().replaceAll('\n', '\r\n'));
      const kept = await exportVault();
      expect(kept.out).toContain('1 note you changed yourself stayed as it is');
      expect(kept.out).toContain('\n  terrarium edit --file ');
      const shown = await edit(path);
      expect(shown.out).toContain('+ definition: A thief whom [[Soma|the keeper]] let in.');
      expect(shown.out).toContain('+ aliases: the thief');
      expect(shown.out).toContain('1 entry would change. Nothing has been changed yet');
      expect(await inspect('Quillon')).toContain(told);
      const taken = await edit(path, '--yes', '--reason', 'I know better.');
      expect(taken.out).toContain('1 entry changed.');
      const account = await inspect('Quillon');
      expect(account).toContain('also the thief A thief whom the keeper let in.');
      expect(account).toContain('human');
      expect((await edit(path)).out).toContain('there is nothing to do');
      expect((await exportVault()).out).not.toContain('stayed');
      expect(readNote()).toContain('A thief whom [[Glossary/Character/Soma|the keeper]] let in.');
      expect(readNote()).not.toContain('\r');
      expect((await run('annotate', 'verify')).exitCode).toBe(0);
    },
  );

  it('HU12: a title, a kind and a status change, a note with another name is found, and one that is gone deletes nothing', async () => {
    renameSync(at(quillon), at('vault/Quillon the Swift.md'));
    change('  - character\n', '  - faction\n', 'vault/Glossary/Character/Soma.md');
    change('status/tentative', 'status/confirmed', 'vault/Glossary/Character/Soma.md');
    change('# Soma', '# Soma of Vell', 'vault/Glossary/Character/Soma.md');
    rmSync(at('vault/Glossary/Character/Ondine.md'));
    const { out } = await edit('vault', '--yes');
    expect(out).toContain('+ term: Quillon the Swift');
    expect(out).toContain('+ tags: faction');
    expect(out).toContain('+ status: confirmed');
    expect(out.replace(/\s+/gu, ' ')).toContain(
      'No longer in the folder: Glossary/Character/Ondine.md. That changes no entry',
    );
    expect(out).toContain('2 entries changed.');
    await exportVault();
    expect(existsSync(at('vault/Quillon the Swift.md'))).toBe(false);
    expect(readNote('vault/Glossary/Character/Quillon the Swift.md')).toContain('  - Quillon\n');
    expect(readNote('vault/Glossary/Faction/Soma of Vell.md')).toContain('status/confirmed');
    expect(existsSync(at('vault/Glossary/Character/Ondine.md'))).toBe(true);
  });

  it('HU12: links lead to the entry of a note whose name Obsidian changed in all notes', async () => {
    await run('edit', 'Soma', '--definition', 'She let Quillon in, and [[Quillon|the thief]] came by night.');
    await exportVault();
    const soma = 'vault/Glossary/Character/Soma.md';
    renameSync(at(quillon), at('vault/Swift.md'));
    change('Glossary/Character/Quillon|the thief', 'Swift|the thief', soma);
    change('came by night', 'came by day to [[Swift|his]] bells', soma);
    const wanted = 'She let Quillon in, and [[Quillon|the thief]] came by day to [[Quillon|his]] bells.';
    for (const path of [soma, 'vault']) {
      const { out } = await edit(path);
      expect(out.replace(/\s+/gu, ' ')).toContain(`+ definition: ${wanted}`);
    }
  });

  it('HU12: a note that got the former name of another changes its own entry, not the other', async () => {
    const ondine = 'vault/Glossary/Character/Ondine.md';
    change('# Ondine', '# Ondine of Vell', ondine);
    renameSync(at(quillon), at('vault/Swift.md'));
    renameSync(at(ondine), at(quillon));
    for (const more of [[quillon], ['vault', '--yes']]) {
      const { out } = await edit(...more, '--json');
      expect(JSON.parse(out)).toMatchObject({
        entries: expect.arrayContaining([
          expect.objectContaining({ term: 'Ondine', note: 'Glossary/Character/Quillon.md' }),
        ]),
        deleted: [],
      });
      expect(JSON.parse(out).entries).toHaveLength(more.length);
    }
    expect(await inspect('Ondine of Vell')).toContain('Somebody of the story: Ondine.');
    expect(await inspect('Swift')).toContain(told);
    expect((await edit('vault')).out).toContain('there is nothing to do');
    await exportVault();
    expect(readNote('vault/Glossary/Character/Swift.md')).toContain(told);
    expect(readNote('vault/Glossary/Character/Ondine of Vell.md')).toContain('Ondine.');
    expect(existsSync(at(quillon))).toBe(false);
  });

  it('HU12: a note that was moved before an export wrote another is named', async () => {
    change(told, 'A thief.');
    mkdirSync(at('vault/Mine'));
    renameSync(at(quillon), at('vault/Mine/Quillon.md'));
    await exportVault();
    const { out } = await edit('vault', '--json');
    expect(JSON.parse(out)).toMatchObject({
      entries: [],
      untaken: [{ note: 'Mine/Quillon.md', why: expect.stringContaining('Character/Quillon.md') }],
      deleted: [],
    });
  });

  it('HU12: what comes from the story, and what a person added to it, is named and stays in the note', async () => {
    change(told, 'A thief.');
    change('> Quillon was', '> Quillon is');
    writeFileSync(at('vault/Posts/1.md'), 'Changed.');
    const { out } = await edit('vault', '--yes', '--json');
    expect(JSON.parse(out)).toMatchObject({
      isApplied: true,
      entries: [{ term: 'Quillon', note: 'Glossary/Character/Quillon.md' }],
      untaken: [
        { note: 'Glossary/Character/Quillon.md', why: expect.stringContaining('below the definition') },
        { note: 'Posts/1.md', why: 'it shows the story, which stays as it is' },
      ],
      deleted: [],
    });
    expect(await inspect('Quillon')).toContain('A thief.');
    for (const _ of [1, 2])
      expect((await exportVault()).out).toContain('2 notes you changed yourself stayed');
    expect(readNote()).toContain('> Quillon is');
    expect((await edit('vault')).out).toContain('there is nothing to do');
    await run('edit', 'Quillon', '--definition', 'A thief of bells.');
    expect((await edit('vault')).out).toContain('there is nothing to do');
  });

  it('HU12: a note that was only saved anew counts as unchanged with --yes', async () => {
    change('aliases: []', 'aliases:');
    expect((await exportVault()).out).toContain('1 note you changed yourself');
    const shown = (await edit('vault')).out.replace(/\s+/gu, ' ');
    expect(shown).toContain('Saved anew without a change: Glossary/Character/Quillon.md. With --yes');
    await edit('vault', '--yes');
    expect((await exportVault()).out).not.toContain('you changed yourself');
    expect(readNote()).toContain('aliases: []');
  });

  it('HU12: what cannot be is refused with its note, and nothing is changed', async () => {
    change(told, '');
    change('Somebody of the story: Soma.', 'A keeper.', 'vault/Glossary/Character/Soma.md');
    for (const yes of [[], ['--yes']]) {
      const { error, exitCode } = await edit('vault', ...yes);
      expect(error).toContain('- Glossary/Character/Quillon.md, Quillon: A definition cannot be empty.');
      expect(exitCode).toBe(2);
    }
    expect(await inspect('Soma')).toContain('Somebody of the story: Soma.');
    change('aliases: []', 'aliases: [');
    const { error } = await edit('vault');
    expect(error).toContain('at the top of Glossary/Character/Quillon.md');
  });

  it('HU13: a note of a place changes what is known there, and nothing that the story tells later', async () => {
    rmSync(at('vault'), { recursive: true });
    await exportVault('--as-of', 'thread:2');
    await run('edit', 'Quillon', '--definition', 'A thief whom Ondine rowed.', '--from', 'thread:3');
    change(told, 'A thief of bells.');
    change('aliases: []', 'aliases: [the thief]');
    await run('edit', 'Ondine', '--alias', 'the ferrywoman');
    // A name that only the later story has is written as the person wrote it.
    change(
      'Somebody of the story: Soma.',
      'A keeper of [[the ferrywoman|a boat]].',
      'vault/Glossary/Character/Soma.md',
    );
    expect((await edit('vault')).out).toContain('A keeper of [[the ferrywoman|a boat]].');
    change('A keeper of [[the ferrywoman|a boat]].', 'A keeper.', 'vault/Glossary/Character/Soma.md');
    const { out } = await edit('vault', '--yes');
    expect(out).not.toContain('rowed');
    expect(out.replace(/\s+/gu, ' ')).toContain(
      'Not taken in: Glossary/Character/Quillon.md: its definition: the note ends at a place',
    );
    expect(await inspect('Quillon')).toContain('also the thief A thief whom Ondine rowed.');
    expect(await inspect('Quillon', '--as-of', 'thread:2')).toContain(`also the thief ${told}`);
    expect(await inspect('Soma', '--as-of', 'thread:2')).toContain('A keeper.');
    expect((await exportVault('--as-of', 'thread:2')).out).toContain('1 note you changed yourself');
  });
});

describe('a vault of a stranger', () => {
  it('HU14: is refused if it is no vault, of another world, or if nothing says what it was', async () => {
    mkdirSync(at('other'), { recursive: true });
    writeFileSync(at('other/A.md'), '# A\n\nA thing.\n');
    for (const path of ['other', 'other/A.md']) {
      const { error, exitCode } = await edit(path);
      expect(error).toContain('a vault that Terrarium exported');
      expect(exitCode).toBe(2);
    }
    expect((await edit('gone.md')).error).toContain('There is nothing at gone.md.');
    expect((await edit('vault/Posts/1.md')).error).toContain('is not the note of an entry');
    await run('edit', 'Quillon', '--rename', 'Another');
    rmSync(at('vault'), { recursive: true });
    await exportVault();
    rmSync(at('world'), { recursive: true });
    cpSync(at('read'), at('world'), { recursive: true });
    change('Somebody', 'Nobody', 'vault/Glossary/Character/Another.md');
    expect((await edit('vault')).error).toContain('was exported from another world');
  });

  it('HU14: no link is followed, not of a note, of a folder or of the list', async () => {
    mkdirSync(at('outside'), { recursive: true });
    writeFileSync(at('outside/secret.md'), readNote().replace(told, 'CANARY'));
    rmSync(at(quillon));
    symlinkSync(at('outside/secret.md'), at(quillon));
    const { out } = await edit('vault', '--yes');
    expect(out).not.toContain('CANARY');
    expect(out.replace(/\s+/gu, ' ')).toContain('it is a link or no ordinary file, and is not read');
    rmSync(at(quillon));
    symlinkSync(at('outside'), at('vault/Notes'));
    expect((await edit('vault')).out).not.toContain('CANARY');
    const list = 'vault/.terrarium-vault.json';
    writeFileSync(at('outside/list.json'), readFileSync(at(list)));
    rmSync(at(list));
    symlinkSync(at('outside/list.json'), at(list));
    const before = readFileSync(at('outside/list.json'), 'utf8');
    const { error, exitCode } = await edit('vault', '--yes');
    expect(error).toContain('is a link');
    expect(exitCode).not.toBe(0);
    expect(readFileSync(at('outside/list.json'), 'utf8')).toBe(before);
  });
});
