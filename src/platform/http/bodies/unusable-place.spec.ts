import { mayBeUnusable, unusablePlace } from './unusable-place.js';

const placeIn = (json: string) => (mayBeUnusable(json) ? unusablePlace(JSON.parse(json)) : undefined);

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
    ['{"payload": {"__proto__": {"isAdmin": true}}}', 'payload.__proto__', 'is no key that can be used'],
    ['{"a": [{"\\u005f_proto__": 1}]}', 'a.0.__proto__', 'is no key that can be used'],
    ['{"to": {"firstName": "\\ud800"}}', 'to.firstName', 'has half of a surrogate pair'],
    ['{"a\\udfff": 1}', 'a\ufffd', 'has half of a surrogate pair in its key'],
    ['"\\ud83d"', 'body', 'has half of a surrogate pair'],
  ])('%s is refused by name', (json, path, problem) => {
    expect(placeIn(json)).toEqual({ path, problem });
  });
});
