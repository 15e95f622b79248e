// Small world: a corpus of a few posts, a database and a run, in a folder that is removed when the test ends.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Connection } from '@terrarium/kernel/open-database';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { openCorpus } from '../../src/corpus/open-corpus.ts';
import { openAnnotatorDatabase } from '../../src/database/open-annotator-database.ts';
import { importJsonl } from '../../src/importers/import-jsonl.ts';
import { openRunStores } from '../../src/journal/open-run-stores.ts';
import { openRun } from '../../src/runner/open-run.ts';
import type { Run, StopRequest } from '../../src/runner/run.ts';
import type { BoundKeeper } from '../../src/runner/run-bounds.ts';
import type { RunEvent } from '../../src/runner/run-events.ts';
import { defaultRunSettings, type RunSettings } from '../../src/runner/run-settings.ts';

export interface SmallPost {
  readonly thread?: string;
  readonly body: string;
  readonly tags?: readonly string[];
}

export interface SmallWorld {
  readonly folder: string;
  readonly corpus: Corpus;
  /** Opens the database again, and a run with it. The caller closes the connection. */
  open(model: LanguageModel, options?: RunOverrides): OpenedRun;
  remove(): void;
}

export interface RunOverrides {
  readonly settings?: Partial<RunSettings>;
  readonly stop?: StopRequest;
  readonly bounds?: BoundKeeper;
  /** A database that is used instead of the world's own. */
  readonly databasePath?: string;
  /** Wraps the connection, to make a commit fail. */
  readonly wrap?: (connection: Connection) => Connection;
}

export interface OpenedRun {
  readonly run: Run;
  readonly connection: Connection;
  readonly events: readonly RunEvent[];
}

const neverStops: StopRequest = { isRequested: () => false, abort: new AbortController().signal };

/** The bytes of a new glossary's file. */
let newGlossary: Buffer | undefined;

/** Making a new glossary would take longer than most tests, so it is made once and copied. */
function layNewGlossary(path: string): void {
  if (newGlossary !== undefined) {
    writeFileSync(path, newGlossary, { mode: 0o600 });
    return;
  }
  openAnnotatorDatabase({ path }).close();
  newGlossary = readFileSync(path);
}

export function buildSmallWorld(posts: readonly SmallPost[]): SmallWorld {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-test-'));
  const source = join(folder, 'story.jsonl');
  writeFileSync(source, posts.map((post) => JSON.stringify(post)).join('\n'));
  const path = join(folder, 'main.db');
  importJsonl({ path: source, destination: path, title: 'A small story' });
  const corpus = openCorpus({ name: 'main', path });
  return {
    folder,
    corpus,
    open(model, options = {}) {
      const databasePath = options.databasePath ?? join(folder, 'annotator.db');
      if (!existsSync(databasePath)) layNewGlossary(databasePath);
      const connection = openAnnotatorDatabase({ path: databasePath });
      const events: RunEvent[] = [];
      const environment = buildFakeEnvironment();
      const corpora = new Map([['main', corpus]]);
      const run = openRun({
        stores: openRunStores(options.wrap?.(connection) ?? connection, {
          corpora,
          clock: environment.clock,
        }),
        corpora,
        corpus,
        model,
        environment,
        settings: { ...defaultRunSettings, curates: false, ...options.settings },
        stop: options.stop ?? neverStops,
        ...(options.bounds === undefined ? {} : { bounds: options.bounds }),
        emit: (event) => events.push(event),
      });
      return { run, connection, events };
    },
    remove() {
      corpus.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
