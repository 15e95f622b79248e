// Narrative stream: shows replies as they arrive, but no thinking, no block after the narrative, and no text before calls.

import { findCallInText } from '@terrarium/kernel/find-call-in-text';
import { gameToolNames } from '../../tools/game-tools.ts';
import { measureSure, splitAfterPart } from '../after/parse-after.ts';
import { awaitedOfRest, joinRest } from './cut-reply.ts';
import { measureAloud } from './measure-aloud.ts';
import { measureTold, measureUncalled } from './normalise-reply.ts';

export interface NarrativeStream {
  /** Everything that was shown so far and not taken back. */
  readonly told: string;
  /** Whether anything of the present reply was shown. */
  readonly hasTold: boolean;
  /** The position in the shown text at which the present reply begins. */
  readonly openedAt: number;
  /** The thinking that came before the narrative, in each of the replies so far. */
  readonly aloud: readonly string[];
  /** Begins a reply. A text up to `heldCharacters` long is kept back until it is certain that no calls follow it. */
  open(heldCharacters: number): void;
  /** Begins a reply that continues the last narrative from the point where it was cut off. */
  openRest(): void;
  append(piece: string): void;
  /**
   * Ends the reply; `text` is its final text. If calls follow, a text that was kept back is not shown, unless the
   * closing block comes after it.
   */
  close(text: string, hasCalls: boolean): ClosedReply;
  /** Shows a text that the program wrote, or one that was kept back before. */
  write(text: string): void;
  /** Adds a mark of the program to the end of the shown text. */
  mark(text: string): void;
  /**
   * Takes back what was shown of the present reply. Returns what was shown before it, to be shown again; undefined if
   * nothing of the reply was shown.
   */
  revert(): string | undefined;
  /** Takes back everything that was shown. */
  reset(): void;
}

export interface ClosedReply {
  /** Text that was kept back and not shown because calls followed. */
  readonly held: string;
  /**
   * Whether the closing block (see `splitAfterPart`) followed the narrative, which shows that the narrative is
   * complete.
   */
  readonly hasAfterPart: boolean;
}

function cutWrittenCall(raw: string, from: number): string {
  const start = findCallInText(raw.slice(from), gameToolNames);
  return start === undefined ? raw : raw.slice(0, from + start);
}

interface Beginning {
  /** Whether it is known at which point of the present reply the narrative begins. */
  readonly isKnown: boolean;
  /** The thinking that has been left out so far. */
  readonly aloud: readonly string[];
  start(): void;
  /** The text without the thinking before the story; the whole text as long as the end of the thinking is not known. */
  read(text: string, isRest: boolean): string;
  /** Does the same with the whole reply, and keeps what is left out. */
  finish(whole: string): string;
}

/** Pieces are often single words: a few of them add too little to tell thinking from story. */
const fewCharacters = 24;

function openBeginning(): Beginning {
  let isKnown = false;
  let measured = 0;
  const aloud: string[] = [];
  return {
    get isKnown() {
      return isKnown;
    },
    aloud,
    start() {
      isKnown = false;
      measured = 0;
    },
    read(text, isRest) {
      if (isKnown || (!isRest && text.length - measured < fewCharacters && !text.endsWith('\n'))) return text;
      measured = text.length;
      // A continuation of a narrative has no thinking before it.
      const { length, isSure } = isRest ? { length: 0, isSure: true } : measureAloud(text, false);
      isKnown = isSure;
      return isSure ? text.slice(length) : text;
    },
    finish(whole) {
      const { length } = measureAloud(whole, true);
      const before = whole.slice(0, length).trim();
      if (before !== '') aloud.push(before);
      return whole.slice(length);
    },
  };
}

export function buildNarrativeStream(onText: (text: string) => void): NarrativeStream {
  let told = '';
  let raw = '';
  let passed = 0;
  let hasTold = false;
  let held = 0;
  let isRest = false;
  const beginning = openBeginning();
  let opened = { heldCharacters: 0, told: 0 };
  const write = (end: number) => {
    if (end <= passed) return;
    const piece = passed === 0 ? joinPiece(raw.slice(0, end)) : raw.slice(passed, end);
    passed = end;
    if (piece === '') return;
    const text = told !== '' && !hasTold && !isRest ? `\n\n${piece}` : piece;
    hasTold = true;
    told += text;
    onText(text);
  };
  const joinPiece = (text: string) => (isRest ? joinRest(told, text) : text.trimStart());
  const start = (heldCharacters: number) => {
    isRest = false;
    beginning.start();
    raw = '';
    passed = 0;
    hasTold = false;
    held = heldCharacters;
    opened = { heldCharacters, told: told.length };
  };
  return {
    get told() {
      return told;
    },
    get hasTold() {
      return hasTold;
    },
    get openedAt() {
      return opened.told;
    },
    get aloud() {
      return beginning.aloud;
    },
    open: start,
    openRest() {
      start(awaitedOfRest);
      isRest = true;
    },
    append(piece) {
      raw = beginning.read(raw + piece, isRest);
      if (!beginning.isKnown) return;
      // Only the text that is not shown yet is searched for the block, so that a long narrative is not searched again
      // and again.
      const rest = raw.slice(passed);
      const sure =
        passed + Math.min(measureSure(rest), passed === 0 ? measureTold(rest) : measureUncalled(rest));
      if (sure > held || (!isRest && raw.slice(0, sure).trim().includes('\n\n'))) held = 0;
      if (held === 0) write(sure);
    },
    close(whole, hasCalls) {
      const text = isRest ? whole : beginning.finish(whole);
      // If nothing was shown yet, the tidied text can be shown in place of the raw one.
      const isTidied = passed === 0 || text.startsWith(raw.slice(0, passed).trimEnd());
      raw = isTidied ? text : cutWrittenCall(raw, passed);
      const { narrative } = splitAfterPart(raw);
      const isWhole = narrative.length < raw.trimEnd().length;
      const isThought = hasCalls && !hasTold && !isRest && !isWhole && narrative.length <= held;
      if (!isThought) write(narrative.length);
      return {
        held: isThought ? narrative.trim() : '',
        hasAfterPart: isWhole,
      };
    },
    write(text) {
      start(0);
      raw = text;
      write(text.length);
    },
    mark(text) {
      told += text;
      onText(text);
    },
    revert() {
      const wasTold = hasTold;
      told = told.slice(0, opened.told);
      start(opened.heldCharacters);
      return wasTold ? told : undefined;
    },
    reset() {
      told = '';
      start(0);
    },
  };
}
