// Rescues tool calls that a stream lost: sends the request again without a stream, and stores which way works.

import { ProviderError } from '../base/errors.ts';
import type {
  LanguageModel,
  ModelReply,
  ModelRequest,
  ReplyOptions,
  ToolDeclaration,
} from './language-model.ts';
import type { AskedServer, CallsRung, ServerNotebook } from './server-notes.ts';
import { watchText } from './watch-text.ts';

export interface RescueOptions {
  /** The model and the server that the notes are about. */
  readonly asked: AskedServer;
  readonly notebook: ServerNotebook;
}

interface Rescue extends RescueOptions {
  readonly model: LanguageModel;
  /** How this server can deliver calls; undefined if nothing was found out, null until the notes are read. */
  rung: CallsRung | undefined | null;
  /** How many repeated requests in a row did not help. */
  inVain: number;
  /** How often a request without a stream has helped. One success may be chance. */
  luck: number;
}

/** After this many repeated requests in a row that did not help, no request is repeated any more. */
const mostInVain = 2;
const surely = 2;

/**
 * Wraps the model to rescue its calls. A request with tools is sent once more without a stream if the calls of the
 * reply are in its text, are broken or are missing, or if the request failed because of a call. If this helps (for
 * missing calls, only when it helps a second time), it is noted, and such requests are then sent without a
 * stream. After two repetitions in a row that did not help, no request is repeated any more.
 */
export function withRescuedCalls(model: LanguageModel, options: RescueOptions): LanguageModel {
  const { asked, notebook } = options;
  const rescue: Rescue = { ...options, model, rung: null, inVain: 0, luck: 0 };
  return {
    ...model,
    reply: (request, replyOptions = {}) => ask(rescue, request, replyOptions),
    readHabits: () => ({
      ...model.readHabits?.(),
      ...(readRung(rescue) === 'whole' ? { losesCallsInStreams: true } : {}),
      ...(notebook.find(asked).callsNothing === true ? { callsNothing: true } : {}),
    }),
    recordCallsNothing: () => {
      notebook.record(asked, { callsNothing: true });
    },
    clearHabits: () => {
      model.clearHabits?.();
      setRung(rescue, undefined);
      notebook.record(asked, { callsNothing: undefined });
    },
  };
}

async function ask(rescue: Rescue, request: ModelRequest, options: ReplyOptions): Promise<ModelReply> {
  const { model } = rescue;
  if (request.tools.length === 0 || request.toolChoice === 'none') return await model.reply(request, options);
  const rung = readRung(rescue);
  if (rung === 'whole') return await model.reply(request, { ...options, isWhole: true });
  if (rung === 'written' || rescue.inVain >= mostInVain) return await model.reply(request, options);
  const shown = watchText(options);
  const first = await askStreaming(rescue, request, shown.options);
  if (first.lost === undefined) return first.reply;
  const better = await askWhole(rescue, { request, options, first });
  if (first.reply !== undefined && better === first.reply) return better;
  shown.retract();
  if (better.text !== '') options.onText?.(better.text);
  return better;
}

/** A streamed reply; undefined if the stream failed because of a call. */
type Tried =
  | { readonly reply: ModelReply; readonly lost: LostCall | undefined }
  | { readonly reply: undefined; readonly lost: 'broken' };

async function askStreaming(rescue: Rescue, request: ModelRequest, options: ReplyOptions): Promise<Tried> {
  try {
    const reply = await rescue.model.reply(request, options);
    return { reply, lost: findLostCall(reply, request.tools) };
  } catch (error) {
    if (!isLostInStream(error)) throw error;
    return { reply: undefined, lost: 'broken' };
  }
}

interface Lost {
  readonly request: ModelRequest;
  readonly options: ReplyOptions;
  readonly first: Tried;
}

