// Renders the findings of an examination for a terminal.

import type { Finding, Standing } from '@terrarium/kernel/finding';
import type { ShownSetting, Versions } from '../redact/read-facts.ts';
import { type Block, renderPairs, toWidth, wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

const colours = { ok: 'green', warning: 'yellow', problem: 'red', unknown: 'cyan' } as const;
const standingColumns = 9;
const checkColumns = 18;
/** In a narrower window, each finding is printed below the name of its check, not beside it. */
const narrowest = 56;

export function renderVersions({ terrarium, node, sqlite, system }: Versions): string {
  return `Terrarium ${terrarium}, Node ${node}, SQLite ${sqlite}, ${system}`;
}

export function renderHead(
  versions: Versions,
  settings: readonly ShownSetting[],
  width: number,
): readonly string[] {
  const pairs = settings.map(({ name, value, from }) => [name, `${value} — ${from}`] as const);
  return [paint(renderVersions(versions), 'bold'), ...renderPairs(pairs, width), ''];
}

export function renderFinding(
  { check, standing, says, todo, code }: Finding,
  width: number,
): readonly string[] {
  const isNarrow = width < narrowest;
  const indent = isNarrow ? '    ' : ' '.repeat(2 + standingColumns + checkColumns);
  const lines = isNarrow
    ? [`  ${paint(standing, colours[standing])}  ${check}`, ...wrapLines(says, { width, indent })]
    : wrapLines(says, { width, indent, first: renderFirstColumns(check, standing) });
  if (todo === undefined) return lines;
  const advice = code === undefined ? todo : `${todo} ${paint(`[${code}]`, 'dim')}`;
  return [...lines, ...wrapText(advice, { width, indent: `${indent}  `, first: `${indent}→ ` })];
}

/** Wraps each line of the text. If a line begins with a dash, its further lines are indented. */
function wrapLines(text: string, { width, indent = '', first = indent }: Block): readonly string[] {
  return text.split('\n').flatMap((line, at) => {
    const isItem = line.startsWith('- ');
    const begun = { width, indent: isItem ? `${indent}  ` : indent, first: at === 0 ? first : indent };
    return wrapText(line, begun);
  });
}

function renderFirstColumns(check: string, standing: Standing): string {
  return `  ${paint(toWidth(standing, standingColumns), colours[standing])}${toWidth(check, checkColumns)}`;
}

export function renderSum(findings: readonly Finding[]): string {
  const count = (standing: Standing) => findings.filter((one) => one.standing === standing).length;
  const parts = [
    ...(count('problem') > 0 ? [paint(renderCount(count('problem'), 'problem'), 'red', 'bold')] : []),
    ...(count('warning') > 0 ? [paint(renderCount(count('warning'), 'warning'), 'yellow', 'bold')] : []),
    ...(count('unknown') > 0 ? [`${count('unknown')} unknown`] : []),
  ];
  return parts.length === 0 ? paint('All is well.', 'green', 'bold') : `${parts.join(', ')}.`;
}
