// Plays every intent of the built-in narrator in one game; its calls and narratives are word for word those of a transcript.

import { expect, it } from 'vitest';
import { intents } from '../../src/narrator/intents.ts';
import { readIntent } from '../../src/narrator/read-intent.ts';
import { openStory, type PlayedTurn } from '../support/play-story.ts';

/** The inputs of a game in which every intent occurs, most of them in several wordings. */
const lines = `look around; examine the grey lamp; look at Hob Tanner; who are you?; inventory; quest; search
  talk to Hob Tanner; ask Hob what he wants; ask Hob about the lamp; thank Hob; you are a liar; is it raining?; help
  give the cup to Hob; take a pebble; drop the pebble; steal the cup from Hob; read the letter; remember the hush
  go to the Blue Kettle; persuade Widow Esk to help; threaten the widow; bow; sing a song; eat some bread; listen
  I am the king; use the spear; open the chest; sneak past the widow; cast a ward; bandage my arm; jump over the wall
  rest; asdf; go north; go to the Ropewalk; attack Hob Tanner; attack him; call for help; flee; I surrender; wait for an hour; ...
  what time is it?; how far is it to the Ropewalk?; who is Widow Esk?; how much is a mug?; sell the spear; what did he say?
  is the door guarded?; how badly am I hurt?; who am I?; who is here?; what are my options?; have I met Nell Orrin?; may I sit here?; sit down
  count the shop signs; don't attack Hob; take a stick; lay the stick on the kerb; take off my leather coat; throw a snowball
  tell Hob a joke; shout hello; write a note; buy a mug; pay Hob; can I have my cup back?; what's for supper?; ask Hob to come with me; is there a spear here?; I die; roll 2d6`
  .split(/;|\n/)
  .map((words) => words.trim());

it('NA3: NA5: NA19: every intent calls and tells what it did before', async () => {
  expect(new Set(lines.map((words) => readIntent(words).kind))).toEqual(new Set(Object.keys(intents)));
  const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'transcript' });
  const told: string[] = [];
  for (const words of lines) told.push(renderTurn(await story.play(words)));
  story.close();
  await expect(told.join('\n')).toMatchFileSnapshot('snapshots-expected/narrated-game.txt');
});

function renderTurn({ words, narrative, suggestions, happenings }: PlayedTurn): string {
  const calls = happenings.flatMap((one) =>
    one.kind === 'tool-called' ? [`  ${one.ok ? one.name : `refused: ${one.name}`} ${one.arguments}`] : [],
  );
  return [`> ${words}`, ...calls, narrative.replace(/\n+/g, '\n'), `  (${suggestions.join(' | ')})`, ''].join(
    '\n',
  );
}
