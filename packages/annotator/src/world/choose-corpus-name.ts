// Names of corpora: short, safe as a file name everywhere, unique in their world.

const longestName = 40;
/** Names of devices on Windows, whatever their extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/u;

/** A name made from a title; `isTaken` is asked until one is free. */
export function chooseCorpusName(title: string, isTaken: (name: string) => boolean): string {
  const base = renderSlug(title);
  let name = base;
  for (let count = 2; isTaken(name); count += 1) name = `${base}-${count}`;
  return name;
}

function renderSlug(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, longestName)
    .replace(/^-+|(?<!-)-+$/gu, '');
  if (slug === '') return 'corpus';
  return reserved.test(slug) ? `corpus-${slug}` : slug;
}
