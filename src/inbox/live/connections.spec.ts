import { Types } from 'mongoose';
import { Connections, LiveConnection } from './connections.js';

describe('the connections of a process', () => {
  const connection = (subscriberId: Types.ObjectId): LiveConnection => {
    const environment = { id: new Types.ObjectId(), organizationId: new Types.ObjectId() };
    const session = { environment, subscriberId, contextKeys: [], until: new Date() };
    return new LiveConnection(
      session,
      () => undefined,
      () => undefined,
    );
  };

  it('are limited to a hundred for each inbox', () => {
    const [ada, bob] = [new Types.ObjectId(), new Types.ObjectId()];
    const connections = new Connections();
    const own = Array.from({ length: 100 }, () => connection(ada));
    for (const one of own) {
      expect(connections.isFull(ada)).toBe(false);
      connections.add(one);
    }
    expect([ada, bob].map((id) => connections.isFull(id))).toEqual([true, false]);
    for (const one of own.slice(0, 1)) connections.remove(one);
    expect(connections.isFull(ada)).toBe(false);
  });
});
