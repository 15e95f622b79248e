// Story model: answers at once, with calls and then with prose, so that what a turn costs outside the model can be measured.

import type { LanguageModel, ModelRequest, ToolCall } from '@terrarium/kernel/language-model';

export interface StoryModel {
  readonly model: LanguageModel;
  readonly requests: ModelRequest[];
  nextWords(): string;
  writeNotes(count: number): readonly ToolCall[];
  tell(): { readonly narrative: string; readonly summary: string };
}

const names =
  'lamp river warden bell salt ferry well stair hound orchard ledger mask tower anchor chapel miller bridge candle'.split(
    ' ',
  );
const deeds =
  'sank; was mended; is missed; belongs to Mira; was sold; rings at night; keeps a secret; burnt; is cursed'.split(
    '; ',
  );
const usage = { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' } as const;

/** First calls the tools for a roll, for ten minutes to pass and for a note; then narrates in about a hundred words. */
export function buildStoryModel(): StoryModel {
  const requests: ModelRequest[] = [];
  let said = 0;
  let counted = 0;
  const say = () => {
    said += 1;
    const [one, other] = [names[(said * 7) % names.length], names[(said * 5 + 3) % names.length]];
    return `The ${one} of the ${other} ${deeds[said % deeds.length]}`;
  };
  const call = (name: string, wanted: object): ToolCall => {
    counted += 1;
    return { id: `call-${counted}`, name, arguments: JSON.stringify(wanted) };
  };
  const writeNotes = (count: number) =>
    Array.from({ length: count }, (_unused, index) =>
      call('note', { content: `${say()}, as word ${said} has it.`, kind: index % 3 === 0 ? 'lore' : 'fact' }),
    );
  const tell = () => ({
    narrative: Array.from({ length: 12 }, () => `${say()}.`).join(' '),
    summary: `${say()}.`,
  });
  const model: LanguageModel = {
    id: 'bench:story',
    async reply(request, options = {}) {
      requests.push(request);
      if (request.messages.at(-1)?.role !== 'tool') {
        const roll = call('roll', { formula: '1d20+2', reason: `word ${said}` });
        const calls = [roll, call('time_advance', { minutes: 10 }), ...writeNotes(1)];
        return { text: '', reasoning: '', calls, finish: 'tool-calls', usage };
      }
      const { narrative, summary } = tell();
      const block = `<after>\nsummary: ${summary}\ntags: mill\nimportance: 0.4\n- Go\n- Wait\n- Ask\n</after>`;
      const text = `${narrative}\n\n${block}`;
      for (let at = 0; at < text.length; at += 5) options.onText?.(text.slice(at, at + 5));
      return { text, reasoning: '', calls: [], finish: 'stop', usage };
    },
  };
  return {
    model,
    requests,
    nextWords: () => `I ask about the ${names[(said * 3) % names.length]}.`,
    writeNotes,
    tell,
  };
}
