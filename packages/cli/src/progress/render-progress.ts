// Renders progress: the two live lines below a run, and the parts of these that are also shown in plain lines.

import { cutText } from '../screen/layout.ts';
import { renderCount, renderDuration, renderNumber, renderShare } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { countScenesLeft, type Progress } from './progress.ts';

export interface Pace {
  /** How many seconds ago this run began. */
  readonly seconds: number;
  readonly width: number;
  /**
   * Set as soon as the person asks to stop: `after the reply` if the run still waits for a reply that is
   * arriving.
   */
  readonly stopping: 'after the reply' | 'now' | undefined;
}

const barColumns = 14;

/** Shows how far the run has come, and how many tokens it has used. */
export function renderLiveLines(progress: Progress, pace: Pace): readonly string[] {
  const done = progress.scenes === 0 ? 0 : progress.closed / progress.scenes;
  const place = `scene ${renderNumber(Math.min(progress.closed + 1, progress.scenes))} of ${renderNumber(progress.scenes)}`;
  const first = [
    `${renderBar(done)} ${paint(place, 'bold')}`,
    renderStopping(pace.stopping) ?? renderPace(progress, pace),
    renderCount(progress.created, 'new entry', 'new entries'),
  ];
  const hint = pace.stopping === 'after the reply' ? 'Ctrl-C again stops at once' : '';
  const second = [hint, renderTokens(progress), progress.threadTitle].filter((part) => part !== '');
  return [
    first.filter((part) => part !== '').join(' · '),
    paint(cutText(second.join(' · '), pace.width - 2), 'dim'),
  ];
}

function renderStopping(stopping: Pace['stopping']): string | undefined {
  if (stopping === undefined) return undefined;
  return paint(stopping === 'now' ? 'stopping' : 'stopping after the reply that is arriving', 'yellow');
}

/** Renders a text such as `12,345 in (76 % cached), 2,300 out`; empty if nothing was ever counted. */
export function renderTokens(progress: Progress): string {
  if (!progress.isCounted) return '';
  const share = renderShare(progress.cachedTokens, progress.promptTokens);
  const cached = share === 'unknown' ? 'cached: unknown' : `${share} cached`;
  return `${renderNumber(progress.promptTokens)} tokens in (${cached}), ${renderNumber(progress.outputTokens)} out`;
}

/** The time that is left, and scenes an hour; empty before the first scene is closed. */
export function renderPace(progress: Progress, { seconds }: Pick<Pace, 'seconds'>): string {
  if (progress.closedHere === 0 || seconds <= 0) return '';
  const perHour = (progress.closedHere / seconds) * 3600;
  const left = (countScenesLeft(progress) * seconds) / progress.closedHere;
  return `${renderDuration(left)} left · ${renderNumber(perHour)} scenes/h`;
}

function renderBar(share: number): string {
  const filled = Math.round(Math.max(0, Math.min(1, share)) * barColumns);
  return paint('━'.repeat(filled), 'green') + paint('─'.repeat(barColumns - filled), 'dim');
}
