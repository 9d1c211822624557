import {
  box,
  button,
  heading,
  mailBody,
  paragraph,
  repeat,
  strong,
  subscriptionBody,
  SUBSCRIPTION_TEXTS,
} from '../blocks.js';
import { email, inApp } from '../steps.js';
import { listOf, payloadOf, type WorkflowTemplate } from '../template.js';

/** Templates that bring people back. */
export const ENGAGEMENT_TEMPLATES: readonly WorkflowTemplate[] = [
  {
    templateId: 'comment-digest',
    name: 'Comment digest',
    description: 'Shows comments in the inbox at once, and sends those of an hour as one email.',
    category: 'engagement',
    kind: 'subscription',
    tags: ['comments'],
    payloadSchema: payloadOf({
      author: 'Grace',
      comment: 'The second paragraph is much clearer now.',
      document: 'Release notes',
      url: 'https://acme.example.com/documents/7',
    }),
    steps: [
      inApp('payload.url'),
      {
        name: 'Collect comments',
        stepId: 'digest',
        type: 'digest',
        controlValues: { type: 'regular', amount: 1, unit: 'hours' },
      },
      email(
        subscriptionBody(
          heading('{{t.mail.title}}'),
          repeat(
            'steps.digest.events',
            box(
              strong('{{current.payload.author}} · {{current.payload.document}}'),
              paragraph('{{current.payload.comment}}'),
            ),
          ),
          button('{{t.mail.action}}', 'payload.url'),
        ),
      ),
    ],
    texts: {
      'mail.subject': [
        '{{steps.digest.eventCount}} new comments',
        '{{steps.digest.eventCount}} neue Kommentare',
        '{{steps.digest.eventCount}} comentarios nuevos',
      ],
      'mail.preheader': [
        'See what others have said.',
        'Lesen Sie, was andere geschrieben haben.',
        'Mira lo que han dicho los demás.',
      ],
      'mail.title': ['New comments', 'Neue Kommentare', 'Comentarios nuevos'],
      'mail.action': ['Reply', 'Antworten', 'Responder'],
      'mail.why': [
        'You get this email because you follow these comments.',
        'Sie erhalten diese E-Mail, weil Sie diesen Kommentaren folgen.',
        'Recibes este correo porque sigues estos comentarios.',
      ],
      ...SUBSCRIPTION_TEXTS,
      'inbox.subject': [
        '{{payload.author}} commented on {{payload.document}}',
        '{{payload.author}} hat {{payload.document}} kommentiert',
        '{{payload.author}} ha comentado {{payload.document}}',
      ],
      'inbox.body': ['{{payload.comment}}', '{{payload.comment}}', '{{payload.comment}}'],
      'inbox.action': ['Reply', 'Antworten', 'Responder'],
    },
  },
  {
    templateId: 'weekly-summary',
    name: 'Weekly summary',
    description: 'Tells people once a week what has happened.',
    category: 'engagement',
    kind: 'subscription',
    tags: ['summaries'],
    payloadSchema: payloadOf({
      week: 'March 2 to 8',
      reportUrl: 'https://acme.example.com/reports/10',
      figures: listOf({ name: 'Orders', value: '128' }, { name: 'New customers', value: '17' }),
    }),
    steps: [
      email(
        subscriptionBody(
          heading('{{t.mail.title}}'),
          paragraph('{{t.mail.intro}}'),
          repeat('payload.figures', box(heading('{{current.value}}', 3), paragraph('{{current.name}}'))),
          button('{{t.mail.action}}', 'payload.reportUrl'),
        ),
      ),
    ],
    texts: {
      'mail.subject': ['Your week: {{payload.week}}', 'Ihre Woche: {{payload.week}}', 'Tu semana: {{payload.week}}'],
      'mail.preheader': [
        'The figures of the week at a glance.',
        'Die Zahlen der Woche auf einen Blick.',
        'Las cifras de la semana de un vistazo.',
      ],
      'mail.title': ['Your week', 'Ihre Woche', 'Tu semana'],
      'mail.intro': [
        'This is what happened from {{payload.week}}.',
        'Das ist in der Woche {{payload.week}} geschehen.',
        'Esto es lo que pasó en la semana {{payload.week}}.',
      ],
      'mail.action': ['Open report', 'Bericht öffnen', 'Abrir el informe'],
      'mail.why': [
        'You get this email because you subscribed to the weekly summary.',
        'Sie erhalten diese E-Mail, weil Sie die Wochenübersicht abonniert haben.',
        'Recibes este correo porque te suscribiste al resumen semanal.',
      ],
      ...SUBSCRIPTION_TEXTS,
    },
  },
  {
    templateId: 'trial-ending',
    name: 'Trial ending',
    description: 'Reminds people that their trial ends, and of what they keep.',
    category: 'engagement',
    tags: ['billing'],
    payloadSchema: payloadOf({
      product: 'Acme',
      daysLeft: 3,
      endsOn: '2026-03-04',
      plansUrl: 'https://acme.example.com/plans',
    }),
    steps: [
      email(
        mailBody(
          heading('{{t.mail.title}}'),
          paragraph('{{t.mail.intro}}'),
          box(paragraph('{{t.mail.keep}}')),
          button('{{t.mail.action}}', 'payload.plansUrl'),
        ),
      ),
      inApp('payload.plansUrl'),
    ],
    texts: {
      'mail.subject': [
        'Your trial ends in {{payload.daysLeft}} days',
        'Ihre Testphase endet in {{payload.daysLeft}} Tagen',
        'Tu prueba termina en {{payload.daysLeft}} días',
      ],
      'mail.preheader': [
        'Choose a plan to go on without a break.',
        'Wählen Sie einen Tarif, um ohne Pause weiterzumachen.',
        'Elige un plan para continuar sin interrupciones.',
      ],
      'mail.title': [
        '{{payload.daysLeft}} days left',
        'Noch {{payload.daysLeft}} Tage',
        'Quedan {{payload.daysLeft}} días',
      ],
      'mail.intro': [
        'Your trial of {{payload.product}} ends on {{payload.endsOn}}.',
        'Ihre Testphase von {{payload.product}} endet am {{payload.endsOn}}.',
        'Tu prueba de {{payload.product}} termina el {{payload.endsOn}}.',
      ],
      'mail.keep': [
        'Your data stay as they are. With a plan you go on where you are now.',
        'Ihre Daten bleiben, wie sie sind. Mit einem Tarif machen Sie dort weiter, wo Sie jetzt sind.',
        'Tus datos se conservan. Con un plan continúas donde estás ahora.',
      ],
      'mail.action': ['See plans', 'Tarife ansehen', 'Ver planes'],
      'mail.why': [
        'You get this email because you are trying {{payload.product}}.',
        'Sie erhalten diese E-Mail, weil Sie {{payload.product}} testen.',
        'Recibes este correo porque estás probando {{payload.product}}.',
      ],
      'inbox.subject': [
        'Your trial ends in {{payload.daysLeft}} days',
        'Ihre Testphase endet in {{payload.daysLeft}} Tagen',
        'Tu prueba termina en {{payload.daysLeft}} días',
      ],
      'inbox.body': [
        'Choose a plan to go on without a break.',
        'Wählen Sie einen Tarif, um ohne Pause weiterzumachen.',
        'Elige un plan para continuar sin interrupciones.',
      ],
      'inbox.action': ['See plans', 'Tarife ansehen', 'Ver planes'],
    },
  },
  {
    templateId: 'announcement',
    name: 'Announcement',
    description: 'Announces something new to everybody who wants to know.',
    category: 'engagement',
    kind: 'subscription',
    tags: ['news'],
    payloadSchema: payloadOf({
      title: 'Dark mode is here',
      summary: 'Every screen now follows the settings of your device.',
      url: 'https://acme.example.com/news/dark-mode',
    }),
    steps: [
      email(
        subscriptionBody(
          heading('{{payload.title}}', 1),
          paragraph('{{payload.summary}}'),
          button('{{t.mail.action}}', 'payload.url'),
        ),
      ),
      inApp('payload.url'),
    ],
    texts: {
      'mail.subject': ['New: {{payload.title}}', 'Neu: {{payload.title}}', 'Novedad: {{payload.title}}'],
      'mail.preheader': ['{{payload.summary}}', '{{payload.summary}}', '{{payload.summary}}'],
      'mail.action': ['Read more', 'Mehr lesen', 'Leer más'],
      'mail.why': [
        'You get this email because you subscribed to our news.',
        'Sie erhalten diese E-Mail, weil Sie unsere Neuigkeiten abonniert haben.',
        'Recibes este correo porque te suscribiste a nuestras novedades.',
      ],
      ...SUBSCRIPTION_TEXTS,
      'inbox.subject': ['{{payload.title}}', '{{payload.title}}', '{{payload.title}}'],
      'inbox.body': ['{{payload.summary}}', '{{payload.summary}}', '{{payload.summary}}'],
      'inbox.action': ['Read more', 'Mehr lesen', 'Leer más'],
    },
  },
];
