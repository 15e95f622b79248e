// Finds the site or the program that a page is from, by what stands in it.

import type { PageRules } from '../markup/page-rules.ts';
import { archiveDownload, archivePage } from './archive-of-our-own.ts';
import { fanficfare } from './fanficfare.ts';
import { royalRoad } from './royal-road.ts';

/** What is true of pages of any origin: the notes of known sites keep their classes wherever they are copied to. */
export const plainPage: PageRules = {
  name: '',
  outside: 'story',
  fates: fanficfare.fates.filter(([name]) => /note|^body\.fff/u.test(name)),
};

interface Sign {
  readonly rules: PageRules;
  /** All of them stand in the page. */
  readonly signs: readonly RegExp[];
}

const signs: readonly Sign[] = [
  {
    rules: royalRoad,
    signs: [/<div\b[^<>]{0,300}\bchapter-inner\b/iu, /royalroad/iu],
  },
  { rules: archiveDownload, signs: [/archiveofourown\.org/iu, /\bid=["']?preface\b/iu] },
  { rules: archivePage, signs: [/archiveofourown\.org/iu, /\bid=["']?workskin\b/iu] },
  { rules: fanficfare, signs: [/<table class="full">/iu, /<a name="(?:TOCTOP|section0001)">/iu] },
];

export function choosePageRules(markup: string): PageRules {
  return signs.find((one) => one.signs.every((sign) => sign.test(markup)))?.rules ?? plainPage;
}
