/** An entry of a list that a program writes without nesting: Word as paragraphs, Word on the web as lists of one entry. */
interface Entry {
  element: Element;
  /** From 1 for the outermost. */
  level: number;
  tag: 'ul' | 'ol';
  /** The number of an entry, where it has one. */
  number: number | undefined;
  /** Entries of other lists do not follow each other. */
  list: string;
}

type StyleOf = (element: Element) => string;

/** Makes nested lists of those that word processors and mail programs write in forms of their own. */
export function nestLists(body: HTMLElement, styleOf: StyleOf): void {
  unwrapLists(body);
  const open: { list: Element; level: number; name: string }[] = [];
  let last: Element | undefined;
  for (const element of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li[data-aria-level]')) {
    const entry = element.localName === 'li' ? entryOfWeb(element) : entryOfWord(element, styleOf);
    if (!entry) continue;
    const before = placeOf(entry).previousElementSibling;
    if (!last || before !== last) open.length = 0;
    const place = placeOf(entry);
    while (open.length > 0 && (open.at(-1)!.level > entry.level || isAnother(open.at(-1)!, entry))) open.pop();
    const around = open.at(-1);
    if (around?.level !== entry.level) {
      const list = body.ownerDocument.createElement(entry.tag);
      if (entry.number !== undefined && entry.number > 1) list.setAttribute('start', String(entry.number));
      const parent = around?.list.lastElementChild;
      if (parent) parent.append(list);
      else place.before(list);
      open.push({ list, level: entry.level, name: entry.list });
    }
    open.at(-1)!.list.append(itemOf(entry, body.ownerDocument));
    if (place !== entry.element) place.remove();
    last = open[0]!.list;
  }
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) intoItemBefore(list);
}

/** At the same level, another kind of sign begins another list. */
function isAnother({ list, level, name }: { list: Element; level: number; name: string }, entry: Entry): boolean {
  return level === entry.level && (list.localName !== entry.tag || name !== entry.list);
}

/** What stands in the document for an entry: itself, or the list around it that has nothing else. */
function placeOf({ element }: Entry): Element {
  const { parentElement } = element;
  return element.localName === 'li' && parentElement ? parentElement : element;
}

function itemOf({ element }: Entry, owner: Document): Element {
  if (element.localName === 'li') return element;
  const item = owner.createElement('li');
  item.append(element);
  return item;
}

/** A paragraph with `mso-list: l0 level2 lfo1`, whose sign is a text. */
function entryOfWord(element: Element, styleOf: StyleOf): Entry | undefined {
  const [, list, level = '1'] = /mso-list\s*:\s*(l\d+)(?:\s+level(\d))?/i.exec(styleOf(element)) ?? [];
  if (list === undefined) return undefined;
  const sign = [...element.querySelectorAll('span')].find((span) => /mso-list\s*:\s*ignore/i.test(styleOf(span)));
  const [, text] = /^[\s\u00a0(]*(\d+|[a-z]{1,5})[.)]/i.exec(sign?.textContent ?? '') ?? [];
  sign?.remove();
  const number = text === undefined ? undefined : Number(text) || 1;
  return { element, level: Number(level), tag: text === undefined ? 'ul' : 'ol', number, list };
}

/** An entry of Word on the web and of Outlook, each in a list of its own, with its level. */
function entryOfWeb(element: Element): Entry | undefined {
  const list = element.parentElement;
  if (!list || list.children.length > 1) return undefined;
  const tag = list.localName === 'ol' ? 'ol' : 'ul';
  const start = Number(list.getAttribute('start') ?? undefined);
  return {
    element,
    level: Number(element.getAttribute('data-aria-level')) || 1,
    tag,
    number: tag === 'ol' && Number.isInteger(start) ? start : undefined,
    list: element.getAttribute('data-listid') ?? '',
  };
}

/** Word on the web puts a box around each list. */
function unwrapLists(body: HTMLElement): void {
  for (const box of body.querySelectorAll('.ListContainerWrapper')) box.replaceWith(...box.childNodes);
}

/** Google Docs and Gmail write a nested list beside the entry that it belongs to. */
function intoItemBefore(list: Element): void {
  const before = list.previousElementSibling;
  if (before?.localName === 'li') return before.append(list);
  const item = list.ownerDocument.createElement('li');
  list.replaceWith(item);
  item.append(list);
}
