import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ApiClient } from '../api-client.js';
import { eventually } from '../eventually.js';
import { ownFolder } from './own-folder.js';

const WORKFLOW = {
  name: 'Welcome',
  workflowId: 'welcome',
  active: true,
  steps: [{ name: 'Inbox', type: 'in_app', controlValues: { body: '{{payload.text}}' } }],
};

describe('the process on the embedded default', () => {
  const { start, startAndCall } = ownFolder();

  const inboxOf = async (api: ApiClient, subscriberId: string): Promise<string[]> => {
    const { body } = await api.get(`/v2/subscribers/${subscriberId}/notifications?limit=100`);
    return (body.data ?? []).map((notification: { body: string }) => notification.body);
  };

  it('T13: has every notification, once, after a SIGKILL right after the 201', async () => {
    const first = await startAndCall();
    await first.api.workflow(WORKFLOW);
    const expected: string[] = [];
    let { carillon, api } = first;
    for (let round = 0; round < 3; round++) {
      const text = `round ${round}`;
      const answer = await api.post('/v1/events/trigger', { name: 'welcome', to: 'ada', payload: { text } });
      const killed = carillon.kill('SIGKILL');
      expect(answer.status).toBe(201);
      expected.unshift(text);
      await killed;
      ({ carillon, api } = await startAndCall());
      await eventually(async () => expect(await inboxOf(api, 'ada')).toEqual(expected));
    }
    // A run is stored after what it sent: the message may be seen a moment before it.
    await eventually(async () => expect((await api.get('/v1/notifications')).body.data).toHaveLength(3));
  });

  it('exits with 0 after SIGTERM, and what was accepted is delivered then or later', async () => {
    const { carillon, api } = await startAndCall();
    await api.workflow(WORKFLOW);
    const subscribers = Array.from({ length: 200 }, (_, index) => `s-${index}`);
    const answers = await Promise.all(
      subscribers.map((to) => api.post('/v1/events/trigger', { name: 'welcome', to, payload: { text: 'x' } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const { code, output } = await carillon.kill('SIGTERM');
    expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
    const again = await startAndCall();
    await eventually(async () => {
      for (const subscriber of subscribers) expect(await inboxOf(again.api, subscriber)).toEqual(['x']);
    });
  });

  it('the commands that the first start prints may be pasted together, and again', async () => {
    const first = start({ BOOTSTRAP_API_KEY: '' });
    await first.ready();
    const commands = first.printed.slice(first.printed.search(/^ {2}curl /m));
    // As a shell that is pasted into: one after the other, whatever comes of them.
    const paste = async () => {
      const { stdout } = await promisify(execFile)('bash', [
        '-c',
        `curl() { command curl --fail "$@"; }; set -e\n${commands}`,
      ]);
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { data: object });
    };
    for (let times = 0; times < 2; times++) {
      const [workflow, trigger, progress, inbox, ...more] = await paste();
      expect(more).toEqual([]);
      expect(workflow?.data).toMatchObject({ workflowId: 'welcome' });
      expect(trigger?.data).toMatchObject({ status: 'processed', transactionId: 'welcome-ada' });
      expect(progress?.data).toMatchObject({ state: 'expanded', sent: 1 });
      expect(inbox?.data).toMatchObject([{ subject: 'Hello Ada', body: 'Your first notification.' }]);
    }
  });
});
