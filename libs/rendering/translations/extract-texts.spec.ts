import fc from 'fast-check';
import { compileCard, readCard } from '../blocks/card.js';
import { compileEmail } from '../blocks/email.js';
import { GOLDEN, GOLDEN_DATA } from '../blocks/testing/documents.js';
import { documentOf, node, paragraph, text, variable } from '../blocks/testing/nodes.js';
import { novuDocuments } from '../blocks/testing/novu-documents.js';
import { plainText } from '../email/plain-text.js';
import { createTemplateEngines } from '../liquid-engine.js';
import { extractTexts, type StepTexts } from './extract-texts.js';
import { translationKeys } from './missing-keys.js';
import { textsOf, withTexts } from './texts.js';
import { Translations } from './translations.js';

const engines = createTemplateEngines();
const email = (body: string): StepTexts => ({
  stepId: 'welcome',
  type: 'email',
  controlValues: { body, editorType: 'block' },
});

/** Entities that a translation writes as the letters themselves. */
const spelled = (html: string) =>
  html.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&nbsp;', '\u00a0').replaceAll('&#34;', '"');

function rendered(body: string, texts: Record<string, unknown>): string {
  return spelled(engines.html.render(compileEmail(body).template, { ...GOLDEN_DATA, t: new Translations([texts]) }));
}

function card(body: string, texts: Record<string, unknown>): string {
  const printed = engines.plain.render(compileCard(body).template, { ...GOLDEN_DATA, t: new Translations([texts]) });
  return readCard(printed).text;
}

const INLINE = /^<\/?(?:a|span|strong|em|u|s|sub|sup|code)\b/;

/** What is seen: every run of letters with the marks around it, in whatever elements these are. */
function seen(html: string): string {
  const marks: string[] = [];
  const runs: [marks: string, text: string][] = [];
  for (const [part] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    if (!part.startsWith('<') || !INLINE.test(part)) {
      const last = runs.at(-1);
      if (last && !part.startsWith('<') && last[0] === marks.join('')) last[1] += part;
      else runs.push([marks.join(''), part]);
    } else if (part.startsWith('</')) marks.pop();
    else marks.push(part);
  }
  return runs.map((run) => run.join('')).join('\n');
}

