// Companion tool: something a model may do with the memory, and how it is declared to the model.

import { readArguments } from '@terrarium/kernel/read-arguments';
import type { z } from 'zod';
import type { Companion } from './companion.ts';

export interface ToolAnswer<Value = Readonly<Record<string, unknown>>> {
  /** The answer in words, for the model. */
  readonly text: string;
  /** The same answer for programs, in the shape that the tool declares. */
  readonly value: Value;
}

/** What a client may know before it asks the person whether a call is to be let through. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** Whether anything beyond this memory is reached. */
  readonly openWorldHint: boolean;
}

export interface Asking<Given> {
  readonly companion: Companion;
  readonly given: Given;
  readonly signal: AbortSignal;
  /** Reports progress, so that a client that waits long does not give up. */
  onProgress(done: number, of: number): void;
}

interface Declaration<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** What a program may rely on in the value of an answer. */
  readonly output: Output;
  readonly annotations: ToolAnnotations;
}

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Declaration<Input, Output> {
  /** Throws errors of ours; their messages are then the answer. */
  run(asking: Asking<z.output<Input>>): ToolAnswer<z.input<Output>> | Promise<ToolAnswer<z.input<Output>>>;
}

export interface CompanionTool extends Declaration<z.ZodObject, z.ZodObject> {
  run(asking: Asking<unknown>): Promise<ToolAnswer>;
}

/** The input schema as a client is told of it; what comes is read as tolerantly as for every other tool. */
export function buildInputSchema(input: z.ZodObject): Pick<z.ZodObject, '~standard'> {
  return {
    '~standard': {
      ...input['~standard'],
      validate(given: unknown) {
        const read = readArguments(input, given);
        if (read.ok) return { value: read.value };
        return { issues: read.problems.map(({ path, says }) => ({ path, message: says })) };
      },
    },
  };
}

export const looks: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A tool that writes. None but `forget` deletes: what is written can be looked at and taken back. */
export const writes: ToolAnnotations = { ...looks, readOnlyHint: false, idempotentHint: false };

export function buildCompanionTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
): CompanionTool {
  const { input, output } = definition;
  return {
    ...definition,
    run: async (asking) => {
      const { text, value } = await definition.run({ ...asking, given: input.parse(asking.given) });
      return { text, value: parseAnswer(output, value) };
    },
  };
}

/** The value in the declared shape: a key that the shape does not have is left out. Throws `ZodError` for any other fault. */
function parseAnswer<Output extends z.ZodObject>(output: Output, value: z.input<Output>): z.output<Output> {
  const parsed = output.safeParse(value);
  if (parsed.success) return parsed.data;
  const known = structuredClone<unknown>(value);
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') removeKeys(known, issue.path, issue.keys);
  }
  return output.parse(known);
}

function removeKeys(value: unknown, path: readonly PropertyKey[], keys: readonly string[]): void {
  let holder = value;
  for (const step of path) holder = isHolder(holder) ? Reflect.get(holder, step) : undefined;
  if (isHolder(holder)) for (const key of keys) Reflect.deleteProperty(holder, key);
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
