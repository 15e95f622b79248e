// Reads an export from Claude: a list of conversations, each a list of messages made of blocks.
import { buildLeftOut, type ChatFile, type Incoming, validateMessage } from '../incoming-message.ts';
import { type Fields, readFields, readList, readText, walkBranch } from '../json-fields.ts';
import { parseChatTime } from '../parse-chat-time.ts';
import { readJsonElements } from '../read-json-elements.ts';

const origin = 'claude';

export function* readClaude({ path, timeZone }: ChatFile): Generator<Incoming> {
  for (const { number, value } of readJsonElements(path)) {
    const conversation = readFields(value);
    const title = readText(conversation['name']) ?? 'untitled';
    const place = `conversation ${number} (${title.slice(0, 60)})`;
    if (!Array.isArray(conversation['chat_messages'])) {
      yield buildLeftOut('conversations in an unknown form', place);
      continue;
    }
    const messages = readList(conversation['chat_messages']).map(readFields);
    const shown = chooseBranch(messages, readText(conversation['current_leaf_message_uuid']));
    const conversationId = readText(conversation['uuid']) ?? place;
    for (const [at, message] of shown.entries()) {
      const key = `${conversationId}/${readText(message['uuid']) ?? at}`;
      yield* readMessage(message, { thread: number, place, key, timeZone });
    }
    const others = messages.length - shown.length;
    if (others > 0) yield buildLeftOut('messages of branches that are not shown', place, others);
  }
}

/**
 * Returns all messages in order. If two messages answer the same one, returns only one branch: that of the named
 * leaf, or else of the last message.
 */
function chooseBranch(messages: readonly Fields[], leaf: string | undefined): readonly Fields[] {
  const byId = new Map(messages.map((message) => [readText(message['uuid']) ?? '', message]));
  const parents = messages.flatMap((message) => readText(message['parent_message_uuid']) ?? []);
  if (new Set(parents).size === parents.length) return messages;
  const last = leaf !== undefined && byId.has(leaf) ? leaf : readText(messages.at(-1)?.['uuid']);
  if (last === undefined) return messages;
  const shown = walkBranch(last, (id) => readText(byId.get(id)?.['parent_message_uuid']));
  return shown.map((id) => byId.get(id)).filter((message) => message !== undefined);
}

interface MessageSetting {
  readonly thread: number;
  readonly place: string;
  readonly key: string;
  readonly timeZone: string;
}

function* readMessage(
  message: Fields,
  { thread, place, key, timeZone }: MessageSetting,
): Generator<Incoming> {
  const blocks = readList(message['content']).map(readFields);
  const texts = blocks.flatMap((block) => (block['type'] === 'text' ? (readText(block['text']) ?? []) : []));
  const text = texts.length > 0 ? texts.join('\n\n') : (readText(message['text']) ?? '');
  const attached = readList(message['attachments']).length + readList(message['files']).length;
  yield* countBlocks(blocks, place);
  if (attached > 0) yield buildLeftOut('attached files', place, attached);
  // If the message was only files or calls, it has already been reported as left out.
  if (text.trim() === '' && (attached > 0 || blocks.some((block) => block['type'] !== 'text'))) return;
  const isUser = message['sender'] === 'human';
  yield validateMessage(
    {
      kind: 'message',
      origin,
      originKey: key,
      thread,
      speaker: isUser ? 'human' : 'assistant',
      side: isUser ? 'user' : 'companion',
      text,
      atMs: parseChatTime(message['created_at'], timeZone)?.ms,
    },
    place,
  );
}

const names: Readonly<Record<string, string>> = {
  thinking: 'passages of reasoning',
  tool_use: 'tool calls',
  tool_result: 'tool results',
  image: 'pictures, sounds and files',
};

function* countBlocks(blocks: readonly Fields[], place: string): Generator<Incoming> {
  for (const block of blocks) {
    const type = readText(block['type']) ?? 'unknown';
    if (type !== 'text') yield buildLeftOut(names[type] ?? `parts of the kind "${type.slice(0, 40)}"`, place);
  }
}
