// Noun: somebody or something as prose speaks of it: with its article, its pronouns, its short name.

export type Gender = 'he' | 'she' | 'it' | 'they';

export interface Noun {
  /** As it is named: `Dunstan Crake`, `grey wolf`. */
  readonly name: string;
  /** Proper names take no article. */
  readonly isProper: boolean;
  readonly gender: Gender;
  /** How it is called the second time; the name where absent. */
  readonly short?: string | undefined;
  /** What it is, with its article: `the bailiff`. */
  readonly role?: string | undefined;
}

const pronouns: Readonly<Record<Gender, readonly [string, string, string, string]>> = {
  he: ['he', 'him', 'his', 'himself'],
  she: ['she', 'her', 'her', 'herself'],
  it: ['it', 'it', 'its', 'itself'],
  they: ['they', 'them', 'their', 'themselves'],
};

/** Forms by which a template may ask for a noun; undefined for a form there is not. */
export function renderNoun(noun: Noun, form: string): string | undefined {
  const [he, him, his, himself] = pronouns[noun.gender];
  switch (form) {
    case '':
    case 'the':
      return noun.isProper ? noun.name : withArticle('the', noun.name);
    case 'a':
      return noun.isProper ? noun.name : withArticle('a', noun.name);
    case 'bare':
      return noun.name;
    case 'short':
      return noun.short ?? (noun.isProper ? noun.name : withArticle('the', noun.name));
    case 'role':
      return noun.role ?? (noun.isProper ? noun.name : withArticle('the', noun.name));
    case 'he':
      return he;
    case 'him':
      return him;
    case 'his':
      return his;
    case 'himself':
      return himself;
    default:
      return undefined;
  }
}

function withArticle(article: 'a' | 'the', name: string): string {
  if (/^(?:the|a|an|some|your|his|her|its|their|two|three|four|five|six|seven) /i.test(name)) {
    return article === 'the' ? name.replace(/^an? /i, 'the ') : name;
  }
  return article === 'the' ? `the ${name}` : `${chooseArticle(name)} ${name}`;
}

/** `a` or `an`, by how the next word sounds. */
function chooseArticle(next: string): 'a' | 'an' {
  if (/^(?:hour|honest|heir|honour)/i.test(next)) return 'an';
  if (/^(?:uni[^nm]|us[aeu]|eu|one\b|once\b|ewe)/i.test(next)) return 'a';
  return /^[aeiou]/i.test(next) ? 'an' : 'a';
}

/** Puts the articles before words that were filled in right. */
export function normaliseArticles(text: string): string {
  return text.replace(/\b([Aa])n? (?=([a-z]+))/gi, (whole: string, first: string, next: string): string =>
    /^an? $/i.test(whole) ? `${chooseArticle(next) === 'an' ? `${first}n` : first} ` : whole,
  );
}

export function toPossessive(text: string): string {
  return /s$/.test(text) ? `${text}'` : `${text}'s`;
}
