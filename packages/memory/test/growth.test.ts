// Growth: whatever a person, a model or another program wrote is read in time that is in proportion to it.
import { testGrowth } from '@terrarium/kernel/testing/growth';
import { describe } from 'vitest';
import { findDueDate } from '../src/dates/find-due-date.ts';
import { findNamedTimes } from '../src/echoes/find-named-times.ts';
import { showPartial } from '../src/events/show-partial.ts';
import { cutExcerpt } from '../src/inspect/cut-excerpt.ts';
import { parseChatTime } from '../src/intake/parse-chat-time.ts';
import { planLore } from '../src/intake/plan-lore.ts';
import { splitWords } from '../src/ledger/split-words.ts';
import { listWords } from '../src/maintenance/count-kept-words.ts';
import { parseOperations } from '../src/maintenance/parse-operations.ts';
import { neutraliseLine, neutraliseText } from '../src/render/neutralise-text.ts';
import { cutSecrets } from '../src/tags/cut-secrets.ts';
import { findFragmentKeys } from '../src/tags/find-fragment-keys.ts';
import { findLeadingVoice } from '../src/tags/find-leading-voice.ts';
import { listMarkers } from '../src/tags/find-markers.ts';
import { parseResponse, parseUserMessage } from '../src/tags/parse-message.ts';
import { parseRecallRequests } from '../src/tags/parse-recall-requests.ts';
import { exampleVoices } from '../src/tags/voices.ts';
import { listCalled } from '../src/topics/find-addressed.ts';
import { splitSentences } from '../src/topics/split-sentences.ts';
import { normalise, parseSubject } from '../src/working-memory/normal-form.ts';

const nowMs = Date.UTC(2024, 4, 1);

describe('growth', () => {
  testGrowth({
    cutExcerpt: (text) => cutExcerpt(text, ['lamp']),
    cutSecrets,
    findDueDate: (text) => findDueDate(text, { atMs: nowMs, timeZone: 'UTC', languages: ['en'] }),
    findFragmentKeys,
    findLeadingVoice: (text) => findLeadingVoice(text, exampleVoices.user),
    findNamedTimes: (text) => findNamedTimes(text, nowMs),
    listCalled,
    listMarkers,
    listWords,
    neutraliseLine,
    neutraliseText,
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
