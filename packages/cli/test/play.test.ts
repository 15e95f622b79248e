// Playing: a game at a terminal and through a pipe, as a person sees it.

import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { measureWidth } from '../src/screen/style.ts';
import { openPlayTerminal, readChoices, readPlain } from './support/play-terminal.ts';
import { parseLines, type RunOptions, runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder } from './support/small-story.ts';

let folder: Folder;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

function run(argv: readonly string[], options: Partial<RunOptions> = {}) {
  return runTerrarium(['play', ...argv], { cwd: folder.path, ...options });
}

function findWide(shown: string, columns: number): readonly string[] {
  const lines = stripVTControlCharacters(shown).split(/[\r\n]+/);
  return lines.filter((line) => measureWidth(line) > columns);
}

describe('a game at a terminal', () => {
  it('greets, tells, rolls before the eyes, and shows whatever is asked for', async () => {
    const terminal = openPlayTerminal(['play'], { cwd: folder.path });
    const opening = await terminal.opening;
    for (const said of [
      'A text RPG',
      '/help',
      '/quit or Ctrl-C',
      'The built-in narrator',
      '--model openai:NAME',
    ])
      expect(opening).toContain(said);
    expect(opening).toMatch(/You are Hild Amber: .*\./);
    const [first = ''] = readChoices(opening);
    const taken = await terminal.say('1');
    expect(readChoices(taken).length).toBeGreaterThanOrEqual(3);
    expect(await terminal.say('/log')).toContain(`▸    1  ${first} ·`);

    const [, one, other, total] =
      /⚄ luck · 2d6\+1: \[(\d), (\d)\] \+ 1 = (\d+)/.exec(await terminal.say('/roll 2d6+1 luck')) ?? [];
    expect(Number(one) + Number(other) + 1).toBe(Number(total));
    expect(await terminal.say('I jump from the roof')).toMatch(/⚄ .+: \[\d, \d\].* = \d+:\s+[A-Z][a-z]+/);
    const sheet = await terminal.say('/sheet');
    expect(sheet).toMatch(/Vigour +\d\/8.*Gear +[^\n]*Leather coat/s);
    expect(await terminal.say('/sheet Hob')).toContain('Hob Tanner');
    expect(await terminal.say('/quests')).toMatch(/· Ask Widow Esk.*Clocks\n {2}The hush comes in/s);
    expect(await terminal.say('/map')).toMatch(/▸ Pewter Rows\n {4}→ across the street: Blue Kettle/);
    expect(await terminal.say('/choices')).toMatch(/ {2}3 {2}\S/);
    expect(await terminal.say('/rules harm')).toContain('Armour is subtracted from harm');
    expect(await terminal.say('/save')).toContain('there is nothing to save');
    expect(await terminal.say('/why')).toMatch(/Turn 3: I jump.*⚄/s);

    expect(await terminal.say('/roll 1d20 adv for glory')).toMatch(/⚄ glory · 2d20kh1: .* = \d+/);
    const help = await terminal.say('help');
    expect(help.split('\n').length).toBeLessThanOrEqual(28);
    const commands =
      'sheet roll undo redo branch go log why quests map people quit retry edit ooc note style length';
    for (const name of commands.split(' ')) expect(help).toContain(`/${name}`);
    expect(await terminal.say('/help undo')).toContain('undoes the last thing you typed');
    await run(['I sing another song']);
    expect(await terminal.say('1')).toMatch(
      /The game went on in another window or terminal.*> I sing another song.* {2}3 {2}/s,
    );
    terminal.press('quit\r');
    expect(await terminal.ended).toBe(0);
    const shown = readPlain(terminal.readShown());
    expect(shown).toContain('Turn 5 is kept. "terrarium play" goes on from here.');
    expect(shown).not.toMatch(/\n\n\n|undefined|NaN|\[object/);
    expect(findWide(terminal.readShown(), 80)).toEqual([]);
    expect(terminal.readShown()).toContain('\u001b[1mHild Amber\u001b[0m');
  });

  it('takes things off a sheet, says what cannot be taken, and keeps lines and veils that were said at the start', async () => {
    const settled = ['--system', 'starter', '--scenario', 'the-unkept-lamp', '--character', 'warden'];
    const limits = ['--lines', 'no harm to animals', '--veils', 'torture'];
    await run(['new', ...settled, ...limits, '--concept', 'a quiet story', '--session', 'w', '--seed', 'x']);
    const typed = ['/give 2 rope', '/take 1 rope', '/take Spear', '/take moon', '/take', '/wish', '/sheet'];
    const said = await run(['--session', 'w'], { input: `${typed.join('\n')}\n` });
    expect(said.out).toMatch(/Never in this game: no harm to animals\s+Only out of sight: torture/);
    expect(said.out).toMatch(/− Spear/);
    expect(/Gear +([^\n]*)/.exec(said.out)?.[1]).toMatch(/rope/);
    expect(said.out.slice(said.out.lastIndexOf('Gear'))).not.toContain('Spear');
    expect(said.error).toMatch(/moon/);
    expect(said.error).toContain('a thing, such as /take rope');
    const long = await run(['new', '--lines', 'x'.repeat(2001)]);
    expect(long.error).toContain('is longer than 2000 characters');
  });

  it('TO25: nothing is rolled against, or given to, somebody who is elsewhere or nobody, and each command is explained', async () => {
    const settled = ['--system', 'starter', '--scenario', 'the-unkept-lamp', '--character', 'warden'];
    await run(['new', ...settled, '--concept', 'a quiet story', '--session', 'w', '--seed', 'x']);
    const typed = [
      'I say hello to Hob',
      'I go to the Blue Kettle',
      '/roll strike against Hob',
      '/roll strike against Nobody',
      '/roll strike against Magistrate Corvane',
      '/give lantern to Hob',
      '/give lantern to Nobody',
      '/help quit',
      '/help save',
    ];
    const said = await run(['--session', 'w'], { input: `${typed.join('\n')}\n` });
    expect(said.error.match(/^terrarium: .*$/gmu)).toEqual([
      'terrarium: Hob Tanner is not here.',
      'terrarium: There is nobody called “Nobody” here.',
      'terrarium: You know nobody and nothing called “Magistrate Corvane”.',
      'terrarium: Hob Tanner is not here.',
      'terrarium: You know nobody and nothing called “Nobody”.',
    ]);
    expect(said.out.slice(said.out.indexOf('→ Blue Kettle'))).not.toMatch(/Strike|Vigour|Ember/u);
    expect(said.out).toMatch(/\/quit +leaves the game/u);
    expect(said.out).toMatch(/\/save +/u);
  });

  it('MV42, TO3: rolls skills by name, lists the rolls there are for any other name, and says what computes a value', async () => {
    const settled = ['--system', 'step-dice', '--scenario', 'the-unkept-lamp', '--character', 'duelist'];
    await run(['new', ...settled, '--concept', '', '--session', 'w', '--seed', 'x']);
    const typed = [
      '/roll stealth for the yard',
      '/roll @strength vs 6',
      '/roll juggling',
      '/roll @juggling',
      '/roll 1d6+@parry',
      '/roll 2x',
      '/set parry 20',
      '/set where Blue Kettle',
      '/set attitude friendly',
      '/table nothing',
      '/help roll',
    ];
    const said = await run(['--session', 'w'], { input: `${typed.join('\n')}\n` });
    const out = said.out.replaceAll(/\s+/gu, ' ');
    expect(out).toMatch(/⚄ Stealth: the yard \(Trait roll\) · .* against 4: /u);
    expect(out).toMatch(/⚄ Strength \(Trait roll\) · .* against 6: /u);
    expect(out).toMatch(/⚄ 1d6\+\d+: /u);
    expect(out).toMatch(
      /Of your sheet: Agility, Smarts, .*Notice.* Checks: Trait roll, Blow, .* Moves: .*sneak/u,
    );
    expect(said.error.match(/There is no roll named “juggling” in these rules\./gu)).toHaveLength(2);
    expect(said.error.replaceAll(/\s+/gu, ' ')).toMatch(
      /Rolls: .*, and \d+ more, which \/help roll lists\. Dice are/u,
    );
    expect(said.error).not.toContain('no path');
    expect(said.error).toContain(
      'Where: still Pewter Rows. It follows from what you do, and is not set by hand.',
    );
    expect(said.error).toContain('Hob Tanner has one: name them before it.');
    expect(said.error).toMatch(/There is no table “nothing”\. There are: .*What is found/u);
    expect(said.error).toContain('At position');
    expect(said.error).toContain('The rules compute Parry: 2, half of your fighting die, and your shield.');
    expect(said.error).toContain('Nothing was changed. You can set what it is made of: Fighting, Shield.');
  });

  it('TO24: hands over and takes what is there, with its number and note, and doubles nothing', async () => {
    const settled = ['--system', 'dnd5e', '--scenario', 'the-winter-toll', '--character', 'fighter'];
    await run(['new', ...settled, '--concept', 'a quiet story', '--session', 'w', '--seed', 'x']);
    const typed = [
      '/give 5 gold to Hesper',
      '/give 1 gold to Hesper',
      '/take 2 gold from Hesper',
      '/take 9 gold from Hesper',
      '/give gold to Hesper',
      '/take gold from Hesper',
      '/give 3 javelins to Irsa Kell',
      '/take javelins from Irsa Kell',
      '/give the heel of bread to Penhallow',
      '/give heel of bread to Hesper',
      '/take crown from Hesper',
      '/take bread from Penhallow',
      '/give bread to the Last Lantern',
      '/take bread',
      '/sheet',
      '/undo',
      '/sheet all',
      '/give Nab 1 gold',
      '/give Hesper 2 gold',
      '/give Irsa Kell the dagger',
      '/give irsa rope',
      '/take lantern',
      '/give 2 javelins to the Last Lantern',
      '/take 2 javelins',
      '/give 1 javelin to the Last Lantern',
      '/take 1 javelin from Brannoc Tull',
      '/set hesper hit points 0',
      '/people',
      '/inventory',
    ];
    const said = await run(['--session', 'w'], { input: `${typed.join('\n')}\n` });
    const gold = [...said.out.matchAll(/Gold pieces (\d+ → \d+)/gu)].map((found) => found[1]);
    expect(gold).toEqual(['12 → 7', '7 → 6', '6 → 8', '8 → 12', '12 → 10']);
    expect(said.out).toMatch(/Others +\+\d: Acrobatics/u);
    expect(said.out.match(/further values/gu)).toHaveLength(1);
    expect(said.out).toMatch(/further values[\s\S]*Base speed +30/u);
    expect(said.out).toMatch(/Hesper Vane: Conditions \+ down/u);
    expect(said.out).toMatch(/Hesper Vane \(down\) · Last Lantern/u);
    expect(said.out).not.toMatch(/\+ (?:Nab|Hesper)/u);
    // A name in small letters is read as a word of the thing's name.
    expect(said.out).toMatch(/\+ irsa rope/u);
    expect(said.out).toMatch(/Javelin ×3: Irsa Kell has it now\.[\s\S]*Javelin ×3: you have it now\./u);
    // What lies here is taken up, though the player has some too.
    expect(said.out).toMatch(/Javelin ×2: Last Lantern has it now\.[\s\S]*Javelin ×2: you have it now\./u);
    // Taken from the player's own character by name, it comes off the sheet, though one lies here.
    expect(said.out).toContain('Javelin: Last Lantern has it now.');
    expect(said.out).not.toContain('Javelin: you have it now.');
    for (const refused of [
      'Hesper Vane has only 4',
      'Gold pieces: the number is missing',
      'Hesper Vane has no crown',
      'it is with Penhallow',
      'You know nobody and nothing called “Nab”',
      'There is no “lantern” among “Carried”. There is: ',
      'There is no /inventory; did you mean /sheet?',
    ])
      expect(said.error).toContain(refused);
    const carried = [...said.out.matchAll(/^Carried {2,}([\s\S]*?)\nGold/gmu)].map((found) =>
      String(found[1]).replaceAll(/\s+/gu, ' '),
    );
    expect(said.out).toMatch(/Last Lantern has it now\.[\s\S]*heel of bread: you have it now\./u);
    expect(carried[0]).toMatch(/Javelin ×4.*heel of bread/u);
    expect(carried[0]?.match(/bread/gu)).toHaveLength(1);
    expect(carried[1]).not.toContain('bread');
  });

  it('MV8: a choice that the rules leave to the player is listed, taken by number or word, and open no longer then', async () => {
    const settled = ['--system', 'blades-style', '--scenario', 'the-winter-toll', '--character', 'blade'];
    await run(['new', ...settled, '--concept', '', '--session', 'w', '--seed', 'x']);
    const typed = ['/choose', '/set stress 9', '/choose 12', '/choose cold', '/choose', '/undo', '/choose 2'];
    // Two choices with the same options stay two: each option that is taken answers only one of them.
    const twice = ['/set stress 9', '/set stress 9', '/choose reckless', '/choose soft', '/choose'];
    const { out, error } = await run(['--session', 'w'], { input: `${[...typed, ...twice].join('\n')}\n` });
    expect(out.match(/Nothing is yours to choose just now/gu)).toHaveLength(3);
    expect(out).toMatch(/Traumas \+ reckless[\s\S]*Traumas \+ soft/u);
    expect(out).toMatch(
      /yours to choose: \/choose 1, for example\.\n +1 {2}The trauma: cold\n +2 {2}The trauma: haunted/u,
    );
    expect(error).toContain('“12” is nothing that you can choose now.');
    expect(out).toMatch(/Traumas \+ cold[\s\S]*Taken back: [\s\S]*Traumas \+ haunted/u);
  });

  it('shows in /why where a turn led, how long it took, and what a table gave, and in /rules how a move is rolled', async () => {
    const settled = ['--system', 'starter', '--scenario', 'the-winter-toll', '--character', 'warden'];
    await run(['new', ...settled, '--concept', '', '--session', 'w', '--seed', 'x']);
    const input =
      'go to the stable yard\n/table complications\n/why 1\n/why\n/rules threaten\n/rules grappling\n';
    const { out } = await run(['--session', 'w'], { input });
    expect(out.replaceAll(/\s+/gu, ' ')).toContain(
      'Threaten A move, rolled as Sway with 2d6 + Brawn. It may end in: Triumph: more than was hoped for; Disaster',
    );
    expect(out.replaceAll(/\s+/gu, ' ')).toMatch(
      /No rule has the words “grappling”\. The rules are: [^.]*, Harm and armour, [^.]*\. \/rules alone explains how/u,
    );
    const [walked, drawn] = out.slice(out.indexOf('\nTurn 1:')).split('\nTurn 2:');
    expect(walked).toMatch(/→ Stable Yard\n +10 minutes pass\./u);
    expect(drawn).toMatch(/Complications · 1d12: \[\d+\] = \d+\n {4}\S/u);
  });

  it('goes back and forth, tells again, and keeps every telling', async () => {
    const settled = ['--system', 'starter', '--scenario', 'the-unkept-lamp', '--character', 'warden'];
    await run(['new', ...settled, '--concept', '', '--session', 'world', '--seed', 'a quiet evening']);
    const terminal = openPlayTerminal(['play'], { cwd: folder.path });
    await terminal.opening;
    expect(await terminal.say('/set vigour 3')).toMatch(/• Vigour 8\/8 → 3\/8.*Vigour 3\/8 ·/s);
    expect(await terminal.say('/set vigour=3')).toContain('Vigour is 3/8 already. Nothing was changed.');
    for (const again of ['/retry', '/retry 1'])
      expect(await terminal.say(again)).toContain(
        'The last step was a roll, or a value that you set, not a turn of the story',
      );
    const undone = await terminal.say('/undo');
    expect(undone).toMatch(/Back at turn 0.*Vigour 8\/8 ·/s);
    expect(await terminal.say('/redo')).toMatch(/At turn 1 again.*Vigour 3\/8 ·/s);
    expect(await terminal.say('/name The grey night')).toContain('This game is now called "The grey night".');
    expect(await terminal.say('/name')).toContain('This game is called "The grey night".');
    expect(await terminal.say('/name world')).toContain('This game is now called "world".');
    expect(await terminal.say('/branch the start')).toContain('This moment is called "the start"');
    const told = await terminal.say('look around');
    await terminal.say('go to the Blue Kettle');
    expect((await terminal.say('/undo 5')).replaceAll(/\s+/gu, ' ')).toContain(
      'There are not that many turns, so nothing was taken back. 3 turns can be taken back.',
    );
    expect(await terminal.say('/go the start')).toMatch(/At "the start", turn 1.*Pewter Rows · day 1/s);
    expect(await terminal.say('/branch')).toContain('the start  turn 1  (you are here)');
    expect(await terminal.say('/go nowhere')).toContain('There are: the start.');
    expect(await terminal.say('/go')).toMatch(/Say where to.*the start +turn 1/s);

    await terminal.say('look around');
    const again = await terminal.say('/retry');
    expect(readTold(again)).not.toBe(readTold(told));
    const count = /has only (\d) versions/.exec(await terminal.say('/retry 9'))?.[1];
    expect(count).toBe('3');
    expect(readTold(await terminal.say('/retry 1'))).toContain(readTold(told));
    expect(await terminal.say('/edit It was all a dream.')).toMatch(
      /as you wrote it.*\nIt was all a dream\./s,
    );
    expect(await terminal.say('/recap')).toContain('It was all a dream.');
    await terminal.say('/branch dream');
    expect(await terminal.say('/branch')).toMatch(
      /The last turn of each branch.*1 {2}turn \d+ .*you are here/s,
    );
    expect(await terminal.say('/go 1')).toContain('is kept: /branch lists it');
    await terminal.say('/undo');
    expect(await terminal.say('look around')).toMatch(/Turn \d+, “.+”, is kept: \/branch/);
    expect(await terminal.say('/retry warmer, and shorter')).toContain('cannot follow this');
    await terminal.say('/go the start');
    expect(await terminal.say('/continue')).toContain('15 minutes pass');
    await terminal.say('/go dream');
    terminal.press('/quit\r');
    await terminal.ended;
    const later = openPlayTerminal(['play'], { cwd: folder.path });
    expect(await later.opening).toMatch(/turn 2\n.*> look around\n\nIt was all a dream\..*Vigour 3\/8/s);
    later.press('\u0003');
    expect(await later.ended).toBe(130);
    const replayed = await run(['replay']);
    expect(replayed.out).toMatch(
      /"world" was played again up to its present turn, and \d+ turns came out as before\./,
    );
    const story = await run(['export', '--out', '-']);
    expect(story.out).toContain('It was all a dream.');
  });

  it('keeps what a player adds, and reads dice as other programs write them or says that it does not', async () => {
    const lines = [
      'look around',
      '/roll 2d20 adv for glory',
      '/roll 1d20+5 >= 15 the jump',
      '/roll 1d20 rr',
      '/remember The widow owes me a favour.',
      '/lore owes',
      '/give 2 rope',
      '/give <lamp> to Hob Tanner',
      '/time 2h',
      '/time 2 months',
      '/fast no',
      '/meanwhile no',
      '/fast',
      '/set Hob Tanner attitude hostile',
      '/set Hob Tanner resources.vigour.current 1',
      '/set inventory.gear Lamp, Spear',
      '/lore',
      '/forget 99',
    ];
    const { out, error } = await run([], { input: `${lines.join('\n')}\n` });
    expect(out).toMatch(/⚄ glory · 2d20kh1: .* = \d+/);
    expect(out).toMatch(/⚄ the jump · 1d20\+5: .* against 15: .*\n {2}The chance of reaching 15 was 55 %\./);
    expect(error).toContain('“rr” after 1d20 is not dice notation');
    expect(out).toMatch(/\d {2}The widow owes me a favour\. \(fact\)/);
    expect(out).toMatch(/\+ rope/);
    expect(out).not.toMatch(/&(?:lt|gt|amp);/);
    expect(out).toContain('2 h pass');
    expect(out).not.toContain('2 min');
    expect(error).toContain('/time needs a span');
    expect(error).toContain('/fast is either on or off, not “no”');
    expect(error).toContain('/meanwhile is either on or off, not “no”');
    expect(out).toMatch(/^off\. \/fast \[on\|off\]: makes one request a turn/m);
    expect(out).toMatch(/Hob Tanner.*hostile/);
    // A player sees the states of somebody else, but no numbers.
    expect(out).toMatch(/Hob Tanner: Conditions \+ wavering/);
    expect(error).toContain('/lore shows the numbers');
    const { out: sheet } = await run(['--json'], { input: '/sheet\n' });
    expect(sheet).toContain('"name":"Spear","note":"harm 2"');
  });

  it('DM33: one undo takes back one thing that was typed, and says which; moments are listed with their turns', async () => {
    const settled = ['--system', 'starter', '--scenario', 'the-unkept-lamp', '--character', 'warden'];
    await run(['new', ...settled, '--concept', '', '--session', 'world', '--seed', 'a quiet evening']);
    const lines = [
      'look around',
      '/branch here',
      '/roll 2d6 luck',
      '/undo',
      '/ask Is it day?',
      '/roll 2d6',
      '/undo 2',
      '/redo',
      '/undo',
      '/undo',
      '/branch',
      '/lore',
      '/truth',
    ];
    const said = await run([], { input: `${lines.join('\n')}\n` });
    const taken = [...said.out.replaceAll(/\s+/gu, ' ').matchAll(/Taken back: (.*?)\. Back at turn (\d+)/gu)];
    expect(taken.map(([, what, at]) => [what, at])).toEqual([
      ['“/roll 2d6 luck”', '1'],
      ['2 things you typed, from “/ask Is it day?” to “/roll 2d6”', '1'],
      ['“/ask Is it day?”', '1'],
      ['“look around”', '0'],
    ]);
    // The opening is shown twice: before the first turn, and again when all turns are taken back.
    expect(said.out.match(/Every evening, an hour before the bell/gu)).toHaveLength(2);
    expect(said.out).toMatch(/^ {2}here {2}turn 1$/mu);
    expect(said.out).toMatch(/Nothing is remembered yet|\(lore\)/u);
  });

  it('says what was mistyped and goes on, within thirty columns and without colours', async () => {
    const terminal = openPlayTerminal(['play'], {
      cwd: folder.path,
      columns: 30,
      environment: { NO_COLOR: '1' },
    });
    await terminal.opening;
    const say = async (line: string) => flat(await terminal.say(line));
    expect(await say('9')).toMatch(/no suggestion 9, only 1 to \d\. .*type \/\/9/);
    expect(await say('/quets')).toContain('did you mean /quests?');
    expect(await say('/why x')).toContain('not a whole number');
    expect(await say('/roll 9999999d6')).toContain('at most 1000 are allowed');
    expect(await say('/roll')).toContain('needs dice');
    expect(await say('/set nonsense 3')).toContain('Your sheet has no value “nonsense”. Nearest: Lessons');
    expect(await say('/length 90-10')).toContain('This setting is not valid');
    expect(await say('/length 3-1')).toContain('a narrative has at least 10 words');
    expect(await say('/sheet nobody at all')).toContain('/people lists');
    for (const line of ['/help', '/sheet', '/quests', '/map', '/people', '//shrug', '2']) await say(line);
    expect(await say('/log')).toContain('/shrug');
    terminal.press('half a sentence');
    await terminal.waitFor('half a sentence');
    terminal.press('\u0003');
    terminal.press('\u0003');
    expect(await terminal.ended).toBe(130);
    expect(findWide(terminal.readShown(), 30)).toEqual([]);
    expect(terminal.readShown()).not.toMatch(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[1-9]m`));
    expect(readPlain(terminal.readShown())).toContain('Vigour 8/8 · Supply 4/5');
    expect(flat(readPlain(terminal.readShown()))).toContain('Turn 2 is kept.');
  });
});

describe('a game through a pipe', () => {
  it('takes lines as turns, whatever stands in them, and tells nothing that is still to be found', async () => {
    const hostile =
      'a\u001b]0;owned\u0007\u001b[2J b\nこんにちは世界\n🧙‍♂️\n<script>{{char}}</script>\n1\n/people\n/why 0\n/log\n/map\n/quit\nnever';
    const said = await run([], { input: hostile });
    expect(said.exitCode).toBe(0);
    expect(said.error).toBe('');
    expect(said.out).toContain('Hob Tanner · Pewter Rows');
    expect(said.out).not.toMatch(/Gutch|Wax Cellar|brannock/);
    const log = await run(['/log', '--json']);
    const [{ turns } = { turns: [] }] = parseLines(log.out) as [{ turns: readonly { words: string }[] }];
    expect(turns).toHaveLength(6);
    expect(turns.map(({ words }) => words)).toContain('こんにちは世界');
    const long = await run([], { input: `${'a'.repeat(1_000_000)}\n` });
    expect(long.exitCode).toBe(2);
    expect(long.error).toContain('[turn.words-too-long]');
    const misspelt = await run(['exprot']);
    expect(misspelt.error).toContain('did you mean "play export"?');
    const slip = await run(['lisst']);
    expect([slip.exitCode, slip.error]).toEqual([2, expect.stringContaining('did you mean "play list"?')]);
    const help = await run(['/help']);
    expect([help.exitCode, help.out]).toEqual([0, expect.stringContaining('/sheet [who]')]);
    const unknown = await run(['/nonsense']);
    expect([unknown.exitCode, unknown.out]).toEqual([2, '']);
    expect(unknown.error).toContain('[play.unknown-command]');
  });

  it('plays no turn for a number that no suggestion has, nor for the lone name of a command', async () => {
    await run(['/save']);
    const said = await run([], { input: '9\n0\nsheet\nmap\nundo\n//9\n' });
    expect(said.exitCode).toBe(2);
    expect(said.error).toMatch(/no suggestion 9, .*\n.*\[play\.no-choice\]\n.*no suggestion 0, /);
    expect(said.out).toMatch(/Vigour +\d\/8[\s\S]*▸ Pewter Rows/);
    const alone = await run(['9']);
    expect(alone).toMatchObject({ exitCode: 2, out: '' });
    const log = await run(['log', '--json']);
    const [{ turns } = { turns: [] }] = parseLines(log.out) as [{ turns: readonly { words: string }[] }];
    expect(turns.map(({ words }) => words)).toEqual(['', '9']);
  });

  it('gives a program one value a line, whatever is asked', async () => {
    const asked = [
      'look around',
      '/help',
      '/sheet',
      '/quests',
      '/map',
      '/people',
      '/log',
      '/why',
      '/choices',
      '/rules',
    ];
    const more = [
      '/roll 2d6',
      '/undo',
      '/redo',
      '/note fog',
      '/style',
      '/save',
      '/name Fog',
      '/blah',
      '/resume',
      '/branch x',
      '/go x',
    ];
    const said = await run(['--json'], { input: [...asked, ...more].map((line) => `${line}\n`).join('') });
    const values = parseLines(said.out);
    const events = values.flatMap(({ kind }) => (kind === undefined ? [] : [kind]));
    expect(events).toEqual(
      expect.arrayContaining(['turn-started', 'narrative-delta', 'suggestions', 'turn-committed']),
    );
    expect(values.filter(({ kind }) => kind === 'error').map(({ code }) => code)).toEqual([
      'play.unknown-command',
      'turn.nothing-left',
    ]);
    expect(values.some((value) => 'acted' in value)).toBe(true);
  });
});

/** Returns the first paragraph of the narrative, without the typed line and the lines that the screen adds. */
function readTold(shown: string): string {
  const lines = shown.split('\n').slice(1);
  const told = lines.filter((line) => !/^(?: {2}|>|Version|.* · day )/u.test(line));
  return told.join('\n').trim().split('\n\n')[0] ?? '';
}

/** The text in one line, so that it does not matter where a narrow window breaks it. */
function flat(shown: string): string {
  return shown.replace(/\s+/gu, ' ');
}
