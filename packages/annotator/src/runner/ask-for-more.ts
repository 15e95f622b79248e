// Asks for more, once a scene: where a reply only created entries, and several names that recur in the scene have none.

import { extractNames } from '../glossary/extract-names.ts';
import { renderMoreRequest } from '../prompts/prompts.ts';
import { computeRatio } from './count-window.ts';
import { type Run, readScenePages, recordStep } from './run.ts';

/** Names of a scene that are looked up. */
const mostNames = 40;
/** Fewer may well be left out on purpose. */
const leastMissing = 3;
const mostShown = 12;

/** Whether the model was asked. */
export function askForMore(run: Run): boolean {
  const { session, settings, limits } = run;
  const { reply, isAskedAgain, rounds } = session.progress;
  const calls = reply?.purpose === 'scene' ? (reply.calls ?? []) : [];
  const isDue = settings.asksForMore && !isAskedAgain && rounds < settings.maxToolRounds;
  const hasRoom = session.window.tokens * computeRatio(run) < limits.emergency;
  const hasOnlyCreated = calls.length > 0 && calls.every(({ name }) => name === 'glossary_create');
  if (!isDue || !hasRoom || !hasOnlyCreated) return false;
  const missing = listMissing(run);
  if (missing.length < leastMissing) return false;
  const content = renderMoreRequest(missing.slice(0, mostShown));
  recordStep(run, () => ({
    body: { kind: 'asked-again' },
    messages: [{ message: { role: 'user', content } }],
  }));
  return true;
}

/** Names that come at least twice in the scene and that the glossary has neither as an entry nor on hold. */
function listMissing(run: Run): readonly string[] {
  const { glossary } = run.stores;
  const { texts } = readScenePages(run);
  const joined = texts.join('\n');
  return extractNames(texts, mostNames)
    .filter((name) => joined.split(name, 3).length === 3)
    .filter((name) => glossary.listMatches(name).length === 0 && !glossary.isHeld(name));
}
