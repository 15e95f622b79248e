// Edits the narrative of a turn: adds a new turn next to it with the same actions, and copies of the turns after it.

import { UsageError } from '@terrarium/kernel/errors';
import { splitTerms } from '@terrarium/kernel/split-terms';
import type { GameDependencies } from '../state/game-dependencies.ts';
import { readElsewhere } from '../state/move-head.ts';
import type { FrozenLore, Turn } from '../state/session.ts';
import { summariseRecord } from '../state/summarise-record.ts';
import type { PlayContext } from './open-play.ts';

const longestNarrative = 200_000;

/**
 * Returns the head: the edited turn itself, or the copy of the last turn after it. Throws `UsageError` if there is no
 * such turn, if it has no text, or if the new text is too long, and also what `readElsewhere` throws.
 */
export function editTurn(play: PlayContext, narrative: string, number = play.at.head.number): Turn {
  refuseLong(narrative);
  const { dependencies, at } = play;
  const { session, sessions } = dependencies;
  const way = listFrom(play, number);
  const first = way[0] ?? at.head;
  if (first.isAside && first.narrative === '') throw refuseUntold(first);
  const before = at.head;
  const written = sessions.runInTransaction(() => {
    const copies = writeCopies(play, way, narrative);
    const last = copies.at(-1) ?? before;
    const move = { from: before.id, to: last.id, reason: 'edit', atMs: dependencies.clock.now() } as const;
    sessions.moveHead(session, move, { keep: number - 1, turns: copies.map(({ id }) => id) });
    return last;
  });
  at.advance(written, undefined);
  return written;
}

/** The turn of this number on the way to the head, and the turns that follow it. */
function listFrom({ dependencies, at }: PlayContext, number: number): readonly Turn[] {
  const { head } = at;
  if (Number.isInteger(number) && number >= 0 && number <= head.number)
    return dependencies.turns.listVisible(dependencies.session, head.number - number + 1);
  throw new UsageError({
    code: 'session.no-such-turn',
    happened: `This branch has no turn ${number}.`,
    todo: `Its turns are 0 to ${head.number}; the log shows them.`,
  });
}

function writeCopies(play: PlayContext, way: readonly Turn[], narrative: string): readonly Turn[] {
  const { session, turns } = play.dependencies;
  const copies = new Map<number, Turn>();
  let { parent } = way[0] ?? play.at.head;
  for (const [index, turn] of way.entries()) {
    const end = index === 0 ? buildEdited(play, turn, narrative) : buildFollowing(play.dependencies, turn);
    const lore = moveLore(turn.lore, copies, way[0]?.id);
    const atMs = index === 0 ? play.dependencies.clock.now() : turn.atMs;
    const copy = turns.create({ ...turn, session, parent, end: { ...end, lore }, atMs });
    turns.copyActions(copy.id, turn.id);
    copies.set(turn.id, copy);
    parent = copy.id;
  }
  return [...copies.values()];
}

function buildFollowing({ turns }: GameDependencies, turn: Turn) {
  return { ...turn, marks: turns.readMarks(turn.id) };
}

/**
 * The player wrote this narrative, so no teller is noted, and nothing is kept that would recall what the edit removed.
 */
function buildEdited(play: PlayContext, turn: Turn, narrative: string) {
  const { system, turns } = play.dependencies;
  const { layer: state } = readElsewhere(play, turn);
  const record = { system, state, actions: turns.readActions(turn.id) };
  const made = summariseRecord(record, { words: turn.words, narrative });
  const summary = cutSummary(turn, narrative) ?? made;
  const isKept = buildKept(turn.narrative, `${narrative} ${summary}`);
  const { tags, suggestions, importance } = turn;
  return {
    narrative,
    summary,
    importance,
    tags: tags.filter(isKept),
    suggestions: suggestions.filter(isKept),
    toldBy: [],
  };
}

/** An edit that changes at most one word in this many is a correction. */
const wordsToOneChanged = 10;
/** An edit that only strikes out at most one word in this many is one too. */
const wordsToOneStruck = 4;

/** The end of a part of a summary, with the blank after it. */
const partEnd = /(?<=[;\p{Sentence_Terminal}] )|(?<=[。！？；])/u;

/**
 * The parts of a model's summary that a mere correction leaves true: those without a word that was removed. Undefined
 * if there are none, if no model wrote the summary, or if the edit is more than a correction.
 */
function cutSummary({ toldBy, summary, narrative: before }: Turn, after: string): string | undefined {
  if (toldBy.length === 0 || !isCorrection(before, after)) return undefined;
  const isKept = buildKept(before, after);
  if (isKept(summary)) return summary === '' ? undefined : summary;
  const kept = summary
    .split(partEnd)
    .filter(isKept)
    .join('')
    .trimEnd()
    .replace(/[;；]$/u, '');
  if (kept === '') return undefined;
  const end = /[\p{Sentence_Terminal}…]["'”’»)]?$/u.test(kept) ? '' : '.';
  return `${kept.charAt(0).toUpperCase()}${kept.slice(1)}${end}`;
}

const plainWords = /[\p{L}\p{N}\p{M}]+(?:['’]\p{L}+)?/gu;
/** Words that turn a sentence into its opposite: a change of one of them is no mere correction. */
const negating = /^(?:not?|never|nobody|none|nothing|nowhere|neither|nor|without|cannot|.*n['’]t)$/u;

/** Whether few words were changed, none of them a negation, and the words were not merely put in another order. */
function isCorrection(before: string, after: string): boolean {
  const [was = [], is = []] = [before, after].map((text) => text.toLowerCase().match(plainWords) ?? []);
  const [removed, added] = [listMissing(was, is), listMissing(is, was)];
  const changed = [...removed, ...added];
  if (changed.length === 0) return was.join(' ') === is.join(' ');
  const most = was.length / (added.length === 0 ? wordsToOneStruck : wordsToOneChanged);
  return changed.length <= most && !changed.some((word) => negating.test(word));
}

/** The words that `others` lacks, or has less often than `words`. */
function listMissing(words: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

/**
 * Returns a test that is true for a text with none of the words that were in the old narrative and are not in the new
 * one.
 */
function buildKept(before: string, after: string): (text: string) => boolean {
  const kept = splitTerms(after).counts;
  const removed = new Set([...splitTerms(before).counts.keys()].filter((term) => !kept.has(term)));
  return (text) => ![...splitTerms(text).counts.keys()].some((term) => removed.has(term));
}

/**
 * Leaves out what a later turn recalled of the edited turn. What it recalled of other copied turns now refers to the
 * copies.
 */
function moveLore(
  lore: readonly FrozenLore[],
  copies: ReadonlyMap<number, Turn>,
  edited: number | undefined,
): readonly FrozenLore[] {
  return lore.flatMap((one) => {
    const id = Number(/^turn:(?<id>\d{1,15})$/u.exec(one.key)?.groups?.['id']);
    if (id === edited) return [];
    const copy = copies.get(id);
    return [copy === undefined ? one : { ...one, key: `turn:${copy.id}` }];
  });
}

function refuseLong(narrative: string): void {
  if (narrative.length <= longestNarrative) return;
  throw new UsageError({
    code: 'session.narrative-too-long',
    happened: 'That text is too long.',
    todo: `Use at most ${longestNarrative} characters.`,
  });
}

function refuseUntold({ number }: Turn): UsageError {
  return new UsageError({
    code: 'play.nothing-told',
    happened: `Turn ${number} has no text: it was a command, not a part of the story.`,
    todo: 'Name a turn that has a text; the log shows the numbers of the turns.',
  });
}
