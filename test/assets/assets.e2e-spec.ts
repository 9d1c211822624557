import { aGif, aJpeg, aPng, exifWith, SECRET, segment } from '../../libs/pictures/testing/files.js';
import { ApiClient } from '../api-client.js';
import { aForm } from '../builders/form.js';
import { aLayout } from '../builders/layout.js';
import { aWorkflow, anInAppStep } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('assets', () => {
  let test: TestApp;
  let size = 0;

  beforeAll(async () => {
    test = await startTestApp({ settings: { MAX_ASSET_BYTES: '20000' } });
  });

  afterAll(() => test.close());

  /** A picture that no other test has. */
  const another = () => aPng({ width: (size += 1), height: 1 });
  const upload = (content: Buffer | string, fields: Record<string, string> = {}, api: ApiClient = test.api) =>
    api.request({ method: 'POST', url: '/v1/assets', ...aForm([['file', 'logo.png', content]], fields) });
  const uploaded = async (content: Buffer = another(), fields: Record<string, string> = {}) =>
    (await upload(content, fields)).body.data;
  /** As a mail program asks: by the address alone. */
  const opened = (url: string, headers: Record<string, string> = {}) =>
    test.app
      .getHttpAdapter()
      .getInstance()
      .inject({ method: 'GET', url: new URL(url).pathname, headers });

  it('AS1: are uploaded, listed, and seen by everyone who knows the address', async () => {
    const content = another();
    const { status, body } = await upload(content, { alt: 'Acme', name: 'Our logo' });
    expect(status).toBe(201);
    const { id, url, createdAt, ...asset } = body.data;
    expect(asset).toEqual({
      name: 'Our logo',
      alt: 'Acme',
      type: 'image/png',
      bytes: content.length,
      width: size,
      height: 1,
    });
    expect(url).toMatch(/^http:\/\/localhost:\d+\/assets\/[0-9a-f]{40}\.png$/);
    expect((await test.api.get('/v1/assets')).body.data[0]).toEqual({ id, url, createdAt, ...asset });
    const response = await opened(url);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(content)).toBe(true);
  });

  it('AS6: are served so that they run nothing, and are kept for a year', async () => {
    const { url } = await uploaded();
    const { headers } = await opened(url);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/);
    expect((await opened(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });

  it.each(['/assets', '/assets/', '/assets/x.png', '/assets/..%2f..%2fetc%2fpasswd', `/assets/${'0'.repeat(40)}.png`])(
    'AS7: %s shows nothing, and no list',
    async (path) => {
      const { statusCode, headers } = await opened(`http://localhost${path}`);
      expect(statusCode).toBe(404);
      expect(headers['cache-control'] ?? 'no-store').toBe('no-store');
    },
  );

  it('AS7: an address has the ending of its picture, and no other', async () => {
    const { url } = await uploaded();
    expect((await opened(url.replace('.png', '.gif'))).statusCode).toBe(404);
  });

  it('AS2: are known by their bytes, whatever the file is called', async () => {
    const form = aForm([['file', 'C:\\pictures\\page.html', aGif({ frames: 3, width: 7 })]]);
    const { body } = await test.api.request({ method: 'POST', url: '/v1/assets', ...form });
    expect(body.data).toMatchObject({ name: 'page.html', alt: '', type: 'image/gif', frames: 3 });
    expect(body.data.url).toMatch(/\.gif$/);
  });

  it.each<[string, string | Buffer, string]>([
    ['an empty file', '', 'The file is empty'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'is an SVG'],
    ['a page that is called a picture', '<html><script>alert(1)</script></html>', 'is not a picture'],
    [
      'a picture with an archive behind it',
      Buffer.concat([aPng(), Buffer.from('PK\x03\x04')]),
      'goes on after the end',
    ],
    ['a picture that ends early', aJpeg().subarray(0, 40), 'is incomplete'],
    ['a picture of 144 megapixels', aPng({ width: 12_000, height: 12_000 }), 'at most 100 megapixels'],
  ])('AS3: %s is 422, and says what is taken', async (_what, content, message) => {
    const { status, body } = await upload(content);
    expect(status).toBe(422);
    expect(body.errors.file.messages.join()).toContain(message);
  });

  it('AS3: a form without a file is 422, no form 415, a large file 413', async () => {
    const none = await test.api.request({ method: 'POST', url: '/v1/assets', ...aForm([], { alt: 'Acme' }) });
    expect([none.status, none.body.errors.file.messages]).toEqual([
      422,
      ['file must be a PNG, JPEG, GIF or WebP picture'],
    ]);
    expect((await test.api.post('/v1/assets', {})).status).toBe(415);
    const { status, body } = await upload(Buffer.alloc(20_001));
    expect([status, body.message]).toEqual([413, 'The file has more than 20000 bytes']);
    expect((await upload(another(), { alt: 'x'.repeat(501) })).status).toBe(422);
  });

  it('AS4: keep no metadata', async () => {
    const exif = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifWith(6)]));
    const { url, width, height } = await uploaded(aJpeg({ width: 30, height: 20, extra: [exif] }));
    expect([width, height]).toEqual([20, 30]);
    expect((await opened(url)).rawPayload.includes(SECRET)).toBe(false);
  });

  it('AS1: names and alternative texts of any script are kept whole, and longer ones are refused', async () => {
    const alt = '漢'.repeat(500);
    expect((await uploaded(another(), { alt, name: '漢'.repeat(200) })).alt).toBe(alt);
    expect((await upload(another(), { alt: `${alt}漢` })).status).toBe(422);
    expect((await upload(another(), { alt: 'a'.repeat(4097) })).status).toBe(413);
    const file = aForm([['file', `${'😀'.repeat(150)}a.png`, another()]]);
    const { name } = (await test.api.request({ method: 'POST', url: '/v1/assets', ...file })).body.data;
    expect(name).toBe(`${'😀'.repeat(97)}a.png`);
  });

  it('AS1: a form with a field or a file too many is refused', async () => {
    const { status, body } = await upload(another(), { altText: 'Acme' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['altText']]);
    const two = aForm([another(), another()].map((content) => ['file', 'a.png', content]));
    const refused = await test.api.request({ method: 'POST', url: '/v1/assets', ...two });
    expect([refused.status, refused.body.message]).toEqual([413, 'The form has more files than 1']);
  });

  it('AS5: the same picture has the same address, and the alternative text that was given last', async () => {
    const content = another();
    const first = await upload(content, { alt: 'Old' });
    const [again, silent] = [await upload(content, { alt: 'New' }), await upload(content)];
    expect([first.status, again.status, silent.status]).toEqual([201, 200, 200]);
    expect(silent.body.data).toEqual({ ...first.body.data, alt: 'New' });
  });

  it('AS5: of fifty uploads at once one adds it', async () => {
    const content = another();
    const all = await Promise.all(Array.from({ length: 50 }, () => upload(content)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(all.map(({ body }) => body.data.url)).size).toBe(1);
    const { _id } = (await test.connection.collection('environments').findOne({ name: 'Development' })) as {
      _id: object;
    };
    const contents = await test.connection.collection('assetcontents').countDocuments({ environmentId: _id });
    expect(contents).toBe((await test.api.get('/v1/assets')).body.totalCount);
  });

  it('AS7: another environment has an address of its own for it, and sees no other in its list', async () => {
    const content = another();
    const [here, there] = [await upload(content), await upload(content, {}, test.otherApi)];
    expect(there.status).toBe(201);
    expect(there.body.data.url).not.toBe(here.body.data.url);
    const ids = (await test.otherApi.get('/v1/assets?limit=100')).body.data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([there.body.data.id]);
    expect((await test.otherApi.delete(`/v1/assets/${here.body.data.id}`)).status).toBe(404);
    expect((await opened(here.body.data.url)).statusCode).toBe(200);
  });

  it('AS1: are listed by a part of the name, page by page', async () => {
    const { id: first } = await uploaded(another(), { name: 'Banner (spring) one.png' });
    const { id: second } = await uploaded(another(), { name: 'banner (SPRING) two.png' });
    const ids = async (query: string) => {
      const { body } = await test.api.get(`/v1/assets?search=${encodeURIComponent('(Spring)')}&${query}`);
      return [body.data.map(({ id }: { id: string }) => id), body.next, body.totalCount] as const;
    };
    const [newest, next, count] = await ids('limit=1');
    expect([newest, count]).toEqual([[second], 2]);
    expect((await ids(`limit=1&after=${next}`))[0]).toEqual([first]);
  });

  it('AS8: what is deleted is 404, and the response says what still has the address', async () => {
    const { id, url } = await uploaded();
    const body = `<img src="${url}" alt="Acme">`;
    const step = anInAppStep({ controlValues: { body: `![Acme](${url})` } });
    const { workflowId, name } = await test.api.workflow(aWorkflow({ steps: [step] }));
    const { layoutId } = (await test.api.post('/v2/layouts', aLayout())).body.data;
    const controlValues = { email: { body: `${body}{{content}}`, editorType: 'html' } };
    await test.api.put(`/v2/layouts/${layoutId}`, { name: 'Frame', controlValues });
    await test.otherApi.put('/v1/brand', { name: 'Acme', logoUrl: url });
    const usage = (await test.api.get(`/v1/assets/${id}/usage`)).body.data;
    expect(usage).toEqual({
      workflows: [{ environment: 'Development', id: workflowId, name }],
      layouts: [{ environment: 'Development', id: layoutId, name: 'Frame' }],
      brands: [{ environment: 'Production', id: expect.any(String), name: 'Production' }],
    });
    const deleted = await test.api.delete(`/v1/assets/${id}`);
    expect([deleted.status, deleted.body.data]).toEqual([200, { acknowledged: true, usedBy: usage }]);
    expect((await opened(url)).statusCode).toBe(404);
    expect((await test.api.delete(`/v1/assets/${id}`)).status).toBe(404);
  });

  it('AS8: a key of one environment is not told what others do with it', async () => {
    const { id, url } = await uploaded();
    await test.otherApi.put('/v1/brand', { name: 'Secret project', logoUrl: url });
    const step = anInAppStep({ controlValues: { body: `![Acme](${url})` } });
    await test.otherApi.post('/v2/workflows', aWorkflow({ workflowId: 'secret-project', steps: [step] }));
    const { workflowId } = await test.api.workflow(aWorkflow({ steps: [step] }));
    const permissions = ['workflows:read', 'workflows:write'];
    const { body: made } = await test.api.post('/v1/api-keys', { name: 'Here alone', permissions });
    const api = new ApiClient((request) => test.app.inject(request), made.data.key);
    const here = { brands: [], layouts: [], workflows: [expect.objectContaining({ id: workflowId })] };
    const usage = (await api.get(`/v1/assets/${id}/usage`)).body;
    expect(usage.data).toEqual(here);
    expect(JSON.stringify(usage)).not.toMatch(/secret/i);
    expect((await test.api.get(`/v1/assets/${id}/usage`)).body.data.brands).toHaveLength(1);
    const deleted = (await api.delete(`/v1/assets/${id}`)).body.data;
    expect(deleted).toEqual({ acknowledged: true, usedBy: here });
    await test.otherApi.delete('/v2/workflows/secret-project');
  });

  it('AS9: an environment takes its pictures with it', async () => {
    const { body: made } = await test.api.post('/v1/environments', { name: 'Short' });
    const api = new ApiClient((request) => test.app.inject(request), made.data.apiKeys[0].key);
    const { url } = (await upload(another(), {}, api)).body.data;
    await test.api.delete(`/v1/environments/${made.data._id}`);
    await eventually(async () => expect((await opened(url)).statusCode).toBe(404));
    const key = /([0-9a-f]{40})/.exec(url)![1];
    await eventually(async () => {
      expect(await test.connection.collection('assets').countDocuments({ key })).toBe(0);
    });
  });
});

