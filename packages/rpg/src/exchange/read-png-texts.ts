// Reads the texts in a PNG: its tEXt chunks by keyword, trusting neither their lengths nor their checksums.

import { crc32 } from 'node:zlib';
import { exchangeLimits, refuseDamaged, refuseSize } from './exchange-limits.ts';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const frameBytes = 12;
const longestKeyword = 79;

export function isPng(bytes: Uint8Array): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/**
 * Returns the texts by keyword in lower case; if several have the same keyword, the first counts. Throws `UsageError`
 * if the file is damaged.
 */
export function readPngTexts(bytes: Uint8Array): ReadonlyMap<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = new Map<string, string>();
  let at = signature.length;
  for (let count = 0; at < bytes.length; count += 1) {
    if (count > exchangeLimits.chunks) throw refuseSize('The picture', `${exchangeLimits.chunks} chunks`);
    if (bytes.length - at < frameBytes) throw refuseDamaged('it ends within a chunk');
    const length = view.getUint32(at);
    if (length > bytes.length - at - frameBytes)
      throw refuseDamaged('a chunk says it is longer than the file');
    const type = decodeLatin(bytes.subarray(at + 4, at + 8));
    if (type === 'IEND') break;
    if (type === 'tEXt') {
      checkSum(bytes.subarray(at + 4, at + 8 + length), view.getUint32(at + 8 + length));
      addText(texts, bytes.subarray(at + 8, at + 8 + length));
    }
    at += length + frameBytes;
  }
  return texts;
}

function checkSum(bytes: Uint8Array, expected: number): void {
  if (crc32(bytes) !== expected) throw refuseDamaged('the checksum of a text in it is wrong');
}

function addText(texts: Map<string, string>, data: Uint8Array): void {
  const end = data.indexOf(0);
  if (end < 1 || end > longestKeyword) return;
  const keyword = decodeLatin(data.subarray(0, end)).toLowerCase();
  if (texts.has(keyword)) return;
  if (data.length > exchangeLimits.jsonBytes * 2) throw refuseSize('A text in the picture', '16 MB');
  texts.set(keyword, decodeLatin(data.subarray(end + 1)));
}

function decodeLatin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
