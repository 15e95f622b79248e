// Prepares a talk for a request: finds who speaks, with which companion, and which others take part.

import { prepareMemoryWorld } from '@terrarium/composition/memory-world';
import { type PreparedCompany, prepareCompany } from '@terrarium/composition/open-company';
import type { Use } from '@terrarium/composition/read-for-sending';
import type { Desk } from '../shelf/desk.ts';

export interface TalkWanted {
  /** The person who speaks; the first voice of their side if nobody is named. */
  readonly voice: string | undefined;
  /** Other companions who take part in the talk. */
  readonly with?: readonly string[] | undefined;
  readonly uses?: readonly Use[];
}

/** Throws `UsageError` for a companion who does not exist. */
export async function prepareTalk(
  { host, shelf }: Pick<Desk, 'host' | 'shelf'>,
  key: string,
  { voice, with: others = [], uses = [] }: TalkWanted,
): Promise<PreparedCompany> {
  const { dir, of } = shelf.require(key);
  const options = { world: dir, of, uses };
  const { mind } = await prepareMemoryWorld(host, options);
  return await prepareCompany(host, options, { as: voice, with: [mind.id, ...others] });
}
