// Simulation: feeds posts to a reader through plain messages and plain gates, so that quality can be measured alone.

import { termKey } from '@terrarium/annotator/lexicon';
import { computeSalience } from '@terrarium/annotator/salience';
import { escapeAttribute, escapeText } from '@terrarium/kernel/escape-xml';
import type { LanguageModel, Message } from '@terrarium/kernel/language-model';
import type { Post } from './data.ts';
import type { Entry, RankedEntry } from './entry.ts';
import { type Gates, openGates } from './gates.ts';
import { findKeys, splitSentences } from './text.ts';

export interface Result {
  /** By falling salience. */
  readonly entries: readonly RankedEntry[];
  readonly refused: ReadonlyMap<string, number>;
  readonly words: number;
  readonly milliseconds: number;
}

export interface Simulation {
  readonly reader: LanguageModel;
  readonly posts: readonly Post[];
  /** A scene holds whole posts of one thread up to this many characters. */
  readonly sceneCharacters: number;
  /** Older messages beyond this many characters are dropped. */
  readonly windowCharacters: number;
}

const maxRounds = 4;

/** Reads the posts in order, scene by scene, and returns what the reader recorded, ranked. */
export async function simulate(simulation: Simulation): Promise<Result> {
  const gates = openGates();
  const started = performance.now();
  let messages: Message[] = [];
  for (const scene of planScenes(simulation.posts, simulation.sceneCharacters)) {
    messages = dropOldest(messages, simulation.windowCharacters);
    const content = renderScene(scene, gates, findShown(messages));
    messages.push({ role: 'user', content });
    await converse(simulation.reader, messages, gates);
  }
  const milliseconds = performance.now() - started;
  const words = simulation.posts.reduce((sum, post) => sum + post.body.split(/\s+/).length, 0);
  return {
    entries: rankEntries(gates.entries(), simulation.posts),
    refused: gates.refused,
    words,
    milliseconds,
  };
}

async function converse(reader: LanguageModel, messages: Message[], gates: Gates): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const reply = await reader.reply({
      messages,
      tools: [],
      toolChoice: 'auto',
      maxOutputTokens: 4000,
      temperature: 0,
    });
    messages.push({ role: 'assistant', content: reply.text, calls: reply.calls });
    if (reply.calls.length === 0) return;
    let allStand = true;
    for (const call of reply.calls) {
      const answer = gates.run(call);
      allStand &&= answer.ok;
      messages.push({ role: 'tool', callId: call.id, name: call.name, content: answer.say });
    }
    if (allStand) return;
  }
}

function* planScenes(posts: readonly Post[], limit: number): Generator<readonly Post[]> {
  let scene: Post[] = [];
  let size = 0;
  for (const post of posts) {
    const previous = scene.at(-1);
    const isOther =
      previous !== undefined && (previous.thread !== post.thread || previous.chapter !== post.chapter);
    if (scene.length > 0 && (isOther || size + post.body.length > limit)) {
      yield scene;
      scene = [];
      size = 0;
    }
    scene.push(post);
    size += post.body.length;
  }
  if (scene.length > 0) yield scene;
}

function dropOldest(messages: readonly Message[], limit: number): Message[] {
  let size = 0;
  let from = messages.length;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message === undefined) break;
    size += message.content.length;
    if (size > limit) break;
    if (message.role === 'user') from = index;
  }
  return messages.slice(from);
}

/** Ids of the entries the window shows already. */
function findShown(messages: readonly Message[]): ReadonlySet<number> {
  const shown = new Set<number>();
  for (const message of messages) {
    for (const match of message.content.matchAll(/<(?:entry|glossary_created|glossary_updated) id="(\d+)"/g))
      shown.add(Number(match[1]));
  }
  return shown;
}

