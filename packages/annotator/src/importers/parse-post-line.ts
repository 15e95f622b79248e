// Parses one JSON line into a post, or says what is wrong with it and where.

export interface PostLine {
  readonly id: number | undefined;
  /** Whether the post has an id that is not an integer. */
  readonly hasForeignId: boolean;
  readonly thread: string | undefined;
  readonly chapter: string | undefined;
  readonly title: string | undefined;
  readonly author: string | undefined;
  /** Unix time in seconds. */
  readonly time: number | undefined;
  readonly tags: readonly string[] | undefined;
  readonly body: string;
  readonly unknownKeys: readonly string[];
}

/** What is wrong with a line: the rest of a sentence that begins with "Line 3 of FILE". */
export interface LineIssue {
  readonly issue: string;
}

const knownKeys = new Set(['id', 'thread', 'chapter', 'title', 'author', 'time', 'tags', 'body']);
/** If a Unix time is above this many seconds (the year 5138), it is in milliseconds. */
const largestSeconds = 1e11;
const isoTime = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/iu;

class FieldIssue extends Error {}

export function parsePostLine(line: string): PostLine | LineIssue {
  const parsed = parseJson(line);
  if ('issue' in parsed) return parsed;
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { issue: `is ${describe(value)}, not a JSON object` };
  }
  try {
    return parseFields(new Map(Object.entries(value)));
  } catch (error) {
    if (error instanceof FieldIssue) return { issue: error.message };
    throw error;
  }
}

function parseFields(fields: ReadonlyMap<string, unknown>): PostLine {
  const body = fields.get('body');
  if (body === undefined || body === null) throw new FieldIssue('has no "body"');
  if (typeof body !== 'string')
    throw new FieldIssue(`has ${describe(body)} as "body", which is not a string`);
  const id = fields.get('id');
  return {
    id: Number.isSafeInteger(id) ? Number(id) : undefined,
    hasForeignId: id !== undefined && id !== null && !Number.isSafeInteger(id),
    thread: parseName(fields, 'thread'),
    chapter: parseName(fields, 'chapter'),
    title: parseName(fields, 'title'),
    author: parseName(fields, 'author'),
    time: parseTime(fields.get('time')),
    tags: parseTags(fields.get('tags')),
    body,
    unknownKeys: [...fields.keys()].filter((key) => !knownKeys.has(key)),
  };
}

/** Accepts numbers as names, because chapters are often numbered. */
function parseName(fields: ReadonlyMap<string, unknown>, key: string): string | undefined {
  const value = fields.get(key);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string')
    throw new FieldIssue(`has ${describe(value)} as "${key}", which is not a string`);
  return value.trim() === '' ? undefined : value;
}

function parseTime(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isFinite(value)) {
    return Math.abs(value) > largestSeconds ? value / 1000 : value;
  }
  const seconds = typeof value === 'string' ? parseIsoTime(value.trim()) : Number.NaN;
  if (Number.isNaN(seconds)) {
    throw new FieldIssue(
      `has ${describe(value)} as "time", which is neither Unix seconds nor an ISO 8601 time`,
    );
  }
  return seconds;
}

/** A time without a zone counts as UTC, so that imports are the same on every machine. */
function parseIsoTime(text: string): number {
  const match = isoTime.exec(text);
  if (match === null) return Number.NaN;
  const isZoned = match.groups?.['zone'] !== undefined || text.length === 10;
  return Date.parse(isZoned ? text : `${text}Z`) / 1000;
}

/** An empty list counts as no tags at all, because some exports always write the key. */
function parseTags(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value.trim() === '' ? undefined : [value.trim()];
  if (!Array.isArray(value))
    throw new FieldIssue(`has ${describe(value)} as "tags", which is not a list of strings`);
  const tags = value.map((tag) => {
    if (typeof tag !== 'string')
      throw new FieldIssue(`has ${describe(tag)} among its "tags", which is not a string`);
    return tag.trim();
  });
  const filled = tags.filter((tag) => tag !== '');
  return filled.length === 0 ? undefined : filled;
}

function parseJson(line: string): { readonly value: unknown } | LineIssue {
  const failure = findJsonError(line);
  if (failure === undefined) return { value: JSON.parse(line) as unknown };
  return { issue: `is not JSON, from column ${computeColumn(line)} on` };
}

/**
 * The engine gives no position for most errors. So the column is computed: the end of the shortest prefix that no
 * further text could turn into valid JSON.
 */
function computeColumn(line: string): number {
  let mendable = 0;
  let broken = line.length + 1;
  while (broken - mendable > 1) {
    const middle = Math.floor((mendable + broken) / 2);
    const message = findJsonError(line.slice(0, middle));
    if (message === undefined || isCutShort(message, middle)) mendable = middle;
    else broken = middle;
  }
  return broken;
}

/** Whether the engine's message is about the end of the text. */
function isCutShort(message: string, length: number): boolean {
  const position = /at position (?<position>\d+)/u.exec(message)?.groups?.['position'];
  return message.includes('end of JSON input') || Number(position ?? -1) >= length;
}

function findJsonError(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return `"${value.slice(0, 40)}"`;
  return String(value);
}
