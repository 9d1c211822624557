import { Clock, HOUR_MS } from '../clock.js';
import { HourlyLimit } from './hourly-limit.js';

describe('a limit per hour', () => {
  let now: number;
  const clock = new Clock();
  clock.now = () => new Date(now);
  const limitOf = (max: number) => new HourlyLimit(clock, max, 'Too many. Wait.');

  beforeEach(() => {
    now = 10 * HOUR_MS + 1000;
  });

  it('is for each key, and refuses what exceeds it without counting that', async () => {
    const limit = limitOf(3);
    await limit.take('a', 2);
    await expect(limit.take('a', 2)).rejects.toThrow('Too many. Wait.');
    await limit.take('a');
    await expect(limit.take('a')).rejects.toThrow('Too many. Wait.');
    await limit.take('b', 3);
  });

  it('has room for one more after a part of the hour, and says when, and for all after the hour', async () => {
    const limit = limitOf(3);
    await limit.take('a', 3);
    await expect(limit.take('a')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1200 });
    now += HOUR_MS / 3;
    await limit.take('a');
    await expect(limit.take('a')).rejects.toMatchObject({ retryAfterSeconds: 1200 });
    now += HOUR_MS;
    await limit.take('a', 3);
  });

  it.each([
    [0, 1],
    [3, 4],
  ])('of %i never accepts %i at once', async (max, count) => {
    const limit = limitOf(max);
    for (let tries = 0; tries < 3; tries++) {
      await expect(limit.take('a', count)).rejects.toMatchObject({ retryAfterSeconds: 3600 });
      now += HOUR_MS;
    }
  });
});
