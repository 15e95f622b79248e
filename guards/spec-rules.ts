// Spec: every rule of a SPEC.md is quoted by a test, and no test quotes a rule that is not there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';
import { listTestTitles } from './test-titles.ts';

/** A line that states a rule begins with its name: `- **GL3** …`, `### GL3 …`, `| GL3 | …` or `GL3: …`. */
const ruleLine = /^\s*(?:[-*#|]+\s+)?(?:\*\*|`)?([A-Z]{2}\d+)\b/gm;
const quoted = /\b[A-Z]{2}\d+\b/g;
/** A title that opens with a rule's name refers to a rule, even if no SPEC.md knows its letters. */
const opening = /^[A-Z]{2}\d+(?=[:,])/;

export function findSpecGaps(root: string): readonly string[] {
  const rules = new Map<string, string>();
  const doubled: string[] = [];
  for (const path of listFiles(root, /^packages\/[^/]+\/SPEC\.md$/)) {
    for (const [, rule = ''] of read(root, path).matchAll(ruleLine)) {
      if (rules.has(rule)) doubled.push(`${path}: ${rule} names another rule already`);
      rules.set(rule, path);
    }
  }
  const letters = new Set([...rules.keys()].map((rule) => rule.slice(0, 2)));
  const quotes = listTitled(root).flatMap(({ path, titles }) =>
    titles.flatMap((title) => listNames(title, letters).map((name) => ({ path, title, name }))),
  );
  const proven = new Set(quotes.map((quote) => quote.name));
  return [
    ...doubled,
    ...quotes
      .filter(({ name }) => !rules.has(name))
      .map(({ path, title, name }) => `${path}: "${title}" quotes ${name}, which no SPEC.md has`),
    ...[...rules]
      .filter(([rule]) => !proven.has(rule))
      .map(([rule, path]) => `${path}: no test quotes ${rule}`),
  ];
}

/**
 * Lists the titles of tests, and the headings of transcripts. Transcripts are compared with the program's output word
 * for word, so each of their headings counts as the title of a test.
 */
function listTitled(root: string): readonly { readonly path: string; readonly titles: readonly string[] }[] {
  const tests = listFiles(root, /^packages\/.*\.(test|prove)\.ts$/);
  const transcripts = listFiles(root, /^packages\/[^/]+\/test\/transcripts\/[^/]+\.txt$/);
  return [
    ...tests.map((path) => ({ path, titles: listTestTitles(path, read(root, path)) })),
    ...transcripts.map((path) => ({
      path,
      titles: [...read(root, path).matchAll(/^# (.+)$/gm)].map(([, title = '']) => title),
    })),
  ];
}

function listNames(title: string, letters: ReadonlySet<string>): readonly string[] {
  const names = (title.match(quoted) ?? []).filter((name) => letters.has(name.slice(0, 2)));
  return [...new Set([...names, ...(opening.exec(title) ?? [])])];
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
