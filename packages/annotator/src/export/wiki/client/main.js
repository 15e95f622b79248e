// Runs the page of the wiki: it shows the glossary at the reader's place, and nothing later.

/** @import { WikiData } from '../wiki-data.ts' */
/** @import { KnownEntry, KnownGlossary } from './read-at.js' */
import { buildElement, renderCount } from './build-element.js';
import { buildEntryPage } from './build-entry-page.js';
import { buildHomePage } from './build-home-page.js';
import { readAt } from './read-at.js';
import { chooseFirstPlace, keepPlace, parseAddress, readStored, renderAddress } from './reader-place.js';
import { searchKnown } from './search-known.js';

/**
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
function getPart(id, kind) {
  const part = document.getElementById(id);
  if (part instanceof kind) return part;
  throw new Error(`The page has no ${id}.`);
}

const parts = {
  main: getPart('entry', HTMLElement),
  list: getPart('list', HTMLUListElement),
  count: getPart('count', HTMLElement),
  more: getPart('more', HTMLButtonElement),
  search: getPart('search', HTMLInputElement),
  kind: getPart('kind', HTMLSelectElement),
  order: getPart('order', HTMLSelectElement),
  place: getPart('place', HTMLInputElement),
  chapter: getPart('chapter', HTMLSelectElement),
  placeName: getPart('place-name', HTMLElement),
  earlier: getPart('earlier', HTMLButtonElement),
  later: getPart('later', HTMLButtonElement),
  notice: getPart('notice', HTMLElement),
  home: getPart('home', HTMLAnchorElement),
};

/** @type {WikiData} */
const data = JSON.parse(getPart('data', HTMLScriptElement).textContent ?? '');
const address = parseAddress(location.hash);
const pageSize = 400;

/** The state of the page: what the page shows follows from it and from the values of the controls. */
const shown = {
  /** @type {KnownGlossary} */
  glossary: readAt(data, chooseFirstPlace(data, address)),
  entry: address.entry,
  limit: pageSize,
};

function showAll() {
  showPlace();
  showKinds();
  showList();
  showMain();
}

function showPlace() {
  const { place } = shown.glossary;
  const name = namePlace(place);
  parts.place.max = String(data.stops.length);
  parts.place.value = String(place);
  parts.place.setAttribute('aria-valuetext', name);
  parts.placeName.textContent = name;
  showChapters(place);
  parts.earlier.disabled = place <= 0;
  parts.later.disabled = place >= data.stops.length;
  parts.home.href = renderAddress({ place, entry: undefined });
  history.replaceState(null, '', renderAddress({ place, entry: shown.entry }));
}

/**
 * Fills the list that replaces the slider on a phone. Later chapters show a number and no title.
 * @param {number} place
 */
function showChapters(place) {
  const options = Array.from({ length: data.stops.length + 1 }, (_, at) =>
    buildElement('option', { value: String(at) }, [
      at <= place ? namePlace(at) : `${at} of ${data.stops.length}`,
    ]),
  );
  parts.chapter.replaceChildren(...options);
  parts.chapter.value = String(place);
}

/** @param {number} place */
function namePlace(place) {
  const title = data.stops[place - 1]?.title;
  return title === undefined ? 'Nothing yet' : `${place} of ${data.stops.length} · ${title}`;
}

function showKinds() {
  const kinds = Map.groupBy(shown.glossary.entries, nameKind);
  const chosen = kinds.has(parts.kind.value) ? parts.kind.value : '*';
  const options = [...kinds]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, { length }]) => buildElement('option', { value: kind }, [`${kind} (${length})`]));
  parts.kind.replaceChildren(buildElement('option', { value: '*' }, ['of every kind']), ...options);
  parts.kind.value = chosen;
}

/** @param {KnownEntry} entry */
function nameKind({ kind }) {
  return kind === '' ? 'unknown' : kind;
}

function showList() {
  const { glossary } = shown;
  const found = searchKnown(data, glossary, parts.search.value).filter(
    (entry) => parts.kind.value === '*' || nameKind(entry) === parts.kind.value,
  );
  const isSearch = parts.search.value.trim() !== '';
  document.body.classList.toggle('is-searching', isSearch || parts.kind.value !== '*');
  const collator = new Intl.Collator();
  const sorted =
    parts.order.value === 'name' && !isSearch
      ? found.toSorted((one, other) => collator.compare(one.term, other.term))
      : found;
  parts.list.replaceChildren(
    ...sorted.slice(0, shown.limit).map((one) => buildElement('li', {}, [buildLink(one)])),
  );
  parts.count.textContent =
    found.length === 0 ? 'Nothing found.' : renderCount(found.length, 'entry', 'entries');
  parts.more.hidden = found.length <= shown.limit;
}

