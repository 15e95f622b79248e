// Spread literals: no literal is spread into another only to save a line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listFiles } from './list-files.ts';
import { parseSource } from './parse-source.ts';

const written = /^(packages\/[^/]+\/(src|test)|guards|bench)\/.*\.tsx?$/;

export function findSpreadLiterals(root: string): readonly string[] {
  return listFiles(root, written).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    // Parsing a file takes much longer than searching its text, and few files contain anything that could be a spread
    // literal.
    return /\.\.\.\s*[[{]/u.test(text) ? listSpread(path, parseSource(root, path)) : [];
  });
}

function listSpread(path: string, file: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isSpreadLiteral(node)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push(`${path}:${line}: write out these properties or elements instead of spreading a literal`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isSpreadLiteral(node: ts.Node): boolean {
  if (ts.isSpreadElement(node)) return ts.isArrayLiteralExpression(node.expression);
  return ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression);
}
