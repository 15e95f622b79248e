// The tool `proposals`: lists what maintenance proposes, and accepts or refuses it as the person decides.

import { buildProposals } from '@terrarium/composition/build-memory';
import { describeOperation } from '@terrarium/memory/operation';
import type { Proposal } from '@terrarium/memory/proposals';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';
import { rowNumber } from '../show/inputs.ts';
import { renderList } from '../show/render-list.ts';

const numbers = z.array(rowNumber).max(500).default([]);
const most = 30;
const mostLines = 12;
const longestLine = 400;

export const proposals = buildCompanionTool({
  name: 'proposals',
  title: 'Proposed changes',
  description:
    'List the changes that maintenance proposed and the person has not decided on, each with its lines; and accept or refuse those that the person decided on. Never decide yourself.',
  input: z.strictObject({
    accept: numbers.describe('Numbers of those that the person agreed to'),
    refuse: numbers.describe('Numbers of those that the person refused'),
  }),
  output: shapes.memoryProposals,
  annotations: writes,
  run({ companion: { memory }, given: { accept, refuse } }) {
    const decided = { ...memory.applyDecisions({ accept, refuse }), refused: refuse };
    const waiting = memory.proposals();
    const text = [
      ...(decided.done.length === 0 ? [] : [`Done: ${decided.done.join(', ')}.`]),
      ...decided.runIds.map((run) => `To take it back, revert run ${run}.`),
      ...(refuse.length === 0 ? [] : [`Refused: ${refuse.join(', ')}.`]),
      ...renderList(
        'Not done, and still waiting:',
        decided.left.map(({ id, say }) => `${id}: ${say}`),
      ),
      ...(waiting.length === 0
        ? ['No proposal waits.']
        : renderList('Waiting for the person:', waiting.map(renderProposal), most)),
    ];
    return { text: text.join('\n'), value: buildProposals(decided, waiting) };
  },
});

function renderProposal({ id, operation, changes, unfounded, fault }: Proposal): string {
  const lines = changes.flatMap(({ removed, added }) => [
    ...removed.map((line) => `− ${line}`),
    ...added.map((line) => `+ ${line}`),
  ]);
  const more = lines.length > mostLines ? [`and ${lines.length - mostLines} more lines`] : [];
  const cannot = fault === undefined ? [] : [`cannot be done: ${fault}`];
  return [
    `${id}: ${describeOperation(operation)}`,
    ...lines.slice(0, mostLines).map(cutLine),
    ...more,
    ...(unfounded.length === 0
      ? []
      : [`! not in any of the moments that it rests on: ${unfounded.join(', ')}`]),
    ...cannot,
  ].join('\n');
}

function cutLine(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine).toWellFormed()} …`;
}
