// Growth: whatever a person, a model or another program wrote is read in time that is in proportion to it.
import { registerGrowthTests } from '@terrarium/kernel/testing/growth';
import { describe } from 'vitest';
import { findDueDate } from '../src/dates/find-due-date.ts';
import { extractNamedTimes } from '../src/echoes/extract-named-times.ts';
import { showPartial } from '../src/events/show-partial.ts';
import { cutExcerpt } from '../src/inspect/cut-excerpt.ts';
import { parseChatTime } from '../src/intake/parse-chat-time.ts';
import { planLore } from '../src/intake/plan-lore.ts';
import { splitWords } from '../src/ledger/split-words.ts';
import { listWords } from '../src/maintenance/count-kept-words.ts';
import { parseOperations } from '../src/maintenance/parse-operations.ts';
import { escapeTagsInBlock, escapeTagsInLine } from '../src/render/escape-tags-in-block.ts';
import { cutSecrets } from '../src/tags/cut-secrets.ts';
import { extractFragmentKeys } from '../src/tags/extract-fragment-keys.ts';
import { listMarkers } from '../src/tags/list-marked-spans.ts';
import { parseLeadingVoice } from '../src/tags/parse-leading-voice.ts';
import { parseResponse, parseUserMessage } from '../src/tags/parse-message.ts';
import { parseRecallRequests } from '../src/tags/parse-recall-requests.ts';
import { exampleVoices } from '../src/tags/voices.ts';
import { listCalled } from '../src/topics/collect-addressed.ts';
import { splitSentences } from '../src/topics/split-sentences.ts';
import { normalise, parseSubject } from '../src/working-memory/normal-form.ts';

const nowMs = Date.UTC(2024, 4, 1);

describe('growth', () => {
  registerGrowthTests({
    cutExcerpt: (text) => cutExcerpt(text, ['lamp']),
    cutSecrets,
    findDueDate: (text) => findDueDate(text, { atMs: nowMs, timeZone: 'UTC', languages: ['en'] }),
    extractFragmentKeys,
    parseLeadingVoice: (text) => parseLeadingVoice(text, exampleVoices.user),
    extractNamedTimes: (text) => extractNamedTimes(text, nowMs),
    listCalled,
    listMarkers,
    listWords,
    escapeTagsInLine,
    escapeTagsInBlock,
    normalise,
    parseChatTime: (text) => parseChatTime(text, 'UTC'),
    parseOperations,
    parseRecallRequests,
    parseResponse,
    parseSubject,
    parseUserMessage,
    showPartial,
    planLore: (text) =>
      planLore([{ name: text, keys: [text], content: text, isConstant: false, isEnabled: true }]),
    splitSentences,
    splitWords,
  });
});
