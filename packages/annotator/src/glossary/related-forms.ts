// Lists the words from which a word may be derived, and the words that may be derived from it.

type Ending = readonly [ending: string, lost: readonly string[]];

/** Endings that turn a name into another word, each with the endings of the name that it can replace. */
const nameEndings: readonly Ending[] = [
  ['itic', ['ite', 'ites']],
  ['esque', ['', 'e']],
  ['hood', ['']],
  ['ship', ['']],
  ['like', ['']],
  ['dom', ['']],
  ['tian', ['s', 't', 'ce', 'tia']],
  ['ian', ['', 'a', 'e', 'y', 'ia', 'us', 'o', 'i']],
  ['ean', ['', 'a', 'e', 'es', 'us']],
  ['ese', ['', 'a', 'e', 'o']],
  ['ite', ['', 'a', 'e', 'i', 'us', 'y']],
  ['ish', ['', 'e', 'a']],
  ['ism', ['', 'e', 'y']],
  ['ist', ['', 'e', 'y']],
  ['an', ['', 'a', 'e', 'o', 'y']],
  ['ic', ['', 'a', 'e', 'y']],
  ['es', ['', 'e']],
  ['n', ['']],
  ['s', ['']],
];
/** Endings that turn a word that is not a name into another word: the endings for names, and further endings. */
const wordEndings: readonly Ending[] = [
  ...nameEndings,
  ['less', ['']],
  ['ness', ['']],
  ['wards', ['']],
  ['ward', ['']],
  ['ing', ['', 'e']],
  ['ful', ['']],
  ['ers', ['', 'e']],
  ['men', ['']],
  ['man', ['']],
  ['ly', ['', 'le']],
  ['ed', ['', 'e']],
  ['er', ['', 'e']],
  ['d', ['']],
  ['r', ['']],
];
/** A stem has at least this many letters: shorter ones would relate words that have nothing in common. */
const leastStem = 3;

/** Other forms in which a reader may already know this word; the word itself is left out. */
export function listRelatedForms(folded: string, isName: boolean): readonly string[] {
  const endings = isName ? nameEndings : wordEndings;
  const related = new Set<string>();
  for (const base of listSingulars(folded)) {
    related.add(base);
    addBases(related, base, endings);
    addDerived(related, base, endings);
  }
  related.delete(folded);
  return [...related];
}

/** Endings of words for the people of a place. */
const peopleEndings: readonly Ending[] = nameEndings.filter(([ending]) =>
  /^(?:tian|ian|ean|ese|ite|ish|an)$/.test(ending),
);

/** Names from which a word for the people of a place may be made: `helium` for `heliumite`. */
export function listRelatedBases(folded: string): readonly string[] {
  const bases = new Set<string>();
  for (const word of listSingulars(folded)) addBases(bases, word, peopleEndings);
  bases.delete(folded);
  return [...bases];
}

/**
 * Endings that regularly turn the name of a place or a people into a word for what belongs to it, each with the
 * endings of the name that it can replace.
 */
const regularEndings: readonly Ending[] = [
  ['tian', ['s']],
  ['ian', ['', 'a', 'e', 'i', 'o', 'y']],
  ['ean', ['a', 'e', 'es']],
  ['ese', ['', 'a']],
  ['ite', ['', 'a', 'e', 'i', 'y']],
  ['ish', ['', 'e']],
  ['an', ['a', 'e', 'o']],
];

/** Names from which the word is regularly derived: `mars` for `martian`, but not `tur` for `turan`. */
export function listRegularBases(folded: string): ReadonlySet<string> {
  const bases = new Set<string>();
  for (const word of listSingulars(folded)) addBases(bases, word, regularEndings);
  bases.delete(folded);
  return bases;
}

function listSingulars(folded: string): readonly string[] {
  const word = folded.replace(/['’]s?$/, '');
  const bare = word.replace(/s$/, '');
  return word.endsWith('s') && bare.length >= leastStem ? [word, bare] : [word];
}

function addBases(related: Set<string>, word: string, endings: readonly Ending[]): void {
  for (const [ending, lost] of endings) {
    if (!word.endsWith(ending) || word.length - ending.length < leastStem) continue;
    const stem = word.slice(0, -ending.length);
    for (const end of lost) related.add(stem + end);
    if (stem.length > leastStem && stem.at(-1) === stem.at(-2)) related.add(stem.slice(0, -1));
  }
}

function addDerived(related: Set<string>, word: string, endings: readonly Ending[]): void {
  if (word.length < leastStem) return;
  for (const [ending, lost] of endings) {
    for (const end of lost) {
      if (!word.endsWith(end) || word.length - end.length < leastStem) continue;
      const derived = word.slice(0, word.length - end.length) + ending;
      related.add(derived);
      related.add(`${derived}s`);
    }
  }
}
