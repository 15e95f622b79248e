// Writes a toy model of less than two megabytes for llama.cpp: it gives the reply that its chat template chooses.

import { buildSeededChance } from '../fake-environment.ts';
import { type Tensor, writeGguf } from './write-gguf.ts';

/** A reply that the model can give; the chat template decides when. */
export interface ToyReply {
  /** A Jinja condition over `last` (the last message's text), `role` (who wrote it), `tools` and `messages`. */
  readonly when: string;
  /** The pieces of the reply, one token each. */
  readonly says: readonly string[];
}

export interface ToyModel {
  /** The possible replies. The model gives the first one whose condition is true. */
  readonly replies: readonly ToyReply[];
  readonly contextTokens?: number;
}

const width = 256;
const inner = 32;
/** A weight that makes the right token so much likelier that no other one is drawn at any usual temperature. */
const certainty = 4;
const specials = ['<unk>', '<s>', '</s>', '<|im_start|>', '<|im_end|>'];
const end = specials.indexOf('<|im_end|>');

/** The kinds of tokens in a SentencePiece vocabulary. */
const kinds = { normal: 1, unknown: 2, control: 3, byte: 6 } as const;

interface Token {
  readonly text: string;
  readonly kind: number;
  /** The token that follows this one; undefined for a token that no reply contains. */
  readonly next: number | undefined;
}

/**
 * The weights of attention and feed-forward are zero, so the last token alone decides which token is next. Each reply
 * is a chain of tokens that starts with its own mark, and the chat template ends a prompt with the mark that it
 * chooses.
 */
export function writeToyModel(path: string, { replies, contextTokens = 4_096 }: ToyModel): void {
  const tokens = buildVocabulary(replies);
  writeGguf(path, {
    metadata: {
      'general.architecture': { type: 'string', value: 'llama' },
      'general.name': { type: 'string', value: 'toy' },
      'llama.context_length': { type: 'uint32', value: contextTokens },
      'llama.embedding_length': { type: 'uint32', value: width },
      'llama.block_count': { type: 'uint32', value: 1 },
      'llama.feed_forward_length': { type: 'uint32', value: inner },
      'llama.attention.head_count': { type: 'uint32', value: 4 },
      'llama.attention.head_count_kv': { type: 'uint32', value: 1 },
      'llama.attention.layer_norm_rms_epsilon': { type: 'float32', value: 1e-5 },
      'llama.rope.dimension_count': { type: 'uint32', value: width / 4 },
      'llama.vocab_size': { type: 'uint32', value: tokens.length },
      'tokenizer.ggml.model': { type: 'string', value: 'llama' },
      'tokenizer.ggml.tokens': { type: 'strings', value: tokens.map(({ text }) => text) },
      'tokenizer.ggml.scores': { type: 'float32s', value: tokens.map(() => 0) },
      'tokenizer.ggml.token_type': { type: 'int32s', value: tokens.map(({ kind }) => kind) },
      'tokenizer.ggml.bos_token_id': { type: 'uint32', value: 1 },
      'tokenizer.ggml.eos_token_id': { type: 'uint32', value: end },
      'tokenizer.ggml.add_bos_token': { type: 'bool', value: false },
      'tokenizer.ggml.add_space_prefix': { type: 'bool', value: false },
      'tokenizer.chat_template': { type: 'string', value: renderTemplate(replies) },
    },
    tensors: buildTensors(tokens),
  });
}

