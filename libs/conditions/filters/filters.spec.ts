import type {
  FilterChild,
  FilterData,
  FilterGroup,
  FilterOperator,
  WebhookAccess,
  WebhookFilterChild,
} from './filter.js';
import { evaluateFilters, selectVariant } from './evaluate-filters.js';

const now = new Date('2026-11-23T12:00:00Z');

const data: FilterData = {
  now,
  payload: { amount: 150, plan: 'pro', vip: true, tags: ['a', 'b'], order: { total: '30' }, day: '2026-05-01' },
  subscriber: { firstName: 'Ada', data: { age: 41 } },
  tenant: { identifier: 'acme' },
};

const yes: FilterChild = { on: 'payload', field: 'plan', operator: 'EQUAL', value: 'pro' };
const no: FilterChild = { on: 'payload', field: 'plan', operator: 'EQUAL', value: 'free' };
const broken = { on: 'payload', field: 'plan', operator: 'SOUNDS_LIKE', value: 'pro' } as unknown as FilterChild;
const webhook: WebhookFilterChild = {
  on: 'webhook',
  webhookUrl: 'https://example.com/check',
  field: 'allowed',
  operator: 'EQUAL',
  value: 'true',
};

function group(value: 'AND' | 'OR', ...children: FilterChild[]): FilterGroup {
  return { value, children };
}

/** A web address that gives responses in turn; errors are failed attempts. Keeps what was asked and waited for. */
class ScriptedWebhook implements WebhookAccess {
  readonly asked: string[] = [];
  readonly waits: number[] = [];

  constructor(
    private readonly answers: unknown[],
    readonly attempts?: number,
  ) {}

  async callWebhook(child: WebhookFilterChild): Promise<unknown> {
    this.asked.push(child.webhookUrl);
    const answer = this.answers[this.asked.length - 1];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }

  async wait(milliseconds: number): Promise<void> {
    this.waits.push(milliseconds);
    return Promise.resolve();
  }

  random(): number {
    return 0.5;
  }
}

async function passes(child: FilterChild, change: Partial<FilterData> = {}): Promise<boolean | string> {
  const result = await evaluateFilters([group('AND', child)], { ...data, ...change });
  return result.ok ? result.value : result.error;
}

describe('groups', () => {
  it.each<[string, FilterGroup[] | undefined, boolean]>([
    ['no groups pass', undefined, true],
    ['an empty list of groups passes', [], true],
    ['an empty group passes', [group('AND')], true],
    ['a group without children passes', [{ value: 'OR' }], true],
    ['AND of true and true', [group('AND', yes, yes)], true],
    ['AND of true and false', [group('AND', yes, no)], false],
    ['OR of false and true', [group('OR', no, yes)], true],
    ['OR of false and false', [group('OR', no, no)], false],
    ['a group without a join is an AND', [{ children: [yes, no] }], false],
    ['any group passes', [group('AND', no), group('AND', yes)], true],
    ['no group passes', [group('AND', no), group('OR', no)], false],
    ['negated AND of true and false', [{ ...group('AND', yes, no), isNegated: true }], true],
    ['negated AND of true', [{ ...group('AND', yes), isNegated: true }], false],
    ['negated OR of false', [{ ...group('OR', no, no), isNegated: true }], true],
    ['negated OR of true', [{ ...group('OR', no, yes), isNegated: true }], false],
  ])('X10: %s', async (_, groups, value) => {
    expect(await evaluateFilters(groups, data)).toMatchObject({ ok: true, value });
  });

  it.each<[string, FilterGroup[], unknown]>([
    ['the true child of an OR', [group('AND', no), group('OR', no, yes)], { group: 1, child: 1, on: 'payload' }],
    ['the false child of an AND', [group('AND', yes, no)], { group: 0, child: 1, on: 'payload' }],
    ['an AND as a whole', [group('AND', yes, yes)], { group: 0 }],
    ['the first of several failing groups', [group('AND', no), group('OR', no)], { group: 0, child: 0, on: 'payload' }],
  ])('X10: names %s as what decided', async (_, groups, decidedBy) => {
    expect(await evaluateFilters(groups, data)).toMatchObject({ ok: true, decidedBy });
  });

  it('X9: what cannot be evaluated is an error unless the rest settles the filters', async () => {
    const error = { ok: false, error: expect.stringMatching(/unknown filter operator "SOUNDS_LIKE"/) };
    expect(await evaluateFilters([group('AND', yes, broken)], data)).toMatchObject(error);
    expect(await evaluateFilters([group('OR', no, broken)], data)).toMatchObject(error);
    expect(await evaluateFilters([group('AND', no), group('AND', broken)], data)).toMatchObject({
      ...error,
      decidedBy: { group: 1, child: 0 },
    });
    expect(await evaluateFilters([group('AND', broken, no)], data)).toMatchObject({ ok: true, value: false });
    expect(await evaluateFilters([group('OR', broken, yes)], data)).toMatchObject({ ok: true, value: true });
    expect(await evaluateFilters([group('AND', broken), group('AND', yes)], data)).toMatchObject({ value: true });
  });

  it('X9: an unknown source is an error', async () => {
    expect(await passes({ on: 'weather' } as unknown as FilterChild)).toMatch(/unknown filter source "weather"/);
    expect(await passes({ ...yes, field: undefined } as unknown as FilterChild)).toMatch(/no field/);
  });
});

