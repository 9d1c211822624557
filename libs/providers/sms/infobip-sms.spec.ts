import { conforms } from '../testing/conformance.js';
import { reports } from '../testing/reports.js';
import { infobipSms, infobipSmsWebhook } from './infobip-sms.js';

const answering = (groupId: number, groupName: string, name: string) =>
  JSON.stringify({
    bulkId: '1478260834465349756',
    messages: [
      {
        messageId: '2250be2d4219-3af1-78856-aabe-1362af1edfd2',
        status: { groupId, groupName, id: 26, name, description: 'words' },
        destination: '41793026727',
      },
    ],
  });

conforms(infobipSms, {
  malformed: 'sent',
  account: { apiKey: '003026bbc133714df1834b8638bb496e', baseUrl: 'https://xyz12.api.infobip.com/', from: 'InfoSMS' },
  content: { channel: 'sms', to: '41793026727', body: 'Grüße' },
  request: {
    method: 'POST',
    url: 'https://xyz12.api.infobip.com/sms/3/messages',
    headers: { authorization: 'App 003026bbc133714df1834b8638bb496e', 'content-type': 'application/json' },
    body: JSON.stringify({
      messages: [{ sender: 'InfoSMS', destinations: [{ to: '41793026727' }], content: { text: 'Grüße' } }],
    }),
  },
  accepted: {
    status: 200,
    body: answering(1, 'PENDING', 'PENDING_ACCEPTED'),
    id: '2250be2d4219-3af1-78856-aabe-1362af1edfd2',
  },
  refused: { status: 200, body: answering(5, 'REJECTED', 'REJECTED_NOT_ENOUGH_CREDITS') },
});

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
