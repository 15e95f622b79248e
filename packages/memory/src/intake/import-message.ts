// Takes a message of a file as one that was heard or spoken at its time: word for word, with what its tags say.

import type { Connection } from '@terrarium/kernel/open-database';
import { parseResponse, parseUserMessage } from '../tags/parse-message.ts';
import type { ParsedMessage } from '../tags/tag.ts';
import type { Voices } from '../tags/voices.ts';
import type { StagedMessage } from './import-store.ts';
import { type IngestOptions, ingest } from './ingest.ts';
import type { MappedSpeaker } from './resolve-speakers.ts';

/** What an import leaves to whoever keeps the memory. */
export type ImportIngest = Pick<
  IngestOptions,
  'profile' | 'languages' | 'untaggedReplies' | 'addToIndex' | 'linkItem'
>;

export interface ImportedMessage {
  readonly message: StagedMessage;
  readonly speaker: MappedSpeaker;
  readonly voices: Voices;
  readonly timeZone: string;
  readonly ingest: ImportIngest;
}

interface Outcome {
  /** How many items of working memory its tags made. */
  readonly items: number;
  /** Whether words of it stand outside of tags, and nothing of it shows. */
  readonly isUnsaid: boolean;
}

export function importMessage(connection: Connection, taken: ImportedMessage): Outcome {
  const { message, speaker, voices, timeZone } = taken;
  const parsed = parseMessage(taken);
  const { effects, isShown } = ingest(connection, parsed, {
    ...taken.ingest,
    side: speaker.side,
    clock: { now: () => message.atMs },
    atMs: message.atMs,
    storyAtMs: message.storyAtMs,
    origin: { name: message.origin, key: message.originKey },
    voices,
    timeZone,
    injected: message.isParroted ? parroted : undefined,
  });
  const items = effects.filter(({ effect }) => effect === 'created').length;
  return { items, isUnsaid: !isShown && parsed.untagged.trim() !== '' };
}

/** An export says that the reply repeated what it had been woken with: it stays so. */
const parroted = { isInjected: () => true, measureShare: () => 1 };

function parseMessage({ message, speaker, voices }: ImportedMessage): ParsedMessage {
  const { text, isNarrated, spans } = message;
  if (spans !== undefined) return { text, actor: speaker.voice, spans, untagged: '' };
  if (speaker.side === 'user')
    return parseUserMessage(text, { actor: speaker.voice, voices, tags: [isNarrated ? 'narrate' : 'say'] });
  const parsed = parseResponse(text, { voices });
  const actor = parsed.actor ?? speaker.voice;
  if (!isNarrated || parsed.spans.length > 0) return { ...parsed, actor };
  return { ...parsed, actor, spans: [{ tag: 'narrate', content: text, start: 0 }], untagged: '' };
}
