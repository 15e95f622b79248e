// Probes tool calls: asks for a call, and reports whether the model makes it, or what it does instead.

import { ProviderError } from '../../base/errors.ts';
import type { Finding } from '../../base/finding.ts';
import type { ModelReply, ToolCall, ToolDeclaration } from '../language-model.ts';
import { suggestCure } from '../server-advice.ts';
import { findLostCall } from '../with-rescued-calls.ts';
import { type ProbeContext, readServerKind } from './probe-context.ts';

export const probeTool: ToolDeclaration = {
  name: 'note_name',
  description: 'Writes down a name.',
  parameters: {
    type: 'object',
    properties: { name: { type: 'string', description: 'The name.' } },
    required: ['name'],
    additionalProperties: false,
  },
};

const check = 'tools';

export async function probeTools(context: ProbeContext): Promise<readonly Finding[]> {
  const content = `Call the tool ${probeTool.name} once, with the name Wren. Write nothing else.`;
  const advice = suggestCure('tools', readServerKind(context));
  try {
    const { reply } = await context.ask({ messages: [{ role: 'user', content }], tools: [probeTool] });
    if (isWithoutCall(reply)) context.model.recordCallsNothing?.();
    return [checkTools(reply, advice), ...checkStreams(context)];
  } catch (error) {
    if (!(error instanceof ProviderError) || !isAboutRequest(error)) throw error;
    context.takesTools = false;
    if (error.code === 'model.refuses-tools') context.model.recordCallsNothing?.();
    const says = `A request with tools fails. ${error.happened}`;
    return [{ check, standing: 'problem', says, todo: advice, code: error.code }];
  }
}

/** Whether a model that was asked for a call answered in words alone. */
function isWithoutCall(reply: ModelReply): boolean {
  const isSaid = reply.calls.length === 0 && reply.text.trim() !== '' && reply.finish !== 'length';
  return isSaid && findLostCall(reply, [probeTool]) === undefined;
}

/** Reports whether the server loses calls in streams, in which case requests with tools are sent without a stream. */
function checkStreams({ model }: ProbeContext): readonly Finding[] {
  if (model.readHabits?.().losesCallsInStreams !== true) return [];
  const says =
    'The streams of this server lose tool calls. From now on, requests with tools are sent without a stream, which works.';
  const todo =
    'Replies to such requests are shown only when they are whole. A newer server, or one that is set to another tool-call parser, may stream them.';
  return [{ check: 'tools in streams', standing: 'ok', says, todo }];
}

/**
 * Whether the server refused the request itself: a server that is not set up for tools answers a request with tools
 * with 400 or 500.
 */
function isAboutRequest({ code }: ProviderError): boolean {
  return (
    code === 'model.refuses-tools' ||
    code === 'model.bad-request' ||
    code === 'model.server-error' ||
    code === 'model.not-found'
  );
}

function checkTools(reply: ModelReply, advice: string): Finding {
  const call = reply.calls.find(({ name }) => name === probeTool.name);
  if (call !== undefined) return checkCall(call);
  const other = reply.calls[0];
  if (other !== undefined) {
    return {
      check,
      standing: 'warning',
      says: 'The model called a tool that was not offered.',
      todo: 'Such calls are refused, and each costs another request. Choose a model that calls tools more carefully.',
    };
  }
  if (reply.text === '' && reply.finish === 'length') {
    const todo = 'Raise --max-output-tokens, or let the model think less.';
    return {
      check,
      standing: 'unknown',
      says: 'The reply was cut off before the model called a tool.',
      todo,
    };
  }
  const says = /note_name|tool_call|TOOL_CALLS/i.test(reply.text)
    ? 'The model wrote its tool call into the text: the server does not know how this model writes tool calls.'
    : 'The model was asked to call a tool and answered in words. When it reads a story, it is asked to write its updates of the glossary as text, unless --tools says otherwise.';
  return { check, standing: 'problem', says, todo: advice };
}

function checkCall(call: ToolCall): Finding {
  if (isWellFormed(call.arguments)) return { check, standing: 'ok', says: 'The model calls tools.' };
  return {
    check,
    standing: 'warning',
    says: 'The model calls tools, but with arguments that do not fit.',
    todo: 'Such calls are refused, and each costs another request. A larger model, or less quantisation, helps.',
  };
}

function isWellFormed(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
  } catch {
    return false;
  }
}
