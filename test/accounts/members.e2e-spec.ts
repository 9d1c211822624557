import { randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import type { Account } from '../../src/auth/people/account.schema.js';
import { apiOf, createAccount, signIn, startSession, type SignedIn } from '../builders/account.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('members', () => {
  let test: TestApp;
  let owner: SignedIn;
  let production: Types.ObjectId;

  beforeAll(async () => {
    test = await startTestApp();
    owner = await signIn(test, { name: 'Olga' });
    production = (await test.connection.collection('environments').findOne({ name: 'Production' }))!._id;
  });

  afterAll(() => test.close());

  const urlOf = ({ _id }: Pick<Account, '_id'>) => `/v1/members/${_id.toHexString()}`;
  const owners = () => test.connection.collection('accounts').countDocuments({ role: 'owner' });

  it('are listed page by page and shown one by one, without what is secret', async () => {
    const { account } = await signIn(test, { role: 'viewer', name: 'Vera' });
    const first = await owner.api.get('/v1/members?limit=1');
    expect(first.body).toMatchObject({
      data: [{ email: account.email, name: 'Vera', role: 'viewer' }],
      previous: null,
    });
    const second = await owner.api.get(`/v1/members?limit=1&after=${first.body.next}`);
    expect(second.body.data).toHaveLength(1);
    const { status, body } = await owner.api.get(urlOf(account));
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: {
        _id: account._id.toHexString(),
        email: account.email,
        name: 'Vera',
        role: 'viewer',
        environmentRoles: [],
        hasPassword: false,
        hasSecondFactor: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
  });

  it('are not there for keys, for roles without the permission, and for other organizations', async () => {
    expect(await test.api.get('/v1/members')).toMatchObject({ status: 403 });
    expect(await (await signIn(test, { role: 'author' })).api.get('/v1/members')).toMatchObject({ status: 403 });
    expect(await test.anonymous.get('/v1/members')).toMatchObject({ status: 401 });
    const foreign = await createAccount(test, { organizationId: new Types.ObjectId() });
    for (const answer of [
      await owner.api.get(urlOf(foreign)),
      await owner.api.patch(urlOf(foreign), { role: 'viewer' }),
      await owner.api.delete(urlOf(foreign)),
      await owner.api.post(`${urlOf(foreign)}/reset`, {}),
      await owner.api.get('/v1/members/nobody'),
    ])
      expect(answer).toMatchObject({
        status: 404,
        body: { message: expect.stringMatching(/^Member '.*' was not found/) },
      });
    expect(JSON.stringify((await owner.api.get('/v1/members?limit=100')).body)).not.toContain(foreign.email);
  });

  it('AC55: a new role counts in all processes', async () => {
    const other = await startTestApp({ namespace: test.connection.db!.databaseName });
    try {
      const { account, token, api } = await signIn(test, { role: 'admin' });
      const elsewhere = apiOf(other, token);
      expect((await elsewhere.get('/v1/members')).status).toBe(200);
      const environmentRoles = [{ environmentId: production.toHexString(), role: 'support' }];
      const changed = await owner.api.patch(urlOf(account), { role: 'viewer', name: 'Ada', environmentRoles });
      expect(changed).toMatchObject({ status: 200, body: { data: { role: 'viewer', name: 'Ada', environmentRoles } } });
      expect((await api.get('/v1/members')).status).toBe(403);
      await eventually(async () => expect((await elsewhere.get('/v1/members')).status).toBe(403), 10_000);
      const unnamed = await owner.api.patch(urlOf(account), { name: null });
      expect(unnamed.body.data).toMatchObject({ role: 'viewer', environmentRoles });
      expect(unnamed.body.data).not.toHaveProperty('name');
      expect((await owner.api.delete(urlOf(account))).status).toBe(204);
      expect((await api.get('/v1/members')).status).toBe(401);
      await eventually(async () => expect((await elsewhere.get('/v1/members')).status).toBe(401), 10_000);
    } finally {
      await other.app.close();
    }
  });

  it.each([
    [{ role: 'king' }, 'role'],
    [{ name: 'a\nb' }, 'name'],
    [{ environmentRoles: [{ environmentId: 'x', role: 'viewer' }] }, 'environmentRoles.0.environmentId'],
    [{ environmentRoles: [{ environmentId: 'f'.repeat(24), role: 'viewer' }] }, 'environmentRoles.0.environmentId'],
    [
      { environmentRoles: ['viewer', 'none'].map((role) => ({ environmentId: 'f'.repeat(24), role })) },
      'environmentRoles',
    ],
    [{ environmentRoles: [null] }, 'environmentRoles.0'],
  ])('a change to %j is refused', async (change, field) => {
    const account = await createAccount(test, { role: 'viewer' });
    const { status, body } = await owner.api.patch(urlOf(account), change);
    expect({ status, fields: Object.keys(body.errors ?? body) }).toEqual({ status: 422, fields: [field] });
  });

  describe('AC54: an admin', () => {
    let admin: SignedIn;

    beforeAll(async () => {
      admin = await signIn(test, { role: 'admin', environmentRoles: [{ environmentId: production, role: 'viewer' }] });
    });

    it('neither makes nor changes, resets or removes owners', async () => {
      const author = await createAccount(test, { role: 'author' });
      for (const answer of [
        await admin.api.patch(urlOf(author), { role: 'owner' }),
        await admin.api.patch(urlOf(admin.account), { role: 'owner' }),
        await admin.api.patch(urlOf(owner.account), { role: 'viewer' }),
        await admin.api.post(`${urlOf(owner.account)}/reset`, {}),
        await admin.api.delete(urlOf(owner.account)),
      ])
        expect(answer).toMatchObject({ status: 403, body: { hint: expect.stringContaining('Owners may give') } });
    });

    it('lifts no limit of the own role, neither directly nor through somebody else', async () => {
      const another = await createAccount(test, { role: 'admin' });
      for (const answer of [
        await admin.api.patch(urlOf(admin.account), { environmentRoles: [] }),
        await admin.api.post(`${urlOf(another)}/reset`, {}),
        await admin.api.post('/v1/invitations', { email: 'second-self@example.com', role: 'admin' }),
      ])
        expect(answer).toMatchObject({ status: 403, body: { message: expect.stringContaining("is 'viewer'") } });
      const author = await createAccount(test, { role: 'author' });
      const environmentRoles = [{ environmentId: production.toHexString(), role: 'viewer' }];
      const lowered = await admin.api.patch(urlOf(author), { role: 'admin', environmentRoles });
      expect(lowered).toMatchObject({ status: 200, body: { data: { role: 'admin' } } });
    });
  });

  it('AC53: of owners who remove each other concurrently, one at least stays', async () => {
    await test.connection.collection('accounts').updateMany({ role: 'owner' }, { $set: { role: 'viewer' } });
    const pair = await Promise.all([signIn(test), signIn(test)]);
    const [one, two] = pair;
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        one.api.patch(urlOf(two.account), { role: 'owner', name: `Two ${round}` }),
        one.api.patch(urlOf(two.account), { role: 'viewer' }),
        two.api.patch(urlOf(one.account), { role: 'viewer' }),
        one.api.patch(urlOf(one.account), { role: 'viewer' }),
      ]);
      for (const { status } of answers) expect([200, 401, 403, 409]).toContain(status);
      expect(await owners()).toBeGreaterThan(0);
      await test.connection
        .collection('accounts')
        .updateMany({ _id: { $in: pair.map(({ account }) => account._id) } }, { $set: { role: 'owner' } });
      await eventually(async () => {
        for (const { api } of pair) expect((await api.get('/v1/members')).status).toBe(200);
      });
    }
    await Promise.all([one.api.delete(urlOf(two.account)), two.api.delete(urlOf(one.account))]);
    const left = await owners();
    expect(left).toBeGreaterThan(0);
    const [last] = await test.connection.collection<Account>('accounts').find({ role: 'owner' }).toArray();
    const api = apiOf(test, await startSession(test, last!));
    if (left === 2)
      for (const { account } of pair) if (!account._id.equals(last!._id)) await api.delete(urlOf(account));
    for (const answer of [await api.delete(urlOf(last!)), await api.patch(urlOf(last!), { role: 'admin' })])
      expect(answer).toMatchObject({ status: 409, body: { message: 'This is the last owner' } });
    expect(await owners()).toBe(1);
    expect(await test.connection.collection('accounts').countDocuments({ departure: { $exists: true } })).toBe(0);
    owner = { account: last!, token: '', api };
  });

  it('AC53: a departure that a process left behind is forgotten after a minute', async () => {
    const died = { token: randomBytes(6).toString('hex'), at: new Date(Date.now() - 61_000) };
    const going = await createAccount(test, { departure: died });
    expect((await owner.api.delete(urlOf(going))).status).toBe(204);
    const busy = await createAccount(test, { departure: { ...died, at: new Date() } });
    expect(await owner.api.delete(urlOf(busy))).toMatchObject({ status: 409, headers: { 'retry-after': '1' } });
    await test.connection.collection('accounts').deleteOne({ _id: busy._id });
  });

  it('AC56: a removed member keeps the name of changes, and gets the same id when coming back', async () => {
    const { account, token } = await signIn(test, { role: 'author' });
    const environment = { 'carillon-environment': 'Development' };
    const layout = { layoutId: 'by-the-author', name: 'Mine' };
    expect((await apiOf(test, token, environment).post('/v2/layouts', layout)).status).toBe(201);
    expect((await owner.api.delete(urlOf(account))).status).toBe(204);
    expect(await owner.api.delete(urlOf(account))).toMatchObject({ status: 404 });
    const { body } = await test.api.get('/v2/layouts/by-the-author');
    expect(body.data.updatedBy).toMatchObject({ firstName: account.email });
    const invited = await owner.api.post('/v1/invitations', { email: account.email, role: 'viewer' });
    const [, link] = invited.body.data.link.split('#token=');
    const accepted = await test.anonymous.post('/v1/invitations/accept', { token: link, password: 'correct horse' });
    expect(accepted).toMatchObject({ status: 201, body: { data: { member: { _id: account._id.toHexString() } } } });
    expect((await apiOf(test, token).get('/v1/members')).status).toBe(401);
  });

  it('AC61: a deleted environment takes its roles with it', async () => {
    const created = await test.api.post('/v1/environments', { name: 'Short-lived' });
    const environmentId = created.body.data._id as string;
    const { account } = await signIn(test, { role: 'viewer' });
    const environmentRoles = [
      { environmentId, role: 'author' },
      { environmentId: production.toHexString(), role: 'support' },
    ];
    await owner.api.patch(urlOf(account), { environmentRoles });
    const invitation = { email: 'short-lived@example.com', role: 'viewer', environmentRoles };
    expect((await owner.api.post('/v1/invitations', invitation)).status).toBe(201);
    expect((await test.api.delete(`/v1/environments/${environmentId}`)).status).toBeLessThan(300);
    await eventually(async () => {
      const { body } = await owner.api.get(urlOf(account));
      expect(body.data.environmentRoles).toEqual([environmentRoles[1]]);
      const { data } = (await owner.api.get('/v1/invitations')).body;
      expect(data[0].environmentRoles).toEqual([environmentRoles[1]]);
    });
  });
});