describe('field operators', () => {
  it.each<['payload' | 'subscriber' | 'tenant', string, FilterOperator, unknown, boolean]>([
    ['payload', 'plan', 'EQUAL', 'pro', true],
    ['payload', 'amount', 'EQUAL', '150', true],
    ['payload', 'vip', 'EQUAL', 'true', true],
    ['payload', 'unknown', 'EQUAL', 'x', false],
    ['payload', 'plan', 'NOT_EQUAL', 'free', true],
    ['payload', 'unknown', 'NOT_EQUAL', 'x', true],
    ['payload', 'amount', 'LARGER', '100', true],
    ['payload', 'order.total', 'LARGER', '4', true],
    ['payload', 'unknown', 'LARGER', '0', false],
    ['payload', 'amount', 'SMALLER', '100', false],
    ['payload', 'amount', 'LARGER_EQUAL', '150', true],
    ['payload', 'amount', 'SMALLER_EQUAL', '149', false],
    ['payload', 'day', 'SMALLER', '2026-05-02', true],
    ['subscriber', 'firstName', 'LIKE', 'd', true],
    ['subscriber', 'firstName', 'LIKE', 'D', false],
    ['subscriber', 'firstName', 'NOT_LIKE', 'x', true],
    ['subscriber', 'lastName', 'NOT_LIKE', 'x', false],
    ['subscriber', 'data.age', 'IN', '40, 41', true],
    ['subscriber', 'data.age', 'IN', [40, 42], false],
    ['tenant', 'identifier', 'IN', 'acme,other', true],
    ['tenant', 'identifier', 'IN', 'acmeother', false],
    ['tenant', 'identifier', 'NOT_IN', 'x,y', true],
    ['tenant', 'identifier', 'NOT_IN', 'acme', false],
    ['payload', 'tags', 'ANY_IN', 'b,c', true],
    ['payload', 'tags', 'ANY_IN', 'c', false],
    ['payload', 'plan', 'ANY_IN', 'pro', true],
    ['payload', 'tags', 'ALL_IN', 'a,b,c', true],
    ['payload', 'tags', 'ALL_IN', 'a', false],
    ['payload', 'unknown', 'ALL_IN', 'a', false],
    ['payload', 'amount', 'BETWEEN', '150,200', true],
    ['payload', 'amount', 'BETWEEN', [1, 149], false],
    ['payload', 'amount', 'BETWEEN', '150', false],
    ['payload', 'amount', 'NOT_BETWEEN', '1,149', true],
    ['payload', 'amount', 'NOT_BETWEEN', '150,150', false],
    ['payload', 'unknown', 'NOT_BETWEEN', '1,2', false],
    ['payload', 'order', 'IS_DEFINED', undefined, true],
    ['payload', 'order.unknown', 'IS_DEFINED', undefined, false],
    ['payload', '__proto__.constructor', 'IS_DEFINED', undefined, false],
  ])('X10: %s %s %s %j is %s', async (on, field, operator, value, expected) => {
    expect(await passes({ on, field, operator, value })).toBe(expected);
  });
});

describe('online and previous step', () => {
  it.each<[boolean, Record<string, unknown>, boolean]>([
    [true, { isOnline: true }, true],
    [true, { isOnline: false }, false],
    [false, { isOnline: false }, true],
    [false, { isOnline: true }, false],
    [true, {}, false],
    [false, {}, false],
    [false, { lastOnlineAt: '2026-11-23T11:00:00Z' }, true],
  ])('X12: isOnline %s of %j is %s', async (value, subscriber, expected) => {
    expect(await passes({ on: 'isOnline', value }, { subscriber })).toBe(expected);
  });

  it.each<[Record<string, unknown> | undefined, boolean]>([
    [{ isOnline: true }, true],
    [{ isOnline: false, lastOnlineAt: '2026-11-23T11:55:00Z' }, true],
    [{ isOnline: false, lastOnlineAt: '2026-11-23T11:54:59Z' }, false],
    [{ lastOnlineAt: new Date('2026-11-23T11:59:00Z') }, true],
    [{}, false],
    [undefined, false],
  ])('X10: isOnlineInLast 5 minutes of %j is %s', async (subscriber, expected) => {
    const child: FilterChild = { on: 'isOnlineInLast', timeOperator: 'minutes', value: 5 };
    expect(await passes(child, { subscriber })).toBe(expected);
  });

  it('X9: isOnlineInLast of an unknown unit is an error', async () => {
    const child = { on: 'isOnlineInLast', timeOperator: 'weeks', value: 5 } as unknown as FilterChild;
    expect(await passes(child)).toMatch(/unit must be one of/);
  });

  it.each<['read' | 'unread' | 'seen' | 'unseen', { seen: boolean; read: boolean } | undefined, boolean]>([
    ['read', { seen: true, read: true }, true],
    ['read', { seen: true, read: false }, false],
    ['unread', { seen: true, read: false }, true],
    ['unread', { seen: true, read: true }, false],
    ['seen', { seen: true, read: false }, true],
    ['seen', { seen: false, read: false }, false],
    ['unseen', { seen: false, read: false }, true],
    ['unseen', { seen: true, read: false }, false],
    ['read', undefined, true],
    ['unseen', undefined, true],
  ])('X12: previousStep %s of %j is %s', async (stepType, message, expected) => {
    const previousMessages = message ? { welcome: message } : {};
    expect(await passes({ on: 'previousStep', step: 'welcome', stepType }, { previousMessages })).toBe(expected);
  });
});

