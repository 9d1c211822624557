import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, responseOf, type Environment } from '../../api/client';
import { inWords } from '../../api/problem';
import { refresh } from '../../api/read';
import { partsOf, type PlannedResource } from './plan';

/** What has become of a resource that is published; `reason` where it failed. */
export interface Published extends PlannedResource {
  state: 'waiting' | 'done' | 'failed' | 'stopped';
  reason?: string;
}

interface Publication {
  /** Undefined before the first. */
  items?: Published[];
  isRunning: boolean;
  start: (plan: readonly PlannedResource[], withBrand?: boolean) => Promise<void>;
  /** After the request that is under way. */
  stop: () => void;
  /** Forgets the last one. */
  clear: () => void;
}

/** Publishes resources one after another, so that progress is what has really been stored. */
export function usePublication(source: Environment, target: Environment): Publication {
  const client = useQueryClient();
  const [items, setItems] = useState<Published[]>();
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const start = async (plan: readonly PlannedResource[], withBrand = false) => {
    isStopped.current = false;
    setRunning(true);
    setItems(plan.map((one) => ({ ...one, state: 'waiting' })));
    const record = (done: readonly Published[]) =>
      setItems((now) => now?.map((one) => done.find(({ key }) => key === one.key) ?? one));
    for (const part of partsOf(plan)) {
      if (isStopped.current) record(part.map((one) => ({ ...one, state: 'stopped' })));
      else record(await publish(source, target, part));
    }
    if (withBrand && !isStopped.current) await publishBrand(source, target);
    setRunning(false);
    // When a workflow was published is said where it came from.
    void refresh(client, 'workflows', source);
    await Promise.all(
      ['environments', 'workflows', 'layouts', 'brand', 'assets'].map((resource) => refresh(client, resource, target)),
    );
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { items, isRunning, start, stop, clear: () => setItems(undefined) };
}

async function publish(source: Environment, target: Environment, part: PlannedResource[]): Promise<Published[]> {
  const path = { targetEnvironmentId: target.id };
  const resources = part.map(({ kind, id }) => ({ resourceType: kind, resourceId: id }));
  const body = { sourceEnvironmentId: source.id, dryRun: false, brand: false, resources };
  try {
    const { data } = await responseOf(
      api(target).POST('/v2/environments/{targetEnvironmentId}/publish', { params: { path }, body }),
    );
    const failed = new Map(
      data.results.flatMap((result) => result.failed.map((one) => [`${one.kind}:${one.resourceId}`, one.error])),
    );
    return part.map((one) => {
      const reason = failed.get(one.key);
      return reason === undefined ? { ...one, state: 'done' } : { ...one, state: 'failed', reason };
    });
  } catch (error) {
    const { title, advice } = inWords(error);
    return part.map((one) => ({ ...one, state: 'failed', reason: `${title}. ${advice}` }));
  }
}

/** After the resources, so that it is the last that readers notice. */
async function publishBrand(source: Environment, target: Environment): Promise<void> {
  const path = { targetEnvironmentId: target.id };
  const body = { sourceEnvironmentId: source.id, dryRun: false, brand: true, resources: [] };
  const failed = (message: string) =>
    notifications.show({ title: 'The brand was not published', message, color: 'red', autoClose: false });
  try {
    const { data } = await responseOf(
      api(target).POST('/v2/environments/{targetEnvironmentId}/publish', { params: { path }, body }),
    );
    if (data.brand?.action === 'failed') failed(data.brand.error ?? '');
    else notifications.show({ message: `The brand of ${target.name} is that of ${source.name}`, color: 'teal' });
  } catch (error) {
    const { title, advice } = inWords(error);
    failed(`${title}. ${advice}`);
  }
}