/** The reply without a stream if it is better, otherwise the first reply. */
async function askWhole(rescue: Rescue, { request, options, first }: Lost): Promise<ModelReply> {
  // The first reply is kept unless it is empty, and is returned if the second one is no better.
  const kept = first.lost === 'dropped' ? undefined : first.reply;
  try {
    const whole = await rescue.model.reply(request, { ...options, isWhole: true });
    const stillLost = findLostCall(whole, request.tools);
    const hasHelped = stillLost === undefined && whole.calls.length > 0;
    if (hasHelped) recordHelp(rescue, first);
    else recordFailure(rescue, first, stillLost);
    return hasHelped ? whole : (kept ?? whole);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (kept === undefined) throw error;
    rescue.inVain += 1;
    return kept;
  }
}

function recordHelp(rescue: Rescue, { lost }: Tried): void {
  rescue.inVain = 0;
  rescue.luck += 1;
  if (lost !== 'dropped' || rescue.luck >= surely) setRung(rescue, 'whole');
}

function recordFailure(rescue: Rescue, { lost }: Tried, stillLost: LostCall | undefined): void {
  rescue.inVain += 1;
  // The server does not recognise calls in the model's text, so from now on the caller reads them from the text.
  if (lost === 'written' && stillLost === 'written') setRung(rescue, 'written');
}

function setRung(rescue: Rescue, rung: CallsRung | undefined): void {
  if (readRung(rescue) === rung) return;
  rescue.rung = rung;
  rescue.notebook.record(rescue.asked, { callsRung: rung });
}

function readRung(rescue: Rescue): CallsRung | undefined {
  if (rescue.rung === null) rescue.rung = rescue.notebook.find(rescue.asked).callsRung;
  return rescue.rung;
}

/** `written`: the call is in the text. `broken`: its arguments are not JSON. `dropped`: the reply is empty. */
type LostCall = 'written' | 'broken' | 'dropped';

/**
 * Marks with which models begin calls; a text contains them if the server does not parse calls (sources in
 * docs/servers.md).
 */
const marks: readonly RegExp[] = [/<\|?tool_?calls?\b/i, /\[TOOL_CALLS\]/i, /<\|python_tag\|>/i];

/**
 * Forms that may also occur in stories, so they count as a call only if they name a tool that was offered. Plain JSON,
 * fenced or not, is missing here because the caller reads such calls from the text.
 */
const namedMarks: readonly RegExp[] = [
  /<function\s{0,4}=\s{0,4}"?(?<tool>\w{1,60})/gi,
  /<(?:\w{1,20}:)?invoke\s{1,4}name\s{0,4}=\s{0,4}"?(?<tool>\w{1,60})/gi,
  /\bto=(?:functions\.)?(?<tool>\w{1,60})/gi,
  /\bfunctions\.(?<tool>\w{1,60})\s{0,4}\(/gi,
];

/** Error messages of servers that could not parse a call, or that do not stream replies to requests with tools. */
const parseFailures =
  /failed to parse input|does not match the expected|tools with stream|Expected '(?:id|function)/i;

/**
 * Undefined if the reply shows no lost call. A reply that reached its token limit does not count as one that lost a
 * call.
 */
export function findLostCall(reply: ModelReply, tools: readonly ToolDeclaration[]): LostCall | undefined {
  if (reply.finish === 'length') return undefined;
  if (reply.calls.some((call) => !isReadable(call.arguments))) return 'broken';
  if (reply.calls.length > 0) return undefined;
  if (reply.text.trim() === '') return 'dropped';
  return hasWrittenCall(reply.text, new Set(tools.map(({ name }) => name))) ? 'written' : undefined;
}

function hasWrittenCall(text: string, tools: ReadonlySet<string>): boolean {
  if (marks.some((mark) => mark.test(text))) return true;
  return namedMarks.some((mark) =>
    [...text.matchAll(mark)].some(({ groups }) => tools.has(groups?.['tool'] ?? '')),
  );
}

/** Whether a request failed because of a call in the reply. The same request may succeed without a stream. */
function isLostInStream(error: unknown): boolean {
  return error instanceof ProviderError && parseFailures.test(error.happened);
}

/** Some servers write an empty text as the arguments of a tool that takes none. */
function isReadable(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
