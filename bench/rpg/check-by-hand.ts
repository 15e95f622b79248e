// Lets a person check narratives in place of a model: writes the requests for a batch, and reads the person's answers.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCheckRequest } from '@terrarium/rpg/check-request';
import { type Batch, type Judged, readJudged } from './judged-narratives/read-judged.ts';

const readMe = `# Answering checks

You play a language model that checks what it told. \`requests/\` has one file for each request. Answer each by itself, as its text asks, knowing
nothing but that text: do not compare requests with each other, and look for nothing else about them. If a telling has no mistake,
the answer is \`[]\`.

Write the answers into \`answers.jsonl\`, next to this file: on each line the number of a request and the JSON that it asks for, in any order.

\`\`\`json
{"request": 17, "reply": [{"sentence": 3, "record": 7, "kind": "item", "words": "the false words, copied"}]}
{"request": 18, "reply": []}
\`\`\`
`;

/** Writes the requests in an order that is the same each time and gives away nothing about the batch. */
export function writeRequests(batch: Batch, folder: string): string {
  const requests = shuffle(batch).map(({ one }) => buildRequest(one).content);
  mkdirSync(join(folder, 'requests'), { recursive: true });
  writeFileSync(join(folder, 'README.md'), readMe);
  for (const [index, content] of requests.entries())
    writeFileSync(join(folder, 'requests', `${index + 1}.txt`), content);
  return `${requests.length} requests are in ${folder}; its README.md says how to answer them.\n`;
}

/** Stores each reply beside the batch, with the place of its narrative in the batch. */
export function storeAnswers(batch: Batch, folder: string): string {
  const order = shuffle(batch);
  const lines = readFileSync(join(folder, 'answers.jsonl'), 'utf8').split('\n');
  const answers = lines
    .filter((line) => line.trim() !== '')
    .map((line): { readonly request: number; readonly reply: unknown } => JSON.parse(line));
  const checked = answers.flatMap(({ request, reply }) => {
    const place = order[request - 1]?.place;
    const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
    return place === undefined ? [] : [{ place, reply: text }];
  });
  checked.sort((one, other) => one.place - other.place);
  const file = new URL(`judged-narratives/checked-${batch}.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(checked, null, 2)}\n`);
  return `${checked.length} of ${order.length} answers were read.\n`;
}

export function buildRequest({ audited }: Judged) {
  const { turn, words, narrative } = audited;
  if (turn === undefined) throw new Error('A judged narrative has no turn.');
  return buildCheckRequest({ turn, words, narrative });
}

function shuffle(batch: Batch) {
  const rank = (place: number) => createHash('sha256').update(`${batch} ${place}`).digest('hex');
  return readJudged(batch)
    .map((one, place) => ({ one, place, rank: rank(place) }))
    .sort((one, other) => one.rank.localeCompare(other.rank));
}
