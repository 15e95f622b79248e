// Tests plans that are moved to another time: by a tag, and by what the person says in plain words.
import { expect, it, onTestFinished } from 'vitest';
import { renderDueDate } from '../../src/events/render-moment.ts';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import { loadDraft } from '../../src/maintenance/draft-store.ts';
import { readTalkPage } from '../../src/pages/read-talk-page.ts';
import { render } from '../../src/render/render-wake.ts';
import { dayMs, openTestMemory } from '../support/open-test-memory.ts';

/** Opens a memory on Monday, 1 January 2024, in which each text was said. */
function openTold(...said: readonly string[]) {
  const made = openTestMemory();
  onTestFinished(made.close);
  for (const text of said) made.memory.hear(text);
  const render = (atMs: number | undefined) =>
    atMs === undefined ? 'some day' : renderDueDate(atMs, { nowMs: made.clock.now(), timeZone: 'UTC' });
  const list = () =>
    made.memory
      .plans()
      .map(({ content, dueAtMs, movedFromMs }) =>
        [
          content,
          render(dueAtMs),
          ...(movedFromMs === undefined ? [] : [`from ${render(movedFromMs)}`]),
        ].join(' | '),
      );
  return { ...made, list };
}

const dentist = "I'm going to the dentist on Thursday at 10.";
const onThursday = ['going to the dentist | Thu 4 January 10:00'];
const onFriday = ['going to the dentist | Fri 5 January 10:00 | from Thu 4 January 10:00'];

it.each([
  'The dentist moved to Friday.',
  'My dentist appointment has been moved from Thursday to Friday.',
  'The dentist moved me to Friday.',
  'They rescheduled the dentist for Friday.',
  'The dentist on Thursday is now on Friday.',
  'Please move the dentist to Friday.',
  'Okay. <plan>move dentist to Friday</plan>',
  '<plan>Reschedule: the dentist to Friday at 10</plan>',
])('PL18, PL19: "%s" moves the plan, which keeps its time of day', (text) => {
  const { list, memory } = openTold(dentist);
  const { effects, reports } = memory.hear(text);
  expect(list()).toEqual(onFriday);
  expect(effects.map(({ effect, item }) => [effect, item.content])).toEqual([
    ['refreshed', 'going to the dentist'],
  ]);
  expect(reports).toEqual([]);
});

it.each([
  ['The dentist moved to 3 pm.', 'Thu 4 January 15:00'],
  ['The dentist moved to Friday at 14:30.', 'Fri 5 January 14:30'],
  ['The dentist is postponed until next Tuesday.', 'Tue 9 January 10:00'],
  ['The dentist moved to the 20th.', 'Sat 20 January 10:00'],
  ['The dentist moved to noon.', 'Thu 4 January 12:00'],
  ['The dentist moved to 4:30.', 'Thu 4 January 16:30'],
  ['The dentist moved to half past four.', 'Thu 4 January 16:30'],
  ['The dentist is moved to five.', 'Thu 4 January 17:00'],
  ['The dentist was put off by a week.', 'Thu 11 January 10:00'],
  ['The dentist moved to a week on Friday.', 'Fri 12 January 10:00'],
  ['The dentist moved to a week tomorrow.', 'Tue 9 January 10:00'],
  ['They pushed the dentist back by two hours.', 'Thu 4 January 12:00'],
  ['Please postpone the dentist by a month.', 'Sun 4 February 10:00'],
  ['<plan>postpone dentist for two days</plan>', 'Sat 6 January 10:00'],
  ['The dentist moved to Friday at five.', 'Fri 5 January 17:00'],
])('PL18: "%s" gives it %s', (text, due) => {
  const { list, memory } = openTold(dentist);
  memory.hear(text);
  expect(list()).toEqual([`going to the dentist | ${due} | from Thu 4 January 10:00`]);
});

it.each([
  'The concert moved to Friday.',
  'The dentist moved to Leeds.',
  'The dentist moved to the second floor.',
  'The dentist moved from Tuesday to Friday.',
  'Did the dentist move to Friday?',
  'The dentist moved last Friday.',
  'The dentist moved away.',
  '<say>The dentist moved to Friday.</say><thought>Or not?</thought>'.replace('moved', 'may be moved'),
])('PL19: "%s" moves nothing, and nothing is said of it', (text) => {
  const { list, memory } = openTold(dentist);
  expect(memory.hear(text).reports).toEqual([]);
  expect(list()).toEqual(onThursday);
});

