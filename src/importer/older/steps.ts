import { isChannel } from '#libs/channels.js';
import { isObject } from '../../platform/values/is-object.js';
import type { StepDefinition } from '../../promotion/definition.js';
import type { Fields } from '../api.js';
import { present } from '../lists.js';
import { convertFilters } from './conditions.js';
import { convertTemplate, type TemplateScope } from './templates.js';

/** The steps of a workflow of today, and what they do not have of the older ones. */
export interface ConvertedSteps {
  steps: StepDefinition[];
  losses: string[];
  /** A condition was lost: steps would run that did not. */
  runsMore: boolean;
}

/** Turns steps with message templates into steps with control values. `layoutIds`: identifiers by internal id. */
export function convertSteps(steps: readonly Fields[], layoutIds: ReadonlyMap<unknown, string>): ConvertedSteps {
  const converted: StepDefinition[] = [];
  const losses: string[] = [];
  const stepIds = new Map<string, string>();
  let digestStepId: string | undefined;
  let runsMore = false;
  for (const [index, step] of steps.entries()) {
    const template = isObject(step['template']) ? step['template'] : {};
    const type = String(template['type'] ?? step['type']);
    const name = typeof step['name'] === 'string' && step['name'] !== '' ? step['name'] : type;
    const lose = (loss: string) => losses.push(`step '${name}': ${loss}`);
    if (step['active'] === false) {
      lose('it was switched off, and is left out');
      continue;
    }
    const content = new StepContent(template, step, { ...(digestStepId !== undefined && { digestStepId }) }, lose);
    const values = content.valuesFor(type, layoutIds);
    if (values === undefined) {
      lose(`steps of type ${type} are not supported, and it is left out`);
      continue;
    }
    const { skip, losses: conditions } = convertFilters(step['filters'], stepIds);
    for (const loss of conditions) lose(loss);
    runsMore ||= conditions.length > 0;
    const stepId = uniqueId(name, index, new Set(converted.map((one) => one.stepId)));
    for (const key of [step['uuid'], step['_id'], step['_templateId']])
      if (typeof key === 'string') stepIds.set(key, stepId);
    if (type === 'digest') digestStepId = stepId;
    converted.push({
      stepId,
      name,
      type,
      controlValues: {
        ...values,
        ...(skip && { skip }),
        ...(step['shouldStopOnFail'] === true && isChannel(type) && { shouldStopOnFail: true }),
      },
    });
    if (Array.isArray(step['variants']) && step['variants'].length > 0) {
      lose(`${step['variants'].length} variants: its own content is used for everyone`);
    }
    if (isObject(step['replyCallback']) && step['replyCallback']['active'] === true) {
      lose('replies are not handed to an address: no email is received');
    }
  }
  return { steps: converted, losses, runsMore };
}

function uniqueId(name: string, index: number, taken: ReadonlySet<string>): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return slug === '' || taken.has(slug) ? `${slug || 'step'}-${index + 1}` : slug;
}

/** The content of one step. */
class StepContent {
  constructor(
    private readonly template: Fields,
    private readonly step: Fields,
    private readonly scope: TemplateScope,
    private readonly lose: (loss: string) => void,
  ) {}

  /** Control values; undefined for a type that there is no step of. */
  valuesFor(type: string, layoutIds: ReadonlyMap<unknown, string>): Fields | undefined {
    switch (type) {
      case 'in_app':
        return this.inApp();
      case 'email':
        return this.email(layoutIds);
      case 'sms':
      case 'chat':
        return { body: this.text(this.template['content']) };
      case 'push':
        return { ...this.optional('subject', this.template['title']), body: this.text(this.template['content']) };
      case 'digest':
        return this.digest();
      case 'delay':
        return this.delay();
      default:
        return undefined;
    }
  }

  private inApp(): Fields {
    const { content, cta, _feedId, actor } = this.template;
    if (_feedId) this.lose('its feed: tags of the workflow take that place');
    if (isObject(actor) && actor['type'] !== 'none' && actor['type'] !== undefined) {
      this.lose('the avatar of the actor');
    }
    const { data, action } = isObject(cta) ? cta : {};
    const url =
      isObject(data) && typeof data['url'] === 'string' && data['url'] !== '' ? this.text(data['url']) : undefined;
    const buttons = isObject(action) && Array.isArray(action['buttons']) ? action['buttons'].filter(isObject) : [];
    const actions = buttons.flatMap((button): [string, Fields][] => {
      const label = this.text(button['content'] ?? button['type']);
      if (url === undefined) {
        this.lose(`the button '${label}': buttons need an address, and it had none`);
        return [];
      }
      return [[button['type'] === 'secondary' ? 'secondaryAction' : 'primaryAction', { label, redirect: { url } }]];
    });
    return {
      ...this.optional('subject', this.template['subject']),
      body: this.text(content),
      ...(url !== undefined && { redirect: { url } }),
      ...Object.fromEntries(actions),
    };
  }

