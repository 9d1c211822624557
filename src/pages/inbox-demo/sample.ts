import { plainToInstance } from 'class-transformer';
import { OUTBOX_PROVIDERS } from '../../outbox/outbox-rules.js';
import { CreateWorkflowDto } from '../../workflows/workflow-requests.dto.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Asset } from '../../platform/http/asset.js';

/**
 * The subscriber whose inbox the screen shows; also used by the commands that the first start prints, and in the README.
 */
export const SAMPLE_PERSON = { subscriberId: 'ada', firstName: 'Ada' } as const;

/** The workflow that the screen triggers. */
export const SAMPLE_WORKFLOW_ID = 'inbox-demo';

/** Path of the image beside the notification. */
export const SAMPLE_ICON_PATH = '/inbox-demo/parcel.svg';

/** The request that creates the sample workflow: an in-app step with two buttons, followed by other steps. */
export function sampleWorkflow(further: readonly object[]): CreateWorkflowDto {
  return plainToInstance(CreateWorkflowDto, {
    name: 'Parcel shipped',
    workflowId: SAMPLE_WORKFLOW_ID,
    description: 'Made by the inbox demo when it was first used.',
    active: true,
    tags: ['demo'],
    steps: [
      {
        name: 'Inbox',
        type: 'in_app',
        controlValues: {
          subject: 'Parcel {{payload.number}} is on its way, {{subscriber.firstName}}',
          avatar: SAMPLE_ICON_PATH,
          body: 'It left the warehouse a moment ago. Shall the driver ring?',
          primaryAction: { label: 'Yes, ring' },
          secondaryAction: { label: 'Leave it outside' },
        },
      },
      ...further,
    ],
  });
}

/** The sample subscriber with addresses on the other channels, which only reach the outbox. */
export const REACHABLE_PERSON = {
  ...SAMPLE_PERSON,
  email: 'ada@example.com',
  phone: '+15550100',
  channels: [
    { providerId: OUTBOX_PROVIDERS.push, credentials: { deviceTokens: ['demo-device'] } },
    { providerId: OUTBOX_PROVIDERS.chat, credentials: { webhookUrl: 'https://chat.example.com/ada' } },
  ],
};

/** The steps of the sample workflow whose messages are kept in the outbox. */
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

/** The image beside the sample notification, as SVG. */
export const PARCEL_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
<rect width="48" height="48" fill="#4338ca"/>
<path d="M24 11l12 6v14l-12 6-12-6V17zM12 17l12 6 12-6M24 23v14M18 14l12 6" fill="none" stroke="#fff" stroke-width="2"
 stroke-linejoin="round"/>
</svg>
`;

const HALF_AN_HOUR = 'public, max-age=1800';

/** Serves the image beside the sample notification. */
export function serveSampleIcon(app: NestFastifyApplication): void {
  const icon = new Asset({ type: 'image/svg+xml', cacheControl: HALF_AN_HOUR, load: () => PARCEL_ICON });
  app
    .getHttpAdapter()
    .getInstance()
    .get(SAMPLE_ICON_PATH, (request, reply) => icon.send(request, reply));
}
