import { getSchema } from '@tiptap/core';
import { GOLDEN } from '../../../../../libs/rendering/blocks/testing/documents.js';
import { novuDocuments, oddDocuments } from '../../../../../libs/rendering/blocks/testing/novu-documents.js';
import { toDocument, toEditor } from './document';
import { SCHEMA } from './schema';

const schema = getSchema(SCHEMA);

/** A document after the editor has opened it, and written it again. */
function reopened(document: Record<string, unknown>): unknown {
  const node = schema.nodeFromJSON(toEditor(document));
  node.check();
  return toDocument(node.toJSON());
}

const doc = (...content: unknown[]) => ({ type: 'doc', content });
const line = (...content: unknown[]) => doc({ type: 'paragraph', content });

describe('documents in the editor', () => {
  it.each(Object.entries(GOLDEN))('BL12: the document %s comes back as it was', (_name, text) => {
    const document = JSON.parse(text) as Record<string, unknown>;
    expect(reopened(document)).toEqual(document);
  });

  it.each<[string, Record<string, unknown>]>([
    ['has no content', doc()],
    ['has members of its own', { ...doc(), attrs: { a: 1 }, version: 2 }],
    ['has texts alike side by side', line({ type: 'text', text: 'a' }, { type: 'text', text: 'b' })],
    ['has an empty text', line({ type: 'text', text: '' })],
    [
      'has marks in an order of its own',
      line({
        type: 'text',
        text: 'a',
        marks: [{ type: 'code' }, { type: 'bold', attrs: null }, { type: 'link', attrs: {} }],
      }),
    ],
    [
      'has the same mark twice, and unknown ones',
      line({ type: 'text', text: 'a', marks: [{ type: 'sparkle' }, { type: 'bold' }, { type: 'bold' }, 7] }),
    ],
    [
      'has no marks in a list',
      line({ type: 'text', text: 'a', marks: [] }, { type: 'variable', attrs: { id: 'x' }, marks: [] }),
    ],
    ['has a text with a condition', line({ type: 'text', text: 'a', attrs: { showIfKey: 'payload.a' } })],
    ['has a block in a line', line({ type: 'button', attrs: { text: 'Buy' } })],
    ['has a text among blocks', doc({ type: 'text', text: 'a' }, { type: 'variable', attrs: { id: 'x' } })],
    ['has an unknown node', doc({ type: 'carousel', attrs: { a: [1] }, content: [{ type: 'slide' }] })],
    ['has columns without columns', doc({ type: 'columns' }, { type: 'columns', content: [{ type: 'paragraph' }] })],
    ['has empty boxes', doc({ type: 'section', content: [] }, { type: 'repeat', content: null }, { type: 'show' })],
    [
      'has no attributes, or strange ones',
      doc({ type: 'spacer' }, { type: 'spacer', attrs: null }, { type: 'image', attrs: [] }),
    ],
    ['has nodes that are none', doc(null, 'text', 7, [], {})],
    [
      'has content in a picture',
      doc({ type: 'image', content: [{ type: 'text', text: 'a' }] }, { type: 'image', content: [] }),
    ],
    ['has a document in it', doc(doc({ type: 'paragraph' }))],
  ])('BL12: a document that %s comes back as it was', (_name, document) => {
    expect(reopened(document)).toEqual(document);
  });

  it('BL12: 200 documents of Novu come back as they were', () => {
    for (const document of novuDocuments(200)) expect(reopened(document)).toEqual(document);
  });

  it('BL12: documents in which anything stands anywhere come back as they were', () => {
    for (const document of oddDocuments(500)) expect(reopened(document)).toEqual(document);
  });
});
