import type { ApiResponse } from '../api-client.js';
import { anEmailIntegration } from '../builders/integration.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { GALLERY } from '../../src/workflows/templates/gallery.js';
import { TEMPLATE_LOCALES } from '../../src/workflows/templates/template.js';
import { mailProblems } from './mail-linter.js';

let test: TestApp;
let templates: ApiResponse['body'][];

beforeAll(async () => {
  test = await startTestApp({ settings: { PUBLIC_URL: 'https://notify.shop.de' } });
  await test.api.post('/v1/integrations', anEmailIntegration());
  await test.api.post('/v1/integrations', {
    providerId: 'twilio',
    channel: 'sms',
    active: true,
    credentials: { accountSid: 'AC1', token: 'secret', from: '+15550100' },
  });
  templates = (await test.api.get('/v1/templates')).body.data;
  for (const { workflow, translations } of templates) {
    const { status, body } = await test.api.post('/v2/workflows', workflow);
    if (status !== 201) throw new Error(JSON.stringify(body));
    for (const [locale, content] of Object.entries(translations)) {
      const resource = { resourceType: 'workflow', resourceId: workflow.workflowId };
      await test.api.post('/v2/translations', { ...resource, locale, content });
    }
  }
});

afterAll(() => test.close());

const NAMES = GALLERY.map(({ templateId }) => templateId);
const IN_LANGUAGES = NAMES.flatMap((name) => TEMPLATE_LOCALES.map((locale) => [name, locale] as const));

/** The rendered steps of a template for a reader of a language. */
async function rendered(name: string, locale: string): Promise<Record<string, Record<string, string>>> {
  const template = templates.find(({ templateId }) => templateId === name);
  const entries: [string, Record<string, string>][] = [];
  for (const { stepId, type } of template.workflow.steps) {
    const { body } = await test.api.post(`/v2/workflows/${name}/step/${stepId}/preview`, {
      previewPayload: { subscriber: { locale } },
    });
    expect(body.data.result.error).toBeUndefined();
    entries.push([type, body.data.result.preview]);
  }
  return Object.fromEntries(entries);
}

describe('CK30: the templates', () => {
  it('are twelve, each with what a request needs', () => {
    expect(NAMES).toEqual([
      'welcome',
      'verify-email',
      'sign-in-code',
      'password-reset',
      'invoice',
      'order-shipped',
      'appointment-reminder',
      'comment-digest',
      'weekly-summary',
      'trial-ending',
      'announcement',
      'incident',
    ]);
    expect(templates).toHaveLength(12);
    for (const template of templates) {
      expect(template).toMatchObject({
        channels: expect.arrayContaining(['email']),
        payloadExample: expect.any(Object),
      });
    }
  });

  it.each(NAMES)('%s: a check finds nothing in it', async (name) => {
    const { body } = await test.api.post(`/v2/workflows/${name}/check`, {});
    expect(body.data.findings).toEqual([]);
  });

  it.each(IN_LANGUAGES)('%s in %s: is an email that mail programs show as it is', async (name, locale) => {
    const { email, ...others } = await rendered(name, locale);
    const isSubscription = templates.find(({ templateId }) => templateId === name).workflow.kind === 'subscription';
    expect(mailProblems(email!.body!, { isSubscription })).toEqual([]);
    for (const text of [email!.subject, ...Object.values(others).flatMap((one) => [one.subject, one.body])]) {
      // A key or a variable that nobody has resolved.
      expect(text ?? '').not.toMatch(/\{\{|\bt\.|(mail|inbox|sms)\.[a-z]+\b/);
    }
  });

  it.each(NAMES)('%s: says something else in each language', async (name) => {
    const bodies = await Promise.all(
      TEMPLATE_LOCALES.map(async (locale) => (await rendered(name, locale)).email!.body),
    );
    expect(new Set(bodies).size).toBe(3);
  });
});
