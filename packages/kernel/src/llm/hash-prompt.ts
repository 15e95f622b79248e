// Hashes a prompt: one version for all texts that a model is given, which changes if any of them does.

import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const versionDigits = 12;
const isTest = /\.(test|prove)\.ts$/;
/** A comment with no code on its lines. */
const comment = /^[ \t]*(?:\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/[ \t]*)\n/gm;

/**
 * The version of a prompt: a hash of the files that contain or arrange the model's texts, and of everything else that
 * the model is given, such as tools. A place that ends in `/` is a folder; all its files except tests are hashed. Every
 * change of a text changes the version. The version may also change with code that changes no text, but not with a
 * comment on lines of its own: an interrupted run can continue only in the same version. Throws the errors of the file
 * system.
 */
export function hashPrompt(places: readonly URL[], ...further: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const file of places.flatMap(listFiles)) {
    add(hash, file.pathname.slice(file.pathname.lastIndexOf('/') + 1));
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
    add(hash, file.pathname.endsWith('.ts') ? text.replace(comment, '') : text);
  }
  add(hash, JSON.stringify(further));
  return hash.digest('hex').slice(0, versionDigits);
}

function listFiles(place: URL): readonly URL[] {
  if (!place.pathname.endsWith('/')) return [place];
  const entries = readdirSync(place, { withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map(({ name }) => name).filter((name) => !isTest.test(name));
  return names.sort().map((name) => new URL(encodeURIComponent(name), place));
}

/** Hashes a text with its length, so that the end of one text is never taken for the beginning of the next. */
function add(hash: Hash, text: string): void {
  hash.update(`${text.length}:${text}`);
}
