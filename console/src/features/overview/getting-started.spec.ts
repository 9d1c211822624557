import { progressOf, type SetUp, type StartStep } from './getting-started';

const integration = (more: object = {}) => ({
  channel: 'email',
  providerId: 'sendgrid',
  active: true,
  _environmentId: 'e1',
  ...more,
});

describe('getting started', () => {
  it.each<[string, StartStep, SetUp, boolean | undefined]>([
    ['no integration', 'provider', { integrations: [] }, false],
    ['an integration', 'provider', { integrations: [integration()] }, true],
    ['one that is off', 'provider', { integrations: [integration({ active: false })] }, false],
    ['one of another environment', 'provider', { integrations: [integration({ _environmentId: 'e2' })] }, false],
    ['the inbox', 'provider', { integrations: [integration({ channel: 'in_app', providerId: 'novu' })] }, false],
    ['the outbox', 'provider', { integrations: [integration({ providerId: 'outbox' })] }, false],
    ['what may not be seen', 'provider', {}, undefined],
    ['no workflow', 'workflow', { workflows: [] }, false],
    ['a workflow', 'workflow', { workflows: [{}] }, true],
    ['no run', 'test', { runs: [] }, false],
    ['a run', 'test', { runs: [{}] }, true],
    ['nobody who was online', 'inbox', { subscribers: [{ isOnline: false, lastOnlineAt: null }] }, false],
    ['somebody online', 'inbox', { subscribers: [{ isOnline: true }] }, true],
    ['somebody who was online', 'inbox', { subscribers: [{ lastOnlineAt: '2026-01-01T00:00:00.000Z' }] }, true],
    ['one member', 'invite', { members: [{}], invitations: [] }, false],
    ['an invitation', 'invite', { members: [{}], invitations: [{}] }, true],
    ['two members', 'invite', { members: [{}, {}] }, true],
    ['nothing published', 'publish', { workflows: [{}] }, false],
    ['a published workflow', 'publish', { workflows: [{ lastPublishedAt: '2026-01-01T00:00:00.000Z' }] }, true],
  ])('%s: %s', (_what, step, known, expected) => {
    expect(progressOf(known, 'e1')[step]).toBe(expected);
  });
});