it('PL18: a tag that names no time is a plan of its own, and one that means no plan is none', () => {
  const { list, memory } = openTold(dentist, '<plan>yoga every Monday at 6pm</plan>');
  memory.hear(
    '<plan>move the sofa to the attic on Friday</plan><plan>reschedule the dentist this week</plan>',
  );
  expect(list()).toHaveLength(4);
  expect(list()).toContain(onThursday[0]);
  expect(list().join('\n')).toContain('move the sofa to the attic | Fri 5 January');
  const missed = memory.speak(
    '<say>Well.</say><plan>move the concert to Friday</plan><plan>Move concert to after Friday</plan><plan>postpone the concert by a week</plan><plan>move yoga to Friday</plan>',
  );
  expect(missed.reports.map(({ kind, say }) => [kind, say.split(/[.:]/u)[0]])).toEqual([
    ['missed', 'No active plan matches these words'],
    ['missed', 'No active plan matches these words'],
    ['missed', 'No active plan matches these words'],
    [
      'missed',
      'A plan that comes again is moved only to other such times (every Saturday), and none to a time that is over',
    ],
  ]);
  expect(list()).toHaveLength(4);
  memory.hear('<plan>Move the concert to Friday</plan>', { isPlanned: true });
  expect(list()).toHaveLength(5);
});

it.each([
  ['gym every Friday at 8pm', 'gym to every Saturday at 8pm', 'gym | Sat 6 January 20:00'],
  ['every Monday: choir', 'choir to Tuesdays at 7pm', 'choir | Tue 2 January 19:00'],
  ['航平はジム 毎週金曜の夜八時に', '航平はジム to 毎週土曜の夜八時', '航平はジム | Sat 6 January 20:00'],
  ['打羽毛球 每周五晚上八点', '打羽毛球 to 每周六晚上八点', '打羽毛球 | Sat 6 January 20:00'],
])(
  'PL18: “%s” gives way to a plan at the other times of “move %s”, and comes back by undoing',
  (plan, move, moved) => {
    const { list, memory } = openTold(`<plan>${plan}</plan>`);
    const before = list();
    const speak = () => memory.speak(`<say>Noted.</say><plan>move ${move}</plan>`);
    speak();
    expect(list()).toEqual([moved]);
    memory.undo({ isReplyOnly: true });
    expect(list()).toEqual(before);
    for (const _ of ['once', 'again']) speak();
    expect(list()).toEqual([moved]);
  },
);

it('PL18, PL19, WM7: a plan that only speaks of the thing in a side clause is not the one that moves', () => {
  const { list, memory } = openTold(
    "<plan>Kit's exam for the licence on Thursday at 9</plan><plan>Kit promised kippers if the exam goes well, after Thursday</plan>",
  );
  expect(memory.hear('The exam is moved to Friday.').reports).toEqual([]);
  expect(memory.speak('<plan>move kippers to after Friday</plan>').reports).toEqual([]);
  expect(list()).toEqual([
    "Kit's exam for the licence | Fri 5 January 09:00 | from Thu 4 January 09:00",
    'Kit promised kippers if the exam goes well | Fri 5 January | from Thu 4 January',
  ]);
});

it.each([
  ['The dentist on Thursday is moved to Friday', onFriday],
  ['dentist is cancelled', []],
  ['中止：福岡に引っ越す', onThursday],
  ['I cancelled the dentist', []],
  ['The dentist is done', []],
  ['The dentist is over now.', []],
  ['The vet is done', [...onThursday, 'The vet is done | some day']],
  ['The dentist is done, call Ana', [...onThursday, 'The dentist is done, call Ana | some day']],
  ['Check whether the dentist is done', [...onThursday, 'Check whether the dentist is done | some day']],
])('TG9, PL17, PL19, PL21: "%s" as a plan that the person writes down', (text, plans) => {
  const { list, memory } = openTold('<plan>going to the dentist on Thursday at 10</plan>');
  memory.hear(`<plan>${text}</plan>`, { isPlanned: true });
  expect(list()).toEqual(plans);
});

it.each([
  ['done: send the report on Wednesday', []],
  ['cancel the report on Wednesday', []],
  ['Skip the report on Thursday', ['Skip the report | Thu 11 January', 'send the report | Wed 3 January']],
])('TG9: “%s” ends an overdue plan only if it names its day', (text, plans) => {
  const { list, memory, clock } = openTold('<plan>send the report on Wednesday</plan>');
  clock.advance(4 * dayMs);
  memory.hear(`<plan>${text}</plan>`, { isPlanned: true });
  expect(list().toSorted()).toEqual(plans);
});

