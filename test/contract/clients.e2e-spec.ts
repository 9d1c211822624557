import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { buildOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { UNSERVED, unservedOperations } from '../../src/server/unserved/unserved-operations.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { formattedPage } from '../formatted-page.js';

const README = new URL('../../README.md', import.meta.url);
const MODULES = new URL('../../node_modules/@novu/', import.meta.url);
const PLACE = /(<!-- operations -->\n)(.*?)(<!-- \/operations -->)/s;

/** An operation of an official client. */
interface Operation {
  /** What it is about, as its path says, such as `topics`. */
  group: string;
  method: string;
  path: string;
}

/** Those of `@novu/api`; each is a file. */
function operations(): Operation[] {
  const folder = new URL('api/funcs/', MODULES);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => {
      const code = readFileSync(new URL(file, folder), 'utf8');
      const path = /pathToFunc\)\("([^"]+)"\)/.exec(code)?.[1];
      const method = /method: "([A-Z]+)"/.exec(code)?.[1];
      if (path === undefined || method === undefined) throw new Error(`${file} has no operation`);
      return { group: path.split('/')[2]!, method, path };
    });
}

const plain = (path: string) => path.replace(/\{[^}]+\}/g, '{}');

describe('the official clients', () => {
  let test: TestApp;
  let document: OpenAPIObject;

  beforeAll(async () => {
    test = await startTestApp();
    document = buildOpenApiDocument(test.app);
  });

  afterAll(() => test.close());

  const isServed = ({ method, path }: Operation): boolean =>
    Object.entries(document.paths).some(([own, item]) => plain(own) === plain(path) && method.toLowerCase() in item);

  it('have their operations listed in the README, as far as they are served', async () => {
    const all = operations();
    const groups = [...new Set(all.map(({ group }) => group))].sort();
    const rows = groups.map((group) => {
      const own = all.filter((one) => one.group === group);
      const served = own.filter(isServed).length;
      const other = unservedOperations(own[0]!.path.split('/').slice(1));
      return `| ${group} | ${served} of ${own.length} | ${served < own.length ? (other?.alternative ?? '') : ''} |`;
    });
    const version = (name: string) =>
      JSON.parse(readFileSync(new URL(`${name}/package.json`, MODULES), 'utf8')).version as string;
    const text = [
      `Of the ${all.length} operations of \`@novu/api\` ${version('api')}, ${all.filter(isServed).length} work:`,
      '',
      '| Group | Works | Otherwise |',
      '| --- | --- | --- |',
      ...rows,
      '',
      `Tested with it are \`@novu/js\` ${version('js')} (inbox widgets) and \`@novu/node\` ${version('node')}. Not served, of these and of older clients, are:`,
      '',
      ...UNSERVED.map(({ group, paths, alternative }) => `- **${group}** (\`${paths.join('`, `')}\`). ${alternative}`),
    ].join('\n');
    const readme = readFileSync(README, 'utf8');
    const written = readme.replace(PLACE, (_match, start: string, _old, end: string) => `${start}\n${text}\n\n${end}`);
    const expected = await formattedPage(written);
    if (process.env.UPDATE_README) writeFileSync(README, expected);
    else expect(readme).toBe(expected);
  });

  it('are told the alternative for every operation that is not served, and not to try again', async () => {
    const missing = operations().filter((one) => !isServed(one));
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
