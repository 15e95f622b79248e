// Secret: a text that can be used but never shown.
import { inspect } from 'node:util';

const shown = '[secret]';

/** Wraps a key or password; every rendering of it, however deep in another value, says `[secret]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself: only for the place that hands it to a server. */
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
