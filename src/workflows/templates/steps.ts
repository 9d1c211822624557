import type { TemplateStep } from './template.js';

/** An email made of blocks, whose texts are those of the group `mail`. */
export function email(body: string): TemplateStep {
  return {
    name: 'Email',
    stepId: 'email',
    type: 'email',
    controlValues: {
      subject: '{{t.mail.subject}}',
      preheader: '{{t.mail.preheader}}',
      editorType: 'block',
      body,
    },
  };
}

/** A message in the inbox, whose texts are those of the group `inbox`, with a button if it leads somewhere. */
export function inApp(variable?: string): TemplateStep {
  return {
    name: 'Inbox',
    stepId: 'inbox',
    type: 'in_app',
    controlValues: {
      subject: '{{t.inbox.subject}}',
      body: '{{t.inbox.body}}',
      ...(variable !== undefined && {
        primaryAction: {
          label: '{{t.inbox.action}}',
          redirect: { url: `{{${variable}}}`, target: '_self' },
        },
      }),
    },
  };
}

/** A text message, whose text is that of the group `sms`. */
export function sms(): TemplateStep {
  return { name: 'SMS', stepId: 'sms', type: 'sms', controlValues: { body: '{{t.sms.body}}' } };
}
