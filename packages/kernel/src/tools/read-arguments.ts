// Reads arguments as models send them, such as a number sent as text, and reports those that do not fit.

import { z } from 'zod';
import { findNearest } from '../base/find-nearest.ts';
import { escapeLine } from '../base/foreign-text.ts';

export interface ArgumentProblem {
  /** The path to the argument; empty if the problem concerns the arguments as a whole. */
  readonly path: readonly (string | number)[];
  /** What is wrong and what would be valid, on one line. */
  readonly says: string;
}

export type ReadArguments<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

/** The keywords of JSON Schema that are used here. */
interface Node {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly minLength?: number;
}

const mostProblems = 5;
const mostNames = 20;

/** A number without an exponent and without commas between thousands. The meaning of any other text is not guessed. */
const numeral = /^[+-]?\d{1,15}(?:\.\d{1,10})?$/;

const declared = new WeakMap<z.ZodType, Node>();

/**
 * Arguments that fit the schema stay as they are. Only arguments that do not fit are converted to the type that the
 * schema asks for. If `offered` is given, the alternatives named for an unknown argument come only from it.
 */
export function readArguments<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  offered?: Readonly<Record<string, unknown>>,
): ReadArguments<z.output<Schema>> {
  const strict = schema.safeParse(given);
  if (strict.success) return { ok: true, value: strict.data };
  const node = declared.get(schema) ?? (z.toJSONSchema(schema, { io: 'input' }) as Node);
  declared.set(schema, node);
  const settled = normaliseValue(node, given);
  const result = schema.safeParse(settled);
  if (result.success) return { ok: true, value: result.data };
  const problems = result.error.issues.flatMap((issue) =>
    describeIssue(issue, { node, given: settled, offered: (offered ?? node) as Node }),
  );
  return { ok: false, problems: problems.slice(0, mostProblems) };
}

function normaliseValue(node: Node, value: unknown): unknown {
  if (isRecord(value)) return normaliseMembers(node, value);
  if (Array.isArray(value)) return normaliseItems(node, value);
  const types = listTypes(node);
  // If the schema allows a text, the text stays as it is.
  if (types.length === 0 || types.includes('string')) return value;
  const number = types.some((type) => type === 'number' || type === 'integer')
    ? readNumber(value)
    : undefined;
  return number ?? (types.includes('boolean') ? (readTruth(value) ?? value) : value);
}

function normaliseItems({ items }: Node, list: readonly unknown[]): unknown {
  return items === undefined ? list : list.map((item) => normaliseValue(items, item));
}

function normaliseMembers(node: Node, value: Readonly<Record<string, unknown>>): unknown {
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const one = findMember(node, name);
    if (one === undefined) return [[name, member] as const];
    const isNeeded = node.required?.includes(name) === true;
    return !isNeeded && isNothing(one, member) ? [] : [[name, normaliseValue(one, member)] as const];
  });
  return Object.fromEntries(entries);
}

/** Whether the value is one that many models write if they mean to leave the argument out. */
function isNothing(node: Node, value: unknown): boolean {
  const types = listTypes(node);
  if (types.length === 0) return false;
  if (value === null) return !types.includes('null');
  return value === '' && (!types.includes('string') || (node.minLength ?? 0) > 0);
}

/** The types that a value may have; empty if any type is possible. */
function listTypes({ type, anyOf = [] }: Node): readonly string[] {
  if (type !== undefined) return typeof type === 'string' ? [type] : type;
  const listed = anyOf.map(listTypes);
  return listed.some((types) => types.length === 0) ? [] : [...new Set(listed.flat())];
}

function readNumber(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().replace('\u2212', '-');
  return numeral.test(text) ? Number(text) : undefined;
}

function readTruth(value: unknown): boolean | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === 'true' || word === 'yes' || word === 1) return true;
  return word === 'false' || word === 'no' || word === 0 ? false : undefined;
}

interface Seen {
  readonly node: Node;
  readonly given: unknown;
  /** The part of `node` that was described to the model. */
  readonly offered: Node;
}

function describeIssue(issue: z.core.$ZodIssue, seen: Seen): readonly ArgumentProblem[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code === 'unrecognized_keys') {
    const parent = findNode(seen.offered, path);
    return issue.keys.map((key) => ({ path: [...path, key], says: describeUnknown(key, parent) }));
  }
  const value = readAt(seen.given, path);
  if (issue.code === 'invalid_type' && value === undefined) {
    const [type = issue.expected] = listTypes(findNode(seen.node, path));
    return [{ path, says: describeMissing(issue.expected === 'nonoptional' ? issue.expected : type) }];
  }
  if (issue.code === 'invalid_union') return [{ path, says: describeUnion(findNode(seen.node, path)) }];
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return [{ path, says: issue.message }];
  const near = findNearest(value, issue.values.map(String));
  return [{ path, says: near === undefined ? issue.message : `${issue.message}; did you mean "${near}"?` }];
}

function describeMissing(expected: string): string {
  return expected === 'nonoptional' ? 'is missing' : `is missing: expected ${expected}`;
}

/** Names a similar argument, if there is one, and lists the possible arguments. */
function describeUnknown(key: string, { properties = {} }: Node): string {
  const names = Object.keys(properties);
  if (names.length === 0) return 'is unknown; no arguments are taken here';
  const near = findNearest(key, names);
  const meant = near === undefined ? '' : `did you mean ${near}? `;
  return `is unknown; ${meant}Possible: ${names.slice(0, mostNames).join(', ')}`;
}

function describeUnion(node: Node): string {
  const types = listTypes(node);
  return types.length === 0 ? 'does not fit' : `expected ${types.join(' or ')}`;
}

function findNode(node: Node, path: readonly (string | number)[]): Node {
  let here = node;
  for (const step of path) here = (typeof step === 'number' ? here.items : findMember(here, step)) ?? {};
  return here;
}

function findMember({ properties }: Node, name: string): Node | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function readAt(value: unknown, path: readonly (string | number)[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Readonly<Record<string | number, unknown>>)[step];
  }
  return here;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Renders all problems, each with its path, as one line for a model. */
export function renderProblems(problems: readonly ArgumentProblem[]): string {
  const lines = problems.map(({ path, says }) => {
    const place = path.length === 0 ? 'arguments' : path.join('.');
    return `${escapeLine(place)}: ${escapeLine(says, 400)}`;
  });
  return lines.join('; ');
}
