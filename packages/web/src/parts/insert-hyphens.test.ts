// Tests that long words in headings get places to break, while their letters and short words stay as they are.

import { expect, test } from 'vitest';
import { insertHyphens, insertTextHyphens } from './insert-hyphens.ts';

test.each([
  ['Rechtsschutzversicherungsgesellschaften', 'Rechts|schutz|versi|cherungs|gesell|schaften'],
  ['Die Straßenverkehrsordnung', 'Die Stra|ßenver|kehr|sord|nung'],
  ['Rindfleischübertragungen', 'Rind|fleisch|über|tragungen'],
  ['Etikettierungsüberwachung', 'Etiket|tierungs|über|wachung'],
  ['Aufgabenübertragungsgesetz', 'Aufgaben|über|tragungs|gesetz'],
  ['Oberammergauerstraßenbahn', 'Oberam|mergauer|stra|ßenbahn'],
  ['Internationalisation', 'Inter|natio|nali|sation'],
  ['The Lamplighter of Low Veyre', 'The Lamplighter of Low Veyre'],
  ['Schleswig-Holstein-Sonderburg', 'Schleswig-Holstein-Sonderburg'],
  ['Конституционализм', 'Конституционализм'],
  ['', ''],
])('%s', (text, shown) => {
  const broken = insertHyphens(text);
  expect(broken.replaceAll('\u00ad', '|')).toBe(shown);
  expect(broken.replaceAll('\u00ad', '')).toBe(text);
});

test('running text breaks only where a word is wider than a phone', () => {
  expect(insertTextHyphens('Internationalisation')).toBe('Internationalisation');
  expect(insertTextHyphens('Rechtsschutzversicherungsgesellschaften')).toContain('\u00ad');
});
