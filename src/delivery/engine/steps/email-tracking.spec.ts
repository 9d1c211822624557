import type { Task } from '#libs/computation/task.js';
import { aRun, anIntegrationOf, recordedEffects, stepServices } from '../../../../test/builders/run.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import { executeRun } from '../execute-run.js';

const HTML = '<p><a href="https://shop.example/">Shop</a></p>';

/** Sends an email with these integrations; returns what was read of it, what was sent, and what the step says. */
async function send(
  integrations: Partial<Integration>[],
  { controls = {}, isPublic = true }: { controls?: object; isPublic?: boolean } = {},
) {
  const { run, scope } = aRun([['email', { subject: 'Hi', body: HTML, editorType: 'html', ...controls }]], {
    integrations: integrations.map((fields, index) => anIntegrationOf('email', { primary: index === 0, ...fields })),
  });
  const { effects, sent } = recordedEffects();
  const services = stepServices(effects);
  const tasks: string[] = [];
  const computation = {
    run: <In, Out>(task: Task<In, Out>, input: In) => {
      tasks.push(task.name);
      return services.computation.run(task, input, {} as never);
    },
  };
  const trackingAddress = isPublic ? 'https://mail.example/e/' : undefined;
  await executeRun(run, scope, { ...services, computation, trackingAddress }, { runMs: 1, inAppMs: 1, otherMs: 1 });
  const details = run.steps.at(0)!.details.map(({ detail }) => detail);
  return { isRead: tasks.includes('emailLinks'), links: sent[0]?.links?.links.map(({ url }) => url), details };
}

describe('CS80: an email is read for tracking', () => {
  it('not unless an integration tracks', async () => {
    expect(await send([{}, {}])).toEqual({ isRead: false, links: undefined, details: ['Message sent'] });
  });

  it.each<[string, Partial<Integration>[]]>([
    ['openings', [{ tracked: ['opened'] }]],
    ['clicks', [{ tracked: ['clicked'] }]],
    ['in failover alone', [{}, { tracked: ['clicked'] }]],
  ])('for %s', async (_case, integrations) => {
    const sent = await send(integrations);
    expect(sent).toEqual({ isRead: true, links: ['https://shop.example/'], details: ['Message sent'] });
  });

  it('not when its step says no', async () => {
    const { isRead, links } = await send([{ tracked: ['opened'] }], { controls: { disableTracking: true } });
    expect({ isRead, links }).toEqual({ isRead: false, links: undefined });
  });

  it('not without a public address, and says so', async () => {
    const sent = await send([{ tracked: ['clicked'] }], { isPublic: false });
    expect(sent).toEqual({ isRead: false, links: undefined, details: ['Not tracked', 'Message sent'] });
  });

  it('E13: and counts what is added for the size at which Gmail cuts it', async () => {
    const link = '<a href="https://shop.example/products/1">x</a>';
    const body = link.repeat(Math.floor((100 * 1024) / link.length));
    expect((await send([{}], { controls: { body } })).details).toEqual(['Message sent']);
    const tracked = await send([{ tracked: ['clicked'] }], { controls: { body } });
    expect(tracked.details).toEqual(['Look at the content', 'Message sent']);
  });
});
