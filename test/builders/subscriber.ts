import { randomBytes } from 'node:crypto';

/** The body of a create request: an id of its own, and whatever the test cares about. */
export function aSubscriber<Fields extends object>(fields?: Fields): { subscriberId: string } & Fields {
  return { subscriberId: `subscriber-${randomBytes(6).toString('hex')}`, ...(fields as Fields) };
}

/** A subscriber with every field that a request can set. */
export function aFullSubscriber() {
  return aSubscriber({
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phone: '+4915112345678',
    avatar: 'https://example.com/ada.png',
    locale: 'en_GB',
    timezone: 'Europe/London',
    data: { plan: 'pro', seats: [1, 2], address: { city: 'London' } },
  });
}
