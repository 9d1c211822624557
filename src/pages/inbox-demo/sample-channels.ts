import { OUTBOX_PROVIDERS } from '../../outbox/outbox-rules.js';
import { SAMPLE_PERSON } from './sample.js';

/** Where the sample person is reached on the other channels: nowhere but in the outbox. */
export const REACHABLE_PERSON = {
  ...SAMPLE_PERSON,
  email: 'ada@example.com',
  phone: '+15550100',
  channels: [
    { providerId: OUTBOX_PROVIDERS.push, credentials: { deviceTokens: ['demo-device'] } },
    { providerId: OUTBOX_PROVIDERS.chat, credentials: { webhookUrl: 'https://chat.example.com/ada' } },
  ],
};

/** The steps of the sample workflow that land in the outbox. */
export const OUTBOX_STEPS: readonly object[] = [
  {
    name: 'Email',
    type: 'email',
    controlValues: {
      subject: 'Parcel {{payload.number}} is on its way',
      editorType: 'html',
      body: [
        '<div style="background:#f5f6f8;padding:24px;font-family:sans-serif;color:#181b22">',
        '<div style="max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border-radius:12px">',
        '<h1 style="margin:0 0 12px;font-size:22px">It is on its way, {{subscriber.firstName}}</h1>',
        '<p style="margin:0 0 20px;line-height:1.5">Parcel <strong>{{payload.number}}</strong> left the warehouse a moment ago.</p>',
        '<p style="margin:0"><a href="https://example.com/parcels/{{payload.number}}" style="display:inline-block;',
        'padding:10px 20px;border-radius:8px;background:#4338ca;color:#ffffff;text-decoration:none">Track the parcel</a></p>',
        '</div></div>',
      ].join('\n'),
    },
  },
  {
    name: 'SMS',
    type: 'sms',
    controlValues: { body: 'Parcel {{payload.number}} is on its way. Track it: example.com/p/{{payload.number}}' },
  },
  {
    name: 'Push',
    type: 'push',
    controlValues: { subject: 'Parcel {{payload.number}}', body: 'It left the warehouse a moment ago.' },
  },
  {
    name: 'Chat',
    type: 'chat',
    controlValues: { body: 'Parcel {{payload.number}} for {{subscriber.firstName}} is on its way.' },
  },
];
