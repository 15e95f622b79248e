// The tool `notebook`: lets the game master add and change notes that the player does not see.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { isAbout, readNotebook, type Secret, secretKinds } from '../state/notebook.ts';
import { sceneId } from '../values/entity.ts';
import { longestText } from './arguments.ts';
import { refuseFull } from './refuse-full.ts';
import { resolveTarget } from './resolve-target.ts';
import { addSecret, replaceSecret } from './secrets.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  of: z.string().min(1).max(120).optional(),
  kind: z.enum(secretKinds).optional(),
  text: z.string().trim().max(longestText).optional(),
  id: z.string().min(1).max(120).optional(),
  hours: z.number().min(0).max(100_000).optional(),
});

type Noted = z.output<typeof input>;

export const notebook = buildTool<typeof input, Workbench>({
  name: 'notebook',
  description:
    'Note what only you know. kind holds: hidden there; brings: by a full clock. hours: how long a plan takes. id: change that note; empty text strikes it.',
  isWrite: true,
  input,
  run: (noted, bench) => (noted.id === undefined ? addNote(bench, noted) : editNote(bench, noted, noted.id)),
});

function addNote(bench: Workbench, { of, kind = 'truth', text = '', hours = 0 }: Noted): ToolAnswer {
  if (text === '') return { ok: false, say: 'There is nothing to note: give text.' };
  const about = of === undefined ? undefined : resolveTarget(bench.state, of);
  // An opening may note something about somebody who comes later, or about several who have the same name.
  if (about?.ok === false && bench.by !== 'system') return about;
  const id = about?.ok === true ? about.entity.id : (of ?? '');
  const { secrets } = readNotebook(bench.state);
  const same = secrets.find((one) => one.of === id && one.kind === kind && one.text === text);
  if (same !== undefined) return { ok: true, say: `That is noted already as ${same.id}.` };
  const full = refuseFull(bench);
  if (full !== undefined) return full;
  const made = addSecret(bench, { of: id, kind, text }, computeDue(bench, hours));
  return { ok: true, say: `Noted as ${made.id}.` };
}

function editNote(bench: Workbench, { of, kind, text, hours }: Noted, id: string): ToolAnswer {
  const found = findSecret(bench, id);
  if (!found.ok) return found;
  const { secret } = found;
  if (text === '') {
    bench.remove(secret.id, 'it was struck');
    return { ok: true, say: `${secret.id} is removed from the notebook.` };
  }
  const about = of === undefined ? undefined : resolveTarget(bench.state, of);
  if (about?.ok === false) return about;
  const due = hours === undefined ? (secret.due ?? 0) : computeDue(bench, hours);
  const changed = { of: about?.entity.id ?? secret.of, kind: kind ?? secret.kind, text: text ?? secret.text };
  replaceSecret(bench, secret.id, changed, due);
  return { ok: true, say: `${secret.id} is changed.` };
}

function computeDue({ state }: Workbench, hours: number): number {
  const now = Number(state.find(sceneId)?.sheet['minutes'] ?? 0);
  return hours === 0 ? 0 : now + Math.max(1, Math.round(hours * 60));
}

type FoundSecret =
  | { readonly ok: true; readonly secret: Secret }
  | { readonly ok: false; readonly say: string };

const mostNamed = 12;

/** Finds a secret that the player does not know yet, by its id or its number: `secret:s3`, `S3` or `3`. */
export function findSecret(bench: Workbench, wanted: string): FoundSecret {
  const { secrets } = readNotebook(bench.state);
  const name = wanted.trim().replace(/^secret:/i, '');
  const key = name.toLowerCase();
  const known = secrets.find(({ id }) => id === `secret:${key}` || id === `secret:s${key}`);
  if (known?.isRevealed === false) return { ok: true, secret: known };
  const open = secrets.filter(({ isRevealed }) => !isRevealed);
  if (known !== undefined) return { ok: false, say: `The player knows ${known.id} already.` };
  const whom = resolveTarget(bench.state, name);
  const own = whom.ok ? open.filter(({ of }) => isAbout(of, whom.entity)) : [];
  const say = `There is no note "${escapeLine(wanted, 80)}" that is still secret.`;
  return { ok: false, say: `${say} ${listNotes(own.length > 0 ? own : sortByNumber(open, name))}` };
}

function listNotes(secrets: readonly Secret[]): string {
  const ids = secrets.slice(0, mostNamed).map(({ id }) => id.slice(id.indexOf(':') + 1));
  return ids.length === 0 ? 'Nothing is noted.' : `Notes: ${ids.join(', ')}.`;
}

/** Sorts secrets by how near their numbers are to the written number; if none was written, returns the newest ones. */
function sortByNumber(secrets: readonly Secret[], name: string): readonly Secret[] {
  const readNumber = (id: string) => Number(/\d{1,9}/.exec(id)?.[0] ?? Number.NaN);
  const number = readNumber(name);
  if (Number.isNaN(number)) return secrets.slice(-mostNamed);
  const measure = ({ id }: Secret) => Math.abs(readNumber(id) - number);
  return [...secrets].sort((one, other) => measure(one) - measure(other));
}