function buildVocabulary(replies: readonly ToyReply[]): readonly Token[] {
  const tokens: Token[] = specials.map((text, at) => ({
    text,
    kind: at === 0 ? kinds.unknown : kinds.control,
    next: at === end ? end : undefined,
  }));
  for (let byte = 0; byte < 256; byte += 1) {
    const text = `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
    tokens.push({ text, kind: kinds.byte, next: undefined });
  }
  const taken = new Set<string>();
  for (const [at, { says }] of replies.entries()) {
    tokens.push({ text: nameMark(at), kind: kinds.control, next: tokens.length + 1 });
    const pieces = joinKnown(says, taken);
    for (const [index, piece] of pieces.entries()) {
      const next = index === pieces.length - 1 ? end : tokens.length + 1;
      tokens.push({ text: piece.replaceAll(' ', '\u2581'), kind: kinds.normal, next });
      taken.add(piece);
    }
  }
  return tokens;
}

/**
 * No two tokens may be the same, so a piece that is already a token is joined with the pieces after it. If no piece is
 * left to join, all pieces of the reply become one.
 */
function joinKnown(says: readonly string[], taken: ReadonlySet<string>): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const next of says) {
    piece += next;
    if (taken.has(piece) || pieces.includes(piece)) continue;
    pieces.push(piece);
    piece = '';
  }
  if (piece === '') return pieces;
  const whole = says.join('');
  if (taken.has(whole)) throw new Error(`Another reply has "${whole}" as a piece.`);
  return [whole];
}

function nameMark(reply: number): string {
  return `<|reply${reply}|>`;
}

/** Writes calls as Hermes and Qwen do. This form shows the server how the model calls tools. */
function renderTemplate(replies: readonly ToyReply[]): string {
  const choices = replies.map(({ when }, at) => `{%- ${at === 0 ? 'if' : 'elif'} ${when} -%}${nameMark(at)}`);
  return [
    `{%- if tools -%}<|im_start|>system\n# Tools\n<tools>{% for tool in tools %}\n{{ tool | tojson }}{% endfor %}\n</tools>\nFor each call, return a json object within <tool_call></tool_call> tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call><|im_end|>\n{%- endif -%}`,
    '{%- for message in messages -%}',
    "{%- if message.role == 'tool' -%}<|im_start|>user\n<tool_response>\n{{ message.content }}\n</tool_response><|im_end|>\n",
    '{%- else -%}<|im_start|>{{ message.role }}\n{{ message.content or "" }}',
    '{%- for call in message.tool_calls or [] -%}<tool_call>\n{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}\n</tool_call>{%- endfor -%}<|im_end|>\n{%- endif -%}',
    '{%- endfor -%}',
    '{%- if add_generation_prompt -%}<|im_start|>assistant\n',
    "{%- set last = messages[-1].content or '' -%}{%- set role = messages[-1].role -%}",
    ...choices,
    '{%- endif -%}{%- endif -%}',
  ].join('');
}

function buildTensors(tokens: readonly Token[]): readonly Tensor[] {
  const chance = buildSeededChance(7);
  const meaning = tokens.map(() =>
    Float32Array.from({ length: width }, () => (chance.next() < 0.5 ? -1 : 1)),
  );
  const said = tokens.map(() => new Float32Array(width));
  for (const [at, { next }] of tokens.entries()) {
    const target = next === undefined ? undefined : said[next];
    for (let index = 0; target !== undefined && index < width; index += 1) {
      target[index] = (target[index] ?? 0) + ((meaning[at]?.[index] ?? 0) * certainty) / 16;
    }
  }
  const buildZeros = (name: string, ...dimensions: readonly number[]): Tensor => ({
    name,
    dimensions,
    weights: new Float32Array(dimensions.reduce((size, dimension) => size * dimension, 1)),
  });
  const buildOnes = (name: string): Tensor => ({
    name,
    dimensions: [width],
    weights: new Float32Array(width).fill(1),
  });
  const kept = width / 4;
  return [
    { name: 'token_embd.weight', dimensions: [width, tokens.length], weights: join(meaning) },
    buildOnes('blk.0.attn_norm.weight'),
    buildZeros('blk.0.attn_q.weight', width, width),
    buildZeros('blk.0.attn_k.weight', width, kept),
    buildZeros('blk.0.attn_v.weight', width, kept),
    buildZeros('blk.0.attn_output.weight', width, width),
    buildOnes('blk.0.ffn_norm.weight'),
    buildZeros('blk.0.ffn_gate.weight', width, inner),
    buildZeros('blk.0.ffn_up.weight', width, inner),
    buildZeros('blk.0.ffn_down.weight', inner, width),
    buildOnes('output_norm.weight'),
    { name: 'output.weight', dimensions: [width, tokens.length], weights: join(said) },
  ];
}

function join(rows: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(rows.length * width);
  for (const [at, row] of rows.entries()) all.set(row, at * width);
  return all;
}
