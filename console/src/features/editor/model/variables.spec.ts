import { getSchema } from '@tiptap/core';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { findBlocks } from './blocks';
import { toEditor } from './document';
import { SCHEMA } from './schema';
import { findVariables, loopsAt, pathOf, sampleOf, triggerAt, variableChoices } from './variables';

const schema = getSchema(SCHEMA);

/** A state with the cursor behind this text, in a node of this type. */
function typed(text: string, type = 'paragraph', around: (node: unknown) => unknown = (node) => node): EditorState {
  const node = { type, content: [{ type: 'text', text }] };
  const doc = schema.nodeFromJSON(toEditor({ type: 'doc', content: [around(node)] }));
  const end = doc.content.size;
  let pos = end;
  doc.descendants((one, at) => {
    if (one.isText) pos = at + one.nodeSize;
  });
  return EditorState.create({ doc, selection: TextSelection.create(doc, pos) });
}

const VARIABLES = {
  properties: {
    subscriber: { properties: { firstName: { type: 'string' } } },
    payload: {
      properties: {
        total: { type: ['number', 'null'] },
        items: {
          type: 'array',
          items: {
            properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
          },
        },
      },
    },
  },
};

describe('what is offered while typing', () => {
  it.each([
    ['/', { kind: 'block', query: '' }],
    ['Hello /head', { kind: 'block', query: 'head' }],
    ['/heading 2', { kind: 'block', query: 'heading 2' }],
    ['and/or', undefined],
    ['https://shop', undefined],
    ['Hello {{', { kind: 'variable', query: '' }],
    ['Hello {{ payload.it', { kind: 'variable', query: 'payload.it' }],
    ['Hello {{payload.items}}', undefined],
    ['Hello {{payload.name | up', undefined],
  ])('after %j it is %j', (text, expected) => {
    const found = triggerAt(typed(text));
    expect(found && { kind: found.kind, query: found.query }).toEqual(expected);
  });

  it('blocks are not offered in code, but variables are', () => {
    expect(triggerAt(typed('/', 'htmlCodeBlock'))).toBe(undefined);
    expect(triggerAt(typed('{{', 'htmlCodeBlock'))?.kind).toBe('variable');
  });

  it('blocks are found by their names first, and chat has fewer', () => {
    expect(findBlocks('head', false).map(({ id }) => id)).toEqual(['heading-1', 'heading-2', 'heading-3']);
    expect(findBlocks('link', false).map(({ id }) => id)).toEqual(['link-card', 'button']);
    expect(findBlocks('columns', true)).toEqual([]);
    expect(findBlocks('nothing', false)).toEqual([]);
  });

  it('variables are those of the schema, and the entry of the list around', () => {
    const outside = variableChoices(VARIABLES).map(({ path }) => path);
    expect(outside).toEqual(['subscriber.firstName', 'payload.total', 'payload.items']);
    const inside = variableChoices(VARIABLES, ['payload.items']).map(({ path }) => path);
    expect(inside).toEqual(['current.name', 'current.tags', ...outside]);
    expect(variableChoices(VARIABLES, ['payload.items', 'current.tags'])[0]).toEqual({
      path: 'current',
      detail: 'string',
    });
    expect(variableChoices(VARIABLES, ['payload.unknown'])[0]?.path).toBe('current');
    expect(findVariables(variableChoices(VARIABLES), 'name').map(({ path }) => path)).toEqual(['subscriber.firstName']);
  });

  it('knows the lists that are repeated around the cursor', () => {
    const around = (node: unknown) => ({
      type: 'repeat',
      attrs: { each: 'payload.items' },
      content: [{ type: 'repeat', attrs: { each: 'current.tags' }, content: [node] }],
    });
    expect(loopsAt(typed('x', 'paragraph', around))).toEqual(['payload.items', 'current.tags']);
    expect(loopsAt(typed('x'))).toEqual([]);
  });

  it.each([
    ['{{payload.url}}', 'payload.url'],
    [' {{ payload.url | upcase }} ', 'payload.url | upcase'],
    ['https://x/{{payload.id}}', undefined],
    ['{{a}}{{b}}', undefined],
  ])('%j is the path %j', (text, path) => {
    expect(pathOf(text)).toBe(path);
  });

  it('shows the value that the preview has', () => {
    const samples = { payload: { name: 'Ada', n: 0, items: [{ name: 'Shoes' }], none: null } };
    expect(sampleOf(samples, 'payload.name | upcase')).toBe('Ada');
    expect(sampleOf(samples, 'payload.n')).toBe('0');
    for (const path of ['payload.none', 'payload.items', 'payload.x.y', ''])
      expect(sampleOf(samples, path)).toBe(undefined);
  });
});
