// Tests that pages get what is told of a recap, also where two pages have the same story told.
import { expect, it } from 'vitest';
import { openRecaps, type PartTold } from './open-recaps.ts';

it('RS20: a telling that ends takes nothing from a newer one, and whoever connects again gets all of that', () => {
  const recaps = openRecaps();
  const part = (text: string, postId = 1): PartTold => ({ corpus: 'sea', postId, text });
  const follow = () => {
    const told: string[] = [];
    const unfollow = recaps.follow('sea', ({ text }) => void told.push(text));
    return { told, unfollow };
  };
  const first = recaps.start('sea');
  const page = follow();
  first.add(part('One.'));
  const second = recaps.start('sea');
  first.add(part('One. Two.'));
  second.add(part('Ada came.'));
  expect(page.told).toEqual(['One.', 'Ada came.']);
  first.finish();
  page.unfollow();
  const again = follow();
  expect(again.told).toEqual(['Ada came.']);
  second.add(part('Then she left.', 2));
  expect(again.told).toEqual(['Ada came.', 'Then she left.']);
  second.finish();
  again.unfollow();
  expect(follow().told).toEqual([]);
});
