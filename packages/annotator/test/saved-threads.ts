// Saved threads in the exact formats of boards, archives and forums; all words in them are our own.

export interface SavedPost {
  readonly id: number;
  readonly name?: string;
  readonly trip?: string;
  readonly poster?: string;
  readonly subject?: string;
  readonly text: string;
  readonly deleted?: boolean;
  /** Whether the post exists only in an archive and never was on the board. */
  readonly ghost?: boolean;
}

const began = 1_500_000_000;
const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll("'", '&#039;').replaceAll('>', '&gt;').replaceAll('<', '&lt;');

/**
 * The format of 4chan/4chan-API pages/Threads.md: texts are HTML, quotations are spans, and references to posts are
 * links.
 */
export function buildBoardThread(posts: readonly SavedPost[]): object {
  const opener = posts[0]?.id ?? 0;
  return {
    posts: posts.map(({ id, name = 'Anonymous', trip, poster, subject, text }) => ({
      no: id,
      resto: id === opener ? 0 : opener,
      now: '07/14/17(Fri)02:40:00',
      time: began + id,
      name: escapeText(name),
      ...(trip === undefined ? {} : { trip }),
      ...(poster === undefined ? {} : { id: poster }),
      ...(subject === undefined ? {} : { sub: escapeText(subject) }),
      com: text
        .split('\n')
        .map((line) => {
          if (/^>>\d+$/u.test(line))
            return `<a href="#p${line.slice(2)}" class="quotelink">${escapeText(line)}</a>`;
          return line.startsWith('>') ? `<span class="quote">${escapeText(line)}</span>` : escapeText(line);
        })
        .join('<br>'),
      filename: 'picture',
      ext: '.png',
    })),
  };
}

/**
 * The format of FoolCode/FoolFuuka src/Model/CommentData.php, as its API sends it: numbers are strings of digits, and
 * texts are plain.
 */
export function buildArchivedThread(posts: readonly SavedPost[]): object {
  const opener = posts[0]?.id ?? 0;
  const rows = posts.map(({ id, name = 'Anonymous', trip, poster, subject, text, deleted, ghost }) => ({
    doc_id: `${id + 7}`,
    num: `${id}`,
    subnum: ghost === true ? '1' : '0',
    thread_num: `${opener}`,
    op: id === opener ? '1' : '0',
    timestamp: began + id,
    capcode: 'N',
    name,
    trip: trip ?? null,
    poster_hash: poster ?? null,
    title: subject ?? null,
    deleted: deleted === true ? '1' : '0',
    comment: text,
    comment_processed: text,
    media: { media_id: '1', media_filename: 'picture.png' },
  }));
  const replies = rows.slice(1).map((row) => [row.subnum === '0' ? row.num : `${row.num}_1`, row]);
  return { [opener]: { op: rows[0], posts: Object.fromEntries(replies) } };
}

export interface ForumMessage {
  readonly id: number;
  readonly author: string;
  readonly mark?: string;
  readonly category?: string;
  readonly html: string;
}

/** The format of XenForo 2 with threadmarks, as used by SpaceBattles, SufficientVelocity and QuestionableQuesting. */
export function renderForumPage(messages: readonly ForumMessage[]): string {
  const posts = messages.map(({ id, author, mark, category = 'Threadmarks', html }) => {
    const header =
      mark === undefined
        ? ''
        : `<div class="message-cell message-cell--threadmark-header"><span><label for="threadmark-${id}">${category}</label>: <span id="threadmark-${id}" class="threadmarkLabel">${mark}</span></span></div>`;
    return `<article class="message message--post ${mark === undefined ? '' : 'hasThreadmark'} js-post" data-author="${author}" data-content="post-${id}" id="js-post-${id}"><span class="u-anchorTarget" id="post-${id}"></span>${header}<div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><h4 class="message-name"><a class="username">${author}</a></h4><h5 class="userTitle">BESIDE</h5></section></div><div class="message-cell message-cell--main"><header class="message-attribution"><time class="u-dt" datetime="2020-01-01T00:00:00+0000" data-time="${began + id}">BESIDE</time><a>#${id}</a></header><div class="message-content js-messageContent"><div class="message-userContent"><article class="message-body js-selectToQuote"><div class="bbWrapper">${html}</div></article></div></div><aside class="message-signature"><div class="bbWrapper-not">BESIDE</div></aside><footer class="message-footer"><div class="reactionsBar">BESIDE</div></footer></div></div></article>`;
  });
  return `<!DOCTYPE html><html id="XF" lang="en" data-app="public" data-template="thread_view" class="has-no-js"><head><title>The Tide | Page 2 | A Forum</title></head><body><div class="p-navSticky">BESIDE</div><div class="p-body-header"><h1 class="p-title-value">The Tide</h1></div><div class="block-body">${posts.join('\n')}</div><footer class="p-footer">BESIDE</footer></body></html>`;
}
