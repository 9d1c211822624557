import type { Page } from 'playwright-core';
import { eventually } from '../eventually.js';
import { describeInBrowser } from '../browser/chromium.js';
import { ConsoleScene } from './console-scene.js';

describeInBrowser('a subscriber in the console', () => {
  let scene: ConsoleScene;
  let page: Page;

  beforeAll(async () => {
    scene = await ConsoleScene.start({ settings: { OUTBOX: 'on' } });
    page = await scene.newPage();
    await scene.signInAs(page, 'author');
    const { api } = scene.test;
    await api.subscriber({ subscriberId: 'ada', firstName: 'Ada', email: 'ada@example.com' });
    await api.topic({ key: 'news', name: 'News' });
    await api.post('/v2/topics/news/subscriptions', { subscriptions: ['ada'] });
    await api.subscriber({ subscriberId: 'bob' });
    await api.post('/v2/topics/news/subscriptions', { subscriptions: ['bob'], context: { tenant: 'acme' } });
    await api.workflow({
      workflowId: 'code',
      name: 'Sign-in code',
      steps: [
        { name: 'SMS', type: 'sms', controlValues: { body: 'Code {{payload.code}}' } },
        { name: 'Push', type: 'push', controlValues: { subject: 'Code', body: '{{payload.code}}' } },
      ],
    });
  });

  afterAll(() => scene?.close());

  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click();
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const preferences = async () => (await scene.test.api.get('/v2/subscribers/ada/preferences')).body.data;

  it('is told what is missing for each channel, and gets a device', async () => {
    await scene.open(page, '/subscribers/ada', 'Ada');
    await tab('Channels');
    await region('Email').getByText('ada@example.com').waitFor();
    await region('Email').getByText('reachable', { exact: true }).waitFor();
    await region('SMS').getByText('There is no phone number in the profile.').waitFor();
    await region('Push').getByText('There are no credentials at a provider of this channel.').waitFor();
    await page.getByRole('combobox', { name: 'Integration' }).click();
    await page.getByRole('option', { name: /push/i }).click();
    await page.getByRole('textbox', { name: 'Device token' }).fill('phone-1');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await region('Push').getByText('reachable', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove the credentials at outbox-push' }).click();
    await region('Push').getByText('not reachable').waitFor();
  });

  it('has preferences, with who decides, and hours', async () => {
    await tab('Preferences');
    const sms = page.getByRole('switch', { name: 'SMS for Sign-in code' });
    await page
      .getByRole('row', { name: /Sign-in code/ })
      .getByText('workflow default')
      .waitFor();
    await sms.click();
    await page.getByText('SMS: the subscriber').waitFor();
    expect((await preferences()).workflows[0].channels).toMatchObject({ sms: false, push: true });
    await page.getByRole('switch', { name: 'Only notify during these hours' }).click();
    await page.getByLabel('Monday from').fill('08:30');
    await page.getByRole('button', { name: 'Save quiet hours' }).click();
    // "Saved" of the switch before may still be there.
    await eventually(async () =>
      expect((await preferences()).global.schedule).toMatchObject({
        isEnabled: true,
        weeklySchedule: {
          monday: { isEnabled: true, hours: [{ start: '08:30 AM', end: '06:00 PM' }] },
          sunday: { isEnabled: false },
        },
      }),
    );
  });

  it('shows topics, and what became of triggers', async () => {
    await tab('Topics');
    await page.getByRole('link', { name: 'News' }).waitFor();
    await tab('Activity');
    await page.getByText('No activity yet').waitFor();
    const sent = await scene.test.api.post('/v1/events/trigger', { name: 'code', to: 'ada', payload: { code: 1 } });
    await scene.test.api.get(`/v1/events/trigger/${sent.body.data.transactionId}?wait=10`);
    await page.reload();
    await page.getByRole('row', { name: /Ada.*Sign-in code/ }).waitFor();
    await page.getByRole('link', { name: 'More filters' }).click();
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
    await page.getByRole('row', { name: /Ada.*Sign-in code/ }).waitFor();
  });

  it('is told by a topic whom a trigger would reach, and whom not', async () => {
    await scene.follow(page, '/topics/news', 'News');
    await page.getByRole('combobox', { name: 'Workflow' }).click();
    await page.getByRole('option', { name: 'Sign-in code' }).click();
    await page.getByRole('button', { name: 'Show audience' }).click();
    const reach = region('Test audience');
    await reach.getByText('1 reached, 1 not').waitFor();
    await reach.getByText('is subscribed in another context').waitFor();
    await reach.getByRole('button', { name: /^ada/ }).click();
    await reach.getByText('Push', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Context' }).fill('tenant:acme');
    await page.getByRole('button', { name: 'Show audience' }).click();
    await reach.getByRole('button', { name: /^bob/ }).waitFor();
  });

  it('has rules of a subscription, which whoever has the link sees, too', async () => {
    const stored = async () => (await scene.test.api.get('/v2/topics/news/subscriptions/tk_news:si_ada')).body.data;
    await page.getByRole('link', { name: 'Rules of ada' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rules of tk_news:si_ada' });
    await dialog.getByRole('combobox', { name: 'Another rule' }).click();
    await page.getByRole('option', { name: 'Sign-in code' }).click();
    await dialog.getByRole('button', { name: 'Add the rule' }).click();
    await dialog.getByRole('combobox', { name: 'When Sign-in code reaches it' }).selectOption('condition');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The condition for code is not complete').waitFor();
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    await dialog.getByRole('combobox', { name: 'Variable 1' }).fill('payload.region');
    await dialog.getByRole('textbox', { name: 'Value 1' }).fill('eu');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Of Ada');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Sign-in code under a condition').waitFor();
    const condition = { '==': [{ var: 'payload.region' }, 'eu'] };
    expect(await stored()).toMatchObject({
      name: 'Of Ada',
      preferences: [{ condition, workflow: { identifier: 'code' } }],
    });
    await page.getByRole('textbox', { name: 'Context' }).fill('');
    await page.getByRole('button', { name: 'Show audience' }).click();
    await region('Test audience').getByText('opted out of this workflow').waitFor();

    await scene.open(page, '/topics/news?rules=tk_news:si_ada', 'News');
    await dialog.getByRole('combobox', { name: 'When Sign-in code reaches it' }).selectOption('off');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('not Sign-in code').waitFor();
    await page.getByRole('link', { name: 'Rules of ada' }).click();
    await dialog.getByRole('button', { name: 'Remove the rule for Sign-in code' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await stored()).preferences).toEqual([]);
  });

  it('calls nobody but this server, breaks no script, and keeps to its policy', () => {
    expect(scene.foreign).toEqual([]);
    expect(scene.failures).toEqual([]);
  });
});
