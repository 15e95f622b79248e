// Converts our messages into the AI SDK's form, so that a reply is later sent back just as it was received.
import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { readFields, readList } from './ask-server.ts';
import type {
  AssistantMessage,
  InstructionMessage,
  Message,
  ModelRequest,
  ToolCall,
} from './language-model.ts';
import type { PatientFetch } from './patient-fetch.ts';

type AssistantPart = Extract<LanguageModelV4Prompt[number], { role: 'assistant' }>['content'][number];

/** The form in which a provider expects the arguments of earlier calls: the original text, or a parsed value. */
export type ArgumentForm = 'text' | 'value';

export function renderSdkRequest(
  request: ModelRequest,
  form: ArgumentForm,
): Pick<LanguageModelV4CallOptions, 'prompt' | 'tools' | 'toolChoice'> {
  const prompt = request.messages.map((message) => renderSdkMessage(message, form));
  if (request.tools.length === 0) return { prompt };
  return {
    prompt,
    tools: request.tools.map((tool) => ({
      type: 'function',
      name: tool.name,
      description: tool.description,
      inputSchema: tool.parameters,
    })),
    toolChoice: { type: request.toolChoice },
  };
}

function renderSdkMessage(message: Message, form: ArgumentForm): LanguageModelV4Prompt[number] {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.content }, ...renderPictures(message)] };
    case 'assistant':
      return { role: 'assistant', content: renderAssistantParts(message, form) };
    case 'tool': {
      const output = { type: 'text', value: message.content } as const;
      const { callId, name } = message;
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId: callId, toolName: name, output }] };
    }
  }
}

function renderPictures({ pictures = [] }: InstructionMessage) {
  return pictures.map(({ mediaType, bytes }) => {
    return { type: 'file', mediaType, data: { type: 'data', data: bytes } } as const;
  });
}

function renderAssistantParts(message: AssistantMessage, form: ArgumentForm): AssistantPart[] {
  const parts: AssistantPart[] = [];
  if (message.reasoning !== undefined && message.reasoning !== '') {
    parts.push({ type: 'reasoning', text: message.reasoning });
  }
  if (message.content !== '') parts.push({ type: 'text', text: message.content });
  for (const call of message.calls ?? []) {
    const input = form === 'text' ? renderReplayedArguments(call) : JSON.parse(renderReplayedArguments(call));
    parts.push({ type: 'tool-call', toolCallId: call.id, toolName: call.name, input });
  }
  return parts;
}

/**
 * The arguments of an earlier call in the form in which they are sent back. A JSON object without `trickyKeys` is sent
 * back byte for byte. Anything else is put inside an object, because servers and chat templates parse arguments, and
 * answer with status 400 or 500 if they cannot.
 */
function renderReplayedArguments(call: ToolCall): string {
  return isPlainObjectText(call.arguments)
    ? call.arguments
    : JSON.stringify({ malformed_arguments: call.arguments });
}

/** With these keys, a text can make a parser change prototypes; the AI SDK refuses texts that contain them. */
const trickyKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

function isPlainObjectText(text: string): boolean {
  let isTricky = false;
  try {
    const value: unknown = JSON.parse(text, (key, inner) => {
      if (trickyKeys.has(key)) isTricky = true;
      return inner;
    });
    return typeof value === 'object' && value !== null && !Array.isArray(value) && !isTricky;
  } catch {
    return false;
  }
}

/**
 * Wraps a fetch. In replies that are not streamed, makes the arguments of each call a text, which is `{}` if the
 * server sent none.
 */
export function normaliseArguments(fetch: PatientFetch): PatientFetch {
  return async (url, request) => {
    const response = await fetch(url, request);
    if (!response.ok) return response;
    const body = await response.text();
    const { status, headers } = response;
    // A response with certain statuses must have no body, not even an empty one.
    return new Response(body === '' ? null : normaliseBody(body), { status, headers });
  };
}

function normaliseBody(body: string): string {
  let reply: unknown;
  try {
    reply = JSON.parse(body);
  } catch (error) {
    // If the body is not a reply, the code that reads it will report this.
    if (error instanceof SyntaxError) return body;
    throw error;
  }
  const choices = readList(readFields(reply)['choices']);
  if (!choices.some((choice) => listCalls(choice).some(isUnsettled))) return body;
  const settled = choices.map((choice) => ({
    ...choice,
    message: { ...readFields(choice['message']), tool_calls: listCalls(choice).map(normaliseCall) },
  }));
  return JSON.stringify({ ...readFields(reply), choices: settled });
}

type Fields = ReturnType<typeof readFields>;

function listCalls(choice: Fields): readonly Fields[] {
  return readList(readFields(choice['message'])['tool_calls']);
}

function isUnsettled(call: Fields): boolean {
  return typeof readFields(call['function'])['arguments'] !== 'string';
}

function normaliseCall(call: Fields): Fields {
  if (!isUnsettled(call)) return call;
  const called = readFields(call['function']);
  return { ...call, function: { ...called, arguments: JSON.stringify(called['arguments'] ?? {}) } };
}
