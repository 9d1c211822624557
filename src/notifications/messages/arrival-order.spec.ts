import { Types } from 'mongoose';
import { inOrderOfArrival } from './arrival-order.js';
import type { Message } from './message.schema.js';

const ada = new Types.ObjectId();
const ben = new Types.ObjectId();
type Given = [subscriber: Types.ObjectId, time: number, channel?: string];

it.each<[string, Given[], number[]]>([
  [
    'different times stay',
    [
      [ada, 5],
      [ada, 7],
    ],
    [5, 7],
  ],
  [
    'equal times follow each other',
    [
      [ada, 5],
      [ada, 5],
      [ada, 6],
      [ada, 5],
    ],
    [5, 6, 7, 8],
  ],
  [
    'an older one after a newer one stays older',
    [
      [ada, 9],
      [ada, 5],
    ],
    [9, 5],
  ],
  [
    'subscribers have times of their own',
    [
      [ada, 5],
      [ben, 5],
      [ada, 5],
    ],
    [5, 5, 6],
  ],
  [
    'other channels have none',
    [
      [ada, 5, 'sms'],
      [ada, 5],
      [ada, 5, 'email'],
    ],
    [5, 5, 5],
  ],
])('A14: %s', (_name, given, expected) => {
  const messages = given.map(([subscriberId, time, channel = 'in_app']) => ({
    subscriberId,
    channel,
    createdAt: new Date(time),
  })) as unknown as Message[];
  expect(inOrderOfArrival(messages).map(({ createdAt }) => createdAt.getTime())).toEqual(expected);
});
