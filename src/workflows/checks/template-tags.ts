/** Stands for a tag of a template, so that its quotes, brackets and blanks do not end what is around it. */
const MARK = '\uE000';

/** A text with marks in place of its tags. */
interface MarkedText {
  text: string;
  /** Puts the tags back into a part of the text. */
  restore: (part: string) => string;
}

/** Marks the tags of a template, also of one that cannot be parsed. Takes time proportional to its length. */
export function markTags(template: string): MarkedText {
  const tags: string[] = [];
  const text = replaceTags(template, (tag) => `${MARK}${tags.push(tag) - 1}${MARK}`);
  const restore = (part: string): string =>
    part.replace(/\uE000(\d+)\uE000/g, (_, index: string) => tags[Number(index)] ?? '');
  return { text, restore };
}

/** Returns each output and each tag of a template, in their order. */
export function tagsIn(template: string): string[] {
  const tags: string[] = [];
  replaceTags(template, (tag) => {
    tags.push(tag);
    return '';
  });
  return tags;
}

/** Replaces each output and each tag of a template. What is not closed stays. */
export function replaceTags(template: string, write: (tag: string) => string): string {
  let written = '';
  let from = 0;
  for (;;) {
    const at = nextOpening(template, from);
    const end = at < 0 ? -1 : template.indexOf(template[at + 1] === '{' ? '}}' : '%}', at + 2);
    if (end < 0) return written + template.slice(from);
    written += template.slice(from, at) + write(template.slice(at, end + 2));
    from = end + 2;
  }
}

function nextOpening(template: string, from: number): number {
  for (let at = template.indexOf('{', from); at >= 0; at = template.indexOf('{', at + 1)) {
    if (template[at + 1] === '{' || template[at + 1] === '%') return at;
  }
  return -1;
}
