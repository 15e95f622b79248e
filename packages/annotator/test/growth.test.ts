// Tests growth: stories, replies and imported glossaries are read in time proportional to their size.

import { findExactQuote } from '@terrarium/kernel/find-exact-quote';
import { normaliseQuote } from '@terrarium/kernel/normalise-quote';
import { registerGrowthTests } from '@terrarium/kernel/testing/growth';
import { describe } from 'vitest';
import { listSentenceLabels } from '../src/corpus/list-sentence-labels.ts';
import { splitBody } from '../src/corpus/split-body.ts';
import { parseDecisions } from '../src/curator/parse-decisions.ts';
import { escapeDefinition, escapeProse } from '../src/export/render-markdown.ts';
import { normaliseFileName } from '../src/export/vault/name-file.ts';
import { escapeNote } from '../src/export/vault/vault-note.ts';
import { indexNames, splitNames } from '../src/export/wiki/client/link-names.js';
import { splitWords as splitPageWords } from '../src/export/wiki/client/name-words.js';
import { extractNames } from '../src/glossary/extract-names.ts';
import { listClosePassages } from '../src/glossary/locate-quote.ts';
import { listContentWords } from '../src/glossary/narrowing.ts';
import { normaliseLetters } from '../src/glossary/normalise-letters.ts';
import { normaliseTerm, stripSuffix } from '../src/glossary/term-forms.ts';
import { splitWords } from '../src/glossary/text-words.ts';
import { parseMarkdown } from '../src/importers/markdown/parse-markdown.ts';
import { stripEmphasis, stripMarks } from '../src/importers/markdown/strip-marks.ts';
import { collectHiddenClasses } from '../src/importers/markup/find-hiding.ts';
import { readMarkup } from '../src/importers/markup/read-markup.ts';
import { parseHeading } from '../src/importers/parse-heading.ts';
import { parsePostLine } from '../src/importers/parse-post-line.ts';
import { parseBoard } from '../src/importers/posted/read-board.ts';
import { parseForumPage } from '../src/importers/posted/read-forum.ts';
import { readFanficfareText } from '../src/importers/sites/read-fanficfare-text.ts';
import { splitIntoChapters } from '../src/importers/split-into-chapters.ts';
import { parsePlace } from '../src/moments/reader-place.ts';
import { isEnglishProse } from '../src/reader/is-english-prose.ts';
import { listShortForms } from '../src/reader/name-parts.ts';
import { parseDossiers } from '../src/reader/parse-dossiers.ts';
import { parseCodexUpdates } from '../src/tools/parse-codex-updates.ts';

const nearly = (text: string) => `${text.slice(0, 300)}~`;
const whole = (text: string) => ({ start: 0, end: text.length });

describe('growth', () => {
  registerGrowthTests({
    escapeDefinition,
    escapeNote,
    escapeProse: (text) => escapeProse(text, true),
    splitIntoChapters: (text) => splitIntoChapters(text.split('\n')),
    listClosePassages: (text) => listClosePassages(text, nearly(text), whole(text)),
    findExactQuote: (text) => findExactQuote(text, nearly(text), whole(text)),
    collectHiddenClasses: (text) => collectHiddenClasses(`<style>${text}</style>`),
    findNames: (text) => extractNames([text], 5),
    normaliseFileName,
    normaliseLetters,
    normaliseQuote: (text) => normaliseQuote(text),
    isEnglishProse,
    listSentenceLabels: (text) => listSentenceLabels(text),
    listContentWords,
    listShortForms,
    normaliseTerm,
    parseBoard: (text) => parseBoard({ no: 1, resto: 0, com: text, sub: text }),
    parseCodexUpdates,
    parseDecisions: (text) => parseDecisions(text, []),
    parseForumPage: (text) =>
      parseForumPage(`<article data-content="post-1">${text}<div class="bbWrapper">${text}`),
    parseHeading,
    parseMarkdown: (text) => parseMarkdown(text.split('\n')),
    parsePlace,
    parsePostLine,
    parseDossiers,
    readFanficfareText: (text) =>
      readFanficfareText(['T', 'by A', 'TABLE OF CONTENTS', ...text.split('\n'), 'End file.']),
    readMarkup: (text) => readMarkup(text),
    'readMarkup of a page whose site is known': (text) =>
      readMarkup(
        `archiveofourown.org <div id="preface">${text}</div><div class="meta" style="${text}">${text}`,
      ),
    splitBody: (text) => splitBody(text, 2_000),
    splitNames: (text) =>
      splitNames(indexNames([{ id: 1, term: text, aliases: ['a b'] }]), `a ${text}`, new Set()),
    splitPageWords,
    splitWords,
    stripEmphasis,
    stripMarks: (text) => stripMarks(text, new Set()),
    stripSuffix,
  });
});
