import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { clientOperations, clientsPage, isServed } from '../../scripts/docs/clients-page.mjs';
import { buildOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { UNSERVED, unservedOperations } from '../../src/server/unserved/unserved-operations.js';
import { startTestApp, type TestApp } from '../test-app.js';

const PAGE = new URL('../../docs/clients.md', import.meta.url);

const plain = (path: string) => path.replace(/\{[^}]+\}/g, '{}');

describe('the official clients', () => {
  let test: TestApp;
  let document: OpenAPIObject;

  beforeAll(async () => {
    test = await startTestApp();
    document = buildOpenApiDocument(test.app);
  });

  afterAll(() => test.close());

  it('have their operations listed in docs/clients.md, as far as they are served', () => {
    const page = readFileSync(PAGE, 'utf8');
    expect(page).toBe(clientsPage(page, document, { UNSERVED, unservedOperations }));
  });

  it('are told the alternative for every operation that is not served, and not to try again', async () => {
    const missing = clientOperations().filter((one) => !isServed(document, one));
    expect(missing.length).toBeGreaterThan(0);
    for (const { method, path } of missing) {
      const url = path.replace(/\{[^}]+\}/g, 'x');
      const answer = await test.api.request({ method: method as 'GET', url });
      const { group, alternative } = unservedOperations(path.split('/').slice(1))!;
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({
        statusCode: 404,
        error: 'Not Found',
        path: url,
        message: `Cannot ${method} ${url}. ${group} are not served. ${alternative}`,
      });
    }
  });

  it('find nothing under the paths that are not served', () => {
    const served = Object.keys(document.paths).filter((path) => unservedOperations(plain(path).split('/').slice(1)));
    expect(served).toEqual([]);
  });

  it.each([
    ['POST', '/v1/workflows', /Use \/v2\/workflows/],
    ['GET', '/v1/notification-groups/1', /`tags` of a workflow/],
    ['POST', '/v1/changes/1/apply', /publish/],
    ['GET', '/v1/subscribers/a/credentials/slack/oauth?hmacHash=1', /channel-connections\/oauth/],
    ['PUT', '/v1/events/trigger', /^Cannot PUT \/v1\/events\/trigger\. This path takes POST$/],
    ['POST', '/v1/event/trigger', /Did you mean '\/v1\/events\/trigger'\?/],
    ['POST', '/v1/trigger', /Did you mean '\/v1\/events\/trigger'\?/],
    ['POST', '/trigger', /Did you mean '\/v1\/events\/trigger'\?/],
    ['POST', '/api/v1/events/trigger', /Did you mean '\/v1\/events\/trigger'\?/],
    ['GET', '/v2/subscriber/ada', /Did you mean '\/v2\/subscribers\/ada'\?/],
    ['GET', '/nothing/at/all', /^Cannot GET \/nothing\/at\/all\. GET \/ lists what is served$/],
  ])('%s %s is 404 and says what to do instead', async (method, url, message) => {
    const { status, body } = await test.api.request({ method: method as 'GET', url });
    expect(status).toBe(404);
    expect(body).toMatchObject({ statusCode: 404, message: expect.stringMatching(message), path: url.split('?')[0] });
  });

  it('get a 404 about a resource as it was', async () => {
    const { body } = await test.api.get('/v2/workflows/nothing');
    expect(body.message).not.toContain('Cannot GET');
  });
});
