import { acceptsSecret, generateApplicationId, generateSecret, hashSecret } from './legacy-credentials.service.js';

const NOW = new Date('2026-02-03T04:05:06Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('the secret of an application', () => {
  it('is long, random and fit for Basic credentials', () => {
    const secrets = new Set(Array.from({ length: 100 }, generateSecret));
    expect(secrets.size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(generateApplicationId()).toMatch(/^app_[0-9a-f]{24}$/);
  });

  it.each([
    ['the secret', {}, 'current', true],
    ['another', {}, 'wrong', false],
    ['none', {}, '', false],
    ['its hash', {}, hashSecret('current'), false],
    ['the former one before its end', { until: later(1) }, 'former', true],
    ['the former one at its end', { until: NOW }, 'former', false],
    ['the new one during the overlap', { until: later(1) }, 'current', true],
    ['another during the overlap', { until: later(1) }, 'wrong', false],
  ])('accepts %s or not', (_case, { until }: { until?: Date }, secret, accepted) => {
    const application = {
      secretHash: hashSecret('current'),
      ...(until && { formerSecret: { hash: hashSecret('former'), until } }),
    };
    expect(acceptsSecret(application, secret, NOW)).toBe(accepted);
  });
});
