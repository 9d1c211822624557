import { Types } from 'mongoose';
import { derivedId } from '../../../../src/platform/ids.js';
import { PAGE_RUNS } from '../../../../src/delivery/runs/digest/decide-join.js';
import { Digest, type OpenWindow } from '../../../../src/delivery/runs/digest/digest.schema.js';
import { DigestWindowsService } from '../../../../src/delivery/runs/digest/digest-windows.service.js';
import { DigestsService } from '../../../../src/delivery/runs/digest/digests.service.js';
import { dyingAtWrite } from '../../failing-store.js';
import { DAY, EngineScene, MINUTE } from '../../engine-scene.js';
import type { DigestRequest } from '../../../../src/delivery/engine/step-effects.js';

const newIds = () => Array.from({ length: PAGE_RUNS }, () => new Types.ObjectId());
const texts = (ids: readonly Types.ObjectId[]) => ids.map((id) => id.toHexString());

describe('a digest window that several workers change', () => {
  let scene: EngineScene;
  let windows: DigestWindowsService;
  let digests: DigestsService;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { ROLE: 'api' } });
    windows = scene.carillon.app.get(DigestWindowsService, { strict: false });
    digests = scene.carillon.app.get(DigestsService, { strict: false });
  });

  afterAll(() => scene.close());

  /** A group with a window, and requests of a worker that has had a run and of one that has taken it over. */
  async function groupWith(runs: Types.ObjectId[]): Promise<{
    window: OpenWindow;
    request: (run: Types.ObjectId, fields?: Partial<DigestRequest>) => DigestRequest;
  }> {
    const group = scene.newId();
    const [environmentId, subscriberId] = [new Types.ObjectId(), new Types.ObjectId()];
    const now = scene.clock.now();
    const until = new Date(now.getTime() + MINUTE);
    const window: OpenWindow = { id: new Types.ObjectId(), opener: runs[0]!, until, sealed: false, pages: 0, runs };
    const expiresAt = new Date(now.getTime() + DAY);
    await scene.model(Digest).create({ _id: group, environmentId, subscriberId, window, expiresAt });
    return {
      window,
      request: (run, fields = {}) => ({
        group,
        environmentId,
        subscriberId,
        run,
        window: new Types.ObjectId(),
        now,
        recovering: false,
        open: () => ({ ok: true, value: { digest: true, until: new Date(until.getTime() + MINUTE) } }),
        ...fields,
      }),
    };
  }

  /** Joins after `others` have been at it between its look at the digest and its write. */
  function joinAfter(others: () => Promise<unknown>, request: DigestRequest) {
    const findMemberships = windows.findMemberships.bind(windows);
    windows.findMemberships = async (members) => {
      windows.findMemberships = findMemberships;
      const found = await findMemberships(members);
      await others();
      return found;
    };
    return digests.join([request]);
  }

  it('DG7, DG9: has a run once that its first worker adds while the next one closes the window', async () => {
    const run = new Types.ObjectId();
    const { window, request } = await groupWith([new Types.ObjectId()]);
    const [join] = await joinAfter(
      () => digests.join([request(run)]),
      request(run, { recovering: true, now: window.until }),
    );
    expect(join).toMatchObject({ kind: 'joined', window: window.id });
  });

  it('DG7, DG9: has a run once that its first worker adds to a page which is turned meanwhile', async () => {
    const run = new Types.ObjectId();
    const { window, request } = await groupWith(newIds().slice(1));
    const [join] = await joinAfter(
      async () => {
        await digests.join([request(run)]);
        await digests.join([request(new Types.ObjectId())]);
      },
      request(run, { recovering: true }),
    );
    expect(join).toMatchObject({ kind: 'joined', window: window.id });
    const { all } = (await windows.readOpen(request(run).group, window.id))!;
    expect(all.filter((id) => id.equals(run))).toHaveLength(1);
  });

  it('DG7: has each event once when the worker dies with the full page written but not turned', async () => {
    const group = scene.newId();
    const [environmentId, subscriberId] = [new Types.ObjectId(), new Types.ObjectId()];
    // Not over yet: the store removes what has expired.
    const until = new Date(scene.clock.now().getTime() + DAY);
    const [first, second] = [newIds(), newIds()];
    const id = derivedId(first[0]!, 'window');
    const window: OpenWindow = { id, opener: first[0]!, until, sealed: false, pages: 0, runs: first };
    await scene.model(Digest).create({ _id: group, environmentId, subscriberId, window, expiresAt: until });
    const digest = { _id: group, environmentId, subscriberId };
    await windows.turnPage(digest, window);
    await scene.model(Digest).updateOne({ _id: group }, { $set: { 'window.runs': second } });
    // The page is the first write, turning it the second.
    const died = await dyingAtWrite(1, 'lost', () => windows.turnPage(digest, { ...window, pages: 1, runs: second }));
    expect(died).toBe(true);
    expect(texts((await windows.readOpen(group, id))!.all)).toEqual(texts([...first, ...second]));
    await windows.retire([{ group, window: id, until }]);
    const [closed] = await windows.take([{ window: id, run: first[0]! }]);
    expect(texts(closed!.runs)).toEqual(texts([...first, ...second]));
  });
});
