import { aRun, anIntegrationOf, recordedEffects, stepServices } from '../../../../test/builders/run.js';
import type { LinkedMessage } from '../../../preferences/links/message-links.service.js';
import type { OutgoingEmail } from '../step-effects.js';
import { executeRun } from '../execute-run.js';
import type { RunScope } from '../run-input.js';

const RETENTION = { runMs: 1, inAppMs: 1, otherMs: 1 };
const EMAIL = { subject: 'News', body: '<p>Hi</p>', editorType: 'html' };
const CRITICAL = { user: { all: { enabled: true, readOnly: true }, channels: {} } };
const BOTH = { 'List-Unsubscribe': '<https://u/0>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

interface Given {
  controls?: object;
  workflow?: object;
  scope?: Partial<RunScope>;
  overrides?: object;
}

/** The email of a run, and the links that were made for it. */
async function sent({ controls, workflow, scope: more, overrides }: Given) {
  const { run, scope } = aRun([['email', { ...EMAIL, ...controls }]], {
    integrations: [anIntegrationOf('email')],
    ...more,
  });
  Object.assign(scope.workflow, workflow);
  if (overrides) Object.assign(scope.event, { overrides });
  const { effects, sent: messages } = recordedEffects();
  const made: LinkedMessage[] = [];
  const link = (path: string) => async (message: LinkedMessage) => `https://${path}/${made.push(message) - 1}`;
  const links = {
    unsubscribe: link('u'),
    preferences: link('preferences'),
    samples: { unsubscribe: 'https://u/sample', preferences: 'https://preferences/sample' },
  };
  await executeRun(run, scope, { ...stepServices(effects), links }, RETENTION);
  return { email: messages[0]?.content as OutgoingEmail, made, run, scope };
}

describe('CS5, CS6: the links of an email', () => {
  it.each<[string, Given, number]>([
    ['that names none', {}, 0],
    ['that names one', { controls: { body: '<a href="{{unsubscribeUrl}}">x</a>' } }, 2],
    ['that names one in blocks', { controls: { body: footer('preferencesUrl'), editorType: 'block' } }, 2],
    ['of a subscription', { workflow: { kind: 'subscription' } }, 1],
    ['of a critical workflow', { workflow: { kind: 'subscription', preferences: CRITICAL } }, 0],
    ['of a preview', { workflow: { kind: 'subscription' }, scope: { hidesSecrets: true } }, 0],
  ])('are signed only where they are used: one %s', async (_case, given, count) => {
    expect((await sent(given)).made).toHaveLength(count);
  });

  it('are about the person, the workflow, the contexts and the channel', async () => {
    const { made, run, scope } = await sent({ controls: { subject: '{{unsubscribeUrl}}' } });
    expect(made[0]).toEqual({
      environmentId: run.environmentId,
      subscriberId: scope.subscriber._id,
      contextKeys: [],
      workflow: scope.workflow,
      channel: 'email',
    });
  });

  it.each<[string, Given, string]>([
    ['in HTML', { controls: { body: '<a href="{{unsubscribeUrl}}">x</a>' } }, 'href="https://u/0"'],
    [
      'in a footer of blocks',
      { controls: { body: footer('unsubscribeUrl'), editorType: 'block' } },
      'href="https://u/0"',
    ],
    [
      'as samples',
      { controls: { body: '{{preferencesUrl}}' }, scope: { hidesSecrets: true } },
      'https://preferences/sample',
    ],
  ])('are printed %s', async (_case, given, text) => {
    expect((await sent(given)).email.html).toContain(text);
  });

  it.each<[string, Given, object | undefined]>([
    ['of a subscription', { workflow: { kind: 'subscription' } }, BOTH],
    ['of a transactional workflow', {}, undefined],
    ['of a critical workflow', { workflow: { kind: 'subscription', preferences: CRITICAL } }, undefined],
    [
      'with others of the trigger',
      { workflow: { kind: 'subscription' }, overrides: { email: { headers: { 'X-Own': '1' } } } },
      { 'X-Own': '1', ...BOTH },
    ],
    [
      'with those of the trigger',
      {
        workflow: { kind: 'subscription' },
        overrides: { email: { headers: { 'list-unsubscribe': '<mailto:a@example.com>' } } },
      },
      { 'list-unsubscribe': '<mailto:a@example.com>' },
    ],
    [
      'with one of the trigger',
      {
        workflow: { kind: 'subscription' },
        overrides: { email: { headers: { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' } } },
      },
      { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click', 'List-Unsubscribe': BOTH['List-Unsubscribe'] },
    ],
  ])('are in headers: %s', async (_case, given, headers) => {
    expect((await sent(given)).email.headers).toEqual(headers);
  });
});

/** A document of blocks whose footer links to a variable. */
function footer(href: string): string {
  const marks = [{ type: 'link', attrs: { href, isUrlVariable: true } }];
  return JSON.stringify({
    type: 'doc',
    content: [{ type: 'footer', content: [{ type: 'text', text: 'Leave', marks }] }],
  });
}
