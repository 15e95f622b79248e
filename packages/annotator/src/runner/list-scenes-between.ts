// Lists the scenes between two places of the story, and says how many tokens reading them took.

import { UsageError } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { resolveStop } from './run-bounds.ts';

const numbered = /^scene[\s:#]+(?<number>\d{1,15})$/iu;

/**
 * Returns the scenes that were read from one place to another, both included; if only one place is given, its scenes.
 * Places are given as for `parsePlace`, or as `scene:12`. Throws `UsageError` if there is no such scene.
 */
export function listScenesBetween(
  annotator: Annotator,
  [from = '', to = from]: readonly string[],
  corpusNames?: readonly string[],
): readonly LedgerScene[] {
  const isBehindStart = resolveSide(annotator, from, 'before');
  const isBehindEnd = resolveSide(annotator, to, 'after');
  const scenes = [...annotator.stores.ledger.iterateScenes()];
  const found = scenes.filter(
    (scene) => isBehindStart(scene) && !isBehindEnd(scene) && corpusNames?.includes(scene.corpus) !== false,
  );
  const read = found.filter(({ status }) => status === 'committed');
  if (read.length > 0) return read;
  const isSkipped = found.some(({ status }) => status === 'skipped' || status === 'failed');
  throw new UsageError({
    code: 'reread.nothing-read',
    happened: `${from === to ? `At ${from}` : `From ${from} to ${to}`} no scene was read.`,
    todo: isSkipped
      ? 'Skipped scenes are read with "annotate retry".'
      : '"terrarium inspect" shows what there is; "terrarium read" reads on.',
  });
}

/**
 * Returns a function that tests whether a scene comes after the beginning of a place (`before`), or after its end
 * (`after`).
 */
function resolveSide(annotator: Annotator, text: string, side: 'before' | 'after') {
  const number = numbered.exec(text.trim())?.groups?.['number'];
  if (number !== undefined) {
    const last = side === 'before' ? Number(number) - 1 : Number(number);
    return ({ id }: LedgerScene) => id > last;
  }
  const said = /^(?:before|after)\s/iu.test(text.trim()) ? text : `${side} ${text}`;
  return resolveStop(annotator, said);
}

export interface ScenesCost {
  readonly scenes: number;
  readonly posts: number;
  /**
   * How many tokens, in and out, reading the scenes took; if they were not counted, an estimate from the story alone.
   */
  readonly tokens: number;
  readonly isMeasured: boolean;
}

export function estimateScenes({ corpora }: Annotator, scenes: readonly LedgerScene[]): ScenesCost {
  const isMeasured = scenes.every(({ promptTokens }) => promptTokens > 0);
  const tokens = scenes.map((scene) => {
    if (isMeasured) return scene.promptTokens + scene.outputTokens;
    const read = corpora.get(scene.corpus)?.readScene(scene);
    return estimateTokens(
      (read?.scenePosts ?? []).map(({ body, span }) => body.slice(span.start, span.end)).join('\n'),
    );
  });
  return {
    scenes: scenes.length,
    posts: scenes.reduce((sum, { posts }) => sum + posts, 0),
    tokens: tokens.reduce((sum, one) => sum + one, 0),
    isMeasured,
  };
}
