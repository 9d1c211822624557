import {
  choice,
  type ControlSchema,
  flag,
  freeForm,
  MAX_BODY_LENGTH,
  stepKind,
  STOPS_ON_FAIL,
  text,
} from './control-schema.js';
import type { UiSchemaProperty } from './schema-types.js';

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
  description: "Writes a notification into the subscriber's inbox and shows it there at once.",
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
  hidden: { shouldStopOnFail: STOPS_ON_FAIL },
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
