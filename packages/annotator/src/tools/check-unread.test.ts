// Tests that calls with unread words are refused, and that the answer names these words to the model.

import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import type { EntryId } from '../glossary/entry.ts';

const story = [
  ['Gahan of Gathol danced with Tara of Helium in the garden.'],
  ['He took the name Turan and fought in the arena of Manator.', 'Turan won.'],
];
const gahan = {
  term: 'Gahan',
  definition: 'The man of [[Gathol]] who danced with Tara of Helium.',
  tags: ['character'],
  evidence: [{ post_id: 1, label: 1 }],
};
const leak = {
  ...gahan,
  definition: `${gahan.definition} Later he takes the name Turan in the arena of Manator.`,
};

describe('what was not read', () => {
  it('TL15: a definition that names it is refused with the words, in create and in update', () => {
    const world = openStory(story);
    const context = world.read(1);
    const refused = world.call('glossary_create', leak, context);
    expect(refused).toEqual({
      ok: false,
      say: 'Not created: no post read so far has "Turan" or "Manator". Say only what was read up to here, in words of the story or plain ones, and send it again.',
    });
    expect(world.call('glossary_create', gahan, context).ok).toBe(true);
    const update = { entry_id: 1, definition: leak.definition, evidence: gahan.evidence };
    expect(world.call('glossary_update', update, context).say).toContain(
      'Not changed: no post read so far has "Turan"',
    );
    const later = world.read(2);
    expect(world.call('glossary_update', update, later).ok).toBe(true);
  });

  it('TL15: what the entry said before, as a person may have written it, counts as known', () => {
    const world = openStory(story);
    const context = world.read(1);
    world.call('glossary_create', gahan, context);
    const person = { ...context.source, author: 'human', stepId: undefined } as const;
    world.glossary.update(1 as EntryId, { aliases: ['Turan'] }, person);
    const update = { entry_id: 1, definition: `${gahan.definition} Also Turan.`, evidence: gahan.evidence };
    expect(world.call('glossary_update', update, context).ok).toBe(true);
  });

  it('TL15: a word that neither a dictionary nor the story has is reported once, and taken when sent again', () => {
    const world = openStory(story);
    const said: string[] = [];
    const context = { ...world.read(1), hasSaid: (say: string) => said.includes(say) };
    const strange = { ...gahan, definition: 'A dancing xarvothier of Gathol.' };
    const first = world.call('glossary_create', strange, context);
    expect(first.say).toContain(
      'Not created yet: neither a dictionary nor a post read so far has "xarvothier"',
    );
    said.push(first.say);
    expect(world.call('glossary_create', strange, context).ok).toBe(true);
  });

  it('TL15: of a post that is shown in parts only the parts so far are read', () => {
    const world = openStory([['Gahan danced there. He took the name Turan.']]);
    const context = world.read(1);
    const [post] = context.scenePosts;
    const cut = {
      ...context,
      scenePosts: post === undefined ? [] : [{ ...post, span: { start: 0, end: 19 } }],
    };
    const named = { ...gahan, definition: 'A dancer who is also called Turan.' };
    expect(world.call('glossary_create', named, cut).say).toContain('"Turan"');
    expect(world.call('glossary_create', named, context).ok).toBe(true);
  });
});

describe('a run of words with capitals', () => {
  it('TL15, GL21: counts as read from the place where it was read in small letters', () => {
    const world = openStory([
      ['Gahan danced with Tara. He was civil, and spoke of war.'],
      ['He told her of the civil war.'],
      ['At the close of the Civil War she slept.'],
    ]);
    const [before, after] = [world.read(1), world.read(2)];
    const soldier = { ...gahan, definition: 'A dancer who spoke of the Civil War.' };
    expect(world.call('glossary_create', soldier, before).say).toContain('"Civil" or "War"');
    expect(world.call('glossary_create', soldier, after).ok).toBe(true);
  });
});

