import { MovableClock } from '../../delivery/engine-scene.js';
import { startTestApp, type TestApp } from '../../test-app.js';
import { SessionClient } from './widget-scene.js';

describe('C11: the preview of an inbox', () => {
  const clock = new MovableClock();
  let test: TestApp;
  let application: string;

  beforeAll(async () => {
    clock.stop();
    test = await startTestApp({ clock });
    // The environment of the other key is the Production one, which asks browsers for proof.
    for (const subscriberId of ['ada', 'eve', 'gone']) await test.otherApi.subscriber({ subscriberId });
    const { status, body } = await test.otherApi.post('/v2/subscribers/ada/inbox-preview');
    expect(status).toBe(201);
    expect(Date.parse(body.data.expiresAt) - clock.now().getTime()).toBe(3_600_000);
    application = body.data.applicationIdentifier;
  });

  afterAll(() => test.close());

  const open = (applicationIdentifier: string, subscriberId: string) =>
    test.anonymous.post('/v1/inbox/session', { applicationIdentifier, subscriber: { subscriberId } });

  it('opens the inbox of this subscriber alone', async () => {
    expect((await open(application, 'eve')).status).toBe(400);
    const { status, body } = await open(application, 'ada');
    expect(status).toBe(201);
    const session = new SessionClient(test.anonymous, body.data.token);
    expect((await session.get('notifications')).body.data).toEqual([]);
  });

  it('is for subscribers who exist, and does not bring them back', async () => {
    expect((await test.otherApi.post('/v2/subscribers/nobody/inbox-preview')).status).toBe(404);
    const { body } = await test.otherApi.post('/v2/subscribers/gone/inbox-preview');
    await test.otherApi.delete('/v2/subscribers/gone');
    expect((await open(body.data.applicationIdentifier, 'gone')).status).toBe(404);
    expect((await test.otherApi.get('/v2/subscribers/gone')).status).toBe(404);
  });

  it('ends after an hour, with the sessions that it has opened', async () => {
    const { token } = (await open(application, 'ada')).body.data;
    const session = new SessionClient(test.anonymous, token);
    clock.forward(3_599_000);
    expect((await session.get('notifications')).status).toBe(200);
    clock.forward(2_000);
    expect((await session.get('notifications')).body.message).toBe('The session has expired');
    const { status, body } = await open(application, 'ada');
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'This applicationIdentifier has ended',
    });
  });
});