function showMain() {
  const { glossary } = shown;
  const entry = shown.entry === undefined ? undefined : glossary.byId.get(shown.entry);
  document.title = entry === undefined ? data.title : `${entry.term} · ${data.title}`;
  document.body.classList.toggle('has-entry', shown.entry !== undefined);
  parts.main.replaceChildren(...buildMain(entry));
  for (const link of document.querySelectorAll('a[data-entry]')) {
    const isHere = link.getAttribute('data-entry') === String(entry?.id ?? '');
    if (isHere) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** @param {KnownEntry | undefined} entry */
function buildMain(entry) {
  const { glossary } = shown;
  if (entry !== undefined) return [buildBack(), ...buildEntryPage(entry, { data, glossary, buildLink })];
  if (shown.entry === undefined) return buildHomePage(data, glossary, buildLink);
  return [
    buildBack(),
    buildElement('h1', { tabindex: '-1' }, ['Not known here']),
    buildElement('p', { class: 'lead' }, [
      'At your place in the story there is nothing to say about this yet.',
    ]),
  ];
}

function buildBack() {
  const href = renderAddress({ place: shown.glossary.place, entry: undefined });
  return buildElement('p', { class: 'back' }, [buildElement('a', { href }, ['← All entries'])]);
}

/**
 * @param {KnownEntry} entry
 * @param {string} [text]
 */
function buildLink(entry, text = entry.term) {
  const href = renderAddress({ place: shown.glossary.place, entry: entry.id });
  return buildElement('a', { href, 'data-entry': String(entry.id), dir: 'auto' }, [text]);
}

/** @param {number} place */
function goTo(place) {
  const settled = Math.max(0, Math.min(data.stops.length, place));
  keepPlace(data, settled);
  shown.glossary = readAt(data, settled);
  shown.limit = pageSize;
  parts.notice.replaceChildren();
  showAll();
}

/**
 * If a link was made by somebody who has read further, the page says so and offers to go there. The reader's place
 * stays.
 * @param {number | undefined} place
 */
function offerPlace(place) {
  if (place === undefined || place <= shown.glossary.place || place > data.stops.length) return;
  const button = buildElement('button', { type: 'button' }, [`I have read that far`]);
  button.addEventListener('click', () => goTo(place));
  parts.notice.replaceChildren(
    `This link was made by a reader at chapter ${place} of ${data.stops.length}; you stay where you are. `,
    button,
  );
}

function followAddress() {
  const next = parseAddress(location.hash);
  if (next.place === undefined && next.entry === undefined) return;
  shown.entry = next.entry;
  history.replaceState(null, '', renderAddress({ place: shown.glossary.place, entry: next.entry }));
  showMain();
  parts.main.querySelector('h1')?.focus();
  scrollTo(0, 0);
  offerPlace(next.place);
}

function listen() {
  addEventListener('hashchange', followAddress);
  parts.place.addEventListener('change', () => goTo(Number(parts.place.value)));
  parts.chapter.addEventListener('change', () => goTo(Number(parts.chapter.value)));
  // While the slider is dragged, only the number of the chapter is shown, so that no later title is seen.
  parts.place.addEventListener('input', () => {
    parts.placeName.textContent = `${parts.place.value} of ${data.stops.length}`;
  });
  parts.earlier.addEventListener('click', () => goTo(shown.glossary.place - 1));
  parts.later.addEventListener('click', () => goTo(shown.glossary.place + 1));
  parts.search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && parts.search.value.trim() !== '') parts.list.querySelector('a')?.click();
  });
  for (const control of [parts.search, parts.kind, parts.order]) {
    control.addEventListener('input', () => {
      shown.limit = pageSize;
      showList();
    });
  }
  parts.more.addEventListener('click', () => {
    shown.limit = Number.POSITIVE_INFINITY;
    showList();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target === parts.search || event.target instanceof HTMLSelectElement;
    if (event.key === 'Escape' && event.target === parts.search) parts.search.value = '';
    else if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    else parts.search.focus();
    event.preventDefault();
    showList();
  });
}

/** Tells people who open the page for the first time what it contains, and that they see only its beginning. */
function welcome() {
  if (readStored(data) !== undefined) return;
  const extent = getPart('extent', HTMLElement).querySelector('span')?.textContent ?? '';
  parts.notice.replaceChildren(`${extent} You begin at the first chapter: say above how far you have read.`);
}

listen();
welcome();
showAll();
offerPlace(address.place);
