// Tests that measuring growth distinguishes quadratic work from work that grows linearly with the text.
import { describe, expect, it } from 'vitest';
import {
  decodeXml,
  escapeAttribute,
  escapeBlocks,
  escapeLine,
  escapeMarkdown,
  escapeText,
  extractUnfinishedEscape,
  stripEscapes,
} from '../base/foreign-text.ts';
import { splitAddress } from '../base/server-address.ts';
import { splitThinking } from '../llm/split-thinking.ts';
import { splitTerms } from '../retrieval/split-terms.ts';
import { estimateTokens } from '../tokens/estimate-tokens.ts';
import { measureGrowth, registerGrowthTests } from './growth.ts';

describe('growth', () => {
  it('is seen where a pattern tries every end of every run', () => {
    const quadratic = (text: string) => /\s+$/.test(text);
    expect(measureGrowth(quadratic, { unit: ' ', before: '', after: 'x' }).ratio).toBeGreaterThan(9);
    expect(measureGrowth((text) => text.trimEnd(), { unit: ' ', before: '', after: 'x' }).ratio).toBe(1);
  });

  registerGrowthTests({
    escapeAttribute,
    escapeBlocks,
    escapeLine,
    escapeMarkdown,
    escapeText,
    estimateTokens,
    extractUnfinishedEscape,
    splitAddress: (text) => splitAddress(`http://${text}`),
    splitTerms,
    splitThinking,
    stripEscapes,
    decodeXml,
  });
});
