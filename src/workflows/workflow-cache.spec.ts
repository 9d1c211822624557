import { Types } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { WorkflowCache } from './workflow-cache.js';
import type { Workflow } from './workflow.schema.js';

const environmentId = new Types.ObjectId();
const _id = new Types.ObjectId();
const version = (number: number) => ({ _id, environmentId, workflowId: 'welcome', version: number }) as Workflow;
const find = {
  'an identifier': (cache: WorkflowCache, load: () => Promise<Workflow>) =>
    cache.findByIdentifier(environmentId, 'welcome', load),
  'an id': (cache: WorkflowCache, load: () => Promise<Workflow>) => cache.findById(environmentId, _id, load),
};

describe.each([
  ['an identifier', 'an id'],
  ['an id', 'an identifier'],
] as const)('a workflow that was loaded by %s', (one, other) => {
  it(`is known by ${other}, too`, async () => {
    const cache = new WorkflowCache(new Clock(), 60);
    await find[one](cache, () => Promise.resolve(version(1)));
    await expect(find[other](cache, () => Promise.resolve(version(2)))).resolves.toEqual(version(1));
  });

  it(`is loaded again by ${other} when it was saved meanwhile`, async () => {
    const cache = new WorkflowCache(new Clock(), 60);
    await find[one](cache, () => {
      const before = version(1);
      cache.forget(before);
      return Promise.resolve(before);
    });
    await expect(find[other](cache, () => Promise.resolve(version(2)))).resolves.toEqual(version(2));
  });
});
