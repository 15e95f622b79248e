// Renders a picture of how items fade: a line for each item, readable on a light or dark background.

import { renderWallTime } from '@terrarium/composition/render-wall-time';
import { escapeAttribute } from '@terrarium/kernel/foreign-text';
import type { DecayLine, DecayProjection } from '@terrarium/memory/compute-decay-projection';
import { cutText } from '../screen/layout.ts';

interface Caption {
  readonly title: string;
  readonly timeZone: string;
}

const plot = { left: 48, top: 56, width: 640, height: 320 } as const;
const rowHeight = 20;
const labelCharacters = 84;
const ticks = 3;

/**
 * Seven hues that can be told apart, each in a dark form for a light background and a light form for a dark one. After
 * seven lines, the hues come again with other dashes.
 */
const hues = [
  ['#1f5fa8', '#7db4f0'],
  ['#b3400c', '#ff9c66'],
  ['#1d7a3a', '#74d391'],
  ['#8a2be2', '#c89bff'],
  ['#9a6b00', '#f0c350'],
  ['#a3195b', '#ff8fc0'],
  ['#0f7377', '#6fd6da'],
] as const;
const dashes = ['', '7 4', '2 4', '10 3 2 3'] as const;

const style = [
  'svg{background:#fff;color:#1b1b1b;font:13px system-ui,sans-serif}',
  'text{fill:currentColor}.dim{opacity:.75}.grid{stroke:currentColor;opacity:.2}.line{fill:none;stroke-width:2}',
  ...hues.map(([light], at) => `.h${at}{stroke:${light}}`),
  '@media(prefers-color-scheme:dark){svg{background:#16181c;color:#ececec}',
  ...hues.map(([, dark], at) => `.h${at}{stroke:${dark}}`),
  '}',
].join('');

export function renderDecaySvg(projection: DecayProjection, caption: Caption): string {
  const { lines, momentsMs } = projection;
  const height = plot.top + plot.height + 40 + Math.max(1, lines.length) * rowHeight + 12;
  const width = plot.left + plot.width + 40;
  const title = `${caption.title}: what is in mind`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeLabel(title)}">`,
    `<title>${escapeLabel(title)}</title>`,
    `<style>${style}</style>`,
    `<text x="${plot.left}" y="26" font-size="17" font-weight="600">${escapeLabel(cutLabel(title))}</text>`,
    `<text x="${plot.left}" y="44" class="dim">Scores from 0 to 1 while nobody speaks.</text>`,
    ...renderGrid(momentsMs, caption.timeZone),
    ...lines.map(renderLine),
    ...(lines.length === 0
      ? [renderLegendText('Nothing in mind fades or comes back.', 0)]
      : lines.flatMap(renderLegend)),
    '</svg>\n',
  ].join('\n');
}

function renderGrid(momentsMs: readonly number[], timeZone: string): readonly string[] {
  const rows = [0, 0.25, 0.5, 0.75, 1].flatMap((value) => {
    const y = computeY(value);
    return [
      `<line class="grid" x1="${plot.left}" x2="${plot.left + plot.width}" y1="${y}" y2="${y}"/>`,
      `<text x="${plot.left - 8}" y="${y + 4}" text-anchor="end" class="dim">${value}</text>`,
    ];
  });
  const [from, to] = [momentsMs.at(0) ?? 0, momentsMs.at(-1) ?? 0];
  const columns = Array.from({ length: ticks + 1 }, (_, at) => {
    const x = plot.left + (at / ticks) * plot.width;
    const when = renderWallTime(from + (at / ticks) * (to - from), timeZone);
    return `<text x="${x}" y="${plot.top + plot.height + 20}" text-anchor="${chooseAnchor(at)}" class="dim">${escapeLabel(when)}</text>`;
  });
  return [...rows, ...columns];
}

function chooseAnchor(tick: number): string {
  if (tick === 0) return 'start';
  return tick === ticks ? 'end' : 'middle';
}

function computeY(score: number): number {
  return computeRounded(plot.top + (1 - score) * plot.height);
}

function renderLine({ scores }: DecayLine, at: number): string {
  const last = Math.max(1, scores.length - 1);
  const points = scores.map(
    (score, index) => `${computeRounded(plot.left + (index / last) * plot.width)},${computeY(score)}`,
  );
  return `<polyline ${renderLook(at)} points="${points.join(' ')}"/>`;
}

function renderLook(at: number): string {
  const dash = dashes[Math.floor(at / hues.length) % dashes.length] ?? '';
  return `class="line h${at % hues.length}"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}`;
}

function renderLegend({ kind, content, scores }: DecayLine, at: number): readonly string[] {
  const y = computeLegendY(at) - 4;
  return [
    `<line ${renderLook(at)} x1="${plot.left}" x2="${plot.left + 28}" y1="${y}" y2="${y}"/>`,
    renderLegendText(`${(scores[0] ?? 0).toFixed(2)}  ${kind}: ${content}`, at),
  ];
}

function renderLegendText(text: string, at: number): string {
  return `<text x="${plot.left + 38}" y="${computeLegendY(at)}">${escapeLabel(cutLabel(text))}</text>`;
}

function computeLegendY(at: number): number {
  return plot.top + plot.height + 52 + at * rowHeight;
}

/**
 * A label, cut to its length and without the marks that stand for colours and styles; `escapeLabel` removes control
 * characters.
 */
function cutLabel(text: string): string {
  return cutText(text, labelCharacters).replace(/[\uFDD0-\uFDD7]/gu, '');
}

function escapeLabel(text: string): string {
  return escapeAttribute(text.toWellFormed().replace(/\p{Cc}|[\uFFFE\uFFFF]/gu, ''));
}

function computeRounded(value: number): number {
  return Math.round(value * 10) / 10;
}
