// One asking: only the kernel calls a model directly; others use askModel, so that none forgets retries, options or caps.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';

/** Files with a model of our own that wraps another model: it hands requests on to that model. */
const wrappers =
  /^packages\/cli\/src\/shell\/watch-signals\.ts$|^packages\/composition\/src\/models\/choose-model\.ts$|^packages\/fleet\/src\/working\/logged-model\.ts$/;
const isTest = /\.test\.ts$|\.prove\.ts$/;

export function findStrayAsking(root: string): readonly string[] {
  return listFiles(root, /^packages\/(?!kernel\/)[^/]+\/src\/.*\.tsx?$/)
    .filter((path) => !isTest.test(path) && !wrappers.test(path))
    .filter((path) => /\.reply\(/.test(readFileSync(join(root, path), 'utf8')))
    .map((path) => `${path}: ask a model with askModel of the kernel, never with reply()`);
}
