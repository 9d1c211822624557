import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { newSecret, signatureHeaders } from './endpoint-secrets.service.js';

const body = '{"type":"message.sent","data":{"name":"Zoë 🔔"}}';
const request = { id: 'evt_6925a1f0c0ffee0123456789', at: new Date(), body };

describe('B3: the signature', () => {
  it('is what an independent verifier expects', () => {
    const secret = newSecret();
    expect(new Webhook(secret).verify(body, signatureHeaders(request, [secret]))).toEqual(JSON.parse(body));
  });

  it('is there once for each secret, separated by spaces', () => {
    const secrets = [newSecret(), newSecret()];
    const headers = signatureHeaders(request, secrets);
    expect(headers['webhook-signature']).toMatch(/^v1,[\w+/=]{44} v1,[\w+/=]{44}$/);
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it.each<[string, () => unknown]>([
    ['another secret', () => new Webhook(newSecret()).verify(body, signatureHeaders(request, [newSecret()]))],
    ['another body', () => verifyChanged({}, body.replace('sent', 'read'))],
    ['another id', () => verifyChanged({ 'webhook-id': 'evt_x' })],
    ['another time', () => verifyChanged({ 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 10) })],
  ])('does not hold for %s', (_what, verify) => {
    expect(verify).toThrow(WebhookVerificationError);
  });

  it('is made with secrets of 32 bytes, each another', () => {
    const secrets = [newSecret(), newSecret()];
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secrets[0]).not.toBe(secrets[1]);
  });
});

function verifyChanged(headers: Record<string, string>, text = body): unknown {
  const secret = newSecret();
  return new Webhook(secret).verify(text, { ...signatureHeaders(request, [secret]), ...headers });
}
