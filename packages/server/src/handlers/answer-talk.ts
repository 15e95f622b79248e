// Has the newest message of a talk answered, beside the request that asked for it: whoever follows the talk sees it come.

import { answerMessage } from '@terrarium/composition/answer-message';
import { chooseAskedModel } from '@terrarium/composition/choose-model';
import { prepareCompany, withCompany } from '@terrarium/composition/open-company';
import type { Memory } from '@terrarium/memory/memory';
import { openFilling } from '@terrarium/memory/open-filling';
import type { Desk } from '../shelf/desk.ts';

interface Answering {
  /** The person who spoke; the first voice of their side where nobody is named. */
  readonly voice: string | undefined;
  /** Whether an answer that stands gives way to a new telling, and comes back where none is given. */
  readonly isAnew: boolean;
}

/**
 * The companion wakes, which is written down, and is asked where a model is named. Throws `UsageError` while a reply is
 * coming.
 */
export function startAnswer(desk: Desk, key: string, { voice, isAnew }: Answering): void {
  const { host, shelf, talks } = desk;
  const { dir } = shelf.require(key);
  talks.start(dir, async (watch) => {
    const options = { world: dir, uses: ['model', 'embedder'] } as const;
    const prepared = await prepareCompany(host, options, { as: voice, with: undefined });
    const [world] = prepared.companions;
    const asked = await chooseAskedModel(host, world.configured);
    await withCompany(host, prepared, async (company, [companion]) => {
      if (companion === undefined) return;
      const filling = openFilling(companion);
      filling.start();
      try {
        const answer = async (): Promise<void> => {
          const wake = await companion.wake();
          if (asked !== undefined)
            await answerMessage({ host, world, companion, company, asked }, wake, watch);
        };
        await (isAnew ? answerAnew(companion, answer) : answer());
      } finally {
        await filling.close();
      }
    });
  });
}

async function answerAnew(companion: Memory, answer: () => Promise<void>): Promise<void> {
  const hasStanding = () => companion.listTellings().some(({ isStanding }) => isStanding);
  if (!hasStanding()) return await answer();
  companion.undo({ isReplyOnly: true });
  try {
    await answer();
  } finally {
    // A server that fails takes no answer away.
    if (!hasStanding()) companion.redo();
  }
}
