import { smsProviders } from '@novu/shared';
import { SMS_ADAPTERS } from '#libs/providers/sms/sms-providers.js';

describe('x', () => {
  it('y', () => {
    expect(smsProviders.length).toBeGreaterThan(3);
    expect(SMS_ADAPTERS.length).toBeGreaterThan(3);
  });
});
