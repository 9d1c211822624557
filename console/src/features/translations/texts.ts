type Content = Readonly<Record<string, unknown>>;

/** The texts of a language by their path, such as `greeting.morning`. */
export function textsOf(content: Content, before = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(content)) {
    const key = before ? `${before}.${name}` : name;
    if (isGroup(value)) for (const [inner, text] of textsOf(value, key)) texts.set(inner, text);
    else texts.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return texts;
}

/** Puts texts into the content they came from. An empty text is left out; what is not among them stays. */
export function withTexts(content: Content, texts: ReadonlyMap<string, string>): Record<string, unknown> {
  const former = textsOf(content);
  let next: Record<string, unknown> = { ...content };
  for (const [key, text] of texts) if (former.get(key) !== text) next = withText(next, key.split('.'), text);
  return next;
}

function withText(content: Content, [name, ...rest]: readonly string[], text: string): Record<string, unknown> {
  const { [name!]: former, ...others } = content;
  if (rest.length === 0) return text === '' ? others : { ...content, [name!]: text };
  const inner = withText(isGroup(former) ? former : {}, rest, text);
  return Object.keys(inner).length === 0 ? others : { ...content, [name!]: inner };
}

function isGroup(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
