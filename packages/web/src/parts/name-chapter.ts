// Names a chapter, in the same way on all pages.

/** A number by itself, in Arabic or Roman numerals. */
const numberAlone = /^(?:\d{1,4}|(?=[CLXVI])C{0,3}(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4}))[.:)]?$/u;

/** The name of a chapter by its title; a title that is only a number is taken for the chapter's number. */
export function nameTitle(title: string): string {
  const text = title.trim();
  return numberAlone.test(text) ? `Chapter ${text.replace(/[.:)]$/u, '')}` : title;
}

/** Names a chapter of which only the number of its thread may be known; a thread without a title has this name too. */
export function nameThread(title: string | undefined, threadId: number): string {
  return title === undefined ? `Thread ${threadId}` : nameTitle(title);
}

/**
 * Names a chapter by its title. A chapter that the reader has not come to has no title here, and is named by its
 * position, counted from 1.
 */
export function nameChapter(title: string | undefined, place: number): string {
  return title === undefined || title.trim() === '' ? `Chapter ${place}` : nameTitle(title);
}
