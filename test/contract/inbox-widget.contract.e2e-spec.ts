import { Novu } from '@novu/js';
import { startTestApp, type TestApp } from '../test-app.js';
import { WidgetScene } from '../inbox-widget/widget-scene.js';

describe('probe', () => {
  let test: TestApp;
  beforeAll(async () => { test = await startTestApp(); await test.app.listen(0, '127.0.0.1'); });
  afterAll(() => test.close());
  it('works', async () => {
    const scene = await WidgetScene.of(test);
    const novu = new Novu({ applicationIdentifier: scene.development.identifier, subscriber: { subscriberId: 'ada', firstName: 'Ada' }, apiUrl: await test.app.getUrl(), useCache: false });
    console.log(await novu.preferences.list());
    console.log(await novu.subscriptions.list({ topicKey: 'x' }));
    console.log((await novu.preferences.schedule.update({ weeklySchedule: {} })));
    console.log((await novu.subscriptions.create({ topicKey: 'x', topicName: 'X' })));
    console.log((await novu.subscriptions.get({ topicKey: 'x' })));
    console.log((await novu.subscriptions.get({ topicKey: 'y' })));
  });
});
