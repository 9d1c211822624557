import { box, button, heading, mailBody, paragraph, strong } from '../blocks.js';
import { email, inApp, sms } from '../steps.js';
import { payloadOf, type WorkflowTemplate } from '../template.js';

/** Templates for those who operate something. */
export const OPERATIONS_TEMPLATES: readonly WorkflowTemplate[] = [
  {
    templateId: 'incident',
    name: 'Incident',
    description: 'Alerts people of an incident on every channel.',
    category: 'operations',
    tags: ['incidents'],
    payloadSchema: payloadOf({
      service: 'Payments',
      severity: 'critical',
      summary: 'One of five card payments fails since 14:05 UTC.',
      incidentUrl: 'https://status.acme.example.com/incidents/311',
    }),
    steps: [
      inApp('payload.incidentUrl'),
      email(
        mailBody(
          heading('{{t.mail.title}}'),
          box(strong('{{t.mail.severity}}'), paragraph('{{payload.summary}}')),
          button('{{t.mail.action}}', 'payload.incidentUrl'),
        ),
      ),
      sms(),
    ],
    texts: {
      'mail.subject': [
        'Incident: {{payload.service}} ({{payload.severity}})',
        'Störung: {{payload.service}} ({{payload.severity}})',
        'Incidente: {{payload.service}} ({{payload.severity}})',
      ],
      'mail.preheader': ['{{payload.summary}}', '{{payload.summary}}', '{{payload.summary}}'],
      'mail.title': ['Incident: {{payload.service}}', 'Störung: {{payload.service}}', 'Incidente: {{payload.service}}'],
      'mail.severity': [
        'Severity: {{payload.severity}}',
        'Schweregrad: {{payload.severity}}',
        'Gravedad: {{payload.severity}}',
      ],
      'mail.action': ['Open incident', 'Störung öffnen', 'Abrir el incidente'],
      'mail.why': [
        'You get this email because you are on call for {{payload.service}}.',
        'Sie erhalten diese E-Mail, weil Sie Bereitschaft für {{payload.service}} haben.',
        'Recibes este correo porque estás de guardia para {{payload.service}}.',
      ],
      'inbox.subject': [
        'Incident: {{payload.service}}',
        'Störung: {{payload.service}}',
        'Incidente: {{payload.service}}',
      ],
      'inbox.body': ['{{payload.summary}}', '{{payload.summary}}', '{{payload.summary}}'],
      'inbox.action': ['Open incident', 'Störung öffnen', 'Abrir el incidente'],
      'sms.body': [
        '{{payload.service}} ({{payload.severity}}): {{payload.summary}} {{payload.incidentUrl}}',
        '{{payload.service}} ({{payload.severity}}): {{payload.summary}} {{payload.incidentUrl}}',
        '{{payload.service}} ({{payload.severity}}): {{payload.summary}} {{payload.incidentUrl}}',
      ],
    },
  },
];
