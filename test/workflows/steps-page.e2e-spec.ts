import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { HttpTargets } from '../../src/platform/outbound-http/address-guard.js';
import { STEP_TYPES, type StepType } from '../../src/workflows/steps/step-kinds.js';
import { EngineScene } from '../delivery/engine-scene.js';

const page = readFileSync(new URL('../../docs/steps.md', import.meta.url), 'utf8');

describe('the page of steps has one example of each kind that does what it says:', () => {
  let scene: EngineScene;
  let server: Server;

  beforeAll(async () => {
    scene = await EngineScene.start();
    scene.carillon.app.get(HttpTargets, { strict: false }).allowsPrivate = () => true;
    server = createServer((_request, response) => void response.writeHead(200).end('{"place":"Bonn"}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await scene.integration('email', { providerId: 'novu-email' });
    await scene.integration('sms', { providerId: 'novu-sms' });
    await scene.integration('push', { providerId: 'outbox-push' });
    await scene.integration('chat', { providerId: 'outbox-chat' });
  });

  afterAll(async () => {
    await scene.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each(STEP_TYPES)('%s', async (type) => {
    const [workflow, ...triggers] = examples(type).map((text) =>
      JSON.parse(text.replace('https://api.example.com', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
    );
    expect(workflow.steps.map((step: { type: string }) => step.type)).toContain(type);
    const created = await scene.carillon.api.post('/v2/workflows', workflow);
    expect({ status: created.status, issues: unexpectedIssues(created.body.data, type) }).toEqual({
      status: 201,
      issues: [],
    });
    const ids: string[] = [];
    for (const trigger of triggers) {
      const { body } = await scene.carillon.api.post('/v1/events/trigger', trigger);
      expect(body.data).toEqual({ acknowledged: true, status: 'processed', transactionId: expect.any(String) });
      ids.push(body.data.transactionId);
      await scene.settled(ids.at(-1)!);
    }
    expect(ids.length).toBeGreaterThan(0);
    await scene.later(3 * 3_600_000);
    const stories = await Promise.all(ids.map((id) => story(id)));
    expect(stories).toEqual(outcomes(type));
  });

  async function story(transactionId: string): Promise<string[]> {
    const [run] = await scene.settled(transactionId);
    expect(run!.steps.flatMap(({ details }) => details).map(({ detail }) => detail)).not.toContain('Variable missing');
    return run!.steps.map(({ stepId, status, reason }) => `${stepId} ${status} ${reason}`);
  }

  function section(type: StepType): string {
    const [, text = ''] = page.split(new RegExp(`^## \`${type}\`$`, 'm'));
    return text.split(/^## /m)[0]!;
  }

  function examples(type: StepType): string[] {
    return [...section(type).matchAll(/^```json\n(.*?)^```$/gms)].map(([, text]) => text!);
  }

  /** For each trigger the outcome of each step. */
  function outcomes(type: StepType): string[][] {
    return [...section(type).matchAll(/^Outcome.*?\.$/gms)].map(([text]) =>
      [...text.matchAll(/`([\w-]+)` (\w+) \(`(\w+)`\)/g)].map(
        ([, step, status, reason]) => `${step} ${status} ${reason}`,
      ),
    );
  }

  /** Nothing can send to tools, which the page says. */
  function unexpectedIssues({ steps }: { steps: { type: string; issues?: object }[] }, type: StepType): object[] {
    return steps.flatMap((step) => (step.issues && !(type === 'tool' && step.type === 'tool') ? [step.issues] : []));
  }
});
