// First lines: every source file says in one plain sentence what it is for.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';

const sentence = /^\/\/ \p{Lu}.{8,}[^.\s]\.$/u;
const longest = 130;

export function findMissingFirstLines(root: string): readonly string[] {
  return listFiles(root, /\.(ts|tsx|js|mjs)$/).flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n', 2);
    const first = (lines[0]?.startsWith('#!') === true ? lines[1] : lines[0]) ?? '';
    if (sentence.test(first) && first.length <= longest) return [];
    return [`${path}: the first line must be one sentence in a comment: "// Decay: how memories fade."`];
  });
}
