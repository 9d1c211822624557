import { startTestApp, type TestApp } from '../../test-app.js';

describe('the guide', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ settings: { DOCS: 'false' } });
  });

  afterAll(() => test.close());

  const request = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    test.app.getHttpAdapter().getInstance().inject({ method, url, headers });

  const POLICY =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  it.each([
    ['/guide', '<h1'],
    ['/guide/', '<h1'],
    ['/guide/steps', '<h1 id="steps">'],
    ['/guide/search', '<h1>Search</h1>'],
    ['/guide/search?q=%20', '<h1>Search</h1>'],
  ])('has %s, as a page without scripts that loads from here alone', async (path, part) => {
    const { statusCode, headers, body } = await request(path);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers).toMatchObject({
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).toContain(part);
    expect(body).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    expect(body.match(/<(link|img)[^>]* (href|src)="(?!\/(guide\/|favicon\.svg))[^"]*"/g)).toBeNull();
  });

  it.each(['/guide', '/guide/guide.css'])('sends %s once, and 304 to those who have it', async (path) => {
    const first = await request(path, { 'accept-encoding': 'br' });
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'br' });
    const again = await request(path, { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const head = await request(path, { 'accept-encoding': 'br' }, 'HEAD');
    expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, first.headers.etag, '']);
  });

  it('sends pictures as they are', async () => {
    const { body } = await request('/guide/console');
    const [, path = ''] = /<img src="([^"]+)"/.exec(body) ?? [];
    const { statusCode, headers } = await request(path, { 'accept-encoding': 'br' });
    expect([statusCode, headers['content-type'], headers['content-encoding']]).toEqual([200, 'image/png', undefined]);
  });

  it('leads from page to page, and never into nothing', async () => {
    const { body } = await request('/guide');
    const links = new Set([...body.matchAll(/href="(\/[^"#]*)/g)].map(([, path]) => path!));
    expect(links.size).toBeGreaterThan(15);
    for (const link of links) expect([link, (await request(link)).statusCode]).toEqual([link, 200]);
  });

  describe('its search', () => {
    const search = async (query: string) => (await request(`/guide/search?q=${encodeURIComponent(query)}`)).body;
    const found = (body: string) => {
      const [, hits = ''] = body.split('<ol class="hits">');
      return [...hits.matchAll(/<li><a href="([^"]+)">/g)].map(([, address]) => address!);
    };

    it.each([
      ['quiet hours', /quiet hours/i],
      ['Quiet HOUR', /quiet hours/i],
      ['dijest', /digest/i],
    ])('finds what is about %p', async (query, about) => {
      const body = await search(query);
      const [first = ''] = found(body);
      expect(first).toMatch(/^\/guide\/[\w/-]+(#[\w-]+)?$/);
      const page = await request(first.split('#')[0]!);
      expect([page.statusCode, about.test(page.body)]).toEqual([200, true]);
      expect(body).toContain('<mark>');
    });

    it('shows twenty results at most', async () => {
      expect(found(await search('the notification of a subscriber'))).toHaveLength(20);
    });

    it.each(['zzzzqqqq', '"\'<>&', '%', '\u0000', '…'])('says that nothing is found by %p', async (query) => {
      const body = await search(query);
      expect(body).toContain('Nothing was found');
      expect(body).not.toContain('<>');
    });

    it('shows what was searched for as text', async () => {
      const body = await search('<script>alert(1)</script>{{main}}');
      expect(body).not.toContain('<script');
      expect(body).toContain('value="&#60;script&#62;alert(1)&#60;/script&#62;{{main}}"');
    });

    it('refuses more than 100 characters', async () => {
      const { statusCode, body } = await request(`/guide/search?q=${'a'.repeat(101)}`);
      expect([statusCode, /at most 100 characters/.test(body)]).toEqual([400, true]);
    });

    it('takes a repeated name for none', async () => {
      expect((await request('/guide/search?q=a&q=b')).body).toContain('<h1>Search</h1>');
    });
  });

  it.each([
    '/guide/missing',
    '/guide/steps.html',
    '/guide/index',
    '/guide/search.json',
    '/guide/frame',
    '/guide/frame.html',
    '/guide/../package.json',
    '/guide/%2e%2e/%2e%2e/package.json',
    '/guide/..%2f..%2fpackage.json',
    '/guide/..%5c..%5cpackage.json',
    '/guide/pictures/..%2f..%2fsearch.json',
    '/guide/pictures',
    '/guide//etc/passwd',
    '/guide/guide.css%00.html',
    '/guide/__proto__',
  ])('has no page at %s, and no other file of the machine', async (path) => {
    const { statusCode, headers, body } = await request(path);
    expect([400, 404]).toContain(statusCode);
    expect(body).not.toMatch(/"dependencies"|root:|documentCount|\{\{/);
    if (statusCode === 404 && headers['content-type']?.toString().startsWith('text/html')) {
      expect(headers).toMatchObject({ 'content-security-policy': POLICY, 'cache-control': 'no-store' });
      expect(body).toMatch(/<h1>Page not found<\/h1>.*<a href="\/guide">/s);
      expect(body).toContain('<form role="search" action="/guide/search">');
    }
  });

  it('takes no changes', async () => {
    expect((await request('/guide', {}, 'POST')).statusCode).toBe(404);
  });
});
