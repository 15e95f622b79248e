// Leading voice: who a message says is speaking, by a tag around it or before it.

import type { Reach } from './list-marked-spans.ts';
import type { Voice } from './voices.ts';

/** The voice of a message and the part of its text that is spoken; the whole text where no voice is named. */
export interface LeadingVoice {
  readonly voice: string | undefined;
  readonly body: Reach;
}

const opening = /^\s*<([a-z][a-z0-9'-]{0,63})(\/?)>/;

/**
 * A configured voice in a tag at the beginning that is closed at the very end, at once (`<sage></sage>`) or by itself
 * (`<sage/>`). Whatever else stands there is text.
 */
export function parseLeadingVoice(text: string, voices: readonly Voice[]): LeadingVoice {
  const whole = { voice: undefined, body: { from: 0, to: text.length } };
  const match = opening.exec(text);
  const id = match?.[1];
  if (match === null || id === undefined || !voices.some((voice) => voice.id === id)) return whole;
  const from = match[0].length;
  if (match[2] === '/') return { voice: id, body: { from, to: text.length } };
  const closing = `</${id}>`;
  if (text.startsWith(closing, from)) {
    return { voice: id, body: { from: from + closing.length, to: text.length } };
  }
  const end = text.trimEnd().length;
  if (!text.slice(from, end).endsWith(closing)) return whole;
  return { voice: id, body: { from, to: end - closing.length } };
}
