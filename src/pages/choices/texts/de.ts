import type { ChoiceTexts } from './choice-texts.js';

export const de: ChoiceTexts = {
  language: 'Deutsch',
  languages: 'Sprache',
  title: 'Benachrichtigungen einstellen',
  whose: 'Diese Einstellungen gelten für {person}.',
  forwarded: 'Wurde Ihnen die Nachricht weitergeleitet, gilt eine Änderung hier für diese Person, nicht für Sie.',
  saved: 'Ihre Einstellungen sind gespeichert.',
  notSaved: 'Nicht gespeichert. Bitte korrigieren Sie die markierten Felder.',
  channels: { email: 'E-Mail', sms: 'SMS', in_app: 'In der App', push: 'Push', chat: 'Chat', tool: 'Werkzeuge' },
  everything: 'Alle Benachrichtigungen',
  everythingAbout: 'Eine Änderung hier gilt für alles Folgende.',
  others: 'Weitere Benachrichtigungen',
  single: 'Einzeln auswählen',
  necessary: 'Immer gesendet',
  necessaryAbout: 'Diese Nachrichten sind notwendig, etwa für Ihre Sicherheit. Sie können sie nicht abschalten.',
  nothing: 'Es gibt noch nichts auszuwählen.',
  workflowGone:
    'Die Benachrichtigungen, zu denen diese Nachricht gehört, gibt es nicht mehr. Die anderen können Sie hier ändern.',
  save: 'Speichern',
  pause: 'Pause',
  pauseAbout: 'Bis zum gewählten Tag erhalten Sie nichts. Notwendige Nachrichten kommen weiterhin an.',
  paused: 'Pausiert bis {date}.',
  pauseUntil: 'Pausieren bis',
  pauseNow: 'Alles pausieren',
  resume: 'Pause beenden',
  hours: 'Ruhezeiten',
  hoursAbout: 'E-Mail, SMS, Push und Chat kommen nur zu diesen Zeiten an. Zeitzone: {zone}.',
  hoursOn: 'Nur zu diesen Zeiten',
  from: 'Von',
  to: 'Bis',
  addresses: 'Adressen',
  addressesAbout: 'Dorthin werden Ihre Nachrichten gesendet.',
  email: 'E-Mail-Adresse',
  phone: 'Telefonnummer',
  wrong: {
    email: 'Geben Sie eine E-Mail-Adresse wie ada@example.com ein.',
    phone: 'Geben Sie eine Telefonnummer mit Landesvorwahl ein, wie +49 30 1234567.',
    date: 'Wählen Sie einen Tag nach heute, höchstens zwei Jahre im Voraus.',
    hours: 'Geben Sie für jeden angekreuzten Tag einen Anfang und ein Ende ein.',
  },
  unknown: {
    title: 'Dieser Link funktioniert nicht',
    about:
      'Vielleicht ist er unvollständig. Öffnen Sie den Link in Ihrer neuesten Nachricht noch einmal, oder fragen Sie den Absender.',
  },
  expired: {
    title: 'Dieser Link ist abgelaufen',
    about:
      'Öffnen Sie die Einstellungen noch einmal dort, wo Sie den Link gefunden haben, oder nutzen Sie den Link in Ihrer neuesten Nachricht.',
  },
  deleted: {
    title: 'Diese Einstellungen gibt es nicht mehr',
    about: 'Die Person, zu der sie gehörten, wurde gelöscht und erhält nichts mehr. Sie brauchen nichts weiter zu tun.',
  },
  sample: {
    title: 'Dieser Link stammt aus einer Vorschau',
    about:
      'Diese Nachricht hat noch niemand erhalten. In einer gesendeten Nachricht öffnet der Link die Auswahl des Empfängers.',
  },
  unsubscribe: {
    title: 'Abmelden',
    ask: 'Möchten Sie „{name}“ ({channel}) abbestellen?',
    button: 'Abmelden',
    done: 'Sie haben „{name}“ ({channel}) abbestellt.',
    necessary: '„{name}“ ist notwendig und kann nicht abgeschaltet werden.',
    gone: 'Diese Benachrichtigungen gibt es nicht mehr. Sie erhalten keine weiteren.',
    choices: 'Auswählen, was Sie erhalten',
  },
};
