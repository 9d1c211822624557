import type { SmsProvider } from '../kit/provider.js';
import { africasTalking } from './africas-talking.js';
import { afroMessage } from './afro-message.js';
import { azureSms } from './azure-sms.js';
import { bandwidth } from './bandwidth.js';
import { brevoSms } from './brevo-sms.js';
import { bulkSms } from './bulk-sms.js';
import { burstSms } from './burst-sms.js';
import { clickatell } from './clickatell.js';
import { clicksend } from './clicksend.js';
import { cmTelecom } from './cm-telecom.js';
import { firetext } from './firetext.js';
import { fortySixElks } from './forty-six-elks.js';
import { genericSms } from './generic-sms.js';
import { gupshup } from './gupshup.js';
import { infobipSms } from './infobip-sms.js';
import { isendSms } from './isend-sms.js';
import { isendproSms } from './isendpro-sms.js';
import { kannel } from './kannel.js';
import { maqsam } from './maqsam.js';
import { messagebird } from './messagebird.js';
import { mobishastra } from './mobishastra.js';
import { nexmo } from './nexmo.js';
import { plivo } from './plivo.js';
import { ringCentral } from './ring-central.js';
import { ruachSms } from './ruach-sms.js';
import { sendchamp } from './sendchamp.js';
import { simpletexting } from './simpletexting.js';
import { sinch } from './sinch.js';
import { smsCentral } from './sms-central.js';
import { sms77 } from './sms77.js';
import { smsmode } from './smsmode.js';
import { sns } from './sns.js';
import { telnyx } from './telnyx.js';
import { termii } from './termii.js';
import { twilio } from './twilio.js';
import { unifonic } from './unifonic.js';

/** The services that text messages can be sent with. */
export const SMS_ADAPTERS: readonly SmsProvider[] = [
  africasTalking,
  afroMessage,
  azureSms,
  bandwidth,
  brevoSms,
  bulkSms,
  burstSms,
  clickatell,
  clicksend,
  cmTelecom,
  firetext,
  fortySixElks,
  genericSms,
  gupshup,
  infobipSms,
  isendproSms,
  isendSms,
  kannel,
  maqsam,
  messagebird,
  mobishastra,
  nexmo,
  plivo,
  ringCentral,
  ruachSms,
  sendchamp,
  simpletexting,
  sinch,
  sms77,
  smsCentral,
  smsmode,
  sns,
  telnyx,
  termii,
  twilio,
  unifonic,
];
