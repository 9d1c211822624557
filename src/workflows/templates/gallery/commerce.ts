import { box, button, columns, heading, mailBody, paragraph, repeat, strong } from '../blocks.js';
import { email, inApp, sms } from '../steps.js';
import { listOf, payloadOf, type WorkflowTemplate } from '../template.js';

/** Templates for what people buy and book. */
export const COMMERCE_TEMPLATES: readonly WorkflowTemplate[] = [
  {
    templateId: 'invoice',
    name: 'Invoice',
    description: 'Sends an invoice with its items and its total.',
    category: 'commerce',
    tags: ['billing'],
    payloadSchema: payloadOf({
      number: '2026-0042',
      total: '€ 120.00',
      dueDate: '2026-03-01',
      invoiceUrl: 'https://acme.example.com/invoices/2026-0042',
      items: listOf({ name: 'Team plan, March', price: '€ 100.00' }, { name: 'Additional storage', price: '€ 20.00' }),
    }),
    steps: [
      email(
        mailBody(
          heading('{{t.mail.title}}'),
          paragraph('{{t.mail.intro}}'),
          box(
            repeat('payload.items', columns(paragraph('{{current.name}}'), paragraph('{{current.price}}'))),
            columns(strong('{{t.mail.total}}'), strong('{{payload.total}}')),
          ),
          button('{{t.mail.action}}', 'payload.invoiceUrl'),
        ),
      ),
    ],
    texts: {
      'mail.subject': ['Invoice {{payload.number}}', 'Rechnung {{payload.number}}', 'Factura {{payload.number}}'],
      'mail.preheader': [
        '{{payload.total}}, due on {{payload.dueDate}}',
        '{{payload.total}}, fällig am {{payload.dueDate}}',
        '{{payload.total}}, vence el {{payload.dueDate}}',
      ],
      'mail.title': ['Invoice {{payload.number}}', 'Rechnung {{payload.number}}', 'Factura {{payload.number}}'],
      'mail.intro': [
        'Here is your invoice. Please pay it by {{payload.dueDate}}.',
        'Hier ist Ihre Rechnung. Bitte bezahlen Sie sie bis {{payload.dueDate}}.',
        'Aquí tienes tu factura. Págala antes del {{payload.dueDate}}.',
      ],
      'mail.total': ['Total', 'Summe', 'Total'],
      'mail.action': ['View invoice', 'Rechnung ansehen', 'Ver factura'],
      'mail.why': [
        'You get this email because you have bought something from us.',
        'Sie erhalten diese E-Mail, weil Sie bei uns etwas gekauft haben.',
        'Recibes este correo porque has comprado algo en nuestra tienda.',
      ],
    },
  },
  {
    templateId: 'order-shipped',
    name: 'Order shipped',
    description: 'Says that an order is on its way, and where it is.',
    category: 'commerce',
    tags: ['orders'],
    payloadSchema: payloadOf({
      orderId: 'A-1042',
      carrier: 'Parcel Service',
      arrivesOn: '2026-03-04',
      trackingUrl: 'https://acme.example.com/track/A-1042',
      items: listOf({ name: 'Running shoes', quantity: 1 }, { name: 'Wool socks', quantity: 3 }),
    }),
    steps: [
      email(
        mailBody(
          heading('{{t.mail.title}}'),
          paragraph('{{t.mail.intro}}'),
          box(repeat('payload.items', paragraph('{{current.quantity}} × {{current.name}}'))),
          button('{{t.mail.action}}', 'payload.trackingUrl'),
        ),
      ),
      inApp('payload.trackingUrl'),
      sms(),
    ],
    texts: {
      'mail.subject': [
        'Your order {{payload.orderId}} is on its way',
        'Ihre Bestellung {{payload.orderId}} ist unterwegs',
        'Tu pedido {{payload.orderId}} está en camino',
      ],
      'mail.preheader': [
        'It arrives on {{payload.arrivesOn}} with {{payload.carrier}}.',
        'Sie kommt am {{payload.arrivesOn}} mit {{payload.carrier}}.',
        'Llega el {{payload.arrivesOn}} con {{payload.carrier}}.',
      ],
      'mail.title': ['Your order is on its way', 'Ihre Bestellung ist unterwegs', 'Tu pedido está en camino'],
      'mail.intro': [
        'We have handed order {{payload.orderId}} to {{payload.carrier}}. It arrives on {{payload.arrivesOn}}.',
        'Wir haben die Bestellung {{payload.orderId}} an {{payload.carrier}} übergeben. Sie kommt am {{payload.arrivesOn}} an.',
        'Hemos entregado el pedido {{payload.orderId}} a {{payload.carrier}}. Llega el {{payload.arrivesOn}}.',
      ],
      'mail.action': ['Track parcel', 'Paket verfolgen', 'Seguir el envío'],
      'mail.why': [
        'You get this email because of your order {{payload.orderId}}.',
        'Sie erhalten diese E-Mail wegen Ihrer Bestellung {{payload.orderId}}.',
        'Recibes este correo por tu pedido {{payload.orderId}}.',
      ],
      'inbox.subject': [
        'Order {{payload.orderId}} shipped',
        'Bestellung {{payload.orderId}} versandt',
        'Pedido {{payload.orderId}} enviado',
      ],
      'inbox.body': [
        'It arrives on {{payload.arrivesOn}} with {{payload.carrier}}.',
        'Sie kommt am {{payload.arrivesOn}} mit {{payload.carrier}}.',
        'Llega el {{payload.arrivesOn}} con {{payload.carrier}}.',
      ],
      'inbox.action': ['Track parcel', 'Paket verfolgen', 'Seguir el envío'],
      'sms.body': [
        'Your order {{payload.orderId}} is on its way: {{payload.trackingUrl}}',
        'Ihre Bestellung {{payload.orderId}} ist unterwegs: {{payload.trackingUrl}}',
        'Tu pedido {{payload.orderId}} está en camino: {{payload.trackingUrl}}',
      ],
    },
  },
  {
    templateId: 'appointment-reminder',
    name: 'Appointment reminder',
    description: 'Reminds people of an appointment, by email and as a text message.',
    category: 'commerce',
    tags: ['appointments'],
    payloadSchema: payloadOf({
      what: 'Dental check-up',
      when: '2026-03-04, 10:30',
      where: '12 Harbor Street',
      changeUrl: 'https://acme.example.com/appointments/77',
    }),
    steps: [
      email(
        mailBody(
          heading('{{t.mail.title}}'),
          box(strong('{{payload.what}}'), paragraph('{{payload.when}}'), paragraph('{{payload.where}}')),
          paragraph('{{t.mail.change}}'),
          button('{{t.mail.action}}', 'payload.changeUrl'),
        ),
      ),
      sms(),
    ],
    texts: {
      'mail.subject': [
        'Reminder: {{payload.what}}, {{payload.when}}',
        'Erinnerung: {{payload.what}}, {{payload.when}}',
        'Recordatorio: {{payload.what}}, {{payload.when}}',
      ],
      'mail.preheader': [
        'We look forward to seeing you: {{payload.where}}.',
        'Wir freuen uns auf Sie: {{payload.where}}.',
        'Te esperamos: {{payload.where}}.',
      ],
      'mail.title': ['See you soon', 'Bis bald', 'Hasta pronto'],
      'mail.change': [
        'Does the time no longer suit you? Change the appointment or cancel it.',
        'Passt Ihnen der Termin nicht mehr? Verschieben Sie ihn, oder sagen Sie ab.',
        '¿Ya no te viene bien? Cambia la cita o cancélala.',
      ],
      'mail.action': ['Change appointment', 'Termin ändern', 'Cambiar la cita'],
      'mail.why': [
        'You get this email because you have an appointment with us.',
        'Sie erhalten diese E-Mail, weil Sie einen Termin bei uns haben.',
        'Recibes este correo porque tienes una cita con nosotros.',
      ],
      'sms.body': [
        'Reminder: {{payload.what}}, {{payload.when}}, {{payload.where}}. Change it: {{payload.changeUrl}}',
        'Erinnerung: {{payload.what}}, {{payload.when}}, {{payload.where}}. Ändern: {{payload.changeUrl}}',
        'Recordatorio: {{payload.what}}, {{payload.when}}, {{payload.where}}. Cambiar: {{payload.changeUrl}}',
      ],
    },
  },
];
