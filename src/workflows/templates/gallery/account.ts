import { button, code, heading, mailBody, paragraph } from '../blocks.js';
import { email, inApp, sms } from '../steps.js';
import { payloadOf, type WorkflowTemplate } from '../template.js';

const SHOP = 'Acme';

/** Templates for accounts of people. */
export const ACCOUNT_TEMPLATES: readonly WorkflowTemplate[] = [
  {
    templateId: 'welcome',
    name: 'Welcome',
    description: 'Greets people who have signed up, and shows them the first step.',
    category: 'account',
    tags: ['account'],
    payloadSchema: payloadOf({ product: SHOP, startUrl: 'https://acme.example.com/start' }),
    steps: [
      email(
        mailBody(
          heading('{{t.mail.title}}'),
          paragraph('{{t.mail.intro}}'),
          paragraph('{{t.mail.next}}'),
          button('{{t.mail.action}}', 'payload.startUrl'),
          paragraph('{{t.mail.help}}'),
        ),
      ),
      inApp('payload.startUrl'),
    ],
    texts: {
      'mail.subject': [
        'Welcome to {{payload.product}}',
        'Willkommen bei {{payload.product}}',
        'Te damos la bienvenida a {{payload.product}}',
      ],
      'mail.preheader': [
        'Your account is ready. Here is your first step.',
        'Ihr Konto ist bereit. So geht es los.',
        'Tu cuenta está lista. Este es el primer paso.',
      ],
      'mail.title': [
        'Welcome, {{subscriber.firstName | default: "friend"}}!',
        'Willkommen{% if subscriber.firstName %}, {{subscriber.firstName}}{% endif %}!',
        '¡Hola{% if subscriber.firstName %}, {{subscriber.firstName}}{% endif %}!',
      ],
      'mail.intro': [
        'Thank you for joining {{payload.product}}. Your account is ready.',
        'Schön, dass Sie bei {{payload.product}} sind. Ihr Konto ist bereit.',
        'Gracias por unirte a {{payload.product}}. Tu cuenta está lista.',
      ],
      'mail.next': [
        'It takes two minutes to set everything up.',
        'In zwei Minuten ist alles eingerichtet.',
        'En dos minutos lo tendrás todo configurado.',
      ],
      'mail.action': ['Get started', 'Jetzt beginnen', 'Empezar'],
      'mail.help': [
        'Any questions? Reply to this email, and we will help you.',
        'Haben Sie Fragen? Antworten Sie auf diese E-Mail, wir helfen gern.',
        '¿Tienes preguntas? Responde a este correo y te ayudaremos.',
      ],
      'mail.why': [
        'You get this email because you signed up for {{payload.product}}.',
        'Sie erhalten diese E-Mail, weil Sie sich bei {{payload.product}} angemeldet haben.',
        'Recibes este correo porque te registraste en {{payload.product}}.',
      ],
      'inbox.subject': [
        'Welcome to {{payload.product}}',
        'Willkommen bei {{payload.product}}',
        'Te damos la bienvenida a {{payload.product}}',
      ],
      'inbox.body': [
        'Your account is ready. Set everything up in two minutes.',
        'Ihr Konto ist bereit. In zwei Minuten ist alles eingerichtet.',
        'Tu cuenta está lista. Configúralo todo en dos minutos.',
      ],
      'inbox.action': ['Get started', 'Jetzt beginnen', 'Empezar'],
    },
  },
  {
    templateId: 'verify-email',
    name: 'Verify email',
    description: 'Asks people to confirm that an email address is theirs.',
    category: 'account',
    tags: ['account'],
    payloadSchema: payloadOf({
      product: SHOP,
      verifyUrl: 'https://acme.example.com/verify?token=4f2a9c',
      validHours: 24,
    }),
    steps: [
      email(
        mailBody(
          heading('{{t.mail.title}}'),
          paragraph('{{t.mail.intro}}'),
          button('{{t.mail.action}}', 'payload.verifyUrl'),
          paragraph('{{t.mail.valid}}'),
          paragraph('{{t.mail.ignore}}'),
        ),
      ),
    ],
    texts: {
      'mail.subject': [
        'Confirm your email address',
        'Bestätigen Sie Ihre E-Mail-Adresse',
        'Confirma tu correo electrónico',
      ],
      'mail.preheader': [
        'One click, and your address is confirmed.',
        'Ein Klick, und Ihre Adresse ist bestätigt.',
        'Un clic y tu dirección quedará confirmada.',
      ],
      'mail.title': ['Is this your address?', 'Ist das Ihre Adresse?', '¿Es esta tu dirección?'],
      'mail.intro': [
        'Somebody has entered this address at {{payload.product}}. Confirm it if that was you.',
        'Diese Adresse wurde bei {{payload.product}} angegeben. Bestätigen Sie sie, wenn Sie das waren.',
        'Alguien ha indicado esta dirección en {{payload.product}}. Confírmala si fuiste tú.',
      ],
      'mail.action': ['Confirm address', 'Adresse bestätigen', 'Confirmar dirección'],
      'mail.valid': [
        'The link is valid for {{payload.validHours}} hours.',
        'Der Link gilt {{payload.validHours}} Stunden lang.',
        'El enlace es válido durante {{payload.validHours}} horas.',
      ],
      'mail.ignore': [
        'If it was not you, ignore this email. Nothing will happen.',
        'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Es geschieht nichts.',
        'Si no fuiste tú, ignora este correo. No pasará nada.',
      ],
      'mail.why': [
        'You get this email because an account is to use this address.',
        'Sie erhalten diese E-Mail, weil ein Konto diese Adresse verwenden soll.',
        'Recibes este correo porque una cuenta quiere usar esta dirección.',
      ],
    },
  },
  {
    templateId: 'sign-in-code',
    name: 'Sign-in code',
    description: 'Sends a code for signing in, by email and as a text message.',
    category: 'account',
    tags: ['account', 'security'],
    payloadSchema: payloadOf({ product: SHOP, code: '482 913', validMinutes: 10 }),
    steps: [
      email(
        mailBody(
          heading('{{t.mail.title}}'),
          paragraph('{{t.mail.intro}}'),
          code('{{payload.code}}'),
          paragraph('{{t.mail.valid}}'),
          paragraph('{{t.mail.secret}}'),
        ),
      ),
      sms(),
    ],
    texts: {
      'mail.subject': [
        '{{payload.code}} is your sign-in code',
        '{{payload.code}} ist Ihr Anmeldecode',
        '{{payload.code}} es tu código de acceso',
      ],
      'mail.preheader': [
        'It is valid for {{payload.validMinutes}} minutes.',
        'Er gilt {{payload.validMinutes}} Minuten lang.',
        'Es válido durante {{payload.validMinutes}} minutos.',
      ],
      'mail.title': ['Your sign-in code', 'Ihr Anmeldecode', 'Tu código de acceso'],
      'mail.intro': [
        'Enter this code to sign in to {{payload.product}}:',
        'Geben Sie diesen Code ein, um sich bei {{payload.product}} anzumelden:',
        'Introduce este código para acceder a {{payload.product}}:',
      ],
      'mail.valid': [
        'It is valid for {{payload.validMinutes}} minutes.',
        'Er gilt {{payload.validMinutes}} Minuten lang.',
        'Es válido durante {{payload.validMinutes}} minutos.',
      ],
      'mail.secret': [
        'Tell nobody this code. We never ask for it.',
        'Geben Sie den Code niemandem weiter. Wir fragen nie danach.',
        'No compartas este código con nadie. Nunca te lo pediremos.',
      ],
      'mail.why': [
        'You get this email because somebody signs in with your address.',
        'Sie erhalten diese E-Mail, weil sich jemand mit Ihrer Adresse anmeldet.',
        'Recibes este correo porque alguien accede con tu dirección.',
      ],
      'sms.body': [
        '{{payload.code}} is your {{payload.product}} code, valid for {{payload.validMinutes}} minutes. Tell nobody.',
        '{{payload.code}} ist Ihr Code für {{payload.product}}, gültig {{payload.validMinutes}} Minuten. Nicht weitergeben.',
        '{{payload.code}} es tu código de {{payload.product}}. Caduca en {{payload.validMinutes}} minutos. No lo compartas.',
      ],
    },
  },
  {
    templateId: 'password-reset',
    name: 'Password reset',
    description: 'Sends the link to choose a new password.',
    category: 'account',
    tags: ['account', 'security'],
    payloadSchema: payloadOf({
      product: SHOP,
      resetUrl: 'https://acme.example.com/reset?token=9b1d70',
      validMinutes: 60,
    }),
    steps: [
      email(
        mailBody(
          heading('{{t.mail.title}}'),
          paragraph('{{t.mail.intro}}'),
          button('{{t.mail.action}}', 'payload.resetUrl'),
          paragraph('{{t.mail.valid}}'),
          paragraph('{{t.mail.ignore}}'),
        ),
      ),
    ],
    texts: {
      'mail.subject': ['Reset your password', 'Passwort zurücksetzen', 'Restablece tu contraseña'],
      'mail.preheader': [
        'The link is valid for {{payload.validMinutes}} minutes.',
        'Der Link gilt {{payload.validMinutes}} Minuten lang.',
        'El enlace es válido durante {{payload.validMinutes}} minutos.',
      ],
      'mail.title': ['Choose a new password', 'Neues Passwort wählen', 'Elige una contraseña nueva'],
      'mail.intro': [
        'Somebody wants to reset the password of your account at {{payload.product}}.',
        'Jemand möchte das Passwort Ihres Kontos bei {{payload.product}} zurücksetzen.',
        'Alguien quiere restablecer la contraseña de tu cuenta en {{payload.product}}.',
      ],
      'mail.action': ['Reset password', 'Passwort zurücksetzen', 'Restablecer contraseña'],
      'mail.valid': [
        'The link is valid for {{payload.validMinutes}} minutes, and works once.',
        'Der Link gilt {{payload.validMinutes}} Minuten lang und nur einmal.',
        'El enlace es válido durante {{payload.validMinutes}} minutos y funciona una sola vez.',
      ],
      'mail.ignore': [
        'If it was not you, ignore this email. Your password stays as it is.',
        'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.',
        'Si no fuiste tú, ignora este correo. Tu contraseña no cambiará.',
      ],
      'mail.why': [
        'You get this email because a new password was asked for.',
        'Sie erhalten diese E-Mail, weil ein neues Passwort angefordert wurde.',
        'Recibes este correo porque se ha pedido una contraseña nueva.',
      ],
    },
  },
];
