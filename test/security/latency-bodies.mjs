// Floods of large bodies on the routes that need no credentials.
import { ask } from './latency-client.mjs';

/** The largest body that a report of a provider may have. */
const BODY = JSON.stringify({ text: 'x'.repeat(2_000_000) });
const CONNECTIONS = 20;

const flood = (method, url, headers) =>
  Promise.allSettled(Array.from({ length: CONNECTIONS }, () => ask(method, url, { body: BODY, headers })));

/** Every operation that the OpenAPI document calls open, with ids of nothing in its path. */
async function publicRoutes(url) {
  const { received } = await ask('GET', new URL('/openapi.json', url));
  return Object.entries(JSON.parse(received).paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security }]) => security?.length === 0)
      .map(([method]) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, 'a'.repeat(24)) })),
  );
}

/** On all public routes in turns, or on those alone whose paths begin so. */
export const bodies = (beginning = '') => ({
  name: beginning === '' ? 'bodies' : `bodies:${beginning}`,
  async prepare(_a, _anonymous, { url }) {
    const routes = (await publicRoutes(url)).filter(({ path }) => path.startsWith(beginning));
    if (routes.length === 0) throw new Error(`There is no public route that begins with ${beginning}`);
    let turn = 0;
    return () => {
      const { method, path } = routes[turn++ % routes.length];
      return flood(method, new URL(path, url));
    };
  },
});

/** Where there is somebody who may send them, and with a proof, which is wrong. */
export const forgedReports = {
  name: 'bodies-forged-reports',
  async prepare(a, _anonymous, { url }) {
    const { _id, _environmentId } = (
      await a('POST', '/v1/integrations', {
        providerId: 'nodemailer',
        channel: 'email',
        identifier: 'forged-reports',
        credentials: { host: 'mail.example.com', port: '587', from: 'a@example.com', senderName: 'A' },
        active: true,
        check: false,
      })
    ).data;
    await a('POST', `/v1/integrations/${_id}/auto-configure`);
    const place = new URL(`/v2/inbound-webhooks/delivery-providers/${_environmentId}/${_id}`, url);
    return () => flood('POST', place, { 'novu-signature': 't=1,v1=00' });
  },
};
