// Audits a list of texts, ours or another tool's: duplicates, loops, and texts too large to be a memory.

import { type AuditedRecord, type MemoryFinding, renderExample, shownExamples } from './finding.ts';
import { listDuplicates } from './list-duplicates.ts';
import { listLoops } from './list-loops.ts';

const largeCharacters = 4_000;

/** What was found, the worst first. */
export function auditRecords(records: readonly AuditedRecord[]): readonly MemoryFinding[] {
  const findings = [checkLooping(records), checkRepeated(records), checkLarge(records)];
  return findings.filter(({ count }) => count > 0);
}

function checkLooping(records: readonly AuditedRecord[]): MemoryFinding {
  const loops = listLoops(records);
  return {
    name: 'loops',
    count: loops.length,
    of: records.length,
    examples: loops.slice(0, shownExamples).map(renderExample),
    say: 'are made of passages that come back in many others: most likely a prompt or a template that was remembered again and again.',
    todo: 'Keep what is put in front of the model out of what is remembered, and delete these.',
  };
}

function checkRepeated(records: readonly AuditedRecord[]): MemoryFinding {
  const duplicates = listDuplicates(records);
  const examples = duplicates
    .slice(0, shownExamples)
    .map(
      ({ record, of, isExact }) => `${renderExample(record)} (${isExact ? 'as' : 'nearly as'} ${of.name})`,
    );
  return {
    name: 'duplicates',
    count: duplicates.length,
    of: records.length,
    examples,
    say: 'say what an earlier one says already, word for word or nearly so.',
    todo: 'Keep the earliest of each, or the one that is dated best.',
  };
}

function checkLarge(records: readonly AuditedRecord[]): MemoryFinding {
  const large = records.filter(({ text }) => text.length > largeCharacters);
  return {
    name: 'oversized',
    count: large.length,
    of: records.length,
    examples: large.slice(0, shownExamples).map(renderExample),
    say: `are longer than ${largeCharacters} characters: one of them fills what a model is given of a memory.`,
    todo: 'Split them into single statements, or keep them as documents.',
  };
}
