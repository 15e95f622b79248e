// Lists where a manifest does not fit the schema, in words for its author.

import { findNearest } from '@terrarium/kernel/find-nearest';
import type { z } from 'zod';
import { cutLine, describeGiven } from '../../prefabs/show-text.ts';
import type { Json } from '../../values/json.ts';
import type { Place } from './problem-list.ts';
import { listMembers } from './schema-members.ts';
import { listNames, suggestName } from './suggest.ts';

/** A fault that a schema finds: its place, what is wrong, and what to do. */
export interface SchemaProblem {
  readonly at: Place;
  readonly says: string;
  readonly suggestion: string;
  /** Set if there are too many entries to check. */
  readonly isBulk?: true;
}

/** How many faults of a value are described at most, and how many unknown members of one object. */
const mostDescribed = 1_000;

/**
 * The faults that a schema finds in a value; empty if the value fits. If there are very many, only some are returned.
 */
export function listSchemaProblems(schema: z.ZodType, value: unknown): readonly SchemaProblem[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  const issues = parsed.error.issues.slice(0, mostDescribed);
  const missing = collectMissing(issues, value);
  const seen: Seen = { schema, value, missing, lacking: groupByParent(missing), misspelt: new Set() };
  const misspelt: SchemaProblem[] = [];
  for (const issue of issues) {
    if (misspelt.length < mostDescribed) misspelt.push(...listUnknownMembers(issue, seen));
  }
  const others = issues.flatMap((issue) => describeIssue(issue, seen));
  return [...misspelt, ...others];
}

type Issue = z.core.$ZodIssue;

interface Seen {
  readonly schema: z.ZodType;
  readonly value: unknown;
  /** Places of required members that are missing, by the place as a text. */
  readonly missing: ReadonlyMap<string, Place>;
  /** The entries of `missing` by the place of the object that lacks them. */
  readonly lacking: ReadonlyMap<string, readonly (readonly [string, Place])[]>;
  /** Keys of `missing` whose member is given under a misspelt name. */
  readonly misspelt: Set<string>;
}

function groupByParent(missing: Seen['missing']): Seen['lacking'] {
  return Map.groupBy([...missing], ([, place]) => JSON.stringify(place.slice(0, -1)));
}

function toPlace(path: readonly PropertyKey[]): Place {
  return path.map((step) => (typeof step === 'number' ? step : String(step)));
}

function collectMissing(issues: readonly Issue[], value: unknown): ReadonlyMap<string, Place> {
  const places = issues
    .filter((issue) => issue.path.length > 0 && readAt(value, toPlace(issue.path)) === undefined)
    .map((issue) => toPlace(issue.path));
  return new Map(places.map((place) => [JSON.stringify(place), place]));
}

function readAt(value: unknown, place: Place): unknown {
  let here = value;
  for (const step of place) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Readonly<Record<string | number, unknown>>)[step];
  }
  return here;
}

/**
 * Reports unknown members. If the nearest known name is that of a required member that is missing, both are reported as
 * one mistake.
 */
function listUnknownMembers(issue: Issue, seen: Seen): readonly SchemaProblem[] {
  if (issue.code !== 'unrecognized_keys') return [];
  const parent = toPlace(issue.path);
  const missing = seen.lacking.get(JSON.stringify(parent)) ?? [];
  const known = listMembers(seen.schema, parent);
  const there = readAt(seen.value, parent);
  const isThere = (name: string) => typeof there === 'object' && there !== null && Object.hasOwn(there, name);
  return issue.keys.slice(0, mostDescribed).map((key) => {
    const says = `There is no member "${cutLine(key)}" here.`;
    const suggestion = suggestMember(key, known, isThere);
    const meant = missing.find(([, place]) => suggestion === `Did you mean "${place.at(-1)}"?`);
    if (meant !== undefined) seen.misspelt.add(meant[0]);
    return { at: [...parent, key], says, suggestion };
  });
}

/**
 * If the object already has the member with the nearest name, suggests no other name, since the second nearest would
 * mislead.
 */
function suggestMember(key: string, known: readonly string[], isThere: (name: string) => boolean): string {
  const free = known.filter((name) => !isThere(name));
  if (free.length === 0) return 'Leave it out: everything that is allowed here is here already.';
  const near = findNearest(key, known);
  if (near === undefined || !isThere(near)) return suggestName(key, free);
  return `Did you mean "${near}"? That key is here already: keep one of the two.`;
}

