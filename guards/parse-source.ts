// Parses source files for the guards: several of them read the same files, and each file is parsed once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const parsed = new Map<string, ts.SourceFile>();

/** Parses a file again only if its text has changed since the last time. Every node knows its parent. */
export function parseSource(root: string, path: string): ts.SourceFile {
  const place = join(root, path);
  const text = readFileSync(place, 'utf8');
  const known = parsed.get(place);
  if (known?.text === text) return known;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  parsed.set(place, file);
  return file;
}
