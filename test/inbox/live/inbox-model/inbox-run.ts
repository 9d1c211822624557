import { eventually } from '../../../eventually.js';
import { inApp, MINUTE } from '../../../delivery/engine-scene.js';
import { SessionClient } from '../../widget/widget-scene.js';
import type { LiveScene } from '../live-scene.js';
import { type Filter, InboxModel, type Made } from './model.js';
import type { Content, Operation, TAGS } from './operations.js';
import { aboutOf, type Door, keyDoor, sessionDoor, shownOf } from './places.js';
import { Viewer } from './viewer.js';

export const RETENTION_DAYS = 4;

type Tag = (typeof TAGS)[number];
interface Reply {
  status: number;
  body?: unknown;
}

const LISTS: Filter[] = [{}, { archived: true }, { snoozed: true }];
const COUNTS: Filter[] = [
  ...LISTS,
  { read: false },
  { read: true },
  { seen: false },
  { seen: true, read: false },
  { snoozed: true, read: true },
  { snoozed: true, archived: true },
  { tag: 'orders' },
  { tag: 'news', archived: true },
  { kind: 'a' },
  { severity: 'high' },
];

/** What notifications of a tag are like. */
const LOOKS: Record<Tag, Pick<Made, 'severity' | 'buttons'>> = {
  orders: { severity: 'high', buttons: ['primary', 'secondary'] },
  news: { severity: 'none', buttons: ['primary'] },
};

/** Workflows that make notifications, by their tag. */
export async function workflowsOf(scene: LiveScene): Promise<Record<Tag, string>> {
  const workflow = (tag: Tag): Promise<string> => {
    const { severity, buttons } = LOOKS[tag];
    const actions = Object.fromEntries(buttons.map((name) => [`${name}Action`, { label: name }]));
    const step = inApp('{{payload.kind}}', { data: { kind: '{{payload.kind}}' }, ...actions });
    return scene.engine.workflow([step], { tags: [tag], severity });
  };
  return { orders: await workflow('orders'), news: await workflow('news') };
}

/** Two new subscribers, and the clients of one of them, beside a model of what is in their inboxes. */
export class InboxRun {
  private readonly everMade = new Set<string>();
  private readonly viewers: Viewer[];

  private constructor(
    private readonly scene: LiveScene,
    private readonly workflows: Record<Tag, string>,
    private readonly own: { subscriberId: string; model: InboxModel; doors: Door[] },
    private readonly other: { subscriberId: string; model: InboxModel; doors: Door[]; id: string },
  ) {
    this.viewers = own.doors.map(() => new Viewer(scene, own.subscriberId, own.model));
  }

  static async start(scene: LiveScene, workflows: Record<Tag, string>): Promise<InboxRun> {
    const somebody = async () => {
      const subscriberId = await scene.person();
      const session = new SessionClient(scene.engine.carillon.anonymous, await scene.tokenFor(subscriberId));
      const model = new InboxModel(scene.engine.clock.now().getTime(), RETENTION_DAYS);
      const key = keyDoor(scene.engine.carillon.api, subscriberId);
      return { subscriberId, model, doors: [key, sessionDoor(session), sessionDoor(session)] };
    };
    const [own, other] = [await somebody(), await somebody()];
    const id = await make(scene, workflows, other, { tag: 'orders', kind: 'a' });
    const run = new InboxRun(scene, workflows, own, { ...other, id });
    await Promise.all(run.viewers.map((viewer) => viewer.come()));
    return run;
  }

  async perform(operation: Operation): Promise<void> {
    const { status, body } = await this.replyTo(operation);
    const expected = await this.expectedOf(operation);
    expect(body === undefined ? { status } : { status, body }).toEqual(
      body === undefined ? { status: expected.status } : expected,
    );
    await this.agree('place' in operation ? operation.place : 0);
  }

  /** Waits until all who are connected have heard how things stand. */
  async settle(): Promise<void> {
    await Promise.all(this.viewers.map((viewer) => viewer.settle(this.everMade)));
  }

  close(): void {
    for (const viewer of this.viewers) viewer.leave();
    this.scene.closeClients();
  }

