// Reads the shared evaluation data for the glossary bench, and tells whether it is present.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Post {
  readonly id: number;
  readonly thread: string;
  readonly chapter: string;
  readonly body: string;
}

export interface Headword {
  readonly headword: string;
  readonly names: readonly string[];
  readonly definition: string;
  readonly first_post: number;
}

export interface Character {
  readonly name: string;
  readonly alt: readonly string[];
}

export interface LitBankDocument {
  readonly doc: string;
  readonly sents: readonly (readonly string[])[];
  readonly prop: readonly { readonly text: string; readonly ent: string; readonly type: string }[];
}

export interface EpisodeName {
  readonly title: string | null;
  readonly anchor: string;
}

export type Episode = Readonly<Record<'new' | 'returning' | 'mentioned', readonly EpisodeName[]>>;

const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

export function hasData(): boolean {
  return existsSync(folder);
}

export function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(folder + path, 'utf8')) as Value;
}

export function readLines<Value>(path: string): readonly Value[] {
  return readFileSync(folder + path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Value);
}
