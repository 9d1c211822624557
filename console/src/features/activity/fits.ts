import type { RunEntry, RunSearch } from './reads';
import { wordsOf } from '../../search-text';

/** Whether a run belongs into the list with these filters, by the rules of the API. */
export function fits(run: RunEntry, search: RunSearch): boolean {
  const allows = (filter: string | undefined, ...values: (string | undefined)[]) => {
    const words = wordsOf(filter);
    return words === undefined || values.some((value) => value !== undefined && words.includes(value));
  };
  const { subscriber, template } = run;
  const names = subscriber && [
    subscriber.subscriberId,
    subscriber.email,
    subscriber.phone,
    subscriber.firstName,
    subscriber.lastName,
  ];
  const context = wordsOf(search.context);
  return (
    allows(search.status, run.status) &&
    allows(search.workflow, run._templateId, template?.triggers[0]?.identifier) &&
    (search.person === undefined || names?.some((name) => name?.includes(search.person!)) === true) &&
    (search.transaction === undefined || search.transaction === run.transactionId) &&
    (search.digest === undefined || search.digest === run._digestedNotificationId) &&
    (search.topic === undefined || run.topics?.some(({ topicKey }) => topicKey === search.topic) === true) &&
    (context === undefined || context.toSorted().join() === run.contextKeys.toSorted().join()) &&
    (search.since === undefined || Date.parse(run.createdAt) >= Date.parse(search.since)) &&
    (search.until === undefined || Date.parse(run.createdAt) <= Date.parse(search.until)) &&
    (![search.reason, search.step, search.provider].some(Boolean) ||
      run.jobs.some(
        ({ reason, type, providerId }) =>
          allows(search.reason, reason) && allows(search.step, type) && allows(search.provider, providerId),
      ))
  );
}