it.each([
  ["My dentist appointment is on Friday at 9. No, wait, it's on Thursday at 9.", 'Thu 4 January 09:00'],
  ["I'm meeting Jo on Friday. Actually, make that Sunday at 10.", 'Sun 7 January 10:00'],
  ['Remind me to call Anna on Friday. Sorry, I mean Saturday.', 'Sat 6 January'],
  ["Remind me to call Anna on Friday. No, it's on Saturday, not Friday!", 'Sat 6 January'],
  ["Remind me to call Anna on Friday. No, it's fine.", 'Fri 5 January'],
  ['Remind me to call Anna on Friday. Oh wait, it is Monday today.', 'Fri 5 January'],
  ['Remind me to call Anna on Friday. Actually, it is on Saturday that she comes home.', 'Fri 5 January'],
  ['The dentist is on Friday at 9. Sorry, it was Tuesday when I called.', 'Fri 5 January 09:00'],
  ['Dinner with Lea is on Friday. It is on Sunday that Tom comes.', 'Fri 5 January'],
])('PL19: the next sentence of a message may take the time of its plan back: %s', (said, due) => {
  const { list, stores } = openTold(said);
  expect(list()).toEqual([expect.stringContaining(` | ${due}`)]);
  expect(verifyMemory(stores.connection).problems).toEqual([]);
});

it('PL20: what a plan is for says whether its new time is before noon', () => {
  const { list, memory } = openTold('Remind me to catch the train on Thursday at 10.');
  memory.hear('The train moved to 5:40.');
  expect(list()[0]).toContain('| Thu 4 January 05:40 |');
  memory.hear('The train moved to Friday at 6.');
  expect(list()[0]).toContain('| Fri 5 January 06:00 |');
});

it('PL19: if several plans fit, that is said, and a plan that recurs is not moved', () => {
  const { list, memory } = openTold(
    dentist,
    "I'm going to the dentist with Anna on Wednesday.",
    '<plan>yoga every Monday at 6pm</plan>',
  );
  const before = list();
  expect(memory.hear('The dentist moved to Friday.').reports).toMatchObject([{ kind: 'tied' }]);
  expect(memory.hear('Yoga moved to Friday.').reports).toEqual([]);
  expect(list()).toEqual(before);
  memory.hear('The dentist on Wednesday moved to Saturday.');
  expect(list().join('\n')).toContain('with Anna | Sat 6 January | from Wed 3 January');
});

it('PL19: the sentence makes no second plan, and the answer’s own plan replaces it', () => {
  const { list, memory } = openTold(dentist);
  memory.hear('I have the dentist on Friday now. The dentist appointment is on Friday, not Thursday.');
  expect(list().filter((line) => line.startsWith('going'))).toEqual(onFriday);
  const other = openTold(dentist, 'The dentist moved to Friday.');
  other.memory.speak('<say>Noted.</say><plan>dentist on Friday at 10</plan>');
  expect(other.list()).toEqual(['dentist | Fri 5 January 10:00']);
});

it('PL18: a companion is told when it is due and from when it was moved; why names the moment, and undo moves it back', async () => {
  const { list, memory, stores } = openTold(dentist);
  const { eventId } = memory.hear('The dentist moved to Friday.');
  const wake = render(await memory.wake());
  expect(wake).toMatch(
    /due Fri 5 January 10:00, in \d days, moved from Thu 4 January 10:00\): going to the dentist/,
  );
  const [plan] = memory.plans();
  if (plan === undefined) throw new Error('There is no plan.');
  expect(memory.why({ item: plan.id }).say).toContain(`It was moved to another time by moment ${eventId}.`);
  expect(verifyMemory(stores.connection).problems).toEqual([]);
  memory.edit({ do: 'edit', what: 'dentist', text: 'the dentist on Thursday at 10, with the X-rays' });
  expect(memory.plans().map(({ dueAtMs }) => dueAtMs)).toEqual([plan.dueAtMs]);
  memory.edit({ do: 'edit', what: 'dentist', text: 'the dentist on Saturday' });
  expect(list()).toEqual(['the dentist | Sat 6 January']);
  const other = openTold(dentist, 'The dentist moved to Friday.');
  other.memory.undo();
  expect(other.list()).toEqual(onThursday);
});

it('PL18: moved again, a plan says when it was due right before, also when that is taken back', () => {
  const { list, memory } = openTold(
    dentist,
    'The dentist moved to Friday.',
    'The dentist moved to Saturday at 9.',
  );
  expect(list()).toEqual(['going to the dentist | Sat 6 January 09:00 | from Fri 5 January 10:00']);
  memory.undo();
  expect(list()).toEqual(onFriday);
  memory.undo();
  expect(list()).toEqual(onThursday);
});

