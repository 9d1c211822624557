import { Types } from 'mongoose';
import { failed } from '../step-outcome.js';
import { MASK } from '../../../platform/values/mask.js';
import { masked, withoutSecrets } from './secrets.js';

describe('L8: a secret', () => {
  it('is masked by key', () => {
    expect(masked({ A: 'x', B: '' })).toEqual({ A: MASK, B: MASK });
  });

  it('is told by no explanation of a step, the longest first', () => {
    const message = { _id: new Types.ObjectId(), channel: 'email' as const, body: 'tok', errorText: 'refused token' };
    const outcome = failed('send_failed', 'Message not sent', 'GET /?k=token-1&l=token failed', {
      messages: [message],
    });
    const told = withoutSecrets(outcome, { LONG: 'token-1', SHORT: 'token', EMPTY: '' });
    expect(told.details[0]?.raw).toBe(`GET /?k=${MASK}&l=${MASK} failed`);
    expect(told.messages).toEqual([{ ...message, errorText: `refused ${MASK}` }]);
  });

  it('is not in content that is kept', () => {
    const content = { channel: 'push' as const, token: 't', title: 'token-1', body: 'x', data: { a: ['token-1', 1] } };
    const messages = [{ _id: new Types.ObjectId(), channel: 'push' as const, body: '', content }];
    const kept = withoutSecrets(failed('send_failed', '', '', { messages }), { A: 'token-1' });
    expect(kept.messages?.[0]?.content).toEqual({ ...content, title: MASK, data: { a: [MASK, 1] } });
  });
});
