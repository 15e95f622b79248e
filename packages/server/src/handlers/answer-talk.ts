// Starts a companion's answer to the newest message; the request does not wait for it, and pages see it grow.

import { answerMessage } from '@terrarium/composition/answer-message';
import { chooseAskedModel } from '@terrarium/composition/choose-model';
import { listPresent } from '@terrarium/composition/list-present';
import type { MemoryWorld } from '@terrarium/composition/memory-world';
import { withCompany } from '@terrarium/composition/open-company';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import type { Company } from '@terrarium/memory/hear-together';
import type { Ingested } from '@terrarium/memory/ingest';
import type { Memory } from '@terrarium/memory/memory';
import { openFilling } from '@terrarium/memory/open-filling';
import type { ReplyWatch } from '../running/open-talks.ts';
import type { Desk } from '../shelf/desk.ts';
import { prepareTalk } from './prepare-talk.ts';

export interface Answering {
  /** The person who spoke; the first voice of their side if nobody is named. */
  readonly voice: string | undefined;
  /** Other companions who take part in the talk, and who answer in turn. */
  readonly with?: readonly string[] | undefined;
  /** The only companion who answers, though all in the talk hear it; by default, each of them answers. */
  readonly only?: string | undefined;
  /** Whether an existing answer is replaced by a new one; it is restored if no new one is given. */
  readonly isAnew: boolean;
}

/**
 * Each companion wakes, which is recorded. If the settings name a model, it is then asked for the companion's answer.
 * Companions who answer later hear the earlier answers. Throws `UsageError` while a reply is being given.
 */
export function startAnswer(desk: Desk, key: string, answering: Answering): void {
  const { host, shelf, talks } = desk;
  const { isAnew, only } = answering;
  const isAsked = ({ mind }: MemoryWorld) => only === undefined || mind.id === only;
  talks.start(shelf.require(key).seat, async (watch) => {
    const prepared = await prepareTalk(desk, key, { ...answering, uses: ['model', 'embedder'] });
    const asked = await chooseAskedModel(host, prepared.companions[0].configured);
    await withCompany(host, prepared, async (company, memories) => {
      for (const [at, world] of prepared.companions.entries()) {
        const companion = memories[at];
        if (companion === undefined || !isAsked(world)) continue;
        if (prepared.companions.length > 1) watch.onSpeaker(world.mind.name);
        await answerFor(desk, { world, companion, company, asked, isAnew }, watch);
      }
    });
  });
}

interface Answerer {
  readonly world: MemoryWorld;
  readonly companion: Memory;
  readonly company: Company;
  readonly asked: AskedModel | undefined;
  readonly isAnew: boolean;
}

async function answerFor({ host }: Desk, answerer: Answerer, watch: ReplyWatch): Promise<void> {
  const { world, companion, company, asked, isAnew } = answerer;
  const filling = openFilling(companion);
  filling.start();
  try {
    const answer = async (): Promise<void> => {
      const wake = await companion.wake({ present: listPresent(world, company) });
      if (asked === undefined) return;
      const { reply, kept } = await answerMessage({ host, world, companion, company, asked }, wake, watch);
      watch.onMissed(listMissed(kept));
      if (reply.finish === 'length') watch.onCut({ id: world.mind.id, name: world.mind.name });
    };
    await (isAnew ? answerAnew(companion, answer) : answer());
  } finally {
    await filling.close();
  }
}

/** Reports that a person can do something about. */
const shownReports: ReadonlySet<string> = new Set(['missed', 'tied', 'undated', 'too-many']);

/** What the reply wished to have noted or changed and was not understood, without what is about secrets. */
function listMissed(kept: Ingested | undefined): readonly string[] {
  const reports = (kept?.reports ?? []).filter(({ kind, tag }) => tag !== 'secret' && shownReports.has(kind));
  return [...new Set(reports.map(({ say }) => say))];
}

async function answerAnew(companion: Memory, answer: () => Promise<void>): Promise<void> {
  const hasStanding = () => companion.listTellings().some(({ isStanding }) => isStanding);
  if (!hasStanding()) return await answer();
  companion.undo({ isReplyOnly: true });
  try {
    await answer();
  } finally {
    // If no new answer was stored, the former one comes back.
    if (!hasStanding()) companion.redo();
  }
}
