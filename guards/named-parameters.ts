// Named parameters: an SQL statement with more than three parameters must name them, so that no two are confused.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listFiles } from './list-files.ts';
import { parseSource } from './parse-source.ts';

const mostUnnamed = 3;
const mayHoldSql = /^packages\/.*-store\.ts$/;
const statement = /^\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\s/;

export function findUnnamedParameters(root: string): readonly string[] {
  return listFiles(root, mayHoldSql).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return text.split('?').length > mostUnnamed ? listUnnamed(path, parseSource(root, path)) : [];
  });
}

function listUnnamed(path: string, file: ts.SourceFile): readonly string[] {
  const parts = listParts(file);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const sql = writeOut(node, parts).replace(/'[^']*'/gu, '');
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (statement.test(sql) && sql.split('?').length - 1 > mostUnnamed)
        found.push(
          `${path}:${line}: more than ${mostUnnamed} parameters; name each (:id) and bind an object`,
        );
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

type Parts = ReadonlyMap<string, ts.Expression>;

/** Lists the constants of the file; statements may be composed of them. */
function listParts(file: ts.SourceFile): Parts {
  const parts = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer) parts.set(node.name.getText(), node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return parts;
}

/**
 * Returns a text in which inserted constants of this file are replaced by their values. Any other inserted value is
 * assumed to contain no parameter.
 */
function writeOut(node: ts.Node, parts: Parts): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map((span) => writeSpan(span, parts))].join('');
  const named = ts.isIdentifier(node) ? parts.get(node.text) : undefined;
  return named === undefined ? '' : writeOut(named, parts);
}

function writeSpan({ expression, literal }: ts.TemplateSpan, parts: Parts): string {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = writeOut(node, parts);
    texts.push(text);
    if (text === '') ts.forEachChild(node, visit);
  };
  visit(expression);
  return texts.join('') + literal.text;
}
