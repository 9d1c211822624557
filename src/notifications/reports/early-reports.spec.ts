import { Types } from 'mongoose';
import { EarlyReports } from './early-reports.js';

const source = (): { environmentId: Types.ObjectId; _id: Types.ObjectId } => ({
  environmentId: new Types.ObjectId(),
  _id: new Types.ObjectId(),
});
const report = (eventId: string, response?: string) => ({
  report: { eventId, status: 'delivered' as const, at: new Date(0), ...(response !== undefined && { response }) },
  providerMessageIds: [`m-${eventId}`],
});
const at = (ms: number): Date => new Date(ms);
const many = (count: number) => Array.from({ length: count }, (_, index) => report(String(index)));

describe('B5: reports about messages that are not stored', () => {
  it('are looked at again after growing pauses, then dropped', () => {
    const early = new EarlyReports();
    const mail = source();
    let now = 0;
    early.keep(mail, [report('a')], at(now));
    for (const [index, pause] of [1000, 5000, 20_000, 60_000, 120_000].entries()) {
      expect(early.takeDue(at(now + pause - 1))).toEqual([]);
      now += pause;
      const looks = index + 1;
      expect(early.takeDue(at(now))).toEqual([{ source: mail, looks, reports: [report('a')] }]);
      early.keep(mail, [report('a')], at(now), looks);
    }
    expect(early.size).toBe(0);
  });

  it('are taken together by integration', () => {
    const early = new EarlyReports();
    const [mail, sms] = [source(), source()];
    early.keep(mail, [report('a')], at(0));
    early.keep(sms, [report('b')], at(0));
    early.keep(mail, [report('c')], at(1));
    early.keep(mail, [report('d')], at(5000));
    expect(early.takeDue(at(1001))).toEqual([
      { source: mail, looks: 1, reports: [report('a'), report('c')] },
      { source: sms, looks: 1, reports: [report('b')] },
    ]);
    expect(early.size).toBe(1);
  });

  it.each([
    ['of an integration', { ofIntegration: 3, ofProcess: 10 }, [5], 3],
    ['of the process', { ofIntegration: 3, ofProcess: 4 }, [3, 3], 4],
    ['with room', { ofIntegration: 3, ofProcess: 10 }, [3, 2], 5],
  ])('are no more than the limit %s', (_which, limits, counts, kept) => {
    const early = new EarlyReports(limits);
    for (const count of counts) early.keep(source(), many(count), at(0));
    expect(early.size).toBe(kept);
  });

  it('leave room when they are taken', () => {
    const early = new EarlyReports({ ofIntegration: 2, ofProcess: 2 });
    const mail = source();
    early.keep(mail, many(2), at(0));
    early.takeDue(at(1000));
    early.keep(mail, many(2), at(1000));
    expect(early.size).toBe(2);
  });

  it('have the beginning of a long text', () => {
    const early = new EarlyReports();
    early.keep(source(), [report('a', 'x'.repeat(5000))], at(0));
    expect(early.takeDue(at(1000)).at(0)!.reports.at(0)!.report.response).toHaveLength(2000);
  });
});
