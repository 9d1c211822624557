import type { ControlIssue } from '../issues/issue.js';
import { inOrder } from './finding.js';
import { issueFinding, namesFindings } from './issue-findings.js';
import { type CheckedContent, stepFindings } from './step-findings.js';

const issue = (fields: Partial<ControlIssue>): ControlIssue => ({
  field: 'body',
  issueType: 'UNSUPPORTED_PROPERTY',
  message: 'body is wrong',
  ...fields,
});

describe('CK3: issues are findings', () => {
  it.each<[Partial<ControlIssue>, object]>([
    [
      { issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE', variableName: 'payload.a', message: 'No a' },
      { code: 'variable_unknown', severity: 'error', field: 'body', message: 'No a.' },
    ],
    [{ issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE', message: 'tag not closed' }, { code: 'template_invalid' }],
    [{ issueType: 'INVALID_FILTER_ARG_IN_VARIABLE' }, { code: 'filter_invalid' }],
    [
      { issueType: 'INVALID_URL', field: 'url' },
      { code: 'url_invalid', field: 'url' },
    ],
    [
      { issueType: 'MISSING_VALUE', field: 'subject', message: 'subject is needed' },
      { code: 'subject_missing', field: 'subject', message: 'Subject is required.' },
    ],
    [
      { issueType: 'MISSING_VALUE', field: 'url', message: 'url is needed' },
      { code: 'value_missing', field: 'url', message: 'URL is required.' },
    ],
    [
      { issueType: 'MISSING_VALUE', field: 'primaryAction.label', message: 'A button without a label is not shown' },
      { code: 'value_missing', message: 'A button without a label is not shown.' },
    ],
    [{ issueType: 'TIER_LIMIT_EXCEEDED' }, { code: 'limit_exceeded' }],
    [{ severity: 'warning' }, { code: 'property_unsupported', severity: 'warning' }],
    [{ message: 'content.2.marks.0: is unknown' }, { path: 'content.2.marks.0', message: 'is unknown.' }],
    [{ message: 'Is this so?' }, { message: 'Is this so?' }],
  ])('%j', (given, expected) => {
    expect(issueFinding(issue(given))).toMatchObject(expected);
  });

  it.each([
    [['A', 'B'], []],
    [['A', 'a '], ['2']],
    [
      ['A', 'B', 'A', 'A'],
      ['3', '4'],
    ],
    [[], []],
    [['A'], []],
  ])('steps named %j: those whose name an earlier one has are %j', (names, expected) => {
    const steps = names.map((name, index) => ({ name, stepId: String(index + 1) }));
    expect(namesFindings({ steps }).map(({ stepId }) => stepId)).toEqual(expected);
  });
});

const codes = (fields: Partial<CheckedContent>): string[] =>
  stepFindings({ type: 'email', controlValues: {}, issues: [], ...fields }).map(
    ({ code, field }) => `${code} ${field}`,
  );

describe('what is found in a step', () => {
  it.each([
    ['CK7: 102 KB', 'x'.repeat(102 * 1024), []],
    ['CK7: one byte more', 'x'.repeat(102 * 1024 + 1), ['size_large body']],
    ['CK7: bytes, not characters', 'ü'.repeat(52 * 1024), ['size_large body']],
    ['CK7: a short email', '<p>Hello</p>', []],
  ])('%s', (_what, html, expected) => {
    expect(codes({ html })).toEqual(expected);
  });

  const ways = ['https://n.de/u/sample', 'https://n.de/preferences/sample'];
  it.each([
    ['the link to unsubscribe', '<a href="https://n.de/u/sample">x</a>', ways, []],
    ['the link to preferences', '<a href="https://n.de/preferences/sample">x</a>', ways, []],
    ['neither', '<p>x</p>', ways, ['unsubscribe_missing body']],
    ['another link', '<a href="https://n.de/u/">x</a>', ways, ['unsubscribe_missing body']],
    ['neither, where none is needed', '<p>x</p>', undefined, []],
  ])('CK8: with %s', (_what, html, unsubscribe, expected) => {
    expect(codes({ html, ...(unsubscribe && { unsubscribe }) })).toEqual(expected);
  });

  it('CK4: tells a refused link of blocks once, and other issues of the block beside it', () => {
    const body = JSON.stringify({ type: 'doc', content: [{ type: 'button', attrs: { text: 'Go', url: '#' } }] });
    const controlValues = { body, editorType: 'block' };
    const found = stepFindings({
      type: 'email',
      controlValues,
      issues: [
        issue({ message: 'content.0: a link needs an http address', severity: 'warning' }),
        issue({ message: 'content.0: has something else', severity: 'warning' }),
      ],
    });
    expect(found.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'property_unsupported content.0',
      'link_dead content.0',
    ]);
  });

  it('CK4: tells a refused link of an in-app message once', () => {
    const controlValues = { body: 'x', redirect: { url: '#' }, avatar: 'x y' };
    const issues = [
      issue({ issueType: 'INVALID_URL', field: 'redirect.url' }),
      issue({ issueType: 'INVALID_URL', field: 'avatar' }),
    ];
    expect(codes({ type: 'in_app', controlValues, issues })).toEqual(['url_invalid avatar', 'link_dead redirect.url']);
  });

  it('searches the layout, and says so', () => {
    const layout = { layoutId: 'brand', body: '<img src="https://a.de/logo.png?v=2"><a href="#">Go</a>{{content}}' };
    const found = stepFindings({ type: 'email', controlValues: {}, issues: [], layout });
    expect(found.map(({ code, field, message }) => [code, field, message.split(':')[0]])).toEqual([
      ['link_dead', 'layoutId', "Layout 'brand'"],
      ['alternative_text_missing', 'layoutId', "Layout 'brand'"],
    ]);
    expect(found[1]?.message).toContain("'logo.png'");
  });

  it('CK2: errors come first, and what is said twice is said once', () => {
    const warning = { code: 'size_large', severity: 'warning', message: 'a' } as const;
    const error = { code: 'link_dead', severity: 'error', message: 'b' } as const;
    expect(inOrder([warning, error, { ...warning }, { ...error, stepId: 'x' }])).toEqual([
      error,
      { ...error, stepId: 'x' },
      warning,
    ]);
  });
});

describe('what readers see of an email', () => {
  const address = 'https://notify.shop.de/u/sample?a=1&b=2';

  it.each([
    ['in a link', `<p>Hi</p><a href="${address.replace('&', '&amp;')}">End</a>`, []],
    ['as a text', `<p>End: ${address}</p>`, []],
    ['in a comment', `<p>Hi</p><!-- <a href="${address}">End</a> -->`, ['unsubscribe_missing body']],
    ['nowhere', '<p>Hi</p>', ['unsubscribe_missing body']],
  ])('CK8: the address to unsubscribe is %s', (_where, html, expected) => {
    expect(codes({ html, unsubscribe: [address] })).toEqual(expected);
  });

  it.each([
    ['nothing', '', ['value_missing body']],
    ['blanks in elements', '<html><head><title>T</title></head><p>&nbsp;</p><!-- x --></html>', ['value_missing body']],
    ['a text', '<p>Hi</p>', []],
    ['an image', '<img src="https://a.de/a.png" alt="">', []],
  ])('CK3: an email is empty or not with %s', (_what, html, expected) => {
    expect(codes({ html })).toEqual(expected);
  });

  it.each([
    ['error', ' '],
    ['warning', '{% if payload.a %}Hi{% endif %}'],
  ])('CK3: that it is empty is a finding of severity %s with the body %p', (severity, body) => {
    const [finding] = stepFindings({ type: 'email', controlValues: { body }, issues: [], html: ' ' });
    expect(finding).toMatchObject({ code: 'value_missing', severity });
  });

  it('CK3: a layout does not hide that the body is empty', () => {
    const layout = { layoutId: 'main', body: '<p>Shop</p>{{content}}' };
    expect(codes({ html: '<p>Shop</p>', layout, controlValues: { body: ' ' } })).toEqual(['value_missing body']);
    expect(codes({ html: '<p>Shop</p>Hi', layout, controlValues: { body: 'Hi' } })).toEqual([]);
  });
});

describe('CK11: variables of the environment without a value', () => {
  const variables = { environment: 'Production', keys: ['name', 'SITE'] };
  const doc = (attrs: object) =>
    JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'variable', attrs }] }] });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['that is printed', { body: '{{env.NO}} {{ env.NO | upcase }}' }, ['variable_unknown body']],
    ['in a subject', { subject: '{{-env.NO-}}', body: 'x' }, ['variable_unknown subject']],
    ['in blocks', { body: doc({ id: 'env.NO' }) }, ['variable_unknown body']],
    ['in blocks with a fallback', { body: doc({ id: 'env.NO', fallback: 'x' }) }, []],
    ['with a fallback', { body: '{{env.NO | default: "x"}}' }, []],
    ['that is asked for', { body: '{% if env.NO %}{{env.NO}}{% endif %}' }, []],
    ['while another is asked for', { body: '{% if env.NOT %}{{env.NO}}{% endif %}' }, ['variable_unknown body']],
    ['of none', { body: '{{env.SITE}} {{env.name}} env.NO {{payload.env.NO}}' }, []],
  ])('%s', (_what, controlValues, expected) => {
    expect(codes({ controlValues, variables })).toEqual(expected);
  });

  it('in a layout', () => {
    const layout = { layoutId: 'main', body: '{{content}}{{env.NO}}' };
    expect(codes({ layout, variables })).toEqual(['variable_unknown layoutId']);
  });
});

