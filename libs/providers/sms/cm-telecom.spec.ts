import { conforms } from '../testing/conformance.js';
import { cmTelecom } from './cm-telecom.js';

const answering = (status: string, messageDetails: string | null) =>
  JSON.stringify({
    details: 'Created 1 message(s)',
    errorCode: 0,
    messages: [{ to: '0031612345678', status, reference: '6925a1f0c0ffee0123456789', parts: 1, messageDetails }],
  });

conforms(cmTelecom, {
  malformed: 'sent',
  account: { apiToken: '00000000-0000-0000-0000-00000c0ffee0', from: 'Acme' },
  content: { channel: 'sms', to: '0031612345678', body: 'Grüße' },
  request: {
    method: 'POST',
    url: 'https://gw.messaging.cm.com/v1.0/message',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      messages: {
        authentication: { producttoken: '00000000-0000-0000-0000-00000c0ffee0' },
        msg: [
          {
            allowedChannels: ['SMS'],
            from: 'Acme',
            to: [{ number: '0031612345678' }],
            body: { type: 'auto', content: 'Grüße' },
            reference: '6925a1f0c0ffee0123456789',
          },
        ],
      },
    }),
  },
  accepted: { status: 200, body: answering('Accepted', null), id: '6925a1f0c0ffee0123456789' },
  refused: { status: 200, body: answering('Rejected', 'The number is not valid') },
});
