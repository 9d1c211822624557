import { TooManyRequestsException } from '../platform/errors/exceptions.js';
import { LimitedWork } from './limited-work.js';

describe('AC8: limited work', () => {
  it('runs two at a time, in their order, and refuses what would wait behind three', async () => {
    const limited = new LimitedWork(2, 3);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (number: number) =>
      limited.run(() => {
        begun.push(number);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const accepted = [1, 2, 3, 4, 5].map(work);
    await expect(work(6)).rejects.toThrow(TooManyRequestsException);
    expect(begun).toEqual([1, 2]);
    for (const one of accepted) {
      ends.shift()?.();
      await one;
    }
    expect(begun).toEqual([1, 2, 3, 4, 5]);
    await expect(limited.run(() => Promise.resolve('free again'))).resolves.toBe('free again');
  });

  it('goes on after work that fails', async () => {
    const limited = new LimitedWork(1, 1);
    const failing = limited.run(() => Promise.reject(new Error('failed')));
    const next = limited.run(() => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('failed');
    await expect(next).resolves.toBe('done');
  });
});