describe('CK10: texts of other languages', () => {
  const scope = {
    properties: {
      payload: { properties: { name: {}, items: { type: 'array', items: { properties: { title: {} } } } } },
    },
  };
  const inTexts = (text: string, body = '{{t.a}}'): string[] =>
    codes({ controlValues: { body }, scope, texts: [{ key: 'a', locale: 'de_DE', text }] });

  it.each([
    ['a template', 'Hallo {{payload.name}}', []],
    ['a template that does not end', 'Hallo {{payload.name', ['template_invalid undefined']],
    ['an unknown variable', 'Hallo {{payload.nam}}', ['variable_unknown undefined']],
    ['a variable of a loop', '{{current.title}} {{item}} {{payload.items.title}}', []],
    ['an unknown variable of an entry', '{{payload.items.titel}}', ['variable_unknown undefined']],
  ])('%s', (_what, text, expected) => {
    expect(inTexts(text)).toEqual(expected);
  });

  it('CK4: an address that is a text leads somewhere in each language', () => {
    expect(inTexts('#', '<a href="{{ t.a }}">Go</a>')).toEqual(['link_dead body']);
    expect(inTexts('https://shop.de', '<a href="{{ t.a }}">Go</a>')).toEqual([]);
  });

  it('CK11: a text prints a variable without a value', () => {
    const texts = [{ key: 'a', locale: 'de_DE', text: '{{env.NO}}' }];
    expect(codes({ texts, variables: { environment: 'Production', keys: [] } })).toEqual([
      'variable_unknown undefined',
    ]);
  });
});
