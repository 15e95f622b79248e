// Finds whether a text is written from right to left, as Arabic and Hebrew are.

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu;

/**
 * The majority of the letters decides, because an English sentence may begin with an Arabic name. Undefined means that
 * the text has the direction of the page.
 */
export function findDirection(text: string): 'rtl' | undefined {
  const found = text.match(rightToLeft)?.length ?? 0;
  if (found === 0) return undefined;
  return 2 * found > (text.match(/\p{L}/gu)?.length ?? 0) ? 'rtl' : undefined;
}
