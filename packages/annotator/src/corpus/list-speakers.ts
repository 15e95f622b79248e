// Lists who speaks in a transcript or chat, and which character each of them may play.

import { isListed } from '../reader/lexicon.ts';
import { trimLabel } from './speaker-label.ts';

export interface ListedSpeaker {
  readonly label: string;
  readonly lines: number;
  /** The character whom others name just before this speaker speaks, far more often than before other speakers. */
  readonly mayBe: string | undefined;
}

// A text is a transcript if at least this share of its lines name a speaker, and if these speakers recur.
const leastShare = 0.3;
const leastLines = 5;
const leastSpeakers = 2;
// At most this many different labels are counted: no story has more speakers, so further labels are ordinary lines
// with a colon.
const mostLabels = 5_000;
// How many characters before a speaker's words are searched for names: people often name the person they ask, who then
// answers.
const lookedAt = 160;
const leastCalls = 5;
const leastCallsPerLine = 0.01;
// The name must be this many times as frequent before this speaker's words as before anybody's words.
const leastLift = 2;

const labelled = /^[^\S\n]*[*_]*(?<label>\p{Lu}[^\n:]{0,39}):[*_]*(?:\s|$)/u;
const name = /(?<=[\p{Ll},;–—-] )\p{Lu}\p{Ll}{2,}|\p{Lu}\p{Ll}{2,}(?=[,?])/gu;

/** The speakers of a story, those who say most first; none if it is not a transcript. */
export function listSpeakers(readBodies: () => Iterable<string>): readonly ListedSpeaker[] {
  const counts = countLabels(readBodies());
  const speakers = [...counts.labels].filter(([, lines]) => lines >= leastLines);
  const spoken = speakers.reduce((sum, [, lines]) => sum + lines, 0);
  if (speakers.length < leastSpeakers || spoken < leastShare * counts.lines) return [];
  const calls = countCalls(readBodies(), new Set(speakers.map(([label]) => label)));
  return speakers
    .toSorted((one, other) => other[1] - one[1])
    .map(([label, lines]) => ({
      label,
      lines,
      mayBe: chooseCharacter({ label, lines, share: lines / spoken }, calls),
    }));
}

/** The label of a line with a single speaker: at most three words, each with a capital. */
function readLabel(line: string): string | undefined {
  const label = trimLabel(labelled.exec(line)?.groups?.['label'] ?? '');
  const words = label.split(/\s+/u);
  if (/[/&,+]| and /u.test(label)) return undefined;
  if (label === '' || words.length > 3 || words.some((word) => !/^\p{Lu}/u.test(word))) return undefined;
  return label;
}

/** Counts the lines that begin with each label, and all lines with text. */
function countLabels(bodies: Iterable<string>) {
  const labels = new Map<string, number>();
  let lines = 0;
  for (const body of bodies) {
    for (const line of body.split('\n')) {
      if (line.trim() === '') continue;
      lines += 1;
      const label = readLabel(line);
      if (label === undefined || (labels.size >= mostLabels && !labels.has(label))) continue;
      addOne(labels, label);
    }
  }
  return { labels, lines };
}

interface Calls {
  /** How often each name occurs just before any speaker's words. */
  readonly all: Map<string, number>;
  /** How often each name occurs just before the words of each label. */
  readonly before: ReadonlyMap<string, Map<string, number>>;
}

function countCalls(bodies: Iterable<string>, labels: ReadonlySet<string>): Calls {
  const calls: Calls = { all: new Map(), before: new Map([...labels].map((label) => [label, new Map()])) };
  for (const body of bodies) addCalls(body, calls);
  return calls;
}

function addCalls(body: string, calls: Calls): void {
  let said = '';
  for (const line of body.split('\n')) {
    const before = calls.before.get(readLabel(line) ?? '');
    for (const one of before === undefined ? [] : listCalled(said)) {
      addOne(calls.all, one);
      addOne(before, one);
    }
    said = `${before === undefined ? said : ''} ${line}`.slice(-lookedAt);
  }
}

function addOne(counts: Map<string, number> | undefined, key: string): void {
  counts?.set(key, (counts.get(key) ?? 0) + 1);
}

function listCalled(said: string): ReadonlySet<string> {
  const names = [...said.matchAll(name)].map(([found]) => found);
  const isWord = (lower: string) => isListed('functionWords', lower) || isListed('interjections', lower);
  return new Set(names.filter((one) => !isWord(one.toLowerCase())));
}

interface Counted {
  readonly label: string;
  readonly lines: number;
  /** The speaker's share of all lines that name a speaker. */
  readonly share: number;
}

/**
 * The name that comes before this speaker's words far more often than before those of others. The speaker's own name is
 * chosen only if there is no other.
 */
function chooseCharacter({ label, lines, share }: Counted, { all, before }: Calls): string | undefined {
  const likely = [...(before.get(label) ?? [])].flatMap(([one, count]) => {
    const lift = count / (all.get(one) ?? count) / share;
    if (count < Math.max(leastCalls, leastCallsPerLine * lines) || lift < leastLift) return [];
    const isOwn = one.toLowerCase() === label.toLowerCase();
    return [{ one, worth: isOwn ? 0 : count * Math.log2(lift) }];
  });
  return likely.toSorted((a, b) => b.worth - a.worth)[0]?.one;
}
