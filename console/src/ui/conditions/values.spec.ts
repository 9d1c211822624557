import { type OperatorKey, operatorChoices, schemaAt, typeOf, type ValueType } from './operators';
import { asType, fitted, literalOf, textOfLiteral } from './values';

const SCHEMA = {
  properties: {
    payload: {
      properties: {
        plan: { type: 'string', enum: ['free', 'pro'] },
        count: { type: ['integer', 'null'] },
        urgent: { type: 'boolean' },
        tags: { type: 'array', items: { type: 'string' } },
        at: { type: 'string', format: 'date-time' },
        order: {
          type: 'object',
          properties: { lines: { type: 'array', items: { properties: { n: { type: 'number' } } } } },
        },
        either: { type: ['string', 'number'] },
      },
    },
  },
};

describe('types of variables', () => {
  it.each<[string, ValueType]>([
    ['payload.plan', 'text'],
    ['payload.count', 'number'],
    ['payload.urgent', 'boolean'],
    ['payload.tags', 'list'],
    ['payload.at', 'date'],
    ['payload.order.lines.0.n', 'number'],
    ['payload.order', 'any'],
    ['payload.either', 'any'],
    ['payload.unknown', 'any'],
    ['', 'any'],
  ])('%s is of type %s', (path, type) => {
    expect(typeOf(schemaAt(SCHEMA, path))).toBe(type);
  });

  it.each<[ValueType, OperatorKey, string[]]>([
    ['boolean', '==', ['is', 'is not', 'exists', 'is missing']],
    ['list', 'in', ['contains', 'does not contain', 'is empty', 'is not empty']],
    ['boolean', '!!', ['is true', 'is', 'is not', 'exists', 'is missing']],
    [
      'number',
      '==',
      ['=', '≠', '<', '≤', '>', '≥', 'is between', 'is not between', 'is one of', 'is none of', 'exists', 'is missing'],
    ],
  ])('a %s with %s has the operators %j', (type, present, labels) => {
    expect(operatorChoices(type, present).map(({ label }) => label)).toEqual(labels);
  });

  it('no two operators have the same name', () => {
    for (const type of ['text', 'number', 'boolean', 'list', 'date', 'any'] as const)
      for (const present of ['==', 'in', '!!', 'between'] as const) {
        const labels = operatorChoices(type, present).map(({ label }) => label);
        expect(new Set(labels).size).toBe(labels.length);
      }
  });
});

describe('values of rows', () => {
  it.each<[unknown, ValueType, unknown]>([
    ['5', 'number', 5],
    [' ', 'number', ' '],
    ['{{payload.limit}}', 'number', '{{payload.limit}}'],
    [5, 'text', '5'],
    [true, 'text', 'true'],
    ['false', 'boolean', false],
    ['', 'boolean', true],
    [null, 'text', ''],
    ['pro', 'any', 'pro'],
  ])('%j for a %s is %j', (value, type, expected) => {
    expect(asType(value, type)).toEqual(expected);
  });

  it.each<[unknown, OperatorKey, ValueType, unknown]>([
    ['pro', 'in list', 'text', ['pro']],
    [['pro', 'free'], '==', 'text', 'pro'],
    ['', 'in list', 'text', []],
    [5, 'between', 'number', [5, 0]],
    ['x', '!!', 'text', undefined],
    ['x', 'withinLast', 'date', { amount: 7, unit: 'days' }],
    [{ amount: 7, unit: 'days' }, '<', 'date', ''],
    [['1', 2], '>', 'number', 1],
  ])('%j beside %s for a %s becomes %j', (value, operator, type, expected) => {
    expect(fitted(value, operator, type)).toEqual(expected);
  });

  it.each([[5], ['5'], [true], ['true'], [null], ['null'], ['a"b'], [''], ['{}'], [1.5]])(
    '%j is read as it is shown',
    (value) => {
      expect(literalOf(textOfLiteral(value))).toBe(value);
    },
  );
});
