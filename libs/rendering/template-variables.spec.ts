import { LiquidEngine } from './liquid-engine.js';
import { TemplateError } from './template-error.js';
import { checkTemplate, filterProblems, templateVariables } from './template-variables.js';

describe('templateVariables', () => {
  it.each<[text: string, paths: string[][]]>([
    ['no variables', []],
    ['{{ payload.user.name }} {{ payload.user.name | upcase }}', [['payload', 'user', 'name']]],
    ['{{ payload["first name"] }}', [['payload', 'first name']]],
    ['{{ payload.items[0].id }}', [['payload', 'items', '0', 'id']]],
    [
      '{{ payload.items[payload.index].id }}',
      [
        ['payload', 'items', '*', 'id'],
        ['payload', 'index'],
      ],
    ],
    ['{{ 1 | plus: payload.n }}', [['payload', 'n']]],
    ['{% if subscriber.email == blank %}{% endif %}', [['subscriber', 'email']]],
    ['{% for e in steps.digest.events %}{{ e.id }}{{ forloop.index }}{% endfor %}', [['steps', 'digest', 'events']]],
    ['{% assign x = payload.a %}{{ x.b }}', [['payload', 'a']]],
    ['{% raw %}{{ payload.a }}{% endraw %}', []],
  ])('of %s', (text, paths) => {
    expect(templateVariables(text)).toEqual(paths);
  });

  it('fails for a template that cannot be read', () => {
    expect(() => templateVariables('{{ payload.')).toThrow(TemplateError);
  });
});

describe('checkTemplate', () => {
  it.each(['plain', '{{ payload.missing }}', '{% for x in payload.list %}{{ x | json }}{% endfor %}'])(
    'finds nothing wrong with %s',
    (text) => {
      expect(checkTemplate(text)).toBeUndefined();
    },
  );

  it.each([
    ['{{ a', 1],
    ['{% if %}', 6],
    ['{{ a | nosuchfilter }}', 1],
    ['{% include "a" %}', 1],
    ['{{ }', 1],
  ])('finds %s wrong', (text, column) => {
    expect(checkTemplate(`\n${text}`, 'body')).toMatchObject({ reason: 'syntax', line: 2, column, control: 'body' });
  });

  it('goes by the limits of the engine given', () => {
    const engine = new LiquidEngine('plain', { limits: { outputLength: 3, templateLength: 6 } });
    expect(checkTemplate('abcd', 'body', engine)).toMatchObject({ reason: 'limit', control: 'body' });
    expect(checkTemplate('{{ a }}', 'body', engine)).toMatchObject({ reason: 'limit', control: 'body' });
  });
});

describe('filterProblems', () => {
  it.each([
    'plain',
    '{{ payload.n | pluralize: "comment" }}',
    '{{ payload.n | pluralize: "child", "children", false }}',
    '{{ payload.list | toSentence: "name", 2, "other", "; " }}',
    '{{ payload.list | toSentence: payload.key, payload.limit }}',
    '{{ payload.list | digest: 3, "name" }}',
    '{{ payload.list | digest: "3" }}',
    '{{ payload.text | truncate: "x" }}',
  ])('finds nothing wrong with %s', (text) => {
    expect(filterProblems(text)).toEqual([]);
  });

  it.each([
    ['{{ payload.n | pluralize }}', "Filter 'pluralize' needs an argument"],
    ['{{ payload.n | pluralize: 1 }}', "Argument 1 of filter 'pluralize' must be a text in quotes"],
    ['{{ payload.n | pluralize: "a", "b", 3 }}', "Argument 3 of filter 'pluralize' must be true or false"],
    ['{{ payload.n | digest: "name" }}', "Argument 1 of filter 'digest' must be a whole number of 0 or more"],
    ['{{ payload.n | digest: 1, "a", "b", "c" }}', "Filter 'digest' has at most 3 arguments"],
    ['{{ payload.n | toSentence: 2 }}', "Argument 1 of filter 'toSentence' must be a text in quotes"],
    ['{{ payload.n | toSentence: "a", -1 }}', "Argument 2 of filter 'toSentence' must be a whole number of 0 or more"],
    ['{% if payload.a %}{{ payload.n | pluralize }}{% endif %}', "Filter 'pluralize' needs an argument"],
    ['{% assign x = payload.n | pluralize %}{{ x }}', "Filter 'pluralize' needs an argument"],
  ])('finds %s wrong', (text, problem) => {
    expect(filterProblems(text)).toEqual([problem]);
  });
});
