import type { Schemas } from '../api/client';

type Attempt = Schemas['SendAttemptDto'];

/** Who has to act after a failure. */
const FAULTS: Record<NonNullable<Attempt['fault']>, string> = {
  recipient: 'the address is not accepted',
  content: 'the content is not accepted',
  account: 'the account is refused',
  passing: 'temporary',
};

/** Of attempts of earlier releases, which do not say who has to act. */
const OUTCOMES: Record<Attempt['outcome'], string> = {
  sent: 'sent',
  transient: 'temporary',
  permanent: 'not accepted',
  invalid_target: 'the address no longer exists',
  ambiguous: 'no response: it may have been sent',
};

/** What became of an attempt to send. */
export function attemptWord({ outcome, fault }: Pick<Attempt, 'outcome' | 'fault'>): string {
  return fault === undefined || outcome === 'ambiguous' || outcome === 'invalid_target'
    ? OUTCOMES[outcome]
    : FAULTS[fault];
}