/** A chat message without the signs of its marks, which are repeated for neighbours. */
const words = (message: string) => message.replaceAll(/\]\([^)]*\)|[[*_~`]/g, '');

/** What a document prints before its texts are taken out, and afterwards. */
function both(body: string, type: 'email' | 'chat' = 'email') {
  const step = extractTexts({ stepId: 'step 1', type, controlValues: { body, editorType: 'block' } }, {});
  const texts = withTexts({}, step.texts);
  const show = type === 'chat' ? card : rendered;
  return { before: show(body, {}), after: show(String(step.controlValues['body']), texts), texts, step };
}

describe('TX7: texts are taken out of blocks', () => {
  it.each(Object.entries(GOLDEN))('%s prints the same afterwards', (_name, body) => {
    const { before, after } = both(body);
    expect(after).toBe(before);
    expect(plainText(after)).toBe(plainText(before));
    const chat = both(body, 'chat');
    expect(chat.after).toBe(chat.before);
  });

  it('of any document of the editor, which prints the same afterwards', () => {
    for (const document of novuDocuments(200)) {
      const body = JSON.stringify(document);
      const email = both(body);
      expect(seen(email.after)).toBe(seen(email.before));
      const chat = both(body, 'chat');
      expect(words(chat.after)).toBe(words(chat.before));
    }
  });

  it('by place, with their variables, and with marks around them', () => {
    const { texts, controlValues } = extractTexts(
      email(
        documentOf(
          node('heading', { level: 1 }, text('Welcome, '), variable('subscriber.firstName', { fallback: 'friend' })),
          paragraph(text('R&D says '), text('hello', 'bold'), text('.')),
          paragraph(text('{{t.before}}')),
          node('heading', { level: 2 }, text(' Next ')),
          node('button', { text: 'Open', url: 'https://example.com' }),
          node('image', { src: 'https://example.com/a.png', alt: 'Us & you' }),
        ),
      ),
      {},
    );
    expect(Object.fromEntries(texts)).toEqual({
      'welcome.heading': "Welcome, {{ subscriber.firstName | default: 'friend' }}",
      'welcome.text': 'R&amp;D says',
      'welcome.text2': 'hello',
      'welcome.heading2': 'Next',
      'welcome.button': 'Open',
      'welcome.image': 'Us & you',
    });
    const { content } = JSON.parse(String(controlValues['body'])) as {
      content: { content?: object[]; attrs?: object }[];
    };
    expect(content[1]?.content).toEqual([
      { type: 'text', text: '{{t.welcome.text}} ' },
      { type: 'text', marks: [{ type: 'bold' }], text: '{{t.welcome.text2}}' },
      { type: 'text', text: '.' },
    ]);
    expect(content[3]?.content).toEqual([{ type: 'text', text: ' {{t.welcome.heading2}} ' }]);
  });

  it.each<[string, string, object]>([
    ['keys that are taken', 'welcome', { welcome: { text: 'x', text2: 'y' } }],
    ['a text with the name of the group', 'welcome', { welcome: 'x' }],
    ['a name that is not a variable', '1. Grüße!', {}],
  ])('into keys of their own: %s', (_case, stepId, taken) => {
    const step = extractTexts({ ...email(documentOf(paragraph('Hello'))), stepId }, taken as Record<string, unknown>);
    const [[key] = ['']] = step.texts;
    expect(translationKeys(step.controlValues)).toEqual([key]);
    expect(() => withTexts(taken as Record<string, unknown>, step.texts)).not.toThrow();
    expect([...textsOf(taken as Record<string, unknown>).keys()]).not.toContain(key);
  });

  it('once: the second time there is nothing to take', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(GOLDEN)), (body) => {
        const first = extractTexts(email(body), {});
        const again = extractTexts({ ...first }, withTexts({}, first.texts));
        expect([...again.texts]).toEqual([]);
        expect(again.controlValues).toEqual(first.controlValues);
      }),
    );
  });
});

describe('TX7: texts are taken out of controls', () => {
  it.each<[StepTexts['type'], object, object, Record<string, string>]>([
    [
      'email',
      { subject: 'Hi {{payload.name}}', preheader: ' Soon ', layoutId: 'frame' },
      { subject: '{{t.s.subject}}', preheader: ' {{t.s.preheader}} ', layoutId: 'frame' },
      { 's.subject': 'Hi {{payload.name}}', 's.preheader': 'Soon' },
    ],
    [
      'in_app',
      { body: 'Shipped', primaryAction: { label: 'Track', redirect: { url: '/x' } }, secondaryAction: null },
      {
        body: '{{t.s.body}}',
        primaryAction: { label: '{{t.s.primaryButton}}', redirect: { url: '/x' } },
        secondaryAction: null,
      },
      { 's.body': 'Shipped', 's.primaryButton': 'Track' },
    ],
    ['sms', { body: '{{payload.code}}' }, { body: '{{payload.code}}' }, {}],
    [
      'push',
      { subject: '{{t.a}}', body: 'R&D <3' },
      { subject: '{{t.a}}', body: '{{t.s.body}}' },
      { 's.body': 'R&D <3' },
    ],
    ['chat', { body: 'Build failed' }, { body: '{{t.s.body}}' }, { 's.body': 'Build failed' }],
  ])('%s: %j', (type, controlValues, expected, texts) => {
    const step = extractTexts({ stepId: 's', type, controlValues: controlValues as StepTexts['controlValues'] }, {});
    expect(step.controlValues).toEqual(expected);
    expect(Object.fromEntries(step.texts)).toEqual(texts);
  });

  it('says what stays', () => {
    const controlValues = { subject: '{% if payload.a %}A{% endif %}', body: '<p>Hello</p>', editorType: 'html' };
    expect(extractTexts({ stepId: 's', type: 'email', controlValues }, {})).toMatchObject({
      controlValues,
      left: [
        { control: 'subject', reason: 'It has tags such as {% if %}.' },
        { control: 'body', reason: 'It is HTML: write {{t.…}} where a text stands.' },
      ],
    });
  });
});
