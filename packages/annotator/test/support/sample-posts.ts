// Sample posts: the bundled serial as a small world takes it.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SmallPost } from './small-world.ts';

const sample = fileURLToPath(new URL('../../../../samples/low-veyre.jsonl', import.meta.url));

export const samplePosts: readonly SmallPost[] = readFileSync(sample, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
