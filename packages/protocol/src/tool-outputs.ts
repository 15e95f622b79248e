// Tool outputs: the shape in which each tool for MCP clients answers, in addition to its text.

export const toolOutputs = {
  wake: 'wakeMeasure',
  hear: 'heardMessage',
  speak: 'ingestedMessage',
  recap: 'memoryRecap',
  plans: 'memoryPlans',
  facts: 'memoryFacts',
  recall: 'recalledFragment',
  search: 'memorySearch',
  why: 'mindPresence',
  maintain: 'maintenanceRun',
  revert: 'revertedRun',
  proposals: 'memoryProposals',
  undo: 'movedTalk',
  redo: 'movedTalk',
  correct: 'correctedItems',
  revive: 'revivedItem',
  forget: 'forgottenMemory',
  audit: 'memoryAudit',
  import: 'talkImport',
  export: 'memoryExport',
} as const;
