import type { CredentialKey } from '../kit/account.js';
import type { SmsProvider } from '../kit/provider.js';
import { type Conformance, conforms, oneSend } from '../testing/conformance.js';
import { afroMessage } from './afro-message.js';
import { isendSms } from './isend-sms.js';
import { isendproSms } from './isendpro-sms.js';
import { maqsam } from './maqsam.js';
import { mobishastra } from './mobishastra.js';
import { ruachSms } from './ruach-sms.js';
import { sendchamp } from './sendchamp.js';
import { smsCentral } from './sms-central.js';

type Sample = Conformance<Parameters<SmsProvider['send']>[0]['content']>;

const content = { channel: 'sms' as const, to: '+251911500681', body: 'Grüße' };
const json = { 'content-type': 'application/json' };
const basic = `Basic ${Buffer.from('c0ffee-access:hunter2hunter2').toString('base64')}`;

/** For each service: the input, the documented request and the responses. */
const SERVICES: [SmsProvider, Omit<Sample, 'content'>][] = [
  [
    sendchamp,
    {
      account: { apiKey: 'sendchamp_c0ffee', from: 'Acme' },
      request: {
        method: 'POST',
        url: 'https://api.sendchamp.com/api/v1/sms/send',
        headers: { ...json, authorization: 'Bearer sendchamp_c0ffee', accept: 'application/json' },
        body: '{"to":["251911500681"],"message":"Grüße","sender_name":"Acme","route":"dnd"}',
      },
      accepted: {
        status: 200,
        body: '{"message":"Completed","code":200,"status":"success","data":{"id":"ae0c-1","phone_number":"251911500681"}}',
        id: 'ae0c-1',
      },
      refused: { status: 200, body: '{"message":"Invalid sender","code":400,"status":"error","data":null}' },
    },
  ],
  [
    isendproSms,
    {
      account: { apiKey: 'a296464ce012b8ab710a', from: 'isendpro' },
      request: {
        method: 'POST',
        url: 'https://apirest.isendpro.com/cgi-bin/sms',
        headers: json,
        body: '{"keyid":"a296464ce012b8ab710a","num":"251911500681","sms":"Grüße","emetteur":"isendpro","smslong":"999"}',
      },
      accepted: { status: 200, body: '{"etat":{"etat":[{"code":"0","tel":"0695208432","message":"envoye"}]}}' },
      refused: { status: 200, body: '{"etat":{"etat":[{"code":"11","tel":"0771058335","message":"liste noire"}]}}' },
    },
  ],
  [
    mobishastra,
    {
      account: {
        baseUrl: 'https://mshastra.com/sendsms_api_json.aspx',
        user: 'profile-1',
        password: 'hunter2hunter2',
        from: 'Acme',
      },
      request: {
        method: 'POST',
        url: 'https://mshastra.com/sendsms_api_json.aspx',
        headers: json,
        body: '[{"user":"profile-1","pwd":"hunter2hunter2","number":"251911500681","msg":"Grüße","sender":"Acme","language":"English"}]',
      },
      accepted: { status: 200, body: '[{"msg_id":"77","str_response":"Send Successful"}]', id: '77' },
      refused: { status: 200, body: '[{"msg_id":"","str_response":"Invalid Password"}]' },
    },
  ],
  [
    maqsam,
    {
      account: { apiKey: 'c0ffee-access', secretKey: 'hunter2hunter2', from: 'Acme' },
      request: {
        method: 'POST',
        url: 'https://api.maqsam.com/v2/sms',
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basic },
        body: 'to=%2B251911500681&message=Gr%C3%BC%C3%9Fe&sender=Acme',
      },
      accepted: { status: 200, body: '{"message":{"identifier":"a1b2","timestamp":1609459200}}', id: 'a1b2' },
      refused: { status: 401, body: '{"message":"Unauthorized"}' },
    },
  ],
  [
    afroMessage,
    {
      account: { apiKey: 'afro-token-1', senderName: 'Acme', from: 'e80ad9d8-adf3' },
      request: {
        method: 'POST',
        url: 'https://api.afromessage.com/api/send',
        headers: { ...json, authorization: 'Bearer afro-token-1' },
        body: '{"from":"e80ad9d8-adf3","sender":"Acme","to":"+251911500681","message":"Grüße"}',
      },
      accepted: {
        status: 200,
        body: '{"acknowledge":"success","response":{"status":"Send is in progress...","message_id":"1ef74872-b086"}}',
        id: '1ef74872-b086',
      },
      refused: { status: 200, body: '{"acknowledge":"error","response":{"errors":["Invalid sender"]}}' },
    },
  ],
  [
    smsCentral,
    {
      account: { user: 'user-1', password: 'hunter2hunter2', from: 'Acme' },
      request: {
        method: 'POST',
        url: 'https://my.smscentral.com.au/api/v3.2',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body:
          'USERNAME=user-1&PASSWORD=hunter2hunter2&ACTION=send&ORIGINATOR=Acme&RECIPIENT=251911500681' +
          '&REFERENCE=6925a1f0c0ffee0123456789&MESSAGE_TEXT=Gr%C3%BC%C3%9Fe',
      },
      accepted: { status: 200, body: '0' },
      refused: { status: 200, body: '510 Recipient is invalid' },
    },
  ],
  [
    isendSms,
    {
      malformed: 'sent',
      account: { apiToken: '94|c0ffee1234', from: 'Acme' },
      request: {
        method: 'POST',
        url: 'https://isend.com.ly/api/v3/sms/send',
        headers: { ...json, authorization: 'Bearer 94|c0ffee1234', accept: 'application/json' },
        body: '{"recipient":"251911500681","sender_id":"Acme","type":"plain","message":"Grüße"}',
      },
      accepted: { status: 200, body: '{"status":"success","data":{"uid":"63a1","cost":"1"}}', id: '63a1' },
      refused: { status: 200, body: '{"status":"error","message":"Sender ID is not approved"}' },
    },
  ],
  [
    ruachSms,
    {
      account: { apiKey: 'ruach-c0ffee', clientId: 'client-c0ffee', from: 'Acme' },
      request: {
        method: 'POST',
        url: 'https://accounts.netvox.ng/api/v2/SendSMS',
        headers: json,
        body: '{"SenderId":"Acme","Is_Unicode":false,"Is_Flash":false,"Message":"Grüße","MobileNumbers":"251911500681","ApiKey":"ruach-c0ffee","ClientId":"client-c0ffee"}',
      },
      accepted: {
        status: 200,
        body: '{"ErrorCode":0,"ErrorDescription":"Success","Data":[{"MobileNumber":"251","MessageId":"3bb944ad"}]}',
        id: '3bb944ad',
      },
      refused: { status: 200, body: '{"ErrorCode":003,"ErrorDescription":"SenderId cannot be blank"}' },
    },
  ],
];

