// Instant model: answers at once with very little, so that only the work around the model is measured.

import type { LanguageModel } from '@terrarium/kernel/language-model';

export function buildInstantModel(onRequest: () => void): LanguageModel {
  return {
    id: 'instant:model',
    async reply(request) {
      onRequest();
      const last = request.messages.at(-1)?.content ?? '';
      const isSummary = last.includes('<summary_request');
      return {
        text: isSummary ? 'They went on, and what they met is known.' : 'Nothing new.',
        reasoning: '',
        calls: [],
        finish: 'stop',
        usage: { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' },
      };
    },
  };
}
