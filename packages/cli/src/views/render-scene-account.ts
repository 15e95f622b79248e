// Renders a scene: its place in the story, what the model was shown, its tool calls, and the answers to them.

import type { SceneAccount } from '@terrarium/annotator/accounts';
import type { Message } from '@terrarium/kernel/language-model';
import { cutText, wrapText } from '../screen/layout.ts';
import { renderCount, renderDuration, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

export function renderSceneAccount(account: SceneAccount, width: number): readonly string[] {
  const { scene, threadTitle, conversations } = account;
  const place = `thread ${scene.threadId}${threadTitle === undefined ? '' : ` "${threadTitle}"`}, its scene ${scene.sceneIndex + 1}`;
  const cached =
    scene.cachedTokens === undefined ? 'cached: unknown' : `${renderNumber(scene.cachedTokens)} cached`;
  const isCounted = scene.promptTokens > 0 || scene.calls === 0;
  const tokens = isCounted
    ? `${renderNumber(scene.promptTokens)} tokens in (${cached}), ${renderNumber(scene.outputTokens)} out`
    : 'tokens unknown';
  return [
    `${paint(`Scene ${scene.id}`, 'bold')}  ${paint(scene.status, scene.status === 'committed' ? 'green' : 'yellow')}`,
    ...wrapText(`${place} of ${scene.corpus}, posts ${scene.firstPostId} to ${scene.lastPostId}`, {
      width,
      indent: '  ',
    }),
    `  ${renderCount(scene.calls, 'model call')}, ${tokens}, ${renderDuration(scene.seconds)}`,
    ...account.readers.flatMap(({ model, promptVersion = 'not noted' }) =>
      wrapText(`read by ${model}, prompt version ${promptVersion}`, { width, indent: '  ' }),
    ),
    ...(scene.lastError === undefined ? [] : wrapText(scene.lastError, { width, indent: '  ' })),
    ...renderPosts(account, width),
    ...conversations.flatMap(({ purpose, messages }) => [
      '',
      paint(purpose === 'reading' ? 'What was said' : 'What was said when it was read again', 'bold'),
      ...messages.flatMap((message) => renderMessage(message, width)),
    ]),
  ];
}

function renderPosts({ posts }: SceneAccount, width: number): readonly string[] {
  if (posts.length === 0) return [];
  const rows = posts.map((post) => {
    const head = `  post ${post.postId}  `;
    return head + paint(cutText(post.body, width - head.length), 'dim');
  });
  return ['', paint('Posts', 'bold'), ...rows];
}

function renderMessage(message: Message, width: number): readonly string[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return wrapAs('shown', cutPassages(message.content), width);
    case 'tool':
      return wrapAs('answer', message.content, width);
    case 'assistant':
      return [
        ...(message.reasoning === undefined || message.reasoning === ''
          ? []
          : wrapAs('thought', message.reasoning, width)),
        ...(message.content === '' ? [] : wrapAs('said', message.content, width)),
        ...(message.calls ?? []).flatMap((call) => wrapAs('called', `${call.name} ${call.arguments}`, width)),
      ];
  }
}

/**
 * Leaves out passages of the story, because their posts are listed above. Everything else that the model was
 * told stays.
 */
function cutPassages(content: string): string {
  const [start, end] = [content.indexOf('<story_passages'), content.indexOf('</story_passages>')];
  if (start < 0 || end < start) return content;
  const [first = ''] = content.slice(start, end).split('\n', 1);
  return `${content.slice(0, start)}${first} the posts above ${content.slice(end)}`;
}

const labelColumns = 10;

function wrapAs(label: string, text: string, width: number): readonly string[] {
  const indent = ' '.repeat(labelColumns);
  return text.split('\n').flatMap((line, at) =>
    wrapText(line, {
      width,
      indent,
      first: at === 0 ? `  ${paint(label, 'cyan')}${' '.repeat(labelColumns - 2 - label.length)}` : indent,
    }),
  );
}