  private email(layoutIds: ReadonlyMap<unknown, string>): Fields {
    const { content, subject, preheader, senderName, _layoutId } = this.template;
    const layoutId = layoutIds.get(_layoutId);
    if (_layoutId && layoutId === undefined) this.lose('its layout, which the server does not list');
    if (senderName) this.lose('the name of the sender: the integration or `from` says it');
    return {
      ...this.optional('subject', subject),
      ...this.optional('preheader', preheader),
      body: Array.isArray(content) ? this.blocks(content.filter(isObject)) : this.text(content),
      editorType: 'html',
      layoutId: layoutId ?? null,
    };
  }

  /** Texts and buttons, of which emails were made in the older editor. */
  private blocks(blocks: readonly Fields[]): string {
    return blocks
      .map(({ type, content, url, styles }) => {
        const align = isObject(styles) && typeof styles['textAlign'] === 'string' ? styles['textAlign'] : 'left';
        const text = this.text(content);
        if (type !== 'button') return `<div style="text-align: ${align}">${text}</div>`;
        return `<div style="text-align: ${align}"><a href="${this.text(url)}">${text}</a></div>`;
      })
      .join('\n');
  }

  private digest(): Fields | undefined {
    const metadata = isObject(this.step['metadata']) ? this.step['metadata'] : {};
    const { type, timed, amount, unit, backoff, backoffAmount, backoffUnit, updateMode, digestKey } = metadata;
    if (updateMode === true) this.lose('its update mode: the first message is not changed by later events');
    const key = typeof digestKey === 'string' && digestKey !== '' ? { digestKey: pathOf(digestKey) } : {};
    if (type === 'timed') {
      const cron = cronOf(isObject(timed) ? timed : {}, unit, amount);
      if (cron === undefined)
        this.lose(`its times (${JSON.stringify({ amount, unit, timed })}): once a day at 9 is used`);
      return { type: 'timed', cron: cron ?? '0 9 * * *', ...key };
    }
    const looksBack = (type === 'backoff' || backoff === true) && backoffAmount !== undefined;
    return {
      type: 'regular',
      amount,
      unit,
      ...key,
      ...(looksBack && { lookBackWindow: { amount: backoffAmount, unit: backoffUnit } }),
    };
  }

  private delay(): Fields {
    const metadata = isObject(this.step['metadata']) ? this.step['metadata'] : {};
    const { type, delayPath, amount, unit } = metadata;
    if (type === 'scheduled') return { type: 'dynamic', dynamicKey: pathOf(String(delayPath)) };
    if (type === 'timed') this.lose('its times: it is imported without a length');
    return { type: 'regular', ...present({ amount, unit }, ['amount', 'unit']) };
  }

  private text(value: unknown): string {
    const { text, losses } = convertTemplate(typeof value === 'string' ? value : '', this.scope);
    for (const loss of losses) this.lose(loss);
    return text;
  }

  private optional(name: string, value: unknown): Fields {
    return typeof value === 'string' && value !== '' ? { [name]: this.text(value) } : {};
  }
}

function pathOf(path: string): string {
  return path.startsWith('payload.') ? path : `payload.${path}`;
}

const WEEK_DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The times of a digest as cron; undefined where it has no such times. */
function cronOf({ atTime, weekDays, monthDays }: Fields, unit: unknown, amount: unknown): string | undefined {
  const every = Number(amount ?? 1);
  const [, hour = '9', minute = '0'] = /^(\d{1,2}):(\d{2})/.exec(typeof atTime === 'string' ? atTime : '') ?? [];
  const [at, of] = [Number(minute), Number(hour)];
  if (unit === 'minutes') return `*/${every} * * * *`;
  if (unit === 'hours') return `0 */${every} * * *`;
  if (unit === 'days') return `${at} ${of} ${every === 1 ? '*' : `*/${every}`} * *`;
  if (unit === 'weeks' && every === 1 && Array.isArray(weekDays) && weekDays.length > 0) {
    return `${at} ${of} * * ${weekDays.map((day) => WEEK_DAYS.indexOf(String(day))).join(',')}`;
  }
  if (unit === 'months' && every === 1 && Array.isArray(monthDays) && monthDays.length > 0) {
    return `${at} ${of} ${monthDays.join(',')} * *`;
  }
  return undefined;
}
