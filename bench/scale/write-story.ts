// Writes the synthetic story as JSON lines.

import { closeSync, openSync, writeSync } from 'node:fs';
import { type StorySize, writePosts } from './synthetic-story.ts';

const { path, size } = JSON.parse(process.argv[2] ?? '{}') as { path: string; size: StorySize };
const linesAtOnce = 2_000;
const file = openSync(path, 'w');
let lines: string[] = [];
let megabytes = 0;
const flush = () => {
  megabytes += writeSync(file, lines.join('')) / 1e6;
  lines = [];
};
let id = 0;
for (const { thread, body, isStory } of writePosts(size)) {
  id += 1;
  const tags = isStory ? ['qm_post', 'story_post'] : ['vote'];
  lines.push(`${JSON.stringify({ id, thread, name: isStory ? 'QM' : `reader ${id % 97}`, body, tags })}\n`);
  if (lines.length === linesAtOnce) flush();
}
flush();
closeSync(file);
process.stdout.write(JSON.stringify({ megabytes }));
