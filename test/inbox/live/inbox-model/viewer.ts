import type { LiveClient, LiveScene } from '../live-scene.js';
import type { InboxModel } from './model.js';

const SEVERITIES = ['high', 'medium', 'low', 'none'] as const;

/** A client with a socket that comes and goes: what it has heard of, and what it should have. */
export class Viewer {
  private client?: LiveClient;
  private readonly known = new Set<string>();
  private readonly due = new Set<string>();
  /** The last notification it knows of. */
  private last?: string;

  constructor(
    private readonly scene: LiveScene,
    private readonly subscriberId: string,
    private readonly model: InboxModel,
  ) {}

  /** There is a new notification. */
  made(id: string): void {
    this.due.add(id);
  }

  async come(): Promise<void> {
    if (this.client) return;
    this.client = await this.scene.connect(this.subscriberId, { after: this.last });
    if (this.last === undefined) return this.reload();
    const [caughtUp] = this.client.all<{ hasMore: boolean }>('caught_up');
    // It is only sent to the list when the notification it names is gone.
    expect({ caughtUp }).toEqual({ caughtUp: { hasMore: !this.model.has(this.last) } });
    if (caughtUp?.hasMore) return this.reload();
    const plain = new Set(this.model.ids({}));
    for (const id of this.due) if (!plain.has(id)) this.due.delete(id);
  }

  leave(): void {
    if (!this.client) return;
    this.hear(this.client);
    this.client.close();
    this.client = undefined;
  }

  /** Waits until what it has heard agrees with the model. */
  async settle(everMade: ReadonlySet<string>): Promise<void> {
    const { client } = this;
    if (!client) return;
    const expected = this.expected();
    await client.until(
      () => JSON.stringify(countsOf(client)) === JSON.stringify(expected) && this.lacks().length === 0,
    );
    expect({ counts: countsOf(client), notHeardOf: this.lacks() }).toEqual({ counts: expected, notHeardOf: [] });
    expect(client.messages.map(({ _id }) => _id).filter((id) => !everMade.has(id))).toEqual([]);
    this.due.clear();
  }

  /** What it should have heard of and has not. What was hidden meanwhile, or is gone, may have passed it by. */
  private lacks(): string[] {
    if (this.client) this.hear(this.client);
    return [...this.due].filter((id) => !this.known.has(id) && this.model.wasAlwaysShown(id));
  }

  private hear(client: LiveClient): void {
    for (const { _id } of client.messages) this.known.add(_id);
    this.last = client.messages.at(-1)?._id ?? this.last;
  }

  private reload(): void {
    const ids = this.model.ids({});
    for (const id of ids) this.known.add(id);
    this.due.clear();
    this.last = ids[0];
  }

  private expected(): object {
    const of = (severity: (typeof SEVERITIES)[number]) => this.model.count({ read: false, severity });
    const severity = Object.fromEntries(SEVERITIES.map((name) => [name, of(name)]));
    return { unread: this.model.count({ read: false }), severity, unseen: this.model.count({ seen: false }) };
  }
}

function countsOf({ unread, unseen }: LiveClient): object {
  return { unread: unread?.counts.total, severity: unread?.counts.severity, unseen };
}