it.each([
  ['<plan>Thursday: the dentist</plan>', 'the dentist'],
  ['<plan>the dentist is on Thursday at 10, with the X-rays</plan>', 'the dentist, with the X-rays'],
  ['<plan>hand in the form at the dentist by Thursday.</plan>', 'hand in the form at the dentist.'],
  ["<plan>prepare next week's dentist</plan>", "prepare next week's dentist"],
  ['<plan>dentist (on Thursday)</plan>', 'dentist'],
])('PL18: %s is shown, moved, as "%s"', async (text, shown) => {
  const { memory } = openTold(text, 'The dentist moved to Friday.');
  expect(memory.plans().map(({ content }) => content)).toEqual([shown]);
  expect(render(await memory.wake())).toContain(`): ${shown}`);
});

it('PL18: beside the message that told it, a page shows a moved plan without its former date', () => {
  const { stores, clock } = openTold(dentist, 'The dentist moved to Friday.');
  const { messages } = readTalkPage(stores.connection, { nowMs: clock.now(), limit: 5 });
  expect(messages[0]?.told.map(({ content }) => content)).toEqual(['going to the dentist']);
});

it('PL18: an answer that repeats a moved plan as it is shown means that plan', () => {
  const { list, memory } = openTold(dentist, 'The dentist moved to Friday.');
  const { effects } = memory.speak('<say>Good luck.</say><plan>going to the dentist</plan>');
  expect(effects.map(({ effect }) => effect)).toEqual(['refreshed']);
  expect(list()).toEqual(onFriday);
});

it('PL18: a companion moves a plan by its tag, and what it repeats of the list moves nothing back', async () => {
  const { list, memory } = openTold(dentist);
  await memory.wake();
  memory.speak('<say>Friday, then.</say><plan>move the dentist to Friday</plan>');
  expect(list()).toEqual(onFriday);
  memory.hear('Thanks.');
  await memory.wake();
  memory.speak('<say>You are welcome.</say><plan>going to the dentist on Thursday at 10</plan>');
  expect(list()).toEqual(onFriday);
});

it('PL19: a call that a person moved themselves is the errand to make it, and no new plan', () => {
  const { list, memory } = openTold(
    'Remind me to ring the head, Mrs Okafor, on Thursday at 4pm, please.',
    "I've arranged a meeting with Sam on Friday at 2.",
  );
  memory.hear("I've moved the Okafor call to Friday at 11, by the way; she's away Thursday.");
  memory.hear("I've put the meeting with Sam back to Tuesday at 2.");
  expect(list()).toEqual([
    'arranged a meeting with Sam | Tue 2 January 14:00 | from Fri 5 January 14:00',
    'ring the head, Mrs Okafor | Fri 5 January 11:00 | from Thu 4 January 16:00',
  ]);
  memory.hear("I've moved the call with Ida to Tuesday at 9.");
  expect(list()).toContain('the call with Ida to Tuesday at 9 | Tue 2 January 09:00');
});

it('PL18: of plans that a tag means equally well, the one moves to which it gives another date', () => {
  const { list, memory } = openTold(
    '<plan>Ring Mrs Okafor on Thursday at 16:00</plan>',
    '<plan>the Okafor call on Friday at 11:00</plan>',
  );
  expect(memory.speak('<say>Yes.</say><plan>move Okafor to Friday at 11</plan>').reports).toEqual([]);
  expect(list().filter((one) => one.includes('Fri 5 January 11:00'))).toHaveLength(2);
});

it('PL18, PL19: what is moved by a week is moved once, though the answer says so too, and never forward', () => {
  const { list, memory } = openTold(dentist);
  memory.hear('The dentist was brought forward by a day.');
  expect(list()).toEqual(onThursday);
  memory.hear('The dentist was postponed by a week.');
  memory.speak('<say>Noted.</say><plan>move dentist by a week</plan>');
  expect(list()[0]).toMatch(/\| Thu 11 January 10:00 \|/);
  memory.hear('Postpone the dentist by a week again, please.');
  expect(list()[0]).toMatch(/\| Thu 18 January 10:00 \|/);
});

it('MT29: maintenance is shown a plan that was moved without the words for its former day', () => {
  const { stores, memory } = openTold('<plan>dinner with Ana on Thursday at 7</plan>');
  memory.hear('Dinner with Ana moved to Friday.');
  const items = [...loadDraft(stores.connection, undefined).items.values()];
  expect(items.map(({ content }) => content)).toEqual(['dinner with Ana']);
});
