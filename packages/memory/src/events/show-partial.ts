// Shows a reply while it arrives: what is certain to be shown of it, and nothing that may turn out to be kept to oneself.

import { parseResponse } from '../tags/parse-message.ts';
import { displayTags, type Tag, workingTags } from '../tags/tag.ts';
import { showSpans } from './show-event.ts';

const marker = new RegExp(`<(/?)(${[...displayTags, ...workingTags].join('|')})>`, 'gi');
const shown: ReadonlySet<string> = new Set<Tag>(displayTags);

interface Opening {
  readonly tag: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The beginning of what will be shown of a text of which this much has arrived: a longer part of the same reply shows
 * the same and more, where its tags are closed. What stands outside of tags waits, as does what follows a `<` in an
 * open part: it may be the next tag.
 */
export function showPartial(text: string): string {
  const open = findOpen(text);
  if (open === undefined) return showSpans(parseResponse(text).spans);
  const before = showSpans(parseResponse(text.slice(0, open.from)).spans);
  const arrived = shown.has(open.tag) ? cutAtMark(text.slice(open.to)).trim() : '';
  if (arrived === '') return before;
  return [...(before === '' ? [] : [before]), open.tag === 'do' ? `*${arrived}` : arrived].join('\n');
}

/** The first tag that is open and not yet closed. */
function findOpen(text: string): Opening | undefined {
  let open: Opening | undefined;
  for (const match of text.matchAll(marker)) {
    const tag = (match[2] ?? '').toLowerCase();
    const isClosing = match[1] === '/';
    if (open === undefined && !isClosing) {
      open = { tag, from: match.index, to: match.index + match[0].length };
    } else if (open?.tag === tag) {
      open = isClosing ? undefined : { tag, from: match.index, to: match.index + match[0].length };
    }
  }
  return open;
}

function cutAtMark(content: string): string {
  const at = content.indexOf('<');
  return at === -1 ? content : content.slice(0, at);
}
