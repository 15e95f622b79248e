// Dice cursor: a position in the text of a dice expression, with methods that read on from it.

import { DiceFault } from '../dice-fault.ts';

const shownCharacters = 12;

export class DiceCursor {
  readonly text: string;
  at = 0;
  depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  skipBlanks(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }

  /** Takes what the sticky pattern finds here; undefined if it finds nothing. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  isAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** The fault to throw if the text here is not what was expected. */
  refuse(expected: string, at = this.at): DiceFault {
    const rest = this.text.slice(at).trimEnd();
    const isLong = rest.length > shownCharacters;
    const shown =
      rest === '' ? 'the end of the expression' : `“${rest.slice(0, shownCharacters)}${isLong ? '…' : ''}”`;
    return new DiceFault(`At position ${at + 1}: expected ${expected}, but found ${shown}.`, at);
  }
}
