// Fills the worlds that the screens are measured on: a large glossary, a very long post, and a long game with a long talk.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addCorpus } from '@terrarium/annotator/add-corpus';
import { createWorld } from '@terrarium/annotator/open-world';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { listQuickCharacters } from '@terrarium/rpg/build-character';
import { openGame } from '@terrarium/rpg/open-game';
import { openRpgDatabase } from '@terrarium/rpg/open-rpg-database';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import { readScenario } from '@terrarium/rpg/scenarios';
import { startSession } from '@terrarium/rpg/start-session';
import { fillMemory } from '../memory/fill-memory.ts';
import { buildStoryModel } from '../rpg/story-model.ts';
import { measureCommand, runScript } from '../scale/measure-process.ts';

export interface FilledWorlds {
  /** A world whose glossary has a tenth as many entries as the story has posts. */
  readonly large: string;
  /** A world with one post of a million characters. */
  readonly long: string;
}

export interface LivedSize {
  readonly turns: number;
  readonly messages: number;
}

const longPost = 1_000_000;

export async function fillWorlds(folder: string, posts: number): Promise<FilledWorlds> {
  const size = { posts, entries: posts / 10 };
  const path = join(folder, 'story.jsonl');
  const large = join(folder, 'large');
  await runScript('write-story.ts', { path, size });
  await measureCommand(['import', path, '--world', large]);
  await runScript('fill-world.ts', { dir: large, size });
  return { large, long: await fillLong(join(folder, 'long'), folder) };
}

/**
 * A world with a game that was played for long and a talk that goes on for years. `baseUrl`: the address of the model
 * that answers.
 */
export function fillLived(dir: string, { turns, messages }: LivedSize, baseUrl: string): void {
  createWorld({ dir, clock: buildSystemEnvironment().clock });
  // JSON is valid YAML.
  writeFileSync(join(dir, 'terrarium.yaml'), JSON.stringify({ model: 'openai:story', baseUrl }));
  fillMemory(join(dir, 'memory.sqlite'), { events: messages, items: 400 }).close();
  fillGame(join(dir, 'rpg.db'), turns);
}

const notesATurn = 2;
function fillGame(path: string, turns: number): void {
  const connection = openRpgDatabase({ path });
  const environment = buildSystemEnvironment();
  const system = readShippedSystem('starter');
  const [character = { name: 'The Stranger', about: '', set: {} }] = listQuickCharacters(system);
  const world = readScenario('the-unkept-lamp');
  const options = { connection, environment, seed: '1', system, world, character };
  const { id } = startSession({ ...options, name: 'A long game' });
  const game = openGame({ connection, session: id, clock: environment.clock });
  const story = buildStoryModel();
  while (game.head.number < turns) {
    const draft = game.start(story.nextWords());
    const time = { id: 'time', name: 'time_advance', arguments: '{"minutes":10}' };
    for (const call of [...story.writeNotes(notesATurn), time]) draft.execute(call, 'model');
    draft.commit({ ...story.tell(), suggestions: ['Go on'], tags: ['mill'], importance: 0.5 });
  }
  connection.close();
}

async function fillLong(dir: string, folder: string): Promise<string> {
  const path = join(folder, 'long.jsonl');
  const paragraph = `${'She went down to the harbour, and the lamps were lit one after another. '.repeat(6)}\n\n`;
  const body = paragraph.repeat(Math.ceil(longPost / paragraph.length)).slice(0, longPost);
  writeFileSync(path, `${JSON.stringify({ id: 1, thread: 'One', body, tags: ['qm_post'] })}\n`);
  await addCorpus(createWorld({ dir, clock: buildSystemEnvironment().clock }), { path });
  return dir;
}
