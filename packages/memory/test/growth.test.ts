// Tests growth: reading a text from a person, a model or another program takes time proportional to its length.
import { registerGrowthTests } from '@terrarium/kernel/testing/growth';
import { describe } from 'vitest';
import { extractNamedTimes } from '../src/echoes/rank-places.ts';
import { findDueDate } from '../src/events/find-due-date.ts';
import { showPartial } from '../src/events/show-event.ts';
import { cutExcerpt } from '../src/inspect/search.ts';
import { parseChatTime } from '../src/intake/parse-chat-time.ts';
import { planLore } from '../src/intake/plan-lore.ts';
import { splitWords } from '../src/ledger/build-injected-text.ts';
import { listWords } from '../src/maintenance/count-kept-words.ts';
import { parseOperations } from '../src/maintenance/operation.ts';
import { escapeTagsInBlock, escapeTagsInLine } from '../src/render/escape-tags-in-block.ts';
import {
  listMarkers,
  parseLeadingVoice,
  parseResponse,
  parseUserMessage,
} from '../src/tags/parse-message.ts';
import { extractFragmentKeys, parseRecallRequests } from '../src/tags/parse-recall-requests.ts';
import { cutSecrets } from '../src/tags/secrets.ts';
import { exampleVoices } from '../src/tags/voices.ts';
import { listCalled } from '../src/topics/rank-topics.ts';
import { splitSentences } from '../src/topics/utterance.ts';
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
