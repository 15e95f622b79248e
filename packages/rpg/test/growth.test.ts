// Tests growth: reading texts of players, models and rulebooks takes time proportional to their length.
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { registerGrowthTests } from '@terrarium/kernel/testing/growth';
import { describe } from 'vitest';
import { parseDice } from '../src/dice/parse-dice.ts';
import { foldText } from '../src/extraction/find-quote.ts';
import { splitRulebook } from '../src/extraction/split-rulebook.ts';
import { renderArguments } from '../src/game/run-action.ts';
import { parseSystem } from '../src/manifest/read-system.ts';
import { listSentences as listNarratorSentences } from '../src/narrator/compose.ts';
import { listNameWords } from '../src/narrator/find-referent.ts';
import { readIntent } from '../src/narrator/read-intent.ts';
import { parseFormula } from '../src/rules/parse-formula.ts';
import { measureSure, splitAfterPart } from '../src/turn/after/parse-after.ts';
import { auditRepeats } from '../src/turn/audit/audit-repeats.ts';
import { listSentences } from '../src/turn/audit/audit-sentences.ts';
import { auditVoice } from '../src/turn/audit/audit-voice.ts';
import { listWrittenNumbers } from '../src/turn/audit/audit-written-numbers.ts';
import { stripControls } from '../src/turn/context/render-data.ts';
import { measureTold } from '../src/turn/loop/normalise-reply.ts';
import { readPronouns } from '../src/values/read-pronouns.ts';

describe('growth', () => {
  registerGrowthTests({
    auditRepeats: (text) => auditRepeats(text, [text]),
    auditVoice: (text) => auditVoice(text, { words: 'I wait.', playerName: 'Mira' }),
    clean: stripControls,
    renderArguments: (text) => renderArguments({ name: 'notebook', arguments: text }),
    measureSure,
    measureTold,
    foldText,
    listNameWords,
    listNarratorSentences,
    listSentences,
    listWrittenNumbers,
    parseDice,
    parseFormula,
    parseSystem: (text) => parseSystem(text, 'a file'),
    readIntent,
    readPronouns,
    splitAfterPart,
    splitRulebook: (text) => splitRulebook(text, { maxTokens: 2_000, count: estimateTokens }),
  });
});
