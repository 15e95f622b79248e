// Tests whether a plan says whom its pronoun means.
import { describe, expect, it } from 'vitest';
import { stripMeant, withMeant } from './with-meant.ts';

const known = new Map([
  ['lene', 'sister'],
  ['jonas', 'friend Jonas'],
]);

describe('whom a plan means', () => {
  it.each([
    [
      'My sister Maja is allergic to nuts, so remind me to check the cake before her party on Saturday.',
      'check the cake before her party on Saturday',
      'my sister Maja',
    ],
    ['Lene is ill, so remind me to call her tomorrow.', 'call her tomorrow', 'Lene'],
    ['Jonas lent me his tent, remind me to give it back to him.', 'give it back to him', 'Jonas'],
    ['My mum has moved, remind me to send her the keys.', 'send her the keys', 'my mum'],
    ["My sister's ill, so remind me to call her on Friday.", 'call her on Friday', 'my sister'],
    ['My sister is here on Monday in May, so remind me to call her.', 'call her', 'my sister'],
    ["I've heard that Lene is ill and I'm worried, remind me to call her.", 'call her', 'Lene'],
  ])('PL24: %j tells whom it means', (said, plan, whom) => {
    const meant = withMeant(plan, `Hello. ${said}`, known);
    expect(meant).toBe(`${plan} (${whom})`);
    expect(stripMeant(meant)).toBe(plan);
  });

  it.each([
    ['My sister Maja is ill. Remind me to call her tomorrow.', 'call her tomorrow'],
    ['My sister met my mum, remind me to call her.', 'call her'],
    ['My brother is here, remind me to call her.', 'call her'],
    ['My sister is ill, remind me to ask my mum about her soup.', 'ask my mum about her soup'],
    ['My sister is ill, remind me to ask him about her.', 'ask him about her'],
    ['My sister is ill, remind me to buy soup.', 'buy soup'],
    ['Vera is ill, remind me to call her.', 'call her'],
    ['My sister says that Anna is ill, so remind me to call her.', 'call her'],
    ["My sister's friend is ill, so remind me to call her.", 'call her'],
    ['Lene’s teacher is ill, so remind me to call her.', 'call her'],
  ])('PL24: %j adds nobody', (said, plan) => {
    expect(withMeant(plan, said, known)).toBe(plan);
  });
});
