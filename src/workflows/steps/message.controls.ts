import {
  choice,
  type ControlSchema,
  EDITOR_TYPES,
  EXPIRES_IN,
  flag,
  freeForm,
  MAX_BODY_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_TEXT_LENGTH,
  stepKind,
  STOPS_ON_FAIL,
  text,
  type UiSchemaProperty,
} from './control-schema.js';

const HIDDEN = { expiresIn: EXPIRES_IN, shouldStopOnFail: STOPS_ON_FAIL };

const TARGETS = ['_self', '_blank', '_parent', '_top', '_unfencedTop'];

const redirect = (description: string): ControlSchema => ({
  type: 'object',
  description,
  properties: {
    url: text({
      description: 'An http or https address, or a path that begins with one `/`.',
      examples: ['/orders/{{payload.orderId}}'],
    }),
    target: choice(TARGETS, { description: 'Where it opens. Default: `_blank` for addresses, `_self` for paths.' }),
  },
  required: ['url'],
});

const action = (description: string): ControlSchema => ({
  type: 'object',
  description,
  properties: {
    label: text({ description: 'Text of the button; without one it is not shown.', examples: ['View order'] }),
    redirect: redirect('Page that the button opens.'),
  },
});

const REDIRECT_BOX: UiSchemaProperty = { component: 'URL_TEXT_BOX', placeholder: '' };
const BUTTON: UiSchemaProperty = {
  component: 'IN_APP_BUTTON_DROPDOWN',
  properties: { label: { component: 'TEXT_INLINE_LABEL', placeholder: '' }, redirect: REDIRECT_BOX },
};

export const IN_APP = stepKind({
  description: "Writes a notification into the subscriber's inbox and shows it there immediately.",
  fields: {
    body: text(
      {
        description: 'Text of the notification. Needed unless there is a `subject`.',
        examples: ['Your order {{payload.orderId}} has shipped.'],
      },
      MAX_BODY_LENGTH,
    ),
    subject: text({ description: 'Line above the text.', examples: ['Order shipped'] }),
    avatar: text({
      description: 'Picture: an http or https address, or a path that begins with `/`.',
      examples: ['https://example.com/truck.png'],
    }),
    primaryAction: action('First button.'),
    secondaryAction: action('Second button.'),
    redirect: redirect('Page that a click on the notification opens.'),
    disableOutputSanitization: flag({
      description: 'Keeps HTML in the rendered texts as it is; otherwise scripts, event handlers and such links go.',
      default: false,
    }),
    data: freeForm({
      description:
        'Data for the inbox, handed over with the notification: at most 10 members with texts (of at most 256 characters), ' +
        'numbers, booleans or nulls. Texts are templates.',
      examples: [{ orderId: '{{payload.orderId}}' }],
    }),
  },
  hidden: HIDDEN,
  group: 'IN_APP',
  ui: {
    body: { component: 'IN_APP_BODY', placeholder: '' },
    subject: { component: 'IN_APP_PRIMARY_SUBJECT', placeholder: '' },
    avatar: { component: 'IN_APP_AVATAR', placeholder: '' },
    primaryAction: BUTTON,
    secondaryAction: BUTTON,
    redirect: REDIRECT_BOX,
    disableOutputSanitization: { component: 'IN_APP_DISABLE_SANITIZATION_SWITCH' },
    data: { component: 'DATA' },
  },
});

const message = (description: string, example: string) =>
  text({ description: `${description} Needed.`, examples: [example] }, MAX_BODY_LENGTH);

