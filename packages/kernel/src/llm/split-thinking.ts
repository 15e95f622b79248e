// Splits the thinking some servers leave in the text, between `<think>` tags, from the reply itself.

const opening = '<think>';
const closing = '</think>';

export interface SplitText {
  readonly reasoning: string;
  readonly text: string;
}

/**
 * Takes a leading `<think>…</think>` out of a text. Where the chat template itself opens the block, only the closing
 * tag is in the text. A block that was never closed is all reasoning: the reply was cut off before it began.
 * `isCutThinking` says so of a text without any tag.
 */
export function splitThinking(text: string, isCutThinking = false): SplitText {
  const isOpened = hasOpening(text);
  const body = isOpened ? text.trimStart().slice(opening.length) : text;
  const end = isOpened ? body.indexOf(closing) : computeUnopenedEnd(body);
  if (end >= 0)
    return { reasoning: body.slice(0, end).trim(), text: body.slice(end + closing.length).trimStart() };
  const isAllThinking = isOpened || (isCutThinking && !body.includes(opening));
  return isAllThinking ? { reasoning: body.trim(), text: '' } : { reasoning: '', text };
}

/** Whether the text begins in the middle of thinking: its chat template opened the block. */
export function isBegunInThinking(text: string): boolean {
  return !hasOpening(text) && computeUnopenedEnd(text) >= 0;
}

function hasOpening(text: string): boolean {
  return text.trimStart().startsWith(opening);
}

/** Where a closing tag stands that nothing opened; -1 where there is none. */
function computeUnopenedEnd(text: string): number {
  const end = text.indexOf(closing);
  return end >= 0 && text.slice(0, end).includes(opening) ? -1 : end;
}

export interface TextListener {
  readonly onText: (piece: string) => void;
  /** All that was passed on so far was thinking, and its end has come: what follows is the reply. */
  readonly onRetract?: (() => void) | undefined;
}

export interface ThinkingFilter {
  push(piece: string): void;
  /** The reply is whole. What was passed on since the last retraction is its text then. */
  finish(isCut: boolean): void;
}

/** Where a stream stands: nothing known yet, in thinking, in what is taken for the reply, behind thinking, in the reply. */
type Stage = 'undecided' | 'inside' | 'open' | 'behind' | 'settled';

/**
 * Passes on the pieces of a stream of text without the thinking before it. Thinking that nothing opens cannot be known
 * before its end: it is passed on and taken back, or where `startsInside` says what comes, held back.
 */
export function filterThinking({ onText, onRetract }: TextListener, startsInside: boolean): ThinkingFilter {
  let stage: Stage = startsInside ? 'inside' : 'undecided';
  /** What came and was not passed on. */
  let held = '';
  let tail = '';
  let hasPassed = false;
  const sendOn = (length: number) => {
    const text = held.slice(0, length);
    held = held.slice(length);
    if (text === '') return;
    hasPassed = true;
    onText(text);
  };
  const steps: Readonly<Record<Stage, () => Stage>> = {
    undecided: () => {
      if (opening.startsWith(held.trimStart())) return 'undecided';
      return hasOpening(held) ? 'inside' : 'open';
    },
    inside: () => {
      if (!tail.includes(lastOfTags)) return 'inside';
      if (!hasOpening(held) && !isBegunInThinking(held)) return held.includes(opening) ? 'settled' : 'inside';
      if (!held.includes(closing)) return 'inside';
      held = splitThinking(held).text;
      return 'behind';
    },
    open: () => {
      if (isBegunInThinking(`.${held}`)) {
        if (hasPassed) onRetract?.();
        held = splitThinking(`.${held}`).text;
        return 'behind';
      }
      if (held.includes(opening)) return 'settled';
      sendOn(held.length - countHeldBack(held));
      return 'open';
    },
    behind: () => {
      held = held.trimStart();
      return held === '' ? 'behind' : 'settled';
    },
    settled: () => {
      sendOn(held.length);
      return 'settled';
    },
  };
  const advance = () => {
    for (let before: Stage | undefined; before !== stage; ) {
      before = stage;
      stage = steps[stage]();
    }
  };
  return {
    push(piece) {
      held += piece;
      // However long the thinking is, only what is new is searched.
      tail = tail.slice(-closing.length) + piece;
      advance();
    },
    finish(isCut) {
      if (stage === 'undecided' || stage === 'inside') held = splitThinking(held, startsInside && isCut).text;
      sendOn(held.length);
    },
  };
}

/** With which both tags end. */
const lastOfTags = 'think>';

/** Characters at the end that may be the beginning of a tag. */
function countHeldBack(text: string): number {
  for (let count = closing.length - 1; count > 0; count -= 1) {
    const end = text.slice(-count);
    if (closing.startsWith(end) || opening.startsWith(end)) return Math.min(count, text.length);
  }
  return 0;
}
