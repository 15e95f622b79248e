// Fills the worlds that the screens are measured on: a large glossary, a very long post, and a long game with a long talk.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
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

interface Size {
  /** Posts of the story; its glossary has a tenth as many entries. */
  readonly posts: number;
  readonly turns: number;
  readonly messages: number;
}

const sizes = {
  small: { posts: 20_000, turns: 200, messages: 10_000 },
  large: { posts: 200_000, turns: 2_000, messages: 100_000 },
} as const satisfies Readonly<Record<string, Size>>;

const longPost = 1_000_000;

/**
 * Returns the folders of the worlds. `large` has a large glossary, `long` a post of a million characters, and
 * `lived` a long game and a talk of years. Fills them unless `folder` already contains them. `baseUrl`: the
 * address of the model that answers.
 */
export async function prepareWorlds(
  folder: string,
  size: keyof typeof sizes,
  baseUrl: string,
): Promise<readonly string[]> {
  const home = join(folder, size);
  const large = join(home, 'large');
  const long = join(home, 'long');
  const lived = join(home, 'lived');
  const filled = join(home, 'filled');
  if (!existsSync(filled)) {
    if (existsSync(home)) throw new Error(`Filling ${home} was interrupted. Remove it and try again.`);
    mkdirSync(home, { recursive: true });
    await fillLarge(large, home, sizes[size]);
    await fillLong(long, home);
    fillLived(lived, sizes[size]);
    writeFileSync(filled, '');
  }
  // JSON is valid YAML. The model has a different port each time.
  writeFileSync(join(lived, 'terrarium.yaml'), JSON.stringify({ model: 'openai:story', baseUrl }));
  return [large, long, lived];
}

async function fillLarge(dir: string, folder: string, { posts }: Size): Promise<void> {
  const size = { posts, entries: posts / 10 };
  const path = join(folder, 'story.jsonl');
  await runScript('write-story.ts', { path, size });
  await measureCommand(['import', path, '--world', dir]);
  await runScript('fill-world.ts', { dir, size });
}

function fillLived(dir: string, { turns, messages }: Size): void {
  createWorld({ dir, clock: buildSystemEnvironment().clock });
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

async function fillLong(dir: string, folder: string): Promise<void> {
  const path = join(folder, 'long.jsonl');
  const paragraph = `${'She went down to the harbour, and the lamps were lit one after another. '.repeat(6)}\n\n`;
  const body = paragraph.repeat(Math.ceil(longPost / paragraph.length)).slice(0, longPost);
  writeFileSync(path, `${JSON.stringify({ id: 1, thread: 'One', body, tags: ['qm_post'] })}\n`);
  await addCorpus(createWorld({ dir, clock: buildSystemEnvironment().clock }), { path });
}
