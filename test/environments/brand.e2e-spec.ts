import { ApiClient } from '../api-client.js';
import { anEmailIntegration } from '../builders/integration.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

const ACME = {
  name: 'Acme',
  logoUrl: 'https://acme.example.com/logo.png',
  color: '#0b6b5c',
  buttonTextColor: '#ffffff',
  linkColor: '#1d4ed8',
  headingColor: '#111827',
  textColor: '#374151',
  backgroundColor: '#ffffff',
  font: "Georgia, 'Times New Roman', serif",
  radius: 6,
  footer: { address: 'Acme Inc.\n1 Main Street', unsubscribe: 'Unsubscribe' },
};

const PICTURE = `/assets/${'a'.repeat(40)}.png`;

describe('brand', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
  });

  afterAll(() => test.close());
  afterEach(() => test.api.put('/v1/brand', {}));

  const stored = async () => (await test.api.get('/v1/brand')).body.data;

  it('BR1: stays when a request has no body', async () => {
    await test.api.put('/v1/brand', ACME);
    const lost = await test.api.request({ method: 'PUT', url: '/v1/brand' });
    expect([lost.status, lost.body.message]).toEqual([422, 'The request has no body. Send {} to remove the brand']);
    expect(await stored()).toEqual(ACME);
  });

  it('BR1: is one for the environment, wherever it is read and set', async () => {
    expect(await stored()).toEqual({});
    const { status, body } = await test.api.put('/v1/brand', ACME);
    expect([status, body.data]).toEqual([200, ACME]);
    expect(await stored()).toEqual(ACME);
    const { _id, brand } = (await test.api.get('/v1/environments/me')).body.data;
    expect(brand).toEqual(ACME);
    await test.api.put(`/v1/environments/${_id}`, { brand: { name: 'Shop', color: '#112233' } });
    expect(await stored()).toEqual({ name: 'Shop', color: '#112233' });
    expect((await test.otherApi.get('/v1/brand')).body.data).toEqual({});
  });

  it('BR1: replaces what is stored', async () => {
    await test.api.put('/v1/brand', ACME);
    expect((await test.api.put('/v1/brand', { name: 'Acme' })).body.data).toEqual({ name: 'Acme' });
  });

  it.each<[string, object, string]>([
    ['a logo without encryption', { logoUrl: 'http://acme.example.com/logo.png' }, 'logoUrl'],
    ['a logo that runs', { logoUrl: 'javascript:alert(1)' }, 'logoUrl'],
    ['a logo of no site', { logoUrl: 'https://localhost/logo.png' }, 'logoUrl'],
    ['a path as logo', { logoUrl: PICTURE }, 'logoUrl'],
    ['a colour by name', { color: 'red' }, 'color'],
    ['a colour of three digits', { linkColor: '#abc' }, 'linkColor'],
    ['a font with a declaration', { font: 'Arial; color: red' }, 'font'],
    ['a radius that is none', { radius: 4.5 }, 'radius'],
    ['a large radius', { radius: 41 }, 'radius'],
    ['an unknown member of the footer', { footer: { adress: 'Acme' } }, 'footer.adress'],
    ['a control character', { footer: { address: 'Acme\u0007' } }, 'footer.address'],
    ['an unknown member', { colour: '#112233' }, 'colour'],
    ['null', { name: null }, 'name'],
  ])('BR3: %s is 422', async (_what, brand, field) => {
    const { status, body } = await test.api.put('/v1/brand', brand);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
    expect(await stored()).toEqual({});
  });

  it('BR3: a picture that was uploaded may be the logo, also where nothing is encrypted', async () => {
    const logoUrl = `http://localhost:3000${PICTURE}`;
    expect((await test.api.put('/v1/brand', { logoUrl })).body.data).toEqual({ logoUrl });
  });

  it('BR4: colours that cannot be read are stored, and named', async () => {
    const brand = { color: '#ffee00', buttonTextColor: '#ffffff', linkColor: '#111111' };
    const { body } = await test.api.put('/v1/brand', brand);
    expect(body.data).toEqual({
      ...brand,
      warnings: [expect.stringContaining('buttonTextColor #ffffff on color #ffee00')],
    });
    expect((await stored()).warnings).toHaveLength(1);
  });

  it('BR2: emails are sent with it, and templates read it', async () => {
    await test.api.put('/v1/brand', ACME);
    await test.api.post('/v1/integrations', anEmailIntegration({ providerId: 'novu-email', credentials: {} }));
    const blocks = [
      { type: 'logo' },
      { type: 'paragraph', content: [{ type: 'text', text: 'From {{brand.name}}: {{brand.logo}}' }] },
      { type: 'button', attrs: { text: 'Open', url: 'https://acme.example.com' } },
      { type: 'footer' },
    ];
    const controlValues = { subject: 'News of {{brand.name}}', body: JSON.stringify({ type: 'doc', content: blocks }) };
    const { workflowId } = await test.api.workflow({ steps: [{ name: 'Mail', type: 'email', controlValues }] });
    const preview = await test.api.post(`/v2/workflows/${workflowId}/step/mail/preview`, {});
    expect(preview.body.data.result.preview.body).toContain('background-color:#0b6b5c');
    const to = { subscriberId: 'ada', email: 'ada@example.com' };
    const { transactionId } = await test.api.trigger(workflowId, { to });
    const mail = await eventually(async () => {
      const { body } = await test.api.get(`/v1/outbox?transactionId=${transactionId}`);
      expect(body.data).toHaveLength(1);
      return (await test.api.get(`/v1/outbox/${body.data[0]._id}`)).body.data;
    });
    const sent = JSON.stringify(mail);
    for (const part of ['News of Acme', 'From Acme: https://acme.example.com/logo.png', '#0b6b5c', '1 Main Street']) {
      expect(sent).toContain(part);
    }
    expect(sent).toMatch(/\/u\/[\w.-]{20,}/);
  });

  it('BR5: publishing does not copy it', async () => {
    await test.api.put('/v1/brand', ACME);
    const { _id, apiKeys } = (await test.api.post('/v1/environments', { name: 'Staging' })).body.data;
    const staging = new ApiClient((request) => test.app.inject(request), apiKeys[0].key);
    const { workflowId } = await test.api.workflow();
    expect((await test.api.post(`/v2/environments/${_id}/publish`, {})).status).toBe(200);
    expect((await staging.get(`/v2/workflows/${workflowId}`)).status).toBe(200);
    expect((await staging.get('/v1/brand')).body.data).toEqual({});
  });
});
