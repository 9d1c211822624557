import { firstProblemOfJson, unusableIn } from './json-problems.js';

describe('JSON that is malformed', () => {
  it.each([
    ['a comma before the end of an object', '{\n  "a": 1,\n}', 'line 3, column 1: the comma before } is one too many'],
    ['a comma before the end of a list', '[1,]', 'line 1, column 4: the comma before ] is one too many'],
    ['single quotes', "{'a': 1}", "line 1, column 2: names and texts stand in double quotes, not in '"],
    ['a name without quotes', '{a: 1}', 'line 1, column 2: a name in double quotes is expected here, not a'],
    ['no colon', '{"a" 1}', 'line 1, column 6: a colon is expected here, not 1'],
    ['no comma', '{\n  "a": 1\n  "b": 2}', 'line 3, column 3: a comma is expected here, not "'],
    ['a template', '{"a": {{b}}}', 'line 1, column 8: a name in double quotes is expected here, not {'],
    ['a Python value', '{"a": True}', 'line 1, column 7: a value is expected here, not T'],
    ['a value that is missing', '{"a": }', 'line 1, column 7: a value is expected here, not }'],
    ['a text that does not end', '{"a": "b', 'line 1, column 7: this text has no closing double quote in its line'],
    ['a new line in a text', '{"a": "b\nc"}', 'line 1, column 7: this text has no closing double quote in its line'],
    [
      'a tab in a text',
      '{"a": "b\tc"}',
      'line 1, column 7: a control character in a text, where a new line is written \\n',
    ],
    [
      'an unknown escape',
      '{"\\x": 1}',
      'line 1, column 2: there is no such escape, and a backslash itself is written \\\\',
    ],
    ['an end too early', '{"a": [1', 'line 1, column 9: the body ends where a ] is expected'],
    ['something after the end', '{} x', 'line 1, column 4: the end of the body is expected here, not x'],
    ['a comment', '// a\n{}', 'line 1, column 1: JSON has no comments'],
    ['a number that is not complete', '[1.]', 'line 1, column 2: this number is not complete'],
    ['XML', '<a/>', 'line 1, column 1: this is not expected here'],
  ])('with %s says where', (_what, json, problem) => {
    expect(() => JSON.parse(json) as unknown).toThrow(SyntaxError);
    expect(firstProblemOfJson(json)).toBe(problem);
  });

  it('does not repeat what the text holds', () => {
    expect(firstProblemOfJson('{"password": hush}')).toBe('line 1, column 14: a value is expected here, not h');
  });

  it('is not read as deep as the stack', () => {
    expect(firstProblemOfJson(`["\n,${'['.repeat(1_000_000)}`)).toMatch(/^line 1, column 2: /);
  });

  it('is none that is well formed', () => {
    expect(firstProblemOfJson('\ufeff{"a": [1, true, null, "b"]}')).toBeUndefined();
  });
});

const placeIn = (json: string) => unusableIn(json, JSON.parse(json));

describe('a JSON value', () => {
  it.each([
    '{"constructor": {"prototype": {"a": 1}}, "prototype": 2, "toString": 3}',
    '{"a": "__proto__"}',
    '{"emoji": "\\ud83d\\ude00", "umlaut": "\\u00fc"}',
    '[null, 1, true, "text"]',
  ])('%s is kept as it is', (json) => {
    expect(placeIn(json)).toBeUndefined();
  });

  it.each([
    ['{"payload": {"__proto__": {"isAdmin": true}}}', 'payload.__proto__', 'is not a key that can be used'],
    ['{"a": [{"\\u005f_proto__": 1}]}', 'a.0.__proto__', 'is not a key that can be used'],
    ['{"to": {"firstName": "\\ud800"}}', 'to.firstName', 'has half of a surrogate pair'],
    ['{"a\\udfff": 1}', 'a\ufffd', 'has half of a surrogate pair in its key'],
    ['"\\ud83d"', 'body', 'has half of a surrogate pair'],
    ['{"a": {"b.c": 12345678901234567890}}', 'a.b.c', expect.stringMatching(/^is 1.*: send it as a text/)],
  ])('%s is refused by name', (json, path, problem) => {
    expect(placeIn(json)).toEqual({ path, problem });
  });
});