describe('webhooks', () => {
  it.each<[string, FilterGroup[], boolean]>([
    ['an OR is true already', [group('OR', webhook, yes)], true],
    ['an AND is false already', [group('AND', webhook, no)], false],
    ['another group passes', [group('AND', webhook), group('AND', yes)], true],
  ])('X11: is not asked when %s', async (_, groups, value) => {
    const access = new ScriptedWebhook([]);
    expect(await evaluateFilters(groups, data, access)).toMatchObject({ ok: true, value });
    expect(access.asked).toEqual([]);
  });

  it('X11: is asked when needed, and compares the field of the response', async () => {
    const access = new ScriptedWebhook([{ allowed: true }]);
    expect(await evaluateFilters([group('AND', webhook, yes)], data, access)).toEqual({
      ok: true,
      value: true,
      decidedBy: { group: 0 },
    });
    const refused = await evaluateFilters([group('AND', webhook)], data, new ScriptedWebhook([{ allowed: false }]));
    expect(refused).toEqual({ ok: true, value: false, decidedBy: { group: 0, child: 0, on: 'webhook' } });
  });

  it('X11: tries three times, with random waits of up to 2 and 4 seconds', async () => {
    const access = new ScriptedWebhook([new Error('503'), new Error('503'), { allowed: true }]);
    expect(await evaluateFilters([group('AND', webhook)], data, access)).toMatchObject({ ok: true, value: true });
    expect(access.waits).toEqual([1000, 2000]);
  });

  it('X11: three failed attempts are an error that names the last reason', async () => {
    const access = new ScriptedWebhook([new Error('1'), new Error('2'), new Error('timeout'), { allowed: true }]);
    expect(await evaluateFilters([group('AND', webhook, yes)], data, access)).toEqual({
      ok: false,
      error: 'webhook condition failed after 3 attempts: timeout',
      decidedBy: { group: 0, child: 0, on: 'webhook' },
    });
    expect(access.asked).toHaveLength(3);
    expect(access.waits).toHaveLength(2);
  });

  it('X11: the number of attempts is a setting', async () => {
    const access = new ScriptedWebhook([new Error('1')], 1);
    expect(await evaluateFilters([group('AND', webhook)], data, access)).toMatchObject({ ok: false });
    expect(access.asked).toHaveLength(1);
  });

  it('X11: the second webhook is asked only if the first leaves the group open', async () => {
    const access = new ScriptedWebhook([{ allowed: false }, { allowed: true }]);
    const other = { ...webhook, webhookUrl: 'https://example.com/other' };
    expect(await evaluateFilters([group('AND', webhook, other)], data, access)).toMatchObject({ value: false });
    expect(access.asked).toEqual([webhook.webhookUrl]);
    const either = new ScriptedWebhook([{ allowed: false }, { allowed: true }]);
    expect(await evaluateFilters([group('OR', webhook, other)], data, either)).toMatchObject({ value: true });
    expect(either.asked).toHaveLength(2);
  });

  it('X9: without access to the web a needed webhook is an error', async () => {
    expect(await evaluateFilters([group('AND', webhook)], data)).toMatchObject({ ok: false });
  });
});

describe('selectVariant', () => {
  const variant = (name: string, filters: FilterGroup[], active = true) => ({ name, filters, active });

  it('X13: takes the first active variant whose filters pass', async () => {
    const variants = [
      variant('inactive', [group('AND', yes)], false),
      variant('filtered', [group('AND', no)]),
      variant('chosen', [group('AND', yes)]),
      variant('late', []),
    ];
    expect(await selectVariant(variants, data)).toMatchObject({ ok: true, index: 2, variant: { name: 'chosen' } });
  });

  it("X13: keeps the step's own template when none passes", async () => {
    expect(await selectVariant([variant('filtered', [group('AND', no)])], data)).toEqual({
      ok: true,
      variant: undefined,
    });
    expect(await selectVariant(undefined, data)).toEqual({ ok: true, variant: undefined });
  });

  it('X9: a variant that cannot be evaluated is an error', async () => {
    const variants = [variant('broken', [group('AND', broken)]), variant('late', [])];
    expect(await selectVariant(variants, data)).toMatchObject({ ok: false, index: 0 });
  });
});
