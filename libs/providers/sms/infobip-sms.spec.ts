import { conforms } from '../testing/conformance.js';
import { infobipSms } from './infobip-sms.js';

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
