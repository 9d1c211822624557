import { RequestTurns } from './bursts.js';

describe('turns of requests', () => {
  let time: number;
  let scheduled: (() => void)[];
  let turns: RequestTurns;
  let begun: string[];

  beforeEach(() => {
    time = 0;
    scheduled = [];
    begun = [];
    turns = new RequestTurns(
      (next) => scheduled.push(next),
      () => time,
    );
  });

  const request = (caller: string, name = caller, isGone = () => false): void =>
    turns.take(caller, isGone, () => begun.push(name));
  const burst = (caller: string, count: number, isGone?: () => boolean): void => {
    for (let n = 1; n <= count; n++) request(caller, `${caller}${n}`, isGone);
  };
  /** One turn of the event loop, in which a connection may have been accepted. */
  const turn = ({ accepted = false, ms = 1 } = {}): string[] => {
    if (accepted) turns.accepted();
    time += ms;
    begun = [];
    for (const next of scheduled.splice(0)) next();
    return begun;
  };

  it('lets a few of a caller begin at once, and the next in the next turn, in their order', () => {
    burst('a', 19);
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8']);
    expect(turn()).toEqual(['a9', 'a10', 'a11', 'a12', 'a13', 'a14', 'a15', 'a16']);
    expect(turn()).toEqual(['a17', 'a18', 'a19']);
  });

  it('lets others begin at once meanwhile', () => {
    burst('a', 30);
    begun = [];
    request('b');
    expect(begun).toEqual(['b']);
  });

  it('lets nothing overtake what waits of the same caller', () => {
    burst('a', 10);
    request('a', 'late');
    expect(turn()).toEqual(['a9', 'a10', 'late']);
  });

  it('pauses while connections are accepted, for 20 ms at most', () => {
    burst('a', 30);
    expect(turn({ accepted: true })).toEqual([]);
    expect(turn({ accepted: true, ms: 18 })).toEqual([]);
    expect(turn({ accepted: true })).toHaveLength(8);
    expect(turn({ accepted: true })).toEqual([]);
    expect(turn()).toHaveLength(8);
  });

  it('begins nothing for a client that has left, and the next ones in its place', () => {
    burst('a', 8);
    burst('a', 500, () => true);
    request('a', 'stays');
    expect(turn()).toEqual(['stays']);
  });

  it('does nothing more when all have begun', () => {
    burst('a', 9);
    turn();
    turn();
    turn();
    expect(scheduled).toEqual([]);
    begun = [];
    request('a');
    expect(begun).toEqual(['a']);
  });
});
