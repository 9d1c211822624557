import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fastify, type FastifyInstance } from 'fastify';
import { request } from 'undici';
import { Asset, chooseEncoding } from './asset.js';

describe('chooseEncoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, BR;q=0.5', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000', 'identity'],
    ['*', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('takes of %p: %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding);
  });
});

describe('an asset', () => {
  const text = 'a { color: red }\n'.repeat(100);
  const servers: FastifyInstance[] = [];

  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  /** Serves one; returns how to request it. */
  async function serve(load: () => string) {
    const server = fastify();
    servers.push(server);
    const asset = new Asset({ type: 'text/css; charset=utf-8', load });
    server.get('/page.css', (request, reply) => asset.send(request, reply));
    const url = await server.listen({ port: 0 });
    return async (headers: Record<string, string>) => {
      const response = await request(`${url}/page.css`, { headers });
      const body = Buffer.from(await response.body.arrayBuffer());
      return { status: response.statusCode, headers: response.headers, body };
    };
  }

  it('is compressed as the browser asks for it, and read once for each encoding', async () => {
    let reads = 0;
    const ask = await serve(() => {
      reads += 1;
      return text;
    });
    for (let round = 0; round < 2; round += 1) {
      const brotli = await ask({ 'accept-encoding': 'br' });
      expect(brotli.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(brotli.body).toString()).toBe(text);
      const zipped = await ask({ 'accept-encoding': 'gzip' });
      expect(gunzipSync(zipped.body).toString()).toBe(text);
      const plain = await ask({});
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.body.toString()).toBe(text);
    }
    expect(reads).toBe(3);
  });

  it('is not sent again to a browser that has it', async () => {
    const ask = await serve(() => text);
    const { headers } = await ask({});
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
    const again = await ask({ 'if-none-match': `W/"other", ${String(headers['etag'])}` });
    expect([again.status, again.body.toString()]).toEqual([304, '']);
    const other = await ask({ 'if-none-match': '"other"' });
    expect([other.status, other.body.toString()]).toEqual([200, text]);
  });

  it('is read again when it could not be read', async () => {
    let fails = true;
    const ask = await serve(() => {
      if (fails) throw new Error('no such file');
      return text;
    });
    expect((await ask({})).status).toBe(500);
    fails = false;
    expect((await ask({})).body.toString()).toBe(text);
  });
});
