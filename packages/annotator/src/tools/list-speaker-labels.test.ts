// Proves that speakers are not people of the story, and that a speaker's words count as words of the character.

import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import { listProposedSpeakers } from '../glossary/speaker-proposal.ts';
import { buildSurfaceIndex } from '../glossary/surface-index.ts';

const story = [
  [
    'MATT: The cleric waits.\nLAURA: I never lie. I only paint things.\nSAM/LAURA: Me too.',
    'MATT: Now Jester laughs, and Laura too.\nLAURA (softly): I am the Little Sapphire.',
  ],
];
const jester = {
  term: 'Jester',
  definition: 'A painter.',
  tags: ['character'],
  evidence: [{ post_id: 1, label: 2 }],
};

function openAt(speakers: readonly { readonly label: string; readonly character: string }[]) {
  const world = openStory(story);
  const context = { ...world.read(1, 2), corpora: new Map([['main', { ...world.corpus, speakers }]]) };
  return { world, call: (name: string, input: unknown) => world.call(name, input, context) };
}

function count(names: readonly string[], text: string): number {
  const index = buildSurfaceIndex();
  index.set(1, names);
  return index.countMentions(text).get(1) ?? 0;
}

describe('GL24: who speaks', () => {
  it('is no mention, in capitals before a colon; the alias with a colon is named by that alone', () => {
    expect(count(['Laura'], 'LAURA: Here.\n  SAM and LAURA: Laura!')).toBe(1);
    expect(count(['Laura'], 'LAURA went. And LAURA: gone.')).toBe(2);
    expect(count(['Laura:'], 'LAURA: Here.\n**Laura:** Laura!\nLAURA (loud): No.')).toBe(3);
    expect(count(['Laura:', 'Jester'], 'MATT: Jester, and LAURA: no.')).toBe(1);
  });

  it('is no evidence, and makes no entry', () => {
    const { call } = openAt([]);
    const matt = { ...jester, term: 'Matt', evidence: [{ post_id: 1, label: 1 }] };
    const say = 'Not created: "Matt" only says who speaks, and is nobody in the story.';
    expect(call('glossary_create', matt)).toEqual({ ok: false, say });
    expect(call('glossary_create', { ...jester, term: 'Laura' }).say).toContain(
      'post 1 [2] "LAURA: I never lie." has the name only as the label of a speaker, which does not count as naming "Laura"',
    );
    expect(call('glossary_create', { ...matt, term: 'MATT:' }).say).toBe(
      'Not created: "MATT:" only says who speaks.',
    );
    expect(call('glossary_create', jester).ok).toBe(false);
  });

  it('stands for the character that a person said, from its first line on', () => {
    const { world, call } = openAt([{ label: 'LAURA', character: 'jester' }]);
    expect(call('glossary_create', jester).ok).toBe(true);
    const entry = world.glossary.findByTerm('Jester');
    expect(entry?.aliases).toEqual(['LAURA:']);
    expect(entry?.evidence.map(({ quote }) => quote)).toEqual(['LAURA: I never lie.']);
    expect(entry?.firstSeen.postId).toBe(2);
    expect(world.glossary.countMentions([story[0]?.join('\n') ?? ''])).toEqual([{ entryId: 1, mentions: 4 }]);
    const laura = { ...jester, term: 'Laura', evidence: [{ post_id: 2, label: 1 }] };
    expect(call('glossary_create', laura).ok).toBe(true);
  });

  it('is said by a person, not by a model', () => {
    const { world, call } = openAt([]);
    const named = { ...jester, evidence: [{ post_id: 2, label: 1 }], aliases: ['LAURA:'] };
    const created = call('glossary_create', named);
    expect(created.say).toContain(
      'Kept as a proposal, as only a person decides which speaker plays whom: "LAURA".',
    );
    expect(created).not.toHaveProperty('isPartial');
    expect(world.glossary.findByTerm('Jester')?.aliases).toEqual([]);
    const proposed = [{ label: 'LAURA', character: 'Jester' }];
    expect(listProposedSpeakers(world.glossary)).toEqual(proposed);
    call('glossary_update', { entry_id: 1, aliases: ['LAURA:'] });
    expect(listProposedSpeakers(world.glossary)).toEqual(proposed);
    expect(call('glossary_update', { entry_id: 1, aliases: ['SAM:'] }).say).toContain('Left out');
  });

  it('is no mention in small letters either, where the name is all that stands before the colon', () => {
    expect(count(['Laura'], 'Laura: I wait.\n*Laura*: Laura waits.\nDear Laura: come. Laura: she.')).toBe(3);
    expect(count(['Laura'], 'So said\nPrincess Laura: that is all.')).toBe(1);
  });

  it('is a mention, where the name has a line of prose to itself, as at the opening of a letter', () => {
    const letter = 'He unfolded it and read:\n\nLaura Vane:\n\nCome at once. The bell of Vell is cracked.';
    expect(count(['Laura Vane'], letter)).toBe(1);
    expect(count(['Laura Vane'], `${letter}\n\nMatt:\n\nStay there.`)).toBe(1);
    expect(count(['Laura Vane'], 'Laura Vane:')).toBe(1);
    expect(count(['Laura Vane'], '*Laura Vane:*\n“Come.”')).toBe(1);
  });

  it('is no mention, where several speakers return and each has a line to himself', () => {
    const play = 'Laura:\nI wait for Laura.\n\nMatt:\nSo do I.\n\nLaura:\nNo.';
    expect(count(['Laura'], play)).toBe(1);
    expect(count(['Laura'], 'LAURA:\nI wait.')).toBe(0);
    expect(count(['Laura:'], play)).toBe(2);
  });
});
