// A talk of several: everybody in it hears what is shown, and what is kept to oneself stays with whoever wrote it.

import { renderAloud } from './events/render-aloud.ts';
import type { Ingested } from './intake/ingest.ts';
import type { Memory } from './memory.ts';
import type { Mind } from './tags/minds.ts';
import { completeReply, parseResponse, parseUserMessage, type ReplyReading } from './tags/parse-message.ts';

/** Somebody in a talk who remembers. */
export interface Listener {
  readonly mind: Mind;
  readonly memory: Pick<Memory, 'hear' | 'speak'>;
}

export interface Company {
  /** The voice of the person who speaks. */
  readonly voice: string;
  /** The memory of that person; undefined for one who has none of their own. */
  readonly own: Listener | undefined;
  /** The companions in the talk; the first is the one spoken to. */
  readonly companions: readonly [Listener, ...Listener[]];
}

export interface HeardTogether {
  /** What became of the message in the person's own memory, or else in that of the first companion. */
  readonly kept: Ingested;
  /** Whether the companions heard anything of the message. */
  readonly isHeard: boolean;
}

/** What a person without a memory of their own keeps to themselves is told to the first companion, and to no other. */
export function hearTogether(
  { voice, own, companions: [first, ...others] }: Company,
  text: string,
  { image }: { readonly image?: string | undefined } = {},
): HeardTogether {
  if (own === undefined) {
    const kept = first.memory.hear(text, { actor: voice, image });
    const said = parseUserMessage(text, { voices: first.mind.voices });
    hearAloud(others, { aloud: renderAloud(said.spans), actor: said.actor ?? voice, image });
    return { kept, isHeard: true };
  }
  const { companion } = own.mind.voices;
  const said = parseUserMessage(text, { voices: { ...own.mind.voices, user: companion } });
  const kept = own.memory.speak(text, { actor: voice, tags: ['say'] });
  const aloud = renderAloud(said.spans);
  hearAloud([first, ...others], { aloud, actor: voice, image });
  return { kept, isHeard: aloud !== '' };
}

interface Spoken extends Pick<ReplyReading, 'untaggedReplies'> {
  readonly speaker: Listener;
  readonly text: string;
}

/** Whoever gave the reply keeps all of it; everybody else hears only the part that is shown. */
export function speakTogether(
  { own, companions }: Company,
  { speaker, text, untaggedReplies }: Spoken,
): Ingested {
  const { voices } = speaker.mind;
  const kept = speaker.memory.speak(text);
  const said = completeReply(parseResponse(text, { voices }), { voices, untaggedReplies });
  const others = [...companions, ...(own === undefined ? [] : [own])].filter(
    (one) => one.memory !== speaker.memory,
  );
  hearAloud(others, {
    aloud: renderAloud(said.spans),
    actor: said.actor ?? speaker.mind.id,
    image: undefined,
  });
  return kept;
}

interface Aloud {
  readonly aloud: string;
  readonly actor: string;
  readonly image: string | undefined;
}

function hearAloud(listeners: readonly Listener[], { aloud, actor, image }: Aloud): void {
  if (aloud === '') return;
  for (const { memory } of listeners) memory.hear(aloud, { actor, image });
}
