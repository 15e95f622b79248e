// Runs: some words in a row, by which a text is known to hold parts of another.

/** Every run of `length` words, in order. */
export function listRuns(words: readonly string[], length: number): readonly string[] {
  const runs: string[] = [];
  for (let start = 0; start + length <= words.length; start++) runs.push(joinRun(words, start, length));
  return runs;
}

/** How many of the words are part of a run of `length` that stands in `runs`. */
export function countCovered(words: readonly string[], runs: ReadonlySet<string>, length: number): number {
  let covered = 0;
  let coveredUntil = 0;
  for (const [start, run] of listRuns(words, length).entries()) {
    if (!runs.has(run)) continue;
    covered += start + length - Math.max(coveredUntil, start);
    coveredUntil = start + length;
  }
  return covered;
}

function joinRun(words: readonly string[], start: number, length: number): string {
  return words.slice(start, start + length).join(' ');
}
