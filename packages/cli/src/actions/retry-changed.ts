// Reads changed parts of a world's stories again, and says beforehand how much will be read.

import type { Annotator } from '@terrarium/annotator/open-annotator';
import { type PendingRereads, readPendingRereads } from '@terrarium/annotator/read-status';
import { readFromWorld } from '@terrarium/composition/annotator-world';
import { openReading, type Reading } from '@terrarium/composition/open-reading';
import { UsageError } from '@terrarium/kernel/errors';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderNumber } from '../screen/quantities.ts';
import { buildFlags, type ModelOptions, type WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { announce, finishReading } from './read-on.ts';
import { readWorld } from './read-world.ts';

export interface RereadOptions extends WorldOptions, ModelOptions {
  readonly thread?: number;
  readonly corpus?: readonly string[];
  readonly estimate?: boolean;
}

export async function retryChanged(shell: Shell, options: RereadOptions): Promise<void> {
  const isJson = options.json === true;
  shell.tellsEvents = true;
  const { thread, corpus, world: worldDir } = options;
  const flags = buildFlags(options);
  const reading = await openReading(shell, { worldDir, flags, corpusNames: corpus ?? [] });
  const pending = await listPending(shell, reading, options);
  if (isJson) shell.printer.writeJson('rereadPlanned', { kind: 'reread-planned', ...pending });
  else shell.printer.writeLines(...renderPending(pending, shell.printer.width));
  if (pending.readings === 0 || options.estimate === true) return;
  const result = await readWorld(shell, {
    reading,
    isJson,
    corpusNames: corpus,
    reread: { thread, readings: pending.readings },
    onStart: () => announce(shell, reading, isJson),
  });
  await finishReading(shell, { reading, result, options, isReread: true });
}

async function listPending(shell: Shell, reading: Reading, options: RereadOptions): Promise<PendingRereads> {
  const found: PendingRereads[] = [];
  await readFromWorld(shell, reading.world.dir, (annotator) => {
    refuseUnknown(annotator, options);
    const { settings } = reading;
    type Thread = Parameters<typeof readPendingRereads>[1];
    const wish = { threadId: options.thread, corpusNames: options.corpus, settings } as Thread;
    found.push(readPendingRereads(annotator, wish));
  });
  return found[0] ?? { readings: 0, posts: 0, addedPosts: 0, tokens: 0, threads: [], cutScenes: 0 };
}

function refuseUnknown({ corpora }: Annotator, { thread, corpus }: RereadOptions): void {
  const wanted = [...corpora.values()].filter(({ name }) => corpus?.includes(name) !== false);
  const isThere = wanted.some((one) => [...one.iterateThreads()].some(({ id }) => Number(id) === thread));
  if (thread === undefined || isThere) return;
  throw new UsageError({
    code: 'cli.no-thread',
    happened: `There is no thread ${thread} in this world.`,
    todo: '"terrarium inspect" shows which there are.',
  });
}

const shownThreads = 8;

function renderPending(
  { readings, posts, addedPosts, tokens, threads, cutScenes }: PendingRereads,
  width: number,
): readonly string[] {
  const cut =
    cutScenes === 0
      ? []
      : [
          ...wrapText(
            `To be read again: ${renderCount(cutScenes, 'scene')} for which the server saw only part of the prompt.`,
            { width },
          ),
          '',
        ];
  if (readings > 0 && readings === cutScenes) return cut;
  if (readings === 0) return ['Nothing needs to be read again: the story has not changed since it was read.'];
  const more =
    threads.length > shownThreads ? `, and ${renderNumber(threads.length - shownThreads)} more` : '';
  const names = threads
    .slice(0, shownThreads)
    .map((title) => `"${title}"`)
    .join(', ');
  const where = threads.length === 0 ? '' : ` In ${names}${more}.`;
  const added =
    addedPosts === 0 || addedPosts === posts ? '' : `, ${renderNumber(addedPosts)} of them added,`;
  const text = `To be read again: ${renderCount(posts, 'post')}${added} in ${renderCount(readings - cutScenes, 'reading')}, about ${renderNumber(tokens)} tokens of story; with each reading, what was read before it is sent along.${where}`;
  return [...wrapText(text, { width }), '', ...cut];
}
