// Companion tool: something a model may do with the memory, and how it is declared to the model.

import { readArguments } from '@terrarium/kernel/read-arguments';
import type { z } from 'zod';
import type { Companion } from './companion.ts';

export interface ToolAnswer<Value = Readonly<Record<string, unknown>>> {
  /** For the model, in words. */
  readonly text: string;
  /** The same for programs, in the shape that the tool declares. */
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
  /** Keeps a client that waits long from giving up. */
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
  /** Throws our own errors: what they say is the answer. */
  run(asking: Asking<z.output<Input>>): ToolAnswer<z.input<Output>> | Promise<ToolAnswer<z.input<Output>>>;
}

export interface CompanionTool extends Declaration<z.ZodObject, z.ZodObject> {
  run(asking: Asking<unknown>): Promise<ToolAnswer>;
}

/** The input as a client is told of it, and read as tolerantly as every other tool's. */
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

/** Nothing is ever deleted: what is written can be looked at and taken back. */
export const writes: ToolAnnotations = { ...looks, readOnlyHint: false, idempotentHint: false };

export function buildCompanionTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
): CompanionTool {
  const { input, output } = definition;
  return {
    ...definition,
    run: async (asking) => {
      const { text, value } = await definition.run({ ...asking, given: input.parse(asking.given) });
      return { text, value: output.parse(value) };
    },
  };
}
