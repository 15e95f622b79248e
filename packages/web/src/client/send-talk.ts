// Sends a file for a companion's memory to the server: a talk from another program, or a character card.

import type { Outward } from '@terrarium/protocol/shapes';
import { readAnswer, ServerFailure, sendTo } from './send-request.ts';

export type ImportedTalks = Outward<'chatImport'>;
export type ImportedCard = Outward<'companionCard'>;

/** What came of a file: it is a talk, or the card of a character who is a companion now. */
export type ImportedFile = { readonly talks: ImportedTalks } | { readonly card: ImportedCard };

interface SentFile {
  readonly world: string;
  readonly file: File;
  /** Which speaker in the file is the person, if they said so. */
  readonly asUser?: string | undefined;
  /** Whether the character of a card joins the companions that are there. */
  readonly isAdding?: boolean | undefined;
  /** Whether the character of a card takes the place of the present companion, or of what is known of its own page. */
  readonly isReplacing?: boolean | undefined;
}

/** The code of the refusal that says that the file is not a talk but a character card. */
const isCardCode = 'exchange.character-card';

/**
 * Sends the file as a talk, unless it is surely a card. If the server finds that it is a card, sends it again as a
 * card.
 */
export async function sendTalk({
  world,
  file,
  asUser,
  isAdding,
  isReplacing,
}: SentFile): Promise<ImportedFile> {
  const to = `/api/worlds/${encodeURIComponent(world)}`;
  if (!(await isSurelyCard(file)))
    try {
      const person = asUser === undefined ? {} : { asUser };
      return { talks: (await send(`${to}/talks`, file, person)) as ImportedTalks };
    } catch (error) {
      if (!(error instanceof ServerFailure) || error.code !== isCardCode) throw error;
    }
  const sure = {
    ...(isAdding === true && { adds: 'yes' }),
    ...(isReplacing === true && { replaces: 'yes' }),
  };
  return { card: (await send(`${to}/companion`, file, sure)) as ImportedCard };
}

const charactersRead = 4096;

/** Whether the beginning of the file shows that it is a card; it is then not sent as a talk first. */
async function isSurelyCard(file: File): Promise<boolean> {
  if (/\.png$/iu.test(file.name)) return true;
  if (!/\.json$/iu.test(file.name)) return false;
  return /"spec"\s{0,20}:\s{0,20}"chara_card_v\d"/u.test(await file.slice(0, charactersRead).text());
}

async function send(path: string, file: File, query: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await sendTo(`${path}?${new URLSearchParams({ name: file.name, ...query })}`, {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  return await readAnswer(response);
}
