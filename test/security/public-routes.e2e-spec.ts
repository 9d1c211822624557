import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { requestSignature } from '../../src/platform/outbound-http/request-signature.js';
import { factsOfHandler } from '../../src/platform/http/route-facts.js';
import { anEmailIntegration } from '../builders/integration.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { lastResponse, Wire } from './wire.js';

/** The largest body of a provider's report; other routes without credentials take far less. */
const LARGEST = 2_097_152;
const JSON_TYPE = 'Content-Type: application/json';

let test: TestApp;
let url: string;
let wires: Wire[] = [];

beforeAll(async () => {
  test = await startTestApp({ settings: { ROLE: 'api' } });
  await test.app.listen(0, '127.0.0.1');
  url = await test.app.getUrl();
});

afterEach(() => {
  for (const wire of wires) wire.close();
  wires = [];
});

afterAll(() => test.close());

/** The head of a request with a body of this length, of which nothing follows. */
async function announce(line: string, length: number, ...headers: string[]): Promise<Wire> {
  const wire = await Wire.to(url);
  wires.push(wire);
  wire.request([`${line} HTTP/1.1`, 'Host: localhost', JSON_TYPE, `Content-Length: ${length}`, ...headers]);
  return wire;
}

/** Every route that needs no credentials and may have a body, with ids of nothing in its path. */
function publicRoutes(): string[] {
  const modules = [...test.app.get(ModulesContainer).values()];
  return modules.flatMap(({ controllers }) =>
    [...controllers.values()].flatMap(({ metatype }) => {
      const { prototype } = metatype as { prototype: object };
      return Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(({ value }) => {
        const method = typeof value === 'function' ? Reflect.getMetadata(METHOD_METADATA, value) : undefined;
        if (method === undefined || method === RequestMethod.GET) return [];
        if (factsOfHandler(value as object).credentials !== 'none') return [];
        const parts = [Reflect.getMetadata(PATH_METADATA, metatype!), Reflect.getMetadata(PATH_METADATA, value)];
        const path = parts.flatMap((part: string) => part.split('/').filter((one) => one !== '')).join('/');
        return [`${RequestMethod[method as number]} /${path.replaceAll(/:\w+/g, 'a'.repeat(24))}`];
      });
    }),
  );
}

async function reporting(): Promise<{ path: string; key: string }> {
  const fields = anEmailIntegration({ providerId: 'nodemailer', check: false });
  const { _id, _environmentId } = (await test.api.post('/v1/integrations', fields)).body.data;
  const { body } = await test.api.post(`/v1/integrations/${_id}/auto-configure`);
  const key = body.data.integration.configurations.inboundWebhookSigningKey;
  return { path: `/v2/inbound-webhooks/delivery-providers/${_environmentId}/${_id}`, key };
}

describe('routes without credentials', () => {
  it('refuse the largest body of any of them before it is sent, unless something is there that may have sent it', async () => {
    const routes = publicRoutes();
    expect(routes).toEqual(expect.arrayContaining(['POST /v1/session', 'POST /v1/inbox/session']));
    const answers = await Promise.all(
      routes.map(async (route) => {
        const wire = await announce(route, LARGEST);
        const { status, head } = lastResponse(await wire.untilEnd());
        return { route, status, isClosed: head.includes('connection: close'), isUnread: wire.written < 1000 };
      }),
    );
    const status = (route: string) => (route.includes('/inbound-webhooks/') ? 404 : 413);
    expect(answers).toEqual(routes.map((route) => ({ route, status: status(route), isClosed: true, isUnread: true })));
  });

  it('B4: a report without the header of a proof is refused unread', async () => {
    const { path } = await reporting();
    const wire = await announce(`POST ${path}`, LARGEST);
    expect(lastResponse(await wire.untilEnd()).status).toBe(401);
    expect(wire.written).toBeLessThan(1000);
  });

  it('B4: a report of more than 2 MB is refused unread, also with the header', async () => {
    const { path } = await reporting();
    const wire = await announce(`POST ${path}`, LARGEST + 1, 'novu-signature: t=1,v1=00');
    expect(lastResponse(await wire.untilEnd()).status).toBe(413);
    expect(wire.written).toBeLessThan(1000);
  });

  it('B4: two large reports for one address are received at a time', async () => {
    const { path } = await reporting();
    const permitted: number[] = [];
    const reports = await Promise.all(
      [0, 1, 2, 3].map(async (number) => {
        const headers = ['Expect: 100-continue', 'novu-signature: t=1,v1=00'];
        const wire = await announce(`POST ${path}`, LARGEST, ...headers);
        void wire.until(/100 Continue/).then((text) => text.includes('100 Continue') && permitted.push(number));
        return wire;
      }),
    );
    await eventually(async () => expect(permitted).toHaveLength(2), 20_000);
    // A small one has its turn at once.
    const small = await announce(`POST ${path}`, 2, 'novu-signature: t=1,v1=00');
    small.write('{}');
    expect(lastResponse(await small.until(/\}$/)).status).toBe(401);
    expect(permitted).toHaveLength(2);
    for (const number of permitted.slice(0, 2)) reports[number]!.close();
    await eventually(async () => expect(permitted).toHaveLength(4), 20_000);
  });

  it('B4: the signature is checked before the body is read, so that only the sender learns what is wrong with it', async () => {
    const { path, key } = await reporting();
    const send = (payload: string, signature: string) =>
      test.anonymous.request({
        method: 'POST',
        url: path,
        payload,
        headers: { 'content-type': 'application/json', 'novu-signature': signature },
      });
    expect((await send('{"a":', 't=1,v1=00')).status).toBe(401);
    expect((await send('{"a":', requestSignature(key, '{"a":', new Date()))).status).toBe(400);
  });
});
