// Error codes: the troubleshooting page has every code that the source gives to an error or finding, and no other.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listFiles } from './list-files.ts';
import { parseSource } from './parse-source.ts';

const page = 'docs/troubleshooting.md';
const dotted = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/;
/** A row of the page begins with the code that it explains. */
const row = /^\| `([a-z0-9.-]+)` \|/gm;

export function findUnexplainedCodes(root: string): readonly string[] {
  const given = listGivenCodes(root);
  const text = existsSync(join(root, page)) ? readFileSync(join(root, page), 'utf8') : '';
  const explained = [...text.matchAll(row)].map((match) => match[1] ?? '');
  return [
    ...[...given]
      .filter(([code]) => !explained.includes(code))
      .map(([code, path]) => `${path}: ${page} does not explain ${code}`),
    ...explained.filter((code) => !given.has(code)).map((code) => `${page}: nothing has the code ${code}`),
    ...explained
      .filter((code, at) => explained.indexOf(code) < at)
      .map((code) => `${page}: ${code} is explained twice`),
  ];
}

/** Maps each code to the place where it is given. */
function listGivenCodes(root: string): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const paths = listFiles(root, /^packages\/[^/]+\/src\/.*\.ts$/);
  for (const path of paths.filter((one) => !/\/testing\/|\.test\.ts$/.test(one))) {
    const text = readFileSync(join(root, path), 'utf8');
    if (!/\bcode(?::| =)/u.test(text)) continue;
    const visit = (node: ts.Node): void => {
      if (isCode(node)) for (const code of listTexts(node.initializer)) given.set(code, path);
      ts.forEachChild(node, visit);
    };
    visit(parseSource(root, path));
  }
  return given;
}

/** Matches `code: …` in an object, and `const code = …`. */
function isCode(
  node: ts.Node,
): node is (ts.PropertyAssignment | ts.VariableDeclaration) & { initializer: ts.Expression } {
  if (!ts.isPropertyAssignment(node) && !ts.isVariableDeclaration(node)) return false;
  return ts.isIdentifier(node.name) && node.name.text === 'code' && node.initializer !== undefined;
}

function listTexts(node: ts.Node): readonly string[] {
  if (ts.isStringLiteral(node)) return dotted.test(node.text) ? [node.text] : [];
  return node.getChildren().flatMap(listTexts);
}
