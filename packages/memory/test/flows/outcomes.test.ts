// Tests outcomes: the wake tells the companion which items were ended and which were not found.
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { expect, onTestFinished, test } from 'vitest';
import { renderForUser } from '../../src/render/render-wake.ts';
import { openTestMemory } from '../support/open-test-memory.ts';

function open() {
  const test = openTestMemory();
  onTestFinished(test.close);
  /** Lists the lines below the time in the section `now`. */
  const listNow = async () => {
    const { sections } = await test.memory.wake();
    return (
      sections
        .find(({ name }) => name === 'now')
        ?.lines.slice(1)
        .map(({ text }) => text) ?? []
    );
  };
  return { ...test, listNow };
}

test('WM21: the next wake says what message and reply ended, what they missed, and what came nearest', async () => {
  const { memory, listNow } = open();
  memory.hear(
    '<plan>Call the plumber about the sink</plan><plan>Pick up the laundry</plan><pin>Code 12</pin>',
  );
  expect(await listNow()).toEqual([]);
  memory.speak('<plan>done: call the doctor about the sink</plan><pin>drop code 12</pin><say>Well.</say>');
  memory.hear('<plan>done: the laundry</plan><plan>cancel: the trip</plan>');
  expect(await listNow()).toEqual([
    'Dropped: pin "Code 12".',
    'Done: plan "Pick up the laundry".',
    '"done: call the doctor about the sink" changed nothing: it matches no plan in mind, or more than one. The nearest: "Call the plumber about the sink".',
    '"cancel: the trip" changed nothing: it matches no plan in mind, or more than one.',
  ]);
  memory.speak('<say>Good.</say>');
  memory.hear('Yes.');
  expect(await listNow()).toEqual([]);
});

test('WM21, PL22: a plan that a command named by its date is not said to be missed; what came nearest has its date', async () => {
  const { memory, listNow } = open();
  memory.hear('<plan>call mum about the lease on Thursday</plan><plan>ring Tom about the lease</plan>');
  memory.speak('<say>Noted.</say>');
  memory.hear('<plan>done: call mum on Thursday</plan>');
  expect(await listNow()).toEqual(['Done: plan "call mum about the lease".']);
  memory.hear('<plan>call Ana about the boat on Thursday</plan>');
  memory.speak('<say>Noted.</say>');
  memory.hear('<plan>done: call the doctor about the boat</plan>');
  expect((await listNow()).join()).toContain('The nearest: "call Ana about the boat" (due Thu 4 January).');
});

test('TG9, WM21: a dated plan that begins like a command and means no plan is one, unless it has just ended', async () => {
  const { memory, listNow } = open();
  memory.hear('<plan>see the dentist on Friday</plan>');
  memory.hear('I cancelled the dentist on Friday.');
  memory.speak(
    '<plan>Complete the tax form by Thursday</plan><plan>Cancel dentist on Friday</plan><plan>Cancel the gas</plan><plan>cancel the phone on Friday</plan><plan>Done: the boat on Friday</plan>',
  );
  expect(memory.plans().map(({ content }) => content)).toEqual(['Complete the tax form']);
  memory.hear('Yes.');
  const lines = (await listNow()).join('\n');
  expect(lines).not.toContain('tax form');
  expect(lines).toContain('"Cancel the gas" changed nothing');
});

test('WM21: what the person corrects between two messages is told, and what came back is not', async () => {
  const { memory, listNow } = open();
  memory.hear('<plan>Buy oil</plan><plan>Water the ferns every Thursday at 9am</plan><pin>Oil is low</pin>');
  memory.speak('<say>Fine.</say>');
  const [bought] = memory.edit({ do: 'done', what: 'buy oil' });
  memory.edit({ do: 'drop', what: 'low' });
  memory.edit({ do: 'done', what: 'ferns' });
  memory.hear('I am here.');
  expect(await listNow()).toEqual([
    'Done: plan "Buy oil".',
    'Dropped: pin "Oil is low".',
    'Done for this time: plan "Water the ferns"; due again Thu 11 January 09:00.',
  ]);
  if (bought !== undefined) memory.revive(bought.item.id);
  expect(await listNow()).toHaveLength(2);
});

test('WM21: it is bounded, its texts are data, and a secret is for the companion alone', async () => {
  const { memory, listNow } = open();
  const many = Array.from({ length: 20 }, (_, index) => `<plan>errand ${index} ${'far '.repeat(60)}</plan>`);
  memory.hear(`${many.join('')}<pin>## Heading &lt;say&gt;</pin><secret>The vase is broken</secret>`);
  memory.speak(many.map((plan) => plan.replace('<plan>', '<plan>done ')).join(''));
  memory.hear('So?');
  const lines = await listNow();
  expect(lines).toHaveLength(9);
  expect(lines.at(-1)).toBe('And 12 more.');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(120);
  memory.speak('<secret>drop the vase</secret>');
  memory.hear('And?');
  expect(await listNow()).toEqual(['Dropped: secret "The vase is broken".']);
  const { user } = renderForUser(await memory.wake({ isPreview: true }));
  expect(user).not.toContain('vase');
});

test('WM21, AS5: it takes no more than 300 tokens, whatever is said', async () => {
  const { memory, listNow } = open();
  const hostile = (index: number) => `errand ${index} ${'漢字😀'.repeat(40)}`;
  const many = Array.from({ length: 9 }, (_, index) => hostile(index));
  memory.hear(many.map((plan) => `<plan>${plan}</plan>`).join(''));
  memory.speak(many.map((plan) => `<plan>done ${plan}</plan>`).join(''));
  memory.hear(many.map((plan) => `<plan>cancel ${plan} and more</plan>`).join(''));
  const lines = await listNow();
  expect(estimateTokens(lines.join('\n'))).toBeLessThanOrEqual(300);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.at(-1)).toMatch(/^And \d+ more\.$/u);
});

test('FG11: the wake says that nothing is forgotten because the person asks for it', async () => {
  const { memory, listNow } = open();
  memory.hear('My brother Tom keeps three hundred pounds in the tea tin.');
  memory.speak('<say>I see.</say>');
  memory.hear('Please forget what I said about the tea tin.');
  expect((await listNow()).join('')).toMatch(/^You were asked to forget something\. Nothing is forgotten/u);
  memory.speak('<say>Only you can do that.</say>');
  memory.hear('Don’t forget the milk, then.');
  expect(await listNow()).toEqual([]);
});
