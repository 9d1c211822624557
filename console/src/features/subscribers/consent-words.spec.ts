import { choiceWords, originWords } from './consent-words';

const entry = { id: '', at: '', origin: { source: 'api' as const } };

describe('the words of consent', () => {
  it.each<[Partial<Parameters<typeof choiceWords>[0]>, string]>([
    [{ choice: 'opted_out', channels: ['email', 'sms'], category: 'news' }, 'Opted out of news: email, SMS'],
    [{ choice: 'opted_in', channels: ['push'], workflowId: 'orders' }, 'Opted in to orders: push'],
    [{ choice: 'opted_in', topicKey: 'orders' }, 'Opted in to the topic orders'],
    [{ choice: 'opted_out' }, 'Opted out of all notifications'],
    [{ choice: 'paused', until: '2026-03-01T12:00:00.000Z' }, 'Paused all messages'],
    [{ choice: 'quiet_hours' }, 'Changed quiet hours'],
    [{ choice: 'address', channels: ['email'], address: 'ada@example.com' }, 'Changed address: ada@example.com'],
    [{ choice: 'address', channels: ['sms'] }, 'Changed address: no SMS'],
  ])('%j', (fields, words) => {
    expect(choiceWords({ ...entry, choice: 'resumed', ...fields })).toBe(words);
  });

  it.each<[Parameters<typeof originWords>[0], string]>([
    [{ source: 'one_click' }, 'One-click unsubscribe'],
    [{ source: 'console', by: 'ada@example.com' }, 'Console: ada@example.com'],
  ])('%j', (origin, words) => {
    expect(originWords(origin)).toBe(words);
  });
});
