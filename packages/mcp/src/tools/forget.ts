// The tool `forget`: permanently erases the words of something from everything that the memory keeps, if the person agreed.

import { buildForgotten } from '@terrarium/composition/build-memory';
import { UsageError } from '@terrarium/kernel/errors';
import type { Memory } from '@terrarium/memory/memory';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';
import { shortText } from '../show/inputs.ts';
import { renderList } from '../show/render-list.ts';

export const forget = buildCompanionTool({
  name: 'forget',
  title: 'Forget for good',
  description:
    'When the person asks for it: forget a moment, an item or a fragment, and everything made from it. This cannot be undone. First call it without `agreed` and tell the person what would be removed; call it again with `agreed` only when they agree.',
  input: z.strictObject({
    what: shortText.describe(
      'The number of an item (12), "moment 34", one sentence of it with its words as "moment 34 sentence 2: It rains.", a fragment as [pier], or words that only one of them has',
    ),
    agreed: z
      .boolean()
      .default(false)
      .describe('Whether the person was told what would be removed, and agreed'),
  }),
  output: shapes.forgottenMemory,
  annotations: { ...writes, destructiveHint: true },
  async run({ companion: { memory, listHearers }, given: { what, agreed } }) {
    const target = memory.find(what);
    if (agreed) requireWords(target);
    const forgotten = memory.forget([target], { isPreview: !agreed });
    const value = buildForgotten(forgotten, {
      isForgotten: agreed,
      areCopiesRemoved: false,
      hearers: await listHearers(forgotten),
    });
    return { text: [...renderHead(agreed), ...renderGone(value)].join('\n'), value };
  },
});

/** A number alone may mean another sentence by the time the person agrees. */
function requireWords(target: ReturnType<Memory['find']>): void {
  if (!('event' in target) || target.sentence === undefined || target.words !== undefined) return;
  const name = `moment ${target.event} sentence ${target.sentence}`;
  throw new UsageError({
    code: 'memory.nothing-said',
    happened: `"${name}" names a sentence by its number alone, and numbers change when part of a moment is forgotten.`,
    todo: `Call it with the words that were shown: "${name}: …". Nothing was changed.`,
  });
}

function renderHead(agreed: boolean): readonly string[] {
  return agreed
    ? ['Forgotten, for good:']
    : [
        'Nothing has been changed yet. Tell the person that this would go, for good, and ask whether they agree:',
      ];
}

function renderGone(value: ReturnType<typeof buildForgotten>): readonly string[] {
  const lists = [
    ['moments', value.moments],
    ['parts of moments', value.parts],
    ['items', value.items],
    ['fragments', value.fragments],
    ['lines of fragments', value.changedFragments],
    ['images', value.images],
    ['moments that say much the same, and stay', value.alsoSaid],
    ['copies that the person may remove', value.copies],
    ['files of the person that contain words of it, and stay', value.others],
  ] as const;
  return [
    ...renderList(
      'Line by line:',
      value.lines.map(({ name, text, because }) => `${name}: ${text} (${because})`),
    ),
    ...(value.moments.length === 0
      ? []
      : renderList(
          'One of these sentences can be forgotten alone:',
          value.sentences.map(
            ({ moment, sentence, text }) => `moment ${moment} sentence ${sentence}: ${text}`,
          ),
        )),
    ...value.returning.map(({ id, content }) => `- so again: fact ${id}: ${content}`),
    ...(value.heardBy ?? []).map(
      ({ of, moments }) =>
        `- the memory of ${of ?? 'the world'} holds much the same, and keeps it: moments ${moments.join(', ')}`,
    ),
    ...lists.filter(([, list]) => list.length > 0).map(([name, list]) => `- ${name}: ${list.join(', ')}`),
    `- records that repeat words of it: ${value.records}`,
  ];
}
