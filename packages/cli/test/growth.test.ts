// Growth: what is typed, and what is shown at a terminal, takes time that is in proportion to it.
import { testGrowth } from '@terrarium/kernel/testing/growth';
import { describe } from 'vitest';
import { parseCommand } from '../src/chat/run-chat-command.ts';
import { redactModelPath, redactPaths } from '../src/doctor/redact-paths.ts';
import { parseTarget } from '../src/parse-target.ts';
import { parseValue } from '../src/parse-value.ts';
import { openBreakCollapse } from '../src/play/collapse-breaks.ts';
import { parsePlayLine } from '../src/play/play-line.ts';
import { cutMiddle, cutText, wrapText } from '../src/screen/layout.ts';
import { renderStyled } from '../src/screen/style.ts';

describe('growth', () => {
  testGrowth({
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
