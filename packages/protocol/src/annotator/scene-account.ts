// Shapes for a scene of the ledger, and for the conversation with the model about it.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { storyPost } from './entry-account.ts';
import { textSpan } from './glossary-entry.ts';

export const ledgerScene = z
  .strictObject({
    id: z.int(),
    corpus: z.string(),
    status: z.enum(['pending', 'running', 'committed', 'skipped', 'failed']),
    isIndexed: z.boolean().describe('Whether its posts are in the index of read posts.'),
    attempts: z.int().describe('How many times the model began to read the scene.'),
    calls: z.int().describe('Replies received.'),
    promptTokens: z.number(),
    cachedTokens: z.number().optional().describe('Absent if the server does not report cached tokens.'),
    outputTokens: z.number(),
    seconds: z.number(),
    lastError: z.string().optional(),
    threadId: z.int(),
    sceneIndex: z.int().describe('Index within the thread, from 0.'),
    firstPostId: z.int(),
    lastPostId: z.int(),
    posts: z.int().describe('Number of posts.'),
    span: textSpan
      .optional()
      .describe(
        'The part of its post that this scene shows, if the post is longer than a scene may be. Otherwise absent.',
      ),
    isThreadStart: z.boolean(),
    isThreadEnd: z.boolean(),
  })
  .meta({ id: 'ledgerScene', description: 'A scene in the ledger.' });

export const titledScene = z
  .strictObject({
    scene: ledgerScene,
    threadTitle: z.string().optional(),
  })
  .meta({
    id: 'titledScene',
    description: 'A scene with the title of its thread, if the corpus is available.',
  });

const sceneReader = z
  .strictObject({
    model: z.string(),
    promptVersion: z.string().optional().describe('Absent for replies from before this was recorded.'),
  })
  .meta({
    id: 'sceneReader',
    description: 'Which model replied when a scene was read, and with which version of the prompt.',
  });

const toolCall = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    arguments: z.string(),
  })
  .meta({
    id: 'toolCall',
    description: 'A tool call as the model wrote it; `arguments` is the raw JSON text, possibly malformed.',
  });

const instructionMessage = z
  .strictObject({
    role: z.enum(['system', 'user']),
    content: z.string(),
  })
  .meta({ id: 'instructionMessage', description: 'What a model was told.' });

const assistantMessage = z
  .strictObject({
    role: z.literal('assistant'),
    content: z.string(),
    reasoning: z.string().optional(),
    calls: listOf(toolCall).optional(),
  })
  .meta({
    id: 'assistantMessage',
    description: 'A reply of the model, exactly as it came: text, reasoning, calls.',
  });

const toolMessage = z
  .strictObject({
    role: z.literal('tool'),
    callId: z.string(),
    name: z.string(),
    content: z.string(),
  })
  .meta({ id: 'toolMessage', description: 'The answer to one tool call.' });

const loggedMessage = z
  .union([instructionMessage, assistantMessage, toolMessage])
  .meta({ id: 'loggedMessage', description: 'A message to or from a model.' });

const sceneConversation = z
  .strictObject({
    conversationId: z.int(),
    purpose: z.enum(['reading', 'retry']),
    messages: listOf(loggedMessage),
  })
  .meta({
    id: 'sceneConversation',
    description: 'What was said about a scene, in one conversation with the model.',
  });

export const sceneAccount = z
  .strictObject({
    posts: listOf(storyPost).describe('The posts of the scene. Empty if the corpus is missing.'),
    readers: listOf(sceneReader),
    conversations: listOf(sceneConversation),
    scene: ledgerScene,
    threadTitle: z.string().optional(),
  })
  .meta({ id: 'sceneAccount', description: 'A scene and everything known about it.' });
