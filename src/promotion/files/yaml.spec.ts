import fc from 'fast-check';
import { isSameJson, type WorkflowDefinition } from '../definitions/definition.js';
import { fromYaml, toYaml } from './yaml.js';

function aDefinition(controlValues: Record<string, unknown>): WorkflowDefinition {
  return {
    workflowId: 'order-shipped',
    name: 'Order shipped',
    tags: ['orders'],
    active: true,
    severity: 'none',
    validatePayload: false,
    isTranslationEnabled: true,
    preferences: {},
    steps: [{ stepId: 'mail', name: 'Mail', type: 'email', controlValues }],
    translations: { de: { hello: 'Hallo' } },
  };
}

describe('a definition as YAML', () => {
  it('has its fields in their order and keys of the author in alphabetical order', () => {
    expect(toYaml(aDefinition({ subject: 'Hi', body: '<p>\n  {{payload.x}}\n</p>\n' }))).toBe(
      [
        'workflowId: order-shipped',
        'name: Order shipped',
        'tags:',
        '  - orders',
        'active: true',
        'severity: none',
        'validatePayload: false',
        'isTranslationEnabled: true',
        'preferences: {}',
        'steps:',
        '  - stepId: mail',
        '    name: Mail',
        '    type: email',
        '    controlValues:',
        '      body: |',
        '        <p>',
        '          {{payload.x}}',
        '        </p>',
        '      subject: Hi',
        'translations:',
        '  de:',
        '    hello: Hallo',
        '',
      ].join('\n'),
    );
  });

  it.each([
    'yes',
    'null',
    '~',
    '0x10',
    '1e3',
    '2024-01-01',
    ' led by a space',
    'ends with one ',
    'a\r\nb',
    '\n\nx\n\n',
    '\ttab\n  indented\n',
    '# no comment',
    '- no list',
    '{{ payload.x }}: {% if a %}b{% endif %}',
    'it\'s "quoted"',
    '\u2028\u0085\u0000\u001b',
    '😀',
    '<<',
    '',
    'x'.repeat(5000),
  ])('keeps the text %j, as a value and as a key', (text) => {
    const definition = aDefinition({ text, [text]: { [text]: [text] } });
    expect(fromYaml(toYaml(definition))).toEqual(definition);
  });

  it('keeps any JSON', () => {
    const anything = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' }));
    fc.assert(
      fc.property(anything, (controlValues) => {
        const definition = aDefinition(controlValues);
        expect(isSameJson(fromYaml(toYaml(definition)), definition)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same text for the same definition', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (values) => {
        const turned = Object.fromEntries(Object.entries(values).toReversed());
        expect(toYaml(aDefinition(turned))).toBe(toYaml(aDefinition(values)));
      }),
    );
  });

  it.each([
    ['a: [1', /line 1, column 6/],
    ['a: 1\na: 2', /unique.* at line 2, column 1/i],
    ['a: &x [1]\nb: *x', /aliases/],
    ['a: .inf', /no number/],
    ['a: 1\n---\nb: 2', /line/],
  ])('%j is refused', (text, reason) => {
    expect(() => fromYaml(text)).toThrow(reason);
  });
});
