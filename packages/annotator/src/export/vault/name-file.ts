// Names files after what people call things, so that every system and every link can bear the name.

const maxCharacters = 80;
const maxBytes = 180;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** Never empty; the same name for two texts is the caller's to tell apart. */
export function nameFile(text: string): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[#|^:\\/*?"<>[\]\p{C}\p{Z}\uFFFD]|%%/gu, ' ');
  const short = trimName(cutName(trimName(clean)));
  if (short === '') return 'Unnamed';
  return reserved.test(short) ? `_${short}` : short;
}

/** As a file system may compare names: some know no case, some store other compositions. */
export function normaliseFileName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function trimName(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/^[\s.]+|(?<![\s.])[\s.]+$/gu, '');
}

function cutName(text: string): string {
  let kept = '';
  for (const character of [...text].slice(0, maxCharacters)) {
    if (Buffer.byteLength(kept + character) > maxBytes) break;
    kept += character;
  }
  return kept;
}

/** A tag as Obsidian allows it; undefined where nothing is left of it. */
export function nameTag(text: string): string | undefined {
  const clean = text
    .toWellFormed()
    .replace(/[^\p{L}\p{N}_/-]+/gu, '-')
    .replace(/^[-/]+|(?<![-/])[-/]+$/gu, '');
  if (clean === '') return undefined;
  return /^\p{N}+$/u.test(clean) ? `n-${clean}` : clean;
}
