// Answers one call of a tool: returns errors that a model or a person can fix, and logs our own faults.

import type { CallToolResult } from '@modelcontextprotocol/server';
import { Bug, TerrariumError, UsageError } from '@terrarium/kernel/errors';
import type { Companion } from './companion/companion.ts';
import type { Asking, CompanionTool } from './companion/companion-tool.ts';
import { describeFailure } from './companion/describe-failure.ts';

/** Never rejects, because a client would wait for the missing answer. */
export async function answer(
  companion: Companion,
  tool: CompanionTool,
  call: Omit<Asking<unknown>, 'companion'>,
): Promise<CallToolResult> {
  try {
    const { text, value } = await tool.run({ companion, ...call });
    return { content: [{ type: 'text', text }], structuredContent: { ...value } };
  } catch (error) {
    if (call.signal.aborted) return refuse('Stopped.');
    return explain(companion, tool.name, await companion.explainFailure(error));
  }
}

function explain({ log, logPath }: Companion, tool: string, error: unknown): CallToolResult {
  const known = error instanceof TerrariumError ? error : new Bug(`The tool ${tool} failed.`, error);
  const { code, happened, todo } = known;
  if (!(known instanceof UsageError))
    log.error('tool', { tool, code, error: describeFailure(known), cause: describeFailure(known.cause) });
  const where = known instanceof Bug ? ` The details are in ${logPath}.` : '';
  return refuse(`${happened} ${todo}${where} [${code}]`);
}

function refuse(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
