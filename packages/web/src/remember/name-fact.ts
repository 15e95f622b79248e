// Names a fact about somebody, such as “sister’s name”, as a page shows it.

import { insertTextHyphens } from '../parts/insert-hyphens.ts';

export function nameFact({ name }: { readonly name: string }): string {
  return insertTextHyphens(name.replaceAll("'", '’'));
}
