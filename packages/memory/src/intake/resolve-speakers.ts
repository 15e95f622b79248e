// Maps the speakers of a chat to the voices of a memory.

import { createHash } from 'node:crypto';
import { UsageError } from '@terrarium/kernel/errors';
import type { Side, Voices } from '../tags/voices.ts';
import { type LeftOut, nobody } from './incoming-message.ts';

/** A speaker in a file, and how often they speak. */
export interface FoundSpeaker {
  readonly speaker: string;
  readonly side: Side | undefined;
  readonly messages: number;
}

export interface MappedSpeaker {
  readonly speaker: string;
  readonly messages: number;
  /** The side that the file gives to the speaker. */
  readonly saidSide: Side | undefined;
  readonly side: Side;
  /** Id of a configured voice, or an id made from the name if several speakers are on this side. */
  readonly voice: string;
  readonly isConfigured: boolean;
}

export interface SpeakerOptions {
  readonly voices: Voices;
  /**
   * The speaker in the file who is the person. If this speaker is a configured voice of the person's side, the other
   * voices configured for that side stay on it. All other speakers are on the companion's side.
   */
  readonly asUser?: string | undefined;
  /** What was left out of the file: it may contain the words of a missing speaker. */
  readonly leftOut?: readonly Omit<LeftOut, 'kind'>[] | undefined;
}

/** Throws `UsageError` if it is not known which speaker is the person. */
export function resolveSpeakers(
  found: readonly FoundSpeaker[],
  wish: SpeakerOptions,
): readonly MappedSpeaker[] {
  const { voices, asUser, leftOut = [] } = wish;
  const file = { found, leftOut };
  if (asUser !== undefined && !found.some(({ speaker }) => isSame(speaker, asUser))) {
    throw refuse(file, `No speaker in the file is called "${asUser}".`);
  }
  const sided = found.map((one) => ({ ...one, saidSide: one.side, side: findSide(one, wish) }));
  const isKnown = (one: (typeof sided)[number]): one is typeof one & { side: Side } => one.side !== undefined;
  const known = sided.filter(isKnown);
  if (known.length < sided.length) throw refuse(file, 'The file does not say which speaker is the user.');
  return known.map((one) => {
    if (one.speaker === nobody) return { ...one, voice: voices[one.side][0].id, isConfigured: true };
    const configured = voices[one.side].find(
      ({ id, name }) => isSame(id, one.speaker) || isSame(name, one.speaker),
    );
    if (configured !== undefined) return { ...one, voice: configured.id, isConfigured: true };
    const isAlone = known.filter(({ side, speaker }) => side === one.side && speaker !== nobody).length === 1;
    if (isAlone) return { ...one, voice: voices[one.side][0].id, isConfigured: true };
    return { ...one, voice: chooseVoiceId(one.speaker, known), isConfigured: false };
  });
}

const hashCharacters = 8;
/** The id made from a name without Latin letters. */
const unnamed = 'somebody';

/**
 * Makes the id from the name. If other names give the same id, a mark made from the name is added. A name
 * without Latin letters always gets the mark, so that the same name gives the same id in every file.
 */
function chooseVoiceId(speaker: string, all: readonly Pick<FoundSpeaker, 'speaker'>[]): string {
  const id = buildVoiceId(speaker);
  const isShared = all.some((one) => !isSame(one.speaker, speaker) && buildVoiceId(one.speaker) === id);
  if (!isShared && !(id === unnamed && !isSame(speaker, unnamed))) return id;
  const hash = createHash('sha256').update(speaker.trim().normalize('NFC').toLowerCase()).digest('hex');
  return `${id}-${hash.slice(0, hashCharacters)}`;
}

function findSide({ speaker, side }: FoundSpeaker, { voices, asUser }: SpeakerOptions): Side | undefined {
  if (speaker === nobody) return 'companion';
  const isVoiceOf = (one: Side, called: string) =>
    voices[one].some(({ id, name }) => isSame(id, called) || isSame(name, called));
  if (asUser !== undefined) {
    const isOtherPerson = isVoiceOf('user', asUser) && isVoiceOf('user', speaker);
    return isSame(speaker, asUser) || isOtherPerson ? 'user' : 'companion';
  }
  if (side !== undefined) return side;
  if (isVoiceOf('user', speaker)) return 'user';
  return isVoiceOf('companion', speaker) ? 'companion' : undefined;
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** A name in a form that a tag can use: `Old Tom!` becomes `old-tom`. */
export function buildVoiceId(speaker: string): string {
  const id = speaker
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9']+/gu, '-')
    .replace(/^[^a-z]+|(?<!-)-+$/gu, '');
  return id === '' ? unnamed : id.slice(0, 40);
}

const mostNamed = 20;

interface ReadFile {
  readonly found: readonly FoundSpeaker[];
  readonly leftOut: readonly Omit<LeftOut, 'kind'>[];
}

function refuse({ found, leftOut }: ReadFile, happened: string): UsageError {
  const names = found.slice(0, mostNamed).map(({ speaker, messages }) => `${speaker} (${messages})`);
  const speakers = names.length === 0 ? 'none' : names.join(', ');
  return new UsageError({
    code: 'exchange.who-is-who',
    happened: `${happened}${renderLeftOut(leftOut)}`,
    todo: `Name the user with --as-user NAME. Speakers and their messages: ${speakers}. Nothing was imported.`,
  });
}

function renderLeftOut(leftOut: readonly Omit<LeftOut, 'kind'>[]): string {
  if (leftOut.length === 0) return '';
  const parts = leftOut.map(
    ({ what, place, count }) => `${what} (${count}, ${count === 1 ? 'at' : 'the first at'} ${place})`,
  );
  return ` Whoever the user is, these are left out: ${parts.join(', ')}.`;
}
