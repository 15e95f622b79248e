// Lists who speaks in a transcript of a world and which character each of them plays, and stores what a person sets.

import { UsageError } from '@terrarium/kernel/errors';
import type { Corpus, Speaker } from '../corpus/corpus.ts';
import { type ListedSpeaker, listSpeakers } from '../corpus/list-speakers.ts';
import { openImportLock } from './open-run-lock.ts';
import { chooseCorpus, openWorld, openWorldCorpus } from './open-world.ts';
import type { World } from './world.ts';
import { writeWorld } from './world-file.ts';

/** A speaker, and the character that they play according to a person; `mayBe` is only a suggestion from the text. */
export interface StorySpeaker extends ListedSpeaker {
  readonly character: string | undefined;
  /** Whether a person said that the speaker plays nobody. */
  readonly isNobody: boolean;
}

/** What a person says about a speaker, who plays nobody if `character` is undefined. */
export interface SpeakerWish {
  readonly label: string;
  readonly character: string | undefined;
}

/** Reads `LAURA=Jester`, or `LAURA=` for a speaker who plays nobody. Throws `UsageError` for anything else. */
export function parseSpeaker(said: string): SpeakerWish {
  const at = said.indexOf('=');
  const label = said.slice(0, Math.max(0, at)).trim().replace(/:$/u, '');
  const character = said.slice(at + 1).trim();
  if (
    label !== '' &&
    label.length <= 60 &&
    character.length <= 120 &&
    !/[:\n]/u.test(`${label}${character}`)
  ) {
    return { label, character: character === '' ? undefined : character };
  }
  throw new UsageError({
    code: 'world.bad-speaker',
    happened: `"${said}" does not say which character a speaker plays.`,
    todo: 'Write it as SPEAKER=CHARACTER, such as "LAURA=Jester"; "LAURA=" for nobody.',
  });
}

/**
 * Lists the speakers of a corpus of the world, most frequent first. Always includes speakers for whom a person has
 * named a character.
 */
export function listStorySpeakers(world: World, name?: string): readonly StorySpeaker[] {
  const corpus = openWorldCorpus(world, name);
  try {
    const { speakers } = corpus;
    const find = (label: string) => speakers.find((one) => one.label === label)?.character;
    const nobody = new Set(chooseCorpus(world, name).nobody);
    const describe = (label: string) => ({ character: find(label), isNobody: nobody.has(label) });
    const listed = listSpeakers(() => iterateBodies(corpus));
    const others = speakers.filter(({ label }) => !listed.some((one) => one.label === label));
    return [
      ...listed.map((one) => ({ ...one, ...describe(one.label) })),
      ...others.map(({ label }) => ({ label, lines: 0, mayBe: undefined, ...describe(label) })),
    ];
  } finally {
    corpus.close();
  }
}

function* iterateBodies(corpus: Corpus): Generator<string> {
  for (const { id } of corpus.iterateThreads()) {
    for (const { body } of corpus.readRange({ threadId: id, tag: 'qm_post' })) yield body;
  }
}

/** Records whom the speakers of a corpus play. Throws `UsageError` if the corpus does not exist. */
export function setSpeakers(dir: string, wishes: readonly SpeakerWish[], name?: string): World {
  const lock = openImportLock(openWorld(dir));
  try {
    const world = openWorld(dir);
    const record = chooseCorpus(world, name);
    const speakers = mergeSpeakers(record.speakers ?? [], wishes);
    const changed = { ...record, speakers, nobody: mergeNobody(record.nobody ?? [], wishes) };
    const corpora = world.corpora.map((one) => (one.name === record.name ? changed : one));
    const settled = { ...world, corpora };
    writeWorld(settled);
    return settled;
  } finally {
    lock.close();
  }
}

function mergeSpeakers(speakers: readonly Speaker[], wishes: readonly SpeakerWish[]): readonly Speaker[] {
  const kept = speakers.filter(({ label }) => !wishes.some((wish) => wish.label === label));
  const said = wishes.flatMap(({ label, character }) =>
    character === undefined ? [] : [{ label, character }],
  );
  return [...kept, ...said];
}

function mergeNobody(nobody: readonly string[], wishes: readonly SpeakerWish[]): readonly string[] {
  const kept = nobody.filter((label) => !wishes.some((wish) => wish.label === label));
  return [...kept, ...wishes.flatMap(({ label, character }) => (character === undefined ? [label] : []))];
}
