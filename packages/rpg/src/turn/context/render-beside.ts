// Renders what the player did outside the story since the last narrative: questions to chance, rolls judged again, edits.

import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Acted } from '../../state/game.ts';
import type { Action, Turn } from '../../state/session.ts';
import { stripSecrets } from '../../values/hidden-text.ts';
import { cutLines, renderBlock, renderLine } from './render-data.ts';

const mostBeside = 6;
const longestBeside = 240;

/** Lines for the next narrative, escaped; empty for a turn that belongs to the story or has a narrative. */
export function describeBeside(turn: Turn, actions: readonly (Action & Acted)[]): readonly string[] {
  if (!turn.isAside || turn.narrative.trim() !== '') return [];
  const done = actions.filter(({ by, ok }) => by === 'player' && ok);
  const asked = done.filter(({ tool }) => tool === 'oracle').map(({ say }) => cutAnswer(stripSecrets(say)));
  const judged = done.flatMap(({ rolls }) => rolls.flatMap(describeJudged));
  const isChanged = done.some(({ patches }) => patches.length > 0);
  const changed = isChanged && !turn.summary.startsWith('/') ? renderLine(turn.summary, longestBeside) : '';
  return [...asked, ...judged, ...(changed === '' ? done.flatMap(describeSet) : [changed])].filter(
    (line) => line !== '',
  );
}

/** A value of the sheet that no summary tells of, such as money that was set by hand, in the tool's words. */
function describeSet({ tool, say, patches }: Action & Acted): readonly string[] {
  if (tool !== 'set' || patches.length === 0) return [];
  const [line = ''] = stripSecrets(say).split('\n');
  return [cutAnswer(`set by the player: ${line}`)];
}

/** Says what a roll that was judged again came to, since the turn before still shows its first result. */
function describeJudged({ spent, outcome, rolled, reason, move, check }: RolledCheck): readonly string[] {
  if (spent === undefined) return [];
  const result = outcome?.label ?? String(rolled.total);
  const tried = reason ?? move ?? check;
  const which = tried === undefined ? 'the last roll' : `the roll "${tried}"`;
  const text = `${spent}: ${which} is judged again and comes to "${result}". What it brought before is taken back; tell what it brings now.`;
  return [renderLine(text, longestBeside)];
}

/** The answer is escaped already, so an escape such as `&lt;` must not be cut in two. */
function cutAnswer(answer: string): string {
  const line = answer.replaceAll(/\s+/g, ' ').trim();
  return line.length <= longestBeside ? line : `${line.slice(0, longestBeside).replace(/&[a-z]*$/, '')}…`;
}

/** The newest of the lines. */
export function cutOldest(lines: readonly string[]): readonly string[] {
  return lines.slice(-mostBeside);
}

export function renderBeside(lines: readonly string[], tokens: number): string {
  return renderBlock('beside', cutLines(lines, tokens));
}
