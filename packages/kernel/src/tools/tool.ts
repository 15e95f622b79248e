// Tool: an action for which a model may ask, with a schema for its arguments and an answer in words.
import { z } from 'zod';
import type { Refusal } from '../base/errors.ts';
import { findNearest } from '../base/find-nearest.ts';
import { escapeLine } from '../base/foreign-text.ts';
import type { ToolCall, ToolDeclaration } from '../llm/language-model.ts';
import { readArguments, renderProblems } from './read-arguments.ts';

/**
 * If a tool succeeds, its answer is a short text, which may be XML. If it refuses, the answer says what was wrong and
 * what would be valid.
 */
export type ToolAnswer = ToolSuccess | ToolRefusal;

export interface ToolSuccess {
  readonly ok: true;
  readonly say: string;
  /** Whether the word that was sent is on hold until the model proposes it again. */
  readonly isHeld?: true;
  /** Whether some parts of the call, which the answer names, were not carried out. */
  readonly isPartial?: true;
}

export interface ToolRefusal extends Refusal {
  /** Whether no tool ran, because none has this name or the arguments could not be read. */
  readonly isGarbled?: true;
}

/**
 * A tool that works on a context. `run` is synchronous, so that its effect and its journal row share one transaction.
 * It returns a refusal for problems that the model can correct, and throws only our own errors.
 */
export interface Tool<Context> {
  readonly name: string;
  /** Whether the tool changes anything. A scene whose calls were all successful writes needs no further request. */
  readonly isWrite: boolean;
  readonly declaration: ToolDeclaration;
  /**
   * `offered` is the declaration that the model was given. With it, a refusal names only the arguments that the
   * declaration has.
   */
  run(rawArguments: string, context: Context, offered?: ToolDeclaration): ToolAnswer;
}

export interface ToolDefinition<Schema extends z.ZodType, Context> {
  readonly name: string;
  readonly description: string;
  readonly isWrite: boolean;
  readonly input: Schema;
  run(input: z.output<Schema>, context: Context): ToolAnswer;
}

/** Builds a tool whose raw arguments are parsed and checked before its own `run` sees them. */
export function buildTool<Schema extends z.ZodType, Context>(
  definition: ToolDefinition<Schema, Context>,
): Tool<Context> {
  const { $schema, ...parameters } = z.toJSONSchema(definition.input, { io: 'input' });
  return {
    name: definition.name,
    isWrite: definition.isWrite,
    declaration: { name: definition.name, description: definition.description, parameters },
    run(rawArguments, context, offered) {
      const parsed = parseArguments(definition.input, rawArguments, offered);
      return parsed.ok ? definition.run(parsed.value, context) : parsed;
    },
  };
}

/** All tools, and the declarations that were offered to the model; by default all tools with their own declarations. */
export interface Toolbox<Context> {
  readonly tools: ReadonlyMap<string, Tool<Context>>;
  readonly offered?: ReadonlyMap<string, ToolDeclaration> | undefined;
}

/** Runs the called tool. If the name is unknown, the answer lists the known names. */
export function runTool<Context>(
  tools: ReadonlyMap<string, Tool<Context>>,
  call: ToolCall,
  context: Context,
): ToolAnswer {
  return runOffered({ tools }, call, context);
}

/** Like `runTool`, but a refusal names only offered tools and arguments, although others are accepted too. */
export function runOffered<Context>(
  { tools, offered }: Toolbox<Context>,
  call: ToolCall,
  context: Context,
): ToolAnswer {
  const tool = tools.get(call.name);
  if (tool !== undefined) return tool.run(call.arguments, context, offered?.get(call.name));
  const names = [...(offered ?? tools).keys()];
  const near = findNearest(call.name, names);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  return {
    ok: false,
    isGarbled: true,
    say: `There is no tool "${escapeLine(call.name)}".${meant} Tools: ${names.join(', ')}.`,
  };
}

function parseArguments<Schema extends z.ZodType>(
  schema: Schema,
  raw: string,
  offered: ToolDeclaration | undefined,
): { readonly ok: true; readonly value: z.output<Schema> } | ToolRefusal {
  let json: unknown;
  try {
    json = JSON.parse(raw === '' ? '{}' : raw);
  } catch (error) {
    return {
      ok: false,
      isGarbled: true,
      say: `The arguments are not valid JSON (${escapeLine(describeError(error))}). Send one JSON object.`,
    };
  }
  const read = readArguments(schema, json, offered?.parameters);
  if (read.ok) return read;
  const isMissing = read.problems.some(({ says }) => says.startsWith('is missing'));
  const advice = isMissing ? renderLeast(schema, json) : '';
  return {
    ok: false,
    isGarbled: true,
    say: `The arguments do not fit: ${renderProblems(read.problems)}.${advice}`,
  };
}

/** An example with the required arguments and with the numbers that the model sent; empty if no argument is required. */
function renderLeast(schema: z.ZodType, sent: unknown): string {
  const given = z.record(z.string(), z.unknown()).safeParse(sent).data ?? {};
  const { properties, required } = parametersSchema.parse({
    properties: {},
    ...z.toJSONSchema(schema, { io: 'input' }),
  });
  const placeholders: Readonly<Record<string, string>> = {
    integer: '…',
    number: '…',
    boolean: 'true',
    array: '["…"]',
  };
  const pairs = required.map((name) => {
    const value = placeholders[properties[name]?.type ?? ''] ?? '"…"';
    const number = given[name];
    return `"${name}": ${value === '…' && typeof number === 'number' ? number : value}`;
  });
  return pairs.length === 0 ? '' : ` Send at least {${pairs.join(', ')}}.`;
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const parametersSchema = z.object({
  properties: z.record(
    z.string(),
    z.looseObject({ type: z.string().optional(), description: z.string().optional() }),
  ),
  required: z.array(z.string()).default([]),
});

/** Renders the tool as lines of Markdown; `marks` come after the description, in brackets. */
export function renderTool(
  { name, description, parameters }: ToolDeclaration,
  marks: string,
): readonly string[] {
  const { properties, required } = parametersSchema.parse(parameters);
  const rows = Object.entries(properties).map(([argument, { type = 'any', description: about = '' }]) => {
    const need = required.includes(argument) ? 'required' : '';
    return `| \`${argument}\` | ${type} | ${need} | ${about.replaceAll('|', '\\|')} |`;
  });
  const head = ['', `## ${name}`, '', `${description} (${marks})`];
  return rows.length === 0 ? head : [...head, '', '| argument | type | | |', '|---|---|---|---|', ...rows];
}
