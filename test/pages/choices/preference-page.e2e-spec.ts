import { randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import { startTestApp, type TestApp } from '../../test-app.js';
import { CRITICAL, PageScene, STEPS } from './page-scene.js';

const DAY = 86_400_000;

describe('the preference page', () => {
  let test: TestApp;
  let scene: PageScene;
  let news: { _id: string; workflowId: string };
  let offers: { _id: string; workflowId: string };
  let orders: { _id: string; workflowId: string };

  beforeAll(async () => {
    test = await startTestApp();
    scene = new PageScene(test);
    const subscription = { kind: 'subscription', tags: ['product news'], steps: STEPS };
    news = await test.api.workflow({ name: 'Weekly <news>', ...subscription });
    offers = await test.api.workflow({ name: 'Offers', ...subscription });
    orders = await test.api.workflow({ name: 'Orders', steps: STEPS });
    await test.api.workflow({ name: 'Sign-in codes', steps: STEPS, ...CRITICAL });
  });

  afterAll(() => test.close());

  const person = (fields: object = {}) =>
    test.api.subscriber({ email: 'ada@example.com', phone: '+4915112345678', ...fields });

  it('CS51: a link is for an hour, or as long as it is asked for', async () => {
    const { subscriberId } = await person();
    const link = (body?: object) => test.api.post(`/v2/subscribers/${subscriberId}/preferences-link`, body);
    const before = Date.now();
    const { status, body } = await link();
    expect(status).toBe(201);
    expect(Object.keys(body.data).toSorted()).toEqual(['expiresAt', 'url']);
    expect(body.data.url).toMatch(/^http:\/\/localhost:\d+\/preferences\/[\w-]+$/);
    expect(Date.parse(body.data.expiresAt) - before).toBeGreaterThanOrEqual(3_600_000);
    expect(Date.parse((await link({ expiresIn: 86_400 })).body.data.expiresAt) - before).toBeGreaterThanOrEqual(DAY);
    for (const expiresIn of [59, 86_401, 1.5, 'day', null]) expect((await link({ expiresIn })).status).toBe(422);
    expect((await link({ context: { tenant: '!' } })).status).toBe(422);
    expect((await test.api.post('/v2/subscribers/nobody/preferences-link')).status).toBe(404);
    expect((await test.otherApi.post(`/v2/subscribers/${subscriberId}/preferences-link`)).status).toBe(404);
  });

  it('CS52: shows what can be chosen, without a script, a cookie or a third party, and is not kept', async () => {
    const { subscriberId } = await person();
    const { statusCode, headers, body } = await scene.get(await scene.ownPath(subscriberId));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'content-language': 'en',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("img-src 'none'");
    expect(headers).not.toHaveProperty('set-cookie');
    expect(body).not.toMatch(/<script|https?:\/\/(?!localhost)/);
    for (const text of [
      'product news',
      'Weekly &#60;news&#62;',
      'Orders',
      'Always sent',
      'Sign-in codes',
      'ada@example.com',
    ])
      expect(body).toContain(text);
    expect(body).toContain('Quiet hours');
    expect(body).toContain('value="+4915112345678"');
  });

  it('CS54: a channel of everything, of a category and of a workflow; the ledger has the words', async () => {
    const { subscriberId } = await person();
    const path = await scene.ownPath(subscriberId);
    const saved = await scene.send(`${path}?lang=de`, 'choices', (form) => {
      form.delete('all', 's');
      form.delete(':product news', 'e');
      form.delete(orders._id, 'e');
    });
    expect({ status: saved.statusCode, to: saved.headers.location }).toEqual({ status: 303, to: '?lang=de&saved=1' });
    expect(saved.headers['referrer-policy']).toBe('no-referrer');
    const { global, workflows } = await scene.preferences(subscriberId);
    expect(global.channels).toMatchObject({ email: true, sms: false });
    const byId = Object.fromEntries(
      workflows.map(({ workflow, channels }: { workflow: { identifier: string }; channels: object }) => [
        workflow.identifier,
        channels,
      ]),
    );
    expect(byId[news.workflowId]).toEqual({ email: false, sms: false });
    expect(byId[offers.workflowId]).toEqual({ email: false, sms: false });
    expect(byId[orders.workflowId]).toEqual({ email: false, sms: false });

    const origin = { source: 'preferences_page', ip: '127.0.0.1', userAgent: 'Browser/1', language: 'de' };
    expect(await scene.consents(subscriberId)).toMatchObject([
      {
        choice: 'opted_out',
        channels: ['email'],
        workflowId: orders.workflowId,
        origin: { ...origin, wording: 'Orders: E-Mail' },
      },
      {
        choice: 'opted_out',
        channels: ['email'],
        category: 'product news',
        origin: { ...origin, wording: 'product news: E-Mail' },
      },
      { choice: 'opted_out', channels: ['sms'], origin: { ...origin, wording: 'Alle Benachrichtigungen: SMS' } },
    ]);
    expect((await scene.get(`${path}?lang=de&saved=1`)).body).toContain('role="status"');
  });

  it('CS54: what is sent as it is shown changes nothing, and a choice from elsewhere stays', async () => {
    const { subscriberId } = await person();
    const path = await scene.ownPath(subscriberId);
    expect((await scene.send(path, 'choices', () => {})).statusCode).toBe(303);
    expect(await scene.consents(subscriberId)).toEqual([]);
    await scene.send(path, 'choices', (form) => {
      // Meanwhile the channel was switched off elsewhere: the page still shows it on.
      form.delete(offers._id, 'e');
    });
    await test.api.patch(`/v2/subscribers/${subscriberId}/preferences`, { channels: { push: false } });
    const { workflows } = await scene.preferences(subscriberId);
    const channels = workflows.find(
      (one: { workflow: { identifier: string } }) => one.workflow.identifier === news.workflowId,
    ).channels;
    expect(channels).toEqual({ email: true, sms: true });
  });

  it('CS54: a critical workflow is not changed, whatever a form says', async () => {
    const { subscriberId } = await person();
    const path = await scene.ownPath(subscriberId);
    const critical = await test.api.workflow({ name: 'Receipts', steps: STEPS, ...CRITICAL });
    const { statusCode } = await scene.send(path, 'choices', (form) => form.append('was', `${critical._id}|es`));
    expect(statusCode).toBe(303);
    expect(await scene.consents(subscriberId)).toEqual([]);
  });

  it('CS50, CS54: a pause until a day, and its end', async () => {
    const { subscriberId } = await person({ timezone: 'Europe/Berlin', locale: 'fr' });
    const path = await scene.ownPath(subscriberId);
    const day = new Date(Date.now() + 7 * DAY).toISOString().slice(0, 10);
    await scene.send(path, 'pause', (form) => form.set('until', day));
    const { pausedUntil } = (await scene.preferences(subscriberId)).global;
    expect(new Date(pausedUntil).toLocaleString('sv', { timeZone: 'Europe/Berlin' })).toBe(`${day} 00:00:00`);
    const { body } = await scene.get(path);
    expect(body).toContain('En pause jusqu’au ');
    await scene.send(path, 'pause', (form) => form.set('resume', '1'));
    expect((await scene.preferences(subscriberId)).global).not.toHaveProperty('pausedUntil');
    expect(await scene.consents(subscriberId)).toMatchObject([
      { choice: 'resumed', origin: { wording: 'Reprendre maintenant', language: 'fr' } },
      {
        choice: 'paused',
        until: pausedUntil,
        origin: { wording: expect.stringContaining('Mettre en pause jusqu’au') },
      },
    ]);
  });

  it('CS54: quiet hours and addresses, and what is wrong with them', async () => {
    const { subscriberId } = await person();
    const path = await scene.ownPath(subscriberId);
    await scene.send(path, 'hours', (form) => {
      form.set('hours', 'on');
      form.delete('day', 'sunday');
    });
    const { schedule } = (await scene.preferences(subscriberId)).global;
    expect(schedule).toMatchObject({
      isEnabled: true,
      weeklySchedule: {
        monday: { isEnabled: true, hours: [{ start: '08:00 AM', end: '08:00 PM' }] },
        sunday: { isEnabled: false },
      },
    });
    const incomplete = await scene.send(path, 'hours', (form) => form.set('monday.to', ''));
    expect(incomplete.statusCode).toBe(422);
    expect(incomplete.body).toContain('role="alert"><a href="#hours">');
    expect(incomplete.body).toContain('Enter a start and an end');

    const wrong = await scene.send(path, 'addresses', (form) => {
      form.set('email', 'ada@');
      form.set('phone', '+49 151 000 0000');
    });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain('value="ada@"');
    expect((await test.api.get(`/v2/subscribers/${subscriberId}`)).body.data.email).toBe('ada@example.com');
    await scene.send(path, 'addresses', (form) => {
      form.set('email', 'lovelace@example.com');
      form.set('phone', '');
    });
    const changed = (await test.api.get(`/v2/subscribers/${subscriberId}`)).body.data;
    expect(changed.email).toBe('lovelace@example.com');
    expect(changed.phone ?? null).toBeNull();
    expect(await scene.consents(subscriberId)).toMatchObject([
      { choice: 'address', channels: ['sms'] },
      { choice: 'address', channels: ['email'], address: 'lovelace@example.com' },
      { choice: 'quiet_hours' },
    ]);
  });

  it('CS56: a link in a message says whose choices it changes, shows no address, and changes neither hours nor addresses', async () => {
    const somebody = await person();
    const path = await scene.messagePath(somebody);
    const { body } = await scene.get(path);
    expect(body).toContain('\u2068a…@example.com\u2069');
    expect(body).toContain('forwarded');
    expect(body).not.toContain('ada@example.com');
    expect(body).not.toContain('15112345678');
    expect(body).not.toContain('id="hours"');
    expect(body).not.toContain('id="addresses"');
    for (const payload of ['form=addresses&email=eve%40example.com', 'form=hours&hours=on&day=monday', 'form=x', '']) {
      const { statusCode, headers } = await test.app.inject({
        method: 'POST',
        url: path,
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      // Nothing is stored, and the page does not say so.
      expect([statusCode, headers.location]).toEqual([303, '?lang=en']);
    }
    expect((await test.api.get(`/v2/subscribers/${somebody.subscriberId}`)).body.data.email).toBe('ada@example.com');
    expect(await scene.consents(somebody.subscriberId)).toEqual([]);
    await scene.send(path, 'choices', (form) => form.delete(orders._id, 'e'));
    expect(await scene.consents(somebody.subscriberId)).toMatchObject([{ workflowId: orders.workflowId }]);
  });

  it('CS56: changes the choices of the contexts of the message alone', async () => {
    const somebody = await person();
    const path = await scene.messagePath(somebody, { contextKeys: ['tenant:acme'] });
    await scene.send(path, 'choices', (form) => form.delete('all', 'e'));
    expect((await scene.preferences(somebody.subscriberId)).global.channels.email).toBe(true);
    expect((await scene.preferences(somebody.subscriberId, '?contextKeys=tenant:acme')).global.channels.email).toBe(
      false,
    );
  });

  it('CS52: GET and HEAD change nothing', async () => {
    const somebody = await person();
    const path = await scene.messagePath(somebody);
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode } = await test.app.inject({ method, url: `${path}?form=pause&until=2027-01-01&resume=1` });
      expect(statusCode).toBe(200);
    }
    expect(await scene.consents(somebody.subscriberId)).toEqual([]);
  });

  it('CS58: a link that opens nothing ends on a page that helps, in the language of the reader', async () => {
    const somebody = await person();
    const path = await scene.messagePath(somebody);
    const forged = `/preferences/${randomBytes(180).toString('base64url')}`;
    const unsubscribe = await scene.messagePath(somebody, { opens: 'unsubscribe' });
    const expired = await scene.messagePath(somebody, { expiresAt: new Date(Date.now() - 1) });
    const pages: [string, number, string][] = [
      [forged, 404, 'This link does not work'],
      [`${path.slice(0, 40)}${path[40] === 'A' ? 'B' : 'A'}${path.slice(41)}`, 404, 'This link does not work'],
      [unsubscribe, 404, 'This link does not work'],
      [expired, 410, 'This link has expired'],
    ];
    for (const [url, status, title] of pages) {
      for (const method of ['GET', 'POST'] as const) {
        const page = await test.app.inject({ method, url });
        expect({ url, method, status: page.statusCode }).toEqual({ url, method, status });
        expect(page.body).toContain(`<h1>${title}</h1>`);
        expect(page.headers['cache-control']).toBe('no-store');
      }
    }
    expect((await scene.get(forged, { 'accept-language': 'xx, ar;q=0.9, de;q=0.5' })).body).toContain(
      '<html lang="ar" dir="rtl">',
    );
    await test.api.delete(`/v2/subscribers/${somebody.subscriberId}`);
    const deleted = await scene.get(path, { 'accept-language': 'de' });
    expect(deleted.statusCode).toBe(410);
    expect(deleted.body).toContain('Diese Einstellungen gibt es nicht mehr');
  });

  it('CS58: a link whose workflow was deleted shows the others, and says so', async () => {
    const somebody = await person();
    const gone = await test.api.workflow({ name: 'Short-lived', steps: STEPS });
    const path = await scene.messagePath(somebody, { workflowId: new Types.ObjectId(gone._id as string) });
    expect((await scene.get(path)).body).not.toContain('no longer exist');
    await test.api.delete(`/v2/workflows/${gone.workflowId}`);
    const { statusCode, body } = await scene.get(path);
    expect(statusCode).toBe(200);
    expect(body).toContain('no longer exist');
    expect(body).toContain('Orders');
  });

  it('CS55: names of workflows and categories come from the translations', async () => {
    const { workflowId } = await test.api.workflow({
      name: 'Tips',
      kind: 'subscription',
      tags: ['tips'],
      steps: STEPS,
    });
    const content = { preferences: { name: 'Tipps der Woche', category: 'Tipps & Tricks' } };
    const translation = { resourceType: 'workflow', resourceId: workflowId, locale: 'de_DE', content };
    expect((await test.api.post('/v2/translations', translation)).status).toBeLessThan(300);
    const { subscriberId } = await person({ locale: 'de_CH' });
    const path = await scene.ownPath(subscriberId);
    const german = (await scene.get(path)).body;
    expect(german).toContain('<bdi>Tipps der Woche</bdi>');
    expect(german).toContain('<bdi>Tipps &#38; Tricks</bdi>');
    const english = (await scene.get(`${path}?lang=en`)).body;
    expect(english).toContain('<bdi>Tips</bdi>');
    expect(english).toContain('<bdi>tips</bdi>');
  });

  it('CS57: looks as the environment says, and as the context says that is more specific', async () => {
    const { subscriberId } = await person();
    const { _id } = (await test.api.get('/v1/environments/me')).body.data;
    const brand = { name: 'Acme & Co', color: '#ffd54a', logoUrl: 'https://acme.example.com/logo.png?size=2' };
    const put = (body: object) => test.api.put(`/v1/environments/${_id}`, body);
    expect((await put({ brand })).body.data.brand).toEqual(brand);
    const { body, headers } = await scene.get(await scene.ownPath(subscriberId));
    expect(body).toContain('src="https://acme.example.com/logo.png?size=2" alt="Acme &#38; Co"');
    expect(headers['content-security-policy']).toContain('img-src https://acme.example.com;');
    expect(body).toMatch(/--accent: light-dark\(#[0-9a-f]{6}, #ffd54a\)/);

    const shop = { name: 'Shop' };
    await test.api.post('/v2/contexts', { type: 'tenant', id: 'shop', data: { brand: shop } });
    const ofShop = await scene.get(await scene.ownPath(subscriberId, { context: { tenant: 'shop' } }));
    expect(ofShop.body).toContain('alt="Shop"');

    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(81) },
      { color: 'red' },
      { logoUrl: 'http://acme.example.com/logo.png' },
      { logoUrl: 'javascript:alert(1)' },
      { fonts: 'serif' },
    ]) {
      expect({ wrong, status: (await put({ brand: wrong })).status }).toEqual({ wrong, status: 422 });
    }
    expect((await put({ brand: {} })).body.data).not.toHaveProperty('brand');
    expect((await scene.get(await scene.ownPath(subscriberId))).body).not.toContain('Acme');
  });
});
