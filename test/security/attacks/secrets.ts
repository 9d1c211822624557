import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attack } from './target.js';

/** What was given in secret is looked for in every file of the installation, and in every line that it printed. */
export const secretsAtRest: Attack = async (target) => {
  const api = target.client('development');
  const secrets: Record<string, string> = {};
  const secret = (what: string): string => (secrets[what] = `kept-${target.values.whole(1e8, 1e9)}-secret`);
  const responses = [
    await api.post('/v1/integrations', {
      providerId: 'sendgrid',
      channel: 'email',
      credentials: { apiKey: secret('a credential'), from: 'a@example.com', senderName: 'A' },
      active: true,
    }),
    await api.post('/v1/environment-variables', {
      key: 'TOKEN',
      isSecret: true,
      defaultValue: secret('a secret variable'),
    }),
    await api.post('/v1/legacy/applications', { name: 'Shop' }),
    await api.post('/v1/webhooks', { url: 'https://hooks.example.invalid/' }),
  ];
  for (const { status, body } of responses) target.check(status < 300, `was refused: ${JSON.stringify(body)}`);
  secrets['the secret of a legacy application'] = responses[2]!.body.data.secret as string;
  const { secret: signing } = (await api.get(`/v1/webhooks/${responses[3]!.body.data._id}/secret`)).body.data;
  secrets['the signing secret of a webhook'] = signing as string;
  const { identifier } = (await api.get('/v1/environments/me')).body.data as { identifier: string };
  const open = { applicationIdentifier: identifier, subscriber: { subscriberId: 'ada' } };
  secrets['the token of a session'] = (await target.client().post('/v1/inbox/session', open)).body.data.token as string;
  for (const [name, key] of Object.entries(target.keys)) secrets[`the key of ${name}`] = key;
  // Wrong turns repeat what was sent; not what is secret of it.
  await target.send({ method: 'GET', url: `/v1/nowhere?apiKey=${target.keys.production}` });
  await target.send({ method: 'POST', url: '/v1/integrations', payload: `{"a": "${secrets['a credential']}"` });
  for (const [what, value] of Object.entries(secrets)) {
    target.check(typeof value === 'string' && value.length > 8, `${what} is not known`);
    // The banner of the first start shows the keys, and is no log.
    const lines = target.carillon.printed.split('\n').filter((line) => line.startsWith('{') && line.includes(value));
    target.check(lines.length === 0, `${what} is in the log: ${lines[0]}`);
  }
  for (const entry of await readdir(target.folder.path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    target.requests += 1;
    const content = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    for (const [what, value] of Object.entries(secrets)) {
      target.check(!content.includes(value), `${what} is in ${entry.name} as it is`);
    }
  }
};
