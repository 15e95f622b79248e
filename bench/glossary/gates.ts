// Gates: the harness's checks on what a reader asks for, in their plainest form.

import { isEnglish, isPlainWord, termKey } from '@terrarium/annotator/lexicon';
import { escapeAttribute } from '@terrarium/kernel/escape-xml';
import type { ToolCall } from '@terrarium/kernel/language-model';
import type { Post } from './data.ts';
import type { Entry, EvidenceRow } from './entry.ts';
import { findKeys } from './text.ts';

export interface HeldRow {
  readonly term: string;
  mentions: number;
  posts: number;
}

export interface Answer {
  readonly ok: boolean;
  readonly say: string;
}

export interface Gates {
  readonly refused: ReadonlyMap<string, number>;
  entries(): readonly Entry[];
  showPost(post: Post, sentences: readonly string[]): void;
  findHeld(keys: ReadonlySet<string>): readonly HeldRow[];
  run(call: ToolCall): Answer;
}

interface WrittenEvidence {
  readonly post_id: number;
  readonly label?: string;
  readonly quote?: string;
}

interface Arguments {
  readonly term?: string;
  readonly definition?: string;
  readonly tags?: readonly string[];
  readonly aliases?: readonly string[];
  readonly evidence?: readonly WrittenEvidence[];
  readonly entry_id?: number;
}

/** A word on hold is let in when it was met so often, in so many posts. */
const minMentions = 2;
const minPosts = 2;

export function openGates(): Gates {
  const state = new GateState();
  return {
    refused: state.refused,
    entries: () => [...state.byId.values()],
    showPost: (post, sentences) => state.showPost(post, sentences),
    findHeld: (keys) => [...state.held].filter(([key]) => keys.has(key)).map(([, row]) => row),
    run: (call) => state.run(call),
  };
}

class GateState {
  readonly refused = new Map<string, number>();
  readonly byId = new Map<number, Entry>();
  readonly held = new Map<string, HeldRow>();
  readonly #terms = new Map<string, number>();
  readonly #sentences = new Map<number, readonly string[]>();
  readonly #counts = new Map<string, { mentions: number; posts: number }>();

  showPost(post: Post, sentences: readonly string[]): void {
    this.#sentences.set(post.id, sentences);
    const seen = new Set<string>();
    for (const { key } of findKeys(post.body)) {
      if (key.includes(' ')) continue;
      const count = this.#counts.get(key) ?? { mentions: 0, posts: 0 };
      count.mentions++;
      if (!seen.has(key)) count.posts++;
      seen.add(key);
      this.#counts.set(key, count);
      const held = this.held.get(key);
      if (held !== undefined) Object.assign(held, count);
    }
  }

  run(call: ToolCall): Answer {
    const input = JSON.parse(call.arguments) as Arguments;
    const evidence = (input.evidence ?? []).map((row) => this.#findEvidence(row));
    const found = evidence.filter((row) => row !== undefined);
    if (found.length < evidence.length) return this.#refuse('evidence');
    return call.name === 'glossary_create' ? this.#create(input, found) : this.#update(input, found);
  }

  #findEvidence({ post_id: postId, label, quote = '' }: WrittenEvidence): EvidenceRow | undefined {
    const sentences = this.#sentences.get(postId) ?? [];
    if (label === undefined) return sentences.join(' ').includes(quote) ? { postId, quote } : undefined;
    const [first = 0, last = first] = label.split('-').map(Number);
    const text = sentences.slice(first - 1, last).join(' ');
    return text === '' ? undefined : { postId, quote: text };
  }

  #create(input: Arguments, evidence: readonly EvidenceRow[]): Answer {
    const { term = '', definition = '', aliases = [], tags = [] } = input;
    const key = termKey(term);
    if (this.#terms.has(key)) return this.#refuse('duplicate');
    const isBearing = evidence.some(({ quote }) => [term, ...aliases].some((name) => bears(quote, name)));
    if (!isBearing) return this.#refuse('term not in evidence');
    if (!this.#isAdmitted(term, key, evidence)) {
      this.held.set(key, {
        term,
        mentions: this.#counts.get(key)?.mentions ?? 1,
        posts: this.#counts.get(key)?.posts ?? 1,
      });
      return this.#refuse('hold');
    }
    const id = this.byId.size + 1;
    this.byId.set(id, { id, term, aliases, definition, tags, evidence, updates: 0 });
    this.#terms.set(key, id);
    return {
      ok: true,
      say: `<glossary_created id="${id}" term="${escapeAttribute(term)}" status="tentative"/>`,
    };
  }

  #isAdmitted(term: string, key: string, evidence: readonly EvidenceRow[]): boolean {
    const isName = /^\p{Lu}/u.test(term) && (key.includes(' ') || !isPlainWord(key));
    if (isName || evidence.some(({ quote }) => !isEnglish(key) && /call|known as|mean/.test(quote)))
      return true;
    const count = this.#counts.get(key);
    return count !== undefined
      ? count.mentions >= minMentions && count.posts >= 1 * Math.min(minPosts, count.mentions)
      : true;
  }

  #update(input: Arguments, evidence: readonly EvidenceRow[]): Answer {
    const entry = this.byId.get(input.entry_id ?? -1);
    if (entry === undefined) return this.#refuse('unknown entry');
    if (input.definition !== undefined) {
      if (evidence.length === 0) return this.#refuse('no evidence');
      entry.definition = input.definition;
      entry.updates++;
    }
    entry.aliases = [...new Set([...entry.aliases, ...(input.aliases ?? [])])];
    entry.tags = input.tags ?? entry.tags;
    entry.evidence = [...entry.evidence, ...evidence];
    return { ok: true, say: `<glossary_updated id="${entry.id}" term="${escapeAttribute(entry.term)}"/>` };
  }

  #refuse(why: string): Answer {
    this.refused.set(why, (this.refused.get(why) ?? 0) + 1);
    return { ok: false, say: `refused: ${why}` };
  }
}

/** Whether the quote bears the name, whatever the case of its letters. */
export function bears(quote: string, name: string): boolean {
  const key = termKey(name);
  for (const found of findKeys(quote)) if (found.key === key) return true;
  return false;
}
