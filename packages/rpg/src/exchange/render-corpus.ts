// Renders a played path as a corpus that the annotator reads: JSON lines, a post for each turn.

import { renderInstant } from '@terrarium/kernel/environment';
import type { CorpusLine } from './corpus-line.ts';
import { describeLoss, listStoryTurns, type PlayedStory, readStoryWords } from './played-story.ts';

/** The player's words open the post of the turn, so that a reader of the story knows what was tried. */
export function renderCorpus(story: PlayedStory): string {
  const lost = describeLoss(story);
  let latest = 0;
  const posts = listStoryTurns(story).map((turn, index) => {
    const words = readStoryWords(turn);
    // A corpus is read in the order of time: a clock that was set back must not change the order of the turns.
    latest = Math.max(latest, turn.atMs);
    const said = words === '' ? [] : [`${story.playerName}: ${words}`];
    const line: CorpusLine = {
      id: index + 1,
      thread: lost === undefined ? story.title : `${story.title} (${lost})`,
      author: story.narratorName,
      time: renderInstant(latest),
      body: [...said, turn.narrative.trim()].join('\n\n'),
    };
    return JSON.stringify(line);
  });
  return posts.map((post) => `${post}\n`).join('');
}
