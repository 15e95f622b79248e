// Parses a model's reply into the objects of its list: tolerant of fences, words around it and a cut end.

export interface ParsedItems {
  /** Whether there was a list at all; an empty one is an answer. */
  readonly isReadable: boolean;
  readonly objects: readonly unknown[];
}

const mostItems = 500;

export function parseItems(reply: string): ParsedItems {
  const opening = /"items"\s*:\s*\[/u.exec(reply);
  const from = opening === null ? reply.indexOf('[') : opening.index + opening[0].length - 1;
  if (from === -1) return { isReadable: false, objects: [] };
  const objects: unknown[] = [];
  let at = from + 1;
  while (objects.length < mostItems) {
    const start = reply.indexOf('{', at);
    const close = reply.indexOf(']', at);
    if (start === -1 || (close !== -1 && close < start)) break;
    const end = findObjectEnd(reply, start);
    if (end === undefined) break;
    const value = parseJson(reply.slice(start, end));
    if (value !== undefined) objects.push(value);
    at = end;
  }
  return { isReadable: true, objects };
}

const textOrBrace = /"(?:[^"\\]|\\.)*"|[{}]/gsu;

/** Behind the brace that closes the one at `start`; undefined where the text ends before. */
function findObjectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  textOrBrace.lastIndex = start;
  for (let found = textOrBrace.exec(text); found !== null; found = textOrBrace.exec(text)) {
    if (found[0] === '{') depth += 1;
    else if (found[0] === '}') depth -= 1;
    if (depth === 0) return textOrBrace.lastIndex;
  }
  return undefined;
}

/** Undefined for what is no JSON: a model's slip, which is counted as nothing. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
