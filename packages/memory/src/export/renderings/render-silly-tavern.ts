// Renders the conversation as a chat of SillyTavern: what was said, done and narrated, and nothing that was kept to oneself.

import { createHash } from 'node:crypto';
import type { Voices } from '../../tags/voices.ts';
import type { ExportStore } from '../export-store.ts';
import { nameVoice, readShown } from './shown-event.ts';

export interface ChatOptions {
  readonly voices: Voices;
  /** Of a memory that was salvaged. */
  readonly leftOut?: number | undefined;
}

/** Imported again, these messages are known; what was added in SillyTavern is new. */
export function* renderSillyTavern(store: ExportStore, { voices, leftOut }: ChatOptions): Generator<string> {
  const lines = [...renderMessages(store, voices)];
  const hash = createHash('sha256').update(lines.join('\n')).digest('hex');
  const header = {
    user_name: voices.user[0].name,
    character_name: voices.companion[0].name,
    create_date: lines[0] === undefined ? '' : (JSON.parse(lines[0]) as { send_date: string }).send_date,
    chat_metadata: {
      integrity: buildUuid(hash),
      ...(leftOut === undefined ? {} : { salvaged: { left_out: leftOut } }),
    },
  };
  yield [JSON.stringify(header), ...lines].join('\n');
  yield '\n';
}

function* renderMessages(store: ExportStore, voices: Voices): Generator<string> {
  for (const event of store.iterateEventsByTime()) {
    const mes = readShown(store, event);
    if (mes === '') continue;
    yield JSON.stringify({
      name: nameVoice(voices, event),
      is_user: event.side === 'user',
      is_system: false,
      send_date: new Date(event.at_ms).toISOString(),
      mes,
      extra: {},
    });
  }
}

/** The mark that SillyTavern tells two versions of a chat apart by: of the same chat the same. */
function buildUuid(hash: string): string {
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
