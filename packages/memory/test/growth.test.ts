// Growth: whatever a person, a model or another program wrote is read in time that is in proportion to it.
import { testGrowth } from '@terrarium/kernel/testing/growth';
import { describe } from 'vitest';
import { findNamedTimes } from '../src/echoes/find-named-times.ts';
import { cutSecrets } from '../src/exchange/cut-secrets.ts';
import { parseChatTime } from '../src/exchange/parse-chat-time.ts';
import { listWords } from '../src/maintenance/count-kept-words.ts';
import { parseOperations } from '../src/maintenance/parse-operations.ts';
import { splitWords } from '../src/parrot/split-words.ts';
import { findDueDate } from '../src/plans/find-due-date.ts';
import { neutraliseLine, neutraliseText } from '../src/render/neutralise-text.ts';
import { cutExcerpt } from '../src/search/cut-excerpt.ts';
import { findFragmentKeys } from '../src/tags/find-fragment-keys.ts';
import { findLeadingVoice } from '../src/tags/find-leading-voice.ts';
import { listMarkers } from '../src/tags/find-markers.ts';
import { parseResponse, parseUserMessage } from '../src/tags/parse-message.ts';
import { parseRecallRequests } from '../src/tags/parse-recall-requests.ts';
import { showPartial } from '../src/tags/show-partial.ts';
import { listCalled } from '../src/topics/find-addressed.ts';
import { splitSentences } from '../src/topics/split-sentences.ts';
import { exampleVoices } from '../src/voices/voices.ts';
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
    splitSentences,
    splitWords,
  });
});
