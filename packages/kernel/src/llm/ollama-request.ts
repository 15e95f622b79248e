// A request for Ollama's own chat, made of one in OpenAI's form: that one cannot say how large a window is wanted.
// Source: ollama/ollama `docs/api.md` and `api/types.go` (options, think, tool_calls with arguments as objects).

import { type Fields, readFields, readList } from './ask-server.ts';

/** Body fields of OpenAI's form that Ollama takes among its options, under the same name or another. */
const optionNames: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  max_tokens: 'num_predict',
  top_p: 'top_p',
  top_k: 'top_k',
  min_p: 'min_p',
  seed: 'seed',
  stop: 'stop',
  presence_penalty: 'presence_penalty',
  frequency_penalty: 'frequency_penalty',
  repeat_penalty: 'repeat_penalty',
};

/** Fields that are said otherwise, or that mean nothing there. */
const translated = new Set([
  ...Object.keys(optionNames),
  'model',
  'messages',
  'tools',
  'tool_choice',
  'stream',
  'stream_options',
  'options',
  'reasoning_effort',
  'chat_template_kwargs',
  'user',
]);

/** What stands in `options` already is the person's, the window too. */
export function buildOllamaRequest(body: Fields, windowTokens: number): Fields {
  const { model, tools } = body;
  const options = Object.entries(body).flatMap(([name, value]) => {
    const option = optionNames[name];
    return option === undefined ? [] : [[option, value] as const];
  });
  const others = Object.entries(body).filter(([name]) => !translated.has(name));
  const think = findThink(body);
  return {
    model,
    messages: readList(body['messages']).map(translateMessage),
    ...(tools === undefined ? {} : { tools }),
    stream: body['stream'] === true,
    ...(think === undefined ? {} : { think }),
    ...Object.fromEntries(others),
    options: { num_ctx: windowTokens, ...Object.fromEntries(options), ...readFields(body['options']) },
  };
}

function findThink(body: Fields): boolean | string | undefined {
  const effort = body['reasoning_effort'];
  if (effort === 'none') return false;
  if (typeof effort === 'string') return effort;
  const { enable_thinking: isOn } = readFields(body['chat_template_kwargs']);
  return typeof isOn === 'boolean' ? isOn : undefined;
}

function translateMessage(message: Fields): Fields {
  const { role, content } = message;
  const calls = readList(message['tool_calls']);
  const thinking = message['reasoning_content'];
  return {
    role,
    ...translateContent(content),
    ...(typeof thinking === 'string' && thinking !== '' ? { thinking } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(translateCall) }),
    ...(role === 'tool' ? { tool_call_id: message['tool_call_id'] } : {}),
  };
}

/** Pictures stand beside the text there, as base64 without a head. */
function translateContent(content: unknown): Fields {
  if (!Array.isArray(content)) return { content: typeof content === 'string' ? content : '' };
  const parts = readList(content);
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  const images = parts.flatMap((part) => {
    const { url } = readFields(part['image_url']);
    return typeof url === 'string' ? [url.slice(url.indexOf(',') + 1)] : [];
  });
  return { content: texts.join('\n'), ...(images.length === 0 ? {} : { images }) };
}

function translateCall(call: Fields): Fields {
  const { name, arguments: text } = readFields(call['function']);
  return { id: call['id'], function: { name, arguments: parseArguments(text) } };
}

/** A call whose arguments were no JSON was answered as such: what it was to say is lost, that it was made is not. */
function parseArguments(text: unknown): Fields {
  try {
    return readFields(JSON.parse(String(text)));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
