import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainText } from '../email/plain-text.js';
import { createTemplateEngines } from '../liquid-engine.js';
import { compileEmail, EMAIL_NODES } from './email.js';
import { emailDocument } from './email-document.js';
import { GOLDEN, GOLDEN_DATA } from './testing/documents.js';

const FOLDER = join(import.meta.dirname, 'testing', 'golden');
/** `UPDATE_GOLDEN=1 npm test -- golden` writes the files anew; look at the pictures then (`scripts/pictures-of-blocks.mjs`). */
const UPDATES = process.env.UPDATE_GOLDEN === '1';
const { html: engine, plain } = createTemplateEngines();

function expected(file: string, actual: string): string {
  const path = join(FOLDER, file);
  if (UPDATES) writeFileSync(path, actual);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

describe('emails made of blocks', () => {
  it.each(Object.entries(GOLDEN))('BL1: %s looks as it has looked', (name, document) => {
    const html = emailDocument(engine.render(compileEmail(document).template, GOLDEN_DATA));
    const text = `${plainText(html)}\n`;
    expect(html).toBe(expected(`${name}.html`, html));
    expect(text).toBe(expected(`${name}.txt`, text));
  });

  it('BL1: every kind of node that has markup of its own is in a document', () => {
    const all = Object.values(GOLDEN).join('');
    const absent = EMAIL_NODES.filter((type) => !all.includes(`"type":"${type}"`));
    expect(absent).toEqual(['cardButton']);
  });

  it('BL1: texts and links are those that the renderer of the Maily editor makes of the same documents', () => {
    const { documents } = JSON.parse(readFileSync(join(FOLDER, '../reference.json'), 'utf8')) as {
      documents: Record<string, { text: string; links: string[] }>;
    };
    // It writes variables without their values.
    const withValues = (text: string): string =>
      text.replace(/VAR\((.*?)\)/gi, (_variable, name: string) =>
        plain.render(`{{ ${name.replace(/SUBSCRIBER.FIRSTNAME/, 'subscriber.firstName')} }}`, GOLDEN_DATA),
      );
    for (const [name, { text, links }] of Object.entries(documents)) {
      const html = engine.render(compileEmail(GOLDEN[name] ?? '').template, GOLDEN_DATA);
      const own = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
      // What could run leads nowhere here.
      const theirs = links.map(withValues).map((href) => (href.startsWith('javascript:') ? '#' : href));
      expect({ name, words: wordsIn(plainText(html)) }).toEqual({ name, words: wordsIn(withValues(text)) });
      expect({ name, links: [...new Set(own)] }).toEqual({ name, links: [...new Set(theirs)] });
    }
  });
});

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/blocks.md'), 'utf8');

describe('the page of blocks', () => {
  const payload = /payload `(\{.*?\})`/s.exec(PAGE)?.[1] ?? '';
  const examples = [...PAGE.matchAll(/```json\n(.*?)```\s+```text\n(.*?)```/gs)];

  it.each(examples.map(([, document = '', text = '']) => [text.trim(), document, text]))(
    'BL1: shows what becomes of %j',
    (_name, document, text) => {
      const { template, warnings } = compileEmail(document);
      const html = engine.render(template, { subscriber: { firstName: 'Ada' }, payload: JSON.parse(payload) });
      expect(warnings).toEqual([]);
      expect(plainText(emailDocument(html))).toBe(text.trim());
    },
  );

  it('BL1: names every kind of node', () => {
    const absent = EMAIL_NODES.filter((type) => !['text', 'doc'].includes(type) && !PAGE.includes(`\`${type}\``));
    expect(absent).toEqual([]);
  });
});

/** The words of a text without addresses, in lower case: the renderers differ in how they write headings and lists. */
function wordsIn(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replace(/\[?\b(?:https?|javascript):\S+/g, ' ')
      .match(/[\p{L}\p{N}&<>"]+/gu) ?? [];
  return [...words].toSorted();
}
