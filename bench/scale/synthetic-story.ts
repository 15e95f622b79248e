// Writes a story of a given length, identical each time; as in real serials, a few names are frequent and most are rare.

/** Numbers in [0, 1) from a seed (mulberry32). */
export function buildChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface SyntheticEntry {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly tag: string;
}

export interface SyntheticPost {
  readonly thread: string;
  readonly body: string;
  readonly isStory: boolean;
}

export interface StorySize {
  readonly posts: number;
  readonly entries: number;
}

const onsets = 'b br c ch d dr f g gr h j k kh l m n p r s sh st t th tr v w y z'.split(' ');
const vowels = 'a e i o u ai ea ei ia ou'.split(' ');
const codas = ['', '', '', 'l', 'm', 'n', 'nd', 'r', 'rk', 's', 'sh', 'th', 'x'];
const glue = 'the of and a to in he was that it his her with had as at for on she but from by not'.split(' ');
const kinds = ['character', 'character', 'location', 'item', 'faction'];
/** Post lengths at every tenth of their distribution, as in two serials that were looked at. */
const storyLengths = [414, 2214, 2254, 2289, 2326, 2363, 2395, 2426, 2476, 2560, 3701];
const storyShare = 0.3;
const postsPerThread = 400;
const hanFirst = 0x4e00;
const hanCount = 400;

/** Builds every entry in the order in which the story first names it; terms are unique. */
export function buildEntries(count: number): readonly SyntheticEntry[] {
  const chance = buildChance(7);
  const given = Array.from({ length: Math.ceil(count / 4) }, () => buildName(chance, 2));
  const entries = new Map<string, SyntheticEntry>();
  while (entries.size < count) {
    const entry = buildEntry(chance, given);
    entries.set(entry.term.toLowerCase(), entry);
  }
  return [...entries.values()];
}

function buildEntry(chance: () => number, given: readonly string[]): SyntheticEntry {
  const tag = pick(chance, kinds);
  const form = chance();
  if (form < 0.02) {
    const term = Array.from({ length: 2 + Math.floor(chance() * 2) }, () =>
      String.fromCodePoint(hanFirst + Math.floor(chance() * hanCount)),
    ).join('');
    return { term, aliases: [], tag };
  }
  if (form < 0.45) return { term: buildName(chance, 3), aliases: [], tag };
  const first = pick(chance, given);
  const term = `${first} ${buildName(chance, 2)}`;
  return { term, aliases: chance() < 0.3 ? [first] : [], tag };
}

function buildName(chance: () => number, syllables: number): string {
  const name = buildWord(chance, syllables);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function buildWord(chance: () => number, syllables: number): string {
  let word = '';
  for (let count = 0; count < syllables; count += 1) word += pick(chance, onsets) + pick(chance, vowels);
  return word + pick(chance, codas);
}

/** The posts in order. After post n of N, n/N of the entries have been named; early entries are named most often. */
export function* writePosts({ posts, entries }: StorySize): Generator<SyntheticPost> {
  const chance = buildChance(posts + entries);
  const names = buildEntries(entries);
  const sentences = buildSentences();
  let introduced = 0;
  for (let at = 0; at < posts; at += 1) {
    const isStory = chance() < storyShare;
    const length = isStory ? drawLength(chance) : 40 + chance() * 240;
    const due = Math.ceil(((at + 1) / posts) * names.length);
    const parts: string[] = [];
    for (let written = 0; written < length; ) {
      const isNew = isStory && introduced < due;
      const rank = isNew ? introduced : drawRank(chance, introduced);
      if (isNew) introduced += 1;
      const sentence = pick(chance, sentences).replace('@', () => names[rank]?.term ?? 'someone');
      parts.push(sentence);
      written += sentence.length + 1;
    }
    yield { thread: `Book ${1 + Math.floor(at / postsPerThread)}`, body: parts.join(' '), isStory };
  }
}

/** Draws log-uniformly, so that the k-th name is met in proportion to 1/k. */
function drawRank(chance: () => number, count: number): number {
  return Math.floor((count + 1) ** chance()) - 1;
}

function drawLength(chance: () => number): number {
  const place = chance() * (storyLengths.length - 1);
  const below = storyLengths[Math.floor(place)] ?? 0;
  const above = storyLengths[Math.ceil(place)] ?? below;
  return below + (above - below) * (place % 1);
}

/** Sentences of common and rarer words, each with room for one name where `@` stands. */
function buildSentences(): readonly string[] {
  const chance = buildChance(11);
  const words = Array.from({ length: 4_000 }, () => buildWord(chance, 1 + Math.floor(chance() * 3)));
  return Array.from({ length: 5_000 }, () => {
    const length = 9 + Math.floor(chance() * 14);
    const parts = Array.from({ length }, () =>
      chance() < 0.45 ? pick(chance, glue) : (words[drawRank(chance, words.length)] ?? 'stone'),
    );
    parts[1 + Math.floor(chance() * (length - 2))] = '@';
    const sentence = parts.join(' ');
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
  });
}

function pick<Value>(chance: () => number, values: readonly Value[]): Value {
  const value = values[Math.floor(chance() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
}
