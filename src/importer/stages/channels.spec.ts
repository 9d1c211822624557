import type { Api, Fields } from '../api.js';
import type { Sides } from '../plan.js';
import { channels } from './channels.js';

const LISTS: Record<string, Fields[]> = {
  '/v1/channel-connections': [{ identifier: 'work', integrationIdentifier: 'slack', subscriberId: 'ada' }],
  '/v1/channel-endpoints': [
    { identifier: 'ada', integrationIdentifier: 'slack', subscriberId: 'ada', connectionIdentifier: 'work' },
  ],
};

const EMPTY = { find: () => Promise.resolve({ data: [] }) };

describe('importing channels', () => {
  it('writes an endpoint when the connection that it names is there', async () => {
    const written: string[] = [];
    let connected!: () => void;
    const connection = new Promise<void>((resolve) => (connected = resolve));
    const write = async (_method: string, path: string) => {
      if (path === '/v1/channel-connections') await connection;
      written.push(path);
    };
    const from = { find: (path: string) => Promise.resolve({ data: LISTS[path.split('?')[0] ?? ''] }) };
    const works: unknown[] = [];
    const sides = { from: from as never as Api, to: { ...EMPTY, write } as never as Api } as Sides;
    for await (const work of channels.compare(sides)) works.push(work.write?.());
    expect(works).toHaveLength(2);
    await new Promise(setImmediate);
    expect(written).toEqual([]);
    connected();
    await Promise.all(works);
    expect(written).toEqual(['/v1/channel-connections', '/v1/channel-endpoints']);
  });
});