  /** Does it; the status and, of a single notification that was changed, how it is shown. */
  private async replyTo(operation: Operation): Promise<Reply> {
    const door = 'place' in operation ? this.own.doors[operation.place]! : this.own.doors[0]!;
    const id = 'target' in operation ? this.idOf(operation.target) : '';
    switch (operation.do) {
      case 'trigger': {
        const made = await make(this.scene, this.workflows, this.own, operation);
        this.everMade.add(made);
        for (const viewer of this.viewers) viewer.made(made);
        return { status: 200 };
      }
      case 'change':
        return replyOf(await door.change(id, operation.change));
      case 'snooze': {
        const until = new Date(this.scene.engine.clock.now().getTime() + operation.minutes * MINUTE);
        return replyOf(await door.change(id, 'snooze', { snoozeUntil: until.toISOString() }));
      }
      case 'unsnooze':
        return replyOf(await door.change(id, 'unsnooze'));
      case 'press':
        return replyOf(await door.press(id, operation.button, operation.completed));
      case 'remove':
        return replyOf(await door.remove(id));
      case 'see':
        return replyOf(await door.bulk('seen', { notificationIds: operation.targets.map((one) => this.idOf(one)) }));
      case 'bulk':
        return replyOf(await door.bulk(operation.bulk, aboutOf(operation)));
      case 'wait':
        this.scene.engine.clock.forward(operation.minutes * MINUTE);
        return { status: 200 };
      case 'leave':
        this.viewers[operation.place]!.leave();
        return { status: 200 };
      case 'come':
        await this.viewers[operation.place]!.come();
        return { status: 200 };
      case 'settle':
        await this.settle();
        return { status: 200 };
    }
  }

  /** The same for the model. */
  private async expectedOf(operation: Operation): Promise<Reply> {
    const { model } = this.own;
    if (operation.do === 'wait') {
      model.forward(operation.minutes * MINUTE);
      this.other.model.forward(operation.minutes * MINUTE);
      return { status: 200 };
    }
    if (operation.do === 'bulk') return { status: model.bulk(operation.bulk, operation) };
    if (operation.do === 'see') return { status: model.seen(operation.targets.map((one) => this.idOf(one))) };
    if (!('target' in operation)) return { status: 200 };
    const id = this.idOf(operation.target);
    const status = statusOf(model, id, operation);
    return status === 200 ? { status, body: model.view(id) } : { status };
  }

  private idOf(target: number): string {
    const ids = [...this.everMade].reverse();
    return ids[target % (ids.length + 1)] ?? this.other.id;
  }

  /** Compares lists and counts with the model, by the key and by a session. */
  private async agree(place: number): Promise<void> {
    const { doors, model } = this.own;
    const counts = { status: 200, counts: COUNTS.map((filter) => model.count(filter)) };
    const listed = LISTS.map((filter) => ({ status: 200, list: model.list(filter) }));
    const [lists, byKey, bySession, others] = await Promise.all([
      Promise.all(LISTS.map((filter) => listOf(doors[place]!, filter))),
      countsOf(doors[0]!),
      countsOf(doors[1]!),
      listOf(this.other.doors[0]!, {}),
    ]);
    expect({ lists, byKey, bySession }).toEqual({ lists: listed, byKey: counts, bySession: counts });
    expect({ others }).toEqual({ others: { status: 200, list: this.other.model.list({}) } });
  }
}

function statusOf(model: InboxModel, id: string, operation: Extract<Operation, { target: number }>): number {
  switch (operation.do) {
    case 'change':
      return model.change(id, operation.change);
    case 'snooze':
      return model.snooze(id, operation.minutes);
    case 'unsnooze':
      return model.unsnooze(id);
    case 'press':
      return model.press(id, operation.button, operation.completed);
    case 'remove':
      return model.remove(id);
  }
}

/** Triggers a workflow and returns the id of the notification that somebody has got, which the model has then, too. */
async function make(
  scene: LiveScene,
  workflows: Record<Tag, string>,
  { subscriberId, model }: { subscriberId: string; model: InboxModel },
  { tag, kind }: Content & { tag: Tag },
): Promise<string> {
  const transactionId = await scene.engine.trigger(workflows[tag], { to: subscriberId, payload: { kind } });
  const message = await eventually(() => scene.engine.messages.findOne({ transactionId }, { _id: 1 }).lean().orFail());
  const id = message._id.toHexString();
  model.add({ id, tag, kind, ...LOOKS[tag] });
  return id;
}

function replyOf({ status, body }: { status: number; body: Record<string, unknown> }): Reply {
  return status === 200 ? { status, body: shownOf(body) } : { status };
}

async function listOf(door: Door, filter: Filter): Promise<object> {
  const { status, body } = await door.list(filter);
  return { status, list: body.data?.map(shownOf) };
}

async function countsOf(door: Door): Promise<object> {
  const { status, body } = await door.count(COUNTS);
  return { status, counts: body.data?.map(({ count }: { count: number }) => count) };
}
