/// <reference lib="dom" />
import type { ActivityJobDto, ActivityNotificationDto } from '../../../notifications/activity/activity.dto.js';
import { element } from './element.js';

/** What every step did for the person a message was for. */
export function runView({ _id, template, jobs }: ActivityNotificationDto): HTMLElement {
  return element(
    'section',
    { class: 'run', 'aria-label': 'The run of this message' },
    element('h3', {}, `Run of ${template?.name ?? 'a deleted workflow'}`),
    element('ol', {}, ...jobs.map(stepView)),
    element('p', { class: 'why' }, 'Activity ', element('code', {}, _id)),
  );
}

function stepView({ type, step, status, reason, decidedBy }: ActivityJobDto): HTMLElement {
  const why = [reason, decidedBy].filter((part) => part !== undefined).join(', ');
  return element(
    'li',
    { 'data-status': status },
    element('strong', {}, step.name || type),
    ` ${type}: ${status}`,
    ...(why ? [element('span', { class: 'why' }, ` (${why})`)] : []),
  );
}
