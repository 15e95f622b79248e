// Parsing: a message's text into who speaks, its tagged parts, and what stands outside of them.

import { listMarkedSpans, type MarkedSpan, type Reach } from './list-marked-spans.ts';
import { parseLeadingVoice } from './parse-leading-voice.ts';
import type { ParsedMessage, Span, Tag } from './tag.ts';
import { exampleVoices, type Voice, type Voices } from './voices.ts';

export interface UserMessageOptions {
  /** Who speaks where the text itself does not say so. */
  readonly actor?: string;
  /** What the text outside tags is taken as; nothing leaves it untagged. */
  readonly tags?: readonly Tag[];
  readonly voices?: Voices;
}

/** A message of the person: text outside tags is taken with the tags the caller gives, `say` unless told otherwise. */
export function parseUserMessage(text: string, options: UserMessageOptions = {}): ParsedMessage {
  const { tags = ['say'], voices = exampleVoices } = options;
  const { actor, marked, gaps } = splitMessage(text, voices.user);
  const taken = gaps.flatMap((gap) => tags.map((tag) => ({ tag, content: cut(text, gap), start: gap.from })));
  const spans = [...marked.map(buildSpan), ...taken].sort((one, other) => one.start - other.start);
  return {
    text,
    actor: actor ?? options.actor,
    spans,
    untagged: tags.length === 0 ? joinGaps(text, gaps) : '',
  };
}

/** A reply of the companion: what stands outside tags is processing, kept and not shown. */
export function parseResponse(text: string, options: { readonly voices?: Voices } = {}): ParsedMessage {
  const { voices = exampleVoices } = options;
  const { actor, marked, gaps } = splitMessage(text, voices.companion);
  return { text, actor, spans: marked.map(buildSpan), untagged: joinGaps(text, gaps) };
}

/** A message without any known tag, with its whole text taken as said. */
export function asSaid(message: ParsedMessage, voices: readonly Voice[]): ParsedMessage {
  const { body } = parseLeadingVoice(message.text, voices);
  const said: Span = { tag: 'say', content: cut(message.text, body), start: body.from };
  return { ...message, spans: [said], untagged: '' };
}

function splitMessage(text: string, voices: readonly Voice[]) {
  const { voice, body } = parseLeadingVoice(text, voices);
  const marked = listMarkedSpans(text, body);
  return { actor: voice, marked, gaps: listGaps(text, { body, marked }) };
}

interface Divided {
  readonly body: Reach;
  readonly marked: readonly MarkedSpan[];
}

/** What stands between the tagged parts, without what is blank. */
function listGaps(text: string, { body, marked }: Divided): Reach[] {
  const starts = [body.from, ...marked.map((span) => span.to)];
  const ends = [...marked.map((span) => span.from), body.to];
  return starts
    .map((from, index) => ({ from, to: ends[index] ?? from }))
    .filter((gap) => cut(text, gap).trim() !== '');
}

function joinGaps(text: string, gaps: readonly Reach[]): string {
  return gaps.map((gap) => cut(text, gap)).join('\n');
}

function buildSpan({ tag, content, start }: MarkedSpan): Span {
  return { tag, content, start };
}

function cut(text: string, { from, to }: Reach): string {
  return text.slice(from, to);
}