function renderScene(posts: readonly Post[], gates: Gates, shown: ReadonlySet<number>): string {
  const keys = new Set<string>();
  const bodies = posts.map((post) => {
    for (const { key } of findKeys(post.body)) keys.add(key);
    gates.showPost(
      post,
      splitSentences(post.body).map(({ text }) => text),
    );
    return `<post id="${post.id}" author="QM">\n${renderPost(post.body)}\n</post>`;
  });
  const known = gates
    .entries()
    .filter(
      (entry) =>
        !shown.has(entry.id) && [entry.term, ...entry.aliases].some((name) => keys.has(termKey(name))),
    );
  const held = gates.findHeld(keys);
  return [
    `<story_passages corpus="main" thread="1" title="${escapeAttribute(posts[0]?.chapter ?? '')}" scene="0">`,
    ...bodies,
    '</story_passages>',
    `<known_entries>\n${known.map(renderEntry).join('\n')}\n</known_entries>`,
    `<held_terms>\n${held.map((term) => `<held term="${escapeAttribute(term.term)}" mentions="${term.mentions}" posts="${term.posts}"/>`).join('\n')}\n</held_terms>`,
  ].join('\n');
}

function renderPost(body: string): string {
  let text = '';
  splitSentences(body).forEach((sentence, index) => {
    const between = sentence.isParagraphStart ? '\n\n' : ' ';
    const gap = index === 0 ? '' : between;
    text += `${gap}[${index + 1}] ${escapeText(sentence.text)}`;
  });
  return text;
}

function renderEntry(entry: Entry): string {
  const aliases = escapeAttribute(entry.aliases.join('|'));
  return `<entry id="${entry.id}" term="${escapeAttribute(entry.term)}" aliases="${aliases}" tags="${entry.tags.join(',')}" status="tentative" mentions="0" posts="0">${escapeText(entry.definition)}</entry>`;
}

interface Count {
  mentions: number;
  posts: number;
  readonly threads: Set<string>;
  firstPost: number | undefined;
}

function rankEntries(entries: readonly Entry[], posts: readonly Post[]): readonly RankedEntry[] {
  const counts = new Map(
    entries.map((entry) => [
      entry.id,
      { mentions: 0, posts: 0, threads: new Set<string>(), firstPost: undefined } as Count,
    ]),
  );
  const byKey = new Map<string, { id: number; isName: boolean }[]>();
  for (const entry of entries) {
    for (const name of new Set([entry.term, ...entry.aliases])) {
      const key = termKey(name);
      const list = byKey.get(key) ?? [];
      if (!list.some(({ id }) => id === entry.id)) list.push({ id: entry.id, isName: /^\p{Lu}/u.test(name) });
      byKey.set(key, list);
    }
  }
  for (const post of posts) countPost(post, byKey, counts);
  const ranked = entries.map((entry) => {
    const count = counts.get(entry.id);
    const { mentions = 0, posts: postCount = 0, threads, firstPost } = count ?? {};
    return {
      ...entry,
      mentions,
      posts: postCount,
      threads: threads?.size ?? 0,
      firstPost,
      salience: computeSalience({ mentions, threads: threads?.size ?? 0 }),
    };
  });
  return ranked.sort((one, other) => other.salience - one.salience || one.id - other.id);
}

function countPost(
  post: Post,
  byKey: ReadonlyMap<string, readonly { id: number; isName: boolean }[]>,
  counts: ReadonlyMap<number, Count>,
): void {
  const here = new Map<number, number>();
  for (const { key, isCapital } of findKeys(post.body)) {
    for (const { id, isName } of byKey.get(key) ?? []) {
      if (!isName || isCapital) here.set(id, (here.get(id) ?? 0) + 1);
    }
  }
  for (const [id, mentions] of here) {
    const count = counts.get(id);
    if (count === undefined) continue;
    count.mentions += mentions;
    count.posts += 1;
    count.threads.add(`${post.thread}/${post.chapter}`);
    count.firstPost ??= post.id;
  }
}
