// Reads the lists and lines of values in a narrative, each with its heading.

export interface PanelItem {
  readonly text: string;
  readonly start: number;
}

export interface PanelEntry {
  /** The heading in lower case, without punctuation; empty for an item without a heading. */
  readonly label: string;
  readonly items: readonly PanelItem[];
  /** Entries that directly follow one another have the same number. */
  readonly row: number;
}

const lineOf = /[^\n]+/g;
const point = /^\s*(?:[-*•+]|\d+[.)])\s+/;
const headed = /^(?:\*\*|__)?([\p{L}][\p{L}\p{N}' ]{0,30}?)(?:\*\*|__)?:(?:\*\*|__)?(?=\s|$)/u;
const separator = /[,;]/;
const longestItem = 60;

/** A line without a heading counts only if it is an item of a list. */
export function readPanels(narrative: string): readonly PanelEntry[] {
  let row = 0;
  let isOpen = false;
  return [...narrative.matchAll(lineOf)].flatMap(({ 0: line, index }) => {
    const mark = point.exec(line)?.[0].length ?? 0;
    const head = headed.exec(line.slice(mark).trimStart());
    const isEntry = mark > 0 || head !== null;
    if (isEntry && !isOpen) row += 1;
    isOpen = isEntry;
    if (!isEntry) return [];
    const indent = line.length - line.slice(mark).trimStart().length;
    const at = indent + (head?.[0].length ?? 0);
    const label = (head?.[1] ?? '').toLowerCase().trim();
    const [first = ''] = line.slice(at).split(/[.!?](?:\s|$)/);
    return [{ label, row, items: splitItems(first, index + at) }];
  });
}

function splitItems(text: string, offset: number): readonly PanelItem[] {
  const items: PanelItem[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && !separator.test(text[at] ?? '')) continue;
    const part = text.slice(start, at);
    const bare = part.replace(/^[\s*_]+/, '');
    const trimmed = bare.replace(/(?<![\s*_.])[\s*_.]+$/, '');
    const isShort = trimmed !== '' && trimmed.length <= longestItem;
    if (isShort) items.push({ text: trimmed, start: offset + start + part.length - bare.length });
    start = at + 1;
  }
  return items;
}
