// Reads a SillyTavern chat: a header, then one message on each line.
import { readLines } from '@terrarium/kernel/read-lines';
import {
  buildLeftOut,
  type ChatFile,
  type ContentKeys,
  createContentKeys,
  type Incoming,
  nobody,
  validateMessage,
} from '../incoming-message.ts';
import { type Fields, parseLine, readFields, readList, readText } from '../json-fields.ts';
import { parseChatTime } from '../parse-chat-time.ts';

const origin = 'sillytavern';

/** A line that is not JSON is left out and reported; SillyTavern leaves it out too. */
export function* readSillyTavern({ path, timeZone }: ChatFile): Generator<Incoming> {
  const buildKey = createContentKeys();
  for (const { number, text } of readLines(path)) {
    if (text.trim() === '') continue;
    const place = `line ${number}`;
    const line = parseLine(text);
    if (line === undefined) yield buildLeftOut('lines that are not JSON', place);
    else if (!('mes' in line)) {
      if (number > 1) yield buildLeftOut('lines that hold no message', place);
    } else yield* readLine(line, { place, timeZone, buildKey });
  }
}

interface LineSetting {
  readonly place: string;
  readonly timeZone: string;
  readonly buildKey: ContentKeys;
}

function* readLine(line: Fields, { place, timeZone, buildKey }: LineSetting): Generator<Incoming> {
  if (line['is_system'] === true) {
    yield buildLeftOut('messages hidden from the model', place);
    return;
  }
  const text = typeof line['mes'] === 'string' ? line['mes'] : '';
  const extra = readFields(line['extra']);
  const isNarrated = extra['type'] === 'narrator';
  const name = readText(line['name']) ?? (line['is_user'] === true ? 'You' : 'Companion');
  const time = parseChatTime(line['send_date'], timeZone);
  // If the time is known only to the minute, the words tell two messages apart.
  const words = time?.isPrecise === true ? undefined : text;
  yield validateMessage(
    {
      kind: 'message',
      origin,
      originKey: buildKey(time?.ms, line['is_user'] === true ? 'user' : 'companion', name, words),
      thread: 0,
      speaker: isNarrated ? nobody : name,
      side: line['is_user'] === true ? 'user' : 'companion',
      text,
      atMs: time?.ms,
      isNarrated,
    },
    place,
  );
  const others = readList(line['swipes']).length - 1;
  if (others > 0) yield buildLeftOut('other swipes', place, others);
  if (readText(extra['reasoning']) !== undefined) yield buildLeftOut('passages of reasoning', place);
}
