import { type Change, changesBetween, fieldsOf, MAX_CHANGES, MAX_CHARACTERS, MAX_TEXT } from './changes.js';

const NONE: unknown = undefined;

describe('changes', () => {
  it.each<[string, unknown, unknown, Change[]]>([
    ['nothing differs', { a: 1, b: [1, { c: 'x' }] }, { b: [1, { c: 'x' }], a: 1 }, []],
    ['a field', { a: 1, b: 2 }, { a: 1, b: 3 }, [{ path: 'b', before: 2, after: 3 }]],
    ['a field that was not there', {}, { a: false }, [{ path: 'a', after: false }]],
    ['a field that is no longer there', { a: null }, {}, [{ path: 'a', before: null }]],
    ['null is a value', { a: null }, { a: 0 }, [{ path: 'a', before: null, after: 0 }]],
    [
      'members of lists and objects',
      { steps: [{ name: 'a' }, { name: 'b' }] },
      { steps: [{ name: 'a' }, { name: 'c' }, { name: 'd' }] },
      [
        { path: 'steps[1].name', before: 'b', after: 'c' },
        { path: 'steps[2].name', after: 'd' },
      ],
    ],
    [
      'an object in place of a value',
      { a: 'x' },
      { a: { b: 1 } },
      [
        { path: 'a', before: 'x', after: '{}' },
        { path: 'a.b', after: 1 },
      ],
    ],
    ['an empty list', { a: NONE }, { a: [] }, [{ path: 'a', after: '[]' }]],
    [
      'a new thing',
      NONE,
      { name: 'A', tags: ['x'] },
      [
        { path: 'name', after: 'A' },
        { path: 'tags[0]', after: 'x' },
      ],
    ],
    ['a deleted thing', { name: 'A' }, NONE, [{ path: 'name', before: 'A' }]],
    [
      'dates as text',
      { at: new Date(0) },
      { at: new Date(1) },
      [{ path: 'at', before: '1970-01-01T00:00:00.000Z', after: '1970-01-01T00:00:00.001Z' }],
    ],
    ['not the times of writing', { updatedAt: 'x', a: 1 }, { updatedAt: 'y', a: 1 }, []],
    ['halves of characters', NONE, { a: '\ud800' }, [{ path: 'a', after: '\ufffd' }]],
  ])('%s', (_what, before, after, changes) => {
    expect(changesBetween(before, after, 'workflows')).toEqual({ changes });
  });

  it.each<[string, unknown, unknown, Change[]]>([
    [
      'below a secret name',
      { credentials: { user: 'a' } },
      { credentials: { user: 'b', port: 25 } },
      [
        { path: 'credentials.user', before: '[redacted]', after: '[redacted]' },
        { path: 'credentials.port', after: '[redacted]' },
      ],
    ],
    [
      'of a secret variable, also when it is one on one side alone',
      { isSecret: false, values: [{ value: 'a' }] },
      { isSecret: true, values: [{ value: 'b' }] },
      [
        { path: 'isSecret', before: false, after: true },
        { path: 'values[0].value', before: '[redacted]', after: '[redacted]' },
      ],
    ],
    ['that looks like one', {}, { a: '3f1c9a5be0d24d7f8a6c0b1e2d3f4a5b' }, [{ path: 'a', after: '[redacted]' }]],
    ['in the name of a field', {}, { '3f1c9a5be0d24d7f8a6c0b1e2d3f4a5b': 1 }, [{ path: '[redacted]', after: 1 }]],
  ])('AU4: a value %s is compared, but not shown', (_what, before, after, changes) => {
    expect(changesBetween(before, after, 'variables')).toEqual({ changes });
  });

  it('AU4: what an HTTP step sends, and members of any name of an integration, are secret by their place', () => {
    const step = (controlValues: object) => ({ steps: [{ type: 'http_request', controlValues }] });
    const before = step({ url: 'https://a.example', body: [{ key: 'pin', value: '1234' }], headers: [] });
    const after = step({
      url: 'https://b.example',
      body: [{ key: 'pin', value: '5678' }],
      headers: [{ key: 'X-A', value: 'b' }],
    });
    const found = changesBetween(before, after, 'workflows').changes;
    expect(found).toContainEqual({
      path: 'steps[0].controlValues.url',
      before: 'https://a.example',
      after: 'https://b.example',
    });
    expect(JSON.stringify(found)).not.toMatch(/1234|5678|X-A/);
    const email = { steps: [{ type: 'email', controlValues: { body: 'Hello' } }] };
    expect(changesBetween({}, email, 'workflows').changes).toContainEqual({
      path: 'steps[0].controlValues.body',
      after: 'Hello',
    });
    const integration = { configurations: { inboundWebhookEnabled: true, relay: { word: 'open sesame' } } };
    expect(changesBetween({}, integration, 'integrations').changes).toEqual([
      { path: 'configurations.inboundWebhookEnabled', after: true },
      { path: 'configurations.relay.word', after: '[redacted]' },
    ]);
  });

  it('AU4: a secret that the API masks is named when the request has set it', () => {
    const masked = { credentials: { apiKey: '••••', from: 'a' } };
    const request = { name: 'A', credentials: { apiKey: 'new' } };
    expect(changesBetween(masked, masked, 'integrations', request)).toEqual({
      changes: [{ path: 'credentials.apiKey', after: '[redacted]' }],
    });
  });

  it('AU3: what follows from other fields takes no room', () => {
    const step = (body: string, issue: string) => ({ controlValues: { body }, issues: { body: [issue] }, slug: issue });
    const [before, after] = [{ steps: [step('a', 'x')] }, { steps: [step('b', 'y')] }];
    expect(changesBetween(before, after, 'workflows').changes).toEqual([
      { path: 'steps[0].controlValues.body', before: 'a', after: 'b' },
    ]);
    expect(changesBetween(before, after, 'layouts').changes).toHaveLength(3);
  });

  it('AU3: long texts are cut, and what has no room is counted', () => {
    const long = changesBetween({}, { a: 'x y '.repeat(1000) }, 'layouts').changes.at(0);
    expect(long?.after).toHaveLength(MAX_TEXT + '… (4000 characters)'.length);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, index]));
    expect(changesBetween({}, many, 'layouts')).toMatchObject({ changesLeftOut: 300 - MAX_CHANGES });
    const wide = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, 'x y '.repeat(250)]));
    const { changes, changesLeftOut } = changesBetween({}, wide, 'layouts');
    expect(JSON.stringify(changes).length).toBeLessThan(MAX_CHARACTERS + MAX_CHANGES);
    expect(changes.length + changesLeftOut!).toBe(50);
  });

  it('AU5: of the data of a person, the names of fields alone are kept', () => {
    const body = { firstName: 'Ada', data: { city: 'London' }, 'ada@example.com': 1 };
    expect(fieldsOf(body)).toEqual({ changes: [{ path: 'firstName' }, { path: 'data' }] });
    expect(fieldsOf(undefined)).toEqual({ changes: [] });
  });
});
