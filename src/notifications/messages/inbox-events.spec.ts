import { Types } from 'mongoose';
import { loadConfig } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import type { Message } from './message.schema.js';
import { InboxEvents } from './inbox-events.js';

const environment = { id: new Types.ObjectId() };
const subscriber = new Types.ObjectId();
const message = (channel: Message['channel']) => ({ channel }) as Message;

describe('events of inboxes', () => {
  const lines: string[] = [];
  const logger = new Logger(loadConfig({}), { write: (line: string) => void lines.push(line) });

  it('tell of in-app messages and changes until the listening ends', () => {
    const events = new InboxEvents(logger);
    const told: unknown[] = [];
    const end = events.listen({
      received: (messages) => void told.push(messages.length),
      changed: (...change) => void told.push(change),
    });
    events.received([message('in_app'), message('email')]);
    events.received([message('email')]);
    events.changed(environment, [subscriber]);
    events.changed(environment, []);
    end();
    events.changed(environment, [subscriber]);
    expect(told).toEqual([1, [environment, [subscriber]]]);
  });

  it('O8: a listener that fails is logged, and neither the others nor the caller notice', async () => {
    const events = new InboxEvents(logger);
    const fail = () => {
      throw new Error('the socket is gone');
    };
    events.listen({ received: fail, changed: fail });
    await new Promise<void>((resolve) => {
      events.listen({ received: () => resolve(), changed: () => undefined });
      events.received([message('in_app')]);
    });
    await Promise.resolve();
    expect(lines.join('')).toContain('the socket is gone');
  });
});
