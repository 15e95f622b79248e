// Chooses the reader of a chat file by the file's content, not by its name.
import { detectZip } from '@terrarium/kernel/detect-file-kind';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { isCardOpening, isCharacterCard } from '@terrarium/kernel/is-character-card';
import { detectKind, openNamedFile, readNamedFile } from '@terrarium/kernel/named-file';
import { readLines } from '@terrarium/kernel/read-lines';
import type { ChatFormat } from './chat-formats.ts';
import { readChatgpt } from './formats/read-chatgpt.ts';
import { readClaude } from './formats/read-claude.ts';
import { exportKind, readOwnLines, wholeKind } from './formats/read-own-lines.ts';
import { isPlainMessage, isPlainTalk, readPlainLines } from './formats/read-plain-lines.ts';
import { readSillyTavern } from './formats/read-silly-tavern.ts';
import type { ChatReader } from './incoming-message.ts';
import { type Fields, parseLine, readFields } from './json-fields.ts';
import { readJsonElements } from './read-json-elements.ts';

export const chatReaders: Readonly<Record<ChatFormat, ChatReader>> = {
  terrarium: readOwnLines,
  sillytavern: readSillyTavern,
  chatgpt: readChatgpt,
  claude: readClaude,
  jsonl: readPlainLines,
};

/**
 * Whether a file begins like the export of a whole memory. Throws `UsageError` if the file is missing or cannot
 * be read.
 */
export function isWholeFile(path: string): boolean {
  return isWholeOpening(readOpening(path));
}

function isWholeOpening(opening: string): boolean {
  return opening.startsWith(`{"kind":"${wholeKind}"`);
}

/** Throws `UsageError` if the file is missing, cannot be read, or has none of the formats. */
export function detectChatFormat(path: string): ChatFormat {
  const opening = readOpening(path);
  if (opening.startsWith('PK')) throw refuseArchive(path);
  if (isCard(path, opening)) {
    throw new UsageError({
      code: 'exchange.character-card',
      happened: `${path} is not a chat: it is a character card, or a picture.`,
      todo: 'Make its character the companion with "terrarium memory companion CARD".',
    });
  }
  if (isWholeOpening(opening)) {
    throw new UsageError({
      code: 'exchange.whole-memory',
      happened: `${path} is a whole memory, not a talk.`,
      todo: 'Import it alone, into a world that remembers nothing yet: "terrarium memory import FILE --world DIR".',
    });
  }
  const format = opening.startsWith('[') ? detectList(path) : detectLines(path, opening);
  if (format !== undefined) return format;
  if (isStory(path, opening)) {
    throw new UsageError({
      code: 'exchange.unknown-format',
      happened: `${path} is not a chat: it looks like the posts of a story.`,
      todo: 'Import it into the world with "terrarium import".',
    });
  }
  throw new UsageError({
    code: 'exchange.unknown-format',
    happened: `${path} is not a chat of a known kind.`,
    todo: 'The known kinds are SillyTavern chats (.jsonl), exports from ChatGPT and Claude (conversations.json), exports of a memory, and JSON messages with "speaker" or "role" and "text": one on each line, in one list, or in lists named "messages".',
  });
}

/** A larger file is not looked through for a card. */
const largestCard = 16 * 1024 * 1024;

/** Whether the file is a character card: JSON with the fields of one, or a picture, which may hold one. */
function isCard(path: string, opening: string): boolean {
  if (opening.slice(1, 4) === 'PNG') return true;
  if (!opening.startsWith('{')) return false;
  if (isCardOpening(opening)) return true;
  const read = readNamedFile(path, largestCard);
  return read.status === 'read' && isCharacterCard(read.bytes.toString('utf8'));
}

function refuseArchive(path: string): UsageError {
  const read = readNamedFile(path, largestCard);
  const isCard = read.status === 'read' && detectZip((name) => read.bytes.includes(name)).id === 'card';
  return new UsageError({
    code: 'exchange.archive',
    happened: isCard ? `${path} is a character card in an archive (CHARX).` : `${path} is an archive.`,
    todo: `Unpack it, and import the ${isCard ? 'card.json' : 'conversations.json'} in it.`,
  });
}

const openingBytes = 4096;

function readOpening(path: string): string {
  const kind = detectKind(path);
  if (kind === 'missing')
    throw new UsageError({
      code: 'exchange.missing',
      happened: `There is no file ${path}.`,
      todo: 'Check the path.',
    });
  if (kind !== 'file')
    throw new UsageError({
      code: 'exchange.not-a-file',
      happened: `${path} is not a file.`,
      todo: 'Name the file of a chat.',
    });
  const bytes = readStart(path);
  if (bytes.length === 0)
    throw new UsageError({
      code: 'exchange.empty',
      happened: `${path} is empty.`,
      todo: 'Check that it is the one you meant.',
    });
  return bytes
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .trimStart();
}

function readStart(path: string): Buffer {
  try {
    const file = openNamedFile(path);
    try {
      return file.read(0, openingBytes);
    } finally {
      file.close();
    }
  } catch (cause) {
    if (cause instanceof TerrariumError) throw cause;
    throw new UsageError({
      code: 'exchange.unreadable',
      happened: `${path} cannot be read.`,
      todo: 'Correct its permissions.',
      cause,
    });
  }
}

function detectList(path: string): ChatFormat | undefined {
  const [first] = readFirst(readJsonElements(path));
  return detectConversation(readFields(first?.value));
}

function detectConversation(fields: Fields): ChatFormat | undefined {
  if ('mapping' in fields) return 'chatgpt';
  if ('chat_messages' in fields) return 'claude';
  return isPlainMessage(fields) || isPlainTalk(fields) ? 'jsonl' : undefined;
}

function detectLines(path: string, opening: string): ChatFormat | undefined {
  if (!opening.startsWith('{')) return undefined;
  const [first] = readFirst(readLines(path));
  const line = parseLine(first?.text ?? '');
  // If the first line is not JSON by itself, the file is one conversation written over many lines.
  if (line === undefined) return detectList(path);
  if (line['kind'] === exportKind) return 'terrarium';
  if (['chat_metadata', 'user_name', 'mes'].some((key) => key in line)) return 'sillytavern';
  return detectConversation(line);
}

/** Whether the file begins with a post, as a story in JSON lines does. */
function isStory(path: string, opening: string): boolean {
  if (!opening.startsWith('{')) return false;
  const line = parseLine(readFirst(readLines(path))[0]?.text ?? '') ?? {};
  return ['body', 'thread'].some((key) => typeof line[key] === 'string');
}

function readFirst<Value>(values: Generator<Value>): readonly Value[] {
  const { value, done } = values.next();
  values.return(undefined);
  return done === true ? [] : [value];
}
