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
 */
export function splitThinking(text: string): SplitText {
  const trimmed = text.trimStart();
  const isOpened = trimmed.startsWith(opening);
  const body = isOpened ? trimmed.slice(opening.length) : text;
  const end = body.indexOf(closing);
  if (end < 0) return isOpened ? { reasoning: body.trim(), text: '' } : { reasoning: '', text };
  if (!isOpened && body.slice(0, end).includes(opening)) return { reasoning: '', text };
  return { reasoning: body.slice(0, end).trim(), text: body.slice(end + closing.length).trimStart() };
}

/** Passes on the pieces of a stream of text without a leading block of thinking. */
export function skipThinking(onText: (piece: string) => void): (piece: string) => void {
  let held = '';
  let isPassing = false;
  return (piece) => {
    if (isPassing) {
      onText(piece);
      return;
    }
    held += piece;
    const text = findReplyText(held);
    if (text === '') return;
    isPassing = true;
    onText(text);
  };
}

/** What of the text so far is surely not thinking. */
function findReplyText(text: string): string {
  const trimmed = text.trimStart();
  if (trimmed.startsWith(opening)) return splitThinking(trimmed).text;
  return opening.startsWith(trimmed) ? '' : text;
}
