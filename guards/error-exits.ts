// Error exits: checks that the troubleshooting page explains each error under the exit code that its class has.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listFiles } from './list-files.ts';
import { parseSource } from './parse-source.ts';

const page = 'docs/troubleshooting.md';
const codeGiven = /\bcode: '([a-z0-9.-]+)'/;
const exits: Readonly<Record<string, string>> = {
  UsageError: '2',
  ModelError: '3',
  ProviderError: '4',
  StorageError: '5',
};

/** A code that is thrown by several classes must be listed under the exit code of one of them. */
export function findMisplacedCodes(root: string): readonly string[] {
  if (!existsSync(join(root, page))) return [];
  const places = readPlaces(readFileSync(join(root, page), 'utf8'));
  const thrown = Map.groupBy(listThrown(root), ({ code }) => code);
  return [...places].flatMap(([code, { exits: said, isInTable }]) => {
    if (!isInTable) return [`${page}: ${code} stands in no table`];
    const wanted = (thrown.get(code) ?? []).map((one) => one.exit);
    const isRight = wanted.length === 0 || wanted.some((exit) => said.includes(exit));
    return isRight
      ? []
      : [`${page}: ${code} ends with exit code ${wanted.join(' or ')}, but its heading says ${said}`];
  });
}

/**
 * Reads, for each code, the exit codes that the heading above it names after the dot, and whether its row is
 * within a table.
 */
function readPlaces(text: string): ReadonlyMap<string, { exits: string; isInTable: boolean }> {
  const places = new Map<string, { exits: string; isInTable: boolean }>();
  let [said, isInTable] = ['', false];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) said = line.split(' · ')[1] ?? '';
    isInTable = line.startsWith('|') && (isInTable || line.startsWith('|---') || line.startsWith('| code '));
    const code = /^\| `([a-z0-9.-]+)` \|/.exec(line)?.[1];
    if (code !== undefined) places.set(code, { exits: said, isInTable });
  }
  return places;
}

function listThrown(root: string): readonly { code: string; exit: string }[] {
  const paths = listFiles(root, /^packages\/[^/]+\/src\/.*\.ts$/).filter((path) => !/\.test\.ts$/.test(path));
  return paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    if (!codeGiven.test(text)) return [];
    const found: { code: string; exit: string }[] = [];
    const visit = (node: ts.Node): void => {
      const exit = ts.isNewExpression(node) ? exits[node.expression.getText()] : undefined;
      const code = exit === undefined ? undefined : codeGiven.exec(node.getText())?.[1];
      if (exit !== undefined && code !== undefined) found.push({ code, exit });
      ts.forEachChild(node, visit);
    };
    visit(parseSource(root, path));
    return found;
  });
}
