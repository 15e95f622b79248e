// Builds EPUBs for tests in the layouts of the tools that people use.

import { buildZip, type ZipEntry } from './build-zip.ts';

export interface TestChapter {
  readonly part?: string | undefined;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export type EpubLayout = 'calibre' | 'pandoc' | 'ebookmaker' | 'sigil';

const container = (opf: string) => ({
  name: 'META-INF/container.xml',
  content: `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${opf}" media-type="application/oebps-package+xml"/></rootfiles></container>`,
});
const mimetype = { name: 'mimetype', content: 'application/epub+zip', isStored: true };

/** Builds the whole file. An entry in `more` replaces the entry of the same name, if there is one. */
export function buildEpub(
  layout: EpubLayout,
  chapters: readonly TestChapter[],
  more: readonly ZipEntry[] = [],
): Buffer {
  const builders = {
    calibre: buildCalibre,
    pandoc: buildPandoc,
    ebookmaker: buildEbookmaker,
    sigil: buildSigil,
  };
  const replaced = new Set(more.map(({ name }) => name));
  const own = builders[layout](chapters).filter(({ name }) => !replaced.has(name));
  return buildZip([mimetype, ...own, ...more]);
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface Listed {
  readonly title: string;
  readonly target: string;
  readonly below: readonly Listed[];
}

/** Puts chapters, in order, below the parts that they name. A part leads to its own page, or to its first chapter. */
function nest(
  chapters: readonly TestChapter[],
  link: (at: number) => string,
  linkPart = link,
): readonly Listed[] {
  const listed: { title: string; target: string; below: Listed[]; isPart: boolean }[] = [];
  for (const [at, { part, title }] of chapters.entries()) {
    const one = { title, target: link(at), below: [], isPart: false };
    const last = listed.at(-1);
    if (part === undefined) listed.push(one);
    else if (last?.isPart === true && last.title === part) last.below.push(one);
    else listed.push({ title: part, target: linkPart(at), below: [one], isPart: true });
  }
  return listed;
}

function renderNcx(title: string, listed: readonly Listed[]): string {
  const point = ({ title: label, target, below }: Listed): string =>
    `<navPoint id="n" playOrder="1"><navLabel><text>${escapeText(label)}</text></navLabel><content src="${target}"/>${below.map(point).join('')}</navPoint>`;
  return `<?xml version='1.0' encoding='utf-8'?>
<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head/><docTitle><text>${title}</text></docTitle><navMap>${listed.map(point).join('\n')}</navMap></ncx>`;
}

function renderNav(listed: readonly Listed[]): string {
  const list = (entries: readonly Listed[]): string =>
    `<ol class="toc">${entries.map(({ title, target, below }) => `<li><a href="${target}">${escapeText(title)}</a>${below.length > 0 ? list(below) : ''}</li>`).join('\n')}</ol>`;
  return page(
    'Contents',
    `<nav epub:type="toc" id="toc"><h1>Contents</h1>${list(listed)}</nav><nav epub:type="landmarks" hidden="hidden"><ol><li><a href="text/cover.xhtml" epub:type="cover">Cover</a></li></ol></nav>`,
  );
}

function page(title: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${escapeText(title)}</title><link rel="stylesheet" href="style.css"/><style type="text/css">p { margin: 0 }</style></head>
<body class="calibre">${body}</body></html>`;
}

interface Item {
  readonly id: string;
  readonly href: string;
  readonly more?: string;
}

function renderOpf(version: string, items: readonly Item[], rest: { spine: string; guide?: string }): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="${version}" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Tide</dc:title><dc:creator opf:role="aut">A. Person</dc:creator><meta name="cover" content="cover"/></metadata>
<manifest>${items.map(({ id, href, more = 'media-type="application/xhtml+xml"' }) => `<item id="${id}" href="${href}" ${more}/>`).join('\n')}</manifest>
${rest.spine}${rest.guide ?? ''}</package>`;
}

const paragraphs = (texts: readonly string[]) =>
  texts.map((text) => `<p class="calibre1">${escapeText(text)}</p>`).join('\n');
const pad = (at: number) => String(at).padStart(3, '0');

/**
 * EPUB 2 with a file for each chapter; each is split in two after its first paragraph, as calibre splits long files.
 */
function buildCalibre(chapters: readonly TestChapter[]): readonly ZipEntry[] {
  const name = (at: number, half: number) => `text/part${pad(at)}_split_00${half}.html`;
  const pages = chapters.flatMap(({ title, paragraphs: [first = '', ...rest] }, at) => [
    {
      name: name(at, 0),
      content: page('Unknown', `<h2 class="h" id="c${at}">${escapeText(title)}</h2>${paragraphs([first])}`),
    },
    { name: name(at, 1), content: page('Unknown', paragraphs(rest)) },
  ]);
  const items = pages.map((one, at) => ({ id: `id${at}`, href: one.name }));
  const refs = items.map(({ id }) => `<itemref idref="${id}"/>`).join('');
  const cover = { id: 'titlepage', href: 'titlepage.xhtml' };
  const ncx = { id: 'ncx', href: 'toc.ncx', more: 'media-type="application/x-dtbncx+xml"' };
  return [
    container('content.opf'),
    {
      name: 'content.opf',
      content: renderOpf('2.0', [cover, ncx, ...items], {
        spine: `<spine toc="ncx"><itemref idref="titlepage"/>${refs}</spine>`,
        guide: '<guide><reference href="titlepage.xhtml" title="Cover" type="cover"/></guide>',
      }),
    },
    { name: 'titlepage.xhtml', content: page('Cover', '<div><svg><image href="c.jpeg"/></svg></div>') },
    {
      name: 'toc.ncx',
      content: renderNcx(
        'The Tide',
        nest(chapters, (at) => `${name(at, 0)}#c${at}`),
      ),
    },
    ...pages,
  ];
}

/**
 * EPUB 3 with both tables of contents (NCX and nav), and a file for each chapter, with a section to which they link.
 */
function buildPandoc(chapters: readonly TestChapter[]): readonly ZipEntry[] {
  const pages = chapters.map(({ title, paragraphs: texts }, at) => ({
    name: `EPUB/text/ch${pad(at + 1)}.xhtml`,
    content: page(
      title,
      `<section id="s${at}" class="level2"><h2>${escapeText(title)}</h2>${paragraphs(texts)}</section>`,
    ),
  }));
  const href = (at: number) => `text/ch${pad(at + 1)}.xhtml`;
  const items = chapters.map((_, at) => ({ id: `ch${at}`, href: href(at) }));
  const listed = nest(chapters, (at) => `${href(at)}#s${at}`);
  return [
    container('EPUB/content.opf'),
    {
      name: 'EPUB/content.opf',
      content: renderOpf(
        '3.0',
        [
          { id: 'nav', href: 'nav.xhtml', more: 'media-type="application/xhtml+xml" properties="nav"' },
          { id: 'ncx', href: 'toc.ncx', more: 'media-type="application/x-dtbncx+xml"' },
          { id: 'title', href: 'text/title_page.xhtml' },
          ...items,
        ],
        {
          spine: `<spine toc="ncx"><itemref idref="title"/><itemref idref="nav"/>${items.map(({ id }) => `<itemref idref="${id}"/>`).join('')}</spine>`,
        },
      ),
    },
    { name: 'EPUB/nav.xhtml', content: renderNav(listed) },
    { name: 'EPUB/toc.ncx', content: renderNcx('The Tide', listed) },
    {
      name: 'EPUB/text/title_page.xhtml',
      content: page('The Tide', '<section epub:type="titlepage"><h1>The Tide</h1><p>A. Person</p></section>'),
    },
    ...pages,
  ];
}

/** One text between Gutenberg's notices, cut into files when they are long enough; anchors mark where chapters begin. */
function buildEbookmaker(chapters: readonly TestChapter[]): readonly ZipEntry[] {
  const blocks = [
    '<section class="pg-boilerplate pgheader" id="pg-header"><h2 id="pg-header-heading">The Project Gutenberg eBook of The Tide</h2><p>This ebook is for the use of anyone anywhere.</p><div id="pg-start-separator"><span>*** START OF THE PROJECT GUTENBERG EBOOK THE TIDE ***</span></div></section>',
    '<h1>THE TIDE</h1><p class="center">by A. Person</p>',
    `<h2>CONTENTS</h2><table>${chapters.map(({ title }, at) => `<tr><td>${at + 1}.</td><td><a href="#c${at}" class="pginternal">${escapeText(title)}</a></td></tr>`).join('')}</table>`,
    ...chapters.flatMap(({ part, title, paragraphs: texts }, at) => [
      ...(part === undefined || chapters[at - 1]?.part === part
        ? []
        : [`<h2 id="p${at}">${escapeText(part)}</h2>`]),
      `<div class="chapter"><h3><a id="c${at}"/>${escapeText(title)}</h3></div>`,
      ...texts.map((text) => `<p>\n  ${escapeText(text)}\n</p>`),
    ]),
    '<section class="pg-boilerplate pgfooter" id="pg-footer"><div id="pg-end-separator"><span>*** END OF THE PROJECT GUTENBERG EBOOK THE TIDE ***</span></div><p>The licence follows.</p></section>',
  ];
  const perFile = 4;
  const files = Array.from({ length: Math.ceil(blocks.length / perFile) }, (_, at) => ({
    name: `OEBPS/5200085344952501_99-h-${at}.htm.xhtml`,
    content: page('The Tide', blocks.slice(at * perFile, (at + 1) * perFile).join('\n')),
  }));
  const href = (id: string) => {
    const file = files.findIndex(({ content }) => content.includes(` id="${id}"`));
    return `5200085344952501_99-h-${file}.htm.xhtml#${id}`;
  };
  const items = files.map(({ name }, at) => ({ id: `item${at}`, href: name.slice('OEBPS/'.length) }));
  const listed = nest(
    chapters,
    (at) => href(`c${at}`),
    (at) => href(`p${at}`),
  );
  return [
    container('OEBPS/content.opf'),
    {
      name: 'OEBPS/content.opf',
      content: renderOpf(
        '3.0',
        [
          { id: 'ncx', href: 'toc.ncx', more: 'media-type="application/x-dtbncx+xml"' },
          { id: 'cover', href: 'wrap0000.xhtml' },
          ...items,
        ],
        {
          spine: `<spine toc="ncx"><itemref idref="cover" linear="yes"/>${items.map(({ id }) => `<itemref idref="${id}" linear="yes"/>`).join('')}</spine>`,
        },
      ),
    },
    {
      name: 'OEBPS/wrap0000.xhtml',
      content: page('Cover', '<div><img src="cover.jpg" alt="Cover"/></div>'),
    },
    {
      name: 'OEBPS/toc.ncx',
      content: renderNcx('The Tide', [
        { title: 'THE TIDE', target: `${items[0]?.href}#pg-header`, below: [] },
        ...listed,
      ]),
    },
    ...files,
  ];
}

/** EPUB 3 with a file for each section, without anchors, and with a page of contents in the text. */
function buildSigil(chapters: readonly TestChapter[]): readonly ZipEntry[] {
  const href = (at: number) => `Text/Section%20${pad(at + 1)}.xhtml`;
  const items = chapters.map((_, at) => ({ id: `s${at}`, href: href(at) }));
  return [
    container('OEBPS/content.opf'),
    {
      name: 'OEBPS/content.opf',
      content: renderOpf(
        '3.0',
        [
          { id: 'nav', href: 'Text/nav.xhtml', more: 'media-type="application/xhtml+xml" properties="nav"' },
          { id: 'notes', href: 'Text/notes.xhtml' },
          ...items,
        ],
        {
          spine: `<spine>${items.map(({ id }) => `<itemref idref="${id}"/>`).join('')}<itemref idref="notes" linear="no"/><itemref idref="nav" linear="no"/></spine>`,
        },
      ),
    },
    {
      name: 'OEBPS/Text/nav.xhtml',
      content: renderNav(nest(chapters, (at) => href(at).replace('Text/', ''))),
    },
    { name: 'OEBPS/Text/notes.xhtml', content: page('Notes', '<p>Four words of notes</p>') },
    ...chapters.map(({ title, paragraphs: texts }, at) => ({
      name: `OEBPS/Text/Section ${pad(at + 1)}.xhtml`,
      content: page('', `<h1>${escapeText(title)}</h1>\n\n${paragraphs(texts)}`),
    })),
  ];
}
