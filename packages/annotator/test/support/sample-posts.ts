// Sample posts: the posts of the bundled serial, in the form in which tests build small worlds from them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SmallPost } from './small-world.ts';

const sample = fileURLToPath(new URL('../../../../samples/low-veyre.jsonl', import.meta.url));

export const samplePosts: readonly SmallPost[] = readFileSync(sample, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
