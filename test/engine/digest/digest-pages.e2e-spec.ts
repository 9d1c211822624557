import { Types } from 'mongoose';
import { derivedId } from '../../../src/platform/ids.js';
import { PAGE_RUNS } from '../../../src/delivery/digest/decide-join.js';
import { Digest, type OpenWindow } from '../../../src/delivery/digest/digest.schema.js';
import { DigestWindowsService } from '../../../src/delivery/digest/digest-windows.service.js';
import { dyingAtWrite } from '../failing-store.js';
import { DAY, EngineScene } from '../engine-scene.js';

const newIds = () => Array.from({ length: PAGE_RUNS }, () => new Types.ObjectId());
const texts = (ids: readonly Types.ObjectId[]) => ids.map((id) => id.toHexString());

describe('a digest window that ends while its page is turned', () => {
  let scene: EngineScene;
  let windows: DigestWindowsService;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { ROLE: 'api' } });
    windows = scene.carillon.app.get(DigestWindowsService, { strict: false });
  });

  afterAll(() => scene.close());

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
