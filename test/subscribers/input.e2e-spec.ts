import { brokenRule } from '../broken-rule.js';
import { aSubscriber } from '../builders/subscriber.js';
import { startTestApp, type TestApp } from '../test-app.js';

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function nested(levels: number): object {
  return levels === 1 ? {} : { a: nested(levels - 1) };
}

function errorBody(statusCode: number, path: string, message: unknown) {
  return { statusCode, timestamp: expect.stringMatching(TIME), path, message };
}

describe('what is sent for a subscriber', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
  });

  afterAll(() => test.close());

  const create = (body: object) => test.api.post('/v2/subscribers', body);
  const get = (subscriberId: string) => test.api.get(`/v2/subscribers/${encodeURIComponent(subscriberId)}`);

  describe('refuses', () => {
    const tooLong = (field: string, most: number) => `${field} must be shorter than or equal to ${most} characters`;
    const id = 'subscriberId must be a non-empty text without control characters';
    const idLength = tooLong('subscriberId', 512);
    const locale = 'locale must be a locale such as en or en_US';
    const timezone = 'timezone must be an IANA time zone such as Europe/Berlin';

    it.each<[string, object, string, string[]]>([
      ['no id', {}, 'subscriberId', [id]],
      ['null as id', { subscriberId: null }, 'subscriberId', [id, idLength]],
      ['a number as id', { subscriberId: 7 }, 'subscriberId', [id, idLength]],
      ['a list as id', { subscriberId: ['a'] }, 'subscriberId', [id, idLength]],
      ['an object as id', { subscriberId: { $gt: '' } }, 'subscriberId', [id, idLength]],
      ['an empty id', { subscriberId: '' }, 'subscriberId', [id]],
      ['an id with a control character', { subscriberId: 'a\nb' }, 'subscriberId', [id]],
      [
        'an id with half a character',
        { subscriberId: 'a\ud800' },
        'subscriberId',
        ['subscriberId has half of a surrogate pair'],
      ],
      ['an id of 513 characters', { subscriberId: 'x'.repeat(513) }, 'subscriberId', [idLength]],
      ['a number as name', { firstName: 7 }, 'firstName', ['firstName must be a string']],
      ['a list as name', { lastName: ['a'] }, 'lastName', ['lastName must be a string']],
      [
        'a name of 256 characters',
        { firstName: 'x'.repeat(256) },
        'firstName',
        ['firstName must be shorter than or equal to 255 characters'],
      ],
      ['no email address', { email: 'ada' }, 'email', ['email must be one email address, as in ada@example.com']],
      [
        'two email addresses',
        { email: 'a@example.com,b@example.com' },
        'email',
        ['email must be one email address, as in ada@example.com'],
      ],
      ['a phone number as number', { phone: 49151 }, 'phone', ['phone must be a string']],
      ['a boolean as avatar', { avatar: true }, 'avatar', ['avatar must be a string']],
      ['a language by name', { locale: 'English' }, 'locale', [locale]],
      ['a locale with encoding', { locale: 'en_US.UTF-8' }, 'locale', [locale]],
      ['a number as locale', { locale: 1 }, 'locale', ['locale must be a string']],
      ['an unknown time zone', { timezone: 'Europe/Atlantis' }, 'timezone', [timezone]],
      ['an offset as time zone', { timezone: '+01:00' }, 'timezone', [timezone]],
      ['a list as data', { data: [] }, 'data', ['data must be an object']],
      ['a text as data', { data: 'plan: pro' }, 'data', ['data must be an object']],
      ['an operator in data', { data: { a: { $gt: 1 } } }, 'data', ['data must not have the key "$gt"']],
      [
        'a driver type in data',
        { data: { _bsontype: 'ObjectId' } },
        'data',
        ['data must not have the key "_bsontype"'],
      ],
      ['NUL in a key of data', { data: { 'a\0': 1 } }, 'data', [String.raw`data must not have the key "a\u0000"`]],
      ['data nested too deeply', { data: nested(51) }, 'data', ['data must not be nested more than 50 levels deep']],
      [
        'data of more than 64 KB',
        { data: { a: 'x'.repeat(65_536) } },
        'data',
        ['data must not be larger than 65536 bytes as JSON'],
      ],
    ])('%s', async (_what, fields, field, messages) => {
      const { status, body } = await create({ ...(field === 'subscriberId' ? {} : aSubscriber()), ...fields });
      expect(status).toBe(422);
      expect(body).toEqual({
        ...errorBody(422, '/v2/subscribers', 'Validation failed'),
        errors: {
          [field]: {
            messages: expect.any(Array),
            ...('value' in body.errors[field] && { value: expect.anything() }),
          },
        },
      });
      expect(body.errors[field].messages).toEqual(expect.arrayContaining(messages.map(brokenRule)));
      expect(body.errors[field].messages).toHaveLength(messages.length);
    });

    it('several broken rules in one answer', async () => {
      const { body } = await create({ email: 'ada', timezone: 'Mars' });
      expect(Object.keys(body.errors).sort()).toEqual(['email', 'subscriberId', 'timezone']);
    });

    it.each([
      ['no body', undefined, undefined],
      ['an empty body with a JSON content type', '', 'application/json'],
      ['null', 'null', 'application/json'],
    ])('%s as body', async (_what, payload, type) => {
      const { status, body } = await test.api.request({
        method: 'POST',
        url: '/v2/subscribers',
        payload,
        headers: type === undefined ? {} : { 'content-type': type },
      });
      expect(status).toBe(422);
      expect(body).toEqual({
        ...errorBody(422, '/v2/subscribers', 'Validation failed'),
        errors: expect.any(Object),
        ...(payload !== 'null' && { hint: expect.stringMatching(/^The request has no body\./) }),
      });
      expect(Object.keys(body.errors)).not.toEqual([]);
    });

    it.each([
      ['a list', '[]'],
      ['a list', '[{"subscriberId":"a"}]'],
      ['a string', '"ada"'],
      ['a number', '7'],
    ])('%s as body, %s', async (kind, payload) => {
      const headers = { 'content-type': 'application/json' };
      const { status, body } = await test.api.request({ method: 'POST', url: '/v2/subscribers', payload, headers });
      expect(status).toBe(422);
      expect(body).toEqual({
        ...errorBody(422, '/v2/subscribers', `The body must be an object, not ${kind}`),
        errors: {},
      });
    });

    it('JSON that is cut off, with a 400', async () => {
      const payload = '{"subscriberId":"a"';
      const { status, body } = await test.api.request({
        method: 'POST',
        url: '/v2/subscribers',
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(status).toBe(400);
      expect(body).toEqual({
        ...errorBody(400, '/v2/subscribers', expect.stringMatching(/^Malformed JSON: /)),
        error: 'Bad Request',
      });
    });

    it('data nested as deep as the size of a body allows, with a 400', async () => {
      const { status, body } = await test.api.request({
        method: 'POST',
        url: '/v2/subscribers',
        payload: `{"subscriberId":"deep","data":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
        headers: { 'content-type': 'application/json' },
      });
      expect(status).toBe(400);
      expect(body.message).toBe('The JSON is nested more than 64 levels deep');
    });

    it('a body of another type, with a 415', async () => {
      const { status, body } = await test.api.request({
        method: 'POST',
        url: '/v2/subscribers',
        payload: 'subscriberId=ada',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(status).toBe(415);
      expect(body).toEqual({
        ...errorBody(415, '/v2/subscribers', 'Unsupported Media Type'),
        hint: expect.stringContaining('`Content-Type: application/json`'),
      });
    });

    it('a body that is too large, with a 413', async () => {
      const { status, body } = await create(aSubscriber({ data: { a: 'x'.repeat(102_400) } }));
      expect(status).toBe(413);
      expect(body).toEqual(errorBody(413, '/v2/subscribers', expect.any(String)));
    });
  });

  describe('accepts', () => {
    it.each([
      ['an id of 512 characters', { subscriberId: 'x'.repeat(512) }],
      ['an id in any script', { subscriberId: 'Ada Lovelace 数学 🎈' }],
      ['an id that means something in paths and queries', { subscriberId: 'a/b?c=d&e#f%20+..:@' }],
      ['an id that looks like an operator', { subscriberId: '$where' }],
      ['an id that looks like an internal one', { subscriberId: '6925a1f0c0ffee0123456789' }],
      ['a locale with a hyphen', aSubscriber({ locale: 'en-US' })],
      ['a locale with a script', aSubscriber({ locale: 'zh-Hans-CN' })],
      ['a locale with a numbered region', aSubscriber({ locale: 'es-419' })],
      ['the time zone UTC', aSubscriber({ timezone: 'UTC' })],
      ['an email address with a tag', aSubscriber({ email: 'ada+news@example.co.uk' })],
      ['empty texts', aSubscriber({ firstName: '', phone: '', email: '', timezone: '' })],
      ['data as deep as allowed', aSubscriber({ data: nested(50) })],
      ['data of 64 KB', aSubscriber({ data: { a: 'x'.repeat(65_536 - 8) } })],
    ])('%s, and finds the subscriber again', async (_what, input) => {
      const { status, body } = await create(input);
      expect(status).toBe(201);
      expect(body.data).toMatchObject(input);
      expect(await get(input.subscriberId)).toMatchObject({ status: 200, body });
    });
  });
});
