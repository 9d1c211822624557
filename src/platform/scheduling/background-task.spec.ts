import { setImmediate as nextTurn } from 'node:timers/promises';
import { BackgroundTask, pausesOf } from './background-task.js';
import { Logger, OnceLogger } from '../logging/logger.js';

/** Timers that fire when the test says so. */
class SetTimers {
  pause?: number;
  private callback?: () => void;

  readonly setTimeout = ((callback: () => void, pause: number) => {
    this.callback = callback;
    this.pause = pause;
    return {};
  }) as unknown as typeof setTimeout;

  readonly clearTimeout = () => {
    this.pause = undefined;
    this.callback = undefined;
  };

  async fire(): Promise<void> {
    const { callback } = this;
    this.clearTimeout();
    callback?.();
    await nextTurn();
  }
}

/** A task whose runs end when the test says so. */
class Scene {
  readonly timers = new SetTimers();
  readonly lines: string[] = [];
  readonly runs: { stop: AbortSignal; end: (result?: boolean | number) => void; fail: (error: Error) => void }[] = [];
  readonly task: BackgroundTask;

  constructor(pauses: ConstructorParameters<typeof BackgroundTask>[1] = { everyMs: 1000 }) {
    const logger = new Logger({ logLevel: 'info' } as ConstructorParameters<typeof Logger>[0], {
      write: (line) => void this.lines.push(JSON.parse(line).msg),
    });
    const work = (stop: AbortSignal) =>
      new Promise<boolean | number | void>((end, fail) => {
        this.runs.push({ stop, end, fail });
      });
    this.task = new BackgroundTask(new OnceLogger(logger, 'It failed'), pauses, work, this.timers);
  }

  /** Starts the task and lets the first run begin. */
  async begin(): Promise<void> {
    this.task.start();
    await nextTurn();
    await this.timers.fire();
  }

  async end(result?: boolean | number): Promise<void> {
    this.runs.at(-1)!.end(result);
    await nextTurn();
  }

  async fail(): Promise<void> {
    this.runs.at(-1)!.fail(new Error('away'));
    await nextTurn();
  }
}

describe('a background task', () => {
  // Otherwise a busy machine lets a millisecond pass before the timer is set.
  beforeEach(() => void jest.spyOn(performance, 'now').mockReturnValue(5000));
  afterEach(() => jest.restoreAllMocks());

  it('runs for the first time after a pause, and again so long after the end of each run', async () => {
    const scene = new Scene();
    scene.task.start();
    await nextTurn();
    expect([scene.runs.length, scene.timers.pause]).toEqual([0, 1000]);
    await scene.timers.fire();
    expect([scene.runs.length, scene.timers.pause]).toEqual([1, undefined]);
    await scene.end();
    expect(scene.timers.pause).toBe(1000);
    await scene.timers.fire();
    expect(scene.runs).toHaveLength(2);
  });

  it('pauses for a shorter time before the first run and while there is work', async () => {
    const scene = new Scene(pausesOf({ idleLookSeconds: 10 }));
    scene.task.start();
    await nextTurn();
    const pauses = [scene.timers.pause];
    for (const busy of [true, false, undefined, true]) {
      await scene.timers.fire();
      await scene.end(busy);
      pauses.push(scene.timers.pause);
    }
    expect(pauses).toEqual([250, 250, 10_000, 10_000, 250]);
  });

  it.each([
    ['so long', 3000, 3000],
    ['the usual time when it is later', 60_000, 10_000],
    ['a moment when it is due and could not be done', 0, 250],
    ['the usual time when nothing waits', Infinity, 10_000],
  ])('pauses for %s until there is something to do', async (_what, wait, pause) => {
    const scene = new Scene(pausesOf({ idleLookSeconds: 10 }));
    await scene.begin();
    await scene.end(wait);
    expect(scene.timers.pause).toBe(pause);
  });

  it('runs earlier when told so, and not later', async () => {
    const scene = new Scene();
    await scene.begin();
    // What becomes due during a run may be missed by it.
    scene.task.runWithin(40);
    await scene.end();
    expect(scene.timers.pause).toBe(40);
    scene.task.runWithin(500);
    expect(scene.timers.pause).toBe(40);
    scene.task.runWithin(-5);
    expect(scene.timers.pause).toBe(0);
    await scene.timers.fire();
    await scene.end();
    expect(scene.timers.pause).toBe(1000);
  });

  it('runs at once when asked, and starts its pauses after that', async () => {
    const scene = new Scene();
    const run = scene.task.run();
    scene.task.start();
    await nextTurn();
    expect([scene.runs.length, scene.timers.pause]).toEqual([1, undefined]);
    await scene.end();
    await run;
    expect(scene.timers.pause).toBe(1000);
  });

  it('never overlaps itself: all who ask during a run get one more run after it', async () => {
    const scene = new Scene();
    await scene.begin();
    const asked = [scene.task.run(), scene.task.run()];
    await nextTurn();
    expect(scene.runs).toHaveLength(1);
    await scene.end();
    expect(scene.runs).toHaveLength(2);
    await scene.end();
    await Promise.all(asked);
    expect(scene.runs).toHaveLength(2);
  });

  it('goes on after errors, which it logs once per outage', async () => {
    const scene = new Scene();
    await scene.begin();
    for (const outcome of ['fail', 'fail', 'end', 'fail'] as const) {
      await scene[outcome]();
      await scene.timers.fire();
    }
    expect(scene.runs).toHaveLength(5);
    expect(scene.lines).toEqual(['It failed', 'It failed']);
  });

  it('stops when the run in progress has finished, and runs no more', async () => {
    const scene = new Scene();
    await scene.begin();
    void scene.task.run();
    let stopped = false;
    const stopping = scene.task.stop().then(() => (stopped = true));
    await nextTurn();
    expect(stopped).toBe(false);
    expect(scene.runs.map(({ stop }) => stop.aborted)).toEqual([true]);
    // An error that its end causes does not count as a failure.
    await scene.fail();
    await stopping;
    await scene.task.run();
    scene.task.start();
    await nextTurn();
    expect([scene.runs.length, scene.timers.pause, scene.lines]).toEqual([1, undefined, []]);
  });

  it('clears its pause when it stops', async () => {
    const scene = new Scene();
    await scene.begin();
    await scene.end();
    await scene.task.stop();
    expect([scene.runs.length, scene.timers.pause]).toEqual([1, undefined]);
  });

  it('can end itself when its work is done', async () => {
    let runs = 0;
    const timers = new SetTimers();
    const task: BackgroundTask = new BackgroundTask(
      new OnceLogger({} as Logger, ''),
      { everyMs: 1000 },
      () => {
        runs += 1;
        void task.stop();
      },
      timers,
    );
    void task.run();
    task.start();
    await nextTurn();
    expect([runs, timers.pause]).toEqual([1, undefined]);
    await task.stop();
  });
});
