// Tests growth: the time to handle typed text and to show text at a terminal grows in proportion to its length.

import { parseValue } from '@terrarium/composition/parse-value';
import { parsePlayLine } from '@terrarium/composition/play-line';
import { registerGrowthTests } from '@terrarium/kernel/testing/growth';
import { describe } from 'vitest';
import { parseCommand } from '../src/chat/run-chat-command.ts';
import { openBreakCollapse } from '../src/play/collapse-breaks.ts';
import { redactModelPath, redactPaths } from '../src/redact/redact-paths.ts';
import { cutMiddle, cutText, wrapText } from '../src/screen/layout.ts';
import { renderStyled } from '../src/screen/style.ts';
import { parseTarget } from '../src/shell/parse-target.ts';

describe('growth', () => {
  registerGrowthTests({
    cutMiddle: (text) => cutMiddle(text, 80),
    cutText: (text) => cutText(text, 80),
    openBreakCollapse: (text) => openBreakCollapse()(text),
    parseCommand,
    parsePlayLine: (text) => parsePlayLine(text, true),
    parseTarget,
    parseValue,
    redactModelPath,
    redactPaths,
    renderStyled: (text) => renderStyled(text, true),
    wrapText: (text) => wrapText(text, { width: 80 }),
  });
});
