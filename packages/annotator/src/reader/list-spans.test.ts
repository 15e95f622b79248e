// Proves that a quoted definition begins and ends where its clause or its pattern of words does.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listNameRanges } from './choose-definition.ts';
import { listSpans } from './list-spans.ts';
import { tagText } from './tag-text.ts';

function findBest(text: string, name: string): string | undefined {
  const tokens = tagText(text);
  const best = listSpans(tokens, listNameRanges(tokens, [name]))[0];
  return best === undefined ? undefined : text.slice(best.start, best.end);
}

function scoreBest(text: string, name: string): number {
  const tokens = tagText(text);
  return listSpans(tokens, listNameRanges(tokens, [name]))[0]?.score ?? 0;
}

describe('spans that define', () => {
  it.each([
    [
      'You carry a can of oil and the Tell-Lamp, a brass hand-lamp no bigger than a pear that burns blue.',
      'Tell-Lamp',
      'the Tell-Lamp, a brass hand-lamp no bigger than a pear that burns blue',
    ],
    [
      'They pay the Salt Guild, the nine brothers who own every pan and rent the shore to others.',
      'Salt Guild',
      'the Salt Guild, the nine brothers who own every pan and rent the shore to others',
    ],
    [
      'This is Edda Wren, second keeper of the Long Pier, and twenty of its ropes are hers.',
      'Edda Wren',
      'Edda Wren, second keeper of the Long Pier',
    ],
    [
      '"No," says Ysolde Marr, last wickwright of Veyre, "never."',
      'Ysolde Marr',
      'Ysolde Marr, last wickwright of Veyre',
    ],
    [
      'So he is Thrift, the boy who came up the stair without a name, and you write it in chalk.',
      'Thrift',
      'Thrift, the boy who came up the stair without a name',
    ],
    ['These creatures, which are known as zorrins, are as wild as their masters.', 'zorrins', undefined],
  ])('in %j of %j', (text, name, expected) => {
    expect(findBest(text, name)).toBe(expected ?? text);
  });

  it('does not say of a place what is said of who rules it', () => {
    const score = (text: string) => {
      const tokens = tagText(text);
      return listSpans(tokens, listNameRanges(tokens, ['Vashel']))[0]?.score ?? 0;
    };
    expect(
      score('He bowed twice in silence to the princess of Vashel, daughter of Tarn Orrin.'),
    ).toBeLessThan(score('He bowed twice in silence to Vashel, daughter of Tarn Orrin.'));
  });

  it('BR12: says of somebody what stands behind their place, and nothing of the place', () => {
    const somebody = fc.constantFrom('magistrate', 'keeper', 'governor', 'harbourmaster', 'captain', 'judge');
    const told = fc.constantFrom('thin man', 'stout woman with a limp', 'poet of some fame', 'soldier once');
    fc.assert(
      fc.property(somebody, told, fc.constantFrom('a', 'the'), (holder, phrase, article) => {
        const text = `Orrin Tay was ${article} ${holder} of Skell, a ${phrase}.`;
        expect(findBest(text, 'Orrin Tay')).toBe(text.slice(0, -1));
        expect(scoreBest(text, 'Skell')).toBeLessThan(3);
        expect(findBest(text, 'Skell')).not.toMatch(/^Skell,/u);
        const met = `They met the ${holder} of Skell, a ${phrase}, by the gate.`;
        expect(findBest(met, 'Skell') ?? '').not.toMatch(/^Skell,/u);
      }),
    );
    expect(findBest('She saw a child in Skell who had the keys of all.', 'Skell')).not.toMatch(/^Skell who/u);
    // The words after the comma describe a town, so they may be about Skell.
    const town = 'Orrin Tay was the mayor of Skell, a town of four hundred people.';
    expect(findBest(town, 'Orrin Tay')).toBe('Orrin Tay was the mayor of Skell');
    expect(findBest('They saw the river by Skell, a town of tanners.', 'Skell')).toMatch(/^Skell, a town/u);
  });

  it.each([
    ['Tay was a broad woman with a scar on her chin, the captain of the ferry, and she spat.', true],
    ['Tay was a stout man, a carpenter by trade.', true],
    ['Tay was a man with a scar on his chin, the captain said.', false],
    ['Tay was a good friend of the judge, the carpenter of the court.', false],
    ['Tay was a young man in love with Orla, the captain of the ferry.', false],
    ['Tay was a broad river, a captain of the ferry by the side.', false],
  ])('BR12: takes what follows %j for the same person: %j', (text, isSame) => {
    const best = findBest(text, 'Tay') ?? '';
    expect(scoreBest(text, 'Tay') >= 3 && /(?:captain of the ferry|carpenter by trade)$/u.test(best)).toBe(
      isSame,
    );
  });

  it.each([
    ['Orrin, and Judge Marsh, and Bessie Marsh, and Joll Hale, and his old Aunt Edda, and plenty more.'],
    ['Nothing but a fool uv ole Orrin.'],
  ])('BR12: says nothing of anybody by a list of names, or by words torn out of dialect: %j', (text) => {
    expect(findBest(text, 'Orrin')).toBeUndefined();
  });

  it.each([
    ['The king, the cardinal, and yourself.', 'The king', false],
    ['“The king, the old cardinal, and you.”', 'The king', false],
    ['Orrin, the smith, the judge, and she.', 'Orrin', false],
    ['Orrin, the old smith, and you.', 'Orrin', true],
    ['The king, the cardinal of the realm, and yourself.', 'The king', true],
    ['Orrin, the tall captain of the guard.', 'Orrin', true],
  ])('BR12: takes no list of names, of “the X” and of pronouns for a statement: %j', (text, name, isSaid) => {
    expect(scoreBest(text, name) >= 3).toBe(isSaid);
  });

  it('BR12: says who somebody is among names too', () => {
    const text = 'Orrin, the brother of Bessie Marsh, Joll Hale and Edda Wren.';
    expect(findBest(text, 'Orrin')).toContain('the brother of Bessie Marsh');
  });

  it('BR12: ends with a small word that belongs to the verb', () => {
    const text = 'Aldous, the aunt that had brought Kitty up, and that now was ill, sent for her.';
    expect(findBest(text, 'Aldous')).toBe('Aldous, the aunt that had brought Kitty up');
  });

  it.each([
    ['Orrin was the knowingest bird of the lot.', 'Orrin was a bird of the northern lot.'],
    ['Dora is a favourite child of nature.', 'Dora is a favourite child of the queen.'],
    ['There stood the restraining demon Jorkin of old.', 'There stood the restraining tutor Jorkin of old.'],
    [
      'They read Panza, Tom Vance, the Vicar of Hale, Quill, and Brand.',
      'They met Tom Vance, the Vicar of Hale.',
    ],
    ['There sat Tom Vance (ladies of that sort are odd).', 'There sat Tom Vance (a lady of that old city).'],
    ['There sat Tom Vance, my aunt, and I.', 'There sat Tom Vance, my uncle, by the fire.'],
    ['“A poor wurem, Mas’r Tom,” he said.', 'He saw the great jeddak, Tom, that day.'],
    ['Mrs. Vance meant a home to him.', 'The word zitid meant a home to him.'],
  ])('BR12: takes no figure of speech, list or dialect for a class: %j', (figure, plain) => {
    const name = /Tom Vance|Mas’r Tom|Mrs\. Vance|Orrin|Dora|Jorkin/.exec(figure)?.[0] ?? '';
    const plainName = /Tom Vance|Tom|zitid|Orrin|Dora|Jorkin/.exec(plain)?.[0] ?? '';
    expect(scoreBest(figure, name)).toBeLessThan(3);
    expect(scoreBest(plain, plainName)).toBeGreaterThan(3);
  });

  it('gives a line that offers a choice less than the same words told', () => {
    const score = (text: string) => {
      const tokens = tagText(text);
      return listSpans(tokens, listNameRanges(tokens, ['Orrin']))[0]?.score ?? 0;
    };
    expect(score('> Orrin is a smith of the lower town.')).toBeLessThan(
      score('Orrin is a smith of the lower town.'),
    );
  });

  it.each([
    ['Aldous had been a lawyer in the old town.', 'Aldous'],
    ['The eldest boy was Aldous.', 'Aldous'],
    ['The old lady Aldous, Kitty’s godmother, had insisted on seeing her.', 'Aldous'],
    ['It was the gambler Aldous.', 'Aldous'],
    ['They sent for his sister’s tutor, Aldous.', 'Aldous'],
    ['A bold soldier, Aldous by name, went home at once.', 'Aldous'],
    ['My fellow prisoner was Aldous, a carter (driver).', 'Aldous'],
    ['Aldous, who was secretary of the old duke, went home.', 'Aldous'],
    ['The Aldous are the people who gave up their names.', 'Aldous'],
    ['Aldous was her husband’s friend.', 'Aldous'],
    ['He was waited upon by the clerk, Aldous, with a complaint.', 'Aldous'],
    ['Aldous was a tall, gaunt lawyer of the town.', 'Aldous'],
    ['It was Aldous, my mother’s servant.', 'Aldous'],
    ['There was in that place a weaver of the name of Aldous.', 'Aldous'],
    ['They met a lawyer, whose name was Aldous, in the old street.', 'Aldous'],
    ['They spoke of a school in the town, which they called Aldous.', 'Aldous'],
    ['We call the old game Aldous here.', 'Aldous'],
    ['My aunt, Aldous, came in.', 'Aldous'],
    ['Aldous, who kept the inn by the river, went home.', 'Aldous'],
    ['Aldous, Jed of Zorrin, went home.', 'Aldous'],
    ['Aldous, the eldest girl, went home.', 'Aldous'],
    ['It was the old schooner Aldous.', 'Aldous'],
  ])('BR12: finds that what %j says of a name explains it', (text, name) => {
    expect(scoreBest(text, name)).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['Aldous, who had more than once sent to him with offers, went home.', 'Aldous'],
    ['Aldous, whom he had seen in the street, went home.', 'Aldous'],
    ['Aldous, who was told of it, went home.', 'Aldous'],
    ['He would have asked, if Aldous were a friend.', 'Aldous'],
    ['They wrote it as sterling coin Aldous would take.', 'Aldous'],
    ['Aldous was the same as ever.', 'Aldous'],
    ['There came Prince Aldous, Count Otto, and the rest.', 'Prince Aldous'],
    ['After sending for the old nurse, Aldous went home at once.', 'Aldous'],
    ['He went there with six children Aldous knew.', 'Aldous'],
    ['They did it for the sake of Aldous, countess.', 'Aldous'],
    ['She was in those days in Aldous, the daughter of a cook.', 'Aldous'],
    ['They met his friend from Aldous, a remarkable man.', 'Aldous'],
    ['His brother, Aldous, and the two girls went home at once.', 'Aldous'],
    ['She found her sister in the room in tears, Aldous, with a letter.', 'Aldous'],
    ['On reaching the stream, Aldous, who was holding in the mare, let go.', 'Aldous'],
    ['The first one is on the chain of the Reeve of Aldous.', 'Reeve of Aldous'],
    ['Here is the garden of the Aldous.', 'Aldous'],
    ['He said of Aldous, that it was coming near the end of its days.', 'Aldous'],
    ['Aldous was a little afraid he would exhaust the horses.', 'Aldous'],
    ['Aldous was a good deal bothered about the men.', 'Aldous'],
    ['Half the town and Aldous were friends of the old duke.', 'Aldous'],
    ['Aldous was a good friend.', 'Aldous'],
    ['Aldous was a truthful man in his relations with himself.', 'Aldous'],
    ['“Jump out and help the gentleman, Aldous.”', 'Aldous'],
    ['You wait for Aldous, or the widow, or maybe Mary.', 'Aldous'],
    ['Aldous, instead of sitting down to his lessons, told his tutor of it.', 'Aldous'],
    ['“Yes, Aldous, A dog. There was one, too.', 'Aldous'],
    ['Aldous was the name over the shop door.', 'Aldous'],
    ['A little aldous was his exact expression.', 'aldous'],
    ['How pleasant it is to be called Aldous, she said.', 'Aldous'],
    ['He took his hat, and called Aldous, and went out.', 'Aldous'],
    ['The old captain called Aldous to the door.', 'Aldous'],
    ['Aldous Vane was some inches under six feet.', 'Aldous Vane'],
    ['Aldous was the same lawyer as ever.', 'Aldous'],
    ['Aldous was not a lawyer of the town.', 'Aldous'],
    ['It was the landowner Aldous had met in the town.', 'Aldous'],
    ['His sister Aldous had already gone with her children.', 'Aldous'],
    ['He spoke of an expression of my friend Aldous.', 'Aldous'],
    ['“Never mind, Aldous, my boy,” said the old man.', 'Aldous'],
    ['Why, though I am a lawyer, Aldous.', 'Aldous'],
    ['De same ole Aldous, thanks to goodness.', 'Aldous'],
    ['I owe it to Aldous, the Stamp Office, and the rest.', 'Aldous'],
    ['The princess of Aldous, who was our prisoner, went home.', 'Aldous'],
    ['Aldous, our neighbour Mr. Vane, and the rest went home.', 'Aldous'],
    ['Aldous, one day after dinner, went home at once.', 'Aldous'],
    ['Aldous was when the candle went out in the room.', 'Aldous'],
    ['The old man had come to Aldous, trew to her promise.', 'Aldous'],
    ['They all fear Okar, yellow men of the north.', 'Okar'],
  ])('BR12: finds that what %j says of a name explains nothing', (text, name) => {
    expect(scoreBest(text, name)).toBeLessThan(3);
  });

  it('BR12: finds that a calling explains more than that somebody is a man', () => {
    const calling = scoreBest('Aldous was the new tutor of the boys.', 'Aldous');
    expect(calling).toBeGreaterThan(scoreBest('Aldous was another man in his study.', 'Aldous') + 1);
  });
});
