// Clean text: refuses switched-off checks, unfinished notes, and traces of the machine the text was written on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';

interface Ban {
  readonly pattern: RegExp;
  readonly why: string;
  readonly where?: RegExp;
}

const code = /\.(ts|tsx|js|mjs)$/;
// The patterns are written in halves, so that this guard does not refuse its own file.
const bans: readonly Ban[] = [
  { pattern: /biome-(?=ignore)/, why: 'no check is switched off in a file: mend what it found' },
  {
    pattern: /@ts-(?=ignore|expect-error|nocheck)/,
    why: 'no check is switched off in a file: mend what it found',
  },
  { pattern: /\bas\s+an[y]\b/, why: '"any" switches off the checks of types', where: code },
  {
    pattern: /\b(it|test|describe)\.(?=(skip|only|todo|fails)\b)/,
    why: 'no test is switched off: let it run, or remove it',
    where: code,
  },
  { pattern: /\b(TO(?=DO)|FIX(?=ME)|X(?=XX\b)|HACK(?=:))/, why: 'do it, or open an issue', where: code },
  { pattern: /(^|[\s"'`(=:])\/(work|root|home\/\w+|Users\/\w+)\/(?=\w)/, why: 'a path of one machine' },
];
const looked = /\.(ts|tsx|js|mjs|json|md|sql|yaml|yml|sh)$|^\.ci\/run$/;

export function findUncleanText(root: string): readonly string[] {
  const files = listFiles(root, looked).filter((path) => path !== 'package-lock.json');
  return files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return bans
      .filter((ban) => ban.where?.test(path) ?? true)
      .flatMap(({ pattern, why }) => {
        const at = text.search(pattern);
        return at < 0 ? [] : [`${path}:${text.slice(0, at).split('\n').length + leading(text, at)}: ${why}`];
      });
  });
}

/**
 * What to add to the counted lines: 1 if the match begins with the line break before its line, which is not counted
 * yet.
 */
function leading(text: string, at: number): number {
  return text[at] === '\n' ? 1 : 0;
}
