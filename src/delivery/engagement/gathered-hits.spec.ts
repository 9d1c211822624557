import { Types } from 'mongoose';
import { engagementOf, GatheredHits, type Hit } from './gathered-hits.js';

const messageId = new Types.ObjectId();
const at = (ms: number): Date => new Date(ms);
const open = (ms: number): Hit => ({ messageId, at: at(ms) });
const click = (ms: number, link = 0, links = 3): Hit => ({ messageId, at: at(ms), clicked: { link, links } });
const program = (ms: number, by: string): Hit => ({ messageId, at: at(ms), automatedBy: by });

/** What these hits say of a message that was accepted at 0. */
function judged(...hits: Hit[]) {
  const gathered = new GatheredHits();
  for (const hit of hits) gathered.add(hit);
  return gathered.take(at(0), true).map((one) => engagementOf(one));
}

const ALL = 'all links at once';

describe('CS83, CS84: what requests say of an email', () => {
  it.each<[string, Hit[], object]>([
    ['an opening', [open(5000)], { opened: { at: at(5000), count: 1 } }],
    ['openings', [open(5000), open(6000)], { opened: { at: at(5000), count: 2 } }],
    ['an opening at once', [open(1)], { opened: { at: at(1), count: 1 } }],
    ['a click', [click(5000)], { clicked: { at: at(5000), count: 1 } }],
    ['one link twice', [click(5000), click(5100)], { clicked: { at: at(5000), count: 2 } }],
    ['two links of three', [click(5000, 0), click(5100, 1)], { clicked: { at: at(5000), count: 2 } }],
    ['the only link', [click(5000, 0, 1)], { clicked: { at: at(5000), count: 1 } }],
    [
      'all links, one after the other',
      [click(5000, 0), click(7000, 1), click(9000, 2)],
      { clicked: { at: at(5000), count: 3 } },
    ],
    [
      'all links at once',
      [click(5000, 0), click(5100, 1), click(5900, 2)],
      { automated: { at: at(5000), count: 3, by: ALL } },
    ],
    [
      'both links at once, then a person',
      [click(5000, 0, 2), click(5100, 1, 2), click(9000, 1, 2)],
      { clicked: { at: at(9000), count: 1 }, automated: { at: at(5000), count: 2, by: ALL } },
    ],
    [
      'five links of many at once',
      [0, 1, 2, 3, 4].map((link) => click(5000 + link, link, 40)),
      { automated: { at: at(5000), count: 5, by: ALL } },
    ],
    ['a click at once', [click(1)], { clicked: { at: at(1), count: 1 } }],
    [
      'programs and a person',
      [program(100, 'Mimecast'), program(200, 'Barracuda'), open(9000)],
      { opened: { at: at(9000), count: 1 }, automated: { at: at(100), count: 2, by: 'Barracuda' } },
    ],
  ])('%s', (_case, hits, expected) => {
    expect(judged(...hits)).toEqual([expected]);
  });

  it('count further clicks without keeping each', () => {
    expect(judged(...Array.from({ length: 500 }, (_value, n) => click(5000 + n)))).toEqual([
      { clicked: { at: at(5000), count: 500 } },
    ]);
  });
});

describe('CS84: gathering', () => {
  it('takes a message when its burst is over', () => {
    const gathered = new GatheredHits();
    gathered.add(open(1000));
    gathered.add(open(2400));
    expect(gathered.take(at(2499))).toEqual([]);
    expect(gathered.take(at(2500))).toMatchObject([{ opened: { count: 2 } }]);
    expect(gathered.size).toBe(0);
  });

  it('looks for a message that is not stored after growing pauses, then forgets it', () => {
    const gathered = new GatheredHits();
    gathered.add(open(0));
    let [now, taken] = [1500, gathered.take(at(1500))];
    for (const pause of [1000, 5000, 20_000, 60_000, 120_000]) {
      gathered.keepUnknown(taken, at(now));
      expect(gathered.take(at(now + pause - 1))).toEqual([]);
      now += pause;
      taken = gathered.take(at(now));
      expect(taken).toMatchObject([{ opened: { at: at(0), count: 1 } }]);
    }
    gathered.keepUnknown(taken, at(now));
    expect(gathered.size).toBe(0);
  });

  it('keeps what could not be stored, with what came meanwhile', () => {
    const gathered = new GatheredHits();
    gathered.add(open(0));
    gathered.add(program(1, 'Mimecast'));
    const taken = gathered.take(at(1500));
    gathered.add(open(1600));
    gathered.add(click(1700));
    gathered.keep(taken);
    expect(gathered.take(at(1700))).toMatchObject([
      { opened: { at: at(0), count: 2 }, automated: { count: 1 }, clicks: [{ at: at(1700) }], links: 3 },
    ]);
  });

  it('has a limit of messages', () => {
    const gathered = new GatheredHits(2);
    for (let n = 0; n < 5; n++) gathered.add({ messageId: new Types.ObjectId(), at: at(0) });
    expect(gathered.size).toBe(2);
  });
});
