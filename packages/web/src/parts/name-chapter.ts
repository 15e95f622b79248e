// Chapter names: what a chapter is called wherever it is named.

/** A number alone, in digits or in Roman ones. */
const numberAlone = /^(?:\d{1,4}|(?=[CLXVI])C{0,3}(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4}))[.:)]?$/u;

/** Where its title is only a number, that of the chapter. */
export function nameTitle(title: string): string {
  const text = title.trim();
  return numberAlone.test(text) ? `Chapter ${text.replace(/[.:)]$/u, '')}` : title;
}

/** A chapter that the reader has not come to has no title yet: it is named by its place, counted from 1. */
export function nameChapter(title: string | undefined, place: number): string {
  return title === undefined || title.trim() === '' ? `Chapter ${place}` : nameTitle(title);
}