describe('what no post counts', () => {
  const beast = (definition: string) => ({
    ...gahan,
    term: 'Woola',
    definition,
    tags: ['creature'],
  });

  it('TL23: is reported once, but not if a post has both words, whatever their form', () => {
    const world = openStory([
      ['Woola ran on his short legs, and six of the men laughed. He had 10 horns.', 'Ten men slept.'],
    ]);
    const said: string[] = [];
    const context = { ...world.read(1, 2), hasSaid: (say: string) => said.includes(say) };
    const first = world.call('glossary_create', beast('A ten-toothed beast.'), context);
    expect(first.say).toBe(
      'Not created yet: no post read so far has the parts of "ten-toothed" together. Send it again without that word, or unchanged if the story says this in other words.',
    );
    const read = beast('A six-legged and ten-horned beast.');
    expect(world.call('glossary_create', read, context).ok).toBe(true);
    const update = { entry_id: 1, evidence: gahan.evidence };
    const changed = { ...update, definition: 'A six-legged and ten-toothed beast.' };
    expect(world.call('glossary_update', changed, context).say).toContain('the parts of "ten-toothed"');
    said.push(world.call('glossary_update', changed, context).say);
    expect(world.call('glossary_update', changed, context).ok).toBe(true);
    const again = { ...update, definition: 'A six-legged and ten-toothed beast that runs.' };
    expect(world.call('glossary_update', again, { ...context, hasSaid: () => false }).ok).toBe(true);
  });
});

describe('a tag that was not read', () => {
  it('TL21: is left out and named, in create and in update, and taken once it was read', () => {
    const world = openStory(story);
    const context = world.read(1);
    const tagged = { ...gahan, tags: ['Character', 'friend of turan', 'dancer'] };
    const created = world.call('glossary_create', tagged, context);
    expect(created).toEqual({
      ok: true,
      say: '<glossary_created id="1" term="Gahan" status="tentative">Tag left out: "friend of turan", as no post read so far has "turan".</glossary_created>',
    });
    const readTags = () => world.glossary.find(1 as EntryId)?.tags;
    expect(readTags()).toEqual(['character', 'dancer']);
    const update = { entry_id: 1, tags: ['Manator'] };
    expect(world.call('glossary_update', update, context).say).toContain(
      'Tag left out: "Manator", as no post read so far has "Manator".',
    );
    expect(readTags()).toEqual(['character', 'dancer']);
    world.call('glossary_update', update, world.read(2));
    expect(readTags()).toEqual(['manator']);
  });

  it('TL21: with a word that neither a dictionary nor the story has is taken when it is sent again', () => {
    const world = openStory(story);
    const said: string[] = [];
    const context = {
      ...world.read(1),
      hasSaid: (words: string) => said.some((answer) => answer.includes(words)),
    };
    world.call('glossary_create', gahan, context);
    const update = { entry_id: 1, tags: ['character', 'R&D NPC'] };
    const first = world.call('glossary_update', update, context);
    expect(first.say).toContain('neither a dictionary nor a post read so far has "NPC". Send it again');
    said.push(first.say);
    world.call('glossary_update', update, context);
    expect(world.glossary.find(1 as EntryId)?.tags).toEqual(['character', 'r&d npc']);
  });

  it('TL21: is no kind, nor what the entry has already', () => {
    const world = openStory([['Gahan danced.'], ['There came the Creature, and with him Turan.']]);
    const context = world.read(1);
    const tags = ['creature'];
    expect(world.call('glossary_create', { ...gahan, definition: 'He danced.', tags }, context).ok).toBe(
      true,
    );
    const person = { ...context.source, author: 'human', stepId: undefined } as const;
    world.glossary.update(1 as EntryId, { aliases: ['Turan'] }, person);
    world.call('glossary_update', { entry_id: 1, tags: ['creature', 'turan'] }, context);
    expect(world.glossary.find(1 as EntryId)?.tags).toEqual(['creature', 'turan']);
  });
});
