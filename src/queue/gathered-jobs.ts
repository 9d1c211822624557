import type { Job } from './job.js';

interface Waiting {
  jobs: Job[];
  handedOver: Promise<void>;
}

/**
 * Hands jobs over in one exchange at a time: those that come while one is under way go together with the next. One
 * exchange of many jobs costs little more than one of a few, and a job that comes alone does not wait.
 */
export class GatheredJobs {
  private running: Promise<unknown> | undefined;
  private waiting: Waiting | undefined;

  constructor(private readonly exchange: (jobs: Job[]) => Promise<void>) {}

  /** Resolves when the jobs have been handed over. When their exchange fails, all who had jobs in it are told. */
  add(jobs: Job[]): Promise<void> {
    if (!this.running) return this.start(jobs);
    if (this.waiting) {
      this.waiting.jobs.push(...jobs);
      return this.waiting.handedOver;
    }
    const gathered = [...jobs];
    const handedOver = this.running.then(() => {
      this.waiting = undefined;
      return this.start(gathered);
    });
    this.waiting = { jobs: gathered, handedOver };
    return handedOver;
  }

  private start(jobs: Job[]): Promise<void> {
    const exchange = this.exchange(jobs);
    const end = (): void => {
      // Whoever waits for this exchange goes next, and takes its place.
      if (this.running === running && !this.waiting) this.running = undefined;
    };
    const running: Promise<unknown> = exchange.then(end, end);
    this.running = running;
    return exchange;
  }
}
