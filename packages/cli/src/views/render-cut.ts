// Renders how many scenes were read from a cut prompt, and which command reads them again.

import type { CutReading } from '@terrarium/annotator/read-cut-scenes';
import { renderCommand } from '@terrarium/composition/render-command';
import { renderCount, renderNumber } from '../screen/quantities.ts';

export function renderCut({ scenes, countedTokens, sentTokens }: CutReading): string {
  const sent = renderNumber(Math.round(sentTokens / 100) * 100);
  const what = scenes === 1 ? 'was read' : 'were read';
  return `${renderCount(scenes, 'scene')} ${what} from a prompt that the server had cut: it counted ${renderNumber(countedTokens)} tokens of about ${sent}.`;
}

export function renderCutRemedy(dir: string): string {
  return `Give the server a larger window ("terrarium doctor" says how); then "${renderCommand('annotate reread', dir)}" reads what was missed.`;
}
