import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { run } from '../../src/promotion/files/run.js';
import { anyIdentifier, anyTexts, anyWorkflow } from './any-workflow.js';
import { expectSuccess, PromotionScene } from './promotion-scene.js';

const AUTHORED = [
  'name',
  'description',
  'tags',
  'active',
  'validatePayload',
  'payloadSchema',
  'isTranslationEnabled',
  'strictVariables',
  'kind',
  'category',
  'quietHours',
  'severity',
  'steps',
  'preferences',
];

/** What of a workflow in an answer was written by its author. */
function authored(workflow: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(workflow).filter(([field]) => AUTHORED.includes(field));
  return { ...Object.fromEntries(fields), steps: (workflow['steps'] as Step[]).map(ownOfStep) };
}

interface Step {
  _id: string;
  stepId: string;
  name: string;
  type: string;
  controlValues: object;
}

function ownOfStep({ stepId, name, type, controlValues }: Step) {
  return { stepId, name, type, controlValues };
}

describe('any workflow', () => {
  let scene: PromotionScene;
  let dir: string;

  beforeAll(async () => {
    scene = await PromotionScene.start();
    await scene.openProduction();
    await scene.carillon.app.listen(0, '127.0.0.1');
    await scene.layout('brand', '<b>{{content}}</b>');
    dir = await mkdtemp(join(tmpdir(), 'workflows-'));
  });

  afterAll(async () => {
    await scene.close();
    await rm(dir, { recursive: true });
  });

  it('comes through saving again, copying, publishing, and files without a changed field', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anyIdentifier, anyWorkflow, anyTexts, async (workflowId, request, texts) => {
        fc.pre(!seen.has(workflowId));
        seen.add(workflowId);
        const path = `/v2/workflows/${encodeURIComponent(workflowId)}`;
        await scene.workflow({ ...request, workflowId });
        for (const [locale, content] of Object.entries(texts)) {
          await scene.translation('workflow', workflowId, locale, content);
        }
        const created = expectSuccess(await scene.api.get(path));
        const { user } = created.preferences;
        const again = { ...authored(created), steps: created.steps, preferences: { user } };
        expectSuccess(await scene.api.put(path, again));
        const { updatedAt: _at, ...updated } = expectSuccess(await scene.api.get(path));
        expect(created).toMatchObject(updated);
        // The others go with the publication below.
        if (seen.size % 3 !== 1) return;
        expectSuccess(await scene.sync(encodeURIComponent(workflowId)));
        expect(authored(expectSuccess(await scene.otherApi.get(path)))).toEqual(authored(created));
      }),
      { numRuns: 8, endOnFailure: true },
    );
    expect(expectSuccess(await scene.publish()).summary.failed).toBe(0);
    const definitions = await scene.definitions(scene.development);
    expect(definitions.workflows).toHaveLength(seen.size);
    expect(await scene.definitions(scene.production)).toEqual(definitions);
    expect(expectSuccess(await scene.publish()).summary).toMatchObject({ successful: 0, failed: 0 });

    const stored = await scene.stored('workflows', scene.development);
    const program = (command: 'pull' | 'push', environment: string) =>
      scene.carillon.app
        .getUrl()
        .then((url) =>
          run(
            { kind: command, dir, environment, url, apiKey: scene.api.apiKey!, deletes: true, allowsIssues: true },
            () => undefined,
          ),
        );
    expect(await program('pull', 'Development')).toBe(0);
    expect(await program('push', 'Development')).toBe(0);
    expect(await scene.stored('workflows', scene.development)).toEqual(stored);
    const { body } = await scene.api.post('/v1/environments', { name: 'Fresh' });
    expect(await program('push', 'Fresh')).toBe(0);
    expect(await scene.definitions(body.data._id)).toEqual(definitions);
  });
});
