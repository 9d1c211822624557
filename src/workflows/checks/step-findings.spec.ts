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
    ['CK7: nothing', '', []],
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
