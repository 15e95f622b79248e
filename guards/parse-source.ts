// Parses source files for the guards: several of them read the same files, and each file is parsed once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const parsed = new Map<string, ts.SourceFile>();

/** Parses a file unless its text is still what it was the last time; each node of it knows its parent. */
export function parseSource(root: string, path: string): ts.SourceFile {
  const place = join(root, path);
  const text = readFileSync(place, 'utf8');
  const known = parsed.get(place);
  if (known?.text === text) return known;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  parsed.set(place, file);
  return file;
}
