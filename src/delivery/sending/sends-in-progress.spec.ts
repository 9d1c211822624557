import { SendsInProgress } from './sends-in-progress.js';

const sms = (to: string) => ({ channel: 'sms', to }) as const;

/** Whether a promise has settled after the tasks that are due now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await new Promise(setImmediate);
  return settled;
}

/** A promise, and what settles it. */
function deferred() {
  let [resolve, reject] = [(_value: string): void => undefined, (_error: Error): void => undefined];
  const promise = new Promise<string>((settle, refuse) => ([resolve, reject] = [settle, refuse]));
  return { promise, resolve: (value: string) => resolve(value), reject: (error: Error) => reject(error) };
}

it('CS45: what is being sent to a number is waited for, whether it succeeds or fails', async () => {
  const sends = new SendsInProgress();
  const [first, second] = [deferred(), deferred()];
  const results = [
    sends.run(sms('+14155550123'), () => first.promise),
    sends.run(sms('1 415 555-0123'), () => second.promise),
    sends.run(sms('+4915112345678'), () => new Promise(() => undefined)),
    sends.run({ channel: 'email', to: ['14155550123'] }, () => new Promise(() => undefined)),
  ];
  const ended = sends.ended('+14155550123');
  expect(await isSettled(ended)).toBe(false);
  first.resolve('sent');
  expect(await isSettled(ended)).toBe(false);
  second.reject(new Error('refused'));
  expect(await isSettled(ended)).toBe(true);
  await expect(results[0]).resolves.toBe('sent');
  await expect(results[1]).rejects.toThrow('refused');
  expect(await isSettled(sends.ended('+14155550123'))).toBe(true);
});