function describeIssue(issue: Issue, seen: Seen): readonly SchemaProblem[] {
  if (issue.code === 'unrecognized_keys') return [];
  const at = toPlace(issue.path);
  const text = JSON.stringify(at);
  if (seen.misspelt.has(text)) return [];
  if (seen.missing.has(text)) {
    const says = `"${at.at(-1)}" is missing.`;
    return [{ at: at.slice(0, -1), says, suggestion: `Add "${at.at(-1)}": ${describeWanted(issue)}.` }];
  }
  const most = readMost(issue);
  if (most !== undefined) {
    const says = `This is too many: at most ${most} entries.`;
    return [{ at, says, suggestion: `Bring it down to ${most}.`, isBulk: true }];
  }
  return [{ at, ...describeMisfit(issue, readAt(seen.value, at) as Json | undefined) }];
}

/** If a list or a record has too many entries or members, how many it may have; undefined for any other fault. */
function readMost(issue: Issue): number | undefined {
  if (issue.code === 'too_big' && issue.origin === 'array') return Number(issue.maximum);
  const most = issue.code === 'custom' ? issue.params?.['most'] : undefined;
  return typeof most === 'number' ? most : undefined;
}

function describeWanted(issue: Issue): string {
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  return issue.code === 'invalid_type' ? describeType(issue.expected) : 'as the schema says';
}

function describeType(type: string): string {
  const words: Readonly<Record<string, string>> = {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  };
  return words[type] ?? type;
}

function describeMisfit(issue: Issue, given: Json | undefined): Pick<SchemaProblem, 'says' | 'suggestion'> {
  switch (issue.code) {
    case 'invalid_type':
      return {
        says: `${toSentenceStart(describeType(issue.expected))} is needed here, not ${describeGiven(given)}.`,
        suggestion: `Write ${describeType(issue.expected)}.`,
      };
    case 'invalid_value': {
      const values = issue.values.map(String);
      const suggestion = typeof given === 'string' ? suggestName(given, values) : listNames(values);
      return { says: `${describeGiven(given)} is not possible here.`, suggestion };
    }
    case 'too_big':
      return {
        says: `This is too ${measure(issue.origin).much}: at most ${renderLimit(issue.maximum, issue.origin)}.`,
        suggestion: `Bring it down to ${issue.maximum}.`,
      };
    case 'too_small':
      return {
        says: `This is too ${measure(issue.origin).little}: at least ${renderLimit(issue.minimum, issue.origin)}.`,
        suggestion: `Bring it up to ${issue.minimum}.`,
      };
    case 'invalid_format':
      return describeFormat(issue.message, given);
    case 'invalid_key':
      return {
        says: `"${cutLine(String(issue.path.at(-1)))}" cannot be a name here: ${issue.issues[0]?.message ?? ''}.`,
        suggestion: suggestSpelling(String(issue.path.at(-1))),
      };
    default:
      return {
        says: `${toSentenceStart(issue.message)}.`,
        suggestion: 'Change it, or what it conflicts with.',
      };
  }
}

function describeFormat(
  message: string,
  given: Json | undefined,
): Pick<SchemaProblem, 'says' | 'suggestion'> {
  const wanted = message.startsWith('Invalid') ? 'small letters, digits, and _ or - between them' : message;
  return {
    says: `${describeGiven(given)} is not written as it must be: ${wanted}.`,
    suggestion: suggestSpelling(String(given)),
  };
}

function suggestSpelling(text: string): string {
  const spelt = text
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '_')
    .replace(/^[^a-z]+|(?<![_.])[_.]+$/g, '');
  return spelt === '' ? 'Choose a name in lowercase letters.' : `Write it like "${cutLine(spelt)}".`;
}

function measure(origin: string): { readonly much: string; readonly little: string } {
  if (origin === 'string') return { much: 'long', little: 'short' };
  if (origin === 'array') return { much: 'many', little: 'few' };
  return { much: 'much', little: 'little' };
}

function renderLimit(limit: number | bigint, origin: string): string {
  if (origin === 'string') return limit === 1 ? '1 character' : `${limit} characters`;
  if (origin === 'array') return limit === 1 ? '1 entry' : `${limit} entries`;
  return String(limit);
}

function toSentenceStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '');
}
