// Secret: a text that can be used but never shown.
import { inspect } from 'node:util';

const shown = '[secret]';

/** Wraps a key or password. When it is printed, even inside another value, it shows `[secret]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself; call this only in code that sends the text to a server. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [Symbol.toPrimitive](): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}
