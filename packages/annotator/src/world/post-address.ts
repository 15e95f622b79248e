// Builds the web address of a post from a template that a person gave for the story.

import type { Refusal } from '@terrarium/kernel/errors';
import type { Corpus, PostId } from '../corpus/corpus.ts';
import type { World } from './world.ts';

/** The values that are put into a template. */
export interface AddressedPost {
  readonly thread: number;
  readonly post: number;
  /** The first post of the thread; boards use its number for the thread. */
  readonly first: number;
}

const longest = 500;
const fieldPattern = /\{(?<name>[^{}]*)\}/gu;
const fields: ReadonlySet<string> = new Set(['thread', 'post', 'first'] satisfies (keyof AddressedPost)[]);

/** Refuses a text that is not a template for addresses, and says how to write one. */
export function checkLinkTemplate(template: string): { readonly ok: true } | Refusal {
  const wrong = describeFault(template);
  if (wrong === undefined) return { ok: true };
  return {
    ok: false,
    say: `${wrong} Write it like https://example.org/{thread}/{post}; {first} is the first post of the thread.`,
  };
}

function describeFault(template: string): string | undefined {
  if (template.length > longest) return `It is longer than ${longest} characters.`;
  const names = [...template.matchAll(fieldPattern)].map(({ groups }) => groups?.['name'] ?? '');
  const unknown = names.find((name) => !fields.has(name));
  if (unknown !== undefined) return `{${unknown}} is not a known placeholder.`;
  if (names.length === 0) return 'Nothing in it differs from post to post.';
  const one = parseAddress(fillTemplate(template, { thread: 1, post: 1, first: 1 }));
  const other = parseAddress(fillTemplate(template, { thread: 2, post: 2, first: 2 }));
  if (one === undefined || other === undefined) return 'It is not a web address (http or https).';
  if (one.origin !== other.origin) return 'The server must be the same for all posts.';
  return one.username === '' && one.password === '' ? undefined : 'It contains a user name or a password.';
}

/** The address of a post; undefined if the template is invalid. */
export function renderPostAddress(template: string, post: AddressedPost): string | undefined {
  return parseAddress(fillTemplate(template, post))?.href;
}

function fillTemplate(template: string, post: AddressedPost): string {
  const { thread, post: number, first } = post;
  const values: Readonly<Record<string, number>> = { thread, post: number, first };
  return template.replace(fieldPattern, (mark, name: string) =>
    name in values ? encodeURIComponent(String(values[name])) : mark,
  );
}

function parseAddress(text: string): URL | undefined {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}

/** The address of a post of any story; undefined if nobody gave a template, or if the post is gone. */
export type FindAddress = (corpus: string, postId: PostId) => string | undefined;

type ReadableCorpora = ReadonlyMap<string, Pick<Corpus, 'findPost' | 'readRange'>>;

export function openAddresses({ corpora: records }: World, corpora: ReadableCorpora): FindAddress {
  const links = new Map(records.map(({ name, link }) => [name, link]));
  return (name, postId) => {
    const link = links.get(name);
    const corpus = corpora.get(name);
    const post = link === undefined ? undefined : corpus?.findPost(postId);
    if (link === undefined || corpus === undefined || post === undefined) return undefined;
    const [first = post] = corpus.readRange({ threadId: post.threadId, limit: 1 });
    return renderPostAddress(link, { thread: post.threadId, post: postId, first: first.postId });
  };
}
