// Redacts the records of maintenance and wakes: operations, replies, former versions, and why something came to mind.
import type { EventId } from '../events/event.ts';
import type { FragmentText } from '../fragments/fragment.ts';
import type { WakeLedger } from '../ledger/wake-ledger.ts';
import type { WokenWith } from '../ledger/wake-store.ts';
import type { OwnWords } from './own-words.ts';
import { type Redaction, redactFragment } from './redact-fragment.ts';

export interface RecordRedaction extends Redaction {
  /** Keys of fragments of which nothing is left. */
  readonly goneKeys: ReadonlySet<string>;
}

/**
 * Cuts what is forgotten out of proposed operations, and leaves out an operation that names a forgotten fragment
 * or of which nothing is left.
 */
export function redactOperations(operations: readonly unknown[], redaction: RecordRedaction): unknown[] {
  return operations.flatMap((operation) => {
    const redacted = redactOperation(operation, redaction);
    return redacted === undefined ? [] : [redacted];
  });
}

function redactOperation(operation: unknown, redaction: RecordRedaction): unknown {
  const { goneKeys, own } = redaction;
  if (!isRecord(operation)) return redactTexts(operation, own.cutTold);
  const { key, from, to } = operation;
  if (operation['do'] === 'note-fact' && isGoneFact(operation, redaction)) return undefined;
  if ([key, from, to].some((name) => isGoneKey(name, goneKeys, own))) return undefined;
  if (!Array.isArray(operation['sources']) || typeof key !== 'string')
    return redactTexts(operation, own.cutTold);
  const tiers = { ambient: '', recognition: '', inventory: '' };
  const text = redactFragment({ ...tiers, ...(operation as unknown as FragmentText) }, redaction);
  if (text === undefined) return undefined;
  // An update contains only the tiers that it changes.
  const kept = Object.entries(text).filter(([name]) => Object.hasOwn(operation, name));
  return redactTexts(Object.fromEntries(kept), own.cutTold);
}

/** Whether the fact's words are forgotten: a fact without its words cannot be stored. */
function isGoneFact(operation: Record<string, unknown>, { own, isWhole }: RecordRedaction): boolean {
  return isWhole(Number(operation['event']) as EventId) || own.isToldIn(String(operation['quote']));
}

function isGoneKey(name: unknown, goneKeys: ReadonlySet<string>, own: OwnWords): boolean {
  return typeof name === 'string' && (goneKeys.has(name) || own.isToldIn(name.replaceAll('-', ' ')));
}

/** Redacts all texts of a value, however deeply they are nested. */
export function redactTexts(value: unknown, cut: OwnWords['cut']): unknown {
  if (typeof value === 'string') return cut(value);
  if (Array.isArray(value)) return value.map((one) => redactTexts(one, cut));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactTexts(one, cut)]));
}

/** Returns the reply unchanged, or an empty text if it has forgotten words: a part of a reply is not a reply. */
export function redactReply(reply: string, own: OwnWords): string {
  const unescaped = reply
    .replace(/\\u([0-9a-fA-F]{4})/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrtbf]/gu, ' ');
  return own.isIn(reply) || own.isIn(unescaped) ? '' : reply;
}

export interface NotedChange {
  readonly thing: string;
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly because: string;
}

/**
 * Cuts what is forgotten out of a change. If the change names a forgotten fragment, its name and both states are
 * removed, because nothing can be restored from them.
 */
export function redactChange(change: NotedChange, redaction: RecordRedaction): NotedChange {
  const { own, goneKeys } = redaction;
  const because = own.cutTold(change.because);
  const names = change.thing === 'item' || change.thing === 'flag' ? [] : change.name.split(' ');
  if (names.some((name) => isGoneKey(name, goneKeys, own)))
    return { ...change, name: '', before: undefined, after: undefined, because };
  const isFragment = change.thing === 'fragment' && isRecord(change.before);
  const before = isFragment
    ? redactFragment(change.before as unknown as FragmentText, redaction)
    : redactTexts(change.before, own.cutTold);
  return { ...change, before, after: redactTexts(change.after, own.cutTold), because };
}

/**
 * Removes reasons that have words of the forgotten texts, and the entries of fragments that are gone. Everything else
 * stays, such as the scores of other entries.
 */
export function redactLedger(ledger: WakeLedger, { own, goneKeys }: RecordRedaction): WakeLedger {
  const redact = <Entry extends { readonly because?: string | undefined }>(entry: Entry): Entry =>
    own.isIn(entry.because ?? '') ? { ...entry, because: '' } : entry;
  return {
    ...ledger,
    echoes: ledger.echoes.map(redact),
    facts: ledger.facts?.map(redact),
    fragments: ledger.fragments.filter(({ key }) => !isGoneKey(key, goneKeys, own)).map(redact),
  };
}

export function redactWords(words: WokenWith, own: OwnWords): WokenWith {
  return {
    remembered: words.remembered.filter((text) => !own.isIn(text)),
    rendered: own.cut(words.rendered),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
