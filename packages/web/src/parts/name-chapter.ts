// Names a chapter, in the same way on all pages.

/** A number by itself, in Arabic or Roman numerals. */
const numberAlone = /^(?:\d{1,4}|(?=[CLXVI])C{0,3}(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4}))[.:)]?$/u;

/** The name of a chapter by its title; a title that is only a number is taken for the chapter's number. */
export function nameTitle(title: string): string {
  const text = title.trim();
  return numberAlone.test(text) ? `Chapter ${text.replace(/[.:)]$/u, '')}` : title;
}

/**
 * Names a chapter by its title. A chapter whose title is not known here, such as one that the reader has not come to,
 * is named by its position: `chapter 19 of 40`. A foreword counts too, so this may be “Chapter XVIII”.
 */
export function nameChapter(
  title: string | undefined,
  { place, all }: { readonly place: number; readonly all: number },
): string {
  return title === undefined || title.trim() === '' ? `chapter ${place} of ${all}` : nameTitle(title);
}

interface Among {
  readonly threadId: number | undefined;
  /** The chapters of its story in order, without the titles that the reader has not come to. */
  readonly chapters: readonly { readonly threadId: number; readonly title?: string | undefined }[];
}

/**
 * Adds its position to the name of a chapter if another chapter of the same story has the same title; otherwise returns
 * the title as it is.
 */
export function nameApart(title: string, { threadId, chapters }: Among): string {
  const index = chapters.findIndex((one) => one.threadId === threadId);
  const own = chapters[index]?.title;
  if (own === undefined || chapters.filter((one) => one.title === own).length < 2) return title;
  return `${nameTitle(title)} (${index + 1} of ${chapters.length})`;
}

/**
 * Names a chapter on a page that may show chapters of several stories: puts the name of the story first, unless the
 * story is undefined or the chapter has the same name.
 */
export function nameInStory(title: string, story: string | undefined): string {
  return story === undefined || story === title ? nameTitle(title) : `${story}, ${nameTitle(title)}`;
}
