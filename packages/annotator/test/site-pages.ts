// Pages in the exact formats of sites and programs from which people save stories; all words in them are our own.

export interface SiteChapter {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

const renderParagraphs = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join('\n');

/** A work with a single chapter has its own title before the text, and no summary or notes of the chapter. */
const renderOnlyChapter = (chapter: SiteChapter | undefined) =>
  `<h2 class="toc-heading">${chapter?.title}</h2><div class="userstuff">${renderParagraphs(chapter?.paragraphs ?? [])}</div>`;

/** The format of otwcode/otwarchive app/views/downloads: a preface, chapters with summaries and notes, an afterword. */
export function renderArchiveDownload(chapters: readonly SiteChapter[]): string {
  const rendered = chapters.map(
    ({ title, paragraphs }, at) => `<div class="meta group">
  <h2 class="heading">${title}</h2>
  <p>Chapter Summary</p><blockquote class="userstuff"><p>SUMMARY of ${at + 1}</p></blockquote>
  <p>Chapter Notes</p><blockquote class="userstuff"><p>NOTE of ${at + 1}</p><p>with two paragraphs</p></blockquote>
  <div class="endnote-link">See the end of the chapter for <a href="#endnotes${at + 1}">more notes</a>.</div>
</div>
<!--chapter content-->
<div class="userstuff">${renderParagraphs(paragraphs)}</div>
<!--/chapter content-->
<div class="meta" id="endnotes${at + 1}"><p>Chapter End Notes</p><blockquote class="userstuff"><p>AFTER ${at + 1}</p></blockquote></div>`,
  );
  return `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/><title>The Tide - A. Person - Sea Stories</title><style type="text/css">p.message { text-align: center; } .toc-heading { display: none; }</style></head><body>
<div id="preface">
  <h2 class="toc-heading">Preface</h2>
  <p class="message"><b>The Tide</b><br/>Posted originally on the <a href="http://archiveofourown.org/">Archive of Our Own</a> at <a href="http://archiveofourown.org/works/1">http://archiveofourown.org/works/1</a>.</p>
  <div class="meta"><dl class="tags"><dt>Rating:</dt><dd><a href="#">Teen</a></dd><dt>Stats:</dt><dd>Published: 2020-01-01 Words: 10</dd></dl>
    <h1>The Tide</h1><div class="byline">by <a rel="author" href="#">A. Person</a></div>
    <p>Summary</p><blockquote class="userstuff"><p>SUMMARY of the work</p></blockquote>
    <p>Notes</p><blockquote class="userstuff"><p>NOTE of the work</p></blockquote>
  </div>
</div>
<div id="chapters" class="userstuff">${chapters.length === 1 ? renderOnlyChapter(chapters[0]) : rendered.join('\n')}</div>
<div id="afterword"><h2 class="toc-heading">Afterword</h2>
  <div class="meta"><div id="endnotes"><p>End Notes</p><blockquote class="userstuff"><p>AFTER the work</p></blockquote></div></div>
  <p class="message">Please <a href="http://archiveofourown.org/works/1/comments/new">drop by the Archive and comment</a> to let the creator know if you enjoyed their work!</p></div>
</body></html>`;
}

/** The format of otwcode/otwarchive app/views/chapters/_chapter.html.erb, as "Entire Work" shows it. */
export function renderArchivePage(chapters: readonly SiteChapter[]): string {
  const rendered = chapters.map(
    ({ title, paragraphs }, at) => `<div class="chapter" id="chapter-${at + 1}">
  <div class="chapter preface group"><h3 class="title"><a href="/works/1/chapters/${at + 1}">${title}</a></h3>
    <div id="summary" class="summary module"><h3 class="heading">Summary:</h3><blockquote class="userstuff"><p>SUMMARY of ${at + 1}</p></blockquote></div>
    <div id="notes" class="notes module"><h3 class="heading">Notes:</h3><blockquote class="userstuff"><p>NOTE of ${at + 1}</p></blockquote></div></div>
  <div class="userstuff module" role="article"><h3 class="landmark heading" id="work">Chapter Text</h3>${renderParagraphs(paragraphs)}</div>
  <div class="chapter preface group"><div class="end notes module" id="chapter_${at + 1}_endnotes"><h3 class="heading">Notes:</h3><blockquote class="userstuff"><p>AFTER ${at + 1}</p></blockquote></div></div>
</div>`,
  );
  return `<!DOCTYPE html><html><head><title>The Tide - Chapter 1 - A. Person | Archive of Our Own</title></head><body><div id="outer"><div id="header"><h1 class="heading"><a href="https://archiveofourown.org/">Archive of Our Own</a></h1><ul><li>NAVIGATION</li></ul></div>
<div id="main"><dl class="work meta group"><dt>Rating:</dt><dd>Teen</dd></dl>
<div id="workskin"><div class="preface group"><h2 class="title heading">The Tide</h2><h3 class="byline heading"><a rel="author" href="#">A. Person</a></h3>
<div class="summary module"><h3 class="heading">Summary:</h3><blockquote class="userstuff"><p>SUMMARY of the work</p></blockquote></div></div>
<div id="chapters" role="article">${rendered.join('\n')}</div></div>
<div id="feedback"><h3>Comments</h3><p>NAVIGATION</p></div></div></div></body></html>`;
}

/**
 * The format of dteviot/WebToEpub RoyalRoadParser.js: the chapter, notes in boxes, and a line that the page's style
 * sheet hides.
 */
export function renderRoyalRoad({ title, paragraphs }: SiteChapter): string {
  const [first = '', ...rest] = paragraphs;
  const box =
    '<table><tbody><tr><td><strong>Level:</strong></td><td>4</td></tr><tr><td>Mana</td><td>12/30</td></tr></tbody></table>';
  return `<!DOCTYPE html><html lang="en"><head><title>${title} - The Tide | Royal Road</title><meta property="books:author" content="A. Person"><style>.cnTideA{display: none;speak: never;}
@media print{.cnStory{display:none}}</style></head><body><nav><a href="/home">NAVIGATION</a></nav><div class="fic-header"><h1>${title}</h1></div><h1>Give Reputation to User</h1>
<div class="portlet light"><div class="portlet-body"><div class="portlet solid author-note-portlet"><div class="portlet-title"><div class="caption"><span>A note from A. Person</span></div></div><div class="portlet-body author-note"><p>NOTE before</p></div></div>
<div class="chapter-inner chapter-content"><p class="cnStory">${first}</p>${box}<p class="cnTideA">This story was taken without leave; tell somebody if you see it.</p>${renderParagraphs(rest)}</div>
<div class="portlet solid author-note-portlet"><div class="portlet-body author-note"><p>NOTE after</p></div></div></div></div>
<div class="comments"><p>NAVIGATION</p></div><a href="https://www.royalroad.com/">Next Chapter</a></body></html>`;
}

/** The format of JimmXinu/FanFicFare fanficfare/writers/writer_html.py. */
export function renderFanficfare(chapters: readonly SiteChapter[]): string {
  const number = (at: number) => String(at + 1).padStart(4, '0');
  return `<!DOCTYPE html><html><head><meta charset="UTF-8"><title>The Tide by A. Person</title><style type="text/css">body { margin: 2%; }</style></head><body>
<h1><a href="https://example.org/s/1">The Tide</a> by <a href="https://example.org/u/1">A. Person</a></h1>
<table class="full"><tr><td><b>Status:</b></td><td>In-Progress</td></tr><tr><td><b>Summary:</b></td><td>SUMMARY of the work</td></tr></table>
<a name="TOCTOP"><h2>Table of Contents</h2></a><p>${chapters.map(({ title }, at) => `<a href="#section${number(at)}">${title}</a><br />`).join('\n')}</p>
${chapters.map(({ title, paragraphs }, at) => `<a name="section${number(at)}"><h2>${title}</h2></a>\n<div><div class="fff_chapter_notes fff_head_notes"><b>Notes for the Chapter:</b><blockquote>NOTE of ${at + 1}</blockquote></div>${renderParagraphs(paragraphs)}</div>`).join('\n')}
</body></html>`;
}

/** The format of JimmXinu/FanFicFare fanficfare/writers/writer_txt.py. */
export function renderFanficfareText(chapters: readonly SiteChapter[]): string {
  const list = chapters.map(({ title }) => `\n${title}\n`).join('');
  const told = chapters
    .map(({ title, paragraphs }) => `\n\n\t${title}\n\n${paragraphs.join('\n\n')}\n`)
    .join('');
  return `\n\n\nThe Tide\n\nby A. Person\n\n\n\nStatus: In-Progress\nSummary: SUMMARY of the work\n\n\n\n\nTABLE OF CONTENTS\n\n${list}\n${told}\n\nEnd file.\n`;
}
