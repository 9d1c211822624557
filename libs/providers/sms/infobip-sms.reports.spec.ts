import { reports } from '../testing/reports.js';
import { infobipSmsWebhook } from './infobip-sms.js';

const DONE_AT = '2026-02-03T04:05:00.221+0000';

const result = (fields: object) => ({ bulkId: 'b1', messageId: 'm1', doneAt: DONE_AT, ...fields });

reports(infobipSmsWebhook, {
  key: 'password',
  body: {
    results: [
      result({
        status: { groupId: 3, groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET', description: 'On the handset' },
        error: { groupId: 0, name: 'NO_ERROR', description: 'No Error' },
      }),
      result({
        messageId: 'm2',
        status: { groupId: 2, groupName: 'UNDELIVERABLE', name: 'UNDELIVERABLE_NOT_DELIVERED', description: 'No' },
        error: { groupId: 1, name: 'EC_ABSENT_SUBSCRIBER', description: 'Absent Subscriber' },
      }),
    ],
  },
  prove: () => ({ authorization: `Basic ${Buffer.from('any:password').toString('base64')}` }),
  events: [
    {
      messageId: 'm1',
      status: 'delivered',
      at: new Date('2026-02-03T04:05:00.221Z'),
      response: 'On the handset',
    },
    { messageId: 'm2', status: 'undelivered', response: 'Absent Subscriber' },
  ],
  silent: [{ results: [] }, { results: [result({})] }],
  malformed: [{}, { results: 'none' }, { results: [{ status: { groupName: 'DELIVERED' } }] }],
});
