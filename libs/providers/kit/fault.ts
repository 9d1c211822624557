/**
 * Who has to act when a message was not sent. `recipient`: the address is wrong or refuses. `content`: this message would
 * always be refused. `account`: the operator, at the provider or in the integration. `passing`: nobody, only time.
 */
export type Fault = 'recipient' | 'content' | 'account' | 'passing';

/**
 * What a response means: who has to act; `gone`: the recipient's device or address no longer exists; `quota`: a quota or
 * the credit of the account is used up, which may end by itself.
 */
export type Ruling = Fault | 'gone' | 'quota';

/** The result for each ruling. This table alone decides what is tried again (`kind`). */
export const OUTCOMES: Readonly<Record<Ruling, { fault: Fault; kind: 'transient' | 'permanent' | 'invalid_target' }>> =
  {
    recipient: { fault: 'recipient', kind: 'permanent' },
    gone: { fault: 'recipient', kind: 'invalid_target' },
    content: { fault: 'content', kind: 'permanent' },
    account: { fault: 'account', kind: 'permanent' },
    quota: { fault: 'account', kind: 'transient' },
    passing: { fault: 'passing', kind: 'transient' },
  };

/**
 * An adapter's table: for each ruling the codes that it is for, separated by blanks, and patterns of the body of the
 * response. The first entry that fits decides; of several tables the first is asked first.
 */
export type FaultTable = Partial<Record<Ruling, string | RegExp | readonly (string | RegExp)[]>>;
export type Faults = FaultTable | readonly FaultTable[];

/** The ruling of the first entry that fits one of the codes or the body. */
export function ruled(faults: Faults, codes: readonly unknown[], body: string): Ruling | undefined {
  const names = codes.filter((code) => code !== undefined && code !== null).map(String);
  const fits = (one: string | RegExp): boolean =>
    typeof one === 'string' ? one.split(' ').some((code) => names.includes(code)) : one.test(body);
  const entries = [faults].flat().flatMap((table: FaultTable) => Object.entries(table));
  return entries.find(([, given]) => [given].flat().some(fits))?.[0] as Ruling | undefined;
}

/** Statuses of HTTP besides 5xx that pass. */
const PASSING = new Set([408, 425, 429]);
/** Statuses about the access of the account: its credentials, its credit, its rights, its address of the service. */
const ACCOUNT = new Set([401, 402, 403, 404, 405, 407, 410, 421, 426, 451]);

/** The ruling that follows from the status alone (behaviour S1). `access`: whose address and credentials are used. */
export function statusRuling(status: number, access: Fault = 'account'): Ruling {
  if (status >= 500 || PASSING.has(status)) return 'passing';
  // Redirects are not followed: the address is wrong.
  return ACCOUNT.has(status) || (status >= 300 && status < 400) ? access : 'content';
}

/** Who has to act, also after a problem that no provider has reported. */
export function faultOf({ fault, kind }: { fault?: Fault; kind: 'transient' | 'permanent' | 'invalid_target' }): Fault {
  if (fault) return fault;
  return kind === 'transient' ? 'passing' : kind === 'permanent' ? 'content' : 'recipient';
}

/** Whether nothing will change the response: only the recipient or the content would have to be another (behaviour S1). */
export function isFinal(problem: Parameters<typeof faultOf>[0]): boolean {
  const fault = faultOf(problem);
  return fault === 'recipient' || fault === 'content';
}
