// Renders an examination as Markdown for a bug report: it contains only what a stranger may read.

import type { Finding } from '@terrarium/kernel/finding';
import { escapeMarkdown } from '@terrarium/kernel/foreign-text';
import type { Redactor } from '../redact/build-redactor.ts';
import type { ShownSetting, Versions } from '../redact/read-facts.ts';
import { renderVersions } from './render-findings.ts';

export interface Report {
  readonly versions: Versions;
  readonly settings: readonly ShownSetting[];
  readonly findings: readonly Finding[];
}

export function renderReport({ versions, settings, findings }: Report, redact: Redactor): string {
  const renderRow = (...cells: readonly string[]) =>
    `| ${cells.map((cell) => renderCell(redact(cell))).join(' | ')} |`;
  return [
    '# Terrarium doctor',
    '',
    renderCell(redact(renderVersions(versions))),
    '',
    '## Settings',
    '',
    ...(settings.length === 0
      ? ['Nothing is set: every setting has its default.']
      : [
          '| setting | value | from |',
          '|---|---|---|',
          ...settings.map(({ name, value, from }) => renderRow(name, value, from)),
        ]),
    '',
    '## Findings',
    '',
    '| check | standing | what | what to do |',
    '|---|---|---|---|',
    ...findings.map((finding) =>
      renderRow(finding.check, finding.standing, renderSays(finding), finding.todo ?? ''),
    ),
    '',
  ].join('\n');
}

function renderSays({ says, code }: Finding): string {
  return code === undefined ? says : `${says} (${code})`;
}

/** Puts the text on one line without control characters, and escapes Markdown. */
function renderCell(text: string): string {
  return escapeMarkdown(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim());
}
