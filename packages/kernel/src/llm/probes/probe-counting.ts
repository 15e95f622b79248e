// Probes counting: whether the server says how many tokens a prompt had, and counts a text when asked.

import type { Finding } from '../../base/finding.ts';
import type { ProbeContext } from './probe-context.ts';

export async function probeCounting(context: ProbeContext): Promise<readonly Finding[]> {
  const counted = await context.model.countTokens?.('The lamps are lit at dusk.', context.options.signal);
  const hasUsage = context.opening?.reply.usage.promptTokens !== 'unknown';
  return [checkCounting({ hasUsage, hasTokenizer: counted !== undefined })];
}

interface Counting {
  readonly hasUsage: boolean;
  readonly hasTokenizer: boolean;
}

function checkCounting({ hasUsage, hasTokenizer }: Counting): Finding {
  const check = 'counting';
  if (hasUsage) {
    const more = hasTokenizer ? ', and counts a text when asked' : '; it cannot be asked to count a text';
    return { check, standing: 'ok', says: `It reports how many tokens each prompt had${more}.` };
  }
  if (hasTokenizer) {
    const says = 'It does not report how many tokens a prompt had, but counts a text when asked.';
    return { check, standing: 'ok', says };
  }
  return {
    check,
    standing: 'warning',
    says: 'It neither reports how many tokens a prompt had nor counts a text: lengths are estimated.',
    todo: 'Set --context-budget a tenth below what the window allows.',
  };
}
