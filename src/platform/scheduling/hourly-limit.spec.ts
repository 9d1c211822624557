import { Clock, HOUR_MS } from '../clock.js';
import { HourlyLimit } from './hourly-limit.js';

describe('a limit by the hour', () => {
  let now: number;
  let limit: HourlyLimit;

  beforeEach(() => {
    now = 10 * HOUR_MS + 1000;
    const clock = new Clock();
    clock.now = () => new Date(now);
    limit = new HourlyLimit(clock, 3, 'Too many. Wait.');
  });

  it('is for each key, and refuses what exceeds it without counting that', () => {
    limit.take('a', 2);
    expect(() => limit.take('a', 2)).toThrow('Too many. Wait.');
    limit.take('a');
    expect(() => limit.take('a')).toThrow('Too many. Wait.');
    limit.take('b', 3);
  });

  it('begins anew with the hour, and says when that is', () => {
    limit.take('a', 3);
    expect(() => limit.take('a')).toThrow(expect.objectContaining({ status: 429, retryAfterSeconds: 3599 }));
    now += HOUR_MS;
    limit.take('a', 3);
  });
});
