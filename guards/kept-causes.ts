// Kept causes: every caught error is handed on as `cause`, looked at, or thrown again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listFiles } from './list-files.ts';
import { parseSource } from './parse-source.ts';

export function findLostCauses(root: string): readonly string[] {
  return listFiles(root, /^packages\/.*\/src\/.*\.tsx?$/).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    // Parsing a file takes much longer than searching its text first.
    if (!/\bcatch [({]/u.test(text) || !text.includes('throw ')) return [];
    const file = parseSource(root, path);
    return listCatches(file).flatMap((clause) => {
      const line = file.getLineAndCharacterOfPosition(clause.getStart()).line + 1;
      return losesItsError(clause)
        ? [`${path}:${line}: a new error is thrown without the caught one as cause`]
        : [];
    });
  });
}

function listCatches(file: ts.SourceFile): readonly ts.CatchClause[] {
  const found: ts.CatchClause[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCatchClause(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether the clause throws although nothing in it names what it caught. */
function losesItsError(clause: ts.CatchClause): boolean {
  const name = clause.variableDeclaration?.name.getText();
  let throws = false;
  let names = false;
  const visit = (node: ts.Node): void => {
    throws ||= ts.isThrowStatement(node);
    names ||= ts.isIdentifier(node) && node.text === name;
    ts.forEachChild(node, visit);
  };
  visit(clause.block);
  return throws && !names;
}
