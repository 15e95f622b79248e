// EPUBs in the exact formats of programs that save stories from the web; all words in them are our own.

import { buildZip } from './build-zip.ts';
import { renderArchiveDownload, type SiteChapter } from './site-pages.ts';

interface BookPage {
  readonly name: string;
  /** The page's title in the table of contents; undefined if it is not listed there. */
  readonly title?: string | undefined;
  /** Everything between the tags of `html`, or a drawing. */
  readonly markup: string;
}

export interface BookShape {
  readonly pages: readonly BookPage[];
  /** Elements of the package's metadata. */
  readonly makers?: string | undefined;
  readonly guide?: string | undefined;
  readonly landmarks?: string | undefined;
}

const xhtml = 'application/xhtml+xml';

export function buildBook({ pages, makers = '', guide = '', landmarks = '' }: BookShape): Buffer {
  const point = ({ name, title }: BookPage) =>
    title === undefined
      ? ''
      : `<navPoint id="n" playOrder="1"><navLabel><text>${title}</text></navLabel><content src="${name}"/></navPoint>`;
  const type = (name: string) => (name.endsWith('.svg') ? 'image/svg+xml' : xhtml);
  const items = pages.map(({ name }, at) => `<item id="p${at}" href="${name}" media-type="${type(name)}"/>`);
  return buildZip([
    { name: 'mimetype', content: 'application/epub+zip', isStored: true },
    {
      name: 'META-INF/container.xml',
      content: '<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>',
    },
    {
      name: 'OEBPS/content.opf',
      content: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Tide</dc:title><dc:creator>A. Person</dc:creator>${makers}</metadata><manifest><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="nav" href="nav.xhtml" media-type="${xhtml}" properties="nav"/>${items.join('')}</manifest><spine toc="ncx">${pages.map((_, at) => `<itemref idref="p${at}"/>`).join('')}</spine><guide>${guide}</guide></package>`,
    },
    { name: 'OEBPS/toc.ncx', content: `<ncx><navMap>${pages.map(point).join('')}</navMap></ncx>` },
    {
      name: 'OEBPS/nav.xhtml',
      content: `<html><body><nav epub:type="landmarks"><ol>${landmarks}</ol></nav></body></html>`,
    },
    ...pages.map(({ name, markup }) => ({
      name: `OEBPS/${name}`,
      content: name.endsWith('.svg') ? markup : `<?xml version="1.0"?><html xmlns:epub="e">${markup}</html>`,
    })),
  ]);
}

const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join('\n');

/**
 * Divided as Calibre divides a download from Archive of Our Own: at its headings. If an element is split, only its
 * first part keeps the id.
 */
export function buildArchiveBook(chapters: readonly SiteChapter[]): Buffer {
  const whole = renderArchiveDownload(chapters).replace(/^[\s\S]*<body>/u, '');
  const [preface = '', rest = ''] = whole.split('<div id="chapters" class="userstuff">');
  const [story = '', after = ''] = rest.split('<div id="afterword">');
  const calibre = (markup: string) =>
    markup
      .replaceAll('class="meta group"', 'class="meta1"')
      .replaceAll('class="heading"', 'class="heading2"');
  const isOnly = chapters.length === 1;
  const parts = isOnly ? [story] : story.split('<div class="meta group">').slice(1);
  return buildBook({
    makers:
      '<dc:publisher>Archive of Our Own</dc:publisher><dc:contributor>calibre (5.44.0)</dc:contributor>',
    pages: [
      { name: 'a_split_000.htm', title: 'Preface', markup: `<body class="calibre">${preface}</body>` },
      ...parts.map((part, at) => ({
        name: `a_split_00${at + 1}.htm`,
        title: chapters[at]?.title,
        markup: isOnly
          ? `<body class="calibre"><div id="chapters" class="userstuff1">${part}</body>`
          : `<body class="calibre"><div id="chapters" class="userstuff1">${calibre(`<div class="meta group">${part}`)}</body>`,
      })),
      { name: 'a_split_900.htm', title: 'Afterword', markup: `<body class="calibre"><div>${after}</body>` },
    ],
  });
}

/**
 * The format of JimmXinu/FanFicFare fanficfare/writers/writer_epub.py: pages for title, contents and log around the
 * chapters.
 */
export function buildFanficfareBook(chapters: readonly SiteChapter[]): Buffer {
  const name = (at: number) => `file000${at + 1}.xhtml`;
  return buildBook({
    makers: '<dc:contributor>FanFicFare [https://github.com/JimmXinu/FanFicFare]</dc:contributor>',
    pages: [
      {
        name: 'title_page.xhtml',
        title: 'Title Page',
        markup:
          '<body class="fff_titlepage"><h3><a href="https://example.org/1">The Tide</a> by <a href="#">A. Person</a></h3><div><b>Status:</b> In-Progress<br/><b>Summary:</b> SUMMARY of the work<br/></div></body>',
      },
      {
        name: 'toc_page.xhtml',
        title: 'Table of Contents',
        markup: `<body class="fff_tocpage"><div><h3>Table of Contents</h3>${chapters.map(({ title }, at) => `<a href="${name(at)}">${title}</a><br/>`).join('')}</div></body>`,
      },
      {
        name: 'log_page.xhtml',
        title: 'Update Log',
        markup:
          '<body class="fff_logpage"><h3>Update Log</h3><p class="log_entry"><b>Updated:</b> <span id="dateUpdated">2020-01-01</span></p></body>',
      },
      ...chapters.map(({ title, paragraphs: texts }, at) => ({
        name: name(at),
        title,
        markup: `<body class="fff_chapter"><h3 class="fff_chapter_title">${title}</h3><div class="fff_chapter_notes fff_head_notes"><b>Notes for the Chapter:</b><blockquote>NOTE of ${at + 1}</blockquote></div>${paragraphs(texts)}<div class="fff_chapter_notes fff_foot_notes"><b>Notes for the Chapter:</b><blockquote>AFTER ${at + 1}</blockquote></div></body>`,
      })),
    ],
  });
}

/** The format of dteviot/WebToEpub plugin/js/EpubPacker.js and Parser.js, for a story on Royal Road. */
export function buildWebToEpubBook(chapters: readonly SiteChapter[]): Buffer {
  return buildBook({
    makers: '<dc:contributor>[https://github.com/dteviot/WebToEpub] (ver. 1.0.0.0)</dc:contributor>',
    pages: [
      {
        name: 'Text/0000_Information.xhtml',
        title: 'Information',
        markup: `<body><h1>Information</h1><div><p><b>Table of Contents: </b>https://www.royalroad.com/fiction/1</p></div><div><h1>The Tide</h1><p><b>Author: </b>A. Person</p><h2>Description</h2><p>SUMMARY ${'of the work '.repeat(100)}</p></div></body>`,
      },
      ...chapters.map(({ title, paragraphs: texts }, at) => ({
        name: `Text/000${at + 1}_Chapter.xhtml`,
        title,
        markup: `<body><h1>${title}</h1><div class="portlet solid author-note-portlet"><div class="portlet-body author-note"><p>NOTE of ${at + 1}</p></div></div><div class="chapter-inner chapter-content">${paragraphs(texts)}</div></body>`,
      })),
    ],
  });
}
