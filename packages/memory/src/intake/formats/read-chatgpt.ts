// Reads an export from ChatGPT: a list of conversations, each of them a tree of which one branch is shown.
import { buildLeftOut, type ChatFile, type Incoming, validateMessage } from '../incoming-message.ts';
import { type Fields, readFields, readList, readText, walkBranch } from '../json-fields.ts';
import { parseChatTime } from '../parse-chat-time.ts';
import { readJsonElements } from '../read-json-elements.ts';

const origin = 'chatgpt';

export function* readChatgpt({ path, timeZone }: ChatFile): Generator<Incoming> {
  for (const { number, value } of readJsonElements(path)) {
    const conversation = readFields(value);
    const title = readText(conversation['title']) ?? 'untitled';
    const place = `conversation ${number} (${title.slice(0, 60)})`;
    if (conversation['mapping'] === undefined) yield buildLeftOut('conversations in an unknown form', place);
    else yield* readConversation(conversation, { thread: number, place, timeZone });
  }
}

interface ConversationSetting {
  readonly thread: number;
  readonly place: string;
  readonly timeZone: string;
}

function* readConversation(conversation: Fields, setting: ConversationSetting): Generator<Incoming> {
  const nodes = new Map(
    Object.entries(readFields(conversation['mapping'])).map(([id, node]) => [id, readFields(node)]),
  );
  const said = readText(conversation['current_node']);
  const leaf = said !== undefined && nodes.has(said) ? said : findNewest(nodes);
  const shown = leaf === undefined ? [] : walkBranch(leaf, (id) => readText(nodes.get(id)?.['parent']));
  const conversationId =
    readText(conversation['conversation_id']) ?? readText(conversation['id']) ?? setting.place;
  for (const id of shown) {
    const message = readFields(nodes.get(id)?.['message']);
    if (message['author'] !== undefined)
      yield* readMessage(message, { ...setting, key: `${conversationId}/${id}` });
  }
  const isShown = new Set(shown);
  const others = [...nodes].filter(([id, node]) => !isShown.has(id) && isTalk(readFields(node['message'])));
  if (others.length > 0)
    yield buildLeftOut('messages of branches that are not shown', setting.place, others.length);
}

/** The newest leaf, for a conversation that does not name its leaf. */
function findNewest(nodes: ReadonlyMap<string, Fields>): string | undefined {
  let newest: { id: string; at: number } | undefined;
  for (const [id, node] of nodes) {
    const at = Number(readFields(node['message'])['create_time'] ?? 0);
    if (readList(node['children']).length === 0 && (newest === undefined || at >= newest.at))
      newest = { id, at };
  }
  return newest?.id;
}

function readRole(message: Fields): string {
  return readText(readFields(message['author'])['role']) ?? 'unknown';
}

function isTalk(message: Fields): boolean {
  return ['user', 'assistant'].includes(readRole(message));
}

interface MessageSetting extends ConversationSetting {
  readonly key: string;
}

function* readMessage(
  message: Fields,
  { thread, place, timeZone, key }: MessageSetting,
): Generator<Incoming> {
  const why = findReason(message);
  if (why !== undefined) {
    if (why !== '') yield buildLeftOut(why, place);
    return;
  }
  const { texts, others } = readParts(readFields(message['content']));
  if (others > 0) yield buildLeftOut('pictures, sounds and files', place, others);
  const role = readRole(message);
  const text = texts.join('\n');
  // If the message was only a picture, it has already been reported as left out.
  if (text.trim() === '' && others > 0) return;
  yield validateMessage(
    {
      kind: 'message',
      origin,
      originKey: key,
      thread,
      speaker: role,
      side: role === 'user' ? 'user' : 'companion',
      text,
      atMs: parseChatTime(message['create_time'], timeZone)?.ms,
    },
    place,
  );
}

const reasons: Readonly<Record<string, string>> = {
  code: 'tool calls',
  execution_output: 'tool results',
  tether_browsing_display: 'tool results',
  tether_quote: 'tool results',
  thoughts: 'passages of reasoning',
  reasoning_recap: 'passages of reasoning',
  user_editable_context: 'messages with custom instructions',
  model_editable_context: 'messages with custom instructions',
};

/**
 * Why a message does not become an event: empty if this need not be reported; undefined if the message becomes
 * an event.
 */
function findReason(message: Fields): string | undefined {
  const content = readFields(message['content']);
  const hidden = findHiddenReason(message, content);
  if (hidden !== undefined) return hidden;
  if ((readText(message['recipient']) ?? 'all') !== 'all') return 'tool calls';
  const type = readText(content['content_type']) ?? 'text';
  if (type === 'text' || type === 'multimodal_text') return undefined;
  return reasons[type] ?? `parts of the kind "${type.slice(0, 40)}"`;
}

/** Programs put empty instructions at the beginning of a talk, which need not be reported. */
function findHiddenReason(message: Fields, content: Fields): string | undefined {
  const isEmpty = readList(content['parts']).every((part) => part === '') && content['text'] === undefined;
  if (readFields(message['metadata'])['is_visually_hidden_from_conversation'] === true)
    return isEmpty ? '' : 'hidden messages';
  if (readRole(message) === 'tool') return 'tool results';
  if (isTalk(message)) return undefined;
  return isEmpty ? '' : 'system messages';
}

function readParts(content: Fields): { readonly texts: readonly string[]; readonly others: number } {
  const texts: string[] = [];
  let others = 0;
  for (const part of readList(content['parts'])) {
    const text = typeof part === 'string' ? part : readText(readFields(part)['text']);
    if (text === undefined) others += 1;
    else texts.push(text);
  }
  return { texts, others };
}
