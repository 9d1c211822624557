// Takes the pictures of the console that README.md and docs/console.md show.
//
//   node test/console/pictures.mjs
//
// On a Carillon of its own, with the story of the demo and some more of the same shop. Needs a build and Chromium. Writes
// docs/pictures.
import { mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { OwnCarillon } from './own-carillon.mjs';

const FOLDER = resolve(import.meta.dirname, '../../docs/pictures');
const MAX_BYTES = 165_000;
const { DemoApi } = await import('../../dist/src/cli/demo/api.js');
const { playStory } = await import('../../dist/src/cli/demo/story.js');

const PEOPLE = [
  { subscriberId: 'grace', firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' },
  { subscriberId: 'alan', firstName: 'Alan', lastName: 'Turing', email: 'alan@example.com', phone: '+15550101' },
  { subscriberId: 'mary', firstName: 'Mary', lastName: 'Jackson', email: 'mary@example.com', locale: 'en_GB' },
  { subscriberId: 'linus', firstName: 'Linus', lastName: 'Pauling', phone: '+15550102', timezone: 'Europe/Berlin' },
];

const CODE = {
  workflowId: 'sign-in-code',
  name: 'Sign-in code',
  tags: ['account'],
  active: true,
  steps: [{ name: 'SMS', type: 'sms', controlValues: { body: 'Your code is {{payload.code}}.' } }],
};

const invoice = (subject) => ({
  workflowId: 'invoice',
  name: 'Invoice',
  description: 'Sent when the bill of an order is there, and once more when it is not paid.',
  tags: ['orders'],
  active: true,
  payloadSchema: { type: 'object', properties: { number: { type: 'string' }, total: { type: 'string' } } },
  steps: [
    {
      name: 'Invoice',
      stepId: 'invoice',
      type: 'email',
      controlValues: {
        subject,
        editorType: 'html',
        body: '<h1 style="color: #4338ca">Hello {{subscriber.firstName}}</h1>\n<p>Your invoice <b>{{payload.number}}</b> of {{payload.total}} is ready.</p>\n<p>Thank you for shopping with us.</p>',
      },
    },
    { name: 'A week', stepId: 'week', type: 'delay', controlValues: { type: 'regular', amount: 7, unit: 'days' } },
    {
      name: 'Reminder',
      stepId: 'reminder',
      type: 'in_app',
      controlValues: { subject: 'Invoice {{payload.number}}', body: 'It is still open: {{payload.total}}.' },
    },
  ],
});

const carillon = await OwnCarillon.start({ OUTBOX: 'on', LOG_LEVEL: 'warn' });
let browser;
try {
  const opened = await carillon.openConsole({ height: 720 });
  browser = opened.browser;
  const { page } = opened;
  const runOfGrace = await tellStory(page);
  mkdirSync(FOLDER, { recursive: true });
  await take(page, 'overview', '/overview', 'Delivery latency');
  await take(page, 'activity', '/activity', 'Sign-in code');
  await take(page, 'run', `/activity/${runOfGrace}`, 'has no phone number');
  await take(page, 'workflow', '/workflows/welcome', 'Thank you for joining Acme', { y: 260 });
  await take(page, 'templates', '/create/workflow', 'Start from a template', { y: 330 });
  await take(page, 'subscriber', '/subscribers/ada', 'Erase');
  await take(page, 'compare', '/environments/compare?open=workflow:invoice', 'Your invoice is here');
} finally {
  await browser?.close();
  await carillon.stop();
}

/** Sends what a shop sends, and returns the id of a run of which a step was skipped. */
async function tellStory(page) {
  await playStory(new DemoApi(carillon.url, carillon.apiKey), () => undefined);
  for (const person of PEOPLE) await carillon.call('POST', '/v2/subscribers', person);
  await carillon.call('POST', '/v2/workflows', CODE);
  await beginFromTemplate(page, 'Welcome');
  await carillon.call('POST', '/v2/workflows', invoice('Invoice {{payload.number}}'));
  await publish(page);
  await carillon.call('PUT', '/v2/workflows/invoice', {
    ...invoice('Your invoice is here, {{subscriber.firstName}}'),
    preferences: {},
  });
  const everyone = ['ada', ...PEOPLE.map(({ subscriberId }) => subscriberId)];
  const triggers = [
    { name: 'invoice', to: ['alan', 'mary'], payload: { number: 'R-1042', total: '48.20 €' } },
    { name: 'sign-in-code', to: ['alan'], payload: { code: 4711 } },
    { name: 'order-shipped', to: everyone, payload: { orderId: 4712, items: ['a desk'] } },
    { name: 'sign-in-code', to: ['mary'], payload: { code: 2718 } },
    { name: 'order-shipped', to: ['grace'], payload: { orderId: 4713, items: ['a lamp', 'a rug'] } },
  ];
  let last;
  for (const trigger of triggers) {
    ({ data: last } = await carillon.call('POST', '/v1/events/trigger', trigger));
    await carillon.call('GET', `/v1/events/trigger/${last.transactionId}?wait=10`);
  }
  const { data } = await carillon.call('GET', `/v1/notifications?transactionId=${last.transactionId}`);
  return data[0]._id;
}

/** Makes a workflow of a template, as an author does. */
async function beginFromTemplate(page, name) {
  await page.goto(`${carillon.url}/console/create/workflow`);
  await page.getByRole('button', { name: new RegExp(`^${name} `) }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Brings all workflows to Production, which only people may. */
async function publish(page) {
  await page.goto(`${carillon.url}/console/environments/compare`);
  await page.getByRole('button', { name: /^Publish \d+ to Production$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('published to Production').waitFor();
}

/** Takes a picture as soon as this text is there, of what is `y` pixels below the beginning of the page. */
async function take(page, name, path, text, { y = 0 } = {}) {
  await page.goto(`${carillon.url}/console${path}`);
  await page.getByText(text).first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined);
  await page.evaluate(`scrollTo(0, ${y})`);
  const file = resolve(FOLDER, `${name}.png`);
  await page.screenshot({ path: file });
  const { size } = statSync(file);
  console.log(`${file} ${Math.round(size / 1000)} kB`);
  if (size > MAX_BYTES) throw new Error(`${file} has more than ${MAX_BYTES / 1000} kB`);
}
