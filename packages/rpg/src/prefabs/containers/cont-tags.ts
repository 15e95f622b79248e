// CONT_TAGS: a list of short words without repetition, such as aspects or traits.

import { z } from 'zod';
import { isList, isObject, type Json } from '../../values/json.ts';
import { listNearest, refuse, refusePart, settleTo } from '../finish.ts';
import type { Done, FieldPart, Prefab } from '../prefab.ts';
import { cutLine, describeGiven } from '../show-text.ts';

const longest = 120;

const config = z
  .strictObject({
    /** The names that are allowed; any name if absent. */
    options: z.array(z.string().trim().min(1).max(longest)).min(1).max(300).optional(),
    most: z.number().int().min(1).max(300).default(60),
    default: z.array(z.string().trim().min(1).max(longest)).max(300).default([]),
  })
  .superRefine((given, issues) => {
    const at = given.default.findIndex((tag) => resolveTagIndex(tag, given.options ?? given.default) < 0);
    if (at >= 0) {
      const message = `the default is not one of the options ${given.options?.join(', ')}`;
      issues.addIssue({ code: 'custom', path: ['default', at], message });
    } else if (given.default.length > given.most) {
      issues.addIssue({ code: 'custom', path: ['default'], message: `there can be at most ${given.most}` });
    }
  });

type Config = z.output<typeof config>;

const parts: readonly FieldPart[] = [{ name: '', kind: 'list', isWritable: true }];

function resolveTagIndex(tag: string, tags: readonly string[]): number {
  const wanted = tag.trim().toLowerCase();
  return tags.findIndex((one) => one.toLowerCase() === wanted);
}

/** The tag in its allowed form; undefined if it is not allowed. */
function normaliseTag(tag: Json, config: Config): string | undefined {
  if (typeof tag !== 'string') return undefined;
  if (config.options !== undefined) return config.options[resolveTagIndex(tag, config.options)];
  return cutLine(tag, longest) || undefined;
}

function readTags(value: Json | undefined, config: Config): readonly string[] {
  const given = isList(value) ? value : config.default;
  const tags: string[] = [];
  for (const one of given) {
    const tag = normaliseTag(one, config);
    if (tags.length >= config.most) break;
    if (tag !== undefined && resolveTagIndex(tag, tags) < 0) tags.push(tag);
  }
  return tags;
}

/**
 * Reads a tag from a text, or from an object with a name, which may have an id and the quantity 1 and no other member.
 */
function readWord(item: Json): Json | undefined {
  if (!isObject(item)) return item;
  const { name, id: _, qty = 1, quantity = qty, ...details } = item;
  return quantity === 1 && Object.keys(details).length === 0 ? name : undefined;
}

function add(tags: readonly string[], given: Json, config: Config): Done {
  const item = readWord(given);
  if (item === undefined) return refuse('Tags are words alone, without a quantity or a description.');
  const tag = normaliseTag(item, config);
  if (tag === undefined) {
    const options = typeof item === 'string' ? listNearest(item, config.options ?? []) : 'a short text';
    return refuse(`${describeGiven(item)} is not allowed here. Possible: ${options}.`);
  }
  if (resolveTagIndex(tag, tags) >= 0) return { ok: true, value: tags, because: 'it was there already' };
  if (tags.length < config.most) return { ok: true, value: [...tags, tag] };
  return refuse(`There are ${config.most} already, the most that are allowed. Remove one first.`);
}

export const contTags: Prefab<Config> = {
  id: 'CONT_TAGS',
  about: 'Short words, each once, such as aspects, traits or languages.',
  config,
  derives: {},
  listParts: () => parts,
  buildBlank: (config) => readTags(undefined, config),
  settle(value, config) {
    return settleTo(
      value,
      readTags(value, config),
      value === undefined ? undefined : 'each tag is kept only once',
    );
  },
  read: (value, part, config) => (part === '' ? readTags(value, config).map(() => 1) : undefined),
  render: (value, config) => readTags(value, config).join(', ') || '—',
  describe: (path) => `${path}: tags; item_add or item_remove by the word, or set to a list`,
  set(value, { part, input }, config) {
    if (part !== '') return refusePart(part, parts);
    if (!isList(input)) return add(readTags(value, config), input, config);
    let tags: Json = [];
    for (const item of input) {
      const done = add(readTags(tags, config), item, config);
      if (!done.ok) return done;
      tags = done.value;
    }
    return { ok: true, value: tags };
  },
  add: (value, { item }, config) => add(readTags(value, config), item, config),
  remove(value, { item }, config) {
    const tags = readTags(value, config);
    const at = resolveTagIndex(item, tags);
    if (at < 0)
      return refuse(`"${cutLine(item)}" is not in the list. The list has: ${listNearest(item, tags)}.`);
    return { ok: true, value: tags.toSpliced(at, 1) };
  },
};
