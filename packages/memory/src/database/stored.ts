// Stored: how the columns of memory.sqlite are read that hold more than a number or a text.

import { openStoredValues } from '@terrarium/kernel/stored-values';

export const stored = openStoredValues('memory.sqlite');
