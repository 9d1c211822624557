/** A node as an editor writes it. */
export interface EditorNode {
  type: string;
  attrs?: Record<string, unknown>;
  text?: string;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  content?: EditorNode[];
}

export const IMAGE = 'https://images.example.com/shoes.png';

type Attrs = Record<string, unknown>;

export const node = (type: string, attrs: Attrs = {}, ...content: EditorNode[]): EditorNode => ({
  type,
  attrs,
  ...(content.length > 0 && { content }),
});

export const text = (content: string, ...marks: (string | [string, Attrs])[]): EditorNode => ({
  type: 'text',
  text: content,
  ...(marks.length > 0 && {
    marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : { type: mark[0], attrs: mark[1] })),
  }),
});

export const variable = (id: string, attrs: Attrs = {}): EditorNode => ({
  type: 'variable',
  attrs: { id, label: null, fallback: null, required: false, aliasFor: null, ...attrs },
});

export const paragraph = (...content: (string | EditorNode)[]): EditorNode =>
  node(
    'paragraph',
    { textAlign: null, showIfKey: null },
    ...content.map((one) => (typeof one === 'string' ? text(one) : one)),
  );

/** The JSON text of a document, as control values have it. */
export const documentOf = (...content: EditorNode[]): string => JSON.stringify({ type: 'doc', content });
