// Renders the older turns that a model is asked to sum up: as many of their summaries and tellings as fit, by weight.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Turn } from '../../state/session.ts';
import {
  chooseMostImportant,
  cutStory,
  longestStory,
  type Summary,
  type Unsummed,
} from '../context/chapters.ts';
import { cutText, renderBlock, renderElement, renderLine, renderText } from '../context/render-data.ts';
import { renderWords } from '../context/render-words.ts';

export interface OlderTurns extends Unsummed {
  /** The whole turns, as far as they were read; of any other only its summary is shown. */
  readonly whole: ReadonlyMap<number, Turn>;
  /** What was done in a turn, as `renderDone` renders it. */
  readonly renderDoneIn: (turn: number) => string;
}

/** A telling is cut to this many tokens, since the weightiest turns are to be shown, and not only the longest. */
const longestTold = 300;
const longestWords = 80;
/** How many tokens the lines take that frame the texts of a turn. */
const tokensForFrame = 16;
/** The share of the tokens that summaries may take; the rest is for tellings. */
const shareOfLines = 0.5;
/** The share that the earlier summary of the story may take. */
const shareOfFormer = 0.35;

export function renderOlder(older: OlderTurns, tokens: number): string {
  const { former, turns } = older;
  const before =
    former === undefined ? '' : cutStory(renderLine(former.text, longestStory), tokens * shareOfFormer);
  const story = renderElement('story_so_far', { to: former?.number }, before);
  const left = tokens - estimateTokens(story);
  const lines = chooseMostImportant(turns, Math.floor(left * shareOfLines), tokensForFrame);
  const shown = turns.filter((one) => lines.has(one.number) || isOpening(one));
  const lineTokens = shown.reduce(
    (sum, one) => sum + estimateTokens(lines.get(one.number) ?? '') + 1 + tokensForFrame,
    0,
  );
  const told = chooseTold({ ...older, turns: shown }, left - lineTokens);
  const parts = shown.map((one) => renderTurn(one, [lines.get(one.number) ?? '', told.get(one.turn) ?? '']));
  return renderBlock(
    'older',
    [story, ...parts].filter((part) => part !== ''),
  );
}

/** The opening has no summary, but the story begins in its telling. */
function isOpening({ number, text }: Summary): boolean {
  return number === 0 && text === '';
}

function renderTurn({ number, importance }: Summary, texts: readonly string[]): string {
  const content = texts.filter((text) => text !== '').join('\n');
  if (content === '') return '';
  return renderElement('turn', { number, importance: importance.toFixed(1) }, `\n${content}\n`);
}

/** Turns of more weight are shown whole before others. The opening weighs most, since the story begins with it. */
function scoreTurn(one: Summary): number {
  return isOpening(one) ? 1 : one.importance;
}

/** The words and the tellings of the weightiest turns that fit. */
function chooseTold({ turns, whole, renderDoneIn }: OlderTurns, tokens: number): ReadonlyMap<number, string> {
  const told = new Map<number, string>();
  let left = tokens;
  const ranked = turns.toSorted(
    (one, other) => scoreTurn(other) - scoreTurn(one) || other.number - one.number,
  );
  for (const { turn } of ranked) {
    const one = whole.get(turn);
    if (one === undefined || one.narrative.trim() === '') continue;
    const said = one.words.trim() === '' ? '' : renderWords(one.words, longestWords);
    const text = [said, renderDoneIn(turn), renderText(cutText(one.narrative, longestTold)).trim()]
      .filter((part) => part !== '')
      .join('\n');
    const cost = estimateTokens(text) + 2;
    if (cost > left) continue;
    told.set(turn, text);
    left -= cost;
  }
  return told;
}
