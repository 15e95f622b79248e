// Growth: a story, a model's reply and a glossary from elsewhere are read in time that is in proportion to them.
import { testGrowth } from '@terrarium/kernel/testing/growth';
import { describe } from 'vitest';
import { labelSentences } from '../src/corpus/label-sentences.ts';
import { splitBody } from '../src/corpus/split-body.ts';
import { parseDecisions } from '../src/curator/parse-decisions.ts';
import { escapeDefinition, escapeProse } from '../src/export/escape-definition.ts';
import { foldFileName } from '../src/export/vault/name-file.ts';
import { escapeNote } from '../src/export/vault/render-note.ts';
import { indexNames, splitNames } from '../src/export/wiki/client/link-names.js';
import { splitWords as splitPageWords } from '../src/export/wiki/client/name-words.js';
import { findNames } from '../src/glossary/find-names.ts';
import { foldLetters } from '../src/glossary/fold-letters.ts';
import { foldQuote } from '../src/glossary/fold-quote.ts';
import { findClosePassages, findExactQuote } from '../src/glossary/locate-quote.ts';
import { listContentWords } from '../src/glossary/narrowing.ts';
import { normalizeTerm, stripSuffix } from '../src/glossary/term-forms.ts';
import { splitWords } from '../src/glossary/text-words.ts';
import { findChapters } from '../src/importers/find-chapters.ts';
import { parseMarkdown } from '../src/importers/markdown/parse-markdown.ts';
import { stripEmphasis } from '../src/importers/markdown/strip-emphasis.ts';
import { stripMarks } from '../src/importers/markdown/strip-marks.ts';
import { findHiddenClasses } from '../src/importers/markup/find-hidden-classes.ts';
import { readMarkup } from '../src/importers/markup/read-markup.ts';
import { parseHeading } from '../src/importers/parse-heading.ts';
import { parsePostLine } from '../src/importers/parse-post-line.ts';
import { parseBoard } from '../src/importers/posted/parse-board.ts';
import { parseForumPage } from '../src/importers/posted/parse-forum-page.ts';
import { readFanficfareText } from '../src/importers/sites/read-fanficfare-text.ts';
import { parsePlace } from '../src/places/parse-place.ts';
import { isEnglishProse } from '../src/reader/judge-language.ts';
import { listShortForms } from '../src/reader/name-parts.ts';
import { readDossiers } from '../src/reader/read-dossiers.ts';
import { parseCodexUpdates } from '../src/tools/parse-codex-updates.ts';

const nearly = (text: string) => `${text.slice(0, 300)}~`;
const whole = (text: string) => ({ start: 0, end: text.length });

describe('growth', () => {
  testGrowth({
    escapeDefinition,
    escapeNote,
    escapeProse: (text) => escapeProse(text, true),
    findChapters: (text) => findChapters(text.split('\n')),
    findClosePassages: (text) => findClosePassages(text, nearly(text), whole(text)),
    findExactQuote: (text) => findExactQuote(text, nearly(text), whole(text)),
    findHiddenClasses: (text) => findHiddenClasses(`<style>${text}</style>`),
    findNames: (text) => findNames([text], 5),
    foldFileName,
    foldLetters,
    foldQuote: (text) => foldQuote(text),
    isEnglishProse,
    labelSentences: (text) => labelSentences(text),
    listContentWords,
    listShortForms,
    normalizeTerm,
    parseBoard: (text) => parseBoard({ no: 1, resto: 0, com: text, sub: text }),
    parseCodexUpdates,
    parseDecisions: (text) => parseDecisions(text, []),
    parseForumPage: (text) =>
      parseForumPage(`<article data-content="post-1">${text}<div class="bbWrapper">${text}`),
    parseHeading,
    parseMarkdown: (text) => parseMarkdown(text.split('\n')),
    parsePlace,
    parsePostLine,
    readDossiers,
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