for (const [provider, sample] of SERVICES) conforms(provider, { ...sample, content });

describe('services that must be told of Unicode', () => {
  it.each<[string, SmsProvider, object, Partial<Record<CredentialKey, string>>?]>([
    ['isendpro-sms', isendproSms, { ucs2: '1' }],
    ['isend-sms', isendSms, { type: 'unicode' }],
    ['isend-sms, whose account says otherwise', isendSms, { type: 'plain' }, { contentType: 'plain' }],
    ['ruach-sms', ruachSms, { Is_Unicode: true }],
    ['mobishastra', mobishastra, [{ language: 'Unicode' }]],
  ])('%s', async (_name, provider, told, more = {}) => {
    const [, { account }] = SERVICES.find(([one]) => one === provider)!;
    const { request } = await oneSend(provider, {
      content: { ...content, body: 'Привет' },
      account: { ...account, ...more },
    });
    expect(JSON.parse(String(request?.body))).toMatchObject(told);
  });
});

it('S1: iSendPro may refuse all of a request, too', async () => {
  const response = { body: '{"etat":{"etat":{"code":"7","message":"keyid"}}}' };
  const { result } = await oneSend(isendproSms, { content, account: { apiKey: 'a29646' }, response });
  expect(result).toMatchObject({ kind: 'permanent', error: 'code: 7: keyid' });
});
