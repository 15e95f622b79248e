// Reports what the narration audit flags in novels: they are not about a game, so each flag is a false alarm.

import { readLines } from '@terrarium/kernel/read-lines';
import { auditNarrative } from '@terrarium/rpg/audit-narrative';
import { findEvaluationData } from '../evaluation-data.ts';
import { renderTable, writeResults } from '../report.ts';

const novels = ['novels/david.posts.jsonl', 'novels/huck.posts.jsonl', 'barsoom/posts.jsonl'];
const kinds = ['number', 'voice'] as const;

export function reportProse(): string {
  const figures = novels.map(measure);
  writeResults('rpg', figures, 'prose');
  const rows = figures.map(({ novel, words, numbers, number, voice }) =>
    [novel, words, numbers, number.length, voice.length].map(String),
  );
  return renderTable(['novel', 'words', 'numbers in it', 'flagged as numbers', 'as voice'], rows);
}

function measure(novel: string) {
  const flagged: Record<(typeof kinds)[number], string[]> = { number: [], voice: [] };
  let words = 0;
  let numbers = 0;
  for (const { text } of readLines(findEvaluationData(novel))) {
    if (text === '') continue;
    const narrative: string = JSON.parse(text).body;
    words += narrative.split(/\s+/).length;
    numbers +=
      narrative.match(/\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred)\b/gi)
        ?.length ?? 0;
    for (const flag of auditNarrative({
      narrative,
      words: '',
      rolls: [],
      patches: [],
      earlier: [],
    })) {
      if (flag.kind === 'number' || flag.kind === 'voice')
        flagged[flag.kind].push(narrative.slice(Math.max(0, flag.start - 40), flag.start + 60));
    }
  }
  return { novel, words, numbers, ...flagged };
}
