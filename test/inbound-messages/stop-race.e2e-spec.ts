/** @runs-on redis */
import { DEFAULT_ANSWERS } from '#libs/sms-keywords/default-answers.js';
import { eventually } from '../eventually.js';
import { type TextingIntegration, TextingScene } from './texting-scene.js';

const PEOPLE = 5000;
const BULK = 500;
/** People who write STOP while messages are being sent. */
const STOPPING = 60;
const TEXT = 'Sale today';
const ANSWER = DEFAULT_ANSWERS.en.stop;

const numberOf = (index: number) => `+1415${5_000_000 + index}`;

describe('STOP during a broadcast of 5,000', () => {
  let scene: TextingScene;
  let integration: TextingIntegration;
  let workflowId: string;

  beforeAll(async () => {
    scene = await TextingScene.start();
    integration = await scene.integration('Twilio');
    await scene.carillon.api.post(`/v1/integrations/${integration.id}/set-primary`);
    ({ workflowId } = await scene.carillon.api.workflow({
      steps: [{ name: 'Text', type: 'sms', controlValues: { body: TEXT } }],
    }));
    for (let start = 0; start < PEOPLE; start += BULK) {
      const subscribers = Array.from({ length: BULK }, (_, index) => ({
        subscriberId: `p${start + index}`,
        phone: numberOf(start + index),
      }));
      const { status } = await scene.carillon.api.post('/v1/subscribers/bulk', { subscribers });
      expect(status).toBe(201);
    }
  });

  afterAll(() => scene.close());

  const broadcast = async (): Promise<string> => {
    const request = { name: workflowId, payload: {} };
    const { status, body } = await scene.carillon.api.post('/v1/events/trigger/broadcast', request);
    expect({ status, body }).toMatchObject({ status: 201 });
    return body.data.transactionId;
  };
  const ended = (transactionId: string) =>
    eventually(async () => {
      const event = await scene.carillon.connection.collection('events').findOne({ transactionId });
      const { sent, failed, skipped } = event!.counters;
      expect({ failed, all: sent + skipped }).toEqual({ failed: 0, all: PEOPLE });
    });
  const textsTo = (number: string) => scene.sentTo(number).map(({ text }) => text);

  it('CS45: nothing is sent to a number after the answer', async () => {
    const first = await broadcast();
    const begun = () => scene.services.requests.length;
    await eventually(() => Promise.resolve(expect(begun()).toBeGreaterThan(200)));
    const second = await broadcast();
    // Spread over all: some have their message, some are about to get it, most have it before them.
    const stopping = Array.from({ length: STOPPING }, (_, index) => numberOf(Math.floor((index * PEOPLE) / STOPPING)));
    for (const number of stopping) expect((await scene.post(integration, number, 'STOP')).status).toBe(200);
    expect(begun()).toBeLessThan(2 * PEOPLE);
    await Promise.all([ended(first), ended(second)]);
    await eventually(() => {
      for (const number of stopping) expect(textsTo(number)).toContain(ANSWER);
      return Promise.resolve();
    });
    for (const number of stopping) {
      const texts = textsTo(number);
      expect({ number, last: texts.at(-1), answers: texts.filter((one) => one === ANSWER).length }).toEqual({
        number,
        last: ANSWER,
        answers: 1,
      });
    }
    // The others got both, and some who stopped got neither.
    expect(stopping.some((number) => textsTo(number).length === 1)).toBe(true);
    expect(textsTo(numberOf(1))).toEqual([TEXT, TEXT]);
  });

  it('CS45: a stopped number gets nothing later, and everything again after START', async () => {
    const [stopped, again] = [numberOf(0), numberOf(Math.floor(PEOPLE / STOPPING))];
    expect((await scene.post(integration, again, 'START')).status).toBe(200);
    const [before, beforeAgain] = [textsTo(stopped), textsTo(again)];
    await ended(await broadcast());
    expect(textsTo(stopped)).toEqual(before);
    expect(textsTo(again).slice(beforeAgain.length)).toContain(TEXT);
  });
});
