import { Types } from 'mongoose';
import { decideJoin, type KnownMembership } from './decide-join.js';
import type { Digest, OpenWindow } from './digest.schema.js';
import type { DigestRequest } from '../../engine/step-effects.js';

const now = new Date('2026-05-04T10:00:00Z');
const until = new Date('2026-05-04T10:10:00Z');
const [opener, member, stranger] = [new Types.ObjectId(), new Types.ObjectId(), new Types.ObjectId()];
const windowOf = new Types.ObjectId();
const [environmentId, subscriberId] = [new Types.ObjectId(), new Types.ObjectId()];

const digestWith = (window: Partial<OpenWindow> = {}): Digest => ({
  _id: 'group',
  environmentId,
  subscriberId,
  window: { id: windowOf, opener, until, sealed: false, pages: 0, runs: [opener, member], ...window },
  expiresAt: until,
});

const request = (run: Types.ObjectId, fields: Partial<DigestRequest> = {}): DigestRequest => ({
  group: 'group',
  environmentId,
  subscriberId,
  run,
  window: run.equals(opener) ? windowOf : new Types.ObjectId(),
  now,
  recovering: true,
  open: () => ({ ok: true, value: { digest: true, until } }),
  ...fields,
});

const opened = { kind: 'settled', join: { kind: 'opened', window: windowOf, until } };
const joined = { kind: 'settled', join: { kind: 'joined', window: windowOf, until, opener } };

describe('DG9: a run that is executed again', () => {
  it.each<[string, Digest, Types.ObjectId, KnownMembership | undefined, object]>([
    ['the opener', digestWith(), opener, undefined, opened],
    ['the opener of a sealed window', digestWith({ sealed: true }), opener, undefined, opened],
    ['the opener beyond a turned page', digestWith({ pages: 1, runs: [] }), opener, { window: windowOf }, opened],
    ['a member', digestWith(), member, undefined, joined],
    ['a member beyond a turned page', digestWith({ pages: 1, runs: [] }), member, { window: windowOf }, joined],
  ])('is what it was: %s', (_case, digest, run, known, expected) => {
    expect(decideJoin(digest, request(run), known)).toEqual(expected);
  });

  it('the opener of a window that was closed meanwhile goes on at once, and opens no other one', () => {
    const known = { window: windowOf, takenBy: opener };
    const settled = { kind: 'settled', join: { kind: 'opened', window: windowOf, until: now } };
    expect(decideJoin(undefined, request(opener), known)).toEqual(settled);
    expect(decideJoin(digestWith({ id: new Types.ObjectId(), opener: stranger }), request(opener), known)).toEqual(
      settled,
    );
  });

  it('one that has passed undigested passes again', () => {
    const digest: Digest = {
      _id: 'group',
      environmentId,
      subscriberId,
      lastCompletedAt: now,
      passedBy: opener,
      expiresAt: until,
    };
    expect(decideJoin(digest, request(opener))).toEqual({ kind: 'settled', join: { kind: 'passed' } });
    expect(decideJoin(digest, request(stranger))).toMatchObject({ kind: 'write', join: { kind: 'opened' } });
    // DG3: also when it could not know that it has, and another run has opened a window since.
    expect(decideJoin(Object.assign(digestWith(), { passedBy: stranger }), request(stranger))).toEqual({
      kind: 'settled',
      join: { kind: 'passed' },
    });
  });
});

describe('DG7: a run that is new', () => {
  it.each<[string, Digest | undefined, object]>([
    ['opens a window where there is none', undefined, { kind: 'write', join: { kind: 'opened' } }],
    ['joins an open one', digestWith(), { kind: 'write', join: { kind: 'joined', opener } }],
    ['puts one away that is over', digestWith({ until: now }), { kind: 'retire', end: { window: windowOf } }],
    ['puts one away that is sealed', digestWith({ sealed: true }), { kind: 'retire', end: { window: windowOf } }],
    [
      'turns a full page',
      digestWith({ runs: Array.from({ length: 200 }, () => new Types.ObjectId()) }),
      { kind: 'turn-page' },
    ],
  ])('%s', (_case, digest, expected) => {
    expect(decideJoin(digest, request(stranger))).toMatchObject(expected);
  });
});
