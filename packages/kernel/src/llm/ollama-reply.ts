// A reply of Ollama's own chat, in lines of JSON, made into the events or the object of OpenAI's form.

import { type Fields, readFields, readList } from './ask-server.ts';

/** What came in the reply so far that its end depends on. */
interface Course {
  calls: number;
}

/** The same reply as OpenAI's servers stream it; a line that is none of Ollama's goes on as it came. */
export function streamAsEvents(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const course: Course = { calls: 0 };
  let rest = '';
  const send = (line: string, controller: TransformStreamDefaultController<Uint8Array>) => {
    if (line.trim() !== '') controller.enqueue(encoder.encode(renderEvents(line, course)));
  };
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) send(line, controller);
      },
      flush(controller) {
        send(rest, controller);
      },
    }),
  );
}

function renderEvents(line: string, course: Course): string {
  const piece = parseLine(line);
  if (piece === undefined) return `data: ${line}\n\n`;
  if (piece['error'] !== undefined) return renderEvent({ error: { message: String(piece['error']) } });
  const events = [renderChunk(piece, { delta: buildDelta(piece, course), finish_reason: null })];
  if (piece['done'] === true) {
    events.push(renderChunk(piece, { delta: {}, finish_reason: translateFinish(piece, course) }));
    events.push(
      renderEvent({ ...buildHead(piece), choices: [], usage: readUsage(piece) }),
      'data: [DONE]\n\n',
    );
  }
  return events.join('');
}

function buildDelta(piece: Fields, course: Course): Fields {
  const { content, thinking, tool_calls } = readFields(piece['message']);
  const calls = readList(tool_calls).map((call) => ({
    index: course.calls++,
    ...translateCall(call, course),
  }));
  return {
    role: 'assistant',
    ...(typeof content === 'string' && content !== '' ? { content } : {}),
    ...(typeof thinking === 'string' && thinking !== '' ? { reasoning_content: thinking } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** The whole reply where it was not streamed. */
export function translateWholeReply(reply: Fields): Fields {
  const course: Course = { calls: 0 };
  const { tool_calls, ...message } = buildDelta(reply, course);
  const calls = readList(tool_calls).map(({ index: _index, ...call }) => call);
  const whole = { content: '', ...message, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
  return {
    ...buildHead(reply),
    object: 'chat.completion',
    choices: [{ index: 0, message: whole, finish_reason: translateFinish(reply, course) }],
    usage: readUsage(reply),
  };
}

/** Older versions give a call no id. */
function translateCall(call: Fields, { calls }: Course): Fields {
  const { name, arguments: given } = readFields(call['function']);
  const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
  const id = typeof call['id'] === 'string' && call['id'] !== '' ? call['id'] : `call-${calls}`;
  return { id, type: 'function', function: { name, arguments: text } };
}

function translateFinish({ done_reason: reason }: Fields, { calls }: Course): string {
  if (reason === 'length') return 'length';
  return calls > 0 ? 'tool_calls' : 'stop';
}

/** A count that is left out is not known; nobody counts 0 tokens. */
function readUsage({ prompt_eval_count: prompt, eval_count: output }: Fields): Fields | undefined {
  if (typeof prompt !== 'number') return undefined;
  const completion = typeof output === 'number' ? output : 0;
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

function renderChunk(piece: Fields, choice: Fields): string {
  return renderEvent({ ...buildHead(piece), choices: [{ index: 0, ...choice }] });
}

function buildHead({ model }: Fields): Fields {
  return { id: 'ollama', object: 'chat.completion.chunk', created: 0, model };
}

function renderEvent(value: Fields): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function parseLine(line: string): Fields | undefined {
  try {
    return readFields(JSON.parse(line));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
