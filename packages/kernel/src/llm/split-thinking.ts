// Separates the reply from thinking that some servers leave in its text, between `<think>` tags.

const opening = '<think>';
const closing = '</think>';

export interface SplitText {
  readonly reasoning: string;
  readonly text: string;
}

/**
 * Takes a leading `<think>…</think>` out of a text. If the chat template itself opens the block, the text has only the
 * closing tag. If the block is never closed, everything is thinking, because the reply was cut off before its text
 * began. `isCutThinking` makes a text without any tag count as such a block.
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

/** Whether the text begins in the middle of thinking, because the chat template opened the block. */
export function isBegunInThinking(text: string): boolean {
  return !hasOpening(text) && computeUnopenedEnd(text) >= 0;
}

function hasOpening(text: string): boolean {
  return text.trimStart().startsWith(opening);
}

/** The position of a closing tag that no opening tag precedes; -1 if there is none. */
function computeUnopenedEnd(text: string): number {
  const end = text.indexOf(closing);
  return end >= 0 && text.slice(0, end).includes(opening) ? -1 : end;
}

export interface TextListener {
  readonly onText: (piece: string) => void;
  /** Called if all text passed on so far turns out to be thinking that has now ended. The reply follows. */
  readonly onRetract?: (() => void) | undefined;
}

export interface ThinkingFilter {
  push(piece: string): void;
  /** Call this when the reply is complete. The text passed on since the last retraction is the text of the reply. */
  finish(isCut: boolean): void;
}

/**
 * The part of the stream that is being read: `undecided` (nothing is known yet), `inside` (thinking), `open` (text
 * taken for the reply), `behind` (just after thinking), or `settled` (the reply).
 */
type Stage = 'undecided' | 'inside' | 'open' | 'behind' | 'settled';

/**
 * Passes on the pieces of a streamed text without the thinking before it. Thinking without an opening tag cannot be
 * recognised until it ends, so it is passed on and then retracted. If `startsInside` is set, such thinking is held
 * back instead.
 */
export function filterThinking({ onText, onRetract }: TextListener, startsInside: boolean): ThinkingFilter {
  let stage: Stage = startsInside ? 'inside' : 'undecided';
  /** Text that has arrived but has not been passed on yet. */
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
      // Only the new text is searched. Otherwise, long thinking would be searched again with each piece.
      tail = tail.slice(-closing.length) + piece;
      advance();
    },
    finish(isCut) {
      if (stage === 'undecided' || stage === 'inside') held = splitThinking(held, startsInside && isCut).text;
      sendOn(held.length);
    },
  };
}

/** The letters with which both tags end. */
const lastOfTags = 'think>';

/** How many characters at the end of the text may be the beginning of a tag. */
function countHeldBack(text: string): number {
  for (let count = closing.length - 1; count > 0; count -= 1) {
    const end = text.slice(-count);
    if (closing.startsWith(end) || opening.startsWith(end)) return Math.min(count, text.length);
  }
  return 0;
}
