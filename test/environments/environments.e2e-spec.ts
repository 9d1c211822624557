import { createHash } from 'node:crypto';
import { startTestApp, type TestApp } from '../test-app.js';

const ID = /^[0-9a-f]{24}$/;

describe('environments', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
  });

  afterAll(() => test.close());

  describe('list', () => {
    it('shows all environments of the organization and the keys of the own one only', async () => {
      const { status, body } = await test.api.get('/v1/environments');
      expect(status).toBe(200);
      const [development, production] = body.data;
      const key = test.api.apiKey ?? '';
      expect(body).toEqual({
        data: [
          {
            _id: expect.stringMatching(ID),
            name: 'Development',
            _organizationId: expect.stringMatching(ID),
            identifier: expect.stringMatching(/^[\w-]{12}$/),
            type: 'dev',
            slug: expect.stringMatching(/^development_env_[0-9A-Za-z]{16}$/),
            apiKeys: [
              { key, _userId: expect.stringMatching(ID), hash: createHash('sha256').update(key).digest('hex') },
            ],
          },
          {
            _id: expect.stringMatching(ID),
            name: 'Production',
            _organizationId: development._organizationId,
            identifier: expect.stringMatching(/^[\w-]{12}$/),
            type: 'prod',
            protected: true,
            _parentId: development._id,
            slug: expect.stringMatching(/^production_env_[0-9A-Za-z]{16}$/),
            apiKeys: [],
          },
        ],
      });
      expect(production.identifier).not.toBe(development.identifier);
    });

    it('shows the other environment its own keys instead', async () => {
      const { body } = await test.otherApi.get('/v1/environments');
      const keys = body.data.map(({ apiKeys }: { apiKeys: { key: string }[] }) => apiKeys.map(({ key }) => key));
      expect(keys).toEqual([[], [test.otherApi.apiKey]]);
    });

    it('does not hold a key in the clear in the store', async () => {
      const stored = await test.connection.collection('environments').find().toArray();
      expect(JSON.stringify(stored)).not.toContain(test.api.apiKey);
    });
  });

  describe('API key', () => {
    it.each([
      ['no header', {}, 'Unauthorized'],
      ['an empty header', { authorization: '' }, 'Unauthorized'],
      ['the scheme alone', { authorization: 'ApiKey ' }, 'Unauthorized'],
      ['another scheme', { authorization: 'Bearer 3f1c9a5be0d24d7f8a6c0b1e2d3f4a5b' }, 'Unauthorized'],
      ['a key without scheme', { authorization: '3f1c9a5be0d24d7f8a6c0b1e2d3f4a5b' }, 'Unauthorized'],
      ['a key that nobody has', { authorization: 'ApiKey 3f1c9a5be0d24d7f8a6c0b1e2d3f4a5b' }, 'API Key not found'],
    ])('is required: %s is a 401', async (_what, headers, message) => {
      const { status, body } = await test.anonymous.request({ method: 'GET', url: '/v1/environments?a=b', headers });
      expect(status).toBe(401);
      expect(body).toEqual({
        statusCode: 401,
        timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        path: '/v1/environments',
        message,
        error: 'Unauthorized',
        hint: expect.any(String),
      });
    });

    it('is found whatever the capitals of the scheme', async () => {
      const headers = { authorization: `apikey ${test.api.apiKey}` };
      expect((await test.anonymous.request({ method: 'GET', url: '/v1/environments', headers })).status).toBe(200);
    });
  });
});
