// Linear patterns: no regular expression takes more than linear time on any text, whoever wrote the text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { analyse } from 'scslre';
import ts from 'typescript';
import { listFiles } from './list-files.ts';
import { parseSource } from './parse-source.ts';

/** A slash after which a pattern can begin; a division is formatted with a space on both sides. */
const opening =
  /(?:[(=,:[!&|?{};>+~^-]|\b(?:return|typeof|case|in|of|void|delete|throw|new|else|do|await|yield|instanceof))\s*\/(?![/*])|\)\s*\/(?![/*\s])/u;
const product = /^packages\/[^/]+\/src\/.*(?<!\.test|\.prove)\.tsx?$/;

/**
 * Finds slow patterns, both among those written in the code and among those that a module builds while it is loaded.
 */
export async function findSlowPatterns(root: string): Promise<readonly string[]> {
  const files = listFiles(root, product).filter((path) => !path.includes('/testing/'));
  const built: string[] = [];
  for (const path of files) built.push(...(await findSlowBuilt(root, path)));
  return [...files.flatMap((path) => findSlowWritten(root, path)), ...built];
}

function findSlowWritten(root: string, path: string): readonly string[] {
  // Parsing a file takes much longer than searching its text first.
  if (!opening.test(readFileSync(join(root, path), 'utf8'))) return [];
  const file = parseSource(root, path);
  return listPatterns(file).flatMap((pattern) => {
    const end = pattern.text.lastIndexOf('/');
    const problem = describeGrowth(pattern.text.slice(1, end), pattern.text.slice(end + 1));
    const line = file.getLineAndCharacterOfPosition(pattern.getStart()).line + 1;
    return problem === undefined ? [] : [`${path}:${line}: ${pattern.text} ${problem}`];
  });
}

/** Loads the module, and checks every pattern that it builds meanwhile. */
async function findSlowBuilt(root: string, path: string): Promise<readonly string[]> {
  if (!readFileSync(join(root, path), 'utf8').includes('new RegExp(')) return [];
  const made = new Set<RegExp>();
  const own = globalThis.RegExp;
  const construct = (target: typeof RegExp, given: ConstructorParameters<typeof RegExp>) => {
    const pattern = new target(...given);
    made.add(pattern);
    return pattern;
  };
  globalThis.RegExp = new Proxy(own, { construct });
  try {
    await import(pathToFileURL(join(root, path)).href);
  } finally {
    globalThis.RegExp = own;
  }
  return [...made].flatMap(({ source, flags }) => {
    const problem = describeGrowth(source, flags);
    return problem === undefined ? [] : [`${path}: /${source}/${flags} ${problem}`];
  });
}

function listPatterns(file: ts.SourceFile): readonly ts.RegularExpressionLiteral[] {
  const found: ts.RegularExpressionLiteral[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** How the time of a pattern grows; undefined if it is linear. */
function describeGrowth(source: string, flags: string): string | undefined {
  const { reports } = analyse({ source, flags });
  const [worst] = [...reports].sort((one, other) => Number(other.exponential) - Number(one.exponential));
  if (worst === undefined) return undefined;
  const shape = worst.exponential ? 'is exponential' : 'is quadratic';
  const { raw } = worst.type === 'Trade' ? worst.startQuant : worst.quant;
  const mend =
    worst.type === 'Move'
      ? `begin it with (?<!…), and put what ${raw} repeats inside`
      : `change it so that no text matches both ${raw} and what follows it`;
  return `${shape} at ${raw}; ${mend}`;
}
