// Reads the text of a rulebook, in any encoding that a story may have; refuses files of other kinds by what they look like.

import { decodeText } from '@terrarium/annotator/decode-text';
import { detectZip, type FileKind, findSignature, isBinary } from '@terrarium/kernel/detect-file-kind';
import { UsageError } from '@terrarium/kernel/errors';

interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const headBytes = 64 * 1024;
const accepted =
  'Give a character card as PNG or JSON, a lorebook or rules as JSON, or a rulebook as plain text or Markdown.';

/** Throws `UsageError` for a file that is no text, such as a PDF or a picture. */
export function readRulebook({ name, bytes }: NamedBytes): string {
  const kind = findKind(bytes);
  if (kind !== undefined) throw refuseKind(name, kind);
  const { text, encoding } = decodeText(bytes);
  // UTF-16 has a zero byte in each letter of plain text.
  if (!encoding.startsWith('utf-16') && isBinary(readHead(bytes))) throw refuseBinary(name);
  return text;
}

/** Throws `UsageError` for a file that can be neither JSON nor the picture of a card. */
export function requireKnownKind({ name, bytes }: NamedBytes): void {
  const kind = findKind(bytes);
  if (kind !== undefined && kind.id !== 'picture') throw refuseKind(name, kind);
  if (kind === undefined && isBinary(readHead(bytes))) throw refuseBinary(name);
}

function readHead(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, headBytes)).toString('latin1');
}

function findKind(bytes: Uint8Array): FileKind | undefined {
  const head = readHead(bytes);
  if (!head.startsWith('PK')) return findSignature(head);
  const whole = Buffer.from(bytes);
  return detectZip((name) => whole.includes(name));
}

function refuseKind(name: string, { id, name: kind }: FileKind): UsageError {
  if (id === 'card') return refuse(`${name} is ${kind}.`, 'Unpack it, and bring in the card.json in it.');
  const todo =
    id === 'book'
      ? 'If it is a rulebook, convert it to plain text or Markdown first, with Calibre or pandoc for instance.'
      : accepted;
  return refuse(`${name} looks like ${kind}.`, todo);
}

function refuseBinary(name: string): UsageError {
  return refuse(`${name} looks like a binary file, not text.`, accepted);
}

function refuse(happened: string, todo: string): UsageError {
  return new UsageError({ code: 'card.unknown-format', happened, todo });
}
