import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { pollUntil } from '../../platform/poll-until.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import type { DigestMembership, Run } from '../../notifications/activity/run.schema.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import { reopenedRun } from './reopened-run.js';
import { DigestWindowsService } from './digest-windows.service.js';

/** Finds a new run to go on with a window whose opener is canceled (behaviour DG8). */
@Injectable()
export class DigestHandover {
  constructor(
    private readonly windows: DigestWindowsService,
    private readonly runs: RunsService,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Hands the windows over for which these runs wait, each to the oldest other run in it. The runs must be canceled only
   * afterwards: a window that two runs wait for is closed by one of them, but one that nobody waits for by none.
   */
  async handOver(runs: readonly Run[]): Promise<void> {
    const leaving = new Set(runs.map(({ _id }) => _id.toHexString()));
    for (const { digest, mergedInto } of runs) {
      if (digest && !mergedInto) await this.handOverWindow(digest, leaving);
    }
  }

  private async handOverWindow(digest: DigestMembership, leaving: ReadonlySet<string>): Promise<void> {
    const ended = await pollUntil(this.config.cancelWaitSeconds, () => this.tryHandOver(digest, leaving));
    if (!ended) this.logger.warn({ window: digest.window.toHexString() }, 'A canceled digest could not be handed over');
  }

  /** False when a run is just joining the window, which is written within a fraction of a second. */
  private async tryHandOver(digest: DigestMembership, leaving: ReadonlySet<string>): Promise<boolean> {
    const open = await this.windows.readOpen(digest.group, digest.window);
    const until = open?.until ?? this.clock.now();
    const members = open?.all ?? (await this.windows.read([digest.window]))[0]?.runs ?? [];
    const others = await this.runs.findByIds(members.filter((id) => !leaving.has(id.toHexString())));
    if (others.some(({ status }) => status === 'waiting')) return true;
    const [oldest] = others.filter(({ status }) => status === 'merged').toSorted(byAge);
    if (oldest && (await this.runs.replace(reopenedRun(oldest, until, this.clock.now()), 'merged'))) return true;
    if (others.some(({ status }) => status === 'running' || status === 'merged')) return false;
    // Nobody is left. Who comes next opens a window of its own; who has come meanwhile is looked for once more.
    if (!open) return true;
    await this.windows.retire([{ ...digest, until }]);
    return false;
  }
}

function byAge(a: Run, b: Run): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || a._id.toHexString().localeCompare(b._id.toHexString());
}