describe('AS9: limits of an environment', () => {
  const upload = (test: TestApp, content: Buffer) =>
    test.api.request({ method: 'POST', url: '/v1/assets', ...aForm([['file', 'a.png', content]]) });

  it.each<[string, Record<string, string>, string]>([
    ['in number', { MAX_ASSETS: '3' }, 'at most'],
    ['in bytes', { MAX_ASSETS_BYTES: '1024' }, 'bytes together'],
  ])('%s hold for uploads at once', async (_what, settings, message) => {
    const test = await startTestApp({ settings });
    try {
      const profile = (index: number) => Buffer.concat([aPng({ width: 60 + index, height: 60 })]);
      const all = await Promise.all(Array.from({ length: 40 }, (_, index) => upload(test, profile(index))));
      const refused = all.filter(({ status }) => status !== 201);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]!.body.errors.file.messages[0]).toContain(message);
      const kept = await test.connection.collection('assets').find().toArray();
      expect(kept.length).toBeLessThanOrEqual(Number(settings.MAX_ASSETS ?? 40));
      expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(
        Number(settings.MAX_ASSETS_BYTES ?? 1e9),
      );
      expect(await test.connection.collection('assetcontents').countDocuments()).toBe(kept.length);
    } finally {
      await test.close();
    }
  });
});
