// Names a chapter, in the same way on all pages.

/** A number by itself, in Arabic or Roman numerals. */
const numberAlone = /^(?:\d{1,4}|(?=[CLXVI])C{0,3}(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4}))[.:)]?$/u;

/** The name of a chapter by its title; a title that is only a number is taken for the chapter's number. */
export function nameTitle(title: string): string {
  const text = title.trim();
  return numberAlone.test(text) ? `Chapter ${text.replace(/[.:)]$/u, '')}` : title;
}

/**
 * Names a chapter by its title. A chapter that the reader has not come to has no title here, and is named by its
 * position among all chapters: with a foreword before it, the nineteenth may be called “Chapter XVIII”.
 */
export function nameChapter(
  title: string | undefined,
  { place, all }: { readonly place: number; readonly all: number },
): string {
  return title === undefined || title.trim() === '' ? `${place} of ${all}` : nameTitle(title);
}

/**
 * Names a chapter on a page that may name others of the same name: with its story, if the world has more than one.
 */
export function nameInStory(title: string, story: string | undefined): string {
  return story === undefined || story === title ? nameTitle(title) : `${story}, ${nameTitle(title)}`;
}