export const EMAIL = stepKind({
  description: 'Sends an email to the subscriber through an email integration, in a layout if there is one.',
  fields: {
    subject: text({
      description: 'Subject line; line breaks become spaces. Needed.',
      examples: ['Your order {{payload.orderId}} has shipped'],
    }),
    body: text(
      {
        description:
          'HTML, or the JSON text of a document of blocks. Values that templates print are escaped here, but not in other ' +
          'texts.',
        examples: ['<p>It is on its way.</p>'],
        default: '',
      },
      MAX_EMAIL_LENGTH,
    ),
    editorType: choice(EDITOR_TYPES, {
      description:
        'How the body was written. An editor shows it so; a body that is JSON of type `doc` is a document of blocks in ' +
        'any case.',
      default: 'block',
    }),
    disableOutputSanitization: flag({
      description: 'Sends the rendered HTML as it is, without applying its style blocks to its elements.',
      default: false,
    }),
    layoutId: {
      type: ['string', 'null'],
      maxLength: MAX_TEXT_LENGTH,
      description: 'Layout: its identifier. The default layout applies without one; null: no layout.',
      examples: ['brand'],
    },
    from: {
      type: 'object',
      description: 'Sender, where it is to differ from that of the integration.',
      properties: {
        email: text({ description: 'Address of the sender.', examples: ['orders@example.com'] }),
        name: text({ description: 'Name of the sender.', examples: ['Orders'] }),
      },
    },
    useProviderDefaults: flag({
      description: 'Uses the sender of the integration, also where `from` names another.',
      default: false,
    }),
    replyTo: text({
      description: 'Address for replies, with or without a name.',
      examples: ['"Help" <help@example.com>'],
    }),
    preheader: text({
      description: 'Text that mail programs show beside the subject. It is not visible in the email itself.',
      examples: ['Arrives on {{payload.day}}'],
    }),
    disableTracking: flag({
      description: 'Notes neither openings nor clicks of this email, whatever its integration says.',
      default: false,
    }),
  },
  hidden: HIDDEN,
  required: ['subject'],
  group: 'EMAIL',
  ui: {
    subject: { component: 'TEXT_INLINE_LABEL', placeholder: '' },
    body: { component: 'EMAIL_BODY', placeholder: '' },
    editorType: { component: 'EMAIL_EDITOR_SELECT', placeholder: 'block' },
    disableOutputSanitization: { component: 'DISABLE_SANITIZATION_SWITCH' },
    layoutId: { component: 'LAYOUT_SELECT' },
  },
});

export const SMS = stepKind({
  description: "Sends a text message to the subscriber's phone through an SMS integration.",
  fields: {
    body: message('Text of the message.', 'Your code is {{payload.code}}.'),
    smartEncoding: flag({
      description:
        'Replaces typographic quotes, dashes and spaces by plain ones where the message then needs no Unicode, and so fewer ' +
        'segments.',
      default: false,
    }),
  },
  hidden: HIDDEN,
  group: 'SMS',
  ui: { body: { component: 'SMS_BODY', placeholder: '' } },
});

export const PUSH = stepKind({
  description:
    'Sends a push notification to every device of the subscriber, through every push integration that knows one.',
  fields: {
    subject: text({ description: 'Title of the notification.', examples: ['Order shipped'] }),
    body: text(
      { description: 'Text below it. Needed unless there is a `subject` or `data`.', examples: ['It is on its way.'] },
      MAX_BODY_LENGTH,
    ),
  },
  hidden: {
    data: freeForm({
      description: 'Data for the app on the device. Texts are templates. Editors do not show it.',
      examples: [{ orderId: '{{payload.orderId}}' }],
    }),
    silent: flag({
      description:
        'Wakes the app with `data` and shows nothing, through FCM, APNs and push webhooks. So does a step without texts.',
      default: false,
    }),
    ...HIDDEN,
  },
  group: 'PUSH',
  ui: {
    subject: { component: 'PUSH_SUBJECT', placeholder: '' },
    body: { component: 'PUSH_BODY', placeholder: '' },
  },
});

export const CHAT = stepKind({
  description:
    'Sends a chat message to every place at which the subscriber is reached: webhooks, channels, conversations.',
  fields: {
    body: message('Text of the message, or the JSON text of a document of blocks.', 'Build {{payload.build}} failed.'),
    editorType: choice(['block', 'text'], {
      description:
        'How the body was written. With `text` it is never taken for a document of blocks; otherwise it is one if it is ' +
        'JSON of type `doc`.',
    }),
  },
  hidden: HIDDEN,
  group: 'CHAT',
  ui: {
    body: { component: 'CHAT_BODY', placeholder: '' },
    editorType: { component: 'CHAT_EDITOR_SELECT', placeholder: 'text' },
  },
});

export const TOOL = stepKind({
  description:
    'Sends an alert to services for incidents: PagerDuty, Opsgenie, Grafana or a webhook. Needs an active tool integration.',
  fields: { body: message('Text of the message.', 'Checkout of {{payload.shop}} is down.') },
  hidden: HIDDEN,
  group: 'TOOL',
  ui: { body: { component: 'TOOL_BODY', placeholder: '' } },
});
