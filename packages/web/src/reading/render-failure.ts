// Renders why a request to a model failed, for a line that goes on after it: without a full stop.

import { renderPageWords } from '../parts/render-page-words.ts';

export function renderFailure(reason: string): string {
  return renderPageWords(reason).trim().replace(/\.$/u, '');
}
