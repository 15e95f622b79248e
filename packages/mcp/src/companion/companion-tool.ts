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

/** Hints for a client that decides whether to ask the person before a call. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** Whether the tool reaches anything beyond this memory. */
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
  /** The shape of an answer's value, on which programs may rely. */
  readonly output: Output;
  readonly annotations: ToolAnnotations;
}

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Declaration<Input, Output> {
  /** Throws errors of ours; the message of such an error becomes the answer. */
  run(asking: Asking<z.output<Input>>): ToolAnswer<z.input<Output>> | Promise<ToolAnswer<z.input<Output>>>;
}

export interface CompanionTool extends Declaration<z.ZodObject, z.ZodObject> {
  run(asking: Asking<unknown>): Promise<ToolAnswer>;
}

/**
 * Builds the input schema that a client is shown. The arguments of a call are read as tolerantly as those of
 * our other tools.
 */
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

/**
 * Annotations of a tool that writes. Only `forget` deletes; what the other tools write can be looked at and
 * taken back.
 */
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

/**
 * Parses the value by the declared shape, and leaves out keys that the shape does not have. Throws `ZodError`
 * for any other fault.
 */
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
