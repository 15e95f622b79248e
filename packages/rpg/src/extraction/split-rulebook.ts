// Splits a rulebook into parts that fit a model's window, divided where the text itself has breaks.

import type { RulebookPart } from './rulebook.ts';

export interface SplitOptions {
  readonly maxTokens: number;
  readonly count: (text: string) => number;
}

/** A part is not divided below this many characters, however many tokens they are. */
const leastCharacters = 200;
const heading = /^(?<marks>#{1,6})\s+(?<title>\S.*)$/u;

/**
 * Parts of at most `maxTokens`. They are divided before headings if possible, and otherwise between paragraphs, lines
 * or words, or even within a word. Nothing is left out and nothing is in two parts.
 */
export function splitRulebook(text: string, options: SplitOptions): readonly RulebookPart[] {
  const parts: RulebookPart[] = [];
  const under: string[] = [];
  let start = 0;
  let end = 0;
  let tokens = 0;
  let headings: readonly string[] = [];
  const close = () => {
    if (end > start) parts.push({ index: parts.length, start, end, headings });
    start = end;
    tokens = 0;
  };
  for (const block of listBlocks(text, options)) {
    const title = heading.exec(block.text.split('\n', 1)[0]?.trimEnd() ?? '')?.groups;
    const own = options.count(block.text);
    const isNewChapter = title !== undefined && tokens > options.maxTokens / 2;
    if (tokens + own > options.maxTokens || isNewChapter) close();
    if (title !== undefined) setHeading(under, title['marks']?.length ?? 1, title['title'] ?? '');
    // A part bears the headings under which it begins, even if others follow within it.
    if (end === start) headings = [...under];
    end += block.text.length;
    tokens += own;
  }
  close();
  return parts;
}

function setHeading(under: string[], depth: number, title: string): void {
  under.splice(depth - 1);
  while (under.length < depth - 1) under.push('');
  under.push(title.replace(/(?<!\s)\s+#*$/u, '').slice(0, 120));
}

/** Headings and paragraphs, each with the blank lines after it; a block that is too long is cut into pieces. */
function* listBlocks(text: string, options: SplitOptions): Generator<{ readonly text: string }> {
  let block = '';
  let isEnded = false;
  for (const [line] of text.matchAll(/[^\n]+\n?|\n/gu)) {
    const isBlank = line.trim() === '';
    const isHeading = heading.test(line.trimEnd());
    if (block !== '' && !isBlank && (isEnded || isHeading)) {
      yield* splitBlock(block, options);
      block = '';
    }
    block += line;
    isEnded = isBlank || isHeading;
  }
  if (block !== '') yield* splitBlock(block, options);
}

function* splitBlock(block: string, options: SplitOptions): Generator<{ readonly text: string }> {
  if (block.length <= leastCharacters || options.count(block) <= options.maxTokens) {
    yield { text: block };
    return;
  }
  const at = chooseCut(block);
  yield* splitBlock(block.slice(0, at), options);
  yield* splitBlock(block.slice(at), options);
}

/** Chooses a place near the middle: after a line break, else after a blank, else between two characters. */
function chooseCut(block: string): number {
  const middle = Math.floor(block.length / 2);
  for (const sign of ['\n', ' ']) {
    const before = block.lastIndexOf(sign, middle);
    const behind = block.indexOf(sign, middle);
    const near = middle - before <= behind - middle || behind === -1 ? before : behind;
    if (near > 0 && near < block.length - 1) return near + 1;
  }
  const unit = block.charCodeAt(middle);
  return unit >= 0xdc00 && unit <= 0xdfff ? middle + 1 : middle;
}
