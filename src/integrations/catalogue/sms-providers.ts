import { africasTalking } from '#libs/providers/sms/africas-talking/africas-talking.provider.js';
import { azureSms } from '#libs/providers/sms/azure-sms/azure-sms.provider.js';
import { bandwidth } from '#libs/providers/sms/bandwidth/bandwidth.provider.js';
import { brevoSms } from '#libs/providers/sms/brevo-sms/brevo-sms.provider.js';
import { bulkSms } from '#libs/providers/sms/bulk-sms/bulk-sms.provider.js';
import { burstSms } from '#libs/providers/sms/burst-sms/burst-sms.provider.js';
import { clickatell } from '#libs/providers/sms/clickatell/clickatell.provider.js';
import { clicksend } from '#libs/providers/sms/clicksend/clicksend.provider.js';
import { cmTelecom } from '#libs/providers/sms/cm-telecom/cm-telecom.provider.js';
import { firetext } from '#libs/providers/sms/firetext/firetext.provider.js';
import { fortySixElks } from '#libs/providers/sms/forty-six-elks/forty-six-elks.provider.js';
import { genericSms } from '#libs/providers/sms/generic-sms/generic-sms.provider.js';
import { gupshup } from '#libs/providers/sms/gupshup/gupshup.provider.js';
import { infobipSms } from '#libs/providers/sms/infobip-sms/infobip-sms.provider.js';
import { kannel } from '#libs/providers/sms/kannel/kannel.provider.js';
import { messagebird } from '#libs/providers/sms/messagebird/messagebird.provider.js';
import { nexmo } from '#libs/providers/sms/nexmo/nexmo.provider.js';
import { plivo } from '#libs/providers/sms/plivo/plivo.provider.js';
import { ringCentral } from '#libs/providers/sms/ring-central/ring-central.provider.js';
import { simpletexting } from '#libs/providers/sms/simpletexting/simpletexting.provider.js';
import { sinch } from '#libs/providers/sms/sinch/sinch.provider.js';
import { sms77 } from '#libs/providers/sms/sms77/sms77.provider.js';
import { smsmode } from '#libs/providers/sms/smsmode/smsmode.provider.js';
import { sns } from '#libs/providers/sms/sns/sns.provider.js';
import { telnyx } from '#libs/providers/sms/telnyx/telnyx.provider.js';
import { termii } from '#libs/providers/sms/termii/termii.provider.js';
import { twilio } from '#libs/providers/sms/twilio/twilio.provider.js';
import { unifonic } from '#libs/providers/sms/unifonic/unifonic.provider.js';
import { NO_ADAPTER, type ProviderTable } from './provider.js';

/** Providers of text messages. */
export const SMS_PROVIDERS: ProviderTable = {
  [clickatell.id]: clickatell,
  [nexmo.id]: nexmo,
  [plivo.id]: plivo,
  [sms77.id]: sms77,
  'sms-central': {
    name: 'SMS Central',
    keys: { needed: ['user', 'password', 'from'], optional: ['baseUrl'] },
    cannotSend: NO_ADAPTER,
  },
  [sns.id]: sns,
  [telnyx.id]: telnyx,
  [twilio.id]: twilio,
  [gupshup.id]: gupshup,
  [firetext.id]: firetext,
  [infobipSms.id]: infobipSms,
  [burstSms.id]: burstSms,
  [bulkSms.id]: bulkSms,
  'isend-sms': {
    name: 'iSend SMS',
    keys: { needed: ['apiToken'], optional: ['from', 'contentType'] },
    cannotSend: NO_ADAPTER,
  },
  [fortySixElks.id]: fortySixElks,
  [kannel.id]: kannel,
  maqsam: { name: 'Maqsam', keys: { needed: ['apiKey', 'secretKey', 'from'] }, cannotSend: NO_ADAPTER },
  [termii.id]: termii,
  [africasTalking.id]: africasTalking,
  'novu-sms': { name: 'Carillon Outbox (SMS)', keys: {} },
  sendchamp: { name: 'Sendchamp', keys: { needed: ['apiKey', 'from'] }, cannotSend: NO_ADAPTER },
  [genericSms.id]: genericSms,
  [clicksend.id]: clicksend,
  [bandwidth.id]: bandwidth,
  [messagebird.id]: messagebird,
  [simpletexting.id]: simpletexting,
  [azureSms.id]: azureSms,
  [ringCentral.id]: ringCentral,
  [brevoSms.id]: brevoSms,
  'eazy-sms': { name: 'Eazy SMS', keys: { needed: ['apiKey', 'channelId'] }, cannotSend: NO_ADAPTER },
  mobishastra: {
    name: 'Mobishastra',
    keys: { needed: ['baseUrl', 'user', 'password', 'from'] },
    cannotSend: NO_ADAPTER,
  },
  'afro-message': { name: 'AfroMessage', cannotSend: NO_ADAPTER },
  [unifonic.id]: unifonic,
  [smsmode.id]: smsmode,
  imedia: { name: 'iMedia', cannotSend: NO_ADAPTER },
  [sinch.id]: sinch,
  'isendpro-sms': { name: 'iSendPro SMS', cannotSend: NO_ADAPTER },
  [cmTelecom.id]: cmTelecom,
  'ruach-sms': { name: 'Ruach SMS', cannotSend: NO_ADAPTER },
};
