// Shares a message in a talk of several companions: all hear its shown part, but only its writer keeps the private part.

import { renderAloud } from './events/render-aloud.ts';
import type { Ingested } from './intake/ingest.ts';
import type { HeardOptions, Memory } from './memory.ts';
import { completeReply, type ReplyReading } from './tags/complete-reply.ts';
import type { Mind } from './tags/minds.ts';
import { parseResponse, parseUserMessage } from './tags/parse-message.ts';

/** Somebody in a talk who has a memory. */
export interface Listener {
  readonly mind: Mind;
  readonly memory: Pick<Memory, 'hear' | 'speak'>;
}

export interface Company {
  /** The voice of the person who speaks. */
  readonly voice: string;
  /** The memory of this person; undefined if they have none of their own. */
  readonly own: Listener | undefined;
  /** The companions in the talk; the message is addressed to the first. */
  readonly companions: readonly [Listener, ...Listener[]];
}

export interface HeardTogether {
  /**
   * How the message was stored in the person's own memory, or, if they have none, in the first companion's
   * memory.
   */
  readonly kept: Ingested;
  /** Whether the companions heard any part of the message. */
  readonly isHeard: boolean;
}

/**
 * If a person has no memory of their own, the private part of their message goes to the first companion, and
 * to no other. `insteadOf`: the message in that memory that these words replace.
 */
export function hearTogether(
  { voice, own, companions: [first, ...others] }: Company,
  text: string,
  { image, isPlanned, insteadOf }: Pick<HeardOptions, 'image' | 'isPlanned' | 'insteadOf'> = {},
): HeardTogether {
  if (own === undefined) {
    const kept = first.memory.hear(text, { actor: voice, image, isPlanned, insteadOf });
    const said = parseUserMessage(text, { voices: first.mind.voices });
    hearAloud(others, {
      aloud: renderAloud(said.spans),
      actor: said.actor ?? voice,
      image,
      isOverheard: true,
    });
    return { kept, isHeard: true };
  }
  const { companion } = own.mind.voices;
  const said = parseUserMessage(text, { voices: { ...own.mind.voices, user: companion } });
  const kept = own.memory.speak(text, { actor: voice, tags: ['say'], isPlanned, insteadOf });
  const aloud = renderAloud(said.spans);
  hearAloud([first], { aloud, actor: voice, image, isOverheard: false });
  hearAloud(others, { aloud, actor: voice, image, isOverheard: true });
  return { kept, isHeard: aloud !== '' };
}

interface Spoken extends Pick<ReplyReading, 'untaggedReplies'> {
  readonly speaker: Listener;
  readonly text: string;
}

/** The companion that gave the reply keeps all of it; everybody else hears only the part that is shown. */
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
    isOverheard: true,
  });
  return kept;
}

interface Aloud {
  readonly aloud: string;
  readonly actor: string;
  readonly image: string | undefined;
  /** Whether the words were addressed to somebody else, who does what they ask for. */
  readonly isOverheard: boolean;
}

function hearAloud(listeners: readonly Listener[], { aloud, ...options }: Aloud): void {
  if (aloud === '') return;
  for (const { memory } of listeners) memory.hear(aloud, options);
}
