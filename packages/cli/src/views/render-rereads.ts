// Renders which posts are to be read again and why, and which entries lost the words on which they were based.

import type { ReadingStatus } from '@terrarium/annotator/read-status';
import { renderCommand } from '@terrarium/composition/render-command';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { renderCut, renderCutRemedy } from './render-cut.ts';

const shownTerms = 8;

/** Says how much is read if posts were added later: the scenes with the added posts are read whole. */
function renderRereadPosts({ posts, addedPosts, tokens }: ReadingStatus['rereads']): string {
  const rest = posts - addedPosts;
  const scenes = rest === 0 ? '' : `, with ${renderCount(rest, 'more post')} of the same scenes`;
  return `${addedPosts === 1 ? 'it' : 'them'}${scenes}, about ${renderNumber(tokens)} tokens`;
}

export function renderRereads(
  { rereads, groundless, cut }: Pick<ReadingStatus, 'rereads' | 'groundless' | 'cut'>,
  { width, dir }: { readonly width: number; readonly dir: string },
): readonly string[] {
  const lines: string[] = [];
  if (cut !== undefined) {
    lines.push(...wrapText(paint(`${renderCut(cut)} ${renderCutRemedy(dir)}`, 'yellow'), { width }));
  }
  if (rereads.readings > rereads.cutScenes) {
    const added = `${renderCount(rereads.addedPosts, 'post')} added in the part that was already read`;
    const text = `${added}: ${renderCommand('annotate reread', dir)} reads ${renderRereadPosts(rereads)}.`;
    lines.push(...wrapText(paint(text, 'yellow'), { width }));
  }
  if (groundless.length > 0) {
    const more = groundless.length - shownTerms;
    const names = `${groundless.slice(0, shownTerms).join(', ')}${more > 0 ? `, and ${renderNumber(more)} more` : ''}`;
    const has = groundless.length === 1 ? 'has' : 'have';
    lines.push(
      ...wrapText(
        `${renderCount(groundless.length, 'entry', 'entries')} ${has} only quotes that are no longer in the story: ${names}.`,
        { width },
      ),
    );
  }
  return lines.length === 0 ? [] : ['', ...lines];
}

interface WaitingReading {
  readonly model: string;
  readonly scenes: readonly number[];
  readonly isApplied: boolean;
}

/** Says that a second reading was made whose changes the person has neither taken over nor thrown away. */
export function renderWaitingReading(
  reading: WaitingReading | undefined,
  { width, dir }: { readonly width: number; readonly dir: string },
): readonly string[] {
  if (reading === undefined || reading.isApplied || reading.scenes.length === 0) return [];
  const ends = new Set([Math.min(...reading.scenes), Math.max(...reading.scenes)]);
  const places = [...ends].map((scene) => `scene:${scene}`).join(' ');
  const text = `A second reading of ${renderCount(reading.scenes.length, 'scene')} by ${reading.model} waits for you to take it over: ${renderCommand(`annotate reread ${places}`, dir)} shows what it would change.`;
  return ['', ...wrapText(text, { width })];
}
