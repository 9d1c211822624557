import { aForm } from '../builders/form.js';
import { startTestApp, type TestApp } from '../test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

const PATH = '/v1/suppressions';

let counter = 0;
const anAddress = () => `Person-${++counter}@Example.com`;
const add = (fields: object = {}) => test.api.post(PATH, { channel: 'email', address: anAddress(), ...fields });
const found = async (query: string) => (await test.api.get(`${PATH}?${query}`)).body.data;
const post = (csv: string, type = 'text/csv') =>
  test.api.request({ method: 'POST', url: `${PATH}/import`, payload: csv, headers: { 'content-type': type } });

describe('adding', () => {
  it('CS26: is 201 with the entry, and 200 when it is there', async () => {
    const address = anAddress();
    const first = await add({ address });
    expect(first.status).toBe(201);
    expect(first.body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      channel: 'email',
      address,
      reason: 'manual',
      source: { type: 'api' },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const expiresAt = '2099-02-03T04:05:06.000Z';
    const again = await add({ address: address.toUpperCase(), expiresAt });
    expect(again.status).toBe(200);
    expect(again.body.data).toMatchObject({ id: first.body.data.id, expiresAt, address: address.toUpperCase() });
    expect((await add({ address, expiresAt: null })).body.data).not.toHaveProperty('expiresAt');
  });

  it('CS26: keeps an entry for each reason', async () => {
    const address = anAddress();
    const bounce = await add({ address, reason: 'bounce' });
    expect((await add({ address, reason: 'stop' })).status).toBe(201);
    expect(await found(`address=${encodeURIComponent(address)}`)).toHaveLength(2);
    expect((await test.api.delete(`${PATH}/${bounce.body.data.id}?reason=checked`)).status).toBe(204);
    expect(await found(`address=${encodeURIComponent(address)}`)).toMatchObject([{ reason: 'stop' }]);
  });

  it('CS26: of fifty at once makes one entry', async () => {
    const address = anAddress();
    const all = await Promise.all(Array.from({ length: 50 }, () => add({ address })));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(await found(`address=${encodeURIComponent(address)}`)).toHaveLength(1);
  });

  it.each<[string, object, string, string?]>([
    ['an unknown channel', { channel: 'in_app' }, 'channel'],
    ['no address', { address: 'ada' }, 'address'],
    ['two addresses', { address: 'a@example.com,b@example.com' }, 'address'],
    ['a number without its country', { channel: 'sms', address: '030 901820' }, 'address'],
    ['a number', { address: 5 }, 'address'],
    ['an empty reason', { reason: ' ' }, 'reason'],
    ['an end that is over', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['an end that is none', { expiresAt: 'tomorrow' }, 'expiresAt'],
    ['a week', { expiresAt: '2099-W05' }, 'expiresAt', 'a time in ISO 8601'],
  ])('CS26: is 422 for %s', async (_what, fields, field, words = '') => {
    const { status, body } = await add(fields);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(JSON.stringify(body.errors)).toContain(words);
  });

  it('WR1: warns of members that have no effect', async () => {
    expect((await add({ note: 'x' })).body.data.warnings).toEqual([expect.stringContaining('note')]);
  });
});

describe('the list', () => {
  it('CS26: has filters, and pages, newest first', async () => {
    const mark = `m${Date.now()}`;
    for (const reason of ['bounce', 'complaint', 'bounce']) {
      await add({ address: `${++counter}.${mark}@Example.com`, reason });
    }
    await add({ channel: 'push', address: `token-${mark}` });
    const names = async (query: string) => (await found(query)).map(({ reason }: { reason: string }) => reason);
    expect(await names(`address=${mark}`)).toEqual(['manual', 'bounce', 'complaint', 'bounce']);
    expect(await names(`address=${mark.toUpperCase()}@EXAMPLE`)).toEqual(['bounce', 'complaint', 'bounce']);
    expect(await names(`address=${mark}&channel=email`)).toHaveLength(3);
    expect(await names(`address=${mark}&reason=complaint`)).toEqual(['complaint']);
    const { body } = await test.api.get(`${PATH}?address=${mark}&limit=3`);
    expect(body).toMatchObject({ totalCount: 4, previous: null, next: expect.any(String) });
    const next = await test.api.get(`${PATH}?address=${mark}&limit=3&after=${body.next}`);
    expect(next.body.data).toMatchObject([{ reason: 'bounce' }]);
  });

  it('CS26: looks for the text itself', async () => {
    const mark = `x${Date.now()}`;
    await add({ channel: 'push', address: `${mark}.*+?` });
    await add({ channel: 'push', address: `${mark}abc` });
    expect(await found(`address=${encodeURIComponent(`${mark}.*`)}`)).toHaveLength(1);
  });

  it('is that of one environment', async () => {
    const address = anAddress();
    const { id } = (await add({ address })).body.data;
    expect((await test.otherApi.get(`${PATH}?address=${encodeURIComponent(address)}`)).body.data).toEqual([]);
    expect((await test.otherApi.delete(`${PATH}/${id}?reason=x`)).status).toBe(404);
  });
});

describe('removal', () => {
  it('CS27: needs a reason, which the audit trail has, but not the address', async () => {
    const { id, address } = (await add()).body.data;
    expect((await test.api.delete(`${PATH}/${id}`)).body.errors).toHaveProperty('reason');
    expect((await test.api.delete(`${PATH}/${id}?reason=%20`)).status).toBe(422);
    const reason = 'The person asked for it by phone';
    const removal = { method: 'DELETE', url: `${PATH}/${id}`, payload: { reason } } as const;
    expect((await test.api.request(removal)).status).toBe(204);
    expect((await test.api.request(removal)).status).toBe(404);
    const entries = await test.connection
      .collection('audit_entries')
      .find({ operation: /Suppressions_remove/ })
      .toArray();
    expect(entries.at(-1)).toMatchObject({ changes: [{ path: 'reason', after: reason }], resourceIds: [id] });
    expect(JSON.stringify(entries)).not.toContain(address);
  });

  it('is 404 for what is no id', async () => {
    expect((await test.api.delete(`${PATH}/nothing?reason=x`)).status).toBe(404);
  });
});

describe('files', () => {
  it('CS28: are imported, and what cannot be used is named', async () => {
    const [one, two] = [anAddress(), anAddress()];
    await add({ address: one, reason: 'bounce' });
    const csv = [
      '\ufeffAddress;Channel;Reason;ExpiresAt;Note',
      `${one};email;bounce;;x`,
      `"${two}";email;;2099-01-01T00:00:00Z;"a;""b"""`,
      'ada;email;;;',
      "'+4930901820;sms;stop;;",
      'x;fax;;;',
      `${two};email;complaint;2020-01-01T00:00:00Z;`,
    ].join('\r\n');
    const { status, body } = await post(csv);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      created: 2,
      updated: 1,
      failed: 3,
      errors: [
        { line: 4, message: expect.stringContaining('email address') },
        { line: 6, message: expect.stringContaining('channel must be one of') },
        { line: 7, message: expect.stringContaining('past') },
      ],
    });
    expect(await found(`address=${encodeURIComponent(two)}`)).toMatchObject([
      { reason: 'manual', source: { type: 'import' }, expiresAt: '2099-01-01T00:00:00.000Z' },
    ]);
    expect(await found('address=901820&channel=sms')).toMatchObject([{ reason: 'stop', address: '+4930901820' }]);
  });

  it('CS28: may come in a form', async () => {
    const address = anAddress();
    const form = aForm([['file', 'list.csv', `channel,address\nemail,${address}\n`]]);
    const { body } = await test.api.request({ method: 'POST', url: `${PATH}/import`, ...form });
    expect(body.data).toEqual({ created: 1, updated: 0, failed: 0, errors: [] });
  });

  it.each([
    ['nothing', ''],
    ['no column names', 'email,ada@example.com'],
    ['a JSON text', '{"channel":"email"}'],
  ])('CS28: are 422 with %s', async (_what, csv) => {
    expect((await post(csv)).body.errors.file.messages[0]).toContain('channel, address');
  });

  it.each(['utf16le', 'latin1'] as const)('CS28: in the encoding %s say which one is needed', async (encoding) => {
    const mark = encoding === 'utf16le' ? '\ufeff' : '';
    const file = Buffer.from(`${mark}channel\taddress\nemail\tj\u00f6rg@example.com\n`, encoding);
    const { payload, headers } = aForm([['file', 'list.csv', file.toString('latin1')]]);
    const requests = [
      { payload: file, headers: { 'content-type': 'text/csv' } },
      { payload: Buffer.from(payload as string, 'latin1'), headers },
    ];
    for (const request of requests) {
      const { body } = await test.api.request({ method: 'POST', url: `${PATH}/import`, ...request });
      expect(JSON.stringify(body)).toContain('UTF-8');
    }
    expect(await found('address=rg@example.com')).toEqual([]);
  });

  it('CS28: keep what comes before a quote that is not closed', async () => {
    const { body } = await post(`channel,address\nemail,${anAddress()}\nemail,"ada`);
    expect(body.data).toMatchObject({ created: 1, failed: 1, errors: [{ line: 3 }] });
  });

  it('CS28: of another type are refused', async () => {
    expect((await post('x', 'application/xml')).status).toBe(415);
  });

  it('CS28: are exported without formulas, and can be imported again', async () => {
    const mark = `f${Date.now()}`;
    await add({ channel: 'push', address: `=cmd|${mark}`, reason: '@sum(1)' });
    await add({ address: `a.${mark}@example.com`, expiresAt: '2099-01-01T00:00:00Z' });
    const { body, headers } = await test.api.get(`${PATH}/export?address=${mark}`);
    expect(headers['content-type']).toContain('text/csv');
    const [head, ...rows] = String(body).trim().split('\r\n');
    expect(head).toBe('channel,address,reason,expiresAt,source,createdAt');
    expect(rows).toEqual([
      expect.stringMatching(new RegExp(`^push,'=cmd\\|${mark},'@sum\\(1\\),,api,`)),
      expect.stringMatching(new RegExp(`^email,a.${mark}@example.com,manual,2099-01-01T00:00:00.000Z,api,`)),
    ]);
    expect((await post(String(body))).body.data).toEqual({ created: 0, updated: 2, failed: 0, errors: [] });
    expect(await found(`address=${encodeURIComponent('=cmd')}`)).toMatchObject([{ reason: '@sum(1)' }]);
  });
});

it('CS29: the export of a subscriber has the entries of the addresses, and a deletion leaves them', async () => {
  const [email, phone] = [anAddress(), '+4930901877'];
  await add({ address: email, reason: 'complaint' });
  await add({ channel: 'sms', address: phone, reason: 'stop' });
  const { subscriberId } = await test.api.subscriber({ email, phone });
  const { body } = await test.api.get(`/v2/subscribers/${subscriberId}/export`);
  const lines = String(body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; data: { reason: string } });
  const reasons = lines.filter(({ kind }) => kind === 'suppressions').map(({ data }) => data.reason);
  expect(reasons).toEqual(['complaint', 'stop']);
  expect((await test.api.delete(`/v2/subscribers/${subscriberId}`)).status).toBe(200);
  expect(await found(`address=${encodeURIComponent(email)}`)).toHaveLength(1);
});
