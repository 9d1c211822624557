import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Types } from 'mongoose';
import { loadConfig } from '../platform/config/config.js';
import { S3Contents } from './s3-contents.js';

/** A service that keeps objects as S3 does, as far as its documentation says what we use. */
class Bucket {
  readonly objects = new Map<string, Buffer>();
  readonly requests: { line: string; authorization?: string; length?: string }[] = [];
  failure?: { status: number; body: string };
  private server: Server;

  async start(): Promise<string> {
    this.server = createServer((request, response) => {
      void this.answer(request).then(({ status, body }) => response.writeHead(status).end(body));
    });
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/pictures`;
  }

  stop(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((stopped) => this.server.close(stopped));
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body?: Buffer | string }> {
    const { method = '', url = '', headers } = request;
    const content = await buffer(request);
    this.requests.push({
      line: `${method} ${url}`,
      authorization: headers.authorization,
      length: headers['content-length'],
    });
    if (this.failure) return this.failure;
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const prefix = searchParams.get('prefix');
    if (prefix !== null) {
      const keys = [...this.objects.keys()].filter((key) => key.startsWith(`/pictures/${prefix}`));
      const entries = keys.map((key) => `<Contents><Key>${key.slice('/pictures/'.length)}</Key></Contents>`);
      return { status: 200, body: `<?xml version="1.0"?><ListBucketResult>${entries.join('')}</ListBucketResult>` };
    }
    if (method === 'PUT') this.objects.set(pathname, content);
    if (method === 'DELETE') {
      this.objects.delete(pathname);
      return { status: 204 };
    }
    const found = this.objects.get(pathname);
    return found ? { status: 200, body: found } : { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
  }
}

describe('AS10: pictures in S3-compatible storage', () => {
  const bucket = new Bucket();
  let contents: S3Contents;

  beforeAll(async () => {
    contents = new S3Contents(
      loadConfig({
        ASSETS_S3_URL: await bucket.start(),
        ASSETS_S3_REGION: 'eu-central-1',
        ASSETS_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
        ASSETS_S3_SECRET_ACCESS_KEY: 'very-secret',
      }),
    );
  });

  afterAll(() => bucket.stop());
  afterEach(() => delete bucket.failure);

  const aRef = (environmentId = new Types.ObjectId()) => ({
    _id: new Types.ObjectId(),
    environmentId,
    organizationId: environmentId,
    type: 'image/png' as const,
  });
  const content = Buffer.from(Array.from({ length: 256 }, (_, index) => index));

  it('are written, read and removed, byte by byte', async () => {
    const ref = aRef();
    expect(await contents.read(ref)).toBeUndefined();
    await contents.write(ref, content);
    expect((await contents.read(ref))?.equals(content)).toBe(true);
    await contents.remove(ref);
    await contents.remove(ref);
    expect(await contents.read(ref)).toBeUndefined();
  });

  it('each request is signed, and names environment and picture', async () => {
    const ref = aRef();
    await contents.write(ref, content);
    const { line, authorization, length } = bucket.requests.at(-1)!;
    // S3 refuses a body whose length it does not know.
    expect(length).toBe('256');
    expect(line).toBe(`PUT /pictures/${ref.environmentId}/${ref._id}`);
    expect(authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=.*host.*, Signature=[0-9a-f]{64}$/,
    );
    expect(JSON.stringify(bucket.requests)).not.toContain('very-secret');
  });

  it('AS9: those of an environment are removed, and no others', async () => {
    const [gone, kept] = [new Types.ObjectId(), new Types.ObjectId()];
    for (const environment of [gone, gone, kept]) await contents.write(aRef(environment), content);
    expect(await contents.removeEnvironment(gone)).toBe(true);
    expect(await contents.removeEnvironment(gone)).toBe(false);
    expect([...bucket.objects.keys()].filter((key) => key.includes(String(kept)))).toHaveLength(1);
  });

  it.each([
    [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>'],
    [404, '<Error><Code>NoSuchBucket</Code></Error>'],
  ])('%d of the service is an error with its words', async (status, body) => {
    bucket.failure = { status, body };
    await expect(contents.read(aRef())).rejects.toThrow(`${status}: ${body}`);
    await expect(contents.write(aRef(), content)).rejects.toThrow(body);
  });

  it('a bucket without credentials stops the start, and says what is needed', () => {
    const config = loadConfig({ ASSETS_S3_URL: 'https://s3.example.com/pictures' });
    expect(() => new S3Contents(config)).toThrow('ASSETS_S3_URL needs ASSETS_S3_ACCESS_KEY_ID');
  });
});
